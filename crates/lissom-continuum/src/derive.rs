//! From the description of a system to its exact equations of motion.

use std::collections::HashSet;

use lissom_model::model::SymbolicSystem;
use lissom_symbolic::{DerivativeError, Expr, Expressions, Number, Unknown};

use crate::algebra::Algebra;
use crate::atoms::Atoms;
use crate::derivation::{Contribution, Derivation, Draft, EquationKind, Made};
use crate::divide::{Divided, divide};
use crate::error::DeriveError;
use crate::lagrange::{dissipation, dissipative_momentum, lagrange, momentum};
use crate::parts::{End, EndQuantity, Member, Parts, derivative_error};

/// Options of a derivation.
#[derive(Clone, Copy, Debug)]
pub struct DeriveOptions<'a> {
    /// Whether the derived equations are checked.
    pub is_verified: bool,
    /// Values of parameters: they decide the order of attachments along a member where algebra cannot.
    pub values: &'a [(&'a str, f64)],
}

impl Default for DeriveOptions<'_> {
    fn default() -> Self {
        Self { is_verified: true, values: &[] }
    }
}

/// Derives and verifies the equations of a system: field equations of the members, equations of the coordinates,
/// natural boundary conditions of free ends and compatibility of the others.
///
/// Every flexible member is one representative particle with its energies per length; the extended
/// Lagrange equation is applied for each unknown, and the loads of a member on its neighbours enter
/// the equations of the coordinates that its ends follow, by the transposed Jacobian of what they follow.
/// `expressions` is the store of the laws of the system.
///
/// # Equation
/// \[Singer1994, Eq. (10), §4 and Appendix B\]
///
/// # Errors
/// What the description lacks or contradicts; see [`DeriveError`].
pub fn derive(system: &SymbolicSystem, expressions: &Expressions) -> Result<Derivation, DeriveError> {
    derive_with(system, expressions, DeriveOptions::default())
}

/// As [`derive()`], with options.
///
/// # Errors
/// As [`derive()`].
pub fn derive_with(
    system: &SymbolicSystem,
    expressions: &Expressions,
    options: DeriveOptions<'_>,
) -> Result<Derivation, DeriveError> {
    let Divided { system, expressions, notes, continued } = divide(system, expressions, options.values)?;
    let fields = system.continua.iter().flat_map(|continuum| &continuum.fields);
    let unknowns: Vec<&String> = system.coordinates.iter().chain(fields).collect();
    let mut algebra = Algebra::new(&expressions, &unknowns);
    let parts = Parts::new(&mut algebra, &system)?;
    let occurring = Occurring::new(&algebra, &parts);
    let mut deriver = Deriver { algebra, atoms: Atoms::default(), parts: &parts, occurring };
    let mut equations = Vec::new();
    for at in 0..parts.members.len() {
        deriver.field_equations(at, &mut equations)?;
    }
    let mut loads = Vec::new();
    for at in 0..parts.members.len() {
        for end in End::BOTH {
            deriver.end_loads(at, end, &mut loads)?;
        }
    }
    for (name, coordinate) in &parts.coordinates {
        let contributions = deriver.coordinate_equation(name, *coordinate, &loads)?;
        equations.push(Draft { name: name.clone(), kind: EquationKind::Coordinate, contributions });
    }
    deriver.ends(&loads, &mut equations);
    let Deriver { algebra, atoms, .. } = deriver;
    let made = Made { notes, continued };
    Ok(Derivation::new(algebra, atoms, parts, equations, made, options.is_verified))
}

/// The load of a member on what is attached to a quantity at an end.
pub(crate) struct EndLoad {
    pub member: usize,
    pub end: End,
    /// Which of the member's end quantities.
    pub quantity: usize,
    pub load: Expr,
    pub follows: Option<Expr>,
}

/// Which unknowns occur in which part.
struct Occurring {
    members: Vec<HashSet<Unknown>>,
    lumps: Vec<HashSet<Unknown>>,
}

impl Occurring {
    fn new(algebra: &Algebra, parts: &Parts) -> Self {
        let members = parts.members.iter().map(|member| {
            let mut exprs = vec![member.kinetic, member.potential, member.dissipation];
            exprs.extend(member.loads.iter().map(|(_, displacement)| *displacement));
            algebra.unknowns_in(&exprs)
        });
        let lumps = parts
            .lumps
            .iter()
            .map(|lump| algebra.unknowns_in(&[lump.kinetic, lump.potential, lump.dissipation]));
        Self { members: members.collect(), lumps: lumps.collect() }
    }
}

struct Deriver<'p> {
    algebra: Algebra,
    atoms: Atoms,
    parts: &'p Parts,
    occurring: Occurring,
}

impl Deriver<'_> {
    fn field_equations(&mut self, at: usize, equations: &mut Vec<Draft>) -> Result<(), DeriveError> {
        let member = &self.parts.members[at];
        for field in &member.fields {
            let terms = self.density_terms(member, *field).map_err(|e| derivative_error(&member.name, e))?;
            let name = self.algebra.jets.name(*field).to_owned();
            equations.push(Draft { name, kind: EquationKind::Field { member: at }, contributions: terms });
        }
        Ok(())
    }

    /// What a member's densities contribute to the equation of an unknown, per length.
    fn density_terms(&mut self, member: &Member, of: Unknown) -> Result<Vec<Contribution>, DerivativeError> {
        let mut terms =
            self.energy_terms(&member.name, of, [member.kinetic, member.potential, member.dissipation])?;
        let mut work = Vec::new();
        let jet = self.algebra.jet(of, 0, 0);
        for (force, displacement) in &member.loads {
            let direction = self.algebra.store.derivative(*displacement, jet)?;
            let product = self.algebra.store.mul(*force, direction);
            work.push((-Number::ONE, product));
        }
        let load = self.algebra.store.sum(&work);
        terms.push(Contribution { origin: format!("{}: load", member.name), expr: load });
        terms.retain(|term| term.expr != self.algebra.store.zero());
        Ok(terms)
    }

    fn energy_terms(
        &mut self,
        name: &str,
        of: Unknown,
        [kinetic, potential, losses]: [Expr; 3],
    ) -> Result<Vec<Contribution>, DerivativeError> {
        let negative = self.algebra.store.neg(potential);
        let inertia = lagrange(&mut self.algebra, kinetic, of)?;
        let stiffness = lagrange(&mut self.algebra, negative, of)?;
        let damping = dissipation(&mut self.algebra, losses, of)?;
        let named = [("inertia", inertia), ("stiffness", stiffness), ("damping", damping)];
        let terms = named.map(|(what, expr)| Contribution { origin: format!("{name}: {what}"), expr });
        Ok(terms.into_iter().filter(|term| term.expr != self.algebra.store.zero()).collect())
    }

    /// The loads that a member applies at an end, each at its quantity.
    fn end_loads(&mut self, at: usize, end: End, loads: &mut Vec<EndLoad>) -> Result<(), DeriveError> {
        let member = &self.parts.members[at];
        let lagrangian = member.lagrangian(&mut self.algebra);
        for (number, quantity) in member.quantities.iter().enumerate() {
            let field = member.fields[quantity.field];
            let parts = momentum(&mut self.algebra, lagrangian, field, quantity.order).and_then(|elastic| {
                let lost =
                    dissipative_momentum(&mut self.algebra, member.dissipation, field, quantity.order)?;
                Ok(self.algebra.store.add(elastic, lost))
            });
            let inside = parts.map_err(|source| derivative_error(&member.name, source))?;
            let inside = self.algebra.tidied(inside);
            let here = self.atoms.at_end(&mut self.algebra, (at, member.length, end), inside);
            let load = if end == End::A { self.algebra.store.neg(here) } else { here };
            let follows = member.follows[end as usize][number];
            loads.push(EndLoad { member: at, end, quantity: number, load, follows });
        }
        Ok(())
    }

    fn coordinate_equation(
        &mut self,
        name: &str,
        of: Unknown,
        loads: &[EndLoad],
    ) -> Result<Vec<Contribution>, DeriveError> {
        let parts = self.parts;
        let mut terms = Vec::new();
        for (at, lump) in parts.lumps.iter().enumerate() {
            if !self.occurring.lumps[at].contains(&of) {
                continue;
            }
            let energies = [lump.kinetic, lump.potential, lump.dissipation];
            let found = self.energy_terms(&lump.name, of, energies);
            terms.extend(found.map_err(|source| derivative_error(&lump.name, source))?);
        }
        for (at, member) in parts.members.iter().enumerate() {
            if !self.occurring.members[at].contains(&of) {
                continue;
            }
            let found = self.density_terms(member, of).map_err(|e| derivative_error(&member.name, e))?;
            for Contribution { origin, expr } in found {
                let expr = self.atoms.along(&mut self.algebra, (at, member.length), expr);
                terms.push(Contribution { origin, expr });
            }
        }
        self.forces(of, &mut terms)?;
        self.boundary_loads(of, loads, &mut terms)?;
        terms.retain(|term| term.expr != self.algebra.store.zero());
        if terms.is_empty() {
            return Err(DeriveError::UnusedCoordinate { coordinate: name.to_owned() });
        }
        Ok(terms)
    }

    fn forces(&mut self, of: Unknown, terms: &mut Vec<Contribution>) -> Result<(), DeriveError> {
        let jet = self.algebra.jet(of, 0, 0);
        for load in &self.parts.loads {
            let direction = self.algebra.store.derivative(load.at, jet);
            let direction = direction.map_err(|source| derivative_error(&load.name, source))?;
            if direction == self.algebra.store.zero() {
                continue;
            }
            let product = self.algebra.store.mul(load.value, direction);
            let expr = self.algebra.store.neg(product);
            terms.push(Contribution { origin: format!("{}: force", load.name), expr });
        }
        Ok(())
    }

    /// − Σ fᵢ ∂Bᵢ/∂ξ: the loads of the members, by the transposed Jacobian of what their ends follow.
    ///
    /// # Equation
    /// \[Singer1994, Appendix B\], generalised to any function of the coordinates.
    fn boundary_loads(
        &mut self,
        of: Unknown,
        loads: &[EndLoad],
        terms: &mut Vec<Contribution>,
    ) -> Result<(), DeriveError> {
        let jet = self.algebra.jet(of, 0, 0);
        for EndLoad { member, end, quantity, load, follows } in loads {
            let Some(follows) = follows else { continue };
            let member = &self.parts.members[*member];
            let direction = self.algebra.store.derivative(*follows, jet);
            let direction = direction.map_err(|source| derivative_error(&member.name, source))?;
            if direction == self.algebra.store.zero() {
                continue;
            }
            let product = self.algebra.store.mul(*load, direction);
            let expr = self.algebra.store.neg(product);
            let quantity = &member.quantities[*quantity].name;
            let origin = format!("{}: load on the {quantity} of end {}", member.name, end.key());
            terms.push(Contribution { origin, expr });
        }
        Ok(())
    }

    /// Free quantities get their natural boundary condition, the others are joined to what they follow.
    fn ends(&mut self, loads: &[EndLoad], equations: &mut Vec<Draft>) {
        for EndLoad { member: at, end, quantity, load, follows } in loads {
            let member = &self.parts.members[*at];
            let EndQuantity { name, field, order } = member.quantities[*quantity].clone();
            let title = format!("{} of {}, end {}", name, member.name, end.key());
            let Some(follows) = follows else {
                let origin = format!("{}: load on the {name} of end {}", member.name, end.key());
                let contributions = vec![Contribution { origin, expr: *load }];
                equations.push(Draft {
                    name: title,
                    kind: EquationKind::Natural { member: *at, end: *end },
                    contributions,
                });
                continue;
            };
            let jet = self.algebra.jet(member.fields[field], 0, order);
            let here = self.atoms.at_end(&mut self.algebra, (*at, member.length, *end), jet);
            let target = self.algebra.store.neg(*follows);
            let contributions = vec![
                Contribution { origin: member.name.clone(), expr: here },
                Contribution { origin: "attachment".to_owned(), expr: target },
            ];
            let kind = EquationKind::Compatibility { member: *at, end: *end };
            equations.push(Draft { name: title, kind, contributions });
        }
    }
}
