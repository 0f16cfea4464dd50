//! Rigid motion of a structure: momenta of its rows and mass properties.

use crate::assembly::linear_system::LinearSystem;
use crate::assembly::mass_properties::MassProperties;
use crate::assembly::rigid_motions::{describe, null_combinations};
use crate::parts::part_lumps::LumpMotions;
use crate::vector::{Vector, cross, sub};
use lissom_import::doctor::RigidMotions;
use lissom_linalg::{Dense, Lu, Sparse, dot, norm};
use lissom_model::model::Coordinate;

/// Names of the motions of a part, by number.
const KINDS: [Coordinate; 6] =
    [Coordinate::X, Coordinate::Y, Coordinate::Z, Coordinate::Rx, Coordinate::Ry, Coordinate::Rz];

/// The name of a motion.
pub(crate) fn name_of(kind: Coordinate) -> &'static str {
    match kind {
        Coordinate::X => "x",
        Coordinate::Y => "y",
        Coordinate::Z => "z",
        Coordinate::Rx => "rx",
        Coordinate::Ry => "ry",
        Coordinate::Rz => "rz",
    }
}

/// A rigid motion of a part with less resistance is free [-]; also used in the search for rigid motions.
pub(crate) const FREE: f64 = 1e-8;

/// Unit rigid motions of a whole structure, supports moving along: translations along and rotations about the
/// global axes through the centre of mass.
#[derive(Clone, Debug)]
pub struct RigidBody {
    /// Name of each motion.
    pub kinds: Vec<Coordinate>,
    /// Tᵀ M r of each unit motion r, one column each: the factor of a shape for its participation.
    pub momenta: Dense,
    /// rᵀ M r of all pairs of motions: mass and inertia of the whole [kg], [kg m²].
    pub inertia: Dense,
    /// Mass of the whole [kg].
    pub mass: f64,
    /// Centre of mass [m].
    pub centre: Vector,
    /// The point of the only fixed interface of a part [m]: reference point of fixed-base results.
    pub base: Option<Vector>,
    /// The free motions or combinations of them, as text.
    pub free: Vec<String>,
    /// |K r| / (|K| |r|), K scaled to a unit diagonal: of each motion of a part, of the free combinations of a frame [-].
    pub resistance: Vec<f64>,
}

impl RigidBody {
    /// Of a frame, including fixed coordinates.
    pub(crate) fn of_frame(system: &LinearSystem) -> Self {
        let motions = &system.rigid_motions.motions;
        let momenta = system.full_mass.times(motions);
        Self {
            kinds: system.rigid_motions.kinds.clone(),
            inertia: motions.transpose_matmul(&momenta),
            momenta: system.elimination.transformation.transpose().times(&momenta),
            mass: system.mass_properties.mass,
            centre: system.mass_properties.centre,
            base: None,
            free: system.rigid_motions.describe_free(),
            resistance: roots(&resistance(&system.rigid_motions.free_independent, &system.stiffness)),
        }
    }

    /// Of an imported part, without fixed rows. `None` without mass or mesh.
    pub(crate) fn of_part(motions: &RigidMotions, mass: &Sparse, stiffness: &Sparse) -> Option<Self> {
        let whole = motions.mass(mass)?;
        let centre = whole.centre?;
        let kinds: Vec<Coordinate> = motions.kinds.iter().map(|kind| KINDS[*kind]).collect();
        let about_centre = motions.vectors.matmul(&moved_to(motions, centre));
        let momenta = mass.times(&about_centre);
        let form = resistance(&motions.vectors, stiffness);
        let free = null_combinations(&form, FREE);
        Some(Self {
            resistance: roots(&form),
            free: (0..free.cols()).map(|j| describe(&kinds, free.column(j))).collect(),
            kinds,
            inertia: about_centre.transpose_matmul(&momenta),
            momenta,
            mass: whole.mass[0],
            centre,
            base: None,
        })
    }

    /// A point mass: the motions of its centre of mass over `rows` rows, by component, each with its inertia.
    pub(crate) fn of_lump(motions: LumpMotions, planar: bool, centre: Vector, rows: usize) -> Self {
        let own: Vec<usize> = if planar { vec![0, 1, 5] } else { (0..6).collect() };
        let mut momenta = Dense::zeros(rows, own.len());
        let mut inertia = Dense::zeros(own.len(), own.len());
        for (j, kind) in own.iter().enumerate() {
            let Some((row, value)) = &motions[*kind] else { continue };
            row.iter().for_each(|(c, weight)| momenta[(*c, j)] += weight * value);
            inertia[(j, j)] = *value;
        }
        Self {
            kinds: own.iter().map(|kind| KINDS[*kind]).collect(),
            momenta,
            mass: inertia[(0, 0)],
            inertia,
            centre,
            base: None,
            free: Vec::new(),
            resistance: Vec::new(),
        }
    }

    /// Of several components over `rows` rows, each with its first row. Free motions are not determined.
    /// `None` without mass, or for a mixture of planar and spatial components.
    pub(crate) fn of_pieces(pieces: &[(usize, Self)], rows: usize) -> Option<Self> {
        let kinds = pieces.first()?.1.kinds.clone();
        let mass: f64 = pieces.iter().map(|(_, body)| body.mass).sum();
        if pieces.iter().any(|(_, body)| body.kinds != kinds) || mass.is_nan() || mass <= 0.0 {
            return None;
        }
        let centre = std::array::from_fn(|k| {
            pieces.iter().map(|(_, body)| body.mass * body.centre[k]).sum::<f64>() / mass
        });
        let d = kinds.len();
        let (mut momenta, mut inertia) = (Dense::zeros(rows, d), Dense::zeros(d, d));
        for (first, body) in pieces {
            let moved = about(&kinds, sub(body.centre, centre));
            let own = body.momenta.matmul(&moved);
            for j in 0..d {
                let rows = &mut momenta.column_mut(j)[*first..first + own.rows()];
                rows.iter_mut().zip(own.column(j)).for_each(|(sum, value)| *sum += value);
            }
            inertia.add_scaled(1.0, &moved.transpose_matmul(&body.inertia.matmul(&moved)));
        }
        let (free, resistance) = (Vec::new(), Vec::new());
        let inertia = inertia.symmetric_part();
        Some(Self { kinds, momenta, inertia, mass, centre, base: None, free, resistance })
    }

    /// Momenta and inertia of rotations about a point instead of the centre of mass: ω × (x − p) = ω × (x − c) + ω × (c − p).
    #[must_use]
    pub fn seen_from(&self, point: Vector) -> (Dense, Dense) {
        let moved = about(&self.kinds, sub(self.centre, point));
        (self.momenta.matmul(&moved), moved.transpose_matmul(&self.inertia.matmul(&moved)))
    }

    /// The force of gravity on every row [N] or [N m]; `gravity` is its acceleration [m/s²].
    #[must_use]
    pub fn weight(&self, gravity: Vector) -> Vec<f64> {
        let mut force = vec![0.0; self.momenta.rows()];
        for (j, kind) in self.kinds.iter().enumerate() {
            let g = match kind {
                Coordinate::X => gravity[0],
                Coordinate::Y => gravity[1],
                Coordinate::Z => gravity[2],
                _ => continue,
            };
            force.iter_mut().zip(self.momenta.column(j)).for_each(|(f, m)| *f += g * m);
        }
        force
    }

    /// The rates of the whole in a motion w of the rows: c = (rᵀMr)⁻¹ rᵀM w, translations of the centre of mass and
    /// rotations; empty where the whole has no inertia in some of its motions.
    #[must_use]
    pub fn rates(&self, motion: &[f64]) -> Vec<(Coordinate, f64)> {
        let motion = Dense::from_column_major(motion.len(), 1, motion.to_vec());
        let momentum = self.momenta.transpose_matmul(&motion);
        let Ok(factor) = Lu::factor(&self.inertia) else { return Vec::new() };
        self.kinds.iter().copied().zip(factor.solve(momentum.column(0))).collect()
    }

    /// Mass, centre of mass and inertia about it.
    #[must_use]
    pub fn mass_properties(&self) -> MassProperties {
        let place = |k: usize| self.kinds.iter().position(|kind| *kind == KINDS[3 + k]);
        let inertia = std::array::from_fn(|i| {
            std::array::from_fn(|j| match (place(i), place(j)) {
                (Some(i), Some(j)) => self.inertia[(i, j)],
                _ => 0.0,
            })
        });
        MassProperties { mass: self.mass, centre: self.centre, inertia }
    }

    /// Its motions by number: translations along x, y, z are 1, 2, 3; rotations about them 4, 5, 6.
    #[must_use]
    pub fn components(&self) -> Vec<u8> {
        let number = |kind: &Coordinate| (1..).zip(KINDS).find(|(_, known)| known == kind).map(|(n, _)| n);
        self.kinds.iter().filter_map(number).collect()
    }

    /// The motions with these numbers; `None` when there is another number among them.
    #[must_use]
    pub fn kinds_of(components: &[u8]) -> Option<Vec<Coordinate>> {
        components.iter().map(|n| KINDS.get(usize::from(*n).checked_sub(1)?).copied()).collect()
    }

    /// The same body in other coordinates: x = V y, with V the given basis.
    #[must_use]
    pub fn projected(&self, basis: &Dense) -> Self {
        Self { momenta: basis.transpose_matmul(&self.momenta), ..self.clone() }
    }
}

/// The combinations of a part's motions that are unit motions about the centre of mass: ω × (x − c) is the rotation
/// about the origin o less the translation ω × (c − o).
fn moved_to(motions: &RigidMotions, centre: Vector) -> Dense {
    let d = motions.kinds.len();
    let shift = sub(centre, motions.origin);
    let mut combinations = Dense::identity(d);
    for (j, kind) in motions.kinds.iter().enumerate().filter(|(_, kind)| **kind >= 3) {
        combinations[(j, j)] = 1.0 / motions.angle;
        let axis = std::array::from_fn(|k| f64::from(u8::from(k == kind - 3)));
        let moved = cross(axis, shift);
        for (i, kind) in motions.kinds.iter().enumerate().filter(|(_, kind)| **kind < 3) {
            combinations[(i, j)] = -moved[*kind];
        }
    }
    combinations
}

/// Unit motions about a point by those about another that lies at `shift` from it: a rotation ω about the first moves the
/// second by ω × shift.
fn about(kinds: &[Coordinate], shift: Vector) -> Dense {
    let place = |kind: &Coordinate| KINDS.iter().position(|known| known == kind).unwrap_or(0);
    let places: Vec<usize> = kinds.iter().map(place).collect();
    Dense::from_fn(kinds.len(), kinds.len(), |i, j| match (places[i], places[j]) {
        (k, of) if k == of => 1.0,
        (k, of) if k < 3 && of >= 3 => {
            cross(std::array::from_fn(|a| f64::from(u8::from(a == of - 3))), shift)[k]
        }
        _ => 0.0,
    })
}

/// (K̂ r̂ᵢ)·(K̂ r̂ⱼ) / (|K̂|² |r̂ᵢ| |r̂ⱼ|) with K̂ scaled to a unit diagonal, so that units do not matter.
pub(crate) fn resistance(motions: &Dense, stiffness: &Sparse) -> Dense {
    let weight: Vec<f64> = stiffness.diagonal().iter().map(|value| value.abs().sqrt()).collect();
    let inverse: Vec<f64> = weight.iter().map(|w| if *w > 0.0 { 1.0 / w } else { 0.0 }).collect();
    let scaled = stiffness.scaled(&inverse);
    let mut unit = Dense::from_fn(motions.rows(), motions.cols(), |i, j| motions[(i, j)] * weight[i]);
    for j in 0..unit.cols() {
        let size = norm(unit.column(j)) * scaled.norm_one();
        if size > 0.0 {
            unit.column_mut(j).iter_mut().for_each(|x| *x /= size);
        }
    }
    let forces = scaled.times(&unit);
    Dense::from_fn(forces.cols(), forces.cols(), |i, j| dot(forces.column(i), forces.column(j)))
}

pub(crate) fn roots(form: &Dense) -> Vec<f64> {
    (0..form.cols()).map(|j| form[(j, j)].max(0.0).sqrt()).collect()
}
