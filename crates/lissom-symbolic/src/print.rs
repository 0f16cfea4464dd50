//! Expressions as text: the common part of all printers, and plain and Unicode text.
//!
//! A printer turns one node into pieces; pieces that are expressions are printed in turn from a
//! list, so that no expression is too deep to be printed. A part that occurs twice is printed
//! twice: text has no sharing.

use crate::expr::{Expr, Expressions, Node};
use crate::number::Number;
use crate::syntax::Relation;

/// How tightly an operation binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Binding {
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
pub(crate) enum Piece {
    Text(String),
    Part(Expr, Binding),
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A way to write expressions.
pub(crate) trait Style {
    /// How tightly the expression binds as this style writes it, and its pieces.
    fn pieces(&self, store: &Expressions, expr: Expr) -> (Binding, Vec<Piece>);
    /// Opening and closing bracket.
    fn brackets(&self) -> [&'static str; 2];
}

/// Writes an expression in a style.
pub(crate) fn print(store: &Expressions, expr: Expr, style: &dyn Style) -> String {
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
pub(crate) enum Factor {
    Number(String),
    /// A base with a positive exponent.
    Power(Expr, Number),
}

/// A term as a fraction; there is always something above the line.
pub(crate) struct Fraction {
    pub above: Vec<Factor>,
    pub below: Vec<Factor>,
}

impl Fraction {
    /// A positive coefficient times an expression.
    pub(crate) fn new(store: &Expressions, coefficient: Number, term: Expr) -> Self {
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
pub(crate) type Term = (bool, Number, Option<Expr>);

/// The terms in reading order: the constant last, something positive first if there is any.
pub(crate) fn terms_to_read(constant: Number, terms: &[(Number, Expr)]) -> Vec<Term> {
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

pub(crate) fn magnitude(number: Number) -> Number {
    if number.is_negative() { -number } else { number }
}

/// A comparison in reading order: a number stands on the right.
pub(crate) fn comparison_to_read(
    store: &Expressions,
    relation: Relation,
    a: Expr,
    b: Expr,
) -> (Relation, Expr, Expr) {
    let turned = match relation {
        Relation::Less => Relation::Greater,
        Relation::LessOrEqual => Relation::GreaterOrEqual,
        other => other,
    };
    if store.as_number(a).is_some() { (turned, b, a) } else { (relation, a, b) }
}

/// Is this exponent a square root?
pub(crate) fn is_half(exponent: Number) -> bool {
    exponent.exact().is_some_and(|half| (half.numerator(), half.denominator()) == (1, 2))
}

impl Expressions {
    /// The expression as text that [`parse`](crate::parse) reads back as the same expression,
    /// provided that its names can be read and it divides by no literal zero.
    ///
    /// ```
    /// use lissom_symbolic::{AnyName, Expressions, lower, parse};
    /// let mut store = Expressions::new();
    /// let expr = lower(&parse("-x/(2*y) + (x*x)^0.5", &|_| true)?, &mut store, &mut AnyName)?;
    /// assert_eq!(store.text(expr), "sqrt(x^2) - x/(2*y)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self, expr: Expr) -> String {
        print(self, expr, &Plain { symbols: &ASCII })
    }

    /// The expression as Unicode text for reading, with `·`, `²`, `√`, `π`, `≤` and Greek letters.
    pub fn unicode(&self, expr: Expr) -> String {
        print(self, expr, &Plain { symbols: &UNICODE })
    }
}

/// What differs between plain and Unicode text.
struct Symbols {
    times: &'static str,
    pi: &'static str,
    root: &'static str,
    minus: &'static str,
    relation: fn(Relation) -> &'static str,
    name: fn(&str) -> String,
    /// An integer exponent with its sign of power.
    exponent: fn(i64) -> String,
}

const ASCII: Symbols = Symbols {
    times: "*",
    pi: "pi",
    root: "sqrt",
    minus: "-",
    relation: Relation::sign,
    name: str::to_owned,
    exponent: |power| format!("^{power}"),
};

const UNICODE: Symbols = Symbols {
    times: "·",
    pi: "π",
    root: "√",
    minus: "−",
    relation: unicode_relation,
    name: crate::greek::unicode_name,
    exponent: superscript,
};

fn unicode_relation(relation: Relation) -> &'static str {
    match relation {
        Relation::LessOrEqual => "≤",
        Relation::GreaterOrEqual => "≥",
        Relation::NotEqual => "≠",
        Relation::Equal => "=",
        other => other.sign(),
    }
}

fn superscript(power: i64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    power.to_string().chars().map(raised).collect()
}

struct Plain {
    symbols: &'static Symbols,
}

impl Style for Plain {
    fn brackets(&self) -> [&'static str; 2] {
        ["(", ")"]
    }

    fn pieces(&self, store: &Expressions, expr: Expr) -> (Binding, Vec<Piece>) {
        use Piece::Part;
        let symbols = self.symbols;
        match store.node(expr) {
            Node::Number(value) => self.number(*value),
            Node::Pi => (Binding::Atom, vec![symbols.pi.into()]),
            Node::Symbol(name) => (Binding::Atom, vec![Piece::Text((symbols.name)(store.name_text(*name)))]),
            Node::Sum(constant, terms) => self.sum(store, *constant, terms),
            Node::Product(factors) => self.product(store, expr, factors),
            Node::Power(base, exponent) => {
                let parts = vec![Part(*base, Binding::Atom), "^".into(), Part(*exponent, Binding::Power)];
                (Binding::Power, parts)
            }
            Node::Function(function, arguments) => self.call(function.name().to_owned(), arguments),
            Node::Applied(name, arguments) => self.call((symbols.name)(store.name_text(*name)), arguments),
            Node::Compare(relation, a, b) => {
                let (relation, a, b) = comparison_to_read(store, *relation, *a, *b);
                let sign = Piece::Text(format!(" {} ", (symbols.relation)(relation)));
                (Binding::Compare, vec![Part(a, Binding::Sum), sign, Part(b, Binding::Sum)])
            }
            Node::And(a, b) => {
                (Binding::And, vec![Part(*a, Binding::And), " and ".into(), Part(*b, Binding::Not)])
            }
            Node::Or(a, b) => {
                (Binding::Or, vec![Part(*a, Binding::Or), " or ".into(), Part(*b, Binding::And)])
            }
            Node::Not(a) => (Binding::Not, vec!["not ".into(), Part(*a, Binding::Not)]),
            Node::Choice(condition, then, otherwise) => {
                self.call("if".to_owned(), &[*condition, *then, *otherwise])
            }
        }
    }
}

impl Plain {
    fn number(&self, value: Number) -> (Binding, Vec<Piece>) {
        let (numerator, denominator) = magnitude(value).fraction_text();
        let mut binding = Binding::Atom;
        let mut text = numerator;
        if let Some(denominator) = denominator {
            text = format!("{text}/{denominator}");
            binding = Binding::Product;
        }
        if value.is_negative() {
            return (Binding::Sum, vec![self.symbols.minus.into(), Piece::Text(text)]);
        }
        (binding, vec![Piece::Text(text)])
    }

    fn call(&self, name: String, arguments: &[Expr]) -> (Binding, Vec<Piece>) {
        let mut pieces = vec![Piece::Text(name), "(".into()];
        for (at, argument) in arguments.iter().enumerate() {
            if at > 0 {
                pieces.push(", ".into());
            }
            pieces.push(Piece::Part(*argument, Binding::Or));
        }
        pieces.push(")".into());
        (Binding::Atom, pieces)
    }

    fn sum(&self, store: &Expressions, constant: Number, terms: &[(Number, Expr)]) -> (Binding, Vec<Piece>) {
        let mut pieces = Vec::new();
        let items = terms_to_read(constant, terms);
        for (at, (subtracted, size, term)) in items.iter().enumerate() {
            let minus = self.symbols.minus;
            match (at, subtracted) {
                (0, false) => {}
                (0, true) => pieces.push(minus.into()),
                (_, false) => pieces.push(" + ".into()),
                (_, true) => pieces.push(Piece::Text(format!(" {minus} "))),
            }
            match term {
                Some(term) => pieces.extend(self.fraction(&Fraction::new(store, *size, *term))),
                None => pieces.extend(self.number(*size).1),
            }
        }
        let is_scaled = items.len() == 1 && !items[0].0;
        (if is_scaled { Binding::Product } else { Binding::Sum }, pieces)
    }

    fn product(&self, store: &Expressions, expr: Expr, factors: &[(Expr, Number)]) -> (Binding, Vec<Piece>) {
        let pieces = self.fraction(&Fraction::new(store, Number::ONE, expr));
        let binding = match factors {
            [(_, exponent)] if is_half(*exponent) => Binding::Atom,
            [(_, exponent)] if !exponent.is_negative() => Binding::Power,
            _ => Binding::Product,
        };
        (binding, pieces)
    }

    fn fraction(&self, fraction: &Fraction) -> Vec<Piece> {
        let mut pieces = self.factors(&fraction.above);
        if !fraction.below.is_empty() {
            let bracketed = fraction.below.len() > 1;
            pieces.push(if bracketed { "/(" } else { "/" }.into());
            pieces.extend(self.factors(&fraction.below));
            pieces.extend(bracketed.then(|| ")".into()));
        }
        pieces
    }

    fn factors(&self, factors: &[Factor]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (at, factor) in factors.iter().enumerate() {
            if at > 0 {
                pieces.push(self.symbols.times.into());
            }
            match factor {
                Factor::Number(text) => pieces.push(Piece::Text(text.clone())),
                Factor::Power(base, exponent) => self.power(*base, *exponent, &mut pieces),
            }
        }
        pieces
    }

    /// A positive power.
    fn power(&self, base: Expr, exponent: Number, pieces: &mut Vec<Piece>) {
        if exponent == Number::ONE {
            pieces.push(Piece::Part(base, Binding::Power));
        } else if is_half(exponent) {
            pieces.extend(self.call(self.symbols.root.to_owned(), &[base]).1);
        } else {
            pieces.push(Piece::Part(base, Binding::Atom));
            let text = match (exponent.integer(), exponent.fraction_text()) {
                (Some(power), _) => (self.symbols.exponent)(power),
                (None, (decimal, None)) => format!("^{decimal}"),
                (None, (numerator, Some(denominator))) => format!("^({numerator}/{denominator})"),
            };
            pieces.push(Piece::Text(text));
        }
    }
}
