//! Laws: forces as functions of time, of a deformation, and of outputs.
//!
//! - `friction`: `[[friction]]`, dry or smooth.
//! - `link_laws`: laws of springs and dampers, play and `[[stop]]`.
//! - `output_laws`: `out(NAME)` in laws.
//! - `value_tables`: `[table.NAME]`, functions given by points.

pub(crate) mod friction;
pub(crate) mod link_laws;
pub(crate) mod output_laws;
pub(crate) mod value_tables;
