//! `lissom buckling --nonlinear` against closed forms: a shallow truss, columns, and shallow arches under a force at the crown.

use serde_json::Value;
use std::f64::consts::PI;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

fn ask(name: &str, text: &str, more: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nonlinear_buckling");
    std::fs::create_dir_all(&folder).unwrap();
    let file = format!("{name}.toml");
    std::fs::write(folder.join(&file), text).unwrap();
    let all = ["buckling", &file].into_iter().chain(more.iter().copied());
    Command::new(env!("CARGO_BIN_EXE_lissom")).args(all).current_dir(folder).output().unwrap()
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn found(name: &str, text: &str) -> Value {
    let output = ask(name, text, &["--nonlinear", "--json", "-n", "1"]);
    let answer: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", words(&output)));
    answer["nonlinear"].clone()
}

/// Two bars of stiffness EA, half span 1 m and height 0.3 m, pressed at the top: F = 2 EA z (1/l − 1/l₀), largest where l³ = b² l₀.
#[test]
fn a_shallow_truss_has_its_limit_load() {
    let text = "lissom = 1\n[model]\nname = 'roof'\n[section.bar]\nEA = 1e6\nrhoA = 1\n[node]\nA = [-1, 0]\nB = [1, 0]\nC = [0, 0.3]\n\
        [[truss]]\nnodes = ['A', 'C']\nsection = 'bar'\n[[truss]]\nnodes = ['B', 'C']\nsection = 'bar'\n[[fix]]\nnodes = ['A', 'B']\n\
        [[force]]\nname = 'press'\nnode = 'C'\ndirection = '-y'\nvalue = 1000\n";
    let (ea, l0) = (1e6, 1f64.hypot(0.3));
    let l = l0.cbrt();
    let z = (l * l - 1.0).sqrt();
    let limit = 2.0 * ea * z * (1.0 / l - 1.0 / l0);
    let point = found("roof", text);
    let factor = point["factor"].as_f64().unwrap();
    assert!((factor * 1000.0 / limit - 1.0).abs() < 1e-6, "{factor} {limit}");
    assert_eq!((&point["kind"], &point["enclosed"]), (&Value::from("limit point"), &Value::from(true)));
    let [a, b] = [0, 1].map(|k| point["between"][k].as_f64().unwrap());
    assert!(a <= b && a <= factor * (1.0 + 1e-9) && b >= factor * (1.0 - 1e-6), "{a} {factor} {b}");
}

/// A straight column that cannot be compressed has no displacements before it buckles: Euler's load, by eight elements.
#[test]
fn a_straight_column_has_eulers_load() {
    let column = |elements: usize| {
        let text = format!(
            "lissom = 1\n[model]\nname = 'column'\ndim = 2\n[section.s]\nEI = 2\nrhoA = 1\n[node]\nO = [0, 0]\nT = [1, 0]\n\
             [[beam]]\nname = 'B'\nnodes = ['O', 'T']\nsection = 's'\nelements = {elements}\nflexible = ['bending']\n\
             [[fix]]\nnodes = ['O']\n[[force]]\nname = 'P'\nnode = 'T'\ndirection = '-x'\nvalue = 1\n"
        );
        let point = found(&format!("column_{elements}"), &text);
        assert_eq!((&point["kind"], &point["enclosed"]), (&Value::from("bifurcation"), &Value::from(true)));
        point["factor"].as_f64().unwrap()
    };
    let euler = PI * PI * 2.0 / 4.0;
    let errors = [4, 8].map(|n| column(n) / euler - 1.0);
    assert!(errors[1].abs() < 1e-4 && errors[1].abs() < 0.3 * errors[0].abs(), "{errors:?}");
}

/// The force Q at the crown of a shallow parabolic arch of span 1, rise f and EI = 1 between two hinges, at which its thrust is H = μ².
/// The deflection satisfies v″ + H v = H y₀ − Q x/2 in the left half, with v(0) = 0 and v′(½) = 0, so that
/// v″ = −8 f (1 − cos μx) + B sin μx, μ B cos(μ/2) = 8 f μ sin(μ/2) − Q/2; the thrust shortens the arch, H/EA = ∫ y₀′ v′ − v′²/2, which
/// is a quadratic equation of Q. The arch that was not yet pressed through has its larger root.
fn crown_force(rise: f64, area: f64, thrust: f64) -> f64 {
    let (steps, mu) = (4000, thrust.sqrt());
    // Antiderivatives of v″ without the force, and of the share of a unit force.
    let own = 8.0 * rise * (0.5 * mu).tan();
    let pressed = |x: f64| -8.0 * rise * (x - (mu * x).sin() / mu) - own * (mu * x).cos() / mu;
    let forced = |x: f64| (mu * x).cos() / (2.0 * mu * mu * (0.5 * mu).cos());
    let step = 0.5 / f64::from(steps);
    let mut sums = [0.0; 5];
    for k in 0..=steps {
        let x = f64::from(k) * step;
        let weight = match k {
            0 => 1.0,
            _ if k == steps => 1.0,
            _ if k % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let (p, q) = (pressed(x) - pressed(0.5), forced(x) - forced(0.5));
        let slope = 4.0 * rise * (1.0 - 2.0 * x);
        for (sum, term) in sums.iter_mut().zip([slope * p, slope * q, p * p, p * q, q * q]) {
            *sum += 2.0 * step / 3.0 * weight * term;
        }
    }
    let [sp, sq, pp, pq, qq] = sums;
    let (a, b, c) = (-0.5 * qq, sq - pq, sp - 0.5 * pp - thrust / area);
    let root = (b * b - 4.0 * a * c).sqrt();
    ((-b + root) / (2.0 * a)).max((-b - root) / (2.0 * a))
}

/// Two halves of the arch slide off together where the thrust is that of two half waves, 4π² EI/L²; then the arch is at a bifurcation below its limit load.
#[test]
fn a_shallow_arch_buckles_sideways_before_it_snaps() {
    let arch = |rise: f64, ratio: f64| {
        let pieces = 24;
        let mut text = format!(
            "lissom = 1\n[model]\nname = 'arch'\ndim = 2\n[section.s]\nEA = {ratio}\nEI = 1\nrhoA = 1\n[node]\n"
        );
        for k in 0..=pieces {
            let x = k as f64 / pieces as f64;
            let _ = writeln!(text, "N{k} = [{x:.12}, {:.12}]", 4.0 * rise * x * (1.0 - x));
        }
        for k in 0..pieces {
            let _ = write!(text, "[[beam]]\nname = 'B{k}'\nnodes = ['N{k}', 'N{}']\nsection = 's'\n", k + 1);
        }
        let _ = write!(
            text,
            "[[fix]]\nnodes = ['N0', 'N{pieces}']\ndirections = ['x', 'y']\n\
             [[force]]\nname = 'Q'\nnode = 'N{}'\ndirection = '-y'\nvalue = 1\n",
            pieces / 2
        );
        let name = format!("arch_{}", (1e4 * rise) as i64);
        let output =
            ask(&name, &text, &["--nonlinear", "--json", "-n", "1", "--most", &format!("{}", 175.0 * rise)]);
        let answer: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", words(&output)));
        answer["nonlinear"].clone()
    };
    // The error of shallow theory falls with the square of the rise.
    let mut errors = Vec::new();
    for rise in [0.04, 0.02] {
        let ratio = 8.0_f64.powi(2) / (rise * rise);
        let point = arch(rise, ratio);
        let exact = crown_force(rise, ratio, 4.0 * PI * PI);
        assert_eq!(point["kind"], "bifurcation", "{point}");
        errors.push(point["factor"].as_f64().unwrap() / exact - 1.0);
    }
    assert!(errors[0].abs() < 0.02 && errors[1].abs() < 0.5 * errors[0].abs(), "{errors:?}");
}

#[test]
fn what_cannot_grow_as_one_is_named() {
    let text = "lissom = 1\n[model]\nname = 'column'\ndim = 2\n[section.s]\nEI = 2\nrhoA = 1\n[node]\nO = [0, 0]\nT = [1, 0]\n\
        [[beam]]\nname = 'B'\nnodes = ['O', 'T']\nsection = 's'\nelements = 4\nflexible = ['bending']\n[[fix]]\nnodes = ['O']\n\
        [[force]]\nname = 'P'\nnode = 'T'\ndirection = '-x'\nvalue = 1\n[[force]]\nname = 'R'\nnode = 'T'\ndirection = '-x'\nvalue = 1\n";
    let refused = ask("two", text, &["--nonlinear"]);
    assert!(
        refused.status.code() == Some(2) && words(&refused).contains("--load NAME"),
        "{}",
        words(&refused)
    );
    let one = ask("two", text, &["--nonlinear", "--load", "P", "-n", "1"]);
    // The other load stays: the sum is Euler's.
    let said = words(&one);
    assert!(said.contains("bifurcation at P = 3.93"), "{said}");
    let none = ask("two", text, &["--nonlinear", "--load", "P", "--most", "2"]);
    assert!(words(&none).contains("no limit point and no bifurcation up to factor 2"), "{}", words(&none));
}
