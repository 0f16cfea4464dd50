//! Static gains of the reduced and the full structure, and forces without static gain.

use super::ReducedStructure;
use super::elastic::Elastic;
use lissom_linalg::{Dense, dot};
use lissom_mech::{Pattern, Structure};

/// A force is balanced when the share of it that accelerates motions without stiffness is below this [-].
const BALANCED: f64 = 1e-9;

/// A static gain: the output's deformation under a unit of the input, without motions without stiffness.
#[derive(Clone, Debug, PartialEq)]
pub struct GainKept {
    /// Output.
    pub output: String,
    /// Input.
    pub input: String,
    /// Gain of the full structure (unit of the output over that of the input).
    pub full: f64,
    /// Gain of the reduced structure.
    pub reduced: f64,
    /// |difference| over the largest gain of this output [-].
    pub error: f64,
}

/// A force that drives a motion without stiffness: the structure accelerates, and there is no static gain.
#[derive(Clone, Debug, PartialEq)]
pub struct Unresisted {
    /// The input.
    pub input: String,
    /// The coordinate that moves most in the motion without stiffness that the input drives.
    pub row: String,
    /// How many motions without stiffness the structure has.
    pub motions: usize,
}

/// Outputs; by default the displacements at the inputs.
fn outputs(structure: &Structure) -> &[Pattern] {
    if structure.outputs.is_empty() { &structure.inputs } else { &structure.outputs }
}

/// Gains of all outputs under some inputs, by deformation alone.
fn gains_of(elastic: &Elastic<'_>, inputs: &[usize]) -> Dense {
    let structure = elastic.structure;
    let columns: Vec<Vec<f64>> = inputs.iter().map(|i| structure.inputs[*i].values.clone()).collect();
    let deformed = elastic.deform(Dense::from_columns(structure.size(), &columns)).vectors;
    let seen = outputs(structure);
    Dense::from_fn(seen.len(), columns.len(), |i, j| dot(&seen[i].values, deformed.column(j)))
}

/// All gains, outputs outside.
pub(super) fn gains(full: &Elastic<'_>, small: &Elastic<'_>, inputs: &[usize]) -> Vec<GainKept> {
    if inputs.is_empty() {
        return Vec::new();
    }
    let (exact, found) = (gains_of(full, inputs), gains_of(small, inputs));
    let mut all = Vec::new();
    for (i, output) in outputs(full.structure).iter().enumerate() {
        let largest = (0..exact.cols()).fold(0.0, |a: f64, j| a.max(exact[(i, j)].abs()));
        for (j, input) in inputs.iter().enumerate() {
            let (full_gain, reduced_gain) = (exact[(i, j)], found[(i, j)]);
            let difference = (full_gain - reduced_gain).abs();
            all.push(GainKept {
                output: output.name.clone(),
                input: full.structure.inputs[*input].name.clone(),
                full: full_gain,
                reduced: reduced_gain,
                error: if largest > 0.0 { difference / largest } else { difference },
            });
        }
    }
    all
}

/// The inputs that accelerate motions without stiffness, each with the coordinate that moves most.
pub(super) fn unresisted(full: &Elastic<'_>, inputs: &[usize]) -> Vec<Unresisted> {
    let (structure, rigid) = (full.structure, full.rigid());
    let one = |input: &usize| {
        let force = &structure.inputs[*input];
        let shares: Vec<f64> = (0..rigid.cols()).map(|j| dot(rigid.column(j), &force.values)).collect();
        // The motion that the force drives, and the work it does on it against the work on each row of it.
        let motion = rigid.multiply_vector(&shares);
        let work: f64 = dot(&motion, &force.values);
        let most: f64 = motion.iter().zip(&force.values).map(|(x, f)| (x * f).abs()).sum();
        let row = (0..motion.len()).max_by(|a, b| motion[*a].abs().total_cmp(&motion[*b].abs()))?;
        (most > 0.0 && work > BALANCED * most).then(|| Unresisted {
            input: force.name.clone(),
            row: structure.rows.get(row).cloned().unwrap_or_default(),
            motions: rigid.cols(),
        })
    };
    inputs.iter().filter_map(one).collect()
}

/// (Vᵀ M V)⁺ images of the rigid motions are judged by their inertia: Qᵀ M Q of the rigid motions against that of their
/// images in the reduced structure, which is mass, first moments and inertia in the coordinates in which they are one.
pub(super) fn inertia_error(full: &Elastic<'_>, reduced: &ReducedStructure, momenta: &Dense) -> Option<f64> {
    let rigid = full.rigid();
    if rigid.cols() == 0 {
        return None;
    }
    let gram = reduced.vectors.transpose_matmul(momenta).symmetric_part();
    let image = super::mode_pairing::within(&gram, &momenta.transpose_matmul(rigid));
    let mut found = image.transpose_matmul(&reduced.structure.mass.times(&image));
    found.add_scaled(-1.0, &Dense::identity(rigid.cols()));
    Some(found.max_abs())
}
