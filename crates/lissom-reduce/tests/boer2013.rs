//! The reductions of [Boer2013] on its mechanisms: singular values, errors and counts.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_dynamics::{
    Dopri5, DrivenState, EquilibriumRequest, Esdirk5, Ode45, OperatingState, Port, SimulateRequest,
    StatesRequest, Tolerance, Trajectory, equilibrium, simulate, states,
};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, System};
use lissom_model::{Model, Overrides, load};
use lissom_reduce::{BasisMethod, BasisOptions, Keep, Modal, Reduced, SvdModal, estimate, validity};

const GUIDANCE: &str = include_str!("../../../examples/guidance/model.toml");
const MANIPULATOR: &str = include_str!("../../../examples/manipulator/model.toml");
const DRIVE: &str = "\n[[force]]\nname = \"drive\"\nnode = \"A1\"\ndirection = \"x\"\n";

fn model(text: &str) -> Model {
    load("test.toml", text.as_bytes(), &Overrides::default()).value.expect("the example is a model")
}

/// The guidance with the dependent deformations of the reproduction, and an input that drives the stage.
fn guidance() -> Mechanism {
    let released = [
        ("beam A, element 5", "bending at the second end"),
        ("beam B, element 5", "bending at the first end"),
        ("beam B, element 5", "bending at the second end"),
    ];
    Mechanism::with_released(&model(&format!("{GUIDANCE}{DRIVE}")), &released).unwrap()
}

fn row(system: &dyn System, from: f64, to: f64, points: usize) -> Vec<DrivenState> {
    let request = StatesRequest {
        drive: Port { input: 0, output: 0 },
        from,
        to,
        points,
        longest_way: Some(0.01),
        time: 0.0,
        input: vec![0.0],
        probes: Vec::new(),
        tolerance: 1e-10,
    };
    states(system, &request, &Quiet).unwrap()
}

fn at_rest(system: &dyn System) -> OperatingState {
    let input = vec![0.0; system.inputs().len()];
    equilibrium(system, &EquilibriumRequest { input, ..EquilibriumRequest::default() }).unwrap()
}

fn modal(system: &dyn System, modes: usize) -> Reduced {
    let options = BasisOptions { modes, weight: 0.0, keep: Keep::Count(modes) };
    Reduced::new(system, Modal.basis(system, &[&at_rest(system)], &options).unwrap()).unwrap()
}

fn svd_modal(system: &dyn System, row: &[DrivenState], weight: f64, keep: Keep) -> Reduced {
    let all: Vec<&OperatingState> = row.iter().map(|driven| &driven.state).collect();
    let options = BasisOptions { modes: 3, weight, keep };
    Reduced::new(system, SvdModal.basis(system, &all, &options).unwrap()).unwrap()
}

fn run(system: &dyn System, end: f64, tolerance: [f64; 2]) -> Trajectory {
    let tolerance = Tolerance { relative: tolerance[0], absolute: tolerance[1] };
    let request = SimulateRequest { tolerance, points: 401, ..SimulateRequest::until(end) };
    simulate(system, &request, &Dopri5, &Quiet).unwrap()
}

/// Shares of the singular values in the reproduction, [−x_max, x_max] in ten states.
#[test]
fn five_singular_values_are_above_one_per_cent() {
    let system = guidance();
    let row = row(&system, -0.0833, 0.0833, 10);
    let expected = [
        (0.0, [0.32277, 0.25796, 0.2355, 0.13896, 0.035108, 0.0029809]),
        (1.0, [0.84105, 0.064385, 0.035503, 0.030467, 0.02349, 0.0024969]),
    ];
    for (weight, shares) in expected {
        let reduced = svd_modal(&system, &row, weight, Keep::Share(0.01));
        assert_eq!(reduced.coordinates().len(), 5);
        for (found, share) in reduced.basis().singular_values.iter().zip(shares) {
            assert!((found - share).abs() < 2e-3, "{found} is not {share}");
        }
        assert!(reduced.basis().columns[0].reason.contains("from mode"), "{:?}", reduced.basis().columns[0]);
    }
}

/// Errors of the displacement over its largest value: MODAL-3 1.15 %, MODAL-5 0.34 %, SVD-modal 0.0066 and 0.0075 %.
/// The estimates need no full motion; they must distinguish good from bad ones.
#[test]
fn errors_and_estimates_of_the_reduced_guidance() {
    let system = guidance();
    let row = row(&system, -0.0833, 0.0833, 10);
    let exact = run(&system, 0.2, [1e-8, 1e-11]);
    let five = Keep::Count(5);
    let cases = [
        ("MODAL-3", modal(&system, 3), 0.0115),
        ("MODAL-5", modal(&system, 5), 0.00336),
        ("SVDm-5-a0", svd_modal(&system, &row, 0.0, five), 6.6e-5),
        ("SVDm-5-a1", svd_modal(&system, &row, 1.0, five), 7.5e-5),
    ];
    for (name, reduced, expected) in cases {
        let motion = run(&reduced, 0.2, [1e-7, 1e-10]);
        let error = motion.relative_error(&exact, 0).unwrap();
        let guess = estimate(&system, &reduced, &motion, None, 100).unwrap();
        assert!((error / expected - 1.0).abs() < 0.05, "{name}: {error:e} is not {expected:e}");
        let ratio = guess.outputs[0] / error;
        assert!((0.8..5.0).contains(&ratio), "{name}: {:e} estimated for {error:e}", guess.outputs[0]);
    }
}

/// With states to one side of the rest position only, the weight by frequency pays: 0.097 % without, 0.034 % with it.
#[test]
fn states_on_one_side_give_larger_errors() {
    let system = guidance();
    let row = row(&system, 0.0, 0.0833, 10);
    let exact = run(&system, 0.2, [1e-8, 1e-11]);
    for (weight, expected) in [(0.0, 9.66e-4), (1.0, 3.43e-4)] {
        let reduced = svd_modal(&system, &row, weight, Keep::Count(5));
        let error = run(&reduced, 0.2, [1e-7, 1e-10]).relative_error(&exact, 0).unwrap();
        assert!((error / expected - 1.0).abs() < 0.05, "weight {weight}: {error:e} is not {expected:e}");
    }
}

/// Evaluations of ode45 at its default tolerances: 751 and 1201 with mass-normalised columns, 1423 and 1513 with the
/// directions of the SVD (the paper: 697, 1213, 1411, 1303).
#[test]
fn counts_of_the_reduced_guidance_under_ode45() {
    let system = guidance();
    let row = row(&system, -0.0833, 0.0833, 10);
    let cases = [
        (modal(&system, 3), 751, 0),
        (modal(&system, 5), 1201, 0),
        (svd_modal(&system, &row, 0.0, Keep::Count(5)), 1423, 60),
        (svd_modal(&system, &row, 1.0, Keep::Count(5)), 1513, 60),
    ];
    for (reduced, expected, slack) in cases {
        let request = SimulateRequest {
            tolerance: Tolerance { relative: 1e-3, absolute: 1e-6 },
            ..SimulateRequest::until(0.2)
        };
        let motion = simulate(&reduced, &request, &Ode45, &Quiet).unwrap();
        let evaluations = motion.counters.evaluations;
        assert!(evaluations.abs_diff(expected) <= slack, "{evaluations} is not near {expected}");
    }
}

/// The fourth mode veers into the third at about 0.055 m, and MODAL-3 cannot know it.
#[test]
fn three_modes_stop_being_valid_where_the_fourth_comes_in() {
    let system = guidance();
    let row = row(&system, -0.08, 0.08, 33);
    let pairs: Vec<(f64, &OperatingState)> = row.iter().map(|driven| (driven.value, &driven.state)).collect();
    let three = validity(&system, modal(&system, 3).basis(), &pairs).unwrap();
    assert_eq!(three.warnings.len(), 2, "{:?}", three.warnings);
    assert!(three.warnings[0].to_string().contains("mode 3"), "{}", three.warnings[0]);
    assert!(three.warnings.iter().all(|w| (w.value.abs() - 0.055).abs() < 0.003), "{:?}", three.warnings);
    let end = three.states.last().unwrap();
    assert!(end.frequency_error() > 0.25, "{}", end.frequency_error());
    let svd = svd_modal(&system, &row, 1.0, Keep::Count(5));
    let five = validity(&system, svd.basis(), &pairs).unwrap();
    assert!(five.warnings.is_empty(), "{:?}", five.warnings);
    assert!(five.states.iter().all(|state| state.frequency_error() < 0.02));
}

/// The tip of the manipulator with two modes and both hinge angles: 5.4e-5 m off at most.
#[test]
fn two_modes_and_the_hinges_move_the_manipulator() {
    let system = Mechanism::of(&model(MANIPULATOR)).unwrap();
    let reduced = modal(&system, 2);
    assert_eq!(reduced.coordinates().len(), 4);
    assert_eq!(reduced.basis().columns.iter().filter(|c| c.reason.contains("becomes large")).count(), 2);
    let request = SimulateRequest {
        tolerance: Tolerance { relative: 1e-3, absolute: 1e-6 },
        ..SimulateRequest::until(0.7)
    };
    let motion = simulate(&reduced, &request, &Ode45, &Quiet).unwrap();
    assert!(motion.counters.evaluations.abs_diff(4741) < 60, "{:?}", motion.counters);
    let fine = run(&reduced, 0.7, [1e-7, 1e-10]);
    let reach = 0.545 * std::f64::consts::FRAC_1_SQRT_2;
    let tip = [fine.outputs[0][400] + reach + 0.675, fine.outputs[1][400] - reach];
    assert!((tip[0] - 1.079_796).abs() < 2e-6 && (tip[1] - 0.219_065).abs() < 2e-6, "{tip:?}");
    let tolerance = Tolerance { relative: 1e-5, absolute: 1e-8 };
    let request = SimulateRequest { tolerance, points: 401, ..SimulateRequest::until(0.7) };
    let full = simulate(&system, &request, &Esdirk5, &Quiet).unwrap();
    let guess = estimate(&system, &reduced, &fine, None, 100).unwrap();
    for output in 0..2 {
        let error = fine.relative_error(&full, output).unwrap();
        let ratio = guess.outputs[output] / error;
        assert!((0.5..20.0).contains(&ratio), "{:e} estimated for {error:e}", guess.outputs[output]);
    }
}
