//! Why there is no answer: the model is wrong, the question does not fit it, or the mathematics failed.

use crate::files::FileError;
use crate::refusal::Refusal;
use lissom_bond::BondError;
use lissom_continuum::{DeriveError, SpectrumError};
use lissom_dynamics::{DynamicsError, LinearError};
use lissom_import::ImportError;
use lissom_mech::{AxisBalance, MechError};
use lissom_model::diagnostic::Diagnostic;
use lissom_model::model::At;
use lissom_reduce::ReduceError;
use thiserror::Error;

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Failure {
    /// The model file, or a file it names, cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The output file must not or cannot be written.
    #[error("{reason}")]
    Output {
        /// Why.
        reason: String,
        /// 2 when the command is wrong, 1 when the disk is.
        exit_code: u8,
    },
    /// The model is invalid: all its diagnostics.
    #[error("{}", diagnostics_text(.0))]
    Model(Vec<Diagnostic>),
    /// The model asks for what this version cannot do.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A section or key that the question needs is not in the model file.
    #[error("the model has no {what}: {why}")]
    MissingSection {
        /// What is missing.
        what: String,
        /// What it is needed for, or what to write.
        why: String,
    },
    /// A name that the model does not have.
    #[error("unknown {kind} `{name}`: {}", known_text(.known))]
    UnknownName {
        /// What it should name: `input`, `reduction`.
        kind: &'static str,
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A range that is empty or out of bounds.
    #[error("invalid range of {quantity}: from {from} to {to} {unit}; {hint}")]
    InvalidRange {
        /// What the range is of.
        quantity: &'static str,
        /// First value.
        from: f64,
        /// Last value.
        to: f64,
        /// Unit of both.
        unit: &'static str,
        /// What to write.
        hint: &'static str,
    },
    /// A drive that cannot be led along a stroke, or does not turn.
    #[error("invalid drive `{drive}`: {why}")]
    UnusableDrive {
        /// The drive.
        drive: String,
        /// Why not.
        why: &'static str,
    },
    /// A saved motion that cannot be continued.
    #[error("the saved motion cannot be continued: {reason}")]
    Restart {
        /// Why.
        reason: String,
    },
    /// A motion that cannot start as requested.
    #[error("the motion cannot start so: {reason}")]
    Start {
        /// Why.
        reason: String,
    },
    /// A saved reduction was made about another configuration.
    #[error("[reduce.{name}] is requested about `{at}`, but its file was computed about `{made_about}`")]
    SavedElsewhere {
        /// The reduction.
        name: String,
        /// The requested state.
        at: At,
        /// Where the saved one was made.
        made_about: String,
    },
    /// A saved reduction has a basis over other rows than the structure.
    #[error(
        "the basis in the file of [reduce.{name}] has {rows} rows, the structure {size}; `frf` and \
         `simulate` use the reduced structure directly"
    )]
    SavedRows {
        /// The reduction.
        name: String,
        /// Rows of its basis.
        rows: usize,
        /// Rows of the structure.
        size: usize,
    },
    /// A basis is one of other coordinates than those of a configuration.
    #[error("[reduce.{name}] is a basis of the initial coordinates, but about `{at}` the machine has others")]
    OtherCoordinates {
        /// The reduction.
        name: String,
        /// The configuration.
        at: At,
    },
    /// Poles were requested at an unsupported state.
    #[error("no poles at `{at}`: use `rest`, `path`, or a value of the drive of [analysis.states]")]
    NoPolesAt {
        /// The place.
        at: At,
    },
    /// The nonlinear path of loads that do not grow by one force.
    #[error(
        "the nonlinear path is that of one force on a node or torque in a hinge which grows from zero to {most} times its value, and \
         several loads, a spread one or weight would grow: name the one that grows with --load NAME, the others stay"
    )]
    SeveralLoads {
        /// The largest factor.
        most: f64,
    },
    /// A picture cannot be coloured by stress.
    #[error("`{picture}` has no stress: {why}")]
    NoStress {
        /// The picture.
        picture: String,
        /// Why not.
        why: String,
    },
    /// Threads or memory cannot be had.
    #[error("{0}")]
    Resources(String),
    /// A free body does not stay on the axis it is asked to spin about.
    #[error(
        "{reason} (the centre of mass is {:.6} m from the axis; the product of inertia is {:.6} kg m², the \
         moment of inertia {:.6} kg m²)",
        .balance.offset, .balance.product_of_inertia, .balance.moment_of_inertia
    )]
    Unbalanced {
        /// Which motions are driven.
        reason: String,
        /// Its mass properties.
        balance: AxisBalance,
    },
    /// A state is unstable, so that small motions about it grow.
    #[error(
        "the state {place} is unstable in {directions} direction(s): small motions about it grow, and a \
         linear model is not valid"
    )]
    Unstable {
        /// Which state.
        place: String,
        /// In how many directions.
        directions: usize,
    },
    /// Centrifugal forces exceed the stiffness of every coordinate by more than numbers have digits.
    #[error(
        "at {speed:.6} rad/s the stiffness is negligible compared with centrifugal forces: √(k/m) of every \
         coordinate is below {share:.1e} of that speed; check densities, masses and their units"
    )]
    StiffnessLost {
        /// The fastest speed \[rad/s\].
        speed: f64,
        /// The largest √(k/m) over that speed \[-\].
        share: f64,
    },
    /// A force follows the motion, and a linear structure has no place for that.
    #[error(
        "force {force} turns with the motion, so that its stiffness is not symmetric and oscillations may grow: `lissom modes MODEL --at rest` finds the poles about the equilibrium under it"
    )]
    Circulatory {
        /// The force.
        force: String,
    },
    /// A number or a parameter without a derivative.
    #[error("{what} cannot be differentiated: {why}")]
    NotDifferentiable {
        /// Which one.
        what: String,
        /// Why not.
        why: String,
    },
    /// A question failed for one value of a sweep.
    #[error("at {at}: {source}")]
    Sweep {
        /// Parameters and values: `m_t = 0.1`.
        at: String,
        /// Why.
        source: Box<Failure>,
    },
    /// A motion got stuck under a tolerance so loose that it may have run away.
    #[error("{source}; with rtol = {relative} the motion may have diverged: try --rtol 1e-4")]
    Loose {
        /// The relative tolerance \[-\].
        relative: f64,
        /// Where it got stuck.
        source: Box<DynamicsError>,
    },
    /// A motion loses or gains energy that nothing accounts for.
    #[error(
        "{model}: {:.3} % of the energy is unaccounted for: reduce rtol, or accept the motion with \
         --allow-energy-error (`energy = \"report\"` in [analysis.simulate])",
        100.0 * .share
    )]
    EnergyMissing {
        /// The model.
        model: String,
        /// The largest imbalance over the largest energy \[-\].
        share: f64,
    },
    /// A file of an imported part is malformed, missing, or contradicts the others.
    #[error(transparent)]
    Import(Box<ImportError>),
    /// The structure could not be built.
    #[error(transparent)]
    Mech(Box<MechError>),
    /// The question could not be answered.
    #[error("{0}{hint}", hint = if .0.is_too_large() { FACTOR_TOO_LARGE } else { "" })]
    Dynamics(#[source] Box<DynamicsError>),
    /// The model could not be reduced.
    #[error("{0}{hint}", hint = if .0.is_too_large() { REDUCTION_TOO_LARGE } else { "" })]
    Reduce(#[source] Box<ReduceError>),
    /// The equations could not be derived.
    #[error(transparent)]
    Derive(Box<DeriveError>),
    /// The exact spectrum could not be found.
    #[error(transparent)]
    Spectrum(Box<SpectrumError>),
    /// The bond graph is wrong or has no equations.
    #[error(transparent)]
    Bond(Box<BondError>),
}

/// What to do when a factor does not fit into memory.
const FACTOR_TOO_LARGE: &str = "; allow more with --memory GB, coarsen the model, or import a reduced part. \
    `lissom states` and `lissom reduce` by krylov use conjugate gradients instead";
const REDUCTION_TOO_LARGE: &str = "; allow more with --memory GB, coarsen the model, or reduce by krylov, \
    which uses conjugate gradients instead";

fn diagnostics_text(diagnostics: &[Diagnostic]) -> String {
    match diagnostics {
        [only] => format!("the model has an error: {}", only.message),
        all => {
            let first = all.first().map_or("", |diagnostic| diagnostic.message.as_str());
            format!("the model has {} diagnostics, the first: {first}", all.len())
        }
    }
}

fn known_text(known: &[String]) -> String {
    if known.is_empty() { "the model has none".to_owned() } else { format!("known are {}", known.join(", ")) }
}

impl Failure {
    /// Exit code of the command line: 2 when the model or the usage is wrong, 1 when the analysis failed.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Output { exit_code, .. } => *exit_code,
            Self::File(_)
            | Self::Model(_)
            | Self::Refused(_)
            | Self::MissingSection { .. }
            | Self::UnknownName { .. }
            | Self::InvalidRange { .. }
            | Self::UnusableDrive { .. }
            | Self::Restart { .. }
            | Self::Start { .. }
            | Self::SavedElsewhere { .. }
            | Self::SavedRows { .. }
            | Self::OtherCoordinates { .. }
            | Self::NoPolesAt { .. }
            | Self::SeveralLoads { .. }
            | Self::NoStress { .. }
            | Self::Import(_) => 2,
            Self::Sweep { source, .. } => source.exit_code(),
            Self::Dynamics(error)
                if matches!(**error, DynamicsError::BadRange { .. } | DynamicsError::NoPorts { .. }) =>
            {
                2
            }
            Self::Bond(error) if matches!(**error, BondError::NothingToConnect { .. }) => 2,
            Self::Resources(_)
            | Self::Unbalanced { .. }
            | Self::Unstable { .. }
            | Self::Circulatory { .. }
            | Self::StiffnessLost { .. }
            | Self::NotDifferentiable { .. }
            | Self::Loose { .. }
            | Self::EnergyMissing { .. }
            | Self::Mech(_)
            | Self::Dynamics(_)
            | Self::Reduce(_)
            | Self::Derive(_)
            | Self::Spectrum(_)
            | Self::Bond(_) => 1,
        }
    }

    /// What a number of an answer belongs to that came out infinite or as no number.
    pub(crate) fn not_finite(what: impl Into<String>) -> Self {
        MechError::NotFinite { what: what.into(), coordinate: None }.into()
    }

    /// Whether it reports a damped system, which has complex poles instead of frequencies.
    #[must_use]
    pub fn is_damped(&self) -> bool {
        matches!(self, Self::Spectrum(error) if matches!(**error, SpectrumError::NotConservative { .. }))
    }

    /// A section or key that the question needs.
    pub(crate) fn missing_section(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::MissingSection { what: what.into(), why: why.into() }
    }

    /// A name that is not among those there are.
    #[must_use]
    pub fn unknown_name<'n>(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let known = known.into_iter().map(str::to_owned).collect();
        Self::UnknownName { kind, name: name.to_owned(), known }
    }
}

/// Errors of the crates are large, and failures are passed by value.
macro_rules! boxed {
    ($($error:ty => $variant:ident),+) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::$variant(Box::new(error))
            }
        })+
    };
}

boxed!(ImportError => Import, MechError => Mech, DynamicsError => Dynamics, ReduceError => Reduce, DeriveError => Derive, SpectrumError => Spectrum, BondError => Bond);

impl<E> From<LinearError<E>> for Failure
where
    Self: From<E>,
{
    fn from(error: LinearError<E>) -> Self {
        match error {
            LinearError::Question(error) => error.into(),
            LinearError::Kernel(error) => error.into(),
        }
    }
}
