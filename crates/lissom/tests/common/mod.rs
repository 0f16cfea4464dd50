//! Models as text, and their answers.
#![allow(dead_code, clippy::unwrap_used)]

use lissom::{FileError, Files, Modes, Overrides, Quiet, Range, Session, Threads};

/// A model text that stands for a file.
pub struct Text(pub String);

impl Files for Text {
    fn read(&self, _: &str) -> Result<Vec<u8>, FileError> {
        Ok(self.0.clone().into_bytes())
    }
}

/// Opens a model text; shows its diagnostics when it is wrong.
pub fn open(text: &str) -> Session {
    let session = Session::open(Text(text.to_owned()), "test.toml", Overrides::default()).unwrap();
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(lissom::Style::Plain));
    session
}

/// The lowest modes of a model text, certified.
pub fn modes(text: &str, count: usize) -> Modes {
    modes_with(text, count, &Threads::one())
}

/// The lowest modes of a model text, certified.
pub fn modes_with(text: &str, count: usize, threads: &Threads) -> Modes {
    let session = open(text);
    let mut request = session.modes_request().unwrap();
    request.range = Range::Lowest(count);
    request.options.threads = threads.clone();
    let modes = session.modes(&request, &Quiet).unwrap_or_else(|failure| panic!("{failure}\n{text}")).value;
    assert!(modes.certificate.is_certified(), "not certified: {:?}", modes.certificate);
    modes
}

/// Angular frequencies of the lowest modes [rad/s].
pub fn omegas(text: &str, count: usize) -> Vec<f64> {
    modes(text, count).modes.iter().map(|m| m.angular_frequency).collect()
}

/// A case of the exact continuum.
pub struct Exact {
    /// Values as the case states them.
    pub values: Vec<f64>,
    /// Rigid modes.
    pub rigid: usize,
}

/// The case of the given name in `data/exact_continuum.json`.
pub fn exact(id: &str) -> Exact {
    let data: serde_json::Value = serde_json::from_str(include_str!("../data/exact_continuum.json")).unwrap();
    let case = data["cases"].as_array().unwrap().iter().find(|c| c["id"] == id);
    let case = case.unwrap_or_else(|| panic!("no case {id}"));
    let values = case["values"].as_array().unwrap();
    Exact {
        values: values.iter().map(|v| v.as_str().unwrap().parse().unwrap()).collect(),
        rigid: case["rigid_body_modes"].as_u64().unwrap() as usize,
    }
}

/// Largest relative difference of two lists of the same length.
pub fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(x, y)| ((x - y) / y).abs()).fold(0.0, f64::max)
}
