//! The matrices of a frame of beams in a moving frame of reference, for any motion of that frame.

use crate::assembly::frame::Frame;
use crate::elements::{MovingFrame, Tensor};
use lissom_linalg::{Sparse, Triplets};

/// Contribution of the motion of a reference frame to M ẍ + C ẋ + K x = f, over the independent coordinates,
/// with displacements in the axes of that frame \[Scutaru2012, Eq. (1.1)\]. All matrices belong to
/// [`Self::frame`].
#[derive(Clone, Debug)]
pub struct MovingMatrices {
    /// The motion of the frame.
    pub frame: MovingFrame,
    /// 2Θ(ω̃), skew: joins C.
    pub coriolis: Sparse,
    /// Θ(ε̃), skew: joins K.
    pub euler: Sparse,
    /// Θ(ω̃²), symmetric, nowhere positive: joins K.
    pub centrifugal: Sparse,
    /// K^G of arms and of the stress that inertia forces cause, symmetric: joins K.
    pub geometric: Sparse,
    /// Inertia forces on the reference shape: joins f.
    pub load: Vec<f64>,
}

impl Frame<'_> {
    /// Inertia forces of a moving reference frame on the reference shape, over the independent coordinates.
    #[must_use]
    pub fn inertia_load(&self, frame: &MovingFrame) -> Vec<f64> {
        self.on_independent(&self.all_inertia_loads(frame))
    }

    fn all_inertia_loads(&self, frame: &MovingFrame) -> Vec<f64> {
        let mut load = vec![0.0; self.system().coordinates.len()];
        for element in self.elements() {
            let Some(moving) = element.moving() else { continue };
            let taken = moving.inertia_load(frame);
            element.coordinates().iter().zip(taken).for_each(|(c, f)| load[*c] -= f);
        }
        load
    }

    /// All effects of a moving reference frame. `deformation` is the displacement under
    /// [`Self::inertia_load`], whose stress makes the geometric stiffness.
    #[must_use]
    pub fn in_motion(&self, frame: &MovingFrame, deformation: &[f64]) -> MovingMatrices {
        let form = |w: &Tensor, factor: f64| {
            self.assembled(|moving| {
                let mut local = moving.inertia_form(w);
                local.scale(factor);
                local
            })
        };
        let no_force = vec![0.0; self.system().coordinates.len()];
        MovingMatrices {
            frame: *frame,
            coriolis: form(&frame.coriolis(), 2.0),
            euler: form(&frame.euler(), 1.0),
            centrifugal: form(&frame.centrifugal(), 1.0).symmetric_part(),
            geometric: self.geometric_in_motion(frame, deformation, &no_force),
            load: self.inertia_load(frame),
        }
    }

    /// K^G of arms and of the stress under forces on all coordinates and inertia forces of a moving reference frame, symmetric.
    pub(crate) fn geometric_in_motion(
        &self,
        frame: &MovingFrame,
        deformation: &[f64],
        force: &[f64],
    ) -> Sparse {
        let arms = self.assembled(|moving| moving.arms(frame));
        let stress = self.stress_stiffness(&self.carried_in_motion(deformation, force, frame), Some(frame));
        stress.add_scaled(1.0, &arms, 1.0).symmetric_part()
    }

    fn assembled(&self, local: impl Fn(&dyn crate::elements::Moving) -> lissom_linalg::Dense) -> Sparse {
        let n = self.system().coordinates.len();
        let mut sum = Triplets::new(n, n);
        for element in self.elements() {
            if let Some(moving) = element.moving() {
                sum.add_block(element.coordinates(), &local(moving));
            }
        }
        Sparse::from_triplets(&sum).congruence(&self.system().elimination.transformation)
    }
}
