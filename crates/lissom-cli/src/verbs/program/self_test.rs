//! `lissom self-test`: version, threads, and a self-test against closed forms.

use crate::arguments::SelfTestFlags;
use crate::terminal::Terminal;
use crate::verbs::threads;
use lissom::wire::SelfTestAnswer;
use lissom::{SelfTest, Threads};
use std::process::ExitCode;

/// Tests the program on this machine.
pub fn run(flags: &SelfTestFlags, terminal: &Terminal) -> ExitCode {
    let threads = threads(None).unwrap_or_else(|reason| {
        terminal.report(&format!("warning: one thread only: {reason}"));
        Threads::one()
    });
    let tests = lissom::self_test(&threads);
    let well = tests.iter().all(|t| t.holds);
    if flags.json {
        terminal.json(&SelfTestAnswer::new(&tests, threads.count()));
    } else {
        terminal.answer(&text(&tests, threads.count(), well));
    }
    ExitCode::from(u8::from(!well))
}

fn text(tests: &[SelfTest], threads: usize, well: bool) -> String {
    let mut text = format!(
        "lissom {} on {}-{}, {threads} threads\n",
        lissom::VERSION,
        std::env::consts::ARCH,
        std::env::consts::OS
    );
    for test in tests {
        text +=
            &format!("  {}  {}: {}\n", if test.holds { "ok    " } else { "FAILED" }, test.name, test.found);
    }
    text += if well { "all tests passed\n" } else { "a test failed: please report this output\n" };
    text
}
