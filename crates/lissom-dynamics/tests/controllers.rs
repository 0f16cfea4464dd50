//! Controllers, continuous and sampled, against closed forms and exact recursions.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_dynamics::{Dopri5, Integrator, Radau5, SimulateRequest, Tolerance, Trajectory, simulate};
use lissom_linalg::Quiet;
use lissom_mech::{Controlled, Mechanism, State, System};
use std::sync::Arc;

/// A mass of 2 kg that slides along x under the force of a controller.
fn slider(rest: &str) -> Arc<dyn System> {
    let text = format!(
        r#"lissom = 1
[model]
name = "slider"
dim = 2
[node]
A = [0.0, 0.0]
[[slide]]
node = "A"
direction = "x"
[[mass]]
node = "A"
mass = 2.0
[[force]]
name = "motor"
node = "A"
direction = "x"
[[output]]
name = "x"
node = "A"
direction = "x"
[[output]]
name = "v"
quantity = "velocity"
node = "A"
direction = "x"
[[output]]
name = "a"
quantity = "acceleration"
node = "A"
direction = "x"
{rest}
"#
    );
    controlled(&text)
}

fn controlled(text: &str) -> Arc<dyn System> {
    let checked = lissom_model::load("model.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let messages: Vec<_> = checked.diagnostics.iter().map(|d| d.message.clone()).collect();
    let model = checked.value.unwrap_or_else(|| panic!("{messages:?}"));
    let plant = Arc::new(Mechanism::of(&model).unwrap());
    Controlled::of(&model, plant).unwrap()
}

fn run(system: &dyn System, end: f64, points: usize, method: &dyn Integrator) -> Trajectory {
    let tolerance = Tolerance { relative: 1e-10, absolute: 1e-12 };
    let request = SimulateRequest { tolerance, points, ..SimulateRequest::until(end) };
    simulate(system, &request, method, &Quiet).unwrap()
}

fn pd(extra: &str) -> String {
    format!(
        "[[controller]]\nname = \"axis\"\nmeasure = \"x\"\nrate = \"v\"\nreference = \"1\"\nact = \"motor\"\n\
         proportional = 8\nderivative = 2\n{extra}"
    )
}

/// x − 1 of 2 ẍ + 2 ẋ + 8 (x − 1) = 0, ω = 2 rad/s and ζ = 1/4, from x₀ − 1 and v₀.
fn oscillator(t: f64, x0: f64, v0: f64) -> f64 {
    let (decay, damped) = (0.5, (4.0_f64 - 0.25).sqrt());
    let (s, c) = (damped * t).sin_cos();
    (-decay * t).exp() * (x0 * c + (v0 + decay * x0) / damped * s)
}

#[test]
fn a_mass_with_pd_control_is_a_damped_oscillator() {
    let system = slider(&pd(""));
    for method in [&Dopri5 as &dyn Integrator, &Radau5] {
        let motion = run(&*system, 6.0, 121, method);
        for (k, t) in motion.times.iter().enumerate() {
            let expected = 1.0 + oscillator(*t, -1.0, 0.0);
            assert!((motion.outputs[0][k] - expected).abs() < 1e-8, "{} at {t}", method.name());
            // The command is the last output, and the acceleration belongs to it.
            let (x, v, u) = (motion.outputs[0][k], motion.outputs[1][k], motion.outputs[3][k]);
            assert!((u - (8.0 * (1.0 - x) - 2.0 * v)).abs() < 1e-10);
            assert!((motion.outputs[2][k] - u / 2.0).abs() < 1e-10);
        }
        assert!(motion.audit.unwrap().relative_error() < 1e-7);
    }
}

#[test]
fn limits_are_met_and_left_at_located_times() {
    // The error is so large that the command starts at its limit of 3 N, until 8 (1 − x) − 2 v = 3 with x = 3/4 t².
    let system = slider(&pd("limits = [-3, 3]\n"));
    let motion = run(&*system, 4.0, 161, &Dopri5);
    let a: f64 = 1.5;
    // 8 − 4 a t² − 2 a t = 3.
    let leave = (-2.0 * a + (4.0 * a * a + 80.0 * a).sqrt()) / (8.0 * a);
    let (x1, v1) = (0.5 * a * leave * leave, a * leave);
    let mut free = 0;
    for (k, t) in motion.times.iter().enumerate() {
        let (x, u) = (motion.outputs[0][k], motion.outputs[3][k]);
        assert!((-3.0..=3.0).contains(&u));
        if *t < leave {
            assert!((x - 0.5 * a * t * t).abs() < 1e-9 && u == 3.0, "{u} at {t}");
        } else if motion.outputs[3][..=k].iter().all(|u| *u > -3.0) {
            let expected = 1.0 + oscillator(t - leave, x1 - 1.0, v1);
            assert!((x - expected).abs() < 1e-8, "{x} against {expected} at {t}");
            free += 1;
        }
    }
    assert!(free > 10 && motion.counters.switches >= 1);
}

#[test]
fn pi_control_of_a_speed_with_a_cancelled_pole_is_of_first_order() {
    // 2 v̇ + 3 v = u with P/I = 2/3: the loop is v̇ = (P/2)(1 − v).
    let damper = "[[damper]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\ndamping = 3\n";
    let control = "[[controller]]\nmeasure = \"v\"\nreference = \"1\"\nact = \"motor\"\nproportional = 5\nintegral = 7.5\n";
    for method in [&Dopri5 as &dyn Integrator, &Radau5] {
        let motion = run(&*slider(&format!("{damper}{control}")), 3.0, 61, method);
        for (t, v) in motion.times.iter().zip(&motion.outputs[1]) {
            let expected = 1.0 - (-2.5 * t).exp();
            assert!((v - expected).abs() < 1e-8, "{v} against {expected} at {t} by {}", method.name());
        }
    }
}

#[test]
fn a_filtered_derivative_is_its_transfer_function() {
    let head = "[[controller]]\nmeasure = \"x\"\nreference = \"1 - 0.5*t\"\nact = \"motor\"\n";
    let pid = format!("{head}proportional = 8\nderivative = 2\nfilter = 0.05\n");
    // 8 + 2 s/(1 + 0.05 s) = (2.4 s + 8)/(0.05 s + 1).
    let transfer = format!("{head}numerator = [2.4, 8]\ndenominator = [0.05, 1]\n");
    let states = format!("{head}A = [[-20]]\nB = [[1]]\nC = [[-800]]\nD = [[48]]\n");
    let motions = [pid, transfer, states].map(|law| run(&*slider(&law), 3.0, 61, &Dopri5));
    for motion in &motions[1..] {
        for (own, other) in motion.outputs[0].iter().zip(&motions[0].outputs[0]) {
            assert!((own - other).abs() < 1e-8);
        }
    }
}

/// A sampled PID controller of a mass of 2 kg, by exact steps of the mass: x⁺ = x + T v + T² u/4, v⁺ = v + T u/2.
struct Recursion {
    period: f64,
    gains: [f64; 3],
    limit: f64,
    /// Whole samples that a command waits.
    delay: usize,
}

impl Recursion {
    fn positions(&self, samples: usize) -> Vec<f64> {
        let [p, i, d] = self.gains;
        let t = self.period;
        let (mut x, mut v, mut sum, mut last) = (0.0, 0.0, 0.0, None);
        let mut waiting = vec![0.0; self.delay];
        let mut found = Vec::new();
        for _ in 0..samples {
            found.push(x);
            let e = 1.0 - x;
            let raw = p * e + i * (sum + t * e) + d * (e - last.unwrap_or(e)) / t;
            let u: f64 = raw.clamp(-self.limit, self.limit);
            if (u - raw) * i * e >= 0.0 {
                sum += t * e;
            }
            last = Some(e);
            waiting.push(u);
            let u = waiting.remove(0);
            (x, v) = (x + t * v + 0.25 * t * t * u, v + 0.5 * t * u);
        }
        found
    }
}

#[test]
fn sampled_pid_with_delay_limits_and_clamping_follows_its_exact_recursion() {
    let cases = [
        (Recursion { period: 0.1, gains: [8.0, 0.0, 3.0], limit: 1e9, delay: 0 }, ""),
        (Recursion { period: 0.1, gains: [4.0, 1.0, 4.0], limit: 1e9, delay: 1 }, "delay = 0.1\n"),
        (
            Recursion { period: 0.07, gains: [4.0, 2.0, 4.0], limit: 1.2, delay: 2 },
            "delay = 0.14\nlimits = [-1.2, 1.2]\n",
        ),
    ];
    for (recursion, extra) in cases {
        let ([p, i, d], period) = (recursion.gains, recursion.period);
        let system = slider(&format!(
            "[[controller]]\nmeasure = \"x\"\nreference = \"1\"\nact = \"motor\"\nproportional = {p:?}\nintegral = {i:?}\n\
             derivative = {d:?}\nsample = {period:?}\n{extra}"
        ));
        let samples = 41;
        let motion = run(&*system, period * (samples - 1) as f64, samples, &Dopri5);
        let expected = recursion.positions(samples);
        for (k, x) in motion.outputs[0].iter().enumerate() {
            assert!((x - expected[k]).abs() < 1e-9, "{x} against {} at sample {k}, {extra}", expected[k]);
        }
        // One leg per sample: no step crosses one.
        assert!(motion.counters.steps >= (samples - 1) as u64);
    }
}

#[test]
fn sampled_pd_control_decays_as_the_poles_of_its_pulse_transfer_function() {
    // State feedback of x and v: z² − (2 − kT²/2m − dT/m) z + (1 + kT²/2m − dT/m) = 0.
    let (k, d, m, t) = (8.0, 3.0, 2.0, 0.1);
    let (b, c) = (2.0 - k * t * t / (2.0 * m) - d * t / m, 1.0 + k * t * t / (2.0 * m) - d * t / m);
    let system = slider(&format!(
        "[[controller]]\nmeasure = [\"x\", \"v\"]\nreference = [\"1\", \"0\"]\nact = \"motor\"\nD = [[{k:?}, {d:?}]]\nsample = {t:?}\n"
    ));
    let motion = run(&*system, 4.0, 41, &Dopri5);
    let e: Vec<f64> = motion.outputs[0].iter().map(|x| x - 1.0).collect();
    for w in e.windows(3) {
        assert!((w[2] - b * w[1] + c * w[0]).abs() < 1e-10, "{w:?}");
    }
    // An acceleration may be sampled: it is that of the command held before.
    let felt = slider(
        "[[controller]]\nmeasure = \"a\"\nact = \"motor\"\nproportional = 1\nfeed_forward = \"2\"\nsample = 0.1\n",
    );
    let motion = run(&*felt, 0.35, 8, &Dopri5);
    // u₀ = 2 − 0, u₁ = 2 − u₀/2 = 1, u₂ = 2 − u₁/2 = 1.5.
    let commands = &motion.outputs[3];
    assert!((commands[1] - 2.0).abs() < 1e-12 && (commands[3] - 1.0).abs() < 1e-9, "{commands:?}");
    assert!((commands[5] - 1.5).abs() < 1e-9);
}

#[test]
fn noise_is_reproducible_and_follows_its_seed() {
    let noisy = |seed: u32| {
        let system = slider(&format!(
            "[[controller]]\nmeasure = [\"x\", \"v\"]\nact = \"motor\"\nD = [[8, 3]]\nsample = 0.1\nnoise = 0.01\nseed = {seed}\n"
        ));
        run(&*system, 3.0, 61, &Dopri5).outputs[0].clone()
    };
    let first = noisy(1);
    assert_eq!(first, noisy(1));
    assert!(first != noisy(2) && first.iter().any(|x| x.abs() > 1e-5));
    // About one standard deviation of the noise, and no more.
    assert!(first.iter().all(|x| x.abs() < 0.05));
}

/// Two links on hinges in a vertical plane, with torques that controllers command.
fn manipulator(flexible: &str) -> String {
    let link = |name: &str, from: &str, to: &str| {
        format!(
            "[[beam]]\nname = \"{name}\"\nnodes = [\"{from}\", \"{to}\"]\nsection = \"s\"\nflexible = {flexible}\n"
        )
    };
    let joint = |hinge: &str, at: &str, between: &str, reference: &str| {
        format!(
            "[[hinge]]\nname = \"{hinge}\"\nat = \"{at}\"\nbetween = {between}\n[[torque]]\nname = \"motor of {hinge}\"\n\
             hinge = \"{hinge}\"\n[[output]]\nname = \"{hinge}\"\nquantity = \"angle\"\nhinge = \"{hinge}\"\n\
             [[controller]]\nname = \"{hinge}\"\nmeasure = \"{hinge}\"\nreference = \"{reference}\"\nact = \"motor of {hinge}\"\n\
             proportional = 0\ninverse_dynamics = true\n"
        )
    };
    format!(
        "lissom = 1\n[model]\nname = \"manipulator\"\ndim = 2\ngravity = [0, -9.81]\n[section.s]\nEA = 1e7\nEI = 2e4\nrhoA = 2\n\
         [node]\nO = [0, 0]\nE = [0.5, 0]\nT = [0.9, 0]\n[[fix]]\nnodes = [\"O\"]\ndirections = [\"x\", \"y\"]\n\
         [[mass]]\nnode = \"T\"\nmass = 3\n{}{}{}{}",
        link("A", "O", "E"),
        link("B", "E", "T"),
        joint("shoulder", "O", "[\"ground\", \"A\"]", "0.6*(1 - cos(3*t))"),
        joint("elbow", "E", "[\"A\", \"B\"]", "-0.9*(1 - cos(3*t))"),
    )
}

#[test]
fn inverse_dynamics_alone_leads_a_rigid_manipulator_along_its_path() {
    let system = controlled(&manipulator("[]"));
    let motion = run(&*system, 1.0, 51, &Dopri5);
    for (k, t) in motion.times.iter().enumerate() {
        let swing = 1.0 - (3.0 * t).cos();
        let (shoulder, elbow) = (motion.outputs[0][k], motion.outputs[1][k]);
        assert!((shoulder - 0.6 * swing).abs() < 1e-7, "{shoulder} at {t}");
        assert!((elbow + 0.9 * swing).abs() < 1e-7, "{elbow} at {t}");
    }
    // At the start, at rest with ω̇ = 5.4 and −8.1 rad/s²: the elbow lifts link and load, τ = J α + h A, with the weights' moments.
    let (a, b, rho, m, g) = (0.5, 0.4, 2.0, 3.0, 9.81);
    let (alpha, sum) = (5.4, 5.4 - 8.1);
    let inertia = rho * f64::powi(b, 3) / 3.0 + m * b * b;
    let first = rho * b * b / 2.0 + m * b;
    let elbow = inertia * sum + first * a * alpha + first * g;
    assert!((motion.outputs[3][0] - elbow).abs() < 1e-9, "{} against {elbow}", motion.outputs[3][0]);
    let mass = rho * b + m;
    let upper = rho * f64::powi(a, 3) / 3.0 * alpha + rho * a * a / 2.0 * g;
    let shoulder = upper + elbow + a * (mass * a * alpha + first * sum + mass * g);
    assert!((motion.outputs[2][0] - shoulder).abs() < 1e-9, "{} against {shoulder}", motion.outputs[2][0]);
}

#[test]
fn references_that_leave_a_motion_free_are_refused() {
    let text = manipulator("[]").replacen("inverse_dynamics = true", "inverse_dynamics = false", 1);
    let checked = lissom_model::load("model.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let model = checked.value.unwrap();
    let refused = Controlled::of(&model, Arc::new(Mechanism::of(&model).unwrap())).unwrap_err().to_string();
    assert!(refused.contains("free") && refused.contains("shoulder"), "{refused}");
}

/// Small motions of the five-bar about its symmetric position: M q̈ = τ with M = m_e l² I + m Jᵀ J, and exact steps between samples.
#[test]
fn a_five_bar_under_sampled_pd_control_follows_its_discrete_closed_form() {
    let text = include_str!("../../../examples/five_bar/model.toml");
    let step = 1e-5;
    let text = text
        .replace("reference = \"swing\"", "reference = \"1e-5\"")
        .replace("reference = \"swing/2\"", "reference = 0");
    let system = controlled(&text);
    // δL from both rods of constant length: (L − P_i)·(δL − δP_i) = 0, δP_i = l (−sin, cos) δq_i.
    let (l, s3) = (0.3, 3.0_f64.sqrt() / 2.0);
    let rod: [[f64; 2]; 2] =
        [[0.3, (0.45_f64.powi(2) - 0.09).sqrt()], [-0.3, (0.45_f64.powi(2) - 0.09).sqrt()]];
    let crank: [[f64; 2]; 2] = [[-l * s3, -l * 0.5], [-l * s3, l * 0.5]];
    let right = [0, 1].map(|i| rod[i][0] * crank[i][0] + rod[i][1] * crank[i][1]);
    let det = rod[0][0] * rod[1][1] - rod[0][1] * rod[1][0];
    // Columns of J, for δq₁ and δq₂.
    let jacobian = [
        [right[0] * rod[1][1] / det, -right[0] * rod[1][0] / det],
        [-right[1] * rod[0][1] / det, right[1] * rod[0][0] / det],
    ];
    let mass = |i: usize, j: usize| {
        let own = if i == j { 0.5 * l * l } else { 0.0 };
        own + 2.0 * (jacobian[i][0] * jacobian[j][0] + jacobian[i][1] * jacobian[j][1])
    };
    let (a, b, d) = (mass(0, 0), mass(0, 1), mass(1, 1));
    let (kp, kd, t) = (60.0, 4.0, 2e-3);
    let motion = run(&*system, 0.2, 101, &Dopri5);
    let (mut q, mut v) = ([0.0_f64; 2], [0.0_f64; 2]);
    for k in 0..101 {
        for (series, expected) in motion.outputs.iter().zip(&q) {
            assert!((series[k] - expected).abs() < 1e-3 * step, "{} against {expected} at {k}", series[k]);
        }
        let u = [kp * (step - q[0]) - kd * v[0], -kp * q[1] - kd * v[1]];
        let acceleration = [(d * u[0] - b * u[1]) / (a * d - b * b), (a * u[1] - b * u[0]) / (a * d - b * b)];
        for ((q, v), a) in q.iter_mut().zip(&mut v).zip(acceleration) {
            *q += t * *v + 0.5 * t * t * a;
            *v += t * a;
        }
    }
    assert!(q[0] > 0.5 * step, "it moved");
    // The same inertia from the equations of motion.
    let still = vec![0.0; system.coordinates().len()];
    let at = State { time: 0.0, position: &still, velocity: &still };
    assert_eq!(system.linearise(&at, &still, &[], &mut system.workspace()).unwrap().mass.rows(), 2);
}
