//! Springs and dampers between two nodes, or a node and ground: one deformation per direction resisted.

use super::finite::{Configuration, Degenerate, Elasticity, Finite, linear_deformation};
use super::form::{DeformationForm, ElementForm, InertiaForm};
use super::moving::{Moving, MovingFrame, Tensor};
use super::turning_line::TurningLine;
use super::{Deformation, Element, Family, Origin, scaled};
use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::error::MechError;
use crate::system::Size;
use crate::vector::{Vector, dot, sub, unit};
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
            .enumerate()
            .map(|(i, s)| {
                link(
                    model,
                    coordinates,
                    Origin::Spring(i),
                    format!("spring {}", s.name),
                    &s.sides,
                    s.line,
                    [s.stiffness, s.damping],
                )
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
            .enumerate()
            .map(|(i, d)| {
                let name = format!("damper {}", d.name);
                link(model, coordinates, Origin::Damper(i), name, &d.sides, d.line, [0.0, d.damping])
            })
            .collect()
    }
}

#[derive(Debug)]
struct Link {
    origin: Origin,
    name: String,
    coordinates: Vec<usize>,
    gradient: Dense,
    /// `m`, or `rad` between rotations.
    unit: &'static str,
    /// Stiffness and damping of every deformation.
    coefficients: [f64; 2],
    /// The line between two nodes of the plane that turns with them.
    line: Option<TurningLine>,
    /// From the first to the second of two nodes in space whose line turns with them \[m\].
    chord: Option<Vector>,
    spatial: bool,
    grounded: bool,
}

fn link(
    model: &Model,
    coordinates: &Coordinates,
    origin: Origin,
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
    let spatial = model.dimension == Dimension::Three;
    let is_axial = matches!(line, Line::Axial);
    let line = match (line, nodes) {
        (Line::Axial, [Some(p), Some(q)]) if !spatial => Some(TurningLine::new(model, coordinates, [p, q])),
        _ => None,
    };
    // A rotating line involves both coordinates of both nodes.
    let (touched, gradient) = match &line {
        Some(line) => (line.indices.to_vec(), line.gradient()),
        None => (touched, gradient),
    };
    let chord = match nodes {
        [Some(p), Some(q)] if is_axial && spatial => {
            Some(sub(model.structure.nodes[q.0].position, model.structure.nodes[p.0].position))
        }
        _ => None,
    };
    // So does one in space.
    let (touched, gradient) = match (chord, nodes) {
        (Some(_), [Some(p), Some(q)]) => {
            let of = |node: NodeId| coordinates.translation(TranslationId(node.0));
            let all: Vec<usize> = of(p).chain(of(q)).collect();
            let place = |index: &usize| touched.binary_search(index).ok();
            let wide =
                Dense::from_fn(gradient.rows(), 6, |i, j| place(&all[j]).map_or(0.0, |at| gradient[(i, at)]));
            (all, wide)
        }
        _ => (touched, gradient),
    };
    let about = matches!(directions.first(), Some(Direction::About(_)));
    let unit = if about { "rad" } else { "m" };
    let grounded = nodes.iter().any(Option::is_none);
    Ok(Box::new(Link {
        origin,
        name,
        coordinates: touched,
        gradient,
        unit,
        coefficients,
        line,
        chord,
        spatial,
        grounded,
    }))
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

    fn origin(&self) -> Origin {
        self.origin
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        let length = Deformation::length("elongation", true);
        vec![Deformation { unit: self.unit, size: Size::Large, ..length }; self.gradient.rows()]
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

    fn finite(&self) -> Option<&dyn Finite> {
        (!self.spatial).then_some(self)
    }

    fn moving(&self) -> Option<&dyn Moving> {
        Some(self)
    }

    fn is_grounded(&self) -> bool {
        self.grounded
    }
}

/// A massless line: the tension of a spring between two nodes turns with it. Springs with a fixed direction keep it in the rotating
/// frame.
impl Moving for Link {
    fn inertia_form(&self, _w: &Tensor) -> Dense {
        Dense::zeros(self.coordinates.len(), self.coordinates.len())
    }

    fn inertia_load(&self, _frame: &MovingFrame) -> Vec<f64> {
        vec![0.0; self.coordinates.len()]
    }

    fn arms(&self, _frame: &MovingFrame) -> Dense {
        Dense::zeros(self.coordinates.len(), self.coordinates.len())
    }

    fn geometric_stiffness(&self, nodal: &[f64], _frame: Option<&MovingFrame>) -> Dense {
        let n = self.coordinates.len();
        if let Some(chord) = self.chord {
            let l = dot(chord, chord).sqrt();
            let axis = chord.map(|c| c / l);
            let tension = dot([nodal[3], nodal[4], nodal[5]], axis);
            // T/l (1 − a aᵀ) on the displacement of one end from the other.
            return Dense::from_fn(n, n, |i, j| {
                let across = f64::from(u8::from(i % 3 == j % 3)) - axis[i % 3] * axis[j % 3];
                if (i < 3) == (j < 3) { tension / l * across } else { -tension / l * across }
            });
        }
        let Some(line) = &self.line else { return Dense::zeros(n, n) };
        let [x, y] = line.reference;
        let l = x.hypot(y);
        let tension = (nodal[2] * x + nodal[3] * y) / l;
        let across = [y / l, -x / l, -y / l, x / l];
        Dense::from_fn(n, n, |i, j| tension / l * across[i] * across[j])
    }
}

impl Finite for Link {
    fn elasticity(&self) -> Elasticity {
        let [k, c] = self.coefficients.map(|c| scaled(Dense::identity(self.gradient.rows()), c));
        Elasticity { stiffness: k, damping: c }
    }

    fn form(&self) -> Option<ElementForm> {
        let deformation = match &self.line {
            Some(line) => DeformationForm::Line { reference: line.reference },
            None => DeformationForm::linear(&self.gradient),
        };
        Some(ElementForm { deformation, inertia: InertiaForm::None, weighs_on_axis: false })
    }

    fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate> {
        match &self.line {
            Some(line) => line.deformation(at, e, e_x)?,
            None => linear_deformation(&self.gradient, &self.coordinates, at, e, e_x),
        }
        Ok(())
    }

    fn convected(&self, at: &Configuration, v: &[f64], e_xx_vv: &mut [f64]) {
        e_xx_vv.fill(0.0);
        if let Some(line) = &self.line {
            e_xx_vv[0] = line.convected(at, v);
        }
    }

    fn convected_gradient(&self, at: &Configuration, v: &[f64], e_xxx_vv: &mut [f64]) {
        e_xxx_vv.fill(0.0);
        if let Some(line) = &self.line {
            line.convected_gradient(at, v, e_xxx_vv);
        }
    }

    fn weighted_hessian(&self, at: &Configuration, weights: &[f64], hessian: &mut [f64]) {
        hessian.fill(0.0);
        if let Some(line) = &self.line {
            line.weighted_hessian(at, weights[0], hessian);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::finite_check::check_finite;

    #[test]
    fn derivatives_of_a_turning_line_equal_differences() {
        let line = TurningLine { indices: [0, 1, 2, 3], reference: [0.3, -0.5] };
        let link = Link {
            origin: Origin::Spring(0),
            name: "spring stay".to_owned(),
            coordinates: vec![0, 1, 2, 3],
            gradient: line.gradient(),
            chord: None,
            unit: "m",
            coefficients: [2.0, 0.1],
            line: Some(line),
            spatial: false,
            grounded: false,
        };
        let (x, v) = ([0.1, 0.2, -0.3, 0.4], [1.0, -0.5, 0.3, 2.0]);
        check_finite(&link, &[], &x, &v, &[0.0; 4]);
    }
}
