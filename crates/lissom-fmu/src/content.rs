//! `unit.json`: what a unit holds. The file is trusted for nothing: sizes are compared and numbers must be finite.

use lissom_linalg::Dense;
use serde_json::Value;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The version of the file that this library reads.
const VERSION: u64 = 1;

/// Largest number of states, inputs or outputs: more is not a model that was exported.
const MOST: usize = 100_000;

/// What a unit holds.
#[derive(Clone, Debug)]
pub struct Content {
    /// Name of the model.
    pub name: String,
    /// Names of inputs.
    pub inputs: Vec<String>,
    /// Names of outputs.
    pub outputs: Vec<String>,
    /// Names of states.
    pub states: Vec<String>,
    /// Names of parameters.
    pub parameters: Vec<String>,
    /// Values of the parameters in the model (SI).
    pub values: Vec<f64>,
    /// States at the start.
    pub start: Vec<f64>,
    /// Usual sizes of the states.
    pub nominals: Vec<f64>,
    /// Number of event indicators.
    pub indicators: usize,
    /// What it computes.
    pub kind: Kind,
}

/// What a unit computes.
#[derive(Clone, Debug)]
pub enum Kind {
    /// State equations.
    Linear {
        /// A.
        a: Dense,
        /// B.
        b: Dense,
        /// C.
        c: Dense,
        /// D.
        d: Dense,
    },
    /// A mechanism.
    Mechanism {
        /// Name of the model file among the files.
        path: String,
        /// Names and contents of the model file, its components and the files of its parts.
        files: Vec<(String, Vec<u8>)>,
        /// Overrides of parameters, as `key=value`.
        overrides: Vec<String>,
        /// The basis of a reduced model.
        basis: Option<String>,
    },
}

/// Why a unit cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ContentError {
    /// The file is another one than the description was made with.
    #[error(
        "resources/unit.json is not the file that this unit was exported with (its SHA-256 is {found}, the description names \
         {wanted}): export the unit again"
    )]
    Altered {
        /// Token of the description.
        wanted: String,
        /// Token of the file.
        found: String,
    },
    /// The file is not what was exported.
    #[error("resources/unit.json cannot be used: {what}")]
    Malformed {
        /// What is wrong.
        what: String,
    },
}

fn bad(what: impl Into<String>) -> ContentError {
    ContentError::Malformed { what: what.into() }
}

impl Content {
    /// The token of a file: its SHA-256 in braces.
    #[must_use]
    pub fn token(bytes: &[u8]) -> String {
        let hex: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{{{hex}}}")
    }

    /// Reads the file, if it has the token.
    ///
    /// # Errors
    /// When it has another one, or is malformed.
    pub fn read(bytes: &[u8], token: &str) -> Result<Self, ContentError> {
        let found = Self::token(bytes);
        if found != token {
            return Err(ContentError::Altered { wanted: token.to_owned(), found });
        }
        Self::parse(bytes)
    }

    /// Reads the file, whatever its token.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn parse(bytes: &[u8]) -> Result<Self, ContentError> {
        let whole: Value = serde_json::from_slice(bytes).map_err(|error| bad(error.to_string()))?;
        if whole["lissom_unit"].as_u64() != Some(VERSION) {
            return Err(bad(format!(
                "version {} is unknown, this library reads {VERSION}",
                whole["lissom_unit"]
            )));
        }
        let content = Self {
            name: text(&whole, "name")?,
            inputs: texts(&whole, "inputs")?,
            outputs: texts(&whole, "outputs")?,
            states: texts(&whole, "states")?,
            parameters: texts(&whole, "parameters")?,
            values: numbers(&whole, "values")?,
            start: numbers(&whole, "start")?,
            nominals: numbers(&whole, "nominals")?,
            indicators: whole["indicators"].as_u64().map_or(0, |count| count as usize),
            kind: kind(&whole)?,
        };
        content.check()
    }

    fn check(self) -> Result<Self, ContentError> {
        let (n, m, p) = (self.states.len(), self.inputs.len(), self.outputs.len());
        if n.max(m).max(p).max(self.indicators).max(self.parameters.len()) > MOST {
            return Err(bad("too many variables"));
        }
        for (what, found, wanted) in [
            ("start", self.start.len(), n),
            ("nominals", self.nominals.len(), n),
            ("values", self.values.len(), self.parameters.len()),
        ] {
            if found != wanted {
                return Err(bad(format!("`{what}` has {found} numbers instead of {wanted}")));
            }
        }
        if let Some(k) = self.nominals.iter().position(|nominal| *nominal <= 0.0) {
            return Err(bad(format!("the nominal of `{}` is not positive", self.states[k])));
        }
        if let Kind::Linear { a, b, c, d } = &self.kind {
            let sizes = [("A", a, [n, n]), ("B", b, [n, m]), ("C", c, [p, n]), ("D", d, [p, m])];
            for (name, matrix, [rows, columns]) in sizes {
                if [matrix.rows(), matrix.cols()] != [rows, columns] {
                    let found = format!("{} x {}", matrix.rows(), matrix.cols());
                    return Err(bad(format!("{name} is {found} instead of {rows} x {columns}")));
                }
            }
        }
        Ok(self)
    }
}

fn kind(whole: &Value) -> Result<Kind, ContentError> {
    match whole["kind"].as_str() {
        Some("linear") => Ok(Kind::Linear {
            a: matrix(whole, "A", "states")?,
            b: matrix(whole, "B", "inputs")?,
            c: matrix(whole, "C", "states")?,
            d: matrix(whole, "D", "inputs")?,
        }),
        Some("mechanism") => {
            let files = whole["files"].as_object().ok_or_else(|| bad("`files` is missing"))?;
            let file = |(name, text): (&String, &Value)| {
                let text = text.as_str().ok_or_else(|| bad(format!("`files.{name}` is not text")))?;
                Ok((name.clone(), text.as_bytes().to_vec()))
            };
            let mut files = files.iter().map(file).collect::<Result<Vec<_>, _>>()?;
            for (name, text) in whole["data"].as_object().into_iter().flatten() {
                let bytes = text.as_str().and_then(bytes_of);
                files.push((name.clone(), bytes.ok_or_else(|| bad(format!("`data.{name}` is not data")))?));
            }
            Ok(Kind::Mechanism {
                path: text(whole, "path")?,
                files,
                overrides: texts(whole, "overrides")?,
                basis: whole["basis"].as_str().map(str::to_owned),
            })
        }
        _ => Err(bad("`kind` is neither `linear` nor `mechanism`")),
    }
}

/// Bytes from their hexadecimal digits.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let byte = |[high, low]: &[u8; 2]| Some(digit(*high)? << 4 | digit(*low)?);
    pairs.iter().map(byte).collect::<Option<_>>().filter(|_| rest.is_empty())
}

fn text(whole: &Value, key: &str) -> Result<String, ContentError> {
    whole[key].as_str().map(str::to_owned).ok_or_else(|| bad(format!("`{key}` is missing")))
}

fn list<'v>(whole: &'v Value, key: &str) -> Result<&'v Vec<Value>, ContentError> {
    whole[key].as_array().ok_or_else(|| bad(format!("`{key}` is missing")))
}

fn texts(whole: &Value, key: &str) -> Result<Vec<String>, ContentError> {
    let one = |value: &Value| {
        value.as_str().map(str::to_owned).ok_or_else(|| bad(format!("`{key}` holds no text")))
    };
    list(whole, key)?.iter().map(one).collect()
}

fn number(value: &Value, key: &str) -> Result<f64, ContentError> {
    value.as_f64().filter(|x| x.is_finite()).ok_or_else(|| bad(format!("`{key}` holds no finite number")))
}

fn numbers(whole: &Value, key: &str) -> Result<Vec<f64>, ContentError> {
    list(whole, key)?.iter().map(|value| number(value, key)).collect()
}

/// A matrix by rows; without rows it has as many columns as another list has entries.
fn matrix(whole: &Value, key: &str, columns_of: &str) -> Result<Dense, ContentError> {
    let rows = list(whole, key)?;
    let columns = list(whole, columns_of)?.len();
    let mut made = Dense::zeros(rows.len(), columns);
    for (i, row) in rows.iter().enumerate() {
        let row = row.as_array().filter(|row| row.len() == columns);
        let row = row.ok_or_else(|| bad(format!("row {} of {key} has a wrong length", i + 1)))?;
        for (j, value) in row.iter().enumerate() {
            made[(i, j)] = number(value, key)?;
        }
    }
    Ok(made)
}
