//! States z = (x, w) of a gyroscopic system, many at a time, with their products with its matrices.

use crate::matrix::complex::Complex;
use crate::matrix::dense::{Dense, dot};
use crate::quadratic::gyroscopic::{GyroscopicSystem, LowestModes};

/// Columns z = (x, w) and their products with the matrices of a system.
#[derive(Debug, Clone)]
pub(crate) struct StateBlock {
    x: Dense,
    w: Dense,
    stiffness_x: Dense,
    mass_x: Dense,
    mass_w: Dense,
    /// C x + M w.
    momentum: Dense,
}

/// A z − z/s of modes: real parts of all, then imaginary parts.
pub(crate) struct Residuals {
    x: Dense,
    w: Dense,
    /// In the norm of energy, times |s| [-].
    pub sizes: Vec<f64>,
}

impl StateBlock {
    pub fn of(system: &GyroscopicSystem<'_>, z: &Dense) -> Self {
        let n = system.n();
        let half = |from: usize| {
            let columns = (0..z.cols()).flat_map(|j| z.column(j)[from..from + n].iter().copied());
            Dense::from_column_major(n, z.cols(), columns.collect())
        };
        let (x, w) = (half(0), half(n));
        let mass_w = system.mass.times(&w);
        let mut momentum = system.damping.times(&x);
        momentum.add_scaled(1.0, &mass_w);
        Self {
            stiffness_x: system.stiffness.times(&x),
            mass_x: system.mass.times(&x),
            mass_w,
            momentum,
            x,
            w,
        }
    }

    pub fn cols(&self) -> usize {
        self.x.cols()
    }

    fn each(&self, work: impl Fn(&Dense) -> Dense) -> Self {
        Self {
            x: work(&self.x),
            w: work(&self.w),
            stiffness_x: work(&self.stiffness_x),
            mass_x: work(&self.mass_x),
            mass_w: work(&self.mass_w),
            momentum: work(&self.momentum),
        }
    }

    /// Combinations of the columns.
    pub fn combine(&self, combinations: &Dense) -> Self {
        self.each(|a| a.matmul(combinations))
    }

    /// Every part beside the same part of another block.
    fn with<'a>(&'a mut self, other: &'a Self) -> [(&'a mut Dense, &'a Dense); 6] {
        [
            (&mut self.x, &other.x),
            (&mut self.w, &other.w),
            (&mut self.stiffness_x, &other.stiffness_x),
            (&mut self.mass_x, &other.mass_x),
            (&mut self.mass_w, &other.mass_w),
            (&mut self.momentum, &other.momentum),
        ]
    }

    pub fn append(&mut self, other: &Self) {
        for (own, more) in self.with(other) {
            *own = own.beside(more);
        }
    }

    /// self ← self + sign · other · combinations.
    pub fn add_multiples(&mut self, other: &Self, combinations: &Dense, sign: f64) {
        for (own, more) in self.with(other) {
            own.add_scaled(sign, &more.matmul(combinations));
        }
    }

    /// Combinations of the columns as states (x, w).
    pub fn states(&self, combinations: &Dense) -> Dense {
        let (x, w) = (self.x.matmul(combinations), self.w.matmul(combinations));
        let n = x.rows();
        let columns = (0..x.cols()).flat_map(|j| x.column(j).iter().chain(w.column(j)).copied());
        Dense::from_column_major(2 * n, x.cols(), columns.collect())
    }

    /// Products of energy with the columns of another block, xᵀK x' + wᵀM w'.
    pub fn energies(&self, other: &Self) -> Dense {
        let mut sum = self.x.transpose_matmul(&other.stiffness_x);
        sum.add_scaled(1.0, &self.w.transpose_matmul(&other.mass_w));
        sum
    }

    /// Products of energy with their images, (z, A z') = −xᵀ(C x' + M w') + wᵀM x'.
    pub fn operator(&self, other: &Self) -> Dense {
        let mut sum = self.w.transpose_matmul(&other.mass_x);
        sum.add_scaled(-1.0, &self.x.transpose_matmul(&other.momentum));
        sum
    }

    /// Residuals of A z = z/s for combinations of unit energy.
    pub fn residuals(
        &self,
        system: &GyroscopicSystem<'_>,
        inverses: &[Complex],
        combinations: &Dense,
    ) -> Residuals {
        let z = self.combine(combinations);
        let count = inverses.len();
        // −K⁻¹(C x + M w) − x/s above, x − w/s below; the force on the way has the energy of the first.
        let mut force = z.momentum;
        add_multiples(&mut force, inverses, 1.0, &z.stiffness_x);
        force.scale(-1.0);
        let mut x = force.clone();
        system.factor.solve_in_place(&mut x);
        let (mut w, mut mass_w) = (z.x, z.mass_x);
        add_multiples(&mut w, inverses, -1.0, &z.w);
        add_multiples(&mut mass_w, inverses, -1.0, &z.mass_w);
        let energy = |j: usize| dot(force.column(j), x.column(j)) + dot(w.column(j), mass_w.column(j));
        let size = |j: usize| (energy(j) + energy(count + j)).max(0.0).sqrt() / inverses[j].abs();
        let sizes = (0..count).map(size).collect();
        Residuals { x, w, sizes }
    }

    /// The modes that combinations of the columns are.
    pub fn modes(&self, inverses: &[Complex], combinations: &Dense, residuals: Vec<f64>) -> LowestModes {
        let (x, momenta) = (self.x.matmul(combinations), self.mass_x.matmul(combinations));
        let count = inverses.len();
        let product = |j: usize| dot(x.column(j), momenta.column(j));
        let factor = |j: usize| {
            let size = (product(j) + product(count + j)).max(0.0).sqrt();
            if size > 0.0 { 1.0 / size } else { 1.0 }
        };
        let vector = |a: &Dense, j: usize| {
            let (factor, parts) = (factor(j), a.column(j).iter().zip(a.column(count + j)));
            parts.map(|(re, im)| Complex::new(re * factor, im * factor)).collect::<Vec<Complex>>()
        };
        LowestModes {
            values: inverses.iter().map(|t| Complex::ONE / *t).collect(),
            vectors: (0..count).map(|j| vector(&x, j)).collect(),
            momenta: (0..count).map(|j| vector(&momenta, j)).collect(),
            residuals,
            beyond: Vec::new(),
            guards: Dense::zeros(2 * self.x.rows(), 0),
            start_residual: f64::NAN,
        }
    }
}

impl Residuals {
    /// Real and imaginary parts of residuals above the tolerance, as columns of unit size.
    pub fn directions(&self, tolerance: f64) -> Dense {
        let (n, count) = (self.x.rows(), self.sizes.len());
        let missing = (0..count).filter(|j| self.sizes[*j] > tolerance);
        let columns: Vec<usize> = missing.flat_map(|j| [j, count + j]).collect();
        Dense::from_fn(2 * n, columns.len(), |i, k| {
            let part = if i < n { self.x[(i, columns[k])] } else { self.w[(i - n, columns[k])] };
            part / self.sizes[columns[k] % count]
        })
    }
}

/// a ← a + sign · factor_j · b for every complex column j.
fn add_multiples(a: &mut Dense, factors: &[Complex], sign: f64, b: &Dense) {
    let count = factors.len();
    for (j, factor) in factors.iter().enumerate() {
        let factor = factor.scale(sign);
        for (part, real, imaginary) in [(j, factor.re, -factor.im), (count + j, factor.im, factor.re)] {
            let target = a.column_mut(part);
            for ((a, re), im) in target.iter_mut().zip(b.column(j)).zip(b.column(count + j)) {
                *a += real * re + imaginary * im;
            }
        }
    }
}
