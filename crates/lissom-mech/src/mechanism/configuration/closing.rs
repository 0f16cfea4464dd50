//! Closing the loops of a mechanism that is placed link by link.
//!
//! Without loops no search is needed. In loops the torn deformations r are found so that the closing
//! equations hold: c(r) = c₀. The search starts with the inverse of c,r at the last closed configuration and
//! improves it by Broyden's rank-one updates: a step costs the links behind the first tear and no derivative.

use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::configuration::kinematics::{CLOSED, FINE, Failure, ITERATIONS};
use crate::mechanism::configuration::placing::{Placing, Step};
use crate::mechanism::core::Core;
use crate::mechanism::jacobian::border::MOST_TEARS;

/// A row of a small matrix, or a small vector.
type Small = [f64; MOST_TEARS];

impl Core {
    /// Places the mechanism for `b.path_end`.
    pub(in crate::mechanism) fn place(&self, placing: &Placing, b: &mut Buffers) -> Result<(), Failure> {
        if placing.tears.is_empty() {
            b.is_at_closed = false;
            b.given.copy_from_slice(&b.path_end);
            self.take_steps(&placing.steps, b)?;
        } else {
            self.restore(b)?;
            if b.path_end == b.closed_target {
                return Ok(());
            }
            self.predict_tears(placing, b)?;
            b.is_at_closed = false;
            b.given.copy_from_slice(&b.path_end);
            self.close_loops(placing, b)?;
        }
        self.measure(b)?;
        self.factorise(b)?;
        self.remember(b)?;
        self.take_demanded(b);
        Ok(())
    }

    /// Prescribed deformations are set to their targets: measuring them would add rounding errors to the
    /// energies.
    pub(in crate::mechanism) fn take_demanded(&self, b: &mut Buffers) {
        for (equation, value) in self.equations.iter().zip(&b.closed_target) {
            if let Source::Measure(m) = equation.source {
                b.e[m] = *value;
            }
        }
    }

    /// Places the last closed configuration.
    pub(in crate::mechanism) fn place_as_closed(
        &self,
        placing: &Placing,
        b: &mut Buffers,
    ) -> Result<(), Failure> {
        b.given.copy_from_slice(&b.closed_target);
        placing.tears.iter().zip(&b.closed_tears).for_each(|((_, place), r)| b.given[*place] = *r);
        self.take_steps(&placing.steps, b)
    }

    /// Torn deformations to first order in the way.
    fn predict_tears(&self, placing: &Placing, b: &mut Buffers) -> Result<(), Failure> {
        self.first_step(b)?;
        for (k, (measure, _)) in placing.tears.iter().enumerate() {
            let motion = |c: usize| self.place[c].map_or(0.0, |p| b.step[p]);
            let change: f64 = self.parts.row(*measure).map(|(c, at)| b.gradients[at] * motion(c)).sum();
            b.tears[k] = b.closed_tears[k] + change;
            b.expected[k] = b.tears[k];
        }
        Ok(())
    }

    fn close_loops(&self, placing: &Placing, b: &mut Buffers) -> Result<(), Failure> {
        let t = placing.tears.len();
        let mut inverse = self.pattern.inverse_of_closures(&b.factor);
        let (mut steps, mut previous) = (&placing.steps[..], f64::INFINITY);
        let (mut before, mut step) = ([0.0; MOST_TEARS], [0.0; MOST_TEARS]);
        for iteration in 0..2 * ITERATIONS {
            placing.tears.iter().zip(&b.tears).for_each(|((_, place), r)| b.given[*place] = *r);
            self.take_steps(steps, b)?;
            // Links before the first tear stay where they are.
            steps = &placing.steps[placing.first_torn..];
            let (open, worst, residual) = self.open_loops(placing, b)?;
            let stays = residual > 0.25 * previous;
            let is_closed = residual <= FINE * self.scale.size;
            if stays && residual <= CLOSED * self.scale.size {
                return Ok(());
            }
            // Growing residuals mean divergence; a shorter step is tried.
            if residual >= 2.0 * previous || residual.is_nan() {
                return Err(Failure::Open(worst, residual));
            }
            previous = residual;
            if iteration > 0 {
                improve(t, &mut inverse, &step, &difference(t, &before, &open));
            }
            before = open;
            for k in 0..t {
                step[k] = (0..t).map(|l| inverse[k][l] * open[l]).sum();
                b.tears[k] += step[k];
            }
            if is_closed {
                // Energies depend on the last digits of deformations: the known step is applied at no cost.
                placing.tears.iter().zip(&b.tears).for_each(|((_, place), r)| b.given[*place] = *r);
                return self.take_steps(steps, b);
            }
        }
        let (_, worst, residual) = self.open_loops(placing, b)?;
        Err(Failure::Open(worst, residual))
    }

    fn take_steps(&self, steps: &[Step], b: &mut Buffers) -> Result<(), Failure> {
        for step in steps {
            match step {
                Step::Link { link, part, forward, row, shape } => {
                    let e = [b.given[*row], b.given[row + 1], b.given[row + 2]];
                    let placed = link.place(*forward, e, &mut b.at, &mut b.shapes[*shape]);
                    placed.map_err(|why| Failure::Degenerate(*part, why.0))?;
                }
                Step::Linear { row, coordinate, factor, others } => {
                    let others: f64 = others.iter().map(|(c, g)| g * b.at.displacement[*c]).sum();
                    let value = factor * (b.given[*row] - others);
                    b.at.displacement[*coordinate] = value;
                    if self.scale.is_rotation(*coordinate) {
                        let (sine, cosine) = value.sin_cos();
                        b.at.turn[*coordinate] = [cosine, sine];
                    }
                }
            }
        }
        Ok(())
    }

    /// Residuals of the loops; the worst equation and its residual [m].
    fn open_loops(&self, placing: &Placing, b: &mut Buffers) -> Result<(Small, usize, f64), Failure> {
        for &k in &placing.closing {
            self.measure_part(k, b)?;
        }
        let (mut open, mut worst) = ([0.0; MOST_TEARS], (0, 0.0));
        for (value, (_, place)) in open.iter_mut().zip(&placing.tears) {
            let equation = &self.equations[*place];
            *value = b.path_end[*place] - equation.source.value(b);
            let size = (*value * equation.scale).abs();
            if size > worst.1 || size.is_nan() {
                worst = (*place, size);
            }
        }
        Ok((open, worst.0, worst.1))
    }
}

fn difference(t: usize, a: &Small, b: &Small) -> Small {
    let mut result = [0.0; MOST_TEARS];
    (0..t).for_each(|k| result[k] = a[k] - b[k]);
    result
}

/// Broyden's update of an inverse, for a step that changed the values by `change` \[Broyden1965\].
fn improve(t: usize, inverse: &mut [Small; MOST_TEARS], step: &Small, change: &Small) {
    let (mut foreseen, mut weights) = ([0.0; MOST_TEARS], [0.0; MOST_TEARS]);
    for k in 0..t {
        foreseen[k] = (0..t).map(|l| inverse[k][l] * change[l]).sum();
        weights[k] = (0..t).map(|l| step[l] * inverse[l][k]).sum();
    }
    let size: f64 = (0..t).map(|k| step[k] * foreseen[k]).sum();
    if size == 0.0 {
        return;
    }
    for k in 0..t {
        let missed = (step[k] - foreseen[k]) / size;
        (0..t).for_each(|l| inverse[k][l] += missed * weights[l]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After the update the inverse reproduces the step, and on a linear problem it finds the solution.
    #[test]
    fn updates_reproduce_the_step_and_solve_a_linear_problem() {
        let a = [[2.0, 1.0], [-0.5, 1.5]];
        let value = |r: &Small| [a[0][0] * r[0] + a[0][1] * r[1], a[1][0] * r[0] + a[1][1] * r[1]];
        let wanted = [1.0, -2.0];
        let mut inverse = [[0.0; MOST_TEARS]; MOST_TEARS];
        (inverse[0][0], inverse[1][1]) = (0.4, 0.6);
        let (mut r, mut step, mut before) = ([0.0; MOST_TEARS], [0.0; MOST_TEARS], [0.0; MOST_TEARS]);
        for iteration in 0..5 {
            let now = value(&r);
            let mut open = [0.0; MOST_TEARS];
            (0..2).for_each(|k| open[k] = wanted[k] - now[k]);
            if iteration > 0 {
                let change = difference(2, &before, &open);
                improve(2, &mut inverse, &step, &change);
                for k in 0..2 {
                    let again: f64 = (0..2).map(|l| inverse[k][l] * change[l]).sum();
                    assert!((again - step[k]).abs() < 1e-12);
                }
            }
            before = open;
            for k in 0..2 {
                step[k] = (0..2).map(|l| inverse[k][l] * open[l]).sum();
                r[k] += step[k];
            }
        }
        let end = value(&r);
        assert!((0..2).all(|k| (end[k] - wanted[k]).abs() < 1e-12), "{end:?}");
    }
}
