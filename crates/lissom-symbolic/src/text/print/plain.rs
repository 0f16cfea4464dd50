//! Expressions as plain text and as Unicode text.

use super::greek::unicode_name;
use super::{
    Binding, Factor, Fraction, Piece, Style, comparison_to_read, is_half, magnitude, print, terms_to_read,
};
use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};
use crate::text::syntax::Relation;

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
pub(super) struct Symbols {
    times: &'static str,
    pi: &'static str,
    root: &'static str,
    minus: &'static str,
    relation: fn(Relation) -> &'static str,
    name: fn(&str) -> String,
    /// An integer exponent with its sign of power.
    exponent: fn(i64) -> String,
}

pub(super) const ASCII: Symbols = Symbols {
    times: "*",
    pi: "pi",
    root: "sqrt",
    minus: "-",
    relation: Relation::sign,
    name: str::to_owned,
    exponent: |power| format!("^{power}"),
};

pub(super) const UNICODE: Symbols = Symbols {
    times: "·",
    pi: "π",
    root: "√",
    minus: "−",
    relation: unicode_relation,
    name: unicode_name,
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

pub(super) struct Plain {
    pub(super) symbols: &'static Symbols,
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
            Node::Tabulated(table, order, argument) => {
                let name = (symbols.name)(table.name()) + &"'".repeat((*order).into());
                self.call(name, &[*argument])
            }
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
