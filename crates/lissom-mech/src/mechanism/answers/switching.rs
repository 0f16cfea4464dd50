//! Decisions of laws: where they switch, and the mechanism between two switches.

use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::constants::loads::TorqueSource;
use crate::system::{Inadmissible, State, Workspace};
use lissom_symbolic::Program;
use std::ops::Range;

impl Mechanism {
    /// The same mechanism with the decisions that its laws take at a state kept; `None` if no law switches.
    pub(in crate::mechanism) fn decide(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Option<Self>, Inadmissible> {
        if self.core.switches == 0 {
            return Ok(None);
        }
        let mut decisions = vec![0.0; self.core.switches];
        self.visit(at, work, |program, inputs, switches, work| {
            program.decide(inputs, work, &mut decisions[switches]);
        })?;
        self.decide_friction(at, input, work, &mut decisions)?;
        Ok(Some(Self {
            core: self.core.clone(),
            basis: self.basis.clone(),
            coordinates: self.coordinates.clone(),
            first_chosen: self.first_chosen.clone(),
            decisions: decisions.into(),
            is_recursive: self.is_recursive,
        }))
    }

    /// How far each decision is from changing: positive where it holds.
    pub(in crate::mechanism) fn write_margins(
        &self,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
        margins: &mut [f64],
    ) -> Result<(), Inadmissible> {
        self.visit(at, work, |program, inputs, switches, work| {
            program.margins(inputs, &self.decisions[switches.clone()], work, &mut margins[switches]);
        })?;
        self.friction_margins(at, input, work, margins)
    }

    /// The law that takes a decision.
    pub(in crate::mechanism) fn name_of_switch(&self, k: usize) -> String {
        let loads = &self.core.loads;
        let law = loads.torques.iter().find(|torque| torque.switches.contains(&k)).map(|torque| &torque.name);
        let fed = loads.fed.iter().find(|load| load.switches.contains(&k)).map(|load| &load.name);
        let friction =
            loads.frictions.iter().find(|friction| friction.switch == k).map(|friction| &friction.name);
        law.or(fed).or(friction).map_or_else(|| "a law of time".to_owned(), Clone::clone)
    }

    /// Every law that switches, with its inputs at a state and its decisions.
    fn visit(
        &self,
        at: &State,
        work: &mut Workspace,
        mut each: impl FnMut(&Program, &[f64], Range<usize>, &mut Vec<f64>),
    ) -> Result<(), Inadmissible> {
        let b: &mut Buffers = work.buffers();
        let timed = self.core.laws.program();
        let count = timed.switch_count();
        if count > 0 {
            each(timed, &[at.time], 0..count, &mut b.law_work);
        }
        if count == self.core.switches {
            return Ok(());
        }
        self.take(at, b)?;
        let moved = self.core.move_to(&self.basis, at.time, at.velocity, b);
        moved.map_err(|failure| self.refuse(at.time, failure))?;
        for torque in self.core.loads.torques.iter().filter(|torque| !torque.switches.is_empty()) {
            let TorqueSource::Law(law) = &torque.source else { continue };
            let own = [at.time, b.e[torque.measure], b.e_dot[torque.measure]];
            let inputs = law.arguments(own, &b.at, &b.velocity);
            each(law.program(), inputs.as_slice(), torque.switches.clone(), &mut b.law_work);
        }
        for load in self.core.loads.fed.iter().filter(|load| !load.switches.is_empty()) {
            let inputs = load.law.arguments([at.time, 0.0, 0.0], &b.at, &b.velocity);
            each(load.law.program(), inputs.as_slice(), load.switches.clone(), &mut b.law_work);
        }
        Ok(())
    }
}
