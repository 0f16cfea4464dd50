//! `rk43`: the classical method of order 4, for reduced models whose fastest modes are kept but hardly move.
//!
//! Such models limit the step by stability, not by accuracy. Along the imaginary axis this method is stable up to
//! ω h = 2√2 with four evaluations, the pair of orders 5 and 4 up to about 1 with six.

use crate::error::DynamicsError;
use crate::integrators::explicit::ExplicitStepper;
use crate::integrators::integrator::{Integrator, Problem, Stepper};
use crate::integrators::runge_kutta::Tableau;

/// Explicit, order 4 with an error estimate of order 3 \[Hairer1993, §II.1\].
#[derive(Clone, Copy, Debug)]
pub struct Rk43;

/// Share of the last stage's weight that the solution of order 3 gives to the rates at the end of the step. Any share
/// keeps its order: both stages are at the same time, and the sums that matter for order 3 are the same.
const SHARE: f64 = 0.1;

/// The classical method and its companion of order 3.
pub(crate) const RUNGE_KUTTA: Tableau = Tableau {
    order: 4,
    estimated: 4,
    nodes: &[0.0, 0.5, 0.5, 1.0],
    stages: &[&[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    solution: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    error: &[0.0, 0.0, 0.0, SHARE, -SHARE],
    between: None,
};

impl Integrator for Rk43 {
    fn name(&self) -> &'static str {
        "rk43"
    }

    fn order(&self) -> usize {
        4
    }

    fn is_implicit(&self) -> bool {
        false
    }

    fn start<'p>(&self, problem: &Problem<'p>) -> Result<Box<dyn Stepper + 'p>, DynamicsError> {
        Ok(Box::new(ExplicitStepper::start(&RUNGE_KUTTA, problem, 0.04)?))
    }
}
