//! Text of others inside model files: quoted so that it is read back as it was.

use lissom_model::is_hidden;

/// A TOML string.
pub(crate) fn toml_text(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if is_hidden(c) => quoted.push_str(&format!("\\U{:08x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Text inside a comment: one line, nothing hidden.
pub(crate) fn toml_comment(text: &str) -> String {
    lissom_model::shown(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What TOML reads back is what was written, whatever it was.
    #[test]
    fn any_text_survives() {
        for text in
            ["plain", "a \"b\" \\ c", "two\nlines\ttab", "\u{1b}[31m\u{7f}\u{9b}", "\u{fffe}😀é\u{202e}", ""]
        {
            let file = format!("lissom = 1\n[model]\nname = {}\n", toml_text(text));
            let read: toml::Table = file.parse().unwrap();
            assert_eq!(read["model"]["name"].as_str(), Some(text));
        }
    }
}
