//! Printed C and Rust, compiled and run, against our own evaluation.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use std::path::{Path, PathBuf};
use std::process::Command;

use lissom_symbolic::{AnyName, Expr, Expressions, Language, Program, lower, parse};

const TEXTS: &[&str] = &[
    "sin(a)^2*cos(b) - exp(-a/3)/b^4 + 1e-7",
    "if(a > b, sqrt(a^2 + b^2), log(b)) + min(a, b, 0.5)*max(a, -b)",
    "mod(-a, b) + sign(a - b) + step(a) + abs(b - 2)^1.7 + atan2(a, b) + hypot(a, 3)",
    "if(a < b and not (b > 2), 1, 2) + if(a > 1 or b < 1, a, b) + floor(3*a) + ceil(b) + tanh(a) + log10(b)",
    "(a + b)^3 + (a + b)^7 - pi*tan(a)",
];
const POINTS: &[[f64; 2]] = &[[0.3, 0.7], [1.9, 0.4], [2.5, 2.25], [0.7, 3.1]];

fn programs() -> Program {
    let mut store = Expressions::new();
    let read = |text: &&str| {
        let syntax = parse(text, &|_| true).unwrap();
        lower(&syntax, &mut store, &mut AnyName).unwrap()
    };
    let exprs: Vec<Expr> = TEXTS.iter().map(read).collect();
    let inputs = [store.symbol("a"), store.symbol("b")];
    Program::compile(&store, &exprs, &inputs).unwrap()
}

fn source(language: Language) -> String {
    let names = ["a".to_owned(), "b".to_owned()];
    let outputs: Vec<String> = TEXTS.iter().map(|text| (*text).to_owned()).collect();
    programs().source(language, "f", &names, &outputs)
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn assert_output(binary: &Path) {
    let output = Command::new(binary).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let found: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let program = programs();
    let mut wanted = Vec::new();
    for point in POINTS {
        let mut values = vec![0.0; TEXTS.len()];
        program.evaluate_checked(point, &mut Vec::new(), &mut values).unwrap();
        wanted.extend(values);
    }
    assert_eq!(found.len(), wanted.len());
    for (at, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
        assert!((found - wanted).abs() <= 1e-14 * wanted.abs().max(1.0), "{at}: {found} is not {wanted}");
    }
}

#[test]
fn printed_rust_computes_the_same() {
    let folder = folder("printed_rust");
    let points: Vec<String> = POINTS.iter().map(|point| format!("{point:?}")).collect();
    let main = format!(
        "fn main() {{ for p in [{}] {{ let mut out = [0.0; {}]; f(&p, &mut out); for v in out {{ println!(\"{{v:e}}\"); }} }} }}\n",
        points.join(", "),
        TEXTS.len()
    );
    let (file, binary) = (folder.join("f.rs"), folder.join("f_rust"));
    std::fs::write(&file, source(Language::Rust) + &main).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status =
        Command::new(rustc).arg("--edition=2024").arg("-o").arg(&binary).arg(&file).status().unwrap();
    assert!(status.success(), "the printed Rust does not compile");
    assert_output(&binary);
}

/// A C compiler is there wherever this is built: METIS needs one.
#[test]
fn printed_c_computes_the_same() {
    let folder = folder("printed_c");
    let points: Vec<String> = POINTS.iter().map(|[a, b]| format!("{{{a}, {b}}}")).collect();
    let main = format!(
        "#include <stdio.h>\nint main(void) {{ double p[][2] = {{{}}}; double out[{n}];\n for (int i = 0; i < {}; i++) {{ \
         f(p[i], out); for (int k = 0; k < {n}; k++) printf(\"%.17e\\n\", out[k]); }} return 0; }}\n",
        points.join(", "),
        POINTS.len(),
        n = TEXTS.len()
    );
    let (file, binary) = (folder.join("f.c"), folder.join("f_c"));
    std::fs::write(&file, source(Language::C) + &main).unwrap();
    let flags = ["-std=c99", "-Wall", "-Werror", "-o"];
    let status = Command::new("cc").args(flags).arg(&binary).arg(&file).arg("-lm").status().unwrap();
    assert!(status.success(), "the printed C does not compile");
    assert_output(&binary);
}
