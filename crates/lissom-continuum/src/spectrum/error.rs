//! Errors of spectra.

use std::fmt;

use lissom_linalg::LuError;
use lissom_linalg::eigen::EigenError;
use lissom_symbolic::{CompileError, DerivativeError, EvaluateError};

/// Why the exact spectrum of a system cannot be computed.
#[derive(Clone, Debug)]
pub enum SpectrumError {
    /// A symbol has no value.
    Unbound {
        /// What was being evaluated.
        part: String,
        /// What is missing.
        source: CompileError,
    },
    /// A coefficient depends on an undefined function.
    GivenFunction {
        /// What was being evaluated.
        part: String,
        /// The name of the function.
        function: String,
    },
    /// An energy has no second derivative at rest.
    NotSmooth {
        /// What was being evaluated.
        part: String,
        /// The expression that changes its sign at rest.
        condition: String,
    },
    /// Coefficients vary too finely to be followed.
    Untraced {
        /// Name of the member.
        member: String,
    },
    /// A coefficient has no finite value.
    Undefined {
        /// What was being evaluated.
        part: String,
        /// What is undefined.
        source: EvaluateError,
    },
    /// A derivative could not be taken.
    Derivative {
        /// What was being differentiated.
        part: String,
        /// What went wrong.
        source: DerivativeError,
    },
    /// The state with all unknowns zero is not an equilibrium.
    NotAtRest {
        /// The equation that does not hold there.
        equation: String,
        /// Its residual (unit of the equation).
        residual: f64,
    },
    /// A coefficient of the linear equations changes with time.
    TimeDependent {
        /// The part.
        part: String,
        /// The coefficient.
        term: String,
    },
    /// A length is not positive.
    Length {
        /// Name of the member.
        member: String,
        /// The length \[m\].
        length: f64,
    },
    /// The stiffness that belongs to the highest derivatives of a member is not positive.
    NotElastic {
        /// Name of the member.
        member: String,
        /// The place along it \[m\].
        x: f64,
    },
    /// Kinetic energy that is negative for some motion: no counting theorem holds.
    NegativeMass {
        /// The part.
        part: String,
    },
    /// Damping or gyroscopic terms: the frequencies are complex, and no counting theorem holds.
    NotConservative {
        /// The part.
        part: String,
    },
    /// A member needs too many pieces.
    TooFine {
        /// Name of the member.
        member: String,
        /// The square of the requested angular frequency [rad²/s²].
        lambda: f64,
    },
    /// The dynamic stiffness has too many rows.
    TooLarge {
        /// How many rows it would have [-].
        rows: usize,
        /// The square of the requested angular frequency [rad²/s²].
        lambda: f64,
    },
    /// The dynamic stiffness holds a number that is not finite.
    NotFinite {
        /// The coordinate or member whose row it is.
        row: String,
        /// The square of the angular frequency [rad²/s²].
        lambda: f64,
    },
    /// The equations along a member would have to be followed in too many steps.
    TooManySteps {
        /// Name of the member.
        member: String,
        /// How many [-].
        steps: f64,
    },
    /// The search for frequencies took too many evaluations.
    TooLong {
        /// How many dynamic stiffness matrices were formed [-].
        evaluations: usize,
        /// At how many frequencies modes were counted [-].
        counted: usize,
    },
    /// Fewer modes than requested were found below a very high frequency.
    TooFewModes {
        /// How many were requested [-].
        wanted: usize,
        /// How many were counted [-].
        found: usize,
        /// Below this square of the angular frequency [rad²/s²].
        lambda: f64,
    },
    /// Poles that are wrong or incomplete.
    PolesRefused {
        /// What shows it.
        why: String,
        /// A member much stiffer than others, if there is one.
        stiff_member: Option<String>,
    },
    /// A dense factorisation failed.
    Factor {
        /// Name of the member.
        member: String,
        /// What went wrong.
        source: LuError,
    },
    /// A dense eigenvalue problem failed.
    Eigen {
        /// What went wrong.
        source: EigenError,
    },
    /// The model has something that the exact spectrum does not cover.
    NotCovered {
        /// Name of the part.
        part: String,
        /// What it is.
        what: &'static str,
    },
}

impl fmt::Display for SpectrumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unbound { part, source } => write!(f, "{part}: {source}"),
            Self::GivenFunction { part, function } => write!(
                f,
                "the linear equations of `{part}` depend on the undefined function `{function}`: write out \
                 what \
                 it is"
            ),
            Self::NotSmooth { part, condition } => write!(
                f,
                "`{part}` changes its branch at rest, where {condition} changes its sign: there are no \
                 linear \
                 equations about rest"
            ),
            Self::Untraced { member } => {
                write!(f, "the coefficients of member `{member}` vary too finely along it to be resolved")
            }
            Self::Undefined { part, source } => write!(f, "{part}: {source}"),
            Self::Derivative { part, source } => write!(f, "{part}: {source}"),
            Self::NotAtRest { equation, residual } => {
                write!(
                    f,
                    "rest is not an equilibrium: the equation of `{equation}` has the residual \
                    {residual:e}"
                )
            }
            Self::TimeDependent { part, term } => write!(
                f,
                "the linear equations of `{part}` depend on time through {term}: they have no frequencies; prescribe a \
                 motion whose acceleration is constant"
            ),
            Self::Length { member, length } => write!(f, "member `{member}` has the length {length}"),
            Self::NotElastic { member, x } => {
                write!(
                    f,
                    "member `{member}` has no positive stiffness in its highest derivative at x = {x}, or \
                     at the requested frequencies its inertia in that derivative exceeds it: a beam without \
                     bending \
                     stiffness is kind = \"string\" with its tension"
                )
            }
            Self::NegativeMass { part } => write!(
                f,
                "the kinetic energy of `{part}` is negative for some motion: frequencies are counted with masses and \
                 inertias that are zero or positive only"
            ),
            Self::NotConservative { part } => {
                write!(f, "`{part}` is damped or gyroscopic: compute the complex poles instead")
            }
            Self::TooFine { member, lambda } => {
                write!(f, "member `{member}` would need too many pieces at ω² = {lambda:e}")
            }
            Self::TooLarge { rows, lambda } => write!(
                f,
                "the dynamic stiffness would have {rows} rows at ω² = {lambda:e}: request fewer modes, or \
                 lower \
                 frequencies"
            ),
            Self::NotFinite { row, lambda } => write!(
                f,
                "the dynamic stiffness in the row of `{row}` is not finite at ω² = {lambda:e}: check the sizes of its \
                 stiffness and mass, or use other units"
            ),
            Self::TooManySteps { member, steps } => {
                write!(f, "member `{member}` would need {steps:.1e} steps")
            }
            Self::TooLong { evaluations, counted } => write!(
                f,
                "{evaluations} dynamic stiffness matrices and counts at {counted} frequencies did not \
                 separate the modes: ask \
                 for fewer modes, and check stiffness and mass for values that are far from all others"
            ),
            Self::TooFewModes { wanted, found, lambda } => {
                write!(f, "{wanted} modes requested, but only {found} lie below ω² = {lambda:e}")
            }
            Self::PolesRefused { why, stiff_member: None } => write!(
                f,
                "the poles found are not listed: {why}: request fewer, and check damping, \
                 stiffness and mass for values that are far from all others"
            ),
            Self::PolesRefused { why, stiff_member: Some(member) } => write!(
                f,
                "the poles found are not listed: {why}; `{member}` is much stiffer than its neighbours: \
                 make it longer or less stiff, reduce the damping, or damp all members by the same \
                 `kelvin_voigt` time and by nothing else"
            ),
            Self::Factor { member, source } => write!(f, "member `{member}`: {source}"),
            Self::Eigen { source } => write!(f, "{source}"),
            Self::NotCovered { part, what } => {
                write!(f, "`{part}`: {what} is not covered by the exact spectrum")
            }
        }
    }
}

impl std::error::Error for SpectrumError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unbound { source, .. } => Some(source),
            Self::Undefined { source, .. } => Some(source),
            Self::Derivative { source, .. } => Some(source),
            Self::Factor { source, .. } => Some(source),
            Self::Eigen { source } => Some(source),
            _ => None,
        }
    }
}

impl From<EigenError> for SpectrumError {
    fn from(source: EigenError) -> Self {
        Self::Eigen { source }
    }
}
