//! The unit of a row of a structure, by its name.

/// What a coordinate is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowUnit {
    /// A translation \[m\].
    Metre,
    /// A rotation \[rad\].
    Radian,
    /// An amplitude of a reduced part, or a row without a name: no length.
    Other,
}

impl RowUnit {
    /// The unit of a row: `A.x`, `A.phi(beam 2)`, `node 7, rotation about z`, `part: fixed mode 3`.
    #[must_use]
    pub fn of(name: &str) -> Self {
        if name.contains("rotation about") {
            return Self::Radian;
        }
        // The member of a rotation follows it.
        let bare = match name.rfind('(') {
            Some(open) if name.ends_with(')') => &name[..open],
            _ => name,
        };
        match bare.rsplit(['.', ' ', ',']).next().unwrap_or(bare) {
            "x" | "y" | "z" => Self::Metre,
            "rx" | "ry" | "rz" => Self::Radian,
            last if last.starts_with("phi") => Self::Radian,
            _ => Self::Other,
        }
    }

    /// Its symbol; empty where there is none.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Metre => "m",
            Self::Radian => "rad",
            Self::Other => "",
        }
    }
}

/// The largest entry of each unit, with the row: lengths are compared with lengths, angles with angles.
#[must_use]
pub fn largest_by_unit(rows: &[String], values: &[f64]) -> Vec<(RowUnit, String, f64)> {
    let mut all: Vec<(RowUnit, String, f64)> = Vec::new();
    for (name, value) in rows.iter().zip(values) {
        let unit = RowUnit::of(name);
        match all.iter_mut().find(|(known, ..)| *known == unit) {
            None => all.push((unit, name.clone(), *value)),
            Some(best) if value.abs() > best.2.abs() => *best = (unit, name.clone(), *value),
            Some(_) => {}
        }
    }
    all.sort_by_key(|(unit, ..)| *unit);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_units_of_their_names() {
        for (name, unit) in [
            ("A.x", "m"),
            ("tip.y", "m"),
            ("A.phi", "rad"),
            ("A.phi(beam 2)", "rad"),
            ("A.rz(arm)", "rad"),
            ("beam 3 (left), point 2.x", "m"),
            ("node 12, z", "m"),
            ("node 12 (copy 2), z", "m"),
            ("node 12, rotation about z", "rad"),
            ("mount, ry", "rad"),
            ("fixed mode 3", ""),
            ("bought: deformation 1", ""),
            ("row 5", ""),
        ] {
            assert_eq!(RowUnit::of(name).symbol(), unit, "{name}");
        }
    }

    #[test]
    fn lengths_are_not_compared_with_angles_or_amplitudes() {
        let rows = ["A.x", "A.phi(beam 2)", "fixed mode 1", "B.x"].map(str::to_owned);
        let found = largest_by_unit(&rows, &[1e-3, -0.2, 40.0, -2e-3]);
        let told: Vec<(&str, f64)> = found.iter().map(|(_, name, value)| (name.as_str(), *value)).collect();
        assert_eq!(told, [("B.x", -2e-3), ("A.phi(beam 2)", -0.2), ("fixed mode 1", 40.0)]);
    }
}
