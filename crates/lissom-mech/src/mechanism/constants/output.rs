//! Outputs of a mechanism.

use crate::assembly::coordinates::Coordinates;
use crate::elements::beam_point;
use crate::error::MechError;
use crate::mechanism::buffers::Buffers;
use crate::mechanism::core::Core;
use lissom_model::model::{Attachment, Coordinate, Direction, Law, Measured, Model, NodeId, Output};
use lissom_symbolic::{Expr, Node, Program};

/// The outputs of a mechanism.
#[derive(Debug)]
pub(in crate::mechanism) struct Outputs {
    pub names: Vec<(String, &'static str)>,
    kinds: Vec<Kind>,
}

/// Measured quantity of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Displacement,
    Rate,
}

#[derive(Debug)]
enum Kind {
    /// A combination of displacements.
    Displacement(Vec<(usize, f64)>),
    /// An expression of displacements and rates; the coordinates are its inputs, the last one is time.
    Expression { program: Program, coordinates: Vec<(usize, Of)> },
    /// Deflection of a beam from its chord at a share of its length.
    Deflection { beam: usize, share: f64 },
}

impl Outputs {
    /// Whether a rate is among what is measured.
    pub fn hold_rates(&self) -> bool {
        self.kinds.iter().any(|kind| match kind {
            Kind::Expression { coordinates, .. } => coordinates.iter().any(|(_, of)| *of == Of::Rate),
            _ => false,
        })
    }

    /// The outputs of a model.
    ///
    /// # Errors
    /// An output of something that a mechanism does not have.
    pub fn new(model: &Model, coordinates: &Coordinates) -> Result<Self, MechError> {
        let mut this = Self { names: Vec::new(), kinds: Vec::new() };
        for output in &model.outputs {
            let (kind, unit) = kind(model, coordinates, output)?;
            this.kinds.push(kind);
            this.names.push((output.name.clone(), unit));
        }
        Ok(this)
    }
}

fn kind(
    model: &Model,
    coordinates: &Coordinates,
    output: &Output,
) -> Result<(Kind, &'static str), MechError> {
    let what = format!("output {}", output.name);
    match &output.what {
        Measured::Displacement(Attachment::Node(node), Some(direction)) => {
            let row = coordinates.measure(*node, *direction).ok_or_else(|| MechError::NothingTurns {
                what,
                node: model.structure.nodes[node.0].name.clone(),
            })?;
            let unit = if matches!(direction, Direction::About(_)) { "rad" } else { "m" };
            Ok((Kind::Displacement(row), unit))
        }
        Measured::HingeAngle(hinge) => {
            let row = crate::elements::hinge_angle(model, coordinates, *hinge)?;
            Ok((Kind::Displacement(row), "rad"))
        }
        Measured::Deflection(beam, share) => Ok((Kind::Deflection { beam: beam.0, share: *share }, "m")),
        Measured::Expression(law) => expression(model, coordinates, &what, law),
        _ => Err(MechError::PortsNotHere { what }),
    }
}

/// An expression of `x(NODE)`, `y(NODE)` and `phi(NODE)`, displacements from the reference configuration, and of their
/// rates `vx(NODE)`, `vy(NODE)` and `omega(NODE)`.
fn expression(
    model: &Model,
    coordinates: &Coordinates,
    what: &str,
    law: &Law,
) -> Result<(Kind, &'static str), MechError> {
    let failed = |reason: String| MechError::Law { what: what.to_owned(), law: law.text.clone(), reason };
    let mut store = model.expressions.clone();
    let time = store.symbol("t");
    let (mut inputs, mut indices): (Vec<Expr>, Vec<(usize, Of)>) = (Vec::new(), Vec::new());
    for part in store.parts_of(&[law.expr]) {
        let Node::Applied(name, arguments) = store.node(part) else { continue };
        let name = store.name_text(*name);
        let place = match arguments.first().map(|a| store.node(*a)) {
            Some(Node::Symbol(node)) => store.name_text(*node),
            _ => return Err(failed(format!("`{name}` needs the name of a node"))),
        };
        let node = model.structure.nodes.iter().position(|n| n.name == place);
        let node = node.ok_or_else(|| failed(format!("unknown node `{place}`")))?;
        let (coordinate, of) = match name {
            "x" => (Coordinate::X, Of::Displacement),
            "y" => (Coordinate::Y, Of::Displacement),
            "phi" => (Coordinate::Rz, Of::Displacement),
            "vx" => (Coordinate::X, Of::Rate),
            "vy" => (Coordinate::Y, Of::Rate),
            "omega" => (Coordinate::Rz, Of::Rate),
            _ => return Err(failed(format!("a planar mechanism has no `{name}(…)`"))),
        };
        let index = coordinates.index(NodeId(node), coordinate);
        let index = index.ok_or_else(|| failed(format!("node `{place}` has no rotation")))?;
        indices.push((index, of));
        inputs.push(part);
    }
    inputs.push(time);
    let program = Program::compile(&store, &[law.expr], &inputs).map_err(|e| failed(e.to_string()))?;
    Ok((Kind::Expression { program, coordinates: indices }, ""))
}

impl Core {
    /// The outputs at the closed configuration.
    ///
    /// # Errors
    /// The place of an output that is not finite.
    pub fn write_outputs(&self, time: f64, b: &mut Buffers, values: &mut [f64]) -> Result<(), usize> {
        for (k, (kind, value)) in self.outputs.kinds.iter().zip(values.iter_mut()).enumerate() {
            *value = match kind {
                Kind::Displacement(row) => row.iter().map(|(c, a)| a * b.at.displacement[*c]).sum(),
                Kind::Deflection { beam, share } => self.deflection(*beam, *share, b),
                Kind::Expression { program, coordinates } => {
                    let value = |(c, of): &(usize, Of)| match of {
                        Of::Displacement => b.at.displacement[*c],
                        Of::Rate => b.velocity[*c],
                    };
                    let mut inputs: Vec<f64> = coordinates.iter().map(value).collect();
                    inputs.push(time);
                    let mut result = [0.0];
                    program.evaluate(&inputs, &mut b.law_work, &mut result);
                    result[0]
                }
            };
            if !value.is_finite() {
                return Err(k);
            }
        }
        Ok(())
    }

    /// Distance of a point of a beam from the line through its ends, positive to the left of it [m].
    fn deflection(&self, beam: usize, share: f64, b: &Buffers) -> f64 {
        let parts = &self.beams[beam].parts;
        let along = share.clamp(0.0, 1.0) * parts.len() as f64;
        let element = (along.floor() as usize).min(parts.len() - 1);
        let point = self.point_of_beam(beam, element, along - element as f64, b);
        let first = self.point_of_beam(beam, 0, 0.0, b);
        let last = self.point_of_beam(beam, parts.len() - 1, 1.0, b);
        let chord = [last[0] - first[0], last[1] - first[1]];
        let from = [point[0] - first[0], point[1] - first[1]];
        (chord[0] * from[1] - chord[1] * from[0]) / chord[0].hypot(chord[1])
    }

    /// The point at ξ of an element of a beam [m].
    pub fn point_of_beam(&self, beam: usize, element: usize, xi: f64, b: &Buffers) -> [f64; 2] {
        let data = &self.beams[beam];
        let c = self.parts.all[data.parts.start + element].coordinates();
        let ends = [0, 3].map(|j| self.place_of(c[j], b));
        let tangents = [2, 5].map(|j| b.at.turned(c[j], data.axis));
        beam_point(data.length, ends, tangents, xi)
    }

    /// The position of the point whose translation starts at a coordinate [m].
    pub fn place_of(&self, first: usize, b: &Buffers) -> [f64; 2] {
        let reference = self.coordinates.points()[first / 2].position;
        [reference[0] + b.at.displacement[first], reference[1] + b.at.displacement[first + 1]]
    }
}
