//! A model as a mechanism in large motion: the system itself, and the system with a drive to lead it along a stroke.

use crate::failure::Failure;
use lissom_dynamics::{Port, StatesRequest};
use lissom_mech::{Mechanism, System};
use lissom_model::model::{AnalysisRequest, Attachment, Direction, Force, Measured, Model, NodeId, Output};

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

/// A place and direction where the stiffness of a mechanism is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Node and direction: `A1 x`.
    pub name: String,
    /// Unit of the stiffness: `N/m` or `N m/rad`.
    pub unit: &'static str,
}

/// The analysis of a kind, when the model file asks for it.
pub(crate) fn analysis<'m>(model: &'m Model, kind: &str) -> Option<&'m AnalysisRequest> {
    model.analyses.others.iter().find(|a| a.kind == kind)
}

/// The numbers of an option of an analysis.
pub(crate) fn numbers<'m>(request: &'m AnalysisRequest, key: &str) -> Option<&'m [f64]> {
    request.numbers.iter().find(|(name, _)| name == key).map(|(_, values)| values.as_slice())
}

/// The names of an option of an analysis.
pub(crate) fn names<'m>(request: &'m AnalysisRequest, key: &str) -> Option<&'m [String]> {
    request.names.iter().find(|(name, _)| name == key).map(|(_, values)| values.as_slice())
}

impl Stroke {
    /// The stroke of `[analysis.states]`, with the given number of states.
    ///
    /// # Errors
    /// When the file asks for none, its drive is no displacement of a node, or the mechanism cannot be built.
    pub fn of(model: &Model, points: Option<usize>) -> Result<Self, Failure> {
        let asked =
            analysis(model, "states").ok_or_else(|| missing("[analysis.states]", "the stroke to follow"))?;
        let drive = names(asked, "drive").and_then(<[String]>::first).cloned().unwrap_or_default();
        let (from, to) = match numbers(asked, "range") {
            Some([from, to]) => (*from, *to),
            _ => return Err(missing("`range` of [analysis.states]", "first and last value of the drive")),
        };
        let output = model.outputs.iter().position(|o| o.name == drive);
        let place = output.ok_or_else(|| unusable(&drive, "only an output can be led along a stroke"))?;
        let Measured::Displacement(at @ Attachment::Node(node), Some(direction)) = &model.outputs[place].what
        else {
            return Err(unusable(&drive, "the drive must be the displacement of a node in a direction"));
        };
        let mut driven = model.clone();
        let first_input = inputs_before(model);
        driven.forces.push(unit_force(format!("force of {drive}"), at.clone(), *direction, model, place));
        let probed = probed_node(model, asked).unwrap_or(*node);
        let mut probes = Vec::new();
        let mut ports = Vec::new();
        for (direction, name, unit) in directions(asked) {
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
        let points = points.or_else(|| numbers(asked, "points").map(|p| p[0] as usize)).unwrap_or(2);
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

/// The node that the file names for the stiffness.
fn probed_node(model: &Model, asked: &AnalysisRequest) -> Option<NodeId> {
    let name = names(asked, "node").and_then(<[String]>::first)?;
    model.structure.nodes.iter().position(|node| node.name == *name).map(NodeId)
}

/// The directions in which the stiffness is measured, with their names and units: x and y unless the file says
/// otherwise.
fn directions(asked: &AnalysisRequest) -> Vec<(Direction, &'static str, &'static str)> {
    let all = [
        (Direction::Along([1.0, 0.0, 0.0]), "x", "N/m"),
        (Direction::Along([0.0, 1.0, 0.0]), "y", "N/m"),
        (Direction::About([0.0, 0.0, 1.0]), "phi", "N m/rad"),
    ];
    match names(asked, "directions") {
        Some(wanted) => all.into_iter().filter(|(_, name, _)| wanted.iter().any(|w| w == name)).collect(),
        None => all[..2].to_vec(),
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

fn missing(what: &str, why: &str) -> Failure {
    Failure::Missing { what: what.to_owned(), why: why.to_owned() }
}

fn unusable(what: &str, why: &str) -> Failure {
    Failure::Missing { what: format!("a drive that can be used (`{what}`)"), why: why.to_owned() }
}
