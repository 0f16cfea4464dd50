//! `guyan`: static condensation to the interfaces.

use super::craig_bampton::on_interfaces;
use super::{LinearReduction, LinearRequest, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::Progress;
use lissom_mech::Structure;

/// Constraint modes alone: exact statics at the interfaces, inertia of the static shapes \[Craig2006, §17.3\].
#[derive(Clone, Copy, Debug)]
pub struct Guyan;

impl LinearReduction for Guyan {
    fn name(&self) -> &'static str {
        "guyan"
    }

    fn reduce(
        &self,
        structure: &Structure,
        request: &LinearRequest,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, ReduceError> {
        on_interfaces(self.name(), structure, None, request, progress)
    }
}
