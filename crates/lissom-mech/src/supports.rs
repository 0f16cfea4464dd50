//! The constraints a model's supports, slides, ground hinges and drives put on its coordinates.

use crate::constraints::Constraint;
use crate::coordinates::{Coordinates, TranslationId};
use crate::elements::Element;
use crate::vector::Triad;
use lissom_model::model::{Dimension, Driven, Model, Side};
use std::collections::BTreeSet;

/// Every constraint of a model at rest, named: supports first, then slides, drives and inflexible deformations.
#[must_use]
pub fn constraints(
    model: &Model,
    coordinates: &Coordinates,
    elements: &[Box<dyn Element>],
) -> Vec<Constraint> {
    let mut all = held_coordinates(model, coordinates);
    all.extend(slides(model, coordinates));
    all.extend(driven_nodes(model, coordinates));
    all.extend(elements.iter().flat_map(|e| inflexible(e.as_ref())));
    all
}

/// `[[fix]]`, and the position of hinges to ground. Two supports of one coordinate are one support: stating a
/// support twice is no mistake.
fn held_coordinates(model: &Model, coordinates: &Coordinates) -> Vec<Constraint> {
    let mut held = BTreeSet::new();
    for fix in &model.structure.fixes {
        for node in &fix.nodes {
            held.extend(fix.coordinates.iter().filter_map(|c| coordinates.index(*node, *c)));
        }
    }
    for hinge in &model.structure.hinges {
        if hinge.between.contains(&Side::Ground) {
            held.extend(coordinates.translation(TranslationId(hinge.at.0)));
        }
    }
    held.into_iter()
        .map(|index| Constraint {
            name: format!("support of {}", coordinates.name(index)),
            row: vec![(index, 1.0)],
        })
        .collect()
}

/// A slide holds the displacement across its direction.
fn slides(model: &Model, coordinates: &Coordinates) -> Vec<Constraint> {
    let mut all = Vec::new();
    for slide in &model.structure.slides {
        let across = match (model.dimension, Triad::of_member(slide.direction, None)) {
            (Dimension::Three, Some(triad)) => vec![triad.y, triad.z],
            _ => vec![[-slide.direction[1], slide.direction[0], 0.0]],
        };
        let node = &model.structure.nodes[slide.node.0].name;
        for normal in across {
            let indices = coordinates.translation(TranslationId(slide.node.0));
            let row = indices.zip(normal).filter(|(_, a)| *a != 0.0).collect();
            all.push(Constraint { name: format!("slide of node {node}"), row });
        }
    }
    all
}

/// A driven node keeps its prescribed place while the structure vibrates about it.
fn driven_nodes(model: &Model, coordinates: &Coordinates) -> Vec<Constraint> {
    let mut all = Vec::new();
    for drive in &model.structure.drives {
        if let Driven::Node(node, direction) = drive.what
            && let Some(row) = coordinates.measure(node, direction)
        {
            all.push(Constraint { name: format!("drive {}", drive.name), row });
        }
    }
    all
}

fn inflexible(element: &dyn Element) -> Vec<Constraint> {
    let deformations = element.deformations();
    if deformations.iter().all(|d| d.flexible) {
        return Vec::new();
    }
    let gradient = element.gradient();
    let held = deformations.iter().enumerate().filter(|(_, d)| !d.flexible);
    held.map(|(i, deformation)| Constraint {
        name: format!("{}: {}", element.name(), deformation.name),
        row: element
            .coordinates()
            .iter()
            .enumerate()
            .map(|(j, index)| (*index, gradient[(i, j)]))
            .filter(|(_, a)| *a != 0.0)
            .collect(),
    })
    .collect()
}
