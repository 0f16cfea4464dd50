//! The matrices of a linear structure, about the reference configuration or a state.

use crate::array::Array;
use crate::engine::{Engine, Outcome};
use crate::host::Host;
use lissom::{At, Failure, StateStructure};
use lissom_cli::Console;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::Arc;

/// Columns of a sparse matrix: where each begins, the rows of its entries, their values.
type Columns = (Vec<usize>, Vec<u32>, Vec<f64>);

/// A pattern of forces or displacements: name, unit, a value for each row.
type Port = (String, String, Vec<f64>);

/// Everything of a structure that Python asks for.
struct Content {
    rows: Vec<(String, String)>,
    mass: Columns,
    damping: Columns,
    stiffness: Columns,
    modal_damping: Option<Columns>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    notes: Vec<String>,
    turns: bool,
}

/// A linear structure: named rows, matrices in columns (CSC), inputs and outputs.
#[pyclass(frozen, get_all, module = "lissom._lissom")]
pub struct Structure {
    /// Name and unit of each row.
    rows: Vec<(String, String)>,
    /// Mass matrix.
    mass: SparseArrays,
    /// Damping matrix.
    damping: SparseArrays,
    /// Stiffness matrix.
    stiffness: SparseArrays,
    /// Σ ζ K of modal damping, where there is some.
    modal_damping: Option<SparseArrays>,
    /// Name, unit and pattern of each input.
    inputs: Vec<(String, String, Py<Array>)>,
    /// Name, unit and pattern of each output.
    outputs: Vec<(String, String, Py<Array>)>,
    /// What the reader should know.
    notes: Vec<String>,
    /// Whether the frame turns, which adds gyroscopic terms that are not among the matrices.
    turns: bool,
}

/// Column starts, row indices and values.
type SparseArrays = (Py<Array>, Py<Array>, Py<Array>);

/// The matrices of the model that the words of a command name, about a state. Returns a structure, or the outcome of the
/// failed command.
#[pyfunction]
#[pyo3(signature = (engine, words, at=None, progress=None))]
pub fn structure(
    py: Python<'_>,
    engine: &Engine,
    words: Vec<OsString>,
    at: Option<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let work = move |host: &Arc<Host>| {
        let console: Arc<dyn Console> = Arc::clone(host) as Arc<dyn Console>;
        lissom_cli::with_session(&words, &console, |session| {
            let at = at.as_deref().map_or(Ok(At::Reference), str::parse).map_err(usage)?;
            let found = session.structure_at(&at, &*host.watch)?;
            let turns = session.model()?.spin.as_ref().is_some_and(|spin| spin.speed != 0.0);
            Ok(content(&found, turns))
        })
    };
    let (found, returned) = engine.run(py, progress, work)?;
    match found {
        Ok(content) => Ok(Py::new(py, Structure::new(py, content)?)?.into_any()),
        Err(code) => Ok(Py::new(py, Outcome::new(code, returned))?.into_any()),
    }
}

fn usage(reason: impl ToString) -> Failure {
    Failure::Output { reason: reason.to_string(), exit_code: 2 }
}

fn content(found: &StateStructure<'_>, turns: bool) -> Content {
    let structure = &*found.structure;
    let columns = |matrix: &lissom::Sparse| {
        (matrix.starts().to_vec(), matrix.row_indices().to_vec(), matrix.values().to_vec())
    };
    let rows = structure.rows.iter().map(|row| (row.name.clone(), row.unit.to_owned()));
    let modal = &structure.modal_damping;
    Content {
        rows: rows.collect(),
        mass: columns(&structure.mass),
        damping: columns(&structure.damping),
        stiffness: columns(&structure.stiffness),
        modal_damping: (!modal.is_none()).then(|| columns(&modal.weighted(&structure.stiffness))),
        inputs: structure.inputs.iter().map(|p| (p.name.clone(), p.unit.clone(), p.values.clone())).collect(),
        outputs: structure
            .outputs
            .iter()
            .map(|p| (p.name.clone(), p.unit.clone(), p.values.clone()))
            .collect(),
        notes: found.notes.clone(),
        turns,
    }
}

impl Structure {
    fn new(py: Python<'_>, content: Content) -> PyResult<Self> {
        let sparse = |(starts, rows, values): Columns| -> PyResult<SparseArrays> {
            let rows = Array::indices(rows.into_iter().map(|row| row as usize));
            Ok((
                Py::new(py, Array::indices(starts.into_iter()))?,
                Py::new(py, rows)?,
                Py::new(py, Array::vector(values))?,
            ))
        };
        let ports = |ports: Vec<Port>| -> PyResult<Vec<(String, String, Py<Array>)>> {
            let named = ports.into_iter().map(|(name, unit, values)| {
                Py::new(py, Array::vector(values)).map(|values| (name, unit, values))
            });
            named.collect()
        };
        Ok(Self {
            rows: content.rows,
            mass: sparse(content.mass)?,
            damping: sparse(content.damping)?,
            stiffness: sparse(content.stiffness)?,
            modal_damping: content.modal_damping.map(sparse).transpose()?,
            inputs: ports(content.inputs)?,
            outputs: ports(content.outputs)?,
            notes: content.notes,
            turns: content.turns,
        })
    }
}
