//! Places of a frame and of parts, by name: what they measure, and the constraints of joins and supports.

use crate::assembly::constraints::Constraint;
use crate::error::MechError;
use crate::parts::part_lumps::{Place, Row};
use crate::structures::structure::{Interface, InterfaceMotion, MOTIONS};
use crate::vector::{Vector, norm, sub};
use lissom_model::model::{Attachment, Coordinate, Direction, Fix, Join, Model};
use std::collections::BTreeSet;

/// Places that are nearer to each other than this share of the size of the model are the same: mesh files print seven
/// digits.
const SAME_PLACE: f64 = 1e-6;

/// Places over the rows of all components.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// Nodes of the frame, by number.
    nodes: Vec<Interface>,
    /// Interfaces of parts, each with the name of the part.
    interfaces: Vec<(String, Interface)>,
    /// Whether each of them is a set of nodes one by one, which has the motions that its nodes have.
    separate: Vec<bool>,
    /// Largest distance from the origin [m].
    reach: f64,
}

impl Places {
    /// The nodes of the frame, whose rows come first.
    pub fn add_frame(&mut self, nodes: Vec<Interface>) {
        nodes.iter().for_each(|node| self.extend_reach(node));
        self.nodes = nodes;
    }

    /// The interfaces of a part whose rows begin at `first`, each with whether it is a set of nodes one by one, and how far
    /// the part reaches [m].
    pub fn add_part(&mut self, part: &str, interfaces: Vec<(Interface, bool)>, first: usize, reach: f64) {
        self.reach = self.reach.max(reach);
        for (mut interface, separate) in interfaces {
            self.separate.push(separate || interface.point().is_none());
            self.extend_reach(&interface);
            for motion in &mut interface.motions {
                motion.entries.iter_mut().for_each(|(row, _)| *row += first);
            }
            self.interfaces.push((part.to_owned(), interface));
        }
    }

    fn extend_reach(&mut self, place: &Interface) {
        let points = place.motions.iter().filter_map(|motion| motion.of);
        self.reach = points.map(|of| norm(of.at)).fold(self.reach, f64::max);
    }

    /// Largest distance from the origin [m]; one if all points are there.
    pub fn reach(&self) -> f64 {
        if self.reach > 0.0 { self.reach } else { 1.0 }
    }

    /// Rows that are rotations, as far as known from the places.
    pub fn rotations(&self) -> BTreeSet<usize> {
        let all = self.nodes.iter().chain(self.interfaces.iter().map(|(_, interface)| interface));
        let turns = all.flat_map(|place| &place.motions).filter(|motion| motion.unit == "rad");
        turns.filter_map(InterfaceMotion::row).collect()
    }

    /// All places: nodes and interfaces; these as `part.interface` where several parts have one of that name.
    pub fn interfaces(&self) -> Vec<Interface> {
        let named = |(part, interface): &(String, Interface)| {
            let is_only = self.interfaces.iter().filter(|(_, own)| own.name == interface.name).count() == 1;
            if is_only { interface.clone() } else { interface.renamed(&format!("{part}.{}", interface.name)) }
        };
        self.nodes.iter().cloned().chain(self.interfaces.iter().map(named)).collect()
    }

    fn place(&self, at: &Attachment) -> Option<(String, &Interface)> {
        match at {
            Attachment::Node(node) => {
                self.nodes.get(node.0).map(|node| (format!("node {}", node.name), node))
            }
            Attachment::Port { body, port } => self
                .interfaces
                .iter()
                .find(|(part, interface)| part == body && interface.name == *port)
                .map(|(part, interface)| (format!("{part}.{}", interface.name), interface)),
            Attachment::Symbolic => None,
        }
    }

    /// The place something is attached to.
    pub fn find<'a>(&'a self, what: &str, at: &Attachment) -> Result<Box<dyn Place + 'a>, MechError> {
        let found = self.place(at).ok_or_else(|| MechError::NotAtInterface { what: what.to_owned() })?;
        Ok(Box::new(Named { name: found.0, place: found.1 }))
    }

    /// Position of a place that is one point [m].
    pub fn position(&self, at: &Attachment) -> Option<Vector> {
        self.place(at).and_then(|(_, place)| place.point())
    }

    /// Constraints of joins and supports of interfaces, each with the unit of its force.
    pub fn constraints(&self, model: &Model) -> Result<Vec<(Constraint, &'static str)>, MechError> {
        let mut all = Vec::new();
        for fix in &model.structure.fixes {
            self.hold(fix, &mut all)?;
        }
        for join in &model.structure.joins {
            self.join(join, &mut all)?;
        }
        Ok(all)
    }

    fn hold(&self, fix: &Fix, all: &mut Vec<(Constraint, &'static str)>) -> Result<(), MechError> {
        let held = self.interfaces.iter().zip(&self.separate);
        for ((part, interface), separate) in held.filter(|((part, i), _)| fix.holds(part, &i.name)) {
            let lacks = |component: u8| MechError::NoSuchMotion {
                interface: interface.name.clone(),
                motion: MOTIONS[usize::from(component) - 1],
                known: names(interface),
            };
            let wanted: Vec<u8> = fix.coordinates.iter().map(|c| component(*c)).collect();
            let missing = |component: &&u8| of_component(interface, **component).next().is_none();
            // Separate nodes fix their own motions.
            let lacking = match separate {
                true => wanted.first().filter(|_| wanted.iter().all(|component| missing(&component))),
                false => wanted.iter().find(missing),
            };
            if let Some(component) = lacking {
                return Err(lacks(*component));
            }
            for component in wanted {
                all.extend(of_component(interface, component).map(|motion| {
                    let name = format!("support of {part}.{}", motion.name);
                    (Constraint { name, row: motion.entries.clone() }, force_unit(motion))
                }));
            }
        }
        Ok(())
    }

    fn join(&self, join: &Join, all: &mut Vec<(Constraint, &'static str)>) -> Result<(), MechError> {
        let find = |at: &Attachment| {
            self.place(at).ok_or_else(|| MechError::NotAtInterface { what: join.name.clone() })
        };
        let sides = [find(&join.places[0])?, find(&join.places[1])?];
        self.check_points(join, &sides)?;
        let wanted: Vec<u8> = join.coordinates.iter().map(|c| component(*c)).collect();
        let asked = |component: u8| wanted.is_empty() || wanted.contains(&component);
        let mut shared = BTreeSet::new();
        for (one, other) in [(0, 1), (1, 0)] {
            for motion in &sides[one].1.motions {
                let Some(of) = motion.of.filter(|of| asked(of.component)) else { continue };
                let same = of_component(sides[other].1, of.component);
                let near = |m: &&InterfaceMotion| m.of.is_some_and(|o| norm(sub(o.at, of.at)) <= self.near());
                let Some(partner) = same.into_iter().find(near) else {
                    return Err(self.unmatched(join, [&sides[one], &sides[other]], motion));
                };
                shared.insert(of.component);
                if one == 0 {
                    all.push((equal(join, motion, partner), force_unit(motion)));
                }
            }
        }
        match wanted.iter().find(|component| !shared.contains(component)) {
            None => Ok(()),
            Some(component) => Err(MechError::LacksMotion {
                what: join.name.clone(),
                place: describe(&sides[0].0, sides[0].1),
                motion: MOTIONS[usize::from(*component) - 1],
            }),
        }
    }

    fn near(&self) -> f64 {
        SAME_PLACE * self.reach()
    }

    /// Two points must coincide; a point and many nodes cannot be joined.
    fn check_points(&self, join: &Join, sides: &[(String, &Interface); 2]) -> Result<(), MechError> {
        let name = |side: usize| sides[side].0.clone();
        match [0, 1].map(|side| sides[side].1.point()) {
            [Some(p), Some(q)] if norm(sub(p, q)) > self.near() => Err(MechError::Apart {
                join: join.name.clone(),
                places: Box::new([name(0), name(1)]),
                positions: Box::new([p, q]),
            }),
            [Some(_), None] => Err(several(join, name(1), sides[1].1)),
            [None, Some(_)] => Err(several(join, name(0), sides[0].1)),
            _ => Ok(()),
        }
    }

    fn unmatched(
        &self,
        join: &Join,
        sides: [&(String, &Interface); 2],
        motion: &InterfaceMotion,
    ) -> MechError {
        let [own, other] = sides;
        let component = motion.of.map_or(1, |of| of.component);
        if own.1.point().is_some() {
            return MechError::LacksMotion {
                what: join.name.clone(),
                place: describe(&other.0, other.1),
                motion: MOTIONS[usize::from(component) - 1],
            };
        }
        MechError::NoPartner {
            join: join.name.clone(),
            motion: format!(
                "{} of {}, at {:?} m,",
                motion.name,
                own.0,
                motion.of.map(|of| of.at).unwrap_or_default()
            ),
            other: other.0.clone(),
        }
    }
}

/// A place with its name in messages.
struct Named<'a> {
    name: String,
    place: &'a Interface,
}

impl Place for Named<'_> {
    fn at(&self) -> Option<Vector> {
        self.place.point()
    }

    fn is_planar(&self) -> bool {
        let mut motions = self.place.motions.iter().filter_map(|motion| motion.of);
        motions.all(|of| matches!(of.component, 1 | 2 | 6))
    }

    fn measure(&self, what: &str, direction: Direction) -> Result<Row, MechError> {
        let (vector, first) = match direction {
            Direction::Along(vector) => (vector, 1),
            Direction::About(vector) => (vector, 4),
        };
        let mut row = Row::new();
        for (component, share) in (first..).zip(vector).filter(|(_, share)| *share != 0.0) {
            let mut found = of_component(self.place, component);
            let motion = found.next().ok_or_else(|| MechError::LacksMotion {
                what: what.to_owned(),
                place: describe(&self.name, self.place),
                motion: MOTIONS[usize::from(component) - 1],
            })?;
            if found.next().is_some() {
                let nodes = of_component(self.place, component).count();
                return Err(MechError::NoSingleMotion {
                    what: what.to_owned(),
                    interface: self.name.clone(),
                    nodes,
                });
            }
            row.extend(motion.entries.iter().map(|(c, weight)| (*c, share * weight)));
        }
        Ok(row)
    }
}

fn component(coordinate: Coordinate) -> u8 {
    match coordinate {
        Coordinate::X => 1,
        Coordinate::Y => 2,
        Coordinate::Z => 3,
        Coordinate::Rx => 4,
        Coordinate::Ry => 5,
        Coordinate::Rz => 6,
    }
}

fn of_component(place: &Interface, component: u8) -> impl Iterator<Item = &InterfaceMotion> {
    place.motions.iter().filter(move |motion| motion.of.is_some_and(|of| of.component == component))
}

fn names(place: &Interface) -> String {
    let components: BTreeSet<u8> =
        place.motions.iter().filter_map(|motion| Some(motion.of?.component)).collect();
    let all: Vec<&str> = components.into_iter().map(|c| MOTIONS[usize::from(c) - 1]).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// A place with the motions it has.
fn describe(name: &str, place: &Interface) -> String {
    format!("{name} (which has {})", names(place))
}

fn several(join: &Join, interface: String, place: &Interface) -> MechError {
    let points = place.motions.iter().filter_map(|motion| motion.of).filter(|of| of.component == 1);
    MechError::NoSingleMotion { what: join.name.clone(), interface, nodes: points.count() }
}

fn force_unit(motion: &InterfaceMotion) -> &'static str {
    if motion.unit == "rad" { "N m" } else { "N" }
}

fn equal(join: &Join, one: &InterfaceMotion, other: &InterfaceMotion) -> Constraint {
    let minus = other.entries.iter().map(|(row, weight)| (*row, -weight));
    Constraint {
        name: format!("{}: {} is {}", join.name, one.name, other.name),
        row: one.entries.iter().copied().chain(minus).collect(),
    }
}
