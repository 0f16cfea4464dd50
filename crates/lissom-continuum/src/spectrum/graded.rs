//! Division of a member with thin layers at its ends into elements that grow away from them.
//!
//! A beam under a large tension behaves as a string except for layers at its ends, of the width √(EI/T). An
//! element at an end is as short as its layer; towards the middle elements double their length, so that a
//! layer a million times thinner than the member takes some forty elements. Away from the ends polynomials
//! need not follow the layers: they are not excited there, and the energy of a long element suppresses them.

use std::ops::Range;

use lissom_linalg::{Complex, Dense};

use super::error::SpectrumError;
use super::linear_system::{Densities, LinearMember};
use super::polynomial_element::{ComplexPiece, PolynomialElement, eliminated};
use super::shapes::gauss_points;
use super::transfer::exponent_size;

/// Largest exponent times length of an element at an end [-]: polynomials of degree 17 follow e^{−8x} to 4e-10, and the
/// energy to its square.
const END_EXPONENT: f64 = 8.0;
/// Neighbours differ in length at most by this factor [-].
const GRADING: f64 = 2.01;
/// More elements than this in one member are refused.
const MOST_ELEMENTS: usize = 2048;
/// How often an end is halved.
const MOST_HALVINGS: usize = 60;
/// Terms of Legendre's series from which a coefficient has to be small, and how small, relative to its largest value.
const SMOOTH: (usize, f64) = (13, 1e-13);
/// Halvings towards a coefficient that is not smooth: below this fraction of the length its roughness is
/// ignored [-].
const ROUGH: f64 = 1e-9;

/// An element this many times as long as a range in which a coefficient changes may skip it [-].
const UNSEEN: f64 = 8.0;

/// A member divided into pieces, each of several elements.
#[derive(Clone, Debug)]
pub(crate) struct Graded {
    elements: Vec<PolynomialElement>,
    /// The elements of each piece; pieces have no own frequency below their design λ.
    pieces: Vec<Range<usize>>,
}

impl Graded {
    /// Divides a member so that no piece with fixed ends has a frequency below λ.
    pub fn new(member: &LinearMember, lambda: f64) -> Result<Self, SpectrumError> {
        let mut cuts = vec![0.0, member.length];
        let too_fine = || SpectrumError::TooFine { member: member.name.clone(), lambda };
        let mut elements: Vec<Option<PolynomialElement>> = vec![None];
        let mut halvings = 0;
        loop {
            let marked = marked(member, lambda, &cuts, &mut elements)?;
            if !marked.contains(&true) {
                break;
            }
            halvings += 1;
            (cuts, elements) = halved(&cuts, elements, &marked);
            if elements.len() > MOST_ELEMENTS || halvings > 2 * MOST_HALVINGS {
                return Err(too_fine());
            }
        }
        let elements: Vec<PolynomialElement> = elements.into_iter().flatten().collect();
        let mut graded = Self { pieces: Vec::new(), elements };
        graded.join(0..graded.elements.len(), lambda);
        Ok(graded)
    }

    /// The same division of another member of the same length, such as the damped one of a member without damping.
    pub fn along(&self, member: &LinearMember) -> Result<Self, SpectrumError> {
        let elements = self.elements.iter().map(|element| PolynomialElement::new(member, element.ends));
        Ok(Self { elements: elements.collect::<Result<_, _>>()?, pieces: self.pieces.clone() })
    }

    /// Joins elements to pieces as long as their joints have no frequency below λ.
    fn join(&mut self, range: Range<usize>, lambda: f64) {
        let (_, failures) = self.chain(&range, lambda);
        if range.len() == 1 || failures == 0 {
            self.pieces.push(range);
            return;
        }
        let middle = 0.5 * (self.elements[range.start].ends[0] + self.elements[range.end - 1].ends[1]);
        let inside =
            self.elements[range.clone()].iter().take_while(|element| element.ends[0] < middle).count();
        let cut = range.start + inside.clamp(1, range.len() - 1);
        self.join(range.start..cut, lambda);
        self.join(cut..range.end, lambda);
    }

    pub fn count(&self) -> usize {
        self.pieces.len()
    }

    /// Where a piece begins and ends.
    pub fn ends(&self, piece: usize) -> [f64; 2] {
        let range = &self.pieces[piece];
        [self.elements[range.start].ends[0], self.elements[range.end - 1].ends[1]]
    }

    /// The dynamic stiffness of a piece in (q_a, q_b, ξ).
    pub fn stiffness(&self, piece: usize, lambda: f64) -> Dense {
        self.chain(&self.pieces[piece], lambda).0
    }

    /// The stiffness of elements in a row, and how many pivots of bubbles and joints are not positive.
    fn chain(&self, range: &Range<usize>, lambda: f64) -> (Dense, usize) {
        let mut elements = self.elements[range.clone()].iter();
        let first = elements.next().expect("a piece has at least one element");
        elements.fold(first.condensed(lambda), |(before, failures), element| {
            let (next, more) = element.condensed(lambda);
            let (joined, joint) = join_pieces(&before, &next, first.shared());
            (joined, failures + more + joint)
        })
    }

    /// The stiffness of a piece at a complex frequency; `None` where a pivot vanishes.
    pub fn complex_stiffness(&self, piece: usize, s: Complex) -> Option<ComplexPiece> {
        let mut elements = self.elements[self.pieces[piece].clone()].iter();
        let first = elements.next()?;
        elements.try_fold(first.condensed_complex(s)?, |before, element| {
            joined_complex(&before, &element.condensed_complex(s)?, first.shared())
        })
    }

    /// The end quantities at a place inside a piece, from the coordinates (q_a, q_b, ξ) of the piece.
    pub fn quantities(
        &self,
        member: &LinearMember,
        piece: usize,
        lambda: f64,
        coordinates: &[f64],
        x: f64,
    ) -> Result<Vec<f64>, SpectrumError> {
        let range = self.pieces[piece].clone();
        let at = self.elements[range.clone()].iter().take_while(|element| element.ends[1] < x).count();
        let at = (range.start + at).min(range.end - 1);
        // The stiffness of everything before and after the element holds its joints.
        let nq = member.end_size();
        let ns = member.shared.len();
        let n = 4 * nq + ns;
        let mut total = Dense::zeros(n, n);
        let places = |first: usize, second: usize| {
            (first..first + nq).chain(second..second + nq).chain(4 * nq..n).collect::<Vec<_>>()
        };
        let mut add = |part: &Dense, at: &[usize]| {
            for (j, col) in at.iter().enumerate() {
                for (i, row) in at.iter().enumerate() {
                    total[(*row, *col)] += part[(i, j)];
                }
            }
        };
        // Order: outer first end, outer second end, joints before and after the element, ξ.
        let (before, after) = (at > range.start, at + 1 < range.end);
        let left = if before { 2 * nq } else { 0 };
        let right = if after { 3 * nq } else { nq };
        add(&self.elements[at].condensed(lambda).0, &places(left, right));
        if before {
            add(&self.chain(&(range.start..at), lambda).0, &places(0, left));
        }
        if after {
            add(&self.chain(&(at + 1..range.end), lambda).0, &places(right, nq));
        }
        let mut all = vec![0.0; n];
        all[..2 * nq].copy_from_slice(&coordinates[..2 * nq]);
        all[4 * nq..].copy_from_slice(&coordinates[2 * nq..]);
        let inner: Vec<usize> =
            (2 * nq..3 * nq).filter(|_| before).chain((3 * nq..4 * nq).filter(|_| after)).collect();
        if !inner.is_empty() {
            let pulled = total.multiply_vector(&all);
            let matrix = Dense::from_fn(inner.len(), inner.len(), |i, j| total[(inner[i], inner[j])]);
            let loads: Vec<f64> = inner.iter().map(|row| -pulled[*row]).collect();
            let factor = lissom_linalg::Lu::factor(&matrix)
                .map_err(|source| SpectrumError::Factor { member: member.name.clone(), source })?;
            for (row, value) in inner.iter().zip(factor.solve(&loads)) {
                all[*row] = value;
            }
        }
        let own: Vec<f64> = places(left, right).into_iter().map(|place| all[place]).collect();
        self.elements[at].quantities(member, lambda, &own, x)
    }
}

/// Which elements have to be halved; elements needed for the decision are created.
fn marked(
    member: &LinearMember,
    lambda: f64,
    cuts: &[f64],
    elements: &mut [Option<PolynomialElement>],
) -> Result<Vec<bool>, SpectrumError> {
    let last = elements.len() - 1;
    let length = |at: usize| cuts[at + 1] - cuts[at];
    let mut marks = vec![false; elements.len()];
    for (at, element) in elements.iter_mut().enumerate() {
        let ends = [cuts[at], cuts[at + 1]];
        let neighbours = [at.checked_sub(1), Some(at + 1).filter(|next| *next <= last)];
        let shortest = neighbours.into_iter().flatten().map(length).fold(f64::INFINITY, f64::min);
        if length(at) > GRADING * shortest {
            marks[at] = true;
            continue;
        }
        // An existing element was already accepted.
        if element.is_none() {
            let made = resolved(member, lambda, ends, at == 0 || at == last)?;
            marks[at] = made.is_none();
            *element = made;
        }
    }
    Ok(marks)
}

/// The element between two places, unless its polynomials cannot represent the motion.
fn resolved(
    member: &LinearMember,
    lambda: f64,
    ends: [f64; 2],
    is_at_end: bool,
) -> Result<Option<PolynomialElement>, SpectrumError> {
    if is_rough(member, ends)? {
        return Ok(None);
    }
    if is_at_end {
        // An element that is the whole member has a layer at either end.
        for x in [ends[0], 0.5 * (ends[0] + ends[1]), ends[1]] {
            if exponent_size(member, x, lambda)? * (ends[1] - ends[0]) > END_EXPONENT {
                return Ok(None);
            }
        }
    }
    let element = PolynomialElement::new(member, ends)?;
    Ok((element.condensed(lambda).1 == 0).then_some(element))
}

/// Every marked element as two.
fn halved(
    cuts: &[f64],
    elements: Vec<Option<PolynomialElement>>,
    marked: &[bool],
) -> (Vec<f64>, Vec<Option<PolynomialElement>>) {
    let (mut places, mut kept) = (vec![cuts[0]], Vec::new());
    for (at, element) in elements.into_iter().enumerate() {
        if marked[at] {
            places.push(0.5 * (cuts[at] + cuts[at + 1]));
            kept.extend([None, None]);
        } else {
            kept.push(element);
        }
        places.push(cuts[at + 1]);
    }
    (places, kept)
}

/// Whether a density has more detail inside an element than its integration follows.
fn is_rough(member: &LinearMember, [from, to]: [f64; 2]) -> Result<bool, SpectrumError> {
    if member.is_uniform() || to - from < ROUGH * member.length {
        return Ok(false);
    }
    // A range in which coefficients change much may lie between the sampled points.
    let finest = member.detail().map_or(f64::INFINITY, |detail| detail.finest([from, to]));
    if to - from > UNSEEN * finest {
        return Ok(true);
    }
    let (first, small) = SMOOTH;
    let mut samples: Vec<(f64, f64, Vec<f64>)> = Vec::new();
    for (point, weight) in gauss_points(first + 7) {
        let Densities { mass, gyroscopic, damping, stiffness, load } =
            member.densities(from + point * (to - from))?;
        let values =
            [mass, gyroscopic, damping, stiffness].into_iter().flat_map(|part| part.as_slice().to_vec());
        samples.push((2.0 * point - 1.0, weight, values.chain(load).collect()));
    }
    let count = samples[0].2.len();
    let is_smooth = (0..count).all(|entry| {
        let largest = samples.iter().fold(0.0f64, |most, (_, _, values)| most.max(values[entry].abs()));
        (first..first + 5).all(|degree| {
            let sum: f64 =
                samples.iter().map(|(t, weight, values)| weight * values[entry] * legendre(degree, *t)).sum();
            (sum * (2 * degree + 1) as f64).abs() <= small * largest * (degree as f64)
        })
    });
    Ok(!is_smooth)
}

fn legendre(degree: usize, t: f64) -> f64 {
    let (mut before, mut now) = (1.0, t);
    for k in 1..degree {
        let a = k as f64;
        (before, now) = (now, ((2.0 * a + 1.0) * t * now - a * before) / (a + 1.0));
    }
    now
}

/// Two pieces that meet, each in (q_a, q_b, ξ), with their joint eliminated; and its pivots that are not positive.
fn join_pieces(first: &Dense, second: &Dense, shared: usize) -> (Dense, usize) {
    let keep = first.rows();
    let nq = (keep - shared) / 2;
    let n = keep + nq;
    let mut total = Dense::zeros(n, n);
    for (part, places) in [(first, places([0, keep], nq, keep)), (second, places([keep, nq], nq, keep))] {
        for (j, col) in places.iter().enumerate() {
            for (i, row) in places.iter().enumerate() {
                total[(*row, *col)] += part[(i, j)];
            }
        }
    }
    eliminated(total, keep)
}

/// Positions of (q_a, q_b, ξ) of a part in (q_a, q_b, ξ, joint) of two that meet.
fn places([first, second]: [usize; 2], nq: usize, keep: usize) -> Vec<usize> {
    (first..first + nq).chain(second..second + nq).chain(2 * nq..keep).collect()
}

fn joined_complex(first: &ComplexPiece, second: &ComplexPiece, shared: usize) -> Option<ComplexPiece> {
    let keep = first.load.len();
    let nq = (keep - shared) / 2;
    let n = keep + nq;
    let mut total = ComplexPiece {
        matrix: vec![vec![Complex::ZERO; n]; n],
        load: vec![Complex::ZERO; n],
        eliminated: first.eliminated.times(second.eliminated),
    };
    for (part, places) in [(first, places([0, keep], nq, keep)), (second, places([keep, nq], nq, keep))] {
        for (i, row) in places.iter().enumerate() {
            for (j, col) in places.iter().enumerate() {
                total.matrix[*row][*col] = total.matrix[*row][*col] + part.matrix[i][j];
            }
            total.load[*row] = total.load[*row] + part.load[i];
        }
    }
    total.without_last(keep)
}
