//! A state the machine can stay in, with the residual that proves it.

use crate::equilibria::tangent_inertia::{TangentInertia, scaling};
use crate::error::DynamicsError;
use lissom_linalg::{Complex, Dense, eigen};
use lissom_mech::{Linearisation, System};
use std::sync::Arc;

/// A state in which nothing moves and nothing is out of balance.
#[derive(Clone, Debug)]
pub struct OperatingState {
    /// Time at which laws are taken [s].
    pub time: f64,
    /// Coordinates.
    pub position: Vec<f64>,
    /// Inputs.
    pub input: Vec<f64>,
    /// Outputs.
    pub output: Vec<f64>,
    /// Out-of-balance force over the forces that balance, each measured with the stiffness of its coordinate [-].
    pub residual: f64,
    /// Newton iterations it took.
    pub iterations: usize,
    /// Increments of the load it took.
    pub increments: usize,
    /// The equations of motion about it.
    pub linearisation: Linearisation,
    /// What happened on the way to it that the reader should know.
    pub remarks: Vec<String>,
    /// Whether it lies on the path of the growing load, and was not reached by going down in energy.
    pub on_path: bool,
    /// How near the coordinates are to where they no longer determine it ([`System::strain`]) [-].
    pub strain: f64,
    /// The system of its coordinates; `None`: the initial ones.
    pub system: Option<Arc<dyn System>>,
}

/// Undamped vibrations about a state.
#[derive(Clone, Debug)]
pub struct StateModes {
    /// ω², ascending; negative: the state is unstable, it buckles [rad²/s²].
    pub eigenvalues: Vec<f64>,
    /// Shapes over the coordinates, φᵀ M φ = 1.
    pub shapes: Dense,
    /// Number of directions in which the state is unstable, beyond the error of the tangent.
    pub unstable: usize,
    /// Number of directions that are neutral within the error.
    pub undecided: usize,
}

impl StateModes {
    /// Modes of a part of a system, where only the eigenvalues themselves decide stability: those below a
    /// rounding share of the largest.
    #[must_use]
    pub fn of_part(eigenvalues: Vec<f64>, shapes: Dense) -> Self {
        let largest = eigenvalues.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        let unstable = eigenvalues.iter().filter(|value| **value < -1e-12 * largest).count();
        Self { eigenvalues, shapes, unstable, undecided: 0 }
    }

    /// √|ω²|, signed like ω² [rad/s].
    #[must_use]
    pub fn angular_frequencies(&self) -> Vec<f64> {
        self.eigenvalues.iter().map(|value| value.abs().sqrt().copysign(*value)).collect()
    }
}

/// Small motions e^(st) about a state, whatever its matrices are like.
#[derive(Clone, Debug)]
pub struct StatePoles {
    /// Oscillations, Re s and Im s > 0, ascending in frequency [1/s].
    pub oscillations: Vec<[f64; 2]>,
    /// Motions that do not oscillate, ascending: positive ones diverge [1/s].
    pub real: Vec<f64>,
    /// Number of motions that grow without oscillating, beyond the error of their poles.
    pub diverging: usize,
    /// Number of oscillations that grow beyond the error of their poles: flutter.
    pub fluttering: usize,
    /// Number of poles whose growth is undecided within the error.
    pub undecided: usize,
}

impl StatePoles {
    /// Frequencies Im s, before them −s of what diverges [rad/s].
    #[must_use]
    pub fn angular_frequencies(&self) -> Vec<f64> {
        let diverging = self.real.iter().rev().take(self.diverging).map(|s| -s);
        diverging.chain(self.oscillations.iter().map(|[_, im]| *im)).collect()
    }
}

/// K + N + G.
pub(crate) fn tangent(at: &Linearisation) -> Dense {
    let mut tangent = at.stiffness.clone();
    tangent.add_scaled(1.0, &at.dynamic_stiffness);
    tangent.add_scaled(1.0, &at.geometric_stiffness);
    tangent
}

impl OperatingState {
    /// The system of the coordinates of the state; `first` is the one in the initial coordinates.
    #[must_use]
    pub fn system<'a>(&'a self, first: &'a dyn System) -> &'a dyn System {
        self.system.as_deref().unwrap_or(first)
    }

    /// K + N + G, the tangent of the out-of-balance force.
    #[must_use]
    pub fn tangent(&self) -> Dense {
        tangent(&self.linearisation)
    }

    /// Undamped vibrations: (K + G) φ = ω² M φ with the symmetric part of the tangent \[Boer2013, Eq. (17)\].
    ///
    /// Where loads follow the motion the tangent is not symmetric; then [`Self::eigenvalues`] detects
    /// flutter.
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn modes(&self, system: &dyn System) -> Result<StateModes, DynamicsError> {
        let tangent = self.tangent().symmetric_part();
        let found = eigen::symmetric_definite(&tangent, &self.linearisation.mass.symmetric_part())
            .map_err(|source| DynamicsError::Eigen { system: system.name().to_owned(), source })?;
        let signs = self.inertia(system)?;
        // Sylvester's law: as many are negative as the scaled tangent says; of others the sign is rounding.
        let mut eigenvalues = found.values;
        eigenvalues.iter_mut().take(signs.unstable).for_each(|value| *value = -value.abs());
        eigenvalues.iter_mut().skip(signs.unstable + signs.undecided).for_each(|value| *value = value.abs());
        let (unstable, undecided) = (signs.unstable, signs.undecided);
        Ok(StateModes { eigenvalues, shapes: found.vectors, unstable, undecided })
    }

    /// Signs of the tangent's symmetric part.
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn inertia(&self, system: &dyn System) -> Result<TangentInertia, DynamicsError> {
        TangentInertia::of(&self.linearisation, None)
            .map_err(|source| DynamicsError::Eigen { system: system.name().to_owned(), source })
    }

    /// Whether the signs of the tangent decide about stability: it is symmetric, and rates are only damped (theorem of Kelvin
    /// and Chetaev).
    #[must_use]
    pub fn is_decided_by_tangent(&self) -> bool {
        !self.is_circulatory() && self.linearisation.velocity_sensitivity.max_abs() == 0.0
    }

    /// Eigenvalues s of M s² + (C + D) s + (K + N + G), real and imaginary part; a positive real part is an
    /// instability, with an imaginary part it is flutter [1/s].
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn eigenvalues(&self, system: &dyn System) -> Result<Vec<[f64; 2]>, DynamicsError> {
        if self.is_decided_by_tangent() && self.linearisation.damping.max_abs() == 0.0 {
            // s² = −ω²: the symmetric problem knows its eigenvalues better than the quadratic one.
            let squares = self.modes(system)?.eigenvalues;
            let pair = |square: f64| {
                let size = square.abs().sqrt();
                if square > 0.0 { [[0.0, size], [0.0, -size]] } else { [[size, 0.0], [-size, 0.0]] }
            };
            return Ok(squares.into_iter().flat_map(pair).collect());
        }
        Ok(self.bounded_eigenvalues(system)?.into_iter().map(|(s, _)| [s.re, s.im]).collect())
    }

    /// Eigenvalues with the error that rounding of the matrices and of their solution makes, to first order; infinite where
    /// eigenvalues meet.
    ///
    /// # Equation
    /// |δs| ≤ ε ((|s|²‖M‖ + |s|‖C‖ + ‖K‖) + |s|ₘₐₓ (2|s|‖M‖ + ‖C‖)) ‖x‖‖y‖ / |yᴴ (2sM + C) x| with right and left eigenvectors x
    /// and y, all in coordinates in which K has a unit diagonal. The solver changes the companion matrix, whose size is the
    /// largest |s|, by its rounding: the second part, an estimate.
    fn bounded_eigenvalues(&self, system: &dyn System) -> Result<Vec<(Complex, f64)>, DynamicsError> {
        let at = &self.linearisation;
        let mut rates = at.velocity_sensitivity.clone();
        rates.add_scaled(1.0, &at.damping);
        let (tangent, n) = (self.tangent(), at.mass.rows());
        let scale = scaling(&tangent);
        let [m, c, k] = [&at.mass, &rates, &tangent]
            .map(|matrix| Dense::from_fn(n, n, |i, j| matrix[(i, j)] * scale[i] * scale[j]));
        let failed = |source| DynamicsError::Eigen { system: system.name().to_owned(), source };
        let right = eigen::quadratic(&m, &c, &k).map_err(failed)?;
        let left = eigen::quadratic(&m, &c.transpose(), &k.transpose()).map_err(failed)?;
        let sizes = [&m, &c, &k].map(Dense::norm_frobenius);
        let largest = right.values.iter().map(|s| s.re.hypot(s.im)).fold(0.0, f64::max);
        let bound = |(s, x): (&Complex, &Vec<Complex>)| {
            let distance = |other: &Complex| (other.re - s.re).hypot(other.im - s.im);
            let nearest = (0..left.values.len())
                .min_by(|a, b| distance(&left.values[*a]).total_cmp(&distance(&left.values[*b])));
            let size = s.re.hypot(s.im);
            let stated = size * size * sizes[0] + size * sizes[1] + sizes[2];
            let solved = largest * (2.0 * size * sizes[0] + sizes[1]);
            let error = f64::EPSILON * n as f64 * (stated + solved);
            let slope = nearest.map_or(0.0, |y| slope_of(&m, &c, *s, x, &left.vectors[y]));
            if slope > 0.0 { error / slope } else { f64::INFINITY }
        };
        let bounds: Vec<f64> = right.values.iter().zip(&right.vectors).map(bound).collect();
        Ok(right.values.into_iter().zip(bounds).collect())
    }

    /// The same as oscillations and real poles, and how many of them grow.
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn poles(&self, system: &dyn System) -> Result<StatePoles, DynamicsError> {
        let decided = self.is_decided_by_tangent();
        let values: Vec<(Complex, f64)> = if decided {
            let values = self.eigenvalues(system)?;
            values.into_iter().map(|[re, im]| (Complex { re, im }, 0.0)).collect()
        } else {
            self.bounded_eigenvalues(system)?
        };
        let mut oscillations: Vec<[f64; 2]> =
            values.iter().filter(|(s, _)| s.im > 0.0).map(|(s, _)| [s.re, s.im]).collect();
        oscillations.sort_by(|a, b| a[1].total_cmp(&b[1]));
        let mut real: Vec<f64> = values.iter().filter(|(s, _)| s.im == 0.0).map(|(s, _)| s.re).collect();
        real.sort_by(f64::total_cmp);
        let (diverging, fluttering, undecided) = if decided {
            let signs = self.inertia(system)?;
            (signs.unstable, 0, signs.undecided)
        } else {
            growing(&values)
        };
        Ok(StatePoles { oscillations, real, diverging, fluttering, undecided })
    }

    /// Whether loads follow the motion, so that the tangent is not symmetric: frequencies of its symmetric part mean
    /// nothing then.
    #[must_use]
    pub fn is_circulatory(&self) -> bool {
        let tangent = self.tangent();
        asymmetry(&tangent) > SYMMETRIC
    }

    /// Frequencies about the state, with negative signs for what diverges: those of [`Self::modes`], or those of the
    /// poles where loads follow the motion [rad/s].
    ///
    /// # Errors
    /// [`DynamicsError::Eigen`].
    pub fn angular_frequencies(&self, system: &dyn System) -> Result<Vec<f64>, DynamicsError> {
        match self.is_circulatory() {
            true => Ok(self.poles(system)?.angular_frequencies()),
            false => Ok(self.modes(system)?.angular_frequencies()),
        }
    }
}

/// |yᵀ (2sM + C) x| over the lengths of both: left vectors of a transposed problem need no conjugate.
pub(crate) fn slope_of(m: &Dense, c: &Dense, s: Complex, x: &[Complex], y: &[Complex]) -> f64 {
    let (mut re, mut im) = (0.0, 0.0);
    for (j, x) in x.iter().enumerate() {
        for (i, y) in y.iter().enumerate() {
            let (pr, pi) = (x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
            let (wr, wi) = (2.0 * s.re * m[(i, j)] + c[(i, j)], 2.0 * s.im * m[(i, j)]);
            re += wr * pr - wi * pi;
            im += wr * pi + wi * pr;
        }
    }
    let length = |v: &[Complex]| v.iter().map(|z| z.re * z.re + z.im * z.im).sum::<f64>().sqrt();
    re.hypot(im) / (length(x) * length(y)).max(f64::MIN_POSITIVE)
}

/// Numbers of poles that diverge, that flutter, and that may do either: not those that decay beyond their error, nor undamped
/// oscillations that stay in a pair.
fn growing(values: &[(Complex, f64)]) -> (usize, usize, usize) {
    let (mut diverging, mut fluttering, mut undecided) = (0, 0, 0);
    for (s, bound) in values.iter().filter(|(s, _)| s.im >= 0.0) {
        match (s.re > *bound, s.im > 0.0) {
            (true, false) => diverging += 1,
            (true, true) => fluttering += 1,
            // Without damping, oscillations lie on the imaginary axis: only those that meet can leave it.
            (false, true) if *bound <= MEETING * s.im => {}
            (false, _) if s.re >= -*bound => undecided += 1,
            _ => {}
        }
    }
    (diverging, fluttering, undecided)
}

/// Poles known worse than this share of themselves are about to meet others [-].
const MEETING: f64 = 1e-6;

/// Matrices with a larger defect than this are not symmetric: rounding leaves less [-].
pub(crate) const SYMMETRIC: f64 = 1e-9;

/// Largest difference of mirrored entries over the largest entry [-].
pub(crate) fn asymmetry(matrix: &Dense) -> f64 {
    let mut skew = matrix.clone();
    skew.add_scaled(-1.0, &matrix.transpose());
    skew.max_abs() / matrix.max_abs().max(f64::MIN_POSITIVE)
}
