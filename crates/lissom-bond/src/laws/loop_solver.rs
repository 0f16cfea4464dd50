//! Newton's method for the unknowns of algebraic loops, without allocation.

/// Most iterations, and most halvings of one step. From the steep side of an exponential law every step lowers the exponent by one: the
/// range of numbers is 700 steps.
const MOST_ITERATIONS: usize = 800;
const MOST_HALVINGS: usize = 40;

/// A step below this share of the unknowns is rounding.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Buffers of the iteration.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopBuffers {
    /// The unknowns: the last solution is the first guess of the next.
    pub unknowns: Vec<f64>,
    /// Residuals and their derivatives, row by row.
    values: Vec<f64>,
    step: Vec<f64>,
    matrix: Vec<f64>,
    trial: Vec<f64>,
}

/// Why a loop has no solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LoopFailure {
    /// The derivatives are singular: the unknown of this number is not determined.
    Singular(usize),
    /// The residual of this unknown does not vanish.
    Stuck(usize, f64),
}

impl LoopBuffers {
    pub fn new(unknowns: &[f64]) -> Self {
        let k = unknowns.len();
        Self {
            unknowns: unknowns.to_vec(),
            values: vec![0.0; k + k * k],
            step: vec![0.0; k],
            matrix: vec![0.0; k * k],
            trial: vec![0.0; k],
        }
    }

    /// Solves g(w) = 0; `evaluate` writes g and then ∂g/∂w, row by row. Returns the sign of the determinant.
    pub fn solve(&mut self, evaluate: &mut dyn FnMut(&[f64], &mut [f64])) -> Result<f64, LoopFailure> {
        let k = self.unknowns.len();
        if k == 0 {
            return Ok(1.0);
        }
        evaluate(&self.unknowns, &mut self.values);
        let mut size = norm(&self.values[..k]);
        for _ in 0..MOST_ITERATIONS {
            self.step.copy_from_slice(&self.values[..k]);
            self.matrix.copy_from_slice(&self.values[k..]);
            let sign = eliminate(&mut self.matrix, &mut self.step).map_err(LoopFailure::Singular)?;
            let is_done = size == 0.0 || self.is_rounding();
            let lowered = self.lower(size, evaluate);
            match lowered {
                Some(lower) => size = lower,
                // A step that is rounding, or no longer lowers residuals that are, ends the iteration.
                None if is_done || self.is_small() => return Ok(sign),
                None => return Err(self.stuck()),
            }
            if is_done {
                return Ok(sign);
            }
        }
        Err(self.stuck())
    }

    /// Whether the step is below the rounding of the unknowns.
    fn is_rounding(&self) -> bool {
        let largest = self.unknowns.iter().fold(0.0, |most: f64, w| most.max(w.abs()));
        let step = self.step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
        step <= ROUNDING * largest
    }

    /// Whether the step is so small that residuals may be rounding of their terms.
    fn is_small(&self) -> bool {
        let each = self.step.iter().zip(&self.unknowns);
        let largest = self.unknowns.iter().fold(f64::MIN_POSITIVE, |most: f64, w| most.max(w.abs()));
        each.into_iter().all(|(step, _)| step.abs() <= 1e-9 * largest)
    }

    /// Goes along the step as far as the residuals become smaller; `None` if they do not.
    fn lower(&mut self, size: f64, evaluate: &mut dyn FnMut(&[f64], &mut [f64])) -> Option<f64> {
        let k = self.unknowns.len();
        let mut share = 1.0;
        for _ in 0..MOST_HALVINGS {
            for ((trial, w), step) in self.trial.iter_mut().zip(&self.unknowns).zip(&self.step) {
                *trial = w - share * step;
            }
            evaluate(&self.trial, &mut self.values);
            let now = norm(&self.values[..k]);
            if now < size {
                self.unknowns.copy_from_slice(&self.trial);
                return Some(now);
            }
            share *= 0.5;
        }
        evaluate(&self.unknowns, &mut self.values);
        None
    }

    fn stuck(&self) -> LoopFailure {
        let residuals = self.values[..self.unknowns.len()].iter().enumerate();
        let (at, value) = residuals
            .fold((0, 0.0_f64), |worst, (k, g)| if g.abs() > worst.1.abs() { (k, *g) } else { worst });
        LoopFailure::Stuck(at, value)
    }
}

fn norm(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().map(|g| g * g).sum();
    if sum.is_nan() { f64::INFINITY } else { sum.sqrt() }
}

/// Solves A x = b in place, by elimination with pivoting by rows; returns the sign of the determinant, or the column without a pivot.
fn eliminate(matrix: &mut [f64], right: &mut [f64]) -> Result<f64, usize> {
    let n = right.len();
    let mut sign = 1.0;
    for col in 0..n {
        let mut pivot = col;
        for row in col + 1..n {
            if matrix[row * n + col].abs() > matrix[pivot * n + col].abs() {
                pivot = row;
            }
        }
        let value = matrix[pivot * n + col];
        if !value.is_finite() || value == 0.0 {
            return Err(col);
        }
        if pivot != col {
            (0..n).for_each(|j| matrix.swap(col * n + j, pivot * n + j));
            right.swap(col, pivot);
            sign = -sign;
        }
        sign *= value.signum();
        for row in col + 1..n {
            let factor = matrix[row * n + col] / value;
            if factor != 0.0 {
                (col..n).for_each(|j| matrix[row * n + j] -= factor * matrix[col * n + j]);
                right[row] -= factor * right[col];
            }
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|j| matrix[row * n + j] * right[j]).sum();
        right[row] = (right[row] - known) / matrix[row * n + row];
    }
    Ok(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steep_and_flat_laws_are_solved_and_folds_are_named() {
        // A diode behind a resistor: (5 − v)/1000 = 1e-14 (exp(v/0.025) − 1), from far away.
        for start in [0.0, 4.0, -3.0] {
            let mut buffers = LoopBuffers::new(&[start]);
            let mut diode = |w: &[f64], out: &mut [f64]| {
                let exp = (w[0] / 0.025).exp();
                out[0] = (5.0 - w[0]) / 1000.0 - 1e-14 * (exp - 1.0);
                out[1] = -1e-3 - 1e-14 / 0.025 * exp;
            };
            assert_eq!(buffers.solve(&mut diode), Ok(-1.0));
            let mut left = [0.0; 2];
            diode(&buffers.unknowns, &mut left);
            assert!(left[0].abs() < 1e-16, "{start}: {left:?}");
        }
        let mut none = |w: &[f64], out: &mut [f64]| (out[0], out[1]) = (w[0] * w[0] + 1.0, 2.0 * w[0]);
        assert_eq!(LoopBuffers::new(&[0.0]).solve(&mut none), Err(LoopFailure::Singular(0)));
        assert!(matches!(LoopBuffers::new(&[0.7]).solve(&mut none), Err(LoopFailure::Stuck(0, _))));
    }

    #[test]
    fn several_unknowns_are_solved_together() {
        let mut buffers = LoopBuffers::new(&[1.0, 1.0]);
        let mut both = |w: &[f64], out: &mut [f64]| {
            out.copy_from_slice(&[
                w[0] * w[0] + w[1] - 11.0,
                w[0] + w[1] * w[1] - 7.0,
                2.0 * w[0],
                1.0,
                1.0,
                2.0 * w[1],
            ]);
        };
        buffers.solve(&mut both).unwrap();
        assert!((buffers.unknowns[0] - 3.0).abs() < 1e-14 && (buffers.unknowns[1] - 2.0).abs() < 1e-14);
    }
}
