//! State space as one JSON object: matrices by rows, names, units, origin.

use super::NEEDS;
use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use crate::linear_export::LinearExport;
use lissom::{Progress, Session};
use lissom_linalg::Dense;
use serde_json::{Map, Value, json};

/// `json`.
pub(crate) struct Json;

impl Exporter for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn extension(&self) -> &'static str {
        "json"
    }

    fn sentence(&self) -> &'static str {
        "state space A, B, C, D with names and units as one JSON object"
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
        let model = LinearExport::of(self.name(), session, request, progress)?;
        let mut object = Map::new();
        object.insert("origin".to_owned(), model.origin.to_json());
        for (name, matrix) in [("A", &model.a), ("B", &model.b), ("C", &model.c), ("D", &model.d)] {
            object.insert(name.to_owned(), rows(matrix));
        }
        for (name, texts) in super::lists(&model) {
            object.insert(name.to_owned(), json!(texts));
        }
        Ok(vec![ExportedFile::new(".json", format!("{}\n", Value::Object(object)))])
    }
}

/// A matrix as a list of rows.
pub(crate) fn rows(matrix: &Dense) -> Value {
    let row = |i: usize| (0..matrix.cols()).map(|j| matrix[(i, j)]).collect::<Vec<f64>>();
    json!((0..matrix.rows()).map(row).collect::<Vec<_>>())
}
