//! The linearised equations against differences of the nonlinear ones, at moving states far from equilibrium.

mod models;

use lissom_linalg::Dense;
use lissom_mech::{Linearisation, Mechanism, System};
use models::*;

/// Everything at once: loops, damping, follower force, gravity, springs that turn, a damper, an eccentric lump, a
/// torque law in angle and rate, the angle measure, a part without shortening, and open inputs.
const MIXED: &str = r#"
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
[[torque]]
name = "motor"
hinge = "base"
value = "2*k*sin(angle) - 0.4*c*rate + 0.1*c*angle*rate + k*cos(w*t)"
[[torque]]
name = "brake"
hinge = "middle"
"#;

/// A state with its accelerations.
struct Motion {
    time: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    input: Vec<f64>,
}

fn sizes(system: &dyn System, lengths: f64, angles: f64) -> Vec<f64> {
    system.coordinates().iter().map(|c| if c.unit == "rad" { angles } else { lengths }).collect()
}

fn random_motion(system: &dyn System, seed: u64, length: f64) -> Motion {
    let mut numbers = Numbers::new(seed);
    Motion {
        time: 0.13,
        q: numbers.vector(&sizes(system, length, 0.3)),
        v: numbers.vector(&sizes(system, 10.0 * length, 2.0)),
        a: numbers.vector(&sizes(system, 100.0 * length, 10.0)),
        input: numbers.vector(&vec![1.0; system.inputs().len()]),
    }
}

fn at(system: &dyn System, m: &Motion) -> Linearisation {
    linearise(system, m.time, &m.q, &m.v, &m.a, &m.input)
}

/// Minus the derivative of the out-of-balance force by one of the vectors of a motion, by differences of fourth
/// order.
fn differences(
    system: &dyn System,
    motion: &Motion,
    step: &[f64],
    vary: fn(&mut Motion) -> &mut Vec<f64>,
) -> Dense {
    let n = step.len();
    let mut columns = Vec::new();
    for j in 0..n {
        let residual = |shift: f64| {
            let mut moved = Motion {
                time: motion.time,
                q: motion.q.clone(),
                v: motion.v.clone(),
                a: motion.a.clone(),
                input: motion.input.clone(),
            };
            vary(&mut moved)[j] += shift * step[j];
            at(system, &moved).residual
        };
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(residual);
        let column = |i: usize| -(a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * step[j]);
        columns.push((0..a.len()).map(column).collect());
    }
    Dense::from_columns(motion.q.len(), &columns)
}

fn difference(found: &Dense, expected: &Dense) -> f64 {
    let mut rest = found.clone();
    rest.add_scaled(-1.0, expected);
    rest.max_abs() / expected.max_abs()
}

fn check(system: &dyn System, length: f64, tolerance: f64) {
    for seed in [3, 11] {
        let motion = random_motion(system, seed, length);
        let l = at(system, &motion);
        // The force is linear in accelerations and smooth in rates: long steps keep rounding out.
        let mass = differences(system, &motion, &sizes(system, 1e4 * length, 1e3), |m| &mut m.a);
        let found = difference(&l.mass, &mass);
        assert!(found < 1e-9, "M of {}: {found}", system.name());
        let mut velocity = l.velocity_sensitivity.clone();
        velocity.add_scaled(1.0, &l.damping);
        let expected = differences(system, &motion, &sizes(system, 100.0 * length, 1.0), |m| &mut m.v);
        let found = difference(&velocity, &expected);
        assert!(found < 1e-8, "C + D of {}: {found}", system.name());
        let expected = differences(system, &motion, &sizes(system, 1e-2 * length, 1e-3), |m| &mut m.q);
        let found = difference(&total_stiffness(&l), &expected);
        assert!(found < tolerance, "K + N + G of {}: {found}", system.name());
        if !motion.input.is_empty() {
            let mut inputs = differences(system, &motion, &vec![1.0; motion.input.len()], |m| &mut m.input);
            inputs.scale(-1.0);
            assert!(difference(&l.input, &inputs) < 1e-10, "B of {}", system.name());
        }
    }
}

#[test]
fn all_matrices_of_a_mixed_mechanism() {
    let system = mechanism(MIXED);
    check(&system, 2e-3, 1e-7);
}

#[test]
fn all_matrices_of_the_guidance() {
    let model = model_with(GUIDANCE, &[("beam.A.kelvin_voigt", "1e-4"), ("beam.B.measure", "angle")]);
    check(&Mechanism::of(&model).unwrap(), 2e-3, 1e-7);
}

#[test]
fn all_matrices_of_the_manipulator() {
    check(&mechanism(MANIPULATOR), 2e-3, 1e-7);
}

#[test]
fn all_matrices_under_a_drive() {
    check(&mechanism(SLIDER_CRANK), 1e-3, 1e-7);
}

/// A reduced model linearises to the projection of the full one: Vᵀ M V, Vᵀ C V …
#[test]
fn a_reduced_model_linearises_to_the_projection() {
    let system = mechanism(MIXED);
    let n = system.coordinates().len();
    let small: Vec<usize> =
        (0..n).filter(|j| system.coordinates()[*j].size == lissom_mech::Size::Small).collect();
    let large: Vec<usize> = (0..n).filter(|j| !small.contains(j)).collect();
    let mut basis = Dense::zeros(n, 3 + large.len());
    for (k, i) in small.iter().enumerate() {
        (0..3).for_each(|j| basis[(*i, j)] = 1e-3 * ((k * k + 3 * j + 1) as f64).sin());
    }
    large.iter().enumerate().for_each(|(j, i)| basis[(*i, 3 + j)] = 1.0);
    let names = (0..basis.cols())
        .map(|j| lissom_mech::GeneralisedCoordinate {
            name: format!("{j}"),
            unit: "-",
            size: lissom_mech::Size::Small,
        })
        .collect();
    let reduced = system.reduced(&basis, names).unwrap();
    check(&reduced, 0.5, 1e-7);
    let m = random_motion(&reduced, 5, 0.5);
    let [q, v, a] = [&m.q, &m.v, &m.a].map(|x| basis.multiply_vector(x));
    let full = linearise(&system, m.time, &q, &v, &a, &m.input);
    let small = at(&reduced, &m);
    for (large, small) in [
        (&full.mass, &small.mass),
        (&full.velocity_sensitivity, &small.velocity_sensitivity),
        (&full.damping, &small.damping),
        (&full.stiffness, &small.stiffness),
        (&full.dynamic_stiffness, &small.dynamic_stiffness),
        (&full.geometric_stiffness, &small.geometric_stiffness),
    ] {
        assert!(difference(small, &basis.transpose_matmul(&large.matmul(&basis))) < 1e-11);
    }
}
