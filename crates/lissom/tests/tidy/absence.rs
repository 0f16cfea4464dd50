//! What a room must not know: the invariants that are absences.

use super::manifest::{Manifest, rooms};
use super::map::DOORS;
use super::repository::{Document, document, documents_with};
use super::source::{Source, brace_end, line_of, words};
use super::violation::{Violation, demand_none};

/// The matrix library, named in one room so that it can be replaced there.
const ALGEBRA: &str = "faer";
const ALGEBRA_ROOM: &str = "lissom-linalg";

/// What unpacks compressed files, and the only room that reads files of other programs.
const UNPACKING: &str = "flate2";
const UNPACKING_ROOM: &str = "lissom-import";

/// Rooms that describe machines and expressions and know no matrix.
const WITHOUT_MATRICES: [&str; 2] = ["lissom-symbolic", "lissom-model"];

/// Macros that print.
const PRINTING: [&str; 5] = ["println", "eprintln", "print", "eprint", "dbg"];

/// Names through which a library would reach the clock or the terminal.
const OUTSIDE: [&str; 5] = ["Instant", "SystemTime", "stdin", "stdout", "stderr"];

/// Types of `std::fs` whose functions open files; the bare word may be a name of ours.
const OPENING: [&str; 2] = ["File", "OpenOptions"];

/// Modules of `std` that lead outside.
const OUTSIDE_MODULES: [&str; 4] = ["fs", "env", "process", "net"];

/// Files that may be `unsafe`, and why.
const UNSAFE: [(&str, &str); 5] = [
    ("crates/lissom-fmu/src/fmi2.rs", "functions of a C interface with fixed names"),
    ("crates/lissom-fmu/src/fmi3.rs", "functions of a C interface with fixed names"),
    ("crates/lissom-fmu/src/host.rs", "reads and writes the arrays that hosts pass by pointer"),
    ("crates/lissom-linalg/src/factor/ordering.rs", "calls the METIS library for nested dissection"),
    ("crates/lissom-mech/tests/allocation.rs", "counts allocations with an allocator of its own"),
];

/// Files with checkers: functions that get a problem as it was stated and a claimed answer. Only they weigh evidence.
const CERTIFYING: &[(&str, &str)] = &[
    (
        "crates/lissom-continuum/src/spectrum/certify_exact_modes.rs",
        "counts exact frequencies by a route of its own",
    ),
    ("crates/lissom-continuum/src/spectrum/certify_poles.rs", "counts poles by the argument principle"),
    (
        "crates/lissom-dynamics/src/equilibria/certify_state.rs",
        "evaluates the equations anew at a claimed equilibrium",
    ),
    (
        "crates/lissom-dynamics/src/linear/certify_buckling.rs",
        "counts factors by the signs of K + σG as given, and bounds rounding",
    ),
    ("crates/lissom-dynamics/src/spin/certify_whirl.rs", "checks Campbell diagrams on the matrices as given"),
    (
        "crates/lissom-linalg/src/vibration/certify_modes.rs",
        "checks modes with the stiffness and the mass as stated",
    ),
    ("crates/lissom-linalg/src/verdict.rs", "defines how evidence is weighed"),
    (
        "crates/lissom-reduce/src/linear/certify_error.rs",
        "solves the full equation where a reduced response is worst",
    ),
    (
        "crates/lissom-reduce/src/linear/certify_response.rs",
        "measures what a reduced response leaves of the full equation",
    ),
];

fn sources() -> Vec<Source> {
    documents_with("rs").iter().map(Source::new).collect()
}

/// The room a source file belongs to; benchmarks and other folders belong to none.
fn room_of(path: &str) -> &str {
    path.strip_prefix("crates/").and_then(|rest| rest.split('/').next()).unwrap_or_default()
}

/// Whether the file is product code of a room that is not a door.
fn is_library(path: &str) -> bool {
    let room = room_of(path);
    let in_sources = path.starts_with(&format!("crates/{room}/src/")) && !path.ends_with("/tests.rs");
    !room.is_empty() && in_sources && !DOORS.contains(&room)
}

fn algebra_violations(source: &Source) -> Vec<Violation> {
    if room_of(&source.path) == ALGEBRA_ROOM {
        return Vec::new();
    }
    let named = words(&source.code).into_iter().filter(|(_, word)| *word == ALGEBRA);
    named.map(|(offset, _)| at(source, offset, format!("names {ALGEBRA}"))).collect()
}

fn forbidden_dependencies(manifest: &Manifest) -> Vec<Violation> {
    let algebra = |name: &str| name == ALGEBRA && manifest.name != ALGEBRA_ROOM;
    let matrices = |name: &str| name == ALGEBRA_ROOM && WITHOUT_MATRICES.contains(&manifest.name.as_str());
    let unpacking = |name: &str| name == UNPACKING && manifest.name != UNPACKING_ROOM;
    let is_wrong = |name: &str| algebra(name) || matrices(name) || unpacking(name);
    let wrong = manifest.dependencies.iter().filter(|used| is_wrong(&used.name));
    wrong
        .map(|used| {
            let message = format!("`{}` must not depend on `{}`", manifest.name, used.name);
            Violation::new(&manifest.path, used.line, message)
        })
        .collect()
}

/// Printing and reaching outside, in code that is not a test.
fn outside_violations(source: &Source) -> Vec<Violation> {
    let code = source.product_code();
    let mut found = Vec::new();
    for (offset, word) in words(&code) {
        let rest = &code[offset + word.len()..];
        if PRINTING.contains(&word) && rest.starts_with('!') {
            found.push(at(source, offset, format!("prints with {word}!")));
        } else if OUTSIDE.contains(&word) || (OPENING.contains(&word) && rest.starts_with("::")) {
            found.push(at(source, offset, format!("reaches outside through {word}")));
        } else if word == "std" {
            let modules = std_modules(&code, offset + word.len());
            let outside = modules.into_iter().filter(|module| OUTSIDE_MODULES.contains(module));
            found.extend(
                outside.map(|module| at(source, offset, format!("reaches outside through std::{module}"))),
            );
        }
    }
    found
}

/// The modules named after `std`: one for `std::fs::read`, several for `std::{fs, env}`.
fn std_modules(code: &str, after: usize) -> Vec<&str> {
    let Some(path) = code[after..].strip_prefix("::") else {
        return Vec::new();
    };
    let group = if path.starts_with('{') {
        &code[after + 2..brace_end(code, after + 2)]
    } else {
        path.split(|character: char| !character.is_alphanumeric() && character != '_')
            .next()
            .unwrap_or_default()
    };
    words(group).into_iter().map(|(_, word)| word).collect()
}

fn unsafe_violations(source: &Source) -> Vec<Violation> {
    if UNSAFE.iter().any(|(path, _)| *path == source.path) {
        return Vec::new();
    }
    let used = words(&source.code).into_iter().filter(|(_, word)| *word == "unsafe");
    used.map(|(offset, _)| at(source, offset, "uses unsafe".to_owned())).collect()
}

/// Weighing evidence in a file that is no checker.
fn certifying_violations(source: &Source) -> Vec<Violation> {
    if CERTIFYING.iter().any(|(path, _)| *path == source.path) {
        return Vec::new();
    }
    let code = source.product_code();
    let calls = code.match_indices("Verdict::weigh");
    calls.map(|(offset, _)| at(source, offset, "certifies".to_owned())).collect()
}

fn at(source: &Source, offset: usize, message: String) -> Violation {
    Violation::new(&source.path, line_of(&source.code, offset), message)
}

#[test]
fn only_the_ground_names_the_matrix_library() {
    let mut found: Vec<Violation> = sources().iter().flat_map(algebra_violations).collect();
    found.extend(rooms().iter().flat_map(forbidden_dependencies));
    demand_none(&found, "use the types of lissom-linalg; add to them what is missing");
}

#[test]
fn libraries_do_not_print_or_reach_outside() {
    let found: Vec<Violation> =
        sources().iter().filter(|source| is_library(&source.path)).flat_map(outside_violations).collect();
    demand_none(
        &found,
        "take bytes, a clock or a progress sink as an argument and let a door (lissom-cli) reach outside",
    );
}

#[test]
fn unsafe_code_stays_where_it_was_argued_for() {
    let found: Vec<Violation> = sources().iter().flat_map(unsafe_violations).collect();
    demand_none(&found, "write it safely, or add the file with its reason to UNSAFE in this test");
    for (path, reason) in UNSAFE {
        let needed = words(&Source::new(&document(path)).code).iter().any(|(_, word)| *word == "unsafe");
        assert!(
            needed && !reason.is_empty(),
            "{path} is excepted from the rule on unsafe without need or reason"
        );
    }
}

#[test]
fn only_checkers_certify() {
    let found: Vec<Violation> = sources().iter().flat_map(certifying_violations).collect();
    demand_none(
        &found,
        "let a checker that knows the original problem weigh the evidence, and list it in CERTIFYING",
    );
    for (path, reason) in CERTIFYING {
        assert!(
            !reason.is_empty() && document(path).text.contains("weigh("),
            "{path} is listed as a checker without need or reason"
        );
    }
}

#[test]
fn certifying_elsewhere_is_noticed() {
    let snippet = "fn solve() { let verdict = Verdict::weigh(measured, None); }";
    assert_eq!(certifying_violations(&Source::snippet(snippet)).len(), 1);
    assert_eq!(certifying_violations(&Source::snippet("/// See Verdict::weigh.\nfn a() {}")), []);
}

#[test]
fn naming_the_matrix_library_is_noticed() {
    assert_eq!(algebra_violations(&Source::snippet("use faer::Mat;")).len(), 1);
    assert_eq!(algebra_violations(&Source::snippet("// faer is fine in a comment\nlet a = \"faer\";")), []);
    let manifest = |name: &str, used: &str| {
        let text = format!("[package]\nname = \"{name}\"\n[dev-dependencies]\n{used} = \"1\"\n");
        Manifest::parse(&Document::new("crates/x/Cargo.toml", &text))
    };
    assert_eq!(forbidden_dependencies(&manifest("lissom-mech", "faer")).len(), 1);
    assert_eq!(forbidden_dependencies(&manifest("lissom-linalg", "faer")), []);
    assert_eq!(forbidden_dependencies(&manifest("lissom-model", "lissom-linalg")).len(), 1);
    assert_eq!(forbidden_dependencies(&manifest("lissom-mech", "lissom-linalg")), []);
    assert_eq!(forbidden_dependencies(&manifest("lissom-mech", "flate2")).len(), 1);
    assert_eq!(forbidden_dependencies(&manifest("lissom-import", "flate2")), []);
}

#[test]
fn printing_and_reaching_outside_are_noticed() {
    let bad = [
        "fn a() { println!(\"x\"); }",
        "fn a() { eprint!(\"x\"); }",
        "fn a() { dbg!(1); }",
        "use std::fs;",
        "use std::{collections::HashMap, env};",
        "fn a() { let b = std::process::id(); }",
        "fn a() { File::open(b); }",
        "use std::time::Instant;",
        "fn a() { std::io::stdout(); }",
    ];
    for snippet in bad {
        assert_eq!(outside_violations(&Source::snippet(snippet)).len(), 1, "{snippet}");
    }
    let good = [
        "/// Like println!, but quiet.\nfn a() { format!(\"std::fs\"); }",
        "use std::{collections::HashMap, fmt};",
        "#[cfg(test)]\nmod tests { fn a() { println!(\"{:?}\", std::env::args()); } }",
        "enum Failure { File(Files) } fn print() {} const PAGE: &str = include_str!(\"a.md\");",
    ];
    for snippet in good {
        assert_eq!(outside_violations(&Source::snippet(snippet)), [], "{snippet}");
    }
    assert!(is_library("crates/lissom-mech/src/beam.rs"));
    assert!(!is_library("crates/lissom-mech/tests/beam.rs"));
    assert!(!is_library("crates/lissom-cli/src/main.rs"));
    assert!(!is_library("benches/src/main.rs"));
}

#[test]
fn unsafe_is_noticed() {
    assert_eq!(unsafe_violations(&Source::snippet("fn a() { unsafe { b() } }")).len(), 1);
    assert_eq!(unsafe_violations(&Source::snippet("#![deny(unsafe_code)] // unsafe is not used\n")), []);
}
