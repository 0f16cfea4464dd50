//! E and T of all blocks at a configuration: how the unknowns of a block move with its coordinates and with what it hangs on.

use crate::mechanism::jacobian::border::{Jacobian, JacobianFactor};
use crate::mechanism::recursion::fronts::{Front, Fronts};

/// E and T, front by front, row by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// E: own unknowns × coordinates.
    pub by_free: Vec<f64>,
    /// T: own unknowns × near unknowns.
    pub by_near: Vec<f64>,
}

impl Reach {
    pub fn new(fronts: &Fronts) -> Self {
        Self { by_free: vec![0.0; fronts.by_free], by_near: vec![0.0; fronts.by_near] }
    }

    /// The largest entry of T of a front, in metres per metre.
    pub fn largest_carried(&self, fronts: &Fronts, front: &Front, length: impl Fn(usize) -> f64) -> f64 {
        let [s, r, _] = front.sizes();
        let near = &fronts.near[front.near.clone()];
        let rows = self.by_near[front.by_near..front.by_near + s * r].chunks_exact(r.max(1));
        let rows = rows.zip(front.own.clone());
        let each = rows.flat_map(|(row, p)| {
            let own = length(p);
            row.iter().zip(near).map(move |(t, u)| (t * own, *u))
        });
        each.fold(0.0, |most, (t, u)| most.max((t / length(u)).abs()))
    }

    /// The largest entry of E of every coordinate, in metres per unit.
    pub fn largest_own(&self, fronts: &Fronts, length: impl Fn(usize) -> f64, most: &mut [f64]) {
        for front in &fronts.all {
            let [s, _, f] = front.sizes();
            let rows = self.by_free[front.by_free..front.by_free + s * f].chunks_exact(f.max(1));
            for (row, p) in rows.zip(front.own.clone()) {
                for (e, (_, j)) in row.iter().zip(&fronts.free[front.free.clone()]) {
                    most[*j] = most[*j].max((e * length(p)).abs());
                }
            }
        }
    }

    /// At the configuration of a factor.
    pub(in crate::mechanism) fn set(
        &mut self,
        fronts: &Fronts,
        jacobian: &Jacobian,
        factor: &JacobianFactor,
    ) {
        for (k, front) in fronts.all.iter().enumerate() {
            let [s, r, f] = front.sizes();
            let by_free = &mut self.by_free[front.by_free..front.by_free + s * f];
            let by_near = &mut self.by_near[front.by_near..front.by_near + s * r];
            let (near, free) = (&fronts.near[front.near.clone()], &fronts.free[front.free.clone()]);
            jacobian.chain().write_reach(k, factor.chain(), (near, by_near), (free, by_free));
        }
    }
}
