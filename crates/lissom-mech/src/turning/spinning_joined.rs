//! A joined structure in a rotating frame.
//!
//! The matrices of rotation are assembled like mass and stiffness: each component has its own, masses at
//! interfaces are added, and x = T y transforms them to the rows of the whole. Stress stiffens the frame,
//! including the loads from the parts; the stress of parts is unknown.

use crate::assembly::frame::Frame;
use crate::elements::{Moving, SpinAxis, lump_at, tilde};
use crate::error::MechError;
use crate::joined::joined_forces::frame_stiffening;
use crate::joined::joined_structure::{JoinedPart, JoinedStructure, Piece};
use crate::parts::part_lumps::{Lumps, Row};
use crate::structures::structure::Structure;
use crate::turning::centrifugal::{Centrifugal, Gyroscopic, SpinDrag, SpinningFrame, skew_part};
use crate::turning::spinning_part::{DRAGGED, SpinningPart, drags_more};
use crate::vector::{Vector, cross, dot, sub};
use lissom_linalg::{Dense, Lu, Sparse, Triplets};
use lissom_model::model::{Attachment, Coordinate, Direction, Mass};
use std::collections::BTreeMap;

/// Error for a reduced part without rotation matrices.
const NO_FORMS: &str = "its reduced file has no rotation matrices: reduce it again, from matrices with \
    `dof` and \
                        `mesh`, or use the full part";

/// Tolerance for anisotropy of a damper or spring to ground [-].
const ISOTROPIC: f64 = 1e-9;

/// A rotating joined structure.
#[derive(Debug)]
pub struct SpinningJoined<'a> {
    joined: &'a JoinedStructure,
    frame: Option<SpinningFrame<'a>>,
    axis: SpinAxis,
    /// Over the rows of the components.
    piece_load: Vec<f64>,
    piece_softening: Sparse,
    /// Over the rows of the whole.
    load: Vec<f64>,
    softening: Sparse,
    coriolis: Sparse,
    /// K^G of masses at interfaces, over the rows of the components; `None` without such masses.
    arms: Option<Sparse>,
    parts: Vec<Option<SpinningPart>>,
    anisotropy: f64,
}

/// Contribution of a component.
struct Added {
    load: Vec<f64>,
    softening: Sparse,
    coriolis: Sparse,
}

impl Added {
    fn of(matter: &dyn Gyroscopic) -> Self {
        let (load, softening) = (matter.load().to_vec(), matter.softening().clone());
        Self { load, softening, coriolis: matter.coriolis().clone() }
    }
}

impl<'a> SpinningJoined<'a> {
    /// The structure in rotation about an axis; `frame` are the elements of its frame, if it has one.
    ///
    /// # Errors
    /// [`MechError::NoSpin`] when a part has no rotation matrices.
    pub fn of(
        joined: &'a JoinedStructure,
        frame: Option<&'a Frame<'a>>,
        axis: SpinAxis,
    ) -> Result<Self, MechError> {
        let frame = frame.map(|frame| SpinningFrame::of(frame, axis));
        let (mut added, mut parts, mut anisotropy) = (Vec::new(), Vec::new(), 0.0_f64);
        added.extend(frame.iter().map(|frame| Added::of(frame)));
        for (name, part) in &joined.parts {
            match part {
                JoinedPart::Imported(part) => {
                    let spinning = SpinningPart::of(part, axis)?;
                    anisotropy = anisotropy.max(spinning.anisotropy());
                    added.push(Added::of(&spinning));
                    parts.push(Some(spinning));
                }
                JoinedPart::Reduced(structure) => {
                    let refused = || MechError::NoSpin { part: name.clone(), reason: NO_FORMS };
                    let forms = structure.turning.as_ref().zip(structure.rigid_body.as_ref());
                    let (forms, body) = forms.ok_or_else(refused)?;
                    added.push(Added::of(&forms.about(&axis, body)));
                    parts.push(None);
                }
            }
        }
        let side_by_side =
            |take: fn(&Added) -> &Sparse| Sparse::block_diagonal(&added.iter().map(take).collect::<Vec<_>>());
        let mut piece_load: Vec<f64> = added.iter().flat_map(|piece| &piece.load).copied().collect();
        let mut piece_softening = side_by_side(|piece| &piece.softening);
        let mut coriolis = side_by_side(|piece| &piece.coriolis);
        let lumps = TurningLumps::of(joined, &axis)?;
        let arms = lumps.map(|lumps| {
            piece_load.iter_mut().zip(&lumps.load).for_each(|(f, more)| *f += more);
            piece_softening = piece_softening.add_scaled(1.0, &lumps.softening, 1.0);
            coriolis = coriolis.add_scaled(1.0, &lumps.coriolis, 1.0);
            lumps.arms
        });
        Ok(Self {
            load: joined.over_whole(&piece_load),
            softening: joined.congruence(piece_softening.clone()).symmetric_part(),
            coriolis: skew_part(&joined.congruence(coriolis)),
            joined,
            frame,
            axis,
            piece_load,
            piece_softening,
            arms,
            parts,
            anisotropy,
        })
    }

    /// The axis.
    #[must_use]
    pub fn axis(&self) -> &SpinAxis {
        &self.axis
    }

    /// Anisotropy of the mass matrices of parts: |M E − E M| over |M| [-].
    #[must_use]
    pub fn anisotropy(&self) -> f64 {
        self.anisotropy
    }

    /// Whether stress stiffens some of it here: a frame, or masses at interfaces.
    #[must_use]
    pub fn is_stiffened(&self) -> bool {
        self.frame.is_some() || self.arms.is_some()
    }

    /// The parts without geometric stiffness: all of them, because their elements are unknown.
    #[must_use]
    pub fn unstiffened(&self) -> Vec<&str> {
        self.joined.parts.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub(crate) fn piece_load(&self) -> &[f64] {
        &self.piece_load
    }

    pub(crate) fn piece_softening(&self) -> &Sparse {
        &self.piece_softening
    }

    /// K^G over the rows of the components when centrifugal force at unit speed has deformed the whole by
    /// `displacement`.
    pub(crate) fn piece_stiffening(&self, displacement: &[f64]) -> Result<Option<Sparse>, MechError> {
        let Some(frame) = &self.frame else { return Ok(self.arms.clone()) };
        let own = frame_stiffening(self.joined, frame, &self.piece_load, displacement)?;
        let rows = self.joined.rows();
        let mut wide = Triplets::new(rows, rows);
        own.iter().for_each(|(i, j, value)| wide.add(i, j, value));
        let own = Sparse::from_triplets(&wide);
        Ok(Some(match &self.arms {
            Some(arms) => own.add_scaled(1.0, arms, 1.0),
            None => own,
        }))
    }

    /// Drag on the rotation: dampers between the components and ground at rest.
    ///
    /// # Errors
    /// [`MechError::NotIsotropic`] when a damper or spring to ground is not isotropic; [`MechError::NoSpin`]
    /// when damping of a part causes drag on the rotation and its part at rest is unknown.
    pub fn drag(&self) -> Result<SpinDrag, MechError> {
        let rows = self.joined.rows();
        let (mut turn, mut of_shape) = (Vec::with_capacity(rows), vec![0.0; rows]);
        let mut displacement = Triplets::new(rows, rows);
        let mut parts = self.parts.iter();
        for piece in self.joined.pieces() {
            let own = self.drag_of(&piece, &mut parts)?;
            turn.extend(own.turn);
            let rows = piece.first..piece.first + piece.size;
            of_shape[rows].iter_mut().zip(own.of_shape).for_each(|(f, more)| *f += more);
            let first = piece.first;
            own.of_displacement.iter().for_each(|(i, j, d)| displacement.add(first + i, first + j, d));
        }
        self.add_grounded(&mut of_shape, &mut displacement)?;
        let joined = self.joined;
        Ok(SpinDrag {
            turn: joined.independent.iter().map(|row| turn[*row]).collect(),
            of_shape: joined.over_whole(&of_shape),
            of_displacement: joined.congruence(Sparse::from_triplets(&displacement)),
        })
    }

    fn drag_of<'s>(
        &self,
        piece: &Piece<'_>,
        parts: &mut impl Iterator<Item = &'s Option<SpinningPart>>,
    ) -> Result<SpinDrag, MechError> {
        let Some((name, part)) = piece.part else {
            return self.frame.as_ref().expect("a frame is a piece only where there is one").drag();
        };
        let spinning = parts.next().and_then(Option::as_ref);
        match (part, spinning) {
            (JoinedPart::Imported(part), _) => {
                spinning.expect("an imported part turns where it is one of the pieces").drag(part)
            }
            (JoinedPart::Reduced(structure), _) => {
                let refused = |reason| MechError::NoSpin { part: name.to_owned(), reason };
                let turn = turn_of(structure, &self.axis)
                    .ok_or_else(|| refused("its reduced file does not contain all of its rigid motions"))?;
                let n = structure.size();
                if drags_more(&structure.damping, &turn, &vec![0.0; n]) {
                    return Err(refused(DRAGGED));
                }
                let of_displacement = Sparse::from_triplets(&Triplets::new(n, n));
                Ok(SpinDrag { turn, of_shape: vec![0.0; n], of_displacement })
            }
        }
    }

    /// Dampers between interfaces and ground: the velocity of a rotating point is ω̂ × (r − p + u), its
    /// angular velocity ω̂ plus the rotation of ϑ.
    fn add_grounded(&self, of_shape: &mut [f64], displacement: &mut Triplets) -> Result<(), MechError> {
        let n = self.axis.direction;
        let (places, rows) = self.joined.places(false)?;
        let find = |what: &str, at: &Attachment| places.find(what, at);
        let lumps = Lumps { model: &self.joined.between, find: Box::new(find), size: rows };
        let (dampers, springs) = (lumps.grounded_dampers()?, lumps.grounded_springs()?);
        for (what, links) in [("damping", &dampers), ("stiffness", &springs)] {
            let mut tensors: BTreeMap<(String, bool), [[f64; 3]; 3]> = BTreeMap::new();
            for link in links {
                let (a, turns) = split(link.direction);
                let sum = tensors.entry((link.place.clone(), turns)).or_default();
                (0..3).for_each(|i| (0..3).for_each(|j| sum[i][j] += link.coefficient * a[i] * a[j]));
            }
            if let Some(((place, _), _)) = tensors.iter().find(|(_, tensor)| !commutes(tensor, n)) {
                return Err(MechError::NotIsotropic { what, coordinate: place.clone() });
            }
        }
        for link in &dampers {
            let (a, turns) = split(link.direction);
            let at = link.at.ok_or_else(|| MechError::NoLine { what: link.what.clone() })?;
            let velocity = if turns { n } else { cross(n, sub(at, self.axis.point)) };
            link.row.iter().for_each(|(c, w)| of_shape[*c] += link.coefficient * w * dot(a, velocity));
            // (ω̂ × u)·a = u·(a × ω̂).
            let seen = cross(a, n);
            let turned = match turns {
                true => Direction::About(seen),
                false => Direction::Along(seen),
            };
            if seen.iter().all(|c| *c == 0.0) {
                continue;
            }
            for (column, share) in places.find(&link.what, &link.attachment)?.measure(&link.what, turned)? {
                link.row.iter().for_each(|(c, w)| displacement.add(*c, column, link.coefficient * w * share));
            }
        }
        drop(lumps);
        Ok(())
    }
}

fn split(direction: Direction) -> (Vector, bool) {
    match direction {
        Direction::Along(a) => (a, false),
        Direction::About(a) => (a, true),
    }
}

/// Whether a tensor is isotropic about an axis.
fn commutes(tensor: &[[f64; 3]; 3], axis: Vector) -> bool {
    let turn = tilde(axis);
    let product = |a: &[[f64; 3]; 3], b: &[[f64; 3]; 3], i: usize, j: usize| {
        (0..3).map(|k| a[i][k] * b[k][j]).sum::<f64>()
    };
    let size = tensor.iter().flatten().fold(0.0_f64, |m, c| m.max(c.abs()));
    let pairs = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
    pairs
        .into_iter()
        .all(|(i, j)| (product(tensor, &turn, i, j) - product(&turn, tensor, i, j)).abs() <= ISOTROPIC * size)
}

/// q_θ over the rows of a structure whose rigid motions are known by their momenta only.
fn turn_of(structure: &Structure, axis: &SpinAxis) -> Option<Vec<f64>> {
    let body = structure.rigid_body.as_ref()?;
    let centre = cross(axis.direction, sub(body.centre, axis.point));
    let unit = body.kinds.iter().map(|kind| match kind {
        Coordinate::X => centre[0],
        Coordinate::Y => centre[1],
        Coordinate::Z => centre[2],
        Coordinate::Rx => axis.direction[0],
        Coordinate::Ry => axis.direction[1],
        Coordinate::Rz => axis.direction[2],
    });
    let momentum = body.inertia.multiply_vector(&unit.collect::<Vec<_>>());
    let motions = &structure.rigid_candidates;
    if motions.cols() != momentum.len() {
        return None;
    }
    let shares = Lu::factor(&body.momenta.transpose_matmul(motions)).ok()?.solve(&momentum);
    Some(motions.multiply_vector(&shares))
}

/// Masses at interfaces, over the rows of the components.
struct TurningLumps {
    load: Vec<f64>,
    softening: Sparse,
    coriolis: Sparse,
    arms: Sparse,
}

impl TurningLumps {
    fn of(joined: &JoinedStructure, axis: &SpinAxis) -> Result<Option<Self>, MechError> {
        let masses = &joined.between.structure.masses;
        if masses.is_empty() {
            return Ok(None);
        }
        let rows = joined.rows();
        let [mut softening, mut coriolis, mut arms] = [(); 3].map(|()| Triplets::new(rows, rows));
        let mut load = vec![0.0; rows];
        for mass in masses.iter().enumerate() {
            let (lump, motions) = turning_lump(joined, mass)?;
            let inertia = lump.spin_inertia(axis);
            let mut twice = lump.inertia_form(&axis.at_speed(1.0).coriolis());
            twice.scale(2.0);
            for (matrix, sum) in
                [(&inertia.softening, &mut softening), (&twice, &mut coriolis), (&inertia.arms, &mut arms)]
            {
                add_through(sum, matrix, &motions);
            }
            for (force, motion) in inertia.load.iter().zip(&motions) {
                motion.iter().for_each(|(c, w)| load[*c] += w * force);
            }
        }
        let [softening, coriolis, arms] = [softening, coriolis, arms].map(|sum| Sparse::from_triplets(&sum));
        Ok(Some(Self { load, softening, coriolis, arms }))
    }
}

/// A mass at an interface, and the rows of the components that measure each of its motions.
fn turning_lump(
    joined: &JoinedStructure,
    (number, mass): (usize, &Mass),
) -> Result<(impl Moving + use<>, Vec<Row>), MechError> {
    let what = format!("mass {}", mass.name);
    let (places, _) = joined.places(false)?;
    let place = places.find(&what, &mass.at)?;
    let at = place.at().ok_or_else(|| MechError::NoLine { what: what.clone() })?;
    let spatial = !place.is_planar();
    let unit = |k: usize| [0, 1, 2].map(|i| f64::from(u8::from(i == k)));
    let along = 0..if spatial { 3 } else { 2 };
    let mut motions: Vec<_> =
        along.map(|k| place.measure(&what, Direction::Along(unit(k)))).collect::<Result<_, _>>()?;
    let about = if spatial { 0..3 } else { 2..3 };
    let turned: Result<Vec<_>, _> = about.map(|k| place.measure(&what, Direction::About(unit(k)))).collect();
    let turns = turned.is_ok();
    motions.extend(turned.unwrap_or_default());
    Ok((lump_at((number, mass), at, spatial, turns), motions))
}

/// Adds Wᵀ A W.
fn add_through(sum: &mut Triplets, matrix: &Dense, motions: &[Row]) {
    for (i, left) in motions.iter().enumerate() {
        for (j, right) in motions.iter().enumerate().filter(|(j, _)| matrix[(i, *j)] != 0.0) {
            for (r, a) in left {
                right.iter().for_each(|(c, b)| sum.add(*r, *c, matrix[(i, j)] * a * b));
            }
        }
    }
}

impl Gyroscopic for SpinningJoined<'_> {
    fn coriolis(&self) -> &Sparse {
        &self.coriolis
    }
}

impl Centrifugal for SpinningJoined<'_> {
    fn load(&self) -> &[f64] {
        &self.load
    }

    fn softening(&self) -> &Sparse {
        &self.softening
    }

    /// Of the frame and of masses at interfaces; `None` where there is neither.
    fn stiffening(&self, displacement: &[f64]) -> Option<Sparse> {
        let own = self.piece_stiffening(displacement);
        let own = own.expect("a structure that was joined once can be joined again")?;
        Some(self.joined.congruence(own).symmetric_part())
    }
}
