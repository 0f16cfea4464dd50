//! A beam cut into pieces and joined again is the beam.

use super::pieces::*;
use crate::common::{difference, open};
use lissom::Quiet;

#[test]
fn a_beam_cut_into_two_parts_is_the_beam() {
    let whole = STRAIGHT.alone(0, 3);
    let exact = omegas(&open(&format!("{whole}[[fix]]\nnodes = 'P0'\n")), 8);
    let free = lowest(&open(&whole), 8);
    for kind in ["rigid", "nodes"] {
        let [left, right] = cut(kind);
        let fix = "[[fix]]\ninterfaces = 'root'\n";
        let orders = [
            format!("{HEADER}{left}{right}{}{fix}", join("left.end", "right.begin")),
            format!("{HEADER}{right}{left}{}{fix}", join("right.begin", "left.end")),
        ];
        for text in &orders {
            let joined = halves(&STRAIGHT).open(text);
            let found = omegas(&joined, 8);
            assert!(difference(&found, &exact) < SAME, "{kind}: {found:?} {exact:?}");
        }
        let text = format!("{HEADER}{left}{right}{}", join("left.end", "right.begin"));
        let session = halves(&STRAIGHT).open(&text);
        let joined = lowest(&session, 8);
        assert_eq!((joined.rigid, free.rigid), (6, 6));
        let [a, b] =
            [&joined, &free].map(|m| m.modes.iter().map(|m| m.angular_frequency).collect::<Vec<_>>());
        assert!(difference(&a, &b) < SAME, "{kind}: {a:?} {b:?}");
        // Effective masses see mass, momenta and shapes of the whole.
        assert_eq!(joined.effective_mass.whole.len(), free.effective_mass.whole.len());
        for (own, other) in joined.effective_mass.whole.iter().zip(&free.effective_mass.whole) {
            assert!((own / other - 1.0).abs() < 1e-9, "{own} {other}");
        }
    }
}

#[test]
fn a_frame_with_a_part_in_it_is_the_frame() {
    let load = "[[force]]\nname = 'F'\nnode = 'P3'\ndirection = 'y'\n[[output]]\nname = 'tip'\nnode = 'P3'\ndirection = 'y'\n";
    let whole = format!("{}{load}[[fix]]\nnodes = 'P0'\n", STRAIGHT.alone(0, 3));
    let exact = omegas(&open(&whole), 8);
    let mut folder = Folder::default();
    folder.add("middle", &STRAIGHT.alone(1, 2));
    let ends = interface("middle", "near", 1, "rigid") + &interface("middle", "far", 2, "rigid");
    let outer = STRAIGHT.frame(0, 3);
    // The beam between P1 and P2 is the part's.
    let begin = outer.find("[[beam]]\nname = 'b1'").unwrap();
    let end = outer.find("[[beam]]\nname = 'b2'").unwrap();
    let outer = format!("{}{}", &outer[..begin], &outer[end..]);
    let text = format!(
        "{HEADER}{outer}{load}[[fix]]\nnodes = 'P0'\n{}{ends}{}{}",
        part("middle"),
        join("P1", "middle.near"),
        join("middle.far", "P2")
    );
    let session = folder.open(&text);
    let found = omegas(&session, 8);
    assert!(difference(&found, &exact) < SAME, "{found:?} {exact:?}");
    let structure = session.linear_structure().unwrap();
    assert_eq!(structure.inputs.iter().map(|i| i.name.as_str()).collect::<Vec<_>>(), ["F"]);
    let known: Vec<&str> = structure.interfaces.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(known, ["P1", "P2", "P3", "near", "far"]);
    let report = session.structure().unwrap().value;
    let reference = open(&whole).structure().unwrap().value;
    assert_eq!(report.degrees_of_freedom, reference.degrees_of_freedom);
    let [own, other] = [report.mass.unwrap(), reference.mass.unwrap()];
    assert!((own.mass / other.mass - 1.0).abs() < 1e-12);
    for k in 0..3 {
        assert!((own.centre[k] - other.centre[k]).abs() < 1e-12);
        for l in 0..3 {
            assert!((own.inertia[k][l] - other.inertia[k][l]).abs() < 1e-11 * other.inertia[2][2]);
        }
    }
}

/// Springs, dampers and masses between a part and a frame act as between two nodes of a frame.
#[test]
fn springs_dampers_and_masses_join_as_between_nodes() {
    let lumps = |place: &str, mass: &str| {
        format!(
            "[[spring]]\nattach = ['P1', '{place}']\nstiffness = 4e4\n[[spring]]\nattach = ['P1', '{place}']\nstiffness = 90\n\
             direction = 'ry'\n[[damper]]\nattach = ['P1', '{place}']\ndamping = 12\ndirection = [1, 1, 0]\n\
             [[mass]]\n{mass}\nmass = 0.3\ninertia = [1e-4, 2e-4, 3e-4]\noffset = [0.01, 0.02, -0.03]\n\
             [[output]]\nname = 'z'\n{mass}\ndirection = 'z'\n[[force]]\nname = 'F'\nnode = 'P0'\ndirection = 'z'\n"
        )
    };
    let split = STRAIGHT.frame(0, 3).replace("nodes = ['P1', 'P2']", "nodes = ['Q', 'P2']");
    let split = split.replace("P2 = ", &format!("Q = {}\nP2 = ", STRAIGHT.point(1)));
    let whole = open(&format!("{HEADER}{split}{}", lumps("Q", "node = 'Q'")));
    let text = format!(
        "{HEADER}{}{}{}{}",
        STRAIGHT.frame(0, 1),
        part("right"),
        interface("right", "begin", 1, "rigid"),
        lumps("right.begin", "attach = 'right.begin'")
    );
    let joined = halves(&STRAIGHT).open(&text);
    let [own, other] = [&joined, &whole].map(|session| lowest(session, 10));
    assert_eq!(own.rigid, other.rigid);
    let [a, b] = [&own, &other].map(|m| m.modes.iter().map(|m| m.angular_frequency).collect::<Vec<_>>());
    assert!(difference(&a, &b) < SAME, "{a:?} {b:?}");
    assert_eq!(own.modes.len(), other.modes.len());
    for (one, two) in own.modes.iter().zip(&other.modes) {
        assert!((one.damping_ratio - two.damping_ratio).abs() < 1e-9, "{one:?} {two:?}");
    }
    let bodies = [&joined, &whole].map(|s| s.linear_structure().unwrap().rigid_body.clone().unwrap());
    assert!((bodies[0].mass / bodies[1].mass - 1.0).abs() < 1e-12);
    for i in 0..6 {
        for j in 0..6 {
            let [a, b] = [0, 1].map(|k: usize| bodies[k].inertia[(i, j)]);
            assert!((a - b).abs() < 1e-11 * bodies[1].inertia[(0, 0)], "{i} {j}: {a} {b}");
        }
    }
}

/// A joint that lets the parts turn: three more free motions, reported as such.
#[test]
fn a_ball_joint_leaves_motions_of_the_pieces_against_each_other() {
    let [left, right] = cut("rigid");
    let ball = format!("{}directions = ['x', 'y', 'z']\n", join("left.end", "right.begin"));
    let session = halves(&STRAIGHT).open(&format!("{HEADER}{left}{right}{ball}"));
    let structure = session.linear_structure().unwrap();
    let body = structure.rigid_body.as_ref().unwrap();
    assert_eq!(structure.rigid_candidates.cols(), 9);
    let against = body.free.iter().filter(|word| word.contains("relative motion")).count();
    assert_eq!(against, 3, "{:?}", body.free);
    for word in ["translation along x", "rotation about z"] {
        assert!(body.free.iter().any(|free| free == word), "{:?}", body.free);
    }
    assert_eq!(lowest(&session, 4).rigid, 9);
}

#[test]
fn moving_the_whole_changes_nothing() {
    let moved = Line { shift: [12.0, -7.0, 3.0] };
    let [left, right] = cut("rigid");
    let text = format!("{HEADER}{left}{right}{}", join("left.end", "right.begin"));
    let [here, there] = [&STRAIGHT, &moved].map(|line| omegas(&halves(line).open(&text), 8));
    // Positions lose the digits that the displacement takes: 12 of 0.3.
    assert!(difference(&here, &there) < 1e-9, "{here:?} {there:?}");
}

/// The mistakes that only the files can show, each with its names.
#[test]
fn what_cannot_be_joined_is_said_by_name() {
    let [left, right] = cut("rigid");
    let nodes = cut("nodes")[1].replace("'tip'\nset = '3'", "'tip'\nset = 'ALL'");
    let mean = cut("mean");
    let cases = [
        (format!("{left}{right}{}", join("left.root", "right.begin")), "left.root is at ["),
        (
            format!("{}{right}{}", mean[0], join("left.end", "right.begin")),
            "left.end (which has x, y, z) has no motion `rx`",
        ),
        (format!("{left}{nodes}{}", join("left.end", "right.tip")), "right.tip consists of 9 separate nodes"),
    ];
    for (text, expected) in cases {
        let mut folder = halves(&STRAIGHT);
        let mesh = String::from_utf8(folder.0["right.inp"].clone()).unwrap();
        folder.put("right.inp", &format!("{mesh}*NSET, NSET=ALL\n1, 2, 3, 4, 5, 6, 7, 8, 9\n"));
        let failure = folder.open(&format!("{HEADER}{text}")).linear_structure().map(|_| ()).unwrap_err();
        assert!(failure.to_string().contains(expected), "{failure}");
    }
}

/// A supplier's Craig-Bampton model of the right part: with more fixed modes the frequencies of the whole come down to
/// the exact ones from above, and rigid motions and mass are exact with any number.
#[test]
fn a_reduced_part_converges_to_the_full_one() {
    let [left, right] = cut("rigid");
    let exact = lowest(&open(&STRAIGHT.alone(0, 3)), 6);
    let exact: Vec<f64> = exact.modes.iter().map(|mode| mode.angular_frequency).collect();
    let mut last = f64::INFINITY;
    for modes in [1, 4, 8, 16, 24] {
        let reduce = format!(
            "[reduce.cb]\nmethod = 'craig-bampton'\ninterfaces = ['begin', 'tip']\nmodes = {modes}\n"
        );
        let supplier = halves(&STRAIGHT).open(&format!("{HEADER}{right}{reduce}"));
        let answer = supplier.reduce_structure("cb", None, &Quiet).unwrap();
        let mut folder = halves(&STRAIGHT);
        folder.put("arm.reduced.json", &answer.value.text);
        let text = format!(
            "{HEADER}{left}[[fe_part]]\nname = 'arm'\nreduced = 'arm.reduced.json'\n\
             [[interface]]\npart = 'arm'\nname = 'flange'\nset = 'begin'\n{}",
            join("left.end", "arm.flange")
        );
        let joined = folder.open(&text);
        let found = lowest(&joined, 6);
        assert_eq!(found.rigid, 6);
        let mass = joined.linear_structure().unwrap().rigid_body.as_ref().unwrap().mass;
        assert!((mass / (7800.0 * 0.01 * 0.02 * (1.22_f64).sqrt()) - 1.0).abs() < 1e-12, "{mass}");
        let found: Vec<f64> = found.modes.iter().map(|mode| mode.angular_frequency).collect();
        assert!(
            found.iter().zip(&exact).all(|(a, b)| *a > b * (1.0 - 1e-9)),
            "from above: {found:?} {exact:?}"
        );
        let error = difference(&found, &exact);
        assert!(error < last, "{modes} modes: {error:.2e}, before {last:.2e}");
        last = error;
    }
    assert!(last < 1e-5, "24 fixed modes: {last:.2e}");
}
