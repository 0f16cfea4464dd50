//! Programs as source in C and Rust: one line per operation, common parts computed once.

use std::fmt::Write;

use crate::evaluation::instruction::Instruction;
use crate::evaluation::program::Program;
use crate::store::function::Function;
use crate::store::tabulated::Tabulated;
use crate::text::syntax::Relation;

/// A language that programs are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C99, with `math.h`.
    C,
    /// Rust, with the standard library only.
    Rust,
}

/// Helper functions missing from a language: an undefined value is never hidden.
const C_HELPERS: &[(&str, &str)] = &[
    (
        "relation",
        "static double relation(double a, double b, int holds) { return a != a || b != b ? NAN : holds; }",
    ),
    (
        "both",
        "static double both(double a, double b) { return a == 0 || b == 0 ? 0 : a != a || b != b ? NAN : 1; }",
    ),
    ("opposite", "static double opposite(double a) { return a != a ? a : a == 0; }"),
    ("choice", "static double choice(double c, double a, double b) { return c != c ? c : c != 0 ? a : b; }"),
    ("sign", "static double sign(double a) { return a > 0 ? 1 : a < 0 ? -1 : a; }"),
    ("step", "static double step(double a) { return a != a ? a : a >= 0; }"),
    ("least", "static double least(double a, double b) { return a != a || b != b ? NAN : a < b ? a : b; }"),
    ("most", "static double most(double a, double b) { return a != a || b != b ? NAN : a > b ? a : b; }"),
    (
        "remainder_of",
        "static double remainder_of(double a, double b) { double r = fmod(a, b); return r != 0 && (r < 0) != (b < 0) ? r + b : r; }",
    ),
];

const RUST_HELPERS: &[(&str, &str)] = &[
    (
        "relation",
        "fn relation(a: f64, b: f64, holds: bool) -> f64 { if a.is_nan() || b.is_nan() { f64::NAN } else { f64::from(u8::from(holds)) } }",
    ),
    (
        "both",
        "fn both(a: f64, b: f64) -> f64 { if a == 0.0 || b == 0.0 { 0.0 } else if a.is_nan() || b.is_nan() { f64::NAN } else { 1.0 } }",
    ),
    ("opposite", "fn opposite(a: f64) -> f64 { if a.is_nan() { a } else { f64::from(u8::from(a == 0.0)) } }"),
    (
        "choice",
        "fn choice(c: f64, a: f64, b: f64) -> f64 { if c.is_nan() { c } else if c != 0.0 { a } else { b } }",
    ),
    ("sign", "fn sign(a: f64) -> f64 { if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else { a } }"),
    ("step", "fn step(a: f64) -> f64 { if a.is_nan() { a } else { f64::from(u8::from(a >= 0.0)) } }"),
    (
        "least",
        "fn least(a: f64, b: f64) -> f64 { if a.is_nan() || b.is_nan() { f64::NAN } else { a.min(b) } }",
    ),
    ("most", "fn most(a: f64, b: f64) -> f64 { if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) } }"),
    (
        "remainder_of",
        "fn remainder_of(a: f64, b: f64) -> f64 { let r = a % b; if r != 0.0 && (r < 0.0) != (b < 0.0) { r + b } else { r } }",
    ),
];

impl Program {
    /// The program as a function `name` from an array of inputs to an array of outputs.
    ///
    /// `inputs` and `outputs` describe the array entries; they become comments, so they need not be
    /// identifiers.
    ///
    /// ```
    /// use lissom_symbolic::{AnyName, Expressions, Language, Program, lower, parse};
    /// let mut store = Expressions::new();
    /// let expr = lower(&parse("sin(a)^2 + sin(a)", &|_| true)?, &mut store, &mut AnyName)?;
    /// let a = store.symbol("a");
    /// let program = Program::compile(&store, &[expr], &[a])?;
    /// let source = program.source(Language::C, "f", &["a".to_owned()], &["value".to_owned()]);
    /// assert_eq!(source.matches("sin(").count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source(&self, language: Language, name: &str, inputs: &[String], outputs: &[String]) -> String {
        let mut body = String::new();
        let given = self.inputs.len() + self.constants.len();
        for (at, instruction) in self.instructions.iter().enumerate() {
            let value = self.operation(language, *instruction);
            let (opening, target) = match language {
                Language::C => ("const double", at + given),
                Language::Rust => ("let", at + given),
            };
            let _ = writeln!(body, "    {opening} r{target} = {value};");
        }
        let helpers = match language {
            Language::C => C_HELPERS,
            Language::Rust => RUST_HELPERS,
        };
        let mut text = match language {
            Language::C => "#include <math.h>\n\n".to_owned(),
            Language::Rust => String::new(),
        };
        for (helper, source) in helpers {
            if body.contains(&format!(" {helper}(")) {
                let _ = writeln!(text, "{source}\n");
            }
        }
        for (what, list) in [("in", inputs), ("out", outputs)] {
            for (at, meaning) in list.iter().enumerate() {
                let _ = writeln!(text, "// {what}[{at}]: {}", meaning.replace('\n', " "));
            }
        }
        let (i, o) = (self.inputs.len(), self.outputs.len());
        let _ = match language {
            Language::C => writeln!(text, "void {name}(const double in[], double out[]) {{\n    (void)in;"),
            Language::Rust => writeln!(
                text,
                "pub fn {name}(input: &[f64; {i}], out: &mut [f64; {o}]) {{\n    let _ = input;"
            ),
        };
        text.push_str(&body);
        for (at, register) in self.outputs.iter().enumerate() {
            let _ = writeln!(text, "    out[{at}] = {};", self.register(language, *register));
        }
        text + "}\n"
    }

    fn register(&self, language: Language, register: u32) -> String {
        let at = register as usize;
        match at.checked_sub(self.inputs.len()) {
            None if language == Language::C => format!("in[{at}]"),
            None => format!("input[{at}]"),
            Some(k) if k < self.constants.len() => number(language, self.constants[k]),
            Some(_) => format!("r{at}"),
        }
    }

    fn operation(&self, language: Language, instruction: Instruction<u32>) -> String {
        let r = |register: u32| self.register(language, register);
        match instruction {
            Instruction::Add(a, b) => format!("{} + {}", r(a), r(b)),
            Instruction::Subtract(a, b) => format!("{} - {}", r(a), r(b)),
            Instruction::Multiply(a, b) => format!("{} * {}", r(a), r(b)),
            Instruction::Divide(a, b) => format!("{} / {}", r(a), r(b)),
            Instruction::Negate(a) => format!("-({})", r(a)),
            Instruction::IntegerPower(a, n) => match language {
                // Small powers are products in the order in which programs evaluate them.
                _ if n == 2 => format!("{0} * {0}", r(a)),
                _ if n == 3 => format!("{0} * ({0} * {0})", r(a)),
                Language::C => format!("pow({}, {n})", r(a)),
                Language::Rust => format!("({}).powi({n})", r(a)),
            },
            Instruction::Power(a, b) => match language {
                Language::C => format!("pow({}, {})", r(a), r(b)),
                Language::Rust => format!("({}).powf({})", r(a), r(b)),
            },
            Instruction::One(function, a) => unary_call(language, function, &r(a)),
            Instruction::Two(function, a, b) => two(language, function, &r(a), &r(b)),
            Instruction::Compare(relation, a, b) => {
                format!("relation({0}, {1}, {0} {2} {1})", r(a), r(b), relation_sign(relation))
            }
            Instruction::And(a, b) => format!("both({}, {})", r(a), r(b)),
            Instruction::Or(a, b) => format!("opposite( both( opposite({}), opposite({})))", r(a), r(b)),
            Instruction::Not(a) => format!("opposite({})", r(a)),
            Instruction::Table(table, order, a) => {
                tabulated(language, &self.tables[table as usize], order, &r(a))
            }
            Instruction::Choose(c, a, b) => format!("choice({}, {}, {})", r(c), r(a), r(b)),
        }
    }
}

/// A number that reads back as the same one, in brackets if it is negative.
fn number(language: Language, value: f64) -> String {
    let text = match language {
        Language::C => format!("{value:?}"),
        Language::Rust => format!("{value:?}_f64"),
    };
    if value.is_sign_negative() { format!("({text})") } else { text }
}

/// A function given by points, as a chain of choices between its pieces.
fn tabulated(language: Language, table: &Tabulated, order: u8, argument: &str) -> String {
    let mut text = String::new();
    for (k, (end, origin, coefficients)) in table.written_pieces(order).enumerate() {
        let [origin, c0, c1, c2, c3] =
            [origin, coefficients[0], coefficients[1], coefficients[2], coefficients[3]].map(|value| {
                if value.is_nan() { undefined(language).to_owned() } else { number(language, value) }
            });
        let s = format!("({argument} - {origin})");
        let value = format!("{c0} + {s} * ({c1} + {s} * ({c2} + {s} * {c3}))");
        let relation = if end.is_some_and(|end| end == table.range().1) { "<=" } else { "<" };
        text += &match (end, language) {
            (Some(end), Language::C) => {
                format!("{argument} {relation} {} ? {value} : ", number(language, end))
            }
            (None, Language::C) => value,
            (Some(end), Language::Rust) => {
                let word = if k == 0 { "if" } else { "else if" };
                format!("{word} {argument} {relation} {} {{ {value} }} ", number(language, end))
            }
            (None, Language::Rust) => format!("else {{ {value} }}"),
        };
    }
    text
}

fn undefined(language: Language) -> &'static str {
    match language {
        Language::C => "NAN",
        Language::Rust => "f64::NAN",
    }
}

fn unary_call(language: Language, function: Function, a: &str) -> String {
    let helper = match function {
        Function::Sign => Some("sign"),
        Function::Step => Some("step"),
        _ => None,
    };
    if let Some(helper) = helper {
        return format!("{helper}({a})");
    }
    let name = match (function, language) {
        (Function::Abs, Language::C) => "fabs",
        (Function::Log, Language::Rust) => "ln",
        (other, _) => other.name(),
    };
    match language {
        Language::C => format!("{name}({a})"),
        Language::Rust => format!("({a}).{name}()"),
    }
}

fn two(language: Language, function: Function, a: &str, b: &str) -> String {
    let helper = match function {
        Function::Min => Some("least"),
        Function::Max => Some("most"),
        Function::Mod => Some("remainder_of"),
        _ => None,
    };
    match (helper, language, function) {
        (Some(helper), ..) => format!("{helper}({a}, {b})"),
        (None, Language::C, _) => format!("{}({a}, {b})", function.name()),
        (None, Language::Rust, Function::Pow) => format!("({a}).powf({b})"),
        (None, Language::Rust, _) => format!("({a}).{}({b})", function.name()),
    }
}

fn relation_sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::LessOrEqual => "<=",
        Relation::Greater => ">",
        Relation::GreaterOrEqual => ">=",
        Relation::Equal => "==",
        Relation::NotEqual => "!=",
    }
}
