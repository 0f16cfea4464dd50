//! Wrong model files with the expected diagnostics written inside them.
//!
//! `# error: L0203 did you mean "steel"` at the end of a line expects that error on that line; the text after the code
//! must occur in the message or a hint. `#~ warning: …` on a line of its own belongs to the line above. A line
//! `# set: key=value` gives an override; what is expected of it stands on that line too. Each file must give exactly
//! the diagnostics it names. Components and included files are in `tests/suite/parts`, with what is expected in them.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lissom_model::{
    CODES, Checked, Diagnostic, Loaded, Model, ModelFiles, Overrides, Severity, Sources, Style, TOPICS, load,
    load_with_files, model::StateSpaceFile, render,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &str) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.is_file()).collect()
}

fn entries(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Loads a file with the others of its folder.
fn load_in(folder: &Path, name: &str, bytes: &[u8], overrides: &Overrides) -> Loaded {
    load_with_files(name, bytes, overrides, &Folder(folder))
}

/// The files of a folder.
struct Folder<'f>(&'f Path);

impl ModelFiles for Folder<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(path)).map_err(|_| "there is no such file".to_owned())
    }

    /// From JSON alone: other formats are read by crates that use this one.
    fn state_space(&self, path: &str) -> Result<StateSpaceFile, String> {
        let found: serde_json::Value =
            serde_json::from_slice(&self.read(path)?).map_err(|error| error.to_string())?;
        let rows = |key: &str| serde_json::from_value(found[key].clone()).unwrap_or_default();
        let names = |key: &str| serde_json::from_value(found[key].clone()).unwrap_or_default();
        let [a, b, c, d] = ["A", "B", "C", "D"].map(rows);
        let (inputs, outputs) = (names("InputName"), names("OutputName"));
        let period = found["dt"].as_f64();
        Ok(StateSpaceFile { path: path.to_owned(), a, b, c, d, period, inputs, outputs })
    }
}

/// An expected diagnostic. Overrides have the line of their `# set:`.
#[derive(Debug)]
struct Expected {
    file: String,
    line: usize,
    severity: Severity,
    code: String,
    text: String,
}

impl Expected {
    fn fits(&self, file: &str, line: usize, found: &Diagnostic) -> bool {
        let says = |text: &str| text.contains(&self.text);
        self.file == file
            && self.line == line
            && self.severity == found.severity
            && self.code == found.code
            && (says(&found.message) || found.hints.iter().any(|hint| says(hint)))
    }
}

/// A suite file: its expectations, its overrides and the lines they stand on.
struct Case {
    expected: Vec<Expected>,
    overrides: Overrides,
    override_lines: Vec<usize>,
}

fn read_case(file: &str, text: &str) -> Case {
    let mut case = Case { expected: Vec::new(), overrides: Overrides::default(), override_lines: Vec::new() };
    let mut subject = 0;
    for (number, line) in text.lines().enumerate() {
        if !line.trim_start().starts_with("#~") {
            subject = number + 1;
        }
        for (word, severity) in [("error: ", Severity::Error), ("warning: ", Severity::Warning)] {
            let mark = line.split_once(&format!("# {word}")).or(line.split_once(&format!("#~ {word}")));
            if let Some((_, rest)) = mark {
                let (code, text) = rest.split_once(' ').unwrap_or((rest, ""));
                let (code, text) = (code.to_owned(), text.trim().to_owned());
                case.expected.push(Expected { file: file.to_owned(), line: subject, severity, code, text });
            }
        }
        if let Some(setting) = line.strip_prefix("# set: ") {
            let setting = setting.split("  #").next().unwrap();
            let (key, value) = setting.split_once('=').unwrap();
            case.overrides.set(key, value);
            case.override_lines.push(number + 1);
        }
    }
    case
}

/// Differences between expected and actual diagnostics, as text.
fn differences(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let mut case = read_case(&name, std::str::from_utf8(&bytes).unwrap());
    let Loaded { checked, sources } = load_in(path.parent().unwrap(), &name, &bytes, &case.overrides);
    for (file, text) in sources.other_files() {
        case.expected.extend(read_case(file, text).expected);
    }
    let mut unmet: Vec<&Expected> = case.expected.iter().collect();
    let mut report = Vec::new();
    for found in &checked.diagnostics {
        let (file, line) = match found.span.source {
            source if sources.is_override(found.span) => (name.as_str(), case.override_lines[source - 1]),
            _ => (sources.name(found.span), sources.position(found.span).line),
        };
        match unmet.iter().position(|expected| expected.fits(file, line, found)) {
            Some(at) => drop(unmet.remove(at)),
            None => {
                let page = render(std::slice::from_ref(found), &sources, Style::Plain);
                report.push(format!("{name}: not expected:\n{page}"));
            }
        }
    }
    report.extend(unmet.iter().map(|expected| format!("{name}: did not come: {expected:?}")));
    let has_error = case.expected.iter().any(|expected| expected.severity == Severity::Error);
    if checked.value.is_some() == has_error {
        report.push(format!("{name}: there is a model exactly when no error is expected"));
    }
    report
}

#[test]
fn every_suite_file_gets_exactly_its_diagnostics() {
    let paths = files("tests/suite");
    assert!(paths.len() >= 45, "{} files", paths.len());
    let report: Vec<String> = paths.iter().flat_map(|path| differences(path)).collect();
    assert!(report.is_empty(), "{}", report.join("\n"));
}

#[test]
fn every_code_has_a_page_and_a_case() {
    let mut seen: BTreeSet<String> = ["L0101", "L0102"].map(str::to_owned).into();
    for path in files("tests/suite").into_iter().chain(files("tests/suite/parts")) {
        let case = read_case("", &std::fs::read_to_string(path).unwrap());
        seen.extend(case.expected.into_iter().map(|expected| expected.code));
    }
    let known: BTreeSet<String> = CODES.iter().map(|code| code.code.to_owned()).collect();
    assert_eq!(seen, known, "codes in the suite (L0101 and L0102 are generated below), and codes there are");
    for code in CODES {
        let page = lissom_model::explain(code.code).unwrap();
        assert!(page.starts_with(&format!("# {}: {}\n", code.code, code.title)), "{}", code.code);
        assert_eq!(page.matches("```").count(), 4, "{}: a wrong and a right example", code.code);
    }
    let pages = files("docs/explain");
    assert_eq!(pages.len(), CODES.len() + TOPICS.len(), "a page for a code or topic that does not exist");
    for topic in TOPICS {
        let page = lissom_model::explain(topic.code).unwrap();
        assert!(page.starts_with(&format!("# {}: ", topic.code)), "{}", topic.code);
    }
}

/// The examples of a page, wrong and right.
fn page_examples(page: &str) -> [String; 2] {
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let text = |block: &str| block.split_once('\n').unwrap().1.to_owned();
    [text(blocks[0]), text(blocks[1])]
}

/// Codes of the diagnostics of an excerpt; the top of the file is supplied where the excerpt leaves it out.
fn codes_of(excerpt: &str) -> BTreeSet<&'static str> {
    let name = "[model]\nname = \"page\"\n";
    let text = match excerpt {
        whole if whole.starts_with("lissom") || whole.starts_with("[model]\nname") => whole.to_owned(),
        part if part.contains("[model]") => format!("lissom = 1\n{}", part.replace("[model]\n", name)),
        part => format!("lissom = 1\n{name}{part}"),
    };
    let folder = root().join("tests/suite");
    let Loaded { checked, .. } = load_in(&folder, "page.toml", text.as_bytes(), &Overrides::default());
    checked.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn the_examples_of_every_page_are_wrong_and_right_as_they_say() {
    // What these pages are about cannot be shown in an excerpt of a file: bytes, nothing at all, a command line.
    let unshowable = ["L0101", "L0102", "L0201"];
    let mut report = Vec::new();
    for code in CODES.iter().filter(|code| !unshowable.contains(&code.code)) {
        let [wrong, right] = page_examples(code.explanation).map(|example| codes_of(&example));
        if !wrong.contains(code.code) || right.contains(code.code) {
            report.push(format!("{}: the wrong example gives {wrong:?}, the right one {right:?}", code.code));
        }
    }
    assert!(report.is_empty(), "{}", report.join("\n"));
}

#[test]
fn the_examples_have_no_diagnostics() {
    let paths: Vec<PathBuf> = entries("examples").into_iter().filter(|path| path.is_dir()).collect();
    assert!(paths.len() >= 12);
    for path in paths {
        let bytes = std::fs::read(path.join("model.toml")).unwrap();
        let Loaded { checked, sources } = load_in(&path, "model.toml", &bytes, &Overrides::default());
        let page = render(&checked.diagnostics, &sources, Style::Plain);
        assert!(checked.value.is_some() && page.is_empty(), "{}:\n{page}", path.display());
    }
}

fn loaded(bytes: &[u8]) -> (Checked<Model>, String) {
    let checked = load("model.toml", bytes, &Overrides::default());
    let sources = Sources::new("model.toml", bytes, &Overrides::default());
    let page = render(&checked.diagnostics, &sources, Style::Plain);
    (checked, page)
}

#[test]
fn an_empty_file_says_what_a_model_needs() {
    for text in ["", "\n \n", "\u{feff}"] {
        let (checked, page) = loaded(text.as_bytes());
        assert_eq!(checked.diagnostics.len(), 1);
        assert!(page.contains("L0102") && page.contains("lissom new"), "{page}");
    }
}

#[test]
fn a_byte_order_mark_does_no_harm() {
    let text = std::fs::read_to_string(root().join("examples/portal_frame/model.toml")).unwrap();
    let (checked, page) = loaded(format!("\u{feff}{text}").as_bytes());
    assert!(checked.value.is_some(), "{page}");
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_position() {
    let (checked, page) = loaded(b"lissom = 1\nthickness = \"200 \xb5m\"\n");
    assert_eq!(checked.diagnostics.len(), 1);
    assert!(page.contains("L0101") && page.contains("byte 28") && page.contains("0xb5"), "{page}");
    assert!(page.contains("model.toml:2:18"), "{page}");
}

#[test]
fn garbage_of_ten_megabytes_is_refused_quickly() {
    let size = 10_000_000;
    let repeated = |unit: &str| unit.repeat(size / unit.len()).into_bytes();
    let garbage = [
        repeated("x"),
        repeated("["),
        repeated("= "),
        repeated("\""),
        repeated("a.b.c = {\n"),
        repeated("[[a]]\n"),
        repeated("\u{0}\u{1b}"),
        [b"lissom = 1\nx = \"".to_vec(), repeated("(")].concat(),
        [b"lissom = 1\n[params]\na = \"".to_vec(), repeated("("), b"\"\n".to_vec()].concat(),
        [b"lissom = 1\n[params]\na = [".to_vec(), repeated("1,"), b"]\n".to_vec()].concat(),
    ];
    for bytes in garbage {
        let start = std::time::Instant::now();
        let (checked, page) = loaded(&bytes);
        let head = String::from_utf8_lossy(&bytes[..30]).into_owned();
        assert!(checked.value.is_none() && checked.has_errors(), "{head:?}");
        assert!(page.len() < 100_000, "{head:?}: a page of {} bytes", page.len());
        assert!(start.elapsed().as_secs() < 30, "{head:?} took {:?}", start.elapsed());
    }
}

#[test]
fn a_diagnostic_reads_well() {
    let text =
        "lissom = 1\n[model]\nname = \"m\"\n[node]\nA = [0, 0]\n[[mass]]\nnode = \"a\"\nmass = \"3 mm\"\n";
    let (_, page) = loaded(text.as_bytes());
    let expected = "\
error[L0203]: no node is called \"a\"
 --> model.toml:7:8
7 | node = \"a\"
  |        ^^^
   = hint: did you mean \"A\"?

error[L0303]: `mass`: expected a mass [kg], found a length [m]
 --> model.toml:8:9
8 | mass = \"3 mm\"
  |         ^^^^

";
    assert_eq!(page, expected);
}
