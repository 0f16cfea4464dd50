//! Machines with many loops: coordinates chosen loop after loop, accelerations at a cost that grows with the number of loops.

use crate::models::ladders::Style;
use lissom_mech::{Mechanism, Route, SpatialMechanism, State, System};
use lissom_model::{Overrides, load};

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

/// Largest out-of-balance force on a coordinate, as a share of the inertia forces that balance there.
fn imbalance(system: &dyn System, a: &[f64]) -> f64 {
    let (q, v) = state(system);
    let at = State { time: 0.0, position: &q, velocity: &v };
    let l = system.linearise(&at, a, &[], &mut system.workspace()).unwrap();
    let inertia = |j: usize| (0..a.len()).map(|k| (l.mass[(j, k)] * a[k]).abs()).sum::<f64>();
    l.residual.iter().enumerate().fold(0.0, |most: f64, (j, r)| most.max(r.abs() / inertia(j)))
}

/// Both ways balance all forces to rounding, and rigid machines have the same accelerations. Those of elastic ones differ by what the condition of
/// the mass matrix makes of rounding: up to 8.5e-9 of the largest with 80 beams.
fn check_both_ways(system: &dyn System, [full, tree]: [Vec<f64>; 2], is_rigid: bool) {
    let open = difference(system, &full, &tree);
    assert!(!is_rigid || open < 1e-10, "{}: {open:e}", system.name());
    let [by_mass, by_tree] = [&full, &tree].map(|a| imbalance(system, a));
    assert!(by_mass < 1e-10 && by_tree < 1e-10, "{}: {by_mass:e} {by_tree:e}", system.name());
}

#[test]
fn planar_loops_move_as_with_the_mass_matrix() {
    for flexible in [RIGID, BENDING, ""] {
        for cells in [10, 20] {
            let style = Style { is_spatial: false, flexible, elements: 1 };
            for text in [style.ladder(cells), style.scissors(cells)] {
                let system = planar(&text);
                let both = [Route::MassMatrix, Route::Tree].map(|route| {
                    acceleration(&system.with_route(route).expect("its loops are blocks, or torn"))
                });
                check_both_ways(&system, both, flexible == RIGID);
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
                let both = [false, true].map(|along| acceleration(&system.along_tree(along)));
                check_both_ways(&system, both, flexible == RIGID);
            }
        }
    }
}

/// A few loops are torn: matrices of implicit steps have the border of accelerations.
#[test]
fn implicit_steps_keep_matrices_of_torn_loops_element_by_element() {
    check_structure(&planar(crate::models::GUIDANCE).with_route(Route::Tree).unwrap());
    let style = Style { is_spatial: false, flexible: BENDING, elements: 4 };
    check_structure(&planar(&style.ladder(2)).with_route(Route::Tree).unwrap());
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
            assert!(elimination < 1.2 && blocks < 1.2, "{elimination} {blocks}");
            acceleration(&many.2);
        }
    }
}

/// At rest, matrices kept element by element are the symmetric part of those of the linearisation, and their factors solve with them.
fn check_structure(system: &dyn System) {
    let (q, v) = state(system);
    let still = vec![0.0; v.len()];
    let input = vec![0.0; system.inputs().len()];
    let at = State { time: 0.0, position: &q, velocity: &still };
    let mut work = system.workspace();
    let kept =
        system.structured(&at, &still, &input, &mut work).unwrap().expect("it is eliminated along its tree");
    let full = system.linearise(&at, &still, &input, &mut work).unwrap();
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
    let mut rates = full.damping.clone();
    rates.add_scaled(1.0, &full.velocity_sensitivity);
    let by_rate = rates.symmetric_part().multiply_vector(&v);
    let mut x: Vec<f64> =
        (0..v.len()).map(|j| by_mass[j] + scale * (by_rate[j] + scale * by_stiffness[j])).collect();
    kept.solve(&mut factor, &mut x);
    for unit in ["m", "rad"] {
        let of_unit = |x: &[f64]| -> Vec<f64> {
            x.iter().zip(system.coordinates()).filter(|(_, c)| c.unit == unit).map(|(x, _)| *x).collect()
        };
        let (found, expected) = (of_unit(&x), of_unit(&v));
        let found = open(&found, &expected);
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
        check_structure(
            &SpatialMechanism::new(crate::spatial_machines::flexible_pendulum(n)).unwrap().along_tree(true),
        );
    }
}
