//! Reduced models of mechanisms and of structures.

use super::{Asking, reduce_structure};
use crate::failure::Failure;
use crate::page::block::{Block, Section};
use crate::page::plot::{Axis, Plot, Series};
use crate::page::table::{Cell, Table};
use crate::reduction_report::ReductionReport;
use crate::session::Session;
use lissom_mech::System;

pub(super) fn is_asked(session: &Session) -> bool {
    session.model().is_ok_and(|model| !model.reductions.is_empty())
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let session = asking.session;
    let mut reports = Vec::new();
    for asked in &session.model()?.reductions {
        if session.reduces_structure(asked) {
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
        all.push(Plot::new("singular-values", "Decay of singular values", x, y, decays));
    }
    let drive = session.model().ok().and_then(|model| {
        let asked = crate::mechanism::analysis(model, "states")?;
        crate::mechanism::names(asked, "drive")?.first().cloned()
    });
    let along = |f: &dyn Fn(&lissom_reduce::StateValidity) -> f64| {
        let known = reports.iter().enumerate().filter_map(|(k, r)| Some((k, r, r.validity.as_ref()?)));
        known
            .map(|(k, report, validity)| {
                let x: Vec<f64> = validity.states.iter().map(|s| s.value).collect();
                Series::line(&report.name, &x, validity.states.iter().map(f).collect(), k).marked()
            })
            .collect::<Vec<_>>()
    };
    let held = along(&|state| state.held.iter().copied().fold(1.0, f64::min));
    if let Some(drive) = drive.filter(|_| !held.is_empty()) {
        let outputs = session.mechanism().map_or(&[][..], |mechanism| mechanism.outputs());
        let unit = outputs.iter().find(|(name, _)| *name == drive).map_or("", |(_, unit)| unit);
        let axis = || Axis::linear(&drive, unit);
        let y = Axis::linear("least share of a promised mode in the basis", "");
        all.push(Plot::new("validity", "Where the bases hold their modes", axis(), y, held));
        let errors = along(&|state| state.frequency_error());
        let y = Axis::logarithmic("frequency error", "");
        all.push(Plot::new("frequency-error", "Frequency error along the stroke", axis(), y, errors));
    }
    all
}

fn columns(report: &ReductionReport) -> Table {
    let mut table =
        Table::new(&format!("Columns of {}", report.name), &[("column", ""), ("why it is there", "")]);
    for (i, reason) in report.reasons.iter().enumerate() {
        table.row(vec![Cell::Count(i + 1), reason.as_str().into()]);
    }
    table
}
