//! How many modes a pencil has: one for every motion with mass.
//!
//! With K positive definite on the motions without mass, K x = λ M x has as many finite eigenvalues as M has rank. The rank is
//! counted in coordinates scaled to unit diagonal, by the signs of the pivots of M − τ diag(M): a motion whose mass is below the
//! share τ of the mass of its coordinates is rounding.

use crate::factor::factor_error::FactorError;
use crate::factor::ldlt::Ldlt;
use crate::matrix::sparse::Sparse;
use crate::threads::Threads;
use crate::vibration::certify_modes::Count;

/// Shares of mass that count as none, the least first [-]: the first whose pivots are beyond doubt is taken.
const NONE: [f64; 3] = [1e-14, 1e-12, 1e-10];

/// The number of motions with mass, `None` if rounding hides it; and the factorisations spent.
///
/// # Errors
/// [`FactorError`] if the mass cannot be factored for lack of memory.
pub(crate) fn with_mass(m: &Sparse, threads: &Threads) -> Result<(Option<usize>, usize), FactorError> {
    let diagonal = m.diagonal();
    let rows: Vec<usize> = (0..m.rows()).filter(|&row| diagonal[row] > 0.0).collect();
    let inner = m.submatrix(&rows);
    let own = Sparse::from_diagonal(&inner.diagonal());
    for (tries, none) in NONE.into_iter().enumerate() {
        match Ldlt::factor(&inner.add_scaled(1.0, &own, -none), threads) {
            Ok(factor) => {
                let count = Count::of(0.0, factor);
                if count.is_trusted() {
                    return Ok((Some(rows.len() - count.below), tries + 1));
                }
            }
            Err(FactorError::Singular { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok((None, NONE.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::sparse::Triplets;

    /// A chain of n consistent masses whose last row moves as the sum of the two before, and a row without mass: rank n.
    fn chain(n: usize, light: f64) -> Sparse {
        let mut m = Triplets::new(n + 2, n + 2);
        let mut add = |i: usize, j: usize, v: f64| {
            m.add(i, j, v);
            if i != j {
                m.add(j, i, v);
            }
        };
        for i in 0..n - 1 {
            add(i, i, if i == 0 { light } else { 2.0 / 3.0 });
            add(i, i + 1, if i == 0 { 0.0 } else { 1.0 / 6.0 });
        }
        add(n - 1, n - 1, 0.3);
        // The momentum of the row that is a sum, (x₁ + x₂ + y)² beside what is there.
        for (i, j) in [(1, 1), (1, 2), (1, n), (2, 2), (2, n), (n, n)] {
            add(i, j, 0.7);
        }
        Sparse::from_triplets(&m)
    }

    #[test]
    fn rows_without_mass_are_not_counted_and_light_ones_are() {
        let threads = Threads::one();
        // n own masses, and the sum: n + 1 motions with mass in n + 2 rows.
        assert_eq!(with_mass(&chain(8, 1.0), &threads).unwrap().0, Some(9));
        assert_eq!(with_mass(&chain(8, 1e-200), &threads).unwrap().0, Some(9));
        // One mass that three rows share is one motion.
        let mut shared = Triplets::new(3, 3);
        (0..9).for_each(|at| shared.add(at / 3, at % 3, [1.0, 0.1, 0.3][at / 3] * [1.0, 0.1, 0.3][at % 3]));
        assert_eq!(with_mass(&Sparse::from_triplets(&shared), &threads).unwrap().0, Some(1));
    }
}
