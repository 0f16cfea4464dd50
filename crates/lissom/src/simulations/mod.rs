//! Motion in time, by the kind of what moves: mechanisms, linear structures, modal bodies and bond graphs.
//!
//! - `linear_simulation`: motion in time of linear structures: full ones that are small, and reduced ones.
//! - `simulation`: motion in time: what `lissom simulate` answers.
//! - `state_simulation`: motion in time of modal bodies and bond graphs, by the exponential of the state matrix.
//! - `turns_simulation`: motion under inputs that take turns: a Krylov basis for each interval, the state handed on
//!   between them.

pub(crate) mod linear_simulation;
pub(crate) mod simulation;
pub(crate) mod state_simulation;
pub(crate) mod turns_simulation;
