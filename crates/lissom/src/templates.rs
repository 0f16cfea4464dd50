//! Commented model files to start from, for `lissom new`.

/// A model file to start from.
pub struct Template {
    /// What it is called on the command line.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    text: &'static str,
}

impl Template {
    /// The file, for a model of the given name. Names that TOML must escape are escaped.
    #[must_use]
    pub fn file(&self, model: &str) -> String {
        let escaped: String = model.chars().flat_map(escape).collect();
        self.text.replace("NAME", &escaped)
    }
}

fn escape(c: char) -> Vec<char> {
    match c {
        '"' | '\\' => vec!['\\', c],
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)).chars().collect(),
        c => vec![c],
    }
}

/// Every template there is; the first is the default.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "frame",
        about: "planar portal frame of steel tubes",
        text: include_str!("templates/frame.toml"),
    },
    Template {
        name: "space-frame",
        about: "spatial frame with a lumped mass on springs",
        text: include_str!("templates/space_frame.toml"),
    },
    Template {
        name: "mechanism",
        about: "stage on two leaf springs, with large motion",
        text: include_str!("templates/mechanism.toml"),
    },
    Template {
        name: "continuum",
        about: "beam between a cart and a body, as exact equations",
        text: include_str!("templates/continuum.toml"),
    },
    Template {
        name: "bond-graph",
        about: "motor with a gear and a load, as a bond graph",
        text: include_str!("templates/bond_graph.toml"),
    },
    Template {
        name: "rotor",
        about: "shaft with a disc that spins",
        text: include_str!("templates/rotor.toml"),
    },
];
