//! The wire format: answers as typed objects that serialise to JSON, with the same keys for every door.
//!
//! Every verb has a file with the keys of its answer: a struct whose fields are the keys, each with what it means and its
//! unit. The structs are made from the reports of the session; a [`Reply`] adds the keys that every answer has. The JSON
//! schema ([`schema`]) and the page `docs/json.md` ([`reference()`]) are made from the same structs, so that neither can fall
//! behind.
//!
//! - `reply`: keys of every answer (version, verb, model, warnings, cost, provenance), and failures.
//! - `verdict`: what a checker reports, in any answer.
//! - `bond`: `lissom bond`.
//! - `buckling`: `lissom buckling`.
//! - `loops`: `lissom loops`.
//! - `campbell`: `lissom campbell`.
//! - `check`: `lissom check`.
//! - `compare`: `lissom compare`.
//! - `cycle`: `lissom cycle`.
//! - `derive`: `lissom derive`.
//! - `export`: `lissom export`.
//! - `vibration`: `lissom modes` of structures, of continua (`--exact`), of state equations, and of any of these.
//! - `stroke`: strokes of `lissom states`.
//! - `sweep`: `lissom modes` with a sweep.
//! - `state_poles`: `lissom modes --at` of mechanisms.
//! - `frf`: `lissom frf`.
//! - `import`: `lissom import`.
//! - `states`: `lissom states` along a stroke.
//! - `operating_states`: `lissom states` of `[state.NAME]`.
//! - `plot`: `lissom plot`.
//! - `reduce`: `lissom reduce`, and reductions of large motion.
//! - `reduce_structure`: reductions of linear structures.
//! - `report`: `lissom report`.
//! - `sensitivities`: `lissom sensitivities`.
//! - `self_test`: `lissom self-test`.
//! - `simulate`: `lissom simulate`.
//! - `study`: `lissom sweep`.
//! - `schema`: the JSON schema of all answers.
//! - `reference`: the page made from it.

mod bond;
mod buckling;
mod campbell;
mod check;
mod compare;
mod cycle;
mod derive;
mod export;
mod frf;
mod import;
mod loops;
mod operating_states;
mod plot;
mod reduce;
mod reduce_structure;
mod reference;
mod reply;
mod report;
mod schema;
mod self_test;
mod sensitivities;
mod simulate;
mod state_poles;
mod states;
mod stroke;
mod study;
mod sweep;
mod verdict;
mod vibration;

use vibration::{closed_poles, exact_modes, modes, oscillations, turning_modes, vibrations};

pub use bond::{Bond, CausalBond, DependentElement, ImproperPair, StateEquation};
pub use buckling::{Buckling, CriticalLoad, NonlinearLoad};
pub use campbell::{
    Campbell, CampbellCertificate, CriticalSpeed, InstabilityKind, SpinEffects, SweptParameter, UnstableRange,
};
pub use check::{Check, CheckedStructure, Constraints, DiagnosticEntry, MassProperties, SeverityName};
pub use closed_poles::ClosedPoles;
pub use compare::{Compare, MatchedPoints, PairedModes};
pub use cycle::{CarriedSeries, Cycle, CycleEffects, JointPeak, NonlinearCycle, StressPeak};
pub use derive::{Derive, DerivedEquation, DerivedTerm, VerifiedRoute};
pub use exact_modes::{ExactModes, ExactPoles, PoleCensus, PoleRing};
pub use export::{Export, ExportedFormat, WrittenFile};
pub use frf::{
    DampingRatios, DifferenceFromFull, Frf, ResidualOfFull, ResponseEvidence, ResponsePeak, ResponseSeries,
};
pub use import::{
    ExaminedMatrix, ExaminedPart, FilesProvenance, GroundedMotion, Import, NodeSet, PartFile, PartMass,
};
pub use loops::{ControlLoop, GainCrossover, LoopPole, LoopResponse, Loops, PhaseCrossover};
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
pub use sensitivities::{
    OmittedParameter, PartingCluster, ResponseDerivative, SensitiveQuantity, SensitiveResponse,
    Sensitivities, SensitivityParameter,
};
pub use simulate::{Simulate, SimulatedModel};
pub use state_poles::{CoarserMesh, FinerMesh, MeshEvidence, StatePoles, TangentStiffness};
pub use states::{StateEntry, States};
pub use stroke::{
    BeamEndForce, CriticalState, ForceInJoint, LargestAt, LargestSectionForces, StrokeBranch, StrokeKeys,
    StrokeState,
};
pub use study::{Study, StudyFailure, StudyRow};
pub use sweep::{Sweep, SweepSeries};
pub use turning_modes::TurningModes;
pub use verdict::{Evidence, VerdictKeys};
pub use vibrations::Vibrations;
