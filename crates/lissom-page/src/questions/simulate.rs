//! Motion in time of the full and the reduced models.

use super::stroke::{BENDING, stress_field};
use super::{Asking, shown_frames};
use crate::block::{Block, Section};
use crate::frame_stress;
use crate::moving_scene::Frames;
use crate::plot::{Axis, Plot, Series};
use crate::scene::{Motion, MotionKind};
use crate::table::{Cell, Table};
use lissom::{Failure, Session, Simulation, relative_error, resolve_together};
use lissom_linalg::Dense;
use lissom_mech::System;
use lissom_model::model::AnalysisKind;

pub(super) fn is_asked(session: &Session) -> bool {
    session.asks(AnalysisKind::Simulate)
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let session = asking.session;
    let settings = session.simulate_settings()?;
    let mut runs = Vec::new();
    for model in &settings.models {
        match session.simulate(model, &settings, asking.progress) {
            Ok(answer) => runs.push(asking.take(answer)),
            Err(failure) => section.gap(format!("motion of {model}"), failure),
        }
    }
    if settings.points.is_none() {
        resolve_together(runs.iter_mut().collect());
    }
    let Some(first) = runs.first() else { return Ok(()) };
    asking.set("end of the motion [s]", settings.end);
    asking.set("integrator", &first.by);
    asking.set("relative tolerance", format!("{:e}", settings.tolerance.relative));
    asking.set("absolute tolerance", format!("{:e}", settings.tolerance.absolute));
    let full = runs.iter().find(|run| run.model == "full");
    section.blocks.extend(output_plots(&runs, settings.tolerance.absolute).into_iter().map(Block::Plot));
    section.blocks.extend(full.iter().flat_map(|full| error_plots(&runs, full)).map(Block::Plot));
    section.blocks.extend(energy_plot(full.unwrap_or(first)).map(Block::Plot));
    section.blocks.push(Block::Table(table(&runs, full)));
    for run in &runs {
        if let Some(audit) = &run.trajectory.audit {
            section.certify(
                true,
                format!("{}: energy balance closes to {:.1e}", run.model, audit.relative_error()),
            );
        }
    }
    match full {
        Some(full) => add_motion(asking, full),
        None => Ok(()),
    }
}

/// Outputs of all models in time. What stays below the absolute tolerance is rounding, with a note in the
/// plot.
fn output_plots(runs: &[Simulation], tolerance: f64) -> Vec<Plot> {
    let outputs = runs[0].outputs.iter().enumerate();
    outputs
        .map(|(k, (output, unit))| {
            let series = runs.iter().enumerate().map(|(m, run)| {
                let motion = &run.trajectory;
                Series::line(&run.model, &motion.times, motion.outputs[k].clone(), m).dashed(m)
            });
            let (x, y) = (Axis::linear("time", "s"), Axis::linear(output, unit));
            let (id, title) = (format!("motion-{}", k + 1), format!("{output} in time"));
            let mut plot = Plot::new(&id, &title, x, y, series.collect());
            let values = runs.iter().flat_map(|run| &run.trajectory.outputs[k]);
            if values.into_iter().all(|value| value.abs() < tolerance) {
                plot.note =
                    Some(format!("all below the absolute tolerance of {tolerance:e}: zero up to rounding"));
            }
            plot
        })
        .collect()
}

/// Distance of each reduced model from the full one, where both have the same times.
fn error_plots(runs: &[Simulation], full: &Simulation) -> Vec<Plot> {
    let others: Vec<(usize, &Simulation)> = runs
        .iter()
        .enumerate()
        .filter(|(_, run)| run.model != full.model && run.trajectory.times == full.trajectory.times)
        .collect();
    if others.is_empty() {
        return Vec::new();
    }
    let outputs = full.outputs.iter().enumerate();
    outputs
        .map(|(k, (output, unit))| {
            let reference = &full.trajectory.outputs[k];
            let series = others.iter().map(|(m, run)| {
                let y = run.trajectory.outputs[k].iter().zip(reference).map(|(a, b)| a - b).collect();
                Series::line(&run.model, &full.trajectory.times, y, *m).dashed(*m)
            });
            let title = match others[..] {
                [(_, one)] => format!("{output}: distance of {} from the full model", one.model),
                _ => format!("{output}: distance from the full model"),
            };
            let (x, y) = (Axis::linear("time", "s"), Axis::linear(&format!("error of {output}"), unit));
            Plot::new(&format!("motion-error-{}", k + 1), &title, x, y, series.collect())
        })
        .collect()
}

fn energy_plot(run: &Simulation) -> Option<Plot> {
    let motion = &run.trajectory;
    let energies = &motion.energies;
    if energies.is_empty() || energies.len() != motion.times.len() {
        return None;
    }
    let column = |f: &dyn Fn(&lissom_mech::Energies) -> f64| energies.iter().map(f).collect::<Vec<f64>>();
    let kinds: [(&str, Vec<f64>); 3] = [
        ("kinetic", column(&|e| e.kinetic)),
        ("elastic", column(&|e| e.elastic)),
        ("gravity", column(&|e| e.potential)),
    ];
    let shown = kinds.into_iter().filter(|(_, values)| values.iter().any(|v| *v != 0.0));
    let mut series: Vec<Series> =
        shown.enumerate().map(|(k, (name, y))| Series::line(name, &motion.times, y, k).dashed(k)).collect();
    let whole = column(&|e| e.kinetic + e.elastic + e.potential);
    series.push(Series::line("sum", &motion.times, whole, 3).dashed(3));
    let title = format!("Energy of {}", run.model);
    Some(Plot::new("energy", &title, Axis::linear("time", "s"), Axis::linear("energy", "J"), series))
}

fn table(runs: &[Simulation], full: Option<&Simulation>) -> Table {
    let heads = [
        ("model", ""),
        ("size", ""),
        ("stepped by", ""),
        ("evaluations", ""),
        ("steps", ""),
        ("rejected", ""),
        ("energy error", ""),
        ("estimated error of outputs", ""),
        ("error against full", ""),
    ];
    let mut table = Table::new("Models", &heads);
    for run in runs {
        let counters = &run.trajectory.counters;
        let error = full.filter(|_| run.model != "full").and_then(|full| relative_error(run, full));
        table.row(vec![
            run.model.as_str().into(),
            Cell::Count(run.size),
            run.by.as_str().into(),
            counters.evaluations.to_string().into(),
            counters.steps.to_string().into(),
            counters.rejected.to_string().into(),
            run.trajectory.audit.as_ref().map_or(Cell::None, |a| Cell::Size(a.relative_error())),
            run.trajectory.convergence.map_or(Cell::None, |found| Cell::Size(found.estimate)),
            error.map_or(Cell::None, Cell::Size),
        ]);
    }
    table
}

fn add_motion(asking: &mut Asking<'_>, full: &Simulation) -> Result<(), Failure> {
    let Some(scene) = &asking.scene else { return Ok(()) };
    let (session, motion) = (asking.session, &full.trajectory);
    let shown = shown_frames(motion.times.len(), scene.vertices.len());
    let values: Vec<f64> = shown.iter().map(|i| motion.times[*i]).collect();
    let (id, name) = ("time", "motion in time".to_owned());
    if session.moves("full")? == lissom::Motion::Structure {
        let (mut stress, mut what) = (Vec::new(), BENDING);
        let columns: Vec<Vec<f64>> = shown.iter().map(|i| motion.positions[*i].clone()).collect();
        let all = Dense::from_columns(full.size, &columns);
        let frames = super::modes::displacements(session, scene, &all, shown.len())?;
        if session.machine()?.is_frame() {
            stress = frame_stress::of_motion(session, scene, &all)?;
            what = frame_stress::NAME;
        }
        let fields = stress_field(what, stress);
        asking.add_motion(Motion { id: id.to_owned(), name, kind: MotionKind::Time, values, frames, fields });
        return Ok(());
    }
    let mechanism = session.mechanism()?;
    let (mut work, input) = (mechanism.workspace(), vec![0.0; mechanism.inputs().len()]);
    let mut described: &dyn System = mechanism;
    let mut frames = Frames::new(session, scene)?;
    for i in shown {
        let (system, at) = motion.state(i, mechanism);
        if !std::ptr::addr_eq(described, system) {
            (described, work) = (system, system.workspace());
        }
        let Some(moving) = system.machinery() else { continue };
        frames.add(moving, &at, &input, &mut work)?;
    }
    let motion = frames.motion(id, name, MotionKind::Time, values, BENDING);
    asking.add_motion(motion);
    Ok(())
}
