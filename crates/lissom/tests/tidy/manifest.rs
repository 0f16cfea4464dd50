//! The few facts of a `Cargo.toml` that the rules ask for.

use super::repository::{Document, documents};

/// A package's name and what it depends on.
#[derive(Debug, Clone)]
pub(super) struct Manifest {
    /// Path of the file.
    pub path: String,
    /// Package name.
    pub name: String,
    /// All dependencies, in file order.
    pub dependencies: Vec<Dependency>,
}

/// One dependency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dependency {
    /// Name of the package depended on.
    pub name: String,
    /// Line in the manifest, counted from 1.
    pub line: usize,
    /// Only for tests, examples and benchmarks.
    pub dev: bool,
}

impl Manifest {
    /// Reads what the rules need; the file is known to be valid TOML because cargo has read it.
    pub fn parse(document: &Document) -> Self {
        let mut manifest =
            Self { path: document.path.clone(), name: String::new(), dependencies: Vec::new() };
        let mut section = String::new();
        for (line, text) in document.lines() {
            let text = text.split('#').next().unwrap_or_default().trim();
            if let Some(header) = text.strip_prefix('[') {
                section = header.trim_matches(['[', ']']).to_owned();
                manifest.read_header(&section, line);
            } else if let Some((key, value)) = text.split_once('=') {
                manifest.read_entry(&section, key.trim(), value.trim(), line);
            }
        }
        manifest
    }

    /// The project's own packages it is built from, tests apart.
    pub fn uses(&self) -> Vec<&str> {
        let own = self.dependencies.iter().filter(|dependency| !dependency.dev && is_own(&dependency.name));
        own.map(|dependency| dependency.name.as_str()).collect()
    }

    /// `[dependencies.NAME]`.
    fn read_header(&mut self, section: &str, line: usize) {
        if let Some((table, name)) = section.rsplit_once('.')
            && let Some(dev) = dependency_table(table)
        {
            self.dependencies.push(Dependency { name: name.to_owned(), line, dev });
        }
    }

    fn read_entry(&mut self, section: &str, key: &str, value: &str, line: usize) {
        if section == "package" && key == "name" {
            self.name = value.trim_matches('"').to_owned();
        } else if let Some(dev) = dependency_table(section) {
            let alias = key.split('.').next().unwrap_or(key).trim_matches('"');
            let name = renamed(value).unwrap_or(alias).to_owned();
            self.dependencies.push(Dependency { name, line, dev });
        }
    }
}

/// The manifests of the rooms, `crates/*/Cargo.toml`.
pub(super) fn rooms() -> Vec<Manifest> {
    let is_room = |path: &str| {
        path.starts_with("crates/") && path.ends_with("/Cargo.toml") && path.split('/').count() == 3
    };
    documents().iter().filter(|document| is_room(&document.path)).map(Manifest::parse).collect()
}

/// Whether the package belongs to this workspace, by its name.
pub(super) fn is_own(package: &str) -> bool {
    package == "lissom" || package.starts_with("lissom-")
}

/// Whether a section lists dependencies, and if so whether for tests only.
fn dependency_table(section: &str) -> Option<bool> {
    match section.rsplit('.').next() {
        _ if section.starts_with("workspace") => None,
        Some("dependencies" | "build-dependencies") => Some(false),
        Some("dev-dependencies") => Some(true),
        _ => None,
    }
}

/// The value of `package = "…"` in an inline table.
fn renamed(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once("package")?;
    rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?.split('"').next()
}

#[test]
fn dependencies_are_read() {
    let text = "[package]\nname = \"lissom-x\"\n[dependencies]\nlissom-linalg.workspace = true # why\n\
        matrices = { version = \"1\", package = \"faer\" }\n[dependencies.rayon]\nversion = \"1\"\n\
        [target.'cfg(unix)'.dev-dependencies]\nproptest = \"1\"\n";
    let manifest = Manifest::parse(&Document::new("crates/lissom-x/Cargo.toml", text));
    assert_eq!(manifest.name, "lissom-x");
    assert_eq!(manifest.uses(), ["lissom-linalg"]);
    let all: Vec<_> = manifest.dependencies.iter().map(|found| (found.name.as_str(), found.dev)).collect();
    assert_eq!(all, [("lissom-linalg", false), ("faer", false), ("rayon", false), ("proptest", true)]);
}
