//! Derivations and exact frequencies, timed: one JSON line per case. `benches/derivation_vs_sympy.py` runs this beside SymPy.

#![allow(clippy::print_stdout, reason = "a benchmark reports on the terminal")]

use std::fmt::Write;
use std::time::Instant;

use lissom_continuum::{DeriveOptions, derive_with, exact_modes};
use lissom_model::{Overrides, model::Model};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    for members in [1, 5, 20] {
        derivation(&format!("frame_{members}"), &frame(members))?;
    }
    for links in [1, 2, 5] {
        derivation(&format!("arm_{links}"), &arm(links))?;
    }
    frequencies()
}

fn loaded(text: &str) -> Result<Model, Failure> {
    let loaded = lissom_model::load("case.toml", text.as_bytes(), &Overrides::default());
    loaded.value.ok_or_else(|| format!("{:?}", loaded.diagnostics).into())
}

/// Best of several runs, with and without the checks.
fn derivation(name: &str, text: &str) -> Result<(), Failure> {
    let model = loaded(text)?;
    let system = model.system.as_ref().ok_or("the case has no [system]")?;
    let mut best = [f64::INFINITY; 2];
    let (mut equations, mut holds) = (0, false);
    for run in 0..14 {
        let is_verified = run % 2 == 0;
        let start = Instant::now();
        let options = DeriveOptions { is_verified, ..DeriveOptions::default() };
        let derived = derive_with(system, &model.expressions, options)?;
        let wall = start.elapsed().as_secs_f64();
        let slot = &mut best[usize::from(!is_verified)];
        *slot = slot.min(wall);
        equations = derived.equations().len();
        holds |= is_verified && derived.verification().holds();
    }
    println!(
        "{{\"case\":\"{name}\",\"verified_s\":{:e},\"derived_s\":{:e},\"equations\":{equations},\"holds\":{holds}}}",
        best[0], best[1]
    );
    Ok(())
}

/// Twenty exact frequencies of a frame of five beams with a mass.
fn frequencies() -> Result<(), Failure> {
    let text = "lissom = 1\n[model]\nname = \"frame\"\ndim = 2\n[section.s]\nEA = 5000.0\nEI = 1.0\nrhoA = 1.0\n[node]\n\
                a = [0.0, 0.0]\nb = [1.5, 0.0]\nc = [0.0, 1.0]\nd = [1.5, 1.0]\ne = [0.0, 2.0]\nf = [1.5, 2.0]\n\
                [[fix]]\nnodes = [\"a\", \"b\"]\n[[mass]]\nnode = \"e\"\nmass = 0.3\n";
    let mut text = text.to_owned();
    for [from, to] in [["a", "c"], ["b", "d"], ["c", "d"], ["c", "e"], ["d", "f"]] {
        write!(text, "[[beam]]\nnodes = [\"{from}\", \"{to}\"]\nsection = \"s\"\n")?;
    }
    let model = loaded(&text)?;
    let mut best = f64::INFINITY;
    let mut found = None;
    for _ in 0..7 {
        let start = Instant::now();
        let modes = exact_modes(&lissom_continuum::frame_system(&model)?, 20)?;
        best = best.min(start.elapsed().as_secs_f64());
        found = Some(modes);
    }
    let modes = found.ok_or("no run was made")?;
    println!(
        "{{\"case\":\"frame_5_frequencies\",\"wall_s\":{best:e},\"certified\":{},\"evaluations\":{},\"last\":{}}}",
        modes.verdict.is_certified(),
        modes.evaluations,
        modes.angular_frequencies[19]
    );
    Ok(())
}

/// A staircase of frame members with a mass at every corner, clamped at its beginning.
fn frame(members: usize) -> String {
    let mut coordinates = Vec::new();
    let mut parts = String::new();
    let end = |k: usize, is_level: bool| match (k, is_level) {
        (0, _) => "{ axial = \"0\", displacement = \"0\", slope = \"0\" }".to_owned(),
        (k, true) => format!("{{ axial = \"X{k}\", displacement = \"Y{k}\", slope = \"T{k}\" }}"),
        (k, false) => format!("{{ axial = \"Y{k}\", displacement = \"-X{k}\", slope = \"T{k}\" }}"),
    };
    for k in 1..=members {
        coordinates.push(format!("\"X{k}\", \"Y{k}\", \"T{k}\""));
        let is_level = k % 2 == 1;
        parts += &format!(
            "[[continuum]]\nname = \"beam{k}\"\nkind = \"frame\"\nlength = \"l\"\nfields = [\"u{k}\", \"w{k}\"]\nEA = \"EA\"\nEI = \"EI\"\n\
             rhoA = \"rhoA\"\nposition = [\"u{k}\", \"w{k}\"]\nends = {{ a = {}, b = {} }}\n\
             [[mass]]\nmass = \"m\"\nposition = [\"X{k}\", \"Y{k}\"]\n",
            end(k - 1, is_level),
            end(k, is_level)
        );
    }
    format!(
        "lissom = 1\n[model]\nname = \"frame\"\n[system]\ncoordinates = [{}]\n[params]\nl = 1.0\nEA = 1.0\nEI = 1.0\nrhoA = 1.0\nm = 1.0\n{parts}",
        coordinates.join(", ")
    )
}

/// A planar arm of flexible links with hinges: each link is carried by the bent tip of the one before it.
///
/// The stiffening by the pull along the links is left out, since the peer has none.
fn arm(links: usize) -> String {
    let (mut coordinates, mut parts) = (Vec::new(), String::new());
    let (mut x, mut y, mut angle) = (String::from("0"), String::from("0"), String::from("0"));
    for k in 1..=links {
        coordinates.push(format!("\"th{k}\", \"q{k}\", \"s{k}\""));
        angle = if k == 1 { "th1".to_owned() } else { format!("{angle} + s{} + th{k}", k - 1) };
        let place = |along: &str, across: &str| {
            [
                format!("{x} + {along}*cos({angle}) - {across}*sin({angle})"),
                format!("{y} + {along}*sin({angle}) + {across}*cos({angle})"),
            ]
        };
        let ([px, py], [tx, ty]) = (place("x", &format!("w{k}")), place("l", &format!("q{k}")));
        parts += &format!(
            "[[continuum]]\nname = \"link{k}\"\nkind = \"bernoulli-euler\"\nlength = \"l\"\nfields = [\"w{k}\"]\nEI = \"EI\"\nrhoA = \"rhoA\"\n\
             stiffening = \"none\"\nposition = [\"{px}\", \"{py}\"]\n\
             ends = {{ a = {{ displacement = \"0\", slope = \"0\" }}, b = {{ displacement = \"q{k}\", slope = \"s{k}\" }} }}\n\
             [[mass]]\nmass = \"m\"\nposition = [\"{tx}\", \"{ty}\"]\n"
        );
        (x, y) = (tx, ty);
    }
    format!(
        "lissom = 1\n[model]\nname = \"arm\"\n[system]\ncoordinates = [{}]\n[params]\nl = 1.0\nEI = 1.0\nrhoA = 1.0\nm = 1.0\n{parts}",
        coordinates.join(", ")
    )
}
