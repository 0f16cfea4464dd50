//! `[analysis.X]`: the questions the file itself asks.

use crate::complaint::codes;
use crate::complaint::diagnostic::Diagnostic;
use crate::model::{Analyses, AnalysisRequest, Drive, ModesAnalysis, Output, Reduction, StateRequest, Sweep};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::definitions::Definition;
use crate::reading::expression;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::nodes::Nodes;
use crate::sections::options::{Options, references};
use crate::text::tree::{Entry, Table, ValueKind};
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};

const MOST: usize = 1_000_000;

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
    doc: "Operating states in a row, along a stroke.",
    keys: &[
        required("drive", Kind::Name("output"), "the output or drive that is moved through the range"),
        required("range", numbers("*", Range::Any, Length::Exactly(2)), "first and last value"),
        required("points", Kind::Count(2, MOST), "number of states"),
        optional(
            "report",
            Kind::Words(&["frequencies", "stiffness", "stress"]),
            "what to tell at each state",
        ),
        optional(
            "node",
            Kind::Name("node"),
            "the node at which the stiffness is measured; otherwise that of the drive",
        ),
        optional(
            "directions",
            Kind::Words(&["x", "y", "phi"]),
            "the directions in which it is measured; otherwise x and y",
        ),
    ],
};

pub(crate) const SIMULATE: Section = Section {
    name: "analysis.simulate",
    form: Form::Table,
    doc: "Motion in time.",
    keys: &[
        required("end", number("s", Range::Positive), "time at which to stop"),
        defaulted(
            "integrator",
            Kind::Word(&["dopri5", "rk43", "ode45", "esdirk5", "radau5"]),
            "dopri5",
            "method of integration",
        ),
        optional("rtol", number("-", Range::Between(0.0, 1.0)), "relative tolerance"),
        optional("atol", number("*", Range::Positive), "absolute tolerance"),
        optional("step", number("s", Range::Positive), "step of fixed-step integrators"),
        optional("points", Kind::Count(2, MOST), "number of times at which outputs are reported"),
        optional("models", Kind::Names("model"), "\"full\" and names of reductions"),
        optional(
            "most_steps",
            Kind::Count(1, MOST_STEPS),
            "steps after which the motion is given up; otherwise a million",
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
            "linear structures: times at which inputs jump or take turns, ascending; no step goes across one",
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
            "number of turns of the first drive; 1 without `end`",
        ),
        optional("end", number("s", Range::Positive), "time at which to stop, instead of turns"),
        defaulted("steps", Kind::Count(4, MOST), "720", "time steps for each turn, or until `end`"),
        defaulted(
            "start",
            Kind::Word(&["undeformed", "periodic"]),
            "undeformed",
            "undeformed with the velocities of the rigid motion, or as it ends: the motion repeats itself",
        ),
        optional(
            "tolerance",
            number("-", Range::Between(0.0, 1.0)),
            "steps are doubled until that changes the motion by less than this share",
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
        required("sweep", SWEEP, "the parameter behind the speed: { NAME = { from, to, points } }"),
        defaulted("modes", Kind::Count(1, MOST), "6", "number of modes: the lowest at the first speed"),
        optional(
            "orders",
            numbers("-", Range::NonNegative, Length::Any),
            "orders of excitation whose crossings with modes are looked for: k cycles for each turn; 1, 2, 3, 4 without it",
        ),
        optional("effects", Kind::Table(SPIN_EFFECTS), "effects of the frame that act on vibrations"),
    ],
};

const SPIN_EFFECTS: &[Key] = &[
    defaulted("coriolis", Kind::Switch, "true", "Coriolis force"),
    defaulted("centrifugal", Kind::Switch, "true", "centrifugal force that displacements add"),
    defaulted("geometric", Kind::Switch, "true", "geometric stiffness of the inertia forces"),
];

/// Every analysis.
pub(crate) const ANALYSES: &[&Section] = &[&MODES, &STATES, &SIMULATE, &FRF, &CYCLE, &CAMPBELL];

/// What analyses refer to.
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
            let complaint = Diagnostic::error(codes::UNKNOWN_KEY, name.span, message);
            cx.report(complaint.suggest(&name.text, ANALYSES.iter().map(|section| short_name(section))));
            continue;
        };
        let fields = Fields::open(cx, table, section.keys, &format!("[{}]", section.name));
        if name.text == "modes" {
            analyses.modes = modes(&fields);
            is_right &= analyses.modes.is_some();
        } else {
            let request = request(&fields, &name.text, parts);
            is_right &= request.is_some();
            analyses.others.extend(request);
        }
    }
    is_right.then_some(analyses)
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
        crate::sections::attachment::clash(fields, first, second);
    }
    Some(ModesAnalysis {
        count: count?,
        below: below?,
        band: band.map(|band| [band[0], band[1]]),
        sweep: sweep?,
    })
}

fn request(fields: &Fields<'_>, kind: &str, parts: &Parts<'_>) -> Option<AnalysisRequest> {
    let keys: Vec<&str> = fields.present().into_iter().filter(|key| *key != "sweep").collect();
    let options = Options::read(fields, &keys);
    let sweep = if fields.describes("sweep") { sweep(fields) } else { Some(Vec::new()) };
    if let Some(range) = options.as_ref().and_then(|options| options.number("range")) {
        check_band(fields, "range", range);
    }
    if let Some(breaks) = options.as_ref().and_then(|options| options.number("breaks")) {
        check_breaks(fields, breaks);
    }
    check_references(fields, parts);
    if kind == "campbell" && !parts.has_spin {
        let message = "a Campbell diagram needs the speed that [spin] gives";
        let complaint = Diagnostic::error(codes::REQUEST_LACKS, fields.span(), message);
        fields.cx.report(complaint.hint("add [spin] with axis and speed = \"…\", a swept parameter"));
    }
    let (options, sweep) = (options?, sweep?);
    Some(AnalysisRequest {
        kind: kind.to_owned(),
        numbers: options.numbers,
        names: options.names,
        switches: options.switches,
        sweep,
        span: fields.span(),
    })
}

fn check_breaks(fields: &Fields<'_>, breaks: &[f64]) {
    if let Some(pair) = breaks.windows(2).find(|pair| pair[0] >= pair[1]) {
        let message = format!("`breaks` must ascend, but {} s comes after {} s", pair[1], pair[0]);
        fields.cx.error(codes::EMPTY_RANGE, fields.span_of("breaks"), message);
    }
}

fn check_references(fields: &Fields<'_>, parts: &Parts<'_>) {
    let cx = fields.cx;
    let of = |key: &str| if fields.describes(key) { references(fields, key) } else { Vec::new() };
    parts.inputs.check_all(cx, &of("inputs"));
    parts.outputs.check_all(cx, &of("outputs"));
    parts.states.check_all(cx, &of("at"));
    of("node").iter().for_each(|name| {
        parts.nodes.find(cx, name);
    });
    of("models").iter().for_each(|name| check_model(cx, name, parts.reductions));
    for name in of("drive") {
        if parts.drives.position(&name.text).is_none() {
            parts.outputs.find(cx, &name);
        }
    }
}

/// A model by name: the full one, a reduction, or modal bodies with or without residual.
pub(crate) fn check_model(cx: &Context<'_>, name: &Name, reductions: &Catalogue<Reduction>) {
    if !["full", "residual", "no-residual"].contains(&name.text.as_str()) {
        reductions.find(cx, name);
    }
}

/// Two numbers must be a range: the first below the second.
pub(crate) fn check_band(fields: &Fields<'_>, key: &str, band: &[f64]) {
    let [low, high] = band[..] else { return };
    if low >= high {
        let message = format!("`{key}` goes from {low} to {high}, so there is nothing in it");
        let complaint = Diagnostic::error(codes::EMPTY_RANGE, fields.span_of(key), message);
        fields.cx.report(complaint.hint("write the smaller number first"));
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
        let complaint = Diagnostic::error(codes::UNKNOWN_NAME, entry.key_span, message);
        cx.report(complaint.suggest(&entry.key, cx.definitions.parameter_names()));
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
