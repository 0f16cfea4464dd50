//! A machine along its stroke: the report of `lissom states`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::reports::critical_report::CriticalReport;
use crate::reports::stroke_forces::{StrokeForces, energy_errors};
use crate::session::Session;
use crate::subjects::mechanism::{Probe, WalkedStroke};
use lissom_dynamics::{DrivenState, StatePoles};
use lissom_linalg::Progress;
use lissom_mech::{Machinery, State};
use lissom_model::model::{Dimension, Drive, LedBy, Model};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Equilibria along a stroke.
#[derive(Clone, Debug)]
pub struct StrokeReport {
    /// What leads: an output, a force or a parameter.
    pub drive: String,
    /// Of what kind it is: `output`, `force` or `parameter`.
    pub led_by: &'static str,
    /// Unit of the values: of the output, of the displacement along the force, or empty.
    pub unit: &'static str,
    /// Outputs of the model: name and unit.
    pub outputs: Vec<(String, &'static str)>,
    /// Motions of the driven node that the stroke does not ask for: name and unit.
    pub parasitic: Vec<(String, &'static str)>,
    /// Where the stiffness is measured.
    pub probes: Vec<Probe>,
    /// Names of the beams whose bending stress is known.
    pub beams: Vec<String>,
    /// One row per state.
    pub rows: Vec<StrokeRow>,
    /// Limit points and bifurcations, in order along the path.
    pub critical: Vec<CriticalReport>,
    /// Branches that were followed.
    pub branches: Vec<BranchReport>,
    /// Configurations of the mechanism that were searched to find the states.
    pub configurations: u64,
    /// Whether it moves in the plane or in space.
    pub dimension: Dimension,
}

/// A branch that leaves the path at a bifurcation.
#[derive(Clone, Debug)]
pub struct BranchReport {
    /// The bifurcation, by its number among the critical points.
    pub bifurcation: usize,
    /// Along the direction of the bifurcation, or against it.
    pub forward: bool,
    /// One row per state.
    pub rows: Vec<StrokeRow>,
    /// Limit points and further bifurcations on it.
    pub critical: Vec<CriticalReport>,
    /// Why it ended before the last load, if so.
    pub ended: Option<String>,
}

impl StrokeReport {
    /// Unit of what leads the output: a force along a way, a moment about an angle.
    #[must_use]
    pub fn force_unit(&self) -> &'static str {
        force_unit(self.unit)
    }
}

/// Unit of what works along a way.
fn force_unit(way: &str) -> &'static str {
    if way == "rad" { "N m" } else { "N" }
}

/// One equilibrium.
#[derive(Clone, Debug)]
pub struct StrokeRow {
    /// Value of the drive (its unit).
    pub value: f64,
    /// Force that holds it there; `None` where a parameter leads \[N\] or [N m].
    pub force: Option<f64>,
    /// Where it lies along the path: value of the output or parameter, or arc length.
    pub along: f64,
    /// Outputs, section forces, reactions, joint forces, work and energy.
    pub forces: StrokeForces,
    /// Out-of-balance force over the forces that balance [-].
    pub residual: f64,
    /// Frequencies with the drive's force held constant; negative ones are unstable \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Number of oscillations that grow, where loads follow the motion.
    pub fluttering: usize,
    /// Number of directions that leave the equilibrium without oscillating, beyond the error of the tangent.
    pub unstable: usize,
    /// Number of directions that are neutral within the error.
    pub undecided: usize,
    /// Stiffness at each probe, the drive's force held constant; `None` where nothing gives (unit of the probe).
    pub stiffness: Vec<Option<f64>>,
    /// Stiffness at each probe, the drive's position held; `None` where nothing gives, as along the drive (unit of
    /// the probe).
    pub stiffness_held: Vec<Option<f64>>,
    /// Largest bending stress of each beam of [`StrokeReport::beams`] \[Pa\].
    pub stress_max: Vec<f64>,
}

impl StrokeRow {
    /// Whether the equilibrium is unstable: it has buckled, or it flutters.
    #[must_use]
    pub fn is_unstable(&self) -> bool {
        self.has_buckled() || self.fluttering > 0
    }

    fn has_buckled(&self) -> bool {
        self.unstable > 0
    }
}

impl Session {
    /// The equilibria that `[analysis.states]` asks for, or another number of them.
    ///
    /// # Errors
    /// When the model is wrong, asks for no stroke, or the path ends before the stroke does.
    pub fn states(
        &self,
        points: Option<usize>,
        progress: &dyn Progress,
    ) -> Result<Answer<StrokeReport>, Failure> {
        self.states_with_motion(points, progress).map(|(answer, _)| answer)
    }

    /// As [`Session::states`], with the mechanism that was driven and its states.
    ///
    /// # Errors
    /// As [`Session::states`].
    pub fn states_with_motion(
        &self,
        points: Option<usize>,
        progress: &dyn Progress,
    ) -> Result<(Answer<StrokeReport>, Arc<WalkedStroke>), Failure> {
        let walked = self.walked_stroke(points, progress)?;
        let stroke = &walked.stroke;
        let softness = Softness::of(self.mechanism_model()?, &stroke.probes, &walked.states);
        let making = Making { walked: &walked, softness: &softness, model: self.mechanism_model()? };
        let (beams, rows) = making.rows(&walked.states)?;
        let led_by_force = stroke.led_by == LedBy::Force;
        let unit = if led_by_force { force_unit(stroke.unit) } else { stroke.unit };
        let leader = |row: &StrokeRow| if led_by_force { row.force.unwrap_or(row.value) } else { row.value };
        let model = self.mechanism_model()?;
        let moves = |drive: &Drive| model.expressions.symbols(drive.law.expr).contains(&"t");
        let is_frozen = model.structure.drives.iter().any(moves);
        let warning = |word: &str, is: &dyn Fn(&StrokeRow) -> bool| {
            let unstable: Vec<f64> = rows.iter().filter(|row| is(row)).map(leader).collect();
            unstable_states(word, &unstable, (rows.len(), unit), is_frozen)
        };
        let buckled = warning("buckled", &StrokeRow::has_buckled);
        let flutters = warning("flutter", &|row| row.fluttering > 0);
        let missing = missing_energy(&rows);
        let warnings = buckled.into_iter().chain(flutters).chain(missing);
        let warnings = warnings.chain(walked.remarks.iter().cloned()).collect();
        let outputs = stroke.mechanism.outputs();
        let parasitic = stroke.parasitic.iter().map(|(name, at)| (name.clone(), outputs[*at].1));
        let branches = walked.branches.iter().map(|branch| -> Result<BranchReport, Failure> {
            Ok(BranchReport {
                bifurcation: branch.bifurcation,
                forward: branch.forward,
                rows: making.rows(&branch.rows)?.1,
                critical: making.critical(&branch.critical),
                ended: branch.ended.clone(),
            })
        });
        let report = StrokeReport {
            drive: stroke.drive.clone(),
            led_by: match stroke.led_by {
                LedBy::Output => "output",
                LedBy::Force => "force",
                LedBy::Parameter => "parameter",
            },
            unit: stroke.unit,
            outputs: outputs[..stroke.outputs].to_vec(),
            parasitic: parasitic.collect(),
            probes: stroke.probes.clone(),
            beams,
            critical: making.critical(&walked.critical),
            branches: branches.collect::<Result<_, Failure>>()?,
            rows,
            configurations: walked.configurations,
            dimension: stroke.dimension,
        };
        Ok((self.answer(report, warnings), Arc::clone(&walked)))
    }
}

/// A sentence about the states that are unstable, if there are any. Drives that move make coefficients that change with time: frozen, they
/// decide nothing.
fn unstable_states(
    word: &str,
    values: &[f64],
    (all, unit): (usize, &str),
    is_frozen: bool,
) -> Option<String> {
    let (first, last, count) = (values.first()?, values.last()?, values.len());
    let ends = format!("between {first:.5e} and {last:.5e} {unit}");
    let ends = ends.trim_end();
    Some(if is_frozen {
        format!(
            "motions seem to grow in {count} of {all} states, {ends}, with the drives frozen in their motion: that does not decide about \
             stability, `lissom cycle` and `lissom simulate` do"
        )
    } else {
        format!("{word}: {count} of {all} states are unstable, {ends}")
    })
}

/// What rows are made with.
struct Making<'a> {
    walked: &'a WalkedStroke,
    softness: &'a Softness,
    model: &'a Model,
}

impl Making<'_> {
    /// The rows, and the beams whose stress they have.
    fn rows(&self, states: &[DrivenState]) -> Result<(Vec<String>, Vec<StrokeRow>), Failure> {
        let WalkedStroke { stroke, first, .. } = self.walked;
        let mut beams = Vec::new();
        let mut rows = Vec::with_capacity(states.len());
        for driven in states {
            let stress = stress(&*stroke.mechanism, driven)?;
            beams = stress.iter().map(|(name, _)| name.clone()).collect();
            rows.push(StrokeRow {
                value: driven.value,
                force: (stroke.led_by != LedBy::Parameter).then_some(driven.force),
                along: driven.along,
                forces: StrokeForces::of(stroke, driven)?,
                residual: driven.state.residual,
                frequencies_hz: frequencies(driven).iter().map(|omega| omega / TAU).collect(),
                fluttering: driven.poles.as_ref().map_or(0, |poles| poles.fluttering),
                unstable: driven.poles.as_ref().map_or(driven.modes.unstable, |poles| poles.diverging),
                undecided: driven.poles.as_ref().map_or(driven.modes.undecided, |poles| poles.undecided),
                stiffness: self.softness.stiffness(&driven.compliance),
                stiffness_held: self.softness.stiffness(&driven.compliance_held),
                stress_max: stress.into_iter().map(|(_, stress)| stress).collect(),
            });
        }
        if let Some(first) = first {
            energy_errors(stroke, first, &mut rows)?;
        }
        Ok((beams, rows))
    }

    fn critical(&self, points: &[lissom_dynamics::CriticalPoint]) -> Vec<CriticalReport> {
        points.iter().map(|point| CriticalReport::of(self.model, &self.walked.stroke, point)).collect()
    }
}

/// Work and change of energy that differ by more than this share of its largest change are not those of one motion [-].
const MISSING_ENERGY: f64 = 1e-2;

/// What is said where work does not account for energy.
fn missing_energy(rows: &[StrokeRow]) -> Option<String> {
    let worst = rows.iter().filter_map(|row| row.forces.energy_error).fold(0.0, |a: f64, b| a.max(b.abs()));
    (worst > MISSING_ENERGY).then(|| {
        format!(
            "the work of the drive and the change of energy differ by {worst:.1e} of its largest change: do not rely on the work of \
             these rows; more points may help (--points)"
        )
    })
}

/// Frequencies about a state, those of the poles where loads follow the motion [rad/s].
fn frequencies(driven: &DrivenState) -> Vec<f64> {
    driven.poles.as_ref().map_or_else(|| driven.modes.angular_frequencies(), StatePoles::angular_frequencies)
}

/// Below this share of the softest direction along the stroke a compliance is rounding: nothing gives there.
const RIGID: f64 = 1e-12;

/// Distinguishes stiffness from rounding: compliances as lengths per force, over the softest of the whole
/// stroke.
struct Softness {
    /// Makes the compliance of each probe a length per force: one, or the square of the mechanism's size [m²].
    weights: Vec<f64>,
    softest: f64,
}

impl Softness {
    fn of(model: &Model, probes: &[Probe], row: &[DrivenState]) -> Self {
        let position = |axis: usize| model.structure.nodes.iter().map(move |node| node.position[axis]);
        let extent = |axis: usize| {
            position(axis).fold(f64::NEG_INFINITY, f64::max) - position(axis).fold(f64::INFINITY, f64::min)
        };
        let square = extent(0).powi(2) + extent(1).powi(2) + extent(2).powi(2);
        let weights: Vec<f64> = probes.iter().map(|p| if p.unit == "N/m" { 1.0 } else { square }).collect();
        let all = row.iter().flat_map(|driven| driven.compliance.iter().zip(&weights));
        let softest = all.fold(0.0_f64, |most, (c, w)| most.max((c * w).abs()));
        Self { weights, softest }
    }

    /// One over each compliance, where something gives.
    fn stiffness(&self, compliance: &[f64]) -> Vec<Option<f64>> {
        let gives = |c: f64, w: f64| (c * w).abs() > RIGID * self.softest;
        compliance.iter().zip(&self.weights).map(|(c, w)| gives(*c, *w).then(|| 1.0 / c)).collect()
    }
}

/// Beams whose section has a height, with their largest bending stress.
fn stress(mechanism: &dyn Machinery, driven: &DrivenState) -> Result<Vec<(String, f64)>, Failure> {
    let still = vec![0.0; driven.state.position.len()];
    let at = State { time: driven.state.time, position: &driven.state.position, velocity: &still };
    let mechanism = driven.state.system(mechanism).machinery().unwrap_or(mechanism);
    let mut work = mechanism.workspace();
    let snapshot = mechanism
        .snapshot(&at, &driven.state.input, &mut work)
        .map_err(|state| Failure::from(lissom_mech::MechError::Inadmissible(state)))?;
    let names = snapshot.beams.into_iter().map(|(name, _)| name);
    let known = names.zip(snapshot.bending_stress).filter_map(|(name, stress)| Some((name, stress?)));
    known
        .map(|(name, stress)| match stress.is_finite() {
            true => Ok((name, stress)),
            false => Err(Failure::not_finite(format!("the bending stress of {name}"))),
        })
        .collect()
}
