//! Pictures by name: what `lissom plot` can draw.

use super::block::{Block, Matrix};
use super::plot_svg::plot_svg;
use super::questions::QUESTIONS;
use super::scene::{Colouring, Motion, Scene};
use super::scene_svg::scene_svg;
use super::svg::{document, map_colour, text, width};
use super::{Page, plot::Plot};
use lissom_model::xml_text;
use std::fmt::Write;

impl Page {
    /// Names and titles of all pictures.
    #[must_use]
    pub fn pictures(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        if let Some(scene) = &self.scene {
            all.push(("model".to_owned(), "the machine at rest".to_owned()));
            all.extend(scene.motions.iter().map(|motion| (motion.id.clone(), motion.name.clone())));
        }
        for block in self.sections.iter().flat_map(|section| &section.blocks) {
            match block {
                Block::Plot(Plot { id, title, .. }) | Block::Matrix(Matrix { id, title, .. }) => {
                    all.push((id.clone(), title.clone()));
                }
                Block::Drawing(title, _) => all.push((drawing_name(title), title.clone())),
                _ => {}
            }
        }
        all
    }
}

/// `Bond graph with causal strokes` is `bond-graph`.
fn drawing_name(title: &str) -> String {
    title.split(' ').take(2).map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// The sections needed for a picture; empty if unknown.
#[must_use]
pub fn questions_of(picture: &str) -> Vec<&'static str> {
    if picture == "model" {
        return vec!["model"];
    }
    let draws = |prefixes: &[&str]| prefixes.iter().any(|prefix| picture.starts_with(prefix));
    let question = QUESTIONS.iter().find(|question| draws(question.pictures));
    // Modal assurance compares with the modes of another question.
    let before = question.filter(|_| picture.starts_with("mac-")).map(|_| "modes");
    before.into_iter().chain(question.map(|question| question.id)).collect()
}

/// A picture as SVG; `frame` chooses what is drawn of a motion, `colouring` how. `None` when there is no such picture.
#[must_use]
pub fn picture(
    page: &Page,
    name: &str,
    frame: impl Fn(&Scene, &Motion) -> usize,
    colouring: Colouring,
) -> Option<String> {
    if let Some(scene) = &page.scene {
        if name == "model" {
            return Some(scene_svg(scene, None, colouring));
        }
        if let Some(motion) = scene.motions.iter().find(|motion| motion.id == name) {
            return Some(scene_svg(scene, Some((motion, frame(scene, motion))), colouring));
        }
    }
    page.sections.iter().flat_map(|section| &section.blocks).find_map(|block| match block {
        Block::Plot(plot) if plot.id == name => Some(plot_svg(plot)),
        Block::Matrix(matrix) if matrix.id == name => Some(matrix_svg(matrix)),
        Block::Drawing(title, svg) if drawing_name(title) == name => Some(on_paper(svg)),
        _ => None,
    })
}

/// A drawing with the colours of its page, dark on white paper.
fn on_paper(svg: &str) -> String {
    let (head, body) = svg.split_once('>').unwrap_or((svg, ""));
    let ground = "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\" stroke=\"none\"/>";
    format!("{head}>\n{ground}{body}").replace("currentcolor", "#222222")
}

const FIELD: f64 = 46.0;

/// A matrix of numbers between 0 and 1.
fn matrix_svg(matrix: &Matrix) -> String {
    let left = 24.0 + matrix.rows.iter().map(|name| width(name)).fold(0.0, f64::max);
    let top = 48.0;
    let mut body = text(16.0, 24.0, "start", &matrix.title);
    for (j, name) in matrix.columns.iter().enumerate() {
        let x = left + FIELD * (j as f64 + 0.5);
        let y = top + FIELD * matrix.rows.len() as f64 + 14.0;
        let _ = writeln!(
            body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" transform=\"rotate(-45 {x:.1} {y:.1})\">{}</text>",
            xml_text(name)
        );
    }
    for (i, (name, row)) in matrix.rows.iter().zip(&matrix.values).enumerate() {
        let y = top + FIELD * i as f64;
        body += &text(left - 8.0, y + 0.6 * FIELD, "end", name);
        for (j, value) in row.iter().enumerate() {
            let x = left + FIELD * j as f64;
            // Light letters on dark fields.
            let ink = if *value < 0.6 { "#ffffff" } else { "#000000" };
            let _ = writeln!(
                body,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{FIELD}\" height=\"{FIELD}\" fill=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{value:.2}</text>",
                map_colour(*value),
                x + FIELD / 2.0,
                y + 0.6 * FIELD
            );
        }
    }
    let names = matrix.columns.iter().map(|name| width(name)).fold(0.0, f64::max);
    let size = [matrix.columns.len(), matrix.rows.len()].map(|n| FIELD * n as f64);
    document(
        (left + size[0] + 24.0).max(width(&matrix.title) + 40.0),
        top + size[1] + 0.75 * names + 30.0,
        &body,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_on_paper_is_dark_on_white() {
        let text = on_paper("<svg width=\"9\" stroke=\"currentcolor\">\n<path d=\"M0 0h9\"/></svg>");
        assert!(text.starts_with("<svg width=\"9\" stroke=\"#222222\">\n<rect"), "{text}");
        assert!(text.ends_with("<path d=\"M0 0h9\"/></svg>"), "{text}");
    }

    #[test]
    fn modal_assurance_asks_for_modes_too() {
        assert_eq!(questions_of("mac-r"), ["modes", "reduce"]);
        assert_eq!(questions_of("mode-3"), ["modes"]);
        assert!(questions_of("nothing").is_empty());
    }
}
