//! `[reduce.NAME]`: requested reductions.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{
    At, ComponentModes, Interface, Keep, Krylov, KrylovSize, Method, ModeChoice, Output, Reduction,
    ServedPorts, StateRequest, SvdModal,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::analyses::check_band;
use crate::sections::attachment::clash;
use crate::sections::fe_parts::find_interface;
use crate::sections::nodes::Nodes;
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::choices::{REDUCTION_METHODS, REDUCTION_WORDS, ReductionMethod, SAVED_REDUCTION};
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Range, Section, number, numbers, optional, required,
};

pub(crate) const REDUCE: Section = Section {
    name: "reduce",
    form: Form::Named,
    doc: "A reduced model; its keys depend on the method.",
    keys: KEYS,
};

const MOST: usize = 1_000_000;

const KEYS: &[Key] = &[
    optional("method", Kind::Word(REDUCTION_WORDS), "how the basis is made; not needed with `file`"),
    optional("file", Kind::Text, "a basis written by `lissom reduce --save`, relative to the model file"),
    optional("modes", Kind::Count(1, MOST), "number of modes"),
    optional("below", number("Hz", Range::Positive), "all modes below this frequency"),
    optional(
        "states",
        Kind::Count(1, MOST),
        "number of operating states, equidistant along analysis.states.range",
    ),
    optional("modes_per_state", Kind::Count(1, MOST), "modes taken at each state"),
    optional("weight", number("-", Range::Any), "alpha in the weights omega^-alpha"),
    optional(
        "keep",
        Kind::Either(&[Kind::Count(1, MOST), Kind::Table(KEEP_KEYS)]),
        "number of singular vectors or modes kept, or { tolerance = … }",
    ),
    optional("inputs", Kind::Names("force"), "forces and torques of the basis"),
    optional("outputs", Kind::Names("output"), "outputs of the basis"),
    optional(
        "interfaces",
        Kind::Names("interface"),
        "interfaces (`interface` or `part.interface`) or nodes that are retained",
    ),
    optional("order", Kind::Count(1, MOST), "order of the Krylov space"),
    optional(
        "carry",
        Kind::Count(0, MOST),
        "simulate: one basis per interval between its breaks, with at most this many vectors of the \
         previous one",
    ),
    optional("tolerance", number("-", Range::Between(0.0, 1.0)), "error the reduction must stay below"),
    optional(
        "band",
        numbers("Hz", Range::NonNegative, Length::Exactly(2)),
        "frequency band of that error, and of the comparison with the full model",
    ),
    optional("shift", number("Hz", Range::NonNegative), "expansion point"),
    optional(
        "at",
        Kind::Name("state"),
        "linear methods: the operating state to linearise at; \"rest\" is the equilibrium of a mechanism",
    ),
    optional(
        "stroke",
        number("m | rad", Range::Any),
        "linear methods: the value of the drive of analysis.states to linearise at",
    ),
    optional("residual", Kind::Switch, "add the residual compliance of the omitted modes"),
];

const KEEP_KEYS: &[Key] = &[required(
    "tolerance",
    number("-", Range::Between(0.0, 1.0)),
    "share of the sum of singular values that each must have",
)];

/// Entries that reductions refer to.
pub(crate) struct Parts<'a> {
    pub inputs: &'a Catalogue<()>,
    pub outputs: &'a Catalogue<Output>,
    pub interfaces: &'a Catalogue<Interface>,
    pub nodes: &'a Nodes,
    pub states: &'a Catalogue<StateRequest>,
}

pub(crate) fn read(cx: &Context<'_>, root: &Table, parts: &Parts<'_>) -> Catalogue<Reduction> {
    let mut reductions = Catalogue::new("reduction");
    for (name, table) in tables::named(cx, root, "reduce") {
        if name.text == "full" {
            cx.error(codes::RESERVED_NAME, name.span, "\"full\" is reserved for the unreduced model");
        }
        let fields = Fields::open(cx, table, KEYS, "[reduce]");
        let reduction = reduction(&fields, &name, parts);
        reductions.add(cx, name, reduction);
    }
    reductions
}

fn reduction(fields: &Fields<'_>, name: &Name, parts: &Parts<'_>) -> Option<Reduction> {
    let entry = entry(fields);
    let at = place(fields, parts);
    let band = fields.numbers("band").optional();
    if let Some(Some(band)) = &band {
        check_band(fields, "band", band);
    }
    let band = band.map(|band| band.map(|band| [band[0], band[1]]));
    let options = Options::read(fields, parts);
    let entry = entry?;
    check_method(fields, entry);
    let (at, band, options) = (at?, band?, options?);
    Some(Reduction {
        name: name.text.clone(),
        method: options.method(fields, entry, band)?,
        at,
        band,
        span: fields.span(),
    })
}

/// Where the model is linearised.
fn place(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<At> {
    if fields.has("at") && fields.has("stroke") {
        clash(fields, "at", "stroke");
    }
    let (name, stroke) = (fields.name("at").optional(), fields.number("stroke").optional());
    if let Some(Some(name)) =
        name.as_ref().filter(|name| name.as_ref().is_some_and(|name| name.text != "rest"))
    {
        parts.states.find(fields.cx, name);
    }
    Some(match (name?, stroke?) {
        (Some(name), _) => At::from_name(&name.text),
        (None, Some(value)) => At::Stroke(value),
        (None, None) => At::Reference,
    })
}

/// Values of the keys of a reduction, for any method.
struct Options {
    file: Option<String>,
    modes: Option<ModeChoice>,
    states: Option<usize>,
    modes_per_state: Option<usize>,
    weight: f64,
    keep: Option<Keep>,
    ports: ServedPorts,
    interfaces: Vec<String>,
    order: Option<usize>,
    carry: Option<usize>,
    tolerance: Option<f64>,
    shift: f64,
    residual: bool,
}

impl Options {
    /// Reads all keys; `None` if one is invalid.
    fn read(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<Self> {
        let file = fields.text("file").optional();
        let (count, below) = (fields.count("modes").optional(), fields.number("below").optional());
        let (states, per_state) =
            (fields.count("states").optional(), fields.count("modes_per_state").optional());
        let (weight, keep) = (fields.number("weight").or(0.0), keep(fields));
        let inputs = read_ports(fields, "inputs", parts.inputs);
        let outputs = read_ports(fields, "outputs", parts.outputs);
        let interfaces = interfaces(fields, parts);
        let (order, carry) = (fields.count("order").optional(), fields.count("carry").optional());
        let (tolerance, shift) = (fields.number("tolerance").optional(), fields.number("shift").or(0.0));
        let residual = fields.switch("residual").or(false);
        Some(Self {
            file: file?,
            modes: count?.map(ModeChoice::Count).or(below?.map(ModeChoice::Below)),
            states: states?,
            modes_per_state: per_state?,
            weight: weight?,
            keep: keep?,
            ports: ServedPorts { inputs: inputs?, outputs: outputs? },
            interfaces: interfaces?,
            order: order?,
            carry: carry?,
            tolerance: tolerance?,
            shift: shift?,
            residual: residual?,
        })
    }

    /// The method with its payload; `None` when a key required by [`check_method`] is missing.
    fn method(self, fields: &Fields<'_>, entry: &ReductionMethod, band: Option<[f64; 2]>) -> Option<Method> {
        let Self { residual, ports, .. } = self;
        let component = |modes| ComponentModes {
            interfaces: self.interfaces.clone(),
            modes,
            residual,
            ports: ports.clone(),
        };
        Some(match entry.name {
            "modal" => Method::Modal { modes: self.modes?, residual, ports },
            "svd-modal" => Method::SvdModal(SvdModal {
                states: self.states?,
                modes_per_state: self.modes_per_state?,
                weight: self.weight,
                keep: self.keep?,
            }),
            "krylov" => {
                if self.carry.is_some() && self.order.is_none() {
                    let message =
                        "`carry` needs the key `order`: the vectors of each force in every interval";
                    fields.cx.error(codes::MISSING_KEY, fields.key_span("carry"), message);
                }
                let size = match (self.tolerance, self.order) {
                    (Some(tolerance), _) => KrylovSize::Tolerance { tolerance, band: band? },
                    (None, order) => KrylovSize::Order(order?),
                };
                Method::Krylov(Krylov { size, shift: self.shift, residual, carry: self.carry, ports })
            }
            "guyan" => Method::Guyan { interfaces: self.interfaces },
            "craig-bampton" => Method::CraigBampton(component(self.modes?)),
            "rubin" => Method::Rubin(component(self.modes?)),
            "macneal" => Method::MacNeal(component(self.modes?)),
            "balanced" => Method::Balanced { modes: self.modes?, keep: self.keep?, residual, ports },
            "file" => Method::Saved { file: self.file? },
            name => unreachable!("{name} is listed in REDUCTION_METHODS and built here"),
        })
    }
}

/// How many directions are kept, or the least share of each; the outer `None` is an error.
fn keep(fields: &Fields<'_>) -> Option<Option<Keep>> {
    match fields.value("keep").map(|value| &value.kind) {
        None => Some(None),
        Some(ValueKind::Table(_)) => {
            let share = fields.fields("keep").given()?.number("tolerance").given()?;
            Some(Some(Keep::Share(share)))
        }
        Some(_) => Some(Some(Keep::Count(fields.count("keep").given()?))),
    }
}

/// Names of ports, looked up; the outer `None` is an error.
fn read_ports<T>(fields: &Fields<'_>, key: &str, known: &Catalogue<T>) -> Option<Option<Vec<String>>> {
    let Some(names) = fields.names(key).optional()? else { return Some(None) };
    known.check_all(fields.cx, &names);
    Some(Some(names.into_iter().map(|name| name.text).collect()))
}

/// Interfaces by their own names where these are the only ones, also where the file names them with their part; nodes unchanged.
fn interfaces(fields: &Fields<'_>, parts: &Parts<'_>) -> Option<Vec<String>> {
    let names = fields.names("interfaces").or(Vec::new())?;
    let plain = |name: &Name| {
        if let Some(at) = parts.nodes.position(&name.text) {
            parts.nodes.mark_used(at);
            return parts.nodes.item(at).name.text.clone();
        }
        find_interface(fields.cx, parts.interfaces, name).unwrap_or_else(|| name.text.clone())
    };
    Some(names.iter().map(plain).collect())
}

/// The method: given, or a saved basis.
fn entry(fields: &Fields<'_>) -> Option<&'static ReductionMethod> {
    match (fields.word("method").optional()?, fields.has("file")) {
        (Some(_), true) => {
            clash(fields, "method", "file");
            None
        }
        (Some(word), false) => REDUCTION_METHODS.iter().find(|method| method.name == word),
        (None, true) => Some(&SAVED_REDUCTION),
        (None, false) => {
            let message = "[reduce] needs the key `method`, or the `file` of a saved basis";
            fields.cx.error(codes::MISSING_KEY, fields.span(), message);
            None
        }
    }
}

fn check_method(fields: &Fields<'_>, method: &ReductionMethod) {
    let cx = fields.cx;
    let known = |key: &str| {
        [method.needs, method.needs_one_of, method.knows].iter().any(|keys| keys.contains(&key))
            || key == "method"
    };
    let belongs = || {
        let all = [method.needs, method.needs_one_of, method.knows].concat();
        format!("it accepts {}", all.join(", "))
    };
    for key in fields.present().into_iter().filter(|key| !known(key)) {
        let message = format!("`{key}` does not belong to the method \"{}\"", method.name);
        cx.report(Diagnostic::error(codes::METHOD_KEY, fields.key_span(key), message).hint(belongs()));
    }
    for key in method.needs.iter().filter(|key| !fields.has(key)) {
        let message = format!("the method \"{}\" needs the key `{key}`", method.name);
        cx.error(codes::MISSING_KEY, fields.span(), message);
    }
    if let [first, second, ..] = fields.given(method.needs_one_of)[..] {
        clash(fields, first, second);
    }
    if fields.has("tolerance") && known("tolerance") && !fields.has("band") {
        let message = "`tolerance` needs the key `band`: the frequencies over which it holds";
        cx.report(
            Diagnostic::error(codes::MISSING_KEY, fields.key_span("tolerance"), message)
                .hint("band = [0, 100] is from 0 to 100 Hz"),
        );
    }
    if !method.needs_one_of.is_empty() && fields.given(method.needs_one_of).is_empty() {
        let message =
            format!("the method \"{}\" needs one of {}", method.name, method.needs_one_of.join(", "));
        cx.error(codes::MISSING_KEY, fields.span(), message);
    }
}
