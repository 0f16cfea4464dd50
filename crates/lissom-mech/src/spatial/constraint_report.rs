//! Constraint analysis in space: degrees of freedom, redundant constraints and free motions.

use super::SpatialMechanism;
use super::buffers::Buffers;
use super::machine::{NONE, Preference};
use super::motion::Basis;
use crate::error::MechError;
use crate::mechanism::ConstraintReport;
use crate::mechanism::choice_of_coordinates::pivoted::{complement, pivoted};
use lissom_linalg::Dense;

/// A motion is free when its deformations stay below this share of the motion.
const FREE: f64 = 1e-9;

/// Entries of the complement below this are rounding.
const MOVING: f64 = 1e-7;

/// Number of coordinates from which trees are reported without a matrix of them.
const MANY: usize = 200;

impl SpatialMechanism {
    /// The constraint analysis in the reference configuration, of the full model.
    pub(super) fn constraints(&self) -> Result<ConstraintReport, MechError> {
        let core = &self.core;
        let m = core.independent.len();
        let full = Self {
            basis: Basis { m, rows: None },
            coordinates: core.independent.clone(),
            is_recursive: false,
            ..self.clone()
        };
        let released = self.released();
        let names = |all: &[usize]| all.iter().map(|m| core.machine.measure_name(*m)).collect::<Vec<_>>();
        let missing = if m >= MANY && released.is_empty() {
            core.choice.independent.iter().copied().filter(|measure| !self.is_stiff(*measure)).collect()
        } else {
            full.free_coordinates()?
        };
        Ok(ConstraintReport {
            degrees_of_freedom: m,
            redundant: names(&core.choice.redundant),
            missing: names(&missing),
            released: names(&released),
            independent: names(&core.choice.independent),
            counted: Some([self.counts()[0], self.counts()[1]]),
        })
    }

    /// Deformations that follow from the coordinates.
    pub(super) fn released(&self) -> Vec<usize> {
        let core = &self.core;
        let follows = |m: &usize| {
            core.equation_of[*m] == NONE
                && core.machine.deformation(*m).flexible
                && core.machine.part(*m).preference <= Preference::Elastic
        };
        (0..core.machine.measures.len()).filter(follows).collect()
    }

    /// Whether something elastic resists a deformation.
    fn is_stiff(&self, measure: usize) -> bool {
        let own = self.core.machine.measures[measure];
        let part = &self.core.machine.described.parts[own.part];
        let n = part.deformations.len();
        part.stiffness.get(own.own * n + own.own).is_some_and(|s| *s != 0.0)
    }

    /// As many coordinates as there are motions without elastic resistance: those that move most in them.
    fn free_coordinates(&self) -> Result<Vec<usize>, MechError> {
        let m = self.size();
        if m == 0 {
            return Ok(Vec::new());
        }
        let mut b = self.workspace_of();
        let still = vec![0.0; m];
        let at = crate::system::State { time: 0.0, position: &still, velocity: &still };
        self.stand(&at, &mut b).map_err(MechError::Inadmissible)?;
        self.core.motions(&self.basis, &mut b);
        let seen = self.resisted(&b);
        let free = m - pivoted(&seen, |_| 1.0, FREE).picked.len();
        if free == 0 {
            return Ok(Vec::new());
        }
        let row_space = pivoted(&seen.transpose(), |_| 1.0, FREE).basis;
        let moving = pivoted(&complement(&row_space), |_| 1.0, MOVING).picked;
        Ok(moving.into_iter().take(free).map(|j| self.core.choice.independent[j]).collect())
    }

    /// E,q of the deformations that something elastic resists, in metres.
    fn resisted(&self, b: &Buffers) -> Dense {
        let core = &self.core;
        let machine = &core.machine;
        let m = self.size();
        let stiff: Vec<usize> =
            (0..machine.measures.len()).filter(|measure| self.is_stiff(*measure)).collect();
        let mut seen = Dense::zeros(stiff.len().max(1), m);
        for (i, &measure) in stiff.iter().enumerate() {
            let own = machine.measures[measure];
            let columns = &core.columns[own.part];
            for (place, gradient) in columns.iter().zip(&b.gradients[measure]).filter(|(p, _)| **p != NONE) {
                (0..m).for_each(|j| seen[(i, j)] += own.scale * gradient * b.motion[place * m + j]);
            }
        }
        for (j, measure) in core.choice.independent.iter().enumerate() {
            let unit = 1.0 / machine.measures[*measure].scale;
            seen.column_mut(j).iter_mut().for_each(|v| *v *= unit);
        }
        seen
    }
}
