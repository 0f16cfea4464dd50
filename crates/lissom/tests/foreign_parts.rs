//! Parts as other programs write them: other units, other axes, without a mesh, shells and beams that became solids.
#![allow(clippy::unwrap_used)]

use lissom::{FileError, Files, Overrides, Quiet, Range, Session};
use std::collections::BTreeMap;

/// Files in memory.
#[derive(Clone, Default)]
struct Shelf(BTreeMap<String, Vec<u8>>);

impl Files for Shelf {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let reason = "not there".to_owned();
        self.0.get(path).cloned().ok_or(FileError { path: path.to_owned(), reason })
    }
}

impl Shelf {
    fn with(mut self, path: &str, text: impl Into<Vec<u8>>) -> Self {
        self.0.insert(path.to_owned(), text.into());
        self
    }

    fn open(&self) -> Session {
        let session = Session::open(self.clone(), "model.toml", Overrides::default()).unwrap();
        assert!(session.model().is_ok(), "{}", session.render_diagnostics(lissom::Style::Plain));
        session
    }
}

const NODES: [[f64; 3]; 5] =
    [[0.0, 0.0, 0.0], [0.1, 0.02, 0.0], [0.22, -0.01, 0.03], [0.3, 0.05, 0.05], [0.31, 0.16, -0.02]];

/// A space frame of bars between five nodes, and two rows of rotation at the last, held by springs of their own.
fn matrices() -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let n = 17;
    let (mut k, mut m) = (vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]);
    for a in 0..5 {
        for b in 0..a {
            let d: Vec<f64> = (0..3).map(|c| NODES[a][c] - NODES[b][c]).collect();
            let length = d.iter().map(|x| x * x).sum::<f64>().sqrt();
            let stiffness = 2e5 / length * (1.0 + 0.3 * a as f64);
            for i in 0..3 {
                for j in 0..3 {
                    let value = stiffness * d[i] * d[j] / (length * length);
                    k[3 * a + i][3 * a + j] += value;
                    k[3 * b + i][3 * b + j] += value;
                    k[3 * a + i][3 * b + j] -= value;
                    k[3 * b + i][3 * a + j] -= value;
                }
            }
        }
        (0..3).for_each(|c| m[3 * a + c][3 * a + c] = 0.4 + 0.1 * a as f64);
    }
    // The first node rests on springs, so that gains exist.
    (0..3).for_each(|c| k[c][c] += 3e5);
    (0..3).for_each(|c| k[3 + c][3 + c] += 1e5);
    (0..3).for_each(|c| k[6 + c][6 + c] += 1e5);
    // A rotor at the last node: rotations about x and y, tied to its translations.
    for (row, tied) in [(15, 13), (16, 12)] {
        k[row][row] += 40.0;
        k[row][tied] += 60.0;
        k[tied][row] += 60.0;
        k[tied][tied] += 2e3;
        m[row][row] = 2e-3;
    }
    (k, m)
}

fn market(matrix: &[Vec<f64>]) -> String {
    let n = matrix.len();
    let entries: Vec<String> = (0..n)
        .flat_map(|i| (0..=i).map(move |j| (i, j)))
        .filter(|(i, j)| matrix[*i][*j] != 0.0)
        .map(|(i, j)| format!("{} {} {:e}\n", i + 1, j + 1, matrix[i][j]))
        .collect();
    format!(
        "%%MatrixMarket matrix coordinate real symmetric\n{n} {n} {}\n{}",
        entries.len(),
        entries.concat()
    )
}

fn dof_text() -> String {
    let translations = (1..=5).flat_map(|node| (1..=3).map(move |c| format!("{node}.{c}\n")));
    translations.collect::<String>() + "5.4\n5.5\n"
}

fn mesh_text(scale: f64) -> String {
    let line = |(i, p): (usize, &[f64; 3])| {
        format!("{}, {:e}, {:e}, {:e}\n", i + 1, scale * p[0], scale * p[1], scale * p[2])
    };
    format!("*NODE\n{}*NSET, NSET=FACE\n3, 4, 5\n", NODES.iter().enumerate().map(line).collect::<String>())
}

const HEAD: &str = "lissom = 1\n[model]\nname = 'part'\ndim = 3\n[[fe_part]]\nname = 'p'\nformat = 'matrix-market'\n\
                    stiffness = 'k.mtx'\nmass = 'm.mtx'\ndof = 'p.dof'\n";

/// Force, output and a reduction at an interface.
fn asked(direction: &str) -> String {
    format!(
        "[[force]]\nname = 'F'\nattach = 'p.tip'\ndirection = {direction}\n[[output]]\nname = 'x'\nattach = 'p.tip'\n\
         direction = {direction}\n[reduce.small]\nmethod = 'krylov'\ninputs = ['F']\norder = 3\nband = [0, 60]\n"
    )
}

/// The part in units of so many metres, kilograms, seconds and newtons.
fn shelf([length, mass, time, force]: [f64; 4], key: &str, more: &str) -> Shelf {
    let (mut k, mut m) = matrices();
    let row = |i: usize| if i < 15 { length } else { 1.0 };
    for i in 0..17 {
        for j in 0..17 {
            k[i][j] *= row(i) * row(j) / (force * length);
            m[i][j] *= row(i) * row(j) / (mass * length * length);
        }
    }
    assert!((force * time * time / (mass * length) - 1.0).abs() < 1e-12 || key.contains("force"));
    let face = "[[interface]]\npart = 'p'\nname = 'tip'\nset = 'FACE'\n";
    let text = format!("{HEAD}mesh = 'p.inp'\n{key}{face}{}{more}", asked("'y'"));
    Shelf::default()
        .with("model.toml", text)
        .with("k.mtx", market(&k))
        .with("m.mtx", market(&m))
        .with("p.dof", dof_text())
        .with("p.inp", mesh_text(1.0 / length))
}

fn frequencies(session: &Session, count: usize) -> Vec<f64> {
    let mut request = session.modes_request().unwrap();
    request.range = Range::Lowest(count);
    let modes = session.modes(&request, &Quiet).unwrap().value;
    modes.modes.iter().map(lissom::Mode::frequency_hz).collect()
}

fn gain(session: &Session) -> f64 {
    session.reduce_structure("small", None, &Quiet).unwrap().value.comparison.gains[0].full
}

fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found / expected - 1.0).abs() < tolerance, "{what}: {found} against {expected}");
}

#[test]
fn the_same_part_in_other_units_gives_the_same_answers() {
    let lbf = 4.448_221_615_260_5;
    let si = shelf([1.0; 4], "", "").open();
    let (exact, exact_gain) = (frequencies(&si, 8), gain(&si));
    let mass = |session: &Session| session.linear_structure().unwrap().rigid_body.as_ref().unwrap().mass;
    assert!(si.provenance().units.is_empty());
    for (key, units) in [
        ("units = 'm-kg-s'\n", [1.0; 4]),
        ("units = 'mm-t-s'\n", [1e-3, 1e3, 1.0, 1.0]),
        ("units = 'mm-kg-ms'\n", [1e-3, 1.0, 1e-3, 1e3]),
        ("units = 'in-lbf-s'\n", [0.0254, lbf / 0.0254, 1.0, lbf]),
        ("units = { length = '1 mm', mass = '1 t' }\n", [1e-3, 1e3, 1.0, 1.0]),
        ("units = { length = '1 mm', mass = '1 kg', force = '1 N' }\n", [1e-3, 1.0, 1.0, 1.0]),
    ] {
        let other = shelf(units, key, "").open();
        for (found, exact) in frequencies(&other, 8).iter().zip(&exact) {
            near(*found, *exact, 1e-12, key);
        }
        near(gain(&other), exact_gain, 1e-12, key);
        near(mass(&other), mass(&si), 1e-12, key);
        assert_eq!(other.provenance().units.is_empty(), key.contains("m-kg-s'"), "{key}");
    }
}

#[test]
fn answers_name_the_units_of_parts() {
    let session = shelf([1e-3, 1e3, 1.0, 1.0], "units = 'mm-t-s'\n", "").open();
    let answer = session.reduce_structure("small", None, &Quiet).unwrap();
    let provenance = lissom::wire::ReplyProvenance::from(&answer.provenance);
    let converted = &provenance.converted_units[0];
    assert_eq!(converted.part, "p");
    assert!(converted.units.starts_with("mm-t-s (length 0.001 m, mass 1000 kg"), "{}", converted.units);
}

#[test]
fn a_turned_part_under_a_turned_force_gives_the_same_answers() {
    let straight = shelf([1.0; 4], "", "").open();
    let (exact, exact_gain) = (frequencies(&straight, 8), gain(&straight));
    // The last node lacks the rotation about z: only turns that keep its x-y plane are possible.
    for (key, y) in [
        ("orientation = { axis = [0, 0, 1], angle = '30 deg' }\n", [-0.5, 0.75_f64.sqrt(), 0.0]),
        ("orientation = { axis = [0, 0, 2], angle = '90 deg' }\n", [-1.0, 0.0, 0.0]),
        ("orientation = { x = [0, 3, 0], y = [5, 1, 0] }\n", [1.0, 0.0, 0.0]),
    ] {
        let mut turned = shelf([1.0; 4], key, "");
        let text = String::from_utf8(turned.0["model.toml"].clone()).unwrap();
        turned = turned.with("model.toml", text.replace("direction = 'y'", &format!("direction = {y:?}")));
        let turned = turned.open();
        for (found, exact) in frequencies(&turned, 8).iter().zip(&exact) {
            near(*found, *exact, 1e-12, key);
        }
        near(gain(&turned), exact_gain, 1e-12, key);
    }
    // A translation of the whole changes nothing; the place of the interface follows.
    let moved =
        shelf([1.0; 4], "orientation = { axis = [0, 0, 1], angle = '90 deg' }\nposition = [1, 2, 3]\n", "")
            .open();
    let at = moved.linear_structure().unwrap().interfaces[0].motions[0].of.unwrap().at;
    let mean: Vec<f64> = (0..3).map(|c| NODES[2..].iter().map(|p| p[c]).sum::<f64>() / 3.0).collect();
    for (found, expected) in at.iter().zip([1.0 - mean[1], 2.0 + mean[0], 3.0 + mean[2]]) {
        assert!((found - expected).abs() < 1e-15, "{at:?}");
    }
}

#[test]
fn a_part_whose_rows_do_not_turn_is_refused_by_its_node() {
    let session = shelf([1.0; 4], "orientation = { axis = [1, 0, 0], angle = '20 deg' }\n", "").open();
    let failure = session.linear_structure().map(|_| ()).unwrap_err().to_string();
    assert!(failure.contains("all rows of node 5"), "{failure}");
}

/// One node, by its number, needs the names of the rows alone; rows by their places need no names either.
#[test]
fn an_interface_of_one_node_needs_no_mesh() {
    let (k, m) = matrices();
    let files = |model: String| {
        Shelf::default()
            .with("model.toml", model)
            .with("k.mtx", market(&k))
            .with("m.mtx", market(&m))
            .with("p.dof", dof_text())
    };
    let node = "[[interface]]\npart = 'p'\nname = 'tip'\nset = '4'\n";
    let rows = "[[interface]]\npart = 'p'\nname = 'tip'\nrows = [10, 11, 12]\n";
    let whole =
        files(format!("{HEAD}mesh = 'p.inp'\n{node}{}", asked("'y'"))).with("p.inp", mesh_text(1.0)).open();
    let exact = gain(&whole);
    let given = "nodes = { 4 = [0.3, 0.05, 0.05] }\n";
    for model in [
        format!("{HEAD}{node}{}", asked("'y'")),
        format!("{HEAD}{given}{node}{}", asked("'y'")),
        format!("{HEAD}{rows}{}", asked("'y'")),
        format!("{}{rows}{}", HEAD.replace("dof = 'p.dof'\n", ""), asked("'y'")),
    ] {
        let session = files(model.clone()).open();
        near(gain(&session), exact, 1e-12, &model);
    }
    let placed = files(format!("{HEAD}{given}{node}{}", asked("'y'"))).open();
    let at = placed.linear_structure().unwrap().interfaces[0].motions[0].of.unwrap().at;
    assert_eq!(at, [0.3, 0.05, 0.05]);
    let outside = files(format!("{HEAD}{}{}", rows.replace("12", "99"), asked("'y'"))).open();
    assert!(outside.linear_structure().is_err());
}

/// CalculiX 2.20 makes solids of shells and beams and repeats the numbers of nodes. Frequencies are those it prints itself.
#[test]
fn shells_and_beams_of_calculix_are_read() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/calculix_shell/");
    for (job, printed) in [("plate", PLATE), ("beam", BEAM)] {
        let mut shelf = Shelf::default();
        for end in ["sti", "mas", "dof", "inp"] {
            let name = format!("{job}.{end}");
            shelf = shelf.with(&name, std::fs::read(format!("{data}{name}")).unwrap());
        }
        let model = format!(
            "lissom = 1\n[model]\nname = '{job}'\ndim = 3\n[[fe_part]]\nname = 'p'\nformat = 'calculix'\nstiffness = '{job}.sti'\n\
             mass = '{job}.mas'\ndof = '{job}.dof'\nmesh = '{job}.inp'\n[[interface]]\npart = 'p'\nname = 'tip'\nset = 'TIP'\n\
             [[force]]\nname = 'F'\nattach = 'p.tip'\ndirection = 'z'\n"
        );
        let session = shelf.clone().with("model.toml", model.clone()).open();
        assert!(frequencies(&session, 3).len() >= 3);
        for (found, printed) in frequencies(&session, 3).iter().zip(printed) {
            near(*found, printed, 1e-6, job);
        }
        let rows = &session.linear_structure().unwrap().rows;
        assert!(rows.iter().any(|row| row.name == "node 1 (copy 2), x"), "{rows:?}");
        // Translations move the copies, and not the amplitudes inside: the mass is that of the body.
        let structure = session.linear_structure().unwrap();
        let motion = structure.rigid_candidates.column(0);
        let expected = if job == "plate" { 0.2 * 0.1 * 0.01 * 7850.0 } else { 0.2 * 0.01 * 0.02 * 7850.0 };
        near(structure.mass.form(motion, motion), expected, 1e-9, job);
        // A force on the node is spread over its copies: the resultant is one.
        let input = &session.linear_structure().unwrap().inputs[0];
        assert!((input.values.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let rigid =
            shelf.with("model.toml", model.replace("set = 'TIP'", "set = 'TIP'\nkind = 'rigid'")).open();
        let failure = rigid.linear_structure().map(|_| ()).unwrap_err().to_string();
        assert!(failure.contains("cannot be rigid"), "{failure}");
    }
}

/// `*FREQUENCY` of CalculiX 2.20 with the same input, modes 7 to 9 \[Hz\].
const PLATE: [f64; 3] = [1628.396, 1746.810, 5581.148];
const BEAM: [f64; 3] = [1628.625, 3159.207, 5638.532];
