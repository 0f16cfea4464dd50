//! `svd-modal`: the common directions of vibrations about many states.

use crate::basis::{Basis, Column};
use crate::basis_method::{BasisMethod, BasisOptions};
use crate::error::ReduceError;
use crate::partition::Partition;
use lissom_dynamics::OperatingState;
use lissom_linalg::{Dense, Svd, svd};
use lissom_mech::{GeneralisedCoordinate, Size, System};
use lissom_model::model::Keep;

/// The main directions of the slowest vibrations about all states, large coordinates locked \[Boer2013, §3.3\].
///
/// $$ \begin{bmatrix} \omega_{11}^{-\alpha} \phi_{11} & \dots & \omega_{nr}^{-\alpha} \phi_{nr} \end{bmatrix}
///    = U \Sigma W^\mathsf{T} $$
///
/// Every mode is scaled to unit length before it is weighted, so that only the shapes count; the columns of
/// the basis are those of U, orthonormal.
#[derive(Clone, Copy, Debug)]
pub struct SvdModal;

impl BasisMethod for SvdModal {
    fn name(&self) -> &'static str {
        "svd-modal"
    }

    fn needs_states(&self) -> bool {
        true
    }

    fn basis(
        &self,
        system: &dyn System,
        states: &[&OperatingState],
        options: &BasisOptions,
    ) -> Result<Basis, ReduceError> {
        if states.is_empty() {
            return Err(ReduceError::NoStates { method: self.name() });
        }
        let partition = Partition::of(system.coordinates());
        let shapes = weighted_shapes(&partition, states, options)?;
        let found = svd(&shapes).map_err(ReduceError::Svd)?;
        let sum: f64 = found.values.iter().sum();
        let shares: Vec<f64> = found.values.iter().map(|value| value / sum).collect();
        let kept = count_kept(options.keep, &shares)?;
        let columns = (0..kept).map(|j| column(j, shares[j], &found, options.modes, states.len())).collect();
        let directions = found.left.columns(0..kept);
        let basis = partition.basis(self.name(), system.coordinates(), &directions, columns, options.modes);
        Ok(Basis { singular_values: shares, ..basis })
    }
}

/// The weighted modes of all states side by side.
fn weighted_shapes(
    partition: &Partition,
    states: &[&OperatingState],
    options: &BasisOptions,
) -> Result<Dense, ReduceError> {
    let small = partition.small.len();
    let mut columns: Vec<Vec<f64>> = Vec::with_capacity(states.len() * options.modes);
    let mut exponents = Vec::with_capacity(states.len() * options.modes);
    for (place, state) in states.iter().enumerate() {
        let modes = partition.modes(state, place)?;
        if options.modes == 0 || options.modes > modes.eigenvalues.len() {
            return Err(ReduceError::BadModeCount { asked: options.modes, small });
        }
        let fastest = modes.eigenvalues.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        for mode in 0..options.modes {
            let eigenvalue = modes.eigenvalues[mode];
            if options.weight != 0.0 && eigenvalue.abs() <= 1e-12 * fastest {
                return Err(ReduceError::NoFrequency { state: place, mode, eigenvalue });
            }
            let exponent =
                if options.weight == 0.0 { 0.0 } else { -0.5 * options.weight * eigenvalue.abs().ln() };
            if !exponent.is_finite() {
                return Err(ReduceError::BadWeight { given: options.weight });
            }
            exponents.push(exponent);
            let shape = modes.shapes.column(mode);
            let length = lissom_linalg::norm(shape);
            columns.push(shape.iter().map(|x| x / length).collect());
        }
    }
    // Only ratios of weights matter: the largest is one, so that none is beyond the range of numbers.
    let largest = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (column, exponent) in columns.iter_mut().zip(exponents) {
        let weight = (exponent - largest).exp();
        column.iter_mut().for_each(|x| *x *= weight);
    }
    Ok(Dense::from_columns(small, &columns))
}

/// How many directions are kept, at least one.
fn count_kept(keep: Keep, shares: &[f64]) -> Result<usize, ReduceError> {
    // Directions without a share are rounding.
    let most = shares.iter().filter(|share| **share > f64::EPSILON).count();
    match keep {
        Keep::Count(count) if count >= 1 && count <= most => Ok(count),
        Keep::Count(count) => Err(ReduceError::BadKeep { given: count as f64, most: most as f64 }),
        Keep::Share(cut) if cut > 0.0 && cut < 1.0 => {
            Ok(shares.iter().filter(|share| **share > cut).count().max(1))
        }
        Keep::Share(cut) => Err(ReduceError::BadKeep { given: cut, most: 1.0 }),
    }
}

/// What a direction is: its share, and the mode that gives most of it.
fn column(j: usize, share: f64, found: &Svd, modes: usize, states: usize) -> Column {
    let parts = found.right.column(j);
    let part = |mode: usize| parts.iter().skip(mode).step_by(modes).map(|x| x * x).sum::<f64>();
    let main = (0..modes).max_by(|&a, &b| part(a).total_cmp(&part(b))).unwrap_or(0);
    let name = format!("direction {}", j + 1);
    let reason = format!(
        "{name}: {:.2} % of the singular values of {modes} modes at {states} states, {:.0} % of it from mode {}",
        100.0 * share,
        100.0 * part(main),
        main + 1
    );
    Column { coordinate: GeneralisedCoordinate { name, unit: "-", size: Size::Small }, reason, weight: share }
}
