//! Alternating inputs: a basis for each interval, and the transfer of the state between them.

use super::elastic::Elastic;
use super::krylov::{Growth, Start};
use super::reduced_structure::{LinearColumn, SmallMatrices, leading_units, rigid_columns, small_structure};
use super::stiffness_basis::StiffnessBasis;
use crate::error::ReduceError;
use lissom_linalg::{Dense, Lu};
use lissom_mech::Structure;

/// A basis for one interval: vectors of its own inputs, and some of the previous interval, so that remaining
/// vibrations are not lost \[StaticDeformation, §6.1\].
#[derive(Clone, Debug)]
pub struct IntervalBasis {
    /// W with Wᵀ K W = I.
    pub basis: StiffnessBasis,
    /// Wᵀ M W.
    pub mass: Dense,
    /// How many of the vectors are the interval's own; those carried follow.
    pub own: usize,
}

impl IntervalBasis {
    /// The first interval: a number of vectors for each of the forces.
    ///
    /// # Errors
    /// When the forces deform nothing.
    pub fn first(elastic: &Elastic, forces: &[Vec<f64>], order: usize) -> Result<Self, ReduceError> {
        let starts = forces.iter().map(|force| Start { what: "a force".to_owned(), force: force.clone() });
        let (growth, _) = Growth::of_order(elastic, starts.collect(), order)?;
        Ok(Self::on(elastic, growth.basis, 0))
    }

    /// An interval with other forces, with some vectors of the previous one.
    ///
    /// # Errors
    /// When the forces deform nothing.
    pub fn after(
        &self,
        elastic: &Elastic,
        forces: &[Vec<f64>],
        order: usize,
        carried: &[usize],
    ) -> Result<Self, ReduceError> {
        // Without forces, existing vibrations continue.
        let mut basis = match forces.is_empty() {
            true => StiffnessBasis::default(),
            false => Self::first(elastic, forces, order)?.basis,
        };
        let before = basis.len();
        basis.push(basis.extension(self.basis.selected(elastic.structure.size(), carried)));
        let carried = basis.len() - before;
        Ok(Self::on(elastic, basis, carried))
    }

    fn on(elastic: &Elastic, basis: StiffnessBasis, carried: usize) -> Self {
        let vectors = basis.vectors(elastic.structure.size());
        let mass = vectors.transpose_matmul(&elastic.structure.mass.times(&vectors)).symmetric_part();
        Self { own: basis.len() - carried, basis, mass }
    }

    /// The equations of motion in the coordinates (q, a) with x = Q q + W a: rigid motions and the damping between them and
    /// the deformation are kept.
    #[must_use]
    pub fn structure(&self, elastic: &Elastic) -> Structure {
        let full = elastic.structure;
        let vectors = elastic.rigid().beside(&self.basis.vectors(full.size()));
        let (rigid, size) = (elastic.rigid().cols(), vectors.cols());
        let mut columns = rigid_columns(rigid);
        let own = (1..=self.basis.len()).map(|i| match i <= self.own {
            true => LinearColumn::new(format!("vector {i}"), "of the forces of the interval"),
            false => LinearColumn::new(format!("vector {i}"), "carried from the previous interval"),
        });
        columns.extend(own);
        let mut small = SmallMatrices::projected(full, &vectors, leading_units(size, rigid));
        small.stiffness = Dense::from_fn(size, size, |i, j| f64::from(u8::from(i == j && i >= rigid)));
        small_structure(full, &vectors, &columns, &small)
    }

    /// The vectors with most energy at a state: those with the largest a² + T_ii ȧ².
    #[must_use]
    pub fn most_energetic(&self, state: &[f64], rates: &[f64], count: usize) -> Vec<usize> {
        let energy = |i: usize| state[i] * state[i] + self.mass[(i, i)] * rates[i] * rates[i];
        let mut places: Vec<usize> = (0..self.basis.len()).collect();
        places.sort_by(|a, b| energy(*b).total_cmp(&energy(*a)).then(a.cmp(b)));
        places.truncate(count);
        places
    }

    /// The state of this interval's coordinates nearest to that of another's: displacement nearest in elastic energy,
    /// rates nearest in kinetic energy. Coefficients are never interpolated.
    ///
    /// # Errors
    /// [`ReduceError::Resonance`] when Wᵀ M W is singular.
    pub fn handed(
        &self,
        elastic: &Elastic,
        before: &Self,
        state: &[f64],
        rates: &[f64],
    ) -> Result<(Vec<f64>, Vec<f64>), ReduceError> {
        let n = elastic.structure.size();
        let old = before.basis.vectors(n);
        let force = Dense::from_column_major(n, 1, before.basis.forces(n).multiply_vector(state));
        let displacement = self.basis.coefficients(&force).column(0).to_vec();
        let mut momentum = vec![0.0; n];
        elastic.structure.mass.multiply(&old.multiply_vector(rates), &mut momentum);
        let momentum = self.basis.coefficients(&Dense::from_column_major(n, 1, momentum));
        let factor = Lu::factor(&self.mass)
            .map_err(|source| ReduceError::Resonance { omega: f64::INFINITY, source })?;
        Ok((displacement, factor.solve(momentum.column(0))))
    }
}
