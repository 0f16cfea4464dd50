//! Machines with many loops: coordinates chosen loop after loop, accelerations at a cost that grows with the number of loops.

use lissom_mech::{Mechanism, Route, SpatialMechanism, State, System};
use lissom_model::{Overrides, load};

/// How the parts of a machine are written down.
#[derive(Clone, Copy)]
pub struct Style {
    pub is_spatial: bool,
    /// Keys of every beam.
    pub flexible: &'static str,
    pub elements: usize,
}

impl Style {
    fn head(self, name: &str) -> String {
        let (dim, gravity) = if self.is_spatial { (3, "[0.4, -3, 0]") } else { (2, "[0.4, -3]") };
        format!(
            "lissom = 1\n[model]\nname = '{name}'\ndim = {dim}\ngravity = {gravity}\n\
             [material.m]\nE = 2e9\nnu = 0.3\ndensity = 1000\n\
             [section.s]\nrectangle = {{ width = 0.02, height = 0.01 }}\n[node]\n"
        )
    }

    fn node(self, name: &str, [x, y]: [f64; 2]) -> String {
        let z = if self.is_spatial { ", 0.0" } else { "" };
        format!("{name} = [{x:?}, {y:?}{z}]\n")
    }

    fn beam(self, name: &str, nodes: &[&str]) -> String {
        let way = if nodes.len() == 2 { "nodes" } else { "along" };
        let nodes: Vec<String> = nodes.iter().map(|node| format!("'{node}'")).collect();
        let axis = if self.is_spatial { "y_axis = [0.1, 0.2, 1]\n" } else { "" };
        format!(
            "[[beam]]\nname = '{name}'\n{way} = [{}]\nsection = 's'\nmaterial = 'm'\nelements = {}\n{axis}{}",
            nodes.join(", "),
            self.elements,
            self.flexible
        )
    }

    fn hinge(self, name: &str, at: &str, between: [&str; 2]) -> String {
        let axis = if self.is_spatial { "axis = [0, 0, 1]\n" } else { "" };
        format!("[[hinge]]\nname = '{name}'\nat = '{at}'\nbetween = ['{}', '{}']\n{axis}", between[0], between[1])
    }

    /// Four-bars on top of each other, each on the coupler of the one below: one freedom each.
    pub fn ladder(self, cells: usize) -> String {
        let (mut text, mut parts) = (self.head("ladder"), String::new());
        for k in 0..=cells {
            let (low, lean) = (0.3 * k as f64, 0.03 * (k % 3) as f64);
            text += &self.node(&format!("L{k}"), [lean, low]);
            text += &self.node(&format!("R{k}"), [0.4 + 0.5 * lean, low + 0.02 * (k % 2) as f64]);
        }
        for k in 0..cells {
            let below = if k == 0 { "ground".to_owned() } else { format!("p{k}") };
            let (l, r, c, d, p) =
                (format!("L{}", k + 1), format!("R{}", k + 1), format!("c{k}"), format!("d{k}"), format!("p{}", k + 1));
            parts += &self.beam(&c, &[&format!("L{k}"), &l]);
            parts += &self.beam(&d, &[&format!("R{k}"), &r]);
            parts += &self.beam(&p, &[&l, &r]);
            parts += &self.hinge(&format!("cl{k}"), &format!("L{k}"), [&below, &c]);
            parts += &self.hinge(&format!("dl{k}"), &format!("R{k}"), [&below, &d]);
            parts += &self.hinge(&format!("cu{k}"), &l, [&c, &p]);
            parts += &self.hinge(&format!("du{k}"), &r, [&d, &p]);
        }
        text + &parts
    }

    /// A scissor mechanism: one freedom if its bars are rigid.
    pub fn scissors(self, cells: usize) -> String {
        let (mut text, mut parts) = (self.head("scissors"), String::new());
        for k in 0..=cells {
            text += &self.node(&format!("L{k}"), [0.2 * k as f64, -0.15]);
            text += &self.node(&format!("U{k}"), [0.2 * k as f64, 0.15]);
        }
        (0..cells).for_each(|k| text += &self.node(&format!("C{k}"), [0.2 * k as f64 + 0.1, 0.0]));
        for k in 0..cells {
            let (a, b, c) = (format!("a{k}"), format!("b{k}"), format!("C{k}"));
            parts += &self.beam(&a, &[&format!("L{k}"), &c, &format!("U{}", k + 1)]);
            parts += &self.beam(&b, &[&format!("U{k}"), &c, &format!("L{}", k + 1)]);
            parts += &self.hinge(&format!("c{k}"), &c, [&a, &b]);
            if k == 0 {
                parts += &self.hinge("base", "L0", ["ground", &a]);
                parts += "[[fix]]\nnodes = ['U0']\ndirections = ['x']\n";
            } else {
                parts += &self.hinge(&format!("u{k}"), &format!("U{k}"), [&format!("a{}", k - 1), &b]);
                parts += &self.hinge(&format!("l{k}"), &format!("L{k}"), [&format!("b{}", k - 1), &a]);
            }
        }
        text + &parts
    }
}

fn model(text: &str) -> lissom_model::model::Model {
    let checked = load("machine.toml", text.as_bytes(), &Overrides::default());
    checked.value.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics))
}

/// Positions and rates that are not special.
fn state(system: &dyn System) -> (Vec<f64>, Vec<f64>) {
    let size = |k: usize| if system.coordinates()[k].unit == "rad" { 0.02 } else { 1e-6 };
    let n = system.coordinates().len();
    let q = (0..n).map(|k| size(k) * (1.0 + 2.3 * k as f64).sin()).collect();
    let v = (0..n).map(|k| 10.0 * size(k) * (0.4 + 1.7 * k as f64).cos()).collect();
    (q, v)
}

fn acceleration(system: &dyn System) -> Vec<f64> {
    let (q, v) = state(system);
    let mut a = v.clone();
    let at = State { time: 0.0, position: &q, velocity: &v };
    system.acceleration(&at, &[], &mut system.workspace(), &mut a).unwrap();
    a
}

/// The largest difference, as a share of the largest acceleration of the same unit.
fn difference(system: &dyn System, a: &[f64], b: &[f64]) -> f64 {
    let units: Vec<&str> = system.coordinates().iter().map(|c| c.unit).collect();
    let largest = |unit: &str| {
        let own = a.iter().zip(&units).filter(|(_, u)| **u == unit);
        own.fold(1e-300, |most: f64, (a, _)| most.max(a.abs()))
    };
    a.iter().zip(b).zip(&units).map(|((a, b), unit)| (a - b).abs() / largest(unit)).fold(0.0, f64::max)
}

const RIGID: &str = "flexible = []\n";
const BENDING: &str = "flexible = ['bending']\n";

fn planar(text: &str) -> Mechanism {
    Mechanism::of(&model(text)).unwrap()
}

fn spatial(text: &str) -> SpatialMechanism {
    SpatialMechanism::of(&model(text)).unwrap()
}

/// Operations of the factorisations of all blocks, up to a factor.
fn operations(sizes: &[usize]) -> usize {
    sizes.iter().map(|size| size.pow(3)).sum()
}

/// log(b/a) of counted work over log of sizes.
fn exponent(few: usize, many: usize, sizes: [usize; 2]) -> f64 {
    (many as f64 / few as f64).ln() / (sizes[1] as f64 / sizes[0] as f64).ln()
}

#[test]
fn planar_loops_move_as_with_the_mass_matrix() {
    for flexible in [RIGID, BENDING, ""] {
        for cells in [10, 20] {
            let style = Style { is_spatial: false, flexible, elements: 1 };
            for text in [style.ladder(cells), style.scissors(cells)] {
                let system = planar(&text);
                let [full, tree] = [Route::MassMatrix, Route::Tree].map(|route| {
                    acceleration(&system.with_route(route).expect("its loops are blocks, or torn"))
                });
                let open = difference(&system, &full, &tree);
                println!("{} {flexible:?} {cells}: {} coordinates, {open:e}, largest block {:?}", system.name(), full.len(), system.block_sizes().iter().max());
                assert!(open < 1e-10, "{} {flexible:?} {cells}: {open:e}", system.name());
            }
        }
    }
}

#[test]
fn spatial_loops_move_as_with_the_mass_matrix() {
    for flexible in [RIGID, BENDING, ""] {
        for cells in [5, 12] {
            let style = Style { is_spatial: true, flexible, elements: 1 };
            for text in [style.ladder(cells), style.scissors(cells)] {
                let system = spatial(&text);
                let [full, tree] = [false, true].map(|along| acceleration(&system.along_tree(along)));
                let open = difference(&system, &full, &tree);
                println!("{} {flexible:?} {cells}: {} coordinates, {open:e}, largest block {:?}", system.name(), full.len(), system.block_sizes().iter().max());
                assert!(open < 1e-10, "{} {flexible:?} {cells}: {open:e}", system.name());
            }
        }
    }
}

#[test]
fn the_work_in_the_plane_grows_with_the_number_of_loops() {
    for flexible in [RIGID, BENDING, ""] {
        let style = Style { is_spatial: false, flexible, elements: 1 };
        for build in [Style::ladder, Style::scissors] {
            let [few, many] = [20, 400].map(|cells| {
                let system = planar(&build(style, cells));
                (system.multiplications().unwrap(), operations(&system.block_sizes()), system)
            });
            let [elimination, blocks] =
                [exponent(few.0, many.0, [20, 400]), exponent(few.1, many.1, [20, 400])];
            println!("{} {flexible:?}: {elimination:.3} {blocks:.3}", many.2.name());
            assert!(elimination < 1.2 && blocks < 1.2, "{elimination} {blocks}");
            acceleration(&many.2);
        }
    }
}

#[test]
fn the_work_in_space_grows_with_the_number_of_loops() {
    for flexible in [RIGID, BENDING, ""] {
        let style = Style { is_spatial: true, flexible, elements: 1 };
        for build in [Style::ladder, Style::scissors] {
            let [few, many] = [10, 400].map(|cells| {
                let system = spatial(&build(style, cells));
                (system.multiplications(), operations(&system.block_sizes()), system)
            });
            let [elimination, blocks] =
                [exponent(few.0, many.0, [10, 400]), exponent(few.1, many.1, [10, 400])];
            println!("{} {flexible:?}: {elimination:.3} {blocks:.3}", many.2.name());
            assert!(elimination < 1.2 && blocks < 1.2, "{elimination} {blocks}");
            acceleration(&many.2);
        }
    }
}

/// At rest, matrices kept element by element are the symmetric part of those of the linearisation, and their factors solve with them.
fn check_structure(system: &dyn System) {
    let (q, v) = state(system);
    let still = vec![0.0; v.len()];
    let at = State { time: 0.0, position: &q, velocity: &still };
    let mut work = system.workspace();
    let kept = system.structured(&at, &still, &[], &mut work).unwrap().expect("it is eliminated along its tree");
    let full = system.linearise(&at, &still, &[], &mut work).unwrap();
    let mut stiffness = full.stiffness.clone();
    stiffness.add_scaled(1.0, &full.dynamic_stiffness);
    stiffness.add_scaled(1.0, &full.geometric_stiffness);
    let stiffness = stiffness.symmetric_part();
    let open = |a: &[f64], b: &[f64]| {
        let largest = b.iter().fold(1e-300, |most: f64, b| most.max(b.abs()));
        a.iter().zip(b).map(|(a, b)| (a - b).abs() / largest).fold(0.0, f64::max)
    };
    let mut product = vec![0.0; q.len()];
    kept.mass_times(&v, &mut product);
    let by_mass = full.mass.multiply_vector(&v);
    assert!(open(&product, &by_mass) < 1e-9, "{}: mass {:e}", system.name(), open(&product, &by_mass));
    product.fill(0.0);
    kept.add_stiffness_times(1.0, &v, &mut product);
    let by_stiffness = stiffness.multiply_vector(&v);
    let found = open(&product, &by_stiffness);
    assert!(found < 1e-8, "{}: stiffness {found:e}", system.name());
    let scale = 1e-3;
    let mut factor = kept.room::<f64>();
    assert!(kept.factorise(scale, &mut factor), "{}", system.name());
    // Damping is zero: (M + s² K) v = right-hand side.
    let mut x: Vec<f64> =
        by_mass.iter().zip(&by_stiffness).map(|(m, k)| m + scale * scale * k).collect();
    kept.solve(&mut factor, &mut x);
    for unit in ["m", "rad"] {
        let of_unit = |x: &[f64]| -> Vec<f64> {
            x.iter().zip(system.coordinates()).filter(|(_, c)| c.unit == unit).map(|(x, _)| *x).collect()
        };
        let (found, expected) = (of_unit(&x), of_unit(&v));
        let found = open(&found, &expected);
        println!("{}: {found:e} of the solution [{unit}]", system.name());
        assert!(found < 1e-6, "{}: {found:e} of the solution", system.name());
    }
}

#[test]
fn implicit_steps_keep_matrices_of_loops_element_by_element() {
    for flexible in [RIGID, BENDING, ""] {
        for is_spatial in [false, true] {
            let style = Style { is_spatial, flexible, elements: 1 };
            for text in [style.ladder(12), style.scissors(12)] {
                if is_spatial {
                    check_structure(&spatial(&text).along_tree(true));
                } else {
                    check_structure(&planar(&text).with_route(Route::Tree).expect("its loops are blocks"));
                }
            }
        }
    }
}

/// Spatial chains with everything that has a stiffness: following loads, damping, weight on bent axes.
#[test]
fn implicit_steps_keep_matrices_of_spatial_chains_element_by_element() {
    for n in [3, 9] {
        check_structure(&SpatialMechanism::new(crate::spatial_machines::flexible_pendulum(n)).unwrap().along_tree(true));
    }
}
