//! Diagnostics as text: file, line and column, the source line with carets, hints.

use std::fmt::Write as _;

use crate::diagnostics::diagnostic::{Diagnostic, Severity, Span};
use crate::text::hidden_character::is_hidden;
use crate::text::sources::{Sources, floor_boundary};

/// With or without terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// ANSI colours.
    Colour,
}

/// Largest number of diagnostics shown.
const MOST_SHOWN: usize = 50;
/// Characters of a source line that are shown around the caret.
const WIDEST_LINE: usize = 140;
/// Characters of a message that are shown: names in it may be as long as the file.
const LONGEST_MESSAGE: usize = 600;

/// The diagnostics as text; after fifty only the number of the others.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let mut page = String::new();
    for diagnostic in diagnostics.iter().take(MOST_SHOWN) {
        render_one(&mut page, diagnostic, sources, style);
        page.push('\n');
    }
    if diagnostics.len() > MOST_SHOWN {
        page.push_str(&format!("… and {} more\n", diagnostics.len() - MOST_SHOWN));
    }
    page
}

fn render_one(page: &mut String, diagnostic: &Diagnostic, sources: &Sources, style: Style) {
    let (word, colour) = match diagnostic.severity {
        Severity::Error => ("error", "31"),
        Severity::Warning => ("warning", "33"),
    };
    let head = paint(style, colour, &format!("{word}[{}]", diagnostic.code));
    line(page, format_args!("{head}: {}", shortened(&diagnostic.message)));
    snippet(page, diagnostic.span, None, sources, style, colour);
    for related in &diagnostic.related {
        snippet(page, related.span, Some(&related.message), sources, style, "34");
    }
    for hint in &diagnostic.hints {
        line(page, format_args!("   {} {}", paint(style, "36", "= hint:"), shortened(hint)));
    }
}

/// `--> file:line:column`, the line, and carets under the span.
fn snippet(page: &mut String, span: Span, note: Option<&str>, sources: &Sources, style: Style, colour: &str) {
    let position = sources.position(span);
    let number = position.line.to_string();
    let margin = " ".repeat(number.len());
    let bar = paint(style, "34", "|");
    let arrow = paint(style, "34", if note.is_some() { ":::" } else { "-->" });
    let name = shortened(sources.name(span));
    line(page, format_args!("{margin}{arrow} {name}:{}:{}", position.line, position.column));
    if !sources.is_shown(span) {
        return;
    }
    let (text, start) = sources.line(span);
    let (shown, carets) = window(text, span.start.saturating_sub(start), span.end.saturating_sub(start));
    let note = note.map(|note| format!(" {}", shortened(note))).unwrap_or_default();
    line(page, format_args!("{number} {bar} {shown}"));
    line(page, format_args!("{margin} {bar} {}{}", paint(style, colour, &carets), note));
}

/// The part of a line around `start..end` (bytes) that fits the page, and the carets below it.
/// Only the window is processed, so a line of many megabytes costs nothing.
fn window(text: &str, start: usize, end: usize) -> (String, String) {
    let start = floor_boundary(text, start);
    let end = floor_boundary(text, end).max(start);
    let before: Vec<char> = text[..start].chars().rev().take(WIDEST_LINE + 1).collect();
    let after: Vec<char> = text[start..].chars().take(WIDEST_LINE + 1).collect();
    let marked = text[start..end].chars().take(WIDEST_LINE).count().max(1);
    let room_before = WIDEST_LINE.saturating_sub(after.len().min(WIDEST_LINE)).max(WIDEST_LINE / 2);
    let left = before.len().min(room_before);
    let right = after.len().min(WIDEST_LINE - left);
    let mut shown = String::new();
    let mut carets = String::new();
    if left < before.len() {
        shown.push('…');
        carets.push(' ');
    }
    shown.extend(before[..left].iter().rev().chain(&after[..right]).map(|&c| visible(c)));
    if right < after.len() {
        shown.push('…');
    }
    carets.extend(std::iter::repeat_n(' ', left));
    carets.extend(std::iter::repeat_n('^', marked.min(right.max(1))));
    (shown.trim_end().to_owned(), carets)
}

/// One column for every character: control characters must not reach a terminal.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if is_hidden(c) => '\u{fffd}',
        c => c,
    }
}

fn shortened(text: &str) -> String {
    let mut kept: String = text.chars().take(LONGEST_MESSAGE).map(visible).collect();
    if text.chars().nth(LONGEST_MESSAGE).is_some() {
        kept.push('…');
    }
    kept
}

fn paint(style: Style, colour: &str, text: &str) -> String {
    match style {
        Style::Plain => text.to_owned(),
        Style::Colour => format!("\u{1b}[1;{colour}m{text}\u{1b}[0m"),
    }
}

fn line(page: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(page, "{text}").expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::overrides::Overrides;

    fn shown(text: &str, start: usize, end: usize) -> String {
        let sources = Sources::new("m.toml", text.as_bytes(), &Overrides::default());
        let diagnostic =
            Diagnostic::error("L0203", Span::in_file(start, end), "no such thing").hint("look again");
        render(&[diagnostic], &sources, Style::Plain)
    }

    #[test]
    fn shows_place_line_caret_and_hint() {
        let page = shown("lissom = 1\nmaterial = \"stel\"\n", 22, 28);
        let expected = "error[L0203]: no such thing\n --> m.toml:2:12\n2 | material = \"stel\"\n  |            ^^^^^^\n   = hint: look again\n\n";
        assert_eq!(page, expected);
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let text = "x".repeat(1_000_000) + "!" + &"y".repeat(1_000_000);
        let page = shown(&text, 1_000_000, 1_000_001);
        assert!(page.len() < 1000, "{} bytes", page.len());
        let lines: Vec<&str> = page.lines().collect();
        let caret = lines[3].chars().position(|c| c == '^').unwrap();
        assert_eq!(lines[2].chars().nth(caret), Some('!'), "{page}");
    }

    /// `lissom check /etc/shadow` must not show what is in it.
    #[test]
    fn lines_of_files_that_are_no_models_are_not_shown() {
        let diagnostic = [Diagnostic::error("L0103", Span::in_file(0, 4), "this is not TOML")];
        for (name, text, shown) in [
            ("/etc/shadow", "root:secret", false),
            ("m.toml", "root:secret", true),
            ("<stdin>", "root:secret\n  lissom = 1\n", true),
            ("/etc/lissom", "root:secret lissom", false),
        ] {
            let sources = Sources::new(name, text.as_bytes(), &Overrides::default());
            let page = render(&diagnostic, &sources, Style::Plain);
            assert_eq!(page.contains("secret"), shown, "{page}");
            assert!(page.contains(&format!("{name}:1:1")), "{page}");
        }
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let page = shown("a\u{1b}[31m\u{0}b", 0, 1);
        assert!(page.chars().all(|c| c == '\n' || !c.is_control()), "{page:?}");
    }

    #[test]
    fn spans_outside_the_text_are_shown_at_its_end() {
        assert!(shown("", 0, 0).contains("m.toml:1:1"));
        assert!(shown("ab", 7, 9).contains("m.toml:1:3"));
    }
}
