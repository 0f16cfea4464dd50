//! Lumped mass and rotary inertia at a node, possibly beside it.

use super::{Deformation, Element, Family};
use crate::coordinates::{Coordinates, TranslationId};
use crate::error::MechError;
use lissom_linalg::Dense;
use lissom_model::model::{Attachment, Dimension, Mass, Model};

/// The lumped masses of a model.
pub(super) struct Lumps;

impl Family for Lumps {
    fn name(&self) -> &'static str {
        "lumped mass"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for mass in &model.structure.masses {
            let Attachment::Node(node) = mass.at else {
                return Err(MechError::PortsNotHere { what: format!("mass {}", mass.name) });
            };
            let translation = coordinates.translation(TranslationId(node.0));
            let rotation = coordinates.own_rotation(node).map(|r| coordinates.rotation(r));
            let turns = rotation.is_some();
            if !turns && (mass.inertia.iter().any(|j| *j != 0.0) || mass.offset.iter().any(|d| *d != 0.0)) {
                return Err(MechError::NothingTurns {
                    what: format!("mass {}", mass.name),
                    node: model.structure.nodes[node.0].name.clone(),
                });
            }
            elements.push(Box::new(Lump {
                mass: mass.clone(),
                spatial: model.dimension == Dimension::Three,
                turns,
                coordinates: translation.chain(rotation.unwrap_or(0..0)).collect(),
            }));
        }
        Ok(elements)
    }
}

#[derive(Debug)]
struct Lump {
    mass: Mass,
    spatial: bool,
    turns: bool,
    coordinates: Vec<usize>,
}

impl Element for Lump {
    fn name(&self) -> String {
        format!("mass {}", self.mass.name)
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        Vec::new()
    }

    fn gradient(&self) -> Dense {
        Dense::zeros(0, self.coordinates.len())
    }

    fn stiffness(&self) -> Dense {
        Dense::zeros(0, 0)
    }

    /// The centre of mass moves by r + ϑ × d, so that M = Aᵀ diag(m, J) A with A its motion over (r, ϑ).
    fn mass(&self) -> Option<Dense> {
        let (m, [dx, dy, dz], j) = (self.mass.mass, self.mass.offset, self.mass.inertia);
        let motion = if self.spatial {
            let mut rows = vec![
                vec![1.0, 0.0, 0.0, 0.0, dz, -dy],
                vec![0.0, 1.0, 0.0, -dz, 0.0, dx],
                vec![0.0, 0.0, 1.0, dy, -dx, 0.0],
            ];
            rows.extend((0..3).map(|k| (0..6).map(|c| f64::from(c == 3 + k)).collect()));
            rows
        } else {
            vec![vec![1.0, 0.0, -dy], vec![0.0, 1.0, dx], vec![0.0, 0.0, 1.0]]
        };
        let weights = if self.spatial { vec![m, m, m, j[0], j[1], j[2]] } else { vec![m, m, j[2]] };
        let translations = if self.spatial { 3 } else { 2 };
        let n = if self.turns { motion.len() } else { translations };
        let sum = |r: usize, c: usize| motion.iter().zip(&weights).map(|(row, w)| w * row[r] * row[c]).sum();
        Some(Dense::from_fn(n, n, sum))
    }
}
