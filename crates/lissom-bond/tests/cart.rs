//! The cart with a flexible beam and a tip mass \[Clemen2021, §3, second example\].

#![allow(clippy::unwrap_used, reason = "a test may stop where a value is missing")]

use lissom_bond::modal_body::ModeTable;
use lissom_bond::{Assembly, CausalGraph, ModalBody, Motion, PortId, StateEquations};

/// Frequency, shape at the cart, shape at the tip \[Clemen2021, Table 1\].
const TABLE: [[f64; 3]; 8] = [
    [94.0, 2.95, -6.66],
    [515.0, -2.76, -6.35],
    [1195.0, -2.02, 5.52],
    [1669.0, 0.15, -2.90],
    [1669.0, -0.11, 2.13],
    [2482.0, 1.38, 5.86],
    [3760.0, 1.23, -4.54],
    [4489.0, 0.14, -4.34],
];

const CART: PortId = PortId { body: 0, port: 0 };
const TIP: PortId = PortId { body: 0, port: 1 };

fn body_of_the_table() -> ModalBody {
    let frequencies = TABLE.map(|row| row[0]);
    let shapes: Vec<Vec<f64>> = TABLE.iter().map(|row| row[1..].to_vec()).collect();
    let table = ModeTable::new("cart_beam", &["cart", "tip"], Some(0.104), &frequencies, &[1.0; 8], &shapes);
    table.unwrap().with_remaining_modes(1).unwrap()
}

/// The unrounded numbers that the printed state equations imply.
fn body_of_the_equations() -> ModalBody {
    use lissom_bond::modal_body::{Mode, ResidualCompliance};
    let (c11, c21, c22) = (8.1e-7, 1.492_649_830_380_701_3e-6, 4.711_647_191_858_274e-6);
    let rigid = Mode { mass: 0.103_985_774_746_014_75, stiffness: 0.0, damping: 0.0, shape: vec![1.0, 1.0] };
    let first = Mode { mass: 1.0, stiffness: 349_860.0, damping: 0.0, shape: vec![2.944_963_52, -6.6611] };
    let kept = vec![rigid, first];
    let mut statics = lissom_linalg::Dense::from_rows(&[&[c11, c21], &[c21, c22]]);
    let y = &kept[1].shape;
    let modal = lissom_linalg::Dense::from_fn(2, 2, |i, j| y[i] * y[j] / 349_860.0);
    statics.add_scaled(1.0, &modal);
    let residual = ResidualCompliance::from_statics("cart_beam", &statics, &kept).unwrap();
    ModalBody::new("cart_beam", vec!["cart".into(), "tip".into()], kept, residual).unwrap()
}

fn with_tip_mass(body: ModalBody, tip_mass: f64) -> Assembly {
    let mut assembly = Assembly::new();
    assembly.add_body(body);
    assembly.mass("m_t", TIP, tip_mass);
    assembly.force("F_in", CART);
    assembly.observe("v_t", vec![(1.0, Motion::Velocity, TIP)]);
    assembly.observe("v_c", vec![(1.0, Motion::Velocity, CART)]);
    assembly.observe("gap", vec![(1.0, Motion::Position, CART), (-1.0, Motion::Position, TIP)]);
    assembly
}

fn derive(assembly: &Assembly) -> StateEquations {
    StateEquations::derive(CausalGraph::assign(assembly.graph().unwrap()).unwrap()).unwrap()
}

fn frequencies(equations: &StateEquations) -> Vec<f64> {
    equations.oscillations().unwrap().0.iter().map(|o| o.frequency_hz).collect()
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs(), "{found} instead of {expected}");
}

#[test]
fn state_equations_are_those_of_the_paper() {
    // [Clemen2021, Eqs. (54)–(60)] with c_r11, c_r21, c_r22 written c_cart_cart, c_cart_tip, c_tip_tip.
    let equations = derive(&with_tip_mass(body_of_the_equations(), 1.0));
    let texts: Vec<&str> = equations.equations.iter().map(|e| e.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "p0' = q_tip/c_tip_tip + (1 - c_cart_tip/c_tip_tip)*F_in",
            "p1' = -k1*q1 + Y1_tip/c_tip_tip*q_tip + (Y1_cart - Y1_tip*c_cart_tip/c_tip_tip)*F_in",
            "q1' = p1/m1",
            "q_tip' = -p0/m0 - Y1_tip/m1*p1 + p_m_t/m_t",
            "p_m_t' = -q_tip/c_tip_tip + c_cart_tip/c_tip_tip*F_in",
            "v_t = p_m_t/m_t",
            "v_c = (1 - c_cart_tip/c_tip_tip)/m0*p0 + (Y1_cart - Y1_tip*c_cart_tip/c_tip_tip)/m1*p1 + c_cart_tip/(c_tip_tip*m_t)*p_m_t + (c_cart_cart - c_cart_tip^2/c_tip_tip)*F_in'",
            "gap = (Y1_cart - Y1_tip)*q1 + (c_cart_tip/c_tip_tip - 1)*q_tip + (c_cart_cart - c_cart_tip^2/c_tip_tip)*F_in",
        ]
    );
    assert_eq!(equations.dependent_storage.len(), 1);
    assert!(equations.dependent_storage[0].reason.contains("F_in:Se"), "{:?}", equations.dependent_storage);
}

#[test]
fn numbers_are_those_of_the_paper() {
    let equations = derive(&with_tip_mass(body_of_the_equations(), 1.0));
    // Rows p0, p1, q1, q_tip, p_t [Clemen2021, Eqs. (64)–(68)]; −1413752 where (65) prints −1143800.
    for (row, col, value) in [
        (0, 3, 212_240.0),
        (1, 2, -349_860.0),
        (1, 3, -1_413_751.864),
        (2, 1, 1.0),
        (3, 0, -9.6167),
        (3, 1, 6.6611),
        (3, 4, 1.0),
        (4, 3, -212_240.0),
    ] {
        assert_near(equations.a[(row, col)], value, 1e-11);
    }
    for (row, value) in [(0, 0.6832), (1, 5.0552), (4, 0.3168)] {
        assert_near(equations.b[(row, 0)], value, 1e-9);
    }
    assert_eq!(equations.e.max_abs(), 0.0);
    for (col, value) in [(0, 6.570_129_44), (1, 5.0552), (4, 0.3168)] {
        assert_near(equations.c[(1, col)], value, 1e-9);
    }
    assert_near(equations.f[(1, 0)], 3.371_285_337e-7, 1e-8);
    assert_eq!(equations.improper().len(), 1, "the velocity of the cart jumps with the force");
}

#[test]
fn frequencies_against_the_tip_mass() {
    for (mass, low, high) in [
        (0.01, 79.303_032_590_471_26, 911.275_289_965_103_1),
        (0.1, 51.660_652_474_981_376, 591.771_595_887_524_1),
        (0.25, 45.126_841_011_781_41, 564.419_525_627_285_8),
        (1.0, 40.870_765_145_681_24, 550.279_117_569_668_1),
        (10.0, 39.408_475_079_960_76, 545.972_533_159_921_9),
        (1e9, 39.239_689_935_863_53, 545.492_136_892_821_8),
    ] {
        let equations = derive(&with_tip_mass(body_of_the_equations(), mass));
        let (found, zeros) = equations.oscillations().unwrap();
        assert_eq!((found.len(), zeros), (2, 1));
        assert_near(found[0].frequency_hz, low, 1e-9);
        assert_near(found[1].frequency_hz, high, 1e-9);
        assert!(found[0].residual_share < 0.1 || mass < 0.02, "{:?}", found[0]);
        assert!(found[1].residual_share > 0.3, "the second mode lives in the residual: {:?}", found[1]);
    }
}

#[test]
fn characteristic_polynomial_of_the_paper_corrected() {
    // det(s − A)/s = s⁴ + (118.08 + 2.1224/m_t)·10⁵ s² + (71.408 + 7.4254/m_t)·10¹⁰ [Clemen2021, Eq. (69)].
    let squares = |mass: f64| -> [f64; 2] {
        let f = frequencies(&derive(&with_tip_mass(body_of_the_equations(), mass)));
        [f[0], f[1]].map(|f| (std::f64::consts::TAU * f).powi(2))
    };
    let ([a1, b1], [a2, b2]) = (squares(1.0), squares(0.5));
    let (sum1, sum2, product1, product2) = (a1 + b1, a2 + b2, a1 * b1, a2 * b2);
    assert_near(sum2 - sum1, 2.122_4e5, 1e-8);
    assert_near(2.0 * sum1 - sum2, 118.080_509_492_906_2e5, 1e-9);
    assert_near(product2 - product1, 7.425_428_639_992_517e10, 1e-8);
    assert_near(2.0 * product1 - product2, 71.408_119_602_295_5e10, 1e-9);
}

#[test]
fn without_residual_the_tip_mass_is_dependent() {
    let assembly = with_tip_mass(body_of_the_equations(), 1.0).without_residual();
    let equations = derive(&assembly);
    assert_eq!(equations.states.len(), 3);
    assert_eq!(equations.dependent_storage[0].element, "m_t");
    let found = frequencies(&equations);
    assert_eq!(found.len(), 1);
    assert_near(found[0], 41.3649, 2e-6);
}

#[test]
fn table_gives_nearly_the_printed_frequencies() {
    // The rounded table is 0.1 % away from the unrounded numbers behind the printed equations.
    let found = frequencies(&derive(&with_tip_mass(body_of_the_table(), 1.0)));
    assert_near(found[0], 40.87, 2e-3);
    assert_near(found[1], 550.28, 2e-3);
}

#[test]
fn sign_of_a_mode_changes_nothing_that_can_be_seen() {
    let body = body_of_the_table();
    let mut flipped = body.clone();
    flipped.modes[1].shape.iter_mut().for_each(|y| *y = -*y);
    let [one, other] = [body, flipped]
        .map(|b| derive(&with_tip_mass(b, 0.3)).frequency_response(&[3.0, 77.0, 900.0]).unwrap());
    assert_eq!(one.len(), other.len());
    for (a, b) in one.iter().zip(&other) {
        for (x, y) in a.values.iter().flatten().zip(b.values.iter().flatten()) {
            assert!((*x - *y).abs() <= 1e-13 * x.abs());
        }
    }
}

#[test]
fn attached_mass_moves_with_the_body() {
    // At low frequency everything is rigid: velocity = F/(iω(m0 + mt)) at both places, with the same sign.
    let equations = derive(&with_tip_mass(body_of_the_table(), 0.3));
    let f = 1e-3;
    let response = &equations.frequency_response(&[f]).unwrap()[0].values;
    let rigid = 1.0 / (std::f64::consts::TAU * f * 0.404);
    for velocity in &response[..2] {
        assert_near(-velocity[0].im, rigid, 1e-6);
    }
}

#[test]
fn power_balance_closes() {
    let equations = derive(&with_tip_mass(body_of_the_table(), 0.3));
    let state = [0.3, -0.7, 1e-3, 2e-4, 0.9];
    let balance = equations.power_balance(&state, &[5.0], &[-130.0]);
    let size = balance.supplied.abs().max(balance.stored.abs());
    assert!(size > 1.0 && balance.gap().abs() < 1e-13 * size, "{balance:?}");
}

#[test]
fn wrong_numbers_are_refused() {
    use lissom_bond::{BondError, Side};
    let mut assembly = with_tip_mass(body_of_the_table(), -0.3);
    let error = CausalGraph::assign(assembly.graph().unwrap()).unwrap_err();
    assert!(matches!(error, BondError::NotPositive { kind: "I", .. }), "{error}");
    assembly = with_tip_mass(body_of_the_table(), 0.3);
    assembly.spring("k", [Side::Ground, Side::Ground], 3.0);
    assert!(matches!(assembly.graph(), Err(BondError::LooseLink { .. })));
    assert!(matches!(assembly.port("cart_beam", "top"), Err(BondError::Unknown { .. })));
}
