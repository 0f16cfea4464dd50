//! `lissom import`.

use super::reply::{Reply, ReplyCost, Said};
use crate::cost::Cost;
use crate::reports::parts::part_import::PartImport;
use lissom_import::Storage;
use lissom_import::doctor::{MatrixReport, PartReport};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// `lissom import`: files of a finite-element program, examined.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Import {
    /// The model file that was written; null without.
    pub file: Option<String>,
    /// Units of the files; null where none were named.
    pub units: Option<String>,
    /// Units that the numbers suggest; null where they suggest none.
    pub suggested_units: Option<&'static str>,
    /// Format of the files.
    pub format: String,
    /// The files and what each is.
    pub files: Vec<PartFile>,
    /// Node sets of the mesh.
    pub sets: Vec<NodeSet>,
    /// What was found in the files.
    pub part: ExaminedPart,
}

impl Said for Import {
    const VERB: &'static str = "import";
}

/// What an import was made from.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FilesProvenance {
    /// SHA-256 of each file, by name.
    pub files_sha256: BTreeMap<String, String>,
}

/// A file of a part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartFile {
    /// `stiffness`, `mass`, `damping_matrix`, `dof`, `mesh` or `printed`.
    pub role: &'static str,
    /// Its path.
    pub file: String,
}

/// A node set of a mesh.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NodeSet {
    /// Its name.
    pub name: String,
    /// Number of nodes.
    pub nodes: usize,
}

/// What was found in the files of a part, in SI units where its units are named.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExaminedPart {
    /// Number of rows.
    pub size: usize,
    /// The stiffness matrix.
    pub stiffness: ExaminedMatrix,
    /// The mass matrix.
    pub mass: ExaminedMatrix,
    /// The damping matrix; null without.
    pub damping: Option<ExaminedMatrix>,
    /// Rank of the mass matrix; null where it was not found.
    pub rank_of_mass: Option<usize>,
    /// Mass of the whole; null where it is not known.
    pub mass_properties: Option<PartMass>,
    /// How rigid motions of the whole are resisted.
    pub grounding: Vec<GroundedMotion>,
    /// Number of rigid modes; null where it was not found.
    pub rigid_modes: Option<usize>,
    /// Lowest frequencies \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// How far the digits of the files leave them open \[Hz\].
    pub uncertainty_hz: Vec<f64>,
    /// Frequencies that the finite-element program printed \[Hz\].
    pub printed_hz: Vec<f64>,
}

/// Mass, centre and inertia of a part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartMass {
    /// Mass along x, y and z \[kg\], the last zero for a planar part.
    pub mass_kg: [f64; 3],
    /// Centre of mass \[m\]; null without a mesh.
    pub centre_m: Option<[f64; 3]>,
    /// Inertia about it, rows of the tensor in global axes \[kg m²\]; null without a mesh.
    pub inertia_kgm2: Option<[[f64; 3]; 3]>,
}

/// A matrix of a part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExaminedMatrix {
    /// Its name.
    pub name: String,
    /// Number of entries stored.
    pub stored: usize,
    /// `full`, `upper`, `lower` or `skew-lower`.
    pub storage: &'static str,
    /// Digits of its numbers.
    pub digits: usize,
    /// Largest difference from its transpose, share of the largest entry \[-\].
    pub asymmetry: f64,
    /// Number of rows without entries.
    pub zero_rows: usize,
    /// Largest entry.
    pub largest: f64,
}

/// How a rigid motion of the whole is resisted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GroundedMotion {
    /// The motion.
    pub motion: &'static str,
    /// Resistance it meets, share of the stiffness \[-\].
    pub resistance: f64,
    /// Whether it is free.
    pub free: bool,
}

impl Import {
    /// An examined part; `file` is the model file that was written.
    #[must_use]
    pub fn reply(part: &PartImport, file: Option<&str>, wall_s: f64) -> Reply<Self, FilesProvenance> {
        Reply {
            lissom: crate::VERSION,
            verb: Self::VERB,
            model: part.files.name.clone(),
            warnings: part.report.warnings.clone(),
            cost: ReplyCost::new(Cost::default(), wall_s),
            provenance: FilesProvenance { files_sha256: part.hashes.clone() },
            said: Self::new(part, file),
        }
    }

    fn new(part: &PartImport, file: Option<&str>) -> Self {
        let files = [
            ("stiffness", Some(&part.files.stiffness)),
            ("mass", Some(&part.files.mass)),
            ("damping_matrix", part.files.damping.as_ref()),
            ("dof", part.files.dof.as_ref()),
            ("mesh", part.files.mesh.as_ref()),
            ("printed", part.printed.as_ref()),
        ];
        let files = files.into_iter().filter_map(|(role, path)| Some((role, path?)));
        let sets = part.sets.iter().map(|(name, nodes)| NodeSet { name: name.clone(), nodes: *nodes });
        Self {
            file: file.map(str::to_owned),
            units: part.units.as_ref().map(ToString::to_string),
            suggested_units: part.report.suggested_units,
            format: part.format().to_string(),
            files: files.map(|(role, file)| PartFile { role, file: file.clone() }).collect(),
            sets: sets.collect(),
            part: (&part.report).into(),
        }
    }
}

impl From<&PartReport> for ExaminedPart {
    fn from(report: &PartReport) -> Self {
        let grounding = report.grounding.iter();
        Self {
            size: report.size,
            stiffness: (&report.stiffness).into(),
            mass: (&report.mass).into(),
            damping: report.damping.as_ref().map(ExaminedMatrix::from),
            rank_of_mass: report.mass_rank.map(|rank| rank.rank),
            mass_properties: report.mass_properties.as_ref().map(|mass| PartMass {
                mass_kg: mass.mass,
                centre_m: mass.centre,
                inertia_kgm2: mass.inertia,
            }),
            grounding: grounding
                .map(|one| GroundedMotion { motion: one.motion, resistance: one.resistance, free: one.free })
                .collect(),
            rigid_modes: report.rigid_modes,
            frequencies_hz: report.frequencies.iter().map(|mode| mode.frequency).collect(),
            uncertainty_hz: report.frequencies.iter().map(|mode| mode.uncertainty).collect(),
            printed_hz: report.comparison.iter().map(|pair| pair.printed).collect(),
        }
    }
}

impl From<&MatrixReport> for ExaminedMatrix {
    fn from(report: &MatrixReport) -> Self {
        Self {
            name: report.name.clone(),
            stored: report.stored,
            storage: match report.storage {
                Storage::Full => "full",
                Storage::Upper => "upper",
                Storage::Lower => "lower",
                Storage::SkewLower => "skew-lower",
            },
            digits: report.digits,
            asymmetry: report.symmetry.relative,
            zero_rows: report.zero_rows.len(),
            largest: report.largest,
        }
    }
}
