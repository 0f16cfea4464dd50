//! How many significant digits the numbers of a file carry.

use std::fmt::{self, Write};

/// From here on a double is as precise as it can be written \[digits\]; counting stops.
const FULL: usize = 15;

/// The most significant digits met so far.
///
/// Each number is written as the shortest decimal that reads back as the same number; the longest gives the
/// precision of the file. Text and binary files are treated alike: a table printed with six digits still has
/// six after conversion to a binary file; trailing zeros are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digits {
    most: usize,
}

impl Digits {
    pub fn note(&mut self, value: f64) {
        if self.most < FULL {
            self.most = self.most.max(significant_digits(value));
        }
    }

    /// A number that was written as text: its digits there bound those it can have, which spares most of the work.
    pub fn note_written(&mut self, value: f64, text: &str) {
        if self.most < FULL && written_digits(text) > self.most {
            self.note(value);
        }
    }

    /// A number that was stored in single precision.
    pub fn note_single(&mut self, value: f32) {
        self.most = self.most.max(count(format_args!("{value:e}")));
    }

    pub fn most(self) -> usize {
        self.most
    }
}

/// The digits of a written mantissa from the first to the last that is not zero [-].
fn written_digits(text: &str) -> usize {
    let (mut count, mut last) = (0, 0);
    for byte in text.bytes() {
        match byte {
            b'0' if count == 0 => {}
            b'0'..=b'9' => {
                count += 1;
                if byte != b'0' {
                    last = count;
                }
            }
            b'.' => {}
            // A leading sign is skipped; any other character after a digit begins the exponent.
            _ if count > 0 => break,
            _ => {}
        }
    }
    last
}

/// The digits of the shortest decimal that reads back as `value` [-]; 0 for zero.
pub(crate) fn significant_digits(value: f64) -> usize {
    if value == 0.0 { 0 } else { count(format_args!("{value:e}")) }
}

fn count(number: fmt::Arguments<'_>) -> usize {
    let mut counter = Counter { digits: 0, in_exponent: false };
    counter.write_fmt(number).expect("the counter never refuses text");
    counter.digits
}

struct Counter {
    digits: usize,
    in_exponent: bool,
}

impl Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.in_exponent |= byte == b'e';
            self.digits += usize::from(byte.is_ascii_digit() && !self.in_exponent);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_a_person_would_count() {
        let cases =
            [(0.0, 0), (1.0, 1), (-98437.5, 6), (2.50111e-12, 6), (3.3333333333333e-4, 14), (1.0 / 3.0, 16)];
        for (value, digits) in cases {
            assert_eq!(significant_digits(value), digits, "{value}");
        }
    }

    #[test]
    fn written_digits_bound_those_of_the_number() {
        let cases =
            [("0.0", 0), ("-98437.5", 6), ("  1.500E+10", 2), ("0.00120D-3", 2), ("3.15-103", 3), ("100", 1)];
        for (text, digits) in cases {
            assert_eq!(written_digits(text), digits, "{text}");
        }
        let mut digits = Digits::default();
        digits.note_written(3.3333333333333e-4, "3.3333333333333002E-04");
        assert_eq!(digits.most(), 14);
    }

    #[test]
    fn the_longest_number_decides() {
        let mut digits = Digits::default();
        [1.0, 0.25, 3.0].into_iter().for_each(|value| digits.note(value));
        assert_eq!(digits.most(), 2);
        digits.note_single(1.0 / 3.0);
        assert!((7..=9).contains(&digits.most()), "{digits:?}");
    }
}
