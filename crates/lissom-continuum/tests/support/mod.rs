//! Systems written as model files, for tests.
#![allow(dead_code, reason = "every test file uses its own part of this")]
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

pub mod reference;
pub mod writer;

use lissom_continuum::{Derivation, DeriveOptions, LinearSystem, derive, derive_with};
use lissom_model::model::{Law, Model};
use lissom_model::{Overrides, Span};
use lissom_symbolic::{AnyName, lower, parse};

/// Loads a model from its text.
pub fn model(text: &str) -> Model {
    let text = format!("lissom = 1\n[model]\nname = \"test\"\n{text}");
    let checked = lissom_model::load("test.toml", text.as_bytes(), &Overrides::default());
    checked.value.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

/// Gives a continuum one more coefficient.
pub fn add_coefficient(model: &mut Model, continuum: usize, key: &str, text: &str) {
    let syntax = parse(text, &|_| true).unwrap();
    let expr = lower(&syntax, &mut model.expressions, &mut AnyName).unwrap();
    let law = Law { text: text.to_owned(), expr, span: Span::default() };
    let system = model.system.as_mut().unwrap();
    system.continua[continuum].coefficients.push((key.to_owned(), law));
}

/// Derives the equations of a model.
pub fn derivation(model: &Model) -> Derivation {
    derive(model.system.as_ref().unwrap(), &model.expressions).unwrap()
}

/// Derives the equations of a model whose `[params]` have values, with or without checks of them, and makes them linear.
pub fn stated(text: &str, is_verified: bool) -> Result<(Derivation, LinearSystem), String> {
    let model = model(text);
    let values: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
    let options = DeriveOptions { is_verified, values: &values };
    let derived = derive_with(model.system.as_ref().unwrap(), &model.expressions, options);
    let mut derived = derived.map_err(|error| error.to_string())?;
    let system = derived.linearise(&values).map_err(|error| error.to_string())?;
    Ok((derived, system))
}

/// Asserts that the equation of this name is `expected = 0`.
pub fn assert_equation(derivation: &mut Derivation, name: &str, expected: &str) {
    let residual = derivation.equation(name).unwrap_or_else(|| panic!("no equation `{name}`")).residual;
    let wanted = derivation.read(expected).unwrap();
    let equation = derivation.equation(name).unwrap();
    assert!(derivation.equal(residual, wanted), "{name}: {} is not {expected}", derivation.text(equation));
}

/// Singer & Seering, Example 1.
pub const EXAMPLE_1: &str = r#"
[system]
coordinates = ["q1", "q2", "q4", "q5"]
[params]
m1 = 2.0
m2 = 1.0
m3 = 0.5
J3 = 0.02
k1 = 400.0
k2 = 250.0
k3 = 150.0
b = 3.0
l = 1.2
EI = 30.0
rhoA = 0.8
[[continuum]]
name = "beam"
kind = "bernoulli-euler"
length = "l"
fields = ["q3"]
EI = "EI"
rhoA = "rhoA"
position = ["q1 + q3"]
ends = { a = { displacement = "q2", slope = "0" }, b = { displacement = "q4", slope = "q5" } }
load = ["f(x, t)"]
[[mass]]
name = "m1"
mass = "m1"
position = ["q1"]
[[mass]]
name = "m2"
mass = "m2"
position = ["q1 + q2"]
[[mass]]
name = "m3"
mass = "m3"
inertia = "J3"
position = ["q1 + q4"]
angle = "q5"
[[spring]]
stiffness = "k1"
elongation = "q1"
[[spring]]
stiffness = "k2"
elongation = "q2"
[[spring]]
stiffness = "k3"
elongation = "q1 + q4"
[[damper]]
damping = "b"
elongation = "q2"
"#;

/// The linear system of a model in the making, all of whose data are numbers.
pub fn linear(writer: &writer::Writer) -> LinearSystem {
    let mut model = model(&writer.text());
    for (member, key, text) in &writer.added {
        add_coefficient(&mut model, *member, key, text);
    }
    let mut derived = derivation(&model);
    assert!(derived.verification().holds(), "{:?}", derived.verification());
    derived.linearise(&[]).unwrap()
}
