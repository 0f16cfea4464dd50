//! Source code of planar mechanisms in large motion, full or reduced: right-hand side, outputs and Jacobians.
//!
//! The code is a small engine for planar elements, the same for every model, with the numbers of the model as constant tables and
//! its laws as functions. It does what `crates/lissom-mech/src/mechanism/README.md` describes: kinematic equations closed by Newton's
//! method, block by block with a small border for loops, then motions, velocities and accelerations by the linearised
//! equations, and the reduced mass matrix and forces. Parts of the engine that a model does not need are left out.
//!
//! - `flat`: the tables as lists of numbers.
//! - `template`: texts with parts that depend on conditions.
//! - `vectors`: states with what the program finds there, for the tests that come with the code.
//! - `c`: header, source, Jacobians, test and makefile in C99.
//! - `rust`: one module in Rust.
//! - `c_forces`: outputs that are forces, in C99.
//! - `rust_forces`: outputs that are forces, in Rust.

mod c;
mod c_forces;
mod flat;
mod rust;
mod rust_forces;
mod template;
mod vectors;

pub(super) use c::c_files;
pub(super) use rust::rust_files;

use crate::error::ExportError;
use crate::exporter::ExportRequest;
use crate::fmu::{inputs_of, signal, states_of};
use crate::linear_export::Signal;
use crate::origin::Origin;
use flat::Flat;
use lissom::{Motion, Progress, Reduces, Session};
use lissom_mech::{ElementTable, MotionTables, NotAsData, OutputTable, System};
use lissom_model::model::Model;
use std::sync::Arc;
use vectors::Vectors;

/// What would do where code cannot be written.
const INSTEAD: &str = "`fmu2` and `fmu3` hold such mechanisms, and `--at reference`, or another state, writes the linear model there";

/// The same for machines with FE parts in large motion, which units do not hold.
const INSTEAD_OF_PARTS: &str =
    "`--at rest`, or another state, writes the linear model there; `sid` holds the parts";

/// A mechanism as it is written in any language.
pub(super) struct MotionCode {
    origin: Origin,
    tables: MotionTables,
    flat: Flat,
    states: Vec<Signal>,
    inputs: Vec<Signal>,
    outputs: Vec<Signal>,
    vectors: Vectors,
}

/// Whether the model file asks for motions that are not small.
fn asks_for_large_motion(model: &Model) -> bool {
    let asked = &model.analyses;
    let moves = asked.simulate.as_ref().is_some_and(|simulate| !simulate.is_linear);
    model.coordinates.is_some() || asked.states.is_some() || asked.cycle.is_some() || moves
}

impl MotionCode {
    /// The mechanism that a request names; `None` where it is a linear model: about a given state, of a structure, or where nothing
    /// asks for large motion.
    pub(super) fn of(
        format: &'static str,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, ExportError> {
        if request.at.is_some() || !session.moves("full").is_ok_and(|motion| motion == Motion::Mechanism) {
            return Ok(None);
        }
        let mut origin = Origin::of(session, request)?;
        let system: Arc<dyn System> = if request.model() == "full" {
            if !asks_for_large_motion(session.model()?) {
                return Ok(None);
            }
            session.mechanism()?.shared_machinery()
        } else {
            if session.reduces(session.reduction(request.model())?)? != Reduces::Motion {
                return Ok(None);
            }
            origin.add_reduction(session, None, progress)?;
            let text = session.reduce(request.model(), progress)?.value.text;
            Arc::new(session.reduced_by(&text)?)
        };
        Self::written(format, session, request, origin, &system, progress).map(Some)
    }

    fn written(
        format: &'static str,
        session: &Session,
        request: &ExportRequest,
        mut origin: Origin,
        system: &Arc<dyn System>,
        progress: &dyn Progress,
    ) -> Result<Self, ExportError> {
        let refuse = |why: String, instead| ExportError::NotFor { format, why, instead };
        if system.coordinates().is_empty() {
            let why = "its drives prescribe all of its motion, and there are no states".to_owned();
            return Err(refuse(why, "`csv` holds its motion; replace a drive by a torque law"));
        }
        let tables = system.machinery().map_or(Err(NotAsData::InSpace), |machinery| machinery.tables());
        let has_parts = session.model()?.fe_parts.iter().any(|part| part.motion.is_some());
        let instead = if has_parts { INSTEAD_OF_PARTS } else { INSTEAD };
        let tables = tables.map_err(|why| refuse(why.to_string(), instead))?;
        let controllers: Vec<&str> =
            session.model()?.controllers.iter().map(|controller| controller.name.as_str()).collect();
        if !controllers.is_empty() {
            origin.notes.push(format!(
                "controllers are not part of the code ({}): what they command are inputs",
                controllers.join(", ")
            ));
        }
        if system.switches() > 0 {
            origin.notes.push(
                "laws switch: end a step of an integrator where a comparison, a minimum or a piece of a table changes".to_owned(),
            );
        }
        origin.notes.push(
            "the coordinates stay those of the start: where they become singular, functions return a code"
                .to_owned(),
        );
        let vectors = Vectors::of(session, request.model(), &**system, progress)
            .map_err(|why| refuse(why, "try `--at reference` for the linear model"))?;
        Ok(Self {
            states: states_of(&**system),
            inputs: inputs_of(session, &**system)?,
            outputs: system.outputs().iter().map(|(name, unit)| signal(name, unit)).collect(),
            flat: Flat::of(&tables),
            tables,
            vectors,
            origin,
        })
    }

    /// Origin and names of signals, for comments.
    fn lines(&self) -> Vec<String> {
        [self.origin.lines(), super::named_lines(&self.states, &self.inputs, &self.outputs)].concat()
    }

    /// Coordinates of a deformation with the places of its gradients.
    fn row(&self, measure: usize) -> impl Iterator<Item = (usize, usize)> {
        let holds =
            |element: &&ElementTable| (element.first..element.first + element.count).contains(&measure);
        let element =
            self.tables.elements.iter().find(holds).expect("every deformation belongs to an element");
        let start = element.gradient + (measure - element.first) * element.coordinates.len();
        element.coordinates.iter().enumerate().map(move |(j, c)| (*c, start + j))
    }

    /// The size of a list that may not be empty.
    fn places(count: usize) -> usize {
        count.max(1)
    }
}

/// Coordinates of a deflection (first and last point of the beam, the element with the point), and its numbers: places of these points and
/// of the ends of the element, the axis, the length of the element, the share of it.
fn deflection_numbers(output: &OutputTable) -> ([usize; 10], [f64; 12]) {
    let OutputTable::Deflection { elements: [first, own, last], places, axis, length, at } = output else {
        unreachable!("it is called for deflections")
    };
    let [a, b, c, d, e, f] = *own;
    let coordinates = [first[0], first[1], last[3], last[4], a, b, c, d, e, f];
    let ([start, _], [p, q], [_, end]) = (places[0], places[1], places[2]);
    let numbers =
        [start[0], start[1], end[0], end[1], p[0], p[1], q[0], q[1], axis[0], axis[1], *length, *at];
    (coordinates, numbers)
}
