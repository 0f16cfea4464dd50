//! Interfaces whose displacements become coordinates.

use super::reduced_structure::LinearColumn;
use crate::error::ReduceError;
use lissom_linalg::Sparse;
use lissom_mech::{Interface, InterfaceCoordinates, InterfaceMotion, MechError, Structure};

/// A structure in coordinates (u, x_f): interface displacements first, then rows that are free.
pub(crate) struct SeenFromInterfaces {
    /// x = T (u, x_f).
    pub transformation: Sparse,
    /// Number of interface displacements.
    pub interface: usize,
    /// Columns for the interface displacements.
    pub columns: Vec<LinearColumn>,
    pub stiffness: Sparse,
    pub mass: Sparse,
}

impl SeenFromInterfaces {
    /// The structure with the displacements of the interfaces as coordinates.
    ///
    /// # Errors
    /// [`ReduceError::DependentInterfaces`], [`ReduceError::BadInterface`].
    pub(crate) fn of(structure: &Structure, interfaces: &[Interface]) -> Result<Self, ReduceError> {
        let motions: Vec<&InterfaceMotion> =
            interfaces.iter().flat_map(|interface| &interface.motions).collect();
        let seen = InterfaceCoordinates::of(structure.size(), &motions).map_err(convert_error)?;
        let column = |motion: &&InterfaceMotion| {
            let name = motion.name.clone();
            let reason =
                format!("static deformation under unit {name} with the other interface displacements fixed");
            LinearColumn::new(name, reason)
        };
        Ok(Self {
            stiffness: structure.stiffness.congruence(&seen.transformation),
            mass: structure.mass.congruence(&seen.transformation),
            interface: seen.interface,
            columns: motions.iter().map(column).collect(),
            transformation: seen.transformation,
        })
    }

    /// Indices of the free rows.
    pub(crate) fn free(&self) -> Vec<usize> {
        (self.interface..self.stiffness.rows()).collect()
    }
}

fn convert_error(error: MechError) -> ReduceError {
    match error {
        MechError::DependentMotions { name, count, rank } => {
            ReduceError::DependentInterfaces { name, count, rank }
        }
        MechError::MotionOutside { name, rows } => ReduceError::BadInterface { name, rows },
        other => unreachable!("choosing rows of interfaces fails in two ways only, not with: {other}"),
    }
}
