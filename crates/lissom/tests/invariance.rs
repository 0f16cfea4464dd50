//! A change of units, place, orientation, order or thread count changes no answer.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::{difference, modes_with, omegas};
use lissom::Threads;
use std::fmt::Write;

/// A spatial frame written in any units, place, orientation and order.
struct Frame {
    /// Metres per unit of length.
    length: f64,
    /// Kilograms per unit of mass.
    mass: f64,
    /// Seconds per unit of time.
    time: f64,
    /// Rotation of the whole model, rows.
    turn: [[f64; 3]; 3],
    /// Displacement of the whole model [m].
    shift: [f64; 3],
    /// Write nodes and beams in the opposite order.
    reversed: bool,
    /// Leave out all supports.
    free: bool,
}

const STRAIGHT: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Default for Frame {
    fn default() -> Self {
        Self {
            length: 1.0,
            mass: 1.0,
            time: 1.0,
            turn: STRAIGHT,
            shift: [0.0; 3],
            reversed: false,
            free: false,
        }
    }
}

impl Frame {
    fn turned(&self, v: [f64; 3]) -> [f64; 3] {
        self.turn.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    fn text(&self) -> String {
        let (l, m, t) = (self.length, self.mass, self.time);
        let force = m * l / (t * t);
        let mut text = "lissom = 1\n[model]\nname = 'frame'\ndim = 3\n".to_owned();
        let stress = force / (l * l);
        write!(
            text,
            "[material.m]\nE = {:e}\nnu = 0.3\ndensity = {:e}\n",
            2.1e11 / stress,
            7800.0 * l.powi(3) / m
        )
        .unwrap();
        write!(text, "[section.s]\nrectangle = {{ width = {:e}, height = {:e} }}\n", 0.02 / l, 0.05 / l)
            .unwrap();
        let mut nodes = vec![
            ("A", [0.0, 0.0, 0.0]),
            ("B", [0.0, 0.0, 1.0]),
            ("C", [1.2, 0.1, 1.0]),
            ("D", [1.2, 0.0, 0.0]),
            ("E", [1.2, 0.9, 1.3]),
        ];
        let mut beams = vec![
            ("AB", "A", "B", [0.0, 1.0, 0.0]),
            ("BC", "B", "C", [0.0, 0.0, 1.0]),
            ("CD", "C", "D", [0.3, 1.0, 0.0]),
            ("CE", "C", "E", [1.0, 0.0, 0.0]),
        ];
        if self.reversed {
            nodes.reverse();
            beams.reverse();
        }
        text += "[node]\n";
        for (name, position) in nodes {
            let moved = self.turned(position);
            let [x, y, z] = [0, 1, 2].map(|k| (moved[k] + self.shift[k]) / l);
            writeln!(text, "{name} = [{x:e}, {y:e}, {z:e}]").unwrap();
        }
        for (name, p, q, towards) in beams {
            let [x, y, z] = self.turned(towards);
            write!(
                text,
                "[[beam]]\nname = '{name}'\nnodes = ['{p}', '{q}']\nsection = 's'\nmaterial = 'm'\n\
                 theory = 'timoshenko'\nelements = 5\ny_axis = [{x:e}, {y:e}, {z:e}]\n"
            )
            .unwrap();
        }
        write!(text, "[[mass]]\nnode = 'E'\nmass = {:e}\ninertia = {:e}\n", 2.0 / m, 0.01 / (m * l * l))
            .unwrap();
        write!(text, "[[spring]]\nnodes = ['A', 'D']\nstiffness = {:e}\n", 3e5 / (force / l)).unwrap();
        if !self.free {
            text += "[[fix]]\nnodes = ['A', 'D']\n";
        }
        text
    }

    /// Angular frequencies [rad/s].
    fn omegas(&self) -> Vec<f64> {
        omegas(&self.text(), 12).iter().map(|omega| omega / self.time).collect()
    }
}

/// An arbitrary rotation, from a unit quaternion.
fn oblique() -> [[f64; 3]; 3] {
    let q = [0.5, -0.3, 0.7, 0.2_f64];
    let n = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    let [w, x, y, z] = q.map(|c| c / n);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

const ENOUGH: f64 = 1e-9;

#[test]
fn units_change_nothing() {
    for free in [false, true] {
        let si = Frame { free, ..Frame::default() }.omegas();
        let millimetres = Frame { length: 1e-3, mass: 1e3, free, ..Frame::default() }.omegas();
        let odd =
            Frame { length: 25.4e-3, mass: 0.453_592_37, time: 1e-3, free, ..Frame::default() }.omegas();
        assert!(difference(&millimetres, &si) < ENOUGH, "mm, t, s: {:e}", difference(&millimetres, &si));
        assert!(difference(&odd, &si) < ENOUGH, "in, lb, ms: {:e}", difference(&odd, &si));
    }
}

#[test]
fn place_and_orientation_change_nothing() {
    for free in [false, true] {
        let here = Frame { free, ..Frame::default() }.omegas();
        let there = Frame { shift: [100.0, -50.0, 20.0], free, ..Frame::default() }.omegas();
        let turned = Frame { turn: oblique(), free, ..Frame::default() }.omegas();
        let both = Frame { turn: oblique(), shift: [3.0, -7.0, 11.0], free, ..Frame::default() }.omegas();
        for (name, other) in [("shifted", there), ("turned", turned), ("both", both)] {
            let change = difference(&other, &here);
            assert!(change < ENOUGH, "{name}: {change:e}");
        }
    }
}

#[test]
fn order_changes_nothing() {
    let forward = Frame::default().omegas();
    let backward = Frame { reversed: true, ..Frame::default() }.omegas();
    assert!(difference(&backward, &forward) < ENOUGH);
}

/// Not close: the same bits, shapes included.
#[test]
fn thread_count_changes_no_bit() {
    let text = Frame { free: true, ..Frame::default() }.text().replace("elements = 5", "elements = 60");
    let one = modes_with(&text, 20, &Threads::one());
    for count in [2, 3, 4] {
        let many = modes_with(&text, 20, &Threads::new(count).unwrap());
        assert_eq!(one.modes, many.modes);
        assert_eq!(one.shapes.as_slice(), many.shapes.as_slice());
    }
}

/// The planar frame is the spatial one seen from above.
#[test]
fn planar_and_spatial_agree() {
    let planar = "lissom = 1\n[model]\nname = 'p'\n[section.s]\nEA = 1e4\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [0.3, 1]\nC = [1.5, 1.1]\n\
        [[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 6\n[[beam]]\nnodes = ['B', 'C']\nsection = 's'\nelements = 6\n[[fix]]\nnodes = ['A']\n";
    let spatial = "lissom = 1\n[model]\nname = 's'\ndim = 3\n[section.s]\nEA = 1e4\nEIy = 1e4\nEIz = 1\nGJ = 1e4\nrhoA = 1\nrhoJ = 1e-2\n\
        [node]\nA = [0, 0, 0]\nB = [0.3, 1, 0]\nC = [1.5, 1.1, 0]\n\
        [[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 6\n[[beam]]\nnodes = ['B', 'C']\nsection = 's'\nelements = 6\n[[fix]]\nnodes = ['A']\n";
    let in_plane = omegas(planar, 4);
    let all = omegas(spatial, 8);
    for omega in in_plane {
        assert!(all.iter().any(|other| (other / omega - 1.0).abs() < 1e-9), "{omega} among {all:?}");
    }
}
