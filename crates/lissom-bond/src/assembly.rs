//! Modal bodies and their attachments as one bond graph.
//!
//! A body becomes, per mode, a 1-junction with its I, C and R; per port, a 0-junction; between them transformers with
//! the shape values; and on the 0-junctions the C-field of the residual \[Clemen2021, Fig. 2\]. Bonds point from
//! outside into the port: otherwise an attached mass would move against the body, which no eigenvalue
//! reveals.

use crate::constant::Constant;
use crate::error::BondError;
use crate::graph::{BondGraph, BondId, ElementId, Field, Kind, Probe};
use crate::modal_body::{ModalBody, Mode};
use std::collections::BTreeMap;

/// A port of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PortId {
    /// The body, in order of addition.
    pub body: usize,
    /// Its port.
    pub port: usize,
}

/// One side of a spring or damper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The inertial frame.
    Ground,
    /// A port.
    Port(PortId),
}

/// What is measured at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Displacement, rigid motion included \[m\].
    Position,
    /// Velocity [m/s].
    Velocity,
}

/// A weight, what is measured, and where.
pub type Reading = (f64, Motion, PortId);

#[derive(Clone, Debug)]
enum Attached {
    Mass(String, f64),
    Force(String),
    Velocity(String),
}

#[derive(Clone, Debug)]
struct Link {
    name: String,
    sides: [Side; 2],
    coefficient: f64,
    is_spring: bool,
}

/// Modal bodies, and the masses, springs, dampers, forces and velocities at their ports.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    bodies: Vec<ModalBody>,
    attached: Vec<(PortId, Attached)>,
    links: Vec<Link>,
    outputs: Vec<(String, Vec<Reading>)>,
}

impl Assembly {
    /// An empty assembly.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a body; its ports are then `PortId { body, port }` with the number returned.
    pub fn add_body(&mut self, body: ModalBody) -> usize {
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    /// The port of that name, `body.port`.
    ///
    /// # Errors
    /// [`BondError::Unknown`].
    pub fn port(&self, body: &str, port: &str) -> Result<PortId, BondError> {
        let find = |b: usize| {
            self.bodies[b].ports.iter().position(|p| p == port).map(|p| PortId { body: b, port: p })
        };
        let found = (0..self.bodies.len()).find(|&b| self.bodies[b].name == body).and_then(find);
        found.ok_or_else(|| BondError::Unknown { what: "port", name: format!("{body}.{port}") })
    }

    /// Attaches a mass \[kg\].
    pub fn mass(&mut self, name: &str, at: PortId, mass: f64) {
        self.attached.push((at, Attached::Mass(name.to_owned(), mass)));
    }

    /// Attaches a force: an input.
    pub fn force(&mut self, name: &str, at: PortId) {
        self.attached.push((at, Attached::Force(name.to_owned())));
    }

    /// Prescribes the velocity of a port: an input.
    pub fn velocity(&mut self, name: &str, at: PortId) {
        self.attached.push((at, Attached::Velocity(name.to_owned())));
    }

    /// Adds a spring between two ports or a port and ground [N/m].
    pub fn spring(&mut self, name: &str, sides: [Side; 2], stiffness: f64) {
        self.links.push(Link { name: name.to_owned(), sides, coefficient: stiffness, is_spring: true });
    }

    /// Adds a damper between two ports or a port and ground [N s/m].
    pub fn damper(&mut self, name: &str, sides: [Side; 2], damping: f64) {
        self.links.push(Link { name: name.to_owned(), sides, coefficient: damping, is_spring: false });
    }

    /// Adds an output: a weighted sum of motions.
    pub fn observe(&mut self, name: &str, terms: Vec<Reading>) {
        self.outputs.push((name.to_owned(), terms));
    }

    /// The place of an attached mass.
    #[must_use]
    pub fn place_of_mass(&self, name: &str) -> Option<PortId> {
        self.attached.iter().find_map(|(at, what)| match what {
            Attached::Mass(mass, _) if mass == name => Some(*at),
            _ => None,
        })
    }

    /// The same assembly with the modes alone.
    #[must_use]
    pub fn without_residual(&self) -> Self {
        Self { bodies: self.bodies.iter().map(ModalBody::without_residual).collect(), ..self.clone() }
    }

    /// The bond graph.
    ///
    /// # Errors
    /// [`BondError::NegativeStiffness`] for a spring or damper that is not positive.
    pub fn graph(&self) -> Result<BondGraph, BondError> {
        let mut builder =
            Builder { graph: BondGraph::new(), ports: BTreeMap::new(), displacements: BTreeMap::new() };
        for (b, body) in self.bodies.iter().enumerate() {
            if let Some(port) = body.held_ports().first() {
                return Err(BondError::HeldPort { body: body.name.clone(), port: (*port).to_owned() });
            }
            let prefix = if self.bodies.len() == 1 { String::new() } else { format!("{}_", body.name) };
            builder.body(b, body, &prefix);
        }
        let points = self.points(&mut builder);
        for link in &self.links {
            builder.link(link, &points)?;
        }
        for (name, terms) in &self.outputs {
            builder.output(name, terms);
        }
        Ok(builder.graph)
    }

    /// Connects the attachments of every port; returns the 1-junctions of those ports that need one.
    fn points(&self, builder: &mut Builder) -> BTreeMap<PortId, ElementId> {
        let mut points = BTreeMap::new();
        let ports: Vec<PortId> = builder.ports.keys().copied().collect();
        for port in ports {
            let attached: Vec<&Attached> =
                self.attached.iter().filter(|(at, _)| *at == port).map(|(_, what)| what).collect();
            let linked = self.links.iter().any(|l| l.sides.contains(&Side::Port(port)));
            let name = format!("{}.{}", self.bodies[port.body].name, self.bodies[port.body].ports[port.port]);
            if let Some(point) = builder.point(port, &name, &attached, linked) {
                points.insert(port, point);
            }
        }
        points
    }
}

/// The 0-junction of a port and the bond that leads into it from outside.
struct PortJunction {
    junction: ElementId,
    outside: Option<BondId>,
}

struct Builder {
    graph: BondGraph,
    ports: BTreeMap<PortId, PortJunction>,
    /// Displacement of every port as weights of probes.
    displacements: BTreeMap<PortId, Vec<(Constant, Probe)>>,
}

impl Builder {
    fn body(&mut self, number: usize, body: &ModalBody, prefix: &str) {
        let ids: Vec<PortId> = (0..body.ports.len()).map(|port| PortId { body: number, port }).collect();
        for (id, port) in ids.iter().zip(&body.ports) {
            let junction = self.graph.add(&format!("{}.{port}", body.name), Kind::Zero);
            self.ports.insert(*id, PortJunction { junction, outside: None });
            self.displacements.insert(*id, Vec::new());
        }
        for (label, mode) in labels(&body.modes).iter().zip(&body.modes) {
            self.mode(&ids, body, prefix, label, mode);
        }
        self.residual(&ids, body, prefix);
    }

    /// A mode: its 1-junction with I, C and R, and a transformer to each port that it moves.
    fn mode(&mut self, ids: &[PortId], body: &ModalBody, prefix: &str, label: &str, mode: &Mode) {
        let named = |letter: &str| format!("{prefix}{letter}{label}");
        let junction = self.graph.add(&format!("{prefix}mode {label}"), Kind::One);
        let mass = Field::scalar(Constant::named(&named("m"), mode.mass));
        let inertia = self.storage(&named("m"), Kind::Inertia(mass), vec![named("p")]);
        let travel = self.graph.connect(junction, inertia);
        let mut probe = Probe::Travel(travel);
        if !mode.is_rigid() {
            let compliance = Field::scalar(Constant::reciprocal(&named("k"), mode.stiffness));
            let spring = self.storage(&named("k"), Kind::Compliance(compliance), vec![named("q")]);
            self.graph.connect(junction, spring);
            probe = Probe::Stored(spring, 0);
        }
        if mode.damping > 0.0 {
            let resistance = self.graph.add_resistance(&named("d"), mode.damping);
            self.graph.connect(junction, resistance);
        }
        for (id, port) in ids.iter().zip(&body.ports) {
            let shape = mode.shape[id.port];
            let name = format!("{}_{port}", named("Y"));
            if shape == 0.0 {
                continue;
            }
            let weight = if mode.is_rigid() && shape == 1.0 {
                Constant::number(1.0)
            } else {
                Constant::named(&name, shape)
            };
            self.shape(*id, junction, &name, &weight, shape);
            self.displace(*id, weight, probe);
        }
    }

    /// Port → transformer → mode; a shape that is the plain number one needs no transformer.
    fn shape(&mut self, port: PortId, mode: ElementId, name: &str, weight: &Constant, shape: f64) {
        let zero = self.ports[&port].junction;
        if weight.name().is_none() {
            self.graph.connect(zero, mode);
            return;
        }
        let transformer = self.graph.add(name, Kind::Transformer(Constant::reciprocal(name, shape)));
        self.graph.connect(zero, transformer);
        self.graph.connect(transformer, mode);
    }

    /// The residual: a C-field on the ports that have one, or, if it is singular there, a compliance per direction.
    fn residual(&mut self, ids: &[PortId], body: &ModalBody, prefix: &str) {
        let active = body.residual.active_ports();
        if active.is_empty() {
            return;
        }
        if body.residual.rank() < active.len() {
            self.reduced_residual(ids, body, prefix);
            return;
        }
        let matrix = body.residual.matrix();
        let entry = |i: usize, j: usize| {
            let (low, high) = (i.min(j), i.max(j));
            Constant::named(
                &format!("{prefix}c_{}_{}", body.ports[low], body.ports[high]),
                matrix[(low, high)],
            )
        };
        let rows = active.iter().map(|&i| active.iter().map(|&j| entry(i, j)).collect()).collect();
        let states = active.iter().map(|&i| format!("{prefix}q_{}", body.ports[i])).collect();
        let field =
            self.storage(&format!("{prefix}residual"), Kind::Compliance(Field::from_rows(rows)), states);
        self.graph.elements[field.0].residual = true;
        for (port, &i) in active.iter().enumerate() {
            self.graph.connect(self.ports[&ids[i]].junction, field);
            self.displace(ids[i], Constant::number(1.0), Probe::Stored(field, port));
        }
    }

    /// C_r = W diag(λ) Wᵀ of lower rank: each direction is a mode without mass.
    fn reduced_residual(&mut self, ids: &[PortId], body: &ModalBody, prefix: &str) {
        let (directions, compliances) = body.residual.reduced();
        for (k, &compliance) in compliances.iter().enumerate() {
            let label = format!("r{}", k + 1);
            let junction = self.graph.add(&format!("{prefix}residual {}", k + 1), Kind::One);
            let constant = Constant::named(&format!("{prefix}c_{label}"), compliance);
            let name = format!("{prefix}c_{label}");
            let spring = self.storage(
                &name,
                Kind::Compliance(Field::scalar(constant)),
                vec![format!("{prefix}q_{label}")],
            );
            self.graph.elements[spring.0].residual = true;
            self.graph.connect(junction, spring);
            for (id, port) in ids.iter().zip(&body.ports) {
                let shape = directions[(id.port, k)];
                if shape != 0.0 && body.residual.matrix()[(id.port, id.port)] > 0.0 {
                    let name = format!("{prefix}W_{label}_{port}");
                    let weight = Constant::named(&name, shape);
                    self.shape(*id, junction, &name, &weight, shape);
                    self.displace(*id, weight, Probe::Stored(spring, 0));
                }
            }
        }
    }

    fn storage(&mut self, name: &str, kind: Kind, states: Vec<String>) -> ElementId {
        let id = self.graph.add(name, kind);
        self.graph.elements[id.0].states = states.iter().map(|s| crate::constant::symbol(s)).collect();
        id
    }

    fn displace(&mut self, port: PortId, weight: Constant, probe: Probe) {
        self.displacements.get_mut(&port).expect("ports are created before modes").push((weight, probe));
    }

    /// Connects the attachments of a port. A single source needs no junction.
    fn point(&mut self, port: PortId, name: &str, attached: &[&Attached], linked: bool) -> Option<ElementId> {
        let zero = self.ports[&port].junction;
        let mut point = None;
        let outside = match (attached, linked) {
            ([], false) => {
                let free = self.graph.add(&format!("free {name}"), Kind::NoEffort);
                self.graph.connect(free, zero)
            }
            ([Attached::Force(input)], false) => {
                let source = self.graph.add(input, Kind::EffortSource);
                self.graph.connect(source, zero)
            }
            ([Attached::Velocity(input)], false) => {
                let source = self.graph.add(input, Kind::FlowSource);
                self.graph.connect(source, zero)
            }
            _ => {
                let junction = self.graph.add(&format!("v {name}"), Kind::One);
                attached.iter().for_each(|what| self.attach(junction, what));
                point = Some(junction);
                self.graph.connect(junction, zero)
            }
        };
        self.ports.get_mut(&port).expect("ports are created before attachments").outside = Some(outside);
        point
    }

    fn attach(&mut self, junction: ElementId, what: &Attached) {
        match what {
            Attached::Mass(name, mass) => {
                let inertia = self.graph.add_inertia(name, *mass);
                self.graph.connect(junction, inertia);
            }
            Attached::Force(name) => {
                let source = self.graph.add(name, Kind::EffortSource);
                self.graph.connect(source, junction);
            }
            Attached::Velocity(name) => {
                let source = self.graph.add(name, Kind::FlowSource);
                self.graph.connect(source, junction);
            }
        }
    }

    /// A spring or damper: on the point's own junction, or on a 0-junction between two points.
    fn link(&mut self, link: &Link, points: &BTreeMap<PortId, ElementId>) -> Result<(), BondError> {
        if !(link.coefficient.is_finite() && link.coefficient > 0.0) {
            return Err(BondError::NegativeStiffness { element: link.name.clone(), value: link.coefficient });
        }
        let element = if link.is_spring {
            let constant = Constant::reciprocal(&link.name, link.coefficient);
            self.graph.add(&link.name, Kind::Compliance(Field::scalar(constant)))
        } else {
            self.graph.add_resistance(&link.name, link.coefficient)
        };
        let ends: Vec<ElementId> = link
            .sides
            .iter()
            .filter_map(|side| if let Side::Port(port) = side { Some(points[port]) } else { None })
            .collect();
        match ends[..] {
            [] => Err(BondError::LooseLink { element: link.name.clone() }),
            [only] => {
                self.graph.connect(only, element);
                Ok(())
            }
            [one, two, ..] => {
                let between = self.graph.add(&format!("across {}", link.name), Kind::Zero);
                self.graph.connect(one, between);
                self.graph.connect(between, element);
                self.graph.connect(between, two);
                Ok(())
            }
        }
    }

    fn output(&mut self, name: &str, terms: &[Reading]) {
        let mut readings: Vec<(Constant, Probe)> = Vec::new();
        for (weight, motion, port) in terms {
            match motion {
                Motion::Velocity => {
                    let outside = self.ports[port].outside.expect("every port has a bond from outside");
                    readings.push((Constant::number(*weight), Probe::Flow(outside)));
                }
                Motion::Position => {
                    let parts = self.displacements[port].iter();
                    readings.extend(parts.map(|(factor, probe)| (factor.clone().scaled(*weight), *probe)));
                }
            }
        }
        // A relative position needs no rigid motion, and then no state for it.
        let cancels = |probe: &Probe| {
            let weights: Vec<f64> =
                readings.iter().filter(|(_, p)| p == probe).map(|(c, _)| c.value()).collect();
            weights.iter().sum::<f64>().abs()
                <= 4.0 * f64::EPSILON * weights.iter().map(|w| w.abs()).sum::<f64>()
        };
        let dropped: Vec<Probe> = readings
            .iter()
            .map(|(_, probe)| *probe)
            .filter(|probe| matches!(probe, Probe::Travel(_)) && cancels(probe))
            .collect();
        readings.retain(|(_, probe)| !dropped.contains(probe));
        self.graph.observe(name, readings);
    }
}

/// Names of modes: `0` for a single rigid motion (`r1`, `r2` … for several), then 1, 2 …
fn labels(modes: &[Mode]) -> Vec<String> {
    let rigid = modes.iter().filter(|mode| mode.is_rigid()).count();
    let (mut rigid_seen, mut elastic_seen) = (0, 0);
    let label = |mode: &Mode| {
        if !mode.is_rigid() {
            elastic_seen += 1;
            return elastic_seen.to_string();
        }
        rigid_seen += 1;
        if rigid == 1 { "0".to_owned() } else { format!("r{rigid_seen}") }
    };
    modes.iter().map(label).collect()
}
