//! One step with coefficients frozen: exact for constant coefficients, whatever the elastic frequencies are.

use super::frozen_equations::FrozenEquations;
use lissom_linalg::eigen::{EigenError, general};
use lissom_linalg::{Dense, Lu, LuError, expm};

/// Where in a step the coefficients are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreezeAt {
    /// At its beginning, as in the source \[Scutaru2012, §1\]: of first order.
    Beginning,
    /// In its middle: of second order.
    Middle,
}

impl FreezeAt {
    /// The place in a step, as a share.
    #[must_use]
    pub fn share(self) -> f64 {
        match self {
            Self::Beginning => 0.0,
            Self::Middle => 0.5,
        }
    }
}

/// z⁺ = E z + e with z = (γ q, q̇).
#[derive(Debug, Clone)]
pub(super) struct FrozenStep {
    pub matrix: Dense,
    pub offset: Vec<f64>,
}

impl FrozenStep {
    /// The step of a length; `gamma` makes displacements comparable with rates.
    pub fn of(equations: &FrozenEquations, gamma: f64, length: f64) -> Result<Self, LuError> {
        let n = equations.load.len();
        let a = first_order(equations, gamma)?;
        let mut augmented = Dense::zeros(2 * n + 1, 2 * n + 1);
        for j in 0..=2 * n {
            for i in 0..2 * n {
                augmented[(i, j)] = length * a[(i, j)];
            }
        }
        let e = expm(&augmented)?;
        Ok(Self {
            matrix: Dense::from_fn(2 * n, 2 * n, |i, j| e[(i, j)]),
            offset: e.column(2 * n)[..2 * n].to_vec(),
        })
    }

    pub fn advance(&self, state: &[f64]) -> Vec<f64> {
        let mut next = self.matrix.multiply_vector(state);
        next.iter_mut().zip(&self.offset).for_each(|(z, e)| *z += e);
        next
    }
}

/// [A | b] of ż = A z + b.
fn first_order(equations: &FrozenEquations, gamma: f64) -> Result<Dense, LuError> {
    let n = equations.load.len();
    let mut right = Dense::zeros(n, 2 * n + 1);
    for i in 0..n {
        for j in 0..n {
            right[(i, j)] = -equations.stiffness[(i, j)] / gamma;
            right[(i, n + j)] = -equations.damping[(i, j)];
        }
        right[(i, 2 * n)] = equations.load[i];
    }
    Lu::factor(&equations.mass)?.solve_in_place(&mut right);
    Ok(Dense::from_fn(2 * n, 2 * n + 1, |i, j| match i {
        i if i < n => f64::from(u8::from(j == i + n)) * gamma,
        i => right[(i - n, j)],
    }))
}

/// The largest real part of an eigenvalue of the frozen equations [1/s].
pub(super) fn frozen_growth(equations: &FrozenEquations, gamma: f64) -> Result<f64, EigenError> {
    let n = equations.load.len();
    let a = first_order(equations, gamma).map_err(|_| EigenError::NoConvergence { rows: 2 * n })?;
    let square = Dense::from_fn(2 * n, 2 * n, |i, j| a[(i, j)]);
    Ok(general(&square)?.values.iter().map(|s| s.re).fold(f64::NEG_INFINITY, f64::max))
}
