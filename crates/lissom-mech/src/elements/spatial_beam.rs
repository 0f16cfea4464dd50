//! Spatial beam: elongation, twist, and bending about two axes at both ends.

use super::beam_inertia::bending_mass;
use super::moving::{Moving, MovingFrame, Tensor};
use super::moving_beam::MovingBeam;
use super::{
    Deformation, Element, EndForces, Family, Origin, bending_stiffness, scaled, section_forces, shear_ratio,
};
use crate::assembly::coordinates::Coordinates;
use crate::error::MechError;
use crate::vector::{Triad, Vector, norm, sub};
use lissom_linalg::Dense;
use lissom_model::model::{Beam, BeamId, Dimension, Model};
use std::sync::Arc;

/// The spatial beams of a model, divided.
pub(super) struct SpatialBeams;

impl Family for SpatialBeams {
    fn name(&self) -> &'static str {
        "spatial beam"
    }

    fn build(&self, model: &Model, coordinates: &Coordinates) -> Result<Vec<Box<dyn Element>>, MechError> {
        if model.dimension != Dimension::Three {
            return Ok(Vec::new());
        }
        let mut elements: Vec<Box<dyn Element>> = Vec::new();
        for (i, beam) in model.structure.beams.iter().enumerate() {
            let shared = Arc::new(beam.clone());
            let [p, q] = beam.nodes.map(|n| model.structure.nodes[n.0].position);
            let axis = sub(q, p);
            // One triad and one length for the whole member: its elements are bitwise equal.
            let triad = Triad::of_member(axis, beam.y_axis)
                .ok_or_else(|| MechError::NoTriad { beam: beam.name.clone() })?;
            let length = norm(axis) / beam.elements as f64;
            for (k, pair) in coordinates.beam_ends(BeamId(i)).windows(2).enumerate() {
                elements.push(Box::new(SpatialBeam {
                    origin: Origin::Beam(BeamId(i)),
                    beam: Arc::clone(&shared),
                    number: k + 1,
                    coordinates: pair.iter().flat_map(|end| coordinates.end(*end)).collect(),
                    start: coordinates.points()[pair[0].translation.0].position,
                    length,
                    triad,
                }));
            }
        }
        Ok(elements)
    }
}

/// One element of a spatial beam; coordinates (r_p, ϑ_p, r_q, ϑ_q), each a vector in the global frame.
#[derive(Debug)]
struct SpatialBeam {
    origin: Origin,
    /// Shared by all elements of the beam.
    beam: Arc<Beam>,
    number: usize,
    coordinates: Vec<usize>,
    /// Position of the first end [m].
    start: Vector,
    /// Reference length [m].
    length: f64,
    triad: Triad,
}

/// Offsets of (r_p, ϑ_p, r_q, ϑ_q) in the element's coordinates.
const R_P: usize = 0;
const TURN_P: usize = 3;
const R_Q: usize = 6;
const TURN_Q: usize = 9;

impl SpatialBeam {
    /// Φ for bending about y (displacement along z).
    fn shear_about_y(&self) -> f64 {
        shear_ratio(self.beam.stiffness.bending_y, self.beam.stiffness.shear_z, self.length)
    }

    /// Φ for bending about z (displacement along y).
    fn shear_about_z(&self) -> f64 {
        shear_ratio(self.beam.stiffness.bending_z, self.beam.stiffness.shear_y, self.length)
    }

    fn in_motion(&self) -> MovingBeam {
        let [x, y, z] = [self.beam.inertia.polar, self.beam.inertia.rotary_y, self.beam.inertia.rotary_z];
        // No matter in a section has a polar inertia above the sum of the others. The excess belongs to
        // torsion alone and does not interact with moving frames.
        let second =
            if x > y + z { [0.0, z, y] } else { [0.5 * (y + z - x), 0.5 * (z + x - y), 0.5 * (x + y - z)] };
        MovingBeam {
            spatial: true,
            start: self.start,
            length: self.length,
            triad: self.triad,
            mass: self.beam.inertia.mass,
            second,
            shear: [self.shear_about_z(), self.shear_about_y()],
        }
    }

    /// A row over the element's coordinates with the vector `v` times `factor` at each offset.
    fn row(entries: &[(usize, f64, [f64; 3])]) -> [f64; 12] {
        let mut row = [0.0; 12];
        for (offset, factor, v) in entries {
            for k in 0..3 {
                row[offset + k] += factor * v[k];
            }
        }
        row
    }
}

impl Element for SpatialBeam {
    fn name(&self) -> String {
        if self.beam.elements == 1 {
            format!("beam {}", self.beam.name)
        } else {
            format!("beam {}, element {}", self.beam.name, self.number)
        }
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }

    fn deformations(&self) -> Vec<Deformation> {
        let f = self.beam.flexible;
        vec![
            Deformation::length("elongation", f.elongation),
            Deformation::length("twist", f.torsion),
            Deformation::length("bending about y at the first end", f.bending_y),
            Deformation::length("bending about y at the second end", f.bending_y),
            Deformation::length("bending about z at the first end", f.bending_z),
            Deformation::length("bending about z at the second end", f.bending_z),
        ]
    }

    /// Reference derivatives of ε₁ … ε₆: with the chord's turn u = x + (Δr·y/l) y + (Δr·z/l) z,
    /// ε₃ = −l u·z_p, ε₄ = l u·z_q, ε₅ = l u·y_p, ε₆ = −l u·y_q (the spatial member of the family of
    /// \[Boer2013, Eq. (3)\]).
    fn gradient(&self) -> Dense {
        let Triad { x, y, z } = self.triad;
        let l = self.length;
        let rows = [
            Self::row(&[(R_P, -1.0, x), (R_Q, 1.0, x)]),
            Self::row(&[(TURN_P, -l, x), (TURN_Q, l, x)]),
            Self::row(&[(R_P, 1.0, z), (R_Q, -1.0, z), (TURN_P, -l, y)]),
            Self::row(&[(R_P, -1.0, z), (R_Q, 1.0, z), (TURN_Q, l, y)]),
            Self::row(&[(R_P, -1.0, y), (R_Q, 1.0, y), (TURN_P, -l, z)]),
            Self::row(&[(R_P, 1.0, y), (R_Q, -1.0, y), (TURN_Q, l, z)]),
        ];
        Dense::from_fn(6, 12, |i, j| rows[i][j])
    }

    fn stiffness(&self) -> Dense {
        let (s, l) = (&self.beam.stiffness, self.length);
        let about_y = bending_stiffness(s.bending_y, self.shear_about_y(), l);
        let about_z = bending_stiffness(s.bending_z, self.shear_about_z(), l);
        let mut matrix = Dense::zeros(6, 6);
        matrix[(0, 0)] = s.axial / l;
        matrix[(1, 1)] = s.torsion / l.powi(3);
        for i in 0..2 {
            for j in 0..2 {
                matrix[(2 + i, 2 + j)] = about_y[i][j];
                matrix[(4 + i, 4 + j)] = about_z[i][j];
            }
        }
        matrix
    }

    fn damping(&self) -> Option<Dense> {
        let eta = self.beam.kelvin_voigt;
        (eta != 0.0).then(|| scaled(self.stiffness(), eta))
    }

    /// Consistent mass: linear for stretch and twist, the static field for bending in both planes.
    fn mass(&self) -> Option<Dense> {
        let (i, l) = (&self.beam.inertia, self.length);
        let Triad { x, y, z } = self.triad;
        let along = [Self::row(&[(R_P, 1.0, x)]), Self::row(&[(R_Q, 1.0, x)])];
        let twist = [Self::row(&[(TURN_P, 1.0, x)]), Self::row(&[(TURN_Q, 1.0, x)])];
        // Slope of w along z is −ϑ_y, slope of v along y is +ϑ_z.
        let across_z = [
            Self::row(&[(R_P, 1.0, z)]),
            Self::row(&[(TURN_P, -1.0, y)]),
            Self::row(&[(R_Q, 1.0, z)]),
            Self::row(&[(TURN_Q, -1.0, y)]),
        ];
        let across_y = [
            Self::row(&[(R_P, 1.0, y)]),
            Self::row(&[(TURN_P, 1.0, z)]),
            Self::row(&[(R_Q, 1.0, y)]),
            Self::row(&[(TURN_Q, 1.0, z)]),
        ];
        let linear = |density: f64| {
            let c = density * l / 6.0;
            [[2.0 * c, c], [c, 2.0 * c]]
        };
        let mut mass = Dense::zeros(12, 12);
        add_congruence(&mut mass, &along, &linear(i.mass));
        add_congruence(&mut mass, &twist, &linear(i.polar));
        add_congruence(&mut mass, &across_z, &bending_mass(i.mass, i.rotary_y, self.shear_about_y(), l));
        add_congruence(&mut mass, &across_y, &bending_mass(i.mass, i.rotary_z, self.shear_about_z(), l));
        Some(mass)
    }

    fn moving(&self) -> Option<&dyn Moving> {
        Some(self)
    }

    fn end_forces(&self, f: &[f64]) -> Option<[EndForces; 2]> {
        let vector = |k: usize| [f[k], f[k + 1], f[k + 2]];
        Some(section_forces(&self.triad, [(vector(R_P), vector(TURN_P)), (vector(R_Q), vector(TURN_Q))]))
    }
}

impl Moving for SpatialBeam {
    fn inertia_form(&self, w: &Tensor) -> Dense {
        self.in_motion().inertia_form(w)
    }

    fn inertia_load(&self, frame: &MovingFrame) -> Vec<f64> {
        self.in_motion().inertia_load(frame)
    }

    fn arms(&self, frame: &MovingFrame) -> Dense {
        self.in_motion().arms(frame)
    }

    fn geometric_stiffness(&self, nodal: &[f64], frame: Option<&MovingFrame>) -> Dense {
        self.in_motion().geometric_stiffness(nodal, frame)
    }
}

/// Adds Rᵀ m R, the rows of R given.
fn add_congruence<const N: usize>(sum: &mut Dense, rows: &[[f64; 12]; N], m: &[[f64; N]; N]) {
    for (row, line) in rows.iter().zip(m) {
        for (column, value) in rows.iter().zip(line) {
            for i in 0..12 {
                for j in 0..12 {
                    sum[(i, j)] += row[i] * value * column[j];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::check::{check_element, steel_beam};

    #[test]
    fn keeps_the_rules_of_an_element() {
        for (axis, towards) in
            [([2.0, 0.0, 0.0], None), ([0.0, 0.0, 1.5], None), ([0.3, -1.0, 0.8], Some([0.2, 0.1, 1.0]))]
        {
            let triad = Triad::of_member(axis, towards).unwrap();
            let element = SpatialBeam {
                origin: Origin::Beam(BeamId(0)),
                beam: Arc::new(steel_beam()),
                number: 1,
                coordinates: (0..12).collect(),
                start: [0.7, -0.2, 5.0],
                length: norm(axis),
                triad,
            };
            let p = [0.7, -0.2, 5.0];
            check_element(&element, Dimension::Three, &[p, crate::vector::add_scaled(p, 1.0, axis)]);
        }
    }

    /// Each plane of a spatial beam along X is the planar textbook matrix with its own EI.
    #[test]
    fn both_planes_equal_the_textbook_stiffness() {
        let beam = steel_beam();
        let s = beam.stiffness;
        let l = 2.0;
        let triad = Triad::of_member([l, 0.0, 0.0], None).unwrap();
        let element = SpatialBeam {
            origin: Origin::Beam(BeamId(0)),
            beam: Arc::new(beam),
            number: 1,
            coordinates: (0..12).collect(),
            start: [0.0; 3],
            length: l,
            triad,
        };
        let k = element.gradient().transpose().matmul(&element.stiffness()).matmul(&element.gradient());
        let (fy, fz) = (element.shear_about_y(), element.shear_about_z());
        let (by, bz) = (s.bending_y / ((1.0 + fy) * l.powi(3)), s.bending_z / ((1.0 + fz) * l.powi(3)));
        for (i, j, expected) in [
            (0, 6, -s.axial / l),
            (3, 3, s.torsion / l),
            (1, 1, 12.0 * bz),
            (1, 5, 6.0 * bz * l),
            (5, 11, (2.0 - fz) * bz * l * l),
            (2, 2, 12.0 * by),
            (2, 4, -6.0 * by * l),
            (4, 4, (4.0 + fy) * by * l * l),
        ] {
            assert!((k[(i, j)] - expected).abs() < 1e-12 * expected.abs(), "({i}, {j})");
        }
    }
}
