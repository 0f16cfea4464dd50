//! Examples of machines in space against an independent program.

use crate::oracle as reader;
use crate::program::{json, lissom};
use serde_json::Value;

const SPACE: &str = include_str!("../../../tests/oracles/space.json");

/// Six leaves as own elements of 12 × 12 entries give the same frequencies.
#[test]
fn a_stage_on_six_leaves_vibrates_as_its_own_frame() {
    let found = json(&lissom(&["modes", "examples/spatial_stage/model.toml", "--json"]));
    let expected = reader::numbers(SPACE, "stage frequencies [Hz]");
    let frequencies = found["frequencies_hz"].as_array().unwrap();
    assert_eq!(frequencies.len(), expected.len());
    for (frequency, expected) in frequencies.iter().zip(expected) {
        assert!(
            (frequency.as_f64().unwrap() / expected - 1.0).abs() < 1e-8,
            "{frequency} against {expected}"
        );
    }
}

fn series(found: &Value, output: &str) -> Vec<f64> {
    let all = found["models"]["full"]["outputs"][output].as_array().unwrap();
    all.iter().map(|value| value.as_f64().unwrap()).collect()
}

/// Steady precession: the centre of mass goes round a circle, at the rate that balances weight and spin.
#[test]
fn a_top_precesses_without_nodding() {
    let found = json(&lissom(&["simulate", "examples/spinning_top/model.toml", "--json"]));
    let (rate, tilt) = (1.758_865_079_563_5_f64, std::f64::consts::FRAC_PI_6);
    let [x, y, z] = ["x", "y", "height"].map(|name| series(&found, name));
    let times = found["models"]["full"]["t"].as_array().unwrap();
    for (k, t) in times.iter().map(|t| t.as_f64().unwrap()).enumerate() {
        let expected = [0.25 * (rate * t).cos(), 0.25 * (rate * t).sin(), 0.5 * tilt.cos()];
        for (found, expected) in [x[k], y[k], z[k]].into_iter().zip(expected) {
            // A thousandth of a millimetre of a circle of 250 mm: rtol = 1e-9 over thirteen turns of the spin.
            assert!((found - expected).abs() < 1e-6, "t = {t}: {found} against {expected}");
        }
    }
    assert!(found["models"]["full"]["energy_error"].as_f64().unwrap() < 1e-7, "{found}");
    // The centre stays at its height, so that the ball carries the weight; C ω cos θ + A p sin² θ is kept.
    let momentum = 0.04 * 80.0 * tilt.cos() + 0.27 * rate * 0.25;
    for (output, expected) in [("load of the ball", 9.81), ("momentum about z", momentum)] {
        for value in series(&found, output) {
            assert!((value / expected - 1.0).abs() < 1e-6, "{output}: {value} against {expected}");
        }
    }
}

/// The tension of rotation lifts a blade that its weight bends down.
#[test]
fn a_blade_rises_while_it_runs_up() {
    let found = json(&lissom(&["simulate", "examples/rotating_blade/model.toml", "--json"]));
    let droop = series(&found, "droop");
    // Linear theory at rest, ρA g l⁴/(8 EI); finite slopes of 0.05 change it by their squares.
    assert!((droop[0] / -0.035_473_66 - 1.0).abs() < 5e-3, "{}", droop[0]);
    // EI w'''' − (T w')' = −ρA g by ten polynomials. The wave of the run-up has decayed by e⁻² at the end.
    let last = droop[droop.len() - 1];
    assert!((last / -0.006_383_586 - 1.0).abs() < 2e-2, "{last}");
    // The root holds the mass on its circle: ½ ρA Ω² l².
    let pull = *series(&found, "pull").last().unwrap();
    assert!((pull / 259.2 - 1.0).abs() < 1e-3, "{pull}");
    let turns = series(&found, "turns");
    assert!((turns[turns.len() - 1] - 80.0).abs() < 1e-9, "{turns:?}");
}

/// Leaves that bend become shorter, and the stage turns: (3 z²/(5 l)) r/(r² + w²/3).
#[test]
fn a_stage_on_six_leaves_turns_while_it_moves() {
    let found = json(&lissom(&["states", "examples/spatial_stage/model.toml", "--json"]));
    let states = found["states"].as_array().unwrap();
    assert_eq!(states.len(), 9);
    for state in states {
        let value = state["value"].as_f64().unwrap();
        let twist = state["outputs"]["twist"].as_f64().unwrap();
        let expected = 0.4934e-3 * (value / 2e-3).powi(2);
        assert!((twist.abs() - expected).abs() < 1e-2 * 0.4934e-3, "{value}: {twist} against {expected}");
        // Six guided leaves: 12 EI/l³ each, and the derivative of the energy 3 (EA/l)(3 z²/(5 l))² (w²/3)/(r² + w²/3) that
        // their tension and bending in the plane keep.
        let force = state["force"].as_f64().unwrap();
        let expected = 3691.4 * value + 1.3989e8 * value.powi(3);
        assert!((force - expected).abs() < 1e-2 * 8.5, "{value}: {force} against {expected}");
    }
}

/// Twelve freedoms: three motors and three deformations of each arm; universal joints of a component are taken over with it.
#[test]
fn a_delta_robot_leads_its_platform() {
    let path = "examples/delta_robot/model.toml";
    let checked = json(&lissom(&["check", path, "--json"]));
    assert_eq!(checked["dof"], 12, "{checked}");
    assert_eq!(checked["constraints"]["redundant"].as_array().unwrap().len(), 0, "{checked}");
    let found = json(&lissom(&["simulate", path, "--json"]));
    for (name, expected) in [("x", 0.1), ("y", 0.05), ("z", -0.6)] {
        let last = *series(&found, name).last().unwrap();
        // Rigid inverse kinematics; the arms sag by some tenths of a millimetre under the platform, and controllers still settle.
        assert!((last - expected).abs() < 1e-3, "{name}: {last} against {expected}");
    }
    assert!(series(&found, "tilt").iter().all(|tilt| tilt.abs() < 1e-3), "it stays level");
}

/// Nothing pushes a satellite that unfolds its legs: no momentum, no drift; the legs stand at their stops.
#[test]
fn a_tripod_unfolds_without_momentum() {
    let found = json(&lissom(&["simulate", "examples/tripod/model.toml", "--json"]));
    // Of 12 kg that recoil with some centimetres in a second, at rtol = 1e-6.
    assert!(
        series(&found, "momentum").iter().all(|p| p.abs() < 1e-5),
        "{:?}",
        found["models"]["full"]["extremes"]
    );
    assert!(series(&found, "drift").iter().all(|x| x.abs() < 1e-9), "three legs push alike");
    let angle = *series(&found, "angle").last().unwrap();
    // At rest the stop carries what the spring still has: 500 (φ − π/3) = 2 (1.5 − φ).
    let expected = (500.0 * std::f64::consts::FRAC_PI_3 + 3.0) / 502.0;
    assert!((angle - expected).abs() < 1e-4, "{angle} against {expected}");
}
