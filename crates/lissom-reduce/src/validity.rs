//! Where along a stroke a basis loses its modes.

use crate::basis::Basis;
use crate::error::ReduceError;
use crate::partition::Partition;
use lissom_dynamics::{OperatingState, StateModes};
use lissom_linalg::{Dense, eigen};
use lissom_mech::System;
use std::fmt;

/// Validity of a basis along a sequence of states.
#[derive(Clone, Debug, PartialEq)]
pub struct Validity {
    /// One entry per state, in the order given.
    pub states: Vec<StateValidity>,
    /// Where modes leave the basis.
    pub warnings: Vec<ValidityWarning>,
}

/// Validity of a basis at a state.
#[derive(Clone, Debug, PartialEq)]
pub struct StateValidity {
    /// Value of the drive's output (its unit).
    pub value: f64,
    /// Angular frequencies of the kept modes, signed like ω² [rad/s].
    pub full: Vec<f64>,
    /// The same of the reduced system [rad/s].
    pub reduced: Vec<f64>,
    /// Share of each mode that the basis contains: 1 all, 0 nothing [-].
    pub held: Vec<f64>,
}

impl StateValidity {
    /// Largest relative error of a frequency [-].
    #[must_use]
    pub fn frequency_error(&self) -> f64 {
        let errors = self.full.iter().zip(&self.reduced).map(|(full, reduced)| (reduced / full - 1.0).abs());
        errors.fold(0.0, f64::max)
    }
}

/// A mode that leaves the basis at some value of the drive.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidityWarning {
    /// Where it leaves the basis, between two states (unit of the drive's output).
    pub value: f64,
    /// Index of the mode among the frequencies there.
    pub mode: usize,
    /// Its angular frequency at the first state where it is out [rad/s].
    pub angular_frequency: f64,
    /// How much of it the basis holds there [-].
    pub held: f64,
}

impl fmt::Display for ValidityWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "mode {} ({:.4} rad/s) leaves the basis at {:.4}: an omitted mode has come below it; the basis \
             contains {:.0} %",
            self.mode + 1,
            self.angular_frequency,
            self.value,
            100.0 * self.held
        )
    }
}

/// A mode counts as contained above this share of its kinetic energy.
const HELD: f64 = 0.5;

/// Compares a basis with the vibrations about states along a drive.
///
/// Of a mass-normalised mode φ the basis contains the share φᵀ M V (Vᵀ M V)⁻¹ Vᵀ M φ of the kinetic energy.
/// When an omitted mode comes among the kept ones, because frequencies veer as the configuration
/// changes, that share falls, and the reduced frequencies depart from the full ones \[Boer2013, §4.1\].
///
/// # Errors
/// [`ReduceError::Eigen`].
pub fn validity(
    system: &dyn System,
    basis: &Basis,
    row: &[(f64, &OperatingState)],
) -> Result<Validity, ReduceError> {
    let partition = Partition::of(system.coordinates());
    let directions = small_directions(&partition, basis);
    let mut states = Vec::with_capacity(row.len());
    for (place, (value, state)) in row.iter().enumerate() {
        let modes = partition.modes(state, place)?;
        let projected = projected_modes(&partition, &directions, state, place)?;
        let promised = basis.promised.min(projected.eigenvalues.len());
        let mut held = contained_shares(&partition, &directions, state, &modes)?;
        held.truncate(promised);
        let first = |modes: &StateModes| modes.angular_frequencies()[..promised].to_vec();
        states.push(StateValidity { value: *value, full: first(&modes), reduced: first(&projected), held });
    }
    let warnings = warnings(&states);
    Ok(Validity { states, warnings })
}

/// The part of V that combines small coordinates.
pub(crate) fn small_directions(partition: &Partition, basis: &Basis) -> Dense {
    let count = basis.size() - partition.large.len();
    basis.vectors.columns(0..count).select_rows(&partition.small)
}

/// The block of the small coordinates.
pub(crate) fn part(partition: &Partition, whole: &Dense) -> Dense {
    let n = partition.small.len();
    Dense::from_fn(n, n, |i, j| whole[(partition.small[i], partition.small[j])]).symmetric_part()
}

/// Modes of the reduced system about a state of the full one.
pub(crate) fn projected_modes(
    partition: &Partition,
    directions: &Dense,
    state: &OperatingState,
    place: usize,
) -> Result<StateModes, ReduceError> {
    let project = |whole: &Dense| {
        let small = part(partition, whole);
        directions.transpose_matmul(&small.matmul(directions)).symmetric_part()
    };
    let found = eigen::symmetric_definite(&project(&state.tangent()), &project(&state.linearisation.mass))
        .map_err(|source| ReduceError::Eigen { state: place, source })?;
    Ok(StateModes::of_part(found.values, found.vectors))
}

/// Share of each mode that the basis contains.
fn contained_shares(
    partition: &Partition,
    directions: &Dense,
    state: &OperatingState,
    modes: &StateModes,
) -> Result<Vec<f64>, ReduceError> {
    let mass = part(partition, &state.linearisation.mass);
    let momenta = mass.matmul(directions);
    let gram = directions.transpose_matmul(&momenta);
    let coupling = momenta.transpose_matmul(&modes.shapes);
    let mut solved = coupling.clone();
    lissom_linalg::Lu::factor(&gram)
        .map_err(|source| ReduceError::Singular { time: state.time, source })?
        .solve_in_place(&mut solved);
    Ok((0..modes.shapes.cols()).map(|j| lissom_linalg::dot(coupling.column(j), solved.column(j))).collect())
}

/// Where modes leave the basis, walking away from the state nearest to rest in both directions.
fn warnings(states: &[StateValidity]) -> Vec<ValidityWarning> {
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_by(|&a, &b| states[a].value.total_cmp(&states[b].value));
    let Some(rest) = (0..order.len())
        .min_by(|&a, &b| states[order[a]].value.abs().total_cmp(&states[order[b]].value.abs()))
    else {
        return Vec::new();
    };
    let upwards: Vec<&StateValidity> = order[rest..].iter().map(|&k| &states[k]).collect();
    let downwards: Vec<&StateValidity> = order[..=rest].iter().rev().map(|&k| &states[k]).collect();
    let mut found = [leaving(&downwards), leaving(&upwards)].concat();
    found.sort_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
    found
}

/// The first mode that leaves the basis along a walk.
fn leaving(walk: &[&StateValidity]) -> Vec<ValidityWarning> {
    for (k, state) in walk.iter().enumerate() {
        let Some(mode) = (0..state.held.len()).find(|&mode| state.held[mode] < HELD) else { continue };
        let value = match k.checked_sub(1).map(|before| walk[before]) {
            Some(before) if before.held[mode] > state.held[mode] => {
                let share = (before.held[mode] - HELD) / (before.held[mode] - state.held[mode]);
                before.value + share * (state.value - before.value)
            }
            _ => state.value,
        };
        let (angular_frequency, held) = (state.full[mode], state.held[mode]);
        return vec![ValidityWarning { value, mode, angular_frequency, held }];
    }
    Vec::new()
}
