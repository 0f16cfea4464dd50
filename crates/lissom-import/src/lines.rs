//! A text file line by line, and the numbers in it.

use super::error::{ImportError, Place};
use super::source::{Source, unreadable};
use std::io::BufRead;

/// How much of a line an error message shows \[characters\].
const SHOWN: usize = 60;

/// Blank lines one after the other that a file may have; more are an error.
const MOST_BLANK_LINES: usize = 1_000_000;

/// A text file that is read line by line; one line is kept at a time.
pub(crate) struct Lines<'a> {
    name: String,
    reader: Box<dyn BufRead + 'a>,
    bytes: Vec<u8>,
    text: String,
    number: usize,
    ended: bool,
    /// The last line read had a line end.
    terminated: bool,
    /// Lines with text so far.
    texts: usize,
}

impl<'a> Lines<'a> {
    pub fn new(source: Source<'a>) -> Self {
        let (name, reader) = source.into_reader();
        let (bytes, text) = (Vec::new(), String::new());
        Self { name, reader, bytes, text, number: 0, ended: false, terminated: true, texts: 0 }
    }

    /// Goes to the next line; false at the end of the file.
    pub fn advance(&mut self) -> Result<bool, ImportError> {
        self.bytes.clear();
        let length = self
            .reader
            .read_until(b'\n', &mut self.bytes)
            .map_err(|reason| unreadable(&self.name, Place::Line(self.number + 1), &reason))?;
        self.text.clear();
        self.ended = length == 0;
        self.number += 1;
        if self.ended {
            return Ok(false);
        }
        self.terminated = self.bytes.last() == Some(&b'\n');
        // Comments may be in any encoding; invalid UTF-8 matters only where a number is expected.
        self.text.push_str(String::from_utf8_lossy(&self.bytes).trim_end());
        Ok(true)
    }

    /// Goes to the next line that is not blank; false at the end of the file.
    pub fn advance_to_text(&mut self) -> Result<bool, ImportError> {
        for _ in 0..MOST_BLANK_LINES {
            if !self.advance()? {
                return Ok(false);
            }
            if !self.text.trim_start().is_empty() {
                self.texts += 1;
                return Ok(true);
            }
        }
        Err(self.error("more content", format!("{MOST_BLANK_LINES} blank lines")))
    }

    /// The current line without trailing blanks.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The current line is not what was expected.
    pub fn expected(&self, what: impl Into<String>) -> ImportError {
        let found = match (self.ended, self.is_of_the_kind()) {
            (true, _) => "the end of the file".to_owned(),
            (_, true) => quoted(&self.text),
            // A file that is wrong from its first line is of another kind, and its lines are not shown.
            (_, false) => "a file of another kind".to_owned(),
        };
        self.error(what, found)
    }

    /// Whether the file has been valid so far, or at least begins like such a file.
    fn is_of_the_kind(&self) -> bool {
        let first = self.text.split_whitespace().next().unwrap_or_default();
        let numeric = first.split(',').all(|word| number(word).is_some());
        self.texts > 1 || numeric || ["%%", "*", "$"].iter().any(|mark| first.starts_with(mark))
    }

    /// An error at the current line.
    pub fn error(&self, expected: impl Into<String>, found: impl Into<String>) -> ImportError {
        let place = Place::Line(self.number);
        ImportError { file: self.name.clone(), place, expected: expected.into(), found: found.into() }
    }

    /// Whether the current line has its line end, and so is not truncated.
    pub fn is_terminated(&self) -> bool {
        self.terminated
    }

    /// For formats without a count: a last line that lacks its end may be truncated within a number.
    pub fn demand_terminated(&self) -> Result<(), ImportError> {
        if self.terminated {
            return Ok(());
        }
        let expected = "a line end after the last number (without it the file may be truncated)";
        Err(ImportError {
            file: self.name.clone(),
            place: Place::Line(self.number - 1),
            expected: expected.to_owned(),
            found: "the end of the file".to_owned(),
        })
    }
}

/// The beginning of a text in quotes, for messages.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("`{}`", shown.replace(char::is_control, "·"))
}

/// A finite number; Fortran's `1.5D-3` and `1.5-103` are understood.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    // The standard parser also accepts `inf` and `nan`, which are not allowed in a matrix.
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'+' | b'-' | b'e' | b'E'));
    let value = if plain { text.parse().ok().or_else(|| fortran(text)) } else { fortran(text) };
    value.filter(|value: &f64| value.is_finite())
}

/// Exponents written with `D`, or with a sign alone when they need three digits.
fn fortran(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase().replace('d', "e");
    let digits = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'+' | b'-' | b'e');
    if !lower.bytes().all(digits) {
        return None;
    }
    if lower.contains('e') {
        return lower.parse().ok();
    }
    let (_, sign) =
        lower.char_indices().skip(1).find(|(_, c)| matches!(c, '+' | '-')).map(|(i, c)| (c, i))?;
    let (mantissa, exponent) = lower.split_at(sign);
    format!("{mantissa}e{exponent}").parse().ok()
}

/// A whole number.
pub(crate) fn integer(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}

/// A row or column number, counted from one in the file and from zero here.
pub(crate) fn index(text: &str) -> Option<u32> {
    text.trim().parse::<u32>().ok()?.checked_sub(1).filter(|&index| index < u32::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_and_fortran_write_them() {
        let cases = [
            ("1.5", 1.5),
            (" -1.5E-3", -1.5e-3),
            ("1.5D-3", 1.5e-3),
            ("1.5d+03", 1.5e3),
            ("1.5-103", 1.5e-103),
            ("-2.+101", -2e101),
            ("7", 7.0),
            (".5", 0.5),
        ];
        for (text, value) in cases {
            assert_eq!(number(text), Some(value), "{text}");
        }
        for text in ["", "-", "nan", "inf", "infinity", "1e999", "1.5x", "1 2", "1-2-3", "D", "1.5e", "--5"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn indices_count_from_one() {
        assert_eq!(index("1"), Some(0));
        assert_eq!([index("0"), index("-1"), index("1.0"), index("4294967295")], [None; 4]);
    }

    #[test]
    fn lines_know_their_number_and_whether_they_ended() {
        let bytes = b"one\r\n\n  \ntwo".as_slice();
        let mut lines = Lines::new(Source::from_bytes("a.txt", bytes).unwrap());
        assert!(lines.advance_to_text().unwrap());
        assert_eq!((lines.text(), lines.number), ("one", 1));
        assert!(lines.advance_to_text().unwrap());
        assert_eq!((lines.text(), lines.number), ("two", 4));
        assert_eq!(lines.expected("three").to_string(), "a.txt:4: expected three, found `two`");
        assert!(!lines.advance_to_text().unwrap());
        assert_eq!(lines.demand_terminated().unwrap_err().place, Place::Line(4));
    }
}
