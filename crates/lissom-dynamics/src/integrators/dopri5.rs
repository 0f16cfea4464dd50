//! `dopri5`: Dormand and Prince's pair with a proportional-integral controller, for systems that are not stiff.

use crate::error::DynamicsError;
use crate::integrators::dormand_prince::DORMAND_PRINCE;
use crate::integrators::explicit::ExplicitStepper;
use crate::integrators::integrator::{Integrator, Problem, Stepper};

/// Explicit, order 5 with an error estimate of order 4 \[Dormand1980; Hairer1993, §II.5\].
#[derive(Clone, Copy, Debug)]
pub struct Dopri5;

impl Integrator for Dopri5 {
    fn name(&self) -> &'static str {
        "dopri5"
    }

    fn order(&self) -> usize {
        5
    }

    fn is_implicit(&self) -> bool {
        false
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        Ok(Box::new(ExplicitStepper::start(&DORMAND_PRINCE, problem, 0.04)?))
    }
}
