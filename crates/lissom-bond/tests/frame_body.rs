//! A modal body from a frame of this system: a cart with a flexible beam whose truth is known.

#![allow(clippy::unwrap_used, reason = "a test may stop where a value is missing")]

use lissom_bond::modal_body::FiniteElementBody;
use lissom_bond::{Assembly, CausalGraph, ModalBody, PortId, StateEquations};
use lissom_linalg::{ModesOptions, Quiet};
use lissom_mech::LinearSystem;
use lissom_model::model::{Direction, NodeId};
use lissom_model::{Overrides, load};

/// A beam L = EI = ρA = 1 that stands out from a cart of mass 2; the cart moves along y only.
const CART: &str = r#"
lissom = 1
[model]
name = "cart"
dim = 2
[section.unit]
EA = 1.0
EI = 1.0
rhoA = 1.0
[node]
cart = [0.0, 0.0]
tip = [1.0, 0.0]
[[beam]]
nodes = ["cart", "tip"]
section = "unit"
elements = 24
flexible = ["bending"]
[[mass]]
node = "cart"
mass = 2.0
[[fix]]
nodes = ["cart"]
directions = ["x", "phi"]
"#;

fn body(retain: usize) -> ModalBody {
    let checked = load("cart.toml", CART.as_bytes(), &Overrides::default());
    let model = checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let frame = LinearSystem::of(&model).unwrap();
    let y = Direction::Along([0.0, 1.0, 0.0]);
    let ports = [("cart", NodeId(0), y), ("tip", NodeId(1), y)];
    let body = FiniteElementBody::of_frame("body", &frame, &ports).unwrap();
    body.with_unit_loads(retain, &ModesOptions::default(), &Quiet).unwrap()
}

/// Angular frequencies with a tip mass [rad/s].
fn frequencies(body: ModalBody, tip_mass: f64, residual: bool) -> Vec<f64> {
    let mut assembly = Assembly::new();
    assembly.add_body(if residual { body } else { body.without_residual() });
    assembly.mass("m_t", PortId { body: 0, port: 1 }, tip_mass);
    let equations =
        StateEquations::numbers_only(CausalGraph::assign(assembly.graph().unwrap()).unwrap()).unwrap();
    equations.oscillations().unwrap().0.iter().map(|o| o.pole.abs()).collect()
}

#[test]
fn elastic_compliance_by_inertia_relief() {
    let body = body(2);
    assert_eq!(body.modes.iter().filter(|m| m.is_rigid()).count(), 1);
    let whole = body.static_compliance();
    for (i, j, exact) in [(0, 0, 1.0 / 180.0), (0, 1, -13.0 / 360.0), (1, 1, 23.0 / 90.0)] {
        assert!((whole[(i, j)] / exact - 1.0).abs() < 1e-5, "{i}{j}: {}", whole[(i, j)]);
    }
}

#[test]
fn residual_improves_what_is_kept() {
    // Exact 1.982638, 17.11767, 51.8176 rad/s with a tip mass of one.
    for (retain, truncated, corrected) in [
        (1, vec![2.002_569_6], vec![1.982_763_7, 24.274_023]),
        (2, vec![1.985_911_7, 17.447_691], vec![1.982_640_7, 17.136_444, 79.751_696]),
    ] {
        for (residual, expected) in [(false, truncated), (true, corrected)] {
            let found = frequencies(body(retain), 1.0, residual);
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (f, e) in found.iter().zip(&expected) {
                assert!((f / e - 1.0).abs() < 2e-5, "{retain} {residual}: {found:?}");
            }
        }
    }
}

#[test]
fn the_residual_mode_says_that_it_is_one() {
    let mut assembly = Assembly::new();
    assembly.add_body(body(1));
    assembly.mass("m_t", PortId { body: 0, port: 1 }, 1.0);
    let equations =
        StateEquations::numbers_only(CausalGraph::assign(assembly.graph().unwrap()).unwrap()).unwrap();
    let (found, _) = equations.oscillations().unwrap();
    assert!(found[0].residual_share < 0.02 && found[1].residual_share > 0.3, "{found:?}");
}
