//! The two mechanisms of [Boer2013] in their reference configurations.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;
use crate::oracle;

use lissom_mech::{MechError, Mechanism, Size, System};
use models::*;

/// The guidance as a frame of another program (`tests/oracles/frames.py`).
const FRAMES: &str = include_str!("../../../tests/oracles/frames.json");

/// Motions of both mechanisms by another formulation.
const MECHANISMS: &str = include_str!("../../../tests/oracles/mechanisms.json");

#[test]
fn degrees_of_freedom_are_those_of_the_paper() {
    for (text, expected) in [(GUIDANCE, 17), (MANIPULATOR, 18)] {
        let report = mechanism(text).constraint_report().unwrap();
        assert_eq!(report.degrees_of_freedom, expected);
        assert!(report.redundant.is_empty() && report.missing.is_empty(), "{report:?}");
    }
    assert_eq!(mechanism(GUIDANCE).released().len(), 3);
}

#[test]
fn rest_frequencies_of_the_guidance() {
    let system = mechanism(GUIDANCE);
    let (found, expected) = (rest_frequencies(&system), oracle::numbers(FRAMES, "guidance_rad_s"));
    assert_eq!((found.len(), expected.len()), (17, 17));
    for (found, expected) in found.iter().zip(expected) {
        // Dense eigenvalues of a spread of 1e6 in ω²: ten digits of the lowest.
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} against {expected}");
    }
}

#[test]
fn rest_frequencies_of_the_manipulator() {
    let system = mechanism(MANIPULATOR);
    let found = rest_frequencies(&system);
    assert!((found[0] - 16.525).abs() < 5e-4 && (found[1] - 74.08).abs() < 5e-3, "{found:?}");
    let large = system.coordinates().iter().filter(|c| c.size == Size::Large).count();
    assert_eq!(large, 2);
}

/// Three deformations of one flexure cannot follow from the others in the straight position.
#[test]
fn a_singular_choice_is_explained() {
    let released = [
        ("beam A, element 4", "bending at the second end"),
        ("beam A, element 5", "bending at the first end"),
        ("beam A, element 5", "bending at the second end"),
    ];
    let error = Mechanism::with_released(&model(GUIDANCE), &released).unwrap_err();
    let MechError::SingularChoice { released, tied, instead } = &error else { panic!("{error}") };
    assert_eq!(released.len(), 3);
    assert!(tied.iter().all(|name| name.starts_with("beam B")), "{tied:?}");
    assert!(instead.iter().any(|name| name.starts_with("beam B")), "{instead:?}");
    assert!(error.to_string().contains("closure of a loop"), "{error}");
}

/// The outputs at the end of a motion from rest, by Runge-Kutta steps that resolve the slow modes and damp the rest.
fn at_the_end(system: &Mechanism, end: f64, steps: u32) -> Vec<f64> {
    let (mut q, mut v) = system.initial();
    let mut work = system.workspace();
    let dt = end / f64::from(steps);
    for k in 0..steps {
        runge_kutta(system, f64::from(k) * dt, &mut q, &mut v, dt, &mut work);
    }
    outputs(system, end, &q)
}

/// The stage of the guidance under the force of [Boer2013, Eq. (24)], with and without the shortening by bending, against
/// absolute coordinates with multipliers (`tests/oracles/mechanisms.py`).
#[test]
fn the_guidance_moves_as_computed_independently() {
    for (shortening, name) in [("true", "guidance"), ("false", "guidance_without_shortening")] {
        let expected = oracle::numbers(MECHANISMS, name);
        assert_eq!(expected.len(), 2);
        let overrides = [("beam.A.shortening", shortening), ("beam.B.shortening", shortening)];
        let system = Mechanism::of(&model_with(GUIDANCE, &overrides)).unwrap();
        for (time, expected) in [0.05, 0.1].into_iter().zip(expected) {
            let found = at_the_end(&system, time, (time / 4e-5) as u32)[0];
            assert!((found - expected).abs() < 2e-8, "{found} against {expected} at {time}");
        }
    }
}

/// The tip of the manipulator after 0.1 s, against the same program.
#[test]
fn the_manipulator_moves_as_computed_independently() {
    let tip = at_the_end(&mechanism(MANIPULATOR), 0.1, 4000);
    let start = 0.545 * std::f64::consts::FRAC_1_SQRT_2;
    let found = [start + 0.675 + tip[0], tip[1] - start];
    let expected = oracle::numbers(MECHANISMS, "manipulator");
    assert_eq!(expected.len(), 2);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} against {expected}");
    }
}
