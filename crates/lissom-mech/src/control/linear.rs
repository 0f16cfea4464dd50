//! Controllers as linear systems, for poles and margins: without limits, references and noise.

use super::feedback::Feedback;
use crate::error::MechError;
use crate::system::System;
use lissom_linalg::Dense;
use lissom_model::model::{Model, Sampling};

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
    /// Whether it has limits, which linear answers leave out.
    pub has_limits: bool,
}

impl LinearController {
    /// The controllers of a model, around its plant.
    ///
    /// # Errors
    /// A controller of something that the plant does not have.
    pub fn all_of(model: &Model, plant: &dyn System) -> Result<Vec<Self>, MechError> {
        let one = |controller| {
            let feedback = Feedback::new(model, controller, plant.inputs())?;
            let (z, e, u) = (feedback.law.size(), feedback.errors, feedback.acts.len());
            let dense = |rows: &[Vec<f64>], n: usize, m: usize| Dense::from_fn(n, m, |i, j| rows[i][j]);
            Ok(Self {
                a: dense(&feedback.law.a, z, z),
                b: dense(&feedback.law.b, z, e),
                c: dense(&feedback.law.c, u, z),
                d: dense(&feedback.law.d, u, e),
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
