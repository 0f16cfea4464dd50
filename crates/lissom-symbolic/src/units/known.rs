//! The dimension check: do the units of an expression fit together?

use std::fmt;
use std::ops::Range;

use crate::numbers::number::Number;
use crate::numbers::rational::Rational;
use crate::store::function::Function;
use crate::text::syntax::{Syntax, SyntaxKind};
use crate::units::dimension::Dimension;
use thiserror::Error;

/// Knowledge of a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nothing: a bare number is in SI units of the expected quantity.
    Any,
    /// The dimension.
    Dimension(Dimension),
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("a bare number"),
            Self::Dimension(dimension) => dimension.fmt(f),
        }
    }
}

/// Why the units of an expression do not fit together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DimensionError {
    /// Two values with different dimensions.
    #[error("{joined_by} joins {first} and {second}")]
    Unlike {
        /// The place of the second value.
        span: Range<usize>,
        /// The operation, such as "a sum".
        joined_by: &'static str,
        /// Dimension of the first.
        first: Dimension,
        /// Dimension of the second.
        second: Dimension,
    },
    /// A value that must be a pure number is not.
    #[error("{demanded_by} needs a pure number, but this is {found}")]
    NotPure {
        /// Its place.
        span: Range<usize>,
        /// The function that requires a pure number, such as "sin".
        demanded_by: &'static str,
        /// Dimension of the value.
        found: Dimension,
    },
    /// A value with a dimension is raised to a power that is not a constant fraction.
    #[error("{base} can only be raised to a constant power")]
    VariablePower {
        /// The place of the exponent.
        span: Range<usize>,
        /// Dimension of the base.
        base: Dimension,
    },
    /// An exponent of a base unit is out of range.
    #[error("the unit of this is out of range")]
    TooLarge {
        /// The place of the product or power.
        span: Range<usize>,
    },
}

impl DimensionError {
    /// The bytes of the text at fault.
    pub fn span(&self) -> Range<usize> {
        match self {
            Self::Unlike { span, .. }
            | Self::NotPure { span, .. }
            | Self::VariablePower { span, .. }
            | Self::TooLarge { span } => span.clone(),
        }
    }
}

/// The dimension of an expression. `names` gives the dimension of a name or of the value of a call, or
/// [`Known::Any`] if it has none.
///
/// ```
/// use lissom_symbolic::{Dimension, Known, dimension_of, parse};
/// let length = |name: &str| if name == "L" { Known::Dimension(Dimension::LENGTH) } else { Known::Any };
/// let sum = parse("L + 5 mm", &|name| name == "L")?;
/// assert_eq!(dimension_of(&sum, &length)?, Known::Dimension(Dimension::LENGTH));
/// let wrong = parse("L + 3 kg", &|name| name == "L")?;
/// let error = dimension_of(&wrong, &length).unwrap_err();
/// assert_eq!(error.to_string(), "a sum joins a length [m] and a mass [kg]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first place where the units do not fit together.
pub fn dimension_of(syntax: &Syntax, names: &dyn Fn(&str) -> Known) -> Result<Known, DimensionError> {
    let check = |part: &Syntax| dimension_of(part, names);
    match &syntax.kind {
        SyntaxKind::Number(_) => Ok(Known::Any),
        SyntaxKind::Quantity(_, unit) => Ok(Known::Dimension(unit.dimension)),
        SyntaxKind::Pi => Ok(Known::Dimension(Dimension::NONE)),
        SyntaxKind::Name(name) | SyntaxKind::Call(name, _) => Ok(names(name)),
        SyntaxKind::Negate(inner) => check(inner),
        SyntaxKind::Sum(terms) => common_dimension(terms.iter().map(|(_, term)| term), "a sum", names),
        SyntaxKind::Product(factors) => product(factors, syntax, names),
        SyntaxKind::Power(base, exponent) => power(base, exponent, names),
        SyntaxKind::Function(function, arguments) => call(*function, arguments, names),
        SyntaxKind::Compare(_, a, b) => {
            common_dimension([a.as_ref(), b.as_ref()], "a comparison", names)?;
            Ok(Known::Dimension(Dimension::NONE))
        }
        SyntaxKind::And(parts) | SyntaxKind::Or(parts) => {
            parts.iter().try_for_each(|part| check(part).map(drop))?;
            Ok(Known::Dimension(Dimension::NONE))
        }
        SyntaxKind::Not(inner) => check(inner),
        SyntaxKind::If(parts) => {
            check(&parts[0])?;
            common_dimension(&parts[1..], "if", names)
        }
    }
}

type Checked = Result<Known, DimensionError>;

/// The common dimension of parts; bare numbers fit any dimension.
fn common_dimension<'a>(
    parts: impl IntoIterator<Item = &'a Syntax>,
    joined_by: &'static str,
    names: &dyn Fn(&str) -> Known,
) -> Checked {
    let mut common = Known::Any;
    for part in parts {
        match (common, dimension_of(part, names)?) {
            (Known::Any, found) => common = found,
            (Known::Dimension(first), Known::Dimension(second)) if first != second => {
                return Err(DimensionError::Unlike { span: part.span.clone(), joined_by, first, second });
            }
            _ => {}
        }
    }
    Ok(common)
}

fn product(factors: &[(bool, Syntax)], syntax: &Syntax, names: &dyn Fn(&str) -> Known) -> Checked {
    let too_large = || DimensionError::TooLarge { span: syntax.span.clone() };
    let mut total = Some(Dimension::NONE);
    for (divides, factor) in factors {
        // Every factor is checked, even when the dimension of the product is already unknown.
        let found = dimension_of(factor, names)?;
        total = match (total, found) {
            (Some(before), Known::Dimension(dimension)) => {
                let sign = Rational::small(if *divides { -1 } else { 1 });
                let signed = dimension.power(sign).ok_or_else(too_large)?;
                Some(before.times(signed).ok_or_else(too_large)?)
            }
            _ => None,
        };
    }
    Ok(total.map_or(Known::Any, Known::Dimension))
}

fn power(base: &Syntax, exponent: &Syntax, names: &dyn Fn(&str) -> Known) -> Checked {
    pure(exponent, "an exponent", names)?;
    let Known::Dimension(dimension) = dimension_of(base, names)? else { return Ok(Known::Any) };
    if dimension.is_none() {
        return Ok(Known::Dimension(dimension));
    }
    let Some(constant) = exponent.constant().and_then(Number::exact) else {
        return Err(DimensionError::VariablePower { span: exponent.span.clone(), base: dimension });
    };
    let span = base.span.start..exponent.span.end;
    let raised = dimension.power(constant).ok_or(DimensionError::TooLarge { span })?;
    Ok(Known::Dimension(raised))
}

fn pure(
    part: &Syntax,
    demanded_by: &'static str,
    names: &dyn Fn(&str) -> Known,
) -> Result<(), DimensionError> {
    match dimension_of(part, names)? {
        Known::Dimension(found) if !found.is_none() => {
            Err(DimensionError::NotPure { span: part.span.clone(), demanded_by, found })
        }
        _ => Ok(()),
    }
}

fn call(function: Function, arguments: &[Syntax], names: &dyn Fn(&str) -> Known) -> Checked {
    let pure_result = Ok(Known::Dimension(Dimension::NONE));
    match function {
        Function::Abs | Function::Floor | Function::Ceil => dimension_of(&arguments[0], names),
        Function::Min | Function::Max | Function::Mod | Function::Hypot => {
            common_dimension(arguments, function.name(), names)
        }
        Function::Atan2 => common_dimension(arguments, function.name(), names).and(pure_result),
        Function::Sign | Function::Step => dimension_of(&arguments[0], names).and(pure_result),
        Function::Pow => power(&arguments[0], &arguments[1], names),
        Function::Sqrt => square_root(&arguments[0], names),
        _ => pure(&arguments[0], function.name(), names).and(pure_result),
    }
}

fn square_root(argument: &Syntax, names: &dyn Fn(&str) -> Known) -> Checked {
    let Known::Dimension(dimension) = dimension_of(argument, names)? else { return Ok(Known::Any) };
    let half = Rational::new(1, 2).expect("one half is a fraction");
    let root = dimension.power(half).ok_or(DimensionError::TooLarge { span: argument.span.clone() })?;
    Ok(Known::Dimension(root))
}
