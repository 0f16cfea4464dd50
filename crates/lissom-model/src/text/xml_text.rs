//! Text inside XML: SVG drawings, MathML, pages.

/// Escaped text for XML: markup is escaped, and characters that XML 1.0 forbids everywhere are replaced.
#[must_use]
pub fn xml_text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => safe.push(c),
            _ => safe.push('\u{fffd}'),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_replaced() {
        assert_eq!(xml_text("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
        assert_eq!(
            xml_text("\u{0}\u{1b}\u{fffe}\u{ffff}\t\n😀\u{7f}"),
            "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\t\n😀\u{7f}"
        );
    }
}
