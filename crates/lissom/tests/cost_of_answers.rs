//! Every answer says what it took: counts that are known by construction, and counts that grow with the question.
#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use crate::common::open;
use lissom::{At, Cost, Quiet, Session};

fn example(name: &str) -> Session {
    let path = format!("{}/../../examples/{name}/model.toml", env!("CARGO_MANIFEST_DIR"));
    open(&std::fs::read_to_string(path).unwrap())
}

/// A column of four elements under two forces, whose names begin alike.
const COLUMN: &str = "lissom = 1\n[model]\nname = 'column'\n[section.s]\nEA = 1e6\nEI = 1.0\nrhoA = 1.0\n[node]\nA = [0, 0]\nB = [1, 0]\n\
    [[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = 4\n[[fix]]\nnodes = ['A']\n\
    [[force]]\nname = 'tip'\nnode = 'B'\ndirection = '-x'\nvalue = '1'\n[[force]]\nname = 'tip 2'\nnode = 'B'\ndirection = '-x'\nvalue = '1'\n";

#[test]
fn elements_eigenproblems_and_expressions_are_counted() {
    let portal = example("portal_frame").structure().unwrap();
    assert_eq!(portal.cost.evaluations, portal.value.elements.map(|count| count as u64));
    // One eigenproblem, and two counts for each of two modes; the stiffness is factorised for the stress.
    let buckling = open(COLUMN).buckling(None, 2, &Quiet).unwrap().cost;
    assert_eq!(buckling.evaluations, Some(5));
    assert!(buckling.factorisations.is_some_and(|count| count > 0), "{buckling:?}");
    for (cost, what) in [
        (example("dc_motor_bond").bond().unwrap().cost, "bond"),
        (example("surrogate1").derive(true).unwrap().cost, "derive"),
    ] {
        assert!(cost.expressions.is_some_and(|count| count > 10), "{what}: {cost:?}");
    }
}

#[test]
fn configurations_of_a_mechanism_are_counted() {
    let searched = |cost: Cost| cost.evaluations.unwrap();
    let states = |points| searched(example("guidance").states(Some(points), &Quiet).unwrap().cost);
    let (few, many) = (states(3), states(9));
    assert!(few > 3 && many > few, "{few} {many}");
    assert_eq!(states(3), few, "the same question takes the same work");
    let session = example("guidance");
    let at_rest = session.poles_at(&At::Rest, &Quiet).unwrap().cost;
    assert!(searched(at_rest) > 0, "{at_rest:?}");
    // The motion whose error is estimated alone takes hundreds of evaluations.
    let reduced = session.reduce("modal3", &Quiet).unwrap().cost;
    assert!(searched(reduced) > 1000, "{reduced:?}");
}

/// One of two forces whose names begin alike grows, the other stays: half of the load that both bear together is borne by it.
#[test]
fn a_load_is_chosen_by_its_whole_name() {
    let session = open(COLUMN);
    let factor = |load| session.buckling(load, 1, &Quiet).unwrap().value.modes[0].factor;
    let critical = 2.0 * factor(None);
    assert!((factor(Some("tip")) / (critical - 1.0) - 1.0).abs() < 1e-9, "{critical}");
    assert_eq!(factor(Some("tip")), factor(Some("tip 2")));
}
