//! Derivatives: conventions, unknown functions, and textbook results.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_symbolic::{AnyName, DerivativeError, Expr, Expressions, lower, parse};

fn read(store: &mut Expressions, text: &str) -> Expr {
    lower(&parse(text, &|_| true).unwrap(), store, &mut AnyName).unwrap()
}

#[test]
fn textbook_derivatives() {
    let mut store = Expressions::new();
    let x = store.symbol("x");
    for (text, expected) in [
        ("7*y", "0"),
        ("x", "1"),
        ("3*x^2 + 2*x + 1", "6*x + 2"),
        ("x*y", "y"),
        ("x/y", "1/y"),
        ("y/x", "-y/x^2"),
        ("sqrt(x)", "1/(2*sqrt(x))"),
        ("x^y", "y*x^(y - 1)"),
        ("y^x", "y^x*log(y)"),
        ("sin(2*x)", "2*cos(2*x)"),
        ("exp(-x^2/2)", "-x*exp(-x^2/2)"),
        ("log(x)", "1/x"),
        ("atan2(y, x)", "-y/(x^2 + y^2)"),
        ("(1 + x)^3", "3*(1 + x)^2"),
        ("if(x < y, x^2, y)", "if(x < y, 2*x, 0)"),
        ("abs(x)", "sign(x)"),
        ("sign(x) + floor(x) + ceil(x) + step(x)", "0"),
        ("min(x, y)", "if(x <= y, 1, 0)"),
        ("max(x, y)", "if(x >= y, 1, 0)"),
        ("mod(x, y)", "1"),
    ] {
        let (expr, expected) = (read(&mut store, text), read(&mut store, expected));
        let found = store.derivative(expr, x).unwrap();
        assert_eq!(found, expected, "{text}: {} instead of {}", store.text(found), store.text(expected));
    }
}

#[test]
fn an_unknown_function_is_a_constant_a_variable_or_an_error() {
    let mut store = Expressions::new();
    let expr = read(&mut store, "3*f(y) + x*f(y)^2");
    let (x, y, f) = (store.symbol("x"), store.symbol("y"), read(&mut store, "f(y)"));
    assert_eq!(store.derivative(expr, x), Ok(read(&mut store, "f(y)^2")));
    assert_eq!(store.derivative(expr, f), Ok(read(&mut store, "3 + 2*x*f(y)")));
    let error = store.derivative(expr, y).unwrap_err();
    assert_eq!(error, DerivativeError::UnknownFunction { name: "f".to_owned(), expr: f });
    assert_eq!(error.to_string(), "the derivative of the unknown function `f` is not known");
}

#[test]
fn a_derivative_is_taken_once() {
    let mut store = Expressions::new();
    let (expr, x) = (read(&mut store, "sin(x*y)^3*exp(x)"), store.symbol("x"));
    let first = store.derivative(expr, x);
    let size = store.len();
    assert_eq!(store.derivative(expr, x), first);
    assert_eq!(store.len(), size);
}
