//! Second and third derivatives of a superelement for linearised equations, and derivatives of its inertia forces.

use super::super::chart::Chart;
use super::super::configuration::Configuration;
use super::super::jet::{Gradient, Hessian, Jet, LOCAL, Pencil};
use super::super::rotation::Rotation;
use super::Superelement;
use super::inertia::{Inertial, Nodes, NodesRef};
use super::local_motion::local_motion;
use super::state::{Moving, pair_rates};

/// Derivatives of all deformations.
pub(in crate::spatial) struct Bent {
    /// e,xx v of every measure, one after the other.
    pub by_rate: Vec<f64>,
    /// e,xx v̇ + e,xxx v v.
    pub by_second: Vec<f64>,
    /// Σ dual e,xx, row by row.
    pub geometric: Vec<f64>,
}

impl Superelement {
    /// Second derivatives of deformations with given duals, at the velocities of `own` and given accelerations.
    pub(in crate::spatial) fn bend(
        &self,
        (at, homes): (&Configuration, &[Rotation]),
        own: &Moving,
        acceleration: &[f64],
        duals: &[f64],
    ) -> Bent {
        let (n, l, inner) = (self.motions(), self.columns(), 6 * self.ends.len());
        let (mut first, mut second) = (vec![0.0; n * l], vec![0.0; n * l]);
        let mut geometric = vec![0.0; l * l];
        let mut combined = vec![0.0; n];
        let mut form = vec![0.0; n * n];
        for (m, dual) in duals.iter().enumerate() {
            combined.iter_mut().zip(&own.weights[m * n..]).for_each(|(c, w)| *c += dual * w);
            form.iter_mut().zip(&self.measures[m].second).for_each(|(f, h)| *f += dual * h);
        }
        for (i, end) in self.ends.iter().enumerate() {
            let ends = self.pair(i, at, homes);
            let (axes, reference, turns) =
                ([&self.own, &self.triads[i]], self.reference[i], end.orientation.is_some());
            let hessians: [Hessian; 6] = local_motion(&Chart::hessians(&ends), axes, reference, turns);
            let (velocity, pushed) = (pair_rates(&own.velocity, i), pair_rates(acceleration, i));
            let pencils: [Pencil; 6] =
                local_motion(&Chart::pencils(&ends, &velocity), axes, reference, turns);
            let place = |k: usize| if k < 6 { k } else { 6 * (i + 1) + k - 6 };
            for k in 0..6 {
                let row = 6 * i + k;
                for p in 0..LOCAL {
                    let line = &hessians[k].second[p];
                    first[row * l + place(p)] = lissom_linalg::dot(line, &velocity);
                    second[row * l + place(p)] =
                        lissom_linalg::dot(line, &pushed) + 2.0 * pencils[k].0[2].by[p];
                    for (q, value) in line.iter().enumerate() {
                        geometric[place(p) * l + place(q)] += combined[row] * value;
                    }
                }
            }
        }
        let mut rows = vec![0.0; n * l];
        for (k, row) in rows.chunks_exact_mut(l).enumerate() {
            let mut unit = vec![0.0; n];
            unit[k] = 1.0;
            self.scatter(&unit, &own.by, row);
        }
        debug_assert_eq!(inner + self.amplitudes, n);
        let moved: Vec<f64> = rows.chunks_exact(l).map(|row| lissom_linalg::dot(row, acceleration)).collect();
        add_congruent(&form, &rows, l, &mut geometric);
        let count = self.measures.len();
        let mut bent = Bent { by_rate: vec![0.0; count * l], by_second: vec![0.0; count * l], geometric };
        for (m, measure) in self.measures.iter().enumerate() {
            let (rate, twice) =
                (&mut bent.by_rate[m * l..(m + 1) * l], &mut bent.by_second[m * l..(m + 1) * l]);
            for k in 0..n {
                let w = own.weights[m * n + k];
                let line = measure.second.get(k * n..(k + 1) * n);
                let product = |values: &[f64]| line.map_or(0.0, |line| lissom_linalg::dot(line, values));
                let (by_rate, by_second) = (product(&own.rate), product(&moved) + product(&own.convected));
                for p in 0..l {
                    let (f, s, d) = (first[k * l + p], second[k * l + p], rows[k * l + p]);
                    rate[p] += w * f + by_rate * d;
                    twice[p] += w * s + by_second * d + 2.0 * by_rate * f;
                }
            }
        }
        bent
    }

    /// Inertia forces at the state of `own`.
    pub(in crate::spatial) fn set_force(&self, at: &Configuration, own: &mut Moving) {
        let axes = |k: usize| match k.checked_sub(1) {
            None => self.axes_of(at, self.frame.orientation, &self.own),
            Some(i) => self.axes_of(at, self.ends[i].orientation, &self.triads[i]),
        };
        let way = |i: usize| self.way(at, i);
        let amplitude = |j: usize| at.scalar[self.first_scalar + j];
        let nodes = NodesRef::At(&axes, &way, &amplitude);
        let mut work = std::mem::take(&mut own.work);
        let mut force = std::mem::take(&mut own.force);
        self.inertia_force(&nodes, [&own.velocity, &own.felt], &mut work, &mut force);
        (own.work, own.force) = (work, force);
    }

    fn axes_of(
        &self,
        at: &Configuration,
        orientation: Option<usize>,
        own: &super::super::rotation::Axes,
    ) -> [[f64; 3]; 3] {
        orientation.map_or(*own, |o| own.map(|axis| super::super::rotation::along(&at.axes[o], axis)))
    }

    /// Axes of the frame in space.
    pub(in crate::spatial) fn frame_axes(&self, at: &Configuration) -> [[f64; 3]; 3] {
        self.axes_of(at, self.frame.orientation, &self.own)
    }

    fn way(&self, at: &Configuration, i: usize) -> [f64; 3] {
        let (c, r) = (at.displacement[self.frame.point], at.displacement[self.ends[i].point]);
        std::array::from_fn(|k| self.reference[i][k] + r[k] - c[k])
    }

    /// (M v̇ + h),x along spins with v and v̇ fixed in space, and h,v; row by row.
    pub(in crate::spatial) fn inertia_derivatives(
        &self,
        at: &Configuration,
        own: &Moving,
    ) -> (Vec<f64>, Vec<f64>) {
        let l = self.columns();
        let (mut by_place, mut by_rate) = (vec![0.0; l * l], vec![0.0; l * l]);
        let mut work = Inertial::<Gradient>::new(self.motions());
        let mut out = vec![Gradient::constant(0.0); l];
        let constants =
            |values: &[f64]| -> Vec<Gradient> { values.iter().map(|v| Gradient::constant(*v)).collect() };
        let (velocity, felt) = (constants(&own.velocity), constants(&own.felt));
        // As many columns at once as a gradient carries.
        for first in (0..l).step_by(LOCAL) {
            let seed = |column: usize, value: f64| match column.checked_sub(first) {
                Some(k) if k < LOCAL => Gradient::coordinate(value, k),
                _ => Gradient::constant(value),
            };
            let keep = |into: &mut Vec<f64>, out: &[Gradient]| {
                for (i, force) in out.iter().enumerate() {
                    for k in 0..LOCAL.min(l - first) {
                        into[i * l + first + k] = force.by[k];
                    }
                }
            };
            let nodes = self.seeded(at, &seed);
            self.inertia_force(&NodesRef::Nodes(&nodes), [&velocity, &felt], &mut work, &mut out);
            keep(&mut by_place, &out);
            let still = self.seeded(at, &|_, value| Gradient::constant(value));
            let moving: Vec<Gradient> = own.velocity.iter().enumerate().map(|(k, v)| seed(k, *v)).collect();
            self.inertia_force(&NodesRef::Nodes(&still), [&moving, &felt], &mut work, &mut out);
            keep(&mut by_rate, &out);
        }
        (by_place, by_rate)
    }

    /// The nodes with derivatives by their coordinates: displacements, spins, amplitudes.
    fn seeded(&self, at: &Configuration, seed: &dyn Fn(usize, f64) -> Gradient) -> Nodes<Gradient> {
        let turned = |axes: [[f64; 3]; 3], column: usize| {
            let spin = [0, 1, 2].map(|i| seed(column + i, 0.0));
            axes.map(|a| {
                let lever = super::super::chart::crossed(spin, a.map(Gradient::constant));
                std::array::from_fn(|i| lever[i] + Gradient::constant(a[i]))
            })
        };
        let interface = |i: usize| self.axes_of(at, self.ends[i].orientation, &self.triads[i]);
        let frame = std::iter::once(turned(self.frame_axes(at), 3));
        let count = self.ends.len();
        Nodes {
            axes: frame.chain((0..count).map(|i| turned(interface(i), 6 * (i + 1) + 3))).collect(),
            ways: (0..count)
                .map(|i| {
                    let way = self.way(at, i);
                    std::array::from_fn(|k| {
                        seed(6 * (i + 1) + k, 0.0) - seed(k, 0.0) + Gradient::constant(way[k])
                    })
                })
                .collect(),
            amplitudes: (0..self.amplitudes)
                .map(|j| seed(6 * (count + 1) + j, at.scalar[self.first_scalar + j]))
                .collect(),
        }
    }
}

/// sum += rowsᵀ form rows.
fn add_congruent(form: &[f64], rows: &[f64], l: usize, sum: &mut [f64]) {
    let n = rows.len() / l;
    let mut product = vec![0.0; l];
    for (k, line) in form.chunks_exact(n).enumerate().filter(|(_, line)| line.iter().any(|v| *v != 0.0)) {
        product.fill(0.0);
        for (value, row) in line.iter().zip(rows.chunks_exact(l)) {
            product.iter_mut().zip(row).for_each(|(p, r)| *p += value * r);
        }
        for (p, value) in rows[k * l..(k + 1) * l].iter().enumerate().filter(|(_, v)| **v != 0.0) {
            sum[p * l..(p + 1) * l].iter_mut().zip(&product).for_each(|(s, q)| *s += value * q);
        }
    }
}
