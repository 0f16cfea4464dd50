//! Values of expressions at random points of a prime field.

use crate::numbers::number::Number;
use crate::numbers::prime_field::Residue;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::function::Function;
use crate::store::word_hash::{WordMap, map_with_room};

/// Expressions with the places of their parts in a list of values, so that evaluation needs no lookup.
pub(crate) struct Tape {
    steps: Vec<Step>,
    places: WordMap<Expr, usize>,
    /// Whether the part changes with the variable of the integrals.
    varies: Vec<bool>,
    /// Least common multiple of the denominators of all coefficients inside angles and exponents.
    unit: i64,
}

/// How the value of a part is computed from earlier parts.
enum Step {
    Constant(Residue),
    Symbol(u64),
    Sum(Residue, Vec<(Residue, usize)>),
    Product(Vec<(usize, Number)>),
    /// A known function: its arguments, and the first of them as a linear combination.
    Function(Function, Vec<usize>, Vec<(Number, Option<usize>)>),
    Choice([usize; 3]),
    /// A call of an arbitrary function of its parts; the flag says that identities of it are not known.
    Opaque(u64, Vec<usize>, bool),
}

impl Tape {
    /// The parts of some expressions; `None` if a number has no residue.
    pub fn new(store: &Expressions, roots: &[Expr], variable: Option<Expr>) -> Option<Self> {
        let parts = store.parts_of(roots);
        let mut tape = Self {
            steps: Vec::with_capacity(parts.len()),
            places: map_with_room(parts.len()),
            varies: Vec::with_capacity(parts.len()),
            unit: 1,
        };
        for part in parts {
            let step = tape.step(store, part)?;
            let mut varies = Some(part) == variable;
            store.node(part).parts(|inner| varies |= tape.varies[tape.places[&inner]]);
            tape.places.insert(part, tape.steps.len());
            tape.steps.push(step);
            tape.varies.push(varies);
        }
        Some(tape)
    }

    /// Position of the value of a part.
    pub fn place(&self, part: Expr) -> usize {
        self.places[&part]
    }

    /// The places of those parts of an expression that change with the variable.
    pub fn varying(&self, store: &Expressions, expr: Expr) -> Vec<usize> {
        let places = store.parts_of(&[expr]).into_iter().map(|part| self.place(part));
        places.filter(|place| self.varies[*place]).collect()
    }

    fn step(&mut self, store: &Expressions, part: Expr) -> Option<Step> {
        let place = |part: &Expr| self.places[part];
        Some(match store.node(part) {
            Node::Number(value) => Step::Constant(Residue::from_number(*value)?),
            Node::Pi | Node::Symbol(_) => Step::Symbol(part.index().into()),
            Node::Sum(constant, terms) => {
                let terms = terms.iter().map(|(c, term)| Some((Residue::from_number(*c)?, place(term))));
                Step::Sum(Residue::from_number(*constant)?, terms.collect::<Option<_>>()?)
            }
            Node::Product(factors) => {
                Step::Product(factors.iter().map(|(base, power)| (place(base), *power)).collect())
            }
            Node::Function(function, arguments) => {
                let terms = linear_terms(store, arguments[0]);
                let linear = terms.iter().map(|(c, term)| (*c, term.as_ref().map(place))).collect();
                let arguments = arguments.iter().map(place).collect();
                for (coefficient, _) in terms {
                    let below =
                        coefficient.exact().map_or(1, crate::numbers::rational::Rational::denominator);
                    self.unit = least_common_multiple(self.unit, below);
                }
                Step::Function(*function, arguments, linear)
            }
            Node::Choice(condition, then, otherwise) => {
                Step::Choice([place(condition), place(then), place(otherwise)])
            }
            other => {
                let mut inner = Vec::new();
                other.parts(|part| inner.push(place(&part)));
                Step::Opaque(opaque_kind(other), inner, !matches!(other, Node::Applied(..)))
            }
        })
    }
}

/// A random point of the prime field: the values of all parts of a tape.
pub(crate) struct Point<'t> {
    tape: &'t Tape,
    seed: u64,
    pub values: Vec<Residue>,
    /// Whether a function was met whose identities are not known.
    pub met_opaque: bool,
}

impl<'t> Point<'t> {
    /// The point of a seed; `None` if a root or a reciprocal does not exist there.
    pub fn new(tape: &'t Tape, seed: u64) -> Option<Self> {
        let mut point = Self { tape, seed, values: Vec::with_capacity(tape.steps.len()), met_opaque: false };
        for step in &tape.steps {
            let value = point.value(step)?;
            point.values.push(value);
        }
        Some(point)
    }

    /// Gives the variable another value; `varying` are the places that change with it.
    #[must_use]
    pub fn set_variable(&mut self, variable: usize, value: Residue, varying: &[usize]) -> Option<()> {
        self.values[variable] = value;
        for place in varying {
            if *place != variable {
                self.values[*place] = self.value(&self.tape.steps[*place])?;
            }
        }
        Some(())
    }

    fn value(&mut self, step: &Step) -> Option<Residue> {
        match step {
            Step::Constant(value) => Some(*value),
            Step::Symbol(word) => Some(self.random(1, &[*word])),
            Step::Sum(constant, terms) => {
                let values = &self.values;
                Some(terms.iter().fold(*constant, |sum, (c, term)| sum.plus(c.times(values[*term]))))
            }
            Step::Product(factors) => {
                let mut product = Residue::ONE;
                for (base, exponent) in factors {
                    product = product.times(self.power(self.values[*base], *exponent)?);
                }
                Some(product)
            }
            Step::Function(function, arguments, linear) => self.function(*function, arguments, linear),
            Step::Choice([condition, then, otherwise]) => {
                let chosen = if self.values[*condition] == Residue::ZERO { otherwise } else { then };
                Some(self.values[*chosen])
            }
            Step::Opaque(kind, inner, is_unknown) => {
                self.met_opaque |= is_unknown;
                let words: Vec<u64> = inner.iter().map(|place| self.values[*place].word()).collect();
                Some(self.random(2, &[&[*kind], &words[..]].concat()))
            }
        }
    }

    /// base^exponent for an integer or half-integer exponent; other powers are arbitrary functions.
    fn power(&mut self, base: Residue, exponent: Number) -> Option<Residue> {
        if let Some(integer) = exponent.integer() {
            return if integer == 1 { Some(base) } else { base.power(integer) };
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
        arguments: &[usize],
        linear: &[(Number, Option<usize>)],
    ) -> Option<Residue> {
        match function {
            Function::Sin => Some(self.angle(linear)?.sine),
            Function::Cos => Some(self.angle(linear)?.cosine),
            Function::Tan => {
                let circle = self.angle(linear)?;
                Some(circle.sine.times(circle.cosine.inverse()?))
            }
            Function::Exp => self.exponential(linear),
            Function::Sinh | Function::Cosh | Function::Tanh => {
                let half = Residue::from_integer(2).inverse()?;
                let growing = self.exponential(linear)?;
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
                words.extend(arguments.iter().map(|argument| self.values[*argument].word()));
                Some(self.random(4, &words))
            }
        }
    }

    /// The point of the unit circle that belongs to an angle: a homomorphism of the linear terms.
    fn angle(&mut self, linear: &[(Number, Option<usize>)]) -> Option<Circle> {
        let mut total = Circle::ORIGIN;
        for (coefficient, term) in linear {
            let Some(turns) = self.multiple(*coefficient) else {
                self.met_opaque = true;
                let word = coefficient.to_f64().to_bits();
                total = total.rotated(Circle::at(self.random(5, &[word, self.term_word(*term)]))?);
                continue;
            };
            let step = Circle::at(self.random(5, &[self.term_word(*term)]))?;
            total = total.rotated(step.multiple(turns));
        }
        Some(total)
    }

    fn exponential(&mut self, linear: &[(Number, Option<usize>)]) -> Option<Residue> {
        let mut total = Residue::ONE;
        for (coefficient, term) in linear {
            let factor = match self.multiple(*coefficient) {
                Some(times) => self.random(6, &[self.term_word(*term)]).power(times)?,
                None => {
                    self.met_opaque = true;
                    self.random(6, &[coefficient.to_f64().to_bits(), self.term_word(*term)])
                }
            };
            total = total.times(factor);
        }
        Some(total)
    }

    /// A coefficient as a multiple of the common unit.
    fn multiple(&self, coefficient: Number) -> Option<i64> {
        let exact = coefficient.exact()?;
        exact.numerator().checked_mul(self.tape.unit.checked_div(exact.denominator())?)
    }

    /// Terms of equal value are equal; the constant term is its own.
    fn term_word(&self, term: Option<usize>) -> u64 {
        term.map_or(u64::MAX, |term| self.values[term].word())
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

    fn rotated(self, by: Self) -> Self {
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
                total = total.rotated(step);
            }
            step = step.rotated(step);
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
        Node::Tabulated(table, order, _) => {
            let letters = table.name().bytes();
            let name = letters.fold(0, |word: u64, letter| mixed(word ^ u64::from(letter)));
            mixed(name.wrapping_add(u64::from(*order))) | 1 << 63
        }
        Node::Power(..) => 1,
        Node::Compare(relation, ..) => 2 + *relation as u64,
        Node::And(..) => 12,
        Node::Or(..) => 13,
        Node::Not(_) => 14,
        _ => 15,
    }
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
