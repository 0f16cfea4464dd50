//! Expressions as text: the common part of all printers.
//!
//! A printer turns one node into pieces; pieces that are expressions are printed in turn from a
//! list, so that the depth of an expression is not limited. A part that occurs twice is printed
//! twice: text has no sharing.

mod code;
mod greek;
mod json;
mod latex;
mod named;
mod plain;
mod sympy;

pub use code::Language;
pub use greek::greek_letter;
pub use named::{Written, WrittenAtoms};

use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};
use crate::text::syntax::Relation;

/// How tightly an operation binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Binding {
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Power,
    Atom,
}

/// A piece of output: text, or an expression in brackets if it binds less tightly than demanded.
enum Piece {
    Text(String),
    Part(Expr, Binding),
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A way to write expressions.
trait Style {
    /// How tightly the expression binds as this style writes it, and its pieces.
    fn pieces(&self, store: &Expressions, expr: Expr) -> (Binding, Vec<Piece>);
    /// Opening and closing bracket.
    fn brackets(&self) -> [&'static str; 2];
}

/// Writes an expression in a style.
fn print(store: &Expressions, expr: Expr, style: &dyn Style) -> String {
    let [opening, closing] = style.brackets();
    let mut text = String::new();
    let mut waiting = vec![Piece::Part(expr, Binding::Or)];
    while let Some(piece) = waiting.pop() {
        match piece {
            Piece::Text(words) => text.push_str(&words),
            Piece::Part(part, demanded) => {
                let (binding, pieces) = style.pieces(store, part);
                if binding < demanded {
                    waiting.push(closing.into());
                }
                waiting.extend(pieces.into_iter().rev());
                if binding < demanded {
                    waiting.push(opening.into());
                }
            }
        }
    }
    text
}

/// A factor above or below a fraction line.
#[derive(Clone)]
enum Factor {
    Number(String),
    /// A base with a positive exponent.
    Power(Expr, Number),
}

/// A term as a fraction; there is always something above the line.
struct Fraction {
    above: Vec<Factor>,
    below: Vec<Factor>,
}

impl Fraction {
    /// A positive coefficient times an expression.
    fn new(store: &Expressions, coefficient: Number, term: Expr) -> Self {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        match store.node(term) {
            Node::Product(factors) => {
                for (base, exponent) in factors {
                    let side = if exponent.is_negative() { &mut below } else { &mut above };
                    side.push(Factor::Power(*base, magnitude(*exponent)));
                }
            }
            _ => above.push(Factor::Power(term, Number::ONE)),
        }
        let (numerator, denominator) = coefficient.fraction_text();
        if numerator != "1" || above.is_empty() {
            above.insert(0, Factor::Number(numerator));
        }
        below.splice(0..0, denominator.map(Factor::Number));
        Self { above, below }
    }
}

/// A term of a sum: whether it is subtracted, its positive coefficient, and what it multiplies.
type Term = (bool, Number, Option<Expr>);

/// The terms in reading order: the constant last, something positive first if there is any.
fn terms_to_read(constant: Number, terms: &[(Number, Expr)]) -> Vec<Term> {
    let mut items: Vec<Term> =
        terms.iter().map(|(c, term)| (c.is_negative(), magnitude(*c), Some(*term))).collect();
    if !constant.is_zero() {
        items.push((constant.is_negative(), magnitude(constant), None));
    }
    if let Some(positive) = items.iter().position(|(subtracted, _, _)| !subtracted) {
        items[..=positive].rotate_right(1);
    }
    items
}

fn magnitude(number: Number) -> Number {
    if number.is_negative() { -number } else { number }
}

/// A comparison in reading order: a number is on the right.
fn comparison_to_read(store: &Expressions, relation: Relation, a: Expr, b: Expr) -> (Relation, Expr, Expr) {
    let turned = match relation {
        Relation::Less => Relation::Greater,
        Relation::LessOrEqual => Relation::GreaterOrEqual,
        other => other,
    };
    if store.as_number(a).is_some() { (turned, b, a) } else { (relation, a, b) }
}

/// Is this exponent a square root?
fn is_half(exponent: Number) -> bool {
    exponent.exact().is_some_and(|half| (half.numerator(), half.denominator()) == (1, 2))
}
