//! What sections are made of: forms without meaning.

use super::plot::Plot;
use super::table::Table;
use serde_json::{Value, json};

/// The answer to one question.
#[derive(Clone, Debug)]
pub struct Section {
    /// Name of the question, as `--only` knows it.
    pub id: String,
    /// Heading.
    pub title: String,
    /// Evidence for or against the answer: a sentence each.
    pub certificates: Vec<Certificate>,
    /// What it is made of, in order.
    pub blocks: Vec<Block>,
}

/// A sentence about the reliability of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The sentence.
    pub text: String,
    /// Whether it speaks for the answer; `None`: it is only to be known.
    pub holds: Option<bool>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Block {
    /// Numbers in rows.
    Table(Table),
    /// Curves.
    Plot(Plot),
    /// Numbers between 0 and 1 as a matrix of fields.
    Matrix(Matrix),
    /// Equations, set as mathematics.
    Equations(String, Vec<Equation>),
    /// A drawing, with its title.
    Drawing(String, String),
    /// What could not be answered.
    Gap(Gap),
}

/// Numbers between 0 and 1, such as modal assurance.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Short name, unique on the page.
    pub id: String,
    /// Heading.
    pub title: String,
    /// What the rows are.
    pub rows: Vec<String>,
    /// What the columns are.
    pub columns: Vec<String>,
    /// One list per row \[-\].
    pub values: Vec<Vec<f64>>,
}

/// An equation.
#[derive(Clone, Debug)]
pub struct Equation {
    /// What it determines.
    pub name: String,
    /// As text, to be copied.
    pub text: String,
    /// Its terms as MathML; `None` where it could not be converted; the text is shown instead.
    pub mathml: Option<Vec<String>>,
}

/// A question or a part of it that has no answer.
#[derive(Clone, Debug)]
pub struct Gap {
    /// What was asked.
    pub what: String,
    /// Why there is no answer.
    pub reason: String,
}

impl Gap {
    pub(super) fn to_json(&self) -> Value {
        json!({ "kind": "gap", "what": self.what, "reason": self.reason })
    }
}

impl Section {
    /// A section without content.
    #[must_use]
    pub fn new(id: &str, title: &str) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), certificates: Vec::new(), blocks: Vec::new() }
    }

    /// Adds a sentence that speaks for the answer, or against it.
    pub fn certify(&mut self, holds: bool, text: impl Into<String>) {
        self.certificates.push(Certificate { text: text.into(), holds: Some(holds) });
    }

    /// Adds a sentence that is only to be known.
    pub fn remark(&mut self, text: impl Into<String>) {
        self.certificates.push(Certificate { text: text.into(), holds: None });
    }

    /// Adds a gap.
    pub fn gap(&mut self, what: impl Into<String>, reason: impl ToString) {
        self.blocks.push(Block::Gap(Gap { what: what.into(), reason: reason.to_string() }));
    }

    pub(super) fn to_json(&self) -> Value {
        let certificates = self.certificates.iter().map(|c| json!({ "text": c.text, "holds": c.holds }));
        json!({
            "id": self.id,
            "title": self.title,
            "certificates": certificates.collect::<Vec<_>>(),
            "blocks": self.blocks.iter().map(Block::to_json).collect::<Vec<_>>(),
        })
    }
}

impl Block {
    fn to_json(&self) -> Value {
        match self {
            Self::Table(table) => table.to_json(),
            Self::Plot(plot) => plot.to_json(),
            Self::Matrix(matrix) => json!({
                "kind": "matrix", "id": matrix.id, "title": matrix.title, "rows": matrix.rows,
                "columns": matrix.columns, "values": matrix.values,
            }),
            Self::Equations(title, all) => json!({
                "kind": "equations",
                "title": title,
                "equations": all
                    .iter()
                    .map(|e| json!({ "name": e.name, "text": e.text, "mathml": e.mathml }))
                    .collect::<Vec<_>>(),
            }),
            Self::Drawing(title, svg) => json!({ "kind": "drawing", "title": title, "svg": svg }),
            Self::Gap(gap) => gap.to_json(),
        }
    }
}
