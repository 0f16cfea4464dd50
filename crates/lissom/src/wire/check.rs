//! `lissom check`.

use super::reply::Said;
use crate::failure::Failure;
use crate::reports::structure_report::{MechanismCoordinates, StructureReport};
use crate::session::Session;
use lissom_model::diagnostic::{Diagnostic, Severity};
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom check`: diagnostics, and the structure when there is one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// Whether the model is valid.
    pub ok: bool,
    /// All errors and warnings of the file.
    pub diagnostics: Vec<DiagnosticEntry>,
    /// Why the structure could not be built; null when it could.
    pub failure: Option<String>,
    /// Degrees of freedom; null where there is no structure.
    pub dof: Option<usize>,
    /// What holds the structure.
    pub constraints: Constraints,
    /// The structure.
    #[serde(flatten)]
    pub structure: Option<CheckedStructure>,
}

impl Said for Check {
    const VERB: &'static str = "check";
}

/// What holds a structure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Constraints {
    /// Constraints that repeat others; null where there is no structure.
    pub redundant: Option<Vec<String>>,
    /// Unconstrained motions; null where there is no structure.
    pub missing: Option<Vec<String>>,
    /// Of mechanisms in space: how many constraints there are, and what they would leave by counting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedConstraints>,
}

/// Numbers of constraints and coordinates; where constraints repeat others, `dof` is larger than counting says.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct CountedConstraints {
    /// Constraints, redundant ones included.
    pub constraints: usize,
    /// Coordinates of nodes that are not fixed.
    pub coordinates: usize,
    /// Degrees of freedom that would remain if no constraint repeated others.
    pub dof_by_counting: i64,
}

/// The structure of a model that has one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckedStructure {
    /// Finite elements; null where there are none.
    pub elements: Option<usize>,
    /// Number of all coordinates, including fixed ones.
    pub coordinates: usize,
    /// Names of the independent coordinates of a mechanism; null where it is not one.
    pub independent: Option<Vec<String>>,
    /// Names of the coordinates that follow from them; null where it is not a mechanism.
    pub follow: Option<Vec<String>>,
    /// Mass of the whole; null where masses are not known by place.
    pub mass_properties: Option<MassProperties>,
}

/// Mass, centre and inertia.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MassProperties {
    /// Mass \[kg\].
    pub mass_kg: f64,
    /// Centre of mass \[m\].
    pub centre_m: [f64; 3],
    /// Inertia about it, rows of the tensor in global axes \[kg m²\].
    pub inertia_kgm2: [[f64; 3]; 3],
}

/// An error or a warning about a model file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiagnosticEntry {
    /// Such as `L0203`; see `lissom explain CODE`.
    pub code: &'static str,
    /// How serious it is.
    pub severity: SeverityName,
    /// One sentence.
    pub message: String,
    /// The file it is about, where it is a component or an included file and not the model file itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line, from one; null for an override.
    pub line: Option<usize>,
    /// Column in characters, from one; null for an override.
    pub column: Option<usize>,
    /// What to write instead.
    pub hints: Vec<String>,
}

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeverityName {
    /// The model cannot be used.
    Error,
    /// The model can be used.
    Warning,
}

impl DiagnosticEntry {
    /// Diagnostics of the model of a session.
    #[must_use]
    pub fn all(session: &Session, diagnostics: &[Diagnostic]) -> Vec<Self> {
        let each = diagnostics.iter().map(|d| {
            let (line, column) = session.place(d).unzip();
            let severity = match d.severity {
                Severity::Error => SeverityName::Error,
                Severity::Warning => SeverityName::Warning,
            };
            let file = session.other_file(d).map(str::to_owned);
            let (message, hints) = (d.message.clone(), d.hints.clone());
            Self { code: d.code, severity, message, file, line, column, hints }
        });
        each.collect()
    }
}

impl Check {
    /// The diagnostics of a session, its structure, and why there is none.
    #[must_use]
    pub fn new(session: &Session, structure: Option<&StructureReport>, failure: Option<&Failure>) -> Self {
        let diagnostics = session.diagnostics_with(failure);
        Self {
            ok: failure.is_none() && diagnostics.iter().all(|d| d.severity != Severity::Error),
            diagnostics: DiagnosticEntry::all(session, diagnostics),
            failure: failure.filter(|f| !matches!(f, Failure::Model(_))).map(ToString::to_string),
            dof: structure.map(|s| s.degrees_of_freedom),
            constraints: Constraints {
                redundant: structure.map(|s| s.redundant.clone()),
                missing: structure.map(|s| s.missing.clone()),
                counted: structure.and_then(|s| s.mechanism.as_ref()).and_then(CountedConstraints::of),
            },
            structure: structure.map(CheckedStructure::from),
        }
    }
}

impl CountedConstraints {
    fn of(mechanism: &MechanismCoordinates) -> Option<Self> {
        let ([constraints, coordinates], dof_by_counting) = (mechanism.counted?, mechanism.by_counting()?);
        Some(Self { constraints, coordinates, dof_by_counting })
    }
}

impl From<&StructureReport> for CheckedStructure {
    fn from(report: &StructureReport) -> Self {
        let named = report.mechanism.as_ref();
        Self {
            elements: report.elements,
            coordinates: report.coordinates,
            independent: named.map(|m| m.independent.clone()),
            follow: named.map(|m| m.follow.clone()),
            mass_properties: report.mass.map(|mass| MassProperties {
                mass_kg: mass.mass,
                centre_m: mass.centre,
                inertia_kgm2: mass.inertia,
            }),
        }
    }
}
