//! Other files in a model: components placed by `[[use]]`, and `include`.
//!
//! The tables of all files become one document before it is read. Every value keeps its location; its text says which
//! component it belongs to, and with that its names and its placement.
//!
//! - `arrangement`: arrays of a component along a line, a circle or a grid.
//! - `connections`: nodes of components that are nodes of the model.
//! - `expand`: from the tables of a model file to those of the whole model.
//! - `frame`: position and orientation of a component.
//! - `include`: materials and sections of other files.
//! - `merge`: tables of a component become part of those of the model.
//! - `other_file`: reading another file, and finding files that use each other.
//! - `placement`: where `[[use]]` puts a component.
//! - `scope`: the names and the placement of one component.
//! - `use_section`: the section `[[use]]`.

pub(crate) mod arrangement;
pub(crate) mod connections;
pub(crate) mod expand;
pub(crate) mod frame;
pub(crate) mod include;
pub(crate) mod merge;
pub(crate) mod other_file;
pub(crate) mod placement;
pub(crate) mod scope;
pub(crate) mod use_section;
