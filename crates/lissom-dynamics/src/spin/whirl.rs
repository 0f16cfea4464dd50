//! Modes at a speed: the quadratic eigenproblem of a structure in a frame that turns, dense.

use super::advanced_station::from_rest;
use super::continued_mode::ContinuedMode;
use super::krylov_whirl::{GROWING, KrylovModes};
use super::refined_root::{RefinedRoot, Sizes, bound, polish, refine};
use super::sparse_whirl::SparseModes;
use super::speed_pencil::{SpeedMatrices, SpeedPencil};
use super::spinning_structure::SpinningStructure;
use super::tracking::Followed;
use crate::error::DynamicsError;
use crate::moving_error::MovingError;
use lissom_linalg::eigen::{EigenError, chosen, skew, symmetric};
use lissom_linalg::shift_invert::product;
use lissom_linalg::{Complex, Dense, MassCoordinates, Sparse, svd};
use std::cell::OnceCell;

/// A mode in the frame that turns: the motion Re(x e^{st}).
#[derive(Clone, Debug)]
pub struct WhirlMode {
    /// s, with a non-negative imaginary part [1/s].
    pub value: Complex,
    /// The shape x over the rows of the structure, x* M x = 1.
    pub shape: Vec<Complex>,
    /// M x.
    pub(super) dual: Vec<Complex>,
    /// Angular momentum of the vibration about the axis, over the largest it could have: +1 is a circle in the sense of
    /// the spin, −1 one against it, 0 a motion to and fro [-].
    pub whirl: f64,
    /// What is left of (s² M + s C + K) x over the sum of the moduli of its terms, rows measured by √(|s|² M + K); of large
    /// structures whose energy is definite in the norm of energy, over that of the mode [-].
    pub residual: f64,
}

/// All modes at a speed.
#[derive(Clone, Debug)]
pub struct Whirl {
    /// Angular speed [rad/s].
    pub speed: f64,
    /// Modes by modulus of s, ascending, rigid ones left out; all of a small structure, of a large one the lowest, none missing below the
    /// highest that is followed.
    pub modes: Vec<WhirlMode>,
    /// Real roots that are not among the modes: the more stable half [1/s].
    pub others: Vec<Complex>,
    /// Whether there are no more modes than these.
    pub complete: bool,
    /// Motions r that the stiffness at this speed does not resist.
    pub rigid: usize,
    /// Zero eigenvalues that belong to them: 2r − rank(QᵀCQ).
    pub zeros: usize,
    /// The largest real part of an eigenvalue; exactly zero where stability is proved [1/s].
    pub max_real_part: f64,
    /// Whether energy is definite and nothing feeds it, so that every motion stays bounded.
    pub definite: bool,
    /// The root that grows fastest beyond the bound of its error, and that bound [1/s]; `None` when no growth exceeds it.
    pub growth: Option<(Complex, f64)>,
}

impl Whirl {
    /// Whether no motion grows by more than the error of its root.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.growth.is_none()
    }
}

/// A structure prepared for many speeds: by a Krylov method while few modes of a large structure are wanted and its energy is
/// definite, dense otherwise.
pub(super) struct SpinningModes<'a> {
    pub structure: &'a SpinningStructure,
    pub matrices: SpeedMatrices<'a>,
    sparse: Option<SparseModes<'a>>,
    krylov: OnceCell<Option<KrylovModes>>,
    /// What angular momentum is measured with.
    momentum: Sparse,
    wanted: usize,
    /// Eigenproblems that may be solved to follow modes through the whole diagram.
    pub most_solves: usize,
    dense: OnceCell<DenseModes>,
}

/// Following modes through a diagram takes at most so many eigenproblems, so many more for each speed, and more where a problem is
/// small (this number over the cube of its rows): where shapes keep nothing of what they were, dividing every way would take
/// hours. What is lost then is reported.
const MOST_SOLVES: usize = 16;
const SOLVES_PER_SPEED: usize = 3;
const SOLVES_OF_ONE_ROW: usize = 5_000_000;

/// Structures above this size that have no definite energy are too much for dense matrices.
const LARGEST_DENSE: usize = 1500;

/// Modes that were carried need no more iterations when so little is left of their equation [-].
const SHARP: f64 = 1e-12;

impl<'a> SpinningModes<'a> {
    pub fn of(
        structure: &'a SpinningStructure,
        wanted: usize,
        speeds: &[f64],
    ) -> Result<Self, DynamicsError> {
        let sparse = SparseModes::of(structure, wanted, speeds);
        let matrices = SpeedMatrices::of(structure);
        let this = Self {
            structure,
            matrices,
            sparse,
            krylov: OnceCell::new(),
            momentum: structure.momentum(),
            wanted,
            most_solves: MOST_SOLVES
                + SOLVES_PER_SPEED * speeds.len()
                + SOLVES_OF_ONE_ROW / structure.size().max(1).pow(3),
            dense: OnceCell::new(),
        };
        if this.sparse.is_none() && this.krylov().is_none() {
            this.dense().map_err(|source| eigen_error(structure, source))?;
        }
        Ok(this)
    }

    fn krylov(&self) -> Option<&KrylovModes> {
        self.krylov.get_or_init(|| KrylovModes::of(&self.matrices, self.wanted)).as_ref()
    }

    fn dense(&self) -> Result<&DenseModes, EigenError> {
        if let Some(dense) = self.dense.get() {
            return Ok(dense);
        }
        let n = self.structure.size();
        if n > LARGEST_DENSE {
            return Err(EigenError::NoConvergence { rows: n });
        }
        let dense = DenseModes::of(&self.matrices)?;
        Ok(self.dense.get_or_init(|| dense))
    }

    /// Modes at a speed, at least `count` of them; `near` are modes of a speed nearby.
    pub fn at(&self, speed: f64, count: usize, near: &[WhirlMode]) -> Result<Whirl, EigenError> {
        if let Some(whirl) = self.sparse.as_ref().and_then(|sparse| sparse.at(speed, count, near)) {
            return Ok(whirl);
        }
        if let Some(whirl) = self.first(speed, count, near) {
            return Ok(whirl);
        }
        let mut whirl = match self.krylov().and_then(|krylov| krylov.at(&self.matrices, speed, count, near)) {
            Some(whirl) => whirl,
            None => self.dense()?.at(&self.matrices, speed)?,
        };
        self.polish(&mut whirl, count);
        self.decide(&mut whirl);
        Ok(whirl)
    }

    /// Modes where nothing is known but those at rest.
    fn first(&self, speed: f64, count: usize, near: &[WhirlMode]) -> Option<Whirl> {
        let krylov = self.krylov().filter(|_| near.is_empty() && self.sparse.is_none())?;
        from_rest(self, speed, count, &krylov.displacements_at_rest())
    }

    /// Sharpens the lowest modes.
    fn polish(&self, whirl: &mut Whirl, count: usize) {
        let at = self.matrices.at(whirl.speed);
        let modes = whirl.modes.iter_mut().take(count).collect::<Vec<&mut WhirlMode>>();
        let mut roots: Vec<RefinedRoot> =
            modes.iter().map(|m| RefinedRoot { value: m.value, vector: m.shape.clone() }).collect();
        polish(&self.matrices, &at, &mut roots);
        for (mode, root) in modes.into_iter().zip(roots) {
            if root.vector == mode.shape {
                continue;
            }
            let turned = product(&self.momentum, &root.vector);
            mode.whirl = root.vector.iter().zip(&turned).map(|(x, t)| (x.conj() * *t).im).sum();
            mode.dual = product(at.mass, &root.vector);
            mode.residual = residual(&at, root.value, &root.vector);
            (mode.value, mode.shape) = (root.value, root.vector);
        }
        if whirl.definite && self.structure.is_conservative() {
            whirl.modes.iter_mut().for_each(|mode| mode.value.re = 0.0);
        }
    }

    /// Whether a motion grows: only where the real part of a root, and of all roots indistinguishable from
    /// it, exceeds what rounding may have done to it. Roots within a bound of each other share it: a double
    /// root is split by its square root.
    fn decide(&self, whirl: &mut Whirl) {
        if whirl.definite {
            return;
        }
        let at = self.matrices.at(whirl.speed);
        // Rounding beside the largest root hides the sign of a small real part: wherever motions can grow it is looked at again.
        let rounding = f64::EPSILON * whirl.modes.last().map_or(0.0, |mode| mode.value.abs());
        let reach = GROWING * whirl.speed.abs();
        let hidden = |s: Complex| s.abs() <= reach && s.re > -rounding * self.structure.size() as f64;
        for mode in whirl.modes.iter().filter(|mode| mode.value.re > rounding || hidden(mode.value)) {
            let Some((root, bound)) = self.bounded(&at, mode) else { continue };
            let near =
                whirl.modes.iter().filter(|other| (other.value - root.value).abs() <= 4.0 * bound).count();
            let mirrored = root.value.im.abs() <= 2.0 * bound;
            let limit = bound * (near.max(1) * if mirrored { 2 } else { 1 }) as f64;
            let fastest = whirl.growth.map_or(0.0, |(s, _)| s.re);
            if root.value.re > limit && root.value.re > fastest {
                whirl.growth = Some((root.value, limit));
            }
        }
        if let Some((fastest, _)) = whirl.growth {
            whirl.max_real_part = fastest.re;
        }
    }

    /// A mode sharpened, and the bound of its error; `None` when it does not settle near to where it was.
    pub fn bounded(&self, at: &SpeedPencil<'_>, mode: &WhirlMode) -> Option<(RefinedRoot, f64)> {
        let root = refine(&self.matrices, at, mode.value, &mode.shape)
            .filter(|root| (root.value - mode.value).abs() <= 1e-4 * mode.value.abs())
            .unwrap_or_else(|| RefinedRoot { value: mode.value, vector: mode.shape.clone() });
        let error = bound(&self.matrices, at, &root);
        error.is_finite().then_some((root, error))
    }

    /// A mode that was carried here by itself, sharpened.
    pub fn followed(&self, whirl: &Whirl, carried: &ContinuedMode) -> Option<Followed> {
        let at = self.matrices.at(whirl.speed);
        let mut root = refine(&self.matrices, &at, carried.value, &carried.shape)
            .filter(|root| (root.value - carried.value).abs() <= 1e-6 * carried.value.abs())?;
        if whirl.definite && self.structure.is_conservative() {
            root.value.re = 0.0;
        }
        Some(self.as_followed(&at, root, carried.mac))
    }

    /// Whether nothing but springs, dampers and the frame acts at a speed, and the stiffness is positive there; false where modes are found
    /// in another way than one speed after the other: all at once, or interpolated.
    pub fn is_held(&self, speed: f64) -> bool {
        let structure = self.structure;
        if structure.circulatory.is_some() || structure.rigid.cols() > 0 {
            return false;
        }
        match &self.sparse {
            Some(sparse) => !sparse.interpolates() && sparse.frozen(speed).is_some(),
            None => self.krylov().is_some_and(|krylov| krylov.is_held(&self.matrices, speed)),
        }
    }

    /// A mode that was carried to a speed by itself, sharpened where it has to be.
    pub fn arrived(&self, at: &SpeedPencil<'_>, carried: &ContinuedMode) -> Option<Followed> {
        let root = RefinedRoot { value: carried.value, vector: carried.shape.clone() };
        let found = self.as_followed(at, root, carried.mac);
        if found.residual <= SHARP {
            return Some(found);
        }
        let mut root = refine(&self.matrices, at, carried.value, &carried.shape)
            .filter(|root| (root.value - carried.value).abs() <= 1e-6 * carried.value.abs())?;
        if self.structure.is_conservative() {
            root.value.re = 0.0;
        }
        Some(self.as_followed(at, root, carried.mac))
    }

    /// A motion that nothing resists at rest, as what a mode has become there.
    pub fn at_rest(&self, shape: Vec<Complex>, mac: f64) -> Option<Followed> {
        let found = self.as_followed(
            &self.matrices.at(0.0),
            RefinedRoot { value: Complex::ZERO, vector: shape },
            mac,
        );
        found.residual.is_finite().then_some(found)
    }

    fn as_followed(&self, at: &SpeedPencil<'_>, root: RefinedRoot, mac: f64) -> Followed {
        let turned = product(&self.momentum, &root.vector);
        Followed {
            value: root.value,
            whirl: root.vector.iter().zip(&turned).map(|(x, t)| (x.conj() * *t).im).sum(),
            dual: product(at.mass, &root.vector),
            residual: residual(at, root.value, &root.vector),
            shape: root.vector,
            mac,
            ahead: None,
        }
    }

    /// Frequencies below a bound, counted by inertia; `None` where that needs more than is known, or cannot be trusted.
    pub fn count_below(&self, whirl: &Whirl, bound: f64) -> Option<usize> {
        let holds = whirl.definite && whirl.rigid == 0 && self.structure.is_conservative();
        self.sparse.as_ref().filter(|_| holds).and_then(|sparse| sparse.count_below(whirl.speed, bound))
    }

    /// Negative eigenvalues of the symmetric stiffness at a speed, rigid motions apart.
    pub fn negative(&self, speed: f64) -> Result<usize, EigenError> {
        if let Some(count) = self.matrices.slow_negative(speed) {
            return Ok(count);
        }
        if let Some(count) = self.sparse.as_ref().and_then(|sparse| sparse.negative(speed)) {
            return Ok(count);
        }
        match self.krylov().and_then(|krylov| krylov.negative(&self.matrices, speed, 0.0)) {
            Some(count) => Ok(count),
            None => self.dense()?.negative(speed),
        }
    }
}

/// All modes of a small structure at a speed.
pub(super) fn all_modes(matrices: &SpeedMatrices<'_>, speed: f64) -> Option<Whirl> {
    DenseModes::of(matrices).ok()?.at(matrices, speed).ok()
}

/// A small structure prepared for many speeds: its matrices where the mass is the identity.
struct DenseModes {
    coordinates: MassCoordinates,
    damping: Option<Dense>,
    stiffness: Dense,
    coriolis: Dense,
    /// What angular momentum is measured with.
    momentum: Dense,
    quadratic: Dense,
    circulatory: Option<Dense>,
    /// Motions known at rest and at speed: those apart, and those that rest; orthonormal.
    rigid: [[Dense; 2]; 2],
}

/// The system at a speed in coordinates p = q̇ along what nothing resists and y across it:
/// (q, y) = (Qᵀ, Zᵀ) x.
struct Split {
    q: Dense,
    z: Dense,
    damping: Dense,
    stiffness: Dense,
}

impl DenseModes {
    fn of(matrices: &SpeedMatrices<'_>) -> Result<Self, EigenError> {
        let structure = matrices.structure;
        let coordinates = MassCoordinates::of(&structure.mass.to_dense())?;
        let dense = |a: &Sparse| coordinates.matrix(&a.to_dense());
        let n = structure.size();
        let turned = |motions: &Dense| {
            let columns: Vec<Vec<f64>> =
                (0..motions.cols()).map(|j| coordinates.from_displacement(motions.column(j))).collect();
            Dense::from_columns(n, &columns)
        };
        let rigid = [0.0, 1.0].map(|speed| {
            let known = matrices.known(speed);
            [turned(&known.apart), turned(&known.resting)]
        });
        let quadratic = dense(&matrices.quadratic).symmetric_part();
        let momentum = dense(&structure.momentum());
        let coriolis =
            if structure.effects.coriolis { dense(&structure.coriolis) } else { Dense::zeros(n, n) };
        let circulatory = structure.circulatory.as_ref().map(&dense);
        Ok(Self {
            damping: (structure.damping.max_abs() > 0.0).then(|| dense(&structure.damping)),
            stiffness: dense(&structure.stiffness).symmetric_part(),
            circulatory,
            rigid,
            coordinates,
            coriolis,
            momentum,
            quadratic,
        })
    }

    /// K at a speed; symmetric but for the circulatory part.
    fn stiffness_at(&self, speed: f64) -> Dense {
        let mut k = self.stiffness.clone();
        k.add_scaled(speed * speed, &self.quadratic);
        if let Some(n) = &self.circulatory {
            k.add_scaled(speed, n);
        }
        k
    }

    fn damping_at(&self, speed: f64) -> Dense {
        let mut c = self.coriolis.clone();
        c.scale(speed);
        if let Some(damping) = &self.damping {
            c.add_scaled(1.0, damping);
        }
        c
    }

    /// Motions known at a speed: those apart from all others, and those that no stiffness resists.
    fn kernel(&self, speed: f64) -> &[Dense; 2] {
        &self.rigid[usize::from(speed != 0.0)]
    }

    /// Negative eigenvalues of the symmetric stiffness at a speed, rigid motions apart.
    fn negative(&self, speed: f64) -> Result<usize, EigenError> {
        let [apart, rest] = self.kernel(speed);
        let z = complement(&apart.beside(rest));
        let k = z.transpose_matmul(&self.stiffness_at(speed).matmul(&z)).symmetric_part();
        Ok(symmetric(&k)?.values.iter().filter(|v| **v < 0.0).count())
    }

    /// All modes at a speed.
    fn at(&self, matrices: &SpeedMatrices<'_>, speed: f64) -> Result<Whirl, EigenError> {
        let [apart, q] = self.kernel(speed).clone();
        let r = q.cols();
        let original = matrices.at(speed);
        let split = Split::of(&apart, q, &self.damping_at(speed), &self.stiffness_at(speed));
        let idle = r - rank(&split.damping, r);
        // Damping takes energy and never gives any: where energy is definite, it proves stability too.
        let energy = if self.circulatory.is_none() { split.energy_form() } else { None };
        let definite = energy.is_some();
        let found = match energy {
            Some(form) if self.damping.is_none() => split.conservative_modes(&form, idle)?,
            _ => split.all_modes(idle)?,
        };
        let (found, others) = halve_real(found, |(s, _)| *s);
        let largest = found.iter().map(|(s, _)| s.re).fold(f64::NEG_INFINITY, f64::max);
        let max_real_part = if definite { largest.min(0.0) } else { largest };
        let modes = found.into_iter().map(|(value, shape)| {
            let displacement = self.coordinates.displacement(&shape);
            WhirlMode {
                whirl: self.angular_momentum(&shape),
                residual: residual(&original, value, &displacement),
                value,
                dual: self.coordinates.momentum(&shape),
                shape: displacement,
            }
        });
        let still = matrices.known(speed).still;
        let (rigid, zeros) = (r + apart.cols(), r + idle + 2 * still);
        let max_real_part = if rigid > 0 { max_real_part.max(0.0) } else { max_real_part };
        let modes = modes.collect();
        Ok(Whirl {
            speed,
            modes,
            others,
            complete: true,
            rigid,
            zeros,
            max_real_part,
            definite,
            growth: None,
        })
    }

    /// v*Θ(n̂)v = i g: g over v*v is the angular momentum over that of a circle.
    fn angular_momentum(&self, shape: &[Complex]) -> f64 {
        let (re, im) = parts(shape);
        let turned = self.momentum.multiply_vector(&im);
        // Im(v*Θv) = 2 reᵀΘim for a skew Θ.
        2.0 * lissom_linalg::dot(&re, &turned)
    }
}

/// An orthonormal basis of what is orthogonal to orthonormal columns.
fn complement(q: &Dense) -> Dense {
    let (n, r) = (q.rows(), q.cols());
    if r == 0 {
        return Dense::identity(n);
    }
    let projector = q.matmul(&q.transpose());
    let eigen = symmetric(&projector).expect("a projector is symmetric and finite");
    eigen.vectors.columns(0..n - r)
}

/// Rank of the leading r × r block, beside all that its motions feel.
fn rank(c: &Dense, r: usize) -> usize {
    if r == 0 {
        return 0;
    }
    let block = Dense::from_fn(r, r, |i, j| c[(i, j)]);
    let scale = c.columns(0..r).norm_frobenius();
    let values = svd(&block).map(|s| s.values).unwrap_or_default();
    values.iter().filter(|v| **v > 1e-9 * scale).count()
}

impl Split {
    fn of(apart: &Dense, q: Dense, damping: &Dense, stiffness: &Dense) -> Self {
        let z = complement(&apart.beside(&q));
        let all = q.beside(&z);
        Self {
            damping: all.transpose_matmul(&damping.matmul(&all)),
            stiffness: z.transpose_matmul(&stiffness.matmul(&z)),
            q,
            z,
        }
    }

    fn sizes(&self) -> (usize, usize) {
        (self.q.cols(), self.z.cols())
    }

    /// R with K = R Rᵀ across the rigid motions; `None` when K is not positive definite there.
    fn energy_form(&self) -> Option<Dense> {
        let k = self.stiffness.symmetric_part();
        lissom_linalg::eigen::cholesky(&k).ok()
    }

    /// (p, Rᵀz, ż) moves by a skew matrix: all eigenvalues are imaginary \[Scutaru2012, §2\], corrected.
    fn conservative_modes(
        &self,
        form: &Dense,
        idle: usize,
    ) -> Result<Vec<(Complex, Vec<Complex>)>, EigenError> {
        let (r, m) = self.sizes();
        let place = |i: usize| if i < r { Some(i) } else { i.checked_sub(m).filter(|k| *k >= r) };
        let a = Dense::from_fn(r + 2 * m, r + 2 * m, |i, j| {
            let middle = |k: usize| (r..r + m).contains(&k);
            match (place(i).filter(|_| !middle(i)), place(j).filter(|_| !middle(j))) {
                (Some(a), Some(b)) => -self.damping[(a, b)],
                _ if middle(i) && j >= r + m => form[(j - r - m, i - r)],
                _ if i >= r + m && middle(j) => -form[(i - r - m, j - r)],
                _ => 0.0,
            }
        });
        let (values, vectors) = skew(&a)?;
        let count = (r + 2 * m - idle) / 2;
        let skip = values.len() - count;
        let each = values.into_iter().zip(vectors).skip(skip);
        Ok(each.map(|(s, z)| (Complex::new(0.0, s), self.shape(&z))).collect())
    }

    /// All eigenvalues of the first-order form; of a conjugate pair the upper one.
    fn all_modes(&self, idle: usize) -> Result<Vec<(Complex, Vec<Complex>)>, EigenError> {
        let (r, m) = self.sizes();
        let size = self.stiffness.norm_frobenius() / (m.max(1) as f64).sqrt();
        let gamma = if size > 0.0 { size.sqrt() } else { self.damping.norm_frobenius().max(1.0) };
        let a = Dense::from_fn(r + 2 * m, r + 2 * m, |i, j| {
            let middle = |k: usize| (r..r + m).contains(&k);
            let at = |k: usize| if k < r { k } else { k - m };
            match (middle(i), middle(j)) {
                (true, true) => 0.0,
                (true, false) => gamma * f64::from(u8::from(j == i + m)),
                (false, true) if i < r => 0.0,
                (false, true) => -self.stiffness[(i - r - m, j - r)] / gamma,
                (false, false) => -self.damping[(at(i), at(j))],
            }
        });
        let found = chosen(&a, |all| {
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by(|a, b| {
                all[*a].abs().total_cmp(&all[*b].abs()).then(all[*a].im.total_cmp(&all[*b].im))
            });
            order.into_iter().skip(idle).filter(|k| all[*k].im >= 0.0).collect()
        })?;
        let pairs = found.values.into_iter().zip(found.vectors);
        Ok(pairs.map(|(s, z)| (s, self.shape(&z))).collect())
    }

    /// x = Q q + Z z up to a factor, from p = s q and ż = s z; Euclidean norm one.
    fn shape(&self, state: &[Complex]) -> Vec<Complex> {
        let (r, m) = self.sizes();
        let part = |pick: fn(&Complex) -> f64| {
            let p: Vec<f64> = state[..r].iter().map(pick).collect();
            let v: Vec<f64> = state[r + m..].iter().map(pick).collect();
            let mut x = self.z.multiply_vector(&v);
            let rigid = self.q.multiply_vector(&p);
            x.iter_mut().zip(rigid).for_each(|(x, q)| *x += q);
            x
        };
        let (re, im) = (part(|c| c.re), part(|c| c.im));
        let size = re.iter().chain(&im).map(|c| c * c).sum::<f64>().sqrt();
        let factor = if size > 0.0 { 1.0 / size } else { 1.0 };
        re.into_iter().zip(im).map(|(re, im)| Complex::new(re * factor, im * factor)).collect()
    }
}

fn parts(shape: &[Complex]) -> (Vec<f64>, Vec<f64>) {
    shape.iter().map(|c| (c.re, c.im)).unzip()
}

/// What is left of the equation of the original matrices over the moduli of its terms, rows measured by √(|s|² M + K) [-].
pub(super) fn residual(at: &SpeedPencil<'_>, s: Complex, x: &[Complex]) -> f64 {
    let rest = at.pencil().times(s, x);
    let sizes = Sizes::of(at, s, x).0;
    let square = s.abs().powi(2);
    let rows = at.mass.diagonal().into_iter().zip(at.stiffness.diagonal());
    let (mut left, mut all) = (0.0, 0.0);
    for ((m, k), (rest, size)) in rows.zip(rest.iter().zip(&sizes)) {
        let weight = square * m + k.abs();
        if weight > 0.0 {
            left += rest.abs().powi(2) / weight;
            all += size * size / weight;
        }
    }
    if all > 0.0 { (left / all).sqrt() } else { 0.0 }
}

/// Of real roots the least stable half are modes, as one of each conjugate pair is; the others are given apart.
pub(super) fn halve_real<T>(pairs: Vec<T>, value: impl Fn(&T) -> Complex) -> (Vec<T>, Vec<Complex>) {
    let (mut real, mut kept): (Vec<T>, Vec<T>) = pairs.into_iter().partition(|pair| value(pair).im == 0.0);
    real.sort_by(|a, b| value(b).re.total_cmp(&value(a).re));
    let other = real.split_off(real.len().div_ceil(2)).iter().map(&value).collect();
    kept.extend(real);
    kept.sort_by(|a, b| value(a).abs().total_cmp(&value(b).abs()).then(value(a).im.total_cmp(&value(b).im)));
    (kept, other)
}

/// The eigenvalue problem of a structure failed: rows are named.
pub(super) fn eigen_error(structure: &SpinningStructure, source: EigenError) -> DynamicsError {
    let row = match source {
        EigenError::MassNotPositiveDefinite { row, .. } | EigenError::NotFinite { row, .. } => Some(row),
        _ => None,
    };
    let coordinate = row.and_then(|row| structure.rows.get(row)).cloned();
    MovingError::Whirl { name: structure.name.clone(), source, coordinate }.into()
}
