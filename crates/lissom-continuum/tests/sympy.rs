//! The printed SymPy source, read by SymPy itself.
//!
//! `tools/test` makes a Python environment with SymPy and names it in `LISSOM_PYTHON`; the test then must hold. Without
//! that variable the `python3` of the machine is tried, and where it has no SymPy there is nothing to ask.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use lissom_symbolic::{AnyName, Expr, Expressions, Program, WrittenAtoms, lower, parse};
use std::process::Command;
use support::{EXAMPLE_1, derivation, model};

/// What Python prints for a script, or `None` where a Python with SymPy is neither required nor available.
fn python(script: &str) -> Option<String> {
    let promised = std::env::var_os("LISSOM_PYTHON");
    let program = promised.clone().unwrap_or_else(|| "python3".into());
    let has_sympy =
        Command::new(&program).args(["-c", "import sympy"]).output().is_ok_and(|o| o.status.success());
    if promised.is_none() && !has_sympy {
        return None;
    }
    assert!(has_sympy, "{} was promised to have SymPy", program.to_string_lossy());
    let output = Command::new(&program).args(["-c", script]).output().unwrap();
    assert!(output.status.success(), "{script}\n{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn sympy_reads_the_equations_of_example_1_as_they_are_meant() {
    let model = model(EXAMPLE_1);
    let derived = derivation(&model);
    let mut script = derived.sympy_preamble();
    script.push_str("e = {}\n");
    for equation in derived.equations() {
        script.push_str(&format!("e['{}'] = {}\n", equation.name, derived.sympy(equation)));
    }
    // The equations as they stand in the source, written by hand for SymPy.
    script.push_str(
        "w = q3(x, t)\n\
         at = lambda n, p: Subs(Derivative(w, (x, n)), x, p)\n\
         expected = {\n\
         'q2': m2*(q1(t) + q2(t)).diff(t, 2) + b*q2(t).diff(t) + k2*q2(t) + EI*at(3, 0),\n\
         'q3': rhoA*(q1(t) + w).diff(t, 2) + EI*w.diff(x, 4) - f(x, t),\n\
         'q4': m3*(q1(t) + q4(t)).diff(t, 2) + k3*(q1(t) + q4(t)) - EI*at(3, l),\n\
         'q5': J3*q5(t).diff(t, 2) + EI*at(2, l),\n\
         'q1': (m1 + m2 + m3 + rhoA*l)*q1(t).diff(t, 2) + m2*q2(t).diff(t, 2) + m3*q4(t).diff(t, 2)\n\
               + rhoA*Integral(w.diff(t, 2), (x, 0, l)) + k1*q1(t) + k3*(q1(t) + q4(t)) - Integral(f(x, t), (x, 0, l)),\n\
         }\n\
         print(all(expand(e[name] - value) == 0 for name, value in expected.items()))\n",
    );
    if let Some(answer) = python(&script) {
        assert_eq!(answer.trim(), "True", "{script}");
    }
}

/// Everything the equations of a turning arm contain, and the functions that laws of models may use.
const EXPRESSIONS: [&str; 8] = [
    "3/4*x^2 - sin(a*x)/7 + 2",
    "sqrt(x + pi)*exp(-a) + log(1 + x^2) - log10(a)",
    "atan2(x, a) - hypot(x, 2) + mod(x, 0.3)",
    "x^a + 0.1 - 2.2206609902451056*x^(-3/2)",
    "min(x, a) + max(x, 3) + abs(-x) + tanh(x)/cosh(a) - sinh(x*a)",
    "(x*cos(a) - b*sin(a))^2/(1 + b^2)^(1/2)",
    "asin(x/3) + acos(a/5) + atan(b) + tan(x) + sign(b) + floor(a) + ceil(x)",
    "if(x < a, x, a) + step(b)*x",
];

#[test]
fn sympy_finds_the_values_we_find() {
    let mut store = Expressions::new();
    let exprs: Vec<Expr> = EXPRESSIONS
        .iter()
        .map(|text| lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap())
        .collect();
    let values = [("x", 0.7), ("a", 1.3), ("b", -0.4)];
    let names: Vec<Expr> = values.iter().map(|(name, _)| store.symbol(name)).collect();
    let program = Program::compile(&store, &exprs, &names).unwrap();
    let mut found = vec![0.0; exprs.len()];
    program.evaluate_checked(&values.map(|(_, value)| value), &mut Vec::new(), &mut found).unwrap();
    let mut script = "from sympy import *\nx, a, b = symbols('x a b', real=True)\n".to_owned();
    script.push_str("values = {x: Rational('0.7'), a: Rational('1.3'), b: Rational('-0.4')}\n");
    for expr in &exprs {
        let text = store.sympy_named(*expr, &WrittenAtoms::new());
        script.push_str(&format!("print(repr(float(N(({text}).subs(values), 25))))\n"));
    }
    let Some(answer) = python(&script) else { return };
    let theirs: Vec<f64> = answer.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(theirs.len(), found.len());
    for ((text, own), theirs) in EXPRESSIONS.iter().zip(&found).zip(&theirs) {
        assert!((own / theirs - 1.0).abs() < 1e-14, "{text}: {own} here, {theirs} there");
    }
}
