//! Stress of a cross-section under all its section forces, where it is largest.
//!
//! Axial force, bending, shear and torsion act together. They are combined at the points of the section where one of them
//! is largest, by the equivalent stress of von Mises, √(σ² + 3 τ²): corners, middles of sides and centre of a rectangle,
//! surface of a circle or tube. Where the outline is not known, only axial force and bending count.

use crate::model::OuterFibre;
use std::f64::consts::PI;

/// Data of a cross-section for its stress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionStress {
    /// Area \[m²\].
    pub area: f64,
    /// How bending moments become stress; `None` where the section gives no height.
    pub bending: Option<OuterFibre>,
    /// Its outline.
    pub outline: Outline,
}

/// Outline of a cross-section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outline {
    /// Unknown: stress from shear and torsion is not computed.
    Unknown,
    /// A circle or a ring: outer and inner radius \[m\].
    Round {
        /// Outer radius \[m\].
        outer: f64,
        /// Inner radius, zero for a solid circle \[m\].
        inner: f64,
    },
    /// A solid rectangle.
    Rectangle {
        /// Size along local y \[m\].
        height: f64,
        /// Size along local z \[m\].
        width: f64,
        /// Torsion constant \[m⁴\].
        torsion: f64,
    },
}

/// Section forces in local axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SectionForces {
    /// Axial force \[N\].
    pub axial: f64,
    /// Shear force along y and z \[N\].
    pub shear: [f64; 2],
    /// Torque about the axis \[N m\].
    pub torsion: f64,
    /// Bending moment about y and z \[N m\].
    pub bending: [f64; 2],
}

impl SectionStress {
    /// The largest equivalent stress over the points of the section \[Pa\]; `None` where bending acts and the
    /// distance of the outer fibre is unknown.
    #[must_use]
    pub fn equivalent(&self, forces: &SectionForces) -> Option<f64> {
        let axial = forces.axial.abs() / self.area;
        match self.outline {
            Outline::Unknown => {
                let bending = match self.bending {
                    Some(fibre) => fibre.stress(forces.bending)?,
                    None if forces.bending == [0.0; 2] => 0.0,
                    None => return None,
                };
                Some(axial + bending)
            }
            Outline::Round { outer, inner } => Some(self.of_ring(axial, forces, outer, inner)),
            Outline::Rectangle { height, width, torsion } => {
                Some(self.of_rectangle(axial, forces, [height, width], torsion))
            }
        }
    }

    /// The same in the plane: the largest √((a |N| + b |M|)² + 3 (c V)²) over the numbers (a, b, c) of some points; `None` where the
    /// distance of the outer fibre is unknown.
    #[must_use]
    pub fn in_plane(&self) -> Option<Vec<[f64; 3]>> {
        let axial = 1.0 / self.area;
        Some(match self.outline {
            Outline::Unknown => vec![[axial, self.bending?.about_z.abs(), 0.0]],
            Outline::Round { outer, inner } => {
                let second = PI / 4.0 * (outer.powi(4) - inner.powi(4));
                vec![[axial, outer / second, 0.0], [axial, 0.0, shear_share(outer, inner) / self.area]]
            }
            Outline::Rectangle { height, width, .. } => {
                vec![[axial, 6.0 / (width * height * height), 0.0], [axial, 0.0, 1.5 / self.area]]
            }
        })
    }

    /// At the outer fibre shear vanishes; where shear is largest, a quarter of a turn away, bending may not.
    fn of_ring(&self, axial: f64, forces: &SectionForces, outer: f64, inner: f64) -> f64 {
        let second = PI / 4.0 * (outer.powi(4) - inner.powi(4));
        let [about_y, about_z] = forces.bending;
        let [along_y, along_z] = forces.shear;
        let twist = forces.torsion.abs() * outer / (2.0 * second);
        let bent = axial + about_y.hypot(about_z) * outer / second;
        let shear = along_y.hypot(along_z);
        let share = shear_share(outer, inner);
        let across = if shear > 0.0 {
            // At the point (y, z) = outer (−V_z, V_y)/V act M_y z/I and −M_z y/I.
            ((about_y * along_y + about_z * along_z) / shear).abs() * outer / second
        } else {
            0.0
        };
        let sheared = von_mises(axial + across, twist + share * shear / self.area);
        von_mises(bent, twist).max(sheared)
    }

    fn of_rectangle(
        &self,
        axial: f64,
        forces: &SectionForces,
        [height, width]: [f64; 2],
        torsion: f64,
    ) -> f64 {
        let about_y = forces.bending[0].abs() * 6.0 / (height * width * width);
        let about_z = forces.bending[1].abs() * 6.0 / (width * height * height);
        let [along_y, along_z] = forces.shear.map(|force| 1.5 * force.abs() / self.area);
        let [on_long, on_short] = side_torsion(height.max(width), height.min(width), torsion);
        // The sides y = ±height/2 are as long as the section is wide.
        let [at_y, at_z] = if width >= height { [on_long, on_short] } else { [on_short, on_long] };
        let twist = forces.torsion.abs();
        let corner = axial + about_y + about_z;
        let side_y = von_mises(axial + about_z, twist * at_y + along_z);
        let side_z = von_mises(axial + about_y, twist * at_z + along_y);
        corner.max(side_y).max(side_z).max(von_mises(axial, along_y.hypot(along_z)))
    }
}

/// VQ/(It) over V/A at the diameter of a ring across the force: 4/3 of a solid circle, 2 of a thin tube.
fn shear_share(outer: f64, inner: f64) -> f64 {
    4.0 / 3.0 * (outer * outer + outer * inner + inner * inner) / (outer * outer + inner * inner)
}

fn von_mises(normal: f64, shear: f64) -> f64 {
    (normal * normal + 3.0 * shear * shear).sqrt()
}

/// Shear stress for each unit of torque in the middle of the long and of the short sides of a rectangle \[1/m³\]
/// \[Timoshenko1951, §109\].
fn side_torsion(long: f64, short: f64, constant: f64) -> [f64; 2] {
    let ratio = PI * long / (2.0 * short);
    let (mut on_long, mut on_short) = (1.0, 0.0);
    for n in (1..400).step_by(2) {
        let (number, sign) = (f64::from(n), if n % 4 == 1 { 1.0 } else { -1.0 });
        on_long -= 8.0 / (PI * PI) / (number * number * (number * ratio).cosh());
        on_short += sign * 8.0 / (PI * PI) * (number * ratio).tanh() / (number * number);
    }
    [on_long, on_short].map(|share| share * short / constant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> SectionStress {
        // J = 0.1405770 a⁴ of a square, Timoshenko and Goodier's table gives 0.1406.
        let outline =
            Outline::Rectangle { height: 0.02, width: 0.02, torsion: 0.140_577_0 * 0.02_f64.powi(4) };
        SectionStress { area: 4e-4, bending: None, outline }
    }

    fn near(found: Option<f64>, expected: f64, tolerance: f64) {
        let found = found.unwrap();
        assert!((found / expected - 1.0).abs() < tolerance, "{found} against {expected}");
    }

    #[test]
    fn a_chord_under_651_kilonewtons_is_not_unstressed() {
        let forces = SectionForces { axial: -651e3, ..SectionForces::default() };
        near(square().equivalent(&forces), 651e3 / 4e-4, 1e-14);
        let unknown = SectionStress { outline: Outline::Unknown, ..square() };
        near(unknown.equivalent(&forces), 651e3 / 4e-4, 1e-14);
        let round = SectionStress {
            area: PI * 1e-4,
            bending: None,
            outline: Outline::Round { outer: 0.01, inner: 0.0 },
        };
        near(round.equivalent(&forces), 651e3 / (PI * 1e-4), 1e-14);
    }

    #[test]
    fn torsion_of_a_square_is_that_of_the_tables() {
        // τ = T/(0.208 a³) in the middle of each side [Timoshenko1951, §109].
        let forces = SectionForces { torsion: 10.0, ..SectionForces::default() };
        near(square().equivalent(&forces), 3.0_f64.sqrt() * 10.0 / (0.208_2 * 0.02_f64.powi(3)), 3e-4);
        let [long, short] = side_torsion(0.02, 0.02, 1.0);
        assert!((long / short - 1.0).abs() < 1e-5, "{long} {short}");
        // Twice as long as wide: τ = T/(0.246 b a²), on the long side.
        let constant = 0.228_681 * 0.04 * 0.02_f64.powi(3);
        assert!((side_torsion(0.04, 0.02, constant)[0] * 0.245_8 * 0.04 * 0.02 * 0.02 - 1.0).abs() < 5e-4);
    }

    #[test]
    fn shear_alone_is_one_and_a_half_times_the_mean() {
        let forces = SectionForces { shear: [3e3, 4e3], ..SectionForces::default() };
        near(square().equivalent(&forces), 3.0_f64.sqrt() * 1.5 * 5e3 / 4e-4, 1e-14);
        let (outer, inner) = (0.01_f64, 0.009_99_f64);
        let area = PI * (outer * outer - inner * inner);
        let tube = SectionStress { area, bending: None, outline: Outline::Round { outer, inner } };
        near(tube.equivalent(&forces), 3.0_f64.sqrt() * 2.0 * 5e3 / area, 1e-3);
    }

    #[test]
    fn a_shaft_in_bending_and_torsion_follows_the_closed_form() {
        let (outer, inner): (f64, f64) = (0.02, 0.012);
        let area = PI * (outer * outer - inner * inner);
        let second = PI / 4.0 * (outer.powi(4) - inner.powi(4));
        let shaft = SectionStress { area, bending: None, outline: Outline::Round { outer, inner } };
        let forces = SectionForces { axial: 2e3, torsion: 50.0, bending: [30.0, -40.0], shear: [0.0; 2] };
        let expected = von_mises(2e3 / area + 50.0 * outer / second, 50.0 * outer / (2.0 * second));
        near(shaft.equivalent(&forces), expected, 1e-12);
    }

    #[test]
    fn numbers_in_the_plane_give_the_equivalent_stress() {
        let round = Outline::Round { outer: 0.02, inner: 0.012 };
        let ring = SectionStress { area: PI * (4e-4 - 1.44e-4), bending: None, outline: round };
        let fibre = OuterFibre { about_z: 3e5, about_y: None, is_round: false };
        let unknown = SectionStress { area: 1e-4, bending: Some(fibre), outline: Outline::Unknown };
        for section in [square(), ring, unknown] {
            for [axial, shear, moment] in
                [[3e3, 0.0, 0.0], [-2e3, 900.0, 5.0], [10.0, 4e4, -1.0], [0.0, 0.0, -7.0]]
            {
                let forces = SectionForces {
                    axial,
                    shear: [shear, 0.0],
                    bending: [0.0, moment],
                    ..SectionForces::default()
                };
                let at = |[a, b, c]: [f64; 3]| von_mises(a * axial.abs() + b * moment.abs(), c * shear);
                let points = section.in_plane().unwrap();
                near(section.equivalent(&forces), points.into_iter().map(at).fold(0.0, f64::max), 1e-14);
            }
        }
    }

    #[test]
    fn bending_without_a_height_is_not_known() {
        let unknown = SectionStress { area: 1e-4, bending: None, outline: Outline::Unknown };
        assert_eq!(
            unknown.equivalent(&SectionForces { bending: [0.0, 1.0], ..SectionForces::default() }),
            None
        );
    }
}
