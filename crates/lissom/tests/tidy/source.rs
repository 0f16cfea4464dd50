//! Rust text split into code, comments and literals, without understanding Rust.
//!
//! Each view has the length of the original, with everything else blanked, so that a byte offset means the
//! same place in all of them.

use std::ops::Range;

use super::repository::Document;

/// A Rust file in separate views.
#[derive(Debug)]
pub(super) struct Source {
    /// Path relative to the top of the repository.
    pub path: String,
    /// Code alone: comments, strings and characters blanked.
    pub code: String,
    /// Comments alone, documentation included.
    pub comments: String,
    /// The `#[cfg(test)]` items.
    tests: Vec<Range<usize>>,
}

impl Source {
    /// Splits a document.
    pub fn new(document: &Document) -> Self {
        let classes = classify(document.text.as_bytes());
        let code = view(&document.text, &classes, Class::Code);
        let comments = view(&document.text, &classes, Class::Comment);
        let tests = test_items(&code);
        Self { path: document.path.clone(), code, comments, tests }
    }

    /// Splits a snippet, for tests of the rules.
    pub fn snippet(text: &str) -> Self {
        Self::new(&Document::new("crates/lissom-model/src/snippet.rs", text))
    }

    /// Code with the `#[cfg(test)]` items blanked.
    pub fn product_code(&self) -> String {
        let keep = |(offset, character): (usize, char)| {
            let tested = self.tests.iter().any(|range| range.contains(&offset));
            if tested { blank(character) } else { character.to_string() }
        };
        self.code.char_indices().map(keep).collect()
    }

    /// Whether the place lies in a `#[cfg(test)]` item.
    pub fn is_test(&self, offset: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&offset))
    }
}

/// Line of a byte offset, counted from 1.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Identifiers and words with their byte offsets.
pub(super) fn words(text: &str) -> Vec<(usize, &str)> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut found = Vec::new();
    let mut start = None;
    for (offset, character) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, is_word(character)) {
            (None, true) => start = Some(offset),
            (Some(begin), false) => {
                found.push((begin, &text[begin..offset]));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// End (exclusive) of the brace group that opens at `open`; the end of the text if it never closes.
pub(super) fn brace_end(code: &str, open: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return offset + 1;
                }
            }
            _ => {}
        }
    }
    code.len()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Code,
    Comment,
    Literal,
}

fn blank(character: char) -> String {
    if character == '\n' { "\n".to_owned() } else { " ".repeat(character.len_utf8()) }
}

fn view(text: &str, classes: &[Class], wanted: Class) -> String {
    let keep = |(offset, character): (usize, char)| {
        if classes[offset] == wanted { character.to_string() } else { blank(character) }
    };
    text.char_indices().map(keep).collect()
}

fn classify(text: &[u8]) -> Vec<Class> {
    let mut classes = vec![Class::Code; text.len()];
    let mut at = 0;
    while at < text.len() {
        let (class, end) = token(text, at);
        classes[at..end].fill(class);
        at = end;
    }
    classes
}

/// Class and end of the comment, literal or single byte of code that starts at `at`.
fn token(text: &[u8], at: usize) -> (Class, usize) {
    let rest = &text[at..];
    if rest.starts_with(b"//") {
        return (Class::Comment, find(text, at, b"\n").unwrap_or(text.len()));
    }
    if rest.starts_with(b"/*") {
        return (Class::Comment, block_comment_end(text, at));
    }
    if rest[0] == b'"' {
        return (Class::Literal, quoted_end(text, at + 1, b'"'));
    }
    if rest[0] == b'\'' {
        return character_end(text, at).map_or((Class::Code, at + 1), |end| (Class::Literal, end));
    }
    let inside_word = at > 0 && (text[at - 1].is_ascii_alphanumeric() || text[at - 1] == b'_');
    let may_be_raw = rest[0] == b'r' && (!inside_word || matches!(text[at - 1], b'b' | b'c'));
    if may_be_raw && let Some(end) = raw_string_end(text, at) {
        return (Class::Literal, end);
    }
    (Class::Code, at + 1)
}

fn find(text: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    text[from..].windows(needle.len()).position(|window| window == needle).map(|position| from + position)
}

fn block_comment_end(text: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while at < text.len() {
        if text[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

fn quoted_end(text: &[u8], mut at: usize, quote: u8) -> usize {
    while at < text.len() {
        match text[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// End of a character literal; `None` when the quote begins a lifetime.
fn character_end(text: &[u8], at: usize) -> Option<usize> {
    let first = *text.get(at + 1)?;
    if first == b'\\' {
        return Some(quoted_end(text, at + 1, b'\''));
    }
    // The leading byte of a UTF-8 sequence tells how many bytes the character has.
    let length = match first {
        0x00..=0x7f => 1,
        0x80..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xff => 4,
    };
    (text.get(at + 1 + length) == Some(&b'\'')).then_some(at + length + 2)
}

fn raw_string_end(text: &[u8], at: usize) -> Option<usize> {
    let hashes = text[at + 1..].iter().take_while(|byte| **byte == b'#').count();
    let open = at + 1 + hashes;
    if text.get(open) != Some(&b'"') {
        return None;
    }
    let close = [b"\"".as_slice(), &vec![b'#'; hashes]].concat();
    Some(find(text, open + 1, &close).map_or(text.len(), |end| end + close.len()))
}

/// Ranges of the items behind `#[cfg(test)]` or `#[cfg(all(test, …))]`.
fn test_items(code: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (start, _) in code.match_indices("#[cfg(") {
        let end = start + code[start..].find(']').map_or(code.len() - start, |length| length + 1);
        let condition = &code[start..end];
        let about_tests = words(condition).iter().any(|(_, word)| *word == "test");
        if about_tests && !condition.contains("not(") {
            found.push(start..item_end(code, end));
        }
    }
    found
}

/// End of the item that follows `at`: its closing brace, or a semicolon before any brace.
fn item_end(code: &str, at: usize) -> usize {
    match code[at..].find(['{', ';']).map(|offset| at + offset) {
        Some(open) if code.as_bytes()[open] == b'{' => brace_end(code, open),
        Some(semicolon) => semicolon + 1,
        None => code.len(),
    }
}

#[test]
fn comments_strings_and_code_are_told_apart() {
    let text = r##"
let a = "// no comment"; // a comment with "quotes"
let b = 'x'; let c: &'static str = r#"raw " string"#; /* block /* nested */ still */ let d = '\''; let é = 'é';
"##;
    let source = Source::snippet(text);
    assert_eq!(source.code.len(), text.len());
    assert!(!source.code.contains("comment"), "{}", source.code);
    assert!(!source.code.contains("raw"), "{}", source.code);
    assert!(!source.code.contains("still"), "{}", source.code);
    for kept in ["let a", "let b", "&'static str", "let d", "let é"] {
        assert!(source.code.contains(kept), "{kept} lost from {}", source.code);
    }
    assert!(source.comments.contains("a comment with \"quotes\""));
    assert!(!source.comments.contains("no comment"));
}

#[test]
fn test_modules_are_no_product_code() {
    let source = Source::snippet("fn a() {}\n#[cfg(test)]\nmod tests { fn b() { c(); } }\nfn d() {}\n");
    let code = source.product_code();
    assert!(code.contains("fn a") && code.contains("fn d"), "{code}");
    assert!(!code.contains("fn b"), "{code}");
    let source = Source::snippet("#[cfg(not(test))]\nfn kept() {}\n");
    assert!(source.product_code().contains("kept"));
}

#[test]
fn words_and_lines_are_found() {
    assert_eq!(words("a_1 + été."), [(0, "a_1"), (6, "été")]);
    assert_eq!(line_of("a\nb\nc", 4), 3);
}
