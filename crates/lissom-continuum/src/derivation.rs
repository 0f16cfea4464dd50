//! Derived equations: what they are, where their terms come from, and how they are written.

use std::collections::HashMap;

use lissom_symbolic::{Expr, Expressions};

use crate::algebra::Algebra;
use crate::atoms::{Atom, Atoms};
use crate::notation::{Notation, written_atoms};
use crate::parts::{End, Parts};
use crate::verification::{Verification, verify};

/// What an equation is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EquationKind {
    /// A partial differential equation along a member.
    Field {
        /// The member [-].
        member: usize,
    },
    /// The equation of a coordinate: an ordinary differential equation, with integrals along members.
    Coordinate,
    /// A natural boundary condition: nothing takes the load of a member at a free end.
    Natural {
        /// The member [-].
        member: usize,
        /// The end.
        end: End,
    },
    /// Compatibility: an end of a member follows coordinates, or is held.
    Compatibility {
        /// The member [-].
        member: usize,
        /// The end.
        end: End,
    },
}

/// A part of an equation and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// Name of the part and what of it acts: `beam: inertia`.
    pub origin: String,
    /// The terms.
    pub expr: Expr,
}

/// An equation before its sum is formed.
pub(crate) struct Draft {
    pub name: String,
    pub kind: EquationKind,
    pub contributions: Vec<Contribution>,
}

/// An equation: its residual is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    /// The unknown it determines, or the quantity of an end.
    pub name: String,
    /// What it is about.
    pub kind: EquationKind,
    /// What each part contributes; the residual is the sum.
    pub contributions: Vec<Contribution>,
    /// The left side of residual = 0, multiplied out.
    pub residual: Expr,
}

/// The exact equations of a system, with everything needed to print, verify and linearise them.
pub struct Derivation {
    pub(crate) algebra: Algebra,
    pub(crate) atoms: Atoms,
    pub(crate) parts: Parts,
    equations: Vec<Equation>,
    verification: Verification,
}

impl Derivation {
    pub(crate) fn new(mut algebra: Algebra, atoms: Atoms, parts: Parts, drafts: Vec<Draft>) -> Self {
        let equations: Vec<Equation> = drafts
            .into_iter()
            .map(|Draft { name, kind, contributions }| {
                let terms: Vec<Expr> = contributions.iter().map(|term| term.expr).collect();
                let sum = algebra.total_of(&terms);
                let residual = algebra.tidied(sum);
                Equation { name, kind, contributions, residual }
            })
            .collect();
        let verification = verify(&mut algebra, &atoms, &parts, &equations);
        Self { algebra, atoms, parts, equations, verification }
    }

    /// All equations: fields, coordinates, then the ends.
    pub fn equations(&self) -> &[Equation] {
        &self.equations
    }

    /// The field equation or coordinate equation of this name.
    pub fn equation(&self, name: &str) -> Option<&Equation> {
        self.equations.iter().find(|equation| equation.name == name)
    }

    /// What the built-in checks found.
    pub fn verification(&self) -> &Verification {
        &self.verification
    }

    /// The store that the residuals live in.
    pub fn expressions(&self) -> &Expressions {
        &self.algebra.store
    }

    /// What an atom of a residual stands for, if it is a value at an end or an integral.
    pub fn atom(&self, atom: Expr) -> Option<Atom> {
        self.atoms.meaning(atom)
    }

    /// The equation as Unicode text, `… = 0`.
    pub fn text(&self, equation: &Equation) -> String {
        self.written(equation, Notation::Unicode)
    }

    /// The equation as LaTeX for mathematics mode.
    pub fn latex(&self, equation: &Equation) -> String {
        self.written(equation, Notation::Latex)
    }

    fn written(&self, equation: &Equation, notation: Notation) -> String {
        match (equation.kind, &equation.contributions[..]) {
            (EquationKind::Compatibility { .. }, [here, target]) => {
                let (left, right) = (self.expression(here.expr, notation), self.opposite(target.expr, notation));
                format!("{left} = {right}")
            }
            _ => format!("{} = 0", self.expression(equation.residual, notation)),
        }
    }

    /// An expression of this derivation in a notation.
    pub fn expression(&self, expr: Expr, notation: Notation) -> String {
        let names = written_atoms(self, &[expr], notation);
        notation.print(&self.algebra.store, expr, &names)
    }

    fn opposite(&self, expr: Expr, notation: Notation) -> String {
        let mut store = self.algebra.store.clone();
        let opposite = store.neg(expr);
        let names = written_atoms(self, &[expr], notation);
        notation.print(&store, opposite, &names)
    }

    /// The member's name.
    pub fn member_name(&self, member: usize) -> &str {
        &self.parts.members[member].name
    }

    /// Whether two expressions of this derivation are equal for all values of everything in them.
    pub fn equal(&self, a: Expr, b: Expr) -> bool {
        self.algebra.store.is_zero(&[(a, 1), (b, -1)]).is_zero()
    }

    /// Reads an expression in the notation of the printed text, for comparison: names of parameters and
    /// unknowns, `q_tt` for derivatives by time, `w_xx` along a member, `w_xx(0)` and `w_xx(l)` at its ends,
    /// `integral(w_tt)` along the member to which the field belongs.
    ///
    /// `None` if the text cannot be read.
    pub fn read(&mut self, text: &str) -> Option<Expr> {
        crate::reading::read(self, text)
    }

    pub(crate) fn substitute(&mut self, expr: Expr, replacements: &HashMap<Expr, Expr>) -> Expr {
        self.algebra.store.substitute(expr, replacements)
    }
}
