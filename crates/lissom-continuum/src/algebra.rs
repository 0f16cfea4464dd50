//! The store of expressions of a derivation together with its jets.

use std::collections::{HashMap, HashSet};

use lissom_symbolic::{
    Dependence, DerivativeError, Expr, Expressions, Function, Jets, Node, Number, Unknown,
};

use crate::letters::Letters;

/// Expressions of more terms are not multiplied out.
const MOST_TERMS: u64 = 400;

/// Squares of cosines are not written by sines where that would make more terms than this, before they cancel.
const MOST_TERMS_BETWEEN: u64 = 20 * MOST_TERMS;

/// Expressions and the unknown functions in them.
pub(crate) struct Algebra {
    pub store: Expressions,
    pub jets: Jets,
    pub letters: Letters,
    /// The store of the laws of the model.
    source: Expressions,
}

type Differentiated = Result<Expr, DerivativeError>;

/// `w_tx` as the name of a function with the orders of its derivatives by time and along the member.
pub(crate) fn derivative_name(name: &str) -> Option<(&str, u8, u8)> {
    let (stem, marks) = name.rsplit_once('_')?;
    let count = |wanted: char| marks.chars().filter(|mark| *mark == wanted).count();
    let (time, space) = (count('t'), count('x'));
    if marks.is_empty() || time + space != marks.len() {
        return None;
    }
    Some((stem, u8::try_from(time).ok()?, u8::try_from(space).ok()?))
}

impl Algebra {
    /// A fresh store with jets, for laws of `source`. Parameters are added first, so that they precede the
    /// unknowns in products.
    pub fn new(source: &Expressions, unknowns: &[&String]) -> Self {
        let mut store = Expressions::new();
        for name in source.names().filter(|name| !unknowns.iter().any(|unknown| unknown == name)) {
            store.symbol(name);
        }
        let jets = Jets::new(&mut store);
        Self { store, jets, letters: Letters::default(), source: source.clone() }
    }

    pub fn jet(&mut self, of: Unknown, time: u8, space: u8) -> Expr {
        self.jets.jet(&mut self.store, of, time, space)
    }

    /// A law of the model in the store of the derivation.
    pub fn law(&mut self, expr: Expr) -> Expr {
        let own = self.store.import(&self.source, expr);
        self.adopted(own)
    }

    /// An expression with calls such as `f(x, t)` replaced by jets and long numbers by symbols.
    pub fn adopted(&mut self, expr: Expr) -> Expr {
        let adopted = self.jets.adopt(&mut self.store, expr);
        self.letters.introduce(&mut self.store, adopted)
    }

    /// An expression with names such as `w_tx` read as derivatives of the unknown functions they name.
    pub fn with_derivatives(&mut self, expr: Expr) -> Expr {
        let mut replacements = HashMap::new();
        for part in self.store.parts_of(&[expr]) {
            let Node::Symbol(name) = self.store.node(part) else { continue };
            if self.jets.meaning(part).is_some() {
                continue;
            }
            let name = self.store.name_text(*name).to_owned();
            let Some((stem, time, space)) = derivative_name(&name) else { continue };
            let stem = self.store.symbol(stem);
            if let Some(jet) = self.jets.meaning(stem) {
                let jet = self.jet(jet.of, time, space);
                replacements.insert(part, jet);
            }
        }
        self.store.substitute(expr, &replacements)
    }

    /// The unknown function of this symbol, declared if it is new.
    pub fn unknown(&mut self, symbol: Expr, dependence: Dependence) -> Unknown {
        match self.jets.meaning(symbol) {
            Some(jet) => jet.of,
            None => self.jets.declare(&mut self.store, symbol, dependence),
        }
    }

    /// The unknown functions that occur in expressions. Expressions without an unknown need not be
    /// differentiated by it, which keeps the work proportional to the size.
    pub fn unknowns_in(&self, exprs: &[Expr]) -> HashSet<Unknown> {
        let parts = self.store.parts_of(exprs).into_iter();
        parts.filter_map(|part| self.jets.meaning(part).map(|jet| jet.of)).collect()
    }

    pub fn by_time(&mut self, expr: Expr) -> Differentiated {
        self.jets.by_time(&mut self.store, expr)
    }

    pub fn by_space(&mut self, expr: Expr) -> Differentiated {
        self.jets.by_space(&mut self.store, expr)
    }

    /// The expression differentiated `time` times by time and `space` times along the member.
    pub fn total(&mut self, mut expr: Expr, time: u8, space: u8) -> Differentiated {
        for _ in 0..time {
            expr = self.by_time(expr)?;
        }
        for _ in 0..space {
            expr = self.by_space(expr)?;
        }
        Ok(expr)
    }

    /// coefficient · expr² / 2
    pub fn half_square(&mut self, coefficient: Expr, expr: Expr) -> Expr {
        let square = self.store.powi(expr, 2);
        let product = self.store.mul(coefficient, square);
        self.halved(product)
    }

    pub fn halved(&mut self, expr: Expr) -> Expr {
        let two = self.store.integer(2);
        self.store.div(expr, two)
    }

    /// The sum of expressions.
    pub fn total_of(&mut self, terms: &[Expr]) -> Expr {
        let terms: Vec<_> = terms.iter().map(|term| (Number::ONE, *term)).collect();
        self.store.sum(&terms)
    }

    /// Multiplied out, with even powers of cosines written by sines, so that sin² + cos² becomes 1. Very
    /// large results are not expanded: an arm of five links has some ten thousand terms.
    pub fn tidied(&mut self, expr: Expr) -> Expr {
        if self.store.expanded_size(expr) > MOST_TERMS {
            return expr;
        }
        let expanded = self.store.expand(expr);
        let mut squares = HashMap::new();
        for part in self.store.parts_of(&[expanded]) {
            let Node::Product(factors) = self.store.node(part).clone() else { continue };
            let replaced: Vec<_> = factors.iter().map(|factor| self.without_cosine_square(*factor)).collect();
            if replaced.iter().zip(&factors).any(|(new, old)| *new != [*old]) {
                let product = self.store.product(&replaced.concat());
                squares.insert(part, product);
            }
        }
        if squares.is_empty() {
            return expanded;
        }
        let substituted = self.store.substitute(expanded, &squares);
        if self.store.expanded_size(substituted) > MOST_TERMS_BETWEEN {
            return expanded;
        }
        self.store.expand(substituted)
    }

    /// cos^n = cos^(n mod 2) (1 − sin²)^(n div 2) for n ≥ 2; other factors stay.
    fn without_cosine_square(&mut self, (base, exponent): (Expr, Number)) -> Vec<(Expr, Number)> {
        let power = exponent.integer().and_then(|power| i32::try_from(power).ok()).unwrap_or(0);
        let argument = match self.store.node(base) {
            Node::Function(Function::Cos, arguments) if power >= 2 => arguments[0],
            _ => return vec![(base, exponent)],
        };
        let sine = self.store.call(Function::Sin, &[argument]);
        let (one, square) = (self.store.one(), self.store.powi(sine, 2));
        let other = self.store.sub(one, square);
        vec![(base, Number::from(power % 2)), (other, Number::from(power / 2))]
    }
}
