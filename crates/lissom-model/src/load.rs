//! From bytes to a checked model.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Checked, Diagnostic, Span};
use crate::model::Model;
use crate::reading::context::Context;
use crate::resolve::resolve;
use crate::text::model_files::{ModelFiles, NoFiles};
use crate::text::overrides::Overrides;
use crate::text::sources::Sources;
use crate::text::tree::parse_document;

/// A checked model with the texts it was made of.
#[derive(Debug)]
pub struct Loaded {
    /// The model, or what is wrong with it.
    pub checked: Checked<Model>,
    /// The texts that diagnostics refer to: the model file, the overrides, and the other files of the model.
    pub sources: Sources,
}

/// Reads, checks and resolves a model file that uses no other files.
///
/// `source_name` is shown in diagnostics; nothing is read from disk. Overrides replace values of the file.
pub fn load(source_name: &str, bytes: &[u8], overrides: &Overrides) -> Checked<Model> {
    load_with_files(source_name, bytes, overrides, &NoFiles).checked
}

/// Reads, checks and resolves a model file with its components and included files, which are read through `files`.
pub fn load_with_files(
    source_name: &str,
    bytes: &[u8],
    overrides: &Overrides,
    files: &dyn ModelFiles,
) -> Loaded {
    let sources = Sources::new(source_name, bytes, overrides);
    let refused = |diagnostics, sources| Loaded { checked: Checked { value: None, diagnostics }, sources };
    if let Err(diagnostic) = check_text(bytes) {
        return refused(vec![diagnostic], sources);
    }
    let (root, mut diagnostics) = parse_document(sources.text(0), 0);
    // After a syntax error the rest of the tree is unreliable, so it is not checked.
    if diagnostics.iter().any(|diagnostic| diagnostic.code == codes::SYNTAX) {
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        return refused(diagnostics, sources);
    }
    resolve(Context::new(sources, files), root, diagnostics, overrides)
}

pub(crate) fn check_text(bytes: &[u8]) -> Result<(), Diagnostic> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let message = format!("byte {at} is not UTF-8 text (0x{:02x})", bytes[at]);
        Diagnostic::error(codes::NOT_TEXT, Span::in_file(at, at + 1), message)
            .hint("a model file is plain text; save it as UTF-8")
    })?;
    if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
        let diagnostic = Diagnostic::error(codes::EMPTY, Span::in_file(0, 0), "the model file is empty");
        return Err(diagnostic
            .hint("a model needs at least `lissom = 1`, a section [model] with a name, and at least one part")
            .hint("`lissom new NAME` writes a commented example"));
    }
    Ok(())
}
