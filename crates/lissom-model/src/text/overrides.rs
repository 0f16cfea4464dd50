//! Overrides of the file: `--set Fmax=50`, `--set "lA=60 cm"`, `--set beam.A.elements=8`.

/// Overrides in the order they were given.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    list: Vec<Override>,
}

/// One override.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// A parameter, or a dotted path such as `analysis.modes.count`.
    pub key: String,
    /// The value as typed: a number, an expression, a word, or a TOML value.
    pub text: String,
}

/// How an override is shown; spans of overrides count from here.
const FLAG: &str = "--set ";

impl Overrides {
    /// Adds one override.
    pub fn set(&mut self, key: impl Into<String>, text: impl Into<String>) {
        self.list.push(Override { key: key.into(), text: text.into() });
    }

    /// The overrides in order.
    pub fn iter(&self) -> impl Iterator<Item = &Override> {
        self.list.iter()
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Overrides {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut overrides = Self::default();
        for (key, text) in pairs {
            overrides.set(key, text);
        }
        overrides
    }
}

impl Override {
    /// As it was typed.
    pub(crate) fn shown(&self) -> String {
        format!("{FLAG}{}={}", self.key, self.text)
    }

    /// Byte range of the key in [`Override::shown`].
    pub(crate) fn key_range(&self) -> (usize, usize) {
        (FLAG.len(), FLAG.len() + self.key.len())
    }

    /// Byte range of the value in [`Override::shown`].
    pub(crate) fn text_range(&self) -> (usize, usize) {
        let start = FLAG.len() + self.key.len() + 1;
        (start, start + self.text.len())
    }
}
