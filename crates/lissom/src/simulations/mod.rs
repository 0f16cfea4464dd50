//! Motion in time: mechanisms by integrators, everything linear by exact steps.
//!
//! - `graph_simulation`: motion in time of bond graphs with laws.
//! - `laws`: the inputs of a linear model as functions of time.
//! - `linear_simulation`: motion in time of linear models by exact steps.
//! - `part_warnings`: FE parts that move beyond what their linear models mean.
//! - `simulation`: motion in time: what `lissom simulate` answers.
//! - `start`: where a motion starts, and saved motions that are continued.

pub(crate) mod graph_simulation;
pub(crate) mod laws;
pub(crate) mod linear_simulation;
pub(crate) mod part_warnings;
pub(crate) mod simulation;
pub(crate) mod start;
