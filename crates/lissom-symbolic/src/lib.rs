//! Expressions and units: parse, resolve, differentiate, evaluate, print.
//!
//! The way of a text: [`parse`] makes a [`Syntax`] tree with places, [`dimension_of`] checks its
//! units, [`lower`] resolves its names into the hash-consed store [`Expressions`], and
//! [`Program`] evaluates it fast.
//!
//! Each file holds one idea: `token`, `syntax`, `parser` read text; `dimension`, `unit`, `known`
//! hold the units; `rational`, `number` the exact numbers; `expr` is the store and `canonical`,
//! `condition`, `call` its constructors; `derivative` and `substitute` transform; `instruction`,
//! `compile`, `program` evaluate; `print` writes.

mod call;
mod canonical;
mod compile;
mod condition;
mod derivative;
mod dimension;
mod enclosure;
mod expand;
mod expr;
mod function;
mod import;
mod instruction;
mod jet;
mod known;
mod lower;
mod number;
mod parser;
mod prime_field;
mod print;
mod program;
mod random_point;
mod rational;
mod substitute;
mod suggest;
mod syntax;
mod token;
mod unit;
mod word_hash;
mod zero_test;

pub use compile::CompileError;
pub use derivative::DerivativeError;
pub use dimension::Dimension;
pub use enclosure::Enclosure;
pub use expr::{Expr, Expressions, Name, Node};
pub use function::{FUNCTIONS, Function};
pub use jet::{Dependence, Jet, Jets, Unknown};
pub use known::{DimensionError, Known, dimension_of};
pub use lower::{AnyName, LowerError, Names, OnlyNames, lower};
pub use number::Number;
pub use parser::{MAX_DEPTH, ParseError, RESERVED, parse};
pub use print::{Language, Written, WrittenAtoms, greek_letter};
pub use program::{EvaluateError, Program};
pub use rational::Rational;
pub use suggest::did_you_mean;
pub use syntax::{Relation, Syntax, SyntaxKind};
pub use unit::{Unit, parse_unit, suggest_unit, unit_of_symbol};
pub use word_hash::{WordHasher, WordMap, WordSet};
pub use zero_test::{DefiniteIntegral, ZeroTest};
