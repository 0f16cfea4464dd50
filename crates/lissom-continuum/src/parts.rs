//! Parts of a system: energies of members and lumped parts, loads, and end conditions of members.

use lissom_model::model::{Continuum, Law, SymbolicSystem};
use lissom_symbolic::{Dependence, Expr, Unknown};

use crate::algebra::Algebra;
use crate::elements::{self, Particle, Surrogate};
use crate::error::DeriveError;
use crate::stiffening::{PointMass, Spine, stiffen};

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
    /// Data of its stiffening.
    pub spine: Spine,
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

/// The parts of a system.
pub(crate) struct Parts {
    pub coordinates: Vec<(String, Unknown)>,
    pub members: Vec<Member>,
    pub lumps: Vec<Lump>,
    pub loads: Vec<Load>,
    /// Notes on effects omitted from the energies.
    pub omissions: Vec<String>,
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
        let gravity: Vec<Expr> = system.gravity.iter().map(|law| adopted(algebra, law)).collect();
        let members = system.continua.iter().zip(fields);
        let mut members: Vec<Member> = members
            .map(|(continuum, fields)| member(algebra, continuum, fields, &gravity))
            .collect::<Result<_, _>>()?;
        let (lumps, masses) = lumps(algebra, system, &gravity)?;
        let omissions = stiffen(algebra, &mut members, &masses, &gravity)?;
        let loads = system.forces.iter().map(|force| {
            let value = match &force.value {
                Some(law) => adopted(algebra, law),
                None => input(algebra, &force.name),
            };
            Load { name: force.name.clone(), value, at: adopted(algebra, &force.at) }
        });
        let loads = loads.collect();
        Ok(Self { coordinates, members, lumps, loads, omissions })
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
    // Rotations leave sin² + cos² behind; without them the square is kept.
    Ok(if position.len() > 1 { algebra.tidied(sum) } else { sum })
}

pub(crate) fn derivative_error(part: &str, source: lissom_symbolic::DerivativeError) -> DeriveError {
    DeriveError::Derivative { part: part.to_owned(), source }
}

/// − m g·r
fn weight(algebra: &mut Algebra, mass: Expr, gravity: &[Expr], position: &[Expr]) -> Expr {
    let products: Vec<Expr> = gravity.iter().zip(position).map(|(g, r)| algebra.store.mul(*g, *r)).collect();
    let height = algebra.total_of(&products);
    let work = algebra.store.mul(mass, height);
    algebra.store.neg(work)
}

fn member(
    algebra: &mut Algebra,
    continuum: &Continuum,
    fields: Vec<Unknown>,
    gravity: &[Expr],
) -> Result<Member, DeriveError> {
    let name = &continuum.name;
    let surrogate = elements::surrogate(&continuum.kind)
        .ok_or_else(|| DeriveError::UnknownKind { member: name.clone(), kind: continuum.kind.clone() })?;
    if let Some(needed) = surrogate.field_count().filter(|needed| *needed != fields.len()) {
        return Err(DeriveError::FieldCount { member: name.clone(), needed, given: fields.len() });
    }
    let coefficients: Vec<(String, Expr)> =
        continuum.coefficients.iter().map(|(key, law)| (key.clone(), adopted(algebra, law))).collect();
    let position: Vec<Expr> = continuum.position.iter().map(|law| adopted(algebra, law)).collect();
    let forces: Vec<Expr> = continuum
        .load
        .iter()
        .map(|law| {
            let force = adopted(algebra, law);
            algebra.with_derivatives(force)
        })
        .collect();
    let loads = forces.into_iter().zip(position.iter().copied()).collect();
    let length = adopted(algebra, &continuum.length);
    let speed_square = speed_square(algebra, name, &position)?;
    let mut particle =
        Particle { algebra, member: name, fields: &fields, coefficients: &coefficients, speed_square };
    let kinetic = surrogate.kinetic(&mut particle)?;
    let strain_energy = surrogate.strain_energy(&mut particle)?;
    let transverse = elements::transverse_energy(surrogate, &mut particle)?;
    let dissipation = elements::damping::dissipation(surrogate, &mut particle, strain_energy)?;
    let inertia = particle.optional("rhoA");
    let mut potential = algebra.store.add(strain_energy, transverse);
    if let Some(inertia) = inertia {
        let heavy = weight(algebra, inertia, gravity, &position);
        potential = algebra.store.add(potential, heavy);
    }
    let spine = spine(algebra, surrogate, continuum, &fields, (position, inertia));
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
        spine,
    })
}

fn spine(
    algebra: &mut Algebra,
    surrogate: &dyn Surrogate,
    continuum: &Continuum,
    fields: &[Unknown],
    (position, inertia): (Vec<Expr>, Option<Expr>),
) -> Spine {
    let zero = algebra.store.zero();
    let still = fields.iter().map(|field| (algebra.jet(*field, 0, 0), zero)).collect();
    let straight = position.iter().map(|component| algebra.store.substitute(*component, &still)).collect();
    let is_on = continuum.stiffening.unwrap_or_else(|| surrogate.stiffens());
    let transverse = surrogate.transverse().filter(|_| is_on).map(|field| fields[field]);
    Spine { straight, position, inertia, transverse, is_demanded: continuum.stiffening == Some(true) }
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

/// Lumped parts with their energies, and the masses among them.
fn lumps(
    algebra: &mut Algebra,
    system: &SymbolicSystem,
    gravity: &[Expr],
) -> Result<(Vec<Lump>, Vec<PointMass>), DeriveError> {
    let zero = algebra.store.zero();
    let empty =
        |name: &str| Lump { name: name.to_owned(), kinetic: zero, potential: zero, dissipation: zero };
    let (mut lumps, mut masses) = (Vec::new(), Vec::new());
    for mass in &system.masses {
        let position: Vec<Expr> = mass.position.iter().map(|law| adopted(algebra, law)).collect();
        let inertia = adopted(algebra, &mass.mass);
        let square = speed_square(algebra, &mass.name, &position)?;
        let product = algebra.store.mul(inertia, square);
        let mut kinetic = algebra.halved(product);
        if let (Some(rotary), Some(angle)) = (&mass.inertia, &mass.angle) {
            let (rotary, angle) = (adopted(algebra, rotary), adopted(algebra, angle));
            let rate = algebra.by_time(angle).map_err(|source| derivative_error(&mass.name, source))?;
            let rotation = algebra.half_square(rotary, rate);
            kinetic = algebra.store.add(kinetic, rotation);
        }
        let potential = weight(algebra, inertia, gravity, &position);
        lumps.push(Lump { kinetic, potential, ..empty(&mass.name) });
        masses.push(PointMass { name: mass.name.clone(), mass: inertia, position });
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
    Ok((lumps, masses))
}
