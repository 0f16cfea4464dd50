//! A basis as text, to be kept in a file: JSON with a version and the hash of the model it belongs to.

use crate::basis::{Basis, Column};
use crate::error::ReduceError;
use lissom_linalg::Dense;
use lissom_mech::{GeneralisedCoordinate, Size};
use serde_json::{Map, Value, json};

/// The supported format version.
const VERSION: u64 = 1;

/// Units a coordinate can have: text is mapped to one of these constants.
const UNITS: [&str; 3] = ["m", "rad", "-"];

/// Writes a basis for the coordinates of a full system.
#[must_use]
pub fn basis_to_text(basis: &Basis, coordinates: &[GeneralisedCoordinate], model_hash: &str) -> String {
    let column = |(j, column): (usize, &Column)| {
        json!({
            "name": column.coordinate.name,
            "unit": column.coordinate.unit,
            "large": column.coordinate.size == Size::Large,
            "reason": column.reason,
            "weight": column.weight,
            "vector": basis.vectors.column(j),
        })
    };
    let text = json!({
        "lissom_basis": VERSION,
        "model_sha256": model_hash,
        "method": basis.method,
        "promised_modes": basis.promised,
        "coordinates": coordinates.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(),
        "columns": basis.columns.iter().enumerate().map(column).collect::<Vec<_>>(),
        "singular_values": basis.singular_values,
    });
    format!("{text:#}\n")
}

/// Reads a basis for a model of the given hash and the coordinates of its full system.
///
/// # Errors
/// When the text is not a saved basis, or one for another model or other coordinates.
pub fn basis_from_text(
    text: &str,
    coordinates: &[GeneralisedCoordinate],
    model_hash: &str,
) -> Result<Basis, ReduceError> {
    let whole: Value =
        serde_json::from_str(text).map_err(|error| ReduceError::BadText { key: error.to_string() })?;
    let table = whole.as_object().ok_or_else(|| bad("the text is not a JSON object"))?;
    let found = number(table, "lissom_basis")? as u64;
    if found != VERSION {
        return Err(ReduceError::BadVersion { found, known: VERSION });
    }
    let hash = string(table, "model_sha256")?;
    if hash != model_hash {
        return Err(ReduceError::OtherModel { found: hash, expected: model_hash.to_owned() });
    }
    check_coordinates(table, coordinates)?;
    let entries = list(table, "columns")?;
    let mut vectors = Dense::zeros(coordinates.len(), entries.len());
    let mut columns = Vec::with_capacity(entries.len());
    for (j, entry) in entries.iter().enumerate() {
        let entry = entry.as_object().ok_or_else(|| bad("`columns` must contain tables"))?;
        let vector = numbers(entry, "vector")?;
        if vector.len() != coordinates.len() {
            return Err(bad("`vector` must have one entry per coordinate"));
        }
        vectors.column_mut(j).copy_from_slice(&vector);
        columns.push(read_column(entry)?);
    }
    Ok(Basis {
        method: string(table, "method")?,
        vectors,
        columns,
        singular_values: numbers(table, "singular_values")?,
        promised: number(table, "promised_modes")? as usize,
    })
}

fn check_coordinates(
    table: &Map<String, Value>,
    coordinates: &[GeneralisedCoordinate],
) -> Result<(), ReduceError> {
    let names = list(table, "coordinates")?;
    for at in 0..names.len().max(coordinates.len()) {
        let found = names.get(at).and_then(Value::as_str).unwrap_or("nothing");
        let expected = coordinates.get(at).map_or("nothing", |c| c.name.as_str());
        if found != expected {
            let (found, expected) = (found.to_owned(), expected.to_owned());
            return Err(ReduceError::OtherCoordinates { at, found, expected });
        }
    }
    Ok(())
}

fn read_column(entry: &Map<String, Value>) -> Result<Column, ReduceError> {
    let unit = string(entry, "unit")?;
    let unit =
        UNITS.iter().copied().find(|known| **known == *unit).ok_or_else(|| bad("`unit` is unknown"))?;
    let large = entry.get("large").and_then(Value::as_bool).ok_or_else(|| bad("`large` is missing"))?;
    let size = if large { Size::Large } else { Size::Small };
    Ok(Column {
        coordinate: GeneralisedCoordinate { name: string(entry, "name")?, unit, size },
        reason: string(entry, "reason")?,
        weight: number(entry, "weight")?,
    })
}

pub(crate) fn bad(what: &str) -> ReduceError {
    ReduceError::BadText { key: what.to_owned() }
}

pub(crate) fn missing(key: &str) -> ReduceError {
    ReduceError::BadText { key: format!("`{key}` is missing or of the wrong kind") }
}

pub(crate) fn string(table: &Map<String, Value>, key: &str) -> Result<String, ReduceError> {
    table.get(key).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| missing(key))
}

pub(crate) fn number(table: &Map<String, Value>, key: &str) -> Result<f64, ReduceError> {
    table.get(key).and_then(Value::as_f64).ok_or_else(|| missing(key))
}

pub(crate) fn list<'a>(table: &'a Map<String, Value>, key: &str) -> Result<&'a Vec<Value>, ReduceError> {
    table.get(key).and_then(Value::as_array).ok_or_else(|| missing(key))
}

pub(crate) fn numbers(table: &Map<String, Value>, key: &str) -> Result<Vec<f64>, ReduceError> {
    list(table, key)?.iter().map(|value| value.as_f64().ok_or_else(|| missing(key))).collect()
}
