//! Frequencies and stability against speed: `[spin]` and `[analysis.campbell]`.

use crate::answer::Answer;
use crate::checks::{self, CheckOutcome};
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::mode_sweep::values;
use crate::session::Session;
use crate::subjects::turning_matter::{coupling, unstiffened};
use lissom_dynamics::deformation::{FreeBody, NoState, constant_spin};
use lissom_dynamics::spin::{
    Campbell, CampbellRequest, SpinEffects, SpinningStructure, campbell, campbell_on_bearings,
};
use lissom_dynamics::{DynamicsError, Range};
use lissom_linalg::Progress;
use lissom_mech::elements::SpinAxis;
use lissom_mech::{Gyroscopic, SpinDrag, StandingFrame, Structure, TurningStructure};
use lissom_model::model::{FrameEffects, Model, Spin};
use std::f64::consts::TAU;

/// The request.
#[derive(Clone, Debug, PartialEq)]
pub struct CampbellSettings {
    /// Number of modes.
    pub modes: usize,
    /// Orders of excitation \[-\].
    pub orders: Vec<f64>,
    /// What acts on vibrations.
    pub effects: SpinEffects,
    /// Speeds instead of the sweep: first, last \[rad/s\] and how many; of one the first.
    pub range: Option<([f64; 2], usize)>,
}

/// The diagram, and the shape the structure has at each speed.
#[derive(Clone, Debug)]
pub struct CampbellReport {
    /// The swept parameter and its values; `None` when speeds were given.
    pub parameter: Option<(String, Vec<f64>)>,
    /// Frequencies, whirl, stability.
    pub campbell: Campbell,
    /// Largest displacement of the operating state at each speed, and where; `None` where there is no such state \[m\].
    pub deformation: Vec<Option<(String, f64)>>,
    /// What acts on vibrations.
    pub effects: SpinEffects,
    /// Whether stress could stiffen the structure: elements are known.
    pub stiffened: bool,
    /// Whether motions refer to the frame at rest.
    pub frame_stands: bool,
}

/// A warning is given if the modal assurance along a mode falls below this.
const ALIKE: f64 = 0.6;

impl Session {
    /// What `[analysis.campbell]` asks for.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn campbell_settings(&self) -> Result<CampbellSettings, Failure> {
        let asked = self.model()?.analyses.campbell.as_ref();
        let count = asked.map_or(6, |asked| asked.modes);
        let orders = asked.and_then(|asked| asked.orders.clone()).unwrap_or_else(|| vec![1.0, 2.0, 3.0, 4.0]);
        let FrameEffects { coriolis, centrifugal, geometric, .. } =
            asked.map_or_else(FrameEffects::default, |asked| asked.effects);
        let effects = SpinEffects { coriolis, centrifugal, geometric };
        Ok(CampbellSettings { modes: count, orders, effects, range: None })
    }

    /// Frequencies, whirl and stability against speed.
    ///
    /// # Errors
    /// When the model is wrong or has no `[spin]`, a free body does not stay on its axis, or modes are not found.
    pub fn campbell(
        &self,
        settings: &CampbellSettings,
        progress: &dyn Progress,
    ) -> Result<Answer<CampbellReport>, Failure> {
        let spin = self.model()?.spin.as_ref().ok_or_else(|| {
            Failure::missing_section("[spin]", "it gives the axis, and the speed as a parameter to sweep")
        })?;
        let (parameter, speeds) = self.spin_speeds(settings)?;
        let structure = self.structure_without_bearings()?;
        refuse_lost_stiffness(structure, &speeds)?;
        let names = structure.motion_names();
        let body = FreeBody::new(structure, &names, self.threads())?;
        let axis = SpinAxis { direction: spin.axis, point: spin.point };
        let mut request = CampbellRequest {
            speeds,
            modes: settings.modes.min(structure.size()),
            orders: settings.orders.clone(),
        };
        let mut notes = Vec::new();
        let frame = self.frame_elements()?;
        let turning = self.turning(frame.as_ref(), axis)?;
        notes.extend(coupling(&turning));
        let report = match (&turning, spin.frame_stands) {
            (TurningStructure::Frame(matter), true) => {
                // Seen from there imbalance comes once per turn.
                if !request.orders.contains(&1.0) {
                    request.orders.push(1.0);
                }
                let standing = StandingFrame::of(matter, spin.ground_stands)?;
                let rotor = SpinningStructure::standing(&body, &**matter, &standing, settings.effects)?;
                let bearings = self.rotor_bearings(spin)?;
                let campbell = match bearings.is_empty() {
                    true => campbell(&rotor, &request, progress)?,
                    false => campbell_on_bearings(&rotor, &bearings, &request, progress)?,
                };
                let deformation = vec![None; campbell.speeds.len()];
                let (effects, stiffened) = (settings.effects, rotor.geometric.is_some());
                CampbellReport { parameter, campbell, deformation, effects, stiffened, frame_stands: true }
            }
            (_, true) => {
                return Err(Refusal::PartInStandingFrame.into());
            }
            (_, false) => {
                let drag = spin.ground_stands.then(|| turning.drag()).transpose()?;
                let asking = Asking { body: &body, matter: turning.matter(), drag: drag.as_ref(), settings };
                asking.report(parameter, &request, progress)?
            }
        };
        demand_finite(&report.campbell)?;
        if report.stiffened {
            notes.extend(unstiffened(&turning));
        }
        let listed = report.campbell.modes.len();
        if listed < settings.modes {
            notes.push(format!(
                "{} modes were requested and {listed} are listed: besides rigid motions there are no more",
                settings.modes
            ));
        }
        notes.extend(warnings(self.model()?, spin, structure, &report));
        Ok(self.answer(report, notes))
    }

    /// Modes at the speed of `[spin]`: the diagram at this speed alone.
    ///
    /// # Errors
    /// As [`Session::campbell`].
    pub(crate) fn modes_at_speed(
        &self,
        speed: f64,
        range: Range,
        progress: &dyn Progress,
    ) -> Result<Answer<CampbellReport>, Failure> {
        let Range::Lowest(count) = range else {
            return Err(Refusal::Spins { question: "modes in a range of frequencies", speed }.into());
        };
        let own = self.campbell_settings()?;
        let settings =
            CampbellSettings { modes: count, orders: Vec::new(), range: Some(([speed; 2], 1)), ..own };
        self.campbell(&settings, progress)
    }

    /// The numbers of `[check]` against modes at the speed of the file.
    pub(crate) fn check_turning(&self, report: &CampbellReport) -> Result<Vec<CheckOutcome>, Failure> {
        let check = self.model()?.check.as_ref().filter(|_| self.provenance().overrides.is_empty());
        let found: Vec<f64> =
            report.campbell.modes.iter().map(|mode| mode.values[0].im.abs() / TAU).collect();
        let rigid = report.campbell.rigid[0].0;
        Ok(check.map(|check| checks::of_frequencies(check, &found, rigid)).unwrap_or_default())
    }

    /// The speeds, and the parameter that sets them.
    fn spin_speeds(&self, settings: &CampbellSettings) -> Result<(Swept, Vec<f64>), Failure> {
        if let Some(([from, to], points)) = settings.range {
            let share = |k: usize| k as f64 / (points.max(2) - 1) as f64;
            return Ok((None, (0..points.max(1)).map(|k| from + share(k) * (to - from)).collect()));
        }
        let model = self.model()?;
        let asked = model.analyses.campbell.as_ref().map_or(&[][..], |asked| &asked.sweep);
        let [sweep] = asked else {
            return Err(Failure::missing_section(
                "sweep of one parameter in [analysis.campbell]",
                "give sweep = { NAME = { from, to, points } }, or --from and --to",
            ));
        };
        let all = values(sweep);
        let mut speeds = Vec::with_capacity(all.len());
        for value in &all {
            let session = self.with_parameters(&[(&sweep.parameter, *value)])?;
            speeds.push(session.model()?.spin.as_ref().map_or(0.0, |spin| spin.speed));
        }
        self.refuse_other_changes(&sweep.parameter, &all)?;
        Ok((Some((sweep.parameter.clone(), all)), speeds))
    }

    /// A Campbell diagram is of one structure: the parameter must not change it.
    fn refuse_other_changes(&self, parameter: &str, values: &[f64]) -> Result<(), Failure> {
        let own = self.structure_without_bearings()?;
        for value in [values.first(), values.last()].into_iter().flatten() {
            let other = self.with_parameters(&[(parameter, *value)])?;
            let other = other.structure_without_bearings()?;
            let same =
                own.mass == other.mass && own.stiffness == other.stiffness && own.damping == other.damping;
            if !same {
                return Err(Refusal::SweepChangesStructure { parameter: parameter.to_owned() }.into());
            }
        }
        Ok(())
    }
}

type Swept = Option<(String, Vec<f64>)>;

struct Asking<'a> {
    body: &'a FreeBody<'a>,
    matter: &'a dyn Gyroscopic,
    drag: Option<&'a SpinDrag>,
    settings: &'a CampbellSettings,
}

impl Asking<'_> {
    fn report(
        &self,
        parameter: Swept,
        request: &CampbellRequest,
        progress: &dyn Progress,
    ) -> Result<CampbellReport, Failure> {
        let deformation = request.speeds.iter().map(|speed| self.deformation(*speed));
        let deformation = deformation.collect::<Result<Vec<_>, Failure>>()?;
        let effects = self.settings.effects;
        let structure = SpinningStructure::of(self.body, self.matter, self.drag, effects)?;
        let stiffened = structure.geometric.is_some();
        let campbell = campbell(&structure, request, progress)?;
        Ok(CampbellReport { parameter, campbell, deformation, effects, stiffened, frame_stands: false })
    }

    /// The largest displacement of the state at a speed; above a critical speed there is none reachable from
    /// rest.
    fn deformation(&self, speed: f64) -> Result<Option<(String, f64)>, Failure> {
        let structure = self.body.structure();
        let force = vec![0.0; structure.size()];
        match constant_spin(self.body, self.matter, speed, &force) {
            Ok(found) => {
                let x = found.state.deformation;
                let lengths = structure.interfaces.iter().flat_map(|i| &i.motions).filter(|m| m.unit == "m");
                let each = lengths.map(|m| {
                    let value: f64 = m.entries.iter().map(|(row, weight)| weight * x[*row]).sum();
                    (m.name.clone(), value)
                });
                Ok(each.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())))
            }
            Err(DynamicsError::NoState(reason)) if matches!(*reason, NoState::Diverges { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Where centrifugal forces exceed the stiffness of every coordinate by more than numbers have digits, nothing of it is left.
fn refuse_lost_stiffness(structure: &Structure, speeds: &[f64]) -> Result<(), Failure> {
    let fastest = speeds.iter().fold(0.0_f64, |m, speed| m.max(speed.abs()));
    let (stiffness, mass) = (structure.stiffness.diagonal(), structure.mass.diagonal());
    let each = stiffness.iter().zip(&mass).filter(|(k, m)| **k > 0.0 && **m > 0.0);
    let ratios: Vec<f64> = each.map(|(k, m)| (k / m).sqrt() / fastest).collect();
    let largest = ratios.iter().copied().fold(0.0, f64::max);
    match ratios.is_empty() || largest * largest > f64::EPSILON {
        true => Ok(()),
        false => Err(Failure::StiffnessLost { speed: fastest, share: largest }),
    }
}

/// A mode with non-finite numbers or residual is invalid.
fn demand_finite(c: &Campbell) -> Result<(), Failure> {
    for (k, mode) in c.modes.iter().enumerate() {
        for (at, speed) in c.speeds.iter().enumerate() {
            let value = mode.values[at];
            let numbers = [value.re, value.im, mode.whirl[at], mode.mac[at], mode.residual[at]];
            if !numbers.iter().all(|number| number.is_finite()) {
                let what = format!("the residual of mode {} at {speed:.6} rad/s", k + 1);
                return Err(Failure::not_finite(what));
            }
        }
    }
    Ok(())
}

fn warnings(model: &Model, spin: &Spin, structure: &Structure, report: &CampbellReport) -> Vec<String> {
    let mut notes = Vec::new();
    let c = &report.campbell;
    if !report.stiffened {
        notes.push(
            "the elements of the part are unknown: stress stiffening is omitted, so frequencies fall \
            too fast with speed and may show a false divergence (lissom explain geometric)"
                .into(),
        );
    }
    let imbalance = c.critical_speeds.iter().any(|s| s.order == 0.0);
    if report.stiffened && !report.effects.geometric && (imbalance || falls(c)) {
        notes.push(
            "geometric stiffness is omitted and speeds come near or beyond a divergence without it: \
            this diagram is not valid, it shows the effect of the missing term (lissom explain \
            geometric)"
                .into(),
        );
    }
    if model.gravity.iter().any(|g| *g != 0.0) {
        notes.push("gravity is omitted: it would rotate relative to the frame".into());
    }
    if !structure.modal_damping.is_none() {
        notes.push("the modal damping ratio of the part is omitted: modes change with speed".into());
    }
    let worst = c.modes.iter().flat_map(|m| &m.mac).copied().fold(1.0, f64::min);
    if worst < ALIKE {
        notes.push(format!(
            "the modal assurance along a mode falls to {worst:.2} at some speed: modes may \
            have been exchanged there; use more points"
        ));
    }
    if let (Some(first), Some(last)) = (c.lost.first(), c.lost.last()) {
        notes.push(format!(
            "between {:.6} and {:.6} rad/s modes could not be tracked to their crossings with excitations: \
             critical speeds may be \
             missing there; ask for more speeds",
            first[0], last[1]
        ));
    }
    let unlisted = c.unlisted.iter().copied().max().unwrap_or(0);
    if unlisted > 0 {
        notes.push(format!(
            "up to {unlisted} unlisted modes come below the highest listed one: request more \
            with --modes"
        ));
    }
    if !spin.ground_stands && structure.damping.max_abs() > 0.0 && !c.stable.iter().all(|s| *s) {
        notes.push(
            "dampers turn with the frame: rotating damping feeds whirl above a critical speed; set \
            ground = \"stands\" in [spin] for dampers at rest (lissom explain circulatory)"
                .into(),
        );
    }
    notes
}

/// Whether the lowest frequency comes below half of what it is at the first speed.
fn falls(c: &Campbell) -> bool {
    let lowest = |at: usize| c.modes.iter().map(|m| m.values[at].im.abs()).fold(f64::INFINITY, f64::min);
    (1..c.speeds.len()).any(|at| lowest(at) < 0.5 * lowest(0))
}
