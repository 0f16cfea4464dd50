//! `lissom modes` of structures.

use crate::checks::{CheckOutcome, coordinate_name};
use crate::subjects::linear_structure::ExpandedShapes;
use crate::wire::reply::Said;
use crate::wire::sweep::Sweep;
use crate::wire::verdict::Evidence;
use lissom_mech::Structure;
use schemars::JsonSchema;
use serde::Serialize;
use std::f64::consts::TAU;

/// `lissom modes` of a structure: natural frequencies, and what proves them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Modes {
    /// Degrees of freedom.
    pub dof: usize,
    /// Natural frequencies, without rigid modes \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// The same \[rad/s\].
    pub angular_frequencies: Vec<f64>,
    /// Share of critical damping of each mode \[-\].
    pub damping_ratios: Vec<f64>,
    /// Residual of each mode in the original matrices \[-\].
    pub residuals: Vec<f64>,
    /// How far rounding of the matrices may move each frequency, part of `bounds` \[-\].
    pub rounding: Vec<f64>,
    /// Number of modes at exactly 0 Hz.
    pub rigid_modes: usize,
    /// Motions of the whole among them.
    pub rigid_motions: Vec<String>,
    /// Motions that have neither stiffness nor mass, left out: the coordinate that moves most in each.
    pub empty_motions: Vec<String>,
    /// Whether there are no more modes than these.
    pub exhausted: bool,
    /// Whether the list is proved complete and each mode bounded.
    pub certified: bool,
    /// Largest relative error of a frequency \[-\]; null where it is not certified.
    pub bound: Option<f64>,
    /// Relative error bound of each frequency \[-\]; null where there is none.
    pub bounds: Vec<Option<f64>>,
    /// Why it is not certified; null when it is.
    pub why: Option<String>,
    /// What proves it.
    pub certificate: ModesCertificate,
    /// How much of the mass moves in each direction.
    pub effective_mass: EffectiveMass,
    /// Mass \[kg\]; null where it is not known.
    pub mass_kg: Option<f64>,
    /// Outcomes of `[check]`.
    pub checks: Vec<CheckedNumber>,
    /// With `--shapes`: the modes over all named coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<ShapeTable>,
    /// Frequencies against parameters, where `[analysis.modes]` has a `sweep`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

impl Said for Modes {
    const VERB: &'static str = "modes";
}

/// What proves that a list of modes is complete.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ModesCertificate {
    /// Lower end of the counted range \[Hz\].
    pub lower_hz: f64,
    /// Upper end of the counted range \[Hz\].
    pub upper_hz: f64,
    /// Eigenvalues below the lower end.
    pub count_below_lower: usize,
    /// Eigenvalues below the upper end.
    pub count_below_upper: usize,
    /// Modes found between.
    pub found: usize,
    /// Residual of the factor that counted \[-\]; null when no count was made.
    pub factorisation_residual: Option<f64>,
    /// What was measured.
    pub evidence: Vec<Evidence>,
}

/// How much of the mass moves in each direction.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EffectiveMass {
    /// Names of the directions; empty where the rigid motions of the whole are not known.
    pub directions: Vec<&'static str>,
    /// Point of the rotations \[m\]; null where there is none.
    pub about_m: Option<[f64; 3]>,
    /// Mass or inertia of the whole in each direction \[kg\], \[kg m²\].
    pub whole: Vec<f64>,
    /// The same for each mode: one row for each mode \[kg\], \[kg m²\].
    pub by_mode: Vec<Vec<f64>>,
}

/// An expectation of `[check]`, and what was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckedNumber {
    /// What is checked.
    pub name: String,
    /// Value in the file.
    pub expected: f64,
    /// Value found; null when there is none.
    pub found: Option<f64>,
    /// Whether they agree.
    pub holds: bool,
}

/// Mode shapes over named coordinates.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShapeTable {
    /// Names of the coordinates.
    pub coordinates: Vec<String>,
    /// One list for each mode, mass-normalised.
    pub vectors: Vec<Vec<f64>>,
}

impl From<&CheckOutcome> for CheckedNumber {
    fn from(outcome: &CheckOutcome) -> Self {
        Self {
            name: outcome.name.clone(),
            expected: outcome.expected,
            found: outcome.found,
            holds: outcome.holds,
        }
    }
}

impl From<&ExpandedShapes> for ShapeTable {
    fn from(shapes: &ExpandedShapes) -> Self {
        let vectors = (0..shapes.vectors.cols()).map(|j| shapes.vectors.column(j).to_vec());
        Self { coordinates: shapes.coordinates.clone(), vectors: vectors.collect() }
    }
}

impl From<&lissom_dynamics::Modes> for ModesCertificate {
    fn from(modes: &lissom_dynamics::Modes) -> Self {
        let c = &modes.certificate;
        let hz = |eigenvalue: f64| eigenvalue.abs().sqrt().copysign(eigenvalue) / TAU;
        Self {
            lower_hz: hz(c.lower()),
            upper_hz: hz(c.upper()),
            count_below_lower: c.count_below_lower(),
            count_below_upper: c.count_below_upper(),
            found: c.found(),
            factorisation_residual: c.factorisation_residual(),
            evidence: c.evidence().iter().map(Evidence::from).collect(),
        }
    }
}

impl From<&lissom_dynamics::Modes> for EffectiveMass {
    fn from(modes: &lissom_dynamics::Modes) -> Self {
        let table = &modes.effective_mass;
        Self {
            directions: table.directions.iter().map(|d| coordinate_name(*d)).collect(),
            about_m: table.about,
            whole: table.whole.clone(),
            by_mode: table.by_mode.clone(),
        }
    }
}

impl Modes {
    /// Modes of a structure. Shapes (over named coordinates) are long and come on request.
    #[must_use]
    pub fn new(
        structure: &Structure,
        modes: &lissom_dynamics::Modes,
        checks: &[CheckOutcome],
        shapes: Option<&ExpandedShapes>,
        sweep: Option<Sweep>,
    ) -> Self {
        let list =
            |f: &dyn Fn(&lissom_dynamics::Mode) -> f64| modes.modes.iter().map(f).collect::<Vec<f64>>();
        Self {
            dof: structure.size(),
            frequencies_hz: list(&lissom_dynamics::Mode::frequency_hz),
            angular_frequencies: list(&|m| m.angular_frequency),
            damping_ratios: list(&|m| m.damping_ratio),
            residuals: list(&|m| m.residual),
            rounding: list(&|m| m.rounding),
            rigid_modes: modes.rigid,
            rigid_motions: modes.rigid_of_whole.clone(),
            empty_motions: modes.empty_motions.clone(),
            exhausted: modes.exhausted,
            certified: modes.certificate.is_certified(),
            bound: frequency_bound(modes),
            bounds: modes.modes.iter().map(|m| Some(m.bound()).filter(|e| e.is_finite())).collect(),
            why: modes.certificate.why_not().map(|why| why.to_string()),
            certificate: modes.into(),
            effective_mass: modes.into(),
            mass_kg: structure.rigid_body.as_ref().map(|body| body.mass),
            checks: checks.iter().map(CheckedNumber::from).collect(),
            shapes: shapes.map(ShapeTable::from),
            sweep,
        }
    }
}

/// The largest relative error of a frequency, if the modes are certified.
fn frequency_bound(modes: &lissom_dynamics::Modes) -> Option<f64> {
    modes.certificate.bound()?;
    Some(modes.modes.iter().map(lissom_dynamics::Mode::bound).fold(0.0, f64::max))
}
