//! One step of a [`Program`](crate::Program): an operation on registers.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::numbers::number::integer_power;
use crate::store::function::Function;
use crate::store::tabulated::Tabulated;
use crate::text::syntax::Relation;

/// An operation; `R` is how a register is referred to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Instruction<R> {
    Add(R, R),
    Subtract(R, R),
    Multiply(R, R),
    Divide(R, R),
    Negate(R),
    /// An integer power of at least 2.
    IntegerPower(R, u32),
    Power(R, R),
    One(Function, R),
    Two(Function, R, R),
    Compare(Relation, R, R),
    And(R, R),
    Or(R, R),
    Not(R),
    /// A derivative of a function given by points: its number, the order, the argument.
    Table(u32, u8, R),
    /// Condition, then, otherwise.
    Choose(R, R, R),
}

impl<R: Copy> Instruction<R> {
    /// The same operation with other register references.
    pub(crate) fn map<S>(self, to: impl Fn(R) -> S) -> Instruction<S> {
        match self {
            Self::Add(a, b) => Instruction::Add(to(a), to(b)),
            Self::Subtract(a, b) => Instruction::Subtract(to(a), to(b)),
            Self::Multiply(a, b) => Instruction::Multiply(to(a), to(b)),
            Self::Divide(a, b) => Instruction::Divide(to(a), to(b)),
            Self::Negate(a) => Instruction::Negate(to(a)),
            Self::IntegerPower(a, n) => Instruction::IntegerPower(to(a), n),
            Self::Power(a, b) => Instruction::Power(to(a), to(b)),
            Self::One(function, a) => Instruction::One(function, to(a)),
            Self::Two(function, a, b) => Instruction::Two(function, to(a), to(b)),
            Self::Compare(relation, a, b) => Instruction::Compare(relation, to(a), to(b)),
            Self::And(a, b) => Instruction::And(to(a), to(b)),
            Self::Or(a, b) => Instruction::Or(to(a), to(b)),
            Self::Not(a) => Instruction::Not(to(a)),
            Self::Table(table, order, a) => Instruction::Table(table, order, to(a)),
            Self::Choose(c, a, b) => Instruction::Choose(to(c), to(a), to(b)),
        }
    }

    /// The registers it reads.
    pub(crate) fn operands(self) -> impl Iterator<Item = R> {
        let (first, second, third) = match self {
            Self::Negate(a)
            | Self::IntegerPower(a, _)
            | Self::One(_, a)
            | Self::Not(a)
            | Self::Table(_, _, a) => (a, None, None),
            Self::Add(a, b)
            | Self::Subtract(a, b)
            | Self::Multiply(a, b)
            | Self::Divide(a, b)
            | Self::Power(a, b)
            | Self::Two(_, a, b)
            | Self::Compare(_, a, b)
            | Self::And(a, b)
            | Self::Or(a, b) => (a, Some(b), None),
            Self::Choose(c, a, b) => (c, Some(a), Some(b)),
        };
        std::iter::once(first).chain(second).chain(third)
    }

    /// The name of the operation.
    pub(crate) fn operation(self) -> &'static str {
        match self {
            Self::Add(..) => "sum",
            Self::Subtract(..) => "difference",
            Self::Multiply(..) => "product",
            Self::Divide(..) => "division",
            Self::Negate(_) => "change of sign",
            Self::IntegerPower(..) | Self::Power(..) => "power",
            Self::One(function, _) | Self::Two(function, ..) => function.name(),
            Self::Compare(..) => "comparison",
            Self::And(..) => "and",
            Self::Or(..) => "or",
            Self::Not(_) => "not",
            Self::Table(..) => "table",
            Self::Choose(..) => "if",
        }
    }

    /// The value of the operation, given the values of the registers.
    ///
    /// NaN is never hidden: a comparison with NaN is NaN, and so is a choice that depends on it.
    #[inline(always)]
    pub(crate) fn value(self, tables: &[Arc<Tabulated>], read: impl Fn(R) -> f64) -> f64 {
        match self {
            Self::Add(a, b) => read(a) + read(b),
            Self::Subtract(a, b) => read(a) - read(b),
            Self::Multiply(a, b) => read(a) * read(b),
            Self::Divide(a, b) => read(a) / read(b),
            Self::Negate(a) => -read(a),
            Self::IntegerPower(a, n) => integer_power(read(a), n.into()),
            Self::Power(a, b) => read(a).powf(read(b)),
            Self::One(function, a) => function.of_one(read(a)),
            Self::Two(function, a, b) => function.of_two(read(a), read(b)),
            Self::Compare(relation, a, b) => compare(relation, read(a), read(b)),
            Self::And(a, b) => and(read(a), read(b)),
            Self::Or(a, b) => not(and(not(read(a)), not(read(b)))),
            Self::Not(a) => not(read(a)),
            Self::Table(table, order, a) => tables[table as usize].value(order, read(a)),
            Self::Choose(c, a, b) => choose(read(c), read(a), read(b)),
        }
    }
}

fn compare(relation: Relation, a: f64, b: f64) -> f64 {
    a.partial_cmp(&b).map_or(f64::NAN, |order: Ordering| f64::from(u8::from(relation.holds(order))))
}

/// A false part decides, even with an undefined one: `x > 0 and log(x) > 1` is false at x = −1.
fn and(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        0.0
    } else if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        1.0
    }
}

fn not(a: f64) -> f64 {
    if a.is_nan() { a } else { f64::from(u8::from(a == 0.0)) }
}

fn choose(condition: f64, then: f64, otherwise: f64) -> f64 {
    if condition.is_nan() {
        f64::NAN
    } else if condition != 0.0 {
        then
    } else {
        otherwise
    }
}
