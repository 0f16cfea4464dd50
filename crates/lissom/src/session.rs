//! One model file and what has been worked out from it.

use crate::answer::{Answer, Provenance};
use crate::checks::{self, CheckOutcome};
use crate::failure::Failure;
use crate::files::Files;
use crate::reduction_report::SAVED_BASIS;
use lissom_dynamics::{Modes, ModesRequest, Range};
use lissom_linalg::{ModesOptions, Progress};
use lissom_mech::{JoinedStructure, LinearSystem, Mechanism, PartStructure, Structure};
use lissom_model::diagnostic::{Checked, Diagnostic, Severity};
use lissom_model::model::{Dimension, Model, ModesAnalysis, Reduction};
use lissom_model::{Overrides, Sources, Style};
use std::cell::OnceCell;
use std::rc::Rc;

/// How many elastic modes are found when nobody says.
const DEFAULT_MODES: usize = 10;

/// Damping ratios are the diagonal of the modal damping matrix; above this coupling the reader is warned.
const COUPLED_DAMPING: f64 = 0.1;

/// Rounding of the stiffness matrix may move frequencies by less than this without a word.
const ROUNDING: f64 = 1e-6;

/// A model file, opened. Each stage is worked out once, when first asked for.
pub struct Session {
    name: String,
    sources: Sources,
    provenance: Provenance,
    checked: Checked<Model>,
    pub(crate) files: Rc<dyn Files>,
    pub(crate) system: OnceCell<LinearSystem>,
    pub(crate) part: OnceCell<PartStructure>,
    pub(crate) joined: OnceCell<JoinedStructure>,
    pub(crate) frame: OnceCell<Structure>,
    pub(crate) inner: OnceCell<Structure>,
    mechanism: OnceCell<Mechanism>,
}

impl Session {
    /// Reads and checks a model file. A wrong model is not an error yet: see [`Session::diagnostics`]. Files that the
    /// model names are read through the same window when they are needed.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(files: impl Files + 'static, path: &str, overrides: Overrides) -> Result<Self, Failure> {
        Self::open_through(Rc::new(files), path, overrides)
    }

    fn open_through(files: Rc<dyn Files>, path: &str, overrides: Overrides) -> Result<Self, Failure> {
        let bytes = files.read(path)?;
        let texts: Vec<String> = overrides.iter().map(|o| format!("{}={}", o.key, o.text)).collect();
        let provenance = Provenance::of(&bytes, &texts);
        let sources = Sources::new(path, &bytes, &overrides);
        let checked = lissom_model::load(path, &bytes, &overrides);
        let parts = checked.value.as_ref().map_or(&[][..], |model: &Model| &model.fe_parts);
        let provenance = provenance.with_units(parts);
        Ok(Self {
            name: path.to_owned(),
            sources,
            provenance,
            checked,
            files,
            system: OnceCell::new(),
            part: OnceCell::new(),
            joined: OnceCell::new(),
            frame: OnceCell::new(),
            inner: OnceCell::new(),
            mechanism: OnceCell::new(),
        })
    }

    /// The same model with other values of some parameters, given in SI units.
    pub(crate) fn with_parameters(&self, values: &[(&str, f64)]) -> Result<Self, Failure> {
        let given = self.provenance.overrides.iter().filter_map(|text| text.split_once('='));
        let mut overrides: Overrides =
            given.filter(|(key, _)| values.iter().all(|(name, _)| name != key)).collect();
        // The shortest text that gives the same number again.
        values.iter().for_each(|(name, value)| overrides.set(*name, format!("{value:?}")));
        Self::open_through(Rc::clone(&self.files), &self.name, overrides)
    }

    /// The path the session was opened with.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.name
    }

    /// Everything there is to say about the model, errors and warnings.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.checked.diagnostics
    }

    /// The diagnostics as text: each with its place, the line, a caret and hints.
    #[must_use]
    pub fn render_diagnostics(&self, style: Style) -> String {
        lissom_model::render(self.diagnostics(), &self.sources, style)
    }

    /// Line and column of a diagnostic, from one, columns in characters; `None` for one about an override.
    #[must_use]
    pub fn place(&self, diagnostic: &Diagnostic) -> Option<(usize, usize)> {
        let position = self.sources.position(diagnostic.span);
        (diagnostic.span.source == 0).then_some((position.line, position.column))
    }

    /// Where this session's answers come from.
    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The resolved model.
    ///
    /// # Errors
    /// Every diagnostic, when some of them are errors.
    pub fn model(&self) -> Result<&Model, Failure> {
        self.checked.value.as_ref().ok_or_else(|| Failure::Model(self.checked.diagnostics.clone()))
    }

    /// The structure, linearised about its reference configuration.
    ///
    /// # Errors
    /// When the model is wrong, has no structure, or its structure cannot be built.
    pub fn linear_system(&self) -> Result<&LinearSystem, Failure> {
        if let Some(system) = self.system.get() {
            return Ok(system);
        }
        let system = LinearSystem::of(self.framed_model()?)?;
        Ok(self.system.get_or_init(|| system))
    }

    /// The model, when it is a frame.
    pub(crate) fn framed_model(&self) -> Result<&Model, Failure> {
        let model = self.model()?;
        match beyond_frames(model) {
            Some((what, instead)) => {
                Err(Failure::NotYet { what: what.to_owned(), instead: instead.to_owned() })
            }
            None => Ok(model),
        }
    }

    /// The model as a planar mechanism in large motion.
    ///
    /// # Errors
    /// When the model is wrong, is not planar, or the mechanism cannot be built.
    pub fn mechanism(&self) -> Result<&Mechanism, Failure> {
        if let Some(mechanism) = self.mechanism.get() {
            return Ok(mechanism);
        }
        let mechanism = Mechanism::of(self.planar_model()?)?;
        Ok(self.mechanism.get_or_init(|| mechanism))
    }

    /// The model, when it is one that large motion can be asked of.
    pub(crate) fn planar_model(&self) -> Result<&Model, Failure> {
        let model = self.framed_model()?;
        if model.dimension != Dimension::Two {
            return Err(Failure::NotYet {
                what: "large motion in space".to_owned(),
                instead: "`lissom modes` gives small vibrations of spatial frames".to_owned(),
            });
        }
        Ok(model)
    }

    /// Whether this version answers an analysis of the given kind for this model.
    #[must_use]
    pub fn answers(&self, kind: &str) -> bool {
        match kind {
            "modes" | "frf" | "campbell" => true,
            "cycle" => self.planar_model().is_ok(),
            "states" => self.planar_model().is_ok(),
            "simulate" => self.is_bonded() || self.planar_model().is_ok() || self.linear_structure().is_ok(),
            _ => false,
        }
    }

    /// Whether the model file asks for an analysis of the given kind.
    #[must_use]
    pub fn asks(&self, kind: &str) -> bool {
        self.model().is_ok_and(|model| crate::mechanism::analysis(model, kind).is_some())
    }

    /// Whether this version answers a reduction of the model file.
    #[must_use]
    pub fn reduces(&self, asked: &Reduction) -> bool {
        if self.missing_file(asked).is_some() {
            return true;
        }
        let known = asked.method == SAVED_BASIS || lissom_reduce::basis_method(&asked.method).is_ok();
        (known && self.planar_model().is_ok())
            || (self.reduces_structure(asked) && self.linear_structure().is_ok())
    }

    /// What `[analysis.modes]` asks for, or the lowest modes.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn modes_request(&self) -> Result<ModesRequest, Failure> {
        let range = match self.model()?.analyses.modes {
            Some(ModesAnalysis { band: Some([from, to]), .. }) => Range::Band(from, to),
            Some(ModesAnalysis { below: Some(hz), .. }) => Range::Below(hz),
            Some(ModesAnalysis { count: Some(count), .. }) => Range::Lowest(count),
            _ => Range::Lowest(DEFAULT_MODES),
        };
        Ok(ModesRequest { range, options: ModesOptions::default() })
    }

    /// Natural frequencies and shapes, certified.
    ///
    /// # Errors
    /// When the model is wrong, asks for more than frames, or the modes cannot be found and certified.
    pub fn modes(&self, request: &ModesRequest, progress: &dyn Progress) -> Result<Answer<Modes>, Failure> {
        let model = self.model()?;
        refuse_spin(model, "modes")?;
        let structure = self.linear_structure()?;
        let modes = lissom_dynamics::modes(structure, request, progress)?;
        let mut warnings = self.modes_warnings(model, structure, &modes)?;
        if let Range::Lowest(asked) = request.range
            && modes.modes.len() < asked
            && !modes.exhausted
        {
            warnings.push(format!(
                "only {} of {asked} modes are told: what else there is has no mass, or is too far above the first to be resolved",
                modes.modes.len()
            ));
        }
        Ok(self.answer(modes, warnings))
    }

    /// The numbers of `[check]` against the answer. They are those of the file as it is: with overrides they do not
    /// apply and are left out.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn check_modes(&self, modes: &Modes) -> Result<Vec<CheckOutcome>, Failure> {
        let check = self.model()?.check.as_ref().filter(|_| self.provenance.overrides.is_empty());
        let structure = self.linear_structure()?;
        Ok(check.map(|check| checks::of_modes(check, structure, modes)).unwrap_or_default())
    }

    pub(crate) fn answer<T>(&self, value: T, warnings: Vec<String>) -> Answer<T> {
        let model_warnings = self.diagnostics().iter().filter(|d| d.severity == Severity::Warning);
        let mut all: Vec<String> = model_warnings.map(|d| format!("{}: {}", d.code, d.message)).collect();
        all.extend(warnings);
        Answer { value, warnings: all, provenance: self.provenance.clone() }
    }

    fn modes_warnings(
        &self,
        model: &Model,
        structure: &Structure,
        modes: &Modes,
    ) -> Result<Vec<String>, Failure> {
        let mut warnings = Vec::new();
        if let Some(why) = modes.certificate.why_not() {
            warnings.push(format!("these modes are an estimate, not certified: {why}"));
        }
        warnings.extend(lissom_mech::torques_at_rest(model)?);
        warnings.extend(empty_motions(&modes.empty_motions));
        if model.gravity.iter().any(|g| *g != 0.0) {
            warnings.push(
                "gravity does not act here: these are the modes of the unloaded reference configuration"
                    .into(),
            );
        }
        if let Some(system) = self.system.get() {
            let redundant = system.elimination.redundant.iter();
            warnings.extend(redundant.map(|name| format!("{name} is redundant: other constraints imply it")));
        }
        if structure.rigid_body.is_some() && modes.rigid > modes.rigid_of_whole.len() {
            let inside = modes.rigid - modes.rigid_of_whole.len();
            warnings.push(format!("{inside} of the {} rigid modes move parts against each other: a mechanism, or bodies without connection", modes.rigid));
        }
        let imported = !model.fe_parts.is_empty();
        if imported && structure.moves_no_mass() {
            warnings.push(
                "moved as a whole, the part has no mass: were the files of stiffness and mass taken for each other?".into(),
            );
        }
        if modes.modes.first().is_some_and(|mode| mode.eigenvalue < 0.0) {
            let hint = match imported {
                true => ", or the numbers of the part have too few digits (`lissom import` tells)",
                false => "",
            };
            warnings.push(format!("a negative eigenvalue: the reference configuration is unstable{hint}"));
        }
        if modes.exhausted && modes.modes.is_empty() {
            warnings.push("there is no elastic mode: no mass moves against a stiffness".into());
        } else if modes.exhausted {
            let modes = match modes.modes.len() {
                1 => "1 elastic mode".to_owned(),
                n => format!("{n} elastic modes"),
            };
            warnings.push(format!("the model has only {modes}: fewer than were asked for"));
        }
        let rounding = modes.modes.iter().map(|mode| mode.rounding).fold(0.0, f64::max);
        if rounding > ROUNDING {
            let hint = match imported {
                true => "`lissom import` tells about the numbers of the part",
                false => "use fewer elements per beam, or hold the stiff deformations (`flexible`)",
            };
            warnings.push(format!(
                "rounding alone may move these frequencies by a share of {rounding:.0e}: elements are very short or \
                 stiffnesses very different; {hint}"
            ));
        }
        if modes.damping_coupling > COUPLED_DAMPING {
            warnings.push(format!(
                "damping couples the modes (up to {:.2} of the diagonal): damping ratios are estimates",
                modes.damping_coupling
            ));
        }
        Ok(warnings)
    }
}

/// How many motions have neither stiffness nor mass, and where they are largest.
fn empty_motions(coordinates: &[String]) -> Option<String> {
    const SHOWN: usize = 3;
    let (motions, they) = match coordinates.len() {
        0 => return None,
        1 => ("1 motion has".to_owned(), "it carries no load and is"),
        n => (format!("{n} motions have"), "they carry no load and are"),
    };
    let mut places = coordinates.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if coordinates.len() > SHOWN {
        places += ", ...";
    }
    Some(format!(
        "{motions} neither stiffness nor mass (largest in {places}): hourglass motions of reduced-integration elements; {they} left out"
    ))
}

/// Refuses a question about a structure that spins.
pub(crate) fn refuse_spin(model: &Model, what: &str) -> Result<(), Failure> {
    match model.spin.as_ref().filter(|spin| spin.speed != 0.0) {
        None => Ok(()),
        Some(spin) => Err(Failure::NotYet {
            what: format!("{what} of a structure that spins at {} rad/s", spin.speed),
            instead: format!("set the speed in [spin] to zero for the {what} at rest"),
        }),
    }
}

/// What a model has beyond nodes, beams, joints and lumps, and what to do about it.
fn beyond_frames(model: &Model) -> Option<(&'static str, &'static str)> {
    if !model.fe_parts.is_empty() {
        return Some(("large motion of imported FE parts", "`lissom modes` and `lissom frf` work on them"));
    }
    if !model.modal_bodies.is_empty() {
        return Some((
            "large motion of modal bodies",
            "`lissom bond`, `modes`, `frf` and `simulate` answer for their small motion",
        ));
    }
    if model.bond_graph.is_some() {
        return Some((
            "this question about bond graphs",
            "`lissom bond`, `modes`, `frf` and `simulate` answer for them",
        ));
    }
    if model.system.is_some() {
        return Some((
            "analysis of symbolic systems",
            "write the structure with nodes and beams for its modes",
        ));
    }
    None
}
