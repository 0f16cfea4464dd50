//! Planar machines written in space, and restricted to their plane: the same accelerations, energies, linearisations and equilibria, to rounding.

use lissom_linalg::Dense;
use lissom_mech::{Machinery, Mechanism, SpatialMechanism, State, System};
use lissom_model::{Overrides, load};

fn model(text: &str) -> lissom_model::model::Model {
    let checked = load("machine.toml", text.as_bytes(), &Overrides::default());
    checked.value.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics))
}

/// Numbers from a fixed sequence.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[(self.next() * all.len() as f64) as usize % all.len()]
    }
}

/// A planar machine as text, in the plane and in space.
struct Written {
    texts: [String; 2],
}

impl Written {
    fn new(gravity: [f64; 2]) -> Self {
        let texts = [2, 3].map(|dim| {
            let third = if dim == 3 { ", 0" } else { "" };
            format!(
                "lissom = 1\n[model]\nname = \"planar {dim}\"\ndim = {dim}\ngravity = [{}, {}{third}]\n\
                 [material.steel]\nE = 2.1e9\nnu = 0.3\ndensity = 7800\n\
                 [section.strip]\nrectangle = {{ width = 0.02, height = 0.012 }}\n",
                gravity[0], gravity[1]
            )
        });
        Self { texts }
    }

    /// Adds the same to both.
    fn both(&mut self, text: &str) {
        self.texts.iter_mut().for_each(|own| own.push_str(text));
    }

    /// Adds to each its own.
    fn each(&mut self, plane: &str, space: &str) {
        self.texts[0].push_str(plane);
        self.texts[1].push_str(space);
    }

    fn nodes(&mut self, places: &[[f64; 2]]) {
        self.both("[node]\n");
        for (k, [x, y]) in places.iter().enumerate() {
            self.each(&format!("N{k} = [{x}, {y}]\n"), &format!("N{k} = [{x}, {y}, 0]\n"));
        }
    }

    /// A beam whose local z axis is the global one in space.
    fn beam(&mut self, n: &mut Numbers, k: usize, ends: [usize; 2], places: &[[f64; 2]], flexible: &str) {
        let [p, q] = ends.map(|end| places[end]);
        let theory = n.pick(&["bernoulli-euler", "rayleigh", "timoshenko"]);
        let measure = n.pick(&["sine", "angle"]);
        let shortening = n.pick(&["true", "true", "false"]);
        let damping = n.pick(&["0", "1e-3"]);
        let elements = n.pick(&["1", "2", "3"]);
        let common = format!(
            "[[beam]]\nname = \"b{k}\"\nnodes = [\"N{}\", \"N{}\"]\nsection = \"strip\"\nmaterial = \"steel\"\n\
             theory = \"{theory}\"\nmeasure = \"{measure}\"\nshortening = {shortening}\nkelvin_voigt = {damping}\n\
             elements = {elements}\nflexible = [{flexible}]\n",
            ends[0], ends[1]
        );
        let across = format!("y_axis = [{}, {}, 0]\n", p[1] - q[1], q[0] - p[0]);
        self.each(&common, &(common.clone() + &across));
    }

    fn hinge(&mut self, k: usize, at: usize, between: [&str; 2], extra: &str) {
        let common = format!(
            "[[hinge]]\nname = \"h{k}\"\nat = \"N{at}\"\nbetween = [\"{}\", \"{}\"]\n{extra}",
            between[0], between[1]
        );
        self.each(&common, &format!("{common}axis = [0, 0, 1]\n"));
    }

    /// Every quantity that planar mechanisms report.
    fn outputs(&mut self, nodes: usize) {
        for k in 0..nodes {
            for way in ["x", "y"] {
                for (short, quantity) in
                    [("d", "displacement"), ("p", "position"), ("v", "velocity"), ("a", "acceleration")]
                {
                    self.output(
                        &format!("{short}{way}{k}"),
                        quantity,
                        &format!("node = \"N{k}\"\ndirection = \"{way}\"\n"),
                    );
                }
            }
        }
        for way in ["x", "y"] {
            let direction = format!("direction = \"{way}\"\n");
            self.output(&format!("r{way}"), "reaction", &format!("node = \"N0\"\n{direction}"));
            self.output(&format!("j{way}"), "joint force", &format!("hinge = \"h0\"\n{direction}"));
            self.output(&format!("m{way}"), "momentum", &direction);
        }
        for (short, quantity) in
            [("angle", "angle"), ("rate", "rate"), ("torque", "torque"), ("second", "angular acceleration")]
        {
            self.output(short, quantity, "hinge = \"h0\"\n");
        }
        for quantity in ["axial force", "shear force", "bending moment", "stress", "strain"] {
            self.output(&quantity.replace(' ', "_"), quantity, "beam = \"b0\"\nat = 0.3\n");
        }
        for quantity in ["kinetic energy", "elastic energy", "potential energy", "energy"] {
            self.output(&quantity.replace(' ', "_"), quantity, "");
        }
        for (plane, space) in
            [("shear force\"", "shear force y\""), ("bending moment\"", "bending moment z\"")]
        {
            self.texts[1] = self.texts[1].replace(plane, space);
        }
        let about = "[[output]]\nname = \"spin\"\nquantity = \"angular momentum\"\nnode = \"N1\"\n";
        self.each(about, &format!("{about}direction = \"rz\"\n"));
        self.both("[[output]]\nname = \"mixed\"\nexpression = \"x(N1)*2 + angle - t\"\n");
    }

    fn output(&mut self, name: &str, quantity: &str, rest: &str) {
        self.both(&format!("[[output]]\nname = \"{name}\"\nquantity = \"{quantity}\"\n{rest}"));
    }
}

/// A tree: every beam hangs on an earlier node, by a hinge or clamped.
fn tree(seed: u64) -> Written {
    let n = &mut Numbers(seed);
    let mut m = Written::new([n.between(-5.0, 5.0), n.between(-12.0, -5.0)]);
    let beams = 2 + (n.next() * 3.0) as usize;
    let mut places = vec![[0.0, 0.0]];
    let mut parents = Vec::new();
    for k in 0..beams {
        let parent = if k < 2 { k } else { (n.next() * (k + 1) as f64) as usize };
        let (angle, length) = (n.between(-3.1, 3.1), n.between(0.3, 0.6));
        let [x, y] = places[parent];
        places.push([x + length * angle.cos(), y + length * angle.sin()]);
        parents.push(parent);
    }
    m.nodes(&places);
    for (k, parent) in parents.iter().enumerate() {
        let flexible = n.pick(&["\"bending\"", "\"bending\", \"elongation\"", "\"elongation\""]);
        m.beam(n, k, [*parent, k + 1], &places, flexible);
    }
    for (k, parent) in parents.iter().enumerate() {
        let extra = format!("stiffness = {}\ndamping = {}\n", n.between(1.0, 5.0), n.between(0.0, 0.3));
        if *parent == 0 {
            m.hinge(k, 0, ["ground", &format!("b{k}")], &extra);
        } else if n.next() < 0.6 {
            m.hinge(k, *parent, [&format!("b{}", parent - 1), &format!("b{k}")], &extra);
        }
    }
    let tip = places.len() - 1;
    m.each(
        &format!("[[mass]]\nnode = \"N{tip}\"\nmass = 0.4\ninertia = 0.002\n"),
        &format!("[[mass]]\nnode = \"N{tip}\"\nmass = 0.4\ninertia = [0.001, 0.0015, 0.002]\n"),
    );
    let follows = n.pick(&["true", "false"]);
    m.both(&format!(
        "[[force]]\nname = \"pull\"\nnode = \"N{tip}\"\ndirection = \"y\"\nvalue = \"1.5 + t\"\nfollower = {follows}\n"
    ));
    add_laws(n, &mut m, tip);
    m.outputs(places.len());
    m
}

/// A load along a beam, laws of a spring and a torque, a stop, play.
fn add_laws(n: &mut Numbers, m: &mut Written, tip: usize) {
    let follows = n.pick(&["true", "false"]);
    m.both(&format!(
        "[[force]]\nname = \"spread\"\nbeam = \"b1\"\ndirection = [0.6, 0.8DIM]\nper_length = [\"2 + t\", \"-1.5\"]\n\
         follower = {follows}\n\
         [[spring]]\nname = \"law\"\nnodes = [\"N0\", \"N{tip}\"]\nforce = \"20*elongation + 300*elongation^3 + 0.4*rate*abs(rate)\"\n\
         [[spring]]\nname = \"loose\"\nnodes = [\"N1\", \"N{tip}\"]\nstiffness = 30\npreload = 1.2\ngap = 0.01\n\
         [[torque]]\nname = \"motor\"\nhinge = \"h0\"\nvalue = \"0.3*sin(angle) - 0.02*rate^3 + 0.1*t\"\n\
         [[friction]]\nname = \"dry\"\nhinge = \"h0\"\nforce = 0.2\nsticking = 0.3\n\
         [[stop]]\nname = \"bumper\"\nhinge = \"h0\"\nabove = 0.1\nstiffness = 7\ndamping = 0.05\n"
    ));
    m.texts[0] = m.texts[0].replace("DIM]", "]");
    m.texts[1] = m.texts[1].replace("DIM]", ", 0]");
}

/// A four-bar with flexible links, three of them of several elements.
fn four_bar(seed: u64) -> Written {
    let n = &mut Numbers(seed);
    let mut m = Written::new([n.between(-5.0, 5.0), n.between(-12.0, -5.0)]);
    let jitter = &mut |v: f64| v + n.between(-0.05, 0.05);
    let places = [[0.0, 0.0], [jitter(0.1), jitter(0.3)], [jitter(0.6), jitter(0.5)], [jitter(0.7), 0.0]];
    m.nodes(&places);
    for k in 0..3 {
        m.beam(n, k, [k, k + 1], &places, "\"bending\", \"elongation\"");
    }
    // Out of the plane the loop stays statically determined: twist gives way.
    m.texts[1] = m.texts[1].replace(
        "flexible = [\"bending\", \"elongation\"]",
        "flexible = [\"bending\", \"elongation\", \"torsion\"]",
    );
    for k in 0..4 {
        let sides = [["ground", "b0"], ["b0", "b1"], ["b1", "b2"], ["b2", "ground"]][k];
        let extra = if k == 1 { "stiffness = 60.0\ndamping = 0.1\n" } else { "" };
        m.hinge(k, k, sides, extra);
    }
    if seed % 2 == 1 {
        m.both("[[drive]]\nname = \"crank\"\nhinge = \"h0\"\nangle = \"0.3*t + 0.1*t^2\"\n");
        m.output("force", "drive force", "drive = \"crank\"\n");
        m.output("power", "drive power", "drive = \"crank\"\n");
    }
    m.outputs(4);
    m
}

/// The name of a planar deformation in space, and its sign there.
fn in_space(name: &str) -> (String, f64) {
    if name.contains("bending") {
        (name.replace("bending", "bending about z"), -1.0)
    } else {
        (name.to_owned(), 1.0)
    }
}

/// Both systems in the same coordinates; for every planar one its place in space and its sign.
struct Pair {
    plane: Mechanism,
    space: SpatialMechanism,
    places: Vec<(usize, f64)>,
}

impl Pair {
    fn of(written: &Written) -> Self {
        Self::with(written, &written.texts[1])
    }

    /// The planar text itself as a spatial machine that stays in its plane.
    fn in_plane(written: &Written) -> Self {
        Self::with(written, &written.texts[0])
    }

    fn with(written: &Written, text: &str) -> Self {
        let [flat, full] = [written.texts[0].as_str(), text].map(model);
        let space = SpatialMechanism::of(&full).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let ours: Vec<String> = space.coordinates().iter().map(|c| c.name.clone()).collect();
        let first = Mechanism::of(&flat).unwrap();
        // What is a coordinate in the plane but not in space is released there, too.
        let (q, q_dot) = first.initial();
        let at = State { time: 0.0, position: &q, velocity: &q_dot };
        let stresses = first.snapshot(&at, &vec![0.0; first.inputs().len()], &mut first.workspace()).unwrap();
        let missing: Vec<(String, String)> = (stresses.stresses.iter())
            .filter(|s| !ours.contains(&in_space(&s.name).0))
            .map(|s| s.name.rsplit_once(": ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap())
            .collect();
        let released: Vec<(&str, &str)> = missing.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let plane =
            if released.is_empty() { first } else { Mechanism::with_released(&flat, &released).unwrap() };
        let place = |name: &str| {
            let (other, sign) = in_space(name);
            let at = ours.iter().position(|own| *own == other);
            (at.unwrap_or_else(|| panic!("{other} is not among {ours:?}")), sign)
        };
        let places = plane.coordinates().iter().map(|c| place(&c.name)).collect();
        Self { plane, space, places }
    }

    fn spread(&self, flat: &[f64]) -> Vec<f64> {
        let mut full = vec![0.0; self.space.coordinates().len()];
        self.places.iter().zip(flat).for_each(|((at, sign), v)| full[*at] = sign * v);
        full
    }

    fn gather(&self, full: &[f64]) -> Vec<f64> {
        self.places.iter().map(|(at, sign)| sign * full[*at]).collect()
    }

    fn gather_matrix(&self, full: &Dense) -> Dense {
        let n = self.places.len();
        Dense::from_fn(n, n, |i, j| {
            let ((a, s), (b, t)) = (self.places[i], self.places[j]);
            s * t * full[(a, b)]
        })
    }
}

fn close(found: &[f64], expected: &[f64], what: &str) {
    let scale = expected.iter().fold(1e-9_f64, |m, v| m.max(v.abs()));
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= 1e-10 * scale, "{what}: {a} against {b} of {scale}");
    }
}

fn check(pair: &Pair, seed: u64, what: &str) {
    let n = &mut Numbers(seed ^ 77);
    let unit = |k: usize| if pair.plane.coordinates()[k].unit == "rad" { 1.0 } else { 0.02 };
    let count = pair.places.len();
    let is_loop = !pair.plane.released().is_empty();
    let large = if is_loop { 0.1 } else { 1.0 };
    let q: Vec<f64> = (0..count).map(|k| large * unit(k) * n.between(-1.0, 1.0)).collect();
    let q_dot: Vec<f64> = (0..count).map(|k| 3.0 * unit(k) * n.between(-1.0, 1.0)).collect();
    let q_second: Vec<f64> = (0..count).map(|k| 9.0 * unit(k) * n.between(-1.0, 1.0)).collect();
    let [position, velocity, second] = [&q, &q_dot, &q_second].map(|v| pair.spread(v));
    let flat = State { time: 0.2, position: &q, velocity: &q_dot };
    let full = State { time: 0.2, position: &position, velocity: &velocity };
    let (mut a, mut b) = (pair.plane.workspace(), pair.space.workspace());
    let (mut expected, mut found) = (vec![0.0; count], vec![0.0; position.len()]);
    pair.plane.acceleration(&flat, &[], &mut a, &mut expected).unwrap();
    pair.space.acceleration(&full, &[], &mut b, &mut found).unwrap();
    close(&pair.gather(&found), &expected, &format!("{what}: accelerations"));
    let outside: f64 = {
        let inside = pair.spread(&pair.gather(&found));
        found.iter().zip(inside).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let scale = expected.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    assert!(outside < 1e-8 * scale, "{what}: leaves the plane by {outside} of {scale}");
    let values = |e: lissom_mech::Energies| [e.kinetic, e.elastic, e.potential, e.dissipation, e.input];
    let energies = values(pair.plane.energies(&flat, &[], &mut a).unwrap());
    for (k, value) in values(pair.space.energies(&full, &[], &mut b).unwrap()).into_iter().enumerate() {
        let size = energies.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        assert!(
            (value - energies[k]).abs() <= 1e-10 * size,
            "{what}: energy {k}: {value} against {}",
            energies[k]
        );
    }
    let mut outputs = [vec![0.0; pair.plane.outputs().len()], vec![0.0; pair.plane.outputs().len()]];
    pair.plane.output(&flat, &mut a, &mut outputs[0]).unwrap();
    pair.space.output(&full, &mut b, &mut outputs[1]).unwrap();
    for (k, (name, unit)) in pair.plane.outputs().iter().enumerate() {
        let (expected, found) = (outputs[0][k], outputs[1][k]);
        let alike = (pair.plane.outputs().iter().zip(&outputs[0]))
            .filter(|((_, other), _)| other == unit || (other.starts_with('N') && unit.starts_with('N')));
        let scale = alike.map(|(_, v)| v.abs()).fold(1e-6, f64::max);
        assert_eq!(*unit, pair.space.outputs()[k].1, "{what}: unit of {name}");
        // Accelerations and forces have the digits that stiff parts leave them.
        assert!(
            (found - expected).abs() <= 1e-9 * scale,
            "{what}: {name}: {found} against {expected} of {scale}"
        );
    }
    let expected = pair.plane.linearise(&flat, &q_second, &[], &mut a).unwrap();
    let found = pair.space.linearise(&full, &second, &[], &mut b).unwrap();
    let sum = |l: &lissom_mech::Linearisation, all: &[&Dense]| {
        let mut sum = Dense::zeros(l.mass.rows(), l.mass.rows());
        all.iter().for_each(|m| sum.add_scaled(1.0, m));
        sum
    };
    let total = |l: &lissom_mech::Linearisation| {
        [
            l.mass.clone(),
            sum(l, &[&l.velocity_sensitivity, &l.damping]),
            sum(l, &[&l.stiffness, &l.dynamic_stiffness, &l.geometric_stiffness]),
        ]
    };
    for (k, (own, other)) in total(&found).iter().zip(total(&expected)).enumerate() {
        let mut open = pair.gather_matrix(own);
        open.add_scaled(-1.0, &other);
        assert!(
            open.max_abs() <= 1e-10 * other.max_abs(),
            "{what}: matrix {k} differs by {} of {}",
            open.max_abs(),
            other.max_abs()
        );
    }
    decisions(pair, what, [&q, &q_dot]);
    forces(pair, what, [&q, &q_dot]);
    equilibrium(pair, what);
}

/// Pictures and forces at a state and at rest.
fn forces(pair: &Pair, what: &str, [q, q_dot]: [&[f64]; 2]) {
    let (position, velocity) = (pair.spread(q), pair.spread(q_dot));
    let flat = State { time: 0.2, position: q, velocity: q_dot };
    let full = State { time: 0.2, position: &position, velocity: &velocity };
    let (mut a, mut b) = (pair.plane.workspace(), pair.space.workspace());
    let expected = pair.plane.snapshot(&flat, &[], &mut a).unwrap();
    let found = pair.space.snapshot(&full, &[], &mut b).unwrap();
    let near = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-10);
    assert_eq!(found.points.len(), expected.points.len());
    for ((name, place), (other, flat)) in found.points.iter().zip(&expected.points) {
        assert!(name == other && near(place, flat), "{what}: {name} {place:?} against {other} {flat:?}");
    }
    for ((name, line), (other, flat)) in found.beams.iter().zip(&expected.beams) {
        assert!(name == other && line.len() == flat.len(), "{what}: {name}");
        assert!(line.iter().zip(flat).all(|(a, b)| near(a, b)), "{what}: {name}");
    }
    for (k, (line, flat)) in found.stress_lines.iter().zip(&expected.stress_lines).enumerate() {
        let (line, flat) = (line.as_ref().unwrap(), flat.as_ref().unwrap());
        let scale = flat.iter().fold(1.0, |m: f64, v| m.max(*v));
        assert!(line.iter().zip(flat).all(|(a, b)| (a - b).abs() < 1e-9 * scale), "{what}: stress of {k}");
        let largest = [found.bending_stress[k].unwrap(), expected.bending_stress[k].unwrap()];
        assert!((largest[0] - largest[1]).abs() < 1e-9 * scale, "{what}: {largest:?}");
    }
}

/// Section forces, reactions and energies in an equilibrium.
fn standing(pair: &Pair, what: &str, [q, position]: [&[f64]; 2]) {
    let (still, rest) = (vec![0.0; q.len()], vec![0.0; position.len()]);
    let flat = State { time: 0.0, position: q, velocity: &still };
    let full = State { time: 0.0, position, velocity: &rest };
    let expected = pair.plane.standing(&flat, &[], &mut pair.plane.workspace()).unwrap();
    let found = pair.space.standing(&full, &[], &mut pair.space.workspace()).unwrap();
    let ends = |e: &lissom_mech::elements::EndForces| [e.axial, e.shear[0], e.bending[1]];
    let all: Vec<f64> = expected.forces.members.iter().flat_map(|m| m.ends.iter().flat_map(ends)).collect();
    let scale = all.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let own = found.forces.members.iter().flat_map(|m| m.ends.iter().flat_map(ends));
    for (a, b) in own.zip(&all) {
        assert!((a - b).abs() < 1e-8 * scale, "{what}: section force {a} against {b}");
    }
    for (a, b) in found.joints.iter().zip(&expected.joints) {
        assert!(
            (a.force[0] - b.force[0]).abs() < 1e-9 * scale
                && (a.moment[2] - b.moment[2]).abs() < 1e-9 * scale,
            "{what}: {a:?} against {b:?}"
        );
    }
    let energies =
        [found.elastic_energy - expected.elastic_energy, found.potential_energy - expected.potential_energy];
    assert!(
        energies.iter().all(|e| e.abs() < 1e-10 * (1.0 + expected.elastic_energy.abs())),
        "{what}: {energies:?}"
    );
    for reaction in &expected.forces.reactions {
        let own = found.forces.reactions.iter().find(|own| own.name == reaction.name);
        if let Some(own) = own {
            assert!(
                (own.value - reaction.value).abs() < 1e-9 * scale,
                "{what}: {own:?} against {reaction:?}"
            );
        }
    }
    assert!(
        found.forces.reactions.iter().any(|own| own.name == "support of N0.x"),
        "{:?}",
        found.forces.reactions
    );
}

/// Kept decisions: as many of them, the same accelerations and margins, while joints slide and while they stick.
fn decisions(pair: &Pair, what: &str, [q, q_dot]: [&[f64]; 2]) {
    assert_eq!(pair.plane.switches(), pair.space.switches(), "{what}");
    assert_eq!(pair.plane.needs_decisions(), pair.space.needs_decisions(), "{what}");
    if pair.plane.switches() == 0 {
        return;
    }
    let still = vec![0.0; q.len()];
    for rates in [q_dot, &still] {
        let (position, velocity) = (pair.spread(q), pair.spread(rates));
        let flat = State { time: 0.2, position: q, velocity: rates };
        let full = State { time: 0.2, position: &position, velocity: &velocity };
        let run = |system: &dyn System, at: &State| {
            let kept = system.decided(at, &[], &mut system.workspace()).unwrap().unwrap();
            let (mut work, mut margins) = (kept.workspace(), vec![0.0; kept.switches()]);
            kept.margins(at, &[], &mut work, &mut margins).unwrap();
            let mut acceleration = vec![0.0; at.position.len()];
            kept.acceleration(at, &[], &mut work, &mut acceleration).unwrap();
            let energies = kept.energies(at, &[], &mut work).unwrap();
            (acceleration, margins, energies.dissipation)
        };
        let (expected, found) = (run(&pair.plane, &flat), run(&pair.space, &full));
        close(&pair.gather(&found.0), &expected.0, &format!("{what}: decided accelerations"));
        let finite = expected.1.iter().filter(|v| v.is_finite());
        let scale = finite.fold(0.0_f64, |m, v| m.max(v.abs()));
        let mut sorted = [found.1, expected.1];
        sorted.iter_mut().for_each(|all| all.sort_by(f64::total_cmp));
        for (a, b) in sorted[0].iter().zip(&sorted[1]) {
            assert!(a == b || (a - b).abs() < 1e-9 * scale, "{what}: margin {a} against {b}");
        }
        let size = expected.2.abs().max(1e-6);
        assert!((found.2 - expected.2).abs() < 1e-9 * size, "{what}: {} against {}", found.2, expected.2);
    }
}

/// Newton's method from the reference configuration, in both.
fn equilibrium(pair: &Pair, what: &str) {
    let stand = |system: &dyn System| {
        let n = system.coordinates().len();
        let (mut q, still) = (vec![0.0; n], vec![0.0; n]);
        let mut work = system.workspace();
        for step in 1..=8 {
            system.share_loads((0.25 * f64::from(step)).min(1.0), &mut work);
            for _ in 0..20 {
                let at = State { time: 0.0, position: &q, velocity: &still };
                let l = system.linearise(&at, &still, &[], &mut work).unwrap();
                let mut k = l.stiffness.clone();
                k.add_scaled(1.0, &l.dynamic_stiffness);
                k.add_scaled(1.0, &l.geometric_stiffness);
                let mut dq = l.residual.clone();
                dq = lissom_linalg::Lu::factor(&k).unwrap().solve(&dq);
                q.iter_mut().zip(&dq).for_each(|(q, d)| *q += d);
                if dq.iter().all(|d| d.abs() < 1e-13) {
                    break;
                }
            }
        }
        q
    };
    let (flat, full) = (stand(&pair.plane), stand(&pair.space));
    let largest = flat.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    if !largest.is_finite() || largest > 3.0 {
        return;
    }
    close(&pair.gather(&full), &flat, &format!("{what}: equilibrium"));
    // A drive moves at t = 0: in the plane inertia of a part is then no part of its section forces at rest.
    if pair.plane.outputs().iter().all(|(name, _)| name != "power") {
        standing(pair, what, [&flat, &full]);
    }
}

#[test]
fn random_trees_agree() {
    for seed in 0..12 {
        check(&Pair::of(&tree(seed)), seed, &format!("tree {seed}"));
    }
}

#[test]
fn random_four_bars_agree() {
    for seed in 0..6 {
        check(&Pair::of(&four_bar(seed)), seed, &format!("four-bar {seed}"));
    }
}

/// Planar models as spatial machines that stay in their plane: the same answers, with as many coordinates.
#[test]
fn machines_restricted_to_their_plane_agree() {
    for seed in 0..12 {
        let pair = Pair::in_plane(&tree(seed));
        assert_eq!(pair.space.coordinates().len(), pair.plane.coordinates().len(), "tree {seed}");
        check(&pair, seed, &format!("tree {seed} in its plane"));
    }
    for seed in 0..6 {
        let pair = Pair::in_plane(&four_bar(seed));
        assert_eq!(pair.space.coordinates().len(), pair.plane.coordinates().len(), "four-bar {seed}");
        check(&pair, seed, &format!("four-bar {seed} in its plane"));
    }
}

/// A preloaded spring with a smooth law and a following load: linearisations in the plane and in space are derivatives.
#[test]
fn linearisations_with_laws_equal_differences() {
    let mut m = Written::new([1.0, -9.0]);
    let n = &mut Numbers(4);
    let places = [[0.0, 0.0], [0.4, 0.1], [0.7, -0.2], [0.2, 0.6]];
    m.nodes(&places);
    for k in 0..2 {
        m.beam(n, k, [k, k + 1], &places, "\"bending\"");
    }
    m.hinge(0, 0, ["ground", "b0"], "");
    m.hinge(1, 1, ["b0", "b1"], "stiffness = 3.0\n");
    m.both(
        "[[fix]]\nnodes = \"N3\"\n\
         [[spring]]\nname = \"law\"\nnodes = [\"N3\", \"N2\"]\nforce = \"4 + 20*elongation + 30*elongation^3 + 0.4*rate + 0.2*rate*elongation\"\n\
         [[torque]]\nname = \"motor\"\nhinge = \"h1\"\nvalue = \"0.3*sin(angle) - 0.02*rate^3 + 0.1*t\"\n\
         [[force]]\nname = \"spread\"\nbeam = \"b1\"\ndirection = \"y\"\nper_length = [\"2 + t\", \"-1.5\"]\nfollower = true\n",
    );
    crate::spatial_motion::check_linearisation(&Mechanism::of(&model(&m.texts[0])).unwrap(), 0.02);
    crate::spatial_motion::check_linearisation(&SpatialMechanism::of(&model(&m.texts[1])).unwrap(), 0.02);
}

/// Initial velocities of hinges and nodes give the same rates.
#[test]
fn initial_velocities_agree() {
    for seed in 0..4 {
        let mut written = tree(seed);
        written.both(
            "[[initial]]\nhinge = \"h0\"\nrate = 2.0\n[[initial]]\nnode = \"N1\"\ndirection = \"y\"\nvelocity = 0.3\n",
        );
        let pair = Pair::of(&written);
        let [flat, full] = [0, 1].map(|k| model(&written.texts[k]));
        let still = |n: usize| vec![0.0; n];
        let run = |n: usize| (still(n), still(n));
        let (q, v) = run(pair.plane.coordinates().len());
        let at = State { time: 0.0, position: &q, velocity: &v };
        let expected = pair.plane.initial_rates(&flat, &at, &mut pair.plane.workspace());
        let (q, v) = run(pair.space.coordinates().len());
        let at = State { time: 0.0, position: &q, velocity: &v };
        let found = pair.space.initial_rates(&full, &at, &mut pair.space.workspace());
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                close(&pair.gather(&found), &expected, &format!("tree {seed}: initial rates"));
            }
            (found, expected) => {
                assert_eq!(found.is_ok(), expected.is_ok(), "{found:?} against {expected:?}")
            }
        }
    }
}
