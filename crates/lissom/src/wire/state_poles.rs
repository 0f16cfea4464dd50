//! `lissom modes --at` of a mechanism: poles about a state.

use super::reply::Said;
use crate::reports::state_poles::{PoleReport, stability_words};
use lissom_dynamics::StateCertificate;
use schemars::JsonSchema;
use serde::Serialize;
use std::f64::consts::TAU;

/// `lissom modes --at` of a mechanism: poles about an equilibrium.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StatePoles {
    /// The equilibrium of `--at`.
    pub at: String,
    /// Modulus of each oscillating pole over 2π \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Damping ratio of each oscillating pole \[-\].
    pub damping_ratios: Vec<f64>,
    /// Real and imaginary part of each oscillating pole \[1/s, rad/s\].
    pub poles: Vec<[f64; 2]>,
    /// Poles without oscillation \[1/s\].
    pub real_poles: Vec<f64>,
    /// Number of pairs of poles that grow and oscillate.
    pub fluttering: usize,
    /// Number of poles that grow without oscillation.
    pub diverging: usize,
    /// Whether loads follow the motion, so that the stiffness is not symmetric.
    pub circulatory: bool,
    /// Number of poles that are within their error bound of growing.
    pub undecided: usize,
    /// Residual of the equilibrium \[-\].
    pub residual: f64,
    /// In words: stable, unstable or undecided.
    pub stability: String,
    /// Whether the state and its stability are proved.
    pub certified: bool,
    /// Bound of the error of the state; null where there is none.
    pub bound: Option<f64>,
    /// Why it is not certified; null when it is.
    pub why: Option<String>,
    /// Smallest eigenvalue of the tangent stiffness.
    pub tangent: TangentStiffness,
    /// Whether the verdict is that of the beams or of their mesh; null without beams that bend, or where no other mesh was solved.
    pub mesh: Option<MeshEvidence>,
}

impl Said for StatePoles {
    const VERB: &'static str = "modes";
}

/// Smallest eigenvalue of the tangent stiffness.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct TangentStiffness {
    /// Its value.
    pub lowest: f64,
    /// Bound of its error.
    pub bound: f64,
}

/// What other meshes say about stability.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct MeshEvidence {
    /// Whether the discretisation error leaves the signs.
    pub decided: bool,
    /// What decides, with its unit.
    pub quantity: &'static str,
    /// The coarser of the two finest meshes that were compared.
    pub coarser: CoarserMesh,
    /// The finer one.
    pub finer: FinerMesh,
}

/// The coarser of two meshes.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct CoarserMesh {
    /// Its elements over those of the model file \[-\].
    pub elements: f64,
    /// What decides, nearest to zero beside its error; null where the mesh cannot move in that direction.
    pub nearest: Option<f64>,
}

/// The finer of two meshes.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct FinerMesh {
    /// Its elements over those of the model file \[-\].
    pub elements: f64,
    /// The same on it.
    pub nearest: Option<f64>,
    /// Estimate of its discretisation error, in the same unit; null where it is not known.
    pub error: Option<f64>,
}

impl MeshEvidence {
    /// Of a certificate.
    pub(crate) fn of(certificate: &StateCertificate) -> Option<Self> {
        certificate.meshes.map(|meshes| Self {
            decided: !meshes.is_open(),
            quantity: meshes.quantity,
            coarser: CoarserMesh { elements: meshes.elements[0], nearest: meshes.nearest[0] },
            finer: FinerMesh {
                elements: meshes.elements[1],
                nearest: meshes.nearest[1],
                error: Some(meshes.error).filter(|error| error.is_finite()),
            },
        })
    }
}

impl From<&PoleReport> for StatePoles {
    fn from(report: &PoleReport) -> Self {
        let (poles, certificate) = (&report.poles, &report.certificate);
        let list = |f: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
            poles.oscillations.iter().map(|[re, im]| f(*re, *im)).collect()
        };
        Self {
            at: report.place.clone(),
            frequencies_hz: list(&|re, im| re.hypot(im) / TAU),
            damping_ratios: list(&|re, im| (0.0 - re) / re.hypot(im)),
            poles: poles.oscillations.clone(),
            real_poles: poles.real.clone(),
            fluttering: poles.fluttering,
            diverging: poles.diverging,
            circulatory: report.is_circulatory,
            undecided: poles.undecided,
            residual: report.residual,
            stability: stability_words(certificate),
            certified: certificate.verdict.is_certified(),
            bound: certificate.verdict.bound(),
            why: certificate.verdict.why_not().map(|why| why.to_string()),
            tangent: TangentStiffness {
                lowest: certificate.inertia.lowest,
                bound: certificate.inertia.bound,
            },
            mesh: MeshEvidence::of(certificate),
        }
    }
}
