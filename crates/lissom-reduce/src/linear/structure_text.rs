//! A reduced structure as text, to be kept in a file: JSON with a version and the hash of the model it belongs to.

use super::{LinearColumn, ReducedStructure, linear_reduction};
use crate::basis_text::{bad, list, missing, number, numbers, string};
use crate::error::ReduceError;
use lissom_linalg::{Dense, Sparse};
use lissom_mech::{
    Interface, InterfaceMotion, ModalDamping, Pattern, PointMotion, RigidBody, Structure, TURNING_AXES,
    TurningForms,
};
use serde_json::{Map, Value, json};

/// The key that holds the version of the format; no other text has it.
const FORMAT: &str = "lissom_reduced_structure";

/// The supported format version.
const VERSION: u64 = 3;

/// A larger basis is omitted: other programs need only the matrices.
const LARGEST_BASIS: usize = 4_000_000;

/// Units a motion of an interface can have: text is mapped to one of these constants.
const UNITS: [&str; 2] = ["m", "rad"];

/// Whether a text claims to be a reduced structure.
#[must_use]
pub fn is_structure_text(text: &str) -> bool {
    text.contains(FORMAT)
}

/// Writes the matrices row by row, the ports, and the basis over the rows of the full structure. `about`
/// describes where the full structure was linearised; [`structure_from_text`] returns it.
#[must_use]
pub fn structure_to_text(
    reduced: &ReducedStructure,
    full_rows: &[String],
    model_hash: &str,
    about: &str,
) -> String {
    let small = &reduced.structure;
    let columns_of =
        |matrix: &Dense| (0..matrix.cols()).map(|j| matrix.column(j).to_vec()).collect::<Vec<_>>();
    let basis = (reduced.vectors.as_slice().len() <= LARGEST_BASIS).then(|| columns_of(&reduced.vectors));
    let column = |c: &LinearColumn| json!({ "name": c.name, "reason": c.reason });
    let text = json!({
        FORMAT: VERSION,
        "model_sha256": model_hash,
        "about": about,
        "name": small.name,
        "method": reduced.method,
        "columns": reduced.columns.iter().map(column).collect::<Vec<_>>(),
        "mass": rows(&small.mass),
        "damping": rows(&small.damping),
        "stiffness": rows(&small.stiffness),
        "modal_damping": match &small.modal_damping {
            ModalDamping::Uniform(ratio) => json!(ratio),
            ModalDamping::ByEnergy(weighted) => json!(rows(weighted)),
        },
        "inputs": small.inputs.iter().map(pattern).collect::<Vec<_>>(),
        "outputs": small.outputs.iter().map(pattern).collect::<Vec<_>>(),
        "interfaces": small.interfaces.iter().map(interface).collect::<Vec<_>>(),
        "rigid_motions": columns_of(&small.rigid_candidates),
        "rigid_body": small.rigid_body.as_ref().map(|body| json!({
            "components": body.components(),
            "momenta": columns_of(&body.momenta),
            "inertia": columns_of(&body.inertia),
            "mass": body.mass,
            "centre": body.centre,
            "free": body.free,
            "resistance": body.resistance,
        })),
        "turning": small.turning.as_ref().map(|forms| json!({
            "softening": forms.softening.iter().map(columns_of).collect::<Vec<_>>(),
            "load": forms.load,
            "coriolis": forms.coriolis.iter().map(columns_of).collect::<Vec<_>>(),
            "origin": forms.origin,
        })),
        "exact": reduced.exact,
        "coordinates": full_rows,
        "basis": basis,
    });
    format!("{text}\n")
}

fn pattern(pattern: &Pattern) -> Value {
    json!({ "name": pattern.name, "unit": pattern.unit, "values": pattern.values })
}

fn interface(interface: &Interface) -> Value {
    let motion = |m: &InterfaceMotion| {
        let (rows, weights): (Vec<usize>, Vec<f64>) = m.entries.iter().copied().unzip();
        let of = m.of.map(|of| json!({ "component": of.component, "at": of.at }));
        json!({ "name": m.name, "unit": m.unit, "of": of, "rows": rows, "weights": weights })
    };
    json!({ "name": interface.name, "motions": interface.motions.iter().map(motion).collect::<Vec<_>>() })
}

fn rows(matrix: &Sparse) -> Vec<Vec<f64>> {
    let dense: Dense = matrix.to_dense();
    (0..dense.rows()).map(|i| (0..dense.cols()).map(|j| dense[(i, j)]).collect()).collect()
}

/// Reads a reduced structure as a part of another model: its matrices, interfaces and rigid motions.
///
/// # Errors
/// If the text is not a reduced structure, of another version, or its parts do not fit together.
pub fn part_from_text(text: &str) -> Result<Structure, ReduceError> {
    let whole = parsed(text)?;
    let table = versioned(&whole)?;
    small_structure(table, &columns(table)?)
}

fn parsed(text: &str) -> Result<Value, ReduceError> {
    serde_json::from_str(text).map_err(|error| ReduceError::BadText { key: error.to_string() })
}

fn versioned(whole: &Value) -> Result<&Map<String, Value>, ReduceError> {
    let table = whole.as_object().ok_or_else(|| bad("the text is not a JSON object"))?;
    let found = number(table, FORMAT)? as u64;
    if found == VERSION { Ok(table) } else { Err(ReduceError::BadVersion { found, known: VERSION }) }
}

fn columns(table: &Map<String, Value>) -> Result<Vec<LinearColumn>, ReduceError> {
    tables(table, "columns", |entry| {
        Ok(LinearColumn { name: string(entry, "name")?, reason: string(entry, "reason")? })
    })
}

/// Reads a reduced structure of a model with the given hash, and about which state it was made.
///
/// The error indicator is not kept, and the basis only where it was small enough: without it `vectors` has no rows.
///
/// # Errors
/// If the text is not a reduced structure, of another version, of another model, or its parts do not fit
/// together.
pub fn structure_from_text(text: &str, model_hash: &str) -> Result<(ReducedStructure, String), ReduceError> {
    let whole = parsed(text)?;
    let table = versioned(&whole)?;
    let hash = string(table, "model_sha256")?;
    if hash != model_hash {
        return Err(ReduceError::OtherModel { found: hash, expected: model_hash.to_owned() });
    }
    let columns = columns(table)?;
    let size = columns.len();
    let coordinates = list(table, "coordinates")?.len();
    let vectors = match table.get("basis") {
        Some(Value::Null) | None => Dense::zeros(0, size),
        Some(_) => column_list(table, "basis", coordinates)?,
    };
    if vectors.cols() != size {
        return Err(bad("`basis` must have one column per coordinate"));
    }
    let reduced = ReducedStructure {
        method: linear_reduction(&string(table, "method")?)?.name(),
        structure: small_structure(table, &columns)?,
        vectors,
        columns,
        indicator: None,
        exact: table.get("exact").and_then(Value::as_bool).ok_or_else(|| missing("exact"))?,
        notes: vec!["read from a file".to_owned()],
        factorisations: 0,
        solves: 0,
    };
    Ok((reduced, string(table, "about")?))
}

fn small_structure(table: &Map<String, Value>, columns: &[LinearColumn]) -> Result<Structure, ReduceError> {
    let size = columns.len();
    // Symmetric: rows are columns.
    let matrix = |key: &str| -> Result<Sparse, ReduceError> {
        let dense = column_list(table, key, size)?;
        if dense.cols() != size {
            return Err(bad(&format!("`{key}` must have one row per coordinate")));
        }
        Ok(Sparse::from_dense(&dense))
    };
    let patterns = |key: &str| {
        tables(table, key, |entry| {
            let values = numbers(entry, "values")?;
            if values.len() != size {
                return Err(bad(&format!("`{key}` must have one value per coordinate")));
            }
            Ok(Pattern { name: string(entry, "name")?, unit: string(entry, "unit")?, values })
        })
    };
    Ok(Structure {
        rows: columns.iter().map(|column| column.name.clone()).collect(),
        damping: matrix("damping")?,
        rigid_candidates: column_list(table, "rigid_motions", size)?,
        modal_damping: match table.get("modal_damping") {
            Some(Value::Array(_)) => ModalDamping::ByEnergy(matrix("modal_damping")?),
            _ => ModalDamping::Uniform(number(table, "modal_damping")?),
        },
        inputs: patterns("inputs")?,
        outputs: patterns("outputs")?,
        interfaces: tables(table, "interfaces", |entry| read_interface(entry, size))?,
        rigid_body: match table.get("rigid_body") {
            None | Some(Value::Null) => None,
            Some(body) => Some(read_body(body.as_object().ok_or_else(|| missing("rigid_body"))?, size)?),
        },
        turning: match table.get("turning") {
            None | Some(Value::Null) => None,
            Some(forms) => {
                let forms = forms.as_object().ok_or_else(|| missing("turning"))?;
                Some(Box::new(read_turning(forms, size)?))
            }
        },
        ..Structure::of_matrices(&string(table, "name")?, matrix("mass")?, matrix("stiffness")?)
    })
}

/// Rotation matrices: six centrifugal, three Coriolis.
fn read_turning(table: &Map<String, Value>, size: usize) -> Result<TurningForms, ReduceError> {
    let matrices = |key: &str, count: usize| -> Result<Vec<Dense>, ReduceError> {
        let found: Result<Vec<Dense>, _> = list(table, key)?.iter().map(|m| dense(m, key, size)).collect();
        let found = found?;
        let fits = found.len() == count && found.iter().all(|m| m.cols() == size);
        if fits { Ok(found) } else { Err(bad(&format!("`{key}` of `turning` does not fit"))) }
    };
    let load = column_list(table, "load", size)?;
    if load.cols() != TURNING_AXES.len() {
        return Err(bad("`load` of `turning` does not fit"));
    }
    Ok(TurningForms {
        softening: matrices("softening", TURNING_AXES.len())?,
        load: (0..load.cols()).map(|j| load.column(j).to_vec()).collect(),
        coriolis: matrices("coriolis", 3)?,
        origin: point(table, "origin")?,
    })
}

fn read_body(table: &Map<String, Value>, size: usize) -> Result<RigidBody, ReduceError> {
    let components: Vec<u8> = numbers(table, "components")?.iter().map(|c| *c as u8).collect();
    let kinds = RigidBody::kinds_of(&components).ok_or_else(|| bad("`components` are not of 1 to 6"))?;
    let words = list(table, "free")?.iter().map(|word| word.as_str().map(str::to_owned));
    let body = RigidBody {
        momenta: column_list(table, "momenta", size)?,
        inertia: column_list(table, "inertia", kinds.len())?,
        mass: number(table, "mass")?,
        centre: point(table, "centre")?,
        base: None,
        free: words.collect::<Option<_>>().ok_or_else(|| missing("free"))?,
        resistance: numbers(table, "resistance")?,
        kinds,
    };
    if [body.momenta.cols(), body.inertia.cols()].iter().any(|columns| *columns != body.kinds.len()) {
        return Err(bad("`rigid_body` must have one column per motion"));
    }
    Ok(body)
}

fn point(table: &Map<String, Value>, key: &str) -> Result<[f64; 3], ReduceError> {
    numbers(table, key)?.try_into().map_err(|_| missing(key))
}

fn read_interface(entry: &Map<String, Value>, size: usize) -> Result<Interface, ReduceError> {
    let motions = tables(entry, "motions", |motion| {
        let unit = string(motion, "unit")?;
        let unit =
            UNITS.iter().copied().find(|known| **known == *unit).ok_or_else(|| bad("`unit` is unknown"))?;
        let rows: Vec<usize> = numbers(motion, "rows")?.iter().map(|row| *row as usize).collect();
        let weights = numbers(motion, "weights")?;
        if rows.len() != weights.len() || rows.iter().any(|row| *row >= size) {
            return Err(bad("`rows` of an interface do not fit"));
        }
        let of = match motion.get("of") {
            None | Some(Value::Null) => None,
            Some(of) => {
                let of = of.as_object().ok_or_else(|| missing("of"))?;
                let component = number(of, "component")?;
                if !(1.0..=6.0).contains(&component) {
                    return Err(bad("`component` must be 1 to 6"));
                }
                Some(PointMotion { component: component as u8, at: point(of, "at")? })
            }
        };
        Ok(InterfaceMotion {
            name: string(motion, "name")?,
            unit,
            of,
            entries: rows.into_iter().zip(weights).collect(),
        })
    })?;
    Ok(Interface { name: string(entry, "name")?, motions })
}

/// A list of tables read by one function.
fn tables<T>(
    table: &Map<String, Value>,
    key: &str,
    read: impl Fn(&Map<String, Value>) -> Result<T, ReduceError>,
) -> Result<Vec<T>, ReduceError> {
    list(table, key)?.iter().map(|entry| read(entry.as_object().ok_or_else(|| missing(key))?)).collect()
}

/// A list of columns, each with the same number of entries.
fn column_list(table: &Map<String, Value>, key: &str, rows: usize) -> Result<Dense, ReduceError> {
    columns_in(list(table, key)?, key, rows)
}

fn dense(value: &Value, key: &str, rows: usize) -> Result<Dense, ReduceError> {
    columns_in(value.as_array().ok_or_else(|| missing(key))?, key, rows)
}

fn columns_in(columns: &[Value], key: &str, rows: usize) -> Result<Dense, ReduceError> {
    let columns = columns.iter().map(|column| {
        let entries = column.as_array().ok_or_else(|| missing(key))?;
        let values: Option<Vec<f64>> = entries.iter().map(Value::as_f64).collect();
        values.filter(|values| values.len() == rows).ok_or_else(|| missing(key))
    });
    Ok(Dense::from_columns(rows, &columns.collect::<Result<Vec<_>, _>>()?))
}
