//! The same state on other meshes: whether a verdict about stability is that of the beams or that of their mesh.

use crate::equilibria::certify_state::{Stability, StateCertificate, certify_state};
use crate::equilibria::mesh_stability::{MeshSample, MeshStability};
use crate::equilibria::operating_state::OperatingState;
use crate::error::DynamicsError;
use lissom_mech::Machinery;
use lissom_model::model::Model;
use std::sync::Arc;

/// Finer meshes have at most so many coordinates: eigenvalues of larger dense matrices take seconds.
const MOST_COORDINATES: usize = 400;

/// Sizes of poles that differ by less than this share are equal [-].
const ALIKE: f64 = 1e-6;

/// A machine and its state, for a mesh; `None` where there is no such state.
pub type StateOnMesh<'a> = &'a dyn Fn(&Model) -> Option<(Arc<dyn Machinery>, OperatingState)>;

/// Why the verdict about a state is that of its mesh only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshDoubt {
    /// The same state was not found with fewer or more elements: the discretisation error is not known.
    NoOtherMesh,
    /// The meshes compared do not decide.
    Open {
        /// What they give.
        found: MeshStability,
        /// Elements of the finest mesh that was tried, over those of the state's own [-].
        factor: usize,
        /// What that mesh decides; `None` where it does not either.
        decides: Option<Stability>,
    },
}

/// The certificate of a state with the result of a comparison of meshes, and the doubt where these contradict the verdict or do
/// not decide. A model without beams that bend has no mesh.
///
/// # Errors
/// When the modes or poles about the state cannot be found.
pub fn judge_by_meshes(
    model: &Model,
    (mechanism, state): (&dyn Machinery, &OperatingState),
    certificate: StateCertificate,
    solve: StateOnMesh<'_>,
) -> Result<(StateCertificate, Option<MeshDoubt>), DynamicsError> {
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
    let doubt = match found {
        None => Some(MeshDoubt::NoOtherMesh),
        Some(found) => found.is_open().then(|| {
            let (factor, decides) = meshes.deciding(&own);
            MeshDoubt::Open { found, factor, decides }
        }),
    };
    Ok((certificate.with_meshes(found), doubt))
}

/// The numbers that decide about a state.
fn sample(
    mechanism: &dyn Machinery,
    state: &OperatingState,
    certificate: &StateCertificate,
) -> Result<MeshSample, DynamicsError> {
    let system = state.system(mechanism);
    if state.is_decided_by_tangent() {
        return Ok(MeshSample::Squares(state.modes(system)?.eigenvalues));
    }
    let mut poles = state.eigenvalues(system)?;
    poles.retain(|[_, im]| *im >= 0.0);
    Ok(MeshSample::Poles(certificate.own_stability(), ordered(poles)))
}

/// Poles by their size; those of one size, such as one that grows and one that decays, by their real parts: rounding would decide otherwise,
/// and another way on every mesh.
fn ordered(mut poles: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let size = |pole: &[f64; 2]| pole[0].hypot(pole[1]);
    poles.sort_by(|a, b| size(a).total_cmp(&size(b)));
    for alike in poles.chunk_by_mut(|a, b| size(b) - size(a) <= ALIKE * size(b)) {
        alike.sort_by(|a, b| a[0].total_cmp(&b[0]));
    }
    poles
}

struct Meshes<'a> {
    model: &'a Model,
    solve: StateOnMesh<'a>,
    /// Number of coordinates of the model's own mesh.
    rows: usize,
}

impl Meshes<'_> {
    /// The comparison with a half and a quarter of the elements or, where that does not decide, with more of them.
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
        let (mechanism, state) = (self.solve)(model)?;
        let certificate = certify_state(&*mechanism, &state).ok()?;
        let undecided = matches!(certificate.own_stability(), Stability::Undecided(_));
        if undecided { None } else { sample(&*mechanism, &state, &certificate).ok() }
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

    /// How many times the elements decide, and what; otherwise the largest factor that does not decide.
    fn deciding(&self, own: &MeshSample) -> (usize, Option<Stability>) {
        let (mut factor, mut last) = (2, [Some(own.clone()), self.finer(2)]);
        while let [Some(coarsest), Some(coarse)] = last {
            let Some(fine) = self.finer(2 * factor) else { break };
            factor *= 2;
            let finer = [factor as f64 / 2.0, factor as f64];
            let next = MeshStability::among([&coarsest, &coarse, &fine], finer);
            if !next.is_open() {
                return (factor, Some(next.stability));
            }
            last = [Some(coarse), Some(fine)];
        }
        (factor, None)
    }
}
