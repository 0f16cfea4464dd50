//! Rigid motions of joined components: the free ones, and the mass of the whole.

use crate::assembly::constraints::{Constraint, Elimination};
use crate::assembly::rigid_motions::{describe, null_combinations};
use crate::structures::rigid_body::{FREE, RigidBody, resistance, roots};
use crate::structures::structure::Structure;
use lissom_linalg::{Dense, Lu};

/// Tolerance for the violation of a constraint, relative to its terms: far above the seven digits of mesh
/// files, far below a real violation [-].
const KEPT: f64 = 1e-6;

/// Momenta below this share of the largest belong to relative motions of components [-].
const NO_MOMENTUM: f64 = 1e-6;

/// Rigid motions of the components.
pub(crate) struct RigidPieces {
    /// First row and candidates of every component.
    pub candidates: Vec<(usize, Dense)>,
    /// First row and momenta of every component; `None` when one of them is unknown.
    pub bodies: Option<Vec<(usize, RigidBody)>>,
    /// Rows of all components.
    pub rows: usize,
}

/// Sets the rigid motions and the mass of the whole.
pub(crate) fn free_motions(
    whole: &mut Structure,
    pieces: &RigidPieces,
    constraints: &[Constraint],
    elimination: Option<&Elimination>,
) {
    let side_by_side = pieces.side_by_side();
    let kept = side_by_side.matmul(&null_combinations(&broken(&side_by_side, constraints), KEPT));
    let seen = elimination.map_or_else(|| kept.clone(), |e| kept.select_rows(&e.independent));
    let free = seen.matmul(&null_combinations(&resistance(&seen, &whole.stiffness), FREE));
    let body = pieces.bodies.as_ref().and_then(|bodies| RigidBody::of_pieces(bodies, pieces.rows));
    let Some(mut body) = body else {
        whole.rigid_candidates = free;
        return;
    };
    if let Some(elimination) = elimination {
        body.momenta = elimination.transformation.transpose().times(&body.momenta);
    }
    let (free, words) = separate(free, &body);
    body.free = words;
    body.resistance = roots(&resistance(&free, &whole.stiffness));
    whole.rigid_body = Some(body);
    whole.rigid_candidates = free;
}

impl RigidPieces {
    /// The candidates of every component, over all rows.
    fn side_by_side(&self) -> Dense {
        let columns: usize = self.candidates.iter().map(|(_, own)| own.cols()).sum();
        let mut all = Dense::zeros(self.rows, columns);
        let mut next = 0;
        for (first, own) in &self.candidates {
            for j in 0..own.cols() {
                all.column_mut(next)[*first..first + own.rows()].copy_from_slice(own.column(j));
                next += 1;
            }
        }
        all
    }
}

/// Sum of squares of the constraint violations of motions, each relative to the size of its terms.
fn broken(motions: &Dense, constraints: &[Constraint]) -> Dense {
    let d = motions.cols();
    let mut form = Dense::zeros(d, d);
    for constraint in constraints {
        let term = |j: usize| constraint.row.iter().map(move |(row, weight)| weight * motions[(*row, j)]);
        let size = (0..d).map(|j| term(j).map(f64::abs).sum::<f64>()).fold(0.0, f64::max);
        if size == 0.0 {
            continue;
        }
        let values: Vec<f64> = (0..d).map(|j| term(j).sum::<f64>() / size).collect();
        (0..d).for_each(|i| (0..d).for_each(|j| form[(i, j)] += values[i] * values[j]));
    }
    form
}

/// Combinations of free motions that are as pure as possible, and their description: motions of the whole by
/// their momenta, and relative motions of components, which have none.
fn separate(mut free: Dense, body: &RigidBody) -> (Dense, Vec<String>) {
    let Ok(factor) = Lu::factor(&body.inertia) else {
        let words = (0..free.cols()).map(|j| format!("rigid motion {}", j + 1)).collect();
        return (free, words);
    };
    // p with which the whole moves when the components move by a column: the inertia of the whole gives the same momenta.
    let mut whole = body.momenta.transpose_matmul(&free);
    factor.solve_in_place(&mut whole);
    // Rotations are measured by the displacement at the radius of gyration.
    let scale: Vec<f64> =
        (0..whole.rows()).map(|k| (body.inertia[(k, k)] / body.mass).max(0.0).sqrt()).collect();
    let size = |p: &Dense, k: usize, j: usize| (p[(k, j)] * scale[k]).abs();
    let places =
        |p: &Dense| (0..p.rows()).flat_map(|k| (0..p.cols()).map(move |j| (k, j))).collect::<Vec<_>>();
    let largest = places(&whole).iter().map(|(k, j)| size(&whole, *k, *j)).fold(0.0, f64::max);
    let (mut rows_left, mut columns_left): (Vec<usize>, Vec<usize>) =
        ((0..whole.rows()).collect(), (0..free.cols()).collect());
    loop {
        let open =
            places(&whole).into_iter().filter(|(k, j)| rows_left.contains(k) && columns_left.contains(j));
        let best = open.max_by(|a, b| size(&whole, a.0, a.1).total_cmp(&size(&whole, b.0, b.1)));
        let Some((k, j)) = best.filter(|(k, j)| size(&whole, *k, *j) > NO_MOMENTUM * largest) else { break };
        let pivot = whole[(k, j)];
        for matrix in [&mut whole, &mut free] {
            matrix.column_mut(j).iter_mut().for_each(|x| *x /= pivot);
        }
        for other in (0..free.cols()).filter(|other| *other != j) {
            let share = whole[(k, other)];
            for matrix in [&mut whole, &mut free] {
                for i in 0..matrix.rows() {
                    let taken = share * matrix[(i, j)];
                    matrix[(i, other)] -= taken;
                }
            }
        }
        rows_left.retain(|row| *row != k);
        columns_left.retain(|column| *column != j);
    }
    let word = |j: usize| match columns_left.contains(&j) {
        true => "a relative motion of the components".to_owned(),
        false => describe(&body.kinds, whole.column(j)),
    };
    let words = (0..free.cols()).map(word).collect();
    (free, words)
}
