//! Reduced models: the report of `lissom reduce`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::machine::{Machine, Motion};
use crate::refusal::Refusal;
use crate::session::Session;
use crate::simulations::simulation::SimulateSettings;
use crate::subjects::mechanism::WalkedStroke;
use lissom_dynamics::{DrivenState, EquilibriumRequest, OperatingState, equilibrium};
use lissom_linalg::Progress;
use lissom_mech::{Size, System};
use lissom_model::model::{Method, ModeChoice, Reduction};
use lissom_reduce::{
    Assurance, Basis, BasisMethod, BasisOptions, ErrorEstimate, Keep, Modal, ReduceError, Reduced, SvdModal,
    Validity, assurance, basis_from_text, basis_to_text, estimate, modes_below, validity,
};
use std::f64::consts::TAU;
use std::sync::Arc;

/// How many states along the stroke a basis is examined at, at the least.
const EXAMINED: usize = 21;

/// At how many times of a motion its error is estimated.
const SAMPLES: usize = 100;

/// A reduced model and how far it can be trusted.
#[derive(Clone, Debug)]
pub struct ReductionReport {
    /// Name in the model file.
    pub name: String,
    /// Method.
    pub method: String,
    /// Coordinates of the reduced model.
    pub size: usize,
    /// Coordinates of the full model.
    pub full_size: usize,
    /// Origin of each column.
    pub reasons: Vec<String>,
    /// Shares of the singular values, where the method has them [-].
    pub singular_values: Vec<f64>,
    /// Frequencies of the reduced model at rest \[Hz\].
    pub frequencies_hz: Vec<f64>,
    /// Estimated relative error of the motion that the file asks for; `None` when it asks for none.
    pub error_estimate: Option<ErrorEstimate>,
    /// How the basis does along the stroke; `None` when the file has none.
    pub validity: Option<Validity>,
    /// Modes of the full and the reduced model against each other: at rest, and at both ends of the stroke.
    pub assurance: Vec<StateAssurance>,
    /// The basis as text, to be saved and loaded.
    pub text: String,
    /// Configurations of the mechanism that were searched: states of the basis, states along the stroke, the motion whose error is
    /// estimated.
    pub configurations: u64,
}

/// Modal assurance about a state.
#[derive(Clone, Debug)]
pub struct StateAssurance {
    /// Value of the drive (its unit); `None` at rest of a machine without a stroke.
    pub value: Option<f64>,
    /// Modal assurance of the modes.
    pub modes: Assurance,
}

/// Modes of the full model that are shown beyond those of the reduced one: what was left out.
const BEYOND: usize = 2;

/// Modes of the full model in a matrix of modal assurance.
const MOST: usize = 12;

impl Session {
    /// A reduction of the model file, examined.
    ///
    /// # Errors
    /// When there is no such reduction, its method is not there yet, or the reduction fails.
    pub fn reduce(&self, name: &str, progress: &dyn Progress) -> Result<Answer<ReductionReport>, Failure> {
        let full = self.mechanism()?;
        let before = full.configurations_searched();
        let reduced = self.reduced(name, progress)?;
        let basis = reduced.basis();
        let mut warnings = Vec::new();
        let error_estimate = match self.estimate(name, &reduced, progress) {
            Err(Failure::Reduce(error)) if matches!(*error, ReduceError::ChangedCoordinates { .. }) => {
                warnings.push(format!("no error estimate: {error}"));
                None
            }
            outcome => outcome?,
        };
        let walked = self.examined_row(progress)?;
        let row = walked.as_ref().map(|walked| walked.states.as_slice());
        let validity = row.map(|row| self.validity(basis, row)).transpose()?;
        let assurance = self.assurance(basis, row)?;
        let rest = at_rest(&*reduced)?;
        let frequencies = rest.angular_frequencies(&*reduced)?;
        let walked_on = self.walked_configurations(name, walked.as_ref(), progress)?;
        warnings.extend(validity.iter().flat_map(|v| &v.warnings).map(ToString::to_string));
        let text = basis_to_text(basis, full.coordinates(), &self.provenance().model_sha256);
        let report = ReductionReport {
            name: name.to_owned(),
            method: basis.method.clone(),
            size: basis.size(),
            full_size: basis.full_size(),
            reasons: basis.columns.iter().map(|c| c.reason.clone()).collect(),
            singular_values: basis.singular_values.clone(),
            frequencies_hz: frequencies.iter().map(|omega| omega / TAU).collect(),
            error_estimate,
            validity,
            assurance,
            text,
            configurations: full.configurations_searched() - before + walked_on,
        };
        Ok(self.answer(report, warnings))
    }

    /// Configurations that were searched along the strokes of a reduction: that of its basis, and that it is examined on.
    fn walked_configurations(
        &self,
        name: &str,
        examined: Option<&Arc<WalkedStroke>>,
        progress: &dyn Progress,
    ) -> Result<u64, Failure> {
        let of_basis = match &self.reduction(name)?.method {
            Method::SvdModal(asked) => Some(self.row(Some(asked.states), progress)?),
            _ => None,
        };
        let of_basis = of_basis.filter(|own| examined.is_none_or(|other| !Arc::ptr_eq(own, other)));
        Ok(examined.into_iter().chain(&of_basis).map(|walked| walked.configurations).sum())
    }

    /// The reduced system of the given name.
    ///
    /// # Errors
    /// When there is no such reduction, its method is not there yet, or the reduction fails.
    pub fn reduced(&self, name: &str, progress: &dyn Progress) -> Result<Arc<Reduced>, Failure> {
        let asked = self.reduction(name)?;
        self.refuse_unknown(asked)?;
        self.mechanism_model()?;
        self.reduced_systems.get_or_make(name.to_owned(), || {
            let basis = self.basis(asked, progress)?;
            Ok(Reduced::new(self.mechanism()?, basis)?)
        })
    }

    /// A file that is not there, and a method for linear structures, are reported before what else is missing.
    fn refuse_unknown(&self, asked: &Reduction) -> Result<(), Failure> {
        match asked.method {
            Method::Saved { .. } => self.saved_text(asked).map(|_| ()),
            Method::Modal { .. } | Method::SvdModal(_) => Ok(()),
            _ => Err(self.unknown_method(asked)),
        }
    }

    fn unknown_method(&self, asked: &Reduction) -> Failure {
        let method = asked.method.name();
        match self.machine().map(Machine::motion) {
            Ok(Ok(Motion::Mechanism)) => Refusal::MethodOfStructures { method }.into(),
            _ => Refusal::MethodOfMechanisms { method }.into(),
        }
    }

    /// The reduced system of a saved basis.
    ///
    /// # Errors
    /// When the text is no basis, or that of another model.
    pub fn reduced_by(&self, text: &str) -> Result<Reduced, Failure> {
        let full = self.mechanism()?;
        let basis = basis_from_text(text, full.coordinates(), &self.provenance().model_sha256)?;
        Ok(Reduced::new(full, basis)?)
    }

    /// The basis of a file that the model names.
    fn saved_basis(&self, asked: &Reduction) -> Result<Basis, Failure> {
        let text = self.saved_text(asked)?;
        let full = self.mechanism()?;
        Ok(basis_from_text(&text, full.coordinates(), &self.provenance().model_sha256)?)
    }

    /// The mechanism at rest without inputs; found once.
    fn rest(&self) -> Result<Arc<OperatingState>, Failure> {
        self.rest.get_or_make((), || at_rest(self.mechanism()?))
    }

    fn basis(&self, asked: &Reduction, progress: &dyn Progress) -> Result<Basis, Failure> {
        let full = self.mechanism()?;
        match &asked.method {
            Method::Saved { .. } => self.saved_basis(asked),
            Method::Modal { modes, .. } => {
                let rest = self.rest()?;
                if let Some(coordinate) = exchanged_deformation(full, &rest) {
                    return Err(ReduceError::RestChanges { coordinate }.into());
                }
                let modes = match *modes {
                    ModeChoice::Count(count) => count,
                    ModeChoice::Below(hz) => modes_below(full.coordinates(), &rest, hz)?,
                };
                let options = BasisOptions { modes, weight: 0.0, keep: Keep::Count(modes) };
                Ok(Modal.basis(full, &[&rest], &options)?)
            }
            Method::SvdModal(asked) => {
                let row = self.row(Some(asked.states), progress)?;
                let all: Vec<&OperatingState> = row.states.iter().map(|driven| &driven.state).collect();
                let options =
                    BasisOptions { modes: asked.modes_per_state, weight: asked.weight, keep: asked.keep };
                Ok(SvdModal.basis(full, &all, &options)?)
            }
            _ => Err(self.unknown_method(asked)),
        }
    }

    /// States along the stroke, as long as they have the deformations that were chosen first: a basis is one of these.
    fn row(&self, points: Option<usize>, progress: &dyn Progress) -> Result<Arc<WalkedStroke>, Failure> {
        let walked = self.walked_stroke(points, progress)?;
        let full = walked.mechanism();
        let mixed = |driven: &&DrivenState| exchanged_deformation(full, &driven.state).is_some();
        match walked.states.iter().find(mixed) {
            Some(driven) => Err(ReduceError::StrokeChanges { value: driven.value }.into()),
            None => Ok(walked),
        }
    }

    fn estimate(
        &self,
        name: &str,
        reduced: &Reduced,
        progress: &dyn Progress,
    ) -> Result<Option<ErrorEstimate>, Failure> {
        let Some(settings) = SimulateSettings::asked(self.mechanism_model()?)? else { return Ok(None) };
        // The estimate knows the forces of the model, not those of its controllers.
        if !self.model()?.controllers.is_empty() {
            return Ok(None);
        }
        let motion = self.motion(name, reduced, &settings, progress)?;
        Ok(Some(estimate(self.mechanism()?, reduced, &motion, None, SAMPLES)?))
    }

    /// States along the stroke at which a basis is examined; `None` when the file has no stroke.
    fn examined_row(&self, progress: &dyn Progress) -> Result<Option<Arc<WalkedStroke>>, Failure> {
        let asked = self.mechanism_model()?.analyses.states.is_some();
        asked.then(|| self.row(Some(EXAMINED), progress)).transpose()
    }

    fn validity(&self, basis: &Basis, row: &[DrivenState]) -> Result<Validity, Failure> {
        let pairs: Vec<(f64, &OperatingState)> = row.iter().map(|d| (d.value, &d.state)).collect();
        Ok(validity(self.mechanism()?, basis, &pairs)?)
    }

    /// Modal assurance at the state nearest to rest and at both ends of the stroke.
    fn assurance(&self, basis: &Basis, row: Option<&[DrivenState]>) -> Result<Vec<StateAssurance>, Failure> {
        let full = self.mechanism()?;
        let held = |state: &OperatingState, value: Option<f64>| -> Result<StateAssurance, Failure> {
            let most = (basis.size() + BEYOND).min(MOST);
            Ok(StateAssurance { value, modes: assurance(full, basis, state, most)? })
        };
        let Some(row) = row.filter(|row| !row.is_empty()) else {
            return Ok(vec![held(&*self.rest()?, None)?]);
        };
        let size = |i: &usize| row[*i].value.abs();
        let rest = (0..row.len()).min_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0);
        let mut places = vec![rest, 0, row.len() - 1];
        places.dedup();
        places.iter().map(|&i| held(&row[i].state, Some(row[i].value))).collect()
    }
}

pub(crate) fn at_rest(system: &dyn System) -> Result<OperatingState, Failure> {
    let input = vec![0.0; system.inputs().len()];
    Ok(equilibrium(system, &EquilibriumRequest { input, ..EquilibriumRequest::default() })?)
}

/// The deformation that no longer describes a state, if there is one. What becomes large stands in a basis by itself, and is locked
/// while its directions are found: exchanging it for something else leaves a basis of the deformations.
fn exchanged_deformation(first: &dyn System, state: &OperatingState) -> Option<String> {
    let now = state.system(first).coordinates();
    let pairs = first.coordinates().iter().zip(now);
    let mut changed = pairs.filter(|(own, now)| own.size == Size::Small && own.name != now.name);
    changed.next().map(|(own, _)| own.name.clone())
}
