//! Calls of known functions, folded where the value is exact.

use crate::numbers::number::Number;
use crate::numbers::rational::Rational;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::function::Function;

/// Parity of a function.
enum Parity {
    Even,
    Odd,
    Neither,
}

impl Parity {
    fn of(function: Function) -> Self {
        match function {
            Function::Cos | Function::Cosh | Function::Abs => Self::Even,
            Function::Sin
            | Function::Tan
            | Function::Asin
            | Function::Atan
            | Function::Sinh
            | Function::Tanh
            | Function::Sign => Self::Odd,
            _ => Self::Neither,
        }
    }
}

/// tan(π r), where it is rational: only 0 and ±1 occur.
fn tangent_of_half_turns(r: Rational) -> Option<Rational> {
    let rest = r.checked_add(-r.floor())?;
    match (rest.numerator(), rest.denominator()) {
        (0, 1) => Some(Rational::ZERO),
        (1, 4) => Some(Rational::ONE),
        (3, 4) => Some(-Rational::ONE),
        _ => None,
    }
}

/// sin(π r), where it is rational: by Niven's theorem only 0, ±1/2 and ±1 occur.
fn sine_of_half_turns(r: Rational) -> Option<Rational> {
    let two = Rational::from(2);
    let turns = r.checked_mul(two.checked_recip()?)?.floor();
    let rest = r.checked_add(-turns.checked_mul(two)?)?;
    match (rest.numerator(), rest.denominator()) {
        (0 | 1, 1) => Some(Rational::ZERO),
        (1, 2) => Some(Rational::ONE),
        (3, 2) => Some(-Rational::ONE),
        (1 | 5, 6) => Rational::new(1, 2),
        (7 | 11, 6) => Rational::new(-1, 2),
        _ => None,
    }
}

impl Expressions {
    /// A known function of its arguments.
    ///
    /// Square roots and powers become powers; `min` and `max` of many become nested pairs. A call
    /// is replaced by its value only where that value is exact: `cos(0)`, `floor(7/2)`, `exp(0)`.
    ///
    /// # Panics
    /// If the function does not take that many arguments.
    pub fn call(&mut self, function: Function, arguments: &[Expr]) -> Expr {
        assert!(function.takes(arguments.len()), "{} takes {}", function.name(), function.arity_text());
        match (function, arguments) {
            (Function::Sqrt, [a]) => self.sqrt(*a),
            (Function::Pow, [base, exponent]) => self.pow(*base, *exponent),
            (Function::Min | Function::Max, [first, rest @ ..]) => {
                rest.iter().fold(*first, |extreme, next| self.extreme(function, extreme, *next))
            }
            (_, [a]) => self.call_of_one(function, *a),
            _ => match self.exact_value_of_two(function, arguments) {
                Some(value) => value,
                None => self.intern(Node::Function(function, arguments.into())),
            },
        }
    }

    fn call_of_one(&mut self, function: Function, argument: Expr) -> Expr {
        let coefficient = self.as_number(argument).unwrap_or_else(|| self.as_scaled(argument).0);
        let parity = if coefficient.is_negative() { Parity::of(function) } else { Parity::Neither };
        match parity {
            Parity::Neither => {
                let exact =
                    self.exact_value(function, argument).or_else(|| self.exact_sine(function, argument));
                exact.unwrap_or_else(|| self.intern(Node::Function(function, Box::new([argument]))))
            }
            Parity::Even => {
                let opposite = self.neg(argument);
                self.call_of_one(function, opposite)
            }
            Parity::Odd => {
                let opposite = self.neg(argument);
                let value = self.call_of_one(function, opposite);
                self.neg(value)
            }
        }
    }

    /// Sine, cosine and tangent of fractions of π that are rational: cos(90 deg) is 0, not 6e-17.
    fn exact_sine(&mut self, function: Function, argument: Expr) -> Option<Expr> {
        let (coefficient, unscaled) = self.as_scaled(argument);
        if *self.node(unscaled) != Node::Pi {
            return None;
        }
        let half_turns = coefficient.exact()?;
        let value = match function {
            Function::Sin => sine_of_half_turns(half_turns)?,
            Function::Cos => sine_of_half_turns(half_turns.checked_add(Rational::new(1, 2)?)?)?,
            Function::Tan => tangent_of_half_turns(half_turns)?,
            _ => return None,
        };
        Some(self.number(Number::from(value)))
    }

    /// The smaller or larger of two.
    fn extreme(&mut self, function: Function, a: Expr, b: Expr) -> Expr {
        if a == b {
            return a;
        }
        if let (Some(left), Some(right)) = (self.as_number(a), self.as_number(b)) {
            let takes_left = (left <= right) == (function == Function::Min);
            return if takes_left { a } else { b };
        }
        self.intern(Node::Function(function, Box::new([a.min(b), a.max(b)])))
    }

    fn exact_value(&mut self, function: Function, argument: Expr) -> Option<Expr> {
        let value = self.as_number(argument)?;
        let result = match function {
            Function::Abs if value.is_negative() => -value,
            Function::Abs => value,
            Function::Sign if value.is_zero() => Number::ZERO,
            Function::Sign if value.is_negative() => -Number::ONE,
            Function::Sign => Number::ONE,
            Function::Step => Number::from(i32::from(!value.is_negative())),
            Function::Floor => value.floor(),
            Function::Ceil => -(-value).floor(),
            Function::Sin
            | Function::Tan
            | Function::Asin
            | Function::Atan
            | Function::Sinh
            | Function::Tanh
                if value.is_zero() =>
            {
                Number::ZERO
            }
            Function::Cos | Function::Cosh | Function::Exp if value.is_zero() => Number::ONE,
            Function::Log | Function::Log10 | Function::Acos if value == Number::ONE => Number::ZERO,
            _ => return None,
        };
        Some(self.number(result))
    }

    fn exact_value_of_two(&mut self, function: Function, arguments: &[Expr]) -> Option<Expr> {
        let (a, b) = (self.as_number(arguments[0])?, self.as_number(arguments[1])?);
        if function != Function::Mod {
            return None;
        }
        // Rounded operands are left to the evaluation, so that it and the fold cannot disagree.
        let (a, b) = (Number::from(a.exact()?), Number::from(b.exact()?));
        let whole = a.checked_mul(b.checked_recip()?)?.floor();
        let remainder = a.checked_add(-whole.checked_mul(b)?)?;
        Some(self.number(remainder))
    }
}
