//! The journal of a study: a line of JSON for each finished row, so that an interrupted study goes on where it was.
//!
//! The first line says which study it is. Numbers are texts with all their digits: they are read back to the last bit. A
//! last line without its end was being written when the program was killed: it does not count.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use thiserror::Error;

/// One finished row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number, from zero.
    pub index: usize,
    /// Numbers of the answer with their labels; empty where there is none.
    pub values: Vec<(String, f64)>,
    /// Kind and reason of the failure, where there was no answer.
    pub failure: Option<(String, String)>,
}

/// Which study a journal belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    head: Value,
    rows: usize,
}

/// Why a journal cannot be continued.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum JournalError {
    /// It does not begin as a journal does.
    #[error("it is not the journal of a study")]
    NotAJournal,
    /// It belongs to another study.
    #[error(
        "it belongs to another study: `{key}` was {was}, and is {is} now; use another journal, or remove it"
    )]
    OtherStudy {
        /// What differs.
        key: String,
        /// In the journal.
        was: String,
        /// In this study.
        is: String,
    },
    /// A line cannot be understood.
    #[error("line {line} of the journal is damaged")]
    Damaged {
        /// The line, from one.
        line: usize,
    },
}

impl Journal {
    /// The journal of a study: the question as words of the command line, the model by its hash, the parameters and points.
    #[must_use]
    pub fn new(question: &[String], model_sha256: &str, parameters: &[String], points: &[Vec<f64>]) -> Self {
        let mut hash = Sha256::new();
        points.iter().flatten().for_each(|value| hash.update(value.to_bits().to_le_bytes()));
        let points_sha256: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let head = json!({
            "lissom_study": 1,
            "version": crate::VERSION,
            "question": question,
            "model_sha256": model_sha256,
            "parameters": parameters,
            "points_sha256": points_sha256,
            "rows": points.len(),
        });
        Self { head, rows: points.len() }
    }

    /// The first line.
    #[must_use]
    pub fn head_line(&self) -> String {
        format!("{}\n", self.head)
    }

    /// The line of a row.
    #[must_use]
    pub fn line(row: &Row) -> String {
        // Rust's shortest texts give the same bits again.
        let values: Vec<Value> =
            row.values.iter().map(|(label, value)| json!([label, format!("{value:?}")])).collect();
        let failure = row.failure.as_ref().map(|(kind, reason)| json!({ "kind": kind, "reason": reason }));
        format!("{}\n", json!({ "row": row.index, "values": values, "failure": failure }))
    }

    /// The finished rows of a journal by number, and how many of its bytes are whole lines. An empty text is a new journal.
    ///
    /// # Errors
    /// When it belongs to another study, or a line other than the last cannot be understood.
    pub fn read(&self, text: &str) -> Result<(BTreeMap<usize, Row>, usize), JournalError> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let Some((_, first)) = lines.next() else {
            // What is there is at most the beginning of a first line.
            let begins = self.head_line().starts_with(text);
            return if begins { Ok((BTreeMap::new(), 0)) } else { Err(JournalError::NotAJournal) };
        };
        self.demand_same(first)?;
        let mut rows = BTreeMap::new();
        for (at, line) in lines {
            let row = row(line).filter(|row| row.index < self.rows);
            let row = row.ok_or(JournalError::Damaged { line: at + 1 })?;
            rows.entry(row.index).or_insert(row);
        }
        Ok((rows, whole))
    }

    fn demand_same(&self, first: &str) -> Result<(), JournalError> {
        let was: Value = serde_json::from_str(first).map_err(|_| JournalError::NotAJournal)?;
        let (Some(was), Some(is)) = (was.as_object(), self.head.as_object()) else {
            return Err(JournalError::NotAJournal);
        };
        if !was.contains_key("lissom_study") {
            return Err(JournalError::NotAJournal);
        }
        match is.iter().find(|(key, value)| was.get(*key) != Some(*value)) {
            None => Ok(()),
            Some((key, value)) => Err(JournalError::OtherStudy {
                key: key.clone(),
                was: was.get(key).map_or("missing".to_owned(), Value::to_string),
                is: value.to_string(),
            }),
        }
    }
}

fn row(line: &str) -> Option<Row> {
    let entry: Value = serde_json::from_str(line).ok()?;
    let value = |pair: &Value| Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.parse().ok()?));
    let failure = &entry["failure"];
    Some(Row {
        index: usize::try_from(entry["row"].as_u64()?).ok()?,
        values: entry["values"].as_array()?.iter().map(value).collect::<Option<_>>()?,
        failure: match failure.is_null() {
            true => None,
            false => Some((failure["kind"].as_str()?.to_owned(), failure["reason"].as_str()?.to_owned())),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal() -> Journal {
        let points = vec![vec![1.0], vec![2.0], vec![3.0]];
        Journal::new(&["modes".to_owned()], "abc", &["a".to_owned()], &points)
    }

    fn rows() -> Vec<Row> {
        let exact = vec![("f.0".to_owned(), 0.1 + 0.2), ("f.1".to_owned(), 5e-324)];
        vec![
            Row { index: 2, values: exact, failure: None },
            Row {
                index: 0,
                values: vec![],
                failure: Some(("model".to_owned(), "a \"quoted\"\nreason".to_owned())),
            },
        ]
    }

    #[test]
    fn what_was_written_is_read_to_the_last_bit() {
        let text: String = journal().head_line() + &rows().iter().map(Journal::line).collect::<String>();
        let (found, whole) = journal().read(&text).unwrap();
        assert_eq!(whole, text.len());
        assert_eq!(found.into_values().collect::<Vec<_>>(), [rows()[1].clone(), rows()[0].clone()]);
    }

    /// A journal that ends anywhere is continued with the rows whose lines are whole.
    #[test]
    fn a_journal_may_end_anywhere() {
        let lines: Vec<String> =
            std::iter::once(journal().head_line()).chain(rows().iter().map(Journal::line)).collect();
        let text = lines.concat();
        for end in 0..=text.len() {
            let (found, whole) = journal().read(&text[..end]).unwrap();
            assert!(whole <= end && text[..whole].ends_with('\n') | (whole == 0));
            let expected = match end {
                _ if end == text.len() => 2,
                _ if end >= lines[0].len() + lines[1].len() => 1,
                _ => 0,
            };
            assert_eq!(found.len(), expected, "cut at {end}");
        }
    }

    #[test]
    fn other_studies_and_damage_are_refused() {
        let other = Journal::new(&["modes".to_owned()], "abd", &["a".to_owned()], &[vec![1.0]]);
        let refused = journal().read(&other.head_line()).unwrap_err();
        assert!(
            matches!(refused, JournalError::OtherStudy { ref key, .. } if key == "model_sha256"),
            "{refused}"
        );
        assert_eq!(journal().read("hello\n"), Err(JournalError::NotAJournal));
        let damaged = journal().head_line() + "{\"row\": 7, \"values\": [], \"failure\": null}\n";
        assert_eq!(journal().read(&damaged), Err(JournalError::Damaged { line: 2 }));
    }

    #[test]
    fn a_row_counts_once() {
        let twice = journal().head_line() + &Journal::line(&rows()[0]) + &Journal::line(&rows()[0]);
        assert_eq!(journal().read(&twice).unwrap().0.len(), 1);
    }
}
