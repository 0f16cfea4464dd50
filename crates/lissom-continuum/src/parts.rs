//! A system taken apart: energies of members and lumps, loads, and what the ends of members follow.

use lissom_model::model::{Continuum, Law, SymbolicSystem};
use lissom_symbolic::{Dependence, Expr, Unknown};

use crate::algebra::Algebra;
use crate::elements::{self, Particle, Surrogate};
use crate::error::DeriveError;

/// One of the two ends of a member.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum End {
    /// x = 0.
    A,
    /// x = length.
    B,
}

impl End {
    /// Both ends.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The key of the model file.
    pub fn key(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// A derivative of a field that an end carries: the loads of the member do work on it.
#[derive(Clone, Debug)]
pub(crate) struct EndQuantity {
    pub name: String,
    pub field: usize,
    pub order: u8,
}

/// A flexible member as its representative particle.
pub(crate) struct Member {
    pub name: String,
    pub length: Expr,
    pub fields: Vec<Unknown>,
    /// Kinetic energy per length.
    pub kinetic: Expr,
    /// Potential energy per length.
    pub potential: Expr,
    /// Dissipation function per length.
    pub dissipation: Expr,
    /// Distributed loads with the displacements on which they do work.
    pub loads: Vec<(Expr, Expr)>,
    pub quantities: Vec<EndQuantity>,
    /// What each quantity follows at each end; `None`: free.
    pub follows: [Vec<Option<Expr>>; 2],
}

impl Member {
    /// L = T − V per length.
    pub fn lagrangian(&self, algebra: &mut Algebra) -> Expr {
        algebra.store.sub(self.kinetic, self.potential)
    }
}

/// A lumped part with its energies.
pub(crate) struct Lump {
    pub name: String,
    pub kinetic: Expr,
    pub potential: Expr,
    pub dissipation: Expr,
}

/// A force with the displacement on which it does work.
pub(crate) struct Load {
    pub name: String,
    pub value: Expr,
    pub at: Expr,
}

/// A system taken apart.
pub(crate) struct Parts {
    pub coordinates: Vec<(String, Unknown)>,
    pub members: Vec<Member>,
    pub lumps: Vec<Lump>,
    pub loads: Vec<Load>,
}

impl Parts {
    /// Declares the unknown functions and forms the energies.
    pub fn new(algebra: &mut Algebra, system: &SymbolicSystem) -> Result<Self, DeriveError> {
        let mut coordinates = Vec::new();
        for name in &system.coordinates {
            let symbol = algebra.store.symbol(name);
            let unknown = algebra.jets.declare(&mut algebra.store, symbol, Dependence::TIME);
            coordinates.push((name.clone(), unknown));
        }
        let mut fields = Vec::new();
        for continuum in &system.continua {
            let declared = continuum.fields.iter().map(|name| {
                let symbol = algebra.store.symbol(name);
                algebra.jets.declare(&mut algebra.store, symbol, Dependence::BOTH)
            });
            fields.push(declared.collect::<Vec<_>>());
        }
        let members = system.continua.iter().zip(fields);
        let members = members
            .map(|(continuum, fields)| member(algebra, continuum, fields))
            .collect::<Result<_, _>>()?;
        let lumps = lumps(algebra, system)?;
        let loads = system.forces.iter().map(|force| Load {
            name: force.name.clone(),
            value: match &force.value {
                Some(law) => adopted(algebra, law),
                None => input(algebra, &force.name),
            },
            at: adopted(algebra, &force.at),
        });
        let loads = loads.collect();
        Ok(Self { coordinates, members, lumps, loads })
    }
}

fn adopted(algebra: &mut Algebra, law: &Law) -> Expr {
    algebra.law(law.expr)
}

/// An input is an unknown function of time.
fn input(algebra: &mut Algebra, name: &str) -> Expr {
    let time = algebra.jets.time();
    let call = algebra.store.applied(name, &[time]);
    algebra.jets.adopt(&mut algebra.store, call)
}

/// The square of the velocity of a point.
fn speed_square(algebra: &mut Algebra, part: &str, position: &[Expr]) -> Result<Expr, DeriveError> {
    let mut squares = Vec::new();
    for component in position {
        let velocity = algebra.by_time(*component).map_err(|source| derivative_error(part, source))?;
        squares.push(algebra.store.powi(velocity, 2));
    }
    let sum = algebra.total_of(&squares);
    // Rotations leave sin² + cos² behind; without them the square stays a square, which reads better.
    Ok(if position.len() > 1 { algebra.tidied(sum) } else { sum })
}

pub(crate) fn derivative_error(part: &str, source: lissom_symbolic::DerivativeError) -> DeriveError {
    DeriveError::Derivative { part: part.to_owned(), source }
}

fn member(algebra: &mut Algebra, continuum: &Continuum, fields: Vec<Unknown>) -> Result<Member, DeriveError> {
    let name = &continuum.name;
    let surrogate = elements::surrogate(&continuum.kind)
        .ok_or_else(|| DeriveError::UnknownKind { member: name.clone(), kind: continuum.kind.clone() })?;
    if let Some(needed) = surrogate.field_count().filter(|needed| *needed != fields.len()) {
        return Err(DeriveError::FieldCount { member: name.clone(), needed, given: fields.len() });
    }
    let coefficients: Vec<(String, Expr)> =
        continuum.coefficients.iter().map(|(key, law)| (key.clone(), adopted(algebra, law))).collect();
    let position: Vec<Expr> = continuum.position.iter().map(|law| adopted(algebra, law)).collect();
    let forces: Vec<Expr> = continuum.load.iter().map(|law| adopted(algebra, law)).collect();
    let loads = forces.into_iter().zip(position.iter().copied()).collect();
    let length = adopted(algebra, &continuum.length);
    let speed_square = speed_square(algebra, name, &position)?;
    let mut particle =
        Particle { algebra, member: name, fields: &fields, coefficients: &coefficients, speed_square };
    let kinetic = surrogate.kinetic(&mut particle)?;
    let strain_energy = surrogate.strain_energy(&mut particle)?;
    let transverse = elements::transverse_energy(surrogate, &mut particle)?;
    let dissipation = elements::dissipation(surrogate, &mut particle, strain_energy)?;
    let potential = algebra.store.add(strain_energy, transverse);
    let quantities =
        end_quantities(algebra, surrogate, continuum, &fields, &[kinetic, potential, dissipation])?;
    let follows = follows(algebra, continuum, &quantities)?;
    Ok(Member {
        name: name.clone(),
        length,
        fields,
        kinetic,
        potential,
        dissipation,
        loads,
        quantities,
        follows,
    })
}

/// A field whose highest derivative in the densities is of order n carries its derivatives below n at an end.
fn end_quantities(
    algebra: &Algebra,
    surrogate: &dyn Surrogate,
    continuum: &Continuum,
    fields: &[Unknown],
    densities: &[Expr],
) -> Result<Vec<EndQuantity>, DeriveError> {
    let mut quantities = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let jets = densities.iter().flat_map(|density| algebra.jets.jets_in(&algebra.store, *density));
        let order = jets.filter(|(jet, _)| jet.of == *field).map(|(jet, _)| jet.space).max().unwrap_or(0);
        if order == 0 {
            return Err(DeriveError::NoSpatialDerivative {
                member: continuum.name.clone(),
                field: continuum.fields[at].clone(),
            });
        }
        for k in 0..order {
            let own = || match k {
                0 => continuum.fields[at].clone(),
                _ => format!("{}_{}", continuum.fields[at], "x".repeat(k.into())),
            };
            let name = surrogate.end_name(at, k).map_or_else(own, str::to_owned);
            quantities.push(EndQuantity { name, field: at, order: k });
        }
    }
    Ok(quantities)
}

fn follows(
    algebra: &mut Algebra,
    continuum: &Continuum,
    quantities: &[EndQuantity],
) -> Result<[Vec<Option<Expr>>; 2], DeriveError> {
    let mut both = [vec![None; quantities.len()], vec![None; quantities.len()]];
    for (data, follows) in continuum.ends.iter().zip(&mut both) {
        for (quantity, law) in data {
            let at = quantities.iter().position(|known| known.name == *quantity);
            let at = at.ok_or_else(|| DeriveError::EndQuantity {
                member: continuum.name.clone(),
                quantity: quantity.clone(),
                allowed: quantities.iter().map(|known| known.name.clone()).collect(),
            })?;
            let expr = adopted(algebra, law);
            if algebra.jets.varies_in_space(&algebra.store, expr) {
                return Err(DeriveError::EndDependsOnField {
                    member: continuum.name.clone(),
                    quantity: quantity.clone(),
                });
            }
            follows[at] = Some(expr);
        }
    }
    Ok(both)
}

fn lumps(algebra: &mut Algebra, system: &SymbolicSystem) -> Result<Vec<Lump>, DeriveError> {
    let zero = algebra.store.zero();
    let empty =
        |name: &str| Lump { name: name.to_owned(), kinetic: zero, potential: zero, dissipation: zero };
    let mut lumps = Vec::new();
    for mass in &system.masses {
        let position: Vec<Expr> = mass.position.iter().map(|law| adopted(algebra, law)).collect();
        let inertia = adopted(algebra, &mass.mass);
        let square = speed_square(algebra, &mass.name, &position)?;
        let product = algebra.store.mul(inertia, square);
        let mut kinetic = algebra.halved(product);
        if let (Some(inertia), Some(angle)) = (&mass.inertia, &mass.angle) {
            let (inertia, angle) = (adopted(algebra, inertia), adopted(algebra, angle));
            let rate = algebra.by_time(angle).map_err(|source| derivative_error(&mass.name, source))?;
            let rotation = algebra.half_square(inertia, rate);
            kinetic = algebra.store.add(kinetic, rotation);
        }
        lumps.push(Lump { kinetic, ..empty(&mass.name) });
    }
    for spring in &system.springs {
        let (stiffness, elongation) =
            (adopted(algebra, &spring.coefficient), adopted(algebra, &spring.elongation));
        let potential = algebra.half_square(stiffness, elongation);
        lumps.push(Lump { potential, ..empty(&spring.name) });
    }
    for damper in &system.dampers {
        let (damping, elongation) =
            (adopted(algebra, &damper.coefficient), adopted(algebra, &damper.elongation));
        let rate = algebra.by_time(elongation).map_err(|source| derivative_error(&damper.name, source))?;
        let dissipation = algebra.half_square(damping, rate);
        lumps.push(Lump { dissipation, ..empty(&damper.name) });
    }
    Ok(lumps)
}
