//! `[analysis.X]`: analyses requested in the model file.

use super::{At, NodeId};
use crate::diagnostics::diagnostic::Span;

/// Analyses requested in the model file, each at most once.
#[derive(Clone, Debug, Default)]
pub struct Analyses {
    /// `[analysis.modes]`.
    pub modes: Option<ModesAnalysis>,
    /// `[analysis.states]`.
    pub states: Option<StatesAnalysis>,
    /// `[analysis.simulate]`.
    pub simulate: Option<SimulateAnalysis>,
    /// `[analysis.frf]`.
    pub frf: Option<FrfAnalysis>,
    /// `[analysis.cycle]`.
    pub cycle: Option<CycleAnalysis>,
    /// `[analysis.campbell]`.
    pub campbell: Option<CampbellAnalysis>,
}

/// A kind of analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisKind {
    /// Vibration modes.
    Modes,
    /// Equilibria along a stroke.
    States,
    /// Motion in time.
    Simulate,
    /// Frequency responses.
    Frf,
    /// Deformation over a cycle of rigid motion.
    Cycle,
    /// Frequencies against speed.
    Campbell,
}

impl AnalysisKind {
    /// Its keyword: `[analysis.WORD]`, `lissom WORD`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Modes => "modes",
            Self::States => "states",
            Self::Simulate => "simulate",
            Self::Frf => "frf",
            Self::Cycle => "cycle",
            Self::Campbell => "campbell",
        }
    }
}

impl Analyses {
    /// The requested analyses.
    #[must_use]
    pub fn asked(&self) -> Vec<AnalysisKind> {
        [
            self.modes.is_some().then_some(AnalysisKind::Modes),
            self.states.is_some().then_some(AnalysisKind::States),
            self.simulate.is_some().then_some(AnalysisKind::Simulate),
            self.frf.is_some().then_some(AnalysisKind::Frf),
            self.cycle.is_some().then_some(AnalysisKind::Cycle),
            self.campbell.is_some().then_some(AnalysisKind::Campbell),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Whether an analysis is requested.
    #[must_use]
    pub fn asks(&self, kind: AnalysisKind) -> bool {
        self.asked().contains(&kind)
    }
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

/// `[analysis.states]`: equilibria along a stroke.
#[derive(Clone, Debug)]
pub struct StatesAnalysis {
    /// What leads the stroke: an output, a force or a parameter, by `led_by`.
    pub drive: String,
    /// Of what kind it is.
    pub led_by: LedBy,
    /// First and last value (the unit of the drive).
    pub range: [f64; 2],
    /// Number of states.
    pub points: usize,
    /// What is reported at each state; empty: everything.
    pub report: Vec<StateQuantity>,
    /// Where the stiffness is measured; `None`: at the node of the drive.
    pub node: Option<NodeId>,
    /// The directions in which it is measured.
    pub directions: Vec<ProbeDirection>,
    /// Whether branches that cross the path at bifurcations are followed, too.
    pub branches: bool,
    /// Source location.
    pub span: Span,
}

/// What leads a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedBy {
    /// A displacement or an angle: an output, or a drive of the model.
    Output,
    /// A force or a torque.
    Force,
    /// A parameter: every state is that of a model of its own.
    Parameter,
}

/// What is reported at a state along a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateQuantity {
    /// Natural frequencies.
    Frequencies,
    /// Stiffness at a node.
    Stiffness,
    /// Largest stress.
    Stress,
}

/// A direction in which a mechanism is probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeDirection {
    /// Along x.
    X,
    /// Along y.
    Y,
    /// Along z (space).
    Z,
    /// About the normal of the plane.
    Phi,
    /// About x (space).
    Rx,
    /// About y (space).
    Ry,
    /// About z (space).
    Rz,
}

/// Where a mechanism starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Start {
    /// In the reference configuration.
    #[default]
    Reference,
    /// In equilibrium at t = 0.
    Rest,
    /// In a static state of the file, by its name.
    State(String),
    /// In equilibrium, displaced along a mode about it.
    Mode {
        /// Its number, from one.
        number: usize,
        /// How far the node moves, to first order \[m\].
        amplitude: f64,
        /// The node; `None`: the one that moves farthest.
        node: Option<NodeId>,
    },
    /// In equilibrium with an output held at a value, whose force is then let go.
    Led {
        /// The output.
        output: String,
        /// Its value (unit of the output).
        value: f64,
    },
}

/// `[analysis.simulate]`.
#[derive(Clone, Debug)]
pub struct SimulateAnalysis {
    /// Time at which to stop \[s\].
    pub end: f64,
    /// Where mechanisms start.
    pub start: Start,
    /// Name of the integrator.
    pub integrator: &'static str,
    /// Relative tolerance \[-\].
    pub rtol: Option<f64>,
    /// Absolute tolerance (the unit of each coordinate).
    pub atol: Option<f64>,
    /// Largest error of an output to which tolerances are tightened \[-\].
    pub accuracy: Option<f64>,
    /// Number of times at which outputs are reported.
    pub points: Option<usize>,
    /// `full` and names of reductions.
    pub models: Vec<String>,
    /// Largest number of steps.
    pub most_steps: Option<u64>,
    /// Whether small motions about the reference configuration are asked for instead of large ones.
    pub is_linear: bool,
    /// Whether a motion with missing energy is reported instead of refused.
    pub allows_energy_error: bool,
    /// Times at which inputs jump or switch, ascending \[s\].
    pub breaks: Vec<f64>,
    /// Source location.
    pub span: Span,
}

/// `[analysis.frf]`.
#[derive(Clone, Debug)]
pub struct FrfAnalysis {
    /// Forces and torques.
    pub inputs: Vec<String>,
    /// Outputs.
    pub outputs: Vec<String>,
    /// First and last frequency \[Hz\].
    pub range: [f64; 2],
    /// Number of frequencies.
    pub points: Option<usize>,
    /// Equal ratios instead of equal steps.
    pub logarithmic: bool,
    /// `full` and names of reductions; of modal bodies `residual` and `no-residual`.
    pub models: Vec<String>,
    /// Where the model is linearised.
    pub at: Option<At>,
    /// Source location.
    pub span: Span,
}

/// `[analysis.cycle]`.
#[derive(Clone, Debug)]
pub struct CycleAnalysis {
    /// Number of turns of the first drive \[-\].
    pub turns: f64,
    /// Time at which to stop, instead of turns \[s\].
    pub end: Option<f64>,
    /// Time steps for each turn, or until the end.
    pub steps: usize,
    /// Whether the motion is periodic; otherwise it starts undeformed.
    pub periodic: bool,
    /// Steps are doubled until the motion changes by less than this fraction \[-\].
    pub tolerance: Option<f64>,
    /// Active terms of the moving frame.
    pub effects: FrameEffects,
    /// Source location.
    pub span: Span,
}

/// `[analysis.campbell]`.
#[derive(Clone, Debug)]
pub struct CampbellAnalysis {
    /// The parameter that sets the speed.
    pub sweep: Vec<Sweep>,
    /// Number of modes.
    pub modes: usize,
    /// Orders of excitation; `None`: the default \[-\].
    pub orders: Option<Vec<f64>>,
    /// Active effects of the frame on vibrations.
    pub effects: FrameEffects,
    /// Source location.
    pub span: Span,
}

/// Effects of a moving frame, each of which can be omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameEffects {
    /// Coriolis terms.
    pub coriolis: bool,
    /// Terms of the angular acceleration.
    pub euler: bool,
    /// Centrifugal terms.
    pub centrifugal: bool,
    /// Geometric stiffness of the inertia forces.
    pub geometric: bool,
}

impl Default for FrameEffects {
    fn default() -> Self {
        Self { coriolis: true, euler: true, centrifugal: true, geometric: true }
    }
}
