//! Functional mock-up units of FMI 2.0 and 3.0, for model exchange and co-simulation.
//!
//! A unit is an archive of a description in XML, one library that is the same for all units, and `resources/unit.json` with what
//! it computes. No compiler is needed. The SHA-256 of `unit.json` is the token that description and library compare.
//!
//! - `content`: what a unit computes: state equations or a mechanism, with sizes of its states.
//! - `variables`: names, units and value references of all variables.
//! - `xml`: text for attributes and elements.
//! - `fmi2`: the description of FMI 2.0.
//! - `fmi3`: the description of FMI 3.0.

mod content;
mod fmi2;
mod fmi3;
mod variables;
mod xml;

use crate::error::ExportError;
use crate::exporter::{ExportRequest, ExportedFile, Exporter};
use content::UnitContent;
pub(crate) use content::{inputs_of, signal, states_of};
use lissom::{Progress, Session, stored_archive};
use sha2::{Digest, Sha256};
use variables::Variables;

/// A unit of one version of the interface.
pub(crate) struct Fmu {
    name: &'static str,
    sentence: &'static str,
    /// Ending of its file: both versions may lie side by side.
    ending: &'static str,
    description: fn(&Described<'_>) -> String,
    folder: fn(Platform) -> &'static str,
}

/// `fmu2`.
pub(crate) static FMU2: Fmu = Fmu {
    name: "fmu2",
    sentence: "functional mock-up unit of FMI 2.0, model exchange and co-simulation, of linear models and of mechanisms",
    ending: ".fmu",
    description: fmi2::description,
    folder: |platform| match platform {
        Platform::Linux => "linux64",
        Platform::Windows => "win64",
        Platform::Mac => "darwin64",
    },
};

/// `fmu3`.
pub(crate) static FMU3: Fmu = Fmu {
    name: "fmu3",
    sentence: "functional mock-up unit of FMI 3.0, model exchange and co-simulation, of linear models and of mechanisms",
    ending: ".fmi3.fmu",
    description: fmi3::description,
    folder: |platform| match platform {
        Platform::Linux => "x86_64-linux",
        Platform::Windows => "x86_64-windows",
        Platform::Mac => "x86_64-darwin",
    },
};

/// What a description is made from.
struct Described<'u> {
    content: &'u UnitContent,
    variables: &'u Variables,
    token: &'u str,
    identifier: &'u str,
}

/// The system that a library was built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Platform {
    Linux,
    Windows,
    Mac,
}

impl Platform {
    /// By the first bytes of a library.
    fn of(library: &[u8]) -> Option<(Self, &'static str)> {
        match library {
            [0x7f, b'E', b'L', b'F', ..] => Some((Self::Linux, "so")),
            [b'M', b'Z', ..] => Some((Self::Windows, "dll")),
            [0xcf, 0xfa, 0xed, 0xfe, ..] => Some((Self::Mac, "dylib")),
            _ => None,
        }
    }
}

impl Exporter for Fmu {
    fn name(&self) -> &'static str {
        self.name
    }

    fn extension(&self) -> &'static str {
        "fmu"
    }

    fn sentence(&self) -> &'static str {
        self.sentence
    }

    fn needs(&self) -> &'static str {
        "outputs; a mechanism, its reduction, or any linear model; the library `lissom-fmu`"
    }

    fn needs_runtime(&self) -> bool {
        true
    }

    fn write(
        &self,
        session: &Session,
        request: &ExportRequest,
        progress: &dyn Progress,
    ) -> Result<Vec<ExportedFile>, ExportError> {
        let library = request.runtime.as_deref().ok_or_else(|| {
            ExportError::Runtime("a unit needs the library `lissom-fmu`, and none was given".to_owned())
        })?;
        let (platform, ending) = Platform::of(library).ok_or_else(|| {
            ExportError::Runtime("the runtime is no library of Linux, Windows or macOS".to_owned())
        })?;
        let content = UnitContent::of(self.name, session, request, progress)?;
        let variables = Variables::of(&content);
        let unit = format!("{}\n", content.to_json()).into_bytes();
        let hex: String = Sha256::digest(&unit).iter().map(|byte| format!("{byte:02x}")).collect();
        let identifier = identifier(&content.origin.name, request.model());
        let token = format!("{{{hex}}}");
        let described =
            Described { content: &content, variables: &variables, token: &token, identifier: &identifier };
        let binary = format!("binaries/{}/{identifier}.{ending}", (self.folder)(platform));
        let origin = format!("{}\n", content.origin.to_json());
        let files = [
            ("modelDescription.xml".to_owned(), (self.description)(&described).into_bytes()),
            ("resources/unit.json".to_owned(), unit),
            ("resources/origin.json".to_owned(), origin.into_bytes()),
            (binary, library.to_vec()),
        ];
        let bytes = stored_archive(&files).ok_or(ExportError::ArchiveTooLarge)?;
        Ok(vec![ExportedFile::new(self.ending, bytes)])
    }
}

/// The name of a model as an identifier of C.
fn identifier(name: &str, model: &str) -> String {
    let whole = if model == "full" { name.to_owned() } else { format!("{name}_{model}") };
    let kept: String = whole.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if kept.starts_with(|c: char| c.is_ascii_alphabetic()) { kept } else { format!("m_{kept}") }
}
