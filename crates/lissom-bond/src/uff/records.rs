//! The records of a universal file.

use super::lines::Lines;
use crate::error::BondError;
use lissom_linalg::Complex;

/// A node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodePoint {
    /// Label.
    pub label: i64,
    /// Position, in the units of the file (see dataset 164).
    pub position: [f64; 3],
}

/// Data at nodes, such as a mode shape (dataset 55).
#[derive(Clone, Debug, PartialEq)]
pub struct NodalData {
    /// The five lines of identification.
    pub identification: Vec<String>,
    /// 2 for a normal mode, 3 for a complex one, 1 for statics …
    pub analysis_type: i64,
    /// 8 for displacements, 12 for accelerations …
    pub specific_type: i64,
    /// Mode or step number, if the analysis has one.
    pub number: Option<i64>,
    /// Reals of the analysis: for a normal mode frequency \[Hz\], modal mass \[kg\], viscous and hysteretic damping [-].
    pub parameters: Vec<f64>,
    /// Whether values are complex; they are then stored as pairs.
    pub is_complex: bool,
    /// Values by node.
    pub values: Vec<(i64, Vec<f64>)>,
}

/// Label of a node and signed direction: 1 to 3 translations, 4 to 6 rotations.
pub type Place = (i64, i64);

/// A function of frequency or time (dataset 58).
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The five lines of identification.
    pub identification: Vec<String>,
    /// 1 for a time response, 4 for a frequency response …
    pub function_type: i64,
    /// Where the response is.
    pub response: Place,
    /// Where the reference is.
    pub reference: Place,
    /// Abscissa, usually frequency \[Hz\] or time \[s\].
    pub abscissa: Vec<f64>,
    /// Values; the imaginary part of real data is zero.
    pub values: Vec<Complex>,
}

/// One dataset of a universal file.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// Datasets 15 and 2411.
    Nodes(Vec<NodePoint>),
    /// Dataset 55.
    NodalData(NodalData),
    /// Dataset 58.
    Function(Function),
    /// Any other dataset: its number and the line it begins at.
    PassedOver {
        /// Number.
        dataset: u32,
        /// Line, counted from one.
        line: usize,
    },
}

/// Reads a universal file.
///
/// # Errors
/// [`BondError::UniversalFile`] with the line.
pub fn read(bytes: &[u8]) -> Result<Vec<Record>, BondError> {
    // Identification lines may be in any code page: only numbers matter, and they are ASCII.
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.lines().map(|line| line.trim_end().to_owned()).collect();
    let is_delimiter = |line: &String| line.trim() == "-1" && line.len() <= 6;
    let mut records = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if !is_delimiter(&lines[at]) {
            if lines[at].trim().is_empty() {
                at += 1;
                continue;
            }
            return Err(fault(at + 1, 0, &lines[at], "a line with -1 that begins a dataset"));
        }
        let end = (at + 1..lines.len()).find(|&k| is_delimiter(&lines[k]));
        let end = end.ok_or_else(|| {
            fault(lines.len(), 0, "the end of the file", "a line with -1 that ends the dataset")
        })?;
        if end > at + 1 {
            records.push(dataset(&lines[at + 1..end], at + 2)?);
        }
        at = end + 1;
    }
    Ok(records)
}

fn fault(line: usize, dataset: u32, found: &str, expected: &'static str) -> BondError {
    BondError::UniversalFile { line, dataset, found: found.trim().to_owned(), expected }
}

/// One dataset, whose first line is its number; `line` is the number of that line.
fn dataset(lines: &[String], line: usize) -> Result<Record, BondError> {
    let head = lines[0].trim();
    let digits: String = head.chars().take_while(char::is_ascii_digit).collect();
    let number: u32 = digits.parse().map_err(|_| fault(line, 0, head, "the number of a dataset"))?;
    if number == 58 && head[digits.len()..].starts_with(['b', 'B']) {
        return Err(fault(line, 58, head, "dataset 58 as text: binary functions (58b) are not read"));
    }
    let mut rest = Lines::new(&lines[1..], line + 1, number);
    match number {
        15 => nodes(&mut rest, 15).map(Record::Nodes),
        2411 => nodes(&mut rest, 2411).map(Record::Nodes),
        55 => nodal_data(&mut rest).map(Record::NodalData),
        58 => function(&mut rest).map(Record::Function),
        _ => Ok(Record::PassedOver { dataset: number, line }),
    }
}

fn nodes(lines: &mut Lines<'_>, dataset: u32) -> Result<Vec<NodePoint>, BondError> {
    let mut list = Vec::new();
    while !lines.is_done() {
        let (label, position) = if dataset == 2411 {
            let label = lines.integers(1, "a node label")?[0];
            (label, lines.reals(3, "three coordinates")?)
        } else {
            let line = lines.next("a node")?;
            let numbers = one_line_node(line)
                .ok_or_else(|| lines.fault_before(line, "a label, three numbers and three coordinates"))?;
            (numbers.0, numbers.1)
        };
        list.push(NodePoint { label, position: [position[0], position[1], position[2]] });
    }
    Ok(list)
}

/// Four whole numbers in ten columns each, then three coordinates.
fn one_line_node(line: &str) -> Option<(i64, Vec<f64>)> {
    let label = line.split_whitespace().next()?.parse().ok()?;
    let owned = [line.get(40..).unwrap_or("").to_owned()];
    let position = Lines::new(&owned, 1, 15).reals(3, "three coordinates").ok()?;
    Some((label, position))
}

fn identification(lines: &mut Lines<'_>) -> Result<Vec<String>, BondError> {
    (0..5).map(|_| lines.next("a line of identification").map(|line| line.trim().to_owned())).collect()
}

fn nodal_data(lines: &mut Lines<'_>) -> Result<NodalData, BondError> {
    let identification = identification(lines)?;
    let kinds = lines.integers(6, "six numbers: types and values per node")?;
    let counts = lines.integers(2, "numbers of integers and reals of the analysis")?;
    let mut integers = counts[2..].to_vec();
    let wanted = usize::try_from(counts[0]).unwrap_or(0);
    while integers.len() < wanted {
        integers.extend(lines.integers(1, "integers of the analysis")?);
    }
    let parameters = lines.reals(usize::try_from(counts[1]).unwrap_or(0), "reals of the analysis")?;
    let is_complex = matches!(kinds[4], 5 | 6);
    let per_node = usize::try_from(kinds[5]).unwrap_or(0) * if is_complex { 2 } else { 1 };
    let mut values = Vec::new();
    while !lines.is_done() {
        let node = lines.integers(1, "a node label")?[0];
        values.push((node, lines.reals(per_node, "the values of a node")?));
    }
    // The mode number is the second integer of modes, of statics there is only the load case.
    let number = integers.get(1).copied();
    Ok(NodalData {
        identification,
        analysis_type: kinds[1],
        specific_type: kinds[3],
        number,
        parameters,
        is_complex,
        values,
    })
}

fn function(lines: &mut Lines<'_>) -> Result<Function, BondError> {
    let identification = identification(lines)?;
    let head = lines.next("function type, response and reference")?;
    let (function_type, response, reference) = function_head(head)
        .ok_or_else(|| lines.fault_before(head, "function type, response and reference in their columns"))?;
    let shape = lines.next("data type, count, spacing and first value")?;
    let words: Vec<&str> = shape.split_whitespace().collect();
    let whole = |k: usize| words.get(k).and_then(|word| word.parse::<i64>().ok());
    let real = |k: usize| words.get(k).and_then(|word| word.replace(['d', 'D'], "e").parse::<f64>().ok());
    let (Some(kind), Some(count), Some(spacing)) = (whole(0), whole(1), whole(2)) else {
        return Err(lines.fault_before(shape, "three whole numbers: data type, count, spacing"));
    };
    let count =
        usize::try_from(count).map_err(|_| lines.fault_before(shape, "a count that is not negative"))?;
    let is_complex = match kind {
        2 | 4 => false,
        5 | 6 => true,
        _ => return Err(lines.fault_before(shape, "data type 2, 4 (real), 5 or 6 (complex)")),
    };
    let even = match (spacing, real(3), real(4)) {
        (1, Some(first), Some(step)) => Some((first, step)),
        (1, ..) => return Err(lines.fault_before(shape, "first value and increment of even spacing")),
        _ => None,
    };
    for _ in 0..4 {
        lines.next("the description of an axis")?;
    }
    let (abscissa, values) = samples(lines, count, is_complex, even)?;
    Ok(Function { identification, function_type, response, reference, abscissa, values })
}

fn samples(
    lines: &mut Lines<'_>,
    count: usize,
    is_complex: bool,
    even: Option<(f64, f64)>,
) -> Result<(Vec<f64>, Vec<Complex>), BondError> {
    let parts = usize::from(even.is_none()) + if is_complex { 2 } else { 1 };
    let data = lines.reals(count * parts, "the values of the function")?;
    let abscissa = match even {
        Some((first, step)) => (0..count).map(|k| first + step * k as f64).collect(),
        None => data.iter().step_by(parts).copied().collect(),
    };
    let value = |sample: &[f64]| match (even.is_some(), is_complex) {
        (true, true) => Complex::new(sample[0], sample[1]),
        (true, false) => Complex::from(sample[0]),
        (false, true) => Complex::new(sample[1], sample[2]),
        (false, false) => Complex::from(sample[1]),
    };
    Ok((abscissa, data.chunks(parts).map(value).collect()))
}

/// Columns 2(I5, I10), 2(1X, 10A1, I10, I4): names of entities may hold blanks, so columns count.
fn function_head(line: &str) -> Option<(i64, Place, Place)> {
    let whole =
        |from: usize, to: usize| line.get(from..to.min(line.len())).and_then(|part| part.trim().parse().ok());
    Some((whole(0, 5)?, (whole(41, 51)?, whole(51, 55)?), (whole(66, 76)?, whole(76, 80)?)))
}
