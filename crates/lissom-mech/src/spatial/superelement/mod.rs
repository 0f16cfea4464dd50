//! A flexible part with any number of interfaces as one element: local motions in a frame of its own, imposed and elastic deformations,
//! inertia in large motion.
//!
//! The element has a hidden node, its frame (c, R), the nodes of its interfaces and internal amplitudes η. Local motions
//! d = (u₁, ψ₁, …, uₙ, ψₙ, η) are exact functions of these (`local_motion`). Six combinations Z d = 0 say what the frame follows; the
//! others, s = C d, are elastic deformations ε = s + ½ sᵀHs with the stress S ε (`gauge`). Both kinds are one form over d:
//! e = w·d + ½ dᵀHd. `inertia` has the mass, `state` what an evaluation keeps, `second_order` the derivatives for linearised equations,
//! `indications` how far the linear model of the part is used. Every file states its
//! equations and what they follow from.

mod assembling;
mod building;
mod gauge;
mod indications;
mod inertia;
mod local_motion;
mod second_order;
mod state;

pub use indications::PartIndications;
pub(super) use state::Moving;

use super::building::SpatialEnd;
use super::rotation::Axes;
use crate::parts::moving_part::{INTERFACE_MOTIONS, MovingPart};
use crate::parts::shape_integrals::ShapeIntegrals;
use crate::vector::Vector;

/// Rotations beyond this are refused: a linear model of a part means nothing there [rad].
pub(super) const MOST_TURNED: f64 = 2.5;

/// A deformation: e = w·d + ½ dᵀHd.
#[derive(Clone, Debug)]
pub(super) struct LocalMeasure {
    /// w.
    pub weights: Vec<f64>,
    /// H, row by row; empty: none.
    pub second: Vec<f64>,
}

/// The constants of a superelement.
#[derive(Clone, Debug)]
pub struct Superelement {
    /// Its place among the superelements of the machine.
    pub(super) number: usize,
    /// The hidden node.
    pub(super) frame: SpatialEnd,
    /// Nodes of the interfaces.
    pub(super) ends: Vec<SpatialEnd>,
    /// The axes of the model in the axes of every interface node.
    pub(super) triads: Vec<Axes>,
    /// The same for the frame.
    pub(super) own: Axes,
    /// From the origin of the frame to the interfaces in the reference configuration [m].
    pub(super) reference: Vec<Vector>,
    /// The first of its amplitudes among the scalar coordinates of the machine, and their number.
    pub(super) first_scalar: usize,
    pub(super) amplitudes: usize,
    /// Imposed deformations first, then elastic ones.
    pub(super) measures: Vec<LocalMeasure>,
    /// Inertia about the origin of the frame.
    pub(super) integrals: ShapeIntegrals,
    /// Mass over d, row by row.
    pub(super) mass: Vec<f64>,
    /// Lowest frequency with its frame at rest [rad/s], and the distance of its interfaces along which forces act [m].
    pub(super) lowest: f64,
    pub(super) chord: Option<Vector>,
    /// The part it was made of.
    pub(super) name: String,
}

impl Superelement {
    /// Number of local motions N.
    #[must_use]
    pub fn motions(&self) -> usize {
        INTERFACE_MOTIONS * self.ends.len() + self.amplitudes
    }

    /// Number of its deformations.
    #[must_use]
    pub fn deformations(&self) -> usize {
        self.measures.len()
    }

    /// Number of its coordinates: frame, interfaces, amplitudes.
    #[must_use]
    pub fn columns(&self) -> usize {
        INTERFACE_MOTIONS + self.motions()
    }

    /// Frame and interfaces.
    pub(super) fn nodes(&self) -> impl Iterator<Item = SpatialEnd> + '_ {
        std::iter::once(self.frame).chain(self.ends.iter().copied())
    }

    /// A typical length: the radius of gyration of its mass, or the reach of its interfaces [m].
    pub(super) fn reach(&self) -> f64 {
        // The largest: planar parts know the one about z only.
        let largest = (0..3).map(|a| self.integrals.inertia[a][(0, 0)]).fold(0.0, f64::max);
        let gyration = (largest / self.integrals.mass.max(f64::MIN_POSITIVE)).sqrt();
        self.reference.iter().map(|x| crate::vector::norm(*x)).fold(gyration, f64::max)
    }
}

/// A part with everything that its machine must know beside the constants of the element.
pub(super) struct Assembled {
    pub element: Superelement,
    pub names: Vec<String>,
    pub units: Vec<&'static str>,
    pub flexible: Vec<bool>,
    pub stiffness: Vec<f64>,
    pub damping: Vec<f64>,
}

/// The origin of the frame of a part in the reference configuration [m].
pub(super) fn origin(part: &MovingPart) -> Vector {
    gauge::origin(part)
}
