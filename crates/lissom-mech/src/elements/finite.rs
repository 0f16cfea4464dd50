//! An element in finite motion: deformations as exact functions of the configuration, and its inertia.
//!
//! The coordinates are displacements from the reference configuration, so that a machine far from the origin is as
//! accurate as one at it. Derivatives are by the velocity coordinates; in the plane these are the rates of the
//! coordinates themselves. A spatial family keeps this trait: its rotations enter through the orientation that
//! [`Configuration`] carries, and its derivatives are by spins.

use super::beam_link::BeamLink;
use super::form::ElementForm;
use lissom_linalg::Dense;

/// Values of all coordinates of a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// Displacement of every coordinate from the reference configuration [m] or [rad].
    pub displacement: Vec<f64>,
    /// Cosine and sine of every rotation; (1, 0) for translations [-].
    pub turn: Vec<[f64; 2]>,
}

impl Configuration {
    /// The reference configuration of `n` coordinates.
    #[must_use]
    pub fn reference(n: usize) -> Self {
        Self { displacement: vec![0.0; n], turn: vec![[1.0, 0.0]; n] }
    }

    /// A vector of the reference configuration, turned with the rotation at `index`.
    #[must_use]
    pub fn turned(&self, index: usize, v: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.turn[index];
        [c * v[0] - s * v[1], s * v[0] + c * v[1]]
    }
}

/// Why the configuration of an element is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degenerate(pub &'static str);

/// Stress resultants of an element: σ = S e + S_d ė, without torque laws.
#[derive(Clone, Debug)]
pub struct Elasticity {
    /// S, dual to the deformations.
    pub stiffness: Dense,
    /// S_d, dual to the rates.
    pub damping: Dense,
}

/// An element in finite motion. Matrices are stored row by row in the slices given; nothing allocates.
///
/// The default methods apply to a massless element whose deformations are linear in its coordinates.
pub trait Finite: Send + Sync {
    /// S and S_d.
    fn elasticity(&self) -> Elasticity;

    /// e = D(x) and D,x (deformations × coordinates).
    ///
    /// # Errors
    /// When the deformation is not defined there.
    fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate>;

    /// (D,xx v) v: the part of ë due to velocity. `v` are the rates of all coordinates.
    fn convected(&self, _at: &Configuration, _v: &[f64], e_xx_vv: &mut [f64]) {
        e_xx_vv.fill(0.0);
    }

    /// (D,xxx v) v: the gradient of [`Self::convected`] (deformations × coordinates).
    fn convected_gradient(&self, _at: &Configuration, _v: &[f64], e_xxx_vv: &mut [f64]) {
        e_xxx_vv.fill(0.0);
    }

    /// Σ λ_a D_a,xx (coordinates × coordinates).
    fn weighted_hessian(&self, _at: &Configuration, _weights: &[f64], hessian: &mut [f64]) {
        hessian.fill(0.0);
    }

    /// Whether it has inertia; the methods below are called only if it has.
    fn has_mass(&self) -> bool {
        false
    }

    /// M(x) (coordinates × coordinates) and the inertia force M a + h(x, v) for rates `v` and accelerations `a` of all
    /// coordinates.
    fn inertia(&self, _at: &Configuration, _v: &[f64], _a: &[f64], mass: &mut [f64], force: &mut [f64]) {
        mass.fill(0.0);
        force.fill(0.0);
    }

    /// (M a + h),x for rates `v` and accelerations `a` of all coordinates.
    fn inertia_x(&self, _at: &Configuration, _v: &[f64], _a: &[f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
    }

    /// h,v.
    fn inertia_v(&self, _at: &Configuration, _v: &[f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
    }

    /// Whether its weight is given by [`Self::weight`]; by default it is M g.
    fn weighs(&self) -> bool {
        false
    }

    /// Its weight under a uniform gravity: the gradient of g · ∫ r dm.
    fn weight(&self, _at: &Configuration, _gravity: [f64; 2], force: &mut [f64]) {
        force.fill(0.0);
    }

    /// The derivative of [`Self::weight`] (coordinates × coordinates).
    fn weight_x(&self, _at: &Configuration, _gravity: [f64; 2], gradient: &mut [f64]) {
        gradient.fill(0.0);
    }

    /// The element as a link of a chain, where one end follows from the other in closed form.
    fn link(&self) -> Option<BeamLink> {
        None
    }

    /// The element as data, for code that is evaluated elsewhere; `None` where it cannot be written down.
    fn form(&self) -> Option<ElementForm> {
        None
    }

    /// Whether e is linear in the coordinates.
    fn is_linear(&self) -> bool {
        false
    }

    /// ∫ u dm: mass times the displacement of the centre of mass [kg m].
    fn mass_moment(&self, _at: &Configuration) -> [f64; 2] {
        [0.0; 2]
    }
}

/// e = G x and D,x = G for deformations that are linear in the coordinates.
pub(crate) fn linear_deformation(
    gradient: &Dense,
    coordinates: &[usize],
    at: &Configuration,
    e: &mut [f64],
    e_x: &mut [f64],
) {
    let columns = coordinates.len();
    for (i, value) in e.iter_mut().enumerate() {
        *value = 0.0;
        for (j, index) in coordinates.iter().enumerate() {
            e_x[i * columns + j] = gradient[(i, j)];
            *value += gradient[(i, j)] * at.displacement[*index];
        }
    }
}
