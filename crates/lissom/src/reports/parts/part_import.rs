//! Files of a finite-element program as an audited part: the report of `lissom import`.

use crate::failure::Failure;
use crate::files::Files;
use crate::toml_text::{toml_comment, toml_text};
use lissom_import::doctor::{DoctorOptions, PartReport, examine};
use lissom_import::{
    FileWindow, ImportedPart, PartFiles, RecognisedFiles, read_frequencies, read_part, recognise,
};
use lissom_linalg::{Progress, Threads};
use lissom_model::model::PartUnits;
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{Cursor, Read};

/// Frequencies computed by the audit when no printed ones are given.
const FREQUENCIES: usize = 10;

/// A part read from files, with the findings of the audit.
#[derive(Debug)]
pub struct PartImport {
    /// The files by role.
    pub files: PartFiles,
    /// Units of the files, if given; all findings are then in SI units.
    pub units: Option<PartUnits>,
    /// Format of stiffness and mass.
    pub formats: Vec<&'static str>,
    /// The file with printed frequencies, if one was given.
    pub printed: Option<String>,
    /// Findings of the audit.
    pub report: PartReport,
    /// Node sets of the mesh with their sizes.
    pub sets: Vec<(String, usize)>,
    /// Whether all rows are in the plane.
    pub planar: bool,
    /// SHA-256 of every file read, by path.
    pub hashes: BTreeMap<String, String>,
}

/// A window that remembers what was read.
struct Recorded<'a> {
    files: &'a dyn Files,
    hashes: RefCell<BTreeMap<String, String>>,
}

impl FileWindow for Recorded<'_> {
    fn open(&self, path: &str) -> Result<Box<dyn Read + '_>, String> {
        let bytes = self.files.read(path).map_err(|error| error.reason)?;
        let mut hashes = self.hashes.borrow_mut();
        hashes
            .entry(path.to_owned())
            .or_insert_with(|| Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect());
        Ok(Box::new(Cursor::new(bytes)))
    }
}

/// Reads the files of one part, whatever their order, and examines it.
///
/// # Errors
/// Where a file cannot be read, is malformed, has no role, or contradicts the others.
pub fn import_part(
    files: &dyn Files,
    paths: &[String],
    name: Option<&str>,
    units: Option<&PartUnits>,
    threads: &Threads,
    progress: &dyn Progress,
) -> Result<PartImport, Failure> {
    let window = Recorded { files, hashes: RefCell::default() };
    progress.stage("reading files", None);
    let RecognisedFiles { files, formats, printed } = recognise(name, paths, &window)?;
    let mut part = read_part(&files, &window)?;
    if let Some(units) = units {
        part = part.in_si(units);
    }
    let known = printed.as_deref().map(|path| read_frequencies(path, &window)).transpose()?;
    let options = DoctorOptions {
        threads: threads.clone(),
        frequencies: FREQUENCIES.min(part.size()),
        printed: known.unwrap_or_default(),
    };
    progress.stage("auditing the part", None);
    let report = examine(&part, &options, progress);
    Ok(PartImport {
        units: units.cloned(),
        files,
        formats,
        printed,
        report,
        sets: sets(&part),
        planar: is_planar(&part),
        hashes: window.hashes.into_inner(),
    })
}

fn sets(part: &ImportedPart) -> Vec<(String, usize)> {
    let mesh = part.mesh.iter();
    mesh.flat_map(|mesh| mesh.sets.iter().map(|set| (set.name.clone(), set.nodes.len()))).collect()
}

fn is_planar(part: &ImportedPart) -> bool {
    part.dofs.as_ref().is_some_and(|dofs| dofs.iter().all(|dof| matches!(dof.component, 1 | 2 | 6)))
}

impl PartImport {
    /// The word for the format in a model file: the one all files have, or `auto`.
    #[must_use]
    pub fn format(&self) -> &'static str {
        match self.formats[..] {
            [one, other] if one == other => one,
            _ => "auto",
        }
    }

    /// A commented model file to start from; `beside` gives a file's name relative to it.
    #[must_use]
    pub fn model_text(&self, beside: &dyn Fn(&str) -> String) -> String {
        let files = &self.files;
        let name = toml_text(&files.name);
        let mut text = format!(
            "# Written by `lissom import`: {} rows. File names are relative to this file.\nlissom = \
             1\n[model]\nname = {name}\ndim = {}\n\n\
             [[fe_part]]\nname = {name}\nformat = \"{}\"\n",
            self.report.size,
            if self.planar { 2 } else { 3 },
            self.format()
        );
        let roles = [
            ("stiffness", Some(&files.stiffness)),
            ("mass", Some(&files.mass)),
            ("damping_matrix", files.damping.as_ref()),
            ("dof", files.dof.as_ref()),
            ("mesh", files.mesh.as_ref()),
        ];
        for (role, path) in roles {
            if let Some(path) = path {
                let _ = writeln!(text, "{role} = {}", toml_text(&beside(path)));
            }
        }
        text += &self.units_text();
        text += "# damping = { modal = 0.01 }         # the same ratio for every mode; or Rayleigh: { mass = 1.0, stiffness = 1e-6 }\n\n";
        text += &self.interface_text(&name);
        let _ = writeln!(text, "[analysis.modes]\ncount = {}\n", self.mode_count());
        text += &self.check_text();
        text
    }

    /// As many modes as `[check]` compares, and ten where the part has them.
    fn mode_count(&self) -> usize {
        FREQUENCIES.min(self.report.size).max(self.report.comparison.len()).max(1)
    }

    /// The given units, or those suggested by the audit, to be confirmed.
    fn units_text(&self) -> String {
        match (&self.units, self.report.suggested_units) {
            (Some(units), _) => format!("units = {}\n", toml_text(&units.name)),
            (None, Some(name)) => format!(
                "# units = \"{name}\"                  # suggested by the numbers; default: SI units\n"
            ),
            (None, None) => String::new(),
        }
    }

    /// An interface to begin with, commented out, when the mesh has node sets.
    fn interface_text(&self, name: &str) -> String {
        let Some((first, _)) = self.sets.last() else {
            return "# Interfaces need node sets: give the part its `mesh` and `dof` files.\n\n".to_owned();
        };
        let list: Vec<String> =
            self.sets.iter().map(|(set, nodes)| format!("{} ({nodes} nodes)", toml_comment(set))).collect();
        let attach = toml_text(&format!("{}.port", self.files.name));
        format!(
            "# Node sets of the mesh: {}.\n\
             # [[interface]]\n# part = {name}\n# name = \"port\"\n# set = {}\n\
             # kind = \"mean\"                       # mean (RBE3-like), rigid (RBE2-like), nodes\n\
             # [[force]]\n# name = \"F\"\n# attach = {attach}\n# direction = \"x\"\n\
             # [[output]]\n# name = \"x\"\n# attach = {attach}\n# direction = \"x\"\n\n",
            list.join(", "),
            toml_text(first)
        )
    }

    /// Numbers to hold on to: those the program printed, or those found now.
    fn check_text(&self) -> String {
        let Some(rigid) = self.report.rigid_modes else { return String::new() };
        let mut text = format!("[check]\nrigid_modes = {rigid}\n");
        let printed: Vec<f64> = self.report.comparison.iter().map(|pair| pair.printed).collect();
        if printed.is_empty() {
            text += "# frequencies_hz = [ … ]             # what the finite-element program reports\n";
        } else {
            let _ = writeln!(
                text,
                "frequencies_hz = {printed:?}   # printed by the program, seven digits\nrtol = 1e-6"
            );
        }
        text
    }
}
