//! Simultaneous substitution.

use std::collections::HashMap;

use crate::store::expr::{Expr, Expressions, Node};
use crate::store::word_hash::WordMap;

impl Expressions {
    /// The expression with every key of `replacements` replaced by its value, all at once: the
    /// values are not searched again, so symbols can be exchanged.
    ///
    /// Keys are usually symbols or calls of unknown functions. Other expressions are found where
    /// they occur as a whole part: `x*y` is not found in `x*y*z`.
    ///
    /// ```
    /// use lissom_symbolic::Expressions;
    /// let mut store = Expressions::new();
    /// let (x, y) = (store.symbol("x"), store.symbol("y"));
    /// let quotient = store.div(x, y);
    /// assert_eq!(store.substitute(quotient, &[(x, y), (y, x)].into()), store.div(y, x));
    /// ```
    pub fn substitute(&mut self, expr: Expr, replacements: &HashMap<Expr, Expr>) -> Expr {
        if replacements.is_empty() {
            return expr;
        }
        let mut results: WordMap<Expr, Expr> = replacements.iter().map(|(old, new)| (*old, *new)).collect();
        for part in self.parts_down_to(&[expr], |part| results.contains_key(&part)) {
            if !results.contains_key(&part) {
                let result = self.rebuild(part, |inner| {
                    *results.get(&inner).expect(
                        "parts are substituted before the expressions that contain \
                        them",
                    )
                });
                results.insert(part, result);
            }
        }
        results[&expr]
    }

    /// The same operation on other parts, made canonical again.
    pub(crate) fn rebuild(&mut self, expr: Expr, of: impl Fn(Expr) -> Expr) -> Expr {
        match self.node(expr).clone() {
            Node::Number(_) | Node::Pi | Node::Symbol(_) => expr,
            Node::Sum(constant, terms) => {
                let constant = self.number(constant);
                let changed = terms.iter().map(|(c, term)| (*c, of(*term)));
                let terms: Vec<_> = changed.chain([(crate::Number::ONE, constant)]).collect();
                self.sum(&terms)
            }
            Node::Product(factors) => {
                let factors: Vec<_> = factors.iter().map(|(base, power)| (of(*base), *power)).collect();
                self.product(&factors)
            }
            Node::Power(base, exponent) => self.pow(of(base), of(exponent)),
            Node::Function(function, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|part| of(*part)).collect();
                self.call(function, &arguments)
            }
            Node::Applied(name, arguments) => {
                self.intern(Node::Applied(name, arguments.iter().map(|part| of(*part)).collect()))
            }
            Node::Tabulated(table, order, argument) => self.tabulated(&table, order, of(argument)),
            Node::Compare(relation, a, b) => self.compare(relation, of(a), of(b)),
            Node::And(a, b) => self.and(of(a), of(b)),
            Node::Or(a, b) => self.or(of(a), of(b)),
            Node::Not(a) => self.not(of(a)),
            Node::Choice(condition, then, otherwise) => self.choice(of(condition), of(then), of(otherwise)),
        }
    }
}
