//! `lissom self-test`.

use crate::self_test::SelfTest;
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom self-test`: the program on this machine. It is about no model and has none of the keys of every answer but the first
/// two.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SelfTestAnswer {
    /// Version of the program.
    pub lissom: &'static str,
    /// The command.
    pub verb: &'static str,
    /// Threads that are used.
    pub threads: usize,
    /// Whether every test holds.
    pub ok: bool,
    /// Comparisons with closed forms.
    pub tests: Vec<SelfTestRow>,
}

/// A comparison with a closed form.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SelfTestRow {
    /// What is compared.
    pub name: &'static str,
    /// What was found, in words.
    pub found: String,
    /// Whether it holds.
    pub ok: bool,
}

impl SelfTestAnswer {
    /// Name of the verb.
    pub const VERB: &'static str = "self-test";

    /// The outcome of the self test with so many threads.
    #[must_use]
    pub fn new(tests: &[SelfTest], threads: usize) -> Self {
        let each = tests.iter().map(|t| SelfTestRow { name: t.name, found: t.found.clone(), ok: t.holds });
        Self {
            lissom: crate::VERSION,
            verb: Self::VERB,
            threads,
            ok: tests.iter().all(|t| t.holds),
            tests: each.collect(),
        }
    }
}
