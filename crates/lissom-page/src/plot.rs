//! Plots: curves over one axis, in one or more panels that share it.

use super::decimation::decimated;
use super::display_numbers::{seven, short};
use serde_json::{Value, json};

/// Curves over one axis.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Short name, unique on the page; `lissom plot --what` knows it.
    pub id: String,
    /// Heading.
    pub title: String,
    /// What runs from left to right.
    pub x: Axis,
    /// One above the other; a Bode plot has two.
    pub panels: Vec<Panel>,
    /// Whether both axes have the same scale: a circle is round.
    pub is_equal: bool,
    /// What the reader should know.
    pub note: Option<String>,
}

/// A quantity with its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What it is.
    pub name: String,
    /// Unit; empty for none.
    pub unit: String,
    /// How it is divided.
    pub scale: Scale,
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal ratios.
    Logarithmic,
}

/// Curves with a common upright axis.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What runs upwards.
    pub y: Axis,
    /// The curves.
    pub series: Vec<Series>,
}

/// One curve.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Where it is known (unit of the plot's axis).
    pub x: Vec<f64>,
    /// Its values; NaN where there is a gap (unit of the panel's axis).
    pub y: Vec<f64>,
    /// Which colour: curves with the same number belong together.
    pub colour: usize,
    /// Which dash: 0 is a full line.
    pub dash: usize,
    /// Whether its points are marked.
    pub marked: bool,
    /// Whether its points are joined by a line.
    pub joined: bool,
    /// Why values are missing, where that is known: `rigid: nothing gives`.
    pub missing: &'static str,
}

impl Axis {
    /// An axis in equal steps.
    #[must_use]
    pub fn linear(name: &str, unit: &str) -> Self {
        Self { name: name.to_owned(), unit: unit.to_owned(), scale: Scale::Linear }
    }

    /// An axis in equal ratios.
    #[must_use]
    pub fn logarithmic(name: &str, unit: &str) -> Self {
        Self { scale: Scale::Logarithmic, ..Self::linear(name, unit) }
    }

    /// Name and unit.
    #[must_use]
    pub fn label(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{} [{}]", self.name, self.unit) }
    }

    fn to_json(&self) -> Value {
        let scale = match self.scale {
            Scale::Linear => "linear",
            Scale::Logarithmic => "log",
        };
        json!({ "name": self.name, "unit": self.unit, "scale": scale })
    }
}

impl Series {
    /// A full line.
    #[must_use]
    pub fn line(name: &str, x: &[f64], y: Vec<f64>, colour: usize) -> Self {
        Self {
            name: name.to_owned(),
            x: x.to_vec(),
            y,
            colour,
            dash: 0,
            marked: false,
            joined: true,
            missing: "not finite",
        }
    }

    /// The same curve with its points marked.
    #[must_use]
    pub fn marked(self) -> Self {
        Self { marked: true, ..self }
    }

    /// The points of the curve alone.
    #[must_use]
    pub fn unjoined(self) -> Self {
        Self { marked: true, joined: false, ..self }
    }

    /// The same curve in another dash.
    #[must_use]
    pub fn dashed(self, dash: usize) -> Self {
        Self { dash, ..self }
    }

    /// The same curve with the reason why values are missing.
    #[must_use]
    pub fn missing_because(self, missing: &'static str) -> Self {
        Self { missing, ..self }
    }

    /// Where values are missing, as text; `None` when all are there. On a logarithmic axis what is not above
    /// zero has no place either.
    fn gap(&self, x: &Axis, y: &Axis) -> Option<String> {
        let shown =
            |value: f64, axis: &Axis| value.is_finite() && (axis.scale == Scale::Linear || value > 0.0);
        let lost: Vec<usize> =
            (0..self.y.len()).filter(|i| !(shown(self.x[*i], x) && shown(self.y[*i], y))).collect();
        let (first, last) = (*lost.first()?, *lost.last()?);
        let reason = match lost.iter().all(|i| self.y[*i].is_finite() && self.x[*i].is_finite()) {
            true => "not above zero and cannot be drawn in equal ratios",
            false => self.missing,
        };
        let [from, to] = [first, last].map(|i| format!("{} {}", short(self.x[i]), x.unit));
        let place = if first == last { format!("at {from}") } else { format!("between {from} and {to}") };
        let count =
            if lost.len() == 1 { "1 value is".to_owned() } else { format!("{} values are", lost.len()) };
        Some(format!("{}: {count} {reason}, {place} ({} in all)", self.name, self.y.len()))
    }

    fn to_json(&self, x: &Axis, y: &Axis) -> Value {
        let (xs, ys) = decimated(&self.x, &self.y);
        let numbers = |values: Vec<f64>| values.into_iter().map(seven).collect::<Vec<f64>>();
        json!({
            "name": self.name, "x": numbers(xs), "y": numbers(ys), "points": self.x.len(),
            "colour": self.colour, "dash": self.dash, "marked": self.marked, "joined": self.joined, "gap": self.gap(x, y),
        })
    }
}

impl Plot {
    /// A plot of one panel.
    #[must_use]
    pub fn new(id: &str, title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Self {
        let panels = vec![Panel { y, series }];
        Self { id: id.to_owned(), title: title.to_owned(), x, panels, is_equal: false, note: None }
    }

    /// Gaps of all curves, as text.
    pub(super) fn gaps(&self) -> Vec<String> {
        let panels = self.panels.iter();
        panels.flat_map(|panel| panel.series.iter().filter_map(|s| s.gap(&self.x, &panel.y))).collect()
    }

    pub(super) fn to_json(&self) -> Value {
        let panels = self.panels.iter().map(|panel| {
            let series = panel.series.iter().map(|s| s.to_json(&self.x, &panel.y));
            json!({ "y": panel.y.to_json(), "series": series.collect::<Vec<_>>() })
        });
        json!({
            "kind": "plot", "id": self.id, "title": self.title, "x": self.x.to_json(),
            "panels": panels.collect::<Vec<_>>(), "is_equal": self.is_equal, "note": self.note,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_a_named_gap() {
        let x = [0.0, 1.0, 2.0, 3.0];
        let series = Series::line("full", &x, vec![1.0, f64::NAN, f64::INFINITY, 2.0], 0);
        let plot = Plot::new("p", "p", Axis::linear("time", "s"), Axis::linear("tip", "m"), vec![series]);
        assert_eq!(plot.gaps(), ["full: 2 values are not finite, between 1 s and 2 s (4 in all)"]);
        let json = plot.to_json();
        let drawn = &json["panels"][0]["series"][0];
        assert!(drawn["y"][1].is_null() && drawn["y"][2].is_null() && drawn["y"][3] == 2.0);
        assert_eq!(drawn["gap"], "full: 2 values are not finite, between 1 s and 2 s (4 in all)");
    }

    #[test]
    fn a_logarithmic_axis_says_what_it_cannot_show() {
        let series = Series::line("k", &[1.0, 2.0], vec![-1.0, 2.0], 0);
        let plot = Plot::new("p", "p", Axis::linear("x", "m"), Axis::logarithmic("k", "N/m"), vec![series]);
        assert!(plot.gaps()[0].contains("not above zero"), "{:?}", plot.gaps());
    }
}
