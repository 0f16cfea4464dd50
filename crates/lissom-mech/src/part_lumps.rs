//! Masses, springs and dampers at the interfaces of an imported part.

use crate::error::MechError;
use crate::part_interface::{Followers, PartInterface};
use crate::vector::{sub, unit};
use lissom_linalg::{Dense, Sparse, Triplets};
use lissom_model::model::{Attachment, Direction, Line, Mass, Model, Side};

/// Directions of ordinary space.
const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Weights over the coordinates of a part.
type Row = Vec<(usize, f64)>;

/// A part with its interfaces, to which lumps are added.
pub(crate) struct Lumps<'a> {
    pub model: &'a Model,
    pub interfaces: &'a [PartInterface],
    pub followers: &'a Followers,
    pub size: usize,
}

impl Lumps<'_> {
    /// The interface something is attached to.
    pub fn interface(&self, what: &str, at: &Attachment) -> Result<&PartInterface, MechError> {
        let found = match at {
            Attachment::Port { port, .. } => self.interfaces.iter().find(|i| i.name == *port),
            _ => None,
        };
        found.ok_or_else(|| MechError::NotAtInterface { what: what.to_owned() })
    }

    /// Mass added by `[[mass]]`; `None` if there is none.
    pub fn mass(&self) -> Result<Option<Sparse>, MechError> {
        let mut sum = Triplets::new(self.size, self.size);
        for mass in &self.model.structure.masses {
            self.add_mass(mass, &mut sum)?;
        }
        Ok((!sum.is_empty()).then(|| Sparse::from_triplets(&sum)))
    }

    /// The centre of mass moves by r + ϑ × d: each of its motions with its inertia.
    fn add_mass(&self, mass: &Mass, sum: &mut Triplets) -> Result<(), MechError> {
        let what = format!("mass {}", mass.name);
        let interface = self.interface(&what, &mass.at)?;
        let measure = |direction| interface.measure(&what, direction, self.followers);
        for (k, axis) in AXES.into_iter().enumerate() {
            let mut row = match measure(Direction::Along(axis)) {
                Err(_) if k == 2 && interface.is_planar() => continue,
                row => row?,
            };
            // (ϑ × d)·a = ϑ·(d × a).
            let lever = crate::vector::cross(mass.offset, axis);
            for (about, share) in AXES.into_iter().zip(lever).filter(|(_, share)| *share != 0.0) {
                row.extend(measure(Direction::About(about))?.into_iter().map(|(c, w)| (c, share * w)));
            }
            add(sum, &row, mass.mass);
            if mass.inertia[k] != 0.0 {
                add(sum, &measure(Direction::About(axis))?, mass.inertia[k]);
            }
        }
        Ok(())
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

    /// Damping between interfaces and ground; `None` if there is none.
    pub fn grounded_damping(&self) -> Result<Option<Sparse>, MechError> {
        let dampers = self.model.structure.dampers.iter().filter(|d| is_grounded(&d.sides));
        self.links(dampers.map(|d| (format!("damper {}", d.name), &d.sides, d.line, d.damping)))
    }

    /// Stiffness between interfaces and ground; `None` if there is none.
    pub fn grounded_stiffness(&self) -> Result<Option<Sparse>, MechError> {
        let springs = self.model.structure.springs.iter().filter(|s| is_grounded(&s.sides));
        self.links(springs.map(|s| (format!("spring {}", s.name), &s.sides, s.line, s.stiffness)))
    }

    fn links<'m>(
        &self,
        links: impl Iterator<Item = (String, &'m [Side<Attachment>; 2], Line, f64)>,
    ) -> Result<Option<Sparse>, MechError> {
        let mut sum = Triplets::new(self.size, self.size);
        for (what, sides, line, coefficient) in links {
            let mut ends: [Option<&PartInterface>; 2] = [None; 2];
            for (end, side) in ends.iter_mut().zip(sides) {
                if let Side::Part(at) = side {
                    *end = Some(self.interface(&what, at)?);
                }
            }
            for direction in directions(&what, ends, line)? {
                let mut row = Row::new();
                for (end, sign) in ends.into_iter().zip([-1.0, 1.0]) {
                    let Some(end) = end else { continue };
                    let own = end.measure(&what, direction, self.followers)?;
                    row.extend(own.into_iter().map(|(c, w)| (c, sign * w)));
                }
                add(&mut sum, &row, coefficient);
            }
        }
        Ok((!sum.is_empty()).then(|| Sparse::from_triplets(&sum)))
    }
}

fn is_grounded(sides: &[Side<Attachment>; 2]) -> bool {
    sides.iter().any(|side| !matches!(side, Side::Part(_)))
}

fn directions(
    what: &str,
    ends: [Option<&PartInterface>; 2],
    line: Line,
) -> Result<Vec<Direction>, MechError> {
    match (line, ends) {
        (Line::Directed(direction), _) => Ok(vec![direction]),
        (Line::Isotropic, _) => {
            let planar = ends.into_iter().flatten().any(PartInterface::is_planar);
            Ok(AXES[..if planar { 2 } else { 3 }].iter().map(|axis| Direction::Along(*axis)).collect())
        }
        (Line::Axial, [Some(p), Some(q)]) => unit(sub(q.at, p.at))
            .map(|axis| vec![Direction::Along(axis)])
            .ok_or_else(|| MechError::NoLine { what: what.to_owned() }),
        (Line::Axial, _) => Err(MechError::NoLine { what: what.to_owned() }),
    }
}

/// Adds c w wᵀ.
fn add(sum: &mut Triplets, row: &[(usize, f64)], coefficient: f64) {
    let rows: Vec<usize> = row.iter().map(|(c, _)| *c).collect();
    sum.add_block(&rows, &Dense::from_fn(row.len(), row.len(), |i, j| coefficient * row[i].1 * row[j].1));
}
