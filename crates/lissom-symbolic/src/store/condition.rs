//! Comparisons, their combinations, and the choice between two values.
//!
//! A condition has the value 1 or 0. It is meant for [`Expressions::choice`]; the parser keeps it
//! out of arithmetic.

use crate::store::expr::{Expr, Expressions, Node};
use crate::text::syntax::Relation;

impl Expressions {
    /// Whether the relation holds between a and b.
    pub fn compare(&mut self, relation: Relation, a: Expr, b: Expr) -> Expr {
        // One spelling per condition: > and >= are stored with exchanged sides, and == and != are symmetric.
        let (relation, a, b) = match relation {
            Relation::Greater => (Relation::Less, b, a),
            Relation::GreaterOrEqual => (Relation::LessOrEqual, b, a),
            Relation::Equal | Relation::NotEqual => (relation, a.min(b), a.max(b)),
            Relation::Less | Relation::LessOrEqual => (relation, a, b),
        };
        if let (Some(left), Some(right)) = (self.as_number(a), self.as_number(b)) {
            return self.truth(relation.holds(left.cmp(&right)));
        }
        self.intern(Node::Compare(relation, a, b))
    }

    /// Whether both conditions hold.
    pub fn and(&mut self, a: Expr, b: Expr) -> Expr {
        match (self.as_truth(a), self.as_truth(b)) {
            (Some(false), _) | (_, Some(false)) => self.zero(),
            (Some(true), _) => b,
            (_, Some(true)) => a,
            _ if a == b => a,
            _ => self.intern(Node::And(a, b)),
        }
    }

    /// Whether one of the conditions holds.
    pub fn or(&mut self, a: Expr, b: Expr) -> Expr {
        match (self.as_truth(a), self.as_truth(b)) {
            (Some(true), _) | (_, Some(true)) => self.one(),
            (Some(false), _) => b,
            (_, Some(false)) => a,
            _ if a == b => a,
            _ => self.intern(Node::Or(a, b)),
        }
    }

    /// Whether the condition does not hold.
    pub fn not(&mut self, a: Expr) -> Expr {
        match (self.as_truth(a), self.node(a)) {
            (Some(value), _) => self.truth(!value),
            (None, Node::Not(inner)) => *inner,
            _ => self.intern(Node::Not(a)),
        }
    }

    /// `then` where the condition holds, `otherwise` elsewhere.
    pub fn choice(&mut self, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        match self.as_truth(condition) {
            Some(true) => then,
            Some(false) => otherwise,
            None if then == otherwise => then,
            None => self.intern(Node::Choice(condition, then, otherwise)),
        }
    }

    fn truth(&self, value: bool) -> Expr {
        if value { self.one() } else { self.zero() }
    }

    fn as_truth(&self, condition: Expr) -> Option<bool> {
        self.as_number(condition).map(|value| !value.is_zero())
    }
}
