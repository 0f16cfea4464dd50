//! Operating states, as `lissom states` lists them.

use super::state_poles::MeshEvidence;
use crate::checks::coordinate_name;
use crate::reports::operating_states::{FoundState, StateReport};
use crate::reports::slow_loads::ChangeReport;
use crate::reports::state_poles::stability_words;
use lissom_dynamics::{StateCertificate, deformation};
use lissom_mech::elements::EndForces;
use lissom_mech::{FrameForces, Reaction};
use lissom_model::model::Coordinate;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// An operating state of `[state.NAME]`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OperatingState {
    /// Its name.
    pub name: String,
    /// `static`, `rotation`, ….
    pub kind: &'static str,
    /// Residual of the equilibrium \[-\]; missing when there is no such state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub residual: Option<f64>,
    /// Why there is no such state; null when there is one.
    pub failure: Option<String>,
    /// The state, when there is one.
    #[serde(flatten)]
    pub found: Option<Deformation>,
}

/// What is known of an operating state that was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Deformation {
    /// Whether the deformation is constant.
    pub stationary: bool,
    /// Velocity of the whole, by direction \[m/s\], \[rad/s\].
    pub rigid_velocity: BTreeMap<&'static str, f64>,
    /// Acceleration of the whole, by direction \[m/s²\], \[rad/s²\].
    pub rigid_acceleration: BTreeMap<&'static str, f64>,
    /// Speed of a spinning state \[rad/s\]; null otherwise.
    pub speed_rad_s: Option<f64>,
    /// Largest displacement by deformation; null where nothing is displaced.
    pub deformation_max: Option<LargestDeformation>,
    /// Largest deformation of each unit.
    pub deformation_max_by_unit: Vec<LargestOfUnit>,
    /// Whether the state is that of linear equations.
    pub linear: bool,
    /// How far linear equations were used beyond small motions; missing where it does not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonlinearity: Option<Nonlinearity>,
    /// Stability, where nonlinear equations were solved.
    #[serde(flatten)]
    pub verdict: Option<StateVerdict>,
    /// Elastic energy \[J\].
    #[serde(rename = "elastic_energy_J")]
    pub elastic_energy: f64,
    /// How far the state is free to be moved along rigid motions \[-\].
    pub gauge: f64,
    /// Balance of power.
    #[serde(rename = "power_W")]
    pub power: PowerBalance,
    /// Value of each output, by name (`units`).
    pub outputs: BTreeMap<String, f64>,
    /// Unit of each output, by name.
    pub units: BTreeMap<String, String>,
    /// Forces of supports on the structure; missing where there is no frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reactions: Option<Vec<SupportReaction>>,
    /// Forces in beam elements; missing where there is no frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<MemberForces>>,
    /// What a force that begins to change would do; missing where it does not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slow_load: Option<SlowLoad>,
    /// Of `kind = "change"`: the course in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<ChangeInTime>,
    /// What was assumed.
    pub notes: Vec<String>,
    /// With `--shapes`: the deformation over all named rows \[m\], \[rad\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deformation: Option<ValuesByRow>,
    /// With `--shapes`: the force that deforms each row \[N\], \[N m\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub internal_force: Option<ValuesByRow>,
}

/// The largest displacement by deformation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LargestDeformation {
    /// The coordinate.
    pub at: String,
    /// Its value \[m\].
    pub value_m: f64,
}

/// The largest deformation of a unit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LargestOfUnit {
    /// The unit.
    pub unit: &'static str,
    /// The coordinate.
    pub at: String,
    /// Its value (`unit`).
    pub value: f64,
}

/// How far linear equations were used beyond small motions.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Nonlinearity {
    /// Largest rotation \[rad\]; null where it is not known.
    pub rotation_rad: Option<f64>,
    /// Largest displacement, share of the size of the structure \[-\]; null where it is not known.
    pub displacement_over_size: Option<f64>,
}

/// Stability of a state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StateVerdict {
    /// In words: stable, unstable or undecided.
    pub stability: String,
    /// Whether the state and its stability are proved.
    pub certified: bool,
    /// Bound of the error of the state; null where there is none.
    pub bound: Option<f64>,
    /// Why it is not certified; null when it is.
    pub why: Option<String>,
    /// Whether the verdict is that of the beams or of their mesh; null without beams that bend, or where no other mesh was solved.
    pub mesh: Option<MeshEvidence>,
}

/// Balance of power.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct PowerBalance {
    /// Power of forces \[W\].
    pub supplied: f64,
    /// Rate of kinetic and elastic energy \[W\].
    pub stored: f64,
    /// Power lost in dampers \[W\].
    pub dissipated: f64,
    /// Power that drag exchanges between rigid and elastic motion \[W\].
    pub internal: f64,
    /// Imbalance, share of the largest term \[-\].
    pub residual: f64,
}

/// What a support does to the structure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SupportReaction {
    /// The support.
    pub support: String,
    /// Unit of the value.
    pub unit: &'static str,
    /// Force or moment on the structure (`unit`).
    pub value: f64,
}

/// Section forces at both ends of a beam element.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MemberForces {
    /// The element.
    pub name: String,
    /// At its first end.
    pub first: BeamEnd,
    /// At its second end.
    pub second: BeamEnd,
}

/// Section forces at an end of a beam element.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct BeamEnd {
    /// Axial force, positive in tension \[N\].
    #[serde(rename = "axial_N")]
    pub axial: f64,
    /// Shear forces along the axes y and z of the section \[N\].
    #[serde(rename = "shear_N")]
    pub shear: [f64; 2],
    /// Torque \[N m\].
    #[serde(rename = "torsion_Nm")]
    pub torsion: f64,
    /// Bending moments about the axes y and z of the section \[N m\].
    #[serde(rename = "bending_Nm")]
    pub bending: [f64; 2],
}

/// One shape and a series for a force that begins to change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SlowLoad {
    /// Mass of the one shape.
    pub mass: f64,
    /// Damping of the one shape.
    pub damping: f64,
    /// Stiffness of the one shape.
    pub stiffness: f64,
    /// Damping that couples the one shape with each rigid motion.
    pub rigid_drag: Vec<f64>,
    /// Frequency of the one shape \[Hz\].
    pub natural_frequency_hz: f64,
    /// Where one shape is good enough \[Hz\]; missing where there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_below_hz: Option<f64>,
    /// Size of the terms of the series.
    pub series_norms: Vec<f64>,
    /// Where the series converges \[Hz\]; missing where there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series_below_hz: Option<f64>,
}

/// The course of a slow change in time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChangeInTime {
    /// Times \[s\].
    pub t: Vec<f64>,
    /// Share of the rigid force that inertia takes \[-\]; null while no rigid force acts.
    pub inertial_share: Vec<Option<f64>>,
    /// Elastic energy \[J\].
    #[serde(rename = "elastic_energy_J")]
    pub elastic_energy: Vec<f64>,
    /// What the deformation's own inertia and drag would add at each time \[-\].
    pub indicator: Vec<f64>,
    /// Estimated error \[-\].
    pub error_estimate: f64,
    /// First frequency of the structure \[Hz\].
    pub first_frequency_hz: f64,
    /// Series of each output, by name (`units` of the state).
    pub outputs: BTreeMap<String, Vec<f64>>,
}

/// Values over named rows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValuesByRow {
    /// Names of the rows.
    pub coordinates: Vec<String>,
    /// Their values.
    pub values: Vec<f64>,
}

impl OperatingState {
    /// One state; `rows` are the names of the deformation's entries, given when it is wanted.
    #[must_use]
    pub fn new(report: &StateReport, rows: Option<&[String]>) -> Self {
        let found = report.found.as_ref();
        Self {
            name: report.name.clone(),
            kind: report.kind,
            residual: found.ok().map(|found| found.residual),
            failure: found.err().cloned(),
            found: found.ok().map(|found| Deformation::new(found, rows)),
        }
    }
}

impl Deformation {
    fn new(found: &FoundState, rows: Option<&[String]>) -> Self {
        let p = &found.power;
        let forces = found.forces.as_ref();
        let over_rows = |values: &[f64]| {
            rows.map(|rows| ValuesByRow { coordinates: rows.to_vec(), values: values.to_vec() })
        };
        Self {
            stationary: found.stationary,
            rigid_velocity: rates(&found.velocity),
            rigid_acceleration: rates(&found.acceleration),
            speed_rad_s: found.speed,
            deformation_max: found
                .largest
                .as_ref()
                .map(|(at, value)| LargestDeformation { at: at.clone(), value_m: *value }),
            deformation_max_by_unit: LargestOfUnit::all(found),
            linear: found.certificate.is_none(),
            nonlinearity: found.linear.as_ref().map(Nonlinearity::from),
            verdict: found.certificate.as_ref().map(StateVerdict::from),
            elastic_energy: found.elastic_energy,
            gauge: found.gauge,
            power: PowerBalance {
                supplied: p.supplied,
                stored: p.stored,
                dissipated: p.dissipated,
                internal: p.internal,
                residual: p.residual(),
            },
            outputs: found.outputs.iter().map(|(name, _, value)| (name.clone(), *value)).collect(),
            units: found.outputs.iter().map(|(name, unit, _)| (name.clone(), unit.clone())).collect(),
            reactions: forces.map(|forces| SupportReaction::of(&forces.reactions)),
            members: forces.map(MemberForces::all),
            slow_load: found.slow_load.as_ref().map(SlowLoad::from),
            change: found.change.as_ref().map(|report| ChangeInTime::new(found, report)),
            notes: found.notes.clone(),
            deformation: over_rows(&found.deformation),
            internal_force: over_rows(&found.internal_force),
        }
    }
}

impl LargestOfUnit {
    fn all(found: &FoundState) -> Vec<Self> {
        let each = found.largest_by_unit.iter();
        each.map(|(unit, at, value)| Self { unit: unit.symbol(), at: at.clone(), value: *value }).collect()
    }
}

impl From<&deformation::Nonlinearity> for Nonlinearity {
    fn from(size: &deformation::Nonlinearity) -> Self {
        Self { rotation_rad: size.rotation, displacement_over_size: size.displacement }
    }
}

impl From<&StateCertificate> for StateVerdict {
    fn from(certificate: &StateCertificate) -> Self {
        Self {
            stability: stability_words(certificate),
            certified: certificate.verdict.is_certified(),
            bound: certificate.verdict.bound(),
            why: certificate.verdict.why_not().map(|why| why.to_string()),
            mesh: MeshEvidence::of(certificate),
        }
    }
}

impl SupportReaction {
    pub(super) fn of(reactions: &[Reaction]) -> Vec<Self> {
        let each = reactions.iter();
        each.map(|r| Self { support: r.name.clone(), unit: r.unit, value: r.value }).collect()
    }
}

impl MemberForces {
    fn all(forces: &FrameForces) -> Vec<Self> {
        let each = forces.members.iter();
        each.map(|m| Self { name: m.name.clone(), first: m.ends[0].into(), second: m.ends[1].into() })
            .collect()
    }
}

impl From<EndForces> for BeamEnd {
    fn from(end: EndForces) -> Self {
        Self { axial: end.axial, shear: end.shear, torsion: end.torsion, bending: end.bending }
    }
}

/// 1 + H(s) = k/(m s² + d s + k), and the series in derivatives of the load.
impl From<&lissom_reduce::linear::SlowLoad> for SlowLoad {
    fn from(slow: &lissom_reduce::linear::SlowLoad) -> Self {
        let one = &slow.one_vector;
        Self {
            mass: one.mass,
            damping: one.damping,
            stiffness: one.stiffness,
            rigid_drag: one.rigid_drag.clone(),
            natural_frequency_hz: slow.natural_frequency_hz(),
            valid_below_hz: finite(slow.valid_below_hz()),
            series_norms: slow.terms.clone(),
            series_below_hz: finite(slow.series_below_hz),
        }
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

impl ChangeInTime {
    fn new(found: &FoundState, report: &ChangeReport) -> Self {
        let names = found.outputs.iter().map(|(name, _, _)| name.clone());
        let c = &report.change;
        Self {
            t: c.times.clone(),
            inertial_share: c.inertial_share.clone(),
            elastic_energy: c.elastic_energy.clone(),
            indicator: c.indicator.clone(),
            error_estimate: c.error_estimate(),
            first_frequency_hz: c.first_frequency / TAU,
            outputs: names.zip(report.outputs.iter().cloned()).collect(),
        }
    }
}

fn rates(rates: &[(Coordinate, f64)]) -> BTreeMap<&'static str, f64> {
    rates.iter().map(|(kind, rate)| (coordinate_name(*kind), *rate)).collect()
}
