//! Pages and pictures through the door.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom_in, root, stderr, stdout};
use serde_json::Value;

fn model(name: &str, more: &str) -> String {
    format!(
        "lissom = 1\n[model]\nname = {name:?}\n[section.s]\nEA = 1e4\nEI = 1.0\nrhoA = 1.0\n[node]\nA = [0, 0]\n\
         B = [1, 0]\n[[beam]]\nname = \"b\"\nnodes = [\"A\", \"B\"]\nsection = \"s\"\nelements = 4\n\
         [[fix]]\nnodes = [\"A\"]\n{more}"
    )
}

/// The data that stands in a page.
fn data(html: &str) -> Value {
    let start = html.find("id=\"page-data\">").unwrap() + "id=\"page-data\">".len();
    let end = start + html[start..].find("</script>").unwrap();
    serde_json::from_str(&html[start..end]).unwrap()
}

#[test]
fn a_report_is_one_file_that_carries_its_data() {
    let folder = Folder::new("report");
    folder.write("m.toml", &model("strip", ""));
    let output = lissom_in(&folder.0, &["report", "m.toml", "-o", "r.html", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    assert_eq!((&object["verb"], &object["file"]), (&"report".into(), &"r.html".into()));
    assert_eq!(object["gaps"], serde_json::json!([]));
    let html = std::fs::read_to_string(folder.0.join("r.html")).unwrap();
    assert!(html.len() < 1_500_000, "{} bytes", html.len());
    for address in ["src=\"", "href=\"http", "url(http", "@import"] {
        assert!(!html.contains(address), "the page asks for something: {address}");
    }
    let page = data(&html);
    assert_eq!((&page["format"], &page["version"]), (&"lissom-page".into(), &1.into()));
    assert_eq!(page["provenance"]["model_sha256"], object["provenance"]["model_sha256"]);
}

#[test]
fn a_name_with_marks_of_markup_comes_through_unharmed() {
    let folder = Folder::new("report-name");
    let name = "Fräse \"5\" </script><script>alert(1)</script> & Söhne <!-- 轴";
    folder.write("m.toml", &model(name, ""));
    let output = lissom_in(&folder.0, &["report", "m.toml", "-o", "r.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let html = std::fs::read_to_string(folder.0.join("r.html")).unwrap();
    assert_eq!(html.matches("</script>").count(), 2);
    assert_eq!(data(&html)["model"], name);
}

#[test]
fn only_some_questions_and_unknown_ones() {
    let folder = Folder::new("report-only");
    folder.write("m.toml", &model("strip", ""));
    let output = lissom_in(&folder.0, &["report", "m.toml", "--only", "modes", "-o", "r.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page: Value = serde_json::from_slice(&std::fs::read(folder.0.join("r.json")).unwrap()).unwrap();
    let ids: Vec<&str> =
        page["sections"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["modes"]);
    let output = lissom_in(&folder.0, &["report", "m.toml", "--only", "mode"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("question `mode`"), "{}", stderr(&output));
}

#[test]
fn a_question_without_an_answer_is_a_gap_and_exit_code_one() {
    let folder = Folder::new("report-gap");
    folder.write("m.toml", &model("strip", "[reduce.r]\nfile = \"missing.json\"\n"));
    let output = lissom_in(&folder.0, &["report", "m.toml", "-o", "r.html"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("no answer: reduction r"), "{}", stdout(&output));
    let page = data(&std::fs::read_to_string(folder.0.join("r.html")).unwrap());
    assert_eq!(page["gaps"][0]["what"], "reduction r");
}

#[test]
fn a_hundred_thousand_points_keep_their_peaks() {
    let folder = Folder::new("report-long");
    let text = std::fs::read_to_string(root().join("examples/swing_stage/model.toml")).unwrap();
    folder.write("m.toml", &text.replace("end = 3.0", "end = 3.0\npoints = 100001"));
    let output = lissom_in(&folder.0, &["report", "m.toml", "--only", "simulate", "-o", "r.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page: Value = serde_json::from_slice(&std::fs::read(folder.0.join("r.json")).unwrap()).unwrap();
    let series = &page["sections"][0]["blocks"][0]["panels"][0]["series"][0];
    assert_eq!(series["points"], 100_001);
    let y: Vec<f64> = series["y"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    assert!(y.len() < 6000, "{}", y.len());
    let all = lissom_in(&folder.0, &["simulate", "m.toml", "--json"]);
    let motion = &json(&all)["models"]["full"]["outputs"]["sway"];
    let full: Vec<f64> = program::numbers(motion);
    let top = |v: &[f64]| v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    assert!((top(&y) / top(&full) - 1.0).abs() < 1e-6, "{} against {}", top(&y), top(&full));
}

#[test]
fn pictures_are_listed_and_drawn() {
    let folder = Folder::new("plot");
    folder.write("m.toml", &model("strip", ""));
    let output = lissom_in(&folder.0, &["plot", "m.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("mode-1"), "{}", stdout(&output));
    let output = lissom_in(&folder.0, &["plot", "m.toml", "--what", "mode-1", "-o", "mode.svg"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let svg = std::fs::read_to_string(folder.0.join("mode.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && svg.contains("mode 1"));
    let output = lissom_in(&folder.0, &["plot", "m.toml", "--what", "mode-99", "-o", "x.svg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("picture `mode-99`"), "{}", stderr(&output));
}

#[test]
fn a_picture_of_pixels_or_the_reason_why_not() {
    let folder = Folder::new("plot-png");
    folder.write("m.toml", &model("strip", ""));
    let output = lissom_in(&folder.0, &["plot", "m.toml", "--what", "model", "-o", "m.png"]);
    if output.status.code() == Some(0) {
        let bytes = std::fs::read(folder.0.join("m.png")).unwrap();
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        assert!(bytes.len() > 5000, "{}", bytes.len());
    } else {
        assert!(stderr(&output).contains("no font"), "{}", stderr(&output));
    }
}

#[test]
fn a_mode_is_coloured_by_what_is_asked_or_the_reason_is_given() {
    let folder = Folder::new("plot-colour");
    folder.write("m.toml", &model("strip", ""));
    let output =
        lissom_in(&folder.0, &["plot", "m.toml", "--what", "mode-1", "--colour", "stress", "-o", "m.svg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("stress is not known"), "{}", stderr(&output));
    let frame = root().join("examples/portal_frame/model.toml");
    for (colour, legend) in
        [("stress", "MPa per mm of the largest displacement"), ("displacement", "share of the largest")]
    {
        let arguments =
            ["plot", frame.to_str().unwrap(), "--what", "mode-1", "--colour", colour, "-o", "m.svg"];
        let output = lissom_in(&folder.0, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let svg = std::fs::read_to_string(folder.0.join("m.svg")).unwrap();
        assert!(svg.contains(legend), "{colour}");
    }
}

#[test]
fn pictures_of_reductions_and_cycles_are_drawn_without_a_browser() {
    let folder = Folder::new("plot-kinds");
    for (example, what, words) in [
        ("guidance", "mac-modal3-2", "Modal assurance"),
        ("slider_crank", "cycle-multipliers", "unit circle"),
        ("slider_crank", "cycle-1", "nonlinear motion"),
        ("cart", "bond-graph", "#222222"),
    ] {
        let model = root().join("examples").join(example).join("model.toml");
        let output = lissom_in(&folder.0, &["plot", model.to_str().unwrap(), "--what", what, "-o", "p.svg"]);
        assert_eq!(output.status.code(), Some(0), "{what}: {}", stderr(&output));
        assert!(std::fs::read_to_string(folder.0.join("p.svg")).unwrap().contains(words), "{what}");
    }
}

/// What stands between the numbers of a drawing, and the numbers; colours are left out, they may round by one.
fn taken_apart(svg: &str) -> (Vec<String>, Vec<f64>) {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut plain = String::new();
    for (i, piece) in svg.split('#').enumerate() {
        plain.push_str(if i == 0 { piece } else { piece.get(6..).unwrap_or_default() });
    }
    let svg = plain.as_str();
    let words = svg.split(is_number).filter(|w| !w.is_empty()).map(str::to_owned).collect();
    let numbers = svg.split(|c| !is_number(c)).filter_map(|n| n.parse().ok()).collect();
    (words, numbers)
}

#[test]
fn the_pictures_of_the_readme_are_what_the_program_draws() {
    let folder = Folder::new("pictures");
    let script = std::fs::read_to_string(root().join("tools/pictures")).unwrap();
    let calls: Vec<Vec<&str>> = script
        .lines()
        .filter_map(|line| line.strip_prefix("lissom plot "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(calls.len(), 4);
    for call in calls {
        let (output, arguments) = call.split_last().unwrap();
        let fresh = folder.0.join("fresh.svg");
        let mut all = vec!["plot"];
        all.extend_from_slice(arguments);
        all.push(fresh.to_str().unwrap());
        let run = lissom_in(&root(), &all);
        assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
        let kept = std::fs::read_to_string(root().join(output)).unwrap();
        let drawn = std::fs::read_to_string(&fresh).unwrap();
        let ((words, numbers), (kept_words, kept_numbers)) = (taken_apart(&drawn), taken_apart(&kept));
        assert!(words == kept_words && numbers.len() == kept_numbers.len(), "{output}: run tools/pictures");
        // Tenths of a point may round differently on another machine.
        let far = numbers.iter().zip(&kept_numbers).filter(|(a, b)| (*a - *b).abs() > 0.11).count();
        assert_eq!(far, 0, "{output}: run tools/pictures");
    }
}
