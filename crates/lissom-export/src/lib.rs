//! Files that other programs open: one exporter for each format, all in [`EXPORTERS`].
//!
//! An exporter turns a session and a request into the bytes of one or more files; a door writes them. What several formats
//! have in common is made once:
//!
//! - `exporter`: what an exporter is, what is requested of it, what it gives.
//! - `origin`: what every file carries: model, hash, operating point, reduction and its error.
//! - `linear_export`: a linear model with named signals, from a structure, a reduction, or state equations.
//! - `decimal`: numbers as text with an exponent, as fixed-width formats want them.
//! - `state_space`: A, B, C, D as `.mat`, `.npz` and JSON.
//! - `code`: source code in C, Rust and Modelica.
//! - `loads`: load cases for finite-element programs.
//! - `motion`: motions in time as tables.
//! - `scene`: the machine as drawn: VTK, glTF, universal files.
//! - `fmu`: functional mock-up units.
//! - `bodies`: flexible bodies for multibody programs.
//! - `matrices`: M, D, K as Matrix Market, OP4, DMIG and `.npz`.

mod bodies;
mod code;
mod decimal;
mod error;
mod exporter;
mod fmu;
mod linear_export;
mod loads;
mod matrices;
mod motion;
mod origin;
mod scene;
mod state_space;

pub use error::ExportError;
pub use exporter::{EXPORTERS, ExportRequest, ExportedFile, Exporter, exporter, requests_of};
pub use linear_export::{LinearExport, Signal};
pub use motion::parquet_table;
pub use origin::Origin;
