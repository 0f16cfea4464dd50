//! A rotor on bearings whose stiffness and damping depend on the speed and couple both directions across the axis.
//!
//! # Equation
//! In the frame that stands still M q̈ + (C(Ω) + Σ Bᵀ c(Ω) B) q̇ + (K(Ω) + Σ Bᵀ k(Ω) B) q = 0, the rows of B being the displacements of a
//! bearing across the axis and, where it has them, the rotations about these directions, k and c any matrices of that size. The matrices are neither symmetric nor polynomials of the
//! speed: at every speed all roots are found by the unsymmetric QR method, each with the error that rounding makes to first order.

use super::campbell::{Campbell, CampbellRequest, TrackedMode};
use super::certify_whirl::unproved;
use super::critical_speed::{CriticalSpeed, Instability, UnstableBand};
use super::speed_pencil::SpeedMatrices;
use super::spinning_structure::SpinningStructure;
use super::whirl::eigen_error;
use crate::equilibria::operating_state::slope_of;
use crate::error::DynamicsError;
use crate::moving_error::MovingError;
use lissom_linalg::eigen::quadratic;
use lissom_linalg::{Complex, Dense, Lu, Progress};
use lissom_mech::MechError;

/// Stiffness and damping of a bearing, over both directions across the axis [N/m], [N s/m] and the rotations about them.
pub type BearingMatrices = [Dense; 2];

/// The law of a bearing: its matrices at an angular speed [rad/s].
pub type BearingLaw<'a> = dyn Fn(f64) -> Result<BearingMatrices, MechError> + 'a;

/// A bearing of a rotor.
pub struct RotorBearing<'a> {
    /// Its displacements across the axis and the rotations about these directions, over the rows of the structure: as many as its
    /// matrices have rows.
    pub across: Vec<Vec<f64>>,
    /// Its matrices at a speed.
    pub law: Box<BearingLaw<'a>>,
}

/// Larger rotors take too long: every speed costs two dense eigenproblems of twice the size.
const MOST_ROWS: usize = 500;

/// The error of roots is known to first order only: such a multiple of it counts.
const SAFETY: f64 = 10.0;

/// Left vectors of roots so near belong together: modes that coincide by symmetry [-].
const TOGETHER: f64 = 1e-6;

/// Halvings of an interval in which stability ends.
const HALVINGS: usize = 40;

/// Most steps to a critical speed, and how near it is then, relative to the frequency [-].
const MOST_STEPS: usize = 40;
const MET: f64 = 1e-9;

/// A frequency that is not as near to the excitation at the end of the search, relative to it, has jumped over it [-].
const CROSSED: f64 = 1e-6;

/// The roots at a speed, in coordinates in which the mass has a unit diagonal.
struct Roots {
    values: Vec<Complex>,
    shapes: Vec<Vec<Complex>>,
    residuals: Vec<f64>,
    /// Error of each root; infinite where it is not known [1/s].
    bounds: Vec<f64>,
}

/// A mode at one speed.
#[derive(Clone)]
struct Track {
    value: Complex,
    shape: Vec<Complex>,
    residual: f64,
    mac: f64,
}

struct Rotor<'a> {
    structure: &'a SpinningStructure,
    matrices: SpeedMatrices<'a>,
    bearings: &'a [RotorBearing<'a>],
    scale: Vec<f64>,
    mass: Dense,
    momentum: Dense,
}

/// Frequencies and stability of a rotor on bearings at every speed; the structure is that of the rotor alone, seen from a frame that
/// stands still.
///
/// # Errors
/// When a law has no finite value, a coordinate has no mass, the rotor is too large, or an eigenproblem is not solved.
pub fn campbell_on_bearings(
    structure: &SpinningStructure,
    bearings: &[RotorBearing<'_>],
    request: &CampbellRequest,
    progress: &dyn Progress,
) -> Result<Campbell, DynamicsError> {
    super::campbell::check(request)?;
    let (size, largest) = (structure.size(), MOST_ROWS);
    if size > largest {
        return Err(DynamicsError::TooLargeForMotion { name: structure.name.clone(), size, largest });
    }
    let rotor = Rotor::of(structure, bearings);
    progress.stage("speeds", Some(request.speeds.len() as u64));
    let mut stations: Vec<(Roots, Vec<Track>)> = Vec::new();
    for (k, speed) in request.speeds.iter().enumerate() {
        let roots = rotor.at(*speed)?;
        let tracks = match stations.last() {
            None => first_tracks(&roots, request.modes),
            Some((_, before)) => rotor.followed(before, &roots),
        };
        stations.push((roots, tracks));
        progress.advance(k as u64 + 1);
    }
    rotor.report(request, &stations)
}

/// A rotor on its bearings at a speed as equations of first order, seen from a frame that stands still: ẋ = A x + B u, y = C x + D u with
/// x = (q, q̇); inputs and outputs are patterns over the rows of the structure.
///
/// # Errors
/// When a law has no finite value, a coordinate has no mass, or the rotor is too large.
pub fn rotor_equations(
    structure: &SpinningStructure,
    bearings: &[RotorBearing<'_>],
    speed: f64,
    inputs: &[Vec<f64>],
    outputs: &[Vec<f64>],
) -> Result<[Dense; 4], DynamicsError> {
    let (n, largest) = (structure.size(), MOST_ROWS);
    if n > largest {
        return Err(DynamicsError::TooLargeForMotion { name: structure.name.clone(), size: n, largest });
    }
    let [mut damping, mut stiffness] = Rotor::of(structure, bearings).matrices_at(speed)?;
    let singular = |source| DynamicsError::LoopMatrix { what: "mass matrix".to_owned(), source };
    let mass = Lu::factor(&structure.mass.to_dense()).map_err(singular)?;
    let mut forces = Dense::from_columns(n, inputs);
    mass.solve_in_place(&mut damping);
    mass.solve_in_place(&mut stiffness);
    mass.solve_in_place(&mut forces);
    let a = Dense::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, _) => f64::from(u8::from(j == i + n)),
        (false, true) => -stiffness[(i - n, j)],
        (false, false) => -damping[(i - n, j - n)],
    });
    let b = Dense::from_fn(2 * n, inputs.len(), |i, j| if i < n { 0.0 } else { forces[(i - n, j)] });
    let c = Dense::from_fn(outputs.len(), 2 * n, |i, j| if j < n { outputs[i][j] } else { 0.0 });
    Ok([a, b, c, Dense::zeros(outputs.len(), inputs.len())])
}

/// The lowest oscillations.
fn first_tracks(roots: &Roots, count: usize) -> Vec<Track> {
    let oscillations = (0..roots.values.len()).filter(|k| roots.oscillates(*k));
    oscillations.take(count).map(|k| roots.track(k, 1.0)).collect()
}

impl Roots {
    /// Whether a root oscillates beyond the error of its frequency.
    fn oscillates(&self, k: usize) -> bool {
        self.values[k].im > self.bounds[k]
    }

    fn track(&self, k: usize, mac: f64) -> Track {
        Track { value: self.values[k], shape: self.shapes[k].clone(), residual: self.residuals[k], mac }
    }

    /// The root that grows fastest beyond its error.
    fn growth(&self) -> Option<usize> {
        let grows = |k: &usize| self.values[*k].re > self.bounds[*k];
        let all = (0..self.values.len()).filter(grows);
        all.max_by(|a, b| self.values[*a].re.total_cmp(&self.values[*b].re))
    }

    /// The largest real part of the roots that are known at all.
    fn largest_real_part(&self) -> f64 {
        let known = (0..self.values.len()).filter(|k| self.bounds[*k] < self.values[*k].abs());
        known.map(|k| self.values[k].re).fold(f64::NEG_INFINITY, f64::max)
    }
}

impl<'a> Rotor<'a> {
    fn of(structure: &'a SpinningStructure, bearings: &'a [RotorBearing<'a>]) -> Self {
        let diagonal = structure.mass.diagonal();
        let scale: Vec<f64> = diagonal.iter().map(|m| if *m > 0.0 { 1.0 / m.sqrt() } else { 1.0 }).collect();
        let [mass, momentum] =
            [&structure.mass, &structure.momentum()].map(|a| scaled(&a.to_dense(), &scale));
        Self { structure, matrices: SpeedMatrices::of(structure), bearings, scale, mass, momentum }
    }

    /// Damping and stiffness at a speed, with those of the bearings.
    fn matrices_at(&self, speed: f64) -> Result<[Dense; 2], DynamicsError> {
        let pencil = self.matrices.at(speed);
        let [mut damping, mut stiffness] = [pencil.damping.to_dense(), pencil.stiffness.to_dense()];
        for bearing in self.bearings {
            let found =
                (bearing.law)(speed).map_err(|error| DynamicsError::from(MovingError::Bearing(error)))?;
            for (matrix, own) in [&mut stiffness, &mut damping].into_iter().zip(found) {
                add_bearing(matrix, &bearing.across, &own);
            }
        }
        Ok([damping, stiffness])
    }

    /// All roots at a speed.
    fn at(&self, speed: f64) -> Result<Roots, DynamicsError> {
        let [c, k] = self.matrices_at(speed)?.map(|matrix| scaled(&matrix, &self.scale));
        let failed = |source| eigen_error(self.structure, source);
        let right = quadratic(&self.mass, &c, &k).map_err(failed)?;
        let left = quadratic(&self.mass, &c.transpose(), &k.transpose()).map_err(failed)?;
        let sizes = [&self.mass, &c, &k].map(Dense::norm_frobenius);
        let largest = right.values.iter().map(|s| s.abs()).fold(0.0, f64::max);
        let bound = |(s, x): (&Complex, &Vec<Complex>)| {
            let size = s.abs();
            let stated = size * size * sizes[0] + size * sizes[1] + sizes[2];
            let solved = largest * (2.0 * size * sizes[0] + sizes[1]);
            let distance = |other: &Complex| (*other - *s).abs();
            let nearest = left.values.iter().map(distance).fold(f64::INFINITY, f64::min);
            let own = left.values.iter().zip(&left.vectors);
            let own = own.filter(|(value, _)| distance(value) <= nearest.max(TOGETHER * size));
            let slope = own.map(|(_, y)| slope_of(&self.mass, &c, *s, x, y)).fold(0.0, f64::max);
            let error = SAFETY * f64::EPSILON * c.rows() as f64 * (stated + solved);
            if slope > 0.0 { error / slope } else { f64::INFINITY }
        };
        let bounds = right.values.iter().zip(&right.vectors).map(bound).collect();
        Ok(Roots { values: right.values, shapes: right.vectors, residuals: right.residuals, bounds })
    }

    /// x* M y.
    fn product(&self, x: &[Complex], y: &[Complex]) -> Complex {
        let part =
            |pick: fn(&Complex) -> f64| self.mass.multiply_vector(&y.iter().map(pick).collect::<Vec<_>>());
        let (re, im) = (part(|z| z.re), part(|z| z.im));
        let terms = x.iter().zip(re.iter().zip(&im));
        terms.fold(Complex::ZERO, |sum, (x, (re, im))| sum + x.conj() * Complex::new(*re, *im))
    }

    /// Agreement of two shapes.
    fn mac(&self, x: &[Complex], y: &[Complex]) -> f64 {
        let own = self.product(x, x).re * self.product(y, y).re;
        let both = self.product(x, y).abs();
        if own > 0.0 { both * both / own } else { 0.0 }
    }

    /// Each mode goes on as the root whose shape is most alike, no two as the same one.
    fn followed(&self, before: &[Track], roots: &Roots) -> Vec<Track> {
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (j, track) in before.iter().enumerate() {
            let candidates = (0..roots.values.len()).filter(|k| roots.values[*k].im >= 0.0);
            pairs.extend(candidates.map(|k| (self.likeness(track, roots, k), j, k)));
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut found: Vec<Option<Track>> = vec![None; before.len()];
        let mut taken = vec![false; roots.values.len()];
        for (_, j, k) in pairs {
            if found[j].is_none() && !taken[k] {
                taken[k] = true;
                found[j] = Some(roots.track(k, self.mac(&before[j].shape, &roots.shapes[k])));
            }
        }
        found.into_iter().zip(before).map(|(found, before)| found.unwrap_or_else(|| before.clone())).collect()
    }

    /// Agreement of shape, and where shapes agree nearness of the root.
    fn likeness(&self, track: &Track, roots: &Roots, k: usize) -> f64 {
        let mac = self.mac(&track.shape, &roots.shapes[k]);
        let away = (roots.values[k] - track.value).abs();
        mac / (1.0 + away / track.value.abs().max(f64::MIN_POSITIVE))
    }

    fn whirl(&self, track: &Track) -> f64 {
        let re: Vec<f64> = track.shape.iter().map(|z| z.re).collect();
        let im: Vec<f64> = track.shape.iter().map(|z| z.im).collect();
        let turned = 2.0 * lissom_linalg::dot(&re, &self.momentum.multiply_vector(&im));
        let size = self.product(&track.shape, &track.shape).re;
        if size > 0.0 { turned / size * track.value.im.signum() } else { 0.0 }
    }

    fn report(
        &self,
        request: &CampbellRequest,
        stations: &[(Roots, Vec<Track>)],
    ) -> Result<Campbell, DynamicsError> {
        let count = stations.first().map_or(0, |(_, tracks)| tracks.len());
        let each = |k: usize| stations.iter().map(move |(_, tracks)| &tracks[k]);
        let modes = (0..count).map(|k| TrackedMode {
            values: each(k).map(|track| track.value).collect(),
            whirl: each(k).map(|track| self.whirl(track)).collect(),
            mac: each(k).map(|track| track.mac).collect(),
            residual: each(k).map(|track| track.residual).collect(),
        });
        let modes = modes.collect();
        let mut eigenproblems = 2 * stations.len();
        let (critical_speeds, lost) = self.critical_speeds(request, stations, &mut eigenproblems)?;
        let unstable = self.unstable_bands(&request.speeds, stations, &mut eigenproblems)?;
        Ok(Campbell {
            speeds: request.speeds.clone(),
            modes,
            max_real_part: stations.iter().map(|(roots, _)| roots.largest_real_part()).collect(),
            stable: stations.iter().map(|(roots, _)| roots.growth().is_none()).collect(),
            definite: vec![false; stations.len()],
            rigid: vec![(0, 0); stations.len()],
            unlisted: stations.iter().map(unlisted).collect(),
            critical_speeds,
            lost,
            unstable,
            verdicts: unproved("bearings that depend on the speed or couple directions"),
            eigenproblems,
        })
    }

    /// Where |Im s| of a tracked mode meets an order of the speed, and the ranges in which a mode could not be tracked to it.
    fn critical_speeds(
        &self,
        request: &CampbellRequest,
        stations: &[(Roots, Vec<Track>)],
        eigenproblems: &mut usize,
    ) -> Result<(Vec<CriticalSpeed>, Vec<[f64; 2]>), DynamicsError> {
        let (mut found, mut lost): (Vec<CriticalSpeed>, Vec<[f64; 2]>) = (Vec::new(), Vec::new());
        for (k, pair) in request.speeds.windows(2).enumerate() {
            for mode in 0..stations[k].1.len() {
                let ends = [&stations[k].1[mode], &stations[k + 1].1[mode]];
                for order in request.orders.iter().copied().filter(|order| *order != 0.0) {
                    let gap = |speed: f64, track: &Track| track.value.im.abs() - (order * speed).abs();
                    let gaps = [gap(pair[0], ends[0]), gap(pair[1], ends[1])];
                    if (gaps[0] > 0.0) == (gaps[1] > 0.0) {
                        continue;
                    }
                    match self.meeting([pair[0], pair[1]], gaps, ends[0], &gap, eigenproblems)? {
                        Some(speed) => found.push(CriticalSpeed { speed, order, mode: Some(mode) }),
                        None => lost.push([pair[0], pair[1]]),
                    }
                }
            }
        }
        found.sort_by(|a, b| a.speed.total_cmp(&b.speed));
        lost.dedup();
        Ok((found, lost))
    }

    /// The zero of a gap between two speeds, by secants that keep their bracket (Illinois); `None` where the gap jumps over zero,
    /// because the track went on as another mode or an oscillation ended.
    fn meeting(
        &self,
        [mut low, mut high]: [f64; 2],
        [mut low_gap, mut high_gap]: [f64; 2],
        start: &Track,
        gap: &dyn Fn(f64, &Track) -> f64,
        eigenproblems: &mut usize,
    ) -> Result<Option<f64>, DynamicsError> {
        let mut track = start.clone();
        let mut last_side = 0;
        let mut nearest = (f64::INFINITY, low, 0.0);
        for _ in 0..MOST_STEPS {
            let speed = low - low_gap * (high - low) / (high_gap - low_gap);
            let roots = self.at(speed)?;
            *eigenproblems += 2;
            track = self.followed(std::slice::from_ref(&track), &roots).remove(0);
            let found = gap(speed, &track);
            if found.abs() <= MET * track.value.abs() {
                return Ok(Some(speed));
            }
            nearest = if found.abs() < nearest.0 { (found.abs(), speed, track.value.abs()) } else { nearest };
            if (found > 0.0) == (low_gap > 0.0) {
                (low, low_gap) = (speed, found);
                high_gap *= if last_side == -1 { 0.5 } else { 1.0 };
                last_side = -1;
            } else {
                (high, high_gap) = (speed, found);
                low_gap *= if last_side == 1 { 0.5 } else { 1.0 };
                last_side = 1;
            }
        }
        Ok((nearest.0 <= CROSSED * nearest.2).then_some(nearest.1))
    }

    /// Ranges of speed in which a root grows beyond its error.
    fn unstable_bands(
        &self,
        speeds: &[f64],
        stations: &[(Roots, Vec<Track>)],
        eigenproblems: &mut usize,
    ) -> Result<Vec<UnstableBand>, DynamicsError> {
        let grows: Vec<bool> = stations.iter().map(|(roots, _)| roots.growth().is_some()).collect();
        let mut bands = Vec::new();
        let mut k = 0;
        while k < grows.len() {
            if !grows[k] {
                k += 1;
                continue;
            }
            let first = k;
            while k < grows.len() && grows[k] {
                k += 1;
            }
            let last = k - 1;
            let start = match first {
                0 => speeds[0],
                _ => self.edge(speeds[first - 1], speeds[first], eigenproblems)?,
            };
            let end = match speeds.get(k) {
                Some(stable) => self.edge(*stable, speeds[last], eigenproblems)?,
                None => speeds[last],
            };
            let fastest =
                |(roots, _): &(Roots, Vec<Track>)| roots.growth().map(|g| (roots.values[g], roots.bounds[g]));
            let all = stations[first..=last].iter().filter_map(fastest);
            let Some((value, bound)) = all.max_by(|a, b| a.0.re.total_cmp(&b.0.re)) else { continue };
            let kind = if value.im.abs() > bound { Instability::Flutter } else { Instability::Divergence };
            let bracketed = [first > 0, k < grows.len()];
            bands.push(UnstableBand { speeds: [start, end], bracketed, kind, growth: value.re });
        }
        Ok(bands)
    }

    /// Where growth begins between a stable and an unstable speed.
    fn edge(
        &self,
        mut stable: f64,
        mut unstable: f64,
        eigenproblems: &mut usize,
    ) -> Result<f64, DynamicsError> {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (stable + unstable);
            *eigenproblems += 2;
            if self.at(middle)?.growth().is_some() { unstable = middle } else { stable = middle }
        }
        Ok(0.5 * (stable + unstable))
    }
}

/// Oscillations below the highest listed one that are not listed.
fn unlisted((roots, tracks): &(Roots, Vec<Track>)) -> usize {
    let highest = tracks.iter().map(|track| track.value.abs()).fold(0.0, f64::max) * (1.0 + 1e-9);
    let below = (0..roots.values.len()).filter(|k| roots.oscillates(*k) && roots.values[*k].abs() <= highest);
    below.count().saturating_sub(tracks.len())
}

fn scaled(matrix: &Dense, scale: &[f64]) -> Dense {
    Dense::from_fn(matrix.rows(), matrix.cols(), |i, j| matrix[(i, j)] * scale[i] * scale[j])
}

/// Adds Bᵀ k B.
fn add_bearing(matrix: &mut Dense, across: &[Vec<f64>], own: &Dense) {
    for (a, left) in across.iter().enumerate() {
        for (b, right) in across.iter().enumerate().filter(|(b, _)| own[(a, *b)] != 0.0) {
            for (i, left) in left.iter().enumerate().filter(|(_, left)| **left != 0.0) {
                for (j, right) in right.iter().enumerate().filter(|(_, right)| **right != 0.0) {
                    matrix[(i, j)] += own[(a, b)] * left * right;
                }
            }
        }
    }
}
