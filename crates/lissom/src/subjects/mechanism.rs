//! A model as a mechanism in large motion: the system itself, and the system with a drive to lead it along a stroke.

use crate::failure::Failure;
use crate::session::Session;
use lissom_dynamics::{DrivenState, Port, StatesRequest, states};
use lissom_linalg::Progress;
use lissom_mech::{Mechanism, System};
use lissom_model::model::{
    Attachment, Direction, Force, Measured, Model, Output, ProbeDirection, StatesAnalysis,
};
use std::sync::Arc;

/// Longest way between two states along a stroke, as a share of it: ten states along a stroke of the guidance's size
/// are reached in steps that Newton's method always closes.
const LONGEST_WAY: f64 = 0.1;

/// A mechanism with a force that leads an output along a stroke, and probes where its stiffness is measured.
pub(crate) struct Stroke {
    /// The mechanism, with an input for the drive and one for each probe.
    pub mechanism: Mechanism,
    /// The row of states the model file asks for.
    pub request: StatesRequest,
    /// Name of the drive's output.
    pub drive: String,
    /// Unit of the drive's output.
    pub unit: &'static str,
    /// Where the stiffness is measured.
    pub probes: Vec<Probe>,
}

/// A stroke and the states along it.
pub struct WalkedStroke {
    pub(crate) stroke: Stroke,
    /// The states, in order.
    pub states: Vec<DrivenState>,
}

impl WalkedStroke {
    /// The mechanism that was driven: the model's own, with an input for the drive and one for each probe.
    #[must_use]
    pub fn mechanism(&self) -> &Mechanism {
        &self.stroke.mechanism
    }
}

impl Session {
    /// The states along the stroke of `[analysis.states]`, or another number of them; walked once.
    pub(crate) fn walked_stroke(
        &self,
        points: Option<usize>,
        progress: &dyn Progress,
    ) -> Result<Arc<WalkedStroke>, Failure> {
        let stroke = Stroke::of(self.mechanism_model()?, points)?;
        self.strokes.get_or_make(stroke.request.points, || {
            let states = states(&stroke.mechanism, &stroke.request, progress)?;
            Ok(WalkedStroke { stroke, states })
        })
    }
}

/// A place and direction where the stiffness of a mechanism is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Node and direction: `A1 x`.
    pub name: String,
    /// Unit of the stiffness: `N/m` or `N m/rad`.
    pub unit: &'static str,
}

impl Stroke {
    /// The stroke of `[analysis.states]`, with the given number of states.
    ///
    /// # Errors
    /// When the file asks for none, its drive is no displacement of a node, or the mechanism cannot be built.
    pub fn of(model: &Model, points: Option<usize>) -> Result<Self, Failure> {
        let asked = model.analyses.states.as_ref();
        let asked =
            asked.ok_or_else(|| Failure::missing_section("[analysis.states]", "the stroke to follow"))?;
        let StatesAnalysis { drive, range: [from, to], .. } = asked.clone();
        let output = model.outputs.iter().position(|o| o.name == drive);
        let unusable = |why| Failure::UnusableDrive { drive: drive.clone(), why };
        let place = output.ok_or_else(|| unusable("the drive of a stroke must be an output"))?;
        let Measured::Displacement(at @ Attachment::Node(node), Some(direction)) = &model.outputs[place].what
        else {
            return Err(unusable("the drive must be the displacement of a node in a direction"));
        };
        let mut driven = model.clone();
        let first_input = inputs_before(model);
        driven.forces.push(unit_force(format!("force of {drive}"), at.clone(), *direction, model, place));
        let probed = asked.node.unwrap_or(*node);
        let mut probes = Vec::new();
        let mut ports = Vec::new();
        for (direction, name, unit) in asked.directions.iter().map(probe) {
            let label = format!("{} {name}", model.structure.nodes[probed.0].name);
            let at = Attachment::Node(probed);
            ports.push(Port { input: first_input + 1 + ports.len(), output: driven.outputs.len() });
            driven.forces.push(unit_force(format!("probe {label}"), at.clone(), direction, model, place));
            driven.outputs.push(Output {
                name: format!("probe {label}"),
                what: Measured::Displacement(at, Some(direction)),
                span: model.outputs[place].span,
            });
            probes.push(Probe { name: label, unit });
        }
        let mechanism = Mechanism::of(&driven)?;
        let unit = mechanism.outputs()[place].1;
        let points = points.unwrap_or(asked.points);
        let request = StatesRequest {
            drive: Port { input: first_input, output: place },
            from,
            to,
            points,
            longest_way: Some(LONGEST_WAY * (to - from).abs()),
            time: 0.0,
            input: vec![0.0; mechanism.inputs().len()],
            probes: ports,
            tolerance: 1e-10,
        };
        Ok(Self { mechanism, request, drive, unit, probes })
    }
}

/// A direction in which the stiffness is measured, with its name and the unit of the stiffness.
fn probe(direction: &ProbeDirection) -> (Direction, &'static str, &'static str) {
    match direction {
        ProbeDirection::X => (Direction::Along([1.0, 0.0, 0.0]), "x", "N/m"),
        ProbeDirection::Y => (Direction::Along([0.0, 1.0, 0.0]), "y", "N/m"),
        ProbeDirection::Phi => (Direction::About([0.0, 0.0, 1.0]), "phi", "N m/rad"),
    }
}

/// Inputs come in the order of the model's forces: those without a law.
fn inputs_before(model: &Model) -> usize {
    model.forces.iter().filter(|f| f.law.is_none()).count()
}

fn unit_force(name: String, at: Attachment, direction: Direction, model: &Model, output: usize) -> Force {
    let span = model.outputs[output].span;
    Force { name, at, direction: Some(direction), follower: false, law: None, span }
}
