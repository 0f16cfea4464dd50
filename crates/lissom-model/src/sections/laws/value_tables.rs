//! `[table.NAME]`: functions given by points, of the model file or of columns in a file.

use std::collections::HashMap;
use std::sync::Arc;

use lissom_symbolic::{Dimension, Interpolation, Known, Outside, Tabulated, Unit};

use crate::components::other_file::Chain;
use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, Span};
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::definitions;
use crate::reading::expression;
use crate::reading::fields::{Fields, check_length, list, wrong_type};
use crate::reading::tables;
use crate::sections::attachment::one_of;
use crate::text::csv::{Cell, Csv};
use crate::text::model_files::leads_out;
use crate::text::sources::Origin;
use crate::text::tree::{Table, Value, ValueKind};
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, optional,
};

pub(crate) const TABLE: Section = Section {
    name: "table",
    form: Form::Named,
    doc: "A function of one argument given by points, for use in any law: `NAME(t)`, `NAME(elongation)`, `NAME(angle)`. Every change \
          from one piece to the next is located in time.",
    keys: KEYS,
};

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };
const INTERPOLATIONS: &[&str] = &["linear", "monotone"];
const OUTSIDES: &[&str] = &["error", "hold", "extend"];

const KEYS: &[Key] = &[
    optional("points", Kind::Rows(ANY), "points [argument, value], arguments increasing"),
    optional(
        "file",
        Kind::Text,
        "instead of points: a file with columns (CSV), in the folder of this file or below it",
    ),
    defaulted(
        "columns",
        Kind::Either(&[Kind::NameList("column", Length::Exactly(2)), Kind::Numbers(ANY, Length::Exactly(2))]),
        "[1, 2]",
        "columns of argument and value in the file: names of its first line, or numbers from 1",
    ),
    optional(
        "units",
        Kind::NameList("unit", Length::Exactly(2)),
        "units of argument and value, such as [\"ms\", \"kN\"]; default: SI units, or those written with the points",
    ),
    defaulted(
        "interpolation",
        Kind::Word(INTERPOLATIONS),
        "linear",
        "straight lines between the points, or cubics without overshoot (monotone where the points are)",
    ),
    defaulted(
        "outside",
        Kind::Word(OUTSIDES),
        "error",
        "beyond the first and last point: an error at that time, the last value, or the last slope",
    ),
];

/// Most complaints about one table.
const MOST_COMPLAINTS: usize = 20;

/// A table that laws can call.
#[derive(Debug)]
pub(crate) struct ValueTable {
    /// Where it is described.
    pub span: Span,
    /// The function; `None`: an error was already reported.
    pub function: Option<Arc<Tabulated>>,
    /// Dimensions of argument and value, where units are given.
    pub known: [Known; 2],
}

/// The tables of a model by their full names.
pub(crate) type ValueTables = HashMap<String, ValueTable>;

/// Where the points come from.
enum Source<'t> {
    Points(&'t Value),
    File(Name, [Column; 2]),
}

#[derive(Clone)]
enum Column {
    Numbered(usize, Span),
    Named(Name),
}

/// What is read from the model file alone.
struct Draft<'t> {
    source: Source<'t>,
    units: Option<[Unit; 2]>,
    interpolation: Interpolation,
    outside: Outside,
}

/// A point with where it is written.
struct Point {
    at: [f64; 2],
    span: Span,
}

/// Reads `[table.NAME]` of one file into the context; after its parameters, before its signals.
pub(crate) fn read(cx: &mut Context<'_>, root: &Table, chain: &mut Chain) {
    let named: Vec<(Name, &Table)> = tables::named(cx, root, "table");
    for (name, table) in named {
        let own = cx.scope(name.span).own(&name.text).unwrap_or(&name.text).to_owned();
        if !definitions::admit(cx, &Name { text: own.clone(), span: name.span }) {
            continue;
        }
        if let Some(first) = cx.tables.get(&name.text) {
            let message = format!("the table name `{own}` is used twice");
            let diagnostic = Diagnostic::error(codes::DUPLICATE_NAME, name.span, message);
            cx.report(diagnostic.related(first.span, "the first is here"));
            continue;
        }
        let draft = draft(cx, table);
        let known = match draft.as_ref().and_then(|draft| draft.units) {
            Some(units) => units.map(|unit| Known::Dimension(unit.dimension)),
            None => [Known::Any; 2],
        };
        let function =
            draft.and_then(|draft| function(cx, chain, &name.text, name.span, draft)).map(Arc::new);
        cx.tables.insert(name.text, ValueTable { span: name.span, function, known });
    }
}

fn draft<'t>(cx: &Context<'_>, table: &'t Table) -> Option<Draft<'t>> {
    let fields = Fields::open(cx, table, KEYS, "[table]");
    let units = units(&fields);
    let interpolation = fields.word("interpolation").or("linear");
    let outside = fields.word("outside").or("error");
    let source = match one_of(&fields, &["points", "file"], "a table") {
        Some("points") => {
            for stray in fields.given(&["columns"]) {
                let message = "`columns` belongs to a table with `file`";
                cx.error(codes::CLASHING_KEYS, fields.key_span(stray), message);
            }
            table.get("points").map(|entry| Source::Points(&entry.value))
        }
        Some(_) => {
            let columns = columns(&fields);
            fields.name("file").given().zip(columns).map(|(file, columns)| Source::File(file, columns))
        }
        None => None,
    };
    Some(Draft {
        source: source?,
        units: units?,
        interpolation: if interpolation? == "linear" {
            Interpolation::Linear
        } else {
            Interpolation::Monotone
        },
        outside: match outside? {
            "error" => Outside::Error,
            "hold" => Outside::Hold,
            _ => Outside::Extend,
        },
    })
}

/// `units`; the outer `None` is an error.
fn units(fields: &Fields<'_>) -> Option<Option<[Unit; 2]>> {
    let Some(value) = fields.value("units") else { return Some(None) };
    let items = list(fields.cx, value, "units")?;
    let read: Vec<Option<Unit>> = items.iter().map(|item| unit(fields.cx, item)).collect();
    check_length(fields.cx, value.span, "units", items.len(), Length::Exactly(2))?;
    let both: Option<Vec<Unit>> = read.into_iter().collect();
    Some(Some([both.as_ref()?[0], both?[1]]))
}

fn unit(cx: &Context<'_>, value: &Value) -> Option<Unit> {
    let ValueKind::Text(text) = &value.kind else {
        return wrong_type(cx, value, "units", "a list of two units such as [\"ms\", \"kN\"]");
    };
    if matches!(text.as_str(), "-" | "1" | "") {
        return Some(Unit::ONE);
    }
    match text.parse::<Unit>() {
        Ok(unit) => Some(unit),
        Err(error) => {
            let diagnostic = Diagnostic::error(codes::WRONG_UNIT, value.span, error.to_string());
            cx.report(
                diagnostic.hint("write units such as \"mm\", \"kN\", \"rad/s\"; \"-\" is a pure number"),
            );
            None
        }
    }
}

/// The columns of argument and value.
fn columns(fields: &Fields<'_>) -> Option<[Column; 2]> {
    let Some(value) = fields.value("columns") else {
        return Some([1, 2].map(|number| Column::Numbered(number, fields.span())));
    };
    let cx = fields.cx;
    let items = list(cx, value, "columns")?;
    check_length(cx, value.span, "columns", items.len(), Length::Exactly(2))?;
    let column = |item: &Value| match &item.kind {
        ValueKind::Text(text) => Some(Column::Named(Name { text: text.clone(), span: item.span })),
        _ => expression::count(cx, item, (1, 10_000), "columns").map(|n| Column::Numbered(n, item.span)),
    };
    let (first, second) = (column(&items[0]), column(&items[1]));
    Some([first?, second?])
}

fn function(
    cx: &mut Context<'_>,
    chain: &mut Chain,
    name: &str,
    span: Span,
    draft: Draft<'_>,
) -> Option<Tabulated> {
    let scales = draft.units.map_or([1.0; 2], |units| units.map(|unit| unit.to_si()));
    let points = match draft.source {
        Source::Points(value) => written_points(cx, value, draft.units.is_some())?,
        Source::File(file, columns) => file_points(cx, chain, &file, &columns)?,
    };
    check_order(cx, span, &points)?;
    let scaled: Vec<(f64, f64)> =
        points.iter().map(|point| (point.at[0] * scales[0], point.at[1] * scales[1])).collect();
    let function = Tabulated::new(name, &scaled, draft.interpolation, draft.outside);
    if function.is_none() {
        let message =
            format!("table `{name}`: its numbers are too large or its points too close to each other");
        cx.error(codes::NOT_FINITE, span, message);
    }
    function
}

/// The points in the model file.
fn written_points(cx: &Context<'_>, value: &Value, has_units: bool) -> Option<Vec<Point>> {
    let quantity = Quantity { unit: if has_units { "-" } else { "*" }, range: Range::Any };
    let rows = list(cx, value, "points")?;
    let read: Vec<Option<Point>> = rows
        .iter()
        .map(|row| {
            let items = list(cx, row, "points")?;
            check_length(cx, row.span, "points", items.len(), Length::Exactly(2))?;
            let number = |item: &Value| expression::number(cx, item, quantity, "points");
            let (x, y) = (number(&items[0]), number(&items[1]));
            Some(Point { at: [x?, y?], span: row.span })
        })
        .collect();
    read.into_iter().collect()
}

/// The points in a file, which becomes a text of the model.
fn file_points(
    cx: &mut Context<'_>,
    chain: &mut Chain,
    file: &Name,
    columns: &[Column; 2],
) -> Option<Vec<Point>> {
    if leads_out(&file.text) {
        let message = format!("`{}` is not in the folder of the model", file.text);
        let diagnostic = Diagnostic::error(codes::OTHER_FILE, file.span, message);
        cx.report(diagnostic.hint("put the file beside the model file, or into a folder below it"));
        return None;
    }
    let path = chain.path_of(file);
    let written = match chain.written(cx, &path) {
        Ok(written) => written,
        Err(diagnostic) => {
            cx.report(Diagnostic { span: file.span, ..diagnostic });
            return None;
        }
    };
    let scope = cx.sources.scope(file.span);
    let source = cx.sources.add(Arc::clone(&written), Origin::Data(file.span), scope);
    let csv = Csv::read(&written.text);
    let [x, y] = columns;
    let (x, y) = (column_number(cx, &csv, x), column_number(cx, &csv, y));
    read_columns(cx, &csv, [x?, y?], source)
}

/// The number of a column, from zero.
fn column_number(cx: &Context<'_>, csv: &Csv<'_>, column: &Column) -> Option<usize> {
    match column {
        Column::Numbered(number, span) => {
            let most = csv.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
            if *number > most && most > 0 {
                let message = format!("the file has no column {number}: it has {most}");
                cx.report(
                    Diagnostic::error(codes::UNKNOWN_NAME, *span, message).hint("columns count from 1"),
                );
                return None;
            }
            Some(number - 1)
        }
        Column::Named(name) => {
            let header = csv.header.as_deref().unwrap_or(&[]);
            let found = header.iter().position(|cell| cell.text == name.text);
            if found.is_none() {
                let message = format!("the file has no column \"{}\"", name.text);
                let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
                cx.report(match header {
                    [] => diagnostic.hint("its first line has no names; give the numbers of the columns"),
                    _ => diagnostic.suggest(&name.text, header.iter().map(|cell| cell.text)),
                });
            }
            found
        }
    }
}

fn read_columns(cx: &Context<'_>, csv: &Csv<'_>, columns: [usize; 2], source: usize) -> Option<Vec<Point>> {
    let span = |bytes: &std::ops::Range<usize>| Span { source, start: bytes.start, end: bytes.end };
    let (mut points, mut complaints) = (Vec::new(), 0);
    for row in &csv.rows {
        if complaints >= MOST_COMPLAINTS {
            return None;
        }
        let number = |column: usize| match row.cells.get(column) {
            Some(cell) => number(cx, cell, span(&cell.bytes)),
            None => {
                let message = format!("this line has no column {}", column + 1);
                cx.error(codes::BAD_TABLE, span(&row.bytes), message);
                None
            }
        };
        let (x, y) = (number(columns[0]), number(columns[1]));
        match x.zip(y) {
            Some((x, y)) => points.push(Point { at: [x, y], span: span(&row.bytes) }),
            None => complaints += 1,
        }
    }
    (complaints == 0).then_some(points)
}

fn number(cx: &Context<'_>, cell: &Cell<'_>, span: Span) -> Option<f64> {
    match cell.number() {
        Some(value) if value.is_finite() => Some(value),
        Some(value) => {
            cx.error(codes::NOT_FINITE, span, format!("a table needs finite numbers, found {value}"));
            None
        }
        None => {
            let message = format!("`{}` is not a number", cell.text);
            let diagnostic = Diagnostic::error(codes::BAD_TABLE, span, message);
            cx.report(diagnostic.hint("numbers have a decimal point; only the first line may hold names"));
            None
        }
    }
}

/// Two or more points with increasing arguments.
fn check_order(cx: &Context<'_>, table: Span, points: &[Point]) -> Option<()> {
    if points.len() < 2 {
        let message = format!("a table needs two or more points, found {}", points.len());
        let span = points.first().map_or(table, |point| point.span);
        cx.error(codes::BAD_TABLE, span, message);
        return None;
    }
    let mut complaints = 0;
    for pair in points.windows(2) {
        let (before, after) = (pair[0].at[0], pair[1].at[0]);
        if after > before || complaints >= MOST_COMPLAINTS {
            continue;
        }
        complaints += 1;
        let diagnostic = if after == before {
            let message = format!("the argument {after} is given twice");
            Diagnostic::error(codes::BAD_TABLE, pair[1].span, message)
                .hint("a jump is written in the law: if(t < 1, FIRST(t), SECOND(t))")
        } else {
            let message = format!("the argument {after} is less than {before} before it");
            Diagnostic::error(codes::BAD_TABLE, pair[1].span, message)
                .hint("sort the points by their first number")
        };
        cx.report(diagnostic.related(pair[0].span, "the point before"));
    }
    (complaints == 0).then_some(())
}

/// Checks the argument of a call against the unit of a table.
pub(crate) fn fits(table: &ValueTable, argument: Known) -> Result<(), [Dimension; 2]> {
    match (table.known[0], argument) {
        (Known::Dimension(wanted), Known::Dimension(found)) if wanted != found => Err([wanted, found]),
        _ => Ok(()),
    }
}
