//! Whether a verdict about stability is that of the mesh or that of the beams: the same state on meshes with half and with twice the
//! elements.

use crate::failure::Failure;
use crate::reports::state_poles::words_of;
use lissom_dynamics::{MeshStability, OperatingState, Stability, StateCertificate, certify_state};
use lissom_mech::{Mechanism, System};
use lissom_model::model::Model;

/// Finer meshes have at most so many coordinates: eigenvalues of larger dense matrices take seconds.
const MOST_COORDINATES: usize = 400;

/// A machine and its state, for a mesh.
pub(crate) type Solve<'a> = &'a dyn Fn(&Model) -> Result<(Mechanism, OperatingState), Failure>;

/// What a mesh says.
struct Sample {
    /// Squared frequencies, ascending [rad²/s²]; nothing where poles decide.
    squares: Option<Vec<f64>>,
    /// Poles with an imaginary part that is not negative, ascending in size [1/s].
    poles: Vec<[f64; 2]>,
    stability: Stability,
}

impl Sample {
    fn of(
        mechanism: &Mechanism,
        state: &OperatingState,
        certificate: &StateCertificate,
    ) -> Result<Self, Failure> {
        let stability = certificate.own_stability();
        let system = state.system(mechanism);
        if state.is_decided_by_tangent() {
            let squares = Some(state.modes(system)?.eigenvalues);
            return Ok(Self { squares, poles: Vec::new(), stability });
        }
        let mut poles = state.eigenvalues(system)?;
        poles.retain(|[_, im]| *im >= 0.0);
        poles.sort_by(|a, b| a[0].hypot(a[1]).total_cmp(&b[0].hypot(b[1])));
        Ok(Self { squares: None, poles, stability })
    }

    fn of_mesh(solve: Solve<'_>, model: &Model) -> Result<Self, Failure> {
        let (mechanism, state) = solve(model)?;
        Self::of(&mechanism, &state, &certify_state(&mechanism, &state)?)
    }

    fn against(&self, finer: &Self, finest: f64) -> MeshStability {
        match (&self.squares, &finer.squares) {
            (Some(coarse), Some(fine)) if !matches!(finer.stability, Stability::Undecided(_)) => {
                MeshStability::between(coarse, fine, finest)
            }
            _ => MeshStability::of_poles(
                (self.stability, &self.poles),
                (finer.stability, &finer.poles),
                finest,
            ),
        }
    }
}

/// The certificate of a state with what other meshes say about its stability, and a warning where they disagree with its own. What has
/// no beam that bends has no mesh.
pub(crate) fn judged_by_meshes(
    model: &Model,
    (mechanism, state): (&Mechanism, &OperatingState),
    certificate: StateCertificate,
    solve: Solve<'_>,
) -> (StateCertificate, Option<String>) {
    let bends = model.structure.beams.iter().any(|beam| beam.flexible.bending);
    if !bends || matches!(certificate.own_stability(), Stability::Undecided(_)) {
        return (certificate, None);
    }
    let Some(found) = compared(model, (mechanism, state), &certificate, solve) else {
        let warning = "the verdict about stability is that of this mesh; no other one could be solved";
        return (certificate, Some(warning.to_owned()));
    };
    let own = certificate.own_stability();
    let warning = (found.stability != own).then(|| {
        format!(
            "with the elements of the model file the equilibrium is {}; with {} times as many it is {}: use more elements",
            words_of(own),
            found.finest,
            words_of(found.stability)
        )
    });
    (certificate.with_meshes(found), warning)
}

/// Meshes are refined until one and the next leave no doubt.
fn compared(
    model: &Model,
    (mechanism, state): (&Mechanism, &OperatingState),
    certificate: &StateCertificate,
    solve: Solve<'_>,
) -> Option<MeshStability> {
    let mut last = Sample::of(mechanism, state, certificate).ok()?;
    let mut found = halved(model)
        .and_then(|coarse| Sample::of_mesh(solve, &coarse).ok())
        .map(|coarse| coarse.against(&last, 1.0));
    let mut factor = 2;
    while found.is_none_or(|found| found.is_open())
        && factor * mechanism.coordinates().len() <= MOST_COORDINATES
    {
        let Ok(finer) = Sample::of_mesh(solve, &multiplied(model, factor)) else { break };
        found = Some(last.against(&finer, factor as f64));
        last = finer;
        factor *= 2;
    }
    found
}

/// The model with half the elements, where every beam that bends has an even number.
fn halved(model: &Model) -> Option<Model> {
    let mut coarse = model.clone();
    coarse.coordinates = None;
    for beam in coarse.structure.beams.iter_mut().filter(|beam| beam.flexible.bending) {
        if beam.elements % 2 == 1 {
            return None;
        }
        beam.elements /= 2;
    }
    Some(coarse)
}

fn multiplied(model: &Model, factor: usize) -> Model {
    let mut fine = model.clone();
    fine.coordinates = None;
    for beam in fine.structure.beams.iter_mut().filter(|beam| beam.flexible.bending) {
        beam.elements *= factor;
    }
    fine
}
