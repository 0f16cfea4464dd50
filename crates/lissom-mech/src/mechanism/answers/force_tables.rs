//! Forces as data: those spread along beams, and outputs that are forces.
//!
//! Outputs that are forces follow from the balance of motion, as in [`super::observe`]: λ of the held deformations balance what loads,
//! stress and inertia leave at the nodes.

use super::tables::{NotAsData, SizeTable};
use crate::elements::{AxisWeights, GAUSS};
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::constants::line_loads::SpreadLoad;
use crate::mechanism::constants::loads::Value;
use crate::mechanism::constants::output::Kind;
use crate::mechanism::core::Core;
use lissom_model::model::{SectionQuantity, SectionStress};

/// A linear function of the bent axis r(ξ) of a beam element: weights of its first end, of its chord d = l u, of σ_p² u, σ_p σ_q u,
/// σ_q² u, σ_p n and σ_q n, the last five times the length of the element.
pub type AxisTable = [f64; 7];

/// Where forces along an element act, the same for all elements.
#[derive(Clone, Debug)]
pub struct AxisRule {
    /// ∫ r dξ, for weight.
    pub mean: AxisTable,
    /// ∫ (1 − ξ) r dξ and ∫ ξ r dξ, for densities that keep their direction.
    pub ends: [AxisTable; 2],
    /// Points of Gauss' rule, for densities that turn with the axis: shares of the densities at both ends, r(ξ) and r′(ξ).
    pub points: Vec<([f64; 2], AxisTable, AxisTable)>,
}

/// A force spread along the elements of a beam.
#[derive(Clone, Debug)]
pub struct SpreadTable {
    /// Where the densities at the ends of the beam come from: laws of time or inputs \[N/m\].
    pub ends: [SizeTable; 2],
    /// The first of its elements, which follow each other.
    pub first: usize,
    /// Number of its elements.
    pub count: usize,
    /// Unit vector in the reference configuration; for a force that turns with the beam along and across its tangent.
    pub direction: [f64; 2],
    /// Whether it turns with the beam; if so, its size is that per deformed length.
    pub follower: bool,
}

/// What of a cross-section is seen.
#[derive(Clone, Debug, PartialEq)]
pub enum SectionTable {
    /// Axial force N.
    Axial,
    /// Shear force V.
    Shear,
    /// Bending moment M.
    Bending,
    /// The largest √((a |N| + b |M|)² + 3 (c V)²) over some (a, b, c).
    Largest(Vec<[f64; 3]>),
}

/// An output that is a force.
#[derive(Clone, Debug)]
pub enum ForceTable {
    /// Force of supports: forces on coordinates, with factors, and λ of deformations times gradients, with factors.
    Support {
        /// Coordinate, factor.
        nodal: Vec<(usize, f64)>,
        /// Deformation, place of a gradient, factor.
        holding: Vec<(usize, usize, f64)>,
    },
    /// Forces on elements at their coordinates: element, place in it, factor.
    Elements(Vec<(usize, usize, f64)>),
    /// What acts on a deformation: loads, stress and λ.
    Through {
        /// The deformation.
        measure: usize,
        /// Loads through it, by their places.
        loads: Vec<usize>,
    },
    /// Force of a drive, or its power.
    Drive {
        /// The deformation that it prescribes.
        measure: usize,
        /// Place of its rate among the laws, for the power.
        rate: Option<usize>,
    },
    /// A quantity of a cross-section.
    Section {
        /// The element.
        element: usize,
        /// Unit vector along it in the reference configuration.
        axis: [f64; 2],
        /// Place in the element, from zero to one.
        at: f64,
        /// What is seen.
        what: SectionTable,
    },
}

impl AxisRule {
    pub(super) fn new() -> Self {
        let flat = |weights: &AxisWeights| {
            let ([a, b, c], [f, g]) = (weights.along, weights.across);
            [weights.start, weights.chord, a, b, c, f, g]
        };
        let end = |share: fn(f64) -> f64| {
            let mut sum = AxisWeights::default();
            GAUSS.iter().for_each(|(x, w)| sum.add(w * share(*x), &AxisWeights::point(*x)));
            flat(&sum)
        };
        let points = GAUSS.map(|(x, w)| {
            ([w * (1.0 - x), w * x], flat(&AxisWeights::point(x)), flat(&AxisWeights::tangent(x)))
        });
        Self { mean: flat(&AxisWeights::MEAN), ends: [end(|x| 1.0 - x), end(|x| x)], points: points.to_vec() }
    }
}

impl Core {
    pub(super) fn spread_tables(&self) -> Vec<SpreadTable> {
        self.loads.spread.iter().map(|load| self.spread_table(load)).collect()
    }

    fn spread_table(&self, load: &SpreadLoad) -> SpreadTable {
        let (direction, follower) = load.direction();
        let beam = &self.beams[load.beam];
        let [x, y] = beam.axis;
        let relative = [direction[0] * x + direction[1] * y, direction[1] * x - direction[0] * y];
        SpreadTable {
            ends: load.ends.map(|end| match end {
                Value::Law(place) => SizeTable::Law(place),
                Value::Input(place) => SizeTable::Input(place),
            }),
            first: beam.parts.start,
            count: beam.parts.len(),
            direction: if follower { relative } else { direction },
            follower,
        }
    }

    /// The table of an output that is a force; `None` for others.
    pub(super) fn force_table(&self, place: usize) -> Result<Option<ForceTable>, NotAsData> {
        Ok(Some(match &self.outputs.kinds[place] {
            Kind::Reaction { row, slides } => self.support_table(row, slides),
            Kind::EndForce { parts, row, sign } => {
                let on = |k: usize| {
                    let coordinates = self.parts.all[k].coordinates();
                    let place = move |(c, a): &(usize, f64)| {
                        let at = coordinates.iter().position(|own| own == c)?;
                        Some((k, at, sign * a))
                    };
                    row.iter().filter_map(place).collect::<Vec<_>>()
                };
                ForceTable::Elements(parts.iter().flat_map(|k| on(*k)).collect())
            }
            Kind::Torque { measure } => {
                let before = self.loads.nodal.len() + self.loads.fed.len();
                let own = |(k, torque): (usize, &crate::mechanism::constants::loads::Torque)| {
                    (torque.measure == *measure).then_some(before + k)
                };
                let loads = self.loads.torques.iter().enumerate().filter_map(own).collect();
                ForceTable::Through { measure: *measure, loads }
            }
            Kind::Drive { measure, law, power } => {
                ForceTable::Drive { measure: *measure, rate: power.then_some(*law) }
            }
            Kind::Section { beam, share, what, stress } => {
                let parts = &self.beams[*beam].parts;
                let along = share.clamp(0.0, 1.0) * parts.len() as f64;
                let element = (along.floor() as usize).min(parts.len() - 1);
                ForceTable::Section {
                    element: parts.start + element,
                    axis: self.beams[*beam].axis,
                    at: along - element as f64,
                    what: section(*what, stress.as_ref()).ok_or_else(|| NotAsData::Output {
                        output: self.outputs.names[place].0.clone(),
                        what: "a stress of a section without height",
                    })?,
                }
            }
            _ => return Ok(None),
        }))
    }

    /// As [`Core::support_force`] sums it up: what is left of the forces on fixed coordinates, and what slides carry.
    fn support_table(&self, row: &[(usize, f64)], slides: &[usize]) -> ForceTable {
        let fixed = || row.iter().filter(|(c, _)| self.place[*c].is_none());
        let held = || {
            self.equations.iter().filter_map(|equation| match equation.source {
                Source::Measure(measure) => Some(measure),
                Source::Coordinate(_) => None,
            })
        };
        let mut holding = Vec::new();
        for (c, a) in fixed() {
            for measure in held() {
                let own = self.parts.row(measure).filter(|(other, _)| other == c);
                holding.extend(own.map(|(_, at)| (measure, at, *a)));
            }
        }
        for measure in slides {
            for (c, at) in self.parts.row(*measure) {
                let along: f64 = row.iter().filter(|(own, _)| *own == c).map(|(_, a)| a).sum();
                holding.push((*measure, at, -along));
            }
        }
        holding.retain(|(.., factor)| *factor != 0.0);
        ForceTable::Support { nodal: fixed().map(|(c, a)| (*c, -a)).collect(), holding }
    }
}

/// The quantity of a planar section; `None` for a stress where the section gives no height.
fn section(what: SectionQuantity, stress: Option<&(SectionStress, f64)>) -> Option<SectionTable> {
    Some(match what {
        SectionQuantity::AxialForce => SectionTable::Axial,
        SectionQuantity::ShearForce => SectionTable::Shear,
        SectionQuantity::BendingMoment => SectionTable::Bending,
        SectionQuantity::Stress => SectionTable::Largest(stress?.0.in_plane()?),
        SectionQuantity::Strain => {
            let (section, axial) = stress?;
            let bending = section.bending?.about_z.abs() * section.area / axial;
            SectionTable::Largest(vec![[1.0 / axial, bending, 0.0]])
        }
        SectionQuantity::ShearForceZ | SectionQuantity::BendingMomentY | SectionQuantity::TorsionalMoment => {
            return None;
        }
    })
}
