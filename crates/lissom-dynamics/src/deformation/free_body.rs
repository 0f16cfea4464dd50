//! A structure and its rigid motions.

use super::no_state::NoState;
use crate::error::DynamicsError;
use lissom_linalg::{CgRecord, Dense, GeneralisedInverse, NullSpace, Sparse, Threads, dot, norm};
use lissom_mech::Structure;

/// A structure, free or supported, with its rigid motions Q split off: K Q = 0, QᵀM Q = I \[StaticDeformation, §2.1\].
///
/// All rigid motions are treated at once, rotations too. A supported structure has none, and everything below
/// becomes ordinary statics.
#[derive(Debug)]
pub struct FreeBody<'a> {
    structure: &'a Structure,
    names: &'a [String],
    rigid: NullSpace,
    /// diag(K)^(−1/2), by which forces of different units are compared.
    scale: Vec<f64>,
}

impl<'a> FreeBody<'a> {
    /// Finds and verifies the rigid motions. `names` describes the columns of
    /// [`Structure::rigid_candidates`]; it may be empty.
    ///
    /// # Errors
    /// [`NoState::RigidMotions`] when rigid and soft motions cannot be distinguished, or a motion has no
    /// mass.
    pub fn new(
        structure: &'a Structure,
        names: &'a [String],
        threads: &Threads,
    ) -> Result<Self, DynamicsError> {
        let candidates = Some(&structure.rigid_candidates);
        let rigid = NullSpace::within_memory(&structure.stiffness, &structure.mass, candidates, threads)
            .map_err(|source| NoState::rigid_motions(structure, source))?;
        let largest = structure.stiffness.max_abs();
        let scale = structure.stiffness.diagonal().into_iter().map(|k| {
            // A free row has no stiffness to compare with.
            if k > 0.0 {
                1.0 / k.sqrt()
            } else if largest > 0.0 {
                1.0 / largest.sqrt()
            } else {
                1.0
            }
        });
        Ok(Self { structure, names, rigid, scale: scale.collect() })
    }

    /// The structure.
    #[must_use]
    pub fn structure(&self) -> &'a Structure {
        self.structure
    }

    /// Factorisations of the stiffness that were spent.
    #[must_use]
    pub fn factorisations(&self) -> usize {
        self.rigid.factorisations
    }

    /// What iteration has cost and reached so far; `None` where the stiffness was factored.
    #[must_use]
    pub fn iteration(&self) -> Option<CgRecord> {
        self.rigid.solver.record()
    }

    /// Rigid motions Q, mass-orthonormal, one column each.
    #[must_use]
    pub fn rigid(&self) -> &Dense {
        &self.rigid.vectors
    }

    /// Number of rigid motions.
    #[must_use]
    pub fn rigid_count(&self) -> usize {
        self.rigid.count()
    }

    /// QᵀF: the force on each rigid motion.
    #[must_use]
    pub fn rigid_force(&self, force: &[f64]) -> Vec<f64> {
        (0..self.rigid_count()).map(|j| dot(self.rigid.vectors.column(j), force)).collect()
    }

    /// QᵀM x: the share of each rigid motion in a displacement.
    #[must_use]
    pub fn rigid_share(&self, displacement: &[f64]) -> Vec<f64> {
        (0..self.rigid_count()).map(|j| dot(self.rigid.momenta.column(j), displacement)).collect()
    }

    /// Q a.
    #[must_use]
    pub fn rigid_motion(&self, amplitudes: &[f64]) -> Vec<f64> {
        self.rigid.vectors.multiply_vector(amplitudes)
    }

    /// QᵀD Q, symmetric.
    #[must_use]
    pub fn rigid_damping(&self, damping: &Sparse) -> Dense {
        let q = &self.rigid.vectors;
        q.transpose_matmul(&damping.times(q)).symmetric_part()
    }

    /// F⊥ = F − M Q QᵀF: the deforming part of a force \[StaticDeformation, §2.1\].
    #[must_use]
    pub fn internal_force(&self, force: &[f64]) -> Vec<f64> {
        let mut f = column(force);
        self.rigid.project_force(&mut f);
        f.column(0).to_vec()
    }

    /// G F: the deformation under a force balanced by inertia. One step of refinement restores the digits
    /// lost by the factorisation of a finely divided beam.
    #[must_use]
    pub fn deformation(&self, force: &[f64]) -> Vec<f64> {
        self.deformations(&column(force)).column(0).to_vec()
    }

    /// G F for several forces at once.
    #[must_use]
    pub fn deformations(&self, forces: &Dense) -> Dense {
        let inverse = GeneralisedInverse::new(&self.rigid);
        let mut x = forces.clone();
        inverse.apply(&mut x);
        let mut rest = forces.clone();
        rest.add_scaled(-1.0, &self.structure.stiffness.times(&x));
        inverse.apply(&mut rest);
        x.add_scaled(1.0, &rest);
        x
    }

    /// The size of a force with every row measured by its stiffness, so that newtons and newton metres compare [√J].
    #[must_use]
    pub fn size(&self, force: &[f64]) -> f64 {
        norm(&force.iter().zip(&self.scale).map(|(f, s)| f * s).collect::<Vec<f64>>())
    }

    /// |QᵀM x| / |x|_M: share of rigid motion in a deformation [-].
    #[must_use]
    pub fn gauge(&self, x: &[f64]) -> f64 {
        let size = self.structure.mass.form(x, x).max(0.0).sqrt();
        if size == 0.0 { 0.0 } else { norm(&self.rigid_share(x)) / size }
    }

    /// A rigid motion as text, from the names of its candidates, or by the row that moves most.
    #[must_use]
    pub fn describe(&self, motion: &[f64]) -> String {
        let candidates = &self.structure.rigid_candidates;
        if self.names.len() == candidates.cols() && !self.names.is_empty() {
            let shares = shares(candidates, &self.structure.mass, motion);
            let largest = shares.iter().fold(0.0_f64, |m, s| m.max(s.abs()));
            let held: Vec<&str> = shares
                .iter()
                .zip(self.names)
                .filter(|(s, _)| s.abs() > 1e-6 * largest && largest > 0.0)
                .map(|(_, name)| name.as_str())
                .collect();
            match held.as_slice() {
                [] => {}
                [one] => return (*one).to_owned(),
                several => return format!("a combination of {}", several.join(" and ")),
            }
        }
        let scaled = motion.iter().zip(&self.scale).map(|(x, s)| (x / s).abs()).enumerate();
        let most = scaled.fold((0, 0.0), |best, next| if next.1 > best.1 { next } else { best }).0;
        format!("the rigid motion that moves `{}` most", self.structure.rows[most])
    }
}

/// Coefficients of a motion over the candidates, each made comparable: c with R c closest to the motion in the norm
/// of the mass, times the size of its column.
fn shares(candidates: &Dense, mass: &Sparse, motion: &[f64]) -> Vec<f64> {
    let momenta = mass.times(candidates);
    let gram = candidates.transpose_matmul(&momenta);
    let right = momenta.transpose_matmul(&column(motion));
    match lissom_linalg::Lu::factor(&gram) {
        Ok(lu) => {
            let c = lu.solve(right.column(0));
            c.iter().enumerate().map(|(j, c)| c * gram[(j, j)].max(0.0).sqrt()).collect()
        }
        // Dependent candidates have no unique shares: no description is given.
        Err(_) => vec![0.0; candidates.cols()],
    }
}

pub(super) fn column(values: &[f64]) -> Dense {
    Dense::from_column_major(values.len(), 1, values.to_vec())
}

pub(super) fn product(matrix: &Sparse, x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; matrix.rows()];
    matrix.multiply(x, &mut y);
    y
}

pub(super) fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

pub(super) fn add_scaled(sum: &mut [f64], factor: f64, x: &[f64]) {
    sum.iter_mut().zip(x).for_each(|(s, x)| *s += factor * x);
}
