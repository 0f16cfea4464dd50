//! Motions of spatial mechanisms against closed forms and independent programs.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::spatial_machines::*;
use lissom_dynamics::{Dopri5, Integrator, Radau5, SimulateRequest, Tolerance, Trajectory, simulate};
use lissom_linalg::Quiet;
use lissom_mech::{SpatialMechanism, System};

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

/// The centre of the top at the times of the table.
fn check_top(name: &str, spin: [f64; 3]) {
    let system = SpatialMechanism::new(top()).unwrap();
    let motion = run(&system, 1.0, 11, &spin, &Dopri5);
    let centre = numbers(&format!("{name} centre"));
    for (k, expected) in centre.chunks(3).enumerate() {
        for (value, along) in expected.iter().zip(&motion.outputs) {
            let found = along[k];
            assert!((found - value).abs() < 1e-7, "{name} at {k}: {found} against {value}");
        }
    }
    assert!(motion.audit.unwrap().relative_error() < 1e-8);
    assert!(!motion.changes.is_empty(), "eighty radians take many rotation vectors");
}

#[test]
fn a_heavy_top_precesses_steadily() {
    let spin = numbers("top_steady w0");
    check_top("top_steady", [spin[0], spin[1], spin[2]]);
}

#[test]
fn a_top_released_with_spin_nutates() {
    check_top("top_release", [40.0, 0.0, 80.0 * 30f64.to_radians().cos()]);
}

/// A body near its middle axis flips over; its body spins are those of Euler's equations.
#[test]
fn a_free_body_flips_about_its_middle_axis() {
    let system = SpatialMechanism::new(free_body()).unwrap();
    let motion = run(&system, 2.0, 5, &[0.3, -0.2, 0.1, 0.01, 10.0, 0.01], &Dopri5);
    for (k, time) in ["0.0", "0.5", "1.0", "1.5", "2.0"].iter().enumerate() {
        let expected = numbers(&format!("free_body w_body_at {time}"));
        for (i, value) in expected.iter().enumerate() {
            let found: f64 = (0..3).map(|c| motion.outputs[c][k] * motion.outputs[3 + 3 * i + c][k]).sum();
            assert!((found - value).abs() < 1e-5, "axis {i} at {time}: {found} against {value}");
        }
    }
    assert!(motion.audit.unwrap().relative_error() < 1e-9);
}

#[test]
fn a_flexible_pendulum_keeps_its_energy_out_of_the_plane() {
    let system = SpatialMechanism::new(flexible_pendulum(3)).unwrap();
    let still = system.initial().1;
    let motion = run(&system, 0.1, 3, &still, &Dopri5);
    assert!(motion.audit.unwrap().relative_error() < 1e-7);
    let implicit = run(&system, 0.1, 3, &still, &Radau5);
    for (a, b) in motion.outputs.iter().flatten().zip(implicit.outputs.iter().flatten()) {
        assert!((a - b).abs() < 1e-6, "{a} against {b}");
    }
}
