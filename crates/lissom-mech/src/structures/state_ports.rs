//! A mechanism about a state as a structure: its inputs, outputs and interfaces by unit forces.
//!
//! The generalised force b of a unit force is also the gradient of the displacement it does work on, by
//! virtual work, so that one list of unit forces is sufficient, without differencing.

use crate::assembly::coordinates::Coordinates;
use crate::error::MechError;
use crate::structures::row::Row;
use crate::structures::structure::{Interface, InterfaceMotion, Pattern, Structure};
use crate::system::{Linearisation, State, System};
use lissom_linalg::{Dense, Sparse};
use lissom_model::model::{
    Attachment, Dimension, Direction, Force, JointLoad, Measured, Model, NodeId, Torque,
};

/// A tangent is symmetric when its skew part is below this share of it [-].
const SYMMETRIC: f64 = 1e-9;

/// A unit force that moves the coordinates by less than this share of another one moves them by rounding
/// only: a straight strut cannot shorten. The size of the machine, between forces and moments, is far from
/// this [-].
const ROUNDING: f64 = 1e-10;

/// Step of differences for outputs other than displacements [m] or [rad], and their required agreement [-].
const STEP: f64 = 1e-5;
const AGREEMENT: f64 = 1e-4;

/// A model with a unit force at every port.
#[derive(Clone, Debug)]
pub struct StatePorts {
    /// The model; its unit forces are inputs of its mechanism.
    pub model: Model,
    inputs: Vec<Port>,
    /// Outputs of the configuration by their numbers; those that are displacements have a port.
    outputs: Vec<(usize, Option<Port>)>,
    interfaces: Vec<(String, Vec<Port>)>,
}

/// A port: its name, its unit, and the input of the mechanism that acts there.
#[derive(Clone, Debug)]
struct Port {
    name: String,
    unit: &'static str,
    input: String,
}

impl StatePorts {
    /// Ports of a model: its forces and torques, its outputs, and its nodes as interfaces.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let mut this =
            Self { model: model.clone(), inputs: Vec::new(), outputs: Vec::new(), interfaces: Vec::new() };
        this.add_inputs(model);
        let coordinates = Coordinates::of(model);
        for (place, output) in model.linear_outputs() {
            let port = match &output.what {
                // The rotation vector of a node in space does not change as its spin does.
                Measured::Displacement(_, Some(Direction::About(_)))
                    if model.dimension == Dimension::Three =>
                {
                    None
                }
                Measured::Displacement(Attachment::Node(node), Some(direction)) => {
                    Some(this.displacement(&output.name, *node, *direction))
                }
                _ => None,
            };
            this.outputs.push((place, port));
        }
        for (i, node) in model.structure.nodes.iter().enumerate() {
            let there = motions(model.dimension)
                .iter()
                .filter(|(way, _)| coordinates.measure(NodeId(i), *way).is_some());
            let ports = there
                .map(|(way, axis)| this.displacement(&format!("{}, {axis}", node.name), NodeId(i), *way));
            let ports = ports.collect();
            this.interfaces.push((node.name.clone(), ports));
        }
        this
    }

    /// Forces without a law are already inputs; for those with a law a unit force is added.
    fn add_inputs(&mut self, model: &Model) {
        for force in &model.forces {
            let unit = if matches!(force.direction, Some(Direction::About(_))) { "N m" } else { "N" };
            let input = force.name.clone();
            if force.law.is_some() {
                self.model.forces.push(Force { law: None, ..force.clone() });
            }
            self.inputs.push(Port { name: force.name.clone(), unit, input });
        }
        for torque in &model.torques {
            if torque.law.is_some() {
                self.model.torques.push(Torque { law: None, ..torque.clone() });
            }
            self.inputs.push(Port { name: torque.name.clone(), unit: "N m", input: torque.name.clone() });
        }
        for load in &model.joint_loads {
            if load.law.is_some() {
                self.model.joint_loads.push(JointLoad { law: None, ..load.clone() });
            }
            let joint = &model.structure.joints[load.what.joint.0];
            let unit = if joint.kind.motions()[load.what.motion].turns { "N m" } else { "N" };
            self.inputs.push(Port { name: load.name.clone(), unit, input: load.name.clone() });
        }
    }

    /// A unit force along (or moment about) a displacement of a node.
    fn displacement(&mut self, name: &str, node: NodeId, direction: Direction) -> Port {
        let input = format!("port {name}");
        let span = self.model.structure.nodes[node.0].span;
        self.model.forces.push(Force {
            name: input.clone(),
            at: Attachment::Node(node),
            direction: Some(direction),
            follower: false,
            law: None,
            span,
        });
        let unit = if matches!(direction, Direction::About(_)) { "rad" } else { "m" };
        Port { name: name.to_owned(), unit, input }
    }

    /// The structure of small motions about a state of a mechanism made of [`Self::model`].
    ///
    /// # Errors
    /// [`MechError::AsymmetricTangent`] when loads follow the motion, [`MechError::RoughOutput`] when an output has no
    /// gradient there; [`MechError::Inadmissible`].
    pub fn structure(
        &self,
        system: &dyn System,
        at: &State<'_>,
        linearisation: &Linearisation,
    ) -> Result<Structure, MechError> {
        let mut tangent = linearisation.stiffness.clone();
        tangent.add_scaled(1.0, &linearisation.dynamic_stiffness);
        tangent.add_scaled(1.0, &linearisation.geometric_stiffness);
        let mut rates = linearisation.velocity_sensitivity.clone();
        rates.add_scaled(1.0, &linearisation.damping);
        for (what, matrix) in [("stiffness", &tangent), ("damping", &rates)] {
            let defect = skew_share(matrix);
            if defect > SYMMETRIC {
                return Err(MechError::AsymmetricTangent { what, defect });
            }
        }
        let sparse = |dense: &Dense| Sparse::from_dense(&dense.symmetric_part());
        let column = |port: &Port| self.column(system, linearisation, port);
        let pattern =
            |port: &Port| Pattern { name: port.name.clone(), unit: port.unit.into(), values: column(port) };
        let mut outputs = Vec::with_capacity(self.outputs.len());
        for (place, port) in &self.outputs {
            outputs.push(match port {
                Some(port) => pattern(port),
                None => gradient(system, at, *place)?,
            });
        }
        let least = ROUNDING * linearisation.input.max_abs();
        let motion = |port: &Port| InterfaceMotion {
            name: port.name.clone(),
            unit: port.unit,
            of: None,
            entries: column(port).into_iter().enumerate().filter(|(_, w)| w.abs() > least).collect(),
        };
        let interface = |(name, ports): &(String, Vec<Port>)| Interface {
            name: name.clone(),
            motions: ports.iter().map(motion).filter(|m| !m.entries.is_empty()).collect(),
        };
        Ok(Structure {
            rows: system.coordinates().iter().map(Row::coordinate).collect(),
            damping: sparse(&rates),
            inputs: self.inputs.iter().map(pattern).collect(),
            outputs,
            interfaces: self.interfaces.iter().map(interface).filter(|i| !i.motions.is_empty()).collect(),
            ..Structure::of_matrices(system.name(), sparse(&linearisation.mass), sparse(&tangent))
        })
    }

    fn column(&self, system: &dyn System, at: &Linearisation, port: &Port) -> Vec<f64> {
        let place = system.inputs().iter().position(|name| *name == port.input);
        at.input.column(place.expect("the mechanism was made of the model with these ports")).to_vec()
    }
}

/// Motions of a node, with their names.
fn motions(dimension: Dimension) -> &'static [(Direction, &'static str)] {
    const X: Direction = Direction::Along([1.0, 0.0, 0.0]);
    const Y: Direction = Direction::Along([0.0, 1.0, 0.0]);
    const Z: Direction = Direction::Along([0.0, 0.0, 1.0]);
    const RX: Direction = Direction::About([1.0, 0.0, 0.0]);
    const RY: Direction = Direction::About([0.0, 1.0, 0.0]);
    const RZ: Direction = Direction::About([0.0, 0.0, 1.0]);
    match dimension {
        Dimension::Three => &[(X, "x"), (Y, "y"), (Z, "z"), (RX, "rx"), (RY, "ry"), (RZ, "rz")],
        _ => &[(X, "x"), (Y, "y"), (RZ, "phi")],
    }
}

fn skew_share(matrix: &Dense) -> f64 {
    let mut skew = matrix.clone();
    skew.add_scaled(-1.0, &matrix.transpose());
    let size = matrix.max_abs();
    if size == 0.0 { 0.0 } else { 0.5 * skew.max_abs() / size }
}

/// ∂y/∂q of an output by central differences, extrapolated from two steps that have to agree.
fn gradient(system: &dyn System, at: &State<'_>, place: usize) -> Result<Pattern, MechError> {
    let (name, unit) = &system.outputs()[place];
    let mut work = system.workspace();
    let mut values = vec![0.0; system.outputs().len()];
    let mut position = at.position.to_vec();
    let mut slopes = [vec![0.0; position.len()], vec![0.0; position.len()]];
    for i in 0..position.len() {
        for (slope, step) in slopes.iter_mut().zip([STEP, 0.5 * STEP]) {
            let mut side = |way: f64| -> Result<f64, MechError> {
                position[i] = at.position[i] + way;
                let moved = State { time: at.time, position: &position, velocity: at.velocity };
                system.output(&moved, &mut work, &mut values).map_err(MechError::Inadmissible)?;
                Ok(values[place])
            };
            slope[i] = (side(step)? - side(-step)?) / (2.0 * step);
        }
        position[i] = at.position[i];
    }
    let size = slopes[1].iter().fold(0.0_f64, |a, s| a.max(s.abs()));
    let defect = slopes[0].iter().zip(&slopes[1]).fold(0.0_f64, |a, (s, t)| a.max((s - t).abs()));
    if defect > AGREEMENT * size {
        return Err(MechError::RoughOutput { output: name.clone(), defect: defect / size });
    }
    let values = slopes[1].iter().zip(&slopes[0]).map(|(fine, coarse)| (4.0 * fine - coarse) / 3.0);
    Ok(Pattern { name: name.clone(), unit: (*unit).to_owned(), values: values.collect() })
}
