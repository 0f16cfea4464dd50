//! How much memory the program may still take: the least of what the machine has, what its container may use and what its own
//! limit leaves.

use std::fs;

/// Memory that may still be taken \[B\]; `None` where unknown.
pub fn free() -> Option<u64> {
    [of_machine(), of_container(), of_process()].into_iter().flatten().min()
}

/// What the machine can give without swapping.
fn of_machine() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// What is left of the limit of the container, if there is one.
fn of_container() -> Option<u64> {
    let number = |name: &str| -> Option<u64> {
        fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}

/// What is left of the address space that the process was allowed (`ulimit -v`).
fn of_process() -> Option<u64> {
    let limit = address_space(&fs::read_to_string("/proc/self/limits").ok()?)?;
    let taken = kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?;
    Some(limit.saturating_sub(taken))
}

/// The soft limit in the table that the kernel prints; `None` when it is unlimited.
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The number after a key in kB, as bytes.
fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_the_kernel_prints_them() {
        let table = "Limit                     Soft Limit           Hard Limit           Units     \n\
                     Max file size             unlimited            unlimited            bytes     \n\
                     Max address space         2147483648           2147483648           bytes     \n";
        assert_eq!(address_space(table), Some(2_147_483_648));
        assert_eq!(address_space(&table.replace("2147483648", "unlimited")), None);
        assert_eq!(kilobytes("VmPeak:\t 9 kB\nVmSize:\t  2048 kB\n", "VmSize:"), Some(2 << 20));
    }
}
