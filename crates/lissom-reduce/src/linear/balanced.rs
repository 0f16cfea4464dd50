//! `balanced`: the modes with the largest input-output contribution, at any frequency.

use super::free_modes::{ResidualInertia, certified, on_modes};
use super::krylov::ports;
use super::{LinearReduction, LinearRequest, ReducedStructure};
use crate::error::ReduceError;
use lissom_linalg::{Dense, Modes, Progress};
use lissom_mech::{Pattern, Structure};
use lissom_model::model::Keep;
use std::f64::consts::TAU;

/// Rigid motions, and of the elastic modes found those with the largest Hankel singular values.
///
/// With light damping the coordinates of modes are balanced already \[Gawronski2004, §4\]: the pair of values of mode i is
/// γᵢ (√(1 + ζᵢ²) ± ζᵢ) for one input and one output, with γᵢ = ‖bᵢ‖ ‖cᵢ‖ / (4 ζᵢ ωᵢ²), where bᵢ and cᵢ are
/// the participations of the mode in inputs and outputs. Balancing is then a choice among modes, and the
/// reduced structure stays one with symmetric matrices, stable and passive.
#[derive(Clone, Copy, Debug)]
pub struct Balanced;

impl LinearReduction for Balanced {
    fn name(&self) -> &'static str {
        "balanced"
    }

    fn reduce(
        &self,
        structure: &Structure,
        request: &LinearRequest,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, ReduceError> {
        let missing = |option: &'static str| ReduceError::MissingOption { method: "balanced", option };
        let choice = request.modes.ok_or(missing("modes or below"))?;
        let keep = request.keep.ok_or(missing("keep"))?;
        if request.inputs.is_empty() {
            return Err(missing("inputs"));
        }
        let Structure { name, stiffness, mass, rigid_candidates, .. } = structure;
        let found = certified(name, stiffness, mass, Some(rigid_candidates), choice, request, progress)?;
        let values = hankel_values(structure, request, &found)?;
        let kept = select(&values, keep)?;
        let forces = if request.residual { ports(structure, request) } else { Vec::new() };
        let note = describe_selection(&values, &kept);
        let mut reduced = on_modes(
            self.name(),
            structure,
            &found,
            &kept,
            &forces,
            ResidualInertia::Kept,
            request,
            progress,
        )?;
        reduced.notes.push(note);
        Ok(reduced)
    }
}

/// γ of every mode. Without damping all modes are assumed equally damped, which does not change their order.
fn hankel_values(
    structure: &Structure,
    request: &LinearRequest,
    found: &Modes,
) -> Result<Vec<f64>, ReduceError> {
    let ratios = damping_ratios(structure, found);
    let undamped = ratios.iter().all(|ratio| *ratio == 0.0);
    let inputs: Vec<&Pattern> = request.inputs.iter().map(|i| &structure.inputs[*i]).collect();
    let outputs: Vec<&Pattern> = request.outputs.iter().map(|i| &structure.outputs[*i]).collect();
    let seen = |patterns: &[&Pattern], j: usize| {
        let shape = found.vectors.column(j);
        let part = |pattern: &&Pattern| pattern.values.iter().zip(shape).map(|(p, x)| p * x).sum::<f64>();
        patterns.iter().map(part).map(|part| part * part).sum::<f64>().sqrt()
    };
    let value = |(j, square): (usize, &f64)| {
        let ratio = if undamped { 1.0 } else { ratios[j] };
        if ratio <= 0.0 {
            return Err(ReduceError::NoDamping { mode: j + 1, hertz: square.abs().sqrt() / TAU });
        }
        // Without outputs, modes are ranked by the motion at the inputs.
        let read = if outputs.is_empty() { seen(&inputs, j) } else { seen(&outputs, j) };
        Ok(seen(&inputs, j) * read / (4.0 * ratio * square))
    };
    found.eigenvalues.iter().enumerate().map(value).collect()
}

/// Damping ratios of the modes, from D and modal damping.
fn damping_ratios(structure: &Structure, found: &Modes) -> Vec<f64> {
    let damped: Dense = structure.damping.times(&found.vectors);
    let ratio = |(j, square): (usize, &f64)| {
        let shape = found.vectors.column(j);
        let viscous: f64 = damped.column(j).iter().zip(shape).map(|(d, x)| d * x).sum();
        viscous / (2.0 * square.abs().sqrt()) + structure.modal_damping.ratio(shape, *square)
    };
    found.eigenvalues.iter().enumerate().map(ratio).collect()
}

/// The indices of the kept modes, ascending.
fn select(values: &[f64], keep: Keep) -> Result<Vec<usize>, ReduceError> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]).then(a.cmp(b)));
    let total: f64 = values.iter().sum();
    match keep {
        Keep::Count(count) if (1..=values.len()).contains(&count) => order.truncate(count),
        Keep::Count(count) => {
            return Err(ReduceError::BadKeep { given: count as f64, most: values.len() as f64 });
        }
        Keep::Share(share) if share > 0.0 && share < 1.0 => order.retain(|i| values[*i] > share * total),
        Keep::Share(share) => return Err(ReduceError::BadKeep { given: share, most: 1.0 }),
    }
    order.sort_unstable();
    Ok(order)
}

/// The omitted share.
fn describe_selection(values: &[f64], kept: &[usize]) -> String {
    let total: f64 = values.iter().sum();
    let held: f64 = kept.iter().map(|i| values[*i]).sum();
    format!(
        "{} of {} modes kept; the others have {:.1e} of the sum of Hankel singular values (light damping)",
        kept.len(),
        values.len(),
        (total - held).max(0.0) / total
    )
}
