//! Matrix Market: a header that names format, field and symmetry, a line of sizes, then the entries.
//!
//! `coordinate` lists entries, `array` lists all numbers column by column. Blank lines and comments are allowed
//! anywhere, because many writers leave some where the format forbids them. \[Boisvert1996\]

use super::Importer;
use super::error::ImportError;
use super::lines::{Lines, index, integer, number};
use super::matrix::{Completeness, Entries, ImportedMatrix, Layout, Storage};
use super::source::Source;

const BANNER: &str = "%%matrixmarket";

/// Reads `.mtx` files with a Matrix Market header.
#[derive(Debug)]
pub struct MatrixMarket;

impl Importer for MatrixMarket {
    fn name(&self) -> &'static str {
        "matrix-market"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["mtx", "mm", "mmf"]
    }

    fn describe(&self) -> &'static str {
        "Matrix Market (.mtx), coordinate and array, as SciPy, Ansys and many others write it"
    }

    fn recognises(&self, source: &Source<'_>) -> bool {
        source.first_line().to_ascii_lowercase().starts_with(BANNER)
    }

    fn read(&self, source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError> {
        let name = source.stem().to_owned();
        let mut lines = Lines::new(source);
        let header = Header::read(&mut lines)?;
        let sizes = sizes(&mut lines, if header.coordinate { 3 } else { 2 })?;
        let entries = if header.coordinate {
            coordinate(&mut lines, &header, &sizes)?
        } else {
            array(&mut lines, &header, &sizes)?
        };
        if next_line(&mut lines)? {
            return Err(lines.expected("the end of the file after the last entry"));
        }
        let (rows, cols) = (sizes[0], sizes[1]);
        // The standard requires the lower triangle of symmetric matrices; the upper one is accepted too. A
        // pair of mirrored entries is refused like any entry that is listed twice.
        let storage = match (header.storage, entries.storage()) {
            (Storage::Lower, Storage::Upper) => Storage::Upper,
            (declared, _) => declared,
        };
        let layout = Layout { rows, cols, storage, completeness: Completeness::Declared };
        Ok(vec![entries.into_matrix(lines.name(), &name, layout)?])
    }
}

struct Header {
    coordinate: bool,
    /// Entries are positions alone, each standing for a one.
    pattern: bool,
    storage: Storage,
}

impl Header {
    fn read(lines: &mut Lines<'_>) -> Result<Self, ImportError> {
        lines.advance_to_text()?;
        let line = lines.text().to_ascii_lowercase();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [BANNER, "matrix", format, field, symmetry] = words[..] else {
            return Err(lines.expected("`%%MatrixMarket matrix FORMAT FIELD SYMMETRY`"));
        };
        let coordinate = match format {
            "coordinate" => true,
            "array" => false,
            other => return Err(lines.error("`coordinate` or `array`", format!("`{other}`"))),
        };
        let pattern = match field {
            "real" | "integer" | "double" => false,
            "pattern" if coordinate => true,
            other => return Err(lines.error("a real matrix", format!("a `{other}` one"))),
        };
        let storage = match symmetry {
            "general" => Storage::Full,
            "symmetric" => Storage::Lower,
            "skew-symmetric" => Storage::SkewLower,
            other => {
                return Err(lines.error("`general`, `symmetric` or `skew-symmetric`", format!("`{other}`")));
            }
        };
        Ok(Self { coordinate, pattern, storage })
    }
}

/// Goes to the next line that is neither blank nor a comment.
fn next_line(lines: &mut Lines<'_>) -> Result<bool, ImportError> {
    while lines.advance_to_text()? {
        if !lines.text().trim_start().starts_with('%') {
            return Ok(true);
        }
    }
    Ok(false)
}

fn sizes(lines: &mut Lines<'_>, count: usize) -> Result<Vec<usize>, ImportError> {
    next_line(lines)?;
    let size = |word| integer(word).and_then(|size| usize::try_from(size).ok());
    let sizes: Option<Vec<usize>> = lines.text().split_ascii_whitespace().map(size).collect();
    let limit = u32::MAX as usize;
    sizes.filter(|s| s.len() == count && s[0].min(s[1]) > 0 && s[0].max(s[1]) < limit).ok_or_else(|| {
        let what = if count == 3 { "`rows columns entries`" } else { "`rows columns`" };
        lines.expected(format!("the sizes {what}"))
    })
}

fn coordinate(lines: &mut Lines<'_>, header: &Header, sizes: &[usize]) -> Result<Entries, ImportError> {
    let mut entries = Entries::default();
    for done in 0..sizes[2] {
        if !next_line(lines)? {
            return Err(lines.expected(format!("entry {} of {}", done + 1, sizes[2])));
        }
        let (row, col, value, written) = entry(lines.text(), header.pattern)
            .ok_or_else(|| lines.expected(expected_line(header.pattern)))?;
        if row as usize >= sizes[0] || col as usize >= sizes[1] {
            return Err(lines.expected(format!("an entry inside {} × {}", sizes[0], sizes[1])));
        }
        if header.storage == Storage::SkewLower && row == col {
            return Err(lines.expected("no entry on the diagonal, being skew-symmetric"));
        }
        entries.add_written(row, col, value, written);
    }
    Ok(entries)
}

/// What a line should hold.
fn expected_line(pattern: bool) -> &'static str {
    if pattern {
        "`row column`, counted from one"
    } else {
        "`row column value`, rows and columns counted from one, the value a finite number"
    }
}

/// Row, column, value, and the value as it is written.
fn entry(line: &str, pattern: bool) -> Option<(u32, u32, f64, &str)> {
    let mut words = line.split_ascii_whitespace();
    let (row, col) = (index(words.next()?)?, index(words.next()?)?);
    let written = if pattern { "1" } else { words.next()? };
    words.next().is_none().then_some((row, col, number(written)?, written))
}

/// All numbers column by column; of symmetric matrices those from the diagonal down.
fn array(lines: &mut Lines<'_>, header: &Header, sizes: &[usize]) -> Result<Entries, ImportError> {
    let (rows, cols) = (sizes[0], sizes[1]);
    let mut entries = Entries::default();
    for col in 0..cols {
        let first = match header.storage {
            Storage::Full | Storage::Upper => 0,
            Storage::Lower => col,
            Storage::SkewLower => col + 1,
        };
        for row in first..rows {
            if !next_line(lines)? {
                return Err(lines.expected(format!("the number of row {}, column {}", row + 1, col + 1)));
            }
            let value = number(lines.text()).ok_or_else(|| lines.expected("a number"))?;
            if value != 0.0 {
                entries.add(row as u32, col as u32, value);
            }
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ImportedMatrix, ImportError> {
        MatrixMarket.read(Source::from_bytes("a.mtx", text.as_bytes())?).map(|mut all| all.remove(0))
    }

    #[test]
    fn the_lower_triangle_is_mirrored_and_blank_lines_are_passed_over() {
        let text = "%%MatrixMarket matrix coordinate real symmetric\n% a\n\n2 2 3\n\n1 1 2\n% b\n2 1 -1d0\n\n2 2 2\n\n";
        let read = read(text).unwrap();
        assert_eq!((read.matrix.get(0, 1), read.matrix.get(1, 0), read.stored), (-1.0, -1.0, 3));
    }

    #[test]
    fn the_upper_triangle_will_do_too() {
        let read = read("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 4\n1 2 3\n").unwrap();
        assert_eq!((read.storage, read.matrix.get(1, 0), read.matrix.get(0, 1)), (Storage::Upper, 3.0, 3.0));
    }

    #[test]
    fn skew_and_array_forms_are_read() {
        let skew = read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n").unwrap();
        assert_eq!((skew.matrix.get(1, 0), skew.matrix.get(0, 1)), (3.0, -3.0));
        assert!(read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 3\n").is_err());
        let array = read("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n").unwrap();
        assert_eq!((array.matrix.get(0, 1), array.matrix.get(1, 1)), (2.0, 3.0));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let head = "%%MatrixMarket matrix coordinate real symmetric\n";
        let message = |rest: &str| read(&format!("{head}{rest}")).unwrap_err().to_string();
        assert_eq!(message("2 2 2\n1 1 1.0\n"), "a.mtx:4: expected entry 2 of 2, found the end of the file");
        assert!(message("2 2 1\n1 1 1.0\n2 2 1.0\n").starts_with("a.mtx:4: expected the end of the file"));
        assert!(message("2 2 1\n3 1 1.0\n").contains("inside 2 × 2"));
        assert!(message("2 2 2\n1 2 1.0\n2 1 1.0\n").contains("row 2, column 1 twice"));
        assert!(message("0 2 1\n1 2 1.0\n").contains("`rows columns entries`"));
        assert!(message("2 3 1\n1 1 1.0\n").contains("square"));
        assert!(message("2 2\n").contains("`rows columns entries`"));
        let complex = read("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n").unwrap_err();
        assert!(complex.to_string().contains("expected a real matrix, found a `complex` one"));
    }
}
