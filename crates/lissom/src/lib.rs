//! The stages in order, each computed once.
//!
//! A [`Session`] holds one model file and what has been worked out from it. Each question returns an [`Answer`]: the
//! value, its cost, its warnings and its provenance. The front ends (command line, Python) only translate.
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
//! Invariants: only this crate and the front ends use the wire format ([`wire`]); nothing here prints, or
//! touches the disk other than through [`Files`].

mod answer;
mod checks;
mod cost;
mod failure;
mod files;
mod machine;
mod memory;
mod npz;
mod omission;
mod refusal;
mod reports;
mod self_test;
mod sensitivities;
mod session;
mod simulations;
pub mod studies;
mod subjects;
pub mod templates;
mod toml_text;
pub mod wire;

pub use answer::{Answer, Provenance};
pub use checks::{CheckOutcome, coordinate_name};
pub use cost::Cost;
pub use failure::Failure;
pub use files::{FileError, Files};
pub use lissom_bond::{CausalRow, Oscillation};
pub use lissom_continuum::Check as DerivationCheck;
pub use lissom_continuum::{Census, ExactModes, ExactPoles, Pole, Ring, RingCensus, Sector, SpectrumError};
pub use lissom_dynamics::deformation::Nonlinearity;
pub use lissom_dynamics::{INTEGRATORS, Mode, Modes, ModesRequest, Peak, Range, ResponsePair, integrator};
pub use lissom_dynamics::{cycle, spin};
pub use lissom_linalg::{Budget, Dense, ModesOptions, Progress, Quiet, Solver, Sparse, Threads};
pub use lissom_mech::{IntegralKind, PartFrame, RowKind};
pub use lissom_model::EXPORT_FORMATS;
pub use lissom_model::INTEGRATORS as INTEGRATOR_CHOICES;
pub use lissom_model::diagnostic::{Diagnostic, Severity};
pub use lissom_model::model::Start;
pub use lissom_model::model::{AnalysisKind, At, PartUnits};
pub use lissom_model::{CODES, Code, Overrides, Style, TOPICS, escaped, explain, is_hidden, schema, shown};
pub use lissom_reduce::StateValidity;
pub use lissom_reduce::linear::{ReducedPart, SlowLoad};
pub use lissom_symbolic::did_you_mean;
pub use machine::{Machine, MadeOf, Motion, Reduces, Vibration};
pub use npz::{NamedArray, npy, npy_bytes, npy_texts, npz, stored_archive};
pub use omission::Omission;
pub use refusal::Refusal;
pub use reports::bond_report::BondReport;
pub use reports::buckling_report::BucklingReport;
pub use reports::campbell::{CampbellReport, CampbellSettings};
pub use reports::comparison::{Comparison, MatchedBy, ModePair};
pub use reports::critical_report::CriticalReport;
pub use reports::cycle_report::{CarriedOutputs, CycleReport, CycleSettings, MemberPeak};
pub use reports::derivation_report::{DerivationReport, WrittenEquation, WrittenTerm};
pub use reports::frequency_response::{
    ResponseDifference, ResponseEvidence, ResponseReport, ResponseSettings,
};
pub use reports::linear_reduction::LinearReductionReport;
pub use reports::loop_report::{LoopAnswer, LoopQuestion, LoopReport, loop_stability_words};
pub use reports::mode_sweep::{ModeSweep, SweepSeries};
pub use reports::nonlinear_buckling::NonlinearBuckling;
pub use reports::operating_states::{FoundState, StateReport};
pub use reports::oscillation_report::{OscillationReport, VariantOscillations};
pub use reports::parts::part_import::{PartImport, import_part};
pub use reports::parts::part_loads::{LoadCase, NoLoads, NodeLoad, PartLoads};
pub use reports::parts::part_recovery::{RecoveredLoads, RecoveredPart};
pub use reports::parts::recovery_arrays::Recovery;
pub use reports::reduction_report::{ReductionReport, StateAssurance};
pub use reports::sensitivity_report::{
    PartingModes, QuantitySlopes, ResponseSlopes, SensitivityQuestion, SensitivityReport, ShiftedParameter,
};
pub use reports::slow_loads::ChangeReport;
pub use reports::state_poles::{PoleReport, stability_words};
pub use reports::stroke_forces::{SectionPeak, SectionPeaks, StrokeForces};
pub use reports::stroke_report::{BranchReport, StrokeReport, StrokeRow};
pub use reports::structure_report::{MechanismCoordinates, StructureReport};
pub use reports::vibration_report::{VibrationQuestion, VibrationReport, Vibrations};
pub use self_test::{SelfTest, self_test};
pub use sensitivities::eigenvalue_slopes::ClusterSlopes;
pub use sensitivities::extrapolation::Slope;
pub use sensitivities::quantity::{QUANTITIES, Quantity};
pub use session::Session;
pub use simulations::simulation::{SimulateSettings, Simulation, arrays, relative_error, resolve_together};
pub use simulations::start::{SavedState, start_of_motion};
pub use subjects::linear_structure::ExpandedShapes;
pub use subjects::mechanism::{Probe, WalkedStroke};
pub use subjects::state_structure::StateStructure;

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
