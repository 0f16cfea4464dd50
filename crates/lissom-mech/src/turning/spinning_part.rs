//! An imported part in a rotating frame: centrifugal force from its mass matrix.
//!
//! A rotation row belongs to a node that others follow as a rigid body, x_k = u + ϑ × s_k (RBE2 in the
//! finite-element program). The mass matrix contains the required data of these arms: its blocks between ϑ
//! and translations are Σ m s̃, those between rotations Σ m ((s·s′) 1 − s′ sᵀ), from which first and second
//! moments follow.

use crate::elements::{SpinAxis, tilde, turning_form, turning_moment};
use crate::error::MechError;
use crate::parts::part_structure::PartStructure;
use crate::turning::centrifugal::{Centrifugal, Gyroscopic, SpinDrag, skew_part};
use crate::vector::{Vector, cross, sub};
use lissom_linalg::{Sparse, Triplets};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A rotating part. The integrals f_E, M_E and 2Θ(n̂) are products with the mass matrix here, M E r, E M E
/// and M ñ + ñ M: correct where rows are translations, or rotations of rigid bodies, and the interpolation is
/// isotropic, as in solids \[StaticDeformation, §2.4\]. Nodes that follow rigid interfaces are transformed to
/// the interface, x = T y.
#[derive(Debug)]
pub struct SpinningPart {
    load: Vec<f64>,
    softening: Sparse,
    coriolis: Sparse,
    anisotropy: f64,
    /// ω̂ × r of places, over the rows of the part.
    turn: Vec<f64>,
    /// Mass-proportional drag: on the reference shape, and due to displacements.
    by_mass: Option<(Vec<f64>, Sparse)>,
}

/// Drag of a damping matrix on the rotation below this share is neglected [-].
const NO_DRAG: f64 = 1e-8;

/// Tolerance for the form of mass matrix blocks of rigid bodies [-].
const RIGID: f64 = 1e-6;

/// Axis data over the rows of the files.
struct FileRows {
    /// E over the translations of nodes.
    normal: Sparse,
    /// ω̂ × u over the translations of nodes.
    spin: Sparse,
    /// E (r − p); zero for rotations.
    arms: Vec<f64>,
    /// Rows and components of rotations.
    rotations: Vec<Vec<(usize, usize)>>,
    /// Node and component of every row that is a translation.
    places: Vec<Option<(i64, usize)>>,
}

impl SpinningPart {
    /// The part in rotation about an axis.
    ///
    /// # Errors
    /// [`MechError::NoSpin`] when positions are unknown, or rows are rotations of beams or shells.
    pub fn of(part: &PartStructure, axis: SpinAxis) -> Result<Self, MechError> {
        let refused = |reason: &'static str| MechError::NoSpin { part: part.name.clone(), reason };
        let matter = part.matter().ok_or_else(|| {
            refused("the model does not request rotation: write [spin], or a state of rotation")
        })?;
        let mass = &matter.mass;
        let rows = FileRows::of(part, &axis)?;
        let (normal, spin) = (&rows.normal, &rows.spin);
        let between_translations = rows.translations(mass);
        let anisotropy = rows.anisotropy(&between_translations);
        let turning = RigidArms::of(&rows, mass);
        if !rows.rotations.is_empty() && (anisotropy > RIGID || turning.defect > RIGID) {
            return Err(refused("some of its rows are rotations, but not those of rigid bodies"));
        }
        let (mut load, mut turn, mut dragged) =
            (vec![0.0; rows.arms.len()], vec![0.0; rows.arms.len()], vec![0.0; rows.arms.len()]);
        mass.multiply(&rows.arms, &mut load);
        turning.add_load(&axis, &mut load);
        spin.multiply(&rows.arms, &mut turn);
        rows.rotations.iter().flatten().for_each(|(row, k)| turn[*row] = axis.direction[*k]);
        mass.multiply(&turn, &mut dragged);
        let moved = mass.multiply_sparse(spin);
        let own = &between_translations;
        // Between translations and rotations a map acts on the translations alone.
        let mixed = |map: &Sparse| {
            let all = map.multiply_sparse(mass).add_scaled(1.0, &mass.multiply_sparse(map), 1.0);
            let twice = map.multiply_sparse(own).add_scaled(1.0, &own.multiply_sparse(map), 1.0);
            all.add_scaled(1.0, &twice, -1.0)
        };
        let mut coriolis = own.multiply_sparse(spin).add_scaled(1.0, &spin.multiply_sparse(own), 1.0);
        let mut softening = own.congruence(normal);
        if !rows.rotations.is_empty() {
            coriolis = coriolis.add_scaled(1.0, &mixed(spin), 2.0).add_scaled(
                1.0,
                &turning.form(&tilde(axis.direction)),
                2.0,
            );
            softening = softening.add_scaled(1.0, &mixed(normal), 1.0).add_scaled(
                1.0,
                &turning.form(&across(&axis)),
                1.0,
            );
        }
        let seen = |matrix: Sparse| part.following().map_or(matrix.clone(), |t| matrix.congruence(t));
        let brought = |forces: Vec<f64>| match part.following() {
            None => forces,
            Some(t) => {
                let mut seen = vec![0.0; t.cols()];
                t.transpose().multiply(&forces, &mut seen);
                seen
            }
        };
        let alpha = matter.per_mass;
        let by_mass = (alpha != 0.0).then(|| {
            let shape = brought(dragged).into_iter().map(|d| alpha * d).collect();
            let moved = seen(moved);
            (shape, moved.add_scaled(alpha, &moved, 0.0))
        });
        let turn = turn_of_rows(part, &axis).ok_or_else(|| refused(UNKNOWN))?;
        Ok(Self {
            load: brought(load),
            softening: seen(softening).symmetric_part(),
            coriolis: skew_part(&seen(coriolis)),
            anisotropy,
            turn,
            by_mass,
        })
    }

    /// Drag on the rotation of the part alone: mass-proportional drag.
    ///
    /// # Errors
    /// [`MechError::NoSpin`] when a damping matrix causes drag on the rotation: its part at rest is unknown.
    pub(crate) fn drag(&self, part: &PartStructure) -> Result<SpinDrag, MechError> {
        let n = self.turn.len();
        let mut drag = SpinDrag {
            turn: self.turn.clone(),
            of_shape: vec![0.0; n],
            of_displacement: Sparse::from_triplets(&Triplets::new(n, n)),
        };
        if let Some((shape, displacement)) = &self.by_mass {
            (drag.of_shape, drag.of_displacement) = (shape.clone(), displacement.clone());
        }
        let damping = part.matter().map(|matter| &matter.damping);
        if damping.is_some_and(|damping| drags_more(damping, &self.turn, &drag.of_shape)) {
            return Err(MechError::NoSpin { part: part.name.clone(), reason: DRAGGED });
        }
        Ok(drag)
    }

    /// Anisotropy of the mass matrix: |M E − E M| over |M| [-].
    #[must_use]
    pub fn anisotropy(&self) -> f64 {
        self.anisotropy
    }
}

/// Error for a damping matrix.
pub(crate) const DRAGGED: &str =
    "its damping matrix causes drag on the rotation, and its part at rest is unknown";

/// Error for a part without positions.
const UNKNOWN: &str = "without `dof` and `mesh` the positions of its rows are unknown";

/// Whether a damping matrix resists a rotation by more than the known drag.
pub(crate) fn drags_more(damping: &Sparse, turn: &[f64], known: &[f64]) -> bool {
    let mut all = vec![0.0; turn.len()];
    damping.multiply(turn, &mut all);
    let size: f64 = damping.iter().map(|(i, j, d)| (d * turn[i] * turn[j]).abs()).sum();
    let unknown: f64 = turn.iter().zip(all.iter().zip(known)).map(|(q, (a, k))| q * (a - k)).sum();
    unknown.abs() > NO_DRAG * size
}

impl FileRows {
    fn of(part: &PartStructure, axis: &SpinAxis) -> Result<Self, MechError> {
        let refused = |reason: &'static str| MechError::NoSpin { part: part.name.clone(), reason };
        let (Some(dofs), Some(mesh)) = (&part.dofs, &part.mesh) else { return Err(refused(UNKNOWN)) };
        let [mut nodes, mut turned]: [BTreeMap<i64, Vec<(usize, usize)>>; 2] = Default::default();
        let (mut arms, mut places) = (vec![0.0; dofs.len()], vec![None; dofs.len()]);
        if dofs.iter().any(|dof| dof.copy > 0) {
            return Err(refused(
                "its shells or beams were expanded into solids, and the positions of their points are \
                 unknown",
            ));
        }
        for (row, dof) in dofs.iter().enumerate() {
            let component = usize::from(dof.component);
            if component > 3 {
                turned.entry(dof.node).or_default().push((row, component - 4));
                continue;
            }
            let place =
                mesh.position(dof.node).ok_or_else(|| refused("a node of `dof` is not in the mesh"))?;
            arms[row] = axis.arm(place)[component - 1];
            places[row] = Some((dof.node, component - 1));
            nodes.entry(dof.node).or_default().push((row, component - 1));
        }
        let vectors: Vec<_> = nodes.into_values().collect();
        let normal = each_vector(dofs.len(), &vectors, |unit| axis.normal(unit));
        let spin = each_vector(dofs.len(), &vectors, |unit| cross(axis.direction, unit));
        Ok(Self { normal, spin, arms, rotations: turned.into_values().collect(), places })
    }

    /// The blocks of a matrix between translations.
    fn translations<'m>(&self, matrix: &'m Sparse) -> Cow<'m, Sparse> {
        if self.rotations.is_empty() {
            return Cow::Borrowed(matrix);
        }
        let mut kept = Triplets::new(matrix.rows(), matrix.cols());
        let is_translation = |row: usize| self.places[row].is_some();
        let own = matrix.iter().filter(|(i, j, _)| is_translation(*i) && is_translation(*j));
        own.for_each(|(i, j, value)| kept.add(i, j, value));
        Cow::Owned(Sparse::from_triplets(&kept))
    }

    fn anisotropy(&self, mass: &Sparse) -> f64 {
        let (ahead, behind) = (mass.multiply_sparse(&self.normal), self.normal.multiply_sparse(mass));
        ahead.add_scaled(1.0, &behind, -1.0).max_abs() / mass.max_abs().max(f64::MIN_POSITIVE)
    }
}

/// A 3 × 3 block of a mass matrix.
type Block = [[f64; 3]; 3];

/// Arms of nodes that follow a rotation, from the mass matrix.
struct RigidArms {
    size: usize,
    /// Rows of a node's translations, and Σ m s of the coupled mass, summed over all rotations.
    first: Vec<([Option<usize>; 3], Vector)>,
    /// Rows of two rotations, and Σ m s s′ᵀ.
    second: Vec<([[Option<usize>; 3]; 2], Block)>,
    /// Relative deviation of the blocks from this form.
    defect: f64,
}

impl RigidArms {
    fn of(rows: &FileRows, mass: &Sparse) -> Self {
        let mut this = Self { size: mass.rows(), first: Vec::new(), second: Vec::new(), defect: 0.0 };
        let triples = |group: &[(usize, usize)]| {
            let mut triple = [None; 3];
            group.iter().for_each(|(row, k)| triple[*k] = Some(*row));
            triple
        };
        let rotations: Vec<[Option<usize>; 3]> = rows.rotations.iter().map(|g| triples(g)).collect();
        let mut translations: BTreeMap<i64, [Option<usize>; 3]> = BTreeMap::new();
        for (row, place) in rows.places.iter().enumerate() {
            if let Some((node, k)) = place {
                translations.entry(*node).or_default()[*k] = Some(row);
            }
        }
        for turned in &rotations {
            let touched = turned.iter().flatten().flat_map(|row| mass.column(*row).0);
            let nodes: BTreeSet<i64> =
                touched.filter_map(|row| rows.places[*row as usize].map(|(node, _)| node)).collect();
            for moved in nodes.iter().map(|node| translations[node]) {
                let block = block(mass, turned, &moved);
                // Σ m s̃: a part that is not skew does not belong to a rigid body.
                let skew = [(2, 1), (0, 2), (1, 0)].map(|(i, j)| 0.5 * (block[i][j] - block[j][i]));
                this.judge(&block, |i, j| 0.5 * (block[i][j] + block[j][i]));
                this.first.push((moved, skew));
            }
            for other in &rotations {
                let block = block(mass, turned, other);
                let half = 0.5 * (block[0][0] + block[1][1] + block[2][2]);
                let moments =
                    [0, 1, 2].map(|i| [0, 1, 2].map(|j| f64::from(u8::from(i == j)) * half - block[j][i]));
                if moments.iter().flatten().any(|m| *m != 0.0) {
                    this.second.push(([*turned, *other], moments));
                }
            }
        }
        this
    }

    fn judge(&mut self, block: &Block, wrong: impl Fn(usize, usize) -> f64) {
        let size = block.iter().flatten().fold(0.0_f64, |m, v| m.max(v.abs()));
        let pairs = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
        let worst = pairs.map(|(i, j)| wrong(i, j).abs()).fold(0.0, f64::max);
        if size > 0.0 {
            self.defect = self.defect.max(worst / size);
        }
    }

    /// Θ(W) between rotations.
    fn form(&self, w: &Block) -> Sparse {
        let mut sum = Triplets::new(self.size, self.size);
        for ([left, right], moments) in &self.second {
            let form = turning_form(moments, w);
            for (i, row) in left.iter().enumerate() {
                for (j, column) in right.iter().enumerate() {
                    if let (Some(row), Some(column)) = (row, column) {
                        sum.add(*row, *column, form[i][j]);
                    }
                }
            }
        }
        Sparse::from_triplets(&sum)
    }

    /// Centrifugal force at unit speed on mass with an offset from its node: E Σ m s on translations, Σ m s ×
    /// E s′ on rotations.
    fn add_load(&self, axis: &SpinAxis, load: &mut [f64]) {
        for (rows, moment) in &self.first {
            let force = axis.normal(*moment);
            rows.iter().zip(force).for_each(|(row, f)| row.iter().for_each(|row| load[*row] += f));
        }
        for ([rows, _], moments) in &self.second {
            // Σ m s s′ᵀ turned: (E s′) sᵀ is E times its transpose.
            let turned = turning_moment(&transposed(moments), &across(axis));
            rows.iter().zip(turned).for_each(|(row, f)| row.iter().for_each(|row| load[*row] += f));
        }
    }
}

fn block(matrix: &Sparse, left: &[Option<usize>; 3], right: &[Option<usize>; 3]) -> Block {
    left.map(|i| right.map(|j| i.zip(j).map_or(0.0, |(i, j)| matrix.get(i, j))))
}

fn transposed(a: &Block) -> Block {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| a[j][i]))
}

/// E as a matrix.
fn across(axis: &SpinAxis) -> Block {
    let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|unit| axis.normal(unit));
    transposed(&columns)
}

/// q_θ over the rows of the part: those of a rigid interface are the translation and rotation of its point.
fn turn_of_rows(part: &PartStructure, axis: &SpinAxis) -> Option<Vec<f64>> {
    let turn = part.points()?.into_iter().map(|point| match usize::from(point.component) {
        component @ 1..=3 => cross(axis.direction, sub(point.at, axis.point))[component - 1],
        component => axis.direction[component - 4],
    });
    Some(turn.collect())
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

    /// The elements of a part are unknown, and so is its stress.
    fn stiffening(&self, _displacement: &[f64]) -> Option<Sparse> {
        None
    }
}
