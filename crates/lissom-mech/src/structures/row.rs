//! A row of a linear system: what it is called, what it measures, in which unit, and where.

use crate::structures::structure::Interface;
use crate::system::GeneralisedCoordinate;
use crate::vector::Vector;
use std::fmt;

/// What a row measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowKind {
    /// A displacement of a point \[m\].
    Translation,
    /// A rotation at a point \[rad\].
    Rotation,
    /// The amplitude of a shape, or a row of a matrix that no file names: neither a length nor an angle.
    Amplitude,
    /// A generalised coordinate of a mechanism, in its own unit.
    Coordinate,
    /// A state of first-order equations.
    State,
}

impl RowKind {
    /// The kind of a motion of a point: translations along x, y, z are 1, 2, 3; rotations about them 4, 5, 6.
    #[must_use]
    pub fn of_component(component: u8) -> Self {
        if component <= 3 { Self::Translation } else { Self::Rotation }
    }

    /// Symbol of the unit that all rows of this kind share; empty where they share none.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Translation => "m",
            Self::Rotation => "rad",
            Self::Amplitude | Self::Coordinate | Self::State => "",
        }
    }
}

/// A row of a linear system, made where the row is made. Nothing reads its name but people.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is called: `A.x`, `node 7, rotation about z`, `mode 3`.
    pub name: String,
    /// What it measures.
    pub kind: RowKind,
    /// Symbol of its unit; empty where it has none or it is not known.
    pub unit: &'static str,
    /// The point whose motion it is \[m\]; `None` where it is not the motion of one point, or the point is not known.
    pub place: Option<Vector>,
}

impl Row {
    /// A row of a kind whose rows share a unit.
    #[must_use]
    pub fn new(name: String, kind: RowKind, place: Option<Vector>) -> Self {
        Self { name, kind, unit: kind.symbol(), place }
    }

    /// An amplitude, or a row that no file names.
    #[must_use]
    pub fn amplitude(name: String) -> Self {
        Self::new(name, RowKind::Amplitude, None)
    }

    /// A coordinate of a mechanism.
    #[must_use]
    pub fn coordinate(of: &GeneralisedCoordinate) -> Self {
        Self { name: of.name.clone(), kind: RowKind::Coordinate, unit: of.unit, place: None }
    }

    /// The rows of a reduced structure: those that are motions of interfaces, under the names of these, and amplitudes.
    #[must_use]
    pub fn reduced(names: impl IntoIterator<Item = String>, interfaces: &[Interface]) -> Vec<Self> {
        let row = |name: String| {
            let mut motions = interfaces.iter().flat_map(|interface| &interface.motions);
            match motions.find(|motion| motion.name == name) {
                Some(motion) => {
                    let kind = if motion.unit == "rad" { RowKind::Rotation } else { RowKind::Translation };
                    Self::new(name, kind, motion.of.map(|of| of.at))
                }
                None => Self::amplitude(name),
            }
        };
        names.into_iter().map(row).collect()
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The largest entry of each kind, with the name of its row: lengths are compared with lengths, angles with angles.
#[must_use]
pub fn largest_by_kind(rows: &[Row], values: &[f64]) -> Vec<(RowKind, String, f64)> {
    let mut all: Vec<(RowKind, String, f64)> = Vec::new();
    for (row, value) in rows.iter().zip(values) {
        match all.iter_mut().find(|(known, ..)| *known == row.kind) {
            None => all.push((row.kind, row.name.clone(), *value)),
            Some(best) if value.abs() > best.2.abs() => *best = (row.kind, row.name.clone(), *value),
            Some(_) => {}
        }
    }
    all.sort_by_key(|(kind, ..)| *kind);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_not_compared_with_angles_or_amplitudes() {
        let row = |(name, kind): (&str, RowKind)| Row::new(name.to_owned(), kind, None);
        let rows = [
            ("A.x", RowKind::Translation),
            ("A.phi(beam 2)", RowKind::Rotation),
            ("fixed mode 1", RowKind::Amplitude),
            ("B.x", RowKind::Translation),
        ]
        .map(row);
        let found = largest_by_kind(&rows, &[1e-3, -0.2, 40.0, -2e-3]);
        let named: Vec<(&str, f64)> = found.iter().map(|(_, name, value)| (name.as_str(), *value)).collect();
        assert_eq!(named, [("B.x", -2e-3), ("A.phi(beam 2)", -0.2), ("fixed mode 1", 40.0)]);
    }
}
