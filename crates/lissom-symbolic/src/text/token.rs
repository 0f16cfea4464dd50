//! Words and signs of the expression language.

use std::ops::Range;

use crate::numbers::number::Number;
use crate::text::parser::ParseError;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum TokenKind {
    /// A decimal literal.
    Number(Number),
    /// A name, possibly a dotted path; also the unit signs `%` and `°`.
    Name,
    /// An operator, a bracket or a comma, in its ASCII spelling.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token with its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

/// Spellings of signs, longest first, each with the sign it stands for.
const SIGNS: &[(&str, &str)] = &[
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("!=", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("·", "*"),
    ("⋅", "*"),
    ("×", "*"),
    ("−", "-"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("^", "^"),
    ("(", "("),
    (")", ")"),
    (",", ","),
    ("<", "<"),
    (">", ">"),
];

/// Operators of other languages, with their replacement.
const FOREIGN: &[(&str, &str)] = &[
    ("**", "use ^ for powers"),
    ("=", "use == to compare"),
    ("&&", "use and"),
    ("||", "use or"),
    ("!", "use not"),
    ("?", "use if(condition, then, else)"),
    ("²", "write ^2"),
    ("³", "write ^3"),
    ("√", "write sqrt(…)"),
    (";", "separate arguments by commas"),
    ("[", "use round brackets"),
    ("{", "use round brackets"),
    ("'", "derivatives cannot be written with primes"),
];

/// Splits the text into tokens, the last of which is [`TokenKind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let token = next_token(text, at, first)?;
        at = token.span.end;
        found.push(token);
    }
    found.push(Token { kind: TokenKind::End, span: at..at });
    Ok(found)
}

fn next_token(text: &str, at: usize, first: char) -> Result<Token, ParseError> {
    let rest = &text[at..];
    let starts_number = first.is_ascii_digit()
        || (first == '.' && rest[1..].starts_with(|following: char| following.is_ascii_digit()));
    if starts_number {
        return number(text, at);
    }
    if is_letter(first) {
        return Ok(Token { kind: TokenKind::Name, span: at..at + name_length(rest) });
    }
    if matches!(first, '%' | '°') {
        return Ok(Token { kind: TokenKind::Name, span: at..at + first.len_utf8() });
    }
    let is_power = rest.starts_with("**");
    match SIGNS.iter().find(|(spelling, _)| rest.starts_with(spelling)) {
        Some((spelling, sign)) if !is_power => {
            Ok(Token { kind: TokenKind::Sign(sign), span: at..at + spelling.len() })
        }
        _ => Err(foreign_sign(rest, at, first)),
    }
}

fn foreign_sign(rest: &str, at: usize, first: char) -> ParseError {
    let known = FOREIGN.iter().find(|(spelling, _)| rest.starts_with(spelling));
    let length = known.map_or(first.len_utf8(), |(spelling, _)| spelling.len());
    ParseError {
        span: at..at + length,
        message: format!("`{}` has no meaning here", &rest[..length]),
        hint: known.map(|(_, hint)| (*hint).to_owned()),
    }
}

/// Reads digits, an optional fraction and an optional exponent.
fn number(text: &str, start: usize) -> Result<Token, ParseError> {
    let bytes = text.as_bytes();
    let digits_from = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut end = digits_from(start);
    if bytes.get(end) == Some(&b'.') {
        end = digits_from(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent_end = digits_from(signed);
        // `2 e` and `2exp(x)` have no exponent: a separate word follows.
        end = if exponent_end > signed { exponent_end } else { end };
    }
    refuse_run_on(text, start, end)?;
    let literal = &text[start..end];
    let value = Number::from_decimal(literal).ok_or_else(|| ParseError {
        span: start..end,
        message: format!("the number {literal} is outside the range of double precision"),
        hint: None,
    })?;
    Ok(Token { kind: TokenKind::Number(value), span: start..end })
}

/// A number must not run into a second point or an underscore.
fn refuse_run_on(text: &str, start: usize, end: usize) -> Result<(), ParseError> {
    let (message, hint) = match text.as_bytes().get(end) {
        Some(b'_') => ("a number cannot contain an underscore", "write the digits without it"),
        Some(b'.') => ("a number cannot have two decimal points", "remove one of them"),
        _ => return Ok(()),
    };
    Err(ParseError { span: start..end + 1, message: message.to_owned(), hint: Some(hint.to_owned()) })
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

/// Bytes of the name at the start of the text; a dot continues it if a letter follows the dot.
fn name_length(text: &str) -> usize {
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let continues = is_letter(c) || c.is_ascii_digit();
        let joins = c == '.' && characters.peek().is_some_and(|(_, next)| is_letter(*next));
        if !continues && !joins {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text).unwrap().iter().map(|token| &text[token.span.clone()]).collect()
    }

    #[test]
    fn numbers_names_and_signs_are_told_apart() {
        assert_eq!(words("2.1e11*beam.p1<=.5"), ["2.1e11", "*", "beam.p1", "<=", ".5", ""]);
        assert_eq!(words("6mm 2exp"), ["6", "mm", "2", "exp", ""]);
        assert_eq!(words("φ_1·µm"), ["φ_1", "·", "µm", ""]);
    }

    #[test]
    fn foreign_spellings_are_refused_with_a_hint() {
        let hint = |text| tokens(text).unwrap_err().hint.unwrap();
        assert_eq!(hint("x**2"), "use ^ for powers");
        assert_eq!(hint("a = b"), "use == to compare");
        assert_eq!(hint("1_000"), "write the digits without it");
        assert_eq!(hint("1.2.3"), "remove one of them");
        assert!(tokens("1e999").unwrap_err().message.contains("outside the range"));
    }
}
