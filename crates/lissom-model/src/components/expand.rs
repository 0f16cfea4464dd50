//! From the tables of a model file to those of the whole model: every component is read and placed.

use crate::components::connections::Connections;
use crate::components::frame::Frame;
use crate::components::include::include;
use crate::components::merge::{merge_graph, merge_section};
use crate::components::other_file::Chain;
use crate::components::scope::Scope;
use crate::components::use_section::{self, Use};
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::definitions;
use crate::resolve::check_sections;
use crate::sections::header;
use crate::sections::laws::value_tables;
use crate::text::settings::{Setting, is_of_section};
use crate::text::sources::Origin;
use crate::text::tree::{Table, ValueKind};

/// Sections that are taken over from a component.
const TAKEN: &[&str] = &[
    "material",
    "section",
    "node",
    "beam",
    "truss",
    "rigid_body",
    "hinge",
    "spherical",
    "universal",
    "slide",
    "cylindrical",
    "planar",
    "screw",
    "weld",
    "bushing",
    "fix",
    "mass",
    "spring",
    "damper",
    "drive",
    "stop",
    "friction",
    "initial",
    "force",
    "torque",
    "output",
];

/// Sections that describe the whole model and cannot be part of another.
const REFUSED: &[&str] =
    &["spin", "bearing", "fe_part", "interface", "join", "modal_body", "velocity", "system", "continuum"];

/// The most components of a model, and the most inside each other.
const MOST_COMPONENTS: usize = 10_000;
const DEEPEST: usize = 30;

/// Components on their way into the model.
pub(crate) struct Expansion {
    chain: Chain,
    connections: Connections,
    settings: Vec<Setting>,
    /// Names of the components around the current file, with and without the number in an array.
    trail: Vec<[String; 2]>,
}

impl Expansion {
    /// Adds the included files to the tables of the model, and puts the overrides of the model itself into them.
    pub fn begin(cx: &mut Context<'_>, root: &mut Table, settings: Vec<Setting>) -> Self {
        let mut chain = Chain::from(cx.sources.name(root.span));
        include(cx, root, &mut chain, 0);
        let mut expansion = Self { chain, connections: Connections::default(), settings, trail: Vec::new() };
        expansion.set_model(cx, root);
        expansion
    }

    /// Reads the parameters of the model and of all components, and adds the parts of the components to the tables.
    pub fn finish(mut self, cx: &mut Context<'_>, root: &mut Table) -> Connections {
        self.open(cx, root, 0);
        self.report_unused(cx);
        self.connections
    }

    /// Reads the parameters of one file and places its components.
    fn open(&mut self, cx: &mut Context<'_>, root: &mut Table, scope: usize) {
        definitions::read_parameters(cx, root);
        value_tables::read(cx, root, &mut self.chain);
        definitions::read_signals(cx, root);
        let uses = use_section::read(cx, root);
        root.remove("use");
        for one in &uses {
            for (number, frame) in &one.instances {
                let full = format!("{}{number}", one.name.text);
                if is_new(cx, &full, one) && self.place(cx, root, scope, one, &full, frame).is_none() {
                    cx.lost.push(full);
                }
            }
        }
    }

    /// Adds the parts of one placed component; `None`: an error in its file as a whole.
    fn place(
        &mut self,
        cx: &mut Context<'_>,
        root: &mut Table,
        outer: usize,
        one: &Use,
        full: &str,
        frame: &Frame,
    ) -> Option<()> {
        self.check_room(cx, one)?;
        let path = self.chain.enter(&one.file).map_err(|circle| cx.report(circle)).ok()?;
        let scope = cx.scopes.len();
        let own = |name: &str| cx.scopes[outer].own(name).unwrap_or(name).to_owned();
        self.trail.push([own(full), own(&one.name.text)]);
        let frame = cx.scopes[outer].frame.after(frame);
        cx.scopes.push(Scope { name: full.to_owned(), frame });
        let table = self.chain.parse(cx, &path, one.file.span, Origin::Component(one.file.span), scope);
        let placed = table.filter(|table| has_same_dimension(cx, table, one)).map(|mut table| {
            check_sections(cx, &table);
            refuse(cx, &table);
            include(cx, &mut table, &mut self.chain, scope);
            set_parameters(cx, &mut table, one);
            self.set_component(cx, &mut table, scope);
            self.open(cx, &mut table, scope);
            TAKEN.iter().for_each(|section| merge_section(cx, root, &table, section));
            merge_graph(root, &table);
            self.connections.add(full, &one.connect);
        });
        self.trail.pop();
        self.chain.leave();
        placed
    }

    /// There must not be too many components.
    fn check_room(&self, cx: &Context<'_>, one: &Use) -> Option<()> {
        if cx.scopes.len() > MOST_COMPONENTS || self.trail.len() >= DEEPEST {
            let message = format!(
                "too many components: at most {MOST_COMPONENTS} in all, and {DEEPEST} inside each other"
            );
            cx.report(Diagnostic::error(codes::OUT_OF_RANGE, one.span, message));
            return None;
        }
        Some(())
    }

    /// Puts the overrides of the model itself into its tables.
    fn set_model(&mut self, cx: &Context<'_>, root: &mut Table) {
        for setting in self.settings.iter_mut() {
            if setting.path.len() == 1 || is_of_section(root, &setting.path[0]) {
                setting.is_taken = true;
                if let Err(diagnostic) = setting.put(root, &setting.path, setting.key_span) {
                    cx.report(diagnostic);
                }
            }
        }
    }

    /// Puts the overrides of the current component into its tables.
    fn set_component(&mut self, cx: &mut Context<'_>, table: &mut Table, scope: usize) {
        let depth = self.trail.len();
        for setting in self.settings.iter_mut().filter(|setting| setting.path.len() > depth) {
            let (around, rest) = setting.path.split_at(depth);
            let is_here = around.iter().zip(&self.trail).all(|(part, names)| names.contains(part));
            if !is_here || (rest.len() > 1 && !is_of_section(table, &rest[0])) {
                continue;
            }
            // The key belongs to the component, the value to the command line.
            let source = cx.sources.repeat(setting.source, scope);
            let result = setting.put(table, rest, Span { source, ..setting.key_span });
            setting.is_taken = true;
            if let Err(diagnostic) = result {
                cx.report(Diagnostic { span: setting.key_span, ..diagnostic });
            }
        }
    }

    fn report_unused(&self, cx: &Context<'_>) {
        for setting in self.settings.iter().filter(|setting| !setting.is_taken) {
            let name = setting.path.join(".");
            if cx.is_lost(&name) {
                continue;
            }
            let message = format!("no section and no component is called `{}`", setting.path[0]);
            let diagnostic = Diagnostic::error(codes::BAD_OVERRIDE, setting.key_span, message);
            let known = cx.scopes[1..].iter().map(|scope| scope.name.as_str());
            cx.report(diagnostic.suggest(&setting.path[0], known).hint("write COMPONENT.PARAMETER=value"));
        }
    }
}

/// Whether the name of a component is new.
fn is_new(cx: &Context<'_>, full: &str, one: &Use) -> bool {
    let is_known = cx.scopes[1..].iter().any(|scope| scope.name == full);
    if is_known {
        let message = format!("the component name \"{full}\" is used twice");
        let diagnostic = Diagnostic::error(codes::DUPLICATE_NAME, one.name.span, message);
        cx.report(diagnostic.hint("give each its own name; an array adds numbers to its name"));
    }
    !is_known
}

/// `lissom = 1` and `[model]` of a component: it must have the dimensions of the model.
fn has_same_dimension(cx: &Context<'_>, table: &Table, one: &Use) -> bool {
    header::check_version(cx, table);
    let found = header::read(cx, table).dimension;
    if found != cx.dimension {
        let message =
            format!("the component is a model with another `dim` than this one, {}", cx.components());
        let place = match table.get("model").map(|entry| &entry.value.kind) {
            Some(ValueKind::Table(model)) => model.get("dim").map_or(model.span, |entry| entry.key_span),
            _ => table.span,
        };
        cx.report(
            Diagnostic::error(codes::WRONG_DIMENSION, one.span, message)
                .related(place, "the component")
                .hint("a planar component cannot be placed in space, nor a spatial one in the plane"),
        );
    }
    found == cx.dimension
}

fn refuse(cx: &Context<'_>, table: &Table) {
    for entry in table.entries.iter().filter(|entry| REFUSED.contains(&entry.key.as_str())) {
        let message = format!("`{}` cannot be part of a component", entry.key);
        let diagnostic = Diagnostic::error(codes::NOT_TAKEN, entry.key_span, message);
        cx.report(diagnostic.hint("describe it in the model file itself"));
    }
}

/// Replaces parameters of a component by the values given where it is used.
fn set_parameters(cx: &Context<'_>, table: &mut Table, one: &Use) {
    let Some(ValueKind::Table(known)) = table.get_mut("params").map(|entry| &mut entry.value.kind) else {
        for entry in &one.parameters {
            let name = Name { text: entry.key.clone(), span: entry.key_span };
            cx.report(unknown_parameter(&name).hint("it has no section [params]"));
        }
        return;
    };
    for entry in &one.parameters {
        match known.get_mut(&entry.key) {
            Some(parameter) => parameter.value = entry.value.clone(),
            None => {
                let name = Name { text: entry.key.clone(), span: entry.key_span };
                cx.report(unknown_parameter(&name).suggest(&name.text, known.keys()));
            }
        }
    }
}

fn unknown_parameter(name: &Name) -> Diagnostic {
    let message = format!("the component has no parameter `{}`", name.text);
    Diagnostic::error(codes::UNKNOWN_NAME, name.span, message)
}
