//! Deformations over a cycle of rigid motion.

use super::stroke::{BENDING, stress_field};
use super::{Asking, shown_frames};
use crate::block::{Block, Section};
use crate::frame_scene;
use crate::plot::{Axis, Plot, Series};
use crate::scene::{Motion, MotionKind};
use crate::table::Table;
use lissom::{CycleReport, CycleSettings, Failure, MemberPeak, Session};
use lissom_dynamics::cycle::{CycleStability, Floquet};
use lissom_mech::{MechError, State};
use lissom_model::model::AnalysisKind;
use std::f64::consts::TAU;

/// Straight pieces of the unit circle.
const CIRCLE: usize = 180;

pub(super) fn is_asked(session: &Session) -> bool {
    session.asks(AnalysisKind::Cycle)
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let settings = asking.session.cycle_settings()?;
    let compared = CycleSettings { compare: true, ..settings };
    let answer = match asking.session.cycle(&compared, asking.progress) {
        Ok(answer) => answer,
        // The cycle alone shows whether the nonlinear motion fails.
        Err(failure) => {
            let answer = asking.session.cycle(&settings, asking.progress)?;
            section.gap("nonlinear motion over the cycle", failure);
            answer
        }
    };
    let report = asking.take(answer);
    section.blocks.extend(plots(&report).into_iter().map(Block::Plot));
    section.blocks.extend(report.cycle.floquet.as_ref().map(multipliers).map(Block::Plot));
    for (title, unit, factor, peaks) in [
        ("Largest forces at joints", "N", 1.0, &report.joint_forces),
        ("Largest bending stresses", "MPa", 1e-6, &report.stresses),
    ] {
        if !peaks.is_empty() {
            section.blocks.push(Block::Table(table(title, unit, factor, peaks)));
        }
    }
    let cycle = &report.cycle;
    section.certify(
        cycle.met,
        format!("{} steps; doubling them changes the motion by {:.1e}", cycle.steps, cycle.change),
    );
    if let Some(closure) = cycle.closure {
        section.certify(true, format!("the cycle is periodic to {closure:.1e}"));
    }
    asking.set("steps of the cycle", cycle.steps);
    add_motion(asking, &report)
}

/// What deformations add to each output; the rigid motion itself is left out, it would hide them.
fn plots(report: &CycleReport) -> Vec<Plot> {
    let times = &report.cycle.times;
    let outputs = report.outputs.iter().zip(&report.deviations.elastic).enumerate();
    outputs
        .map(|(k, ((output, unit), elastic))| {
            let mut series = vec![Series::line("frozen motion", times, elastic.clone(), 0)];
            if let Some((places, rows)) = &report.nonlinear {
                let x: Vec<f64> = places.iter().map(|i| times[*i]).collect();
                series.push(Series::line("nonlinear motion", &x, rows[k].clone(), 1).dashed(1));
            }
            let title = format!("Deviation of {output} over the cycle");
            let (x, y) = (Axis::linear("time", "s"), Axis::linear(&format!("deviation of {output}"), unit));
            Plot::new(&format!("cycle-{}", k + 1), &title, x, y, series)
        })
        .collect()
}

/// Floquet multipliers in the complex plane: outside the unit circle a disturbance grows.
fn multipliers(floquet: &Floquet) -> Plot {
    let angles = (0..=CIRCLE).map(|k| TAU * k as f64 / CIRCLE as f64);
    let (x, y): (Vec<f64>, Vec<f64>) = angles.map(|a| (a.cos(), a.sin())).unzip();
    let circle = Series::line("unit circle", &x, y, 6).dashed(1);
    let (re, im): (Vec<f64>, Vec<f64>) = floquet.multipliers.iter().map(|m| (m.re, m.im)).unzip();
    let found = Series::line("multipliers", &re, im, 0).unjoined();
    let (x, y) = (Axis::linear("real part", ""), Axis::linear("imaginary part", ""));
    let mut plot =
        Plot::new("cycle-multipliers", "Floquet multipliers of the cycle", x, y, vec![circle, found]);
    plot.is_equal = true;
    let verdict = match floquet.stability {
        CycleStability::Stable => "all decay",
        CycleStability::Unstable => "it grows",
        CycleStability::Undecided => floquet.why.as_deref().unwrap_or("undecided"),
    };
    plot.note = Some(format!(
        "factors of a disturbance over one cycle; the largest is {:.6} with an estimated error of {:.1e}: {verdict}",
        floquet.largest, floquet.error,
    ));
    plot
}

fn table(title: &str, unit: &str, factor: f64, peaks: &[MemberPeak]) -> Table {
    let mut table = Table::new(title, &[("where", ""), ("largest", unit), ("at", "s")]);
    for peak in peaks {
        table.row(vec![peak.name.as_str().into(), (factor * peak.value).into(), peak.time.into()]);
    }
    table
}

fn add_motion(asking: &mut Asking<'_>, report: &CycleReport) -> Result<(), Failure> {
    let Some(scene) = &asking.scene else { return Ok(()) };
    let (model, mechanism) = (asking.session.model()?, asking.session.mechanism()?);
    let (mut work, input) = (mechanism.workspace(), vec![0.0; mechanism.inputs().len()]);
    let cycle = &report.cycle;
    let (mut values, mut frames, mut stress) = (Vec::new(), Vec::new(), Vec::new());
    for i in shown_frames(cycle.times.len(), scene.vertices.len()) {
        let at =
            State { time: cycle.times[i], position: &cycle.positions[i], velocity: &cycle.velocities[i] };
        let snapshot = mechanism.snapshot(&at, &input, &mut work).map_err(MechError::Inadmissible)?;
        values.push(cycle.times[i]);
        frames.push(frame_scene::large_motion(model, scene, &snapshot));
        stress.push(frame_scene::stress(scene, &snapshot));
    }
    let (id, name) = ("cycle".to_owned(), "cycle, frozen motion".to_owned());
    let fields = stress_field(BENDING, stress);
    asking.add_motion(Motion { id, name, kind: MotionKind::Time, values, frames, fields });
    Ok(())
}
