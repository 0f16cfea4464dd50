//! The equations of motion as data: everything that code outside of this program needs to evaluate them.
//!
//! Places, rows and blocks are those of the order of solution; formulas of elements are named by their forms
//! ([`ElementForm`]). What has no form is refused by name.

use super::force_tables::{AxisRule, ForceTable, SpreadTable};
use crate::elements::ElementForm;
use crate::mechanism::Mechanism;
use crate::mechanism::choice_of_coordinates::choice::Source;
use crate::mechanism::constants::loads::{Acting, TorqueSource, Value};
use crate::mechanism::constants::observed;
use crate::mechanism::constants::output::{Kind, Of};
use crate::mechanism::constants::part::Part;
use crate::mechanism::core::{Core, Equation, Target};
use lissom_linalg::Dense;
use lissom_symbolic::Program;
use thiserror::Error;

/// Why the equations of a mechanism cannot be written as data.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAsData {
    /// Rotations in space need other coordinates.
    #[error("it moves in space or has FE parts in large motion, and the tables describe planar elements")]
    InSpace,
    /// A joint sticks and slides by a condition that is searched for.
    #[error("{0} decides by a search whether it sticks or slides")]
    Friction(String),
    /// An element without a form.
    #[error("{0} cannot be written as data")]
    Element(String),
    /// An output that is an energy or a momentum.
    #[error(
        "output {output} is {what}, and the tables hold displacements, rates, accelerations, deflections, forces and expressions of them"
    )]
    Output {
        /// The output.
        output: String,
        /// What it observes.
        what: &'static str,
    },
    /// Loops that are not closed link by link.
    #[error("its loops have no closed form, link by link")]
    Loops,
}

/// What an equation or a row measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// A deformation.
    Deformation(usize),
    /// A coordinate of a node.
    Coordinate(usize),
}

/// The value that an equation demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demanded {
    /// Zero.
    Zero,
    /// The value of a drive: place of its value, rate and acceleration among the laws.
    Drive(usize),
    /// An independent coordinate.
    Independent(usize),
}

/// What a deformation is to the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is held or driven: its stress does no work.
    Held,
    /// An independent coordinate.
    Independent(usize),
    /// It follows from the others.
    Released,
}

/// One kinematic equation: `measured` = `demanded`.
#[derive(Clone, Copy, Debug)]
pub struct EquationTable {
    /// Its left side.
    pub measured: Measured,
    /// Its right side.
    pub demanded: Demanded,
    /// Makes its residual a length.
    pub scale: f64,
}

/// Entries of a row: places of unknowns with places among the gradients; the place behind the last gradient holds a one.
pub type RowTable = Vec<(usize, usize)>;

/// Place of a torn row, and the row of the equation there.
pub type TearTable = (usize, RowTable);

/// An element with its places.
#[derive(Clone, Debug)]
pub struct ElementTable {
    /// Its name.
    pub name: String,
    /// Its coordinates.
    pub coordinates: Vec<usize>,
    /// First of its deformations, and their number.
    pub first: usize,
    /// Number of its deformations.
    pub count: usize,
    /// First of its gradients, row by row.
    pub gradient: usize,
    /// S and S_d row by row; empty where they are zero.
    pub stiffness: Vec<f64>,
    /// S_d row by row; empty where it is zero.
    pub damping: Vec<f64>,
    /// Its formulas.
    pub form: ElementForm,
}

/// Where the size of a force comes from.
#[derive(Clone, Debug)]
pub enum SizeTable {
    /// A law of time, by its place.
    Law(usize),
    /// An input, by its place.
    Input(usize),
    /// A law of time, a deformation, its rate, and coordinates or rates of nodes (`true`: rates): its force, then its derivatives by all
    /// arguments but time.
    Motion {
        /// The law.
        law: Program,
        /// The deformation; `None` for forces at nodes.
        deformation: Option<usize>,
        /// What it observes of nodes.
        observed: Vec<(usize, bool)>,
    },
}

/// What a force acts on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ActingTable {
    /// A force along a direction, on the coordinates from `first` on; it turns with a rotation.
    Along {
        /// First of the two coordinates.
        first: usize,
        /// Unit vector.
        direction: [f64; 2],
        /// The rotation it turns with.
        turning: Option<usize>,
    },
    /// A moment on a rotation.
    About {
        /// The rotation.
        rotation: usize,
        /// Its sign.
        sign: f64,
    },
    /// A force through a deformation.
    Through(usize),
}

/// A force, moment or torque.
#[derive(Clone, Debug)]
pub struct LoadTable {
    /// What it acts on.
    pub acting: ActingTable,
    /// Its size.
    pub size: SizeTable,
}

/// What an output sees of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenTable {
    /// Its displacement.
    Displacement,
    /// Its rate.
    Rate,
    /// Its acceleration.
    Acceleration,
}

/// An output.
#[derive(Clone, Debug)]
pub enum OutputTable {
    /// A sum of coordinates with factors, and a constant.
    Sum {
        /// What is seen of them.
        seen: SeenTable,
        /// Coordinates with factors.
        row: Vec<(usize, f64)>,
        /// The constant.
        offset: f64,
    },
    /// An expression of coordinates, of outputs before it, and of time.
    Expression {
        /// The expression; time is its last argument.
        law: Program,
        /// Its first arguments.
        coordinates: Vec<(usize, SeenTable)>,
        /// Outputs that follow them.
        outputs: Vec<usize>,
    },
    /// The distance of a point of a beam from its chord.
    Deflection {
        /// Coordinates of the first element, of the one with the point, and of the last one.
        elements: [[usize; 6]; 3],
        /// Reference positions of their ends \[m\].
        places: [[[f64; 2]; 2]; 3],
        /// Unit vector along the beam in the reference configuration.
        axis: [f64; 2],
        /// Length of an element \[m\].
        length: f64,
        /// Place of the point in its element, from zero to one.
        at: f64,
    },
    /// A force.
    Force(ForceTable),
}

/// The equations of motion of a planar mechanism, full or reduced.
#[derive(Clone, Debug)]
pub struct MotionTables {
    /// Number of coordinates of all nodes, supports included.
    pub coordinates: usize,
    /// Those that are rotations.
    pub rotations: Vec<usize>,
    /// The coordinate at every place.
    pub unknowns: Vec<usize>,
    /// Largest change of each unknown in one step.
    pub farthest: Vec<f64>,
    /// Rows in the order of solution: those of torn deformations in the places of the equations that close their loops.
    pub rows: Vec<RowTable>,
    /// Sizes of the blocks of rows.
    pub blocks: Vec<usize>,
    /// The equations, by place.
    pub equations: Vec<EquationTable>,
    /// Places of torn rows, each with the row of the equation there.
    pub tears: Vec<TearTable>,
    /// Size of the machine: residuals are measured by it \[m\].
    pub size: f64,
    /// A closed configuration to start from, and what its equations demand.
    pub home: [Vec<f64>; 2],
    /// The elements.
    pub elements: Vec<ElementTable>,
    /// What each deformation is.
    pub roles: Vec<Role>,
    /// Length of the list of gradients.
    pub gradients: usize,
    /// Redundant deformations with what they should be, and what makes them lengths.
    pub watched: Vec<(usize, Demanded, f64)>,
    /// Number of independent coordinates.
    pub independent: usize,
    /// V, q = V η; `None` in a full model.
    pub basis: Option<Dense>,
    /// Acceleration of gravity \[m/s²\].
    pub gravity: [f64; 2],
    /// Laws of time, in `t`.
    pub laws: Program,
    /// Forces, moments and torques.
    pub loads: Vec<LoadTable>,
    /// Forces along beams.
    pub spread: Vec<SpreadTable>,
    /// Where forces along elements act.
    pub axis: AxisRule,
    /// The outputs.
    pub outputs: Vec<OutputTable>,
}

impl Mechanism {
    /// Its equations of motion as data.
    ///
    /// # Errors
    /// What of it cannot be written so.
    pub fn tables(&self) -> Result<MotionTables, NotAsData> {
        let core = &*self.core;
        if let Some(friction) = core.loads.frictions.first() {
            return Err(NotAsData::Friction(friction.name.clone()));
        }
        let independent = core.independent.len();
        let m = self.coordinates.len();
        let basis = self.basis.row(0).map(|_| Dense::from_fn(independent, m, |i, j| self.basis.get(i, j)));
        let (rows, tears) = core.row_tables()?;
        Ok(MotionTables {
            coordinates: core.coordinates.len(),
            rotations: (0..core.coordinates.len()).filter(|c| core.scale.is_rotation(*c)).collect(),
            unknowns: core.unknowns.clone(),
            farthest: core.farthest.clone(),
            rows,
            blocks: core.pattern.block_sizes().collect(),
            equations: core.equation_tables(),
            tears,
            size: core.scale.size,
            home: [core.home.displacement.clone(), core.home.target.clone()],
            elements: core.parts.all.iter().map(element).collect::<Result<_, _>>()?,
            roles: core.roles(),
            gradients: core.parts.gradients,
            watched: core.watched_tables(),
            independent,
            basis,
            gravity: core.field.unwrap_or_default(),
            laws: core.laws.program().clone(),
            loads: core.load_tables(),
            spread: core.spread_tables(),
            axis: AxisRule::new(),
            outputs: (0..core.outputs.kinds.len()).map(|k| core.output_table(k)).collect::<Result<_, _>>()?,
        })
    }
}

fn element(part: &Part) -> Result<ElementTable, NotAsData> {
    Ok(ElementTable {
        name: part.name(),
        coordinates: part.coordinates().to_vec(),
        first: part.first,
        count: part.count,
        gradient: part.gradient,
        stiffness: part.stiffness.clone(),
        damping: part.damping.clone(),
        form: part.finite().form().ok_or_else(|| NotAsData::Element(part.name()))?,
    })
}

impl From<Source> for Measured {
    fn from(source: Source) -> Self {
        match source {
            Source::Measure(m) => Self::Deformation(m),
            Source::Coordinate(c) => Self::Coordinate(c),
        }
    }
}

impl From<Target> for Demanded {
    fn from(target: Target) -> Self {
        match target {
            Target::Zero => Self::Zero,
            Target::Drive(place) => Self::Drive(place),
            Target::Independent(j) => Self::Independent(j),
        }
    }
}

impl From<Of> for SeenTable {
    fn from(of: Of) -> Self {
        match of {
            Of::Displacement => Self::Displacement,
            Of::Rate => Self::Rate,
            Of::Acceleration => Self::Acceleration,
        }
    }
}

impl Core {
    fn entries(&self, source: Source) -> RowTable {
        match source {
            Source::Measure(m) => {
                self.parts.row(m).filter_map(|(c, at)| self.place[c].map(|place| (place, at))).collect()
            }
            Source::Coordinate(c) => {
                self.place[c].map(|place| (place, self.parts.gradients)).into_iter().collect()
            }
        }
    }

    /// The rows that are solved, and those of closing equations with the places of the tears.
    fn row_tables(&self) -> Result<(Vec<RowTable>, Vec<TearTable>), NotAsData> {
        let torn = self.placing.as_ref().map_or(&[][..], |placing| &placing.tears);
        if torn.len() != self.pattern.tears().len() {
            return Err(NotAsData::Loops);
        }
        let row = |(place, equation): (usize, &Equation)| {
            let torn = torn.iter().find(|(_, at)| *at == place);
            self.entries(torn.map_or(equation.source, |(measure, _)| Source::Measure(*measure)))
        };
        let rows = self.equations.iter().enumerate().map(row).collect();
        let tears = torn.iter().map(|(_, place)| (*place, self.entries(self.equations[*place].source)));
        Ok((rows, tears.collect()))
    }

    fn equation_tables(&self) -> Vec<EquationTable> {
        let table = |equation: &Equation| EquationTable {
            measured: equation.source.into(),
            demanded: equation.target.into(),
            scale: equation.scale,
        };
        self.equations.iter().map(table).collect()
    }

    fn roles(&self) -> Vec<Role> {
        let mut roles = vec![Role::Held; self.parts.measures.len()];
        for (j, source) in self.choice.independent.iter().enumerate() {
            if let Source::Measure(m) = source {
                roles[*m] = Role::Independent(j);
            }
        }
        self.choice.released.iter().for_each(|m| roles[*m] = Role::Released);
        roles
    }

    fn watched_tables(&self) -> Vec<(usize, Demanded, f64)> {
        let table = |(measure, target): &(usize, Target)| {
            (*measure, (*target).into(), self.scale.measure(&self.parts, *measure))
        };
        self.watched.iter().map(table).collect()
    }

    fn load_tables(&self) -> Vec<LoadTable> {
        let seen = |observed: &observed::Observed| (observed.coordinate, observed.of == observed::Of::Rate);
        let nodal = self.loads.nodal.iter().map(|load| LoadTable {
            acting: load.acting.into(),
            size: match load.value {
                Value::Law(place) => SizeTable::Law(place),
                Value::Input(place) => SizeTable::Input(place),
            },
        });
        let fed = self.loads.fed.iter().map(|load| LoadTable {
            acting: load.acting.into(),
            size: SizeTable::Motion {
                law: load.law.program().clone(),
                deformation: None,
                observed: load.law.observed.iter().map(seen).collect(),
            },
        });
        let torques = self.loads.torques.iter().map(|torque| LoadTable {
            acting: ActingTable::Through(torque.measure),
            size: match &torque.source {
                TorqueSource::Input(place) => SizeTable::Input(*place),
                TorqueSource::Law(law) => SizeTable::Motion {
                    law: law.program().clone(),
                    deformation: Some(torque.measure),
                    observed: law.observed.iter().map(seen).collect(),
                },
            },
        });
        nodal.chain(fed).chain(torques).collect()
    }

    fn output_table(&self, place: usize) -> Result<OutputTable, NotAsData> {
        if let Some(force) = self.force_table(place)? {
            return Ok(OutputTable::Force(force));
        }
        let what = match &self.outputs.kinds[place] {
            Kind::Combination { of, row, offset } => {
                return Ok(OutputTable::Sum { seen: (*of).into(), row: row.clone(), offset: *offset });
            }
            Kind::Expression { program, coordinates, outputs } => {
                let coordinates = coordinates.iter().map(|(c, of)| (*c, (*of).into())).collect();
                return Ok(OutputTable::Expression {
                    law: program.clone(),
                    coordinates,
                    outputs: outputs.clone(),
                });
            }
            Kind::Deflection { beam, share } => return Ok(self.deflection_table(*beam, *share)),
            Kind::Reaction { .. }
            | Kind::EndForce { .. }
            | Kind::Torque { .. }
            | Kind::Drive { .. }
            | Kind::Section { .. } => unreachable!("these are forces"),
            Kind::Energy(_) => "an energy",
            Kind::Momentum(_) | Kind::AngularMomentum(_) => "a momentum",
        };
        Err(NotAsData::Output { output: self.outputs.names[place].0.clone(), what })
    }

    fn deflection_table(&self, beam: usize, share: f64) -> OutputTable {
        let data = &self.beams[beam];
        let along = share.clamp(0.0, 1.0) * data.parts.len() as f64;
        let element = (along.floor() as usize).min(data.parts.len() - 1);
        let elements = [0, element, data.parts.len() - 1].map(|k| {
            let own = self.parts.all[data.parts.start + k].coordinates();
            [own[0], own[1], own[2], own[3], own[4], own[5]]
        });
        let place = |first: usize| {
            let [x, y, _] = self.coordinates.points()[first / 2].position;
            [x, y]
        };
        OutputTable::Deflection {
            elements,
            places: elements.map(|own| [place(own[0]), place(own[3])]),
            axis: data.axis,
            length: data.length,
            at: along - element as f64,
        }
    }
}

impl From<Acting> for ActingTable {
    fn from(acting: Acting) -> Self {
        match acting {
            Acting::Along { first, direction, turning } => Self::Along { first, direction, turning },
            Acting::About { rotation, sign } => Self::About { rotation, sign },
        }
    }
}
