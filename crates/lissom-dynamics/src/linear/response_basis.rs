//! The basis on which a frequency response is found, and the residual that the full equation has there.
//!
//! With x = V y the equation (K − ω²M + iωD) x = b becomes small, (Vᵀ K V − …) y = Vᵀ b. V is orthonormal in coordinates
//! scaled to a unit diagonal of K + ω²M, real, and the products K V, M V, D V are kept, so that the residual of the full
//! equation costs no more than a product with V.

use crate::error::DynamicsError;
use lissom_linalg::{Complex, Dense, Ldlt, Lu, Modes, dot, norm};
use lissom_mech::Structure;
use std::f64::consts::TAU;

/// What is left of a column after orthogonalisation below this share of it is rounding.
const DEPENDENT: f64 = 1e-10;
/// Solves with the same factor in a row: the chain (K − σM)⁻¹ M … carries the response some way around σ.
const CHAIN: usize = 3;
/// Residuals are evaluated for so many frequencies at a time.
const BATCH: usize = 64;
/// Residual that rounding leaves in scaled coordinates, against the displacement.
const ROUNDING: f64 = 1e-13;

/// The basis.
pub(crate) struct ResponseBasis<'a> {
    structure: &'a Structure,
    /// B and Cᵀ.
    forces: Dense,
    measured: Dense,
    /// Scale of each row: x̂ = x · scale, f̂ = f / scale.
    scale: Vec<f64>,
    /// ‖b̂‖ of each input.
    sizes: Vec<f64>,
    /// M Φ and 2ζω of the modes that modal damping acts on.
    modal: Option<(Dense, Vec<f64>)>,
    vectors: Columns,
    stiffness: Columns,
    mass: Columns,
    damping: Option<Columns>,
    small: Small,
}

/// The projected equation.
struct Small {
    stiffness: Dense,
    mass: Dense,
    damping: Option<Dense>,
    inputs: Dense,
    outputs: Dense,
}

impl Small {
    fn empty() -> Self {
        let [stiffness, mass, inputs, outputs] = [(); 4].map(|()| Dense::zeros(0, 0));
        Self { stiffness, mass, damping: None, inputs, outputs }
    }
}

/// Columns that grow.
struct Columns {
    rows: usize,
    data: Vec<f64>,
}

impl Columns {
    fn new(rows: usize) -> Self {
        Self { rows, data: Vec::new() }
    }

    fn count(&self) -> usize {
        self.data.len().checked_div(self.rows).unwrap_or(0)
    }

    fn column(&self, j: usize) -> &[f64] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }

    fn matrix(&self) -> Dense {
        Dense::from_column_major(self.rows, self.count(), self.data.clone())
    }
}

/// The solution at one frequency: coefficients of every input, and the residual of the full equation.
pub(crate) struct Trial {
    /// Coefficients, real and imaginary, one column for each input.
    re: Dense,
    im: Dense,
    /// ‖r̂‖/‖b̂‖ of each input, and the share of it that rounding explains.
    residuals: Vec<(f64, f64)>,
    /// The residual itself, scaled, real and imaginary.
    left: Option<(Dense, Dense)>,
}

impl Trial {
    /// Whether this is the worst of its list.
    pub fn is_worst(&self) -> bool {
        self.left.is_some()
    }

    /// The largest residual over all inputs.
    pub fn worst(&self) -> f64 {
        self.residuals.iter().map(|(residual, _)| *residual).fold(0.0, f64::max)
    }

    /// Real and imaginary coefficients, one column for each input.
    pub fn coefficients(self) -> [Dense; 2] {
        [self.re, self.im]
    }

    /// How far the residual exceeds what is allowed: done at 1 and below.
    pub fn excess(&self, tolerance: f64) -> f64 {
        self.residuals
            .iter()
            .map(|(residual, rounding)| residual / (tolerance + rounding))
            .fold(0.0, f64::max)
    }
}

/// The ratio that modal damping gives each of the modes found \[-\].
pub(crate) fn modal_ratios(structure: &Structure, found: &Modes) -> Vec<f64> {
    let each = found.eigenvalues.iter().enumerate();
    each.map(|(i, square)| structure.modal_damping.ratio(found.vectors.column(i), *square)).collect()
}

impl<'a> ResponseBasis<'a> {
    /// Starts with the rigid motions and modes found.
    pub fn new(
        structure: &'a Structure,
        forces: Dense,
        measured: Dense,
        found: &Modes,
        highest: f64,
    ) -> Self {
        let modal = (!structure.modal_damping.is_none()).then(|| {
            let rates = modal_ratios(structure, found).into_iter().zip(&found.eigenvalues);
            let rates = rates.map(|(ratio, v)| 2.0 * ratio * v.max(0.0).sqrt());
            (structure.mass.times(&found.vectors), rates.collect())
        });
        Self::with_modal(structure, forces, measured, found, highest, modal)
    }

    /// The same, with the damping matrix alone.
    pub fn without_modal_damping(
        structure: &'a Structure,
        forces: Dense,
        measured: Dense,
        found: &Modes,
        highest: f64,
    ) -> Self {
        Self::with_modal(structure, forces, measured, found, highest, None)
    }

    fn with_modal(
        structure: &'a Structure,
        forces: Dense,
        measured: Dense,
        found: &Modes,
        highest: f64,
        modal: Option<(Dense, Vec<f64>)>,
    ) -> Self {
        let n = structure.size();
        let (k, m) = (structure.stiffness.diagonal(), structure.mass.diagonal());
        let scale: Vec<f64> =
            k.iter().zip(&m).map(|(k, m)| (k.abs() + highest * highest * m.abs()).sqrt()).collect();
        let scale: Vec<f64> = scale.into_iter().map(|s| if s > 0.0 { s } else { 1.0 }).collect();
        let size = |i: usize| norm(&scaled(forces.column(i), &scale));
        let is_damped = modal.is_some() || structure.damping.nnz() > 0;
        let mut this = Self {
            structure,
            sizes: (0..forces.cols()).map(size).collect(),
            forces,
            measured,
            scale,
            modal,
            vectors: Columns::new(n),
            stiffness: Columns::new(n),
            mass: Columns::new(n),
            damping: is_damped.then(|| Columns::new(n)),
            small: Small::empty(),
        };
        this.extend(&found.rigid);
        this.extend(&found.vectors);
        this
    }

    pub fn structure(&self) -> &'a Structure {
        self.structure
    }

    /// Whether anything dissipates.
    pub fn is_damped(&self) -> bool {
        self.damping.is_some()
    }

    pub fn size(&self) -> usize {
        self.vectors.count()
    }

    /// Vᵀ K V.
    pub fn small_stiffness(&self) -> &Dense {
        &self.small.stiffness
    }

    /// Coefficients of displacements that lie in the basis.
    pub fn coordinates(&self, displacements: &Dense) -> Dense {
        Dense::from_fn(self.size(), displacements.cols(), |i, j| {
            let column = self.vectors.column(i).iter().zip(displacements.column(j)).zip(&self.scale);
            column.map(|((v, x), s)| v * x * s).sum()
        })
    }

    /// Adds what is new in some displacements.
    pub fn extend(&mut self, displacements: &Dense) {
        for j in 0..displacements.cols() {
            let mut x: Vec<f64> =
                displacements.column(j).iter().zip(&self.scale).map(|(x, s)| x * s).collect();
            let before = norm(&x);
            for _ in 0..2 {
                for i in 0..self.vectors.count() {
                    let share = dot(self.vectors.column(i), &x);
                    x.iter_mut().zip(self.vectors.column(i)).for_each(|(x, v)| *x -= share * v);
                }
            }
            let size = norm(&x);
            if size > DEPENDENT * before && size.is_finite() {
                x.iter_mut().for_each(|x| *x /= size);
                self.push(&x);
            }
        }
        self.project();
    }

    /// Adds a column in scaled coordinates with its products.
    fn push(&mut self, scaled_column: &[f64]) {
        self.vectors.data.extend(scaled_column);
        let x: Vec<f64> = scaled(scaled_column, &self.scale);
        let n = x.len();
        let mut product = vec![0.0; n];
        let keep = |columns: &mut Columns, product: &[f64]| columns.data.extend(scaled(product, &self.scale));
        self.structure.stiffness.multiply(&x, &mut product);
        keep(&mut self.stiffness, &product);
        self.structure.mass.multiply(&x, &mut product);
        keep(&mut self.mass, &product);
        if let Some(damping) = &mut self.damping {
            self.structure.damping.multiply(&x, &mut product);
            if let Some((momenta, rates)) = &self.modal {
                for (j, rate) in rates.iter().enumerate() {
                    let share = rate * dot(momenta.column(j), &x);
                    product.iter_mut().zip(momenta.column(j)).for_each(|(p, m)| *p += share * m);
                }
            }
            keep(damping, &product);
        }
    }

    fn project(&mut self) {
        let v = self.vectors.matrix();
        let onto = |columns: &Columns| v.transpose_matmul(&columns.matrix()).symmetric_part();
        let ports = |matrix: &Dense| {
            Dense::from_fn(v.cols(), matrix.cols(), |i, j| {
                dot(v.column(i), &scaled(matrix.column(j), &self.scale))
            })
        };
        self.small = Small {
            stiffness: onto(&self.stiffness),
            mass: onto(&self.mass),
            damping: self.damping.as_ref().map(onto),
            inputs: ports(&self.forces),
            outputs: ports(&self.measured),
        };
    }

    /// The coefficients at a frequency [rad/s]; the residual is not evaluated.
    ///
    /// # Errors
    /// At a resonance without damping.
    pub fn solve(&self, omega: f64) -> Result<Trial, DynamicsError> {
        let Small { stiffness, mass, inputs, .. } = &self.small;
        let resonance = |_| DynamicsError::Resonance { hz: omega / TAU };
        let k = stiffness.rows();
        let dynamic = |i: usize, j: usize| stiffness[(i, j)] - omega * omega * mass[(i, j)];
        let (re, im) = match &self.small.damping {
            None => {
                let mut x = inputs.clone();
                Lu::factor(&Dense::from_fn(k, k, dynamic)).map_err(resonance)?.solve_in_place(&mut x);
                let zeros = Dense::zeros(k, x.cols());
                (x, zeros)
            }
            Some(damping) => {
                // (A + iωD)(u + iv) = b in real numbers.
                let doubled = Dense::from_fn(2 * k, 2 * k, |i, j| match (i < k, j < k) {
                    (true, true) => dynamic(i, j),
                    (false, false) => dynamic(i - k, j - k),
                    (true, false) => -omega * damping[(i, j - k)],
                    (false, true) => omega * damping[(i - k, j)],
                });
                let mut x =
                    Dense::from_fn(2 * k, inputs.cols(), |i, j| if i < k { inputs[(i, j)] } else { 0.0 });
                Lu::factor(&doubled).map_err(resonance)?.solve_in_place(&mut x);
                let half = |begin: usize| Dense::from_fn(k, x.cols(), |i, j| x[(begin + i, j)]);
                (half(0), half(k))
            }
        };
        if re.first_not_finite().or(im.first_not_finite()).is_some() {
            return Err(DynamicsError::Resonance { hz: omega / TAU });
        }
        Ok(Trial { re, im, residuals: Vec::new(), left: None })
    }

    /// An output under an input.
    pub fn output(&self, trial: &Trial, input: usize, output: usize) -> Complex {
        let weights = self.small.outputs.column(output);
        Complex::new(dot(weights, trial.re.column(input)), dot(weights, trial.im.column(input)))
    }

    /// Solutions at all frequencies with the residuals of the full equation. The residual vectors of the worst one,
    /// against the tolerance, are kept.
    pub fn evaluate(&self, omegas: &[f64], tolerance: f64) -> Result<Vec<Trial>, DynamicsError> {
        let mut trials = omegas.iter().map(|omega| self.solve(*omega)).collect::<Result<Vec<_>, _>>()?;
        let products = [&self.stiffness, &self.mass].map(Columns::matrix);
        let damping = self.damping.as_ref().map(Columns::matrix);
        let mut highest = 0.0;
        let mut worst = None;
        for (batch, omegas) in omegas.chunks(BATCH).enumerate() {
            let first = batch * BATCH;
            self.measure(&mut trials[first..first + omegas.len()], omegas, &products, damping.as_ref());
            for place in first..first + omegas.len() {
                let excess = trials[place].excess(tolerance);
                let beaten = if excess > highest { worst.replace(place) } else { Some(place) };
                highest = excess.max(highest);
                if let Some(beaten) = beaten {
                    trials[beaten].left = None;
                }
            }
        }
        Ok(trials)
    }

    /// r̂ = b̂ − (K − ω²M + iωD) x for a batch of frequencies.
    fn measure(
        &self,
        trials: &mut [Trial],
        omegas: &[f64],
        [stiffness, mass]: &[Dense; 2],
        damping: Option<&Dense>,
    ) {
        let inputs = self.forces.cols();
        let width = trials.len() * inputs;
        let gather = |part: &dyn Fn(&Trial) -> &Dense, factor: &dyn Fn(f64) -> f64| {
            Dense::from_fn(self.size(), width, |i, j| {
                factor(omegas[j / inputs]) * part(&trials[j / inputs])[(i, j % inputs)]
            })
        };
        let re: &dyn Fn(&Trial) -> &Dense = &|trial| &trial.re;
        let im: &dyn Fn(&Trial) -> &Dense = &|trial| &trial.im;
        let residual = |part, other, sign: f64| {
            let mut left = stiffness.matmul(&gather(part, &|_| -1.0));
            left.add_scaled(1.0, &mass.matmul(&gather(part, &|omega| omega * omega)));
            if let Some(damping) = damping {
                left.add_scaled(1.0, &damping.matmul(&gather(other, &|omega| sign * omega)));
            }
            left
        };
        let mut left_re = residual(re, im, 1.0);
        let left_im =
            if damping.is_some() { residual(im, re, -1.0) } else { Dense::zeros(self.scale.len(), width) };
        for j in 0..width {
            let force = scaled(self.forces.column(j % inputs), &self.scale);
            left_re.column_mut(j).iter_mut().zip(force).for_each(|(r, f)| *r += f);
        }
        for (t, trial) in trials.iter_mut().enumerate() {
            let columns = t * inputs..(t + 1) * inputs;
            let (re, im) = (left_re.columns(columns.clone()), left_im.columns(columns));
            trial.residuals = (0..inputs)
                .map(|i| {
                    let size = if self.sizes[i] > 0.0 { self.sizes[i] } else { 1.0 };
                    let moved = norm(trial.re.column(i)).hypot(norm(trial.im.column(i)));
                    (norm(re.column(i)).hypot(norm(im.column(i))) / size, ROUNDING * moved / size)
                })
                .collect();
            trial.left = Some((re, im));
        }
    }

    /// Adds (K − σM)⁻¹ r for the residuals at a frequency, and the chain that follows from them.
    pub fn enrich(&mut self, factor: &Ldlt, omega: f64, trial: &Trial) {
        let Some((re, im)) = &trial.left else { return };
        let mut block = if self.damping.is_some() { re.beside(im) } else { re.clone() };
        for j in 0..block.cols() {
            block.column_mut(j).iter_mut().zip(&self.scale).for_each(|(r, s)| *r *= s);
        }
        for link in 0..CHAIN {
            factor.solve_in_place(&mut block);
            self.extend(&block);
            if link + 1 == CHAIN {
                break;
            }
            let mut next = self.structure.mass.times(&block);
            // In units of the stiffness, so that no part drowns the other.
            next.scale(omega * omega);
            if self.structure.damping.nnz() > 0 {
                let mut dissipated = self.structure.damping.times(&block);
                dissipated.scale(omega);
                next = next.beside(&dissipated);
            }
            block = next;
        }
    }
}

fn scaled(column: &[f64], scale: &[f64]) -> Vec<f64> {
    column.iter().zip(scale).map(|(x, s)| x / s).collect()
}
