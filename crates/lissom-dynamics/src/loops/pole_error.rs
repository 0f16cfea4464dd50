//! Eigenvalues with estimates of their error, and what they say about stability.

use crate::error::DynamicsError;
use lissom_linalg::{Complex, Dense, eigen};

/// A pole and an estimate of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimatedPole {
    /// The eigenvalue: s [rad/s], or z of a sampled loop [-].
    pub value: Complex,
    /// How far it may be off (unit of the value).
    pub error: f64,
}

/// Stability by poles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopStability {
    /// All poles lie on the stable side, by more than their errors.
    Stable,
    /// So many lie on the other side, by more than their errors.
    Unstable(usize),
    /// So many lie within their errors of the boundary, and none beyond it.
    Undecided(usize),
}

/// All eigenvalues of a matrix, ascending in modulus, each with ε n ‖A‖ times its condition number 1/|yᴴx| as error, or a larger relative
/// error of the matrix in place of ε n \[GolubVanLoan2013, §7.2\].
///
/// # Errors
/// When the eigenvalues are not found.
pub fn estimated_poles(matrix: &Dense, relative: f64) -> Result<Vec<EstimatedPole>, DynamicsError> {
    let n = matrix.rows();
    let balanced = balanced(matrix);
    let failed = |source| DynamicsError::LoopPoles { size: n, source };
    let right = eigen::general(&balanced).map_err(failed)?;
    let left = eigen::general(&balanced.transpose()).map_err(failed)?;
    let size = balanced.norm_frobenius();
    let share = relative.max(f64::EPSILON * n as f64);
    let condition = |value: Complex, vector: &[Complex]| {
        // The left vector of the nearest eigenvalue: of close ones the product decides which is meant.
        let product = |y: &Vec<Complex>| {
            let sum = y.iter().zip(vector).fold(Complex::ZERO, |sum, (y, x)| sum + *y * *x);
            sum.abs() / (length(y) * length(vector))
        };
        let distance = |other: &Complex| (*other - value).abs();
        let nearest = left.values.iter().map(distance).fold(f64::INFINITY, f64::min);
        let near = left
            .values
            .iter()
            .zip(&left.vectors)
            .filter(|(other, _)| distance(other) <= nearest + 1e-6 * size);
        1.0 / near.map(|(_, y)| product(y)).fold(0.0, f64::max)
    };
    let pole = |(value, vector): (&Complex, &Vec<Complex>)| {
        let first = share * size * condition(*value, vector);
        // Of a defective pair the first-order estimate has no bound; its error goes with the square root.
        let error = if first.is_finite() { first.min((share).sqrt() * size) } else { share.sqrt() * size };
        EstimatedPole { value: *value, error }
    };
    Ok(right.values.iter().zip(&right.vectors).map(pole).collect())
}

fn length(vector: &[Complex]) -> f64 {
    vector.iter().map(|x| x.re * x.re + x.im * x.im).sum::<f64>().sqrt()
}

/// Rows and columns scaled by powers of two until they have similar norms \[GolubVanLoan2013, §7.5\].
fn balanced(matrix: &Dense) -> Dense {
    let n = matrix.rows();
    let mut a = matrix.clone();
    for _ in 0..50 {
        let mut is_done = true;
        for i in 0..n {
            let row: f64 = (0..n).filter(|j| *j != i).map(|j| a[(i, j)].abs()).sum();
            let column: f64 = (0..n).filter(|j| *j != i).map(|j| a[(j, i)].abs()).sum();
            if row == 0.0 || column == 0.0 {
                continue;
            }
            let factor = (0.5 * (row / column).log2()).round().exp2();
            if factor == 1.0 {
                continue;
            }
            is_done = false;
            (0..n).for_each(|j| a[(i, j)] /= factor);
            (0..n).for_each(|j| a[(j, i)] *= factor);
        }
        if is_done {
            break;
        }
    }
    a
}

/// What poles say about stability: by their real parts, of sampled loops by their moduli.
#[must_use]
pub fn stability(poles: &[EstimatedPole], is_sampled: bool) -> LoopStability {
    let beyond = |pole: &EstimatedPole| if is_sampled { pole.value.abs() - 1.0 } else { pole.value.re };
    let unstable = poles.iter().filter(|pole| beyond(pole) > pole.error).count();
    let open = poles.iter().filter(|pole| beyond(pole).abs() <= pole.error).count();
    match (unstable, open) {
        (0, 0) => LoopStability::Stable,
        (0, open) => LoopStability::Undecided(open),
        (unstable, _) => LoopStability::Unstable(unstable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_follow_the_condition_of_the_poles() {
        let poles = estimated_poles(&Dense::from_rows(&[&[-1.0, 0.0], &[0.0, -3.0]]), 0.0).unwrap();
        assert!(poles.iter().all(|pole| pole.error < 1e-14), "{poles:?}");
        // Two integrators in a row: both poles are at zero, and their error is the square root of rounding.
        let double = estimated_poles(&Dense::from_rows(&[&[0.0, 1.0], &[0.0, 0.0]]), 0.0).unwrap();
        assert!(double.iter().all(|pole| pole.error > 1e-9 && pole.error < 1e-6), "{double:?}");
        assert_eq!(stability(&double, false), LoopStability::Undecided(2));
        let scaled = Dense::from_rows(&[&[-1.0, 1e9], &[-1e-9, -1.0]]);
        let poles = estimated_poles(&scaled, 0.0).unwrap();
        assert!(poles.iter().all(|pole| pole.error < 1e-14 && (pole.value.re + 1.0).abs() < 1e-14));
        assert_eq!(stability(&poles, false), LoopStability::Stable);
        assert_eq!(stability(&poles, true), LoopStability::Unstable(2));
    }
}
