//! `[system]` and `[[continuum]]`: symbolic models, for deriving equations.

use std::collections::HashSet;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{Continuum, Law, SymbolicForce, SymbolicMass, SymbolicSpring, SymbolicSystem};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression::{self, Calls, Vocabulary};
use crate::reading::fields::{Fields, check_name};
use crate::reading::tables;
use crate::sections::loads::FORCE_KEYS;
use crate::sections::lumps::{
    DAMPER_KEYS, MASS_KEYS, SPRING_KEYS, is_symbolic, missing_damping, missing_stiffness,
};
use crate::text::tree::Table;
use crate::vocabulary::description::{Form, Key, Kind, Length, Quantity, Range, Section, optional, required};

pub(crate) const SYSTEM: Section = Section {
    name: "system",
    form: Form::Table,
    doc: "A symbolic system: masses, springs, dampers, forces and continua are expressions of these coordinates.",
    keys: SYSTEM_KEYS,
};

const SYSTEM_KEYS: &[Key] = &[
    required(
        "coordinates",
        Kind::NameList("coordinate", Length::Any),
        "generalised coordinates, functions of time",
    ),
    optional(
        "gravity",
        Kind::Laws("t"),
        "acceleration of gravity along the components of `position`, up to 3; it acts on masses and on `rhoA`",
    ),
];

pub(crate) const CONTINUUM: Section = Section {
    name: "continuum",
    form: Form::Array,
    doc: "A flexible member of a symbolic system; its fields are functions of `x` (0 to length) and `t`.",
    keys: CONTINUUM_KEYS,
};

const KIND_NAMES: &[&str] =
    &["string", "rod", "shaft", "bernoulli-euler", "rayleigh", "timoshenko", "frame", "von-karman", "custom"];

const STIFFENINGS: &[&str] = &["auto", "none"];

const CONTINUUM_KEYS: &[Key] = &[
    required("name", Kind::Text, "name of the continuum"),
    required("kind", Kind::Word(KIND_NAMES), "which continuum theory"),
    required("length", Kind::Law("parameters"), "its length"),
    required("fields", Kind::NameList("field", Length::Some), "names of its displacement fields"),
    optional("EI", Kind::Law("x"), "bending stiffness"),
    optional("EA", Kind::Law("x"), "axial stiffness"),
    optional("GA", Kind::Law("x"), "shear stiffness κGA"),
    optional("GJ", Kind::Law("x"), "torsional stiffness"),
    optional("tension", Kind::Law("x"), "tension of a string, axial preload of others"),
    optional("rhoA", Kind::Law("x"), "mass per length"),
    optional("rhoI", Kind::Law("x"), "rotary inertia per length"),
    optional("rhoJ", Kind::Law("x"), "polar inertia per length"),
    optional("foundation", Kind::Law("x"), "stiffness per length of an elastic foundation (Winkler)"),
    optional("shear_foundation", Kind::Law("x"), "shear stiffness of an elastic foundation (Pasternak)"),
    optional("viscous", Kind::Law("x"), "external damping per length, on every field"),
    optional("kelvin_voigt", Kind::Law("x"), "internal damping: time constant η of stress = E (ε + η ε̇)"),
    optional(
        "density",
        Kind::Law("x, t, coordinates, fields and their derivatives"),
        "Lagrangian density of a custom continuum; `w_xx` is the second derivative of `w` along it, `w_t` its rate",
    ),
    optional(
        "dissipation",
        Kind::Law("x, t, coordinates, fields and their derivatives"),
        "dissipation function per length of a custom continuum",
    ),
    optional(
        "position",
        Kind::Laws("x, t, coordinates, fields"),
        "absolute position of the representative particle, 1 to 3 components; optional for a custom \
         continuum",
    ),
    optional(
        "stiffening",
        Kind::Word(STIFFENINGS),
        "stiffening by axial inertia or weight of the member: `auto` or `none`; without this key \
         members with one transverse field have it",
    ),
    optional("ends", Kind::Table(ENDS_KEYS), "supports of the two ends; free by default"),
    optional(
        "load",
        Kind::Laws("x, t, coordinates, fields and their derivatives"),
        "distributed load along the components of `position`; a load that depends on fields follows the \
         member",
    ),
];

const ENDS_KEYS: &[Key] = &[
    optional("a", Kind::Map(&Kind::Law("t, coordinates")), "the end x = 0"),
    optional("b", Kind::Map(&Kind::Law("t, coordinates")), "the end x = length"),
];

/// Requirements of a kind of continuum.
struct ContinuumKind {
    name: &'static str,
    fields: usize,
    coefficients: &'static [&'static str],
    /// Quantities an end can prescribe.
    ends: &'static [&'static str],
}

const KINDS: &[ContinuumKind] = &[
    ContinuumKind { name: "string", fields: 1, coefficients: &["tension", "rhoA"], ends: &["displacement"] },
    ContinuumKind { name: "rod", fields: 1, coefficients: &["EA", "rhoA"], ends: &["displacement"] },
    ContinuumKind { name: "shaft", fields: 1, coefficients: &["GJ", "rhoJ"], ends: &["rotation"] },
    ContinuumKind {
        name: "bernoulli-euler",
        fields: 1,
        coefficients: &["EI", "rhoA"],
        ends: &["displacement", "slope"],
    },
    ContinuumKind {
        name: "rayleigh",
        fields: 1,
        coefficients: &["EI", "rhoA", "rhoI"],
        ends: &["displacement", "slope"],
    },
    ContinuumKind {
        name: "timoshenko",
        fields: 2,
        coefficients: &["EI", "GA", "rhoA", "rhoI"],
        ends: &["displacement", "rotation"],
    },
    ContinuumKind {
        name: "frame",
        fields: 2,
        coefficients: &["EA", "EI", "rhoA"],
        ends: &["axial", "displacement", "slope"],
    },
    ContinuumKind {
        name: "von-karman",
        fields: 2,
        coefficients: &["EA", "EI", "rhoA"],
        ends: &["axial", "displacement", "slope"],
    },
];

/// A continuum given by its own densities.
const CUSTOM: &str = "custom";

const COEFFICIENTS: &[&str] = &[
    "EI",
    "EA",
    "GA",
    "GJ",
    "tension",
    "rhoA",
    "rhoI",
    "rhoJ",
    "foundation",
    "shear_foundation",
    "viscous",
    "kelvin_voigt",
    "density",
    "dissipation",
];

/// Coefficients that are laws of fields and coordinates, of custom continua only.
const DENSITIES: &[&str] = &["density", "dissipation"];

/// What every continuum may have, those without a transverse field excepted.
const TRANSVERSE: &[&str] = &["tension", "foundation", "shear_foundation"];

/// Orders of the derivatives that densities and loads may name: by time, along the continuum.
const MOST_DERIVATIVES: [usize; 2] = [1, 3];

/// Known coordinates, and the system if it is valid.
pub(crate) struct System {
    pub coordinates: Vec<String>,
    pub value: Option<SymbolicSystem>,
}

/// Reads `[system]` and everything symbolic.
pub(crate) fn read(cx: &Context<'_>, root: &Table) -> Option<System> {
    if root.get("system").is_none() {
        for table in tables::array(cx, root, "continuum") {
            let diagnostic =
                Diagnostic::error(codes::REQUEST_LACKS, table.span, "a continuum needs a section [system]");
            cx.report(diagnostic.hint("declare the coordinates: [system] with coordinates = [\"q1\"]"));
        }
        return None;
    }
    let table = tables::single(cx, root, "system")?;
    let fields = Fields::open(cx, table, SYSTEM_KEYS, "[system]");
    let names = fields.names("coordinates").given();
    let mut taken = HashSet::new();
    for name in names.iter().flatten() {
        check_letter(cx, name, "coordinate", &mut taken);
    }
    let coordinates: Vec<String> = names.iter().flatten().map(|name| name.text.clone()).collect();
    let gravity = gravity(&fields);
    let value = everything(cx, root, &coordinates, &mut taken).filter(|_| names.is_some());
    let value =
        value.zip(gravity).map(|(system, gravity)| SymbolicSystem { gravity, span: fields.span(), ..system });
    Some(System { coordinates, value })
}

/// Components of gravity; empty without gravity.
fn gravity(fields: &Fields<'_>) -> Option<Vec<Law>> {
    let laws = fields.laws("gravity", &letters(&["t"])).or(Vec::new())?;
    if laws.len() > 3 {
        let message = format!("`gravity` has up to 3 components, found {}", laws.len());
        fields.cx.error(codes::WRONG_LENGTH, fields.span_of("gravity"), message);
        return None;
    }
    Some(laws)
}

/// Checks that a symbol of the system is unique.
fn check_letter(cx: &Context<'_>, name: &Name, what: &str, taken: &mut HashSet<String>) {
    check_name(cx, name);
    let text = name.text.as_str();
    let is_reserved = ["t", "x"].contains(&text)
        || lissom_symbolic::RESERVED.contains(&text)
        || lissom_symbolic::FUNCTIONS.iter().any(|(function, _)| *function == text);
    if is_reserved {
        cx.error(
            codes::RESERVED_NAME,
            name.span,
            format!("a {what} cannot be called `{text}`, which is reserved"),
        );
    } else if let Some(parameter) = cx.definitions.find(text) {
        let message = format!("`{text}` is both a {what} and a parameter");
        let diagnostic = Diagnostic::error(codes::DUPLICATE_NAME, name.span, message);
        cx.report(diagnostic.related(parameter.name.span, "the parameter is here"));
    } else if !taken.insert(text.to_owned()) {
        cx.error(codes::DUPLICATE_NAME, name.span, format!("`{text}` is declared twice"));
    }
}

fn everything(
    cx: &Context<'_>,
    root: &Table,
    coordinates: &[String],
    taken: &mut HashSet<String>,
) -> Option<SymbolicSystem> {
    let mut continua = Catalogue::new("continuum");
    for table in tables::array(cx, root, "continuum") {
        let fields = Fields::open(cx, table, CONTINUUM_KEYS, "[[continuum]]");
        let name = fields.own_name("continuum");
        let found = continuum(&fields, &name, coordinates, taken);
        continua.add(cx, name, found);
    }
    let lumps = Lumps { cx, root, variables: variables(coordinates, &[]) };
    let masses = lumps.masses();
    let springs = lumps.springs("spring", "stiffness", SPRING_KEYS);
    let dampers = lumps.springs("damper", "damping", DAMPER_KEYS);
    let forces = lumps.forces();
    Some(SymbolicSystem {
        coordinates: coordinates.to_vec(),
        continua: continua.into_values()?,
        masses: masses?,
        springs: springs?,
        dampers: dampers?,
        forces: forces?,
        gravity: Vec::new(),
        span: crate::diagnostics::diagnostic::Span::default(),
    })
}

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };

fn variables<'n>(names: &'n [String], more: &[&'n str]) -> Vec<&'n str> {
    names.iter().map(String::as_str).chain(more.iter().copied()).chain(["t"]).collect()
}

fn letters<'a>(variables: &'a [&'a str]) -> Vocabulary<'a> {
    Vocabulary { quantity: ANY, variables, calls: Calls::Free, keeps_parameters: true }
}

fn continuum(
    fields: &Fields<'_>,
    name: &Name,
    coordinates: &[String],
    taken: &mut HashSet<String>,
) -> Option<Continuum> {
    let cx = fields.cx;
    let kind_name = fields.word("kind").given();
    let own = fields.names("fields").given();
    for field in own.iter().flatten() {
        check_letter(cx, field, "field", taken);
    }
    let own: Vec<String> = own?.into_iter().map(|field| field.text).collect();
    let all: Vec<String> = coordinates.iter().chain(&own).cloned().collect();
    let plain = fields.law("length", &letters(&[]));
    let everything = variables(&all, &["x"]);
    let derivatives = derivative_names(coordinates, &own);
    let with_derivatives = variables(&derivatives, &everything);
    let coefficients: Vec<Option<(String, Law)>> = COEFFICIENTS
        .iter()
        .filter(|key| fields.has(key))
        .map(|key| {
            let names: &[&str] = if DENSITIES.contains(key) { &with_derivatives } else { &["x"] };
            fields.law(key, &letters(names)).given().map(|law| ((*key).to_owned(), law))
        })
        .collect();
    let position = fields.laws("position", &letters(&everything)).optional();
    let load = fields.laws("load", &letters(&with_derivatives)).or(Vec::new());
    let stiffening = fields.word("stiffening").optional();
    let kind_name = kind_name?;
    let ends = ends(fields, kind_name, &end_names(kind_name, &own), coordinates);
    check_kind(fields, kind_name, own.len())?;
    let position = position?.unwrap_or_default();
    check_components(fields, kind_name, position.len(), load.as_ref()?.len())?;
    Some(Continuum {
        name: name.text.clone(),
        kind: kind_name.to_owned(),
        length: plain.given()?,
        fields: own,
        coefficients: coefficients.into_iter().collect::<Option<_>>()?,
        position,
        ends: ends?,
        load: load?,
        stiffening: stiffening?.map(|word| word == "auto"),
        span: fields.span(),
    })
}

/// Names of derivatives: `w_t`, `w_x`, `w_tx`, … of fields, `q_t` of coordinates.
fn derivative_names(coordinates: &[String], fields: &[String]) -> Vec<String> {
    let [in_time, in_space] = MOST_DERIVATIVES;
    let mut names: Vec<String> = coordinates.iter().map(|name| format!("{name}_t")).collect();
    for name in fields {
        for (time, space) in (0..=in_time).flat_map(|time| (0..=in_space).map(move |space| (time, space))) {
            if time + space > 0 {
                names.push(format!("{name}_{}{}", "t".repeat(time), "x".repeat(space)));
            }
        }
    }
    names
}

/// Quantities an end can prescribe. Those of a custom continuum are its fields and their slopes.
fn end_names(kind: &str, fields: &[String]) -> Vec<String> {
    match KINDS.iter().find(|known| known.name == kind) {
        Some(known) => known.ends.iter().map(|name| (*name).to_owned()).collect(),
        None => {
            fields.iter().flat_map(|name| [name.clone(), format!("{name}_x"), format!("{name}_xx")]).collect()
        }
    }
}

fn check_kind(fields: &Fields<'_>, name: &str, count: usize) -> Option<()> {
    let mut is_right = true;
    let mut report = |span, message: String| {
        fields.cx.error(codes::CONTINUUM_DATA, span, message);
        is_right = false;
    };
    let kind = KINDS.iter().find(|kind| kind.name == name);
    if let Some(kind) = kind.filter(|kind| kind.fields != count) {
        report(fields.span_of("fields"), format!("a {name} has {} field(s), found {count}", kind.fields));
    }
    let needed = kind.map_or(&["density"] as &[&str], |kind| kind.coefficients);
    for key in needed.iter().filter(|key| !fields.has(key)) {
        report(fields.span(), format!("a {name} needs the coefficient `{key}`"));
    }
    let is_transverse = !["rod", "shaft", CUSTOM].contains(&name);
    let allowed = |key: &str| {
        needed.contains(&key)
            || (is_transverse && TRANSVERSE.contains(&key))
            || ["viscous", "kelvin_voigt"].contains(&key) && name != CUSTOM
            || (key == "dissipation" && name == CUSTOM)
    };
    for key in fields.given(COEFFICIENTS).into_iter().filter(|key| !allowed(key)) {
        report(fields.key_span(key), format!("a {name} has no coefficient `{key}`"));
    }
    if fields.has("stiffening") && (!is_transverse || name == "string") {
        report(fields.key_span("stiffening"), format!("a {name} has no stiffening"));
    }
    is_right.then_some(())
}

fn check_components(fields: &Fields<'_>, kind: &str, position: usize, load: usize) -> Option<()> {
    if !fields.has("position") && kind != CUSTOM {
        let message = format!("a {kind} needs `position`, the motion of its particles");
        let (noun, letter) = if kind == "shaft" { ("turns by", "phi") } else { ("moves by", "w") };
        let hint = format!(
            "if the {kind} is not carried by another part and {noun} its field {letter}: position = \
             [\"{letter}\"]"
        );
        fields.cx.report(Diagnostic::error(codes::MISSING_KEY, fields.span(), message).hint(hint));
        return None;
    }
    if position > 3 || (position == 0 && fields.has("position")) {
        let message = format!("`position` has 1 to 3 components, found {position}");
        fields.cx.error(codes::WRONG_LENGTH, fields.span_of("position"), message);
        return None;
    }
    if load > position {
        let message = format!("`load` has {load} components, but `position` only {position}");
        fields.cx.error(codes::WRONG_LENGTH, fields.span_of("load"), message);
        return None;
    }
    Some(())
}

type EndData = Vec<(String, Law)>;

fn ends(fields: &Fields<'_>, kind: &str, allowed: &[String], coordinates: &[String]) -> Option<[EndData; 2]> {
    let Some(inner) = fields.fields("ends").optional()? else { return Some([Vec::new(), Vec::new()]) };
    let [a, b] = ["a", "b"].map(|side| {
        let Some(table) = inner.table(side).optional()? else { return Some(Vec::new()) };
        let read: Vec<Option<(String, Law)>> = table
            .entries
            .iter()
            .map(|entry| end_datum(fields.cx, entry, (kind, allowed), coordinates))
            .collect();
        read.into_iter().collect()
    });
    Some([a?, b?])
}

fn end_datum(
    cx: &Context<'_>,
    entry: &crate::text::tree::Entry,
    (kind, allowed): (&str, &[String]),
    coordinates: &[String],
) -> Option<(String, Law)> {
    let quantity = allowed.contains(&entry.key).then(|| entry.key.clone());
    if quantity.is_none() {
        let quoted: Vec<String> = allowed.iter().map(|name| format!("\"{name}\"")).collect();
        let message = format!("an end of a {kind} has no \"{}\"", entry.key);
        let diagnostic = Diagnostic::error(codes::NOT_A_CHOICE, entry.key_span, message)
            .suggest(&entry.key, allowed.iter().map(String::as_str))
            .hint(format!("it is one of {}", quoted.join(", ")));
        cx.report(match why_not(kind, &entry.key) {
            Some(reason) => diagnostic.hint(reason.to_owned()),
            None => diagnostic,
        });
    }
    let variables = variables(coordinates, &[]);
    let law = expression::law(cx, &entry.value, &letters(&variables), &entry.key);
    Some((quantity?, law?))
}

/// Why an end cannot prescribe a quantity.
fn why_not(kind: &str, quantity: &str) -> Option<&'static str> {
    match (kind, quantity) {
        ("string", "slope" | "rotation") => Some(
            "a string carries no moment, so its slope cannot be \
            prescribed",
        ),
        ("rod", "slope" | "rotation") => Some("a rod only stretches and has no rotation"),
        ("timoshenko", "slope") => {
            Some("a clamp fixes the rotation of the section; the slope differs from it by the shear")
        }
        ("bernoulli-euler" | "rayleigh" | "frame", "rotation") => {
            Some("the section of this beam turns by the slope of its spine: write `slope`")
        }
        (CUSTOM, _) => {
            Some("the ends of a custom continuum are named after its fields and their derivatives")
        }
        _ => None,
    }
}

/// Discrete parts of the system.
struct Lumps<'a> {
    cx: &'a Context<'a>,
    root: &'a Table,
    variables: Vec<&'a str>,
}

impl<'a> Lumps<'a> {
    fn symbolic(&self, section: &'a str, places: &'a [&'a str]) -> impl Iterator<Item = &'a Table> {
        let (cx, root) = (self.cx, self.root);
        let tables = tables::array_quietly(root, section).into_iter();
        tables.filter(move |table| is_symbolic(cx, table, places))
    }

    fn masses(&self) -> Option<Vec<SymbolicMass>> {
        let found: Vec<Option<SymbolicMass>> = self
            .symbolic("mass", &["node", "attach"])
            .map(|table| {
                let fields = Fields::open(self.cx, table, MASS_KEYS, "[[mass]]");
                let name = fields.own_name("mass");
                let mass = self.required(&fields, "mass", &[]);
                let inertia = fields.law("inertia", &letters(&[])).optional();
                let position = self.position(&fields);
                let angle = fields.law("angle", &letters(&self.variables)).optional();
                Some(SymbolicMass {
                    name: name.text,
                    mass: mass?,
                    inertia: inertia?,
                    position: position?,
                    angle: angle?,
                })
            })
            .collect();
        found.into_iter().collect()
    }

    fn springs(&self, section: &'a str, key: &str, keys: &'static [Key]) -> Option<Vec<SymbolicSpring>> {
        let found: Vec<Option<SymbolicSpring>> = self
            .symbolic(section, &["nodes", "attach"])
            .map(|table| {
                let fields = Fields::open(self.cx, table, keys, &format!("[[{section}]]"));
                let name = fields.own_name(section);
                let coefficient = match fields.law(key, &letters(&[])).optional() {
                    Some(None) if section == "spring" => missing_stiffness(&fields),
                    Some(None) => {
                        missing_damping(&fields);
                        None
                    }
                    found => found.flatten(),
                };
                // Laws belong to springs between nodes.
                refuse_laws(&fields);
                let elongation = self.required(&fields, "elongation", &self.variables);
                Some(SymbolicSpring { name: name.text, coefficient: coefficient?, elongation: elongation? })
            })
            .collect();
        found.into_iter().collect()
    }

    fn forces(&self) -> Option<Vec<SymbolicForce>> {
        let found: Vec<Option<SymbolicForce>> = self
            .symbolic("force", &["node", "attach"])
            .map(|table| {
                let fields = Fields::open(self.cx, table, FORCE_KEYS, "[[force]]");
                let name = fields.own_name("force");
                let value = fields.law("value", &letters(&self.variables)).optional();
                let at = self.required(&fields, "at", &self.variables);
                Some(SymbolicForce { name: name.text, value: value?, at: at? })
            })
            .collect();
        found.into_iter().collect()
    }

    fn position(&self, fields: &Fields<'_>) -> Option<Vec<Law>> {
        match fields.laws("position", &letters(&self.variables)).optional()? {
            Some(laws) if (1..=3).contains(&laws.len()) => Some(laws),
            Some(laws) => {
                let message = format!("`position` has 1 to 3 components, found {}", laws.len());
                self.cx.error(codes::WRONG_LENGTH, fields.span_of("position"), message);
                None
            }
            None => self.missing(fields, "position"),
        }
    }

    /// A law required by the symbolic form.
    fn required(&self, fields: &Fields<'_>, key: &str, variables: &[&str]) -> Option<Law> {
        match fields.law(key, &letters(variables)).optional()? {
            Some(law) => Some(law),
            None => self.missing(fields, key),
        }
    }

    fn missing<T>(&self, fields: &Fields<'_>, key: &str) -> Option<T> {
        let message = format!("in a model with [system] this needs the key `{key}`, or a node or port");
        self.cx.error(codes::MISSING_KEY, fields.span(), message);
        None
    }
}

/// Keys of springs between nodes.
fn refuse_laws(fields: &Fields<'_>) {
    for key in fields.given(&["force", "free_length", "preload", "gap"]) {
        let message =
            format!("`{key}` belongs to a spring or damper between nodes; a [system] takes linear ones");
        fields.cx.error(codes::REQUEST_LACKS, fields.key_span(key), message);
    }
}
