//! Is an expression zero for all values of its symbols? Answered by evaluation at random points of
//! a prime field, where there is no rounding.
//!
//! A polynomial of degree d that is not zero vanishes at a random point with probability d/p at
//! most, with p = 2⁶¹ − 1 \[Schwartz1980\]; several points make an error practically impossible. Sines and
//! cosines are points of the unit circle and exponentials are non-zero numbers, both multiplied where their
//! arguments are added, so that addition theorems hold; square roots are roots in the field. Every other
//! function is treated as arbitrary: a zero is then proved, a non-zero value is undecided.

use crate::numbers::prime_field::Residue;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::word_hash::{WordMap, map_with_room};
use crate::transform::random_point::{Point, Tape};

/// Number of independent random points.
const POINTS: u64 = 3;
/// How many points may be rejected because a root or a reciprocal does not exist there.
const RETRIES: u64 = 200;

/// The outcome of a zero test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZeroTest {
    /// Zero at every random point.
    Zero,
    /// A point was found where it is not zero.
    NotZero,
    /// Not decided: it contains functions whose identities are not known to the test, or no point was
    /// found where all its roots and reciprocals exist.
    Undecided,
}

impl ZeroTest {
    /// True for [`ZeroTest::Zero`].
    pub fn is_zero(self) -> bool {
        self == Self::Zero
    }
}

impl Expressions {
    /// Whether the sum of expressions with integer coefficients is zero for all values of its symbols.
    ///
    /// ```
    /// use lissom_symbolic::{AnyName, Expressions, lower, parse};
    /// let mut store = Expressions::new();
    /// let mut read = |text: &str| lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap();
    /// let (left, right) = (read("sin(a + b)^2 - 1"), read("-(cos(a)*cos(b) - sin(a)*sin(b))^2"));
    /// assert!(store.is_zero(&[(left, 1), (right, -1)]).is_zero());
    /// ```
    pub fn is_zero(&self, terms: &[(Expr, i64)]) -> ZeroTest {
        self.is_zero_with_integrals(terms, self.zero(), &[])
    }

    /// Whether a sum of expressions and of definite integrals over `variable` is zero. The integrands
    /// are polynomials in `variable`; they are integrated exactly, by interpolation in the prime field.
    pub fn is_zero_with_integrals(
        &self,
        terms: &[(Expr, i64)],
        variable: Expr,
        integrals: &[DefiniteIntegral],
    ) -> ZeroTest {
        let mut roots: Vec<Expr> = terms.iter().map(|(expr, _)| *expr).collect();
        roots.extend(integrals.iter().flat_map(|integral| [integral.integrand, integral.length]));
        let variable = (!integrals.is_empty()).then_some(variable);
        roots.extend(variable);
        let Some(tape) = Tape::new(self, &roots, variable) else { return ZeroTest::Undecided };
        let mut weighed = Vec::with_capacity(integrals.len());
        for integral in integrals {
            let Some(weights) = interpolation_weights(integral.degree) else { return ZeroTest::Undecided };
            let varying = tape.varying(self, integral.integrand);
            weighed.push(Weighed { integral: *integral, weights, varying });
        }
        let (mut decided, mut seed, mut opaque) = (0, 0, false);
        while decided < POINTS {
            seed += 1;
            if seed > POINTS + RETRIES {
                return ZeroTest::Undecided;
            }
            let Some(mut point) = Point::new(&tape, seed) else { continue };
            let Some(sum) = sum(&tape, &mut point, terms, variable, &weighed) else { continue };
            opaque |= point.met_opaque;
            decided += 1;
            if sum != Residue::ZERO {
                return if opaque { ZeroTest::Undecided } else { ZeroTest::NotZero };
            }
        }
        ZeroTest::Zero
    }

    /// The degree of an expression as a polynomial in a variable; `None` if it is not a polynomial.
    pub fn degree(&self, expr: Expr, variable: Expr) -> Option<u32> {
        let parts = self.parts_of(&[expr]);
        let mut degrees: WordMap<Expr, Option<u32>> = map_with_room(parts.len());
        for part in parts {
            let degree = match self.node(part) {
                _ if part == variable => Some(1),
                Node::Sum(_, terms) => {
                    terms.iter().try_fold(0, |most, (_, term)| Some(degrees[term]?.max(most)))
                }
                Node::Product(factors) => factors.iter().try_fold(0u32, |sum, (base, exponent)| {
                    let degree = degrees[base]?;
                    let power = if degree == 0 { 0 } else { u32::try_from(exponent.integer()?).ok()? };
                    sum.checked_add(degree.checked_mul(power)?)
                }),
                node => {
                    let mut is_constant = true;
                    node.parts(|inner| is_constant &= degrees[&inner] == Some(0));
                    is_constant.then_some(0)
                }
            };
            degrees.insert(part, degree);
        }
        degrees[&expr]
    }
}

/// The integral of a polynomial in some variable from 0 to a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefiniteIntegral {
    /// The integrand.
    pub integrand: Expr,
    /// The upper limit; it does not contain the variable.
    pub length: Expr,
    /// The degree of the integrand in the variable, or more.
    pub degree: u32,
}

/// An integral with the weights of its interpolation and the places in its integrand that change with the variable.
struct Weighed {
    integral: DefiniteIntegral,
    weights: Vec<(Residue, Residue)>,
    varying: Vec<usize>,
}

/// The value of a sum of expressions and integrals at a point.
fn sum(
    tape: &Tape,
    point: &mut Point<'_>,
    terms: &[(Expr, i64)],
    variable: Option<Expr>,
    integrals: &[Weighed],
) -> Option<Residue> {
    let mut sum = Residue::ZERO;
    for (expr, factor) in terms {
        sum = sum.plus(point.values[tape.place(*expr)].times(Residue::from_integer(*factor)));
    }
    let Some(variable) = variable.map(|variable| tape.place(variable)) else { return Some(sum) };
    for Weighed { integral: DefiniteIntegral { integrand, length, .. }, weights, varying } in integrals {
        let (integrand, length) = (tape.place(*integrand), point.values[tape.place(*length)]);
        for (node, weight) in weights {
            point.set_variable(variable, node.times(length), varying)?;
            sum = sum.plus(point.values[integrand].times(*weight).times(length));
        }
    }
    Some(sum)
}

/// Weights of the integral over [0, 1] of a polynomial given at `0/n, 1/n, …, n/n`.
fn interpolation_weights(n: u32) -> Option<Vec<(Residue, Residue)>> {
    if n == 0 {
        return Some(vec![(Residue::ZERO, Residue::ONE)]);
    }
    let step = Residue::from_integer(n.into()).inverse()?;
    let nodes: Vec<Residue> = (0..=n).map(|i| Residue::from_integer(i.into()).times(step)).collect();
    let inverses: Option<Vec<Residue>> =
        (1..=i64::from(n) + 1).map(|k| Residue::from_integer(k).inverse()).collect();
    let inverses = inverses?;
    let weight = |chosen: &Residue| {
        // Coefficients of the Lagrange polynomial of this node, lowest first, and its integral.
        let mut polynomial = vec![Residue::ONE];
        let mut scale = Residue::ONE;
        for node in nodes.iter().filter(|node| *node != chosen) {
            let mut raised = vec![Residue::ZERO; polynomial.len() + 1];
            for (power, coefficient) in polynomial.iter().enumerate() {
                raised[power] = raised[power].minus(coefficient.times(*node));
                raised[power + 1] = raised[power + 1].plus(*coefficient);
            }
            polynomial = raised;
            scale = scale.times(chosen.minus(*node));
        }
        let mut integral = Residue::ZERO;
        for (inverse, coefficient) in inverses.iter().zip(&polynomial) {
            integral = integral.plus(coefficient.times(*inverse));
        }
        Some((*chosen, integral.times(scale.inverse()?)))
    };
    nodes.iter().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyName, Function, lower, parse};

    fn outcome(text: &str) -> ZeroTest {
        let mut store = Expressions::new();
        let syntax = parse(text, &|_| true).unwrap();
        let expr = lower(&syntax, &mut store, &mut AnyName).unwrap();
        store.is_zero(&[(expr, 1)])
    }

    #[test]
    fn identities_are_found() {
        for text in [
            "(a + b)^3 - a^3 - 3*a^2*b - 3*a*b^2 - b^3",
            "(a^2 - b^2)/(a - b) - a - b",
            "sin(a)^2 + cos(a)^2 - 1",
            "sin(2*a) - 2*sin(a)*cos(a)",
            "cos(a/2)^2 - (1 + cos(a))/2",
            "cos(a - b/3) - cos(a)*cos(b/3) - sin(a)*sin(b/3)",
            "tan(a)*cos(a) - sin(a)",
            "exp(a + 2*b) - exp(a)*exp(b)^2",
            "cosh(a)^2 - sinh(a)^2 - 1",
            "(sqrt(a) + 1)^2 - a - 2*sqrt(a) - 1",
            "log(a*(b + 1)) - log(a + a*b)",
            "f(a*b + a) - f(a*(b + 1))",
        ] {
            assert_eq!(outcome(text), ZeroTest::Zero, "{text}");
        }
    }

    #[test]
    fn integrals_of_polynomials_are_exact() {
        let mut store = Expressions::new();
        let mut read =
            |text: &str| lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap();
        let (x, length, body) = (read("x"), read("l"), read("(a + b*x)*(x - l)^2"));
        let right = read("a*l^3/3 + b*l^4/12");
        let degree = store.degree(body, x).unwrap();
        assert_eq!(degree, 3);
        let integral = DefiniteIntegral { integrand: body, length, degree };
        assert!(store.is_zero_with_integrals(&[(right, -1)], x, &[integral]).is_zero());
        assert_eq!(store.is_zero_with_integrals(&[(right, 1)], x, &[integral]), ZeroTest::NotZero);
        let sine = store.call(Function::Sin, &[x]);
        assert_eq!(store.degree(sine, x), None);
    }

    #[test]
    fn what_is_not_zero_is_told_from_what_is_not_known() {
        for text in
            ["a - b", "sin(a) - cos(a)", "(a + b)^3 - a^3", "sqrt(a^2 + 1) - a", "1e-12*a", "f(a) - f(b)"]
        {
            assert_eq!(outcome(text), ZeroTest::NotZero, "{text}");
        }
        assert_eq!(outcome("log(a^2) - 2*log(a)"), ZeroTest::Undecided);
    }
}
