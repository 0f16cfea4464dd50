//! Segments of members short enough to have no own frequency, and their dynamic stiffness.
//!
//! A segment with fixed ends has natural frequencies; there its dynamic stiffness has poles, and counting
//! theorems require their number. With segments that have none, the stiffness of the whole is a smooth,
//! decreasing function of ω², whose negative eigenvalues count the frequencies passed \[Wittrick1971\].

use std::f64::consts::PI;
use std::sync::Arc;

use lissom_linalg::{Complex, Dense};
use lissom_symbolic::Enclosure;

use super::error::SpectrumError;
use super::graded::Graded;
use super::inertia::count_negative;
use super::linear_system::{LinearMember, LinearSystem};
use super::transfer::{dynamic_stiffness, exponent_size, mixed_stiffness, quantities_inside};

/// More pieces than this in one member are refused.
const MOST_PIECES: usize = 1 << 12;
/// More rows than this are refused: the work grows with their cube.
const MOST_ROWS: usize = 1500;
/// Pieces are made free of poles up to this multiple of the frequency, to stay away from the poles [-].
const MARGIN: f64 = 1.3;
/// Depth of the bisection that proves a piece free of poles.
const MOST_HALVINGS: usize = 24;

/// Exponents of a member at rest times its length above which transfer matrices would lose digits [-].
const LARGEST_EXPONENT: f64 = 6.0;
/// The same up to which equal pieces are taken, with an exponent of each up to this [-].
const MOST_EVEN: f64 = 64.0;
const EVEN_EXPONENT: f64 = 4.0;
/// Number of points along a member with varying coefficients where its exponents are evaluated.
const SAMPLES: usize = 17;

/// A member this many times as stiff in a coordinate as all its neighbours is written in mixed form [-]: its stiffness
/// leaves them that many digits less.
const STIFF: f64 = 1e4;

/// Sweeps in which rows are scaled, until their largest entries lie in this range [-].
const MOST_SWEEPS: usize = 20;
const EVEN: std::ops::Range<f64> = 0.8..1.25;

/// Division of a member.
#[derive(Clone, Debug)]
pub(crate) enum Division {
    /// Into equal pieces, in mixed form where they are much stiffer than their neighbours.
    Equal { count: usize, is_mixed: bool },
    /// Into pieces of elements that follow thin layers at the ends.
    Graded(Arc<Graded>),
}

impl Division {
    /// The coarsest division without poles below λ.
    fn new(member: &LinearMember, lambda: f64) -> Result<Self, SpectrumError> {
        if !is_layered(member)? {
            return Ok(Self::Equal { count: pieces(member, lambda, 1)?, is_mixed: false });
        }
        Ok(Self::Graded(Arc::new(Graded::new(member, lambda)?)))
    }

    /// The same for motions at complex frequencies, at which damping reduces the stiffness of the highest derivatives to a
    /// share of at least 1/`softer`.
    fn damped(member: &LinearMember, lambda: f64, softer: f64) -> Result<Self, SpectrumError> {
        if !is_evenly_divided(member)? {
            return Self::new(member, lambda);
        }
        let fewest = largest_exponent(member)? * softer.max(1.0).sqrt() / EVEN_EXPONENT;
        if fewest > MOST_PIECES as f64 {
            return Err(SpectrumError::TooFine { member: member.name.clone(), lambda });
        }
        let count = pieces(member, lambda, (fewest.ceil() as usize).next_power_of_two())?;
        Ok(Self::Equal { count, is_mixed: false })
    }

    /// Number of pieces.
    pub fn count(&self) -> usize {
        match self {
            Self::Equal { count, .. } => *count,
            Self::Graded(graded) => graded.count(),
        }
    }

    /// Where a piece begins and ends.
    pub fn ends(&self, member: &LinearMember, piece: usize) -> [f64; 2] {
        match self {
            Self::Equal { count, .. } => {
                let length = member.length / *count as f64;
                [piece as f64 * length, (piece + 1) as f64 * length]
            }
            Self::Graded(graded) => graded.ends(piece),
        }
    }

    /// Whether the loads at the second ends of the pieces are unknowns, too.
    pub fn is_mixed(&self) -> bool {
        matches!(self, Self::Equal { is_mixed: true, .. })
    }

    /// Number of loads that are unknowns.
    fn loads(&self, member: &LinearMember) -> usize {
        if self.is_mixed() { self.count() * member.end_size() } else { 0 }
    }

    /// Number of unknowns in addition to the coordinates of the system: joints between pieces, then loads.
    pub fn unknowns(&self, member: &LinearMember) -> usize {
        (self.count() - 1) * member.end_size() + self.loads(member)
    }

    /// The same in mixed form, unless a piece has a frequency below λ while its second end is free: its flexibility would
    /// have a pole there.
    fn mixed(&self, member: &LinearMember, lambda: f64) -> Result<Option<Self>, SpectrumError> {
        let Self::Equal { count, .. } = self else { return Ok(None) };
        let nq = member.end_size();
        for piece in 0..if member.is_uniform() { 1 } else { *count } {
            let stiffness = dynamic_stiffness(member, self.ends(member, piece), lambda)?;
            let free = Dense::from_fn(nq, nq, |i, j| stiffness[(nq + i, nq + j)]);
            if count_negative(&scaled(&free)) > 0 {
                return Ok(None);
            }
        }
        Ok(Some(Self::Equal { count: *count, is_mixed: true }))
    }

    /// The dynamic stiffness of a piece in (q at its first end, q at its second end, ξ), in mixed form with the loads at
    /// its second end.
    fn stiffness(&self, member: &LinearMember, piece: usize, lambda: f64) -> Result<Dense, SpectrumError> {
        match self {
            Self::Equal { is_mixed: true, .. } => mixed_stiffness(member, self.ends(member, piece), lambda),
            Self::Equal { .. } => dynamic_stiffness(member, self.ends(member, piece), lambda),
            Self::Graded(graded) => Ok(graded.stiffness(piece, lambda)),
        }
    }

    /// The end quantities at a place inside a piece, from the coordinates of the piece.
    pub fn quantities(
        &self,
        member: &LinearMember,
        piece: usize,
        lambda: f64,
        coordinates: &[f64],
        x: f64,
    ) -> Result<Vec<f64>, SpectrumError> {
        match self {
            Self::Equal { .. } => quantities_inside(member, self.ends(member, piece), lambda, coordinates, x),
            Self::Graded(graded) => graded.quantities(member, piece, lambda, coordinates, x),
        }
    }
}

/// Whether a member has exponents so large that its motion changes within thin layers.
pub(crate) fn is_layered(member: &LinearMember) -> Result<bool, SpectrumError> {
    Ok(largest_exponent(member)? > LARGEST_EXPONENT)
}

/// The largest exponent of a member at rest, times its length [-].
fn largest_exponent(member: &LinearMember) -> Result<f64, SpectrumError> {
    let samples = if member.is_uniform() { 1 } else { SAMPLES };
    let mut largest = 0.0f64;
    for sample in 0..samples {
        let x = member.length * (sample as f64 + 0.5) / samples as f64;
        check_elastic(member, x)?;
        largest = largest.max(exponent_size(member, x, 0.0)? * member.length);
    }
    Ok(largest)
}

/// Whether thin layers of a member are followed by equal pieces where damping inside it turns them into waves: its highest
/// derivatives are damped, and the layers are not too thin.
pub(crate) fn is_evenly_divided(member: &LinearMember) -> Result<bool, SpectrumError> {
    let is_damped = damped_stiffness(member)?.iter().any(|[_, damping]| *damping != 0.0);
    let exponent = largest_exponent(member)?;
    Ok(is_damped && exponent > LARGEST_EXPONENT && exponent <= MOST_EVEN)
}

/// Stiffness and damping of the highest derivatives of a member at some places.
pub(crate) fn damped_stiffness(member: &LinearMember) -> Result<Vec<[f64; 2]>, SpectrumError> {
    let (nq, nv) = (member.end_size(), member.orders.len());
    let samples = if member.is_uniform() { 1 } else { SAMPLES };
    let mut found = Vec::new();
    for sample in 0..samples {
        // Including both ends: monotone variation is extreme there.
        let share = if samples == 1 { 0.5 } else { sample as f64 / (samples - 1) as f64 };
        let densities = member.densities(member.length * share)?;
        found.extend((nq..nq + nv).map(|k| [densities.stiffness[(k, k)], densities.damping[(k, k)]]));
    }
    Ok(found)
}

/// The stiffness of the highest derivatives has to be positive and finite.
pub(crate) fn check_elastic(member: &LinearMember, x: f64) -> Result<(), SpectrumError> {
    let densities = member.densities(x)?;
    let (nq, nv) = (member.end_size(), member.orders.len());
    let is_positive = (0..nv).all(|k| densities.stiffness[(nq + k, nq + k)] > 0.0);
    if !is_positive {
        return Err(SpectrumError::NotElastic { member: member.name.clone(), x });
    }
    Ok(())
}

/// How finely members have to be divided for motions at complex frequencies s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softened {
    /// The ω² whose waves are as short.
    pub lambda: f64,
    /// By which factor damping reduces the stiffness of the highest derivatives, or less [-].
    pub softer: f64,
}

impl Softened {
    /// For some places in the complex plane: K + s C in place of K.
    pub fn at(system: &LinearSystem, places: &[Complex]) -> Result<Self, SpectrumError> {
        let mut found = Self { lambda: 0.0, softer: 0.0 };
        for member in &system.members {
            for [stiffness, damping] in damped_stiffness(member)? {
                for s in places {
                    let moving = Complex::from(stiffness) + s.scale(damping);
                    let softer = stiffness / moving.abs();
                    found.softer = found.softer.max(softer);
                    found.lambda = found.lambda.max(2.0 * s.abs() * s.abs() * softer);
                }
            }
        }
        Ok(found)
    }
}

/// How the members are divided, valid up to a frequency.
#[derive(Clone, Debug)]
pub(crate) struct Mesh {
    pub divisions: Vec<Division>,
}

impl Mesh {
    /// The coarsest mesh without poles below λ.
    pub fn new(system: &LinearSystem, lambda: f64) -> Result<Self, SpectrumError> {
        Self::of(system, lambda, Division::new)
    }

    /// For motions at complex frequencies.
    pub fn damped(system: &LinearSystem, at: &Softened) -> Result<Self, SpectrumError> {
        Self::of(system, at.lambda, |member, limit| Division::damped(member, limit, at.softer))
    }

    fn of(
        system: &LinearSystem,
        lambda: f64,
        division: impl Fn(&LinearMember, f64) -> Result<Division, SpectrumError>,
    ) -> Result<Self, SpectrumError> {
        let limit = MARGIN * lambda.max(0.0);
        let divisions = system.members.iter().map(|member| division(member, limit));
        let mut mesh = Self { divisions: divisions.collect::<Result<_, _>>()? };
        mesh.mix_stiff_members(system, limit)?;
        let rows = mesh.size(system);
        if rows > MOST_ROWS {
            return Err(SpectrumError::TooLarge { rows, lambda });
        }
        Ok(mesh)
    }

    /// Writes members in mixed form that are much stiffer than all they are joined to, or than another one of their kind:
    /// several stiff ones in a row have only stiff neighbours.
    fn mix_stiff_members(&mut self, system: &LinearSystem, limit: f64) -> Result<(), SpectrumError> {
        let base = system.names.len();
        // For each member the stiffness in its own end quantities, and in the coordinates.
        let (mut sizes, mut own): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
        for (member, division) in system.members.iter().zip(&self.divisions) {
            let (last, nq) = (division.count() - 1, member.end_size());
            let ends = [division.stiffness(member, 0, 0.0)?, division.stiffness(member, last, 0.0)?];
            let size = |k: usize| ends[k / nq][(k, k)].abs();
            let in_row =
                |row: usize| (0..2 * nq).map(|k| member.ends[(k, row)].powi(2) * size(k)).sum::<f64>();
            own.push((0..base).map(in_row).collect());
            sizes.push((0..2 * nq).map(size).collect());
        }
        let total =
            |row: usize| system.stiffness[(row, row)].abs() + own.iter().map(|own| own[row]).sum::<f64>();
        let totals: Vec<f64> = (0..base).map(total).collect();
        for (at, member) in system.members.iter().enumerate() {
            let is_among_soft = (0..base).any(|row| {
                let others = totals[row] - own[at][row];
                others > f64::EPSILON * totals[row] && own[at][row] > STIFF * others
            });
            let mut kin =
                system.members.iter().zip(&sizes).filter(|(other, _)| other.orders == member.orders);
            let is_stiff = is_among_soft
                || kin.any(|(_, soft)| sizes[at].iter().zip(soft).any(|(size, soft)| *size > STIFF * soft));
            let mixed = if is_stiff { self.divisions[at].mixed(member, limit)? } else { None };
            if let Some(mixed) = mixed {
                self.divisions[at] = mixed;
            }
        }
        Ok(())
    }

    /// The same division of another system of the same geometry.
    pub fn along(&self, system: &LinearSystem) -> Result<Self, SpectrumError> {
        let divisions = system.members.iter().zip(&self.divisions).map(|(member, division)| match division {
            Division::Equal { .. } => Ok(division.clone()),
            Division::Graded(graded) => Ok(Division::Graded(Arc::new(graded.along(member)?))),
        });
        Ok(Self { divisions: divisions.collect::<Result<_, SpectrumError>>()? })
    }

    /// Number of rows of the dynamic stiffness.
    pub fn size(&self, system: &LinearSystem) -> usize {
        let inner: usize = system
            .members
            .iter()
            .zip(&self.divisions)
            .map(|(member, division)| division.unknowns(member))
            .sum();
        system.names.len() + inner
    }

    /// Number of rows that belong to loads: each brings one negative eigenvalue.
    pub fn loads(&self, system: &LinearSystem) -> usize {
        system.members.iter().zip(&self.divisions).map(|(member, division)| division.loads(member)).sum()
    }

    /// The dynamic stiffness of the whole system at λ = ω²: coordinates first, then the inner joints.
    pub fn stiffness(&self, system: &LinearSystem, lambda: f64) -> Result<Dense, SpectrumError> {
        let n = self.size(system);
        let base = system.names.len();
        let mut total = Dense::zeros(n, n);
        for j in 0..base {
            for i in 0..base {
                total[(i, j)] = system.stiffness[(i, j)] - lambda * system.mass[(i, j)];
            }
        }
        let mut inner = base;
        // Equal members have equal stiffness.
        let mut known: Vec<(&LinearMember, &Division, Dense)> = Vec::new();
        for (member, division) in system.members.iter().zip(&self.divisions) {
            let is_same = member.is_uniform() && matches!(division, Division::Equal { .. });
            let is_like = |other: &Division| {
                other.count() == division.count() && other.is_mixed() == division.is_mixed()
            };
            let mut same =
                known.iter().find(|(other, divided, _)| is_same && is_like(divided) && member.equals(other));
            if same.is_none() && is_same {
                known.push((member, division, division.stiffness(member, 0, lambda)?));
                same = known.last();
            }
            add_member(
                &mut total,
                (member, division),
                same.map(|(_, _, stiffness)| stiffness),
                inner,
                lambda,
            )?;
            inner += division.unknowns(member);
        }
        match total.first_not_finite() {
            Some((row, _)) => Err(SpectrumError::NotFinite { row: self.row_name(system, row), lambda }),
            None => Ok(total),
        }
    }
}

impl Mesh {
    /// What a row of the dynamic stiffness belongs to.
    fn row_name(&self, system: &LinearSystem, row: usize) -> String {
        if let Some(name) = system.names.get(row) {
            return name.clone();
        }
        let mut first = system.names.len();
        for (member, division) in system.members.iter().zip(&self.divisions) {
            first += division.unknowns(member);
            if row < first {
                return member.name.clone();
            }
        }
        String::new()
    }
}

/// A coordinate of a piece as a combination of rows of the whole.
type Combination = Vec<(usize, f64)>;

/// Adds a member whose inner joints begin at row `inner`; uniform ones bring their stiffness.
fn add_member(
    total: &mut Dense,
    (member, division): (&LinearMember, &Division),
    uniform: Option<&Dense>,
    inner: usize,
    lambda: f64,
) -> Result<(), SpectrumError> {
    let count = division.count();
    for piece in 0..count {
        let own;
        let stiffness = match uniform {
            Some(stiffness) => stiffness,
            None => {
                own = division.stiffness(member, piece, lambda)?;
                &own
            }
        };
        let rows = piece_rows((member, division), inner, piece);
        for (i, row) in rows.iter().enumerate() {
            for (j, col) in rows.iter().enumerate() {
                for (at_row, row_factor) in row {
                    for (at_col, col_factor) in col {
                        total[(*at_row, *at_col)] += row_factor * col_factor * stiffness[(i, j)];
                    }
                }
            }
        }
    }
    Ok(())
}

/// Where the coordinates of a piece are found: its two ends, then the shared coordinates, and loads in mixed form.
pub(crate) fn piece_rows(
    (member, division): (&LinearMember, &Division),
    inner: usize,
    piece: usize,
) -> Vec<Combination> {
    let (nq, count) = (member.end_size(), division.count());
    let joint = |number: usize, k: usize| -> Combination {
        let end = if number == 0 {
            Some(0)
        } else if number == count {
            Some(nq)
        } else {
            None
        };
        match end {
            Some(first) => (0..member.ends.cols())
                .map(|col| (col, member.ends[(first + k, col)]))
                .filter(|(_, factor)| *factor != 0.0)
                .collect(),
            None => vec![(inner + (number - 1) * nq + k, 1.0)],
        }
    };
    let first = (0..nq).map(|k| joint(piece, k));
    let second = (0..nq).map(|k| joint(piece + 1, k));
    let shared = member.shared.iter().map(|coordinate| vec![(*coordinate, 1.0)]);
    let loads = inner + (count - 1) * nq + piece * nq;
    let loads = (loads..loads + nq).filter(|_| division.is_mixed()).map(|row| vec![(row, 1.0)]);
    first.chain(second).chain(shared).chain(loads).collect()
}

/// The smallest power of two of equal pieces without poles below λ, from a number of them on.
fn pieces(member: &LinearMember, lambda: f64, fewest: usize) -> Result<usize, SpectrumError> {
    let mut count = fewest;
    while count <= MOST_PIECES {
        let length = member.length / count as f64;
        let mut free = true;
        let distinct = if member.is_uniform() { 1 } else { count };
        for piece in 0..distinct {
            let from = piece as f64 * length;
            free = free && is_pole_free(member, [from, from + length], lambda, 0)?;
        }
        if free {
            return Ok(count);
        }
        count *= 2;
    }
    Err(SpectrumError::TooFine { member: member.name.clone(), lambda })
}

/// Whether a piece with both ends fixed has no frequency below λ.
///
/// The number of such frequencies is that of both halves plus the number of negative eigenvalues of the
/// stiffness of the halves at their common joint \[Wittrick1971\]; very short pieces have none.
fn is_pole_free(
    member: &LinearMember,
    [from, to]: [f64; 2],
    lambda: f64,
    depth: usize,
) -> Result<bool, SpectrumError> {
    if is_certainly_stiff(member, [from, to], lambda)? {
        return Ok(true);
    }
    if depth > MOST_HALVINGS {
        return Err(SpectrumError::TooFine { member: member.name.clone(), lambda });
    }
    let middle = 0.5 * (from + to);
    if !is_pole_free(member, [from, middle], lambda, depth + 1)? {
        return Ok(false);
    }
    if !member.is_uniform() && !is_pole_free(member, [middle, to], lambda, depth + 1)? {
        return Ok(false);
    }
    let nq = member.end_size();
    let left = dynamic_stiffness(member, [from, middle], lambda)?;
    let right = dynamic_stiffness(member, [middle, to], lambda)?;
    let joint = Dense::from_fn(nq, nq, |i, j| left[(nq + i, nq + j)] + right[(i, j)]);
    Ok(count_negative(&scaled(&joint)) == 0)
}

/// A sufficient condition that the form zᵀ(K − λM)z is positive for fields fixed at both ends, wherever the coefficients of the piece
/// lie within their bounds: a peak between some places would be missed by all of them.
fn is_certainly_stiff(
    member: &LinearMember,
    [from, to]: [f64; 2],
    lambda: f64,
) -> Result<bool, SpectrumError> {
    let samples: &[f64] = if member.is_uniform() { &[0.5] } else { &[0.0, 0.25, 0.5, 0.75, 1.0] };
    for sample in samples {
        let x = from + sample * (to - from);
        check_elastic(member, x)?;
        let densities = member.densities(x)?;
        let entry =
            |i: usize, j: usize| Enclosure::of(densities.stiffness[(i, j)] - lambda * densities.mass[(i, j)]);
        if !is_positive_form(member, to - from, entry) {
            return Ok(false);
        }
    }
    let Some([stiffness, mass]) = member.bounds([from, to]) else { return Ok(true) };
    let n = member.density_size();
    let entry = |i: usize, j: usize| {
        let (k, m) = (stiffness[j * n + i], mass[j * n + i]);
        Enclosure::between(k.low - lambda * m.high, k.high - lambda * m.low)
    };
    Ok(is_positive_form(member, to - from, entry))
}

/// Whether a form with entries within these bounds is certainly positive on a piece of this length.
///
/// By Poincaré's inequality ‖∂ʲu‖ ≤ (h/π)^{n−j} ‖∂ⁿu‖ for a field of order n whose lower derivatives vanish at both
/// ends, so lower derivatives are bounded by the highest.
fn is_positive_form(member: &LinearMember, length: f64, entry: impl Fn(usize, usize) -> Enclosure) -> bool {
    let ratio = length / PI;
    let (nq, nv) = (member.end_size(), member.orders.len());
    // For each entry of z: its field and how far it is below the highest derivative.
    let mut places = Vec::new();
    for (field, order) in member.orders.iter().enumerate() {
        places.extend((0..*order).map(|k| (field, (order - k) as i32)));
    }
    places.extend((0..nv).map(|field| (field, 0)));
    let mut bound = Dense::zeros(nv, nv);
    for i in 0..nq + nv {
        for j in 0..nq + nv {
            let ((f, a), (g, b)) = (places[i], places[j]);
            let value = entry(i, j);
            if i == j && a == 0 {
                if value.low.is_nan() || value.low <= 0.0 {
                    return false;
                }
                bound[(f, g)] += value.low;
            } else if i == j {
                bound[(f, g)] += value.low.min(0.0) * ratio.powi(a + b);
            } else {
                bound[(f, g)] -= value.size() * ratio.powi(a + b);
            }
        }
    }
    bound.first_not_finite().is_none() && count_negative(&scaled(&bound)) == 0 && bound.max_abs() > 0.0
}

/// The matrix with rows and columns scaled to largest entries of about 1: signs of eigenvalues stay.
pub(crate) fn scaled(matrix: &Dense) -> Dense {
    let scales = scales(matrix);
    Dense::from_fn(matrix.rows(), matrix.cols(), |i, j| scales[i] * matrix[(i, j)] * scales[j])
}

/// Factors for rows and columns that bring the largest entry of each row to about 1 \[Knight2014\].
pub(crate) fn scales(matrix: &Dense) -> Vec<f64> {
    let n = matrix.rows();
    let mut scales = vec![1.0f64; n];
    for _ in 0..MOST_SWEEPS {
        let largest = |i: usize| {
            (0..n).fold(0.0f64, |most, j| most.max((matrix[(i, j)] * scales[i] * scales[j]).abs()))
        };
        let sizes: Vec<f64> = (0..n).map(largest).collect();
        if sizes.iter().all(|size| *size == 0.0 || EVEN.contains(size)) {
            break;
        }
        for (scale, size) in scales.iter_mut().zip(sizes) {
            if size > 0.0 {
                *scale /= size.sqrt();
            }
        }
    }
    scales
}
