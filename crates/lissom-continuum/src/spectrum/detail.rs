//! How finely the coefficients of a member vary along it.
//!
//! Every integration along a member looks at its coefficients in a few places; a narrow peak between them
//! would be missed by all. Bounds over ranges of x detect it. The member is halved until no coefficient
//! changes much within a range; no step of an integration is then longer than the range it begins in.

use std::ops::Range;

use lissom_symbolic::Enclosure;

use super::linear_system::Varying;

/// Largest number of ranges examined.
const MOST_RANGES: usize = 30_000;
/// Shorter ranges than this share of the length are not halved [-] where the coefficients are bounded there so that the range holds
/// no more than a share of their sum: a coefficient that vanishes at an end has no other ranges.
const SHORTEST: f64 = 1e-7;
const SLIGHT: f64 = 1e-9;
/// Ranges are not halved below this share of the length: rounding of places [-].
const LEAST: f64 = 1e-14;
/// Within a range a coefficient of one sign changes at most by this factor [-] …
const FACTOR: f64 = 4.0;
/// … or any but the stiffness of the highest derivatives by this share of its largest value at some places [-].
const SHARE: f64 = 0.25;
/// Places for the largest value.
const PLACES: usize = 33;
/// Neighbouring ranges whose lengths differ by no more than this factor use equal steps [-].
const ALIKE: f64 = 8.0;

/// Entries of a matrix below this share of the largest are not followed [-].
const NEGLIGIBLE: f64 = 1e-9;
/// Changes below this count as zero, in a matrix that is zero.
const NOTHING: f64 = 1e-200;

/// Ranges of a member in which no coefficient changes much.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Detail {
    /// Where ranges meet, from 0 to the length.
    edges: Vec<f64>,
    /// See [`Detail::rounding`].
    rounding: f64,
}

impl Detail {
    /// Follows the matrices of a member of this length, whose rows belong to derivatives of these orders; those from
    /// `highest` on are the highest of their fields. `None` if they vary too finely to be resolved.
    pub fn trace(varying: &Varying, length: f64, orders: &[usize], highest: Range<usize>) -> Option<Self> {
        let n = orders.len();
        let leading = highest.map(|row| 3 * n * n + row * n + row).collect();
        let sizes = sizes(varying, length, orders);
        let edges = vec![0.0];
        let mut tracer = Tracer { varying, sizes, leading, length, left: MOST_RANGES, edges };
        tracer.follow([0.0, length])?;
        let rounding = f64::EPSILON * length * tracer.variation();
        Some(Self { edges: tracer.edges, rounding })
    }

    /// The share of a coefficient that rounding of places may add or take: a shift of all places by δ changes an integral by δ times the
    /// total variation at most [-].
    pub fn rounding(&self) -> f64 {
        self.rounding
    }

    /// Where the range that begins at or before a place ends, and its length.
    pub fn range_from(&self, x: f64) -> (f64, f64) {
        let last = self.edges.len() - 1;
        let next = self.edges.partition_point(|edge| *edge <= x).clamp(1, last);
        (self.edges[next], self.edges[next] - self.edges[next - 1])
    }

    /// The length of the shortest range that a part of the member touches.
    pub fn finest(&self, [from, to]: [f64; 2]) -> f64 {
        let pairs = self.edges.windows(2).filter(|pair| pair[1] > from && pair[0] < to);
        pairs.map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min)
    }

    /// Places inside a part of the member where ranges become much shorter or longer.
    pub fn cuts(&self, [from, to]: [f64; 2]) -> Vec<f64> {
        let mut cuts = Vec::new();
        let mut extremes = [f64::INFINITY, 0.0f64];
        for pair in self.edges.windows(2).filter(|pair| pair[1] > from && pair[0] < to) {
            let length = pair[1] - pair[0];
            let wider = [extremes[0].min(length), extremes[1].max(length)];
            if wider[1] <= ALIKE * wider[0] {
                extremes = wider;
                continue;
            }
            extremes = [length; 2];
            if pair[0] > from {
                cuts.push(pair[0]);
            }
        }
        cuts
    }
}

/// Scales for changes of the entries of the four matrices: their largest values at some points, where a neighbouring point has such a
/// value, too. A peak that one point hits by chance is no scale: beside it every other peak would be small. Entries that are small
/// relative to the others of their matrix are not restricted.
fn sizes(varying: &Varying, length: f64, orders: &[usize]) -> Vec<f64> {
    let n = orders.len();
    let mut sizes = vec![0.0f64; 4 * n * n];
    let mut work = Vec::new();
    let mut before = Vec::new();
    for place in 0..PLACES {
        let mut values = vec![0.0; varying.program.output_count()];
        let x = length * (place as f64 + 0.5) / PLACES as f64;
        let inputs: Vec<f64> = varying.inputs.iter().copied().chain([x]).collect();
        varying.program.evaluate(&inputs, &mut work, &mut values);
        let pairs = sizes.iter_mut().zip(values.iter().zip(&before));
        pairs
            .for_each(|(size, (one, other)): (_, (&f64, &f64))| *size = size.max(one.abs().min(other.abs())));
        before = values;
    }
    let unit = |entry: usize| length.powi((orders[entry % n] + orders[entry / n]) as i32);
    for matrix in sizes.chunks_mut(n * n) {
        let units = (0..n * n).map(unit);
        let largest = matrix.iter().zip(units).fold(0.0f64, |most, (size, unit)| most.max(size / unit));
        let least = |entry: usize| (NEGLIGIBLE * largest * unit(entry)).max(NOTHING);
        matrix.iter_mut().enumerate().for_each(|(entry, size)| *size = size.max(least(entry)));
    }
    sizes
}

struct Tracer<'v> {
    varying: &'v Varying,
    sizes: Vec<f64>,
    /// The stiffnesses of the highest derivatives.
    leading: Vec<usize>,
    length: f64,
    left: usize,
    edges: Vec<f64>,
}

impl Tracer<'_> {
    /// The largest total variation of an entry over its integral; of a leading stiffness also that of its inverse [1/m].
    fn variation(&self) -> f64 {
        let mut work = Vec::new();
        let mut sums: Vec<[f64; 2]> = Vec::new();
        let mut before: Option<(f64, Vec<f64>)> = None;
        for k in 0..2 * self.edges.len() - 1 {
            // Edges, and the places between them.
            let x = 0.5 * (self.edges[k / 2] + self.edges[k.div_ceil(2)]);
            let inputs: Vec<f64> = self.varying.inputs.iter().copied().chain([x]).collect();
            let mut values = vec![0.0; self.varying.program.output_count()];
            self.varying.program.evaluate(&inputs, &mut work, &mut values);
            let inverse: Vec<f64> = self.leading.iter().map(|entry| 1.0 / values[*entry]).collect();
            values.extend(inverse);
            sums.resize(values.len(), [0.0; 2]);
            if let Some((from, old)) = &before {
                for ((sum, one), other) in
                    sums.iter_mut().zip(&values).zip(old).filter(|((_, one), _)| one.is_finite())
                {
                    sum[0] += (one - other).abs();
                    sum[1] += 0.5 * (one.abs() + other.abs()) * (x - from);
                }
            }
            before = Some((x, values));
        }
        // Inverses of what vanishes at an end have no integral, and need none.
        let own = self.sizes.len();
        let counts = |k: usize, [_, sum]: &[f64; 2]| {
            let size = self.sizes.get(k).copied().unwrap_or(0.0);
            sum.is_finite() && *sum > size * self.length * NEGLIGIBLE && (k < own || *sum > 0.0)
        };
        let all = sums.iter().enumerate().filter(|(k, sum)| counts(*k, sum));
        all.map(|(_, [variation, sum])| variation / sum).filter(|share| share.is_finite()).fold(0.0, f64::max)
    }

    fn follow(&mut self, [from, to]: [f64; 2]) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let share = (to - from) / self.length;
        let bounds = self.bounds([from, to]);
        if self.is_tame(&bounds) || share <= SHORTEST && self.is_slight(&bounds, share) {
            self.edges.push(to);
            return Some(());
        }
        if share <= LEAST {
            return None;
        }
        let middle = 0.5 * (from + to);
        self.follow([from, middle])?;
        self.follow([middle, to])
    }

    fn bounds(&self, [from, to]: [f64; 2]) -> Vec<Enclosure> {
        let mut inputs: Vec<Enclosure> =
            self.varying.inputs.iter().map(|value| Enclosure::of(*value)).collect();
        inputs.push(Enclosure::between(from, to));
        self.varying.program.enclose(&inputs)
    }

    /// Whether a short range holds next to nothing of every coefficient.
    fn is_slight(&self, bounds: &[Enclosure], share: f64) -> bool {
        self.sizes.iter().zip(bounds).all(|(size, bounds)| bounds.width() * share <= SLIGHT * size)
    }

    fn is_tame(&self, bounds: &[Enclosure]) -> bool {
        let mut entries = self.sizes.iter().zip(bounds).enumerate();
        entries.all(|(entry, (size, bounds))| {
            let is_of_one_sign = bounds.low * bounds.high > 0.0;
            let least = bounds.low.abs().min(bounds.high.abs());
            let is_alike = is_of_one_sign && bounds.size() <= FACTOR * least;
            is_alike || !self.leading.contains(&entry) && bounds.width() <= SHARE * size
        })
    }
}
