//! Laws of bond-graph elements: constitutive laws, modulated values, and what they may refer to.

use std::collections::HashMap;

use lissom_symbolic::{Expr, Node};

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::model::Law;
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::expression::{self, Calls, Vocabulary};
use crate::text::tree::{Entry, Value};
use crate::vocabulary::description::{Quantity, Range};

/// Names of modulated values.
pub(crate) const MODULATED: &str = "t, displacement(C), momentum(I), effort(NAME), flow(NAME)";

/// Names of constitutive laws.
pub(crate) const CONSTITUTIVE: &str =
    "t, displacement | momentum | flow | effort, displacement(C), momentum(I), effort(NAME), flow(NAME)";

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };

/// Functions of elements, and the kinds they are about.
const FUNCTIONS: &[(&str, &[&str])] = &[
    ("displacement", &["C"]),
    ("momentum", &["I"]),
    ("effort", &["Se", "Sf", "I", "C", "R", "MSe", "MSf", "MR"]),
    ("flow", &["Se", "Sf", "I", "C", "R", "MSe", "MSf", "MR"]),
];

/// The elements that laws may refer to.
pub(crate) struct Words<'a> {
    /// The kind of an element.
    pub kind: &'a dyn Fn(&str) -> Option<&'static str>,
    pub names: &'a HashMap<String, usize>,
}

impl Words<'_> {
    /// Checks `displacement(C)` and its like; returns the name of the element.
    fn check(&self, cx: &Context<'_>, function: &Name, place: &Name) -> Option<String> {
        let Some((_, kinds)) = FUNCTIONS.iter().find(|(name, _)| *name == function.text) else {
            let message = format!("the function `{}` is not known", function.text);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_SYMBOL, function.span, message);
            cx.report(diagnostic.suggest(&function.text, FUNCTIONS.iter().map(|(name, _)| *name)));
            return None;
        };
        let Some(kind) = (self.kind)(&place.text) else {
            let message = format!("no bond-graph element is called \"{}\"", place.text);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, place.span, message);
            cx.report(diagnostic.suggest(&place.text, self.names.keys().map(String::as_str)));
            return None;
        };
        if !kinds.contains(&kind) {
            let message = format!("\"{}\" of type {kind} has no single {}", place.text, function.text);
            let diagnostic = Diagnostic::error(codes::BOND_VALUE, place.span, message);
            cx.report(diagnostic.hint(format!("{} belongs to {}", function.text, kinds.join(", "))));
            return None;
        }
        Some(place.text.clone())
    }
}

fn read(cx: &Context<'_>, value: &Value, key: &str, variables: &[&str], words: &Words<'_>) -> Option<Law> {
    let check = |function: &Name, place: &Name| words.check(cx, function, place);
    let vocabulary =
        Vocabulary { quantity: ANY, variables, calls: Calls::Places(&check), keeps_parameters: false };
    expression::law(cx, value, &vocabulary, key)
}

/// The value of a modulated element.
pub(crate) fn modulation(cx: &Context<'_>, value: &Value, key: &str, words: &Words<'_>) -> Option<Law> {
    read(cx, value, key, &["t"], words)
}

/// A constitutive law of an element of a name and a kind.
pub(crate) fn constitutive(
    cx: &Context<'_>,
    entry: &Entry,
    (name, kind): (&str, &str),
    value: Option<&Entry>,
    words: &Words<'_>,
) -> Option<Law> {
    let own: &[&str] = match kind {
        "C" => &["displacement"],
        "I" => &["momentum"],
        "R" => &["flow", "effort"],
        _ => {
            let message = format!("\"{name}\" of type {kind} has no constitutive law");
            let hint = match kind {
                "0" | "1" => "junctions have none; laws belong to C, I and R",
                _ => {
                    "give it under [bond_graph.value], of type MSe, MSf, MR, MTF or MGY if it depends on variables"
                }
            };
            cx.report(Diagnostic::error(codes::BOND_VALUE, entry.key_span, message).hint(hint));
            return None;
        }
    };
    if let Some(value) = value {
        let message = format!("\"{name}\" has a value and a law");
        let diagnostic = Diagnostic::error(codes::CLASHING_KEYS, entry.key_span, message);
        cx.report(diagnostic.related(value.key_span, "its value is here").hint("keep one of them"));
        return None;
    }
    let variables: Vec<&str> = std::iter::once("t").chain(own.iter().copied()).collect();
    let law = read(cx, &entry.value, &entry.key, &variables, words)?;
    check_own(cx, &law, entry.value.span, (name, kind), own)?;
    Some(law)
}

/// A law depends on the variable of its own element, on one of them exactly.
fn check_own(
    cx: &Context<'_>,
    law: &Law,
    span: Span,
    (name, kind): (&str, &str),
    own: &[&str],
) -> Option<()> {
    let mut store = cx.expressions.borrow_mut();
    let symbols: Vec<Expr> = own.iter().map(|name| store.symbol(name)).collect();
    let parts = own_parts(&store, law.expr);
    let used: Vec<&str> = own
        .iter()
        .zip(&symbols)
        .filter(|(_, symbol)| parts.contains(symbol))
        .map(|(name, _)| *name)
        .collect();
    drop(store);
    if used.len() == 1 {
        return Some(());
    }
    let (message, hint) = if used.is_empty() {
        let message = format!("the law of \"{name}\" does not depend on its own {}", own.join(" or "));
        let hint = match kind {
            "R" => "a source of that effort or flow is an MSe or MSf",
            _ => "what does not depend on its own variable stores no energy: an MSe or MSf gives it",
        };
        (message, hint)
    } else {
        let message = format!("the law of \"{name}\" depends on both its flow and its effort");
        (message, "write the effort as a law of the flow, or the flow as a law of the effort")
    };
    cx.report(Diagnostic::error(codes::BOND_VALUE, span, message).hint(hint));
    None
}

/// The parts of a law, without the names of elements in calls.
fn own_parts(store: &lissom_symbolic::Expressions, expr: Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    let mut waiting = vec![expr];
    while let Some(part) = waiting.pop() {
        if found.contains(&part) {
            continue;
        }
        found.push(part);
        if !matches!(store.node(part), Node::Applied(..)) {
            store.node(part).parts(|inner| waiting.push(inner));
        }
    }
    found
}

/// The energy variable of a C or I at the start.
pub(crate) fn initial(
    cx: &Context<'_>,
    entry: &Entry,
    (name, kind): (&str, &str),
    is_field: bool,
) -> Option<f64> {
    if !["C", "I"].contains(&kind) || is_field {
        let what = if is_field { "a field of several ports" } else { "no storage element" };
        let message = format!("\"{name}\" of type {kind} is {what}: it has no single initial value");
        let diagnostic = Diagnostic::error(codes::BOND_VALUE, entry.key_span, message);
        cx.report(diagnostic.hint("a C starts with a displacement, an I with a momentum"));
        return None;
    }
    expression::number(cx, &entry.value, ANY, &entry.key)
}
