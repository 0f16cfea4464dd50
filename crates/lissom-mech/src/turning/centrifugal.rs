//! Structures rotating at constant speed, for operating states of rotation.

use crate::assembly::frame::{Frame, FrameMotion};
use crate::elements::SpinAxis;
use crate::error::MechError;
use crate::vector::{cross, sub};
use lissom_linalg::{Sparse, Triplets};
use lissom_model::model::Dimension;

/// Centrifugal effects over the rows of a structure, at unit speed; all of them grow with Ω².
pub trait Centrifugal {
    /// f_E: force on the reference shape.
    fn load(&self) -> &[f64];

    /// M_E: force due to displacements.
    fn softening(&self) -> &Sparse;

    /// K^G: stiffness from the stress of the body when centrifugal force at unit speed has deformed it by
    /// `displacement`; `None` where elements are unknown.
    fn stiffening(&self, displacement: &[f64]) -> Option<Sparse>;
}

/// A structure with Coriolis force, for vibrations in a rotating frame.
pub trait Gyroscopic: Centrifugal {
    /// 2Θ(n̂) at unit speed, skew: the Coriolis matrix is Ω times it, the Euler matrix Ω̇ times half of it.
    fn coriolis(&self) -> &Sparse;
}

/// Drag on a body that rotates about an axis, in the rotating frame.
#[derive(Clone, Debug)]
pub struct SpinDrag {
    /// Velocity of the rows in a rotation at unit speed: q_θ [m] or [rad] per radian.
    pub turn: Vec<f64>,
    /// D q_θ: drag on the reference shape at unit speed [N s] or [N m s].
    pub of_shape: Vec<f64>,
    /// D S: drag due to displacements at unit speed.
    pub of_displacement: Sparse,
}

impl SpinDrag {
    /// The same body while no drag acts on its reference shape.
    #[must_use]
    pub fn without_dampers(mut self) -> Self {
        self.of_shape.fill(0.0);
        self
    }
}

/// A rotating frame structure.
#[derive(Debug)]
pub struct SpinningFrame<'a> {
    frame: &'a Frame<'a>,
    axis: SpinAxis,
    load: Vec<f64>,
    softening: Sparse,
    arms: Sparse,
    coriolis: Sparse,
}

impl<'a> SpinningFrame<'a> {
    /// The frame in rotation about an axis. Its supports rotate with it.
    #[must_use]
    pub fn of(frame: &'a Frame<'a>, axis: SpinAxis) -> Self {
        let n = frame.system().coordinates.len();
        let [mut softening, mut arms, mut coriolis] = [0, 1, 2].map(|_| Triplets::new(n, n));
        let turning = axis.at_speed(1.0).coriolis();
        let mut load = vec![0.0; n];
        for element in frame.elements() {
            let Some(moving) = element.moving() else { continue };
            let inertia = moving.spin_inertia(&axis);
            softening.add_block(element.coordinates(), &inertia.softening);
            arms.add_block(element.coordinates(), &inertia.arms);
            let mut twice = moving.inertia_form(&turning);
            twice.scale(2.0);
            coriolis.add_block(element.coordinates(), &twice);
            element.coordinates().iter().zip(inertia.load).for_each(|(c, f)| load[*c] += f);
        }
        let t = &frame.system().elimination.transformation;
        let [softening, arms] =
            [softening, arms].map(|sum| Sparse::from_triplets(&sum).congruence(t).symmetric_part());
        let coriolis = skew_part(&Sparse::from_triplets(&coriolis).congruence(t));
        Self { frame, axis, load: frame.on_independent(&load), softening, arms, coriolis }
    }

    /// The axis.
    #[must_use]
    pub fn axis(&self) -> &SpinAxis {
        &self.axis
    }

    /// Drag on the rotation: dampers between the frame and ground at rest.
    ///
    /// # Errors
    /// [`MechError::NotIsotropic`] when a damper or spring to ground is not isotropic.
    pub fn drag(&self) -> Result<SpinDrag, MechError> {
        let system = self.frame.system();
        let n = system.coordinates.len();
        let [damping, stiffness] = self.grounded();
        let spin = self.spin_of_displacements();
        let names: Vec<String> = (0..n).map(|c| system.coordinates.name(c)).collect();
        for (what, matrix) in [("damping", &damping), ("stiffness", &stiffness)] {
            isotropic(what, matrix, &spin, &names)?;
        }
        let turn = self.turn();
        let mut dragged = vec![0.0; n];
        damping.multiply(&turn, &mut dragged);
        let t = &system.elimination.transformation;
        let of_displacement =
            t.transpose().multiply_sparse(&damping.multiply_sparse(&spin).multiply_sparse(t));
        let independent = system.elimination.independent.iter().map(|c| turn[*c]).collect();
        Ok(SpinDrag { turn: independent, of_shape: self.frame.on_independent(&dragged), of_displacement })
    }

    /// K^G when forces on all coordinates act besides the centrifugal force at unit speed.
    pub(crate) fn stiffening_under(&self, displacement: &[f64], force: &[f64]) -> Sparse {
        let still = vec![0.0; displacement.len()];
        let motion = FrameMotion {
            displacement,
            velocity: &still,
            acceleration: &still,
            spin: Some((&self.axis, 1.0)),
            force,
        };
        // The stress belongs to the load on the reference shape: the effect of displacements is of second
        // order.
        let carried = self.frame.carried_by_shape(&motion);
        let stress = self.frame.stress_stiffness(&carried, Some(&self.axis.at_speed(1.0)));
        stress.add_scaled(1.0, &self.arms, 1.0)
    }

    /// Damping and stiffness of everything between the frame and ground, over all coordinates.
    pub(crate) fn grounded(&self) -> [Sparse; 2] {
        let n = self.frame.system().coordinates.len();
        let (mut damping, mut stiffness) = (Triplets::new(n, n), Triplets::new(n, n));
        for element in self.frame.elements().iter().filter(|e| e.is_grounded()) {
            let gradient = element.gradient();
            let local = |dual: &lissom_linalg::Dense| gradient.transpose_matmul(&dual.matmul(&gradient));
            stiffness.add_block(element.coordinates(), &local(&element.stiffness()));
            if let Some(dual) = element.damping() {
                damping.add_block(element.coordinates(), &local(&dual));
            }
        }
        [damping, stiffness].map(|sum| Sparse::from_triplets(&sum))
    }

    /// The frame behind it.
    pub(crate) fn frame(&self) -> &Frame<'a> {
        self.frame
    }

    /// q_θ over all coordinates.
    fn turn(&self) -> Vec<f64> {
        self.frame.system().coordinates.rigid_motion([0.0; 3], self.axis.direction, self.axis.point)
    }

    /// S over all coordinates: the velocity of a displacement that turns with the frame, ω̂ × u.
    pub(crate) fn spin_of_displacements(&self) -> Sparse {
        let coordinates = &self.frame.system().coordinates;
        let n = coordinates.len();
        let each = if coordinates.dimension() == Dimension::Three { 3 } else { 2 };
        let translations = coordinates.points().len() * each;
        let mut sum = Triplets::new(n, n);
        // A planar rotation is along the axis and does not turn.
        let end = if each == 3 { n } else { translations };
        for first in (0..end).step_by(each) {
            for j in 0..each {
                let unit = [0, 1, 2].map(|k| f64::from(u8::from(k == j)));
                let turned = cross(self.axis.direction, unit);
                (0..each)
                    .filter(|i| turned[*i] != 0.0)
                    .for_each(|i| sum.add(first + i, first + j, turned[i]));
            }
        }
        Sparse::from_triplets(&sum)
    }
}

impl Gyroscopic for SpinningFrame<'_> {
    fn coriolis(&self) -> &Sparse {
        &self.coriolis
    }
}

/// (A − Aᵀ)/2.
pub(crate) fn skew_part(a: &Sparse) -> Sparse {
    a.add_scaled(0.5, &a.transpose(), -0.5)
}

/// Tolerance for anisotropy of a damper or spring to ground: directions in a model file are exact up to
/// rounding.
const ISOTROPIC: f64 = 1e-9;

/// Whether the connection between a body and ground is isotropic: it commutes with the rotation.
pub(crate) fn isotropic(
    what: &'static str,
    matrix: &Sparse,
    spin: &Sparse,
    names: &[String],
) -> Result<(), MechError> {
    let [ahead, behind] = [matrix.multiply_sparse(spin), spin.multiply_sparse(matrix)];
    let defect = ahead.add_scaled(1.0, &behind, -1.0);
    let largest = ISOTROPIC * matrix.max_abs();
    match defect.iter().find(|(_, _, value)| value.abs() > largest) {
        None => Ok(()),
        Some((row, ..)) => Err(MechError::NotIsotropic { what, coordinate: names[row].clone() }),
    }
}

impl Centrifugal for SpinningFrame<'_> {
    fn load(&self) -> &[f64] {
        &self.load
    }

    fn softening(&self) -> &Sparse {
        &self.softening
    }

    fn stiffening(&self, displacement: &[f64]) -> Option<Sparse> {
        let no_force = vec![0.0; self.frame.system().coordinates.len()];
        Some(self.stiffening_under(displacement, &no_force))
    }
}

/// Mass, products of inertia and distance of the centre of mass as seen from an axis: whether a free body can spin
/// about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisBalance {
    /// Distance of the centre of mass from the axis [m].
    pub offset: f64,
    /// Moment that tilts the axis at unit speed: the product of inertia [kg m²].
    pub product_of_inertia: f64,
    /// Moment of inertia about the axis, through the centre of mass [kg m²].
    pub moment_of_inertia: f64,
}

impl AxisBalance {
    /// Of a structure with the given mass properties.
    #[must_use]
    pub fn of(mass: &crate::assembly::mass_properties::MassProperties, axis: &SpinAxis) -> Self {
        let arm = axis.normal(sub(mass.centre, axis.point));
        let n = axis.direction;
        let momentum = [0, 1, 2].map(|i| crate::vector::dot(mass.inertia[i], n));
        let along = crate::vector::dot(momentum, n);
        let across = crate::vector::add_scaled(momentum, -along, n);
        Self {
            offset: crate::vector::norm(arm),
            product_of_inertia: crate::vector::norm(across),
            moment_of_inertia: along,
        }
    }
}
