//! Columns of numbers in a text: comma, semicolon, tabulator or blanks between them, `#` before a comment.

use std::ops::Range;

/// A text with columns.
pub(crate) struct Csv<'t> {
    /// Names of the columns, where the first line has them.
    pub header: Option<Vec<Cell<'t>>>,
    pub rows: Vec<Row<'t>>,
}

/// A line of cells.
pub(crate) struct Row<'t> {
    pub cells: Vec<Cell<'t>>,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
}

/// A cell without the blanks and quotation marks around it.
#[derive(Clone)]
pub(crate) struct Cell<'t> {
    pub text: &'t str,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
}

impl<'t> Csv<'t> {
    /// Divides a text into cells. A first line with a cell that is not a number holds the names of the columns.
    pub fn read(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').map_or((text, 0), |rest| (rest, text.len() - rest.len()));
        let (text, shift) = text;
        let mut rows = Vec::new();
        let mut start = 0;
        let mut separator = None;
        for line in text.split_inclusive('\n') {
            let begin = start;
            start += line.len();
            let content = line.split('#').next().unwrap_or("").trim_end();
            if content.trim().is_empty() {
                continue;
            }
            let separator = *separator.get_or_insert_with(|| separator_of(content));
            let cells = cells(content, separator, begin + shift);
            rows.push(Row { cells, bytes: begin + shift..begin + shift + content.len() });
        }
        let has_header = rows.first().is_some_and(|row| row.cells.iter().any(|cell| cell.number().is_none()));
        let header = if has_header { Some(rows.remove(0).cells) } else { None };
        Self { header, rows }
    }
}

impl Cell<'_> {
    /// The number in it, finite or not.
    pub fn number(&self) -> Option<f64> {
        self.text.parse().ok()
    }
}

fn separator_of(line: &str) -> Option<char> {
    [';', ',', '\t'].into_iter().find(|separator| line.contains(*separator))
}

/// Cells between separators; `None`: between blanks.
fn cells(line: &str, separator: Option<char>, begin: usize) -> Vec<Cell<'_>> {
    let parts: Vec<&str> = match separator {
        Some(separator) => line.split(separator).collect(),
        None => line.split_whitespace().collect(),
    };
    let place = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
    let cell = |part: &'_ str| -> Range<usize> {
        let inner = part.trim().trim_matches('"');
        let at = begin + place(part) + part.find(inner).unwrap_or(0);
        at..at + inner.len()
    };
    parts.into_iter().map(|part| Cell { text: part.trim().trim_matches('"'), bytes: cell(part) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_their_places() {
        for text in
            ["a, b\n# rest\n1, 2.5 # half\n\n3, x\n", "a; b\n\n1; 2.5\n3; x\n", "\"a\" b\n1 2.5\n3   x\n"]
        {
            let csv = Csv::read(text);
            let header: Vec<&str> = csv.header.as_ref().unwrap().iter().map(|cell| cell.text).collect();
            assert_eq!(header, ["a", "b"], "{text}");
            assert_eq!(csv.rows.len(), 2);
            for cell in csv.rows.iter().flat_map(|row| &row.cells) {
                assert_eq!(&text[cell.bytes.clone()], cell.text, "{text}");
            }
            assert_eq!((csv.rows[0].cells[1].number(), csv.rows[1].cells[1].number()), (Some(2.5), None));
        }
        assert!(Csv::read("1, 2\n3, 4\n").header.is_none());
        assert_eq!(
            &"\u{feff}t, x\n1, 2"[Csv::read("\u{feff}t, x\n1, 2").rows[0].cells[0].bytes.clone()],
            "1"
        );
    }
}
