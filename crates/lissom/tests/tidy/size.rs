//! Functions and files stay small enough to be read in one go.
//!
//! The pain of a code base is in its tail, so the tail is what is bounded: above the first limit an item is
//! listed (`cargo test -p lissom --test tidy -- --nocapture sizes`), above the second the test fails.

use super::repository::{Document, documents_with};
use super::source::{Source, brace_end, line_of, words};
use super::violation::{Violation, demand_none};

const LOOK_AGAIN_FUNCTION: usize = 60;
const LOOK_AGAIN_FILE: usize = 700;
const LIMIT_FUNCTION: usize = 120;
const LIMIT_FILE: usize = 1200;

/// Items above the hard limit that may stay: path, function (empty for the file itself), reason.
const EXCEPTIONS: [(&str, &str, &str); 0] = [];

/// A file, or a function in it, with its number of lines.
#[derive(Debug, PartialEq, Eq)]
struct Item {
    path: String,
    /// Empty for the file itself.
    function: String,
    line: usize,
    lines: usize,
}

impl Item {
    fn is_long(&self) -> bool {
        self.lines > if self.function.is_empty() { LOOK_AGAIN_FILE } else { LOOK_AGAIN_FUNCTION }
    }

    fn is_too_long(&self) -> bool {
        let excepted =
            EXCEPTIONS.iter().any(|(path, function, _)| *path == self.path && *function == self.function);
        !excepted && self.lines > if self.function.is_empty() { LIMIT_FILE } else { LIMIT_FUNCTION }
    }

    fn violation(&self) -> Violation {
        let what =
            if self.function.is_empty() { "the file".to_owned() } else { format!("fn {}", self.function) };
        Violation::new(&self.path, self.line, format!("{what} has {} lines", self.lines))
    }
}

/// The file and its functions outside tests.
fn items(document: &Document) -> Vec<Item> {
    let source = Source::new(document);
    let mut found = vec![Item {
        path: document.path.clone(),
        function: String::new(),
        line: 1,
        lines: document.lines().count(),
    }];
    let words = words(&source.code);
    for pair in words.windows(2).filter(|pair| pair[0].1 == "fn" && !source.is_test(pair[0].0)) {
        let (start, (name_start, name)) = (pair[0].0, pair[1]);
        let is_name = source.code[start + 2..name_start].trim().is_empty();
        let Some(open) = body_start(&source.code, name_start + name.len()).filter(|_| is_name) else {
            continue;
        };
        let (first, last) =
            (line_of(&source.code, start), line_of(&source.code, brace_end(&source.code, open) - 1));
        let path = document.path.clone();
        found.push(Item { path, function: name.to_owned(), line: first, lines: last - first + 1 });
    }
    found
}

/// The opening brace of a function's body; `None` when a semicolon ends the declaration.
fn body_start(code: &str, after: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (offset, byte) in code.bytes().enumerate().skip(after) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'{' if depth == 0 => return Some(offset),
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[test]
fn sizes_are_bounded() {
    let all: Vec<Item> = documents_with("rs").iter().flat_map(items).collect();
    for long in all.iter().filter(|item| item.is_long()) {
        println!("look again: {}", long.violation());
    }
    let too_long: Vec<Violation> =
        all.iter().filter(|item| item.is_too_long()).map(Item::violation).collect();
    demand_none(&too_long, "divide it by ideas, or add it with a reason to EXCEPTIONS in this test");
    let argued = EXCEPTIONS.iter().all(|(path, function, reason)| {
        !reason.is_empty() && all.iter().any(|item| item.path == *path && item.function == *function)
    });
    assert!(argued, "every exception has a reason and names something that exists");
}

#[test]
fn lengths_are_measured() {
    let text = "trait A { fn declared(&self) -> [f64; 3]; }\nfn short() -> [u8; 2] { [0, 1] }\n\
        fn long<F: Fn(&str)>(f: F) {\n    f(\"}\");\n    // }\n}\ntype B = fn(u8);\n#[cfg(test)]\nmod tests { fn c() {} }\n";
    let found = items(&Document::new("a.rs", text));
    let sizes: Vec<_> = found.iter().map(|item| (item.function.as_str(), item.line, item.lines)).collect();
    assert_eq!(sizes, [("", 1, 9), ("short", 2, 1), ("long", 3, 4)]);
}

#[test]
fn long_items_are_noticed() {
    let body = |lines: usize| format!("fn a() {{\n{}}}\n", "    b();\n".repeat(lines - 2));
    let function = |lines: usize| items(&Document::new("a.rs", &body(lines))).remove(1);
    assert!(!function(60).is_long());
    assert!(function(61).is_long() && !function(120).is_too_long());
    assert!(function(121).is_too_long());
    let file = |lines: usize| items(&Document::new("a.rs", &"// a\n".repeat(lines))).remove(0);
    assert!(!file(700).is_long() && file(701).is_long());
    assert!(!file(1200).is_too_long() && file(1201).is_too_long());
}
