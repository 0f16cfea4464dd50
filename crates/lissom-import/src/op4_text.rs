//! OUTPUT4 as text: fields of fixed width, because numbers may touch.
//!
//! The header ends with the Fortran format of the numbers, such as `1P,3E23.16`. Columns start with three integers
//! (column, first row, count). The count is in numbers for dense columns and in words, two for each number of
//! double precision, for sparse ones.

use super::error::ImportError;
use super::lines::{Lines, integer, number};
use super::matrix::ImportedMatrix;
use super::op4::{Builder, Header, Run, unpack_string};
use super::source::Source;

/// Width of the integers of headers and columns \[characters\].
const FIELD: usize = 8;
/// Mark at the end of headers whose first two integers have 16 characters.
const WIDE: &str = "|I16";

/// Layout of numbers in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    per_line: usize,
    width: usize,
}

/// Nastran's own default, `5E16.9`.
const DEFAULT: Format = Format { per_line: 5, width: 16 };

pub(super) fn is_header(line: &str) -> bool {
    header(line).is_some_and(|(facts, ..)| facts.iter().all(Option::is_some))
}

pub(super) fn read(source: Source<'_>) -> Result<Vec<ImportedMatrix>, ImportError> {
    let mut lines = Lines::new(source);
    let mut matrices = Vec::new();
    while lines.advance_to_text()? {
        matrices.push(read_matrix(&mut lines)?);
    }
    if matrices.is_empty() {
        return Err(lines.expected("the header of a matrix"));
    }
    Ok(matrices)
}

/// The four integers, the name and the format of a header line.
fn header(line: &str) -> Option<([Option<i64>; 4], &str, &str)> {
    let (line, ends) = match line.strip_suffix(WIDE) {
        Some(line) => (line, [16, 32, 40, 48, 56]),
        None => (line, [FIELD, 16, 24, 32, 40]),
    };
    if !line.is_ascii() || line.len() <= ends[3] {
        return None;
    }
    let facts = [0, 1, 2, 3].map(|k| integer(&line[if k == 0 { 0 } else { ends[k - 1] }..ends[k]]));
    let name_end = ends[4].min(line.len());
    Some((facts, &line[ends[3]..name_end], &line[name_end..]))
}

fn read_header(lines: &Lines<'_>) -> Result<(Header, Format), ImportError> {
    let expected = "a header: columns, rows, form, type, name, format";
    let (facts, name, format) = header(lines.text()).ok_or_else(|| lines.expected(expected))?;
    let [Some(cols), Some(rows), Some(form), Some(kind)] = facts else {
        return Err(lines.expected(expected));
    };
    let format = parse_format(format).ok_or_else(|| lines.expected("a format like `1P,3E23.16`"))?;
    let header = Header::new(cols, rows, form, kind, name)
        .map_err(|(expected, found)| lines.error(expected, found))?;
    Ok((header, format))
}

/// `1P,3E23.16` or `5D16.9`.
fn parse_format(text: &str) -> Option<Format> {
    let text = text.trim().to_ascii_uppercase();
    if text.is_empty() {
        return Some(DEFAULT);
    }
    let plain = text.strip_prefix("1P,").unwrap_or(&text);
    let (per_line, rest) = plain.split_once(['E', 'D'])?;
    let format = Format { per_line: per_line.parse().ok()?, width: rest.split('.').next()?.parse().ok()? };
    ((1..=80).contains(&format.per_line) && (5..=80).contains(&format.width)).then_some(format)
}

fn read_matrix(lines: &mut Lines<'_>) -> Result<ImportedMatrix, ImportError> {
    let (header, format) = read_header(lines)?;
    let mut builder = Builder::new(header);
    loop {
        lines.advance_to_text()?;
        let expected = format!("the next column or the end mark of matrix {}", builder.header.name);
        let [number, row, count] = integers(lines.text()).ok_or_else(|| lines.expected(expected))?;
        let column = builder.column(number).map_err(|(expected, found)| lines.error(expected, found))?;
        match column {
            None => break,
            Some(col) if row > 0 => {
                let run = run(lines, &builder, col, row, count, 1)?;
                read_numbers(lines, &mut builder, run, format)?;
            }
            Some(col) => read_strings(lines, &mut builder, col, count, format)?,
        }
    }
    // The number of the end mark is unused.
    if !lines.advance_to_text()? {
        return Err(lines.expected("the number after the end mark"));
    }
    builder.finish(lines.name())
}

/// N integers, separated or in fields of eight characters.
fn integers<const N: usize>(line: &str) -> Option<[i64; N]> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let fields = if words.len() == N {
        words
    } else if line.is_ascii() && line.len() > FIELD * (N - 1) && line.len() <= FIELD * N {
        (0..N).map(|k| &line[k * FIELD..((k + 1) * FIELD).min(line.len())]).collect()
    } else {
        return None;
    };
    let values: Vec<i64> = fields.into_iter().map(integer).collect::<Option<_>>()?;
    values.try_into().ok()
}

fn run(
    lines: &Lines<'_>,
    builder: &Builder,
    col: u32,
    row: i64,
    words: i64,
    per_number: usize,
) -> Result<Run, ImportError> {
    let count =
        usize::try_from(words).ok().filter(|words| words % per_number == 0).map(|words| words / per_number);
    let count = count.ok_or_else(|| lines.expected("a count of whole numbers"))?;
    builder.run(col, row, count).map_err(|(expected, found)| lines.error(expected, found))
}

/// The strings of a sparse column, which together have `words` words, their heads included.
fn read_strings(
    lines: &mut Lines<'_>,
    builder: &mut Builder,
    col: u32,
    words: i64,
    format: Format,
) -> Result<(), ImportError> {
    let mut left = words;
    while left > 0 {
        lines.advance_to_text()?;
        let (row, length, head) = if builder.header.bigmat {
            let pair = integers(lines.text());
            let [length, row] = pair.ok_or_else(|| lines.expected("`length row` of a string"))?;
            (row, length, 2)
        } else {
            let packed = integers(lines.text());
            let [packed] = packed.ok_or_else(|| lines.expected("the packed head of a string"))?;
            let (row, length) = unpack_string(packed);
            (row, length, 1)
        };
        let words = length.saturating_sub(1);
        let run = run(lines, builder, col, row, words, builder.header.words())?;
        left -= words.saturating_add(head);
        if left < 0 {
            return Err(lines.error("strings that fill the column", format!("{} words too many", -left)));
        }
        read_numbers(lines, builder, run, format)?;
    }
    Ok(())
}

fn read_numbers(
    lines: &mut Lines<'_>,
    builder: &mut Builder,
    run: Run,
    format: Format,
) -> Result<(), ImportError> {
    let mut place = 0;
    while place < run.count {
        lines.advance_to_text()?;
        let here = format.per_line.min(run.count - place);
        let text = lines.text();
        let whole = text.is_ascii() && text.len() == here * format.width;
        if !whole {
            return Err(lines.expected(format!("{here} numbers of {} characters", format.width)));
        }
        for k in 0..here {
            let field = &text[k * format.width..(k + 1) * format.width];
            let value = number(field).ok_or_else(|| lines.error("a number", format!("`{field}`")))?;
            builder.add(run, place + k, value);
        }
        place += here;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<ImportedMatrix>, ImportError> {
        read(Source::from_bytes("a.op4", text.as_bytes())?)
    }

    const DENSE: &str = "       2       2       6       2KAA     1P,2E16.9\n       1       1       2\n \
        1.000000000E+00-2.000000000D+00\n       3       1       1\n 1.000000000E+00\n";

    #[test]
    fn numbers_may_touch_and_columns_may_be_missing() {
        let read = read_text(DENSE).unwrap();
        let matrix = &read[0].matrix;
        assert_eq!((read[0].name.as_str(), matrix.get(0, 0), matrix.get(1, 0)), ("KAA", 1.0, -2.0));
        assert_eq!(matrix.nnz(), 2);
        assert_eq!(read_text(&DENSE.repeat(2)).unwrap().len(), 2);
    }

    #[test]
    fn formats_are_understood() {
        assert_eq!(parse_format("1P,3E23.16"), Some(Format { per_line: 3, width: 23 }));
        assert_eq!(parse_format("5d16.9"), Some(DEFAULT));
        assert_eq!(parse_format(""), Some(DEFAULT));
        assert_eq!(parse_format("1P,0E23.16"), None);
        assert_eq!(parse_format("text"), None);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let broken = DENSE.replace("-2.000000000D+00", "-2.0000000");
        let error = read_text(&broken).unwrap_err().to_string();
        assert!(error.starts_with("a.op4:3: expected 2 numbers of 16 characters"), "{error}");
        let endless = DENSE.replace("       3       1       1\n 1.000000000E+00\n", "");
        assert!(read_text(&endless).unwrap_err().to_string().contains("the end mark of matrix KAA"));
        let complex = DENSE.replace("       2KAA", "       4KAA");
        assert!(read_text(&complex).unwrap_err().to_string().contains("complex matrix KAA"));
    }
}
