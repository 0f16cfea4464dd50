//! The reference table of the model file, as Markdown.

use crate::model::Motion;
use crate::sections::joining::joint_kinds::{JOINTS, JointDescription};
use crate::vocabulary::choices::{
    Choice, EXPORT_FORMATS, INTEGRATORS, PART_FORMATS, REDUCTION_METHODS, ReductionMethod, SAVED_REDUCTION,
};
use crate::vocabulary::description::{Form, Key, Kind, Length, Need, Quantity, Range, Section};
use crate::vocabulary::registry::SECTIONS;

/// The reference of all sections and keys, generated from [`SECTIONS`].
pub fn reference() -> String {
    let mut page = format!("{HEAD}## `include`\n\n{INCLUDE}\n\n");
    for section in SECTIONS {
        page.push_str(&section_text(section));
    }
    page
}

/// The key `include` at the top of the file.
pub(crate) const INCLUDE: &str = "A list of files at the top of the file, such as `include = [\"materials.toml\"]`: their \
    `[material]`, `[section]` and `[params]` are those of this file, too. Names are relative to this file, and files may \
    include others; a file that is reached twice is taken once. A name that two files define is an error.";

const HEAD: &str = "# The model file

A model file is TOML. Its first line is `lissom = 1`, the version of the format. Numbers are in SI units; any number may
also be a text with a unit (`\"210 GPa\"`) or an expression of `[params]` (`\"2*pi/speed\"`). Unknown keys are errors.
This page is made from the same descriptions that check the file.

";

fn section_text(section: &Section) -> String {
    let (title, rest) = match section.form {
        Form::Table => (format!("[{}]", section.name), String::new()),
        Form::Named => (format!("[{}.NAME]", section.name), String::new()),
        Form::Array => (format!("[[{}]]", section.name), String::new()),
        Form::Map(kind) => (format!("[{}]", section.name), format!("Each entry: {}.\n\n", kind_text(&kind))),
    };
    let table = if section.keys.is_empty() { rest } else { key_table(section.keys) };
    format!("## `{title}`\n\n{}\n\n{table}{}", section.doc, choices_text(section.name))
}

/// Meaning of the keywords of a section.
fn choices_text(section: &str) -> String {
    match section {
        "reduce" => {
            let rows: String =
                REDUCTION_METHODS.iter().chain([&SAVED_REDUCTION]).map(reduction_row).collect();
            format!("| method | meaning | requires | also accepts |\n|---|---|---|---|\n{rows}\n")
        }
        "hinge" => joint_table(),
        "analysis.simulate" => choice_table("integrator", &INTEGRATORS),
        "fe_part" => choice_table("format", &PART_FORMATS),
        "export" => choice_table("to", &EXPORT_FORMATS),
        _ => String::new(),
    }
}

/// All kinds of joints with the motions that `motion` may name.
fn joint_table() -> String {
    let row = |joint: &JointDescription| {
        let motion =
            |motion: &Motion| format!("`{}` [{}]", motion.name, if motion.turns { "rad" } else { "m" });
        let motions: Vec<String> = joint.motions.iter().map(motion).collect();
        let motions = if motions.is_empty() { "none".to_owned() } else { motions.join(", ") };
        let room = if joint.planar { "plane, space" } else { "space" };
        format!("| `[[{}]]` | {motions} | {room} |\n", joint.section.name)
    };
    let rows: String = JOINTS.iter().map(row).collect();
    format!("Joints and their free motions:\n\n| joint | motions | models |\n|---|---|---|\n{rows}\n")
}

fn choice_table(key: &str, choices: &[Choice]) -> String {
    let rows: String =
        choices.iter().map(|choice| format!("| `{}` | {} |\n", choice.name, choice.doc)).collect();
    format!("| {key} | meaning |\n|---|---|\n{rows}\n")
}

fn reduction_row(method: &ReductionMethod) -> String {
    let keys = |keys: &[&str], between: &str| {
        keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(between)
    };
    let mut needs = keys(method.needs, ", ");
    if !method.needs_one_of.is_empty() {
        let choice = keys(method.needs_one_of, " or ");
        needs = if needs.is_empty() { choice } else { format!("{needs}; {choice}") };
    }
    format!("| `{}` | {} | {needs} | {} |\n", method.name, method.doc, keys(method.knows, ", "))
}

fn key_table(keys: &[Key]) -> String {
    let mut table = String::from("| key | value | default | meaning |\n|---|---|---|---|\n");
    for key in keys {
        push_row(&mut table, key, "");
    }
    table.push('\n');
    table
}

fn push_row(table: &mut String, key: &Key, outer: &str) {
    let default = match key.need {
        Need::Required => "**required**",
        Need::Optional => "",
        Need::Default(default) => default,
    };
    let kind = kind_text(&key.kind).replace('|', "\\|");
    table.push_str(&format!("| `{outer}{}` | {kind} | {default} | {} |\n", key.name, key.doc));
    for inner in inner_keys(&key.kind) {
        push_row(table, inner, &format!("{outer}{}.", key.name));
    }
}

fn inner_keys(kind: &Kind) -> &'static [Key] {
    match kind {
        Kind::Table(keys) => keys,
        Kind::Map(inner) => inner_keys(inner),
        Kind::Either(kinds) => kinds.iter().map(inner_keys).find(|keys| !keys.is_empty()).unwrap_or(&[]),
        _ => &[],
    }
}

fn kind_text(kind: &Kind) -> String {
    match kind {
        Kind::Number(quantity) => quantity_text("number", *quantity),
        Kind::Numbers(quantity, length) => {
            quantity_text(&format!("{} numbers", length_text(*length)), *quantity)
        }
        Kind::Rows(quantity) => quantity_text("rows of numbers", *quantity),
        Kind::Count(least, most) => format!("whole number, {least} to {most}"),
        Kind::Switch => "true or false".to_owned(),
        Kind::Text => "text".to_owned(),
        Kind::Word(words) => words_text(words),
        Kind::Words(words) => format!("one or a list of {}", words_text(words)),
        Kind::Name(what) => format!("name of {}", with_article(what)),
        Kind::Names(what) => format!("one or a list of {what} names"),
        Kind::NameList(what, length) => format!("{} {what} names", length_text(*length)),
        Kind::Law(variables) => format!("expression in {variables}"),
        Kind::Laws(variables) => format!("list of expressions in {variables}"),
        Kind::Direction => "direction: `\"x\"`, `\"-y\"`, `\"phi\"`, `\"rz\"` … or a vector".to_owned(),
        Kind::Table(_) => "table".to_owned(),
        Kind::Map(inner) => format!("table of names, each with {}", with_article(&kind_text(inner))),
        Kind::Either(kinds) => kinds.iter().map(kind_text).collect::<Vec<_>>().join(", or "),
    }
}

/// `a node`, `an output`, `an FE part`.
fn with_article(noun: &str) -> String {
    let is_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']) || noun.starts_with("FE");
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}

fn length_text(length: Length) -> String {
    match length {
        Length::Exactly(count) => count.to_string(),
        Length::Some => "one or more".to_owned(),
        Length::Any => "list of".to_owned(),
        Length::Dimension => "`dim`".to_owned(),
    }
}

fn quantity_text(noun: &str, quantity: Quantity) -> String {
    let unit = match quantity.unit {
        "*" => String::new(),
        unit => format!(" [{unit}]"),
    };
    match quantity.range {
        Range::Any => format!("{noun}{unit}"),
        range => format!("{noun}{unit}, {}", range.words()),
    }
}

fn words_text(words: &[&str]) -> String {
    words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", ")
}
