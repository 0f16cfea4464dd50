//! A bond graph and the same system written as M, C, K are the same system.

#![allow(clippy::unwrap_used, reason = "a test may stop where a value is missing")]

use lissom_bond::{BondGraph, CausalGraph, Constant, Field, Kind, Probe, StateEquations};
use lissom_dynamics::{InputLaw, LinearMotionRequest, Trajectory, linear_motion};
use lissom_linalg::{Complex, Dense};
use std::f64::consts::TAU;

/// Masses in a row, springs and dampers between them and to the wall, a force on the first, position of each.
fn chain(masses: &[f64], springs: &[f64], dampers: &[f64]) -> BondGraph {
    let mut g = BondGraph::new();
    let force = g.add("F", Kind::EffortSource);
    let points: Vec<_> = (0..masses.len()).map(|k| g.add(&format!("v{k}"), Kind::One)).collect();
    g.connect(force, points[0]);
    let mut travels = Vec::new();
    for (k, &mass) in masses.iter().enumerate() {
        let m = g.add_inertia(&format!("m{k}"), mass);
        travels.push(g.connect(points[k], m));
        let (spring, damper) = (
            g.add(
                &format!("k{k}"),
                Kind::Compliance(Field::scalar(Constant::reciprocal(&format!("k{k}"), springs[k]))),
            ),
            g.add_resistance(&format!("d{k}"), dampers[k]),
        );
        // Between this mass and the next; the last pair holds on to the wall.
        if k + 1 < masses.len() {
            let (zero, strut) =
                (g.add(&format!("gap{k}"), Kind::Zero), g.add(&format!("strut{k}"), Kind::One));
            g.connect(points[k], zero);
            g.connect(zero, points[k + 1]);
            g.connect(zero, strut);
            g.connect(strut, spring);
            g.connect(strut, damper);
        } else {
            g.connect(points[k], spring);
            g.connect(points[k], damper);
        }
    }
    for (k, &bond) in travels.iter().enumerate() {
        g.observe(&format!("x{k}"), vec![(Constant::number(1.0), Probe::Travel(bond))]);
    }
    g
}

/// The first column of (−ω²M + iωC + K)⁻¹ by complex elimination.
fn direct(masses: &[f64], springs: &[f64], dampers: &[f64], omega: f64) -> Vec<Complex> {
    let n = masses.len();
    let tie = |c: &[f64], i: usize, j: usize| {
        let before = if i > 0 { c[i - 1] } else { 0.0 };
        match i.abs_diff(j) {
            0 => before + c[i],
            1 => -c[i.min(j)],
            _ => 0.0,
        }
    };
    let entry = |i: usize, j: usize| {
        let inertia = if i == j { omega * omega * masses[i] } else { 0.0 };
        Complex::new(tie(springs, i, j) - inertia, omega * tie(dampers, i, j))
    };
    let mut a: Vec<Vec<Complex>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    let mut b: Vec<Complex> = (0..n).map(|i| Complex::from(if i == 0 { 1.0 } else { 0.0 })).collect();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs())).unwrap();
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            let row = a[k].clone();
            a[i].iter_mut().zip(&row).for_each(|(x, y)| *x = *x - factor * *y);
            b[i] = b[i] - factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let sum = (k + 1..n).fold(b[k], |sum, j| sum - a[k][j] * b[j]);
        b[k] = sum / a[k][k];
    }
    b
}

const MASSES: [f64; 4] = [1.3, 0.4, 2.2, 0.9];
const SPRINGS: [f64; 4] = [900.0, 4e3, 150.0, 2.5e3];
const DAMPERS: [f64; 4] = [3.0, 0.7, 5.0, 1.1];

fn equations() -> StateEquations {
    StateEquations::derive(CausalGraph::assign(chain(&MASSES, &SPRINGS, &DAMPERS)).unwrap()).unwrap()
}

#[test]
fn frequency_response_is_that_of_the_matrices() {
    let equations = equations();
    for frequency in [0.1, 1.7, 4.0, 9.3, 40.0, 300.0] {
        let found = &equations.frequency_response(&[frequency]).unwrap()[0].values;
        let exact = direct(&MASSES, &SPRINGS, &DAMPERS, TAU * frequency);
        let size = exact.iter().fold(0.0, |m: f64, z| m.max(z.abs()));
        assert_eq!(found.len(), exact.len());
        for (row, value) in found.iter().zip(&exact) {
            assert!((row[0] - *value).abs() < 1e-12 * size, "{frequency} Hz: {:?} {value:?}", row[0]);
        }
    }
}

#[test]
fn power_is_supplied_stored_or_dissipated() {
    let equations = equations();
    let state: Vec<f64> = (0..equations.states.len()).map(|k| ((k * k) as f64 + 0.3).sin()).collect();
    let balance = equations.power_balance(&state, &[2.5], &[0.0]);
    assert!(balance.dissipated > 0.0);
    assert!(balance.gap().abs() < 1e-12 * balance.stored.abs().max(balance.dissipated), "{balance:?}");
}

/// The motion from a state at equal steps.
fn moved(
    equations: &StateEquations,
    from: Option<&[f64]>,
    step: f64,
    points: usize,
    input: &InputLaw<'_>,
) -> Trajectory {
    // State equations are of first order: their states have no rates to start from.
    let from = from.map(|state| (state, &[][..]));
    let request = LinearMotionRequest { from, ..request(step, points, input) };
    linear_motion(equations, &request).unwrap().trajectory
}

fn request<'a>(step: f64, points: usize, input: &'a InputLaw<'a>) -> LinearMotionRequest<'a> {
    LinearMotionRequest {
        end: step * (points - 1) as f64,
        points,
        breaks: &[],
        window: None,
        from: None,
        input,
        rate: None,
        tolerance: 1e-9,
    }
}

#[test]
fn an_input_that_jumps_at_a_break_is_met_exactly() {
    // One mass on a spring, pushed from t = 0.3 on: x = (1 − cos ω(t − 0.3))/k.
    let g = chain(&[2.0], &[8.0], &[0.0]);
    let equations = StateEquations::derive(CausalGraph::assign(g).unwrap()).unwrap();
    let push = |t: f64, values: &mut [f64]| values.fill(f64::from(u8::from(t >= 0.3)));
    let exact = |t: f64| if t < 0.3 { 0.0 } else { (1.0 - (2.0 * (t - 0.3)).cos()) / 8.0 };
    let error = |breaks: &[f64]| {
        let found =
            linear_motion(&equations, &LinearMotionRequest { breaks, ..request(0.37, 20, &push) }).unwrap();
        let motion = &found.trajectory;
        let errors = motion.times.iter().zip(&motion.outputs[0]).map(|(t, x)| (x - exact(*t)).abs());
        assert!(found.power_gap.unwrap() < 1e-10);
        errors.fold(0.0, f64::max)
    };
    assert!(error(&[0.3]) < 1e-11, "{}", error(&[0.3]));
    assert!(error(&[]) > 1e-7, "without the break the jump is spread over a step: {}", error(&[]));
}

#[test]
fn simulation_is_exact_for_inputs_linear_between_samples() {
    // One mass on a spring under a ramp: x = (t − sin ωt/ω)/k for F = t.
    let g = chain(&[2.0], &[8.0], &[0.0]);
    let equations = StateEquations::derive(CausalGraph::assign(g).unwrap()).unwrap();
    let (step, samples, omega) = (0.37, 40, 2.0f64);
    let ramp = |t: f64, values: &mut [f64]| values.fill(t);
    let trajectory = moved(&equations, None, step, samples, &ramp);
    assert_eq!(trajectory.times.len(), samples);
    for (k, &t) in trajectory.times.iter().enumerate() {
        let exact = (t - (omega * t).sin() / omega) / 8.0;
        assert!((trajectory.outputs[0][k] - exact).abs() < 1e-13, "{k}");
    }
}

#[test]
fn energy_is_kept_without_dampers_and_lost_with_them() {
    let [kept, lost] = [[0.0; 4], DAMPERS].map(|dampers| {
        let causal = CausalGraph::assign(chain(&MASSES, &SPRINGS, &dampers)).unwrap();
        let equations = StateEquations::numbers_only(causal).unwrap();
        let initial: Vec<f64> =
            (0..equations.states.len()).map(|k| if k < 8 { 0.01 * (k + 1) as f64 } else { 0.0 }).collect();
        let still = |_: f64, values: &mut [f64]| values.fill(0.0);
        let trajectory = moved(&equations, Some(&initial), 0.01, 500, &still);
        let energy = |k: usize| equations.energy(&trajectory.positions[k], &[0.0]);
        energy(499) / energy(0)
    });
    assert!((kept - 1.0).abs() < 1e-11, "{kept}");
    assert!(lost < 0.5, "{lost}");
}

#[test]
fn mixed_causality_of_a_field_agrees_with_its_matrices() {
    // A C-field with three ports: a force on the first, masses on the others; the force port is dependent.
    let c = [[3e-3, 1e-3, 4e-4], [1e-3, 2e-3, 7e-4], [4e-4, 7e-4, 5e-3]];
    let mut g = BondGraph::new();
    let rows = c.iter().map(|row| row.iter().map(|&x| Constant::number(x)).collect()).collect();
    let field = g.add("field", Kind::Compliance(Field::from_rows(rows)));
    let force = g.add("F", Kind::EffortSource);
    g.connect(force, field);
    for (name, mass) in [("m1", 1.5), ("m2", 0.6)] {
        let (one, m) = (g.add(&format!("v {name}"), Kind::One), g.add_inertia(name, mass));
        g.connect(one, m);
        g.connect(one, field);
    }
    g.observe("d", vec![(Constant::number(1.0), Probe::Stored(field, 0))]);
    let equations = StateEquations::derive(CausalGraph::assign(g).unwrap()).unwrap();
    assert_eq!(equations.dependent_storage.len(), 1);
    // By hand: q = C e, e2 = ω² m1 q2, e3 = ω² m2 q3 (a mass behind a port is driven by minus its effort).
    let omega = TAU * 3.0;
    let found = equations.frequency_response(&[3.0]).unwrap()[0].values[0][0];
    let (w, m) = (omega * omega, [1.5, 0.6]);
    let matrix = Dense::from_fn(2, 2, |i, j| f64::from(u8::from(i == j)) - c[i + 1][j + 1] * w * m[j]);
    let q = lissom_linalg::Lu::factor(&matrix).unwrap().solve(&[c[1][0], c[2][0]]);
    let exact = c[0][0] + w * (c[0][1] * m[0] * q[0] + c[0][2] * m[1] * q[1]);
    assert!(
        (found.re / exact - 1.0).abs() < 1e-12 && found.im.abs() < 1e-14 * exact.abs(),
        "{found:?} {exact}"
    );
}
