//! Canonical sums, products and powers.
//!
//! Real rules only: (x^a)^b = x^(a b) is used for integer b, where it holds for every x, and not
//! for b = 1/2, where (x²)^½ is |x|. A merged expression may be defined where the original was
//! not (x²/x at 0), never the other way round. Numbers are folded exactly while they fit; a fold
//! that would overflow, divide by zero or leave the reals is not done.

use crate::numbers::number::Number;
use crate::numbers::rational::Rational;
use crate::store::expr::{Expr, Expressions, Node};

impl Expressions {
    /// a + b
    pub fn add(&mut self, a: Expr, b: Expr) -> Expr {
        self.sum(&[(Number::ONE, a), (Number::ONE, b)])
    }

    /// a − b
    pub fn sub(&mut self, a: Expr, b: Expr) -> Expr {
        self.sum(&[(Number::ONE, a), (-Number::ONE, b)])
    }

    /// −a
    pub fn neg(&mut self, a: Expr) -> Expr {
        self.scale(-Number::ONE, a)
    }

    /// A number times an expression.
    pub fn scale(&mut self, coefficient: Number, a: Expr) -> Expr {
        self.sum(&[(coefficient, a)])
    }

    /// a · b
    pub fn mul(&mut self, a: Expr, b: Expr) -> Expr {
        self.product(&[(a, Number::ONE), (b, Number::ONE)])
    }

    /// a / b
    pub fn div(&mut self, a: Expr, b: Expr) -> Expr {
        self.product(&[(a, Number::ONE), (b, -Number::ONE)])
    }

    /// base ^ exponent; 0^0 is 1, as in IEEE 754.
    pub fn pow(&mut self, base: Expr, exponent: Expr) -> Expr {
        match self.as_number(exponent) {
            Some(number) => self.product(&[(base, number)]),
            None if base == self.one() => base,
            None => self.intern(Node::Power(base, exponent)),
        }
    }

    /// a ^ n for an integer n.
    pub fn powi(&mut self, a: Expr, exponent: i32) -> Expr {
        self.product(&[(a, Number::from(exponent))])
    }

    /// √a
    pub fn sqrt(&mut self, a: Expr) -> Expr {
        let half = Rational::new(1, 2).expect("one half is a fraction");
        self.product(&[(a, Number::from(half))])
    }

    /// The sum of expressions with numeric coefficients.
    pub fn sum(&mut self, terms: &[(Number, Expr)]) -> Expr {
        let mut constant = Number::ZERO;
        let mut terms = terms.to_vec();
        // Like sums are merged before they are opened, so that 3 S − 2 S − S vanishes.
        loop {
            terms = self.open_scaled(&mut constant, terms);
            merge(&mut terms, |(coefficient, term)| (*term, *coefficient), |term, sum| (sum, term));
            if !self.open_sums(&mut terms) {
                break;
            }
        }
        match terms[..] {
            [] => self.number(constant),
            [(Number::ONE, term)] if constant.is_zero() => term,
            _ => self.intern(Node::Sum(constant, terms.into())),
        }
    }

    /// Moves numbers into the constant and coefficients of scaled expressions into those of the terms.
    fn open_scaled(&self, constant: &mut Number, terms: Vec<(Number, Expr)>) -> Vec<(Number, Expr)> {
        let mut kept = Vec::with_capacity(terms.len());
        for (coefficient, term) in terms {
            let folded = self.as_number(term).and_then(|value| coefficient.checked_mul(value));
            if let Some(sum) = folded.and_then(|value| constant.checked_add(value)) {
                *constant = sum;
                continue;
            }
            let (inner, unscaled) = self.as_scaled(term);
            match coefficient.checked_mul(inner) {
                Some(total) => kept.push((total, unscaled)),
                None => kept.push((coefficient, term)),
            }
        }
        kept
    }

    /// Replaces terms ±(a + b) by ±a ± b; returns whether there were any.
    fn open_sums(&mut self, terms: &mut Vec<(Number, Expr)>) -> bool {
        let is_unit = |coefficient: Number| coefficient == Number::ONE || coefficient == -Number::ONE;
        let is_open = |(c, term): &(Number, Expr)| is_unit(*c) && matches!(self.node(*term), Node::Sum(..));
        if !terms.iter().any(is_open) {
            return false;
        }
        for (coefficient, term) in std::mem::take(terms) {
            match self.node(term) {
                Node::Sum(constant, inner) if is_unit(coefficient) => {
                    let constant = *constant;
                    let signed = |value: Number| if coefficient.is_negative() { -value } else { value };
                    terms.extend(inner.iter().map(|(c, part)| (signed(*c), *part)));
                    if !constant.is_zero() {
                        terms.push((coefficient, self.number(constant)));
                    }
                }
                _ => terms.push((coefficient, term)),
            }
        }
        true
    }

    /// The product of bases with numeric exponents.
    pub fn product(&mut self, factors: &[(Expr, Number)]) -> Expr {
        let mut coefficient = Number::ONE;
        let mut factors = factors.to_vec();
        loop {
            factors = self.open_factors(&mut coefficient, factors);
            merge(&mut factors, |factor| *factor, |base, exponent| (base, exponent));
            // Merging √(x y)·√(x y) leaves a product with an integer exponent, which opens again.
            if !factors.iter().any(|(base, exponent)| self.opens(coefficient, *base, *exponent)) {
                break;
            }
        }
        if coefficient.is_zero() {
            return self.vanishing_product(&factors);
        }
        let product = match factors[..] {
            [] => return self.number(coefficient),
            [(base, Number::ONE)] => base,
            _ => self.intern(Node::Product(factors.into())),
        };
        self.scale(coefficient, product)
    }

    /// Zero times factors: zero, unless a literal division by zero is among them, which must not be hidden.
    fn vanishing_product(&mut self, factors: &[(Expr, Number)]) -> Expr {
        let zero = self.zero();
        match factors.iter().find(|(base, exponent)| *base == zero && exponent.is_negative()) {
            Some(factor) => self.intern(Node::Product(Box::new([*factor]))),
            None => zero,
        }
    }

    /// Folds numbers into the coefficient and opens products and scaled expressions.
    fn open_factors(&self, coefficient: &mut Number, factors: Vec<(Expr, Number)>) -> Vec<(Expr, Number)> {
        let mut waiting = factors;
        waiting.reverse();
        let mut kept = Vec::with_capacity(waiting.len());
        while let Some((base, exponent)) = waiting.pop() {
            if !self.opens(*coefficient, base, exponent) {
                kept.push((base, exponent));
                continue;
            }
            if let Some(value) = self.as_number(base) {
                let folded = value.checked_pow(exponent).and_then(|value| coefficient.checked_mul(value));
                *coefficient = folded.expect("a number opens only if it folds");
            } else if let Node::Product(inner) = self.node(base) {
                let raised = inner.iter().rev().map(|(part, power)| (*part, power.checked_mul(exponent)));
                waiting.extend(
                    raised.map(|(part, power)| (part, power.expect("a product opens only if it folds"))),
                );
            } else {
                let (scale, unscaled) = self.as_scaled(base);
                let folded = scale.checked_pow(exponent).and_then(|value| coefficient.checked_mul(value));
                *coefficient = folded.expect("a scaled expression opens only if it folds");
                waiting.push((unscaled, exponent));
            }
        }
        kept
    }

    /// Whether base^exponent can be folded into the coefficient or taken apart.
    fn opens(&self, coefficient: Number, base: Expr, exponent: Number) -> bool {
        let folds = |value: Number| {
            value.checked_pow(exponent).and_then(|value| coefficient.checked_mul(value)).is_some()
        };
        let is_integer = exponent.integer().is_some();
        match self.node(base) {
            Node::Number(value) => folds(*value),
            Node::Product(inner) => {
                is_integer && inner.iter().all(|(_, power)| power.checked_mul(exponent).is_some())
            }
            // (c x)^½ = c^½ x^½ holds for positive c only, and a root of a negative c does not fold.
            Node::Sum(constant, terms) if constant.is_zero() && terms.len() == 1 => folds(terms[0].0),
            _ => false,
        }
    }

    /// The expression as a coefficient times an expression without one.
    pub(crate) fn as_scaled(&self, expr: Expr) -> (Number, Expr) {
        match self.node(expr) {
            Node::Sum(constant, terms) if constant.is_zero() && terms.len() == 1 => terms[0],
            _ => (Number::ONE, expr),
        }
    }
}

/// Sorts by key, adds the values of equal keys and drops those that vanish; values whose sum overflows are
/// kept separately.
fn merge<T: Copy>(
    items: &mut Vec<T>,
    split: impl Fn(&T) -> (Expr, Number),
    join: impl Fn(Expr, Number) -> T,
) {
    items.sort_by_key(|item| split(item).0);
    let mut merged: Vec<T> = Vec::with_capacity(items.len());
    for item in items.iter() {
        let (key, value) = split(item);
        let last = merged.last().map(&split).filter(|(last_key, _)| *last_key == key);
        match last.and_then(|(_, last_value)| last_value.checked_add(value)) {
            Some(total) => {
                merged.pop();
                merged.push(join(key, total));
            }
            None => merged.push(*item),
        }
    }
    merged.retain(|item| !split(item).1.is_zero());
    *items = merged;
}
