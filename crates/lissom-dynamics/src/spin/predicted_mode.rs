//! Modes predicted in the space of those that are known at one speed, then settled in the whole structure at another.
//!
//! # Equation
//! With mass-orthonormal columns V, real and imaginary parts of the shapes that are known, VᵀP(s, Ω)V y = 0 has their exact roots at the
//! speed where they are known, and at others roots whose errors are the products of those of both vectors. Following a mode in these few
//! coordinates costs next to nothing; where it ends, inverse iteration on P itself needs a few steps only. A shape that changes
//! more than a little on these was not predicted, and must be followed on P.

use super::continued_mode::{ContinuedMode, MOST_TRIES, carry};
use super::speed_pencil::SpeedMatrices;
use super::spinning_structure::SpinningStructure;
use super::tracking::{Followed, Station};
use super::whirl::WhirlMode;
use lissom_linalg::{Complex, Dense, Sparse, Triplets, dot};

/// The space is used when the structure has so many times its coordinates: else following on the structure itself costs as little.
const FEWER: usize = 8;

/// What is left of a column of unit mass beside others when it depends on them [-].
const DEPENDENT: f64 = 1e-6;

/// A structure in the coordinates of a few shapes.
pub(super) struct FewCoordinates {
    pub structure: SpinningStructure,
    /// V, and M V.
    basis: Dense,
    momenta: Dense,
}

impl FewCoordinates {
    /// Of the shapes that are known at a station; `None` where these are not few beside the structure.
    pub fn of(structure: &SpinningStructure, from: &Station) -> Option<Self> {
        let known = from.whirl.modes.iter().map(|mode| &mode.shape);
        let tracks = from.tracks.iter().flat_map(|track| [Some(&track.shape), track.ahead.as_ref()]);
        let (basis, momenta) = span(&structure.mass, known.chain(tracks.flatten()));
        let are_few = basis.cols() > 0 && FEWER * basis.cols() <= structure.size();
        are_few.then(|| Self::in_space(structure, basis, momenta))
    }

    /// In the space of mass-orthonormal columns with their momenta.
    fn in_space(structure: &SpinningStructure, basis: Dense, momenta: Dense) -> Self {
        let m = basis.cols();
        let form = |a: &Sparse| basis.transpose_matmul(&a.times(&basis));
        let symmetric = |a: &Sparse| sparse(&form(a).symmetric_part());
        let mut coriolis = form(&structure.coriolis);
        coriolis = Dense::from_fn(m, m, |i, j| 0.5 * (coriolis[(i, j)] - coriolis[(j, i)]));
        let structure = SpinningStructure {
            name: structure.name.clone(),
            rows: (1..=m).map(|row| format!("shape {row}")).collect(),
            mass: Sparse::identity(m),
            damping: symmetric(&structure.damping),
            stiffness: symmetric(&structure.stiffness),
            coriolis: sparse(&coriolis),
            centrifugal: symmetric(&structure.quadratic_stiffness()),
            geometric: None,
            circulatory: structure.circulatory.as_ref().map(|n| sparse(&form(n))),
            orbit: None,
            load: vec![0.0; m],
            rigid: Dense::zeros(m, 0),
            effects: super::SpinEffects { centrifugal: true, ..structure.effects },
        };
        Self { structure, basis, momenta }
    }

    /// Of displacements in columns.
    pub fn of_columns(structure: &SpinningStructure, columns: &Dense) -> Self {
        let shapes: Vec<Vec<Complex>> = (0..columns.cols())
            .map(|j| columns.column(j).iter().map(|x| Complex::from(*x)).collect())
            .collect();
        let (basis, momenta) = span(&structure.mass, shapes.iter());
        Self::in_space(structure, basis, momenta)
    }

    /// A mode in these coordinates, settled in the whole structure at its speed.
    pub fn settle(&self, whole: &SpeedMatrices<'_>, speed: f64, mode: &WhirlMode) -> Option<ContinuedMode> {
        ContinuedMode::guessed(speed, mode.value, self.lifted(&mode.shape)).settled(whole)
    }

    /// A mode of a station carried to another speed; `None` where it is not predicted well enough.
    pub fn carry(
        &self,
        [small, whole]: [&SpeedMatrices<'_>; 2],
        from: &Followed,
        way: [f64; 2],
    ) -> Option<ContinuedMode> {
        let inside = |x: &Vec<Complex>| products(&self.momenta, x);
        let shape = inside(&from.shape);
        let own = Followed {
            dual: shape.clone(),
            shape,
            ahead: from.ahead.as_ref().map(inside),
            value: from.value,
            whirl: from.whirl,
            residual: from.residual,
            mac: from.mac,
        };
        let predicted = carry(small, &own, way, MOST_TRIES)?;
        predicted.turned(|x| self.lifted(x)).settled(whole)
    }

    /// V y.
    fn lifted(&self, y: &[Complex]) -> Vec<Complex> {
        let mut x = vec![Complex::ZERO; self.basis.rows()];
        for (j, y) in y.iter().enumerate() {
            x.iter_mut().zip(self.basis.column(j)).for_each(|(x, v)| *x = *x + y.scale(*v));
        }
        x
    }
}

/// Aᵀ x.
fn products(a: &Dense, x: &[Complex]) -> Vec<Complex> {
    let product = |j: usize| a.column(j).iter().zip(x).fold(Complex::ZERO, |sum, (a, x)| sum + x.scale(*a));
    (0..a.cols()).map(product).collect()
}

fn sparse(a: &Dense) -> Sparse {
    let mut sum = Triplets::new(a.rows(), a.cols());
    for j in 0..a.cols() {
        a.column(j).iter().enumerate().for_each(|(i, value)| sum.add(i, j, *value));
    }
    Sparse::from_triplets(&sum)
}

/// Mass-orthonormal columns that span real and imaginary parts of shapes, and their momenta.
fn span<'a>(mass: &Sparse, shapes: impl Iterator<Item = &'a Vec<Complex>>) -> (Dense, Dense) {
    let n = mass.rows();
    let (mut columns, mut momenta): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    for shape in shapes {
        for part in [|c: &Complex| c.re, |c: &Complex| c.im] {
            let mut own: Vec<f64> = shape.iter().map(part).collect();
            // The second time takes out what rounding left the first time.
            for _ in 0..2 {
                for (column, momentum) in columns.iter().zip(&momenta) {
                    let share = dot(momentum, &own);
                    own.iter_mut().zip(column).for_each(|(x, v)| *x -= share * v);
                }
            }
            let mut momentum = vec![0.0; n];
            mass.multiply(&own, &mut momentum);
            let size = dot(&own, &momentum).max(0.0).sqrt();
            if size > DEPENDENT {
                own.iter_mut().chain(&mut momentum).for_each(|x| *x /= size);
                columns.push(own);
                momenta.push(momentum);
            }
        }
    }
    (Dense::from_columns(n, &columns), Dense::from_columns(n, &momenta))
}
