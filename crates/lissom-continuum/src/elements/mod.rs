//! Surrogate elements: one representative particle with its energies per length.
//!
//! An element only states its energies; field equations, boundary loads and what an end can prescribe
//! follow from them \[Singer1994, §2 and Table 1\]. A new element is one file and one line in [`SURROGATES`].

mod axial_load;
mod bernoulli_euler;
mod custom;
pub(crate) mod damping;
mod foundation;
mod frame;
mod rayleigh;
mod rod;
mod shaft;
mod string;
mod timoshenko;
mod von_karman;

use lissom_symbolic::{Expr, Unknown};

use crate::algebra::Algebra;
use crate::error::DeriveError;

/// Every kind of surrogate element.
pub const SURROGATES: &[&dyn Surrogate] = &[
    &string::StringElement,
    &rod::Rod,
    &shaft::Shaft,
    &bernoulli_euler::BernoulliEuler,
    &rayleigh::Rayleigh,
    &timoshenko::Timoshenko,
    &frame::Frame,
    &von_karman::VonKarman,
    &custom::Custom,
];

/// A kind of flexible member.
pub trait Surrogate: Sync {
    /// Its name in the model file.
    fn kind(&self) -> &'static str;

    /// One-line description.
    fn description(&self) -> &'static str;

    /// How many fields it has; `None`: any number.
    fn field_count(&self) -> Option<usize>;

    /// Name of the derivative of this order of this field at an end.
    fn end_name(&self, field: usize, order: u8) -> Option<&'static str>;

    /// The field that moves across the member, if one does: tension and foundations act on it.
    fn transverse(&self) -> Option<usize>;

    /// Whether axial load stiffens the member by default: true where it has only a transverse field, so that
    /// bending shortens it.
    fn stiffens(&self) -> bool {
        false
    }

    /// Kinetic energy per length [J/m].
    ///
    /// # Errors
    /// A missing coefficient, or a derivative that cannot be taken.
    fn kinetic(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        let inertia = particle.coefficient("rhoA")?;
        let product = particle.algebra.store.mul(inertia, particle.speed_square);
        Ok(particle.algebra.halved(product))
    }

    /// Strain energy per length [J/m].
    ///
    /// # Errors
    /// A missing coefficient, or a derivative that cannot be taken.
    fn strain_energy(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError>;

    /// Additional dissipation function per length of the element, besides viscous and Kelvin-Voigt damping
    /// [W/m].
    ///
    /// # Errors
    /// A missing coefficient, or a derivative that cannot be taken.
    fn own_dissipation(&self, particle: &mut Particle<'_>) -> Result<Expr, DeriveError> {
        Ok(particle.algebra.store.zero())
    }
}

/// The kind with this name.
pub fn surrogate(kind: &str) -> Option<&'static dyn Surrogate> {
    SURROGATES.iter().copied().find(|surrogate| surrogate.kind() == kind)
}

/// The representative particle of a member.
pub struct Particle<'a> {
    pub(crate) algebra: &'a mut Algebra,
    pub(crate) member: &'a str,
    pub(crate) fields: &'a [Unknown],
    pub(crate) coefficients: &'a [(String, Expr)],
    /// The square of the absolute velocity.
    pub(crate) speed_square: Expr,
}

impl Particle<'_> {
    pub(crate) fn optional(&self, key: &str) -> Option<Expr> {
        self.coefficients.iter().find(|(name, _)| name == key).map(|(_, expr)| *expr)
    }

    pub(crate) fn coefficient(&self, key: &str) -> Result<Expr, DeriveError> {
        self.optional(key).ok_or_else(|| DeriveError::MissingCoefficient {
            member: self.member.to_owned(),
            coefficient: key.to_owned(),
        })
    }

    pub(crate) fn field(&mut self, field: usize, time: u8, space: u8) -> Expr {
        self.algebra.jet(self.fields[field], time, space)
    }

    /// As [`Particle::half_square`], and zero where the member has no such coefficient.
    pub(crate) fn half_square_if_given(
        &mut self,
        key: &str,
        field: usize,
        space: u8,
    ) -> Result<Expr, DeriveError> {
        match self.optional(key) {
            Some(_) => self.half_square(key, field, 0, space),
            None => Ok(self.algebra.store.zero()),
        }
    }

    /// coefficient · (derivative of a field)² / 2
    pub(crate) fn half_square(
        &mut self,
        key: &str,
        field: usize,
        time: u8,
        space: u8,
    ) -> Result<Expr, DeriveError> {
        let (coefficient, jet) = (self.coefficient(key)?, self.field(field, time, space));
        Ok(self.algebra.half_square(coefficient, jet))
    }
}

/// Energy per length of axial load and foundation on the transverse field [J/m].
pub(crate) fn transverse_energy(
    surrogate: &dyn Surrogate,
    particle: &mut Particle<'_>,
) -> Result<Expr, DeriveError> {
    let Some(field) = surrogate.transverse() else { return Ok(particle.algebra.store.zero()) };
    let on_foundation = foundation::energy(particle, field)?;
    // A string's tension is its elasticity and already counted.
    if surrogate.kind() == "string" {
        return Ok(on_foundation);
    }
    let loaded = axial_load::energy(particle, field)?;
    Ok(particle.algebra.store.add(loaded, on_foundation))
}
