//! `lissom compare`.

use super::bond::rows;
use super::reply::Said;
use crate::reports::comparison::{Comparison, MatchedBy};
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom compare`: two models side by side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Compare {
    /// Names of both.
    pub models: [String; 2],
    /// Degrees of freedom of both; null of a continuum.
    pub dof: [Option<usize>; 2],
    /// Number of rigid modes of both.
    pub rigid_modes: [usize; 2],
    /// Frequencies of both \[Hz\].
    pub frequencies_hz: [Vec<f64>; 2],
    /// Modes that belong together.
    pub pairs: Vec<PairedModes>,
    /// Modal assurance of all pairs, one row for each mode of the first \[-\]; null where shapes are not compared.
    pub mac: Option<Vec<Vec<f64>>>,
    /// How points were matched; null where they were not.
    pub matched: Option<MatchedPoints>,
    /// Largest difference of the frequencies \[-\]; null when a mode has no partner.
    pub largest_difference: Option<f64>,
}

impl Said for Compare {
    const VERB: &'static str = "compare";
}

/// Modes that belong together.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct PairedModes {
    /// Number of the mode of the first, from one; null without partner.
    pub first: Option<usize>,
    /// Number of the mode of the second, from one; null without partner.
    pub second: Option<usize>,
    /// Relative difference of their frequencies \[-\]; null without partner.
    pub relative_difference: Option<f64>,
    /// Modal assurance \[-\]; null where shapes are not compared.
    pub mac: Option<f64>,
}

/// How points were matched.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct MatchedPoints {
    /// `position` or `name`.
    pub by: &'static str,
    /// Number of coordinates matched.
    pub coordinates: usize,
}

impl From<&Comparison> for Compare {
    fn from(comparison: &Comparison) -> Self {
        let pairs = comparison.pairs.iter().map(|pair| PairedModes {
            first: pair.first.map(|i| i + 1),
            second: pair.second.map(|j| j + 1),
            relative_difference: pair.relative_difference,
            mac: pair.mac,
        });
        Self {
            models: comparison.names.clone(),
            dof: comparison.sizes,
            rigid_modes: comparison.rigid,
            frequencies_hz: comparison.frequencies_hz.clone(),
            pairs: pairs.collect(),
            mac: comparison.mac.as_ref().map(rows),
            matched: comparison.matched.map(|(how, coordinates)| MatchedPoints {
                by: if how == MatchedBy::Position { "position" } else { "name" },
                coordinates,
            }),
            largest_difference: comparison.worst(),
        }
    }
}
