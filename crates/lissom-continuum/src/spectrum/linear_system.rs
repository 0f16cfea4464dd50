//! A linear system of continua and lumped parts, from which the exact spectrum is computed.

use std::sync::Arc;

use lissom_linalg::Dense;
use lissom_symbolic::{Enclosure, EvaluateError, Program};

use super::detail::Detail;
use super::error::SpectrumError;
use super::inertia::count_negative;
use super::mesh::scaled;

/// Points along a member with varying coefficients where its mass is evaluated.
const PLACES: usize = 65;

/// Quadratic densities of a member: energies per length in z = (q, v, ξ).
///
/// q are the derivatives of the fields below the highest, field after field, v the highest derivatives, ξ the
/// coordinates of the system on which the density depends too, such as the motion of a base.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Densities {
    /// Twice the kinetic energy per length is żᵀ M ż.
    pub mass: Dense,
    /// The gyroscopic matrix, skew.
    pub gyroscopic: Dense,
    /// Twice the dissipation function per length is żᵀ C ż.
    pub damping: Dense,
    /// Twice the potential energy per length is zᵀ K z.
    pub stiffness: Dense,
    /// The distributed load does the work loadᵀ z per length.
    pub load: Vec<f64>,
}

/// How the densities vary along a member.
#[derive(Clone, Debug)]
pub(crate) enum Profile {
    Uniform(Densities),
    /// Programs of x for the four matrices, stacked.
    Varying(Varying),
}

/// Densities computed on demand.
#[derive(Clone, Debug)]
pub(crate) struct Varying {
    pub program: Program,
    /// Values of all inputs but x, which is the last.
    pub inputs: Vec<f64>,
    /// Whether damping acts.
    pub is_damped: bool,
    /// The time by which the stiffness is multiplied to give the damping, everywhere and without gyroscopic terms [s];
    /// `None` where that is not so, or not known.
    pub damping_time: Option<f64>,
    /// Whether gyroscopic terms act.
    pub is_gyroscopic: bool,
    /// How finely they vary; `None` if unresolved.
    pub detail: Option<Arc<Detail>>,
}

/// A flexible member in a linear system.
#[derive(Clone, Debug)]
pub(crate) struct LinearMember {
    pub name: String,
    /// \[m\]
    pub length: f64,
    /// The order of the highest spatial derivative of each field.
    pub orders: Vec<usize>,
    /// The coordinates of the system that the density depends on.
    pub shared: Vec<usize>,
    pub profile: Profile,
    /// Rows: the quantities of the first end, then of the second; columns: coordinates of the system.
    pub ends: Dense,
}

impl LinearMember {
    /// Number of quantities at an end.
    pub fn end_size(&self) -> usize {
        self.orders.iter().sum()
    }

    /// Size of z.
    pub fn density_size(&self) -> usize {
        self.end_size() + self.orders.len() + self.shared.len()
    }

    /// Whether another member is equal except for its position in the system.
    pub fn equals(&self, other: &Self) -> bool {
        match (&self.profile, &other.profile) {
            (Profile::Uniform(a), Profile::Uniform(b)) => {
                self.length == other.length
                    && self.orders == other.orders
                    && self.shared == other.shared
                    && a == b
            }
            _ => false,
        }
    }

    pub fn is_uniform(&self) -> bool {
        matches!(self.profile, Profile::Uniform(_))
    }

    /// How finely the densities vary, if they do.
    pub fn detail(&self) -> Option<&Detail> {
        match &self.profile {
            Profile::Uniform(_) => None,
            Profile::Varying(varying) => varying.detail.as_deref(),
        }
    }

    /// Whether the densities vary too finely to be followed.
    pub fn is_untraced(&self) -> bool {
        !self.is_uniform() && self.detail().is_none()
    }

    /// Bounds of stiffness and mass over a range of places: column by column, both with the rows of z. `None` where nothing varies, or
    /// too finely to be followed.
    pub fn bounds(&self, [from, to]: [f64; 2]) -> Option<[Vec<Enclosure>; 2]> {
        let Profile::Varying(varying) = &self.profile else { return None };
        varying.detail.as_ref()?;
        let mut inputs: Vec<Enclosure> = varying.inputs.iter().map(|value| Enclosure::of(*value)).collect();
        inputs.push(Enclosure::between(from, to));
        let all = varying.program.enclose(&inputs);
        let entries = self.density_size().pow(2);
        let matrix = |at: usize| all[at * entries..][..entries].to_vec();
        Some([matrix(3), matrix(0)])
    }

    /// The densities at a place.
    pub fn densities(&self, x: f64) -> Result<Densities, SpectrumError> {
        match &self.profile {
            Profile::Uniform(densities) => Ok(densities.clone()),
            Profile::Varying(varying) => varying.at(x, self.density_size()).map_err(|source| {
                SpectrumError::Undefined { part: format!("{} at x = {x}", self.name), source }
            }),
        }
    }
}

impl Varying {
    pub fn at(&self, x: f64, size: usize) -> Result<Densities, EvaluateError> {
        let mut inputs = self.inputs.clone();
        inputs.push(x);
        let mut values = vec![0.0; 4 * size * size + size];
        self.program.evaluate_checked(&inputs, &mut Vec::new(), &mut values)?;
        let matrix = |at: usize| {
            Dense::from_column_major(size, size, values[at * size * size..][..size * size].to_vec())
        };
        let load = values[4 * size * size..].to_vec();
        let damping = if self.is_damped { matrix(2) } else { Dense::zeros(size, size) };
        let gyroscopic = if self.is_gyroscopic { matrix(1) } else { Dense::zeros(size, size) };
        Ok(Densities { mass: matrix(0), gyroscopic, damping, stiffness: matrix(3), load })
    }
}

/// A linear system of flexible members and lumped parts.
#[derive(Clone, Debug)]
pub struct LinearSystem {
    /// Names of the coordinates.
    pub(crate) names: Vec<String>,
    pub(crate) members: Vec<LinearMember>,
    /// Lumped mass.
    pub(crate) mass: Dense,
    /// Lumped gyroscopic matrix, skew.
    pub(crate) gyroscopic: Dense,
    /// Lumped damping.
    pub(crate) damping: Dense,
    /// Lumped stiffness.
    pub(crate) stiffness: Dense,
    /// Lumped forces on the coordinates.
    pub(crate) force: Vec<f64>,
}

impl LinearSystem {
    /// Names of the coordinates: those of the system, then the free quantities at ends of members.
    pub fn coordinates(&self) -> &[String] {
        &self.names
    }

    /// The same system without damping.
    #[must_use]
    pub fn undamped(mut self) -> Self {
        self.damping.scale(0.0);
        for member in &mut self.members {
            match &mut member.profile {
                Profile::Uniform(densities) => densities.damping.scale(0.0),
                Profile::Varying(varying) => varying.is_damped = false,
            }
        }
        self
    }

    /// The same system without damping and gyroscopic terms.
    pub(crate) fn conservative(&self) -> Self {
        let mut system = self.clone().undamped();
        system.gyroscopic.scale(0.0);
        for member in &mut system.members {
            match &mut member.profile {
                Profile::Uniform(densities) => densities.gyroscopic.scale(0.0),
                Profile::Varying(varying) => varying.is_gyroscopic = false,
            }
        }
        system
    }

    /// Whether damping, gyroscopic terms and loads that follow the motion are absent.
    ///
    /// # Errors
    /// The first part that is not conservative.
    pub(crate) fn check_conservative(&self) -> Result<(), SpectrumError> {
        let vanishes = |matrix: &Dense| matrix.max_abs() == 0.0;
        if !vanishes(&self.damping) || !vanishes(&self.gyroscopic) || !is_symmetric(&self.stiffness) {
            return Err(SpectrumError::NotConservative { part: "lumped parts".to_owned() });
        }
        for member in &self.members {
            let densities = member.densities(member.length / 2.0)?;
            // Linear in x at least somewhere: a skew part that vanishes in the middle is caught at a third.
            let others = member.densities(member.length / 3.0)?;
            let parts = [&densities.damping, &densities.gyroscopic, &others.damping, &others.gyroscopic];
            let is_potential = is_symmetric(&densities.stiffness) && is_symmetric(&others.stiffness);
            if !is_potential || !parts.into_iter().all(vanishes) {
                return Err(SpectrumError::NotConservative { part: member.name.clone() });
            }
        }
        Ok(())
    }
}

impl LinearSystem {
    /// Whether damping nowhere adds energy, lumped or at places along members.
    pub(crate) fn is_dissipative(&self) -> Result<bool, SpectrumError> {
        let takes = |damping: &Dense| is_symmetric(damping) && is_not_negative(damping);
        for member in &self.members {
            let places = if member.is_uniform() { 1 } else { PLACES };
            for place in 0..places {
                let x = member.length * (place as f64 + 0.5) / places as f64;
                if !takes(&member.densities(x)?.damping) {
                    return Ok(false);
                }
            }
        }
        Ok(takes(&self.damping))
    }

    /// Whether no kinetic energy is negative, lumped or per length.
    ///
    /// # Errors
    /// The first part whose kinetic energy can be negative.
    pub(crate) fn check_masses(&self) -> Result<(), SpectrumError> {
        if !is_not_negative(&self.mass) {
            return Err(SpectrumError::NegativeMass { part: "lumped parts".to_owned() });
        }
        for member in &self.members {
            let places = if member.is_uniform() { 1 } else { PLACES };
            for place in 0..places {
                let x = member.length * (place as f64 + 0.5) / places as f64;
                if !is_not_negative(&member.densities(x)?.mass) {
                    return Err(SpectrumError::NegativeMass { part: format!("{} at x = {x}", member.name) });
                }
            }
        }
        Ok(())
    }
}

/// Whether a symmetric matrix has no negative eigenvalue beyond rounding: such an energy is not a sum of
/// squares.
fn is_not_negative(matrix: &Dense) -> bool {
    let scaled = scaled(matrix);
    let shifted =
        Dense::from_fn(scaled.rows(), scaled.cols(), |i, j| scaled[(i, j)] + if i == j { 1e-9 } else { 0.0 });
    count_negative(&shifted) == 0
}

/// Forces that have a potential give a symmetric stiffness.
fn is_symmetric(matrix: &Dense) -> bool {
    let mut skew = matrix.clone();
    skew.add_scaled(-1.0, &matrix.transpose());
    skew.max_abs() <= 1e-12 * matrix.max_abs()
}
