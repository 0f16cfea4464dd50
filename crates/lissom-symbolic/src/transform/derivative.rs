//! Exact partial derivatives, each taken once.
//!
//! A choice is differentiated branch by branch, `abs`, `min` and `max` away from their kinks, and
//! `sign`, `step`, `floor`, `ceil` have the derivative 0: the result holds almost everywhere and
//! leaves out the impulses at jumps.

use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::function::Function;
use crate::text::syntax::Relation;
use thiserror::Error;

/// Why a derivative cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DerivativeError {
    /// An unknown function depends on the variable through its arguments.
    #[error("the derivative of the unknown function `{name}` is not known")]
    UnknownFunction {
        /// The name of the function.
        name: String,
        /// The place of the call in the store.
        expr: Expr,
    },
}

impl Expressions {
    /// The partial derivative of `expr` by `variable`, which is usually a symbol or a call of an
    /// unknown function; any expression may be used and is then treated as an atom.
    ///
    /// ```
    /// use lissom_symbolic::Expressions;
    /// let mut store = Expressions::new();
    /// let x = store.symbol("x");
    /// let cube = store.powi(x, 3);
    /// let (square, three) = (store.powi(x, 2), store.integer(3));
    /// assert_eq!(store.derivative(cube, x)?, store.mul(three, square));
    /// # Ok::<(), lissom_symbolic::DerivativeError>(())
    /// ```
    ///
    /// # Errors
    /// An unknown function whose arguments depend on the variable.
    pub fn derivative(&mut self, expr: Expr, variable: Expr) -> Result<Expr, DerivativeError> {
        let is_done = |part: Expr| part == variable || self.derivatives.contains_key(&(part, variable));
        // Parts precede the expressions that contain them, so no recursion is needed.
        for part in self.parts_down_to(&[expr], is_done) {
            if self.derivatives.contains_key(&(part, variable)) {
                continue;
            }
            let result = if part == variable { self.one() } else { self.by_parts(part, variable)? };
            self.derivatives.insert((part, variable), result);
        }
        Ok(self.known_derivative(expr, variable))
    }

    /// A derivative that has been taken before.
    fn known_derivative(&self, part: Expr, variable: Expr) -> Expr {
        *self.derivatives.get(&(part, variable)).expect(
            "parts are differentiated before the expressions \
            that contain them",
        )
    }

    /// The derivative of an expression from those of its parts.
    fn by_parts(&mut self, expr: Expr, variable: Expr) -> Result<Expr, DerivativeError> {
        let of = |store: &Self, part: Expr| store.known_derivative(part, variable);
        Ok(match self.node(expr).clone() {
            Node::Number(_)
            | Node::Pi
            | Node::Symbol(_)
            | Node::Compare(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_) => self.zero(),
            Node::Sum(_, terms) => {
                let terms: Vec<_> = terms.iter().map(|(c, term)| (*c, of(self, *term))).collect();
                self.sum(&terms)
            }
            Node::Product(factors) => self.product_derivative(&factors, variable),
            Node::Power(base, exponent) => {
                let (base_rate, exponent_rate) = (of(self, base), of(self, exponent));
                self.power_derivative((base, base_rate), (exponent, exponent_rate))
            }
            Node::Function(function, arguments) => {
                let rates: Vec<_> = arguments.iter().map(|part| of(self, *part)).collect();
                self.call_derivative(expr, function, &arguments, &rates)
            }
            Node::Applied(name, arguments) => {
                if arguments.iter().any(|part| of(self, *part) != self.zero()) {
                    let name = self.name_text(name).to_owned();
                    return Err(DerivativeError::UnknownFunction { name, expr });
                }
                self.zero()
            }
            Node::Tabulated(table, order, argument) => {
                let rate = of(self, argument);
                if rate == self.zero() {
                    return Ok(rate);
                }
                let slope = self.tabulated(&table, order + 1, argument);
                self.mul(slope, rate)
            }
            Node::Choice(condition, then, otherwise) => {
                let (then, otherwise) = (of(self, then), of(self, otherwise));
                self.choice(condition, then, otherwise)
            }
        })
    }

    /// Product rule: Σ eᵢ bᵢ^(eᵢ−1) bᵢ' Π bⱼ^eⱼ.
    fn product_derivative(&mut self, factors: &[(Expr, Number)], variable: Expr) -> Expr {
        let mut terms = Vec::new();
        for (base, exponent) in factors {
            let rate = self.known_derivative(*base, variable);
            if rate == self.zero() {
                continue;
            }
            // b^e · b^(−1): the canonical product makes b^(e−1) of it.
            let mut term = factors.to_vec();
            term.push((*base, -Number::ONE));
            term.push((rate, Number::ONE));
            terms.push((*exponent, self.product(&term)));
        }
        self.sum(&terms)
    }

    /// (b^p)' = p b^(p−1) b' + b^p log(b) p'.
    fn power_derivative(&mut self, base: (Expr, Expr), exponent: (Expr, Expr)) -> Expr {
        let ((base, base_rate), (exponent, exponent_rate)) = (base, exponent);
        let mut total = self.zero();
        if base_rate != self.zero() {
            let one = self.one();
            let lowered = self.sub(exponent, one);
            let power = self.pow(base, lowered);
            total = self.product_of(&[exponent, power, base_rate]);
        }
        if exponent_rate != self.zero() {
            let power = self.pow(base, exponent);
            let logarithm = self.call(Function::Log, &[base]);
            let term = self.product_of(&[power, logarithm, exponent_rate]);
            total = self.add(total, term);
        }
        total
    }

    /// Chain rule for a known function.
    fn call_derivative(
        &mut self,
        whole: Expr,
        function: Function,
        arguments: &[Expr],
        rates: &[Expr],
    ) -> Expr {
        let zero = self.zero();
        match (arguments, rates) {
            _ if rates.iter().all(|rate| *rate == zero) => zero,
            ([a], [rate]) => {
                let slope = self.slope(whole, function, *a);
                self.mul(slope, *rate)
            }
            ([a, b], [a_rate, b_rate]) => {
                self.call_of_two_derivative(whole, function, [*a, *b], [*a_rate, *b_rate])
            }
            _ => unreachable!("known functions in the store have one or two arguments"),
        }
    }

    /// f'(a), where `whole` is f(a).
    fn slope(&mut self, whole: Expr, function: Function, a: Expr) -> Expr {
        let one = self.one();
        match function {
            Function::Sin => self.call(Function::Cos, &[a]),
            Function::Cos => {
                let sine = self.call(Function::Sin, &[a]);
                self.neg(sine)
            }
            Function::Tan => {
                let square = self.powi(whole, 2);
                self.add(one, square)
            }
            Function::Asin => self.inverse_sine_slope(a),
            Function::Acos => {
                let slope = self.inverse_sine_slope(a);
                self.neg(slope)
            }
            Function::Atan => {
                let square = self.powi(a, 2);
                let sum = self.add(one, square);
                self.div(one, sum)
            }
            Function::Sinh => self.call(Function::Cosh, &[a]),
            Function::Cosh => self.call(Function::Sinh, &[a]),
            Function::Tanh => {
                let square = self.powi(whole, 2);
                self.sub(one, square)
            }
            Function::Exp => whole,
            Function::Log => self.div(one, a),
            Function::Log10 => {
                let ten = self.integer(10);
                let logarithm = self.call(Function::Log, &[ten]);
                let scaled = self.mul(a, logarithm);
                self.div(one, scaled)
            }
            Function::Abs => self.call(Function::Sign, &[a]),
            Function::Sign | Function::Step | Function::Floor | Function::Ceil => self.zero(),
            Function::Sqrt
            | Function::Pow
            | Function::Atan2
            | Function::Min
            | Function::Max
            | Function::Mod
            | Function::Hypot => {
                unreachable!("{} is not a function of one argument in the store", function.name())
            }
        }
    }

    /// 1/√(1 − a²)
    fn inverse_sine_slope(&mut self, a: Expr) -> Expr {
        let (one, square) = (self.one(), self.powi(a, 2));
        let difference = self.sub(one, square);
        let root = self.sqrt(difference);
        self.div(one, root)
    }

    fn call_of_two_derivative(
        &mut self,
        whole: Expr,
        function: Function,
        [a, b]: [Expr; 2],
        [a_rate, b_rate]: [Expr; 2],
    ) -> Expr {
        match function {
            Function::Min | Function::Max => {
                let relation =
                    if function == Function::Min { Relation::LessOrEqual } else { Relation::GreaterOrEqual };
                let takes_first = self.compare(relation, a, b);
                self.choice(takes_first, a_rate, b_rate)
            }
            // (b a' − a b')/(a² + b²)
            Function::Atan2 => {
                let (first, second) = (self.mul(b, a_rate), self.mul(a, b_rate));
                let above = self.sub(first, second);
                let (a_square, b_square) = (self.powi(a, 2), self.powi(b, 2));
                let below = self.add(a_square, b_square);
                self.div(above, below)
            }
            // (a a' + b b')/hypot(a, b)
            Function::Hypot => {
                let (first, second) = (self.mul(a, a_rate), self.mul(b, b_rate));
                let above = self.add(first, second);
                self.div(above, whole)
            }
            // a' − floor(a/b) b'
            Function::Mod => {
                let quotient = self.div(a, b);
                let turns = self.call(Function::Floor, &[quotient]);
                let shift = self.mul(turns, b_rate);
                self.sub(a_rate, shift)
            }
            _ => unreachable!("{} is not a function of two arguments in the store", function.name()),
        }
    }

    fn product_of(&mut self, factors: &[Expr]) -> Expr {
        let factors: Vec<_> = factors.iter().map(|factor| (*factor, Number::ONE)).collect();
        self.product(&factors)
    }
}
