//! Random open and closed linkages of rigid and flexible links with springs, stops, play and friction, from any start and for
//! several turns: no motion stops, and every energy balance closes.
//!
//! `LISSOM_CASES=500` runs more of them; a failure prints its seed and its model file.

#![allow(clippy::unwrap_used, reason = "what cannot be unwrapped fails the test")]

use lissom_dynamics::{Auto, SimulateRequest, Tolerance, Trajectory, simulate};
use lissom_linalg::Quiet;
use lissom_mech::{Mechanism, State, System};
use std::fmt::Write;

/// Cases that continuous integration runs.
const CASES: u64 = 50;

/// Five-bars that continuous integration runs.
const FIVE_BARS: u64 = 16;

/// Energy that may be missing at a relative tolerance of 1e-7: errors of some thousand steps add up.
const MISSING: f64 = 1e-4;

/// Random numbers of a seed \[Steele2014\].
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, count: u64) -> u64 {
        self.word() % count
    }

    /// True once in `times`.
    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// A model file under construction.
struct Linkage {
    text: String,
    nodes: Vec<(String, [f64; 2])>,
    links: Vec<(String, [usize; 2])>,
    hinges: Vec<String>,
}

impl Linkage {
    fn node(&mut self, at: [f64; 2]) -> usize {
        self.nodes.push((format!("N{}", self.nodes.len()), at));
        self.nodes.len() - 1
    }

    fn link(&mut self, from: usize, to: usize, random: &mut Random) {
        let name = format!("L{}", self.links.len());
        let [a, b] = [from, to].map(|at| self.nodes[at].0.clone());
        let [[x, y], [u, v]] = [from, to].map(|at| self.nodes[at].1);
        // Short links are stiff: their vibrations would take most of the time.
        let may_bend = (u - x).hypot(v - y) > 0.15;
        let kind = if may_bend && random.once_in(2) { "flexible = [\"bending\"]" } else { "flexible = []" };
        let _ = write!(
            self.text,
            "[[beam]]\nname = \"{name}\"\nnodes = [\"{a}\", \"{b}\"]\nsection = \"bar\"\nmaterial = \"plastic\"\n{kind}\n"
        );
        self.links.push((name, [from, to]));
    }

    fn hinge(&mut self, at: usize, first: &str, second: &str) {
        let name = format!("H{}", self.hinges.len());
        let node = &self.nodes[at].0;
        let _ = write!(
            self.text,
            "[[hinge]]\nname = \"{name}\"\nat = \"{node}\"\nbetween = [\"{first}\", \"{second}\"]\n"
        );
        self.hinges.push(name);
    }

    /// What acts in and between the parts.
    fn add_laws(&mut self, random: &mut Random) {
        for hinge in self.hinges.clone() {
            let text = match random.below(6) {
                0 => format!(
                    "[[stop]]\nhinge = \"{hinge}\"\nabove = {:.3}\nbelow = {:.3}\nstiffness = {:.1}\ndamping = {:.3}\n",
                    random.between(0.3, 3.0),
                    -random.between(0.3, 3.0),
                    random.between(20.0, 2000.0),
                    if random.once_in(2) { 0.0 } else { random.between(0.0, 0.5) },
                ),
                1 => {
                    let force = random.between(0.005, 0.3);
                    let limit = force * random.between(1.0, 1.5);
                    format!("[[friction]]\nhinge = \"{hinge}\"\nforce = {force:.5}\nsticking = {limit:.5}\n")
                }
                2 => format!(
                    "[[friction]]\nhinge = \"{hinge}\"\nforce = {:.4}\nsmooth = \"0.05 rad/s\"\n",
                    random.between(0.005, 0.3)
                ),
                3 => format!(
                    "[[torque]]\nname = \"T {hinge}\"\nhinge = \"{hinge}\"\nvalue = \"-{:.3}*sin(angle) - {:.4}*rate\"\n",
                    random.between(0.0, 2.0),
                    random.between(0.0, 0.02)
                ),
                _ => String::new(),
            };
            self.text += &text;
        }
        if random.once_in(2) {
            let tip = self.links.last().unwrap().1[1];
            let play = if random.once_in(2) {
                format!("gap = {:.4}\n", random.between(0.01, 0.1))
            } else {
                String::new()
            };
            let direction = if random.once_in(2) { "x" } else { "y" };
            let _ = write!(
                self.text,
                "[[spring]]\nnodes = [\"ground\", \"{}\"]\ndirection = \"{direction}\"\nstiffness = {:.2}\n{play}",
                self.nodes[tip].0,
                random.between(1.0, 100.0)
            );
        }
    }

    fn finish(self, name: &str, speed: f64) -> String {
        let mut head = format!(
            "lissom = 1\n[model]\nname = \"{name}\"\ndim = 2\ngravity = [0, -9.81]\n[material.plastic]\nE = 2e9\ndensity = 1200\n\
             [section.bar]\nrectangle = {{ width = \"20 mm\", height = \"4 mm\" }}\n[node]\n"
        );
        for (name, [x, y]) in &self.nodes {
            let _ = writeln!(head, "{name} = [{x:.6}, {y:.6}]");
        }
        head + &self.text + &format!("[[initial]]\nhinge = \"H0\"\nrate = {speed:.4}\n")
    }
}

fn open_chain(random: &mut Random) -> String {
    let mut linkage =
        Linkage { text: String::new(), nodes: Vec::new(), links: Vec::new(), hinges: Vec::new() };
    let mut at = [0.0, 0.0];
    let mut last = linkage.node(at);
    let mut before = "ground".to_owned();
    for _ in 0..1 + random.below(3) {
        let (length, angle) = (random.between(0.2, 0.4), random.between(-3.1, 3.1));
        at = [at[0] + length * f64::cos(angle), at[1] + length * f64::sin(angle)];
        let next = linkage.node(at);
        linkage.link(last, next, random);
        let own = linkage.links.last().unwrap().0.clone();
        linkage.hinge(last, &before, &own);
        (last, before) = (next, own);
    }
    linkage.add_laws(random);
    let speed = random.between(-12.0, 12.0);
    linkage.finish("chain", speed)
}

/// A four-bar linkage whose crank can turn fully.
fn four_bar(random: &mut Random) -> String {
    let mut linkage =
        Linkage { text: String::new(), nodes: Vec::new(), links: Vec::new(), hinges: Vec::new() };
    let crank = random.between(0.06, 0.12);
    let (ground, rocker) = (random.between(0.3, 0.4), random.between(0.25, 0.35));
    // The shortest and the longest together are shorter than the others (Grashof), with room to spare.
    let coupler = random
        .between(ground.max(rocker), (ground + rocker - crank) * 0.9)
        .max(ground - rocker + 2.0 * crank);
    let angle = random.between(0.3, 2.8);
    let a = [crank * f64::cos(angle), crank * f64::sin(angle)];
    let [dx, dy] = [ground - a[0], -a[1]];
    let span = dx.hypot(dy);
    let along = (coupler * coupler - rocker * rocker + span * span) / (2.0 * span);
    let across = (coupler * coupler - along * along).max(0.0).sqrt();
    let [ux, uy] = [dx / span, dy / span];
    let b = [a[0] + along * ux - across * uy, a[1] + along * uy + across * ux];
    let [o, a, b, d] = [[0.0, 0.0], a, b, [ground, 0.0]].map(|at| linkage.node(at));
    for (from, to) in [(o, a), (a, b), (d, b)] {
        linkage.link(from, to, random);
    }
    for (at, first, second) in [(o, "ground", "L0"), (a, "L0", "L1"), (b, "L1", "L2"), (d, "ground", "L2")] {
        linkage.hinge(at, first, second);
    }
    linkage.add_laws(random);
    let speed = random.between(5.0, 30.0) * if random.once_in(2) { 1.0 } else { -1.0 };
    linkage.finish("four-bar", speed)
}

/// A five-bar linkage whose two cranks turn independently of each other, with the angles of both as outputs.
fn five_bar(random: &mut Random) -> (String, f64) {
    let mut linkage =
        Linkage { text: String::new(), nodes: Vec::new(), links: Vec::new(), hinges: Vec::new() };
    let ground = random.between(0.2, 0.3);
    let cranks = [random.between(0.04, 0.08), random.between(0.04, 0.08)];
    // The couplers reach each other at every angle of both cranks, and never lie on top of each other: they differ by less than the
    // least distance of the cranks.
    let farthest = ground + cranks[0] + cranks[1];
    let first = random.between(0.58, 0.7) * farthest;
    let coupler = [first, first * random.between(0.97, 1.03)];
    let angles = [random.between(-3.1, 3.1), random.between(-3.1, 3.1)];
    let a = [cranks[0] * f64::cos(angles[0]), cranks[0] * f64::sin(angles[0])];
    let c = [ground + cranks[1] * f64::cos(angles[1]), cranks[1] * f64::sin(angles[1])];
    let [dx, dy] = [c[0] - a[0], c[1] - a[1]];
    let span = dx.hypot(dy);
    let along = (coupler[0] * coupler[0] - coupler[1] * coupler[1] + span * span) / (2.0 * span);
    let across = (coupler[0] * coupler[0] - along * along).max(0.0).sqrt();
    let b = [a[0] + (along * dx - across * dy) / span, a[1] + (along * dy + across * dx) / span];
    let [o, a, b, c, d] = [[0.0, 0.0], a, b, c, [ground, 0.0]].map(|at| linkage.node(at));
    for (from, to) in [(o, a), (a, b), (c, b), (d, c)] {
        linkage.link(from, to, random);
    }
    let joints =
        [(o, "ground", "L0"), (a, "L0", "L1"), (b, "L1", "L2"), (c, "L2", "L3"), (d, "ground", "L3")];
    for (at, first, second) in joints {
        linkage.hinge(at, first, second);
    }
    // Forces that are small beside those of inertia: cranks that stop would not turn several times.
    for hinge in ["H1", "H2", "H3"] {
        let force = random.between(1e-4, 1e-3);
        let text = match random.below(4) {
            0 => format!(
                "[[friction]]\nhinge = \"{hinge}\"\nforce = {force:.6}\nsticking = {:.6}\n",
                1.3 * force
            ),
            1 => format!("[[friction]]\nhinge = \"{hinge}\"\nforce = {force:.6}\nsmooth = \"0.05 rad/s\"\n"),
            2 => format!(
                "[[stop]]\nhinge = \"{hinge}\"\nabove = {:.3}\nbelow = {:.3}\nstiffness = {:.2}\n",
                random.between(0.6, 2.0),
                -random.between(0.6, 2.0),
                random.between(1.0, 20.0)
            ),
            _ => format!(
                "[[torque]]\nname = \"T {hinge}\"\nhinge = \"{hinge}\"\nvalue = \"-{:.5}*sin(angle) - {:.6}*rate\"\n",
                random.between(0.0, 0.02),
                random.between(0.0, 2e-5)
            ),
        };
        linkage.text += &text;
    }
    let speeds = [random.between(40.0, 60.0), random.between(40.0, 60.0)];
    let _ = write!(
        linkage.text,
        "[[initial]]\nhinge = \"H4\"\nrate = {:.4}\n[[output]]\nname = \"one\"\nhinge = \"H0\"\n\
         [[output]]\nname = \"two\"\nhinge = \"H4\"\n",
        speeds[1]
    );
    let turns = random.between(3.0, 5.0);
    (linkage.finish("five-bar", speeds[0]), turns * std::f64::consts::TAU / speeds[0])
}

/// The share of energy that is missing, or why the motion stopped.
fn run(text: &str, end: f64) -> Result<f64, String> {
    motion(text, end).map(|motion| motion.audit.unwrap().relative_error())
}

fn motion(text: &str, end: f64) -> Result<Trajectory, String> {
    let checked = lissom_model::load("random.toml", text.as_bytes(), &lissom_model::Overrides::default());
    let messages: Vec<_> = checked.diagnostics.iter().map(|d| d.message.clone()).collect();
    let model = checked.value.ok_or_else(|| format!("{messages:?}"))?;
    let system = Mechanism::of(&model).map_err(|error| error.to_string())?;
    let (position, still) = system.initial();
    let at = State { time: 0.0, position: &position, velocity: &still };
    let rates = system.initial_rates(&model, &at, &mut system.workspace()).map_err(|e| e.to_string())?;
    let request = SimulateRequest {
        from: Some((&position, &rates)),
        tolerance: Tolerance { relative: 1e-7, absolute: 1e-9 },
        points: 51,
        ..SimulateRequest::until(end)
    };
    simulate(&system, &request, &Auto, &Quiet).map_err(|error| error.to_string())
}

/// Two degrees of freedom, loops that are closed twice as often, and cranks that go round: angles are counted on, not wrapped.
#[test]
fn random_five_bars_turn_several_times() {
    let cases = std::env::var("LISSOM_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(FIVE_BARS);
    let first = std::env::var("LISSOM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let (mut failures, mut turning) = (Vec::new(), 0);
    for seed in first..first + cases {
        let (text, end) = five_bar(&mut Random(1000 + seed));
        match motion(&text, end) {
            Ok(found) => {
                let missing = found.audit.as_ref().unwrap().relative_error();
                if missing >= MISSING {
                    failures.push(format!("seed {seed}: {missing:e} of the energy is missing\n{text}"));
                }
                let goes_round =
                    |series: &Vec<f64>| series.last().unwrap().abs() > 2.0 * std::f64::consts::TAU;
                turning += u64::from(found.outputs.iter().any(goes_round));
            }
            Err(reason) => failures.push(format!("seed {seed}: {reason}\n{text}")),
        }
    }
    assert!(failures.is_empty(), "{} of {cases} failed\n{}", failures.len(), failures.join("\n"));
    assert!(4 * turning >= cases, "only {turning} of {cases} turn more than twice");
}

#[test]
fn random_linkages_keep_their_energy_and_never_stop() {
    let cases = std::env::var("LISSOM_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES);
    let first = std::env::var("LISSOM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut failures = Vec::new();
    for seed in first..first + cases {
        let mut random = Random(seed);
        let text = if seed % 2 == 0 { four_bar(&mut random) } else { open_chain(&mut random) };
        match run(&text, 0.6) {
            Ok(missing) if missing < MISSING => {}
            Ok(missing) => {
                failures.push(format!("seed {seed}: {missing:e} of the energy is missing\n{text}"))
            }
            Err(reason) => failures.push(format!("seed {seed}: {reason}\n{text}")),
        }
    }
    assert!(failures.is_empty(), "{} of {cases} failed\n{}", failures.len(), failures.join("\n"));
}
