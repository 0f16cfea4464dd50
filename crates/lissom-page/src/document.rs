//! One self-contained file: markup, style, program and data.

use super::Page;
use lissom_model::{escaped, is_hidden, shown, xml_text};

/// Program and style of the viewer, built from `viewer/src` and kept in the repository, so that its tools are
/// not needed to use it.
const PROGRAM: &str = include_str!("../../../viewer/dist/viewer.js");
const STYLE: &str = include_str!("../../../viewer/dist/viewer.css");

/// The page as HTML. It loads nothing from anywhere.
#[must_use]
pub fn html(page: &Page) -> String {
    let title = xml_text(&shown(&page.model));
    let data = harmless(&page.to_json().to_string());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; \
         style-src 'unsafe-inline'; img-src data: blob:\">\n\
         <meta name=\"generator\" content=\"lissom {version}\">\n<title>{title} · Lissom</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<noscript>This page needs JavaScript, which runs from this file \
         alone. The data is in the element <code>page-data</code>.</noscript>\n<main id=\"page\"></main>\n\
         <script type=\"application/json\" id=\"page-data\">{data}</script>\n<script>{program}</script>\n\
         </body>\n</html>\n",
        version = page.provenance.version,
        program = PROGRAM.replace("</script", "<\\/script").replace("<!--", "<\\!--"),
    )
}

/// JSON that cannot end its HTML element: in JSON `<` only occurs inside strings, where it may be written as
/// an escape. Characters that would turn round or hide what follows them on the page are written out to be
/// read.
fn harmless(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => text.push_str("\\u003c"),
            c if is_hidden(c) => {
                text.push('\\');
                text.push_str(&escaped(c));
            }
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use lissom::Provenance;

    #[test]
    fn a_name_cannot_break_out_of_the_page() {
        let page = Page {
            model: "a </script><script>alert(\"1\")</script> & <!-- Fräse „x“".to_owned(),
            warnings: Vec::new(),
            scene: None,
            sections: Vec::new(),
            settings: Vec::new(),
            provenance: Provenance {
                model_sha256: String::new(),
                overrides: Vec::new(),
                units: Vec::new(),
                version: lissom::VERSION,
            },
        };
        let text = html(&page);
        assert_eq!(text.matches("</script").count(), 2, "one for the data, one for the program");
        assert_eq!(text.matches("alert(\"1\")").count() + text.matches("<!-- Fr").count(), 0);
        let start = text.find("id=\"page-data\">").map(|i| i + 15).unwrap_or_default();
        let end = start + text[start..].find("</script").unwrap_or_default();
        let data: serde_json::Value = serde_json::from_str(&text[start..end]).unwrap_or_default();
        assert_eq!(data["model"], page.model.as_str());
        assert!(text.contains("<title>a &lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)"));
    }

    /// U+202E turned the rest of a cell round: "element 1" read as "1 tnemele".
    #[test]
    fn marks_of_direction_are_written_out() {
        let data = harmless(&serde_json::json!("beam \u{202e}, element 1").to_string());
        assert!(!data.contains(is_hidden), "{data}");
        assert_eq!(serde_json::from_str::<String>(&data).ok().as_deref(), Some("beam \\u202e, element 1"));
    }
}
