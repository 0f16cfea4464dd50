//! `lissom modes --exact`: continua, without and with damping.

use crate::wire::reply::Said;
use lissom_continuum::Pole;
use schemars::JsonSchema;
use serde::Serialize;
use std::f64::consts::TAU;

/// `lissom modes --exact` of a system without damping.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExactModes {
    /// `true`: frequencies of the continuum.
    pub exact: bool,
    /// Natural frequencies, without rigid modes \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// The same \[rad/s\].
    pub angular_frequencies: Vec<f64>,
    /// Modal mass of each mode, its largest coordinate 1 \[kg, where that is a displacement\].
    pub modal_masses: Vec<f64>,
    /// Number of motions without stiffness.
    pub rigid_modes: usize,
    /// Number of motions with negative stiffness, which grow.
    pub unstable_modes: usize,
    /// Whether the list is proved complete.
    pub certified: bool,
    /// Bound of the relative error of the frequencies \[-\]; null where there is none.
    pub bound: Option<f64>,
    /// Why it is not certified; null when it is.
    pub why: Option<String>,
}

impl Said for ExactModes {
    const VERB: &'static str = "modes";
}

/// `lissom modes --exact` of a damped system.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExactPoles {
    /// `true`: poles of the continuum.
    pub exact: bool,
    /// Modulus of each oscillating pole over 2π \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Modulus of each oscillating pole \[rad/s\].
    pub angular_frequencies: Vec<f64>,
    /// Damping ratio of each oscillating pole \[-\].
    pub damping_ratios: Vec<f64>,
    /// Real and imaginary part of each oscillating pole \[1/s, rad/s\].
    pub poles: Vec<[f64; 2]>,
    /// Number of motions without stiffness.
    pub rigid_modes: usize,
    /// Poles without oscillation that lie in `ring` \[1/s\].
    pub real_poles: Vec<f64>,
    /// Poles that grow without oscillation \[1/s\].
    pub divergent_poles: Vec<f64>,
    /// Whether the list is proved complete in the region of `census`.
    pub certified: bool,
    /// Bound of the relative error of the poles \[-\]; null where there is none.
    pub bound: Option<f64>,
    /// Why it is not certified; null when it is.
    pub why: Option<String>,
    /// The region in which the poles were counted.
    pub census: PoleCensus,
    /// Where real poles of a continuum with strong damping inside were counted, around the place at which they crowd; else
    /// null.
    pub ring: Option<PoleRing>,
    /// Time by which all stiffness is multiplied to give all damping, where poles follow from the frequencies without damping
    /// \[s\]; else null.
    pub damping_time: Option<f64>,
}

impl Said for ExactPoles {
    const VERB: &'static str = "modes";
}

/// A region in which poles were counted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PoleCensus {
    /// Least and largest modulus \[rad/s\].
    pub moduli: [f64; 2],
    /// Largest damping ratio \[-\].
    pub damping_ratio_below: f64,
    /// Poles counted; null when they could not be.
    pub counted: Option<usize>,
    /// Poles found in it.
    pub found: usize,
}

/// A ring in which poles were counted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PoleRing {
    /// Its centre on the real axis \[1/s\].
    pub centre: f64,
    /// Least and largest distance from it \[1/s\].
    pub radii: [f64; 2],
    /// Poles counted, conjugates and rigid motions included; null when they could not be.
    pub counted: Option<usize>,
    /// Poles found in it.
    pub found: usize,
}

impl From<&lissom_continuum::ExactModes> for ExactModes {
    fn from(modes: &lissom_continuum::ExactModes) -> Self {
        Self {
            exact: true,
            frequencies_hz: modes.angular_frequencies.iter().map(|omega| omega / TAU).collect(),
            angular_frequencies: modes.angular_frequencies.clone(),
            modal_masses: modes.modal_masses.clone(),
            rigid_modes: modes.rigid_modes,
            unstable_modes: modes.unstable_modes,
            certified: modes.is_certified(),
            bound: modes.verdict.bound(),
            why: modes.verdict.why_not().map(|why| why.to_string()),
        }
    }
}

impl From<&lissom_continuum::ExactPoles> for ExactPoles {
    fn from(found: &lissom_continuum::ExactPoles) -> Self {
        let list = |f: &dyn Fn(&Pole) -> f64| found.poles.iter().map(f).collect::<Vec<f64>>();
        let (sector, verdict) = (&found.census.sector, &found.verdict);
        Self {
            exact: true,
            frequencies_hz: list(&|p| p.value.abs() / TAU),
            angular_frequencies: list(&|p| p.value.abs()),
            damping_ratios: list(&|p| (0.0 - p.value.re) / p.value.abs()),
            poles: found.poles.iter().map(|p| [p.value.re, p.value.im]).collect(),
            rigid_modes: found.rigid_modes,
            real_poles: found.overdamped.iter().map(|p| p.value.re).collect(),
            divergent_poles: found.divergent.iter().map(|p| p.value.re).collect(),
            certified: verdict.is_certified(),
            bound: verdict.bound(),
            why: verdict.why_not().map(|why| why.to_string()),
            census: PoleCensus {
                moduli: sector.moduli,
                damping_ratio_below: sector.damping,
                counted: found.census.counted,
                found: found.census.found,
            },
            ring: found.ring.map(|census| PoleRing {
                centre: census.ring.centre,
                radii: census.ring.radii,
                counted: census.counted,
                found: census.found,
            }),
            damping_time: found.damping_time,
        }
    }
}
