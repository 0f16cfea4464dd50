//! Adding flexible parts to a machine.

use super::super::building::SpatialEnd;
use super::super::elements::Shape;
use super::super::machine::{Preference, SpatialMachine, SpatialPart};
use super::{Assembled, origin};
use crate::elements::Deformation;
use crate::error::MechError;
use crate::parts::moving_part::MovingPart;
use crate::system::Size;
use std::sync::Arc;

impl SpatialMachine {
    /// Adds a flexible part between nodes that stand for its interfaces, with a hidden node of its own; the number of its part.
    ///
    /// # Errors
    /// When an interface has rotations and its node none, or the part cannot be built.
    pub fn superelement(&mut self, part: &MovingPart, ends: &[SpatialEnd]) -> Result<usize, MechError> {
        let name = format!("FE part {}", part.name);
        let degenerate = |reason| MechError::Degenerate { element: name.clone(), reason };
        if ends.len() != part.interfaces.len() {
            return Err(degenerate("it needs one node for each interface"));
        }
        let both = ends.iter().zip(&part.interfaces);
        if both.clone().any(|(end, interface)| interface.turns && end.orientation.is_none()) {
            return Err(degenerate("an interface has rotations, but the node it is joined to has none"));
        }
        let held = |(end, interface): (&SpatialEnd, &crate::parts::moving_part::PartNode)| SpatialEnd {
            orientation: end.orientation.filter(|_| interface.turns),
            ..*end
        };
        let frame = self.node(&format!("{}.frame", part.name), origin(part), false);
        let ends: Vec<_> = both.map(held).map(|end| (end, self.model_axes(end.orientation))).collect();
        let number = self.parts.iter().filter(|p| matches!(p.shape, Shape::Superelement(_))).count();
        let first_scalar = self.scalars.len();
        let own = self.model_axes(frame.orientation);
        let found = Assembled::of(part, self.planar, (frame, own), ends, (number, first_scalar))?;
        self.scalars.extend((1..=part.amplitudes).map(|k| format!("{}: amplitude {k}", part.name)));
        let shape = Shape::Superelement(Arc::new(found.element));
        let mut made = SpatialPart::new(&name, [None; 2], [None; 2], shape);
        let each = found.units.iter().zip(&found.flexible);
        made.deformations = each
            .map(|(unit, flexible)| Deformation {
                name: "deformation",
                unit,
                flexible: *flexible,
                size: Size::Small,
                drive: None,
            })
            .collect();
        made.labels = found.names;
        made.stiffness = found.stiffness;
        made.damping = found.damping;
        made.preference = Preference::Elastic;
        self.parts.push(made);
        Ok(self.parts.len() - 1)
    }
}
