//! Frames as model texts, and structures made of them.
#![allow(dead_code, clippy::unwrap_used)]

use lissom_dynamics::deformation::FreeBody;
use lissom_linalg::Threads;
use lissom_mech::{Frame, LinearSystem, Structure};
use lissom_model::model::{Coordinate, Model, NodeId};

/// A model text, resolved.
pub fn model(text: &str) -> Model {
    let checked = lissom_model::load("test.toml", text.as_bytes(), &lissom_model::Overrides::default());
    checked.value.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics))
}

/// A frame with its matrices.
pub struct Built {
    pub model: Model,
    pub system: LinearSystem,
    pub structure: Structure,
    pub names: Vec<String>,
}

impl Built {
    pub fn new(text: &str) -> Self {
        let model = model(text);
        let system = LinearSystem::of(&model).unwrap();
        let structure = Structure::of_frame("test", &system);
        let names = system.rigid_motions.describe_free();
        Self { model, system, structure, names }
    }

    /// The same structure without its dampers.
    pub fn undamped(mut self) -> Self {
        self.structure.damping = self.structure.damping.add_scaled(0.0, &self.structure.damping, 0.0);
        self
    }

    pub fn body(&self) -> FreeBody<'_> {
        FreeBody::new(&self.structure, &self.names, &Threads::one()).unwrap()
    }

    pub fn frame(&self) -> Frame<'_> {
        Frame::of(&self.model, &self.system).unwrap()
    }

    /// Row of a node's coordinate.
    pub fn row(&self, node: &str, coordinate: Coordinate) -> usize {
        let place = self.model.structure.nodes.iter().position(|n| n.name == node).unwrap();
        let index = self.system.coordinates.index(NodeId(place), coordinate).unwrap();
        self.system.elimination.independent.iter().position(|c| *c == index).unwrap()
    }

    /// A force on one coordinate of a node.
    pub fn force(&self, node: &str, coordinate: Coordinate, value: f64) -> Vec<f64> {
        let mut force = vec![0.0; self.structure.size()];
        force[self.row(node, coordinate)] = value;
        force
    }
}

/// The free uniform beam B of the errata, L = EI = ρA = 1, nodes L, C, R, in `n` elements; `more` follows.
pub fn beam(axial: f64, n: usize, more: &str) -> String {
    format!(
        "lissom = 1\n[model]\nname = 'B'\n[section.s]\nEA = {axial}\nEI = 1\nrhoA = 1\n[node]\nL = [0, 0]\nC = [0.5, 0]\nR = [1, 0]\n\
         [[beam]]\nname = 'left'\nnodes = ['L', 'C']\nsection = 's'\nelements = {half}\n\
         [[beam]]\nname = 'right'\nnodes = ['C', 'R']\nsection = 's'\nelements = {half}\n{more}",
        half = n / 2
    )
}

/// The free portal frame P of the errata: its left leg is graded, so that every element is a beam of its own.
pub fn portal(more: &str) -> String {
    let mut text = "lissom = 1\n[model]\nname = 'P'\n[section.leg]\nEA = 1e4\nEI = 1\nrhoA = 1\n[section.top]\nEA = 2e4\nEI = 2\nrhoA = 1.5\n[node]\n".to_owned();
    for i in 0..=6 {
        text += &format!("A{i} = [0, {}]\n", (f64::from(i) / 6.0).powf(1.7));
    }
    text += "B = [1.5, 1]\nF = [1.5, -0.2]\n";
    for i in 0..6 {
        text += &format!("[[beam]]\nnodes = ['A{i}', 'A{}']\nsection = 'leg'\n", i + 1);
    }
    text += "[[beam]]\nnodes = ['A6', 'B']\nsection = 'top'\nelements = 6\n[[beam]]\nnodes = ['B', 'F']\nsection = 'leg'\nelements = 6\n";
    text + more
}

/// |a − b| over |b|.
pub fn off(a: f64, b: f64) -> f64 {
    (a / b - 1.0).abs()
}
