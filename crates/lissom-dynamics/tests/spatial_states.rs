//! Equilibria, buckling and frequencies of spatial mechanisms against closed forms and independent programs.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::spatial_machines::*;
use lissom_dynamics::{Branch, EquilibriumRequest, OperatingState, equilibrium};
use lissom_linalg::{Dense, eigen};
use lissom_mech::spatial::{BeamMeasure, BeamProperties, LoadKind, Rotation, SpatialEnd, SpatialMachine};
use lissom_mech::{SpatialMechanism, State, System};

fn under(system: &dyn System, input: &[f64], increments: usize) -> OperatingState {
    let request = EquilibriumRequest {
        input: input.to_vec(),
        increments,
        branch: Branch::Path,
        ..EquilibriumRequest::default()
    };
    equilibrium(system, &request).unwrap_or_else(|error| panic!("{}: {error}", system.name()))
}

fn close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < tolerance, "{what}: {found:?} against {expected:?}");
    }
}

/// The bend of 45 degrees, clamped at the origin.
fn bend(n: usize, torsion: f64) -> (SpatialMechanism, [f64; 3]) {
    let has = BeamProperties {
        axial: 1e7,
        torsion: 5e6 * torsion,
        bending: [1e7 / 12.0; 2],
        mass: 1.0,
        rotary: [0.1, 0.0, 0.0],
        measure: BeamMeasure::Sine,
        ..BeamProperties::default()
    };
    let mut m = SpatialMachine::named("bend", [0.0; 3]);
    let angle = |k: usize| 45f64.to_radians() * k as f64 / n as f64;
    let places: Vec<[f64; 3]> =
        (0..=n).map(|k| [100.0 * (1.0 - angle(k).cos()), 100.0 * angle(k).sin(), 0.0]).collect();
    let tip = *chain(&mut m, &places, &has).last().unwrap();
    load_tip(&mut m, tip);
    (SpatialMechanism::new(m).unwrap(), places[n])
}

#[test]
fn the_bend_of_45_degrees_equals_an_independent_program() {
    for n in [8, 16, 32] {
        let (system, tip) = bend(n, 1.0 / 6.0);
        let expected = numbers(&format!("bend45 J=1/6 fe {n}"));
        for (k, load) in [300.0, 450.0, 600.0].iter().enumerate() {
            let found = under(&system, &[0.0, 0.0, *load, 0.0, 0.0, 0.0], 4);
            let place: Vec<f64> = (0..3).map(|i| tip[i] + found.output[i]).collect();
            close(&place, &expected[3 * k..3 * k + 3], 6e-3, &format!("{n} elements"));
        }
    }
}

#[test]
fn a_cantilever_rolls_into_half_a_circle_about_any_axis() {
    for (n, measure, name, tolerance) in [
        (8, BeamMeasure::Sine, "n8 sine", 1e-5),
        (16, BeamMeasure::Sine, "n16 sine", 1e-5),
        (8, BeamMeasure::Angle, "n8 angle", 1e-5),
        (16, BeamMeasure::Angle, "n16 angle", 1e-5),
    ] {
        let expected = numbers(&format!("halfroll halfroll {name}"));
        let moment = std::f64::consts::PI * 100.0 / 10.0;
        for turn in [Rotation::IDENTITY, Rotation::exp([0.4, -0.9, 1.3])] {
            let has = BeamProperties { y_axis: Some(turn.turn([0.0, 1.0, 0.0])), ..slender(measure) };
            let system =
                SpatialMechanism::new(cantilever(n, 10.0, turn.turn([1.0, 0.0, 0.0]), &has)).unwrap();
            let m = turn.turn([0.0, 0.0, moment]);
            let found = under(&system, &[0.0, 0.0, 0.0, m[0], m[1], m[2]], 8);
            let start = turn.turn([10.0, 0.0, 0.0]);
            let place = turn.inverse().turn([0, 1, 2].map(|i| start[i] + found.output[i]));
            close(&place, &expected, tolerance, name);
        }
    }
}

/// With 8 elements the independent program found another equilibrium (1.268, 5.405, 2.633); the one on the path of the load
/// continues the convergence of the finer meshes.
#[test]
fn a_cantilever_winds_into_a_helix() {
    let tip = numbers("helix tip");
    let mut errors = Vec::new();
    for n in [8, 16, 32] {
        let system =
            SpatialMechanism::new(cantilever(n, 10.0, [1.0, 0.0, 0.0], &slender(BeamMeasure::Sine))).unwrap();
        let found = under(&system, &[2.0, 0.0, 1.0, 15.0, 6.0, 36.0], 20);
        let place = [10.0 + found.output[0], found.output[1], found.output[2]];
        if n > 8 {
            close(&place, &numbers(&format!("helix fe {n}")), 1e-4, &format!("{n} elements"));
        }
        errors.push((0..3).map(|i| (place[i] - tip[i]).powi(2)).sum::<f64>().sqrt());
    }
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((1.8..2.4).contains(&order), "{errors:?}");
    }
}

#[test]
fn the_princeton_beam_bends_and_twists() {
    let [axial, torsion, flat, tall] =
        ["EA", "GJ", "EI_flat", "EI_tall"].map(|name| number(&format!("princeton stiffness {name}")));
    let has = BeamProperties {
        axial,
        torsion,
        bending: [tall, flat],
        mass: 0.1,
        rotary: [1e-6, 0.0, 0.0],
        measure: BeamMeasure::Sine,
        ..BeamProperties::default()
    };
    let beam = |n: usize, measure: BeamMeasure| {
        let has = BeamProperties { measure, ..has };
        SpatialMechanism::new(cantilever(n, 0.508, [1.0, 0.0, 0.0], &has)).unwrap()
    };
    let load = |system: &SpatialMechanism, p: f64, degrees: f64| {
        let (s, c) = degrees.to_radians().sin_cos();
        let found = under(system, &[0.0, p * s, p * c, 0.0, 0.0, 0.0], 4);
        vec![0.508 + found.output[0], found.output[1], found.output[2]]
    };
    let sine = beam(8, BeamMeasure::Sine);
    close(&load(&sine, 8.896, 45.0), &numbers("princeton rod fe n=8 P=8.896 th=45 tip"), 1e-6, "fe");
    let system = beam(16, BeamMeasure::Angle);
    for p in [4.448, 8.896, 13.345] {
        for degrees in [15.0, 45.0, 75.0] {
            let name = format!("princeton rod P={p} th={degrees} tip");
            let found = load(&system, p, degrees);
            close(&found, &numbers(&name), 1e-4, &name);
        }
    }
}

/// The load at which the tangent gets a negative sign.
fn critical(mut low: f64, mut high: f64, unstable: impl Fn(f64) -> bool) -> f64 {
    while high - low > 1e-9 * high {
        let middle = 0.5 * (low + high);
        if unstable(middle) { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}

fn is_unstable(system: &dyn System, input: &[f64]) -> bool {
    under(system, input, 1).inertia(system).unwrap().unstable > 0
}

#[test]
fn columns_and_deep_beams_buckle() {
    for n in [2, 4] {
        let has = BeamProperties {
            axial: 1e6,
            torsion: 1.0,
            bending: [3.0, 1.0],
            mass: 1.0,
            rotary: [0.01, 0.0, 0.0],
            measure: BeamMeasure::Sine,
            ..BeamProperties::default()
        };
        let system = SpatialMechanism::new(cantilever(n, 1.0, [1.0, 0.0, 0.0], &has)).unwrap();
        let found = critical(2.0, 3.0, |p| is_unstable(&system, &[-p, 0.0, 0.0, 0.0, 0.0, 0.0]));
        let expected = number(&format!("column3d fe euler n={n}"));
        assert!((found / expected - 1.0).abs() < 1e-5, "{n}: {found} against {expected}");
    }
    for n in [2, 4, 8] {
        let has = BeamProperties {
            axial: 1e9,
            torsion: 1.0,
            bending: [1e5, 1.0],
            mass: 1.0,
            rotary: [0.01, 0.0, 0.0],
            measure: BeamMeasure::Sine,
            ..BeamProperties::default()
        };
        let system = SpatialMechanism::new(cantilever(n, 1.0, [1.0, 0.0, 0.0], &has)).unwrap();
        let found = critical(3.0, 6.0, |p| is_unstable(&system, &[0.0, 0.0, -p, 0.0, 0.0, 0.0]));
        let expected = number(&format!("ltb_tip fe ltb n={n}"));
        assert!((found / expected - 1.0).abs() < 1e-4, "{n}: {found} against {expected}");
    }
}

#[test]
fn a_leaf_spring_twists_as_its_measure_says() {
    let torsion = number("leaf_torsion GJ");
    for n in [2, 4, 8] {
        let has = BeamProperties {
            axial: 1e6,
            torsion,
            bending: [50.0, 0.02],
            mass: 0.06,
            rotary: [2e-6, 0.0, 0.0],
            measure: BeamMeasure::Sine,
            ..BeamProperties::default()
        };
        let system = SpatialMechanism::new(cantilever(n, 0.1, [1.0, 0.0, 0.0], &has)).unwrap();
        let found = under(&system, &[0.0, 0.0, 0.0, 0.15, 0.0, 0.0], 2);
        let expected = number(&format!("leaf_torsion fe {n}"));
        assert!((found.output[3] - expected).abs() < 1e-8, "{n}: {} against {expected}", found.output[3]);
    }
}

/// A shaft held across at both ends, under a torque at its end.
fn shaft(n: usize, is_clamped: bool) -> SpatialMechanism {
    let has = BeamProperties {
        axial: 1e7,
        torsion: 50.0,
        bending: [1.0; 2],
        mass: 1.0,
        rotary: [0.01, 0.0, 0.0],
        measure: BeamMeasure::Sine,
        ..BeamProperties::default()
    };
    let mut m = SpatialMachine::named("shaft", [0.0; 3]);
    let places: Vec<[f64; 3]> = (0..=n).map(|k| [k as f64 / n as f64, 0.0, 0.0]).collect();
    let ends = chain(&mut m, &places, &has);
    let (first, last) = (ends[0], ends[n]);
    let ground = SpatialEnd { point: first.point, orientation: None };
    m.offset("guide", ground, last.point, [1.0, 0.0, 0.0], [true, false, false]).unwrap();
    if is_clamped {
        m.rotation("guide", [None, last.orientation], [1.0, 0.0, 0.0], [true, false, false]).unwrap();
    } else {
        m.orientations[0].fixed = false;
    }
    let turned = last.orientation.unwrap();
    push(&mut m, |direction| LoadKind::Moment { orientation: turned, direction, follows: false });
    push(&mut m, |direction| LoadKind::Moment { orientation: 0, direction, follows: false });
    SpatialMechanism::new(m).unwrap()
}

#[test]
fn a_twisted_shaft_buckles_at_greenhills_torque() {
    for n in [8, 16] {
        let system = shaft(n, true);
        let found = critical(8.0, 10.0, |t| is_unstable(&system, &[t, 0.0, 0.0, 0.0, 0.0, 0.0]));
        let expected = numbers(&format!("greenhill fe clamped {n}"))[0];
        assert!((found / expected - 1.0).abs() < 1e-4, "{n}: {found} against {expected}");
    }
}

/// Submatrices without some coordinates, as frequencies [rad/s].
fn frequencies(system: &dyn System, position: &[f64], held: &[usize]) -> Vec<f64> {
    let still = vec![0.0; position.len()];
    let at = State { time: 0.0, position, velocity: &still };
    let found =
        system.linearise(&at, &still, &vec![0.0; system.inputs().len()], &mut system.workspace()).unwrap();
    let kept: Vec<usize> = (0..position.len()).filter(|k| !held.contains(k)).collect();
    let part = |a: &Dense| Dense::from_fn(kept.len(), kept.len(), |i, j| a[(kept[i], kept[j])]);
    let mut stiffness = found.stiffness.clone();
    stiffness.add_scaled(1.0, &found.dynamic_stiffness);
    stiffness.add_scaled(1.0, &found.geometric_stiffness);
    let values =
        eigen::symmetric_definite(&part(&stiffness).symmetric_part(), &part(&found.mass).symmetric_part())
            .unwrap()
            .values;
    values.iter().map(|v| v.signum() * v.abs().sqrt()).collect()
}

/// The arm of two flexible links with a body at its tip. The independent program lets the weight of a beam act on the cubic of its
/// mass matrix, M g, and not on its bent axis.
fn arm(gravity: f64, drives: Option<[f64; 2]>, weighs_by_mass: bool) -> SpatialMechanism {
    let section = |k: usize| {
        let get = |name: &str| number(&format!("arm_poses sections {k} {name}"));
        BeamProperties {
            axial: get("EA"),
            torsion: get("GJ"),
            bending: [get("EIy"), get("EIz")],
            mass: get("rhoA"),
            rotary: [get("rhoJ"), 0.0, 0.0],
            measure: BeamMeasure::Sine,
            ..BeamProperties::default()
        }
    };
    let mut m = SpatialMachine::named("arm", [0.0, 0.0, -gravity]);
    let root = m.point("O", [0.0; 3], true);
    let base = m.orientation("O", root, false);
    let middle = m.node("M", [0.3, 0.0, 0.0], false);
    let elbow = m.node("E", [0.6, 0.0, 0.0], false);
    let second = m.orientation("E2", elbow.point, false);
    let between = m.node("N", [0.85, 0.0, 0.0], false);
    let tip = m.node("T", [1.1, 0.0, 0.0], false);
    let first = m.hinge("shoulder", [None, Some(base)], [0.0, 0.0, 1.0]).unwrap();
    let other = m.hinge("elbow", [elbow.orientation, Some(second)], [0.0, 1.0, 0.0]).unwrap();
    let start = SpatialEnd { point: root, orientation: Some(base) };
    let behind = SpatialEnd { point: elbow.point, orientation: Some(second) };
    for (name, ends, k) in [
        ("a", [start, middle], 0),
        ("b", [middle, elbow], 0),
        ("c", [behind, between], 1),
        ("d", [between, tip], 1),
    ] {
        m.beam(name, ends, &section(k)).unwrap();
    }
    m.body("tip", tip, 1.5, [0.02, 0.03, -0.01], diagonal([0.002, 0.003, 0.004])).unwrap();
    if weighs_by_mass {
        m.parts.iter_mut().for_each(|part| part.spread_mass = 0.0);
    }
    observe_point(&mut m, tip.point);
    if let Some([a, b]) = drives {
        m.state_drives(&[("shoulder", &[a]), ("elbow", &[b])]).unwrap();
        m.drive(first, 0, 0);
        m.drive(other, 0, 1);
    }
    SpatialMechanism::new(m).unwrap()
}

#[test]
fn an_arm_has_the_frequencies_of_textbook_frames_in_every_pose() {
    let system = arm(0.0, None, false);
    for k in 0..5 {
        let pose = numbers(&format!("arm_poses results {k} pose"));
        let mut position = vec![0.0; system.coordinates().len()];
        let held: Vec<usize> =
            (0..position.len()).filter(|i| system.coordinates()[*i].unit == "rad").collect();
        held.iter().zip(&pose).for_each(|(i, angle)| position[*i] = *angle);
        let found = frequencies(&system, &position, &held);
        let expected = numbers(&format!("arm_poses results {k} w"));
        for (a, b) in found.iter().zip(&expected) {
            assert!((a / b - 1.0).abs() < 1e-6, "pose {k}: {found:?} against {expected:?}");
        }
    }
}

#[test]
fn an_arm_sags_under_gravity() {
    for k in 0..2 {
        let pose = numbers(&format!("arm_gravity {k} pose"));
        let place = |found: &OperatingState| [1.1 + found.output[0], found.output[1], found.output[2]];
        let tip = numbers(&format!("arm_gravity {k} tip"));
        let exact = under(&arm(9.81, Some([pose[0], pose[1]]), false), &[], 2);
        close(&place(&exact), &tip, 1e-6, "tip");
        let system = arm(9.81, Some([pose[0], pose[1]]), true);
        let found = under(&system, &[], 2);
        close(&place(&found), &tip, 1e-6, "tip");
        let expected = numbers(&format!("arm_gravity {k} w"));
        let waves = found.modes(&system).unwrap().angular_frequencies();
        for (a, b) in waves.iter().zip(&expected) {
            assert!((a / b - 1.0).abs() < 1e-6, "pose {k}: {waves:?} against {expected:?}");
        }
    }
}

/// An overhung disc on a massless shaft whose base turns.
fn rotor(speed: f64, kelvin_voigt: f64) -> SpatialMechanism {
    let mut m = SpatialMachine::named("rotor", [0.0; 3]);
    let root = m.point("O", [0.0; 3], true);
    let base = m.orientation("O", root, false);
    let disc = m.node("D", [0.4, 0.0, 0.0], false);
    let hinge = m.hinge("base", [None, Some(base)], [1.0, 0.0, 0.0]).unwrap();
    let has = BeamProperties {
        axial: 1e7,
        torsion: 230.0,
        bending: [300.0; 2],
        measure: BeamMeasure::Sine,
        kelvin_voigt,
        ..BeamProperties::default()
    };
    m.beam("shaft", [SpatialEnd { point: root, orientation: Some(base) }, disc], &has).unwrap();
    m.body("disc", disc, 5.0, [0.0; 3], diagonal([0.035, 0.02, 0.02])).unwrap();
    m.state_drives(&[("base", &[0.0, speed])]).unwrap();
    m.drive(hinge, 0, 0);
    SpatialMechanism::new(m).unwrap()
}

fn roots(system: &dyn System) -> Vec<[f64; 2]> {
    let still = vec![0.0; system.coordinates().len()];
    let at = State { time: 0.0, position: &still, velocity: &still };
    let found = system.linearise(&at, &still, &[], &mut system.workspace()).unwrap();
    let mut rates = found.velocity_sensitivity.clone();
    rates.add_scaled(1.0, &found.damping);
    let mut stiffness = found.stiffness.clone();
    stiffness.add_scaled(1.0, &found.dynamic_stiffness);
    stiffness.add_scaled(1.0, &found.geometric_stiffness);
    let values = eigen::quadratic(&found.mass, &rates, &stiffness).unwrap().values;
    values.iter().map(|s| [s.re, s.im]).collect()
}

#[test]
fn an_overhung_disc_whirls_as_the_closed_form_says() {
    for k in 0..4 {
        let speed = number(&format!("rotor {k} Omega"));
        let expected = numbers(&format!("rotor {k} rotating"));
        let found = roots(&rotor(speed, 0.0));
        for w in expected {
            let nearest = found.iter().map(|s| (s[1] - w).abs()).fold(f64::INFINITY, f64::min);
            assert!(nearest < 1e-5 * w.max(50.0), "{speed}: {w} is not among {found:?}");
        }
    }
}

#[test]
fn internal_damping_destabilises_above_the_critical_speed() {
    for speed in [30, 50, 55, 80] {
        let expected = numbers(&format!("internal_damping internal damping Om={speed}"));
        let found = roots(&rotor(f64::from(speed), 1e-4));
        let near = found.iter().filter(|s| (s[1] - expected[1]).abs() < 1e-3 * expected[1]);
        let best = near.map(|s| (s[0] - expected[0]).abs()).fold(f64::INFINITY, f64::min);
        assert!(best < 1e-4 * expected[0].abs().max(0.02), "{speed}: {expected:?} is not among {found:?}");
    }
}

/// A body on two leaf springs along y, thin along x, with n elements each.
fn leaf_guide(n: usize, flexible: [bool; 6]) -> SpatialMechanism {
    let (young, density, width, thickness) = (2e11, 7850.0, 0.02_f64, 0.0004_f64);
    let area = width * thickness;
    let (flat, tall) = (width * thickness.powi(3) / 12.0, thickness * width.powi(3) / 12.0);
    let has = BeamProperties {
        axial: young * area,
        torsion: 0.032_406_974_4,
        bending: [young * tall, young * flat],
        mass: density * area,
        rotary: [density * (flat + tall), 0.0, 0.0],
        flexible,
        measure: BeamMeasure::Sine,
        ..BeamProperties::default()
    };
    let mut m = SpatialMachine::named("leaf guide", [0.0; 3]);
    let centre = m.node("body", [0.04, 0.1, 0.0], false);
    for (x, name) in [(0.0, "A"), (0.08, "B")] {
        let mut before = m.node(&format!("{name}0"), [x, 0.0, 0.0], true);
        for k in 1..=n {
            let place = [x, 0.1 * k as f64 / n as f64, 0.0];
            let next = if k < n {
                m.node(&format!("{name}{k}"), place, false)
            } else {
                let point = m.point(&format!("{name}{k}"), place, false);
                m.offset(&format!("body at {name}"), centre, point, [1.0, 0.0, 0.0], [false; 3]).unwrap();
                SpatialEnd { point, orientation: centre.orientation }
            };
            m.beam(&format!("leaf {name}, element {k}"), [before, next], &has).unwrap();
            before = next;
        }
    }
    m.body("body", centre, 0.3, [0.0; 3], diagonal([3e-4, 4e-4, 5e-4])).unwrap();
    SpatialMechanism::new(m).unwrap()
}

#[test]
fn a_leaf_guide_is_over_constrained_once_and_vibrates_as_a_frame() {
    let held = [false, true, false, false, true, true];
    for (n, counts, freedoms) in [(1, [12, 12, 1], 1), (2, [18, 24, 1], 7)] {
        let system = leaf_guide(n, held);
        assert_eq!((system.counts(), system.coordinates().len()), (counts, freedoms));
        assert!(system.redundant()[0].contains("bending about y"), "{:?}", system.redundant());
    }
    let system = leaf_guide(2, [true; 6]);
    let found = frequencies(&system, &vec![0.0; system.coordinates().len()], &[]);
    for (a, b) in found.iter().zip(numbers("leaf_guide w")) {
        assert!((a / b - 1.0).abs() < 1e-7, "{found:?}");
    }
}
