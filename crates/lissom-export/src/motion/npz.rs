//! A motion as a NumPy archive: `t`, `MODEL.OUTPUT`, `MODEL.q`, `MODEL.q_dot`, names and units of the outputs, and `origin` as
//! JSON text.

use super::{NEEDS, motion};
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::state_space::texts;
use lissom::{Progress, Session, arrays, npy, stored_archive};

/// `motion-npz`.
pub(crate) struct MotionNpz;

impl Exporter for MotionNpz {
    fn name(&self) -> &'static str {
        "motion-npz"
    }

    fn extension(&self) -> &'static str {
        "npz"
    }

    fn sentence(&self) -> &'static str {
        "motion of [analysis.simulate]: times, outputs, coordinates and rates for NumPy"
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
        let mut files = Vec::new();
        for array in arrays(&[&run]) {
            let content = npy(&array).ok_or(ExportError::ArchiveTooLarge)?;
            files.push((format!("{}.npy", array.name), content));
        }
        let names: Vec<String> = run.outputs.iter().map(|(name, _)| name.clone()).collect();
        let units: Vec<String> = run.outputs.iter().map(|(_, unit)| (*unit).to_owned()).collect();
        files.push(("OutputName.npy".to_owned(), texts(&names)?));
        files.push(("OutputUnit.npy".to_owned(), texts(&units)?));
        files.push(("origin.npy".to_owned(), texts(&[origin.to_json().to_string()])?));
        let bytes = stored_archive(&files).ok_or(ExportError::ArchiveTooLarge)?;
        Ok(vec![ExportedFile::new(".motion.npz", bytes)])
    }
}
