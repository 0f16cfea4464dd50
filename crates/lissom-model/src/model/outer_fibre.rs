//! Bending stress where it is largest: at the outer fibre of a section.

/// Stress of the outer fibre for each unit of bending moment: half the height over the second moment of area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OuterFibre {
    /// For a moment about the local z axis, height/(2 I_z) \[1/m³\].
    pub about_z: f64,
    /// For a moment about the local y axis, width/(2 I_y); `None` where the section has no width \[1/m³\].
    pub about_y: Option<f64>,
    /// Whether the section is round: moments then add as vectors. Otherwise the corner stress is the sum of
    /// both.
    pub is_round: bool,
}

impl OuterFibre {
    /// The largest bending stress under moments about the local y and z axes \[N m\], not negative \[Pa\];
    /// `None` where the section has no height or width.
    #[must_use]
    pub fn stress(&self, [about_y, about_z]: [f64; 2]) -> Option<f64> {
        let in_plane = about_z * self.about_z;
        match self.about_y {
            None => (about_y == 0.0).then(|| in_plane.abs()),
            Some(factor) if self.is_round => Some(in_plane.hypot(about_y * factor)),
            Some(factor) => Some(in_plane.abs() + (about_y * factor).abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_bears_the_sum_and_a_circle_the_resultant() {
        let corner = OuterFibre { about_z: 2.0, about_y: Some(3.0), is_round: false };
        assert_eq!(corner.stress([-1.0, 2.0]), Some(7.0));
        let round = OuterFibre { about_z: 2.0, about_y: Some(2.0), is_round: true };
        assert_eq!(round.stress([3.0, -4.0]), Some(10.0));
        let flat = OuterFibre { about_z: 2.0, about_y: None, is_round: false };
        assert_eq!((flat.stress([0.0, -4.0]), flat.stress([1.0, 0.0])), (Some(8.0), None));
    }
}
