//! Poles of a mechanism about an equilibrium: the report of `lissom modes --at rest`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::reports::mesh_stability::doubt_words;
use crate::session::Session;
use crate::subjects::mechanism::Stroke;
use lissom_dynamics::{
    Branch, EquilibriumRequest, MeshStability, OperatingState, Stability, StateCertificate, StateOnMesh,
    StatePoles, certify_state, equilibrium, judge_by_meshes, states,
};
use lissom_linalg::Progress;
use lissom_mech::{Machinery, machinery_of};
use lissom_model::model::{At, Model};
use std::cell::Cell;

/// Small motions about an equilibrium.
#[derive(Clone, Debug)]
pub struct PoleReport {
    /// The state, as text.
    pub place: String,
    /// Number of coordinates.
    pub size: usize,
    /// The poles.
    pub poles: StatePoles,
    /// Whether loads follow the motion there.
    pub is_circulatory: bool,
    /// Out-of-balance force over the forces that balance [-].
    pub residual: f64,
    /// What was checked about the equilibrium.
    pub certificate: StateCertificate,
    /// Configurations of the mechanism that were searched, on all meshes.
    pub configurations: u64,
}

/// Stability as text.
#[must_use]
pub fn stability_words(certificate: &StateCertificate) -> String {
    match certificate.meshes.filter(MeshStability::is_open).map(|meshes| meshes.stability) {
        Some(Stability::Unstable(known)) => {
            format!("{}, others undecided by this mesh", words_of(Stability::Unstable(known)))
        }
        Some(_) => "undecided by this mesh".to_owned(),
        None => words_of(certificate.stability()),
    }
}

pub(crate) fn words_of(stability: Stability) -> String {
    match stability {
        Stability::Stable => "stable".to_owned(),
        Stability::Unstable(1) => "unstable in 1 direction".to_owned(),
        Stability::Unstable(directions) => format!("unstable in {directions} directions"),
        Stability::Undecided(1) => "undecided: 1 direction is neutral within the error".to_owned(),
        Stability::Undecided(count) => {
            format!("undecided: {count} directions are neutral within the error")
        }
    }
}

impl Session {
    /// Poles about the equilibrium under the loads at t = 0, or with the drive at a value, everything included: loads
    /// that follow the motion, torques that answer angles and rates, damping.
    ///
    /// # Errors
    /// When the model is no mechanism, asks for another place, or the equilibrium cannot be found.
    pub fn poles_at(&self, at: &At, progress: &dyn Progress) -> Result<Answer<PoleReport>, Failure> {
        let (mut warnings, mut remarks) = (Vec::new(), Vec::new());
        let report = match at {
            At::Stroke(value) => self.poles_along(*value, progress, &mut warnings)?,
            At::Rest | At::Path => {
                let mechanism = self.mechanism()?;
                let before = mechanism.configurations_searched();
                let state = equilibrium(mechanism, &at_rest(mechanism, at))?;
                remarks = state.remarks.clone();
                let branch = if state.on_path { Branch::Path } else { Branch::Stable };
                let parts = mechanism.moving_parts();
                let solve = |model: &Model| {
                    let mechanism = machinery_of(model, &parts).ok()?;
                    let request = EquilibriumRequest { branch, ..at_rest(&*mechanism, at) };
                    let state = equilibrium(&*mechanism, &request).ok()?;
                    Some((mechanism, state))
                };
                let judged = (self.mechanism_model()?, &solve as StateOnMesh<'_>);
                let place = "the equilibrium at t = 0 s".to_owned();
                let mut found = report((mechanism, &state), place, judged, &mut warnings)?;
                found.configurations -= before;
                found
            }
            At::Reference | At::State(_) => {
                return Err(Failure::NoPolesAt { at: at.clone() });
            }
        };
        let StatePoles { fluttering, diverging, undecided, .. } = report.poles;
        let is_open = report.certificate.meshes.is_some_and(|meshes| meshes.is_open());
        let unstable = if is_open { "unstable on this mesh" } else { "unstable" };
        if diverging > 0 {
            warnings.push(format!("{unstable}: {diverging} motions grow without oscillating"));
        }
        if fluttering > 0 {
            warnings.push(format!("{unstable}: {fluttering} oscillations grow (flutter)"));
        }
        if undecided > 0 {
            warnings.push(format!(
                "undecided: {undecided} motions are neutral within the error of the tangent, neither stable nor unstable"
            ));
        }
        if let Some(why) = report.certificate.verdict.why_not().filter(|_| undecided == 0 && !is_open) {
            warnings.push(format!("not certified: {why}"));
        }
        warnings.extend(remarks);
        Ok(self.answer(report, warnings))
    }

    fn poles_along(
        &self,
        value: f64,
        progress: &dyn Progress,
        warnings: &mut Vec<String>,
    ) -> Result<PoleReport, Failure> {
        let led = |model: &Model| -> Result<_, Failure> {
            let mut stroke = Stroke::of(model, &self.moving_parts()?, Some(1))?;
            (stroke.request.from, stroke.request.to) = (value, value);
            let row = states(&*stroke.mechanism, &stroke.request, progress)?;
            let state = row.into_iter().next().expect("one state was requested").state;
            Ok((stroke, state))
        };
        let model = self.mechanism_model()?;
        let (stroke, state) = led(model)?;
        let place = format!("{} = {value} {}, with constant force", stroke.drive, stroke.unit);
        let solve = |model: &Model| led(model).ok().map(|(stroke, state)| (stroke.mechanism, state));
        report((&*stroke.mechanism, &state), place, (model, &solve), warnings)
    }
}

fn report(
    (mechanism, state): (&dyn Machinery, &OperatingState),
    place: String,
    (model, solve): (&Model, StateOnMesh<'_>),
    warnings: &mut Vec<String>,
) -> Result<PoleReport, Failure> {
    let own = certify_state(mechanism, state)?.with_small_motions(mechanism, state)?;
    let on_meshes = Cell::new(0);
    let counting = |model: &Model| {
        let found = solve(model)?;
        on_meshes.set(on_meshes.get() + found.0.configurations_searched());
        Some(found)
    };
    let (certificate, doubt) = judge_by_meshes(model, (mechanism, state), own, &counting)?;
    warnings.extend(doubt.map(|doubt| doubt_words(model, &doubt)));
    Ok(PoleReport {
        place,
        size: mechanism.coordinates().len(),
        poles: state.poles(mechanism)?,
        is_circulatory: state.is_circulatory(),
        residual: state.residual,
        certificate,
        configurations: mechanism.configurations_searched() + on_meshes.get(),
    })
}

/// The equilibrium under the loads at t = 0: a stable one, or that on the path of the load.
pub(crate) fn at_rest(mechanism: &dyn Machinery, at: &At) -> EquilibriumRequest {
    EquilibriumRequest {
        input: vec![0.0; mechanism.inputs().len()],
        branch: if *at == At::Path { Branch::Path } else { Branch::Stable },
        ..EquilibriumRequest::default()
    }
}
