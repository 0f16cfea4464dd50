//! The constants of a mechanism: built once, shared by the full and every reduced model.

use super::border::Jacobian;
use super::choice::{Choice, Source, Wanted};
use super::kinematics::FAR;
use super::laws::{TimeLaws, TimeLawsBuilder};
use super::loads::Loads;
use super::massive::Massive;
use super::output::Outputs;
use super::part::Parts;
use super::placing::{Ordered, Placing, Step, order};
use super::scale::Scale;
use crate::coordinates::{Coordinates, TranslationId};
use crate::elements::{self, BeamLink, Configuration, Shape};
use crate::error::MechError;
use crate::supports;
use crate::system::{GeneralisedCoordinate, Size};
use lissom_model::model::{BeamId, Dimension, Model};
use std::collections::BTreeSet;

/// What an equation demands of the quantity it measures.
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

/// Parts that answer deformations with stress.
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
    /// Where it is a link that places an end: it tells by its shape.
    pub link: Option<(BeamLink, usize)>,
}

/// A beam as pictures and stresses need it.
#[derive(Clone, Debug)]
pub(super) struct BeamParts {
    /// Its elements among the parts.
    pub parts: std::ops::Range<usize>,
    pub name: String,
    /// l₀ of one element [m].
    pub length: f64,
    /// Unit vector along it in the reference configuration.
    pub axis: [f64; 2],
    /// height/(2 I), if stresses can be told [1/m³].
    pub stress_factor: Option<f64>,
}

/// The constants of a mechanism.
#[derive(Debug)]
pub(super) struct Core {
    pub name: String,
    pub coordinates: Coordinates,
    pub parts: Parts,
    pub scale: Scale,
    /// Equations and unknown coordinates in the order of solution.
    pub equations: Vec<Equation>,
    pub unknowns: Vec<usize>,
    /// How far each unknown may go in one step.
    pub farthest: Vec<f64>,
    /// Place of every coordinate among the unknowns; `None` for supports.
    pub place: Vec<Option<usize>>,
    /// Unknown coordinates that are rotations.
    pub rotations: Vec<usize>,
    pub pattern: Jacobian,
    /// Whether the determinant of the kinematic equations is negative in the reference configuration.
    pub is_mirrored: bool,
    /// How the configuration is found without iterating over all of it, where that is possible.
    pub placing: Option<Placing>,
    pub massive: Vec<Massive>,
    pub elastic: Elastic,
    pub choice: Choice,
    pub independent: Vec<GeneralisedCoordinate>,
    /// Redundant held deformations with what they should be.
    pub watched: Vec<(usize, Target)>,
    /// Parts with damping or a torque, those whose rates matter, as far as they are measured; and the rates of other
    /// parts that are demanded.
    pub rated: Vec<usize>,
    pub demanded_rates: Vec<(usize, Target)>,
    /// Parts whose deformations have second derivatives.
    pub convecting: Vec<Convecting>,
    /// Whether anything is driven.
    pub is_driven: bool,
    pub laws: TimeLaws,
    pub loads: Loads,
    pub outputs: Outputs,
    pub beams: Vec<BeamParts>,
    /// Acceleration of gravity over all coordinates; empty without gravity.
    pub gravity: Vec<f64>,
    /// The same in the plane [m/s²].
    pub field: Option<[f64; 2]>,
    /// The instructions that the machine knows.
    pub arch: pulp::Arch,
}

impl Core {
    pub fn new(model: &Model, released: Option<&[(&str, &str)]>) -> Result<Self, MechError> {
        refuse_the_unknown(model)?;
        let coordinates = Coordinates::of(model);
        let parts = Parts::new(elements::build(model, &coordinates)?)?;
        let held = supports::held(model, &coordinates);
        let free: Vec<usize> = (0..coordinates.len()).filter(|c| !held.contains(c)).collect();
        let scale = Scale::new(&coordinates, model.structure.beams.len());
        let mut laws = TimeLawsBuilder::new(model);
        let drives = (model.structure.drives.iter())
            .map(|d| laws.add_with_rates(&format!("drive {}", d.name), &d.law))
            .collect::<Result<Vec<usize>, _>>()?;
        let loads = Loads::new(model, &coordinates, &parts, &mut laws)?;
        let actuated: BTreeSet<usize> = loads.torques.iter().map(|t| t.measure).collect();
        let is_rated = |k: &usize| {
            let part = &parts.all[*k];
            !part.damping.is_empty() || part.deformations().any(|measure| actuated.contains(&measure))
        };
        let rated: Vec<usize> = (0..parts.all.len()).filter(is_rated).collect();
        let wanted = wanted(model, &parts, &coordinates, released)?;
        let choice = Choice::new(&parts, &coordinates, &free, &scale, &actuated, &wanted)?;
        let equations = equations(&parts, &scale, &choice, &drives);
        let mut ordered = order(&parts, &scale, &choice, &equations, &free, &coordinates)?;
        if let Some(placing) = &mut ordered.placing {
            placing.also_measure(actuated.iter().map(|measure| parts.measures[*measure].part));
        }
        let is_mirrored = is_mirrored(&parts, &coordinates, &ordered)?;
        let convecting = convecting(&parts, ordered.placing.as_ref());
        let (rated, demanded_rates) = rates(&parts, rated, ordered.placing.as_ref(), &ordered.equations);
        let (equations, unknowns) = (ordered.equations, ordered.unknowns);
        let gravity = gravity(model, &coordinates);
        let mut place = vec![None; coordinates.len()];
        unknowns.iter().enumerate().for_each(|(p, c)| place[*c] = Some(p));
        Ok(Self {
            name: model.name.clone(),
            independent: named(&parts, &coordinates, &scale, &choice),
            watched: choice.redundant.iter().map(|m| (*m, held_target(&parts, *m, &drives))).collect(),
            massive: Massive::all(&parts, &place),
            elastic: Elastic::new(&parts, &choice),
            rotations: unknowns.iter().copied().filter(|c| scale.is_rotation(*c)).collect(),
            outputs: Outputs::new(model, &coordinates)?,
            beams: beams(model, &coordinates, &parts),
            field: (!gravity.is_empty()).then_some([model.gravity[0], model.gravity[1]]),
            gravity,
            farthest: unknowns
                .iter()
                .map(|c| FAR * if scale.is_rotation(*c) { 1.0 } else { scale.size })
                .collect(),
            rated,
            demanded_rates,
            convecting,
            is_driven: !drives.is_empty(),
            laws: laws.finish(),
            loads,
            scale,
            equations,
            unknowns,
            place,
            pattern: ordered.jacobian,
            placing: ordered.placing,
            is_mirrored,
            choice,
            parts,
            coordinates,
            arch: pulp::Arch::new(),
        })
    }

    /// What an equation measures, in words.
    pub fn equation_name(&self, equation: usize) -> String {
        match self.equations[equation].source {
            Source::Measure(m) => self.parts.name(m),
            Source::Coordinate(c) => self.coordinates.name(c),
        }
    }
}

impl Elastic {
    fn new(parts: &Parts, choice: &Choice) -> Self {
        let coordinate =
            |m: usize| choice.independent.iter().position(|source| *source == Source::Measure(m));
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

/// The side of singular positions on which the reference configuration lies.
fn is_mirrored(parts: &Parts, coordinates: &Coordinates, ordered: &Ordered) -> Result<bool, MechError> {
    let mut gradients = parts.reference_gradients(coordinates)?;
    gradients.push(1.0);
    let at = Configuration::reference(coordinates.len());
    let steps = ordered.placing.iter().flat_map(|placing| &placing.steps);
    let links = steps.filter_map(|step| if let Step::Link { link, .. } = step { Some(link) } else { None });
    let shapes = links.map(|link| link.shape(&at).expect("its deformations were measured above"));
    let shapes: Vec<Shape> = shapes.collect();
    let mut factor = ordered.jacobian.room();
    // Where even this fails, the first evaluation says so by name.
    Ok(ordered.jacobian.factorise(&gradients, &shapes, &mut factor).is_ok()
        && ordered.jacobian.is_mirrored(&factor))
}

fn convecting(parts: &Parts, placing: Option<&Placing>) -> Vec<Convecting> {
    let steps = placing.map_or(&[][..], |placing| &placing.steps);
    let link_of = |k: usize| {
        steps.iter().find_map(|step| match step {
            Step::Link { link, part, shape, .. } if *part == k => Some((*link, *shape)),
            _ => None,
        })
    };
    let all = parts.all.iter().enumerate();
    all.filter(|(_, part)| part.count > 0 && !part.finite().is_linear())
        .map(|(k, part)| Convecting { part: k, deformations: part.deformations(), link: link_of(k) })
        .collect()
}

/// Parts whose rates are measured, and rates that are demanded.
fn rates(
    parts: &Parts,
    rated: Vec<usize>,
    placing: Option<&Placing>,
    equations: &[Equation],
) -> (Vec<usize>, Vec<(usize, Target)>) {
    let Some(placing) = placing else { return (rated, Vec::new()) };
    let (measured, told): (Vec<usize>, Vec<usize>) =
        rated.into_iter().partition(|k| placing.measured.contains(k));
    let demanded = equations.iter().filter_map(|equation| match equation.source {
        Source::Measure(m) if told.contains(&parts.measures[m].part) => Some((m, equation.target)),
        _ => None,
    });
    (measured, demanded.collect())
}

/// Nothing of a model is left out in silence.
fn refuse_the_unknown(model: &Model) -> Result<(), MechError> {
    let spin = model.spin.iter().map(|_| "the turning frame of [spin]".to_owned());
    let parts = model.fe_parts.iter().map(|part| format!("FE part {}", part.name));
    let bodies = model.modal_bodies.iter().map(|body| format!("modal body {}", body.name));
    match spin.chain(parts).chain(bodies).next() {
        Some(what) => Err(MechError::NotInMechanism { what }),
        None => Ok(()),
    }
}

/// The choice that is asked for: by the caller, or else by the model.
fn wanted(
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
                    None => parts.all.iter().filter(|p| p.count > 0).map(super::part::Part::name).collect(),
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

fn named(
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

fn beams(model: &Model, coordinates: &Coordinates, parts: &Parts) -> Vec<BeamParts> {
    let mut all = Vec::new();
    for (i, beam) in model.structure.beams.iter().enumerate() {
        let ends = coordinates.beam_ends(BeamId(i));
        let first_coordinate = coordinates.end(ends[0]).next();
        let second = coordinates.end(ends[1]).next();
        let is_first = |part: &super::part::Part| {
            let c = part.coordinates();
            c.len() == 6 && c.first().copied() == first_coordinate && c.get(3).copied() == second
        };
        let start = parts.all.iter().position(is_first).expect("every beam of the model has elements");
        let [p, q] = beam.nodes.map(|n| model.structure.nodes[n.0].position);
        let d = [q[0] - p[0], q[1] - p[1]];
        let length = d[0].hypot(d[1]);
        all.push(BeamParts {
            name: beam.name.clone(),
            parts: start..start + beam.elements,
            length: length / beam.elements as f64,
            axis: [d[0] / length, d[1] / length],
            stress_factor: beam.outer_fibre.map(|fibre| fibre.about_z),
        });
    }
    all
}

fn gravity(model: &Model, coordinates: &Coordinates) -> Vec<f64> {
    if model.gravity.iter().all(|g| *g == 0.0) || model.dimension == Dimension::Three {
        return Vec::new();
    }
    let mut field = vec![0.0; coordinates.len()];
    for point in 0..coordinates.points().len() {
        for (c, g) in coordinates.translation(TranslationId(point)).zip(model.gravity) {
            field[c] = g;
        }
    }
    field
}
