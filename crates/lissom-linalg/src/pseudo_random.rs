//! A small deterministic generator: start vectors and trial right-hand sides must be the same in every run.

/// The generator SplitMix64, \[Steele2014\].
#[derive(Debug, Clone)]
pub(crate) struct PseudoRandom {
    state: u64,
}

impl PseudoRandom {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number of the sequence, uniform in [−1, 1).
    pub fn symmetric(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_centred_and_spread() {
        let mut random = PseudoRandom::new(2);
        let numbers: Vec<f64> = (0..10_000).map(|_| random.symmetric()).collect();
        assert!(numbers.iter().all(|x| (-1.0..1.0).contains(x)));
        assert!(numbers.iter().sum::<f64>().abs() < 200.0);
        let square: f64 = numbers.iter().map(|x| x * x).sum();
        assert!((square / 10_000.0 - 1.0 / 3.0).abs() < 0.02);
    }
}
