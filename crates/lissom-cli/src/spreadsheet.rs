//! Comma-separated values that spreadsheets read as they were meant.

/// Characters with which a spreadsheet begins a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A head of a column: quoted; an apostrophe before what a spreadsheet would take for a formula.
pub fn head(name: &str) -> String {
    let guard = if name.starts_with(FORMULA) { "'" } else { "" };
    format!("\"{guard}{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_text_to_every_reader() {
        assert_eq!(head("tip y [m]"), "\"tip y [m]\"");
        assert_eq!(head("=cmd|'/c calc'!A0"), "\"'=cmd|'/c calc'!A0\"");
        assert_eq!(head("+1+1"), "\"'+1+1\"");
        assert_eq!(head("a \"b\", c"), "\"a \"\"b\"\", c\"");
    }
}
