//! `lissom explain`: a diagnostic, or a matter that warnings refer to, in full.

use crate::arguments::ExplainFlags;
use crate::terminal::Terminal;
use std::process::ExitCode;

/// Explains a code, or lists them all.
pub fn run(flags: &ExplainFlags, terminal: &Terminal) -> ExitCode {
    let Some(code) = &flags.code else {
        for code in lissom::CODES {
            terminal.answer(&format!("{}  {}\n", code.code, code.title));
        }
        for topic in lissom::TOPICS {
            terminal.answer(&format!("{}: {}\n", topic.code, topic.title));
        }
        return ExitCode::SUCCESS;
    };
    let wanted = code.to_uppercase();
    match lissom::explain(&wanted) {
        Some(page) => {
            terminal.answer(&format!("{}\n", page.trim_end()));
            ExitCode::SUCCESS
        }
        None => {
            terminal.report(&format!("error: unknown code or topic {code}; `lissom explain` lists them all"));
            ExitCode::from(2)
        }
    }
}
