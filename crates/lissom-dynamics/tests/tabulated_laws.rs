//! Laws by tables, laws of outputs, laws of dampers, play and smooth friction, against closed forms.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::machines::slider;
use lissom_dynamics::{Dopri5, INTEGRATORS, Integrator, SimulateRequest, Tolerance, Trajectory, simulate};
use lissom_linalg::Quiet;
use lissom_mech::{State, System};
use std::f64::consts::PI;

fn request(from: &[f64; 2], end: f64) -> SimulateRequest<'_> {
    SimulateRequest {
        tolerance: Tolerance { relative: 1e-10, absolute: 1e-12 },
        points: 401,
        from: Some((&from[..1], &from[1..])),
        ..SimulateRequest::until(end)
    }
}

fn run(system: &dyn System, end: f64, from: [f64; 2], method: &dyn Integrator) -> Trajectory {
    simulate(system, &request(&from, end), method, &Quiet).unwrap()
}

fn worst(motion: &Trajectory, output: usize, exact: impl Fn(f64) -> f64) -> f64 {
    let pairs = motion.times.iter().zip(&motion.outputs[output]);
    pairs.fold(0.0, |worst: f64, (t, value)| worst.max((value - exact(*t)).abs()))
}

/// m ẍ = a triangle of force that starts at 1 s, has its crest at 1.5 s and ends at 3 s; held at zero outside.
#[test]
fn a_table_of_time_pushes_with_its_momentum_and_its_breaks_are_located() {
    let rest = "[table.push]\npoints = [[1, 0], [1.5, 4], [3, 0]]\nunits = [\"s\", \"N\"]\noutside = \"hold\"\n\
        [[force]]\nnode = \"A\"\ndirection = \"x\"\nvalue = \"push(t)\"\n";
    // Velocity and position at the breaks by integrating straight lines: ∫ (f + f' s) and ∫∫.
    let pieces = [(0.0, 0.0, 0.0), (1.0, 0.0, 8.0), (1.5, 4.0, -4.0 / 1.5), (3.0, 0.0, 0.0)];
    let exact = |t: f64| {
        let (mut x, mut v) = (0.0, 0.0);
        for (k, (from, force, slope)) in pieces.iter().enumerate() {
            let to = pieces.get(k + 1).map_or(t, |next| next.0).min(t);
            let s: f64 = to - from;
            if s <= 0.0 {
                break;
            }
            x += v * s + (force / 2.0 + slope * s / 6.0) * s * s / 2.0;
            v += (force + slope * s / 2.0) * s / 2.0;
        }
        x
    };
    for method in INTEGRATORS {
        let motion = run(&slider(rest), 5.0, [0.0, 0.0], *method);
        assert!(worst(&motion, 0, exact) < 1e-8, "{}: {:e}", method.name(), worst(&motion, 0, exact));
        assert_eq!(motion.counters.switches, 3, "{}", method.name());
        assert!(motion.audit.unwrap().relative_error() < 1e-8, "{}", method.name());
    }
}

/// A spring that is four times as stiff in compression: half a period with each frequency.
#[test]
fn a_table_of_the_elongation_is_a_spring_with_two_stiffnesses() {
    let rest = "[table.tension]\npoints = [[-0.1, \"-80 N\"], [0, 0], [0.1, \"20 N\"]]\noutside = \"extend\"\n\
        [[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nforce = \"tension(elongation)\"\n";
    // ω = 10/s in tension, 20/s in compression; from x = 0 with v₀.
    let speed = 0.7;
    let (soft, hard) = (10.0, 20.0);
    let exact = |t: f64| {
        let t = t % (PI / soft + PI / hard);
        let after = t - PI / soft;
        if after < 0.0 { speed / soft * (soft * t).sin() } else { -speed / hard * (hard * after).sin() }
    };
    for method in INTEGRATORS {
        let motion = run(&slider(rest), 3.0, [0.0, speed], *method);
        assert!(worst(&motion, 0, exact) < 1e-8, "{}", method.name());
        assert!(motion.audit.unwrap().relative_error() < 1e-8, "{}", method.name());
    }
}

/// The mass leaves the range 0.5 m at t = 0.25 s exactly: the message has table, argument and time.
#[test]
fn leaving_the_range_of_a_table_names_table_argument_and_time() {
    let rest = "[table.tension]\npoints = [[-0.5, 0], [0.5, 0]]\n\
        [[spring]]\nname = \"S\"\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nforce = \"tension(elongation)\"\n";
    let error = simulate(&slider(rest), &request(&[0.0, 2.0], 1.0), &Dopri5, &Quiet).unwrap_err().to_string();
    for part in ["spring S", "table `tension` goes from -0.5 to 0.5", "its argument is 0.5", "0.25"] {
        assert!(error.contains(part), "{part} in {error}");
    }
}

/// Monotone tables have continuous slopes: a drive may follow one, and the energy of its motion is accounted for.
#[test]
fn a_monotone_table_drives_a_mass() {
    let rest = "[table.way]\npoints = [[0, 0], [1, 0.2], [2, 0.5], [4, 0.6]]\ninterpolation = \"monotone\"\noutside = \"hold\"\n\
        [[drive]]\nnode = \"A\"\ndirection = \"x\"\ndisplacement = \"way(t)\"\n";
    let system = slider(rest);
    let motion = simulate(&system, &SimulateRequest::until(3.9), &Dopri5, &Quiet).unwrap();
    let x = |t: f64| motion.outputs[0][(t / 3.9 * 200.0).round() as usize];
    assert!((x(0.0)).abs() < 1e-12 && (x(3.9) - 0.6).abs() < 2e-3);
    assert!(motion.outputs[0].windows(2).all(|pair| pair[1] >= pair[0]));
}

/// A controller with position and velocity feedback is a spring and a damper: x = e^(−δt) (x₀ cos ωt + δ x₀/ω sin ωt).
#[test]
fn a_force_of_outputs_is_a_controller_with_its_linearisation() {
    let rest = "[[force]]\nnode = \"A\"\ndirection = \"x\"\nvalue = \"-50*out(x) - 3*out(v)\"\n";
    let system = slider(rest);
    let (decay, first) = (3.0 / 4.0, 0.2);
    let omega = f64::sqrt(25.0 - decay * decay);
    let exact = |t: f64| (-decay * t).exp() * first * ((omega * t).cos() + decay / omega * (omega * t).sin());
    for method in INTEGRATORS {
        let motion = run(&system, 4.0, [first, 0.0], *method);
        assert!(worst(&motion, 0, exact) < 1e-8, "{}", method.name());
        assert!(motion.audit.unwrap().relative_error() < 1e-8, "{}", method.name());
    }
    let at = State { time: 0.0, position: &[0.1], velocity: &[0.4] };
    let found = system.linearise(&at, &[0.0], &[], &mut system.workspace()).unwrap();
    assert!((found.dynamic_stiffness[(0, 0)] - 50.0).abs() < 1e-12);
    assert!((found.velocity_sensitivity[(0, 0)] - 3.0).abs() < 1e-12);
}

/// A relay with a dead zone: its switches are located in the output.
#[test]
fn switches_of_a_force_of_outputs_are_located() {
    let rest = "[[force]]\nnode = \"A\"\ndirection = \"x\"\nvalue = \"if(out(x) > 0.5, -4, 0)\"\n";
    // v = 1 m/s to 0.5 m, then −2 m/s²: back at 0.5 m after one second, and out with −1 m/s.
    let exact = |t: f64| match t {
        t if t < 0.5 => t,
        t if t < 1.5 => 0.5 + (t - 0.5) - (t - 0.5) * (t - 0.5),
        t => 0.5 - (t - 1.5),
    };
    let motion = run(&slider(rest), 3.0, [0.0, 1.0], &Dopri5);
    assert!(worst(&motion, 0, exact) < 1e-9);
    assert_eq!(motion.counters.switches, 2);
    assert!(motion.audit.unwrap().relative_error() < 1e-9);
}

#[test]
fn a_damper_with_a_law_brakes_with_the_square_of_the_speed() {
    let law = "[[damper]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nforce = \"0.6*rate*abs(rate)\"\n";
    let motion = run(&slider(law), 5.0, [0.0, 3.0], &Dopri5);
    assert!(worst(&motion, 1, |t| 3.0 / (1.0 + 0.6 * 3.0 * t / 2.0)) < 1e-8);
}

/// Play of 40 mm: free flight across the gap, half an oscillation on either side.
#[test]
fn a_spring_with_play_has_its_period_in_closed_form() {
    let rest =
        "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nstiffness = 200\ngap = \"40 mm\"\n";
    let (half, omega, speed) = (0.02, 10.0, 0.3);
    let (flight, swing) = (2.0 * half / speed, PI / omega);
    // From the middle of the gap.
    let exact = |t: f64| {
        let t = (t + half / speed) % (2.0 * (flight + swing));
        let (sign, t) = if t < flight + swing { (1.0, t) } else { (-1.0, t - flight - swing) };
        sign * if t < flight { speed * t - half } else { half + speed / omega * (omega * (t - flight)).sin() }
    };
    for method in INTEGRATORS {
        let motion = run(&slider(rest), 4.0, [0.0, speed], *method);
        assert!(worst(&motion, 0, exact) < 1e-8, "{}: {:e}", method.name(), worst(&motion, 0, exact));
        assert!(motion.audit.unwrap().relative_error() < 1e-8, "{}", method.name());
    }
}

/// m v̇ = −F tanh(v/v_s): sinh(v/v_s) decays exponentially with the rate F/(m v_s).
#[test]
fn smooth_friction_has_its_closed_form_and_its_damping() {
    let rest =
        "[[friction]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nforce = 3\nsmooth = \"0.1 m/s\"\n";
    let system = slider(rest);
    let motion = run(&system, 1.0, [0.0, 0.5], &Dopri5);
    let exact = |t: f64| 0.1 * (f64::sinh(5.0) * (-3.0 * t / 0.2).exp()).asinh();
    assert!(worst(&motion, 1, exact) < 1e-9, "{:e}", worst(&motion, 1, exact));
    assert!(motion.audit.unwrap().relative_error() < 1e-9);
    let at = State { time: 0.0, position: &[0.0], velocity: &[0.0] };
    let found = system.linearise(&at, &[0.0], &[], &mut system.workspace()).unwrap();
    let damping = found.damping[(0, 0)] + found.velocity_sensitivity[(0, 0)];
    assert!((damping - 30.0).abs() < 1e-10, "{damping}");
}
