//! The coefficients of the collocation method at the three Radau nodes, and the transformation that decouples
//! its stages \[Hairer1996, §IV.8\].

/// Number of stages.
pub(crate) const STAGES: usize = 3;

const ROOT_6: f64 = 2.449_489_742_783_178;

/// Nodes.
pub(crate) const NODES: [f64; STAGES] = [(4.0 - ROOT_6) / 10.0, (4.0 + ROOT_6) / 10.0, 1.0];

/// A: rates at the stages from accelerations, per step.
pub(crate) const RATES: [[f64; STAGES]; STAGES] = [
    [(88.0 - 7.0 * ROOT_6) / 360.0, (296.0 - 169.0 * ROOT_6) / 1800.0, (-2.0 + 3.0 * ROOT_6) / 225.0],
    [(296.0 + 169.0 * ROOT_6) / 1800.0, (88.0 + 7.0 * ROOT_6) / 360.0, (-2.0 - 3.0 * ROOT_6) / 225.0],
    [(16.0 - ROOT_6) / 36.0, (16.0 + ROOT_6) / 36.0, 1.0 / 9.0],
];

/// A²: coordinates at the stages from accelerations, per square of the step.
pub(crate) const POSITIONS: [[f64; STAGES]; STAGES] = product(&RATES, &RATES);

/// The real eigenvalue of A⁻¹, 3 + ∛3 − ∛9.
const INVERSE_REAL: f64 = 3.637_834_252_744_496;
/// Real and imaginary part of the others.
const INVERSE_PAIR: [f64; 2] = [2.681_082_873_627_752, 3.050_430_199_247_410_5];

/// The real eigenvalue of A.
pub(crate) const REAL: f64 = 1.0 / INVERSE_REAL;

/// An eigenvalue a + i b of A: multiplication of w₂ + i w₃ by it is what A does to the transformed stages 2 and 3.
pub(crate) const PAIR: [f64; 2] = {
    let [a, b] = INVERSE_PAIR;
    let square = a * a + b * b;
    [a / square, b / square]
};

/// T: stages from transformed ones.
pub(crate) const BACK: [[f64; STAGES]; STAGES] = [
    [0.094_438_762_488_975_24, -0.141_255_295_020_954_2, 0.030_029_194_105_147_424],
    [0.250_213_122_965_333_3, 0.204_129_352_293_799_94, -0.382_942_112_757_261_9],
    [1.0, 1.0, 0.0],
];

/// T⁻¹.
pub(crate) const APART: [[f64; STAGES]; STAGES] = [
    [4.178_718_591_551_904, 0.327_682_820_761_062_37, 0.523_376_445_499_449_5],
    [-4.178_718_591_551_904, -0.327_682_820_761_062_37, 0.476_623_554_500_550_44],
    [0.502_872_634_945_786_8, -2.571_926_949_855_605, 0.596_039_204_828_224_9],
];

/// Weights of the differences of the stages from the start in the estimate of the error.
const ERROR: [f64; STAGES] = [-(13.0 + 7.0 * ROOT_6) / 3.0, (-13.0 + 7.0 * ROOT_6) / 3.0, -1.0 / 3.0];

/// The same weights of accelerations, for rates and (per step) for coordinates.
pub(crate) const RATE_ERROR: [f64; STAGES] = weighted(&RATES);
pub(crate) const POSITION_ERROR: [f64; STAGES] = weighted(&POSITIONS);

const fn product(a: &[[f64; STAGES]; STAGES], b: &[[f64; STAGES]; STAGES]) -> [[f64; STAGES]; STAGES] {
    let mut c = [[0.0; STAGES]; STAGES];
    let mut i = 0;
    while i < STAGES * STAGES * STAGES {
        let (row, column, k) = (i / 9, i / 3 % 3, i % 3);
        c[row][column] += a[row][k] * b[k][column];
        i += 1;
    }
    c
}

const fn weighted(a: &[[f64; STAGES]; STAGES]) -> [f64; STAGES] {
    let mut sums = [0.0; STAGES];
    let mut i = 0;
    while i < STAGES * STAGES {
        sums[i % 3] += ERROR[i / 3] * a[i / 3][i % 3];
        i += 1;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_up_to_the_order_are_integrated_exactly() {
        for (i, row) in RATES.iter().enumerate() {
            for power in 0..STAGES {
                let sum: f64 = row.iter().zip(NODES).map(|(a, c)| a * c.powi(power as i32)).sum();
                let exact = NODES[i].powi(power as i32 + 1) / (power + 1) as f64;
                assert!((sum - exact).abs() < 1e-15, "stage {i}, power {power}: {sum} {exact}");
            }
        }
        // The last stage is the solution: a quadrature of order 5.
        for power in 0..5 {
            let sum: f64 = RATES[2].iter().zip(NODES).map(|(b, c)| b * c.powi(power)).sum();
            assert!((sum - 1.0 / f64::from(power + 1)).abs() < 1e-15, "power {power}: {sum}");
        }
    }

    #[test]
    fn the_transformation_takes_the_stages_apart() {
        let unit = product(&APART, &BACK);
        let apart = product(&product(&APART, &RATES), &BACK);
        let [a, b] = PAIR;
        let blocks = [[REAL, 0.0, 0.0], [0.0, a, -b], [0.0, b, a]];
        for i in 0..STAGES {
            for j in 0..STAGES {
                assert!((unit[i][j] - f64::from(u8::from(i == j))).abs() < 1e-14, "{unit:?}");
                assert!((apart[i][j] - blocks[i][j]).abs() < 1e-14, "{apart:?} {blocks:?}");
            }
        }
    }

    /// The estimate is zero where a polynomial of third degree is the solution.
    #[test]
    fn the_estimate_is_of_third_order() {
        let sum: f64 = ERROR.iter().zip(NODES).map(|(e, c)| e * c).sum();
        assert!((sum + 1.0).abs() < 1e-14, "{sum}");
        for power in 2..=3 {
            let sum: f64 = ERROR.iter().zip(NODES).map(|(e, c)| e * c.powi(power)).sum();
            assert!(sum.abs() < 1e-14, "power {power}: {sum}");
        }
    }
}
