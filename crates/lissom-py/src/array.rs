//! Arrays without copies: NumPy reads the numbers where they are.

use lissom::NamedArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An array of numbers, rows first, that NumPy looks into by its array interface. It cannot be changed.
#[pyclass(frozen, module = "lissom._lissom")]
pub struct Array {
    shape: Vec<usize>,
    numbers: Numbers,
}

/// What an array consists of.
enum Numbers {
    Real(Vec<f64>),
    Index(Vec<i64>),
}

impl Array {
    /// A vector of doubles.
    pub fn vector(values: Vec<f64>) -> Self {
        Self { shape: vec![values.len()], numbers: Numbers::Real(values) }
    }

    /// A vector of whole numbers.
    pub fn indices(values: impl Iterator<Item = usize>) -> Self {
        // A count of something in memory is far below 2^63.
        let values: Vec<i64> = values.map(|value| value as i64).collect();
        Self { shape: vec![values.len()], numbers: Numbers::Index(values) }
    }
}

impl From<NamedArray> for Array {
    fn from(array: NamedArray) -> Self {
        Self { shape: array.shape, numbers: Numbers::Real(array.values) }
    }
}

#[pymethods]
impl Array {
    /// NumPy's array interface, version 3: the address of the numbers, valid as long as this object.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, kind) = match &self.numbers {
            Numbers::Real(values) => (values.as_ptr().addr(), "f8"),
            Numbers::Index(values) => (values.as_ptr().addr(), "i8"),
        };
        let order = if cfg!(target_endian = "little") { '<' } else { '>' };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", format!("{order}{kind}"))?;
        interface.set_item("shape", pyo3::types::PyTuple::new(py, &self.shape)?)?;
        let is_read_only = true;
        interface.set_item("data", (address, is_read_only))?;
        Ok(interface)
    }
}
