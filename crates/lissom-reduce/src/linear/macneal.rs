//! `macneal`: free modes and residual compliance at the interfaces, without its inertia.

use super::free_modes::{ResidualInertia, on_free_modes};
use super::krylov::interface_forces;
use super::{LinearReduction, LinearRequest, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::Progress;
use lissom_mech::Structure;

/// Like [`Rubin`](super::rubin::Rubin), but residual directions are springs without mass and damping: frequencies are those
/// of the kept modes alone \[Craig2006, §17.5\].
#[derive(Clone, Copy, Debug)]
pub struct MacNeal;

impl LinearReduction for MacNeal {
    fn name(&self) -> &'static str {
        "macneal"
    }

    fn reduce(
        &self,
        structure: &Structure,
        request: &LinearRequest,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, ReduceError> {
        if request.interfaces.is_empty() {
            return Err(ReduceError::MissingOption { method: self.name(), option: "interfaces" });
        }
        let forces = interface_forces(structure, request);
        on_free_modes(self.name(), structure, &forces, ResidualInertia::Dropped, request, progress)
    }
}
