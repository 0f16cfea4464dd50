//! Geometric stiffness of spatial frames against published numbers: rotating beams, lateral buckling.
#![allow(clippy::unwrap_used)]

use crate::frames;

use frames::{Built, off};
use lissom_linalg::{Dense, eigen};
use lissom_mech::elements::SpinAxis;
use lissom_mech::{Centrifugal, SpinningFrame};

/// A spatial cantilever along x from the origin, L = 1.
fn cantilever(section: &str, elements: usize) -> Built {
    Built::new(&format!(
        "lissom = 1\n[model]\nname = 'c'\ndim = 3\n[section.s]\n{section}\n[node]\nA = [0, 0, 0]\nB = [1, 0, 0]\n\
         [[beam]]\nname = 'AB'\nnodes = ['A', 'B']\nsection = 's'\nelements = {elements}\n[[fix]]\nnodes = ['A']\n\
         [[force]]\nname = 'tip'\nnode = 'B'\ndirection = 'y'\n"
    ))
}

/// Lowest frequencies in a frame that turns about z through the origin, Coriolis forces left out, and whether each shape
/// lies across the plane of rotation, in it, or is a twist: sizes of (z, y, rx).
fn spinning_frequencies(b: &Built, speed: f64, count: usize) -> Vec<(f64, [f64; 3])> {
    let frame = b.frame();
    let body = b.body();
    let spinning = SpinningFrame::of(&frame, SpinAxis { direction: [0.0, 0.0, 1.0], point: [0.0; 3] });
    let stiffening = spinning.stiffening(&body.deformation(spinning.load())).unwrap();
    let square = speed * speed;
    let turned = b.structure.stiffness.add_scaled(1.0, &stiffening, square).add_scaled(
        1.0,
        spinning.softening(),
        -square,
    );
    let [k, m] = [&turned, &b.structure.mass].map(|a| a.to_dense().symmetric_part());
    let found = eigen::symmetric_definite(&k, &m).unwrap();
    let share = |j: usize, ending: &str| {
        let rows = b.structure.rows.iter().zip(found.vectors.column(j));
        rows.filter(|(row, _)| row.name.ends_with(ending)).map(|(_, x)| x * x).sum::<f64>()
    };
    let one = |j: usize| (found.values[j].abs().sqrt(), [".z", ".y", ".rx"].map(|ending| share(j, ending)));
    (0..count).map(one).collect()
}

/// Flapping of a rotating cantilever, hub radius zero: the table of Wright et al. 1982, confirmed by a Ritz solution with
/// sixteen Legendre polynomials; in the plane ω² is less by Ω² exactly.
#[test]
fn a_rotating_cantilever_flaps_as_the_published_table() {
    let b = cantilever("EA = 1e6\nEIy = 1\nEIz = 1\nGJ = 1\nrhoJ = 1e-6\nrhoA = 1", 16);
    for (speed, first, second) in
        [(0.0, 3.5160, 22.0345), (2.0, 4.1373, 22.6149), (6.0, 7.3604, 26.8091), (12.0, 13.1702, 37.6031)]
    {
        let all = spinning_frequencies(&b, speed, 4);
        let across: Vec<f64> = all.iter().filter(|(_, [z, y, _])| z > y).map(|(w, _)| *w).collect();
        let within: Vec<f64> = all.iter().filter(|(_, [z, y, _])| y >= z).map(|(w, _)| *w).collect();
        if speed == 0.0 {
            assert!(off(all[0].0, first) < 2e-5 && off(all[2].0, second) < 2e-5, "{all:?}");
            continue;
        }
        assert!(off(across[0], first) < 2e-5 && off(across[1], second) < 5e-5, "{speed}: {across:?}");
        // The difference of the squares is a sixth of either at the highest speed, and the little rotary inertia shows.
        assert!(off(within[0].powi(2), across[0].powi(2) - speed * speed) < 1e-4, "{speed}: {within:?}");
    }
}

/// The tennis racket: a blade that spins in its plane twists at ω² = (π/2L)² GJ/ρI_p + Ω² (I_z − I_y)/(I_z + I_y).
#[test]
fn a_spinning_blade_twists_stiffer() {
    let b = cantilever(
        "EA = 1e9\nEIy = 1e5\nEIz = 1e5\nGJ = 0.48\nrhoJ = 0.012\nrhoIy = 0.002\nrhoIz = 0.01\nrhoA = 1",
        20,
    );
    for (speed, finite, exact) in
        [(0.0, 9.93714, 9.93459), (5.0, 10.74307, 10.74070), (10.0, 12.86132, 12.85934)]
    {
        let all = spinning_frequencies(&b, speed, 3);
        let twist = all.iter().find(|(_, [z, y, rx])| rx > y && rx > z).unwrap().0;
        assert!(off(twist, finite) < 1e-6, "{speed}: {twist}");
        assert!(off(twist, exact) < 3e-4);
    }
}

/// A tall thin cantilever under a tip load buckles sideways at P = 4.0126 √(EI_y GJ)/L² (Timoshenko and Gere).
#[test]
fn a_thin_cantilever_buckles_sideways() {
    let critical = |elements: usize| {
        let b = cantilever("EA = 1e7\nEIy = 1\nEIz = 1e6\nGJ = 0.5\nrhoJ = 1e-3\nrhoA = 1", elements);
        let frame = b.frame();
        let force = frame.force(&[("tip".to_owned(), 1.0)]).unwrap();
        let x = b.body().deformation(&frame.on_independent(&force));
        let mut geometric: Dense = frame.geometric_stiffness(&x, &force, false).to_dense();
        geometric.scale(-1.0);
        let k = b.structure.stiffness.to_dense().symmetric_part();
        let found = eigen::symmetric_definite(&geometric.symmetric_part(), &k).unwrap();
        1.0 / found.values.last().unwrap()
    };
    let exact = 4.012_599 * 0.5_f64.sqrt();
    let (coarse, fine) = (critical(8), critical(16));
    assert!(off(fine, exact) < 2e-3, "{fine} against {exact}");
    assert!(off(coarse, exact) > 2.0 * off(fine, exact), "{coarse} and {fine} against {exact}");
}
