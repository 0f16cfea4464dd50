//! Universal files: header (151), units (164), nodes (2411), mode shapes (55) and frequency responses (58), all in SI units.
//!
//! Nodes are the points of the machine as it is drawn. Mode shapes are their displacements with six digits, as the dataset has
//! them; responses are complex numbers of thirteen digits at equidistant frequencies.

use super::{NEEDS, scene};
use crate::decimal::field;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::origin::Origin;
use lissom::{AnalysisKind, Progress, ResponseSettings, Session};
use lissom_page::{MotionKind, Scene};
use std::fmt::Write;

/// `uff`.
pub(crate) struct Universal;

impl Exporter for Universal {
    fn name(&self) -> &'static str {
        "uff"
    }

    fn extension(&self) -> &'static str {
        "unv"
    }

    fn sentence(&self) -> &'static str {
        "nodes, mode shapes and frequency responses as a universal file (datasets 151, 164, 2411, 55, 58) for modal analysis"
    }

    fn needs(&self) -> &'static str {
        NEEDS
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        let scene = scene(self.name(), session, &["modes"], progress)?;
        let origin = Origin::of(session, request)?;
        let mut text = header(&origin);
        text += &nodes(&scene);
        let modes = scene.motions.iter().filter(|motion| motion.kind == MotionKind::Mode);
        for (k, motion) in modes.enumerate() {
            text += &mode(k + 1, motion.values[0], &motion.name, &motion.frames[0]);
        }
        if session.asks(AnalysisKind::Frf) {
            text += &responses(session, request, progress)?;
        }
        Ok(vec![ExportedFile::new(".unv", text)])
    }
}

fn dataset(number: u32, content: &str) -> String {
    format!("    -1\n{number:6}\n{content}    -1\n")
}

/// Text of one line of eighty characters.
fn line(text: &str) -> String {
    let ascii = text.chars().map(|c| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' });
    format!("{:<80}\n", ascii.take(80).collect::<String>())
}

fn header(origin: &Origin) -> String {
    // The date of the model is not known, and a clock would make equal files differ.
    let date = "01-Jan-80  00:00:00";
    let mut text = line(&origin.name);
    text += &line(&format!("sha256 {}", origin.sha256));
    text += &line(&format!("lissom {}", origin.version));
    let _ = writeln!(text, "{date:<20}{:10}{:10}{:10}", 0, 0, 0);
    text += &format!("{date}\n{}{date}\n", line("lissom"));
    let one = field(1.0, 25, 17, 'D');
    let units = format!("{:10}{:<20}{:10}\n{one}{one}{one}\n{}\n", 1, "SI", 1, field(0.0, 25, 17, 'D'));
    dataset(151, &text) + &dataset(164, &units)
}

fn nodes(scene: &Scene) -> String {
    let mut text = String::new();
    for (k, place) in scene.vertices.iter().enumerate() {
        let [x, y, z] = place.map(|value| field(value, 25, 16, 'D'));
        let _ = writeln!(text, "{:10}{:10}{:10}{:10}\n{x}{y}{z}", k + 1, 1, 1, 11);
    }
    dataset(2411, &text)
}

fn mode(number: usize, hertz: f64, name: &str, shape: &[[f64; 3]]) -> String {
    let mut text = line("NONE") + &line(name);
    text += &line("NONE").repeat(3);
    // Structural, normal mode, three translations, displacement, real, three values.
    let _ = writeln!(text, "{:10}{:10}{:10}{:10}{:10}{:10}", 1, 2, 2, 8, 2, 3);
    let _ = writeln!(text, "{:10}{:10}{:10}{number:10}", 2, 4, 1);
    let numbers = [hertz, 1.0, 0.0, 0.0].map(|value| field(value, 13, 5, 'E')).concat();
    let _ = writeln!(text, "{numbers}");
    for (k, place) in shape.iter().enumerate() {
        let values = place.map(|value| field(value, 13, 5, 'E')).concat();
        let _ = writeln!(text, "{:10}\n{values}", k + 1);
    }
    dataset(55, &text)
}

fn responses(
    session: &Session,
    request: &ExportRequest,
    progress: &dyn Progress,
) -> Result<String, ExportError> {
    let asked = session.response_settings()?;
    let settings = ResponseSettings { logarithmic: false, at: request.at.clone().or(asked.at), ..asked };
    let report = session.frequency_response(request.model(), &settings, progress)?.value;
    let mut text = String::new();
    for pair in &report.pairs {
        let [first, second] = [report.frequencies_hz[0], report.frequencies_hz[1]];
        let mut own = line(&format!("{} over {}", pair.output, pair.input));
        own += &line(&format!("model {}", report.model));
        own += &line("01-Jan-80  00:00:00");
        own += &line("NONE").repeat(2);
        let short = |name: &str| line(name).chars().take(10).collect::<String>();
        let _ = writeln!(
            own,
            "{:5}{:10}{:5}{:10} {}{:10}{:4} {}{:10}{:4}",
            4,
            0,
            0,
            0,
            short(&pair.output),
            0,
            0,
            short(&pair.input),
            0,
            0
        );
        let step = field(second - first, 13, 5, 'E');
        let _ = writeln!(
            own,
            "{:10}{:10}{:10}{}{step}{}",
            6,
            pair.values.len(),
            1,
            field(first, 13, 5, 'E'),
            field(0.0, 13, 5, 'E')
        );
        for (kind, label, unit) in
            [(18, "Frequency", "Hz"), (8, "Response", "m"), (13, "Excitation", "N"), (0, "NONE", "NONE")]
        {
            let _ = writeln!(own, "{kind:10}{:5}{:5}{:5} {label:<20} {unit:<20}", 0, 0, 0);
        }
        for values in pair.values.chunks(2) {
            for value in values {
                own += &field(value.re, 20, 12, 'E');
                own += &field(value.im, 20, 12, 'E');
            }
            own.push('\n');
        }
        text += &dataset(58, &own);
    }
    Ok(text)
}
