//! The row of a matrix that caused a failure; callers translate row numbers to names.

use crate::factor::factor_error::FactorError;
use crate::singular::null_space_error::NullSpaceError;
use crate::vibration::modes_error::ModesError;

/// The row a failed search for modes points at, from zero [-].
#[must_use]
pub fn failing_row(error: &ModesError) -> Option<usize> {
    match error {
        ModesError::NotFinite { entry, .. } => Some(entry.row),
        ModesError::NotSymmetric { defect, .. } => Some(defect.row),
        ModesError::NegativeMass { row, .. }
        | ModesError::Unbounded { row, .. }
        | ModesError::TooSoft { row } => Some(*row),
        ModesError::NullSpace(
            NullSpaceError::Indefinite { row, .. }
            | NullSpaceError::Massless { row }
            | NullSpaceError::NoGap { row, .. }
            | NullSpaceError::StillSingular { row, .. },
        ) => Some(*row),
        ModesError::NullSpace(NullSpaceError::Factor(factor)) | ModesError::Factor(factor) => {
            failing_factor_row(factor)
        }
        _ => None,
    }
}

/// The row a failed factorisation points at, from zero [-].
#[must_use]
pub fn failing_factor_row(error: &FactorError) -> Option<usize> {
    match error {
        FactorError::PatternNotSymmetric { row, .. }
        | FactorError::NotPositiveDefinite { row, .. }
        | FactorError::Singular { row } => Some(*row),
        FactorError::NotFinite(entry) => Some(entry.row),
        FactorError::NotSquare { .. } | FactorError::PatternChanged { .. } | FactorError::TooLarge { .. } => {
            None
        }
    }
}
