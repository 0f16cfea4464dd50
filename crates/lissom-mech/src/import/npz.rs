//! SciPy's `.npz` of a sparse matrix, and dense NumPy arrays in `.npz` or `.npy`.
//!
//! `scipy.sparse.save_npz` stores `format`, `shape`, `data` and, depending on the format, `indices` and `indptr`
//! (csr, csc, bsr), `row` and `col` (coo) or `offsets` (dia). `numpy.savez` stores arrays under their names.

use super::Importer;
use super::error::ImportError;
use super::matrix::{Completeness, Entries, ImportedMatrix, Layout, Storage};
use super::npy::{self, Array, Data};
use super::source::Source;
use super::zip;

/// Reads `.npz` and `.npy` files.
#[derive(Debug)]
pub struct Npz;

impl Importer for Npz {
    fn name(&self) -> &'static str {
        "npz"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["npz", "npy"]
    }

    fn describe(&self) -> &'static str {
        "SciPy sparse matrices (.npz) and dense NumPy arrays (.npz, .npy)"
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        source.head().starts_with(b"PK\x03\x04") || npy::is_npy(source.head())
    }

    fn read(&self, source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError> {
        let stem = source.stem().to_owned();
        let arrays = Arrays::read(source)?;
        if arrays.find("format").is_some() {
            return Ok(vec![sparse(&arrays, &stem)?]);
        }
        let tables = arrays.list.iter().filter(|(_, array)| array.shape.len() == 2);
        let matrices: Vec<_> =
            tables.map(|(name, array)| dense(&arrays.file, name, array)).collect::<Result<_, _>>()?;
        if matrices.is_empty() {
            let found = format!("the arrays {}", arrays.names());
            return Err(ImportError::whole(
                &arrays.file,
                "a sparse matrix of SciPy or a two-dimensional array",
                found,
            ));
        }
        Ok(matrices)
    }
}

/// The arrays of a file by name.
pub(super) struct Arrays {
    pub file: String,
    list: Vec<(String, Array)>,
}

impl Arrays {
    pub fn read(source: Source<'_>) -> Result<Self, ImportError> {
        let stem = source.stem().to_owned();
        let (file, content) = source.into_bytes()?;
        if npy::is_npy(&content) {
            let array = npy::read(&file, &content)?;
            return Ok(Self { file, list: vec![(stem, array)] });
        }
        let mut list = Vec::new();
        for member in zip::members(&file, &content)? {
            let name = member.name.strip_suffix(".npy").unwrap_or(&member.name).to_owned();
            list.push((name, npy::read(&format!("{file}/{}", member.name), &member.content)?));
        }
        Ok(Self { file, list })
    }

    pub fn find(&self, name: &str) -> Option<&Array> {
        self.list.iter().find(|(known, _)| known == name).map(|(_, array)| array)
    }

    pub fn names(&self) -> String {
        self.list.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn demand(&self, name: &str) -> Result<&Array, ImportError> {
        let found = || format!("the arrays {}", self.names());
        self.find(name).ok_or_else(|| ImportError::whole(&self.file, format!("an array `{name}`"), found()))
    }

    /// An array of whole numbers.
    pub fn integers(&self, name: &str) -> Result<&[i64], ImportError> {
        match &self.demand(name)?.data {
            Data::Integer(values) => Ok(values),
            _ => Err(self.wrong(name, "whole numbers")),
        }
    }

    fn wrong(&self, name: &str, expected: &str) -> ImportError {
        ImportError::whole(&self.file, format!("{expected} in the array `{name}`"), "something else")
    }

    /// Indices that stay below `limit`.
    fn indices(&self, name: &str, limit: usize) -> Result<Vec<u32>, ImportError> {
        let index = |&value: &i64| u32::try_from(value).ok().filter(|&index| (index as usize) < limit);
        let indices: Option<Vec<u32>> = self.integers(name)?.iter().map(index).collect();
        indices.ok_or_else(|| self.wrong(name, &format!("numbers from 0 to {}", limit.saturating_sub(1))))
    }
}

/// Puts the number at `place` of an array among the entries; false if it is not finite.
fn add(entries: &mut Entries, row: u32, col: u32, data: &Data, place: usize) -> bool {
    match data {
        Data::Double(values) => {
            entries.add(row, col, values[place]);
            values[place].is_finite()
        }
        Data::Single(values) => {
            entries.add_single(row, col, values[place]);
            values[place].is_finite()
        }
        Data::Integer(values) => {
            entries.add(row, col, values[place] as f64);
            true
        }
        Data::Text(_) => false,
    }
}

fn is_zero(data: &Data, place: usize) -> bool {
    match data {
        Data::Double(values) => values[place] == 0.0,
        Data::Single(values) => values[place] == 0.0,
        Data::Integer(values) => values[place] == 0,
        Data::Text(_) => false,
    }
}

fn count(data: &Data) -> usize {
    match data {
        Data::Double(values) => values.len(),
        Data::Single(values) => values.len(),
        Data::Integer(values) => values.len(),
        Data::Text(_) => 0,
    }
}

fn not_finite(file: &str, row: u32, col: u32) -> ImportError {
    let found = format!("none in row {}, column {}", row + 1, col + 1);
    ImportError::whole(file, "finite numbers", found)
}

fn layout(rows: usize, cols: usize) -> Layout {
    Layout { rows, cols, storage: Storage::Full, completeness: Completeness::Declared }
}

fn dense(file: &str, name: &str, array: &Array) -> Result<ImportedMatrix, ImportError> {
    let (rows, cols) = (array.shape[0], array.shape[1]);
    if count(&array.data) != rows * cols || rows.max(cols) >= u32::MAX as usize {
        return Err(ImportError::whole(file, format!("numbers in the array `{name}`"), "something else"));
    }
    let mut entries = Entries::default();
    for place in 0..rows * cols {
        let (row, col) =
            if array.fortran_order { (place % rows, place / rows) } else { (place / cols, place % cols) };
        let (row, col) = (row as u32, col as u32);
        if !is_zero(&array.data, place) && !add(&mut entries, row, col, &array.data, place) {
            return Err(not_finite(file, row, col));
        }
    }
    entries.into_matrix(file, name, layout(rows, cols))
}

fn sparse(arrays: &Arrays, name: &str) -> Result<ImportedMatrix, ImportError> {
    let Data::Text(format) = &arrays.demand("format")?.data else {
        return Err(arrays.wrong("format", "text"));
    };
    let shape: Vec<usize> =
        arrays.integers("shape")?.iter().filter_map(|&size| usize::try_from(size).ok()).collect();
    let &[rows, cols] = &shape[..] else { return Err(arrays.wrong("shape", "two sizes")) };
    if rows.max(cols) >= u32::MAX as usize {
        return Err(arrays.wrong("shape", "plausible sizes"));
    }
    let entries = match format.as_str() {
        "csc" => compressed(arrays, cols, rows, |inner, outer| (inner, outer))?,
        "csr" => compressed(arrays, rows, cols, |inner, outer| (outer, inner))?,
        "coo" => coordinates(arrays, rows, cols)?,
        other => {
            let expected = "a matrix in the format csc, csr or coo (convert with `.tocsc()`)";
            return Err(ImportError::whole(&arrays.file, expected, format!("`{other}`")));
        }
    };
    entries.into_summed_matrix(&arrays.file, name, layout(rows, cols))
}

fn coordinates(arrays: &Arrays, rows: usize, cols: usize) -> Result<Entries, ImportError> {
    let data = &arrays.demand("data")?.data;
    let (row_of, col_of) = (arrays.indices("row", rows)?, arrays.indices("col", cols)?);
    if row_of.len() != count(data) || col_of.len() != count(data) {
        return Err(arrays.wrong("data", "as many numbers as rows and columns are listed"));
    }
    let mut entries = Entries::default();
    for (place, (&row, &col)) in row_of.iter().zip(&col_of).enumerate() {
        if !add(&mut entries, row, col, data, place) {
            return Err(not_finite(&arrays.file, row, col));
        }
    }
    Ok(entries)
}

/// Rows or columns one after the other: `indptr` says where each begins.
fn compressed(
    arrays: &Arrays,
    outer_count: usize,
    inner_count: usize,
    place_of: impl Fn(u32, u32) -> (u32, u32),
) -> Result<Entries, ImportError> {
    let data = &arrays.demand("data")?.data;
    let inner = arrays.indices("indices", inner_count)?;
    let starts = arrays.integers("indptr")?;
    let covers = starts.first() == Some(&0) && starts.last() == i64::try_from(count(data)).ok().as_ref();
    let ascends = starts.windows(2).all(|pair| pair[0] <= pair[1]);
    if starts.len() != outer_count + 1 || !covers || !ascends || inner.len() != count(data) {
        let expected = format!("{} ascending starts that cover the data", outer_count + 1);
        return Err(arrays.wrong("indptr", &expected));
    }
    let mut entries = Entries::default();
    for (outer, bounds) in starts.windows(2).enumerate() {
        let range = bounds[0] as usize..bounds[1] as usize;
        for (place, &index) in range.clone().zip(&inner[range]) {
            let (row, col) = place_of(index, outer as u32);
            if !add(&mut entries, row, col, data, place) {
                return Err(not_finite(&arrays.file, row, col));
            }
        }
    }
    Ok(entries)
}
