//! Frames of beam elements, reduced to their interfaces and moving as one part: statics, pendulums, rotating arms.
//!
//! Numbers are those of an independent program in NumPy with the same matrices.

use crate::moving_beams::beam_matrices;
use crate::spatial_machines::{AXES, observe_point};
use crate::superelements::{moved, pull, rest, tangent};
use lissom_linalg::{Dense, Lu, eigen};
use lissom_mech::spatial::{SpatialEnd, SpatialMachine};
use lissom_mech::{
    GeometricForm, HeldDeformations, IntegralKind, MassRow, MovingPart, PartDamping, PartFrame, PartNode,
    ShapeIntegrals, SpatialMechanism, State, System,
};

/// A planar mesh: rows (node, component, place) and matrices over them.
struct Mesh {
    rows: Vec<(usize, usize, [f64; 3])>,
    stiffness: Dense,
    mass: Dense,
}

/// The Y-shaped frame of twelve beam elements, from its file.
fn y_part() -> Mesh {
    let text = include_str!("data/y_part.txt");
    let words = || text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let number = |word: &str| word.parse::<f64>().unwrap();
    let place = |word: &str| word.parse::<usize>().unwrap();
    let rows: Vec<_> = words()
        .filter(|w| w[0] == "row")
        .map(|w| (place(w[1]), place(w[2]) - 1, [number(w[3]), number(w[4]), 0.0]))
        .collect();
    let matrix = |name: &str| {
        let mut matrix = Dense::zeros(rows.len(), rows.len());
        for w in words().filter(|w| w[0] == name) {
            let (i, j, value) = (place(w[1]), place(w[2]), number(w[3]));
            (matrix[(i, j)], matrix[(j, i)]) = (value, value);
        }
        matrix
    };
    Mesh { stiffness: matrix("k"), mass: matrix("m"), rows }
}

/// A straight beam along x in four elements, with its geometric stiffness under unit tension.
fn beam_mesh(from: f64, length: f64, [axial, bending, mass]: [f64; 3]) -> (Mesh, Dense) {
    let l = length / 4.0;
    let own = beam_matrices(l, axial, bending, mass);
    let [stiffness, mass, geometric] = own.map(|m| {
        let mut sum = Dense::zeros(15, 15);
        for k in 0..4 {
            (0..36).for_each(|ij| sum[(3 * k + ij / 6, 3 * k + ij % 6)] += m[(ij / 6, ij % 6)]);
        }
        sum
    });
    let rows = (0..15).map(|r| (r / 3, [0, 1, 5][r % 3], [from + (r / 3) as f64 * l, 0.0, 0.0])).collect();
    (Mesh { rows, stiffness, mass }, geometric)
}

/// Modes with the interfaces held and static shapes; interfaces are nodes.
fn craig_bampton(mesh: &Mesh, interfaces: &[usize], modes: usize, kind: IntegralKind) -> (MovingPart, Dense) {
    let all = 0..mesh.rows.len();
    let at = |r: &usize| interfaces.iter().position(|node| *node == mesh.rows[*r].0);
    let inner: Vec<usize> = all.clone().filter(|r| at(r).is_none()).collect();
    let outer: Vec<usize> = all.filter(|r| at(r).is_some()).collect();
    let pick = |m: &Dense, rows: &[usize], columns: &[usize]| {
        Dense::from_fn(rows.len(), columns.len(), |i, j| m[(rows[i], columns[j])])
    };
    let stiff = pick(&mesh.stiffness, &inner, &inner);
    let mut shapes = pick(&mesh.stiffness, &inner, &outer);
    Lu::factor(&stiff).unwrap().solve_in_place(&mut shapes);
    let found = eigen::symmetric_definite(&stiff, &pick(&mesh.mass, &inner, &inner)).unwrap();
    let n = 6 * interfaces.len() + modes;
    let column = |r: &usize| 6 * at(r).unwrap() + mesh.rows[*r].1;
    let mut basis = Dense::zeros(mesh.rows.len(), n);
    for (k, r) in outer.iter().enumerate() {
        basis[(*r, column(r))] = 1.0;
        inner.iter().enumerate().for_each(|(i, row)| basis[(*row, column(r))] = -shapes[(i, k)]);
    }
    for j in 0..modes {
        inner.iter().enumerate().for_each(|(i, row)| basis[(*row, n - modes + j)] = found.vectors[(i, j)]);
    }
    let reduced = |m: &Dense| basis.transpose_matmul(&m.matmul(&basis)).symmetric_part();
    let row = |component: usize, place: [f64; 3]| match component {
        5 => MassRow::Rotation(2),
        axis => MassRow::Translation(axis, place),
    };
    let nodes: Vec<PartNode> = interfaces
        .iter()
        .map(|node| {
            let position = mesh.rows.iter().find(|row| row.0 == *node).unwrap().2;
            PartNode { name: format!("N{node}"), position, turns: true }
        })
        .collect();
    let mass = reduced(&mesh.mass);
    let integrals = match kind {
        IntegralKind::Full => {
            let rows: Vec<MassRow> = mesh.rows.iter().map(|r| row(r.1, r.2)).collect();
            ShapeIntegrals::of_rows(&rows, &basis, &|x| mesh.mass.matmul(x), kind)
        }
        IntegralKind::Corotated => {
            let of = |j: usize| match (nodes.get(j / 6), j % 6) {
                (Some(node), component @ (0 | 1 | 5)) => row(component, node.position),
                _ => MassRow::Other,
            };
            let rows: Vec<MassRow> = (0..n).map(of).collect();
            ShapeIntegrals::of_rows(&rows, &Dense::identity(n), &|x| mass.matmul(x), kind)
        }
    };
    let part = MovingPart {
        name: "part".to_owned(),
        interfaces: nodes,
        amplitudes: modes,
        planar: true,
        stiffness: reduced(&mesh.stiffness),
        mass,
        damping: PartDamping::None,
        integrals,
        geometric: Vec::new(),
        frame: PartFrame::Interfaces,
        held: HeldDeformations::None,
    };
    (part, basis)
}

/// The Y part with its interface A at the origin: held there, or pinned.
fn y_machine(frame: PartFrame, kind: IntegralKind, is_held: bool) -> (SpatialMachine, Vec<SpatialEnd>) {
    let (mut part, _) = craig_bampton(&y_part(), &[5, 9, 13], 3, kind);
    part.frame = frame;
    let gravity = if is_held { 0.0 } else { -9.81 };
    let mut machine = SpatialMachine::named("Y", [0.0, gravity, 0.0]);
    machine.planar = true;
    let ends: Vec<SpatialEnd> =
        part.interfaces.iter().map(|i| machine.node(&i.name, i.position, false)).collect();
    machine.points[ends[0].point].fixed = true;
    machine.orientations[ends[0].orientation.unwrap()].fixed = is_held;
    machine.superelement(&part, &ends).unwrap();
    (machine, ends)
}

/// The clamp is turned by 0.9 rad: loads are turned back, and the answer is turned.
#[test]
fn a_part_with_three_interfaces_bends_as_an_independent_program_says() {
    let turn = |[x, y]: [f64; 2], by: f64| [x * by.cos() - y * by.sin(), x * by.sin() + y * by.cos()];
    let interfaces: [[f64; 2]; 2] = [[0.311537893, 0.236761575], [0.0769274356, 0.326099508]];
    let at_a = [[0.317925579, 0.248076818], [0.0705704412, 0.334509082]];
    for (frame, expected, lowest) in
        [(PartFrame::Interfaces, interfaces, 72.7761259), (PartFrame::Interface(0), at_a, 73.3656878)]
    {
        let (mut machine, ends) = y_machine(frame, IntegralKind::Full, true);
        for (end, load) in [(ends[1], [0.0, -15.0]), (ends[2], [20.0, 10.0])] {
            let [x, y] = turn(load, -0.9);
            pull(&mut machine, end, AXES[0], x);
            pull(&mut machine, end, AXES[1], y);
            observe_point(&mut machine, end.point);
        }
        let places = [1, 2].map(|k: usize| machine.points[ends[k].point].position);
        let system = SpatialMechanism::new(machine).unwrap();
        let q = rest(&system);
        let mut values = vec![0.0; 6];
        let at = State { time: 0.0, position: &q, velocity: &vec![0.0; q.len()] };
        system.output(&at, &mut system.workspace(), &mut values).unwrap();
        for k in 0..2 {
            let found = turn([places[k][0] + values[3 * k], places[k][1] + values[3 * k + 1]], 0.9);
            for (a, b) in found.iter().zip(expected[k]) {
                assert!((a - b).abs() < 2e-9, "{frame:?}: {found:?} against {:?}", expected[k]);
            }
        }
        let (stiffness, _) = tangent(&system, &q);
        let still = vec![0.0; q.len()];
        let mass = system.linearise(&at, &still, &[], &mut system.workspace()).unwrap().mass;
        let found = eigen::symmetric_definite(&stiffness.symmetric_part(), &mass).unwrap().values[0].sqrt();
        assert!((found / lowest - 1.0).abs() < 3e-4, "{frame:?}: {found} rad/s against {lowest}");
    }
}

/// Integrals as the independent program has them: rows of rotations under a spin as they come, about the origin of the model.
fn plain_integrals(mesh: &Mesh, basis: &Dense) -> ShapeIntegrals {
    let (rows, n) = (&mesh.rows, basis.cols());
    let find = |node: usize, component: usize| rows.iter().position(|r| r.0 == node && r.1 == component);
    let spun = Dense::from_fn(rows.len(), n + 1, |r, k| {
        let (node, component, place) = rows[r];
        let along = |axis: usize| match k {
            0 => place[axis],
            _ => basis[(find(node, axis).unwrap(), k - 1)],
        };
        match component {
            0 => -along(1),
            1 => along(0),
            _ => f64::from(u8::from(k == 0)),
        }
    });
    let unit = Dense::from_fn(rows.len(), 2, |r, a| f64::from(u8::from(rows[r].1 == a)));
    let (heavy, turned) = (mesh.mass.matmul(basis), mesh.mass.matmul(&spun));
    let (resultant, lever) = (unit.transpose_matmul(&heavy), unit.transpose_matmul(&turned));
    let start = [lever[(1, 0)], -lever[(0, 0)]];
    let first = |a: usize| std::iter::once(start[a]).chain((0..n).map(|k| resultant[(a, k)])).collect();
    let none = || Dense::zeros(n + 1, n + 1);
    ShapeIntegrals {
        mass: unit.transpose_matmul(&mesh.mass.matmul(&unit))[(0, 0)],
        first: [first(0), first(1), vec![0.0; n + 1]],
        gyroscopic: [Dense::zeros(n + 1, n), Dense::zeros(n + 1, n), spun.transpose_matmul(&heavy)],
        inertia: [none(), none(), spun.transpose_matmul(&turned), none(), none(), none()],
        momenta: None,
        kind: IntegralKind::Full,
    }
}

/// Where B of the pendulum is after 0.12 s.
fn swung(mut part: MovingPart, frame: PartFrame, shift: [f64; 3]) -> [f64; 2] {
    part.frame = frame;
    let mut machine = SpatialMachine::named("pendulum", [0.0, -9.81, 0.0]);
    machine.planar = true;
    let places = part.interfaces.iter_mut();
    places.for_each(|i| (0..3).for_each(|a| i.position[a] += shift[a]));
    part.integrals = part.integrals.about(shift.map(|x| -x));
    let ends: Vec<SpatialEnd> =
        part.interfaces.iter().map(|i| machine.node(&i.name, i.position, false)).collect();
    machine.points[ends[0].point].fixed = true;
    machine.superelement(&part, &ends).unwrap();
    machine.body("B", ends[1], 0.05, [0.0; 3], [[0.0; 3]; 3]).unwrap();
    machine.body("C", ends[2], 0.03, [0.0; 3], [[0.0; 3]; 3]).unwrap();
    observe_point(&mut machine, ends[1].point);
    let system = SpatialMechanism::new(machine).unwrap();
    let n = system.coordinates().len();
    let mut v = vec![0.0; n];
    let spin = system.coordinates().iter().position(|c| c.name.starts_with("node")).unwrap();
    v[spin] = 15.0;
    let energy = |q: &[f64], v: &[f64]| {
        let at = State { time: 0.0, position: q, velocity: v };
        let e = system.energies(&at, &[], &mut system.workspace()).unwrap();
        e.kinetic + e.elastic + e.potential
    };
    let before = energy(&vec![0.0; n], &v);
    let (q, v) = moved(&system, (vec![0.0; n], v), 0.12, 8_000);
    let after = energy(&q, &v);
    assert!((after - before).abs() < 1e-6 * before.abs(), "energy {after} against {before}");
    let mut values = vec![0.0; 3];
    let at = State { time: 0.0, position: &q, velocity: &v };
    system.output(&at, &mut system.workspace(), &mut values).unwrap();
    [0.4 + values[0], values[1]]
}

fn near(found: [f64; 2], expected: [f64; 2], tolerance: f64, what: &str) {
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < tolerance, "{what}: {found:?} against {expected:?}");
    }
}

#[test]
fn a_pendulum_of_one_part_swings_as_an_independent_program_says() {
    let (part, basis) = craig_bampton(&y_part(), &[5, 9, 13], 3, IntegralKind::Full);
    let same = MovingPart { integrals: plain_integrals(&y_part(), &basis), ..part.clone() };
    // The frame in A begins at the origin, so that its integrals are the same numbers.
    let in_a = [-0.0346702552, 0.398585579];
    near(swung(same, PartFrame::Interface(0), [0.0; 3]), in_a, 1e-9, "the same integrals");
    near(swung(part.clone(), PartFrame::Interface(0), [0.0; 3]), in_a, 1e-9, "frame in A");
    let mean = swung(part.clone(), PartFrame::Interfaces, [0.0; 3]);
    near(mean, [-0.0345187727, 0.398487386], 1e-9, "frame of interfaces");
    near(swung(part.clone(), PartFrame::Mass, [0.0; 3]), [-0.0345196534, 0.398489028], 1e-9, "frame of mass");
    let (corotated, _) = craig_bampton(&y_part(), &[5, 9, 13], 3, IntegralKind::Corotated);
    let at = [-0.0347715157, 0.398445914];
    near(swung(corotated, PartFrame::Interfaces, [0.0; 3]), at, 1e-9, "motions of interfaces alone");
    near(swung(part, PartFrame::Interfaces, [3.0, -2.0, 0.0]), mean, 1e-9, "another place");
}

/// Frequencies of a gyroscopic system about its rest in a turning frame: with A = diag(M, K) and the skew matrix of
/// A x' + S x = 0, they are the roots of the eigenvalues of S^T A^-1 S against A, each twice.
fn gyroscopic_frequencies(mass: &Dense, gyroscopic: &Dense, stiffness: &Dense) -> Vec<f64> {
    let n = mass.rows();
    let a = Dense::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, true) => mass[(i, j)],
        (false, false) => stiffness[(i - n, j - n)],
        _ => 0.0,
    });
    let skew = Dense::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, true) => 0.5 * (gyroscopic[(i, j)] - gyroscopic[(j, i)]),
        (true, false) => stiffness[(i, j - n)],
        (false, true) => -stiffness[(i - n, j)],
        _ => 0.0,
    });
    let mut through = skew.clone();
    Lu::factor(&a).unwrap().solve_in_place(&mut through);
    let form = skew.transpose_matmul(&through).symmetric_part();
    eigen::symmetric_definite(&form, &a).unwrap().values.iter().step_by(2).map(|v| v.sqrt()).collect()
}

/// In-plane frequencies of an arm of n parts that turns at a rate.
fn arm(n: usize, modes: usize, rate: f64, with_geometric: bool, kind: IntegralKind) -> Vec<f64> {
    let mut machine = SpatialMachine::named("arm", [0.0; 3]);
    machine.planar = true;
    let length = 1.0 / n as f64;
    let ends: Vec<SpatialEnd> =
        (0..=n).map(|k| machine.node(&format!("N{k}"), [k as f64 * length, 0.0, 0.0], false)).collect();
    machine.points[ends[0].point].fixed = true;
    let hub = machine.rotation("hub", [None, ends[0].orientation], AXES[2], [true; 3]).unwrap();
    machine.drive(hub, 0, 0);
    machine.state_drives(&[("hub", &[0.0, rate])]).unwrap();
    for k in 0..n {
        let (mesh, geometric) = beam_mesh(k as f64 * length, length, [4900.0, 1.0, 1.0]);
        let (mut part, basis) = craig_bampton(&mesh, &[0, 4], modes, kind);
        if with_geometric {
            let mut load = vec![0.0; part.motions()];
            (load[0], load[6]) = (-1.0, 1.0);
            let stiffness = basis.transpose_matmul(&geometric.matmul(&basis));
            part.geometric.push(GeometricForm { load, stiffness });
        }
        machine.superelement(&part, &ends[k..k + 2]).unwrap();
    }
    let system = SpatialMechanism::new(machine).unwrap();
    let still = vec![0.0; system.coordinates().len()];
    let mut q = still.clone();
    for _ in 0..20 {
        let (stiffness, residual) = tangent(&system, &q);
        let step = Lu::factor(&stiffness).unwrap().solve(&residual);
        q.iter_mut().zip(&step).for_each(|(q, s)| *q += s);
    }
    let at = State { time: 0.0, position: &q, velocity: &still };
    let found = system.linearise(&at, &still, &[], &mut system.workspace()).unwrap();
    let (stiffness, residual) = tangent(&system, &q);
    assert!(residual.iter().all(|r| r.abs() < 1e-9), "{residual:?}");
    gyroscopic_frequencies(&found.mass, &found.velocity_sensitivity, &stiffness.symmetric_part())
}

#[test]
fn arms_at_rest_have_the_frequencies_of_an_independent_program() {
    for (n, modes, expected) in [
        (1, 0, &[3.53273154, 34.8068931][..]),
        (1, 2, &[3.51628806, 22.0775631, 62.3172733]),
        (2, 0, &[3.51771504, 22.2214745]),
        (4, 0, &[3.51613027, 22.0601663]),
    ] {
        for (a, b) in arm(n, modes, 0.0, true, IntegralKind::Full).iter().zip(expected) {
            assert!((a / b - 1.0).abs() < 3e-9, "{n} parts, {modes} modes: {a} against {b}");
        }
    }
}

#[test]
fn turning_arms_have_the_frequencies_of_an_independent_program() {
    use IntegralKind::{Corotated, Full};
    type Case = (f64, usize, usize, bool, IntegralKind, [f64; 3]);
    let cases: [Case; 22] = [
        (2.0, 1, 0, false, Full, [3.49580797, 34.5997643, 121.291833]),
        (2.0, 1, 2, false, Full, [3.48331597, 21.8548536, 62.2597692]),
        (2.0, 1, 0, true, Full, [3.63040152, 35.5699568, 121.291836]),
        (2.0, 1, 2, true, Full, [3.60330374, 22.7097081, 63.0722487]),
        (2.0, 2, 0, false, Full, [3.56171861, 22.5878892, 75.0548644]),
        (2.0, 2, 0, true, Full, [3.6208549, 22.7003263, 75.6540438]),
        (2.0, 4, 0, false, Full, [3.60249053, 22.4707863, 62.5530683]),
        (2.0, 4, 0, true, Full, [3.61878607, 22.5439657, 62.6991975]),
        (10.0, 1, 0, false, Full, [2.0433914, 29.2190636, 122.444955]),
        (10.0, 1, 2, false, Full, [1.33007513, 15.5364721, 60.9005123]),
        (10.0, 1, 0, true, Full, [5.15458745, 50.7026496, 122.446834]),
        (10.0, 1, 2, true, Full, [4.72254728, 34.0070086, 79.1108815]),
        (10.0, 2, 0, false, Full, [3.99386487, 29.8798897, 72.6096266]),
        (10.0, 2, 0, true, Full, [5.05655429, 32.1544858, 86.82212]),
        (10.0, 4, 0, false, Full, [4.61111568, 30.7575596, 70.9459075]),
        (10.0, 4, 0, true, Full, [4.96160792, 32.0197584, 74.0925984]),
        (2.0, 1, 0, true, Corotated, [3.66667482, 35.8182734, 121.295946]),
        (2.0, 2, 0, true, Corotated, [3.6241448, 22.7080533, 75.7075608]),
        (2.0, 4, 0, true, Corotated, [3.61899658, 22.545023, 62.7009502]),
        (10.0, 1, 0, true, Corotated, [5.477195, 54.9388039, 122.55092]),
        (10.0, 2, 0, true, Corotated, [5.10148555, 32.2863016, 87.9619996]),
        (10.0, 4, 0, true, Corotated, [4.96535613, 32.0340799, 74.1204196]),
    ];
    for (rate, n, modes, with_geometric, kind, expected) in cases {
        let found = arm(n, modes, rate, with_geometric, kind);
        for (a, b) in found.iter().zip(expected) {
            // That program prints nine digits, and differentiates its equations numerically.
            assert!((a / b - 1.0).abs() < 1e-7, "{n} parts, {modes} modes at {rate}: {found:?} {expected:?}");
        }
    }
}

/// A free part in gravity.
fn free(part: &MovingPart) -> SpatialMechanism {
    let mut machine = SpatialMachine::named("free", [0.0, -9.81, 0.0]);
    machine.planar = true;
    let ends: Vec<SpatialEnd> =
        part.interfaces.iter().map(|i| machine.node(&i.name, i.position, false)).collect();
    machine.superelement(part, &ends).unwrap();
    let names: Vec<&str> = part.interfaces.iter().map(|i| i.name.as_str()).collect();
    SpatialMechanism::new(machine).unwrap_or_else(|e| panic!("{:?} of {names:?}: {e}", part.frame))
}

/// One interface, three on a line, one in the middle: whatever the frame, frequencies at rest are those of the matrices, and an
/// upside-down part falls as a whole.
#[test]
fn parts_with_unusual_interfaces_vibrate_as_their_matrices_and_fall_as_bodies() {
    let beam = beam_mesh(0.0, 1.0, [4900.0, 1.0, 1.0]).0;
    let frame = y_part();
    let cases: [(&Mesh, &[usize], usize); 4] =
        [(&frame, &[5], 3), (&beam, &[0, 2, 4], 1), (&beam, &[2], 2), (&frame, &[1, 9], 2)];
    for (mesh, interfaces, modes) in cases {
        let (mut part, _) = craig_bampton(mesh, interfaces, modes, IntegralKind::Full);
        let inner = 6 * interfaces.len();
        let present: Vec<usize> =
            (0..part.motions()).filter(|k| *k >= inner || [0, 1, 5].contains(&(k % 6))).collect();
        let pick =
            |m: &Dense| Dense::from_fn(present.len(), present.len(), |i, j| m[(present[i], present[j])]);
        let expected = eigen::symmetric_definite(&pick(&part.stiffness), &pick(&part.mass)).unwrap().values;
        for frame in [PartFrame::Interfaces, PartFrame::Mass, PartFrame::Interface(0)] {
            part.frame = frame;
            let system = free(&part);
            let n = system.coordinates().len();
            assert_eq!(n, present.len(), "{frame:?}, {interfaces:?}");
            let mut q = vec![0.0; n];
            let still = vec![0.0; n];
            let turned =
                system.coordinates().iter().position(|c| c.name.starts_with("node") && c.unit == "rad");
            q[turned.unwrap()] = 2.2;
            let at = State { time: 0.0, position: &q, velocity: &still };
            let found = system.linearise(&at, &still, &[], &mut system.workspace()).unwrap();
            let found = eigen::symmetric_definite(&found.stiffness.symmetric_part(), &found.mass).unwrap();
            let largest = expected[n - 1];
            for (a, b) in found.values.iter().zip(&expected) {
                assert!((a - b).abs() < 1e-9 * b + 1e-12 * largest, "{frame:?}, {interfaces:?}: {a}, {b}");
            }
            let mut a = vec![0.0; n];
            system.acceleration(&at, &[], &mut system.workspace(), &mut a).unwrap();
            for (a, coordinate) in a.iter().zip(system.coordinates()) {
                let falls = coordinate.name.starts_with("node") && coordinate.name.ends_with('y');
                let expected = if falls { -9.81 } else { 0.0 };
                assert!((a - expected).abs() < 1e-6, "{frame:?}, {interfaces:?}: {} {a}", coordinate.name);
            }
        }
    }
}

#[test]
fn forces_on_interfaces_and_indications_are_those_of_statics() {
    let (part, _) = craig_bampton(&beam_mesh(0.0, 1.0, [4900.0, 1.0, 1.0]).0, &[0, 4], 0, IntegralKind::Full);
    let mut machine = SpatialMachine::named("held", [0.0, -0.02, 0.0]);
    machine.planar = true;
    let ends: Vec<SpatialEnd> =
        (0..2).map(|k| machine.node(["A", "B"][k], [k as f64, 0.0, 0.0], k == 0)).collect();
    machine.superelement(&part, &ends).unwrap();
    pull(&mut machine, ends[1], AXES[0], -0.5);
    let system = SpatialMechanism::new(machine).unwrap();
    let q = rest(&system);
    let at = State { time: 0.0, position: &q, velocity: &vec![0.0; q.len()] };
    let forces = &system.interface_forces(&at, &[], &mut system.workspace()).unwrap()[0];
    assert_eq!([&forces[0].node, &forces[1].node], ["A", "B"]);
    for (found, expected) in [(forces[0].force, [0.5, 0.02]), (forces[1].force, [-0.5, 0.0])] {
        near([found[0], found[1]], expected, 1e-9, "forces");
    }
    let state = &system.part_states(&at, &mut system.workspace()).unwrap()[0];
    // The weight about the clamp, at the deformed centre of mass; the tip is lower by its displacement.
    let down = state.local[7] - state.local[1];
    let tip = [0, 1].map(|a| {
        let x = [0.5 + state.local[6], state.local[7]];
        state.origin[a] + state.axes[0][a] * x[0] + state.axes[1][a] * x[1]
    });
    assert!(down.abs() < 1e-12, "the chord is the frame: {down}");
    assert!(tip[1] < 0.0 && (forces[0].moment[2] - (0.01 - 0.5 * tip[1])).abs() < 2e-5, "{:?}", forces[0]);
    let said = &system.part_indications(&at, &[], &mut system.workspace()).unwrap()[0];
    // Slopes of both ends with the chord at rest: the lower frequency of the matrices.
    let slopes = [5, 11];
    let pick = |m: &Dense| Dense::from_fn(2, 2, |i, j| m[(slopes[i], slopes[j])]);
    let lowest = eigen::symmetric_definite(&pick(&part.stiffness), &pick(&part.mass)).unwrap().values[0];
    let critical = lowest / std::f64::consts::PI.powi(2);
    assert!((said.axial_share.unwrap() / (0.5 / critical) - 1.0).abs() < 1e-3, "{said:?}");
    assert!(said.spin_share.unwrap().abs() < 1e-15 && !said.has_geometric);
    assert!(said.largest_rotation > 0.0 && said.largest_rotation < 0.01, "{said:?}");
}
