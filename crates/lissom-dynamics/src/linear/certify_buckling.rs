//! The checker of critical factors: from K and G as stated and the claimed pairs (λ, φ), it decides what is certified.
//!
//! 1. The pencil G φ = ν K φ with ν = −1/λ is one of vibration modes with K in the place of the mass: its checker bounds the
//!    error of each ν and proves by the signs of pivots that none is missing.
//! 2. K is positive definite: all of its pivots are positive beyond their rounding.
//! 3. K + σ G has as many negative eigenvalues as there are factors between 0 and σ (Sylvester's law), on both sides of a factor.
//! 4. Rounding of the entries of K and G, and of the stress behind G, moves a factor by λ φᵀ(δK/λ + δG)φ for φᵀKφ = 1 (first order).

use lissom_linalg::{Ldlt, Measured, Sparse, Threads, Verdict};

/// Largest backward error of an accepted count [-].
const TRUSTED: f64 = 1e-9;
/// Largest error of the solver that passes as certified, relative [-].
const SOLVER: f64 = 1e-6;
/// Largest share of rounding in a factor that passes as certified [-].
const ROUNDING: f64 = 1e-3;
/// Roundings in an entry: products of the element, of its transformation, and their sum.
const ROUNDINGS: f64 = 4.0;
/// A factor is enclosed by counts at this share of its value beside it, at least [-].
const ENCLOSURE: f64 = 1e-7;

/// A claimed critical factor.
pub(super) struct Claim<'a> {
    /// λ [-].
    pub factor: f64,
    /// φ with φᵀKφ = 1.
    pub shape: &'a [f64],
    /// Bound of the relative error of λ for the matrices as they are; infinite where there is none [-].
    pub solver: f64,
    /// What rounding of the stress may change in λ, relative [-].
    pub stress: f64,
    /// Claimed factors between zero and a number.
    pub below: &'a dyn Fn(f64) -> usize,
    /// Why the modes of the pencil may not be all; `None` where they were counted.
    pub doubt: Option<&'a str>,
}

/// A checked factor.
pub(super) struct Checked {
    pub between: [f64; 2],
    pub negative: [usize; 2],
    /// Solver and rounding together [-].
    pub bound: f64,
    pub verdict: Verdict,
}

/// The number of negative eigenvalues of a matrix, with what makes it trustworthy.
pub(super) struct Count {
    pub negative: usize,
    backward_error: f64,
    pivot_error: f64,
}

impl Count {
    /// The count of a matrix; `None` where it is singular.
    pub fn of(matrix: &Sparse) -> Option<Self> {
        let factor = Ldlt::factor(matrix, &Threads::one()).ok()?;
        Some(Self {
            negative: factor.inertia().negative,
            backward_error: factor.backward_error(),
            pivot_error: factor.pivot_error(),
        })
    }

    fn evidence(count: Option<&Self>, whose: &str) -> [Measured; 2] {
        let of = |value: fn(&Self) -> f64| count.map_or(f64::NAN, value);
        let backward = format!("the backward error of the factorisation {whose}");
        let pivot = format!("the share of rounding in the weakest pivot {whose}");
        [
            Measured::new(backward, of(|c| c.backward_error), TRUSTED),
            Measured::new(pivot, of(|c| c.pivot_error), 1.0),
        ]
    }
}

/// Checks one factor; `held` is the count of K itself.
pub(super) fn certify(k: &Sparse, g: &Sparse, held: Option<&Count>, claim: &Claim<'_>) -> Checked {
    let rounding = entries(k, claim.shape) + claim.factor * entries(g, claim.shape) + claim.stress;
    let bound = claim.solver + rounding;
    let width = ENCLOSURE.max(2.0 * bound).min(0.5);
    let between = [claim.factor * (1.0 - width), claim.factor * (1.0 + width)];
    let counts = between.map(|sigma| Count::of(&k.add_scaled(1.0, g, sigma)));
    let doubtful = f64::from(u8::from(claim.doubt.is_some()));
    let what = match claim.doubt {
        Some(why) => format!("doubt about the number of factors ({why})"),
        None => "doubt about the number of factors".to_owned(),
    };
    let mut evidence = vec![Measured::new(what, doubtful, 0.0)];
    let negative_at_rest = held.map_or(f64::NAN, |count| count.negative as f64);
    evidence.push(Measured::new("the number of directions without stiffness", negative_at_rest, 0.0));
    evidence.extend(Count::evidence(held, "of the unloaded frame"));
    for (sigma, count) in between.iter().zip(&counts) {
        evidence.extend(Count::evidence(count.as_ref(), "beside the factor"));
        let expected = (claim.below)(*sigma) as f64;
        let difference = count.as_ref().map_or(f64::NAN, |count| (count.negative as f64 - expected).abs());
        evidence.push(Measured::new("the difference of factors counted and found", difference, 0.0));
    }
    evidence.push(Measured::new("the bound of the relative error of the factor", claim.solver, SOLVER));
    evidence.push(Measured::new("the share of rounding in the factor", rounding, ROUNDING));
    let negative = counts.map(|count| count.map_or(0, |count| count.negative));
    Checked { between, negative, bound, verdict: Verdict::weigh(evidence, Some(bound)) }
}

/// What rounding of the entries of a matrix can change in φᵀAφ: ε |φ|ᵀ|A||φ| for each rounding.
fn entries(a: &Sparse, x: &[f64]) -> f64 {
    let column = |c: usize| {
        let (rows, values) = a.column(c);
        let inner: f64 = rows.iter().zip(values).map(|(row, v)| (v * x[*row as usize]).abs()).sum();
        inner * x[c].abs()
    };
    ROUNDINGS * f64::EPSILON * (0..a.cols()).map(column).sum::<f64>()
}
