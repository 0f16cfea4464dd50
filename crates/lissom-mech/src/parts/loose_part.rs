//! A part on its own, before it is reduced to a body of a mechanism: its structure, and where its mass is.

use crate::error::MechError;
use crate::joined::joined_structure::PartSource;
use crate::parts::part_structure::PartStructure;
use crate::parts::shape_integrals::{INERTIA_PAIRS, IntegralKind, MassRow, ShapeIntegrals};
use crate::structures::rigid_body::RigidBody;
use crate::structures::structure::Structure;
use crate::turning::turning_forms::TurningForms;
use crate::vector::Vector;
use lissom_linalg::{Dense, dot};
use lissom_model::model::{Coordinate, FePart, Model};

/// A part that nothing holds.
#[derive(Debug)]
pub struct LoosePart {
    /// Its matrices, interfaces and rigid motions.
    pub structure: Structure,
    /// Rows and mesh of its files; `None` of a part that was read as a reduced structure.
    pub mesh_rows: Option<PartStructure>,
}

impl LoosePart {
    /// A part of a model, from its matrices.
    ///
    /// # Errors
    /// A matrix that is not symmetric; an interface that is not in the files.
    pub fn new(model: &Model, description: &FePart, source: PartSource) -> Result<Self, MechError> {
        Ok(match source {
            PartSource::Imported(part) => {
                let (rows, structure) = PartStructure::new(model, description, *part)?;
                Self { structure, mesh_rows: Some(rows) }
            }
            PartSource::Reduced(structure) => Self { structure: *structure, mesh_rows: None },
        })
    }

    /// Integrals of its mass over shapes (columns over the rows of its structure), about the origin of the model; `None` where
    /// it is not known at which places its rows are, and no forms of rotation are saved with it.
    #[must_use]
    pub fn integrals(&self, shapes: &Dense) -> Option<ShapeIntegrals> {
        match &self.mesh_rows {
            Some(rows) => of_mesh(rows, shapes),
            None => of_forms(self.structure.turning.as_deref()?, self.structure.rigid_body.as_ref()?, shapes),
        }
    }

    /// Shapes over the rows of the files, from shapes over the rows of its structure.
    #[must_use]
    pub fn over_files(&self, shapes: Dense) -> Dense {
        match &self.mesh_rows {
            Some(rows) => rows.expand(shapes),
            None => shapes,
        }
    }
}

/// From the rows of the mesh, those that follow rigid interfaces included.
fn of_mesh(part: &PartStructure, shapes: &Dense) -> Option<ShapeIntegrals> {
    let matter = part.matter()?;
    let rows = part.mass_rows()?;
    let shapes = part.expand(shapes.clone());
    Some(ShapeIntegrals::of_rows(&rows, &shapes, &|columns| matter.mass.times(columns), IntegralKind::Full))
}

/// From the forms that a saved reduction contains: Y = M_E and f_E about six axes by polarisation, G = −Θ, and momenta of rigid
/// motions.
fn of_forms(forms: &TurningForms, body: &RigidBody, shapes: &Dense) -> Option<ShapeIntegrals> {
    let (momenta, inertia) = body.seen_from(forms.origin);
    let of_kind = |kind: Coordinate| body.kinds.iter().position(|known| *known == kind);
    let along = [Coordinate::X, Coordinate::Y, Coordinate::Z].map(of_kind);
    let about = [Coordinate::Rx, Coordinate::Ry, Coordinate::Rz].map(of_kind);
    let n = shapes.cols();
    let seen =
        |column: Option<usize>, k: usize| column.map_or(0.0, |c| dot(shapes.column(k), momenta.column(c)));
    let from_origin: Vector = [0, 1, 2].map(|a| body.mass * (body.centre[a] - forms.origin[a]));
    let first = [0, 1, 2].map(|a| {
        std::iter::once(from_origin[a]).chain((0..n).map(|k| seen(along[a], k))).collect::<Vec<f64>>()
    });
    let gyroscopic = [0, 1, 2].map(|a| {
        let half = shapes.transpose_matmul(&forms.coriolis[a].matmul(shapes));
        Dense::from_fn(n + 1, n, |k, l| if k == 0 { seen(about[a], l) } else { -0.5 * half[(k - 1, l)] })
    });
    let rigid = |a: usize, b: usize| match (about[a], about[b]) {
        (Some(a), Some(b)) => inertia[(a, b)],
        _ => 0.0,
    };
    let one = |axis: usize| bordered(&forms.softening[axis], &forms.load[axis], shapes);
    let unit: Vec<Dense> = (0..3).map(one).collect();
    let inertia = INERTIA_PAIRS.map(|[a, b]| {
        let mut form = if a == b {
            unit[a].clone()
        } else {
            // Q(e_a + e_b) / 2 − (Q(e_a) + Q(e_b)) / 2; the axes between are x-y, y-z, z-x.
            let mut mixed = one([3, 5, 4][a + b - 1]);
            [a, b].iter().for_each(|axis| mixed.add_scaled(-0.5, &unit[*axis]));
            mixed
        };
        form[(0, 0)] = rigid(a, b);
        form
    });
    let about_their_origin = ShapeIntegrals {
        mass: body.mass,
        first,
        gyroscopic,
        inertia,
        momenta: None,
        kind: IntegralKind::Full,
    };
    Some(about_their_origin.about([0, 1, 2].map(|a| -forms.origin[a])))
}

/// [[0, f], [fᵀ, M]] over shapes.
fn bordered(matrix: &Dense, load: &[f64], shapes: &Dense) -> Dense {
    let inner = shapes.transpose_matmul(&matrix.matmul(shapes));
    let border: Vec<f64> = (0..shapes.cols()).map(|k| dot(shapes.column(k), load)).collect();
    Dense::from_fn(border.len() + 1, border.len() + 1, |k, l| match (k, l) {
        (0, 0) => 0.0,
        (0, l) => border[l - 1],
        (k, 0) => border[k - 1],
        (k, l) => inner[(k - 1, l - 1)],
    })
}

impl PartStructure {
    /// What each row of the files is; `None` where a place is unknown.
    fn mass_rows(&self) -> Option<Vec<MassRow>> {
        let (dofs, mesh) = (self.dofs.as_ref()?, self.mesh.as_ref()?);
        let row = |dof: &lissom_import::Dof| match (dof.copy, usize::from(dof.component)) {
            (0, component @ 1..=3) => Some(MassRow::Translation(component - 1, mesh.position(dof.node)?)),
            (0, component @ 4..=6) => Some(MassRow::Rotation(component - 4)),
            // The place of a copy of a node is not known.
            _ => None,
        };
        dofs.iter().map(row).collect()
    }
}
