//! What an evaluation keeps of a superelement: local motions, their derivatives and rates, its mass.

use super::super::chart::Chart;
use super::super::configuration::Configuration;
use super::super::jet::{Gradient, LOCAL, Path};
use super::super::rotation::Rotation;
use super::inertia::Inertial;
use super::local_motion::local_motion;
use super::{MOST_TURNED, Superelement};
use crate::vector::norm;

/// Numbers of a superelement at a state.
#[derive(Clone, Debug, Default)]
pub(in crate::spatial) struct Moving {
    /// d, ḋ and (d,xx v) v.
    pub d: Vec<f64>,
    pub rate: Vec<f64>,
    pub convected: Vec<f64>,
    /// Derivatives of (u, ψ) of every interface by (c, φ, r, θ).
    pub by: Vec<[[f64; LOCAL]; 6]>,
    /// w + H d of every measure, one after the other.
    pub weights: Vec<f64>,
    /// Mass over the coordinates, row by row.
    pub mass: Vec<f64>,
    /// Inertia forces.
    pub force: Vec<f64>,
    /// Velocities and felt accelerations of its coordinates.
    pub velocity: Vec<f64>,
    pub felt: Vec<f64>,
    pub work: Inertial<f64>,
    /// For the mass matrix.
    pub rows: Vec<f64>,
}

impl Superelement {
    pub(in crate::spatial) fn moving(&self) -> Moving {
        let (n, l) = (self.motions(), self.columns());
        Moving {
            d: vec![0.0; n],
            rate: vec![0.0; n],
            convected: vec![0.0; n],
            by: vec![[[0.0; LOCAL]; 6]; self.ends.len()],
            weights: vec![0.0; n * self.measures.len()],
            mass: vec![0.0; l * l],
            force: vec![0.0; l],
            velocity: vec![0.0; l],
            felt: vec![0.0; l],
            work: Inertial::new(n),
            rows: vec![0.0; (6 + n) * (6 + n) + 2 * (6 + n) * l],
        }
    }

    /// Frame and interface as the two ends of a relation.
    pub(super) fn pair(&self, i: usize, at: &Configuration, homes: &[Rotation]) -> super::super::chart::Ends {
        let points = [Some(self.frame.point), Some(self.ends[i].point)];
        at.ends(points, [self.frame.orientation, self.ends[i].orientation], homes)
    }

    /// Local motions and their derivatives in a configuration.
    ///
    /// # Errors
    /// An interface that is turned too far, and its angle [rad].
    pub(in crate::spatial) fn place(
        &self,
        at: &Configuration,
        homes: &[Rotation],
        own: &mut Moving,
    ) -> Result<(), (usize, f64)> {
        let n = self.motions();
        for (i, end) in self.ends.iter().enumerate() {
            let ends = self.pair(i, at, homes);
            let chart = Chart::gradients(&ends);
            let turns = end.orientation.is_some();
            let found: [Gradient; 6] =
                local_motion(&chart, [&self.own, &self.triads[i]], self.reference[i], turns);
            for (k, motion) in found.iter().enumerate() {
                own.d[6 * i + k] = motion.value;
                own.by[i][k] = motion.by;
            }
            let angle = norm([3, 4, 5].map(|k| own.d[6 * i + k]));
            if angle.is_nan() || angle > MOST_TURNED {
                return Err((i, angle));
            }
        }
        for j in 0..self.amplitudes {
            own.d[6 * self.ends.len() + j] = at.scalar[self.first_scalar + j];
        }
        for (weights, measure) in own.weights.chunks_exact_mut(n).zip(&self.measures) {
            weights.copy_from_slice(&measure.weights);
            for (w, row) in weights.iter_mut().zip(measure.second.chunks_exact(n)) {
                *w += lissom_linalg::dot(row, &own.d);
            }
        }
        Ok(())
    }

    /// A deformation and its gradient over the coordinates.
    pub(in crate::spatial) fn deform(&self, m: usize, own: &Moving, gradient: &mut [f64]) -> f64 {
        let n = self.motions();
        let weights = &own.weights[m * n..(m + 1) * n];
        self.scatter(weights, &own.by, gradient);
        // w·d + ½ dᵀHd = ½ (w + (w + Hd))·d.
        let both = weights.iter().zip(&self.measures[m].weights);
        both.zip(&own.d).map(|((now, first), d)| 0.5 * (now + first) * d).sum()
    }

    /// row = Σ weightₖ dₖ,x over the coordinates.
    pub(super) fn scatter(&self, weights: &[f64], by: &[[[f64; LOCAL]; 6]], row: &mut [f64]) {
        row.fill(0.0);
        for (i, block) in by.iter().enumerate() {
            for (w, line) in weights[6 * i..].iter().zip(block).filter(|(w, _)| **w != 0.0) {
                let start = 6 * (i + 1);
                row[..6].iter_mut().zip(&line[..6]).for_each(|(r, v)| *r += w * v);
                row[start..start + 6].iter_mut().zip(&line[6..]).for_each(|(r, v)| *r += w * v);
            }
        }
        let inner = 6 * self.ends.len();
        row[6 + inner..].copy_from_slice(&weights[inner..]);
    }

    /// Rates ḋ and (d,xx v) v from the velocities of the coordinates.
    pub(in crate::spatial) fn set_rates(&self, at: &Configuration, homes: &[Rotation], own: &mut Moving) {
        for (i, end) in self.ends.iter().enumerate() {
            let ends = self.pair(i, at, homes);
            let rates = pair_rates(&own.velocity, i);
            let chart = Chart::along(&ends, &rates);
            let turns = end.orientation.is_some();
            let found: [Path; 6] =
                local_motion(&chart, [&self.own, &self.triads[i]], self.reference[i], turns);
            for (k, motion) in found.iter().enumerate() {
                own.rate[6 * i + k] = motion.0[1];
                own.convected[6 * i + k] = 2.0 * motion.0[2];
            }
        }
        let inner = 6 * self.ends.len();
        own.rate[inner..].copy_from_slice(&own.velocity[6 + inner..]);
    }

    /// (e,xx v) v of a deformation.
    pub(in crate::spatial) fn second_rate(&self, m: usize, own: &Moving) -> f64 {
        let n = self.motions();
        let second = &self.measures[m].second;
        let bent =
            second.chunks_exact(n).zip(&own.rate).map(|(row, v)| v * lissom_linalg::dot(row, &own.rate));
        lissom_linalg::dot(&own.weights[m * n..(m + 1) * n], &own.convected) + bent.sum::<f64>()
    }
}

/// Entries of the frame and of one interface.
pub(super) fn pair_rates(values: &[f64], i: usize) -> [f64; LOCAL] {
    let start = 6 * (i + 1);
    std::array::from_fn(|k| if k < 6 { values[k] } else { values[start + k - 6] })
}
