//! Findings of the audit, as numbers and as text.

use super::mass_rank::MassRank;
use super::precision::UncertainFrequency;
use super::rigid_body::PartMass;
use crate::matrix::{Completeness, Storage};
use lissom_linalg::SymmetryDefect;
use std::fmt;

/// Findings of the audit of a part.
#[derive(Clone, Debug)]
pub struct PartReport {
    /// Name of the part.
    pub name: String,
    /// Rows of its matrices [-].
    pub size: usize,
    /// Findings on the stiffness.
    pub stiffness: MatrixReport,
    /// Findings on the mass.
    pub mass: MatrixReport,
    /// Findings on the damping, if given.
    pub damping: Option<MatrixReport>,
    /// Rank of the mass; `None` if it could not be found.
    pub mass_rank: Option<MassRank>,
    /// Mass properties of rigid motion; `None` without row names.
    pub mass_properties: Option<PartMass>,
    /// Resistance to each rigid motion; empty without row names.
    pub grounding: Vec<Grounding>,
    /// Motions without stiffness [-]; `None` if they could not be found.
    pub rigid_modes: Option<usize>,
    /// The lowest elastic frequencies, with the range that the digits of the files leave.
    pub frequencies: Vec<UncertainFrequency>,
    /// Frequencies against printed ones, if these were given.
    pub comparison: Vec<Comparison>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// The system of units in which the numbers are plausible, if not SI.
    pub suggested_units: Option<&'static str>,
}

/// Findings on a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixReport {
    /// Its name in the file.
    pub name: String,
    /// Which entries the file lists.
    pub storage: Storage,
    /// Evidence that no entry is missing.
    pub completeness: Completeness,
    /// Entries listed in the file [-].
    pub stored: usize,
    /// Significant digits of its numbers [-].
    pub digits: usize,
    /// The worst pair of mirrored entries.
    pub symmetry: SymmetryDefect,
    /// Rows without an entry other than zero, from zero [-].
    pub zero_rows: Vec<usize>,
    /// The largest modulus of an entry (unit of the matrix).
    pub largest: f64,
}

/// Resistance to a rigid motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grounding {
    /// The motion.
    pub motion: &'static str,
    /// |K r| / (|K| |r|) with K scaled to a unit diagonal [-].
    pub resistance: f64,
    /// True if that is rounding.
    pub free: bool,
}

/// A computed and a printed frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// From the matrices \[Hz\].
    pub ours: f64,
    /// Printed by the program \[Hz\].
    pub printed: f64,
}

impl Comparison {
    /// Relative difference [-].
    pub fn relative(&self) -> f64 {
        (self.ours - self.printed).abs() / self.printed.abs().max(f64::MIN_POSITIVE)
    }
}

impl fmt::Display for PartReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "part {}: {} rows", self.name, self.size)?;
        let damping = self.damping.as_ref().map(|matrix| ("damping", matrix));
        for (what, matrix) in
            [("stiffness", &self.stiffness), ("mass", &self.mass)].into_iter().chain(damping)
        {
            writeln!(f, "  {what:<18} {matrix}")?;
        }
        if let Some(rank) = &self.mass_rank {
            writeln!(f, "  rank of the mass   {} of {}", rank.rank, self.size)?;
        }
        if let Some(mass) = &self.mass_properties {
            write_mass(f, mass)?;
        }
        if let Some(rigid) = self.rigid_modes {
            writeln!(f, "  rigid modes        {rigid}")?;
        }
        for one in &self.grounding {
            let verdict = if one.free { "free" } else { "held" };
            writeln!(f, "  {:<20} {verdict}, |K r|/|K| = {:.1e}", one.motion, one.resistance)?;
        }
        for (place, mode) in self.frequencies.iter().enumerate() {
            write!(f, "  frequency {:<8} {:.6} Hz", place + 1, mode.frequency)?;
            if mode.uncertainty > 0.0 {
                write!(f, " ± {:.1e} Hz", mode.uncertainty)?;
            }
            if mode.frequency < 0.0 {
                write!(f, ", unstable: ω² is negative")?;
            }
            match self.comparison.get(place) {
                Some(pair) => writeln!(f, ", printed {:.6} Hz", pair.printed)?,
                None => writeln!(f)?,
            }
        }
        self.warnings.iter().try_for_each(|warning| writeln!(f, "  warning: {warning}"))
    }
}

fn write_mass(f: &mut fmt::Formatter<'_>, mass: &PartMass) -> fmt::Result {
    let [x, y, z] = mass.mass;
    writeln!(f, "  moving mass        {x:.6e} along x, {y:.6e} along y, {z:.6e} along z")?;
    if let Some([x, y, z]) = mass.centre {
        writeln!(f, "  centre of mass     {x:.6}, {y:.6}, {z:.6}")?;
    }
    if let Some(inertia) = &mass.inertia {
        for (row, [x, y, z]) in inertia.iter().enumerate() {
            let head = if row == 0 { "inertia about it" } else { "" };
            writeln!(f, "  {head:<18} {x:13.6e} {y:13.6e} {z:13.6e}")?;
        }
    }
    Ok(())
}

impl fmt::Display for MatrixReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stored, storage, digits) = (self.stored, storage_name(self.storage), self.digits);
        write!(f, "{stored} entries ({storage}), {digits} digits, largest {:.4e}", self.largest)?;
        match (self.storage, self.symmetry.relative) {
            // A triangle that was mirrored cannot be anything else.
            (Storage::Upper | Storage::Lower | Storage::SkewLower, _) => {}
            (Storage::Full, 0.0) => write!(f, ", symmetric")?,
            (Storage::Full, relative) => write!(f, ", asymmetry {relative:.1e}")?,
        }
        match self.zero_rows.len() {
            0 => write!(f, ", no empty rows"),
            count => write!(f, ", empty rows: {count}"),
        }
    }
}

/// The name of a storage.
fn storage_name(storage: Storage) -> &'static str {
    match storage {
        Storage::Full => "all entries",
        Storage::Upper => "upper triangle",
        Storage::Lower => "lower triangle",
        Storage::SkewLower => "lower triangle, skew",
    }
}
