//! What a structure does under loads that change slowly: instant by instant, in one shape, and as a series.

use crate::failure::Failure;
use lissom_dynamics::deformation::{FreeBody, SlowChange, SlowInput, slow_change};
use lissom_linalg::Threads;
use lissom_mech::{MechError, Structure};
use lissom_model::model::{Model, StateRequest};
use lissom_reduce::linear::Elastic;
use lissom_reduce::linear::derivative_expansion::DerivativeExpansion;
use lissom_reduce::linear::one_vector::OneVector;
use lissom_symbolic::Program;
use std::f64::consts::TAU;

/// Reported terms of the series.
const TERMS: usize = 4;

/// How the deformation of a state goes on when its force F α(t) begins to change \[StaticDeformation, §4, §5\].
#[derive(Clone, Debug)]
pub struct SlowLoad {
    /// m, d, k of the static deformation: 1 + H(s) = k/(m s² + d s + k).
    pub one_vector: OneVector,
    /// Norms in elastic energy of x₀, x₁, … in x = Σ (−1)ⁿ α⁽²ⁿ⁾ xₙ.
    pub terms: Vec<f64>,
    /// The frequency above which that series diverges, from its last two terms \[Hz\].
    pub series_below_hz: f64,
}

impl SlowLoad {
    /// Of a force; `None` when it deforms nothing.
    pub(crate) fn of(
        structure: &Structure,
        force: &[f64],
        threads: &Threads,
    ) -> Result<Option<Self>, Failure> {
        if force.iter().all(|f| *f == 0.0) {
            return Ok(None);
        }
        let elastic = Elastic::new(structure, threads)?;
        let one_vector = match OneVector::of(&elastic, force) {
            Ok(found) if found.stiffness > 0.0 && found.mass > 0.0 => found,
            _ => return Ok(None),
        };
        let series = DerivativeExpansion::of(&elastic, force, TERMS)?;
        let below = series.ratio(1.0).map_or(f64::INFINITY, |ratio| ratio.sqrt().recip());
        Ok(Some(Self { one_vector, terms: series.norms, series_below_hz: below / TAU }))
    }

    /// √(k/m) \[Hz\].
    #[must_use]
    pub fn natural_frequency_hz(&self) -> f64 {
        self.one_vector.natural_frequency() / TAU
    }

    /// The first frequency that the force excites: the single shape means something below it \[Hz\].
    #[must_use]
    pub fn valid_below_hz(&self) -> f64 {
        self.one_vector.valid_below / TAU
    }
}

/// A slow change, with the outputs over time.
#[derive(Clone, Debug)]
pub struct ChangeReport {
    /// The change.
    pub change: SlowChange,
    /// Outputs of the deformation at each time, one list per output.
    pub outputs: Vec<Vec<f64>>,
}

/// Follows the forces of a model by their laws; those the state names stay constant.
pub(crate) fn follow(
    model: &Model,
    body: &FreeBody<'_>,
    request: &StateRequest,
    end: f64,
    points: usize,
) -> Result<ChangeReport, Failure> {
    let structure = body.structure();
    let times: Vec<f64> = (0..points).map(|k| end * k as f64 / (points - 1) as f64).collect();
    let mut histories: Vec<(usize, Vec<f64>)> = Vec::new();
    for (place, input) in structure.inputs.iter().enumerate() {
        let named = request.forces.iter().find(|(name, _)| *name == input.name);
        let law = model.forces.iter().find(|f| f.name == input.name).and_then(|f| f.law.as_ref());
        match (named, law) {
            (Some((_, value)), _) => histories.push((place, vec![*value; points])),
            (None, Some(law)) => histories.push((place, over_time(model, &input.name, law, &times)?)),
            (None, None) => {}
        }
    }
    if histories.is_empty() {
        return Err(Failure::missing_section(
            format!("force in [state.{}]", request.name),
            "give a [[force]] a `value` in t, or name it in `forces`",
        ));
    }
    let inputs: Vec<SlowInput<'_>> = histories
        .iter()
        .map(|(place, values)| SlowInput { pattern: &structure.inputs[*place].values, values })
        .collect();
    let change = slow_change(body, &inputs, &times)?;
    let deformations: Vec<Vec<f64>> = (0..points).map(|k| change.deformation(k)).collect();
    let outputs = structure.outputs.iter().map(|output| {
        deformations.iter().map(|x| lissom_linalg::dot(&output.values, x)).collect::<Vec<f64>>()
    });
    Ok(ChangeReport { outputs: outputs.collect(), change })
}

fn over_time(
    model: &Model,
    name: &str,
    law: &lissom_model::model::Law,
    times: &[f64],
) -> Result<Vec<f64>, Failure> {
    let failed =
        |reason: String| MechError::Law { what: format!("force {name}"), law: law.text.clone(), reason };
    let mut store = model.expressions.clone();
    let time = store.symbol("t");
    let program = Program::compile(&store, &[law.expr], &[time]).map_err(|e| failed(e.to_string()))?;
    let (mut work, mut value) = (Vec::new(), [0.0]);
    let mut values = Vec::with_capacity(times.len());
    for t in times {
        program
            .evaluate_checked(&[*t], &mut work, &mut value)
            .map_err(|e| failed(format!("at t = {t} {e}")))?;
        values.push(value[0]);
    }
    Ok(values)
}
