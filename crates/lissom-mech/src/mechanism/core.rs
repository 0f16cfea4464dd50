//! The constants of a mechanism: built once, shared by the full and every reduced model.

use super::buffers::Buffers;
use crate::assembly::coordinates::Coordinates;
use crate::elements::BeamLink;
use crate::error::MechError;
use crate::mechanism::choice_of_coordinates::choice::{Choice, Source, Wanted};
use crate::mechanism::choice_of_coordinates::home::Home;
use crate::mechanism::configuration::kinematics::{FAR, Failure};
use crate::mechanism::configuration::placing::{Placing, Step, order};
use crate::mechanism::constants::machine::Machine;
use crate::mechanism::constants::massive::Massive;
use crate::mechanism::constants::part::{Part, Parts};
use crate::mechanism::constants::scale::Scale;
use crate::mechanism::jacobian::border::Jacobian;
use crate::mechanism::recursion::fronts::Fronts;
use crate::mechanism::recursion::subtree::Subtrees;
use crate::mechanism::recursion::tree::Tree;
use crate::system::{GeneralisedCoordinate, Size};
use lissom_model::model::Model;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// Target of an equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// It stays zero.
    Zero,
    /// It follows a drive: place of its value, rate and acceleration among the laws of time.
    Drive(usize),
    /// It is an independent coordinate.
    Independent(usize),
}

/// One equation of the kinematics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equation {
    pub source: Source,
    pub target: Target,
    /// Makes its residual a length.
    pub scale: f64,
}

/// Parts with stress.
#[derive(Debug)]
pub(super) struct Elastic {
    /// Parts whose flexible deformations are all independent coordinates: number in the part, coordinate.
    pub linear: Vec<(usize, Vec<(usize, usize)>)>,
    /// The other parts.
    pub others: Vec<usize>,
    /// Independent coordinates that are deformations of these parts, linear ones first: coordinate and deformation.
    pub stressed: Vec<(usize, usize)>,
    pub stressed_linear: usize,
}

/// A part whose deformations have second derivatives.
#[derive(Debug)]
pub(super) struct Convecting {
    pub part: usize,
    pub deformations: std::ops::Range<usize>,
    /// Where it is a link that places an end: it has a shape.
    pub link: Option<(BeamLink, usize)>,
}

/// The constants of a mechanism: those of the machine, and those that depend on the choice of coordinates.
#[derive(Debug)]
pub(super) struct Core {
    machine: Arc<Machine>,
    /// Equations and unknown coordinates in the order of solution.
    pub equations: Vec<Equation>,
    pub unknowns: Vec<usize>,
    /// Largest change of each unknown in one step.
    pub farthest: Vec<f64>,
    /// Place of every coordinate among the unknowns; `None` for supports.
    pub place: Vec<Option<usize>>,
    /// Unknown coordinates that are rotations.
    pub rotations: Vec<usize>,
    pub pattern: Jacobian,
    /// Placement without iteration over all coordinates, where possible.
    pub placing: Option<Placing>,
    pub massive: Vec<Massive>,
    /// How it is eliminated link by link, where it is placed so.
    pub tree: Option<Tree>,
    /// Which unknowns the matrices of implicit steps couple, found when they are first asked for.
    pub iteration: OnceLock<Arc<Fronts>>,
    /// What hangs on what, where it has no loops.
    pub subtrees: Option<Subtrees>,
    pub elastic: Elastic,
    pub choice: Choice,
    pub independent: Vec<GeneralisedCoordinate>,
    /// Redundant fixed deformations with their targets.
    pub watched: Vec<(usize, Target)>,
    /// Parts with damping or a torque, those whose rates matter, as far as they are measured; and the
    /// prescribed rates of other parts.
    pub rated: Vec<usize>,
    pub demanded_rates: Vec<(usize, Target)>,
    /// Parts whose deformations have second derivatives.
    pub convecting: Vec<Convecting>,
    /// Where the coordinates were chosen: searches of a configuration start there.
    pub home: Home,
}

impl Deref for Core {
    type Target = Machine;

    fn deref(&self) -> &Machine {
        &self.machine
    }
}

impl Core {
    pub fn new(model: &Model, released: Option<&[(&str, &str)]>) -> Result<Self, MechError> {
        let machine = Arc::new(Machine::new(model)?);
        let Machine { parts, coordinates, free, scale, actuated, .. } = &*machine;
        let wanted = requested_choice(model, parts, coordinates, released)?;
        let choice = Choice::new(parts, coordinates, free, scale, actuated, &wanted)?;
        // With redundant constraints the forces that each one carries do not follow from the motion.
        if let Some((output, redundant)) = machine.outputs.carried().zip(choice.redundant.first()) {
            let (output, constraint) = (output.to_owned(), parts.name(*redundant));
            return Err(MechError::UndeterminedForce { output, constraint });
        }
        let mut core = Self::with(Arc::clone(&machine), choice)?;
        core.home = Home::reference(&core);
        Ok(core)
    }

    /// The same machine in other coordinates, chosen at a configuration whose deformations were measured.
    ///
    /// # Errors
    /// When these coordinates do not determine it there.
    pub fn rechosen(&self, choice: Choice, at: &Buffers) -> Result<Self, Failure> {
        let built = Self::with(Arc::clone(&self.machine), choice);
        let mut core = built.expect("elements can be built again");
        core.home = Home::new(&core, at)?;
        Ok(core)
    }

    /// Everything that follows from a choice; its home is the reference configuration.
    fn with(machine: Arc<Machine>, choice: Choice) -> Result<Self, MechError> {
        let Machine { parts, coordinates, free, scale, actuated, drives, .. } = &*machine;
        let equations = equations(parts, scale, &choice, drives);
        let mut ordered = order(parts, scale, &choice, &equations, free, coordinates)?;
        if let Some(placing) = &mut ordered.placing {
            placing.also_measure(actuated.iter().map(|measure| parts.measures[*measure].part));
        }
        let convecting = convecting(parts, ordered.placing.as_ref());
        let rated = machine.rated.clone();
        let (rated, demanded_rates) = rates(parts, rated, ordered.placing.as_ref(), &ordered.equations);
        let (equations, unknowns) = (ordered.equations, ordered.unknowns);
        let mut place = vec![None; coordinates.len()];
        unknowns.iter().enumerate().for_each(|(p, c)| place[*c] = Some(p));
        let massive = Massive::all(parts, &place);
        let far = |c: &usize| FAR * if scale.is_rotation(*c) { 1.0 } else { scale.size };
        Ok(Self {
            independent: named(parts, coordinates, scale, &choice),
            watched: choice.redundant.iter().map(|m| (*m, held_target(parts, *m, drives))).collect(),
            tree: Tree::new(ordered.placing.as_ref(), &ordered.jacobian, &equations, &massive),
            subtrees: (ordered.placing.as_ref())
                .and_then(|placing| Subtrees::new(placing, &place, coordinates, scale)),
            iteration: OnceLock::new(),
            massive,
            elastic: Elastic::new(parts, &choice),
            rotations: unknowns.iter().copied().filter(|c| scale.is_rotation(*c)).collect(),
            farthest: unknowns.iter().map(far).collect(),
            rated,
            demanded_rates,
            convecting,
            home: Home::default(),
            equations,
            unknowns,
            place,
            pattern: ordered.jacobian,
            placing: ordered.placing,
            choice,
            machine,
        })
    }

    /// Whether anything is driven.
    pub fn is_driven(&self) -> bool {
        !self.drives.is_empty()
    }

    /// The measured quantity of an equation, as text.
    pub fn equation_name(&self, equation: usize) -> String {
        match self.equations[equation].source {
            Source::Measure(m) => self.parts.name(m),
            Source::Coordinate(c) => self.coordinates.name(c),
        }
    }
}

impl Elastic {
    fn new(parts: &Parts, choice: &Choice) -> Self {
        let mut coordinates = vec![None; parts.measures.len()];
        for (j, source) in choice.independent.iter().enumerate() {
            if let Source::Measure(m) = source {
                coordinates[*m] = Some(j);
            }
        }
        let coordinate = |m: usize| coordinates[m];
        let (mut linear, mut others) = (Vec::new(), Vec::new());
        let (mut stressed, mut rest) = (Vec::new(), Vec::new());
        for (k, part) in parts.all.iter().enumerate().filter(|(_, part)| part.is_elastic()) {
            let flexible = part.deformations().filter(|m| parts.measures[*m].deformation.flexible);
            let found: Vec<(usize, Option<usize>)> = flexible.map(|m| (m, coordinate(m))).collect();
            let own = found.iter().filter_map(|(m, j)| Some((*m, (*j)?)));
            let by_coordinate = own.clone().map(|(m, j)| (j, m));
            if found.iter().all(|(_, j)| j.is_some()) {
                stressed.extend(by_coordinate);
                linear.push((k, own.map(|(m, j)| (m - part.first, j)).collect()));
            } else {
                rest.extend(by_coordinate);
                others.push(k);
            }
        }
        let stressed_linear = stressed.len();
        stressed.extend(rest);
        Self { linear, others, stressed, stressed_linear }
    }
}

fn convecting(parts: &Parts, placing: Option<&Placing>) -> Vec<Convecting> {
    let steps = placing.map_or(&[][..], |placing| &placing.steps);
    let mut links = vec![None; parts.all.len()];
    for step in steps {
        if let Step::Link { link, part, shape, .. } = step {
            links[*part] = Some((*link, *shape));
        }
    }
    let all = parts.all.iter().enumerate();
    all.filter(|(_, part)| part.count > 0 && !part.finite().is_linear())
        .map(|(k, part)| Convecting { part: k, deformations: part.deformations(), link: links[k] })
        .collect()
}

/// Parts whose rates are measured, and prescribed rates.
fn rates(
    parts: &Parts,
    rated: Vec<usize>,
    placing: Option<&Placing>,
    equations: &[Equation],
) -> (Vec<usize>, Vec<(usize, Target)>) {
    let Some(placing) = placing else { return (rated, Vec::new()) };
    let (measured, followed): (Vec<usize>, Vec<usize>) =
        rated.into_iter().partition(|k| placing.measured.binary_search(k).is_ok());
    let demanded = equations.iter().filter_map(|equation| match equation.source {
        Source::Measure(m) if followed.binary_search(&parts.measures[m].part).is_ok() => {
            Some((m, equation.target))
        }
        _ => None,
    });
    (measured, demanded.collect())
}

/// The requested choice: by the caller, or else by the model.
fn requested_choice(
    model: &Model,
    parts: &Parts,
    coordinates: &Coordinates,
    released: Option<&[(&str, &str)]>,
) -> Result<Wanted, MechError> {
    let mut wanted = Wanted::default();
    let asked = model.coordinates.as_ref();
    for (node, coordinate) in asked.iter().flat_map(|choice| &choice.independent) {
        let index = coordinates.index(*node, *coordinate).ok_or_else(|| MechError::NothingTurns {
            what: "[coordinates]".to_owned(),
            node: model.structure.nodes[node.0].name.clone(),
        })?;
        if !wanted.coordinates.contains(&index) {
            wanted.coordinates.push(index);
        }
    }
    let follow = asked.map(|choice| choice.follow.as_slice()).filter(|names| !names.is_empty());
    let split = |name: &'_ String| -> (String, String) {
        let (element, deformation) = name.rsplit_once(": ").unwrap_or((name, ""));
        (element.to_owned(), deformation.to_owned())
    };
    let of_model: Option<Vec<(String, String)>> = follow.map(|names| names.iter().map(split).collect());
    let of_model: Option<Vec<(&str, &str)>> =
        of_model.as_ref().map(|names| names.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect());
    wanted.released =
        released.or(of_model.as_deref()).map(|names| find_measures(parts, names)).transpose()?;
    Ok(wanted)
}

fn find_measures(parts: &Parts, names: &[(&str, &str)]) -> Result<Vec<usize>, MechError> {
    let find = |(element, deformation): &(&str, &str)| {
        let wanted = format!("{element}: {deformation}");
        (0..parts.measures.len()).find(|m| parts.name(*m) == wanted).ok_or_else(|| {
            let of_element = parts.all.iter().find(|part| part.name() == *element);
            MechError::UnknownDeformation {
                element: (*element).to_owned(),
                deformation: (*deformation).to_owned(),
                known: match of_element {
                    Some(part) => part.deformations().map(|m| parts.name(m)).collect(),
                    None => parts.all.iter().filter(|p| p.count > 0).map(Part::name).collect(),
                },
            }
        })
    };
    names.iter().map(find).collect()
}

fn held_target(parts: &Parts, measure: usize, drives: &[usize]) -> Target {
    parts.measures[measure].deformation.drive.map_or(Target::Zero, |d| Target::Drive(drives[d]))
}

fn equations(parts: &Parts, scale: &Scale, choice: &Choice, drives: &[usize]) -> Vec<Equation> {
    let held = choice.held.iter().map(|m| Equation {
        source: Source::Measure(*m),
        target: held_target(parts, *m, drives),
        scale: scale.measure(parts, *m),
    });
    let independent = choice.independent.iter().enumerate().map(|(j, source)| Equation {
        source: *source,
        target: Target::Independent(j),
        scale: match *source {
            Source::Measure(m) => scale.measure(parts, m),
            Source::Coordinate(c) => 1.0 / scale.unknown(c),
        },
    });
    held.chain(independent).collect()
}

pub(super) fn named(
    parts: &Parts,
    coordinates: &Coordinates,
    scale: &Scale,
    choice: &Choice,
) -> Vec<GeneralisedCoordinate> {
    let name = |source: &Source| match *source {
        Source::Measure(m) => {
            let deformation = &parts.measures[m].deformation;
            GeneralisedCoordinate { name: parts.name(m), unit: deformation.unit, size: deformation.size }
        }
        Source::Coordinate(c) => GeneralisedCoordinate {
            name: coordinates.name(c),
            unit: if scale.is_rotation(c) { "rad" } else { "m" },
            size: Size::Large,
        },
    };
    choice.independent.iter().map(name).collect()
}
