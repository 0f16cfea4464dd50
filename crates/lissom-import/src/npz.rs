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
    pub list: Vec<(String, Array)>,
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
    let found = format!("NaN or infinity in row {}, column {}", row + 1, col + 1);
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
    let format = match &arrays.demand("format")?.data {
        Data::Text(texts) if texts.len() == 1 => &texts[0],
        _ => return Err(arrays.wrong("format", "text")),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn array(shape: &[usize], data: Data) -> Array {
        Array { shape: shape.to_vec(), fortran_order: false, is_flag: false, data }
    }

    fn integers(values: &[i64]) -> Array {
        array(&[values.len()], Data::Integer(values.to_vec()))
    }

    /// [[1, 0, 2], [0, 0, 3]] in the given format.
    fn stored(format: &str, indices: &[(&str, &[i64])], data: &[f64]) -> Arrays {
        let text = array(&[], Data::Text(vec![format.to_owned()]));
        let values = array(&[data.len()], Data::Double(data.to_vec()));
        let mut list = vec![("format".to_owned(), text), ("shape".to_owned(), integers(&[2, 3]))];
        list.push(("data".to_owned(), values));
        list.extend(indices.iter().map(|(name, values)| ((*name).to_owned(), integers(values))));
        Arrays { file: "a.npz".to_owned(), list }
    }

    #[test]
    fn all_sparse_formats_say_the_same() {
        let csr = stored("csr", &[("indices", &[0, 2, 2]), ("indptr", &[0, 2, 3])], &[1.0, 2.0, 3.0]);
        let csc = stored("csc", &[("indices", &[0, 0, 1]), ("indptr", &[0, 1, 1, 3])], &[1.0, 2.0, 3.0]);
        // Entries listed twice are summed: that is how SciPy reads this format.
        let coo = stored("coo", &[("row", &[1, 0, 0, 0]), ("col", &[2, 0, 2, 2])], &[3.0, 1.0, 0.5, 1.5]);
        for arrays in [csr, csc, coo] {
            let matrix = sparse(&arrays, "K").unwrap().matrix;
            let entries = [matrix.get(0, 0), matrix.get(0, 2), matrix.get(1, 2)];
            assert_eq!((matrix.rows(), matrix.cols(), entries, matrix.nnz()), (2, 3, [1.0, 2.0, 3.0], 3));
        }
    }

    #[test]
    fn contradictions_are_named() {
        let message = |arrays: &Arrays| sparse(arrays, "K").unwrap_err().to_string();
        let data = [1.0, 2.0, 3.0];
        let short = stored("csr", &[("indices", &[0, 2, 2]), ("indptr", &[0, 2])], &data);
        assert!(message(&short).contains("3 ascending starts"));
        let outside = stored("csr", &[("indices", &[0, 2, 7]), ("indptr", &[0, 2, 3])], &data);
        assert!(message(&outside).contains("numbers from 0 to 2 in the array `indices`"));
        let descending = stored("csc", &[("indices", &[0, 0, 1]), ("indptr", &[0, 3, 1, 3])], &data);
        assert!(message(&descending).contains("ascending"));
        let fewer = stored("coo", &[("row", &[1, 0]), ("col", &[2, 0])], &data);
        assert!(message(&fewer).contains("as many numbers"));
        let missing = stored("coo", &[("row", &[1, 0, 0])], &data);
        assert!(message(&missing).contains("an array `col`"));
        let other = stored("dia", &[("offsets", &[0])], &data);
        assert!(message(&other).contains("`dia`"));
        let infinite = stored("coo", &[("row", &[0]), ("col", &[1])], &[f64::INFINITY]);
        assert!(message(&infinite).contains("NaN or infinity in row 1, column 2"));
    }

    #[test]
    fn dense_arrays_are_read_in_both_orders() {
        let mut table = array(&[2, 2], Data::Single(vec![1.0, 2.0, 0.0, 4.0]));
        let by_rows = dense("a.npz", "K", &table).unwrap();
        assert_eq!((by_rows.matrix.get(0, 1), by_rows.matrix.get(1, 0), by_rows.matrix.nnz()), (2.0, 0.0, 3));
        table.fortran_order = true;
        assert_eq!(dense("a.npz", "K", &table).unwrap().matrix.get(1, 0), 2.0);
    }
}
