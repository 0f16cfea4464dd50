//! Small graphs whose equations are known by hand.

#![allow(clippy::unwrap_used, reason = "a test may stop where a value is missing")]

use lissom_bond::{BondGraph, CausalGraph, Constant, Field, Kind, Probe, StateEquations};
use lissom_linalg::{Dense, eigen};

fn derive(graph: BondGraph) -> StateEquations {
    StateEquations::derive(CausalGraph::assign(graph).unwrap()).unwrap()
}

fn assert_matrix(found: &Dense, expected: &[&[f64]]) {
    let expected = Dense::from_rows(expected);
    assert_eq!((found.rows(), found.cols()), (expected.rows(), expected.cols()));
    let mut difference = found.clone();
    difference.add_scaled(-1.0, &expected);
    assert!(difference.max_abs() <= 1e-14 * expected.max_abs().max(1.0), "{found:?}\n{expected:?}");
}

fn names(equations: &StateEquations) -> Vec<&str> {
    equations.states.iter().map(|s| s.name.as_str()).collect()
}

fn texts(equations: &StateEquations) -> Vec<&str> {
    equations.equations.iter().map(|e| e.text.as_str()).collect()
}

#[test]
fn mass_spring_damper() {
    // m = 2, k = 10, d = 0.5 under a force.
    let mut g = BondGraph::new();
    let (force, one) = (g.add("F", Kind::EffortSource), g.add("v", Kind::One));
    let m = g.add_inertia("m", 2.0);
    let k = g.add("spring", Kind::Compliance(Field::scalar(Constant::reciprocal("k", 10.0))));
    let d = g.add_resistance("d", 0.5);
    g.connect(force, one);
    for element in [m, k, d] {
        g.connect(one, element);
    }
    let equations = derive(g);
    assert_eq!(names(&equations), ["p_m", "q_spring"]);
    assert_matrix(&equations.a, &[&[-0.25, -10.0], &[0.5, 0.0]]);
    assert_matrix(&equations.b, &[&[1.0], &[0.0]]);
    assert_matrix(&equations.e, &[&[0.0], &[0.0]]);
    assert_eq!(texts(&equations), ["p_m' = -d/m*p_m - k*q_spring + F", "q_spring' = p_m/m"]);
    assert_eq!(
        equations.equations[0].latex,
        "\\dot{p_{m}} = -\\frac{d}{m}\\,p_{m} - k\\,q_{\\mathrm{spring}} + F"
    );
}

#[test]
fn lever_with_dependent_inertia() {
    // Mass 2 on a spring 4, a lever of ratio 3 to a mass of 0.5: ω² = 4/(2 + 9·0.5).
    let mut g = BondGraph::new();
    let (v1, v2) = (g.add("v1", Kind::One), g.add("v2", Kind::One));
    let (m1, k) = (g.add_inertia("m1", 2.0), g.add_compliance("c", 0.25));
    let lever = g.add("lever", Kind::Transformer(Constant::named("n", 3.0)));
    let m2 = g.add_inertia("m2", 0.5);
    g.connect(v1, m1);
    g.connect(v1, k);
    g.connect(v1, lever);
    g.connect(lever, v2);
    g.connect(v2, m2);
    let equations = derive(g);
    assert_eq!(names(&equations), ["p_m1", "q_c"]);
    assert_eq!(equations.dependent_storage[0].element, "m2");
    assert!(
        equations.dependent_storage[0].reason.contains("already set by m1:I"),
        "{:?}",
        equations.dependent_storage
    );
    let poles = eigen::general(&equations.a).unwrap();
    assert!((poles.values[0].abs() - (4.0f64 / 6.5).sqrt()).abs() < 1e-15);
    assert_eq!(
        texts(&equations)[0],
        "p_m1' = -1/(c*(n^2*m2/m1 + 1))*q_c".replace("-1/", "-q_c/").replace("*q_c", "")
    );
}

#[test]
fn dc_motor() {
    let mut g = BondGraph::new();
    let (u, e) = (g.add("u", Kind::EffortSource), g.add("e", Kind::One));
    let (coil, wire) = (g.add_inertia("La", 2e-3), g.add_resistance("Ra", 1.0));
    let motor = g.add("motor", Kind::Gyrator(Constant::named("motor", 0.05)));
    let w = g.add("w", Kind::One);
    let (rotor, friction) = (g.add_inertia("J", 5e-5), g.add_resistance("d", 5e-5));
    g.connect(u, e);
    g.connect(e, coil);
    g.connect(e, wire);
    g.connect(e, motor);
    g.connect(motor, w);
    let to_rotor = g.connect(w, rotor);
    g.connect(w, friction);
    g.observe("speed", vec![(Constant::number(1.0), Probe::Flow(to_rotor))]);
    let equations = derive(g);
    let table = equations.causal_graph().table();
    assert_eq!((table[0].effort_from.as_str(), table[0].flow_from.as_str()), ("u", "e"));
    assert_eq!((table[1].flow_from.as_str(), table[1].decided_by.as_str()), ("La", "La"));
    assert_eq!(
        (table[3].effort_from.as_str(), table[4].effort_from.as_str()),
        ("motor", "motor"),
        "both of a gyrator"
    );
    let poles = eigen::general(&equations.a).unwrap();
    assert!((poles.values[0].re + 57.496_761_685_198_656).abs() < 1e-10);
    assert!((poles.values[1].re + 443.503_238_314_801_37).abs() < 1e-10);
    assert_eq!(
        texts(&equations),
        ["p_La' = -Ra/La*p_La - motor/J*p_J + u", "p_J' = motor/La*p_La - d/J*p_J", "speed = p_J/J"]
    );
}

#[test]
fn algebraic_loop_of_resistors() {
    // Se – 1 – R1, 0 – R2, and behind them R3 with a coil: seen from the coil R3 + R1 ∥ R2 = 1 + 1.2.
    let mut g = BondGraph::new();
    let (u, one, zero) = (g.add("u", Kind::EffortSource), g.add("i", Kind::One), g.add("v", Kind::Zero));
    let (r1, r2) = (g.add_resistance("R1", 2.0), g.add_resistance("R2", 3.0));
    let (branch, r3, coil) = (g.add("j", Kind::One), g.add_resistance("R3", 1.0), g.add_inertia("L", 0.1));
    g.connect(u, one);
    g.connect(one, r1);
    g.connect(one, zero);
    g.connect(zero, r2);
    g.connect(zero, branch);
    g.connect(branch, r3);
    g.connect(branch, coil);
    let equations = derive(g);
    assert_matrix(&equations.a, &[&[-22.0]]);
    assert_matrix(&equations.b, &[&[0.6]]);
    assert_eq!(equations.algebraic_loops.len(), 1);
    assert!(equations.algebraic_loops[0][0].starts_with('R'), "{:?}", equations.algebraic_loops);
}

/// Alternating masses and springs in a ladder, with a force at its end.
fn ladder(elements: usize) -> BondGraph {
    let mut g = BondGraph::new();
    let (source, mut junction) = (g.add("F", Kind::EffortSource), g.add("j0", Kind::One));
    g.connect(source, junction);
    for i in 0..elements {
        let is_mass = i % 2 == 0;
        let name = format!("{}{i}", if is_mass { 'I' } else { 'C' });
        let storage = if is_mass { g.add_inertia(&name, 1.0) } else { g.add_compliance(&name, 1.0) };
        g.connect(junction, storage);
        if i + 1 < elements {
            let next = g.add(&format!("j{}", i + 1), if is_mass { Kind::Zero } else { Kind::One });
            g.connect(junction, next);
            junction = next;
        }
    }
    g
}

#[test]
fn ladders_of_any_length() {
    for elements in [5, 20, 80, 1000] {
        let equations = derive(ladder(elements));
        assert_eq!(equations.states.len(), elements);
        assert_eq!(equations.equations[1].text, "q_C1' = p_I0/I0 - p_I2/I2");
        assert!(equations.algebraic_loops.is_empty() && equations.dependent_storage.is_empty());
    }
    // Ten unit masses, the last on a spring to the wall: ω = 2 sin((2k − 1)π/(2(2n + 1))).
    let (found, _) = derive(ladder(20)).oscillations().unwrap();
    assert_eq!(found.len(), 10);
    for (k, oscillation) in found.iter().enumerate() {
        let exact = 2.0 * ((2.0 * k as f64 + 1.0) * std::f64::consts::PI / 42.0).sin();
        assert!((oscillation.pole.abs() - exact).abs() < 1e-13, "{k}: {}", oscillation.pole.abs());
    }
}

#[test]
fn capacitor_across_a_source() {
    // i = C u̇ with C = 0.5.
    let mut g = BondGraph::new();
    let (u, c) = (g.add("u", Kind::EffortSource), g.add_compliance("C1", 0.5));
    let bond = g.connect(u, c);
    g.observe("current", vec![(Constant::number(1.0), Probe::Flow(bond))]);
    let equations = derive(g);
    assert!(equations.states.is_empty());
    assert_matrix(&equations.f, &[&[0.5]]);
    assert_eq!(texts(&equations), ["current = C1*u'"]);
    let improper = equations.improper();
    assert_eq!(improper.len(), 1);
    for way_out in ["displacement", "small mass", "filter"] {
        assert!(improper[0].to_string().contains(way_out), "{}", improper[0]);
    }
}

#[test]
fn velocity_source() {
    // A velocity moves a mass of 2; behind it a spring of compliance 0.1 and a mass of 1.
    let mut g = BondGraph::new();
    let (v, base) = (g.add("v", Kind::FlowSource), g.add("base", Kind::One));
    let (m1, zero) = (g.add_inertia("m", 2.0), g.add("gap", Kind::Zero));
    let (k, m2) = (g.add_compliance("k", 0.1), g.add_inertia("m2", 1.0));
    let push = g.connect(v, base);
    g.connect(base, m1);
    g.connect(base, zero);
    g.connect(zero, k);
    g.connect(zero, m2);
    g.observe("force", vec![(Constant::number(1.0), Probe::Effort(push))]);
    let equations = derive(g);
    assert_eq!(names(&equations), ["q_k", "p_m2"]);
    assert_eq!(equations.dependent_storage[0].element, "m");
    assert_matrix(&equations.a, &[&[0.0, -1.0], &[10.0, 0.0]]);
    assert_matrix(&equations.b, &[&[1.0], &[0.0]]);
    assert_matrix(&equations.f, &[&[2.0]]);
    assert_matrix(&equations.c, &[&[10.0, 0.0]]);
}
