//! The command line as plain data.

use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use lissom::{At, Quantity};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Mutex;

/// Exit codes.
const EXIT_CODES: &str = "Exit codes:
  0    the question was answered, and every [check] of the model file held
  1    the analysis failed, is not certified, a check did not hold, or an answer could not be written
  2    the model file or the command is wrong: nothing was computed
  130  interrupted by Ctrl-C";

/// Machines with flexible parts: from a text description to certified answers.
#[derive(Debug, Parser)]
#[command(name = "lissom", version, about, propagate_version = true, after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do
    #[command(subcommand)]
    pub verb: Verb,
    /// Print nothing but the answer
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print more: counters and timings
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Allow the model file to read files below this folder; its own folder is always allowed. May be
    /// repeated
    #[arg(long = "allow-path", global = true, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub allowed: Vec<PathBuf>,
}

/// The description of all words, once it was made: making it takes longer than a short question.
static COMMAND: Mutex<Option<Command>> = Mutex::new(None);

/// Reads the words of a command line.
///
/// # Errors
/// When they are not a command.
pub fn parsed(words: &[OsString]) -> Result<Arguments, clap::Error> {
    // Without waiting: where another thread reads words, or held the lock when this process was forked, a description is made.
    let kept = COMMAND.try_lock().ok().and_then(|mut kept| kept.take());
    let mut command = kept.unwrap_or_else(Arguments::command);
    let matches = command.try_get_matches_from_mut(words);
    let read = matches.and_then(|mut matches| {
        Arguments::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    });
    if let Ok(mut kept) = COMMAND.try_lock() {
        *kept = Some(command);
    }
    read
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Read a model and report all errors, its size, constraints and mass
    Check(ModelFlags),
    /// Natural frequencies and mode shapes, certified complete
    Modes(ModesFlags),
    /// Exact equations of a system: fields, boundary conditions, coordinates, verified
    Derive(DeriveFlags),
    /// State equations of a bond graph, with causality
    Bond(BondFlags),
    /// Operating states, and equilibria along a stroke
    States(StatesFlags),
    /// Reduced models of mechanisms, frames and parts, compared with the full one
    Reduce(ReduceFlags),
    /// Motion in time, of the full and of reduced models
    Simulate(SimulateFlags),
    /// Frequency response from inputs to outputs, with the residual of the full equation
    Frf(FrfFlags),
    /// Elastic deviation of a mechanism over a cycle of its rigid motion, joint forces, stress
    Cycle(CycleFlags),
    /// Frequencies, whirl and stability of a rotating structure ([spin]) against speed
    Campbell(CampbellFlags),
    /// Critical loads of a frame with their shapes, certified by counts
    Buckling(BucklingFlags),
    /// Feedback loops of [[controller]]: poles, margins with crossover frequencies, loop responses
    Loops(LoopsFlags),
    /// Derivatives of frequencies, equilibria, stress and responses with respect to parameters
    Sensitivities(SensitivitiesFlags),
    /// The same question for many values of parameters, as one table; goes on after an interruption
    Sweep(SweepFlags),
    /// Compare two models, or elements with the exact continuum
    Compare(CompareFlags),
    /// Read matrices of a finite-element program, audit them, and write a model file to start from
    Import(ImportFlags),
    /// Files for other programs: state space, matrices, pictures, units, code
    Export(ExportFlags),
    /// One HTML page: animation, plots, tables, equations; needs no network
    Report(ReportFlags),
    /// A picture of an answer or of the machine, as SVG or PNG
    Plot(PlotFlags),
    /// Write a commented model file to start from
    New(NewFlags),
    /// Explain a diagnostic code, or a topic of moving frames, in full
    Explain(ExplainFlags),
    /// Version, threads, and a self-test against closed forms
    #[command(alias = "doctor")]
    SelfTest(SelfTestFlags),
    /// Print the JSON schema of the model file, for editors, or of answers
    Schema(SchemaFlags),
    /// Print shell completions
    Completions(CompletionsFlags),
    /// A command this version does not have
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

impl Verb {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Check(_) => "check",
            Self::Modes(_) => "modes",
            Self::Derive(_) => "derive",
            Self::Bond(_) => "bond",
            Self::States(_) => "states",
            Self::Reduce(_) => "reduce",
            Self::Simulate(_) => "simulate",
            Self::Frf(_) => "frf",
            Self::Cycle(_) => "cycle",
            Self::Campbell(_) => "campbell",
            Self::Buckling(_) => "buckling",
            Self::Loops(_) => "loops",
            Self::Sensitivities(_) => "sensitivities",
            Self::Sweep(_) => "sweep",
            Self::Compare(_) => "compare",
            Self::Import(_) => "import",
            Self::Export(_) => "export",
            Self::Report(_) => "report",
            Self::Plot(_) => "plot",
            Self::New(_) => "new",
            Self::Explain(_) => "explain",
            Self::SelfTest(_) => "self-test",
            Self::Schema(_) => "schema",
            Self::Completions(_) => "completions",
            Self::Other(_) => "other",
        }
    }

    /// The model file and its flags, of verbs that have one.
    pub fn common(&self) -> Option<&ModelFlags> {
        Some(match self {
            Self::Check(flags) => flags,
            Self::Modes(flags) => &flags.common,
            Self::Derive(flags) => &flags.common,
            Self::Bond(flags) => &flags.common,
            Self::States(flags) => &flags.common,
            Self::Reduce(flags) => &flags.common,
            Self::Simulate(flags) => &flags.common,
            Self::Frf(flags) => &flags.common,
            Self::Cycle(flags) => &flags.common,
            Self::Campbell(flags) => &flags.common,
            Self::Buckling(flags) => &flags.common,
            Self::Loops(flags) => &flags.common,
            Self::Sensitivities(flags) => &flags.common,
            Self::Sweep(flags) => &flags.common,
            Self::Compare(flags) => &flags.common,
            Self::Export(flags) => &flags.common,
            Self::Report(flags) => &flags.common,
            Self::Plot(flags) => &flags.common,
            _ => return None,
        })
    }
}

impl Verb {
    /// A resource flag that has no effect on the command, with the reason.
    pub fn idle_flag(&self) -> Option<(&'static str, &'static str)> {
        const ALONE: &str = "it needs no large factorisation";
        const FACTOR: &str = "it needs a factor; conjugate gradients are available for states and Krylov \
            reductions";
        let flags = self.common()?;
        let works_alone = match self {
            Self::Check(_) | Self::Derive(_) | Self::Cycle(_) | Self::Loops(_) => true,
            Self::Modes(flags) => flags.exact,
            _ => false,
        };
        let needs_factor = matches!(
            self,
            Self::Modes(_) | Self::Campbell(_) | Self::Buckling(_) | Self::Bond(_) | Self::Sensitivities(_)
        );
        // A limit on threads also applies to one thread: --threads is always accepted.
        if works_alone && flags.memory.is_some() {
            Some(("--memory", ALONE))
        } else if (works_alone || needs_factor) && flags.solver.is_some() {
            Some(("--solver", if works_alone { ALONE } else { FACTOR }))
        } else {
            None
        }
    }
}

/// A model file and the common flags.
#[derive(Clone, Debug, Args)]
pub struct ModelFlags {
    /// Model file (TOML)
    #[arg(value_hint = ValueHint::FilePath)]
    pub model: String,
    /// Override a parameter: --set Fmax=50, --set "span=4 m"
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub set: Vec<(String, String)>,
    /// Print exactly one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Write the answer to a file, completely or not at all. The extension selects the format: .json; for
    /// `report` .html, for `plot` .svg or .png, for `derive` also .tex, .py, .c, .rs, .txt, for `bond` .svg,
    /// .tex, for `simulate` .npz; .csv where there is --csv
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<String>,
    /// Number of threads [default: all cores]; answers do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory that one factorisation may take [GB] [default: a share of the free memory]
    #[arg(long, value_name = "GB", value_parser = gigabytes)]
    pub memory: Option<f64>,
    /// Solver of states and Krylov reductions: a factor if it fits into memory, always a factor, or conjugate
    /// gradients
    #[arg(long, value_name = "SOLVER", value_parser = ["any", "direct", "pcg"])]
    pub solver: Option<String>,
}

/// A count of at least one.
fn positive(text: &str) -> Result<f64, String> {
    match text.trim().parse() {
        Ok(value) if value > 0.0 && f64::is_finite(value) => Ok(value),
        _ => Err("give a positive number".to_owned()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(0) | Err(_) => Err("give a whole number, at least 1".to_owned()),
        Ok(count) => Ok(count),
    }
}

/// `lissom modes`.
#[derive(Debug, Args)]
pub struct ModesFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// How many elastic modes (rigid modes come in addition)
    #[arg(short = 'n', long, value_name = "N", group = "range", value_parser = at_least_one)]
    pub count: Option<usize>,
    /// All elastic modes below a frequency [Hz]
    #[arg(long, value_name = "HZ", group = "range")]
    pub below: Option<f64>,
    /// All modes in a band of frequencies [Hz]
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], group = "range")]
    pub band: Option<Vec<f64>>,
    /// Exact frequencies of the continuum instead of elements: [system] models and planar frames
    #[arg(long, conflicts_with_all = ["below", "band", "shapes"])]
    pub exact: bool,
    /// Include mode shapes over all named coordinates in the JSON answer
    #[arg(long)]
    pub shapes: bool,
    /// Modes about a static state of the model file, its stress included; poles of a mechanism in its equilibrium
    /// (`rest`) or at a value of the drive of [analysis.states]
    #[arg(long, value_name = "STATE", conflicts_with = "exact", allow_hyphen_values = true)]
    pub at: Option<At>,
    /// Poles with all controllers of a mechanism acting, instead of modes without them
    #[arg(long, conflicts_with_all = ["below", "band", "shapes", "exact"])]
    pub closed: bool,
    /// Write the sweep of [analysis.modes] as CSV; of a model without one the list of modes
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "exact")]
    pub csv: Option<String>,
}

/// `lissom derive`.
#[derive(Debug, Args)]
pub struct DeriveFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Print LaTeX instead of text
    #[arg(long, group = "notation")]
    pub latex: bool,
    /// Print Python source that builds the equations with SymPy
    #[arg(long, group = "notation")]
    pub sympy: bool,
    /// Print source that computes all residuals, common parts once: c or rust
    #[arg(long, group = "notation", value_name = "LANGUAGE", value_parser = ["c", "rust"])]
    pub code: Option<String>,
    /// Print the derivation in its eleven steps
    #[arg(long, group = "notation")]
    pub trace: bool,
    /// Print the part that each term comes from
    #[arg(long)]
    pub origins: bool,
    /// Check the equations by three independent methods [default]
    #[arg(long, overrides_with = "no_verify")]
    pub verify: bool,
    /// Do not check the equations
    #[arg(long, overrides_with = "verify")]
    pub no_verify: bool,
}

/// `lissom bond`.
#[derive(Debug, Args)]
pub struct BondFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Print LaTeX instead of text
    #[arg(long)]
    pub latex: bool,
    /// Write the graph with its causal strokes as SVG; `-o graph.svg` does the same
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<String>,
}

/// `lissom states`.
#[derive(Debug, Args)]
pub struct StatesFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Number of states along the stroke
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub points: Option<u32>,
    /// Include deformations and the forces that cause them, over all named rows, in the JSON answer; along a stroke positions of
    /// nodes and neutral directions
    #[arg(long)]
    pub shapes: bool,
    /// Also write the states along the stroke as comma-separated values
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<String>,
}

/// `lissom reduce`.
#[derive(Debug, Args)]
pub struct ReduceFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Which reduction of the model file [default: all]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Linear methods: about a state of the model file, a value of the drive of [analysis.states], or `rest`
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    pub at: Option<At>,
    /// Write each basis to NAME.basis.json, each reduced structure to NAME.reduced.json in this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub save: Option<String>,
}

/// `lissom simulate`.
#[derive(Debug, Args)]
pub struct SimulateFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Which models: full, or names of reductions [default: those of the model file]
    #[arg(long = "model", value_name = "NAME")]
    pub models: Vec<String>,
    /// Also the model reduced by a saved basis (`lissom reduce --save`); without --model only these
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub basis: Vec<String>,
    /// Integrator
    #[arg(long, value_parser = integrator_names())]
    pub integrator: Option<String>,
    /// Relative tolerance
    #[arg(long, value_name = "TOL")]
    pub rtol: Option<f64>,
    /// Absolute tolerance
    #[arg(long, value_name = "TOL")]
    pub atol: Option<f64>,
    /// Tighten tolerances until outputs change by less than this share [default: 1e-3, or off with rtol]
    #[arg(long, value_name = "SHARE")]
    pub accuracy: Option<f64>,
    /// Start mechanisms in equilibrium instead of the reference configuration
    #[arg(long, conflicts_with = "restart")]
    pub from_rest: bool,
    /// Write the state at the end, to be continued with --restart
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub save: Option<String>,
    /// Continue a motion that was written with --save
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub restart: Option<String>,
    /// Time at which to stop [s]
    #[arg(long, value_name = "S")]
    pub end: Option<f64>,
    /// Number of output times [default: as many as the motion needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000_000))]
    pub points: Option<u32>,
    /// Largest number of steps [default: a million, fewer for models with many coordinates]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub most_steps: Option<u64>,
    /// Accept a motion with unaccounted energy, with a warning
    #[arg(long)]
    pub allow_energy_error: bool,
    /// Write times and outputs of all models as CSV
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<String>,
    /// Write displacements of all mesh nodes of FE parts in large motion, and their stress where a part brings it (.csv, .npz)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub recover: Option<String>,
    /// Write forces and moments on the interfaces of FE parts in large motion (.csv, .npz)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub loads: Option<String>,
}

/// `lissom export`.
#[derive(Debug, Args)]
pub struct ExportFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Format; may be repeated [default: those of [export] in the model file]
    #[arg(long, value_name = "FORMAT", value_parser = export_formats())]
    pub to: Vec<String>,
    /// Which model: full, or the name of a reduction [default: full]
    #[arg(long = "model", value_name = "NAME")]
    pub of: Option<String>,
    /// About a state of the model file, a value of the drive of [analysis.states], or `rest`
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    pub at: Option<At>,
    /// Folder of the files, named after the model [default: the current one]; -o names a single file
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "output")]
    pub folder: Option<String>,
    /// Library that runs inside functional mock-up units [default: the one beside the program]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub runtime: Option<String>,
}

/// `lissom frf`.
#[derive(Debug, Args)]
pub struct FrfFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Which inputs: names of forces and torques [default: those of the model file, or all]
    #[arg(long = "in", value_name = "NAME")]
    pub inputs: Vec<String>,
    /// Which outputs [default: those of the model file, or all]
    #[arg(long = "out", value_name = "NAME")]
    pub outputs: Vec<String>,
    /// With all continuous controllers of a mechanism acting; their references are inputs, too
    #[arg(long)]
    pub closed: bool,
    /// About a state of the model file, a value of the drive of [analysis.states], or `rest`
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    pub at: Option<At>,
    /// First and last frequency [Hz]
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
    pub range: Option<Vec<f64>>,
    /// Number of frequencies
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub points: Option<u32>,
    /// Equal steps instead of equal ratios
    #[arg(long)]
    pub linear: bool,
    /// Which models: full, or names of reductions [default: those of the model file]
    #[arg(long = "model", value_name = "NAME")]
    pub models: Vec<String>,
    /// Write frequencies and responses of all models as CSV
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<String>,
}

/// `lissom cycle`.
#[derive(Debug, Args)]
pub struct CycleFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Number of turns of the first drive
    #[arg(long, value_name = "N", group = "until")]
    pub turns: Option<f64>,
    /// Time at which to stop [s]
    #[arg(long, value_name = "S", group = "until")]
    pub end: Option<f64>,
    /// Time steps for each turn, or until --end
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=10_000_000))]
    pub steps: Option<u32>,
    /// Compute the periodic motion instead of the one that starts undeformed
    #[arg(long)]
    pub periodic: bool,
    /// Double the steps until the motion changes by less than this fraction
    #[arg(long = "tol", value_name = "TOL")]
    pub tolerance: Option<f64>,
    /// Omit an effect of the moving frames, to see its influence; may be repeated
    #[arg(long, value_name = "EFFECT", value_parser = ["coriolis", "euler", "centrifugal", "geometric"])]
    pub without: Vec<String>,
    /// Also run the nonlinear motion of the same model, and report the difference
    #[arg(long, conflicts_with = "periodic")]
    pub compare: bool,
    /// Write times and outputs as CSV
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<String>,
}

/// `lissom buckling`.
#[derive(Debug, Args)]
pub struct BucklingFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// The load that grows; the others stay constant [default: all loads grow together]
    #[arg(long, value_name = "NAME")]
    pub load: Option<String>,
    /// Number of critical factors
    #[arg(short = 'n', long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub number: u32,
    /// Also the first limit point or bifurcation in large displacements, while one force or torque grows from zero
    #[arg(long)]
    pub nonlinear: bool,
    /// The factor up to which it grows [default: twice the lowest linear one, or 10]
    #[arg(long, value_name = "FACTOR", requires = "nonlinear", value_parser = positive)]
    pub most: Option<f64>,
}

/// `lissom sensitivities`.
#[derive(Debug, Args)]
pub struct SensitivitiesFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// What is differentiated: mass, frequency:NUMBER; in an equilibrium also output:NAME, force, stress, stress:BEAM. May be
    /// repeated [default: all of them, five frequencies]
    #[arg(long, value_name = "QUANTITY", value_parser = quantity)]
    pub of: Vec<Quantity>,
    /// With respect to which parameters; may be repeated [default: all that can be varied]
    #[arg(long, value_name = "PARAMETER")]
    pub to: Vec<String>,
    /// In an equilibrium: a static state of the model file, a value of the drive of [analysis.states], `rest` or `path`
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    pub at: Option<At>,
    /// Frequencies at which responses are differentiated, too [Hz], separated by commas
    #[arg(long, value_name = "HZ", value_delimiter = ',')]
    pub frequencies: Vec<f64>,
    /// Which inputs of responses [default: all]
    #[arg(long = "in", value_name = "NAME")]
    pub inputs: Vec<String>,
    /// Which outputs of responses [default: all]
    #[arg(long = "out", value_name = "NAME")]
    pub outputs: Vec<String>,
    /// Longest step of a parameter, in SI units: --step t=1e-5 [default: 4 % of its value]
    #[arg(long, value_name = "PARAMETER=STEP", value_parser = step)]
    pub step: Vec<(String, f64)>,
}

fn quantity(text: &str) -> Result<Quantity, String> {
    text.parse()
}

/// A parameter and the step of its differences.
fn step(text: &str) -> Result<(String, f64), String> {
    let (name, value) = key_value(text)?;
    let step = value.trim().parse().map_err(|_| format!("`{value}` is not a number"))?;
    Ok((name, step))
}

/// `lissom loops`.
#[derive(Debug, Args)]
pub struct LoopsFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// The state about which the machine moves: its reference configuration, or its equilibrium at t = 0
    #[arg(long, value_name = "STATE", default_value = "reference", value_parser = ["reference", "rest"])]
    pub at: String,
    /// Only this loop: a controller, or one of its commands as `controller: input`
    #[arg(long = "loop", value_name = "NAME")]
    pub only: Option<String>,
    /// Also the responses of the loops over these frequencies [Hz]
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
    pub range: Option<Vec<f64>>,
    /// Number of frequencies of --range
    #[arg(short = 'n', long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub points: u32,
}

/// `lissom campbell`.
#[derive(Debug, Args)]
pub struct CampbellFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// How many modes: the lowest at the first speed [default: those of the model file, or 6]
    #[arg(short = 'm', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub modes: Option<u32>,
    /// First speed, instead of the sweep of the file [rad/s]
    #[arg(long, value_name = "RAD/S", default_value_t = 0.0, allow_negative_numbers = true)]
    pub from: f64,
    /// Last speed, instead of the sweep of the file [rad/s]
    #[arg(long, value_name = "RAD/S", allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// Number of speeds between --from and --to
    #[arg(short = 'n', long, value_name = "N", default_value_t = 51, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub points: u32,
    /// Order of an excitation whose crossings with modes are sought, k cycles per turn; may be repeated
    #[arg(long = "order", value_name = "K")]
    pub orders: Vec<f64>,
    /// Omit an effect of the frame, to see its influence; may be repeated
    #[arg(long, value_name = "EFFECT", value_parser = ["coriolis", "centrifugal", "geometric"])]
    pub without: Vec<String>,
    /// Write speeds, frequencies, real parts and whirl as CSV
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<String>,
}

/// `lissom sweep`.
#[derive(Debug, Args)]
pub struct SweepFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// What is asked
    #[arg(long, value_name = "VERB", default_value = "modes", value_parser = SWEPT)]
    pub verb: String,
    /// A parameter and its values in SI units: t=1e-3:2e-3:11, t=1e-3:1e-2:11:log or t=1,2,5; may be repeated
    #[arg(long, value_name = "NAME=VALUES")]
    pub over: Vec<String>,
    /// How points are chosen: all combinations, independently, a Latin hypercube, a Sobol sequence
    #[arg(long, value_name = "DESIGN", default_value = "grid", value_parser = ["grid", "random", "latin", "sobol"])]
    pub design: String,
    /// Number of points of random, latin and sobol
    #[arg(short = 'n', long, value_name = "N", value_parser = at_least_one)]
    pub count: Option<usize>,
    /// Seed of random and latin: the same seed gives the same points
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// Points from a file instead: names of parameters in the first line, then values, separated by commas
    #[arg(long, value_name = "FILE", conflicts_with_all = ["over", "design", "count"], value_hint = ValueHint::FilePath)]
    pub list: Option<String>,
    /// Numbers to keep of each answer, by their keys in --json: frequencies_hz.0, models.full.outputs.x.max; may be
    /// repeated [default: the main numbers of the verb]
    #[arg(long, value_name = "KEYS")]
    pub collect: Vec<String>,
    /// Keep finished rows in this file; the same command goes on where it was interrupted
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub journal: Option<String>,
    /// Only the rows from the first number on and before the second, counted from zero: 0:100
    #[arg(long, value_name = "FROM:TO", value_parser = row_range)]
    pub rows: Option<(usize, usize)>,
    /// Options of the verb, after --
    #[arg(last = true, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub options: Vec<String>,
}

/// Verbs whose answers a study can keep.
const SWEPT: [&str; 13] = [
    "modes",
    "check",
    "states",
    "simulate",
    "frf",
    "cycle",
    "campbell",
    "buckling",
    "loops",
    "sensitivities",
    "bond",
    "reduce",
    "compare",
];

fn row_range(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once(':').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    numbers.filter(|(from, to)| from < to).ok_or_else(|| "use FROM:TO, for example 0:100".to_owned())
}

/// `lissom compare`.
#[derive(Debug, Args)]
pub struct CompareFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// The other model file; --set acts on the first only
    #[arg(value_hint = ValueHint::FilePath, required_unless_present_any = ["exact", "reduced"], conflicts_with_all = ["exact", "reduced"])]
    pub second: Option<String>,
    /// Compare with a reduction of the same model, new or saved
    #[arg(long, value_name = "NAME", conflicts_with = "exact")]
    pub reduced: Option<String>,
    /// Compare with the exact frequencies of the continuum: planar frames and [system] models
    #[arg(long)]
    pub exact: bool,
    /// How many elastic modes
    #[arg(short = 'n', long, value_name = "N")]
    pub count: Option<usize>,
    /// Largest relative difference of frequencies; exit code 1 if they differ more or a mode has no partner
    #[arg(long = "tol", value_name = "TOL")]
    pub tolerance: Option<f64>,
}

/// `lissom import`.
#[derive(Debug, Args)]
pub struct ImportFlags {
    /// Files of one part in any order: stiffness, mass, damping, row names, mesh, printed frequencies
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,
    /// Name of the part [default: from the name of the stiffness file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Units of the files, such as mm-t-s or in-lbf-s; results are then in SI units
    #[arg(long, value_name = "UNITS")]
    pub units: Option<String>,
    /// Write a commented model file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<String>,
    /// Replace the model file if it exists
    #[arg(long)]
    pub force: bool,
    /// Print exactly one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Number of threads [default: all cores]; answers do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// `lissom report`. With `-o FILE.html` the page goes there; with `-o FILE.json` its data in the wire format.
#[derive(Debug, Args)]
pub struct ReportFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Only these sections, such as modes,simulate [default: all analyses of the model file]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,
}

/// `lissom plot`. With `-o FILE.svg` or `-o FILE.png` the picture goes there.
#[derive(Debug, Args)]
pub struct PlotFlags {
    #[command(flatten)]
    pub common: ModelFlags,
    /// Which picture [default: list them all]
    #[arg(long, value_name = "NAME")]
    pub what: Option<String>,
    /// Time or value of the drive at which a motion is drawn [default: at its largest displacement]
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    pub at: Option<f64>,
    /// Colouring of a motion [default: stress where known, displacement for modes]
    #[arg(long, value_name = "BY", value_parser = ["stress", "displacement"])]
    pub colour: Option<String>,
}

/// `lissom new`.
#[derive(Debug, Args)]
pub struct NewFlags {
    /// Name of the model; the file is NAME.toml
    pub name: String,
    /// What to start from
    #[arg(long, default_value = lissom::templates::TEMPLATES[0].name, value_parser = template_names())]
    pub template: String,
    /// Replace the file if it exists
    #[arg(long)]
    pub force: bool,
}

/// `lissom explain`.
#[derive(Debug, Args)]
pub struct ExplainFlags {
    /// The code, such as L0203, or a topic, such as geometric; without it, all are listed
    pub code: Option<String>,
}

/// `lissom schema`.
#[derive(Debug, Args)]
pub struct SchemaFlags {
    /// The schema of what verbs answer with --json, for programs that read it
    #[arg(long)]
    pub answers: bool,
}

/// `lissom self-test`.
#[derive(Debug, Args)]
pub struct SelfTestFlags {
    /// Print exactly one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

/// `lissom completions`.
#[derive(Debug, Args)]
pub struct CompletionsFlags {
    /// The shell
    pub shell: clap_complete::Shell,
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("use KEY=VALUE, for example --set \"span=4 m\"".to_owned()),
    }
}

fn gigabytes(text: &str) -> Result<f64, String> {
    let value: f64 = text.trim().trim_end_matches("GB").trim().parse().map_err(|_| "use 8 or 8GB")?;
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err("it must be above zero".to_owned()) }
}

fn template_names() -> clap::builder::PossibleValuesParser {
    lissom::templates::TEMPLATES
        .iter()
        .map(|t| clap::builder::PossibleValue::new(t.name).help(t.about))
        .collect::<Vec<_>>()
        .into()
}

fn export_formats() -> clap::builder::PossibleValuesParser {
    let all = lissom::EXPORT_FORMATS.iter();
    all.map(|f| clap::builder::PossibleValue::new(f.name).help(f.doc)).collect::<Vec<_>>().into()
}

fn integrator_names() -> clap::builder::PossibleValuesParser {
    let all = lissom::INTEGRATOR_CHOICES.iter();
    all.map(|i| clap::builder::PossibleValue::new(i.name).help(i.doc)).collect::<Vec<_>>().into()
}
