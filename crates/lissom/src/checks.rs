//! The numbers a user expects, against those found.

use lissom_dynamics::Modes;
use lissom_mech::Structure;
use lissom_model::model::{Check, Coordinate, Direction};

/// One expectation and whether it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckOutcome {
    /// What is compared: `frequency 3 \[Hz\]`.
    pub name: String,
    /// What the model file expects.
    pub expected: f64,
    /// What was found; `None` when the answer does not reach that far.
    pub found: Option<f64>,
    /// Whether it holds.
    pub holds: bool,
}

/// A part all of whose rigid motions meet less resistance than this was meant to be free; a clamp of a hundred nodes
/// holds a part of a million with about 1e-3.
const NEARLY_FREE: f64 = 1e-5;

pub(crate) fn of_modes(check: &Check, structure: &Structure, modes: &Modes) -> Vec<CheckOutcome> {
    let found: Vec<f64> = modes.modes.iter().map(lissom_dynamics::Mode::frequency_hz).collect();
    let mut outcomes = of_frequencies(check, &found, modes.rigid);
    if let Some((directions, at_least)) = &check.effective_mass {
        outcomes.extend(directions.iter().map(|d| effective_mass(modes, *d, *at_least)));
    }
    outcomes.extend(check.grounding.and_then(|most| grounding(structure, most)));
    outcomes
}

/// The expected frequencies \[Hz\] and number of rigid modes, against those found.
pub(crate) fn of_frequencies(check: &Check, found_hz: &[f64], rigid: usize) -> Vec<CheckOutcome> {
    let frequency = |(i, expected): (usize, &f64)| {
        let found = found_hz.get(i).copied();
        let holds = found.is_some_and(|f| (f - expected).abs() <= check.rtol * expected.abs());
        CheckOutcome { name: format!("frequency {} [Hz]", i + 1), expected: *expected, found, holds }
    };
    let mut outcomes: Vec<CheckOutcome> = check.frequencies_hz.iter().enumerate().map(frequency).collect();
    outcomes.extend(check.rigid_modes.map(|expected| CheckOutcome {
        name: "rigid modes".to_owned(),
        expected: expected as f64,
        found: Some(rigid as f64),
        holds: rigid == expected,
    }));
    outcomes
}

/// The largest resistance that a rigid motion of a free structure meets; a held one has no grounding.
fn grounding(structure: &Structure, most: f64) -> Option<CheckOutcome> {
    let resistance = &structure.rigid_body.as_ref()?.resistance;
    let worst = resistance.iter().copied().reduce(f64::max).filter(|worst| *worst < NEARLY_FREE)?;
    let name = "grounding, at most [-]".to_owned();
    Some(CheckOutcome { name, expected: most, found: Some(worst), holds: worst <= most })
}

/// The effective mass share of the modes in a direction, at least the required one.
fn effective_mass(modes: &Modes, direction: Direction, at_least: f64) -> CheckOutcome {
    let wanted = axis_of(direction);
    let column = modes.effective_mass.directions.iter().position(|d| Some(*d) == wanted);
    let found = column.map(|d| (0..modes.modes.len()).map(|i| modes.effective_mass.share(i, d)).sum::<f64>());
    CheckOutcome {
        name: format!(
            "effective mass {}, at least [-]",
            wanted.map_or("in an oblique direction", coordinate_name)
        ),
        expected: at_least,
        found,
        holds: found.is_some_and(|share| share >= at_least),
    }
}

fn axis_of(direction: Direction) -> Option<Coordinate> {
    use Coordinate::{Rx, Ry, Rz, X, Y, Z};
    let (v, names) = match direction {
        Direction::Along(v) => (v, [X, Y, Z]),
        Direction::About(v) => (v, [Rx, Ry, Rz]),
    };
    (0..3).find(|k| v[*k].abs() == 1.0).map(|k| names[k])
}

/// What a coordinate is called in answers: `x`, `rz`.
#[must_use]
pub fn coordinate_name(coordinate: Coordinate) -> &'static str {
    match coordinate {
        Coordinate::X => "x",
        Coordinate::Y => "y",
        Coordinate::Z => "z",
        Coordinate::Rx => "rx",
        Coordinate::Ry => "ry",
        Coordinate::Rz => "rz",
    }
}
