//! Tables of a page.

use super::display_numbers::displayed;
use serde_json::{Value, json};

/// Numbers in rows.
#[derive(Clone, Debug)]
pub struct Table {
    /// Heading.
    pub title: String,
    /// Columns.
    pub columns: Vec<Column>,
    /// One list of cells per row.
    pub rows: Vec<Vec<Cell>>,
    /// What the reader should know.
    pub note: Option<String>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it holds.
    pub name: String,
    /// Unit; empty for none.
    pub unit: String,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number, shown with six significant digits.
    Number(f64),
    /// A small number of which only the size matters: a residual.
    Size(f64),
    /// A count.
    Count(usize),
    /// No value.
    None,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<Option<f64>> for Cell {
    fn from(value: Option<f64>) -> Self {
        value.map_or(Self::None, Self::Number)
    }
}

impl Table {
    /// A table without rows; columns as name and unit.
    #[must_use]
    pub fn new(title: &str, columns: &[(&str, &str)]) -> Self {
        let columns = columns.iter().map(|(name, unit)| Column::new(name, unit)).collect();
        Self { title: title.to_owned(), columns, rows: Vec::new(), note: None }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// When it has another number of cells than there are columns.
    pub fn row(&mut self, cells: Vec<Cell>) {
        assert_eq!(cells.len(), self.columns.len(), "a row of {} has a cell for each column", self.title);
        self.rows.push(cells);
    }

    pub(super) fn to_json(&self) -> Value {
        let columns = self.columns.iter().map(|c| json!({ "name": c.name, "unit": c.unit }));
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::to_json).collect::<Vec<_>>());
        json!({
            "kind": "table",
            "title": self.title,
            "columns": columns.collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
            "note": self.note,
        })
    }
}

impl Column {
    /// A column.
    #[must_use]
    pub fn new(name: &str, unit: &str) -> Self {
        Self { name: name.to_owned(), unit: unit.to_owned() }
    }
}

impl Cell {
    /// A number as text, including non-finite ones, which JSON does not support.
    fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Number(value) | Self::Size(value) if !value.is_finite() => json!("not finite"),
            Self::Number(value) => json!(displayed(*value, 6)),
            Self::Size(value) if *value == 0.0 => json!("0"),
            Self::Size(value) => json!(format!("{value:.1e}")),
            Self::Count(count) => json!(count.to_string()),
            Self::None => Value::Null,
        }
    }
}
