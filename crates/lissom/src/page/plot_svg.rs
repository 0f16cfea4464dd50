//! Plots as drawings, without a browser.

use super::decimation::decimated;
use super::plot::{Panel, Plot, Scale, Series};
use super::svg::{curve_colour, dash, document, text, width};
use super::ticks::{Ticks, labels};
use std::fmt::Write;

const WIDTH: f64 = 680.0;
const PANEL: f64 = 270.0;
const BETWEEN: f64 = 22.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 52.0;
const LINE: f64 = 18.0;

/// The plot as a drawing.
#[must_use]
pub fn plot_svg(plot: &Plot) -> String {
    let legend = Legend::of(plot);
    let top = 34.0 + legend.height();
    let notes: Vec<String> = plot.note.iter().cloned().chain(plot.gaps()).collect();
    let panels = plot.panels.len() as f64;
    let bottom = top + panels * PANEL + (panels - 1.0) * BETWEEN;
    let mut body = format!(
        "<text x=\"{:.1}\" y=\"22\" text-anchor=\"middle\" font-size=\"14\" fill=\"#222222\">{}</text>\n",
        (LEFT + WIDTH - RIGHT) / 2.0,
        super::svg::escaped(&plot.title)
    );
    body += &legend.draw();
    let xs = || plot.panels.iter().flat_map(|panel| &panel.series).flat_map(|s| s.x.iter().copied());
    let shown = || xs().filter(|v| v.is_finite() && (plot.x.scale == Scale::Linear || *v > 0.0));
    let x = Ticks::over(xs(), plot.x.scale, 7)
        .tight(shown().fold(f64::INFINITY, f64::min), shown().fold(f64::NEG_INFINITY, f64::max));
    for (k, panel) in plot.panels.iter().enumerate() {
        let is_last = k + 1 == plot.panels.len();
        body += &draw_panel(panel, &x, top + k as f64 * (PANEL + BETWEEN), is_last);
    }
    body += &text((LEFT + WIDTH - RIGHT) / 2.0, bottom + 40.0, "middle", &plot.x.label());
    for (k, note) in notes.iter().enumerate() {
        body += &text(LEFT, bottom + BOTTOM + LINE * (k as f64 + 0.5), "start", note);
    }
    document(WIDTH, bottom + BOTTOM + LINE * notes.len() as f64, &body)
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

fn draw_panel(panel: &Panel, x: &Ticks, top: f64, is_last: bool) -> String {
    let y = Ticks::over(panel.series.iter().flat_map(|s| s.y.iter().copied()), panel.y.scale, 5);
    let right = |share: f64| LEFT + share * (WIDTH - LEFT - RIGHT);
    let up = |share: f64| top + PANEL * (1.0 - share);
    let mut body = String::new();
    for (tick, label) in x.at.iter().zip(labels(x)) {
        let Some(at) = x.share(*tick).map(right) else { continue };
        let _ = writeln!(body, "<path d=\"M{at:.1} {top:.1}v{PANEL:.1}\" stroke=\"#dddddd\"/>");
        if is_last {
            body += &text(at, top + PANEL + 18.0, "middle", &label);
        }
    }
    for (tick, label) in y.at.iter().zip(labels(&y)) {
        let Some(at) = y.share(*tick).map(up) else { continue };
        let _ = writeln!(body, "<path d=\"M{LEFT:.1} {at:.1}H{:.1}\" stroke=\"#dddddd\"/>", WIDTH - RIGHT);
        body += &text(LEFT - 8.0, at + 4.0, "end", &label);
    }
    for series in &panel.series {
        body += &draw_series(series, |px, py| Some((right(x.share(px)?), up(y.share(py)?))));
    }
    let _ = writeln!(
        body,
        "<rect x=\"{LEFT:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{PANEL:.1}\" fill=\"none\" stroke=\"#888888\"/>",
        WIDTH - LEFT - RIGHT
    );
    let middle = top + PANEL / 2.0;
    let _ = writeln!(
        body,
        "<text x=\"18\" y=\"{middle:.1}\" text-anchor=\"middle\" fill=\"#222222\" transform=\"rotate(-90 18 {middle:.1})\">{}</text>",
        super::svg::escaped(&panel.y.label())
    );
    body
}

/// The curve, lifted where it has a gap.
fn draw_series(series: &Series, place: impl Fn(f64, f64) -> Option<(f64, f64)>) -> String {
    let (xs, ys) = decimated(&series.x, &series.y);
    let (mut path, mut dots, mut is_down) = (String::new(), String::new(), false);
    let colour = curve_colour(series.colour);
    for (x, y) in xs.iter().zip(&ys) {
        let Some((px, py)) = place(*x, *y) else {
            is_down = false;
            continue;
        };
        let _ = write!(path, "{}{px:.1} {py:.1}", if is_down { "L" } else { "M" });
        is_down = true;
        if series.marked {
            let _ = writeln!(dots, "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"2.6\" fill=\"{colour}\"/>");
        }
    }
    format!(
        "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-linejoin=\"round\" fill=\"none\"{}/>\n{dots}",
        dash(series.dash)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::plot::Axis;

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
