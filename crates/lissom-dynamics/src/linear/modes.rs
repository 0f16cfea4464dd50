//! Natural frequencies and mode shapes, certified.

use crate::error::DynamicsError;
use crate::linear::effective_mass::EffectiveMass;
use lissom_linalg::{Certificate, Cost, Dense, ModesOptions, Progress, Sparse, Wanted};
use lissom_mech::Structure;
use std::f64::consts::TAU;

/// Which modes are requested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// The lowest elastic modes, this many.
    Lowest(usize),
    /// All elastic modes below a frequency [Hz].
    Below(f64),
    /// All modes between two frequencies [Hz].
    Band(f64, f64),
}

/// The request.
#[derive(Clone, Debug)]
pub struct ModesRequest {
    /// Which modes.
    pub range: Range,
    /// Tolerances and threads of the solver.
    pub options: ModesOptions,
}

/// One elastic mode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// Eigenvalue ω²; negative means that the reference configuration is unstable [rad²/s²].
    pub eigenvalue: f64,
    /// Angular frequency √|ω²|, signed like the eigenvalue [rad/s].
    pub angular_frequency: f64,
    /// Share of critical damping: the diagonal of the modal damping matrix, φᵀDφ/(2ω), and the ratio that the structure
    /// gives every elastic mode besides [-].
    pub damping_ratio: f64,
    /// Relative residual of the eigenpair as the solver defines it [-].
    pub residual: f64,
    /// How far rounding of the stiffness matrix alone may have moved the frequency, relative [-].
    pub rounding: f64,
    /// Bound of the relative error of the frequency for the given matrices; infinite where none was proved
    /// [-].
    pub error: f64,
}

impl Mode {
    /// Frequency, signed like the eigenvalue [Hz].
    #[must_use]
    pub fn frequency_hz(&self) -> f64 {
        self.angular_frequency / TAU
    }

    /// Bound of the relative error of the frequency: what the solver left, and what rounding of the entries of the stiffness
    /// matrix may have done before; infinite where none was proved [-].
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.error + self.rounding
    }
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Modes {
    /// Elastic modes in ascending order.
    pub modes: Vec<Mode>,
    /// Number of rigid modes: motions without any deformation, frequency exactly zero.
    pub rigid: usize,
    /// Rigid modes of the whole structure, as text; the rest are internal mechanisms.
    pub rigid_of_whole: Vec<String>,
    /// Elastic shapes over the rows of the structure, one column each, mass-normalised.
    pub shapes: Dense,
    /// Effective masses of the elastic modes; without directions if the rigid motions are unknown.
    pub effective_mass: EffectiveMass,
    /// Largest off-diagonal entry of the modal damping matrix against its diagonal: how far the damping ratios can
    /// be trusted; zero without damping [-].
    pub damping_coupling: f64,
    /// Names of the coordinates that move most in motions with neither stiffness nor mass, one for each such motion.
    pub empty_motions: Vec<String>,
    /// Whether fewer modes exist than were requested.
    pub exhausted: bool,
    /// Why the list is complete and right, or why it is an estimate.
    pub certificate: Certificate,
    /// Its cost.
    pub cost: Cost,
}

/// Natural frequencies and shapes of a structure.
///
/// $$ K \phi = \omega^2 M \phi, \qquad \phi^\mathsf{T} M \phi = 1 $$
///
/// # Errors
/// When the range is empty or the eigenvalue problem cannot be solved. Uncertified modes are an estimate,
/// marked in the certificate.
pub fn modes(
    structure: &Structure,
    request: &ModesRequest,
    progress: &dyn Progress,
) -> Result<Modes, DynamicsError> {
    let wanted = wanted(request.range)?;
    let found = lissom_linalg::modes(
        &structure.stiffness,
        &structure.mass,
        Some(&structure.rigid_candidates),
        wanted,
        &request.options,
        progress,
    )
    .map_err(|error| DynamicsError::named(error, structure))?;
    let (ratios, damping_coupling) = damping(structure, &found.vectors, &found.eigenvalues);
    let rounding = rounding(&structure.stiffness, &found.vectors, &found.eigenvalues);
    let list = found.eigenvalues.iter().enumerate().map(|(i, eigenvalue)| Mode {
        eigenvalue: *eigenvalue,
        angular_frequency: eigenvalue.abs().sqrt().copysign(*eigenvalue),
        damping_ratio: ratios[i],
        residual: found.residuals()[i],
        rounding: rounding[i],
        error: frequency_error(found.certificate.errors()[i]),
    });
    Ok(Modes {
        modes: list.collect(),
        rigid: found.rigid.cols(),
        rigid_of_whole: structure.rigid_body.as_ref().map(|body| body.free.clone()).unwrap_or_default(),
        effective_mass: EffectiveMass::of(structure.rigid_body.as_ref(), &found.vectors),
        shapes: found.vectors,
        damping_coupling,
        empty_motions: found.empty_rows.iter().map(|row| structure.rows[*row].to_string()).collect(),
        exhausted: found.exhausted,
        certificate: found.certificate,
        cost: found.cost,
    })
}

/// The relative error of √λ when that of λ is known: 1 − √(1 − e).
fn frequency_error(error: f64) -> f64 {
    if error < 1.0 { error / (1.0 + (1.0 - error).sqrt()) } else { f64::INFINITY }
}

fn wanted(range: Range) -> Result<Wanted, DynamicsError> {
    let eigenvalue = |hz: f64| (TAU * hz).powi(2);
    match range {
        Range::Lowest(0) => Err(DynamicsError::NoModesAsked),
        Range::Lowest(count) => Ok(Wanted::Lowest(count)),
        Range::Below(hz) if hz > 0.0 && hz.is_finite() => Ok(Wanted::Below(eigenvalue(hz))),
        Range::Below(hz) => Err(DynamicsError::BadRange { from: 0.0, to: hz }),
        Range::Band(from, to) if 0.0 <= from && from < to && to.is_finite() => {
            Ok(Wanted::Band(eigenvalue(from), eigenvalue(to)))
        }
        Range::Band(from, to) => Err(DynamicsError::BadRange { from, to }),
    }
}

/// How far relative perturbations of one rounding unit ε in every entry of K can move each frequency:
/// |δω|/ω ≤ ε/2 · |φ|ᵀ|K||φ| / |φᵀKφ|, to first order. Short elements make the two sums cancel: a beam in n elements
/// loses n⁴ in digits, whatever the solver does, and no residual shows it.
fn rounding(stiffness: &Sparse, shapes: &Dense, eigenvalues: &[f64]) -> Vec<f64> {
    let bound = |(j, eigenvalue): (usize, &f64)| {
        let x = shapes.column(j);
        let mut sum = 0.0;
        for column in 0..stiffness.cols() {
            let (rows, values) = stiffness.column(column);
            let inner: f64 = rows.iter().zip(values).map(|(row, v)| (v * x[*row as usize]).abs()).sum();
            sum += inner * x[column].abs();
        }
        0.5 * f64::EPSILON * sum / eigenvalue.abs()
    };
    eigenvalues.iter().enumerate().map(bound).collect()
}

/// Ratios ζ + φᵢᵀDφᵢ/(2ωᵢ), and the largest coupling |φᵢᵀDφⱼ|/√(φᵢᵀDφᵢ φⱼᵀDφⱼ) they leave out.
fn damping(structure: &Structure, shapes: &Dense, eigenvalues: &[f64]) -> (Vec<f64>, f64) {
    let n = shapes.cols();
    let own = |i: usize| structure.modal_damping.ratio(shapes.column(i), eigenvalues[i]);
    if structure.damping.nnz() == 0 {
        return ((0..n).map(own).collect(), 0.0);
    }
    let modal = shapes.transpose_matmul(&structure.damping.times(shapes));
    let ratios = (0..n).map(|i| match eigenvalues[i] {
        value if value > 0.0 => own(i) + modal[(i, i)] / (2.0 * value.sqrt()),
        _ => 0.0,
    });
    let mut coupling: f64 = 0.0;
    for i in 0..n {
        for j in 0..i {
            let diagonal = (modal[(i, i)] * modal[(j, j)]).sqrt();
            if diagonal > 0.0 {
                coupling = coupling.max(modal[(i, j)].abs() / diagonal);
            }
        }
    }
    (ratios.collect(), coupling)
}
