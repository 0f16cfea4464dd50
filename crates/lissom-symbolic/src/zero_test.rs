//! Is an expression zero for all values of its symbols? Answered by evaluation at random points of
//! a prime field, where there is no rounding.
//!
//! A polynomial of degree d that is not zero vanishes at a random point with probability d/p at
//! most, with p = 2⁶¹ − 1 \[Schwartz1980\]; several points make an error as good as
//! impossible. Sines and cosines are points of the unit circle and exponentials are non-zero numbers,
//! both multiplied where their arguments are added, so that addition theorems hold; square roots are
//! roots in the field. Every other function is looked at as an arbitrary one: what is zero then is
//! zero, and what is not remains undecided.

use std::collections::HashMap;

use crate::expr::{Expr, Expressions, Node};
use crate::function::Function;
use crate::number::Number;
use crate::prime_field::Residue;

/// Number of independent random points.
const POINTS: u64 = 3;
/// How many points may be given up because a root or a reciprocal does not exist there.
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
        let parts = self.parts_of(&roots);
        let mut integrals_weighed = Vec::with_capacity(integrals.len());
        for integral in integrals {
            let Some(weights) = interpolation_weights(integral.degree) else { return ZeroTest::Undecided };
            let inside = self.parts_of(&[integral.integrand]);
            integrals_weighed.push(Weighed { integral: *integral, weights, inside });
        }
        let (mut decided, mut seed, mut opaque) = (0, 0, false);
        while decided < POINTS {
            seed += 1;
            if seed > POINTS + RETRIES {
                return ZeroTest::Undecided;
            }
            let mut point = Point::new(self, &parts, seed);
            let Some(sum) = point.sum(terms, variable, &integrals_weighed) else { continue };
            opaque |= point.met_opaque;
            decided += 1;
            if sum != Residue::ZERO {
                return if opaque { ZeroTest::Undecided } else { ZeroTest::NotZero };
            }
        }
        ZeroTest::Zero
    }

    /// The degree of an expression as a polynomial in a variable; `None` if it is none.
    pub fn degree(&self, expr: Expr, variable: Expr) -> Option<u32> {
        let mut degrees: HashMap<Expr, Option<u32>> = HashMap::new();
        for part in self.parts_of(&[expr]) {
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

/// An integral with the weights of its interpolation and all parts of its integrand.
struct Weighed {
    integral: DefiniteIntegral,
    weights: Vec<(Residue, Residue)>,
    inside: Vec<Expr>,
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

/// A random point of the prime field: values of the symbols, angles and exponents met so far.
struct Point<'s> {
    store: &'s Expressions,
    seed: u64,
    /// Least common multiple of the denominators of all coefficients inside angles and exponents.
    unit: i64,
    met_opaque: bool,
    /// A variable whose value is given.
    given: Option<(Expr, Residue)>,
}

impl<'s> Point<'s> {
    fn new(store: &'s Expressions, parts: &[Expr], seed: u64) -> Self {
        let mut unit = 1;
        for part in parts {
            if let Node::Function(_, arguments) = store.node(*part) {
                for (coefficient, _) in linear_terms(store, arguments[0]) {
                    let below = coefficient.exact().map_or(1, crate::rational::Rational::denominator);
                    unit = least_common_multiple(unit, below);
                }
            }
        }
        Self { store, seed, unit, met_opaque: false, given: None }
    }

    /// The value of a sum of expressions and integrals.
    fn sum(&mut self, terms: &[(Expr, i64)], variable: Expr, integrals: &[Weighed]) -> Option<Residue> {
        let roots: Vec<Expr> = terms.iter().map(|(expr, _)| *expr).collect();
        let values = self.evaluate(&self.store.parts_of(&roots))?;
        let mut sum = terms.iter().fold(Residue::ZERO, |sum, (expr, factor)| {
            sum.plus(values[expr].times(Residue::from_integer(*factor)))
        });
        for Weighed { integral: DefiniteIntegral { integrand, length, .. }, weights, inside } in integrals {
            let length = self.evaluate(&self.store.parts_of(&[*length]))?[length];
            for (node, weight) in weights {
                self.given = Some((variable, node.times(length)));
                sum = sum.plus(self.evaluate(inside)?[integrand].times(*weight).times(length));
            }
            self.given = None;
        }
        Some(sum)
    }

    fn evaluate(&mut self, parts: &[Expr]) -> Option<HashMap<Expr, Residue>> {
        let mut values = HashMap::with_capacity(parts.len());
        for part in parts {
            let value = self.value(*part, &values)?;
            values.insert(*part, value);
        }
        Some(values)
    }

    fn value(&mut self, expr: Expr, values: &HashMap<Expr, Residue>) -> Option<Residue> {
        if let Some((_, value)) = self.given.filter(|(variable, _)| *variable == expr) {
            return Some(value);
        }
        match self.store.node(expr) {
            Node::Number(value) => Residue::from_number(*value),
            Node::Pi | Node::Symbol(_) => Some(self.random(1, &[expr_word(expr)])),
            Node::Sum(constant, terms) => {
                let mut sum = Residue::from_number(*constant)?;
                for (coefficient, term) in terms {
                    sum = sum.plus(Residue::from_number(*coefficient)?.times(values[term]));
                }
                Some(sum)
            }
            Node::Product(factors) => {
                let mut product = Residue::ONE;
                for (base, exponent) in factors {
                    product = product.times(self.power(values[base], *exponent)?);
                }
                Some(product)
            }
            Node::Function(function, arguments) => self.function(*function, arguments, values),
            Node::Choice(condition, then, otherwise) => {
                Some(if values[condition] == Residue::ZERO { values[otherwise] } else { values[then] })
            }
            other => {
                let mut words = vec![opaque_kind(other)];
                other.parts(|part| words.push(values[&part].word()));
                self.met_opaque |= !matches!(other, Node::Applied(..));
                Some(self.random(2, &words))
            }
        }
    }

    /// base^exponent for an integer or half-integer exponent; other powers are arbitrary functions.
    fn power(&mut self, base: Residue, exponent: Number) -> Option<Residue> {
        if let Some(integer) = exponent.integer() {
            return base.power(integer);
        }
        if let Some(half) = exponent.exact().filter(|fraction| fraction.denominator() == 2) {
            return base.root()?.power(half.numerator());
        }
        self.met_opaque = true;
        Some(self.random(3, &[base.word(), exponent.to_f64().to_bits()]))
    }

    fn function(
        &mut self,
        function: Function,
        arguments: &[Expr],
        values: &HashMap<Expr, Residue>,
    ) -> Option<Residue> {
        let half = Residue::from_integer(2).inverse()?;
        match function {
            Function::Sin => Some(self.angle(arguments[0], values)?.sine),
            Function::Cos => Some(self.angle(arguments[0], values)?.cosine),
            Function::Tan => {
                let circle = self.angle(arguments[0], values)?;
                Some(circle.sine.times(circle.cosine.inverse()?))
            }
            Function::Exp => self.exponential(arguments[0], values),
            Function::Sinh | Function::Cosh | Function::Tanh => {
                let growing = self.exponential(arguments[0], values)?;
                let falling = growing.inverse()?;
                let (sum, difference) = (growing.plus(falling), growing.minus(falling));
                match function {
                    Function::Sinh => Some(difference.times(half)),
                    Function::Cosh => Some(sum.times(half)),
                    _ => Some(difference.times(sum.inverse()?)),
                }
            }
            _ => {
                self.met_opaque = true;
                let mut words = vec![function as u64];
                words.extend(arguments.iter().map(|argument| values[argument].word()));
                Some(self.random(4, &words))
            }
        }
    }

    /// The point of the unit circle that belongs to an angle: a homomorphism of the linear terms.
    fn angle(&mut self, argument: Expr, values: &HashMap<Expr, Residue>) -> Option<Circle> {
        let mut total = Circle::ORIGIN;
        for (coefficient, term) in linear_terms(self.store, argument) {
            let Some(turns) = self.multiple(coefficient) else {
                self.met_opaque = true;
                let word = coefficient.to_f64().to_bits();
                total = total.turned(Circle::at(self.random(5, &[word, self.term_word(term, values)]))?);
                continue;
            };
            let step = Circle::at(self.random(5, &[self.term_word(term, values)]))?;
            total = total.turned(step.multiple(turns));
        }
        Some(total)
    }

    fn exponential(&mut self, argument: Expr, values: &HashMap<Expr, Residue>) -> Option<Residue> {
        let mut total = Residue::ONE;
        for (coefficient, term) in linear_terms(self.store, argument) {
            let factor = match self.multiple(coefficient) {
                Some(times) => self.random(6, &[self.term_word(term, values)]).power(times)?,
                None => {
                    self.met_opaque = true;
                    self.random(6, &[coefficient.to_f64().to_bits(), self.term_word(term, values)])
                }
            };
            total = total.times(factor);
        }
        Some(total)
    }

    /// A coefficient as a multiple of the common unit.
    fn multiple(&self, coefficient: Number) -> Option<i64> {
        let exact = coefficient.exact()?;
        exact.numerator().checked_mul(self.unit.checked_div(exact.denominator())?)
    }

    /// Terms of equal value are equal; the constant term is its own.
    fn term_word(&self, term: Option<Expr>, values: &HashMap<Expr, Residue>) -> u64 {
        term.map_or(u64::MAX, |term| values[&term].word())
    }

    /// A pseudo-random residue that depends on the seed and on the words only.
    fn random(&self, kind: u64, words: &[u64]) -> Residue {
        let mut state = mixed(self.seed ^ kind.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for word in words {
            state = mixed(state ^ word.wrapping_mul(0xd6e8_feb8_6659_fd93));
        }
        Residue::from_word(state)
    }
}

/// A point of the unit circle over the prime field.
#[derive(Clone, Copy)]
struct Circle {
    cosine: Residue,
    sine: Residue,
}

impl Circle {
    const ORIGIN: Self = Self { cosine: Residue::ONE, sine: Residue::ZERO };

    /// Rational parametrisation by the tangent of half the angle.
    fn at(tangent: Residue) -> Option<Self> {
        let square = tangent.times(tangent);
        let below = Residue::ONE.plus(square).inverse()?;
        let cosine = Residue::ONE.minus(square).times(below);
        Some(Self { cosine, sine: tangent.plus(tangent).times(below) })
    }

    fn turned(self, by: Self) -> Self {
        Self {
            cosine: self.cosine.times(by.cosine).minus(self.sine.times(by.sine)),
            sine: self.sine.times(by.cosine).plus(self.cosine.times(by.sine)),
        }
    }

    fn multiple(self, times: i64) -> Self {
        let mut step = if times < 0 { Self { sine: Residue::ZERO.minus(self.sine), ..self } } else { self };
        let mut remaining = times.unsigned_abs();
        let mut total = Self::ORIGIN;
        while remaining > 0 {
            if remaining & 1 == 1 {
                total = total.turned(step);
            }
            step = step.turned(step);
            remaining >>= 1;
        }
        total
    }
}

/// A sum as its terms with coefficients; the term of the constant is `None`.
fn linear_terms(store: &Expressions, expr: Expr) -> Vec<(Number, Option<Expr>)> {
    match store.node(expr) {
        Node::Number(value) => vec![(*value, None)],
        Node::Sum(constant, terms) => {
            let constant = (!constant.is_zero()).then_some((*constant, None));
            terms.iter().map(|(c, term)| (*c, Some(*term))).chain(constant).collect()
        }
        _ => vec![(Number::ONE, Some(expr))],
    }
}

fn opaque_kind(node: &Node) -> u64 {
    match node {
        Node::Applied(name, _) => 16 + u64::from(name.index()),
        Node::Power(..) => 1,
        Node::Compare(relation, ..) => 2 + *relation as u64,
        Node::And(..) => 12,
        Node::Or(..) => 13,
        Node::Not(_) => 14,
        _ => 15,
    }
}

fn expr_word(expr: Expr) -> u64 {
    u64::from(expr.index())
}

fn least_common_multiple(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).unwrap_or(a)
}

/// The finaliser of a 64-bit hash \[Steele2014\].
const fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyName, lower, parse};

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
