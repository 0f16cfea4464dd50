//! Forces spread along beams, against closed forms.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_linalg::Lu;
use lissom_mech::{Mechanism, System};
use models::*;

const STRIP: &str = r#"
lissom = 1
[model]
name = "strip"
gravity = [0, 0]
[params]
n = 1
[section.strip]
EA = 1e5
EI = 3.0
rhoA = 0.5
[node]
root = [0.1, 0.2]
tip = [1.3, 1.1]
[[beam]]
name = "strip"
nodes = ["root", "tip"]
section = "strip"
elements = "n"
[[force]]
name = "across"
node = "tip"
direction = [-0.6, 0.8]
[[force]]
name = "turn"
node = "tip"
direction = "phi"
[[force]]
name = "line"
beam = "strip"
direction = [-0.6, 0.8]
"#;

fn clamped(text: &str) -> String {
    format!("{text}\n[[fix]]\nnodes = [\"root\"]\n")
}

/// With consistent loads the ends of elements lie where the exact solution has them, for any number of elements:
/// w l⁴/(8 EI) and w l³/(6 EI); w₀ l⁴/(30 EI) and w₀ l³/(24 EI) of a triangle that ends at the tip.
#[test]
fn a_cantilever_under_a_uniform_or_triangular_load_has_exact_nodal_values() {
    let (l, ei) = (1.5_f64, 3.0);
    for n in ["1", "2", "5"] {
        let system = Mechanism::of(&model_with(&clamped(STRIP), &[("n", n)])).unwrap();
        let rest = vec![0.0; system.coordinates().len()];
        let found = linearise(&system, 0.0, &rest, &rest, &rest, &[0.0; 3]);
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let column = |j: usize| found.input.column(j).to_vec();
        let lu = Lu::factor(&found.stiffness).unwrap();
        let uniform = lu.solve(&column(2));
        for (value, expected) in [
            (dot(&column(0), &uniform), l.powi(4) / (8.0 * ei)),
            (dot(&column(1), &uniform), l.powi(3) / (6.0 * ei)),
        ] {
            assert!((value / expected - 1.0).abs() < 1e-9, "{value} against {expected} with {n} elements");
        }
        let text = clamped(STRIP).replace(
            "beam = \"strip\"\ndirection = [-0.6, 0.8]",
            "beam = \"strip\"\ndirection = [-0.6, 0.8]\nper_length = [\"2 N/m\", 0]",
        );
        let system = Mechanism::of(&model_with(&text, &[("n", n)])).unwrap();
        let triangle = lu.solve(&linearise(&system, 0.0, &rest, &rest, &rest, &[0.0; 2]).residual);
        for (value, expected) in [
            (dot(&column(0), &triangle), 2.0 * l.powi(4) / (30.0 * ei)),
            (dot(&column(1), &triangle), 2.0 * l.powi(3) / (24.0 * ei)),
        ] {
            assert!((value / expected - 1.0).abs() < 1e-9, "{value} against {expected} with {n} elements");
        }
    }
}

/// Gravity is a weight of ρA g per length: at any state, full or reduced.
#[test]
fn gravity_is_a_spread_weight() {
    let heavy = clamped(STRIP).replace("gravity = [0, 0]", "gravity = [3.0, -4.0]").replace("n = 1", "n = 3");
    let loaded = clamped(STRIP).replace("n = 1", "n = 3").replace(
        "beam = \"strip\"\ndirection = [-0.6, 0.8]",
        "beam = \"strip\"\ndirection = [3.0, -4.0]\nper_length = \"2.5 N/m\"",
    );
    let [heavy, loaded] = [heavy, loaded].map(|text| mechanism(&text));
    let mut numbers = Numbers::new(11);
    let q = numbers.vector(&sizes(&heavy, 0.1, 0.5));
    let v = numbers.vector(&sizes(&heavy, 0.5, 3.0));
    let a = acceleration(&heavy, 0.0, &q, &v, &[0.3, -0.2, 0.0]);
    let b = acceleration(&loaded, 0.0, &q, &v, &[0.3, -0.2]);
    let size = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-11 * size), "{a:?} against {b:?}");
    let names = heavy.coordinates()[..2].to_vec();
    let basis = lissom_linalg::Dense::from_fn(q.len(), 2, |i, j| ((i + 3 * j + 1) as f64).sin());
    let [a, b] = [(&heavy, &[0.0, 0.0, 0.0][..]), (&loaded, &[0.0, 0.0])].map(|(system, input)| {
        let reduced = system.reduced(&basis, names.clone()).unwrap();
        acceleration(&reduced, 0.0, &[0.02, -0.03], &[0.4, 0.2], input)
    });
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-11 * a.abs()), "{a:?} against {b:?}");
}

/// A pressure p on a curve from A to B pushes with p J (B − A), and turns about A with p |B − A|²/2, whatever the
/// curve: ∫ J r′ ds and ∫ r · r′ ds. A pull along it comes to p (B − A).
#[test]
fn a_follower_pressure_pushes_the_chord() {
    // The three motions of the free strip are those of its root; the deformations stay.
    let text = STRIP.replace("n = 1", "n = 3")
        + "[coordinates]\nindependent = [\"root.x\", \"root.y\", \"root.phi\"]\n";
    for (along, across) in [(0.0, 1.0), (1.0, 0.0)] {
        // The beam's axis is (0.8, 0.6).
        let direction = [0.8 * along - 0.6 * across, 0.6 * along + 0.8 * across];
        let follower = format!("beam = \"strip\"\ndirection = {direction:?}\nfollower = true");
        let system = mechanism(&text.replace("beam = \"strip\"\ndirection = [-0.6, 0.8]", &follower));
        let place = |name: &str| system.coordinates().iter().position(|c| c.name == name).unwrap();
        let q = Numbers::new(3).vector(&sizes(&system, 0.1, 0.4));
        let rest = vec![0.0; q.len()];
        let pushed = linearise(&system, 0.0, &q, &rest, &rest, &[0.0; 3]).input;
        let at = lissom_mech::State { time: 0.0, position: &q, velocity: &rest };
        let points = system.snapshot(&at, &[0.0; 3], &mut system.workspace()).unwrap().points;
        let point = |name: &str| points.iter().find(|(found, _)| found == name).unwrap().1;
        let (from, to) = (point("root"), point("tip"));
        let chord = [to[0] - from[0], to[1] - from[1]];
        let force = [along * chord[0] - across * chord[1], along * chord[1] + across * chord[0]];
        for (k, axis) in ["x", "y"].into_iter().enumerate() {
            let found = pushed[(place(&format!("root.{axis}")), 2)];
            assert!((found - force[k]).abs() < 1e-12, "{found} against {}", force[k]);
        }
        if across == 1.0 {
            let found = pushed[(place("root.phi"), 2)];
            let expected = 0.5 * (chord[0] * chord[0] + chord[1] * chord[1]);
            assert!((found - expected).abs() < 1e-12, "{found} against {expected}");
        }
    }
}

/// The same forces act on the linear frame, in the plane and in space: tip deflections of a cantilever under a uniform
/// and under a triangular load.
#[test]
fn a_frame_takes_the_same_forces() {
    let (l, ei) = (1.5_f64, 3.0);
    let in_space = STRIP
        .replace("name = \"strip\"\ngravity = [0, 0]", "name = \"strip\"\ndim = 3")
        .replace("EI = 3.0", "EIy = 7.0\nEIz = 3.0\nGJ = 1.0\nrhoJ = 1.0")
        .replace("[0.1, 0.2]", "[0.1, 0.2, 0.5]")
        .replace("[1.3, 1.1]", "[1.3, 1.1, 0.5]")
        .replace("direction = [-0.6, 0.8]", "direction = [-0.6, 0.8, 0]")
        .replace("direction = \"phi\"", "direction = \"rz\"");
    for text in [STRIP, &in_space] {
        let text = clamped(text).replace("name = \"line\"", "name = \"line\"\nper_length = [1, 1]");
        let model = model_with(&text, &[("n", "2")]);
        let system = lissom_mech::LinearSystem::of(&model).unwrap();
        let structure = lissom_mech::Structure::of_model(&model, &system).unwrap();
        let input =
            |name: &str| structure.inputs.iter().find(|input| input.name == name).unwrap().values.clone();
        let lu = Lu::factor(&system.stiffness.to_dense()).unwrap();
        let tip =
            |name: &str| lu.solve(&input(name)).iter().zip(input("across")).map(|(x, c)| x * c).sum::<f64>();
        for (name, expected) in [
            ("line", l.powi(4) / (8.0 * ei)),
            ("line (first end)", l.powi(4) / (30.0 * ei)),
            ("line (second end)", 11.0 * l.powi(4) / (120.0 * ei)),
        ] {
            assert!((tip(name) / expected - 1.0).abs() < 1e-9, "{name}: {} against {expected}", tip(name));
        }
    }
}
