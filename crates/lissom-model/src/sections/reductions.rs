//! `[reduce.NAME]`: reductions asked for.

use crate::catalogue::{Catalogue, Name};
use crate::codes;
use crate::context::Context;
use crate::description::{Form, Key, Kind, Length, Range, Section, number, numbers, optional, required};
use crate::diagnostic::Diagnostic;
use crate::fields::Fields;
use crate::model::{Interface, Output, Reduction, StateRequest};
use crate::sections::analyses::check_band;
use crate::sections::attachment::clash;
use crate::sections::fe_parts::find_interface;
use crate::sections::nodes::Nodes;
use crate::sections::options::{Options, references};
use crate::tables;
use crate::tree::Table;

pub(crate) const REDUCE: Section = Section {
    name: "reduce",
    form: Form::Named,
    doc: "A reduced model; which keys belong to it depends on the method.",
    keys: KEYS,
};

const MOST: usize = 1_000_000;

const KEYS: &[Key] = &[
    optional("method", Kind::Word(METHOD_NAMES), "how the basis is made; not needed with `file`"),
    optional("file", Kind::Text, "a basis that `lissom reduce --save` has written, beside the model file"),
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
    optional("inputs", Kind::Names("force"), "forces and torques the basis must serve"),
    optional("outputs", Kind::Names("output"), "outputs the basis must serve"),
    optional(
        "interfaces",
        Kind::Names("interface"),
        "interfaces (`interface` or `part.interface`) or nodes that stay as they are",
    ),
    optional("order", Kind::Count(1, MOST), "order of the Krylov space"),
    optional(
        "carry",
        Kind::Count(0, MOST),
        "simulate: a basis for each interval between its breaks, with so many vectors of the one before at most",
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
    optional("residual", Kind::Switch, "add the residual compliance of what was left out"),
];

const KEEP_KEYS: &[Key] = &[required(
    "tolerance",
    number("-", Range::Between(0.0, 1.0)),
    "share of the sum of singular values that each must have",
)];

const METHOD_NAMES: &[&str] =
    &["modal", "svd-modal", "krylov", "guyan", "craig-bampton", "rubin", "macneal", "balanced"];

/// What a reduction without a method is: a basis from a file.
const SAVED: &str = "file";

/// A method, the keys it cannot do without, and those it also knows.
struct Method {
    name: &'static str,
    needs: &'static [&'static str],
    /// One of these must be given, where there are any.
    needs_one_of: &'static [&'static str],
    knows: &'static [&'static str],
}

/// What methods know that keep modes: ports to add the residual compliance at, and the band to be compared over.
const PORTS: &[&str] = &["residual", "inputs", "outputs", "band", "at", "stroke"];

const METHODS: &[Method] = &[
    Method { name: "modal", needs: &[], needs_one_of: &["modes", "below"], knows: PORTS },
    Method {
        name: "svd-modal",
        needs: &["states", "modes_per_state", "keep"],
        needs_one_of: &[],
        knows: &["weight"],
    },
    Method {
        name: "krylov",
        needs: &["inputs"],
        needs_one_of: &["order", "tolerance"],
        knows: &["outputs", "band", "shift", "residual", "at", "stroke", "carry"],
    },
    Method { name: "guyan", needs: &["interfaces"], needs_one_of: &[], knows: &["band", "at", "stroke"] },
    Method { name: "craig-bampton", needs: &["interfaces"], needs_one_of: &["modes", "below"], knows: PORTS },
    Method { name: "rubin", needs: &["interfaces"], needs_one_of: &["modes", "below"], knows: PORTS },
    Method { name: "macneal", needs: &["interfaces"], needs_one_of: &["modes", "below"], knows: PORTS },
    Method { name: SAVED, needs: &["file"], needs_one_of: &[], knows: &[] },
    Method {
        name: "balanced",
        needs: &["inputs", "keep"],
        needs_one_of: &["modes", "below"],
        knows: &["outputs", "residual", "band", "at", "stroke"],
    },
];

/// What reductions refer to.
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
            cx.error(codes::RESERVED_NAME, name.span, "\"full\" is the model before any reduction");
        }
        let fields = Fields::open(cx, table, KEYS, "[reduce]");
        let reduction = one(&fields, &name, parts);
        reductions.add(cx, name, reduction);
    }
    reductions
}

fn one(fields: &Fields<'_>, name: &Name, parts: &Parts<'_>) -> Option<Reduction> {
    check_references(fields, parts);
    let word = method_word(fields);
    let keys: Vec<&str> = KEYS.iter().map(|key| key.name).filter(|key| *key != "method").collect();
    let options = Options::read(fields, &keys);
    if fields.has("at") && fields.has("stroke") {
        clash(fields, "at", "stroke");
    }
    if let Some(band) = options.as_ref().and_then(|options| options.number("band")) {
        check_band(fields, "band", band);
    }
    let method = METHODS.iter().find(|method| Some(method.name) == word)?;
    check_method(fields, method);
    let mut options = options?;
    plain_interfaces(&mut options.names, parts.interfaces);
    Some(Reduction {
        name: name.text.clone(),
        method: method.name.to_owned(),
        numbers: options.numbers,
        names: options.names,
        switches: options.switches,
        span: fields.span(),
    })
}

/// The method: given, or a saved basis.
fn method_word(fields: &Fields<'_>) -> Option<&'static str> {
    match (fields.word("method").optional()?, fields.has("file")) {
        (Some(_), true) => {
            clash(fields, "method", "file");
            None
        }
        (Some(word), false) => Some(word),
        (None, true) => Some(SAVED),
        (None, false) => {
            let message = "[reduce] needs the key `method`, or the `file` of a saved basis";
            fields.cx.error(codes::MISSING_KEY, fields.span(), message);
            None
        }
    }
}

fn check_references(fields: &Fields<'_>, parts: &Parts<'_>) {
    let cx = fields.cx;
    parts.inputs.check_all(cx, &references(fields, "inputs"));
    parts.outputs.check_all(cx, &references(fields, "outputs"));
    let states = references(fields, "at");
    parts.states.check_all(cx, states.iter().filter(|name| name.text != "rest"));
    for name in references(fields, "interfaces") {
        match parts.nodes.position(&name.text) {
            Some(at) => parts.nodes.mark_used(at),
            None => {
                find_interface(cx, parts.interfaces, &name);
            }
        }
    }
}

/// Interfaces by their own names, also where the file names them with their part.
fn plain_interfaces(names: &mut [(String, Vec<String>)], interfaces: &Catalogue<Interface>) {
    let written = names.iter_mut().filter(|(key, _)| key == "interfaces").flat_map(|(_, names)| names);
    for name in written {
        if let Some((_, own)) = name.split_once('.').filter(|(_, own)| interfaces.position(own).is_some()) {
            *name = own.to_owned();
        }
    }
}

fn check_method(fields: &Fields<'_>, method: &Method) {
    let cx = fields.cx;
    let known = |key: &str| {
        [method.needs, method.needs_one_of, method.knows].iter().any(|keys| keys.contains(&key))
            || key == "method"
    };
    let belongs = || {
        let all = [method.needs, method.needs_one_of, method.knows].concat();
        format!("it knows {}", all.join(", "))
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
