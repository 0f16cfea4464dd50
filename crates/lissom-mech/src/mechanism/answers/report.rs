//! Constraint analysis: degrees of freedom, redundant constraints and free motions.

use crate::error::MechError;
use crate::mechanism::Mechanism;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::choice_of_coordinates::basis::Basis;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::choice_of_coordinates::pivoted::{complement, pivoted};
use crate::mechanism::configuration::kinematics::Failure;
use crate::mechanism::constants::loads::TorqueSource;
use lissom_linalg::Dense;

/// The constraint analysis of a mechanism in its reference configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintReport {
    /// Degrees of freedom.
    pub degrees_of_freedom: usize,
    /// Redundant constraints: element and deformation.
    pub redundant: Vec<String>,
    /// Independent coordinates without elastic resistance.
    pub missing: Vec<String>,
    /// Deformations that the loops make dependent.
    pub released: Vec<String>,
    /// The independent coordinates.
    pub independent: Vec<String>,
    /// Numbers of constraints and of coordinates of nodes, where they were counted: in space.
    pub counted: Option<[usize; 2]>,
}

/// A motion is free when its deformations stay below this share of the motion.
const FREE: f64 = 1e-9;

/// Number of coordinates from which trees are reported without a matrix of them.
const MANY: usize = 200;

impl Mechanism {
    /// The constraint analysis in the reference configuration, of the full model.
    ///
    /// # Errors
    /// When the reference configuration is inadmissible, or a torque law has no derivative there.
    pub fn constraint_report(&self) -> Result<ConstraintReport, MechError> {
        let core = &self.core;
        let m = core.independent.len();
        if m >= MANY && core.choice.released.is_empty() && core.loads.torques.is_empty() {
            return Ok(self.report_of_tree());
        }
        let mut b = Buffers::new(core, m, false);
        let refuse = |failure| MechError::Inadmissible(self.refuse(0.0, failure));
        core.move_to(&Basis::full(core), 0.0, &vec![0.0; m], &mut b).map_err(refuse)?;
        core.measure_all(&mut b).map_err(refuse)?;
        let seen = self.resisted(&mut b)?;
        let rank = pivoted(&seen, |_| 1.0, FREE);
        // Columns of the complement measure how freely each coordinate moves.
        let row_space = pivoted(&seen.transpose(), |_| 1.0, FREE).basis;
        let free = m - rank.picked.len();
        let moving =
            if free == 0 { Vec::new() } else { pivoted(&complement(&row_space), |_| 1.0, 1e-7).picked };
        let name = |j: usize| match core.choice.independent[j] {
            Source::Measure(measure) => core.parts.name(measure),
            Source::Coordinate(c) => core.coordinates.name(c),
        };
        Ok(ConstraintReport {
            degrees_of_freedom: m,
            redundant: core.choice.redundant.iter().map(|measure| core.parts.name(*measure)).collect(),
            missing: moving.into_iter().take(free).map(name).collect(),
            released: self.released(),
            independent: (0..m).map(name).collect(),
            counted: None,
        })
    }

    /// The same where every deformation is held or a coordinate: those without stiffness are free, and no matrix is needed.
    fn report_of_tree(&self) -> ConstraintReport {
        let core = &self.core;
        let name = |source: &Source| match *source {
            Source::Measure(measure) => core.parts.name(measure),
            Source::Coordinate(c) => core.coordinates.name(c),
        };
        let is_free = |source: &&Source| match **source {
            Source::Measure(measure) => {
                let part = &core.parts.all[core.parts.measures[measure].part];
                let a = measure - part.first;
                part.stiffness.get(a * part.count + a).is_none_or(|s| *s == 0.0)
            }
            Source::Coordinate(_) => true,
        };
        ConstraintReport {
            degrees_of_freedom: core.independent.len(),
            redundant: core.choice.redundant.iter().map(|measure| core.parts.name(*measure)).collect(),
            missing: core.choice.independent.iter().filter(is_free).map(name).collect(),
            released: Vec::new(),
            independent: core.choice.independent.iter().map(name).collect(),
            counted: None,
        }
    }

    /// E,q of the deformations that something elastic or a torque law resists, in metres.
    fn resisted(&self, b: &mut Buffers) -> Result<Dense, MechError> {
        let core = &self.core;
        let m = core.independent.len();
        let mut stiff: Vec<usize> = Vec::new();
        for part in &core.parts.all {
            let diagonal = |a: usize| part.stiffness.get(a * part.count + a).copied().unwrap_or(0.0);
            stiff.extend((0..part.count).filter(|a| diagonal(*a) != 0.0).map(|a| part.first + a));
        }
        for (k, torque) in core.loads.torques.iter().enumerate() {
            let TorqueSource::Law(law) = &torque.source else { continue };
            let state = [0.0, b.e[torque.measure], b.e_dot[torque.measure]];
            let arguments = law.arguments(state, &b.at, &b.velocity);
            let failure = Failure::Torque(k, state);
            let values = law.values(&arguments, None, &mut b.law_work);
            let values = values.ok_or_else(|| MechError::Inadmissible(self.refuse(0.0, failure)))?;
            if values.by_deformation != 0.0 {
                stiff.push(torque.measure);
            }
        }
        let mut seen = Dense::zeros(stiff.len().max(1), m);
        for (i, &measure) in stiff.iter().enumerate() {
            for (c, at) in core.parts.row(measure) {
                let Some(p) = core.place[c] else { continue };
                for j in 0..m {
                    seen[(i, j)] +=
                        core.scale.measure(&core.parts, measure) * b.gradients[at] * b.motion.get(p, j);
                }
            }
        }
        for (j, source) in core.choice.independent.iter().enumerate() {
            let unit = match *source {
                Source::Measure(measure) => 1.0 / core.scale.measure(&core.parts, measure),
                Source::Coordinate(c) => core.scale.unknown(c),
            };
            seen.column_mut(j).iter_mut().for_each(|v| *v *= unit);
        }
        Ok(seen)
    }
}
