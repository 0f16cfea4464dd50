//! `[analysis.X]`: analyses requested in the model file.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{
    Analyses, At, CampbellAnalysis, CycleAnalysis, Dimension, Drive, FrameEffects, FrfAnalysis, LedBy,
    ModesAnalysis, NodeId, Output, ProbeDirection, Reduction, SimulateAnalysis, Start, StateKind,
    StateQuantity, StateRequest, StatesAnalysis, Sweep,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::definitions::Definition;
use crate::reading::expression;
use crate::reading::fields::Fields;
use crate::vocabulary::choices::INTEGRATOR_WORDS;
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

use crate::reading::tables;
use crate::sections::attachment::{clash, one_of};
use crate::sections::nodes::Nodes;
use crate::sections::other_names;
use crate::text::tree::{Entry, Table, ValueKind};

const MOST: usize = 1_000_000;

/// Most states of a stroke: each is kept with its modes.
const MOST_STATES: usize = 100_000;

/// Most steps of a motion: hours of work.
const MOST_STEPS: usize = 1_000_000_000;
const SWEEP: Kind = Kind::Map(&Kind::Table(SWEEP_KEYS));

const SWEEP_KEYS: &[Key] = &[
    required("from", number("*", Range::Any), "first value"),
    required("to", number("*", Range::Any), "last value"),
    required("points", Kind::Count(2, MOST), "number of values"),
    defaulted("scale", Kind::Word(&["linear", "log"]), "linear", "equal steps, or equal ratios"),
];

pub(crate) const MODES: Section = Section {
    name: "analysis.modes",
    form: Form::Table,
    doc: "Which vibration modes to find.",
    keys: &[
        optional("count", Kind::Count(1, MOST), "number of elastic modes"),
        optional("below", number("Hz", Range::Positive), "all modes below this frequency"),
        optional("band", numbers("Hz", Range::NonNegative, Length::Exactly(2)), "all modes in this band"),
        optional("sweep", SWEEP, "parameters to sweep: { NAME = { from, to, points, scale } }"),
    ],
};

pub(crate) const STATES: Section = Section {
    name: "analysis.states",
    form: Form::Table,
    doc: "Operating states along a stroke.",
    keys: &[
        optional("drive", Kind::Name("output"), "the output that is led through the range"),
        optional(
            "force",
            Kind::Name("force"),
            "the force or torque that is led through the range, instead of `drive`; the path is followed by arc length",
        ),
        optional(
            "parameter",
            Kind::Name("parameter"),
            "the parameter that is led through the range, instead of `drive`: every state is that of a model of its own",
        ),
        required(
            "range",
            numbers("*", Range::Any, Length::Exactly(2)),
            "first and last value; that of `drive` ascends",
        ),
        required("points", Kind::Count(2, MOST_STATES), "number of states"),
        optional(
            "report",
            Kind::Words(&["frequencies", "stiffness", "stress"]),
            "what to report at each state",
        ),
        optional(
            "node",
            Kind::Name("node"),
            "the node at which the stiffness is measured; default: that of the drive",
        ),
        optional(
            "directions",
            Kind::Words(&["x", "y", "phi", "z", "rx", "ry", "rz"]),
            "the directions in which it is measured: x, y, phi in the plane; x, y, z, rx, ry, rz in space; default: x and y, in space \
             also z",
        ),
        optional(
            "branches",
            Kind::Switch,
            "with `force`: branches that cross the path at bifurcations are followed, too; default: false",
        ),
    ],
};

const START_KEYS: &[Key] = &[
    optional(
        "mode",
        Kind::Count(1, 100_000),
        "number of the mode about the equilibrium, ascending in frequency",
    ),
    optional("amplitude", number("m", Range::NonZero), "how far the node moves along the mode"),
    optional(
        "node",
        Kind::Name("node"),
        "the node whose displacement is the amplitude; default: the one that moves farthest",
    ),
    optional(
        "output",
        Kind::Name("output"),
        "instead of a mode: the displacement of a node or the angle of a hinge that is held at `value` by a force, in equilibrium; \
         the force is let go at the start",
    ),
    optional("value", number("m | rad", Range::Any), "value of the output"),
];

pub(crate) const SIMULATE: Section = Section {
    name: "analysis.simulate",
    form: Form::Table,
    doc: "Motion in time.",
    keys: &[
        required("end", number("s", Range::Positive), "time at which to stop"),
        defaulted(
            "start",
            Kind::Either(&[Kind::Word(&["reference", "rest"]), Kind::Name("state"), Kind::Table(START_KEYS)]),
            "reference",
            "where mechanisms start: in the reference configuration, in equilibrium at t = 0 (\"rest\"), in a static [state.NAME], or \
             displaced from equilibrium along a mode, { mode = 1, amplitude = \"1 mm\" }, or let go where an output has a value, \
             { output = \"NAME\", value = \"5 mm\" }; velocities by [[initial]]",
        ),
        defaulted(
            "motion",
            Kind::Word(&["large", "linear"]),
            "large",
            "frames and mechanisms: by any distance and angle, or small motions about the reference configuration by exact steps",
        ),
        defaulted("integrator", Kind::Word(INTEGRATOR_WORDS), "auto", "method of integration"),
        optional("rtol", number("-", Range::Between(0.0, 1.0)), "relative tolerance"),
        optional("atol", number("*", Range::Positive), "absolute tolerance"),
        optional(
            "accuracy",
            number("-", Range::Between(0.0, 1.0)),
            "tolerances are tightened until no output changes by more than this share of its largest value; default: 1e-3, or \
             with `rtol` the tolerance as given",
        ),
        optional(
            "points",
            Kind::Count(2, MOST),
            "number of times at which outputs are reported; default: as many as the motion needs, 201 to 3201",
        ),
        optional("models", Kind::Names("model"), "\"full\" and names of reductions"),
        optional(
            "most_steps",
            Kind::Count(1, MOST_STEPS),
            "largest number of steps; default: a million, fewer for models with many coordinates",
        ),
        defaulted(
            "energy",
            Kind::Word(&["account", "report"]),
            "account",
            "a motion that loses or gains more than 1 % of its energy is an error, or is reported with a warning",
        ),
        optional(
            "breaks",
            numbers("s", Range::Positive, Length::Some),
            "linear models: times at which inputs jump or switch, ascending; no step crosses one",
        ),
    ],
};

pub(crate) const FRF: Section = Section {
    name: "analysis.frf",
    form: Form::Table,
    doc: "Frequency response.",
    keys: &[
        required("inputs", Kind::Names("force"), "forces and torques"),
        required("outputs", Kind::Names("output"), "outputs"),
        required("range", numbers("Hz", Range::Positive, Length::Exactly(2)), "first and last frequency"),
        optional("points", Kind::Count(2, MOST), "number of frequencies"),
        optional("scale", Kind::Word(&["linear", "log"]), "equal steps, or equal ratios"),
        optional("compare", Kind::Words(&["residual", "no-residual"]), "variants side by side"),
        optional("models", Kind::Names("model"), "\"full\" and names of reductions"),
        optional("at", Kind::Name("state"), "operating state to linearise at"),
    ],
};

pub(crate) const CYCLE: Section = Section {
    name: "analysis.cycle",
    form: Form::Table,
    doc: "Elastic vibrations over a cycle of a known rigid motion.",
    keys: &[
        optional(
            "turns",
            number("-", Range::Positive),
            "number of turns of the first drive; default without `end`: 1",
        ),
        optional("end", number("s", Range::Positive), "time at which to stop, instead of turns"),
        defaulted("steps", Kind::Count(4, MOST), "720", "time steps for each turn, or until `end`"),
        defaulted(
            "start",
            Kind::Word(&["undeformed", "periodic"]),
            "undeformed",
            "undeformed with the velocities of the rigid motion, or periodic",
        ),
        optional(
            "tolerance",
            number("-", Range::Between(0.0, 1.0)),
            "steps are doubled until the motion changes by less than this fraction",
        ),
        optional("effects", Kind::Table(EFFECTS), "terms of the moving frame that are kept"),
    ],
};

const EFFECTS: &[Key] = &[
    defaulted("coriolis", Kind::Switch, "true", "Coriolis terms"),
    defaulted("euler", Kind::Switch, "true", "terms of the angular acceleration"),
    defaulted("centrifugal", Kind::Switch, "true", "centrifugal terms"),
    defaulted("geometric", Kind::Switch, "true", "geometric stiffness of the inertia forces"),
];

pub(crate) const CAMPBELL: Section = Section {
    name: "analysis.campbell",
    form: Form::Table,
    doc: "Frequencies and stability against speed; the model needs [spin].",
    keys: &[
        required("sweep", SWEEP, "the parameter that sets the speed: { NAME = { from, to, points } }"),
        defaulted("modes", Kind::Count(1, MOST), "6", "number of modes: the lowest at the first speed"),
        optional(
            "orders",
            numbers("-", Range::NonNegative, Length::Any),
            "orders of excitation whose crossings with modes are sought: k cycles per turn; default: 1, 2, \
             3, 4",
        ),
        optional("effects", Kind::Table(SPIN_EFFECTS), "effects of the frame that act on vibrations"),
    ],
};

const SPIN_EFFECTS: &[Key] = &[
    defaulted("coriolis", Kind::Switch, "true", "Coriolis force"),
    defaulted("centrifugal", Kind::Switch, "true", "centrifugal force due to displacements"),
    defaulted("geometric", Kind::Switch, "true", "geometric stiffness of the inertia forces"),
];

/// Every analysis.
pub(crate) const ANALYSES: &[&Section] = &[&MODES, &STATES, &SIMULATE, &FRF, &CYCLE, &CAMPBELL];

/// Entries that analyses refer to.
pub(crate) struct Parts<'a> {
    pub inputs: &'a Catalogue<()>,
    pub outputs: &'a Catalogue<Output>,
    pub drives: &'a Catalogue<Drive>,
    pub reductions: &'a Catalogue<Reduction>,
    pub states: &'a Catalogue<StateRequest>,
    pub nodes: &'a Nodes,
    pub has_spin: bool,
}

pub(crate) fn read(cx: &Context<'_>, root: &Table, parts: &Parts<'_>) -> Option<Analyses> {
    let mut analyses = Analyses::default();
    let mut is_right = true;
    for (name, table) in tables::named(cx, root, "analysis") {
        let found = ANALYSES.iter().find(|section| short_name(section) == name.text);
        let Some(section) = found else {
            let message = format!("there is no analysis \"{}\"", name.text);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_KEY, name.span, message);
            cx.report(match other_names::of_analysis(&name.text) {
                Some(meant) => diagnostic.hint(format!("write {meant}")),
                None => diagnostic.suggest(&name.text, ANALYSES.iter().map(|section| short_name(section))),
            });
            continue;
        };
        let fields = Fields::open(cx, table, section.keys, &format!("[{}]", section.name));
        is_right &= read_into(&mut analyses, section, &fields, parts).is_some();
    }
    is_right.then_some(analyses)
}

/// Reads one analysis into its place; `None` when something is wrong with it.
fn read_into(
    analyses: &mut Analyses,
    section: &Section,
    fields: &Fields<'_>,
    parts: &Parts<'_>,
) -> Option<()> {
    match section.name {
        name if name == MODES.name => analyses.modes = Some(modes(fields)?),
        name if name == STATES.name => analyses.states = Some(states(fields, parts)?),
        name if name == SIMULATE.name => analyses.simulate = Some(simulate(fields, parts)?),
        name if name == FRF.name => analyses.frf = Some(frf(fields, parts)?),
        name if name == CYCLE.name => analyses.cycle = Some(cycle(fields)?),
        name if name == CAMPBELL.name => analyses.campbell = Some(campbell(fields, parts)?),
        name => unreachable!("{name} is listed in ANALYSES and read here"),
    }
    Some(())
}

fn short_name(section: &Section) -> &'static str {
    section.name.split_once('.').map_or(section.name, |(_, name)| name)
}

fn modes(fields: &Fields<'_>) -> Option<ModesAnalysis> {
    let count = fields.count("count").optional();
    let below = fields.number("below").optional();
    let band = fields.numbers("band").optional();
    let sweep = sweep(fields);
    let band = band?;
    check_band(fields, "band", band.as_deref().unwrap_or_default());
    if let [first, second, ..] = fields.given(&["count", "below", "band"])[..] {
        clash(fields, first, second);
    }
    Some(ModesAnalysis {
        count: count?,
        below: below?,
        band: band.map(|band| [band[0], band[1]]),
        sweep: sweep?,
    })
}

const DIRECTIONS: &[(&str, ProbeDirection)] = &[
    ("x", ProbeDirection::X),
    ("y", ProbeDirection::Y),
    ("z", ProbeDirection::Z),
    ("phi", ProbeDirection::Phi),
    ("rx", ProbeDirection::Rx),
    ("ry", ProbeDirection::Ry),
    ("rz", ProbeDirection::Rz),
];

/// The directions in which the stiffness is measured, in a fixed order.
fn directions(fields: &Fields<'_>) -> Option<Vec<ProbeDirection>> {
    let cx = fields.cx;
    let is_spatial = cx.dimension == Dimension::Three;
    let asked =
        fields.words("directions").or(if is_spatial { vec!["x", "y", "z"] } else { vec!["x", "y"] })?;
    let known: &[&str] = if is_spatial { &["x", "y", "z", "rx", "ry", "rz"] } else { &["x", "y", "phi"] };
    if let Some(wrong) = asked.iter().find(|word| !known.contains(word)) {
        let message = format!("\"{wrong}\" does not exist in a model with dim = {}", cx.components());
        let diagnostic = Diagnostic::error(codes::WRONG_DIMENSION, fields.span_of("directions"), message);
        cx.report(diagnostic.hint(format!("possible here: {}", known.join(", "))));
        return None;
    }
    let chosen = DIRECTIONS.iter().filter(|(word, _)| asked.contains(word));
    Some(chosen.map(|(_, direction)| *direction).collect())
}

fn states(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<StatesAnalysis> {
    let (drive, led_by) = leader(fields, parts);
    let range = if led_by == LedBy::Output { pair(fields, "range") } else { way(fields, "range") };
    let points = fields.count("points").given();
    let report = fields.words("report").or(Vec::new());
    let node = match fields.name("node").optional() {
        Some(Some(name)) => parts.nodes.find(fields.cx, &name).map(|at| Some(NodeId(at))),
        absent_or_wrong => absent_or_wrong.map(|_| None),
    };
    let directions = directions(fields);
    let branches = fields.switch("branches").or(false);
    if led_by != LedBy::Force && fields.has("branches") {
        let message = "`branches` are followed where a force leads the stroke";
        let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.key_span("branches"), message);
        fields.cx.report(diagnostic.hint("write `force = \"…\"` in place of `drive` or `parameter`"));
    }
    Some(StatesAnalysis {
        drive: drive?,
        led_by,
        branches: branches?,
        range: range?,
        points: points?,
        report: report?.into_iter().map(state_quantity).collect(),
        node: node?,
        directions: directions?,
        span: fields.span(),
    })
}

/// What leads the stroke, and of what kind it is: exactly one of the three keys.
fn leader(fields: &Fields<'_>, parts: &Parts<'_>) -> (Option<String>, LedBy) {
    let keys = fields.given(&["drive", "force", "parameter"]);
    if let [first, second, ..] = keys[..] {
        clash(fields, first, second);
    }
    match keys.first().copied() {
        Some("force") => {
            let name = fields.name("force").given();
            let found = name.filter(|name| parts.inputs.find(fields.cx, name).is_some());
            (found.map(|name| name.text), LedBy::Force)
        }
        Some("parameter") => (leading_parameter(fields), LedBy::Parameter),
        Some(_) => {
            let name = fields.name("drive").given();
            if let Some(name) = name.as_ref().filter(|name| parts.drives.position(&name.text).is_none()) {
                parts.outputs.find(fields.cx, name);
            }
            (name.map(|name| name.text), LedBy::Output)
        }
        None => {
            let message = "[analysis.states] needs what leads the stroke";
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
            fields.cx.report(diagnostic.hint(
                "add `drive = \"…\"` (an output: a displacement or an angle), `force = \"…\"` or `parameter = \"…\"`",
            ));
            (None, LedBy::Output)
        }
    }
}

fn leading_parameter(fields: &Fields<'_>) -> Option<String> {
    let (name, cx) = (fields.name("parameter").given()?, fields.cx);
    if cx.definitions.find(&name.text).is_some_and(Definition::is_parameter) {
        return Some(name.text);
    }
    let message = format!("no parameter is called \"{}\"", name.text);
    let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
    cx.report(diagnostic.suggest(&name.text, cx.definitions.parameter_names()));
    None
}

/// Two different numbers, in either order.
fn way(fields: &Fields<'_>, key: &str) -> Option<[f64; 2]> {
    let numbers = fields.numbers(key).given()?;
    if numbers[0] == numbers[1] {
        let message = format!("`{key}` from {} to {} is empty", numbers[0], numbers[1]);
        fields.cx.error(codes::EMPTY_RANGE, fields.span_of(key), message);
    }
    Some([numbers[0], numbers[1]])
}

fn state_quantity(word: &str) -> StateQuantity {
    match word {
        "stiffness" => StateQuantity::Stiffness,
        "stress" => StateQuantity::Stress,
        _ => StateQuantity::Frequencies,
    }
}

fn simulate(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<SimulateAnalysis> {
    let end = fields.number("end").given();
    let start = start(fields, parts);
    let motion = fields.word("motion").or("large");
    let integrator = fields.word("integrator").or("auto");
    let (rtol, atol) = (fields.number("rtol").optional(), fields.number("atol").optional());
    let accuracy = fields.number("accuracy").optional();
    let points = fields.count("points").optional();
    let models = model_names(fields, parts);
    let most_steps = fields.count("most_steps").optional();
    let energy = fields.word("energy").or("account");
    let breaks = fields.numbers("breaks").or(Vec::new());
    check_breaks(fields, breaks.as_deref().unwrap_or_default());
    Some(SimulateAnalysis {
        end: end?,
        start: start?,
        integrator: integrator?,
        rtol: rtol?,
        atol: atol?,
        accuracy: accuracy?,
        points: points?,
        models: models?.unwrap_or_else(|| vec!["full".to_owned()]),
        most_steps: most_steps?.map(|steps| steps as u64),
        is_linear: motion? == "linear",
        allows_energy_error: energy? == "report",
        breaks: breaks?,
        span: fields.span(),
    })
}

/// `start`: a word, the name of a static state, or a table with a mode.
fn start(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<Start> {
    let cx = fields.cx;
    match fields.value("start").map(|value| &value.kind) {
        None => Some(Start::Reference),
        Some(ValueKind::Table(_)) => {
            let from = fields.fields("start").given()?;
            match one_of(&from, &["mode", "output"], "a start")? {
                "mode" => {
                    from.given(&["value"]).iter().for_each(|stray| clash(&from, "mode", stray));
                    from.need("amplitude", "a start along a mode");
                    let (number, amplitude) = (from.count("mode").given(), from.number("amplitude").given());
                    let node = from.name("node").and_then(|name| parts.nodes.find(cx, &name)).optional();
                    Some(Start::Mode { number: number?, amplitude: amplitude?, node: node?.map(NodeId) })
                }
                _ => {
                    from.given(&["amplitude", "node"]).iter().for_each(|stray| clash(&from, "output", stray));
                    from.need("value", "a start at an output");
                    let name = from.name("output").given();
                    let value = from.number("value").given();
                    let name = name.filter(|name| parts.outputs.find(cx, name).is_some())?;
                    Some(Start::Led { output: name.text, value: value? })
                }
            }
        }
        Some(_) => {
            let name = fields.name("start").given()?;
            match name.text.as_str() {
                "reference" => return Some(Start::Reference),
                "rest" => return Some(Start::Rest),
                _ => {}
            }
            if parts.states.position(&name.text).is_none() {
                let message = format!("`start` cannot be \"{}\"", name.text);
                let known = ["reference", "rest"].into_iter().chain(parts.states.names());
                let diagnostic = Diagnostic::error(codes::NOT_A_CHOICE, name.span, message);
                cx.report(diagnostic.suggest(&name.text, known).hint(
                    "it is \"reference\", \"rest\", the name of a static state, { mode = 1, amplitude = \"1 mm\" } or { output = \"NAME\", value = 1 }",
                ));
                return None;
            }
            let state = parts.states.item(parts.states.find(cx, &name)?).value.as_ref()?;
            if state.kind != StateKind::Static || state.linear {
                let message = format!("a motion cannot start in state \"{}\"", name.text);
                let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, name.span, message);
                cx.report(
                    diagnostic.hint("it starts in a state of kind = \"static\" in large displacements"),
                );
                return None;
            }
            Some(Start::State(name.text))
        }
    }
}

fn frf(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<FrfAnalysis> {
    let inputs = port_names(fields, "inputs", parts.inputs);
    let outputs = port_names(fields, "outputs", parts.outputs);
    let range = pair(fields, "range");
    let points = fields.count("points").optional();
    let scale = fields.word("scale").or("log");
    let compare = fields.words("compare").optional();
    let models = model_names(fields, parts);
    let at = fields.name("at").optional();
    if let Some(Some(name)) = &at {
        parts.states.find(fields.cx, name);
    }
    let compare = compare?.map(|words| words.into_iter().map(str::to_owned).collect());
    Some(FrfAnalysis {
        inputs: inputs?,
        outputs: outputs?,
        range: range?,
        points: points?,
        logarithmic: scale? == "log",
        models: compare.or(models?).unwrap_or_else(|| vec!["full".to_owned()]),
        at: at?.map(|name| At::State(name.text)),
        span: fields.span(),
    })
}

fn cycle(fields: &Fields<'_>) -> Option<CycleAnalysis> {
    let turns = fields.number("turns").or(1.0);
    let end = fields.number("end").optional();
    let steps = fields.count("steps").or(720);
    let start = fields.word("start").or("undeformed");
    let tolerance = fields.number("tolerance").optional();
    let effects = effects(fields);
    Some(CycleAnalysis {
        turns: turns?,
        end: end?,
        steps: steps?,
        periodic: start? == "periodic",
        tolerance: tolerance?,
        effects: effects?,
        span: fields.span(),
    })
}

fn campbell(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<CampbellAnalysis> {
    let sweep = sweep(fields);
    let modes = fields.count("modes").or(6);
    let orders = fields.numbers("orders").optional();
    let effects = effects(fields);
    if !parts.has_spin {
        let message = "a Campbell diagram needs the speed given by [spin]";
        let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, fields.span(), message);
        fields.cx.report(diagnostic.hint("add [spin] with axis and speed = \"…\", a swept parameter"));
    }
    Some(CampbellAnalysis {
        sweep: sweep?,
        modes: modes?,
        orders: orders?,
        effects: effects?,
        span: fields.span(),
    })
}

/// Effects of the moving frame: all are active unless the file disables one.
fn effects(fields: &Fields<'_>) -> Option<FrameEffects> {
    let Some(inner) = fields.fields("effects").optional()? else { return Some(FrameEffects::default()) };
    let acts = |key: &str| if inner.describes(key) { inner.switch(key).or(true) } else { Some(true) };
    let (coriolis, euler) = (acts("coriolis"), acts("euler"));
    let (centrifugal, geometric) = (acts("centrifugal"), acts("geometric"));
    Some(FrameEffects {
        coriolis: coriolis?,
        euler: euler?,
        centrifugal: centrifugal?,
        geometric: geometric?,
    })
}

/// Two numbers, the first below the second.
fn pair(fields: &Fields<'_>, key: &str) -> Option<[f64; 2]> {
    let numbers = fields.numbers(key).given()?;
    check_band(fields, key, &numbers);
    Some([numbers[0], numbers[1]])
}

/// Names of inputs or outputs, looked up.
fn port_names<T>(fields: &Fields<'_>, key: &str, known: &Catalogue<T>) -> Option<Vec<String>> {
    let names = fields.names(key).given()?;
    known.check_all(fields.cx, &names);
    Some(names.into_iter().map(|name| name.text).collect())
}

/// Names of models, looked up.
fn model_names(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<Option<Vec<String>>> {
    let Some(names) = fields.names("models").optional()? else { return Some(None) };
    names.iter().for_each(|name| check_model(fields.cx, name, parts.reductions));
    Some(Some(names.into_iter().map(|name| name.text).collect()))
}

fn check_breaks(fields: &Fields<'_>, breaks: &[f64]) {
    if let Some(pair) = breaks.windows(2).find(|pair| pair[0] >= pair[1]) {
        let message = format!("`breaks` must ascend, but {} s follows {} s", pair[1], pair[0]);
        fields.cx.error(codes::EMPTY_RANGE, fields.span_of("breaks"), message);
    }
}

/// A model by name: the full one, a reduction, or modal bodies with or without residual.
pub(crate) fn check_model(cx: &Context<'_>, name: &Name, reductions: &Catalogue<Reduction>) {
    if !["full", "residual", "no-residual"].contains(&name.text.as_str()) {
        reductions.find(cx, name);
    }
}

/// Checks that the first of two numbers is below the second.
pub(crate) fn check_band(fields: &Fields<'_>, key: &str, band: &[f64]) {
    let [low, high] = band[..] else { return };
    if low >= high {
        let message = format!("`{key}` from {low} to {high} is not a valid range");
        let diagnostic = Diagnostic::error(codes::EMPTY_RANGE, fields.span_of(key), message);
        fields.cx.report(diagnostic.hint("write the smaller number first"));
    }
}

fn sweep(fields: &Fields<'_>) -> Option<Vec<Sweep>> {
    let Some(table) = fields.table("sweep").optional()? else { return Some(Vec::new()) };
    let read: Vec<Option<Sweep>> = table.entries.iter().map(|entry| one_sweep(fields.cx, entry)).collect();
    read.into_iter().collect()
}

fn one_sweep(cx: &Context<'_>, entry: &Entry) -> Option<Sweep> {
    let is_known = cx.definitions.find(&entry.key).is_some_and(Definition::is_parameter);
    if !is_known {
        let message = format!("no parameter is called \"{}\"", entry.key);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, entry.key_span, message);
        cx.report(diagnostic.suggest(&entry.key, cx.definitions.parameter_names()));
    }
    let ValueKind::Table(table) = &entry.value.kind else {
        return crate::reading::fields::wrong_type(
            cx,
            &entry.value,
            &entry.key,
            "a table { from, to, points }",
        );
    };
    let fields = Fields::open(cx, table, SWEEP_KEYS, "a sweep");
    let any = Quantity { unit: "*", range: Range::Any };
    let bound = |key: &str| fields.value(key).and_then(|value| expression::number(cx, value, any, key));
    let (from, to) = (bound("from"), bound("to"));
    let points = fields.count("points").given();
    let logarithmic = fields.word("scale").or("linear").map(|scale| scale == "log");
    let (from, to, logarithmic) = (from?, to?, logarithmic?);
    if from == to || (logarithmic && !(from > 0.0 && to > 0.0)) {
        let why = if from == to { "is empty" } else { "cannot be logarithmic, since it is not above zero" };
        let message = format!("the sweep of \"{}\" from {from} to {to} {why}", entry.key);
        cx.error(codes::EMPTY_RANGE, entry.value.span, message);
        return None;
    }
    is_known.then_some(())?;
    Some(Sweep { parameter: entry.key.clone(), from, to, points: points?, logarithmic })
}
