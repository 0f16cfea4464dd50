//! Two models side by side: frequencies, and which mode of one is which of the other.

use crate::answer::Answer;
use crate::cost::{Cost, Counted};
use crate::failure::Failure;
use crate::machine::MadeOf;
use crate::session::Session;
use lissom_dynamics::{Modes, ModesRequest, Range};
use lissom_linalg::{Dense, Progress, dot};
use lissom_mech::Structure;
use lissom_mech::coordinates::{Coordinates, TranslationId};
use std::collections::BTreeMap;

/// Modes with less in common are not called the same.
const SAME: f64 = 0.5;
/// Points nearer than this share of a model's size are the same point: mesh files print about seven digits.
const SAME_POINT: f64 = 1e-5;

/// Where a translation is \[m\], its direction 1 to 3, and its place among the coordinates.
pub(crate) type Translation = ([f64; 3], u8, usize);

/// Two models, mode by mode.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What the two are called.
    pub names: [String; 2],
    /// Degrees of freedom of each; `None` for an exact continuum.
    pub sizes: [Option<usize>; 2],
    /// Number of rigid modes of each.
    pub rigid: [usize; 2],
    /// Frequencies of the elastic modes of each \[Hz\].
    pub frequencies_hz: [Vec<f64>; 2],
    /// Modal assurance criterion, modes of the first × modes of the second \[-\]; `None` where shapes cannot be
    /// compared.
    pub mac: Option<Dense>,
    /// How coordinates of the two were matched, and how many.
    pub matched: Option<(MatchedBy, usize)>,
    /// Modes that belong together, in the order of the first; then those of the second that are left.
    pub pairs: Vec<ModePair>,
    /// What finding the modes of both cost.
    pub cost: Cost,
}

/// How coordinates of two models were matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchedBy {
    /// Translations at the same points.
    Position,
    /// Coordinates with the same names.
    Name,
}

/// A mode of the first model and the one of the second that it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModePair {
    /// Place in the first model, from zero.
    pub first: Option<usize>,
    /// Place in the second model, from zero.
    pub second: Option<usize>,
    /// (f₂ − f₁)/f₁ where both are there \[-\].
    pub relative_difference: Option<f64>,
    /// What the shapes have in common \[-\].
    pub mac: Option<f64>,
}

impl Comparison {
    /// The largest relative difference of paired frequencies; `None` if a mode has no partner or there are none.
    #[must_use]
    pub fn worst(&self) -> Option<f64> {
        let differences = self.pairs.iter().map(|pair| pair.relative_difference.map(f64::abs));
        let all: Option<Vec<f64>> = differences.collect();
        all?.into_iter().reduce(f64::max)
    }
}

impl Session {
    /// Compares this model's modes with those of another. Modes are paired by their shapes where coordinates
    /// of the two can be matched, and in the order of their frequencies otherwise.
    ///
    /// # Errors
    /// When a structure cannot be built.
    pub fn compare(&self, modes: &Modes, other: &Self, others: &Modes) -> Result<Comparison, Failure> {
        let frequencies_hz = [modes, others].map(frequencies);
        let matched = matched(self, other)?;
        let mac = match &matched {
            Some((_, rows)) => {
                let (first, second) = (self.expand(&modes.shapes)?, other.expand(&others.shapes)?);
                Some(assurance(&first.vectors, &second.vectors, rows))
            }
            None => None,
        };
        let pairs = match &mac {
            Some(mac) => paired_by_shape(mac, &frequencies_hz),
            None => paired_in_order(&frequencies_hz),
        };
        let (first, second) = (self.model()?, other.model()?);
        Ok(Comparison {
            names: [first.name.clone(), second.name.clone()],
            sizes: [Some(self.linear_structure()?.size()), Some(other.linear_structure()?.size())],
            rigid: [modes.rigid, others.rigid],
            frequencies_hz,
            mac,
            matched: matched.map(|(how, rows)| (how, rows.len())),
            pairs,
            cost: Counted::cost(modes) + Counted::cost(others),
        })
    }

    /// Compares modes of the full structure with those of a reduction of it, about the state that the
    /// reduction is made about; shapes over the rows of the full structure.
    ///
    /// # Errors
    /// When there is no such reduction of a linear structure, a saved one has no basis, or modes cannot be found.
    pub fn compare_with_reduced(
        &self,
        name: &str,
        request: &ModesRequest,
        progress: &dyn Progress,
    ) -> Result<Answer<Comparison>, Failure> {
        let asked = self.reduction(name)?;
        let at = self.place_of(asked)?;
        let full = self.structure_at(&at, progress)?;
        let reduced = self.reduced_structure(name, Some(&at), progress)?;
        let rows = full.structure.size();
        if reduced.vectors.rows() != rows {
            let (name, size) = (name.to_owned(), rows);
            return Err(Failure::SavedRows { name, rows: reduced.vectors.rows(), size });
        }
        let modes = |structure: &Structure| -> Result<Modes, Failure> {
            Ok(lissom_dynamics::modes(structure, &fitting(request, structure), progress)?)
        };
        let (first, second) = (modes(&full.structure)?, modes(&reduced.structure)?);
        let frequencies_hz = [&first, &second].map(frequencies);
        let everywhere: Vec<(usize, usize)> = (0..rows).map(|row| (row, row)).collect();
        let mac = assurance(&first.shapes, &reduced.vectors.matmul(&second.shapes), &everywhere);
        let comparison = Comparison {
            names: [self.model()?.name.clone(), name.to_owned()],
            sizes: [Some(rows), Some(reduced.size())],
            rigid: [first.rigid, second.rigid],
            pairs: paired_by_shape(&mac, &frequencies_hz),
            frequencies_hz,
            mac: Some(mac),
            matched: Some((MatchedBy::Name, rows)),
            cost: Counted::cost(&first) + Counted::cost(&second),
        };
        Ok(self.answer(comparison, full.notes))
    }

    /// Compares this model's modes with the exact frequencies of its continuum, in the order of frequencies.
    ///
    /// # Errors
    /// When the model has no exact continuum, or its frequencies cannot be found.
    pub fn compare_with_exact(&self, modes: &Modes) -> Result<Comparison, Failure> {
        let found = self.exact_modes(modes.modes.len())?;
        let (exact, cost) = (found.value, found.cost);
        let hz = exact.angular_frequencies.iter().map(|omega| omega / std::f64::consts::TAU).collect();
        let frequencies_hz = [hz, frequencies(modes)];
        let name = self.model()?.name.clone();
        let continuum =
            if exact.is_certified() { "exact continuum" } else { "estimate of the continuum, not certified" };
        Ok(Comparison {
            names: [format!("{name}, {continuum}"), format!("{name}, elements")],
            sizes: [None, Some(self.linear_structure()?.size())],
            rigid: [exact.rigid_modes, modes.rigid],
            pairs: paired_in_order(&frequencies_hz),
            frequencies_hz,
            mac: None,
            matched: None,
            cost: cost + Counted::cost(modes),
        })
    }

    /// The translations of all points by position, with their places among the expanded coordinates.
    fn translations(&self) -> Result<Option<Vec<Translation>>, Failure> {
        match self.machine()?.made_of()? {
            MadeOf::Frame => Ok(Some(translations_of(&self.linear_system()?.coordinates))),
            MadeOf::Parts => Ok(Some(self.joined_translations()?).filter(|all| !all.is_empty())),
            MadeOf::MovingParts => Ok(Some(self.moving_translations()?)),
        }
    }
}

/// The translations of all points of a frame.
pub(crate) fn translations_of(coordinates: &Coordinates) -> Vec<Translation> {
    let each = coordinates.points().iter().enumerate().flat_map(|(i, point)| {
        let rows = coordinates.translation(TranslationId(i));
        rows.zip(1..).map(move |(row, component)| (point.position, component, row))
    });
    each.collect()
}

/// The same request, for a structure that may have fewer modes than requested.
fn fitting(request: &ModesRequest, structure: &Structure) -> ModesRequest {
    let range = match request.range {
        Range::Lowest(count) => Range::Lowest(count.min(structure.size())),
        other => other,
    };
    ModesRequest { range, ..request.clone() }
}

fn frequencies(modes: &Modes) -> Vec<f64> {
    modes.modes.iter().map(lissom_dynamics::Mode::frequency_hz).collect()
}

type Matched = (MatchedBy, Vec<(usize, usize)>);

/// Coordinates of two models that are the same; `None` if there are none.
fn matched(first: &Session, second: &Session) -> Result<Option<Matched>, Failure> {
    if let (Some(a), Some(b)) = (first.translations()?, second.translations()?) {
        let rows = same_points(&a, &b);
        if !rows.is_empty() {
            return Ok(Some((MatchedBy::Position, rows)));
        }
    }
    let names = |session: &Session| -> Result<Vec<String>, Failure> {
        Ok(session.expand(&Dense::zeros(session.linear_structure()?.size(), 0))?.coordinates)
    };
    let (a, b) = (names(first)?, names(second)?);
    let places: BTreeMap<&String, usize> = b.iter().zip(0..).collect();
    let rows: Vec<(usize, usize)> =
        a.iter().enumerate().filter_map(|(i, name)| places.get(name).map(|j| (i, *j))).collect();
    Ok((!rows.is_empty()).then_some((MatchedBy::Name, rows)))
}

/// Translations of the two lists at the same points, found through a grid of cells.
fn same_points(a: &[Translation], b: &[Translation]) -> Vec<(usize, usize)> {
    let size = a.iter().flat_map(|(at, ..)| at.iter().map(|x| x.abs())).fold(0.0, f64::max);
    let width = if size > 0.0 { SAME_POINT * size } else { 1.0 };
    let cell = |at: &[f64; 3]| at.map(|x| (x / width).round() as i64);
    let mut cells: BTreeMap<([i64; 3], u8), usize> = BTreeMap::new();
    for (at, component, row) in b {
        cells.entry((cell(at), *component)).or_insert(*row);
    }
    let near = |(at, component, row): &Translation| {
        let [x, y, z] = cell(at);
        // A point near the edge of a cell may match one in the next cell.
        let around =
            (-1..=1).flat_map(|i| (-1..=1).flat_map(move |j| (-1..=1).map(move |k| [x + i, y + j, z + k])));
        around.filter_map(|c| cells.get(&(c, *component))).next().map(|other| (*row, *other))
    };
    a.iter().filter_map(near).collect()
}

/// |φᵀψ|²/(φᵀφ ψᵀψ) over the matched coordinates.
fn assurance(first: &Dense, second: &Dense, rows: &[(usize, usize)]) -> Dense {
    let a = unit_shapes(first.select_rows(&rows.iter().map(|(i, _)| *i).collect::<Vec<_>>()));
    let b = unit_shapes(second.select_rows(&rows.iter().map(|(_, j)| *j).collect::<Vec<_>>()));
    let [own_a, own_b] = [&a, &b].map(|shapes| {
        (0..shapes.cols()).map(|j| dot(shapes.column(j), shapes.column(j))).collect::<Vec<f64>>()
    });
    Dense::from_fn(a.cols(), b.cols(), |i, j| {
        let size = own_a[i] * own_b[j];
        if size > 0.0 { dot(a.column(i), b.column(j)).powi(2) / size } else { 0.0 }
    })
}

/// Each column over its largest entry: squares of shapes of a very light body are not finite.
fn unit_shapes(mut shapes: Dense) -> Dense {
    for j in 0..shapes.cols() {
        let peak = shapes.column(j).iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        if peak > 0.0 {
            shapes.column_mut(j).iter_mut().for_each(|x| *x /= peak);
        }
    }
    shapes
}

/// The most alike first, each mode once.
fn paired_by_shape(mac: &Dense, frequencies: &[Vec<f64>; 2]) -> Vec<ModePair> {
    let mut all: Vec<(usize, usize)> =
        (0..mac.rows()).flat_map(|i| (0..mac.cols()).map(move |j| (i, j))).collect();
    all.sort_by(|a, b| mac[*b].total_cmp(&mac[*a]));
    let (mut of_first, mut of_second) = (vec![None; mac.rows()], vec![None; mac.cols()]);
    for (i, j) in all.into_iter().filter(|place| mac[*place] >= SAME) {
        if of_first[i].is_none() && of_second[j].is_none() {
            (of_first[i], of_second[j]) = (Some(j), Some(i));
        }
    }
    let mut pairs: Vec<ModePair> = (0..mac.rows())
        .map(|i| pair(Some(i), of_first[i], frequencies, of_first[i].map(|j| mac[(i, j)])))
        .collect();
    let left = (0..mac.cols()).filter(|j| of_second[*j].is_none());
    pairs.extend(left.map(|j| pair(None, Some(j), frequencies, None)));
    pairs
}

fn paired_in_order(frequencies: &[Vec<f64>; 2]) -> Vec<ModePair> {
    let [first, second] = frequencies;
    let place = |i: usize, list: &[f64]| (i < list.len()).then_some(i);
    (0..first.len().max(second.len()))
        .map(|i| pair(place(i, first), place(i, second), frequencies, None))
        .collect()
}

fn pair(
    first: Option<usize>,
    second: Option<usize>,
    frequencies: &[Vec<f64>; 2],
    mac: Option<f64>,
) -> ModePair {
    let both = first.zip(second).map(|(i, j)| (frequencies[0][i], frequencies[1][j]));
    ModePair { first, second, relative_difference: both.map(|(a, b)| (b - a) / a), mac }
}
