//! Standard profiles by name: `IPE 200`, `HEA 100`, `HEB 300`, `CHS 60.3x3.2`, `SHS 100x5`, `RHS 100x50x5`.
//!
//! Nominal dimensions of the I and H profiles are those of EN 10365; hollow sections have theirs in the name. Areas and
//! second moments are computed from the dimensions, with the fillets of rolled profiles and the corner radii of
//! hot-finished hollow sections (EN 10210-2: 1.5 t outside, t inside).

use std::f64::consts::PI;

use crate::diagnostics::codes;
use crate::diagnostics::diagnostic::Diagnostic;
use crate::model::Outline;
use crate::reading::fields::Fields;
use crate::sections::members::cross_sections::{Geometry, ShearCoefficient, ring};

/// Nominal dimensions of an I or H profile, all in millimetres: depth, width, web, flange, fillet radius.
struct Rolled {
    name: &'static str,
    depth: f64,
    width: f64,
    web: f64,
    flange: f64,
    fillet: f64,
}

const fn rolled(name: &'static str, depth: f64, width: f64, web: f64, flange: f64, fillet: f64) -> Rolled {
    Rolled { name, depth, width, web, flange, fillet }
}

/// EN 10365, IPE 80 to 600, HEA and HEB 100 to 300.
const ROLLED: &[Rolled] = &[
    rolled("IPE 80", 80.0, 46.0, 3.8, 5.2, 5.0),
    rolled("IPE 100", 100.0, 55.0, 4.1, 5.7, 7.0),
    rolled("IPE 120", 120.0, 64.0, 4.4, 6.3, 7.0),
    rolled("IPE 140", 140.0, 73.0, 4.7, 6.9, 7.0),
    rolled("IPE 160", 160.0, 82.0, 5.0, 7.4, 9.0),
    rolled("IPE 180", 180.0, 91.0, 5.3, 8.0, 9.0),
    rolled("IPE 200", 200.0, 100.0, 5.6, 8.5, 12.0),
    rolled("IPE 220", 220.0, 110.0, 5.9, 9.2, 12.0),
    rolled("IPE 240", 240.0, 120.0, 6.2, 9.8, 15.0),
    rolled("IPE 270", 270.0, 135.0, 6.6, 10.2, 15.0),
    rolled("IPE 300", 300.0, 150.0, 7.1, 10.7, 15.0),
    rolled("IPE 330", 330.0, 160.0, 7.5, 11.5, 18.0),
    rolled("IPE 360", 360.0, 170.0, 8.0, 12.7, 18.0),
    rolled("IPE 400", 400.0, 180.0, 8.6, 13.5, 21.0),
    rolled("IPE 450", 450.0, 190.0, 9.4, 14.6, 21.0),
    rolled("IPE 500", 500.0, 200.0, 10.2, 16.0, 21.0),
    rolled("IPE 550", 550.0, 210.0, 11.1, 17.2, 24.0),
    rolled("IPE 600", 600.0, 220.0, 12.0, 19.0, 24.0),
    rolled("HEA 100", 96.0, 100.0, 5.0, 8.0, 12.0),
    rolled("HEA 120", 114.0, 120.0, 5.0, 8.0, 12.0),
    rolled("HEA 140", 133.0, 140.0, 5.5, 8.5, 12.0),
    rolled("HEA 160", 152.0, 160.0, 6.0, 9.0, 15.0),
    rolled("HEA 180", 171.0, 180.0, 6.0, 9.5, 15.0),
    rolled("HEA 200", 190.0, 200.0, 6.5, 10.0, 18.0),
    rolled("HEA 220", 210.0, 220.0, 7.0, 11.0, 18.0),
    rolled("HEA 240", 230.0, 240.0, 7.5, 12.0, 21.0),
    rolled("HEA 260", 250.0, 260.0, 7.5, 12.5, 24.0),
    rolled("HEA 280", 270.0, 280.0, 8.0, 13.0, 24.0),
    rolled("HEA 300", 290.0, 300.0, 8.5, 14.0, 27.0),
    rolled("HEB 100", 100.0, 100.0, 6.0, 10.0, 12.0),
    rolled("HEB 120", 120.0, 120.0, 6.5, 11.0, 12.0),
    rolled("HEB 140", 140.0, 140.0, 7.0, 12.0, 12.0),
    rolled("HEB 160", 160.0, 160.0, 8.0, 13.0, 15.0),
    rolled("HEB 180", 180.0, 180.0, 8.5, 14.0, 15.0),
    rolled("HEB 200", 200.0, 200.0, 9.0, 15.0, 18.0),
    rolled("HEB 220", 220.0, 220.0, 9.5, 16.0, 18.0),
    rolled("HEB 240", 240.0, 240.0, 10.0, 17.0, 21.0),
    rolled("HEB 260", 260.0, 260.0, 10.0, 17.5, 24.0),
    rolled("HEB 280", 280.0, 280.0, 10.5, 18.0, 24.0),
    rolled("HEB 300", 300.0, 300.0, 11.0, 19.0, 27.0),
];

/// The geometry of the profile that `profile` names.
pub(crate) fn read(fields: &Fields<'_>) -> Option<Geometry> {
    let name = fields.name("profile").given()?;
    let found = named(&name.text);
    if found.is_none() {
        let message = format!("no profile is called \"{}\"", name.text);
        let diagnostic = Diagnostic::error(codes::NOT_A_CHOICE, name.span, message);
        let known = ROLLED.iter().map(|profile| profile.name);
        fields.cx.report(diagnostic.suggest(&name.text, known).hint(
            "known are IPE 80 to 600, HEA and HEB 100 to 300, and hollow sections by their size in mm: \
             CHS 60.3x3.2, SHS 100x5, RHS 100x50x5",
        ));
    }
    found
}

/// The geometry of a profile by its name; spaces and the case of letters do not count.
fn named(name: &str) -> Option<Geometry> {
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_uppercase();
    let wanted = plain(name);
    if let Some(profile) = ROLLED.iter().find(|profile| plain(profile.name) == wanted) {
        return Some(profile.geometry());
    }
    let sizes = |text: &str| {
        let numbers = text.split(['X', '×']).map(|size| size.parse::<f64>().ok().filter(|size| *size > 0.0));
        numbers.collect::<Option<Vec<f64>>>()
    };
    let (kind, rest) = wanted.split_at_checked(3)?;
    match (kind, &sizes(rest)?[..]) {
        ("CHS", &[diameter, wall]) if 2.0 * wall <= diameter => {
            Some(ring(diameter * 1e-3, (diameter - 2.0 * wall) * 1e-3))
        }
        ("SHS", &[side, wall]) => hollow(side, side, wall),
        ("SHS", &[side, other, wall]) if side == other => hollow(side, side, wall),
        ("RHS", &[depth, width, wall]) => hollow(depth, width, wall),
        _ => None,
    }
}

impl Rolled {
    /// Rectangles of the flanges and the web, and four fillets: squares of side r less quarter circles.
    fn geometry(&self) -> Geometry {
        let Self { depth: h, width: b, web: tw, flange: tf, fillet: r, .. } = *self;
        let inner = h - 2.0 * tf;
        let fillet = Corner::of(r);
        let strong = (b * h.powi(3) - (b - tw) * inner.powi(3)) / 12.0
            + 4.0 * fillet.about(0.5 * inner - fillet.distance);
        let weak = (2.0 * tf * b.powi(3) + inner * tw.powi(3)) / 12.0
            + 4.0 * fillet.about(0.5 * tw + fillet.distance);
        // The circle inscribed where web and flange meet adds its share, as in the producers' tables of EN 10365 profiles.
        let alpha = (tw / tf) * (0.145 + 0.1 * r / tf);
        let inscribed = ((r + 0.5 * tw).powi(2) + (r + tf).powi(2) - r * r) / (2.0 * r + tf);
        let torsion = 2.0 / 3.0 * (b - 0.63 * tf) * tf.powi(3)
            + inner * tw.powi(3) / 3.0
            + 2.0 * alpha * inscribed.powi(4);
        let area = 2.0 * tf * b + inner * tw + 4.0 * fillet.area;
        in_metres(area, weak, strong, torsion, h, b)
    }
}

/// The space between a square corner and the quarter circle inside it.
struct Corner {
    /// Area \[mm²\].
    area: f64,
    /// Distance of its centroid from the sides of the square \[mm\].
    distance: f64,
    /// Second moment about its centroid, parallel to a side \[mm⁴\].
    own: f64,
}

impl Corner {
    fn of(radius: f64) -> Self {
        let area = (1.0 - PI / 4.0) * radius * radius;
        let distance = (10.0 - 3.0 * PI) / (12.0 - 3.0 * PI) * radius;
        let own = (1.0 / 3.0 - PI / 16.0 - 1.0 / (3.0 * (12.0 - 3.0 * PI))) * radius.powi(4);
        Self { area, distance, own }
    }

    /// Second moment about an axis at a distance from the centroid \[mm⁴\].
    fn about(&self, distance: f64) -> f64 {
        self.own + self.area * distance * distance
    }
}

/// A rectangular hollow section with rounded corners, hot finished; sizes in millimetres.
fn hollow(depth: f64, width: f64, wall: f64) -> Option<Geometry> {
    let (outer, inner) = (1.5 * wall, wall);
    let (inner_depth, inner_width) = (depth - 2.0 * wall, width - 2.0 * wall);
    if inner_depth.min(inner_width) < 2.0 * inner {
        return None;
    }
    let (outside, inside) = (Corner::of(outer), Corner::of(inner));
    let moment = |h: f64, b: f64, corner: &Corner| {
        b * h.powi(3) / 12.0 - 4.0 * corner.about(0.5 * h - corner.distance)
    };
    let strong = moment(depth, width, &outside) - moment(inner_depth, inner_width, &inside);
    let weak = moment(width, depth, &outside) - moment(inner_width, inner_depth, &inside);
    let area = depth * width - inner_depth * inner_width - 4.0 * (outside.area - inside.area);
    // Closed thin-walled section with its middle line, EN 10210-2, Annex A.
    let middle = 0.5 * (outer + inner);
    let around = 2.0 * (depth - wall + width - wall) - 2.0 * middle * (4.0 - PI);
    let enclosed = (depth - wall) * (width - wall) - middle * middle * (4.0 - PI);
    let torsion = wall.powi(3) * around / 3.0 + 4.0 * enclosed * enclosed * wall / around;
    Some(in_metres(area, weak, strong, torsion, depth, width))
}

/// From millimetres; the depth of a profile is along local y.
fn in_metres(area: f64, weak: f64, strong: f64, torsion: f64, depth: f64, width: f64) -> Geometry {
    Geometry {
        area: Some(area * 1e-6),
        about_y: Some(weak * 1e-12),
        about_z: Some(strong * 1e-12),
        torsion: Some(torsion * 1e-12),
        shear: ShearCoefficient::Missing,
        is_round: false,
        height: Some(depth * 1e-3),
        width: Some(width * 1e-3),
        outline: Outline::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Areas [cm²] and second moments about the strong axis [cm⁴] as published with EN 10365, to three or four digits.
    const PUBLISHED: &[(&str, f64, f64)] = &[
        ("IPE 80", 7.64, 80.1),
        ("IPE 100", 10.3, 171.0),
        ("IPE 120", 13.2, 318.0),
        ("IPE 140", 16.4, 541.0),
        ("IPE 160", 20.1, 869.0),
        ("IPE 180", 23.9, 1317.0),
        ("IPE 200", 28.5, 1943.0),
        ("IPE 220", 33.4, 2772.0),
        ("IPE 240", 39.1, 3892.0),
        ("IPE 270", 45.9, 5790.0),
        ("IPE 300", 53.8, 8356.0),
        ("IPE 330", 62.6, 11770.0),
        ("IPE 360", 72.7, 16270.0),
        ("IPE 400", 84.5, 23130.0),
        ("IPE 450", 98.8, 33740.0),
        ("IPE 500", 116.0, 48200.0),
        ("IPE 550", 134.0, 67120.0),
        ("IPE 600", 156.0, 92080.0),
        ("HEA 100", 21.2, 349.2),
        ("HEA 120", 25.3, 606.2),
        ("HEA 140", 31.4, 1033.0),
        ("HEA 160", 38.8, 1673.0),
        ("HEA 180", 45.3, 2510.0),
        ("HEA 200", 53.8, 3692.0),
        ("HEA 220", 64.3, 5410.0),
        ("HEA 240", 76.8, 7763.0),
        ("HEA 260", 86.8, 10450.0),
        ("HEA 280", 97.3, 13670.0),
        ("HEA 300", 112.5, 18260.0),
        ("HEB 100", 26.0, 449.5),
        ("HEB 120", 34.0, 864.4),
        ("HEB 140", 43.0, 1509.0),
        ("HEB 160", 54.3, 2492.0),
        ("HEB 180", 65.3, 3831.0),
        ("HEB 200", 78.1, 5696.0),
        ("HEB 220", 91.0, 8091.0),
        ("HEB 240", 106.0, 11260.0),
        ("HEB 260", 118.4, 14920.0),
        ("HEB 280", 131.4, 19270.0),
        ("HEB 300", 149.1, 25170.0),
        ("SHS 100x5", 18.7, 279.0),
        ("RHS 100x50x5", 13.7, 167.0),
    ];

    /// Published values have at least three digits: half a unit of the third is at most 0.5 %.
    const DIGITS: f64 = 5e-3;

    #[test]
    fn areas_and_second_moments_are_the_published_ones() {
        for (name, area, moment) in PUBLISHED {
            let found = named(name).unwrap();
            let (a, i) = (found.area.unwrap() * 1e4, found.about_z.unwrap() * 1e8);
            assert!((a / area - 1.0).abs() < DIGITS, "{name}: A = {a} cm², published {area}");
            assert!((i / moment - 1.0).abs() < DIGITS, "{name}: I = {i} cm⁴, published {moment}");
        }
        let rolled = PUBLISHED.iter().filter(|(name, ..)| !name.contains("HS")).count();
        assert_eq!(rolled, ROLLED.len(), "every profile is compared");
    }

    #[test]
    fn weak_axes_and_torsion_constants_are_the_published_ones() {
        for (name, weak, torsion) in [
            ("IPE 200", 142.0, 6.98),
            ("HEA 100", 133.8, 5.24),
            ("HEB 200", 2003.0, 59.3),
            ("SHS 100x5", 279.0, 439.0),
            ("RHS 100x50x5", 54.3, 135.0),
        ] {
            let found = named(name).unwrap();
            let (i, j) = (found.about_y.unwrap() * 1e8, found.torsion.unwrap() * 1e8);
            assert!((i / weak - 1.0).abs() < DIGITS, "{name}: I = {i} cm⁴, published {weak}");
            assert!((j / torsion - 1.0).abs() < DIGITS, "{name}: J = {j} cm⁴, published {torsion}");
        }
    }

    #[test]
    fn names_are_read_in_any_spelling_and_impossible_sizes_are_refused() {
        assert!(named("ipe200").is_some() && named("CHS 60.3 x 3.2").is_some());
        for wrong in ["IPE 201", "CHS 60x31", "SHS 10x5", "RHS 100x50", "CHS", "", "Ü"] {
            assert!(named(wrong).is_none(), "{wrong}");
        }
    }
}
