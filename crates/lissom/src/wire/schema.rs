//! The JSON schema of all answers, made from the types.

use super::reply::{Failed, Reply, ReplyProvenance, Said};
use super::{
    Bond, Buckling, Campbell, Check, ClosedPoles, Compare, Cycle, Derive, ExactModes, ExactPoles, Export,
    FilesProvenance, Frf, Import, Loops, Modes, Oscillations, Plot, PlotList, Reductions, Report,
    SelfTestAnswer, Sensitivities, Simulate, StatePoles, States, Study, TurningModes,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// A kind of answer.
pub struct AnswerKind {
    /// Its name in the schema.
    pub name: &'static str,
    /// The verb that gives it; `None` of a failure, which every verb may give.
    pub verb: Option<&'static str>,
    /// The question, as a heading: `` `lissom modes --exact` ``.
    pub question: &'static str,
    schema: fn(&mut SchemaGenerator) -> Value,
}

const fn of<T: Said>(name: &'static str, question: &'static str) -> AnswerKind {
    AnswerKind { name, verb: Some(T::VERB), question, schema: reply::<T, ReplyProvenance> }
}

/// Every kind of answer.
pub const ANSWERS: &[AnswerKind] = &[
    of::<Check>("check", "`lissom check`"),
    of::<Modes>("modes", "`lissom modes` of structures"),
    of::<TurningModes>("turning_modes", "`lissom modes` of structures with `[spin]`"),
    of::<ExactModes>("exact_modes", "`lissom modes --exact` without damping"),
    of::<ExactPoles>("exact_poles", "`lissom modes --exact` with damping"),
    of::<StatePoles>("state_poles", "`lissom modes --at` of mechanisms"),
    of::<ClosedPoles>("closed_poles", "`lissom modes --closed` of mechanisms with controllers"),
    of::<Oscillations>("oscillations", "`lissom modes` of modal bodies and bond graphs"),
    of::<States>("states", "`lissom states`"),
    of::<Simulate>("simulate", "`lissom simulate`"),
    of::<Frf>("frf", "`lissom frf`"),
    of::<Reductions>("reduce", "`lissom reduce`"),
    of::<Compare>("compare", "`lissom compare`"),
    of::<Cycle>("cycle", "`lissom cycle`"),
    of::<Buckling>("buckling", "`lissom buckling`"),
    of::<Loops>("loops", "`lissom loops`"),
    of::<Campbell>("campbell", "`lissom campbell`"),
    of::<Study>("sweep", "`lissom sweep`"),
    of::<Sensitivities>("sensitivities", "`lissom sensitivities`"),
    of::<Derive>("derive", "`lissom derive`"),
    of::<Bond>("bond", "`lissom bond`"),
    AnswerKind {
        name: "import",
        verb: Some(Import::VERB),
        question: "`lissom import`",
        schema: reply::<Import, FilesProvenance>,
    },
    of::<Export>("export", "`lissom export`"),
    of::<Report>("report", "`lissom report`"),
    of::<Plot>("plot", "`lissom plot --what`"),
    of::<PlotList>("plot_list", "`lissom plot` without `--what`"),
    AnswerKind {
        name: "self-test",
        verb: Some(SelfTestAnswer::VERB),
        question: "`lissom self-test`",
        schema: object::<SelfTestAnswer>,
    },
    AnswerKind { name: "failed", verb: None, question: "a failure", schema: object::<Failed> },
];

/// The schema of an answer, described as what the verb says is.
fn reply<T: Said, P: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    let mut own = object::<Reply<T, P>>(generator);
    own["description"] = object::<T>(generator)["description"].take();
    own
}

/// The schema of a type itself, not a reference to it.
fn object<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    T::json_schema(generator).to_value()
}

/// The JSON schema of all answers: one of [`ANSWERS`], each a definition.
#[must_use]
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut kinds = Map::new();
    for kind in ANSWERS {
        let mut own = (kind.schema)(&mut generator);
        if let Some(verb) = kind.verb {
            own["properties"]["verb"]["const"] = json!(verb);
        }
        kinds.insert(kind.name.to_owned(), own);
    }
    let mut definitions = generator.take_definitions(true);
    definitions.append(&mut kinds);
    definitions.values_mut().for_each(tidy);
    let all: Vec<Value> =
        ANSWERS.iter().map(|kind| json!({ "$ref": format!("#/$defs/{}", kind.name) })).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Answers of lissom",
        "description": "What `lissom VERB --json` prints. Made from the types of the wire format.",
        "anyOf": all,
        "$defs": definitions,
    })
}

/// Objects have no keys but those that are described; descriptions are plain text, without the escapes of rustdoc.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.contains_key("properties") && !map.contains_key("additionalProperties") {
                map.insert("additionalProperties".to_owned(), json!(false));
            }
            if let Some(Value::String(text)) = map.get_mut("description") {
                *text = text.replace("\\[", "[").replace("\\]", "]").replace('\n', " ");
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        _ => {}
    }
}
