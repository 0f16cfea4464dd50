//! Controllers: from outputs and references to forces and torques.

use super::Law;
use crate::diagnostics::diagnostic::Span;

/// A controller: the commands u follow from the errors e = r − y of measured outputs.
#[derive(Clone, Debug)]
pub struct Controller {
    /// Name, unique.
    pub name: String,
    /// The measured outputs, by number.
    pub measures: Vec<usize>,
    /// What each measured output should be, laws in `t`; empty: zero.
    pub references: Vec<Law>,
    /// The inputs that it commands, by name.
    pub acts: Vec<String>,
    /// How errors become commands.
    pub law: ControlLaw,
    /// What is added to each command, laws in `t`; empty: nothing.
    pub feed_forward: Vec<Law>,
    /// Whether the force of a drive that leads the rigid machine along the references is added to each command.
    pub inverse_dynamics: bool,
    /// Least and largest command (unit of the input).
    pub limits: Option<[f64; 2]>,
    /// When it samples; `None`: it is continuous.
    pub sampling: Option<Sampling>,
    /// The delay of the commands of a continuous controller.
    pub lag: Option<Lag>,
    /// The file that its law was read from, where it was.
    pub file: Option<StateSpaceFile>,
    /// Standard deviation of the noise on each measured output (unit of the output).
    pub noise: f64,
    /// Seed of the noise.
    pub seed: u64,
    /// Source location.
    pub span: Span,
}

/// A sampled controller: it measures at 0, T, 2 T … and holds its commands in between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Period T \[s\].
    pub period: f64,
    /// Time from a sample to the command that follows from it \[s\].
    pub delay: f64,
}

/// A delay of a continuous controller, which is approximated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lag {
    /// The delay \[s\].
    pub time: f64,
    /// Number of states that stand for a command under way: the order of the approximation.
    pub order: usize,
}

/// A state space as a file holds it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateSpaceFile {
    /// The file, as it was read.
    pub path: String,
    /// A, row by row; no rows where the file holds a gain.
    pub a: Vec<Vec<f64>>,
    /// B, row by row.
    pub b: Vec<Vec<f64>>,
    /// C, row by row.
    pub c: Vec<Vec<f64>>,
    /// D, row by row.
    pub d: Vec<Vec<f64>>,
    /// Its sampling period, zero where it is continuous; `None`: the file does not say \[s\].
    pub period: Option<f64>,
    /// Names of its inputs; none where the file has no names.
    pub inputs: Vec<String>,
    /// Names of its outputs; none where the file has no names.
    pub outputs: Vec<String>,
}

/// How errors become commands.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlLaw {
    /// u = P e + I ∫e dt + D ė.
    Pid(Pid),
    /// ż = A z + B e, u = C z + D e; of a sampled controller z⁺ = A z + B e.
    StateSpace {
        /// A, row by row.
        a: Vec<Vec<f64>>,
        /// B, row by row.
        b: Vec<Vec<f64>>,
        /// C, row by row.
        c: Vec<Vec<f64>>,
        /// D, row by row.
        d: Vec<Vec<f64>>,
    },
}

/// A PID controller of one output and one input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pid {
    /// P (unit of the input over that of the output).
    pub proportional: f64,
    /// I, per second.
    pub integral: f64,
    /// D, times a second.
    pub derivative: f64,
    /// Time constant of the filter of the derivative \[s\].
    pub filter: Option<f64>,
    /// The output that measures the rate of the measured one, by number.
    pub rate: Option<usize>,
    /// What happens to the integral at the limits.
    pub anti_windup: AntiWindup,
}

/// What happens to an integral while the command is at a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AntiWindup {
    /// It goes on.
    None,
    /// It stops where it would drive the command further beyond the limit (sampled controllers).
    Clamping,
    /// It is led back with this time constant \[s\].
    BackCalculation(f64),
}
