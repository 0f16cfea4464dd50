//! Parsing and printing: tokens, syntax trees with source locations, name resolution, and printers for
//! several languages.
//!
//! - `lower`: from a parsed text to an expression of the store: names are resolved, quantities become SI.
//! - `parser`: from text to [`Syntax`]: recursive descent, one function per level of the grammar.
//! - `print`: expressions as text: the common part of all printers.
//! - `suggest`: "Did you mean …?": the nearest of the names that would have been right.
//! - `syntax`: the tree of a parsed expression, with the place of every part in the text.
//! - `token`: words and signs of the expression language.

pub(crate) mod lower;
pub(crate) mod parser;
pub(crate) mod print;
pub(crate) mod suggest;
pub(crate) mod syntax;
pub(crate) mod token;
