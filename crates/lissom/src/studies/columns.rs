//! What a study keeps of each answer: numbers, found by the keys that lead to them.

use super::design::StudyError;
use serde_json::Value;
use std::str::FromStr;

/// Numbers of an answer by their keys, separated by dots: `frequencies_hz`, `frequencies_hz.0`,
/// `models.*.outputs.x.max`. `*` is every key, a number counts entries of a list from zero, and a list of numbers may end
/// in `min`, `max`, `first`, `last` or `mean`. A list without one of them gives a column for each entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    text: String,
    keys: Vec<String>,
}

/// Keys that every answer has and that say nothing about the model.
const NOT_RESULTS: [&str; 6] = ["lissom", "verb", "model", "warnings", "cost", "provenance"];

impl FromStr for Column {
    type Err = StudyError;

    fn from_str(text: &str) -> Result<Self, StudyError> {
        let keys: Vec<String> = text.split('.').map(|key| key.trim().to_owned()).collect();
        match keys.iter().any(String::is_empty) {
            true => Err(StudyError::Column {
                path: text.to_owned(),
                why: "write keys separated by dots".to_owned(),
            }),
            false => Ok(Self { text: text.to_owned(), keys }),
        }
    }
}

impl Column {
    /// What is kept of a verb's answers where nothing is requested: frequencies of modes, extremes of motions, critical speeds and loads,
    /// margins, derivatives, the state matrix of a bond graph; otherwise all single numbers.
    #[must_use]
    pub fn usual(verb: &str) -> Vec<Self> {
        let paths: &[&str] = match verb {
            "modes" => &["frequencies_hz"],
            "simulate" => &["models.*.outputs.*.min", "models.*.outputs.*.max", "models.*.outputs.*.last"],
            "campbell" => &["critical_speeds.*.speed"],
            "buckling" => &["modes.*.factor"],
            "loops" => &["loops.*.gain_margin", "loops.*.phase_margin_deg", "loops.*.delay_margin_s"],
            "sensitivities" => &["quantities.*.value", "quantities.*.derivatives"],
            "bond" => &["A"],
            _ => &["*"],
        };
        paths.iter().filter_map(|path| path.parse().ok()).collect()
    }

    /// The numbers of an answer with their labels.
    ///
    /// # Errors
    /// When the keys lead nowhere, or to something that is not a number.
    pub fn numbers(&self, answer: &Value) -> Result<Vec<(String, f64)>, StudyError> {
        let mut found = Vec::new();
        self.walk(answer, &self.keys, String::new(), &mut found)?;
        Ok(found)
    }

    fn walk(
        &self,
        at: &Value,
        keys: &[String],
        label: String,
        found: &mut Vec<(String, f64)>,
    ) -> Result<(), StudyError> {
        let Some((key, rest)) = keys.split_first() else { return self.take(at, label, found) };
        let labelled = |key: &str| if label.is_empty() { key.to_owned() } else { format!("{label}.{key}") };
        match at {
            Value::Object(map) if key == "*" => {
                let is_top = label.is_empty();
                for (key, value) in
                    map.iter().filter(|(key, _)| !is_top || !NOT_RESULTS.contains(&key.as_str()))
                {
                    // `*` at the end takes what is a number and leaves the others.
                    if !rest.is_empty() || is_number(value) {
                        self.walk(value, rest, labelled(key), found)?;
                    }
                }
                Ok(())
            }
            Value::Object(map) => {
                let known = || map.keys().cloned().collect::<Vec<_>>().join(", ");
                let value = map
                    .get(key)
                    .ok_or_else(|| self.wrong(format!("there is no `{key}` among {}", known())))?;
                self.walk(value, rest, labelled(key), found)
            }
            Value::Array(list) if key == "*" => list
                .iter()
                .enumerate()
                .try_for_each(|(k, value)| self.walk(value, rest, labelled(&k.to_string()), found)),
            Value::Array(list) => match key.parse::<usize>() {
                // A list that is shorter in this answer has no such number: that is no error.
                Ok(index) => {
                    list.get(index).map_or(Ok(()), |value| self.walk(value, rest, labelled(key), found))
                }
                Err(_) => self.summary(list, key, labelled(key), found),
            },
            Value::Null => Ok(()),
            _ => Err(self.wrong(format!("a number has no `{key}`"))),
        }
    }

    fn take(&self, at: &Value, label: String, found: &mut Vec<(String, f64)>) -> Result<(), StudyError> {
        match at {
            Value::Null => Ok(()),
            Value::Array(list) => list
                .iter()
                .enumerate()
                .try_for_each(|(k, value)| self.take(value, format!("{label}.{k}"), found)),
            value => {
                let number = number(value).ok_or_else(|| self.wrong(format!("`{label}` is not a number")))?;
                found.push((label, number));
                Ok(())
            }
        }
    }

    fn summary(
        &self,
        list: &[Value],
        word: &str,
        label: String,
        found: &mut Vec<(String, f64)>,
    ) -> Result<(), StudyError> {
        let numbers: Vec<f64> = list.iter().filter_map(number).collect();
        let value = match word {
            "min" => numbers.iter().copied().reduce(f64::min),
            "max" => numbers.iter().copied().reduce(f64::max),
            "first" => numbers.first().copied(),
            "last" => numbers.last().copied(),
            "mean" => (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64),
            _ => {
                let known = "a whole number, *, min, max, first, last or mean";
                return Err(self.wrong(format!("an entry of a list is {known}, not `{word}`")));
            }
        };
        found.extend(value.map(|value| (label, value)));
        Ok(())
    }

    fn wrong(&self, why: String) -> StudyError {
        StudyError::Column { path: self.text.clone(), why }
    }
}

fn is_number(value: &Value) -> bool {
    number(value).is_some()
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(is_so) => Some(f64::from(u8::from(*is_so))),
        value => value.as_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn kept(path: &str, answer: &Value) -> Result<Vec<(String, f64)>, StudyError> {
        path.parse::<Column>().unwrap().numbers(answer)
    }

    #[test]
    fn keys_lead_to_numbers() {
        let answer = json!({ "verb": "simulate", "f": [1.5, 2.5], "ok": true, "n": 3,
            "models": { "full": { "outputs": { "x": [0.0, -2.0, 1.0], "y": [] } } } });
        assert_eq!(kept("f", &answer).unwrap(), [("f.0".to_owned(), 1.5), ("f.1".to_owned(), 2.5)]);
        assert_eq!(kept("f.1", &answer).unwrap(), [("f.1".to_owned(), 2.5)]);
        assert_eq!(kept("f.7", &answer).unwrap(), []);
        assert_eq!(kept("*", &answer).unwrap(), [("n".to_owned(), 3.0), ("ok".to_owned(), 1.0)]);
        let extremes = kept("models.*.outputs.*.min", &answer).unwrap();
        assert_eq!(extremes, [("models.full.outputs.x.min".to_owned(), -2.0)]);
        assert_eq!(kept("models.full.outputs.x.last", &answer).unwrap()[0].1, 1.0);
    }

    #[test]
    fn wrong_keys_are_refused_with_what_there_is() {
        let answer = json!({ "f": [1.0], "name": "a" });
        assert!(kept("g", &answer).unwrap_err().to_string().contains("among f, name"));
        assert!(
            kept("name", &answer).is_err()
                && kept("f.best", &answer).is_err()
                && kept("f.0.x", &answer).is_err()
        );
        assert!("a..b".parse::<Column>().is_err());
    }
}
