//! Tolerances of an integration and their norm.

use crate::error::DynamicsError;

/// Tolerances of the local error, the same for coordinates and rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Relative tolerance [-].
    pub relative: f64,
    /// Absolute tolerance (unit of the coordinate or its rate).
    pub absolute: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { relative: 1e-6, absolute: 1e-9 }
    }
}

impl Tolerance {
    /// Both tolerances are finite and not negative, and the absolute one is positive: at rest there is nothing else.
    ///
    /// # Errors
    /// [`DynamicsError::BadTolerance`].
    pub fn check(&self) -> Result<(), DynamicsError> {
        let fine = |x: f64| x.is_finite() && x >= 0.0;
        if fine(self.relative) && fine(self.absolute) && self.absolute > 0.0 && self.relative < 1.0 {
            return Ok(());
        }
        Err(DynamicsError::BadTolerance { relative: self.relative, absolute: self.absolute })
    }

    /// Root mean square of the errors over their tolerances; at most 1 is accurate enough \[Hairer1993, Eq. (II.4.11)\].
    #[must_use]
    pub fn norm(&self, error: &[f64], before: &[f64], after: &[f64]) -> f64 {
        let mut sum = 0.0;
        for ((e, a), b) in error.iter().zip(before).zip(after) {
            let scaled = e / (self.absolute + self.relative * a.abs().max(b.abs()));
            sum += scaled * scaled;
        }
        (sum / error.len().max(1) as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_norm_is_one_when_every_error_is_its_tolerance() {
        let tolerance = Tolerance { relative: 1e-3, absolute: 1e-6 };
        let (before, after) = ([2.0, 0.0], [-4.0, 0.0]);
        assert!((tolerance.norm(&[4e-3 + 1e-6, -1e-6], &before, &after) - 1.0).abs() < 1e-14);
        assert!(tolerance.norm(&[f64::NAN, 0.0], &before, &after).is_nan());
    }

    #[test]
    fn unusable_tolerances_are_refused() {
        let bad = [(-1.0, 1e-6), (f64::NAN, 1e-6), (1e-3, 0.0), (1e-3, f64::INFINITY), (2.0, 1e-6)];
        for (relative, absolute) in bad {
            assert!(Tolerance { relative, absolute }.check().is_err());
        }
        assert!(Tolerance::default().check().is_ok());
    }
}
