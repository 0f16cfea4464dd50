//! Joined structures that turn.
//!
//! A mast of bars has translations only, as a solid has, so that it can be cut into parts that turn. What is between the
//! answers of the cut mast and of the whole one is rounding.

use super::pieces::*;
use crate::common::open;
use lissom::{CampbellReport, FoundState, Quiet, Session};
use std::fmt::Write;

const SPACE: &str = "lissom = 1\n[model]\nname = 'mast'\ndim = 3\n";

/// A mast along x: square stations 0.2 m apart, braced crosswise on all sides. Bars of a station belong to it.
fn mast(stations: std::ops::RangeInclusive<usize>, first_station: bool) -> String {
    let (first, last) = (*stations.start(), *stations.end());
    let mut text = "[section.s]\nEA = 2e5\nrhoA = 0.4\n[node]\n".to_owned();
    let corners = [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]];
    for i in stations {
        for (c, [y, z]) in corners.iter().enumerate() {
            writeln!(text, "n{i}{c} = [{}, {y}, {z}]", 0.2 * i as f64 - 0.4).unwrap();
        }
    }
    let mut bar = |a: String, b: String| {
        writeln!(text, "[[truss]]\nnodes = ['{a}', '{b}']\nsection = 's'").unwrap();
    };
    for i in first..=last {
        if i > first || first_station {
            (0..4).for_each(|c| bar(format!("n{i}{c}"), format!("n{i}{}", (c + 1) % 4)));
            (0..2).for_each(|c| bar(format!("n{i}{c}"), format!("n{i}{}", c + 2)));
        }
        for c in (0..4).filter(|_| i < last) {
            let (other, next) = ((c + 1) % 4, i + 1);
            bar(format!("n{i}{c}"), format!("n{next}{c}"));
            bar(format!("n{i}{c}"), format!("n{next}{other}"));
            bar(format!("n{i}{other}"), format!("n{next}{c}"));
        }
    }
    text
}

/// The whole mast as one part, and its halves.
fn masts() -> Folder {
    let mut folder = Folder::default();
    for (name, stations, first) in [("all", 0..=4, true), ("left", 0..=2, true), ("right", 2..=4, false)] {
        folder.add(name, &format!("{SPACE}{}", mast(stations, first)));
    }
    for (name, sets) in [
        ("all", vec![("END", 17..=20), ("ROOT", 1..=4)]),
        ("left", vec![("CUT", 9..=12), ("ROOT", 1..=4)]),
        ("right", vec![("CUT", 1..=4), ("END", 9..=12)]),
    ] {
        let mut mesh = String::from_utf8(folder.0[&format!("{name}.inp")].clone()).unwrap();
        for (set, nodes) in sets {
            let nodes: Vec<String> = nodes.map(|node| node.to_string()).collect();
            writeln!(mesh, "*NSET, NSET={set}\n{}", nodes.join(", ")).unwrap();
        }
        folder.put(&format!("{name}.inp"), &mesh);
    }
    folder
}

fn set(part: &str, name: &str, set: &str, kind: &str) -> String {
    format!("[[interface]]\npart = '{part}'\nname = '{name}'\nset = '{set}'\nkind = '{kind}'\n")
}

/// The mast as one part, and as two that are joined; `kind` is that of the interfaces at its ends.
fn both(kind: &str, more: &str) -> [Session; 2] {
    let whole = part("all") + &set("all", "end", "END", kind) + &set("all", "root", "ROOT", kind);
    let halves = [
        part("left"),
        part("right"),
        set("left", "cut_a", "CUT", "nodes"),
        set("right", "cut_b", "CUT", "nodes"),
        set("right", "end", "END", kind),
        set("left", "root", "ROOT", kind),
        join("left.cut_a", "right.cut_b"),
    ]
    .concat();
    let folder = masts();
    let halved = more.replace("all.end", "right.end").replace("all.root", "left.root");
    [format!("{SPACE}{whole}{more}"), format!("{SPACE}{halves}{halved}")].map(|text| folder.open(&text))
}

fn state(session: &Session, name: &str) -> FoundState {
    let all = session.operating_states(&Quiet).unwrap().value;
    let report = all.into_iter().find(|state| state.name == name).unwrap();
    report.found.unwrap_or_else(|reason| panic!("{name}: {reason}"))
}

/// Nothing is lost in a cut but rounding of the solutions.
fn same(own: &FoundState, other: &FoundState, tolerance: f64) {
    let near = |a: f64, b: f64, what: &str| {
        assert!((a - b).abs() <= tolerance * b.abs().max(f64::MIN_POSITIVE), "{what}: {a} {b}");
    };
    near(own.elastic_energy, other.elastic_energy, "energy");
    near(own.speed.unwrap_or(0.0), other.speed.unwrap_or(0.0), "speed");
    let largest = other.outputs.iter().fold(0.0_f64, |m, (_, _, value)| m.max(value.abs()));
    assert_eq!(own.outputs.len(), other.outputs.len());
    for ((name, _, a), (_, _, b)) in own.outputs.iter().zip(&other.outputs) {
        assert!((a - b).abs() <= tolerance * largest, "{name}: {a} {b}");
    }
    assert!(own.residual < 1e-10 && other.residual < 1e-10, "{} {}", own.residual, other.residual);
}

const OUTPUTS: &str = "[[output]]\nname = 'x'\nattach = 'all.end'\ndirection = 'x'\n[[output]]\nname = 'y'\nattach = 'all.end'\ndirection = 'y'\n\
    [[output]]\nname = 'rx'\nattach = 'all.end'\ndirection = 'rx'\n";

/// Free about a principal axis; about another axis held at its root; with faces that are rigid.
#[test]
fn a_mast_in_two_parts_turns_as_the_whole() {
    let rotation = "[state.turns]\nkind = 'rotation'\nspeed = 120\naxis = [0, 0, 1]\npoint = [0, 0, 0]\n";
    for kind in ["mean", "rigid"] {
        let [whole, halves] = both(kind, &format!("{OUTPUTS}{rotation}"));
        let found = state(&halves, "turns");
        same(&found, &state(&whole, "turns"), 1e-9);
        assert!(found.notes.iter().any(|note| note.contains("left, right")), "{:?}", found.notes);
    }
    let held = "[[fix]]\ninterfaces = 'root'\n[state.turns]\nkind = 'rotation'\nspeed = 60\naxis = [0, 0.6, 0.8]\npoint = [-0.4, 0.3, 0]\n";
    for kind in ["mean", "rigid", "nodes"] {
        let outputs = if kind == "nodes" { "" } else { OUTPUTS };
        let [whole, halves] = both(kind, &format!("{outputs}{held}"));
        same(&state(&halves, "turns"), &state(&whole, "turns"), 1e-9);
    }
}

/// A frame of the same bars knows its stress. Without it, it is what the parts are.
fn campbell(session: &Session) -> CampbellReport {
    let settings = session.campbell_settings().unwrap();
    session.campbell(&settings, &Quiet).unwrap().value
}

fn agree(own: &CampbellReport, other: &CampbellReport, tolerance: f64) {
    assert_eq!(own.campbell.modes.len(), other.campbell.modes.len());
    for (a, b) in own.campbell.modes.iter().zip(&other.campbell.modes) {
        assert_eq!(a.values.len(), b.values.len());
        for (p, q) in a.values.iter().zip(&b.values) {
            let error = (p.re - q.re).hypot(p.im - q.im);
            assert!(error < tolerance * q.re.hypot(q.im), "{p:?} {q:?}");
        }
    }
}

const DIAGRAM: &str = "[spin]\naxis = [0, 0, 1]\npoint = [-0.5, 0, 0]\nspeed = 'W'\n[params]\nW = 0\n\
    [analysis.campbell]\nmodes = 6\nsweep = { W = { from = 0, to = 200, points = 3 } }\n";

#[test]
fn the_diagram_of_a_mast_in_two_parts_is_that_of_the_frame() {
    let springs = |place: &str| {
        ["x", "y", "z"]
            .map(|d| {
                format!("[[spring]]\nattach = ['{place}', 'ground']\ndirection = '{d}'\nstiffness = 4e4\n")
            })
            .concat()
            + &["x", "y", "z"]
                .map(|d| {
                    format!(
                        "[[spring]]\nattach = ['{place}', 'ground']\ndirection = 'r{d}'\nstiffness = 3e3\n"
                    )
                })
                .concat()
    };
    let [whole, halves] = both("mean", &format!("{DIAGRAM}{}", springs("all.root")));
    agree(&campbell(&halves), &campbell(&whole), 1e-9);
    let fixed = format!("{DIAGRAM}[[fix]]\ninterfaces = 'root'\n");
    let [whole, halves] = both("nodes", &fixed);
    let found = campbell(&halves);
    agree(&found, &campbell(&whole), 1e-9);
    // The frame of the same bars, its geometric stiffness left out: the matrices of bars are products with their mass.
    let nodes =
        "[[fix]]\nnodes = ['n00', 'n01', 'n02', 'n03']\n[analysis.campbell.effects]\ngeometric = false\n";
    let frame = open(&format!("{SPACE}{}{DIAGRAM}{nodes}", mast(0..=4, true)));
    agree(&found, &campbell(&frame), 1e-9);
    assert!(!found.stiffened);
}

/// A point mass as a part: rows of one node, without stiffness.
fn point(folder: &mut Folder, name: &str, planar: bool, mass: f64) {
    let rows = if planar { 2 } else { 3 };
    for (file, value) in [("k", 0.0), ("m", mass)] {
        let mut text = format!("%%MatrixMarket matrix coordinate real symmetric\n{rows} {rows} {rows}\n");
        (1..=rows).for_each(|i| writeln!(text, "{i} {i} {value:e}").unwrap());
        folder.put(&format!("{name}.{file}.mtx"), &text);
    }
    folder.put(&format!("{name}.dof"), &(1..=rows).map(|i| format!("1.{i}\n")).collect::<String>());
    folder.put(&format!("{name}.inp"), "*NODE\n1, 0, 0, 0\n");
}

/// An arm in space with a mass at its end, which is a part: its pull stiffens the arm, and section forces carry it.
#[test]
fn the_pull_of_a_part_stiffens_a_frame() {
    let arm = "[section.s]\nEA = 1e6\nEIy = 40\nEIz = 70\nGJ = 20\nrhoA = 0.5\nrhoJ = 1e-4\n[node]\nR = [0.1, 0, 0]\nT = [0.9, 0.1, 0]\n\
        [[beam]]\nnodes = ['R', 'T']\nsection = 's'\nelements = 4\ny_axis = [0, 1, 0]\n[[fix]]\nnodes = 'R'\n\
        [[force]]\nname = 'F'\nnode = 'T'\ndirection = 'z'\n\
        [state.turns]\nkind = 'rotation'\nspeed = 30\naxis = [0, 0, 1]\npoint = [0, 0, 0]\nforces = { F = 2 }\n\
        [[output]]\nname = 'z'\nnode = 'T'\ndirection = 'z'\n[[output]]\nname = 'y'\nnode = 'T'\ndirection = 'y'\n";
    // Below the speed at which the arm diverges; beyond it the sign of a frequency means nothing.
    let stable = DIAGRAM.replace("to = 200", "to = 100");
    let mut folder = Folder::default();
    point(&mut folder, "tip", false, 0.7);
    let joined = folder.open(&format!(
        "{SPACE}{arm}{stable}{}position = [0.9, 0.1, 0]\n{}[[join]]\nplaces = ['T', 'tip.p']\ndirections = ['x', 'y', 'z']\n",
        part("tip"),
        interface("tip", "p", 1, "nodes")
    ));
    let whole = open(&format!("{SPACE}{arm}{stable}[[mass]]\nnode = 'T'\nmass = 0.7\n"));
    let [own, other] = [&joined, &whole].map(|session| state(session, "turns"));
    same(&own, &other, 1e-9);
    let [a, b] = [own.forces.unwrap(), other.forces.unwrap()];
    // What second-order displacements do to section forces is left out, of both alike.
    assert!((a.imbalance - b.imbalance).abs() < 1e-9, "{} {}", a.imbalance, b.imbalance);
    assert_eq!(a.members.len(), b.members.len());
    for (p, q) in a.members.iter().zip(&b.members) {
        for end in 0..2 {
            let [p, q] = [&p.ends[end], &q.ends[end]];
            assert!((p.axial - q.axial).abs() < 1e-9 * q.axial.abs(), "{p:?} {q:?}");
        }
    }
    // The join holds the mass on its circle: m Ω² r, towards the axis, on the part; the opposite on the frame.
    let pull = |motion: &str| a.reactions.iter().find(|r| r.name.contains(motion)).unwrap().value;
    let x = 0.9 + own_displacement(&joined, &own.deformation);
    assert!((pull("T.x is") - 0.7 * 900.0 * x).abs() < 1e-6 * 567.0, "{:?}", a.reactions);
    let own = campbell(&joined);
    agree(&own, &campbell(&whole), 1e-9);
    assert!(own.stiffened);
    // Through the divergence: few speeds find where it begins, and say that they may have missed something.
    let beyond = open(&format!("{SPACE}{arm}{DIAGRAM}[[mass]]\nnode = 'T'\nmass = 0.7\n"));
    let coarse = campbell(&beyond).campbell;
    let fine = open(&format!(
        "{SPACE}{arm}{}[[mass]]\nnode = 'T'\nmass = 0.7\n",
        DIAGRAM.replace("points = 3", "points = 201")
    ));
    let fine = campbell(&fine).campbell;
    assert!(!coarse.lost.is_empty() && fine.lost.is_empty(), "{:?} {:?}", coarse.lost, fine.lost);
    let [a, b] = [&coarse, &fine].map(|found| found.unstable[0].speeds[0]);
    assert!((a - b).abs() < 1e-6 * b && (b - 137.474).abs() < 1e-3, "{a} {b}");
    assert!(coarse.critical_speeds.len() < fine.critical_speeds.len());
    for speed in &coarse.critical_speeds {
        let met = |other: &&lissom::spin::CriticalSpeed| {
            other.order == speed.order && (other.speed - speed.speed).abs() < 1e-5 * speed.speed
        };
        assert!(fine.critical_speeds.iter().any(|other| met(&other)), "{speed:?}");
    }
}

/// Displacement of T along x.
fn own_displacement(session: &Session, deformation: &[f64]) -> f64 {
    let structure = session.linear_structure().unwrap();
    let place = structure.interface("T").unwrap();
    place.motions[0].entries.iter().map(|(row, weight)| weight * deformation[*row]).sum()
}

/// The cross of \[StaticDeformation, §2.5\] with dashpots and forces at parts that are all but nothing: it turns at the
/// speed of the frame, 0.2 rad/s less a share of 1.3e-6.
#[test]
fn a_couple_turns_a_cross_with_parts_at_its_tips() {
    let mut frame = "lissom = 1\n[model]\nname = 'cross'\n[section.s]\nEA = 1e3\nEI = 1\nrhoA = 0.1\n[node]\nO = [0, 0]\nA = [1, 0]\nB = [0, 1]\n\
        C = [-1, 0]\nD = [0, -1]\n[state.turns]\nkind = 'torque'\nforces = { up = 0.2, down = -0.2 }\n"
        .to_owned();
    let (mut whole, mut pieces, mut folder) = (String::new(), String::new(), Folder::default());
    for (tip, at) in [("A", "[1, 0]"), ("B", "[0, 1]"), ("C", "[-1, 0]"), ("D", "[0, -1]")] {
        write!(frame, "[[beam]]\nnodes = ['O', '{tip}']\nsection = 's'\nelements = 4\n").unwrap();
        write!(whole, "[[damper]]\nname = 'd{tip}'\nnodes = ['{tip}', 'ground']\ndamping = 0.5\n[[mass]]\nnode = '{tip}'\nmass = 1e-9\n").unwrap();
        let name = format!("tip{tip}");
        point(&mut folder, &name, true, 1e-9);
        write!(
            pieces,
            "{}position = {at}\n{}[[join]]\nplaces = ['{tip}', '{name}.p{tip}']\ndirections = ['x', 'y']\n\
             [[damper]]\nname = 'd{tip}'\nattach = ['{name}.p{tip}', 'ground']\ndamping = 0.5\n",
            part(&name),
            interface(&name, &format!("p{tip}"), 1, "nodes")
        )
        .unwrap();
    }
    let force = |name: &str, place: &str| format!("[[force]]\nname = '{name}'\n{place}\ndirection = 'y'\n");
    let output = |place: &str| format!("[[output]]\nname = 'y'\n{place}\ndirection = 'y'\n");
    whole += &(force("up", "node = 'A'") + &force("down", "node = 'C'") + &output("node = 'A'"));
    pieces += &(force("up", "attach = 'tipA.pA'")
        + &force("down", "attach = 'tipC.pC'")
        + &output("attach = 'tipA.pA'"));
    let [own, other] = [folder.open(&format!("{frame}{pieces}")), open(&format!("{frame}{whole}"))]
        .map(|s| state(&s, "turns"));
    same(&own, &other, 1e-9);
    let speed = own.speed.unwrap();
    assert!((speed - 0.199_999_733_3).abs() < 1e-6 && speed < 0.2, "{speed}");
    assert!(own.power.residual() < 1e-9, "{:?}", own.power);
}

/// Drag by dashpots at two ends of a mast in two parts, and in proportion to its mass.
#[test]
fn a_couple_turns_a_mast_in_two_parts() {
    let more = "[[force]]\nname = 'a'\nattach = 'all.end'\ndirection = 'y'\n[[force]]\nname = 'b'\nattach = 'all.root'\ndirection = 'y'\n\
        [[damper]]\nname = 'p'\nattach = ['all.end', 'ground']\ndamping = 3\n[[damper]]\nname = 'q'\nattach = ['all.root', 'ground']\ndamping = 3\n\
        [state.turns]\nkind = 'torque'\naxis = [0, 0, 1]\nforces = { a = 60, b = -60 }\n";
    for kind in ["mean", "rigid"] {
        let [whole, halves] = both(kind, &format!("{OUTPUTS}{more}"));
        let [own, other] = [state(&halves, "turns"), state(&whole, "turns")];
        same(&own, &other, 1e-8);
        assert!(
            (own.speed.unwrap() / (2.0 * 60.0 * 0.4 / (2.0 * 3.0 * 0.16)) - 1.0).abs() < 2e-3,
            "{:?}",
            own.speed
        );
    }
}

/// A reduced half with all of its modes turns as the full one: its file says what rotation about any axis does to it. One
/// with few modes is near.
#[test]
fn a_reduced_part_turns() {
    let turns = "[state.turns]\nkind = 'rotation'\nspeed = 120\naxis = [0, 0, 1]\npoint = [0, 0, 0]\n\
        [[force]]\nname = 'a'\nattach = 'all.end'\ndirection = 'y'\n[[force]]\nname = 'b'\nattach = 'all.root'\ndirection = 'y'\n\
        [[damper]]\nname = 'p'\nattach = ['all.end', 'ground']\ndamping = 3\n[[damper]]\nname = 'q'\nattach = ['all.root', 'ground']\ndamping = 3\n\
        [state.driven]\nkind = 'torque'\naxis = [0, 0, 1]\nforces = { a = 60, b = -60 }\n";
    for (kind, all) in [("mean", 24), ("rigid", 12)] {
        let [_, full] = both(kind, &format!("{OUTPUTS}{turns}"));
        let exact = ["turns", "driven"].map(|name| state(&full, name));
        for (modes, tolerance) in [(all, 1e-8), (6, 6e-2)] {
            let mut folder = masts();
            // Where a supplier keeps its part is not where it is used.
            let supplier = folder.open(&format!(
                "{SPACE}{}position = [3, -2, 1]\n{}{}[reduce.cb]\nmethod = 'craig-bampton'\ninterfaces = ['cut', 'end']\nmodes = {modes}\n",
                part("right"),
                set("right", "cut", "CUT", "nodes"),
                set("right", "end", "END", kind)
            ));
            let answer = supplier.reduce_structure("cb", None, &Quiet).unwrap();
            folder.put("right.json", &answer.value.text);
            let pieces = [
                part("left"),
                "[[fe_part]]\nname = 'right'\nreduced = 'right.json'\nposition = [-3, 2, -1]\n".to_owned(),
                set("left", "cut_a", "CUT", "nodes"),
                "[[interface]]\npart = 'right'\nname = 'cut_b'\nset = 'cut'\n[[interface]]\npart = 'right'\nname = 'end'\nset = 'end'\n".to_owned(),
                set("left", "root", "ROOT", kind),
                join("left.cut_a", "right.cut_b"),
                format!("{OUTPUTS}{turns}").replace("all.end", "right.end").replace("all.root", "left.root"),
            ];
            let session = folder.open(&format!("{SPACE}{}", pieces.concat()));
            for (name, exact) in ["turns", "driven"].iter().zip(&exact) {
                same(&state(&session, name), exact, tolerance);
            }
            // A file that does not say what turning does is refused by name.
            let silent = answer.value.text.replace("\"turning\":{", "\"was\":{");
            folder.put("right.json", &silent);
            let session = folder.open(&format!("{SPACE}{}", pieces.concat()));
            let all = session.operating_states(&Quiet).unwrap().value;
            let reason = all[0].found.as_ref().unwrap_err();
            assert!(reason.contains("right") && reason.contains("reduce it again"), "{reason}");
        }
    }
}

/// A finite-element program that ties a face to a node of its own writes six rows for it. Its mass matrix
/// determines what turning does to them: the same as when the face is tied here.
#[test]
fn a_face_that_was_tied_in_the_files_turns_as_one_tied_here() {
    let mut folder = masts();
    let end = "[[output]]\nname = 'x'\nattach = 'right.end'\ndirection = 'x'\n[[output]]\nname = 'ry'\nattach = 'right.end'\ndirection = 'ry'\n\
        [[mass]]\nattach = 'right.end'\nmass = 0.3\ninertia = [1e-3, 2e-3, 4e-3]\noffset = [0.02, 0.03, 0.05]\n[[fix]]\ninterfaces = 'cut'\n\
        [state.turns]\nkind = 'rotation'\nspeed = 50\naxis = [0.48, 0.6, 0.64]\npoint = [0.1, -0.2, 0.3]\n";
    let cut = set("right", "cut", "CUT", "nodes");
    let here = folder.open(&format!(
        "{SPACE}{}{cut}{}{end}{DIAGRAM}",
        part("right"),
        set("right", "end", "END", "rigid")
    ));
    // The same part, its face tied before it is written: nodes 9 to 12 follow node 99 in their middle.
    let tied = folder.open(&format!("{SPACE}{}{}", part("right"), set("right", "end", "END", "rigid")));
    let structure = tied.linear_structure().unwrap();
    let mut written = Folder::default();
    written.put("right.k.mtx", &matrix_market(&structure.stiffness));
    written.put("right.m.mtx", &matrix_market(&structure.mass));
    let rows = String::from_utf8(folder.0["right.dof"].clone()).unwrap();
    let is_free = |row: &&str| !["9.", "10.", "11.", "12."].iter().any(|node| row.starts_with(node));
    let mut dofs: Vec<String> = rows.lines().filter(is_free).map(str::to_owned).collect();
    dofs.extend((1..=6).map(|component| format!("99.{component}")));
    written.put("right.dof", &(dofs.join("\n") + "\n"));
    let mesh = String::from_utf8(folder.0["right.inp"].clone()).unwrap();
    written.put("right.inp", &mesh.replacen("*NSET", "99, 0.4, 0, 0\n*NSET", 1));
    let there = written.open(&format!(
        "{SPACE}{}{cut}{}{end}{DIAGRAM}",
        part("right"),
        interface("right", "end", 99, "rigid")
    ));
    same(&state(&there, "turns"), &state(&here, "turns"), 1e-9);
    agree(&campbell(&there), &campbell(&here), 1e-9);
    // Beams bring rotations of another kind.
    folder.add("beam", &STRAIGHT.alone(0, 1));
    let beam = folder.open(&format!(
        "{HEADER}{}{}[[fix]]\ninterfaces = 'root'\n[state.turns]\nkind = 'rotation'\nspeed = 5\naxis = [0, 0, 1]\npoint = [0, 0, 0]\n",
        part("beam"),
        interface("beam", "root", 1, "rigid")
    ));
    let all = beam.operating_states(&Quiet).unwrap().value;
    let reason = all[0].found.as_ref().unwrap_err();
    assert!(reason.contains("not those of rigid bodies"), "{reason}");
}
