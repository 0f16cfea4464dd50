//! The two mechanisms of [Boer2013] in motion: numbers of the paper and of an independent reproduction.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::oracle;
use lissom_dynamics::{
    Dopri5, Esdirk5, Integrator, Ode45, Port, SimulateRequest, StatesRequest, Tolerance, Trajectory,
    simulate, states,
};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, System};
use lissom_model::{Model, Overrides, load};

const GUIDANCE: &str = include_str!("../../../examples/guidance/model.toml");
const STROKES: &str = include_str!("../../../tests/oracles/strokes.json");
const MANIPULATOR: &str = include_str!("../../../examples/manipulator/model.toml");

/// A force without a law is an input: the drive that leads the stage.
const DRIVE: &str = "\n[[force]]\nname = \"drive\"\nnode = \"A1\"\ndirection = \"x\"\n";

fn model(text: &str) -> Model {
    load("test.toml", text.as_bytes(), &Overrides::default()).value.expect("the example is a model")
}

/// The guidance with the dependent deformations of the reproduction: those of the elements at the stage.
fn guidance(text: &str) -> Mechanism {
    let released = [
        ("beam A, element 5", "bending at the second end"),
        ("beam B, element 5", "bending at the first end"),
        ("beam B, element 5", "bending at the second end"),
    ];
    Mechanism::with_released(&model(text), &released).unwrap()
}

fn run(
    system: &dyn System,
    end: f64,
    tolerance: [f64; 2],
    points: usize,
    method: &dyn Integrator,
) -> Trajectory {
    let tolerance = Tolerance { relative: tolerance[0], absolute: tolerance[1] };
    let request = SimulateRequest { tolerance, points, ..SimulateRequest::until(end) };
    simulate(system, &request, method, &Quiet).unwrap()
}

fn largest(series: &[f64]) -> f64 {
    series.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Figures of the reproduction with ode45's default tolerances: 45 679 evaluations (the paper: 46 075), largest
/// displacement 0.083010 m.
#[test]
fn the_guidance_under_ode45() {
    let motion = run(&guidance(GUIDANCE), 0.2, [1e-3, 1e-6], 4001, &Ode45);
    // Output times 50 µs apart miss the largest value by 3e-8 m at most.
    assert!((largest(&motion.outputs[0]) - 0.083_010_488).abs() < 4e-8);
    assert!((motion.outputs[0][4000] + 0.079_839_757).abs() < 2e-8);
    let evaluations = motion.counters.evaluations;
    assert!(evaluations.abs_diff(45_679) <= 60, "{evaluations}");
    // Six for each step, and one for each start: at first and where the force switches.
    assert_eq!(evaluations % 6, 1 + motion.counters.switches);
    assert!(motion.audit.unwrap().relative_error() < 1e-7);
}

/// Without the shortening of a bent beam the stage moves 0.083309 m, the number that the paper rounds to 0.0833.
#[test]
fn the_guidance_without_shortening() {
    let text = GUIDANCE.replace("flexible = [\"bending\"]", "shortening = false\nflexible = [\"bending\"]");
    let motion = run(&guidance(&text), 0.2, [1e-3, 1e-6], 4001, &Ode45);
    assert!((largest(&motion.outputs[0]) - 0.083_309_460).abs() < 4e-8, "{}", largest(&motion.outputs[0]));
    assert!(motion.counters.evaluations.abs_diff(45_691) <= 137, "{}", motion.counters.evaluations);
}

/// The implicit integrator needs a fraction of the evaluations for the same displacement.
#[test]
fn the_guidance_under_the_implicit_integrator() {
    let system = guidance(GUIDANCE);
    let exact = run(&system, 0.2, [1e-9, 1e-12], 201, &Dopri5);
    for (tolerance, bound, evaluations) in [([1e-3, 1e-6], 1e-4, 1_500), ([1e-5, 1e-8], 1e-6, 8_000)] {
        let motion = run(&system, 0.2, tolerance, 201, &Esdirk5);
        let error = motion.relative_error(&exact, 0).unwrap();
        assert!(error < bound, "{error:e}");
        let counters = motion.counters;
        assert!(counters.evaluations < evaluations, "{counters:?}");
        assert!(counters.jacobians < counters.steps, "matrices are used again: {counters:?}");
        assert!(motion.audit.unwrap().relative_error() < 5.0 * bound);
    }
}

/// Force and frequencies over the stroke: an independent program with multipliers in absolute coordinates (`tests/oracles/strokes.py`).
#[test]
fn states_of_the_guidance_over_its_stroke() {
    let system = guidance(&format!("{GUIDANCE}{DRIVE}"));
    let drive = Port { input: 0, output: 0 };
    let request = StatesRequest {
        drive,
        from: 0.0,
        to: 0.08,
        points: 9,
        longest_way: Some(0.01),
        time: 0.0,
        input: vec![0.0],
        probes: vec![drive],
        tolerance: 1e-10,
    };
    let row = states(&system, &request, &Quiet).unwrap();
    let expected = [0, 2, 5, 6, 8].map(|k| {
        let numbers = oracle::numbers(STROKES, &format!("guidance_{k}_cm"));
        (k, numbers[0], numbers[1..].to_vec())
    });
    for (k, force, frequencies) in expected {
        let state = &row[k];
        assert!((state.value - 0.01 * k as f64).abs() < 1e-11);
        assert!(
            (state.force - force).abs() < 1e-8 * force.max(1.0),
            "{}: {} is not {force}",
            state.value,
            state.force
        );
        assert!(state.modes.angular_frequencies().len() >= 5);
        for (found, exact) in state.modes.angular_frequencies().iter().zip(frequencies) {
            assert!((found / exact - 1.0).abs() < 1e-7, "{}: {found} is not {exact}", state.value);
        }
        assert_eq!(state.modes.unstable, 0);
    }
    // The stiffness of the drive is the slope of its force.
    let near =
        states(&system, &StatesRequest { from: 0.0499, to: 0.0501, points: 3, ..request }, &Quiet).unwrap();
    let slope = (near[2].force - near[0].force) / 2e-4;
    assert!((near[1].compliance[0] * slope - 1.0).abs() < 1e-5, "{} {slope}", near[1].compliance[0]);
}

/// The full manipulator under ode45 with its default tolerances: the paper counts 345 145 evaluations, an independent
/// program 348 613. The steps ride on the limit of stability of an undamped model, so the count hangs on the last digits:
/// six relative tolerances between 0.99999e-3 and 1.0001e-3 gave 339 061 to 371 737.
#[test]
fn the_manipulator_under_ode45() {
    let system = Mechanism::of(&model(MANIPULATOR)).unwrap();
    let counters = run(&system, 0.7, [1e-3, 1e-6], 141, &Ode45).counters;
    let evaluations = counters.evaluations;
    assert_eq!(evaluations % 6, 1 + counters.switches);
    assert!(evaluations.abs_diff(345_145) < 345_145 / 10, "{evaluations}");
}

/// Final place of the tip and the number of evaluations, from the reproduction: (1.07978, 0.21901) m, 348 613.
#[test]
fn the_manipulator_at_the_end_of_its_move() {
    let system = Mechanism::of(&model(MANIPULATOR)).unwrap();
    let motion = run(&system, 0.7, [1e-5, 1e-8], 141, &Esdirk5);
    assert!(motion.counters.evaluations < 25_000, "{:?}", motion.counters);
    assert!(motion.audit.unwrap().relative_error() < 1e-5);
    let reach = 0.545 * std::f64::consts::FRAC_1_SQRT_2;
    let tip = [motion.outputs[0][140] + reach + 0.675, motion.outputs[1][140] - reach];
    assert!((tip[0] - 1.07978).abs() < 1e-5 && (tip[1] - 0.21901).abs() < 1e-5, "{tip:?}");
}
