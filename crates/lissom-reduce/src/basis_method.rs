//! Methods to choose a basis, and their list.

use crate::basis::Basis;
use crate::error::ReduceError;
use crate::modal::Modal;
use crate::svd_modal::SvdModal;
use lissom_dynamics::OperatingState;
use lissom_mech::System;
use lissom_model::model::Keep;
use std::fmt;

/// Every method. A new one is a file and a line here.
pub const BASES: &[&dyn BasisMethod] = &[&Modal, &SvdModal];

/// The method of a name.
///
/// # Errors
/// [`ReduceError::NoSuchMethod`] with the known names.
pub fn basis_method(name: &str) -> Result<&'static dyn BasisMethod, ReduceError> {
    let found = BASES.iter().copied().find(|method| method.name() == name);
    found.ok_or_else(|| ReduceError::NoSuchMethod { name: name.to_owned() })
}

/// A way to choose a basis.
pub trait BasisMethod: Sync + fmt::Debug {
    /// The name that users write.
    fn name(&self) -> &'static str;

    /// Whether it uses more than the first state.
    fn needs_states(&self) -> bool;

    /// The basis for a system from its operating states, the reference state first.
    ///
    /// # Errors
    /// When there are too few states or small coordinates, or an eigenvalue problem is not solved.
    fn basis(
        &self,
        system: &dyn System,
        states: &[&OperatingState],
        options: &BasisOptions,
    ) -> Result<Basis, ReduceError>;
}

/// Options of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BasisOptions {
    /// Modes to take, at each state.
    pub modes: usize,
    /// α in the weight ω^−α of a mode: 0 treats all equally, 1 prefers slow ones [-].
    pub weight: f64,
    /// What to keep of the directions found.
    pub keep: Keep,
}
