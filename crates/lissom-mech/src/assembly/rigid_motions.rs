//! The rigid motions of a structure, and which of them are free.
//!
//! Whether a motion is free is decided by geometry: it must keep every constraint and deform no element. No
//! frequency is compared with a threshold.

use crate::assembly::constraints::{Constraint, Elimination};
use crate::assembly::coordinates::Coordinates;
use crate::assembly::linear_system::motion_scale;
use crate::elements::Element;
use crate::error::MechError;
use crate::vector::Vector;
use lissom_linalg::Dense;
use lissom_linalg::eigen::symmetric;
use lissom_model::model::{Coordinate, Dimension};

/// The rigid motions of a structure.
#[derive(Clone, Debug)]
pub struct RigidMotions {
    /// Name of each: a translation along, or a rotation about, a global axis through the centre of mass.
    pub kinds: Vec<Coordinate>,
    /// Over all coordinates, one column each; unit displacement or unit angle.
    pub motions: Dense,
    /// Free combinations, over the columns of `motions` (rotations scaled by the structure's size).
    pub free: Dense,
    /// The free ones over the independent coordinates.
    pub free_independent: Dense,
}

/// A motion is free when its deformations stay below this share of the motion: far above rounding (1e-15), far
/// below any real resistance, which is of order one.
const FREE: f64 = 1e-6;

impl RigidMotions {
    pub(crate) fn of(
        coordinates: &Coordinates,
        elements: &[Box<dyn Element>],
        elimination: &Elimination,
        centre: Vector,
    ) -> Result<Self, MechError> {
        let kinds = kinds(coordinates.dimension());
        let size = size(coordinates);
        let (motions, scaled) = unit_motions(coordinates, &kinds, centre);
        let mut sum = SumOfSquares::new(kinds.len());
        let kept = elimination.transformation.times(&scaled.select_rows(&elimination.independent));
        for i in 0..coordinates.len() {
            let scale = if coordinates.is_rotation(i) { size } else { 1.0 };
            sum.add(|j| (scaled[(i, j)] - kept[(i, j)]) * scale);
        }
        resist_elements(&mut sum, coordinates, elements, &scaled);
        let resistance = sum.finite(coordinates, &motions, centre)?;
        let free = null_combinations(&resistance, FREE);
        let free_independent = scaled.matmul(&free).select_rows(&elimination.independent);
        Ok(Self { kinds, motions, free, free_independent })
    }

    /// The free motions as text: `translation along x`, `rotation about z`, or `a combination of …`.
    #[must_use]
    pub fn describe_free(&self) -> Vec<String> {
        (0..self.free.cols()).map(|j| describe(&self.kinds, self.free.column(j))).collect()
    }
}

/// A combination of motions as text.
pub(crate) fn describe(kinds: &[Coordinate], combination: &[f64]) -> String {
    let names: Vec<&str> = combination
        .iter()
        .zip(kinds)
        .filter(|(weight, _)| weight.abs() > FREE)
        .map(|(_, kind)| kind_name(*kind, kinds.len() == 3))
        .collect();
    if names.len() == 1 { names[0].to_owned() } else { format!("a combination of {}", names.join(" and ")) }
}

fn kinds(dimension: Dimension) -> Vec<Coordinate> {
    use Coordinate::{Rx, Ry, Rz, X, Y, Z};
    if dimension == Dimension::Three { vec![X, Y, Z, Rx, Ry, Rz] } else { vec![X, Y, Rz] }
}

fn kind_name(kind: Coordinate, planar: bool) -> &'static str {
    match kind {
        Coordinate::X => "translation along x",
        Coordinate::Y => "translation along y",
        Coordinate::Z => "translation along z",
        Coordinate::Rx => "rotation about x",
        Coordinate::Ry => "rotation about y",
        Coordinate::Rz if planar => "rotation",
        Coordinate::Rz => "rotation about z",
    }
}

fn unit_motion(coordinates: &Coordinates, kind: Coordinate, centre: Vector) -> Vec<f64> {
    let axis = match kind {
        Coordinate::X | Coordinate::Rx => [1.0, 0.0, 0.0],
        Coordinate::Y | Coordinate::Ry => [0.0, 1.0, 0.0],
        Coordinate::Z | Coordinate::Rz => [0.0, 0.0, 1.0],
    };
    if kind.is_rotation() {
        coordinates.rigid_motion([0.0; 3], axis, centre)
    } else {
        coordinates.rigid_motion(axis, [0.0; 3], centre)
    }
}

/// The free rigid motions as text, determined from the constraints without their elimination.
pub(crate) fn free_motions(
    coordinates: &Coordinates,
    elements: &[Box<dyn Element>],
    constraints: &[Constraint],
    centre: Vector,
) -> Result<Vec<String>, MechError> {
    let kinds = kinds(coordinates.dimension());
    let (motions, scaled) = unit_motions(coordinates, &kinds, centre);
    let scale = motion_scale(coordinates);
    let mut sum = SumOfSquares::new(kinds.len());
    for Constraint { row, .. } in constraints {
        let norm = row.iter().map(|(c, a)| (a * scale(*c)).abs()).fold(f64::MIN_POSITIVE, f64::max);
        sum.add(|j| row.iter().map(|(c, a)| a * scaled[(*c, j)]).sum::<f64>() / norm);
    }
    resist_elements(&mut sum, coordinates, elements, &scaled);
    let free = null_combinations(&sum.finite(coordinates, &motions, centre)?, FREE);
    Ok((0..free.cols()).map(|j| describe(&kinds, free.column(j))).collect())
}

/// The extent of a structure; one for a point \[m\].
fn size(coordinates: &Coordinates) -> f64 {
    if coordinates.size() > 0.0 { coordinates.size() } else { 1.0 }
}

/// The rigid motions over all coordinates, as they are and with rotations scaled to unit displacement at the far end:
/// comparisons are then free of units.
fn unit_motions(coordinates: &Coordinates, kinds: &[Coordinate], centre: Vector) -> (Dense, Dense) {
    let columns: Vec<Vec<f64>> = kinds.iter().map(|k| unit_motion(coordinates, *k, centre)).collect();
    let motions = Dense::from_columns(coordinates.len(), &columns);
    let mut scaled = motions.clone();
    let size = size(coordinates);
    for (j, kind) in kinds.iter().enumerate() {
        if kind.is_rotation() {
            scaled.column_mut(j).iter_mut().for_each(|v| *v /= size);
        }
    }
    (motions, scaled)
}

/// Sum of squares of all resistance: violated constraints and deformations of elements with stiffness, each
/// measured against the size of the motion. Small, symmetric, one row per rigid motion.
struct SumOfSquares(Dense);

impl SumOfSquares {
    fn new(motions: usize) -> Self {
        Self(Dense::zeros(motions, motions))
    }

    /// Adds a constraint or deformation.
    fn add(&mut self, broken: impl Fn(usize) -> f64) {
        let row: Vec<f64> = (0..self.0.rows()).map(broken).collect();
        for i in 0..row.len() {
            for j in 0..row.len() {
                self.0[(i, j)] += row[i] * row[j];
            }
        }
    }

    fn finite(self, coordinates: &Coordinates, motions: &Dense, centre: Vector) -> Result<Dense, MechError> {
        if motions.first_not_finite().or(self.0.first_not_finite()).is_some() {
            return Err(MechError::NotFinite {
                what: "the deformation under a rigid motion".to_owned(),
                coordinate: coordinates.farthest(centre),
            });
        }
        Ok(self.0)
    }
}

/// Resistance of elements with stiffness.
fn resist_elements(
    sum: &mut SumOfSquares,
    coordinates: &Coordinates,
    elements: &[Box<dyn Element>],
    motions: &Dense,
) {
    let size = size(coordinates);
    for element in elements {
        let (gradient, stiffness) = (element.gradient(), element.stiffness());
        for i in (0..gradient.rows()).filter(|i| stiffness[(*i, *i)] != 0.0) {
            let norm = row_norm(element.as_ref(), &gradient, i, coordinates, size);
            sum.add(|j| {
                let terms = element.coordinates().iter().enumerate();
                terms.map(|(k, index)| gradient[(i, k)] * motions[(*index, j)]).sum::<f64>() / norm
            });
        }
    }
}

fn row_norm(
    element: &dyn Element,
    gradient: &Dense,
    row: usize,
    coordinates: &Coordinates,
    size: f64,
) -> f64 {
    let terms = element.coordinates().iter().enumerate();
    terms
        .map(|(k, index)| {
            (gradient[(row, k)] * if coordinates.is_rotation(*index) { 1.0 / size } else { 1.0 }).abs()
        })
        .fold(f64::MIN_POSITIVE, f64::max)
}

/// Orthonormal combinations on which the quadratic form vanishes (its root stays below `small`), with pure
/// motions kept pure.
pub(crate) fn null_combinations(form: &Dense, small: f64) -> Dense {
    let n = form.rows();
    let scale = form.max_abs();
    if scale == 0.0 {
        return Dense::identity(n);
    }
    // A resistance beyond the range of numbers counts as resistance.
    if !scale.is_finite() {
        return Dense::zeros(n, 0);
    }
    // Pure axes first: a free translation should be reported as such, not as a mixture.
    let pure: Vec<usize> = (0..n).filter(|i| form[(*i, *i)] < small * small).collect();
    let mixed: Vec<usize> = (0..n).filter(|i| !pure.contains(i)).collect();
    let rest = Dense::from_fn(mixed.len(), mixed.len(), |i, j| form[(mixed[i], mixed[j])]);
    let mut columns: Vec<Vec<f64>> =
        pure.iter().map(|i| (0..n).map(|k| f64::from(u8::from(k == *i))).collect()).collect();
    if !mixed.is_empty() {
        let eigen = symmetric(&rest).expect("the form is finite and symmetric");
        for (k, value) in eigen.values.iter().enumerate() {
            if *value < small * small * scale.max(1.0) {
                let mut column = vec![0.0; n];
                for (i, index) in mixed.iter().enumerate() {
                    column[*index] = eigen.vectors[(i, k)];
                }
                columns.push(column);
            }
        }
    }
    Dense::from_columns(n, &columns)
}
