//! Controllers as linear systems, for poles and margins: without limits, references and noise.

use super::feedback::Feedback;
use crate::error::MechError;
use crate::system::System;
use lissom_linalg::Dense;
use lissom_model::model::{Controller, Lag, Model, Sampling};

/// A controller without its limits: ż = A z + B e, u = C z + D e with e = −y; sampled z⁺ = A z + B e.
#[derive(Clone, Debug)]
pub struct LinearController {
    /// Its name.
    pub name: String,
    /// A.
    pub a: Dense,
    /// B.
    pub b: Dense,
    /// C.
    pub c: Dense,
    /// D.
    pub d: Dense,
    /// Measured outputs of the plant, by number.
    pub measures: Vec<usize>,
    /// Commanded inputs of the plant, by number.
    pub acts: Vec<usize>,
    /// When it samples; `None`: it is continuous.
    pub sampling: Option<Sampling>,
    /// The delay of its commands, which is approximated in its matrices.
    pub lag: Option<Lag>,
    /// Whether it has limits, which linear answers leave out.
    pub has_limits: bool,
}

impl LinearController {
    /// The controllers of a model, around its plant.
    ///
    /// # Errors
    /// A controller of something that the plant does not have.
    pub fn all_of(model: &Model, plant: &dyn System) -> Result<Vec<Self>, MechError> {
        let one = |controller: &Controller| {
            let feedback = Feedback::new(model, controller, plant.inputs())?;
            let [a, b, c, d] = matrices(&feedback);
            Ok(Self {
                lag: controller.lag,
                a,
                b,
                c,
                d,
                measures: feedback.measures().to_vec(),
                acts: feedback.acts.clone(),
                sampling: feedback.sampling,
                has_limits: feedback.limits.is_some(),
                name: feedback.name,
            })
        };
        model.controllers.iter().map(one).collect()
    }
}

/// A, B, C and D of the law, and behind it of the commands under way.
fn matrices(feedback: &Feedback) -> [Dense; 4] {
    let law = &feedback.law;
    let (z, e, u) = (law.size(), feedback.errors, feedback.acts.len());
    let dense = |rows: &[Vec<f64>], n: usize, m: usize| Dense::from_fn(n, m, |i, j| rows[i][j]);
    let own = [dense(&law.a, z, z), dense(&law.b, z, e), dense(&law.c, u, z), dense(&law.d, u, e)];
    let Some(lag) = &feedback.lag else { return own };
    let [a, b, c, d] = own;
    let n = lag.size();
    let size = z + n * u;
    // A state under way by its command and its point.
    let place = |i: usize| ((i - z) / n, (i - z) % n);
    let all = Dense::from_fn(size, size, |i, j| match (i < z, j < z) {
        (true, true) => a[(i, j)],
        (true, false) => 0.0,
        (false, true) => lag.inlet[place(i).1] * c[(place(i).0, j)],
        (false, false) if place(i).0 == place(j).0 => lag.along[place(i).1][place(j).1],
        (false, false) => 0.0,
    });
    let enters =
        |i: usize, j: usize| if i < z { b[(i, j)] } else { lag.inlet[place(i).1] * d[(place(i).0, j)] };
    let arrives = |i: usize, j: usize| f64::from(u8::from(j >= z && place(j) == (i, n - 1)));
    [all, Dense::from_fn(size, e, enters), Dense::from_fn(u, size, arrives), Dense::zeros(u, e)]
}
