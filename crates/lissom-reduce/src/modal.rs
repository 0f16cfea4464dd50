//! `modal`: the slowest vibrations about the reference state.

use crate::basis::{Basis, Column};
use crate::basis_method::{BasisMethod, BasisOptions};
use crate::error::ReduceError;
use crate::partition::Partition;
use lissom_dynamics::OperatingState;
use lissom_mech::{GeneralisedCoordinate, Size, System};
use std::f64::consts::TAU;

/// The slowest vibrations about the first state, large coordinates locked \[Boer2013, §3.1\].
///
/// The columns are mass-normalised: every reduced coordinate then has the same weight in a tolerance.
#[derive(Clone, Copy, Debug)]
pub struct Modal;

/// How many vibrations about a state, large coordinates locked, are slower than a frequency [Hz].
///
/// # Errors
/// If there is none, or the eigenvalue problem fails.
pub fn modes_below(
    coordinates: &[GeneralisedCoordinate],
    state: &OperatingState,
    hz: f64,
) -> Result<usize, ReduceError> {
    let frequencies = Partition::of(coordinates).modes(state, 0)?.angular_frequencies();
    let count = frequencies.iter().filter(|omega| **omega < TAU * hz).count();
    match frequencies.first() {
        Some(slowest) if count == 0 => Err(ReduceError::NoModeBelow { hz, slowest: slowest / TAU }),
        _ => Ok(count),
    }
}

impl BasisMethod for Modal {
    fn name(&self) -> &'static str {
        "modal"
    }

    fn needs_states(&self) -> bool {
        false
    }

    fn basis(
        &self,
        system: &dyn System,
        states: &[&OperatingState],
        options: &BasisOptions,
    ) -> Result<Basis, ReduceError> {
        let reference = states.first().ok_or(ReduceError::NoStates { method: self.name() })?;
        let partition = Partition::of(system.coordinates());
        let modes = partition.modes(reference, 0)?;
        if options.modes == 0 || options.modes > modes.eigenvalues.len() {
            return Err(ReduceError::BadModeCount { asked: options.modes, small: partition.small.len() });
        }
        let column = |(j, frequency): (usize, &f64)| Column {
            coordinate: GeneralisedCoordinate {
                name: format!("mode {}", j + 1),
                unit: "-",
                size: Size::Small,
            },
            reason: format!("mode {} of the reference state, {:.6} Hz", j + 1, frequency / TAU),
            weight: 1.0,
        };
        let columns =
            modes.angular_frequencies().iter().take(options.modes).enumerate().map(column).collect();
        let directions = modes.shapes.columns(0..options.modes);
        Ok(partition.basis(self.name(), system.coordinates(), &directions, columns, options.modes))
    }
}
