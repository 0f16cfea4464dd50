//! Expressions and units: parse, resolve, differentiate, evaluate, print.
//! Processing steps: [`parse`] makes a [`Syntax`] tree with places, [`dimension_of`] checks its
//! units, [`lower`] resolves its names into the hash-consed store [`Expressions`], and
//! [`Program`] evaluates it fast.
//!
//! The folders: `text` reads and writes, `units` holds units and dimensions, `numbers` the exact numbers,
//! `store` the expressions and what makes them, `transform` derives and substitutes, `evaluation` compiles
//! and runs.

mod evaluation;
mod numbers;
mod store;
mod text;
mod transform;
mod units;
pub use evaluation::compile::CompileError;
pub use evaluation::enclosure::Enclosure;
pub use evaluation::program::{EvaluateError, Program};
pub use numbers::number::Number;
pub use numbers::rational::Rational;
pub use store::expr::{Expr, Expressions, Name, Node};
pub use store::function::{FUNCTIONS, Function};
pub use store::jet::{Dependence, Jet, Jets, Unknown};
pub use store::tabulated::{Interpolation, Outside, Tabulated};
pub use store::word_hash::{WordHasher, WordMap, WordSet};
pub use text::lower::{AnyName, LowerError, Names, OnlyNames, lower};
pub use text::parser::{MAX_DEPTH, ParseError, RESERVED, parse};
pub use text::print::{Language, Written, WrittenAtoms, greek_letter};
pub use text::suggest::did_you_mean;
pub use text::syntax::{Relation, Syntax, SyntaxKind};
pub use transform::derivative::DerivativeError;
pub use transform::zero_test::{DefiniteIntegral, ZeroTest};
pub use units::dimension::Dimension;
pub use units::known::{DimensionError, Known, dimension_of};
pub use units::unit::{Unit, unit_of_symbol};
