//! The constants of a machine, independent of the choice of coordinates.

use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::assembly::supports;
use crate::elements;
use crate::error::MechError;
use crate::laws::{TimeLaws, TimeLawsBuilder};
use crate::mechanism::constants::loads::Loads;
use crate::mechanism::constants::output::Outputs;
use crate::mechanism::constants::part::{Part, Parts};
use crate::mechanism::constants::scale::Scale;
use lissom_model::model::{BeamId, Dimension, Model};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;

/// The constants of a machine that do not depend on the choice of coordinates.
#[derive(Debug)]
pub(in crate::mechanism) struct Machine {
    pub name: String,
    pub coordinates: Coordinates,
    pub parts: Parts,
    pub scale: Scale,
    /// Free coordinates, ascending.
    pub free: Vec<usize>,
    /// Deformations that a torque works on.
    pub actuated: BTreeSet<usize>,
    /// Parts with damping or a torque: their rates matter.
    pub rated: Vec<usize>,
    /// Places of the drives among the laws: value, rate, acceleration.
    pub drives: Vec<usize>,
    pub laws: TimeLaws,
    pub loads: Loads,
    /// Number of decisions of all laws.
    pub switches: usize,
    pub outputs: Outputs,
    pub beams: Vec<BeamParts>,
    /// Acceleration of gravity over all coordinates; empty without gravity.
    pub gravity: Vec<f64>,
    /// The same in the plane [m/s²].
    pub field: Option<[f64; 2]>,
    /// Instruction set of the processor.
    pub arch: pulp::Arch,
    /// Configurations searched so far, whatever coordinates were chosen: a count for reports, which nothing depends on.
    pub searched: AtomicU64,
}

/// Data of a beam for pictures and stresses.
#[derive(Clone, Debug)]
pub(in crate::mechanism) struct BeamParts {
    /// Its elements among the parts.
    pub parts: std::ops::Range<usize>,
    pub name: String,
    /// l₀ of one element [m].
    pub length: f64,
    /// Unit vector along it in the reference configuration.
    pub axis: [f64; 2],
    /// height/(2 I), if known [1/m³].
    pub stress_factor: Option<f64>,
}

impl Machine {
    /// The machine of a model.
    ///
    /// # Errors
    /// When an element cannot be built or is known for small motions only, or a law cannot be used.
    pub fn new(model: &Model) -> Result<Self, MechError> {
        refuse_the_unknown(model)?;
        let coordinates = Coordinates::of(model);
        let parts = Parts::new(elements::build(model, &coordinates)?)?;
        let held = supports::held(model, &coordinates);
        let mut laws = TimeLawsBuilder::new(model);
        let drives = (model.structure.drives.iter())
            .map(|d| laws.add_with_rates(&format!("drive {}", d.name), &d.law))
            .collect::<Result<Vec<usize>, _>>()?;
        let mut loads = Loads::new(model, &coordinates, &parts, &mut laws)?;
        let laws = laws.finish();
        let switches = loads.number_switches(laws.program().switch_count());
        let rubbing = loads.frictions.iter().map(|friction| friction.measure);
        let actuated: BTreeSet<usize> = loads.torques.iter().map(|t| t.measure).chain(rubbing).collect();
        let is_rated = |k: &usize| {
            let part = &parts.all[*k];
            !part.damping.is_empty() || part.deformations().any(|measure| actuated.contains(&measure))
        };
        let gravity = gravity(model, &coordinates);
        Ok(Self {
            name: model.name.clone(),
            rated: (0..parts.all.len()).filter(is_rated).collect(),
            free: (0..coordinates.len()).filter(|c| !held.contains(c)).collect(),
            scale: Scale::new(&coordinates, model.structure.beams.len()),
            outputs: Outputs::new(model, &coordinates, &parts, &drives)?,
            beams: beams(model, &coordinates, &parts),
            field: (!gravity.is_empty()).then_some([model.gravity[0], model.gravity[1]]),
            gravity,
            laws,
            switches,
            actuated,
            drives,
            loads,
            parts,
            coordinates,
            arch: pulp::Arch::new(),
            searched: AtomicU64::new(0),
        })
    }
}

/// Rejects entries that a mechanism does not support.
fn refuse_the_unknown(model: &Model) -> Result<(), MechError> {
    let spin = model.spin.iter().map(|_| "the rotating frame of [spin]".to_owned());
    let parts = model.fe_parts.iter().map(|part| format!("FE part {}", part.name));
    let bodies = model.modal_bodies.iter().map(|body| format!("modal body {}", body.name));
    match spin.chain(parts).chain(bodies).next() {
        Some(what) => Err(MechError::NotInMechanism { what }),
        None => Ok(()),
    }
}

fn beams(model: &Model, coordinates: &Coordinates, parts: &Parts) -> Vec<BeamParts> {
    let mut all = Vec::new();
    let mut after = 0;
    for (i, beam) in model.structure.beams.iter().enumerate() {
        let ends = coordinates.beam_ends(BeamId(i));
        let first_coordinate = coordinates.end(ends[0]).next();
        let second = coordinates.end(ends[1]).next();
        let is_first = |part: &Part| {
            let c = part.coordinates();
            c.len() == 6 && c.first().copied() == first_coordinate && c.get(3).copied() == second
        };
        // Elements of beams stand in the order of the beams; what is not found behind the last one is looked for from the start.
        let behind = parts.all[after..].iter().position(is_first).map(|k| after + k);
        let start = behind.or_else(|| parts.all.iter().position(is_first));
        let start = start.expect("every beam of the model has elements");
        after = start + beam.elements;
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
