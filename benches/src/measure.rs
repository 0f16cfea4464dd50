//! Time and memory of the running process, from `/proc` (Linux).

use std::fs;

/// CPU time of all threads so far \[s\].
pub fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Fields 14 and 15 (user and system ticks) stand 11 and 12 places after the closing bracket of the name.
    let after = stat.rsplit(')').next().unwrap_or("");
    let ticks = |place: usize| after.split_whitespace().nth(place).and_then(|t| t.parse::<f64>().ok());
    // The kernel reports in hundredths of a second on every Linux in use.
    ticks(11).zip(ticks(12)).map_or(f64::NAN, |(user, system)| (user + system) / 100.0)
}

/// Largest resident memory so far [MB = 2²⁰ B].
pub fn peak_megabytes() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.map_or(f64::NAN, |kb| kb / 1024.0)
}
