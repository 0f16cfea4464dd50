//! Coefficients that step or bend: a member divided at every such place is as good as several members.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

mod support;

use lissom_continuum::{Derivation, DeriveOptions, ExactModes, derive_with, exact_modes};
use support::model;

const CLAMPED: &str = "a = { displacement = \"0\", slope = \"0\" }";

fn beam(coefficients: &str, more: &str) -> String {
    format!(
        r#"
[system]
coordinates = []
{more}
[params]
c = 0.37
l = 1
[[continuum]]
name = "beam"
kind = "bernoulli-euler"
length = "l"
fields = ["w"]
position = ["x", "w"]
{coefficients}
ends = {{ {CLAMPED} }}
"#
    )
}

/// The same by two continua that meet at 0.37.
fn pair(first: &str, second: &str, more: &str) -> String {
    let part = |name: &str, length: &str, field: &str, from: &str, coefficients: &str, ends: &str| {
        format!(
            r#"
[[continuum]]
name = "{name}"
kind = "bernoulli-euler"
length = "{length}"
fields = ["{field}"]
position = ["{from}x", "{field}"]
{coefficients}
ends = {{ {ends} }}
"#
        )
    };
    let joint = "{ displacement = \"q\", slope = \"p\" }";
    let ends = [format!("{CLAMPED}, b = {joint}"), format!("a = {joint}")];
    format!("[system]\ncoordinates = [\"q\", \"p\"]\n{more}\n")
        + &part("one", "0.37", "u", "", first, &ends[0])
        + &part("two", "0.63", "v", "0.37 + ", second, &ends[1])
}

fn derived(text: &str) -> (Derivation, Vec<(String, f64)>) {
    let model = model(text);
    let values: Vec<(String, f64)> = model.parameters.iter().map(|p| (p.name.clone(), p.value)).collect();
    let borrowed: Vec<(&str, f64)> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let options = DeriveOptions { is_verified: true, values: &borrowed };
    (derive_with(model.system.as_ref().unwrap(), &model.expressions, options).unwrap(), values)
}

fn modes(text: &str) -> ExactModes {
    let (mut derivation, values) = derived(text);
    assert!(derivation.verification().holds());
    let values: Vec<(&str, f64)> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let found = exact_modes(&derivation.linearise(&values).unwrap(), 5).unwrap();
    assert!(found.is_certified(), "{:?}", found.verdict.why_not());
    found
}

#[track_caller]
fn assert_same(text: &str, other: &str) {
    let (one, two) = (modes(text), modes(other));
    for (a, b) in one.angular_frequencies.iter().zip(&two.angular_frequencies) {
        assert!((a / b - 1.0).abs() < 1e-12, "{a} is not {b}");
    }
}

/// Written in every way that steps at 0.37: EI from 4 to 1, ρA from 2 to 1.
#[test]
fn a_step_is_an_interface() {
    let two = pair("EI = \"4\"\nrhoA = \"2\"", "EI = \"1\"\nrhoA = \"1\"", "");
    for (stiffness, mass) in [
        ("if(x < 0.37, 4, 1)", "if(x < 0.37, 2, 1)"),
        ("if(x < c, 4, 1)", "if(x >= c, 1, 2)"),
        ("4 - 3*step(x - c)", "(3 - sign(x - c))/2"),
        ("if(x < c*l, if(x < 2, 4, 17), if(x > -1, 1, 9))", "if(x/l < c, 2, 1)"),
        ("if(x > 0.1 and x < c or x < 0.2, 4, 1)", "if(x < c, 2, 1)"),
        ("if(x^2 < c^2, 4, 1)", "if(exp(x) < exp(c), 2, 1)"),
        ("4 - 3*floor(min(x/c, 1.5))", "2 - ceil(x - c)"),
    ] {
        assert_same(&beam(&format!("EI = \"{stiffness}\"\nrhoA = \"{mass}\""), ""), &two);
    }
}

#[test]
fn bends_are_divided_too() {
    let two = pair("EI = \"1 + x\"\nrhoA = \"1\"", "EI = \"1.37\"\nrhoA = \"1 + x\"", "");
    for (stiffness, mass) in [
        ("1 + min(x, c)", "1 + max(x - c, 0)"),
        ("1 + (x + c - abs(x - c))/2", "1 + (x - c + abs(x - c))/2"),
        ("if(x < c, 1 + x, 1 + c)", "max(1, 1 + x - c)"),
    ] {
        assert_same(&beam(&format!("EI = \"{stiffness}\"\nrhoA = \"{mass}\""), ""), &two);
    }
}

/// The weight beyond a place is integrated span by span.
#[test]
fn a_stepped_beam_stiffens_by_its_weight() {
    let hanging = "gravity = [\"9.81\", \"0\"]";
    let two = pair("EI = \"0.4\"\nrhoA = \"2\"", "EI = \"0.1\"\nrhoA = \"1\"", hanging);
    assert_same(&beam("EI = \"if(x < c, 0.4, 0.1)\"\nrhoA = \"if(x < c, 2, 1)\"", hanging), &two);
}

/// Displacement and slope are shared, moment and shear are balanced.
#[test]
fn interface_conditions_appear_in_the_equations() {
    let (derivation, _) = derived(&beam("EI = \"if(x < c, 4, 1)\"\nrhoA = \"1\"", ""));
    let written: Vec<String> = derivation.equations().iter().map(|e| derivation.text(e)).collect();
    let all = written.join("\n");
    assert!(
        derivation.notes().iter().any(|note| note.contains("divided at x = c")),
        "{:?}",
        derivation.notes()
    );
    for part in ["beam_displacement_1", "beam_slope_1"] {
        assert!(all.matches(part).count() >= 2, "{all}");
    }
    let moment = derivation.equation("beam_slope_1").unwrap();
    assert!(derivation.text(moment).contains("w_1") && derivation.text(moment).contains("w_2"), "{all}");
    assert!(!all.contains("if"), "{all}");
}
