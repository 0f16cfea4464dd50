//! States of frames and parts that `[state.NAME]` asks for.

use super::Asking;
use super::modes::displacements;
use super::stroke::stress_field;
use crate::block::{Block, Section};
use crate::plot::{Axis, Plot, Series};
use crate::scene::{Motion, MotionKind};
use crate::table::{Cell, Table};
use crate::{frame_scene, frame_stress};
use lissom::{Failure, FoundState, StateReport};
use lissom_linalg::Dense;
use lissom_mech::FrameForces;
use lissom_mech::elements::EndForces;

/// Share of the largest section force below which another is what rounding left.
const ROUNDING: f64 = 1e-12;

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let answer = asking.session.operating_states(asking.progress)?;
    let reports = asking.take(answer);
    section.blocks.push(Block::Table(table(&reports)));
    for report in &reports {
        match &report.found {
            Ok(found) => describe(asking, section, &report.name, found)?,
            Err(reason) => section.gap(format!("state {}", report.name), reason),
        }
    }
    let residuals = reports.iter().filter_map(|report| report.found.as_ref().ok().map(|f| f.residual));
    let worst = residuals.fold(0.0, f64::max);
    section.certify(true, format!("force balance of every state closes to {worst:.1e} of the forces"));
    Ok(())
}

fn table(reports: &[StateReport]) -> Table {
    let heads = [
        ("state", ""),
        ("kind", ""),
        ("equations", ""),
        ("largest deformation", "m"),
        ("at", ""),
        ("elastic energy", "J"),
        ("power in", "W"),
        ("dissipated", "W"),
        ("residual", ""),
    ];
    let mut table = Table::new("States", &heads);
    for report in reports {
        let Ok(found) = &report.found else {
            let mut row: Vec<Cell> = vec![report.name.as_str().into(), report.kind.into(), "none".into()];
            row.resize(heads.len(), Cell::None);
            table.row(row);
            continue;
        };
        let (at, value) = found.largest.as_ref().map(|(at, value)| (at.as_str(), *value)).unzip();
        table.row(vec![
            report.name.as_str().into(),
            report.kind.into(),
            if found.certificate.is_some() { "nonlinear".into() } else { "linear".into() },
            value.into(),
            at.map_or(Cell::None, Cell::from),
            found.elastic_energy.into(),
            found.power.supplied.into(),
            found.power.dissipated.into(),
            Cell::Size(found.residual),
        ]);
    }
    table
}

fn describe(
    asking: &mut Asking<'_>,
    section: &mut Section,
    name: &str,
    found: &FoundState,
) -> Result<(), Failure> {
    if let Some(forces) = &found.forces
        && !forces.members.is_empty()
    {
        section.blocks.push(Block::Table(members(name, forces)));
    }
    section.blocks.extend(change_plots(name, found).into_iter().map(Block::Plot));
    let Some(scene) = &asking.scene else { return Ok(()) };
    let frames = match &found.all_displacements {
        Some(all) => {
            let session = asking.session;
            vec![frame_scene::standing_motion(session.model()?, session.linear_system()?, scene, all)]
        }
        None => {
            let column =
                Dense::from_columns(found.deformation.len(), std::slice::from_ref(&found.deformation));
            displacements(asking.session, scene, &column, 1)?
        }
    };
    let stress = match &found.forces {
        Some(forces) => vec![frame_stress::of_members(asking.session.model()?, scene, &forces.members)],
        None => Vec::new(),
    };
    asking.add_motion(Motion {
        id: format!("state-{name}"),
        name: format!("state {name}"),
        kind: MotionKind::State,
        values: vec![0.0],
        frames,
        fields: stress_field(frame_stress::NAME, stress),
    });
    Ok(())
}

fn members(name: &str, forces: &FrameForces) -> Table {
    let heads =
        [("member", ""), ("end", ""), ("axial", "N"), ("shear", "N"), ("torsion", "N m"), ("bending", "N m")];
    let mut table = Table::new(&format!("Section forces, state {name}"), &heads);
    let size = |v: &[f64]| v.iter().map(|c| c * c).sum::<f64>().sqrt();
    let numbers = |own: &EndForces| [own.axial, size(&own.shear), own.torsion, size(&own.bending)];
    let ends = || forces.members.iter().flat_map(|member| &member.ends);
    let largest = ends().flat_map(numbers).fold(0.0_f64, |most, value| most.max(value.abs()));
    let shown = |value: f64| if value.abs() <= ROUNDING * largest { 0.0 } else { value };
    for member in &forces.members {
        for (end, own) in ["first", "second"].iter().zip(&member.ends) {
            let mut row: Vec<Cell> = vec![member.name.as_str().into(), (*end).into()];
            row.extend(numbers(own).map(|value| Cell::Number(shown(value))));
            table.row(row);
        }
    }
    table.note = Some(format!(
        "shear and bending: resultants of both directions; values below {ROUNDING:e} of the largest are \
         shown as 0"
    ));
    table
}

/// Outputs during a slow change, where the state is one.
fn change_plots(name: &str, found: &FoundState) -> Vec<Plot> {
    let Some(report) = &found.change else { return Vec::new() };
    let times = &report.change.times;
    let outputs = found.outputs.iter().zip(&report.outputs).enumerate();
    outputs
        .map(|(k, ((output, unit, _), values))| {
            let series = vec![Series::line(output, times, values.clone(), 0)];
            let title = format!("{output} during state {name}");
            let id = format!("state-{name}-{}", k + 1);
            Plot::new(&id, &title, Axis::linear("time", "s"), Axis::linear(output, unit), series)
        })
        .collect()
}
