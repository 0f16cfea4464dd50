//! The mechanism or frame: points, members, joints, supports, attachments.

use super::{
    Damper, Drive, Friction, InitialVelocity, Join, Joint, Mass, Member, OuterFibre, RigidBody,
    SectionStress, Spring, Truss,
};
use crate::diagnostics::diagnostic::Span;

/// Index of a node in [`Structure::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub usize);

/// Index of a beam in [`Structure::beams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BeamId(pub usize);

/// Index of a hinge in [`Structure::hinges`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HingeId(pub usize);

/// The mechanism or frame.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    /// Named points.
    pub nodes: Vec<Node>,
    /// Straight members, each divided into elements.
    pub beams: Vec<Beam>,
    /// Bars with hinged ends.
    pub trusses: Vec<Truss>,
    /// Nodes that move as one.
    pub rigid_bodies: Vec<RigidBody>,
    /// Rotational joints.
    pub hinges: Vec<Hinge>,
    /// Joints of spatial models besides hinges.
    pub joints: Vec<Joint>,
    /// Nodes that move along a line only.
    pub slides: Vec<Slide>,
    /// Supports.
    pub fixes: Vec<Fix>,
    /// Point masses and inertias.
    pub masses: Vec<Mass>,
    /// Springs.
    pub springs: Vec<Spring>,
    /// Dampers; the same geometry as springs.
    pub dampers: Vec<Damper>,
    /// Prescribed motions.
    pub drives: Vec<Drive>,
    /// Dry friction.
    pub frictions: Vec<Friction>,
    /// Initial velocities of motions in time.
    pub initial: Vec<InitialVelocity>,
    /// Places of imported parts, and of the frame, that move as one.
    pub joins: Vec<Join>,
    /// Bodies without any connection are allowed (`[model] separate_bodies`).
    pub separate_bodies: bool,
}

impl Structure {
    /// Whether a hinge or another joint at a node names a part, which then has its own rotation there.
    pub fn names_at(&self, node: NodeId, part: Side<Member>) -> bool {
        let is_side = |joint: &Joint| (0..2).any(|k| joint.at[k] == node && joint.between[k] == part);
        self.hinges.iter().any(|hinge| hinge.at == node && hinge.between.contains(&part))
            || self.joints.iter().any(is_side)
    }
}

/// A named point.
#[derive(Clone, Debug)]
pub struct Node {
    /// Name.
    pub name: String,
    /// Position in the reference configuration, unused components zero \[m\].
    pub position: [f64; 3],
    /// Source location.
    pub span: Span,
}

/// A straight member between two nodes.
#[derive(Clone, Debug)]
pub struct Beam {
    /// Name, unique; `beam 3` when the file gives none.
    pub name: String,
    /// First and second end.
    pub nodes: [NodeId; 2],
    /// Number of elements it is divided into, at least one.
    pub elements: usize,
    /// Kinematic assumption of the cross-section.
    pub theory: BeamTheory,
    /// Stiffness of the cross-section.
    pub stiffness: SectionStiffness,
    /// Inertia per length of the cross-section.
    pub inertia: SectionInertia,
    /// How bending moments become stress; `None` where the section gives no height.
    pub outer_fibre: Option<OuterFibre>,
    /// How section forces become stress; `None` where the section is given by its stiffness.
    pub section_stress: Option<SectionStress>,
    /// Which deformations may occur; the others are fixed at zero.
    pub flexible: Flexible,
    /// Vector that, with the axis, spans the local x-y plane; `None`: the default triad (spatial models only).
    pub y_axis: Option<[f64; 3]>,
    /// Kelvin-Voigt damping: stress = S (e + eta ė) \[s\].
    pub kelvin_voigt: f64,
    /// Bending measure of the nonlinear element.
    pub measure: BendingMeasure,
    /// Whether elongation includes the shortening by bending.
    pub shortening: bool,
    /// Source location.
    pub span: Span,
}

/// Kinematic assumption of a beam's cross-section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeamTheory {
    /// No shear, no rotary inertia of the section unless the section names one.
    BernoulliEuler,
    /// No shear, rotary inertia of the section included.
    Rayleigh,
    /// Shear and rotary inertia included.
    Timoshenko,
}

/// Bending measure of the nonlinear planar beam \[Boer2013, Eq. (3)\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BendingMeasure {
    /// l₀ sin θ, as in the paper.
    Sine,
    /// l₀ θ.
    Angle,
}

/// Stiffness of a cross-section. Planar models bend about z: `bending_z` is the planar EI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionStiffness {
    /// EA \[N\].
    pub axial: f64,
    /// EI about the local y axis: displacement along z \[N m²\].
    pub bending_y: f64,
    /// EI about the local z axis: displacement along y \[N m²\].
    pub bending_z: f64,
    /// GJ \[N m²\].
    pub torsion: f64,
    /// κGA for displacement along y; `None`: shear-rigid \[N\].
    pub shear_y: Option<f64>,
    /// κGA for displacement along z; `None`: shear-rigid \[N\].
    pub shear_z: Option<f64>,
}

/// Inertia of a cross-section per length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionInertia {
    /// ρA \[kg/m\].
    pub mass: f64,
    /// ρI about the local y axis \[kg m\].
    pub rotary_y: f64,
    /// ρI about the local z axis \[kg m\].
    pub rotary_z: f64,
    /// ρJ about the axis \[kg m\].
    pub polar: f64,
}

/// Which deformations of a beam may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flexible {
    /// Change of length.
    pub elongation: bool,
    /// Bending, about one axis at least.
    pub bending: bool,
    /// Bending about the local y axis (spatial beams).
    pub bending_y: bool,
    /// Bending about the local z axis; planar beams bend about it.
    pub bending_z: bool,
    /// Twist (spatial beams).
    pub torsion: bool,
}

/// One side of a joint, spring or damper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side<T> {
    /// The inertial frame.
    Ground,
    /// A part of the model.
    Part(T),
}

/// A rotational joint at a node: the joined members share position, not rotation.
#[derive(Clone, Debug)]
pub struct Hinge {
    /// Name.
    pub name: String,
    /// The node.
    pub at: NodeId,
    /// The two parts.
    pub between: [Side<Member>; 2],
    /// Axis (spatial models), unit vector.
    pub axis: [f64; 3],
    /// Torsional stiffness \[N m/rad\].
    pub stiffness: f64,
    /// Torsional damping \[N m s/rad\].
    pub damping: f64,
    /// Source location.
    pub span: Span,
}

/// A node that moves along a line; its rotation stays free.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The node.
    pub node: NodeId,
    /// Unit vector.
    pub direction: [f64; 3],
    /// Source location.
    pub span: Span,
}

/// A support.
#[derive(Clone, Debug)]
pub struct Fix {
    /// Fixed nodes.
    pub nodes: Vec<NodeId>,
    /// Fixed interfaces of imported parts, by name; as `part.interface` where several parts have one of that name.
    pub interfaces: Vec<String>,
    /// Fixed coordinates of each.
    pub coordinates: Vec<Coordinate>,
    /// Where the nodes are fixed, from their positions in the reference configuration (spatial models) \[m\].
    pub moved: [f64; 3],
    /// How they are turned from the reference configuration, as a rotation vector (spatial models) \[rad\].
    pub turned: [f64; 3],
    /// Source location.
    pub span: Span,
}

impl Fix {
    /// Whether it holds an interface of a part.
    #[must_use]
    pub fn holds(&self, part: &str, interface: &str) -> bool {
        let is_it = |name: &String| {
            name == interface
                || name.strip_prefix(part).and_then(|own| own.strip_prefix('.')) == Some(interface)
        };
        self.interfaces.iter().any(is_it)
    }
}

impl Flexible {
    /// No deformation at all: a rigid beam.
    pub const RIGID: Self =
        Self { elongation: false, bending: false, bending_y: false, bending_z: false, torsion: false };

    /// Every deformation.
    pub const ALL: Self =
        Self { elongation: true, bending: true, bending_y: true, bending_z: true, torsion: true };
}

/// A coordinate of a node. Planar models have X, Y and Rz (written `phi`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Coordinate {
    /// Displacement along x.
    X,
    /// Displacement along y.
    Y,
    /// Displacement along z.
    Z,
    /// Rotation about x.
    Rx,
    /// Rotation about y.
    Ry,
    /// Rotation about z; planar `phi`.
    Rz,
}

impl Coordinate {
    /// Whether it is an angle.
    #[must_use]
    pub const fn is_rotation(self) -> bool {
        matches!(self, Self::Rx | Self::Ry | Self::Rz)
    }
}

/// A direction: along or about a unit vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Direction {
    /// Translation along the unit vector.
    Along([f64; 3]),
    /// Rotation about the unit vector.
    About([f64; 3]),
}

/// Where something acts.
#[derive(Clone, Debug, PartialEq)]
pub enum Attachment {
    /// A node of the structure.
    Node(NodeId),
    /// A port of a modal body or an interface of an FE part: `body.port`.
    Port {
        /// Modal body or FE part.
        body: String,
        /// Port or interface.
        port: String,
    },
    /// A generalised coordinate expression of the symbolic system.
    Symbolic,
}
