//! How sections and keys of the model file are described: the single source of the reader, the JSON schema
//! and the reference table.

/// A section of the model file.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its name, dotted when nested: `beam`, `analysis.modes`.
    pub name: &'static str,
    /// How it is written.
    pub form: Form,
    /// What it describes, in one sentence.
    pub doc: &'static str,
    /// Its keys; empty for [`Form::Map`], whose keys are free.
    pub keys: &'static [Key],
}

/// How a section is written.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// `[model]`, once.
    Table,
    /// `[material.NAME]`, once for each name.
    Named,
    /// `[[beam]]`, once for each part.
    Array,
    /// `[params]`: free names, each with a value of this kind.
    Map(Kind),
}

/// A key of a section.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Kind of its value.
    pub kind: Kind,
    /// Whether it is required.
    pub need: Need,
    /// What it means, in one line.
    pub doc: &'static str,
}

/// Whether a key must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Required.
    Required,
    /// Optional.
    Optional,
    /// Optional, with this default.
    Default(&'static str),
}

/// Kind of a value.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number, or an expression of parameters and units.
    Number(Quantity),
    /// A list of numbers.
    Numbers(Quantity, Length),
    /// A list of lists of numbers.
    Rows(Quantity),
    /// A whole number, from the first to the second, both included.
    Count(usize, usize),
    /// `true` or `false`.
    Switch,
    /// Any text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or a list of them.
    Words(&'static [&'static str]),
    /// The name of something, such as a node.
    Name(&'static str),
    /// A list of names, or one name.
    Names(&'static str),
    /// A list of names of this length.
    NameList(&'static str, Length),
    /// An expression in these variables, besides parameters.
    Law(&'static str),
    /// A list of such expressions.
    Laws(&'static str),
    /// `"x"`, `"-y"`, `"phi"`, `"rz"`, or a vector.
    Direction,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table with free names, each with a value of this kind.
    Map(&'static Kind),
    /// One of several kinds.
    Either(&'static [Kind]),
}

/// A physical quantity: its unit and valid range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// SI unit; `-` for a plain number, `*` for anything, alternatives separated by `|`.
    pub unit: &'static str,
    /// Valid range.
    pub range: Range,
}

/// Valid range of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// All finite numbers.
    Any,
    /// Above zero.
    Positive,
    /// Zero or above.
    NonNegative,
    /// Anything but zero.
    NonZero,
    /// Zero to one, both included.
    Fraction,
    /// Between two numbers, both excluded.
    Between(f64, f64),
}

/// How many entries a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// This many.
    Exactly(usize),
    /// At least one.
    Some,
    /// Any number, including none.
    Any,
    /// As many as the model has dimensions.
    Dimension,
}

impl Range {
    /// Whether a finite number lies in the range.
    pub(crate) fn contains(self, value: f64) -> bool {
        match self {
            Self::Any => true,
            Self::Positive => value > 0.0,
            Self::NonNegative => value >= 0.0,
            Self::NonZero => value != 0.0,
            Self::Fraction => (0.0..=1.0).contains(&value),
            Self::Between(low, high) => low < value && value < high,
        }
    }

    /// The range as text.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Any => "a number".to_owned(),
            Self::Positive => "positive".to_owned(),
            Self::NonNegative => "zero or positive".to_owned(),
            Self::NonZero => "different from zero".to_owned(),
            Self::Fraction => "between 0 and 1".to_owned(),
            Self::Between(low, high) => format!("between {low} and {high}"),
        }
    }
}

impl Kind {
    /// The quantity of a number-valued kind.
    pub(crate) fn quantity(&self) -> Option<Quantity> {
        match self {
            Self::Number(quantity) | Self::Numbers(quantity, _) | Self::Rows(quantity) => Some(*quantity),
            Self::Either(kinds) => kinds.iter().find_map(Self::quantity),
            Self::Map(kind) => kind.quantity(),
            _ => None,
        }
    }

    /// How many entries a list-valued kind has.
    pub(crate) fn length(&self) -> Length {
        match self {
            Self::Numbers(_, length) | Self::NameList(_, length) => *length,
            Self::Either(kinds) => {
                kinds.iter().map(Self::length).find(|length| *length != Length::Any).unwrap_or(Length::Any)
            }
            _ => Length::Any,
        }
    }

    /// Whether it names parts of the model.
    pub(crate) fn is_reference(&self) -> bool {
        match self {
            Self::Name(_) | Self::Names(_) | Self::NameList(..) => true,
            Self::Either(kinds) => kinds.iter().any(Self::is_reference),
            _ => false,
        }
    }

    /// The limits of a count.
    pub(crate) fn limits(&self) -> Option<(usize, usize)> {
        match self {
            Self::Count(least, most) => Some((*least, *most)),
            Self::Either(kinds) => kinds.iter().find_map(Self::limits),
            _ => None,
        }
    }

    /// The words of a word-valued kind.
    pub(crate) fn choices(&self) -> Option<&'static [&'static str]> {
        match self {
            Self::Word(choices) | Self::Words(choices) => Some(choices),
            Self::Either(kinds) => kinds.iter().find_map(Self::choices),
            _ => None,
        }
    }

    /// The keys of a table.
    pub(crate) fn keys(&self) -> Option<&'static [Key]> {
        match self {
            Self::Table(keys) => Some(keys),
            Self::Either(kinds) => kinds.iter().find_map(Self::keys),
            _ => None,
        }
    }
}

pub(crate) const fn number(unit: &'static str, range: Range) -> Kind {
    Kind::Number(Quantity { unit, range })
}

pub(crate) const fn numbers(unit: &'static str, range: Range, length: Length) -> Kind {
    Kind::Numbers(Quantity { unit, range }, length)
}

pub(crate) const fn required(name: &'static str, kind: Kind, doc: &'static str) -> Key {
    Key { name, kind, need: Need::Required, doc }
}

pub(crate) const fn optional(name: &'static str, kind: Kind, doc: &'static str) -> Key {
    Key { name, kind, need: Need::Optional, doc }
}

pub(crate) const fn defaulted(
    name: &'static str,
    kind: Kind,
    default: &'static str,
    doc: &'static str,
) -> Key {
    Key { name, kind, need: Need::Default(default), doc }
}
