//! How many frequencies of a system lie below a given one, counted in mixed form.

use lissom_linalg::Dense;

use super::error::SpectrumError;
use super::inertia::Inertia;
use super::linear_system::{LinearMember, LinearSystem};
use super::mesh::{check_elastic, scaled};
use super::mixed_form::{Mixed, Square, Tableau};
use super::transfer::{Layout, balanced, exponent_size, form, hamiltonian};

/// Norm of the exponent of the shortest piece of a uniform member [-].
const SHORT: f64 = 0.5;
/// Points of collocation in a step along a member that varies.
const STAGES: usize = 4;
/// Exponent times length of the first step at an end [-], and how steps grow with the distance from it.
const END_EXPONENT: f64 = 0.35;
const GROWTH: f64 = 0.2;
/// Steps along a half wave.
const STEPS_PER_WAVE: usize = 8;
/// Share of the integral of a coefficient along a member that a step may miss [-].
const MISSED: f64 = 1e-12;
/// How often a step is halved for that.
const MOST_HALVINGS: usize = 16;
/// Places are rounded by so many units in the last place [-].
const ROUNDED: f64 = 4.0;
/// Most steps along a member.
const MOST_STEPS: usize = 20_000;

/// How many frequencies lie below a given one, and the distance of the decisive signs from zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    pub below: usize,
    /// Smallest pivot in matrices with entries of about 1 [-].
    pub smallest: f64,
}

/// Counts frequencies of one system; the equations along its members are kept for all counts.
pub(crate) struct MixedCounter<'s> {
    system: &'s LinearSystem,
    routes: Vec<Route<'s>>,
}

/// The equations (q, p)′ = A (q, p) at a place.
struct Rate {
    x: f64,
    /// A₀ and A₁ of A = A₀ + λ A₁; `None` where the highest derivatives carry inertia.
    linear: Option<[Square; 2]>,
}

/// A member in steps, with q and p scaled to similar sizes.
struct Route<'s> {
    member: &'s LinearMember,
    /// Number of end quantities and shared coordinates.
    n: usize,
    scales: Vec<f64>,
    way: Way,
}

enum Way {
    /// Doubled from a short piece: the shares of its parts, the length, the number of doublings and the equations.
    Uniform { parts: Vec<f64>, length: f64, doublings: usize, rate: Rate },
    /// Step by step: their lengths, and the equations at the points of collocation.
    Varying { tableau: Tableau, steps: Vec<(f64, Vec<Rate>)>, parts: usize },
}

impl<'s> MixedCounter<'s> {
    /// Prepares counts up to λ with a limited number of half waves along a member; every refinement halves
    /// the steps and changes the division of uniform members.
    pub fn new(
        system: &'s LinearSystem,
        lambda: f64,
        waves: usize,
        refinement: usize,
    ) -> Result<Self, SpectrumError> {
        let routes = system.members.iter().map(|member| Route::new(member, lambda, waves, refinement));
        Ok(Self { system, routes: routes.collect::<Result<_, _>>()? })
    }

    /// How many frequencies have a square below λ; `None` where λ is one of them to the last digit.
    pub fn below(&self, lambda: f64) -> Option<Counted> {
        let mut assembly = Assembly::new(self.system, &self.routes, lambda);
        let (mut below, mut smallest) = (0, 1.0f64);
        for (member, route) in self.system.members.iter().zip(&self.routes) {
            let pieces = route.pieces(lambda)?;
            assembly.add_member(member, route, &pieces);
            for piece in &pieces {
                below += piece.count;
                smallest = smallest.min(piece.smallest);
            }
        }
        assembly.matrix.first_not_finite().is_none().then_some(())?;
        // The loads at the second ends of pieces bring one negative eigenvalue each.
        let inertia = Inertia::of(&scaled(&assembly.matrix));
        let below = (below + inertia.negative).checked_sub(assembly.loads)?;
        Some(Counted { below, smallest: smallest.min(inertia.smallest) })
    }
}

/// A combination of unknowns.
type Combination = Vec<(usize, f64)>;

/// [[K − λM − G, Cᵀ], [C, −F]] in the coordinates, the joints between pieces of a member, and the loads at the second
/// ends of pieces, with C = E q_a − q_b.
struct Assembly {
    matrix: Dense,
    /// Number of assigned unknowns.
    used: usize,
    /// How many of them are loads.
    loads: usize,
}

impl Assembly {
    fn new(system: &LinearSystem, routes: &[Route<'_>], lambda: f64) -> Self {
        let base = system.names.len();
        let unknowns = |(member, route): (&LinearMember, &Route<'_>)| {
            (route.parts() - 1) * 2 * route.n + member.end_size()
        };
        let n = base + system.members.iter().zip(routes).map(unknowns).sum::<usize>();
        let mut matrix = Dense::zeros(n, n);
        for j in 0..base {
            for i in 0..base {
                matrix[(i, j)] = system.stiffness[(i, j)] - lambda * system.mass[(i, j)];
            }
        }
        Self { matrix, used: base, loads: 0 }
    }

    /// Adds the pieces of a member, one after the other.
    fn add_member(&mut self, member: &LinearMember, route: &Route<'_>, pieces: &[Mixed]) {
        let nq = member.end_size();
        let outer = |row: usize| -> Combination {
            let entries = (0..member.ends.cols()).map(|col| (col, member.ends[(row, col)]));
            entries.filter(|(_, factor)| *factor != 0.0).collect()
        };
        let shared = member.shared.iter().map(|coordinate| vec![(*coordinate, 1.0)]);
        let mut start: Vec<Combination> = (0..nq).map(outer).chain(shared).collect();
        for (number, piece) in pieces.iter().enumerate() {
            let end: Vec<Combination> = if number + 1 == pieces.len() {
                (nq..2 * nq).map(outer).collect()
            } else {
                let first = self.used;
                self.used += route.n;
                (first..first + route.n).map(|unknown| vec![(unknown, 1.0)]).collect()
            };
            self.add_piece(route, piece, &start, &end);
            start = end;
        }
    }

    /// Adds q_b = E q_a + F p_b and p_a = G q_a + Eᵀ p_b. Loads on shared coordinates at the last end are
    /// zero.
    fn add_piece(&mut self, route: &Route<'_>, piece: &Mixed, start: &[Combination], end: &[Combination]) {
        let first = self.used;
        for (i, row) in start.iter().enumerate() {
            for (j, col) in start.iter().enumerate() {
                self.add(row, col, route.unscaled_g(piece, i, j));
            }
        }
        for (i, target) in end.iter().enumerate() {
            let load = [(first + i, 1.0)];
            for (j, col) in start.iter().enumerate() {
                self.add_both(&load, col, route.unscaled_e(piece, i, j));
            }
            self.add_both(&load, target, -1.0);
            for j in 0..end.len() {
                self.add(&load, &[(first + j, 1.0)], -route.unscaled_f(piece, i, j));
            }
        }
        self.used += end.len();
        self.loads += end.len();
    }

    fn add(&mut self, row: &[(usize, f64)], col: &[(usize, f64)], value: f64) {
        for (i, a) in row {
            for (j, b) in col {
                self.matrix[(*i, *j)] += a * b * value;
            }
        }
    }

    fn add_both(&mut self, row: &[(usize, f64)], col: &[(usize, f64)], value: f64) {
        self.add(row, col, value);
        self.add(col, row, value);
    }
}

impl<'s> Route<'s> {
    fn new(
        member: &'s LinearMember,
        lambda: f64,
        waves: usize,
        refinement: usize,
    ) -> Result<Self, SpectrumError> {
        let n = member.end_size() + member.shared.len();
        check_elastic(member, 0.5 * member.length)?;
        let scales = conjugate_scales(&rate(member, 0.5 * member.length, lambda)?, n);
        let at = |x: f64| Rate::new(member, x, lambda, (&scales, n));
        if member.is_uniform() {
            let norm = |lambda: f64| {
                Ok::<_, SpectrumError>(row_norm(&rescaled(&rate(member, 0.0, lambda)?, &scales, n), 2 * n))
            };
            let largest = norm(0.0)?.max(norm(lambda)?) * member.length;
            let (rate, doublings) = (at(0.0)?, (largest / SHORT).log2().ceil().max(0.0));
            if !doublings.is_finite() {
                return Err(SpectrumError::NotFinite { row: member.name.clone(), lambda });
            }
            // Parts of very different size: at a natural frequency of one of them, the count loses digits.
            let share = (0.618_034 * refinement as f64).fract();
            let parts = if refinement == 0 { vec![1.0] } else { vec![share, 1.0 - share] };
            let doublings = doublings as usize;
            let way = Way::Uniform { parts, length: member.length, doublings, rate };
            return Ok(Self { member, n, scales, way });
        }
        let tableau = Tableau::new(STAGES);
        let mut steps = Vec::new();
        let places = places(member, lambda, waves, refinement)?;
        for pair in resolved(member, lambda, &tableau, places)?.windows(2) {
            check_elastic(member, 0.5 * (pair[0] + pair[1]))?;
            let length = pair[1] - pair[0];
            let rates = tableau.points.iter().map(|point| at(pair[0] + point * length));
            steps.push((length, rates.collect::<Result<_, _>>()?));
        }
        let parts = 1 + usize::from(refinement > 0 && steps.len() > 1);
        Ok(Self { member, n, scales, way: Way::Varying { tableau, steps, parts } })
    }

    /// Number of pieces.
    fn parts(&self) -> usize {
        match &self.way {
            Way::Uniform { parts, .. } => parts.len(),
            Way::Varying { parts, .. } => *parts,
        }
    }

    /// The pieces of the member at λ.
    fn pieces(&self, lambda: f64) -> Option<Vec<Mixed>> {
        match &self.way {
            Way::Uniform { parts, length, doublings, rate } => {
                let parts = parts.iter().map(|share| {
                    let short = share * length / (*doublings as f64).exp2();
                    let mut piece = Mixed::of_exponent(&self.exponent(rate, lambda, short)?, self.n)?;
                    for _ in 0..*doublings {
                        piece = piece.then(&piece)?;
                    }
                    Some(piece)
                });
                parts.collect()
            }
            Way::Varying { tableau, steps, parts } => {
                let chunks = steps.chunks(steps.len().div_ceil(*parts));
                let parts = chunks.map(|steps| {
                    let mut pieces = steps.iter().map(|(length, rates)| {
                        let rates = rates.iter().map(|rate| self.exponent(rate, lambda, *length));
                        Mixed::by_collocation(&rates.collect::<Option<Vec<_>>>()?, tableau, self.n)
                    });
                    let first = pieces.next()??;
                    pieces.try_fold(first, |whole, piece| whole.then(&piece?))
                });
                parts.collect()
            }
        }
    }

    /// A times a length, at λ.
    fn exponent(&self, at: &Rate, lambda: f64, length: f64) -> Option<Square> {
        match &at.linear {
            Some([still, slope]) => Some(
                still.iter().zip(slope).map(|(still, slope)| (still + lambda * slope) * length).collect(),
            ),
            None => {
                let found = rescaled(&rate(self.member, at.x, lambda).ok()?, &self.scales, self.n);
                Some(found.iter().map(|entry| entry * length).collect())
            }
        }
    }

    fn unscaled_e(&self, piece: &Mixed, i: usize, j: usize) -> f64 {
        piece.carried(i, j) * self.scales[i] / self.scales[j]
    }

    fn unscaled_f(&self, piece: &Mixed, i: usize, j: usize) -> f64 {
        piece.flexibility(i, j) * self.scales[i] / self.scales[self.n + j]
    }

    fn unscaled_g(&self, piece: &Mixed, i: usize, j: usize) -> f64 {
        piece.stiffness(i, j) * self.scales[self.n + i] / self.scales[j]
    }
}

/// Where the steps along a member begin and end: short at the ends, where motions may decay fast, and growing inwards.
fn places(
    member: &LinearMember,
    lambda: f64,
    waves: usize,
    refinement: usize,
) -> Result<Vec<f64>, SpectrumError> {
    let (length, finer) = (member.length, 0.5f64.powi(refinement as i32));
    let largest = finer * length / (STEPS_PER_WAVE * (waves + 2)) as f64;
    // The exponents within the first step decide its length.
    let first = |end: f64, inwards: f64| -> Result<f64, SpectrumError> {
        let mut step = largest;
        for _ in 0..3 {
            let size =
                [0.0, 0.5, 1.0].map(|share| exponent_size(member, end + inwards * share * step, lambda));
            let [a, b, c] = size;
            step = largest.min(END_EXPONENT * finer / a?.max(b?).max(c?));
        }
        Ok(step)
    };
    let (start, end) = (first(0.0, 1.0)?, first(length, -1.0)?);
    let growth = GROWTH * finer;
    if member.is_untraced() {
        return Err(SpectrumError::Untraced { member: member.name.clone() });
    }
    let mut places = vec![0.0];
    let mut x = 0.0;
    while x < length {
        let from_start = start.max(growth * x);
        let from_end = end.max(growth / (1.0 + growth) * (length - x));
        let mut step = largest.min(from_start).min(from_end);
        if let Some(detail) = member.detail() {
            // Ranges in which coefficients change are taken in two steps at least.
            let (edge, range) = detail.range_from(x);
            step = step.min(0.5 * finer * range).min(edge - x);
        }
        // The last two steps are equal rather than one of them tiny.
        x = if length - x <= step * 1.001 {
            length
        } else if length - x < 2.0 * step {
            x + 0.5 * (length - x)
        } else {
            x + step
        };
        places.push(x);
        if places.len() > MOST_STEPS || step.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
            return Err(SpectrumError::TooManySteps { member: member.name.clone(), steps: length / step });
        }
    }
    Ok(places)
}

/// The steps along a member, halved until the points of collocation have the integrals of all coefficients: what lies between them
/// would be missed by any method that looks at the same places.
fn resolved(
    member: &LinearMember,
    lambda: f64,
    tableau: &Tableau,
    places: Vec<f64>,
) -> Result<Vec<f64>, SpectrumError> {
    let sum = |from: f64, to: f64| Moments::over(member, lambda, tableau, [from, to]);
    let mut waiting = Vec::new();
    let mut totals: Vec<f64> = Vec::new();
    for pair in places.windows(2).rev() {
        let own = sum(pair[0], pair[1])?;
        totals.resize(own.sums.len(), 0.0);
        totals.iter_mut().zip(&own.sizes).for_each(|(total, size)| *total += size);
        waiting.push(([pair[0], pair[1]], own, 0));
    }
    let mut found = vec![0.0];
    while let Some(([from, to], own, halvings)) = waiting.pop() {
        let middle = 0.5 * (from + to);
        let (first, second) = (sum(from, middle)?, sum(middle, to)?);
        // The flexibility of a tip without height has no integral, and needs none: there is no moment.
        let is_tip = halvings == MOST_HALVINGS && (from == 0.0 || to >= member.length);
        if is_tip || own.is_sum_of(&first, &second, &totals, to) {
            found.push(to);
        } else if halvings == MOST_HALVINGS || found.len() + waiting.len() > MOST_STEPS {
            let steps = member.length / (to - from);
            return Err(SpectrumError::TooManySteps { member: member.name.clone(), steps });
        } else {
            waiting.push(([middle, to], second, halvings + 1));
            waiting.push(([from, middle], first, halvings + 1));
        }
    }
    Ok(found)
}

/// Integrals of the coefficients over a step by the points of collocation: with weight 1, and with a weight that changes its sign
/// in the middle.
struct Moments {
    sums: Vec<f64>,
    tilts: Vec<f64>,
    /// Integrals of the moduli.
    sizes: Vec<f64>,
    /// The least and the largest value of each.
    ranges: Vec<[f64; 2]>,
}

impl Moments {
    fn over(
        member: &LinearMember,
        lambda: f64,
        tableau: &Tableau,
        [from, to]: [f64; 2],
    ) -> Result<Self, SpectrumError> {
        let mut all = Self { sums: Vec::new(), tilts: Vec::new(), sizes: Vec::new(), ranges: Vec::new() };
        for (point, weight) in tableau.points.iter().zip(tableau.weights()) {
            let x = from + point * (to - from);
            // At rest and at λ: in between, parts of an entry may cancel.
            let mut values = rate(member, x, 0.0)?;
            values.extend(rate(member, x, lambda)?);
            all.sums.resize(values.len(), 0.0);
            all.tilts.resize(values.len(), 0.0);
            all.sizes.resize(values.len(), 0.0);
            all.ranges.resize(values.len(), [f64::INFINITY, f64::NEG_INFINITY]);
            for (k, value) in values.into_iter().enumerate() {
                let share = weight * (to - from) * value;
                all.sums[k] += share;
                all.tilts[k] += share * (2.0 * point - 1.0);
                all.sizes[k] += share.abs();
                all.ranges[k] = [all.ranges[k][0].min(value), all.ranges[k][1].max(value)];
            }
        }
        Ok(all)
    }

    /// Whether both halves of a step that ends at `to` have its integrals, as far as rounding of places allows.
    fn is_sum_of(&self, first: &Self, second: &Self, totals: &[f64], to: f64) -> bool {
        (0..self.sums.len()).all(|k| {
            let sum = first.sums[k] + second.sums[k];
            // The halves of the weight −1 … 1 are −½ ± ½ and ½ ± ½.
            let tilt = 0.5 * (first.tilts[k] - first.sums[k] + second.tilts[k] + second.sums[k]);
            let range = [&first.ranges[k], &second.ranges[k]]
                .into_iter()
                .fold(self.ranges[k], |wide, own| [wide[0].min(own[0]), wide[1].max(own[1])]);
            let rounding = ROUNDED * f64::EPSILON * to * (range[1] - range[0]);
            let most = MISSED * totals[k] + rounding;
            (self.sums[k] - sum).abs() <= most && (self.tilts[k] - tilt).abs() <= most
        })
    }
}

impl Rate {
    fn new(
        member: &LinearMember,
        x: f64,
        lambda: f64,
        (scales, n): (&[f64], usize),
    ) -> Result<Self, SpectrumError> {
        let at = |lambda: f64| Ok::<_, SpectrumError>(rescaled(&rate(member, x, lambda)?, scales, n));
        let step = if lambda == 0.0 { 1.0 } else { lambda };
        let (still, moving, half) = (at(0.0)?, at(step)?, at(0.5 * step)?);
        let change: Square = moving.iter().zip(&still).map(|(a, b)| a - b).collect();
        let is_linear = (0..change.len()).all(|k| {
            (half[k] - still[k] - 0.5 * change[k]).abs() <= 1e-13 * (moving[k].abs() + still[k].abs())
        });
        let linear = is_linear.then(|| [still, change.iter().map(|entry| entry / step).collect()]);
        Ok(Self { x, linear })
    }
}

/// The matrix of (q, ξ, p) along a member, with loads p that pull where the member is stretched.
fn rate(member: &LinearMember, x: f64, lambda: f64) -> Result<Square, SpectrumError> {
    let (nq, ns) = (member.end_size(), member.shared.len());
    let n = nq + ns;
    let matrix = hamiltonian(&Layout::of(member), &form(&member.densities(x)?, lambda))
        .map_err(|source| SpectrumError::Factor { member: member.name.clone(), source })?;
    // From (q, p, ξ, P) to (q, ξ, p, P), with the sign of the loads turned.
    let place = |k: usize| match k {
        k if k < nq => k,
        k if k < n => nq + k,
        k if k < n + nq => k - ns,
        k => k,
    };
    let sign = |k: usize| if k < n { 1.0 } else { -1.0 };
    let entry = |i: usize, j: usize| sign(i) * sign(j) * matrix[(place(i), place(j))];
    Ok((0..4 * n * n).map(|at| entry(at / (2 * n), at % (2 * n))).collect())
}

/// Powers of two by which q and p are divided: all products of a displacement with its load keep one unit.
fn conjugate_scales(rate: &[f64], n: usize) -> Vec<f64> {
    let (_, found) = balanced(&Dense::from_fn(2 * n, 2 * n, |i, j| rate[i * 2 * n + j]));
    let logarithms: Vec<f64> = found.iter().map(|scale| scale.log2()).collect();
    let unit = (logarithms.iter().sum::<f64>() / n as f64).round();
    let mut scales = vec![1.0; 2 * n];
    for k in 0..n {
        let own = (0.5 * (logarithms[k] - logarithms[n + k] + unit)).round();
        scales[k] = own.exp2();
        scales[n + k] = (unit - own).exp2();
    }
    scales
}

/// S⁻¹ A S
fn rescaled(rate: &[f64], scales: &[f64], n: usize) -> Square {
    (0..4 * n * n).map(|at| rate[at] * scales[at % (2 * n)] / scales[at / (2 * n)]).collect()
}

fn row_norm(matrix: &[f64], width: usize) -> f64 {
    matrix.chunks(width).map(|row| row.iter().map(|entry| entry.abs()).sum::<f64>()).fold(0.0, f64::max)
}
