//! Modal bodies and bond graphs through the door: modes, sweeps, responses, motion, causality, and wrong graphs.
#![allow(clippy::unwrap_used)]

use crate::program;

use program::{Folder, json, lissom, lissom_in, numbers, root, stderr, stdout};

/// The cart with the numbers that stand behind the printed equations [Clemen2021, Eqs. (64)–(68)].
fn cart(tip_masses: &str, more: &str) -> String {
    let (k, y) = (349_860.0f64, [2.94496f64, -6.6611f64]);
    let c = [[8.1078e-7, 1.49265e-6], [1.49265e-6, 4.711_647_2e-6]];
    let whole = |i: usize, j: usize| c[i][j] + y[i] * y[j] / k;
    format!(
        "lissom = 1\n[model]\nname = 'cart'\ndim = 1\n[params]\nm_t = 1.0\n[[modal_body]]\nname = 'beam'\n\
         ports = ['cart', 'tip']\nrigid_mass = 0.1039858\nmodes = [[{:?}, {:?}, {:?}]]\nresidual = 'static'\n\
         compliance = [[{:?}, {:?}], [{:?}, {:?}]]\n[[mass]]\nname = 'tip'\nmass = 'm_t'\nattach = 'beam.tip'\n\
         [[force]]\nname = 'F'\nattach = 'beam.cart'\n[[output]]\nname = 'v'\nexpression = 'velocity(beam.cart)'\n\
         [analysis.modes]\nsweep = {{ m_t = {tip_masses} }}\n{more}",
        k.sqrt() / std::f64::consts::TAU,
        y[0],
        y[1],
        whole(0, 0),
        whole(0, 1),
        whole(1, 0),
        whole(1, 1),
    )
}

#[test]
fn the_sweep_of_the_tip_mass_meets_the_paper_and_its_limits() {
    let folder = Folder::new("cart");
    folder.write("cart.toml", &cart("{ from = 1.0, to = 1e6, points = 7, scale = 'log' }", ""));
    let arguments = ["modes", "cart.toml", "--json", "--csv", "sweep.csv"];
    let output = lissom_in(&folder.0, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    let near = |found: f64, expected: f64| {
        assert!((found / expected - 1.0).abs() < 2e-5, "{found} instead of {expected}");
    };
    // At 1 kg, and in the limit of a large tip mass: the roots of the corrected polynomial (69).
    let own = numbers(&object["frequencies_hz"]);
    assert_eq!(own.len(), 2);
    near(own[0], 40.871);
    near(own[1], 550.28);
    let series = object["sweep"]["series"].as_array().unwrap();
    let column = |model: &str, mode: u64| {
        let found = series.iter().find(|s| s["model"] == model && s["mode"] == mode).unwrap();
        numbers(&found["frequencies_hz"])
    };
    near(column("residual", 1)[6], 39.240);
    near(column("residual", 2)[6], 545.49);
    near(column("no-residual", 1)[0], 41.365);
    assert_eq!(numbers(&object["sweep"]["parameters"]["m_t"])[6], 1e6);
    assert_eq!((object["rigid_modes"].as_u64(), object["certified"].as_bool()), (Some(1), Some(true)));
    let csv = std::fs::read_to_string(folder.0.join("sweep.csv")).unwrap();
    assert_eq!(csv.lines().count(), 8);
    assert!(csv.starts_with("\"m_t\",\"residual 1 [Hz]\""), "{csv}");
}

#[test]
fn a_velocity_at_a_force_contains_its_rate() {
    let folder = Folder::new("rate");
    folder.write("cart.toml", &cart("{ from = 1.0, to = 2.0, points = 2 }", ""));
    let object = json(&lissom_in(&folder.0, &["bond", "cart.toml", "--json"]));
    let factor = object["F"][0][0].as_f64().unwrap();
    assert!((factor / (8.1078e-7 - 1.49265e-6f64.powi(2) / 4.711_647_2e-6) - 1.0).abs() < 1e-9, "{factor}");
    let texts = object["equations"].to_string();
    assert!(texts.contains("F'"), "{texts}");
    assert!(object["warnings"].to_string().contains("Remedies"), "{}", object["warnings"]);
}

#[test]
fn the_examples_answer_what_they_ask_for() {
    let text = stdout(&lissom(&["modes", "examples/cart/model.toml"]));
    for part in ["sweep of m_t, 60 points", "no-residual 1", "one pole at zero", "every 2th row"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Exact wave numbers of a beam clamped at both ends.
    let beam = json(&lissom(&["modes", "examples/fixed_beam_ports/model.toml", "--json"]));
    let omega = numbers(&beam["angular_frequencies"]);
    assert!((omega[0] - 22.373_285_45).abs() < 1e-7 && (omega[1] - 61.672_822_87).abs() < 1e-7, "{omega:?}");
    // s² + 100.5 s + 2550: the motor nearly oscillates.
    let motor = json(&lissom(&["modes", "examples/dc_motor_bond/model.toml", "--json"]));
    let pole = numbers(&motor["poles"][0]);
    assert!(
        (pole[0] + 50.25).abs() < 1e-9 && (pole[0].hypot(pole[1]).powi(2) - 2550.0).abs() < 1e-8,
        "{pole:?}"
    );
    let frf = ["frf", "examples/fixed_beam_ports/model.toml", "--range", "0.001", "1", "--json"];
    let responses = json(&lissom(&frf));
    let first = numbers(&responses["responses"][0]["re"])[0];
    assert!((first / 3.087e-3 - 1.0).abs() < 1e-6, "static compliance of the clamped beam: {first}");
    assert_eq!(responses["responses"][0]["unit"], "m/N");
}

/// A motor switched on runs up to 19.607843 rad/s per volt and reports that its voltage comes from the file.
#[test]
fn a_motor_runs_up() {
    let folder = Folder::new("motor");
    let model = std::fs::read_to_string(root().join("examples/dc_motor_bond/model.toml")).unwrap();
    let with = |law: &str| model.replace("d = 5e-5\n", &format!("d = 5e-5\nu = {law}\n"));
    folder.write("step.toml", &with("12.0"));
    let object = json(&lissom_in(&folder.0, &["simulate", "step.toml", "--end", "1", "--json"]));
    let speed = numbers(&object["models"]["full"]["outputs"]["speed"]);
    assert!((speed[200] / (12.0 * 19.607_843_137) - 1.0).abs() < 1e-9, "{}", speed[200]);
    assert_eq!(object["models"]["full"]["method"], "matrix exponential");
    // Against the closed form of the response to a sine: amplitude and phase of the transfer function.
    folder.write("sine.toml", &with("'sin(40*t)'"));
    let object =
        json(&lissom_in(&folder.0, &["simulate", "sine.toml", "--end", "2", "--rtol", "1e-8", "--json"]));
    let run = &object["models"]["full"];
    let (t, speed) = (numbers(&run["t"]), numbers(&run["outputs"]["speed"]));
    // speed/u = 50000/(s² + 100.5 s + 2550) at s = 40i; the motion from rest has died out after a second.
    let (re, im) = (2550.0 - 1600.0, 100.5 * 40.0);
    let (gain, phase) = (50_000.0 / f64::hypot(re, im), -f64::atan2(im, re));
    for k in 120..=200 {
        let exact = gain * (40.0 * t[k] + phase).sin();
        assert!((speed[k] - exact).abs() < 1e-6 * gain, "{k}: {} {exact}", speed[k]);
    }
    assert!(object["warnings"].as_array().unwrap().is_empty(), "{}", object["warnings"]);
    let gap = run["power_gap"].as_f64().unwrap();
    assert!(gap < 1e-13, "powers close to {gap}");
    let none = lissom_in(&folder.0, &["simulate", "step.toml"]);
    assert!(none.status.code() == Some(2) && stderr(&none).contains("--end"), "{}", stderr(&none));
}

#[test]
fn causality_is_told_and_drawn() {
    let folder = Folder::new("causality");
    let model = root().canonicalize().unwrap().join("examples/dc_motor_bond/model.toml");
    let output = lissom_in(&folder.0, &["bond", model.to_str().unwrap(), "-o", "graph.svg"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("effort from") && stdout(&output).contains("e -> La"),
        "{}",
        stdout(&output)
    );
    assert!(std::fs::read_to_string(folder.0.join("graph.svg")).unwrap().starts_with("<svg"));
    let object = json(&lissom(&["bond", "examples/dc_motor_bond/model.toml", "--json"]));
    let rows = object["causality"].as_array().unwrap();
    assert_eq!(rows.len(), 7);
    assert_eq!((&rows[1]["effort_from"], &rows[1]["flow_from"]), (&"e".into(), &"La".into()));
}

/// A graph of the given bonds and values.
fn graph(bonds: &[&str], values: &str) -> String {
    format!(
        "lissom = 1\n[model]\nname = 'g'\n[bond_graph]\nbonds = {bonds:?}\n[bond_graph.value]\n{values}\n"
    )
}

#[test]
fn wrong_graphs_are_refused_by_name() {
    let folder = Folder::new("wrong");
    let cases: &[(&str, &[&str], &str, i32, &str)] = &[
        (
            "two efforts",
            &["u1:Se -> n:0", "u2:Se -> n", "n -> d:R"],
            "d = 1",
            1,
            "u1:Se and u2:Se both set the effort at n:0",
        ),
        (
            "two flows",
            &["v1:Sf -> a:1", "v2:Sf -> a", "a -> d:R"],
            "d = 1",
            1,
            "v1:Sf and v2:Sf both set the flow at a:1",
        ),
        ("unset", &["u1:Se -> a:1", "u2:Se -> a"], "", 1, "no element sets the flow at a:1"),
        ("zero C", &["u:Se -> a:1", "a -> c:C", "a -> m:I"], "c = 0\nm = 1", 2, "L0305"),
        ("negative C", &["u:Se -> a:1", "a -> c:C", "a -> m:I"], "c = -1\nm = 1", 2, "L0305"),
        ("unconnected", &["u:Se -> a:1", "a -> t:TF"], "t = 2", 2, "must have two bonds, found 1"),
        (
            "singular",
            &["m1:I -> a:0", "a -> c:C", "m2:I -> b:0", "b -> c"],
            "c = [[1, 1], [1, 1]]\nm1 = 1\nm2 = 1",
            1,
            "stores no energy in some direction",
        ),
        (
            "asymmetric",
            &["m1:I -> a:0", "a -> c:C", "m2:I -> b:0", "b -> c"],
            "c = [[1, 0.5], [0.4, 1]]\nm1 = 1\nm2 = 1",
            1,
            "is not symmetric",
        ),
        (
            "not square",
            &["m1:I -> a:0", "a -> c:C", "m2:I -> b:0", "b -> c"],
            "c = [[1, 0.5]]\nm1 = 1\nm2 = 1",
            2,
            "as many rows and columns as ports",
        ),
    ];
    for (name, bonds, values, code, message) in cases {
        folder.write("g.toml", &graph(bonds, values));
        for verb in ["bond", "check", "modes"] {
            let output = lissom_in(&folder.0, &[verb, "g.toml"]);
            assert_eq!(
                output.status.code(),
                Some(*code),
                "{name}, {verb}: {}{}",
                stdout(&output),
                stderr(&output)
            );
            assert!(stderr(&output).contains(message), "{name}, {verb}: {}", stderr(&output));
        }
    }
}

/// Two masses behind a C-field with two ports: by hand ω² are the eigenvalues of C⁻¹ for unit masses.
#[test]
fn fields_are_written_as_matrices() {
    let folder = Folder::new("field");
    let bonds = ["a:1 -> m1:I", "a -> c:C", "b:1 -> m2:I", "b -> c"];
    folder.write("g.toml", &graph(&bonds, "c = [[0.5, 0.25], [0.25, 0.5]]\nm1 = 1\nm2 = 1"));
    let object = json(&lissom_in(&folder.0, &["modes", "g.toml", "--json"]));
    let omega = numbers(&object["angular_frequencies"]);
    let exact = [(1.0f64 / 0.75).sqrt(), 2.0];
    assert!(omega.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-12), "{omega:?}");
}

/// A mass behind a transformer whose modulus n changes in time: L ḟ + n m d(n f)/dt + n q/c = u.
#[test]
fn moduli_that_change_in_time_act_in_motions() {
    let folder = Folder::new("modulated");
    let bonds = ["u:Se -> a:1", "a -> L:I", "a -> x:MTF", "x -> b:1", "b -> m:I", "b -> c:C"];
    let values = "L = 1\nm = 1\nc = 1\nx = '2 + sin(t)'\nu = 1\n[[output]]\nname = 'f'\nflow = 'L'\n";
    folder.write("g.toml", &graph(&bonds, values));
    for verb in [&["bond", "g.toml"][..], &["modes", "g.toml"]] {
        let output = lissom_in(&folder.0, verb);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stderr(&output).contains("about the equilibrium"), "{verb:?}: {}", stderr(&output));
    }
    let object = json(&lissom_in(&folder.0, &["simulate", "g.toml", "--end", "2", "--json"]));
    let full = &object["models"]["full"];
    assert!(full["power_gap"].as_f64().unwrap() < 1e-12 && full["energy_error"].as_f64().unwrap() < 1e-4);
    // By hand, by small steps of the classical method of fourth order.
    let rates = |t: f64, [f, q]: [f64; 2]| {
        let (n, slope) = (2.0 + t.sin(), t.cos());
        [(1.0 - n * q - n * slope * f) / (1.0 + n * n), n * f]
    };
    let (mut y, steps) = ([0.0, 0.0], 20_000);
    let h = 2.0 / f64::from(steps);
    for k in 0..steps {
        let t = f64::from(k) * h;
        let add = |y: [f64; 2], s: [f64; 2], h: f64| [y[0] + h * s[0], y[1] + h * s[1]];
        let a = rates(t, y);
        let b = rates(t + 0.5 * h, add(y, a, 0.5 * h));
        let c = rates(t + 0.5 * h, add(y, b, 0.5 * h));
        let d = rates(t + h, add(y, c, h));
        (0..2).for_each(|i| y[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]));
    }
    let last = *numbers(&full["outputs"]["f"]).last().unwrap();
    assert!((last - y[0]).abs() < 1e-3 * y[0].abs().max(0.1), "{last} instead of {}", y[0]);
}

/// Two masses with a stiffening spring each, placed from a file, and the same graph written out.
#[test]
fn a_placed_graph_is_the_same_as_a_flat_one() {
    let folder = Folder::new("placed");
    let head = "lissom = 1\n[model]\nname = 'g'\n";
    folder.write(
        "mass.toml",
        &format!(
            "{head}[params]\nk = 3\nmass = 1\n[bond_graph]\nports = ['v']\nbonds = ['v:1 -> m:I', 'v -> s:C']\n[bond_graph.value]\nm = 'mass'\n\
             [bond_graph.law]\ns = 'k*displacement + displacement^3'\n[bond_graph.initial]\ns = 0.5\n"
        ),
    );
    let output = |name: &str, element: &str| format!("[[output]]\nname = '{name}'\nstored = '{element}'\n");
    let between = "'A.v -> z:0', 'z -> B.v', 'z -> c:C', 'z -> d:R'";
    let values = "[bond_graph.value]\nc = 0.4\nd = 5\n";
    folder.write(
        "placed.toml",
        &format!(
            "{head}[[use]]\nname = 'A'\nmodel = 'mass.toml'\n[[use]]\nname = 'B'\nmodel = 'mass.toml'\nparams = {{ k = 7, mass = 2 }}\n\
             [bond_graph]\nbonds = [{between}]\n{values}{}{}",
            output("a", "A.s"),
            output("b", "B.s")
        ),
    );
    folder.write(
        "flat.toml",
        &format!(
            "{head}[bond_graph]\nbonds = ['Av:1 -> Am:I', 'Av -> As:C', 'Bv:1 -> Bm:I', 'Bv -> Bs:C', {}]\n{values}Am = 1\nBm = 2\n\
             [bond_graph.law]\nAs = '3*displacement + displacement^3'\nBs = '7*displacement + displacement^3'\n\
             [bond_graph.initial]\nAs = 0.5\nBs = 0.5\n{}{}",
            between.replace('.', ""),
            output("a", "As"),
            output("b", "Bs")
        ),
    );
    let run = |file: &str, verb: &[&str]| {
        let arguments: Vec<&str> = [verb[0], file].iter().chain(&verb[1..]).copied().collect();
        let output = lissom_in(&folder.0, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        json(&output)
    };
    let motion = ["simulate", "--end", "3", "--json"];
    let (placed, flat) = (run("placed.toml", &motion), run("flat.toml", &motion));
    for name in ["a", "b"] {
        let series = |object: &serde_json::Value| numbers(&object["models"]["full"]["outputs"][name]);
        let (placed, flat) = (series(&placed), series(&flat));
        assert!(placed.iter().any(|x| x.abs() > 0.1));
        assert!(placed.len() == flat.len() && placed.iter().zip(&flat).all(|(a, b)| (a - b).abs() < 1e-12));
    }
    let poles = |file: &str| numbers(&run(file, &["modes", "--json"])["frequencies_hz"]);
    assert!(poles("placed.toml").iter().zip(poles("flat.toml")).all(|(a, b)| (a - b).abs() < 1e-12));
}

/// A mass on a spring without laws, let go with a displacement and a momentum: x = 0.5 cos 2t + 0.15 sin 2t in closed form.
#[test]
fn a_linear_graph_starts_where_it_is_told() {
    let folder = Folder::new("graph_start");
    folder.write(
        "m.toml",
        "lissom = 1\n[model]\nname = 'g'\n[bond_graph]\nbonds = ['v:1 -> m:I', 'v -> s:C']\n[bond_graph.value]\nm = 2\ns = 0.125\n\
         [bond_graph.initial]\nm = 0.6\ns = 0.5\n[[output]]\nname = 'x'\nstored = 's'\n",
    );
    let output = lissom_in(&folder.0, &["simulate", "m.toml", "--end", "3", "--points", "31", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let x = numbers(&json(&output)["models"]["full"]["outputs"]["x"]);
    assert_eq!(x.len(), 31);
    for (k, x) in x.iter().enumerate() {
        let turn = 2.0 * 0.1 * k as f64;
        let expected = 0.5 * turn.cos() + 0.15 * turn.sin();
        assert!((x - expected).abs() < 1e-12, "{x} instead of {expected}");
    }
}

/// A cantilever of this file as a modal body: with a mass at its tip it has the frequencies of the frame with that mass.
#[test]
fn a_frame_of_the_file_is_a_modal_body() {
    let folder = Folder::new("frame_body");
    let frame = "lissom = 1\n[model]\nname = 'c'\n[section.s]\nEA = 1e4\nEI = 1\nrhoA = 1\n[node]\nA = [0, 0]\nB = [1, 0]\n\
                 [[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 8\n[[fix]]\nnodes = ['A']\n";
    folder.write("whole.toml", &format!("{frame}[[mass]]\nnode = 'B'\nmass = 0.5\n"));
    let body = "[[modal_body]]\nname = 'body'\npart = 'frame'\nports = { tip = 'B y' }\nretain = 3\nresidual = 'static'\n";
    folder.write(
        "body.toml",
        &format!("{frame}{body}[[mass]]\nname = 'm'\nattach = 'body.tip'\nmass = 0.5\n[[output]]\nname = 'y'\nattach = 'body.tip'\n[[force]]\nname = 'F'\nattach = 'body.tip'\n"),
    );
    let whole = numbers(&json(&lissom_in(&folder.0, &["modes", "whole.toml", "--json"]))["frequencies_hz"]);
    let object = json(&lissom_in(&folder.0, &["modes", "body.toml", "--json"]));
    let kept = numbers(&object["models"]["residual"]["frequencies_hz"]);
    let cut = numbers(&object["models"]["no-residual"]["frequencies_hz"]);
    // The error falls with the fourth power of the frequency: the lowest is nearly exact, and better than without.
    assert!((kept[0] / whole[0] - 1.0).abs() < 1e-6, "{kept:?} {whole:?}");
    assert!((cut[0] / whole[0] - 1.0).abs() > 1e-4, "{cut:?} {whole:?}");
    assert!((kept[1] / whole[1] - 1.0).abs() < 1e-3, "{kept:?} {whole:?}");
    let frf = json(&lissom_in(&folder.0, &["frf", "body.toml", "--range", "1e-4", "1", "--json"]));
    let gain = numbers(&frf["responses"][0]["re"])[0];
    assert!((gain * 3.0 - 1.0).abs() < 1e-6, "L³/3EI: {gain}");
}

/// The bracket of a universal file; its drive point responds as a part with those modes does.
#[test]
fn a_universal_file_is_a_modal_body() {
    let folder = Folder::new("universal");
    let data = root().canonicalize().unwrap().join("crates/lissom-bond/tests/data/bracket_modal.unv");
    std::fs::copy(data, folder.0.join("bracket.unv")).unwrap();
    let model = |node: &str| {
        format!(
            "lissom = 1\n[model]\nname = 'b'\n[[modal_body]]\nname = 'bracket'\nfile = 'bracket.unv'\nretain = 2\n\
             ports = {{ p = '{node} z' }}\nresidual = 'from-remaining-modes'\n[[force]]\nname = 'F'\nattach = 'bracket.p'\n\
             [[output]]\nname = 'd'\nattach = 'bracket.p'\n"
        )
    };
    folder.write("none.toml", &model("999999"));
    let none = lissom_in(&folder.0, &["modes", "none.toml"]);
    assert!(none.status.code() == Some(1) && stderr(&none).contains("999999[2]"), "{}", stderr(&none));
    folder.write("lost.toml", &model("1").replace("bracket.unv", "lost.unv"));
    let lost = lissom_in(&folder.0, &["bond", "lost.toml"]);
    assert!(stderr(&lost).contains("modal body bracket: cannot read lost.unv"), "{}", stderr(&lost));
    folder.write("right.toml", &model("63"));
    let output = lissom_in(&folder.0, &["modes", "right.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let found = numbers(&json(&output)["frequencies_hz"]);
    assert!(found.len() == 2 && (found[0] - 2224.5).abs() < 1e-6, "{found:?}");
    // The file's own response function of its six modes begins with 5.83796917515e-8 m/N at 1 Hz.
    let frf = json(&lissom_in(&folder.0, &["frf", "right.toml", "--range", "1", "2", "--json"]));
    let first = numbers(&frf["responses"][0]["re"])[0];
    assert!((first / 5.837_969_175_15e-8 - 1.0).abs() < 1e-5, "{first:e}");
}

/// A wall that moves: the velocity of a port is an input, and the body follows it at low frequencies.
#[test]
fn velocities_of_ports_are_inputs() {
    let folder = Folder::new("velocity");
    folder.write(
        "v.toml",
        "lissom = 1\n[model]\nname = 'v'\n[[modal_body]]\nname = 'beam'\nports = ['a', 'b']\nrigid_mass = 2.0\n\
         modes = [[50.0, 1.0, -1.0], [200.0, 1.0, 1.0]]\nretain = 1\nresidual = 'from-remaining-modes'\n\
         [[velocity]]\nname = 'v'\nattach = 'beam.a'\nvalue = 'sin(20*t)'\n[[output]]\nname = 'far'\nexpression = 'velocity(beam.b)'\n\
         [analysis.frf]\ninputs = ['v']\noutputs = ['far']\nrange = [0.01, 1.0]\n[analysis.simulate]\nend = 0.5\n",
    );
    let object = json(&lissom_in(&folder.0, &["frf", "v.toml", "--json"]));
    let first = numbers(&object["responses"][0]["re"])[0];
    assert!((first - 1.0).abs() < 1e-5, "{first}");
    let run = lissom_in(&folder.0, &["simulate", "v.toml", "--json"]);
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    assert!(!json(&run)["warnings"].to_string().contains("without a value"), "the velocity has one");
}

#[test]
fn a_folder_instead_of_its_model_is_told() {
    let output = lissom_in(&root(), &["bond", "examples/cart"]);
    assert!(stderr(&output).contains("did you mean examples/cart/model.toml?"), "{}", stderr(&output));
}

/// A voltage source drives an armature and a shaft; the resistance stays a letter. The equations are those with a value.
#[test]
fn letters_without_values_give_equations_and_no_numbers() {
    let folder = Folder::new("letters");
    let text = std::fs::read_to_string(root().join("examples/dc_motor_bond/model.toml")).unwrap();
    let text: String =
        text.lines().filter(|line| !line.starts_with("Ra = ")).map(|line| format!("{line}\n")).collect();
    folder.write("m.toml", &text);
    let output = lissom_in(&folder.0, &["bond", "m.toml", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = json(&output);
    let whole = json(&lissom(&["bond", "examples/dc_motor_bond/model.toml", "--json"]));
    assert_eq!(object["equations"], whole["equations"]);
    assert_eq!(object["letters"], serde_json::json!(["Ra"]));
    assert!(object["A"].is_null() && whole["A"].is_array());
    assert!(object["warnings"].to_string().contains("Ra without a value"), "{}", object["warnings"]);
    let modes = lissom_in(&folder.0, &["modes", "m.toml"]);
    assert_ne!(modes.status.code(), Some(0));
    assert!(stderr(&modes).contains("value of Ra"), "{}", stderr(&modes));
}

/// The pendulum of the examples: between turning points ω² is linear in the angle, so that they follow from each other.
#[test]
fn the_turning_points_of_the_pendulum_follow_from_each_other() {
    let object = json(&lissom(&["simulate", "examples/pendulum_bond/model.toml", "--json"]));
    let run = &object["models"]["full"];
    let (angle, rate) = (numbers(&run["outputs"]["angle"]), numbers(&run["outputs"]["rate"]));
    let turns = |k: &usize| rate[*k] != 0.0 && rate[*k].signum() != rate[*k + 1].signum();
    let found: Vec<f64> = (1..rate.len() - 1)
        .filter(turns)
        .map(|k| {
            // The extreme of the parabola with the rates of both ends: half of the product of the rates over their difference.
            let step = 10.0 / 8000.0;
            let share = rate[k] / (rate[k] - rate[k + 1]);
            (angle[k] + 0.5 * share * step * rate[k]).abs()
        })
        .collect();
    assert!(found.len() >= 8, "{found:?}");
    let a = 2.0 * 0.01 / 0.32;
    let mut last = 2.5_f64;
    for found in found {
        let start = (last.cos() + a * last.sin()) * (-a * last).exp();
        let (mut low, mut high) = (0.0_f64, std::f64::consts::PI);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            let left = middle.cos() - a * middle.sin() - start * (-a * middle).exp();
            if left > 0.0 { low = middle } else { high = middle }
        }
        assert!((found - low).abs() < 1e-6, "{found} {low}");
        last = low;
    }
    assert!(run["power_gap"].as_f64().unwrap() < 1e-9, "{}", run["power_gap"]);
}
