//! Derived equations: their meaning, the origin of their terms, and their printed form.

use std::collections::HashMap;

use lissom_symbolic::{Expr, Expressions, Number, Unknown};

use crate::algebra::Algebra;
use crate::atoms::{Atom, Atoms};
use crate::error::DeriveError;
use crate::notation::{Notation, written_atoms};
use crate::parts::{End, Parts};
use crate::verification::{Verification, verify};

/// Largest number of operations in an equation that is written out.
const MOST_WRITTEN: f64 = 3e5;

/// Kind of an equation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EquationKind {
    /// A partial differential equation along a member.
    Field {
        /// The member [-].
        member: usize,
    },
    /// The equation of a coordinate: an ordinary differential equation, with integrals along members.
    Coordinate,
    /// A natural boundary condition: a member has no load at a free end.
    Natural {
        /// The member [-].
        member: usize,
        /// The end.
        end: End,
    },
    /// Compatibility: an end of a member follows coordinates, or is fixed.
    Compatibility {
        /// The member [-].
        member: usize,
        /// The end.
        end: End,
    },
}

/// A part of an equation and its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// Name of the part and effect: `beam: inertia`.
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
    /// Its kind.
    pub kind: EquationKind,
    /// What each part contributes; the residual is the sum.
    pub contributions: Vec<Contribution>,
    /// The left side of residual = 0, multiplied out.
    pub residual: Expr,
    /// The terms of the residual in reading order, each with whether it is subtracted: inertia, stiffness,
    /// damping and loads of one part after the other.
    pub terms: Vec<(bool, Expr)>,
    /// What an end follows, in an equation of compatibility.
    target: Option<Expr>,
}

impl Equation {
    fn new(algebra: &mut Algebra, Draft { name, kind, mut contributions }: Draft) -> Self {
        for contribution in &mut contributions {
            contribution.expr = algebra.tidied(contribution.expr);
        }
        let parts: Vec<Expr> = contributions.iter().map(|contribution| contribution.expr).collect();
        let target = match (kind, &parts[..]) {
            (EquationKind::Compatibility { .. }, [_, opposite]) => Some(algebra.store.neg(*opposite)),
            _ => None,
        };
        let residual = algebra.total_of(&parts);
        let mut left = algebra.store.terms_of(residual, Number::ONE);
        let mut terms = Vec::new();
        for part in parts {
            for (_, term) in algebra.store.terms_of(part, Number::ONE) {
                if let Some(at) = left.iter().position(|(_, other)| *other == term) {
                    terms.push(left.remove(at));
                }
            }
        }
        terms.append(&mut left);
        let signed = terms.into_iter().map(|(factor, term)| {
            let size = if factor.is_negative() { -factor } else { factor };
            (factor.is_negative(), algebra.store.scale(size, term))
        });
        Self { name, kind, contributions, residual, terms: signed.collect(), target }
    }
}

/// The exact equations of a system, with everything needed to print, verify and linearise them.
pub struct Derivation {
    pub(crate) algebra: Algebra,
    pub(crate) atoms: Atoms,
    pub(crate) parts: Parts,
    equations: Vec<Equation>,
    made: Made,
    verification: Verification,
}

/// Results of dividing members.
pub(crate) struct Made {
    /// Notes.
    pub notes: Vec<String>,
    /// Functions given along a member that continue others in another span: (`f_2`, `f`).
    pub continued: Vec<(String, String)>,
}

/// `f` of `f(x, t)`.
pub(crate) fn stem(call: &str) -> &str {
    call.split('(').next().unwrap_or(call)
}

impl Derivation {
    /// Nodes of expressions that were built, equal ones counted once.
    #[must_use]
    pub fn expression_nodes(&self) -> usize {
        self.algebra.store.len()
    }

    pub(crate) fn new(
        mut algebra: Algebra,
        atoms: Atoms,
        parts: Parts,
        drafts: Vec<Draft>,
        made: Made,
        is_verified: bool,
    ) -> Self {
        let equations: Vec<Equation> =
            drafts.into_iter().map(|draft| Equation::new(&mut algebra, draft)).collect();
        let verification = match is_verified {
            true => verify(&mut algebra, &atoms, &parts, &equations),
            false => Verification::not_made("not requested"),
        };
        Self { algebra, atoms, parts, equations, made, verification }
    }

    /// Notes on changes of the description before the derivation, such as dividing a member.
    pub fn notes(&self) -> &[String] {
        &self.made.notes
    }

    /// The function that a given one continues in another span of a member, by the stems of their calls.
    pub(crate) fn origin<'n>(&'n self, call: &'n str) -> &'n str {
        let stem = stem(call);
        self.made.continued.iter().find(|(new, _)| new == stem).map_or(stem, |(_, old)| old.as_str())
    }

    /// Notes on effects omitted from the equations.
    pub fn omissions(&self) -> &[String] {
        &self.parts.omissions
    }

    /// All equations: fields, coordinates, then the ends.
    pub fn equations(&self) -> &[Equation] {
        &self.equations
    }

    /// The loads that are functions of time left open, such as `f(x, t)`, in order of first use.
    pub fn inputs(&self) -> Vec<String> {
        let residuals: Vec<Expr> = self.equations.iter().map(|equation| equation.residual).collect();
        let mut bodies = residuals.clone();
        for part in self.algebra.store.parts_of(&residuals) {
            if let Some(Atom::Along { body, .. }) = self.atoms.meaning(part) {
                bodies.push(body);
            }
        }
        let own = |of: Unknown| {
            self.parts.coordinates.iter().any(|(_, unknown)| *unknown == of)
                || self.parts.members.iter().any(|member| member.fields.contains(&of))
        };
        let mut found: Vec<Unknown> = self.algebra.unknowns_in(&bodies).into_iter().collect();
        found.retain(|of| !own(*of) && self.algebra.jets.dependence(*of).time);
        found.sort_unstable();
        let names = found.into_iter().map(|of| self.algebra.jets.name(of));
        // What continues another function is given with it.
        names.filter(|name| self.origin(name) == stem(name)).map(str::to_owned).collect()
    }

    /// The field equation or coordinate equation of this name.
    pub fn equation(&self, name: &str) -> Option<&Equation> {
        self.equations.iter().find(|equation| equation.name == name)
    }

    /// Results of the built-in checks.
    pub fn verification(&self) -> &Verification {
        &self.verification
    }

    /// The store of the residuals.
    pub fn expressions(&self) -> &Expressions {
        &self.algebra.store
    }

    /// What an atom of a residual stands for, if it is a value at an end or an integral.
    pub fn atom(&self, atom: Expr) -> Option<Atom> {
        self.atoms.meaning(atom)
    }

    /// The eleven steps of the method for this system, line by line \[Singer1994, §4\].
    pub fn trace(&self) -> Vec<String> {
        crate::trace::trace(self)
    }

    /// The equation as Unicode text, `… = 0`.
    pub fn text(&self, equation: &Equation) -> String {
        self.write(equation, Notation::Unicode)
    }

    /// The equation as LaTeX for mathematics mode.
    pub fn latex(&self, equation: &Equation) -> String {
        self.write(equation, Notation::Latex)
    }

    /// The residual of the equation as a SymPy expression, to be used after [`Self::sympy_preamble`].
    pub fn sympy(&self, equation: &Equation) -> String {
        self.expression(equation.residual, Notation::Sympy)
    }

    /// Python source that declares everything the SymPy expressions of the equations use.
    pub fn sympy_preamble(&self) -> String {
        let residuals: Vec<Expr> = self.equations.iter().map(|equation| equation.residual).collect();
        crate::notation::sympy_preamble(self, &residuals)
    }

    fn write(&self, equation: &Equation, notation: Notation) -> String {
        match (equation.target, &equation.contributions[..]) {
            (Some(target), [here, _]) => {
                format!("{} = {}", self.expression(here.expr, notation), self.expression(target, notation))
            }
            _ => format!("{} = 0", self.left_side(equation, notation)),
        }
    }

    fn left_side(&self, equation: &Equation, notation: Notation) -> String {
        let mut text = String::new();
        for (at, (subtracted, term)) in equation.terms.iter().enumerate() {
            text.push_str(match (at, subtracted, notation) {
                (0, false, _) => "",
                (0, true, Notation::Unicode) => "−",
                (0, true, _) => "-",
                (_, false, _) => " + ",
                (_, true, Notation::Unicode) => " − ",
                (_, true, _) => " - ",
            });
            text.push_str(&self.expression(*term, notation));
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// An expression of this derivation in a notation.
    pub fn expression(&self, expr: Expr, notation: Notation) -> String {
        let names = written_atoms(self, &[expr], notation);
        notation.print(&self.algebra.store, expr, &names)
    }

    /// Whether all equations can be written: nested functions with common parts written out can give
    /// equations that are too large.
    ///
    /// # Errors
    /// [`DeriveError::TooLarge`] for the first equation that is too large.
    pub fn check_writable(&self) -> Result<(), DeriveError> {
        let store = &self.algebra.store;
        for equation in &self.equations {
            let mut sizes: HashMap<Expr, f64> = HashMap::new();
            let mut roots = vec![equation.residual];
            let inside = |part: &Expr| match self.atoms.meaning(*part) {
                Some(Atom::Along { body, .. }) => Some(body),
                _ => None,
            };
            roots.extend(store.parts_of(&roots).iter().filter_map(inside));
            let mut largest = 0.0f64;
            // Parts come before what they are in.
            for part in store.parts_of(&roots) {
                let mut size = 1.0;
                store.node(part).parts(|inner| size += sizes.get(&inner).copied().unwrap_or(1.0));
                sizes.insert(part, size);
                largest = largest.max(size);
            }
            if largest > MOST_WRITTEN {
                return Err(DeriveError::TooLarge { equation: equation.name.clone(), size: largest });
            }
        }
        Ok(())
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

    /// The residual of a coordinate's equation with the integrals ∫ ∂²u/∂t² dx removed by the integrated
    /// field equation, where that is possible: relative and absolute coordinates then give the same equation.
    ///
    /// # Errors
    /// A derivative that cannot be taken.
    pub fn on_shell(&mut self, equation: &Equation) -> Result<Expr, DeriveError> {
        crate::on_shell::on_shell(self, equation.residual)
    }
}
