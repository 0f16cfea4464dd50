//! Small dense complex matrices.

use lissom_linalg::Complex;

/// A square complex matrix, column after column.
#[derive(Clone, Debug)]
pub(crate) struct ComplexMatrix {
    n: usize,
    data: Vec<Complex>,
}

/// A complex number other than zero, of any size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polar {
    /// Of its modulus.
    pub logarithm: f64,
    /// The number divided by its modulus.
    pub phase: Complex,
}

impl Polar {
    pub const ONE: Self = Self { logarithm: 0.0, phase: Complex::ONE };

    /// The number, unless it is zero.
    pub fn of(value: Complex) -> Option<Self> {
        let size = value.abs();
        (size > 0.0).then(|| Self { logarithm: size.ln(), phase: value.scale(1.0 / size) })
    }

    pub fn times(self, other: Self) -> Self {
        Self { logarithm: self.logarithm + other.logarithm, phase: self.phase * other.phase }
    }
}

impl ComplexMatrix {
    pub fn zeros(n: usize) -> Self {
        Self { n, data: vec![Complex::ZERO; n * n] }
    }

    pub fn at(&self, i: usize, j: usize) -> Complex {
        self.data[j * self.n + i]
    }

    pub fn add(&mut self, i: usize, j: usize, value: Complex) {
        let entry = &mut self.data[j * self.n + i];
        *entry = *entry + value;
    }

    /// A x.
    pub fn times(&self, x: &[Complex]) -> Vec<Complex> {
        let mut product = vec![Complex::ZERO; self.n];
        for (j, factor) in x.iter().enumerate() {
            for (sum, entry) in product.iter_mut().zip(&self.data[j * self.n..]) {
                *sum = *sum + *entry * *factor;
            }
        }
        product
    }

    /// The determinant, which may be beyond the range of numbers; `None` if it vanishes.
    pub fn determinant(&self) -> Option<Polar> {
        let n = self.n;
        let mut rows: Vec<Vec<Complex>> = (0..n).map(|i| (0..n).map(|j| self.at(i, j)).collect()).collect();
        let mut product = Polar::ONE;
        for row in &mut rows {
            let largest = row.iter().fold(0.0f64, |most, entry| most.max(entry.abs()));
            if largest == 0.0 || !largest.is_finite() {
                return None;
            }
            row.iter_mut().for_each(|entry| *entry = entry.scale(1.0 / largest));
            product.logarithm += largest.ln();
        }
        for k in 0..n {
            let pivot = (k..n).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs()))?;
            if pivot != k {
                rows.swap(k, pivot);
                product.phase = -product.phase;
            }
            product = product.times(Polar::of(rows[k][k])?);
            let (above, below) = rows.split_at_mut(k + 1);
            for row in below {
                let factor = row[k] / above[k][k];
                for (entry, other) in row[k..].iter_mut().zip(&above[k][k..]) {
                    *entry = *entry - factor * *other;
                }
            }
        }
        (product.phase.is_finite() && product.logarithm.is_finite()).then_some(product)
    }

    /// A⁻¹ b by elimination with row exchanges on rows scaled to largest entry 1; `None` if a pivot vanishes.
    pub fn solve(&self, b: &[Complex]) -> Option<Vec<Complex>> {
        let n = self.n;
        let mut rows: Vec<Vec<Complex>> =
            (0..n).map(|i| (0..n).map(|j| self.at(i, j)).chain([b[i]]).collect()).collect();
        for row in &mut rows {
            let largest = row[..n].iter().fold(0.0f64, |most, entry| most.max(entry.abs()));
            if largest == 0.0 || !largest.is_finite() {
                return None;
            }
            row.iter_mut().for_each(|entry| *entry = entry.scale(1.0 / largest));
        }
        for k in 0..n {
            let pivot = (k..n).max_by(|a, b| rows[*a][k].abs().total_cmp(&rows[*b][k].abs()))?;
            rows.swap(k, pivot);
            if rows[k][k].abs() == 0.0 {
                return None;
            }
            let (above, below) = rows.split_at_mut(k + 1);
            for row in below {
                let factor = row[k] / above[k][k];
                for (entry, other) in row[k..].iter_mut().zip(&above[k][k..]) {
                    *entry = *entry - factor * *other;
                }
            }
        }
        let mut x = vec![Complex::ZERO; n];
        for i in (0..n).rev() {
            let known = (i + 1..n).fold(rows[i][n], |sum, j| sum - rows[i][j] * x[j]);
            x[i] = known / rows[i][i];
        }
        Some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_determinant_is_that_of_the_closed_form() {
        // Large enough to need an exchange of rows.
        let entries = [[(1e-3, 2e-3), (-3.0, 0.5)], [(0.2, -1.0), (4.0, 1.0)]];
        let mut matrix = ComplexMatrix::zeros(2);
        for (i, row) in entries.iter().enumerate() {
            for (j, (re, im)) in row.iter().enumerate() {
                matrix.add(i, j, Complex::new(*re, *im));
            }
        }
        let wanted = matrix.at(0, 0) * matrix.at(1, 1) - matrix.at(0, 1) * matrix.at(1, 0);
        let found = matrix.determinant().unwrap();
        assert!((found.phase.scale(found.logarithm.exp()) - wanted).abs() < 1e-14 * wanted.abs());
    }

    #[test]
    fn solve_undoes_a_product() {
        let n = 5;
        let mut matrix = ComplexMatrix::zeros(n);
        for i in 0..n {
            for j in 0..n {
                let (a, b) = (i as f64, j as f64);
                matrix.add(
                    i,
                    j,
                    Complex::new((a * b + 1.0).sin(), (a - 2.0 * b).cos() * 10f64.powi(i as i32)),
                );
            }
        }
        let x: Vec<Complex> = (0..n).map(|i| Complex::new(i as f64, 1.0)).collect();
        let b: Vec<Complex> =
            (0..n).map(|i| (0..n).fold(Complex::ZERO, |sum, j| sum + matrix.at(i, j) * x[j])).collect();
        let found = matrix.solve(&b).unwrap();
        assert!(found.iter().zip(&x).all(|(a, b)| (*a - *b).abs() < 1e-10));
        assert!(ComplexMatrix::zeros(2).solve(&[Complex::ONE; 2]).is_none());
        assert!(ComplexMatrix::zeros(2).determinant().is_none());
    }
}
