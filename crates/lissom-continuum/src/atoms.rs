//! Values at an end and integrals along a member, as atoms of the algebra.

use std::collections::HashMap;

use lissom_symbolic::{Expr, Jet, Node, Number, WordMap};

use crate::algebra::Algebra;
use crate::parts::End;

/// Meaning of an atom of an equation other than a jet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atom {
    /// A derivative of a function along a member, at an end of it.
    AtEnd {
        /// The derivative.
        jet: Jet,
        /// The member.
        member: usize,
        /// The end.
        end: End,
    },
    /// The integral of a function along a member.
    Along {
        /// The function.
        body: Expr,
        /// The member.
        member: usize,
    },
}

/// The existing atoms.
#[derive(Default)]
pub(crate) struct Atoms {
    meanings: WordMap<Expr, Atom>,
}

impl Atoms {
    pub fn meaning(&self, atom: Expr) -> Option<Atom> {
        self.meanings.get(&atom).copied()
    }

    /// The value of an expression at an end of a member.
    pub fn at_end(&mut self, algebra: &mut Algebra, place: (usize, Expr, End), expr: Expr) -> Expr {
        let (member, length, end) = place;
        let x = algebra.jets.space();
        let here = if end == End::A { algebra.store.zero() } else { length };
        let mut values = HashMap::from([(x, here)]);
        for (jet, atom) in algebra.jets.jets_in(&algebra.store, expr) {
            if algebra.jets.dependence(jet.of).space {
                let name = algebra.jets.name(jet.of);
                let marks = format!("{}{}", "t".repeat(jet.time.into()), "x".repeat(jet.space.into()));
                let value = algebra.store.symbol(&format!("{name};{marks}@{member}{}", end.key()));
                self.meanings.insert(value, Atom::AtEnd { jet, member, end });
                values.insert(atom, value);
            }
        }
        algebra.store.substitute(expr, &values)
    }

    /// The integral of an expression along a member: term by term, with factors that do not vary
    /// taken out and powers of x integrated, so that equal integrals are equal expressions.
    pub fn along(&mut self, algebra: &mut Algebra, member: (usize, Expr), expr: Expr) -> Expr {
        let expanded = algebra.tidied(expr);
        let mut terms = algebra.store.terms_of(expanded, Number::ONE);
        for (_, term) in &mut terms {
            let factors = match algebra.store.node(*term) {
                Node::Product(factors) => factors.to_vec(),
                _ => vec![(*term, Number::ONE)],
            };
            let (varying, mut outside): (Vec<_>, Vec<_>) = factors
                .into_iter()
                .partition(|(base, _)| algebra.jets.varies_in_space(&algebra.store, *base));
            let integral = self.integral(algebra, member, &varying);
            outside.push((integral, Number::ONE));
            *term = algebra.store.product(&outside);
        }
        algebra.store.sum(&terms)
    }

    fn integral(&mut self, algebra: &mut Algebra, member: (usize, Expr), factors: &[(Expr, Number)]) -> Expr {
        let (member, length) = member;
        match factors {
            [] => return length,
            [(base, exponent)] if *base == algebra.jets.space() => {
                let raised = exponent.integer().filter(|power| (0..100).contains(power));
                if let Some(power) = raised.and_then(|power| i32::try_from(power + 1).ok()) {
                    let (above, below) = (algebra.store.powi(length, power), algebra.store.integer(power));
                    return algebra.store.div(above, below);
                }
            }
            _ => {}
        }
        let body = algebra.store.product(factors);
        let atom = algebra.store.symbol(&format!("∫{member};{body:?}"));
        self.meanings.insert(atom, Atom::Along { body, member });
        atom
    }
}
