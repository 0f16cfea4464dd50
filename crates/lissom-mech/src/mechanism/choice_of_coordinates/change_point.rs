//! Values at a singular position of the constraints, from both sides.
//!
//! Where the branches of a motion cross, as in a flat parallelogram, the kinematic equations have no unique
//! solution although the motion continues straight. Results there are interpolated along the motion from both
//! sides: with means m(h) of the values at distances ±h, (4 m(h) − m(2 h))/3 has an error of O(h⁴).

use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::core::Target;
use crate::system::{Energies, Inadmissible, State, Workspace};

/// Distance of the sides, as a share of the machine's size: its fourth power is rounding.
const SIDE: f64 = 1e-3;

impl Mechanism {
    /// A value at an inadmissible state, if there are states on both sides of it.
    ///
    /// # Errors
    /// The original error, if there are none.
    pub fn between_both_sides(
        &self,
        at: &State,
        work: &mut Workspace,
        refused: Inadmissible,
        mut value: impl FnMut(&State, &mut Workspace) -> Result<Vec<f64>, Inadmissible>,
    ) -> Result<Vec<f64>, Inadmissible> {
        let Some(step) = self.side_step(at, work) else { return Err(refused) };
        let mut sum: Vec<f64> = Vec::new();
        for (steps, weight) in [(-2.0, -1.0 / 6.0), (-1.0, 4.0 / 6.0), (1.0, 4.0 / 6.0), (2.0, -1.0 / 6.0)] {
            let away = steps * step;
            let position: Vec<f64> =
                at.position.iter().zip(at.velocity).map(|(q, rate)| q + away * rate).collect();
            let side = State { time: at.time + away, position: &position, velocity: at.velocity };
            let Ok(found) = value(&side, work) else { return Err(refused) };
            sum.resize(found.len(), 0.0);
            sum.iter_mut().zip(&found).for_each(|(sum, v)| *sum += weight * v);
        }
        Ok(sum)
    }

    /// The time in which the motion goes from the state to a side [s]; `None` where nothing moves.
    fn side_step(&self, at: &State, work: &mut Workspace) -> Option<f64> {
        let b: &mut Buffers = work.buffers();
        self.core.laws.evaluate(at.time, None, &mut b.law_work, &mut b.laws).ok()?;
        let rate = |target: &Target| match target {
            Target::Drive(place) => b.laws[place + 1],
            _ => 0.0,
        };
        let driven = self.core.equations.iter().map(|e| (rate(&e.target) * e.scale).abs());
        let speed = driven.fold(0.0, f64::max);
        (speed > 0.0 && speed.is_finite()).then(|| SIDE * self.core.scale.size / speed)
    }

    pub(in crate::mechanism) fn output_at(
        &self,
        at: &State,
        work: &mut Workspace,
        values: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let closed = self.core.demand(at.time, b).and_then(|()| self.core.close(b));
        closed.map_err(|failure| self.refuse(at.time, failure))?;
        if self.core.outputs.hold_rates() {
            if !b.is_recursive {
                self.core.motions(&self.basis, b);
            }
            self.core.velocities(&self.basis, at.velocity, b);
        }
        self.core.write_outputs(at.time, b, values).map_err(|k| Inadmissible {
            time: at.time,
            reason: format!("output {} has no finite value", self.core.outputs.names[k].0),
        })
    }

    pub(in crate::mechanism) fn energies_at(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Energies, Inadmissible> {
        let b: &mut Buffers = work.buffers();
        self.take(at, b)?;
        let audit = self.core.energies(&self.basis, at.time, at.velocity, input, b);
        audit.map_err(|failure| self.refuse(at.time, failure))
    }
}
