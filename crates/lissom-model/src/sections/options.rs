//! Options of requests that are kept as read: numbers, names and switches by key.

use crate::reading::catalogue::Name;
use crate::reading::fields::Fields;
use crate::text::tree::{Value, ValueKind};
use crate::vocabulary::description::Kind;

/// What a request says, sorted by type. Keys of inner tables are dotted: `keep.tolerance`.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub numbers: Vec<(String, Vec<f64>)>,
    pub names: Vec<(String, Vec<String>)>,
    pub switches: Vec<(String, bool)>,
}

impl Options {
    /// Reads the given keys by their descriptions; `None` when something is wrong with one of them.
    pub fn read(fields: &Fields<'_>, keys: &[&str]) -> Option<Self> {
        let mut options = Self::default();
        let mut is_right = true;
        for key in fields.given(keys) {
            is_right &= options.take(fields, key, key).is_some();
        }
        is_right.then_some(options)
    }

    /// A number-valued option.
    pub fn number(&self, key: &str) -> Option<&[f64]> {
        self.numbers.iter().find(|(name, _)| name == key).map(|(_, numbers)| numbers.as_slice())
    }

    fn take(&mut self, fields: &Fields<'_>, key: &str, path: &str) -> Option<()> {
        let path_text = || path.to_owned();
        match form(fields.kind(key), fields.value(key)?) {
            OptionForm::Number => {
                let number = fields.number(key).given()?;
                self.numbers.push((path_text(), vec![number]));
            }
            OptionForm::Count => {
                let count = fields.count(key).given()?;
                self.numbers.push((path_text(), vec![count as f64]));
            }
            OptionForm::Numbers => {
                let numbers = fields.numbers(key).given()?;
                self.numbers.push((path_text(), numbers));
            }
            OptionForm::Word => {
                let words = fields.words(key).given()?;
                self.names.push((path_text(), words.into_iter().map(str::to_owned).collect()));
            }
            OptionForm::Text => {
                let names = fields.names(key).given()?;
                self.names.push((path_text(), names.into_iter().map(|name| name.text).collect()));
            }
            OptionForm::Switch => {
                let switch = fields.switch(key).given()?;
                self.switches.push((path_text(), switch));
            }
            OptionForm::Table => {
                let inner = fields.fields(key).given()?;
                let mut is_right = true;
                for key in inner.present() {
                    is_right &= self.take(&inner, key, &format!("{path}.{key}")).is_some();
                }
                return is_right.then_some(());
            }
        }
        Some(())
    }
}

enum OptionForm {
    Number,
    Count,
    Numbers,
    Word,
    Text,
    Switch,
    Table,
}

/// How a value is to be read; where the description leaves a choice, the value decides.
fn form(kind: &Kind, value: &Value) -> OptionForm {
    match kind {
        Kind::Number(_) => OptionForm::Number,
        Kind::Count(..) => OptionForm::Count,
        Kind::Numbers(..) => OptionForm::Numbers,
        Kind::Word(_) | Kind::Words(_) => OptionForm::Word,
        Kind::Switch => OptionForm::Switch,
        Kind::Table(_) => OptionForm::Table,
        Kind::Either(kinds) => {
            let is_table = matches!(value.kind, ValueKind::Table(_));
            let fits = |kind: &&Kind| matches!(kind, Kind::Table(_)) == is_table;
            form(kinds.iter().find(fits).unwrap_or(&kinds[0]), value)
        }
        _ => OptionForm::Text,
    }
}

/// Names of an option, with their places, for checking what they refer to.
pub(crate) fn references(fields: &Fields<'_>, key: &str) -> Vec<Name> {
    fields.names(key).given().unwrap_or_default()
}
