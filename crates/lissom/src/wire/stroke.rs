//! Strokes, as `lissom states` lists them.

use super::operating_states::SupportReaction;
use crate::reports::critical_report::CriticalReport;
use crate::reports::stroke_forces::{SectionPeak, SectionPeaks};
use crate::reports::stroke_report::{BranchReport, StrokeReport, StrokeRow};
use lissom_mech::{CarriedForce, JointForce};
use lissom_model::model::Dimension;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What leads along a stroke, and what lies on the path.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StrokeKeys {
    /// What leads the stroke: an output, a force or a parameter.
    pub drive: String,
    /// Of what kind it is: `output`, `force` or `parameter`.
    pub led_by: &'static str,
    /// Unit of `value`: of the output, or of the displacement along the force; empty for a parameter.
    pub unit: &'static str,
    /// Unit of each stiffness, by name.
    pub stiffness_units: BTreeMap<String, &'static str>,
    /// Unit of each output, by name; empty for expressions.
    pub output_units: BTreeMap<String, &'static str>,
    /// Unit of each parasitic motion, by name.
    pub parasitic_units: BTreeMap<String, &'static str>,
    /// Limit points and bifurcations, in order along the path.
    pub critical_points: Vec<CriticalState>,
    /// Branches that were followed (`branches = true`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<StrokeBranch>,
}

/// A point of the path where a direction becomes neutral under constant load.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CriticalState {
    /// `limit point` or `bifurcation`.
    pub kind: &'static str,
    /// Number of directions that become neutral.
    pub directions: usize,
    /// Force of the drive, or value of the parameter, there.
    pub load: f64,
    /// Way of the drive there (`unit`).
    pub value: f64,
    /// Where it lies along the path: value of the output or parameter, or arc length.
    pub along: f64,
    /// Places along the path that enclose it.
    pub between: [f64; 2],
    /// Loads at these places.
    pub loads: [f64; 2],
    /// Numbers of unstable directions at these places.
    pub unstable: [usize; 2],
    /// Whether it is certainly between them: every sign of the tangent there is beyond its error.
    pub enclosed: bool,
    /// In words.
    pub text: String,
    /// With `--shapes`: motion of each coordinate along the neutral direction, the largest displacement being one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<BTreeMap<String, f64>>,
}

/// A branch that leaves the path at a bifurcation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StrokeBranch {
    /// The bifurcation, by its number in `critical_points`, from one.
    pub bifurcation: usize,
    /// `along` the neutral direction, or `against` it.
    pub side: &'static str,
    /// Its states, in order.
    pub states: Vec<StrokeState>,
    /// Critical points on it.
    pub critical_points: Vec<CriticalState>,
    /// Why it ended before the last load; null where it did not.
    pub ended: Option<String>,
}

/// An equilibrium along the stroke of `[analysis.states]`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StrokeState {
    /// The drive and the number of the state, from one.
    pub name: String,
    /// Value of the drive: the output, the displacement along the force, or the parameter (`unit`).
    pub value: f64,
    /// Force that holds it \[N\], \[N m\] for an angle; null where a parameter leads.
    pub force: Option<f64>,
    /// Where it lies along the path: value of the output or parameter, or arc length.
    pub along: f64,
    /// Residual of the equilibrium \[-\].
    pub residual: f64,
    /// Frequencies of small motions about it, the drive's force held \[Hz\]; negative for an unstable direction.
    pub frequencies_hz: Vec<f64>,
    /// Stiffness at each probe, the drive's force held, by name (`stiffness_units`); null where it is rigid.
    pub stiffness: BTreeMap<String, Option<f64>>,
    /// The same with the position of the drive fixed.
    pub stiffness_drive_held: BTreeMap<String, Option<f64>>,
    /// Largest bending stress of each beam, by name \[Pa\].
    pub stress_max: BTreeMap<String, f64>,
    /// Value of each output, by name (`output_units`).
    pub outputs: BTreeMap<String, f64>,
    /// Motions of the driven node across the stroke, and its rotation, by name (`parasitic_units`).
    pub parasitic: BTreeMap<String, f64>,
    /// Forces of supports on the machine.
    pub reactions: Vec<SupportReaction>,
    /// Force of the rest of the machine on both ends of every beam.
    pub joints: Vec<BeamEndForce>,
    /// Forces in hinges, slides, trusses, springs and drives.
    pub carried: Vec<ForceInJoint>,
    /// Largest section forces of every beam.
    pub sections: Vec<LargestSectionForces>,
    /// Work of the drive since it had no force, or since the first load; missing where a parameter leads \[J\].
    #[serde(rename = "work_J", skip_serializing_if = "Option::is_none")]
    pub work: Option<f64>,
    /// Elastic energy \[J\].
    #[serde(rename = "elastic_energy_J")]
    pub elastic_energy: f64,
    /// Elastic energy with the potential of gravity and of constant forces \[J\]; missing where the potential of a load is not known.
    #[serde(rename = "energy_J", skip_serializing_if = "Option::is_none")]
    pub energy: Option<f64>,
    /// Work less change of energy, over the largest change along the stroke \[-\]; missing where either is not known or nothing changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy_error: Option<f64>,
    /// Whether small motions grow.
    pub unstable: bool,
    /// Number of oscillations that grow.
    pub fluttering: usize,
    /// Number of directions that grow without oscillation.
    pub diverging: usize,
    /// Number of motions within their error bound of growing.
    pub undecided: usize,
    /// With `--shapes`: position of every node \[m\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<BTreeMap<String, Vec<f64>>>,
}

/// Force of the rest of the machine on an end of a beam, in global axes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BeamEndForce {
    /// The beam.
    pub beam: String,
    /// `first` or `second`.
    pub end: &'static str,
    /// Force along x and y, and along z in space \[N\].
    #[serde(rename = "force_N")]
    pub force: Vec<f64>,
    /// Moment \[N m\].
    #[serde(rename = "moment_Nm")]
    pub moment: EndMoment,
}

/// Moment on an end of a beam.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum EndMoment {
    /// In the plane.
    Plane(f64),
    /// In space: about x, y and z.
    Space([f64; 3]),
}

/// Force in a hinge, slide, truss, spring or drive.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ForceInJoint {
    /// The element and its deformation.
    pub name: String,
    /// The deformation \[m\], \[rad\].
    pub deformation: f64,
    /// Unit of the value.
    pub unit: &'static str,
    /// Force or moment, positive where it works against a positive deformation (`unit`).
    pub value: f64,
}

/// Largest section forces of a beam, at the ends of its elements.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LargestSectionForces {
    /// The beam.
    pub beam: String,
    /// Axial force, positive in tension \[N\].
    #[serde(rename = "axial_N")]
    pub axial: LargestAt,
    /// Shear force \[N\].
    #[serde(rename = "shear_N")]
    pub shear: LargestAt,
    /// Bending moment \[N m\].
    #[serde(rename = "bending_Nm")]
    pub bending: LargestAt,
    /// In space: shear force along the local z axis \[N\]; `shear_N` is along the local y axis.
    #[serde(rename = "shear_z_N", skip_serializing_if = "Option::is_none")]
    pub shear_z: Option<LargestAt>,
    /// In space: bending moment about the local y axis \[N m\]; `bending_Nm` is about the local z axis.
    #[serde(rename = "bending_y_Nm", skip_serializing_if = "Option::is_none")]
    pub bending_y: Option<LargestAt>,
    /// In space: torque about the axis \[N m\].
    #[serde(rename = "torsion_Nm", skip_serializing_if = "Option::is_none")]
    pub torsion: Option<LargestAt>,
}

/// A value of the largest size along a beam.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct LargestAt {
    /// The value, with its sign.
    pub value: f64,
    /// Place along the beam, share of its length \[-\].
    pub at: f64,
}

impl StrokeKeys {
    pub(super) fn new(report: &StrokeReport, shapes: bool) -> Self {
        let units = report.probes.iter().map(|probe| (probe.name.clone(), probe.unit));
        let branches = report.branches.iter().map(|branch| StrokeBranch::new(report, branch, shapes));
        Self {
            drive: report.drive.clone(),
            led_by: report.led_by,
            unit: report.unit,
            stiffness_units: units.collect(),
            output_units: report.outputs.iter().cloned().collect(),
            parasitic_units: report.parasitic.iter().cloned().collect(),
            critical_points: CriticalState::all(&report.critical, shapes),
            branches: branches.collect(),
        }
    }
}

impl StrokeBranch {
    fn new(report: &StrokeReport, branch: &BranchReport, shapes: bool) -> Self {
        Self {
            bifurcation: branch.bifurcation + 1,
            side: if branch.forward { "along" } else { "against" },
            states: StrokeState::all(report, &branch.rows, shapes),
            critical_points: CriticalState::all(&branch.critical, shapes),
            ended: branch.ended.clone(),
        }
    }
}

impl CriticalState {
    fn all(reports: &[CriticalReport], shapes: bool) -> Vec<Self> {
        let each = reports.iter().map(|report| Self {
            kind: report.kind,
            directions: report.directions,
            load: report.load,
            value: report.value,
            along: report.along,
            between: report.between,
            loads: report.loads,
            unstable: report.unstable,
            enclosed: report.enclosed,
            text: report.text.clone(),
            shape: shapes.then(|| report.shape.iter().cloned().collect()),
        });
        each.collect()
    }
}

impl StrokeState {
    pub(super) fn all(report: &StrokeReport, rows: &[StrokeRow], shapes: bool) -> Vec<Self> {
        let probes: Vec<String> = report.probes.iter().map(|probe| probe.name.clone()).collect();
        let names = |list: &[(String, &'static str)]| -> Vec<String> {
            list.iter().map(|(name, _)| name.clone()).collect()
        };
        let (outputs, parasitic) = (names(&report.outputs), names(&report.parasitic));
        let row = |(i, row): (usize, &StrokeRow)| Self {
            name: format!("{} {}", report.drive, i + 1),
            value: row.value,
            force: row.force,
            along: row.along,
            residual: row.residual,
            frequencies_hz: row.frequencies_hz.clone(),
            stiffness: named(&probes, &row.stiffness),
            stiffness_drive_held: named(&probes, &row.stiffness_held),
            stress_max: named(&report.beams, &row.stress_max),
            outputs: named(&outputs, &row.forces.outputs),
            parasitic: named(&parasitic, &row.forces.parasitic),
            reactions: SupportReaction::of(&row.forces.reactions),
            joints: row
                .forces
                .joints
                .iter()
                .map(|joint| BeamEndForce::new(joint, report.dimension))
                .collect(),
            carried: row.forces.carried.iter().map(ForceInJoint::from).collect(),
            sections: row.forces.sections.iter().map(LargestSectionForces::from).collect(),
            work: row.forces.work,
            elastic_energy: row.forces.elastic_energy,
            energy: row.forces.energy,
            energy_error: row.forces.energy_error,
            unstable: row.is_unstable(),
            fluttering: row.fluttering,
            diverging: row.unstable,
            undecided: row.undecided,
            positions: shapes.then(|| {
                let axes = if report.dimension == Dimension::Three { 3 } else { 2 };
                let points = row.forces.points.iter();
                points.map(|(name, place)| (name.clone(), place[..axes].to_vec())).collect()
            }),
        };
        rows.iter().enumerate().map(row).collect()
    }
}

impl BeamEndForce {
    fn new(joint: &JointForce, dimension: Dimension) -> Self {
        let end = if joint.end == 0 { "first" } else { "second" };
        let (force, moment) = match dimension {
            Dimension::Three => (joint.force.to_vec(), EndMoment::Space(joint.moment)),
            _ => (joint.force[..2].to_vec(), EndMoment::Plane(joint.moment[2])),
        };
        Self { beam: joint.beam.clone(), end, force, moment }
    }
}

impl From<&CarriedForce> for ForceInJoint {
    fn from(force: &CarriedForce) -> Self {
        let CarriedForce { name, deformation, unit, value } = force.clone();
        Self { name, deformation, unit, value }
    }
}

impl From<&SectionPeaks> for LargestSectionForces {
    fn from(peaks: &SectionPeaks) -> Self {
        let at = |peak: SectionPeak| LargestAt { value: peak.value, at: peak.at };
        Self {
            beam: peaks.beam.clone(),
            axial: at(peaks.axial),
            shear: at(peaks.shear),
            bending: at(peaks.bending),
            shear_z: peaks.in_space.map(|space| at(space.shear_z)),
            bending_y: peaks.in_space.map(|space| at(space.bending_y)),
            torsion: peaks.in_space.map(|space| at(space.torsion)),
        }
    }
}

fn named<T: Copy>(names: &[String], values: &[T]) -> BTreeMap<String, T> {
    names.iter().cloned().zip(values.iter().copied()).collect()
}
