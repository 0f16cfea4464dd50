//! How large a linear answer is, and whether linear equations are valid for it.

use lissom_mech::{Row, RowKind, largest_by_kind};
use lissom_model::model::Model;

/// Above this rotation [rad], or this share of the size, the linear equations are a per cent off or more.
const SMALL: f64 = 0.1;

/// The largest rotation and displacement of a linear answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nonlinearity {
    /// Largest rotation \[rad\], where rotations are known.
    pub rotation: Option<f64>,
    /// Largest displacement over the extent of the nodes [-], where that is known.
    pub displacement: Option<f64>,
}

impl Nonlinearity {
    /// Of a deformation over named rows, by the nodes of a model.
    #[must_use]
    pub fn of(model: &Model, rows: &[Row], deformation: &[f64]) -> Self {
        let nodes = &model.structure.nodes;
        let along = |axis: usize| {
            let all = nodes.iter().map(|node| node.position[axis]);
            all.clone().fold(f64::NEG_INFINITY, f64::max) - all.fold(f64::INFINITY, f64::min)
        };
        let extent = if nodes.len() > 1 { along(0).hypot(along(1)).hypot(along(2)) } else { 0.0 };
        let by_unit = largest_by_kind(rows, deformation);
        let largest =
            |kind: RowKind| by_unit.iter().find(|(own, ..)| *own == kind).map(|(_, _, value)| value.abs());
        Self {
            rotation: largest(RowKind::Rotation),
            displacement: largest(RowKind::Translation).filter(|_| extent > 0.0).map(|most| most / extent),
        }
    }

    /// The larger of rotation and relative displacement [-].
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.rotation.unwrap_or(0.0).max(self.displacement.unwrap_or(0.0))
    }

    /// Whether the linear equations are good to a hundredth of a per cent.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.largest() < 0.1 * SMALL
    }

    /// Whether the linear equations are a per cent off or more.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.largest() > SMALL
    }

    /// Estimate of the error of the linear equations, over the answer [-].
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.largest() * self.largest()).max(0.01)
    }
}
