//! Numbers with many digits, treated as symbols.
//!
//! The algebra is exact for simple fractions only. A measured number such as 2.2206609902451056 would be rounded
//! whenever it is multiplied, and an identity that holds symbolically would seem to fail in the last digit.
//! As a symbol it stays exact; it is printed as the number and has its value where numbers are needed.

use std::collections::HashMap;

use lissom_symbolic::{Expr, Expressions, Node, Number};

/// Numerators and denominators up to this are simple: the powers of a length in polynomial fields stay exact.
const SIMPLE: i64 = 100;

/// The existing symbols, with their values.
#[derive(Default)]
pub(crate) struct Letters {
    values: HashMap<Expr, f64>,
}

impl Letters {
    /// All symbols with their values.
    pub fn values(&self) -> impl Iterator<Item = (Expr, f64)> {
        self.values.iter().map(|(letter, value)| (*letter, *value))
    }

    /// The printed form of a symbol, if it is one.
    pub fn written(&self, letter: Expr) -> Option<String> {
        let value = self.values.get(&letter)?;
        Some(Number::from_f64(*value).map_or_else(|| value.to_string(), |number| number.to_string()))
    }

    /// The expression with symbols for all numbers that are not simple.
    pub fn introduce(&mut self, store: &mut Expressions, expr: Expr) -> Expr {
        let mut replacements: HashMap<Expr, Expr> = HashMap::new();
        for part in store.parts_of(&[expr]) {
            let replaced = match store.node(part).clone() {
                Node::Number(value) => self.letter(store, value),
                Node::Sum(constant, terms) => {
                    if is_simple(constant) && terms.iter().all(|(factor, _)| is_simple(*factor)) {
                        continue;
                    }
                    let mut sum = vec![(Number::ONE, self.letter(store, constant))];
                    for (factor, term) in terms {
                        let term = *replacements.get(&term).unwrap_or(&term);
                        let factor = self.letter(store, factor);
                        sum.push((Number::ONE, store.mul(factor, term)));
                    }
                    store.sum(&sum)
                }
                _ => continue,
            };
            replacements.insert(part, replaced);
        }
        store.substitute(expr, &replacements)
    }

    fn letter(&mut self, store: &mut Expressions, value: Number) -> Expr {
        if is_simple(value) {
            return store.number(value);
        }
        // The sign stays outside, so that opposite numbers share a symbol.
        let size = if value.is_negative() { -value } else { value };
        let letter = store.symbol(&format!("{size};"));
        self.values.insert(letter, size.to_f64());
        if value.is_negative() { store.neg(letter) } else { letter }
    }
}

fn is_simple(value: Number) -> bool {
    value.exact().is_some_and(|exact| exact.numerator().abs() <= SIMPLE && exact.denominator() <= SIMPLE)
}
