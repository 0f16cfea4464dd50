//! The two ways to compute the same equations: with numbers, and with symbols.

use crate::constant::Constant;
use lissom_linalg::Complex;
use lissom_symbolic::{Expr, Expressions, Number};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// A sum that is smaller than this share of its summands is rounding and counts as zero [-].
const CANCELLED: f64 = 16.0 * f64::EPSILON;

/// Coefficients of the elimination.
pub(crate) trait Algebra {
    type Value: Clone + Debug;
    fn number(&mut self, value: f64) -> Self::Value;
    fn add(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    fn mul(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    fn div(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    fn neg(&mut self, a: &Self::Value) -> Self::Value;
    /// How large the value is; zero for zero only.
    fn size(&self, a: &Self::Value) -> f64;
}

/// An algebra with the constants of a graph.
pub(crate) trait Constants: Algebra {
    fn constant(&mut self, constant: &Constant) -> Self::Value;
    /// An entry of an inverse that is too large to be written out; numbers are kept.
    fn intermediate(&mut self, name: &str, value: &Self::Value) -> Self::Value;
}

/// Plain numbers.
pub(crate) struct Numeric;

impl Algebra for Numeric {
    type Value = f64;
    fn number(&mut self, value: f64) -> f64 {
        value
    }
    fn add(&mut self, a: &f64, b: &f64) -> f64 {
        let sum = a + b;
        if sum.abs() <= CANCELLED * a.abs().max(b.abs()) { 0.0 } else { sum }
    }
    fn mul(&mut self, a: &f64, b: &f64) -> f64 {
        a * b
    }
    fn div(&mut self, a: &f64, b: &f64) -> f64 {
        a / b
    }
    fn neg(&mut self, a: &f64) -> f64 {
        -a
    }
    fn size(&self, a: &f64) -> f64 {
        a.abs()
    }
}

impl Constants for Numeric {
    fn constant(&mut self, constant: &Constant) -> f64 {
        constant.value()
    }
    fn intermediate(&mut self, _: &str, value: &f64) -> f64 {
        *value
    }
}

/// Complex numbers, for responses at one frequency.
pub(crate) struct ComplexNumbers;

impl Algebra for ComplexNumbers {
    type Value = Complex;
    fn number(&mut self, value: f64) -> Complex {
        Complex::from(value)
    }
    fn add(&mut self, a: &Complex, b: &Complex) -> Complex {
        *a + *b
    }
    fn mul(&mut self, a: &Complex, b: &Complex) -> Complex {
        *a * *b
    }
    fn div(&mut self, a: &Complex, b: &Complex) -> Complex {
        *a / *b
    }
    fn neg(&mut self, a: &Complex) -> Complex {
        -*a
    }
    fn size(&self, a: &Complex) -> f64 {
        a.abs()
    }
}

/// Expressions, each with its value at a *generic* point.
///
/// The canonical form does not expand products, so an expression may vanish without being the literal zero.
/// This is decided by its value at a point where every symbol has a pseudo-random value near its own: an
/// expression that vanishes there vanishes identically; one that vanishes only for the numbers of this model
/// is kept.
pub(crate) struct Symbolic {
    pub store: Expressions,
    /// Entries of inverses with their own symbols.
    pub intermediates: Vec<String>,
    /// What those symbols stand for.
    pub written: Vec<(Expr, Expr)>,
    /// The symbols of constants and their numbers.
    pub constants: BTreeMap<String, f64>,
}

/// An expression and its value at the generic point.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub expr: Expr,
    value: f64,
}

impl Symbolic {
    pub fn new() -> Self {
        Self {
            store: Expressions::new(),
            intermediates: Vec::new(),
            written: Vec::new(),
            constants: BTreeMap::new(),
        }
    }

    fn checked(&self, expr: Expr, value: f64, size: f64) -> Term {
        if value.abs() <= 64.0 * CANCELLED * size { self.zero() } else { Term { expr, value } }
    }

    fn zero(&self) -> Term {
        Term { expr: self.store.zero(), value: 0.0 }
    }
}

/// A factor between 0.75 and 1.25 that depends on the name alone.
fn generic_factor(name: &str) -> f64 {
    // FNV-1a: any hash will do, but it must be the same on every machine.
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    0.75 + 0.5 * ((hash >> 11) as f64 / (1u64 << 53) as f64)
}

impl Algebra for Symbolic {
    type Value = Term;
    fn number(&mut self, value: f64) -> Term {
        let number = Number::from_f64(value).expect("constants of a checked graph are finite");
        Term { expr: self.store.number(number), value }
    }
    fn add(&mut self, a: &Term, b: &Term) -> Term {
        let expr = self.store.add(a.expr, b.expr);
        self.checked(expr, a.value + b.value, a.value.abs().max(b.value.abs()))
    }
    fn mul(&mut self, a: &Term, b: &Term) -> Term {
        Term { expr: self.store.mul(a.expr, b.expr), value: a.value * b.value }
    }
    fn div(&mut self, a: &Term, b: &Term) -> Term {
        Term { expr: self.store.div(a.expr, b.expr), value: a.value / b.value }
    }
    fn neg(&mut self, a: &Term) -> Term {
        Term { expr: self.store.neg(a.expr), value: -a.value }
    }
    fn size(&self, a: &Term) -> f64 {
        if a.expr == self.store.zero() { 0.0 } else { a.value.abs() }
    }
}

impl Constants for Symbolic {
    fn constant(&mut self, constant: &Constant) -> Term {
        let Some(name) = constant.name() else { return self.number(constant.value()) };
        self.constants.insert(name.to_owned(), constant.symbol_value());
        let symbol = self.store.symbol(name);
        let factor = generic_factor(name);
        let plain = if constant.is_reciprocal() { self.store.powi(symbol, -1) } else { symbol };
        let scale = self.number(constant.scale()).expr;
        let expr = self.store.mul(scale, plain);
        let generic = if constant.is_reciprocal() { 1.0 / factor } else { factor };
        Term { expr, value: constant.value() * generic }
    }
    fn intermediate(&mut self, name: &str, value: &Term) -> Term {
        if !self.intermediates.iter().any(|known| known == name) {
            self.intermediates.push(name.to_owned());
            let symbol = self.store.symbol(name);
            self.written.push((symbol, value.expr));
        }
        Term { expr: self.store.symbol(name), value: value.value }
    }
}
