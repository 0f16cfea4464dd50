//! Numbers that no computer can hold are errors with a name, never a NaN in an answer and never a panic.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, lissom_in, stderr, stdout};
use std::time::{Duration, Instant};

const BEAM: &str = "lissom = 1\n[model]\nname = 'p'\n[section.s]\nEI = 1\nEA = 1\nrhoA = 1\n[node]\na = [0, 0]\nb = [B, 0]\n\
                    [[beam]]\nnodes = ['a', 'b']\nsection = 's'\nelements = N\n";

/// Exit code, both streams, and the time it took.
fn run(verb: &str, text: &str) -> (Option<i32>, String, Duration) {
    let folder = Folder::new(&format!("range-{verb}-{}", text.len()));
    folder.write("m.toml", text);
    let start = Instant::now();
    let output = lissom_in(&folder.0, &[verb, "m.toml"]);
    (output.status.code(), format!("{}{}", stdout(&output), stderr(&output)), start.elapsed())
}

#[test]
fn a_node_at_the_end_of_the_world_is_named() {
    for place in ["1e160", "1e154", "1e200", "1e308"] {
        for verb in ["check", "modes"] {
            let (code, said, _) = run(verb, &BEAM.replace("[B,", &format!("[{place},")).replace('N', "1"));
            assert!(matches!(code, Some(1 | 2)), "{verb} {place}: {code:?} {said}");
            assert!(!said.contains("panicked") && said.contains("finite"), "{verb} {place}: {said}");
        }
    }
}

/// With a motion to be simulated the check once took 34 s for 400 elements and 43 GB for 30 000.
#[test]
fn checks_of_many_elements_are_quick() {
    for elements in ["400", "30000"] {
        let model = BEAM.replace("[B,", "[1,").replace('N', elements)
            + "[[fix]]\nnodes = ['a']\n[analysis.simulate]\nend = 1\n";
        let (code, said, time) = run("check", &model);
        assert_eq!(code, Some(0), "{said}");
        assert!(time < Duration::from_secs(20), "{elements} elements took {time:?}");
    }
}

#[test]
fn a_load_beyond_numbers_is_no_state() {
    let model = BEAM
        .replace("[B,", "[1,")
        .replace('N', "2")
        .replace("name = 'p'", "name = 'p'\ngravity = [0, 1e308]")
        + "[[fix]]\nnodes = ['a']\n[state.loaded]\nkind = 'static'\n";
    let (code, said, _) = run("states", &model.replace("rhoA = 1", "rhoA = 1e10"));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("finite"), "{said}");
}

/// 1/L · R = 1e400.
#[test]
fn a_coefficient_of_a_bond_graph_beyond_numbers_is_named() {
    let graph = "lissom = 1\n[model]\nname = 'b'\n[bond_graph]\nbonds = ['u:Se -> e:1', 'e -> L:I', 'e -> R:R']\n\
                 [bond_graph.value]\nL = 1e-200\nR = 1e200\n";
    let (code, said, _) = run("bond", graph);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("p_L") && said.contains("finite"), "{said}");
}

/// A section of 5e-324 m⁴: height/(2 I) is infinite, and the section is refused.
#[test]
fn a_section_whose_stress_is_beyond_numbers_is_named() {
    let model = "lissom = 1\n[model]\nname = 'n'\n[section.s]\nA = 1e-6\nI = 1e-12\nheight = 1e-3\n[section.r]\nA = 1e-6\n\
                 I = 5e-324\nheight = 1e-3\n[material.m]\nE = 2e11\ndensity = 7800\n[node]\na = [0, 0]\nb = [1, 0]\nc = [2, 0]\n\
                 [[beam]]\nnodes = ['a', 'b']\nsection = 's'\nmaterial = 'm'\n[[beam]]\nname = 'stiff'\nnodes = ['b', 'c']\n\
                 section = 'r'\nmaterial = 'm'\nflexible = []\n[[fix]]\nnodes = ['a']\n[[output]]\nname = 'o'\nnode = 'c'\n\
                 direction = 'y'\n[analysis.states]\ndrive = 'o'\nrange = [0, 0.01]\npoints = 2\nreport = 'stress'\n";
    let (code, said, _) = run("states", model);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("section \"r\"") && said.contains("too small"), "{said}");
}

/// A modulus of 1e-311 Pa: frequencies below the range of numbers, found out at once.
#[test]
fn a_modulus_below_numbers_is_found_out_at_once() {
    for modulus in ["1e-311", "1e-300", "1e300", "1e308"] {
        let model = format!(
            "lissom = 1\n[model]\nname = 'm'\n[section.s]\nA = 1\nI = 1\n[material.m]\nE = {modulus}\ndensity = 1\n[node]\n\
             a = [0, 0]\nb = [1, 0]\n[[beam]]\nnodes = ['a', 'b']\nsection = 's'\nmaterial = 'm'\nelements = 4\n[[fix]]\n\
             nodes = ['a']\n"
        );
        let (code, said, time) = run("modes", &model);
        assert!(
            !said.contains("panicked") && !said.contains("NaN") && !said.contains("inf "),
            "{modulus}: {said}"
        );
        assert!(code == Some(0) || said.contains("error"), "{modulus}: {code:?} {said}");
        assert!(time < Duration::from_secs(20), "{modulus} took {time:?}");
    }
}

/// The choice of coordinates compared each joint with each: 3000 hinges took minutes.
#[test]
fn a_node_of_thousands_of_hinges_is_checked_at_once_and_too_large_to_move() {
    let mut model =
        BEAM.replace("[B,", "[1,").replace('N', "2").replace("[[beam]]", "[[beam]]\nname = 'bar'");
    model += "[[fix]]\nnodes = ['a']\n";
    model += &"[[hinge]]\nat = 'b'\nbetween = ['bar', 'ground']\n".repeat(3000);
    let (code, said, _) = run("check", &model);
    assert_eq!(code, Some(0), "{said}");
    let (code, said, _) = run("simulate", &(model + "[analysis.simulate]\nend = 1\n"));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("too large for large motion"), "{said}");
}

/// Full matrices of 90 000 coordinates were asked of the allocator, which ended the program.
#[test]
fn a_beam_of_thirty_thousand_elements_is_too_large_to_move() {
    let model = BEAM.replace("[B,", "[1,").replace('N', "30000")
        + "[[fix]]\nnodes = ['a']\n[analysis.simulate]\nend = 1\n";
    let (code, said, _) = run("simulate", &model);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("90000 degrees of freedom, more than 40000"), "{said}");
}

/// Squares of thirty cosines written by sines have 2³⁰ terms.
#[test]
fn nested_functions_are_derived_without_being_multiplied_out() {
    let position = "sin(".repeat(30) + "q" + &")".repeat(30);
    let model = format!(
        "lissom = 1\n[model]\nname = 's'\n[system]\ncoordinates = ['q']\n[[mass]]\nmass = 1\nposition = ['{position}']\n"
    );
    let (code, said, _) = run("derive", &model);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("balance of power: holds"), "{said}");
}

#[test]
fn a_tolerance_below_rounding_is_refused() {
    let model = BEAM.replace("[B,", "[1,").replace('N', "4")
        + "[[fix]]\nnodes = ['a']\n[[force]]\nname = 'f'\nnode = 'b'\ndirection = 'y'\nvalue = '1'\n[[output]]\nname = 'o'\n\
           node = 'b'\ndirection = 'y'\n[reduce.k]\nmethod = 'krylov'\ninputs = ['f']\ntolerance = 1e-160\nband = ['1 Hz', '2 Hz']\n";
    let (code, said, _) = run("reduce", &model);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("below the rounding of numbers"), "{said}");
}

#[test]
fn a_stiffness_next_to_nothing_names_its_coordinate() {
    let model = BEAM.replace("[B,", "[1,").replace('N', "1").replace("EA = 1\n", "EA = 1e-311\n")
        + "[[fix]]\nnodes = ['a']\n";
    let (code, said, _) = run("modes", &model);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("coordinate b.x"), "{said}");
}

/// Candidates for rigid motions overflowed when they were scaled by the mass, and the orthogonalisation panicked.
#[test]
fn a_mass_at_the_end_of_the_range_is_no_panic() {
    let model = "lissom = 1\n[model]\nname = 'small'\ndim = 3\n[section.s]\ncircle = { diameter = '10 mm' }\n[material.m]\n\
                 E = '70 GPa'\nnu = 0.33\ndensity = 2700\n[node]\na = [0, 0, 0]\nb = [1, 0, 0]\nc = [1, 1, 0]\n[[beam]]\n\
                 nodes = ['a', 'b']\nsection = 's'\nmaterial = 'm'\n[[truss]]\nnodes = ['b', 'c']\nstiffness = '1 kN/m'\n\
                 mass = 1e308\n[[spring]]\nnodes = ['c', 'ground']\nstiffness = 10\n[[rigid_body]]\nnodes = ['c']\n\
                 inertia = [0.1, 0.1, 0.2]\n";
    let (code, said, _) = run("modes", model);
    assert!(
        matches!(code, Some(0..=2)) && !said.contains("panicked") && !said.contains("NaN"),
        "{code:?} {said}"
    );
}

/// An example with one text in place of another.
fn example(name: &str, from: &str, to: &str) -> String {
    let path = program::root().join(format!("examples/{name}/model.toml"));
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    text.replacen(from, to, 1)
}

/// Answers once held infinities, and with them exit code 0.
#[test]
fn answers_beyond_numbers_are_errors_with_a_name() {
    let bond = "lissom = 1\n[model]\nname = 'b'\n[bond_graph]\nbonds = ['u:Se -> e:1', 'e -> L:I', 'e -> R:R']\n\
                [bond_graph.value]\nL = 0.002\nR = 0.8\nu = '1e308*(1 - exp(-t/0.01))'\n[[output]]\nname = 'current'\n\
                flow = 'L'\n[analysis.simulate]\nend = 0.5\n";
    for (verb, model, exit, named) in [
        ("frf", example("cart", "2.95", "-1e160"), 1, "the response of gap to F_in"),
        ("cycle", example("four_bar", "\"12 mm\"", "\"1e-160 mm\""), 2, "section \"crank\" is too small"),
        ("simulate", bond.to_owned(), 1, "current of full"),
        ("reduce", example("guidance", "weight = 1.0", "weight = 1e160"), 1, "invalid `keep` = 5"),
    ] {
        let (code, said, _) = run(verb, &model);
        assert_eq!(code, Some(exit), "{verb}: {said}");
        assert!(said.contains(named), "{verb}: {said}");
    }
}

/// Shares of masses near the end of the range were multiplied by a hundred before they were divided.
#[test]
fn shares_of_a_huge_mass_are_numbers_on_the_page() {
    let folder = Folder::new("range-page");
    folder
        .write("m.toml", &example("portal_frame", "density = \"7850 kg/m^3\"", "density = \"1e308 kg/m^3\""));
    let output = lissom_in(&folder.0, &["report", "m.toml", "-o", "page.json"]);
    let page =
        std::fs::read_to_string(folder.0.join("page.json")).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    assert!(page.contains("Modes") && !page.contains("\"inf\"") && !page.contains("\"NaN\""));
}

/// Speeds beside which the stiffness is negligible, and modes without a residual: neither is a diagram.
#[test]
fn a_rotor_beyond_numbers_is_refused_at_once() {
    let rotor = |more: &str| {
        format!(
            "lissom = 1\n[model]\nname = 'r'\ndim = 3\n[params]\nw = 0\n[spin]\naxis = [0, 0, 1]\nspeed = 'w'\n[section.s]\n\
             EA = 4900\nEIy = 1\nEIz = 1\nGJ = 1\n{more}\n[node]\na = [0, 0, 0]\nb = [1, 0, 0]\n[[beam]]\nnodes = ['a', 'b']\n\
             section = 's'\nelements = 3\n[[fix]]\nnodes = ['a']\n[analysis.campbell]\nmodes = 3\n\
             sweep = {{ w = {{ from = 0, to = 12, points = 3 }} }}\n"
        )
    };
    let heavy = rotor("rhoA = 1e300\nrhoIy = 1e300\nrhoIz = 1e300\nrhoJ = 1e300");
    let (code, said, time) = run("campbell", &heavy);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the stiffness is negligible"), "{said}");
    assert!(time < Duration::from_secs(10), "{time:?}");
    let (code, said, _) = run("campbell", &rotor("rhoA = 1\nrhoIy = 1e160\nrhoIz = 0\nrhoJ = 1e-4"));
    assert!(code != Some(0) && !said.contains("panicked") && !said.contains("NaN"), "{code:?} {said}");
}

/// All poles of 4000 states took minutes without a word.
#[test]
fn thousands_of_retained_modes_are_refused_with_an_estimate() {
    let model = example("fixed_beam_ports", "retain = 2", "retain = 2000");
    let (code, said, time) = run("modes", &model);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("4000 states are too many") && said.contains("operations"), "{said}");
    assert!(time < Duration::from_secs(20), "{time:?}");
}

/// A mass of 1e-35 kg on a residual compliance oscillates at 5e18 Hz: the modes of the beam beside it were taken for rigid motions.
#[test]
fn slow_modes_beside_a_very_fast_one_are_kept() {
    let folder = Folder::new("range-slow");
    let beam = example("fixed_beam_ports", "retain = 2", "retain = 2");
    folder.write("m.toml", &format!("{beam}\n[[mass]]\nname = 'tiny'\nmass = 1e-35\nattach = 'beam.p1'\n"));
    let answer = program::json(&lissom_in(&folder.0, &["modes", "m.toml", "--json"]));
    let own = &answer["models"]["residual"];
    let frequencies = program::numbers(&own["frequencies_hz"]);
    // cos β cosh β = 1: β² = 22.3733 and 61.6728 rad/s of the beam alone, which so small a mass does not change.
    for (hz, angular) in frequencies.iter().zip([22.373_285_448_061, 61.672_822_867_895]) {
        assert!((hz * std::f64::consts::TAU / angular - 1.0).abs() < 1e-9, "{answer}");
    }
    assert!(frequencies.len() == 3 && frequencies[2] > 1e15 && own["rigid_modes"] == 0, "{answer}");
}

/// Trial steps under 1e160 m/s² turned the pendulum by millions of radians, followed in steps of half a radian: it hung.
#[test]
fn a_pendulum_under_absurd_gravity_is_refused() {
    let model = example("bouncing_pendulum", "gravity = [0, -9.81]", "gravity = [-1e160, -9.81]");
    let (code, said, _) = run("simulate", &model);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("steps"), "{said}");
}

/// Shapes of a body of 1e-164 kg are of the order 1e80, and the fourth power of them is not finite.
#[test]
fn shapes_of_a_very_light_body_are_compared() {
    let folder = Folder::new("range-compare");
    folder.write("m.toml", &example("guidance", "density = 7600.0", "density = 1e-160"));
    let output = lissom_in(&folder.0, &["compare", "m.toml", "m.toml", "--json"]);
    let answer = program::json(&output);
    let mac = answer["mac"].as_array().unwrap();
    for (i, row) in mac.iter().enumerate() {
        let own = row[i].as_f64().unwrap();
        assert!((own - 1.0).abs() < 1e-9, "{row}");
    }
    assert_eq!(answer["largest_difference"], 0.0);
}

/// The centre of mass of a free bar that is only turned stays where it is up to rounding: that is no lack of convergence, and needs no
/// more output times than its angle.
#[test]
fn an_output_that_is_only_rounding_is_converged() {
    let folder = Folder::new("rounding-output");
    folder.write(
        "m.toml",
        "lissom = 1\n[model]\nname = 'free-bar'\ndim = 2\n[section.rod]\nEA = 1e6\nEI = 1e3\nrhoA = 1.0\n[node]\nA = [0, 0]\n\
         B = [1, 0]\n[[beam]]\nname = 'bar'\nnodes = ['A', 'B']\nsection = 'rod'\nflexible = []\n[[force]]\nname = 'M'\nnode = 'A'\n\
         direction = 'phi'\nvalue = 'if(t < 1, 1, 0)'\n[[output]]\nname = 'phi'\nnode = 'A'\ndirection = 'phi'\n[[output]]\n\
         name = 'com_x'\nexpression = '(x(A) + x(B))/2'\n[analysis.simulate]\nend = 3.0\n",
    );
    let output = lissom_in(&folder.0, &["simulate", "m.toml", "--json"]);
    let answer = program::json(&output);
    assert!(!answer["warnings"].to_string().contains("converged"), "{}", answer["warnings"]);
    assert!(!answer["warnings"].to_string().contains("more points"), "{}", answer["warnings"]);
    // M t²/(2 I) for one second about the centre, then M t/I: 6 + 24 rad with I = 1/12.
    let last = answer["models"]["full"]["extremes"]["phi"]["largest"].as_f64().unwrap();
    assert!((last - 30.0).abs() < 1e-3, "{last}");
}

/// The rank of the kinematic equations was lost between 0.08 m and 6e8 m: a panic.
#[test]
fn parts_of_absurdly_different_lengths_do_not_panic() {
    let text = "lissom = 1\n[model]\nname = 'far'\n[material.steel]\nE = 2.1e11\ndensity = 7850\n[section.leaf]\n\
        rectangle = { width = 0.02, height = 0.002 }\n[node]\na = [0, 0]\nb = [6e8, 0]\nc = [0, 0.08]\nd = [6e8, 0.08]\n\
        [[beam]]\nnodes = ['a', 'c']\nsection = 'leaf'\nmaterial = 'steel'\n[[beam]]\nnodes = ['b', 'd']\nsection = 'leaf'\n\
        material = 'steel'\nelements = 4\n[[beam]]\nnodes = ['c', 'd']\nsection = 'leaf'\nmaterial = 'steel'\nflexible = []\n\
        [[fix]]\nnodes = ['a', 'b']\n";
    let folder = Folder::new("range-far");
    folder.write("m.toml", text);
    let output = lissom_in(&folder.0, &["modes", "m.toml", "--at", "rest"]);
    assert!(matches!(output.status.code(), Some(0..=2)), "{}", stderr(&output));
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
}

/// A first value of 1e-320 was met to the last bit of it, or never: the step was halved a thousand times.
#[test]
fn a_stroke_that_begins_next_to_zero_is_followed() {
    let model = example("cross_pivot", "range = [0, ", "range = [1e-320, ");
    let (code, said, time) = run("states", &model);
    assert_eq!(code, Some(0), "{said}");
    assert!(time < Duration::from_secs(60), "{time:?}");
}

/// Torsion with a stiffness of 1e-320 N m² left pairs of roots whose squares are not numbers: the diagram took 38 s.
#[test]
fn a_blade_without_torsional_stiffness_has_a_diagram_or_a_reason() {
    let model = example("rotating_cantilever", "GJ = 1.0", "GJ = 1e-320");
    let (code, said, time) = run("campbell", &model);
    assert!(matches!(code, Some(0 | 1)), "{said}");
    assert!(time < Duration::from_secs(60), "{time:?}");
}

/// The energy of terms of a structure of 1e-160 kg/m is no number; the ratio of their sizes is.
#[test]
fn the_series_of_a_very_light_beam_has_its_limit() {
    let folder = Folder::new("range-series");
    let ask = |density: &str| {
        folder.write("m.toml", &example("free_beam", "rhoA = 1.0", &format!("rhoA = {density}")));
        let answer = program::json(&lissom_in(&folder.0, &["states", "m.toml", "--json"]));
        answer["states"][0]["slow_load"]["series_below_hz"].as_f64().unwrap()
    };
    // Frequencies grow with the inverse root of the density; the estimate is taken from earlier terms.
    let ratio = ask("1e-160") / ask("1.0");
    assert!((ratio / 1e80 - 1.0).abs() < 0.2, "{ratio:e}");
}

#[test]
fn a_blade_too_heavy_for_its_speed_is_refused_by_name() {
    let model = example("rotating_cantilever", "rhoA = 1.0", "rhoA = 1e100");
    let (code, said, _) = run("campbell", &model);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("lost in rounding"), "{said}");
}

/// Steps of a blade in space cost milliseconds: those before the first estimate of their number once took two minutes.
#[test]
fn an_absurd_end_of_a_motion_in_space_is_refused_early() {
    let (code, said, time) = run("simulate", &example("rotating_blade", "end = 3", "end = 3e100"));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("steps"), "{said}");
    assert!(time < Duration::from_secs(40), "{time:?}");
}

/// A million points of five outputs are a file, not one line of 100 MB on standard output.
#[test]
fn an_answer_too_large_for_standard_output_is_refused() {
    let folder = Folder::new("large-json");
    let outputs: String = (0..5).map(|k| format!("[[output]]\nname = 'x{k}'\nstored = 's'\n")).collect();
    folder.write(
        "m.toml",
        &format!(
            "lissom = 1\n[model]\nname = 'g'\n[bond_graph]\nbonds = ['v:1 -> m:I', 'v -> s:C']\n[bond_graph.value]\nm = 2\ns = 0.125\n\
             [bond_graph.initial]\ns = 0.5\n{outputs}[analysis.simulate]\nend = 3\npoints = 1000000\n"
        ),
    );
    let output = lissom_in(&folder.0, &["simulate", "m.toml", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(stderr(&output).contains("write it to a file"), "{}", stderr(&output));
}

/// The start at rest of 10 000 elements once asked for 29 GB, and the program was aborted.
#[test]
fn an_equilibrium_of_too_many_coordinates_is_refused() {
    let (code, said, _) = run("simulate", &example("rotating_blade", "elements = 4", "elements = 10000"));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("fewer elements"), "{said}");
}

/// The square of the root of the largest number rounds to infinity: the effective mass once was null in JSON and `inf` in the table.
#[test]
fn the_effective_mass_of_the_largest_mass_is_finite() {
    let text = "lissom = 1\n[model]\nname = 'm'\ndim = 3\n[section.s]\ncircle = { diameter = 0.025 }\n[material.m]\nE = 2.1e11\n\
                nu = 0.3\ndensity = 7850\n[node]\na = [0, 0, 0]\nb = [0.4, 0, 0]\nc = [1, 0, 0]\n[[beam]]\nnodes = ['a', 'b']\n\
                section = 's'\nmaterial = 'm'\n[[beam]]\nnodes = ['b', 'c']\nsection = 's'\nmaterial = 'm'\n\
                [[mass]]\nnode = 'b'\nmass = 1.7976931348623157e308\n[[fix]]\nnodes = ['a', 'c']\n";
    let (code, said, _) = run("modes", text);
    assert!(!said.contains("inf"), "{said}");
    assert!(code == Some(1) || said.contains("100.00"), "{said}");
}

/// 94 Hz beside a rigid motion and a pole of 1e82 Hz: both were counted as zero, and the fast one listed as the first.
#[test]
fn a_slow_mode_beside_a_rigid_motion_and_a_fast_one_is_found() {
    let text = "lissom = 1\n[model]\nname = 'c'\n[[modal_body]]\nname = 'b'\nports = ['cart', 'tip']\nrigid_mass = 0.104\n\
                modes = [[94.0, 2.95, -6.66], [515.0, -2.76, -6.35]]\nretain = 1\nresidual = 'from-remaining-modes'\n\
                [[mass]]\nname = 'm'\nmass = 1e-160\nattach = 'b.tip'\n[[force]]\nname = 'F'\nattach = 'b.cart'\n";
    let (code, said, _) = run("modes", text);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("94.0000"), "{said}");
}

/// A stroke too short for its energy to be a number has no energy error: the key is left out.
#[test]
fn a_stroke_without_energy_has_no_energy_error() {
    let folder = Folder::new("short-stroke");
    let text = BEAM.replace("[B,", "[1,").replace('N', "2");
    let rest = "[[fix]]\nnodes = ['a']\n[[output]]\nname = 'd'\nnode = 'b'\ndirection = 'y'\n\
                [analysis.states]\ndrive = 'd'\nrange = [-1e-163, 1e-163]\npoints = 3\n";
    folder.write("m.toml", &format!("{text}{rest}"));
    let output = lissom_in(&folder.0, &["states", "m.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!stdout(&output).contains("energy_error"), "{}", stdout(&output));
}

/// The energy of a law that has changed its sign 1e308 times was integrated for ever.
#[test]
fn an_energy_that_cannot_be_integrated_is_refused_by_name() {
    let text = example("pendulum_bond", "down = 2.5 ", "down = 1e308 ");
    let (code, said, time) = run("simulate", &text);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the energy of `down`"), "{said}");
    assert!(time < Duration::from_secs(20), "{time:?}");
}
