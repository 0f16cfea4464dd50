//! `[params]` and `[signal]`: names for numbers and for laws in time, which may use each other in any order.

use std::collections::HashMap;

use lissom_symbolic::{Expr, FUNCTIONS, Known, Number, RESERVED, Syntax, SyntaxKind};

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Law, Parameter, Signal};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::expression::{self, Vocabulary};
use crate::reading::fields::{check_name, wrong_type};
use crate::reading::tables;
use crate::text::tree::{Entry, Table, ValueKind};
use crate::vocabulary::description::{Form, Kind, Quantity, Range, Section};

/// A parameter or signal takes the dimension its text gives it.
const ANY: Quantity = Quantity { unit: "*", range: Range::Any };

pub(crate) const PARAMS: Section = Section {
    name: "params",
    form: Form::Map(Kind::Number(ANY)),
    doc: "Named numbers, which may use each other; overridden by `--set name=value`, and swept.",
    keys: &[],
};

pub(crate) const SIGNAL: Section = Section {
    name: "signal",
    form: Form::Map(Kind::Law("t")),
    doc: "Named expressions in `t`, for use in forces, torques and drives.",
    keys: &[],
};

/// Names that mean something in every expression or law.
const TAKEN: &[&str] = &["t", "x", "angle", "rate"];

/// What an expression can refer to.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    items: Vec<Definition>,
    index: HashMap<String, usize>,
}

/// A parameter or signal.
#[derive(Debug)]
pub(crate) struct Definition {
    pub name: Name,
    /// Its value; `None`: an error was already reported.
    pub expr: Option<Expr>,
    /// Its dimension, where its text has units.
    pub known: Known,
    meaning: Meaning,
}

#[derive(Debug)]
enum Meaning {
    Parameter(Option<f64>),
    Signal(Option<Law>),
}

impl Definition {
    pub fn is_parameter(&self) -> bool {
        matches!(self.meaning, Meaning::Parameter(_))
    }
}

impl Definitions {
    pub fn find(&self, name: &str) -> Option<&Definition> {
        self.index.get(name).map(|&at| &self.items[at])
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(|item| item.name.text.as_str())
    }

    /// The names of the parameters alone.
    pub fn parameter_names(&self) -> impl Iterator<Item = &str> {
        let parameters = self.items.iter().filter(|item| item.is_parameter());
        parameters.map(|item| item.name.text.as_str())
    }

    /// All parameters, if none has an error.
    pub fn parameters(&self) -> Option<Vec<Parameter>> {
        let of = |item: &Definition| match &item.meaning {
            Meaning::Parameter(value) => Some(value.map(|value| Parameter {
                name: item.name.text.clone(),
                value,
                span: item.name.span,
            })),
            Meaning::Signal(_) => None,
        };
        self.items.iter().filter_map(of).collect()
    }

    /// All signals, if none has an error.
    pub fn signals(&self) -> Option<Vec<Signal>> {
        let of = |item: &Definition| match &item.meaning {
            Meaning::Signal(law) => Some(law.clone().map(|law| Signal { name: item.name.text.clone(), law })),
            Meaning::Parameter(_) => None,
        };
        self.items.iter().filter_map(of).collect()
    }

    fn insert(&mut self, definition: Definition) {
        self.index.insert(definition.name.text.clone(), self.items.len());
        self.items.push(definition);
    }
}

/// An entry whose text is parsed but whose names are not yet looked up.
struct Draft<'t> {
    entry: &'t Entry,
    syntax: Option<Syntax>,
    /// Positions of the entries it uses.
    uses: Vec<usize>,
}

/// Reads `[params]` into the context.
pub(crate) fn read_parameters(cx: &mut Context<'_>, root: &Table) {
    read(cx, root, "params", &Vocabulary::constant(ANY));
}

/// Reads `[signal]` into the context; after the parameters.
pub(crate) fn read_signals(cx: &mut Context<'_>, root: &Table) {
    read(cx, root, "signal", &Vocabulary::time(ANY));
}

fn read(cx: &mut Context<'_>, root: &Table, section: &str, vocabulary: &Vocabulary<'_>) {
    let Some(table) = tables::single(cx, root, section) else { return };
    let entries: Vec<&Entry> = table
        .entries
        .iter()
        .filter(|entry| admit(cx, &Name { text: entry.key.clone(), span: entry.key_span }))
        .collect();
    // Every name must be known before any text is parsed: `5 N*m` depends on whether `m` is a name.
    for entry in &entries {
        let name = full_name(cx, entry);
        let meaning = if section == "params" { Meaning::Parameter(None) } else { Meaning::Signal(None) };
        cx.definitions.insert(Definition { name, expr: None, known: Known::Any, meaning });
    }
    let first = cx.definitions.items.len() - entries.len();
    let drafts: Vec<Draft<'_>> = entries.iter().map(|entry| draft(cx, entry, first, vocabulary)).collect();
    for at in order(cx, &drafts) {
        resolve(cx, &drafts[at], first + at, vocabulary);
    }
}

fn full_name(cx: &Context<'_>, entry: &Entry) -> Name {
    Name { text: cx.full_name(&entry.key, entry.key_span).into_owned(), span: entry.key_span }
}

/// Whether a parameter, signal or table may have a name, as it is written in its file.
pub(crate) fn admit(cx: &Context<'_>, name: &Name) -> bool {
    check_name(cx, name);
    let is_function = FUNCTIONS.iter().any(|(function, _)| *function == name.text);
    if is_function || TAKEN.contains(&name.text.as_str()) || RESERVED.contains(&name.text.as_str()) {
        let what = if is_function { "a function" } else { "reserved in expressions" };
        cx.error(
            codes::RESERVED_NAME,
            name.span,
            format!("`{}` is {what} and cannot be redefined", name.text),
        );
        return false;
    }
    if let Some(first) = cx.definition(&name.text, name.span) {
        let message = format!("`{}` is already a parameter", name.text);
        let diagnostic = Diagnostic::error(codes::DUPLICATE_NAME, name.span, message);
        cx.report(diagnostic.related(first.name.span, "the parameter is here"));
        return false;
    }
    true
}

fn draft<'t>(cx: &Context<'_>, entry: &'t Entry, first: usize, vocabulary: &Vocabulary<'_>) -> Draft<'t> {
    let ValueKind::Text(text) = &entry.value.kind else {
        return Draft { entry, syntax: None, uses: Vec::new() };
    };
    let syntax = expression::parsed(cx, text, entry.value.span, vocabulary);
    let mut uses = Vec::new();
    if let Some(syntax) = &syntax {
        expression::each_part(syntax, &mut |part| {
            if let SyntaxKind::Name(name) = &part.kind {
                let at = cx.definitions.index.get(&*cx.full_name(name, entry.value.span)).copied();
                uses.extend(at.and_then(|at| at.checked_sub(first)));
            }
        });
    }
    Draft { entry, syntax, uses }
}

/// An order in which every entry follows those it uses; circular entries are reported and skipped.
///
/// A depth-first search with its own stack: a chain of definitions may exceed the call stack.
fn order(cx: &Context<'_>, drafts: &[Draft<'_>]) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; drafts.len()];
    let mut ordered = Vec::with_capacity(drafts.len());
    let mut cycles = 0;
    for root in 0..drafts.len() {
        // The path from the root, each with how many of its uses were followed.
        let mut path: Vec<(usize, usize)> = Vec::new();
        if marks[root] == Mark::New {
            marks[root] = Mark::Open;
            path.push((root, 0));
        }
        while let Some((at, followed)) = path.last_mut() {
            let at = *at;
            let Some(&next) = drafts[at].uses.get(*followed) else {
                marks[at] = Mark::Done;
                ordered.push(at);
                path.pop();
                continue;
            };
            *followed += 1;
            match marks[next] {
                Mark::New => {
                    marks[next] = Mark::Open;
                    path.push((next, 0));
                }
                Mark::Open if cycles < MOST_CYCLES => {
                    cycles += 1;
                    let start = path.iter().position(|(on, _)| *on == next).unwrap_or(0);
                    report_cycle(cx, drafts, path[start..].iter().map(|(on, _)| *on));
                }
                Mark::Open | Mark::Done => {}
            }
        }
    }
    ordered
}

/// Limits on reported circles and on displayed steps.
const MOST_CYCLES: usize = 20;
const MOST_STEPS: usize = 8;

fn report_cycle(cx: &Context<'_>, drafts: &[Draft<'_>], cycle: impl Iterator<Item = usize>) {
    let cycle: Vec<&Entry> = cycle.map(|at| drafts[at].entry).collect();
    let mut names: Vec<&str> = cycle.iter().map(|entry| entry.key.as_str()).collect();
    names.push(names[0]);
    let message = format!("circular definitions: {}", names.join(" -> "));
    let mut diagnostic = Diagnostic::error(codes::CYCLE, cycle[0].value.span, message);
    for entry in cycle[1..].iter().take(MOST_STEPS) {
        diagnostic = diagnostic.related(entry.value.span, format!("through `{}`", entry.key));
    }
    cx.report(diagnostic.hint("one of them must be a number"));
}

fn resolve(cx: &mut Context<'_>, draft: &Draft<'_>, at: usize, vocabulary: &Vocabulary<'_>) {
    let value = &draft.entry.value;
    let key = &draft.entry.key;
    let is_parameter = cx.definitions.items[at].is_parameter();
    let law = match (&value.kind, &draft.syntax) {
        (ValueKind::Text(text), Some(syntax)) => {
            let expr = expression::meaning(cx, syntax, text, value.span, vocabulary, key);
            expr.map(|expr| Law { text: text.clone(), expr, span: value.span })
        }
        (ValueKind::Text(_), None) => None,
        (ValueKind::Integer(_) | ValueKind::Float(_), _) => expression::law(cx, value, vocabulary, key),
        _ => wrong_type(cx, value, key, "a number or an expression in quotes"),
    };
    let known = draft
        .syntax
        .as_ref()
        .map_or(Known::Any, |syntax| expression::known_dimension(cx, syntax, value.span));
    let (expr, meaning) = if is_parameter {
        let number = law.and_then(|law| expression::evaluate(cx, law.expr, value.span, key));
        let exact = number.and_then(Number::from_f64);
        (exact.map(|exact| cx.expressions.borrow_mut().number(exact)), Meaning::Parameter(number))
    } else {
        (law.as_ref().map(|law| law.expr), Meaning::Signal(law))
    };
    let item = &mut cx.definitions.items[at];
    item.expr = expr;
    item.known = known;
    item.meaning = meaning;
}
