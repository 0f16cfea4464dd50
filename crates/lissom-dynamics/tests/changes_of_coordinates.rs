//! Motions and strokes through positions in which the coordinates chosen first no longer determine the configuration:
//! against closed forms, and against Lagrange's equations in angles, integrated here.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_dynamics::{
    Dopri5, DynamicsError, EquilibriumRequest, INTEGRATORS, Integrator, Port, SimulateRequest, StatesRequest,
    Tolerance, Trajectory, equilibrium, simulate, states,
};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, State, System};
use lissom_model::{Overrides, load};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const G: f64 = 9.81;

fn mechanism(text: &str) -> Mechanism {
    let text = format!("lissom = 1\n[model]\nname = \"machine\"\ndim = 2\n{text}");
    let checked = load("machine.toml", text.as_bytes(), &Overrides::default());
    Mechanism::of(&checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))).unwrap()
}

fn run_by(system: &dyn System, end: f64, relative: f64, by: &dyn Integrator) -> Trajectory {
    let tolerance = Tolerance { relative, absolute: 1e-2 * relative };
    let request = SimulateRequest { tolerance, ..SimulateRequest::until(end) };
    simulate(system, &request, by, &Quiet).unwrap_or_else(|error| panic!("{}: {error}", by.name()))
}

fn run(system: &dyn System, end: f64) -> Trajectory {
    run_by(system, end, 1e-10, &Dopri5)
}

fn energy_error(motion: &Trajectory) -> f64 {
    motion.audit.unwrap().relative_error()
}

/// Rigid trusses in a row from the origin, a unit mass at each joint, hanging in gravity; the outputs are the places.
fn pendulum(angles: &[f64], lengths: &[f64]) -> Mechanism {
    let mut text = format!("gravity = [0, -{G}]\n[node]\nP0 = [0.0, 0.0]\n");
    let (mut at, mut rest) = ([0.0, 0.0], String::from("[[fix]]\nnodes = [\"P0\"]\n"));
    for (k, (angle, length)) in angles.iter().zip(lengths).enumerate() {
        at = [at[0] + length * angle.cos(), at[1] + length * angle.sin()];
        let next = k + 1;
        text += &format!("P{next} = [{:?}, {:?}]\n", at[0], at[1]);
        rest += &format!("[[mass]]\nnode = \"P{next}\"\nmass = 1.0\n");
        rest += &format!("[[truss]]\nnodes = [\"P{k}\", \"P{next}\"]\nflexible = []\n");
        for axis in ["x", "y"] {
            rest +=
                &format!("[[output]]\nname = \"{axis}{next}\"\nnode = \"P{next}\"\ndirection = \"{axis}\"\n");
        }
    }
    mechanism(&(text + &rest))
}

/// Fourth-order Runge-Kutta, an integrator that shares nothing with the program.
fn integrate(rates: &dyn Fn(&[f64]) -> Vec<f64>, mut y: Vec<f64>, end: f64, steps: usize) -> Vec<f64> {
    let h = end / steps as f64;
    let plus = |y: &[f64], k: &[f64], f: f64| y.iter().zip(k).map(|(y, k)| y + f * k).collect::<Vec<f64>>();
    for _ in 0..steps {
        let k1 = rates(&y);
        let k2 = rates(&plus(&y, &k1, 0.5 * h));
        let k3 = rates(&plus(&y, &k2, 0.5 * h));
        let k4 = rates(&plus(&y, &k3, h));
        for i in 0..y.len() {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

/// x ← A⁻¹ x by elimination; A is positive definite.
fn solve(mut a: Vec<Vec<f64>>, mut x: Vec<f64>) -> Vec<f64> {
    let n = x.len();
    for k in 0..n {
        let (above, below) = a.split_at_mut(k + 1);
        let pivot = &above[k];
        for (row, i) in below.iter_mut().zip(k + 1..n) {
            let factor = row[k] / pivot[k];
            row.iter_mut().zip(pivot).skip(k).for_each(|(own, other)| *own -= factor * other);
            x[i] -= factor * x[k];
        }
    }
    for k in (0..n).rev() {
        x[k] = (x[k] - (k + 1..n).map(|j| a[k][j] * x[j]).sum::<f64>()) / a[k][k];
    }
    x
}

/// Lagrange's equations of the pendulum in the angles θ of its links against x: with μ_ij the masses that both carry,
/// Σ μ_ij l_i l_j (cos(θ_i − θ_j) θ̈_j + sin(θ_i − θ_j) θ̇_j²) = −μ_ii g l_i cos θ_i.
fn pendulum_angles(start: &[f64], lengths: &[f64], end: f64) -> Vec<f64> {
    let n = start.len();
    let carried = |i: usize, j: usize| (n - i.max(j)) as f64;
    let rates = |y: &[f64]| {
        let (angle, rate) = y.split_at(n);
        let arm = |i: usize, j: usize| carried(i, j) * lengths[i] * lengths[j];
        let mass =
            (0..n).map(|i| (0..n).map(|j| arm(i, j) * (angle[i] - angle[j]).cos()).collect()).collect();
        let force = (0..n).map(|i| {
            let turning = (0..n).map(|j| arm(i, j) * (angle[i] - angle[j]).sin() * rate[j].powi(2));
            -carried(i, i) * G * lengths[i] * angle[i].cos() - turning.sum::<f64>()
        });
        [rate.to_vec(), solve(mass, force.collect())].concat()
    };
    integrate(&rates, [start.to_vec(), vec![0.0; n]].concat(), end, 20_000)
}

/// Largest distance of the joints at the end from where the angles put them.
fn pendulum_gap(angles: &[f64], lengths: &[f64], end: f64) -> (f64, Trajectory) {
    let motion = run(&pendulum(angles, lengths), end);
    let last = pendulum_angles(angles, lengths, end);
    let (mut gap, mut moved) = (0.0_f64, [0.0, 0.0]);
    for k in 0..angles.len() {
        moved[0] += lengths[k] * (last[k].cos() - angles[k].cos());
        moved[1] += lengths[k] * (last[k].sin() - angles[k].sin());
        for (axis, value) in moved.iter().enumerate() {
            gap = gap.max((motion.outputs[2 * k + axis].last().unwrap() - value).abs());
        }
    }
    (gap, motion)
}

/// A quarter of the period from the horizontal is K(sin 45°)√(L/g): the period of 90° amplitude is 2.36784 s for 1 m. After
/// it the mass is back, whatever the integrator; and it takes a few hundred evaluations, not millions.
#[test]
fn a_pendulum_swings_through_its_lowest_point_with_every_integrator() {
    let system = pendulum(&[0.0], &[1.0]);
    let period = 2.367_841_947_576_186;
    for method in INTEGRATORS {
        let motion = run_by(&system, period, 1e-9, *method);
        let [x, y] = [0, 1].map(|k| *motion.outputs[k].last().unwrap());
        assert!(x.abs() < 1e-6 && y.abs() < 1e-6, "{}: {x:e} {y:e}", method.name());
        let lowest = motion.outputs[1].iter().copied().fold(0.0, f64::min);
        assert!(lowest < -0.999, "{}: {lowest}", method.name());
        assert!(energy_error(&motion) < 1e-6, "{}: {:e}", method.name(), energy_error(&motion));
        assert!((3..=6).contains(&motion.counters.changes), "{}: {:?}", method.name(), motion.counters);
        for (time, (x, y)) in motion.times.iter().zip(motion.outputs[0].iter().zip(&motion.outputs[1])) {
            let length = (1.0 + x).hypot(*y);
            assert!((length - 1.0).abs() < 1e-11, "{}: length {length} at {time}", method.name());
        }
    }
    let usual = run_by(&system, 3.0, 1e-6, &Dopri5);
    assert!(usual.counters.evaluations < 1000, "{:?}", usual.counters);
}

/// Results in the coordinates that were chosen first stay continuous, and each state belongs to its own system.
#[test]
fn states_of_a_motion_are_told_in_the_first_coordinates_too() {
    let system = pendulum(&[0.0], &[1.0]);
    let motion = run(&system, 2.0);
    assert!(!motion.changes.is_empty());
    let first = &system.coordinates()[0].name;
    assert!(first.contains("P1") && first.contains('y'), "{first}");
    for k in 0..motion.times.len() {
        assert!((motion.positions[k][0] - motion.outputs[1][k]).abs() < 1e-12);
        let (own, at) = motion.state(k, &system);
        let (mut values, mut work) = ([0.0; 2], own.workspace());
        own.output(&at, &mut work, &mut values).unwrap();
        assert!(
            (values[0] - motion.outputs[0][k]).abs() < 1e-12
                && (values[1] - motion.outputs[1][k]).abs() < 1e-12
        );
    }
}

/// The state that is carried over is the same to rounding: energies, outputs and speed before and after.
#[test]
fn nothing_is_lost_in_a_change_of_coordinates() {
    let system = pendulum(&[0.3, -0.4], &[1.0, 0.7]);
    let mut work = system.workspace();
    let (mut position, mut velocity) = (vec![0.0; 2], vec![0.1, -0.2]);
    let at = State { time: 0.0, position: &position, velocity: &velocity };
    let energies = system.energies(&at, &[], &mut work).unwrap();
    assert!(system.strain(&mut work) < 1.0);
    assert!(system.rechosen(&at, &mut work).is_err(), "where nothing is strained nothing changes");
    // The first link is led down, the second one with it, until its height hardly determines its position.
    position.fill(-1.28);
    velocity.copy_from_slice(&[0.01, 0.02]);
    let at = State { time: 0.0, position: &position, velocity: &velocity };
    let before = system.energies(&at, &[], &mut work).unwrap();
    assert!(system.strain(&mut work) > 1.0 && before != energies);
    let other = system.rechosen(&at, &mut work).unwrap();
    let mut fresh = other.system.workspace();
    let now = State { time: 0.0, position: &other.position, velocity: &other.velocity };
    let after = other.system.energies(&now, &[], &mut fresh).unwrap();
    // Configurations are closed to 1e-14 m; the curvature of x over y there, about 200/m, amplifies that.
    assert!((after.kinetic - before.kinetic).abs() < 1e-11 * before.kinetic);
    assert!((after.potential - before.potential).abs() < 1e-11);
    assert!(other.system.strain(&mut fresh) < 0.6);
    let (q, q_dot) = other.system.first_chosen(&now, &mut fresh).unwrap();
    for k in 0..2 {
        assert!(
            (q[k] - position[k]).abs() < 1e-11 && (q_dot[k] - velocity[k]).abs() < 1e-11,
            "{q:?} {q_dot:?}"
        );
    }
}

/// A repeatable number in [−1, 1].
fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Open chains of rigid bars from random positions, upright and hanging ones among them, against Lagrange's equations in
/// angles.
#[test]
fn chains_of_trusses_move_as_lagrange_says() {
    let mut seed = 7;
    let mut cases =
        vec![vec![FRAC_PI_2 - 1e-3], vec![-FRAC_PI_2 + 0.5], vec![PI, PI], vec![0.0, FRAC_PI_2, PI]];
    for links in [1, 2, 2, 3, 3] {
        cases.push((0..links).map(|_| PI * random(&mut seed)).collect());
    }
    for angles in cases {
        let lengths: Vec<f64> = angles.iter().map(|_| 0.7 + 0.3 * random(&mut seed)).collect();
        let (gap, motion) = pendulum_gap(&angles, &lengths, 1.5);
        assert!(gap < 1e-6, "{angles:?}, {lengths:?}: {gap:e}, {:?}", motion.counters);
        assert!(energy_error(&motion) < 1e-7, "{angles:?}: {:e}", energy_error(&motion));
    }
}

/// A moment of 1 N m on a free rigid bar of 1 m and 1 kg for 1 s: φ = 6 t², then 6 + 12 (t − 1); its centre stays.
#[test]
fn a_free_bar_turns_on_through_every_angle() {
    let text = |law: &str| {
        format!(
            r#"
[section.rod]
EA = 1e6
EI = 1e3
rhoA = 1.0
[node]
A = [0, 0]
B = [1, 0]
[[beam]]
name = "bar"
nodes = ["A", "B"]
section = "rod"
flexible = []
[[force]]
name = "M"
node = "A"
direction = "phi"
value = "{law}"
[[output]]
name = "phi"
node = "A"
direction = "phi"
[[output]]
name = "x"
expression = "(x(A) + x(B))/2"
[[output]]
name = "y"
expression = "(y(A) + y(B))/2"
[[output]]
name = "rate"
expression = "omega(B)"
"#
        )
    };
    let motion = run(&mechanism(&text("if(t < 1, 1, 0)")), 3.0);
    let last = |k: usize| *motion.outputs[k].last().unwrap();
    assert!((last(0) - 30.0).abs() < 1e-6 && (last(3) - 12.0).abs() < 1e-6, "{} {}", last(0), last(3));
    assert!(last(1).abs() < 1e-7 && last(2).abs() < 1e-7, "{:e} {:e}", last(1), last(2));
    // A hundred turns: φ = 6 t² reaches them after √(200 π/6) s.
    let end = (100.0 * TAU / 6.0_f64).sqrt();
    let motion = run_by(&mechanism(&text("1")), end, 1e-9, &Dopri5);
    let phi = *motion.outputs[0].last().unwrap();
    assert!((phi / (100.0 * TAU) - 1.0).abs() < 1e-7, "{phi}");
    assert!(energy_error(&motion) < 1e-6);
}

/// A mass on a spring with a damper falls from the horizontal, against Newton's equations in x and y.
#[test]
fn a_spring_pendulum_passes_the_vertical() {
    let text = format!(
        r#"gravity = [0, -{G}]
[node]
O = [0, 0]
A = [1, 0]
[[mass]]
node = "A"
mass = 1.0
[[spring]]
nodes = ["O", "A"]
stiffness = 40.0
[[damper]]
nodes = ["O", "A"]
damping = 0.5
[[fix]]
nodes = ["O"]
[[output]]
name = "x"
node = "A"
direction = "x"
[[output]]
name = "y"
node = "A"
direction = "y"
"#
    );
    let rates = |y: &[f64]| {
        let length = y[0].hypot(y[1]);
        let stretch = (y[0] * y[2] + y[1] * y[3]) / length;
        let pull = (40.0 * (length - 1.0) + 0.5 * stretch) / length;
        vec![y[2], y[3], -pull * y[0], -pull * y[1] - G]
    };
    let expected = integrate(&rates, vec![1.0, 0.0, 0.0, 0.0], 3.0, 30_000);
    let system = mechanism(&text);
    for method in INTEGRATORS {
        let motion = run_by(&system, 3.0, 1e-10, *method);
        let [x, y] = [0, 1].map(|k| *motion.outputs[k].last().unwrap());
        let gap = (x + 1.0 - expected[0]).abs().max((y - expected[1]).abs());
        assert!(gap < 1e-6, "{}: {gap:e}", method.name());
        assert!(energy_error(&motion) < 1e-7, "{}: {:e}", method.name(), energy_error(&motion));
    }
}

const FOUR_BAR: &str = r#"
[section.s]
EA = 1e7
EI = 1e3
rhoA = 1.0
[node]
O = [0.0, 0.0]
A = [0.1, 0.0]
B = [0.365, 0.299624765331573]
D = [0.35, 0.0]
[[beam]]
name = "crank"
nodes = ["O", "A"]
section = "s"
flexible = []
[[beam]]
name = "coupler"
nodes = ["A", "B"]
section = "s"
flexible = []
[[beam]]
name = "rocker"
nodes = ["D", "B"]
section = "s"
flexible = []
[[hinge]]
name = "main"
at = "O"
between = ["ground", "crank"]
[[hinge]]
name = "crankpin"
at = "A"
between = ["crank", "coupler"]
[[hinge]]
name = "knee"
at = "B"
between = ["coupler", "rocker"]
[[hinge]]
name = "pivot"
at = "D"
between = ["ground", "rocker"]
[[output]]
name = "x"
node = "B"
direction = "x"
[[output]]
name = "y"
node = "B"
direction = "y"
[[output]]
name = "crank"
node = "A"
direction = "phi"
"#;

/// Coupler 0.4 m and rocker 0.3 m meet above the line from A to D.
fn knee(crank: f64) -> [f64; 2] {
    let a = [0.1 * crank.cos(), 0.1 * crank.sin()];
    let d = [0.35 - a[0], -a[1]];
    let (l, coupler, rocker) = (d[0].hypot(d[1]), 0.4_f64, 0.3_f64);
    let along = (l * l + coupler * coupler - rocker * rocker) / (2.0 * l);
    let up = (coupler * coupler - along * along).sqrt();
    [a[0] + (along * d[0] - up * d[1]) / l, a[1] + (along * d[1] + up * d[0]) / l]
}

/// A torque at the rocker makes its angle the first choice; it turns back at dead centres while the crank goes round.
#[test]
fn a_four_bar_passes_the_dead_centres_of_its_rocker() {
    let torque = "[[torque]]\nhinge = \"pivot\"\nvalue = \"0.3*sin(3*t)\"\n";
    let system = mechanism(&format!("{FOUR_BAR}{torque}"));
    assert!(system.coordinates()[0].name.contains("pivot"));
    for method in INTEGRATORS {
        let motion = run_by(&system, 2.0, 1e-9, *method);
        assert!(motion.counters.changes >= 1, "{}: {:?}", method.name(), motion.counters);
        assert!(energy_error(&motion) < 1e-6, "{}: {:e}", method.name(), energy_error(&motion));
        let start = knee(0.0);
        for k in 0..motion.times.len() {
            let [x, y] = knee(motion.outputs[2][k]);
            let gap = (motion.outputs[0][k] - (x - start[0]))
                .abs()
                .max((motion.outputs[1][k] - (y - start[1])).abs());
            assert!(gap < 1e-10, "{}: {gap:e} at {} s", method.name(), motion.times[k]);
        }
        let turned = motion.outputs[2].iter().copied().fold(0.0, f64::min);
        assert!(turned < -TAU, "{}: the crank goes round, to {turned}", method.name());
    }
}

/// Driven at the crank there is no freedom left: the motion follows from the drive, and its work from the energy.
#[test]
fn a_machine_without_freedom_follows_its_drive() {
    let system = mechanism(&format!("{FOUR_BAR}[[drive]]\nhinge = \"main\"\nangle = \"5*t + sin(3*t)\"\n"));
    assert!(system.coordinates().is_empty());
    let motion = run(&system, 20.0);
    let start = knee(0.0);
    for k in 0..motion.times.len() {
        let t = motion.times[k];
        let [x, y] = knee(5.0 * t + (3.0 * t).sin());
        let gap =
            (motion.outputs[0][k] - (x - start[0])).abs().max((motion.outputs[1][k] - (y - start[1])).abs());
        assert!(gap < 1e-11, "{gap:e} at {t} s");
    }
    assert!(energy_error(&motion) < 1e-9, "{:e}", energy_error(&motion));
}

/// Driven at the rocker the machine stops where crank and coupler lie in one line: the rocker's dead centre.
#[test]
fn a_drive_stops_at_a_dead_centre_and_says_so() {
    let system = mechanism(&format!("{FOUR_BAR}[[drive]]\nhinge = \"pivot\"\nangle = \"0.5*t\"\n"));
    let found = simulate(&system, &SimulateRequest::until(2.0), &Dopri5, &Quiet).unwrap_err();
    // Triangle O D B with sides 0.35, 0.3 and 0.4 − 0.1: the angle of the rocker at D against the line D O.
    let angle = |reach: f64| ((0.35_f64.powi(2) + 0.09 - reach * reach) / (2.0 * 0.35 * 0.3)).acos();
    let start = 0.299_624_765_331_573_f64.atan2(0.015);
    let expected = (PI - angle(0.3) - start) / 0.5;
    let DynamicsError::DeadCentre { drive, time } = &found else { panic!("{found}") };
    assert!(drive == "hinge pivot" && (time - expected).abs() < 1e-6, "{found}, expected at {expected}");
}

fn parallelogram(extra: &str, law: &str) -> Mechanism {
    mechanism(&format!(
        r#"
[section.bar]
EA = 1e7
EI = 1e3
rhoA = 1.0
[node]
O1 = [0, 0]
A1 = [0, 0.2]
O2 = [0.5, 0]
A2 = [0.5, 0.2]
[[beam]]
name = "b1"
nodes = ["O1", "A1"]
section = "bar"
flexible = []
[[beam]]
name = "b2"
nodes = ["O2", "A2"]
section = "bar"
flexible = []
[[beam]]
name = "c"
nodes = ["A1", "A2"]
section = "bar"
flexible = []
[[hinge]]
name = "h1"
at = "O1"
between = ["ground", "b1"]
[[hinge]]
name = "h2"
at = "O2"
between = ["ground", "b2"]
[[hinge]]
name = "k1"
at = "A1"
between = ["b1", "c"]
[[hinge]]
name = "k2"
at = "A2"
between = ["b2", "c"]
{extra}
[[drive]]
hinge = "h1"
angle = "{law}"
[[output]]
name = "x"
node = "A2"
direction = "x"
[[output]]
name = "y"
node = "A2"
direction = "y"
[[output]]
name = "turn"
node = "A2"
direction = "phi"
"#
    ))
}

/// A parallelogram goes straight on where it lies flat, although it could also cross: A2 runs on its circle, forwards and
/// back, and where a result is requested in the flat position itself.
#[test]
fn a_parallelogram_goes_straight_through_its_change_points() {
    type Angle = fn(f64) -> f64;
    let laws: [(&str, Angle, f64); 4] = [
        ("2*t", |t| 2.0 * t, 3.2),
        ("pi/4*t", |t| 0.25 * PI * t, 8.0),
        ("-3*t", |t| -3.0 * t, 5.0),
        ("3*sin(t)", |t| 3.0 * t.sin(), 12.0),
    ];
    for (law, angle, end) in laws {
        let request = SimulateRequest { points: 161, ..SimulateRequest::until(end) };
        let system = parallelogram("", law);
        let motion = simulate(&system, &request, &Dopri5, &Quiet).unwrap_or_else(|e| panic!("{law}: {e}"));
        for k in 0..motion.times.len() {
            let phi = angle(motion.times[k]);
            let expected = [-0.2 * phi.sin(), 0.2 * (phi.cos() - 1.0)];
            assert!(motion.outputs.len() >= expected.len());
            for (output, expected) in motion.outputs.iter().zip(expected) {
                let gap = (output[k] - expected).abs();
                assert!(gap < 1e-9, "{law}: {gap:e} at {} s", motion.times[k]);
            }
        }
        assert!(energy_error(&motion) < 1e-7, "{law}: {:e}", energy_error(&motion));
    }
}

/// A slider-crank with a heavy pin falls round: the slider stops at dead centres, the crank goes through. Against
/// J θ̈ + ½ J' θ̇² = −m g L cos θ with J = m L² + M x'².
#[test]
fn a_slider_crank_passes_its_dead_centres_with_momentum() {
    let (l, r, start) = (0.5_f64, 0.8_f64, 1.2_f64);
    let slider = l * start.cos() + (r * r - (l * start.sin()).powi(2)).sqrt();
    let text = format!(
        r#"gravity = [0, -{G}]
[node]
O = [0, 0]
A = [{:?}, {:?}]
B = [{slider:?}, 0.0]
[[mass]]
node = "A"
mass = 2.0
[[mass]]
node = "B"
mass = 0.5
[[truss]]
nodes = ["O", "A"]
flexible = []
[[truss]]
nodes = ["A", "B"]
flexible = []
[[fix]]
nodes = ["O"]
[[fix]]
nodes = ["B"]
directions = ["y"]
[[output]]
name = "x"
node = "B"
direction = "x"
[[output]]
name = "ay"
node = "A"
direction = "y"
"#,
        l * start.cos(),
        l * start.sin()
    );
    let slope = |a: f64| -l * a.sin() - l * l * a.sin() * a.cos() / (r * r - (l * a.sin()).powi(2)).sqrt();
    let inertia = |a: f64| 2.0 * l * l + 0.5 * slope(a).powi(2);
    let rates = |y: &[f64]| {
        let change = (inertia(y[0] + 1e-5) - inertia(y[0] - 1e-5)) / 2e-5;
        vec![y[1], (-2.0 * G * l * y[0].cos() - 0.5 * change * y[1] * y[1]) / inertia(y[0])]
    };
    let end = 4.0;
    let last = integrate(&rates, vec![start, 0.0], end, 40_000)[0];
    assert!(last.abs() < 10.0);
    let system = mechanism(&text);
    let motion = run(&system, end);
    let x = l * last.cos() + (r * r - (l * last.sin()).powi(2)).sqrt() - slider;
    let y = l * (last.sin() - start.sin());
    let gap =
        (motion.outputs[0].last().unwrap() - x).abs().max((motion.outputs[1].last().unwrap() - y).abs());
    assert!(gap < 1e-6, "{gap:e}, {:?}", motion.counters);
    assert!(motion.counters.changes >= 1 && energy_error(&motion) < 1e-7, "{:?}", motion.counters);
}

/// A von Mises truss of half width b and height h: F = 2 k (√(b² + h²) − √(b² + z²)) z/√(b² + z²) at the height z = h − w
/// holds the apex w lower, through the flat position and beyond; drawn upside down and almost flat too.
#[test]
fn a_von_mises_truss_is_led_through_the_flat_position() {
    for h in [0.2_f64, -0.2, 1e-3] {
        let text = format!(
            r#"
[node]
L = [-1, 0]
R = [1, 0]
C = [0, {h:?}]
[[truss]]
nodes = ["L", "C"]
stiffness = 1e4
[[truss]]
nodes = ["R", "C"]
stiffness = 1e4
[[mass]]
node = "C"
mass = 1.0
[[fix]]
nodes = ["L", "R"]
[[force]]
name = "push"
node = "C"
direction = "-y"
[[output]]
name = "down"
node = "C"
direction = "-y"
"#
        );
        let system = mechanism(&text);
        let request = StatesRequest {
            drive: Port { input: 0, output: 0 },
            from: 0.0,
            to: 2.25 * h,
            points: 10,
            longest_way: None,
            time: 0.0,
            input: vec![0.0],
            probes: Vec::new(),
            tolerance: 1e-10,
        };
        let row = states(&system, &request, &Quiet).unwrap_or_else(|error| panic!("{h}: {error}"));
        assert_eq!(row.len(), 10);
        for state in &row {
            let z = h - state.value;
            let length = z.hypot(1.0);
            let force = 2e4 * (h.hypot(1.0) - length) * z / length;
            let scale = 1e4 * h.abs().powi(3);
            assert!(
                (state.force - force).abs() < 1e-6 * scale,
                "{h}: {} at {}, not {force}",
                state.force,
                state.value
            );
        }
        assert!(row.iter().any(|state| state.state.system.is_some()) || h == 1e-3);
    }
}

/// A motion that would never end is given up early, with the number of steps it would take.
#[test]
fn an_absurd_end_is_given_up() {
    let request = SimulateRequest::until(1e9);
    let request = SimulateRequest { largest_step: Some(1.0), ..request };
    let found = simulate(&pendulum(&[0.0], &[1.0]), &request, &Dopri5, &Quiet).unwrap_err();
    let DynamicsError::TooManySteps { steps, expected, .. } = found else { panic!("{found}") };
    assert!(steps < 20_000 && expected > 1e9, "{steps} {expected}");
}

/// Pendulums that start far from rest, upright ones among them, are found hanging: there ω² of one rod is g/l, and of two alike
/// g/l (2 ∓ √2).
#[test]
fn pendulums_far_from_rest_are_found_hanging() {
    let length = 0.7;
    let starts: [&[f64]; 9] = [
        &[0.0],
        &[1.2],
        &[FRAC_PI_2],
        &[PI],
        &[FRAC_PI_2, FRAC_PI_2],
        &[0.3, 2.0],
        &[0.0, PI],
        &[-FRAC_PI_2, FRAC_PI_2],
        &[0.0, 0.0],
    ];
    for angles in starts {
        let lengths = vec![length; angles.len()];
        let system = pendulum(angles, &lengths);
        let found = equilibrium(&system, &EquilibriumRequest::default())
            .unwrap_or_else(|error| panic!("{angles:?}: {error}"));
        let start: f64 = angles.iter().map(|angle| length * angle.sin()).sum();
        let down = found.output.last().unwrap() + start;
        assert!((down + length * angles.len() as f64).abs() < 1e-12, "{angles:?}: {down}");
        let squares = found.modes(&system).unwrap().eigenvalues;
        let root = 2f64.sqrt();
        let exact: &[f64] = if angles.len() == 1 { &[1.0] } else { &[2.0 - root, 2.0 + root] };
        assert_eq!(squares.len(), exact.len());
        for (square, factor) in squares.iter().zip(exact) {
            assert!((square * length / (G * factor) - 1.0).abs() < 1e-9, "{angles:?}: {squares:?}");
        }
        assert!(found.remarks.iter().any(|r| r.contains("going down in energy")), "{:?}", found.remarks);
    }
}

/// Chains of any number of rods come to hang, whatever knot they start in.
#[test]
fn chains_come_to_hang() {
    let mut seed = 7_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    for links in [3, 4, 5, 3, 4, 5] {
        let angles: Vec<f64> = (0..links).map(|_| TAU * random()).collect();
        let lengths: Vec<f64> = (0..links).map(|_| 0.2 + random()).collect();
        let system = pendulum(&angles, &lengths);
        let found = equilibrium(&system, &EquilibriumRequest::default())
            .unwrap_or_else(|error| panic!("{angles:?}: {error}"));
        let start: f64 = angles.iter().zip(&lengths).map(|(a, l)| l * a.sin()).sum();
        let down = found.output.last().unwrap() + start;
        assert!((down + lengths.iter().sum::<f64>()).abs() < 1e-9, "{angles:?}: {down}");
    }
}

/// A bar on a rigid rod falls from above; the trial of the implicit method comes while the coordinates are nearly singular, where it
/// cannot find the configuration from the place in which they were chosen (found by random linkages). The explicit method goes on.
#[test]
fn a_method_that_cannot_begin_near_a_singular_position_waits() {
    let system = mechanism(
        "gravity = [0, -9.81]\n[section.s]\nEA = 1e6\nEI = 1e3\nrhoA = 0.3149821217099865\n[node]\n\
         O = [0.7074437809903322, 0.5515058985616995]\nA = [0.7074437809903322, 0.7171692370177841]\n\
         B = [0.7887147874608013, 0.6461611066982705]\n[[beam]]\nname = 'b0'\nnodes = ['A', 'B']\nsection = 's'\nflexible = []\n\
         [[truss]]\nname = 't0'\nnodes = ['O', 'A']\nflexible = []\nmass = 1.0279275673091888\n\
         [[mass]]\nnode = 'A'\nmass = 2.448996884012915\n[[mass]]\nnode = 'B'\nmass = 4.58217974861591\n[[fix]]\nnodes = ['O']\n\
         [[output]]\nname = 'x'\nnode = 'B'\ndirection = 'x'\n[[output]]\nname = 'y'\nnode = 'B'\ndirection = 'y'\n",
    );
    let auto = *INTEGRATORS.iter().find(|by| by.name() == "auto").unwrap();
    let end = 0.779_266_207_762_249_6;
    for relative in [1e-9, 1e-10] {
        let (found, explicit) =
            (run_by(&system, end, relative, auto), run_by(&system, end, relative, &Dopri5));
        assert!(energy_error(&found) < 1e-7, "{:.1e}", energy_error(&found));
        for (by_both, by_one) in found.outputs.iter().zip(&explicit.outputs) {
            let apart = by_both.last().unwrap() - by_one.last().unwrap();
            assert!(apart.abs() < 1e-5, "{apart:.1e} m at rtol = {relative:e}");
        }
    }
}
