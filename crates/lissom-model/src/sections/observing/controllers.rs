//! `[[controller]]`: from outputs and references to forces, torques and drives.

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::{
    AntiWindup, ControlLaw, Controller, Dimension, Force, JointLoad, Lag, Law, Measured, Observed, Output,
    Pid, Sampling, StateSpaceFile, Torque,
};
use crate::reading::catalogue::{Catalogue, Name};
use crate::reading::context::Context;
use crate::reading::expression::Vocabulary;
use crate::reading::fields::Fields;
use crate::reading::tables;
use crate::sections::attachment::clash;
use crate::sections::joining::commanded_drives::CommandedDrive;
use crate::sections::observing::control_files;
use crate::text::tree::{Table, ValueKind};
use crate::vocabulary::description::{
    Form, Key, Kind, Length, Quantity, Range, Section, defaulted, number, numbers, optional, required,
};
use lissom_symbolic::Node;

pub(crate) const CONTROLLER: Section = Section {
    name: "controller",
    form: Form::Array,
    doc: "A controller of a planar mechanism in motion: PID, transfer function or state space, continuous or sampled, from the \
          errors (reference − output) of measured outputs to forces and torques without `value` and drives with `command`.",
    keys: KEYS,
};

const ANY: Quantity = Quantity { unit: "*", range: Range::Any };
const COEFFICIENTS: Kind = numbers("*", Range::Any, Length::Some);
const MATRIX: Kind = Kind::Rows(ANY);

const KEYS: &[Key] = &[
    optional("name", Kind::Text, "name of the controller; default: `controller 1` …"),
    required("measure", Kind::Names("output"), "the measured output, or a list of them"),
    optional(
        "reference",
        Kind::Either(&[Kind::Law("t"), Kind::Laws("t")]),
        "what the measured output should be, a law in `t`, or a list: one for each; default: zero",
    ),
    required(
        "act",
        Kind::Names("force or torque"),
        "the force or torque without `value`, or the drive with `command`, that it commands, or a list",
    ),
    optional("proportional", number("*", Range::Any), "P of u = P e + I ∫e dt + D ė, with the error e"),
    optional(
        "integral",
        number("*", Range::Any),
        "I of a PID controller; in a sampled one ∫e dt = T (e₀ + … + e_k)",
    ),
    optional(
        "derivative",
        number("*", Range::Any),
        "D of a PID controller; without `rate` it is filtered, and in a sampled one a difference of two samples",
    ),
    optional("rate", Kind::Name("output"), "the output that measures the rate of the measured one, for ė"),
    optional("filter", number("s", Range::Positive), "time constant of the filter of the derivative [s]"),
    optional(
        "numerator",
        COEFFICIENTS,
        "coefficients of the transfer function in s, of a sampled controller in z; highest power first",
    ),
    optional("denominator", COEFFICIENTS, "coefficients of its denominator, highest power first"),
    optional("A", MATRIX, "A of ż = A z + B e, of a sampled controller of z⁺ = A z + B e"),
    optional("B", MATRIX, "B: a column for each measured output"),
    optional("C", MATRIX, "C of u = C z + D e: a row for each command"),
    optional(
        "D",
        MATRIX,
        "D: a row for each command, a column for each measured output; without A, B and C a gain",
    ),
    optional(
        "file",
        Kind::Text,
        "instead of the matrices: a MAT-file, NumPy archive or JSON object with `A`, `B`, `C`, `D` and its period `dt` or `Ts`, in the \
         folder of this file or below it; names of its inputs and outputs, where it has them, are those of `measure` and `act`, else \
         their order counts",
    ),
    optional(
        "feed_forward",
        Kind::Either(&[Kind::Law("t"), Kind::Laws("t")]),
        "what is added to the command, a law in `t`, or a list: one for each",
    ),
    defaulted(
        "inverse_dynamics",
        Kind::Switch,
        "false",
        "add the torque with which drives would lead the machine along the references, its beams taken as rigid",
    ),
    optional("limits", numbers("*", Range::Any, Length::Exactly(2)), "least and largest command"),
    optional(
        "anti_windup",
        Kind::Word(&["none", "clamping", "back-calculation"]),
        "what the integral does at the limits; default: clamping of a sampled controller, back-calculation of a continuous one",
    ),
    optional("tracking", number("s", Range::Positive), "time constant of back-calculation [s]; default: P/I"),
    optional(
        "sample",
        number("s", Range::Positive),
        "sampling period [s]; without it the controller is continuous",
    ),
    optional(
        "delay",
        number("s", Range::NonNegative),
        "time from a sample to its command; of a continuous controller from the output to the command, approximated [s]",
    ),
    defaulted(
        "delay_order",
        Kind::Count(1, 12),
        "5",
        "continuous controllers: order n of the Padé approximation [n-1/n] of the delay",
    ),
    optional("noise", number("*", Range::NonNegative), "standard deviation of the noise on every sample"),
    defaulted("seed", Kind::Count(0, 1 << 52), "0", "seed of the noise: the same seed gives the same noise"),
];

/// The keys of each form.
const PID: &[&str] = &["proportional", "integral", "derivative", "rate", "filter", "anti_windup", "tracking"];
const TRANSFER: [&str; 2] = ["numerator", "denominator"];
const MATRICES: [&str; 4] = ["A", "B", "C", "D"];
/// Default order of the approximation of a delay.
const DELAY_ORDER: usize = 5;

/// Entries that controllers refer to.
pub(crate) struct Parts<'a> {
    pub outputs: &'a Catalogue<Output>,
    pub inputs: &'a Catalogue<()>,
    pub forces: &'a Catalogue<Force>,
    pub torques: &'a Catalogue<Torque>,
    pub joint_loads: &'a Catalogue<JointLoad>,
    pub commanded: &'a Catalogue<CommandedDrive>,
}

impl Parts<'_> {
    fn joint_load(&self, name: &str) -> Option<&JointLoad> {
        self.joint_loads.position(name).and_then(|at| self.joint_loads.item(at).value.as_ref())
    }
}

pub(crate) fn read(cx: &Context<'_>, root: &Table, parts: &Parts<'_>) -> Catalogue<Controller> {
    let mut controllers = Catalogue::new("controller");
    for table in tables::array(cx, root, "controller") {
        let fields = Fields::open(cx, table, KEYS, "[[controller]]");
        let name = fields.own_name("controller");
        let controller = controller(&fields, &name, parts);
        controllers.add(cx, name, controller);
    }
    controllers
}

fn controller(fields: &Fields<'_>, name: &Name, parts: &Parts<'_>) -> Option<Controller> {
    let cx = fields.cx;
    if cx.dimension == Dimension::One {
        let message = "controllers act on mechanisms in motion, in the plane or in space";
        cx.error(codes::WRONG_DIMENSION, fields.span(), message);
        return None;
    }
    let measured = fields.names("measure").given();
    let measures = measured.as_ref().and_then(|names| found_outputs(fields, parts, names));
    let acted = fields.names("act").given();
    let acts = acted.as_ref().and_then(|names| found_inputs(fields, parts, names));
    let file = control_files::read(fields);
    let timing = timing(fields, file.as_ref().and_then(Option::as_ref));
    let sampling = timing.map(|(sampling, _)| sampling);
    let references = laws(fields, "reference", measured.as_ref().map(Vec::len));
    let feed_forward = laws(fields, "feed_forward", acted.as_ref().map(Vec::len));
    let inverse_dynamics = inverse_dynamics(fields, parts, measures.as_deref(), acts.as_deref());
    let limits = limits(fields);
    let noise = noise(fields, sampling);
    let seed = fields.count("seed").or(0);
    let sizes = measured.as_ref().map(Vec::len).zip(acted.as_ref().map(Vec::len));
    let names = measured.as_deref().zip(acted.as_deref());
    let law = match file.as_ref().and_then(Option::as_ref) {
        Some(file) => only_file(fields).and_then(|()| from_file(fields, file, names?)),
        None if file.is_none() => None,
        None => law(fields, parts, sizes, sampling.flatten(), limits.flatten().is_some()),
    };
    if let (Some(measures), Some(None)) = (&measures, sampling) {
        refuse_algebraic(fields, parts, measures, measured.as_deref().unwrap_or(&[]));
    }
    Some(Controller {
        name: name.text.clone(),
        measures: measures?,
        references: references?,
        acts: acts?,
        law: law?,
        feed_forward: feed_forward?,
        inverse_dynamics: inverse_dynamics?,
        limits: limits?,
        sampling: sampling?,
        lag: timing?.1,
        file: file?,
        noise: noise?,
        seed: seed? as u64,
        span: fields.span(),
    })
}

fn found_outputs(fields: &Fields<'_>, parts: &Parts<'_>, names: &[Name]) -> Option<Vec<usize>> {
    let all: Vec<Option<usize>> = names.iter().map(|name| parts.outputs.find(fields.cx, name)).collect();
    all.into_iter().collect()
}

/// Inputs by name; a force with a value is no input.
fn found_inputs(fields: &Fields<'_>, parts: &Parts<'_>, names: &[Name]) -> Option<Vec<String>> {
    let cx = fields.cx;
    let one = |name: &Name| {
        parts.inputs.find(cx, name)?;
        let force = parts.forces.position(&name.text).and_then(|at| parts.forces.item(at).value.as_ref());
        let torque = parts.torques.position(&name.text).and_then(|at| parts.torques.item(at).value.as_ref());
        let in_joint = parts.joint_load(&name.text);
        let has_law = force.is_some_and(|f| f.law.is_some())
            || torque.is_some_and(|t| t.law.is_some())
            || in_joint.is_some_and(|load| load.law.is_some());
        if has_law {
            let message = format!("\"{}\" has a `value`, so nothing is left to command", name.text);
            let diagnostic = Diagnostic::error(codes::REQUEST_LACKS, name.span, message);
            cx.report(diagnostic.hint("remove its `value`, and add it as `feed_forward` of the controller"));
            return None;
        }
        let is_drive = parts.commanded.position(&name.text).is_some();
        if force.is_none() && torque.is_none() && in_joint.is_none() && !is_drive {
            let message = format!("\"{}\" is not a force on a node or a torque in a hinge", name.text);
            cx.error(codes::REQUEST_LACKS, name.span, message);
            return None;
        }
        Some(name.text.clone())
    };
    let all: Vec<Option<String>> = names.iter().map(one).collect();
    all.into_iter().collect()
}

/// One law, or a list with one for each of so many.
fn laws(fields: &Fields<'_>, key: &str, count: Option<usize>) -> Option<Vec<Law>> {
    let vocabulary = Vocabulary::time(ANY);
    let is_list = fields.value(key).is_some_and(|value| matches!(value.kind, ValueKind::List(_)));
    let found = match is_list {
        true => fields.laws(key, &vocabulary).or(Vec::new())?,
        false => fields.law(key, &vocabulary).optional()?.into_iter().collect(),
    };
    let needed = count?;
    if (is_list || !found.is_empty()) && found.len() != needed {
        let message = format!("`{key}` needs {needed} laws, found {}", found.len());
        fields.cx.error(codes::WRONG_LENGTH, fields.span_of(key), message);
        return None;
    }
    Some(found)
}

/// When it samples, or the delay of a continuous controller.
fn timing(fields: &Fields<'_>, file: Option<&StateSpaceFile>) -> Option<(Option<Sampling>, Option<Lag>)> {
    let period = fields.number("sample").optional();
    let delay = fields.number("delay").optional();
    let order = fields.count("delay_order").or(DELAY_ORDER);
    let period = match file {
        Some(file) => control_files::period(fields, file, period?)?,
        None => period?,
    };
    let (delay, order) = (delay?, order?);
    if fields.has("delay_order") && (period.is_some() || delay.is_none()) {
        let message = "`delay_order` is that of the approximated `delay` of a continuous controller";
        let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span("delay_order"), message);
        fields.cx.report(diagnostic.hint("the delay of a sampled controller is exact; remove the key"));
        return None;
    }
    Some(match (period, delay) {
        (Some(period), delay) => (Some(Sampling { period, delay: delay.unwrap_or(0.0) }), None),
        (None, Some(time)) if time > 0.0 => (None, Some(Lag { time, order })),
        (None, _) => (None, None),
    })
}

/// The law of a file is the only one.
fn only_file(fields: &Fields<'_>) -> Option<()> {
    let others = fields.given(&[PID, &TRANSFER[..], &MATRICES[..]].concat());
    others.iter().for_each(|other| clash(fields, "file", other));
    others.is_empty().then_some(())
}

/// The state space of a file, its columns and rows in the order of the measured outputs and commands.
fn from_file(
    fields: &Fields<'_>,
    file: &StateSpaceFile,
    (measured, acted): (&[Name], &[Name]),
) -> Option<ControlLaw> {
    let found = control_files::in_order(fields, file, measured, acted)?;
    let sizes = (measured.len(), acted.len());
    fitted(sizes, found, |key, rows, columns, states| {
        let message = format!("`{key}` of {} needs {rows} rows of {columns} numbers", file.path);
        let diagnostic = Diagnostic::error(codes::WRONG_LENGTH, fields.span_of("file"), message);
        fields.cx.report(diagnostic.hint(shape_hint(states, sizes)));
    })
}

/// Whether inverse dynamics are asked for: each command has to act where its output is measured.
fn inverse_dynamics(
    fields: &Fields<'_>,
    parts: &Parts<'_>,
    measures: Option<&[usize]>,
    acts: Option<&[String]>,
) -> Option<bool> {
    if !fields.switch("inverse_dynamics").or(false)? {
        return Some(false);
    }
    let is_drive = |act: &&String| parts.commanded.position(act).is_some();
    if let Some(drive) = acts.unwrap_or(&[]).iter().find(is_drive) {
        let message = format!("the drive \"{drive}\" takes a motion, and inverse dynamics give a force");
        let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span("inverse_dynamics"), message);
        fields.cx.report(diagnostic.hint("give the motion as `feed_forward`, a law of `t`"));
        return None;
    }
    if fields.cx.dimension == Dimension::Three {
        let message = "inverse dynamics are those of planar mechanisms";
        let diagnostic =
            Diagnostic::error(codes::WRONG_DIMENSION, fields.key_span("inverse_dynamics"), message);
        fields.cx.report(diagnostic.hint("give `feed_forward`, a law of `t`"));
        return None;
    }
    let (measures, acts) = (measures?, acts?);
    let fits = |(k, act): (usize, &String)| {
        measures.get(k).is_some_and(|measure| acts_where_measured(parts, *measure, act))
    };
    if !fields.has("reference") || !acts.iter().enumerate().all(fits) {
        let message = "inverse dynamics need a `reference`, and each command where its output is measured";
        let diagnostic =
            Diagnostic::error(codes::REQUEST_LACKS, fields.key_span("inverse_dynamics"), message);
        fields.cx.report(
            diagnostic.hint(
                "measure the angle of the hinge whose torque acts, or the displacement along the force",
            ),
        );
        return None;
    }
    Some(true)
}

fn acts_where_measured(parts: &Parts<'_>, measure: usize, act: &str) -> bool {
    let Some(output) = &parts.outputs.item(measure).value else { return true };
    let torque = parts.torques.position(act).and_then(|at| parts.torques.item(at).value.as_ref());
    let force = parts.forces.position(act).and_then(|at| parts.forces.item(at).value.as_ref());
    if let (Measured::Observed(Observed::JointCoordinate(motion)), Some(load)) =
        (&output.what, parts.joint_load(act))
    {
        return load.what == *motion;
    }
    match (&output.what, torque, force) {
        (Measured::Observed(Observed::Angle(hinge)), Some(torque), _) => torque.hinge == *hinge,
        (Measured::Displacement(at, direction), _, Some(force)) => {
            force.at == *at && force.direction == *direction && !force.follower
        }
        _ => false,
    }
}

/// The noise of samples; `sampling` is `None` where it has an error.
fn noise(fields: &Fields<'_>, sampling: Option<Option<Sampling>>) -> Option<f64> {
    let noise = fields.number("noise").optional()?;
    if noise.is_some() && sampling == Some(None) {
        let message = "noise is added to samples, and a continuous controller takes none";
        let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.key_span("noise"), message);
        fields.cx.report(diagnostic.hint("add the sampling period, such as sample = \"1 ms\""));
        return None;
    }
    Some(noise.unwrap_or(0.0))
}

fn limits(fields: &Fields<'_>) -> Option<Option<[f64; 2]>> {
    let Some(found) = fields.numbers("limits").optional()? else { return Some(None) };
    let limits = [found[0], found[1]];
    if limits[0] >= limits[1] {
        let message = format!("the first limit, {}, must be below the second, {}", limits[0], limits[1]);
        fields.cx.error(codes::EMPTY_RANGE, fields.span_of("limits"), message);
        return None;
    }
    Some(Some(limits))
}

/// The law of the form that is given: exactly one of three.
fn law(
    fields: &Fields<'_>,
    parts: &Parts<'_>,
    sizes: Option<(usize, usize)>,
    sampling: Option<Sampling>,
    has_limits: bool,
) -> Option<ControlLaw> {
    let cx = fields.cx;
    let forms: Vec<&str> = [PID, &TRANSFER[..], &MATRICES[..]]
        .iter()
        .filter_map(|keys| fields.given(keys).first().copied())
        .collect();
    match forms[..] {
        [] => {
            let message = "a controller needs its law";
            let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.span(), message);
            cx.report(diagnostic.hint(
                "`proportional`, `integral` and `derivative`, or `numerator` and `denominator`, or `A`, `B`, `C` and `D`, or a `file`",
            ));
            None
        }
        [first, second, ..] => {
            clash(fields, first, second);
            None
        }
        [one] if PID.contains(&one) => pid(fields, parts, sizes?, sampling, has_limits).map(ControlLaw::Pid),
        [one] if TRANSFER.contains(&one) => transfer(fields, sizes?),
        _ => matrices(fields, sizes?),
    }
}

fn pid(
    fields: &Fields<'_>,
    parts: &Parts<'_>,
    sizes: (usize, usize),
    sampling: Option<Sampling>,
    has_limits: bool,
) -> Option<Pid> {
    let cx = fields.cx;
    if sizes != (1, 1) {
        let message = "a PID controller has one measured output and one command";
        let diagnostic = Diagnostic::error(codes::WRONG_LENGTH, fields.span_of("measure"), message);
        cx.report(diagnostic.hint("write one [[controller]] for each, or a state space for all"));
        return None;
    }
    let gains = ["proportional", "integral", "derivative"].map(|key| fields.number(key).or(0.0));
    let filter = fields.number("filter").optional()?;
    let rate = fields.name("rate").and_then(|name| parts.outputs.find(cx, &name)).optional()?;
    if rate.is_some() && filter.is_some() {
        clash(fields, "rate", "filter");
        return None;
    }
    let [proportional, integral, derivative] = gains;
    let (proportional, integral, derivative) = (proportional?, integral?, derivative?);
    if derivative != 0.0 && sampling.is_none() && rate.is_none() && filter.is_none() {
        let message = "the derivative of a continuous controller needs `rate` or `filter`";
        let diagnostic = Diagnostic::error(codes::MISSING_KEY, fields.key_span("derivative"), message);
        cx.report(diagnostic.hint(
            "name the output that measures the rate, or give a time constant such as filter = \"1 ms\"",
        ));
        return None;
    }
    let default = match (integral != 0.0 && has_limits, sampling) {
        (false, _) => "none",
        (true, Some(_)) => "clamping",
        (true, None) => "back-calculation",
    };
    let tracking = fields.number("tracking").optional()?;
    let anti_windup = match fields.word("anti_windup").or(default)? {
        "none" => AntiWindup::None,
        "clamping" if sampling.is_some() => AntiWindup::Clamping,
        "clamping" => {
            let message =
                "clamping is an action of samples; a continuous integral would chatter at the limit";
            let diagnostic = Diagnostic::error(codes::METHOD_KEY, fields.span_of("anti_windup"), message);
            cx.report(diagnostic.hint("use \"back-calculation\", or give the sampling period `sample`"));
            return None;
        }
        _ => {
            let time = tracking.unwrap_or((proportional / integral).abs());
            if !(time > 0.0 && time.is_finite()) {
                let message =
                    "back-calculation needs its time constant `tracking`, because P/I is not positive";
                cx.error(codes::MISSING_KEY, fields.span(), message);
                return None;
            }
            AntiWindup::BackCalculation(time)
        }
    };
    Some(Pid { proportional, integral, derivative, filter, rate, anti_windup })
}

/// A transfer function in controllable canonical form.
fn transfer(fields: &Fields<'_>, sizes: (usize, usize)) -> Option<ControlLaw> {
    let cx = fields.cx;
    let [numerator, denominator] = TRANSFER.map(|key| {
        if !fields.has(key) {
            cx.error(codes::MISSING_KEY, fields.span(), format!("a transfer function needs its `{key}`"));
        }
        fields.numbers(key).given()
    });
    let (numerator, denominator) = (numerator?, denominator?);
    if sizes != (1, 1) {
        let message = "a transfer function has one measured output and one command";
        cx.error(codes::WRONG_LENGTH, fields.span_of("measure"), message);
        return None;
    }
    let leading = denominator[0];
    if leading == 0.0 {
        let message = "the first coefficient of the denominator, of its highest power, is zero";
        cx.error(codes::OUT_OF_RANGE, fields.span_of("denominator"), message);
        return None;
    }
    let n = denominator.len() - 1;
    if numerator.len() > n + 1 {
        let message =
            format!("the numerator is of order {}, above the denominator's {n}", numerator.len() - 1);
        let diagnostic = Diagnostic::error(codes::WRONG_LENGTH, fields.span_of("numerator"), message);
        cx.report(
            diagnostic.hint(
                "such a controller differentiates without a filter; add a fast pole to the denominator",
            ),
        );
        return None;
    }
    // b₀ sⁿ + … over sⁿ + a₁ sⁿ⁻¹ + …: the direct part is b₀, the rest has the coefficients b_k − a_k b₀.
    let a: Vec<f64> = denominator[1..].iter().map(|c| c / leading).collect();
    let mut b = vec![0.0; n + 1 - numerator.len()];
    b.extend(numerator.iter().map(|c| c / leading));
    let rest: Vec<f64> = a.iter().zip(&b[1..]).map(|(a, own)| own - a * b[0]).collect();
    let row = |i: usize| match i {
        0 => a.iter().map(|a| -a).collect(),
        _ => (0..n).map(|j| f64::from(u8::from(j + 1 == i))).collect(),
    };
    Some(ControlLaw::StateSpace {
        a: (0..n).map(row).collect(),
        b: (0..n).map(|i| vec![f64::from(u8::from(i == 0))]).collect(),
        c: vec![rest],
        d: vec![vec![b[0]]],
    })
}

fn matrices(fields: &Fields<'_>, sizes: (usize, usize)) -> Option<ControlLaw> {
    let [a, b, c, d] = MATRICES.map(|key| fields.rows(key).or(Vec::new()));
    fitted(sizes, [a?, b?, c?, d?], |key, rows, columns, states| {
        let message = format!("`{key}` needs {rows} rows of {columns} numbers");
        let diagnostic = Diagnostic::error(codes::WRONG_LENGTH, fields.span_of(key), message);
        fields.cx.report(diagnostic.hint(shape_hint(states, sizes)));
    })
}

fn shape_hint(states: usize, (measures, acts): (usize, usize)) -> String {
    format!("there are {states} states (rows of A), {measures} measured outputs and {acts} commands")
}

/// Matrices of the right shapes; `wrong` reports a key by the rows and columns that it needs and the number of states.
fn fitted(
    (measures, acts): (usize, usize),
    [a, b, c, d]: [Vec<Vec<f64>>; 4],
    wrong: impl Fn(&'static str, usize, usize, usize),
) -> Option<ControlLaw> {
    let n = a.len();
    let d = if d.is_empty() { vec![vec![0.0; measures]; acts] } else { d };
    let mut fits = true;
    for (key, matrix, rows, columns) in [
        ("A", &a, n, n),
        ("B", &b, n, measures),
        ("C", &c, if n == 0 { 0 } else { acts }, n),
        ("D", &d, acts, measures),
    ] {
        if matrix.len() != rows || matrix.iter().any(|row| row.len() != columns) {
            wrong(key, rows, columns, n);
            fits = false;
        }
    }
    let c = if n == 0 { vec![Vec::new(); acts] } else { c };
    fits.then_some(ControlLaw::StateSpace { a, b, c, d })
}

/// A continuous controller cannot measure what its own command changes at once.
fn refuse_algebraic(fields: &Fields<'_>, parts: &Parts<'_>, measures: &[usize], names: &[Name]) {
    for (measure, name) in measures.iter().zip(names) {
        if !is_of_forces(fields.cx, parts.outputs, *measure) {
            continue;
        }
        let message = format!(
            "\"{}\" depends on the command of this controller at the same instant: the loop is algebraic",
            name.text
        );
        let diagnostic = Diagnostic::error(codes::ALGEBRAIC_LOOP, name.span, message);
        fields.cx.report(
            diagnostic
                .related(parts.outputs.item(*measure).name.span, "it is described here")
                .hint("measure a position, an angle or a rate, or sample: sample = \"1 ms\""),
        );
    }
}

/// Whether an output follows from accelerations and forces, directly or through outputs it uses.
fn is_of_forces(cx: &Context<'_>, outputs: &Catalogue<Output>, place: usize) -> bool {
    let Some(output) = &outputs.item(place).value else { return false };
    match &output.what {
        Measured::Observed(
            Observed::Position(..)
            | Observed::Velocity(..)
            | Observed::Angle(_)
            | Observed::Rate(_)
            | Observed::Momentum(_)
            | Observed::AngularMomentum(_),
        ) => false,
        Measured::Observed(_) => true,
        Measured::Expression(law) => {
            let store = cx.expressions.borrow();
            let used = store.parts_of(&[law.expr]).into_iter().filter_map(|part| match store.node(part) {
                Node::Symbol(name) => outputs.position(store.name_text(*name)),
                _ => None,
            });
            let used: Vec<usize> = used.filter(|used| *used < place).collect();
            drop(store);
            used.into_iter().any(|used| is_of_forces(cx, outputs, used))
        }
        _ => false,
    }
}
