//! Loads on FE parts in large motion over a motion in time, for the finite-element program that meshed them.
//!
//! Every time of the motion is a load case on mesh nodes: the forces of the rest of the machine on the interfaces, spread over the nodes of
//! each, and the inertia and weight of a rigid body in balance with them. So a static analysis of the free part needs supports only
//! against rigid motion, and these carry nothing.
//!
//! - `calculix`: steps with `*CLOAD`.
//! - `nastran`: `FORCE` and `MOMENT` cards.

mod calculix;
mod nastran;

pub(crate) use calculix::CalculixLoads;
pub(crate) use nastran::NastranLoads;

use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile};
use crate::linear_export::what_would_do;
use crate::motion::asked_motion;
use crate::origin::Origin;
use lissom::{LoadCase, PartLoads, Progress, Session};
use std::fmt::Write;

/// What a model needs for these formats.
const NEEDS: &str = "an FE part with motion = \"large\" and its mesh, and [analysis.simulate]";

/// Most load cases of a part: more times are thinned out, evenly.
const MOST_CASES: usize = 100;

/// Writes a file of loads, and its ending.
type Text = (&'static str, fn(&Origin, &PartLoads) -> String);

/// Files of all parts, each by its texts.
fn files(
    format: &'static str,
    texts: &[Text],
    session: &Session,
    request: &ExportRequest,
    progress: &dyn Progress,
) -> Result<Vec<ExportedFile>, ExportError> {
    let refused = |why: String, instead| ExportError::NotFor { format, why, instead };
    let model = session.model()?;
    if !model.fe_parts.iter().any(|part| part.motion.is_some()) {
        let why = "it has no [[fe_part]] with motion = \"large\"".to_owned();
        return Err(refused(why, what_would_do(session)));
    }
    if request.model() != "full" || request.at.is_some() {
        let why = "loads are those of the motion of the full model".to_owned();
        return Err(refused(why, "omit --model and --at"));
    }
    if let Some(controller) = model.controllers.first() {
        let why = format!("controller `{}` commands forces that these loads would lack", controller.name);
        return Err(refused(why, "give its forces as laws; `csv` holds its commands"));
    }
    let settings = asked_motion(session)?;
    let motion = session.simulate("full", &settings, progress)?;
    let all = session.part_loads(&motion.value.trajectory)?;
    let alone = all.len() == 1;
    let mut files = Vec::new();
    for loads in all {
        let loads = loads.map_err(|why| {
            refused(
                why.to_string(),
                "give `mesh` and `dof` of the part, and an interface whose nodes are in them",
            )
        })?;
        let mut origin = Origin::of(session, request)?;
        let thinned = thinned(loads, &mut origin);
        demand_finite(&thinned)?;
        let name = if alone { String::new() } else { format!(".{}", safe(&thinned.part)) };
        let file =
            |(ending, text): &Text| ExportedFile::new(format!("{name}.{ending}"), text(&origin, &thinned));
        files.extend(texts.iter().map(file));
    }
    Ok(files)
}

/// A name as a piece of a file name.
fn safe(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

fn thinned(mut loads: PartLoads, origin: &mut Origin) -> PartLoads {
    let count = loads.cases.len();
    if count > MOST_CASES {
        origin
            .notes
            .push(format!("{MOST_CASES} of {count} times; `points` of [analysis.simulate] chooses others"));
        let last = MOST_CASES - 1;
        let kept: Vec<usize> = (0..MOST_CASES).map(|k| k * (count - 1) / last).collect();
        let mut place = 0;
        loads.cases.retain(|_| {
            place += 1;
            kept.contains(&(place - 1))
        });
    }
    loads
}

fn demand_finite(loads: &PartLoads) -> Result<(), ExportError> {
    for (row, case) in loads.cases.iter().enumerate() {
        let all = case.interfaces.iter().chain(&case.inertia).flat_map(|load| load.values);
        if let Some(column) = all.enumerate().find_map(|(k, value)| (!value.is_finite()).then_some(k)) {
            return Err(ExportError::NotFinite { matrix: "loads", row: row + 1, column: column + 1 });
        }
    }
    Ok(())
}

/// Lines at the head of a file: where it comes from, what it holds, how it is used.
fn head(mark: &str, origin: &Origin, loads: &PartLoads) -> String {
    let mut text = String::new();
    let mut line = |line: &str| {
        let _ = writeln!(text, "{mark}{line}");
    };
    origin.lines().iter().for_each(|own| line(own));
    line(&format!("loads on FE part {} in the axes and units of its files", loads.part));
    line(
        "each case: forces on the nodes of interfaces, statically the same as the forces of the rest of the machine there, and inertia",
    );
    line(
        "and weight of the part as a rigid body, in balance with them; accelerations by deformation are left out",
    );
    line(&format!("mass of the part: {:e} kg", loads.mass));
    let worst = loads.cases.iter().map(|case| case.unbalanced).fold(0.0, f64::max);
    line(&format!("largest force or moment without balance, of the largest one: {worst:.1e}"));
    text
}

/// The motion of a case, as a line.
fn motion_line(case: &LoadCase) -> String {
    let [a, turning, spin] = case.motion;
    format!(
        "acceleration less gravity of the origin of the mesh {a:?} m/s^2, angular acceleration {turning:?} rad/s^2, angular velocity \
         {spin:?} rad/s"
    )
}

/// The interfaces of a case with their resultants, as lines.
fn interface_lines(loads: &PartLoads, case: &LoadCase) -> Vec<String> {
    let one = |(name, values): (&String, &[f64; 6])| {
        let (force, moment) = values.split_at(3);
        format!("interface {name}: force {force:?}, moment {moment:?} about its point")
            .replace(['\n', '\r'], " ")
    };
    loads.interfaces.iter().zip(&case.resultants).map(one).collect()
}
