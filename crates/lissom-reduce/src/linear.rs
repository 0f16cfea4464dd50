//! Reductions of linear structures: M ẍ + D ẋ + K x = B u on a few directions, x = V y.
//!
//! A [`LinearReduction`] (one of [`LINEAR_REDUCTIONS`]) makes a [`ReducedStructure`] from a [`Structure`]:
//! again a structure, with its projection directions and their origin. [`compare()`] compares it with the
//! full one: frequencies, static gains, rigid-body inertia, response over a band.
//!
//! Invariants: rigid motions are kept exactly; static gains of the requested inputs and outputs are exact;
//! nothing here depends on the origin of a structure.

pub mod balanced;
mod band_error;
mod certify_error;
mod certify_response;
pub mod comparison;
pub mod craig_bampton;
pub mod elastic;
mod expansion_point;
mod free_modes;
pub mod guyan;
pub mod indicator;
mod interface;
pub mod krylov;
pub mod macneal;
pub mod modal;
mod mode_pairing;
mod motion_basis;
mod moving_part;
pub mod piecewise;
pub mod reduced_structure;
pub mod response;
pub mod rubin;
pub mod slow;
mod small_modes;
mod static_gains;
pub mod stiffness_basis;
mod structure_text;
mod turns;
mod usable_band;

pub use band_error::{BandError, ResponseKept};
pub use certify_error::CheckedError;
pub use certify_response::{FullResidual, full_residual};
pub use comparison::{Comparison, ComparisonRequest, compare};
pub use elastic::Elastic;
pub use indicator::Indicator;
pub use mode_pairing::ModeKept;
pub use motion_basis::linearised_on;
pub use moving_part::{ReducedPart, RowPlace, moving_part};
pub use reduced_structure::{LinearColumn, ReducedStructure};
pub use slow::slow_load::SlowLoad;
pub use slow::{derivative_expansion, one_vector};
pub use static_gains::{GainKept, Unresisted};
pub use structure_text::{is_structure_text, part_from_text, structure_from_text, structure_to_text};
pub use turns::{Turns, TurnsMotion};
pub use usable_band::usable_band;

use crate::error::ReduceError;
use lissom_linalg::{Progress, Threads, Wanted};
use lissom_mech::{Interface, Structure};
use lissom_model::model::Keep;
pub use lissom_model::model::{KrylovSize, ModeChoice};
use std::f64::consts::TAU;
use std::fmt;

/// Every reduction of linear structures. A new one is a file and a line here.
pub const LINEAR_REDUCTIONS: &[&dyn LinearReduction] = &[
    &krylov::Krylov,
    &modal::StructureModal,
    &balanced::Balanced,
    &guyan::Guyan,
    &craig_bampton::CraigBampton,
    &rubin::Rubin,
    &macneal::MacNeal,
];

/// The reduction of a name.
///
/// # Errors
/// [`ReduceError::NoSuchLinearMethod`] with the known names.
pub fn linear_reduction(name: &str) -> Result<&'static dyn LinearReduction, ReduceError> {
    let found = LINEAR_REDUCTIONS.iter().copied().find(|method| method.name() == name);
    found.ok_or_else(|| ReduceError::NoSuchLinearMethod { name: name.to_owned() })
}

/// A way to reduce a linear structure.
pub trait LinearReduction: Sync + fmt::Debug {
    /// The name that users write.
    fn name(&self) -> &'static str;

    /// The reduced structure.
    ///
    /// # Errors
    /// When the request lacks something, the stiffness cannot be factored, or the accuracy cannot be reached.
    fn reduce(
        &self,
        structure: &Structure,
        request: &LinearRequest,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, ReduceError>;
}

/// Options of a reduction. Each method reports missing required options.
#[derive(Clone, Debug)]
pub struct LinearRequest {
    /// Inputs of the reduced structure, by index.
    pub inputs: Vec<usize>,
    /// Outputs of the reduced structure, by index.
    pub outputs: Vec<usize>,
    /// Retained interfaces.
    pub interfaces: Vec<Interface>,
    /// Vibration modes to keep.
    pub modes: Option<ModeChoice>,
    /// Which of these modes are kept, where a method chooses among them.
    pub keep: Option<Keep>,
    /// Whether the residual compliance is added at the inputs and outputs.
    pub residual: bool,
    /// How large a Krylov space becomes.
    pub size: Option<KrylovSize>,
    /// The frequency about which a Krylov space is expanded [Hz].
    pub shift: f64,
    /// Threads; they change no bit of the result.
    pub threads: Threads,
}

impl Default for LinearRequest {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            outputs: Vec::new(),
            interfaces: Vec::new(),
            modes: None,
            keep: None,
            residual: false,
            size: None,
            shift: 0.0,
            threads: Threads::one(),
        }
    }
}

/// A choice of modes as a request for eigenvalues.
pub(crate) fn wanted(modes: ModeChoice) -> Wanted {
    match modes {
        ModeChoice::Count(count) => Wanted::Lowest(count),
        ModeChoice::Below(hertz) => Wanted::Below((TAU * hertz).powi(2)),
    }
}
