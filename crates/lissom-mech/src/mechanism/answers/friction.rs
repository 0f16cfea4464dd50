//! Dry friction in a planar mechanism: the method is that of `crate::friction`.

use crate::friction::{STUCK_DAMPING, Unheld};
use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::core::Core;
use crate::system::{Inadmissible, Linearisation, State, Workspace};

impl Core {
    /// Adds the friction of what slides to the forces on all coordinates.
    pub fn add_sliding_friction(&self, b: &mut Buffers) {
        for friction in &self.loads.frictions {
            let Some(way) = friction.way(&b.decisions).filter(|way| *way != 0.0) else { continue };
            for (c, at) in self.parts.row(friction.measure) {
                b.force[c] -= way * friction.kinetic * b.gradients[at];
            }
        }
    }

    /// Adds the forces of what sticks, found with the last accelerations, to the forces on all coordinates.
    pub fn add_sticking_friction(&self, b: &mut Buffers) {
        for (k, friction) in self.loads.frictions.iter().enumerate() {
            if friction.sticks(&b.decisions) {
                for (c, at) in self.parts.row(friction.measure) {
                    b.force[c] += b.sticking.forces[k] * b.gradients[at];
                }
            }
        }
    }

    /// Power that friction takes out at the rates in the buffers.
    pub fn friction_power(&self, b: &Buffers) -> f64 {
        let frictions = self.loads.frictions.iter().enumerate();
        frictions.map(|(k, friction)| -self.friction_force(k, b) * b.e_dot[friction.measure]).sum()
    }

    /// The force of a friction on its deformation.
    pub fn friction_force(&self, k: usize, b: &Buffers) -> f64 {
        let held = b.sticking.forces.get(k).copied().unwrap_or(0.0);
        self.loads.frictions[k].force(&b.decisions, held)
    }

    /// Whether anything sticks.
    pub fn has_sticking(&self, b: &Buffers) -> bool {
        self.loads.frictions.iter().any(|friction| friction.sticks(&b.decisions))
    }

    /// q̈ with sticking joints, from the generalised mass and force; left in the generalised force.
    pub fn accelerate_sticking(&self, b: &mut Buffers) -> Result<(), Failure> {
        let frictions = &self.loads.frictions;
        let stuck: Vec<usize> = (0..frictions.len()).filter(|k| frictions[*k].sticks(&b.decisions)).collect();
        let mut own = std::mem::take(&mut b.sticking);
        let Buffers { gradients, bias, motion, generalised_mass, generalised_force, .. } = b;
        let row = |k: usize, row: &mut [f64]| {
            let mut sum = 0.0;
            for (c, at) in self.parts.row(frictions[k].measure) {
                sum += gradients[at] * bias[c];
                let Some(place) = self.place[c] else { continue };
                row.iter_mut().zip(motion.row(place)).for_each(|(sum, f)| *sum += gradients[at] * f);
            }
            sum
        };
        let held = own.hold((&stuck, frictions.len()), generalised_mass, generalised_force, row);
        b.sticking = own;
        held.map_err(|why| match why {
            Unheld::Massless(j) => Failure::Massless(j),
            Unheld::Stuck(k) => Failure::Stuck(k),
        })
    }

    /// Damping that stands for sticking in the matrices of implicit methods.
    pub fn add_stuck_damping(&self, m: usize, b: &Buffers, sum: &mut Linearisation) {
        for friction in &self.loads.frictions {
            if !friction.sticks(&b.decisions) {
                continue;
            }
            let mut row = vec![0.0; m];
            for (c, at) in self.parts.row(friction.measure) {
                let Some(place) = self.place[c] else { continue };
                row.iter_mut().zip(b.motion.row(place)).for_each(|(sum, f)| *sum += b.gradients[at] * f);
            }
            let mass = (0..m).map(|j| sum.mass[(j, j)]).fold(0.0, f64::max);
            for i in 0..m {
                for j in 0..m {
                    sum.velocity_sensitivity[(i, j)] += STUCK_DAMPING * mass * row[i] * row[j];
                }
            }
        }
    }
}

impl Mechanism {
    /// The way every friction moves just after a state: what slid on goes on, what came to rest or stuck sticks if it can.
    pub(in crate::mechanism) fn decide_friction(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        decisions: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let frictions = &self.core.loads.frictions;
        if frictions.is_empty() {
            return Ok(());
        }
        let b: &mut Buffers = work.buffers();
        let before = std::mem::take(&mut b.decisions);
        let mut stuck = Vec::new();
        for (k, friction) in frictions.iter().enumerate() {
            let way = friction.way_after(&before, b.e_dot[friction.measure], self.core.scale.size);
            decisions[friction.switch] = way;
            if way == 0.0 {
                stuck.push(k);
            }
        }
        // Joints that cannot stick slide, and the others are asked again.
        while !stuck.is_empty() {
            b.decisions = decisions.to_vec();
            let found = self.core.accelerate(&self.basis, at.time, at.velocity, input, b);
            found.map_err(|failure| self.refuse(at.time, failure))?;
            let slips = |k: &usize| b.sticking.forces[*k].abs() > frictions[*k].limit;
            let Some(place) = stuck.iter().position(slips) else { break };
            let k = stuck.remove(place);
            decisions[frictions[k].switch] = -b.sticking.forces[k].signum();
        }
        b.decisions = before;
        Ok(())
    }

    /// How far each friction is from changing its way.
    pub(in crate::mechanism) fn friction_margins(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        margins: &mut [f64],
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        if self.core.has_sticking(b) {
            let found = self.core.accelerate(&self.basis, at.time, at.velocity, input, b);
            found.map_err(|failure| self.refuse(at.time, failure))?;
        }
        for (k, friction) in self.core.loads.frictions.iter().enumerate() {
            let held = b.sticking.forces.get(k).copied().unwrap_or(0.0);
            let way = self.decisions[friction.switch];
            margins[friction.switch] = friction.margin(way, b.e_dot[friction.measure], held);
        }
        Ok(())
    }
}
