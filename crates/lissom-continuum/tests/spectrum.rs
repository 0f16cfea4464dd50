//! The exact spectrum against independent reference numbers, to 1e-10 in every frequency.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use crate::support;

use lissom_continuum::exact_modes;
use support::reference::Case;
use support::writer::Writer;
use support::{EXAMPLE_1, assert_equation, derivation, linear, model};

const HELD: &[(&str, &str)] = &[("displacement", "0"), ("slope", "0")];
const PINNED: &[(&str, &str)] = &[("displacement", "0")];
const GUIDED: &[(&str, &str)] = &[("slope", "0")];
const FREE: &[(&str, &str)] = &[];
const UNIT_BEAM: &[(&str, f64)] = &[("EI", 1.0), ("rhoA", 1.0)];
const UNIT_ROD: &[(&str, f64)] = &[("EA", 1.0), ("rhoA", 1.0)];
const UNIT_STRING: &[(&str, f64)] = &[("tension", 1.0), ("rhoA", 1.0)];
const TIP: &[(&str, &str)] = &[("displacement", "q"), ("slope", "th")];

#[track_caller]
fn assert_case(case: &Case, writer: &Writer) {
    let system = linear(writer);
    let expected = case.angular_frequencies();
    let modes = exact_modes(&system, expected.len()).unwrap();
    assert!(modes.is_certified(), "{}: {:?}", case.id, modes.verdict.why_not());
    assert_eq!(modes.rigid_modes, case.rigid_modes(), "{}: rigid modes", case.id);
    assert_eq!(modes.unstable_modes, 0, "{}: unstable modes", case.id);
    for (number, (found, wanted)) in modes.angular_frequencies.iter().zip(&expected).enumerate() {
        let error = (found / wanted - 1.0).abs();
        assert!(error < 1e-10, "{} mode {}: {found} is not {wanted}: {error:e}", case.id, number + 1);
    }
}

#[test]
fn example_1_undamped() {
    let text = EXAMPLE_1.replace("b = 3.0", "b = 0.0");
    let model = model(&text);
    let parameters: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
    let system = derivation(&model).linearise(&parameters).unwrap();
    let modes = exact_modes(&system, 10).unwrap();
    assert!(modes.is_certified(), "{:?}", modes.verdict.why_not());
    assert_eq!(modes.angular_frequencies.len(), 10);
    for (found, wanted) in
        modes.angular_frequencies.iter().zip(Case::of("example1_undamped").angular_frequencies())
    {
        assert!((found / wanted - 1.0).abs() < 1e-12, "{found} is not {wanted}");
    }
}

#[test]
fn uniform_beams_with_all_ends() {
    let ends = [("clamped", HELD), ("pinned", PINNED), ("guided", GUIDED), ("free", FREE)];
    let mut count = 0;
    for (first, left) in ends {
        for (second, right) in ends {
            let id = format!("be_{first}_{second}");
            if let Some(case) = Case::with_prefix("be_").into_iter().find(|case| case.id == id) {
                let beam = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [left, right]);
                assert_case(&case, &beam);
                count += 1;
            }
        }
    }
    assert_eq!(count, 10);
}

#[test]
fn cantilevers_with_things_at_the_tip() {
    for case in Case::with_prefix("cant_tip").iter().chain([&Case::of("cant_all")]) {
        let value = |name: &str| case.parameter_or(name, 0.0);
        let offset = value("d");
        let system = Writer::new(&["q", "th"])
            .member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, TIP])
            .body(value("mu"), &format!("q + {offset:?}*th"), value("J"), "th")
            .spring(value("kt"), "q")
            .spring(value("kr"), "th");
        assert_case(case, &system);
    }
}

#[test]
fn beams_on_end_springs() {
    let left: &[(&str, &str)] = &[("displacement", "a"), ("slope", "b")];
    for case in Case::with_prefix("be_endsprings") {
        let k = case.parameters("k");
        let system = Writer::new(&["a", "b", "q", "th"])
            .member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [left, TIP])
            .spring(k[0], "a")
            .spring(k[1], "b")
            .spring(k[2], "q")
            .spring(k[3], "th");
        assert_case(&case, &system);
    }
    for case in Case::with_prefix("be_pinned_rotsprings") {
        let kr = case.parameter("kr");
        let left: &[(&str, &str)] = &[("displacement", "0"), ("slope", "b")];
        let right: &[(&str, &str)] = &[("displacement", "0"), ("slope", "th")];
        let system = Writer::new(&["b", "th"])
            .member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [left, right])
            .spring(kr, "b")
            .spring(kr, "th");
        assert_case(&case, &system);
    }
}

#[test]
fn beams_joined_with_other_things() {
    let case = Case::of("cant_suspended");
    let tip: &[(&str, &str)] = &[("displacement", "q")];
    let system = Writer::new(&["q", "y"])
        .member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, tip])
        .spring(case.parameter("k"), "y - q")
        .mass(case.parameter("m"), "y");
    assert_case(&case, &system);

    let case = Case::of("two_cantilevers_spring_mass");
    let other: &[(&str, &str)] = &[("displacement", "p")];
    let system = Writer::new(&["q", "p", "y"])
        .member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, tip])
        .member("bernoulli-euler", "v", 0.8, &[("EI", 2.0), ("rhoA", 1.5)], [HELD, other])
        .spring(case.parameter("ka"), "q - y")
        .spring(case.parameter("kb"), "p - y")
        .mass(case.parameter("m"), "y");
    assert_case(&case, &system);

    let system = Writer::new(&["q", "th"])
        .member("bernoulli-euler", "w", 0.6, &[("EI", 4.0), ("rhoA", 2.0)], [HELD, TIP])
        .member("bernoulli-euler", "v", 0.4, UNIT_BEAM, [TIP, FREE]);
    assert_case(&Case::of("stepped_cantilever"), &system);
}

#[test]
fn beams_with_shear_and_rotary_inertia() {
    const CLAMPED: &[(&str, &str)] = &[("displacement", "0"), ("rotation", "0")];
    let ends = [("cantilever", [CLAMPED, FREE]), ("pinned_pinned", [PINNED, PINNED])];
    let ends = ends.into_iter().chain([("clamped_clamped", [CLAMPED, CLAMPED]), ("free_free", [FREE, FREE])]);
    for (name, ends) in ends {
        for case in Case::with_prefix(&format!("timoshenko_{name}_r")) {
            let r = case.parameter("r_over_l");
            let (stiffness, inertia) = (1.0 / (r * r * 3.12), r * r);
            let coefficients = [("EI", 1.0), ("GA", stiffness), ("rhoA", 1.0), ("rhoI", inertia)];
            assert_case(&case, &Writer::new(&[]).member("timoshenko", "w, phi", 1.0, &coefficients, ends));
        }
    }
    let case = Case::of("timoshenko_cantilever_tipbody");
    let coefficients = [("EI", 1.0), ("GA", 1.0 / (0.0025 * 3.12)), ("rhoA", 1.0), ("rhoI", 0.0025)];
    let tip: &[(&str, &str)] = &[("displacement", "q"), ("rotation", "th")];
    let system = Writer::new(&["q", "th"])
        .member("timoshenko", "w, phi", 1.0, &coefficients, [CLAMPED, tip])
        .body(case.parameter("mu"), "q", case.parameter("J"), "th");
    assert_case(&case, &system);

    let rayleigh = [("EI", 1.0), ("rhoA", 1.0), ("rhoI", 0.0025)];
    let beam = |ends| Writer::new(&[]).member("rayleigh", "w", 1.0, &rayleigh, ends);
    assert_case(&Case::of("rayleigh_pinned_pinned_r0.05"), &beam([PINNED, PINNED]));
    assert_case(&Case::of("rayleigh_cantilever_r0.05"), &beam([HELD, FREE]));
}

#[test]
fn the_pure_shear_mode_of_a_pinned_beam_is_found() {
    // w = 0, φ = const at the cut-off √(κGA/ρI), where the roots of the characteristic equation collide.
    let (stiffness, inertia) = (1.0 / (0.01 * 3.12), 0.01);
    let coefficients = [("EI", 1.0), ("GA", stiffness), ("rhoA", 1.0), ("rhoI", inertia)];
    let system =
        linear(&Writer::new(&[]).member("timoshenko", "w, phi", 1.0, &coefficients, [PINNED, PINNED]));
    let modes = exact_modes(&system, 6).unwrap();
    let cut_off = (stiffness / inertia).sqrt();
    assert!(modes.angular_frequencies.iter().any(|found| (found / cut_off - 1.0).abs() < 1e-12));
}

#[test]
fn beams_under_tension_and_on_foundations() {
    for case in Case::with_prefix("cant_axial") {
        let coefficients = [("EI", 1.0), ("rhoA", 1.0), ("tension", case.parameter("P"))];
        assert_case(
            &case,
            &Writer::new(&[]).member("bernoulli-euler", "w", 1.0, &coefficients, [HELD, FREE]),
        );
    }
    let coefficients = [("EI", 1.0), ("rhoA", 1.0), ("tension", 10.0)];
    let beam = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, &coefficients, [PINNED, PINNED]);
    assert_case(&Case::of("pinned_axial_winkler"), &beam.with("foundation", "50"));
    let beam = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, FREE]);
    assert_case(&Case::of("cant_winkler"), &beam.with("foundation", "50"));
}

#[test]
fn rods_strings_and_shafts() {
    let tip: &[(&str, &str)] = &[("displacement", "q")];
    let start: &[(&str, &str)] = &[("displacement", "p")];
    for case in Case::with_prefix("rod_fixed_mass") {
        let system = Writer::new(&["q"]).member("rod", "u", 1.0, UNIT_ROD, [PINNED, tip]);
        assert_case(&case, &system.mass(case.parameter("mu"), "q"));
    }
    let case = Case::of("rod_two_masses");
    let system = Writer::new(&["p", "q"]).member("rod", "u", 1.0, UNIT_ROD, [start, tip]);
    assert_case(&case, &system.mass(case.parameter("m1"), "p").mass(case.parameter("m3"), "q"));
    let case = Case::of("rod_spring_mass");
    let system = Writer::new(&["p", "q"]).member("rod", "u", 1.0, UNIT_ROD, [start, tip]);
    assert_case(&case, &system.spring(case.parameter("k"), "p").mass(case.parameter("m"), "q"));
    let middle = |at: f64| {
        Writer::new(&["q"]).member("string", "w", at, UNIT_STRING, [PINNED, tip]).member(
            "string",
            "v",
            1.0 - at,
            UNIT_STRING,
            [tip, PINNED],
        )
    };
    assert_case(&Case::of("string_midmass_1"), &middle(0.5).mass(1.0, "q"));
    let case = Case::of("string_mass_spring_0.3");
    assert_case(&case, &middle(0.3).mass(case.parameter("m"), "q").spring(case.parameter("k"), "q"));
    let case = Case::of("shaft_two_discs");
    let ends: [&[(&str, &str)]; 2] = [&[("rotation", "p")], &[("rotation", "q")]];
    let shaft = Writer::new(&["p", "q"]).member("shaft", "phi", 1.0, &[("GJ", 1.0), ("rhoJ", 1.0)], ends);
    let shaft = shaft.body(0.0, "0", case.parameter("J1"), "p").body(0.0, "0", case.parameter("J2"), "q");
    assert_case(&case, &shaft);
}

#[test]
fn appendix_b_in_relative_and_absolute_coordinates() {
    let case = Case::of("appendixB_beam_guided");
    let (m1, m3) = (case.parameter("m1"), case.parameter("m3"));
    let start: &[(&str, &str)] = &[("displacement", "p"), ("slope", "0")];
    let end: &[(&str, &str)] = &[("displacement", "q"), ("slope", "0")];
    let absolute = Writer::new(&["p", "q"]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [start, end]);
    assert_case(&case, &absolute.mass(m1, "p").mass(m3, "q"));
    let end: &[(&str, &str)] = &[("displacement", "q - p"), ("slope", "0")];
    let relative =
        Writer::new(&["p", "q"]).member_at("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, end], "\"p + w\"");
    assert_case(&case, &relative.mass(m1, "p").mass(m3, "q"));
    let case = Case::of("appendixB_beam_pointmasses");
    let ends: [&[(&str, &str)]; 2] = [&[("displacement", "p")], &[("displacement", "q")]];
    let points = Writer::new(&["p", "q"]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, ends);
    assert_case(&case, &points.mass(m1, "p").mass(m3, "q"));
}

#[test]
fn hubs_that_carry_arms() {
    for case in Case::with_prefix("hub_arm_J") {
        let (inertia, radius, mass) = (case.parameter("J"), case.parameter("r"), case.parameter("mu"));
        let position = format!("\"({radius:?} + x)*th + w\"");
        let tip: &[(&str, &str)] = &[("displacement", "q")];
        let arm = Writer::new(&["th", "q"])
            .member_at("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, tip], &position)
            .body(0.0, "0", inertia, "th")
            .mass(mass, &format!("{:?}*th + q", 1.0 + radius));
        assert_case(&case, &arm);
    }
    let case = Case::of("hub_arm_spring");
    let arm = Writer::new(&["th", "q", "tip"])
        .member_at(
            "bernoulli-euler",
            "w",
            1.0,
            UNIT_BEAM,
            [HELD, &[("displacement", "q"), ("slope", "tip")]],
            "\"(0.1 + x)*th + w\"",
        )
        .body(0.0, "0", 0.1, "th")
        .spring(2.0, "th")
        .body(0.25, "1.1*th + q", 0.01, "th + tip");
    assert_case(&case, &arm);
}

#[test]
fn weakly_coupled_twins_are_both_found() {
    let first: &[(&str, &str)] = &[("displacement", "p")];
    let second: &[(&str, &str)] = &[("displacement", "q")];
    let twins = Writer::new(&["p", "q"])
        .member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, first])
        .member("bernoulli-euler", "v", 1.0, UNIT_BEAM, [HELD, second])
        .spring(1e-6, "p - q");
    let found = exact_modes(&linear(&twins), 4).unwrap();
    assert!(found.is_certified());
    // The first pair is 3.516015268500 and 3.516016406151.
    assert!((found.angular_frequencies[0] - 3.516015268500).abs() < 1e-11);
    assert!((found.angular_frequencies[1] - 3.516016406151).abs() < 1e-11);
    assert!(found.angular_frequencies[3] > found.angular_frequencies[2]);
}

#[test]
fn an_exactly_double_frequency_is_found_twice() {
    let pair = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, FREE]).member(
        "bernoulli-euler",
        "v",
        1.0,
        UNIT_BEAM,
        [HELD, FREE],
    );
    let found = exact_modes(&linear(&pair), 4).unwrap();
    for (k, found) in found.angular_frequencies.iter().enumerate() {
        let wanted = Case::of("be_clamped_free").angular_frequencies()[k / 2];
        assert!((found / wanted - 1.0).abs() < 1e-12);
    }
}

#[test]
fn compression_beyond_the_buckling_load_is_counted_as_unstable() {
    // Euler's load of a cantilever is π²/4.
    for (tension, unstable) in [(-2.4, 0), (-2.5, 1), (-23.0, 2)] {
        let coefficients = [("EI", 1.0), ("rhoA", 1.0), ("tension", tension)];
        let beam = Writer::new(&[]).member("bernoulli-euler", "w", 1.0, &coefficients, [HELD, FREE]);
        assert_eq!(exact_modes(&linear(&beam), 1).unwrap().unstable_modes, unstable, "{tension}");
    }
}

/// Places of a particle of a blade that turns in the plane 1-2: w out of the plane or in it.
fn blade_position(radius: f64, x: &str, w: &str, speed: f64, is_flap: bool) -> String {
    let (c, s) = (format!("cos({speed:?}*t)"), format!("sin({speed:?}*t)"));
    let r = format!("({radius:?} + {x})");
    if is_flap {
        format!("\"{r}*{c}\", \"{r}*{s}\", \"{w}\"")
    } else {
        format!("\"{r}*{c} - {w}*{s}\", \"{r}*{s} + {w}*{c}\"")
    }
}

#[test]
fn rotating_cantilevers() {
    // Nothing is said about stiffening: it follows from the motion of the blade and of the mass at its tip.
    for case in Case::with_prefix("rotating_") {
        let (speed, radius, mass) = (case.parameter("Omega"), case.parameter("r"), case.parameter("mu"));
        let is_flap = case.id.contains("flap");
        let tip: &[(&str, &str)] = &[("displacement", "q")];
        let position = blade_position(radius, "x", "w", speed, is_flap);
        let blade = Writer::new(&["q"])
            .member_at("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, tip], &position)
            .mass_at(mass, &blade_position(radius, "1", "q", speed, is_flap));
        assert_case(&case, &blade);
    }
}

#[test]
fn the_table_of_flapwise_frequencies() {
    // First mode for γ = 0 … 12, hub radius 0, after [Wright1982]; here from the derived stiffening.
    let table = [
        3.5160, 3.6816, 4.1373, 4.7973, 5.5850, 6.4495, 7.3604, 8.2996, 9.2568, 10.2257, 11.2023, 12.1843,
        13.1702,
    ];
    for (speed, wanted) in table.into_iter().enumerate() {
        let speed = speed as f64;
        let flap = Writer::new(&[]).member_at(
            "bernoulli-euler",
            "w",
            1.0,
            UNIT_BEAM,
            [HELD, FREE],
            &blade_position(0.0, "x", "w", speed, true),
        );
        let found = exact_modes(&linear(&flap), 1).unwrap().angular_frequencies[0];
        assert!((found - wanted).abs() < 5.1e-5, "γ = {speed}: {found} is not {wanted}");
        // In the plane of rotation ω² is less by γ², exactly.
        let lag = Writer::new(&[]).member_at(
            "bernoulli-euler",
            "w",
            1.0,
            UNIT_BEAM,
            [HELD, FREE],
            &blade_position(0.0, "x", "w", speed, false),
        );
        let in_plane = exact_modes(&linear(&lag), 1).unwrap().angular_frequencies[0];
        assert!((in_plane.powi(2) + speed.powi(2) - found.powi(2)).abs() < 1e-9 * found.powi(2));
    }
}

#[test]
fn a_blade_that_also_stretches() {
    // Chordwise with Coriolis coupling to the stretch, slenderness 70: γ = 2, 10, 12.
    for (speed, wanted) in [(2.0, 3.6196), (10.0, 4.9700), (12.0, 5.3051)] {
        let blade = Writer::new(&[])
            .member_at(
                "frame",
                "u, w",
                1.0,
                &[("EA", 4900.0), ("EI", 1.0), ("rhoA", 1.0)],
                [&[("axial", "0"), ("displacement", "0"), ("slope", "0")], FREE],
                &blade_position(0.0, "x + u", "w", speed, false),
            )
            .key("stiffening", "auto");
        let found = lissom_continuum::exact_poles(&linear(&blade), 1).unwrap();
        assert!(found.is_certified() && found.divergent.is_empty(), "{:?}", found.census);
        let poles = found.poles;
        assert!(poles[0].converged && poles[0].value.re.abs() < 1e-8, "{:?}", poles[0]);
        assert!((poles[0].value.im - wanted).abs() < 1e-4, "{:?} is not {wanted}", poles[0].value);
    }
}

#[test]
fn a_hanging_beam_is_a_pendulum() {
    // A heavy stiff beam hangs from a hinge: a rigid pendulum, ω² = 3g/2l.
    let text = "[system]\ncoordinates = [\"s\"]\ngravity = [\"g\"]\n[params]\ng = 9.81\nl = 1.5\n[[continuum]]\n\
                name = \"beam\"\nkind = \"bernoulli-euler\"\nlength = \"l\"\nfields = [\"w\"]\nEI = \"1e8\"\nrhoA = \"2\"\n\
                position = [\"x\", \"w\"]\nends = { a = { displacement = \"0\", slope = \"s\" } }\n";
    let mut derived = derivation(&model(text));
    assert!(derived.verification().holds());
    let modes = exact_modes(&derived.linearise(&[("g", 9.81), ("l", 1.5)]).unwrap(), 1).unwrap();
    let wanted = (1.5f64 * 9.81 / 1.5).sqrt();
    assert!((modes.angular_frequencies[0] / wanted - 1.0).abs() < 1e-6, "{}", modes.angular_frequencies[0]);
}

/// A heavy stiff beam on a hinge with a body at a distance c beyond its tip, which turns with it.
fn hinged_with_offset_body(speed_or_gravity: &str, positions: [&str; 2]) -> String {
    format!(
        "[system]\ncoordinates = [\"s\", \"q\", \"th\"]\n{speed_or_gravity}\n[params]\ng = 9.81\nl = 1.5\nc = 0.4\nOm = 7.0\n\
         [[continuum]]\nname = \"beam\"\nkind = \"bernoulli-euler\"\nlength = \"l\"\nfields = [\"w\"]\nEI = \"1e8\"\nrhoA = \"2\"\n\
         position = [{}]\nends = {{ a = {{ displacement = \"0\", slope = \"s\" }}, b = {{ displacement = \"q\", slope = \"th\" }} }}\n\
         [[mass]]\nname = \"bob\"\nmass = \"3\"\nposition = [{}]\n",
        positions[0], positions[1]
    )
}

#[test]
fn a_body_beyond_the_tip_pulls_too() {
    let parameters = [("g", 9.81), ("l", 1.5), ("c", 0.4), ("Om", 7.0)];
    let first = |text: &str| {
        let mut derived = derivation(&model(text));
        assert!(
            derived.verification().holds() && derived.omissions().is_empty(),
            "{:?}",
            derived.omissions()
        );
        exact_modes(&derived.linearise(&parameters).unwrap(), 1).unwrap().angular_frequencies[0]
    };
    // Hanging, it is a rigid pendulum: m g (l + c) + μ g l²/2 against m (l + c)² + μ l³/3.
    let hanging = hinged_with_offset_body(
        "gravity = [\"g\"]",
        ["\"x\", \"w\"", "\"l + c*cos(th)\", \"q + c*sin(th)\""],
    );
    let wanted: f64 = 9.81 * (3.0 * 1.9 + 2.0 * 1.125) / (3.0 * 1.9 * 1.9 + 2.0 * 1.125);
    assert!(
        (first(&hanging) / wanted.sqrt() - 1.0).abs() < 1e-6,
        "{} is not {}",
        first(&hanging),
        wanted.sqrt()
    );
    // Turning, with a flapping hinge on the axis, every rigid blade flaps once per turn.
    let turning = hinged_with_offset_body(
        "",
        [
            "\"x*cos(Om*t)\", \"x*sin(Om*t)\", \"w\"",
            "\"(l + c*cos(th))*cos(Om*t)\", \"(l + c*cos(th))*sin(Om*t)\", \"q + c*sin(th)\"",
        ],
    );
    assert!((first(&turning) / 7.0 - 1.0).abs() < 1e-6, "{}", first(&turning));
}

#[test]
fn a_body_that_only_half_follows_the_tip_is_said_to_be_left_out() {
    let loose = hinged_with_offset_body(
        "gravity = [\"g\"]",
        ["\"x\", \"w\"", "\"l + c*cos(th)\", \"q/2 + c*sin(th)\""],
    );
    let omissions = derivation(&model(&loose)).omissions().to_vec();
    assert!(
        omissions.iter().any(|text| text.contains("axial load of `bob` on `beam` is not included")),
        "{omissions:?}"
    );
}

#[test]
fn a_density_of_ones_own() {
    // A string on an elastic foundation whose particles also resist turning: ω² = (P β² + k)/(μ + ι β²), β = nπ/l.
    let text = "[system]\ncoordinates = []\n[params]\nP = 4.0\nmu = 1.5\nk = 3.0\niota = 0.0005\nl = 2.0\n[[continuum]]\n\
                name = \"net\"\nkind = \"custom\"\nlength = \"l\"\nfields = [\"w\"]\n\
                density = \"mu*w_t^2/2 + iota*w_tx^2/2 - P*w_x^2/2 - k*w^2/2\"\n\
                ends = { a = { w = \"0\" }, b = { w = \"0\" } }\n";
    let model = model(text);
    let parameters: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
    let mut derived = derivation(&model);
    assert!(derived.verification().holds());
    assert_equation(&mut derived, "w", "mu*w_tt - iota*w_ttxx - P*w_xx + k*w");
    let modes = exact_modes(&derived.linearise(&parameters).unwrap(), 5).unwrap();
    assert!(modes.is_certified(), "{:?}", modes.verdict.why_not());
    for (n, omega) in modes.angular_frequencies.iter().enumerate() {
        let square = ((n + 1) as f64 * std::f64::consts::PI / 2.0).powi(2);
        let wanted = ((4.0 * square + 3.0) / (1.5 + 0.0005 * square)).sqrt();
        assert!((omega / wanted - 1.0).abs() < 1e-12, "{n}: {omega} is not {wanted}");
    }
}

#[test]
fn modal_masses_of_a_cantilever_are_a_quarter() {
    // ∫ φ² dx = φ(l)² l/4 in every mode of a uniform cantilever; a mass at the tip adds itself.
    let modes = exact_modes(&linear(&beam_with_tip(0.0)), 6).unwrap();
    assert_eq!(modes.shapes.len(), modes.modal_masses.len());
    for (shape, mass) in modes.shapes.iter().zip(&modes.modal_masses) {
        let mass = mass / shape[0].powi(2);
        assert!((mass - 0.25).abs() < 1e-8, "{mass}");
    }
    let loaded = exact_modes(&linear(&beam_with_tip(0.5)), 1).unwrap();
    let share = loaded.modal_masses[0] / loaded.shapes[0][0].powi(2);
    assert!(share > 0.5 + 0.2 && share < 0.5 + 0.25, "{share}");
}

fn beam_with_tip(mass: f64) -> Writer {
    let tip: &[(&str, &str)] = &[("displacement", "q")];
    Writer::new(&["q"]).member("bernoulli-euler", "w", 1.0, UNIT_BEAM, [HELD, tip]).mass(mass, "q")
}
