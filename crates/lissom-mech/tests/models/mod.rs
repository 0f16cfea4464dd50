//! Models as text, and states of their mechanisms.
#![allow(dead_code, clippy::unwrap_used)]

pub mod ladders;

use lissom_linalg::Dense;
use lissom_linalg::eigen::symmetric_definite;
use lissom_mech::{Linearisation, Mechanism, State, System, Workspace};
use lissom_model::{Model, Overrides, Sources, Style, load, render};

/// The example of the paper's straight guidance.
pub const GUIDANCE: &str = include_str!("../../../../examples/guidance/model.toml");
/// The example of the paper's manipulator.
pub const MANIPULATOR: &str = include_str!("../../../../examples/manipulator/model.toml");
/// The slider-crank with a flexible rod.
pub const SLIDER_CRANK: &str = include_str!("../../../../examples/slider_crank/model.toml");

/// Everything at once: loops, damping, follower force, spread forces, gravity, springs that turn, a damper,
/// an eccentric mass, a torque law in angle and rate, the angle measure, a part without shortening, and open
/// inputs.
pub const MIXED: &str = r#"
lissom = 1
[model]
name = "mixed"
dim = 2
gravity = [0.7, -9.81]
[params]
thrust = "1 N"
k = "1 N*m"
c = "1 N*m*s"
w = "7 rad/s"
[section.strip]
EA = 3e4
EI = 2.0
rhoA = 0.4
rhoI = 1e-3
[node]
O = [0.0, 0.0]
P = [0.3, 0.4]
Q = [0.9, 0.3]
R = [0.8, -0.1]
S = [1.3, 0.5]
T = [1.4, 0.1]
[[beam]]
name = "first"
nodes = ["O", "P"]
section = "strip"
elements = 2
kelvin_voigt = 2e-3
[[beam]]
name = "second"
nodes = ["P", "Q"]
section = "strip"
elements = 2
measure = "angle"
flexible = ["bending"]
[[beam]]
name = "third"
nodes = ["R", "Q"]
section = "strip"
shortening = false
[[beam]]
name = "tail"
nodes = ["Q", "S"]
section = "strip"
flexible = []
[[beam]]
name = "bob"
nodes = ["S", "T"]
section = "strip"
flexible = ["bending"]
[[hinge]]
name = "swing"
at = "S"
between = ["tail", "bob"]
damping = 0.01
[[hinge]]
name = "base"
at = "O"
between = ["ground", "first"]
stiffness = 5.0
[[hinge]]
name = "middle"
at = "Q"
between = ["second", "third"]
damping = 0.3
[[hinge]]
name = "foot"
at = "R"
between = ["ground", "third"]
[[mass]]
name = "eccentric"
node = "P"
mass = 0.8
inertia = 0.02
offset = [0.1, -0.05]
[[spring]]
name = "stay"
nodes = ["P", "S"]
stiffness = 300.0
[[damper]]
name = "dashpot"
nodes = ["O", "S"]
damping = 4.0
[[force]]
name = "jet"
node = "S"
direction = [0.6, 0.8]
follower = true
value = "thrust*(3 + sin(w*t))"
[[force]]
name = "push"
node = "S"
direction = "y"
[[force]]
name = "wind"
beam = "first"
direction = [0.3, -0.7]
per_length = ["thrust*(4 + cos(w*t))/1 m", "-3 N/m"]
[[force]]
name = "pressure"
beam = "second"
direction = [0.2, 0.9]
follower = true
per_length = ["2 N/m", "thrust*sin(w*t)/1 m"]
[[torque]]
name = "motor"
hinge = "base"
value = "2*k*sin(angle) - 0.4*c*rate + 0.1*c*angle*rate + k*cos(w*t)"
[[torque]]
name = "winder"
hinge = "swing"
value = "k*sin(angle) - c*rate*angle"
[[torque]]
name = "brake"
hinge = "middle"
[[output]]
name = "height"
node = "S"
direction = "y"
[[output]]
name = "turn"
node = "P"
direction = "phi"
[[output]]
name = "distance"
expression = "2*x(S) - y(P)"
"#;

/// Reads a model text; shows its diagnostics when it is wrong.
pub fn model(text: &str) -> Model {
    model_with(text, &[])
}

/// Reads a model text with overrides.
pub fn model_with(text: &str, overrides: &[(&str, &str)]) -> Model {
    let overrides = Overrides::from_iter(overrides.iter().copied());
    let checked = load("test.toml", text.as_bytes(), &overrides);
    let sources = Sources::new("test.toml", text.as_bytes(), &overrides);
    let page = render(&checked.diagnostics, &sources, Style::Plain);
    checked.value.unwrap_or_else(|| panic!("{page}"))
}

/// The mechanism of a model text.
pub fn mechanism(text: &str) -> Mechanism {
    Mechanism::of(&model(text)).unwrap()
}

/// Numbers in (−1, 1) that are the same every time.
pub struct Numbers(u64);

impl Numbers {
    /// A fresh sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A vector of them, each times its size.
    pub fn vector(&mut self, sizes: &[f64]) -> Vec<f64> {
        sizes.iter().map(|size| size * self.next()).collect()
    }
}

/// q̈ at a state.
pub fn acceleration(system: &dyn System, time: f64, q: &[f64], q_dot: &[f64], input: &[f64]) -> Vec<f64> {
    let mut work = system.workspace();
    let mut result = vec![0.0; q.len()];
    system
        .acceleration(&State { time, position: q, velocity: q_dot }, input, &mut work, &mut result)
        .unwrap();
    result
}

/// The linearisation about a state.
pub fn linearise(
    system: &dyn System,
    time: f64,
    q: &[f64],
    q_dot: &[f64],
    q_ddot: &[f64],
    input: &[f64],
) -> Linearisation {
    let mut work = system.workspace();
    system.linearise(&State { time, position: q, velocity: q_dot }, q_ddot, input, &mut work).unwrap()
}

/// K + N + G.
pub fn total_stiffness(l: &Linearisation) -> Dense {
    let mut sum = l.stiffness.clone();
    sum.add_scaled(1.0, &l.dynamic_stiffness);
    sum.add_scaled(1.0, &l.geometric_stiffness);
    sum
}

/// Angular frequencies of the reference state, rising [rad/s].
pub fn rest_frequencies(system: &dyn System) -> Vec<f64> {
    let (q, v) = system.initial();
    let input = vec![0.0; system.inputs().len()];
    let l = linearise(system, 0.0, &q, &v, &v, &input);
    let eigen = symmetric_definite(&total_stiffness(&l).symmetric_part(), &l.mass).unwrap();
    eigen.values.iter().map(|value| value.max(0.0).sqrt()).collect()
}

/// Sizes of the coordinates: one for lengths, one for angles.
pub fn sizes(system: &dyn System, length: f64, angle: f64) -> Vec<f64> {
    system.coordinates().iter().map(|c| if c.unit == "rad" { angle } else { length }).collect()
}

/// The outputs at a state.
pub fn outputs(system: &dyn System, time: f64, q: &[f64]) -> Vec<f64> {
    let rest = vec![0.0; q.len()];
    let mut values = vec![0.0; system.outputs().len()];
    let state = State { time, position: q, velocity: &rest };
    system.output(&state, &mut system.workspace(), &mut values).unwrap();
    values
}

/// One classical Runge-Kutta step of a system without inputs.
pub fn runge_kutta(
    system: &dyn System,
    time: f64,
    q: &mut [f64],
    v: &mut [f64],
    dt: f64,
    work: &mut Workspace,
) {
    let n = q.len();
    let slope = |t: f64, q: &[f64], v: &[f64], work: &mut Workspace| {
        let mut a = vec![0.0; n];
        system.acceleration(&State { time: t, position: q, velocity: v }, &[], work, &mut a).unwrap();
        a
    };
    let ahead =
        |x: &[f64], s: &[f64], h: f64| -> Vec<f64> { x.iter().zip(s).map(|(x, s)| x + h * s).collect() };
    let (v1, a1) = (v.to_vec(), slope(time, q, v, work));
    let v2 = ahead(v, &a1, 0.5 * dt);
    let a2 = slope(time + 0.5 * dt, &ahead(q, &v1, 0.5 * dt), &v2, work);
    let v3 = ahead(v, &a2, 0.5 * dt);
    let a3 = slope(time + 0.5 * dt, &ahead(q, &v2, 0.5 * dt), &v3, work);
    let v4 = ahead(v, &a3, dt);
    let a4 = slope(time + dt, &ahead(q, &v3, dt), &v4, work);
    for j in 0..n {
        q[j] += dt / 6.0 * (v1[j] + 2.0 * v2[j] + 2.0 * v3[j] + v4[j]);
        v[j] += dt / 6.0 * (a1[j] + 2.0 * a2[j] + 2.0 * a3[j] + a4[j]);
    }
}
