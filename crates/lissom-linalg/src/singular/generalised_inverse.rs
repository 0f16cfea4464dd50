//! The generalised inverse of a stiffness with rigid motions: the deformation under a force that is balanced
//! by inertia.

use crate::matrix::dense::Dense;
use crate::singular::null_space::{HeldSolver, NullSpace};

/// G with K G = Pᵀ, G M Q = 0, G = Gᵀ: the sum over elastic modes of φ φᵀ/ω², never formed.
///
/// # Equation
/// $G = P K_s P^T$ with $P = I - Q Q^T M$, \[StaticDeformation, §2\]: the part of a force that accelerates
/// the body is removed, the body is fixed at statically determinate pins (without reactions), and rigid
/// motion is removed from the displacement.
#[derive(Debug, Clone, Copy)]
pub struct GeneralisedInverse<'a> {
    null_space: &'a NullSpace,
}

impl<'a> GeneralisedInverse<'a> {
    /// The generalised inverse that belongs to a null space.
    pub fn new(null_space: &'a NullSpace) -> Self {
        Self { null_space }
    }

    /// x ← G x for all columns.
    pub fn apply(&self, x: &mut Dense) {
        self.null_space.project_force(x);
        for j in 0..x.cols() {
            for &pin in &self.null_space.pins {
                x[(pin, j)] = 0.0;
            }
        }
        match &self.null_space.solver {
            HeldSolver::Factored(factor) => factor.solve_in_place(x),
            HeldSolver::Iterated(solver) => solver.solve_in_place(x),
        }
        self.null_space.project_displacement(x);
    }
}
