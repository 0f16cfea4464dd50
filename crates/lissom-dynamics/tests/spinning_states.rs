//! Bodies that turn, against closed forms and identities \[StaticDeformation, §2.4, §2.5\], \[Scutaru2012, §1\].
#![allow(clippy::unwrap_used)]

use crate::frames;

use frames::{Built, beam, off, portal};
use lissom_dynamics::DynamicsError;
use lissom_dynamics::deformation::{NoState, constant_spin, constant_torque};
use lissom_linalg::{Sparse, Triplets, dot, eigen, norm};
use lissom_mech::elements::SpinAxis;
use lissom_mech::{AxisBalance, Centrifugal, SpinningFrame};
use lissom_model::model::Coordinate::{X, Y};

const Z: [f64; 3] = [0.0, 0.0, 1.0];

fn centre_axis(b: &Built, direction: [f64; 3]) -> SpinAxis {
    SpinAxis { direction, point: b.system.mass_properties.centre }
}

fn no_force(b: &Built) -> Vec<f64> {
    vec![0.0; b.structure.size()]
}

fn product(m: &Sparse, x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; m.rows()];
    m.multiply(x, &mut y);
    y
}

/// Free bar spinning about its centre: tip u = tan(kL/2)/k − L/2 with k = Ω√(ρ/E); second order in the element length.
#[test]
fn a_spinning_bar_stretches_as_its_closed_form() {
    let tip = |n: usize, speed: f64| {
        let b = Built::new(&beam(100.0, n, ""));
        let frame = b.frame();
        let spinning = SpinningFrame::of(&frame, centre_axis(&b, Z));
        let found = constant_spin(&b.body(), &spinning, speed, &no_force(&b)).unwrap();
        assert!(found.stiffened && found.state.residual < 1e-11, "{}", found.state.residual);
        assert!(found.left_to_bearings < 1e-9, "{}", found.left_to_bearings);
        assert!(off(found.state.deformation[b.row("L", X)], -found.state.deformation[b.row("R", X)]) < 1e-9);
        found.state.deformation[b.row("R", X)]
    };
    for (speed, fe32, exact) in [
        (1.0, 4.170_834_158_9e-4, 4.170_837_553_9e-4),
        (5.0, 1.068_361_967_8e-2, 1.068_384_244_2e-2),
        (10.0, 4.629_830_546_7e-2, 4.630_248_984_4e-2),
    ] {
        let k: f64 = speed / 10.0;
        assert!(off((0.5 * k).tan() / k - 0.5, exact) < 1e-9, "the closed form");
        let found = tip(32, speed);
        assert!(off(found, fe32) < 1e-9, "{found} against {fe32} at {speed} rad/s");
        let ratio = (tip(16, speed) - exact) / (found - exact);
        assert!(off(ratio, 4.0) < 5e-3, "order of convergence at {speed} rad/s: {}", ratio.log2());
    }
}

/// Without Ω² M_E the bar stretches by Ω²ρ(L/2)³/3E exactly; M_E itself has the rigid rotation at 1/12 of the mass, and
/// would let the beam diverge at its first bending frequency.
#[test]
fn the_softening_of_a_spinning_bar_is_an_integral() {
    struct Stiff(Vec<f64>, Sparse);
    impl Centrifugal for Stiff {
        fn load(&self) -> &[f64] {
            &self.0
        }
        fn softening(&self) -> &Sparse {
            &self.1
        }
        fn stiffening(&self, _: &[f64]) -> Option<Sparse> {
            None
        }
    }
    let b = Built::new(&beam(100.0, 32, ""));
    let (frame, body) = (b.frame(), b.body());
    let spinning = SpinningFrame::of(&frame, centre_axis(&b, Z));
    let n = b.structure.size();
    let stiff = Stiff(spinning.load().to_vec(), Sparse::from_triplets(&Triplets::new(n, n)));
    for (speed, exact) in [(1.0, 4.166_666_667e-4), (5.0, 1.041_666_667e-2), (10.0, 4.166_666_667e-2)] {
        let found = constant_spin(&body, &stiff, speed, &no_force(&b)).unwrap();
        assert!(off(found.state.deformation[b.row("R", X)], exact) < 1e-9);
    }
    let turn = spinning.drag().unwrap().turn;
    assert!(off(spinning.softening().form(&turn, &turn), 1.0 / 12.0) < 1e-12);
    let (k, m) = (b.structure.stiffness.to_dense(), spinning.softening().to_dense());
    // In the plane E is the identity on translations, and rotations of nodes carry no mass of their own.
    let mut other = b.structure.mass.to_dense();
    other.add_scaled(-1.0, &m);
    assert!(other.max_abs() < 1e-12, "M_E = M of a beam without rotary inertia");
    let values = eigen::symmetric_definite(&k.symmetric_part(), &m.symmetric_part()).unwrap().values;
    assert!(off(values[3].sqrt(), 22.373_292_844_664_29) < 1e-8, "{}", values[3].sqrt());
}

/// A rigid rotation about the axis is neither pushed nor held: (K^G − M_E) q_θ = 0, for every frame, straight or not,
/// planar or spatial, with eccentric point masses, shear and rotary inertia. (Polar inertia above that of any
/// section belongs to torsion alone, so there is next to none of it here.)
#[test]
fn turning_further_costs_nothing() {
    let lump = "[[mass]]\nname = 'm'\nnode = 'F'\nmass = 0.7\ninertia = 0.05\noffset = [0.1, -0.2]\n";
    let spatial = "lissom = 1\n[model]\nname = 's'\ndim = 3\n[section.s]\nEA = 1e5\nEIy = 30\nEIz = 80\nGJ = 40\nrhoA = 1.3\nrhoJ = 1e-9\n[node]\nA = [0, 0, 0]\nB = [1, 0.2, 0]\nC = [1, 0.9, 0.8]\nD = [-0.7, 0.3, 0.4]\n[[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 3\n[[beam]]\nnodes = ['B', 'C']\nsection = 's'\nelements = 3\n[[beam]]\nnodes = ['A', 'D']\nsection = 's'\nelements = 2\n";
    let shear = spatial
        .replace("rhoJ = 1e-9", "rhoJ = 0.05\nrhoIy = 0.02\nrhoIz = 0.03\nGAy = 500\nGAz = 900")
        + "[[mass]]\nname = 'm'\nnode = 'D'\nmass = 0.4\ninertia = [0.02, 0.03, 0.04]\noffset = [0.1, 0.2, -0.1]\n";
    for (text, direction) in [
        (beam(100.0, 8, ""), Z),
        (portal(""), Z),
        (portal(lump), Z),
        (spatial.to_owned(), principal_axis(spatial)),
        (shear.clone(), principal_axis(&shear)),
    ] {
        let b = Built::new(&text);
        let axis = centre_axis(&b, direction);
        let frame = b.frame();
        let spinning = SpinningFrame::of(&frame, axis);
        let body = b.body();
        let stiffening = spinning.stiffening(&body.deformation(spinning.load())).unwrap();
        let turn = spinning.drag().unwrap().turn;
        let held: Vec<f64> = product(&stiffening, &turn);
        let pushed = product(spinning.softening(), &turn);
        let rest: Vec<f64> = held.iter().zip(&pushed).map(|(a, b)| a - b).collect();
        assert!(norm(&rest) < 1e-9 * norm(&pushed), "{}: {}", b.model.name, norm(&rest) / norm(&pushed));
    }
}

/// A principal axis of a frame: power iteration with its inertia.
fn principal_axis(text: &str) -> [f64; 3] {
    let j = Built::new(text).system.mass_properties.inertia;
    let mut n = [0.3, 0.5, 0.8_f64];
    for _ in 0..2000 {
        let next = [0, 1, 2].map(|i| (0..3).map(|k| j[i][k] * n[k]).sum::<f64>());
        let size = next.iter().map(|c| c * c).sum::<f64>().sqrt();
        n = next.map(|c| c / size);
    }
    n
}

/// The product of inertia is in the way: the free body does not stay on an axis that is not principal, nor on one
/// beside its centre of mass.
#[test]
fn a_free_body_leaves_an_axis_that_is_not_principal() {
    let tilted = "lissom = 1\n[model]\nname = 's'\ndim = 3\n[section.s]\nEA = 1e5\nEIy = 30\nEIz = 80\nGJ = 40\nrhoJ = 1e-12\nrhoA = 1\n[node]\nA = [-1, 0, -1]\nB = [1, 0, 1]\n[[beam]]\nnodes = ['A', 'B']\nsection = 's'\nelements = 4\n";
    let b = Built::new(tilted);
    let (frame, body) = (b.frame(), b.body());
    let axis = centre_axis(&b, Z);
    let balance = AxisBalance::of(&b.system.mass_properties, &axis);
    // m L²/12 sin 45° cos 45° of a rod of length √8.
    assert!(
        off(balance.product_of_inertia, 8.0_f64.powf(1.5) / 12.0 * 0.5) < 1e-11 && balance.offset < 1e-12
    );
    let error = constant_spin(&body, &SpinningFrame::of(&frame, axis), 1.0, &no_force(&b)).unwrap_err();
    let DynamicsError::NoState(reason) = &error else { panic!("{error}") };
    let NoState::NotBalanced { motions } = reason.as_ref() else { panic!("{error}") };
    assert_eq!(motions.iter().map(|m| m.motion.as_str()).collect::<Vec<_>>(), ["rotation about y"]);
    let b = Built::new(&beam(100.0, 8, ""));
    let (frame, body) = (b.frame(), b.body());
    let beside = SpinAxis { direction: Z, point: [0.3, 0.0, 0.0] };
    let error = constant_spin(&body, &SpinningFrame::of(&frame, beside), 1.0, &no_force(&b)).unwrap_err();
    assert!(error.to_string().contains("translation along x"), "{error}");
}

/// A rotating cantilever held at the hub stretches by ω²ρA L³/3EA at low speed, and its root carries ω²ρA L²/2.
#[test]
fn a_rotating_cantilever_carries_its_centrifugal_force() {
    let b = Built::new(&beam(1e4, 16, "[[fix]]\nnodes = ['L']\n"));
    let (frame, body) = (b.frame(), b.body());
    let axis = SpinAxis { direction: Z, point: [0.0; 3] };
    let spinning = SpinningFrame::of(&frame, axis);
    let speed = 0.1;
    let found = constant_spin(&body, &spinning, speed, &no_force(&b)).unwrap();
    let stretch = speed * speed / (3.0 * 1e4);
    assert!(off(found.state.deformation[b.row("R", X)], stretch) < 1e-6, "nodes of a bar are exact");
    let still = no_force(&b);
    let applied = vec![0.0; b.system.coordinates.len()];
    let carried = frame.forces(&lissom_mech::FrameMotion {
        displacement: &found.state.deformation,
        velocity: &still,
        acceleration: &still,
        spin: Some((&axis, speed)),
        force: &applied,
    });
    assert!(off(carried.members[0].ends[0].axial, 0.5 * speed * speed) < 1e-6);
    assert!(off(carried.reactions[0].value, -0.5 * speed * speed) < 1e-6, "{:?}", carried.reactions);
}

/// Without K^G a sideways load on a spinning beam diverges at the first bending frequency over M_E; with it the beam
/// grows stiffer with speed.
#[test]
fn stress_stiffens_and_its_absence_diverges() {
    struct Soft<'a>(&'a SpinningFrame<'a>);
    impl Centrifugal for Soft<'_> {
        fn load(&self) -> &[f64] {
            self.0.load()
        }
        fn softening(&self) -> &Sparse {
            self.0.softening()
        }
        fn stiffening(&self, _: &[f64]) -> Option<Sparse> {
            None
        }
    }
    let b = Built::new(&beam(1e6, 16, "[[fix]]\nnodes = ['L']\n"));
    let (frame, body) = (b.frame(), b.body());
    let spinning = SpinningFrame::of(&frame, SpinAxis { direction: Z, point: [0.0; 3] });
    let push = b.force("R", Y, 1e-3);
    let tip =
        |speed: f64| constant_spin(&body, &spinning, speed, &push).unwrap().state.deformation[b.row("R", Y)];
    assert!(tip(3.0) < tip(0.0) && tip(10.0) < tip(3.0));
    // λ = 3.51602² − γ²: the cantilever's first frequency is its critical speed without K^G.
    let soft = constant_spin(&body, &Soft(&spinning), 3.4, &push).unwrap();
    assert!(!soft.stiffened && soft.state.deformation[b.row("R", Y)] > 5.0 * tip(0.0));
    let error = constant_spin(&body, &Soft(&spinning), 3.6, &push).unwrap_err();
    let DynamicsError::NoState(reason) = &error else { panic!("{error}") };
    assert!(matches!(reason.as_ref(), NoState::Diverges { critical, .. } if *critical < 3.6), "{error}");
}

/// The cross of the errata: four arms of length 1, tip dashpots 0.5, a couple on two opposite tips.
fn cross(more: &str) -> String {
    let mut text = "lissom = 1\n[model]\nname = 'cross'\n[section.s]\nEA = 1e3\nEI = 1\nrhoA = 0.1\n[node]\nO = [0, 0]\nA = [1, 0]\nB = [0, 1]\nC = [-1, 0]\nD = [0, -1]\n".to_owned();
    for tip in ["A", "B", "C", "D"] {
        text += &format!(
            "[[beam]]\nnodes = ['O', '{tip}']\nsection = 's'\nelements = 4\n[[damper]]\nname = 'd{tip}'\nnodes = ['{tip}', 'ground']\ndamping = 0.5\n"
        );
    }
    text + more
}

/// S: the velocity of displacements of a planar body that turns with unit speed, translations alone.
fn velocity_of_shape(b: &Built) -> Sparse {
    let n = b.structure.size();
    let mut s = Triplets::new(n, n);
    for (i, row) in b.structure.rows.iter().enumerate() {
        if let Some(node) = row.name.strip_suffix(".x") {
            let other = b.structure.rows.iter().position(|r| r.name == format!("{node}.y")).unwrap();
            s.add(i, other, -1.0);
            s.add(other, i, 1.0);
        }
    }
    Sparse::from_triplets(&s)
}

/// Speed and deformation under a couple: Ω = 0.1999997333 (rigid 0.2), tips 0.0333437 ahead; Newton's method converges
/// quadratically; power in is power out.
#[test]
fn a_couple_turns_the_cross_against_its_dashpots() {
    struct Printed<'a>(SpinningFrame<'a>);
    impl Centrifugal for Printed<'_> {
        fn load(&self) -> &[f64] {
            self.0.load()
        }
        fn softening(&self) -> &Sparse {
            self.0.softening()
        }
        fn stiffening(&self, _: &[f64]) -> Option<Sparse> {
            None
        }
    }
    let b = Built::new(&cross(""));
    let (frame, body) = (b.frame(), b.body());
    let spinning = SpinningFrame::of(&frame, centre_axis(&b, Z));
    let drag = spinning.drag().unwrap();
    let mut force = b.force("A", Y, 0.2);
    force[b.row("C", Y)] = -0.2;
    let printed = constant_torque(&body, &Printed(spinning), &drag, &force).unwrap();
    assert!(off(printed.rigid_speed, 0.2) < 1e-12);
    assert!((printed.speed - 0.199_999_733_334).abs() < 1e-11, "{}", printed.speed);
    assert!(off(printed.state.deformation[b.row("A", Y)], 0.033_343_701_703_8) < 1e-8);
    assert!(off(printed.state.deformation[b.row("B", X)], 0.033_343_701_703_8) < 1e-8);
    assert!(off(printed.state.deformation[b.row("A", X)], 4.667_702_075_6e-6) < 1e-5);
    // Arms 2 and 4 carry no force: they are bent by inertia and drag, and stretched the other way.
    assert!(off(printed.state.deformation[b.row("B", Y)], -2.001_038_308_3e-6) < 1e-5);
    let h = &printed.history;
    assert!(h.len() <= 5 && h[2] < 1e-3 * h[1] && printed.state.residual < 1e-11, "{h:?}");
    assert!(printed.state.power.residual() < 1e-10, "{:?}", printed.state.power);
    assert!(printed.state.gauge < 1e-10);
    // The torque on the deformed shape, (S (r + x))ᵀ K x, is not zero: arms of the deformed shape are of second order and
    // make sense together with the stress alone.
    let elastic = product(&b.structure.stiffness, &printed.state.deformation);
    let lifted = product(&velocity_of_shape(&b), &printed.state.deformation);
    let torque = dot(&lifted, &elastic);
    assert!((torque + 4.433_866_4e-4).abs() < 1e-9, "{torque}");
    assert!(dot(&drag.turn, &elastic).abs() < 1e-12, "on the reference shape it is");
    // With geometric stiffness the tips lag less; the speed moves in its seventh digit only.
    let spinning = SpinningFrame::of(&frame, centre_axis(&b, Z));
    let stiffened = constant_torque(&body, &spinning, &drag, &force).unwrap();
    assert!(stiffened.stiffened && (stiffened.speed - printed.speed).abs() < 1e-6);
    assert!(stiffened.state.deformation[b.row("A", Y)] < printed.state.deformation[b.row("A", Y)]);
    assert!(stiffened.state.power.residual() < 1e-10);
}

/// Without drag a torque spins the body up without end, and a dashpot with a direction drags differently as it turns.
#[test]
fn torque_needs_drag_that_turns_with_the_body() {
    let b = Built::new(&beam(100.0, 8, ""));
    let (frame, body) = (b.frame(), b.body());
    let spinning = SpinningFrame::of(&frame, centre_axis(&b, Z));
    let mut force = b.force("R", Y, 1.0);
    force[b.row("L", Y)] = -1.0;
    let error = constant_torque(&body, &spinning, &spinning.drag().unwrap(), &force).unwrap_err();
    assert!(error.to_string().contains("grows without bound"), "{error}");
    let directed = "[[damper]]\nname = 'd'\nnodes = ['R', 'ground']\ndirection = 'y'\ndamping = 1\n";
    let b = Built::new(&beam(100.0, 8, directed));
    let frame = b.frame();
    let error = SpinningFrame::of(&frame, centre_axis(&b, Z)).drag().unwrap_err();
    assert!(error.to_string().contains("is not isotropic"), "{error}");
}

/// A spatial body turned by a couple: nothing holds it along the axis, and nothing needs to.
#[test]
fn a_spatial_cross_turns_as_the_planar_one() {
    let planar = cross("");
    let spatial = planar
        .replace("name = 'cross'", "name = 'cross'\ndim = 3")
        .replace("EI = 1\nrhoA", "EIy = 1\nEIz = 1\nGJ = 1\nrhoJ = 1e-3\nrhoA")
        .replace("O = [0, 0]", "O = [0, 0, 0]")
        .replace("[1, 0]", "[1, 0, 0]")
        .replace("[0, 1]", "[0, 1, 0]")
        .replace("[-1, 0]", "[-1, 0, 0]")
        .replace("[0, -1]", "[0, -1, 0]");
    let turned = |text: &str| {
        let b = Built::new(text);
        let (frame, body) = (b.frame(), b.body());
        let spinning = SpinningFrame::of(&frame, centre_axis(&b, Z));
        let drag = spinning.drag().unwrap();
        let mut force = b.force("A", Y, 0.2);
        force[b.row("C", Y)] = -0.2;
        let found = constant_torque(&body, &spinning, &drag, &force).unwrap();
        (found.speed, found.state.deformation[b.row("A", Y)])
    };
    let (a, b) = (turned(&planar), turned(&spatial));
    assert!(off(b.0, a.0) < 1e-9 && off(b.1, a.1) < 1e-7, "{a:?} {b:?}");
}

/// Beyond a few hundred rows a step is solved by iteration; a finer cross turns as the coarse one does.
#[test]
fn a_fine_cross_is_solved_by_iteration() {
    let turned = |elements: usize| {
        let b = Built::new(&cross("").replace("elements = 4", &format!("elements = {elements}")));
        let (frame, body) = (b.frame(), b.body());
        let spinning = SpinningFrame::of(&frame, centre_axis(&b, Z));
        let drag = spinning.drag().unwrap();
        let mut force = b.force("A", Y, 0.2);
        force[b.row("C", Y)] = -0.2;
        let found = constant_torque(&body, &spinning, &drag, &force).unwrap();
        // The product K x of short elements, 12 EI/l³ · x = 9e4 N, rounds by 1e-11 N in every row, beside 0.2 N.
        assert!(found.state.residual < 1e-9 && found.history.len() <= 6, "{:?}", found.history);
        assert!(found.state.power.residual() < 1e-8 && found.state.gauge < 1e-9);
        (b.structure.size(), found.speed, found.state.deformation[b.row("A", Y)])
    };
    let (dense, iterated) = (turned(16), turned(60));
    assert!(dense.0 < 400 && iterated.0 > 400);
    assert!(off(iterated.1, dense.1) < 1e-8 && off(iterated.2, dense.2) < 1e-6, "{dense:?} {iterated:?}");
}
