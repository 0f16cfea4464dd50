//! Every number of `papers/clemen2021/expected.toml`, computed again.

#![allow(clippy::unwrap_used, reason = "a test may stop where a value is missing")]

use lissom_bond::modal_body::{ContinuumBeam, Mode, ModeTable, ResidualCompliance};
use lissom_bond::{Assembly, CausalGraph, ModalBody, PortId, StateEquations};
use lissom_linalg::Dense;
use lissom_model::model::EndCondition;
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use toml::de::{DeTable, DeValue};

const EXPECTED: &str = include_str!("../../../papers/clemen2021/expected.toml");

/// Frequency, shapes at cart and tip, and the compliance column in 10⁻⁵ m/N \[Clemen2021, Table 1\].
const TABLE: [[f64; 4]; 8] = [
    [94.0, 2.95, -6.66, 0.2858],
    [515.0, -2.76, -6.35, 0.0095],
    [1195.0, -2.02, 5.52, 0.0018],
    [1669.0, 0.15, -2.90, 0.0009],
    [1669.0, -0.11, 2.13, 0.0009],
    [2482.0, 1.38, 5.86, 0.0004],
    [3760.0, 1.23, -4.54, 0.0002],
    [4489.0, 0.14, -4.34, 0.0001],
];

type Quantities = BTreeMap<&'static str, f64>;

fn beam(found: &mut Quantities) {
    let beam = ContinuumBeam::new(1.0, 1.0, 1.0, [EndCondition::Clamped; 2]).unwrap();
    let body = beam.with_statics("beam", &[("p1", 0.3), ("p2", 0.6)], 2).unwrap();
    let (statics, residual) = (beam.static_compliance(&[0.3, 0.6]), body.residual.matrix());
    found.insert("beam.static_11", statics[(0, 0)]);
    found.insert("beam.static_12", statics[(0, 1)]);
    found.insert("beam.static_22", statics[(1, 1)]);
    found.insert("beam.residual_11", residual[(0, 0)]);
    found.insert("beam.residual_12", residual[(0, 1)]);
    found.insert("beam.residual_22", residual[(1, 1)]);
    let mut assembly = Assembly::new();
    assembly.add_body(body);
    for port in 0..2 {
        let at = PortId { body: 0, port };
        assembly.force(&format!("F{port}"), at);
        assembly.observe(&format!("d{port}"), vec![(1.0, lissom_bond::Motion::Position, at)]);
    }
    let response = derive(&assembly).frequency_response(&[0.0]).unwrap();
    let error = |i: usize, j: usize| (response[0].values[i][j].re / statics[(i, j)] - 1.0).abs();
    let errors = [error(0, 0), error(0, 1), error(1, 0), error(1, 1)];
    found.insert("beam.static_error_with_residual", errors.into_iter().fold(0.0, f64::max));
}

fn derive(assembly: &Assembly) -> StateEquations {
    StateEquations::derive(CausalGraph::assign(assembly.graph().unwrap()).unwrap()).unwrap()
}

fn with_tip_mass(body: ModalBody, mass: f64) -> StateEquations {
    let mut assembly = Assembly::new();
    assembly.add_body(body);
    assembly.mass("m_t", PortId { body: 0, port: 1 }, mass);
    assembly.force("F_in", PortId { body: 0, port: 0 });
    derive(&assembly)
}

/// States p0, p1, q1, q_tip, p_t, from the printed table.
fn cart_of_the_table(found: &mut Quantities) {
    let shapes: Vec<Vec<f64>> = TABLE.iter().map(|row| row[1..3].to_vec()).collect();
    let table =
        ModeTable::new("body", &["cart", "tip"], Some(0.104), &TABLE.map(|row| row[0]), &[1.0; 8], &shapes)
            .unwrap();
    let body = table.with_remaining_modes(1).unwrap();
    let residual = body.residual.matrix();
    found.insert("cart.residual_11", residual[(0, 0)]);
    found.insert("cart.residual_12", residual[(0, 1)]);
    found.insert("cart.residual_22", residual[(1, 1)]);
    let column: f64 = TABLE[1..].iter().map(|row| row[2] * row[2] * row[3] * 1e-5).sum();
    found.insert("cart.residual_22_from_rounded_column", column);
    let equations = with_tip_mass(body, 1.0);
    let (a, b) = (&equations.a, &equations.b);
    found.insert("cart.p0_from_q_tip", a[(0, 3)]);
    found.insert("cart.p0_from_force", b[(0, 0)]);
    found.insert("cart.p1_from_q1", a[(1, 2)]);
    found.insert("cart.p1_from_force", b[(1, 0)]);
    found.insert("cart.q_tip_from_p0", a[(3, 0)]);
    found.insert("cart.q_tip_from_p1", a[(3, 1)]);
    found.insert("cart.p_tip_from_force", b[(4, 0)]);
}

/// From the unrounded numbers that Eqs. (64), (66)–(68) and k1 of Eq. (65) imply.
fn cart_of_the_equations(found: &mut Quantities) {
    let body = || {
        let (k1, c22) = (349_860.0, 1.0 / 212_240.0);
        let (c11, c21) = (8.1e-7, 0.3168 * c22);
        let rigid = Mode { mass: 1.0 / 9.6167, stiffness: 0.0, damping: 0.0, shape: vec![1.0, 1.0] };
        let first =
            Mode { mass: 1.0, stiffness: k1, damping: 0.0, shape: vec![5.0552 - 6.6611 * 0.3168, -6.6611] };
        let y = first.shape.clone();
        let residual = Dense::from_rows(&[&[c11, c21], &[c21, c22]]);
        let statics = Dense::from_fn(2, 2, |i, j| residual[(i, j)] + y[i] * y[j] / k1);
        let kept = vec![rigid, first];
        let residual = ResidualCompliance::from_statics("body", &statics, &kept).unwrap();
        ModalBody::new("body", vec!["cart".into(), "tip".into()], kept, residual).unwrap()
    };
    found.insert("cart.p1_from_q_tip", with_tip_mass(body(), 1.0).a[(1, 3)]);
    let frequencies = |mass: f64| -> [f64; 2] {
        let list = with_tip_mass(body(), mass).oscillations().unwrap().0;
        [list[0].frequency_hz, list[1].frequency_hz]
    };
    // det(s − A)/s = s⁴ + (a + b/m) s² + (c + d/m): sums and products of ω² at two masses give all four.
    let squares = |mass: f64| frequencies(mass).map(|f| (TAU * f).powi(2));
    let ([a1, b1], [a2, b2]) = (squares(1.0), squares(0.5));
    found.insert("cart.polynomial_s2", 2.0 * (a1 + b1) - (a2 + b2));
    found.insert("cart.polynomial_s2_per_mass", (a2 + b2) - (a1 + b1));
    found.insert("cart.polynomial_s0", 2.0 * a1 * b1 - a2 * b2);
    found.insert("cart.polynomial_s0_per_mass", a2 * b2 - a1 * b1);
    let [low, high] = frequencies(1e9);
    found.insert("cart.lower_limit_hz", low);
    found.insert("cart.upper_limit_hz", high);
}

/// |a − b| against b, or against one where b is zero.
fn differs(a: f64, b: f64) -> f64 {
    (a - b).abs() / if b == 0.0 { 1.0 } else { b.abs() }
}

#[test]
fn every_claim_has_the_status_it_says() {
    let mut found = Quantities::new();
    beam(&mut found);
    cart_of_the_table(&mut found);
    cart_of_the_equations(&mut found);
    let file = DeTable::parse(EXPECTED).unwrap().into_inner();
    let claims = file.get("claim").unwrap().get_ref().as_array().unwrap();
    for claim in claims.iter().map(|claim| claim.get_ref()) {
        let name = word(claim, "quantity");
        let number = |key: &str| -> f64 {
            let value = claim.get(key).and_then(|v| v.get_ref().as_float().map(|f| f.as_str().to_owned()));
            value.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name} has no number `{key}`"))
        };
        let value = found
            .remove(name)
            .unwrap_or_else(|| panic!("{name} is claimed but not computed, or claimed twice"));
        assert!(differs(value, number("found")) <= number("rtol"), "{name}: computed {value:e}");
        let agrees = differs(value, number("printed")) <= number("rounding");
        match word(claim, "status") {
            "reproduced" => assert!(agrees, "{name}: printed {}, found {value:e}", number("printed")),
            "erratum" => assert!(!agrees && claim.get("note").is_some(), "{name} agrees, or lacks its note"),
            other => panic!("{name} has the status {other}"),
        }
    }
    assert!(found.is_empty(), "computed but not claimed: {:?}", found.keys());
}

fn word<'a>(claim: &'a DeValue<'_>, key: &str) -> &'a str {
    claim.get(key).and_then(|v| v.get_ref().as_str()).unwrap_or_else(|| panic!("a claim has no `{key}`"))
}
