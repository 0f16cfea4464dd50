//! Commands that a user may copy: names as a shell reads them.

use std::borrow::Cow;

/// A word for a POSIX shell: quoted where it would be split, expanded or taken for an option.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| {
        c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | ',' | ':' | '=' | '@' | '%')
    };
    if !word.is_empty() && !word.starts_with('-') && word.chars().all(plain) {
        return Cow::Borrowed(word);
    }
    let inside = word.replace('\'', "'\\''");
    // A name that begins with a hyphen is not an option when preceded by a folder.
    let folder = if word.starts_with('-') { "./" } else { "" };
    Cow::Owned(format!("'{folder}{inside}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_it_is_quoted() {
        for (word, shown) in [
            ("examples/guidance/model.toml", "examples/guidance/model.toml"),
            ("my model.toml", "'my model.toml'"),
            ("it's.toml", "'it'\\''s.toml'"),
            ("$(id).toml", "'$(id).toml'"),
            ("-n.toml", "'./-n.toml'"),
            ("", "''"),
            ("größe.toml", "größe.toml"),
            ("a;b", "'a;b'"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }
}
