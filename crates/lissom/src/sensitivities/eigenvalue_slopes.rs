//! Frequencies, alone or in clusters.
//!
//! Differentiating K φ = λ M φ and multiplying by φᵀ, φᵀ M φ = 1, gives
//! $$ \lambda' = \varphi^\mathsf{T} (K' - \lambda M') \varphi $$
//! Where several eigenvalues are equal, the shapes Φ that stay shapes when the parameter grows are not known beforehand: the slopes of
//! the branches are the eigenvalues of Φᵀ (K' − λ M') Φ. They are one-sided, and for several parameters at once there is no gradient
//! unless that matrix is a multiple of the identity.

use super::extrapolation::{Level, Slope};
use super::sample::SampleSlopes;
use crate::failure::Failure;
use lissom_dynamics::{Modes, ModesRequest, Range};
use lissom_linalg::{Dense, ModesOptions, Progress, Sparse, eigen};
use lissom_mech::Structure;
use std::f64::consts::TAU;

/// Eigenvalues closer than this share of themselves are equal: the shapes of nearer ones are rounding \[-\].
const EQUAL: f64 = 1e-6;

/// Slopes in a cluster that differ by less than this share, beyond their errors, are one \[-\].
const TOGETHER: f64 = 1e-6;

/// Modes beyond the wanted ones that are looked at first, to find the end of a cluster.
const BEYOND: usize = 2;

/// Modes of equal frequency, mostly one.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    /// Their numbers from zero.
    pub modes: std::ops::Range<usize>,
    /// Mean eigenvalue \[rad²/s²\].
    pub eigenvalue: f64,
    /// Mass-normalised shapes.
    shapes: Dense,
}

/// How the frequencies of a cluster change with a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ClusterSlopes {
    /// All of them by the same slope \[Hz per unit\].
    Together(Slope),
    /// Each by its own while the parameter grows, ascending; the other way round while it falls \[Hz per unit\].
    Apart(Vec<Slope>),
}

/// The lowest modes with the clusters that they belong to, complete; modes beyond may be found, too.
pub(crate) fn clusters(
    structure: &Structure,
    wanted: usize,
    options: &ModesOptions,
    progress: &dyn Progress,
) -> Result<(Modes, Vec<Cluster>), Failure> {
    let mut asked = wanted + BEYOND;
    loop {
        let request = ModesRequest { range: Range::Lowest(asked), options: options.clone() };
        let found = lissom_dynamics::modes(structure, &request, progress)?;
        let clusters = grouped(&found);
        let open = clusters.last().is_some_and(|last| last.modes.start < wanted);
        if !open || found.exhausted || found.modes.len() < asked {
            return Ok((found, clusters));
        }
        asked *= 2;
    }
}

fn grouped(found: &Modes) -> Vec<Cluster> {
    let value = |i: usize| found.modes[i].eigenvalue;
    let reach = |i: usize| {
        let error = found.modes[i].bound();
        EQUAL + 2.0 * if error.is_finite() { error } else { 0.0 }
    };
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut first = 0;
    for i in 1..=found.modes.len() {
        let same = i < found.modes.len()
            && (value(i) - value(i - 1)).abs() <= reach(i).max(reach(i - 1)) * value(i).abs();
        if !same {
            let mean = (first..i).map(value).sum::<f64>() / (i - first) as f64;
            clusters.push(Cluster {
                modes: first..i,
                eigenvalue: mean,
                shapes: found.shapes.columns(first..i),
            });
            first = i;
        }
    }
    clusters
}

impl Cluster {
    /// Its frequency \[Hz\].
    pub fn frequency_hz(&self) -> f64 {
        (self.eigenvalue.abs().sqrt() / TAU).copysign(self.eigenvalue)
    }

    /// Number of numbers that [`Self::level`] gives.
    pub fn count(&self) -> usize {
        self.modes.len() * self.modes.len()
    }

    /// Φᵀ (K' − λ M') Φ, and the sizes of the terms of Φᵀ (K − λ M) Φ.
    pub fn level(&self, structure: &Structure, slopes: &SampleSlopes, level: &mut Level) {
        for i in 0..self.modes.len() {
            for j in 0..self.modes.len() {
                let (a, b) = (self.shapes.column(i), self.shapes.column(j));
                level.slopes.push(slopes.stiffness.form(a, b) - self.eigenvalue * slopes.mass.form(a, b));
                let mass = self.eigenvalue.abs() * size(&structure.mass, a, b);
                level.sizes.push(size(&structure.stiffness, a, b) + mass);
            }
        }
    }

    /// The slopes of its frequencies from the extrapolated entries of [`Self::level`].
    ///
    /// # Errors
    /// When the small eigenproblem fails.
    pub fn slopes(&self, entries: &[Slope]) -> Result<ClusterSlopes, Failure> {
        let m = self.modes.len();
        // f = √λ / 2π, so that f' = λ' / (8 π² f).
        let to_hz = 1.0 / (2.0 * TAU * TAU * self.frequency_hz().abs());
        if m == 1 {
            return Ok(ClusterSlopes::Together(entries[0].times(to_hz)));
        }
        let matrix = Dense::from_fn(m, m, |i, j| 0.5 * (entries[i * m + j].value + entries[j * m + i].value));
        let error = entries.iter().map(|entry| entry.error * entry.error).sum::<f64>().sqrt();
        let found = eigen::symmetric(&matrix).map_err(|source| Failure::NotDifferentiable {
            what: format!("the cluster of modes from {}", self.modes.start + 1),
            why: source.to_string(),
        })?;
        let (least, largest) = (found.values[0], found.values[m - 1]);
        let slope = |value: f64| Slope { value, error }.times(to_hz);
        // Modes that are split by less than the equal eigenvalues are known keep together.
        if largest - least <= 2.0 * error + TOGETHER * least.abs().max(largest.abs()) {
            let mean = found.values.iter().sum::<f64>() / m as f64;
            return Ok(ClusterSlopes::Together(slope(mean)));
        }
        Ok(ClusterSlopes::Apart(found.values.iter().map(|value| slope(*value)).collect()))
    }
}

/// |x|ᵀ |A| |y|.
pub(crate) fn size(matrix: &Sparse, x: &[f64], y: &[f64]) -> f64 {
    matrix.iter().map(|(i, j, value)| (x[i] * value * y[j]).abs()).sum()
}
