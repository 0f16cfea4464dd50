//! The store of expressions, in which each distinct expression exists once, and everything that makes one: canonical sums,
//! products and powers, calls, choices, unknown functions with their derivatives.
//!
//! - `call`: calls of known functions, folded where the value is exact.
//! - `canonical`: canonical sums, products and powers.
//! - `condition`: comparisons, their combinations, and the choice between two values.
//! - `expr`: the store of expressions: each distinct expression exists once and has a number.
//! - `function`: the functions a model file may call.
//! - `import`: copies of expressions from another store.
//! - `jet`: jets: unknown functions of time and of one spatial coordinate, whose derivatives are atoms.
//! - `tabulated`: functions given by points.
//! - `word_hash`: hash maps for small trusted keys.

pub(crate) mod call;
pub(crate) mod canonical;
pub(crate) mod condition;
pub(crate) mod expr;
pub(crate) mod function;
pub(crate) mod import;
pub(crate) mod jet;
pub(crate) mod tabulated;
pub(crate) mod word_hash;
