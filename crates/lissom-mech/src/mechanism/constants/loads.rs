//! Forces, moments and torques that act on a mechanism, and the inputs.

use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::assembly::laws::depends_on_motion;
use crate::elements::{Configuration, Origin};
use crate::error::MechError;
use crate::friction::{DECISIONS, Friction};
use crate::laws::{Meaning, TimeLawsBuilder};
use crate::mechanism::constants::line_loads::SpreadLoad;
use crate::mechanism::constants::observed::DeformationLaw;
use crate::mechanism::constants::part::Parts;
use lissom_model::model::{Attachment, Direction, Force, Model, Rubbing};
use std::ops::Range;

/// Where the value of a load comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mechanism) enum Value {
    /// A law of time, by its place among the values of all laws.
    Law(usize),
    /// An input, by its place.
    Input(usize),
}

/// What a nodal load acts on.
#[derive(Clone, Copy, Debug)]
pub(in crate::mechanism) enum Acting {
    /// A force along a direction on the translation that starts at `first`; it turns with `turning`, if given.
    Along { first: usize, direction: [f64; 2], turning: Option<usize> },
    /// A moment on a rotation.
    About { rotation: usize, sign: f64 },
}

/// A force or moment at a node.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct NodalLoad {
    pub acting: Acting,
    pub value: Value,
}

/// A force or moment at a node that depends on the motion of nodes.
#[derive(Debug)]
pub(in crate::mechanism) struct FedLoad {
    pub name: String,
    pub acting: Acting,
    pub law: DeformationLaw,
    /// Its decisions among those of all laws.
    pub switches: Range<usize>,
}

/// A force that works on one deformation: a torque in a hinge, positive when it opens the angle, or the law of a spring.
#[derive(Debug)]
pub(in crate::mechanism) struct Torque {
    pub name: String,
    pub measure: usize,
    pub source: TorqueSource,
    /// Its decisions among those of all laws.
    pub switches: Range<usize>,
}

/// Where a torque comes from.
#[derive(Debug)]
pub(in crate::mechanism) enum TorqueSource {
    Law(Box<DeformationLaw>),
    Input(usize),
}

/// All loads of a mechanism.
#[derive(Debug)]
pub(in crate::mechanism) struct Loads {
    pub nodal: Vec<NodalLoad>,
    pub fed: Vec<FedLoad>,
    pub spread: Vec<SpreadLoad>,
    pub torques: Vec<Torque>,
    pub frictions: Vec<Friction>,
    pub inputs: Vec<String>,
}

impl Loads {
    /// The loads of a model; their laws of time are added to `laws`.
    ///
    /// # Errors
    /// A load at something that does not exist, or an invalid law.
    pub fn new(
        model: &Model,
        coordinates: &Coordinates,
        parts: &Parts,
        laws: &mut TimeLawsBuilder,
    ) -> Result<Self, MechError> {
        let mut this = Self {
            nodal: Vec::new(),
            fed: Vec::new(),
            spread: Vec::new(),
            torques: Vec::new(),
            frictions: Vec::new(),
            inputs: Vec::new(),
        };
        for force in &model.forces {
            let acting = acting(model, coordinates, force)?;
            if let Some(law) = force.law.as_ref().filter(|law| depends_on_motion(model, law)) {
                let name = format!("force {}", force.name);
                let law = DeformationLaw::of((model, coordinates), &name, law, Meaning::Displacement)?;
                this.fed.push(FedLoad { name, acting, law, switches: 0..0 });
                continue;
            }
            let value = match &force.law {
                Some(law) => Value::Law(laws.add(&format!("force {}", force.name), law)?),
                None => Value::Input(this.input(&force.name)),
            };
            this.nodal.push(NodalLoad { acting, value });
        }
        for load in &model.line_loads {
            let input = || this.input(&load.name);
            let spread = SpreadLoad::new(model, coordinates, load, laws, input)?;
            this.spread.push(spread);
        }
        for torque in &model.torques {
            let measure = parts.measure_of(Origin::Hinge(torque.hinge));
            let source = match &torque.law {
                Some(law) => TorqueSource::Law(Box::new(DeformationLaw::of(
                    (model, coordinates),
                    &torque.name,
                    law,
                    Meaning::Angle,
                )?)),
                None => TorqueSource::Input(this.input(&torque.name)),
            };
            this.torques.push(Torque { name: torque.name.clone(), measure, source, switches: 0..0 });
        }
        for (i, spring) in model.structure.springs.iter().enumerate() {
            let Some(law) = &spring.law else { continue };
            let name = format!("spring {}", spring.name);
            let measure = parts.measure_of(Origin::Spring(i));
            let meaning = Meaning::Tension([spring.stiffness, spring.damping]);
            let law = DeformationLaw::of((model, coordinates), &name, law, meaning)?;
            let source = TorqueSource::Law(Box::new(law));
            this.torques.push(Torque { name, measure, source, switches: 0..0 });
        }
        for friction in &model.structure.frictions {
            let measure = parts.measure_of(match friction.what {
                Rubbing::Hinge(hinge) => Origin::Hinge(hinge),
                Rubbing::Joint(what) => {
                    let name = &model.structure.joints[what.joint.0].name;
                    return Err(MechError::SpatialOnly { what: format!("joint {name}") });
                }
                Rubbing::Spring(spring) => Origin::Spring(spring),
            });
            this.frictions.push(Friction {
                name: format!("friction {}", friction.name),
                measure,
                kinetic: friction.kinetic,
                limit: friction.limit,
                switch: 0,
            });
        }
        Ok(this)
    }

    /// Numbers the decisions of all laws of deformations, after those of the laws of time; returns how many there are in all.
    pub fn number_switches(&mut self, first: usize) -> usize {
        let mut next = first;
        for torque in &mut self.torques {
            let count = match &torque.source {
                TorqueSource::Law(law) => law.program().switch_count(),
                TorqueSource::Input(_) => 0,
            };
            torque.switches = next..next + count;
            next += count;
        }
        for load in &mut self.fed {
            let count = load.law.program().switch_count();
            load.switches = next..next + count;
            next += count;
        }
        for friction in &mut self.frictions {
            friction.switch = next;
            next += DECISIONS;
        }
        next
    }

    fn input(&mut self, name: &str) -> usize {
        self.inputs.push(name.to_owned());
        self.inputs.len() - 1
    }
}

fn acting(model: &Model, coordinates: &Coordinates, force: &Force) -> Result<Acting, MechError> {
    let what = format!("force {}", force.name);
    let Attachment::Node(node) = force.at else { return Err(MechError::PortsNotHere { what }) };
    let turning = coordinates.own_rotation(node).map(|r| coordinates.rotation(r).start);
    let nothing_turns =
        || MechError::NothingTurns { what: what.clone(), node: model.structure.nodes[node.0].name.clone() };
    match force.direction {
        Some(Direction::Along([x, y, _])) => Ok(Acting::Along {
            first: coordinates.translation(TranslationId(node.0)).start,
            direction: [x, y],
            turning: if force.follower { Some(turning.ok_or_else(nothing_turns)?) } else { None },
        }),
        Some(Direction::About([_, _, z])) => {
            Ok(Acting::About { rotation: turning.ok_or_else(nothing_turns)?, sign: z })
        }
        None => Err(MechError::NoLine { what }),
    }
}

impl Value {
    /// From the values of the laws, of which a share is active, and the inputs.
    pub fn of(self, laws: &[f64], share: f64, inputs: &[f64]) -> f64 {
        match self {
            Self::Law(place) => share * laws[place],
            Self::Input(place) => inputs[place],
        }
    }
}

impl Loads {
    /// Adds all loads but torques to forces on all coordinates.
    pub fn add(&self, at: &Configuration, laws: &[f64], share: f64, inputs: &[f64], force: &mut [f64]) {
        for load in &self.nodal {
            load.add(at, load.value.of(laws, share, inputs), force);
        }
        for load in &self.spread {
            load.add(at, load.ends.map(|end| end.of(laws, share, inputs)), force);
        }
    }
}

impl NodalLoad {
    /// Adds `value` times the load's direction to forces on all coordinates.
    pub fn add(&self, at: &Configuration, value: f64, force: &mut [f64]) {
        self.acting.add(at, value, force);
    }
}

impl Acting {
    /// Adds `value` times the direction to forces on all coordinates.
    pub fn add(&self, at: &Configuration, value: f64, force: &mut [f64]) {
        match *self {
            Acting::Along { first, direction, turning } => {
                let d = turning.map_or(direction, |rotation| at.turned(rotation, direction));
                force[first] += value * d[0];
                force[first + 1] += value * d[1];
            }
            Acting::About { rotation, sign } => force[rotation] += value * sign,
        }
    }
}
