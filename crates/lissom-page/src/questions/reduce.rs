//! Reduced models of mechanisms and of structures.

use super::{Asking, reduce_structure};
use crate::block::{Block, Matrix, Section};
use crate::display_numbers::short;
use crate::plot::{Axis, Plot, Series};
use crate::table::{Cell, Table};
use lissom::{Failure, Reduces, ReductionReport, Session, StateAssurance};
use std::f64::consts::TAU;

pub(super) fn is_asked(session: &Session) -> bool {
    session.model().is_ok_and(|model| !model.reductions.is_empty())
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let session = asking.session;
    let mut reports = Vec::new();
    for asked in &session.model()?.reductions {
        if session.reduces(asked).is_ok_and(|reduces| reduces == Reduces::Structure) {
            if let Err(failure) = reduce_structure::answer(asking, section, &asked.name) {
                section.gap(format!("reduction {}", asked.name), failure);
            }
            continue;
        }
        match session.reduce(&asked.name, asking.progress) {
            Ok(mut answer) => {
                answer.warnings.iter_mut().for_each(|w| *w = format!("{}: {w}", asked.name));
                reports.push(asking.take(answer));
            }
            Err(failure) => section.gap(format!("reduction {}", asked.name), failure),
        }
    }
    if reports.is_empty() {
        return Ok(());
    }
    section.blocks.push(Block::Table(table(&reports)));
    section.blocks.extend(plots(session, &reports).into_iter().map(Block::Plot));
    let drive = drive(session);
    for report in &reports {
        for (k, at) in report.assurance.iter().enumerate() {
            section.blocks.push(Block::Matrix(assurance(&report.name, k, at, drive.as_ref())));
        }
    }
    section.blocks.extend(reports.iter().map(|report| Block::Table(columns(report))));
    Ok(())
}

fn table(reports: &[ReductionReport]) -> Table {
    let heads = [
        ("reduction", ""),
        ("method", ""),
        ("size", ""),
        ("full size", ""),
        ("estimated error of the motion", "%"),
        ("largest frequency error along the stroke", "%"),
    ];
    let mut table = Table::new("Reductions", &heads);
    for report in reports {
        let error = report.error_estimate.as_ref().map(|e| 100.0 * e.worst());
        let states = report.validity.iter().flat_map(|v| &v.states);
        let worst = states.map(|s| 100.0 * s.frequency_error()).reduce(f64::max);
        table.row(vec![
            report.name.as_str().into(),
            report.method.as_str().into(),
            Cell::Count(report.size),
            Cell::Count(report.full_size),
            error.into(),
            worst.into(),
        ]);
    }
    table
}

fn plots(session: &Session, reports: &[ReductionReport]) -> Vec<Plot> {
    let mut all = Vec::new();
    let decays: Vec<Series> = reports
        .iter()
        .enumerate()
        .filter(|(_, report)| !report.singular_values.is_empty())
        .map(|(k, report)| {
            let numbers: Vec<f64> = (1..=report.singular_values.len()).map(|i| i as f64).collect();
            Series::line(&report.name, &numbers, report.singular_values.clone(), k).marked()
        })
        .collect();
    if !decays.is_empty() {
        let (x, y) = (Axis::linear("number", ""), Axis::logarithmic("share of the singular values", ""));
        let title = match &decays[..] {
            [one] => format!("Decay of singular values of {}", one.name),
            _ => "Decay of singular values".to_owned(),
        };
        all.push(Plot::new("singular-values", &title, x, y, decays));
    }
    let along = |f: &dyn Fn(&lissom::StateValidity) -> f64| {
        let known = reports.iter().enumerate().filter_map(|(k, r)| Some((k, r, r.validity.as_ref()?)));
        known
            .map(|(k, report, validity)| {
                let x: Vec<f64> = validity.states.iter().map(|s| s.value).collect();
                Series::line(&report.name, &x, validity.states.iter().map(f).collect(), k).marked()
            })
            .collect::<Vec<_>>()
    };
    let held = along(&|state| state.held.iter().copied().fold(1.0, f64::min));
    if let Some((drive, unit)) = drive(session).filter(|_| !held.is_empty()) {
        let axis = || Axis::linear(&drive, unit);
        let y = Axis::linear("least share of a mode contained", "");
        all.push(Plot::new("validity", "Validity of the bases along the stroke", axis(), y, held));
        let errors = along(&|state| state.frequency_error());
        let y = Axis::logarithmic("frequency error", "");
        all.push(Plot::new("frequency-error", "Frequency error along the stroke", axis(), y, errors));
    }
    all
}

/// Name and unit of what the stroke is made along.
fn drive(session: &Session) -> Option<(String, &'static str)> {
    let drive = &session.model().ok()?.analyses.states.as_ref()?.drive;
    let outputs = session.mechanism().map_or(&[][..], |mechanism| mechanism.outputs());
    let unit = outputs.iter().find(|(name, _)| name == drive).map_or("", |(_, unit)| unit);
    Some((drive.clone(), unit))
}

/// Modal assurance about a state, as a matrix of fields.
fn assurance(name: &str, k: usize, at: &StateAssurance, drive: Option<&(String, &str)>) -> Matrix {
    let (id, place) = match (at.value, drive) {
        (Some(value), Some((drive, unit))) => {
            (format!("mac-{name}-{}", k + 1), format!("{drive} = {} {unit}", short(value)))
        }
        _ => (format!("mac-{name}"), "rest".to_owned()),
    };
    let names = |all: &[f64]| all.iter().map(|w| format!("{} Hz", short(w / TAU))).collect::<Vec<_>>();
    let modes = &at.modes;
    let row = |i: usize| (0..modes.reduced.len()).map(|j| modes.values[(i, j)]).collect();
    Matrix {
        id,
        title: format!("Modal assurance, weighted by mass, at {place}: full (rows) against {name} (columns)"),
        rows: names(&modes.full),
        columns: names(&modes.reduced),
        values: (0..modes.full.len()).map(row).collect(),
    }
}

fn columns(report: &ReductionReport) -> Table {
    let mut table = Table::new(&format!("Columns of {}", report.name), &[("column", ""), ("origin", "")]);
    for (i, reason) in report.reasons.iter().enumerate() {
        table.row(vec![Cell::Count(i + 1), reason.as_str().into()]);
    }
    table
}
