//! Guides: nodes that move along a line only, and nodes whose displacement is driven.

use super::finite::{Configuration, Degenerate, Elasticity, Finite, linear_deformation};
use super::form::{DeformationForm, ElementForm, InertiaForm};
use super::{Deformation, Element, Family, Origin};
use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::error::MechError;
use crate::vector::Triad;
use lissom_linalg::Dense;
use lissom_model::model::{Dimension, Direction, Driven, Model};

/// The slides of a model.
pub(super) struct Slides;

/// The driven nodes of a model.
pub(super) struct DrivenNodes;

impl Family for Slides {
    fn name(&self) -> &'static str {
        "slide"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for slide in &model.structure.slides {
            let across = match (model.dimension, Triad::of_member(slide.direction, None)) {
                (Dimension::Three, Some(triad)) => vec![triad.y, triad.z],
                _ => vec![[-slide.direction[1], slide.direction[0], 0.0]],
            };
            let indices: Vec<usize> = coordinates.translation(TranslationId(slide.node.0)).collect();
            elements.push(Box::new(Guide {
                origin: Origin::Slide(slide.node),
                name: format!("slide of node {}", model.structure.nodes[slide.node.0].name),
                gradient: Dense::from_fn(across.len(), indices.len(), |i, j| across[i][j]),
                deformation: Deformation::length("displacement across", false),
                spatial: model.dimension == Dimension::Three,
                coordinates: indices,
            }));
        }
        Ok(elements)
    }
}

impl Family for DrivenNodes {
    fn name(&self) -> &'static str {
        "driven node"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for (i, drive) in model.structure.drives.iter().enumerate() {
            let Driven::Node(node, direction) = drive.what else { continue };
            let row = coordinates.measure(node, direction).ok_or_else(|| MechError::NothingTurns {
                what: format!("drive {}", drive.name),
                node: model.structure.nodes[node.0].name.clone(),
            })?;
            let deformation = match direction {
                Direction::Along(_) => Deformation::length("displacement", false),
                Direction::About(_) => Deformation::angle("rotation", false),
            };
            elements.push(Box::new(Guide {
                origin: Origin::Drive(i),
                name: format!("drive {}", drive.name),
                coordinates: row.iter().map(|(index, _)| *index).collect(),
                gradient: Dense::from_fn(1, row.len(), |_, j| row[j].1),
                deformation: Deformation { drive: Some(i), ..deformation },
                spatial: model.dimension == Dimension::Three,
            }));
        }
        Ok(elements)
    }
}

#[derive(Debug)]
struct Guide {
    origin: Origin,
    name: String,
    coordinates: Vec<usize>,
    gradient: Dense,
    deformation: Deformation,
    spatial: bool,
}

impl Element for Guide {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        vec![self.deformation; self.gradient.rows()]
    }

    fn gradient(&self) -> Dense {
        self.gradient.clone()
    }

    fn stiffness(&self) -> Dense {
        Dense::zeros(self.gradient.rows(), self.gradient.rows())
    }

    fn finite(&self) -> Option<&dyn Finite> {
        (!self.spatial).then_some(self)
    }
}

impl Finite for Guide {
    fn elasticity(&self) -> Elasticity {
        Elasticity { stiffness: self.stiffness(), damping: self.stiffness() }
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn form(&self) -> Option<ElementForm> {
        let deformation = DeformationForm::linear(&self.gradient);
        Some(ElementForm { deformation, inertia: InertiaForm::None, weighs_on_axis: false })
    }

    fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate> {
        linear_deformation(&self.gradient, &self.coordinates, at, e, e_x);
        Ok(())
    }
}
