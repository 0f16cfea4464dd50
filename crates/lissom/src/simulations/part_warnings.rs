//! Warnings of a motion in which an FE part is used beyond what its linear model means.
//!
//! The estimates need no further data of a part: a rotation ψ of an interface in the frame of the part changes lengths by about
//! ψ²/24; a force P along the part changes the square of its lowest frequency by about the share P/P_E of its critical load; a spin
//! Ω stiffens it by about Ω²/ω₁², which geometric stiffness would show.

use lissom_dynamics::Trajectory;
use lissom_mech::{PartIndications, State, System};
use std::collections::BTreeMap;

/// Rotation of an interface in the frame beyond which linear deformation is doubtful [rad].
const BENT: f64 = 0.3;

/// Share of the critical load beyond which geometric stiffness matters [-].
const LOADED: f64 = 0.05;

/// Share Ω²/ω₁² beyond which geometric stiffness matters [-].
const SPINNING: f64 = 0.01;

/// Most times at which parts are examined: they lie evenly among the times of the results.
const EXAMINED: usize = 200;

/// The largest value of an indication, and when.
#[derive(Clone, Copy, Debug, Default)]
struct Peak {
    value: f64,
    time: f64,
}

impl Peak {
    fn see(&mut self, value: f64, time: f64) {
        if value > self.value {
            *self = Self { value, time };
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Peaks {
    bent: Peak,
    turned: String,
    loaded: Peak,
    spinning: Peak,
}

/// Warnings by the name of the part; forces of controllers are not known here, so that loads are judged only without them.
pub(crate) fn part_warnings(system: &dyn System, motion: &Trajectory, has_controllers: bool) -> Vec<String> {
    let Some(machinery) = system.machinery() else { return Vec::new() };
    if machinery.moving_parts().is_empty() || motion.positions.len() != motion.times.len() {
        return Vec::new();
    }
    let (mut work, input) = (machinery.workspace(), vec![0.0; machinery.inputs().len()]);
    let mut peaks: BTreeMap<String, Peaks> = BTreeMap::new();
    for k in (0..motion.times.len()).step_by(motion.times.len().div_ceil(EXAMINED).max(1)) {
        let (Some(position), Some(velocity)) = (motion.positions.get(k), motion.velocities.get(k)) else {
            continue;
        };
        let at = State { time: motion.times[k], position, velocity };
        for found in machinery.part_indications(&at, &input, &mut work).unwrap_or_default() {
            note(peaks.entry(found.part.clone()).or_default(), &found, at.time, has_controllers);
        }
    }
    peaks.iter().flat_map(|(part, peaks)| sentences(part, peaks)).collect()
}

fn note(peaks: &mut Peaks, found: &PartIndications, time: f64, has_controllers: bool) {
    if found.largest_rotation > peaks.bent.value {
        peaks.turned.clone_from(&found.turned);
    }
    peaks.bent.see(found.largest_rotation, time);
    if found.has_geometric {
        return;
    }
    peaks.spinning.see(found.spin_share.unwrap_or(0.0), time);
    if !has_controllers {
        peaks.loaded.see(found.axial_share.unwrap_or(0.0), time);
    }
}

fn sentences(part: &str, peaks: &Peaks) -> Vec<String> {
    let remedy = "cut the part into several, or give its `geometric` stiffness";
    let mut all = Vec::new();
    if peaks.bent.value > BENT {
        let Peak { value, time } = peaks.bent;
        all.push(format!(
            "FE part {part} is bent by {value:.2} rad at {} (t = {time:.4} s), where its linear model errs by about {:.1e} of its \
             length: cut the part into several",
            peaks.turned,
            value * value / 24.0
        ));
    }
    if peaks.loaded.value > LOADED {
        let Peak { value, time } = peaks.loaded;
        all.push(format!(
            "FE part {part} carries about {:.0} % of its critical load at t = {time:.4} s without geometric stiffness: its bending \
             stiffness is wrong by about as much; {remedy}",
            100.0 * value
        ));
    }
    if peaks.spinning.value > SPINNING {
        let Peak { value, time } = peaks.spinning;
        all.push(format!(
            "FE part {part} spins with {:.2} of its lowest frequency at t = {time:.4} s without geometric stiffness: squares of its \
             frequencies are wrong by about {:.0} %; {remedy}",
            value.sqrt(),
            100.0 * value
        ));
    }
    all
}
