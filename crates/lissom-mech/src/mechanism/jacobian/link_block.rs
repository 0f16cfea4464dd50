//! The end of a link as a block of three rows and three unknowns: x = E b + T x₀, x₀ being the other end, carried rigidly.

use crate::elements::{BeamLink, Carried, Shape};
use crate::mechanism::jacobian::lanes::{Lanes, Row};
use pulp::Simd;

/// Which link places which unknowns.
#[derive(Clone, Copy, Debug)]
pub(in crate::mechanism) struct LinkBlock {
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
    pub(in crate::mechanism) fn new(
        link: &BeamLink,
        forward: bool,
        shape: usize,
        place: &[Option<usize>],
    ) -> Self {
        let [end, other] = link.ends(forward).map(|ends| ends.map(|c| place[c].map_or(HELD, |p| p as u32)));
        assert!(!end.contains(&HELD), "a placed end is not a support");
        Self { shape, forward, end, other }
    }

    /// How the end moves; `None` when the determinant is not above the least one.
    #[inline]
    pub(in crate::mechanism) fn carried(&self, shapes: &[Shape], least: f64) -> Option<Carried> {
        let carried = shapes[self.shape].carried(self.forward);
        (carried.determinant > least).then_some(carried)
    }

    #[inline]
    pub(in crate::mechanism) fn solve_vector(&self, first: usize, carried: &Carried, x: &mut [f64]) {
        let b = [x[first], x[first + 1], x[first + 2]];
        let moved = self.other.map(|unknown| if unknown == HELD { 0.0 } else { x[unknown as usize] });
        for (k, [e1, e2, e3]) in carried.along.into_iter().enumerate() {
            x[self.end[k] as usize] =
                e1 * b[0] + e2 * b[1] + e3 * b[2] + moved[k] + carried.arm[k] * moved[2];
        }
        x[self.end[2] as usize] = carried.turn[0] * b[1] + carried.turn[1] * b[2] + moved[2];
    }

    #[inline(always)]
    pub(in crate::mechanism) fn solve_panel<S: Simd>(
        &self,
        simd: S,
        first: usize,
        carried: &Carried,
        x: &mut [Lanes],
    ) {
        // Loops instead of closures: these would leave the wide instructions behind.
        let (mut b, mut moved) = ([Row::zero(simd); 3], [Row::zero(simd); 3]);
        for k in 0..3 {
            b[k] = Row::load(simd, &x[first + k]);
            if self.other[k] != HELD {
                moved[k] = Row::load(simd, &x[self.other[k] as usize]);
            }
        }
        for k in 0..2 {
            let [e1, e2, e3] = carried.along[k];
            let carried = moved[k].plus(simd, carried.arm[k], &moved[2]);
            let sum = carried.plus(simd, e1, &b[0]).plus(simd, e2, &b[1]).plus(simd, e3, &b[2]);
            sum.store(&mut x[self.end[k] as usize]);
        }
        let [t2, t3] = carried.turn;
        moved[2].plus(simd, t2, &b[1]).plus(simd, t3, &b[2]).store(&mut x[self.end[2] as usize]);
    }

    /// The unknowns of the other end.
    pub(in crate::mechanism) fn hangs_on(&self) -> impl Iterator<Item = usize> + '_ {
        self.other.iter().filter(|unknown| **unknown != HELD).map(|unknown| *unknown as usize)
    }

    /// Writes T over near unknowns and some columns of E, row by row.
    #[inline]
    pub(in crate::mechanism) fn write_reach(
        &self,
        first: usize,
        carried: &Carried,
        (near, by_near): (&[usize], &mut [f64]),
        (free, by_free): (&[(usize, usize)], &mut [f64]),
    ) {
        let (r, f) = (near.len(), free.len());
        let own = self.end.map(|unknown| unknown as usize - first);
        let turn = [0.0, carried.turn[0], carried.turn[1]];
        for (k, (row, _)) in free.iter().enumerate() {
            by_free[own[0] * f + k] = carried.along[0][*row];
            by_free[own[1] * f + k] = carried.along[1][*row];
            by_free[own[2] * f + k] = turn[*row];
        }
        by_near.fill(0.0);
        for (k, unknown) in self.other.iter().enumerate().filter(|(_, unknown)| **unknown != HELD) {
            let at = near.iter().position(|u| *u == *unknown as usize).expect("a link is near its other end");
            by_near[own[k] * r + at] = 1.0;
            if k == 2 {
                by_near[own[0] * r + at] = carried.arm[0];
                by_near[own[1] * r + at] = carried.arm[1];
            }
        }
    }

    /// Both products transposed: what the block does to x₀ goes to the other end.
    pub(in crate::mechanism) fn solve_transposed(&self, first: usize, carried: &Carried, x: &mut [f64]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::jacobian::lanes::LANES;
    use pulp::{Arch, WithSimd};

    fn block() -> LinkBlock {
        LinkBlock { shape: 0, forward: true, end: [5, 3, 4], other: [0, HELD, 2] }
    }

    fn carried() -> Carried {
        Carried {
            along: [[0.9, -0.2, 0.3], [0.4, 1.1, -0.6]],
            turn: [1.7, 0.8],
            arm: [-0.5, 1.3],
            determinant: 1.0,
        }
    }

    /// The solution for each unit vector, column by column.
    fn matrix(solve: impl Fn(&mut [f64])) -> [[f64; 6]; 6] {
        std::array::from_fn(|k| {
            let mut x = [0.0; 6];
            x[k] = 1.0;
            solve(&mut x);
            x
        })
    }

    #[test]
    fn the_transposed_solution_is_the_transpose() {
        let forward = matrix(|x| block().solve_vector(3, &carried(), x));
        let back = matrix(|x| block().solve_transposed(3, &carried(), x));
        for i in 0..6 {
            for j in 0..6 {
                assert!((forward[i][j] - back[j][i]).abs() < 1e-15, "{i} {j}: {forward:?} {back:?}");
            }
        }
    }

    #[test]
    fn every_lane_of_a_panel_is_solved_like_a_vector() {
        struct Solve<'a>(&'a mut [Lanes]);
        impl WithSimd for Solve<'_> {
            type Output = ();
            fn with_simd<S: Simd>(self, simd: S) {
                block().solve_panel(simd, 3, &carried(), self.0);
            }
        }
        let value = |i: usize, lane: usize| ((3 * i + 7 * lane) as f64).sin();
        let mut panel: [Lanes; 6] = std::array::from_fn(|i| std::array::from_fn(|lane| value(i, lane)));
        Arch::new().dispatch(Solve(&mut panel));
        for lane in 0..LANES {
            let mut x: [f64; 6] = std::array::from_fn(|i| value(i, lane));
            block().solve_vector(3, &carried(), &mut x);
            for (row, x) in panel.iter().zip(&x) {
                assert!((row[lane] - x).abs() < 1e-14, "lane {lane}: {row:?} {x}");
            }
        }
    }
}
