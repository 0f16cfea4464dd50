//! What a page shows is what the machine does: shapes, stresses and gaps against closed forms.
#![allow(clippy::unwrap_used)]

#[path = "page/moving_parts.rs"]
mod moving_parts;

use lissom::{FileError, Files, Overrides, Progress, Quiet, Session, Style};
use lissom_page::{Block, Matrix, Motion, MotionKind, Page, Plot};

/// A model text that stands for a file.
struct Text(String);

impl Files for Text {
    fn read(&self, _: &str) -> Result<Vec<u8>, FileError> {
        Ok(self.0.clone().into_bytes())
    }
}

fn open(text: &str) -> Session {
    let session = Session::open(Text(text.to_owned()), "test.toml", Overrides::default()).unwrap();
    assert!(session.model().is_ok(), "{}", session.render_diagnostics(Style::Plain));
    session
}

fn page(text: &str, only: &[&str]) -> Page {
    let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
    Page::of(&open(text), &only, &Quiet).unwrap()
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
    let state = "[[force]]\nname = 'push'\nnode = 'tip'\ndirection = 'y'\n[state.pushed]\nkind = 'static'\nlinear = true\nforces = { push = 0.1 }\n";
    let page = page(&strip(2, state), &["states"]);
    let scene = page.scene.as_ref().unwrap();
    let frame = &motion(&page, "state-pushed").frames[0];
    let stiffness = E * 0.03 * HEIGHT.powi(3) / 12.0;
    assert_eq!(scene.vertices.len(), frame.len());
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

/// Second moments of area of the strip about its local z and y axes.
fn moments() -> [f64; 2] {
    [0.03 * HEIGHT.powi(3) / 12.0, HEIGHT * 0.03_f64.powi(3) / 12.0]
}

#[test]
fn the_stress_of_a_static_state_falls_straight_to_the_tip_in_both_planes() {
    let [about_z, about_y] = moments();
    let state = |force: &str| {
        format!(
            "{force}[state.pushed]\nkind = 'static'\nlinear = true\nforces = {{ push = 0.1{} }}\n",
            if force.contains("side") { ", side = 2.0" } else { "" }
        )
    };
    let push = "[[force]]\nname = 'push'\nnode = 'tip'\ndirection = 'y'\n";
    let both = format!("{push}[[force]]\nname = 'side'\nnode = 'tip'\ndirection = 'z'\n");
    for (dim, text, side) in [(2, state(push), 0.0), (3, state(&both), 2.0)] {
        let axis = if dim == 3 { "y_axis = [0, 1, 0]\n[[fix]]" } else { "[[fix]]" };
        let page = page(&strip(dim, &text).replace("[[fix]]", axis), &["states"]);
        let scene = page.scene.as_ref().unwrap();
        assert_eq!(scene.key_note, None);
        let field = &motion(&page, "state-pushed").fields[0];
        assert_eq!((field.name.as_str(), field.unit.as_str()), ("von Mises stress", "MPa"));
        // A corner bears the sum of both: σ = F_y (L − x) h/(2 I_z) + F_z (L − x) b/(2 I_y).
        let root = 1e-6 * (0.1 * HEIGHT / (2.0 * about_z) + side * 0.03 / (2.0 * about_y));
        let line = &scene.lines[0];
        for i in line.first..line.first + line.count {
            // In the middle of the section bending vanishes and shear is one and a half times its mean.
            let shear = 1e-6 * 3.0_f64.sqrt() * 1.5 * 0.1_f64.hypot(side) / (0.03 * HEIGHT);
            // In the middle of a side one bending and one shear act.
            let left = 1.0 - scene.vertices[i][0];
            let side_y = (1e-6 * 0.1 * left * HEIGHT / (2.0 * about_z))
                .hypot(1e-6 * 3.0_f64.sqrt() * 1.5 * side / (0.03 * HEIGHT));
            let side_z = (1e-6 * side * left * 0.03 / (2.0 * about_y))
                .hypot(1e-6 * 3.0_f64.sqrt() * 1.5 * 0.1 / (0.03 * HEIGHT));
            let expected = (root * left).max(shear).max(side_y).max(side_z);
            let found = field.values[0][i];
            assert!((found - expected).abs() < 1e-8 * root, "{dim}D: {found} against {expected}");
        }
    }
}

#[test]
fn the_stress_of_a_mode_is_told_for_each_millimetre_of_its_largest_displacement() {
    for dim in [2, 3] {
        let page = page(&strip(dim, "[analysis.modes]\ncount = 2\n"), &["modes"]);
        let scene = page.scene.as_ref().unwrap();
        let shape = motion(&page, "mode-1");
        let field = &shape.fields[0];
        assert_eq!(field.unit, "MPa per mm of the largest displacement");
        // σ = E h/2 · w″ with w(L) = 1: at the root w″ = β² of the first shape of a clamped-free beam.
        let expected = E * HEIGHT / 2.0 * 1.875_104_068_711_961_f64.powi(2) * 1e-9;
        let found = field.values[0][scene.lines[0].first];
        assert!((found / expected - 1.0).abs() < 1e-4, "{dim}D: {found} against {expected}");
        let tip = field.values[0][scene.lines[0].first + scene.lines[0].count - 1];
        assert!(tip.abs() < 1e-4 * expected, "nothing bends the tip: {tip}");
    }
}

#[test]
fn where_stress_is_not_known_the_key_says_why() {
    let text = strip(2, "").replace("rectangle = { width = '30 mm', height = 0.002 }", "A = 6e-5\nI = 2e-11");
    let page = page(&text, &["modes"]);
    assert!(motion(&page, "mode-1").fields.is_empty());
    let note = page.scene.as_ref().unwrap().key_note.clone().unwrap();
    assert!(note.contains("stress is not known"), "{note}");
}

fn matrix<'p>(page: &'p Page, id: &str) -> &'p Matrix {
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    let all = blocks.filter_map(|block| if let Block::Matrix(matrix) = block { Some(matrix) } else { None });
    all.into_iter().find(|matrix| matrix.id == id).unwrap()
}

#[test]
fn modes_kept_in_a_basis_are_assured_and_others_are_not() {
    let asked = "[reduce.three]\nmethod = 'modal'\nmodes = 3\n";
    let page = page(&strip(2, asked), &["reduce"]);
    let assured = matrix(&page, "mac-three");
    assert_eq!((assured.rows.len(), assured.columns.len()), (5, 3));
    for (i, row) in assured.values.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            let expected = if i == j { 1.0 } else { 0.0 };
            assert!((value - expected).abs() < 1e-9, "full {i} against reduced {j}: {value}");
        }
    }
    assert_eq!(assured.rows[..3], assured.columns[..]);
}

#[test]
fn modal_assurance_is_shown_at_rest_and_at_both_ends_of_the_stroke() {
    let asked = "[[output]]\nname = 'tip'\nnode = 'tip'\ndirection = 'y'\n[analysis.states]\ndrive = 'tip'\n\
                 range = [-0.1, 0.2]\npoints = 4\n[reduce.two]\nmethod = 'modal'\nmodes = 2\n";
    let page = page(&strip(2, asked), &["reduce"]);
    let titles: Vec<&str> =
        ["mac-two-1", "mac-two-2", "mac-two-3"].map(|id| matrix(&page, id).title.as_str()).to_vec();
    assert!(titles[1].contains("tip = -0.1 m") && titles[2].contains("tip = 0.2 m"), "{titles:?}");
    for id in ["mac-two-1", "mac-two-2", "mac-two-3"] {
        // Of a mode of the reduced model, the modes of the full one hold at most the whole.
        let values = &matrix(&page, id).values;
        for j in 0..2 {
            let held: f64 = values.iter().map(|row| row[j]).sum();
            assert!((0.5..1.0 + 1e-9).contains(&held), "{id}, column {j}: {held}");
        }
    }
}

#[test]
fn a_cycle_is_held_against_the_nonlinear_motion_and_shows_its_multipliers() {
    let text = include_str!("../../../examples/slider_crank/model.toml");
    let session = open(text);
    let page = Page::of(&session, &["cycle".to_owned()], &Quiet).unwrap();
    assert!(page.gaps().is_empty(), "{:?}", page.gaps());
    let series = &plot(&page, "cycle-1").panels[0].series;
    assert_eq!(
        series.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(),
        ["frozen motion", "nonlinear motion"]
    );
    let largest = series[0].y.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    assert_eq!(series[1].x.len(), series[1].y.len());
    for (t, value) in series[1].x.iter().zip(&series[1].y) {
        let at = series[0].x.iter().position(|own| own == t).unwrap();
        // Deformations are small, and their squares are what the frozen motion leaves out.
        assert!(
            (series[0].y[at] - value).abs() < 0.1 * largest,
            "at {t}: {} against {value}",
            series[0].y[at]
        );
    }
    let multipliers = plot(&page, "cycle-multipliers");
    assert!(multipliers.is_equal && !multipliers.panels[0].series[1].joined);
    let found = &multipliers.panels[0].series[1];
    assert_eq!(found.x.len(), 36, "two for each degree of freedom");
    for (re, im) in found.x.iter().zip(&found.y) {
        // Nothing damps, so nothing decays: all lie on the circle, as near as 2000 steps come.
        assert!((re.hypot(*im) - 1.0).abs() < 1e-3, "{re} + {im}i");
    }
}

#[test]
fn what_is_only_rounding_is_said_to_be() {
    let page = page(include_str!("../../../examples/swing_stage/model.toml"), &["simulate"]);
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    let notes = blocks.filter_map(|block| match block {
        Block::Plot(plot) if plot.id.starts_with("motion-") => {
            Some((plot.title.as_str(), plot.note.is_some()))
        }
        _ => None,
    });
    let notes: Vec<(&str, bool)> = notes.collect();
    assert!(notes.contains(&("tilt in time", true)) && notes.contains(&("sway in time", false)), "{notes:?}");
}

#[test]
fn the_stress_of_a_motion_in_space_is_that_of_the_shape_it_is_drawn_with() {
    let asked = "[[force]]\nname = 'push'\nnode = 'tip'\ndirection = 'y'\nvalue = '0.1*sin(20*t)'\n\
                 [[output]]\nname = 'tip'\nnode = 'tip'\ndirection = 'y'\n[analysis.simulate]\nmotion = 'linear'\nend = 0.5\npoints = 21\n";
    let text = strip(3, asked).replace("[[fix]]", "y_axis = [0, 1, 0]\n[[fix]]");
    let page = page(&text, &["simulate"]);
    let (scene, motion) = (page.scene.as_ref().unwrap(), motion(&page, "time"));
    let field = &motion.fields[0];
    assert_eq!((field.unit.as_str(), motion.frames.len()), ("MPa", 21));
    let largest = field.values.iter().flatten().copied().filter(|v| v.is_finite()).fold(0.0, f64::max);
    assert!(largest > 0.1, "the strip bends: {largest} MPa");
    let line = &scene.lines[0];
    for (frame, stress) in motion.frames.iter().zip(&field.values) {
        for k in (1..line.count - 1).filter(|k| k % 8 != 0) {
            let [a, b, c] = [k - 1, k, k + 1].map(|k| line.first + k);
            let step = scene.vertices[c][0] - scene.vertices[b][0];
            // The second difference of a cubic is its second derivative: σ = E h/2 |w″|.
            let bent = (frame[a][1] - 2.0 * frame[b][1] + frame[c][1]) / (step * step);
            let expected = 1e-6 * E * HEIGHT / 2.0 * bent.abs();
            // Where bending is weak, shear in the middle of the section is more than bending at its corners.
            if expected > 0.02 * largest {
                assert!((stress[b] - expected).abs() < 1e-6 * largest, "{} against {expected}", stress[b]);
            }
        }
    }
}

/// A chord under axial force alone: N/A everywhere, and nothing else.
#[test]
fn a_chord_under_axial_force_shows_its_stress() {
    let state = "[[force]]\nname = 'pull'\nnode = 'tip'\ndirection = 'x'\n[state.pulled]\nkind = 'static'\nforces = { pull = 651e3 }\n";
    let page = page(&strip(2, state), &["states"]);
    let scene = page.scene.as_ref().unwrap();
    let field = &motion(&page, "state-pulled").fields[0];
    let line = &scene.lines[0];
    for i in line.first..line.first + line.count {
        let expected = 1e-6 * 651e3 / (0.03 * HEIGHT);
        assert!(
            (field.values[0][i] / expected - 1.0).abs() < 1e-9,
            "{} against {expected}",
            field.values[0][i]
        );
    }
}

/// A bar between two brackets: stress is reported on the bar, from its section forces.
#[test]
fn stress_of_a_frame_that_is_joined_to_parts_stands_at_its_place() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bracket_bar/");
    let session = Session::open(Disk(folder), "model.toml", Overrides::default()).unwrap();
    let page = Page::of(&session, &["states".to_owned()], &Quiet).unwrap();
    let scene = page.scene.as_ref().unwrap();
    let field = &motion(&page, "state-loaded").fields[0];
    assert_eq!(scene.vertices.len(), field.values[0].len());
    let mut told = Vec::new();
    for (at, value) in scene.vertices.iter().zip(&field.values[0]).filter(|(_, value)| value.is_finite()) {
        assert!((at[0] - 0.01).abs() < 1e-12 && (at[1] - 0.06).abs() < 1e-12, "no beam is at {at:?}");
        told.push((at[2], *value));
    }
    // Both beams, eight stretches for each of six elements.
    assert_eq!(told.len(), 2 * 49);
    let largest = told.iter().copied().fold((0.0, 0.0), |a, b| if b.1 > a.1 { b } else { a });
    assert!((largest.0 - 0.32).abs() < 1e-12, "the bar is held at z = 0.32 m, not at {}", largest.0);
    // Section forces of the two elements beside the support, by the tables of the state.
    let states = session.operating_states(&Quiet).unwrap().value;
    let forces = states[0].found.as_ref().unwrap().forces.as_ref().unwrap();
    let (height, width) = (0.012, 0.016);
    let corner = |end: &lissom_mech::elements::EndForces| {
        1e-6 * (end.axial.abs() / (height * width)
            + end.bending[0].abs() * 6.0 / (height * width * width)
            + end.bending[1].abs() * 6.0 / (width * height * height))
    };
    let end = &forces.members[5].ends[1];
    let least = corner(end).max(corner(&forces.members[6].ends[0]));
    assert!((least - 35.68).abs() < 0.01, "{least}");
    // Torsion and shear add to it: with T/(0.219 b a²), which is that of a shorter rectangle, no more than this.
    let shear = end.shear[0].hypot(end.shear[1]) * 1.5 / (height * width);
    let twist = end.torsion.abs() / (0.219 * width * height * height);
    let most = least.hypot(3.0_f64.sqrt() * 1e-6 * (twist + shear));
    assert!((least..most).contains(&largest.1), "{} between {least} and {most}", largest.1);
    assert!((30.0..45.0).contains(&largest.1), "{largest:?}");
}

/// Files of a folder.
struct Disk(&'static str);

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        std::fs::read(format!("{}{path}", self.0))
            .map_err(|error| FileError { path: path.to_owned(), reason: error.to_string() })
    }
}

/// A reduction that is far off is the first warning of a page, and the first of an answer; no sentence speaks for it.
#[test]
fn a_reduction_that_is_far_off_stands_first() {
    let asked = "[[force]]\nname = 'push'\nnode = 'tip'\ndirection = 'y'\n[[output]]\nname = 'y'\nnode = 'tip'\ndirection = 'y'\n\
                 [reduce.one]\nmethod = 'guyan'\ninterfaces = ['tip']\nband = [0, 60]\n";
    let page = page(&strip(2, asked), &[]);
    let (about, text) = &page.warnings[0];
    assert_eq!(about, "reduce");
    assert!(text.starts_with("one: the response error is up to"), "{text}");
    let section = page.sections.iter().find(|section| section.id == "reduce").unwrap();
    let sentence = section.certificates.iter().find(|c| c.text.contains("largest response error")).unwrap();
    assert_eq!(sentence.holds, Some(false), "{}", sentence.text);
    // Of several errors the largest stands first.
    let sizes: Vec<f64> = page
        .warnings
        .iter()
        .filter_map(|(_, text)| {
            let size = text.split_once("error is ")?.1.trim_start_matches("up to ");
            match size.strip_prefix("a factor of ") {
                Some(factor) => Some(100.0 * factor.split_once(' ')?.0.parse::<f64>().unwrap()),
                None => Some(size.split_once(" %")?.0.parse::<f64>().unwrap()),
            }
        })
        .collect();
    assert!(sizes.len() > 1 && sizes.windows(2).all(|pair| pair[0] >= pair[1]), "{:?}", page.warnings);
}

/// Every kind of model has a page: frames, mechanisms, rotors, continua, bond graphs.
#[test]
fn a_page_answers_what_every_template_asks() {
    for template in lissom::templates::TEMPLATES {
        let page = page(&template.file("machine"), &[]);
        assert!(page.gaps().is_empty(), "{}: {:?}", template.name, page.gaps());
        assert!(page.sections.len() > 1, "{}", template.name);
    }
}

/// A frame joined to parts is asked everything a structure is asked, and stands in the picture with the parts.
#[test]
fn a_page_of_a_joined_structure_has_all_sections_and_a_picture() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bracket_bar/");
    let session = Session::open(Disk(folder), "model.toml", Overrides::default()).unwrap();
    let page = Page::of(&session, &[], &Quiet).unwrap();
    let ids: Vec<&str> = page.sections.iter().map(|section| section.id.as_str()).collect();
    assert!(["model", "modes", "states"].iter().all(|wanted| ids.contains(wanted)), "{ids:?}");
    assert!(page.gaps().is_empty(), "{:?}", page.gaps());
    assert!(page.scene.unwrap().surface.is_some());
}

/// An imported part without a mesh: everything is answered, and there is no picture.
#[test]
fn a_part_without_a_mesh_has_a_page_without_a_picture() {
    struct Shelf;
    impl Files for Shelf {
        fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
            let head = "%%MatrixMarket matrix coordinate real symmetric\n";
            match path {
                "model.toml" => Ok(b"lissom = 1\n[model]\nname = 'two masses'\n[[fe_part]]\nname = 'p'\n\
                    format = 'matrix-market'\nstiffness = 'k.mtx'\nmass = 'm.mtx'\n[analysis.modes]\ncount = 2\n"
                    .to_vec()),
                "k.mtx" => Ok(format!("{head}2 2 3\n1 1 300\n2 1 -100\n2 2 100\n").into()),
                "m.mtx" => Ok(format!("{head}2 2 2\n1 1 1\n2 2 1\n").into()),
                other => Err(FileError { path: other.to_owned(), reason: "not there".to_owned() }),
            }
        }
    }
    let session = Session::open(Shelf, "model.toml", Overrides::default()).unwrap();
    let page = Page::of(&session, &[], &Quiet).unwrap();
    assert!(page.sections.iter().any(|section| section.id == "modes") && page.gaps().is_empty());
    assert!(page.scene.is_none());
}

/// What a page does, by what it announces.
#[derive(Default)]
struct Announced(std::sync::Mutex<Vec<(String, u64)>>);

impl Progress for Announced {
    fn stage(&self, name: &str, total: Option<u64>) {
        self.0.lock().unwrap().push((name.to_owned(), total.unwrap_or(0)));
    }

    fn advance(&self, _: u64) {}
}

/// The guidance has 21 states along its stroke, which the section on states shows and both reductions are examined at, and ten
/// that one basis is made of; the full and the reduced motions are shown, and two of them also estimated from.
#[test]
fn a_page_finds_each_state_once_and_runs_each_motion_once() {
    let session = open(include_str!("../../../examples/guidance/model.toml"));
    let announced = Announced::default();
    Page::of(&session, &[], &announced).unwrap();
    let stages = announced.0.into_inner().unwrap();
    let walks: Vec<u64> =
        stages.iter().filter(|(name, _)| name.starts_with("states of")).map(|s| s.1).collect();
    assert_eq!((walks.len(), walks.iter().sum::<u64>()), (2, 31), "{walks:?}");
    assert_eq!(stages.iter().filter(|(name, _)| name.starts_with("simulate ")).count(), 3, "{stages:?}");
}

/// A reduction of a structure is made once for the section that compares it, the motion and the frequency response.
#[test]
fn a_page_makes_each_reduction_of_a_structure_once() {
    let asked = "[[force]]\nname = 'push'\nnode = 'tip'\ndirection = 'y'\nvalue = '0.1*sin(9*t)'\n[[output]]\nname = 'y'\n\
                 node = 'tip'\ndirection = 'y'\n[reduce.bampton]\nmethod = 'craig-bampton'\ninterfaces = ['tip']\nmodes = 3\n\
                 [analysis.frf]\ninputs = ['push']\noutputs = ['y']\nrange = [1, 50]\npoints = 5\nmodels = ['full', 'bampton']\n";
    let announced = Announced::default();
    let page = Page::of(&open(&strip(3, asked)), &[], &announced).unwrap();
    assert!(page.gaps().is_empty(), "{:?}", page.gaps());
    let stages = announced.0.into_inner().unwrap();
    assert_eq!(stages.iter().filter(|(name, _)| name == "constraint modes").count(), 1, "{stages:?}");
}
