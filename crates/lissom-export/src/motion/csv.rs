//! Comma-separated values: a row of names with units, then one row for each time; numbers read back exactly. Where it comes from
//! is in a file beside it, as readers of tables do not expect comments.

use super::{NEEDS, motion};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use lissom::{Progress, Session};
use std::fmt::Write;

/// `csv`.
pub(crate) struct Csv;

impl Exporter for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn extension(&self) -> &'static str {
        "csv"
    }

    fn sentence(&self) -> &'static str {
        "motion of [analysis.simulate]: times and outputs as comma-separated values"
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
        let (origin, run) = motion(session, request, progress)?;
        let quoted = |name: &str, unit: &str| format!("\"{} [{unit}]\"", name.replace('"', "\"\""));
        let mut text = quoted("time", "s");
        for (name, unit) in &run.outputs {
            text.push(',');
            text += &quoted(name, unit);
        }
        text.push('\n');
        for (k, time) in run.trajectory.times.iter().enumerate() {
            let _ = write!(text, "{time:?}");
            for series in &run.trajectory.outputs {
                let _ = write!(text, ",{:?}", series[k]);
            }
            text.push('\n');
        }
        let origin = format!("{}\n", origin.to_json());
        Ok(vec![ExportedFile::new(".csv", text), ExportedFile::new(".csv.json", origin)])
    }
}
