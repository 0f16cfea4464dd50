//! Where all nodes are, and what the parts measure there.

use super::chart::Ends;
use super::rotation::{Axes, Rotation};
use crate::vector::Vector;

/// Places and attitudes of all nodes, and the last values of deformations that count turns.
#[derive(Clone, Debug)]
pub(super) struct Configuration {
    /// Displacements of points from the reference [m].
    pub displacement: Vec<Vector>,
    /// Attitudes.
    pub attitude: Vec<Rotation>,
    /// Their axes.
    pub axes: Vec<Axes>,
    /// Scalar coordinates: amplitudes.
    pub scalar: Vec<f64>,
    /// Last values of all deformations, which tell the turn of an angle.
    pub counted: Vec<f64>,
}

const GROUND: Axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Configuration {
    pub fn new(points: usize, attitudes: impl Iterator<Item = Rotation>, measures: usize) -> Self {
        let attitude: Vec<Rotation> = attitudes.collect();
        Self {
            displacement: vec![[0.0; 3]; points],
            axes: attitude.iter().map(|a| a.axes()).collect(),
            attitude,
            scalar: Vec::new(),
            counted: vec![0.0; measures],
        }
    }

    /// Takes over another configuration, without allocation.
    pub fn copy(&mut self, other: &Self) {
        self.displacement.copy_from_slice(&other.displacement);
        self.attitude.copy_from_slice(&other.attitude);
        self.axes.copy_from_slice(&other.axes);
        self.scalar.copy_from_slice(&other.scalar);
        self.counted.copy_from_slice(&other.counted);
    }

    /// Turns a rotational node by a spin.
    pub fn spin(&mut self, k: usize, spin: Vector) {
        self.attitude[k] = Rotation::exp(spin).after(self.attitude[k]).normalised();
        self.axes[k] = self.attitude[k].axes();
    }

    /// Sets an attitude.
    pub fn turn_to(&mut self, k: usize, attitude: Rotation) {
        self.attitude[k] = attitude.normalised();
        self.axes[k] = self.attitude[k].axes();
    }

    /// The ends of a part.
    pub fn ends(
        &self,
        points: [Option<usize>; 2],
        orientations: [Option<usize>; 2],
        homes: &[Rotation],
    ) -> Ends {
        let first = orientations[0];
        Ends {
            displacement: points.map(|p| p.map_or([0.0; 3], |p| self.displacement[p])),
            axes: orientations.map(|o| o.map_or(GROUND, |o| self.axes[o])),
            attitude: first.map_or(Rotation::IDENTITY, |o| self.attitude[o]),
            home: first.map_or(Rotation::IDENTITY, |o| homes[o]),
        }
    }
}

/// The value of an angle nearest to the last one.
pub(super) fn continued(value: f64, last: f64, period: f64) -> f64 {
    if period == 0.0 { value } else { value + period * ((last - value) / period).round() }
}
