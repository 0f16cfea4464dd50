//! Numbers and laws: TOML numbers, or texts with units, parameters, signals and functions.

use lissom_symbolic::{
    Expr, Expressions, Known, LowerError, Names, Number, Program, Syntax, SyntaxKind, Unit, did_you_mean,
    dimension_of, lower, parse,
};

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::{Diagnostic, MOST_CANDIDATES, Span};
use crate::model::Law;
use crate::reading::catalogue::Name;
use crate::reading::context::Context;
use crate::reading::fields::wrong_type;
use crate::reading::turned_call;
use crate::sections::laws::value_tables::{self, ValueTable};
use crate::text::tree::{Value, ValueKind};
use crate::vocabulary::description::{Quantity, Range};

/// Names allowed in an expression, besides parameters and signals.
pub(crate) struct Vocabulary<'a> {
    /// Expected quantity.
    pub quantity: Quantity,
    /// Free variables. They fit every dimension: laws such as `sin(t)` and `100*t` are accepted, though
    /// strictly a unit is missing.
    pub variables: &'a [&'a str],
    /// Functions in addition to the built-in ones.
    pub calls: Calls<'a>,
    /// Parameters stay symbolic.
    pub keeps_parameters: bool,
}

/// Functions in addition to the built-in ones.
pub(crate) enum Calls<'a> {
    /// None.
    None,
    /// Any: given functions of the variables, such as `f(x, t)`.
    Free,
    /// Functions of a place, such as `y(A)` or `position(body.port)`; the closure reports what is wrong.
    /// It returns the name under which the place is known.
    Places(&'a dyn Fn(&Name, &Name) -> Option<String>),
    /// Outputs of the mechanism, `out(NAME)`; the closure reports what is wrong, and returns the full name.
    Outputs(&'a dyn Fn(&Name) -> Option<String>),
}

impl Vocabulary<'_> {
    /// A law in time.
    pub fn time(quantity: Quantity) -> Vocabulary<'static> {
        Vocabulary { quantity, variables: &["t"], calls: Calls::None, keeps_parameters: false }
    }

    /// A plain number.
    pub fn constant(quantity: Quantity) -> Vocabulary<'static> {
        Vocabulary { quantity, variables: &[], calls: Calls::None, keeps_parameters: false }
    }

    fn has_variable(&self, name: &str) -> bool {
        self.variables.contains(&name)
    }
}

/// A finite number in its range.
pub(crate) fn number(cx: &Context<'_>, value: &Value, quantity: Quantity, key: &str) -> Option<f64> {
    let found = match &value.kind {
        ValueKind::Integer(Some(whole)) => *whole as f64,
        ValueKind::Integer(None) => return not_finite(cx, value.span, key, "is too large a number"),
        ValueKind::Float(float) => finite(cx, *float, value.span, key)?,
        ValueKind::Text(text) => constant(cx, text, value.span, quantity, key)?,
        _ => return wrong_type(cx, value, key, "a number, or a text such as \"2*pi\" or \"3 mm\""),
    };
    in_range(cx, found, quantity.range, value.span, key)
}

/// A whole number between two limits, both included.
pub(crate) fn count(cx: &Context<'_>, value: &Value, limits: (usize, usize), key: &str) -> Option<usize> {
    let (least, most) = limits;
    let found = number(cx, value, Quantity { unit: "-", range: Range::Any }, key)?;
    if found.fract() == 0.0 && (least as f64..=most as f64).contains(&found) {
        return Some(found as usize);
    }
    let message = format!("`{key}` must be a whole number from {least} to {most}, found {found}");
    cx.error(codes::NOT_WHOLE, value.span, message);
    None
}

/// An expression whose free names are only those of the vocabulary.
pub(crate) fn law(cx: &Context<'_>, value: &Value, vocabulary: &Vocabulary<'_>, key: &str) -> Option<Law> {
    match &value.kind {
        ValueKind::Text(text) => {
            let syntax = parsed(cx, text, value.span, vocabulary)?;
            let expr = meaning(cx, &syntax, text, value.span, vocabulary, key)?;
            Some(Law { text: text.clone(), expr, span: value.span })
        }
        ValueKind::Integer(_) | ValueKind::Float(_) => {
            let found = number(cx, value, vocabulary.quantity, key)?;
            let exact = Number::from_f64(found).expect("the number was checked to be finite");
            let expr = cx.expressions.borrow_mut().number(exact);
            Some(Law { text: cx.sources.covered(value.span).to_owned(), expr, span: value.span })
        }
        _ => wrong_type(cx, value, key, "a number or an expression in quotes"),
    }
}

/// The value of a text without variables.
fn constant(cx: &Context<'_>, text: &str, span: Span, quantity: Quantity, key: &str) -> Option<f64> {
    let vocabulary = Vocabulary::constant(quantity);
    let syntax = parsed(cx, text, span, &vocabulary)?;
    let expr = meaning(cx, &syntax, text, span, &vocabulary, key)?;
    evaluate(cx, expr, span, key)
}

/// Reads the text; a diagnostic shows the place inside it.
pub(crate) fn parsed(
    cx: &Context<'_>,
    text: &str,
    span: Span,
    vocabulary: &Vocabulary<'_>,
) -> Option<Syntax> {
    let is_name = |name: &str| vocabulary.has_variable(name) || cx.definition(name, span).is_some();
    match parse(text, &is_name) {
        Ok(syntax) => Some(syntax),
        Err(error) => {
            let place = inside(cx, span, text, &error.span);
            let diagnostic = Diagnostic::error(codes::EXPRESSION, place, error.message);
            cx.report(match error.hint {
                Some(hint) => diagnostic.hint(hint),
                None => diagnostic,
            });
            None
        }
    }
}

/// Checks the dimension of a parsed text and lowers it into the model's store.
pub(crate) fn meaning(
    cx: &Context<'_>,
    syntax: &Syntax,
    text: &str,
    span: Span,
    vocabulary: &Vocabulary<'_>,
    key: &str,
) -> Option<Expr> {
    let at = |range: &std::ops::Range<usize>| inside(cx, span, text, range);
    if syntax.is_condition() {
        cx.error(codes::WRONG_TYPE, span, format!("`{key}` must be a number, found a condition"));
        return None;
    }
    let mut scope = Scope { cx, vocabulary, text, span, is_poisoned: false };
    let lowered = lower(syntax, &mut cx.expressions.borrow_mut(), &mut scope);
    let is_poisoned = scope.is_poisoned;
    match lowered {
        Ok(_) | Err(_) if is_poisoned => None,
        Ok(expr) => {
            check_dimension(cx, syntax, vocabulary, key, &at)?;
            Some(expr)
        }
        Err(error) => {
            cx.report(lower_error(cx, &error, at(&error.span()), vocabulary));
            None
        }
    }
}

/// The names of one expression.
struct Scope<'a> {
    cx: &'a Context<'a>,
    vocabulary: &'a Vocabulary<'a>,
    text: &'a str,
    span: Span,
    /// An error was already reported.
    is_poisoned: bool,
}

impl Names for Scope<'_> {
    fn name(&mut self, name: &str, store: &mut Expressions) -> Option<Expr> {
        if self.vocabulary.has_variable(name) {
            return Some(store.symbol(name));
        }
        let definition = self.cx.definition(name, self.span)?;
        if definition.is_parameter() && self.vocabulary.keeps_parameters {
            return Some(store.symbol(name));
        }
        // A signal depends on time, so it is allowed only where time is.
        if !definition.is_parameter() && !self.vocabulary.has_variable("t") {
            return None;
        }
        let expr = definition.expr;
        self.is_poisoned |= expr.is_none();
        // A symbol, not a number: it cannot fail later.
        Some(expr.unwrap_or_else(|| store.symbol(name)))
    }

    fn call(
        &mut self,
        name: &str,
        arguments: &[Syntax],
        store: &mut Expressions,
    ) -> Option<Result<Expr, LowerError>> {
        if let Some(table) = self.cx.table(name, self.span) {
            return Some(self.table(name, table, arguments, store));
        }
        match self.vocabulary.calls {
            Calls::None => None,
            Calls::Free => {
                let lowered: Result<Vec<Expr>, _> =
                    arguments.iter().map(|argument| lower(argument, store, self)).collect();
                Some(lowered.map(|arguments| store.applied(name, &arguments)))
            }
            Calls::Outputs(check) => {
                let [Syntax { kind: SyntaxKind::Name(output), span }] = arguments else { return None };
                if name != "out" {
                    return None;
                }
                let here = inside(self.cx, self.span, self.text, span);
                let output = Name { text: self.cx.full_name(output, here).into_owned(), span: here };
                let known = check(&output);
                self.is_poisoned |= known.is_none();
                let argument = store.symbol(known.as_ref().unwrap_or(&output.text));
                Some(Ok(store.applied(name, &[argument])))
            }
            Calls::Places(check) => {
                let [Syntax { kind: SyntaxKind::Name(place), span }] = arguments else { return None };
                let here = inside(self.cx, self.span, self.text, span);
                let place = Name { text: self.cx.full_name(place, here).into_owned(), span: here };
                let function = Name { text: name.to_owned(), span: here };
                let known = check(&function, &place);
                self.is_poisoned |= known.is_none();
                let argument = store.symbol(known.as_ref().unwrap_or(&place.text));
                Some(Ok(turned_call::of(store, name, argument, &self.cx.scope(here).frame)))
            }
        }
    }

    fn candidates(&self) -> Vec<String> {
        if self.cx.is_full() {
            return Vec::new();
        }
        let variables = self.vocabulary.variables.iter().copied();
        let names = variables.chain(self.cx.definitions_at(self.span)).take(MOST_CANDIDATES);
        names.map(str::to_owned).collect()
    }
}

impl Scope<'_> {
    /// A call of a table.
    fn table(
        &mut self,
        name: &str,
        table: &ValueTable,
        arguments: &[Syntax],
        store: &mut Expressions,
    ) -> Result<Expr, LowerError> {
        let refused = |span: std::ops::Range<usize>, reason: &str| {
            Err(LowerError::WrongArguments { span, name: name.to_owned(), reason: reason.to_owned() })
        };
        let [argument] = arguments else {
            let ends = arguments.first().zip(arguments.last());
            let span = ends.map_or(0..self.text.len(), |(first, last)| first.span.start..last.span.end);
            return refused(span, "a table takes one argument");
        };
        if self.vocabulary.keeps_parameters {
            return refused(argument.span.clone(), "tables cannot be used in symbolic expressions");
        }
        if argument.is_condition() {
            return refused(argument.span.clone(), "the argument of a table is a number, not a condition");
        }
        let lowered = lower(argument, store, self)?;
        let Some(function) = &table.function else {
            self.is_poisoned = true;
            return Ok(lowered);
        };
        Ok(store.tabulated(function, 0, lowered))
    }
}

fn lower_error(cx: &Context<'_>, error: &LowerError, place: Span, vocabulary: &Vocabulary<'_>) -> Diagnostic {
    let code = match error {
        LowerError::UnknownName { name, .. } => {
            if let Some(diagnostic) = varying(cx, name, place, vocabulary) {
                return diagnostic;
            }
            codes::UNKNOWN_SYMBOL
        }
        LowerError::UnknownFunction { .. } => codes::UNKNOWN_SYMBOL,
        LowerError::WrongArguments { .. } => codes::EXPRESSION,
        LowerError::DivisionByZero { .. } => codes::NOT_FINITE,
    };
    let diagnostic = Diagnostic::error(code, place, error.to_string());
    if let LowerError::UnknownFunction { name, .. } = error {
        let scope = cx.scope(place);
        let tables = cx.tables.keys().filter_map(|table| scope.own(table));
        if let Some(meant) = did_you_mean(name, tables) {
            return diagnostic.hint(format!("did you mean {meant}?"));
        }
    }
    match error.hint().or_else(|| power_of_unit(error)) {
        Some(hint) => diagnostic.hint(hint),
        None if code == codes::UNKNOWN_SYMBOL => diagnostic.hint(known_names(cx, place, vocabulary)),
        None => diagnostic,
    }
}

/// `kg/m3`: a unit without `^` before its power is read as a name.
fn power_of_unit(error: &LowerError) -> Option<String> {
    let LowerError::UnknownName { name, .. } = error else { return None };
    let symbol = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let power = &name[symbol.len()..];
    let is_unit = !power.is_empty() && lissom_symbolic::unit_of_symbol(symbol).is_some();
    is_unit.then(|| format!("write the power of a unit with ^: {symbol}^{power}"))
}

/// A variable that is not allowed, such as `t` in a length.
fn varying(cx: &Context<'_>, name: &str, place: Span, vocabulary: &Vocabulary<'_>) -> Option<Diagnostic> {
    let meaning = match name {
        "t" => "time",
        "x" => "the place along a continuum",
        "angle" | "rate" => "the motion of a hinge",
        _ if cx.definition(name, place).is_some() => "a signal in time",
        _ => return None,
    };
    let message = format!("`{name}` is {meaning}, but a constant is required");
    let diagnostic = Diagnostic::error(codes::NOT_CONSTANT, place, message);
    let allowed = vocabulary.variables;
    Some(if allowed.is_empty() {
        diagnostic.hint("only numbers, units and [params] are allowed here")
    } else {
        diagnostic.hint(format!("besides [params], only {} are allowed here", allowed.join(", ")))
    })
}

fn known_names(cx: &Context<'_>, place: Span, vocabulary: &Vocabulary<'_>) -> String {
    let variables = vocabulary.variables.iter().copied();
    let known: Vec<&str> = variables.chain(cx.definitions_at(place)).take(12).collect();
    if known.is_empty() {
        "define it in [params]".to_owned()
    } else {
        format!("known here: {}", known.join(", "))
    }
}

fn check_dimension(
    cx: &Context<'_>,
    syntax: &Syntax,
    vocabulary: &Vocabulary<'_>,
    key: &str,
    at: &dyn Fn(&std::ops::Range<usize>) -> Span,
) -> Option<()> {
    let here = at(&syntax.span);
    let known = |name: &str| match cx.table(name, here) {
        Some(table) => table.known[1],
        None if vocabulary.has_variable(name) => Known::Any,
        None => cx.definition(name, here).map_or(Known::Any, |definition| definition.known),
    };
    check_arguments(cx, syntax, &known, at)?;
    let found = match dimension_of(syntax, &known) {
        Ok(found) => found,
        Err(error) => {
            cx.error(codes::WRONG_UNIT, at(&error.span()), error.to_string());
            return None;
        }
    };
    let (Known::Dimension(found), false) = (found, vocabulary.quantity.unit == "*") else { return Some(()) };
    let expected: Vec<_> = units(vocabulary.quantity.unit).collect();
    // A pure number that was written without any unit, such as `sin(t)`, is in SI units of the expected
    // quantity.
    if expected.contains(&found) || (found.is_none() && !has_unit(syntax)) {
        return Some(());
    }
    let words: Vec<String> = expected.iter().map(ToString::to_string).collect();
    let message = format!("`{key}`: expected {}, found {found}", words.join(" or "));
    cx.error(codes::WRONG_UNIT, at(&syntax.span), message);
    None
}

/// The arguments of tables have the unit of their first column.
fn check_arguments(
    cx: &Context<'_>,
    syntax: &Syntax,
    known: &dyn Fn(&str) -> Known,
    at: &dyn Fn(&std::ops::Range<usize>) -> Span,
) -> Option<()> {
    let here = at(&syntax.span);
    let mut is_right = true;
    each_part(syntax, &mut |part| {
        let SyntaxKind::Call(name, arguments) = &part.kind else { return };
        let (Some(table), [argument]) = (cx.table(name, here), &arguments[..]) else { return };
        let complaint = match dimension_of(argument, known) {
            Err(error) => Some((at(&error.span()), error.to_string())),
            Ok(found) => value_tables::fits(table, found).err().map(|[wanted, found]| {
                let message = format!("the argument of table `{name}` is {wanted}, found {found}");
                (at(&argument.span), message)
            }),
        };
        if let Some((span, message)) = complaint {
            is_right = false;
            cx.error(codes::WRONG_UNIT, span, message);
        }
    });
    is_right.then_some(())
}

/// Calls `visit` with a parsed text and all its parts. The depth is bounded by the parser.
pub(crate) fn each_part(syntax: &Syntax, visit: &mut dyn FnMut(&Syntax)) {
    visit(syntax);
    match &syntax.kind {
        SyntaxKind::Number(_) | SyntaxKind::Quantity(..) | SyntaxKind::Pi | SyntaxKind::Name(_) => {}
        SyntaxKind::Function(_, parts) | SyntaxKind::Call(_, parts) => {
            parts.iter().for_each(|part| each_part(part, visit));
        }
        SyntaxKind::And(parts) | SyntaxKind::Or(parts) => {
            parts.iter().for_each(|part| each_part(part, visit))
        }
        SyntaxKind::Sum(parts) | SyntaxKind::Product(parts) => {
            parts.iter().for_each(|(_, part)| each_part(part, visit));
        }
        SyntaxKind::Negate(part) | SyntaxKind::Not(part) => each_part(part, visit),
        SyntaxKind::Power(a, b) | SyntaxKind::Compare(_, a, b) => {
            each_part(a, visit);
            each_part(b, visit);
        }
        SyntaxKind::If(parts) => parts.iter().for_each(|part| each_part(part, visit)),
    }
}

/// Whether some number in the text has a unit.
fn has_unit(syntax: &Syntax) -> bool {
    let mut found = false;
    each_part(syntax, &mut |part| found |= matches!(part.kind, SyntaxKind::Quantity(..)));
    found
}

/// The dimensions of a description's unit; alternatives are separated by `|`.
fn units(text: &str) -> impl Iterator<Item = lissom_symbolic::Dimension> {
    text.split('|').map(|unit| match unit.trim() {
        "-" => lissom_symbolic::Dimension::NONE,
        unit => unit.parse::<Unit>().expect("units in descriptions are units").dimension,
    })
}

/// The dimension of a parsed text.
pub(crate) fn known_dimension(cx: &Context<'_>, syntax: &Syntax, span: Span) -> Known {
    let known = |name: &str| match cx.table(name, span) {
        Some(table) => table.known[1],
        None => cx.definition(name, span).map_or(Known::Any, |definition| definition.known),
    };
    dimension_of(syntax, &known).unwrap_or(Known::Any)
}

/// The value of an expression without free names.
pub(crate) fn evaluate(cx: &Context<'_>, expr: Expr, span: Span, key: &str) -> Option<f64> {
    let store = cx.expressions.borrow();
    let program = Program::compile(&store, &[expr], &[]).expect("a constant has no free names");
    let mut value = [0.0];
    match program.evaluate_checked(&[], &mut Vec::new(), &mut value) {
        Ok(()) => finite(cx, value[0], span, key),
        Err(error) => not_finite(cx, span, key, &format!("has no finite value: {error}")),
    }
}

fn finite(cx: &Context<'_>, value: f64, span: Span, key: &str) -> Option<f64> {
    if value.is_finite() {
        return Some(value);
    }
    let what = if value.is_nan() { "is not a number (nan)" } else { "is not finite" };
    not_finite(cx, span, key, what)
}

fn not_finite<T>(cx: &Context<'_>, span: Span, key: &str, what: &str) -> Option<T> {
    let diagnostic = Diagnostic::error(codes::NOT_FINITE, span, format!("`{key}` {what}"));
    cx.report(diagnostic.hint("every number of a model must be finite, below 1.8e308"));
    None
}

fn in_range(cx: &Context<'_>, value: f64, range: Range, span: Span, key: &str) -> Option<f64> {
    if range.contains(value) {
        return Some(value);
    }
    cx.error(codes::OUT_OF_RANGE, span, format!("`{key}` must be {}, found {value}", range.words()));
    None
}

/// The place of a part of a text inside the file; with escapes in the string, the whole string.
pub(crate) fn inside(cx: &Context<'_>, span: Span, text: &str, range: &std::ops::Range<usize>) -> Span {
    let written = cx.sources.covered(span);
    let quotes = (written.len().saturating_sub(text.len())) / 2;
    let is_verbatim = written.get(quotes..quotes + text.len()) == Some(text);
    if is_verbatim { span.part(quotes + range.start, quotes + range.end) } else { span }
}
