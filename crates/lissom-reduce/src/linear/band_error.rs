//! The largest error of a reduced response over a band of frequencies, found by refinement.
//!
//! The response of the full structure is known in a space that satisfies the full equation to a residual
//! ([`ResponseSpace`]), so that it costs a small solve at any frequency. Errors change quickly only at the natural
//! frequencies of either structure: these divide the band, every interval is sampled, and the largest errors
//! are refined by golden section until the maximum no longer changes.
//!
//! Without damping both responses are infinite at their own natural frequencies, and the difference of two
//! models is unbounded there. A window of one per cent around each of them is then excluded and reported; the
//! frequencies themselves are compared separately.

use super::ReducedStructure;
use super::response::respond;
use super::small_modes::SmallModes;
use crate::error::ReduceError;
use lissom_dynamics::{ResponseSpace, SpaceRequest};
use lissom_linalg::{Dense, Modes, Progress, Threads};
use lissom_mech::Structure;
use std::f64::consts::{PI, TAU};

/// Half width of a window around a natural frequency without damping, against the frequency [-].
pub(super) const WINDOW: f64 = 0.01;

/// Windows take no more than this share of the distance to the next natural frequency of the same structure [-].
const SHARE: f64 = 0.2;

/// Frequencies in every piece of the band.
const SAMPLES: usize = 9;

/// Largest accepted residual of the full equation in the response space [-].
const RESIDUAL: f64 = 1e-8;

/// Golden sections go on until the bracket is this narrow [-], or for this many steps.
const NARROW: f64 = 1e-7;
const STEPS: usize = 40;

/// Number of refined errors.
const REFINED: usize = 12;

/// Free structures are evaluated from this share of their first natural frequency upwards: below it the error
/// is the static one.
const LOWEST: f64 = 0.05;

/// The response at a frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseKept {
    /// Frequency [Hz].
    pub hertz: f64,
    /// ‖x − V y‖/‖x‖ in energy norm, the largest over the inputs [-].
    pub error: f64,
    /// The indicator, if any [-].
    pub indicator: Option<f64>,
}

/// The error of a reduced response over a band.
#[derive(Clone, Debug)]
pub struct BandError {
    /// Where the error is largest.
    pub worst: ResponseKept,
    /// All sampled frequencies, ascending.
    pub samples: Vec<ResponseKept>,
    /// Excluded windows around undamped natural frequencies [Hz].
    pub left_out: Vec<[f64; 2]>,
    /// Largest residual of the full equation in the response space [-].
    pub residual: f64,
    /// Whether the largest error no longer changes by refinement, and the residual is small enough.
    pub converged: bool,
    /// Factorisations spent.
    pub factorisations: usize,
}

/// The request.
pub(super) struct BandQuestion<'q> {
    pub full: &'q Structure,
    pub reduced: &'q ReducedStructure,
    pub small: &'q SmallModes,
    pub found: &'q Modes,
    pub inputs: &'q [usize],
    pub band: [f64; 2],
    pub rounds: usize,
    pub threads: &'q Threads,
}

/// The two responses in one space.
struct Beside<'q> {
    question: &'q BandQuestion<'q>,
    space: ResponseSpace<'q>,
    /// Vectors of the reduced structure in coordinates of the space.
    vectors: Dense,
    stiffness: Dense,
    rigid: usize,
}

impl BandQuestion<'_> {
    /// The largest error over the band.
    ///
    /// # Errors
    /// When a factorisation or a small solve fails.
    pub fn answer(&self, progress: &dyn Progress) -> Result<BandError, ReduceError> {
        let left_out = self.windows();
        let pieces = self.pieces(&left_out);
        let at: Vec<f64> = pieces.iter().flat_map(|piece| samples(*piece)).collect();
        let omegas: Vec<f64> = at.iter().map(|hertz| TAU * hertz).collect();
        let forces: Vec<Vec<f64>> = self.inputs.iter().map(|i| self.full.inputs[*i].values.clone()).collect();
        let request = SpaceRequest {
            forces: Dense::from_columns(self.full.size(), &forces),
            modes: self.found,
            start: &self.reduced.vectors,
            omegas: &omegas,
            tolerance: RESIDUAL,
            rounds: self.rounds,
            threads: self.threads,
        };
        let space = ResponseSpace::grown(self.full, request, progress)
            .map_err(|error| ReduceError::NoReference { why: error.to_string() })?;
        let beside = Beside::new(self, space);
        let mut all = at.iter().map(|hertz| beside.at(*hertz)).collect::<Result<Vec<_>, _>>()?;
        let settled = beside.refine(&mut all)?;
        all.sort_by(|a, b| a.hertz.total_cmp(&b.hertz));
        let none = ResponseKept { hertz: self.band[0], error: 0.0, indicator: None };
        let worst = all.iter().copied().fold(none, |a, b| if b.error > a.error { b } else { a });
        Ok(BandError {
            worst,
            left_out,
            residual: beside.space.residual,
            converged: settled && !all.is_empty() && beside.space.residual <= RESIDUAL,
            factorisations: beside.space.factorisations,
            samples: all,
        })
    }

    fn is_damped(&self) -> bool {
        self.full.damping.max_abs() > 0.0 || self.small.damping.max_abs() > 0.0
    }

    /// Natural frequencies of both structures up to a little beyond the band, separately [Hz].
    fn poles(&self) -> [Vec<f64>; 2] {
        let reach = self.band[1] * (1.0 + 2.0 * WINDOW);
        let near = |hertz: &f64| *hertz > 0.0 && *hertz <= reach;
        [
            self.found.frequencies().into_iter().filter(near).collect(),
            self.small.elastic_hertz().into_iter().filter(near).collect(),
        ]
    }

    /// Excluded windows of the band, ascending and disjoint.
    fn windows(&self) -> Vec<[f64; 2]> {
        if self.is_damped() {
            return Vec::new();
        }
        let mut all: Vec<[f64; 2]> = self.poles().iter().flat_map(|poles| around(poles)).collect();
        all.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut apart: Vec<[f64; 2]> = Vec::new();
        for window in all {
            match apart.last_mut() {
                Some(last) if window[0] <= last[1] => last[1] = last[1].max(window[1]),
                _ => apart.push(window),
            }
        }
        apart
    }

    /// The pieces of the band between windows; with damping, between natural frequencies.
    fn pieces(&self, left_out: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let [mut from, to] = self.band;
        let rigid = self.found.rigid.cols() > 0;
        let first = self.found.frequencies().into_iter().find(|hertz| *hertz > 0.0).unwrap_or(to);
        if rigid {
            from = from.max(LOWEST * first.min(to));
        }
        let mut cuts: Vec<[f64; 2]> = left_out.to_vec();
        if self.is_damped() {
            cuts = self.poles().concat().into_iter().map(|hertz| [hertz, hertz]).collect();
            cuts.sort_by(|a, b| a[0].total_cmp(&b[0]));
        }
        let mut pieces = Vec::new();
        for [begin, end] in cuts {
            if begin > from && from < to {
                pieces.push([from, begin.min(to)]);
            }
            from = from.max(end);
        }
        if from < to {
            pieces.push([from, to]);
        }
        pieces
    }
}

/// A window around each natural frequency.
fn around(poles: &[f64]) -> Vec<[f64; 2]> {
    let apart = |a: f64, b: f64| Some((a - b).abs()).filter(|gap| *gap > 1e-6 * a.max(b));
    let half = |i: usize| {
        let gaps = poles.iter().filter_map(|other| apart(poles[i], *other));
        gaps.fold(WINDOW * poles[i], |half, gap| half.min(SHARE * gap))
    };
    (0..poles.len()).map(|i| [poles[i] - half(i), poles[i] + half(i)]).collect()
}

/// Chebyshev's points of a piece, its ends included: they are dense where errors rise.
fn samples([from, to]: [f64; 2]) -> Vec<f64> {
    let last = (SAMPLES - 1) as f64;
    let at = |i: usize| 0.5 * (from + to) - 0.5 * (to - from) * (PI * i as f64 / last).cos();
    (0..SAMPLES)
        .map(|i| match i {
            0 => from,
            i if i + 1 == SAMPLES => to,
            i => at(i),
        })
        .collect()
}

impl<'q> Beside<'q> {
    fn new(question: &'q BandQuestion<'q>, space: ResponseSpace<'q>) -> Self {
        // Rigid motions come first in the space, and have no energy but rounding.
        let rigid = question.found.rigid.cols();
        let energy = space.stiffness();
        let stiffness = Dense::from_fn(energy.rows(), energy.cols(), |i, j| {
            if i < rigid || j < rigid { 0.0 } else { energy[(i, j)] }
        });
        let vectors = space.coordinates(&question.reduced.vectors);
        Self { question, vectors, stiffness, space, rigid: question.small.rigid }
    }

    /// The error at a frequency, the largest over the inputs.
    fn at(&self, hertz: f64) -> Result<ResponseKept, ReduceError> {
        let (reduced, small) = (self.question.reduced, self.question.small);
        let omega = TAU * hertz;
        let exact = self
            .space
            .response(omega)
            .map_err(|error| ReduceError::NoReference { why: error.to_string() })?;
        let mut kept = ResponseKept { hertz, error: 0.0, indicator: None };
        for (j, input) in self.question.inputs.iter().enumerate() {
            let force = &reduced.structure.inputs[*input].values;
            let y = respond(&small.mass, &small.damping, &small.stiffness, self.rigid, omega, force)?;
            let (mut distance, mut size) = (0.0, 0.0);
            let parts: [Vec<f64>; 2] = [y.iter().map(|z| z.re).collect(), y.iter().map(|z| z.im).collect()];
            for (x, part) in exact.iter().zip(&parts) {
                let image = self.vectors.multiply_vector(part);
                let difference: Vec<f64> = x.column(j).iter().zip(&image).map(|(a, b)| a - b).collect();
                distance += self.energy(&difference);
                size += self.energy(x.column(j));
            }
            let error = if size > 0.0 { (distance / size).sqrt() } else { distance.sqrt() };
            kept.error = kept.error.max(error);
            if let Some(indicator) = &reduced.indicator {
                let here = indicator.at(j, hertz)?.indicator;
                kept.indicator = Some(kept.indicator.map_or(here, |before: f64| before.max(here)));
            }
        }
        Ok(kept)
    }

    fn energy(&self, x: &[f64]) -> f64 {
        let force = self.stiffness.multiply_vector(x);
        lissom_linalg::dot(x, &force).max(0.0)
    }

    /// Golden sections around the largest errors; true when every bracket became narrow.
    fn refine(&self, all: &mut Vec<ResponseKept>) -> Result<bool, ReduceError> {
        let mut peaks: Vec<usize> = (1..all.len().saturating_sub(1))
            .filter(|&i| all[i].error >= all[i - 1].error && all[i].error >= all[i + 1].error)
            .collect();
        peaks.sort_by(|a, b| all[*b].error.total_cmp(&all[*a].error));
        let brackets: Vec<[f64; 2]> = peaks
            .into_iter()
            .take(REFINED)
            .map(|i| [all[i - 1].hertz, all[i + 1].hertz])
            .filter(|[from, to]| !self.leaves_out(*from, *to))
            .collect();
        let mut settled = true;
        for bracket in brackets {
            settled &= self.golden(bracket, all)?;
        }
        Ok(settled)
    }

    /// Whether a window lies between two frequencies.
    fn leaves_out(&self, from: f64, to: f64) -> bool {
        self.question.windows().iter().any(|[begin, end]| *begin >= from && *end <= to)
    }

    fn golden(
        &self,
        [mut low, mut high]: [f64; 2],
        all: &mut Vec<ResponseKept>,
    ) -> Result<bool, ReduceError> {
        let share = (5.0_f64.sqrt() - 1.0) / 2.0;
        for _ in 0..STEPS {
            let inner = [high - share * (high - low), low + share * (high - low)];
            let found = [self.at(inner[0])?, self.at(inner[1])?];
            if found[0].error > found[1].error {
                high = inner[1]
            } else {
                low = inner[0]
            }
            all.extend(found);
            let flat = (found[0].error - found[1].error).abs() <= 1e-4 * found[0].error.max(found[1].error);
            if high - low <= NARROW * high || flat {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
