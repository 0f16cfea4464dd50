//! Errors of spectra.

use lissom_linalg::LuError;
use lissom_linalg::eigen::EigenError;
use lissom_symbolic::{CompileError, DerivativeError, EvaluateError};
use thiserror::Error;

/// Why the exact spectrum of a system cannot be computed.
#[derive(Clone, Debug, Error)]
pub enum SpectrumError {
    /// A symbol has no value.
    #[error("{part}: {source}")]
    Unbound {
        /// What was being evaluated.
        part: String,
        /// What is missing.
        source: CompileError,
    },
    /// A coefficient depends on an undefined function.
    #[error(
        "the linear equations of `{part}` depend on the undefined function `{function}`: write out what it \
         is"
    )]
    GivenFunction {
        /// What was being evaluated.
        part: String,
        /// The name of the function.
        function: String,
    },
    /// An energy has no second derivative at rest.
    #[error(
        "`{part}` changes its branch at rest, where {condition} changes its sign: there are no linear \
         equations about rest"
    )]
    NotSmooth {
        /// What was being evaluated.
        part: String,
        /// The expression that changes its sign at rest.
        condition: String,
    },
    /// Coefficients vary too finely to be followed.
    #[error("the coefficients of member `{member}` vary too finely along it to be resolved")]
    Untraced {
        /// Name of the member.
        member: String,
    },
    /// A coefficient has no finite value.
    #[error("{part}: {source}")]
    Undefined {
        /// What was being evaluated.
        part: String,
        /// What is undefined.
        source: EvaluateError,
    },
    /// A derivative could not be taken.
    #[error("{part}: {source}")]
    Derivative {
        /// What was being differentiated.
        part: String,
        /// What went wrong.
        source: DerivativeError,
    },
    /// The state with all unknowns zero is not an equilibrium.
    #[error("rest is not an equilibrium: the equation of `{equation}` has the residual {residual:e}")]
    NotAtRest {
        /// The equation that does not hold there.
        equation: String,
        /// Its residual (unit of the equation).
        residual: f64,
    },
    /// A coefficient of the linear equations changes with time.
    #[error(
        "the linear equations of `{part}` depend on time through {term}: they have no frequencies; \
         prescribe a motion whose acceleration is constant"
    )]
    TimeDependent {
        /// The part.
        part: String,
        /// The coefficient.
        term: String,
    },
    /// A length is not positive.
    #[error("member `{member}` has the length {length}")]
    Length {
        /// Name of the member.
        member: String,
        /// The length \[m\].
        length: f64,
    },
    /// The stiffness that belongs to the highest derivatives of a member is not positive.
    #[error(
        "member `{member}` has no positive stiffness in its highest derivative at x = {x}, or at the \
         requested frequencies its inertia in that derivative exceeds it: a beam without bending stiffness \
         is kind = \"string\" with its tension"
    )]
    NotElastic {
        /// Name of the member.
        member: String,
        /// The place along it \[m\].
        x: f64,
    },
    /// Kinetic energy that is negative for some motion: no counting theorem holds.
    #[error(
        "the kinetic energy of `{part}` is negative for some motion: frequencies are counted with masses \
         and inertias that are zero or positive only"
    )]
    NegativeMass {
        /// The part.
        part: String,
    },
    /// Damping or gyroscopic terms: the frequencies are complex, and no counting theorem holds.
    #[error("`{part}` is damped or gyroscopic: compute the complex poles instead")]
    NotConservative {
        /// The part.
        part: String,
    },
    /// A member needs too many pieces.
    #[error(
        "member `{member}` would need too many pieces at ω² = {lambda:e} rad²/s²: a stiffness is so small beside the tension or \
         the weight that its layers are too thin; write the member without it, as a string or a cable (EI = 0), or ask for fewer modes"
    )]
    TooFine {
        /// Name of the member.
        member: String,
        /// The square of the requested angular frequency [rad²/s²].
        lambda: f64,
    },
    /// The dynamic stiffness has too many rows.
    #[error(
        "the dynamic stiffness would have {rows} rows at ω² = {lambda:e}: request fewer modes, or lower \
         frequencies"
    )]
    TooLarge {
        /// How many rows it would have [-].
        rows: usize,
        /// The square of the requested angular frequency [rad²/s²].
        lambda: f64,
    },
    /// The dynamic stiffness holds a number that is not finite.
    #[error(
        "the dynamic stiffness in the row of `{row}` is not finite at ω² = {lambda:e}: check the sizes of \
         its stiffness and mass, or use other units"
    )]
    NotFinite {
        /// The coordinate or member whose row it is.
        row: String,
        /// The square of the angular frequency [rad²/s²].
        lambda: f64,
    },
    /// The equations along a member would have to be followed in too many steps.
    #[error("member `{member}` would need {steps:.1e} steps")]
    TooManySteps {
        /// Name of the member.
        member: String,
        /// How many [-].
        steps: f64,
    },
    /// The search for frequencies took too many evaluations.
    #[error(
        "{evaluations} dynamic stiffness matrices and counts at {counted} frequencies did not separate the \
         modes: ask for fewer modes, and check stiffness and mass for values that are far from all others"
    )]
    TooLong {
        /// How many dynamic stiffness matrices were formed [-].
        evaluations: usize,
        /// At how many frequencies modes were counted [-].
        counted: usize,
    },
    /// Fewer modes than requested were found below a very high frequency.
    #[error("{wanted} modes requested, but only {found} lie below ω² = {lambda:e}")]
    TooFewModes {
        /// How many were requested [-].
        wanted: usize,
        /// How many were counted [-].
        found: usize,
        /// Below this square of the angular frequency [rad²/s²].
        lambda: f64,
    },
    /// Poles that are wrong or incomplete.
    #[error("the poles found are not listed: {why}{}", poles_remedy(.stiff_member.as_deref()))]
    PolesRefused {
        /// What shows it.
        why: String,
        /// A member much stiffer than others, if there is one.
        stiff_member: Option<String>,
    },
    /// A dense factorisation failed.
    #[error("member `{member}`: {source}")]
    Factor {
        /// Name of the member.
        member: String,
        /// What went wrong.
        source: LuError,
    },
    /// A dense eigenvalue problem failed.
    #[error(transparent)]
    Eigen {
        /// What went wrong.
        #[from]
        source: EigenError,
    },
    /// The model has something that the exact spectrum does not cover.
    #[error("`{part}`: {what} is not covered by the exact spectrum")]
    NotCovered {
        /// Name of the part.
        part: String,
        /// What it is.
        what: &'static str,
    },
}

/// What can be done about poles that are wrong or incomplete.
fn poles_remedy(stiff_member: Option<&str>) -> String {
    match stiff_member {
        None => {
            ": request fewer, and check damping, stiffness and mass for values that are far from all others"
                .to_owned()
        }
        Some(member) => format!(
            "; `{member}` is much stiffer than its neighbours: make it longer or less stiff, reduce the damping, or \
             damp all members by the same `kelvin_voigt` time and by nothing else"
        ),
    }
}
