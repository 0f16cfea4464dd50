//! Joints of spatial models about the reference configuration: what each leaves free, and closed forms.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_linalg::eigen::symmetric_definite;
use lissom_mech::LinearSystem;
use models::*;
use std::f64::consts::TAU;

/// Squares of the angular frequencies, rising [1/s²].
fn squares(text: &str) -> Vec<f64> {
    let system = LinearSystem::of(&model(text)).unwrap();
    symmetric_definite(&system.stiffness.to_dense(), &system.mass.to_dense()).unwrap().values
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs(), "{found} against {expected}");
}

/// Two beams in a line, the first clamped, with a joint between them.
fn joined(joint: &str, shares_node: bool) -> String {
    let second = if shares_node { "B" } else { "D" };
    format!(
        r#"
lissom = 1
[model]
name = "two beams"
dim = 3
[section.flat]
EA = 6.7e7
EIy = 8960
EIz = 358
GJ = 480
rhoA = 2.5
rhoJ = 3.5e-4
[node]
A = [0, 0, 0]
B = [0.4, 0, 0]
D = [0.4, 0, 0]
C = [0.8, 0.1, 0]
[[beam]]
name = "first"
nodes = ["A", "B"]
section = "flat"
[[beam]]
name = "second"
nodes = ["{second}", "C"]
section = "flat"
[[fix]]
nodes = "A"
[[{joint}
"#
    )
}

/// Motions without stiffness are those that the joint leaves free; the lowest elastic frequency is far above rounding.
#[test]
fn every_joint_leaves_its_motions_free() {
    let one = "at = \"B\"\nbetween = [\"first\", \"second\"]";
    let two = "at = [\"B\", \"D\"]\nbetween = [\"first\", \"second\"]";
    let cases = [
        (format!("hinge]]\n{one}\naxis = [1, 2, 3]"), true, 1),
        (format!("spherical]]\n{one}"), true, 3),
        (format!("universal]]\n{one}\naxes = [[0, 1, 1], [0, 1, -1]]"), true, 2),
        (format!("slide]]\n{two}\naxis = [1, 0, 0]"), false, 1),
        (format!("slide]]\n{two}\naxis = [1, 0, 0]\nrotation = \"free\""), false, 4),
        (format!("cylindrical]]\n{two}\naxis = [1, 1, 0]"), false, 2),
        (format!("planar]]\n{two}\nnormal = [1, 0, 2]"), false, 3),
        (format!("screw]]\n{two}\naxis = [1, 0, 0]\nlead = 0.01"), false, 1),
        (format!("weld]]\n{two}"), false, 0),
        (format!("bushing]]\n{two}\nstiffness = [1e6, 1e6, 1e6, 1e3, 1e3, 1e3]"), false, 0),
    ];
    for (joint, shares_node, free) in cases {
        let text = joined(&joint, shares_node);
        // A node that no part has is left out of the file.
        let text = if shares_node { text.replace("D = [0.4, 0, 0]\n", "") } else { text };
        let values = squares(&text);
        assert_eq!(values.iter().filter(|square| **square < 1.0).count(), free, "{joint}: {values:?}");
    }
}

/// A nut on a screw with a spring along it: k/(m + J (2π/lead)²).
#[test]
fn a_screw_turns_what_it_moves() {
    let text = r#"
lissom = 1
[model]
name = "nut"
dim = 3
[node]
N = [0.3, 0.2, 0.1]
[[rigid_body]]
name = "nut"
nodes = "N"
mass = 2
inertia = [0.03, 0.02, 0.01]
[[screw]]
at = "N"
between = ["ground", "nut"]
axis = [0, 0, 1]
lead = 0.05
stiffness = [0, 4000]
"#;
    let values = squares(text);
    assert_eq!(values.len(), 1);
    close(values[0], 4000.0 / (2.0 + 0.01 * (TAU / 0.05).powi(2)), 1e-12);
}

/// A body on a bushing whose axes are the principal axes of its inertia: six frequencies k/m and k/J, in any orientation.
#[test]
fn a_bushing_along_principal_axes_has_six_separate_motions() {
    let text = r#"
lissom = 1
[model]
name = "bushing"
dim = 3
[node]
N = [0.3, 0.2, 0.1]
[[rigid_body]]
name = "block"
nodes = "N"
mass = 2
inertia = [0.03, 0.02, 0.04]
inertia_axes = [[1, 2, 2], [2, 1, -2]]
[[bushing]]
at = "N"
between = ["ground", "block"]
axes = [[1, 2, 2], [2, 1, -2]]
stiffness = [2000, 4000, 6000, 90, 120, 360]
"#;
    let values = squares(text);
    let expected = [1000.0, 2000.0, 3000.0, 3000.0, 6000.0, 9000.0];
    values.iter().zip(expected).for_each(|(found, expected)| close(*found, expected, 1e-12));
    assert_eq!(values.len(), 6);
}

/// A support that is moved strains the structure: linear answers refuse it.
#[test]
fn a_moved_support_is_refused_by_linear_answers() {
    let text = joined("weld]]\nat = [\"B\", \"D\"]\nbetween = [\"first\", \"second\"]", false)
        .replace("nodes = \"A\"\n", "nodes = \"A\"\nturned = [0, 0, 0.01]\n");
    let error = LinearSystem::of(&model(&text)).unwrap_err();
    assert!(error.to_string().contains("the support of node A is moved or turned"), "{error}");
}
