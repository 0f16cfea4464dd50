//! Dry friction: while a joint slides, a constant force against its motion; while it sticks, the force that keeps its rate.
//!
//! # Equation
//! Sliding, f = −s F_k with s the sign of the rate ė. Sticking, ë = J q̈ + b = 0 with J = E,q and b = ë at q̈ = 0: with a₀ = M⁻¹ f₀
//! the acceleration without these forces, (J M⁻¹ Jᵀ) τ = −(J a₀ + b) and q̈ = a₀ + M⁻¹ Jᵀ τ. A joint sticks as long as |τ| ≤ F_s;
//! beyond that it slides against τ.

use crate::mechanism::Mechanism;
use crate::mechanism::answers::motion::{cholesky, cholesky_solve};
use crate::mechanism::buffers::Buffers;
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::core::Core;
use crate::system::{Inadmissible, Linearisation, State, Workspace};

/// A rate below this share of the machine's size per second is rest, at the start of a motion [1/s].
const REST: f64 = 1e-12;

/// Damping that stands for sticking in the iteration matrix of implicit methods, over the mass that is felt [1/s]: it has no
/// effect on the solution, only on how fast it is found.
const STUCK_DAMPING: f64 = 1e9;

/// What sticks, in a state of motion.
#[derive(Clone, Debug, Default)]
pub(in crate::mechanism) struct Sticking {
    /// M⁻¹ Jᵀ, a row for each joint.
    response: Vec<f64>,
    /// J, a row for each joint.
    motions: Vec<f64>,
    /// J M⁻¹ Jᵀ and its Cholesky factor.
    compliance: Vec<f64>,
    /// τ by number of the friction; zero where it slides.
    pub forces: Vec<f64>,
    /// Right-hand side and solution of the sticking joints.
    solution: Vec<f64>,
}

impl Core {
    /// The way a friction moves: −1 and 1 slide, 0 sticks; `None` where nothing is decided and so no friction acts.
    fn sliding(&self, k: usize, b: &Buffers) -> Option<f64> {
        b.decisions.get(self.loads.frictions[k].switch).copied()
    }

    /// Adds the friction of what slides to the forces on all coordinates.
    pub fn add_sliding_friction(&self, b: &mut Buffers) {
        for (k, friction) in self.loads.frictions.iter().enumerate() {
            let Some(way) = self.sliding(k, b).filter(|way| *way != 0.0) else { continue };
            for (c, at) in self.parts.row(friction.measure) {
                b.force[c] -= way * friction.kinetic * b.gradients[at];
            }
        }
    }

    /// Adds the forces of what sticks, found with the last accelerations, to the forces on all coordinates.
    pub fn add_sticking_friction(&self, b: &mut Buffers) {
        for (k, friction) in self.loads.frictions.iter().enumerate() {
            if self.sliding(k, b) == Some(0.0) {
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
        match self.sliding(k, b) {
            None => 0.0,
            Some(0.0) => b.sticking.forces.get(k).copied().unwrap_or(0.0),
            Some(way) => -way * self.loads.frictions[k].kinetic,
        }
    }

    /// Whether anything sticks.
    pub fn has_sticking(&self, b: &Buffers) -> bool {
        (0..self.loads.frictions.len()).any(|k| self.sliding(k, b) == Some(0.0))
    }

    /// q̈ with sticking joints, from the generalised mass and force; left in the generalised force.
    pub fn accelerate_sticking(&self, m: usize, b: &mut Buffers) -> Result<(), Failure> {
        let stuck: Vec<usize> =
            (0..self.loads.frictions.len()).filter(|k| self.sliding(*k, b) == Some(0.0)).collect();
        self.hold(&stuck, m, b)
    }

    /// q̈ with the rates of some joints held, and the forces that this takes.
    fn hold(&self, stuck: &[usize], m: usize, b: &mut Buffers) -> Result<(), Failure> {
        let mut own = std::mem::take(&mut b.sticking);
        cholesky(m, &mut b.generalised_mass).map_err(Failure::Massless)?;
        cholesky_solve(m, &b.generalised_mass, &mut b.generalised_force);
        let n = stuck.len();
        own.forces.clear();
        own.forces.resize(self.loads.frictions.len(), 0.0);
        own.motions.clear();
        own.motions.resize(n * m, 0.0);
        own.solution.clear();
        for (row, &k) in own.motions.chunks_exact_mut(m).zip(stuck) {
            let mut bias = 0.0;
            for (c, at) in self.parts.row(self.loads.frictions[k].measure) {
                bias += b.gradients[at] * b.bias[c];
                let Some(place) = self.place[c] else { continue };
                row.iter_mut().zip(b.motion.row(place)).for_each(|(sum, f)| *sum += b.gradients[at] * f);
            }
            let free: f64 = row.iter().zip(&b.generalised_force).map(|(j, a)| j * a).sum();
            own.solution.push(-(free + bias));
        }
        own.response.clone_from(&own.motions);
        for row in own.response.chunks_exact_mut(m) {
            cholesky_solve(m, &b.generalised_mass, row);
        }
        own.compliance.clear();
        for row in own.motions.chunks_exact(m) {
            for other in own.response.chunks_exact(m) {
                own.compliance.push(row.iter().zip(other).map(|(a, b)| a * b).sum());
            }
        }
        cholesky(n, &mut own.compliance).map_err(|i| Failure::Stuck(stuck[i]))?;
        cholesky_solve(n, &own.compliance, &mut own.solution);
        for ((row, force), &k) in own.response.chunks_exact(m).zip(&own.solution).zip(stuck) {
            b.generalised_force.iter_mut().zip(row).for_each(|(a, r)| *a += force * r);
            own.forces[k] = *force;
        }
        b.sticking = own;
        Ok(())
    }

    /// Damping that stands for sticking in the matrices of implicit methods.
    pub fn add_stuck_damping(&self, m: usize, b: &Buffers, sum: &mut Linearisation) {
        for (k, friction) in self.loads.frictions.iter().enumerate() {
            if self.sliding(k, b) != Some(0.0) {
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
        let rest = REST * self.core.scale.size;
        let mut stuck = Vec::new();
        for (k, friction) in frictions.iter().enumerate() {
            let rate = b.e_dot[friction.measure];
            let way = match before.get(friction.switch) {
                None if rate.abs() > rest => rate.signum(),
                Some(way) if *way != 0.0 && way * rate > 0.0 => *way,
                _ => 0.0,
            };
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
            let way = self.decisions[friction.switch];
            margins[friction.switch] = match way == 0.0 {
                true => friction.limit - b.sticking.forces[k].abs(),
                false => way * b.e_dot[friction.measure],
            };
        }
        Ok(())
    }
}
