//! Why there is no answer: the three kinds, never mixed.

use crate::files::FileError;
use lissom_bond::BondError;
use lissom_continuum::{DeriveError, SpectrumError};
use lissom_dynamics::DynamicsError;
use lissom_mech::import::ImportError;
use lissom_mech::{AxisBalance, MechError};
use lissom_model::diagnostic::Diagnostic;
use lissom_reduce::ReduceError;
use std::fmt;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The model file cannot be read.
    File(FileError),
    /// The answer must not or cannot be written where it is asked for.
    Output {
        /// Why.
        reason: String,
        /// 2 when the command is wrong, 1 when the disk is.
        exit_code: u8,
    },
    /// The model is wrong: everything there is to say about it.
    Model(Vec<Diagnostic>),
    /// The model asks for what this version cannot do.
    NotYet {
        /// What is asked for.
        what: String,
        /// What to do instead.
        instead: String,
    },
    /// A free body does not stay on the axis it is asked to spin about.
    Unbalanced {
        /// Which motions are driven.
        reason: String,
        /// What its mass properties say.
        balance: AxisBalance,
    },
    /// A state is unstable, so that small motions about it grow.
    Unstable {
        /// Which state.
        place: String,
        /// In how many directions.
        directions: usize,
    },
    /// A force follows the motion, and a linear structure has no place for that.
    Circulatory {
        /// The force.
        force: String,
    },
    /// The model file does not say what the question needs.
    Missing {
        /// What is missing.
        what: String,
        /// What it is needed for, or why what is there does not serve.
        why: String,
    },
    /// A question failed for one value of a sweep.
    Sweep {
        /// Parameters and values: `m_t = 0.1`.
        at: String,
        /// Why.
        source: Box<Failure>,
    },
    /// A motion got stuck under a tolerance so loose that it may have run away.
    Loose {
        /// The relative tolerance \[-\].
        relative: f64,
        /// Where it got stuck.
        source: Box<DynamicsError>,
    },
    /// A motion loses or gains energy that nothing accounts for.
    EnergyMissing {
        /// The model.
        model: String,
        /// The largest imbalance over the largest energy \[-\].
        share: f64,
    },
    /// A file of an imported part is malformed, missing, or contradicts the others.
    Import(Box<ImportError>),
    /// The structure could not be built.
    Mech(Box<MechError>),
    /// The question could not be answered.
    Dynamics(Box<DynamicsError>),
    /// The model could not be reduced.
    Reduce(Box<ReduceError>),
    /// The equations could not be derived.
    Derive(Box<DeriveError>),
    /// The exact spectrum could not be found.
    Spectrum(Box<SpectrumError>),
    /// The bond graph is wrong or has no equations.
    Bond(Box<BondError>),
}

impl Failure {
    /// Exit code of the command line: 2 when the model or the usage is wrong, 1 when the analysis failed.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Output { exit_code, .. } => *exit_code,
            Self::File(_) | Self::Model(_) | Self::NotYet { .. } | Self::Missing { .. } | Self::Import(_) => {
                2
            }
            Self::Sweep { source, .. } => source.exit_code(),
            Self::Dynamics(error)
                if matches!(**error, DynamicsError::BadRange { .. } | DynamicsError::NoPorts { .. }) =>
            {
                2
            }
            Self::Unbalanced { .. }
            | Self::Unstable { .. }
            | Self::Circulatory { .. }
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
}

impl Failure {
    /// What a number of an answer belongs to that came out infinite or as no number.
    pub(crate) fn not_finite(what: impl Into<String>) -> Self {
        MechError::NotFinite { what: what.into(), coordinate: None }.into()
    }

    /// Whether it says that a system is damped, and so has complex poles instead of frequencies.
    #[must_use]
    pub fn is_damped(&self) -> bool {
        matches!(self, Self::Spectrum(error) if matches!(**error, SpectrumError::NotConservative { .. }))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::Output { reason, .. } => write!(f, "{reason}"),
            Self::Model(diagnostics) => match diagnostics.len() {
                1 => write!(f, "the model has an error: {}", diagnostics[0].message),
                n => write!(f, "the model has {n} diagnostics, the first: {}", diagnostics[0].message),
            },
            Self::NotYet { what, instead } => {
                write!(f, "{what} is not there yet in lissom {}: {instead}", crate::VERSION)
            }
            Self::Sweep { at, source } => write!(f, "at {at}: {source}"),
            Self::Import(error) => write!(f, "{error}"),
            Self::Unbalanced { reason, balance } => write!(
                f,
                "{reason} (the centre of mass is {:.6} m from the axis; the product of inertia is {:.6} kg m² beside a moment of inertia of {:.6} kg m²)",
                balance.offset, balance.product_of_inertia, balance.moment_of_inertia
            ),
            Self::Unstable { place, directions } => write!(
                f,
                "the state {place} is unstable in {directions} direction(s): small motions about it grow, and a linear model of them means nothing"
            ),
            Self::Circulatory { force } => write!(
                f,
                "force {force} turns with the motion, so that its stiffness is not symmetric and oscillations may grow: `lissom modes MODEL --at rest` finds the poles about the equilibrium under it"
            ),
            Self::Loose { relative, source } => write!(
                f,
                "{source}; with rtol = {relative} the motion may have run away from where it should be: try --rtol 1e-4"
            ),
            Self::EnergyMissing { model, share } => write!(
                f,
                "{model}: {:.3} % of the energy is unaccounted for: lower rtol, or take the motion as it is with \
                 --allow-energy-error (`energy = \"report\"` in [analysis.simulate])",
                100.0 * share
            ),
            Self::Mech(error) => write!(f, "{error}"),
            Self::Dynamics(error) if error.is_too_large() => write!(
                f,
                "{error}; allow more with --memory GB, coarsen the model, or import a part that its own program has reduced. `lissom states` and `lissom reduce` by krylov go on with conjugate gradients"
            ),
            Self::Dynamics(error) => write!(f, "{error}"),
            Self::Reduce(error) if error.is_too_large() => write!(
                f,
                "{error}; allow more with --memory GB, coarsen the model, or reduce by krylov, which goes on with conjugate gradients"
            ),
            Self::Reduce(error) => write!(f, "{error}"),
            Self::Derive(error) => write!(f, "{error}"),
            Self::Spectrum(error) => write!(f, "{error}"),
            Self::Bond(error) => write!(f, "{error}"),
            Self::Missing { what, why } => write!(f, "the model has no {what}: {why}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        Self::Import(Box::new(error))
    }
}

impl From<MechError> for Failure {
    fn from(error: MechError) -> Self {
        Self::Mech(Box::new(error))
    }
}

impl From<DynamicsError> for Failure {
    fn from(error: DynamicsError) -> Self {
        Self::Dynamics(Box::new(error))
    }
}

impl From<ReduceError> for Failure {
    fn from(error: ReduceError) -> Self {
        Self::Reduce(Box::new(error))
    }
}

impl From<DeriveError> for Failure {
    fn from(error: DeriveError) -> Self {
        Self::Derive(Box::new(error))
    }
}

impl From<SpectrumError> for Failure {
    fn from(error: SpectrumError) -> Self {
        Self::Spectrum(Box::new(error))
    }
}

impl From<BondError> for Failure {
    fn from(error: BondError) -> Self {
        Self::Bond(Box::new(error))
    }
}
