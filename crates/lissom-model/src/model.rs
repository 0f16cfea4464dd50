//! The resolved model: every name bound, every number in SI units, every reference checked.
//!
//! A [`Model`] is immutable plain data. It is what later stages work from; nothing downstream looks at the
//! model file again, except to show a line of it through a [`Span`].

mod analyses;
mod at;
mod bond_graph;
mod controller;
mod coordinate_choice;
mod exports;
mod fe_part;
mod joint;
mod line_load;
mod loads;
mod lumps;
mod members;
mod modal_body;
mod observed;
mod outer_fibre;
pub(crate) mod part_units;
mod reductions;
mod requests;
mod section_stress;
mod structure;
mod symbolic_system;

use crate::diagnostics::diagnostic::Span;
pub use analyses::{
    Analyses, AnalysisKind, CampbellAnalysis, CycleAnalysis, FrameEffects, FrfAnalysis, LedBy, ModesAnalysis,
    ProbeDirection, SimulateAnalysis, Start, StateQuantity, StatesAnalysis, Sweep,
};
pub use at::At;
pub use bond_graph::{BondElement, BondGraph};
pub use controller::{AntiWindup, ControlLaw, Controller, Lag, Pid, Sampling, StateSpaceFile};
pub use coordinate_choice::CoordinateChoice;
pub use exports::{
    Export, FileExport, FmiVersion, FmuExport, NastranExport, NastranFormat, StateSpaceExport,
    StateSpaceFormat,
};
pub use fe_part::{
    FePart, FePartId, GeometricFile, Interface, InterfaceKind, Join, KeptModes, LargeMotion, PartFlexible,
    PartFrame, PartMethod,
};
pub use joint::{
    HINGE_MOTIONS, Joint, JointId, JointKind, JointLoad, JointMotion, JointRef, Motion, MotionElasticity,
};
pub use line_load::LineLoad;
use lissom_symbolic::{Expr, Expressions};
pub use loads::{Bearing, Force, Measured, Output, Spin, Torque};
pub use lumps::{
    Damper, Drive, Driven, Friction, InitialVelocity, Line, Mass, Rubbing, Servo, ServoCommand, Spring,
};
pub use members::{Member, RigidBody, RigidBodyId, Truss};
pub use modal_body::{EndCondition, ModalBody, ModalSource, PortVelocity, Residual};
pub use observed::{EnergyKind, Observed, SectionQuantity};
pub use outer_fibre::OuterFibre;
pub use part_units::{PartUnits, UnknownUnits};
pub use reductions::{
    ComponentModes, Keep, Krylov, KrylovSize, Method, ModeChoice, Reduction, ServedPorts, SvdModal,
};
pub use requests::{Check, StateAxis, StateKind, StateRequest};
pub use section_stress::{Outline, SectionForces, SectionStress};
pub use structure::{
    Attachment, Beam, BeamId, BeamTheory, BendingMeasure, Coordinate, Direction, Fix, Flexible, Hinge,
    HingeId, Node, NodeId, SectionInertia, SectionStiffness, Side, Slide, Structure,
};
pub use symbolic_system::{Continuum, SymbolicForce, SymbolicMass, SymbolicSpring, SymbolicSystem};

/// A described machine, built only by [`crate::load`].
#[derive(Clone, Debug)]
pub struct Model {
    /// Name from `[model] name`.
    pub name: String,
    /// Number of spatial dimensions.
    pub dimension: Dimension,
    /// Acceleration of gravity, unused components zero \[m/s²\].
    pub gravity: [f64; 3],
    /// The store that owns every [`Expr`] of this model.
    pub expressions: Expressions,
    /// `[params]` after overrides, in file order.
    pub parameters: Vec<Parameter>,
    /// `[signal]`: named expressions in `t`.
    pub signals: Vec<Signal>,
    /// Nodes, beams, joints, point masses: the mechanism or frame.
    pub structure: Structure,
    /// `[[force]]`: loads and inputs.
    pub forces: Vec<Force>,
    /// `[[force]]` with `beam`: forces spread along beams.
    pub line_loads: Vec<LineLoad>,
    /// `[[torque]]`: laws acting in hinges.
    pub torques: Vec<Torque>,
    /// `[[torque]]` and `[[force]]` with `joint`, and stops: laws acting in motions of other joints.
    pub joint_loads: Vec<JointLoad>,
    /// `[coordinates]`: the choice of coordinates in large motion.
    pub coordinates: Option<CoordinateChoice>,
    /// `[[output]]`: reported quantities.
    pub outputs: Vec<Output>,
    /// `[[controller]]`: from outputs to forces and torques.
    pub controllers: Vec<Controller>,
    /// `[[drive]]` with `command`: motions that controllers lead.
    pub servos: Vec<Servo>,
    /// `[[bearing]]`: bearings of rotors.
    pub bearings: Vec<Bearing>,
    /// `[spin]`: the rotating frame of the whole model.
    pub spin: Option<Spin>,
    /// `[[fe_part]]`: matrices from finite-element programs.
    pub fe_parts: Vec<FePart>,
    /// `[[interface]]`: node sets of FE parts treated as one node.
    pub interfaces: Vec<Interface>,
    /// `[[modal_body]]`: bodies described by their modes.
    pub modal_bodies: Vec<ModalBody>,
    /// `[[velocity]]`: prescribed velocities of ports of modal bodies.
    pub velocities: Vec<PortVelocity>,
    /// `[bond_graph]`.
    pub bond_graph: Option<BondGraph>,
    /// `[system]` and `[[continuum]]`: the symbolic derivation.
    pub system: Option<SymbolicSystem>,
    /// `[state.NAME]`: requested operating states.
    pub states: Vec<StateRequest>,
    /// `[reduce.NAME]`: requested reductions.
    pub reductions: Vec<Reduction>,
    /// `[analysis.NAME]`: requested analyses.
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
    /// Source location.
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
    /// Source location.
    pub span: Span,
}
