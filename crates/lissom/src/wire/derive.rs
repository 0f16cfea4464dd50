//! `lissom derive`.

use super::reply::Said;
use crate::reports::derivation_report::{DerivationReport, WrittenEquation};
use schemars::JsonSchema;
use serde::Serialize;

/// `lissom derive`: exact equations.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Derive {
    /// Equations of the fields.
    pub pdes: Vec<DerivedEquation>,
    /// Equations of the coordinates.
    pub odes: Vec<DerivedEquation>,
    /// Conditions at ends and interfaces.
    pub boundary_conditions: Vec<DerivedEquation>,
    /// What ties fields and coordinates together.
    pub compatibility: Vec<DerivedEquation>,
    /// What was assumed.
    pub notes: Vec<String>,
    /// Python source that builds all of them.
    pub sympy: String,
    /// Whether all independent routes agree; null with `--no-verify` and where they cannot decide.
    pub verified: Option<bool>,
    /// The independent routes.
    pub checks: Vec<VerifiedRoute>,
    /// With `--trace`: the derivation in its steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<String>>,
}

impl Said for Derive {
    const VERB: &'static str = "derive";
}

/// A derived equation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DerivedEquation {
    /// What the equation is of.
    pub name: String,
    /// As text.
    pub text: String,
    /// As LaTeX.
    pub latex: String,
    /// As SymPy.
    pub sympy: String,
    /// Its terms.
    pub terms: Vec<DerivedTerm>,
}

/// A term of an equation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DerivedTerm {
    /// The part a term comes from.
    pub origin: String,
    /// As text.
    pub text: String,
    /// As LaTeX.
    pub latex: String,
}

/// An independent route to the same equations.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerifiedRoute {
    /// Which.
    pub name: String,
    /// What came out.
    pub outcome: String,
}

impl From<&WrittenEquation> for DerivedEquation {
    fn from(equation: &WrittenEquation) -> Self {
        let terms = equation.terms.iter().map(|t| DerivedTerm {
            origin: t.origin.clone(),
            text: t.text.clone(),
            latex: t.latex.clone(),
        });
        Self {
            name: equation.name.clone(),
            text: equation.text.clone(),
            latex: equation.latex.clone(),
            sympy: equation.sympy.clone(),
            terms: terms.collect(),
        }
    }
}

impl Derive {
    /// The equations of a report; the steps of the derivation are long and come on request.
    #[must_use]
    pub fn new(report: &DerivationReport, with_trace: bool) -> Self {
        let all = |list: &[WrittenEquation]| list.iter().map(DerivedEquation::from).collect();
        let checks = report.checks.iter();
        Self {
            pdes: all(&report.pdes),
            odes: all(&report.odes),
            boundary_conditions: all(&report.boundary_conditions),
            compatibility: all(&report.compatibility),
            notes: report.notes.clone(),
            sympy: report.sympy.clone(),
            verified: report.verified,
            checks: checks
                .map(|(name, outcome)| VerifiedRoute { name: name.clone(), outcome: outcome.to_string() })
                .collect(),
            trace: with_trace.then(|| report.trace.clone()),
        }
    }
}
