//! M, D and K of a structure, full or reduced, with its inputs and outputs.
//!
//! The rows of interfaces come first, as programs that join superelements expect it. D includes modal damping.
//!
//! - `dof_list`: the order of the rows, and a grid point and component for each.
//! - `matrix_market`: text of one matrix per file, for everything.
//! - `op4`: OUTPUT4 text of Nastran: KAA, MAA, BAA.
//! - `dmig`: DMIG bulk data of Nastran with its grid points.
//! - `npz`: sparse matrices for SciPy.
//! - `user_element`: a linear user element of Abaqus.

mod dmig;
mod dof_list;
mod matrix_market;
mod npz;
mod op4;
mod user_element;

pub(crate) use dmig::Dmig;
pub(crate) use matrix_market::MatrixMarket;
pub(crate) use npz::MatricesNpz;
pub(crate) use op4::Op4;
pub(crate) use user_element::UserElement;

use crate::error::ExportError;
use crate::exporter::ExportRequest;
use crate::linear_export::{MOST_DENSE, Signal, signals, structure};
use crate::origin::Origin;
use dof_list::DofList;
use lissom::{Failure, Progress, Session};
use lissom_dynamics::whole_damping;
use lissom_linalg::{Dense, Sparse};
use lissom_mech::Pattern;

/// What a model needs for these formats.
const NEEDS: &str = "a structure: a frame, imported parts, a mechanism about a state, or a reduction of them";

/// Matrices in the order of the list of degrees of freedom.
struct Matrices {
    origin: Origin,
    dofs: DofList,
    mass: Sparse,
    damping: Sparse,
    stiffness: Sparse,
    /// B, one column per input.
    input: Dense,
    inputs: Vec<Signal>,
    /// C, one row per output.
    output: Dense,
    outputs: Vec<Signal>,
}

impl Matrices {
    fn of(
        format: &'static str,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Self, ExportError> {
        let mut found = structure(format, session, request, progress)?;
        let own = found.structure.as_ref();
        let damping = if own.modal_damping.is_none() {
            own.damping.clone()
        } else if own.size() <= MOST_DENSE {
            Sparse::from_dense(&whole_damping(own).map_err(Failure::from)?)
        } else {
            let note = "modal damping is not in D: the structure is too large for a full damping matrix";
            found.origin.notes.push(note.to_owned());
            own.damping.clone()
        };
        let dofs = DofList::of(own);
        // Formats keep one triangle or both: they must be the same to the last digit.
        let ordered = |matrix: &Sparse| matrix.symmetric_part().submatrix(&dofs.order);
        let entry = |patterns: &[Pattern], i: usize, j: usize| patterns[j].values[dofs.order[i]];
        let size = own.size();
        let made = Self {
            mass: ordered(&own.mass),
            damping: ordered(&damping),
            stiffness: ordered(&own.stiffness),
            input: Dense::from_fn(size, own.inputs.len(), |i, j| entry(&own.inputs, i, j)),
            inputs: signals(&own.inputs),
            output: Dense::from_fn(own.outputs.len(), size, |i, j| entry(&own.outputs, j, i)),
            outputs: signals(&own.outputs),
            origin: found.origin,
            dofs,
        };
        made.demand_finite()?;
        Ok(made)
    }

    /// M, D, K with their letters.
    fn named(&self) -> [(&'static str, &Sparse); 3] {
        [("M", &self.mass), ("D", &self.damping), ("K", &self.stiffness)]
    }

    fn demand_small(&self, format: &'static str, most: usize) -> Result<(), ExportError> {
        let size = self.mass.rows();
        if size > most { Err(ExportError::TooLarge { format, size, most }) } else { Ok(()) }
    }

    fn demand_finite(&self) -> Result<(), ExportError> {
        for (matrix, values) in self.named() {
            if let Some((row, column, _)) = values.iter().find(|(_, _, value)| !value.is_finite()) {
                return Err(ExportError::NotFinite { matrix, row: row + 1, column: column + 1 });
            }
        }
        Ok(())
    }
}
