//! Ctrl-C: the program ends at once and leaves nothing half-written behind.

use crate::whole_file::Unfinished;
use std::io::Write;

/// Exit code of an interrupted program: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Ends the program on Ctrl-C, also where a shell started it in the background with interrupts ignored.
pub fn ends_the_program(unfinished: Unfinished) {
    // Without a handler the signal ends the program by itself.
    let _ = ctrlc::set_handler(move || {
        if let Ok(Some(path)) = unfinished.lock().as_deref() {
            let _ = std::fs::remove_file(path);
        }
        let _ = std::io::stderr().write_all(b"\ninterrupted\n");
        std::process::exit(INTERRUPTED);
    });
}
