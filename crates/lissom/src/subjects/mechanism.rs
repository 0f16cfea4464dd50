//! A model as a mechanism in large motion: the system itself, and the system with what leads it along a stroke.

use crate::failure::Failure;
use crate::session::Session;
use lissom_dynamics::{
    CriticalPoint, DrivenState, ForceStrokeRequest, OperatingState, Port, StatesRequest, StrokePath,
    driven_stroke, force_stroke,
};
use lissom_linalg::Progress;
use lissom_mech::coordinates::Coordinates;
use lissom_mech::{Machinery, MovingParts, machinery_with};
use lissom_model::model::{
    Attachment, Dimension, Direction, Driven, Force, HingeId, LedBy, Measured, Model, NodeId, Observed,
    Output, ProbeDirection, StatesAnalysis, Torque,
};
use std::sync::Arc;

/// Longest way between two states along a stroke, as a share of it: ten states along a stroke of the guidance's size
/// are reached in steps that Newton's method always closes.
const LONGEST_WAY: f64 = 0.1;

/// A mechanism with a force that leads it along a stroke, and probes where its stiffness is measured.
pub(crate) struct Stroke {
    /// The mechanism, with an input for the drive and one for each probe.
    pub mechanism: Arc<dyn Machinery>,
    /// The row of states the model file asks for, if an output leads.
    pub request: StatesRequest,
    /// Whether branches are followed, too; where a force leads.
    pub branches: bool,
    /// What leads.
    pub led_by: LedBy,
    /// Name of what leads.
    pub drive: String,
    /// Unit of the way of the drive: of the output that leads, or of the displacement along the force.
    pub unit: &'static str,
    /// Where the stiffness is measured.
    pub probes: Vec<Probe>,
    /// Motions of the driven node that the stroke does not ask for, by place among the outputs.
    pub parasitic: Vec<(String, usize)>,
    /// Number of outputs of the model itself.
    pub outputs: usize,
    /// Whether it moves in the plane or in space.
    pub dimension: Dimension,
}

/// A stroke and the states along it.
pub struct WalkedStroke {
    pub(crate) stroke: Stroke,
    /// The states, in order.
    pub states: Vec<DrivenState>,
    /// The path beside its rows: critical points, branches, remarks.
    pub(crate) critical: Vec<CriticalPoint>,
    pub(crate) branches: Vec<lissom_dynamics::BranchPath>,
    pub(crate) first: Option<OperatingState>,
    pub(crate) remarks: Vec<String>,
    /// Configurations of the mechanism that were searched on the way.
    pub(crate) configurations: u64,
}

impl WalkedStroke {
    /// The mechanism that was driven: the model's own, with an input for the drive and one for each probe.
    #[must_use]
    pub fn mechanism(&self) -> &dyn Machinery {
        &*self.stroke.mechanism
    }

    fn new(stroke: Stroke, path: StrokePath) -> Self {
        let StrokePath { rows: states, critical, branches, first, remarks } = path;
        let configurations = stroke.mechanism.configurations_searched();
        Self { stroke, states, critical, branches, first: Some(first), remarks, configurations }
    }
}

impl Session {
    /// The states along the stroke of `[analysis.states]`, or another number of them; walked once.
    pub(crate) fn walked_stroke(
        &self,
        points: Option<usize>,
        progress: &dyn Progress,
    ) -> Result<Arc<WalkedStroke>, Failure> {
        let model = self.mechanism_model()?;
        let asked = asked(model)?;
        self.strokes.get_or_make(points.unwrap_or(asked.points), || match asked.led_by {
            LedBy::Parameter => self.parameter_stroke(asked, points.unwrap_or(asked.points), progress),
            LedBy::Output => {
                let stroke = Stroke::of(model, &self.moving_parts()?, points)?;
                let path = driven_stroke(&*stroke.mechanism, &stroke.request, progress)?;
                Ok(WalkedStroke::new(stroke, path))
            }
            LedBy::Force => {
                let stroke = Stroke::led(model, &self.moving_parts()?, points)?;
                let path = force_stroke(&*stroke.mechanism, &stroke.by_force(), progress)?;
                Ok(WalkedStroke::new(stroke, path))
            }
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

fn asked(model: &Model) -> Result<&StatesAnalysis, Failure> {
    let asked = model.analyses.states.as_ref();
    asked.ok_or_else(|| Failure::missing_section("[analysis.states]", "the stroke to follow"))
}

/// What the force of a drive acts on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Node(NodeId, Direction),
    Hinge(HingeId),
}

impl Place {
    fn measured(self) -> Measured {
        match self {
            Self::Node(node, direction) => Measured::Displacement(Attachment::Node(node), Some(direction)),
            Self::Hinge(hinge) => Measured::Observed(Observed::Angle(hinge)),
        }
    }

    fn node(self) -> Option<NodeId> {
        match self {
            Self::Node(node, _) => Some(node),
            Self::Hinge(_) => None,
        }
    }
}

impl Stroke {
    /// The stroke of `[analysis.states]` led by an output, with the given number of states.
    ///
    /// # Errors
    /// When the file asks for none, its drive is no displacement of a node and no angle of a hinge, or the mechanism cannot be
    /// built.
    pub fn of(model: &Model, parts: &MovingParts, points: Option<usize>) -> Result<Self, Failure> {
        let asked = asked(model)?;
        match asked.led_by {
            LedBy::Output => Self::led(model, parts, points),
            _ => Err(Failure::UnusableDrive {
                drive: asked.drive.clone(),
                why: "this needs a stroke led by an output: write `drive` in [analysis.states]",
            }),
        }
    }

    /// The same, led by an output or a force.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn led(model: &Model, parts: &MovingParts, points: Option<usize>) -> Result<Self, Failure> {
        let asked = asked(model)?;
        let mut driven = model.clone();
        let (place, output, input) = match asked.led_by {
            LedBy::Force => led_force(&mut driven, asked)?,
            _ => led_output(&mut driven, asked)?,
        };
        let mut stroke = Self::with_probes(driven, parts, asked, place.node(), Some(place))?;
        let mechanism = &stroke.mechanism;
        let input = mechanism.inputs().iter().position(|name| *name == input).expect("the input was added");
        let [from, to] = asked.range;
        stroke.unit = mechanism.outputs()[output].1;
        stroke.outputs = model.outputs.len();
        stroke.request.drive = Port { input, output };
        stroke.request.points = points.unwrap_or(asked.points);
        (stroke.request.from, stroke.request.to) = (from, to);
        stroke.request.longest_way = Some(LONGEST_WAY * (to - from).abs());
        Ok(stroke)
    }

    /// The mechanism of a model with probes, and the motions of the driven node beside the stroke.
    pub(crate) fn with_probes(
        mut driven: Model,
        parts: &MovingParts,
        asked: &StatesAnalysis,
        node: Option<NodeId>,
        place: Option<Place>,
    ) -> Result<Self, Failure> {
        let outputs = driven.outputs.len();
        let parasitic = place.map_or_else(Vec::new, |place| add_parasitic(&mut driven, place, asked));
        let mut probes: Vec<(Probe, usize)> = Vec::new();
        if let Some(probed) = asked.node.or(node) {
            for (direction, name, unit) in asked.directions.iter().map(probe) {
                let label = format!("{} {name}", driven.structure.nodes[probed.0].name);
                let at = Attachment::Node(probed);
                let what = Measured::Displacement(at.clone(), Some(direction));
                driven.forces.push(unit_force(format!("probe {label}"), at, direction, asked));
                probes.push((Probe { name: label.clone(), unit }, driven.outputs.len()));
                driven.outputs.push(Output { name: format!("probe {label}"), what, span: asked.span });
            }
        }
        let mechanism = machinery_with(&driven, parts)?;
        let input = |name: &str| mechanism.inputs().iter().position(|own| own == name);
        let port = |(probe, output): &(Probe, usize)| {
            let input = input(&format!("probe {}", probe.name)).expect("the input was added");
            Port { input, output: *output }
        };
        let request = StatesRequest {
            drive: Port { input: 0, output: 0 },
            from: asked.range[0],
            to: asked.range[1],
            points: asked.points,
            longest_way: None,
            time: 0.0,
            input: vec![0.0; mechanism.inputs().len()],
            probes: probes.iter().map(port).collect(),
            tolerance: 1e-10,
        };
        Ok(Self {
            request,
            branches: asked.branches,
            led_by: asked.led_by,
            drive: asked.drive.clone(),
            unit: "",
            probes: probes.into_iter().map(|(probe, _)| probe).collect(),
            parasitic,
            outputs,
            dimension: driven.dimension,
            mechanism,
        })
    }

    /// The request of a stroke that a force leads.
    pub fn by_force(&self) -> ForceStrokeRequest {
        let StatesRequest { drive, from, to, points, time, input, probes, tolerance, .. } =
            self.request.clone();
        ForceStrokeRequest {
            drive,
            from,
            to,
            points,
            time,
            input,
            probes,
            tolerance,
            branches: self.branches,
        }
    }
}

/// An output that leads: its place, its number, and the name of the input that is added.
fn led_output(driven: &mut Model, asked: &StatesAnalysis) -> Result<(Place, usize, String), Failure> {
    let unusable = |why| Failure::UnusableDrive { drive: asked.drive.clone(), why };
    let name = format!("force of {}", asked.drive);
    let output = driven.outputs.iter().position(|output| output.name == asked.drive);
    let (place, output) = if let Some(output) = output {
        let place = match driven.outputs[output].what {
            Measured::Displacement(Attachment::Node(node), Some(direction)) => Place::Node(node, direction),
            Measured::Observed(Observed::Angle(hinge)) => Place::Hinge(hinge),
            _ => {
                return Err(unusable(
                    "the drive must be the displacement of a node in a direction, or the angle of a hinge",
                ));
            }
        };
        (place, output)
    } else {
        // A drive of the model is let go; the stroke leads what it drove.
        let drives = &mut driven.structure.drives;
        let at = drives.iter().position(|drive| drive.name == asked.drive);
        let at = at.ok_or_else(|| unusable("the drive of a stroke must be an output or a drive"))?;
        let place = match drives.remove(at).what {
            Driven::Hinge(hinge) => Place::Hinge(hinge),
            Driven::Node(node, direction) => Place::Node(node, direction),
            Driven::Joint(_) => {
                return Err(unusable("strokes are led by drives of hinges and nodes"));
            }
        };
        let what = place.measured();
        driven.outputs.push(Output { name: format!("way of {}", asked.drive), what, span: asked.span });
        (place, driven.outputs.len() - 1)
    };
    match place {
        Place::Node(node, direction) => {
            driven.forces.push(unit_force(name.clone(), Attachment::Node(node), direction, asked));
        }
        Place::Hinge(hinge) => {
            driven.torques.push(Torque { name: name.clone(), hinge, law: None, span: asked.span });
        }
    }
    Ok((place, output, name))
}

/// A force that leads: its place, the number of the output of its way, and its name.
fn led_force(driven: &mut Model, asked: &StatesAnalysis) -> Result<(Place, usize, String), Failure> {
    let unusable = |why| Failure::UnusableDrive { drive: asked.drive.clone(), why };
    let force = driven.forces.iter_mut().find(|force| force.name == asked.drive);
    let torque = driven.torques.iter_mut().find(|torque| torque.name == asked.drive);
    let place = match (force, torque) {
        (Some(force), _) => {
            force.law = None;
            match (&force.at, force.direction) {
                _ if force.follower => {
                    return Err(unusable(
                        "a force that turns with its node has no displacement to lead along",
                    ));
                }
                (Attachment::Node(node), Some(direction)) => Place::Node(*node, direction),
                _ => return Err(unusable("the force of a stroke must act on a node in a direction")),
            }
        }
        (_, Some(torque)) => {
            torque.law = None;
            Place::Hinge(torque.hinge)
        }
        _ => {
            return Err(unusable(
                "the force of a stroke must act on a node or in a hinge; a spread one does not",
            ));
        }
    };
    let what = place.measured();
    driven.outputs.push(Output { name: format!("way of {}", asked.drive), what, span: asked.span });
    Ok((place, driven.outputs.len() - 1, asked.drive.clone()))
}

/// Outputs for the motions of the driven node across the stroke, and its rotation.
fn add_parasitic(driven: &mut Model, place: Place, asked: &StatesAnalysis) -> Vec<(String, usize)> {
    let Place::Node(node, direction) = place else { return Vec::new() };
    let turns = Coordinates::of(driven).own_rotation(node).is_some();
    let motions = match driven.dimension {
        Dimension::Three => across_in_space(direction, turns),
        _ => across_in_plane(direction, turns),
    };
    let name = driven.structure.nodes[node.0].name.clone();
    let mut added = Vec::new();
    for (direction, word) in motions {
        let label = format!("{name} {word}");
        let what = Measured::Displacement(Attachment::Node(node), Some(direction));
        added.push((label.clone(), driven.outputs.len()));
        driven.outputs.push(Output { name: format!("parasitic {label}"), what, span: asked.span });
    }
    added
}

/// Motions of a node in the plane beside a direction, with their names.
fn across_in_plane(direction: Direction, turns: bool) -> Vec<(Direction, &'static str)> {
    let (x, y) = (Direction::Along([1.0, 0.0, 0.0]), Direction::Along([0.0, 1.0, 0.0]));
    let mut motions = match direction {
        Direction::About(_) => vec![(x, "x"), (y, "y")],
        Direction::Along(d) if d[1] == 0.0 => vec![(y, "y")],
        Direction::Along(d) if d[0] == 0.0 => vec![(x, "x")],
        Direction::Along([dx, dy, _]) => vec![(Direction::Along([-dy, dx, 0.0]), "across")],
    };
    if turns && matches!(direction, Direction::Along(_)) {
        motions.push((Direction::About([0.0, 0.0, 1.0]), "phi"));
    }
    motions
}

/// The same in space: along axes that are not those of the direction, and about all axes, or about those that are not.
fn across_in_space(direction: Direction, turns: bool) -> Vec<(Direction, &'static str)> {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let is_own = |own: [f64; 3], axis: [f64; 3]| (0..3).all(|i| axis[i] != 0.0 || own[i] == 0.0);
    let along = axes.into_iter().zip(["x", "y", "z"]).filter(|(axis, _)| match direction {
        Direction::Along(own) => !is_own(own, *axis),
        Direction::About(_) => true,
    });
    let about = axes.into_iter().zip(["rx", "ry", "rz"]).filter(|(axis, _)| match direction {
        Direction::Along(_) => turns,
        Direction::About(own) => !is_own(own, *axis),
    });
    let along = along.map(|(axis, name)| (Direction::Along(axis), name));
    along.chain(about.map(|(axis, name)| (Direction::About(axis), name))).collect()
}

/// A direction in which the stiffness is measured, with its name and the unit of the stiffness.
fn probe(direction: &ProbeDirection) -> (Direction, &'static str, &'static str) {
    match direction {
        ProbeDirection::X => (Direction::Along([1.0, 0.0, 0.0]), "x", "N/m"),
        ProbeDirection::Y => (Direction::Along([0.0, 1.0, 0.0]), "y", "N/m"),
        ProbeDirection::Z => (Direction::Along([0.0, 0.0, 1.0]), "z", "N/m"),
        ProbeDirection::Rx => (Direction::About([1.0, 0.0, 0.0]), "rx", "N m/rad"),
        ProbeDirection::Ry => (Direction::About([0.0, 1.0, 0.0]), "ry", "N m/rad"),
        ProbeDirection::Rz => (Direction::About([0.0, 0.0, 1.0]), "rz", "N m/rad"),
        ProbeDirection::Phi => (Direction::About([0.0, 0.0, 1.0]), "phi", "N m/rad"),
    }
}

fn unit_force(name: String, at: Attachment, direction: Direction, asked: &StatesAnalysis) -> Force {
    Force { name, at, direction: Some(direction), follower: false, law: None, span: asked.span }
}
