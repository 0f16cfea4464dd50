//! An imported part as a structure: interfaces, damping, ports.

use crate::error::MechError;
use crate::parts::part_interface::{Followers, PartInterface, Rows};
use crate::parts::part_lumps::{Lumps, among};
use crate::structures::interface_coordinates::InterfaceCoordinates;
use crate::structures::modal_damping::ModalDamping;
use crate::structures::rigid_body::RigidBody;
use crate::structures::structure::{InterfaceMotion, PointMotion, Structure};
use lissom_import::doctor::RigidMotions;
use lissom_import::{Dof, ImportedMatrix, ImportedPart, Mesh, Storage};
use lissom_linalg::{Dense, Sparse};
use lissom_model::model::{Dimension, FePart, Model, StateKind};
use std::collections::BTreeMap;

/// Mirrored entries that differ by less are rounding, and their mean is taken [-].
const SYMMETRIC: f64 = 1e-8;

/// An imported part, ready for linear questions.
#[derive(Debug)]
pub struct PartStructure {
    /// What questions are asked of.
    pub structure: Structure,
    /// What each row of the files is called.
    pub coordinates: Vec<String>,
    /// What each row of the files belongs to, where that is known.
    pub dofs: Option<Vec<Dof>>,
    /// The mesh, where there is one.
    pub mesh: Option<Mesh>,
    followers: Followers,
    /// Rows of the files that stay rows of the structure.
    kept: Vec<usize>,
    /// The rows after them, which rigid interfaces bring: number of the interface, and what moves.
    own: Vec<(usize, PointMotion)>,
    /// M over the rows of the files, where rows follow rigid interfaces and somebody may ask what happens when it turns.
    file_mass: Option<Sparse>,
    /// Connections between the part and ground at rest.
    pub(crate) ground: Ground,
    /// x = T y while supports hold interfaces; `None` when nothing is held.
    held: Option<Sparse>,
}

/// Damping and stiffness between a part and ground.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    /// Dampers at interfaces.
    pub damping: Option<Sparse>,
    /// Springs at interfaces.
    pub stiffness: Option<Sparse>,
    /// Drag in proportion to mass, by Rayleigh's coefficient [1/s].
    pub per_mass: f64,
}

impl PartStructure {
    /// Makes a structure of a part and what the model attaches to it. The matrices are moved, not copied.
    ///
    /// # Errors
    /// A matrix that is not symmetric; an interface that the files do not carry; something attached to what the part
    /// does not have.
    pub fn new(model: &Model, description: &FePart, part: ImportedPart) -> Result<Self, MechError> {
        let coordinates: Vec<String> = (0..part.size()).map(|row| part.row_name(row)).collect();
        let motions = RigidMotions::of(&part);
        let ImportedPart { name, stiffness, mass, damping, dofs, mesh, .. } = part;
        let take = |what, matrix| symmetric(&name, what, matrix, &coordinates);
        let (stiffness, mass) = (take("stiffness", stiffness)?, take("mass", mass)?);
        let damping = damping.map(|matrix| take("damping", matrix)).transpose()?;
        let rows = Rows {
            part: &name,
            count: coordinates.len(),
            planar: model.dimension == Dimension::Two,
            dofs: dofs.as_deref(),
            mesh: mesh.as_ref(),
        };
        let own = model.interfaces.iter().filter(|interface| interface.part == name);
        let mut interfaces =
            own.map(|interface| PartInterface::new(interface, &rows)).collect::<Result<Vec<_>, _>>()?;
        let (followers, kept) = Followers::new(coordinates.len(), &mut interfaces)?;
        let damping = with_rayleigh(damping, description.rayleigh, &mass, &stiffness);
        let may_turn = asks_rotation(model) || !model.reductions.is_empty();
        let file_mass = (kept.len() < coordinates.len() && may_turn).then(|| mass.clone());
        let [mut mass, mut stiffness] = [mass, stiffness].map(|matrix| followers.congruence(matrix));
        let mut damping = damping.map(|matrix| followers.congruence(matrix));
        let size = stiffness.rows();
        let lumps = Lumps { model, find: Box::new(among(&interfaces, &followers)), size };
        join(&mut mass, lumps.mass()?);
        join(&mut stiffness, lumps.stiffness()?);
        damping = match (damping, lumps.damping()?) {
            (Some(own), Some(more)) => Some(own.add_scaled(1.0, &more, 1.0)),
            (own, more) => own.or(more),
        };
        let ground = Ground {
            damping: lumps.grounded_damping()?,
            stiffness: lumps.grounded_stiffness()?,
            per_mass: description.rayleigh.map_or(0.0, |[alpha, _]| alpha),
        };
        let mut structure = Structure::of_matrices(&name, mass, stiffness);
        structure.rows = names(&coordinates, &kept, &interfaces);
        if let Some(damping) = damping {
            structure.damping = damping;
        }
        structure.modal_damping = ModalDamping::Uniform(description.modal_damping.unwrap_or(0.0));
        if let Some(motions) = motions {
            give_rigid_motions(&mut structure, &motions, &kept, &interfaces);
        }
        structure.inputs = lumps.inputs()?;
        structure.outputs = lumps.outputs()?;
        drop(lumps);
        structure.interfaces = interfaces.iter().map(|i| i.interface(&followers)).collect();
        let supports = supports(model, &interfaces, &followers)?;
        let held = match supports.is_empty() {
            true => None,
            false => Some(hold(&mut structure, &supports)?),
        };
        if let Some(body) = &mut structure.rigid_body {
            body.base = base(model, &interfaces);
        }
        let own = interfaces.iter().enumerate().flat_map(|(i, interface)| {
            let motion = |component| (i, PointMotion { component, at: interface.at });
            interface.own_components().map(motion).collect::<Vec<_>>()
        });
        let own = own.collect();
        Ok(Self { structure, coordinates, dofs, mesh, followers, kept, own, file_mass, ground, held })
    }

    /// Whether supports hold some of its interfaces.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// M over the rows of the files; `None` where it was not kept.
    pub(crate) fn file_mass(&self) -> Option<&Sparse> {
        match self.followers.transformation() {
            None => Some(&self.structure.mass),
            Some(_) => self.file_mass.as_ref(),
        }
    }

    /// T with x = T y over the rows of the files, supports apart; `None` where rows are rows.
    pub(crate) fn following(&self) -> Option<&Sparse> {
        self.followers.transformation()
    }

    /// What each row of the structure moves, without supports; `None` if unknown.
    pub(crate) fn points(&self) -> Option<Vec<PointMotion>> {
        let (dofs, mesh) = (self.dofs.as_ref()?, self.mesh.as_ref()?);
        // Where copies of a node are is not known.
        if dofs.iter().any(|dof| dof.copy > 0) {
            return None;
        }
        let kept = self.kept.iter().map(|row| {
            Some(PointMotion { component: dofs[*row].component, at: mesh.position(dofs[*row].node)? })
        });
        kept.chain(self.own.iter().map(|(_, motion)| Some(*motion))).collect()
    }

    /// The rows of the structure that are components of one vector each, with the component: translations of a node,
    /// rotations of a rigid interface. Without supports; `None` if unknown.
    pub(crate) fn vectors(&self) -> Option<Vec<Vec<(usize, usize)>>> {
        let dofs = self.dofs.as_ref()?;
        let mut all: BTreeMap<(bool, i64, bool), Vec<(usize, usize)>> = BTreeMap::new();
        let mut add = |key, row: usize, component: u8| {
            let (is_own, place) = key;
            let part = usize::from(component - 1);
            all.entry((is_own, place, part >= 3)).or_default().push((row, part % 3));
        };
        for (row, file_row) in self.kept.iter().enumerate() {
            add((false, dofs[*file_row].node), row, dofs[*file_row].component);
        }
        for (row, (interface, motion)) in (self.kept.len()..).zip(&self.own) {
            add((true, *interface as i64), row, motion.component);
        }
        Some(all.into_values().collect())
    }

    /// Motions over all rows of the files from motions of the structure: x = T y, column by column.
    #[must_use]
    pub fn expand(&self, motions: &Dense) -> Dense {
        let free = self.held.as_ref().map_or_else(|| motions.clone(), |t| t.times(motions));
        self.followers.transformation().map_or(free.clone(), |t| t.times(&free))
    }
}

/// Whether a model asks what happens when it turns: `[spin]`, or a state of rotation.
#[must_use]
pub fn asks_rotation(model: &Model) -> bool {
    let kinds = model.states.iter().map(|state| state.kind);
    model.spin.is_some()
        || kinds.into_iter().any(|k| matches!(k, StateKind::Rotation(..) | StateKind::Torque(_)))
}

/// The motions that `[[fix]]` holds.
fn supports(
    model: &Model,
    interfaces: &[PartInterface],
    followers: &Followers,
) -> Result<Vec<InterfaceMotion>, MechError> {
    let mut all: Vec<InterfaceMotion> = Vec::new();
    for fix in &model.structure.fixes {
        for interface in interfaces.iter().filter(|i| fix.interfaces.contains(&i.name)) {
            for motion in interface.held(&fix.coordinates, followers)? {
                // What two supports hold is held once.
                if all.iter().all(|other| other.entries != motion.entries) {
                    all.push(motion);
                }
            }
        }
    }
    Ok(all)
}

/// The point of the interface that holds the part, if there is one alone.
fn base(model: &Model, interfaces: &[PartInterface]) -> Option<[f64; 3]> {
    let holds = |i: &&PartInterface| model.structure.fixes.iter().any(|fix| fix.interfaces.contains(&i.name));
    let mut holding = interfaces.iter().filter(holds);
    let first = holding.next()?;
    holding.next().is_none().then_some(first.at)
}

/// Takes the motions that are held out of a structure; returns T with x = T y.
fn hold(structure: &mut Structure, supports: &[InterfaceMotion]) -> Result<Sparse, MechError> {
    let seen = InterfaceCoordinates::of(structure.size(), &supports.iter().collect::<Vec<_>>())?;
    let t = seen.held();
    let back = t.transpose();
    for matrix in [&mut structure.mass, &mut structure.damping, &mut structure.stiffness] {
        *matrix = matrix.congruence(&t).symmetric_part();
    }
    let through = |values: &[f64]| {
        let mut seen = vec![0.0; back.rows()];
        back.multiply(values, &mut seen);
        seen
    };
    for pattern in structure.inputs.iter_mut().chain(&mut structure.outputs) {
        pattern.values = through(&pattern.values);
    }
    let rows = structure.size();
    for interface in &mut structure.interfaces {
        for motion in &mut interface.motions {
            let values = through(&motion.values(rows));
            motion.entries = values.into_iter().enumerate().filter(|(_, w)| *w != 0.0).collect();
        }
        interface.motions.retain(|motion| !motion.entries.is_empty());
    }
    structure.interfaces.retain(|interface| !interface.motions.is_empty());
    structure.rows = seen.free.iter().map(|row| structure.rows[*row].clone()).collect();
    // Motions that the supports allow are the same combinations as before; the others meet resistance now.
    structure.rigid_candidates = structure.rigid_candidates.select_rows(&seen.free);
    let (candidates, stiffness) = (&structure.rigid_candidates, &structure.stiffness);
    structure.rigid_body = structure.rigid_body.take().map(|body| body.held(&back, candidates, stiffness));
    Ok(t)
}

/// The matrix, symmetric in pattern and numbers.
fn symmetric(part: &str, what: &str, matrix: ImportedMatrix, names: &[String]) -> Result<Sparse, MechError> {
    if matches!(matrix.storage, Storage::Upper | Storage::Lower) {
        return Ok(matrix.matrix);
    }
    let defect = matrix.matrix.symmetry_defect();
    if defect.relative.is_nan() || defect.relative > SYMMETRIC {
        return Err(MechError::NotSymmetric {
            matrix: format!("{what} of part {part}"),
            rows: format!("{} and {}", names[defect.row], names[defect.col]),
            relative: defect.relative,
        });
    }
    Ok(matrix.matrix.symmetric_part())
}

/// D + α M + β K.
fn with_rayleigh(
    damping: Option<Sparse>,
    rayleigh: Option<[f64; 2]>,
    mass: &Sparse,
    stiffness: &Sparse,
) -> Option<Sparse> {
    let Some([alpha, beta]) = rayleigh else { return damping };
    let own = mass.add_scaled(alpha, stiffness, beta);
    Some(match damping {
        Some(damping) => damping.add_scaled(1.0, &own, 1.0),
        None => own,
    })
}

fn join(matrix: &mut Sparse, more: Option<Sparse>) {
    if let Some(more) = more {
        *matrix = matrix.add_scaled(1.0, &more, 1.0);
    }
}

fn names(coordinates: &[String], kept: &[usize], interfaces: &[PartInterface]) -> Vec<String> {
    let rigid = interfaces.iter().flat_map(PartInterface::own_names);
    kept.iter().map(|row| coordinates[*row].clone()).chain(rigid).collect()
}

/// The rigid motions over the structure's rows: those of the files, and those of rigid interfaces at their points.
fn give_rigid_motions(
    structure: &mut Structure,
    motions: &RigidMotions,
    kept: &[usize],
    interfaces: &[PartInterface],
) {
    let own: Vec<(u8, [f64; 3])> =
        interfaces.iter().flat_map(|i| i.own_components().map(|component| (component, i.at))).collect();
    let vectors =
        Dense::from_fn(kept.len() + own.len(), motions.vectors.cols(), |row, column| match kept.get(row) {
            Some(row) => motions.vectors[(*row, column)],
            None => {
                let (component, at) = own[row - kept.len()];
                motions.at(component, at, column)
            }
        });
    let motions = RigidMotions { vectors, ..motions.clone() };
    structure.rigid_body = RigidBody::of_part(&motions, &structure.mass, &structure.stiffness);
    structure.rigid_candidates = motions.vectors;
}
