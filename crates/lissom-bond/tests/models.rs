//! Model files, from their text to their numbers.

#![allow(clippy::unwrap_used, reason = "a test may stop where a value is missing")]

use lissom_bond::{BondGraph, CausalGraph, DescriptionAlone, ResidualUse, StateEquations, drawing, graph_of};
use lissom_linalg::Dense;
use lissom_model::{Overrides, load};

const CART: &str = include_str!("../../../papers/clemen2021/cart.toml");
const BEAM: &str = include_str!("../../../papers/clemen2021/fixed_beam_ports.toml");
const MOTOR: &str = include_str!("models/dc_motor_bond.toml");

fn graph(text: &str, residual: ResidualUse, set: &[(&str, &str)]) -> BondGraph {
    let mut overrides = Overrides::default();
    set.iter().for_each(|(key, value)| overrides.set(*key, *value));
    let checked = load("model.toml", text.as_bytes(), &overrides);
    let model = checked.value.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    graph_of(&model, residual, &DescriptionAlone).unwrap()
}

fn derive(graph: BondGraph) -> StateEquations {
    StateEquations::derive(CausalGraph::assign(graph).unwrap()).unwrap()
}

#[test]
fn the_motor_runs_at_its_speed_per_volt() {
    let equations = derive(graph(MOTOR, ResidualUse::Kept, &[]));
    assert_eq!(
        (&equations.inputs[..], &equations.outputs[..]),
        (&["u".to_owned()][..], &["speed".into(), "current".into()][..])
    );
    let response = equations.frequency_response(&[0.0]).unwrap();
    // k/(Ra d + k²)
    assert!((response[0].values[0][0].re / 19.607_843_137_254_903 - 1.0).abs() < 1e-14);
}

#[test]
fn the_cart_of_the_model_file() {
    let equations = derive(graph(CART, ResidualUse::Kept, &[("m_t", "1.0")]));
    let frequencies: Vec<f64> = equations.oscillations().unwrap().0.iter().map(|o| o.frequency_hz).collect();
    // From the rounded table: within 0.15 % of 40.871 and 550.28 Hz.
    assert!((frequencies[0] / 40.871 - 1.0).abs() < 1.5e-3, "{frequencies:?}");
    assert!((frequencies[1] / 550.28 - 1.0).abs() < 1.5e-3, "{frequencies:?}");
    assert_eq!(equations.states.len(), 5, "the gap needs no state for the rigid motion");
    assert_eq!(equations.outputs, ["gap"]);
    let truncated = derive(graph(CART, ResidualUse::LeftOut, &[("m_t", "1.0")]));
    assert_eq!(truncated.oscillations().unwrap().0.len(), 1);
}

#[test]
fn sweep_of_the_tip_mass_falls_towards_its_limits() {
    let mut last = [f64::INFINITY; 2];
    for k in 0..60 {
        let mass = 10f64.powf(-3.0 + 4.0 * f64::from(k) / 59.0);
        let causal =
            CausalGraph::assign(graph(CART, ResidualUse::Kept, &[("m_t", &mass.to_string())])).unwrap();
        let found = StateEquations::numbers_only(causal).unwrap().oscillations().unwrap().0;
        let pair = [found[0].frequency_hz, found[1].frequency_hz];
        assert!(pair[0] < last[0] && pair[1] < last[1], "{mass}: {pair:?}");
        last = pair;
    }
    assert!(last[0] > 39.2 && last[0] < 39.5 && last[1] > 545.0 && last[1] < 547.0, "{last:?}");
}

#[test]
fn the_fixed_beam_is_statically_exact() {
    let equations = derive(graph(BEAM, ResidualUse::Kept, &[]));
    let exact = Dense::from_rows(&[&[3.087e-3, 2.736e-3], &[2.736e-3, 4.608e-3]]);
    let at_rest =
        |equations: &StateEquations| equations.frequency_response(&[0.0]).unwrap()[0].values.clone();
    let (with, without) = (at_rest(&equations), at_rest(&derive(graph(BEAM, ResidualUse::LeftOut, &[]))));
    for i in 0..2 {
        for j in 0..2 {
            assert!((with[i][j].re / exact[(i, j)] - 1.0).abs() < 1e-12, "{}", with[i][j].re);
            assert_eq!(with[i][j].im, 0.0);
        }
    }
    assert!(((1.0 - without[0][0].re / exact[(0, 0)]) * 100.0 - 2.959_898_417).abs() < 1e-6);
    // [Clemen2021, Eqs. (25)–(28)] and both ports of the residual dependent.
    let texts: Vec<&str> = equations.equations.iter().map(|e| e.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "p1' = -k1*q1 + Y1_p1*F1 + Y1_p2*F2",
            "q1' = p1/m1",
            "p2' = -k2*q2 + Y2_p1*F1 + Y2_p2*F2",
            "q2' = p2/m2",
            "d1 = Y1_p1*q1 + Y2_p1*q2 + c_p1_p1*F1 + c_p1_p2*F2",
            "d2 = Y1_p2*q1 + Y2_p2*q2 + c_p1_p2*F1 + c_p2_p2*F2",
        ]
    );
    assert_eq!(equations.dependent_storage.len(), 2);
    let frequencies: Vec<f64> = equations.poles().unwrap().iter().map(|s| s.im.abs()).collect();
    for (found, exact) in frequencies.iter().step_by(2).zip([22.373_285_448_061_32, 61.672_822_867_920_25]) {
        assert!((found / exact - 1.0).abs() < 1e-13);
    }
}

#[test]
fn the_drawing_shows_every_element_and_stroke() {
    let causal = CausalGraph::assign(graph(CART, ResidualUse::Kept, &[])).unwrap();
    let svg = drawing::svg(&causal);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("causal-stroke").count(), causal.graph.bonds.len());
    assert_eq!(svg.matches("<text").count(), causal.graph.elements.len());
    assert_eq!(svg.matches("stroke-dasharray").count(), 1, "one dependent port");
    assert!(svg.contains("Se:F_in") && svg.contains("TF:Y1_tip"));
}
