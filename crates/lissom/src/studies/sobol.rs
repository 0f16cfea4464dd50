//! The Sobol sequence: points that fill a cube evenly.
//!
//! Direction numbers are those of \[Joe2008\] (their file `new-joe-kuo-6`), points follow each other in the order of the reflected
//! binary code \[Bratley1988\]. Column k is x = Σ bits of that code of n times the direction numbers v, where for a primitive polynomial of degree s
//! with coefficients a: `v_i = a_1 v_{i-1} ⊕ … ⊕ a_{s-1} v_{i-s+1} ⊕ v_{i-s} ⊕ (v_{i-s} / 2^s)`.

/// Bits of a coordinate.
const BITS: usize = 32;

/// Degree, inner coefficients of the polynomial as bits, and first direction integers of every dimension after the first.
const TABLE: [(usize, u32, &[u32]); 20] = [
    (1, 0, &[1]),
    (2, 1, &[1, 3]),
    (3, 1, &[1, 3, 1]),
    (3, 2, &[1, 1, 1]),
    (4, 1, &[1, 1, 3, 3]),
    (4, 4, &[1, 3, 5, 13]),
    (5, 2, &[1, 1, 5, 5, 17]),
    (5, 4, &[1, 1, 5, 5, 5]),
    (5, 7, &[1, 1, 7, 11, 19]),
    (5, 11, &[1, 1, 5, 1, 1]),
    (5, 13, &[1, 1, 1, 3, 11]),
    (5, 14, &[1, 3, 5, 5, 31]),
    (6, 1, &[1, 3, 3, 9, 7, 49]),
    (6, 13, &[1, 1, 1, 15, 21, 21]),
    (6, 16, &[1, 3, 1, 13, 27, 49]),
    (6, 19, &[1, 1, 1, 15, 7, 5]),
    (6, 22, &[1, 3, 1, 15, 13, 25]),
    (6, 25, &[1, 1, 5, 5, 19, 61]),
    (7, 1, &[1, 3, 7, 11, 23, 15, 103]),
    (7, 4, &[1, 3, 7, 13, 13, 15, 69]),
];

/// Most dimensions.
pub(super) const MOST_DIMENSIONS: usize = TABLE.len() + 1;

/// A Sobol sequence and where it is.
pub(super) struct Sobol {
    directions: Vec<[u32; BITS]>,
    state: Vec<u32>,
    index: u32,
}

impl Sobol {
    /// A sequence of points with this many coordinates, from its beginning; `None` above [`MOST_DIMENSIONS`].
    pub fn new(dimensions: usize) -> Option<Self> {
        (dimensions <= MOST_DIMENSIONS).then(|| Self {
            directions: (0..dimensions).map(directions).collect(),
            state: vec![0; dimensions],
            index: 0,
        })
    }

    /// The next point, each coordinate from 0 to 1, 1 excluded. The first point is the corner.
    pub fn next_point(&mut self) -> Vec<f64> {
        let point = self.state.iter().map(|bits| f64::from(*bits) / 2_f64.powi(BITS as i32)).collect();
        let lowest_zero = self.index.trailing_ones() as usize;
        for (state, directions) in self.state.iter_mut().zip(&self.directions) {
            // After 2^32 points, far above the limit of a study, the sequence begins anew.
            *state ^= directions.get(lowest_zero).copied().unwrap_or(0);
        }
        self.index = self.index.wrapping_add(1);
        point
    }
}

fn directions(dimension: usize) -> [u32; BITS] {
    let shift = |i: usize| BITS - 1 - i;
    if dimension == 0 {
        return std::array::from_fn(|i| 1 << shift(i));
    }
    let (degree, coefficients, first) = TABLE[dimension - 1];
    let mut v = [0_u32; BITS];
    for i in 0..BITS {
        v[i] = match i < degree {
            true => first[i] << shift(i),
            false => {
                let inner = (1..degree).filter(|j| (coefficients >> (degree - 1 - j)) & 1 == 1);
                let last = v[i - degree];
                inner.fold(last ^ (last >> degree), |sum, j| sum ^ v[i - j])
            }
        };
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points 9 and 14 of 21 dimensions as SciPy 1.17 gives them: `qmc.Sobol(21, scramble=False).random(16)`.
    #[test]
    fn points_are_those_of_scipy() {
        let ninth = [
            0.6875, 0.8125, 0.4375, 0.9375, 0.0625, 0.8125, 0.9375, 0.4375, 0.4375, 0.8125, 0.1875, 0.5625,
            0.4375, 0.4375, 0.3125, 0.4375, 0.3125, 0.3125, 0.4375, 0.8125, 0.6875,
        ];
        let fourteenth = [
            0.5625, 0.4375, 0.0625, 0.8125, 0.1875, 0.6875, 0.3125, 0.8125, 0.8125, 0.1875, 0.5625, 0.6875,
            0.8125, 0.0625, 0.4375, 0.3125, 0.4375, 0.4375, 0.8125, 0.1875, 0.3125,
        ];
        let mut sequence = Sobol::new(21).unwrap();
        let points: Vec<Vec<f64>> = (0..16).map(|_| sequence.next_point()).collect();
        assert_eq!(points[0], [0.0; 21]);
        assert_eq!(points[9], ninth);
        assert_eq!(points[14], fourteenth);
    }

    /// Of 2^k points every coordinate has one in each of 2^k equal parts.
    #[test]
    fn every_coordinate_is_balanced() {
        let mut sequence = Sobol::new(MOST_DIMENSIONS).unwrap();
        let points: Vec<Vec<f64>> = (0..512).map(|_| sequence.next_point()).collect();
        for k in 0..MOST_DIMENSIONS {
            let mut parts: Vec<usize> = points.iter().map(|point| (point[k] * 512.0) as usize).collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..512).collect::<Vec<_>>(), "dimension {k}");
        }
        assert!(Sobol::new(MOST_DIMENSIONS + 1).is_none());
    }
}
