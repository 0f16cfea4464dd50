//! Machines with controllers at the command line: loops that are closed, laws from files, motions that are continued.

use serde_json::Value;
use std::f64::consts::TAU;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn lissom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lissom")).args(arguments).current_dir(folder).output().unwrap()
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", words(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

/// A mass of 2 kg on a spring of 200 N/m and a damper of 4 N s/m.
const SLIDER: &str = "lissom = 1\n[model]\nname = 'slider'\ndim = 2\n[node]\nA = [0, 0]\n[[slide]]\nnode = 'A'\ndirection = 'x'\n\
    [[mass]]\nnode = 'A'\nmass = 2\n[[spring]]\nnodes = ['ground', 'A']\ndirection = 'x'\nstiffness = 200\n[[damper]]\nnodes = ['ground', 'A']\ndirection = 'x'\ndamping = 4\n\
    [[force]]\nname = 'motor'\nnode = 'A'\ndirection = 'x'\n[[force]]\nname = 'push'\nnode = 'A'\ndirection = 'x'\n\
    [[output]]\nname = 'x'\nnode = 'A'\ndirection = 'x'\n\
    [[output]]\nname = 'v'\nquantity = 'velocity'\nnode = 'A'\ndirection = 'x'\n\
    [[output]]\nname = 'a'\nquantity = 'acceleration'\nnode = 'A'\ndirection = 'x'\n";

const PID: &str = "[[controller]]\nname = 'axis'\nmeasure = 'x'\nrate = 'v'\nact = 'motor'\nproportional = 300\nintegral = 500\n\
    derivative = 20\n";

type Complex = (f64, f64);

fn times(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

fn over(a: Complex, b: Complex) -> Complex {
    let size = b.0 * b.0 + b.1 * b.1;
    ((a.0 * b.0 + a.1 * b.1) / size, (a.1 * b.0 - a.0 * b.1) / size)
}

/// 1/(m s² + d s + k + C(s)) from the push, C times that from the reference, s and s² times that for rates.
#[test]
fn closed_responses_are_those_of_the_closed_form() {
    let folder = folder("closed_responses");
    std::fs::write(folder.join("model.toml"), SLIDER.to_owned() + PID).unwrap();
    let ask = |more: &[&str]| {
        let all = ["frf", "model.toml", "--json", "--range", "0.3", "20", "-n", "23"];
        json(&lissom(&folder, &all.iter().chain(more).copied().collect::<Vec<_>>()))
    };
    let (closed, open) = (ask(&["--closed"]), ask(&["--out", "v", "--out", "a", "--out", "x"]));
    let frequencies = numbers(&closed["frequencies_hz"]);
    let series = |answer: &Value, input: &str, output: &str| -> (Vec<f64>, Vec<f64>, String) {
        let all = answer["responses"].as_array().unwrap();
        let fits = |one: &&Value| one["input"] == input && one["output"] == output;
        let found = all.iter().find(fits).unwrap_or_else(|| panic!("{input} to {output}: {all:?}"));
        (numbers(&found["re"]), numbers(&found["im"]), found["model"].as_str().unwrap().to_owned())
    };
    for (k, hz) in frequencies.iter().enumerate() {
        let s = (0.0, TAU * hz);
        let passive = (200.0 - 2.0 * s.1 * s.1, 4.0 * s.1);
        let control = {
            let integral = over((500.0, 0.0), s);
            (300.0 + integral.0, 20.0 * s.1 + integral.1)
        };
        let compliance = over((1.0, 0.0), (passive.0 + control.0, passive.1 + control.1));
        let open_compliance = over((1.0, 0.0), passive);
        // The reference enters where the output leaves; the derivative acts on the measured rate, whose reference is an input of its own.
        let led = (control.0, control.1 - 20.0 * s.1);
        for (answer, input, output, exact) in [
            (&closed, "push", "x", compliance),
            (&closed, "push", "v", times(s, compliance)),
            (&closed, "push", "a", times(times(s, s), compliance)),
            (&closed, "axis: reference of x", "x", times(led, compliance)),
            (&open, "push", "x", open_compliance),
            (&open, "push", "v", times(s, open_compliance)),
            (&open, "motor", "a", times(times(s, s), open_compliance)),
        ] {
            let (re, im, model) = series(answer, input, output);
            let error = (re[k] - exact.0).hypot(im[k] - exact.1);
            assert!(
                error < 1e-7 * exact.0.hypot(exact.1),
                "{input} to {output} at {hz}: {}, {} {exact:?}",
                re[k],
                im[k]
            );
            assert_eq!(model == "closed loops", std::ptr::eq(answer, &closed));
        }
    }
    let text = words(&lissom(&folder, &["frf", "model.toml", "--closed", "--range", "1", "2"]));
    assert!(text.contains("closed loops"), "{text}");
}

/// 2 s³ + (4 + 20) s² + (200 + 300) s + 500.
#[test]
fn closed_modes_are_the_roots_of_the_closed_polynomial() {
    let folder = folder("closed_modes");
    std::fs::write(folder.join("model.toml"), SLIDER.to_owned() + PID).unwrap();
    let found = json(&lissom(&folder, &["modes", "model.toml", "--closed", "--json"]));
    assert_eq!(found["loops"], "closed");
    let pole = numbers(&found["poles"][0]);
    let real = numbers(&found["real_poles"])[0];
    let value = |s: Complex| {
        let (square, cube) = (times(s, s), times(times(s, s), s));
        let sum = |f: fn(&Complex) -> f64| 2.0 * f(&cube) + 24.0 * f(&square) + 500.0 * f(&s);
        (sum(|z| z.0) + 500.0, sum(|z| z.1))
    };
    for root in [(pole[0], pole[1]), (real, 0.0)] {
        let left = value(root);
        assert!(left.0.hypot(left.1) < 1e-5, "{root:?}: {left:?}");
    }
    let size = pole[0].hypot(pole[1]);
    assert!((numbers(&found["frequencies_hz"])[0] - size / TAU).abs() < 1e-12);
    assert!((numbers(&found["damping_ratios"])[0] + pole[0] / size).abs() < 1e-12);
    let text = words(&lissom(&folder, &["modes", "model.toml", "--closed"]));
    assert!(text.contains("ALL LOOPS CLOSED") && text.contains("stable"), "{text}");
    // Without the flag, the machine alone: √(k/m − (d/2m)²) and its undamped frequency 10 rad/s.
    let open = json(&lissom(&folder, &["modes", "model.toml", "--json"]));
    assert!((numbers(&open["frequencies_hz"])[0] - 10.0 / TAU).abs() < 1e-9);
}

/// Loops that sample have poles, but no frequency response.
#[test]
fn sampled_loops_have_poles_and_no_response() {
    let folder = folder("sampled_loops");
    std::fs::write(folder.join("model.toml"), SLIDER.to_owned() + PID + "sample = 0.01\n").unwrap();
    let refused = lissom(&folder, &["frf", "model.toml", "--closed", "--range", "1", "2"]);
    assert!(
        !refused.status.success() && words(&refused).contains("answers a sine with a sum of sines"),
        "{}",
        words(&refused)
    );
    let found = json(&lissom(&folder, &["modes", "model.toml", "--closed", "--json"]));
    assert_eq!(found["period"], 0.01);
    std::fs::write(folder.join("model.toml"), SLIDER).unwrap();
    let none = lissom(&folder, &["modes", "model.toml", "--closed"]);
    assert!(!none.status.success() && words(&none).contains("[[controller]]"), "{}", words(&none));
}

/// What the program exports as a state space it takes as a controller, in every format, like the same law in the model file.
#[test]
fn exported_state_spaces_are_controllers() {
    let folder = folder("control_files");
    let filter = "lissom = 1\n[model]\nname = 'filter'\ndim = 2\n[node]\nA = [0, 0]\n[[slide]]\nnode = 'A'\ndirection = 'x'\n\
        [[mass]]\nnode = 'A'\nmass = 2\n[[spring]]\nnodes = ['ground', 'A']\ndirection = 'x'\nstiffness = 200\n[[damper]]\nnodes = ['ground', 'A']\ndirection = 'x'\ndamping = 4\n\
        [[force]]\nname = 'error'\nnode = 'A'\ndirection = 'x'\n[[output]]\nname = 'motor'\nnode = 'A'\ndirection = 'x'\n";
    std::fs::write(folder.join("filter.toml"), filter).unwrap();
    let run = |controller: &str| {
        let text = SLIDER.to_owned()
            + "[[controller]]\nname = 'c'\nmeasure = 'x'\nreference = '30*sin(4*t)'\nact = 'motor'\nfeed_forward = '20*t'\n"
            + controller
            + "\n[analysis.simulate]\nend = 2\npoints = 41\nrtol = 1e-10\natol = 1e-12\n";
        std::fs::write(folder.join("model.toml"), text).unwrap();
        let found = json(&lissom(&folder, &["simulate", "model.toml", "--json"]));
        (numbers(&found["models"]["full"]["outputs"]["x"]), found["provenance"]["model_sha256"].clone())
    };
    let (inline, _) = run("numerator = [1]\ndenominator = [2, 4, 200]");
    for format in ["mat", "npz", "json"] {
        let file = format!("k.{format}");
        let made = lissom(&folder, &["export", "filter.toml", "--to", format, "-o", &file]);
        assert!(made.status.success(), "{}", words(&made));
        let (found, hash) = run(&format!("file = '{file}'"));
        let size = inline.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for (a, b) in inline.iter().zip(&found) {
            assert!((a - b).abs() < 1e-7 * size, "{format}: {a} {b}");
        }
        // Another file is another model.
        std::fs::write(folder.join(&file), r#"{"D": [[3]], "dt": 0}"#).unwrap();
        let (other, other_hash) = run(&format!("file = '{file}'"));
        assert!(inline.last() != other.last() && hash != other_hash, "{hash} {other_hash}");
    }
    std::fs::write(folder.join("k.json"), "{\"A\": 1}").unwrap();
    let text = SLIDER.to_owned() + "[[controller]]\nmeasure = 'x'\nact = 'motor'\nfile = 'k.json'\n";
    std::fs::write(folder.join("model.toml"), text).unwrap();
    let refused = lissom(&folder, &["check", "model.toml"]);
    let said = words(&refused);
    assert!(
        refused.status.code() == Some(2) && said.contains("L0113") && said.contains("A, B and C"),
        "{said}"
    );
}

/// Half a motion, saved and continued, is the whole motion: what controllers remember is saved, commands under way included.
#[test]
fn a_controlled_motion_continues_as_the_whole_one() {
    let folder = folder("controlled_restart");
    let controllers = "[[controller]]\nname = 'slow'\nmeasure = 'x'\nreference = '0.1'\nact = 'push'\nnumerator = [40, 300]\n\
        denominator = [1, 5, 3]\ndelay = 0.04\n[[controller]]\nname = 'axis'\nmeasure = 'x'\nact = 'motor'\nproportional = 60\n\
        integral = 400\nderivative = 2\nreference = 'if(t < 0.9, 0.2, 0.1)'\nsample = 0.03\ndelay = 0.05\nlimits = [-20, 20]\nnoise = 1e-4\nseed = 3\n\
        [analysis.simulate]\nend = 2\nrtol = 1e-10\natol = 1e-13\n";
    std::fs::write(folder.join("model.toml"), SLIDER.to_owned() + controllers).unwrap();
    let run = |more: &[&str]| {
        let all = ["simulate", "model.toml", "--json", "--points", "101"];
        json(&lissom(&folder, &all.iter().chain(more).copied().collect::<Vec<_>>()))
    };
    let series = |answer: &Value, name: &str| numbers(&answer["models"]["full"]["outputs"][name]);
    let whole = run(&["--end", "1.6"]);
    run(&["--end", "0.8", "--save", "half.json"]);
    let rest = run(&["--end", "1.6", "--restart", "half.json"]);
    for name in ["x", "v", "axis: motor", "slow: push"] {
        let (whole, rest) = (series(&whole, name), series(&rest, name));
        let size = whole.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for (x, (k, y)) in rest.iter().step_by(2).zip(whole[50..].iter().enumerate()) {
            // Where a held command changes, rounding of the time decides which one is reported.
            let since = (0.75 + 0.016 * k as f64) / 0.03;
            let jumps = name == "axis: motor" && (since - since.round()).abs() < 1e-6;
            assert!(jumps || (x - y).abs() < 1e-6 * size, "{name} {k}: {x} {y}");
        }
    }
    let text = words(&lissom(&folder, &["simulate", "model.toml", "--points", "11"]));
    assert!(text.contains("the delay of controller slow is approximated by 5 states"), "{text}");
}

/// A drive that takes a position: it follows by 1/(1 + T s)², and its force is reported.
#[test]
fn a_drive_follows_a_sampled_command() {
    let folder = folder("commanded_drive");
    let text = SLIDER.to_owned()
        + "[[drive]]\nname = 'servo'\nnode = 'A'\ndirection = 'x'\ncommand = 'position'\ntime_constant = 0.05\n\
           [[controller]]\nname = 'path'\nmeasure = 'servo: position'\nact = 'servo'\nD = [[0]]\nfeed_forward = '0.1'\nsample = 0.2\n\
           [analysis.simulate]\nend = 1\npoints = 51\nrtol = 1e-10\natol = 1e-13\n";
    std::fs::write(folder.join("model.toml"), text).unwrap();
    let found = json(&lissom(&folder, &["simulate", "model.toml", "--json"]));
    let outputs = &found["models"]["full"]["outputs"];
    let (x, force, times) =
        (numbers(&outputs["x"]), numbers(&outputs["servo: force"]), numbers(&found["models"]["full"]["t"]));
    for (k, t) in times.iter().enumerate() {
        let (r, e) = (t / 0.05, (-t / 0.05).exp());
        let exact = 0.1 * (1.0 - (1.0 + r) * e);
        let (rate, second) = (0.1 * r * e / 0.05, 0.1 * (1.0 - r) * e / 0.0025);
        assert!((x[k] - exact).abs() < 1e-8, "{t}: {} {exact}", x[k]);
        if k > 0 {
            let needed = 2.0 * second + 4.0 * rate + 200.0 * exact;
            assert!((force[k] - needed).abs() < 1e-5 * 80.0, "{t}: {} {needed}", force[k]);
        }
    }
}

/// Let go where an output has a value: x₀ e^(−ζωt) (cos ωᵈt + ζω/ωᵈ sin ωᵈt) with the stiffness and damping of spring, damper and controller,
/// and, of a drive that takes an acceleration, with those of the controller alone.
#[test]
fn controlled_machines_start_where_an_output_is_held() {
    let folder = folder("controlled_start");
    let start = "[analysis.simulate]\nend = 1\npoints = 51\nrtol = 1e-10\natol = 1e-13\nstart = { output = 'x', value = '5 cm' }\n";
    let motor = "[[controller]]\nname = 'axis'\nmeasure = 'x'\nrate = 'v'\nact = 'motor'\nproportional = 300\nderivative = 20\n";
    let servo = "[[drive]]\nname = 'servo'\nnode = 'A'\ndirection = 'x'\ncommand = 'acceleration'\n\
        [[controller]]\nname = 'path'\nmeasure = 'servo: position'\nrate = 'servo: rate'\nact = 'servo'\nproportional = 250\nderivative = 12\n";
    for controller in [motor, servo] {
        std::fs::write(folder.join("model.toml"), SLIDER.to_owned() + controller + start).unwrap();
        let found = json(&lissom(&folder, &["simulate", "model.toml", "--json"]));
        let motion = &found["models"]["full"];
        let (times, x, v) =
            (numbers(&motion["t"]), numbers(&motion["outputs"]["x"]), numbers(&motion["outputs"]["v"]));
        // (k + p)/m = 500/2 and (c + d)/2m = 24/4; of the drive 250 and 12/2.
        let (decay, square) = (6.0_f64, 250.0_f64);
        let turn = (square - decay * decay).sqrt();
        for ((t, x), v) in times.iter().zip(&x).zip(&v) {
            let (e, (s, c)) = ((-decay * t).exp(), (turn * t).sin_cos());
            let exact = 0.05 * e * (c + decay / turn * s);
            let rate = -0.05 * e * square / turn * s;
            assert!((x - exact).abs() < 1e-9 && (v - rate).abs() < 1e-7, "{t}: {x} {exact}, {v} {rate}");
        }
    }
}
