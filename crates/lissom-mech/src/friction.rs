//! Dry friction of planar and spatial mechanisms: while a joint slides, a constant force against its motion; while it sticks, the force
//! that keeps its rate.
//!
//! # Equation
//! Sliding, f = −s F_k with s the sign of the rate ė. Sticking, ë = J q̈ + b = 0 with J = E,q and b = ë at q̈ = 0: with a₀ = M⁻¹ f₀
//! the acceleration without these forces, (J M⁻¹ Jᵀ) τ = −(J a₀ + b) and q̈ = a₀ + M⁻¹ Jᵀ τ. A joint sticks as long as |τ| ≤ F_s;
//! beyond that it slides against τ.

use crate::cholesky::{cholesky, cholesky_solve};

/// A rate below this share of the machine's size per second is rest, at the start of a motion [1/s].
pub(crate) const REST: f64 = 1e-12;

/// Damping that stands for sticking in the iteration matrix of implicit methods, over the mass that is felt [1/s]: it has no
/// effect on the solution, only on how fast it is found.
pub(crate) const STUCK_DAMPING: f64 = 1e9;

/// Dry friction of one deformation.
#[derive(Clone, Debug)]
pub(crate) struct Friction {
    pub name: String,
    pub measure: usize,
    /// Force while it slides [N] or [N m].
    pub kinetic: f64,
    /// Largest force while it sticks [N] or [N m].
    pub limit: f64,
    /// Its decision among those of all laws.
    pub switch: usize,
}

impl Friction {
    /// The way it moves: −1 and 1 slide, 0 sticks; `None` where nothing is decided and so no friction acts.
    pub fn way(&self, decisions: &[f64]) -> Option<f64> {
        decisions.get(self.switch).copied()
    }

    /// Whether it sticks.
    pub fn sticks(&self, decisions: &[f64]) -> bool {
        self.way(decisions) == Some(0.0)
    }

    /// The way it goes on from a state, if it can: what slides on goes on, what came to rest or stuck sticks.
    pub fn way_after(&self, before: &[f64], rate: f64, size: f64) -> f64 {
        match before.get(self.switch) {
            None if rate.abs() > REST * size => rate.signum(),
            Some(way) if *way != 0.0 && way * rate > 0.0 => *way,
            _ => 0.0,
        }
    }

    /// How far it is from changing its way.
    pub fn margin(&self, way: f64, rate: f64, sticking: f64) -> f64 {
        if way == 0.0 { self.limit - sticking.abs() } else { way * rate }
    }

    /// Its force on its deformation; `sticking` is the one that holds it.
    pub fn force(&self, decisions: &[f64], sticking: f64) -> f64 {
        match self.way(decisions) {
            None => 0.0,
            Some(0.0) => sticking,
            Some(way) => -way * self.kinetic,
        }
    }
}

/// Why joints cannot be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unheld {
    /// A coordinate moves no mass.
    Massless(usize),
    /// A friction is held by others already.
    Stuck(usize),
}

/// What sticks, in a state of motion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sticking {
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

impl Sticking {
    /// q̈ with the rates of some joints held, from the lower half of the mass matrix and the generalised force, which becomes q̈.
    /// `row` writes J of a friction and returns b.
    pub fn hold(
        &mut self,
        (stuck, all): (&[usize], usize),
        mass: &mut [f64],
        force: &mut [f64],
        mut row: impl FnMut(usize, &mut [f64]) -> f64,
    ) -> Result<(), Unheld> {
        let (m, n) = (force.len(), stuck.len());
        cholesky(m, mass).map_err(Unheld::Massless)?;
        cholesky_solve(m, mass, force);
        self.forces.clear();
        self.forces.resize(all, 0.0);
        self.motions.clear();
        self.motions.resize(n * m, 0.0);
        self.solution.clear();
        for (own, &k) in self.motions.chunks_exact_mut(m).zip(stuck) {
            let bias = row(k, own);
            let free: f64 = own.iter().zip(&*force).map(|(j, a)| j * a).sum();
            self.solution.push(-(free + bias));
        }
        self.response.clone_from(&self.motions);
        self.response.chunks_exact_mut(m).for_each(|own| cholesky_solve(m, mass, own));
        self.compliance.clear();
        for own in self.motions.chunks_exact(m) {
            for other in self.response.chunks_exact(m) {
                self.compliance.push(own.iter().zip(other).map(|(a, b)| a * b).sum());
            }
        }
        cholesky(n, &mut self.compliance).map_err(|i| Unheld::Stuck(stuck[i]))?;
        cholesky_solve(n, &self.compliance, &mut self.solution);
        for ((own, held), &k) in self.response.chunks_exact(m).zip(&self.solution).zip(stuck) {
            force.iter_mut().zip(own).for_each(|(a, r)| *a += held * r);
            self.forces[k] = *held;
        }
        Ok(())
    }
}
