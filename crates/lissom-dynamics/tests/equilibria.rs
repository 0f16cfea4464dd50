//! Equilibria and rows of them against closed forms, and the message where there are none.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::systems;

use lissom_dynamics::{
    BalanceFailure, DynamicsError, EquilibriumRequest, Port, StatesRequest, equilibrium, states,
};
use lissom_linalg::{Dense, Quiet};
use lissom_mech::{State, System};
use systems::*;

/// The root of a growing function.
fn bisect(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if f(middle) < 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

fn under(input: &[f64]) -> EquilibriumRequest {
    EquilibriumRequest { input: input.to_vec(), ..EquilibriumRequest::default() }
}

/// Two bars of half span 1 and height 0.3 in a shallow roof; the coordinate is the way of the top downwards.
fn shallow_roof() -> Sample {
    let (height, stiffness) = (0.3, 1000.0);
    let stretch = move |q: f64| 1f64.hypot(height - q) - 1f64.hypot(height);
    let force = move |at: &State, input: &[f64], f: &mut [f64]| {
        let rise = height - at.position[0];
        f[0] = 2.0 * stiffness * stretch(at.position[0]) * rise / 1f64.hypot(rise) + input[0];
        Ok(())
    };
    Sample::new("roof", Dense::identity(1), force, move |q| stiffness * stretch(q[0]).powi(2))
        .with_inputs(&["push"])
}

/// The force that holds the top of [`shallow_roof`] at a way.
fn roof_force(q: f64) -> f64 {
    let rise = 0.3 - q;
    -2.0 * 1000.0 * (1f64.hypot(rise) - 1f64.hypot(0.3)) * rise / 1f64.hypot(rise)
}

#[test]
fn every_spring_of_a_chain_carries_the_push() {
    let (n, stiffness, cubic, push) = (17, 40.0, 3e4, 12.0);
    let found = equilibrium(&chain(n, stiffness, cubic), &under(&[push])).unwrap();
    let stretch = bisect(|e| stiffness * e + cubic * e.powi(3) - push, 0.0, 1.0);
    for (i, q) in found.position.iter().enumerate() {
        let exact = (i + 1) as f64 * stretch;
        assert!((q - exact).abs() < 1e-9 * exact, "mass {i}: {q} is not {exact}");
    }
    assert!(found.residual < 1e-10);
    let tangent = stiffness + 3.0 * cubic * stretch.powi(2);
    let modes = found.modes(&chain(n, stiffness, cubic)).unwrap();
    for (j, frequency) in modes.angular_frequencies().iter().enumerate() {
        let angle = (2 * j + 1) as f64 * std::f64::consts::PI / (2 * (2 * n + 1)) as f64;
        let exact = 2.0 * tangent.sqrt() * angle.sin();
        assert!((frequency / exact - 1.0).abs() < 1e-6, "mode {j}: {frequency} is not {exact}");
    }
    assert_eq!(modes.unstable, 0);
}

#[test]
fn inadmissible_states_on_the_way_shorten_the_increments() {
    let mut system = cage(400.0);
    system.inputs = vec!["push".to_owned()];
    let found = equilibrium(&system, &under(&[1.0])).unwrap();
    let exact = bisect(|q| 2.0 * q / (1.0 - q * q).powi(2) - 400.0, 0.0, 1.0);
    assert!((found.position[0] - exact).abs() < 1e-8, "{} is not {exact}", found.position[0]);
}

/// A pendulum bears a moment up to ω²; half as much again leads to the limit at two thirds of the load, where the
/// stiffness vanishes.
#[test]
fn beyond_the_limit_load_there_is_no_equilibrium_and_the_error_says_where() {
    let force = |at: &State, input: &[f64], f: &mut [f64]| {
        f[0] = input[0] - at.position[0].sin();
        Ok(())
    };
    let system =
        Sample::new("pendulum", Dense::identity(1), force, |q| 1.0 - q[0].cos()).with_inputs(&["moment"]);
    let below = equilibrium(&system, &under(&[0.99])).unwrap();
    assert!((below.position[0] - 0.99f64.asin()).abs() < 1e-9);
    match equilibrium(&system, &under(&[1.5])).unwrap_err() {
        DynamicsError::NoEquilibrium { load_factor, limit, coordinate, .. } => {
            assert!((load_factor - 2.0 / 3.0).abs() < 1e-3, "{load_factor}");
            let [before, turning] = *limit.expect("the path was seen to turn back");
            assert!(before <= 2.0 / 3.0 && (turning - 2.0 / 3.0).abs() < 1e-3, "{before} {turning}");
            assert_eq!(coordinate.as_deref(), Some("q0"));
        }
        other => panic!("{other}"),
    }
}

#[test]
fn something_loose_has_no_equilibrium_and_is_named() {
    let push = |_: &State, input: &[f64], f: &mut [f64]| {
        f[0] = input[0];
        Ok(())
    };
    let loose = Sample::new("loose", Dense::identity(1), push, |_| 0.0).with_inputs(&["push"]);
    match equilibrium(&loose, &under(&[1.0])).unwrap_err() {
        DynamicsError::NoEquilibrium { load_factor, coordinate, eigenvalue, reason, .. } => {
            assert_eq!((load_factor, coordinate.as_deref(), eigenvalue), (0.0, Some("q0"), 0.0));
            assert!(matches!(reason, BalanceFailure::Singular(_)), "{reason}");
        }
        other => panic!("{other}"),
    }
}

fn row(from: f64, to: f64, points: usize) -> StatesRequest {
    StatesRequest {
        drive: Port { input: 0, output: 0 },
        from,
        to,
        points,
        longest_way: None,
        time: 0.0,
        input: vec![0.0],
        probes: Vec::new(),
        tolerance: 1e-10,
    }
}

/// The drive leads the roof through both limit points; the force falls, turns round and rises, and the states
/// between the limit points are unstable.
#[test]
fn a_driven_roof_snaps_through_in_full_view() {
    let found = states(&shallow_roof(), &row(-0.1, 0.7, 41), &Quiet).unwrap();
    assert_eq!(found.len(), 41);
    for (k, state) in found.iter().enumerate() {
        let way = -0.1 + 0.02 * k as f64;
        assert!((state.value - way).abs() < 1e-10, "state {k} stands at {}", state.value);
        let exact = roof_force(way);
        assert!((state.force - exact).abs() < 1e-7, "state {k}: force {} is not {exact}", state.force);
        let slope = (roof_force(way + 1e-6) - roof_force(way - 1e-6)) / 2e-6;
        assert_eq!(state.modes.unstable, usize::from(slope < 0.0), "state {k}");
        assert!((state.modes.eigenvalues[0] - slope).abs() < 1e-3 * slope.abs().max(1.0), "state {k}");
        assert!(state.state.residual < 1e-10);
    }
    assert!(found.iter().any(|state| state.modes.unstable == 1));
}

#[test]
fn a_path_that_ends_says_how_far_it_came() {
    let mut system = cage(1.0);
    system.inputs = vec!["push".to_owned()];
    match states(&system, &row(0.0, 1.2, 7), &Quiet).unwrap_err() {
        DynamicsError::PathEnds { drive, reached, target, reason } => {
            assert_eq!(drive, "q0");
            assert!((0.9..1.0).contains(&reached) && target > 0.99, "{reached} {target}");
            assert!(!reason.to_string().is_empty());
        }
        other => panic!("{other}"),
    }
}

#[test]
fn stiffness_at_a_probe_knows_whether_the_drive_is_held() {
    let stiffness = [[3.0, 1.0], [1.0, 2.0]];
    let force = move |at: &State, input: &[f64], f: &mut [f64]| {
        for i in 0..2 {
            f[i] = input[i] - stiffness[i][0] * at.position[0] - stiffness[i][1] * at.position[1];
        }
        Ok(())
    };
    let potential = |q: &[f64]| 1.5 * q[0] * q[0] + q[0] * q[1] + q[1] * q[1];
    let system = Sample::new("pair", Dense::identity(2), force, potential).with_inputs(&["first", "second"]);
    let probes = vec![Port { input: 1, output: 1 }, Port { input: 0, output: 0 }];
    let request = StatesRequest { input: vec![0.0, 0.0], probes, ..row(0.0, 1.0, 3) };
    for state in states(&system, &request, &Quiet).unwrap() {
        assert!((1.0 / state.compliance[0] - 5.0 / 3.0).abs() < 1e-6, "free: det K / k₀₀");
        assert!((1.0 / state.compliance_held[0] - 2.0).abs() < 1e-6, "held: k₁₁");
        assert!((1.0 / state.compliance[1] - 2.5).abs() < 1e-6 && state.compliance_held[1].abs() < 1e-12);
        assert!((state.force - 2.5 * state.value).abs() < 1e-8);
    }
}

#[test]
fn an_output_that_the_drive_does_no_work_on_is_refused() {
    let system = chain(3, 10.0, 0.0);
    match states(&system, &row(0.0, 0.1, 3), &Quiet).unwrap_err() {
        DynamicsError::PortMismatch { input, output, .. } => assert_eq!((&*input, &*output), ("push", "q0")),
        other => panic!("{other}"),
    }
    let right = StatesRequest { drive: Port { input: 0, output: 2 }, ..row(0.0, 0.1, 3) };
    assert!((states(&system, &right, &Quiet).unwrap()[2].force - 10.0 / 3.0 * 0.1).abs() < 1e-7);
    let nowhere = StatesRequest { drive: Port { input: 1, output: 2 }, ..row(0.0, 0.1, 3) };
    assert!(matches!(states(&system, &nowhere, &Quiet), Err(DynamicsError::NoSuchPort { .. })));
}

/// Coordinates in other units are another basis: the equilibrium and the way to it stay, up to an iteration of
/// each increment that the differences behind the sample's slopes may cost.
#[test]
fn units_change_nothing() {
    let system = chain(5, 40.0, 3e4);
    let scales = [1e-3, 1.0, 1e3, 25.4, 1e-6];
    let scaled = system.project(&Dense::from_diagonal(&scales), system.coordinates.clone()).unwrap();
    let (one, two) =
        (equilibrium(&system, &under(&[12.0])).unwrap(), equilibrium(&*scaled, &under(&[12.0])).unwrap());
    assert_eq!(one.increments, two.increments);
    assert!(one.iterations.abs_diff(two.iterations) <= one.increments);
    for ((a, b), scale) in one.position.iter().zip(&two.position).zip(scales) {
        assert!((a - b * scale).abs() < 1e-9 * a.abs());
    }
}

/// A hardening chain under a push is a structure with the frequencies of its state; a rotating one is not.
#[test]
fn small_motions_about_a_state_are_a_structure() {
    let system = chain(5, 30.0, 400.0);
    let inputs = system.inputs().len();
    let state = equilibrium(&system, &under(&vec![2.0; inputs])).unwrap();
    let structure = state.structure(&system).unwrap();
    assert_eq!((structure.size(), structure.inputs.len()), (5, inputs));
    let request = lissom_dynamics::ModesRequest {
        range: lissom_dynamics::Range::Lowest(5),
        options: lissom_linalg::ModesOptions::default(),
    };
    let found = lissom_dynamics::modes(&structure, &request, &Quiet).unwrap();
    let exact = state.modes(&system).unwrap().angular_frequencies();
    assert_eq!(found.modes.len(), exact.len());
    for (mode, exact) in found.modes.iter().zip(exact) {
        assert!((mode.angular_frequency / exact - 1.0).abs() < 1e-9, "{} {exact}", mode.angular_frequency);
    }
    let spinning = gyroscopic_pair(2.0, 5.0);
    let state = equilibrium(&spinning, &EquilibriumRequest::default()).unwrap();
    let refused = state.structure(&spinning).unwrap_err().to_string();
    assert!(refused.contains("its damping is not symmetric"), "{refused}");
}
