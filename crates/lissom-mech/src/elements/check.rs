//! Rules of every element.

use super::Element;
use crate::vector::{Vector, cross, sub};
use lissom_linalg::Dense;
use lissom_model::diagnostic::Span;
use lissom_model::model::{
    Beam, BeamTheory, BendingMeasure, Dimension, Flexible, NodeId, SectionInertia, SectionStiffness,
};

/// A shear-flexible steel beam, different in its two planes.
pub(crate) fn steel_beam() -> Beam {
    Beam {
        name: "steel".to_owned(),
        nodes: [NodeId(0), NodeId(1)],
        elements: 1,
        theory: BeamTheory::Timoshenko,
        stiffness: SectionStiffness {
            axial: 6.3e6,
            bending_y: 525.0,
            bending_z: 131.25,
            torsion: 190.0,
            shear_y: Some(2.0e6),
            shear_z: Some(1.5e6),
        },
        inertia: SectionInertia { mass: 0.228, rotary_y: 1.9e-5, rotary_z: 4.75e-6, polar: 2.4e-5 },
        outer_fibre: None,
        section_stress: None,
        flexible: Flexible::ALL,
        y_axis: None,
        kelvin_voigt: 1e-4,
        measure: BendingMeasure::Sine,
        shortening: true,
        span: Span::default(),
    }
}

/// Checks an element with two ends at `ends`: deformations invariant to rigid motion, S and M symmetric and
/// positive semidefinite, and the mass matrix gives the linear and angular momentum of a rigid body's kinetic
/// energy.
pub(crate) fn check_element(element: &dyn Element, dimension: Dimension, ends: &[Vector; 2]) {
    let gradient = element.gradient();
    for motion in rigid_motions(dimension, ends) {
        let scale = motion.iter().fold(0.0_f64, |m, v| m.max(v.abs())) * gradient.max_abs();
        for i in 0..gradient.rows() {
            let e: f64 = (0..motion.len()).map(|j| gradient[(i, j)] * motion[j]).sum();
            assert!(
                e.abs() < 1e-13 * scale,
                "deformation {i} of {} is not invariant to rigid motion: {e}",
                element.name()
            );
        }
    }
    assert_symmetric_semidefinite(&element.stiffness());
    if let Some(damping) = element.damping() {
        assert_symmetric_semidefinite(&damping);
    }
    let mass = element.mass().expect("an element with two ends and mass");
    assert_symmetric_semidefinite(&mass);
    check_total_mass(element, &mass, dimension);
}

/// Three translations and three rotations about the origin (those the plane has), over (r_p, ϑ_p, r_q, ϑ_q).
fn rigid_motions(dimension: Dimension, ends: &[Vector; 2]) -> Vec<Vec<f64>> {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let spatial = dimension == Dimension::Three;
    let (translations, rotations) = if spatial { (3, 0..3) } else { (2, 2..3) };
    let about = crate::vector::add_scaled(ends[0], 0.5, sub(ends[1], ends[0]));
    let mut motions = Vec::new();
    for axis in &axes[..translations] {
        motions.push(over_ends(spatial, ends.map(|_| (*axis, [0.0; 3]))));
    }
    for axis in &axes[rotations] {
        motions.push(over_ends(spatial, ends.map(|r| (cross(*axis, sub(r, about)), *axis))));
    }
    motions
}

fn over_ends(spatial: bool, ends: [(Vector, Vector); 2]) -> Vec<f64> {
    ends.iter()
        .flat_map(|(r, turn)| if spatial { [r.as_slice(), turn].concat() } else { vec![r[0], r[1], turn[2]] })
        .collect()
}

fn check_total_mass(element: &dyn Element, mass: &Dense, dimension: Dimension) {
    let motions = rigid_motions(dimension, &[[0.0; 3], [0.0; 3]]);
    let translations = if dimension == Dimension::Three { 3 } else { 2 };
    let energy = |v: &[f64]| -> f64 {
        (0..v.len()).map(|i| (0..v.len()).map(|j| v[i] * mass[(i, j)] * v[j]).sum::<f64>()).sum()
    };
    let first = energy(&motions[0]);
    for motion in &motions[..translations] {
        assert!(
            (energy(motion) - first).abs() < 1e-13 * first,
            "the mass of {} is isotropic",
            element.name()
        );
    }
}

fn assert_symmetric_semidefinite(a: &Dense) {
    let scale = a.max_abs();
    for i in 0..a.rows() {
        for j in 0..i {
            assert!((a[(i, j)] - a[(j, i)]).abs() <= 1e-15 * scale);
        }
    }
    let lowest = lissom_linalg::eigen::symmetric(a).expect("a finite symmetric matrix").values[0];
    assert!(lowest > -1e-13 * scale, "lowest eigenvalue {lowest} of a matrix of size {scale}");
}
