//! Hash maps for small trusted keys.
//!
//! The keys are places in a store and nodes of a few words, and a derivation looks them up millions of times. The hasher of
//! the standard library guards against keys chosen to collide and costs more than the rest of a lookup; here a rotation
//! and a multiplication per word are enough.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// An odd number with well-mixed bits: 2⁶⁴ divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes word by word.
#[derive(Clone, Copy, Default, Debug)]
pub struct WordHasher(u64);

impl WordHasher {
    const fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.mix(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    fn write_i64(&mut self, value: i64) {
        self.mix(value.cast_unsigned());
    }

    fn write_isize(&mut self, value: isize) {
        self.mix(value.cast_unsigned() as u64);
    }

    /// A multiplication mixes upwards, and tables use the lowest bits: the halves are exchanged.
    fn finish(&self) -> u64 {
        self.0.rotate_left(32)
    }
}

/// A map from small keys, such as an [`Expr`](crate::Expr).
pub type WordMap<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// A set of small keys.
pub type WordSet<K> = HashSet<K, BuildHasherDefault<WordHasher>>;

/// An empty map with room for some keys.
pub(crate) fn map_with_room<K: Eq + Hash, V>(keys: usize) -> WordMap<K, V> {
    WordMap::with_capacity_and_hasher(keys, BuildHasherDefault::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The low bits choose the bucket and the high ones the tag: neither may repeat for consecutive keys.
    #[test]
    fn consecutive_keys_spread() {
        let hash = |key: u32| {
            let mut hasher = WordHasher::default();
            key.hash(&mut hasher);
            hasher.finish()
        };
        let low: HashSet<u64> = (0..4096).map(|key| hash(key) & 4095).collect();
        let high: HashSet<u64> = (0..4096).map(|key| hash(key) >> 57).collect();
        assert!(low.len() > 2048, "{} buckets for 4096 keys", low.len());
        assert!(high.len() > 100, "{} tags of 128", high.len());
    }
}
