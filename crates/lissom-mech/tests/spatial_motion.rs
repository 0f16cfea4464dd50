//! Spatial mechanisms: linearisations against differences, both ways to accelerations, energies, counts of constraints.

use crate::spatial_machines::*;
use lissom_linalg::Dense;
use lissom_mech::spatial::{Rotation, SpatialEnd, SpatialMachine};
use lissom_mech::{SpatialMechanism, State, System};

/// A state that is not special.
fn state(system: &dyn System, size: f64, seed: u64) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let n = system.coordinates().len();
    let mut x = seed;
    let mut next = |scale: f64| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        scale * ((x >> 11) as f64 / (1u64 << 52) as f64 - 1.0)
    };
    let units: Vec<f64> =
        system.coordinates().iter().map(|c| if c.unit == "rad" { 0.7 } else { size }).collect();
    let q = units.iter().map(|u| next(*u)).collect();
    let q_dot = units.iter().map(|u| next(3.0 * u)).collect();
    let q_second = units.iter().map(|u| next(9.0 * u)).collect();
    let _ = n;
    (q, q_dot, q_second)
}

/// M q̈ − forces at a state, from the acceleration that the system has there: M (q̈ − q̈ of the system).
fn residual(system: &dyn System, q: &[f64], q_dot: &[f64], q_second: &[f64], input: &[f64]) -> Vec<f64> {
    let mut work = system.workspace();
    let at = State { time: 0.3, position: q, velocity: q_dot };
    let mut own = vec![0.0; q.len()];
    system.acceleration(&at, input, &mut work, &mut own).unwrap();
    let mass = system.linearise(&at, q_second, input, &mut work).unwrap().mass;
    let difference: Vec<f64> = q_second.iter().zip(&own).map(|(a, b)| a - b).collect();
    mass.multiply_vector(&difference)
}

/// K + N + G and C + D are the derivatives of the residual.
pub fn check_linearisation(system: &dyn System, size: f64) {
    let input: Vec<f64> = (0..system.inputs().len()).map(|k| 0.4 + 0.1 * k as f64).collect();
    let (q, q_dot, q_second) = state(system, size, 5);
    let at = State { time: 0.3, position: &q, velocity: &q_dot };
    let found = system.linearise(&at, &q_second, &input, &mut system.workspace()).unwrap();
    let mut stiffness = found.stiffness.clone();
    stiffness.add_scaled(1.0, &found.dynamic_stiffness);
    stiffness.add_scaled(1.0, &found.geometric_stiffness);
    let mut damping = found.velocity_sensitivity.clone();
    damping.add_scaled(1.0, &found.damping);
    let expected = residual(system, &q, &q_dot, &q_second, &input);
    let scale = expected.iter().fold(1e-3_f64, |m, v| m.max(v.abs()));
    for (a, b) in expected.iter().zip(&found.residual) {
        assert!((a + b).abs() < 1e-9 * scale, "residual {a} against {}", -b);
    }
    let n = q.len();
    let differences = |of_rate: bool| {
        Dense::from_columns(
            n,
            &(0..n)
                .map(|j| {
                    let unit = if system.coordinates()[j].unit == "rad" { 1.0 } else { size };
                    // Forces are quadratic in the rates: differences of any step are exact there.
                    let h = unit * if of_rate { 0.5 } else { 1e-4 };
                    let side = |share: f64| {
                        let (mut a, mut b) = (q.clone(), q_dot.clone());
                        if of_rate {
                            b[j] += share * h
                        } else {
                            a[j] += share * h
                        };
                        residual(system, &a, &b, &q_second, &input)
                    };
                    let (p, m, p2, m2) = (side(1.0), side(-1.0), side(2.0), side(-2.0));
                    (0..n).map(|i| (8.0 * (p[i] - m[i]) - (p2[i] - m2[i])) / (12.0 * h)).collect()
                })
                .collect::<Vec<Vec<f64>>>(),
        )
    };
    for (name, matrix, of_rate) in [("stiffness", stiffness, false), ("damping", damping, true)] {
        let expected = differences(of_rate);
        let mut open = matrix.clone();
        open.add_scaled(-1.0, &expected);
        let scale = matrix.max_abs().max(expected.max_abs());
        assert!(
            open.max_abs() < 3e-7 * scale,
            "{}: {name} differs by {} of {scale}",
            system.name(),
            open.max_abs()
        );
    }
}

fn skew_beam_machine() -> SpatialMachine {
    let mut m = flexible_pendulum(3);
    let tip = SpatialEnd { point: 3, orientation: Some(3) };
    load_tip(&mut m, tip);
    m.loads[1].kind =
        lissom_mech::spatial::LoadKind::Force { point: 3, direction: [0.2, 0.3, 0.9], follows: Some(3) };
    m.loads[4].kind =
        lissom_mech::spatial::LoadKind::Moment { orientation: 3, direction: [0.5, 0.3, -0.9], follows: true };
    let beams: Vec<usize> = (0..m.parts.len()).filter(|k| m.parts[*k].name.starts_with("beam")).collect();
    for k in beams {
        m.parts[k].damping = m.parts[k].stiffness.iter().map(|s| 1e-2 * s).collect();
    }
    m
}

#[test]
fn the_linearisation_of_a_moving_chain_equals_differences() {
    check_linearisation(&SpatialMechanism::new(skew_beam_machine()).unwrap(), 0.03);
}

#[test]
fn the_linearisation_of_free_bodies_equals_differences() {
    check_linearisation(&SpatialMechanism::new(top()).unwrap(), 0.1);
    let mut m = free_body();
    let end = SpatialEnd { point: 0, orientation: Some(0) };
    let other = m.node("Q", [0.3, 0.1, 0.0], false);
    m.body("tail", other, 0.4, [0.0, 0.05, 0.02], diagonal([0.003, 0.002, 0.004])).unwrap();
    m.beam("rod", [end, other], &slender(lissom_mech::spatial::BeamMeasure::Sine)).unwrap();
    load_tip(&mut m, other);
    check_linearisation(&SpatialMechanism::new(m).unwrap(), 0.02);
}

#[test]
fn both_ways_give_the_same_accelerations() {
    for n in [2, 7] {
        let system = SpatialMechanism::new(flexible_pendulum(n)).unwrap();
        let (q, q_dot, _) = state(&system, 0.05, 3);
        let at = State { time: 0.0, position: &q, velocity: &q_dot };
        let found = [false, true].map(|along| {
            let system = system.along_tree(along);
            let mut acceleration = vec![0.0; q.len()];
            system.acceleration(&at, &[], &mut system.workspace(), &mut acceleration).unwrap();
            acceleration
        });
        let scale = found[0].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        for (a, b) in found[0].iter().zip(&found[1]) {
            assert!((a - b).abs() < 1e-9 * scale, "{a} against {b}");
        }
    }
}

/// A machine that is turned as a whole has the same accelerations of its deformations.
#[test]
fn accelerations_do_not_depend_on_the_frame() {
    let turn = Rotation::exp([0.7, -1.1, 2.0]);
    let build = |turn: Rotation| {
        let mut m = flexible_pendulum(4);
        m.gravity = turn.turn(m.gravity);
        let other = flexible_pendulum(4);
        for (point, own) in m.points.iter_mut().zip(&other.points) {
            point.position = turn.turn(own.position);
        }
        let mut again = SpatialMachine::named("turned", m.gravity);
        again.points = m.points;
        again.orientations = m.orientations;
        again.hinge("joint", [None, Some(0)], turn.turn([0.2, 1.0, 0.1])).unwrap();
        let has = lissom_mech::spatial::BeamProperties {
            axial: 1e5,
            torsion: 2.0,
            bending: [3.0, 5.0],
            mass: 0.3,
            rotary: [1e-3, 0.0, 0.0],
            flexible: [false, true, true, true, true, true],
            y_axis: Some(turn.turn([0.0, 1.0, 0.0])),
            ..Default::default()
        };
        for k in 0..4 {
            let end = |k: usize| SpatialEnd { point: k, orientation: Some(k) };
            again.beam(&format!("beam {}", k + 1), [end(k), end(k + 1)], &has).unwrap();
        }
        let own = diagonal([1e-3, 2e-3, 1.5e-3]);
        let axes = turn.axes();
        let inertia = std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..3).map(|k| axes[k][i] * own[k][k] * axes[k][j]).sum())
        });
        let tip = SpatialEnd { point: 4, orientation: Some(4) };
        again.body("weight", tip, 0.4, turn.turn([0.02, 0.03, -0.01]), inertia).unwrap();
        SpatialMechanism::new(again).unwrap()
    };
    let systems = [build(Rotation::IDENTITY), build(turn)];
    let (q, q_dot, _) = state(&systems[0], 0.05, 9);
    let at = State { time: 0.0, position: &q, velocity: &q_dot };
    let found = systems.map(|system| {
        let mut acceleration = vec![0.0; q.len()];
        system.acceleration(&at, &[], &mut system.workspace(), &mut acceleration).unwrap();
        acceleration
    });
    let scale = found[0].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for (a, b) in found[0].iter().zip(&found[1]) {
        assert!((a - b).abs() < 1e-10 * scale, "{a} against {b}");
    }
}

/// Work per evaluation grows with the number of elements.
#[test]
fn a_chain_falls_into_blocks_of_one_element() {
    let count = |n: usize| {
        let system = SpatialMechanism::new(flexible_pendulum(n)).unwrap();
        assert!(system.block_sizes().iter().all(|size| *size <= 6));
        system.multiplications()
    };
    let (few, many) = (count(10), count(400));
    assert!(many < 45 * few, "{many} against {few}");
}
