//! Units in which products of stiffness and mass neither overflow nor vanish: powers of two, which change no digit.

use crate::matrix::sparse::Sparse;
use crate::vibration::modes::{Modes, Wanted};
use crate::vibration::modes_error::ModesError;

/// Within this many powers of two around one nothing needs to be changed: squares of ratios stay in range.
const RANGE: i32 = 120;

/// Exponents by which the matrices are multiplied.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Units {
    stiffness: i32,
    mass: i32,
}

impl Units {
    /// Units that bring both matrices near one; `None` if they are near enough.
    pub fn away_from_one(k: &Sparse, m: &Sparse) -> Option<Self> {
        let exponent = |a: &Sparse| match a.max_abs() {
            0.0 => 0,
            largest => largest.log2().round() as i32,
        };
        let (stiffness, mass) = (-exponent(k), -exponent(m));
        (stiffness.abs() > RANGE || mass.abs() > RANGE).then_some(Self { stiffness, mass })
    }

    pub fn stiffness(self, k: &Sparse) -> Sparse {
        multiplied(k, self.stiffness)
    }

    pub fn mass(self, m: &Sparse) -> Sparse {
        multiplied(m, self.mass)
    }

    /// Limits of λ in these units.
    pub fn wanted(self, wanted: Wanted) -> Wanted {
        let scaled = |value: f64| shifted(value, self.stiffness - self.mass);
        match wanted {
            Wanted::Below(upper) => Wanted::Below(scaled(upper)),
            Wanted::Band(lower, upper) => Wanted::Band(scaled(lower), scaled(upper)),
            other => other,
        }
    }

    /// Modes in the units of the caller.
    ///
    /// # Errors
    /// [`ModesError::OutOfRange`] if an eigenvalue is beyond the range of numbers there.
    pub fn restored(self, mut modes: Modes) -> Result<Modes, ModesError> {
        let exponent = self.mass - self.stiffness;
        for (mode, value) in modes.eigenvalues.iter_mut().enumerate() {
            *value = shifted(*value, exponent);
            if !value.is_normal() {
                return Err(ModesError::OutOfRange { mode });
            }
        }
        modes.certificate = modes.certificate.in_units(|value| shifted(value, exponent));
        // xᵀMx = 1 there is 2^mass too much here; half a power is left where the exponent is odd.
        let root = if self.mass.rem_euclid(2) == 1 { std::f64::consts::SQRT_2 } else { 1.0 };
        for block in [&mut modes.vectors, &mut modes.rigid] {
            block.as_mut_slice().iter_mut().for_each(|x| *x = shifted(*x * root, self.mass.div_euclid(2)));
        }
        Ok(modes)
    }
}

fn multiplied(a: &Sparse, exponent: i32) -> Sparse {
    let mut a = a.clone();
    a.values_mut().iter_mut().for_each(|v| *v = shifted(*v, exponent));
    a
}

/// value · 2^exponent, in two steps, because one power alone may be out of range.
fn shifted(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    value * 2f64.powi(half) * 2f64.powi(exponent - half)
}
