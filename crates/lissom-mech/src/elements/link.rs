//! Springs and dampers between two nodes, or a node and ground: one deformation per direction resisted.

use super::{Deformation, Element, Family, scaled};
use crate::coordinates::Coordinates;
use crate::error::MechError;
use crate::vector::{sub, unit};
use lissom_linalg::Dense;
use lissom_model::model::{Attachment, Dimension, Direction, Line, Model, NodeId, Side};

/// The springs of a model.
pub(super) struct Springs;

/// The dampers of a model.
pub(super) struct Dampers;

impl Family for Springs {
    fn name(&self) -> &'static str {
        "spring"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let springs = model.structure.springs.iter();
        springs
            .map(|s| {
                link(model, coordinates, format!("spring {}", s.name), &s.sides, s.line, [s.stiffness, 0.0])
            })
            .collect()
    }
}

impl Family for Dampers {
    fn name(&self) -> &'static str {
        "damper"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        let dampers = model.structure.dampers.iter();
        dampers
            .map(|d| {
                link(model, coordinates, format!("damper {}", d.name), &d.sides, d.line, [0.0, d.damping])
            })
            .collect()
    }
}

#[derive(Debug)]
struct Link {
    name: String,
    coordinates: Vec<usize>,
    gradient: Dense,
    /// Stiffness and damping of every deformation.
    coefficients: [f64; 2],
}

fn link(
    model: &Model,
    coordinates: &Coordinates,
    name: String,
    sides: &[Side<Attachment>; 2],
    line: Line,
    coefficients: [f64; 2],
) -> Result<Box<dyn Element>, MechError> {
    let mut nodes = [None; 2];
    for (slot, side) in nodes.iter_mut().zip(sides) {
        *slot = match side {
            Side::Ground => None,
            Side::Part(Attachment::Node(node)) => Some(*node),
            Side::Part(_) => return Err(MechError::PortsNotHere { what: name }),
        };
    }
    let directions = directions(model, &name, nodes, line)?;
    let rows = directions
        .iter()
        .map(|direction| relative_motion(model, coordinates, &name, nodes, *direction))
        .collect::<Result<Vec<_>, _>>()?;
    let mut touched: Vec<usize> = rows.iter().flatten().map(|(index, _)| *index).collect();
    touched.sort_unstable();
    touched.dedup();
    let mut gradient = Dense::zeros(rows.len(), touched.len());
    for (i, row) in rows.iter().enumerate() {
        for (index, factor) in row {
            let column = touched.binary_search(index).expect("every index of a row was collected above");
            gradient[(i, column)] += factor;
        }
    }
    Ok(Box::new(Link { name, coordinates: touched, gradient, coefficients }))
}

fn directions(
    model: &Model,
    name: &str,
    nodes: [Option<NodeId>; 2],
    line: Line,
) -> Result<Vec<Direction>, MechError> {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let translations = if model.dimension == Dimension::Three { 3 } else { 2 };
    let position = |node: NodeId| model.structure.nodes[node.0].position;
    match (line, nodes) {
        (Line::Directed(direction), _) => Ok(vec![direction]),
        (Line::Isotropic, _) => Ok(axes[..translations].iter().map(|a| Direction::Along(*a)).collect()),
        (Line::Axial, [Some(p), Some(q)]) => unit(sub(position(q), position(p)))
            .map(|axis| vec![Direction::Along(axis)])
            .ok_or_else(|| MechError::NoLine { what: name.to_owned() }),
        (Line::Axial, _) => Err(MechError::NoLine { what: name.to_owned() }),
    }
}

/// Motion of the second side relative to the first, as a row over the global coordinates.
fn relative_motion(
    model: &Model,
    coordinates: &Coordinates,
    name: &str,
    nodes: [Option<NodeId>; 2],
    direction: Direction,
) -> Result<Vec<(usize, f64)>, MechError> {
    let mut row = Vec::new();
    for (node, sign) in nodes.into_iter().zip([-1.0, 1.0]) {
        let Some(node) = node else { continue };
        let measured = coordinates.measure(node, direction).ok_or_else(|| MechError::NothingTurns {
            what: name.to_owned(),
            node: model.structure.nodes[node.0].name.clone(),
        })?;
        row.extend(measured.into_iter().map(|(index, factor)| (index, sign * factor)));
    }
    Ok(row)
}

impl Element for Link {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        vec![Deformation { name: "elongation", flexible: true }; self.gradient.rows()]
    }

    fn gradient(&self) -> Dense {
        self.gradient.clone()
    }

    fn stiffness(&self) -> Dense {
        scaled(Dense::identity(self.gradient.rows()), self.coefficients[0])
    }

    fn damping(&self) -> Option<Dense> {
        let c = self.coefficients[1];
        (c != 0.0).then(|| scaled(Dense::identity(self.gradient.rows()), c))
    }
}
