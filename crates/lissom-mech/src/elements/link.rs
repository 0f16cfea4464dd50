//! Springs and dampers between two nodes, or a node and ground: one deformation per direction resisted.

use super::finite::{Configuration, Degenerate, Elasticity, Finite, linear_deformation};
use super::spinning::{SpinAxis, SpinInertia, Spinning};
use super::{Deformation, Element, Family, scaled};
use crate::coordinates::{Coordinates, TranslationId};
use crate::error::MechError;
use crate::system::Size;
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
    /// `m`, or `rad` between rotations.
    unit: &'static str,
    /// Stiffness and damping of every deformation.
    coefficients: [f64; 2],
    /// The line between two nodes that turns with them.
    line: Option<TurningLine>,
    spatial: bool,
    grounded: bool,
}

/// The line between two nodes of the plane.
#[derive(Debug)]
struct TurningLine {
    /// Coordinates (x_p, y_p, x_q, y_q), in the order of the element's coordinates.
    indices: [usize; 4],
    /// From the first to the second node in the reference configuration [m].
    reference: [f64; 2],
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
    let spatial = model.dimension == Dimension::Three;
    let line = match (line, nodes) {
        (Line::Axial, [Some(p), Some(q)]) if !spatial => Some(turning_line(model, coordinates, [p, q])),
        _ => None,
    };
    // A line that turns touches both coordinates of both nodes, whatever its first direction.
    let (touched, gradient) = match &line {
        Some(line) => (line.indices.to_vec(), line.gradient()),
        None => (touched, gradient),
    };
    let about = matches!(directions.first(), Some(Direction::About(_)));
    let unit = if about { "rad" } else { "m" };
    let grounded = nodes.iter().any(Option::is_none);
    Ok(Box::new(Link { name, coordinates: touched, gradient, unit, coefficients, line, spatial, grounded }))
}

fn turning_line(model: &Model, coordinates: &Coordinates, nodes: [NodeId; 2]) -> TurningLine {
    let [p, q] = nodes.map(|node| coordinates.translation(TranslationId(node.0)).start);
    let [from, to] = nodes.map(|node| model.structure.nodes[node.0].position);
    TurningLine { indices: [p, p + 1, q, q + 1], reference: [to[0] - from[0], to[1] - from[1]] }
}

impl TurningLine {
    /// Length, unit vector and growth l − l₀ in a configuration, the last free of cancellation.
    fn chord(&self, at: &Configuration) -> Result<(f64, [f64; 2], f64), Degenerate> {
        let x = self.indices.map(|index| at.displacement[index]);
        let (moved, d0) = ([x[2] - x[0], x[3] - x[1]], self.reference);
        let (l0, l) = (d0[0].hypot(d0[1]), (d0[0] + moved[0]).hypot(d0[1] + moved[1]));
        if l <= 1e-6 * l0 || !l.is_finite() {
            return Err(Degenerate("its ends coincide"));
        }
        let grown = 2.0 * (d0[0] * moved[0] + d0[1] * moved[1]) + moved[0] * moved[0] + moved[1] * moved[1];
        Ok((l, [(d0[0] + moved[0]) / l, (d0[1] + moved[1]) / l], grown / (l + l0)))
    }

    fn known_chord(&self, at: &Configuration) -> (f64, [f64; 2]) {
        let (l, u, _) = self.chord(at).expect("derivatives are asked for where the deformation is defined");
        (l, u)
    }

    /// D,x in the reference configuration.
    fn gradient(&self) -> Dense {
        let [x, y] = self.reference;
        let l = x.hypot(y);
        Dense::from_rows(&[&[-x / l, -y / l, x / l, y / l]])
    }

    /// Rate of the length, rate of the angle.
    fn rates(&self, l: f64, u: [f64; 2], v: &[f64]) -> [f64; 2] {
        let v = self.indices.map(|index| v[index]);
        let d = [v[2] - v[0], v[3] - v[1]];
        [u[0] * d[0] + u[1] * d[1], (u[0] * d[1] - u[1] * d[0]) / l]
    }
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

    fn spinning(&self) -> Option<&dyn Spinning> {
        Some(self)
    }

    fn is_grounded(&self) -> bool {
        self.grounded
    }
}

/// A massless line: the tension of a spring between two nodes of the plane turns with it. Springs with a fixed direction
/// keep it in the frame that turns, and springs between nodes in space count as such.
impl Spinning for Link {
    fn spin_inertia(&self, _axis: &SpinAxis) -> SpinInertia {
        let n = self.coordinates.len();
        SpinInertia { softening: Dense::zeros(n, n), load: vec![0.0; n], arms: Dense::zeros(n, n) }
    }

    fn geometric_stiffness(&self, nodal: &[f64], _axis: Option<&SpinAxis>) -> Dense {
        let n = self.coordinates.len();
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

    fn deformation(&self, at: &Configuration, e: &mut [f64], e_x: &mut [f64]) -> Result<(), Degenerate> {
        match &self.line {
            Some(line) => {
                let (_, u, growth) = line.chord(at)?;
                e[0] = growth;
                e_x.copy_from_slice(&[-u[0], -u[1], u[0], u[1]]);
            }
            None => linear_deformation(&self.gradient, &self.coordinates, at, e, e_x),
        }
        Ok(())
    }

    /// l̈ at constant v is l β̇².
    fn convected(&self, at: &Configuration, v: &[f64], e_xx_vv: &mut [f64]) {
        e_xx_vv.fill(0.0);
        if let Some(line) = &self.line {
            let (l, u) = line.known_chord(at);
            let [_, turning] = line.rates(l, u, v);
            e_xx_vv[0] = l * turning * turning;
        }
    }

    fn convected_gradient(&self, at: &Configuration, v: &[f64], e_xxx_vv: &mut [f64]) {
        e_xxx_vv.fill(0.0);
        if let Some(line) = &self.line {
            let (l, u) = line.known_chord(at);
            let [growing, turning] = line.rates(l, u, v);
            // d(l β̇²) = −β̇² dl − 2 β̇ l̇ dβ, with dl along and l dβ across the line.
            let along = turning * turning;
            let across = 2.0 * turning * growing / l;
            let row = [along * u[0] - across * u[1], along * u[1] + across * u[0]];
            e_xxx_vv.copy_from_slice(&[row[0], row[1], -row[0], -row[1]]);
        }
    }

    fn weighted_hessian(&self, at: &Configuration, weights: &[f64], hessian: &mut [f64]) {
        hessian.fill(0.0);
        if let Some(line) = &self.line {
            let (l, u) = line.known_chord(at);
            let across = [u[1], -u[0], -u[1], u[0]];
            for (slot, value) in hessian.iter_mut().enumerate() {
                *value = weights[0] * across[slot / 4] * across[slot % 4] / l;
            }
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
            name: "spring stay".to_owned(),
            coordinates: vec![0, 1, 2, 3],
            gradient: line.gradient(),
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
