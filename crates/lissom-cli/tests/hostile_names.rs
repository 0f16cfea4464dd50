//! Names that others chose: in terminals, model files, spreadsheets, drawings and pages.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom_in, stderr, stdout};

const MATRIX: &str =
    "%%MatrixMarket matrix coordinate real symmetric\n6 6 6\n1 1 4\n2 2 9\n3 3 1\n4 4 2\n5 5 3\n6 6 8\n";
const ROWS: &str = "1.1\n1.2\n1.3\n2.1\n2.2\n2.3\n";

/// A text that a terminal shows and does not obey.
fn demand_harmless(text: &str, what: &str) {
    let obeyed = text
        .chars()
        .find(|c| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202a}'..='\u{202e}'));
    assert_eq!(obeyed, None, "{what}: {text:?}");
}

/// Sets of a mesh and files with names that command a terminal: `import` shows them, and reads what it writes.
#[test]
fn imported_names_do_not_command_a_terminal_and_survive_in_model_files() {
    let folder = Folder::new("import-names");
    let set = "S\u{1b}]0;title\u{7}\u{9b}31m\u{202e}\"quoted\\";
    let mesh = format!("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n*NSET, NSET={set}\n1, 2\n");
    let stem = "ev\u{1b}[31mil \"x\" a.b\\c";
    for (end, text) in [("_K.mtx", MATRIX), ("_M.mtx", MATRIX), (".dof", ROWS), (".inp", mesh.as_str())] {
        folder.write(&format!("{stem}{end}"), text);
    }
    let names = ["_K.mtx", "_M.mtx", ".dof", ".inp"].map(|end| format!("{stem}{end}"));
    let mut arguments = vec!["import"];
    arguments.extend(names.iter().map(String::as_str));
    for more in [&[][..], &["--json"], &["-o", "part.toml"]] {
        let output = lissom_in(&folder.0, &[&arguments[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        demand_harmless(&stdout(&output), "standard output");
        demand_harmless(&stderr(&output), "standard error");
    }
    let object = json(&lissom_in(&folder.0, &[&arguments[..], &["--json"]].concat()));
    assert!(object.to_string().contains("TITLE"), "the name is still there: {object}");
    let model = std::fs::read_to_string(folder.0.join("part.toml")).unwrap();
    demand_harmless(&model, "the model file");
    for verb in ["check", "modes"] {
        let output = lissom_in(&folder.0, &[verb, "part.toml"]);
        assert_eq!(output.status.code(), Some(0), "{model}\n{}", stderr(&output));
    }
    let wrong = lissom_in(&folder.0, &[&arguments[..], &["--name", "a.b\u{1b}"]].concat());
    assert_eq!(wrong.status.code(), Some(2), "{}", stderr(&wrong));
    demand_harmless(&stderr(&wrong), "standard error");
    let missing = lissom_in(&folder.0, &["check", "no\u{1b}[31m.toml", "--json"]);
    demand_harmless(&(stdout(&missing) + &stderr(&missing)), "a missing file");
    demand_harmless(&stderr(&lissom_in(&folder.0, &["modes", "--no\u{1b}[31m"])), "a wrong flag");
}

/// Names with everything that HTML, SVG and spreadsheets could take for something else.
const NAMES: &str = r#"lissom = 1
[model]
name = "<script>alert('model')</script></title>\uFFFE"
[section.s]
EI = 1.0
EA = 1e4
rhoA = 1.0
[node]
"a<i>&amp;'\uFFFE" = [0, 0]
"b</script>\uFFFF" = [1, 0]
[[beam]]
name = "<!-- ]]> beam \u202e 😀 `x`\uFFFE"
nodes = ["a<i>&amp;'\uFFFE", "b</script>\uFFFF"]
section = "s"
elements = 2
[[fix]]
nodes = ["a<i>&amp;'\uFFFE"]
[[force]]
name = "=cmd|'/c calc'!A0"
node = "b</script>\uFFFF"
direction = "y"
value = "sin(t)"
[[output]]
name = "+1+1\uFFFE"
node = "b</script>\uFFFF"
direction = "y"
[analysis.modes]
count = 2
[analysis.simulate]
end = 0.1
points = 3
[analysis.frf]
inputs = "=cmd|'/c calc'!A0"
outputs = ["+1+1\uFFFE"]
range = [0.1, 1]
points = 3
"#;

/// Characters that no XML may hold.
fn is_forbidden(c: char) -> bool {
    matches!(c, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

#[test]
fn drawings_are_well_formed_whatever_names_hold() {
    let folder = Folder::new("drawing-names");
    folder.write("m.toml", NAMES);
    let pictures = json(&lissom_in(&folder.0, &["plot", "m.toml", "--json"]));
    let list = pictures["pictures"].as_array().unwrap();
    assert!(list.len() > 3, "{pictures}");
    for picture in list {
        let what = picture["name"].as_str().unwrap();
        let output = lissom_in(&folder.0, &["plot", "m.toml", "--what", what, "-o", "p.svg"]);
        assert_eq!(output.status.code(), Some(0), "{what}: {}", stderr(&output));
        let drawing = std::fs::read_to_string(folder.0.join("p.svg")).unwrap();
        assert!(!drawing.contains(is_forbidden), "{what}");
        assert!(!drawing.contains("<script") && !drawing.contains("<i>"), "{what}");
        // Every `<` begins a mark of ours, and every mark is closed.
        assert_eq!(drawing.matches("<text").count(), drawing.matches("</text>").count(), "{what}");
        assert_eq!(drawing.matches('<').count(), drawing.matches('>').count(), "{what}");
    }
    folder.write(
        "b.toml",
        "lissom = 1\n[model]\nname = 'b'\n[bond_graph]\nbonds = [\"u:Se -> e:1\", \"e -> L:I\", \"e -> R:R\"]\n[bond_graph.value]\nL = 1\nR = 1\n",
    );
    let output = lissom_in(&folder.0, &["bond", "b.toml", "-o", "b.svg"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn pages_show_names_and_do_not_run_them() {
    let folder = Folder::new("page-names");
    folder.write("m.toml", NAMES);
    let output = lissom_in(&folder.0, &["report", "m.toml", "-o", "r.html"]);
    assert!(output.status.code() == Some(0), "{}", stderr(&output));
    let page = std::fs::read_to_string(folder.0.join("r.html")).unwrap();
    assert!(!page.contains("<script>alert") && !page.contains("b</script>"), "names are escaped");
    demand_harmless(&stdout(&output), "standard output");
}

/// No head of a column is a formula.
#[test]
fn heads_of_columns_are_no_formulas() {
    let folder = Folder::new("csv-names");
    folder.write("m.toml", NAMES);
    for verb in ["simulate", "frf"] {
        let output = lissom_in(&folder.0, &[verb, "m.toml", "--csv", "a.csv"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = std::fs::read_to_string(folder.0.join("a.csv")).unwrap();
        let head = text.lines().next().unwrap();
        for cell in head.split(',') {
            assert!(!cell.trim_start_matches('"').starts_with(['=', '+', '-', '@']), "{head}");
        }
    }
}
