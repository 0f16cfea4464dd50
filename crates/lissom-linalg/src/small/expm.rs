//! The exponential of a matrix.

use crate::matrix::dense::Dense;
use crate::small::lu::{Lu, LuError};

/// Coefficients of the [13/13] Padé approximant, \[Higham2005\].
const PADE: [f64; 14] = [
    64_764_752_532_480_000.0,
    32_382_376_266_240_000.0,
    7_771_770_303_897_600.0,
    1_187_353_796_428_800.0,
    129_060_195_264_000.0,
    10_559_470_521_600.0,
    670_442_572_800.0,
    33_522_128_640.0,
    1_323_241_920.0,
    40_840_800.0,
    960_960.0,
    16_380.0,
    182.0,
    1.0,
];
/// Largest size for which the approximant is accurate to rounding, \[AlMohyHigham2009, §5\].
const THETA: f64 = 4.25;

/// exp(A) by scaling and squaring with the [13/13] Padé approximant, \[Higham2005\].
///
/// The scaling is chosen from max(‖A⁴‖^(1/4), ‖A⁶‖^(1/6)) rather than from ‖A‖, \[AlMohyHigham2009, §4\]: a
/// matrix with large entries but small powers (a rigid motion with its drift) is not squared more than needed.
///
/// # Errors
/// [`LuError::NotSquare`] and [`LuError::NotFinite`]; the latter also when the result overflows.
pub fn expm(a: &Dense) -> Result<Dense, LuError> {
    let n = a.rows();
    if n != a.cols() {
        return Err(LuError::NotSquare { rows: n, cols: a.cols() });
    }
    if let Some((row, col)) = a.first_not_finite() {
        return Err(LuError::NotFinite { row, col });
    }
    let square = a.matmul(a);
    let fourth = square.matmul(&square);
    let size = fourth.norm_one().powf(0.25).max(fourth.matmul(&square).norm_one().powf(1.0 / 6.0));
    if !size.is_finite() {
        return Err(LuError::NotFinite { row: 0, col: 0 });
    }
    let squarings = (size / THETA).log2().ceil().max(0.0) as i32;
    let mut scaled = a.clone();
    scaled.scale(2f64.powi(-squarings));
    let (odd, even) = pade_parts(&scaled);
    let (mut numerator, mut denominator) = (even.clone(), even);
    numerator.add_scaled(1.0, &odd);
    denominator.add_scaled(-1.0, &odd);
    Lu::factor(&denominator)?.solve_in_place(&mut numerator);
    for _ in 0..squarings {
        numerator = numerator.matmul(&numerator);
    }
    match numerator.first_not_finite() {
        Some((row, col)) => Err(LuError::NotFinite { row, col }),
        None => Ok(numerator),
    }
}

/// Odd and even part of the approximant's numerator, \[Higham2005\].
fn pade_parts(a: &Dense) -> (Dense, Dense) {
    let n = a.rows();
    let (a2, one) = (a.matmul(a), Dense::identity(n));
    let a4 = a2.matmul(&a2);
    let a6 = a4.matmul(&a2);
    // Divided by the constant coefficient, so that exp(0) is the identity to the last bit.
    let combine = |c6: f64, c4: f64, c2: f64, c0: f64| {
        let mut sum = Dense::zeros(n, n);
        for (c, power) in [(c6, &a6), (c4, &a4), (c2, &a2), (c0, &one)] {
            sum.add_scaled(c / PADE[0], power);
        }
        sum
    };
    let mut odd = a6.matmul(&combine(PADE[13], PADE[11], PADE[9], 0.0));
    odd.add_scaled(1.0, &combine(PADE[7], PADE[5], PADE[3], PADE[1]));
    let mut even = a6.matmul(&combine(PADE[12], PADE[10], PADE[8], 0.0));
    even.add_scaled(1.0, &combine(PADE[6], PADE[4], PADE[2], PADE[0]));
    (a.matmul(&odd), even)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(a: &Dense, b: &Dense, tolerance: f64) {
        let mut difference = a.clone();
        difference.add_scaled(-1.0, b);
        assert!(difference.max_abs() <= tolerance * b.max_abs(), "{a:?}\n{b:?}");
    }

    #[test]
    fn zero_diagonal_and_negative_numbers() {
        assert_eq!(expm(&Dense::zeros(3, 3)).unwrap(), Dense::identity(3));
        let d = [-30.0, 0.5, 3.0];
        let exact = Dense::from_diagonal(&d.map(f64::exp));
        assert_close(&expm(&Dense::from_diagonal(&d)).unwrap(), &exact, 1e-14);
    }

    #[test]
    fn rotation_through_many_turns() {
        // exp([0 −t; t 0]) is the rotation by t; squaring loses about as many digits as log2 of the norm.
        for t in [0.3, 2.0, 1000.0f64] {
            let exact = Dense::from_rows(&[&[t.cos(), -t.sin()], &[t.sin(), t.cos()]]);
            assert_close(
                &expm(&Dense::from_rows(&[&[0.0, -t], &[t, 0.0]])).unwrap(),
                &exact,
                1e-15 * t.max(10.0),
            );
        }
    }

    #[test]
    fn jordan_block_gives_the_taylor_coefficients() {
        let (n, lambda) = (6, -0.7);
        let block = Dense::from_fn(n, n, |i, j| {
            if i == j {
                lambda
            } else if j == i + 1 {
                1.0
            } else {
                0.0
            }
        });
        let factorial = |k: usize| (1..=k).map(|i| i as f64).product::<f64>();
        let exact = Dense::from_fn(n, n, |i, j| if j >= i { lambda.exp() / factorial(j - i) } else { 0.0 });
        assert_close(&expm(&block).unwrap(), &exact, 1e-14);
    }

    #[test]
    fn nilpotent_of_large_norm() {
        let exact = Dense::from_rows(&[&[1.0, 1e6], &[0.0, 1.0]]);
        assert_close(&expm(&Dense::from_rows(&[&[0.0, 1e6], &[0.0, 0.0]])).unwrap(), &exact, 1e-14);
    }

    #[test]
    fn overflow_and_bad_input_are_errors() {
        assert!(matches!(expm(&Dense::from_diagonal(&[800.0])), Err(LuError::NotFinite { .. })));
        assert!(matches!(expm(&Dense::zeros(2, 1)), Err(LuError::NotSquare { .. })));
    }
}
