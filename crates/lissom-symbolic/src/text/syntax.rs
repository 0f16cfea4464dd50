//! The tree of a parsed expression, with the place of every part in the text.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use crate::numbers::number::Number;
use crate::store::function::Function;
use crate::units::unit::Unit;

/// A part of an expression and its place in the text.
///
/// Sums, products and chains of `and`/`or` are lists, so the depth of the tree is bounded by the
/// nesting of the text (at most [`MAX_DEPTH`](crate::MAX_DEPTH)), not by its length.
#[derive(Clone, PartialEq, Debug)]
pub struct Syntax {
    /// What the part is.
    pub kind: SyntaxKind,
    /// The bytes it covers in the text.
    pub span: Range<usize>,
}

/// What a part of an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum SyntaxKind {
    /// A bare number, in SI units of the expected quantity.
    Number(Number),
    /// A number with a unit.
    Quantity(Number, Unit),
    /// The constant π.
    Pi,
    /// A name or a dotted path.
    Name(String),
    /// A call of a function that is known everywhere.
    Function(Function, Vec<Syntax>),
    /// A call of a caller-defined function, such as `position(beam.p1)`.
    Call(String, Vec<Syntax>),
    /// Terms, each with whether it is subtracted.
    Sum(Vec<(bool, Syntax)>),
    /// Factors, each with whether it divides.
    Product(Vec<(bool, Syntax)>),
    /// A value with the opposite sign.
    Negate(Box<Syntax>),
    /// Base and exponent.
    Power(Box<Syntax>, Box<Syntax>),
    /// A comparison.
    Compare(Relation, Box<Syntax>, Box<Syntax>),
    /// Conditions that must all hold.
    And(Vec<Syntax>),
    /// Conditions of which one must hold.
    Or(Vec<Syntax>),
    /// A condition that must not hold.
    Not(Box<Syntax>),
    /// `if(condition, then, else)`.
    If(Box<[Syntax; 3]>),
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

impl Relation {
    /// Every relation.
    pub const ALL: [Self; 6] =
        [Self::Less, Self::LessOrEqual, Self::Greater, Self::GreaterOrEqual, Self::Equal, Self::NotEqual];

    /// Whether it holds for two values in that order.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
        }
    }

    /// The sign it is written with.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

impl Syntax {
    /// Whether the part is true or false rather than a number.
    pub fn is_condition(&self) -> bool {
        matches!(
            self.kind,
            SyntaxKind::Compare(..) | SyntaxKind::And(_) | SyntaxKind::Or(_) | SyntaxKind::Not(_)
        )
    }

    /// The exact value, if the part is arithmetic of bare numbers.
    pub fn constant(&self) -> Option<Number> {
        match &self.kind {
            SyntaxKind::Number(value) => Some(*value),
            SyntaxKind::Negate(inner) => inner.constant().map(|value| -value),
            SyntaxKind::Power(base, exponent) => base.constant()?.checked_pow(exponent.constant()?),
            SyntaxKind::Sum(terms) => terms.iter().try_fold(Number::ZERO, |sum, (subtracted, term)| {
                let value = term.constant()?;
                sum.checked_add(if *subtracted { -value } else { value })
            }),
            SyntaxKind::Product(factors) => {
                factors.iter().try_fold(Number::ONE, |product, (divides, factor)| {
                    let value = factor.constant()?;
                    product.checked_mul(if *divides { value.checked_recip()? } else { value })
                })
            }
            _ => None,
        }
    }
}
