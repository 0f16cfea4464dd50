//! Displacements of all mesh nodes of FE parts in a motion: y = Ψ d in the frame of the part, then in space.
//!
//! # Equation
//! A node at X in the reference configuration is at c + R (X − X₀ + Ψ d), with the origin c and the axes R of the frame, and the place X₀
//! of its origin in the reference configuration.

use crate::failure::Failure;
use crate::session::Session;
use lissom_dynamics::Trajectory;
use lissom_mech::{PartState, State, System};
use lissom_reduce::linear::ReducedPart;

/// The mesh of a part in a motion.
#[derive(Clone, Debug)]
pub struct RecoveredPart {
    /// The part.
    pub part: String,
    /// Numbers of the nodes.
    pub nodes: Vec<i64>,
    /// Their places in the reference configuration, in metres.
    pub places: Vec<[f64; 3]>,
    /// At every time, the displacement of every node in space, in metres.
    pub displacements: Vec<Vec<[f64; 3]>>,
    /// At every time, the displacement of every node by deformation alone, along the axes of the frame, in metres.
    pub deformations: Vec<Vec<[f64; 3]>>,
}

impl Session {
    /// Displacements of all mesh nodes of FE parts in large motion at the times of a motion; parts without a mesh are left out.
    ///
    /// # Errors
    /// When a part cannot be reduced, or the motion is of a system without positions.
    pub fn recovered_parts(
        &self,
        system: &dyn System,
        motion: &Trajectory,
    ) -> Result<Vec<RecoveredPart>, Failure> {
        let reduced = self.reduced_parts()?;
        let mut all: Vec<(usize, RecoveredPart)> =
            reduced.iter().enumerate().filter_map(|(k, part)| Some((k, nodes_of(part)?))).collect();
        let Some(machinery) = system.machinery().filter(|_| !all.is_empty()) else { return Ok(Vec::new()) };
        let mut work = machinery.workspace();
        for ((time, position), velocity) in motion.times.iter().zip(&motion.positions).zip(&motion.velocities)
        {
            let at = State { time: *time, position, velocity };
            let states = machinery
                .part_states(&at, &mut work)
                .map_err(|reason| Failure::not_finite(format!("FE parts at {time:.6} s: {reason}")))?;
            for (k, recovered) in &mut all {
                let known = states.iter().find(|state| state.part == recovered.part);
                let Some(state) = known else { continue };
                recovered.add(&reduced[*k], state);
            }
        }
        Ok(all.into_iter().map(|(_, recovered)| recovered).collect())
    }
}

/// The nodes of the mesh of a part; `None` where it has none.
fn nodes_of(reduced: &ReducedPart) -> Option<RecoveredPart> {
    let mut nodes: Vec<(i64, [f64; 3])> =
        reduced.places.iter().flatten().map(|place| (place.node, place.at)).collect();
    nodes.dedup_by_key(|(node, _)| *node);
    nodes.sort_by_key(|(node, _)| *node);
    nodes.dedup_by_key(|(node, _)| *node);
    let (nodes, places): (Vec<i64>, Vec<[f64; 3]>) = nodes.into_iter().unzip();
    (!nodes.is_empty()).then(|| RecoveredPart {
        part: reduced.part.name.clone(),
        nodes,
        places,
        displacements: Vec::new(),
        deformations: Vec::new(),
    })
}

impl RecoveredPart {
    fn add(&mut self, reduced: &ReducedPart, state: &PartState) {
        let moved = reduced.shapes.multiply_vector(&state.local);
        let mut local = vec![[0.0; 3]; self.nodes.len()];
        for (value, place) in moved.iter().zip(&reduced.places) {
            let Some(place) = place else { continue };
            if let Ok(k) = self.nodes.binary_search(&place.node) {
                local[k][place.axis] = *value;
            }
        }
        let start = reduced.part.frame_origin();
        let in_space = |(u, x): (&[f64; 3], &[f64; 3])| -> [f64; 3] {
            let arm: [f64; 3] = std::array::from_fn(|k| x[k] - start[k] + u[k]);
            std::array::from_fn(|k| {
                let turned: f64 = (0..3).map(|a| state.axes[a][k] * arm[a]).sum();
                state.origin[k] + turned - x[k]
            })
        };
        self.displacements.push(local.iter().zip(&self.places).map(in_space).collect());
        self.deformations.push(local);
    }
}
