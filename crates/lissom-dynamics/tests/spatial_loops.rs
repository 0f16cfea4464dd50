//! Spatial linkages with closed loops and joints of all kinds, against closed forms and independent programs.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::spatial_machines::*;
use lissom_dynamics::{Dopri5, Integrator, Radau5, SimulateRequest, Tolerance, Trajectory, simulate};
use lissom_linalg::Quiet;
use lissom_mech::spatial::{Observed, SpatialEnd, SpatialMachine};
use lissom_mech::{SpatialMechanism, State, System};

fn named(name: &str, gravity: f64) -> SpatialMachine {
    SpatialMachine::named(name, [0.0, 0.0, -gravity])
}

fn run(system: &dyn System, end: f64, points: usize, velocity: &[f64], by: &dyn Integrator) -> Trajectory {
    let position = system.initial().0;
    let tolerance = Tolerance { relative: 1e-10, absolute: 1e-12 };
    let request = SimulateRequest {
        tolerance,
        points,
        from: Some((&position, velocity)),
        ..SimulateRequest::until(end)
    };
    simulate(system, &request, by, &Quiet).unwrap_or_else(|error| panic!("{}: {error}", system.name()))
}

fn compare(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    for (k, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() < tolerance, "{what} at {k}: {a} against {b}");
    }
}

/// A nut on a screw falls eleven turns; its angle is counted all the way.
#[test]
fn a_nut_falls_along_a_screw() {
    let mut m = named("screw", 9.81);
    let ground = SpatialEnd { point: m.point("O", [0.0; 3], true), orientation: None };
    let nut = m.node("nut", [0.0, 0.0, 0.2], false);
    let axis = [0.0, 0.0, 1.0];
    let turn = m.rotation("nut", [None, nut.orientation], axis, [true, false, false]).unwrap();
    m.offset("nut", ground, nut.point, axis, [true, false, false]).unwrap();
    m.screw("thread", [ground, nut], axis, 0.05).unwrap();
    m.body("nut", nut, 2.0, [0.0; 3], diagonal([0.01; 3])).unwrap();
    let angle = m.measure(turn, 0);
    observe(&mut m, "z", Observed::Displacement(nut.point, axis), false);
    observe(&mut m, "angle", Observed::Deformation(angle), true);
    let system = SpatialMechanism::new(m).unwrap();
    assert_eq!(system.coordinates().len(), 1);
    let motion = run(&system, 3.0, 4, &[0.0], &Dopri5);
    let z: Vec<f64> = motion.outputs[0].iter().map(|z| z + 0.2).collect();
    compare(&z, &numbers("screw z_at_0123"), 1e-9, "z");
    compare(&motion.outputs[1], &numbers("screw phi_at_0123"), 1e-7, "angle");
}

/// A universal joint between shafts at 30 degrees, the first one driven.
#[test]
fn a_universal_joint_turns_unevenly() {
    let mut m = named("cardan", 0.0);
    let point = m.point("O", [0.0; 3], true);
    let [first, second] = ["first", "second"].map(|name| m.orientation(name, point, false));
    let (s, c) = 30f64.to_radians().sin_cos();
    let along = [c, s, 0.0];
    let drive = m.hinge("drive", [None, Some(first)], [1.0, 0.0, 0.0]).unwrap();
    let driven = m.hinge("driven", [None, Some(second)], along).unwrap();
    m.universal("cross", [Some(first), Some(second)], [[0.0, 0.0, 1.0], [-s, c, 0.0]]).unwrap();
    let turned = SpatialEnd { point, orientation: Some(second) };
    m.body("shaft", turned, 0.0, [0.0; 3], diagonal([0.01; 3])).unwrap();
    m.state_drives(&[("drive", &[0.0, 10.0])]).unwrap();
    m.drive(drive, 0, 0);
    let angle = m.measure(driven, 0);
    observe(&mut m, "angle", Observed::Deformation(angle), true);
    observe(&mut m, "rate", Observed::Rate(angle), true);
    observe(&mut m, "second rate", Observed::SecondRate(angle), true);
    let system = SpatialMechanism::new(m).unwrap();
    assert_eq!(system.coordinates().len(), 0);
    let mut work = system.workspace();
    for row in numbers("cardan t_w2_w2closed_alpha2_phi2").chunks(5) {
        let mut found = [0.0; 3];
        system.output(&State { time: row[0], position: &[], velocity: &[] }, &mut work, &mut found).unwrap();
        // As many digits as the table has; the closed form is met to 1e-9 (in the tests of the mechanics).
        compare(&found, &[row[4], row[2], row[3]], 1e-7, "angle, rate, second rate");
    }
}

/// Bricard's linkage of six bars on the edges of a cube.
fn bricard() -> (SpatialMachine, usize) {
    let places = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 1.0],
        [0.0, 1.0, 1.0],
        [0.0, 1.0, 0.0],
    ];
    let axes = [
        [0.0, 0.0, 1.0],
        [0.0, -1.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, -1.0, 0.0],
        [-1.0, 0.0, 0.0],
    ];
    let mut m = named("Bricard", 9.81);
    let points: Vec<usize> =
        places.iter().enumerate().map(|(k, p)| m.point(&format!("P{k}"), *p, k == 0 || k == 5)).collect();
    let links: Vec<usize> = (0..5).map(|k| m.orientation(&format!("link {k}"), points[k], false)).collect();
    for k in 0..5 {
        let end = SpatialEnd { point: points[k], orientation: Some(links[k]) };
        m.offset(&format!("link {k}"), end, points[k + 1], [1.0, 0.0, 0.0], [false; 3]).unwrap();
        let along: [f64; 3] = [0, 1, 2].map(|i| places[k + 1][i] - places[k][i]);
        let inertia = [0, 1, 2].map(|i| if along[i] != 0.0 { 0.01 / 6.0 } else { 1.01 / 12.0 });
        m.body(&format!("link {k}"), end, 1.0, along.map(|c| 0.5 * c), diagonal(inertia)).unwrap();
    }
    for (k, axis) in axes.into_iter().enumerate() {
        let sides = [k.checked_sub(1).map(|k| links[k]), links.get(k).copied()];
        m.hinge(&format!("hinge {k}"), sides, axis).unwrap();
    }
    (m, points[3])
}

#[test]
fn bricards_linkage_moves_although_counting_says_it_cannot() {
    let (mut m, third) = bricard();
    observe_point(&mut m, third);
    let system = SpatialMechanism::new(m).unwrap();
    assert_eq!(system.counts(), [27, 27, 1]);
    assert_eq!(system.coordinates().len(), 1);
    let motion = run(&system, 3.0, 13, &[0.0], &Dopri5);
    for (k, expected) in numbers("bricard P3").chunks(3).enumerate() {
        let found: Vec<f64> = (0..3).map(|i| motion.outputs[i][k] + 1.0).collect();
        compare(&found, expected, 1e-6, "P3");
    }
    assert!(motion.audit.unwrap().relative_error() < 1e-7);
}

/// Haug's spatial slider-crank.
#[test]
fn a_spatial_slider_crank_turns_through_its_dead_points() {
    let mut m = named("slider-crank", 9.81);
    let centre = [0.0, 0.1, 0.12];
    let pivot = m.point("centre", centre, true);
    let crank = m.orientation("crank", pivot, false);
    let pin = m.node("pin", [0.0, 0.1, 0.2], false);
    let slider = m.point("slider", [0.2, 0.0, 0.0], false);
    let home = m.point("home", [0.2, 0.0, 0.0], true);
    let rod = pin.orientation;
    let base = SpatialEnd { point: pivot, orientation: Some(crank) };
    let hinge = m.hinge("crank", [None, Some(crank)], [1.0, 0.0, 0.0]).unwrap();
    m.offset("crank", base, pin.point, [1.0, 0.0, 0.0], [false; 3]).unwrap();
    m.offset("rod", pin, slider, [1.0, 0.0, 0.0], [false; 3]).unwrap();
    let half = 0.5f64.sqrt();
    m.universal("wrist", [None, rod], [[0.0, 1.0, 0.0], [half, 0.0, half]]).unwrap();
    let ground = SpatialEnd { point: home, orientation: None };
    m.offset("slide", ground, slider, [1.0, 0.0, 0.0], [true, false, false]).unwrap();
    m.body("crank", base, 0.12, [0.0, 0.0, 0.04], diagonal([1e-4, 1e-4, 1e-5])).unwrap();
    let inertia = [[0.0024, 0.0008, 0.0016], [0.0008, 0.0036, -0.0008], [0.0016, -0.0008, 0.0024]];
    m.body("rod", pin, 0.5, [0.1, -0.05, -0.1], inertia).unwrap();
    m.body("slider", SpatialEnd { point: slider, orientation: None }, 2.0, [0.0; 3], diagonal([0.0; 3]))
        .unwrap();
    let angle = m.measure(hinge, 0);
    observe(&mut m, "x", Observed::Displacement(slider, [1.0, 0.0, 0.0]), false);
    observe(&mut m, "angle", Observed::Deformation(angle), true);
    observe(&mut m, "rate", Observed::Rate(angle), true);
    let system = SpatialMechanism::new(m).unwrap();
    assert_eq!(system.coordinates().len(), 1);
    assert!(system.coordinates()[0].name.starts_with("crank"), "{:?}", system.coordinates());
    let motion = run(&system, 1.0, 11, &[6.0], &Dopri5);
    let x: Vec<f64> = motion.outputs[0].iter().map(|x| 0.2 + x).collect();
    compare(&motion.outputs[1], &numbers("slidercrank angle"), 1e-6, "angle");
    compare(&x, &numbers("slidercrank x"), 1e-6, "x");
    compare(&motion.outputs[2], &numbers("slidercrank w"), 1e-6, "rate");
}

/// A fly-ball governor with stiff dampers.
#[test]
fn a_stiff_governor_rises_and_falls() {
    let mut m = named("governor", 9.81);
    let foot = m.point("foot", [0.0; 3], true);
    let shaft = m.orientation("shaft", foot, false);
    let pivot = m.point("pivot", [0.0, 0.0, 1.0], true);
    let slider = m.point("slider", [0.0, 0.0, 0.5], false);
    let base = SpatialEnd { point: foot, orientation: Some(shaft) };
    let hinge = m.hinge("shaft", [None, Some(shaft)], [0.0, 0.0, 1.0]).unwrap();
    m.offset("sleeve", base, slider, [0.0, 0.0, 1.0], [true, false, false]).unwrap();
    m.body("shaft", base, 0.0, [0.0; 3], diagonal([0.0, 0.0, 5e-6])).unwrap();
    let collar = SpatialEnd { point: slider, orientation: Some(shaft) };
    m.body("slider", collar, 3.0, [0.0; 3], diagonal([0.005; 3])).unwrap();
    let (s, c) = 30f64.to_radians().sin_cos();
    for (side, name) in [(1.0, "right"), (-1.0, "left")] {
        let along = [side * c, 0.0, -s];
        let at = |length: f64| [0, 1, 2].map(|i| [0.0, 0.0, 1.0][i] + length * along[i]);
        let rod = m.orientation(name, pivot, false);
        let end = SpatialEnd { point: pivot, orientation: Some(rod) };
        let ball = m.point(&format!("{name} ball"), at(1.0), false);
        let grip = m.point(&format!("{name} grip"), at(0.5), false);
        m.hinge(name, [Some(shaft), Some(rod)], [0.0, 1.0, 0.0]).unwrap();
        m.offset(&format!("{name} ball"), end, ball, [1.0, 0.0, 0.0], [false; 3]).unwrap();
        m.offset(&format!("{name} grip"), end, grip, [1.0, 0.0, 0.0], [false; 3]).unwrap();
        let inertia = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                0.025_002_5 * (f64::from(u8::from(i == j)) - along[i] * along[j]) + 5e-6 * along[i] * along[j]
            })
        });
        m.body(name, end, 0.3, along.map(|c| 0.5 * c), inertia).unwrap();
        m.body(
            &format!("{name} ball"),
            SpatialEnd { point: ball, orientation: None },
            5.0,
            [0.0; 3],
            diagonal([0.0; 3]),
        )
        .unwrap();
        m.bar(&format!("{name} spring"), [grip, slider], 8e5, 4e4, 0.0, true);
    }
    let turned = m.measure(hinge, 0);
    observe(&mut m, "z", Observed::Displacement(slider, [0.0, 0.0, 1.0]), false);
    observe(&mut m, "speed", Observed::Rate(turned), true);
    let system = SpatialMechanism::new(m).unwrap();
    let names: Vec<&str> = system.coordinates().iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names.len(), 4, "{names:?}");
    let mut velocity = vec![0.0; 4];
    velocity[names.iter().position(|name| name.starts_with("shaft")).unwrap()] = std::f64::consts::TAU;
    let motion = run(&system, 1.0, 11, &velocity, &Radau5);
    let z: Vec<f64> = motion.outputs[0].iter().map(|z| 0.5 + z).collect();
    compare(&z, &numbers("governor z"), 1e-6, "z");
    compare(&motion.outputs[1], &numbers("governor w"), 1e-6, "speed");
}

/// A rigid four-bar with parallel hinges has three constraints too many; one hinge that is turned locks it.
#[test]
fn a_four_bar_in_space_is_over_constrained() {
    let four_bar = |tilt: f64| {
        let mut m = named("four-bar", 0.0);
        let places = [[0.0, 0.0, 0.0], [0.03, 0.12, 0.0], [0.3, 0.2, 0.0], [0.24, 0.0, 0.0]];
        let points: Vec<usize> =
            places.iter().enumerate().map(|(k, p)| m.point(&format!("P{k}"), *p, k == 0 || k == 3)).collect();
        let links: Vec<usize> =
            (0..3).map(|k| m.orientation(&format!("bar {k}"), points[k], false)).collect();
        for k in 0..3 {
            let end = SpatialEnd { point: points[k], orientation: Some(links[k]) };
            m.offset(&format!("bar {k}"), end, points[k + 1], [1.0, 0.0, 0.0], [false; 3]).unwrap();
            m.body(&format!("bar {k}"), end, 1.0, [0.0; 3], diagonal([0.01; 3])).unwrap();
        }
        for k in 0usize..4 {
            let sides = [k.checked_sub(1).map(|k| links[k]), links.get(k).copied()];
            let angle = if k == 2 { tilt } else { 0.0 };
            m.hinge(&format!("hinge {k}"), sides, [0.0, -angle.sin(), angle.cos()]).unwrap();
        }
        m
    };
    let system = SpatialMechanism::new(four_bar(0.0)).unwrap();
    assert_eq!(system.counts(), [17, 15, 3]);
    assert_eq!(system.coordinates().len(), 1);
    let motion = run(&system, 1.0, 3, &[3.0], &Dopri5);
    assert!(motion.audit.unwrap().relative_error() < 1e-8);
    assert!(SpatialMechanism::new(four_bar(5f64.to_radians())).is_err());
}
