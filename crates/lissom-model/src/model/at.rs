//! Where a machine is linearised.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Where a machine is linearised.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum At {
    /// In the reference configuration, without stress.
    #[default]
    Reference,
    /// In the equilibrium of the mechanism under its loads at t = 0.
    Rest,
    /// In the equilibrium on the load path, stable or not.
    Path,
    /// With the drive of `[analysis.states]` at a value (its unit), its force kept constant.
    Stroke(f64),
    /// In a static `[state.NAME]` of the model file.
    State(String),
}

impl FromStr for At {
    type Err = Infallible;

    /// What a user writes: `rest`, `path`, a value of the drive, or the name of a state.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match (text, text.parse::<f64>()) {
            ("rest", _) => Self::Rest,
            ("path", _) => Self::Path,
            (_, Ok(value)) if value.is_finite() => Self::Stroke(value),
            _ => Self::State(text.to_owned()),
        })
    }
}

impl At {
    /// The place of a name in the model file: `rest`, `path`, or a state. A name is never a value of the drive.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        match name {
            "rest" => Self::Rest,
            "path" => Self::Path,
            state => Self::State(state.to_owned()),
        }
    }

    /// Reads the text of [`fmt::Display`], as stored in files of reduced models.
    #[must_use]
    pub fn from_label(text: &str) -> Self {
        let value = text.strip_prefix("stroke ").and_then(|value| value.parse().ok());
        match (text, value, text.strip_prefix("state ")) {
            ("rest", ..) => Self::Rest,
            ("path", ..) => Self::Path,
            (_, Some(value), _) => Self::Stroke(value),
            (_, _, Some(name)) => Self::State(name.to_owned()),
            _ => Self::Reference,
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference => f.write_str("reference"),
            Self::Rest => f.write_str("rest"),
            Self::Path => f.write_str("path"),
            // The shortest text that reproduces the number.
            Self::Stroke(value) => write!(f, "stroke {value:?}"),
            Self::State(name) => write!(f, "state {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::At;

    #[test]
    fn labels_are_read_back() {
        for at in [At::Reference, At::Rest, At::Path, At::Stroke(0.1 + 0.2), At::State("lifted up".into())] {
            assert_eq!(At::from_label(&at.to_string()), at);
        }
    }

    #[test]
    fn users_write_values_and_the_model_file_writes_names() {
        assert_eq!("0.05".parse(), Ok(At::Stroke(0.05)));
        assert_eq!("rest".parse(), Ok(At::Rest));
        assert_eq!("0.05x".parse(), Ok(At::State("0.05x".into())));
        assert_eq!(At::from_name("5"), At::State("5".into()));
    }
}
