//! Column-pivoted orthogonalisation: the most independent columns of a matrix.

use lissom_linalg::{Dense, dot, norm};

/// The picked columns, most important first, and an orthonormal basis of what they span.
pub(crate) struct Pivoted {
    pub picked: Vec<usize>,
    pub basis: Dense,
}

/// Columns of about equal size are ordered by index, not by rounding.
const TIE: f64 = 1e-6;

/// Column-pivoted orthogonalisation \[BusingerGolub1965\]: always the column whose weighted remainder is largest, until no
/// remainder exceeds `tolerance` times the largest column.
pub(crate) fn pivoted(columns: &Dense, weight: impl Fn(usize) -> f64, tolerance: f64) -> Pivoted {
    let mut rest = columns.clone();
    let count = rest.cols();
    let mut sizes: Vec<f64> = (0..count).map(|j| norm(rest.column(j))).collect();
    let mut left = vec![true; count];
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let (mut picked, mut basis): (Vec<usize>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    loop {
        let mut best: Option<(usize, f64)> = None;
        for j in (0..count).filter(|j| left[*j]) {
            let size = sizes[j];
            let value = weight(j) * size;
            if size > tolerance * largest && best.is_none_or(|(_, b)| value > b * (1.0 + TIE)) {
                best = Some((j, value));
            }
        }
        let Some((pivot, _)) = best else { break };
        let direction = normalised(rest.column(pivot), &basis);
        left[pivot] = false;
        for j in (0..count).filter(|j| left[*j]) {
            let share = dot(rest.column(j), &direction);
            // Columns orthogonal to the direction keep their size: most columns of a chain.
            if share != 0.0 {
                rest.column_mut(j).iter_mut().zip(&direction).for_each(|(a, d)| *a -= share * d);
                sizes[j] = norm(rest.column(j));
            }
        }
        picked.push(pivot);
        basis.push(direction);
    }
    Pivoted { picked, basis: Dense::from_columns(columns.rows(), &basis) }
}

/// The unit vector along `column`, made orthogonal to the basis once more against rounding.
fn normalised(column: &[f64], basis: &[Vec<f64>]) -> Vec<f64> {
    let mut direction = column.to_vec();
    for other in basis {
        let share = dot(&direction, other);
        direction.iter_mut().zip(other).for_each(|(a, d)| *a -= share * d);
    }
    let size = norm(&direction);
    direction.iter_mut().for_each(|a| *a /= size);
    direction
}

/// I − Q Qᵀ: what is orthogonal to the columns of Q.
pub(crate) fn complement(basis: &Dense) -> Dense {
    let n = basis.rows();
    let mut projector = Dense::identity(n);
    projector.add_scaled(-1.0, &basis.matmul(&basis.transpose()));
    projector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_and_order_are_found() {
        let a = Dense::from_rows(&[&[1.0, 2.0, 0.0, 1.0], &[0.0, 0.0, 1.0, 1.0], &[0.0, 0.0, 0.0, 0.0]]);
        let found = pivoted(&a, |_| 1.0, 1e-12);
        assert_eq!(found.picked, [1, 2]);
        let weighted = pivoted(&a, |j| if j == 0 { 10.0 } else { 1.0 }, 1e-12);
        assert_eq!(weighted.picked[0], 0);
        let p = complement(&found.basis);
        assert!((p[(2, 2)] - 1.0).abs() < 1e-15 && p[(0, 0)].abs() < 1e-15);
    }
}
