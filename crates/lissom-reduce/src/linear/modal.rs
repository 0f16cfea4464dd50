//! `modal`: the slowest modes of the structure, with the compliance of the others on request.

use super::free_modes::{ResidualInertia, on_free_modes};
use super::krylov::ports;
use super::{LinearReduction, LinearRequest, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::Progress;
use lissom_mech::Structure;

/// Rigid motions and the lowest elastic modes; with `residual`, also the residual attachment modes of inputs and outputs
/// \[Craig2006, §17.5\], which make static gains exact.
#[derive(Clone, Copy, Debug)]
pub struct StructureModal;

impl LinearReduction for StructureModal {
    fn name(&self) -> &'static str {
        "modal"
    }

    fn reduce(
        &self,
        structure: &Structure,
        request: &LinearRequest,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, ReduceError> {
        let forces = if request.residual { ports(structure, request) } else { Vec::new() };
        on_free_modes(self.name(), structure, &forces, ResidualInertia::Kept, request, progress)
    }
}
