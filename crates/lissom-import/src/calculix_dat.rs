//! The frequencies that CalculiX itself found, from its `.dat` file, for comparison.

use super::error::ImportError;
use super::lines::{Lines, integer, number};
use super::source::{FileWindow, Source};

const TABLE: &str = "E I G E N V A L U E   O U T P U T";

/// A mode as CalculiX prints it, with seven digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedMode {
    /// λ = ω² [rad²/s²]; rigid motions come out as small numbers of either sign.
    pub eigenvalue: f64,
    /// Frequency \[Hz\]; zero where λ is negative.
    pub frequency: f64,
}

/// Reads the table of eigenvalues.
///
/// # Errors
/// If there is no such table, or it is truncated.
pub fn read_frequencies(path: &str, window: &dyn FileWindow) -> Result<Vec<PrintedMode>, ImportError> {
    let mut lines = Lines::new(Source::open(path, window)?);
    while lines.advance()? {
        if lines.text().trim() == TABLE {
            return read_table(&mut lines);
        }
    }
    Err(lines.expected(format!("the table `{TABLE}`")))
}

fn read_table(lines: &mut Lines<'_>) -> Result<Vec<PrintedMode>, ImportError> {
    let mut modes: Vec<PrintedMode> = Vec::new();
    while lines.advance()? {
        let words: Vec<&str> = lines.text().split_ascii_whitespace().collect();
        match words[..] {
            // A blank line closes the table; others are between its head and its first row.
            [] if !modes.is_empty() && lines.is_terminated() => return Ok(modes),
            [mode, eigenvalue, _, frequency, _] if integer(mode).is_some() => {
                let values = (integer(mode), number(eigenvalue), number(frequency));
                let (Some(mode), Some(eigenvalue), Some(frequency)) = values else {
                    return Err(lines.expected("a mode with its eigenvalue and frequency"));
                };
                if mode != modes.len() as i64 + 1 {
                    return Err(lines.expected(format!("mode {}", modes.len() + 1)));
                }
                modes.push(PrintedMode { eigenvalue, frequency });
            }
            _ if modes.is_empty() => {}
            _ => return Err(lines.expected("a mode or the end of the table")),
        }
    }
    Err(lines.expected("the end of the table"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "\n     E I G E N V A L U E   O U T P U T\n\n MODE NO    EIGENVALUE   FREQUENCY\n\n";

    fn read(text: &str) -> Result<Vec<PrintedMode>, ImportError> {
        read_frequencies("a.dat", &|_: &str| Ok(text.as_bytes().to_vec()))
    }

    #[test]
    fn the_table_is_read_and_its_end_demanded() {
        let rows = "      1  -0.1E-04   0.0000000E+00   0.0000000E+00   0.9E-02\n\
                    \u{20}     2   0.1D+01   0.1000000E+01   0.1591549E+00   0.0000000E+00\n";
        let modes = read(&format!("{HEAD}{rows}\n")).unwrap();
        assert_eq!((modes.len(), modes[0].eigenvalue, modes[1].frequency), (2, -0.1e-4, 0.1591549));
        assert!(read(&format!("{HEAD}{rows}")).unwrap_err().to_string().contains("the end of the table"));
        assert!(read("nothing\n").unwrap_err().to_string().contains("the table"));
        assert!(read(&format!("{HEAD}{}\n", rows.replace("      2 ", "      3 "))).is_err());
    }
}
