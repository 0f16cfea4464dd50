//! The exact linear system of a planar frame or mechanism at rest, written with nodes and beams.

use std::collections::BTreeMap;

use lissom_linalg::Dense;
use lissom_model::model::{
    Attachment, Beam, BeamTheory, Coordinate, Dimension, Direction, Driven, Line, Member, Model, NodeId, Side,
};

use super::error::SpectrumError;
use super::exact_modes::{ExactModes, exact_modes};
use super::linear_system::{Densities, LinearMember, LinearSystem, Profile};

/// Constraint rows that elimination leaves smaller than this are redundant [-].
const REDUNDANT: f64 = 1e-9;

/// The exact linear system of a planar model at rest: every flexible beam is a continuum, not divided into elements.
///
/// Beams may be flexible in bending, in elongation, in both, or rigid. Supports, slides, drives held at rest and
/// rigid deformations are eliminated; masses, springs, dampers and hinge stiffness are lumped parts.
///
/// # Errors
/// [`SpectrumError::NotCovered`] for spatial models, rotating frames, imported parts and torque laws.
pub fn frame_system(model: &Model) -> Result<LinearSystem, SpectrumError> {
    check_covered(model)?;
    let mut frame = Frame::new(model);
    for (number, beam) in model.structure.beams.iter().enumerate() {
        frame.beam(number, beam)?;
    }
    frame.lumps()?;
    frame.links()?;
    frame.supports();
    Ok(frame.finish())
}

/// The first exact modes of a planar frame or mechanism at rest; see [`frame_system`] and [`exact_modes`].
///
/// # Errors
/// Those of both.
pub fn exact_frame_modes(model: &Model, count: usize) -> Result<ExactModes, SpectrumError> {
    exact_modes(&frame_system(model)?, count)
}

fn check_covered(model: &Model) -> Result<(), SpectrumError> {
    let refuse = |part: &str, what| Err(SpectrumError::NotCovered { part: part.to_owned(), what });
    if model.dimension != Dimension::Two {
        return refuse(&model.name, "a model that is not planar");
    }
    if model.spin.is_some() {
        return refuse(&model.name, "a rotating frame");
    }
    if let Some(part) = model.fe_parts.first() {
        return refuse(&part.name, "an imported part");
    }
    if let Some(body) = model.modal_bodies.first() {
        return refuse(&body.name, "a modal body");
    }
    if let Some(truss) = model.structure.trusses.first() {
        return refuse(&truss.name, "a truss");
    }
    if let Some(body) = model.structure.rigid_bodies.first() {
        return refuse(&body.name, "a rigid body");
    }
    if let Some(torque) = model.torques.iter().find(|torque| torque.law.is_some()) {
        return refuse(&torque.name, "a torque law");
    }
    Ok(())
}

/// A combination of coordinates.
type Row = Vec<(usize, f64)>;

/// A continuum in the coordinates of the frame, before constraints are eliminated.
struct Draft {
    name: String,
    length: f64,
    orders: Vec<usize>,
    densities: Densities,
    ends: Vec<Row>,
}

struct Frame<'m> {
    model: &'m Model,
    names: Vec<String>,
    /// The rotation of a node.
    own: Vec<Option<usize>>,
    hinged: BTreeMap<(usize, usize), usize>,
    drafts: Vec<Draft>,
    /// Lumped coefficients with their motion: mass, damping, stiffness.
    lumped: [Vec<(f64, Row)>; 3],
    constraints: Vec<Row>,
}

/// The geometry of a beam: its axis, its length and its two ends as (x, y, φ) coordinates.
struct Span {
    axis: [f64; 2],
    length: f64,
    ends: [[usize; 3]; 2],
}

impl Span {
    fn axial(&self, end: usize) -> Row {
        vec![(self.ends[end][0], self.axis[0]), (self.ends[end][1], self.axis[1])]
    }

    fn transverse(&self, end: usize) -> Row {
        vec![(self.ends[end][0], -self.axis[1]), (self.ends[end][1], self.axis[0])]
    }

    fn rotation(&self, end: usize) -> Row {
        vec![(self.ends[end][2], 1.0)]
    }
}

impl<'m> Frame<'m> {
    fn new(model: &'m Model) -> Self {
        let nodes = &model.structure.nodes;
        let names = nodes.iter().flat_map(|node| [format!("{}.x", node.name), format!("{}.y", node.name)]);
        let mut frame = Self {
            model,
            names: names.collect(),
            own: vec![None; nodes.len()],
            hinged: BTreeMap::new(),
            drafts: Vec::new(),
            lumped: [const { Vec::new() }; 3],
            constraints: Vec::new(),
        };
        for hinge in &model.structure.hinges {
            for side in hinge.between {
                let Side::Part(Member::Beam(beam)) = side else { continue };
                let place = (hinge.at.0, beam.0);
                if !frame.hinged.contains_key(&place) {
                    let part = &model.structure.beams[beam.0].name;
                    let index = frame.add(format!("{}.phi({part})", nodes[hinge.at.0].name));
                    frame.hinged.insert(place, index);
                    frame.own[hinge.at.0].get_or_insert(index);
                }
            }
        }
        frame
    }

    fn add(&mut self, name: String) -> usize {
        self.names.push(name);
        self.names.len() - 1
    }

    /// The rotation of a beam's end: its own where a hinge names it, otherwise the node's.
    fn rotation(&mut self, node: usize, beam: usize) -> usize {
        if let Some(index) = self.hinged.get(&(node, beam)) {
            return *index;
        }
        self.node_rotation(node)
    }

    fn node_rotation(&mut self, node: usize) -> usize {
        match self.own[node] {
            Some(index) => index,
            None => {
                let index = self.add(format!("{}.phi", self.model.structure.nodes[node].name));
                self.own[node] = Some(index);
                index
            }
        }
    }

    fn span(&mut self, number: usize, beam: &Beam) -> Span {
        let [a, b] = beam.nodes.map(|node| self.model.structure.nodes[node.0].position);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy);
        let ends = beam.nodes.map(|node| [2 * node.0, 2 * node.0 + 1, self.rotation(node.0, number)]);
        Span { axis: [dx / length, dy / length], length, ends }
    }

    fn beam(&mut self, number: usize, beam: &Beam) -> Result<(), SpectrumError> {
        let span = self.span(number, beam);
        if span.length.is_nan() || span.length <= 0.0 {
            return Err(SpectrumError::Length { member: beam.name.clone(), length: span.length });
        }
        if beam.flexible.elongation {
            self.rod(beam, &span);
        } else {
            self.inextensible(beam, &span);
        }
        match (beam.flexible.bending, beam.theory, beam.stiffness.shear_y) {
            (false, ..) => self.unbending(beam, &span),
            (true, BeamTheory::Timoshenko, Some(shear)) => self.timoshenko(beam, &span, shear),
            (true, ..) => self.slender(beam, &span),
        }
        Ok(())
    }

    fn draft(&mut self, beam: &Beam, span: &Span, orders: Vec<usize>, energies: [Dense; 2], ends: Vec<Row>) {
        let [mass, stiffness] = energies;
        let n = mass.rows();
        let mut damping = stiffness.clone();
        damping.scale(beam.kelvin_voigt);
        let densities =
            Densities { mass, gyroscopic: Dense::zeros(n, n), damping, stiffness, load: vec![0.0; n] };
        let name = format!("{} ({})", beam.name, if orders == [1] { "axial" } else { "bending" });
        self.drafts.push(Draft { name, length: span.length, orders, densities, ends });
    }

    /// z = (u, u′).
    fn rod(&mut self, beam: &Beam, span: &Span) {
        let mass = Dense::from_diagonal(&[beam.inertia.mass, 0.0]);
        let stiffness = Dense::from_diagonal(&[0.0, beam.stiffness.axial]);
        self.draft(beam, span, vec![1], [mass, stiffness], vec![span.axial(0), span.axial(1)]);
    }

    /// z = (w, w′, w″), with rotary inertia where the section has it.
    fn slender(&mut self, beam: &Beam, span: &Span) {
        let mass = Dense::from_diagonal(&[beam.inertia.mass, beam.inertia.rotary_z, 0.0]);
        let stiffness = Dense::from_diagonal(&[0.0, 0.0, beam.stiffness.bending_z]);
        let ends = vec![span.transverse(0), span.rotation(0), span.transverse(1), span.rotation(1)];
        self.draft(beam, span, vec![2], [mass, stiffness], ends);
    }

    /// z = (w, φ, w′, φ′).
    fn timoshenko(&mut self, beam: &Beam, span: &Span, shear: f64) {
        let mass = Dense::from_diagonal(&[beam.inertia.mass, beam.inertia.rotary_z, 0.0, 0.0]);
        let mut stiffness = Dense::from_diagonal(&[0.0, shear, shear, beam.stiffness.bending_z]);
        stiffness[(1, 2)] = -shear;
        stiffness[(2, 1)] = -shear;
        let ends = vec![span.transverse(0), span.rotation(0), span.transverse(1), span.rotation(1)];
        self.draft(beam, span, vec![1, 1], [mass, stiffness], ends);
    }

    /// u is the same everywhere.
    fn inextensible(&mut self, beam: &Beam, span: &Span) {
        self.constraints.push(difference(&span.axial(1), &span.axial(0)));
        self.lumped[0].push((beam.inertia.mass * span.length, span.axial(0)));
    }

    /// w = w_a + x φ_a: the mass at the middle, and the inertia about it.
    fn unbending(&mut self, beam: &Beam, span: &Span) {
        let (mass, length) = (beam.inertia.mass * span.length, span.length);
        let mut middle = span.transverse(0);
        middle.extend(scaled(&span.rotation(0), length / 2.0));
        self.lumped[0].push((mass, middle));
        let inertia = mass * length * length / 12.0 + beam.inertia.rotary_z * length;
        self.lumped[0].push((inertia, span.rotation(0)));
        let mut bend = difference(&span.transverse(1), &span.transverse(0));
        bend.extend(scaled(&span.rotation(0), -length));
        self.constraints.push(bend);
        self.constraints.push(difference(&span.rotation(1), &span.rotation(0)));
    }

    fn lumps(&mut self) -> Result<(), SpectrumError> {
        for mass in &self.model.structure.masses {
            let Attachment::Node(NodeId(node)) = mass.at else {
                return Err(SpectrumError::NotCovered { part: mass.name.clone(), what: "a mass on a port" });
            };
            let mut moves = [vec![(2 * node, 1.0)], vec![(2 * node + 1, 1.0)]];
            let turns = mass.inertia[2][2] != 0.0 || mass.offset[..2].iter().any(|offset| *offset != 0.0);
            if turns {
                let rotation = self.node_rotation(node);
                moves[0].push((rotation, -mass.offset[1]));
                moves[1].push((rotation, mass.offset[0]));
                self.lumped[0].push((mass.inertia[2][2], vec![(rotation, 1.0)]));
            }
            self.lumped[0].extend(moves.map(|row| (mass.mass, row)));
        }
        Ok(())
    }

    fn links(&mut self) -> Result<(), SpectrumError> {
        for spring in &self.model.structure.springs {
            let rows = self.link(&spring.name, &spring.sides, spring.line)?;
            self.lumped[2].extend(rows.into_iter().map(|row| (spring.stiffness, row)));
        }
        for damper in &self.model.structure.dampers {
            let rows = self.link(&damper.name, &damper.sides, damper.line)?;
            self.lumped[1].extend(rows.into_iter().map(|row| (damper.damping, row)));
        }
        for hinge in &self.model.structure.hinges {
            let mut row = Vec::new();
            for (side, sign) in hinge.between.iter().zip([-1.0, 1.0]) {
                if let Side::Part(Member::Beam(beam)) = side {
                    row.push((self.rotation(hinge.at.0, beam.0), sign));
                }
            }
            self.lumped[2].push((hinge.stiffness, row.clone()));
            self.lumped[1].push((hinge.damping, row));
        }
        Ok(())
    }

    /// The relative motions that a spring or damper resists.
    fn link(
        &mut self,
        name: &str,
        sides: &[Side<Attachment>; 2],
        line: Line,
    ) -> Result<Vec<Row>, SpectrumError> {
        let mut nodes = [None; 2];
        for (slot, side) in nodes.iter_mut().zip(sides) {
            *slot = match side {
                Side::Ground => None,
                Side::Part(Attachment::Node(node)) => Some(node.0),
                Side::Part(_) => {
                    return Err(SpectrumError::NotCovered {
                        part: name.to_owned(),
                        what: "a link to a port",
                    });
                }
            };
        }
        let directions = match line {
            Line::Directed(direction) => vec![direction],
            Line::Isotropic => vec![Direction::Along([1.0, 0.0, 0.0]), Direction::Along([0.0, 1.0, 0.0])],
            Line::Axial => vec![self.joining_line(name, nodes)?],
        };
        let mut rows = Vec::new();
        for direction in directions {
            let mut row = Vec::new();
            for (node, sign) in nodes.into_iter().zip([-1.0, 1.0]) {
                if let Some(node) = node {
                    row.extend(scaled(&self.measure(node, direction), sign));
                }
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn joining_line(&self, name: &str, nodes: [Option<usize>; 2]) -> Result<Direction, SpectrumError> {
        if let [Some(a), Some(b)] = nodes {
            let [a, b] = [a, b].map(|node| self.model.structure.nodes[node].position);
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let length = dx.hypot(dy);
            if length > 0.0 {
                return Ok(Direction::Along([dx / length, dy / length, 0.0]));
            }
        }
        Err(SpectrumError::NotCovered {
            part: name.to_owned(),
            what: "a link without a line between its nodes",
        })
    }

    fn measure(&mut self, node: usize, direction: Direction) -> Row {
        match direction {
            Direction::Along(axis) => vec![(2 * node, axis[0]), (2 * node + 1, axis[1])],
            Direction::About(axis) => vec![(self.node_rotation(node), axis[2])],
        }
    }

    fn supports(&mut self) {
        let model = self.model;
        for fix in &model.structure.fixes {
            for node in &fix.nodes {
                for coordinate in &fix.coordinates {
                    let index = match coordinate {
                        Coordinate::X => Some(2 * node.0),
                        Coordinate::Y => Some(2 * node.0 + 1),
                        Coordinate::Rz => self.own[node.0],
                        Coordinate::Z | Coordinate::Rx | Coordinate::Ry => None,
                    };
                    self.constraints.extend(index.map(|index| vec![(index, 1.0)]));
                }
            }
        }
        for hinge in model.structure.hinges.iter().filter(|hinge| hinge.between.contains(&Side::Ground)) {
            self.constraints.extend([vec![(2 * hinge.at.0, 1.0)], vec![(2 * hinge.at.0 + 1, 1.0)]]);
        }
        for slide in &model.structure.slides {
            let node = slide.node.0;
            self.constraints.push(vec![(2 * node, -slide.direction[1]), (2 * node + 1, slide.direction[0])]);
        }
        for drive in &model.structure.drives {
            let row = match drive.what {
                Driven::Node(node, direction) => self.measure(node.0, direction),
                // Planar models have hinges only.
                Driven::Joint(_) => continue,
                Driven::Hinge(hinge) => {
                    let hinge = &model.structure.hinges[hinge.0];
                    let sides = hinge.between.iter().zip([-1.0, 1.0]);
                    let turning = sides.filter_map(|(side, sign)| match side {
                        Side::Part(Member::Beam(beam)) => Some((beam.0, sign)),
                        Side::Part(Member::Body(_) | Member::Part(_)) => None,
                        Side::Ground => None,
                    });
                    turning.map(|(beam, sign)| (self.rotation(hinge.at.0, beam), sign)).collect()
                }
            };
            self.constraints.push(row);
        }
    }

    /// Eliminates the constraints and assembles.
    fn finish(self) -> LinearSystem {
        let (independent, transformation) = eliminate(self.names.len(), &self.constraints);
        let n = independent.len();
        let reduced = |row: &Row| {
            let mut dense = vec![0.0; n];
            for (index, factor) in row {
                for (j, entry) in dense.iter_mut().enumerate() {
                    *entry += factor * transformation[(*index, j)];
                }
            }
            dense
        };
        let members = self.drafts.iter().map(|draft| {
            let rows: Vec<Vec<f64>> = draft.ends.iter().map(reduced).collect();
            LinearMember {
                name: draft.name.clone(),
                length: draft.length,
                orders: draft.orders.clone(),
                shared: Vec::new(),
                profile: Profile::Uniform(draft.densities.clone()),
                ends: Dense::from_fn(rows.len(), n, |i, j| rows[i][j]),
            }
        });
        let members = members.collect();
        let [mass, damping, stiffness] = self.lumped.each_ref().map(|parts| {
            let mut total = Dense::zeros(n, n);
            for (factor, row) in parts {
                let row = reduced(row);
                for j in 0..n {
                    for i in 0..n {
                        total[(i, j)] += factor * row[i] * row[j];
                    }
                }
            }
            total
        });
        let names = independent.iter().map(|index| self.names[*index].clone()).collect();
        LinearSystem {
            names,
            members,
            mass,
            gyroscopic: Dense::zeros(n, n),
            damping,
            stiffness,
            force: vec![0.0; n],
        }
    }
}

fn scaled(row: &Row, factor: f64) -> Row {
    row.iter().map(|(index, value)| (*index, factor * value)).collect()
}

fn difference(a: &Row, b: &Row) -> Row {
    a.iter().copied().chain(scaled(b, -1.0)).collect()
}

/// Expresses one coordinate per constraint by the others: the independent coordinates and x = T y.
fn eliminate(n: usize, constraints: &[Row]) -> (Vec<usize>, Dense) {
    let mut rows: Vec<(usize, Vec<f64>)> = Vec::new();
    for constraint in constraints {
        let mut row = vec![0.0; n];
        for (index, factor) in constraint {
            row[*index] += factor;
        }
        let size = row.iter().fold(0.0f64, |most, entry| most.max(entry.abs()));
        for (pivot, known) in &rows {
            let factor = row[*pivot];
            row.iter_mut().zip(known).for_each(|(entry, other)| *entry -= factor * other);
        }
        let (pivot, largest) = row
            .iter()
            .enumerate()
            .fold((0, 0.0f64), |best, (at, e)| if e.abs() > best.1 { (at, e.abs()) } else { best });
        if largest <= REDUNDANT * size || largest == 0.0 {
            continue;
        }
        let factor = row[pivot];
        row.iter_mut().for_each(|entry| *entry /= factor);
        for (_, known) in &mut rows {
            let factor = known[pivot];
            known.iter_mut().zip(&row).for_each(|(entry, other)| *entry -= factor * other);
        }
        rows.push((pivot, row));
    }
    let independent: Vec<usize> =
        (0..n).filter(|index| rows.iter().all(|(pivot, _)| pivot != index)).collect();
    let mut transformation = Dense::zeros(n, independent.len());
    for (j, index) in independent.iter().enumerate() {
        transformation[(*index, j)] = 1.0;
        for (pivot, row) in &rows {
            transformation[(*pivot, j)] = -row[*index];
        }
    }
    (independent, transformation)
}
