//! Reference numbers, read from `tests/oracles/continuum.json`; `continuum.py` beside it computes them.
#![allow(dead_code, reason = "every test file uses its own part of this")]
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use serde_json::Value;

/// A case of the reference file.
pub struct Case {
    pub id: String,
    value: Value,
}

impl Case {
    /// The cases whose id begins with a prefix.
    pub fn with_prefix(prefix: &str) -> Vec<Self> {
        let cases = all().into_iter().filter(|case| case.id.starts_with(prefix)).collect::<Vec<_>>();
        assert!(!cases.is_empty(), "no case begins with {prefix}");
        cases
    }

    /// The case of this id.
    pub fn of(id: &str) -> Self {
        all().into_iter().find(|case| case.id == id).unwrap_or_else(|| panic!("no case {id}"))
    }

    /// A parameter as a number.
    pub fn parameter(&self, name: &str) -> f64 {
        number(&self.value["params"][name])
    }

    /// A parameter, or a number when the case has none.
    pub fn parameter_or(&self, name: &str, otherwise: f64) -> f64 {
        if self.value["params"][name].is_null() { otherwise } else { self.parameter(name) }
    }

    /// A list of numbers among the parameters.
    pub fn parameters(&self, name: &str) -> Vec<f64> {
        self.value["params"][name].as_array().unwrap().iter().map(number).collect()
    }

    /// The values as angular frequencies, whatever they are given as.
    pub fn angular_frequencies(&self) -> Vec<f64> {
        let is_wave = self.value["quantity"].as_str().unwrap().starts_with("beta*l");
        let values = self.value["values"].as_array().unwrap().iter().map(number);
        values.map(|value| if is_wave { value * value } else { value }).collect()
    }

    /// The values as pairs of real and imaginary part.
    pub fn pairs(&self) -> Vec<[f64; 2]> {
        let pair = |value: &Value| [number(&value[0]), number(&value[1])];
        self.value["values"].as_array().unwrap().iter().map(pair).collect()
    }

    /// A value by name.
    pub fn named(&self, name: &str) -> &Value {
        &self.value["values"][name]
    }

    pub fn rigid_modes(&self) -> usize {
        self.value["rigid_body_modes"].as_u64().unwrap_or(0) as usize
    }
}

/// A number, written as such or as a string of many digits.
pub fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().unwrap(),
        other => other.as_f64().unwrap_or_else(|| panic!("{other} is no number")),
    }
}

fn all() -> Vec<Case> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/oracles/continuum.json");
    let text = std::fs::read_to_string(file).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let cases = file["cases"].as_array().unwrap();
    cases
        .iter()
        .map(|value| Case { id: value["id"].as_str().unwrap().to_owned(), value: value.clone() })
        .collect()
}
