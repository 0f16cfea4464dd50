//! Spatial mechanisms: linearisations against differences, both ways to accelerations, energies, counts of constraints.

use crate::spatial_machines::*;
use lissom_linalg::Dense;
use lissom_mech::spatial::{Amount, BeamMeasure, LineLoad, Observed, Rotation, SpatialEnd, SpatialMachine};
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
    m.beam("rod", [end, other], &slender(BeamMeasure::Sine)).unwrap();
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
    let build = |turn: Rotation, shear: [f64; 2], follows: bool| {
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
            shear,
            ..Default::default()
        };
        let mut parts = Vec::new();
        for k in 0..4 {
            let end = |k: usize| SpatialEnd { point: k, orientation: Some(k) };
            parts.push(again.beam(&format!("beam {}", k + 1), [end(k), end(k + 1)], &has).unwrap());
        }
        let direction = [0.5, -0.4, 0.7];
        again.line_loads.push(LineLoad {
            name: "wind".to_owned(),
            parts,
            direction: if follows { direction } else { turn.turn(direction) },
            follows,
            ends: [Amount::Constant(2.0), Amount::Constant(-1.0)],
        });
        let own = diagonal([1e-3, 2e-3, 1.5e-3]);
        let axes = turn.axes();
        let inertia = std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..3).map(|k| axes[k][i] * own[k][k] * axes[k][j]).sum())
        });
        let tip = SpatialEnd { point: 4, orientation: Some(4) };
        again.body("weight", tip, 0.4, turn.turn([0.02, 0.03, -0.01]), inertia).unwrap();
        SpatialMechanism::new(again).unwrap()
    };
    for (shear, follows) in [([0.0; 2], false), ([0.2, 0.4], true)] {
        let systems = [Rotation::IDENTITY, turn].map(|turn| build(turn, shear, follows));
        let (q, q_dot, q_second) = state(&systems[0], 0.05, 9);
        let at = State { time: 0.0, position: &q, velocity: &q_dot };
        let found = systems.map(|system| {
            let mut acceleration = vec![0.0; q.len()];
            let mut work = system.workspace();
            system.acceleration(&at, &[], &mut work, &mut acceleration).unwrap();
            let l = system.linearise(&at, &q_second, &[], &mut work).unwrap();
            let mut stiffness = l.stiffness.clone();
            stiffness.add_scaled(1.0, &l.dynamic_stiffness);
            stiffness.add_scaled(1.0, &l.geometric_stiffness);
            (acceleration, stiffness)
        });
        let scale = found[0].0.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        for (a, b) in found[0].0.iter().zip(&found[1].0) {
            assert!((a - b).abs() < 1e-10 * scale, "{a} against {b}");
        }
        let mut open = found[0].1.clone();
        open.add_scaled(-1.0, &found[1].1);
        assert!(open.max_abs() < 1e-10 * found[0].1.max_abs(), "{}", open.max_abs());
    }
}

/// Two bodies on a flexible rod, free in space: momentum, angular momentum and energy stay to the order of the method.
#[test]
fn free_bodies_keep_momentum_and_energy() {
    let mut m = free_body();
    m.outputs.clear();
    let end = SpatialEnd { point: 0, orientation: Some(0) };
    let other = m.node("Q", [0.3, 0.1, 0.0], false);
    m.body("tail", other, 0.4, [0.0, 0.05, 0.02], diagonal([0.003, 0.002, 0.004])).unwrap();
    m.beam("rod", [end, other], &slender(BeamMeasure::Angle)).unwrap();
    for axis in AXES {
        observe(&mut m, "momentum", Observed::Momentum(axis), false);
        observe(&mut m, "angular momentum", Observed::AngularMomentum(None, axis), false);
    }
    let system = SpatialMechanism::new(m).unwrap();
    let (_, start, _) = state(&system, 0.02, 21);
    let drift = |steps: u32| {
        let (mut q, mut v) = (vec![0.0; start.len()], start.clone());
        let mut work = system.workspace();
        let mut audit = |q: &[f64], v: &[f64]| {
            let at = State { time: 0.0, position: q, velocity: v };
            let mut values = vec![0.0; 6];
            system.output(&at, &mut work, &mut values).unwrap();
            let energies = system.energies(&at, &[], &mut work).unwrap();
            values.push(energies.kinetic + energies.elastic);
            values
        };
        let before = audit(&q, &v);
        let h = 0.01 / f64::from(steps);
        let mut own = system.workspace();
        let mut rate = |q: &[f64], v: &[f64]| {
            let mut a = vec![0.0; q.len()];
            let at = State { time: 0.0, position: q, velocity: v };
            system.acceleration(&at, &[], &mut own, &mut a).unwrap();
            a
        };
        let moved =
            |x: &[f64], s: f64, d: &[f64]| -> Vec<f64> { x.iter().zip(d).map(|(x, d)| x + s * d).collect() };
        for _ in 0..steps {
            let a1 = rate(&q, &v);
            let (q2, v2) = (moved(&q, 0.5 * h, &v), moved(&v, 0.5 * h, &a1));
            let a2 = rate(&q2, &v2);
            let (q3, v3) = (moved(&q, 0.5 * h, &v2), moved(&v, 0.5 * h, &a2));
            let a3 = rate(&q3, &v3);
            let (q4, v4) = (moved(&q, h, &v3), moved(&v, h, &a3));
            let a4 = rate(&q4, &v4);
            for j in 0..q.len() {
                q[j] += h / 6.0 * (v[j] + 2.0 * v2[j] + 2.0 * v3[j] + v4[j]);
                v[j] += h / 6.0 * (a1[j] + 2.0 * a2[j] + 2.0 * a3[j] + a4[j]);
            }
        }
        let after = audit(&q, &v);
        let size = before.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        before.iter().zip(after).map(|(a, b)| (a - b).abs() / size).fold(0.0, f64::max)
    };
    let errors = [200, 400].map(drift);
    let order = (errors[0] / errors[1]).log2();
    assert!(errors[1] < 1e-5 && order > 3.5, "order {order} from {errors:?}");
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
