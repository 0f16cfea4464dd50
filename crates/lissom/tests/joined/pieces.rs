//! Pieces as files of matrices, written by the frame's own code.

use crate::common::open;
use lissom::{FileError, Files, Modes, Overrides, Quiet, Range, Session};
use lissom_linalg::Sparse;
use lissom_mech::coordinates::TranslationId;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Files in memory.
#[derive(Clone, Default)]
pub struct Folder(pub BTreeMap<String, Vec<u8>>);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let missing = || FileError { path: path.to_owned(), reason: "file not found".to_owned() };
        self.0.get(path).cloned().ok_or_else(missing)
    }
}

impl Folder {
    /// Writes a free frame as a part: stiffness and mass, names of rows, and its points as a mesh. Points that are nodes of
    /// the model have their numbers, counted from one.
    pub fn add(&mut self, name: &str, text: &str) {
        let session = open(text);
        let system = session.linear_system().unwrap();
        assert_eq!(system.coordinates.len(), system.degrees_of_freedom(), "a part is free");
        let (mut dofs, mut nodes) = (String::new(), "*NODE\n".to_owned());
        let planar = system.coordinates.translation(TranslationId(0)).len() == 2;
        for row in 0..system.coordinates.len() {
            let called = system.coordinates.name(row);
            let (point, kind) = called.rsplit_once('.').unwrap();
            let number = system.coordinates.points().iter().position(|p| p.name == point).unwrap() + 1;
            let kinds =
                if planar { ["x", "y", "", "", "", "phi"] } else { ["x", "y", "z", "rx", "ry", "rz"] };
            writeln!(dofs, "{number}.{}", kinds.iter().position(|k| *k == kind).unwrap() + 1).unwrap();
        }
        for (i, point) in system.coordinates.points().iter().enumerate() {
            let [x, y, z] = point.position;
            writeln!(nodes, "{}, {x:.17e}, {y:.17e}, {z:.17e}", i + 1).unwrap();
        }
        self.put(&format!("{name}.k.mtx"), &matrix_market(&system.stiffness));
        self.put(&format!("{name}.m.mtx"), &matrix_market(&system.mass));
        self.put(&format!("{name}.dof"), &dofs);
        self.put(&format!("{name}.inp"), &nodes);
    }

    pub fn put(&mut self, name: &str, text: &str) {
        self.0.insert(name.to_owned(), text.as_bytes().to_vec());
    }

    pub fn open(&self, model: &str) -> Session {
        let mut folder = self.clone();
        folder.put("model.toml", model);
        let session = Session::open(folder, "model.toml", Overrides::default()).unwrap();
        assert!(session.model().is_ok(), "{}", session.render_diagnostics(lissom::Style::Plain));
        session
    }
}

/// The upper triangle with all digits.
pub fn matrix_market(matrix: &Sparse) -> String {
    let lower: Vec<_> = matrix.iter().filter(|(i, j, _)| i >= j).collect();
    let mut text = format!(
        "%%MatrixMarket matrix coordinate real symmetric\n{} {} {}\n",
        matrix.rows(),
        matrix.cols(),
        lower.len()
    );
    lower.iter().for_each(|(i, j, value)| writeln!(text, "{} {} {value:.17e}", i + 1, j + 1).unwrap());
    text
}

pub fn part(name: &str) -> String {
    format!(
        "[[fe_part]]\nname = '{name}'\nformat = 'matrix-market'\nstiffness = '{name}.k.mtx'\nmass = '{name}.m.mtx'\n\
         dof = '{name}.dof'\nmesh = '{name}.inp'\n"
    )
}

/// An interface at the node of that number.
pub fn interface(part: &str, name: &str, node: usize, kind: &str) -> String {
    format!("[[interface]]\npart = '{part}'\nname = '{name}'\nset = '{node}'\nkind = '{kind}'\n")
}

pub fn join(a: &str, b: &str) -> String {
    format!("[[join]]\nplaces = ['{a}', '{b}']\n")
}

/// An oblique line in space: points a third of its length apart, and the beams between the requested ones.
pub struct Line {
    pub shift: [f64; 3],
}

pub const STRAIGHT: Line = Line { shift: [0.0; 3] };

impl Line {
    pub fn point(&self, i: usize) -> String {
        let along = i as f64 / 3.0;
        let p: [f64; 3] = std::array::from_fn(|k| self.shift[k] + along * [0.9, 0.5, -0.4][k]);
        format!("[{:.17e}, {:.17e}, {:.17e}]", p[0], p[1], p[2])
    }

    /// Nodes `first` to `last`, named P0 … P3, with beams between neighbours.
    pub fn frame(&self, first: usize, last: usize) -> String {
        let mut text = "[material.m]\nE = 2.1e11\nnu = 0.3\ndensity = 7800\n\
                        [section.s]\nrectangle = { width = 0.01, height = 0.02 }\n[node]\n"
            .to_owned();
        (first..=last).for_each(|i| writeln!(text, "P{i} = {}", self.point(i)).unwrap());
        for i in first..last {
            writeln!(
                text,
                "[[beam]]\nname = 'b{i}'\nnodes = ['P{i}', 'P{}']\nsection = 's'\nmaterial = 'm'\nelements = 4\n\
                 y_axis = [0.3, 1, 0.2]",
                i + 1
            )
            .unwrap();
        }
        text
    }

    pub fn alone(&self, first: usize, last: usize) -> String {
        format!("{HEADER}{}", self.frame(first, last))
    }
}

pub const HEADER: &str = "lissom = 1\n[model]\nname = 'beam'\ndim = 3\n";

pub fn lowest(session: &Session, count: usize) -> Modes {
    let mut request = session.modes_request().unwrap();
    request.range = Range::Lowest(count);
    let modes = session.modes(&request, &Quiet).unwrap_or_else(|failure| panic!("{failure}")).value;
    assert!(modes.certificate.is_certified(), "not certified: {:?}", modes.certificate);
    modes
}

pub fn omegas(session: &Session, count: usize) -> Vec<f64> {
    lowest(session, count).modes.iter().map(|mode| mode.angular_frequency).collect()
}

/// Nothing is lost in a cut: the tolerance is that of the search for modes.
pub const SAME: f64 = 1e-10;

pub fn halves(line: &Line) -> Folder {
    let mut folder = Folder::default();
    folder.add("left", &line.alone(0, 1));
    folder.add("right", &line.alone(1, 3));
    folder
}

/// Node numbers are those of the piece: the left one has its cut at node 2, the right one at node 1 and its tip at 3.
pub fn cut(kind: &str) -> [String; 2] {
    [
        part("left") + &interface("left", "root", 1, kind) + &interface("left", "end", 2, kind),
        part("right") + &interface("right", "begin", 1, kind) + &interface("right", "tip", 3, kind),
    ]
}
