//! The constants of a spatial machine: nodes, parts, loads; what does not depend on the choice of coordinates.

use super::configuration::Configuration;
use super::elements::{Inertia, Shape};
use super::load::{Load, Torque};
use super::output::Output;
use super::rotation::Rotation;
use crate::elements::Deformation;
use crate::mechanism::constants::laws::TimeLaws;
use crate::system::Size;
use crate::vector::{Vector, norm, sub};
use lissom_model::model::OuterFibre;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

/// A translational node.
#[derive(Clone, Debug)]
pub struct Point {
    /// Name.
    pub name: String,
    /// Place in the reference configuration [m].
    pub position: Vector,
    /// Whether it stays there.
    pub fixed: bool,
}

/// A rotational node.
#[derive(Clone, Debug)]
pub struct Orientation {
    /// Name.
    pub name: String,
    /// The point that it belongs to.
    pub point: usize,
    /// Whether it stays as it is.
    pub fixed: bool,
    /// Attitude in the reference configuration.
    pub attitude: Rotation,
}

/// How readily the deformations of a part become independent coordinates: the first first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Preference {
    /// Motions of joints.
    Joint,
    /// Deformations of elastic parts.
    Elastic,
    /// Places of nodes.
    Place,
    /// Attitudes of nodes.
    Attitude,
}

/// A part: deformations, stress and mass between two ends.
#[derive(Clone, Debug)]
pub struct SpatialPart {
    /// Name in messages.
    pub name: String,
    /// Points of both ends.
    pub points: [Option<usize>; 2],
    /// Orientations of both ends; none: that of the ground.
    pub orientations: [Option<usize>; 2],
    /// How it measures.
    pub shape: Shape,
    /// Its deformations.
    pub deformations: Vec<Deformation>,
    /// S over its deformations, row by row; empty without stress.
    pub stiffness: Vec<f64>,
    /// S_d, row by row; empty without damping.
    pub damping: Vec<f64>,
    /// Its mass.
    pub inertia: Option<Inertia>,
    /// How readily its deformations become coordinates.
    pub preference: Preference,
}

impl SpatialPart {
    /// A part without stress and mass.
    #[must_use]
    pub fn new(
        name: &str,
        points: [Option<usize>; 2],
        orientations: [Option<usize>; 2],
        shape: Shape,
    ) -> Self {
        Self {
            name: name.to_owned(),
            points,
            orientations,
            shape,
            deformations: Vec::new(),
            stiffness: Vec::new(),
            damping: Vec::new(),
            inertia: None,
            preference: Preference::Joint,
        }
    }
}

/// A spatial machine as it is described; immutable afterwards.
#[derive(Debug, Default)]
pub struct SpatialMachine {
    /// Its name.
    pub name: String,
    /// Translational nodes.
    pub points: Vec<Point>,
    /// Rotational nodes.
    pub orientations: Vec<Orientation>,
    /// Parts.
    pub parts: Vec<SpatialPart>,
    /// Acceleration of gravity [m/s²].
    pub gravity: Vector,
    /// Forces and moments.
    pub loads: Vec<Load>,
    /// Forces that work on deformations.
    pub torques: Vec<Torque>,
    /// Names of inputs.
    pub inputs: Vec<String>,
    /// Laws of time.
    pub(crate) laws: Option<TimeLaws>,
    /// Where drives stand among the laws: value, rate, acceleration.
    pub(crate) drives: Vec<usize>,
    /// What is observed.
    pub outputs: Vec<Output>,
    /// Beams, whose elements are parts.
    pub beams: Vec<SpatialBeam>,
    /// Number of points of the model itself, which come first; zero: all.
    pub nodes: usize,
}

/// A beam: elements that follow each other.
#[derive(Clone, Debug)]
pub struct SpatialBeam {
    /// Name.
    pub name: String,
    /// Its elements among the parts.
    pub parts: Range<usize>,
    /// Stress of the outer fibre per moment, where the section gives it.
    pub outer_fibre: Option<OuterFibre>,
}

/// A deformation among all of the machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub part: usize,
    pub own: usize,
    /// Period of an angle; zero: none.
    pub period: f64,
    /// Metres per unit.
    pub scale: f64,
}

/// A coordinate that is fixed or does not exist.
pub(super) const NONE: usize = usize::MAX;

/// A machine with its numbering.
#[derive(Debug)]
pub(super) struct Machine {
    pub described: SpatialMachine,
    pub measures: Vec<Measure>,
    /// First measure of each part.
    pub first: Vec<usize>,
    /// Global coordinates of (r_p, θ_p, r_q, θ_q) of each part; `NONE` where fixed or absent.
    pub columns: Vec<[usize; 12]>,
    /// Number of coordinates.
    pub count: usize,
    /// Extent of the machine and typical length of an element [m].
    pub size: f64,
    pub element: f64,
    /// Parts with mass.
    pub massive: Vec<usize>,
    pub names: Vec<(String, &'static str)>,
    /// Configurations that were searched so far.
    pub searched: AtomicU64,
}

impl Machine {
    /// Numbers a machine; places and attitudes of free nodes become parts of their own.
    pub fn new(mut described: SpatialMachine) -> Self {
        add_nodes(&mut described);
        let (size, element) = lengths(&described);
        let (mut measures, mut first) = (Vec::new(), Vec::new());
        for (part, p) in described.parts.iter().enumerate() {
            first.push(measures.len());
            for (own, d) in p.deformations.iter().enumerate() {
                let scale = if d.unit == "rad" { element } else { 1.0 };
                measures.push(Measure { part, own, period: p.shape.period(own), scale });
            }
        }
        let points = described.points.len();
        let columns = described.parts.iter().map(|part| columns(&described, part)).collect();
        let all = 0..described.parts.len();
        Self {
            massive: all.filter(|k| described.parts[*k].inertia.is_some()).collect(),
            count: 3 * (points + described.orientations.len()),
            searched: AtomicU64::new(0),
            names: described.outputs.iter().map(|o| (o.name.clone(), o.unit())).collect(),
            described,
            measures,
            first,
            columns,
            size,
            element,
        }
    }

    pub fn part(&self, measure: usize) -> &SpatialPart {
        &self.described.parts[self.measures[measure].part]
    }

    pub fn deformation(&self, measure: usize) -> &Deformation {
        &self.part(measure).deformations[self.measures[measure].own]
    }

    /// `beam A, element 3: twist`.
    pub fn measure_name(&self, measure: usize) -> String {
        format!("{}: {}", self.part(measure).name, self.deformation(measure).name)
    }

    /// Measures of a part.
    pub fn of_part(&self, part: usize) -> Range<usize> {
        let first = self.first[part];
        first..first + self.described.parts[part].deformations.len()
    }

    pub fn is_rotation(&self, coordinate: usize) -> bool {
        coordinate >= 3 * self.described.points.len()
    }

    /// Metres per unit of a coordinate.
    pub fn scale(&self, coordinate: usize) -> f64 {
        if self.is_rotation(coordinate) { self.element } else { 1.0 }
    }

    /// The reference configuration.
    pub fn reference(&self) -> Configuration {
        let d = &self.described;
        Configuration::new(d.points.len(), d.orientations.iter().map(|o| o.attitude), self.measures.len())
    }
}

/// Global coordinates of the ends of a part.
fn columns(machine: &SpatialMachine, part: &SpatialPart) -> [usize; 12] {
    let mut columns = [NONE; 12];
    for end in 0..2 {
        let point = part.points[end].filter(|p| !machine.points[*p].fixed);
        let turned = part.orientations[end].filter(|o| !machine.orientations[*o].fixed);
        for i in 0..3 {
            columns[6 * end + i] = point.map_or(NONE, |p| 3 * p + i);
            columns[6 * end + 3 + i] = turned.map_or(NONE, |o| 3 * (machine.points.len() + o) + i);
        }
    }
    columns
}

/// Places and attitudes of free nodes as parts.
fn add_nodes(machine: &mut SpatialMachine) {
    let free = |fixed: bool| !fixed;
    let named = |names: [&'static str; 3], unit: &'static str| {
        names.map(|name| Deformation { name, unit, flexible: true, size: Size::Large, drive: None }).to_vec()
    };
    for (k, point) in machine.points.iter().enumerate().filter(|(_, p)| free(p.fixed)) {
        let mut part =
            SpatialPart::new(&format!("node {}", point.name), [Some(k), None], [None; 2], Shape::Place);
        part.deformations = named(["x", "y", "z"], "m");
        part.preference = Preference::Place;
        machine.parts.push(part);
    }
    for (k, turned) in machine.orientations.iter().enumerate().filter(|(_, o)| free(o.fixed)) {
        let mut part =
            SpatialPart::new(&format!("node {}", turned.name), [None; 2], [Some(k), None], Shape::Attitude);
        part.deformations = named(["rx", "ry", "rz"], "rad");
        part.preference = Preference::Attitude;
        machine.parts.push(part);
    }
}

/// Extent of the machine, and a typical length of its elements.
fn lengths(machine: &SpatialMachine) -> (f64, f64) {
    let mut low = [f64::INFINITY; 3];
    let mut high = [f64::NEG_INFINITY; 3];
    for point in &machine.points {
        for i in 0..3 {
            low[i] = low[i].min(point.position[i]);
            high[i] = high[i].max(point.position[i]);
        }
    }
    let size = if machine.points.is_empty() { 0.0 } else { norm(sub(high, low)) };
    let mut each: Vec<f64> = machine
        .parts
        .iter()
        .filter_map(|part| {
            let [p, q] = part.points;
            let length = norm(sub(machine.points[q?].position, machine.points[p?].position));
            (length > 1e-9 * size).then_some(length)
        })
        .collect();
    each.sort_by(f64::total_cmp);
    let carried = machine.parts.iter().filter_map(|part| part.inertia.as_ref()).map(Inertia::reach);
    let reach = carried.fold(0.0, f64::max);
    let element = each.get(each.len() / 2).copied().unwrap_or(if reach > 0.0 { reach } else { 1.0 });
    (size.max(reach).max(element), element)
}
