//! Discretise: elements, coordinates, constraints and assembly.
//!
//! A [`lissom_model::model::Model`] describes a machine; this crate turns its structure into matrices whose rows
//! have names. The path is short:
//!
//! 1. [`coordinates`] numbers translations and rotations (beams that meet in a hinge share the first only);
//! 2. [`elements`] measures deformations from coordinates, one file per kind of element;
//! 3. [`supports`] and [`constraints`] eliminate fixed coordinates and report redundant constraints;
//! 4. [`LinearSystem`] assembles M, C and K of the independent coordinates about the reference configuration;
//! 5. [`Frame`] gives section forces and reactions, and [`Centrifugal`] the effects of rotation;
//! 6. [`Mechanism`] describes planar structures in large motion: a [`System`] in independent deformations;
//! 7. [`SpatialMechanism`] does the same in space, and [`Machinery`] is what both can be asked;
//! 8. [`Controlled`] adds controllers to a [`System`].
//!
//! Parts discretised by a finite-element program are read by [`lissom_import`]; [`JoinedStructure`] joins
//! them with each other and with a frame.
//!
//! Nothing is solved here: see `lissom-dynamics`.
//!
//! Invariants: no `match` on an element kind outside [`elements`]; every constraint, coordinate and element
//! has a name; rigid motions are found by geometry ([`rigid_motions`]), never by a small frequency.

#![allow(rustdoc::broken_intra_doc_links, reason = "a unit in brackets, such as [m], is not a link")]

mod assembly;
mod box_problem;
mod cholesky;
mod clusters;
mod control;
pub mod elements;
mod error;
mod friction;
mod joined;
mod laws;
mod machinery;
pub mod mechanism;
mod observing;
mod parts;
pub mod spatial;
mod structures;
mod system;
mod turning;
pub mod vector;

pub use assembly::frame::{Frame, FrameForces, FrameMotion, MemberForces, Reaction};
pub use assembly::law_linearity::linearity_of_laws;
pub use assembly::laws::{law_changes, law_over_time};
pub use assembly::line_load_rows::end_name;
pub use assembly::linear_system::LinearSystem;
pub use assembly::stress_sensitivity::StressSensitivity;
pub use assembly::structure_count::StructureCount;
pub use assembly::torque::torques_at_rest;
pub use assembly::{constraints, coordinates, mass_properties, rigid_motions, supports};
pub use control::{
    Controlled, DrivenPlant, LinearController, SampledMemory, delay_error, delay_range, input_unit,
};
pub use error::MechError;
pub use joined::joined_forces::JoinedMotion;
pub use joined::joined_structure::{JoinedPart, JoinedStructure, PartSource};
pub use machinery::{DriveMotion, Machinery, ValuesAt, machinery_of};
pub use mechanism::{
    ActingTable, AxisRule, AxisTable, Demanded, ElementTable, EquationTable, ForceTable, LoadTable, Measured,
    MotionTables, NotAsData, OutputTable, Role, RowTable, SectionTable, SeenTable, SizeTable, SpreadTable,
    TearTable,
};
pub use mechanism::{
    CarriedForce, ConstraintReport, FrameEffectParts, FrozenMotion, JointForce, Mechanism, Number, Route,
    Snapshot, Standing, Stress, StructuredFactor, StructuredMatrices,
};
pub use parts::loose_part::LoosePart;
pub use parts::moving_part::{
    GeometricForm, HeldDeformations, INTERFACE_MOTIONS, MovingPart, MovingParts, PartDamping, PartFrame,
    PartNode,
};
pub use parts::part_structure::PartStructure;
pub use parts::shape_integrals::{INERTIA_PAIRS, IntegralKind, MassRow, ShapeIntegrals};
pub use spatial::{InterfaceForce, PartIndications, PartState, SpatialMechanism};
pub use structures::interface_coordinates::InterfaceCoordinates;
pub use structures::modal_damping::ModalDamping;
pub use structures::rigid_body::RigidBody;
pub use structures::row::{Row, RowKind, largest_by_kind};
pub use structures::state_ports::StatePorts;
pub use structures::structure::{Interface, InterfaceMotion, Pattern, PointMotion, Structure};
pub use system::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, NoOther, Rechosen, Size, State, System,
    Workspace,
};
pub use turning::centrifugal::{AxisBalance, Centrifugal, Gyroscopic, SpinDrag, SpinningFrame};
pub use turning::moving_matrices::MovingMatrices;
pub use turning::spinning_joined::SpinningJoined;
pub use turning::spinning_part::SpinningPart;
pub use turning::standing_frame::StandingFrame;
pub use turning::turning_forms::{TURNING_AXES, TurningForms, TurningMatter};
pub use turning::turning_structure::TurningStructure;
