//! Outputs of a mechanism: what is measured of which coordinates, deformations and elements.

use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::elements::{Origin, hinge_angle};
use crate::error::MechError;
use crate::mechanism::constants::observed;
use crate::mechanism::constants::part::Parts;
use crate::observing::section_unit;
use lissom_model::model::{
    Attachment, Direction, Driven, EnergyKind, Hinge, Law, Measured, Member, Model, NodeId, Observed, Output,
    SectionQuantity, SectionStress, Side,
};
use lissom_symbolic::{Expr, Node, Program};

/// The outputs of a mechanism.
#[derive(Debug)]
pub(in crate::mechanism) struct Outputs {
    pub names: Vec<(String, &'static str)>,
    pub kinds: Vec<Kind>,
    /// What each of them needs.
    pub depths: Vec<Depth>,
    /// What has to be computed for all of them.
    pub depth: Depth,
}

/// How much of the motion an output needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::mechanism) enum Depth {
    /// The configuration.
    Configuration,
    /// Velocities.
    Rates,
    /// Accelerations and forces.
    Forces,
    /// Energies, which need the forces as well.
    Energies,
}

/// Measured quantity of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mechanism) enum Of {
    Displacement,
    Rate,
    Acceleration,
}

impl From<observed::Of> for Of {
    fn from(of: observed::Of) -> Self {
        match of {
            observed::Of::Displacement => Self::Displacement,
            observed::Of::Rate => Self::Rate,
        }
    }
}

/// A combination of coordinates.
pub(in crate::mechanism) type Row = Vec<(usize, f64)>;

/// What is reported.
#[derive(Debug)]
pub(in crate::mechanism) enum Kind {
    /// A combination of displacements, rates or accelerations, and a constant that is added.
    Combination { of: Of, row: Row, offset: f64 },
    /// An expression; its inputs are coordinates, then outputs above it, then time.
    Expression { program: Program, coordinates: Vec<(usize, Of)>, outputs: Vec<usize> },
    /// Deflection of a beam from its chord at a share of its length.
    Deflection { beam: usize, share: f64 },
    /// Force of supports: fixed coordinates, and slides by their deformations.
    Reaction { row: Row, slides: Vec<usize> },
    /// Force on an element at some of its coordinates, by place in the element; and a sign.
    EndForce { parts: Vec<usize>, row: Row, sign: f64 },
    /// Force through a deformation, by what acts on it.
    Torque { measure: usize },
    /// Force or power of a drive that prescribes a deformation; `law`: the place of its rate.
    Drive { measure: usize, law: usize, power: bool },
    /// A quantity of a cross-section.
    Section { beam: usize, share: f64, what: SectionQuantity, stress: Option<(SectionStress, f64)> },
    /// An energy.
    Energy(EnergyKind),
    /// Momentum along a unit vector.
    Momentum([f64; 2]),
    /// Angular momentum about a point that moves with a coordinate, or about the origin.
    AngularMomentum(Option<usize>),
}

impl Kind {
    /// What it needs, given the same of the outputs above it.
    fn depth(&self, above: &[Depth]) -> Depth {
        let of_coordinate = |of: &Of| match of {
            Of::Displacement => Depth::Configuration,
            Of::Rate => Depth::Rates,
            Of::Acceleration => Depth::Forces,
        };
        match self {
            Self::Combination { of, .. } => of_coordinate(of),
            Self::Expression { coordinates, outputs, .. } => {
                let each = coordinates.iter().map(|(_, of)| of_coordinate(of));
                each.chain(outputs.iter().filter_map(|output| above.get(*output).copied()))
                    .max()
                    .unwrap_or(Depth::Configuration)
            }
            Self::Deflection { .. } => Depth::Configuration,
            Self::Momentum(_) | Self::AngularMomentum(_) => Depth::Rates,
            Self::Energy(_) => Depth::Energies,
            _ => Depth::Forces,
        }
    }

    /// Whether it is a force that constraints carry.
    fn is_carried(&self) -> bool {
        matches!(
            self,
            Self::Reaction { .. }
                | Self::EndForce { .. }
                | Self::Torque { .. }
                | Self::Drive { .. }
                | Self::Section { .. }
        )
    }
}

impl Outputs {
    /// The outputs of a model.
    ///
    /// # Errors
    /// An output of something that a mechanism does not have.
    pub fn new(
        model: &Model,
        coordinates: &Coordinates,
        parts: &Parts,
        drives: &[usize],
    ) -> Result<Self, MechError> {
        let mut this =
            Self { names: Vec::new(), kinds: Vec::new(), depths: Vec::new(), depth: Depth::Configuration };
        let builder = Builder { model, coordinates, parts, drives };
        for output in &model.outputs {
            let (kind, unit) = builder.kind(output)?;
            let depth = kind.depth(&this.depths);
            this.depths.push(depth);
            this.depth = this.depth.max(depth);
            this.kinds.push(kind);
            this.names.push((output.name.clone(), unit));
        }
        Ok(this)
    }

    /// The first output that is a force which constraints carry.
    pub fn carried(&self) -> Option<&str> {
        let place = self.kinds.iter().position(Kind::is_carried)?;
        Some(&self.names[place].0)
    }
}

struct Builder<'a> {
    model: &'a Model,
    coordinates: &'a Coordinates,
    parts: &'a Parts,
    /// Places of the drives among the laws of time.
    drives: &'a [usize],
}

type Built = Result<(Kind, &'static str), MechError>;

/// The unit of a quantity along a direction, or about an axis.
fn unit(direction: &Direction, [along, about]: [&'static str; 2]) -> &'static str {
    if matches!(direction, Direction::About(_)) { about } else { along }
}

fn combination(of: Of, row: Row) -> Kind {
    Kind::Combination { of, row, offset: 0.0 }
}

impl Builder<'_> {
    fn kind(&self, output: &Output) -> Built {
        let what = format!("output {}", output.name);
        match &output.what {
            Measured::Displacement(Attachment::Node(node), Some(direction)) => {
                let row = self.row(&what, *node, *direction)?;
                Ok((combination(Of::Displacement, row), unit(direction, ["m", "rad"])))
            }
            Measured::Deflection(beam, share) => Ok((Kind::Deflection { beam: beam.0, share: *share }, "m")),
            Measured::Expression(law) => self.expression(&what, law),
            Measured::Observed(observed) => self.observed(&what, *observed),
            _ => Err(MechError::PortsNotHere { what }),
        }
    }

    fn row(&self, what: &str, node: NodeId, direction: Direction) -> Result<Row, MechError> {
        self.coordinates.measure(node, direction).ok_or_else(|| MechError::NothingTurns {
            what: what.to_owned(),
            node: self.model.structure.nodes[node.0].name.clone(),
        })
    }

    fn observed(&self, what: &str, observed: Observed) -> Built {
        Ok(match observed {
            Observed::Position(node, axis) => {
                let row = self.row(what, node, Direction::Along(axis))?;
                let reference = self.model.structure.nodes[node.0].position;
                let offset = axis.iter().zip(reference).map(|(a, x)| a * x).sum();
                (Kind::Combination { of: Of::Displacement, row, offset }, "m")
            }
            Observed::Velocity(node, way) => {
                (combination(Of::Rate, self.row(what, node, way)?), unit(&way, ["m/s", "rad/s"]))
            }
            Observed::Acceleration(node, way) => {
                (combination(Of::Acceleration, self.row(what, node, way)?), unit(&way, ["m/s^2", "rad/s^2"]))
            }
            Observed::Angle(hinge) => {
                (combination(Of::Displacement, hinge_angle(self.model, self.coordinates, hinge)?), "rad")
            }
            Observed::Rate(hinge) => {
                (combination(Of::Rate, hinge_angle(self.model, self.coordinates, hinge)?), "rad/s")
            }
            Observed::AngularAcceleration(hinge) => {
                (combination(Of::Acceleration, hinge_angle(self.model, self.coordinates, hinge)?), "rad/s^2")
            }
            Observed::Reaction(node, way) => self.reaction(what, node, way)?,
            Observed::JointForce(hinge, axis) => self.joint_force(hinge.0, axis),
            Observed::Torque(hinge) => {
                (Kind::Torque { measure: self.parts.measure_of(Origin::Hinge(hinge)) }, "N m")
            }
            Observed::DriveForce(drive) => self.drive(drive, false),
            Observed::DrivePower(drive) => self.drive(drive, true),
            Observed::Section(beam, share, what) => self.section(beam.0, share, what),
            Observed::Energy(kind) => (Kind::Energy(kind), "J"),
            Observed::Momentum([x, y, _]) => (Kind::Momentum([x, y]), "kg m/s"),
            Observed::AngularMomentum(node) => {
                let first = node.map(|node| self.coordinates.translation(TranslationId(node.0)).start);
                (Kind::AngularMomentum(first), "kg m^2/s")
            }
            Observed::AngularMomentumAbout(..)
            | Observed::Axis(..)
            | Observed::Quaternion(..)
            | Observed::JointCoordinate(_)
            | Observed::JointRate(_)
            | Observed::JointAcceleration(_)
            | Observed::JointEffort(_)
            | Observed::Through(..) => {
                return Err(MechError::SpatialOnly { what: what.to_owned() });
            }
        })
    }

    fn reaction(&self, what: &str, node: NodeId, way: Direction) -> Built {
        let row = self.row(what, node, way)?;
        let slides = self.parts.all.iter().filter(|part| part.origin() == Origin::Slide(node));
        let slides = slides.flat_map(super::part::Part::deformations).collect();
        Ok((Kind::Reaction { row, slides }, unit(&way, ["N", "N m"])))
    }

    /// The force on the second part of a hinge; where that is ground, the opposite of the force on the first one.
    fn joint_force(&self, hinge: usize, axis: [f64; 3]) -> (Kind, &'static str) {
        let Hinge { between, at, .. } = &self.model.structure.hinges[hinge];
        let (member, sign) = match between {
            [_, Side::Part(member)] => (*member, 1.0),
            [Side::Part(member), Side::Ground] => (*member, -1.0),
            [Side::Ground, Side::Ground] => unreachable!("a checked hinge joins a part"),
        };
        let first = self.coordinates.translation(TranslationId(at.0)).start;
        let row = vec![(first, axis[0]), (first + 1, axis[1])];
        (Kind::EndForce { parts: self.elements_at(member, first), row, sign }, "N")
    }

    /// The elements of a member that act on the translation that starts at a coordinate.
    fn elements_at(&self, member: Member, first: usize) -> Vec<usize> {
        let each = self.parts.all.iter().enumerate();
        let there =
            each.filter(|(_, part)| part.origin() == member.into() && part.coordinates().contains(&first));
        there.map(|(k, _)| k).collect()
    }

    fn drive(&self, drive: usize, power: bool) -> (Kind, &'static str) {
        let described = &self.model.structure.drives[drive];
        let (measure, force) = match described.what {
            Driven::Hinge(hinge) => (self.parts.measure_of(Origin::Hinge(hinge)), "N m"),
            Driven::Joint(_) => unreachable!("planar mechanisms have hinges only"),
            Driven::Node(_, way) => (self.parts.measure_of(Origin::Drive(drive)), unit(&way, ["N", "N m"])),
        };
        let law = self.drives[drive] + 1;
        (Kind::Drive { measure, law, power }, if power { "W" } else { force })
    }

    fn section(&self, beam: usize, share: f64, what: SectionQuantity) -> (Kind, &'static str) {
        let described = &self.model.structure.beams[beam];
        let stress = described.section_stress.map(|section| (section, described.stiffness.axial));
        (Kind::Section { beam, share, what, stress }, section_unit(what))
    }

    /// An expression of `x(NODE)`, `y(NODE)` and `phi(NODE)`, displacements from the reference configuration, of their
    /// rates `vx(NODE)`, `vy(NODE)` and `omega(NODE)`, and of outputs above it.
    fn expression(&self, what: &str, law: &Law) -> Built {
        let failed = |reason: String| MechError::Law { what: what.to_owned(), law: law.text.clone(), reason };
        let mut store = self.model.expressions.clone();
        let time = store.symbol("t");
        let (mut inputs, mut indices): (Vec<Expr>, Vec<(usize, Of)>) = (Vec::new(), Vec::new());
        for (call, seen) in observed::Observed::of(self.model, &store, self.coordinates, what, law)? {
            inputs.push(call);
            indices.push((seen.coordinate, seen.of.into()));
        }
        let (mut symbols, mut outputs): (Vec<Expr>, Vec<usize>) = (Vec::new(), Vec::new());
        for part in store.parts_of(&[law.expr]) {
            let Node::Symbol(name) = store.node(part) else { continue };
            // Names of nodes are symbols too; those stand in calls only.
            let name = store.name_text(*name);
            let place = self.model.outputs.iter().position(|output| output.name == name);
            if let Some(place) = place.filter(|_| part != time) {
                symbols.push(part);
                outputs.push(place);
            }
        }
        inputs.extend(symbols);
        inputs.push(time);
        let program = Program::compile(&store, &[law.expr], &inputs).map_err(|e| failed(e.to_string()))?;
        Ok((Kind::Expression { program, coordinates: indices, outputs }, ""))
    }
}
