//! Effect of rounded file entries on frequencies.
//!
//! A number printed with d digits differs from the true one by up to half a unit of its last digit. To first order
//! an eigenvalue moves by φᵀ(ΔK − λ ΔM)φ with φᵀMφ = 1. Equal numbers were rounded in the same way, so that their
//! contributions add up; those of different numbers are independent and are added as squares, each with the variance
//! of a uniform distribution, unit²/12. This matters where stiff and soft directions meet: the unit of a large entry
//! then exceeds the stiffness of a soft motion.

use crate::digits::significant_digits;
use crate::matrix::ImportedMatrix;
use crate::part::ImportedPart;
use lissom_linalg::modes::Modes;

/// Numbers with fewer digits are taken as exact: no program prints so few.
const FEWEST: usize = 5;
/// Digits of a double.
const FULL: usize = 15;
/// Standard deviations between the frequency and the ends of its range [-]; 95 % of normally distributed errors.
const WIDTH: f64 = 2.0;

/// A frequency and how far rounding may have moved it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UncertainFrequency {
    /// From the given matrices \[Hz\]; negative for an unstable motion.
    pub frequency: f64,
    /// Half the range \[Hz\].
    pub uncertainty: f64,
    /// Lower end of the range, two standard deviations of λ below \[Hz\]; zero if λ may be negative.
    pub lowest: f64,
    /// Upper end of the range \[Hz\].
    pub highest: f64,
}

/// The frequencies at the places `kept`, with the range that the digits of the files leave.
pub(super) fn uncertain_frequencies(
    part: &ImportedPart,
    found: &Modes,
    kept: &[usize],
) -> Vec<UncertainFrequency> {
    let (stiffness, mass) = (Roundings::of(&part.stiffness), Roundings::of(&part.mass));
    let frequency = |eigenvalue: f64| eigenvalue.max(0.0).sqrt() / (2.0 * std::f64::consts::PI);
    let all = found.frequencies();
    let one = |&place: &usize| {
        let (mode, eigenvalue) = (found.vectors.column(place), found.eigenvalues[place]);
        let variance = stiffness.variance(mode) + eigenvalue.powi(2) * mass.variance(mode);
        let deviation = WIDTH * variance.sqrt();
        let (lowest, highest) = (frequency(eigenvalue - deviation), frequency(eigenvalue + deviation));
        UncertainFrequency { frequency: all[place], uncertainty: 0.5 * (highest - lowest), lowest, highest }
    };
    kept.iter().map(one).collect()
}

/// The entries of a matrix that were rounded when it was printed.
struct Roundings {
    digits: usize,
    /// Entries (row, column, value), those of equal modulus next to each other.
    entries: Vec<(usize, usize, f64)>,
}

impl Roundings {
    /// A number that uses all digits of the file was rounded; a shorter one is assumed exact.
    fn of(matrix: &ImportedMatrix) -> Self {
        let digits = matrix.digits;
        if !(FEWEST..FULL).contains(&digits) {
            return Self { digits, entries: Vec::new() };
        }
        let rounded = |&(_, _, value): &(usize, usize, f64)| significant_digits(value) == digits;
        let mut entries: Vec<_> = matrix.matrix.iter().filter(rounded).collect();
        entries.sort_by(|a, b| a.2.abs().total_cmp(&b.2.abs()).then((a.1, a.0).cmp(&(b.1, b.0))));
        Self { digits, entries }
    }

    /// The variance of φᵀAφ.
    fn variance(&self, mode: &[f64]) -> f64 {
        let equal = self.entries.chunk_by(|a, b| a.2.abs() == b.2.abs());
        let share = |group: &[(usize, usize, f64)]| {
            let sum: f64 = group.iter().map(|&(row, col, a)| mode[row] * mode[col] * a.signum()).sum();
            (sum * last_unit(group[0].2, self.digits)).powi(2) / 12.0
        };
        equal.map(share).sum()
    }
}

/// One unit of the last of `digits` digits of a number.
fn last_unit(value: f64, digits: usize) -> f64 {
    10f64.powi(value.abs().log10().floor() as i32 + 1 - digits as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_err_alike_and_different_ones_apart() {
        let entries = vec![(0, 0, 1.23456), (1, 1, 1.23456), (0, 1, -1.23456), (1, 0, -1.23456)];
        let alike = Roundings { digits: 6, entries };
        // (1 + 1 − 1 − 1)² for motion in step, (1 + 1 + 1 + 1)² for motion in opposition.
        assert_eq!(alike.variance(&[1.0, 1.0]), 0.0);
        assert!((alike.variance(&[1.0, -1.0]) / (16.0 * 1e-10 / 12.0) - 1.0).abs() < 1e-12);
        let apart = Roundings { digits: 6, entries: vec![(0, 0, 1.23456), (1, 1, 1.23457)] };
        assert!((apart.variance(&[1.0, 1.0]) / (2.0 * 1e-10 / 12.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_last_digit_has_a_size() {
        assert_eq!(last_unit(1.78762e8, 6), 1e3);
        assert!((last_unit(-98437.5, 6) / 0.1 - 1.0).abs() < 1e-12);
        assert!((last_unit(2.50111e-12, 6) / 1e-17 - 1.0).abs() < 1e-12);
    }
}
