//! Functions given by points: piecewise polynomials with exact derivatives.

use std::hash::{Hash, Hasher};

/// How values between points are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interpolation {
    /// Straight lines.
    Linear,
    /// Cubics without overshoot: monotone wherever the points are \[Fritsch1980\], with the slopes of \[Fritsch1984, Eq. (5)\]
    /// (the weighted harmonic mean of the slopes on both sides).
    Monotone,
}

/// What a function given by points is outside of its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outside {
    /// Undefined: the evaluation reports the table and the argument.
    Error,
    /// The value at the end.
    Hold,
    /// A straight line with the slope at the end.
    Extend,
}

/// A function of one argument given by points.
#[derive(Clone, Debug)]
pub struct Tabulated {
    name: String,
    places: Vec<f64>,
    values: Vec<f64>,
    interpolation: Interpolation,
    outside: Outside,
    /// Below the range, between neighbours, above the range: where a polynomial counts from, and its coefficients.
    pieces: Vec<(f64, [f64; 4])>,
}

impl Tabulated {
    /// The function through points; `None` unless there are two or more finite points with increasing arguments.
    pub fn new(
        name: &str,
        points: &[(f64, f64)],
        interpolation: Interpolation,
        outside: Outside,
    ) -> Option<Self> {
        let (places, values): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
        let is_finite = places.iter().chain(&values).all(|number| number.is_finite());
        let increases = places.windows(2).all(|pair| pair[0] < pair[1]);
        if places.len() < 2 || !is_finite || !increases {
            return None;
        }
        let pieces = pieces(&places, &values, interpolation, outside);
        let is_finite = pieces[1..places.len()].iter().all(|(_, c)| c.iter().all(|c| c.is_finite()));
        is_finite.then(|| Self { name: name.to_owned(), places, values, interpolation, outside, pieces })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The first and the last argument.
    pub fn range(&self) -> (f64, f64) {
        (self.places[0], self.places[self.places.len() - 1])
    }

    /// The number of the piece that holds at an argument: 0 below the range, as many as points above it.
    pub(crate) fn piece(&self, x: f64) -> usize {
        let last = self.places.len();
        let found = self.places.partition_point(|place| *place <= x);
        // The last point itself belongs to the range.
        if found == last && x == self.places[last - 1] { last - 1 } else { found }
    }

    /// A derivative of a piece, inside or outside of where it holds.
    pub(crate) fn on_piece(&self, piece: usize, order: u8, x: f64) -> f64 {
        let (origin, [c0, c1, c2, c3]) = self.pieces[piece];
        let s = x - origin;
        match order {
            0 => c0 + s * (c1 + s * (c2 + s * c3)),
            1 => c1 + s * (2.0 * c2 + s * 3.0 * c3),
            2 => 2.0 * c2 + 6.0 * s * c3,
            3 => 6.0 * c3,
            // Undefined outside stays undefined.
            _ => 0.0 * c0,
        }
    }

    /// A derivative at an argument; NaN where it is undefined.
    pub fn value(&self, order: u8, x: f64) -> f64 {
        if x.is_nan() { x } else { self.on_piece(self.piece(x), order, x) }
    }

    /// All pieces with where they end, where they count from, and the coefficients of a derivative.
    pub(crate) fn written_pieces(
        &self,
        order: u8,
    ) -> impl Iterator<Item = (Option<f64>, f64, [f64; 4])> + '_ {
        let derived = move |[c0, c1, c2, c3]: [f64; 4]| match order {
            0 => [c0, c1, c2, c3],
            1 => [c1, 2.0 * c2, 3.0 * c3, 0.0 * c0],
            2 => [2.0 * c2, 6.0 * c3, 0.0 * c0, 0.0 * c0],
            3 => [6.0 * c3, 0.0 * c0, 0.0 * c0, 0.0 * c0],
            _ => [0.0 * c0; 4],
        };
        let ends = self.places.iter().copied().map(Some).chain([None]);
        ends.zip(&self.pieces).map(move |(end, (origin, c))| (end, *origin, derived(*c)))
    }

    /// How far an argument is from leaving a piece: positive inside.
    pub(crate) fn margin(&self, piece: usize, x: f64) -> f64 {
        let above = |place: Option<&f64>| place.map_or(f64::INFINITY, |place| x - place);
        let below = |place: Option<&f64>| place.map_or(f64::INFINITY, |place| place - x);
        above(piece.checked_sub(1).and_then(|at| self.places.get(at))).min(below(self.places.get(piece)))
    }

    /// The least and the largest value of a derivative over a range of arguments; `None` where it may be undefined.
    pub(crate) fn bounds(&self, order: u8, low: f64, high: f64) -> Option<(f64, f64)> {
        let (first, last) = (self.piece(low), self.piece(high));
        let mut found = (f64::INFINITY, f64::NEG_INFINITY);
        for piece in first..=last {
            let from = if piece == first { low } else { self.places[piece - 1] };
            let to = if piece == last { high } else { self.places[piece] };
            let (origin, [_, c1, c2, c3]) = self.pieces[piece];
            // Extremes of a cubic: its ends, where its slope vanishes, and of its slope where that has its vertex.
            let inner = match order {
                0 => {
                    let root = (c2 * c2 - 3.0 * c3 * c1).max(0.0).sqrt();
                    [(-c2 - root) / (3.0 * c3), (-c2 + root) / (3.0 * c3), -c1 / (2.0 * c2)]
                }
                _ => [-c2 / (3.0 * c3), f64::NAN, f64::NAN],
            };
            let inner = inner.map(|s| origin + s).into_iter().filter(|x| *x > from && *x < to);
            for x in inner.chain([from, to]) {
                let value = self.on_piece(piece, order, x);
                if !value.is_finite() {
                    return None;
                }
                found = (found.0.min(value), found.1.max(value));
            }
        }
        Some(found)
    }
}

impl PartialEq for Tabulated {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &[f64], b: &[f64]| a.iter().map(|v| v.to_bits()).eq(b.iter().map(|v| v.to_bits()));
        std::ptr::eq(self, other)
            || (self.name == other.name
                && (self.interpolation, self.outside) == (other.interpolation, other.outside)
                && same(&self.places, &other.places)
                && same(&self.values, &other.values))
    }
}

impl Eq for Tabulated {}

impl Hash for Tabulated {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.places.len().hash(state);
    }
}

fn pieces(
    places: &[f64],
    values: &[f64],
    interpolation: Interpolation,
    outside: Outside,
) -> Vec<(f64, [f64; 4])> {
    let last = places.len() - 1;
    let slopes = match interpolation {
        Interpolation::Linear => Vec::new(),
        Interpolation::Monotone => monotone_slopes(places, values),
    };
    let mut inner = Vec::with_capacity(last);
    for k in 0..last {
        let width = places[k + 1] - places[k];
        let secant = (values[k + 1] - values[k]) / width;
        let coefficients = match interpolation {
            Interpolation::Linear => [values[k], secant, 0.0, 0.0],
            Interpolation::Monotone => {
                let (from, to) = (slopes[k], slopes[k + 1]);
                let square = (3.0 * secant - 2.0 * from - to) / width;
                [values[k], from, square, (from + to - 2.0 * secant) / (width * width)]
            }
        };
        inner.push((places[k], coefficients));
    }
    let end_slopes = match interpolation {
        Interpolation::Linear => [inner[0].1[1], inner[last - 1].1[1]],
        Interpolation::Monotone => [slopes[0], slopes[last]],
    };
    let end = |at: usize, slope: f64| {
        let coefficients = match outside {
            Outside::Error => [f64::NAN; 4],
            Outside::Hold => [values[at], 0.0, 0.0, 0.0],
            Outside::Extend => [values[at], slope, 0.0, 0.0],
        };
        (places[at], coefficients)
    };
    let (below, above) = (end(0, end_slopes[0]), end(last, end_slopes[1]));
    std::iter::once(below).chain(inner).chain([above]).collect()
}

/// Slopes at the points: zero at extremes, otherwise the weighted harmonic mean of the neighbouring secants \[Fritsch1984, Eq. (5)\].
fn monotone_slopes(x: &[f64], y: &[f64]) -> Vec<f64> {
    let last = x.len() - 1;
    let widths: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let secants: Vec<f64> = (0..last).map(|k| (y[k + 1] - y[k]) / widths[k]).collect();
    if last == 1 {
        return vec![secants[0]; 2];
    }
    let mut slopes = vec![0.0; x.len()];
    for k in 1..last {
        let (left, right) = (secants[k - 1], secants[k]);
        if left * right > 0.0 {
            let weights = [2.0 * widths[k] + widths[k - 1], widths[k] + 2.0 * widths[k - 1]];
            slopes[k] = (weights[0] + weights[1]) / (weights[0] / left + weights[1] / right);
        }
    }
    slopes[0] = end_slope([widths[0], widths[1]], [secants[0], secants[1]]);
    slopes[last] = end_slope([widths[last - 1], widths[last - 2]], [secants[last - 1], secants[last - 2]]);
    slopes
}

/// The slope at an end: that of the parabola through three points, limited so that the cubic stays monotone.
fn end_slope([near, next]: [f64; 2], [first, second]: [f64; 2]) -> f64 {
    let slope = ((2.0 * near + next) * first - near * second) / (near + next);
    if slope * first <= 0.0 {
        0.0
    } else if first * second <= 0.0 && slope.abs() > 3.0 * first.abs() {
        3.0 * first
    } else {
        slope
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(points: &[(f64, f64)], interpolation: Interpolation, outside: Outside) -> Tabulated {
        Tabulated::new("f", points, interpolation, outside).unwrap()
    }

    const POINTS: [(f64, f64); 6] = [(0.0, 0.0), (1.0, 2.0), (1.5, 2.5), (3.0, 2.5), (4.0, 1.0), (7.0, -4.0)];

    #[test]
    fn points_that_are_no_function_are_refused() {
        let refused = |points: &[(f64, f64)]| {
            Tabulated::new("f", points, Interpolation::Linear, Outside::Hold).is_none()
        };
        assert!(refused(&[(0.0, 1.0)]) && refused(&[(0.0, 1.0), (0.0, 2.0)]));
        assert!(refused(&[(1.0, 1.0), (0.0, 2.0)]) && refused(&[(0.0, f64::NAN), (1.0, 2.0)]));
        assert!(refused(&[(0.0, -1e308), (1e-300, 1e308)]), "slopes that are not finite");
    }

    /// Values of `scipy.interpolate.PchipInterpolator` 1.17 at the same points.
    #[test]
    fn monotone_cubics_agree_with_scipy() {
        let found = table(&POINTS, Interpolation::Monotone, Outside::Error);
        for (x, value, slope) in PCHIP {
            assert!((found.value(0, x) - value).abs() < 1e-13, "{x}: {} {value}", found.value(0, x));
            assert!((found.value(1, x) - slope).abs() < 1e-13, "{x}: {} {slope}", found.value(1, x));
        }
    }

    #[test]
    fn ends_are_undefined_held_or_extended() {
        for interpolation in [Interpolation::Linear, Interpolation::Monotone] {
            let of = |outside| table(&POINTS, interpolation, outside);
            assert!(of(Outside::Error).value(0, -0.1).is_nan() && of(Outside::Error).value(0, 7.1).is_nan());
            assert_eq!(of(Outside::Error).value(0, 7.0), -4.0);
            assert_eq!((of(Outside::Hold).value(0, 9.0), of(Outside::Hold).value(1, 9.0)), (-4.0, 0.0));
            let extended = of(Outside::Extend);
            let slope = extended.value(1, 7.0);
            assert!((extended.value(0, 9.0) - (-4.0 + 2.0 * slope)).abs() < 1e-12);
        }
    }

    /// Margins are positive inside a piece and change sign at its ends; bounds hold all values.
    #[test]
    fn margins_and_bounds_belong_to_the_pieces() {
        for interpolation in [Interpolation::Linear, Interpolation::Monotone] {
            let found = table(&POINTS, interpolation, Outside::Extend);
            for k in 0..200 {
                let x = -1.0 + 0.05 * f64::from(k);
                let piece = found.piece(x);
                assert!(found.margin(piece, x) >= 0.0, "{x}");
                if piece > 0 {
                    assert!(found.margin(piece - 1, x + 1e-9) < 0.0, "{x}");
                }
                for order in 0..3 {
                    let (low, high) = found.bounds(order, x, x + 1.3).unwrap();
                    for part in 0..=40 {
                        let value = found.value(order, x + 1.3 * f64::from(part) / 40.0);
                        assert!(low - 1e-12 <= value && value <= high + 1e-12, "{order} {x}");
                    }
                }
            }
        }
    }

    const PCHIP: [(f64, f64, f64); 10] = [
        (0.0, 0.0, 2.6666666666666665),
        (0.3, 0.7429999999999999, 2.2823809523809526),
        (1.0, 2.0, 1.2857142857142856),
        (1.2, 2.2685714285714287, 1.2857142857142858),
        (2.0, 2.5, 0.0),
        (3.3, 2.2746086956521743, -1.3734782608695648),
        (3.9, 1.1687826086956525, -1.7960869565217394),
        (5.0, -0.5938003220611916, -1.625),
        (6.8, -3.6436264090177133, -1.7721739130434786),
        (7.0, -4.0, -1.791666666666667),
    ];
}
