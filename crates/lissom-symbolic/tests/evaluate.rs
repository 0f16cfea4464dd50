//! Evaluation: what is undefined is named, what is not taken does no harm, and it is fast.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use std::time::Instant;

use lissom_symbolic::{AnyName, CompileError, EvaluateError, Expr, Expressions, Program, lower, parse};

fn read(store: &mut Expressions, text: &str) -> Expr {
    lower(&parse(text, &|_| true).unwrap(), store, &mut AnyName).unwrap()
}

/// Value of a function of x and y, checked.
fn checked(text: &str, x: f64, y: f64) -> Result<f64, String> {
    let mut store = Expressions::new();
    let expr = read(&mut store, text);
    let inputs = [store.symbol("x"), store.symbol("y")];
    let program = Program::compile(&store, &[expr], &inputs).unwrap();
    let mut result = [0.0];
    let outcome = program.evaluate_checked(&[x, y], &mut Vec::new(), &mut result);
    outcome.map(|()| result[0]).map_err(|error| match &error {
        EvaluateError::Operation { expr, .. } => format!("{error}, in {}", store.text(*expr)),
        EvaluateError::Input { .. } | EvaluateError::OutsideTable { .. } => error.to_string(),
    })
}

#[test]
fn an_undefined_operation_is_named() {
    for (text, message) in [
        ("2 + y/x", "the division of 1 and 0 is inf, in y/x"),
        ("log(x - y) + 1", "the log of -1 is NaN, in log(x - y)"),
        ("sqrt(x - y)", "the sqrt of -1 is NaN, in sqrt(x - y)"),
        ("exp(1000*y)", "the exp of 1000 is inf, in exp(1000*y)"),
        ("acos(2*y)*x", "the acos of 2 is NaN, in acos(2*y)"),
        // The result alone would be finite.
        ("atan(y/x)", "the division of 1 and 0 is inf, in y/x"),
        ("min(log(x - y), 3)", "the log of -1 is NaN, in log(x - y)"),
        ("if(log(x - y) < 3, 1, 2)", "the log of -1 is NaN, in log(x - y)"),
        ("mod(y, x)", "the mod of 1 and 0 is NaN, in mod(y, x)"),
        // Constant parts are computed beforehand only if they are finite.
        ("x*sqrt(0 - 2)", "the sqrt of -2 is NaN, in x*sqrt(-2)"),
    ] {
        assert_eq!(checked(text, 0.0, 1.0), Err(message.to_owned()), "{text}");
    }
    assert_eq!(checked("x*y", 0.0, f64::NAN), Err("input 1 is NaN".to_owned()));
}

#[test]
fn a_branch_not_taken_does_no_harm() {
    for (text, expected) in [
        ("if(x > 0, log(x), 7)", 7.0),
        ("if(x > 0 and log(x) > 1, 1, 2)", 2.0),
        ("if(log(x) > 1 and x > 0, 1, 2)", 2.0),
        ("if(x < 0 or log(x) > 1, 1, 2)", 1.0),
        ("if(x > 0, sqrt(x) + 1/(x + 1), if(x > -2, 3, log(x)))", 3.0),
    ] {
        assert_eq!(checked(text, -1.0, 0.0), Ok(expected), "{text}");
    }
}

#[test]
fn an_unused_input_may_be_anything() {
    assert_eq!(checked("2*x", 3.0, f64::NAN), Ok(6.0));
}

#[test]
fn names_and_calls_without_a_value_are_named() {
    let mut store = Expressions::new();
    let (name, call) = (read(&mut store, "x + 1"), read(&mut store, "position(p)"));
    let (x, p) = (store.symbol("x"), store.symbol("p"));
    assert_eq!(
        Program::compile(&store, &[name], &[]).unwrap_err(),
        CompileError::UnboundName { name: "x".to_owned(), expr: x }
    );
    assert_eq!(
        Program::compile(&store, &[call], &[x, p]).unwrap_err(),
        CompileError::UnboundCall { name: "position".to_owned(), expr: call }
    );
    // A call can be an input itself.
    let program = Program::compile(&store, &[call, name], &[call, x]).unwrap();
    let mut result = [0.0; 2];
    program.evaluate(&[5.0, 6.0], &mut Vec::new(), &mut result);
    assert_eq!(result, [5.0, 7.0]);
}

#[test]
fn common_parts_are_computed_once_and_constant_parts_beforehand() {
    let mut store = Expressions::new();
    let first = read(&mut store, "sin(2*x)^2 + 3*cos(2*x)");
    let second = read(&mut store, "sin(2*x)*cos(2*x) + cos(pi/4)");
    let x = store.symbol("x");
    let program = Program::compile(&store, &[first, second], &[x]).unwrap();
    // 2x, sin, cos, square, 3 cos, sum; product, sum
    assert_eq!((program.operation_count(), program.input_count(), program.output_count()), (8, 1, 2));
}

#[test]
fn the_work_space_is_reused() {
    let mut store = Expressions::new();
    let expr = read(&mut store, "sin(x)*x + 1");
    let x = store.symbol("x");
    let program = Program::compile(&store, &[expr], &[x]).unwrap();
    let (mut work, mut result) = (Vec::new(), [0.0]);
    program.evaluate(&[1.0], &mut work, &mut result);
    let (place, capacity) = (work.as_ptr(), work.capacity());
    for step in 0..100 {
        program.evaluate(&[f64::from(step)], &mut work, &mut result);
    }
    assert_eq!((work.as_ptr(), work.capacity()), (place, capacity));
}

#[test]
fn a_polynomial_of_eight_terms_takes_less_than_a_microsecond() {
    let mut store = Expressions::new();
    let expr = read(&mut store, "1 + 2*x + 3*y + 4*x*y + 5*x^2 + 6*y^2 + 7*x^3 - x/y");
    let inputs = [store.symbol("x"), store.symbol("y")];
    let program = Program::compile(&store, &[expr], &inputs).unwrap();
    let (mut work, mut result, mut total) = (Vec::new(), [0.0], 0.0);
    let repetitions = 20_000;
    let mut fastest = f64::INFINITY;
    for _ in 0..10 {
        let start = Instant::now();
        for step in 0..repetitions {
            program.evaluate(&[f64::from(step), 2.0], &mut work, &mut result);
            total += result[0];
        }
        fastest = fastest.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(repetitions));
    }
    assert!(total.is_finite());
    // Eight terms of about twenty operations: common parts are not computed over and over.
    assert!((10..=40).contains(&program.operation_count()), "{}", program.operation_count());
    // About 50 ns are usual. The limit only guards against interpretation gone wrong.
    assert!(fastest < 1000.0, "{fastest} ns");
}
