//! The linearised equations against differences of the nonlinear ones, at moving states far from equilibrium.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_linalg::Dense;
use lissom_mech::{Linearisation, Mechanism, System};
use models::*;

/// A state with its accelerations.
struct Motion {
    time: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    input: Vec<f64>,
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
    let mut columns = Vec::new();
    for (j, &step) in step.iter().enumerate() {
        let residual = |shift: f64| {
            let mut moved = Motion {
                time: motion.time,
                q: motion.q.clone(),
                v: motion.v.clone(),
                a: motion.a.clone(),
                input: motion.input.clone(),
            };
            vary(&mut moved)[j] += shift * step;
            at(system, &moved).residual
        };
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(residual);
        let column = |i: usize| -(a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * step);
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

/// Weight on soft beams, dead and following loads along them, tension and shear: the tangent is the derivative of the force.
#[test]
fn all_matrices_under_spread_loads() {
    let text = r#"
lissom = 1
[model]
name = "spread"
dim = 2
gravity = [0.7, -9.81]
[section.s]
EA = 3e3
EI = 0.02
GA = 2e2
rhoA = 0.4
rhoI = 1e-3
[node]
O = [0.0, 0.0]
P = [0.3, 0.4]
Q = [0.3, -0.4]
R = [0.9, -0.5]
[[beam]]
name = "shearing"
nodes = ["O", "P"]
section = "s"
elements = 2
theory = "timoshenko"
[[beam]]
name = "rolling"
nodes = ["P", "Q"]
section = "s"
elements = 2
theory = "timoshenko"
measure = "angle"
[[beam]]
name = "slender"
nodes = ["Q", "R"]
section = "s"
elements = 2
[[fix]]
nodes = ["O"]
[[force]]
beam = "shearing"
direction = [0.6, -0.8]
per_length = ["3 N/m", "-1 N/m"]
[[force]]
beam = "rolling"
direction = [0.8, 0.6]
per_length = ["2 N/m", "5 N/m"]
follower = true
[[force]]
beam = "slender"
direction = [-0.6, 0.8]
per_length = "4 N/m"
follower = true
[[force]]
node = "R"
direction = [1.0, -2.0]
value = "3 N"
follower = true
"#;
    check(&mechanism(text), 2e-3, 1e-7);
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
