//! Parameter studies: the same question for many values of parameters.
//!
//! - `axis`: a parameter and its values, as text: `t=1e-3:2e-3:11`.
//! - `design`: which points are asked: a grid, random points, a Latin hypercube, a Sobol sequence, a list.
//! - `sobol`: the Sobol sequence.
//! - `columns`: what is kept of each answer.
//! - `journal`: finished rows as lines of text, so that an interrupted study goes on.
//! - `table`: all rows as one table.

mod axis;
mod columns;
mod design;
mod journal;
mod sobol;
mod table;

pub use axis::{Axis, AxisValues};
pub use columns::Column;
pub use design::{Design, StudyError, listed_points};
pub use journal::{Journal, JournalError, Row};
pub use table::StudyTable;
