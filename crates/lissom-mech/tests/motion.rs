//! The nonlinear equations of motion: transfer functions, energy, drives, reduction, invariance.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_linalg::Dense;
use lissom_mech::{Mechanism, State, System};
use models::*;

/// The derivative of an output is the generalised force of a unit load in its direction.
#[test]
fn transfer_functions_equal_their_differences() {
    let system = mechanism(MIXED);
    let mut numbers = Numbers::new(7);
    let q = numbers.vector(&sizes(&system, 2e-3, 0.3));
    let rest = vec![0.0; q.len()];
    let inputs = linearise(&system, 0.2, &q, &rest, &rest, &[0.0, 0.0]).input;
    for j in 0..q.len() {
        let step = if system.coordinates()[j].unit == "rad" { 1e-3 } else { 1e-4 };
        let height = |shift: f64| {
            let mut moved = q.clone();
            moved[j] += shift * step;
            outputs(&system, 0.2, &moved)[0]
        };
        let slope = (height(-2.0) - 8.0 * height(-1.0) + 8.0 * height(1.0) - height(2.0)) / (12.0 * step);
        let found = inputs[(j, 0)];
        assert!((found - slope).abs() < 1e-9 * inputs.max_abs(), "{j}: {found} against {slope}");
    }
}

/// Energies along the path q + q̇ τ + q̈ τ²/2, which touches the motion.
fn energy(system: &dyn System, state: (f64, &[f64], &[f64], &[f64]), input: &[f64], tau: f64) -> f64 {
    let (time, q, v, a) = state;
    let moved: Vec<f64> = (0..q.len()).map(|j| q[j] + tau * (v[j] + 0.5 * tau * a[j])).collect();
    let rates: Vec<f64> = (0..q.len()).map(|j| v[j] + tau * a[j]).collect();
    let at = State { time: time + tau, position: &moved, velocity: &rates };
    let e = system.energies(&at, input, &mut system.workspace()).unwrap();
    e.kinetic + e.elastic + e.potential
}

/// dE/dt = input − dissipation at random moving states.
fn check_power(system: &dyn System, length: f64, tau: f64, tolerance: f64) {
    for seed in [2, 9, 23] {
        let mut numbers = Numbers::new(seed);
        let q = numbers.vector(&sizes(system, length, 0.3));
        let v = numbers.vector(&sizes(system, 30.0 * length, 2.0));
        let input = numbers.vector(&vec![2.0; system.inputs().len()]);
        let time = 0.031;
        let a = acceleration(system, time, &q, &v, &input);
        let state = (time, q.as_slice(), v.as_slice(), a.as_slice());
        let e = |k: f64| energy(system, state, &input, k * tau);
        let rate = (45.0 * (e(1.0) - e(-1.0)) - 9.0 * (e(2.0) - e(-2.0)) + e(3.0) - e(-3.0)) / (60.0 * tau);
        let at = State { time, position: &q, velocity: &v };
        let powers = system.energies(&at, &input, &mut system.workspace()).unwrap();
        let scale = powers.input.abs() + powers.dissipation + (powers.kinetic + powers.elastic) / time;
        let defect = (rate - powers.input + powers.dissipation).abs() / scale;
        assert!(defect < tolerance, "{}: {rate} against {powers:?}, defect {defect}", system.name());
        assert!(powers.dissipation >= 0.0);
    }
}

#[test]
fn power_is_balanced() {
    check_power(&mechanism(MIXED), 2e-3, 3e-5, 1e-10);
    check_power(&mechanism(GUIDANCE), 1e-4, 2e-6, 1e-10);
    // Closing the configuration leaves 1e-12 of the energy open: 1e-6 W over the short steps that stiff controllers
    // ask for, against 1.5 kW.
    check_power(&mechanism(MANIPULATOR), 1e-5, 2e-6, 1e-9);
}

/// A drive puts energy in through its constraint.
#[test]
fn power_of_a_drive_is_counted() {
    check_power(&mechanism(SLIDER_CRANK), 1e-4, 2e-6, 1e-10);
}

/// x_B = r cos α + √(l² − r² sin² α) while the rod is straight, over three turns.
#[test]
fn a_driven_crank_moves_its_slider() {
    let system = mechanism(SLIDER_CRANK);
    assert!(system.released() == ["hinge crankpin: angle"], "{:?}", system.released());
    let (q, v) = system.initial();
    let mut work = system.workspace();
    let (r, l, speed) = (0.15_f64, 0.3_f64, 150.0);
    for k in 0..200 {
        let time = 3.0 * std::f64::consts::TAU / speed * f64::from(k) / 200.0;
        let at = State { time, position: &q, velocity: &v };
        let snapshot = system.snapshot(&at, &[], &mut work).unwrap();
        let (sine, cosine) = (speed * time).sin_cos();
        let expected = r * cosine + (l * l - r * r * sine * sine).sqrt();
        let [x, y, _] = snapshot.points.iter().find(|(name, _)| name == "B").unwrap().1;
        assert!((x - expected).abs() < 1e-12 && y.abs() < 1e-12, "{x} against {expected} at {time}");
        let mut deflection = [0.0];
        system.output(&at, &mut work, &mut deflection).unwrap();
        assert!(deflection[0].abs() < 1e-12);
    }
}

/// The slider stays on its side whatever the order of the questions, and however far the crank has turned.
#[test]
fn jumps_in_time_keep_to_the_branch() {
    let system = mechanism(SLIDER_CRANK);
    let (q, v) = system.initial();
    let (r, l, speed) = (0.15_f64, 0.3_f64, 150.0_f64);
    let slider = |time: f64, work: &mut lissom_mech::Workspace| {
        let at = State { time, position: &q, velocity: &v };
        let points = system.snapshot(&at, &[], work).unwrap().points;
        points.iter().find(|(name, _)| name == "B").unwrap().1[0]
    };
    let mut work = system.workspace();
    for time in [0.0, 0.041, 0.0, 0.02, 1.0, 0.01, 0.5, 0.5 + 1e-4, 0.0] {
        let (sine, cosine) = (speed * time).sin_cos();
        let expected = r * cosine + (l * l - r * r * sine * sine).sqrt();
        for found in [slider(time, &mut work), slider(time, &mut system.workspace())] {
            assert!((found - expected).abs() < 1e-12, "{found} against {expected} at {time}");
        }
    }
}

/// A basis that is the identity changes nothing.
#[test]
fn the_identity_changes_nothing() {
    for text in [GUIDANCE, MANIPULATOR, MIXED] {
        let system = mechanism(text);
        let n = system.coordinates().len();
        let same = system.project(&Dense::identity(n), system.coordinates().to_vec()).unwrap();
        let mut numbers = Numbers::new(4);
        let q = numbers.vector(&sizes(&system, 1e-3, 0.4));
        let v = numbers.vector(&sizes(&system, 0.1, 2.0));
        let input = vec![0.5; system.inputs().len()];
        let full = acceleration(&system, 0.05, &q, &v, &input);
        assert_eq!(full, acceleration(same.as_ref(), 0.05, &q, &v, &input));
    }
}

/// The guidance turned, moved far away, with its loads turned along.
fn placed_guidance(angle: f64, shift: [f64; 2]) -> Mechanism {
    let (s, c) = angle.sin_cos();
    let mut text = GUIDANCE.to_owned();
    for (name, [x, y]) in [("A0", [0.0, 0.0]), ("A1", [0.0, 0.2]), ("B0", [0.2, 0.0]), ("B1", [0.2, 0.2])] {
        let line = text.lines().find(|l| l.starts_with(&format!("{name} = "))).unwrap().to_owned();
        let moved = [shift[0] + c * x - s * y, shift[1] + s * x + c * y];
        text = text.replace(&line, &format!("{name} = [{:?}, {:?}]", moved[0], moved[1]));
    }
    text = text.replace("direction = \"x\"\nvalue", &format!("direction = [{c:?}, {s:?}]\nvalue"));
    mechanism(&text)
}

/// Where the machine stands, and which way it is turned, changes no acceleration.
#[test]
fn placement_changes_nothing() {
    let system = mechanism(GUIDANCE);
    let mut numbers = Numbers::new(12);
    let q = numbers.vector(&sizes(&system, 1e-3, 0.0));
    let v = numbers.vector(&sizes(&system, 0.1, 0.0));
    let expected = acceleration(&system, 0.05, &q, &v, &[]);
    let largest = expected.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
    // Configurations are closed to 1e-12 of the size, which ω² = 1.6e9/s² makes 5e-4 m/s² of 2e5.
    for (angle, shift) in [(0.0, [1.0, -1.0]), (0.7, [0.0, 0.0]), (2.5, [3.0, 1.0])] {
        let moved = placed_guidance(angle, shift);
        assert_eq!(moved.released(), system.released());
        let found = acceleration(&moved, 0.05, &q, &v, &[]);
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(&expected) {
            assert!((a - b).abs() < 3e-9 * largest, "{a} against {b}");
        }
    }
}

/// The same machine in millimetres, tonnes and newtons: frequencies, choices and accelerations are the same.
#[test]
fn units_change_nothing() {
    let system = mechanism(GUIDANCE);
    let mut text = GUIDANCE.to_owned();
    for (from, to) in [
        ("E = 2.1e11", "E = 2.1e5"),
        ("density = 7600.0", "density = 7.6e-9"),
        ("A = 30e-6", "A = 30.0"),
        ("I = 2.5e-12", "I = 2.5"),
        ("height = 1e-3", "height = 1.0"),
        ("A = 9e-4", "A = 900.0"),
        ("I = 6.75e-8", "I = 6.75e4"),
        ("[0.0, 0.2]", "[0.0, 200.0]"),
        ("[0.2, 0.0]", "[200.0, 0.0]"),
        ("[0.2, 0.2]", "[200.0, 200.0]"),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let other = mechanism(&text);
    assert_eq!(other.released(), system.released());
    for (a, b) in rest_frequencies(&other).iter().zip(rest_frequencies(&system)) {
        assert!((a / b - 1.0).abs() < 1e-9, "{a} against {b}");
    }
    let mut numbers = Numbers::new(6);
    let [q, v] = [1e-3, 0.1].map(|size| numbers.vector(&sizes(&system, size, 0.0)));
    let expected = acceleration(&system, 0.05, &q, &v, &[]);
    let large = |x: &[f64]| -> Vec<f64> { x.iter().map(|x| 1e3 * x).collect() };
    let found = acceleration(&other, 0.05, &large(&q), &large(&v), &[]);
    let largest = expected.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(&expected) {
        assert!((1e-3 * a - b).abs() < 1e-10 * largest, "{a} against {b}");
    }
}

/// An impossible state is refused by name, and the workspace works on afterwards.
#[test]
fn an_impossible_state_is_refused() {
    let system = mechanism(GUIDANCE);
    let (q, v) = system.initial();
    let mut far = q.clone();
    far[4] = 0.05;
    let (mut work, mut a) = (system.workspace(), q.clone());
    let at = State { time: 0.01, position: &far, velocity: &v };
    let refused = system.acceleration(&at, &[], &mut work, &mut a).unwrap_err();
    assert!(refused.reason.contains("beam"), "{refused}");
    let at = State { time: 0.01, position: &q, velocity: &v };
    system.acceleration(&at, &[], &mut work, &mut a).unwrap();
    // A warm start from elsewhere changes nothing beyond the tolerance of the kinematics.
    for (a, b) in a.iter().zip(acceleration(&system, 0.01, &q, &v, &[])) {
        assert!((a - b).abs() < 1e-8, "{a} against {b}");
    }
    let bad = vec![f64::NAN; q.len()];
    let at = State { time: 0.01, position: &bad, velocity: &v };
    let refused = system.acceleration(&at, &[], &mut work, &mut a).unwrap_err();
    assert!(refused.reason.contains("not a finite number"), "{refused}");
}

/// A state far from the reference is found in one call, and is the one that small steps lead to.
#[test]
fn distant_states_are_found_along_a_path() {
    let system = mechanism(MANIPULATOR);
    let mut q = vec![0.0; 18];
    let large: Vec<usize> = (0..18).filter(|j| system.coordinates()[*j].unit == "rad").collect();
    let v = q.clone();
    let mut work = system.workspace();
    let mut a = q.clone();
    for k in 1..=100 {
        q[large[0]] = 2.8 * f64::from(k) / 100.0;
        q[large[1]] = -2.9 * f64::from(k) / 100.0;
        system
            .acceleration(&State { time: 0.6, position: &q, velocity: &v }, &[], &mut work, &mut a)
            .unwrap();
    }
    let direct = acceleration(&system, 0.6, &q, &v, &[]);
    let largest = a.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
    assert_eq!(a.len(), direct.len());
    for (x, y) in a.iter().zip(&direct) {
        assert!((x - y).abs() < 1e-9 * largest);
    }
}

/// A refused state leaves no trace: the next answer is the one that buffers without it give, bit by bit.
#[test]
fn a_refused_state_leaves_the_warm_start_alone() {
    let system = mechanism(GUIDANCE);
    let n = system.coordinates().len();
    let (near, far) = (vec![1e-4; n], vec![0.035; n]);
    let still = vec![0.0; n];
    let ask = |q: &[f64], work: &mut lissom_mech::Workspace| {
        let mut a = vec![0.0; n];
        let at = State { time: 0.0, position: q, velocity: &still };
        system.acceleration(&at, &[], work, &mut a).map(|()| a)
    };
    let next: Vec<f64> = near.iter().map(|q| 1.5 * q).collect();
    let (mut calm, mut disturbed) = (system.workspace(), system.workspace());
    ask(&near, &mut calm).unwrap();
    ask(&near, &mut disturbed).unwrap();
    assert!(ask(&far, &mut disturbed).is_err(), "flexures cannot be rolled up without a way for the stage");
    assert_eq!(ask(&next, &mut calm).unwrap(), ask(&next, &mut disturbed).unwrap());
}
