//! Exact stepping of linear structures: closed forms, sampling of inputs, power balance.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_dynamics::{DynamicsError, LinearMotion, LinearMotionRequest, linear_motion};
use lissom_linalg::{Dense, Sparse};
use lissom_mech::{ModalDamping, Pattern, Structure};

fn structure(mass: &[&[f64]], damping: &[&[f64]], stiffness: &[&[f64]], force: &[f64]) -> Structure {
    let sparse = |rows: &[&[f64]]| Sparse::from_dense(&Dense::from_rows(rows));
    let n = force.len();
    let pattern = |name: &str, values: Vec<f64>| Pattern { name: name.into(), unit: "m".into(), values };
    let unit = |i: usize| (0..n).map(|j| f64::from(u8::from(i == j))).collect();
    Structure {
        damping: sparse(damping),
        inputs: vec![pattern("push", force.to_vec())],
        outputs: (0..n).map(|i| pattern(&format!("x{i}"), unit(i))).collect(),
        ..Structure::of_matrices("chain", sparse(mass), sparse(stiffness))
    }
}

fn moved(structure: &Structure, end: f64, law: &(dyn Fn(f64) -> f64 + Sync)) -> LinearMotion {
    let input = |t: f64, u: &mut [f64]| u[0] = law(t);
    let request = LinearMotionRequest {
        end,
        points: 41,
        breaks: &[],
        window: None,
        rate: None,
        from: None,
        input: &input,
        tolerance: 1e-8,
    };
    linear_motion(structure, &request).unwrap()
}

#[test]
fn a_ramp_on_a_damped_oscillator_is_exact_with_steps_of_any_length() {
    let (m, c, k, end) = (2.0, 0.6, 50.0, 40.0);
    let one = structure(&[&[m]], &[&[c]], &[&[k]], &[1.0]);
    let found = moved(&one, end, &|t| 3.0 * t);
    // Periods of 1.26 s are stepped over in one second: linear inputs leave no error.
    assert!(found.input_error < 1e-12 && found.met, "{}", found.input_error);
    let (delta, omega) = (c / (2.0 * m), (k / m - (c / (2.0 * m)).powi(2)).sqrt());
    assert_eq!(found.trajectory.times.len(), found.trajectory.outputs[0].len());
    for (t, x) in found.trajectory.times.iter().zip(&found.trajectory.outputs[0]) {
        // x = (f/k)(t − c/k) + e^{−δt}(a cos ωt + b sin ωt) at rest at t = 0.
        let (a, slope) = (3.0 / k * c / k, 3.0 / k);
        let b = (delta * a - slope) / omega;
        let exact =
            slope * (t - c / k) + (-delta * t).exp() * (a * (omega * t).cos() + b * (omega * t).sin());
        assert!((x - exact).abs() < 1e-12, "{x} instead of {exact} at {t} s");
    }
    let audit = found.trajectory.audit.unwrap();
    assert!(audit.relative_error() < 1e-12, "{audit:?}");
    assert!(audit.dissipated > 0.0 && audit.work > audit.dissipated);
}

#[test]
fn a_free_mass_accelerates() {
    let two = structure(
        &[&[1.0, 0.0], &[0.0, 3.0]],
        &[&[0.0, 0.0], &[0.0, 0.0]],
        &[&[8.0, -8.0], &[-8.0, 8.0]],
        &[1.0, 0.0],
    );
    let found = moved(&two, 10.0, &|_| 2.0);
    let (x, t) = (&found.trajectory.outputs, &found.trajectory.times);
    for i in 0..t.len() {
        let centre = (x[0][i] + 3.0 * x[1][i]) / 4.0;
        assert!((centre - 0.25 * t[i] * t[i]).abs() < 1e-11 * (1.0 + centre), "{centre}");
    }
    assert!(found.trajectory.audit.unwrap().relative_error() < 1e-13);
}

/// Two oscillators seen from a turned frame: one is driven, the other stays at rest up to rounding.
#[test]
fn an_output_that_does_not_move_asks_for_no_finer_steps() {
    let (c, s) = (0.3f64.cos(), 0.3f64.sin());
    let turned =
        |a: f64, b: f64| [[a * c * c + b * s * s, (a - b) * c * s], [(a - b) * c * s, a * s * s + b * c * c]];
    let [mass, damping, stiffness] = [turned(1.0, 2.0), turned(0.1, 0.3), turned(30.0, 700.0)];
    let rows = |m: &[[f64; 2]; 2]| Sparse::from_dense(&Dense::from_rows(&[&m[0], &m[1]]));
    let pattern = |name: &str, values| Pattern { name: name.into(), unit: "m".into(), values };
    let two = Structure {
        damping: rows(&damping),
        inputs: vec![pattern("push", vec![c, s])],
        outputs: vec![pattern("along", vec![c, s]), pattern("across", vec![-s, c])],
        ..Structure::of_matrices("turned", rows(&mass), rows(&stiffness))
    };
    let found = moved(&two, 10.0, &|t| 3.0 * t);
    let largest = |i: usize| found.trajectory.outputs[i].iter().fold(0.0, |a: f64, b| a.max(b.abs()));
    assert!(largest(1) > 0.0 && largest(1) < 1e-14 * largest(0), "{} {}", largest(1), largest(0));
    assert!(found.met && found.input_error < 1e-8, "{}", found.input_error);
    // Alone the driven one needs as many steps.
    let alone = Structure { outputs: two.outputs[..1].to_vec(), ..two.clone() };
    let steps = moved(&alone, 10.0, &|t| 3.0 * t).trajectory.counters.steps;
    assert_eq!(found.trajectory.counters.steps, steps);
    let other = moved(&Structure { damping: rows(&turned(0.2, 0.3)), ..two }, 10.0, &|t| 3.0 * t);
    assert!(other.trajectory.relative_error(&found.trajectory, 1).unwrap() < 1e-14);
    assert!(other.trajectory.relative_error(&found.trajectory, 0).unwrap() > 1e-4);
}

#[test]
fn the_error_of_sampling_is_of_second_order_and_is_said() {
    let one = structure(&[&[1.0]], &[&[0.1]], &[&[9.0]], &[1.0]);
    let law = |t: f64| (2.0 * t).sin();
    let input = |t: f64, u: &mut [f64]| u[0] = law(t);
    let request = |tolerance| LinearMotionRequest {
        end: 20.0,
        points: 41,
        breaks: &[],
        window: None,
        rate: None,
        from: None,
        input: &input,
        tolerance,
    };
    // x = Im(H e^{2it}) + e^{−δt}(a cos ωt + b sin ωt) with H = 1/(k − 4m + 2ic), at rest at t = 0.
    let (re, im) = (5.0 / (25.0 + 0.04), -0.2 / (25.0 + 0.04));
    let (delta, omega) = (0.05, (9.0f64 - 0.05 * 0.05).sqrt());
    let (a, b) = (-im, (-0.05 * im - 2.0 * re) / omega);
    let exact = |t: f64| {
        re * (2.0 * t).sin()
            + im * (2.0 * t).cos()
            + (-delta * t).exp() * (a * (omega * t).cos() + b * (omega * t).sin())
    };
    let mut errors = Vec::new();
    for tolerance in [1e-2, 1e-4, 1e-6] {
        let found = linear_motion(&one, &request(tolerance)).unwrap();
        let (times, x) = (&found.trajectory.times, &found.trajectory.outputs[0]);
        let distance = times.iter().zip(x).map(|(t, x)| (x - exact(*t)).abs()).fold(0.0, f64::max);
        let true_error = distance / x.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        assert!(found.trajectory.audit.unwrap().relative_error() < 1e-12);
        assert!(found.input_error <= tolerance);
        // What halving changes is three times what is left.
        assert!(
            (true_error / (found.input_error / 3.0) - 1.0).abs() < 0.15,
            "{true_error} {}",
            found.input_error
        );
        errors.push((found.trajectory.steps[0], true_error));
    }
    let order = (errors[0].1 / errors[2].1).ln() / (errors[0].0 / errors[2].0).ln();
    assert!((order - 2.0).abs() < 0.05, "order {order}");
}

#[test]
fn a_start_and_modal_damping_decay_as_they_should() {
    let mut one = structure(&[&[4.0]], &[&[0.0]], &[&[100.0]], &[1.0]);
    one.modal_damping = ModalDamping::Uniform(0.05);
    let input = |_: f64, u: &mut [f64]| u[0] = 0.0;
    let (x, v) = ([0.3], [-1.0]);
    let request = LinearMotionRequest {
        end: 8.0,
        points: 33,
        breaks: &[],
        window: None,
        rate: None,
        from: Some((&x, &v)),
        input: &input,
        tolerance: 1e-9,
    };
    let found = linear_motion(&one, &request).unwrap();
    let omega = 5.0f64;
    let (delta, damped) = (0.05 * omega, omega * (1.0f64 - 0.05 * 0.05).sqrt());
    assert_eq!(found.trajectory.times.len(), found.trajectory.outputs[0].len());
    for (t, x) in found.trajectory.times.iter().zip(&found.trajectory.outputs[0]) {
        let b = (-1.0 + delta * 0.3) / damped;
        let exact = (-delta * t).exp() * (0.3 * (damped * t).cos() + b * (damped * t).sin());
        assert!((x - exact).abs() < 1e-13, "{x} {exact}");
    }
}

#[test]
fn a_spring_without_mass_follows_at_once() {
    // A mass on the ground by a spring, and a massless end hanging on it by another; the force acts on the end.
    let two = structure(
        &[&[1.0, 0.0], &[0.0, 0.0]],
        &[&[0.2, 0.0], &[0.0, 0.0]],
        &[&[4.0 + 10.0, -10.0], &[-10.0, 10.0]],
        &[0.0, 1.0],
    );
    let found = moved(&two, 12.0, &|t| t.min(3.0));
    let x = &found.trajectory.outputs;
    for (i, t) in found.trajectory.times.iter().enumerate() {
        assert!(
            (x[1][i] - x[0][i] - t.min(3.0) / 10.0).abs() < 1e-12,
            "the massless spring carries the force"
        );
    }
    assert!(found.trajectory.audit.unwrap().relative_error() < 1e-12);
    let mut dragged = two;
    dragged.damping = Sparse::from_diagonal(&[0.2, 0.3]);
    let input = |_: f64, u: &mut [f64]| u[0] = 1.0;
    let request = LinearMotionRequest {
        end: 1.0,
        points: 3,
        breaks: &[],
        window: None,
        rate: None,
        from: None,
        input: &input,
        tolerance: 1e-6,
    };
    assert!(matches!(linear_motion(&dragged, &request), Err(DynamicsError::MasslessDamping { .. })));
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    let one = structure(&[&[1.0]], &[&[0.0]], &[&[9.0]], &[1.0]);
    let (fine, wrong) = (|_: f64, u: &mut [f64]| u[0] = 0.0, |t: f64, u: &mut [f64]| u[0] = 1.0 / (t - 0.5));
    let request = LinearMotionRequest {
        end: 1.0,
        points: 3,
        breaks: &[],
        window: None,
        rate: None,
        from: None,
        input: &fine,
        tolerance: 1e-6,
    };
    let refused = |request: &LinearMotionRequest| linear_motion(&one, request).unwrap_err();
    let few = refused(&LinearMotionRequest { points: 1, ..request.clone() });
    assert!(matches!(few, DynamicsError::TooFewOutputs { points: 1 }), "{few}");
    for end in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let none = refused(&LinearMotionRequest { end, ..request.clone() });
        let DynamicsError::BadTimes { start: 0.0, end: named } = none else { panic!("{none}") };
        assert_eq!(named.to_bits(), end.to_bits());
    }
    let infinite = refused(&LinearMotionRequest { input: &wrong, ..request.clone() }).to_string();
    assert!(infinite.contains("input push is inf at t = 0.5 s"), "{infinite}");
    let unstable = structure(&[&[1.0]], &[&[0.0]], &[&[-9.0]], &[1.0]);
    assert!(matches!(linear_motion(&unstable, &request), Err(DynamicsError::UnstableStructure { .. })));
}

/// A force that is there for a while, from and until times that no result falls on: x = (f/k)(1 − cos ω(t − a)) while it
/// acts, and the difference of two such motions afterwards.
#[test]
fn a_pulse_between_results_is_exact_when_its_jumps_are_named() {
    let (m, k, f, from, until) = (2.0, 50.0, 3.0, 1.03, 4.71);
    let one = structure(&[&[m]], &[&[0.0]], &[&[k]], &[1.0]);
    let input = |t: f64, u: &mut [f64]| u[0] = if t > from && t < until { f } else { 0.0 };
    let breaks = [from, until];
    let request = LinearMotionRequest {
        end: 8.0,
        points: 17,
        breaks: &breaks,
        window: None,
        rate: None,
        from: None,
        input: &input,
        tolerance: 1e-8,
    };
    let found = linear_motion(&one, &request).unwrap();
    assert!(found.met && found.input_error < 1e-12, "{}", found.input_error);
    let omega = (k / m).sqrt();
    let began = |t: f64, at: f64| if t > at { f / k * (1.0 - (omega * (t - at)).cos()) } else { 0.0 };
    assert_eq!(found.trajectory.times.len(), found.trajectory.outputs[0].len());
    for (t, x) in found.trajectory.times.iter().zip(&found.trajectory.outputs[0]) {
        let exact = began(*t, from) - began(*t, until);
        assert!((x - exact).abs() < 1e-10, "{x} instead of {exact} at {t} s");
    }
    assert!(found.trajectory.audit.unwrap().relative_error() < 1e-12);
    // Without their names the same jumps are smeared over a step, and the answer says so.
    let blind = linear_motion(&one, &LinearMotionRequest { breaks: &[], ..request.clone() }).unwrap();
    assert!(!blind.met && blind.input_error > 1e-6, "{}", blind.input_error);
    // In two pieces, the second from where the first ended.
    let first =
        linear_motion(&one, &LinearMotionRequest { window: Some([0.0, 2.77]), ..request.clone() }).unwrap();
    let [x, v] = &first.last;
    let second = linear_motion(
        &one,
        &LinearMotionRequest { window: Some([2.77, 8.0]), from: Some((x, v)), ..request.clone() },
    )
    .unwrap();
    let both: Vec<f64> =
        [&first, &second].iter().flat_map(|piece| piece.trajectory.outputs[0].clone()).collect();
    assert_eq!(both.len(), 17);
    let apart = both.iter().zip(&found.trajectory.outputs[0]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(apart < 1e-12, "{apart}");
}

/// A massless spring follows a jump at once, and the books stay closed.
#[test]
fn a_jump_on_what_has_no_mass_keeps_the_energy_balance() {
    let two = structure(
        &[&[1.0, 0.0], &[0.0, 0.0]],
        &[&[0.0, 0.0], &[0.0, 0.0]],
        &[&[20.0, -8.0], &[-8.0, 8.0]],
        &[0.0, 1.0],
    );
    let input = |t: f64, u: &mut [f64]| u[0] = if t > 0.4 { 2.0 } else { 0.0 };
    let request = LinearMotionRequest {
        end: 2.0,
        points: 21,
        breaks: &[0.4],
        window: None,
        rate: None,
        from: None,
        input: &input,
        tolerance: 1e-8,
    };
    let found = linear_motion(&two, &request).unwrap();
    let audit = found.trajectory.audit.unwrap();
    assert!(audit.relative_error() < 1e-12 && audit.work > 0.0, "{audit:?}");
}
