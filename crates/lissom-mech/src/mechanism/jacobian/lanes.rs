//! Arithmetic on several right-hand sides at once, in the widest available registers.
//!
//! The width is detected at run time: `pulp` compiles each kernel for several instruction sets and takes the
//! best one. Multiply-adds are fused where supported, so that last digits may differ between machines.

use pulp::Simd;

/// Columns of a panel.
pub(in crate::mechanism) const LANES: usize = 8;

/// One row of a panel.
pub(in crate::mechanism) type Lanes = [f64; LANES];

/// One row of a panel in registers; wide ones need only the first few.
#[derive(Clone, Copy)]
pub(in crate::mechanism) struct Row<S: Simd>([S::f64s; LANES]);

impl<S: Simd> Row<S> {
    const REGISTERS: usize = LANES / S::F64_LANES;

    #[inline(always)]
    pub fn zero(simd: S) -> Self {
        Self([simd.splat_f64s(0.0); LANES])
    }

    #[inline(always)]
    pub fn load(simd: S, lanes: &Lanes) -> Self {
        let mut row = Self::zero(simd);
        let (registers, _) = S::as_simd_f64s(lanes);
        row.0[..Self::REGISTERS].copy_from_slice(&registers[..Self::REGISTERS]);
        row
    }

    #[inline(always)]
    pub fn store(self, lanes: &mut Lanes) {
        let (registers, _) = S::as_mut_simd_f64s(lanes);
        registers[..Self::REGISTERS].copy_from_slice(&self.0[..Self::REGISTERS]);
    }

    /// self + factor · other.
    #[inline(always)]
    pub fn plus(mut self, simd: S, factor: f64, other: &Self) -> Self {
        let factor = simd.splat_f64s(factor);
        for k in 0..Self::REGISTERS {
            self.0[k] = simd.mul_add_f64s(factor, other.0[k], self.0[k]);
        }
        self
    }

    /// factor · self.
    #[inline(always)]
    pub fn times(mut self, simd: S, factor: f64) -> Self {
        let factor = simd.splat_f64s(factor);
        for k in 0..Self::REGISTERS {
            self.0[k] = simd.mul_f64s(factor, self.0[k]);
        }
        self
    }
}

/// Adds factor · source to one row in memory.
#[inline(always)]
pub(in crate::mechanism) fn add<S: Simd>(simd: S, target: &mut Lanes, factor: f64, source: &Lanes) {
    Row::load(simd, target).plus(simd, factor, &Row::load(simd, source)).store(target);
}
