//! Masses, springs, dampers, forces and outputs at the interfaces of imported parts, and between them and a frame.

use crate::error::MechError;
use crate::structures::structure::{Pattern, spread};
use crate::vector::{Vector, sub, unit};
use lissom_linalg::{Dense, Sparse, Triplets};
use lissom_model::model::{Attachment, Direction, Force, Line, Mass, Measured, Model, Output, Side};

/// Directions of ordinary space.
const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Weights over the coordinates of a structure.
pub(crate) type Row = Vec<(usize, f64)>;

/// Motions of the centre of mass of a point mass by component, each with its inertia [kg], [kg m²].
pub(crate) type LumpMotions = [Option<(Row, f64)>; 6];

/// Where something can be attached.
pub(crate) trait Place {
    /// Its position [m].
    fn at(&self) -> Option<Vector>;

    /// Whether it moves in the plane only.
    fn is_planar(&self) -> bool;

    /// Weights over the coordinates of the motion along or about a direction.
    fn measure(&self, what: &str, direction: Direction) -> Result<Row, MechError>;
}

/// A named element and its attachment.
type Find<'a> = dyn Fn(&str, &Attachment) -> Result<Box<dyn Place + 'a>, MechError> + 'a;

/// Attachments of a model to a structure with a given number of coordinates.
pub(crate) struct Lumps<'a> {
    pub model: &'a Model,
    pub find: Box<Find<'a>>,
    pub size: usize,
}

impl Lumps<'_> {
    /// The inputs of forces.
    pub fn inputs(&self) -> Result<Vec<Pattern>, MechError> {
        let one = |force: &Force| {
            let what = format!("force {}", force.name);
            let direction = force.direction.ok_or_else(|| MechError::NoLine { what: what.clone() })?;
            let unit = if matches!(direction, Direction::About(_)) { "N m" } else { "N" };
            Ok(self.pattern(&force.name, unit, &(self.find)(&what, &force.at)?.measure(&what, direction)?))
        };
        self.model.forces.iter().map(one).collect()
    }

    /// The outputs.
    pub fn outputs(&self) -> Result<Vec<Pattern>, MechError> {
        let one = |output: &Output| {
            let what = format!("output {}", output.name);
            let Measured::Displacement(at, direction) = &output.what else {
                return Err(MechError::NotAtInterface { what });
            };
            let direction = direction.ok_or_else(|| MechError::NoLine { what: what.clone() })?;
            let unit = if matches!(direction, Direction::About(_)) { "rad" } else { "m" };
            Ok(self.pattern(&output.name, unit, &(self.find)(&what, at)?.measure(&what, direction)?))
        };
        self.model.outputs.iter().map(one).collect()
    }

    fn pattern(&self, name: &str, unit: &str, row: &[(usize, f64)]) -> Pattern {
        Pattern { name: name.to_owned(), unit: unit.to_owned(), values: spread(self.size, row) }
    }

    /// Mass added by `[[mass]]`; `None` if there is none.
    pub fn mass(&self) -> Result<Option<Sparse>, MechError> {
        let mut sum = Triplets::new(self.size, self.size);
        for mass in &self.model.structure.masses {
            self.add_mass(mass, &mut sum)?;
        }
        Ok((!sum.is_empty()).then(|| Sparse::from_triplets(&sum)))
    }

    fn add_mass(&self, mass: &Mass, sum: &mut Triplets) -> Result<(), MechError> {
        for (row, inertia) in self.motions_of(mass)?.iter().flatten() {
            add(sum, row, *inertia);
        }
        Ok(())
    }

    /// Translations of the centre of mass, r + ϑ × d, and rotations, by component; each with its inertia [kg], [kg m²].
    /// Motions that the place does not have, and rotations without inertia, are `None`.
    pub fn motions_of(&self, mass: &Mass) -> Result<LumpMotions, MechError> {
        let what = format!("mass {}", mass.name);
        let place = (self.find)(&what, &mass.at)?;
        let mut motions = LumpMotions::default();
        for (k, axis) in AXES.into_iter().enumerate() {
            let mut row = match place.measure(&what, Direction::Along(axis)) {
                Err(_) if k == 2 && place.is_planar() => continue,
                row => row?,
            };
            // (ϑ × d)·a = ϑ·(d × a).
            let lever = crate::vector::cross(mass.offset, axis);
            for (about, share) in AXES.into_iter().zip(lever).filter(|(_, share)| *share != 0.0) {
                let turned = place.measure(&what, Direction::About(about))?;
                row.extend(turned.into_iter().map(|(c, w)| (c, share * w)));
            }
            motions[k] = Some((row, mass.mass));
        }
        let products = [(0, 1), (0, 2), (1, 2)].map(|(i, j): (usize, usize)| mass.inertia[i][j]);
        if products.iter().any(|product| *product != 0.0) {
            return Err(MechError::ProductsOfInertia { what });
        }
        for (k, axis) in AXES.into_iter().enumerate().filter(|(k, _)| mass.inertia[*k][*k] != 0.0) {
            if k == 2 || !place.is_planar() {
                motions[3 + k] = Some((place.measure(&what, Direction::About(axis))?, mass.inertia[k][k]));
            }
        }
        Ok(motions)
    }

    /// Stiffness added by `[[spring]]`; `None` if there is none.
    pub fn stiffness(&self) -> Result<Option<Sparse>, MechError> {
        let springs = self.model.structure.springs.iter();
        self.links(springs.map(|s| (format!("spring {}", s.name), &s.sides, s.line, s.stiffness)))
    }

    /// Damping added by `[[damper]]`; `None` if there is none.
    pub fn damping(&self) -> Result<Option<Sparse>, MechError> {
        let dampers = self.model.structure.dampers.iter();
        self.links(dampers.map(|d| (format!("damper {}", d.name), &d.sides, d.line, d.damping)))
    }

    /// Dampers between interfaces and ground, one entry for each direction.
    pub fn grounded_dampers(&self) -> Result<Vec<GroundLink>, MechError> {
        let dampers = self.model.structure.dampers.iter();
        self.ground_links(dampers.map(|d| (format!("damper {}", d.name), &d.sides, d.line, d.damping)))
    }

    /// Springs between interfaces and ground, one entry for each direction.
    pub fn grounded_springs(&self) -> Result<Vec<GroundLink>, MechError> {
        let springs = self.model.structure.springs.iter();
        self.ground_links(springs.map(|s| (format!("spring {}", s.name), &s.sides, s.line, s.stiffness)))
    }

    fn ground_links<'m>(
        &self,
        links: impl Iterator<Item = (String, &'m [Side<Attachment>; 2], Line, f64)>,
    ) -> Result<Vec<GroundLink>, MechError> {
        let mut all = Vec::new();
        for (what, sides, line, coefficient) in links.filter(|(_, sides, ..)| is_grounded(sides)) {
            for side in sides {
                let Side::Part(attachment) = side else { continue };
                let ends = [Some((self.find)(&what, attachment)?), None];
                for direction in directions(&what, &ends, line)? {
                    let [Some(end), _] = &ends else { continue };
                    all.push(GroundLink {
                        what: what.clone(),
                        place: describe(attachment),
                        attachment: attachment.clone(),
                        at: end.at(),
                        row: end.measure(&what, direction)?,
                        direction,
                        coefficient,
                    });
                }
            }
        }
        Ok(all)
    }

    fn links<'m>(
        &self,
        links: impl Iterator<Item = (String, &'m [Side<Attachment>; 2], Line, f64)>,
    ) -> Result<Option<Sparse>, MechError> {
        let mut sum = Triplets::new(self.size, self.size);
        for (what, sides, line, coefficient) in links {
            let mut ends: [Option<Box<dyn Place + '_>>; 2] = [None, None];
            for (end, side) in ends.iter_mut().zip(sides) {
                if let Side::Part(at) = side {
                    *end = Some((self.find)(&what, at)?);
                }
            }
            for direction in directions(&what, &ends, line)? {
                let mut row = Row::new();
                for (end, sign) in ends.iter().zip([-1.0, 1.0]) {
                    let Some(end) = end else { continue };
                    let own = end.measure(&what, direction)?;
                    row.extend(own.into_iter().map(|(c, w)| (c, sign * w)));
                }
                add(&mut sum, &row, coefficient);
            }
        }
        Ok((!sum.is_empty()).then(|| Sparse::from_triplets(&sum)))
    }
}

/// A spring or damper between a place and ground, along or about one direction.
pub(crate) struct GroundLink {
    /// Its name: `damper brake`.
    pub what: String,
    /// The place as text, and as it was found.
    pub place: String,
    pub attachment: Attachment,
    /// Its position [m].
    pub at: Option<Vector>,
    /// Weights that measure the motion.
    pub row: Row,
    pub direction: Direction,
    /// Stiffness or damping.
    pub coefficient: f64,
}

fn describe(at: &Attachment) -> String {
    match at {
        Attachment::Port { body, port } => format!("{body}.{port}"),
        Attachment::Node(node) => format!("node {}", node.0 + 1),
        Attachment::Symbolic => "a coordinate".to_owned(),
    }
}

fn is_grounded(sides: &[Side<Attachment>; 2]) -> bool {
    sides.iter().any(|side| !matches!(side, Side::Part(_)))
}

fn directions(
    what: &str,
    ends: &[Option<Box<dyn Place + '_>>; 2],
    line: Line,
) -> Result<Vec<Direction>, MechError> {
    let no_line = || MechError::NoLine { what: what.to_owned() };
    match line {
        Line::Directed(direction) => Ok(vec![direction]),
        Line::Isotropic => {
            let planar = ends.iter().flatten().any(|end| end.is_planar());
            Ok(AXES[..if planar { 2 } else { 3 }].iter().map(|axis| Direction::Along(*axis)).collect())
        }
        Line::Axial => {
            let [p, q] = ends.each_ref().map(|end| end.as_ref().and_then(|end| end.at()));
            let axis = unit(sub(q.ok_or_else(no_line)?, p.ok_or_else(no_line)?)).ok_or_else(no_line)?;
            Ok(vec![Direction::Along(axis)])
        }
    }
}

/// Adds c w wᵀ.
fn add(sum: &mut Triplets, row: &[(usize, f64)], coefficient: f64) {
    let rows: Vec<usize> = row.iter().map(|(c, _)| *c).collect();
    sum.add_block(&rows, &Dense::from_fn(row.len(), row.len(), |i, j| coefficient * row[i].1 * row[j].1));
}
