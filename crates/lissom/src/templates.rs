//! Commented model files to start from, for `lissom new`.

use crate::toml_text::toml_text;

/// A model file to start from.
pub struct Template {
    /// What it is called on the command line.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Commands to try with it, FILE for its name.
    pub next: &'static [&'static str],
    text: &'static str,
}

impl Template {
    /// The file, for a model of the given name. Names that TOML must escape are escaped.
    #[must_use]
    pub fn file(&self, model: &str) -> String {
        let quoted = toml_text(model);
        self.text.replace("\"NAME\"", &quoted)
    }
}

/// Every template there is; the first is the default.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "frame",
        about: "planar portal frame of steel tubes",
        next: &["lissom check FILE", "lissom modes FILE"],
        text: include_str!("templates/frame.toml"),
    },
    Template {
        name: "space-frame",
        about: "spatial frame with a point mass on springs",
        next: &["lissom check FILE", "lissom modes FILE"],
        text: include_str!("templates/space_frame.toml"),
    },
    Template {
        name: "mechanism",
        about: "stage on two leaf springs, with large motion",
        next: &["lissom states FILE", "lissom simulate FILE"],
        text: include_str!("templates/mechanism.toml"),
    },
    Template {
        name: "continuum",
        about: "beam between a cart and a body, as exact equations",
        next: &["lissom derive FILE", "lissom modes FILE --exact"],
        text: include_str!("templates/continuum.toml"),
    },
    Template {
        name: "bond-graph",
        about: "motor with a gear and a load, as a bond graph",
        next: &["lissom bond FILE", "lissom simulate FILE"],
        text: include_str!("templates/bond_graph.toml"),
    },
    Template {
        name: "rotor",
        about: "shaft with a disc that spins",
        next: &["lissom campbell FILE", "lissom report FILE -o report.html"],
        text: include_str!("templates/rotor.toml"),
    },
];
