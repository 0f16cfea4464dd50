//! The constants of a spatial machine: nodes, parts, loads; what does not depend on the choice of coordinates.

use super::building::SpatialEnd;
use super::configuration::Configuration;
use super::elements::{Inertia, MOST, Shape};
use super::jet::{Gradient, Jet, LOCAL};
use super::load::{LineLoad, Load, Torque};
use super::motion_laws::{FedLoad, LawTorque};
use super::output::{ExpressionOutput, Output};
use super::ragged::Ragged;
use super::rotation::Rotation;
use super::superelement::Superelement;
use crate::elements::Deformation;
use crate::friction::{DECISIONS, Friction};
use crate::laws::TimeLaws;
use crate::parts::moving_part::MovingParts;
use crate::system::Size;
use crate::vector::{Vector, norm, sub};
use lissom_model::model::{OuterFibre, SectionStress};
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
    /// Where it stays, from the reference configuration [m].
    pub moved: Vector,
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
    /// How it stays turned from the reference configuration: a rotation vector [rad].
    pub turned: Vector,
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
    /// Names of the deformations, where they are not those of a kind of part.
    pub labels: Vec<String>,
    /// S over its deformations, row by row; empty without stress.
    pub stiffness: Vec<f64>,
    /// S_d, row by row; empty without damping.
    pub damping: Vec<f64>,
    /// Its mass.
    pub inertia: Option<Inertia>,
    /// The mass of a beam whose weight acts on its bent axis; zero: the weight is M g [kg].
    pub spread_mass: f64,
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
            labels: Vec::new(),
            stiffness: Vec::new(),
            damping: Vec::new(),
            inertia: None,
            spread_mass: 0.0,
            preference: Preference::Joint,
        }
    }

    /// Points and orientations of all its ends; a superelement has more than two.
    pub(super) fn ends(&self) -> impl Iterator<Item = (Option<usize>, Option<usize>)> + '_ {
        let many = self.superelement();
        let nodes = many.into_iter().flat_map(Superelement::nodes);
        let two = (0..2).filter(move |_| many.is_none());
        let of = |end: SpatialEnd| (Some(end.point), end.orientation);
        nodes.map(of).chain(two.map(|end| (self.points[end], self.orientations[end])))
    }

    /// The superelement that it is, if it is one.
    pub(super) fn superelement(&self) -> Option<&Superelement> {
        match &self.shape {
            Shape::Superelement(own) => Some(own),
            _ => None,
        }
    }

    /// Whether it has mass.
    pub(super) fn is_massive(&self) -> bool {
        self.inertia.is_some() || self.superelement().is_some()
    }

    /// Number of its local coordinates.
    fn width(&self) -> usize {
        self.superelement().map_or(LOCAL, Superelement::columns)
    }

    /// Which of its local coordinates its mass moves with.
    pub(super) fn has_mass_at(&self, l: usize) -> bool {
        match &self.inertia {
            Some(inertia) => inertia.slots()[l / 3],
            None => self.superelement().is_some(),
        }
    }

    /// Which of its local coordinates its deformations depend on.
    pub(super) fn depends_on(&self, l: usize) -> bool {
        self.superelement().is_some() || self.shape.slots()[l / 3]
    }
}

/// A beam of several elements, for pictures and stresses.
#[derive(Clone, Debug)]
pub struct BeamParts {
    /// Its name.
    pub name: String,
    /// Its elements among the parts.
    pub parts: Range<usize>,
    /// Data of its cross-section, if known.
    pub section: Option<SectionStress>,
    /// EA [N].
    pub axial: f64,
    /// Stress of the outer fibre per bending moment, if known.
    pub outer_fibre: Option<OuterFibre>,
}

/// A joint as forces see it.
#[derive(Clone, Debug)]
pub struct JointEnds {
    /// Its name.
    pub name: String,
    /// Its own parts: rotations, offsets, screws.
    pub parts: Vec<usize>,
    /// Parts of one side, where both sides share their point.
    pub members: Vec<usize>,
    /// That point.
    pub point: usize,
    /// 1 where these parts are those of the second side, −1 where of the first.
    pub sign: f64,
}

/// A spatial machine as it is described; immutable afterwards.
#[derive(Debug, Default)]
pub struct SpatialMachine {
    /// Its name.
    pub name: String,
    /// The FE parts of the model it was made of.
    pub moving: MovingParts,
    /// Translational nodes.
    pub points: Vec<Point>,
    /// How many of them are nodes; the others are places of ground. Zero: all.
    pub nodes: usize,
    /// Rotational nodes.
    pub orientations: Vec<Orientation>,
    /// Names of scalar coordinates: amplitudes of superelements.
    pub scalars: Vec<String>,
    /// Whether everything stays in the x-y plane: nodes do not move along z, nor turn about x and y.
    pub planar: bool,
    /// Parts.
    pub parts: Vec<SpatialPart>,
    /// Beams, each with its elements among the parts.
    pub beams: Vec<BeamParts>,
    /// Joints: hinges first, then the others.
    pub joints: Vec<JointEnds>,
    /// Parts that are supports: they hold a node to ground.
    pub supports: Vec<usize>,
    /// Acceleration of gravity [m/s²].
    pub gravity: Vector,
    /// Forces and moments.
    pub loads: Vec<Load>,
    /// Forces along beams.
    pub line_loads: Vec<LineLoad>,
    /// Forces that work on deformations.
    pub torques: Vec<Torque>,
    /// Names of inputs.
    pub inputs: Vec<String>,
    /// Laws that work on deformations.
    pub(crate) law_torques: Vec<LawTorque>,
    /// Forces at nodes that depend on the motion of others.
    pub(crate) fed: Vec<FedLoad>,
    /// Dry friction.
    pub(crate) frictions: Vec<Friction>,
    /// Laws of time.
    pub(crate) laws: Option<TimeLaws>,
    /// Where drives stand among the laws: value, rate, acceleration.
    pub(crate) drives: Vec<usize>,
    /// What is observed.
    pub outputs: Vec<Output>,
    /// Expressions among the outputs.
    pub(crate) expressions: Vec<ExpressionOutput>,
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
    /// Whether it cannot occur in a plane: neither held nor a coordinate.
    pub absent: bool,
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
    pub columns: Ragged<usize>,
    /// Which coordinates are fixed or do not exist.
    pub fixed: Vec<bool>,
    /// Number of coordinates.
    pub count: usize,
    /// Extent of the machine and typical length of an element [m].
    pub size: f64,
    pub element: f64,
    /// Parts with mass.
    pub massive: Vec<usize>,
    /// Parts that are superelements, by their number.
    pub superelements: Vec<usize>,
    /// Number of decisions of all laws.
    pub switches: usize,
    pub names: Vec<(String, &'static str)>,
    /// Configurations that were searched so far.
    pub searched: AtomicU64,
}

impl Machine {
    /// Numbers a machine; places and attitudes of free nodes become parts of their own.
    pub fn new(mut described: SpatialMachine) -> Self {
        add_nodes(&mut described);
        described.parts.iter_mut().for_each(hold_inflexible);
        let switches = number_switches(&mut described);
        let (size, element) = lengths(&described);
        let (mut measures, mut first) = (Vec::new(), Vec::new());
        for (part, p) in described.parts.iter().enumerate() {
            first.push(measures.len());
            for (own, d) in p.deformations.iter().enumerate() {
                let scale = if d.unit == "rad" { element } else { 1.0 };
                measures.push(Measure { part, own, period: p.shape.period(own), scale, absent: false });
            }
        }
        let points = described.points.len();
        let fixed = fixed(&described);
        let columns = columns(&described, &fixed);
        let all = 0..described.parts.len();
        let mut superelements: Vec<usize> =
            all.clone().filter(|k| described.parts[*k].superelement().is_some()).collect();
        superelements.sort_by_key(|k| described.parts[*k].superelement().map(|own| own.number));
        let mut this = Self {
            massive: all.filter(|k| described.parts[*k].is_massive()).collect(),
            count: 3 * (points + described.orientations.len()) + described.scalars.len(),
            superelements,
            fixed,
            searched: AtomicU64::new(0),
            names: described.outputs.iter().map(|o| (o.name.clone(), o.unit())).collect(),
            described,
            switches,
            measures,
            first,
            columns,
            size,
            element,
        };
        if this.described.planar {
            this.find_absent();
        }
        this
    }

    /// In a plane, deformations that no free coordinate changes do not occur.
    fn find_absent(&mut self) {
        let at = self.reference();
        for (k, part) in self.described.parts.iter().enumerate() {
            if part.superelement().is_some() {
                continue;
            }
            let mut e = [Gradient::constant(0.0); MOST];
            part.shape.gradients(&at.ends(part.points, part.orientations, &at.attitude), &mut e);
            let columns = &self.columns[k];
            for (own, found) in e[..part.deformations.len()].iter().enumerate() {
                let size = found.by.iter().fold(0.0_f64, |most, d| most.max(d.abs()));
                let is_free = |(d, c): (&f64, &usize)| *c != NONE && d.abs() > FLAT * size;
                let occurs = found.by.iter().zip(columns).any(is_free);
                // Between fixed nodes nothing moves in space either: such constraints are checked as they are.
                let has_free = columns.iter().any(|c| *c != NONE);
                self.measures[self.first[k] + own].absent = has_free && !occurs;
            }
        }
    }

    /// Number of deformations of a part that can occur.
    pub fn occurring(&self, part: usize) -> usize {
        self.of_part(part).filter(|m| !self.measures[*m].absent).count()
    }

    /// The node of an interface of a superelement.
    pub fn node_of_interface(&self, part: usize, interface: usize) -> String {
        let own = self.described.parts[part].superelement();
        own.map_or_else(String::new, |own| self.described.points[own.ends[interface].point].name.clone())
    }

    pub fn part(&self, measure: usize) -> &SpatialPart {
        &self.described.parts[self.measures[measure].part]
    }

    pub fn deformation(&self, measure: usize) -> &Deformation {
        &self.part(measure).deformations[self.measures[measure].own]
    }

    /// `beam A, element 3: twist`.
    pub fn measure_name(&self, measure: usize) -> String {
        let (part, own) = (self.part(measure), self.measures[measure].own);
        let name = part.labels.get(own).map_or(part.deformations[own].name, String::as_str);
        format!("{}: {name}", part.name)
    }

    /// Measures of a part.
    pub fn of_part(&self, part: usize) -> Range<usize> {
        let first = self.first[part];
        first..first + self.described.parts[part].deformations.len()
    }

    pub fn is_rotation(&self, coordinate: usize) -> bool {
        let first = 3 * self.described.points.len();
        (first..first + 3 * self.described.orientations.len()).contains(&coordinate)
    }

    /// Metres per unit of a coordinate.
    pub fn scale(&self, coordinate: usize) -> f64 {
        if self.is_rotation(coordinate) { self.element } else { 1.0 }
    }

    /// The reference configuration.
    pub fn reference(&self) -> Configuration {
        let d = &self.described;
        let attitude = |o: &Orientation| match o.fixed {
            true => Rotation::exp(o.turned).after(o.attitude),
            false => o.attitude,
        };
        let mut at =
            Configuration::new(d.points.len(), d.orientations.iter().map(attitude), self.measures.len());
        at.scalar.resize(d.scalars.len(), 0.0);
        for (place, point) in at.displacement.iter_mut().zip(&d.points).filter(|(_, point)| point.fixed) {
            *place = point.moved;
        }
        at
    }
}

/// What is held at zero has no stress of its own: what holds it follows from the motion. What a drive moves keeps it.
fn hold_inflexible(part: &mut SpatialPart) {
    let n = part.deformations.len();
    let moves: Vec<bool> = part.deformations.iter().map(|d| d.flexible || d.drive.is_some()).collect();
    for matrix in [&mut part.stiffness, &mut part.damping] {
        for (k, value) in matrix.iter_mut().enumerate() {
            if !moves[k / n] || !moves[k % n] {
                *value = 0.0;
            }
        }
        if matrix.iter().all(|value| *value == 0.0) {
            matrix.clear();
        }
    }
}

/// Numbers the decisions of all laws, those of time first; returns how many there are.
fn number_switches(machine: &mut SpatialMachine) -> usize {
    let mut next = machine.laws.as_ref().map_or(0, |laws| laws.program().switch_count());
    let mut range = |count: usize| {
        next += count;
        next - count..next
    };
    for torque in &mut machine.law_torques {
        torque.switches = range(torque.law.program().switch_count());
    }
    for load in &mut machine.fed {
        load.switches = range(load.law.program().switch_count());
    }
    for friction in &mut machine.frictions {
        friction.switch = range(DECISIONS).start;
    }
    next
}

/// Gradients below this share of the whole are rounding: in a plane, deformations that they belong to do not occur.
const FLAT: f64 = 1e-12;

/// Which coordinates are those of fixed nodes, or do not exist in the plane.
fn fixed(machine: &SpatialMachine) -> Vec<bool> {
    let points = machine.points.iter().flat_map(|p| [0, 1, 2].map(|i| p.fixed || (machine.planar && i == 2)));
    let turned =
        machine.orientations.iter().flat_map(|o| [0, 1, 2].map(|i| o.fixed || (machine.planar && i < 2)));
    points.chain(turned).chain(machine.scalars.iter().map(|_| false)).collect()
}

/// Global coordinates of the ends of all parts.
fn columns(machine: &SpatialMachine, fixed: &[bool]) -> Ragged<usize> {
    let mut all = Ragged::filled(machine.parts.iter().map(SpatialPart::width), NONE);
    let free = |c: usize| if fixed[c] { NONE } else { c };
    let turning = 3 * machine.points.len();
    for (k, part) in machine.parts.iter().enumerate() {
        for (end, (point, turned)) in part.ends().enumerate() {
            for i in 0..3 {
                all[k][6 * end + i] = point.map_or(NONE, |p| free(3 * p + i));
                all[k][6 * end + 3 + i] = turned.map_or(NONE, |o| free(turning + 3 * o + i));
            }
        }
        if let Some(own) = part.superelement() {
            let first = turning + 3 * machine.orientations.len() + own.first_scalar;
            let inner = part.width() - own.amplitudes;
            (0..own.amplitudes).for_each(|j| all[k][inner + j] = first + j);
        }
    }
    all
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
    let own = machine.parts.iter().filter_map(SpatialPart::superelement).map(Superelement::reach);
    let own = own.fold(0.0, f64::max);
    // A part with one interface may have all its nodes in one place.
    let size = if machine.points.is_empty() { 0.0 } else { norm(sub(high, low)) }.max(own);
    let mut each: Vec<f64> = machine
        .parts
        .iter()
        .filter_map(|part| {
            let [p, q] = part.points;
            let length = norm(sub(machine.points[q?].position, machine.points[p?].position));
            (length > 1e-9 * size).then_some(length)
        })
        .collect();
    for own in machine.parts.iter().filter_map(SpatialPart::superelement) {
        each.extend(own.chord.map(norm));
    }
    each.sort_by(f64::total_cmp);
    let carried = machine.parts.iter().filter_map(|part| part.inertia.as_ref()).map(Inertia::reach);
    let reach = carried.fold(own, f64::max);
    let element = each.get(each.len() / 2).copied().unwrap_or(if reach > 0.0 { reach } else { 1.0 });
    (size.max(reach).max(element), element)
}
