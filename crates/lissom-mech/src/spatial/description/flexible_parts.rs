//! From a model to a spatial machine: FE parts that move as bodies of the mechanism.

use crate::error::MechError;
use crate::parts::moving_part::{MovingPart, MovingParts};
use crate::spatial::building::SpatialEnd;
use crate::spatial::description::Description;
use crate::spatial::load::LoadKind;
use crate::vector::{norm, sub};
use lissom_model::model::FePartId;

/// Interfaces and their nodes are at the same place up to this share of the size of the part.
const SAME_PLACE: f64 = 1e-6;

impl Description<'_> {
    /// A superelement for every FE part in large motion.
    pub(super) fn add_superelements(&mut self, parts: &MovingParts) -> Result<(), MechError> {
        for (i, part) in self.model.fe_parts.iter().enumerate() {
            if part.motion.is_none() {
                self.superelements.push(None);
                continue;
            }
            let reduced = parts.iter().find(|own| own.name == part.name).ok_or_else(|| {
                MechError::NotInMechanism { what: format!("FE part {} without its matrices", part.name) }
            })?;
            let ends: Vec<SpatialEnd> =
                self.coordinates.part_ends(FePartId(i)).iter().map(|end| Self::end(*end)).collect();
            self.check_places(reduced, &ends)?;
            let number = self.machine.superelement(reduced, &ends)?;
            self.superelements.push(Some(number));
        }
        self.machine.moving = parts.clone();
        Ok(())
    }

    fn check_places(&self, part: &MovingPart, ends: &[SpatialEnd]) -> Result<(), MechError> {
        let places = part.interfaces.iter().map(|own| own.position);
        let size = places.clone().map(norm).fold(f64::MIN_POSITIVE, f64::max);
        let is_away = |(own, end): (_, &SpatialEnd)| {
            norm(sub(own, self.machine.points[end.point].position)) > SAME_PLACE * size
        };
        match places.zip(ends).any(is_away) {
            true => Err(MechError::Degenerate {
                element: format!("FE part {}", part.name),
                reason: "an interface is not at the place of its node",
            }),
            false => Ok(()),
        }
    }

    /// Interfaces without rotations leave rotations of their nodes that belong to nothing: they do not exist.
    pub(super) fn hold_idle_rotations(&mut self, parts: &MovingParts) {
        for i in (0..self.superelements.len()).filter(|i| self.superelements[*i].is_some()) {
            let name = &self.model.fe_parts[i].name;
            let Some(part) = parts.iter().find(|own| own.name == *name) else { continue };
            let ends = self.coordinates.part_ends(FePartId(i)).iter().zip(&part.interfaces);
            for (end, _) in ends.filter(|(_, interface)| !interface.turns) {
                let own = end.rotation.0;
                let is_held = self.machine.parts.iter().any(|p| p.ends().any(|(_, o)| o == Some(own)));
                let turns = |kind: &LoadKind| matches!(kind, LoadKind::Moment { orientation, .. } if *orientation == own);
                let is_loaded = self.machine.loads.iter().any(|load| turns(&load.kind))
                    || self.machine.fed.iter().any(|fed| turns(&fed.load.kind));
                if !is_held && !is_loaded {
                    self.machine.orientations[own].fixed = true;
                }
            }
        }
    }
}
