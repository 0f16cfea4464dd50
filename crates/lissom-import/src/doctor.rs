//! Audit of an imported part before it is used.
//!
//! Typical problems with matrices of other programs: a triangle is missing, only six digits were printed, the
//! part is restrained, units are mixed. [`examine`] measures their symptoms and gives warnings; its
//! [`PartReport`] can be printed directly.

mod grounding;
mod mass_rank;
mod matrix_check;
mod precision;
mod report;
mod rigid_body;
mod units;
mod vibration;

pub use mass_rank::MassRank;
pub use precision::UncertainFrequency;
pub use report::{Comparison, Grounding, MatrixReport, PartReport};
pub use rigid_body::{PartMass, RigidMotions, moved, moves_no_mass};

use super::calculix_dat::PrintedMode;
use super::matrix::{ImportedMatrix, Storage};
use super::part::ImportedPart;
use lissom_linalg::{Progress, Sparse, Threads};
use std::borrow::Cow;

/// Rounding left after cancellation, relative to a typical diagonal entry [-]: some thousand roundings.
const ROUNDING: f64 = 1e-12;

/// Options of the audit.
#[derive(Clone, Debug)]
pub struct DoctorOptions {
    /// Threads to use.
    pub threads: Threads,
    /// How many frequencies are computed, to measure what rounding does to them [-]. With none, motions without
    /// stiffness are still counted, by one factorisation.
    pub frequencies: usize,
    /// Frequencies that the program itself printed.
    pub printed: Vec<PrintedMode>,
}

impl Default for DoctorOptions {
    fn default() -> Self {
        Self { threads: Threads::one(), frequencies: 6, printed: Vec::new() }
    }
}

/// The part under audit.
struct AuditedPart<'a> {
    part: &'a ImportedPart,
    /// Symmetric, with a symmetric pattern.
    stiffness: Cow<'a, Sparse>,
    /// Symmetric, with a symmetric pattern.
    mass: Cow<'a, Sparse>,
    motions: Option<RigidMotions>,
    options: &'a DoctorOptions,
}

/// Examines a part.
/// Nothing is an error here: unknown results are `None` in the report, with a warning.
pub fn examine(part: &ImportedPart, options: &DoctorOptions, progress: &dyn Progress) -> PartReport {
    let (stiffness, mass) = (symmetric(&part.stiffness), symmetric(&part.mass));
    let motions = RigidMotions::of(part);
    let audited = AuditedPart { part, stiffness, mass, motions, options };
    let mut report = PartReport {
        name: part.name.clone(),
        size: part.size(),
        stiffness: matrix_check::report(&part.stiffness),
        mass: matrix_check::report(&part.mass),
        damping: part.damping.as_ref().map(matrix_check::report),
        mass_rank: None,
        mass_properties: audited.motions.as_ref().and_then(|motions| motions.mass(&audited.mass)),
        grounding: grounding::measure(&audited),
        suggested_units: None,
        rigid_modes: None,
        frequencies: Vec::new(),
        comparison: Vec::new(),
        warnings: Vec::new(),
    };
    matrix_check::warn(part, &mut report);
    rank_of_mass(&audited, &mut report);
    vibration::examine(&audited, progress, &mut report);
    grounding::warn(part, &mut report);
    report.warnings.extend(grounding::swapped(&audited));
    report.warnings.extend(units::suspicions(part, report.mass_properties.as_ref()));
    report.suggested_units = units::suggested(part, report.mass_properties.as_ref());
    if let Some(name) = report.suggested_units {
        report.warnings.push(format!(
            "the numbers are plausible in {name}: give the part units = \"{name}\" (`lissom import --units \
             {name}`), and masses, \
             gains and positions are those of SI units"
        ));
    }
    report
}

/// The matrix, or its symmetric part if it is unsymmetric; the report warns if they differ.
fn symmetric(matrix: &ImportedMatrix) -> Cow<'_, Sparse> {
    let mirrored = matches!(matrix.storage, Storage::Upper | Storage::Lower);
    if mirrored && matrix.matrix.symmetry_defect().relative == 0.0 {
        Cow::Borrowed(&matrix.matrix)
    } else {
        Cow::Owned(matrix.matrix.symmetric_part())
    }
}

/// The median modulus of the non-zero diagonal entries; zero if there is none.
fn usual_diagonal(matrix: &Sparse) -> f64 {
    let mut sizes: Vec<f64> = matrix.diagonal().iter().map(|a| a.abs()).filter(|&a| a > 0.0).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(0.0)
}

fn rank_of_mass(audited: &AuditedPart<'_>, report: &mut PartReport) {
    match MassRank::of(&audited.mass, audited.part.mass.digits, &audited.options.threads) {
        Ok(rank) => {
            if rank.negative > 0 {
                report.warnings.push(format!(
                    "the mass has {} negative eigenvalues: it is not a mass matrix",
                    rank.negative
                ));
            }
            report.mass_rank = Some(rank);
        }
        Err(reason) => report.warnings.push(format!("the rank of the mass could not be found: {reason}")),
    }
}
