//! Trusses and rigid bodies, in small and in large motion, against closed forms.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_linalg::Dense;
use lissom_linalg::eigen::symmetric_definite;
use lissom_mech::{Frame, LinearSystem, System};
use models::*;

/// Angular frequencies of a structure about its reference configuration, rising [rad/s].
fn linear_frequencies(text: &str) -> Vec<f64> {
    let system = LinearSystem::of(&model(text)).unwrap();
    let dense = |m: &lissom_linalg::Sparse| -> Dense { m.to_dense() };
    let eigen = symmetric_definite(&dense(&system.stiffness), &dense(&system.mass)).unwrap();
    eigen.values.iter().map(|v| v.max(0.0).sqrt()).collect()
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs(), "{found} against {expected}");
}

/// A bar along x divided into four trusses, whose nodes slide along it.
const ROD: &str = r#"
lissom = 1
[model]
name = "rod"
[section.bar]
EA = 2.0e6
rhoA = 3.0
[node]
N0 = [0.0, 0.0]
N1 = [0.5, 0.0]
N2 = [1.0, 0.0]
N3 = [1.5, 0.0]
N4 = [2.0, 0.0]
[[truss]]
nodes = ["N0", "N1"]
section = "bar"
[[truss]]
nodes = ["N1", "N2"]
section = "bar"
[[truss]]
nodes = ["N2", "N3"]
section = "bar"
[[truss]]
nodes = ["N3", "N4"]
section = "bar"
[[fix]]
nodes = ["N0"]
[[fix]]
nodes = ["N1", "N2", "N3", "N4"]
directions = ["y"]
"#;

/// A rod of n consistent elements, fixed and free: ω = (c/h) √(6 (1 − cos θ)/(2 + cos θ)) with θ = (2k − 1) π/(2n),
/// the exact solution of the difference equation.
#[test]
fn a_divided_rod_has_the_frequencies_of_its_difference_equation() {
    let speed = (2.0e6_f64 / 3.0).sqrt();
    let in_space = ROD
        .replace("name = \"rod\"", "name = \"rod\"\ndim = 3")
        .replace(".0]", ".0, 0.0]")
        .replace("directions = [\"y\"]", "directions = [\"y\", \"z\"]");
    for found in [linear_frequencies(ROD), linear_frequencies(&in_space), rest_frequencies(&mechanism(ROD))] {
        assert_eq!(found.len(), 4);
        for (k, omega) in found.iter().enumerate() {
            let cosine = ((2 * k + 1) as f64 * std::f64::consts::PI / 8.0).cos();
            close(*omega, speed / 0.5 * (6.0 * (1.0 - cosine) / (2.0 + cosine)).sqrt(), 1e-9);
        }
    }
}

/// Two bars from two fixed points to a mass: K = Σ k u uᵀ.
const TWO_BARS: &str = r#"
lissom = 1
[model]
name = "two bars"
[params]
k = "5e4 N/m"
[node]
A = [0.0, 0.0]
B = [1.4, 0.0]
C = [0.6, 0.8]
[[truss]]
name = "left"
nodes = ["A", "C"]
stiffness = "k"
[[truss]]
name = "right"
nodes = ["B", "C"]
stiffness = "2*k"
[[mass]]
node = "C"
mass = 4.0
[[fix]]
nodes = ["A", "B"]
[[force]]
name = "right"
node = "C"
direction = "x"
[[force]]
name = "up"
node = "C"
direction = "y"
"#;

#[test]
fn a_two_bar_truss_has_its_stiffness() {
    let system = LinearSystem::of(&model(TWO_BARS)).unwrap();
    assert_eq!(system.degrees_of_freedom(), 2);
    let (k, u, v) = (5e4, [0.6, 0.8], [-1.0 / 2.0_f64.sqrt(), 1.0 / 2.0_f64.sqrt()]);
    for i in 0..2 {
        for j in 0..2 {
            let expected = k * u[i] * u[j] + 2.0 * k * v[i] * v[j];
            assert!((system.stiffness.get(i, j) - expected).abs() < 1e-10 * k, "({i}, {j})");
        }
    }
    // The same through the elongations as independent coordinates: B = ∂x/∂e, and K is diagonal.
    let mechanism = mechanism(TWO_BARS);
    let names: Vec<&str> = mechanism.coordinates().iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["truss left: elongation", "truss right: elongation"]);
    let rest = [0.0; 2];
    let l = linearise(&mechanism, 0.0, &rest, &rest, &rest, &rest);
    assert!((l.stiffness[(0, 0)] - k).abs() < 1e-9 * k && l.stiffness[(0, 1)].abs() < 1e-9 * k);
    let frequencies = rest_frequencies(&mechanism);
    for (a, b) in frequencies.iter().zip(linear_frequencies(TWO_BARS)) {
        close(*a, b, 1e-12);
    }
}

/// A rigid bar of mass m and length l with a bob M at its end, hanging from a node that is held.
const PENDULUM: &str = r#"
lissom = 1
[model]
name = "pendulum"
gravity = [0, -9.81]
[node]
O = [0.0, 0.0]
P = [0.0, -0.7]
[[truss]]
name = "link"
nodes = ["O", "P"]
flexible = []
mass = 1.2
[[mass]]
node = "P"
mass = 0.5
[[fix]]
nodes = ["O"]
[[output]]
node = "P"
direction = "x"
[[output]]
node = "P"
direction = "y"
"#;

/// α̈ = −(m/2 + M) g l sin α/((m/3 + M) l²), α being found from the free coordinate x = l sin α.
#[test]
fn a_rigid_truss_swings_as_a_pendulum() {
    let system = mechanism(PENDULUM);
    assert_eq!(system.coordinates().len(), 1);
    let (m, bob, l, g) = (1.2, 0.5, 0.7_f64, 9.81);
    close(rest_frequencies(&system)[0], ((0.5 * m + bob) * g / ((m / 3.0 + bob) * l)).sqrt(), 1e-12);
    for (angle, rate) in [(0.3_f64, 0.0), (0.9, 1.7), (-1.2, -3.0)] {
        let (sine, cosine) = angle.sin_cos();
        let expected = -(0.5 * m + bob) * g * sine / ((m / 3.0 + bob) * l);
        let found = acceleration(&system, 0.0, &[l * sine], &[l * cosine * rate], &[]);
        close(found[0], l * (cosine * expected - sine * rate * rate), 1e-11);
        assert!((outputs(&system, 0.0, &[l * sine])[1] - l * (1.0 - cosine)).abs() < 1e-13);
    }
}

/// A body with its centre of mass away from the hinge, held by a rotational spring.
const PHYSICAL_PENDULUM: &str = r#"
lissom = 1
[model]
name = "physical pendulum"
gravity = [0, -9.81]
[node]
O = [0.2, 0.1]
P = [0.5, 0.5]
[[rigid_body]]
name = "body"
nodes = ["O", "P"]
mass = 3.0
inertia = 0.4
centre = [0.5, -0.3]
[[hinge]]
name = "pin"
at = "O"
between = ["ground", "body"]
stiffness = 11.0
[[output]]
node = "P"
direction = "x"
[[output]]
node = "P"
direction = "y"
"#;

/// (J + m |c|²) α̈ = m g × arm − k α, whatever the rate; the other node turns along.
#[test]
fn a_physical_pendulum_moves_by_its_inertia_about_the_pin() {
    let system = mechanism(PHYSICAL_PENDULUM);
    assert_eq!(system.coordinates().len(), 1, "{:?}", system.coordinates());
    let (m, j, arm, end) = (3.0, 0.4, [0.3, -0.4], [0.3, 0.4]);
    for (angle, rate) in [(0.0_f64, 0.0), (0.7, 2.0), (-2.5, -8.0), (9.0, 1.0)] {
        let (sine, cosine) = angle.sin_cos();
        let expected = (-m * 9.81 * (arm[0] * cosine - arm[1] * sine) - 11.0 * angle) / (j + m * 0.25);
        close(acceleration(&system, 0.0, &[angle], &[rate], &[])[0], expected, 1e-12);
        let [x, y] = outputs(&system, 0.0, &[angle])[..] else { panic!("two outputs") };
        assert!((x - (end[0] * cosine - end[1] * sine - end[0])).abs() < 1e-14);
        assert!((y - (end[0] * sine + end[1] * cosine - end[1])).abs() < 1e-14);
    }
    let linear = LinearSystem::of(&model(PHYSICAL_PENDULUM)).unwrap();
    assert_eq!(linear.degrees_of_freedom(), 1);
    close(linear.mass.get(0, 0), 0.4 + 3.0 * 0.25, 1e-14);
    close(linear.mass_properties.inertia[2][2], 0.4, 1e-13);
    close(linear.mass_properties.centre[1], -0.3, 1e-13);
}

/// An angle bracket on a flexure, once of two rigid beams, once as a body with mass m = m₁ + m₂, the centre between
/// theirs, and J by Steiner's rule.
#[test]
fn a_compound_body_weighs_the_same_in_two_ways() {
    let head = r#"
lissom = 1
[model]
name = "bracket"
gravity = [1.0, -9.81]
[section.flexure]
EA = 1e5
EI = 3.0
rhoA = 0.2
[section.bar]
EA = 1.0
EI = 1.0
rhoA = 2.5
[node]
A = [0.0, 0.0]
B = [0.3, 0.0]
C = [0.3, 0.4]
D = [0.9, 0.4]
[[beam]]
nodes = ["A", "B"]
section = "flexure"
elements = 3
[[fix]]
nodes = ["A"]
"#;
    let bars = r#"
[[beam]]
nodes = ["B", "C"]
section = "bar"
flexible = []
[[beam]]
nodes = ["C", "D"]
section = "bar"
flexible = []
"#;
    let (m1, m2, c1, c2) = (1.0, 1.5, [0.3, 0.2], [0.6, 0.4]);
    let mass = m1 + m2;
    let centre = [0, 1].map(|k| (m1 * c1[k] + m2 * c2[k]) / mass);
    let about = |m: f64, l: f64, c: [f64; 2]| {
        m * l * l / 12.0 + m * ((c[0] - centre[0]).powi(2) + (c[1] - centre[1]).powi(2))
    };
    let body = format!(
        "\n[[rigid_body]]\nname = \"bracket\"\nnodes = [\"D\", \"B\", \"C\"]\nmass = {mass}\ninertia = {}\ncentre = [{}, {}]\n",
        about(m1, 0.4, c1) + about(m2, 0.6, c2),
        centre[0],
        centre[1]
    );
    let [bars, body] = [bars, &body].map(|rest| format!("{head}{rest}"));
    let [a, b] = [&bars, &body].map(|text| rest_frequencies(&mechanism(text)));
    assert_eq!(a.len(), b.len());
    // The two have different unknowns: rounding alone moves the stiff frequencies by 1e-10 either way.
    a.iter().zip(&b).for_each(|(a, b)| close(*a, *b, 1e-9));
    linear_frequencies(&bars).iter().zip(&linear_frequencies(&body)).for_each(|(a, b)| close(*a, *b, 1e-9));
    // Far from rest, and moving.
    let systems = [&bars, &body].map(|text| mechanism(text));
    let mut numbers = Numbers::new(5);
    let q = numbers.vector(&sizes(&systems[0], 0.02, 0.2));
    let v = numbers.vector(&sizes(&systems[0], 0.3, 2.0));
    let [a, b] = [0, 1].map(|k| acceleration(&systems[k], 0.0, &q, &v, &[]));
    let size = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-9 * size), "{a:?} against {b:?}");
}

/// Crank, coupler and rocker as rigid bodies in a parallelogram: the coupler does not turn, and a hinge names bodies.
#[test]
fn a_parallelogram_of_rigid_bodies_translates() {
    let text = r#"
lissom = 1
[model]
name = "parallelogram"
[node]
O = [0.0, 0.0]
P = [0.0, 0.3]
Q = [0.5, 0.3]
R = [0.5, 0.0]
[[rigid_body]]
name = "crank"
nodes = ["O", "P"]
[[rigid_body]]
name = "coupler"
nodes = ["P", "Q"]
mass = 2.0
inertia = 0.1
centre = [0.4, 0.5]
[[rigid_body]]
name = "rocker"
nodes = ["Q", "R"]
[[hinge]]
name = "O"
at = "O"
between = ["ground", "crank"]
[[hinge]]
name = "P"
at = "P"
between = ["crank", "coupler"]
[[hinge]]
name = "Q"
at = "Q"
between = ["coupler", "rocker"]
[[hinge]]
name = "R"
at = "R"
between = ["ground", "rocker"]
[[torque]]
name = "motor"
hinge = "O"
[[output]]
name = "turn"
expression = "phi(P)"
[[output]]
name = "coupler"
expression = "x(Q) - x(P)"
"#;
    let system = mechanism(text);
    assert_eq!(system.coordinates().len(), 1);
    assert_eq!(system.coordinates()[0].name, "hinge O: angle");
    for angle in [-0.9, 0.4, 1.2_f64] {
        let [turn, apart] = outputs(&system, 0.0, &[angle])[..] else { panic!("two outputs") };
        assert!((turn - angle).abs() < 1e-13 && apart.abs() < 1e-13, "{turn} and {apart} at {angle}");
        // All points of the coupler move on circles of radius 0.3, so that only m r² counts.
        let found = acceleration(&system, 0.0, &[angle], &[3.0], &[0.5]);
        close(found[0], 0.5 / (2.0 * 0.09), 1e-11);
    }
}

/// A body on three springs in space: the free body has six rigid motions, and its mass is that of the model.
#[test]
fn a_body_in_space_keeps_its_nodes_and_its_mass() {
    let text = r#"
lissom = 1
[model]
name = "block"
dim = 3
[node]
A = [0.0, 0.0, 0.0]
B = [1.0, 0.0, 0.0]
C = [0.0, 1.0, 0.0]
D = [0.2, 0.3, 0.8]
[[rigid_body]]
name = "block"
nodes = ["A", "B", "C", "D"]
mass = 5.0
inertia = [0.3, 0.4, 0.5]
centre = [0.3, 0.2, 0.4]
[[spring]]
nodes = ["B", "ground"]
stiffness = 100.0
direction = "z"
"#;
    let system = LinearSystem::of(&model(text)).unwrap();
    assert_eq!(system.degrees_of_freedom(), 6);
    assert_eq!(system.rigid_motions.free.cols(), 5);
    let found = system.mass_properties;
    close(found.mass, 5.0, 1e-14);
    (0..3).for_each(|k| close(found.centre[k], [0.3, 0.2, 0.4][k], 1e-13));
    (0..3).for_each(|k| close(found.inertia[k][k], [0.3, 0.4, 0.5][k], 1e-12));
    // Pushed at one point, the block answers with 1/m + (r × n)ᵀ J⁻¹ (r × n) per force.
    let arm: [f64; 3] = [0.7, -0.2, -0.4];
    let inverse = 1.0 / 5.0 + arm[1] * arm[1] / 0.3 + arm[0] * arm[0] / 0.4;
    close(*linear_frequencies(text).last().unwrap(), (100.0 * inverse).sqrt(), 1e-10);
}

/// K^G about a hanging state: the tension of parallel rods resists the sway with m g/l, a force F at an arm d with
/// F · d.
#[test]
fn tension_and_arms_stiffen() {
    let stage = include_str!("../../../examples/swing_stage/model.toml");
    let stage_model = model(stage);
    let system = LinearSystem::of(&stage_model).unwrap();
    let frame = Frame::of(&stage_model, &system).unwrap();
    let weight = frame.weight();
    // Both rods carry half of the weight: the stage hangs lower by m g/(2 k).
    let lower = -30.0 * 9.81 / (2.0 * 2e5);
    let sag: Vec<f64> = (0..system.degrees_of_freedom())
        .map(|i| if system.name(i).ends_with(".y") { lower } else { 0.0 })
        .collect();
    let sway: Vec<f64> = (0..sag.len()).map(|i| f64::from(system.name(i).ends_with(".x"))).collect();
    // Weight as forces on nodes, and as the weight of the elements themselves.
    for (force, weighs) in [(weight.clone(), false), (vec![0.0; weight.len()], true)] {
        let stiffness = frame.geometric_stiffness(&sag, &force, weighs);
        close(stiffness.form(&sway, &sway), 30.0 * 9.81 / 2.0, 1e-9);
    }
    // The pull on a node of a body that turns about another node.
    for (dimension, axis, place) in [("2", "", "[0.3, -0.4]"), ("3", "axis = [0, 0, 1]", "[0.3, -0.4, 0.7]")]
    {
        let zero = if dimension == "2" { "[0, 0]" } else { "[0, 0, 0]" };
        let text = format!(
            "lissom = 1\n[model]\nname = \"arm\"\ndim = {dimension}\n[node]\nO = {zero}\nP = {place}\n\
             [[rigid_body]]\nname = \"body\"\nnodes = [\"O\", \"P\"]\nmass = 1\ninertia = 1\ncentre = {zero}\n\
             [[hinge]]\nat = \"O\"\nbetween = [\"ground\", \"body\"]\nstiffness = 5\n{axis}\n\
             [[force]]\nname = \"pull\"\nnode = \"P\"\ndirection = \"-y\"\n"
        );
        let arm_model = model(&text);
        let system = LinearSystem::of(&arm_model).unwrap();
        assert_eq!(system.degrees_of_freedom(), 1);
        let frame = Frame::of(&arm_model, &system).unwrap();
        let pull = frame.force(&[("pull".to_owned(), 50.0)]).unwrap();
        // −50 N at x = 0.3 m turns the hinge by −15/5 rad to first order; only the pull stiffens, with F · d = 20 N m.
        let found = frame.geometric_stiffness(&[-3.0], &pull, false).get(0, 0);
        close(found, 20.0, 1e-12);
    }
}
