//! Modal bodies in all the ways they can be connected; text and numbers against each other.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use lissom_bond::modal_body::{ContinuumBeam, ModeTable};
use lissom_bond::{Assembly, BondGraph, CausalGraph, Kind, Motion, PortId, Side, StateEquations};
use lissom_model::model::EndCondition;
use lissom_symbolic::{AnyName, Expressions, Program, lower, parse};
use std::collections::BTreeMap;

fn port(body: usize, port: usize) -> PortId {
    PortId { body, port }
}

fn derive(assembly: &Assembly) -> StateEquations {
    StateEquations::derive(CausalGraph::assign(assembly.graph().unwrap()).unwrap()).unwrap()
}

/// Every symbol of a graph with its value.
fn symbols(graph: &BondGraph) -> BTreeMap<String, f64> {
    let mut values = BTreeMap::new();
    let mut note = |constant: &lissom_bond::Constant| {
        if let Some(name) = constant.name() {
            let value = if constant.is_reciprocal() { 1.0 / constant.value() } else { constant.value() };
            values.insert(name.to_owned(), value);
        }
    };
    for element in &graph.elements {
        match &element.kind {
            Kind::Transformer(modulus) | Kind::Gyrator(modulus) => note(modulus),
            kind => {
                let Some(field) = kind.field() else { continue };
                for i in 0..field.ports() {
                    (0..field.ports()).for_each(|j| note(field.entry(i, j)));
                }
            }
        }
    }
    values
}

/// The printed right-hand sides, evaluated, are A x + B u + E u̇ and C x + D u + F u̇.
fn assert_text_is_numbers(equations: &StateEquations) {
    let mut values = symbols(&equations.causal_graph().graph);
    let state: Vec<f64> = (0..equations.states.len()).map(|k| (1.3 * k as f64 + 0.4).sin()).collect();
    let (input, rate): (Vec<f64>, Vec<f64>) =
        (0..equations.inputs.len()).map(|k| (0.7 + k as f64, -1.9 + 0.3 * k as f64)).unzip();
    values.extend(equations.states.iter().zip(&state).map(|(s, x)| (s.name.clone(), *x)));
    values.extend(equations.inputs.iter().zip(&input).map(|(name, u)| (name.clone(), *u)));
    values.extend(equations.inputs.iter().zip(&rate).map(|(name, r)| (format!("{name}_rate"), *r)));
    let sum = |terms: [Vec<f64>; 3], i: usize| terms.iter().map(|t| t[i]).sum::<f64>();
    let n = state.len();
    for (i, equation) in equations.equations.iter().enumerate() {
        let exact = if i < n {
            let [a, b, e] = [&equations.a, &equations.b, &equations.e];
            sum([a.multiply_vector(&state), b.multiply_vector(&input), e.multiply_vector(&rate)], i)
        } else {
            let [c, d, f] = [&equations.c, &equations.d, &equations.f];
            sum([c.multiply_vector(&state), d.multiply_vector(&input), f.multiply_vector(&rate)], i - n)
        };
        let (_, right) = equation.text.split_once(" = ").unwrap();
        let found = evaluate(&right.replace('\'', "_rate"), &values);
        assert!((found - exact).abs() <= 1e-11 * exact.abs().max(1.0), "{}: {found} {exact}", equation.text);
    }
}

fn evaluate(text: &str, values: &BTreeMap<String, f64>) -> f64 {
    let mut store = Expressions::new();
    let expr = lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap();
    let names: Vec<String> = store.symbols(expr).into_iter().map(str::to_owned).collect();
    let inputs: Vec<_> = names.iter().map(|name| store.symbol(name)).collect();
    let numbers: Vec<f64> = names.iter().map(|name| values[name]).collect();
    let program = Program::compile(&store, &[expr], &inputs).unwrap();
    let mut value = [0.0];
    program.evaluate(&numbers, &mut Vec::new(), &mut value);
    value[0]
}

fn assert_power_closes(equations: &StateEquations) {
    let state: Vec<f64> = (0..equations.states.len()).map(|k| (2.1 * k as f64 + 0.9).cos()).collect();
    let inputs = vec![0.8; equations.inputs.len()];
    let balance = equations.power_balance(&state, &inputs, &vec![-0.6; inputs.len()]);
    // Energy goes back and forth at the rate of the fastest pole; the balance is a small difference of such flows.
    let fastest = equations.poles().unwrap().last().unwrap().abs();
    let size = fastest * equations.energy(&state, &inputs);
    assert!(size > 0.0 && balance.gap().abs() <= 1e-13 * size, "{balance:?} {size}");
}

fn cantilever(retain: usize, ports: &[(&str, f64)], name: &str) -> lissom_bond::ModalBody {
    let ends = [EndCondition::Clamped, EndCondition::Free];
    ContinuumBeam::new(1.0, 1.0, 1.0, ends).unwrap().with_statics(name, ports, retain).unwrap()
}

#[test]
fn two_bodies_with_springs_and_dampers_between_them() {
    let mut assembly = Assembly::new();
    assembly.add_body(cantilever(2, &[("mid", 0.5), ("tip", 1.0)], "a"));
    assembly.add_body(cantilever(1, &[("tip", 1.0)], "b"));
    assembly.mass("m", port(0, 1), 0.7);
    assembly.spring("k", [Side::Port(port(0, 1)), Side::Port(port(1, 0))], 3.0);
    assembly.damper("d", [Side::Port(port(0, 0)), Side::Ground], 0.2);
    assembly.force("F", port(1, 0));
    assembly.observe("x", vec![(1.0, Motion::Position, port(1, 0))]);
    assembly.observe("v", vec![(2.0, Motion::Velocity, port(0, 1)), (-1.0, Motion::Velocity, port(0, 0))]);
    let equations = derive(&assembly);
    assert_text_is_numbers(&equations);
    assert_power_closes(&equations);
    // Statics by hand: b's tip gives way under F together with k and a's tip in series.
    let response = equations.frequency_response(&[0.0]).unwrap()[0].values[0][0].re;
    let (tip, chain) = (1.0 / 3.0, 1.0 / 3.0 + 1.0 / 3.0);
    assert!((response / (tip * chain / (tip + chain)) - 1.0).abs() < 1e-12, "{response}");
    // The mass, the spring and both tips share displacements: no pole at zero is left of that.
    let (found, zeros) = equations.oscillations().unwrap();
    assert!(equations.redundant_states().unwrap() > 0 && zeros == 0, "{zeros} {found:?}");
    assert!(equations.poles().unwrap().iter().all(|s| s.re < 1e-9));
}

#[test]
fn two_springs_on_one_mass_share_its_displacement() {
    let mut g = BondGraph::new();
    let (force, one, m) = (g.add("F", Kind::EffortSource), g.add("v", Kind::One), g.add_inertia("m", 2.0));
    g.connect(force, one);
    let travel = g.connect(one, m);
    for (name, compliance) in [("c1", 0.5), ("c2", 0.25)] {
        let spring = g.add_compliance(name, compliance);
        g.connect(one, spring);
    }
    g.observe("x", vec![(lissom_bond::Constant::number(1.0), lissom_bond::Probe::Travel(travel))]);
    let equations = StateEquations::derive(CausalGraph::assign(g).unwrap()).unwrap();
    let (found, zeros) = equations.oscillations().unwrap();
    assert_eq!(
        (found.len(), zeros, equations.redundant_states().unwrap()),
        (1, 0, 2),
        "q1, q2 and x are one"
    );
    assert!((found[0].pole.abs() - 3f64.sqrt()).abs() < 1e-14);
    // x = F/(k1 + k2) at rest, and k1 + k2 − ω²m elsewhere.
    for frequency in [0.0, 1e-6, 0.1] {
        let omega = std::f64::consts::TAU * frequency;
        let value = equations.frequency_response(&[frequency]).unwrap()[0].values[0][0];
        assert!((value.re * (6.0 - 2.0 * omega * omega) - 1.0).abs() < 1e-12, "{frequency}: {value:?}");
    }
}

#[test]
fn a_prescribed_velocity_pushes_through_the_residual() {
    // Slowly, the force needed to move the tip is its stiffness times the displacement: F = 3 v/s.
    let mut assembly = Assembly::new();
    assembly.add_body(cantilever(2, &[("mid", 0.5), ("tip", 1.0)], "a"));
    assembly.velocity("v", port(0, 1));
    assembly.observe("mid", vec![(1.0, Motion::Position, port(0, 0))]);
    let equations = derive(&assembly);
    assert_eq!(
        equations.dependent_storage.len(),
        1,
        "the free port gets the force zero: {:?}",
        equations.dependent_storage
    );
    assert_text_is_numbers(&equations);
    assert_power_closes(&equations);
    let s = 1e-3;
    let found = equations.frequency_response(&[s / std::f64::consts::TAU]).unwrap()[0].values[0][0];
    // Under a tip displacement of one the middle moves by 5/16.
    assert!((-found.im * s / (5.0 / 16.0) - 1.0).abs() < 1e-5, "{found:?}");
}

#[test]
fn without_residual_the_velocity_makes_a_mode_dependent() {
    let mut assembly = Assembly::new();
    assembly.add_body(cantilever(2, &[("tip", 1.0)], "a"));
    assembly.velocity("v", port(0, 0));
    let equations = derive(&assembly.without_residual());
    assert_eq!(equations.dependent_storage.len(), 1);
    assert!(equations.e.max_abs() > 0.0, "the rate of the velocity drives the modes");
    assert_text_is_numbers(&equations);
    assert_power_closes(&equations);
}

#[test]
fn a_residual_of_lower_rank_becomes_directions() {
    // One mode is left out at three ports: one direction, and a third port that it does not move.
    let shapes = [vec![1.0, 0.5, 0.3], vec![0.8, -0.4, 0.0]];
    let table = ModeTable::new("b", &["p", "q", "r"], None, &[5.0, 20.0], &[1.0; 2], &shapes).unwrap();
    let body = table.with_remaining_modes(1).unwrap();
    assert_eq!((body.residual.rank(), body.residual.active_ports()), (1, vec![0, 1]));
    let mut assembly = Assembly::new();
    assembly.add_body(body);
    assembly.mass("m", port(0, 0), 2.0);
    assembly.force("F", port(0, 1));
    assembly.mass("n", port(0, 2), 1.0);
    for k in 0..3 {
        assembly.observe(&format!("x{k}"), vec![(1.0, Motion::Position, port(0, k))]);
    }
    let equations = derive(&assembly);
    assert_text_is_numbers(&equations);
    assert_power_closes(&equations);
    let statics = equations.frequency_response(&[0.0]).unwrap()[0].values.clone();
    let whole = table.truncated(2).unwrap().modal_compliance();
    for (k, row) in statics.iter().enumerate() {
        assert!((row[0].re - whole[(k, 1)]).abs() < 1e-14, "{k}: {} {}", row[0].re, whole[(k, 1)]);
    }
}

#[test]
fn a_free_beam_moves_as_a_whole() {
    let beam = ContinuumBeam::new(1.0, 1.0, 1.0, [EndCondition::Free; 2]).unwrap();
    let body = beam.with_statics("beam", &[("left", 0.0), ("right", 1.0)], 2).unwrap();
    let mut assembly = Assembly::new();
    assembly.add_body(body);
    assembly.force("F", port(0, 0));
    assembly.observe("left", vec![(1.0, Motion::Position, port(0, 0))]);
    let equations = derive(&assembly);
    assert_eq!(equations.oscillations().unwrap().1, 2, "two rigid motions");
    assert_text_is_numbers(&equations);
    // Pushed at its end, a rigid beam accelerates there by 4 F/m; the rest is the elastic 1/105.
    let omega = 1e-2;
    let found = equations.frequency_response(&[omega / std::f64::consts::TAU]).unwrap()[0].values[0][0];
    assert!(
        (found.re + 4.0 / (omega * omega) - 1.0 / 105.0).abs() < 1e-9 * 4.0 / (omega * omega),
        "{found:?}"
    );
}

#[test]
fn a_large_field_names_its_inverse() {
    let names: Vec<String> = (1..=5).map(|k| format!("p{k}")).collect();
    let ports: Vec<(&str, f64)> =
        names.iter().enumerate().map(|(k, n)| (n.as_str(), 0.2 * (k + 1) as f64)).collect();
    let mut assembly = Assembly::new();
    assembly.add_body(cantilever(1, &ports, "a"));
    (0..5).for_each(|k| assembly.mass(&format!("m_{k}"), port(0, k), 0.1 + 0.01 * k as f64));
    let equations = derive(&assembly);
    assert_eq!(equations.intermediates.len(), 25);
    assert!(
        equations.intermediates.contains(&"inv_residual_1_2".to_owned()),
        "{:?}",
        equations.intermediates
    );
    let longest = equations.equations.iter().map(|e| e.text.len()).max().unwrap();
    assert!(longest < 2500, "an inverse written out would be far longer: {longest}");
    assert_power_closes(&equations);
}

#[test]
fn a_port_at_a_held_end_is_refused_by_name() {
    let ends = [EndCondition::Free, EndCondition::Pinned];
    let beam = ContinuumBeam::new(2.0, 50.0, 1.5, ends).unwrap();
    // The shapes at the hinge vanish exactly, not only up to rounding: a velocity prescribed there would be
    // divided by them.
    let mode = beam.mode(3, &[0.0, 2.0]);
    assert!(mode.shape[0] != 0.0 && mode.shape[1] == 0.0, "{:?}", mode.shape);
    for other in [0.0, 1.0] {
        let mut assembly = Assembly::new();
        let body = beam.with_statics("beam", &[("other", other), ("hinge", 2.0)], 2).unwrap();
        let body = assembly.add_body(body);
        assembly.velocity("v", port(body, 1));
        let error = assembly.graph().unwrap_err();
        assert!(
            matches!(&error, lissom_bond::BondError::HeldPort { port, .. } if port == "hinge"),
            "{error}"
        );
    }
}
