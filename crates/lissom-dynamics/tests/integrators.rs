//! Every integrator on motions that are known in closed form: accuracy, order, counts, and what happens at limits.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::systems;

use lissom_dynamics::{
    Auto, Dopri5, DynamicsError, Esdirk5, INTEGRATORS, Integrator, Ode45, Problem, Radau5, Rk43,
    SimulateRequest, StepFailure, Tolerance, Trajectory, integrator, simulate,
};
use lissom_linalg::Quiet;
use lissom_mech::System;
use systems::*;

fn run(system: &dyn System, end: f64, relative: f64, method: &dyn Integrator) -> Trajectory {
    let tolerance = Tolerance { relative, absolute: 1e-3 * relative };
    let request = SimulateRequest { tolerance, ..SimulateRequest::until(end) };
    simulate(system, &request, method, &Quiet).unwrap()
}

/// Largest error of the first output at the output times, most of which lie within steps.
fn error(
    system: &dyn System,
    end: f64,
    relative: f64,
    method: &dyn Integrator,
    exact: impl Fn(f64) -> f64,
) -> f64 {
    let motion = run(system, end, relative, method);
    motion.times.iter().zip(&motion.outputs[0]).fold(0.0, |m: f64, (t, q)| m.max((q - exact(*t)).abs()))
}

#[test]
fn a_pendulum_returns_after_its_period() {
    let period = pendulum_period(3.0, 2.5);
    let small = std::f64::consts::TAU / 3.0;
    assert!(period > 1.5 * small, "this swing is far from linear");
    for method in INTEGRATORS {
        let motion = run(&pendulum(3.0, 2.5), period, 1e-9, *method);
        let back = motion.outputs[0][200];
        assert!((back - 2.5).abs() < 2e-7, "{}: {back}", method.name());
        let half = motion.outputs[0][100];
        assert!((half + 2.5).abs() < 2e-7, "{}: {half}", method.name());
    }
}

#[test]
fn a_duffing_oscillator_follows_the_elliptic_cosine() {
    for method in INTEGRATORS {
        let worst = error(&duffing(2.0, 1.5), 20.0, 1e-9, *method, |t| duffing_motion(2.0, 1.5, t));
        assert!(worst < 2e-6, "{}: {worst:e}", method.name());
    }
}

#[test]
fn gyroscopic_forces_turn_the_motion() {
    for method in INTEGRATORS {
        let worst =
            error(&gyroscopic_pair(2.0, 5.0), 10.0, 1e-9, *method, |t| gyroscopic_motion(2.0, 5.0, t)[0]);
        assert!(worst < 2e-6, "{}: {worst:e}", method.name());
    }
}

/// With the step held fixed, the error at the ends of the steps falls like its power of the step.
///
/// The pair is linear, so that an implicit method solves its equations exactly whatever its tolerance.
#[test]
fn the_order_is_what_it_claims() {
    let fixed = |method: &dyn Integrator, step: f64| {
        let request = SimulateRequest {
            tolerance: Tolerance { relative: 1e-6, absolute: 1.0 },
            first_step: Some(step),
            largest_step: Some(step),
            points: 21,
            ..SimulateRequest::until(8.0)
        };
        let motion = simulate(&gyroscopic_pair(0.7, 1.1), &request, method, &Quiet).unwrap();
        assert!((motion.steps[1] / step - 1.0).abs() < 1e-9 && motion.counters.rejected == 0);
        let distance = |(t, q): (&f64, &f64)| (q - gyroscopic_motion(0.7, 1.1, *t)[1]).abs();
        motion.times.iter().zip(&motion.outputs[1]).map(distance).fold(0.0, f64::max)
    };
    for method in INTEGRATORS {
        let errors = [0.2, 0.1, 0.05].map(|step| fixed(*method, step));
        let order = (errors[1] / errors[2]).log2();
        let claimed = method.order() as f64;
        assert!((order - claimed).abs() < 0.3, "{}: order {order} from {errors:?}", method.name());
    }
}

/// Between the ends of a step the error is of order 5 in the step (one more than the order of the interpolation's
/// solution): it falls by 32 when the step halves.
#[test]
fn results_between_steps_are_interpolated_not_rounded_to_steps() {
    let worst = |method: &dyn Integrator, step: f64| {
        let system = duffing(1.0, 1.0);
        let (position, velocity) = system.initial();
        let problem = Problem {
            system: &system,
            input: &|_, _| {},
            start: 0.0,
            end: 10.0,
            position: position.as_slice().into(),
            velocity: velocity.as_slice().into(),
            tolerance: Tolerance { relative: 1e-3, absolute: if method.is_implicit() { 1e-4 } else { 1.0 } },
            first_step: Some(step),
            largest_step: Some(step),
        };
        let mut stepper = method.start(&problem).unwrap();
        stepper.advance().unwrap();
        assert!((stepper.span().1 - step).abs() < 1e-14);
        let mut state = [0.0; 2];
        (1..20).fold(0.0, |m: f64, k| {
            let time = step * f64::from(k) / 20.0;
            stepper.interpolate(time, &mut state);
            m.max((state[0] - duffing_motion(1.0, 1.0, time)).abs())
        })
    };
    for method in INTEGRATORS {
        let errors = [0.2, 0.1, 0.05].map(|step| worst(*method, step));
        let order = (errors[1] / errors[2]).log2();
        assert!(order > 4.7, "{}: order {order} from {errors:?}", method.name());
    }
}

#[test]
fn energy_is_kept_and_the_audit_knows() {
    for method in INTEGRATORS {
        let coarse = run(&pendulum(3.0, 2.0), 50.0, 1e-4, *method).audit.unwrap();
        let fine = run(&pendulum(3.0, 2.0), 50.0, 1e-9, *method).audit.unwrap();
        assert!(fine.relative_error() < 1e-6, "{}: {:e}", method.name(), fine.relative_error());
        assert!(
            coarse.relative_error() > 10.0 * fine.relative_error(),
            "the audit sees a coarse integration"
        );
        assert!(fine.work.abs() < 1e-6 && fine.dissipated == 0.0, "{fine:?}");
    }
}

#[test]
fn the_audit_counts_work_and_dissipation() {
    let mut system = chain(3, 40.0, 10.0);
    system.damping = lissom_linalg::Dense::from_diagonal(&[0.3, 0.2, 0.1]);
    let push = |t: f64, u: &mut [f64]| u[0] = 2.0 * (3.0 * t).sin();
    for method in INTEGRATORS {
        let tolerance = Tolerance { relative: 1e-9, absolute: 1e-12 };
        let request = SimulateRequest { tolerance, input: Some(&push), ..SimulateRequest::until(10.0) };
        let audit = simulate(&system, &request, *method, &Quiet).unwrap().audit.unwrap();
        assert!(audit.dissipated > 0.1 && audit.work > audit.dissipated, "{audit:?}");
        assert!(audit.relative_error() < 1e-6, "{}: {:e}", method.name(), audit.relative_error());
    }
}

#[test]
fn counts_of_ode45_have_the_form_6k_plus_1() {
    for system in [pendulum(3.0, 2.5), cage(3.0), chain(17, 100.0, 50.0).starting(&[0.1; 17], &[0.0; 17])] {
        let motion = run(&system, 3.0, 1e-3, &Ode45);
        let counters = motion.counters;
        assert_eq!(counters.evaluations, 1 + 6 * (counters.steps + counters.rejected), "{}", system.name);
    }
}

/// Hand-checked against the published rules: y₀ = (0, 0) at rest under a constant force takes a tenth of the time
/// at once, because the error of a parabola is zero, and then ten equal steps.
#[test]
fn ode45_takes_the_longest_steps_where_there_is_no_error() {
    let free = Sample::new(
        "free",
        lissom_linalg::Dense::identity(1),
        |_, _, f| {
            f[0] = 1e-9;
            Ok(())
        },
        |_| 0.0,
    );
    let motion = run(&free, 2.0, 1e-3, &Ode45);
    assert_eq!((motion.counters.steps, motion.counters.evaluations), (10, 61));
}

#[test]
fn inadmissible_states_shorten_the_step_and_the_motion_goes_on() {
    for method in INTEGRATORS {
        let tolerance = Tolerance { relative: 1e-6, absolute: 1e-9 };
        let request = SimulateRequest {
            tolerance,
            first_step: Some(1.0),
            largest_step: Some(1.0),
            ..SimulateRequest::until(10.0)
        };
        let motion = simulate(&cage(30.0), &request, *method, &Quiet).unwrap();
        assert!(motion.counters.inadmissible > 0, "{}: the first step leads out of the cage", method.name());
        assert!(motion.outputs[0].iter().all(|q| q.abs() < 1.0));
        assert!(motion.audit.unwrap().relative_error() < 1e-4, "{}: {:?}", method.name(), motion.audit);
    }
}

#[test]
fn a_motion_that_cannot_go_on_says_when_and_why() {
    for method in INTEGRATORS {
        let request = SimulateRequest::until(3.0);
        match simulate(&wall(), &request, *method, &Quiet).unwrap_err() {
            DynamicsError::StepUnderflow { time, reason: StepFailure::Inadmissible(state), .. } => {
                assert!((time - 2f64.sqrt()).abs() < 1e-6, "{}: {time}", method.name());
                assert!(state.reason.contains("behind the wall"));
            }
            other => panic!("{}: {other}", method.name()),
        }
    }
}

#[test]
fn accelerations_that_are_not_numbers_never_travel() {
    let broken = Sample::new(
        "broken",
        lissom_linalg::Dense::identity(1),
        |at, _, f| {
            f[0] = if at.time < 0.5 { 1.0 } else { f64::NAN };
            Ok(())
        },
        |_| 0.0,
    );
    for method in INTEGRATORS {
        let failure = simulate(&broken, &SimulateRequest::until(1.0), *method, &Quiet).unwrap_err();
        let text = failure.to_string();
        assert!(text.contains("acceleration of `q0` is NaN") && text.contains("t = 0.4999"), "{text}");
    }
}

/// A spring of 20 000 rad/s that drags a mass along a curve, without vibrating: explicit steps must follow what
/// could vibrate, implicit ones need not.
#[test]
fn the_implicit_method_is_not_held_up_by_what_does_not_move() {
    let (slow, fast, q) = (1.0, 2e4, 0.5f64);
    // The spring is stretched by what the mass needs to follow, so that nothing rings.
    let follow = q.cos() * slow * slow * q / (1.0 + q.cos().powi(2));
    let system = stiff_pair(slow, fast).starting(&[q, q.sin() + follow / (fast * fast)], &[0.0, 0.0]);
    let explicit = run(&system, 2.0, 1e-6, &Dopri5);
    assert!(explicit.counters.evaluations > 100_000);
    let methods: [(&dyn Integrator, u64); 2] = [(&Esdirk5, 8_000), (&Radau5, 1_500)];
    for (method, most) in methods {
        let implicit = run(&system, 2.0, 1e-6, method);
        assert!(implicit.counters.evaluations < most, "{}: {:?}", method.name(), implicit.counters);
        let distance = implicit.relative_error(&explicit, 0).unwrap();
        assert!(distance < 1e-4, "{}: {distance:e}", method.name());
    }
}

/// Where a fast oscillator at rest limits the step, the classical method needs less than half of the evaluations: it is
/// stable up to ωh = 2√2 with four of them, the other pair up to about 1 with six.
#[test]
fn steps_limited_by_stability_are_longer_with_the_classical_method() {
    let (slow, fast, q) = (1.0, 400.0, 0.5f64);
    let follow = q.cos() * slow * slow * q / (1.0 + q.cos().powi(2));
    let system = stiff_pair(slow, fast).starting(&[q, q.sin() + follow / (fast * fast)], &[0.0, 0.0]);
    let classical = run(&system, 2.0, 1e-3, &Rk43);
    let other = run(&system, 2.0, 1e-3, &Dopri5);
    let (few, many) = (classical.counters.evaluations, other.counters.evaluations);
    assert!(2 * few < many, "{few} against {many}");
    let distance = classical.relative_error(&run(&system, 2.0, 1e-8, &Dopri5), 0).unwrap();
    assert!(distance < 1e-4, "{distance:e}");
}

#[test]
fn requests_that_make_no_sense_are_refused_by_name() {
    let system = pendulum(1.0, 1.0);
    let refused = |request: SimulateRequest| simulate(&system, &request, &Dopri5, &Quiet).unwrap_err();
    let base = SimulateRequest::until(1.0);
    assert!(matches!(refused(SimulateRequest { end: -1.0, ..base.clone() }), DynamicsError::BadTimes { .. }));
    assert!(matches!(
        refused(SimulateRequest { points: 1, ..base.clone() }),
        DynamicsError::TooFewOutputs { .. }
    ));
    assert!(matches!(
        refused(SimulateRequest { first_step: Some(0.0), ..base.clone() }),
        DynamicsError::BadStep { what: "first", .. }
    ));
    assert!(matches!(
        refused(SimulateRequest { from: Some((&[1.0, 2.0], &[0.0])), ..base.clone() }),
        DynamicsError::BadStateSize { given: 2, needed: 1, .. }
    ));
    assert!(matches!(
        refused(SimulateRequest { from: Some((&[f64::NAN], &[0.0])), ..base.clone() }),
        DynamicsError::StartNotFinite { .. }
    ));
    assert!(matches!(
        refused(SimulateRequest { most_steps: Some(2), ..base }),
        DynamicsError::TooManySteps { .. }
    ));
    assert_eq!(integrator("ode45").unwrap().name(), "ode45");
    assert!(
        integrator("euler").unwrap_err().to_string().contains("auto, dopri5, rk43, ode45, esdirk5, radau5")
    );
}

/// The same question twice gives the same bits.
#[test]
fn simulations_repeat_bit_for_bit() {
    let system = chain(17, 1e3, 50.0).starting(&[0.05; 17], &[0.0; 17]);
    for method in INTEGRATORS {
        let (one, two) = (run(&system, 1.0, 1e-6, *method), run(&system, 1.0, 1e-6, *method));
        assert_eq!(one.outputs, two.outputs);
        assert_eq!(one.counters, two.counters);
    }
}

/// `auto` stays explicit on a pendulum, and changes to the implicit method where a fast decay forbids long explicit steps.
#[test]
fn auto_finds_out_whether_a_motion_is_stiff() {
    let motion = run(&pendulum(3.0, 2.5), 20.0, 1e-6, &Auto);
    let explicit = run(&pendulum(3.0, 2.5), 20.0, 1e-6, &Dopri5);
    let taken = |motion: &Trajectory| motion.methods.iter().map(|(_, name)| *name).collect::<Vec<_>>();
    assert_eq!(taken(&motion)[0], "dopri5");
    assert!(motion.counters.evaluations < 2 * explicit.counters.evaluations, "{:?}", motion.counters);
    let stiff = stiff_pair(1.0, 2e3).starting(&[0.5, 0.5_f64.sin()], &[0.0, 0.0]);
    let (auto, implicit) = (run(&stiff, 10.0, 1e-6, &Auto), run(&stiff, 10.0, 1e-6, &Radau5));
    let explicit = run(&stiff, 10.0, 1e-6, &Dopri5);
    assert_eq!(taken(&auto)[..2], ["dopri5", "radau5"]);
    assert!(auto.methods[1].0 < 0.1, "{:?}", auto.methods);
    assert!(auto.counters.evaluations < 2000 + 2 * implicit.counters.evaluations, "{:?}", auto.counters);
    assert!(
        explicit.counters.evaluations > 10 * auto.counters.evaluations,
        "{:?} {:?} {:?}",
        explicit.counters,
        auto.counters,
        implicit.counters
    );
    let exact = run(&stiff, 10.0, 1e-9, &Dopri5);
    let [own, other] = [&auto, &implicit].map(|motion| motion.relative_error(&exact, 0).unwrap());
    assert!(own < 1e-4 && own < 2.0 * other, "{own:e} {other:e}");
}
