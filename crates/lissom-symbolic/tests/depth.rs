//! Neither long nor deep texts and expressions exhaust the stack.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_symbolic::{AnyName, Expressions, Function, MAX_DEPTH, Program, Relation, lower, parse};

const MANY: usize = 100_000;

fn refusal(text: &str) -> String {
    parse(text, &|_| true).unwrap_err().message
}

/// Runs on a stack of half a megabyte, a quarter of what threads have by default.
fn on_a_small_stack(check: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(check).unwrap();
    thread.join().unwrap();
}

#[test]
fn deep_nesting_is_refused() {
    on_a_small_stack(check_deep_nesting);
}

fn check_deep_nesting() {
    let expected = format!("the expression is nested more than {MAX_DEPTH} levels deep");
    let closed = format!("{}x{}", "(".repeat(MANY), ")".repeat(MANY));
    assert_eq!(refusal(&closed), expected);
    for start in ["(", "-", "not ", "x^", "sin(", "f(", "if(", "1-(", "2^-"] {
        assert_eq!(refusal(&start.repeat(MANY)), expected, "{start}");
    }
}

#[test]
fn the_deepest_text_allowed_goes_through_every_stage() {
    on_a_small_stack(check_deepest_text);
}

fn check_deepest_text() {
    for (start, end) in [("(x + ", ")"), ("sin(", ")"), ("-", ""), ("x^", ""), ("if(x < ", ", y, 2*y)")] {
        let text = format!("{}1{}", start.repeat(MAX_DEPTH), end.repeat(MAX_DEPTH));
        let syntax = parse(&text, &|_| true).unwrap();
        let mut store = Expressions::new();
        let expr = lower(&syntax, &mut store, &mut AnyName).unwrap();
        let x = store.symbol("x");
        store.derivative(expr, x).unwrap();
        let again = parse(&store.text(expr), &|_| true).unwrap();
        assert_eq!(lower(&again, &mut store, &mut AnyName), Ok(expr), "{start}");
    }
}

#[test]
fn long_texts_are_read_in_one_go() {
    for (part, joint) in [("x", " + "), ("x", "*"), ("x < 1", " and "), ("x < 1", " or "), ("2", "/")] {
        let text = vec![part; MANY].join(joint);
        let syntax = parse(&text, &|_| true).unwrap();
        let mut store = Expressions::new();
        lower(&syntax, &mut store, &mut AnyName).unwrap();
    }
    let names: Vec<String> = (0..MANY).map(|at| format!("a{at}")).collect();
    let text = names.iter().map(|name| format!("{name} > 0")).collect::<Vec<_>>().join(" and ");
    let mut store = Expressions::new();
    let expr = lower(&parse(&text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap();
    assert_eq!(store.text(expr), text);
}

#[test]
fn deep_expressions_are_substituted_printed_and_evaluated() {
    let mut store = Expressions::new();
    let (x, y) = (store.symbol("x"), store.symbol("y"));
    let mut deep = x;
    for _ in 0..MANY {
        deep = store.call(Function::Tanh, &[deep]);
    }
    let replaced = store.substitute(deep, &[(x, y)].into());
    assert_eq!(store.symbols(replaced), ["y"]);
    assert_eq!(store.text(deep).len(), MANY * "tanh()".len() + 1);
    let program = Program::compile(&store, &[deep], &[x]).unwrap();
    let mut result = [0.0];
    program.evaluate_checked(&[0.5], &mut Vec::new(), &mut result).unwrap();
    // Repeated tanh behaves as sqrt(3/(2 n)), since tanh(u) = u - u^3/3 + ...
    let expected = (1.5 / MANY as f64).sqrt();
    assert!((result[0] / expected - 1.0).abs() < 1e-3, "{}", result[0]);
}

#[test]
fn deep_expressions_are_differentiated() {
    let mut store = Expressions::new();
    let (x, y, zero) = (store.symbol("x"), store.symbol("y"), store.zero());
    let condition = store.compare(Relation::Less, x, y);
    let mut deep = store.powi(x, 2);
    for _ in 0..MANY {
        let next = store.add(deep, y);
        deep = store.choice(condition, next, zero);
    }
    let slope = store.derivative(deep, x).unwrap();
    let program = Program::compile(&store, &[deep, slope], &[x, y]).unwrap();
    let mut result = [0.0; 2];
    program.evaluate_checked(&[1.0, 2.0], &mut Vec::new(), &mut result).unwrap();
    assert_eq!(result, [1.0 + 2.0 * MANY as f64, 2.0]);
}
