//! Operating states of structures with constant deformation.
//!
//! A free body moves under a force, but its *deformation* can be constant
//! \[StaticDeformation, §2\]. Each kind of state has its own file:
//!
//! | constant | state | file |
//! |---|---|---|
//! | force, no drag | rigid acceleration, deformation under inertia | `inertia_relief.rs` |
//! | velocity, force against drag | rigid velocity, deformation between force and drag | `constant_velocity.rs` |
//! | nothing, but all changes are slow | rigid motion in time, deformation at each instant | `slow_change.rs` |
//! | angular velocity | deformation under centrifugal force | `constant_spin.rs` |
//! | torque against drag | angular velocity and deformation, found together | `constant_torque.rs` |
//! | position, supports | static equilibrium | `static_equilibrium.rs` |
//!
//! `acting_forces.rs` finds the forces that a state names, `carried_forces.rs` the forces inside the structure in a state, and
//! `nonlinearity.rs` whether its displacements are small enough for linear equations.

mod acting_forces;
mod carried_forces;
mod constant_spin;
mod constant_torque;
mod constant_velocity;
mod deformed_state;
mod free_body;
mod inertia_relief;
mod no_state;
mod nonlinearity;
mod slow_change;
mod static_equilibrium;

pub use acting_forces::ActingForces;
pub use carried_forces::Carriers;
pub use constant_spin::{SpinState, constant_spin};
pub use constant_torque::{TorqueState, constant_torque};
pub use constant_velocity::{VelocityState, constant_velocity, undamped_velocity};
pub use deformed_state::{DeformedState, Power};
pub use free_body::FreeBody;
pub use inertia_relief::inertia_relief;
pub use no_state::{Imbalance, NoState, with_article};
pub use nonlinearity::Nonlinearity;
pub use slow_change::{SlowChange, SlowInput, slow_change};
pub use static_equilibrium::static_equilibrium;
