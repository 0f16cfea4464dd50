//! An imported part in a frame that turns: centrifugal force from its mass matrix.

use crate::centrifugal::{Centrifugal, Gyroscopic, SpinDrag, isotropic, skew_part};
use crate::elements::SpinAxis;
use crate::error::MechError;
use crate::part_structure::PartStructure;
use crate::vector::{Vector, cross, sub};
use lissom_linalg::{Sparse, Triplets};
use std::collections::BTreeMap;

/// A part that turns. The integrals f_E, M_E and 2Θ(n̂) are products with the mass matrix here, M E r, E M E and
/// M ñ + ñ M: right where all rows are translations and all directions are interpolated alike, as in solids
/// \[StaticDeformation, §2.4\]. Nodes that follow rigid interfaces bring theirs to the interface, x = T y.
#[derive(Debug)]
pub struct SpinningPart {
    load: Vec<f64>,
    softening: Sparse,
    coriolis: Sparse,
    anisotropy: f64,
    /// ω̂ × u of displacements, and ω̂ × r of places, over the rows of the part.
    spin: Sparse,
    turn: Vec<f64>,
    /// Drag in proportion to mass: on the shape, and what displacements add.
    by_mass: Option<(Vec<f64>, Sparse)>,
}

/// A damping matrix that drags the rotation by less than this share of what else does, does not drag it [-].
const NO_DRAG: f64 = 1e-8;

/// What the rows of the files know of the axis.
struct FileRows {
    /// E over the nodes.
    normal: Sparse,
    /// ω̂ × u over the nodes.
    spin: Sparse,
    /// E (r − p).
    arms: Vec<f64>,
}

impl SpinningPart {
    /// The part in rotation about an axis.
    ///
    /// # Errors
    /// [`MechError::NoSpin`] when positions are not known, rows are rotations, or supports hold rows.
    pub fn of(part: &PartStructure, axis: SpinAxis) -> Result<Self, MechError> {
        let refused = |reason: &'static str| MechError::NoSpin { part: part.structure.name.clone(), reason };
        if part.is_held() {
            return Err(refused("supports hold rows of it; hold it by springs to ground instead"));
        }
        let mass = part.file_mass().ok_or_else(|| {
            refused("rigid interfaces join its rows and the model did not ask for rotation; use kind = \"mean\" or \"nodes\"")
        })?;
        let FileRows { normal, spin, arms } = FileRows::of(part, &axis)?;
        let ahead = mass.multiply_sparse(&normal);
        let behind = normal.multiply_sparse(mass);
        let anisotropy =
            ahead.add_scaled(1.0, &behind, -1.0).max_abs() / mass.max_abs().max(f64::MIN_POSITIVE);
        let (mut load, mut turn, mut dragged) =
            (vec![0.0; arms.len()], vec![0.0; arms.len()], vec![0.0; arms.len()]);
        mass.multiply(&arms, &mut load);
        spin.multiply(&arms, &mut turn);
        mass.multiply(&turn, &mut dragged);
        let moved = mass.multiply_sparse(&spin);
        let coriolis = moved.add_scaled(1.0, &spin.multiply_sparse(mass), 1.0);
        let softening = mass.congruence(&normal);
        let seen = |matrix: Sparse| part.following().map_or(matrix.clone(), |t| matrix.congruence(t));
        let brought = |forces: Vec<f64>| match part.following() {
            None => forces,
            Some(t) => {
                let mut seen = vec![0.0; t.cols()];
                t.transpose().multiply(&forces, &mut seen);
                seen
            }
        };
        let alpha = part.ground.per_mass;
        let by_mass = (alpha != 0.0).then(|| {
            let shape = brought(dragged).into_iter().map(|d| alpha * d).collect();
            let moved = seen(moved);
            (shape, moved.add_scaled(alpha, &moved, 0.0))
        });
        let (spin, turn) = rows_of_the_part(part, &axis).ok_or_else(|| refused(UNKNOWN))?;
        Ok(Self {
            load: brought(load),
            softening: seen(softening).symmetric_part(),
            coriolis: skew_part(&seen(coriolis)),
            anisotropy,
            spin,
            turn,
            by_mass,
        })
    }

    /// What drags the rotation: dampers between interfaces and ground, and drag in proportion to mass.
    ///
    /// # Errors
    /// [`MechError::NotIsotropic`] when a damper or spring to ground acts differently as the part turns;
    /// [`MechError::NoSpin`] when a damping matrix drags the rotation: what of it stands still is not known.
    pub fn drag(&self, part: &PartStructure) -> Result<SpinDrag, MechError> {
        let structure = &part.structure;
        for (what, matrix) in [("damping", &part.ground.damping), ("stiffness", &part.ground.stiffness)] {
            let Some(matrix) = matrix else { continue };
            isotropic(what, matrix, &self.spin, &structure.rows)?;
        }
        let n = self.turn.len();
        let mut of_shape = vec![0.0; n];
        let mut of_displacement = Sparse::from_triplets(&Triplets::new(n, n));
        if let Some(damping) = &part.ground.damping {
            damping.multiply(&self.turn, &mut of_shape);
            of_displacement = damping.multiply_sparse(&self.spin);
        }
        if let Some((shape, displacement)) = &self.by_mass {
            of_shape.iter_mut().zip(shape).for_each(|(f, more)| *f += more);
            of_displacement = of_displacement.add_scaled(1.0, displacement, 1.0);
        }
        if drags_more(&structure.damping, &self.turn, &of_shape) {
            return Err(MechError::NoSpin { part: structure.name.clone(), reason: DRAGGED });
        }
        Ok(SpinDrag { turn: self.turn.clone(), of_shape, of_displacement })
    }

    /// How far the mass matrix is from treating all directions alike: |M E − E M| over |M| [-].
    #[must_use]
    pub fn anisotropy(&self) -> f64 {
        self.anisotropy
    }
}

/// Why a damping matrix stops a question.
pub(crate) const DRAGGED: &str =
    "its damping matrix drags the rotation, and nobody knows what of it stands still";

/// Why a part without positions cannot turn.
const UNKNOWN: &str = "without `dof` and `mesh` nobody knows where its rows are";

/// Whether a damping matrix resists a rotation by more than is known of it.
pub(crate) fn drags_more(damping: &Sparse, turn: &[f64], known: &[f64]) -> bool {
    let mut all = vec![0.0; turn.len()];
    damping.multiply(turn, &mut all);
    let size: f64 = damping.iter().map(|(i, j, d)| (d * turn[i] * turn[j]).abs()).sum();
    let unknown: f64 = turn.iter().zip(all.iter().zip(known)).map(|(q, (a, k))| q * (a - k)).sum();
    unknown.abs() > NO_DRAG * size
}

impl FileRows {
    fn of(part: &PartStructure, axis: &SpinAxis) -> Result<Self, MechError> {
        let refused = |reason: &'static str| MechError::NoSpin { part: part.structure.name.clone(), reason };
        let (Some(dofs), Some(mesh)) = (&part.dofs, &part.mesh) else { return Err(refused(UNKNOWN)) };
        let mut nodes: BTreeMap<i64, Vec<(usize, usize)>> = BTreeMap::new();
        let mut arms = vec![0.0; dofs.len()];
        for (row, dof) in dofs.iter().enumerate() {
            let component = usize::from(dof.component);
            if component > 3 {
                return Err(refused("some of its rows are rotations"));
            }
            let place =
                mesh.position(dof.node).ok_or_else(|| refused("a node of `dof` is not in the mesh"))?;
            arms[row] = axis.arm(place)[component - 1];
            nodes.entry(dof.node).or_default().push((row, component - 1));
        }
        let vectors: Vec<_> = nodes.into_values().collect();
        let normal = each_vector(dofs.len(), &vectors, |unit| axis.normal(unit));
        let spin = each_vector(dofs.len(), &vectors, |unit| cross(axis.direction, unit));
        Ok(Self { normal, spin, arms })
    }
}

/// S and q_θ over the rows of the part: those of a rigid interface are the translation and rotation of its point.
fn rows_of_the_part(part: &PartStructure, axis: &SpinAxis) -> Option<(Sparse, Vec<f64>)> {
    let (points, vectors) = (part.points()?, part.vectors()?);
    let turn = points.iter().map(|point| match usize::from(point.component) {
        component @ 1..=3 => cross(axis.direction, sub(point.at, axis.point))[component - 1],
        component => axis.direction[component - 4],
    });
    let spin = each_vector(points.len(), &vectors, |unit| cross(axis.direction, unit));
    Some((spin, turn.collect()))
}

/// A linear map of ordinary space on every vector among the rows.
fn each_vector(size: usize, vectors: &[Vec<(usize, usize)>], map: impl Fn(Vector) -> Vector) -> Sparse {
    let mut sum = Triplets::new(size, size);
    for rows in vectors {
        for (j, b) in rows {
            let image = map([0, 1, 2].map(|k| f64::from(u8::from(k == *b))));
            rows.iter().filter(|(_, a)| image[*a] != 0.0).for_each(|(i, a)| sum.add(*i, *j, image[*a]));
        }
    }
    Sparse::from_triplets(&sum)
}

impl Gyroscopic for SpinningPart {
    fn coriolis(&self) -> &Sparse {
        &self.coriolis
    }
}

impl Centrifugal for SpinningPart {
    fn load(&self) -> &[f64] {
        &self.load
    }

    fn softening(&self) -> &Sparse {
        &self.softening
    }

    /// The elements of a part are not known, so its stress is not.
    fn stiffening(&self, _displacement: &[f64]) -> Option<Sparse> {
        None
    }
}
