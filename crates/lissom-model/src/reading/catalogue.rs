//! Named entries of one kind: nodes, materials, beams …

use std::cell::Cell;
use std::collections::HashMap;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::reading::context::Context;

/// A name as written, and where.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

/// All named entries of one kind, in order.
#[derive(Debug)]
pub(crate) struct Catalogue<T> {
    /// What they are, in the singular: `material`.
    noun: &'static str,
    items: Vec<Item<T>>,
    index: HashMap<String, usize>,
}

/// A named entry. An entry with an error keeps its name, so that references to it are not reported as well.
#[derive(Debug)]
pub(crate) struct Item<T> {
    pub name: Name,
    pub value: Option<T>,
    used: Cell<bool>,
}

impl<T> Item<T> {
    /// Whether it is referenced.
    pub fn is_used(&self) -> bool {
        self.used.get()
    }
}

impl<T> Catalogue<T> {
    pub fn new(noun: &'static str) -> Self {
        Self { noun, items: Vec::new(), index: HashMap::new() }
    }

    /// Adds an entry; a duplicate name is an error that shows both places.
    pub fn add(&mut self, cx: &Context<'_>, name: Name, value: Option<T>) {
        let noun = self.noun;
        if let Some(&first) = self.index.get(&name.text) {
            cx.report(
                Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    name.span,
                    format!("the {noun} name \"{}\" is used twice", name.text),
                )
                .related(self.items[first].name.span, "the first one is here")
                .hint("give each its own name"),
            );
        }
        self.push(name, value);
    }

    /// Replaces a value that is there.
    pub fn change(&mut self, at: usize, next: impl FnOnce(T) -> Option<T>) {
        self.items[at].value = self.items[at].value.take().and_then(next);
    }

    /// Adds an entry whose name is already checked.
    pub fn push(&mut self, name: Name, value: Option<T>) {
        self.index.entry(name.text.clone()).or_insert(self.items.len());
        self.items.push(Item { name, value, used: Cell::new(false) });
    }

    /// Adds an entry that is found by a longer name than its own.
    pub fn add_as(&mut self, cx: &Context<'_>, full: &str, name: Name, value: Option<T>) {
        let at = self.items.len();
        match self.index.contains_key(full) {
            true => self.add(cx, Name { text: full.to_owned(), ..name }, value),
            false => {
                self.index.insert(full.to_owned(), at);
                self.items.push(Item { name, value, used: Cell::new(false) });
            }
        }
    }

    /// Looks up a reference and marks it used; an unknown name is an error.
    pub fn find(&self, cx: &Context<'_>, name: &Name) -> Option<usize> {
        let found = self.index.get(&name.text).copied();
        match found {
            Some(at) => self.items[at].used.set(true),
            None if cx.is_full() || cx.is_lost(&name.text) => {}
            None => cx.report(self.unknown(name)),
        }
        found
    }

    /// A further name of an entry.
    pub fn alias(&mut self, name: &str, at: usize) {
        self.index.insert(name.to_owned(), at);
    }

    /// Makes entries further names of others, which come before them: pairs of an entry and the one it becomes.
    pub fn join(&mut self, pairs: &[(usize, usize)]) {
        let becomes: HashMap<usize, usize> = pairs.iter().copied().collect();
        let mut places = Vec::with_capacity(self.items.len());
        let mut kept = 0;
        for at in 0..self.items.len() {
            match becomes.get(&at) {
                Some(&first) => {
                    places.push(places[first]);
                    self.items[first].used.set(true);
                }
                None => {
                    places.push(kept);
                    kept += 1;
                }
            }
        }
        let mut at = 0..;
        self.items.retain(|_| at.next().is_none_or(|at| !becomes.contains_key(&at)));
        self.index.values_mut().for_each(|at| *at = places[*at]);
    }

    /// Checks that all references exist.
    pub fn check_all<'n>(&self, cx: &Context<'_>, names: impl IntoIterator<Item = &'n Name>) {
        for name in names {
            self.find(cx, name);
        }
    }

    /// The position of a name, if known; nothing is reported or marked.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    pub fn mark_used(&self, at: usize) {
        self.items[at].used.set(true);
    }

    pub fn items(&self) -> &[Item<T>] {
        &self.items
    }

    pub fn item(&self, at: usize) -> &Item<T> {
        &self.items[at]
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(|item| item.name.text.as_str())
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// The values, if none has an error.
    pub fn into_values(self) -> Option<Vec<T>> {
        self.items.into_iter().map(|item| item.value).collect()
    }

    fn unknown(&self, name: &Name) -> Diagnostic {
        let message = format!("no {} is called \"{}\"", self.noun, name.text);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
        let with_suggestion = diagnostic.suggest(&name.text, self.names());
        if with_suggestion.hints.is_empty() { self.list_known(with_suggestion) } else { with_suggestion }
    }

    /// Without a close name, lists some of the known names.
    fn list_known(&self, diagnostic: Diagnostic) -> Diagnostic {
        if self.items.is_empty() {
            return diagnostic.hint(format!("the model has no {}", self.noun));
        }
        let known: Vec<String> = self.names().take(8).map(|name| format!("\"{name}\"")).collect();
        let more = if self.items.len() > known.len() { " …" } else { "" };
        diagnostic.hint(format!("known: {}{more}", known.join(", ")))
    }
}
