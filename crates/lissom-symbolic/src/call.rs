//! Calls of known functions, folded where the value is exact.

use crate::expr::{Expr, Expressions, Node};
use crate::function::Function;
use crate::number::Number;

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
            (_, [a]) => match self.exact_value(function, *a) {
                Some(value) => value,
                None => self.intern(Node::Function(function, Box::new([*a]))),
            },
            _ => match self.exact_value_of_two(function, arguments) {
                Some(value) => value,
                None => self.intern(Node::Function(function, arguments.into())),
            },
        }
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
