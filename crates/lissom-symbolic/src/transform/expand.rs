//! Products of sums multiplied out.

use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::word_hash::WordMap;

/// Powers of sums above this exponent are not expanded.
const LARGEST_POWER: i64 = 8;

impl Expressions {
    /// The expression with all products of sums, and positive integer powers of sums, multiplied out
    /// on the outermost levels; arguments of functions are not changed.
    ///
    /// ```
    /// use lissom_symbolic::Expressions;
    /// let mut store = Expressions::new();
    /// let (a, b, c) = (store.symbol("a"), store.symbol("b"), store.symbol("c"));
    /// let sum = store.add(b, c);
    /// let product = store.mul(a, sum);
    /// let expanded = store.expand(product);
    /// assert_eq!(store.text(expanded), "a*b + a*c");
    /// ```
    pub fn expand(&mut self, expr: Expr) -> Expr {
        let mut done = WordMap::default();
        self.expand_known(expr, &mut done)
    }

    /// A bound for the number of terms that [`Self::expand`] would make.
    ///
    /// ```
    /// use lissom_symbolic::Expressions;
    /// let mut store = Expressions::new();
    /// let (a, b) = (store.symbol("a"), store.symbol("b"));
    /// let sum = store.add(a, b);
    /// let power = store.powi(sum, 3);
    /// assert_eq!(store.expanded_size(power), 8);
    /// ```
    pub fn expanded_size(&self, expr: Expr) -> u64 {
        let mut sizes: WordMap<Expr, u64> = WordMap::default();
        for part in self.parts_of(&[expr]) {
            let size = match self.node(part) {
                Node::Sum(constant, terms) => terms
                    .iter()
                    .fold(u64::from(!constant.is_zero()), |sum, (_, term)| sum.saturating_add(sizes[term])),
                Node::Product(factors) => factors.iter().fold(1u64, |product, (base, exponent)| {
                    let power = exponent.integer().filter(|power| (1..=LARGEST_POWER).contains(power));
                    let power = power.and_then(|power| u32::try_from(power).ok());
                    product.saturating_mul(power.map_or(1, |power| sizes[base].saturating_pow(power)))
                }),
                _ => 1,
            };
            sizes.insert(part, size);
        }
        sizes[&expr]
    }

    fn expand_known(&mut self, expr: Expr, done: &mut WordMap<Expr, Expr>) -> Expr {
        if let Some(result) = done.get(&expr) {
            return *result;
        }
        let result = match self.node(expr).clone() {
            Node::Sum(constant, terms) => {
                let mut all = vec![(constant, self.one())];
                for (coefficient, term) in terms {
                    let term = self.expand_known(term, done);
                    all.extend(self.terms_of(term, coefficient));
                }
                self.sum(&all)
            }
            Node::Product(factors) => self.expand_product(&factors, done),
            _ => expr,
        };
        done.insert(expr, result);
        result
    }

    fn expand_product(&mut self, factors: &[(Expr, Number)], done: &mut WordMap<Expr, Expr>) -> Expr {
        let mut terms = vec![(Number::ONE, self.one())];
        for (base, exponent) in factors {
            let base = self.expand_known(*base, done);
            let power = exponent.integer().filter(|power| (1..=LARGEST_POWER).contains(power));
            let (times, factor) = match power {
                Some(power) => (power, base),
                None => (1, self.product(&[(base, *exponent)])),
            };
            let inner = self.terms_of(factor, Number::ONE);
            for _ in 0..times {
                terms = self.multiply_out(&terms, &inner);
            }
        }
        self.sum(&terms)
    }

    fn multiply_out(&mut self, left: &[(Number, Expr)], right: &[(Number, Expr)]) -> Vec<(Number, Expr)> {
        let mut products = Vec::with_capacity(left.len() * right.len());
        for (a, left_term) in left {
            for (b, right_term) in right {
                let term = self.mul(*left_term, *right_term);
                match a.checked_mul(*b) {
                    Some(coefficient) => products.push((coefficient, term)),
                    None => {
                        let scaled = self.scale(*b, term);
                        products.push((*a, scaled));
                    }
                }
            }
        }
        let sum = self.sum(&products);
        self.terms_of(sum, Number::ONE)
    }

    /// The terms of a sum, the constant among them, multiplied by a coefficient.
    pub fn terms_of(&mut self, expr: Expr, coefficient: Number) -> Vec<(Number, Expr)> {
        match self.node(expr).clone() {
            Node::Sum(constant, terms) => {
                let one = self.one();
                let constant = (!constant.is_zero()).then_some((constant, one));
                let all: Option<Vec<_>> = terms
                    .iter()
                    .copied()
                    .chain(constant)
                    .map(|(c, term)| c.checked_mul(coefficient).map(|c| (c, term)))
                    .collect();
                all.unwrap_or_else(|| vec![(coefficient, expr)])
            }
            _ => vec![(coefficient, expr)],
        }
    }
}
