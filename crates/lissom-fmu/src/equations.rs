//! What a unit computes, whatever it holds. Errors are sentences for the log of the host.

use lissom_mech::System;
use std::sync::Arc;

/// Point in time, state and inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point<'a> {
    /// Time \[s\].
    pub time: f64,
    /// States.
    pub states: &'a [f64],
    /// Inputs.
    pub inputs: &'a [f64],
}

/// Small changes of states and inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Direction<'a> {
    /// Of the states.
    pub states: &'a [f64],
    /// Of the inputs.
    pub inputs: &'a [f64],
}

/// First-order equations with outputs.
pub(crate) trait Equations: Send {
    /// ẋ.
    fn rates(&mut self, at: Point<'_>, rates: &mut [f64]) -> Result<(), String>;

    /// y.
    fn outputs(&mut self, at: Point<'_>, outputs: &mut [f64]) -> Result<(), String>;

    /// Changes of ẋ and y.
    fn derivatives(
        &mut self,
        at: Point<'_>,
        along: Direction<'_>,
        rates: &mut [f64],
        outputs: &mut [f64],
    ) -> Result<(), String>;

    /// How far each kept decision of a law is from changing: positive where it holds.
    fn indicators(&mut self, _at: Point<'_>, _indicators: &mut [f64]) -> Result<(), String> {
        Ok(())
    }

    /// Whether an event is needed although no decision changed.
    fn needs_event(&mut self) -> bool {
        false
    }

    /// Takes the decisions of all laws anew, and chooses better coordinates where the present ones no longer determine the
    /// configuration.
    fn event(&mut self, _time: f64, _states: &mut [f64], _inputs: &[f64]) -> Result<(), String> {
        Ok(())
    }

    /// Moves the states through a step under inputs that change at a constant rate.
    fn step(
        &mut self,
        from: Point<'_>,
        input_rates: &[f64],
        length: f64,
        tolerance: f64,
        states: &mut [f64],
    ) -> Result<(), String>;

    /// Other values of the parameters; the states at the start that belong to them.
    fn with_parameters(&mut self, _values: &[f64]) -> Result<Vec<f64>, String> {
        Err("this unit has no parameters".to_owned())
    }

    /// The coordinates that the states are of, where they are not the first ones.
    fn coordinates(&self) -> Option<Arc<dyn System>> {
        None
    }

    /// Returns to coordinates that were chosen before; `None`: the first ones.
    fn choose(&mut self, _coordinates: Option<Arc<dyn System>>) {}
}
