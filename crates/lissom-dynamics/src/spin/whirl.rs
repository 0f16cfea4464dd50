//! Modes at a speed: the quadratic eigenproblem of a structure in a frame that turns, dense.

use super::sparse_whirl::SparseModes;
use super::spinning_structure::SpinningStructure;
use crate::error::DynamicsError;
use crate::moving_error::MovingError;
use lissom_linalg::eigen::{EigenError, general, skew, symmetric};
use lissom_linalg::{Complex, Dense, MassCoordinates, svd};
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
    /// ‖(s² + s C + K) x‖ over the sum of the three terms; of large structures, where only few modes are computed, in the norm
    /// of energy, over that of the mode [-].
    pub residual: f64,
}

/// All modes at a speed.
#[derive(Clone, Debug)]
pub struct Whirl {
    /// Angular speed [rad/s].
    pub speed: f64,
    /// Modes by modulus of s, ascending, rigid ones left out; all of a small structure, the lowest of a large one.
    pub modes: Vec<WhirlMode>,
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
}

/// A real part below this share of |s| is rounding: eigenvalues of defective pairs are only good to half of the digits.
const ROUNDING: f64 = 1e-7;

impl Whirl {
    /// Whether no motion grows, rounding apart.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        let largest = self.modes.last().map_or(0.0, |mode| mode.value.abs());
        self.definite
            || self.modes.iter().all(|mode| mode.value.re <= ROUNDING * mode.value.abs() + 1e-12 * largest)
    }
}

/// A structure prepared for many speeds: by a Krylov method while few modes of a large structure are wanted and its energy is
/// definite, dense otherwise.
pub(super) struct SpinningModes<'a> {
    structure: &'a SpinningStructure,
    sparse: Option<SparseModes<'a>>,
    dense: OnceCell<DenseModes>,
}

/// Structures above this size that have no definite energy are too much for dense matrices.
const LARGEST_DENSE: usize = 1500;

impl<'a> SpinningModes<'a> {
    pub fn of(
        structure: &'a SpinningStructure,
        wanted: usize,
        speeds: &[f64],
    ) -> Result<Self, DynamicsError> {
        let sparse = SparseModes::of(structure, wanted, speeds);
        let this = Self { structure, sparse, dense: OnceCell::new() };
        if this.sparse.is_none() {
            this.dense().map_err(|source| eigen_error(structure, source))?;
        }
        Ok(this)
    }

    fn dense(&self) -> Result<&DenseModes, EigenError> {
        if let Some(dense) = self.dense.get() {
            return Ok(dense);
        }
        let n = self.structure.size();
        if n > LARGEST_DENSE {
            return Err(EigenError::NoConvergence { rows: n });
        }
        let dense = DenseModes::of(self.structure)?;
        Ok(self.dense.get_or_init(|| dense))
    }

    /// Modes at a speed, at least `count` of them; `near` are modes of a speed nearby.
    pub fn at(&self, speed: f64, count: usize, near: &[WhirlMode]) -> Result<Whirl, EigenError> {
        match self.sparse.as_ref().and_then(|sparse| sparse.at(speed, count, near)) {
            Some(whirl) => Ok(whirl),
            None => self.dense()?.at(speed),
        }
    }

    /// Negative eigenvalues of the symmetric stiffness at a speed, rigid motions apart.
    pub fn negative(&self, speed: f64) -> Result<usize, EigenError> {
        match self.sparse.as_ref().and_then(|sparse| sparse.negative(speed)) {
            Some(count) => Ok(count),
            None => self.dense()?.negative(speed),
        }
    }
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
    /// Kernel of the stiffness at rest, and the part of it that lasts at speed; orthonormal.
    rigid: [Dense; 2],
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
    fn of(structure: &SpinningStructure) -> Result<Self, EigenError> {
        let coordinates = MassCoordinates::of(&structure.mass.to_dense())?;
        let dense = |a: &lissom_linalg::Sparse| coordinates.matrix(&a.to_dense());
        let n = structure.size();
        let columns: Vec<Vec<f64>> = (0..structure.rigid.cols())
            .map(|j| coordinates.from_displacement(structure.rigid.column(j)))
            .collect();
        let kernel = Dense::from_columns(n, &columns);
        let quadratic = dense(&structure.quadratic_stiffness()).symmetric_part();
        let momentum = dense(&structure.momentum());
        let coriolis =
            if structure.effects.coriolis { dense(&structure.coriolis) } else { Dense::zeros(n, n) };
        let circulatory = structure.circulatory.as_ref().map(&dense);
        let lasting = lasting(&kernel, &quadratic, circulatory.as_ref());
        Ok(Self {
            damping: (structure.damping.max_abs() > 0.0).then(|| dense(&structure.damping)),
            stiffness: dense(&structure.stiffness).symmetric_part(),
            circulatory,
            rigid: [kernel, lasting],
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

    /// The motions that nothing resists at a speed.
    fn kernel(&self, speed: f64) -> &Dense {
        &self.rigid[usize::from(speed != 0.0)]
    }

    /// Negative eigenvalues of the symmetric stiffness at a speed, rigid motions apart.
    fn negative(&self, speed: f64) -> Result<usize, EigenError> {
        let z = complement(self.kernel(speed));
        let k = z.transpose_matmul(&self.stiffness_at(speed).matmul(&z)).symmetric_part();
        Ok(symmetric(&k)?.values.iter().filter(|v| **v < 0.0).count())
    }

    /// All modes at a speed.
    fn at(&self, speed: f64) -> Result<Whirl, EigenError> {
        let q = self.kernel(speed).clone();
        let r = q.cols();
        let (full_damping, full_stiffness) = (self.damping_at(speed), self.stiffness_at(speed));
        let split = Split::of(q, &full_damping, &full_stiffness);
        let idle = r - rank(&split.damping, r);
        // Damping takes energy and never gives any: where energy is definite, it proves stability too.
        let energy = if self.circulatory.is_none() { split.energy_form() } else { None };
        let definite = energy.is_some();
        let mut found = match energy {
            Some(form) if self.damping.is_none() => split.conservative_modes(&form, idle)?,
            _ => split.all_modes(idle)?,
        };
        found.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()).then(a.0.im.total_cmp(&b.0.im)));
        let largest = found.iter().map(|(s, _)| s.re).fold(f64::NEG_INFINITY, f64::max);
        let max_real_part = if definite { largest.min(0.0) } else { largest };
        let modes = found.into_iter().map(|(value, shape)| WhirlMode {
            whirl: self.angular_momentum(&shape),
            residual: residual(&full_damping, &full_stiffness, value, &shape),
            value,
            dual: self.coordinates.momentum(&shape),
            shape: self.coordinates.displacement(&shape),
        });
        let zeros = r + idle;
        let max_real_part = if r > 0 { max_real_part.max(0.0) } else { max_real_part };
        Ok(Whirl { speed, modes: modes.collect(), complete: true, rigid: r, zeros, max_real_part, definite })
    }

    /// v*Θ(n̂)v = i g: g over v*v is the angular momentum over that of a circle.
    fn angular_momentum(&self, shape: &[Complex]) -> f64 {
        let (re, im) = parts(shape);
        let turned = self.momentum.multiply_vector(&im);
        // Im(v*Θv) = 2 reᵀΘim for a skew Θ.
        2.0 * lissom_linalg::dot(&re, &turned)
    }
}

/// Combinations of the kernel at rest that what grows with the speed does not resist either.
fn lasting(kernel: &Dense, quadratic: &Dense, circulatory: Option<&Dense>) -> Dense {
    if kernel.cols() == 0 {
        return kernel.clone();
    }
    let mut forces = quadratic.matmul(kernel);
    let mut scale = quadratic.norm_frobenius();
    if let Some(n) = circulatory {
        let other = n.matmul(kernel);
        let (rows, cols) = (forces.rows(), forces.cols());
        forces = Dense::from_fn(
            2 * rows,
            cols,
            |i, j| {
                if i < rows { forces[(i, j)] } else { other[(i - rows, j)] }
            },
        );
        scale += n.norm_frobenius();
    }
    let gram = forces.transpose_matmul(&forces).symmetric_part();
    let Ok(eigen) = symmetric(&gram) else { return Dense::zeros(kernel.rows(), 0) };
    // Rounding of stiff structures enters through the stress; a motion that is resisted is resisted by more.
    let idle = eigen.values.iter().filter(|v| v.max(0.0).sqrt() <= 1e-8 * scale).count();
    kernel.matmul(&eigen.vectors.columns(0..idle))
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

/// Rank of the leading r × r block.
fn rank(c: &Dense, r: usize) -> usize {
    if r == 0 {
        return 0;
    }
    let block = Dense::from_fn(r, r, |i, j| c[(i, j)]);
    let scale = c.norm_frobenius();
    let values = svd(&block).map(|s| s.values).unwrap_or_default();
    values.iter().filter(|v| **v > 1e-9 * scale).count()
}

impl Split {
    fn of(q: Dense, damping: &Dense, stiffness: &Dense) -> Self {
        let z = complement(&q);
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

    /// All eigenvalues of the first-order form; of a conjugate pair the upper one, of real ones the least stable half.
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
        let eigen = general(&a)?;
        let mut pairs: Vec<(Complex, Vec<Complex>)> =
            eigen.values.into_iter().zip(eigen.vectors).skip(idle).collect();
        let mut real: Vec<(Complex, Vec<Complex>)> = Vec::new();
        pairs.retain(|(s, z)| {
            if s.im == 0.0 {
                real.push((*s, z.clone()));
            }
            s.im > 0.0
        });
        real.sort_by(|a, b| b.0.re.total_cmp(&a.0.re));
        real.truncate(real.len().div_ceil(2));
        Ok(pairs.into_iter().chain(real).map(|(s, z)| (s, self.shape(&z))).collect())
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

fn residual(damping: &Dense, stiffness: &Dense, s: Complex, x: &[Complex]) -> f64 {
    let (re, im) = parts(x);
    let times = |a: &Dense| {
        let (re, im) = (a.multiply_vector(&re), a.multiply_vector(&im));
        re.into_iter().zip(im).map(|(re, im)| Complex::new(re, im)).collect::<Vec<Complex>>()
    };
    let (c, k) = (times(damping), times(stiffness));
    let left: f64 = (0..x.len()).map(|i| (s * s * x[i] + s * c[i] + k[i]).abs().powi(2)).sum();
    let size = s.abs().powi(2) + s.abs() * damping.norm_frobenius() + stiffness.norm_frobenius();
    if size == 0.0 { 0.0 } else { left.sqrt() / size }
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
