//! `docs/book/verbs.md` must be as the command line makes it now. After a change of verbs or flags, write it anew with
//! `LISSOM_WRITE=1 cargo test --workspace --test all verbs_page`.

use crate::program::root;
use lissom_cli::description;
use serde_json::Value;
use std::fmt::Write;

const HEAD: &str = "# Verbs\n\nThe verbs of the command line; `lissom help VERB` prints the same. In Python every verb is a method of the model and every flag a \
keyword argument.\n\nThese flags exist for every verb that computes: `--set KEY=VALUE`, `--json`, `-o FILE`, `--threads N`, `--memory GB`, `--solver`, `-q`, \
`-v`, `--allow-path FOLDER`. A verb that cannot use one of them refuses it.\n";

/// Flags that the head describes.
const COMMON: [&str; 9] =
    ["set", "json", "output", "threads", "memory", "solver", "quiet", "verbose", "allow_path"];

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_default()
}

fn row(argument: &Value) -> String {
    let name = match argument["flag"].as_str() {
        Some(flag) => format!("`--{flag}`"),
        None => format!("`{}`", text(argument, "name").to_uppercase()),
    };
    let choices: Vec<&str> =
        argument["choices"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let choices =
        if choices.is_empty() { String::new() } else { format!(" One of `{}`.", choices.join("`, `")) };
    format!("| {name} | {}.{choices} |\n", text(argument, "doc").replace('|', "\\|").trim_end_matches('.'))
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for verb in description().as_array().unwrap() {
        write!(page, "\n## {}\n\n{}.\n", text(verb, "name"), text(verb, "doc").trim_end_matches('.'))
            .unwrap();
        let own: Vec<&Value> = verb["arguments"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|argument| !COMMON.contains(&text(argument, "name")))
            .collect();
        if !own.is_empty() {
            page.push_str("\n| argument | meaning |\n|---|---|\n");
            page.extend(own.into_iter().map(row));
        }
    }
    page
}

#[test]
fn the_page_of_verbs_is_up_to_date() {
    let (path, made) = (root().join("docs/book/verbs.md"), page());
    if std::env::var_os("LISSOM_WRITE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "{} is out of date; see the top of this test", path.display());
}

/// Every page of the folder of documents is a chapter of the book, apart from the pages of `lissom explain`.
#[test]
fn every_page_is_a_chapter_of_the_book() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    for folder in ["", "book/"] {
        for entry in std::fs::read_dir(docs.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_chapter = !name.ends_with(".md")
                || name == "SUMMARY.md"
                || summary.contains(&format!("({folder}{name})"));
            assert!(is_chapter, "docs/{folder}{name} is not in docs/SUMMARY.md");
        }
    }
}
