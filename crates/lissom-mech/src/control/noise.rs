//! Reproducible noise: a number for every sample, whatever was computed before.

use std::f64::consts::TAU;

/// A step of the generator SplitMix64: a mixing function whose values for successive arguments pass tests of randomness.
fn mixed(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A number between zero and one, zero excluded.
fn uniform(bits: u64) -> f64 {
    ((bits >> 11) + 1) as f64 / (1u64 << 53) as f64
}

/// A normally distributed number with standard deviation one, for a seed, a channel and a sample: the transformation of
/// Box and Muller.
pub(super) fn normal(seed: u64, channel: u64, sample: u64) -> f64 {
    let start = mixed(mixed(seed) ^ mixed(channel.wrapping_add(1) << 32) ^ sample.wrapping_mul(2));
    let (first, second) = (uniform(mixed(start)), uniform(mixed(start.wrapping_add(1))));
    (-2.0 * first.ln()).sqrt() * (TAU * second).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_normal_uncorrelated_and_reproducible() {
        let n = 20_000_u64;
        let all: Vec<f64> = (0..n).map(|k| normal(7, 0, k)).collect();
        let mean = all.iter().sum::<f64>() / n as f64;
        let variance = all.iter().map(|x| x * x).sum::<f64>() / n as f64;
        let fourth = all.iter().map(|x| x.powi(4)).sum::<f64>() / n as f64;
        let shifted = all.windows(2).map(|w| w[0] * w[1]).sum::<f64>() / n as f64;
        // Standard errors of these means are 1/√n, √(2/n), √(96/n) and 1/√n; five of them are allowed.
        let root = (n as f64).sqrt();
        assert!(mean.abs() < 5.0 / root && (variance - 1.0).abs() < 5.0 * 2.0_f64.sqrt() / root);
        assert!((fourth - 3.0).abs() < 5.0 * 96.0_f64.sqrt() / root && shifted.abs() < 5.0 / root);
        assert_eq!(normal(7, 0, 5).to_bits(), all[5].to_bits());
        assert!(normal(8, 0, 5) != all[5] && normal(7, 1, 5) != all[5]);
    }
}
