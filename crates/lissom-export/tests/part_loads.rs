//! Loads on FE parts: in balance, equal to mass times the acceleration of the closed form, and readable by other programs.
#![allow(clippy::unwrap_used)]

mod support;

use lissom_import::Mesh;
use std::path::Path;
use support::{example, example_with, export, of, python, write};

fn text(format: &str, session: &lissom::Session) -> String {
    let files = export(format, session, &of("full")).unwrap();
    assert_eq!(files.len(), if format == "nastran-loads" { 2 } else { 1 });
    String::from_utf8(files[0].bytes.clone()).unwrap()
}

fn beside(path: &str) -> Result<Vec<u8>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/slider_crank_fe");
    std::fs::read(folder.join(path)).map_err(|error| error.to_string())
}

fn mesh() -> Mesh {
    lissom_import::read_mesh("rod.inp", &beside).unwrap()
}

/// Node, direction, value.
type Load = (i64, usize, f64);

/// The cases of a CalculiX file: times and loads.
fn cases(text: &str) -> Vec<(f64, Vec<Load>)> {
    let mut cases: Vec<(f64, Vec<Load>)> = Vec::new();
    for line in text.lines() {
        if let Some((_, rest)) = line.strip_prefix("** case ").and_then(|rest| rest.split_once("t = ")) {
            cases.push((rest.trim_end_matches(" s").parse().unwrap(), Vec::new()));
        } else if let Some(case) = cases.last_mut().filter(|_| line.starts_with(|c: char| c.is_ascii_digit()))
        {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            case.1.push((fields[0].parse().unwrap(), fields[1].parse().unwrap(), fields[2].parse().unwrap()));
        }
    }
    cases
}

/// Forces of all nodes and their moments about the origin have no resultant.
#[test]
fn loads_are_in_balance() {
    let (cases, mesh) = (cases(&text("calculix-loads", &example("slider_crank_fe"))), mesh());
    assert_eq!(cases.len(), 73);
    for (time, loads) in cases {
        let (mut force, mut moment, mut sizes) = ([0.0; 3], [0.0; 3], [0.0_f64; 2]);
        for (node, direction, value) in loads {
            let x = mesh.position(node).unwrap();
            let k = direction - 1;
            if k >= 3 {
                moment[k - 3] += value;
                continue;
            }
            force[k] += value;
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            // x × e_k has x_b along a and −x_a along b.
            moment[a] += x[b] * value;
            moment[b] -= x[a] * value;
            sizes[0] = sizes[0].max(value.abs());
            sizes[1] = sizes[1].max(0.3 * value.abs());
        }
        for (sum, size) in [(force, sizes[0]), (moment, sizes[1])] {
            assert!(sum.iter().all(|f| f.abs() < 1e-9 * size), "t = {time}: {sum:?} of {size}");
        }
    }
}

/// The numbers behind a word in a line.
fn vector(line: &str, word: &str) -> [f64; 3] {
    let start = line.find(word).unwrap() + word.len();
    let rest = &line[start..];
    let (open, close) = (rest.find('[').unwrap(), rest.find(']').unwrap());
    let all: Vec<f64> = rest[open + 1..close].split(',').map(|x| x.trim().parse().unwrap()).collect();
    all.try_into().unwrap()
}

/// A rigid connecting rod: the forces on its two ends are its mass times the acceleration of its centre in the closed form of the
/// slider-crank, in the axes of the rod.
#[test]
fn forces_on_a_rigid_rod_are_mass_times_acceleration() {
    let own = example_with("slider_crank_fe", |text| {
        // A rod that cannot bend needs no rates to start with.
        let (before, after) = text.split_once("[[initial]]").unwrap();
        let after = &after[after.find("[analysis.simulate]").unwrap()..];
        format!("{before}{after}").replace("flexible = [\"bending\"]  ", "flexible = []  ")
    });
    let text = text("calculix-loads", &own);
    let mass: f64 = text
        .lines()
        .find_map(|line| line.strip_prefix("** mass of the part: "))
        .unwrap()
        .trim_end_matches(" kg")
        .parse()
        .unwrap();
    let (crank, rod, speed) = (0.15, 0.3, 150.0);
    let ends = |t: f64| {
        let a = [crank * f64::cos(speed * t), crank * f64::sin(speed * t)];
        (a, [a[0] + (rod * rod - a[1] * a[1]).sqrt(), 0.0])
    };
    let centre = |t: f64| {
        let (a, b) = ends(t);
        [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]
    };
    let (mut time, mut sum, mut checked) = (0.0, [0.0; 3], 0);
    for line in text.lines() {
        if let Some((_, rest)) = line.strip_prefix("** case ").and_then(|rest| rest.split_once("t = ")) {
            (time, sum) = (rest.trim_end_matches(" s").parse().unwrap(), [0.0; 3]);
        } else if line.starts_with("** interface ") {
            let force = vector(line, "force");
            (0..3).for_each(|k| sum[k] += force[k]);
        } else if line.starts_with("** acceleration") {
            // Fourth-order differences of the closed form.
            let h = 2e-5;
            let [p2, p1, p, m1, m2] = [2.0, 1.0, 0.0, -1.0, -2.0].map(|k| centre(time + k * h));
            let a =
                [0, 1].map(|k| (-p2[k] + 16.0 * p1[k] - 30.0 * p[k] + 16.0 * m1[k] - m2[k]) / (12.0 * h * h));
            let (first, last) = ends(time);
            let u = [(last[0] - first[0]) / rod, (last[1] - first[1]) / rod];
            let wanted = [mass * (u[0] * a[0] + u[1] * a[1]), mass * (u[0] * a[1] - u[1] * a[0])];
            let size = mass * a[0].hypot(a[1]);
            for k in 0..2 {
                assert!(
                    (sum[k] - wanted[k]).abs() < 1e-4 * size,
                    "t = {time}: {sum:?} instead of {wanted:?}"
                );
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 73);
}

/// Nastran's cards hold the same forces as the steps of CalculiX, as load cases and over time.
#[test]
fn pynastran_reads_the_cards() {
    let own = example("slider_crank_fe");
    let files = export("nastran-loads", &own, &of("full")).unwrap();
    let folder = write("part_loads", &files);
    let wanted: Vec<_> = cases(&text("calculix-loads", &own)).into_iter().map(|(_, loads)| loads).collect();
    std::fs::write(folder.join("wanted.json"), serde_json::to_string(&wanted).unwrap()).unwrap();
    python("pyNastran", "part_loads.py", &[folder.to_str().unwrap()]);
}

/// How far the axes of two bent parts turn against each other in the test below [rad].
const BENT: f64 = 0.25;

/// Two parts that are joined: the forces on both at their common node, and on the mass there, have no resultant; each part is in balance.
#[test]
fn joined_parts_act_on_each_other() {
    let own = example_with("robot_fe", |text| {
        let start = text.find("[[hinge]]\nname = \"elbow\"").unwrap();
        let end = start + text[start..].find("[[mass]]").unwrap();
        let rest =
            format!("{}[[join]]\nplaces = [\"A.elbow\", \"B.root\"]\n{}", &text[..start], &text[end..]);
        // What the elbow did is gone.
        let without = |text: &str, from: &str, to: &str| {
            let start = text.find(from).unwrap();
            let end = text[start..].find(to).map_or(text.len(), |length| start + length);
            format!("{}{}", &text[..start], &text[end..])
        };
        // Loads of controllers are refused: the torque of the shoulder is a law here.
        let rest = without(&rest, "[[torque]]\nname = \"elbow motor\"", "[[output]]");
        let motor = "name = \"shoulder motor\"\nhinge = \"shoulder\"\n";
        assert!(rest.contains(motor));
        let rest = rest.replace(motor, &format!("{motor}value = \"kp*(phi + pi/4 - angle)\"\n"));
        let rest = without(&rest, "[[output]]\nname = \"elbow angle\"", "[analysis.states]");
        let rest = without(&rest, "[analysis.states]", "[reduce.modal2]");
        rest.replace("end = 0.7", "end = 0.2")
            .replace("points = 71", "points = 21")
            .replace("mass = 1.0\n", "mass = 1e-9\n")
    });
    let files = export("calculix-loads", &own, &of("full")).unwrap();
    assert_eq!(files.len(), 2, "one for each part");
    let text = |k: usize| String::from_utf8(files[k].bytes.clone()).unwrap();
    let on = |text: &str, interface: &str| -> Vec<[[f64; 3]; 2]> {
        let mark = format!("** interface {interface}:");
        let lines = text.lines().filter(|line| line.starts_with(&mark));
        lines.map(|line| ["force", "moment"].map(|word| vector(line, word))).collect()
    };
    let (first, second) = (on(&text(0), "elbow"), on(&text(1), "root"));
    assert!(first.len() == 21 && second.len() == 21, "{} {}", first.len(), second.len());
    // A lies at -45 deg against B in the reference configuration; bent, their axes turn further: the size of the force tells more.
    let cosine = std::f64::consts::FRAC_1_SQRT_2;
    for ([force, moment], [opposite, other]) in first.iter().zip(&second) {
        let turned = [cosine * (force[0] + force[1]), cosine * (force[1] - force[0])];
        let (size, left) =
            (opposite[0].hypot(opposite[1]), (turned[0] + opposite[0]).hypot(turned[1] + opposite[1]));
        assert!(left <= BENT * size, "{force:?} turned {turned:?} and {opposite:?}");
        assert!((force[0].hypot(force[1]) - size).abs() <= 1e-6 * size, "{force:?} and {opposite:?}");
        assert!((moment[2] + other[2]).abs() <= 1e-6 * other[2].abs(), "{moment:?} and {other:?}");
    }
}

#[test]
fn machines_without_fe_parts_are_refused() {
    for format in ["calculix-loads", "nastran-loads"] {
        let said = export(format, &example("slider_crank"), &of("full")).unwrap_err().to_string();
        assert!(said.contains("[[fe_part]]") && said.contains("`fmu2`"), "{said}");
    }
}
