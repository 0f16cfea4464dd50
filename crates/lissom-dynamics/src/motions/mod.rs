//! Motion in time of any [`System`](lissom_mech::System): the equations of motion as a first-order system are
//! integrated, and the result is audited by its energy balance.
//!
//! - `converged`: a motion whose tolerance is tightened until its outputs are converged.
//! - `driven_motion`: motion prescribed entirely by drives: nothing is integrated.
//! - `energy_audit`: energy audit.
//! - `motion`: the equations of motion as a first-order system, with every evaluation counted.
//! - `resolution`: how many output times a motion needs.
//! - `simulate`: motion in time.
//! - `switching`: where a law switches within a step, so that no step crosses a jump of a force.
//! - `trajectory`: a motion at equidistant times.

pub(crate) mod converged;
pub(crate) mod driven_motion;
pub(crate) mod energy_audit;
pub(crate) mod motion;
pub(crate) mod resolution;
pub(crate) mod simulate;
pub(crate) mod switching;
pub(crate) mod trajectory;
