//! What may be written in a model file: one description of every section and key, from which the reader, the JSON schema
//! and the reference table are made.
//!
//! - `choices`: methods of reduction, integrators and file formats that a file chooses by a word.
//! - `description`: how sections and keys of the model file are described: the one truth behind the reader, the JSON
//!   schema and the reference table.
//! - `reference`: the reference table of the model file, as Markdown.
//! - `registry`: every section there is.
//! - `schema`: the JSON schema of the model file, for editors that complete and check while typing.

pub(crate) mod choices;
pub(crate) mod description;
pub(crate) mod reference;
pub(crate) mod registry;
pub(crate) mod schema;
