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
    let found = meshes.nearest(&own).map(|found| {
        let contradicts = !found.is_open() && found.stability != certificate.own_stability();
        if contradicts { found.contradicted() } else { found }
    });
    let warning = match &found {
        None => Some(
            "the discretisation error is not known: the same state was not found with fewer or more elements, and the verdict \
             about stability is that of this mesh"
                .to_owned(),
        ),
        Some(found) => found.is_open().then(|| doubt(found) + ": " + &meshes.remedy(&own)),
    };
    Ok((certificate.with_meshes(found), warning))
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
    /// The comparison with a half and a quarter of the elements or, where that leaves a doubt, with more of them.
    fn nearest(&self, own: &MeshSample) -> Option<MeshStability> {
        let half = self.coarser(2);
        let quarter = half.as_ref().and_then(|_| self.coarser(4));
        let coarse = half.as_ref().zip(quarter.as_ref());
        let coarse = coarse.map(|(half, quarter)| MeshStability::among([quarter, half, own], [0.5, 1.0]));
        if let Some(coarse) = coarse.filter(|found| !found.is_open()) {
            return Some(coarse);
        }
        let twice = self.finer(2);
        let across = half.as_ref().zip(twice.as_ref());
        let across = across.map(|(half, twice)| MeshStability::among([half, own, twice], [1.0, 2.0]));
        if let Some(across) = across.filter(|found| !found.is_open()) {
            return Some(across);
        }
        let fourfold = twice.as_ref().and_then(|_| self.finer(4));
        let fine = twice.as_ref().zip(fourfold.as_ref());
        let fine = fine.map(|(twice, fourfold)| MeshStability::among([own, twice, fourfold], [2.0, 4.0]));
        fine.or(across).or(coarse)
    }

    fn sample(&self, model: &Model) -> Option<MeshSample> {
        let (mechanism, state) = (self.solve)(model).ok()?;
        let certificate = certify_state(&mechanism, &state).ok()?;
        let undecided = matches!(certificate.own_stability(), Stability::Undecided(_));
        if undecided { None } else { sample(&mechanism, &state, &certificate).ok() }
    }

    /// A mesh with a share of the elements, where every beam that bends can be divided so.
    fn coarser(&self, divisor: usize) -> Option<MeshSample> {
        let mut model = self.model.clone();
        model.coordinates = None;
        for beam in model.structure.beams.iter_mut().filter(|beam| beam.flexible.bending) {
            if beam.elements % divisor != 0 {
                return None;
            }
            beam.elements /= divisor;
        }
        self.sample(&model)
    }

    /// A mesh with so many times the elements, if it is not too large.
    fn finer(&self, factor: usize) -> Option<MeshSample> {
        if factor * self.rows.max(1) > MOST_COORDINATES {
            return None;
        }
        let mut model = self.model.clone();
        model.coordinates = None;
        for beam in model.structure.beams.iter_mut().filter(|beam| beam.flexible.bending) {
            beam.elements *= factor;
        }
        self.sample(&model)
    }

    /// How many elements decide.
    fn remedy(&self, own: &MeshSample) -> String {
        let (mut factor, mut last) = (2, [Some(own.clone()), self.finer(2)]);
        while let [Some(coarsest), Some(coarse)] = last {
            let Some(fine) = self.finer(2 * factor) else { break };
            factor *= 2;
            let finer = [factor as f64 / 2.0, factor as f64];
            let next = MeshStability::among([&coarsest, &coarse, &fine], finer);
            if !next.is_open() {
                let words = crate::reports::state_poles::words_of(next.stability);
                return format!("write {}, which decide ({words})", self.elements(factor));
            }
            last = [Some(coarse), Some(fine)];
        }
        format!("write more than {}", self.elements(factor))
    }

    fn elements(&self, factor: usize) -> String {
        let bending = self.model.structure.beams.iter().filter(|beam| beam.flexible.bending);
        let named: Vec<String> = bending
            .map(|beam| format!("elements = {} in beam {}", factor * beam.elements, beam.name))
            .collect();
        match &named[..] {
            [one] => one.clone(),
            [one, other] => format!("{one} and {other}"),
            _ => format!("{factor} times the elements in every beam that bends"),
        }
    }
}
