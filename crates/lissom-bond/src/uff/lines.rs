//! Lines of a universal file, with their numbers.

use crate::error::BondError;

/// Walks through the lines of one dataset.
pub(super) struct Lines<'a> {
    lines: &'a [String],
    first: usize,
    at: usize,
    dataset: u32,
}

impl<'a> Lines<'a> {
    /// `first` is the number of the first of the lines, counted from one.
    pub fn new(lines: &'a [String], first: usize, dataset: u32) -> Self {
        Self { lines, first, at: 0, dataset }
    }

    pub fn is_done(&self) -> bool {
        self.lines[self.at..].iter().all(|line| line.trim().is_empty())
    }

    pub fn next(&mut self, expected: &'static str) -> Result<&'a str, BondError> {
        let line = self.lines.get(self.at).ok_or_else(|| self.fault("the end of the dataset", expected))?;
        self.at += 1;
        Ok(line)
    }

    /// At least `count` whole numbers on the next line.
    pub fn integers(&mut self, count: usize, expected: &'static str) -> Result<Vec<i64>, BondError> {
        let line = self.next(expected)?;
        let numbers: Vec<i64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        if numbers.len() < count { Err(self.fault_before(line, expected)) } else { Ok(numbers) }
    }

    /// `count` numbers, on as many lines as they take.
    pub fn reals(&mut self, count: usize, expected: &'static str) -> Result<Vec<f64>, BondError> {
        let mut numbers = Vec::with_capacity(count);
        while numbers.len() < count {
            let line = self.next(expected)?;
            let before = numbers.len();
            for word in number_words(line) {
                numbers.push(parse_real(&word).ok_or_else(|| self.fault_before(line, expected))?);
            }
            if numbers.len() == before {
                return Err(self.fault_before(line, expected));
            }
        }
        numbers.truncate(count);
        Ok(numbers)
    }

    /// An error at the last line read.
    pub fn fault_before(&self, found: &str, expected: &'static str) -> BondError {
        let line = self.first + self.at.saturating_sub(1);
        BondError::UniversalFile { line, dataset: self.dataset, found: found.trim().to_owned(), expected }
    }

    fn fault(&self, found: &str, expected: &'static str) -> BondError {
        let line = self.first + self.at;
        BondError::UniversalFile { line, dataset: self.dataset, found: found.to_owned(), expected }
    }
}

/// Numbers of a line; columns may touch, so a sign that follows no exponent letter begins a new one.
fn number_words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    for c in line.chars() {
        if c.is_whitespace() {
            previous = ' ';
            continue;
        }
        let begins =
            previous == ' ' || (matches!(c, '+' | '-') && !matches!(previous, 'e' | 'E' | 'd' | 'D'));
        match words.last_mut() {
            Some(word) if !begins => word.push(c),
            _ => words.push(c.to_string()),
        }
        previous = c;
    }
    words
}

fn parse_real(word: &str) -> Option<f64> {
    let value: f64 = word.replace(['d', 'D'], "e").parse().ok()?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_numbers_and_fortran_exponents() {
        assert_eq!(number_words(" 1.0E+00-2.5e-3-1 4D+2"), ["1.0E+00", "-2.5e-3", "-1", "4D+2"]);
        assert_eq!(parse_real("4D+2"), Some(400.0));
        assert_eq!((parse_real("x"), parse_real("NaN"), parse_real("1e999")), (None, None, None));
    }
}
