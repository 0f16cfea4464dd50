//! State spaces that other programs wrote: A, B, C, D, the sampling period and names of signals.
//!
//! Files are MAT-files of level 5 (also a structure with the fields A, B, C, D), NumPy archives and JSON objects. The period is
//! `dt` or `Ts`, zero where the system is continuous. Names are `InputName` and `OutputName`.

use super::error::ImportError;
use super::mat;
use super::matrix::ImportedMatrix;
use super::npy::{Array, Data};
use super::npz::Arrays;
use super::source::{FileWindow, Source};
use lissom_model::model::StateSpaceFile;
use serde_json::Value;

/// Most states, inputs and outputs: a controller is not a mesh.
const MOST: usize = 2000;
const MATRICES: [&str; 4] = ["A", "B", "C", "D"];
const PERIODS: [&str; 2] = ["dt", "Ts"];

/// What a file holds, by name.
#[derive(Default)]
struct Found {
    matrices: Vec<(String, Vec<Vec<f64>>)>,
    texts: Vec<(String, Vec<String>)>,
    /// Periods that are only said to be there (`dt = True`).
    unstated: Vec<String>,
}

/// Reads a state space.
///
/// # Errors
/// When the file cannot be read, is damaged, or does not hold a state space.
pub fn read_state_space(path: &str, window: &dyn FileWindow) -> Result<StateSpaceFile, ImportError> {
    let source = Source::open(path, window)?;
    let head = source.head();
    let found = if mat::is_mat(head) {
        of_mat(source)?
    } else if head.starts_with(b"PK\x03\x04") {
        of_archive(source)?
    } else if source.first_line().trim_start().starts_with('{') {
        of_json(source)?
    } else {
        // Content of a file that is not a state space is not shown.
        let expected = "a MAT-file of level 5, a NumPy archive (.npz) or a JSON object with A, B, C and D";
        return Err(ImportError::whole(path, expected, "a file of another kind"));
    };
    let system = found.into_system(path)?;
    check(&system)?;
    Ok(system)
}

fn of_mat(source: Source<'_>) -> Result<Found, ImportError> {
    let file = source.name().to_owned();
    let arrays = mat::read_with_texts(source)?;
    let mut found =
        Found { texts: arrays.texts.unwrap_or_default(), unstated: arrays.flags, ..Found::default() };
    for matrix in &arrays.matrices {
        if is_wanted(&matrix.name) {
            found.matrices.push((matrix.name.clone(), rows_of(&file, matrix)?));
        }
    }
    Ok(found)
}

/// Whether a name is that of a matrix or period, alone or in a structure.
fn is_wanted(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    MATRICES.contains(&last) || PERIODS.contains(&last)
}

fn rows_of(file: &str, matrix: &ImportedMatrix) -> Result<Vec<Vec<f64>>, ImportError> {
    check_size(file, &matrix.name, matrix.rows(), matrix.cols())?;
    let mut rows = vec![vec![0.0; matrix.cols()]; matrix.rows()];
    matrix.matrix.iter().for_each(|(i, j, value)| rows[i][j] = value);
    Ok(rows)
}

fn check_size(file: &str, name: &str, rows: usize, cols: usize) -> Result<(), ImportError> {
    if rows.max(cols) <= MOST {
        return Ok(());
    }
    let expected = format!("a controller of at most {MOST} states, inputs and outputs");
    Err(ImportError::whole(file, expected, format!("{name} of {rows} × {cols}")))
}

fn of_archive(source: Source<'_>) -> Result<Found, ImportError> {
    let arrays = Arrays::read(source)?;
    let mut found = Found::default();
    for (name, array) in &arrays.list {
        match &array.data {
            Data::Text(texts) => found.texts.push((name.clone(), texts.clone())),
            _ if array.is_flag && PERIODS.contains(&name.as_str()) => found.unstated.push(name.clone()),
            _ if is_wanted(name) => {
                found.matrices.push((name.clone(), rows_of_array(&arrays.file, name, array)?));
            }
            _ => {}
        }
    }
    Ok(found)
}

/// A number is a matrix of one entry; a list is a column of B and a row of others.
fn rows_of_array(file: &str, name: &str, array: &Array) -> Result<Vec<Vec<f64>>, ImportError> {
    let (rows, cols) = match (&array.shape[..], name) {
        ([], _) => (1, 1),
        (&[n], "B") => (n, 1),
        (&[n], _) => (1, n),
        (&[rows, cols], _) => (rows, cols),
        _ => return Err(ImportError::whole(file, format!("a matrix {name}"), format!("{:?}", array.shape))),
    };
    check_size(file, name, rows, cols)?;
    let value = |place: usize| match &array.data {
        Data::Double(values) => values[place],
        Data::Single(values) => f64::from(values[place]),
        Data::Integer(values) => values[place] as f64,
        Data::Text(_) => f64::NAN,
    };
    let place = |i: usize, j: usize| if array.fortran_order { i + j * rows } else { i * cols + j };
    Ok((0..rows).map(|i| (0..cols).map(|j| value(place(i, j))).collect()).collect())
}

fn of_json(source: Source<'_>) -> Result<Found, ImportError> {
    let (file, bytes) = source.into_bytes()?;
    let object: Value = serde_json::from_slice(&bytes)
        .map_err(|error| ImportError::whole(&file, "a JSON object", error.to_string()))?;
    let mut found = Found::default();
    for (name, value) in object.as_object().into_iter().flatten() {
        if let (Value::Bool(true), true) = (value, PERIODS.contains(&name.as_str())) {
            found.unstated.push(name.clone());
        } else if is_wanted(name) && !value.is_null() {
            found.matrices.push((name.clone(), rows_of_json(&file, name, value)?));
        } else if let Some(texts) = texts_of_json(value) {
            found.texts.push((name.clone(), texts));
        }
    }
    Ok(found)
}

fn texts_of_json(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(vec![text.clone()]),
        Value::Array(items) => items.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
        _ => None,
    }
}

fn rows_of_json(file: &str, name: &str, value: &Value) -> Result<Vec<Vec<f64>>, ImportError> {
    let wrong = |found: String| ImportError::whole(file, format!("rows of finite numbers in {name}"), found);
    let number = |item: &Value| item.as_f64().ok_or_else(|| wrong(short(item)));
    let row = |items: &Vec<Value>| items.iter().map(number).collect::<Result<Vec<f64>, _>>();
    let rows = match value {
        Value::Array(items) if items.iter().all(Value::is_array) => {
            let each = items.iter().filter_map(Value::as_array).map(row);
            each.collect::<Result<Vec<_>, _>>()?
        }
        Value::Array(items) if name == "B" => {
            items.iter().map(|item| Ok(vec![number(item)?])).collect::<Result<_, _>>()?
        }
        Value::Array(items) => vec![row(items)?],
        item => vec![vec![number(item)?]],
    };
    let cols = rows.first().map_or(0, Vec::len);
    check_size(file, name, rows.len(), cols)?;
    match rows.iter().position(|row| row.len() != cols) {
        None => Ok(rows),
        Some(at) => Err(wrong(format!("{} numbers in row {}, {cols} in the first", rows[at].len(), at + 1))),
    }
}

/// A value of a file, shortened for a message.
fn short(value: &Value) -> String {
    let text: String = value.to_string().chars().take(40).collect();
    format!("`{text}`")
}

impl Found {
    /// The state space: of the file itself, or of the only structure that has one.
    fn into_system(self, path: &str) -> Result<StateSpaceFile, ImportError> {
        let prefix = self.prefix(path)?;
        let full = |name: &str| format!("{prefix}{name}");
        let matrix = |name: &str| {
            let found = self.matrices.iter().find(|(known, _)| *known == full(name));
            found.map(|(_, rows)| rows.clone()).filter(|rows| rows.iter().any(|row| !row.is_empty()))
        };
        let [a, b, c, d] = MATRICES.map(matrix);
        let missing = |names: &str| {
            let known: Vec<&str> = self.matrices.iter().map(|(name, _)| name.as_str()).collect();
            let listed = if known.is_empty() { "none of them".to_owned() } else { known.join(", ") };
            ImportError::whole(path, names, listed)
        };
        let named = |name: &str| {
            let found = self.texts.iter().find(|(known, _)| *known == full(name));
            found.map_or(Vec::new(), |(_, texts)| texts.clone())
        };
        let system = StateSpaceFile {
            path: path.to_owned(),
            period: self.period(path, &prefix)?,
            inputs: named("InputName"),
            outputs: named("OutputName"),
            ..StateSpaceFile::default()
        };
        match (a, b, c, d) {
            (None, None, None, Some(d)) => Ok(StateSpaceFile { d, ..system }),
            (Some(a), Some(b), Some(c), d) => {
                let cols = b.first().map_or(0, Vec::len);
                let d = d.unwrap_or_else(|| vec![vec![0.0; cols]; c.len()]);
                Ok(StateSpaceFile { a, b, c, d, ..system })
            }
            _ => Err(missing("the matrices A, B and C, and D, or D alone")),
        }
    }

    /// What stands before the names of the matrices: nothing, or the name of a structure.
    fn prefix(&self, path: &str) -> Result<String, ImportError> {
        let mut prefixes: Vec<&str> = Vec::new();
        for (name, _) in &self.matrices {
            let end = name.rfind('.').map_or(0, |at| at + 1);
            if MATRICES.contains(&&name[end..]) && !prefixes.contains(&&name[..end]) {
                prefixes.push(&name[..end]);
            }
        }
        match prefixes[..] {
            [] => Err(ImportError::whole(path, "the matrices A, B, C and D", "none of them")),
            [one] => Ok(one.to_owned()),
            _ if prefixes.contains(&"") => Ok(String::new()),
            _ => {
                let names: Vec<&str> = prefixes.iter().map(|prefix| prefix.trim_end_matches('.')).collect();
                Err(ImportError::whole(path, "one state space", format!("several: {}", names.join(", "))))
            }
        }
    }

    /// The sampling period; negative ones and `dt = True` do not say which.
    fn period(&self, path: &str, prefix: &str) -> Result<Option<f64>, ImportError> {
        let wanted = PERIODS.map(|name| format!("{prefix}{name}"));
        if self.unstated.iter().any(|name| wanted.contains(name)) {
            return Ok(None);
        }
        let Some((name, rows)) = self.matrices.iter().find(|(name, _)| wanted.contains(name)) else {
            return Ok(None);
        };
        match rows[..] {
            [ref row] if row.len() == 1 => Ok(Some(row[0]).filter(|period| *period >= 0.0)),
            _ => Err(ImportError::whole(path, format!("one number in {name}"), "something else")),
        }
    }
}

/// Finite numbers and shapes that fit together.
fn check(system: &StateSpaceFile) -> Result<(), ImportError> {
    let StateSpaceFile { path, a, b, c, d, period, .. } = system;
    let entries = [a, b, c, d].into_iter().flatten().flatten().chain(period);
    if entries.into_iter().any(|value| !value.is_finite()) {
        return Err(ImportError::whole(path, "finite numbers", "NaN or infinity"));
    }
    let (n, inputs, outputs) = (a.len(), d.first().map_or(0, Vec::len), d.len());
    let fits = |matrix: &[Vec<f64>], rows: usize, cols: usize| {
        matrix.len() == rows && matrix.iter().all(|row| row.len() == cols)
    };
    if fits(a, n, n) && fits(b, n, inputs) && (n == 0 || fits(c, outputs, n)) && fits(d, outputs, inputs) {
        return Ok(());
    }
    let shape = |matrix: &[Vec<f64>]| format!("{} × {}", matrix.len(), matrix.first().map_or(0, Vec::len));
    let found = format!("A {}, B {}, C {}, D {}", shape(a), shape(b), shape(c), shape(d));
    Err(ImportError::whole(path, "matrices whose shapes fit together", found))
}
