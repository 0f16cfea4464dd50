//! Whether the laws of springs (among them those of dampers and stops) and joints have linear equations in the reference configuration: what bends or jumps there, or
//! depends on time, has a stiffness of its own on either side or at every time, of which a linear answer knows one.
//!
//! A law is evaluated on either side of the reference, nearer and nearer: what is smooth differs from its tangent the less the
//! nearer it is, what bends differs by the same share at any distance.

use crate::error::MechError;
use lissom_linalg::Measured;
use lissom_model::model::{JointMotion, Law, Model};
use lissom_symbolic::{Expr, Node, Program};

/// Distances from the reference, the largest first; the first at which a law is linear decides \[m, rad, m/s, rad/s\].
const DISTANCES: [f64; 7] = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9];
/// A law differs from its tangent by no more than this share [-].
const LINEAR: f64 = 1e-3;
/// A tangent changes with time by no more than this share [-].
const CONSTANT: f64 = 1e-4;
/// Times at which tangents are looked at, in ratios that no period of a law has: from `EARLIEST` on \[s\].
const TIMES: usize = 24;
const EARLIEST: f64 = 1.3e-4;
const RATIO: f64 = 2.237;

/// What was measured of every law: how far it is from linear equations with constant coefficients.
///
/// # Errors
/// When a law cannot be evaluated at all.
pub fn linearity_of_laws(model: &Model) -> Result<Vec<Measured>, MechError> {
    let mut evidence = Vec::new();
    for (what, law, own) in laws(model) {
        evidence.extend(OneLaw::new(model, what, law, own)?.evidence());
    }
    Ok(evidence)
}

/// All laws of the model: whose it is, the law, and what it calls its own motion.
fn laws(model: &Model) -> Vec<(String, &Law, &'static str)> {
    let springs = model.structure.springs.iter().filter_map(|spring| {
        let law = spring.law.as_ref()?;
        Some((format!("spring {}", spring.name), law, "elongation"))
    });
    let torques = model.torques.iter().filter_map(|torque| {
        let law = torque.law.as_ref()?;
        Some((torque.name.clone(), law, "angle"))
    });
    let loads = model.joint_loads.iter().filter_map(|load| {
        let law = load.law.as_ref()?;
        Some((load.name.clone(), law, own_name(model, load.what)))
    });
    springs.chain(torques).chain(loads).collect()
}

/// What laws of a motion call it.
pub(super) fn own_name(model: &Model, what: JointMotion) -> &'static str {
    let motion = model.structure.joints[what.joint.0].kind.motions()[what.motion];
    if motion.turns { "angle" } else { "displacement" }
}

struct OneLaw {
    what: String,
    program: Program,
    /// t, its own motion, its rate, and outputs, which vanish in the reference configuration.
    inputs: Vec<f64>,
}

impl OneLaw {
    fn new(model: &Model, what: String, law: &Law, own: &str) -> Result<Self, MechError> {
        let mut store = model.expressions.clone();
        let names = ["t", own, "rate"].map(|name| store.symbol(name));
        let parts = store.parts_of(&[law.expr]).into_iter();
        let outputs = parts.filter(|part| matches!(store.node(*part), Node::Applied(..)));
        let inputs: Vec<Expr> = names.into_iter().chain(outputs).collect();
        let program = Program::compile(&store, &[law.expr], &inputs).map_err(|error| MechError::Law {
            what: what.clone(),
            law: law.text.clone(),
            reason: error.to_string(),
        })?;
        Ok(Self { what, program, inputs: vec![0.0; inputs.len()] })
    }

    fn evidence(&mut self) -> Vec<Measured> {
        let bend = [1, 2].into_iter().map(|variable| self.bend(variable)).fold(0.0, f64::max);
        let change = [1, 2].into_iter().map(|variable| self.change(variable)).fold(0.0, f64::max);
        vec![
            Measured::new(
                format!("the share of {} that is not linear in the reference configuration", self.what),
                bend,
                LINEAR,
            ),
            Measured::new(
                format!(
                    "the change of the stiffness or damping of {} with time, as a share of it,",
                    self.what
                ),
                change,
                CONSTANT,
            ),
        ]
    }

    /// The least share by which the law differs from a straight line on both sides of the reference.
    fn bend(&mut self, variable: usize) -> f64 {
        let Some(here) = self.value(0.0, variable, 0.0) else { return f64::INFINITY };
        let Some(slope) = self.slope(variable, here) else { return f64::INFINITY };
        if slope == 0.0 {
            return 0.0;
        }
        let mut best = f64::INFINITY;
        for distance in DISTANCES {
            let at = |own: &mut Self, share: f64| Some(own.value(0.0, variable, share * distance)? - here);
            let found = [1.0, -1.0, 0.5, -0.5].map(|share| at(self, share));
            let [Some(ahead), Some(back), Some(half), Some(half_back)] = found else { continue };
            let even = 0.5 * (ahead + back);
            // A jump does not shrink with the distance.
            let jump = 0.5 * (ahead - back) - (half - half_back);
            best = best.min((even.abs() + jump.abs()) / (slope * distance));
            if best <= LINEAR {
                break;
            }
        }
        best
    }

    /// The largest secant on either side, which stays above zero where the law has no tangent of its own.
    fn slope(&mut self, variable: usize, here: f64) -> Option<f64> {
        let mut largest: Option<f64> = None;
        for distance in DISTANCES {
            for side in [distance, -distance] {
                if let Some(value) = self.value(0.0, variable, side) {
                    largest = Some(largest.unwrap_or(0.0).max((value - here).abs() / distance));
                }
            }
            // Nearer, only rounding would be found.
            if largest.is_some() {
                break;
            }
        }
        largest
    }

    /// By how much the law of a small motion differs at other times, as a share of it.
    fn change(&mut self, variable: usize) -> f64 {
        let distance = DISTANCES[3];
        let mut moved = |time: f64| {
            let forward = self.value(time, variable, distance)?;
            let backward = self.value(time, variable, -distance)?;
            Some(0.5 * (forward - backward))
        };
        let Some(now) = moved(0.0) else { return 0.0 };
        let others: Vec<f64> =
            (0..TIMES).filter_map(|k| moved(EARLIEST * RATIO.powi(i32::try_from(k).unwrap_or(0)))).collect();
        let largest = others.iter().fold(now.abs(), |most, then| most.max(then.abs()));
        if largest == 0.0 {
            return 0.0;
        }
        others.iter().fold(0.0_f64, |most, then| most.max((then - now).abs() / largest))
    }

    fn value(&mut self, time: f64, variable: usize, value: f64) -> Option<f64> {
        let mut inputs = self.inputs.clone();
        inputs[0] = time;
        inputs[variable] = value;
        let mut found = [0.0];
        self.program.evaluate_checked(&inputs, &mut Vec::new(), &mut found).ok()?;
        Some(found[0])
    }
}
