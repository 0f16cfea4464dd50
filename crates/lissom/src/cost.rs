//! What an answer cost, as far as it is counted.

use crate::reports::bond_report::BondReport;
use crate::reports::buckling_report::BucklingReport;
use crate::reports::campbell::CampbellReport;
use crate::reports::comparison::Comparison;
use crate::reports::cycle_report::CycleReport;
use crate::reports::derivation_report::DerivationReport;
use crate::reports::frequency_response::ResponseReport;
use crate::reports::linear_reduction::LinearReductionReport;
use crate::reports::loop_report::LoopReport;
use crate::reports::oscillation_report::OscillationReport;
use crate::reports::reduction_report::ReductionReport;
use crate::reports::state_poles::PoleReport;
use crate::reports::stroke_report::StrokeReport;
use crate::reports::structure_report::StructureReport;
use crate::simulations::simulation::Simulation;
use lissom_continuum::{ExactModes, ExactPoles};
use lissom_dynamics::Modes;
use std::iter::Sum;
use std::ops::Add;

/// Work that was counted. `None` says that it was not: a zero would be a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Evaluations of equations: of motion, of a dynamic stiffness, of an eigenproblem, of a step in time; configurations of a
    /// mechanism that were searched; elements of a structure.
    pub evaluations: Option<u64>,
    /// Factorisations of matrices.
    pub factorisations: Option<u64>,
    /// Solves with a factor, each right-hand side counted.
    pub solves: Option<u64>,
    /// Nodes of expressions that were built, equal ones counted once.
    pub expressions: Option<u64>,
}

impl Cost {
    /// Nothing was counted.
    pub const UNKNOWN: Self =
        Self { evaluations: None, factorisations: None, solves: None, expressions: None };

    /// Work by factorisations and solves.
    #[must_use]
    pub fn of_factors(factorisations: usize, solves: usize) -> Self {
        let [factorisations, solves] = [factorisations, solves].map(|count| Some(count as u64));
        Self { factorisations, solves, ..Self::UNKNOWN }
    }

    /// Work by evaluations, whose factorisations are not counted.
    #[must_use]
    pub fn of_evaluations(evaluations: usize) -> Self {
        Self { evaluations: Some(evaluations as u64), ..Self::UNKNOWN }
    }

    /// Evaluations and solves together, as far as either is counted.
    #[must_use]
    pub fn work(self) -> Option<u64> {
        match (self.evaluations, self.solves) {
            (Some(evaluations), Some(solves)) => Some(evaluations + solves),
            (evaluations, solves) => evaluations.or(solves),
        }
    }
}

/// Counts add up where both are known.
impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a? + b?);
        Self {
            evaluations: sum(self.evaluations, other.evaluations),
            factorisations: sum(self.factorisations, other.factorisations),
            solves: sum(self.solves, other.solves),
            expressions: sum(self.expressions, other.expressions),
        }
    }
}

/// The sum of one or more; of none it is not known.
impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.reduce(Add::add).unwrap_or(Self::UNKNOWN)
    }
}

/// A value that knows what it cost.
pub(crate) trait Counted {
    /// The work that was counted while it was found.
    fn cost(&self) -> Cost;
}

impl Counted for Modes {
    fn cost(&self) -> Cost {
        Cost::of_factors(self.cost.factorisations, self.cost.solves)
    }
}

/// Every dynamic stiffness is formed once.
impl Counted for ExactModes {
    fn cost(&self) -> Cost {
        Cost::of_evaluations(self.evaluations)
    }
}

impl Counted for ExactPoles {
    fn cost(&self) -> Cost {
        Cost::of_evaluations(self.evaluations)
    }
}

impl Counted for Simulation {
    fn cost(&self) -> Cost {
        let counters = &self.trajectory.counters;
        Cost {
            evaluations: Some(counters.evaluations),
            factorisations: Some(counters.factorisations),
            ..Cost::UNKNOWN
        }
    }
}

impl Counted for ResponseReport {
    fn cost(&self) -> Cost {
        let factorisations = self.evidence.as_ref().map(|found| found.factorisations as u64);
        Cost { factorisations, ..Cost::UNKNOWN }
    }
}

impl Counted for LinearReductionReport {
    fn cost(&self) -> Cost {
        let (reduced, comparison) = (&self.reduced, &self.comparison);
        Cost::of_factors(
            reduced.factorisations + comparison.factorisations,
            reduced.solves + comparison.solves,
        )
    }
}

/// Steps in time.
impl Counted for CycleReport {
    fn cost(&self) -> Cost {
        Cost::of_evaluations(self.cycle.steps)
    }
}

/// Eigenproblems.
impl Counted for CampbellReport {
    fn cost(&self) -> Cost {
        Cost::of_evaluations(self.campbell.eigenproblems)
    }
}

impl Counted for Comparison {
    fn cost(&self) -> Cost {
        self.cost
    }
}

/// Expressions of the state equations.
impl Counted for BondReport {
    fn cost(&self) -> Cost {
        Cost { expressions: Some(self.equations.expression_nodes as u64), ..Cost::UNKNOWN }
    }
}

impl Counted for DerivationReport {
    fn cost(&self) -> Cost {
        Cost { expressions: Some(self.expression_nodes as u64), ..Cost::UNKNOWN }
    }
}

/// One eigenproblem of each variant.
impl Counted for OscillationReport {
    fn cost(&self) -> Cost {
        Cost::of_evaluations(self.variants.len())
    }
}

/// Configurations of the mechanism.
impl Counted for PoleReport {
    fn cost(&self) -> Cost {
        Cost { evaluations: Some(self.configurations), ..Cost::UNKNOWN }
    }
}

/// Configurations of the mechanism.
impl Counted for ReductionReport {
    fn cost(&self) -> Cost {
        Cost { evaluations: Some(self.configurations), ..Cost::UNKNOWN }
    }
}

/// Configurations of the mechanism.
impl Counted for StrokeReport {
    fn cost(&self) -> Cost {
        Cost { evaluations: Some(self.configurations), ..Cost::UNKNOWN }
    }
}

/// One eigenproblem, and two counts of eigenvalues for each mode; the stiffness is factorised for the stress.
impl Counted for BucklingReport {
    fn cost(&self) -> Cost {
        let factorisations = Some(self.factorisations as u64);
        Cost { factorisations, ..Cost::of_evaluations(1 + 2 * self.modes.len()) }
    }
}

/// Every element is evaluated once, in the reference configuration.
impl Counted for StructureReport {
    fn cost(&self) -> Cost {
        Cost::of_evaluations(self.elements.unwrap_or(0))
    }
}

/// Two eigenproblems, open and closed; the frequencies at which responses were asked for. The search for margins is not counted.
impl Counted for LoopReport {
    fn cost(&self) -> Cost {
        Cost::of_evaluations(2 + self.loops.len() * self.frequencies_hz.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_did_not_count_is_not_known_of_the_sum() {
        let modes = Cost::of_factors(2, 30);
        let both = modes + modes;
        assert_eq!((both.factorisations, both.solves, both.evaluations), (Some(4), Some(60), None));
        assert_eq!([modes, Cost::UNKNOWN].into_iter().sum::<Cost>(), Cost::UNKNOWN);
        assert_eq!(std::iter::empty().sum::<Cost>(), Cost::UNKNOWN);
    }

    #[test]
    fn solves_and_evaluations_are_work() {
        assert_eq!(Cost::of_factors(2, 30).work(), Some(30));
        assert_eq!(Cost::of_evaluations(7).work(), Some(7));
        assert_eq!(Cost::UNKNOWN.work(), None);
    }
}
