//! Discretise: elements, coordinates, constraints and assembly.
//!
//! A [`lissom_model::model::Model`] describes a machine; this crate turns its structure into matrices whose rows
//! have names. The path is short:
//!
//! 1. [`coordinates`] numbers translations and rotations (beams that meet in a hinge share the first only);
//! 2. [`elements`] measures deformations from coordinates, one file per kind of element;
//! 3. [`supports`] and [`constraints`] hold what does not move and eliminate it, naming what is redundant;
//! 4. [`LinearSystem`] assembles M, C and K of the independent coordinates about the reference configuration;
//! 5. [`Frame`] tells what members and supports carry, and [`Centrifugal`] what turning does to a structure;
//! 6. [`Mechanism`] follows planar structures into large motions: a [`System`] in independent deformations.
//!
//! Parts that a finite-element program has discretised already come in through [`import`]; [`JoinedStructure`] joins them
//! with each other and with a frame.
//!
//! Nothing here solves anything: questions are asked in `lissom-dynamics`. The one exception is the import doctor,
//! which factors imported matrices to say what they are.
//!
//! Invariants: no `match` on an element kind outside [`elements`]; every constraint, coordinate and element can say
//! its name; rigid motions are found by geometry ([`rigid_motions`]), never by a small frequency.

#![allow(rustdoc::broken_intra_doc_links, reason = "a unit in brackets, such as [m], is no link")]

mod centrifugal;
pub mod constraints;
pub mod coordinates;
mod dependent_rows;
pub mod elements;
mod error;
mod failing_row;
mod frame;
mod frame_ports;
pub mod import;
mod interface_coordinates;
mod joined_forces;
mod joined_places;
mod joined_rigid;
mod joined_structure;
mod line_load_rows;
mod linear_system;
pub mod mass_properties;
pub mod mechanism;
mod modal_damping;
mod moving_matrices;
mod part_interface;
mod part_lumps;
mod part_structure;
mod rigid_body;
pub mod rigid_motions;
mod spinning_joined;
mod spinning_part;
mod standing_frame;
mod state_ports;
mod structure;
mod structure_count;
pub mod supports;
mod system;
mod torque;
mod turning_forms;
pub mod vector;

pub use centrifugal::{AxisBalance, Centrifugal, Gyroscopic, SpinDrag, SpinningFrame};
pub use error::MechError;
pub use failing_row::{failing_factor_row, failing_row};
pub use frame::{Frame, FrameForces, FrameMotion, MemberForces, Reaction};
pub use interface_coordinates::InterfaceCoordinates;
pub use joined_forces::JoinedMotion;
pub use joined_structure::{JoinedPart, JoinedStructure, PartSource};
pub use line_load_rows::end_name;
pub use linear_system::LinearSystem;
pub use mechanism::{ConstraintReport, FrozenMotion, JointForce, Mechanism, Snapshot, Standing, Stress};
pub use modal_damping::ModalDamping;
pub use moving_matrices::MovingMatrices;
pub use part_structure::{PartStructure, asks_rotation};
pub use rigid_body::RigidBody;
pub use spinning_joined::SpinningJoined;
pub use spinning_part::SpinningPart;
pub use standing_frame::StandingFrame;
pub use state_ports::StatePorts;
pub use structure::{Interface, InterfaceMotion, Pattern, PointMotion, Structure};
pub use structure_count::StructureCount;
pub use system::{
    Energies, GeneralisedCoordinate, Inadmissible, Linearisation, NoOther, Rechosen, Size, State, System,
    Workspace,
};
pub use torque::torques_at_rest;
pub use turning_forms::{TURNING_AXES, TurningForms, TurningMatter};
