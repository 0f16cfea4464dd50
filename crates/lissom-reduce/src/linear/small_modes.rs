//! Dense matrices of a reduced structure and its undamped modes.

use super::ReducedStructure;
use crate::error::ReduceError;
use lissom_linalg::{Dense, eigen};
use std::f64::consts::TAU;

/// Dense matrices of a reduced structure and its undamped modes.
pub(super) struct SmallModes {
    pub mass: Dense,
    pub damping: Dense,
    pub stiffness: Dense,
    /// ω², ascending [rad²/s²].
    pub squares: Vec<f64>,
    /// Mass-normalised shapes.
    pub shapes: Dense,
    /// Number of motions without stiffness; these modes come first.
    pub rigid: usize,
}

impl SmallModes {
    /// The modes of a reduced structure with a given number of motions without stiffness.
    pub fn of(reduced: &ReducedStructure, rigid: usize) -> Result<Self, ReduceError> {
        let of = &reduced.structure;
        let (mass, damping, stiffness) = (of.mass.to_dense(), of.damping.to_dense(), of.stiffness.to_dense());
        let found = eigen::symmetric_definite(&stiffness, &mass)
            .map_err(|source| ReduceError::SmallEigen { source })?;
        Ok(Self { mass, damping, stiffness, squares: found.values, shapes: found.vectors, rigid })
    }

    /// Frequency of a mode; zero for motions without stiffness [Hz].
    pub fn hertz(&self, mode: usize) -> f64 {
        if mode < self.rigid { 0.0 } else { self.squares[mode].max(0.0).sqrt() / TAU }
    }

    /// Frequencies of the elastic modes [Hz].
    pub fn elastic_hertz(&self) -> Vec<f64> {
        (self.rigid..self.squares.len()).map(|mode| self.hertz(mode)).collect()
    }
}
