//! Structures about a state: what linear questions are asked of when a machine is not in its reference configuration.

use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::state_poles::at_rest;
use crate::session::Session;
use crate::subjects::mechanism::Stroke;
use lissom_dynamics::{ModesRequest, OperatingState, Range, equilibrium, states};
use lissom_linalg::{LooseMotions, Progress};
use lissom_mech::{Machinery, State, StatePorts, Structure, machinery_of};
use lissom_model::model::At;
use std::borrow::Cow;

/// Weights on rows that see less than this share of a motion do not see it: matrices are printed with some digits only [-].
const UNSEEN: f64 = 1e-6;

/// A structure and what the reader should know about where it was linearised.
#[derive(Clone, Debug)]
pub struct StateStructure<'s> {
    /// The structure.
    pub structure: Cow<'s, Structure>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

impl Session {
    /// The structure of the model about a state, with its inputs, outputs and interfaces.
    ///
    /// # Errors
    /// When the model is wrong, there is no such state, it cannot be reached, or is unstable.
    pub fn structure_at(&self, at: &At, progress: &dyn Progress) -> Result<StateStructure<'_>, Failure> {
        let owned = |(structure, notes)| StateStructure { structure: Cow::Owned(structure), notes };
        let mut found = match at {
            At::Reference => {
                StateStructure { structure: Cow::Borrowed(self.linear_structure()?), notes: Vec::new() }
            }
            At::Rest | At::Path => self.rest_structure(at).map(owned)?,
            At::Stroke(value) => self.stroke_structure(*value, progress).map(owned)?,
            At::State(name) => self.stable_structure(name, progress).map(owned)?,
        };
        found.notes.extend(self.left_out_of_linear_answers()?);
        Ok(found)
    }

    /// What linear answers do not contain: controllers, and outputs of motions in time.
    fn left_out_of_linear_answers(&self) -> Result<Vec<String>, Failure> {
        let model = self.model()?;
        let mut notes = Vec::new();
        if !model.controllers.is_empty() {
            notes.push("without controllers: linear answers are those of the open loops".to_owned());
        }
        notes.extend(left_out_note(&self.outputs_of_motions()?));
        Ok(notes)
    }

    /// Names of the outputs that only motions in time have: rates, forces, energies.
    pub(crate) fn outputs_of_motions(&self) -> Result<Vec<String>, Failure> {
        let model = self.model()?;
        let kept: Vec<usize> = model.linear_outputs().map(|(place, _)| place).collect();
        let outputs = model.outputs.iter().enumerate().filter(|(place, _)| !kept.contains(place));
        Ok(outputs.map(|(_, output)| output.name.clone()).collect())
    }

    /// Asks of the structure about a state. Where that fails because motions of a part have neither stiffness nor mass, it is
    /// asked of the structure that holds them, as long as no input or output involves them.
    pub(crate) fn asked_of<T>(
        &self,
        at: &At,
        progress: &dyn Progress,
        ask: impl Fn(StateStructure<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match ask(self.structure_at(at, progress)?) {
            Err(first) if *at == At::Reference => match self.structure_without_loose_motions()? {
                Some(held) => ask(held),
                None => Err(first),
            },
            answer => answer,
        }
    }

    /// `None` where no motion is without stiffness and mass, or where that cannot be decided.
    fn structure_without_loose_motions(&self) -> Result<Option<StateStructure<'_>>, Failure> {
        let structure = self.linear_structure()?;
        let Ok(Some(loose)) = LooseMotions::find(&structure.stiffness, &structure.mass, self.threads())
        else {
            return Ok(None);
        };
        let ports = structure.inputs.iter().chain(&structure.outputs).map(|p| (&p.name, p.values.clone()));
        let motions = structure.interfaces.iter().flat_map(|interface| &interface.motions);
        let motions = motions.map(|motion| (&motion.name, motion.values(structure.size())));
        let seen = ports.chain(motions).find(|(_, weights)| loose.seen_by(weights) > UNSEEN);
        if let Some((name, _)) = seen {
            let rows: Vec<_> =
                loose.rows.iter().take(3).map(|row| structure.rows[*row].name.as_str()).collect();
            let rows = rows.into_iter().map(str::to_owned).collect();
            return Err(Refusal::LooseMotionAtPort { port: name.clone(), rows }.into());
        }
        let count = loose.vectors.cols();
        let note = format!(
            "{count} {} neither stiffness nor mass, such as hourglass motions of reduced-integration \
             elements: no load moves \
             them, and they are held",
            if count == 1 { "motion has" } else { "motions have" }
        );
        let held = Structure { stiffness: loose.held, ..structure.clone() };
        Ok(Some(StateStructure { structure: Cow::Owned(held), notes: vec![note] }))
    }

    fn stable_structure(
        &self,
        name: &str,
        progress: &dyn Progress,
    ) -> Result<(Structure, Vec<String>), Failure> {
        let (structure, notes) = self.stressed_structure(name)?;
        let request = ModesRequest { range: Range::Lowest(1), options: self.mode_options() };
        let found = lissom_dynamics::modes(&structure, &request, progress)?;
        match found.modes.iter().filter(|mode| mode.eigenvalue < 0.0).count() {
            0 => Ok((structure, notes)),
            directions => Err(Failure::Unstable { place: name.to_owned(), directions }),
        }
    }

    fn rest_structure(&self, at: &At) -> Result<(Structure, Vec<String>), Failure> {
        let ports = StatePorts::of(self.mechanism_model()?);
        let mechanism = machinery_of(&ports.model, &self.moving_parts()?)?;
        let state = equilibrium(&*mechanism, &at_rest(&*mechanism, at))?;
        let mut notes = vec![format!("about the equilibrium at t = 0 s, residual {:.1e}", state.residual)];
        notes.extend(state.remarks.iter().cloned());
        Ok((about(&ports, &*mechanism, &state, "rest")?, notes))
    }

    fn stroke_structure(
        &self,
        value: f64,
        progress: &dyn Progress,
    ) -> Result<(Structure, Vec<String>), Failure> {
        let ports = StatePorts::of(self.mechanism_model()?);
        let mut stroke = Stroke::of(&ports.model, &self.moving_parts()?, Some(1))?;
        (stroke.request.from, stroke.request.to) = (value, value);
        let row = states(&*stroke.mechanism, &stroke.request, progress)?;
        let driven = row.first().expect("one state was requested");
        let place = format!("{} = {value} {}", stroke.drive, stroke.unit);
        let force = if stroke.unit == "rad" { "N m" } else { "N" };
        let note = format!(
            "about {place}, held by a constant {:.6e} {force}; residual {:.1e}",
            driven.force, driven.state.residual
        );
        Ok((about(&ports, &*stroke.mechanism, &driven.state, &place)?, vec![note]))
    }
}

/// What is said of outputs that an answer does not have.
fn left_out_note(outputs: &[String]) -> Option<String> {
    (!outputs.is_empty())
        .then(|| format!("outputs that only motions in time have are left out: {}", outputs.join(", ")))
}

/// The structure about an equilibrium; an unstable one has no frequencies to be kept.
fn about(
    ports: &StatePorts,
    mechanism: &dyn Machinery,
    state: &OperatingState,
    place: &str,
) -> Result<Structure, Failure> {
    let mechanism = state.system(mechanism).machinery().unwrap_or(mechanism);
    let modes = state.modes(mechanism)?;
    // Where loads follow the motion, the symmetric part is not sufficient; the structure is refused below.
    if modes.unstable > 0 && !state.is_circulatory() {
        return Err(Failure::Unstable { place: place.to_owned(), directions: modes.unstable });
    }
    let still = vec![0.0; state.position.len()];
    let at = State { time: state.time, position: &state.position, velocity: &still };
    Ok(ports.structure(mechanism, &at, &state.linearisation)?)
}
