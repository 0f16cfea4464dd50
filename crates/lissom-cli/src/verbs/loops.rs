//! `lissom loops`: poles and margins of feedback loops.

use super::{asked, deliver};
use crate::arguments::LoopsFlags;
use crate::numbers::six;
use crate::table::Table;
use crate::terminal::Terminal;
use lissom::wire::{ControlLoop, LoopPole, Loops, Reply};
use lissom::{LoopQuestion, Progress, ResponseSettings, Session};
use std::process::ExitCode;
use std::time::Instant;

/// Finds poles and margins.
pub fn run(flags: &LoopsFlags, terminal: &Terminal) -> ExitCode {
    let start = Instant::now();
    let ask = |session: &Session, _: &dyn Progress| session.loops(&question(session, flags)?);
    let (session, answer) = match asked("loops", &flags.common, terminal, ask) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let found = Loops::from(&answer.value);
    if !flags.common.json {
        let name = session.model().map_or("", |m| m.name.as_str());
        terminal.answer(&text(name, &found));
    }
    let json = Reply::of(&session, &answer, start.elapsed().as_secs_f64(), found);
    ExitCode::from(u8::from(!deliver(&flags.common, &json, terminal)))
}

fn question(session: &Session, flags: &LoopsFlags) -> Result<LoopQuestion, lissom::Failure> {
    let frequencies_hz = match flags.range.as_deref() {
        Some([from, to]) => {
            if !(*from > 0.0 && from < to && to.is_finite()) {
                let hint = "give --range FROM TO with 0 < FROM < TO";
                return Err(lissom::Failure::InvalidRange {
                    quantity: "frequencies",
                    from: *from,
                    to: *to,
                    unit: "Hz",
                    hint,
                });
            }
            let settings = session.response_settings()?;
            let points = flags.points as usize;
            ResponseSettings { range: [*from, *to], points, logarithmic: true, ..settings }.frequencies_hz()
        }
        _ => Vec::new(),
    };
    let (at_rest, only) = (flags.at == "rest", flags.only.clone());
    Ok(LoopQuestion { at_rest, only, frequencies_hz, ..LoopQuestion::default() })
}

fn text(name: &str, found: &Loops) -> String {
    let kind =
        found.period.map_or("continuous".to_owned(), |period| format!("sampled every {} s", six(period)));
    let mut text = format!("{name}: closed loops, {kind}: {}\n\n", found.verdict);
    text += &poles(found);
    for one in &found.loops {
        text += &margins(one);
    }
    text + "margins are those of each loop cut at its command while the others are closed\n"
}

fn poles(found: &Loops) -> String {
    let mut table = Table::new(&[
        ("poles", ""),
        ("real", "[1/s]"),
        ("imaginary", "[rad/s]"),
        ("|z|", "[-]"),
        ("error", ""),
    ]);
    let mut add = |kind: &str, pole: &LoopPole| {
        let [re, im] = pole.s.map_or(["-".to_owned(), "-".to_owned()], |s| s.map(six));
        let size = pole.z.map_or("-".to_owned(), |[re, im]| six(re.hypot(im)));
        table.row(vec![kind.to_owned(), re, im, size, format!("{:.0e}", pole.error)]);
    };
    let above = |pole: &&LoopPole| pole.s.or(pole.z).is_none_or(|[_, im]| im >= 0.0);
    found.open_poles.iter().filter(above).for_each(|pole| add("open", pole));
    found.closed_poles.iter().filter(above).for_each(|pole| add("closed", pole));
    table.render() + "\n"
}

fn margins(one: &ControlLoop) -> String {
    let mut table = Table::new(&[
        ("crossover", "[Hz]"),
        ("gain margin", "[-]"),
        ("phase margin", "[deg]"),
        ("delay margin", "[s]"),
    ]);
    let none = || "-".to_owned();
    for crossing in &one.phase_crossovers {
        table.row(vec![six(crossing.hz), six(crossing.gain), none(), none()]);
    }
    for crossing in &one.gain_crossovers {
        table.row(vec![six(crossing.hz), none(), six(crossing.phase_deg), six(crossing.delay_s)]);
    }
    if one.phase_crossovers.is_empty() && one.gain_crossovers.is_empty() {
        return format!(
            "loop {}: no crossover, neither of |L| = 1 nor of the negative real axis\n\n",
            one.name
        );
    }
    format!("loop {}\n{}\n", one.name, table.render())
}
