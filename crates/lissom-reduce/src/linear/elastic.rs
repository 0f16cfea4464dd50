//! Deformations of a structure under forces.

use crate::error::ReduceError;
use lissom_linalg::{Dense, GeneralisedInverse, NullSpace, Threads};
use lissom_mech::Structure;

/// Largest accepted relative residual of deformations; the target is 1e-12 [-].
const SETTLED: f64 = 1e-8;

/// A structure with its rigid motions split off and its stiffness factored.
#[derive(Debug)]
pub struct Elastic<'a> {
    /// The structure.
    pub structure: &'a Structure,
    /// Rigid motions Q with Qᵀ M Q = I, and the held stiffness.
    pub null_space: NullSpace,
}

/// Deformations and the forces that hold them: K x = f, without rigid parts.
#[derive(Clone, Debug)]
pub struct Deformed {
    /// x, without rigid motion: Qᵀ M x = 0.
    pub vectors: Dense,
    /// f, self-balanced: Qᵀ f = 0.
    pub forces: Dense,
}

impl<'a> Elastic<'a> {
    /// Finds the rigid motions and factors.
    ///
    /// # Errors
    /// [`ReduceError::Stiffness`].
    pub fn new(structure: &'a Structure, threads: &Threads) -> Result<Self, ReduceError> {
        let candidates = Some(&structure.rigid_candidates).filter(|c| c.cols() > 0);
        let found = NullSpace::within_memory(&structure.stiffness, &structure.mass, candidates, threads);
        let null_space =
            found.map_err(|source| ReduceError::Stiffness { structure: structure.name.clone(), source })?;
        Ok(Self { structure, null_space })
    }

    /// Cost and residual of the iteration, as text; `None` for a factor.
    ///
    /// # Errors
    /// [`ReduceError::NotConverged`] when a residual is too large.
    pub fn iteration(&self) -> Result<Option<String>, ReduceError> {
        let Some(record) = self.null_space.solver.record() else { return Ok(None) };
        if record.worst_residual > SETTLED {
            return Err(ReduceError::NotConverged {
                structure: self.structure.name.clone(),
                residual: record.worst_residual,
                iterations: record.iterations,
            });
        }
        Ok(Some(format!(
            "solved by conjugate gradients, not by a factor: {} iterations for {} right-hand sides, residual at most {:.1e}",
            record.iterations, record.solves, record.worst_residual
        )))
    }

    /// x = G f for all columns, with K x = Pᵀ f \[StaticDeformation, §2\].
    #[must_use]
    pub fn deform(&self, mut forces: Dense) -> Deformed {
        self.null_space.project_force(&mut forces);
        let mut vectors = forces.clone();
        GeneralisedInverse::new(&self.null_space).apply(&mut vectors);
        Deformed { vectors, forces }
    }

    /// Deformations under the inertia forces of motions: x = G M v.
    #[must_use]
    pub fn deform_by_inertia(&self, motions: &Dense) -> Deformed {
        self.deform(self.structure.mass.times_symmetric(motions))
    }

    /// Rigid motions as columns, mass-orthonormal.
    #[must_use]
    pub fn rigid(&self) -> &Dense {
        &self.null_space.vectors
    }
}
