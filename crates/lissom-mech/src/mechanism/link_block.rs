//! The end of a link as a block of three rows and three unknowns: x = E b + T x₀, x₀ being the other end, carried rigidly.

use super::factor::{LANES, Lanes};
use crate::elements::{BeamLink, Carried, Shape};

/// Which link places which unknowns.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkBlock {
    /// Its shape among all shapes, and whether its second end is placed.
    pub shape: usize,
    pub forward: bool,
    /// The unknowns (x, y, φ) of the end that is placed, and of the other end; [`HELD`] at supports.
    end: [u32; 3],
    other: [u32; 3],
}

/// No unknown.
const HELD: u32 = u32::MAX;

impl LinkBlock {
    pub(super) fn new(link: &BeamLink, forward: bool, shape: usize, place: &[Option<usize>]) -> Self {
        let [end, other] = link.ends(forward).map(|ends| ends.map(|c| place[c].map_or(HELD, |p| p as u32)));
        assert!(!end.contains(&HELD), "an end that is placed is no support");
        Self { shape, forward, end, other }
    }

    /// How the end moves; `None` when the determinant is not above the least one.
    #[inline]
    pub(super) fn carried(&self, shapes: &[Shape], least: f64) -> Option<Carried> {
        let carried = shapes[self.shape].carried(self.forward);
        (carried.determinant > least).then_some(carried)
    }

    /// Motion of the other end by x, y and φ; supports do not move.
    #[inline(always)]
    fn moved<T: Copy + Default>(&self, x: &[T]) -> [T; 3] {
        self.other.map(|unknown| if unknown == HELD { T::default() } else { x[unknown as usize] })
    }

    #[inline]
    pub(super) fn solve_vector(&self, first: usize, carried: &Carried, x: &mut [f64]) {
        let b = [x[first], x[first + 1], x[first + 2]];
        let moved = self.moved(x);
        for (k, [e1, e2, e3]) in carried.along.into_iter().enumerate() {
            x[self.end[k] as usize] = e1 * b[0] + e2 * b[1] + e3 * b[2] + moved[k] + carried.arm[k] * moved[2];
        }
        x[self.end[2] as usize] = carried.turn[0] * b[1] + carried.turn[1] * b[2] + moved[2];
    }

    #[inline(always)]
    pub(super) fn solve_panel(&self, first: usize, carried: &Carried, x: &mut [Lanes]) {
        let [b1, b2, b3] = [x[first], x[first + 1], x[first + 2]];
        let moved = self.moved(x);
        for (k, [e1, e2, e3]) in carried.along.into_iter().enumerate() {
            let (arm, own) = (carried.arm[k], &moved[k]);
            let target = &mut x[self.end[k] as usize];
            for lane in 0..LANES {
                target[lane] =
                    e1 * b1[lane] + e2 * b2[lane] + e3 * b3[lane] + own[lane] + arm * moved[2][lane];
            }
        }
        let (target, [t2, t3]) = (&mut x[self.end[2] as usize], carried.turn);
        for lane in 0..LANES {
            target[lane] = t2 * b2[lane] + t3 * b3[lane] + moved[2][lane];
        }
    }

    /// Both products transposed: what the block does to x₀ goes to the other end.
    pub(super) fn solve_transposed(&self, first: usize, carried: &Carried, x: &mut [f64]) {
        let [fx, fy, torque] = self.end.map(|unknown| x[unknown as usize]);
        let [ax, ay] = carried.arm;
        let to_other = [fx, fy, torque + ax * fx + ay * fy];
        for (unknown, value) in self.other.iter().zip(to_other) {
            if *unknown != HELD {
                x[*unknown as usize] += value;
            }
        }
        let [along_x, along_y] = carried.along;
        let [t2, t3] = carried.turn;
        for (a, turn) in [0.0, t2, t3].into_iter().enumerate() {
            x[first + a] = along_x[a] * fx + along_y[a] * fy + turn * torque;
        }
    }
}
