//! How the deformation of a state goes on when its force begins to change: in one shape, and as a series.

use super::derivative_expansion::DerivativeExpansion;
use super::one_vector::OneVector;
use crate::error::ReduceError;
use crate::linear::elastic::Elastic;
use lissom_linalg::Threads;
use lissom_mech::Structure;
use std::f64::consts::TAU;

/// Terms of the series that are reported.
const TERMS: usize = 4;

/// How the deformation of a state goes on when its force F α(t) begins to change \[StaticDeformation, §4, §5\].
#[derive(Clone, Debug)]
pub struct SlowLoad {
    /// m, d, k of the static deformation: 1 + H(s) = k/(m s² + d s + k).
    pub one_vector: OneVector,
    /// Norms in elastic energy of x₀, x₁, … in x = Σ (−1)ⁿ α⁽²ⁿ⁾ xₙ.
    pub terms: Vec<f64>,
    /// The frequency above which that series diverges, estimated from its last two terms [Hz].
    pub series_below_hz: f64,
}

impl SlowLoad {
    /// Of a force; `None` when it deforms nothing.
    ///
    /// # Errors
    /// When the structure cannot be factored.
    pub fn of(structure: &Structure, force: &[f64], threads: &Threads) -> Result<Option<Self>, ReduceError> {
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

    /// √(k/m) [Hz].
    #[must_use]
    pub fn natural_frequency_hz(&self) -> f64 {
        self.one_vector.natural_frequency() / TAU
    }

    /// The first frequency that the force excites: the single shape means something below it [Hz].
    #[must_use]
    pub fn valid_below_hz(&self) -> f64 {
        self.one_vector.valid_below / TAU
    }
}
