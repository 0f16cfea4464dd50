//! State equations ẋ = A x + B u, y = C x + D u; steps are exact for inputs that are linear in time.

use crate::equations::{Direction, Equations, Point};
use lissom_linalg::{Dense, expm};

/// State equations, and the step of the length that was taken last.
pub(crate) struct Linear {
    a: Dense,
    b: Dense,
    c: Dense,
    d: Dense,
    /// Length of a step \[s\] and its matrix: the first rows of exp of [A, B, 0; 0, 0, I; 0, 0, 0] h.
    step: Option<(f64, Dense)>,
}

impl Linear {
    pub(crate) fn new(a: Dense, b: Dense, c: Dense, d: Dense) -> Self {
        Self { a, b, c, d, step: None }
    }

    fn step_matrix(&mut self, length: f64) -> Result<&Dense, String> {
        if self.step.as_ref().is_none_or(|(known, _)| *known != length) {
            let (n, m) = (self.a.rows(), self.b.cols());
            let whole = Dense::from_fn(n + 2 * m, n + 2 * m, |i, j| match (i < n, j < n) {
                (true, true) => length * self.a[(i, j)],
                (true, false) if j < n + m => length * self.b[(i, j - n)],
                (false, false) if i < n + m && j == i + m => length,
                _ => 0.0,
            });
            let found = expm(&whole).map_err(|error| format!("a step of {length} s fails: {error}"))?;
            let rows: Vec<usize> = (0..n).collect();
            self.step = Some((length, found.select_rows(&rows)));
        }
        match &self.step {
            Some((_, matrix)) => Ok(matrix),
            None => Err("a step has no matrix".to_owned()),
        }
    }
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
