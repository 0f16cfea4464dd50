//! The constraints that supports, ground hinges and inflexible deformations put on the coordinates of a model.

use crate::assembly::constraints::Constraint;
use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::elements::Element;
use lissom_model::model::{Model, Side};
use std::collections::BTreeSet;

/// Every constraint of a model at rest, named: supports first, then inflexible deformations (slides and drives too).
#[must_use]
pub fn constraints(
    model: &Model,
    coordinates: &Coordinates,
    elements: &[Box<dyn Element>],
) -> Vec<Constraint> {
    let mut all = held_coordinates(model, coordinates);
    all.extend(elements.iter().flat_map(|e| inflexible(e.as_ref())));
    all
}

/// The coordinates fixed by `[[fix]]`, hinges and ball joints to ground, ascending. Two supports of one coordinate count
/// once.
#[must_use]
pub fn held(model: &Model, coordinates: &Coordinates) -> BTreeSet<usize> {
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
    for joint in &model.structure.joints {
        if joint.shares_position() && joint.between.contains(&Side::Ground) {
            held.extend(coordinates.translation(TranslationId(joint.at[0].0)));
        }
    }
    held
}

fn held_coordinates(model: &Model, coordinates: &Coordinates) -> Vec<Constraint> {
    held(model, coordinates)
        .into_iter()
        .map(|index| Constraint {
            name: format!("support of {}", coordinates.name(index)),
            row: vec![(index, 1.0)],
        })
        .collect()
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
