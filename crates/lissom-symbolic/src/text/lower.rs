//! From a parsed text to an expression of the store: names are resolved, quantities become SI.

use std::ops::Range;

use crate::numbers::number::Number;
use crate::store::expr::{Expr, Expressions, Node};
use crate::store::function::Function;
use crate::text::suggest::did_you_mean;
use crate::text::syntax::{Syntax, SyntaxKind};
use crate::units::unit::{Unit, unit_of_symbol};
use thiserror::Error;

/// Resolves the names of a text.
pub trait Names {
    /// The expression that a bare name stands for; `None` if it is unknown.
    fn name(&mut self, name: &str, store: &mut Expressions) -> Option<Expr>;

    /// The expression that a call stands for; `None` if no such function is known. The arguments
    /// come unresolved, since they need not be values: in `position(beam.p1)` it is a place. A
    /// caller with value arguments lowers them itself by [`lower`].
    ///
    /// # Errors
    /// Why these arguments do not fit, as a plain sentence.
    fn call(
        &mut self,
        name: &str,
        arguments: &[Syntax],
        store: &mut Expressions,
    ) -> Option<Result<Expr, LowerError>> {
        let _ = (name, arguments, store);
        None
    }

    /// Names to choose from when one is misspelt.
    fn candidates(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Every name is a free symbol; every call an unknown function of its arguments.
#[derive(Clone, Copy, Default, Debug)]
pub struct AnyName;

impl Names for AnyName {
    fn name(&mut self, name: &str, store: &mut Expressions) -> Option<Expr> {
        Some(store.symbol(name))
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[Syntax],
        store: &mut Expressions,
    ) -> Option<Result<Expr, LowerError>> {
        let arguments: Result<Vec<Expr>, _> =
            arguments.iter().map(|argument| lower(argument, store, self)).collect();
        Some(arguments.map(|arguments| store.applied(name, &arguments)))
    }
}

/// Names from a list are free symbols; anything else is unknown.
#[derive(Clone, Copy, Debug)]
pub struct OnlyNames<'a>(pub &'a [&'a str]);

impl Names for OnlyNames<'_> {
    fn name(&mut self, name: &str, store: &mut Expressions) -> Option<Expr> {
        self.0.contains(&name).then(|| store.symbol(name))
    }

    fn candidates(&self) -> Vec<String> {
        self.0.iter().map(|name| (*name).to_owned()).collect()
    }
}

/// Why a parsed text has no meaning.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LowerError {
    /// An unknown name.
    #[error("the name `{name}` is not known")]
    UnknownName {
        /// Its place in the text.
        span: Range<usize>,
        /// The name.
        name: String,
        /// The known name that was probably meant.
        suggestion: Option<String>,
    },
    /// An unknown function.
    #[error("the function `{name}` is not known")]
    UnknownFunction {
        /// Its place in the text.
        span: Range<usize>,
        /// The name of the function.
        name: String,
        /// The known function that was probably meant.
        suggestion: Option<String>,
    },
    /// A call whose arguments do not fit.
    #[error("`{name}`: {reason}")]
    WrongArguments {
        /// The place of the call in the text.
        span: Range<usize>,
        /// The name of the function.
        name: String,
        /// Why they do not fit, as a plain sentence.
        reason: String,
    },
    /// A division by something that is exactly zero.
    #[error("this divides by zero")]
    DivisionByZero {
        /// The place of the quotient in the text.
        span: Range<usize>,
    },
}

impl LowerError {
    /// The bytes of the text at fault.
    pub fn span(&self) -> Range<usize> {
        match self {
            Self::UnknownName { span, .. }
            | Self::UnknownFunction { span, .. }
            | Self::WrongArguments { span, .. }
            | Self::DivisionByZero { span } => span.clone(),
        }
    }

    /// What to write instead, if known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::UnknownName { suggestion: None, name, .. } => unit_of_symbol(name)
                .map(|_| format!("{name} is a unit, which must follow a number directly: 5 {name}")),
            Self::UnknownName { suggestion, .. } | Self::UnknownFunction { suggestion, .. } => {
                suggestion.as_ref().map(|meant| format!("did you mean {meant}?"))
            }
            Self::WrongArguments { .. } | Self::DivisionByZero { .. } => None,
        }
    }
}

/// The expression that a parsed text stands for. Quantities are converted to SI.
///
/// ```
/// use lissom_symbolic::{AnyName, Expressions, lower, parse};
/// let mut store = Expressions::new();
/// let syntax = parse("2*x + 3*x", &|_| true)?;
/// let expr = lower(&syntax, &mut store, &mut AnyName)?;
/// let (x, five) = (store.symbol("x"), store.integer(5));
/// assert_eq!(expr, store.mul(five, x));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A name or function that `names` does not know, or a division by exactly zero.
pub fn lower(syntax: &Syntax, store: &mut Expressions, names: &mut dyn Names) -> Result<Expr, LowerError> {
    Lowering { store, names }.lower(syntax)
}

struct Lowering<'a> {
    store: &'a mut Expressions,
    names: &'a mut dyn Names,
}

type Lowered = Result<Expr, LowerError>;

impl Lowering<'_> {
    fn lower(&mut self, syntax: &Syntax) -> Lowered {
        match &syntax.kind {
            SyntaxKind::Number(value) => Ok(self.store.number(*value)),
            SyntaxKind::Quantity(value, unit) => Ok(self.quantity(*value, *unit)),
            SyntaxKind::Pi => Ok(self.store.pi()),
            SyntaxKind::Name(name) => self.name(name, syntax),
            SyntaxKind::Function(function, arguments) => {
                let arguments = self.all(arguments)?;
                let value = self.store.call(*function, &arguments);
                self.refuse_division_by_zero(value, syntax)
            }
            SyntaxKind::Call(name, arguments) => self.call(name, arguments, syntax),
            SyntaxKind::Sum(terms) => self.sum(terms),
            SyntaxKind::Product(factors) => self.product(factors, syntax),
            SyntaxKind::Negate(inner) => {
                let inner = self.lower(inner)?;
                Ok(self.store.neg(inner))
            }
            SyntaxKind::Power(base, exponent) => {
                let (base, exponent) = (self.lower(base)?, self.lower(exponent)?);
                let power = self.store.pow(base, exponent);
                self.refuse_division_by_zero(power, syntax)
            }
            _ => self.condition(syntax),
        }
    }

    fn condition(&mut self, syntax: &Syntax) -> Lowered {
        match &syntax.kind {
            SyntaxKind::Compare(relation, a, b) => {
                let (a, b) = (self.lower(a)?, self.lower(b)?);
                Ok(self.store.compare(*relation, a, b))
            }
            SyntaxKind::And(parts) => self.fold(parts, Expressions::and),
            SyntaxKind::Or(parts) => self.fold(parts, Expressions::or),
            SyntaxKind::Not(inner) => {
                let inner = self.lower(inner)?;
                Ok(self.store.not(inner))
            }
            SyntaxKind::If(parts) => {
                let condition = self.lower(&parts[0])?;
                let (then, otherwise) = (self.lower(&parts[1])?, self.lower(&parts[2])?);
                Ok(self.store.choice(condition, then, otherwise))
            }
            other => unreachable!("{other:?} is lowered as a number"),
        }
    }

    fn all(&mut self, parts: &[Syntax]) -> Result<Vec<Expr>, LowerError> {
        parts.iter().map(|part| self.lower(part)).collect()
    }

    fn fold(&mut self, parts: &[Syntax], join: fn(&mut Expressions, Expr, Expr) -> Expr) -> Lowered {
        let parts = self.all(parts)?;
        let joined = parts.into_iter().reduce(|a, b| join(self.store, a, b));
        Ok(joined.expect("the parser never makes an empty chain"))
    }

    fn sum(&mut self, terms: &[(bool, Syntax)]) -> Lowered {
        let mut lowered = Vec::with_capacity(terms.len());
        for (subtracted, term) in terms {
            let sign = if *subtracted { -Number::ONE } else { Number::ONE };
            lowered.push((sign, self.lower(term)?));
        }
        Ok(self.store.sum(&lowered))
    }

    fn product(&mut self, factors: &[(bool, Syntax)], syntax: &Syntax) -> Lowered {
        let mut lowered = Vec::with_capacity(factors.len());
        for (divides, factor) in factors {
            let exponent = if *divides { -Number::ONE } else { Number::ONE };
            let base = self.lower(factor)?;
            if *divides && base == self.store.zero() {
                return Err(LowerError::DivisionByZero { span: syntax.span.clone() });
            }
            lowered.push((base, exponent));
        }
        Ok(self.store.product(&lowered))
    }

    fn quantity(&mut self, value: Number, unit: Unit) -> Expr {
        let (value, factor) = (self.store.number(value), self.store.number(unit.factor));
        let pi = self.store.pi();
        let pi_power = Number::from(i32::from(unit.pi_power));
        self.store.product(&[(value, Number::ONE), (factor, Number::ONE), (pi, pi_power)])
    }

    fn name(&mut self, name: &str, syntax: &Syntax) -> Lowered {
        self.names.name(name, self.store).ok_or_else(|| {
            let candidates = self.names.candidates();
            let suggestion = did_you_mean(name, candidates.iter().map(String::as_str)).map(str::to_owned);
            LowerError::UnknownName { span: syntax.span.clone(), name: name.to_owned(), suggestion }
        })
    }

    fn call(&mut self, name: &str, arguments: &[Syntax], syntax: &Syntax) -> Lowered {
        self.names.call(name, arguments, self.store).unwrap_or_else(|| {
            let span = syntax.span.start..syntax.span.start + name.len();
            let suggestion = Function::suggestion(name).map(str::to_owned);
            Err(LowerError::UnknownFunction { span, name: name.to_owned(), suggestion })
        })
    }

    /// Powers of a literal zero with a negative exponent have no value.
    fn refuse_division_by_zero(&self, value: Expr, syntax: &Syntax) -> Lowered {
        match self.store.node(value) {
            Node::Product(factors) if factors.iter().any(|(base, _)| *base == self.store.zero()) => {
                Err(LowerError::DivisionByZero { span: syntax.span.clone() })
            }
            _ => Ok(value),
        }
    }
}
