//! All variables of a unit in the order of their value references: inputs, outputs, states, derivatives, parameters, event
//! indicators; names are made distinct.

use super::content::UnitContent;
use std::collections::HashSet;

/// A variable.
pub(super) struct Variable {
    pub name: String,
    pub unit: String,
}

/// The variables; the first value reference is 1, as 0 is time.
pub(super) struct Variables {
    pub inputs: Vec<Variable>,
    pub outputs: Vec<Variable>,
    pub states: Vec<Variable>,
    pub derivatives: Vec<Variable>,
    pub parameters: Vec<Variable>,
    pub indicators: Vec<Variable>,
}

impl Variables {
    pub(super) fn of(content: &UnitContent) -> Self {
        let mut taken: HashSet<String> = HashSet::from(["time".to_owned()]);
        let mut named = |name: String, unit: &str| {
            let mut free = name.clone();
            let mut count = 2;
            while !taken.insert(free.clone()) {
                free = format!("{name} ({count})");
                count += 1;
            }
            Variable { name: free, unit: unit.to_owned() }
        };
        let inputs = content.inputs.iter().map(|s| named(s.name.clone(), &s.unit)).collect();
        let outputs = content.outputs.iter().map(|s| named(s.name.clone(), &s.unit)).collect();
        let states: Vec<Variable> = content.states.iter().map(|s| named(s.name.clone(), &s.unit)).collect();
        let derivatives = states.iter().map(|s| named(format!("der({})", s.name), "")).collect();
        let parameters = content.parameters.iter().map(|(name, _)| named(name.clone(), "")).collect();
        let indicators =
            (1..=content.indicators).map(|k| named(format!("event indicator {k}"), "")).collect();
        Self { inputs, outputs, states, derivatives, parameters, indicators }
    }

    /// Value reference of an input.
    pub(super) fn input(&self, k: usize) -> usize {
        1 + k
    }

    /// Value reference of an output.
    pub(super) fn output(&self, k: usize) -> usize {
        1 + self.inputs.len() + k
    }

    /// Value reference of a state.
    pub(super) fn state(&self, k: usize) -> usize {
        1 + self.inputs.len() + self.outputs.len() + k
    }

    /// Value reference of a derivative.
    pub(super) fn derivative(&self, k: usize) -> usize {
        self.state(self.states.len() + k)
    }

    /// Value reference of a parameter.
    pub(super) fn parameter(&self, k: usize) -> usize {
        self.derivative(self.states.len() + k)
    }

    /// Value reference of an event indicator.
    pub(super) fn indicator(&self, k: usize) -> usize {
        self.parameter(self.parameters.len() + k)
    }

    /// Value references of what an output depends on: inputs that act at once, and states.
    pub(super) fn dependencies(&self, content: &UnitContent, output: usize) -> String {
        let inputs =
            (0..self.inputs.len()).filter(|k| content.feeds_through(output, *k)).map(|k| self.input(k));
        let states = (0..self.states.len()).filter(|k| content.sees(output, *k)).map(|k| self.state(k));
        inputs.chain(states).map(|reference| reference.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// All units.
    pub(super) fn units(&self) -> impl Iterator<Item = &str> {
        let all = [&self.inputs, &self.outputs, &self.states];
        all.into_iter().flatten().map(|variable| variable.unit.as_str())
    }
}
