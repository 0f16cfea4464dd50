//! Mechanisms with FE parts about their reference configuration: what linear questions are asked of without a state.
//!
//! The machine is linearised where the model file draws it, at rest, without weight and without forces that depend on time alone: as
//! the matrices of a frame or of joined parts know it. Drives hold what they drive. Forces that depend on the motion (springs,
//! torques of angles) keep their derivatives.

use crate::failure::Failure;
use crate::reports::comparison::Translation;
use crate::session::Session;
use crate::subjects::linear_structure::ExpandedShapes;
use lissom_linalg::Dense;
use lissom_mech::vector::{Vector, sub};
use lissom_mech::{Machinery, MechError, State, StatePorts, Structure, Workspace, machinery_of};
use lissom_model::model::{Law, Model};

/// Coordinates are moved by this much for a small motion: differences of both sides leave its square as an error [m, rad].
const STEP: f64 = 1e-5;

impl Session {
    /// The structure of a mechanism with FE parts about its reference configuration.
    pub(crate) fn moving_structure(&self) -> Result<Structure, Failure> {
        let mut ports = StatePorts::of(self.mechanism_model()?);
        unload(&mut ports.model);
        let mechanism = machinery_of(&ports.model, &self.moving_parts()?)?;
        let (position, _) = mechanism.initial();
        let still = vec![0.0; position.len()];
        let at = State { time: 0.0, position: &position, velocity: &still };
        let input = vec![0.0; mechanism.inputs().len()];
        let mut found = mechanism.linearise(&at, &still, &input, &mut mechanism.workspace())?;
        // What is left of forces at t = 0 stresses the machine; its reference configuration has no stress.
        found.geometric_stiffness = Dense::zeros(still.len(), still.len());
        Ok(ports.structure(&*mechanism, &at, &found)?)
    }

    /// Shapes over the translations of all nodes of the model, then of all mesh nodes of its parts.
    pub(crate) fn expand_moving(&self, shapes: &Dense) -> Result<ExpandedShapes, Failure> {
        let model = self.model()?;
        let named = |name: &str| ["x", "y", "z"].map(|axis| format!("{name}, {axis}"));
        let mut coordinates: Vec<String> =
            model.structure.nodes.iter().flat_map(|node| named(&format!("node {}", node.name))).collect();
        let mechanism = self.mechanism()?;
        let mut work = mechanism.workspace();
        let (position, _) = mechanism.initial();
        for (part, node, _) in self.mesh_nodes_at(mechanism, &position, &mut work)? {
            coordinates.extend(named(&format!("{part}, node {node}")));
        }
        let columns = (0..shapes.cols()).map(|j| self.small_motion(mechanism, shapes.column(j), &mut work));
        let columns = columns.collect::<Result<Vec<_>, Failure>>()?;
        Ok(ExpandedShapes { vectors: Dense::from_columns(coordinates.len(), &columns), coordinates })
    }

    /// Places, directions and rows of these translations in the reference configuration.
    pub(crate) fn moving_translations(&self) -> Result<Vec<Translation>, Failure> {
        let model = self.model()?;
        let mechanism = self.mechanism()?;
        let (position, _) = mechanism.initial();
        let mesh = self.mesh_nodes_at(mechanism, &position, &mut mechanism.workspace())?;
        let places = model.structure.nodes.iter().map(|node| node.position);
        let places = places.chain(mesh.into_iter().map(|(.., place)| place));
        Ok(places
            .enumerate()
            .flat_map(|(k, place)| [1, 2, 3].map(|c| (place, c, 3 * k + usize::from(c) - 1)))
            .collect())
    }

    /// Displacements of all nodes per unit of a shape, by differences to both sides.
    fn small_motion(
        &self,
        mechanism: &dyn Machinery,
        shape: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<f64>, Failure> {
        let size = shape.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let step = STEP / if size > 0.0 { size } else { 1.0 };
        let (start, _) = mechanism.initial();
        let mut side = |way: f64| -> Result<Vec<Vector>, Failure> {
            let position: Vec<f64> = start.iter().zip(shape).map(|(q, x)| q + way * x).collect();
            let still = vec![0.0; position.len()];
            let at = State { time: 0.0, position: &position, velocity: &still };
            let input = vec![0.0; mechanism.inputs().len()];
            let snapshot = mechanism.snapshot(&at, &input, work).map_err(MechError::Inadmissible)?;
            let nodes = self.model()?.structure.nodes.len();
            let mut places: Vec<Vector> = snapshot.points[..nodes].iter().map(|(_, place)| *place).collect();
            let mesh = self.mesh_nodes_at(mechanism, &position, work)?;
            places.extend(mesh.into_iter().map(|(.., place)| place));
            Ok(places)
        };
        let (ahead, behind) = (side(step)?, side(-step)?);
        let moved = ahead.iter().zip(&behind).flat_map(|(a, b)| sub(*a, *b).map(|d| d / (2.0 * step)));
        Ok(moved.collect())
    }

    /// Part, number and place in space of every mesh node at given coordinates.
    fn mesh_nodes_at(
        &self,
        mechanism: &dyn Machinery,
        position: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<(String, i64, Vector)>, Failure> {
        let still = vec![0.0; position.len()];
        let found = self.recovered_at(mechanism, &State { time: 0.0, position, velocity: &still }, work)?;
        let each = found.into_iter().flat_map(|part| {
            let moved = part.displacements.into_iter().next().unwrap_or_default();
            let places = part.places.into_iter().zip(moved).map(|(x, u)| [0, 1, 2].map(|k| x[k] + u[k]));
            let name = part.part;
            part.nodes.into_iter().zip(places).map(move |(node, place)| (name.clone(), node, place))
        });
        Ok(each.collect())
    }
}

/// Takes away weight, and forces and motions that time alone gives.
pub(crate) fn unload(model: &mut Model) {
    model.gravity = [0.0; 3];
    let zero = model.expressions.zero();
    for drive in &mut model.structure.drives {
        drive.law = Law { text: "0".to_owned(), expr: zero, span: drive.law.span };
    }
    let store = &model.expressions;
    // A law of nothing but time, or of a number.
    let is_given = |law: &Law| {
        let parts = store.parts_of(&[law.expr]);
        let applied =
            parts.into_iter().any(|part| matches!(store.node(part), lissom_symbolic::Node::Applied(..)));
        !applied && store.symbols(law.expr).iter().all(|name| *name == "t")
    };
    let stays = |law: &Option<Law>| law.as_ref().is_none_or(|law| !is_given(law));
    model.forces.retain(|force| stays(&force.law));
    model.torques.retain(|torque| stays(&torque.law));
    model.joint_loads.retain(|load| stays(&load.law));
    model.line_loads.clear();
}
