//! What a page shows is what the machine does: shapes, stresses and gaps against closed forms.
#![allow(clippy::unwrap_used)]

mod common;

use common::open;
use lissom::page::{Block, Motion, MotionKind, Page, Plot};
use lissom::{Quiet, Threads};

fn page(text: &str, only: &[&str]) -> Page {
    let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
    open(text).page(&only, &Threads::one(), &Quiet).unwrap()
}

fn motion<'p>(page: &'p Page, id: &str) -> &'p Motion {
    page.scene.as_ref().unwrap().motions.iter().find(|motion| motion.id == id).unwrap()
}

fn plot<'p>(page: &'p Page, id: &str) -> &'p Plot {
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    let plots = blocks.filter_map(|block| if let Block::Plot(plot) = block { Some(plot) } else { None });
    plots.into_iter().find(|plot| plot.id == id).unwrap()
}

const E: f64 = 2.1e11;
const HEIGHT: f64 = 2e-3;

/// A strip of one metre, clamped at its root, led at its tip.
fn strip(dim: usize, more: &str) -> String {
    let (at, width) = if dim == 3 { ("[1.0, 0.0, 0.0]", "30 mm") } else { ("[1.0, 0.0]", "30 mm") };
    format!(
        "lissom = 1\n[model]\nname = 'strip'\ndim = {dim}\n[material.steel]\nE = {E:e}\nnu = 0.3\ndensity = 7800\n\
         [section.s]\nrectangle = {{ width = '{width}', height = {HEIGHT} }}\n[node]\nroot = {}\ntip = {at}\n\
         [[beam]]\nname = 'strip'\nnodes = ['root', 'tip']\nsection = 's'\nmaterial = 'steel'\nelements = 8\n\
         [[fix]]\nnodes = ['root']\n{more}",
        if dim == 3 { "[0.0, 0.0, 0.0]" } else { "[0.0, 0.0]" },
    )
}

/// The first shape of a clamped-free beam: cosh βx − cos βx − σ (sinh βx − sin βx), β = 1.8751, over its value at the
/// end.
fn first_shape(x: f64) -> f64 {
    let beta = 1.875_104_068_711_961_f64;
    let sigma = (beta.cosh() + beta.cos()) / (beta.sinh() + beta.sin());
    let w = |x: f64| {
        let b = beta * x;
        b.cosh() - b.cos() - sigma * (b.sinh() - b.sin())
    };
    w(x) / w(1.0)
}

#[test]
fn a_mode_is_drawn_as_the_closed_form_has_it_between_the_nodes_too() {
    for dim in [2, 3] {
        let page = page(&strip(dim, "[analysis.modes]\ncount = 2\n"), &["modes"]);
        let scene = page.scene.as_ref().unwrap();
        let shape = motion(&page, "mode-1");
        assert_eq!(shape.kind, MotionKind::Mode);
        let tip = shape.frames[0][1];
        let line = &scene.lines[0];
        assert_eq!(line.count, 65, "eight stretches for each element");
        for i in line.first..line.first + line.count {
            let (place, moved) = (scene.vertices[i], shape.frames[0][i]);
            let along: f64 =
                (0..3).map(|k| moved[k] * tip[k]).sum::<f64>() / tip.iter().map(|c| c * c).sum::<f64>();
            // Cubic elements meet the shape to the fourth power of their length: (1/8)⁴ β⁴/384.
            assert!((along - first_shape(place[0])).abs() < 2e-5, "{dim}D at {}: {along}", place[0]);
            assert!(moved[0].abs() < 1e-12, "bending does not stretch");
        }
    }
}

#[test]
fn the_stress_along_a_bent_strip_falls_straight_to_its_tip() {
    let stroke = "[[output]]\nname = 'tip'\nnode = 'tip'\ndirection = 'y'\n[analysis.states]\ndrive = 'tip'\n\
                  range = [0.0, 1e-4]\npoints = 3\n";
    let page = page(&strip(2, stroke), &["states"]);
    let scene = page.scene.as_ref().unwrap();
    let motion = motion(&page, "stroke");
    assert_eq!(motion.values.len(), 3);
    let field = &motion.fields[0];
    assert_eq!((field.name.as_str(), field.unit.as_str()), ("bending stress", "MPa"));
    // F = 3 E I δ/L³ and σ = F (L − x) h/(2 I).
    let root = 1.5 * E * HEIGHT * 1e-4 * 1e-6;
    let line = &scene.lines[0];
    for i in line.first..line.first + line.count {
        let expected = root * (1.0 - scene.vertices[i][0]);
        assert!(
            (field.values[2][i] - expected).abs() < 1e-6 * root,
            "{} against {expected}",
            field.values[2][i]
        );
    }
    assert!(field.values[2][0].is_nan(), "a node has no stress of its own");
    let tip = motion.frames[2][1];
    assert!((tip[1] - 1e-4).abs() < 1e-12);
    let drawn = plot(&page, "stroke-stress");
    assert!((drawn.panels[0].series[0].y[2] - root).abs() < 1e-6 * root);
    assert_eq!(
        (drawn.x.label(), drawn.panels[0].y.label()),
        ("tip [m]".to_owned(), "bending stress [MPa]".to_owned())
    );
}

#[test]
fn a_static_state_is_drawn_as_the_cubic_it_is() {
    let state = "[[force]]\nname = 'push'\nnode = 'tip'\ndirection = 'y'\n[state.pushed]\nkind = 'static'\nforces = { push = 0.1 }\n";
    let page = page(&strip(2, state), &["states"]);
    let scene = page.scene.as_ref().unwrap();
    let frame = &motion(&page, "state-pushed").frames[0];
    let stiffness = E * 0.03 * HEIGHT.powi(3) / 12.0;
    for (place, moved) in scene.vertices.iter().zip(frame) {
        let x = place[0];
        let expected = 0.1 * x * x * (3.0 - x) / (6.0 * stiffness);
        assert!((moved[1] - expected).abs() < 1e-10, "at {x}: {} against {expected}", moved[1]);
    }
}

#[test]
fn what_fails_is_a_gap_with_its_reason_and_the_rest_is_there() {
    // The file of the basis is the model file itself here, and that is no basis.
    let asked = "[reduce.none]\nfile = 'x'\n[reduce.two]\nmethod = 'modal'\nmodes = 2\n";
    let page = page(&strip(2, asked), &[]);
    let gaps = page.gaps();
    assert_eq!(gaps.len(), 1, "{gaps:?}");
    assert_eq!(gaps[0].what, "reduction none");
    assert!(gaps[0].reason.contains("basis"), "{}", gaps[0].reason);
    let reduce = page.sections.iter().find(|section| section.id == "reduce").unwrap();
    assert!(reduce.blocks.iter().any(|block| matches!(block, Block::Table(t) if t.title == "Reductions")));
    let json = page.to_json();
    assert_eq!(json["gaps"][0]["what"], "reduction none");
}

#[test]
fn a_page_asks_what_the_file_asks() {
    let ids = |page: &Page| page.sections.iter().map(|section| section.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&page(&strip(3, ""), &[])), ["model", "modes"]);
    assert_eq!(ids(&page(&strip(3, ""), &["modes"])), ["modes"]);
}
