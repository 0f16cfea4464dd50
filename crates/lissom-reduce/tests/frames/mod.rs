//! Plane frames made by hand: the free portal frame and the free beam of \[StaticDeformation\]'s checks.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "a test that cannot go on must stop; not every test uses all"
)]

use lissom_linalg::{Dense, Sparse, Triplets};
use lissom_mech::{Pattern, Row, Structure};

/// A chain of plane beam elements: x, y, φ in every node.
pub struct Chain {
    pub points: Vec<[f64; 2]>,
    /// EI, EA, ρA of each element.
    pub sections: Vec<[f64; 3]>,
}

impl Chain {
    /// Legs (0, 0)–(0, 1) and (1.5, 1)–(1.5, −0.2), beam between their tops; six elements each, the left leg graded.
    pub fn portal() -> Self {
        let mut points = Vec::new();
        (0..6).for_each(|i| points.push([0.0, (i as f64 / 6.0).powf(1.7)]));
        (0..6).for_each(|i| points.push([1.5 * i as f64 / 6.0, 1.0]));
        (0..=6).for_each(|i| points.push([1.5, 1.0 - 1.2 * i as f64 / 6.0]));
        let section = |e: usize| if (6..12).contains(&e) { [2.0, 2e4, 1.5] } else { [1.0, 1e4, 1.0] };
        Self { points, sections: (0..18).map(section).collect() }
    }

    /// The uniform beam of unit length, EI = ρA = 1, EA = 1e4.
    pub fn beam(elements: usize) -> Self {
        let points = (0..=elements).map(|i| [i as f64 / elements as f64, 0.0]).collect();
        Self { points, sections: vec![[1.0, 1e4, 1.0]; elements] }
    }

    pub fn size(&self) -> usize {
        3 * self.points.len()
    }

    /// A free structure without inputs and damping.
    pub fn structure(&self) -> Structure {
        let n = self.size();
        let (mut k, mut m) = (Triplets::new(n, n), Triplets::new(n, n));
        for (e, [bending, axial, mass]) in self.sections.iter().enumerate() {
            let (stiffness, inertia) = beam(self.points[e], self.points[e + 1], *bending, *axial, *mass);
            let dofs: Vec<usize> = (3 * e..3 * e + 6).collect();
            k.add_block(&dofs, &stiffness);
            m.add_block(&dofs, &inertia);
        }
        let rigid = Dense::from_fn(n, 3, |i, j| match (i % 3, j) {
            (0, 0) | (1, 1) | (2, 2) => 1.0,
            (0, 2) => -self.points[i / 3][1],
            (1, 2) => self.points[i / 3][0],
            _ => 0.0,
        });
        let mass = Sparse::from_triplets(&m).symmetric_part();
        let stiffness = Sparse::from_triplets(&k).symmetric_part();
        Structure {
            rows: (0..n)
                .map(|i| Row::amplitude(format!("node {}, {}", i / 3, ["x", "y", "phi"][i % 3])))
                .collect(),
            rigid_candidates: rigid,
            ..Structure::of_matrices("frame", mass, stiffness)
        }
    }
}

/// The portal frame with a horizontal force on the right foot (input 0), a vertical one on the left foot (input 1), and
/// an output in the middle of the beam.
pub fn portal() -> Structure {
    let chain = Chain::portal();
    let n = chain.size();
    let mut structure = chain.structure();
    structure.inputs = vec![unit("right foot", n, n - 3), unit("left foot", n, 1)];
    structure.outputs = vec![unit("middle", n, 3 * 9 + 1)];
    structure
}

/// A structure without the given rows.
pub fn held(structure: &Structure, rows: &[usize]) -> Structure {
    let keep: Vec<usize> = (0..structure.size()).filter(|i| !rows.contains(i)).collect();
    let pick = |patterns: &[Pattern]| {
        let cut = |p: &Pattern| Pattern { values: keep.iter().map(|i| p.values[*i]).collect(), ..p.clone() };
        patterns.iter().map(cut).collect()
    };
    Structure {
        rows: keep.iter().map(|i| structure.rows[*i].clone()).collect(),
        damping: structure.damping.submatrix(&keep),
        modal_damping: structure.modal_damping.clone(),
        inputs: pick(&structure.inputs),
        outputs: pick(&structure.outputs),
        ..Structure::of_matrices(
            &structure.name,
            structure.mass.submatrix(&keep),
            structure.stiffness.submatrix(&keep),
        )
    }
}

/// A pattern with one entry.
pub fn unit(name: &str, rows: usize, row: usize) -> Pattern {
    let values = (0..rows).map(|i| f64::from(u8::from(i == row))).collect();
    Pattern { name: name.to_owned(), unit: "N".to_owned(), values }
}

/// Dashpots: (row, other row or none for the ground, damping).
pub fn dashpots(n: usize, list: &[(usize, Option<usize>, f64)]) -> Sparse {
    let mut t = Triplets::new(n, n);
    for &(row, other, c) in list {
        t.add(row, row, c);
        if let Some(other) = other {
            t.add(other, other, c);
            t.add(row, other, -c);
            t.add(other, row, -c);
        }
    }
    Sparse::from_triplets(&t)
}

/// Stiffness and consistent mass of a plane beam element in global coordinates.
fn beam(a: [f64; 2], b: [f64; 2], bending: f64, axial: f64, mass: f64) -> (Dense, Dense) {
    let l = (b[0] - a[0]).hypot(b[1] - a[1]);
    let (c, s) = ((b[0] - a[0]) / l, (b[1] - a[1]) / l);
    let (p, q, r, t) = (axial / l, 12.0 * bending / l.powi(3), 6.0 * bending / l.powi(2), 2.0 * bending / l);
    let stiffness = Dense::from_rows(&[
        &[p, 0.0, 0.0, -p, 0.0, 0.0],
        &[0.0, q, r, 0.0, -q, r],
        &[0.0, r, 2.0 * t, 0.0, -r, t],
        &[-p, 0.0, 0.0, p, 0.0, 0.0],
        &[0.0, -q, -r, 0.0, q, -r],
        &[0.0, r, t, 0.0, -r, 2.0 * t],
    ]);
    let mut inertia = Dense::from_rows(&[
        &[140.0, 0.0, 0.0, 70.0, 0.0, 0.0],
        &[0.0, 156.0, 22.0 * l, 0.0, 54.0, -13.0 * l],
        &[0.0, 22.0 * l, 4.0 * l * l, 0.0, 13.0 * l, -3.0 * l * l],
        &[70.0, 0.0, 0.0, 140.0, 0.0, 0.0],
        &[0.0, 54.0, 13.0 * l, 0.0, 156.0, -22.0 * l],
        &[0.0, -13.0 * l, -3.0 * l * l, 0.0, -22.0 * l, 4.0 * l * l],
    ]);
    inertia.scale(mass * l / 420.0);
    let turn = Dense::from_fn(6, 6, |i, j| match (i % 3, j % 3) {
        _ if i / 3 != j / 3 => 0.0,
        (0, 0) | (1, 1) => c,
        (0, 1) => s,
        (1, 0) => -s,
        (2, 2) => 1.0,
        _ => 0.0,
    });
    let global = |a: &Dense| turn.transpose_matmul(&a.matmul(&turn));
    (global(&stiffness), global(&inertia))
}
