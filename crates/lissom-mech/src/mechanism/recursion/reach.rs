//! E and T of all blocks at a configuration: how the unknowns of a block move with its coordinates and with what it hangs on.

use crate::mechanism::jacobian::border::{Jacobian, JacobianFactor};
use crate::mechanism::recursion::fronts::Fronts;

/// E and T, front by front, row by row.
#[derive(Clone, Debug, Default)]
pub(in crate::mechanism) struct Reach {
    /// E: own unknowns × coordinates.
    pub by_free: Vec<f64>,
    /// T: own unknowns × near unknowns.
    pub by_near: Vec<f64>,
}

impl Reach {
    pub fn new(fronts: &Fronts) -> Self {
        Self { by_free: vec![0.0; fronts.by_free], by_near: vec![0.0; fronts.by_near] }
    }

    /// At the configuration of a factor.
    pub fn set(&mut self, fronts: &Fronts, jacobian: &Jacobian, factor: &JacobianFactor) {
        for (k, front) in fronts.all.iter().enumerate() {
            let [s, r, f] = front.sizes();
            let by_free = &mut self.by_free[front.by_free..front.by_free + s * f];
            let by_near = &mut self.by_near[front.by_near..front.by_near + s * r];
            let (near, free) = (&fronts.near[front.near.clone()], &fronts.free[front.free.clone()]);
            jacobian.chain().write_reach(k, factor.chain(), (near, by_near), (free, by_free));
        }
    }
}
