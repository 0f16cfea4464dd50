//! A small structure as first-order equations ẋ = A x + B u, y = C x + D u in its own modes.
//!
//! The state is (η, η̇) with mass-normalised modes, so that A = [0, I; −Ω², −D̃]; directions without mass answer at once and
//! are in D. This is the form in which structures are handed to programs that know state equations only.

use crate::error::DynamicsError;
use crate::linear::modal_form::ModalForm;
use lissom_linalg::{Dense, dot};
use lissom_mech::Structure;

/// A, B, C, D of a structure in its modes.
#[derive(Clone, Debug)]
pub struct ModalStateSpace {
    /// A: amplitudes of the modes first, then their rates.
    pub a: Dense,
    /// B.
    pub b: Dense,
    /// C.
    pub c: Dense,
    /// D: the compliance of directions without mass.
    pub d: Dense,
    /// Frequency of each mode, zero for rigid motions \[rad/s\].
    pub frequencies: Vec<f64>,
}

impl ModalStateSpace {
    /// The state equations of a structure with its inputs and outputs. All modes are found: for small structures.
    ///
    /// # Errors
    /// When the mass or the stiffness is indefinite, or a damper acts on a direction without mass.
    pub fn of(structure: &Structure) -> Result<Self, DynamicsError> {
        let form = ModalForm::of(structure)?;
        let (modes, inputs) = (form.modes(), structure.inputs.len());
        let mut a = Dense::zeros(2 * modes, 2 * modes);
        let mut b = Dense::zeros(2 * modes, inputs);
        for i in 0..modes {
            a[(i, modes + i)] = 1.0;
            a[(modes + i, i)] = -form.frequencies[i] * form.frequencies[i];
            for j in 0..modes {
                a[(modes + i, modes + j)] = -form.damping[(i, j)];
            }
            for j in 0..inputs {
                b[(modes + i, j)] = form.input[(i, j)];
            }
        }
        let outputs = &structure.outputs;
        let seen = |i: usize, shapes: &Dense, j: usize| dot(&outputs[i].values, shapes.column(j));
        let c =
            Dense::from_fn(
                outputs.len(),
                2 * modes,
                |i, j| {
                    if j < modes { seen(i, form.shapes(), j) } else { 0.0 }
                },
            );
        let compliance = form.compliance();
        let d = Dense::from_fn(outputs.len(), inputs, |i, j| {
            if compliance.cols() > 0 { seen(i, compliance, j) } else { 0.0 }
        });
        Ok(Self { a, b, c, d, frequencies: form.frequencies })
    }
}

/// The damping matrix of a structure with its modal damping included: D + M Φ diag(2 ζ ω) Φᵀ M with mass-normalised modes Φ.
/// All modes are found: for small structures.
///
/// # Errors
/// When the mass or the stiffness is indefinite.
pub fn whole_damping(structure: &Structure) -> Result<Dense, DynamicsError> {
    let mut whole = structure.damping.to_dense();
    if structure.modal_damping.is_none() {
        return Ok(whole);
    }
    let form = ModalForm::of(structure)?;
    let momenta = structure.mass.times(form.shapes());
    for (mode, omega) in form.frequencies.iter().enumerate() {
        let ratio = structure.modal_damping.ratio(form.shapes().column(mode), omega * omega);
        let column = momenta.column(mode);
        for (j, right) in column.iter().enumerate() {
            for (i, left) in column.iter().enumerate() {
                whole[(i, j)] += 2.0 * ratio * omega * left * right;
            }
        }
    }
    Ok(whole.symmetric_part())
}
