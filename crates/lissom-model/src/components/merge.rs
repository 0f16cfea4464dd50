//! Tables of another file become part of those of the model.

use crate::reading::context::Context;
use crate::reading::tables;
use crate::text::tree::{Entry, Table, Value, ValueKind};

/// Adds one section of another file to the tables of a model. Names and locations stay as they are: both files may have
/// a node `A`, and the location says whose it is.
pub(crate) fn merge_section(cx: &Context<'_>, root: &mut Table, other: &Table, section: &str) {
    let Some(entry) = other.get(section) else { return };
    let added = match &entry.value.kind {
        ValueKind::List(_) => {
            let items = tables::array(cx, other, section).into_iter();
            ValueKind::List(
                items.map(|t| Value { span: t.span, kind: ValueKind::Table(t.clone()) }).collect(),
            )
        }
        _ => match tables::single(cx, other, section) {
            Some(table) => ValueKind::Table(table.clone()),
            None => return,
        },
    };
    let Some(known) = root.get_mut(section) else {
        let value = Value { span: entry.value.span, kind: added };
        root.entries.push(Entry { key: section.to_owned(), key_span: entry.key_span, value });
        return;
    };
    match (&mut known.value.kind, added) {
        (ValueKind::List(items), ValueKind::List(more)) => items.extend(more),
        (ValueKind::Table(table), ValueKind::Table(more)) => table.entries.extend(more.entries),
        // A section in the wrong form is reported where it is read.
        _ => {}
    }
}

/// Adds the bond graph of another file to that of a model: lists of bonds and ports, and the entries of inner tables. Locations say to
/// which file each belongs.
pub(crate) fn merge_graph(root: &mut Table, other: &Table) {
    let Some(entry) = other.get("bond_graph") else { return };
    let Some(known) = root.get_mut("bond_graph") else {
        root.entries.push(entry.clone());
        return;
    };
    let (ValueKind::Table(known), ValueKind::Table(more)) = (&mut known.value.kind, &entry.value.kind) else {
        return;
    };
    for added in &more.entries {
        match (known.get_mut(&added.key).map(|entry| &mut entry.value.kind), &added.value.kind) {
            (Some(ValueKind::List(items)), ValueKind::List(more)) => items.extend(more.iter().cloned()),
            (Some(ValueKind::Table(table)), ValueKind::Table(more)) => {
                table.entries.extend(more.entries.iter().cloned());
            }
            _ => known.entries.push(added.clone()),
        }
    }
}
