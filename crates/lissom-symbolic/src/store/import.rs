//! Copies of expressions from another store.

use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::word_hash::WordMap;

impl Expressions {
    /// The same expression in this store. The order of terms and factors is that of their first use in this
    /// store.
    ///
    /// ```
    /// use lissom_symbolic::Expressions;
    /// let (mut old, mut new) = (Expressions::new(), Expressions::new());
    /// let (q, k) = (old.symbol("q"), old.symbol("k"));
    /// let product = old.mul(q, k);
    /// new.symbol("k");
    /// let copy = new.import(&old, product);
    /// assert_eq!((old.text(product), new.text(copy)), ("q*k".to_owned(), "k*q".to_owned()));
    /// ```
    pub fn import(&mut self, other: &Self, expr: Expr) -> Expr {
        let mut made: WordMap<Expr, Expr> = WordMap::default();
        for part in other.parts_of(&[expr]) {
            let copy = self.import_node(other, part, &made);
            made.insert(part, copy);
        }
        made[&expr]
    }

    fn import_node(&mut self, other: &Self, part: Expr, made: &WordMap<Expr, Expr>) -> Expr {
        let all = |parts: &[Expr]| parts.iter().map(|inner| made[inner]).collect::<Vec<_>>();
        match other.node(part) {
            Node::Number(value) => self.number(*value),
            Node::Pi => self.pi(),
            Node::Symbol(name) => self.symbol(other.name_text(*name)),
            Node::Sum(constant, terms) => {
                let constant = self.number(*constant);
                let terms = terms.iter().map(|(factor, term)| (*factor, made[term]));
                let terms: Vec<_> = terms.chain([(Number::ONE, constant)]).collect();
                self.sum(&terms)
            }
            Node::Product(factors) => {
                let factors: Vec<_> = factors.iter().map(|(base, power)| (made[base], *power)).collect();
                self.product(&factors)
            }
            Node::Power(base, exponent) => self.pow(made[base], made[exponent]),
            Node::Function(function, arguments) => self.call(*function, &all(arguments)),
            Node::Applied(name, arguments) => self.applied(other.name_text(*name), &all(arguments)),
            Node::Tabulated(table, order, argument) => self.tabulated(table, *order, made[argument]),
            Node::Compare(relation, a, b) => self.compare(*relation, made[a], made[b]),
            Node::And(a, b) => self.and(made[a], made[b]),
            Node::Or(a, b) => self.or(made[a], made[b]),
            Node::Not(a) => self.not(made[a]),
            Node::Choice(condition, then, otherwise) => {
                self.choice(made[condition], made[then], made[otherwise])
            }
        }
    }
}
