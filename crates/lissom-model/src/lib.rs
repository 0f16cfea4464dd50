//! The model file: from bytes to a resolved [`Model`], or to diagnostics with hints.
//! Processing steps, one module each:
//!
//! 1. `tree`: the bytes become a TOML tree with source locations; [`Overrides`] from the command line are
//!    applied.
//! 2. `components`: the tables of components and included files join those of the model; each value keeps its location.
//! 3. `description` and `registry`: [`SECTIONS`] lists every section and key with its unit, range and meaning.
//!    Unknown keys, the JSON schema and the reference table all come from this one list.
//! 4. `fields` reads one table against its description; `expression` turns `"210 GPa"` or `"2*pi/speed"` into
//!    SI numbers with their dimensions checked; `definitions` orders `[params]` that use each other.
//! 5. `sections`: one file per family of sections, each from table to resolved type.
//! 6. `resolve` runs them in order and checks the whole model: unknown names, unconnected bodies.
//!
//! Reading does not stop at the first error: [`load`] returns [`Checked`], a model when there is no error,
//! and every [`Diagnostic`] in the order of the file. One cause gives one diagnostic. No file is read here.
//!
//! ```
//! use lissom_model::{Overrides, Sources, Style, load, render};
//!
//! let file = br#"
//! lissom = 1
//! [model]
//! name = "cantilever"
//! [params]
//! L = "2 m"
//! [material.steel]
//! E = "210 GPa"
//! density = 7850
//! [section.bar]
//! rectangle = { width = "30 mm", height = "10 mm" }
//! [node]
//! root = [0, 0]
//! tip = ["L", 0]
//! [[beam]]
//! nodes = ["root", "tip"]
//! section = "bar"
//! material = "steel"
//! elements = 4
//! [[fix]]
//! nodes = ["root"]
//! "#;
//! let overrides = Overrides::from_iter([("L", "150 cm")]);
//! let checked = load("cantilever.toml", file, &overrides);
//! let page = render(&checked.diagnostics, &Sources::new("cantilever.toml", file, &overrides), Style::Plain);
//! let model = checked.value.expect(&page);
//! assert_eq!(model.structure.nodes[1].position, [1.5, 0.0, 0.0]);
//! ```

mod components;
mod diagnostics;
mod load;
pub mod model;
mod reading;
mod resolve;
mod sections;
mod text;
mod vocabulary;
mod whole;

pub use diagnostics::codes::{CODES, Code, TOPICS, explain};
pub use diagnostics::diagnostic;
pub use diagnostics::diagnostic::{Checked, Diagnostic, Related, Severity, Span};
pub use diagnostics::render::{Style, render};
pub use load::{Loaded, load, load_with_files};
pub use model::Model;
pub use sections::joining::joint_kinds::{JOINTS, JointDescription};
pub use text::hidden_character::{escaped, is_hidden, shown};
pub use text::model_files::{ModelFiles, NoFiles};
pub use text::overrides::{Override, Overrides};
pub use text::sources::{Position, Sources};
pub use text::xml_text::xml_text;
pub use vocabulary::choices::{
    Choice, EXPORT_FORMATS, INTEGRATORS, PART_FORMATS, REDUCTION_METHODS, ReductionMethod, SAVED_REDUCTION,
};
pub use vocabulary::description::{Form, Key, Kind, Length, Need, Quantity, Range, Section};
pub use vocabulary::reference::reference;
pub use vocabulary::registry::SECTIONS;
pub use vocabulary::schema::schema;
