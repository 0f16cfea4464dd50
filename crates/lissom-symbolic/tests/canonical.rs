//! Equal expressions are the same expression.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_symbolic::{AnyName, Expr, Expressions, LowerError, OnlyNames, lower, parse};

fn read(store: &mut Expressions, text: &str) -> Expr {
    lower(&parse(text, &|_| true).unwrap(), store, &mut AnyName).unwrap()
}

#[test]
fn equal_expressions_have_one_place() {
    let mut store = Expressions::new();
    for (a, b) in [
        ("a + b", "b + a"),
        ("a*b*c", "c*(b*a)"),
        ("x - x", "0"),
        ("2*x + 3*x", "5*x"),
        ("x^2*x", "x^3"),
        ("x*x/x", "x"),
        ("x/x", "1"),
        ("(x^2)^3", "x^6"),
        ("(x*y)^2", "x^2*y^2"),
        ("sqrt(x)*sqrt(x)", "x"),
        ("sqrt(x*y)*sqrt(x*y)", "x*y"),
        ("sqrt(x)^4", "x^2"),
        ("(2*x)^3", "8*x^3"),
        ("sqrt(4*x)", "2*sqrt(x)"),
        ("sqrt(2)*sqrt(2)", "2"),
        ("sqrt(9/4)", "1.5"),
        ("0.1 + 0.2", "0.3"),
        ("x/3 + x/6", "x/2"),
        ("-(a - b)", "b - a"),
        ("a - (b - c)", "a - b + c"),
        ("3*(a + b) - 2*(a + b) - (a + b)", "0"),
        ("2*(a + b) - (a + b)", "b + a"),
        ("x > y", "y < x"),
        ("x >= y", "y <= x"),
        ("a == b", "b == a"),
        ("not not x < y", "x < y"),
        ("if(1 < 2, x, y)", "x"),
        ("if(x < 2, y, y)", "y"),
        ("if(1 > 2 and x < 1, x, y)", "y"),
        ("min(a, b)", "min(b, a)"),
        ("pow(x, 2)", "x^2"),
        ("x^0.5", "sqrt(x)"),
        ("cos(0) + exp(0) + log(1)", "2"),
        ("floor(7/2) + ceil(7/2) + abs(-1) + sign(-3) + step(0)", "8"),
        ("mod(-7, 3)", "2"),
        ("180 deg", "pi"),
        ("60 rpm", "2*pi"),
        ("sin(-x) + sin(x)", "0"),
        ("cos(-2*x)", "cos(2*x)"),
        ("atan(-1/2)", "-atan(1/2)"),
        ("cos(90 deg) + sin(180 deg) + tan(pi)", "0"),
        ("tan(45 deg) + tan(-45 deg) + tan(135 deg)", "-1"),
        ("sin(30 deg) + cos(60 deg) + sin(-pi/2) + cos(-7*pi)", "-1"),
        ("sin(7*pi/6) + sin(11*pi/6) + sin(5*pi/6) + cos(3*pi/2)", "-1/2"),
        ("0*x", "0"),
        ("x^0", "1"),
        ("1^x", "1"),
        ("6 mm", "0.006"),
    ] {
        assert_eq!(read(&mut store, a), read(&mut store, b), "{a} and {b}");
    }
}

#[test]
fn what_is_not_equal_for_every_real_number_stays_apart() {
    let mut store = Expressions::new();
    for (a, b) in [
        ("sqrt(x^2)", "x"),
        ("(x^3)^(1/3)", "x"),
        ("sqrt(x*y)", "sqrt(x)*sqrt(y)"),
        ("sqrt(2)", "1.4142135623730951"),
        ("log(x^2)", "2*log(x)"),
        ("atan2(y, x)", "atan(y/x)"),
    ] {
        assert_ne!(read(&mut store, a), read(&mut store, b), "{a} and {b}");
    }
}

#[test]
fn numbers_are_not_multiplied_into_sums() {
    let mut store = Expressions::new();
    let expr = read(&mut store, "1e10*(x - 1)");
    assert_eq!(store.text(expr), "1e10*(x - 1)");
}

#[test]
fn numbers_that_would_overflow_are_kept_apart() {
    let mut store = Expressions::new();
    for text in
        ["1e308*1e308*x", "1e308 + 1e308", "1e308*x + 1e308*x", "1e-308*1e-308", "x^1e308*x^1e308", "10^400"]
    {
        let expr = read(&mut store, text);
        let again = store.text(expr);
        assert_eq!(read(&mut store, &again), expr, "{text} printed as {again}");
        assert_ne!(expr, store.zero(), "{text}");
        assert!(!again.contains("inf") && !again.contains("NaN"), "{again}");
    }
}

#[test]
fn a_literal_division_by_zero_is_refused_where_it_stands() {
    let mut store = Expressions::new();
    for (text, span) in [
        ("1/0", 0..3),
        ("x + 2/(3 - 3)", 4..13),
        ("0/0", 0..3),
        ("0*(1/0)", 2..7),
        ("0^-1", 0..4),
        ("pow(0, -2)", 0..10),
        ("y/(x - x)", 0..9),
    ] {
        let syntax = parse(text, &|_| true).unwrap();
        let error = lower(&syntax, &mut store, &mut AnyName).unwrap_err();
        assert_eq!(error, LowerError::DivisionByZero { span }, "{text}");
    }
    // Made without text, it stays visible.
    let (zero, one) = (store.zero(), store.one());
    let undefined = store.div(one, zero);
    assert_eq!(store.text(undefined), "1/0");
    assert_eq!(store.mul(zero, undefined), undefined);
}

#[test]
fn unknown_names_and_functions_are_put_right() {
    let mut store = Expressions::new();
    let mut read = |text: &str| {
        let syntax = parse(text, &|_| true).unwrap();
        lower(&syntax, &mut store, &mut OnlyNames(&["length", "mass"])).unwrap_err()
    };
    let error = read("2*lenght");
    assert_eq!((error.span(), error.to_string().as_str()), (2..8, "the name `lenght` is not known"));
    assert_eq!(error.hint().as_deref(), Some("did you mean length?"));
    let error = read("5*mm");
    assert_eq!(error.hint().as_deref(), Some("mm is a unit, which must follow a number directly: 5 mm"));
    let error = read("mass*ln(length)");
    assert_eq!((error.span(), error.to_string().as_str()), (5..7, "the function `ln` is not known"));
    assert_eq!(error.hint().as_deref(), Some("did you mean log?"));
}
