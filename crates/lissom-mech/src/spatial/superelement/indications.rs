//! How far the linear model of a part is used: for warnings.
//!
//! # Equation
//! Compression P along the line of two interfaces against P_E = m L ω₁²/π², exact for a uniform beam with pinned ends, and the
//! spin against the lowest frequency, Ω²/ω₁²; ω₁ is that with the frame of the part at rest. Both are estimates of how much
//! geometric stiffness that is missing would change ω².

use super::Superelement;
use crate::vector::{Vector, dot, norm, unit};
use std::f64::consts::PI;

/// Numbers that show how far a part is from what its linear model can mean.
#[derive(Clone, Debug, PartialEq)]
pub struct PartIndications {
    /// Name of the part.
    pub part: String,
    /// The largest rotation of an interface in the frame [rad].
    pub largest_rotation: f64,
    /// The name of that interface's node.
    pub turned: String,
    /// |P|/P_E; none where the part has no line between two interfaces or no elastic frequency [-].
    pub axial_share: Option<f64>,
    /// Ω²/ω₁²; none without an elastic frequency [-].
    pub spin_share: Option<f64>,
    /// Whether second-order data (geometric stiffness) are given.
    pub has_geometric: bool,
}

impl Superelement {
    pub(in crate::spatial) fn indications(
        &self,
        d: &[f64],
        spin: Vector,
        force: Option<Vector>,
        names: &dyn Fn(usize) -> String,
    ) -> PartIndications {
        let turned = (0..self.ends.len()).map(|i| norm([3, 4, 5].map(|k| d[6 * i + k])));
        let (worst, largest_rotation) =
            turned.enumerate().fold((0, 0.0), |most, now| if now.1 > most.1 { now } else { most });
        let lowest = (self.lowest > 0.0).then_some(self.lowest);
        let axial_share = force.zip(self.chord).zip(lowest).and_then(|((force, chord), lowest)| {
            let critical = self.integrals.mass * norm(chord) * lowest * lowest / (PI * PI);
            unit(chord).map(|along| dot(along, force).abs() / critical)
        });
        PartIndications {
            part: self.name.clone(),
            largest_rotation,
            turned: names(worst),
            axial_share,
            spin_share: lowest.map(|lowest| dot(spin, spin) / (lowest * lowest)),
            has_geometric: self.measures.iter().any(|m| !m.second.is_empty()),
        }
    }
}
