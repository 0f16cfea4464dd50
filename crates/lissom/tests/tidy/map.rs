//! `ARCHITECTURE.md` draws the house as it stands, and its arrows only point one way.

use super::manifest::{Manifest, is_own, rooms};
use super::repository::{Document, document};
use super::violation::{Violation, demand_none};

/// The rooms in the order of the stages. A room uses only rooms that stand before it.
const ORDER: [&str; 15] = [
    "lissom-linalg",
    "lissom-symbolic",
    "lissom-model",
    "lissom-import",
    "lissom-continuum",
    "lissom-mech",
    "lissom-dynamics",
    "lissom-reduce",
    "lissom-bond",
    "lissom",
    "lissom-page",
    "lissom-export",
    "lissom-fmu",
    "lissom-cli",
    "lissom-py",
];

/// Rooms that nobody uses, because they talk to people.
pub(super) const DOORS: [&str; 3] = ["lissom-fmu", "lissom-cli", "lissom-py"];

const REMEDY: &str = "let ARCHITECTURE.md's tables and the manifests say the same, in the same commit; \
    a room that must use a later one stands at the wrong place, or the thing it needs does";

/// Where a room stands in the order of the stages.
fn place(name: &str) -> Option<usize> {
    ORDER.iter().position(|room| *room == name)
}

/// A row of the map.
#[derive(Debug)]
struct Row {
    name: String,
    line: usize,
    last: String,
}

impl Row {
    /// The packages named in the last cell; a dash names none.
    fn uses(&self) -> Vec<&str> {
        let names = self.last.split(',').map(|name| name.trim().trim_matches('`'));
        names.filter(|name| !matches!(*name, "" | "—" | "–" | "-")).collect()
    }
}

/// The rows below the header whose first and last cells are these.
fn table(map: &Document, first: &str, last: &str) -> Vec<Row> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let is_header = |line: &str| {
        let cells = cells(line);
        cells.first().is_some_and(|cell| cell == first) && cells.last().is_some_and(|cell| cell == last)
    };
    let rows = map.lines().skip_while(|(_, line)| !is_header(line)).skip(2);
    rows.take_while(|(_, line)| line.trim_start().starts_with('|'))
        .map(|(line, text)| {
            let cells = cells(text);
            let name = cells[0].trim_matches('`').to_owned();
            Row { name, line, last: cells.last().cloned().unwrap_or_default() }
        })
        .collect()
}

/// Where the map and the manifests disagree.
fn map_violations(map: &Document, manifests: &[Manifest]) -> Vec<Violation> {
    let rows = table(map, "crate", "uses");
    let mut found = Vec::new();
    for row in &rows {
        match manifests.iter().find(|manifest| manifest.name == row.name) {
            None => found.push(Violation::new(&map.path, row.line, format!("`{}` does not exist", row.name))),
            Some(manifest) => found.extend(row_violation(map, row, manifest)),
        }
    }
    for manifest in manifests.iter().filter(|manifest| !rows.iter().any(|row| row.name == manifest.name)) {
        found.push(Violation::new(&map.path, 1, format!("`{}` is not on the map", manifest.name)));
    }
    for pair in rows.windows(2).filter(|pair| place(&pair[0].name) >= place(&pair[1].name)) {
        let message = format!("`{}` stands below `{}`", pair[1].name, pair[0].name);
        found.push(Violation::new(&map.path, pair[1].line, message));
    }
    for planned in table(map, "crate", "will hold") {
        if manifests.iter().any(|manifest| manifest.name == planned.name) {
            let message = format!("`{}` is drawn as planned, but exists", planned.name);
            found.push(Violation::new(&map.path, planned.line, message));
        }
    }
    found
}

fn row_violation(map: &Document, row: &Row, manifest: &Manifest) -> Option<Violation> {
    let sorted = |mut names: Vec<&str>| {
        names.sort_unstable();
        names.join(", ")
    };
    let (drawn, built) = (sorted(row.uses()), sorted(manifest.uses()));
    let message = format!("`{}` is drawn with [{drawn}], but {} says [{built}]", row.name, manifest.path);
    (drawn != built).then(|| Violation::new(&map.path, row.line, message))
}

/// Arrows that point up, rooms without a place in the order, and rooms that use a door; tests count too.
fn arrow_violations(manifests: &[Manifest]) -> Vec<Violation> {
    let mut found = Vec::new();
    for manifest in manifests {
        let Some(own_place) = place(&manifest.name) else {
            found.push(Violation::new(
                &manifest.path,
                1,
                format!("`{}` has no place in the order", manifest.name),
            ));
            continue;
        };
        for used in
            manifest.dependencies.iter().filter(|used| is_own(&used.name) && used.name != manifest.name)
        {
            let stands_before = place(&used.name).is_some_and(|used_place| used_place < own_place);
            // The Python package asks with the words of the command line and contains its program.
            let is_welcome = manifest.name == "lissom-py" && used.name == "lissom-cli";
            if !stands_before || (DOORS.contains(&used.name.as_str()) && !is_welcome) {
                let message = format!("`{}` must not use `{}`", manifest.name, used.name);
                found.push(Violation::new(&manifest.path, used.line, message));
            }
        }
    }
    found
}

#[test]
fn the_map_shows_the_house_as_it_stands() {
    demand_none(&map_violations(&document("ARCHITECTURE.md"), &rooms()), REMEDY);
}

#[test]
fn arrows_point_one_way() {
    demand_none(&arrow_violations(&rooms()), REMEDY);
}

fn room(name: &str, uses: &[&str]) -> Manifest {
    let list: String = uses.iter().map(|used| format!("{used}.workspace = true\n")).collect();
    let text = format!("[package]\nname = \"{name}\"\n[dependencies]\n{list}");
    Manifest::parse(&Document::new(&format!("crates/{name}/Cargo.toml"), &text))
}

#[test]
fn a_wrong_map_is_noticed() {
    let map = Document::new(
        "ARCHITECTURE.md",
        "| crate | stage | uses |\n|---|---|---|\n| `lissom-linalg` | ground | — |\n\
         | `lissom-mech` | 3 | `lissom-linalg`, `lissom-model` |\n\n\
         | crate | stage | will hold |\n|---|---|---|\n| `lissom-bond` | 6 | fields |\n",
    );
    let good = [room("lissom-linalg", &[]), room("lissom-mech", &["lissom-model", "lissom-linalg"])];
    assert_eq!(map_violations(&map, &good), []);
    let header = "| crate | uses |\n|---|---|\n";
    let upside_down =
        format!("{header}| `lissom-mech` | `lissom-model`, `lissom-linalg` |\n| `lissom-linalg` | — |\n");
    assert_eq!(
        map_violations(&Document::new("ARCHITECTURE.md", &upside_down), &good).len(),
        1,
        "a wrong order"
    );
    let missing_arrow = [room("lissom-linalg", &[]), room("lissom-mech", &["lissom-linalg"])];
    assert_eq!(map_violations(&map, &missing_arrow).len(), 1);
    assert_eq!(map_violations(&map, &good[..1]).len(), 1, "a drawn room that does not exist");
    let undrawn = [good[0].clone(), good[1].clone(), room("lissom", &[])];
    assert_eq!(map_violations(&map, &undrawn).len(), 1, "a room that is not drawn");
    let planned = [good[0].clone(), good[1].clone(), room("lissom-bond", &[])];
    assert_eq!(
        map_violations(&map, &planned).len(),
        2,
        "a planned room that exists and is not drawn as such"
    );
}

#[test]
fn a_backward_arrow_is_noticed() {
    assert_eq!(arrow_violations(&[room("lissom-mech", &["lissom-linalg"])]), []);
    assert_eq!(arrow_violations(&[room("lissom-linalg", &["lissom-mech"])]).len(), 1);
    assert_eq!(arrow_violations(&[room("lissom-page", &["lissom-cli"])]).len(), 1, "a door is used");
    assert_eq!(arrow_violations(&[room("lissom-py", &["lissom-cli"])]), [], "but by Python");
    assert_eq!(arrow_violations(&[room("lissom-utils", &[])]).len(), 1, "a room without a place");
    assert_eq!(arrow_violations(&[room("lissom", &["lissom-utils"])]).len(), 1, "an unknown room is used");
}
