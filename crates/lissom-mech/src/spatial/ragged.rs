//! Rows of different lengths, one after the other.

use std::ops::{Index, IndexMut};

/// Rows of different lengths.
#[derive(Clone, Debug, Default)]
pub(super) struct Ragged<T> {
    entries: Vec<T>,
    starts: Vec<usize>,
}

impl<T: Clone> Ragged<T> {
    /// Rows with given lengths, all with the same entry.
    pub fn filled(lengths: impl Iterator<Item = usize>, entry: T) -> Self {
        let mut starts = vec![0];
        for length in lengths {
            starts.push(starts[starts.len() - 1] + length);
        }
        Self { entries: vec![entry; starts[starts.len() - 1]], starts }
    }

    /// Each entry changed.
    pub fn map<U>(&self, change: impl Fn(&T) -> U) -> Ragged<U> {
        Ragged { entries: self.entries.iter().map(change).collect(), starts: self.starts.clone() }
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        self.starts.windows(2).map(|pair| &self.entries[pair[0]..pair[1]])
    }
}

impl<T> Index<usize> for Ragged<T> {
    type Output = [T];

    fn index(&self, row: usize) -> &[T] {
        &self.entries[self.starts[row]..self.starts[row + 1]]
    }
}

impl<T> IndexMut<usize> for Ragged<T> {
    fn index_mut(&mut self, row: usize) -> &mut [T] {
        &mut self.entries[self.starts[row]..self.starts[row + 1]]
    }
}
