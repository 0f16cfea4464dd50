//! What is held twice, what nothing holds, and choices of coordinates that cannot be.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use crate::models;

use lissom_mech::{MechError, Mechanism, State, System};
use models::*;

const RIGID: &str = r#"
lissom = 1
[model]
name = "links"
dim = 2
[section.link]
EA = 1.0
EI = 1.0
rhoA = 1.0
"#;

fn beam(name: &str, nodes: [&str; 2]) -> String {
    format!(
        "[[beam]]\nname = \"{name}\"\nnodes = [\"{}\", \"{}\"]\nsection = \"link\"\nflexible = []\n",
        nodes[0], nodes[1]
    )
}

fn hinge(at: &str, between: [&str; 2]) -> String {
    format!("[[hinge]]\nname = \"{at}\"\nat = \"{at}\"\nbetween = [\"{}\", \"{}\"]\n", between[0], between[1])
}

/// Three equal cranks carry one bar: the third crank holds what the other two hold already, at every angle.
fn three_cranks() -> String {
    let nodes = "[node]\nA0 = [0, 0]\nA1 = [0, 1]\nB0 = [1, 0]\nB1 = [1, 1]\nC0 = [2, 0]\nC1 = [2, 1]\n";
    let mut text = format!("{RIGID}{nodes}");
    for crank in ["A", "B", "C"] {
        text += &beam(crank, [&format!("{crank}0"), &format!("{crank}1")]);
        text += &hinge(&format!("{crank}0"), ["ground", crank]);
    }
    text += &beam("left", ["A1", "B1"]);
    text += &beam("right", ["B1", "C1"]);
    text += &hinge("A1", ["A", "left"]);
    text += &hinge("B1", ["left", "B"]);
    text + &hinge("C1", ["right", "C"])
}

#[test]
fn a_redundant_crank_is_named_and_turns_along() {
    let system = mechanism(&three_cranks());
    let report = system.constraint_report().unwrap();
    assert_eq!(report.degrees_of_freedom, 1);
    assert_eq!(report.redundant.len(), 1, "{:?}", report.redundant);
    assert!(report.redundant[0].starts_with("beam "), "{:?}", report.redundant);
    assert_eq!(report.missing.len(), 1);
    let mut work = system.workspace();
    for angle in [0.3, -1.0, 1.4] {
        let at = State { time: 0.0, position: &[angle], velocity: &[2.0] };
        let points = system.snapshot(&at, &[], &mut work).unwrap().points;
        let of = |name: &str| points.iter().find(|(n, _)| n == name).unwrap().1;
        let (a, c) = (of("A1"), of("C1"));
        assert!((c[0] - a[0] - 2.0).abs() < 1e-12 && (c[1] - a[1]).abs() < 1e-12, "{a:?} {c:?}");
        assert!((a[0].hypot(a[1]) - 1.0).abs() < 1e-12);
    }
}

/// Two bars in line between fixed pins may move across to first order only; any real motion is refused by name.
#[test]
fn a_constraint_that_is_redundant_at_first_only_is_noticed() {
    let nodes = "[node]\nP = [0, 0]\nM = [1, 0]\nQ = [2, 0]\n";
    let parts = [
        beam("first", ["P", "M"]),
        beam("second", ["M", "Q"]),
        hinge("P", ["ground", "first"]),
        hinge("M", ["first", "second"]),
        hinge("Q", ["ground", "second"]),
    ];
    let system = mechanism(&format!("{RIGID}{nodes}{}", parts.concat()));
    assert_eq!(system.constraint_report().unwrap().redundant.len(), 1);
    let mut a = [0.0];
    let at = State { time: 0.0, position: &[1e-2], velocity: &[0.0] };
    let refused = system.acceleration(&at, &[], &mut system.workspace(), &mut a).unwrap_err();
    assert!(refused.reason.contains("redundant constraint `beam"), "{refused}");
}

#[test]
fn a_structure_that_cannot_move_is_refused() {
    let nodes = "[node]\nP = [0, 0]\nM = [1, 1]\nQ = [2, 0]\n";
    let parts = [
        beam("first", ["P", "M"]),
        beam("second", ["M", "Q"]),
        hinge("P", ["ground", "first"]),
        hinge("M", ["first", "second"]),
        hinge("Q", ["ground", "second"]),
    ];
    let model = model(&format!("{RIGID}{nodes}{}", parts.concat()));
    assert_eq!(Mechanism::of(&model).unwrap_err(), MechError::NothingMoves);
}

#[test]
fn wrong_choices_are_explained() {
    let guidance = model(GUIDANCE);
    let end = "bending at the second end";
    let error = Mechanism::with_released(&guidance, &[("beam A, element 5", end)]).unwrap_err();
    assert!(
        matches!(&error, MechError::ReleasedCount { given: 1, needed: 3, example } if example.len() == 3)
    );
    let error = Mechanism::with_released(&guidance, &[("beam A, element 5", "elongation")]).unwrap_err();
    assert!(matches!(error, MechError::NotFlexible { .. }), "{error}");
    let error = Mechanism::with_released(&guidance, &[("beam A, element 6", end)]).unwrap_err();
    assert!(error.to_string().contains("beam A, element 5"), "{error}");
}

/// The choice of the reproduction and the automatic one describe the same mechanism.
#[test]
fn the_choice_of_coordinates_changes_no_frequency() {
    let guidance = model(GUIDANCE);
    let (first, second) = ("bending at the first end", "bending at the second end");
    let released =
        [("beam A, element 5", second), ("beam B, element 5", first), ("beam B, element 5", second)];
    let chosen = Mechanism::with_released(&guidance, &released).unwrap();
    let automatic = Mechanism::of(&guidance).unwrap();
    for (a, b) in rest_frequencies(&chosen).iter().zip(rest_frequencies(&automatic)) {
        assert!((a / b - 1.0).abs() < 1e-9, "{a} against {b}");
    }
}

/// A coordinate that becomes large is kept as it is by every basis.
#[test]
fn a_basis_must_not_mix_large_coordinates() {
    let system = mechanism(MANIPULATOR);
    let basis = lissom_linalg::Dense::from_fn(18, 2, |i, j| ((i + j) as f64).cos());
    let names = system.coordinates()[..2].to_vec();
    let error = system.reduced(&basis, names.clone()).unwrap_err();
    assert!(
        matches!(&error, MechError::LargeMixed { coordinate } if coordinate.contains("hinge")),
        "{error}"
    );
    let short = lissom_linalg::Dense::zeros(17, 2);
    assert_eq!(
        system.reduced(&short, names).unwrap_err(),
        MechError::BasisSize { rows: 17, coordinates: 18 }
    );
}

/// Space is known for small motions only, and says so.
#[test]
fn spatial_structures_are_refused_by_name() {
    let text = "lissom = 1\n[model]\nname = \"space\"\ndim = 3\n[section.s]\nEA = 1.0\nEIy = 1.0\nEIz = 1.0\nGJ = 1.0\nrhoA = 1.0\nrhoJ = 1.0\n[node]\na = [0, 0, 0]\nb = [1, 0, 0]\n[[beam]]\nname = \"boom\"\nnodes = [\"a\", \"b\"]\nsection = \"s\"\n[[fix]]\nnodes = [\"a\"]\n";
    let error = Mechanism::of(&model(text)).unwrap_err();
    assert_eq!(error, MechError::NoFiniteMotion { element: "beam boom".to_owned() });
}

/// Rejects entries that a mechanism does not support.
#[test]
fn a_turning_frame_is_refused() {
    let model = model(&format!("{GUIDANCE}\n[spin]\nspeed = 3.0\n"));
    let error = Mechanism::of(&model).unwrap_err();
    assert!(error.to_string().contains("[spin]"), "{error}");
}

/// The file chooses which deformations follow, as `with_released` does; three of one flexure are one too many.
#[test]
fn the_model_file_chooses_coordinates() {
    let follow = |names: [&str; 3]| {
        let names: Vec<String> = names.iter().map(|n| format!("\"beam {n} end\"")).collect();
        format!("{GUIDANCE}\n[coordinates]\nfollow = [{}]\n", names.join(", "))
    };
    let of = |a: &str, b: &str, c: &str| {
        let end = |at: &str| {
            let (element, side) = at.split_at(2);
            let side = if side == "p" { "first" } else { "second" };
            format!("{}, element {}: bending at the {side}", &element[..1], &element[1..])
        };
        let [a, b, c] = [a, b, c].map(end);
        Mechanism::of(&model(&follow([&a, &b, &c])))
    };
    let chosen = of("A5q", "B5p", "B5q").unwrap();
    assert_eq!(chosen.coordinates().len(), 17);
    assert_eq!(chosen.released()[0], "beam A, element 5: bending at the second end");
    let said = of("B4q", "B5p", "B5q").unwrap_err().to_string();
    assert!(said.contains("beam A, element") && said.contains("Make at least one of these"), "{said}");
    let unknown = format!("{GUIDANCE}\n[coordinates]\nfollow = [\"beam A, element 5: twist\"]\n");
    let said = Mechanism::of(&model(&unknown)).unwrap_err().to_string();
    assert!(said.contains("beam A, element 5: bending at the first end"), "{said}");
}

/// A coordinate of a node takes the place of a deformation, and describes the same mechanism.
#[test]
fn coordinates_of_nodes_can_be_independent() {
    let with = |names: &str| format!("{GUIDANCE}\n[coordinates]\nindependent = [{names}]\n");
    let system = mechanism(&with("\"A1.x\""));
    assert_eq!(system.coordinates().len(), 17);
    assert_eq!(system.coordinates()[16].name, "A1.x");
    assert_eq!(system.released().len(), 4);
    for (a, b) in rest_frequencies(&system).iter().zip(rest_frequencies(&mechanism(GUIDANCE))) {
        assert!((a / b - 1.0).abs() < 1e-9, "{a} against {b}");
    }
    let error = Mechanism::of(&model(&with("\"A0.x\""))).unwrap_err();
    assert_eq!(error, MechError::HeldCoordinate { coordinate: "A0.x".to_owned() });
    // The stage is rigid: its two ends move along x together.
    let error = Mechanism::of(&model(&with("\"A1.x\", \"B1.x\""))).unwrap_err();
    assert!(matches!(&error, MechError::TiedCoordinates { tied, .. } if tied.ends_with("1.x")), "{error}");
}
