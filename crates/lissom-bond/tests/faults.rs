//! Wrong graphs are refused by name.

#![allow(clippy::unwrap_used, reason = "a test may stop where a value is missing")]

use lissom_bond::{BondError, BondGraph, CausalGraph, Constant, Field, Kind, StateEquations};

fn refuse(graph: BondGraph) -> BondError {
    match CausalGraph::assign(graph) {
        Err(error) => error,
        Ok(causal) => StateEquations::derive(causal).expect_err("the graph is wrong"),
    }
}

/// A mass on a spring that is right, to be spoilt.
fn oscillator() -> BondGraph {
    let mut g = BondGraph::new();
    let (one, m, k) = (g.add("v", Kind::One), g.add_inertia("m", 2.0), g.add_compliance("k", 0.1));
    g.connect(one, m);
    g.connect(one, k);
    g
}

fn rows(values: &[&[f64]]) -> Field {
    Field::from_rows(values.iter().map(|row| row.iter().map(|&x| Constant::number(x)).collect()).collect())
}

/// Two masses joined by a C-field.
fn with_field(field: Field) -> BondGraph {
    let mut g = BondGraph::new();
    let c = g.add("field", Kind::Compliance(field));
    for name in ["m1", "m2"] {
        let (one, m) = (g.add(&format!("v {name}"), Kind::One), g.add_inertia(name, 1.0));
        g.connect(one, m);
        g.connect(one, c);
    }
    g
}

#[test]
fn unconnected_element() {
    let mut g = oscillator();
    g.add_resistance("d", 1.0);
    let error = refuse(g);
    assert!(matches!(&error, BondError::BondCount { element, found: 0, .. } if element == "d"), "{error}");
}

#[test]
fn two_effort_sources_on_one_junction() {
    let mut g = BondGraph::new();
    let (zero, load) = (g.add("node", Kind::Zero), g.add_resistance("load", 1.0));
    for name in ["u1", "u2"] {
        let source = g.add(name, Kind::EffortSource);
        g.connect(source, zero);
    }
    g.connect(zero, load);
    let text = refuse(g).to_string();
    assert_eq!(text, "causal conflict: u1:Se and u2:Se both set the effort at node:0");
}

#[test]
fn two_flow_sources_far_apart() {
    // The conflict travels through a transformer before it shows.
    let mut g = BondGraph::new();
    let (a, b) = (g.add("a", Kind::One), g.add("b", Kind::One));
    let (v1, v2) = (g.add("v1", Kind::FlowSource), g.add("v2", Kind::FlowSource));
    let lever = g.add("lever", Kind::Transformer(Constant::number(2.0)));
    g.connect(v1, a);
    g.connect(a, lever);
    g.connect(lever, b);
    g.connect(v2, b);
    let error = refuse(g);
    let BondError::Conflict { first, second, variable, .. } = &error else { panic!("{error}") };
    let mut pair = [first.as_str(), second.as_str()];
    pair.sort_unstable();
    assert_eq!((pair, *variable), (["v1:Sf", "v2:Sf"], "flow"));
}

#[test]
fn no_element_sets_the_flow() {
    let mut g = BondGraph::new();
    let one = g.add("loop", Kind::One);
    for name in ["u1", "u2"] {
        let source = g.add(name, Kind::EffortSource);
        g.connect(source, one);
    }
    let error = refuse(g);
    assert!(matches!(&error, BondError::Conflict { variable: "flow", .. }), "{error}");
    let text = "causal conflict: no element sets the flow at loop:1, neither u1:Se nor u2:Se";
    assert_eq!(error.to_string(), text);
}

#[test]
fn parameters_that_cannot_be() {
    for value in [0.0, -0.1, f64::NAN, f64::INFINITY] {
        let mut g = oscillator();
        let extra = g.add("bad", Kind::Compliance(Field::scalar(Constant::number(value))));
        g.connect(lissom_bond::ElementId(0), extra);
        let error = refuse(g);
        assert!(matches!(&error, BondError::NotPositive { kind: "C", .. }), "{value}: {error}");
    }
    let mut g = oscillator();
    let (lever, far) = (g.add("lever", Kind::Transformer(Constant::number(0.0))), g.add_inertia("m2", 1.0));
    g.connect(lissom_bond::ElementId(0), lever);
    g.connect(lever, far);
    assert!(matches!(refuse(g), BondError::BadModulus { value: 0.0, .. }));
    let mut g = oscillator();
    let damper = g.add_resistance("d", -1.0);
    g.connect(lissom_bond::ElementId(0), damper);
    assert!(matches!(refuse(g), BondError::NotPositive { kind: "R", allows_zero: true, .. }));
}

#[test]
fn fields_that_cannot_be() {
    let error = refuse(with_field(rows(&[&[1.0, 1.0], &[1.0, 1.0]])));
    assert!(matches!(&error, BondError::SingularField { kind: "C", .. }), "{error}");
    let error = refuse(with_field(rows(&[&[1.0, 2.0], &[2.0, 1.0]])));
    assert!(matches!(&error, BondError::SingularField { eigenvalue, .. } if *eigenvalue < -0.9), "{error}");
    let error = refuse(with_field(rows(&[&[1.0, 0.5], &[0.4, 1.0]])));
    assert!(matches!(&error, BondError::Asymmetric { .. }), "{error}");
    let error = refuse(with_field(rows(&[&[1.0, 0.5, 0.0], &[0.5, 1.0, 0.0]])));
    assert!(matches!(&error, BondError::FieldSize { rows: 2, cols: 3, .. }), "{error}");
    let error = refuse(with_field(rows(&[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]])));
    assert!(matches!(&error, BondError::FieldSize { rows: 3, ports: 2, .. }), "{error}");
}

#[test]
fn names_and_bonds() {
    let mut g = oscillator();
    g.add_inertia("m", 1.0);
    assert!(matches!(refuse(g), BondError::DuplicateName { .. }));
    let mut g = oscillator();
    g.connect(lissom_bond::ElementId(0), lissom_bond::ElementId(0));
    assert!(matches!(refuse(g), BondError::SelfBond { .. }));
}

#[test]
fn a_short_circuit_is_asked_for_no_flow() {
    // A voltage source across a resistor of zero ohms.
    let mut g = BondGraph::new();
    let (u, r) = (g.add("u", Kind::EffortSource), g.add_resistance("wire", 0.0));
    g.connect(u, r);
    assert!(matches!(refuse(g), BondError::NoResistance { .. }));
}
