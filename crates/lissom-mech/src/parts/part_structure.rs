//! An imported part on its own: rows, interfaces, damping, rigid motions.

use crate::error::MechError;
use crate::parts::part_interface::{Followers, PartInterface, Rows};
use crate::structures::modal_damping::ModalDamping;
use crate::structures::rigid_body::RigidBody;
use crate::structures::row::{Row, RowKind};
use crate::structures::structure::{Interface, PointMotion, Structure};
use crate::vector::Vector;
use lissom_import::doctor::RigidMotions;
use lissom_import::{Dof, ImportedMatrix, ImportedPart, Mesh, Storage};
use lissom_linalg::{Dense, Sparse};
use lissom_model::model::{Dimension, FePart, Model, StateKind};

/// Mirrored entries that differ by less are rounding, and their mean is taken [-].
const SYMMETRIC: f64 = 1e-8;

/// Data of an imported part besides its matrices: its rows, their positions, and its interfaces.
#[derive(Debug)]
pub struct PartStructure {
    /// Its name.
    pub name: String,
    /// Name of each row of the files.
    pub coordinates: Vec<String>,
    /// Node and direction of each row of the files, if known.
    pub dofs: Option<Vec<Dof>>,
    /// The mesh, where there is one.
    pub mesh: Option<Mesh>,
    /// Its interfaces, over its rows.
    pub interfaces: Vec<Interface>,
    /// Their points [m].
    points_of_interfaces: Vec<Vector>,
    /// Its rigid motion; `None` where the positions of its rows are unknown.
    pub(crate) rigid_body: Option<RigidBody>,
    /// Its rigid motions, over its rows.
    motions: Option<RigidMotions>,
    followers: Followers,
    /// Rows of the files that remain rows of the part.
    kept: Vec<usize>,
    /// The motions of the following rows, added by rigid interfaces.
    own: Vec<PointMotion>,
    /// Mass and damping for rotation; `None` if not requested.
    matter: Option<Matter>,
}

/// Mass and damping of an imported part.
#[derive(Debug)]
pub(crate) struct Matter {
    /// M over the rows of the files.
    pub mass: Sparse,
    /// D over the rows of the part.
    pub damping: Sparse,
    /// Drag in proportion to mass, by Rayleigh's coefficient [1/s].
    pub per_mass: f64,
}

impl PartStructure {
    /// A part without attachments, and its matrices as a structure. The matrices are
    /// moved, not copied.
    ///
    /// # Errors
    /// A matrix that is not symmetric; an interface that is not in the files.
    pub(crate) fn new(
        model: &Model,
        description: &FePart,
        part: ImportedPart,
    ) -> Result<(Self, Structure), MechError> {
        let coordinates: Vec<String> = (0..part.size()).map(|row| part.row_name(row)).collect();
        let motions = RigidMotions::of(&part);
        let ImportedPart { name, stiffness, mass, damping, dofs, mesh, .. } = part;
        let take = |what, matrix| symmetric(&name, what, matrix, &coordinates);
        let (stiffness, file_mass) = (take("stiffness", stiffness)?, take("mass", mass)?);
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
        let damping = with_rayleigh(damping, description.rayleigh, &file_mass, &stiffness);
        let mass = followers.congruence(file_mass.clone());
        let mut structure = Structure::of_matrices(&name, mass, followers.congruence(stiffness));
        structure.rows = own_rows(&rows, &coordinates, &kept, &interfaces);
        if let Some(damping) = damping {
            structure.damping = followers.congruence(damping);
        }
        structure.modal_damping = ModalDamping::Uniform(description.modal_damping.unwrap_or(0.0));
        let motions = motions.map(|motions| over_rows(motions, &kept, &interfaces));
        let body = |m: &RigidMotions| RigidBody::of_part(m, &structure.mass, &structure.stiffness);
        structure.rigid_body = motions.as_ref().and_then(body);
        if let Some(motions) = &motions {
            structure.rigid_candidates = motions.vectors.clone();
        }
        structure.interfaces = interfaces.iter().map(|i| i.interface(&followers)).collect();
        let own = interfaces.iter().flat_map(|interface| {
            interface.own_components().map(|component| PointMotion { component, at: interface.at })
        });
        let own = own.collect();
        let matter = (may_turn(model) || description.motion.is_some()).then(|| Matter {
            mass: file_mass,
            damping: structure.damping.clone(),
            per_mass: description.rayleigh.map_or(0.0, |[alpha, _]| alpha),
        });
        let this = Self {
            name,
            coordinates,
            dofs,
            mesh,
            interfaces: structure.interfaces.clone(),
            points_of_interfaces: interfaces.iter().map(|interface| interface.at).collect(),
            rigid_body: structure.rigid_body.clone(),
            motions,
            followers,
            kept,
            own,
            matter,
        };
        Ok((this, structure))
    }

    /// Number of its rows, without supports and joins.
    #[must_use]
    pub fn size(&self) -> usize {
        self.kept.len() + self.own.len()
    }

    /// Mass and damping; `None` where the model does not request rotation.
    pub(crate) fn matter(&self) -> Option<&Matter> {
        self.matter.as_ref()
    }

    /// M times columns over the rows of the files; `None` where the model needs the mass of its reduction only.
    #[must_use]
    pub fn mass_times(&self, columns: &Dense) -> Option<Dense> {
        self.matter.as_ref().map(|matter| matter.mass.times(columns))
    }

    /// The point of the only fixed interface of the part, if any.
    pub(crate) fn base(&self, model: &Model) -> Option<Vector> {
        let fixes = &model.structure.fixes;
        let holds = |interface: &Interface| fixes.iter().any(|fix| fix.holds(&self.name, &interface.name));
        let points = self.interfaces.iter().zip(&self.points_of_interfaces);
        let mut holding = points.filter(|(interface, _)| holds(interface));
        let (_, first) = holding.next()?;
        holding.next().is_none().then_some(*first)
    }

    /// Its rigid motions, over its rows.
    pub(crate) fn motions(&self) -> Option<&RigidMotions> {
        self.motions.as_ref()
    }

    /// T with x = T y over the rows of the files; `None` for the identity.
    pub(crate) fn following(&self) -> Option<&Sparse> {
        self.followers.transformation()
    }

    /// The motion of each of its rows; `None` if unknown.
    pub(crate) fn points(&self) -> Option<Vec<PointMotion>> {
        let (dofs, mesh) = (self.dofs.as_ref()?, self.mesh.as_ref()?);
        // The positions of copies of a node are unknown.
        if dofs.iter().any(|dof| dof.copy > 0) {
            return None;
        }
        let kept = self.kept.iter().map(|row| {
            Some(PointMotion { component: dofs[*row].component, at: mesh.position(dofs[*row].node)? })
        });
        kept.chain(self.own.iter().map(|motion| Some(*motion))).collect()
    }

    /// Motions over all rows of the files from motions of the part: x = T y, column by column.
    #[must_use]
    pub fn expand(&self, motions: Dense) -> Dense {
        match self.followers.transformation() {
            Some(t) => t.times(&motions),
            None => motions,
        }
    }
}

/// Whether a model may rotate: alone, or as a reduced model in another one.
fn may_turn(model: &Model) -> bool {
    asks_rotation(model) || !model.reductions.is_empty()
}

/// Whether a model requests rotation: `[spin]`, or a state of rotation.
fn asks_rotation(model: &Model) -> bool {
    let kinds = model.states.iter().map(|state| state.kind);
    model.spin.is_some()
        || kinds.into_iter().any(|k| matches!(k, StateKind::Rotation(..) | StateKind::Torque(_)))
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

/// The rows of the files that stay, and those that rigid interfaces bring.
fn own_rows(files: &Rows<'_>, names: &[String], kept: &[usize], interfaces: &[PartInterface]) -> Vec<Row> {
    let of_files = |row: &usize| match files.dofs.and_then(|dofs| dofs.get(*row)) {
        Some(dof) => {
            let place = files.mesh.filter(|_| dof.copy == 0).and_then(|mesh| mesh.position(dof.node));
            Row::new(names[*row].clone(), RowKind::of_component(dof.component), place)
        }
        None => Row::amplitude(names[*row].clone()),
    };
    let brought = |interface: &PartInterface| {
        let at = interface.at;
        let named = interface.own_names().zip(interface.own_components());
        let row = |(name, component)| Row::new(name, RowKind::of_component(component), Some(at));
        named.map(row).collect::<Vec<_>>()
    };
    kept.iter().map(of_files).chain(interfaces.iter().flat_map(brought)).collect()
}

/// The rigid motions over the rows of a part: those of the files, and those of rigid interfaces at their points.
fn over_rows(motions: RigidMotions, kept: &[usize], interfaces: &[PartInterface]) -> RigidMotions {
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
    RigidMotions { vectors, ..motions }
}
