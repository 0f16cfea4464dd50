//! The printed SymPy source, read by SymPy itself.
//!
//! SymPy is a tool of the reader, not of this project: where it is not installed, this test has nothing to ask.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

mod support;

use std::process::Command;
use support::{EXAMPLE_1, derivation, model};

/// What Python prints for a script, or `None` where there is no Python with SymPy.
fn python(script: &str) -> Option<String> {
    let probe = Command::new("python3").args(["-c", "import sympy"]).output().ok()?;
    if !probe.status.success() {
        return None;
    }
    let output = Command::new("python3").args(["-c", script]).output().unwrap();
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
