//! What the file asks for: states, reductions, analyses, checks, exports.

use super::Direction;
use crate::complaint::diagnostic::Span;

/// `[state.NAME]`.
#[derive(Clone, Debug)]
pub struct StateRequest {
    /// Name.
    pub name: String,
    /// What is constant.
    pub kind: StateKind,
    /// Constant values of named forces.
    pub forces: Vec<(String, f64)>,
    /// Whether dampers act.
    pub dampers: bool,
    /// Whether a static state is to be found by the linear equations.
    pub linear: bool,
    /// Whether a static state is that on the path of the growing load, stable or not.
    pub on_path: bool,
    /// Where it stands.
    pub span: Span,
}

/// What is constant in an operating state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StateKind {
    /// Constant force: rigid acceleration and static deformation.
    Acceleration,
    /// Constant velocity under friction.
    Velocity,
    /// Constant angular speed \[rad/s\] about an axis.
    Rotation(f64, StateAxis),
    /// Constant torque about an axis, under friction.
    Torque(StateAxis),
    /// Static equilibrium of a supported structure.
    Static,
    /// Forces that change slowly by their laws, from rest to an end \[s\], told at a number of times.
    Change(f64, usize),
}

/// The axis of a state of rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateAxis {
    /// Unit vector.
    pub direction: [f64; 3],
    /// A point on the axis; `None`: the centre of mass \[m\].
    pub point: Option<[f64; 3]>,
}

/// `[reduce.NAME]`: the method's own keys are kept as read.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// Name.
    pub name: String,
    /// `modal`, `svd-modal`, `krylov`, `craig-bampton`, …
    pub method: String,
    /// Number-valued options (`modes`, `keep`, `order`, `tolerance`, …), SI.
    pub numbers: Vec<(String, Vec<f64>)>,
    /// Name-valued options (`inputs`, `interfaces`, …).
    pub names: Vec<(String, Vec<String>)>,
    /// Switches (`residual`).
    pub switches: Vec<(String, bool)>,
    /// Where it stands.
    pub span: Span,
}

/// The questions the file itself asks.
#[derive(Clone, Debug, Default)]
pub struct Analyses {
    /// `[analysis.modes]`.
    pub modes: Option<ModesAnalysis>,
    /// Every other analysis, kept as read until its verb exists.
    pub others: Vec<AnalysisRequest>,
}

/// `[analysis.modes]`.
#[derive(Clone, Debug, Default)]
pub struct ModesAnalysis {
    /// How many elastic modes; `None`: the default.
    pub count: Option<usize>,
    /// All modes below this frequency \[Hz\].
    pub below: Option<f64>,
    /// All modes in this band \[Hz\].
    pub band: Option<[f64; 2]>,
    /// Parameter sweeps.
    pub sweep: Vec<Sweep>,
}

/// A swept parameter.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Parameter name.
    pub parameter: String,
    /// First value.
    pub from: f64,
    /// Last value.
    pub to: f64,
    /// Number of values.
    pub points: usize,
    /// Spaced by equal ratios instead of equal steps.
    pub logarithmic: bool,
}

/// An analysis whose verb is not there yet: checked keys, kept as read.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// `states`, `simulate`, `frf`, `cycle`, `campbell` …
    pub kind: String,
    /// Number-valued options, SI.
    pub numbers: Vec<(String, Vec<f64>)>,
    /// Name-valued options.
    pub names: Vec<(String, Vec<String>)>,
    /// Switches.
    pub switches: Vec<(String, bool)>,
    /// Parameter sweeps.
    pub sweep: Vec<Sweep>,
    /// Where it stands.
    pub span: Span,
}

/// `[check]`: numbers the user expects.
#[derive(Clone, Debug)]
pub struct Check {
    /// Expected frequencies, rigid modes excluded \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Relative tolerance of the frequencies \[-\].
    pub rtol: f64,
    /// Expected number of rigid modes.
    pub rigid_modes: Option<usize>,
    /// Largest allowed |K r|/|K| of a free part \[-\].
    pub grounding: Option<f64>,
    /// Directions and the least share of effective mass \[-\].
    pub effective_mass: Option<(Vec<Direction>, f64)>,
    /// Where it stands.
    pub span: Span,
}

/// `[export]`: kept as read until the exporters exist.
#[derive(Clone, Debug)]
pub struct Export {
    /// One request per key.
    pub requests: Vec<ExportRequest>,
}

/// One export.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    /// `fmu`, `state_space`, `nastran` …
    pub kind: String,
    /// Which reduction.
    pub model: String,
    /// Name-valued options (`format`, `kind`, `version`).
    pub names: Vec<(String, Vec<String>)>,
    /// Where it stands.
    pub span: Span,
}
