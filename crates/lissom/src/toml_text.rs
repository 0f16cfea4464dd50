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

    /// As TOML 1.0 escapes them; the tests of the program read such files back.
    #[test]
    fn any_text_is_one_string_of_one_line() {
        for (text, quoted) in [
            ("plain", r#""plain""#),
            (r#"a "b" \ c"#, r#""a \"b\" \\ c""#),
            ("two\nlines", r#""two\U0000000alines""#),
            ("\u{1b}[31m\u{9b}\u{fffe}é", r#""\U0000001b[31m\U0000009b\U0000fffeé""#),
        ] {
            assert_eq!(toml_text(text), quoted);
        }
    }
}
