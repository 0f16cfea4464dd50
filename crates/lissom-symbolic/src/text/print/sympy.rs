//! Expressions as source for SymPy.

use super::named::{Named, WrittenAtoms};
use super::{Binding, Piece, Style, print};
use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::function::Function;
use crate::text::syntax::Relation;

impl Expressions {
    /// The expression as source for SymPy (after `from sympy import *`), with names for atoms; numbers stay exact.
    ///
    /// ```
    /// use lissom_symbolic::{AnyName, Expressions, WrittenAtoms, lower, parse};
    /// let mut store = Expressions::new();
    /// let expr = lower(&parse("x^2/2 - sqrt(lambda)", &|_| true)?, &mut store, &mut AnyName)?;
    /// assert_eq!(store.sympy_named(expr, &WrittenAtoms::new()), "Rational(1, 2)*x**2 - lambda_**Rational(1, 2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sympy_named(&self, expr: Expr, names: &WrittenAtoms) -> String {
        print(self, expr, &Named { style: &Sympy, names })
    }

    /// A name that Python can read: its keywords get an underscore.
    pub fn python_name(name: &str) -> String {
        const KEYWORDS: &[&str] = &[
            "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
            "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
            "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
            "yield",
        ];
        if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
    }
}

pub(super) struct Sympy;

impl Style for Sympy {
    fn brackets(&self) -> [&'static str; 2] {
        ["(", ")"]
    }

    fn pieces(&self, store: &Expressions, expr: Expr) -> (Binding, Vec<Piece>) {
        use Piece::Part;
        let name = |name| Expressions::python_name(store.name_text(name));
        match store.node(expr) {
            Node::Number(value) => (sign_binding(*value), vec![Piece::Text(number(*value))]),
            Node::Pi => (Binding::Atom, vec!["pi".into()]),
            Node::Symbol(symbol) => (Binding::Atom, vec![Piece::Text(name(*symbol))]),
            Node::Sum(constant, terms) => (Binding::Sum, sum(*constant, terms)),
            Node::Product(factors) => (Binding::Product, product(factors)),
            Node::Power(base, exponent) => (
                Binding::Power,
                vec![Part(*base, Binding::Atom), "**".into(), Part(*exponent, Binding::Atom)],
            ),
            Node::Function(Function::Log10, arguments) => {
                (Binding::Atom, vec!["log(".into(), Part(arguments[0], Binding::Or), ", 10)".into()])
            }
            Node::Function(Function::Hypot, arguments) => {
                let [a, b] = [0, 1].map(|at| Part(arguments[at], Binding::Atom));
                (Binding::Atom, vec!["sqrt(".into(), a, "**2 + ".into(), b, "**2)".into()])
            }
            Node::Function(function, arguments) => call(function_name(*function), arguments),
            Node::Applied(function, arguments) => call(&name(*function), arguments),
            Node::Tabulated(table, 0, argument) => call(table.name(), &[*argument]),
            Node::Tabulated(table, order, argument) => {
                call(&format!("{}_derivative_{order}", table.name()), &[*argument])
            }
            Node::Compare(relation, a, b) => {
                let inner = vec![Part(*a, Binding::Or), ", ".into(), Part(*b, Binding::Or)];
                truth(relation_name(*relation), inner)
            }
            Node::And(a, b) => truth("And", both(*a, *b)),
            Node::Or(a, b) => truth("Or", both(*a, *b)),
            Node::Not(a) => truth("Eq", vec![Part(*a, Binding::Or), ", 0".into()]),
            Node::Choice(condition, then, otherwise) => (
                Binding::Atom,
                vec![
                    "Piecewise((".into(),
                    Part(*then, Binding::Or),
                    ", Ne(".into(),
                    Part(*condition, Binding::Or),
                    ", 0)), (".into(),
                    Part(*otherwise, Binding::Or),
                    ", True))".into(),
                ],
            ),
        }
    }
}

fn sign_binding(value: Number) -> Binding {
    if value.is_negative() { Binding::Sum } else { Binding::Atom }
}

fn number(value: Number) -> String {
    match value.exact() {
        Some(exact) if exact.denominator() == 1 => exact.numerator().to_string(),
        Some(exact) => format!("Rational({}, {})", exact.numerator(), exact.denominator()),
        None => format!("Float('{:e}', 17)", value.to_f64()),
    }
}

fn sum(constant: Number, terms: &[(Number, Expr)]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (factor, term) in terms {
        let size = if factor.is_negative() { -*factor } else { *factor };
        let sign = match (pieces.is_empty(), factor.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        pieces.push(sign.into());
        if size != Number::ONE {
            pieces.push(Piece::Text(format!("{}*", number(size))));
        }
        pieces.push(Piece::Part(*term, Binding::Product));
    }
    if !constant.is_zero() {
        pieces.push(Piece::Text(format!(" + ({})", number(constant))));
    }
    pieces
}

fn product(factors: &[(Expr, Number)]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (at, (base, exponent)) in factors.iter().enumerate() {
        if at > 0 {
            pieces.push("*".into());
        }
        pieces.push(Piece::Part(*base, Binding::Atom));
        if *exponent != Number::ONE {
            let text = number(*exponent);
            let text = if exponent.is_negative() { format!("**({text})") } else { format!("**{text}") };
            pieces.push(Piece::Text(text));
        }
    }
    pieces
}

fn call(name: &str, arguments: &[Expr]) -> (Binding, Vec<Piece>) {
    let mut pieces = vec![Piece::Text(format!("{name}("))];
    for (at, argument) in arguments.iter().enumerate() {
        if at > 0 {
            pieces.push(", ".into());
        }
        pieces.push(Piece::Part(*argument, Binding::Or));
    }
    pieces.push(")".into());
    (Binding::Atom, pieces)
}

/// 1 where a condition holds, else 0.
fn truth(relation: &str, inner: Vec<Piece>) -> (Binding, Vec<Piece>) {
    let mut pieces = vec![Piece::Text(format!("Piecewise((1, {relation}("))];
    pieces.extend(inner);
    pieces.push(")), (0, True))".into());
    (Binding::Atom, pieces)
}

fn both(a: Expr, b: Expr) -> Vec<Piece> {
    let part = |part| Piece::Part(part, Binding::Or);
    vec!["Ne(".into(), part(a), ", 0), Ne(".into(), part(b), ", 0)".into()]
}

fn relation_name(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "Lt",
        Relation::LessOrEqual => "Le",
        Relation::Greater => "Gt",
        Relation::GreaterOrEqual => "Ge",
        Relation::Equal => "Eq",
        Relation::NotEqual => "Ne",
    }
}

fn function_name(function: Function) -> &'static str {
    match function {
        Function::Abs => "Abs",
        Function::Min => "Min",
        Function::Max => "Max",
        Function::Ceil => "ceiling",
        Function::Mod => "Mod",
        Function::Step => "Heaviside",
        other => other.name(),
    }
}
