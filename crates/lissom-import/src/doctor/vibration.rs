//! Motions without stiffness, the lowest frequencies, and their accuracy.

use super::precision::{UncertainFrequency, uncertain_frequencies};
use super::report::{Comparison, PartReport};
use super::{AuditedPart, ROUNDING, usual_diagonal};
use lissom_linalg::dot;
use lissom_linalg::modes::{Modes, ModesOptions, Wanted, modes};
use lissom_linalg::modes_error::ModesError;
use lissom_linalg::null_space::NullSpace;
use lissom_linalg::{Progress, Sparse, failing_row};

/// Frequencies that differ more from printed ones than seven digits explain [-].
const DISAGREES: f64 = 1e-5;
/// A warning is given if rounding may change a frequency by more than this [-].
const UNCERTAIN: f64 = 1e-3;

pub(super) fn examine(audited: &AuditedPart<'_>, progress: &dyn Progress, report: &mut PartReport) {
    let count = audited.options.frequencies.max(audited.options.printed.len());
    if count == 0 {
        return count_rigid_modes(audited, report);
    }
    match solve(audited, count, progress) {
        Ok((found, zeros)) => add_modes(audited, &found, &zeros, report),
        Err(reason) => {
            let place = place(audited, failing_row(&reason));
            report.warnings.push(format!("frequencies could not be computed: {reason}{place}"));
        }
    }
}

/// The name of a row, in brackets: linear algebra only has row numbers.
fn place(audited: &AuditedPart<'_>, row: Option<usize>) -> String {
    row.map_or_else(String::new, |row| format!(" ({})", audited.part.row_name(row)))
}

/// At least `count` modes, and the positions of those that are zero up to rounding.
fn solve(
    audited: &AuditedPart<'_>,
    count: usize,
    progress: &dyn Progress,
) -> Result<(Modes, Vec<usize>), ModesError> {
    let settings = ModesOptions { threads: audited.options.threads.clone(), ..ModesOptions::default() };
    let candidates = audited.motions.as_ref().map(|motions| &motions.vectors);
    let lowest = |count| {
        let wanted = Wanted::Lowest(count);
        modes(&audited.stiffness, &audited.mass, candidates, wanted, &settings, progress)
    };
    let found = lowest(count)?;
    let zeros = zero_modes(&audited.stiffness, &found);
    if zeros.is_empty() {
        return Ok((found, zeros));
    }
    // They replaced elastic ones.
    let found = lowest(count + zeros.len())?;
    let zeros = zero_modes(&audited.stiffness, &found);
    Ok((found, zeros))
}

/// Rigid motions of a stiffness that rounding made indefinite come out as small eigenvalues of either sign.
/// They are recognised by their size relative to the rounding of a typical stiffness.
fn zero_modes(stiffness: &Sparse, found: &Modes) -> Vec<usize> {
    if found.negative == 0 {
        return Vec::new();
    }
    let usual = usual_diagonal(stiffness);
    let is_zero = |&place: &usize| {
        let mode = found.vectors.column(place);
        found.eigenvalues[place].abs() <= ROUNDING * usual * dot(mode, mode)
    };
    (0..found.eigenvalues.len()).filter(is_zero).collect()
}

fn add_modes(audited: &AuditedPart<'_>, found: &Modes, zeros: &[usize], report: &mut PartReport) {
    let kept: Vec<usize> = (0..found.eigenvalues.len()).filter(|place| !zeros.contains(place)).collect();
    let rigid = found.rigid.cols() + zeros.len();
    if !found.empty_rows.is_empty() {
        report.warnings.push(format!(
            "{} motions have neither stiffness nor mass, such as hourglass motions of reduced-integration \
             elements: they carry no load \
             and are left out (the first is largest in {})",
            found.empty_rows.len(),
            audited.part.row_name(found.empty_rows[0])
        ));
    }
    if let Some(why) = found.certificate.why_not() {
        report.warnings.push(format!("the frequencies are an estimate, not certified: {why}"));
    }
    let negative = kept.iter().filter(|&&place| found.eigenvalues[place] < 0.0).count();
    if negative > 0 {
        report.warnings.push(format!(
            "the stiffness has {negative} negative eigenvalues: the part is unstable, preloaded, or was printed with too few digits"
        ));
    } else {
        report.rigid_modes = Some(rigid);
    }
    report.frequencies = uncertain_frequencies(audited.part, found, &kept);
    precision_warning(audited, report);
    compare(audited, rigid, report);
}

fn count_rigid_modes(audited: &AuditedPart<'_>, report: &mut PartReport) {
    let candidates = audited.motions.as_ref().map(|motions| &motions.vectors);
    match NullSpace::find(&audited.stiffness, &audited.mass, candidates, &audited.options.threads) {
        Ok(found) => report.rigid_modes = Some(found.count()),
        Err(reason) => {
            report.warnings.push(format!("motions without stiffness could not be counted: {reason}"));
        }
    }
}

fn precision_warning(audited: &AuditedPart<'_>, report: &mut PartReport) {
    let ratio = |mode: &UncertainFrequency| mode.uncertainty / mode.frequency.abs().max(f64::MIN_POSITIVE);
    let worst = report.frequencies.iter().enumerate().max_by(|a, b| ratio(a.1).total_cmp(&ratio(b.1)));
    let Some((place, mode)) = worst.filter(|(_, mode)| ratio(mode) > UNCERTAIN) else { return };
    let digits = audited.part.stiffness.digits.min(audited.part.mass.digits);
    report.warnings.push(format!(
        "the matrices have {digits} digits only: frequency {} is {:.4} Hz, but may be anything from {:.4} \
         to {:.4} Hz. \
         Export with at least 14 digits (OpenSees: printA('-ret'), not printA('-file'))",
        place + 1,
        mode.frequency,
        mode.lowest,
        mode.highest
    ));
}

/// Pairs the frequencies with the printed ones, without rigid motions.
fn compare(audited: &AuditedPart<'_>, rigid: usize, report: &mut PartReport) {
    let theirs = audited.options.printed.iter().skip(rigid).map(|mode| mode.frequency);
    let pairs = report.frequencies.iter().map(|mode| mode.frequency).zip(theirs);
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
