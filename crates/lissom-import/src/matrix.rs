//! A matrix from a file: its entries and the evidence of their completeness.

use super::digits::Digits;
use super::error::ImportError;
use lissom_linalg::Sparse;
use std::fmt;

/// What a row of a part's matrices belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dof {
    /// Number of the node; negative for nodes that a program made for itself.
    pub node: i64,
    /// 1, 2, 3: translation along x, y, z; 4, 5, 6: rotation about x, y, z.
    pub component: u8,
    /// Index of the point among those created from one node, from zero: shells and beams expanded into
    /// solids. Their exact positions are unknown.
    pub copy: u8,
}

impl fmt::Display for Dof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = match self.component {
            1 => "x",
            2 => "y",
            3 => "z",
            4 => "rotation about x",
            5 => "rotation about y",
            _ => "rotation about z",
        };
        match self.copy {
            0 => write!(f, "node {}, {component}", self.node),
            copy => write!(f, "node {} (copy {}), {component}", self.node, u16::from(copy) + 1),
        }
    }
}

/// Which entries a file lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// All of them.
    Full,
    /// Of a symmetric matrix those on and above the diagonal.
    Upper,
    /// Of a symmetric matrix those on and below the diagonal.
    Lower,
    /// Of a skew-symmetric matrix those below the diagonal.
    SkewLower,
}

/// Evidence that no entry is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// The file gives the number of entries, or ends with an end mark or a checksum.
    Declared,
    /// No count, but the file ends with the last diagonal entry, like a complete one.
    Plausible,
    /// Truncation at the end of a line cannot be detected.
    Unknown,
}

/// A matrix read from a file.
#[derive(Clone, Debug)]
pub struct ImportedMatrix {
    /// Its name in the file, or the name of the file where it has none.
    pub name: String,
    /// The entries, both triangles.
    pub matrix: Sparse,
    /// Which entries the file lists.
    pub storage: Storage,
    /// Entries listed in the file [-].
    pub stored: usize,
    /// Significant digits of its numbers [-]; 15 and above is all that a double can hold.
    pub digits: usize,
    /// Evidence that no entry is missing.
    pub completeness: Completeness,
    /// What each row belongs to, if given in the file.
    pub dofs: Option<Vec<Dof>>,
}

impl ImportedMatrix {
    /// The number of rows [-].
    pub fn rows(&self) -> usize {
        self.matrix.rows()
    }

    /// The number of columns [-].
    pub fn cols(&self) -> usize {
        self.matrix.cols()
    }
}

/// Matrices up to this size may have any number of entries.
const ALWAYS_PLAUSIBLE: usize = 1 << 20;
/// A larger matrix with fewer than one entry per this many rows is implausible.
const EMPTIEST: usize = 16;

/// The entries of a matrix while they are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    list: Vec<(u32, u32, f64)>,
    digits: Digits,
    above: bool,
    below: bool,
}

/// The shape of a matrix and how a file stores it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub rows: usize,
    pub cols: usize,
    pub storage: Storage,
    pub completeness: Completeness,
}

impl Entries {
    pub fn add(&mut self, row: u32, col: u32, value: f64) {
        self.digits.note(value);
        self.place(row, col, value);
    }

    /// An entry that was written as text.
    pub fn add_written(&mut self, row: u32, col: u32, value: f64, text: &str) {
        self.digits.note_written(value, text);
        self.place(row, col, value);
    }

    /// An entry that was stored in single precision.
    pub fn add_single(&mut self, row: u32, col: u32, value: f32) {
        self.digits.note_single(value);
        self.place(row, col, f64::from(value));
    }

    fn place(&mut self, row: u32, col: u32, value: f64) {
        self.above |= row < col;
        self.below |= row > col;
        self.list.push((row, col, value));
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        self.list.iter().copied()
    }

    pub fn last(&self) -> Option<(u32, u32, f64)> {
        self.list.last().copied()
    }

    /// One more than the largest row or column number.
    pub fn span(&self) -> usize {
        self.list.iter().map(|&(row, col, _)| row.max(col) as usize + 1).max().unwrap_or(0)
    }

    /// The storage of a symmetric matrix whose file does not name it: one triangle, if the other is empty.
    pub fn storage(&self) -> Storage {
        match (self.above, self.below) {
            (true, false) => Storage::Upper,
            (false, true) => Storage::Lower,
            _ => Storage::Full,
        }
    }

    /// Makes the matrix; nothing may be listed twice.
    pub fn into_matrix(self, file: &str, name: &str, layout: Layout) -> Result<ImportedMatrix, ImportError> {
        self.build(file, name, layout, Twice::Refused)
    }

    /// Makes the matrix; entries listed twice are added up, as the format requires.
    pub fn into_summed_matrix(
        self,
        file: &str,
        name: &str,
        layout: Layout,
    ) -> Result<ImportedMatrix, ImportError> {
        self.build(file, name, layout, Twice::Summed)
    }

    fn build(
        self,
        file: &str,
        name: &str,
        layout: Layout,
        twice: Twice,
    ) -> Result<ImportedMatrix, ImportError> {
        check_shape(file, name, &layout, self.list.len())?;
        let matrix = compress(&self.list, &layout, twice).map_err(|(row, col)| {
            let expected = format!("every entry of {name} once");
            ImportError::whole(file, expected, format!("row {}, column {} twice", row + 1, col + 1))
        })?;
        Ok(ImportedMatrix {
            name: name.to_owned(),
            matrix,
            storage: layout.storage,
            stored: self.list.len(),
            digits: self.digits.most(),
            completeness: layout.completeness,
            dofs: None,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Twice {
    Refused,
    Summed,
}

fn check_shape(file: &str, name: &str, layout: &Layout, stored: usize) -> Result<(), ImportError> {
    let Layout { rows, cols, storage, .. } = *layout;
    let largest = rows.max(cols);
    // A damaged size must not reserve memory for billions of empty columns.
    if largest >= u32::MAX as usize || (largest > ALWAYS_PLAUSIBLE && stored < largest / EMPTIEST) {
        let found = format!("{rows} × {cols} with {stored} entries");
        return Err(ImportError::whole(file, format!("a plausible size of {name}"), found));
    }
    if storage != Storage::Full && rows != cols {
        let found = format!("{rows} rows and {cols} columns");
        return Err(ImportError::whole(file, format!("a square matrix {name}, being symmetric"), found));
    }
    Ok(())
}

/// Compressed columns of a list of entries; the first pair met twice where that is refused.
fn compress(list: &[(u32, u32, f64)], layout: &Layout, twice: Twice) -> Result<Sparse, (u32, u32)> {
    let mirror = match layout.storage {
        Storage::Full => None,
        Storage::Upper | Storage::Lower => Some(1.0),
        Storage::SkewLower => Some(-1.0),
    };
    let mut next = vec![0usize; layout.cols + 1];
    for &(row, col, _) in list {
        next[col as usize + 1] += 1;
        if mirror.is_some() && row != col {
            next[row as usize + 1] += 1;
        }
    }
    for col in 0..layout.cols {
        next[col + 1] += next[col];
    }
    let bounds = next.clone();
    let mut sorted = vec![(0u32, 0.0f64); bounds[layout.cols]];
    let mut put = |row: u32, col: u32, value: f64| {
        sorted[next[col as usize]] = (row, value);
        next[col as usize] += 1;
    };
    for &(row, col, value) in list {
        put(row, col, value);
        if let Some(sign) = mirror.filter(|_| row != col) {
            put(col, row, sign * value);
        }
    }
    let mut columns = Columns::with_capacity(layout.cols, sorted.len());
    for col in 0..layout.cols {
        columns.push(&mut sorted[bounds[col]..bounds[col + 1]], twice).map_err(|row| (row, col as u32))?;
    }
    Ok(Sparse::from_columns(layout.rows, columns.starts, columns.rows, columns.values))
}

struct Columns {
    starts: Vec<usize>,
    rows: Vec<u32>,
    values: Vec<f64>,
}

impl Columns {
    fn with_capacity(cols: usize, entries: usize) -> Self {
        let mut starts = Vec::with_capacity(cols + 1);
        starts.push(0);
        Self { starts, rows: Vec::with_capacity(entries), values: Vec::with_capacity(entries) }
    }

    fn push(&mut self, entries: &mut [(u32, f64)], twice: Twice) -> Result<(), u32> {
        entries.sort_by_key(|&(row, _)| row);
        let begin = self.rows.len();
        for &(row, value) in entries.iter() {
            if self.rows.len() == begin || self.rows.last() != Some(&row) {
                self.rows.push(row);
                self.values.push(value);
            } else if twice == Twice::Refused {
                return Err(row);
            } else if let Some(sum) = self.values.last_mut() {
                *sum += value;
            }
        }
        self.starts.push(self.rows.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(n: usize, storage: Storage) -> Layout {
        Layout { rows: n, cols: n, storage, completeness: Completeness::Unknown }
    }

    #[test]
    fn one_triangle_becomes_two() {
        let mut entries = Entries::default();
        [(0, 0, 2.0), (0, 1, -1.5), (1, 1, 3.0)].into_iter().for_each(|(i, j, a)| entries.add(i, j, a));
        assert_eq!((entries.storage(), entries.span()), (Storage::Upper, 2));
        let read = entries.into_matrix("f", "K", layout(2, Storage::Upper)).unwrap();
        assert_eq!(
            (read.matrix.get(1, 0), read.matrix.get(0, 1), read.stored, read.digits),
            (-1.5, -1.5, 3, 2)
        );
    }

    #[test]
    fn entries_listed_twice_are_refused_or_summed() {
        let mut entries = Entries::default();
        [(0, 0, 2.0), (1, 0, 1.0), (0, 0, 2.0)].into_iter().for_each(|(i, j, a)| entries.add(i, j, a));
        let refused = entries.clone().into_matrix("f", "K", layout(2, Storage::Full)).unwrap_err();
        assert_eq!(refused.to_string(), "f: expected every entry of K once, found row 1, column 1 twice");
        let summed = entries.into_summed_matrix("f", "K", layout(2, Storage::Full)).unwrap();
        assert_eq!(summed.matrix.get(0, 0), 4.0);
    }

    #[test]
    fn implausible_sizes_are_refused_before_memory_is_reserved() {
        let mut entries = Entries::default();
        entries.add(0, 0, 1.0);
        assert!(entries.into_matrix("f", "K", layout(4_000_000_000, Storage::Full)).is_err());
    }
}
