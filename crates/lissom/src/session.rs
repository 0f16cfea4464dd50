//! One model file and what has been worked out from it.

use crate::answer::{Answer, Provenance};
use crate::checks::{self, CheckOutcome};
use crate::cost::{Cost, Counted};
use crate::failure::Failure;
use crate::files::{Files, Recorded};
use crate::machine::{Machine, MadeOf, Motion, Reduces};
use crate::memory::Memory;
use crate::omission::Omission;
use crate::refusal::Refusal;
use crate::simulations::simulation::MotionKey;
use crate::subjects::linear_structure::OtherFiles;
use crate::subjects::mechanism::WalkedStroke;
use lissom_dynamics::{Modes, ModesRequest, OperatingState, Range, Trajectory};
use lissom_import::Mesh;
use lissom_linalg::{ModesOptions, Progress, Threads};
use lissom_mech::{JoinedStructure, LinearSystem, Machinery, MechError, Structure, machinery_of};
use lissom_model::diagnostic::{Checked, Diagnostic, Severity};
use lissom_model::model::{AnalysisKind, Dimension, Model, ModesAnalysis, Reduction};
use lissom_model::{Loaded, Overrides, Sources, Style};
use lissom_reduce::linear::ReducedPart;
use lissom_reduce::{Reduced, ReducedStructure};
use std::sync::{Arc, OnceLock};

/// About what the description of an element in large motion takes, measured for a million elements in the plane and 20 000 in
/// space \[B\].
const MOVING: usize = 2600;
const MOVING_IN_SPACE: usize = 14_000;

/// Default number of elastic modes.
const DEFAULT_MODES: usize = 10;

/// Damping ratios are the diagonal of the modal damping matrix; above this coupling the reader is warned.
const COUPLED_DAMPING: f64 = 0.1;

/// Rounding of the stiffness matrix may move frequencies by less than this without a word.
const ROUNDING: f64 = 1e-6;

/// Names of the files of controllers, each once, and what was read from them as JSON.
fn control_texts(model: &Model) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for file in model.controllers.iter().filter_map(|controller| controller.file.as_ref()) {
        if found.iter().any(|(name, _)| *name == file.path) {
            continue;
        }
        let object = serde_json::json!({
            "A": file.a, "B": file.b, "C": file.c, "D": file.d, "dt": file.period,
            "InputName": file.inputs, "OutputName": file.outputs,
        });
        found.push((file.path.clone(), object.to_string()));
    }
    found
}

/// An open model file. Each stage is computed once, on first use.
pub struct Session {
    name: String,
    sources: Sources,
    provenance: Provenance,
    checked: Checked<Model>,
    pub(crate) files: Arc<dyn Files>,
    threads: Threads,
    pub(crate) system: OnceLock<LinearSystem>,
    pub(crate) joined: OnceLock<JoinedStructure>,
    pub(crate) frame: OnceLock<Structure>,
    pub(crate) inner: OnceLock<Structure>,
    mechanism: OnceLock<Arc<dyn Machinery>>,
    /// FE parts in large motion, reduced.
    pub(crate) moving: OnceLock<Vec<ReducedPart>>,
    /// Their meshes.
    pub(crate) meshes: OnceLock<Vec<Option<Mesh>>>,
    /// States along the stroke, by their number.
    pub(crate) strokes: Memory<usize, WalkedStroke>,
    /// Reduced systems, by their name.
    pub(crate) reduced_systems: Memory<String, Reduced>,
    /// Motions, by model and settings.
    pub(crate) motions: Memory<MotionKey, Trajectory>,
    /// The mechanism at rest without inputs.
    pub(crate) rest: Memory<(), OperatingState>,
    /// Texts of saved reductions, by the file that the model names.
    pub(crate) saved_texts: Memory<String, String>,
    /// Reduced structures, by their name and the state they are made about.
    pub(crate) reduced_structures: Memory<(String, String), ReducedStructure>,
}

impl Session {
    /// Reads and checks a model file. A wrong model is not an error yet: see [`Session::diagnostics`]. Files that the
    /// model names are read through the same window when they are needed.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(files: impl Files + 'static, path: &str, overrides: Overrides) -> Result<Self, Failure> {
        Self::open_through(Arc::new(files), path, overrides)
    }

    fn open_through(files: Arc<dyn Files>, path: &str, overrides: Overrides) -> Result<Self, Failure> {
        let bytes = files.read(path)?;
        let texts: Vec<String> = overrides.iter().map(|o| format!("{}={}", o.key, o.text)).collect();
        let other_files = OtherFiles { files: &*files, model: path };
        let Loaded { checked, sources } =
            lissom_model::load_with_files(path, &bytes, &overrides, &other_files);
        let controllers = checked.value.as_ref().map_or(Vec::new(), control_texts);
        let controllers = controllers.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let others: Vec<(&str, &str)> = sources.other_files().into_iter().chain(controllers).collect();
        let provenance = Provenance::of(&bytes, &others, &texts);
        let parts = checked.value.as_ref().map_or(&[][..], |model: &Model| &model.fe_parts);
        let provenance = provenance.with_units(parts);
        Ok(Self {
            name: path.to_owned(),
            sources,
            provenance,
            checked,
            files,
            threads: Threads::one(),
            system: OnceLock::new(),
            joined: OnceLock::new(),
            frame: OnceLock::new(),
            inner: OnceLock::new(),
            mechanism: OnceLock::new(),
            moving: OnceLock::new(),
            meshes: OnceLock::new(),
            strokes: Memory::default(),
            reduced_systems: Memory::default(),
            motions: Memory::default(),
            rest: Memory::default(),
            saved_texts: Memory::default(),
            reduced_structures: Memory::default(),
        })
    }

    /// The same session with other threads, memory and solver for whatever it is asked. They change no bit of an answer.
    #[must_use]
    pub fn with_threads(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Threads, memory and solver of everything that is asked.
    #[must_use]
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// The same model with other values of some parameters, given in SI units.
    pub(crate) fn with_parameters(&self, values: &[(&str, f64)]) -> Result<Self, Failure> {
        let given = self.provenance.overrides.iter().filter_map(|text| text.split_once('='));
        let mut overrides: Overrides =
            given.filter(|(key, _)| values.iter().all(|(name, _)| name != key)).collect();
        // The shortest text that gives the same number again.
        values.iter().for_each(|(name, value)| overrides.set(*name, format!("{value:?}")));
        let session = Self::open_through(Arc::clone(&self.files), &self.name, overrides)?;
        Ok(session.with_threads(self.threads.clone()))
    }

    /// The path the session was opened with.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.name
    }

    /// All errors and warnings of the model.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.checked.diagnostics
    }

    /// All errors and warnings of the model, with those that a failure adds.
    #[must_use]
    pub fn diagnostics_with<'a>(&'a self, failure: Option<&'a Failure>) -> &'a [Diagnostic] {
        match failure {
            Some(Failure::Model(all)) => all,
            _ => self.diagnostics(),
        }
    }

    /// The diagnostics as text: each with its place, the line, a caret and hints.
    #[must_use]
    pub fn render_diagnostics(&self, style: Style) -> String {
        self.render(self.diagnostics(), style)
    }

    /// Diagnostics of this model, such as those of [`Failure::Model`], as text.
    #[must_use]
    pub fn render(&self, diagnostics: &[Diagnostic], style: Style) -> String {
        lissom_model::render(diagnostics, &self.sources, style)
    }

    /// Line and column of a diagnostic, from one, columns in characters; `None` for one about an override.
    #[must_use]
    pub fn place(&self, diagnostic: &Diagnostic) -> Option<(usize, usize)> {
        let position = self.sources.position(diagnostic.span);
        (!self.sources.is_override(diagnostic.span)).then_some((position.line, position.column))
    }

    /// The file of a diagnostic where it is another one than the model file: a component or an included file.
    #[must_use]
    pub fn other_file(&self, diagnostic: &Diagnostic) -> Option<&str> {
        let is_other = diagnostic.span.source > 0 && !self.sources.is_override(diagnostic.span);
        is_other.then(|| self.sources.name(diagnostic.span))
    }

    /// Components and included files of the model, as they were read.
    #[must_use]
    pub fn model_files(&self) -> Vec<&str> {
        self.sources.other_files().into_iter().map(|(name, _)| name).collect()
    }

    /// Names and texts of the model file, of its components and included files, and of the files of its controllers as JSON: enough to
    /// open the same model elsewhere. Names count from the folder of the model file.
    ///
    /// # Errors
    /// When the model file can no longer be read.
    pub fn texts(&self) -> Result<Vec<(String, String)>, Failure> {
        let folder = self.name.rfind(['/', '\\']).map_or("", |end| &self.name[..=end]);
        let inside = |name: &str| name.strip_prefix(folder).unwrap_or(name).to_owned();
        let text = String::from_utf8_lossy(&self.files.read(&self.name)?).into_owned();
        let others = self.sources.other_files();
        let others = others.into_iter().map(|(name, text)| (inside(name), text.to_owned()));
        let controllers = self.checked.value.as_ref().map_or(Vec::new(), control_texts);
        let controllers = controllers.into_iter().map(|(name, text)| (inside(&name), text));
        Ok(std::iter::once((inside(&self.name), text)).chain(others).chain(controllers).collect())
    }

    /// Names and contents of the files that the FE parts of a mechanism are made of; names count from the folder of the model file.
    ///
    /// # Errors
    /// When they cannot be read, or the mechanism cannot be built.
    pub fn part_files(&self) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        if self.model()?.fe_parts.is_empty() {
            return Ok(Vec::new());
        }
        let record = Arc::new(Recorded::new(Arc::clone(&self.files)));
        let overrides = self.provenance.overrides.iter().filter_map(|text| text.split_once('=')).collect();
        let fresh = Self::open_through(Arc::clone(&record) as Arc<dyn Files>, &self.name, overrides)?;
        // The texts of the model are known.
        record.take();
        fresh.mechanism()?;
        let folder = self.name.rfind(['/', '\\']).map_or("", |end| &self.name[..=end]);
        let inside = |name: String| name.strip_prefix(folder).map_or(name.clone(), str::to_owned);
        Ok(record.take().into_iter().map(|(name, bytes)| (inside(name), bytes)).collect())
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
        let model = self.frame_model()?;
        let needed = LinearSystem::memory_of(model);
        if let Some(limit) = self.threads().memory_limit().filter(|limit| needed > *limit) {
            let elements = model.structure.beams.iter().map(|beam| beam.elements).sum();
            return Err(Refusal::MatricesTooLarge { elements, needed, limit }.into());
        }
        let system = LinearSystem::of(model)?;
        Ok(self.system.get_or_init(|| system))
    }

    /// The model as a mechanism in large motion, in the plane or in space.
    ///
    /// # Errors
    /// When the model is wrong, does not move so, or the mechanism cannot be built.
    pub fn mechanism(&self) -> Result<&dyn Machinery, Failure> {
        if let Some(mechanism) = self.mechanism.get() {
            return Ok(&**mechanism);
        }
        let model = self.mechanism_model()?;
        let elements = model.structure.beams.iter().map(|beam| beam.elements).sum::<usize>();
        let each = if model.dimension == Dimension::Three { MOVING_IN_SPACE } else { MOVING };
        let needed = elements.saturating_mul(each);
        if let Some(limit) = self.threads().memory_limit().filter(|limit| needed > *limit) {
            return Err(Refusal::MachineTooLarge { elements, needed, limit }.into());
        }
        let mechanism = machinery_of(model, &self.moving_parts()?)?;
        Ok(&**self.mechanism.get_or_init(|| mechanism))
    }

    /// What the model is, and what it can be asked.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn machine(&self) -> Result<Machine, Failure> {
        Ok(Machine::of(self.model()?))
    }

    /// The model, when it is a frame of nodes and beams.
    pub(crate) fn frame_model(&self) -> Result<&Model, Failure> {
        match self.machine()?.made_of()? {
            MadeOf::Parts => Err(Refusal::LargeMotionOfParts.into()),
            MadeOf::MovingParts => Err(Refusal::OnlySmallParts.into()),
            MadeOf::Frame => self.model(),
        }
    }

    /// The model, where it can be asked for large motion.
    pub(crate) fn mechanism_model(&self) -> Result<&Model, Failure> {
        self.machine()?.large_motion()?;
        self.model()
    }

    /// Whether this version answers an analysis of the given kind for this model.
    #[must_use]
    pub fn answers(&self, kind: AnalysisKind) -> bool {
        let moves = match kind {
            AnalysisKind::States | AnalysisKind::Cycle => true,
            AnalysisKind::Simulate => self.moves("full").is_ok_and(|motion| motion == Motion::Mechanism),
            _ => false,
        };
        let lacks = moves && self.lacks_in_space().is_some();
        self.machine().is_ok_and(|machine| machine.analysis(kind).is_ok()) && !lacks
    }

    /// What a model in space contains that large motion does not support, as a sentence; nothing in the plane, where that is an
    /// error of the question.
    #[must_use]
    pub fn lacks_in_space(&self) -> Option<String> {
        let is_spatial = self.machine().is_ok_and(|machine| machine == Machine::SpatialFrame);
        match is_spatial.then(|| self.mechanism())? {
            Err(Failure::Mech(error))
                if matches!(*error, MechError::NotInMechanism { .. } | MechError::Law { .. }) =>
            {
                Some(error.to_string())
            }
            _ => None,
        }
    }

    /// Whether the model file asks for an analysis of the given kind.
    #[must_use]
    pub fn asks(&self, kind: AnalysisKind) -> bool {
        self.model().is_ok_and(|model| model.analyses.asks(kind))
    }

    /// Whether this version answers a reduction of the model file. A saved one whose file cannot be read counts as answered:
    /// requesting it gives the error.
    #[must_use]
    pub fn answers_reduction(&self, asked: &Reduction) -> bool {
        match (self.reduces(asked), self.machine()) {
            (Ok(Reduces::Motion), Ok(machine)) => machine.large_motion().is_ok(),
            (Ok(Reduces::Structure), _) => self.linear_structure().is_ok(),
            (Err(_), _) | (_, Err(_)) => true,
        }
    }

    /// How modes are found: with the threads of the session.
    pub(crate) fn mode_options(&self) -> ModesOptions {
        ModesOptions { threads: self.threads.clone(), ..ModesOptions::default() }
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
        Ok(ModesRequest { range, options: self.mode_options() })
    }

    /// Natural frequencies and shapes, certified.
    ///
    /// # Errors
    /// When the model is wrong, asks for more than frames, or the modes cannot be found and certified.
    pub fn modes(&self, request: &ModesRequest, progress: &dyn Progress) -> Result<Answer<Modes>, Failure> {
        let model = self.model()?;
        refuse_spin(model, "modes")?;
        let structure = self.linear_structure()?;
        let mut modes = lissom_dynamics::modes(structure, request, progress)?;
        modes.certificate = modes.certificate.with_evidence(lissom_mech::linearity_of_laws(model)?);
        let mut warnings = self.modes_warnings(model, structure, &modes)?;
        if let Range::Lowest(asked) = request.range
            && modes.modes.len() < asked
            && !modes.exhausted
        {
            warnings.push(format!(
                "only {} of {asked} modes are listed: the others have no mass, or are too far above the \
                 first to be resolved",
                modes.modes.len()
            ));
        }
        Ok(self.answer(modes, warnings))
    }

    /// The numbers of `[check]` against the answer. They belong to the unchanged file: with overrides they do
    /// not apply and are left out.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn check_modes(&self, modes: &Modes) -> Result<Vec<CheckOutcome>, Failure> {
        let check = self.model()?.check.as_ref().filter(|_| self.provenance.overrides.is_empty());
        let structure = self.linear_structure()?;
        Ok(check.map(|check| checks::of_modes(check, structure, modes)).unwrap_or_default())
    }

    /// What the model file is warned of, each with its code.
    #[must_use]
    pub fn model_warnings(&self) -> Vec<String> {
        let warnings = self.diagnostics().iter().filter(|d| d.severity == Severity::Warning);
        warnings.map(|d| format!("{}: {}", d.code, d.message)).collect()
    }

    pub(crate) fn answer<T: Counted>(&self, value: T, warnings: Vec<String>) -> Answer<T> {
        let cost = value.cost();
        self.answer_of(value, cost, warnings)
    }

    /// An answer whose cost its value does not carry.
    pub(crate) fn answer_of<T>(&self, value: T, cost: Cost, warnings: Vec<String>) -> Answer<T> {
        let mut all = self.model_warnings();
        all.extend(warnings);
        Answer { cost, value, warnings: all, provenance: self.provenance.clone() }
    }

    /// Laws that have no linear equations about the reference configuration: answers of those equations are estimates.
    pub(crate) fn bent_laws(&self) -> Result<Vec<String>, Failure> {
        let evidence = lissom_mech::linearity_of_laws(self.model()?)?;
        let broken = evidence.iter().filter(|measured| !measured.holds());
        Ok(broken
            .map(|measured| format!("an estimate about the reference configuration: {measured}"))
            .collect())
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
            warnings.push(Omission::GravityOfModes.text().to_owned());
        }
        if let Some(system) = self.system.get() {
            let redundant = system.elimination.redundant.iter();
            warnings.extend(redundant.map(|name| format!("{name} is redundant")));
        }
        if structure.rigid_body.is_some() && modes.rigid > modes.rigid_of_whole.len() {
            let inside = modes.rigid - modes.rigid_of_whole.len();
            warnings.push(format!(
                "{inside} of the {} rigid modes are relative motions of parts: a \
                mechanism, or unconnected bodies",
                modes.rigid
            ));
        }
        let imported = self.machine()?.made_of()? == MadeOf::Parts;
        if imported && structure.moves_no_mass() {
            warnings
                .push("rigid motions have no mass: are the files of stiffness and mass exchanged?".into());
        }
        if modes.modes.first().is_some_and(|mode| mode.eigenvalue < 0.0) {
            let hint = match imported {
                true => ", or the part has too few digits (see `lissom import`)",
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
            warnings.push(format!("the model has only {modes}, fewer than requested"));
        }
        let rounding = modes.modes.iter().map(|mode| mode.rounding).fold(0.0, f64::max);
        if rounding > ROUNDING {
            let hint = match imported {
                true => "see `lissom import` for the accuracy of the part",
                false => "use fewer elements per beam, or make stiff deformations rigid (`flexible`)",
            };
            warnings.push(format!(
                "rounding may change these frequencies by {rounding:.0e} relative: elements are very short \
                 or \
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
        "{motions} neither stiffness nor mass (largest in {places}): hourglass motions of \
         reduced-integration elements; {they} omitted"
    ))
}

/// Refuses a question about a structure that spins.
pub(crate) fn refuse_spin(model: &Model, what: &'static str) -> Result<(), Failure> {
    match model.spin.as_ref().filter(|spin| spin.speed != 0.0) {
        None => Ok(()),
        Some(spin) => Err(Refusal::Spins { question: what, speed: spin.speed }.into()),
    }
}
