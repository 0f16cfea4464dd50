//! Dry friction in a planar mechanism: the method is that of `crate::friction`.

use crate::friction::{self, Friction, Rubbing, Sticking, Unheld, project_stuck};
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
        held.map_err(Failure::from)
    }

    /// Takes what sticking joints do not feel out of the matrices of implicit methods.
    pub fn project_stuck(&self, m: usize, b: &Buffers, sum: &mut Linearisation) {
        let stuck = self.loads.frictions.iter().filter(|friction| friction.sticks(&b.decisions));
        let row = |friction: &Friction| {
            let mut row = vec![0.0; m];
            for (c, at) in self.parts.row(friction.measure) {
                let Some(place) = self.place[c] else { continue };
                row.iter_mut().zip(b.motion.row(place)).for_each(|(sum, f)| *sum += b.gradients[at] * f);
            }
            row
        };
        project_stuck(&stuck.map(row).collect::<Vec<_>>(), sum);
    }
}

impl From<Unheld> for Failure {
    fn from(why: Unheld) -> Self {
        match why {
            Unheld::Massless(j) => Self::Massless(j),
            Unheld::Stuck(k) => Self::Stuck(k),
        }
    }
}

/// A state in which frictions are decided.
struct Asked<'a> {
    mechanism: &'a Mechanism,
    at: &'a State<'a>,
    input: &'a [f64],
    b: &'a mut Buffers,
}

impl Rubbing for Asked<'_> {
    type Failure = Failure;

    fn rate(&self, friction: &Friction) -> f64 {
        self.b.e_dot[friction.measure]
    }

    fn feel(&mut self, decisions: &[f64]) -> Result<&Sticking, Failure> {
        let Self { mechanism, at, input, b } = self;
        b.decisions = decisions.to_vec();
        mechanism.core.accelerate(&mechanism.basis, at.time, at.velocity, input, b)?;
        Ok(&self.b.sticking)
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
        let mut asked = Asked { mechanism: self, at, input, b };
        let decided = friction::decide(frictions, &before, self.core.scale.size, &mut asked, decisions);
        b.decisions = before;
        decided.map_err(|failure| self.refuse(at.time, failure))
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
        let rate = |friction: &Friction| b.e_dot[friction.measure];
        let found = b.sticking.margins(&self.core.loads.frictions, &self.decisions, rate, margins);
        found.map_err(|why| self.refuse(at.time, why.into()))
    }
}
