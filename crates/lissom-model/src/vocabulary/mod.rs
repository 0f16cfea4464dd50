//! What may be written in a model file: one description of every section and key, from which the reader, the
//! JSON schema and the reference table are generated.
//!
//! - `choices`: methods of reduction, integrators and file formats as keywords.
//! - `description`: how sections and keys of the model file are described: the single source of the reader,
//!   the JSON schema and the reference table.
//! - `reference`: the reference table of the model file, as Markdown.
//! - `registry`: all sections.
//! - `schema`: the JSON schema of the model file, for editors that complete and check while typing.

pub(crate) mod choices;
pub(crate) mod description;
pub(crate) mod reference;
pub(crate) mod registry;
pub(crate) mod schema;
