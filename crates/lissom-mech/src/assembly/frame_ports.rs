//! Inputs, outputs and interfaces of a frame, linearised about its reference configuration.
//!
//! Everything is first written over all coordinates x, including fixed ones, and then transformed to the
//! independent ones: with x = T y, a force b becomes Tᵀ b and an output cᵀ x becomes (Tᵀ c)ᵀ y.

use crate::assembly::coordinates::{Coordinates, RotationId, TranslationId};
use crate::assembly::line_load_rows;
use crate::assembly::linear_system::LinearSystem;
use crate::elements::{self, beam_weights};
use crate::error::MechError;
use crate::structures::structure::{Interface, InterfaceMotion, Pattern, PointMotion, Structure, spread};
use crate::vector::{norm, sub};
use lissom_linalg::Sparse;
use lissom_model::model::{
    Attachment, BeamId, Coordinate, Dimension, Direction, Law, Measured, Model, NodeId, Observed, Output,
};
use lissom_symbolic::{Expr, Node, Program};

/// Weights over all coordinates.
type Row = Vec<(usize, f64)>;

impl Structure {
    /// The structure of a model's frame with its inputs (every force and torque, whether it has a law or not), outputs
    /// and, as interfaces, its nodes.
    ///
    /// # Errors
    /// An input or output at something that does not exist.
    pub fn of_model(model: &Model, system: &LinearSystem) -> Result<Self, MechError> {
        let mut structure = Self::of_frame(&model.name, system);
        let frame = Frame { model, system, to_independent: system.elimination.transformation.transpose() };
        structure.inputs = frame.inputs()?;
        structure.outputs = model.linear_outputs().map(|(_, o)| frame.output(o)).collect::<Result<_, _>>()?;
        structure.interfaces = frame.places();
        for interface in &mut structure.interfaces {
            interface.motions.retain(|motion| !motion.entries.is_empty());
        }
        structure.interfaces.retain(|interface| !interface.motions.is_empty());
        Ok(structure)
    }
}

/// Every node of a frame with all of its coordinates over the independent ones; fixed ones have no entries.
pub(crate) fn places(model: &Model, system: &LinearSystem) -> Vec<Interface> {
    Frame { model, system, to_independent: system.elimination.transformation.transpose() }.places()
}

/// Every node of a frame with its coordinates, over all coordinates.
pub(crate) fn places_of_all(model: &Model, system: &LinearSystem) -> Vec<Interface> {
    let to_independent = Sparse::identity(system.coordinates.len());
    Frame { model, system, to_independent }.places()
}

struct Frame<'a> {
    model: &'a Model,
    system: &'a LinearSystem,
    /// Tᵀ.
    to_independent: Sparse,
}

impl Frame<'_> {
    fn coordinates(&self) -> &Coordinates {
        &self.system.coordinates
    }

    fn pattern(&self, name: &str, unit: &str, row: &[(usize, f64)]) -> Pattern {
        Pattern { name: name.to_owned(), unit: unit.to_owned(), values: self.independent(row) }
    }

    /// Tᵀ times a row.
    fn independent(&self, row: &[(usize, f64)]) -> Vec<f64> {
        let mut values = vec![0.0; self.to_independent.rows()];
        self.to_independent.multiply(&spread(self.coordinates().len(), row), &mut values);
        values
    }

    fn inputs(&self) -> Result<Vec<Pattern>, MechError> {
        let mut inputs = Vec::new();
        for force in &self.model.forces {
            let what = format!("force {}", force.name);
            let (row, is_moment) = self.node_row(&what, &force.at, force.direction)?;
            inputs.push(self.pattern(&force.name, if is_moment { "N m" } else { "N" }, &row));
        }
        for load in &self.model.line_loads {
            for (name, densities) in line_load_rows::inputs(load) {
                let row = line_load_rows::row(self.coordinates(), load, densities);
                inputs.push(self.pattern(&name, "N/m", &row));
            }
        }
        for torque in &self.model.torques {
            let row = elements::hinge_angle(self.model, self.coordinates(), torque.hinge)?;
            inputs.push(self.pattern(&torque.name, "N m", &row));
        }
        for load in &self.model.joint_loads {
            let motion = self.model.structure.joints[load.what.joint.0].kind.motions()[load.what.motion];
            let row = elements::joint_motion(self.model, self.coordinates(), load.what);
            inputs.push(self.pattern(&load.name, if motion.turns { "N m" } else { "N" }, &row));
        }
        Ok(inputs)
    }

    /// The row that measures a node along or about a direction, and whether it is a rotation.
    fn node_row(
        &self,
        what: &str,
        at: &Attachment,
        direction: Option<Direction>,
    ) -> Result<(Row, bool), MechError> {
        let what = || what.to_owned();
        let Attachment::Node(node) = at else { return Err(MechError::PortsNotHere { what: what() }) };
        let direction = direction.ok_or_else(|| MechError::NoLine { what: what() })?;
        let row = self.coordinates().measure(*node, direction).ok_or_else(|| MechError::NothingTurns {
            what: what(),
            node: self.model.structure.nodes[node.0].name.clone(),
        })?;
        Ok((row, matches!(direction, Direction::About(_))))
    }

    fn output(&self, output: &Output) -> Result<Pattern, MechError> {
        let what = format!("output {}", output.name);
        let (row, unit) = match &output.what {
            Measured::Displacement(at, direction) => {
                let (row, is_rotation) = self.node_row(&what, at, *direction)?;
                (row, if is_rotation { "rad" } else { "m" })
            }
            Measured::Deflection(beam, share) => (self.deflection(&what, *beam, *share)?, "m"),
            Measured::Expression(law) => (self.expression(&what, law)?, ""),
            Measured::Observed(Observed::Position(node, axis)) => {
                (self.node_row(&what, &Attachment::Node(*node), Some(Direction::Along(*axis)))?.0, "m")
            }
            Measured::Observed(Observed::Angle(hinge)) => {
                (elements::hinge_angle(self.model, self.coordinates(), *hinge)?, "rad")
            }
            Measured::Observed(Observed::JointCoordinate(what)) => {
                let motion = self.model.structure.joints[what.joint.0].kind.motions()[what.motion];
                let row = elements::joint_motion(self.model, self.coordinates(), *what);
                (row, if motion.turns { "rad" } else { "m" })
            }
            Measured::Flow(_) | Measured::Effort(_) | Measured::Stored(_) | Measured::Observed(_) => {
                return Err(MechError::PortsNotHere { what });
            }
        };
        Ok(self.pattern(&output.name, unit, &row))
    }

    /// Distance of a point of a planar beam from the line through its ends, positive to the left of it.
    fn deflection(&self, what: &str, beam: BeamId, share: f64) -> Result<Row, MechError> {
        if self.coordinates().dimension() == Dimension::Three {
            return Err(MechError::PlanarOnly { what: what.to_owned() });
        }
        let ends = self.coordinates().beam_ends(beam);
        let [first, last] = [ends[0], ends[ends.len() - 1]];
        let place = |id: TranslationId| self.coordinates().points()[id.0].position;
        let chord = sub(place(last.translation), place(first.translation));
        let normal = [-chord[1] / norm(chord), chord[0] / norm(chord)];
        let count = ends.len() - 1;
        let along = share.clamp(0.0, 1.0) * count as f64;
        let element = (along.floor() as usize).min(count - 1);
        let length = norm(chord) / count as f64;
        let (moves, slopes) = beam_weights(length, along - element as f64);
        let mut row = Row::new();
        let mut across = |id: TranslationId, weight: f64| {
            row.extend(self.coordinates().translation(id).zip(normal).map(|(c, n)| (c, weight * n)));
        };
        across(first.translation, share - 1.0);
        across(last.translation, -share);
        for (end, weight) in [ends[element], ends[element + 1]].into_iter().zip(moves) {
            across(end.translation, weight);
        }
        for (end, slope) in [ends[element], ends[element + 1]].into_iter().zip(slopes) {
            row.extend(self.coordinates().rotation(end.rotation).map(|c| (c, slope)));
        }
        Ok(row)
    }

    /// The gradient of an expression of displacements at rest, t = 0.
    fn expression(&self, what: &str, law: &Law) -> Result<Row, MechError> {
        let failed = |reason: String| MechError::Law { what: what.to_owned(), law: law.text.clone(), reason };
        let mut store = self.model.expressions.clone();
        let (mut calls, mut indices): (Vec<Expr>, Vec<usize>) = (Vec::new(), Vec::new());
        for part in store.parts_of(&[law.expr]) {
            let Node::Applied(name, arguments) = store.node(part) else { continue };
            let place = match arguments.first().map(|a| store.node(*a)) {
                Some(Node::Symbol(node)) => store.name_text(*node),
                _ => return Err(failed(format!("`{}` needs the name of a node", store.name_text(*name)))),
            };
            indices.push(self.displacement(store.name_text(*name), place).map_err(failed)?);
            calls.push(part);
        }
        let gradient: Vec<Expr> = (calls.iter())
            .map(|call| store.derivative(law.expr, *call).map_err(|e| failed(e.to_string())))
            .collect::<Result<_, _>>()?;
        let at_rest = vec![0.0; calls.len() + 1];
        calls.push(store.symbol("t"));
        let program = Program::compile(&store, &gradient, &calls).map_err(|e| failed(e.to_string()))?;
        let mut values = vec![0.0; gradient.len()];
        program
            .evaluate_checked(&at_rest, &mut Vec::new(), &mut values)
            .map_err(|e| failed(format!("at rest {e}")))?;
        Ok(indices.into_iter().zip(values).collect())
    }

    /// The coordinate that `x(A)`, `phi(A)` … stands for.
    fn displacement(&self, function: &str, place: &str) -> Result<usize, String> {
        let coordinate = match function {
            "x" => Coordinate::X,
            "y" => Coordinate::Y,
            "z" => Coordinate::Z,
            "rx" => Coordinate::Rx,
            "ry" => Coordinate::Ry,
            "rz" | "phi" => Coordinate::Rz,
            _ => return Err(format!("a frame has no `{function}(…)`")),
        };
        let node = self.model.structure.nodes.iter().position(|n| n.name == place);
        let node = node.ok_or_else(|| format!("unknown node `{place}`"))?;
        let index = self.coordinates().index(NodeId(node), coordinate);
        index.ok_or_else(|| format!("node `{place}` has no `{function}`"))
    }

    fn places(&self) -> Vec<Interface> {
        (0..self.model.structure.nodes.len()).map(|node| self.place(NodeId(node))).collect()
    }

    /// A node with all of its coordinates; fixed ones have no entries.
    fn place(&self, node: NodeId) -> Interface {
        let (coordinates, at) = (self.coordinates(), self.model.structure.nodes[node.0].position);
        let planar = coordinates.dimension() != Dimension::Three;
        let own = coordinates.own_rotation(node).into_iter();
        let rotation =
            own.flat_map(|id: RotationId| coordinates.rotation(id)).zip(if planar { 6.. } else { 4.. });
        let translation = coordinates.translation(TranslationId(node.0)).zip(1_u8..);
        let motions = translation.chain(rotation).map(|(c, component)| {
            let (rows, weights) = self.to_independent.column(c);
            InterfaceMotion {
                name: coordinates.name(c),
                unit: if coordinates.is_rotation(c) { "rad" } else { "m" },
                of: Some(PointMotion { component, at }),
                entries: rows.iter().map(|row| *row as usize).zip(weights.iter().copied()).collect(),
            }
        });
        Interface { name: self.model.structure.nodes[node.0].name.clone(), motions: motions.collect() }
    }
}
