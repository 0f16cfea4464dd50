//! How many frequencies lie below a bound, without knowing any of them.

use super::spinning_structure::SpinningStructure;
use lissom_linalg::{Analysis, Ldlt, Sparse, Threads, Triplets};
use std::sync::Arc;

/// The Hermitian matrix K + Ω² Q − ω² M + iωΩ G in real form, twice as large: it has as many negative eigenvalues as there are
/// frequencies below ω, each twice, while the stiffness is positive definite. Its pattern is the same at every speed.
pub(super) struct ModeCount {
    pattern: Sparse,
    analysis: Arc<Analysis>,
    /// Where entries of K, Q, M and G go among the values of the pattern.
    places: [Vec<[u32; 2]>; 4],
}

impl ModeCount {
    /// `None` when the pattern cannot be analysed.
    pub fn of(structure: &SpinningStructure, quadratic: &Sparse) -> Option<Self> {
        let n = structure.size();
        let matrices = [&structure.stiffness, quadratic, &structure.mass, &structure.coriolis];
        let mut entries = Triplets::new(2 * n, 2 * n);
        for (k, matrix) in matrices.iter().enumerate() {
            for (i, j, _) in matrix.iter() {
                for (i, j) in cells(k, i, j, n) {
                    entries.add(i, j, 1.0);
                }
            }
        }
        let pattern = Sparse::from_triplets(&entries);
        let mut places = [const { Vec::new() }; 4];
        for (k, matrix) in matrices.iter().enumerate() {
            places[k] =
                matrix.iter().map(|(i, j, _)| cells(k, i, j, n).map(|at| place(&pattern, at))).collect();
        }
        let analysis = Arc::new(Analysis::of(&pattern).ok()?);
        Some(Self { pattern, analysis, places })
    }

    /// The number of frequencies below a bound [rad/s] at a speed; `None` when the factorisation cannot be trusted.
    pub fn below(
        &self,
        structure: &SpinningStructure,
        quadratic: &Sparse,
        speed: f64,
        bound: f64,
    ) -> Option<usize> {
        let share = if structure.effects.coriolis { speed } else { 0.0 };
        let matrices = [
            (&structure.stiffness, 1.0),
            (quadratic, speed * speed),
            (&structure.mass, -bound * bound),
            (&structure.coriolis, -bound * share),
        ];
        let mut matrix = self.pattern.clone();
        let values = matrix.values_mut();
        values.fill(0.0);
        for ((source, factor), places) in matrices.iter().zip(&self.places) {
            for (value, [a, b]) in source.values().iter().zip(places) {
                values[*a as usize] += factor * value;
                values[*b as usize] += factor * value;
            }
        }
        let factor = Ldlt::factor_with(&self.analysis, &matrix, &Threads::one()).ok()?;
        let negative = factor.inertia().negative;
        (factor.backward_error() < 1e-8 && negative % 2 == 0).then_some(negative / 2)
    }
}

/// The two cells that an entry goes to: both halves of the diagonal, or for G the two blocks beside it.
fn cells(matrix: usize, i: usize, j: usize, n: usize) -> [(usize, usize); 2] {
    if matrix == 3 { [(i, n + j), (n + j, i)] } else { [(i, j), (n + i, n + j)] }
}

fn place(pattern: &Sparse, (i, j): (usize, usize)) -> u32 {
    let (rows, _) = pattern.column(j);
    let at = rows.binary_search(&(i as u32)).expect("the pattern was made of these entries");
    (pattern.starts()[j] + at) as u32
}
