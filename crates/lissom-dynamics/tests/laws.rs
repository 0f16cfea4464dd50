//! Springs with laws, stops and loads that switch, against closed forms. No step may cross a switch.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::machines::slider;
use crate::systems;

use lissom_dynamics::{
    Auto, Dopri5, DynamicsError, INTEGRATORS, Integrator, SimulateRequest, Tolerance, Trajectory, simulate,
    simulate_converged,
};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, System};
use systems::duffing_motion;

fn run(system: &dyn System, end: f64, from: [f64; 2], method: &dyn Integrator) -> Trajectory {
    let tolerance = Tolerance { relative: 1e-10, absolute: 1e-12 };
    let request = SimulateRequest {
        tolerance,
        points: 401,
        from: Some((&from[..1], &from[1..])),
        ..SimulateRequest::until(end)
    };
    simulate(system, &request, method, &Quiet).unwrap()
}

#[test]
fn a_cubic_spring_is_a_duffing_oscillator() {
    // m ẍ + 2 x + 4 x³ = 0 with m = 2: ẍ = −x − 2 x³.
    let law = "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nforce = \"2*elongation + 4*elongation^3\"\n";
    let motion = run(&slider(law), 12.0, [1.3, 0.0], &Dopri5);
    let worst = motion
        .times
        .iter()
        .zip(&motion.outputs[0])
        .fold(0.0, |w: f64, (t, x)| w.max((x - duffing_motion(2.0, 1.3, *t)).abs()));
    assert!(worst < 1e-8, "{worst:e}");
    assert!(motion.audit.unwrap().relative_error() < 1e-8);
}

#[test]
fn a_law_of_the_rate_takes_energy_out() {
    // m v̇ = −c v²: v = v₀/(1 + c v₀ t/m).
    let law = "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nforce = \"0.6*rate*abs(rate)\"\n";
    let motion = run(&slider(law), 5.0, [0.0, 3.0], &Dopri5);
    for (t, v) in motion.times.iter().zip(&motion.outputs[1]) {
        assert!((v - 3.0 / (1.0 + 0.6 * 3.0 * t / 2.0)).abs() < 1e-8);
    }
}

/// Weight 2·g along x onto a stop at 0.5 m. Free fall, then half an oscillation about the sag, and back: the motion is periodic.
#[test]
fn a_mass_bounces_on_a_stop_at_times_in_closed_form() {
    let (gap, g, k) = (0.5, 9.81, 8e4);
    let rest = "gravity = [9.81, 0.0]\n[[stop]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nabove = 0.5\nstiffness = 8e4\n";
    let system = slider(rest);
    let fall = f64::sqrt(2.0 * gap / g);
    let omega = f64::sqrt(k / 2.0);
    // From the speed g·fall at x = gap about the sag g/ω².
    let contact = 2.0 * (std::f64::consts::FRAC_PI_2 + (g / omega).atan2(g * fall));
    let period = 2.0 * fall + contact / omega;
    let exact = |t: f64| {
        let t = t % period;
        if t <= fall {
            0.5 * g * t * t
        } else if t < fall + contact / omega {
            let s = omega * (t - fall);
            gap + g / omega.powi(2) * (1.0 - s.cos()) + g * fall / omega * s.sin()
        } else {
            0.5 * g * (period - t).powi(2)
        }
    };
    for method in INTEGRATORS {
        let motion = run(&system, 5.0 * period, [0.0, 0.0], *method);
        let worst = motion
            .times
            .iter()
            .zip(&motion.outputs[0])
            .fold(0.0, |w: f64, (t, x)| w.max((x - exact(*t)).abs()));
        assert!(worst < 1e-6, "{}: {worst:e}", method.name());
        assert_eq!(motion.counters.switches, 10, "{}", method.name());
        assert!(motion.audit.unwrap().relative_error() < 1e-7, "{}", method.name());
    }
}

/// A pulse of a tenth of a millisecond within ten seconds of rest: its momentum arrives.
#[test]
fn a_short_pulse_is_not_stepped_over() {
    let rest = "[[force]]\nnode = \"A\"\ndirection = \"x\"\nvalue = \"if(t > 6 and t < 6.0001, 3e4, 0)\"\n";
    for method in INTEGRATORS {
        let motion = run(&slider(rest), 10.0, [0.0, 0.0], *method);
        let last = *motion.outputs[1].last().unwrap();
        assert!((last - 1.5).abs() < 1e-9, "{}: {last}", method.name());
        assert_eq!(motion.counters.switches, 2, "{}", method.name());
    }
}

/// Pulses, a staircase and a very short blow on an oscillator at once: the response is the sum of those to steps, F (1 − cos ω(t − t₀))/k.
#[test]
fn no_integrator_steps_over_a_jump_of_a_force() {
    let rest = "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nstiffness = 8.0\n\
        [[force]]\nnode = \"A\"\ndirection = \"x\"\n\
        value = \"if(mod(t, 0.5) < 0.1, 1, 0) + floor(t) + if(abs(t - 3.3) < 1e-4, 1000, 0)\"\n";
    let mut steps = vec![(3.3 - 1e-4, 1000.0), (3.3 + 1e-4, -1000.0)];
    steps.extend((1..5).map(|k| (f64::from(k), 1.0)));
    steps.extend((0..10).flat_map(|k| [(0.5 * f64::from(k), 1.0), (0.5 * f64::from(k) + 0.1, -1.0)]));
    let exact = |t: f64| {
        let before = steps.iter().filter(|(start, _)| *start < t);
        before.map(|(start, force)| force / 8.0 * (1.0 - (2.0 * (t - start)).cos())).sum::<f64>()
    };
    for method in INTEGRATORS {
        let motion = run(&slider(rest), 5.0, [0.0, 0.0], *method);
        let pairs = motion.times.iter().zip(&motion.outputs[0]);
        let worst = pairs.fold(0.0, |worst: f64, (t, x)| worst.max((x - exact(*t)).abs()));
        assert!(worst < 1e-7, "{}: {worst:e}", method.name());
    }
}

#[test]
fn a_grazing_contact_inside_a_step_is_seen() {
    // x = 0.1 sin(2 t) touches 0.0999 for a short while; without the stop steps are much longer than that.
    let spring = "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nstiffness = 8.0\n";
    let stop = "[[stop]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nabove = 0.0999\nstiffness = 1e3\n";
    let motion = run(&slider(&format!("{spring}{stop}")), 1.0, [0.0, 0.2], &Auto);
    assert_eq!(motion.counters.switches, 2);
}

#[test]
fn dry_friction_by_its_sign_is_an_error_with_a_remedy() {
    let law = "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nforce = \"5*sign(rate)\"\n";
    let request = SimulateRequest { from: Some((&[0.0], &[1.0])), ..SimulateRequest::until(2.0) };
    let error = simulate(&slider(law), &request, &Auto, &Quiet).unwrap_err();
    // It stops after m v/F = 0.4 s.
    assert!(matches!(&error, DynamicsError::Chatter { time, .. } if (time - 0.4).abs() < 1e-6), "{error}");
    assert!(error.to_string().contains("tanh"), "{error}");
}

#[test]
fn a_preloaded_spring_pulls_in_its_reference() {
    let spring =
        "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nstiffness = 50.0\npreload = 10.0\n";
    let motion = run(&slider(spring), 2.0, [0.0, 0.0], &Dopri5);
    for (t, x) in motion.times.iter().zip(&motion.outputs[0]) {
        assert!((x + 0.2 * (1.0 - (5.0 * t).cos())).abs() < 1e-8);
    }
}

/// A rigid pendulum of two links in a row, hinged to the ground and to each other.
const LINKS: &str = r#"lissom = 1
[model]
name = "links"
dim = 2
[node]
O = [0.0, 0.0]
P = [0.5, 0.0]
Q = [1.1, 0.0]
[[rigid_body]]
name = "first"
nodes = ["O", "P"]
mass = 1.0
inertia = 0.02
centre = [0.25, 0.0]
[[rigid_body]]
name = "second"
nodes = ["P", "Q"]
mass = 0.7
inertia = 0.03
centre = [0.8, 0.0]
[[hinge]]
name = "shoulder"
at = "O"
between = ["ground", "first"]
[[hinge]]
name = "elbow"
at = "P"
between = ["first", "second"]
"#;

fn rates(more: &str) -> Result<Vec<f64>, String> {
    let text = format!("{LINKS}{more}");
    let checked = lissom_model::load("links.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let model = checked.value.unwrap();
    let system = Mechanism::of(&model).unwrap();
    let (position, velocity) = system.initial();
    let mut work = system.workspace();
    let at = lissom_mech::State { time: 0.0, position: &position, velocity: &velocity };
    let rates = system.initial_rates(&model, &at, &mut work).map_err(|error| error.to_string())?;
    // Velocities of Q and turn rates of both links, by differences of the configuration.
    let place = |sign: f64, work: &mut lissom_mech::Workspace| {
        let moved: Vec<f64> = position.iter().zip(&rates).map(|(q, v)| q + sign * 1e-6 * v).collect();
        let at = lissom_mech::State { time: 0.0, position: &moved, velocity: &velocity };
        let points = system.snapshot(&at, &[], work).unwrap().points;
        points.iter().flat_map(|(_, [x, y, _])| [*x, *y]).collect::<Vec<f64>>()
    };
    let (plus, minus) = (place(1.0, &mut work), place(-1.0, &mut work));
    Ok(plus.iter().zip(&minus).map(|(a, b)| (a - b) / 2e-6).collect())
}

#[test]
fn initial_velocities_are_those_of_hinges_and_nodes() {
    // Points O, P, Q: only y moves from the straight configuration.
    let near = |found: &[f64], wanted: [f64; 2]| {
        assert!((found[3] - wanted[0]).abs() < 1e-6 && (found[5] - wanted[1]).abs() < 1e-6, "{found:?}");
    };
    let shoulder = "[[initial]]\nhinge = \"shoulder\"\nrate = 2.0\n";
    near(&rates(shoulder).unwrap(), [1.0, 2.2]);
    near(&rates(&format!("{shoulder}[[initial]]\nhinge = \"elbow\"\nrate = -2.0\n")).unwrap(), [1.0, 1.0]);
    let tip = "[[initial]]\nnode = \"Q\"\ndirection = \"y\"\nvelocity = 0.6\n";
    near(&rates(&format!("{shoulder}{tip}")).unwrap(), [1.0, 0.6]);
    let along = "[[initial]]\nnode = \"Q\"\ndirection = \"x\"\nvelocity = 0.6\n";
    let error = rates(along).unwrap_err();
    assert!(error.contains("node Q") && error.contains("0.6") && error.contains("0.000000"), "{error}");
}

const RUBS: &str = "[[friction]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nforce = 5.0\n";

#[test]
fn what_slides_comes_to_rest_and_stays() {
    for method in INTEGRATORS {
        let motion = run(&slider(RUBS), 1.0, [0.0, 1.0], *method);
        for (t, x) in motion.times.iter().zip(&motion.outputs[0]) {
            let exact = if *t < 0.4 { t - 1.25 * t * t } else { 0.2 };
            assert!((x - exact).abs() < 1e-9, "{} at {t}: {x} {exact}", method.name());
        }
        assert_eq!(motion.counters.switches, 1, "{}", method.name());
        assert!(motion.audit.unwrap().relative_error() < 1e-8, "{}", method.name());
    }
}

/// A mass on a spring loses 2 F/k of its amplitude in every half period, and stops where the spring is too weak.
#[test]
fn dry_friction_stops_an_oscillator_after_some_half_periods() {
    let spring = "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nstiffness = 50.0\n";
    let system = slider(&format!("{spring}{RUBS}"));
    let (omega, shift, first) = (5.0, 0.1, 0.93);
    let exact = |t: f64| {
        let half = std::f64::consts::PI / omega;
        let (mut amplitude, mut start, mut sign) = (first - shift, 0.0, 1.0);
        // About the middle that friction shifts; it stops when the next swing cannot begin.
        while t - start > half && amplitude > 0.0 {
            let end = amplitude - shift;
            (start, sign) = (start + half, -sign);
            if end <= shift {
                return sign * end;
            }
            amplitude = end - shift;
        }
        sign * (shift + amplitude * (omega * (t - start)).cos())
    };
    for method in INTEGRATORS {
        let motion = run(&system, 5.0, [first, 0.0], *method);
        for (t, x) in motion.times.iter().zip(&motion.outputs[0]) {
            assert!((x - exact(*t)).abs() < 1e-7, "{} at {t}: {x} {}", method.name(), exact(*t));
        }
        assert!(motion.audit.unwrap().relative_error() < 1e-8, "{}", method.name());
    }
}

/// A mass on a belt that runs with v = 0.1 m/s, held by a spring: it sticks until the spring pulls with F_s, and slides for
/// (π + 2 δ)/ω with tan δ = v k/(ω (F_s − F_k)).
#[test]
fn a_mass_on_a_belt_sticks_and_slips_with_its_closed_form_period() {
    let rest = "[[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nstiffness = 50.0\n\
        [[friction]]\nnodes = [\"A\", \"B\"]\ndirection = \"x\"\nforce = 3.0\nsticking = 5.0\n\
        [[slide]]\nnode = \"B\"\ndirection = \"x\"\n[[drive]]\nnode = \"B\"\ndirection = \"x\"\ndisplacement = \"0.1*t\"\n\
        [[initial]]\nnode = \"A\"\ndirection = \"x\"\nvelocity = 0.1\n";
    let (system, start) = {
        let text = format!(
            "lissom = 1\n[model]\nname = \"belt\"\ndim = 2\n[node]\nA = [0.0, 0.0]\nB = [0.0, 1.0]\n[[slide]]\nnode = \"A\"\n\
             direction = \"x\"\n[[mass]]\nnode = \"A\"\nmass = 2.0\n[[output]]\nname = \"x\"\nnode = \"A\"\ndirection = \"x\"\n{rest}"
        );
        let checked = lissom_model::load("belt.toml", text.as_bytes(), &lissom_model::Overrides::default());
        let messages: Vec<_> = checked.diagnostics.iter().map(|d| d.message.clone()).collect();
        let model = checked.value.unwrap_or_else(|| panic!("{messages:?}"));
        let system = Mechanism::of(&model).unwrap();
        let (position, velocity) = system.initial();
        let at = lissom_mech::State { time: 0.0, position: &position, velocity: &velocity };
        let rates = system.initial_rates(&model, &at, &mut system.workspace()).unwrap();
        (system, [position[0], rates[0]])
    };
    let (k, v, omega, sticking, sliding) = (50.0, 0.1, 5.0, 5.0, 3.0);
    let delta = f64::atan2(v / omega, (sticking - sliding) / k);
    let slip = (std::f64::consts::PI + 2.0 * delta) / omega;
    let stick = 2.0 * (sticking - sliding) / (k * v);
    let first = sticking / (k * v);
    let radius = f64::hypot(v / omega, (sticking - sliding) / k);
    let exact = |t: f64| {
        if t <= first {
            return v * t;
        }
        let t = (t - first) % (slip + stick);
        if t < slip {
            sliding / k + radius * (omega * t - delta).cos()
        } else {
            (2.0 * sliding - sticking) / k + v * (t - slip)
        }
    };
    for method in INTEGRATORS {
        let motion = run(&system, 8.0, start, *method);
        let worst = motion
            .times
            .iter()
            .zip(&motion.outputs[0])
            .fold(0.0, |w: f64, (t, x)| w.max((x - exact(*t)).abs()));
        assert!(worst < 1e-7, "{}: {worst:e}", method.name());
        assert!(motion.counters.switches >= 5, "{}: {:?}", method.name(), motion.counters);
        assert!(motion.audit.unwrap().relative_error() < 1e-8, "{}", method.name());
    }
}

/// A pendulum from the horizontal that hits a stop of its hinge at the bottom: 2 K √(l/g) down and up again, and half a period of the stop
/// with the weight; the path is curved by the depth of 0.03 rad only.
#[test]
fn a_pendulum_bounces_off_a_stop_of_its_hinge() {
    let text = "lissom = 1\n[model]\nname = \"p\"\ndim = 2\ngravity = [0, -9.81]\n[node]\nO = [0, 0]\nT = [0.5, 0]\n\
        [[rigid_body]]\nname = \"arm\"\nnodes = [\"O\", \"T\"]\nmass = 2\ncentre = [0.5, 0]\n\
        [[hinge]]\nname = \"pivot\"\nat = \"O\"\nbetween = [\"ground\", \"arm\"]\n\
        [[stop]]\nhinge = \"pivot\"\nbelow = \"-pi/2\"\nstiffness = 2e4\n\
        [[output]]\nname = \"angle\"\nnode = \"T\"\ndirection = \"phi\"\n";
    let checked = lissom_model::load("p.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let system = Mechanism::of(&checked.value.unwrap()).unwrap();
    let quarter = std::f64::consts::FRAC_PI_2 / systems::agm(1.0, 0.5_f64.sqrt()) * (0.5_f64 / 9.81).sqrt();
    let contact = std::f64::consts::PI / (2e4 / (2.0 * 0.25) + 9.81 / 0.5_f64).sqrt();
    let motion = run(&system, 4.0 * (2.0 * quarter + contact), [0.0, 0.0], &Dopri5);
    // Back at the horizontal, at rest, after every bounce.
    for bounce in 1..=4 {
        let angle = motion.outputs[0][100 * bounce];
        assert!(angle.abs() < 1e-8, "{bounce}: {angle:e}");
    }
    assert_eq!(motion.counters.switches, 8);
}

/// An input from outside pulls harder and harder: the mass sticks until it exceeds the friction, and then slides.
#[test]
fn friction_feels_inputs() {
    let pull = "[[force]]\nname = \"pull\"\nnode = \"A\"\ndirection = \"x\"\n";
    let system = slider(&format!("{pull}{RUBS}"));
    let request = SimulateRequest {
        tolerance: Tolerance { relative: 1e-10, absolute: 1e-12 },
        input: Some(&|t, values| values[0] = 10.0 * t),
        points: 401,
        ..SimulateRequest::until(1.0)
    };
    let motion = simulate(&system, &request, &Dopri5, &Quiet).unwrap();
    // 2 ẍ = 10 t − 5 from t = 0.5 s on: x = 10 (t − 0.5)³/12.
    for (t, x) in motion.times.iter().zip(&motion.outputs[0]) {
        assert!((x - 10.0 * (t - 0.5).max(0.0).powi(3) / 12.0).abs() < 1e-10, "at {t}: {x}");
    }
}

#[test]
fn an_accuracy_that_cannot_be_asked_for_is_refused() {
    for goal in [0.0, -1.0, f64::NAN, 1.0] {
        let found = simulate_converged(&slider(""), &SimulateRequest::until(1.0), &Auto, goal, &Quiet);
        assert!(matches!(found, Err(DynamicsError::BadAccuracy { .. })), "{goal}");
    }
}
