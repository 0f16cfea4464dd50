//! The import doctor: what an imported part is, before anybody computes with it.
//!
//! Most trouble with matrices of other programs is of a few kinds: a triangle is missing, six digits were printed, the
//! part hangs on something, units are mixed. [`examine`] measures what tells these apart and says in words what looks
//! wrong; its [`PartReport`] can be printed as it is.

mod mass_rank;
mod precision;
mod report;
mod rigid_body;
mod units;

pub use mass_rank::MassRank;
pub use precision::UncertainFrequency;
pub use report::{Comparison, Grounding, MatrixReport, PartReport};
pub use rigid_body::{PartMass, RigidMotions};

use super::calculix_dat::PrintedMode;
use super::matrix::{Completeness, ImportedMatrix, Storage};
use super::part::ImportedPart;
use lissom_linalg::modes::{Modes, ModesOptions, Wanted, modes};
use lissom_linalg::null_space::NullSpace;
use lissom_linalg::{Dense, Progress, Sparse, Threads, norm};
use std::borrow::Cow;

/// Mirrored entries that differ by less are rounding [-].
const SYMMETRIC: f64 = 1e-10;
/// A rigid motion that meets less resistance is free [-]; the same number decides in the search for rigid motions.
const FREE: f64 = 1e-8;
/// A part all of whose rigid motions meet less resistance than this, but more than [`FREE`], was meant to be free [-].
/// A clamp of a hundred nodes holds a part of a million with about 1e-3.
const NEARLY_FREE: f64 = 1e-5;
/// A diagonal entry so many times the median holds a row by penalty [-].
const PENALTY: f64 = 1e12;
/// Frequencies that differ more from printed ones than seven digits explain [-].
const DISAGREES: f64 = 1e-5;
/// A frequency that rounding may move by more than this is worth a warning [-].
const UNCERTAIN: f64 = 1e-3;

/// What the doctor is asked.
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

/// Examines a part.
///
/// Nothing is an error here: what cannot be found out is `None` in the report and a sentence in its warnings.
pub fn examine(part: &ImportedPart, options: &DoctorOptions, progress: &dyn Progress) -> PartReport {
    let motions = RigidMotions::of(part);
    let (stiffness, mass) = (symmetric(&part.stiffness), symmetric(&part.mass));
    let mut report = PartReport {
        name: part.name.clone(),
        size: part.size(),
        stiffness: matrix_report(&part.stiffness),
        mass: matrix_report(&part.mass),
        damping: part.damping.as_ref().map(matrix_report),
        mass_rank: None,
        mass_properties: motions.as_ref().and_then(|motions| motions.mass(&mass)),
        grounding: motions.as_ref().map_or_else(Vec::new, |motions| grounding(&stiffness, motions)),
        rigid_modes: None,
        frequencies: Vec::new(),
        comparison: Vec::new(),
        warnings: Vec::new(),
    };
    matrix_warnings(part, &mut report);
    rank_of_mass(&mass, part, options, &mut report);
    find_modes(part, &stiffness, &mass, motions.as_ref(), options, progress, &mut report);
    grounding_warnings(part, &mut report);
    report.warnings.extend(units::suspicions(part, report.mass_properties.as_ref()));
    report
}

/// The matrix, or its symmetric part where it has another; the report says so.
fn symmetric(matrix: &ImportedMatrix) -> Cow<'_, Sparse> {
    if matrix.matrix.symmetry_defect().relative <= SYMMETRIC {
        Cow::Borrowed(&matrix.matrix)
    } else {
        Cow::Owned(matrix.matrix.symmetric_part())
    }
}

fn matrix_report(matrix: &ImportedMatrix) -> MatrixReport {
    let mut empty = vec![true; matrix.rows()];
    matrix.matrix.iter().filter(|entry| entry.2 != 0.0).for_each(|(row, ..)| empty[row] = false);
    MatrixReport {
        name: matrix.name.clone(),
        storage: matrix.storage,
        completeness: matrix.completeness,
        stored: matrix.stored,
        digits: matrix.digits,
        symmetry: matrix.matrix.symmetry_defect(),
        zero_rows: (0..matrix.rows()).filter(|&row| empty[row]).collect(),
        largest: matrix.matrix.max_abs(),
    }
}

fn matrix_warnings(part: &ImportedPart, report: &mut PartReport) {
    let mut warnings = Vec::new();
    for (what, matrix, told) in [
        ("stiffness", Some(&part.stiffness), Some(&report.stiffness)),
        ("mass", Some(&part.mass), Some(&report.mass)),
        ("damping", part.damping.as_ref(), report.damping.as_ref()),
    ] {
        let (Some(matrix), Some(told)) = (matrix, told) else { continue };
        warnings.extend(symmetry_warning(what, part, matrix, told));
        warnings.extend(completeness_warning(what, told));
        let negative = matrix.matrix.diagonal().iter().position(|&value| value < 0.0);
        warnings.extend(negative.map(|row| {
            let value = matrix.matrix.get(row, row);
            format!("the {what} is negative on the diagonal: {value:e} at {}", part.row_name(row))
        }));
    }
    if let Some(&row) = report.stiffness.zero_rows.first() {
        let count = report.stiffness.zero_rows.len();
        warnings
            .push(format!("{count} rows of the stiffness are empty, the first is {}", part.row_name(row)));
    }
    warnings.extend(penalty_warning(part));
    report.warnings.append(&mut warnings);
}

fn symmetry_warning(
    what: &str,
    part: &ImportedPart,
    matrix: &ImportedMatrix,
    told: &MatrixReport,
) -> Option<String> {
    let defect = told.symmetry;
    if defect.relative <= SYMMETRIC || what == "damping" {
        return None;
    }
    let one_sided = matrix.matrix.iter().all(|(row, col, _)| row <= col)
        || matrix.matrix.iter().all(|(row, col, _)| row >= col);
    let hint = if one_sided {
        "one triangle is empty: was it meant to be mirrored?"
    } else {
        "the numbers below are those of its symmetric part"
    };
    let (row, col) = (part.row_name(defect.row), part.row_name(defect.col));
    Some(format!("the {what} is not symmetric (by {:.1e} between {row} and {col}): {hint}", defect.relative))
}

fn completeness_warning(what: &str, told: &MatrixReport) -> Option<String> {
    match told.completeness {
        Completeness::Declared => None,
        Completeness::Plausible => Some(format!(
            "the file of the {what} does not say how many rows it has: give a file that names the rows, so that a cut-off end is noticed"
        )),
        Completeness::Unknown => Some(format!(
            "the file of the {what} does not end with the diagonal entry of its last row: it may be cut off"
        )),
    }
}

fn penalty_warning(part: &ImportedPart) -> Option<String> {
    let diagonal = part.stiffness.matrix.diagonal();
    let mut sizes: Vec<f64> = diagonal.iter().map(|value| value.abs()).filter(|&value| value > 0.0).collect();
    sizes.sort_by(f64::total_cmp);
    let median = *sizes.get(sizes.len() / 2)?;
    let row = diagonal.iter().position(|&value| value > PENALTY * median)?;
    Some(format!(
        "{} has the stiffness {:e}, {:.0e} times the median: a support written as a penalty? Export the matrix without supports",
        part.row_name(row),
        diagonal[row],
        diagonal[row] / median
    ))
}

fn rank_of_mass(mass: &Sparse, part: &ImportedPart, options: &DoctorOptions, report: &mut PartReport) {
    match MassRank::of(mass, part.mass.digits, &options.threads) {
        Ok(rank) => {
            if rank.negative > 0 {
                report
                    .warnings
                    .push(format!("the mass has {} negative eigenvalues: it is no mass", rank.negative));
            }
            report.mass_rank = Some(rank);
        }
        Err(reason) => report.warnings.push(format!("the rank of the mass could not be found: {reason}")),
    }
}

fn find_modes(
    part: &ImportedPart,
    stiffness: &Sparse,
    mass: &Sparse,
    motions: Option<&RigidMotions>,
    options: &DoctorOptions,
    progress: &dyn Progress,
    report: &mut PartReport,
) {
    let candidates = motions.map(|motions| &motions.vectors);
    let count = options.frequencies.max(options.printed.len());
    if count == 0 {
        return count_rigid_modes(stiffness, mass, candidates, options, report);
    }
    let wanted = Wanted::Lowest(count);
    let settings = ModesOptions { threads: options.threads.clone(), ..ModesOptions::default() };
    let found = match modes(stiffness, mass, candidates, wanted, &settings, progress) {
        Ok(found) => found,
        Err(reason) => return report.warnings.push(format!("frequencies could not be computed: {reason}")),
    };
    if found.negative > 0 {
        report.warnings.push(format!(
            "the stiffness has {} negative eigenvalues: the part is unstable, preloaded, or was printed with too few digits",
            found.negative
        ));
    } else {
        report.rigid_modes = Some(found.rigid.cols());
    }
    report.frequencies = precision::uncertain_frequencies(part, &found);
    precision_warning(part, report);
    compare(&found, options, report);
}

fn count_rigid_modes(
    stiffness: &Sparse,
    mass: &Sparse,
    candidates: Option<&Dense>,
    options: &DoctorOptions,
    report: &mut PartReport,
) {
    match NullSpace::find(stiffness, mass, candidates, &options.threads) {
        Ok(found) => report.rigid_modes = Some(found.count()),
        Err(reason) => {
            report.warnings.push(format!("motions without stiffness could not be counted: {reason}"))
        }
    }
}

fn precision_warning(part: &ImportedPart, report: &mut PartReport) {
    let ratio = |mode: &UncertainFrequency| mode.uncertainty / mode.frequency.abs().max(f64::MIN_POSITIVE);
    let worst = report.frequencies.iter().enumerate().max_by(|a, b| ratio(a.1).total_cmp(&ratio(b.1)));
    let Some((place, mode)) = worst.filter(|(_, mode)| ratio(mode) > UNCERTAIN) else { return };
    let digits = part.stiffness.digits.min(part.mass.digits);
    report.warnings.push(format!(
        "the matrices have {digits} digits only: frequency {} comes out as {:.4} Hz, but may be anything from {:.4} to {:.4} Hz. \
         Export with at least 14 digits (OpenSees: printA('-ret'), not printA('-file'))",
        place + 1,
        mode.frequency,
        mode.lowest,
        mode.highest
    ));
}

/// Pairs the frequencies with the printed ones, rigid motions apart.
fn compare(found: &Modes, options: &DoctorOptions, report: &mut PartReport) {
    if options.printed.is_empty() {
        return;
    }
    let theirs = options.printed.iter().skip(found.rigid.cols()).map(|mode| mode.frequency);
    let pairs = found.frequencies().into_iter().zip(theirs);
    report.comparison = pairs.map(|(ours, printed)| Comparison { ours, printed }).collect();
    let worst = report.comparison.iter().enumerate().max_by(|a, b| a.1.relative().total_cmp(&b.1.relative()));
    if let Some((place, pair)) = worst.filter(|(_, pair)| pair.relative() > DISAGREES) {
        report.warnings.push(format!(
            "frequency {} is {:.7} Hz, but {:.7} Hz were printed: the matrices are not those of that analysis",
            place + 1,
            pair.ours,
            pair.printed
        ));
    }
}

/// ‖K̂ r̂‖ / (‖K̂‖ ‖r̂‖) in coordinates scaled to a unit diagonal of K, so that units do not matter.
fn grounding(stiffness: &Sparse, motions: &RigidMotions) -> Vec<Grounding> {
    let weight: Vec<f64> = stiffness.diagonal().iter().map(|value| value.abs().sqrt()).collect();
    let inverse: Vec<f64> = weight.iter().map(|&w| if w > 0.0 { 1.0 / w } else { 0.0 }).collect();
    let scaled = stiffness.scaled(&inverse);
    let size = scaled.norm_one();
    let one = |column: usize| {
        let motion: Vec<f64> =
            motions.vectors.column(column).iter().zip(&weight).map(|(r, w)| r * w).collect();
        let mut force = vec![0.0; motion.len()];
        scaled.multiply(&motion, &mut force);
        let scale = size * norm(&motion);
        let resistance = if scale > 0.0 { norm(&force) / scale } else { 0.0 };
        Grounding { motion: motions.names[column], resistance, free: resistance <= FREE }
    };
    (0..motions.vectors.cols()).map(one).collect()
}

fn grounding_warnings(part: &ImportedPart, report: &mut PartReport) {
    let held: Vec<&Grounding> = report.grounding.iter().filter(|one| !one.free).collect();
    let free = report.grounding.len() - held.len();
    let worst = held.iter().map(|one| one.resistance).fold(0.0, f64::max);
    let mut warnings = Vec::new();
    if free > 0 && !held.is_empty() {
        let names: Vec<&str> = held.iter().map(|one| one.motion).collect();
        warnings
            .push(format!("{free} rigid motions are free, but these meet resistance: {}", names.join(", ")));
    }
    if held.len() == report.grounding.len() && worst > 0.0 && worst < NEARLY_FREE {
        warnings.push(format!(
            "every rigid motion meets a very small resistance (at most {worst:.1e}): a free part with rounded numbers or wrong coordinates?"
        ));
    }
    if let Some(found) = report.rigid_modes.filter(|&found| found != free && !report.grounding.is_empty()) {
        warnings.push(format!(
            "{found} motions without stiffness were found, but {free} rigid motions of the mesh are free: a mechanism, a loose piece, or a mesh that does not belong to the matrices"
        ));
    }
    if part.dofs.is_none() {
        warnings.push(
            "no file names the rows: mass, centre of mass and rigid motions cannot be checked by geometry"
                .to_owned(),
        );
    } else if part.mesh.is_none() {
        warnings
            .push("there is no mesh: centre of mass and rotations cannot be checked by geometry".to_owned());
    } else if report.grounding.is_empty() {
        warnings.push("some rows belong to nodes that the mesh does not have: rigid motions cannot be checked by geometry".to_owned());
    }
    report.warnings.append(&mut warnings);
}

/// How a storage is called.
fn storage_name(storage: Storage) -> &'static str {
    match storage {
        Storage::Full => "all entries",
        Storage::Upper => "upper triangle",
        Storage::Lower => "lower triangle",
        Storage::SkewLower => "lower triangle, skew",
    }
}
