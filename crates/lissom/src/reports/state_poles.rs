//! Poles of a mechanism about an equilibrium: the report of `lissom modes --at rest`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::session::Session;
use crate::subjects::mechanism::Stroke;
use lissom_dynamics::{
    Branch, EquilibriumRequest, OperatingState, Stability, StateCertificate, StatePoles, certify_state,
    equilibrium, states,
};
use lissom_linalg::Progress;
use lissom_mech::{Mechanism, System};
use lissom_model::model::At;

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
}

/// Stability as text.
#[must_use]
pub fn stability_words(certificate: &StateCertificate) -> String {
    match certificate.stability() {
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
    /// When the model is no planar mechanism, asks for another place, or the equilibrium cannot be found.
    pub fn poles_at(&self, at: &At, progress: &dyn Progress) -> Result<Answer<PoleReport>, Failure> {
        let (mut warnings, mut remarks) = (Vec::new(), Vec::new());
        let report = match at {
            At::Stroke(value) => self.poles_along(*value, progress)?,
            At::Rest | At::Path => {
                let mechanism = self.mechanism()?;
                let state = equilibrium(mechanism, &at_rest(mechanism, at))?;
                remarks = state.remarks.clone();
                report(mechanism, &state, "the equilibrium at t = 0 s".to_owned())?
            }
            At::Reference | At::State(_) => {
                return Err(Failure::NoPolesAt { at: at.clone() });
            }
        };
        let StatePoles { fluttering, diverging, undecided, .. } = report.poles;
        if diverging > 0 {
            warnings.push(format!("unstable: {diverging} motions grow without oscillating"));
        }
        if fluttering > 0 {
            warnings.push(format!("unstable: {fluttering} oscillations grow (flutter)"));
        }
        if undecided > 0 {
            warnings.push(format!(
                "undecided: {undecided} motions are neutral within the error of the tangent, neither stable nor unstable"
            ));
        }
        if let Some(why) = report.certificate.verdict.why_not().filter(|_| undecided == 0) {
            warnings.push(format!("not certified: {why}"));
        }
        warnings.extend(remarks);
        Ok(self.answer(report, warnings))
    }

    fn poles_along(&self, value: f64, progress: &dyn Progress) -> Result<PoleReport, Failure> {
        let mut stroke = Stroke::of(self.mechanism_model()?, Some(1))?;
        (stroke.request.from, stroke.request.to) = (value, value);
        let row = states(&stroke.mechanism, &stroke.request, progress)?;
        let driven = row.first().expect("one state was requested");
        let place = format!("{} = {value} {}, with constant force", stroke.drive, stroke.unit);
        report(&stroke.mechanism, &driven.state, place)
    }
}

fn report(mechanism: &Mechanism, state: &OperatingState, place: String) -> Result<PoleReport, Failure> {
    Ok(PoleReport {
        place,
        size: mechanism.coordinates().len(),
        poles: state.poles(mechanism)?,
        is_circulatory: state.is_circulatory(),
        residual: state.residual,
        certificate: certify_state(mechanism, state)?,
    })
}

/// The equilibrium under the loads at t = 0: a stable one, or that on the path of the load.
pub(crate) fn at_rest(mechanism: &Mechanism, at: &At) -> EquilibriumRequest {
    EquilibriumRequest {
        input: vec![0.0; mechanism.inputs().len()],
        branch: if *at == At::Path { Branch::Path } else { Branch::Stable },
        ..EquilibriumRequest::default()
    }
}
