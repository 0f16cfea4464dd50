//! `lissom sensitivities`: derivatives of answers with respect to parameters.

use super::{asked, deliver};
use crate::arguments::SensitivitiesFlags;
use crate::numbers::{six, size};
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{self, Reply};
use lissom::{ClusterSlopes, Progress, SensitivityQuestion, SensitivityReport, Session};
use std::process::ExitCode;
use std::time::Instant;

/// Differentiates. Derivatives that are too uncertain are a failure.
pub fn run(flags: &SensitivitiesFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let wanted = SensitivityQuestion {
        of: flags.of.clone(),
        to: flags.to.clone(),
        at: flags.at.clone(),
        frequencies_hz: flags.frequencies.clone(),
        inputs: flags.inputs.clone(),
        outputs: flags.outputs.clone(),
        steps: flags.step.clone(),
    };
    let question = |session: &Session, progress: &dyn Progress| session.sensitivities(&wanted, progress);
    let (session, answer) = match asked("sensitivities", &flags.common, terminal, question) {
        Ok(found) => found,
        Err(code) => return code,
    };
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, &answer.value));
    }
    let wall_s = start.elapsed().as_secs_f64();
    let json = Reply::of(&session, &answer, wall_s, wire::Sensitivities::from(&answer.value));
    let settled = answer.value.unsettled.is_empty();
    ExitCode::from(u8::from(!deliver(&flags.common, &json, terminal) || !settled))
}

fn text(name: &str, report: &SensitivityReport) -> String {
    let parameters: Vec<String> =
        report.parameters.iter().map(|one| format!("{} = {}", one.name, six(one.value))).collect();
    let mut text = format!("{name}: derivatives about {} at {}\n", report.at, parameters.join(", "));
    for (parameter, why) in &report.omitted {
        text += &format!("without {parameter}: {why}\n");
    }
    text += &format!("\n{}", quantities(report).render());
    for cluster in &report.clusters {
        text += &format!("\n{}", parting(report, cluster));
    }
    for one in &report.responses {
        text += &format!("\n{}", response(report, one));
    }
    text + "\nrelative: per cent of the value for each per cent of the parameter; error: estimate for the derivative\n"
}

fn quantities(report: &SensitivityReport) -> Table {
    let heads = [("", ""), ("value", ""), ("", ""), ("parameter", ""), ("derivative", "per SI unit")];
    let mut table = Table::new(&[&heads[..], &[("error", ""), ("relative", "[-]")]].concat());
    for one in &report.quantities {
        for (k, (slope, parameter)) in one.slopes.iter().zip(&report.parameters).enumerate() {
            let (name, value, unit) = match k {
                0 => (one.quantity.to_string(), six(one.value), one.unit.clone()),
                _ => Default::default(),
            };
            let cells = match slope {
                Some(slope) => {
                    let relative = slope.value * parameter.value / one.value;
                    let relative =
                        if relative.is_finite() { format!("{relative:.4}") } else { "-".to_owned() };
                    [six(slope.value), size(slope.error), relative]
                }
                None => ["none".to_owned(), "-".to_owned(), "-".to_owned()],
            };
            let [derivative, error, relative] = cells;
            table.row(vec![name, value, unit, parameter.name.clone(), derivative, error, relative]);
        }
    }
    table
}

fn parting(report: &SensitivityReport, cluster: &lissom::PartingModes) -> String {
    let modes: Vec<String> = cluster.modes.iter().map(usize::to_string).collect();
    let mut text = format!(
        "modes {} at {} Hz part; slopes while a single parameter grows [Hz per unit]:\n",
        modes.join(", "),
        six(cluster.frequency_hz)
    );
    for (parameter, slopes) in report.parameters.iter().zip(&cluster.slopes) {
        let slopes = match slopes {
            ClusterSlopes::Together(slope) => format!("{} of all", six(slope.value)),
            ClusterSlopes::Apart(slopes) => {
                slopes.iter().map(|slope| six(slope.value)).collect::<Vec<_>>().join(", ")
            }
        };
        text += &format!("  {}: {slopes}\n", parameter.name);
    }
    text
}

fn response(report: &SensitivityReport, one: &lissom::ResponseSlopes) -> String {
    let mut heads =
        vec![("frequency".to_owned(), "[Hz]"), ("modulus".to_owned(), ""), ("phase".to_owned(), "[deg]")];
    for parameter in &report.parameters {
        heads.push((format!("ln|H| by {}", parameter.name), ""));
        heads.push((format!("phase by {}", parameter.name), "[deg]"));
    }
    let heads: Vec<(&str, &str)> = heads.iter().map(|(name, unit)| (name.as_str(), *unit)).collect();
    let mut table = Table::new(&heads);
    for (k, (hz, value)) in one.frequencies_hz.iter().zip(&one.values).enumerate() {
        let mut row = vec![six(*hz), six(value.abs()), six(value.arg().to_degrees())];
        for slopes in &one.slopes {
            // (ln H)' = H'/H: its parts are the changes of ln|H| and of the phase.
            let [re, im] = slopes[k].map(|slope| slope.value);
            let square = value.re * value.re + value.im * value.im;
            let parts = [(re * value.re + im * value.im) / square, (im * value.re - re * value.im) / square];
            let shown = |part: f64| if part.is_finite() { six(part) } else { "-".to_owned() };
            row.extend([shown(parts[0]), shown(parts[1].to_degrees())]);
        }
        table.row(row);
    }
    format!(
        "{} → {} [{}], changes per SI unit of each parameter\n{}",
        one.input,
        one.output,
        one.unit,
        table.render()
    )
}
