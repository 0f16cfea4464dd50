//! Machines with FE parts in motion against an independent program with the same matrices, and against closed forms.
//!
//! That program (NumPy, coordinates of all nodes with multipliers) has the same inertia in the plane, so that numbers agree to the digits
//! that integrators leave.
#![allow(clippy::unwrap_used)]

use lissom::{FileError, Files, Overrides, Quiet, RecoveredPart, Session, Simulation, Style};
use lissom_dynamics::{SimulateRequest, Tolerance, Trajectory, integrator, simulate};
use lissom_mech::State;
use std::fmt::Write;
use std::path::Path;

/// A model in memory, beams as files, and files beside this test.
#[derive(Clone)]
struct Beside {
    model: String,
    beams: Vec<(String, Beam)>,
}

/// A straight beam along x in the plane: length, EA, EI, mass per length, elements.
#[derive(Clone, Copy)]
pub(crate) struct Beam {
    pub length: f64,
    pub axial: f64,
    pub bending: f64,
    pub mass: f64,
    pub elements: usize,
}

impl Files for Beside {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        if path == "model.toml" {
            return Ok(self.model.clone().into_bytes());
        }
        let own = self.beams.iter().find_map(|(name, beam)| beam.file(path.strip_prefix(name.as_str())?));
        if let Some(text) = own {
            return Ok(text.into_bytes());
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/superelement");
        std::fs::read(folder.join(path))
            .map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}

impl Beam {
    /// A file of the beam by its ending; stress is that of the upper fibre at the clamp, 10 mm from the middle, for E = 1 Pa.
    fn file(&self, ending: &str) -> Option<String> {
        let l = self.length / self.elements as f64;
        let (a, b, m) = (self.axial / l, self.bending / l.powi(3), self.mass * l / 420.0);
        let g = 1.0 / (30.0 * l);
        let bending = |k: [[f64; 4]; 4], axial: [[f64; 2]; 2]| {
            let mut full = [[0.0; 6]; 6];
            for i in 0..4 {
                for j in 0..4 {
                    full[[1, 2, 4, 5][i]][[1, 2, 4, 5][j]] = k[i][j];
                }
            }
            for i in 0..2 {
                for j in 0..2 {
                    full[3 * i][3 * j] = axial[i][j];
                }
            }
            full
        };
        let matrix = match ending {
            ".K.mtx" => bending(
                [
                    [12.0 * b, 6.0 * b * l, -12.0 * b, 6.0 * b * l],
                    [6.0 * b * l, 4.0 * b * l * l, -6.0 * b * l, 2.0 * b * l * l],
                    [-12.0 * b, -6.0 * b * l, 12.0 * b, -6.0 * b * l],
                    [6.0 * b * l, 2.0 * b * l * l, -6.0 * b * l, 4.0 * b * l * l],
                ],
                [[a, -a], [-a, a]],
            ),
            ".M.mtx" => bending(
                [
                    [156.0 * m, 22.0 * l * m, 54.0 * m, -13.0 * l * m],
                    [22.0 * l * m, 4.0 * l * l * m, 13.0 * l * m, -3.0 * l * l * m],
                    [54.0 * m, 13.0 * l * m, 156.0 * m, -22.0 * l * m],
                    [-13.0 * l * m, -3.0 * l * l * m, -22.0 * l * m, 4.0 * l * l * m],
                ],
                [[140.0 * m, 70.0 * m], [70.0 * m, 140.0 * m]],
            ),
            ".KG.mtx" => bending(
                [
                    [36.0 * g, 3.0 * l * g, -36.0 * g, 3.0 * l * g],
                    [3.0 * l * g, 4.0 * l * l * g, -3.0 * l * g, -l * l * g],
                    [-36.0 * g, -3.0 * l * g, 36.0 * g, -3.0 * l * g],
                    [3.0 * l * g, -l * l * g, -3.0 * l * g, 4.0 * l * l * g],
                ],
                [[0.0; 2]; 2],
            ),
            ".stress.mtx" => {
                let curvature = [(2, -6.0 / l / l), (3, -4.0 / l), (5, 6.0 / l / l), (6, -2.0 / l)];
                let mut text = format!(
                    "%%MatrixMarket matrix coordinate real general\n1 {} 4\n",
                    3 * (self.elements + 1)
                );
                for (column, value) in curvature {
                    let _ = writeln!(text, "1 {column} {:?}", -0.01 * value);
                }
                return Some(text);
            }
            ".dof" => {
                let rows = (1..=self.elements + 1).map(|n| format!("{n}.1\n{n}.2\n{n}.6\n"));
                return Some(rows.collect());
            }
            ".inp" => {
                let mut text = "*NODE\n".to_owned();
                (0..=self.elements).for_each(|k| {
                    let _ = writeln!(text, "{}, {:?}, 0, 0", k + 1, k as f64 * l);
                });
                let _ = writeln!(text, "*NSET, NSET=A\n1,\n*NSET, NSET=B\n{},", self.elements + 1);
                return Some(text);
            }
            _ => return None,
        };
        Some(self.assembled(&matrix))
    }

    /// The sum over all elements as a Matrix Market file.
    fn assembled(&self, own: &[[f64; 6]; 6]) -> String {
        let n = 3 * (self.elements + 1);
        let mut sum = vec![vec![0.0; n]; n];
        for k in 0..self.elements {
            for i in 0..6 {
                for j in 0..6 {
                    sum[3 * k + i][3 * k + j] += own[i][j];
                }
            }
        }
        let lower = (0..n).flat_map(|i| (0..=i).map(move |j| (i, j)));
        let entries: Vec<_> = lower.filter(|(i, j)| i == j || sum[*i][*j] != 0.0).collect();
        let mut text =
            format!("%%MatrixMarket matrix coordinate real symmetric\n{n} {n} {}\n", entries.len());
        for (i, j) in entries {
            let _ = writeln!(text, "{} {} {:?}", i + 1, j + 1, sum[i][j]);
        }
        text
    }
}

pub(crate) fn unchecked(model: String, beams: Vec<(String, Beam)>) -> Session {
    Session::open(Beside { model, beams }, "model.toml", Overrides::default()).unwrap()
}

pub(crate) fn open(model: String, beams: Vec<(String, Beam)>) -> Session {
    let session = unchecked(model, beams);
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(Style::Plain));
    session
}

pub(crate) fn interfaces(part: &str, kind: &str) -> String {
    let one =
        |name| format!("[[interface]]\npart = '{part}'\nname = '{name}'\nset = '{name}'\nkind = '{kind}'\n");
    one("A") + &one("B")
}

/// A part of this folder.
pub(crate) fn solid(name: &str, files: &str, keys: &str) -> String {
    format!(
        "[[fe_part]]\nname = '{name}'\nformat = 'npz'\nstiffness = '{files}.K.npz'\nmass = '{files}.M.npz'\ndof = \
         '{files}.dof'\nmesh = '{files}.inp'\nmotion = 'large'\n{keys}\n{}",
        interfaces(name, "rigid")
    )
}

/// A beam as an FE part, at a place along x.
pub(crate) fn beam_part(name: &str, at: [f64; 2], keys: &str) -> String {
    format!(
        "[[fe_part]]\nname = '{name}'\nstiffness = 'beam.K.mtx'\nmass = 'beam.M.mtx'\ndof = 'beam.dof'\nmesh = \
         'beam.inp'\nposition = {at:?}\n{}\n{}",
        keys,
        interfaces(name, "nodes")
    )
}

/// n pieces of a beam in a row, clamped to each other; with geometric stiffness if wanted.
fn chain(n: usize, start: f64, length: f64, modes: usize, geometric: bool) -> String {
    let geometric = if geometric { "geometric = { 'B.x' = 'beam.KG.mtx' }\n" } else { "" };
    let keys = format!("motion = 'large'\nflexible = ['bending']\nmodes = {modes}\n{geometric}");
    let mut text = String::new();
    for k in 0..n {
        text += &beam_part(&format!("p{k}"), [start + length * k as f64 / n as f64, 0.0], &keys);
        if k > 0 {
            let _ = writeln!(text, "[[join]]\nplaces = ['p{}.B', 'p{k}.A']", k - 1);
        }
    }
    text
}

pub(crate) fn head(name: &str, dim: usize) -> String {
    format!("lissom = 1\n[model]\nname = '{name}'\ndim = {dim}\n")
}

fn run(session: &Session, model: &str) -> Simulation {
    session.simulate(model, &session.simulate_settings().unwrap(), &Quiet).unwrap().value
}

/// A free motion from given coordinates and rates, by their names.
fn flown(
    session: &Session,
    given: &[(&str, f64, f64)],
    end: f64,
    points: usize,
) -> (Trajectory, Vec<RecoveredPart>) {
    let system = session.mechanism().unwrap();
    let names: Vec<&str> = system.coordinates().iter().map(|c| c.name.as_str()).collect();
    let (mut q, mut v) = (vec![0.0; names.len()], vec![0.0; names.len()]);
    for (name, value, rate) in given {
        let k = names.iter().position(|own| own == name).unwrap_or_else(|| panic!("{name} in {names:?}"));
        (q[k], v[k]) = (*value, *rate);
    }
    let request = SimulateRequest {
        from: Some((&q, &v)),
        tolerance: Tolerance { relative: 1e-10, absolute: 1e-12 },
        points,
        ..SimulateRequest::until(end)
    };
    let motion = simulate(system, &request, integrator("dopri5").unwrap(), &Quiet).unwrap();
    let recovered = session.recovered_parts(system, &motion).unwrap();
    (motion, recovered)
}

fn node_at(part: &RecoveredPart, place: [f64; 3]) -> usize {
    let away = |x: &[f64; 3]| (0..3).map(|k| (x[k] - place[k]).abs()).fold(0.0, f64::max);
    part.places.iter().position(|x| away(x) < 1e-9).unwrap()
}

fn place(part: &RecoveredPart, at: usize, node: usize) -> [f64; 3] {
    [0, 1, 2].map(|k| part.places[node][k] + part.displacements[at][node][k])
}

/// The same matrices and basis in Exudyn's ObjectFFRFreducedOrder come to these numbers with order 2: with 8000 steps to 4e-7 m.
#[test]
fn a_free_bar_tumbles_as_two_other_programs_say() {
    let session = open(head("bar", 3) + &solid("bar", "bar_aluminium", "modes = 2"), Vec::new());
    // v of A = v_c + Ω × (X_A − X_0), with X_0 in the middle, 0.2 m from A.
    let (spin, v) = ([30.0, 40.0, 60.0], [1.0, 0.5 - 60.0 * 0.2, -0.3 + 40.0 * 0.2]);
    let start = [
        ("node bar.A: x", 0.0, v[0]),
        ("node bar.A: y", 0.0, v[1]),
        ("node bar.A: z", 0.0, v[2]),
        ("node bar.A: rx", 0.0, spin[0]),
        ("node bar.A: ry", 0.0, spin[1]),
        ("node bar.A: rz", 0.0, spin[2]),
        ("FE part bar: ry at B", -0.01, 0.0),
        ("FE part bar: rz at B", 0.02, 0.0),
    ];
    let (_, recovered) = flown(&session, &start, 0.004, 2);
    let corner = node_at(&recovered[0], [0.4, 0.01, 0.015]);
    let found = place(&recovered[0], 1, corner);
    // That program counts from the origin of the frame, 0.2 m from A.
    for (a, b) in found.iter().zip([0.2 + 0.1965071, 0.05628068, -0.01678147]) {
        assert!((a - b).abs() < 1e-7, "{found:?}");
    }
}

/// Spins at 25 rad/s with its ends turned by 0.1 rad to both sides; the observer moves with (−10, −5) m/s or stands.
#[test]
fn a_free_strip_flies_as_another_program_says_whoever_looks() {
    let session = open(head("strip", 2) + &solid("strip", "strip_soft", "modes = 2"), Vec::new());
    let ends = [
        [[0.178759895, -0.244645683], [0.336419736, 0.229857532]],
        [[0.473341604, -0.155007082], [0.0727299164, 0.144237387]],
        [[0.482219628, 0.140607497], [0.0719117923, -0.145262795]],
        [[0.216939211, 0.230328376], [0.358868598, -0.249222322]],
    ];
    let mut deformed: Vec<Vec<[f64; 3]>> = Vec::new();
    for boost in [[0.0, 0.0], [10.0, 5.0]] {
        let start = [
            ("node strip.A: x", 0.0, boost[0]),
            ("node strip.A: y", 0.0, boost[1] - 25.0 * 0.25),
            ("node strip.A.phi: rz", -0.1, 25.0),
            ("FE part strip: rz at A", -0.1, 0.0),
            ("FE part strip: rz at B", 0.1, 0.0),
        ];
        let (motion, recovered) = flown(&session, &start, 0.2, 5);
        let strip = &recovered[0];
        let nodes = [node_at(strip, [0.0, 0.0, 0.0]), node_at(strip, [0.5, 0.0, 0.0])];
        for (k, expected) in ends.iter().enumerate() {
            for (node, expected) in nodes.iter().zip(expected) {
                let found = place(strip, k + 1, *node);
                let time = motion.times[k + 1];
                for a in 0..2 {
                    let off = found[a] - boost[a] * time - expected[a];
                    assert!(off.abs() < 2e-8, "{boost:?} at {time} s: {found:?} against {expected:?}");
                }
            }
        }
        deformed.push(strip.deformations.last().unwrap().clone());
    }
    let apart = deformed[0].iter().zip(&deformed[1]).flat_map(|(a, b)| [a[0] - b[0], a[1] - b[1]]);
    let apart = apart.fold(0.0_f64, |most, d| most.max(d.abs()));
    assert!(apart < 1e-9, "the observer changes the deformation by {apart} m");
}

/// Two soft strips, hinged, released from the horizontal.
#[test]
fn a_double_pendulum_of_strips_swings_as_another_program_says() {
    let tip = [
        [0.995780894, -0.0428359713],
        [0.945064712, -0.185487584],
        [0.8006039, -0.478681885],
        [0.434585115, -0.89129801],
        [-0.212273605, -0.938761381],
        [-0.642548027, -0.743449261],
        [-0.826575612, -0.537549141],
        [-0.922703812, -0.293174247],
        [-0.990616866, -0.0944396544],
        [-0.972503612, 0.0327681036],
    ];
    let text = head("pendulum", 2).replace("dim = 2", "dim = 2\ngravity = [0, -9.81]")
        + &solid("p", "strip_soft", "modes = 2")
        + &solid("q", "strip_soft", "modes = 2\nposition = [0.5, 0]")
        + "[[hinge]]\nname = 'top'\nat = 'p.A'\nbetween = ['ground', 'p']\n[[hinge]]\nname = 'elbow'\nat = ['p.B', \
           'q.A']\nbetween = ['p', 'q']\n[[output]]\nname = 'x'\nattach = 'q.B'\ndirection = 'x'\n[[output]]\nname = \
           'y'\nattach = 'q.B'\ndirection = 'y'\n[analysis.simulate]\nend = 1\npoints = 11\nrtol = 1e-8\natol = 1e-10\n";
    let found = run(&open(text, Vec::new()), "full").trajectory.outputs;
    for (k, [x, y]) in tip.iter().enumerate() {
        let (dx, dy) = (1.0 + found[0][k + 1] - x, found[1][k + 1] - y);
        assert!(dx.abs() < 2e-6 && dy.abs() < 2e-6, "at {} s: {dx:e}, {dy:e}", 0.1 * (k + 1) as f64);
    }
}

/// The clamped arm that spins up to 4 rad/s, above its lowest frequency of 3.52 rad/s: without geometric stiffness it bends too far.
#[test]
fn an_arm_that_spins_up_bends_as_another_program_says() {
    let cases: [(usize, bool, f64, [f64; 3]); 4] = [
        (1, false, -0.106651247, [-0.0540552256, -0.105220396, -0.0475628285]),
        (1, true, -0.100292396, [-0.0539457109, -0.0962191528, -0.0360371245]),
        (2, false, -0.102030939, [-0.0539876809, -0.098992957, -0.0389719985]),
        (2, true, -0.0997056908, [-0.0539471643, -0.0952304768, -0.0349743792]),
    ];
    let mut open_without = Vec::new();
    for (n, geometric, least, at) in cases {
        let (found_least, found) = spun_up(n, geometric);
        let allowed = 1e-7;
        assert!((found_least - least).abs() < allowed, "{n} parts, {geometric}: {found_least} {least}");
        for (a, b) in found.iter().zip(at) {
            assert!((a - b).abs() < allowed, "{n} parts, {geometric}: {found:?} {at:?}");
        }
        if !geometric {
            open_without.push(found_least);
        }
    }
    // Against eight cubic elements in absolute coordinates, 8000 steps: cutting in two leaves less than half of the error.
    let errors: Vec<f64> = open_without.iter().map(|y| (y + 0.0997033).abs()).collect();
    assert!(errors[1] < 0.5 * errors[0], "{errors:?}");
}

/// The least offset of the tip from the rigid arm over 10 s every 0.2 s, as in that program, and those at 2, 4 and 6 s.
fn spun_up(n: usize, geometric: bool) -> (f64, [f64; 3]) {
    let angle = "4/8*(t^2/2 + (8/(2*pi))^2*(cos(2*pi*t/8) - 1))";
    let beam = Beam { length: 1.0 / n as f64, axial: 1e6, bending: 1.0, mass: 1.0, elements: 4 };
    let text = head("arm", 2)
        + "[section.stiff]\nEA = 1.0\nEI = 1.0\nrhoA = 1e-9\n[node]\nO = [0, 0]\nR = [0.1, 0]\n[[beam]]\nname = \
           'hub'\nnodes = ['O', 'R']\nsection = 'stiff'\nflexible = []\n[[hinge]]\nname = 'axis'\nat = 'O'\nbetween = \
           ['ground', 'hub']\n[[join]]\nplaces = ['R', 'p0.A']\n"
        + &chain(n, 0.1, 1.0, 1, geometric)
        + &format!(
            "[[drive]]\nhinge = 'axis'\nangle = 'if(t < 8, {angle}, 16 + 4*(t - 8))'\n[[output]]\nname = 'x'\nattach = \
             'p{0}.B'\ndirection = 'x'\n[[output]]\nname = 'y'\nattach = 'p{0}.B'\ndirection = \
             'y'\n[analysis.simulate]\nend = 10\npoints = 101\nrtol = 1e-8\natol = 1e-10\n",
            n - 1
        );
    let found = run(&open(text, vec![("beam".to_owned(), beam)]), "full").trajectory;
    let across = |k: usize| {
        let t = found.times[k];
        let turned = match t < 8.0 {
            true => {
                let w = 2.0 * std::f64::consts::PI / 8.0;
                0.5 * (t * t / 2.0 + ((w * t).cos() - 1.0) / (w * w))
            }
            false => 16.0 + 4.0 * (t - 8.0),
        };
        let (sine, cosine) = f64::sin_cos(turned);
        cosine * found.outputs[1][k] - sine * (1.1 + found.outputs[0][k])
    };
    let least = (0..found.times.len()).step_by(2).map(across).fold(f64::INFINITY, f64::min);
    (least, [across(20), across(40), across(60)])
}

/// Deflection of the middle of the rod over its length, every 30 degrees: the rod in n pieces.
fn rod(n: usize, modes: usize, geometric: bool) -> Vec<f64> {
    let area = std::f64::consts::PI * 9e-6;
    let (axial, bending) = (2e11 * area, 2e11 * area * 9e-6 / 4.0);
    let beam = Beam { length: 0.3 / n as f64, axial, bending, mass: 7870.0 * area, elements: 6 };
    let text = head("slider-crank", 2)
        + "[section.rod]\nEA = 1.0\nEI = 1.0\nrhoA = 0.2\n[node]\nO = [0, 0]\nC = [0.15, 0]\n[[beam]]\nname = \
           'crank'\nnodes = ['O', 'C']\nsection = 'rod'\nflexible = []\n[[hinge]]\nname = 'main'\nat = 'O'\nbetween = \
           ['ground', 'crank']\n[[hinge]]\nname = 'pin'\nat = ['C', 'p0.A']\nbetween = ['crank', 'p0']\n"
        + &chain(n, 0.15, 0.3, modes, geometric)
        + &format!(
            "[[slide]]\nnode = 'p{0}.B'\ndirection = 'x'\n[[mass]]\nnode = 'p{0}.B'\nmass = 0.033\n[[drive]]\nhinge = \
             'main'\nangle = '150*t'\n[[initial]]\nhinge = 'pin'\nrate = -225\n[analysis.simulate]\nend = \
             '2*pi/150'\npoints = 13\nrtol = 1e-8\natol = 1e-11\n",
            n - 1
        );
    let session = open(text, vec![("beam".to_owned(), beam)]);
    let motion = run(&session, "full");
    let recovered = session.recovered_parts(session.mechanism().unwrap(), &motion.trajectory).unwrap();
    let deflection = |k: usize| {
        let first = place(&recovered[0], k, 0);
        let last = place(&recovered[n - 1], k, 6);
        let middle = if n == 1 { place(&recovered[0], k, 3) } else { place(&recovered[n / 2], k, 0) };
        let chord = [last[0] - first[0], last[1] - first[1]];
        let way = [middle[0] - first[0], middle[1] - first[1]];
        (chord[0] * way[1] - chord[1] * way[0]) / chord[0].hypot(chord[1]) / 0.3
    };
    (1..=12).map(deflection).collect()
}

#[test]
fn a_rod_cut_into_pieces_bends_as_another_program_says_and_converges() {
    type Case = (usize, usize, bool, [f64; 12]);
    let cases: [Case; 4] = [
        (
            1,
            2,
            true,
            [
                0.00966753205,
                0.0119006984,
                0.0056079715,
                0.00408834285,
                -0.000944093045,
                0.00301205102,
                -0.00462089475,
                5.14766436e-05,
                -0.00762206399,
                -0.0113398658,
                -0.00998329758,
                0.000557040609,
            ],
        ),
        (
            2,
            0,
            false,
            [
                0.00983928977,
                0.0122520878,
                0.00512778908,
                0.0042879148,
                -0.00112920913,
                0.00312729913,
                -0.00472734226,
                0.000331040753,
                -0.00787935223,
                -0.0109073557,
                -0.0107752013,
                0.000932369481,
            ],
        ),
        (
            2,
            1,
            true,
            [
                0.00964729708,
                0.0118604059,
                0.00560861145,
                0.00411872732,
                -0.000957811282,
                0.00304021273,
                -0.00465186665,
                3.47186901e-05,
                -0.00760401653,
                -0.0113250755,
                -0.0099484137,
                0.000531857397,
            ],
        ),
        (
            4,
            0,
            true,
            [
                0.00964925291,
                0.011858591,
                0.00561169687,
                0.00410985104,
                -0.000953205457,
                0.00303959863,
                -0.00465084093,
                3.98799062e-05,
                -0.00761821715,
                -0.01130799,
                -0.00996189679,
                0.000545234154,
            ],
        ),
    ];
    for (n, modes, geometric, expected) in cases {
        let found = rod(n, modes, geometric);
        let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-7, "{n} pieces, geometric stiffness {geometric}: {off:e}");
    }
}

/// Two leaf springs of 0.1 m guide a stage along x: force, sink and turn of its centre at x = 10 mm.
#[test]
fn leaf_springs_guide_a_stage_as_another_program_says() {
    let cases = [
        (1, false, [10.5698106, -0.000501230996, -1.40513103e-5]),
        (1, true, [10.6126601, -0.00060226139, -1.41513227e-5]),
        (2, false, [10.5698106, -0.000501230997, -1.40513113e-5]),
        (2, true, [10.6080922, -0.000602174109, -5.66754446e-5]),
        (4, false, [10.5905907, -0.000572070832, -0.00010093312]),
        (4, true, [10.5989446, -0.000602051052, -0.00010681958]),
    ];
    for (n, geometric, [force, y, phi]) in cases {
        let session = guidance(n, geometric);
        let answer = session.states(None, &Quiet).unwrap().value;
        let row = answer.rows.last().unwrap();
        let found = [row.force.unwrap(), row.forces.outputs[1], row.forces.outputs[2]];
        for (a, b) in found.iter().zip([force, y, phi]) {
            assert!((a / b - 1.0).abs() < 1e-6, "{n} pieces, {geometric}: {found:?}");
        }
    }
}

fn guidance(n: usize, geometric: bool) -> Session {
    let (axial, bending) = (2.1e11 * 1e-5, 2.1e11 * 20e-3 * 0.5e-3_f64.powi(3) / 12.0);
    let beam = Beam { length: 0.1 / n as f64, axial, bending, mass: 7800.0 * 1e-5, elements: 4 };
    let geometric = if geometric { "geometric = { 'B.x' = 'beam.KG.mtx' }\n" } else { "" };
    let keys = format!("motion = 'large'\nmodes = 0\norientation = {{ angle = '90 deg' }}\n{geometric}");
    let mut text = head("guidance", 2) + "[node]\nC = [0.03, 0.1]\n";
    for (leaf, x) in [("l", 0.0), ("r", 0.06)] {
        for k in 0..n {
            text += &beam_part(&format!("{leaf}{k}"), [x, 0.1 * k as f64 / n as f64], &keys);
            if k > 0 {
                let _ = writeln!(text, "[[join]]\nplaces = ['{leaf}{}.B', '{leaf}{k}.A']", k - 1);
            }
        }
    }
    let last = n - 1;
    let _ = write!(
        text,
        "[[fix]]\nnodes = ['l0.A', 'r0.A']\n[[rigid_body]]\nname = 'stage'\nnodes = ['l{last}.B', 'r{last}.B', \
         'C']\nmass = 0.3\ninertia = 9e-5\ncentre = [0.03, 0.1]\n[[output]]\nname = 'x'\nnode = 'C'\ndirection = \
         'x'\n[[output]]\nname = 'y'\nnode = 'C'\ndirection = 'y'\n[[output]]\nname = 'phi'\nnode = 'C'\ndirection = \
         'phi'\n[analysis.states]\ndrive = 'x'\nrange = [0, 0.01]\npoints = 3\n"
    );
    open(text, vec![("beam".to_owned(), beam)])
}

/// With all modes of its interfaces held the reduction is a change of coordinates: a mechanism at rest is the joined structure.
#[test]
fn the_linear_limit_is_the_joined_structure() {
    let beam = Beam { length: 1.0, axial: 1e5, bending: 1.0, mass: 1.0, elements: 4 };
    let more = "[[join]]\nplaces = ['p.B', 'q.A']\n[[mass]]\nattach = 'q.B'\nmass = 0.2\n[[spring]]\nattach = \
                'q.B'\ndirection = 'y'\nstiffness = 5\n[analysis.modes]\ncount = 12\n";
    let model = |keys: &str, held: &str| {
        let turned = format!("{keys}\norientation = {{ angle = 0.6 }}");
        let parts = beam_part("p", [0.0, 0.0], keys) + &beam_part("q", [1.0, 0.0], &turned);
        open(head("limit", 2) + &parts + more + held, vec![("beam".to_owned(), beam)])
    };
    let small = model("motion = 'small'", "[[fix]]\ninterfaces = ['p.A']\n");
    let hertz = |session: &Session| -> Vec<f64> {
        let found = session.modes(&session.modes_request().unwrap(), &Quiet).unwrap().value;
        assert!(found.certificate.is_certified());
        found.modes.iter().map(lissom::Mode::frequency_hz).collect()
    };
    let expected = hertz(&small);
    // Residual shapes of Rubin's reduction leave out what is left of the highest modes.
    for (frame, method, count) in [
        ("interfaces", "craig-bampton", 12),
        ("mass", "craig-bampton", 12),
        ("A", "craig-bampton", 12),
        ("B", "craig-bampton", 12),
        ("interfaces", "rubin", 8),
    ] {
        let keys = format!("motion = 'large'\nmodes = 9\nframe = '{frame}'\nmethod = '{method}'");
        let large = model(&keys, "[[fix]]\nnodes = ['p.A']\n");
        let found = hertz(&large);
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(&expected).take(count) {
            assert!((a / b - 1.0).abs() < 1e-9, "{frame}, {method}: {a} against {b} Hz");
        }
        // The same shapes at the same places.
        let (first, second) = (
            large.modes(&large.modes_request().unwrap(), &Quiet).unwrap().value,
            small.modes(&small.modes_request().unwrap(), &Quiet).unwrap().value,
        );
        let compared = large.compare(&first, &small, &second).unwrap();
        let alike = compared.pairs.iter().take(count).all(|pair| pair.mac.unwrap() > 1.0 - 1e-9);
        assert!(alike, "{:?}", compared.pairs);
    }
}

/// Tip load P on a clamped beam: stress of its fibre at the clamp is P L h/EI, in any units and any orientation.
#[test]
fn stress_of_a_cantilever_is_that_of_statics() {
    let beam = Beam { length: 1.0, axial: 1e5, bending: 1.0, mass: 1e-6, elements: 4 };
    for (units, angle) in [("m-kg-s", 0.0_f64), ("mm-t-s", 0.0), ("mm-t-s", 0.7)] {
        // Files are in metres: as millimetres the beam is 1 mm long, EI = 1 N mm² and EA = 1e5 N.
        let size = if units == "m-kg-s" { 1.0 } else { 1e-3 };
        let keys = format!(
            "motion = 'large'\nmodes = 2\nunits = '{units}'\norientation = {{ angle = {angle} }}\nstress = \
             'beam.stress.mtx'"
        );
        let text = head("cantilever", 2)
            + &beam_part("p", [0.0, 0.0], &keys)
            + "[[fix]]\nnodes = ['p.A']\n[[force]]\nname = 'along x'\nattach = 'p.B'\ndirection = \
               'x'\n[[force]]\nname = 'along y'\nattach = 'p.B'\ndirection = 'y'\n";
        let session = open(text, vec![("beam".to_owned(), beam)]);
        let system = session.mechanism().unwrap();
        let (load, mut work) = (1e-5, system.workspace());
        let (sine, cosine) = angle.sin_cos();
        let n = system.coordinates().len();
        let still = vec![0.0; n];
        let at = State { time: 0.0, position: &still, velocity: &still };
        let found = system.linearise(&at, &still, &[0.0, 0.0], &mut work).unwrap();
        let force: Vec<f64> =
            (0..n).map(|i| load * (-sine * found.input[(i, 0)] + cosine * found.input[(i, 1)])).collect();
        let q = lissom_linalg::Lu::factor(&found.stiffness).unwrap().solve(&force);
        let at = State { time: 0.0, position: &q, velocity: &still };
        let recovered = session.recovered_at(system, &at, &mut work).unwrap();
        // B is 0.01 per unit of length of the files, and a stress of E = 1 N per square of it: σ = 0.01 L M/EI.
        let moment = load * size;
        let bending = size * size;
        let expected = -0.01 * size * moment / bending / (size * size);
        let stress = recovered[0].stresses[0][0];
        assert!((stress / expected - 1.0).abs() < 1e-6, "{units}, {angle}: {stress} {expected}");
    }
}
