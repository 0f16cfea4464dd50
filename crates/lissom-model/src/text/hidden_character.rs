//! Characters that are not shown but change how the rest is shown: they must not reach a terminal unescaped.

/// Whether a character controls a terminal, or changes the direction or joining of the following text.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{061c}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}')
}

/// A text of one line without hidden characters: each is written as JSON and TOML would, `\u001b`.
#[must_use]
pub fn shown(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { kept.push_str(&escaped(c)) } else { kept.push(c) }
    }
    kept
}

/// A character as JSON writes it: one or two numbers of sixteen bits.
#[must_use]
pub fn escaped(c: char) -> String {
    let mut units = [0; 2];
    c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_written_out() {
        assert_eq!(shown("a\u{1b}[31m\u{9b}b\u{202e}é😀"), "a\\u001b[31m\\u009bb\\u202eé😀");
        assert_eq!(shown("two\nlines"), "two\\u000alines");
        assert_eq!(escaped('\u{e0041}'), "\\udb40\\udc41");
    }
}
