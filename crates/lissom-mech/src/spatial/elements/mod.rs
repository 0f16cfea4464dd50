//! What spatial machines are made of: deformations of parts as exact functions of the places and attitudes of their ends.
//!
//! `beam`: six deformations; `section`: those of a beam with shear; `axis`: its axis between the ends. `joint`: relative rotations and offsets of two triads; hinges, universal joints, slides and screws are
//! rows of these. `node`: places and attitudes of nodes themselves, as coordinates. `inertia`: everything that has mass.

mod axis;
mod beam;
mod inertia;
mod joint;
mod node;
mod section;

pub(crate) use axis::BeamAxis;
pub use beam::{BeamMeasure, BeamShape};
pub use inertia::{Carried, Inertia, SpinInertia};
pub use joint::JointShape;
pub(super) use node::angle_over_sine;

use super::chart::{Chart, Ends};
use super::jet::{Gradient, Hessian, Jet, LOCAL, Path, Pencil, RELATIVE};
use super::superelement::Superelement;
use crate::vector::{Vector, add_scaled, cross};
use std::sync::Arc;

/// Most deformations of one part.
pub const MOST: usize = 6;

/// How a part measures its deformations.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A beam: elongation, twist, bending at both ends about two axes.
    Beam(BeamShape),
    /// The distance of two points less the reference distance: bars, springs.
    Distance {
        /// From the first to the second end in the reference configuration [m].
        reference: Vector,
    },
    /// Relations of two triads.
    Joint(JointShape),
    /// Displacement of a point from its reference place.
    Place,
    /// Rotation vector of a rotational node from its home.
    Attitude,
    /// A flexible part with any number of interfaces; it has more ends than two and is measured by `superelement`.
    Superelement(Arc<Superelement>),
    /// No deformation: a part that only has mass.
    Nothing,
}

impl Shape {
    /// Number of deformations.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::Beam(_) => 6,
            Self::Distance { .. } => 1,
            Self::Joint(joint) => joint.count(),
            Self::Place | Self::Attitude => 3,
            Self::Superelement(own) => own.deformations(),
            Self::Nothing => 0,
        }
    }

    /// The deformations, with as many derivatives as the numbers carry.
    pub fn deform<J: Jet>(&self, chart: &Chart<J>, e: &mut [J; MOST]) {
        match self {
            Self::Beam(beam) => beam.deform(chart, e),
            Self::Distance { reference } => e[0] = beam::Chord::of(chart, *reference).elongation,
            Self::Joint(joint) => joint.deform(chart, e),
            Self::Place => e[..3].copy_from_slice(&chart.displacement(0)),
            Self::Attitude => e[..3].copy_from_slice(&node::rotation_vector(chart)),
            Self::Superelement(_) | Self::Nothing => {}
        }
    }

    /// The period of a deformation that is an angle, or that an angle carries on with every turn; zero for others.
    #[must_use]
    pub fn period(&self, k: usize) -> f64 {
        match self {
            Self::Joint(joint) => joint.period(k),
            _ => 0.0,
        }
    }

    /// Which of (r_p, θ_p, r_q, θ_q) the deformations depend on.
    #[must_use]
    pub fn slots(&self) -> [bool; 4] {
        match self {
            Self::Beam(_) => [true; 4],
            Self::Distance { .. } => [true, false, true, false],
            Self::Joint(joint) => joint.slots(),
            Self::Place => [true, false, false, false],
            Self::Attitude => [false, true, false, false],
            Self::Superelement(_) => [true; 4],
            Self::Nothing => [false; 4],
        }
    }

    /// Deformations with their gradients.
    pub fn gradients(&self, at: &Ends, e: &mut [Gradient; MOST]) {
        let Some(line) = self.line() else { return self.deform(&Chart::gradients(at), e) };
        let mut own = [Gradient::<RELATIVE>::constant(0.0); MOST];
        self.deform(&Chart::relative_gradients(at), &mut own);
        let [p, q] = at.displacement;
        let line = add_scaled(add_scaled(line, 1.0, q), -1.0, p);
        let turns = self.slots()[1];
        for (whole, own) in e.iter_mut().zip(&own) {
            *whole = completed(own, line, turns);
        }
    }

    /// From the first to the second end in the reference configuration, where rigid motions of both change no deformation.
    fn line(&self) -> Option<Vector> {
        match self {
            Self::Beam(beam) => Some(beam.reference),
            Self::Distance { reference } => Some(*reference),
            Self::Joint(joint) => Some(joint.line()),
            Self::Place | Self::Attitude | Self::Superelement(_) | Self::Nothing => None,
        }
    }

    /// (D,xx v) v of each deformation.
    #[must_use]
    pub fn second_rates(&self, at: &Ends, rates: &[f64; LOCAL]) -> [f64; MOST] {
        let mut e = [Path::constant(0.0); MOST];
        self.deform(&Chart::along(at, rates), &mut e);
        e.map(|path| 2.0 * path.0[2])
    }

    /// Deformations with all second derivatives.
    pub fn hessians(&self, at: &Ends, e: &mut [Hessian; MOST]) {
        self.deform(&Chart::hessians(at), e);
    }

    /// Gradients of (D,xx v) v of each deformation: D,xxx v v.
    pub fn third(&self, at: &Ends, rates: &[f64; LOCAL], by: &mut [[f64; LOCAL]; MOST]) {
        let mut e = [Pencil::constant(0.0); MOST];
        self.deform(&Chart::pencils(at, rates), &mut e);
        for (row, pencil) in by.iter_mut().zip(&e) {
            *row = pencil.0[2].by.map(|d| 2.0 * d);
        }
    }
}

/// The gradient by both ends from that by the second.
///
/// # Equation
/// No rigid motion of both ends changes the deformation: with D,r and D,θ by the second end and d from the first to it, D,r_p = −D,r and
/// D,θ_p = −D,θ − d × D,r.
fn completed(own: &Gradient<RELATIVE>, line: Vector, turns: bool) -> Gradient {
    let [x, y, z, a, b, c] = own.by;
    let [u, v, w] = cross(line, [x, y, z]);
    let first = if turns { [-a - u, -b - v, -c - w] } else { [0.0; 3] };
    Gradient { value: own.value, by: [-x, -y, -z, first[0], first[1], first[2], x, y, z, a, b, c] }
}
