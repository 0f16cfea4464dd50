//! The resolved model: every name bound, every number in SI units, every reference checked.
//!
//! A [`Model`] is immutable plain data. It is what later stages work from; nothing downstream looks at the
//! model file again, except to show a line of it through a [`Span`].

pub use crate::coordinate_choice::CoordinateChoice;
use crate::diagnostic::Span;
pub use crate::line_load::LineLoad;
pub use crate::members::{Member, RigidBody, RigidBodyId, Truss};
pub use crate::outer_fibre::OuterFibre;
use lissom_symbolic::{Expr, Expressions};

/// A machine, described. Made by [`crate::load`], never by hand.
#[derive(Clone, Debug)]
pub struct Model {
    /// Name from `[model] name`.
    pub name: String,
    /// Number of spatial dimensions the mechanism lives in.
    pub dimension: Dimension,
    /// Acceleration of gravity, unused components zero \[m/s²\].
    pub gravity: [f64; 3],
    /// The store that owns every [`Expr`] of this model.
    pub expressions: Expressions,
    /// `[params]` after overrides, in file order.
    pub parameters: Vec<Parameter>,
    /// `[signal]`: named expressions in `t`.
    pub signals: Vec<Signal>,
    /// Nodes, beams, joints, lumps: the mechanism or frame.
    pub structure: Structure,
    /// `[[force]]`: loads and inputs.
    pub forces: Vec<Force>,
    /// `[[force]]` with `beam`: forces spread along beams.
    pub line_loads: Vec<LineLoad>,
    /// `[[torque]]`: laws acting in hinges.
    pub torques: Vec<Torque>,
    /// `[coordinates]`: the choice of coordinates in large motion.
    pub coordinates: Option<CoordinateChoice>,
    /// `[[output]]`: what the user wants to see.
    pub outputs: Vec<Output>,
    /// `[spin]`: the rotating frame that carries the whole model.
    pub spin: Option<Spin>,
    /// `[[fe_part]]`: matrices from finite-element programs.
    pub fe_parts: Vec<FePart>,
    /// `[[interface]]`: node sets of FE parts seen as one node.
    pub interfaces: Vec<Interface>,
    /// `[[modal_body]]`: bodies known by their modes.
    pub modal_bodies: Vec<ModalBody>,
    /// `[[velocity]]`: prescribed velocities of ports of modal bodies.
    pub velocities: Vec<PortVelocity>,
    /// `[bond_graph]`.
    pub bond_graph: Option<BondGraph>,
    /// `[system]` and `[[continuum]]`: the symbolic derivation.
    pub system: Option<SymbolicSystem>,
    /// `[state.NAME]`: operating states asked for.
    pub states: Vec<StateRequest>,
    /// `[reduce.NAME]`: reductions asked for.
    pub reductions: Vec<Reduction>,
    /// `[analysis.NAME]`: questions the file itself asks.
    pub analyses: Analyses,
    /// `[check]`: numbers the user expects.
    pub check: Option<Check>,
    /// `[export]`.
    pub export: Option<Export>,
}

/// Number of spatial dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// One translation per port (modal bodies, bond graphs).
    One,
    /// Planar: x, y, phi per node.
    Two,
    /// Spatial: position and rotation per node.
    Three,
}

/// A parameter with its value in SI units.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Name.
    pub name: String,
    /// Value in SI units.
    pub value: f64,
    /// Where it stands.
    pub span: Span,
}

/// A named expression in `t`.
#[derive(Clone, Debug)]
pub struct Signal {
    /// Name.
    pub name: String,
    /// Its law.
    pub law: Law,
}

/// An expression whose free names are known: parameters are already numbers in it.
#[derive(Clone, Debug)]
pub struct Law {
    /// As the user wrote it.
    pub text: String,
    /// Resolved, in the model's own store.
    pub expr: Expr,
    /// Where it stands.
    pub span: Span,
}

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
    /// Nodes that move along a line only.
    pub slides: Vec<Slide>,
    /// Supports.
    pub fixes: Vec<Fix>,
    /// Lumped masses and inertias.
    pub masses: Vec<Mass>,
    /// Springs.
    pub springs: Vec<Spring>,
    /// Dampers; the same geometry as springs.
    pub dampers: Vec<Damper>,
    /// Prescribed motions.
    pub drives: Vec<Drive>,
    /// Places of imported parts, and of the frame, that move as one.
    pub joins: Vec<Join>,
    /// The user says that bodies without any connection are meant (`[model] separate_bodies`).
    pub separate_bodies: bool,
}

/// A named point.
#[derive(Clone, Debug)]
pub struct Node {
    /// Name.
    pub name: String,
    /// Position in the reference configuration, unused components zero \[m\].
    pub position: [f64; 3],
    /// Where it stands.
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
    /// Which deformations may occur; the others are held at zero.
    pub flexible: Flexible,
    /// Vector that, with the axis, spans the local x-y plane; `None`: the default triad (spatial models only).
    pub y_axis: Option<[f64; 3]>,
    /// Kelvin-Voigt damping: stress = S (e + eta ė) \[s\].
    pub kelvin_voigt: f64,
    /// Bending measure of the nonlinear element.
    pub measure: BendingMeasure,
    /// Whether elongation includes the shortening by bending.
    pub shortening: bool,
    /// Where it stands.
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
    /// Bending (about both axes in space).
    pub bending: bool,
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

/// A rotational joint at a node: what meets there shares position, not rotation.
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
    /// Where it stands.
    pub span: Span,
}

/// A node that moves along a line; its rotation stays free.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The node.
    pub node: NodeId,
    /// Unit vector.
    pub direction: [f64; 3],
    /// Where it stands.
    pub span: Span,
}

/// A support.
#[derive(Clone, Debug)]
pub struct Fix {
    /// Nodes held.
    pub nodes: Vec<NodeId>,
    /// Interfaces of imported parts held, by name.
    pub interfaces: Vec<String>,
    /// Coordinates held at each of them.
    pub coordinates: Vec<Coordinate>,
    /// Where it stands.
    pub span: Span,
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

/// A lumped mass with optional rotary inertia.
#[derive(Clone, Debug)]
pub struct Mass {
    /// Name.
    pub name: String,
    /// Where it sits.
    pub at: Attachment,
    /// Mass \[kg\].
    pub mass: f64,
    /// Principal inertias about the global axes; planar models use the third \[kg m²\].
    pub inertia: [f64; 3],
    /// Centre of mass relative to the node \[m\].
    pub offset: [f64; 3],
    /// Where it stands.
    pub span: Span,
}

/// What a spring or damper resists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    /// Relative displacement along (or rotation about) a given direction.
    Directed(Direction),
    /// Relative displacement along the line that joins the two nodes.
    Axial,
    /// Relative displacement in every translational direction alike (to ground, or coincident nodes).
    Isotropic,
}

/// A spring between two nodes, or a node and ground.
#[derive(Clone, Debug)]
pub struct Spring {
    /// Name.
    pub name: String,
    /// Both sides; at least one is a node or port.
    pub sides: [Side<Attachment>; 2],
    /// What it resists.
    pub line: Line,
    /// Stiffness \[N/m\] or \[N m/rad\].
    pub stiffness: f64,
    /// Where it stands.
    pub span: Span,
}

/// A viscous damper between two nodes, or a node and ground.
#[derive(Clone, Debug)]
pub struct Damper {
    /// Name.
    pub name: String,
    /// Both sides; at least one is a node or port.
    pub sides: [Side<Attachment>; 2],
    /// What it resists.
    pub line: Line,
    /// Damping \[N s/m\] or \[N m s/rad\].
    pub damping: f64,
    /// Where it stands.
    pub span: Span,
}

/// A rheonomic constraint.
#[derive(Clone, Debug)]
pub struct Drive {
    /// Name.
    pub name: String,
    /// What is driven.
    pub what: Driven,
    /// Its law in `t`.
    pub law: Law,
    /// Where it stands.
    pub span: Span,
}

/// What a drive prescribes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Driven {
    /// The angle of a hinge, from the reference configuration \[rad\].
    Hinge(HingeId),
    /// The displacement of a node in a direction, from the reference configuration \[m\] or \[rad\].
    Node(NodeId, Direction),
}

/// A load, or an input when it has no value.
#[derive(Clone, Debug)]
pub struct Force {
    /// Name, unique.
    pub name: String,
    /// Where it acts.
    pub at: Attachment,
    /// Direction; `None` for one-dimensional ports.
    pub direction: Option<Direction>,
    /// The direction turns with the node.
    pub follower: bool,
    /// Law in `t`; `None`: an input with this name.
    pub law: Option<Law>,
    /// Where it stands.
    pub span: Span,
}

/// A torque acting in a hinge.
#[derive(Clone, Debug)]
pub struct Torque {
    /// Name, unique.
    pub name: String,
    /// The hinge.
    pub hinge: HingeId,
    /// Law in `t`, `angle`, `rate`; `None`: an input.
    pub law: Option<Law>,
    /// Where it stands.
    pub span: Span,
}

/// What the user wants to see.
#[derive(Clone, Debug)]
pub struct Output {
    /// Name, unique.
    pub name: String,
    /// What it measures.
    pub what: Measured,
    /// Where it stands.
    pub span: Span,
}

/// What an output measures.
#[derive(Clone, Debug)]
pub enum Measured {
    /// Displacement (or rotation) of a node or port.
    Displacement(Attachment, Option<Direction>),
    /// An expression of `x(NODE)`, `y(NODE)`, `z(NODE)`, `phi(NODE)`, `position(…)`, `velocity(…)`.
    Expression(Law),
    /// Transverse deflection of a beam from its chord at a fraction of its length \[m\].
    Deflection(BeamId, f64),
    /// Flow of a bond-graph element.
    Flow(String),
    /// Effort of a bond-graph element.
    Effort(String),
}

/// A frame that rotates with the whole model.
#[derive(Clone, Debug)]
pub struct Spin {
    /// Unit vector.
    pub axis: [f64; 3],
    /// Angular speed \[rad/s\].
    pub speed: f64,
    /// A point on the axis \[m\].
    pub point: [f64; 3],
    /// Whether springs and dampers to ground stand still instead of turning with the structure.
    pub ground_stands: bool,
    /// Whether motions are told in a frame that stands still instead of one that turns with the structure.
    pub frame_stands: bool,
    /// Where it stands.
    pub span: Span,
}

/// Matrices written by a finite-element program.
#[derive(Clone, Debug)]
pub struct FePart {
    /// Name.
    pub name: String,
    /// `auto`, `calculix`, `matrix-market`, `op4`, `abaqus`, `npz`, `mat`, `table`.
    pub format: String,
    /// Files by role (`stiffness`, `mass`, `damping_matrix`, `dof`, `mesh`; or `reduced` alone), relative to the model
    /// file.
    pub files: Vec<(String, String)>,
    /// Where the origin of its mesh is put \[m\].
    pub position: [f64; 3],
    /// Modal damping ratio of every mode \[-\].
    pub modal_damping: Option<f64>,
    /// Rayleigh coefficients: mass \[1/s\], stiffness \[s\].
    pub rayleigh: Option<[f64; 2]>,
    /// Where it stands.
    pub span: Span,
}

impl FePart {
    /// The file of a reduced structure, when the part is one.
    #[must_use]
    pub fn reduced(&self) -> Option<&str> {
        self.files.iter().find(|(role, _)| role == "reduced").map(|(_, file)| file.as_str())
    }
}

/// A node set of an FE part seen as one node.
#[derive(Clone, Debug)]
pub struct Interface {
    /// Name.
    pub name: String,
    /// FE part.
    pub part: String,
    /// Node set of the mesh file, or the number of a node.
    pub set: String,
    /// How the set becomes a node.
    pub kind: InterfaceKind,
    /// Its position \[m\].
    pub at: Option<[f64; 3]>,
    /// Where it stands.
    pub span: Span,
}

/// Two places that move as one.
#[derive(Clone, Debug)]
pub struct Join {
    /// Name.
    pub name: String,
    /// Both places; at least one is an interface of an FE part.
    pub places: [Attachment; 2],
    /// The motions they share; none named means all.
    pub coordinates: Vec<Coordinate>,
    /// Where it stands.
    pub span: Span,
}

/// How a node set becomes one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterfaceKind {
    /// Average motion (RBE3-like).
    Mean,
    /// Rigid face (RBE2-like).
    Rigid,
    /// Every node on its own.
    Nodes,
}

/// A body known by its modes.
#[derive(Clone, Debug)]
pub struct ModalBody {
    /// Name.
    pub name: String,
    /// Where its modes come from.
    pub source: ModalSource,
    /// Port names, in the order of the mode table.
    pub ports: Vec<String>,
    /// How many modes are kept.
    pub retain: usize,
    /// How the rest is represented.
    pub residual: Residual,
    /// Where it stands.
    pub span: Span,
}

/// A prescribed velocity of a port of a modal body.
#[derive(Clone, Debug)]
pub struct PortVelocity {
    /// Name.
    pub name: String,
    /// The body.
    pub body: String,
    /// Its port.
    pub port: String,
    /// Law in time \[m/s\]; without one it is an input.
    pub law: Option<Law>,
    /// Where it stands.
    pub span: Span,
}

/// Where a modal body's modes come from.
#[derive(Clone, Debug)]
pub enum ModalSource {
    /// A table: frequency and shape at each port.
    Table {
        /// Mass of the rigid-body mode with shape 1 at every port; `None`: supported body \[kg\].
        rigid_mass: Option<f64>,
        /// Frequencies \[Hz\].
        frequencies_hz: Vec<f64>,
        /// Modal masses; one each for mass normalisation \[kg\].
        modal_masses: Vec<f64>,
        /// Shapes: one row per mode, one entry per port.
        shapes: Vec<Vec<f64>>,
    },
    /// An exact continuum beam with ports at positions along it.
    Continuum {
        /// `bernoulli-euler` …
        kind: String,
        /// Length \[m\].
        length: f64,
        /// EI \[N m²\].
        bending: f64,
        /// ρA \[kg/m\].
        mass: f64,
        /// Left and right end condition.
        ends: [EndCondition; 2],
        /// Port positions \[m\].
        positions: Vec<f64>,
    },
    /// Real normal modes of a universal file.
    Universal {
        /// The file, seen from the model file.
        file: String,
        /// Label of the node of each port, and which of its values: 0, 1, 2 for x, y, z.
        places: Vec<(i64, usize)>,
    },
    /// Modes and statics of the frame of this file, or of an imported part.
    Structure {
        /// The `[[fe_part]]`; `None`: the frame.
        part: Option<String>,
        /// Node or interface of each port, and its direction: `x`, `y`, `z`, `phi`, `rx`, `ry`, `rz`.
        places: Vec<(String, String)>,
    },
}

/// End condition of a continuum beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCondition {
    /// Deflection and slope zero.
    Clamped,
    /// Deflection and moment zero.
    Pinned,
    /// Slope and shear force zero.
    Guided,
    /// Moment and shear force zero.
    Free,
}

/// How the truncated modes of a modal body are represented.
#[derive(Clone, Debug, PartialEq)]
pub enum Residual {
    /// Not at all.
    None,
    /// By the modes of the table that are not retained.
    FromRemainingModes,
    /// From the static compliance: of the continuum, or the given matrix \[m/N\].
    Static(Option<Vec<Vec<f64>>>),
}

/// A bond graph as arrows between typed elements.
#[derive(Clone, Debug)]
pub struct BondGraph {
    /// Elements in order of first appearance.
    pub elements: Vec<BondElement>,
    /// Bonds: from, to (indices into `elements`); the half arrow points to the second.
    pub bonds: Vec<(usize, usize)>,
    /// Where it stands.
    pub span: Span,
}

/// An element of a bond graph.
#[derive(Clone, Debug)]
pub struct BondElement {
    /// Name.
    pub name: String,
    /// `Se`, `Sf`, `I`, `C`, `R`, `TF`, `GY`, `MTF`, `MGY`, `0`, `1`.
    pub kind: String,
    /// Parameter or law; sources without one are inputs.
    pub value: Option<Law>,
    /// The square matrix of an I, C or R with several ports, in the order of its bonds.
    pub field: Option<Vec<Vec<f64>>>,
    /// Where it stands.
    pub span: Span,
}

/// The symbolic system: everything stays a letter.
#[derive(Clone, Debug)]
pub struct SymbolicSystem {
    /// Generalised coordinates, functions of time.
    pub coordinates: Vec<String>,
    /// Flexible members.
    pub continua: Vec<Continuum>,
    /// Lumped masses.
    pub masses: Vec<SymbolicMass>,
    /// Springs: stiffness and elongation.
    pub springs: Vec<SymbolicSpring>,
    /// Dampers: damping and elongation.
    pub dampers: Vec<SymbolicSpring>,
    /// Forces: value and work-conjugate displacement.
    pub forces: Vec<SymbolicForce>,
    /// Acceleration of gravity along the components of positions; components that are not given are zero.
    pub gravity: Vec<Law>,
    /// Where it stands.
    pub span: Span,
}

/// A flexible member of a symbolic system.
#[derive(Clone, Debug)]
pub struct Continuum {
    /// Name.
    pub name: String,
    /// `string`, `rod`, `shaft`, `bernoulli-euler`, `rayleigh`, `timoshenko`, `frame`, `von-karman`, `custom`.
    pub kind: String,
    /// Length.
    pub length: Law,
    /// Field names.
    pub fields: Vec<String>,
    /// Coefficients by key (`EI`, `rhoA`, …), functions of x at most; densities may name everything.
    pub coefficients: Vec<(String, Law)>,
    /// Absolute position of the representative particle.
    pub position: Vec<Law>,
    /// End data by end (`a`, `b`) and quantity (`displacement`, `slope`, …).
    pub ends: [Vec<(String, Law)>; 2],
    /// Distributed load along `position`.
    pub load: Vec<Law>,
    /// Whether the pull along the member stiffens it; `None`: as its kind has it.
    pub stiffening: Option<bool>,
    /// Where it stands.
    pub span: Span,
}

/// A lumped mass of a symbolic system.
#[derive(Clone, Debug)]
pub struct SymbolicMass {
    /// Name.
    pub name: String,
    /// Mass.
    pub mass: Law,
    /// Rotary inertia.
    pub inertia: Option<Law>,
    /// Position.
    pub position: Vec<Law>,
    /// Angle.
    pub angle: Option<Law>,
}

/// A spring or damper of a symbolic system.
#[derive(Clone, Debug)]
pub struct SymbolicSpring {
    /// Name.
    pub name: String,
    /// Stiffness or damping.
    pub coefficient: Law,
    /// Elongation.
    pub elongation: Law,
}

/// A force of a symbolic system.
#[derive(Clone, Debug)]
pub struct SymbolicForce {
    /// Name.
    pub name: String,
    /// Value.
    pub value: Option<Law>,
    /// Work-conjugate displacement.
    pub at: Law,
}

/// `[state.NAME]`.
#[derive(Clone, Debug)]
pub struct StateRequest {
    /// Name.
    pub name: String,
    /// What is constant.
    pub kind: StateKind,
    /// Constant values of named forces.
    pub forces: Vec<(String, f64)>,
    /// Whether dampers act.
    pub dampers: bool,
    /// Where it stands.
    pub span: Span,
}

/// What is constant in an operating state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StateKind {
    /// Constant force: rigid acceleration and static deformation.
    Acceleration,
    /// Constant velocity under friction.
    Velocity,
    /// Constant angular speed \[rad/s\] about an axis.
    Rotation(f64, StateAxis),
    /// Constant torque about an axis, under friction.
    Torque(StateAxis),
    /// Static equilibrium of a supported structure.
    Static,
    /// Forces that change slowly by their laws, from rest to an end \[s\], told at a number of times.
    Change(f64, usize),
}

/// The axis of a state of rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateAxis {
    /// Unit vector.
    pub direction: [f64; 3],
    /// A point on the axis; `None`: the centre of mass \[m\].
    pub point: Option<[f64; 3]>,
}

/// `[reduce.NAME]`: the method's own keys are kept as read.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// Name.
    pub name: String,
    /// `modal`, `svd-modal`, `krylov`, `craig-bampton`, …
    pub method: String,
    /// Number-valued options (`modes`, `keep`, `order`, `tolerance`, …), SI.
    pub numbers: Vec<(String, Vec<f64>)>,
    /// Name-valued options (`inputs`, `interfaces`, …).
    pub names: Vec<(String, Vec<String>)>,
    /// Switches (`residual`).
    pub switches: Vec<(String, bool)>,
    /// Where it stands.
    pub span: Span,
}

/// The questions the file itself asks.
#[derive(Clone, Debug, Default)]
pub struct Analyses {
    /// `[analysis.modes]`.
    pub modes: Option<ModesAnalysis>,
    /// Every other analysis, kept as read until its verb exists.
    pub others: Vec<AnalysisRequest>,
}

/// `[analysis.modes]`.
#[derive(Clone, Debug, Default)]
pub struct ModesAnalysis {
    /// How many elastic modes; `None`: the default.
    pub count: Option<usize>,
    /// All modes below this frequency \[Hz\].
    pub below: Option<f64>,
    /// All modes in this band \[Hz\].
    pub band: Option<[f64; 2]>,
    /// Parameter sweeps.
    pub sweep: Vec<Sweep>,
}

/// A swept parameter.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Parameter name.
    pub parameter: String,
    /// First value.
    pub from: f64,
    /// Last value.
    pub to: f64,
    /// Number of values.
    pub points: usize,
    /// Spaced by equal ratios instead of equal steps.
    pub logarithmic: bool,
}

/// An analysis whose verb is not there yet: checked keys, kept as read.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// `states`, `simulate`, `frf`, `cycle`, `campbell` …
    pub kind: String,
    /// Number-valued options, SI.
    pub numbers: Vec<(String, Vec<f64>)>,
    /// Name-valued options.
    pub names: Vec<(String, Vec<String>)>,
    /// Switches.
    pub switches: Vec<(String, bool)>,
    /// Parameter sweeps.
    pub sweep: Vec<Sweep>,
    /// Where it stands.
    pub span: Span,
}

/// `[check]`: numbers the user expects.
#[derive(Clone, Debug)]
pub struct Check {
    /// Expected frequencies, rigid modes excluded \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Relative tolerance of the frequencies \[-\].
    pub rtol: f64,
    /// Expected number of rigid modes.
    pub rigid_modes: Option<usize>,
    /// Largest allowed |K r|/|K| of a free part \[-\].
    pub grounding: Option<f64>,
    /// Directions and the least share of effective mass \[-\].
    pub effective_mass: Option<(Vec<Direction>, f64)>,
    /// Where it stands.
    pub span: Span,
}

/// `[export]`: kept as read until the exporters exist.
#[derive(Clone, Debug)]
pub struct Export {
    /// One request per key.
    pub requests: Vec<ExportRequest>,
}

/// One export.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    /// `fmu`, `state_space`, `nastran` …
    pub kind: String,
    /// Which reduction.
    pub model: String,
    /// Name-valued options (`format`, `kind`, `version`).
    pub names: Vec<(String, Vec<String>)>,
    /// Where it stands.
    pub span: Span,
}
