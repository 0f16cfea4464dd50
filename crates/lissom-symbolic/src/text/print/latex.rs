//! Expressions as LaTeX.

use super::greek::latex_name;
use super::{
    Binding, Factor, Fraction, Piece, Style, comparison_to_read, is_half, magnitude, print, terms_to_read,
};
use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::function::Function;
use crate::text::syntax::Relation;

impl Expressions {
    /// The expression as LaTeX for mathematics mode.
    ///
    /// ```
    /// use lissom_symbolic::{AnyName, Expressions, lower, parse};
    /// let mut store = Expressions::new();
    /// let expr = lower(&parse("omega^2*sqrt(x)/(2*y)", &|_| true)?, &mut store, &mut AnyName)?;
    /// assert_eq!(store.latex(expr), "\\frac{\\omega^{2}\\,\\sqrt{x}}{2\\,y}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn latex(&self, expr: Expr) -> String {
        print(self, expr, &Latex)
    }
}

pub(crate) struct Latex;

impl Style for Latex {
    fn brackets(&self) -> [&'static str; 2] {
        ["\\left(", "\\right)"]
    }

    fn pieces(&self, store: &Expressions, expr: Expr) -> (Binding, Vec<Piece>) {
        use Piece::Part;
        match store.node(expr) {
            Node::Number(value) => number(*value),
            Node::Pi => (Binding::Atom, vec!["\\pi".into()]),
            Node::Symbol(name) => (Binding::Atom, vec![Piece::Text(latex_name(store.name_text(*name)))]),
            Node::Sum(constant, terms) => sum(store, *constant, terms),
            Node::Product(factors) => product(store, expr, factors),
            Node::Power(base, exponent) => {
                let parts =
                    vec![Part(*base, Binding::Atom), "^{".into(), Part(*exponent, Binding::Or), "}".into()];
                (Binding::Power, parts)
            }
            Node::Function(function, arguments) => function_call(*function, arguments),
            Node::Applied(name, arguments) => call(latex_name(store.name_text(*name)), arguments),
            Node::Tabulated(table, order, argument) => {
                call(latex_name(table.name()) + &"'".repeat((*order).into()), &[*argument])
            }
            Node::Compare(relation, a, b) => {
                let (relation, a, b) = comparison_to_read(store, *relation, *a, *b);
                (Binding::Compare, vec![Part(a, Binding::Sum), sign(relation).into(), Part(b, Binding::Sum)])
            }
            Node::And(a, b) => {
                (Binding::And, vec![Part(*a, Binding::And), " \\land ".into(), Part(*b, Binding::Not)])
            }
            Node::Or(a, b) => {
                (Binding::Or, vec![Part(*a, Binding::Or), " \\lor ".into(), Part(*b, Binding::And)])
            }
            Node::Not(a) => (Binding::Not, vec!["\\lnot ".into(), Part(*a, Binding::Not)]),
            Node::Choice(condition, then, otherwise) => (Binding::Atom, cases(*condition, *then, *otherwise)),
        }
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => " < ",
        Relation::LessOrEqual => " \\le ",
        Relation::Greater => " > ",
        Relation::GreaterOrEqual => " \\ge ",
        Relation::Equal => " = ",
        Relation::NotEqual => " \\ne ",
    }
}

fn cases(condition: Expr, then: Expr, otherwise: Expr) -> Vec<Piece> {
    vec![
        "\\begin{cases} ".into(),
        Piece::Part(then, Binding::Or),
        " & \\text{if } ".into(),
        Piece::Part(condition, Binding::Or),
        " \\\\ ".into(),
        Piece::Part(otherwise, Binding::Or),
        " & \\text{otherwise} \\end{cases}".into(),
    ]
}

/// A decimal with its exponent as a power of ten.
fn decimal(text: &str) -> String {
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{mantissa} \\cdot 10^{{{exponent}}}"),
        None => text.to_owned(),
    }
}

fn number(value: Number) -> (Binding, Vec<Piece>) {
    let (numerator, denominator) = magnitude(value).fraction_text();
    let has_exponent = numerator.contains('e');
    let text = match &denominator {
        None => decimal(&numerator),
        Some(denominator) => format!("\\frac{{{}}}{{{}}}", decimal(&numerator), decimal(denominator)),
    };
    if value.is_negative() {
        return (Binding::Sum, vec!["-".into(), Piece::Text(text)]);
    }
    let is_whole = denominator.is_none() && !has_exponent;
    (if is_whole { Binding::Atom } else { Binding::Product }, vec![Piece::Text(text)])
}

fn sum(store: &Expressions, constant: Number, terms: &[(Number, Expr)]) -> (Binding, Vec<Piece>) {
    let mut pieces = Vec::new();
    let items = terms_to_read(constant, terms);
    for (at, (subtracted, size, term)) in items.iter().enumerate() {
        match (at, subtracted) {
            (0, false) => {}
            (0, true) => pieces.push("-".into()),
            (_, false) => pieces.push(" + ".into()),
            (_, true) => pieces.push(" - ".into()),
        }
        match term {
            Some(term) => pieces.extend(fraction(&Fraction::new(store, *size, *term))),
            None => pieces.extend(number(*size).1),
        }
    }
    let is_scaled = items.len() == 1 && !items[0].0;
    (if is_scaled { Binding::Product } else { Binding::Sum }, pieces)
}

fn product(store: &Expressions, expr: Expr, factors: &[(Expr, Number)]) -> (Binding, Vec<Piece>) {
    let pieces = fraction(&Fraction::new(store, Number::ONE, expr));
    let binding = match factors {
        [(_, exponent)] if is_half(*exponent) => Binding::Atom,
        [(_, exponent)] if !exponent.is_negative() => Binding::Power,
        _ => Binding::Product,
    };
    (binding, pieces)
}

fn fraction(fraction: &Fraction) -> Vec<Piece> {
    if fraction.below.is_empty() {
        return factors(&fraction.above);
    }
    let mut pieces = vec!["\\frac{".into()];
    pieces.extend(side(&fraction.above));
    pieces.push("}{".into());
    pieces.extend(side(&fraction.below));
    pieces.push("}".into());
    pieces
}

/// One side of a fraction line, where a sum alone needs no brackets.
fn side(items: &[Factor]) -> Vec<Piece> {
    match items {
        [Factor::Power(base, Number::ONE)] => vec![Piece::Part(*base, Binding::Or)],
        _ => factors(items),
    }
}

fn factors(factors: &[Factor]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (at, factor) in factors.iter().enumerate() {
        if at > 0 {
            pieces.push("\\,".into());
        }
        match factor {
            Factor::Number(text) => pieces.push(Piece::Text(decimal(text))),
            Factor::Power(base, exponent) => power(*base, *exponent, &mut pieces),
        }
    }
    pieces
}

/// A positive power.
fn power(base: Expr, exponent: Number, pieces: &mut Vec<Piece>) {
    if exponent == Number::ONE {
        pieces.push(Piece::Part(base, Binding::Product));
    } else if is_half(exponent) {
        pieces.extend(["\\sqrt{".into(), Piece::Part(base, Binding::Or), "}".into()]);
    } else {
        let (numerator, denominator) = exponent.fraction_text();
        let text = denominator.map_or_else(|| decimal(&numerator), |below| format!("{numerator}/{below}"));
        pieces.extend([Piece::Part(base, Binding::Atom), Piece::Text(format!("^{{{text}}}"))]);
    }
}

fn function_call(function: Function, arguments: &[Expr]) -> (Binding, Vec<Piece>) {
    let between = |opening: &str, closing: &str| {
        (Binding::Atom, vec![opening.into(), Piece::Part(arguments[0], Binding::Or), closing.into()])
    };
    match function {
        Function::Abs => between("\\left|", "\\right|"),
        Function::Floor => between("\\left\\lfloor ", "\\right\\rfloor "),
        Function::Ceil => between("\\left\\lceil ", "\\right\\rceil "),
        Function::Asin => call("\\arcsin".to_owned(), arguments),
        Function::Acos => call("\\arccos".to_owned(), arguments),
        Function::Atan => call("\\arctan".to_owned(), arguments),
        Function::Log => call("\\ln".to_owned(), arguments),
        Function::Log10 => call("\\log_{10}".to_owned(), arguments),
        Function::Sin
        | Function::Cos
        | Function::Tan
        | Function::Sinh
        | Function::Cosh
        | Function::Tanh
        | Function::Exp
        | Function::Min
        | Function::Max => call(format!("\\{}", function.name()), arguments),
        _ => call(format!("\\operatorname{{{}}}", function.name()), arguments),
    }
}

fn call(name: String, arguments: &[Expr]) -> (Binding, Vec<Piece>) {
    let mut pieces = vec![Piece::Text(name), "\\left(".into()];
    for (at, argument) in arguments.iter().enumerate() {
        if at > 0 {
            pieces.push(", ".into());
        }
        pieces.push(Piece::Part(*argument, Binding::Or));
    }
    pieces.push("\\right)".into());
    (Binding::Atom, pieces)
}
