//! The same state on other meshes: whether a verdict about stability is that of the beams or that of their mesh.

use crate::failure::Failure;
use lissom_dynamics::{
    MeshSample, MeshStability, OperatingState, Stability, StateCertificate, certify_state,
};
use lissom_mech::{Mechanism, System};
use lissom_model::model::Model;

/// Finer meshes have at most so many coordinates: eigenvalues of larger dense matrices take seconds.
const MOST_COORDINATES: usize = 400;

/// A machine and its state, for a mesh.
pub(crate) type Solve<'a> = &'a dyn Fn(&Model) -> Result<(Mechanism, OperatingState), Failure>;

/// The certificate of a state with what another mesh says about its stability, and a warning where that turns the verdict or
/// cannot be found out. What has no beam that bends has no mesh.
pub(crate) fn judged_by_meshes(
    model: &Model,
    (mechanism, state): (&Mechanism, &OperatingState),
    certificate: StateCertificate,
    solve: Solve<'_>,
) -> Result<(StateCertificate, Option<String>), Failure> {
    let bends = model.structure.beams.iter().any(|beam| beam.flexible.bending);
    if !bends || matches!(certificate.own_stability(), Stability::Undecided(_)) {
        return Ok((certificate, None));
    }
    let meshes = Meshes { model, solve, rows: mechanism.coordinates().len() };
    let own = sample(mechanism, state, &certificate)?;
    let found = meshes.nearest(&own);
    let warning = match &found {
        None => Some(
            "the discretisation error is not known: neither with fewer nor with more elements was the same state found, and \
             the verdict about stability is that of this mesh"
                .to_owned(),
        ),
        Some((found, finer)) => {
            found.is_open().then(|| doubt(found) + ": " + &meshes.remedy(found, finer.as_ref()))
        }
    };
    Ok((certificate.with_meshes(found.map(|(found, _)| found)), warning))
}

/// What decides about a state.
fn sample(
    mechanism: &Mechanism,
    state: &OperatingState,
    certificate: &StateCertificate,
) -> Result<MeshSample, Failure> {
    let system = state.system(mechanism);
    if state.is_decided_by_tangent() {
        return Ok(MeshSample::Squares(state.modes(system)?.eigenvalues));
    }
    let mut poles = state.eigenvalues(system)?;
    poles.retain(|[_, im]| *im >= 0.0);
    poles.sort_by(|a, b| a[0].hypot(a[1]).total_cmp(&b[0].hypot(b[1])));
    Ok(MeshSample::Poles(certificate.own_stability(), poles))
}

/// Why a mesh does not decide.
fn doubt(found: &MeshStability) -> String {
    let number = |value: Option<f64>| value.map_or("nothing".to_owned(), |value| format!("{value:.4e}"));
    let [coarse, fine] = found.elements;
    let [before, after] = found.nearest;
    let error = if found.error.is_finite() { format!("{:.1e}", found.error) } else { "unknown".to_owned() };
    format!(
        "undecided by this mesh: with {coarse:.3} times its elements the {} nearest to zero is {}, with {fine:.3} times {}, whose \
         discretisation error is about {error}",
        found.quantity,
        number(before),
        number(after)
    )
}

struct Meshes<'a> {
    model: &'a Model,
    solve: Solve<'a>,
    /// Number of coordinates of the model's own mesh.
    rows: usize,
}

impl Meshes<'_> {
    /// The comparison with fewer elements or, where that leaves a doubt, with twice as many, and what decides on those.
    fn nearest(&self, own: &MeshSample) -> Option<(MeshStability, Option<MeshSample>)> {
        let coarse = coarser(self.model).and_then(|(model, ratio)| {
            let coarse = self.sample(&model)?;
            Some(MeshStability::between(&coarse, own, [ratio, 1.0]))
        });
        if let Some(coarse) = coarse.filter(|found| !found.is_open()) {
            return Some((coarse, None));
        }
        match self.finer(2) {
            Some(fine) => Some((MeshStability::between(own, &fine, [1.0, 2.0]), Some(fine))),
            None => coarse.map(|coarse| (coarse, None)),
        }
    }

    fn sample(&self, model: &Model) -> Option<MeshSample> {
        let (mechanism, state) = (self.solve)(model).ok()?;
        let certificate = certify_state(&mechanism, &state).ok()?;
        let undecided = matches!(certificate.own_stability(), Stability::Undecided(_));
        if undecided { None } else { sample(&mechanism, &state, &certificate).ok() }
    }

    /// A mesh with so many times the elements, if it is not too large.
    fn finer(&self, factor: usize) -> Option<MeshSample> {
        let affordable = factor * self.rows.max(1) <= MOST_COORDINATES;
        affordable.then(|| self.sample(&multiplied(self.model, factor))).flatten()
    }

    /// How many elements decide.
    fn remedy(&self, found: &MeshStability, finer: Option<&MeshSample>) -> String {
        let (mut factor, mut last) = (found.elements[1] as usize, finer.cloned());
        while let Some(coarse) = last {
            let twice = 2 * factor;
            let Some(fine) = self.finer(twice) else { break };
            let [a, b] = [factor, twice].map(|factor| factor as f64);
            let next = MeshStability::between(&coarse, &fine, [a, b]);
            (factor, last) = (twice, Some(fine));
            if !next.is_open() {
                let words = crate::reports::state_poles::words_of(next.stability);
                return format!("write {}, which decide ({words})", self.elements(factor));
            }
        }
        match factor {
            0 | 1 => format!("write {} or more", self.elements(2)),
            _ => format!("{} do not decide either; write more", self.elements(factor)),
        }
    }

    fn elements(&self, factor: usize) -> String {
        let bending = self.model.structure.beams.iter().filter(|beam| beam.flexible.bending);
        let named: Vec<String> =
            bending.map(|beam| format!("elements = {} in beam {}", factor * beam.elements, beam.name)).collect();
        match &named[..] {
            [one] => one.clone(),
            [one, other] => format!("{one} and {other}"),
            _ => format!("{factor} times the elements in every beam that bends"),
        }
    }
}

/// The model with about half the elements, and the share of elements that the beam with the most of them has left; nothing where
/// a beam that bends has a single one.
fn coarser(model: &Model) -> Option<(Model, f64)> {
    let mut coarse = model.clone();
    coarse.coordinates = None;
    let mut most = 0.0_f64;
    for beam in coarse.structure.beams.iter_mut().filter(|beam| beam.flexible.bending) {
        let half = beam.elements.div_ceil(2);
        most = most.max(half as f64 / beam.elements as f64);
        beam.elements = half;
    }
    (most > 0.0 && most < 1.0).then_some((coarse, most))
}

fn multiplied(model: &Model, factor: usize) -> Model {
    let mut fine = model.clone();
    fine.coordinates = None;
    for beam in fine.structure.beams.iter_mut().filter(|beam| beam.flexible.bending) {
        beam.elements *= factor;
    }
    fine
}
