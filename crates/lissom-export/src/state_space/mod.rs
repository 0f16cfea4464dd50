//! A, B, C, D with names and units of all signals, and where they come from.
//!
//! - `mat`: level 5 MAT-files, for MATLAB, Octave, SciPy, python-control and pyMOR.
//! - `npz`: NumPy archives.
//! - `json`: one object.

mod json;
mod mat;
mod npz;

pub(crate) use json::{Json, rows};
pub(crate) use mat::Mat;
pub(crate) use npz::{Npz, array, texts};

use crate::linear_export::{LinearExport, Signal};

/// What a model needs for these formats.
const NEEDS: &str =
    "a linear model: a structure or mechanism about a state, a reduction, a bond graph; inputs and outputs";

/// The lists of names and units, by the names that control programs use.
fn lists(model: &LinearExport) -> [(&'static str, Vec<String>); 6] {
    let names = |signals: &[Signal]| signals.iter().map(|signal| signal.name.clone()).collect();
    let units = |signals: &[Signal]| signals.iter().map(|signal| signal.unit.clone()).collect();
    [
        ("StateName", names(&model.states)),
        ("StateUnit", units(&model.states)),
        ("InputName", names(&model.inputs)),
        ("InputUnit", units(&model.inputs)),
        ("OutputName", names(&model.outputs)),
        ("OutputUnit", units(&model.outputs)),
    ]
}
