//! The gripper of the examples against its closed forms, and a motion that is saved and continued.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/gripper")
}

fn lissom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lissom")).args(arguments).current_dir(folder).output().unwrap()
}

/// A folder with a copy of the example.
fn copy(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for file in ["model.toml", "torque.csv"] {
        std::fs::copy(example().join(file), folder.join(file)).unwrap();
    }
    folder
}

fn tip(output: &Output) -> (Vec<f64>, Vec<f64>) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let full = json.pointer("/models/full").unwrap();
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    (numbers(&full["t"]), numbers(&full["outputs"]["tip"]))
}

#[test]
fn the_fingers_touch_and_press_as_the_formulas_say() {
    let (times, tip) = tip(&lissom(&example(), &["simulate", "model.toml", "--json", "--points", "4001"]));
    let (l, inertia, rise, torque, stiffness, travel): (f64, f64, f64, f64, f64, f64) =
        (0.1, 0.06 * 0.01 / 3.0, 0.1, 0.4, 2e4, 0.03);
    let touching = (6.0 * inertia * rise * (travel / 2.0 / l).asin() / torque).cbrt();
    for (t, x) in times.iter().zip(&tip).filter(|(t, _)| **t < touching) {
        let free = l * (torque * t.powi(3) / (6.0 * inertia * rise)).sin();
        assert!((x - free).abs() < 1e-7 * travel, "{t}: {x} {free}");
    }
    let after = times.iter().zip(&tip).find(|(t, _)| **t > touching + 5e-4).unwrap();
    let free = l * (torque * after.0.powi(3) / (6.0 * inertia * rise)).sin();
    assert!(free - after.1 > 1e-5, "the object slows the fingers down");
    let mut angle = (travel / 2.0 / l).asin();
    for _ in 0..50 {
        let force = torque / (l * angle.cos());
        angle = ((travel + force / stiffness) / (2.0 * l)).asin();
    }
    assert!(
        (tip.last().unwrap() - l * angle.sin()).abs() < 1e-6 * travel,
        "{:?} {}",
        tip.last(),
        l * angle.sin()
    );
}

/// Half a motion, saved and continued, is the whole motion; another model is refused.
#[test]
fn a_saved_motion_continues_as_the_whole_one() {
    let folder = copy("saved");
    let run = |more: &[&str]| {
        let all: Vec<&str> =
            ["simulate", "model.toml", "--json", "--points", "101"].iter().chain(more).copied().collect();
        lissom(&folder, &all)
    };
    let (_, whole) = tip(&run(&["--end", "0.08"]));
    tip(&run(&["--end", "0.04", "--save", "half.json"]));
    let (times, rest) = tip(&run(&["--end", "0.08", "--restart", "half.json"]));
    assert_eq!((times[0], times[100]), (0.04, 0.08));
    for (x, (k, y)) in rest.iter().step_by(2).zip(whole[50..].iter().enumerate()) {
        assert!((x - y).abs() < 1e-6 * 0.015, "{k}: {x} {y}");
    }
    let refused = run(&["--end", "0.08", "--restart", "half.json", "--set", "finger=70 g"]);
    let words =
        String::from_utf8_lossy(&refused.stdout).into_owned() + &String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && words.contains("only --end may differ"), "{words}");
    let late = run(&["--end", "0.03", "--restart", "half.json"]);
    assert!(!late.status.success());
    // The file with the torques is part of the model.
    std::fs::write(folder.join("torque.csv"), "time,torque\n0,0\n100,0.5\n").unwrap();
    assert!(!run(&["--end", "0.08", "--restart", "half.json"]).status.success());
}

/// A mode about the equilibrium: a small start along it oscillates with its frequency alone; a static state starts at its deflection.
#[test]
fn motions_start_along_a_mode_and_in_a_state() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("starts");
    std::fs::create_dir_all(&folder).unwrap();
    let text = |start: &str| {
        format!(
            "lissom = 1\n[model]\nname = \"two\"\ndim = 2\n[node]\nA = [0, 0]\nB = [1, 0]\n\
             [[slide]]\nnode = \"A\"\ndirection = \"x\"\n[[slide]]\nnode = \"B\"\ndirection = \"x\"\n\
             [[mass]]\nnode = \"A\"\nmass = 1\n[[mass]]\nnode = \"B\"\nmass = 1\n\
             [[spring]]\nnodes = [\"ground\", \"A\"]\ndirection = \"x\"\nstiffness = 100\n\
             [[spring]]\nname = \"middle\"\nnodes = [\"A\", \"B\"]\ndirection = \"x\"\nstiffness = 150\n\
             [[spring]]\nname = \"last\"\nnodes = [\"B\", \"ground\"]\ndirection = \"x\"\nstiffness = 100\n\
             [[force]]\nname = \"pull\"\nnode = \"A\"\ndirection = \"x\"\nvalue = 0\n\
             [state.pulled]\nkind = \"static\"\nforces = {{ pull = 7 }}\n\
             [[output]]\nname = \"a\"\nnode = \"A\"\ndirection = \"x\"\n[[output]]\nname = \"tip\"\nnode = \"B\"\ndirection = \"x\"\n\
             [analysis.simulate]\nend = 0.5\nrtol = 1e-10\natol = 1e-13\npoints = 101\nstart = {start}\n"
        )
    };
    // Modes: both in the same direction with ω² = 100, against each other with 100 + 2·150.
    let cases: [(&str, &dyn Fn(f64) -> f64); 3] = [
        ("{ mode = 1, amplitude = \"1 mm\", node = \"B\" }", &|t| 1e-3 * (10.0 * t).cos()),
        ("{ mode = 2, amplitude = \"1 mm\", node = \"B\" }", &|t| 1e-3 * (20.0 * t).cos()),
        // The static deflection of B under 7 N at A: 7·150/(100·400) m, half in either mode.
        ("\"pulled\"", &|t| 0.5 * 7.0 * ((10.0 * t).cos() / 100.0 - (20.0 * t).cos() / 400.0)),
    ];
    for (start, exact) in cases {
        std::fs::write(folder.join("model.toml"), text(start)).unwrap();
        let (times, found) = tip(&lissom(&folder, &["simulate", "model.toml", "--json"]));
        for (t, x) in times.iter().zip(&found) {
            assert!((x - exact(*t)).abs() < 1e-9, "{start} at {t}: {x} {}", exact(*t));
        }
    }
    std::fs::write(folder.join("model.toml"), text("{ mode = 3, amplitude = \"1 mm\" }")).unwrap();
    let refused = lissom(&folder, &["simulate", "model.toml"]);
    let words =
        String::from_utf8_lossy(&refused.stdout).into_owned() + &String::from_utf8_lossy(&refused.stderr);
    assert!(words.contains("there is no mode 3"), "{words}");
}
