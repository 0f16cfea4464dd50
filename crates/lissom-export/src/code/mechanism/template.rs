//! Texts with parts that depend on conditions.
//!
//! Lines `//@if NAME`, `//@else` and `//@end` enclose a part; `@@_X` becomes `NAME_X` and `@_x` becomes `name_x`.

use std::collections::BTreeSet;

/// Names of conditions that hold.
pub(super) type Conditions = BTreeSet<&'static str>;

/// A text without the parts whose condition does not hold.
pub(super) fn chosen(text: &str, holds: impl Fn(&str) -> bool) -> String {
    let mut open: Vec<bool> = Vec::new();
    let mut kept = String::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("//@if ") {
            open.push(holds(name));
        } else if line == "//@else" {
            let last = open.last_mut().expect("an alternative belongs to a condition");
            *last = !*last;
        } else if line == "//@end" {
            open.pop().expect("an end belongs to a condition");
        } else if open.iter().all(|is_open| *is_open) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    assert!(open.is_empty(), "every condition of a template ends");
    kept
}

/// A text with its identifiers replaced.
pub(super) fn renamed(text: &str, new: impl Fn(&str) -> Option<&'static str>) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        out.push_str(new(word).unwrap_or(word));
        rest = &rest[end..];
    }
    out + rest
}

/// A text with the prefixes of a name.
pub(super) fn prefixed(text: &str, name: &str) -> String {
    text.replace("@@_", &format!("{}_", name.to_uppercase())).replace("@_", &format!("{name}_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_chosen_and_names_replaced() {
        let text = "a\n//@if x\nb\n//@if y\nc\n//@end\n//@else\nd\n//@end\ne\n";
        assert_eq!(chosen(text, |name| name == "x"), "a\nb\ne\n");
        assert_eq!(chosen(text, |_| true), "a\nb\nc\ne\n");
        assert_eq!(chosen(text, |_| false), "a\nd\ne\n");
        assert_eq!(
            renamed("real a_real; real(real_b)", |w| (w == "real").then_some("double")),
            "double a_real; double(real_b)"
        );
        assert_eq!(prefixed("@@_N @_f", "arm"), "ARM_N arm_f");
    }
}
