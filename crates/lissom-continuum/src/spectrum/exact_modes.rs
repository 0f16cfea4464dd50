//! Exact natural frequencies and modes of conservative systems.

use lissom_linalg::eigen::symmetric;
use lissom_linalg::{Dense, Verdict};

use super::certify_exact_modes::{Claim, certify, certify_moved, counted_at_rest, refined};
use super::error::SpectrumError;
use super::inertia::count_negative;
use super::linear_system::LinearSystem;
use super::mesh::{Mesh, piece_rows, scaled, scales};

/// Eigenvalues of the scaled static stiffness below this are rigid motions [-].
const RIGID: f64 = 1e-11;
/// Dynamic stiffness matrices that may be formed for each mode; about thirty are usual.
const MOST_EVALUATIONS: usize = 1000;
/// Limit on the sum of the cubes of their rows: some minutes of work.
const MOST_WORK: f64 = 1e11;
/// Step of the differences that give modal masses, relative to ω² [-]: truncation and rounding are both below 1e-10.
const DIFFERENCE: f64 = 1e-3;
/// Steps of false position; about ten are usual.
const MOST_STEPS: usize = 200;
/// Steps in a row that do not halve the interval before it is halved.
const MOST_SLOW: usize = 4;
/// The sign changes within this share beside a zero that was found by its size [-].
const BESIDE: f64 = 1e-8;
/// Limit on doublings of the search interval.
const MOST_DOUBLINGS: usize = 400;

/// Exact natural frequencies, in ascending order.
#[derive(Clone, Debug)]
pub struct ExactModes {
    /// Angular frequencies of the elastic modes [rad/s].
    pub angular_frequencies: Vec<f64>,
    /// Motions without stiffness, of frequency zero [-].
    pub rigid_modes: usize,
    /// Motions with negative stiffness: the system is unstable in them [-].
    pub unstable_modes: usize,
    /// For each mode the coordinates of the system (see [`LinearSystem::coordinates`]), largest entry 1.
    pub shapes: Vec<Vec<f64>>,
    /// For each mode its modal mass −xᵀ (dD/dλ) x in the scale of `shapes`: twice the kinetic energy of the whole
    /// continuum at unit speed [kg, where the largest coordinate is a displacement].
    pub modal_masses: Vec<f64>,
    /// For each mode its subdivision and all rows of its vector, inner joints included.
    vectors: Vec<(Mesh, Vec<f64>)>,
    /// Result of counting below and above each frequency by an independent method; see
    /// [`ExactModes::is_certified`].
    pub verdict: Verdict,
    /// How many dynamic stiffness matrices were formed [-].
    pub evaluations: usize,
}

/// The first `count` elastic modes, by counting \[Wittrick1971\].
///
/// The k-th smallest eigenvalue of the dynamic stiffness of pole-free pieces decreases through zero at the
/// k-th frequency and nowhere else, so no mode can be missed and multiple frequencies are found as often as
/// they occur.
///
/// # Errors
/// A system that is damped or gyroscopic, and failures of the dense algebra; see [`SpectrumError`].
pub fn exact_modes(system: &LinearSystem, count: usize) -> Result<ExactModes, SpectrumError> {
    system.check_conservative()?;
    system.check_masses()?;
    let at_rest = Search::new(system, count).at_rest()?;
    let found = modes_above(system, count, at_rest)?;
    if found.is_certified() {
        return Ok(found);
    }
    // Where rounding of the static stiffness hides a rigid motion, the count may still resolve it.
    let counted = counted_at_rest(system, &found.angular_frequencies).filter(|counted| *counted != at_rest);
    let other = counted.map(|counted| modes_above(system, count, counted)).transpose()?;
    Ok(other.filter(ExactModes::is_certified).unwrap_or(found))
}

/// The first `count` elastic modes of a system with the given number of unstable and rigid motions.
fn modes_above(
    system: &LinearSystem,
    count: usize,
    (unstable_modes, rigid_modes): (usize, usize),
) -> Result<ExactModes, SpectrumError> {
    let mut search = Search::new(system, count);
    let first = unstable_modes + rigid_modes;
    search.counted.push((0.0, first));
    let (mut angular_frequencies, mut shapes) = (Vec::new(), Vec::new());
    let (mut modal_masses, mut vectors) = (Vec::new(), Vec::new());
    let mut upper = search.scale()?;
    for number in first + 1..=first + count {
        let bracket = search.bracket(number, &mut upper)?;
        let (lambda, mesh, vector) = search.root(number, bracket)?;
        angular_frequencies.push(lambda.sqrt());
        shapes.push(vector[..system.names.len()].to_vec());
        modal_masses.push(search.modal_mass(&mesh, lambda, &vector)?);
        vectors.push((mesh, vector));
    }
    let evaluations = search.evaluations;
    let claim =
        Claim { angular_frequencies: &angular_frequencies, rigid: rigid_modes, unstable: unstable_modes };
    let mut verdict = certify(system, &claim);
    let moved = if verdict.is_certified() { None } else { refined(system, &claim) };
    if let Some(moved) = moved {
        let other = certify_moved(system, &Claim { angular_frequencies: &moved, ..claim });
        if other.is_certified() {
            (angular_frequencies, verdict) = (moved, other);
        }
    }
    Ok(ExactModes {
        angular_frequencies,
        rigid_modes,
        unstable_modes,
        shapes,
        modal_masses,
        vectors,
        verdict,
        evaluations,
    })
}

/// How many motions have no stiffness.
pub(crate) fn rigid_motions(system: &LinearSystem) -> Result<usize, SpectrumError> {
    Ok(motions_at_rest(system)?.1)
}

/// How many motions have negative stiffness, and how many have none.
pub(crate) fn motions_at_rest(system: &LinearSystem) -> Result<(usize, usize), SpectrumError> {
    Search::new(system, 0).at_rest()
}

impl ExactModes {
    /// Whether each frequency was confirmed by counting below and above it by an independent method.
    pub fn is_certified(&self) -> bool {
        self.verdict.is_certified()
    }

    /// The subdivision of a mode and all rows of its vector, inner joints included.
    pub(crate) fn vector(&self, mode: usize) -> (&Mesh, &[f64]) {
        let (mesh, vector) = &self.vectors[mode];
        (mesh, vector)
    }

    /// The end quantities of a member (fields and their lower derivatives, in the order of its ends) at a place
    /// inside it, in the scale of [`Self::shapes`].
    ///
    /// # Errors
    /// Failures of the dense algebra; see [`SpectrumError`].
    pub fn inside(
        &self,
        system: &LinearSystem,
        mode: usize,
        member: usize,
        x: f64,
    ) -> Result<Vec<f64>, SpectrumError> {
        let (mesh, vector) = &self.vectors[mode];
        let it = &system.members[member];
        let division = &mesh.divisions[member];
        let count = division.count();
        let before = system.members.iter().zip(&mesh.divisions).take(member);
        let inner =
            before.fold(system.names.len(), |sum, (member, division)| sum + division.unknowns(member));
        let piece = (0..count - 1).find(|piece| division.ends(it, *piece)[1] > x).unwrap_or(count - 1);
        let rows = piece_rows((it, division), inner, piece);
        let value =
            |row: &Vec<(usize, f64)>| row.iter().map(|(at, factor)| factor * vector[*at]).sum::<f64>();
        let coordinates: Vec<f64> = rows[..2 * it.end_size() + it.shared.len()].iter().map(value).collect();
        division.quantities(it, piece, self.angular_frequencies[mode].powi(2), &coordinates, x)
    }
}

struct Search<'s> {
    system: &'s LinearSystem,
    evaluations: usize,
    /// Known counts: λ and the number of eigenvalues below, ascending.
    counted: Vec<(f64, usize)>,
    /// Subdivisions made so far, with the λ up to which they are free of poles.
    meshes: Vec<(f64, Mesh)>,
    /// Limit on evaluations.
    budget: usize,
    /// Sum of the cubes of the rows so far.
    work: f64,
}

impl<'s> Search<'s> {
    fn new(system: &'s LinearSystem, wanted: usize) -> Self {
        let budget = MOST_EVALUATIONS * (wanted + 1);
        Self { system, evaluations: 0, counted: Vec::new(), meshes: Vec::new(), budget, work: 0.0 }
    }

    /// Negative and vanishing eigenvalues of the static stiffness.
    fn at_rest(&mut self) -> Result<(usize, usize), SpectrumError> {
        let mesh = Mesh::new(self.system, 0.0)?;
        let values = self.eigenvalues(&mesh, 0.0)?.values;
        let negative = values.iter().filter(|value| **value < -RIGID).count();
        let negative = negative.saturating_sub(mesh.loads(self.system));
        let vanishing = values.iter().filter(|value| value.abs() <= RIGID).count();
        Ok((negative, vanishing))
    }

    /// A first estimate of λ: the stiffest half wave of a member.
    fn scale(&self) -> Result<f64, SpectrumError> {
        let mut least = f64::INFINITY;
        for member in &self.system.members {
            let densities = member.densities(member.length / 2.0)?;
            let (nq, mut first) = (member.end_size(), 0);
            for (field, order) in member.orders.iter().enumerate() {
                let wave = |power: usize| (std::f64::consts::PI / member.length).powi(2 * power as i32);
                let lower =
                    (0..*order).map(|k| densities.stiffness[(first + k, first + k)].max(0.0) * wave(k));
                let stiffness =
                    densities.stiffness[(nq + field, nq + field)] * wave(*order) + lower.sum::<f64>();
                let mass = densities.mass[(first, first)];
                if mass > 0.0 {
                    least = least.min(stiffness / mass);
                }
                first += order;
            }
        }
        Ok(if least.is_finite() { least } else { 1.0 })
    }

    /// A subdivision free of poles below λ, not much finer than it must be.
    fn mesh(&mut self, lambda: f64) -> Result<Mesh, SpectrumError> {
        let fits =
            |(limit, _): &&(f64, Mesh)| *limit >= lambda && *limit <= 4.0 * lambda.max(f64::MIN_POSITIVE);
        if let Some((_, mesh)) = self.meshes.iter().find(fits) {
            return Ok(mesh.clone());
        }
        let limit = 2.0 * lambda;
        let mesh = Mesh::new(self.system, limit)?;
        self.meshes.push((limit, mesh.clone()));
        Ok(mesh)
    }

    fn eigenvalues(&mut self, mesh: &Mesh, lambda: f64) -> Result<Scaled, SpectrumError> {
        self.evaluations += 1;
        let matrix = mesh.stiffness(self.system, lambda)?;
        let scales = scales(&matrix);
        scaled_eigen(&matrix, scales)
    }

    /// Counts an evaluation: an extreme system ends with an error.
    fn charge(&mut self, mesh: &Mesh) -> Result<(), SpectrumError> {
        self.evaluations += 1;
        self.work += (mesh.size(self.system) as f64).powi(3);
        if self.evaluations > self.budget || self.work > MOST_WORK {
            return Err(SpectrumError::TooLong {
                evaluations: self.evaluations,
                counted: self.counted.len(),
            });
        }
        Ok(())
    }

    /// How many eigenvalues lie below λ.
    fn count(&mut self, lambda: f64) -> Result<usize, SpectrumError> {
        let mesh = self.mesh(lambda)?;
        self.charge(&mesh)?;
        let negative = count_negative(&scaled(&mesh.stiffness(self.system, lambda)?));
        Ok(negative.saturating_sub(mesh.loads(self.system)))
    }

    /// An interval with the wanted eigenvalue in it, of a width below its upper end.
    fn bracket(&mut self, number: usize, upper: &mut f64) -> Result<[f64; 2], SpectrumError> {
        for _ in 0..MOST_DOUBLINGS {
            if self.counted.iter().any(|(_, count)| *count >= number) {
                break;
            }
            let count = self.count(*upper)?;
            self.counted.push((*upper, count));
            *upper *= 2.0;
        }
        self.counted.sort_by(|a, b| a.0.total_cmp(&b.0));
        loop {
            let at = self.counted.iter().position(|(_, count)| *count >= number);
            let Some(at) = at else {
                let (lambda, found) = self.counted.last().copied().unwrap_or((0.0, 0));
                return Err(SpectrumError::TooFewModes { wanted: number, found, lambda });
            };
            let (low, high) = (self.counted[at - 1].0, self.counted[at].0);
            // Several frequencies in one interval are separated while it is wide.
            let is_single = self.counted[at].1 == self.counted[at - 1].1 + 1;
            if (is_single && low > 0.2 * high) || low > 0.9 * high || high < f64::MIN_POSITIVE {
                return Ok([low, high]);
            }
            // Root by root: the product of two squares of frequencies may be beyond the range of numbers.
            let middle = if low > 0.0 { low.sqrt() * high.sqrt() } else { high / 16.0 };
            let count = self.count(middle)?;
            self.counted.insert(at, (middle, count));
        }
    }

    /// The zero of the eigenvalue of this number, by false position with the Illinois modification.
    fn root(&mut self, number: usize, [low, high]: [f64; 2]) -> Result<(f64, Mesh, Vec<f64>), SpectrumError> {
        let mesh = self.mesh(high)?;
        let number = number + mesh.loads(self.system);
        let reference = mesh.stiffness(self.system, low)?;
        let scales = scales(&reference);
        let value = |search: &mut Self, lambda: f64| -> Result<f64, SpectrumError> {
            search.charge(&mesh)?;
            let matrix = mesh.stiffness(search.system, lambda)?;
            Ok(scaled_eigen(&matrix, scales.clone())?.values[number - 1])
        };
        let lambda = self.crossing(value, [low, high], f64::EPSILON * scales.len() as f64)?;
        let eigen = scaled_eigen(&mesh.stiffness(self.system, lambda)?, scales.clone())?;
        let vector = self.shape(&eigen, &scales, number);
        Ok((lambda, mesh, vector))
    }

    /// Where a falling value passes zero. Its sign is that of the count; its size shows the way only while no other eigenvalue,
    /// as of a stiff member in mixed form, is nearer to zero: then the interval is halved.
    fn crossing(
        &mut self,
        value: impl Fn(&mut Self, f64) -> Result<f64, SpectrumError>,
        [low, high]: [f64; 2],
        rounding: f64,
    ) -> Result<f64, SpectrumError> {
        let (mut a, mut b) = (low, high);
        let (mut f_a, mut f_b) = (value(self, a)?, value(self, b)?);
        let mut best = (b, f_b);
        let (mut last, mut width, mut slow) = (0, b - a, 0);
        for _ in 0..MOST_STEPS {
            // The eigenvalues of a matrix with entries of about one are accurate to about its rounding error.
            if b - a <= 2.0 * f64::EPSILON * b || best.1.abs() <= rounding {
                break;
            }
            let slanted = b - f_b * (b - a) / (f_b - f_a);
            let is_inside = slanted > a && slanted < b && slow < MOST_SLOW;
            let next = if is_inside { slanted } else { 0.5 * (a + b) };
            let f_next = value(self, next)?;
            if f_next.abs() < best.1.abs() {
                best = (next, f_next);
            }
            // Where the same end moves twice in a row, the weight of the other is reduced \[Anderson1973\].
            let (moved, stayed, before) = if f_next > 0.0 { (1, &mut f_b, f_a) } else { (-1, &mut f_a, f_b) };
            if last == moved {
                let reduced = 1.0 - f_next / before;
                *stayed *= if reduced > 0.0 { reduced } else { 0.5 };
            }
            last = moved;
            if moved == 1 {
                (a, f_a) = (next, f_next);
            } else {
                (b, f_b) = (next, f_next);
            }
            let is_slow = b - a > 0.5 * width;
            (slow, width) = if is_slow { (slow + 1, width) } else { (0, b - a) };
        }
        let beside = |share: f64| (best.0 * (1.0 + share)).clamp(low, high);
        let is_narrow = b - a <= BESIDE * b && (a..=b).contains(&best.0);
        if is_narrow || (value(self, beside(-BESIDE))? > 0.0 && value(self, beside(BESIDE))? <= 0.0) {
            return Ok(best.0);
        }
        for _ in 0..MOST_STEPS {
            if b - a <= 2.0 * f64::EPSILON * b {
                break;
            }
            let middle = 0.5 * (a + b);
            let is_before = value(self, middle)? > 0.0;
            (a, b) = if is_before { (middle, b) } else { (a, middle) };
        }
        Ok(0.5 * (a + b))
    }

    /// All rows of a mode, scaled so that the largest coordinate of the system is 1.
    fn shape(&self, eigen: &Scaled, scales: &[f64], number: usize) -> Vec<f64> {
        let column = eigen.vectors.column(number - 1);
        let all: Vec<f64> = column.iter().zip(scales).map(|(value, scale)| value * scale).collect();
        let largest =
            |part: &[f64]| part.iter().fold(0.0f64, |most, v| if v.abs() > most.abs() { *v } else { most });
        let (own, any) = (largest(&all[..self.system.names.len()]), largest(&all));
        // A mode may leave all coordinates of the system at rest.
        let size = if own.abs() > 1e-9 * any.abs() { own } else { any };
        all.iter().map(|value| value / size).collect()
    }

    /// −xᵀ (dD/dλ) x by central differences of fourth order: the stiffness of pole-free pieces is smooth.
    fn modal_mass(&mut self, mesh: &Mesh, lambda: f64, vector: &[f64]) -> Result<f64, SpectrumError> {
        let step = DIFFERENCE * lambda;
        let mut sum = 0.0;
        for (at, weight) in [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)] {
            self.evaluations += 1;
            let loads = mesh.stiffness(self.system, lambda + at * step)?.multiply_vector(vector);
            sum += weight * vector.iter().zip(&loads).map(|(x, load)| x * load).sum::<f64>();
        }
        Ok(-sum / (12.0 * step))
    }
}

/// Eigenvalues of a matrix scaled from both sides.
struct Scaled {
    values: Vec<f64>,
    vectors: Dense,
}

fn scaled_eigen(matrix: &Dense, scales: Vec<f64>) -> Result<Scaled, SpectrumError> {
    // Members fixed at all ends may leave no coordinate.
    if matrix.rows() == 0 {
        return Ok(Scaled { values: Vec::new(), vectors: Dense::zeros(0, 0) });
    }
    let scaled = Dense::from_fn(matrix.rows(), matrix.cols(), |i, j| scales[i] * matrix[(i, j)] * scales[j]);
    let eigen = symmetric(&scaled)?;
    Ok(Scaled { values: eigen.values, vectors: eigen.vectors })
}
