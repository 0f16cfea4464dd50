//! Machines in space through the program: motions, constraints and states against closed forms, and against the plane.

use crate::program::{Folder, json, lissom_in, root, stderr, stdout};
use serde_json::Value;
use std::f64::consts::TAU;

fn answer(name: &str, text: &str, arguments: &[&str]) -> Value {
    let folder = Folder::new(name);
    folder.write("m.toml", text);
    let output = lissom_in(&folder.0, arguments);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    json(&output)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn series(found: &Value, model: &str, output: &str) -> Vec<f64> {
    let all = found["models"][model]["outputs"][output].as_array();
    all.unwrap_or_else(|| panic!("no {output} in {found}")).iter().map(number).collect()
}

fn times(found: &Value) -> Vec<f64> {
    found["models"]["full"]["t"].as_array().unwrap().iter().map(number).collect()
}

/// A bar on a ball joint that goes round at a constant angle: p² = 3 g/(2 l cos θ) of a slender rod.
fn conical(integrator: &str, more: &str) -> String {
    let (l, tilt) = (0.8_f64, 0.6_f64);
    let rate = (1.5 * 9.81 / (l * tilt.cos())).sqrt();
    let (x, z) = (l * tilt.sin(), -l * tilt.cos());
    let v = rate * x;
    format!(
        "lissom = 1\n[model]\nname = 'conical'\ndim = 3\ngravity = [0, 0, -9.81]\n[node]\na = [0, 0, 0]\nb = [{x:?}, 0, {z:?}]\n\
         [[truss]]\nname = 'rod'\nnodes = ['a', 'b']\nmass = 2\nflexible = []\n[[fix]]\nnodes = ['a']\ndirections = ['x', 'y', 'z']\n\
         [[initial]]\nnode = 'b'\ndirection = 'y'\nvelocity = {v:?}\n[[initial]]\nnode = 'b'\ndirection = 'x'\nvelocity = 0\n\
         [[output]]\nname = 'x'\nquantity = 'position'\nnode = 'b'\ndirection = 'x'\n[[output]]\nname = 'y'\nquantity = 'position'\n\
         node = 'b'\ndirection = 'y'\n[[output]]\nname = 'z'\nquantity = 'position'\nnode = 'b'\ndirection = 'z'\n\
         [analysis.simulate]\nend = 3\npoints = 31\nintegrator = '{integrator}'\nrtol = 1e-9\natol = 1e-11\n{more}"
    )
}

/// More than two turns of a rod, by every kind of integrator.
#[test]
fn a_conical_pendulum_goes_round() {
    let (l, tilt) = (0.8_f64, 0.6_f64);
    let rate = (1.5 * 9.81 / (l * tilt.cos())).sqrt();
    for integrator in ["auto", "dopri5", "radau5", "esdirk5"] {
        let found = answer("conical", &conical(integrator, ""), &["simulate", "m.toml", "--json"]);
        let [x, y, z] = ["x", "y", "z"].map(|name| series(&found, "full", name));
        for (k, t) in times(&found).into_iter().enumerate() {
            let expected = [l * tilt.sin() * (rate * t).cos(), l * tilt.sin() * (rate * t).sin()];
            // The tolerance is relative to each step; a steady motion keeps the error near it.
            assert!((x[k] - expected[0]).abs() < 2e-6, "{integrator} {t}: {} against {}", x[k], expected[0]);
            assert!((y[k] - expected[1]).abs() < 2e-6, "{integrator} {t}: {} against {}", y[k], expected[1]);
            assert!((z[k] + l * tilt.cos()).abs() < 2e-6, "{integrator} {t}: {}", z[k]);
        }
        let model = &found["models"]["full"];
        assert!(number(&model["energy_error"]) < 1e-7, "{model}");
    }
}

/// Jacobi's functions sn, cn and dn by descending Landen transformations.
fn jacobi(u: f64, k: f64) -> [f64; 3] {
    let (mut a, mut b, mut c) = (vec![1.0], (1.0 - k * k).sqrt(), vec![k]);
    while c[c.len() - 1].abs() > 1e-16 && a.len() < 40 {
        let last = a[a.len() - 1];
        a.push(0.5 * (last + b));
        c.push(0.5 * (last - b));
        b = (last * b).sqrt();
    }
    let n = a.len() - 1;
    let mut phi = 2f64.powi(n as i32) * a[n] * u;
    let mut before = phi;
    for i in (1..=n).rev() {
        before = phi;
        phi = 0.5 * (phi + (c[i] / a[i] * phi.sin()).asin());
    }
    let [sn, cn] = [phi.sin(), phi.cos()];
    [sn, cn, cn / (before - phi).cos()]
}

/// A free body that turns over again and again about its middle axis (Euler), and takes every attitude.
#[test]
fn a_free_body_turns_over_as_euler_says() {
    let [i1, i2, i3] = [1.0, 2.0, 3.0];
    let [w1, w3] = [1.7, 1.0_f64];
    let momentum = [i1 * w1, 0.0, i3 * w3];
    let m2 = momentum[0] * momentum[0] + momentum[2] * momentum[2];
    let e2 = i1 * w1 * w1 + i3 * w3 * w3;
    let text = format!(
        "lissom = 1\n[model]\nname = 'free'\ndim = 3\n[node]\nc = [0, 0, 0]\n[[rigid_body]]\nname = 'body'\nnodes = ['c']\nmass = 4\n\
         inertia = [{i1}, {i2}, {i3}]\ncentre = [0, 0, 0]\n\
         [[initial]]\nnode = 'c'\ndirection = 'rx'\nvelocity = {w1}\n[[initial]]\nnode = 'c'\ndirection = 'rz'\nvelocity = {w3}\n\
         [[initial]]\nnode = 'c'\ndirection = 'x'\nvelocity = 0.5\n\
         [[output]]\nname = 'middle'\nquantity = 'axis component'\nnode = 'c'\naxis = [0, 1, 0]\ndirection = [{}, 0, {}]\n\
         [[output]]\nname = 'x'\nnode = 'c'\ndirection = 'x'\n\
         [analysis.simulate]\nend = 20\npoints = 81\nrtol = 1e-10\natol = 1e-12\n",
        momentum[0] / m2.sqrt(),
        momentum[2] / m2.sqrt()
    );
    let found = answer("free", &text, &["simulate", "m.toml", "--json"]);
    let rate = ((i3 - i2) * (m2 - e2 * i1) / (i1 * i2 * i3)).sqrt();
    let k = ((i2 - i1) * (e2 * i3 - m2) / ((i3 - i2) * (m2 - e2 * i1))).sqrt();
    let size = ((e2 * i3 - m2) / (i2 * (i3 - i2))).sqrt();
    let (middle, x) = (series(&found, "full", "middle"), series(&found, "full", "x"));
    let mut turned = [false; 2];
    for (j, t) in times(&found).into_iter().enumerate() {
        let expected = i2 * size * jacobi(rate * t, k)[0] / m2.sqrt();
        // The sign of sn at the start follows from Euler's equation of the middle axis: I₂ ω̇₂ = (I₃ − I₁) ω₃ ω₁ > 0.
        assert!((middle[j] - expected).abs() < 1e-6, "{t}: {} against {expected}", middle[j]);
        assert!((x[j] - 0.5 * t).abs() < 1e-8, "{t}: {}", x[j]);
        turned[usize::from(expected > 0.0)] |= expected.abs() > 0.9 * i2 * size / m2.sqrt();
    }
    assert_eq!(turned, [true, true], "it turned over and back");
    let changes = found["models"]["full"]["changes_of_coordinates"].as_u64().unwrap();
    assert!(changes > 1, "rotation vectors are counted anew: {changes}");
    assert!(number(&found["models"]["full"]["energy_error"]) < 1e-7, "{}", found["models"]["full"]);
}

/// A universal joint between shafts at an angle β: tan φ₂ = cos β tan φ₁, turn after turn.
#[test]
fn a_universal_joint_turns_unevenly() {
    let bend = 0.5_f64;
    let (s, c) = bend.sin_cos();
    let text = format!(
        "lissom = 1\n[model]\nname = 'cardan'\ndim = 3\n[node]\na = [0, 0, -1]\nm = [0, 0, 0]\nb = [{s:?}, 0, {c:?}]\n\
         [[rigid_body]]\nname = 'first'\nnodes = ['a', 'm']\nmass = 1\ninertia = [0.1, 0.1, 0.02]\ncentre = [0, 0, -0.5]\n\
         [[rigid_body]]\nname = 'second'\nnodes = ['m', 'b']\nmass = 1\ninertia = 0.1\ncentre = [{:?}, 0, {:?}]\n\
         [[fix]]\nnodes = ['a', 'b']\ndirections = ['x', 'y', 'z']\n\
         [[hinge]]\nname = 'in'\nat = 'a'\nbetween = ['ground', 'first']\naxis = [0, 0, 1]\n\
         [[hinge]]\nname = 'out'\nat = 'b'\nbetween = ['ground', 'second']\naxis = [{s:?}, 0, {c:?}]\n\
         [[universal]]\nname = 'cross'\nat = 'm'\nbetween = ['first', 'second']\naxes = [[0, 1, 0], [{c:?}, 0, {:?}]]\n\
         [[drive]]\nhinge = 'in'\nangle = '4*t'\n[[output]]\nname = 'in'\nhinge = 'in'\n[[output]]\nname = 'out'\nhinge = 'out'\n\
         [[output]]\nname = 'rate'\nquantity = 'rate'\nhinge = 'out'\n[analysis.simulate]\nend = 4\npoints = 41\n",
        0.5 * s,
        0.5 * c,
        -s
    );
    let found = answer("cardan", &text, &["simulate", "m.toml", "--json"]);
    let (out, rate) = (series(&found, "full", "out"), series(&found, "full", "rate"));
    for (k, t) in times(&found).into_iter().enumerate() {
        let phi = 4.0 * t;
        let turns = (phi / TAU).round();
        let expected = (c * phi.sin()).atan2(phi.cos());
        let expected = expected + TAU * (turns - ((expected - (phi - TAU * turns)) / TAU).round());
        assert!((out[k] - expected).abs() < 1e-9, "{t}: {} against {expected}", out[k]);
        let own = 4.0 * c / (1.0 - (s * phi.sin()).powi(2));
        assert!((rate[k] - own).abs() < 1e-8, "{t}: {} against {own}", rate[k]);
    }
}

/// A flexible double pendulum without weight that moves in a plane, written in the plane and in space.
fn double_pendulum(dimension: usize) -> String {
    let (z, axis, section, gravity) = match dimension {
        3 => (
            ", 0",
            "axis = [0, 0, 1]\n",
            "EIy = 50\nEIz = 20\nGJ = 10\nrhoJ = 1e-3\nrhoIy = 0\nrhoIz = 0",
            "[0, 0, 0]",
        ),
        _ => ("", "", "EI = 20", "[0, 0]"),
    };
    let held = if dimension == 3 { "flexible = ['bending z']\n" } else { "flexible = ['bending']\n" };
    let directions = if dimension == 3 { "['x', 'y', 'z']" } else { "['x', 'y']" };
    let beam = |name: &str, ends: &str| {
        format!(
            "[[beam]]\nname = '{name}'\nnodes = {ends}\nsection = 's'\nelements = 2\nkelvin_voigt = 1e-3\n{held}"
        )
    };
    format!(
        "lissom = 1\n[model]\nname = 'double'\ndim = {dimension}\ngravity = {gravity}\n[section.s]\nEA = 1e5\nrhoA = 0.5\n{section}\n\
         [node]\nP = [0, 0{z}]\nQ = [1, 0{z}]\nR = [1.6, 0.3{z}]\n{}{}[[mass]]\nname = 'bob'\nnode = 'R'\nmass = 0.3\n\
         [[fix]]\nnodes = ['P']\ndirections = {directions}\n[[hinge]]\nname = 'h1'\nat = 'P'\nbetween = ['ground', 'a']\n{axis}\
         [[hinge]]\nname = 'h2'\nat = 'Q'\nbetween = ['a', 'b']\n{axis}\
         [[initial]]\nhinge = 'h1'\nrate = 2\n\
         [[force]]\nname = 'wind'\nnode = 'R'\ndirection = 'x'\nvalue = '0.5*sin(3*t)'\n\
         [[output]]\nname = 'h1'\nhinge = 'h1'\n[[output]]\nname = 'h2'\nhinge = 'h2'\n[[output]]\nname = 'x'\nnode = 'R'\ndirection = 'x'\n\
         [[output]]\nname = 'y'\nnode = 'R'\ndirection = 'y'\n\
         [reduce.small]\nmethod = 'modal'\nmodes = 2\n\
         [analysis.simulate]\nend = 1\npoints = 21\nrtol = 1e-9\natol = 1e-12\nintegrator = 'radau5'\nmodels = ['full', 'small']\n",
        beam("a", "['P', 'Q']"),
        beam("b", "['Q', 'R']")
    )
}

/// Whether it is written in the plane or in space, the machine and its reduction move alike.
#[test]
fn a_planar_machine_written_in_space_moves_as_in_the_plane() {
    let [plane, space] = [2, 3].map(|dimension| {
        answer(&format!("double{dimension}"), &double_pendulum(dimension), &["simulate", "m.toml", "--json"])
    });
    for model in ["full", "small"] {
        assert_eq!(plane["models"][model]["size"], space["models"][model]["size"]);
        for output in ["h1", "h2", "x", "y"] {
            let (a, b) = (series(&plane, model, output), series(&space, model, output));
            let size = a.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
            for (a, b) in a.iter().zip(&b) {
                // Both runs keep 1e-9 per step.
                assert!((a - b).abs() < 1e-6 * size, "{model} {output}: {a} against {b}");
            }
        }
    }
}

/// Bennett's linkage: four hinges with skew axes, opposite sides alike, and sin α/a the same for both. Counting says that it cannot
/// move (six conditions of each of four hinges less one too many); it has one freedom.
fn bennett(offset: f64) -> String {
    // Sides a, b and twists α, β with a sin β = b sin α; the closure is found from the symmetry about a line: places of the four
    // joints from the Denavit-Hartenberg product at θ₁ = 1, where tan(θ₁/2) tan(θ₂/2) = sin((β+α)/2)/sin((β−α)/2).
    let (a, alpha) = (1.0_f64, 0.5_f64);
    let beta = 1.1_f64;
    let b = a * beta.sin() / alpha.sin();
    let theta = 1.0_f64;
    let next =
        2.0 * ((0.5 * (beta + alpha)).sin() / (0.5 * (beta - alpha)).sin() / (0.5 * theta).tan()).atan();
    let mut at = ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]);
    let (mut places, mut axes) = (vec![at.1], vec![at.0[2]]);
    for (turn, length, twist) in [(theta, a, alpha), (next, b, beta), (-theta, a, alpha)] {
        at = moved(at, turn, length, twist);
        places.push(at.1);
        axes.push(at.0[2]);
    }
    axes[2][0] += offset;
    let vector = |v: [f64; 3]| format!("[{:?}, {:?}, {:?}]", v[0], v[1], v[2]);
    let node = |k: usize| format!("P{k} = {}\n", vector(places[k]));
    let body = |k: usize| {
        let middle: [f64; 3] = std::array::from_fn(|i| 0.5 * (places[k][i] + places[k + 1][i]));
        format!(
            "[[rigid_body]]\nname = 'rod {k}'\nnodes = ['P{k}', 'P{}']\nmass = 1\ninertia = 0.1\ncentre = {}\n",
            k + 1,
            vector(middle)
        )
    };
    let side = |k: usize| if k == 3 { "ground".to_owned() } else { format!("rod {k}") };
    let hinge = |k: usize| {
        let between = if k == 0 { ("ground".to_owned(), side(0)) } else { (side(k - 1), side(k)) };
        format!(
            "[[hinge]]\nname = 'H{k}'\nat = 'P{k}'\nbetween = ['{}', '{}']\naxis = {}\n",
            between.0,
            between.1,
            vector(axes[k])
        )
    };
    let all = |part: &dyn Fn(usize) -> String, count: usize| (0..count).map(part).collect::<String>();
    format!(
        "lissom = 1\n[model]\nname = 'bennett'\ndim = 3\n[node]\n{}{}{}[[fix]]\nnodes = ['P0', 'P3']\n\
         directions = ['x', 'y', 'z']\n[[output]]\nname = 'angle'\nhinge = 'H0'\n[[output]]\nname = 'other'\nhinge = 'H2'\n\
         [[output]]\nname = 'next'\nhinge = 'H1'\n[[initial]]\nhinge = 'H0'\nrate = 0.5\n\
         [analysis.simulate]\nend = 1\npoints = 11\nrtol = 1e-9\natol = 1e-11\n",
        all(&node, 4),
        all(&body, 3),
        all(&hinge, 4)
    )
}

type Frame = ([[f64; 3]; 3], [f64; 3]);

/// The next frame of Denavit and Hartenberg: turned about z, shifted along the new x, twisted about it.
fn moved((axes, place): Frame, turn: f64, length: f64, twist: f64) -> Frame {
    let along = |a: [f64; 3], f: f64, b: [f64; 3], g: f64| -> [f64; 3] {
        std::array::from_fn(|i| f * a[i] + g * b[i])
    };
    let x = along(axes[0], turn.cos(), axes[1], turn.sin());
    let y = along(axes[1], turn.cos(), axes[0], -turn.sin());
    let place = along(place, 1.0, x, length);
    ([x, along(y, twist.cos(), axes[2], twist.sin()), along(axes[2], twist.cos(), y, -twist.sin())], place)
}

/// Bennett's linkage has a freedom that counting denies; its opposite hinges turn alike, and its neighbours by his formula.
#[test]
fn bennetts_linkage_moves_although_counting_says_no() {
    let checked = answer("bennett", &bennett(0.0), &["check", "m.toml", "--json"]);
    assert_eq!(checked["dof"], 1, "{checked}");
    let counted = &checked["constraints"]["counted"];
    assert!(counted["dof_by_counting"].as_i64().unwrap() < 1, "{checked}");
    let redundant = checked["constraints"]["redundant"].as_array().unwrap().len() as i64;
    assert_eq!(1 - counted["dof_by_counting"].as_i64().unwrap(), redundant, "{checked}");
    let found = answer("bennett", &bennett(0.0), &["simulate", "m.toml", "--json"]);
    let [angle, next, other] = ["angle", "next", "other"].map(|name| series(&found, "full", name));
    let product = (0.8_f64).sin() / (0.3_f64).sin();
    for k in 0..angle.len() {
        assert!((angle[k] + other[k]).abs() < 1e-8, "{} and {}", angle[k], other[k]);
        let start = 2.0 * (product / 0.5_f64.tan()).atan();
        let own = (0.5 * (1.0 + angle[k])).tan() * (0.5 * (start + next[k])).tan();
        assert!((own - product).abs() < 1e-7 * product, "{own} against {product}");
    }
    assert!(angle[10].abs() > 0.1, "it moves: {angle:?}");
}

/// A model file of a paper.
fn of_paper(path: &str) -> String {
    std::fs::read_to_string(root().join("papers").join(path)).unwrap()
}

/// Bricard's linkage and a slider-crank across its way, every quarter and tenth of a second (papers/iftomm/expected.toml).
#[test]
fn rigid_benchmarks_move_as_two_other_programs_say() {
    let bricard = of_paper("iftomm/bricard.toml");
    let checked = answer("bricard", &bricard, &["check", "m.toml", "--json"]);
    let counted = &checked["constraints"]["counted"];
    let redundant = checked["constraints"]["redundant"].as_array().unwrap().len();
    assert_eq!((&checked["dof"], redundant), (&Value::from(1), 1), "{checked}");
    assert_eq!((&counted["constraints"], &counted["coordinates"]), (&Value::from(27), &Value::from(27)));
    let found = answer("bricard", &bricard, &["simulate", "m.toml", "--json"]);
    let place = |k: usize| ["x3", "y3", "z3"].map(|name| series(&found, "full", name)[25 * k]);
    let expected = [
        (1, [0.998_168_974, 1.060_487_18, 0.937_563_667]),
        (3, [0.898_001_463, 1.439_992_47, 0.346_431_905]),
        (5, [0.831_151_695, 0.443_954_265, -1.453_303_64]),
        (8, [-0.898_303_374, 1.439_375_75, 0.348_207_559]),
        (12, [-0.998_143_606, 1.060_904_37, 0.937_118_593]),
    ];
    for (k, expected) in expected {
        for (found, expected) in place(k).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{k}: {found} against {expected}");
        }
    }
    let changes = found["models"]["full"]["changes_of_coordinates"].as_u64().unwrap();
    assert!(changes > 0, "its hinges stop and turn back: other coordinates are needed");
    let found = answer("slider", &of_paper("iftomm/slider_crank.toml"), &["simulate", "m.toml", "--json"]);
    let (x, angle) = (series(&found, "full", "x"), series(&found, "full", "angle"));
    let expected = [
        (1, 0.226_779_206, 0.559_879_056),
        (4, 0.220_998_383, 4.445_052_8),
        (7, 0.234_606_24, 6.992_020_66),
        (10, 0.208_308_705, 10.985_588_8),
    ];
    for (k, place, turned) in expected {
        assert!((x[10 * k] - place).abs() < 1e-6, "{k}: {} against {place}", x[10 * k]);
        assert!((angle[10 * k] - turned).abs() < 1e-6, "{k}: {} against {turned}", angle[10 * k]);
    }
    let found = answer("governor", &of_paper("iftomm/governor.toml"), &["simulate", "m.toml", "--json"]);
    let z = series(&found, "full", "z");
    for (k, expected) in [(1, 0.520_447_614), (5, 0.708_798_029), (10, 0.500_972_623)] {
        assert!((z[10 * k] - expected).abs() < 1e-6, "{k}: {} against {expected}", z[10 * k]);
    }
}

/// The tip of the bend under three forces, against a Cosserat rod by shooting (papers/bathe1979/expected.toml).
#[test]
fn the_45_degree_bend_ends_where_its_rod_does() {
    let text = of_paper("bathe1979/bend45.toml");
    let forces = [
        (300, [22.245_288_5, 58.780_248_3, 40.189_388_4]),
        (450, [18.508_749_2, 52.240_038_8, 48.500_106_5]),
        (600, [15.685_355_8, 47.152_150_2, 53.471_763]),
    ];
    for (push, rod) in forces {
        let text = text.replace("push = 600", &format!("push = {push}"));
        let found = answer("bend", &text, &["states", "m.toml", "--json"]);
        let outputs = &found["states"][0]["outputs"];
        for (name, rod) in ["x", "y", "z"].into_iter().zip(rod) {
            let own = number(&outputs[name]);
            // 16 straight elements on an arc of 78.5: the error falls with the square of their length.
            assert!((own - rod).abs() < 0.02, "{push} {name}: {own} against {rod}");
        }
    }
}

/// The tip of the Princeton beam under nine forces, against a Cosserat rod by shooting (papers/princeton1975/expected.toml): flap, chord, twist.
#[test]
fn the_princeton_beam_bends_and_twists_as_its_rod() {
    let text = of_paper("princeton1975/princeton.toml");
    let rods = [
        ("4.448", "15", [0.020_156_557_3, 0.004_742_019_99, 0.160_006_645]),
        ("4.448", "45", [0.054_361_510_1, 0.003_610_855_11, 0.315_729_849]),
        ("4.448", "75", [0.073_341_847_5, 0.001_369_541_75, 0.155_832_396]),
        ("8.896", "15", [0.040_797_794_2, 0.009_673_379_7, 0.652_857_283]),
        ("8.896", "45", [0.105_929_509, 0.008_112_244_08, 1.238_107_04]),
        ("8.896", "75", [0.138_468_359, 0.003_266_400_21, 0.591_227_327]),
        ("13.345", "15", [0.062_411_489_5, 0.015_027_775_1, 1.518_097_88]),
        ("13.345", "45", [0.152_508_295, 0.014_057_213_5, 2.701_319_23]),
        ("13.345", "75", [0.191_684_553, 0.005_832_002_66, 1.237_826_8]),
    ];
    for (load, slant, rod) in rods {
        let text = text.replace("8.896 N", &format!("{load} N")).replace("45 deg", &format!("{slant} deg"));
        let found = answer("princeton", &text, &["states", "m.toml", "--json"]);
        let outputs = &found["states"][0]["outputs"];
        let own = ["flap", "chord", "twist"].map(|name| number(&outputs[name]));
        let own = [own[0], own[1], own[2].to_degrees()];
        for ((own, rod), tolerance) in own.into_iter().zip(rod).zip([3e-4, 1.5e-3, 1.5e-3]) {
            assert!((own / rod - 1.0).abs() < tolerance, "{load} {slant}: {own} against {rod}");
        }
    }
}

/// A beam on a hinge under a force that depends on outputs: a place, a velocity, a spin and an expression of them; `up` is the direction in which
/// it swings, `about` the axis of its hinge.
fn fed(dimension: usize, up: &str, about: [&str; 2], expression: &str) -> String {
    let (zero, section) = match dimension {
        2 => ("", "EI = 3.0"),
        _ => (", 0", "EIy = 3.0\nEIz = 3.0\nGJ = 2.0\nrhoJ = 1e-4"),
    };
    let gravity = match up {
        "z" => "0, 0, -9.81".to_owned(),
        _ => format!("0, -9.81{zero}"),
    };
    let axis = if dimension == 3 { format!("axis = {}\n", about[0]) } else { String::new() };
    format!(
        "lissom = 1\n[model]\nname = 'fed'\ndim = {dimension}\ngravity = [{gravity}]\n[section.s]\nEA = 1e4\nrhoA = 0.3\n{section}\n\
         [node]\nA = [0, 0{zero}]\nB = [1, 0{zero}]\n[[beam]]\nname = 'b'\nnodes = ['A', 'B']\nsection = 's'\nelements = 2\n\
         [[hinge]]\nat = 'A'\nbetween = ['ground', 'b']\n{axis}\
         [[output]]\nname = 'at'\nnode = 'B'\ndirection = '{up}'\n\
         [[output]]\nname = 'place'\nquantity = 'position'\nnode = 'B'\ndirection = 'x'\n\
         [[output]]\nname = 'v'\nquantity = 'velocity'\nnode = 'B'\ndirection = '{up}'\n\
         [[output]]\nname = 'w'\nquantity = 'velocity'\nnode = 'B'\ndirection = '{}'\n\
         [[output]]\nname = 'e'\nexpression = '{expression}'\n\
         [[force]]\nname = 'f'\nnode = 'B'\ndirection = '{up}'\n\
         value = '-3*out(at)*1 N + 0.7*out(place)*1 N - 0.1*out(v)*1 N - 0.03*out(w)*1 N - 0.4*out(e)*1 N'\n\
         [analysis.simulate]\nend = 0.4\npoints = 9\nintegrator = 'radau5'\nrtol = 1e-9\natol = 1e-12\n",
        about[1]
    )
}

/// Laws of outputs in space: the motion of the plane, also where that plane stands upright.
#[test]
fn laws_depend_on_outputs_in_space_as_in_the_plane() {
    let plane = fed(2, "y", ["", "phi"], "y(B) + 0.2*vy(B) + 0.1*omega(B)");
    let flat = fed(3, "y", ["[0, 0, 1]", "rz"], "y(B) + 0.2*vy(B) + 0.1*wz(B)");
    let upright = fed(3, "z", ["[0, -1, 0]", "-ry"], "z(B) + 0.2*vz(B) - 0.1*wy(B)");
    let run = |name: &str, text: &str| {
        let found = answer(name, text, &["simulate", "m.toml", "--json"]);
        ["at", "place", "v", "w", "e"].map(|output| series(&found, "full", output))
    };
    let expected = run("plane", &plane);
    assert!(expected[0][8].abs() > 0.1, "it swings: {:?}", expected[0]);
    for (name, text) in [("flat", flat), ("upright", upright)] {
        for (own, expected) in run(name, &text).iter().zip(&expected) {
            let size = expected.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
            for (a, b) in own.iter().zip(expected) {
                assert!((a - b).abs() < 1e-6 * size, "{name}: {a} against {b}");
            }
        }
    }
}

/// What large motion does not know is named, and the way to small motions with it.
#[test]
fn what_large_motion_lacks_is_named() {
    let text = "lissom = 1\n[model]\nname = 'mast'\ndim = 3\n[section.s]\nEA = 1e6\nEIy = 10\nEIz = 10\nGJ = 5\nrhoA = 1\nrhoJ = 1e-3\n\
                [node]\na = [0, 0, 0]\nb = [0, 0, 1]\n[[beam]]\nname = 'mast'\nnodes = ['a', 'b']\nsection = 's'\n[[fix]]\nnodes = ['a']\n\
                [spin]\nspeed = 3\naxis = [0, 0, 1]\n[[output]]\nname = 'x'\nnode = 'b'\ndirection = 'x'\n\
                [analysis.simulate]\nend = 0.1\npoints = 3\n";
    let folder = Folder::new("lacks");
    folder.write("m.toml", text);
    let output = lissom_in(&folder.0, &["simulate", "m.toml", "--json"]);
    assert_ne!(output.status.code(), Some(0));
    let error = json(&output)["error"].as_str().unwrap().to_owned();
    assert!(error.contains("[spin]") && error.contains("motion = \"linear\""), "{error}");
}

/// A cantilever pushed to the side: small motions by exact steps where the file asks for them, large ones otherwise.
#[test]
fn small_motions_are_asked_for_in_both_dimensions() {
    for (dimension, section, zero) in
        [(2, "EI = 10", ""), (3, "EIy = 10\nEIz = 10\nGJ = 5\nrhoJ = 1e-3\nrhoIy = 0\nrhoIz = 0", ", 0")]
    {
        let text = |motion: &str| {
            format!(
                "lissom = 1\n[model]\nname = 'c'\ndim = {dimension}\n[section.s]\nEA = 1e5\nrhoA = 1\n{section}\n[node]\na = [0, 0{zero}]\n\
                 b = [1, 0{zero}]\n[[beam]]\nnodes = ['a', 'b']\nsection = 's'\nelements = 2\n[[fix]]\nnodes = ['a']\n\
                 [[force]]\nname = 'F'\nnode = 'b'\ndirection = 'y'\nvalue = '1e-4*sin(8*t)'\n\
                 [[output]]\nname = 'y'\nnode = 'b'\ndirection = 'y'\n[analysis.simulate]\nend = 1\npoints = 41\n{motion}"
            )
        };
        let linear = answer("linear", &text("motion = 'linear'\n"), &["simulate", "m.toml", "--json"]);
        assert_eq!(linear["models"]["full"]["method"], "exact steps", "{linear}");
        let large = answer("large", &text("accuracy = 1e-6\n"), &["simulate", "m.toml", "--json"]);
        assert_ne!(large["models"]["full"]["method"], "exact steps");
        let (a, b) = (series(&linear, "full", "y"), series(&large, "full", "y"));
        let size = a.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
        for (a, b) in a.iter().zip(&b) {
            // Displacements are 1e-5 of the length: what is left is the step of the linear motion's inputs.
            assert!((a - b).abs() < 1e-3 * size, "dim {dimension}: {a} against {b}");
        }
    }
}

/// A bent lever on a skew hinge with a flexible finger, turned as a whole by a rotation about (1, 2, 2)/3.
fn lever(angle: f64) -> String {
    let turn = |v: [f64; 3]| -> [f64; 3] {
        let n = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];
        let along: f64 = (0..3).map(|i| n[i] * v[i]).sum();
        let across = [n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0]];
        std::array::from_fn(|i| {
            angle.cos() * v[i] + (1.0 - angle.cos()) * along * n[i] + angle.sin() * across[i]
        })
    };
    let vector = |v: [f64; 3]| {
        let [x, y, z] = turn(v);
        format!("[{x:?}, {y:?}, {z:?}]")
    };
    format!(
        "lissom = 1\n[model]\nname = 'lever'\ndim = 3\ngravity = {}\n[section.s]\nEA = 1e5\nEIy = 40\nEIz = 15\nGJ = 12\nrhoA = 0.6\nrhoJ = 1e-3\n\
         rhoIy = 0\nrhoIz = 0\n[node]\no = {}\np = {}\nq = {}\n\
         [[beam]]\nname = 'arm'\nnodes = ['o', 'p']\nsection = 's'\nflexible = []\ny_axis = {}\n\
         [[beam]]\nname = 'finger'\nnodes = ['p', 'q']\nsection = 's'\nflexible = ['bending', 'torsion']\nkelvin_voigt = 2e-3\ny_axis = {}\n\
         [[mass]]\nname = 'tip'\nnode = 'q'\nmass = 0.4\n[[fix]]\nnodes = ['o']\ndirections = ['x', 'y', 'z']\n\
         [[hinge]]\nname = 'h'\nat = 'o'\nbetween = ['ground', 'arm']\naxis = {}\n[[initial]]\nhinge = 'h'\nrate = 3\n\
         [[output]]\nname = 'angle'\nhinge = 'h'\n[[output]]\nname = 'way'\nnode = 'q'\ndirection = {}\n\
         [analysis.simulate]\nend = 0.5\npoints = 11\nrtol = 1e-10\natol = 1e-12\nintegrator = 'radau5'\n",
        vector([0.5, -9.0, 2.0]),
        vector([0.0, 0.0, 0.0]),
        vector([0.6, 0.0, 0.2]),
        vector([0.7, 0.5, 0.1]),
        vector([0.0, 1.0, 0.0]),
        vector([0.0, 0.0, 1.0]),
        vector([0.2, 0.1, 1.0]),
        vector([0.0, 0.0, 1.0])
    )
}

/// Nothing knows where the axes of space are.
#[test]
fn a_machine_that_is_turned_as_a_whole_moves_alike() {
    let plain = answer("lever", &lever(0.0), &["simulate", "m.toml", "--json"]);
    for angle in [1.1, 2.9] {
        let turned = answer("lever", &lever(angle), &["simulate", "m.toml", "--json"]);
        for output in ["angle", "way"] {
            let (a, b) = (series(&plain, "full", output), series(&turned, "full", output));
            let size = a.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
            for (a, b) in a.iter().zip(&b) {
                // Steps may be chosen differently by rounding: each keeps 1e-10.
                assert!((a - b).abs() < 1e-8 * size, "{angle} {output}: {a} against {b}");
            }
        }
    }
}
