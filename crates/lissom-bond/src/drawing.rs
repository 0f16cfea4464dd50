//! A bond graph as a picture: half arrows, causal strokes, dependent storage marked.

use crate::causality::CausalGraph;
use crate::graph::{BondId, ElementId, Kind};
use lissom_model::xml_text;
use std::fmt::Write;

const COLUMN: f64 = 130.0;
const ROW: f64 = 64.0;
const MARGIN: f64 = 50.0;
/// Half the height that a label keeps free \[px\].
const HALF_HEIGHT: f64 = 14.0;
/// Half the width that a letter of a label takes \[px\].
const HALF_LETTER: f64 = 3.8;

/// The graph as an SVG document. Colours follow the page: strokes use `currentcolor`.
/// Elements are arranged in columns by their distance from the first source (or the first element), sorted
/// within a column by their connections. The stroke of a bond is at the end that receives effort; bonds of
/// dependent storage are dashed.
#[must_use]
pub fn svg(causal: &CausalGraph) -> String {
    let places = places(causal);
    let width = places.iter().fold(0.0, |m: f64, p| m.max(p[0])) + MARGIN + 40.0;
    let height = places.iter().fold(0.0, |m: f64, p| m.max(p[1])) + MARGIN;
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"13\" stroke=\"currentcolor\" fill=\"none\">\n\
         <title>Bond graph with causal strokes</title>\n"
    );
    for b in 0..causal.graph.bonds.len() {
        bond(&mut page, causal, BondId(b), &places);
    }
    for (e, place) in places.iter().enumerate() {
        label(&mut page, causal, ElementId(e), *place);
    }
    page.push_str("</svg>\n");
    page
}

/// Centres of all elements.
fn places(causal: &CausalGraph) -> Vec<[f64; 2]> {
    let columns = columns(causal);
    let count = causal.graph.elements.len();
    let deepest = columns.iter().copied().max().unwrap_or(0);
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); deepest + 1];
    (0..count).for_each(|e| order[columns[e]].push(e));
    let mut height = vec![0.0; count];
    let rank = |order: &[Vec<usize>], height: &mut [f64]| {
        for column in order {
            let middle = (column.len() as f64 - 1.0) / 2.0;
            column.iter().enumerate().for_each(|(k, &e)| height[e] = k as f64 - middle);
        }
    };
    rank(&order, &mut height);
    // A few sweeps of sorting by the mean height of the neighbours remove most crossings.
    for _ in 0..8 {
        for column in &mut order {
            let mean = |e: usize| {
                let bonds = &causal.bonds_of[e];
                let sum: f64 =
                    bonds.iter().map(|b| height[causal.graph.bonds[b.0].other(ElementId(e)).0]).sum();
                sum / bonds.len().max(1) as f64
            };
            let mut keyed: Vec<(f64, usize)> = column.iter().map(|&e| (mean(e), e)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            *column = keyed.into_iter().map(|(_, e)| e).collect();
        }
        rank(&order, &mut height);
    }
    let lowest = height.iter().copied().fold(0.0, f64::min);
    (0..count).map(|e| [MARGIN + COLUMN * columns[e] as f64, MARGIN + ROW * (height[e] - lowest)]).collect()
}

/// Distance of every element from the first source, part by part.
fn columns(causal: &CausalGraph) -> Vec<usize> {
    let elements = &causal.graph.elements;
    let mut column = vec![usize::MAX; elements.len()];
    let is_source = |e: &usize| matches!(elements[*e].kind, Kind::EffortSource | Kind::FlowSource);
    let sources = (0..elements.len()).filter(is_source);
    for start in sources.chain(0..elements.len()).collect::<Vec<_>>() {
        if column[start] != usize::MAX {
            continue;
        }
        column[start] = 0;
        let mut waiting = std::collections::VecDeque::from([start]);
        while let Some(e) = waiting.pop_front() {
            for b in &causal.bonds_of[e] {
                let other = causal.graph.bonds[b.0].other(ElementId(e)).0;
                if column[other] == usize::MAX {
                    column[other] = column[e] + 1;
                    waiting.push_back(other);
                }
            }
        }
    }
    column
}

/// A bond with its half arrow at the head and its stroke where effort is received.
fn bond(page: &mut String, causal: &CausalGraph, id: BondId, places: &[[f64; 2]]) {
    let ends = causal.graph.bonds[id.0];
    let (from, to) = (places[ends.from.0], places[ends.to.0]);
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Where the line leaves the label's rectangle, but never beyond the middle.
    let gap = |id: ElementId| {
        let half_width = 8.0 + HALF_LETTER * caption(causal, id).chars().count() as f64;
        (half_width / ux.abs().max(1e-9)).min(HALF_HEIGHT / uy.abs().max(1e-9)).min(0.45 * length)
    };
    let (x1, y1) = (from[0] + gap(ends.from) * ux, from[1] + gap(ends.from) * uy);
    let (x2, y2) = (to[0] - gap(ends.to) * ux, to[1] - gap(ends.to) * uy);
    let dash = if is_dependent(causal, id) { " stroke-dasharray=\"4 3\"" } else { "" };
    let line = |page: &mut String, a: [f64; 2], b: [f64; 2], style: &str| {
        writeln!(
            page,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"{style}/>",
            a[0], a[1], b[0], b[1]
        )
        .expect("writing to a string does not fail");
    };
    line(page, [x1, y1], [x2, y2], dash);
    let barb = [x2 - 9.0 * ux + 6.0 * uy, y2 - 9.0 * uy - 6.0 * ux];
    line(page, [x2, y2], barb, "");
    let (x, y) = if causal.stroke_at_head(id) { (x2, y2) } else { (x1, y1) };
    line(
        page,
        [x - 6.0 * uy, y + 6.0 * ux],
        [x + 6.0 * uy, y - 6.0 * ux],
        " stroke-width=\"2\" class=\"causal-stroke\"",
    );
}

fn is_dependent(causal: &CausalGraph, id: BondId) -> bool {
    causal.dependent.iter().any(|d| causal.bonds_of[d.element.0][d.port] == id)
}

/// Label of an element: junctions by their kind, others with their name.
fn caption(causal: &CausalGraph, id: ElementId) -> String {
    let element = causal.graph.element(id);
    match element.kind {
        Kind::Zero => "0".to_owned(),
        Kind::One => "1".to_owned(),
        Kind::NoEffort => "Se:0".to_owned(),
        _ => format!("{}:{}", element.kind.letters(), element.name),
    }
}

fn label(page: &mut String, causal: &CausalGraph, id: ElementId, place: [f64; 2]) {
    let element = causal.graph.element(id);
    let name = xml_text(&element.name);
    let dependent = causal.dependent.iter().any(|d| d.element == id);
    let text = xml_text(&caption(causal, id));
    let note = if dependent { " (derivative causality)" } else { "" };
    writeln!(
        page,
        "<g><title>{name}{note}</title><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" dominant-baseline=\"central\" \
         stroke=\"none\" fill=\"currentcolor\">{text}</text></g>",
        place[0], place[1]
    )
    .expect("writing to a string does not fail");
}
