//! State equations ẋ = A x + B u, y = C x + D u; steps are exact for inputs that are linear in time.

use crate::equations::{Direction, Equations, Point};
use lissom_linalg::{Dense, expm};

/// Most sweeps over the states: four are enough as a rule.
const SWEEPS: usize = 20;

/// State equations, and the step of the length that was taken last.
pub(crate) struct Linear {
    a: Dense,
    b: Dense,
    c: Dense,
    d: Dense,
    /// Sizes of the states, with which rows and columns of A are alike.
    sizes: Vec<f64>,
    /// Length of a step \[s\] and its matrix: the first rows of exp of [A, B, 0; 0, 0, I; 0, 0, 0] h.
    step: Option<(f64, Dense)>,
}

impl Linear {
    pub(crate) fn new(a: Dense, b: Dense, c: Dense, d: Dense) -> Self {
        Self { sizes: balance(&a), a, b, c, d, step: None }
    }

    fn step_matrix(&mut self, length: f64) -> Result<&Dense, String> {
        if self.step.as_ref().is_none_or(|(known, _)| *known != length) {
            let (n, m) = (self.a.rows(), self.b.cols());
            let whole = Dense::from_fn(n + 2 * m, n + 2 * m, |i, j| match (i < n, j < n) {
                (true, true) => length * self.a[(i, j)] * self.sizes[j] / self.sizes[i],
                (true, false) if j < n + m => length * self.b[(i, j - n)] / self.sizes[i],
                (false, false) if i < n + m && j == i + m => length,
                _ => 0.0,
            });
            let found = expm(&whole).map_err(|error| format!("a step of {length} s fails: {error}"))?;
            let size = |j: usize| self.sizes.get(j).copied().unwrap_or(1.0);
            let step = Dense::from_fn(n, n + 2 * m, |i, j| found[(i, j)] * size(i) / size(j));
            self.step = Some((length, step));
        }
        match &self.step {
            Some((_, matrix)) => Ok(matrix),
            None => Err("a step has no matrix".to_owned()),
        }
    }
}

/// Sizes of the states, powers of two, with which rows and columns of a matrix have similar norms (balancing). Amplitudes and
/// rates differ by the frequency: without sizes the exponential of fast modes has errors as large as slow amplitudes.
fn balance(a: &Dense) -> Vec<f64> {
    let n = a.rows();
    let mut sizes = vec![1.0; n];
    for _ in 0..SWEEPS {
        let mut changed = false;
        for i in 0..n {
            let others = || (0..n).filter(|j| *j != i);
            let column: f64 = others().map(|j| (a[(j, i)] * sizes[i] / sizes[j]).abs()).sum();
            let row: f64 = others().map(|j| (a[(i, j)] * sizes[j] / sizes[i]).abs()).sum();
            let factor = (0.5 * (row / column).log2()).round().exp2();
            let better = column * factor + row / factor < 0.95 * (column + row);
            if column > 0.0 && row > 0.0 && factor.is_normal() && better {
                sizes[i] *= factor;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    sizes
}

/// y += M x.
fn add(matrix: &Dense, x: &[f64], y: &mut [f64]) {
    for (j, x) in x.iter().enumerate().filter(|(_, x)| **x != 0.0) {
        y.iter_mut().zip(matrix.column(j)).for_each(|(y, m)| *y += m * x);
    }
}

impl Equations for Linear {
    fn rates(&mut self, at: Point<'_>, rates: &mut [f64]) -> Result<(), String> {
        rates.fill(0.0);
        add(&self.a, at.states, rates);
        add(&self.b, at.inputs, rates);
        Ok(())
    }

    fn outputs(&mut self, at: Point<'_>, outputs: &mut [f64]) -> Result<(), String> {
        outputs.fill(0.0);
        add(&self.c, at.states, outputs);
        add(&self.d, at.inputs, outputs);
        Ok(())
    }

    fn derivatives(
        &mut self,
        at: Point<'_>,
        along: Direction<'_>,
        rates: &mut [f64],
        outputs: &mut [f64],
    ) -> Result<(), String> {
        // The equations are linear: their derivative is themselves.
        let at = Point { states: along.states, inputs: along.inputs, ..at };
        self.rates(at, rates)?;
        self.outputs(at, outputs)
    }

    fn step(
        &mut self,
        from: Point<'_>,
        input_rates: &[f64],
        length: f64,
        _tolerance: f64,
        states: &mut [f64],
    ) -> Result<(), String> {
        let whole = [from.states, from.inputs, input_rates].concat();
        let matrix = self.step_matrix(length)?;
        states.fill(0.0);
        add(matrix, &whole, states);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Modes between 1 Hz and 1 MHz under a constant force: a thousand exact steps end where the closed form is, each mode to its own
    /// digits, although amplitudes of the fast one are a trillionth of those of the slow one.
    #[test]
    fn fast_and_slow_modes_keep_their_digits() {
        let speeds = [1.0, 1e3, 1e6].map(|hertz: f64| 2.0 * std::f64::consts::PI * hertz);
        let a = Dense::from_fn(6, 6, |i, j| match (i, j) {
            (i, j) if j == i + 3 => 1.0,
            (i, j) if i == j + 3 => -speeds[j] * speeds[j],
            _ => 0.0,
        });
        let b = Dense::from_fn(6, 1, |i, _| if i < 3 { 0.0 } else { 1.0 });
        let mut linear = Linear::new(a, b, Dense::zeros(0, 6), Dense::zeros(0, 1));
        let mut states = vec![0.0; 6];
        let length = 3.1e-7;
        for _ in 0..1000 {
            let before = states.clone();
            let from = Point { time: 0.0, states: &before, inputs: &[1.0] };
            linear.step(from, &[0.0], length, 0.0, &mut states).unwrap();
        }
        for (k, speed) in speeds.iter().enumerate() {
            let static_size = 1.0 / (speed * speed);
            let exact = 2.0 * static_size * (0.5 * speed * 1000.0 * length).sin().powi(2);
            assert!(
                (states[k] - exact).abs() < 1e-10 * exact.max(1e-3 * static_size),
                "{k}: {} and {exact}",
                states[k]
            );
        }
    }
}
