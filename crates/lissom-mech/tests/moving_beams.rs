//! Beams as moving parts, from the closed forms of their matrices: what tests of superelements are made of.

use lissom_linalg::Dense;
use lissom_mech::{
    GeometricForm, HeldDeformations, IntegralKind, MassRow, MovingPart, PartDamping, PartFrame, PartNode,
    ShapeIntegrals,
};

/// Stiffness and mass of a Bernoulli beam in the plane over (u, v, θ) of both ends, and its geometric stiffness under unit tension.
pub fn beam_matrices(l: f64, axial: f64, bending: f64, mass: f64) -> [Dense; 3] {
    let (a, b) = (axial / l, bending / l.powi(3));
    let k = [
        [a, 0.0, 0.0, -a, 0.0, 0.0],
        [0.0, 12.0 * b, 6.0 * b * l, 0.0, -12.0 * b, 6.0 * b * l],
        [0.0, 6.0 * b * l, 4.0 * b * l * l, 0.0, -6.0 * b * l, 2.0 * b * l * l],
        [-a, 0.0, 0.0, a, 0.0, 0.0],
        [0.0, -12.0 * b, -6.0 * b * l, 0.0, 12.0 * b, -6.0 * b * l],
        [0.0, 6.0 * b * l, 2.0 * b * l * l, 0.0, -6.0 * b * l, 4.0 * b * l * l],
    ];
    let c = mass * l / 420.0;
    let m = [
        [140.0, 0.0, 0.0, 70.0, 0.0, 0.0],
        [0.0, 156.0, 22.0 * l, 0.0, 54.0, -13.0 * l],
        [0.0, 22.0 * l, 4.0 * l * l, 0.0, 13.0 * l, -3.0 * l * l],
        [70.0, 0.0, 0.0, 140.0, 0.0, 0.0],
        [0.0, 54.0, 13.0 * l, 0.0, 156.0, -22.0 * l],
        [0.0, -13.0 * l, -3.0 * l * l, 0.0, -22.0 * l, 4.0 * l * l],
    ];
    let g = [
        [0.0; 6],
        [0.0, 36.0, 3.0 * l, 0.0, -36.0, 3.0 * l],
        [0.0, 3.0 * l, 4.0 * l * l, 0.0, -3.0 * l, -l * l],
        [0.0; 6],
        [0.0, -36.0, -3.0 * l, 0.0, 36.0, -3.0 * l],
        [0.0, 3.0 * l, -l * l, 0.0, -3.0 * l, 4.0 * l * l],
    ];
    [
        Dense::from_fn(6, 6, |i, j| k[i][j]),
        Dense::from_fn(6, 6, |i, j| c * m[i][j]),
        Dense::from_fn(6, 6, |i, j| g[i][j] / (30.0 * l)),
    ]
}

/// A beam in the plane between two places as a part with two interfaces; with geometric stiffness of tension if wanted.
pub fn planar_beam(
    ends: [[f64; 2]; 2],
    [axial, bending, mass]: [f64; 3],
    frame: PartFrame,
    with_geometric: bool,
) -> MovingPart {
    let way = [ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]];
    let l = way[0].hypot(way[1]);
    let (c, s) = (way[0] / l, way[1] / l);
    let own = beam_matrices(l, axial, bending, mass);
    // Local axes of the beam over the twelve motions of both interfaces.
    let turn = Dense::from_fn(6, 12, |i, j| {
        let (end, row, other, column) = (i / 3, i % 3, j / 6, j % 6);
        match (end == other, row, column) {
            (true, 0, 0) | (true, 1, 1) => c,
            (true, 0, 1) => s,
            (true, 1, 0) => -s,
            (true, 2, 5) => 1.0,
            _ => 0.0,
        }
    });
    let [stiffness, mass, geometric] = own.map(|m| turn.transpose_matmul(&m.matmul(&turn)));
    let place = |k: usize| [ends[k][0], ends[k][1], 0.0];
    let row = |j: usize| match j % 6 {
        5 => MassRow::Rotation(2),
        axis @ (0 | 1) => MassRow::Translation(axis, place(j / 6)),
        _ => MassRow::Other,
    };
    let rows: Vec<MassRow> = (0..12).map(row).collect();
    let mut load = vec![0.0; 12];
    (load[0], load[1], load[6], load[7]) = (-c, -s, c, s);
    MovingPart {
        name: "beam".to_owned(),
        interfaces: interfaces([place(0), place(1)]),
        amplitudes: 0,
        planar: true,
        damping: PartDamping::None,
        integrals: ShapeIntegrals::of_rows(
            &rows,
            &Dense::identity(12),
            &|x| mass.matmul(x),
            IntegralKind::Full,
        ),
        stiffness,
        mass,
        geometric: if with_geometric {
            vec![GeometricForm { load, stiffness: geometric }]
        } else {
            Vec::new()
        },
        frame,
        held: HeldDeformations::None,
    }
}

fn interfaces<const N: usize>(places: [[f64; 3]; N]) -> Vec<PartNode> {
    let named = places.into_iter().zip(["A", "B", "C", "D"]);
    named.map(|(position, name)| PartNode { name: name.to_owned(), position, turns: true }).collect()
}

/// A spatial part with three interfaces, joined by three beams. `shift` moves all places.
pub fn spatial_part(frame: PartFrame, shift: [f64; 3]) -> MovingPart {
    let places: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [0.4, 0.1, -0.1], [0.6, -0.2, 0.2]]
        .map(|x| std::array::from_fn(|i| x[i] + shift[i]));
    let n = 18;
    let (mut stiffness, mut mass) = (Dense::zeros(n, n), Dense::zeros(n, n));
    for (k, l) in [(0, 1), (1, 2), (0, 2)] {
        add_spatial_beam([k, l], [places[k], places[l]], &mut stiffness, &mut mass);
    }
    let row = |j: usize| match j % 6 {
        axis @ 0..=2 => MassRow::Translation(axis, places[j / 6]),
        axis => MassRow::Rotation(axis - 3),
    };
    let rows: Vec<MassRow> = (0..n).map(row).collect();
    let integrals =
        ShapeIntegrals::of_rows(&rows, &Dense::identity(n), &|x| mass.matmul(x), IntegralKind::Full);
    MovingPart {
        name: "bracket".to_owned(),
        interfaces: interfaces(places),
        amplitudes: 0,
        planar: false,
        damping: PartDamping::None,
        integrals,
        stiffness,
        mass,
        geometric: Vec::new(),
        frame,
        held: HeldDeformations::None,
    }
}

/// Adds a beam with a square section between two interfaces.
fn add_spatial_beam([p, q]: [usize; 2], ends: [[f64; 3]; 2], stiffness: &mut Dense, mass: &mut Dense) {
    let way: [f64; 3] = std::array::from_fn(|i| ends[1][i] - ends[0][i]);
    let l = way.iter().map(|v| v * v).sum::<f64>().sqrt();
    let triad = lissom_mech::vector::Triad::of_member(way, None).unwrap();
    let axes = [triad.x, triad.y, triad.z];
    let [k, m, _] = beam_matrices(l, 2e4, 3.0, 0.5);
    let (torsion, polar) = (2.0 / l, 0.5 * 1e-3 * l / 6.0);
    // Over (u, θ) of both ends in local axes: planes x-y and x-z, torsion.
    let mut local = [Dense::zeros(12, 12), Dense::zeros(12, 12)];
    let planes: [[(usize, f64); 6]; 2] = [
        [(0, 1.0), (1, 1.0), (5, 1.0), (6, 1.0), (7, 1.0), (11, 1.0)],
        [(0, 0.0), (2, 1.0), (4, -1.0), (6, 0.0), (8, 1.0), (10, -1.0)],
    ];
    for plane in planes {
        for (i, (a, x)) in plane.iter().enumerate() {
            for (j, (b, y)) in plane.iter().enumerate() {
                local[0][(*a, *b)] += x * y * k[(i, j)];
                local[1][(*a, *b)] += x * y * m[(i, j)];
            }
        }
    }
    for (a, b, sign, share) in [(3, 3, 1.0, 2.0), (9, 9, 1.0, 2.0), (3, 9, -1.0, 1.0), (9, 3, -1.0, 1.0)] {
        local[0][(a, b)] += sign * torsion;
        local[1][(a, b)] += share * polar;
    }
    let n = stiffness.rows();
    let turn = Dense::from_fn(12, n, |i, j| {
        let end = [p, q][i / 6];
        let same = j / 6 == end && (j % 6) / 3 == (i % 6) / 3;
        if same { axes[i % 3][j % 3] } else { 0.0 }
    });
    stiffness.add_scaled(1.0, &turn.transpose_matmul(&local[0].matmul(&turn)));
    mass.add_scaled(1.0, &turn.transpose_matmul(&local[1].matmul(&turn)));
}
