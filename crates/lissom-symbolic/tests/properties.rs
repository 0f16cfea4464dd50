//! Properties of random expressions.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::random;

use lissom_symbolic::{AnyName, Expr, Expressions, LowerError, Program, lower, parse};
use proptest::prelude::*;
use random::{Bound, Tree, interpret, text, trees};

fn read(store: &mut Expressions, text: &str) -> Result<Expr, LowerError> {
    let syntax =
        parse(text, &|name| name == "x" || name == "y").unwrap_or_else(|error| panic!("{text}: {error}"));
    lower(&syntax, store, &mut AnyName)
}

fn value(store: &mut Expressions, expr: Expr, x: f64, y: f64) -> f64 {
    let inputs = [store.symbol("x"), store.symbol("y")];
    let program = Program::compile(store, &[expr], &inputs).unwrap();
    let mut result = [0.0];
    program.evaluate(&[x, y], &mut Vec::new(), &mut result);
    result[0]
}

fn agrees(found: f64, expected: Bound) -> bool {
    (found - expected.value).abs() <= 100.0 * expected.error + 1e-13 * (1.0 + expected.value.abs())
}

/// Reads the tree as text; `None` if it divides by a literal zero, which is refused on purpose.
fn read_tree(store: &mut Expressions, tree: &Tree) -> Option<Expr> {
    match read(store, &text(tree)) {
        Ok(expr) => Some(expr),
        Err(LowerError::DivisionByZero { .. }) => None,
        Err(error) => panic!("{}: {error}", text(tree)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, max_global_rejects: 40_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_program_computes_what_the_text_says(tree in trees(), x in -3.0..3.0_f64, y in 0.1..3.0_f64) {
        let expected = interpret(&tree, x, y);
        prop_assume!(expected.is_some());
        let mut store = Expressions::new();
        let Some(expr) = read_tree(&mut store, &tree) else { return Ok(()) };
        let (found, expected) = (value(&mut store, expr, x, y), expected.unwrap().value);
        prop_assert!(agrees(found, expected), "{}: {found} instead of {expected:?}", store.text(expr));
    }

    #[test]
    fn a_derivative_is_that_of_dual_numbers(tree in trees(), x in -3.0..3.0_f64, y in 0.1..3.0_f64) {
        let expected = interpret(&tree, x, y);
        prop_assume!(expected.is_some());
        let mut store = Expressions::new();
        let Some(expr) = read_tree(&mut store, &tree) else { return Ok(()) };
        let variable = store.symbol("x");
        let slope = store.derivative(expr, variable).unwrap();
        let (found, expected) = (value(&mut store, slope, x, y), expected.unwrap().slope);
        prop_assert!(agrees(found, expected), "{}: {found} instead of {expected:?}", store.text(slope));
    }

    #[test]
    fn printed_text_reads_back_as_the_same_expression(tree in trees()) {
        let mut store = Expressions::new();
        let Some(expr) = read_tree(&mut store, &tree) else { return Ok(()) };
        let variable = store.symbol("x");
        let slope = store.derivative(expr, variable).unwrap();
        for expr in [expr, slope] {
            let printed = store.text(expr);
            let again = read(&mut store, &printed);
            // A literal 1/0 deep inside is printed as it is and refused when it is read.
            let divides_by_zero = matches!(again, Err(LowerError::DivisionByZero { .. }));
            prop_assert!(divides_by_zero || again == Ok(expr), "{printed}: {again:?}");
            prop_assert!(!divides_by_zero || printed.contains("/0"), "{printed}");
        }
    }

    #[test]
    fn substituting_numbers_is_evaluating(tree in trees(), x in -3.0..3.0_f64, y in 0.1..3.0_f64) {
        let expected = interpret(&tree, x, y);
        prop_assume!(expected.is_some());
        let mut store = Expressions::new();
        let Some(expr) = read_tree(&mut store, &tree) else { return Ok(()) };
        let names = [store.symbol("x"), store.symbol("y")];
        let numbers = [x, y].map(|v| store.number(lissom_symbolic::Number::from_f64(v).unwrap()));
        let replaced = store.substitute(expr, &names.into_iter().zip(numbers).collect());
        prop_assert!(store.symbols(replaced).is_empty());
        let (found, expected) = (value(&mut store, replaced, 0.0, 0.0), expected.unwrap().value);
        prop_assert!(agrees(found, expected), "{}: {found} instead of {expected:?}", store.text(replaced));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in any::<String>()) {
        check_any(&text)?;
    }

    #[test]
    fn no_soup_of_tokens_makes_the_parser_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..25)) {
        check_any(&words.concat())?;
        check_any(&words.join(" "))?;
    }
}

const WORDS: &[&str] = &[
    "1", "2.5", "1e3", "0", ".5", "x", "t", "m", "mm", "kg", "GPa", "deg", "%", "pi", "sin", "min", "if",
    "f", "a.b", "φ", "(", ")", "(", ")", ",", "+", "-", "*", "/", "^", "·", "<", "<=", "==", "!=", "and",
    "or", "not", "**", "=", "²", "_", ".", "e", "1e", "\u{0301}", "°", "µm", "−",
];

/// Any text is read or refused, with an error inside the text; what is read can be lowered or refused.
fn check_any(text: &str) -> Result<(), TestCaseError> {
    let knows = |name: &str| matches!(name, "x" | "t");
    match parse(text, &knows) {
        Ok(syntax) => {
            prop_assert!(text.get(syntax.span.clone()).is_some());
            let mut store = Expressions::new();
            if let Ok(expr) = lower(&syntax, &mut store, &mut AnyName) {
                let _ = (store.text(expr), store.unicode(expr), store.latex(expr));
            }
            let _ = lissom_symbolic::dimension_of(&syntax, &|_| lissom_symbolic::Known::Any);
        }
        Err(error) => {
            prop_assert!(text.get(error.span.clone()).is_some(), "{error:?}");
            prop_assert!(!error.message.is_empty());
        }
    }
    let _ = text.parse::<lissom_symbolic::Unit>();
    Ok(())
}
