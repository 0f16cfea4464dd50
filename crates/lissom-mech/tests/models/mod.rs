//! Models as text, and states of their mechanisms.
#![allow(dead_code)]

use lissom_linalg::Dense;
use lissom_linalg::eigen::symmetric_definite;
use lissom_mech::{Linearisation, Mechanism, State, System};
use lissom_model::{Model, Overrides, Sources, Style, load, render};

/// The example of the paper's straight guidance.
pub const GUIDANCE: &str = include_str!("../../../../examples/guidance/model.toml");
/// The example of the paper's manipulator.
pub const MANIPULATOR: &str = include_str!("../../../../examples/manipulator/model.toml");
/// The slider-crank with a flexible rod.
pub const SLIDER_CRANK: &str = include_str!("../../../../examples/slider_crank/model.toml");

/// Reads a model text; shows its diagnostics when it is wrong.
pub fn model(text: &str) -> Model {
    model_with(text, &[])
}

/// Reads a model text with overrides.
pub fn model_with(text: &str, overrides: &[(&str, &str)]) -> Model {
    let overrides = Overrides::from_iter(overrides.iter().copied());
    let checked = load("test.toml", text.as_bytes(), &overrides);
    let sources = Sources::new("test.toml", text.as_bytes(), &overrides);
    let page = render(&checked.diagnostics, &sources, Style::Plain);
    checked.value.unwrap_or_else(|| panic!("{page}"))
}

/// The mechanism of a model text.
pub fn mechanism(text: &str) -> Mechanism {
    Mechanism::of(&model(text)).unwrap()
}

/// Numbers in (−1, 1) that are the same every time.
pub struct Numbers(u64);

impl Numbers {
    /// A fresh sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A vector of them, each times its size.
    pub fn vector(&mut self, sizes: &[f64]) -> Vec<f64> {
        sizes.iter().map(|size| size * self.next()).collect()
    }
}

/// q̈ at a state.
pub fn acceleration(system: &dyn System, time: f64, q: &[f64], q_dot: &[f64], input: &[f64]) -> Vec<f64> {
    let mut work = system.workspace();
    let mut result = vec![0.0; q.len()];
    system
        .acceleration(&State { time, position: q, velocity: q_dot }, input, &mut work, &mut result)
        .unwrap();
    result
}

/// The linearisation about a state.
pub fn linearise(
    system: &dyn System,
    time: f64,
    q: &[f64],
    q_dot: &[f64],
    q_ddot: &[f64],
    input: &[f64],
) -> Linearisation {
    let mut work = system.workspace();
    system.linearise(&State { time, position: q, velocity: q_dot }, q_ddot, input, &mut work).unwrap()
}

/// K + N + G.
pub fn total_stiffness(l: &Linearisation) -> Dense {
    let mut sum = l.stiffness.clone();
    sum.add_scaled(1.0, &l.dynamic_stiffness);
    sum.add_scaled(1.0, &l.geometric_stiffness);
    sum
}

/// Angular frequencies of the reference state, rising [rad/s].
pub fn rest_frequencies(system: &dyn System) -> Vec<f64> {
    let (q, v) = system.initial();
    let input = vec![0.0; system.inputs().len()];
    let l = linearise(system, 0.0, &q, &v, &v, &input);
    let eigen = symmetric_definite(&total_stiffness(&l).symmetric_part(), &l.mass).unwrap();
    eigen.values.iter().map(|value| value.max(0.0).sqrt()).collect()
}
