//! Forces, parasitic motions and energy at a state along a stroke.

use crate::failure::Failure;
use crate::reports::stroke_report::StrokeRow;
use crate::subjects::mechanism::Stroke;
use lissom_dynamics::{DrivenState, OperatingState};
use lissom_mech::vector::Vector;
use lissom_mech::{CarriedForce, JointForce, Machinery, MechError, MemberForces, Reaction, Standing, State};
use lissom_model::model::{Dimension, LedBy};

/// What acts in a machine at a state along a stroke.
#[derive(Clone, Debug)]
pub struct StrokeForces {
    /// Outputs of the model, in its order.
    pub outputs: Vec<f64>,
    /// Motions of the driven node that the stroke does not ask for.
    pub parasitic: Vec<f64>,
    /// Forces of supports on the machine.
    pub reactions: Vec<Reaction>,
    /// Force of the rest of the machine on both ends of every beam, in global axes.
    pub joints: Vec<JointForce>,
    /// Forces in hinges, slides, trusses, springs and drives.
    pub carried: Vec<CarriedForce>,
    /// Largest section forces of every beam.
    pub sections: Vec<SectionPeaks>,
    /// Work of the drive since it had no force, or since the first load; `None` where a parameter leads \[J\].
    pub work: Option<f64>,
    /// Elastic energy \[J\].
    pub elastic_energy: f64,
    /// Elastic energy, and potential energy of gravity and of constant forces; `None` where the potential of a load is not known
    /// \[J\].
    pub energy: Option<f64>,
    /// Work less change of energy, over the largest change along the stroke; `None` where either is not known [-].
    pub energy_error: Option<f64>,
    /// Positions of all nodes \[m\].
    pub points: Vec<(String, Vector)>,
}

/// The largest section forces of a beam, at the ends of its elements.
#[derive(Clone, Debug)]
pub struct SectionPeaks {
    /// The beam.
    pub beam: String,
    /// Axial force of the largest size, positive in tension \[N\].
    pub axial: SectionPeak,
    /// Shear force of the largest size \[N\].
    pub shear: SectionPeak,
    /// Bending moment of the largest size [N m].
    pub bending: SectionPeak,
    /// What a section in space carries besides; then `shear` is along the local y axis and `bending` about the local z axis.
    pub in_space: Option<SpatialPeaks>,
}

/// The largest section forces of a beam in space that the plane does not have.
#[derive(Clone, Copy, Debug)]
pub struct SpatialPeaks {
    /// Shear force along the local z axis \[N\].
    pub shear_z: SectionPeak,
    /// Bending moment about the local y axis [N m].
    pub bending_y: SectionPeak,
    /// Torque about the axis [N m].
    pub torsion: SectionPeak,
}

/// A value of the largest size and its place along the beam.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SectionPeak {
    /// The value, with its sign.
    pub value: f64,
    /// Place along the beam as a share of its length [-].
    pub at: f64,
}

impl StrokeForces {
    pub(crate) fn of(stroke: &Stroke, driven: &DrivenState) -> Result<Self, Failure> {
        let standing = standing(&*stroke.mechanism, &driven.state)?;
        let output = &driven.state.output;
        let sections = standing.beams.iter().map(|(beam, range)| {
            SectionPeaks::of(beam, &standing.forces.members[range.clone()], stroke.dimension)
        });
        Ok(Self {
            outputs: output[..stroke.outputs].to_vec(),
            parasitic: stroke.parasitic.iter().map(|(_, at)| output[*at]).collect(),
            sections: sections.collect(),
            work: (stroke.led_by != LedBy::Parameter).then_some(driven.work),
            elastic_energy: standing.elastic_energy,
            energy: energy(&standing),
            energy_error: None,
            reactions: standing.forces.reactions,
            joints: standing.joints,
            carried: standing.carried,
            points: standing.points,
        })
    }
}

impl SectionPeaks {
    fn of(beam: &str, members: &[MemberForces], dimension: Dimension) -> Self {
        let count = members.len() as f64;
        let peak = |of: &dyn Fn(&lissom_mech::elements::EndForces) -> f64| {
            let ends = members.iter().enumerate().flat_map(|(k, member)| {
                [0, 1].map(|end| SectionPeak { value: of(&member.ends[end]), at: (k + end) as f64 / count })
            });
            let larger = |a: SectionPeak, b: SectionPeak| if b.value.abs() > a.value.abs() { b } else { a };
            ends.reduce(larger).unwrap_or_default()
        };
        Self {
            beam: beam.to_owned(),
            axial: peak(&|end| end.axial),
            shear: peak(&|end| end.shear[0]),
            bending: peak(&|end| end.bending[1]),
            in_space: (dimension == Dimension::Three).then(|| SpatialPeaks {
                shear_z: peak(&|end| end.shear[1]),
                bending_y: peak(&|end| end.bending[0]),
                torsion: peak(&|end| end.torsion),
            }),
        }
    }
}

/// A machine at rest in a state.
pub(crate) fn standing(mechanism: &dyn Machinery, state: &OperatingState) -> Result<Standing, Failure> {
    let mechanism = state.system(mechanism).machinery().unwrap_or(mechanism);
    standing_at(mechanism, state, &state.position)
}

/// The same with other coordinates.
pub(crate) fn standing_at(
    mechanism: &dyn Machinery,
    state: &OperatingState,
    position: &[f64],
) -> Result<Standing, Failure> {
    let still = vec![0.0; position.len()];
    let at = State { time: state.time, position, velocity: &still };
    let found = mechanism.standing(&at, &state.input, &mut mechanism.workspace());
    found.map_err(|state| MechError::Inadmissible(state).into())
}

fn energy(standing: &Standing) -> Option<f64> {
    standing.load_energy.map(|loads| standing.elastic_energy + standing.potential_energy + loads)
}

/// Compares work with the change of energy since the first state of the path.
pub(crate) fn energy_errors(
    stroke: &Stroke,
    first: &OperatingState,
    rows: &mut [StrokeRow],
) -> Result<(), Failure> {
    let Some(start) = energy(&standing(&*stroke.mechanism, first)?) else { return Ok(()) };
    let change = |row: &StrokeRow| row.forces.energy.map(|energy| energy - start);
    let largest = rows.iter().filter_map(change).fold(0.0, |a: f64, b| a.max(b.abs()));
    for row in rows.iter_mut().filter(|_| largest > 0.0) {
        let error = row.forces.work.zip(change(row)).map(|(work, change)| (work - change) / largest);
        row.forces.energy_error = error;
    }
    Ok(())
}
