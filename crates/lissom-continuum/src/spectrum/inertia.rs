//! How many eigenvalues of a symmetric matrix are negative, without computing them.

use lissom_linalg::Dense;

/// (1 + √17)/8, the share of a column below which its diagonal is not used as pivot \[BunchKaufman1977\].
const GROWTH: f64 = 0.640_388_203_202_208;

/// The number of negative eigenvalues; see [`Inertia::of`].
pub(crate) fn count_negative(matrix: &Dense) -> usize {
    Inertia::of(matrix).negative
}

/// Signs of the eigenvalues of a symmetric matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inertia {
    /// Number of negative eigenvalues.
    pub negative: usize,
    /// The smallest pivot; in a matrix with entries of about one, signs are lost where it comes near to rounding.
    pub smallest: f64,
}

impl Inertia {
    /// By Sylvester's law from a factorisation with diagonal pivoting \[BunchKaufman1977\]. The matrix should be scaled
    /// to entries of about one.
    pub fn of(matrix: &Dense) -> Self {
        let n = matrix.rows();
        let mut a = matrix.clone();
        let mut found = Self { negative: 0, smallest: f64::INFINITY };
        let mut k = 0;
        while k < n {
            let (row, largest) = largest_below(&a, k, k);
            let diagonal = a[(k, k)].abs();
            if diagonal.max(largest) == 0.0 {
                // A column of zeros is an eigenvalue zero.
                found.smallest = 0.0;
                k += 1;
                continue;
            }
            let other = if largest > 0.0 { largest_beside(&a, k, row) } else { 0.0 };
            if diagonal >= GROWTH * largest || diagonal * other >= GROWTH * largest * largest {
                found.take_one(&mut a, k);
                k += 1;
            } else if a[(row, row)].abs() >= GROWTH * other {
                exchange(&mut a, k, row);
                found.take_one(&mut a, k);
                k += 1;
            } else {
                exchange(&mut a, k + 1, row);
                // A block that is chosen as a pivot has one eigenvalue of each sign.
                found.negative += 1;
                let smaller = smaller_eigenvalue([a[(k, k)], a[(k + 1, k)], a[(k + 1, k + 1)]]);
                found.smallest = found.smallest.min(smaller);
                eliminate_two(&mut a, k);
                k += 2;
            }
        }
        if !found.smallest.is_finite() {
            found.smallest = if n == 0 { 1.0 } else { 0.0 };
        }
        found
    }

    fn take_one(&mut self, a: &mut Dense, k: usize) {
        self.negative += usize::from(a[(k, k)] < 0.0);
        self.smallest = self.smallest.min(a[(k, k)].abs());
        eliminate_one(a, k);
    }
}

/// The eigenvalue of smaller size of [[d, e], [e, f]] with d f < e².
fn smaller_eigenvalue([d, e, f]: [f64; 3]) -> f64 {
    let larger = 0.5 * ((d + f).abs() + (d - f).hypot(2.0 * e));
    ((d * f - e * e) / larger).abs()
}

/// Row and size of the largest entry of a column below the diagonal.
fn largest_below(a: &Dense, column: usize, diagonal: usize) -> (usize, f64) {
    let below = (diagonal + 1..a.rows()).map(|i| (i, a[(i, column)].abs()));
    below.fold((diagonal, 0.0), |best, next| if next.1 > best.1 { next } else { best })
}

/// The largest off-diagonal entry of a row in the remaining part.
fn largest_beside(a: &Dense, first: usize, row: usize) -> f64 {
    (first..a.rows()).filter(|j| *j != row).fold(0.0f64, |most, j| most.max(a[(row, j)].abs()))
}

fn exchange(a: &mut Dense, i: usize, j: usize) {
    if i == j {
        return;
    }
    for k in 0..a.rows() {
        let (x, y) = (a[(i, k)], a[(j, k)]);
        (a[(i, k)], a[(j, k)]) = (y, x);
    }
    for k in 0..a.rows() {
        let (x, y) = (a[(k, i)], a[(k, j)]);
        (a[(k, i)], a[(k, j)]) = (y, x);
    }
}

fn eliminate_one(a: &mut Dense, k: usize) {
    let n = a.rows();
    let pivot = a.column(k).to_vec();
    for j in k + 1..n {
        let factor = pivot[j] / pivot[k];
        if factor != 0.0 {
            let column = a.column_mut(j);
            for i in k + 1..n {
                column[i] -= factor * pivot[i];
            }
        }
    }
}

fn eliminate_two(a: &mut Dense, k: usize) {
    let n = a.rows();
    let (first, second) = (a.column(k).to_vec(), a.column(k + 1).to_vec());
    let (d, e, f) = (first[k], first[k + 1], second[k + 1]);
    let determinant = d * f - e * e;
    for j in k + 2..n {
        let (x, y) = (first[j], second[j]);
        let (u, v) = ((f * x - e * y) / determinant, (d * y - e * x) / determinant);
        let column = a.column_mut(j);
        for i in k + 2..n {
            column[i] -= first[i] * u + second[i] * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lissom_linalg::eigen::symmetric;

    #[test]
    fn counts_as_many_as_the_eigenvalues_say() {
        for n in [1, 2, 3, 7, 20] {
            for seed in 0..40 {
                let entry = |i: usize, j: usize| ((i * j + i + j) as f64 * 1.7 + seed as f64 * 0.37).sin();
                // Zero diagonals need pivots of two rows.
                let a = Dense::from_fn(n, n, |i, j| if i == j && seed % 2 == 0 { 0.0 } else { entry(i, j) });
                let values = symmetric(&a).unwrap().values;
                if values.iter().all(|value| value.abs() > 1e-9) {
                    let wanted = values.iter().filter(|value| **value < 0.0).count();
                    assert_eq!(count_negative(&a), wanted, "n = {n}, seed {seed}");
                }
            }
        }
    }
}
