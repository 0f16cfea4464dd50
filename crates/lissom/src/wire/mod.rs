//! The wire format: answers as typed objects that serialise to JSON, with the same keys for every door.
//!
//! Every verb has a file with the keys of its answer: a struct whose fields are the keys, each with what it means and its
//! unit. The structs are made from the reports of the session; a [`Reply`] adds the keys that every answer has. The JSON
//! schema ([`schema`]) and the page `docs/json.md` ([`reference()`]) are made from the same structs, so that neither can fall
//! behind.
//!
//! - `reply`: what every answer has: version, verb, model, warnings, cost, provenance; and what a failure is.
//! - `verdict`: what a checker says, in whatever answer it stands.
//! - one file for each verb, `modes` apart, whose answers are those of structures (`modes`), continua (`exact_modes`), states
//!   (`state_poles`) and state equations (`oscillations`).
//! - `schema`, `reference`: the schema of all answers, and the page made from it.

mod bond;
mod campbell;
mod check;
mod compare;
mod cycle;
mod derive;
mod exact_modes;
mod frf;
mod import;
mod modes;
mod operating_states;
mod oscillations;
mod plot;
mod reduce;
mod reduce_structure;
mod reference;
mod reply;
mod report;
mod schema;
mod self_test;
mod simulate;
mod state_poles;
mod states;
mod sweep;
mod verdict;

pub use bond::{Bond, CausalBond, DependentElement, ImproperPair, StateEquation};
pub use campbell::{
    Campbell, CampbellCertificate, CriticalSpeed, InstabilityKind, SpinEffects, SweptParameter, UnstableRange,
};
pub use check::{Check, CheckedStructure, Constraints, DiagnosticEntry, MassProperties, SeverityName};
pub use compare::{Compare, MatchedPoints, PairedModes};
pub use cycle::{Cycle, CycleEffects, JointPeak, NonlinearCycle, StressPeak};
pub use derive::{Derive, DerivedEquation, DerivedTerm, VerifiedRoute};
pub use exact_modes::{ExactModes, ExactPoles, PoleCensus, PoleRing};
pub use frf::{
    DampingRatios, DifferenceFromFull, Frf, ResidualOfFull, ResponseEvidence, ResponsePeak, ResponseSeries,
};
pub use import::{
    ExaminedMatrix, ExaminedPart, FilesProvenance, GroundedMotion, Import, NodeSet, PartFile, PartMass,
};
pub use modes::{CheckedNumber, EffectiveMass, Modes, ModesCertificate, ShapeTable};
pub use operating_states::{
    BeamEnd, ChangeInTime, Deformation, LargestDeformation, LargestOfUnit, MemberForces, Nonlinearity,
    OperatingState, PowerBalance, SlowLoad, StateVerdict, SupportReaction, ValuesByRow,
};
pub use oscillations::{Oscillations, VariantOscillations};
pub use plot::{Picture, Plot, PlotList};
pub use reduce::{AssuranceAt, ReducedMotion, Reduction, ReductionKeys, Reductions, ValidityAt};
pub use reduce_structure::{
    BandErrorKeys, CheckedAgain, KeptGain, KeptMode, KeptResponse, LargestIndicator, MotionsWithoutStiffness,
    ReducedStructure, StructureComparison, UnresistedInput,
};
pub use reference::reference;
pub use reply::{ConvertedUnits, Failed, Reply, ReplyCost, ReplyProvenance, Said, json};
pub use report::{Report, ReportGap};
pub use schema::{ANSWERS, AnswerKind, schema};
pub use self_test::{SelfTestAnswer, SelfTestRow};
pub use simulate::{Simulate, SimulatedModel};
pub use state_poles::{CoarserMesh, FinerMesh, MeshEvidence, StatePoles, TangentStiffness};
pub use states::{StateEntry, States, StrokeKeys, StrokeState};
pub use sweep::{Sweep, SweepSeries};
pub use verdict::{Evidence, VerdictKeys};
