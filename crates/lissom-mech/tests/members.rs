//! Trusses and rigid bodies, in small and in large motion, against closed forms.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod models;

use lissom_linalg::Dense;
use lissom_linalg::eigen::symmetric_definite;
use lissom_mech::{LinearSystem, System};
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
