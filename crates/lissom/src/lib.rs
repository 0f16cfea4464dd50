//! The hall: the stages in order, each remembered.
//!
//! A [`Session`] holds one model file and what has been worked out from it. Each question returns an [`Answer`]: the
//! value, its cost, its warnings and its provenance. The doors (command line, Python) only translate.
//!
//! ```
//! use lissom::{Files, FileError, Overrides, Session};
//! # struct One;
//! # impl Files for One {
//! #     fn read(&self, _: &str) -> Result<Vec<u8>, FileError> {
//! #         Ok(b"lissom = 1\n[model]\nname = 'cantilever'\n[section.s]\nEA = 1e4\nEI = 1\nrhoA = 1\n[node]\n\
//! #              A = [0, 0]\nB = [1, 0]\n[[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 8\n[[fix]]\nnodes = ['A']\n"
//! #             .to_vec())
//! #     }
//! # }
//! let session = Session::open(&One, "cantilever.toml", Overrides::default())?;
//! let answer = session.modes(&session.modes_request()?, &lissom::Quiet)?;
//! let first = answer.value.modes[0].angular_frequency;
//! assert!((first - 3.516).abs() < 1e-3);
//! # Ok::<(), lissom::Failure>(())
//! ```
//!
//! Invariants: only this crate and the doors know the wire format ([`wire`]); nothing here prints, or touches the
//! disk other than through [`Files`].

mod answer;
mod body_surroundings;
mod bond_report;
mod campbell;
mod checks;
mod comparison;
mod continuum_response;
mod cycle_report;
mod derivation_report;
mod failure;
mod files;
mod frequency_response;
mod joined_pieces;
mod linear_reduction;
mod linear_simulation;
mod linear_structure;
mod machine;
mod mechanism;
mod memory;
mod mode_sweep;
mod npz;
mod operating_states;
mod oscillation_report;
pub mod page;
mod part_import;
mod reduction_report;
mod refusal;
mod row_unit;
mod self_test;
mod session;
mod simulation;
mod slow_loads;
mod state_poles;
mod state_simulation;
mod state_structure;
mod static_states;
mod stroke_report;
mod structure_report;
pub mod templates;
mod toml_text;
mod turning_matter;
mod turns_simulation;
pub mod wire;
pub mod wire_bond;
pub mod wire_comparison;
pub mod wire_import;
pub mod wire_poles;

pub use answer::{Answer, Provenance};
pub use bond_report::BondReport;
pub use campbell::{CampbellReport, CampbellSettings};
pub use checks::CheckOutcome;
pub use comparison::{Comparison, MatchedBy, ModePair};
pub use cycle_report::{CycleReport, CycleSettings, MemberPeak};
pub use derivation_report::{DerivationReport, WrittenEquation, WrittenTerm};
pub use failure::Failure;
pub use files::{FileError, Files};
pub use frequency_response::{ResponseDifference, ResponseEvidence, ResponseReport, ResponseSettings};
pub use linear_reduction::LinearReductionReport;
pub use linear_structure::ExpandedShapes;
pub use lissom_bond::{CausalRow, Oscillation};
pub use lissom_continuum::{Census, ExactModes, ExactPoles, Pole, Sector, SpectrumError};
pub use lissom_dynamics::{INTEGRATORS, Mode, Modes, ModesRequest, Peak, Range, ResponsePair, integrator};
pub use lissom_dynamics::{cycle, spin};
pub use lissom_linalg::{Budget, Cost, Dense, ModesOptions, Progress, Quiet, Solver, Threads};
pub use lissom_model::diagnostic::{Diagnostic, Severity};
pub use lissom_model::model::{AnalysisKind, At, PartUnits};
pub use lissom_model::{CODES, Code, Overrides, Style, TOPICS, escaped, explain, is_hidden, schema, shown};
pub use lissom_reduce::StateValidity;
pub use lissom_symbolic::did_you_mean;
pub use machine::{Machine, Reduces};
pub use mechanism::Probe;
pub use mode_sweep::{ModeSweep, SweepSeries};
pub use npz::{NamedArray, npz};
pub use operating_states::{FoundState, StateReport};
pub use oscillation_report::{OscillationReport, VariantOscillations};
pub use part_import::{PartImport, import_part};
pub use reduction_report::{ReductionReport, StateAssurance};
pub use refusal::Refusal;
pub use row_unit::{RowUnit, largest_by_unit};
pub use self_test::{SelfTest, self_test};
pub use session::Session;
pub use simulation::{SimulateSettings, Simulation, arrays, relative_error};
pub use slow_loads::{ChangeReport, SlowLoad};
pub use state_poles::{PoleReport, stability_words};
pub use state_structure::StateStructure;
pub use static_states::Nonlinearity;
pub use stroke_report::{StrokeReport, StrokeRow};
pub use structure_report::{MechanismCoordinates, StructureReport};

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
