//! Plots as drawings, without a browser.

use super::decimation::decimated;
use super::plot::{Panel, Plot, Scale, Series};
use super::svg::{curve_colour, dash, document, text, width};
use super::ticks::{Ticks, labels};
use lissom_model::xml_text;
use std::fmt::Write;

const WIDTH: f64 = 680.0;
const PANEL: f64 = 270.0;
/// A panel in which both axes have the same scale is higher.
const EQUAL_PANEL: f64 = 440.0;
const BETWEEN: f64 = 22.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 52.0;
const LINE: f64 = 18.0;

/// The plot as a drawing.
#[must_use]
pub(crate) fn plot_svg(plot: &Plot) -> String {
    let legend = Legend::of(plot);
    let top = 34.0 + legend.height();
    let notes: Vec<String> = plot.note.iter().cloned().chain(plot.gaps()).collect();
    let panels = plot.panels.len() as f64;
    let height = if plot.is_equal { EQUAL_PANEL } else { PANEL };
    let bottom = top + panels * height + (panels - 1.0) * BETWEEN;
    let mut body = format!(
        "<text x=\"{:.1}\" y=\"22\" text-anchor=\"middle\" font-size=\"14\" fill=\"#222222\">{}</text>\n",
        (LEFT + WIDTH - RIGHT) / 2.0,
        xml_text(&plot.title)
    );
    body += &legend.draw();
    for (k, panel) in plot.panels.iter().enumerate() {
        let is_last = k + 1 == plot.panels.len();
        let [x, y] = axes(plot, panel, height);
        body += &draw_panel(panel, [&x, &y], [top + k as f64 * (height + BETWEEN), height], is_last);
    }
    body += &text((LEFT + WIDTH - RIGHT) / 2.0, bottom + 40.0, "middle", &plot.x.label());
    for (k, note) in notes.iter().enumerate() {
        body += &text(LEFT, bottom + BOTTOM + LINE * (k as f64 + 0.5), "start", note);
    }
    document(WIDTH, bottom + BOTTOM + LINE * notes.len() as f64, &body)
}

/// The axes of a panel: x as long as the curves, y to round numbers; or both with the same scale.
fn axes(plot: &Plot, panel: &Panel, height: f64) -> [Ticks; 2] {
    let xs = || plot.panels.iter().flat_map(|panel| &panel.series).flat_map(|s| s.x.iter().copied());
    let ys = || panel.series.iter().flat_map(|s| s.y.iter().copied());
    if plot.is_equal {
        return equal([limits(xs()), limits(ys())], [WIDTH - LEFT - RIGHT, height]);
    }
    let [low, high] = limits(xs().filter(|v| plot.x.scale == Scale::Linear || *v > 0.0));
    [Ticks::over(xs(), plot.x.scale, 7).tight(low, high), Ticks::over(ys(), panel.y.scale, 5)]
}

fn limits(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let start = [f64::INFINITY, f64::NEG_INFINITY];
    values.filter(|v| v.is_finite()).fold(start, |[low, high], v| [low.min(v), high.max(v)])
}

/// Axes with the same scale around the data, with a margin.
fn equal(limits: [[f64; 2]; 2], room: [f64; 2]) -> [Ticks; 2] {
    let spans = [0, 1].map(|k| 1.1 * (limits[k][1] - limits[k][0]) / room[k]);
    let scale = spans[0].max(spans[1]).max(1e-300);
    [0, 1].map(|k| {
        let (middle, half) = ((limits[k][0] + limits[k][1]) / 2.0, scale * room[k] / 2.0);
        let ends = [middle - half, middle + half];
        Ticks::over(ends.into_iter(), Scale::Linear, 7).tight(ends[0], ends[1])
    })
}

/// Names of the curves, in rows above the plot.
struct Legend<'p> {
    rows: Vec<Vec<(&'p Series, f64)>>,
}

impl<'p> Legend<'p> {
    fn of(plot: &'p Plot) -> Self {
        let (mut rows, mut at): (Vec<Vec<(&Series, f64)>>, f64) = (vec![Vec::new()], LEFT);
        let mut named: Vec<&str> = Vec::new();
        for series in plot.panels.iter().flat_map(|panel| &panel.series) {
            if named.contains(&series.name.as_str()) {
                continue;
            }
            named.push(&series.name);
            let room = 40.0 + width(&series.name);
            if at + room > WIDTH - RIGHT && at > LEFT {
                rows.push(Vec::new());
                at = LEFT;
            }
            if let Some(row) = rows.last_mut() {
                row.push((series, at));
            }
            at += room;
        }
        // One curve that the axis names already needs no legend.
        if named.len() < 2 { Self { rows: Vec::new() } } else { Self { rows } }
    }

    fn height(&self) -> f64 {
        LINE * self.rows.len() as f64
    }

    fn draw(&self) -> String {
        let mut body = String::new();
        for (k, row) in self.rows.iter().enumerate() {
            let y = 40.0 + LINE * k as f64;
            for (series, x) in row {
                let colour = curve_colour(series.colour);
                if !series.joined {
                    let middle = x + 12.0;
                    let _ = writeln!(
                        body,
                        "<circle cx=\"{middle:.1}\" cy=\"{y:.1}\" r=\"3.6\" fill=\"{colour}\"/>"
                    );
                    body += &text(x + 29.0, y + 4.0, "start", &series.name);
                    continue;
                }
                let _ = writeln!(
                    body,
                    "<path d=\"M{x:.1} {y:.1}h24\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\"{}/>",
                    dash(series.dash)
                );
                body += &text(x + 29.0, y + 4.0, "start", &series.name);
            }
        }
        body
    }
}

fn draw_panel(panel: &Panel, [x, y]: [&Ticks; 2], [top, height]: [f64; 2], is_last: bool) -> String {
    let right = |share: f64| LEFT + share * (WIDTH - LEFT - RIGHT);
    let up = |share: f64| top + height * (1.0 - share);
    let mut body = String::new();
    for (tick, label) in x.at.iter().zip(labels(x)) {
        let Some(at) = x.share(*tick).map(right) else { continue };
        let _ = writeln!(body, "<path d=\"M{at:.1} {top:.1}v{height:.1}\" stroke=\"#dddddd\"/>");
        if is_last {
            body += &text(at, top + height + 18.0, "middle", &label);
        }
    }
    for (tick, label) in y.at.iter().zip(labels(y)) {
        let Some(at) = y.share(*tick).map(up) else { continue };
        let _ = writeln!(body, "<path d=\"M{LEFT:.1} {at:.1}H{:.1}\" stroke=\"#dddddd\"/>", WIDTH - RIGHT);
        body += &text(LEFT - 8.0, at + 4.0, "end", &label);
    }
    for series in &panel.series {
        body += &draw_series(series, |px, py| Some((right(x.share(px)?), up(y.share(py)?))));
    }
    let _ = writeln!(
        body,
        "<rect x=\"{LEFT:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"none\" stroke=\"#888888\"/>",
        WIDTH - LEFT - RIGHT
    );
    let middle = top + height / 2.0;
    let _ = writeln!(
        body,
        "<text x=\"18\" y=\"{middle:.1}\" text-anchor=\"middle\" fill=\"#222222\" transform=\"rotate(-90 18 {middle:.1})\">{}</text>",
        xml_text(&panel.y.label())
    );
    body
}

/// The curve, lifted where it has a gap.
fn draw_series(series: &Series, place: impl Fn(f64, f64) -> Option<(f64, f64)>) -> String {
    let (xs, ys) = decimated(&series.x, &series.y);
    let (mut path, mut dots, mut is_down) = (String::new(), String::new(), false);
    let colour = curve_colour(series.colour);
    let radius = if series.joined { 2.6 } else { 3.6 };
    for (x, y) in xs.iter().zip(&ys) {
        let Some((px, py)) = place(*x, *y) else {
            is_down = false;
            continue;
        };
        let _ = write!(path, "{}{px:.1} {py:.1}", if is_down { "L" } else { "M" });
        is_down = true;
        if series.marked {
            let _ =
                writeln!(dots, "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"{radius}\" fill=\"{colour}\"/>");
        }
    }
    if !series.joined {
        return dots;
    }
    format!(
        "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-linejoin=\"round\" fill=\"none\"{}/>\n{dots}",
        dash(series.dash)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Axis;

    #[test]
    fn a_gap_lifts_the_pen_and_is_named() {
        let series = Series::line("a < b", &[0.0, 1.0, 2.0, 3.0], vec![0.0, 1.0, f64::NAN, 2.0], 0);
        let other = Series::line("c", &[0.0, 3.0], vec![0.0, 1.0], 1);
        let axis = Axis::linear("time", "s");
        let text = plot_svg(&Plot::new("p", "T", axis, Axis::linear("tip", "m"), vec![series, other]));
        assert!(text.contains("a &lt; b: 1 value is not finite, at 2 s (4 in all)"), "{text}");
        assert!(text.contains("time [s]") && text.contains("tip [m]"));
        let curve = text.lines().find(|l| l.contains("stroke-width=\"1.6\"")).unwrap_or_default();
        assert_eq!(curve.matches('M').count(), 2, "{curve}");
    }
}
