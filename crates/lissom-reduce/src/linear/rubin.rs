//! `rubin`: free modes and residual compliance at the interfaces, inertia kept.

use super::free_modes::{ResidualInertia, on_free_modes};
use super::krylov::interface_forces;
use super::{LinearReduction, LinearRequest, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::Progress;
use lissom_mech::Structure;

/// Rigid motions, the lowest free modes, and the residual attachment modes of interface forces with their inertia
/// \[Craig2006, §17.5\].
#[derive(Clone, Copy, Debug)]
pub struct Rubin;

impl LinearReduction for Rubin {
    fn name(&self) -> &'static str {
        "rubin"
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
        on_free_modes(self.name(), structure, &forces, ResidualInertia::Kept, request, progress)
    }
}
