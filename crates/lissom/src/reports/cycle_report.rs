//! Deformations over a cycle of rigid motion: `[analysis.cycle]`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::simulations::simulation::SimulateSettings;
use lissom_dynamics::DynamicsError;
use lissom_dynamics::cycle::{
    CycleEffects, CycleRequest, CycleStability, CycleStart, Deviations, ElasticCycle, FreezeAt,
    FrozenMechanism, deviations, elastic_cycle,
};
use lissom_linalg::Progress;
use lissom_mech::vector::norm;
use lissom_mech::{Inadmissible, Machinery, State, Workspace, machinery_of};
use lissom_model::model::FrameEffects;
use lissom_model::model::Model;
use std::f64::consts::TAU;
use std::sync::Arc;

/// The request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CycleSettings {
    /// Turns of the first drive; not used when `end` is given \[-\].
    pub turns: f64,
    /// Time at which to stop \[s\].
    pub end: Option<f64>,
    /// Steps for each turn, or until the end.
    pub steps: usize,
    /// How the cycle begins.
    pub start: CycleStart,
    /// What acts on deformations.
    pub effects: CycleEffects,
    /// Steps are doubled until that changes the motion by less \[-\].
    pub tolerance: Option<f64>,
    /// Whether the nonlinear motion is run too.
    pub compare: bool,
}

/// The largest value of something a beam carries, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberPeak {
    /// The beam, and which end of it for forces.
    pub name: String,
    /// Force at a joint \[N\], or bending stress \[Pa\].
    pub value: f64,
    /// When \[s\].
    pub time: f64,
}

/// A cycle.
#[derive(Clone, Debug)]
pub struct CycleReport {
    /// Names and units of the outputs.
    pub outputs: Vec<(String, &'static str)>,
    /// The motion of the deformations.
    pub cycle: ElasticCycle,
    /// Outputs of the rigid motion, and what deformations add.
    pub deviations: Deviations,
    /// The first drive at the times of the cycle \[rad\] or \[m\]; empty without a drive.
    pub drive: Vec<f64>,
    /// Effect of deformations on the outputs in the nonlinear motion, one row per output, and the place of
    /// each of its times among those of the cycle.
    pub nonlinear: Option<(Vec<usize>, Vec<Vec<f64>>)>,
    /// Outputs that are rates, forces, moments, stresses or energies, at some of the times.
    pub carried: CarriedOutputs,
    /// The largest force at each end of each beam.
    pub joint_forces: Vec<MemberPeak>,
    /// The largest bending stress of each beam with a known section height.
    pub stresses: Vec<MemberPeak>,
    /// What acts on deformations.
    pub effects: CycleEffects,
    /// How the cycle began.
    pub start: CycleStart,
}

/// Outputs in the deformed motion, which have no value of their own in the rigid one: the equations of motion are evaluated at the
/// deformations and rates of the cycle.
#[derive(Clone, Debug, Default)]
pub struct CarriedOutputs {
    /// Their names and units.
    pub outputs: Vec<(String, &'static str)>,
    /// The place of each of the times among those of the cycle.
    pub places: Vec<usize>,
    /// One row for each output.
    pub series: Vec<Vec<f64>>,
}

/// Number of evaluations of forces and stresses in a cycle, and of comparisons with the nonlinear motion.
const INSTANTS: usize = 720;

impl Session {
    /// What `[analysis.cycle]` asks for.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn cycle_settings(&self) -> Result<CycleSettings, Failure> {
        let asked = self.model()?.analyses.cycle.as_ref();
        let FrameEffects { coriolis, euler, centrifugal, geometric } =
            asked.map_or_else(FrameEffects::default, |asked| asked.effects);
        Ok(CycleSettings {
            turns: asked.map_or(1.0, |asked| asked.turns),
            end: asked.and_then(|asked| asked.end),
            steps: asked.map_or(720, |asked| asked.steps),
            start: match asked.is_some_and(|asked| asked.periodic) {
                true => CycleStart::Periodic,
                false => CycleStart::Undeformed,
            },
            effects: CycleEffects { coriolis, euler, centrifugal, geometric },
            tolerance: asked.and_then(|asked| asked.tolerance),
            compare: false,
        })
    }

    /// Deformations over a cycle of rigid motion.
    ///
    /// # Errors
    /// When the model is wrong or no mechanism, a joint is not driven, or the motion cannot be.
    pub fn cycle(
        &self,
        settings: &CycleSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<CycleReport>, Failure> {
        if !self.model()?.controllers.is_empty() {
            return Err(Refusal::Controllers { question: "a cycle" }.into());
        }
        // Deformations change the configuration to first order; rates and forces are those of the deformed motion.
        let left_out = self.outputs_of_motions()?;
        let own = if left_out.is_empty() { None } else { Some(self.mechanism_of_configuration()?) };
        let mechanism = own.as_deref().map_or_else(|| self.mechanism(), Ok)?;
        let (end, turns) = match settings.end {
            Some(end) => (end, 1.0),
            None => (time_of_turns(mechanism, settings.turns)?, settings.turns),
        };
        let request = CycleRequest {
            end,
            steps: ((settings.steps as f64 * turns).round() as usize).max(4),
            start: settings.start,
            freeze: FreezeAt::Middle,
            tolerance: settings.tolerance,
        };
        let mut equations = FrozenMechanism::of(mechanism, settings.effects)?;
        let cycle = elastic_cycle(&mut equations, &request, progress)?;
        let deviations = deviations(mechanism, &cycle)?;
        let nonlinear = match settings.compare {
            true => Some(self.nonlinear(mechanism, &cycle, &deviations, progress)?),
            false => None,
        };
        let (joint_forces, stresses) = peaks(mechanism, &cycle)?;
        let carried = match left_out.is_empty() {
            true => CarriedOutputs::default(),
            false => carried_outputs(self.mechanism()?, &left_out, &cycle)?,
        };
        let report = CycleReport {
            outputs: mechanism.outputs().to_vec(),
            drive: drive(mechanism, &cycle)?,
            cycle,
            deviations,
            nonlinear,
            carried,
            joint_forces,
            stresses,
            effects: settings.effects,
            start: settings.start,
        };
        let mut notes = warnings(&report);
        notes.extend(lumps_keep_all(self.model()?, settings.effects));
        Ok(self.answer(report, notes))
    }

    /// The mechanism with the outputs that depend on its configuration alone.
    fn mechanism_of_configuration(&self) -> Result<Arc<dyn Machinery>, Failure> {
        let mut model = self.mechanism_model()?.clone();
        model.outputs = model.linear_outputs().map(|(_, output)| output.clone()).collect();
        Ok(machinery_of(&model, &self.moving_parts()?)?)
    }

    /// The nonlinear motion at some of the times of the cycle.
    fn nonlinear(
        &self,
        mechanism: &dyn Machinery,
        cycle: &ElasticCycle,
        linear: &Deviations,
        progress: &dyn Progress,
    ) -> Result<(Vec<usize>, Vec<Vec<f64>>), Failure> {
        let steps = cycle.times.len() - 1;
        let every = (steps.div_ceil(INSTANTS)..=steps).find(|k| steps.is_multiple_of(*k)).unwrap_or(steps);
        let places: Vec<usize> = (0..=steps).step_by(every).collect();
        let end = cycle.times[steps];
        // As accurate as the model file asks for its own motion.
        let asked = SimulateSettings::asked(self.model()?)?;
        let settings = match asked {
            Some(asked) => SimulateSettings { end, points: Some(places.len()), ..asked },
            None => SimulateSettings { points: Some(places.len()), ..SimulateSettings::until(end)? },
        };
        let motion = settings.run(self.model()?, mechanism, progress)?;
        let less_rigid = |(k, series): (usize, &Vec<f64>)| {
            series.iter().zip(&places).map(|(value, at)| value - linear.rigid[k][*at]).collect()
        };
        let elastic = motion.outputs.iter().enumerate().map(less_rigid).collect();
        Ok((places, elastic))
    }
}

/// When the first drive has made a number of turns \[s\].
fn time_of_turns(mechanism: &dyn Machinery, turns: f64) -> Result<f64, Failure> {
    let angle = |time: f64| -> Result<f64, Failure> {
        let drives = mechanism.drives(time).map_err(DynamicsError::OutputInadmissible)?;
        drives.first().map(|(_, [value, ..])| *value).ok_or_else(|| {
            Failure::missing_section("[[drive]]", "a cycle is a turn of a drive; without one give `end`")
        })
    };
    let start = angle(0.0)?;
    let gone = |time: f64| -> Result<bool, Failure> { Ok((angle(time)? - start).abs() >= TAU * turns) };
    let mut late = 1e-6;
    for _ in 0..60 {
        if gone(late)? {
            break;
        }
        late *= 2.0;
    }
    if !gone(late)? {
        return Err(Failure::missing_section("rotating drive", "give `end` in [analysis.cycle], or --end S"));
    }
    let mut early = 0.0;
    while late - early > 1e-15 * late {
        let middle = 0.5 * (early + late);
        if middle <= early || middle >= late {
            break;
        }
        if gone(middle)? { late = middle } else { early = middle }
    }
    Ok(late)
}

fn drive(mechanism: &dyn Machinery, cycle: &ElasticCycle) -> Result<Vec<f64>, Failure> {
    let mut values = Vec::with_capacity(cycle.times.len());
    for time in &cycle.times {
        let drives = mechanism.drives(*time).map_err(DynamicsError::OutputInadmissible)?;
        values.extend(drives.first().map(|(_, [value, ..])| *value));
    }
    Ok(values)
}

/// The largest forces at joints and bending stresses over the cycle.
fn peaks(
    mechanism: &dyn Machinery,
    cycle: &ElasticCycle,
) -> Result<(Vec<MemberPeak>, Vec<MemberPeak>), Failure> {
    let mut work = mechanism.workspace();
    let input = vec![0.0; mechanism.inputs().len()];
    let (mut forces, mut stresses): (Vec<MemberPeak>, Vec<MemberPeak>) = Default::default();
    let every = (cycle.times.len() / INSTANTS).max(1);
    let mut carried = Carried::default();
    for k in (0..cycle.times.len()).step_by(every) {
        let time = cycle.times[k];
        let at = State { time, position: &cycle.positions[k], velocity: &cycle.velocities[k] };
        let found = carried.at(mechanism, &at, &input, &mut work).or_else(|refused| {
            mechanism.between_both_sides(&at, &mut work, refused, &mut |side, work| {
                carried.at(mechanism, side, &input, work)
            })
        });
        let found = found.map_err(DynamicsError::OutputInadmissible)?;
        let (joints, beams) = found.split_at(3 * carried.joints.len());
        for (name, force) in carried.joints.iter().zip(joints.chunks_exact(3)) {
            enter(&mut forces, name, norm([force[0], force[1], force[2]]), time);
        }
        for (name, stress) in carried.beams.iter().zip(beams) {
            enter(&mut stresses, name, *stress, time);
        }
    }
    demand_finite(&forces, "the force of")?;
    demand_finite(&stresses, "the bending stress of")?;
    Ok((forces, stresses))
}

/// Outputs by their names, in the deformed motion.
fn carried_outputs(
    mechanism: &dyn Machinery,
    names: &[String],
    cycle: &ElasticCycle,
) -> Result<CarriedOutputs, Failure> {
    let chosen: Vec<usize> =
        (0..mechanism.outputs().len()).filter(|k| names.contains(&mechanism.outputs()[*k].0)).collect();
    let every = (cycle.times.len() / INSTANTS).max(1);
    let mut found = CarriedOutputs {
        outputs: chosen.iter().map(|k| mechanism.outputs()[*k].clone()).collect(),
        places: (0..cycle.times.len()).step_by(every).collect(),
        series: vec![Vec::new(); chosen.len()],
    };
    let mut work = mechanism.workspace();
    let all = |at: &State, work: &mut Workspace| {
        let mut values = vec![0.0; mechanism.outputs().len()];
        mechanism.output(at, work, &mut values).map(|()| values)
    };
    for place in &found.places {
        let time = cycle.times[*place];
        let at = State { time, position: &cycle.positions[*place], velocity: &cycle.velocities[*place] };
        let values = all(&at, &mut work).or_else(|refused| {
            mechanism.between_both_sides(&at, &mut work, refused, &mut |side, work| all(side, work))
        });
        let values = values.map_err(DynamicsError::OutputInadmissible)?;
        for (series, k) in found.series.iter_mut().zip(&chosen) {
            if !values[*k].is_finite() {
                let name = &mechanism.outputs()[*k].0;
                return Err(Failure::not_finite(format!("{name} at {time:.6} s")));
            }
            series.push(values[*k]);
        }
    }
    Ok(found)
}

/// A force or a stress beyond the range of numbers is no peak.
fn demand_finite(peaks: &[MemberPeak], what: &str) -> Result<(), Failure> {
    match peaks.iter().find(|peak| !peak.value.is_finite()) {
        Some(peak) => Err(Failure::not_finite(format!("{what} {} at {:.6} s", peak.name, peak.time))),
        None => Ok(()),
    }
}

/// What members carry at an instant, by name: forces at the ends of beams, and the bending stresses of those that bend.
#[derive(Default)]
struct Carried {
    joints: Vec<String>,
    beams: Vec<String>,
}

impl Carried {
    /// Three components of force for each joint, then one stress for each beam.
    fn at(
        &mut self,
        mechanism: &dyn Machinery,
        at: &State,
        input: &[f64],
        work: &mut Workspace,
    ) -> Result<Vec<f64>, Inadmissible> {
        let joints = mechanism.joint_forces(at, input, work)?;
        let snapshot = mechanism.snapshot(at, input, work)?;
        let name = |end: usize| if end == 0 { "first" } else { "second" };
        self.joints = joints.iter().map(|j| format!("{}, {} end", j.beam, name(j.end))).collect();
        let stresses = snapshot.beams.iter().zip(&snapshot.bending_stress);
        let bent: Vec<_> = stresses.filter_map(|((name, _), s)| s.map(|s| (name.clone(), s))).collect();
        self.beams = bent.iter().map(|(name, _)| name.clone()).collect();
        let forces = joints.iter().flat_map(|joint| joint.force);
        Ok(forces.chain(bent.iter().map(|(_, stress)| *stress)).collect())
    }
}

fn enter(peaks: &mut Vec<MemberPeak>, name: &str, value: f64, time: f64) {
    match peaks.iter_mut().find(|peak| peak.name == name) {
        // What is no number stays.
        Some(peak) if peak.value >= value || peak.value.is_nan() => {}
        Some(peak) => (peak.value, peak.time) = (value, time),
        None => peaks.push(MemberPeak { name: name.to_owned(), value, time }),
    }
}

/// What switches of effects mean for what is no beam.
fn lumps_keep_all(model: &Model, effects: CycleEffects) -> Option<String> {
    let all = CycleEffects { geometric: effects.geometric, ..CycleEffects::default() };
    let lumps = !model.structure.masses.is_empty() || !model.structure.rigid_bodies.is_empty();
    (lumps && effects != all).then(|| {
        "Coriolis, Euler and centrifugal forces are omitted in beams only: masses and rigid bodies have no \
         own frame and keep all of their inertia (lissom explain gyroscopic)"
            .into()
    })
}

fn warnings(report: &CycleReport) -> Vec<String> {
    let mut notes = Vec::new();
    let cycle = &report.cycle;
    if !report.effects.geometric {
        notes.push(
            "geometric stiffness is omitted: fast machines then seem to bend too much or to diverge \
            (lissom explain geometric)"
                .into(),
        );
    }
    if cycle.frozen_growth > 1e-6 {
        let verdict = match &cycle.floquet {
            Some(f) if f.stability == CycleStability::Stable => {
                format!("the cycle is stable (largest Floquet multiplier {:.4})", f.largest)
            }
            Some(f) if f.stability == CycleStability::Unstable => {
                format!("over the cycle a disturbance grows {:.4} times", f.largest)
            }
            Some(f) => format!(
                "whether disturbances grow over the cycle is undecided (largest Floquet multiplier {:.6}, with an error of {:.1e})",
                f.largest, f.error
            ),
            None => "the motion is not periodic, so only the simulation decides".to_owned(),
        };
        notes.push(format!(
            "frozen eigenvalues look unstable (real parts up to {:.3} 1/s); this does not decide stability; \
             {verdict} (lissom explain circulatory)",
            cycle.frozen_growth
        ));
    }
    if !cycle.met {
        notes.push(format!(
            "the tolerance was not met with {} steps: the last doubling changed the motion by {:.1e}",
            cycle.steps, cycle.change
        ));
    } else if cycle.change > 0.02 {
        notes.push(format!(
            "doubling the steps changed the motion by {:.1} %: use more steps, or give a tolerance",
            100.0 * cycle.change
        ));
    }
    notes
}
