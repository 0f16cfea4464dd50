//! A part from the files of a finite-element program: matrices that fit together, named rows, a mesh.

use super::dof::read_dofs;
use super::error::ImportError;
use super::inp::read_mesh;
use super::matrix::{Completeness, Dof, ImportedMatrix};
use super::mesh::Mesh;
use super::source::{FileWindow, Source};
use super::{Calculix, Importer, detect, named};
use lissom_linalg::{Sparse, Triplets};
use lissom_model::model::FePart;
use std::collections::BTreeMap;

/// The files of a part.
///
/// Where a file holds several matrices the name of one may follow: `reduced.op4#KXX`. Without it the name decides:
/// one that begins with K or `stif` is a stiffness, with M a mass, with B, C or D a damping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartFiles {
    /// Name of the part.
    pub name: String,
    /// Name of an importer; `None`: detected.
    pub format: Option<String>,
    /// File with the stiffness matrix.
    pub stiffness: String,
    /// File with the mass matrix.
    pub mass: String,
    /// File with the damping matrix.
    pub damping: Option<String>,
    /// File that names the rows.
    pub dof: Option<String>,
    /// File with nodes, elements and sets.
    pub mesh: Option<String>,
    /// File with the stress of unit displacements.
    pub stress: Option<String>,
}

impl From<&FePart> for PartFiles {
    fn from(part: &FePart) -> Self {
        let file =
            |role: &str| part.files.iter().find(|(known, _)| known == role).map(|(_, file)| file.clone());
        Self {
            name: part.name.clone(),
            format: Some(part.format.clone()).filter(|format| format != "auto"),
            stiffness: file("stiffness").unwrap_or_default(),
            mass: file("mass").unwrap_or_default(),
            damping: file("damping_matrix"),
            dof: file("dof"),
            mesh: file("mesh"),
            stress: file("stress"),
        }
    }
}

/// A part as described by its files. All matrices are square and have the same rows.
#[derive(Clone, Debug)]
pub struct ImportedPart {
    /// Its name.
    pub name: String,
    /// Stiffness.
    pub stiffness: ImportedMatrix,
    /// Mass.
    pub mass: ImportedMatrix,
    /// Damping, if there is a file.
    pub damping: Option<ImportedMatrix>,
    /// Stress of unit displacements of its rows, if there is a file: as many columns as rows of the stiffness.
    pub stress: Option<ImportedMatrix>,
    /// What each row belongs to, if a file says so. Rotations of rigid bodies are directions 4 to 6 of their
    /// reference node.
    pub dofs: Option<Vec<Dof>>,
    /// The mesh, if there is a file.
    pub mesh: Option<Mesh>,
    /// How many of the mesh's nodes the model file gave: such a mesh may lack others.
    pub given_nodes: usize,
}

impl ImportedPart {
    /// The number of rows of the matrices [-].
    pub fn size(&self) -> usize {
        self.stiffness.rows()
    }

    /// The same part with the origin of its mesh at a position [m].
    #[must_use]
    pub fn placed(mut self, position: [f64; 3]) -> Self {
        if let Some(mesh) = &mut self.mesh {
            let nodes = mesh.nodes.iter_mut().map(|node| &mut node.position);
            nodes.flat_map(|at| at.iter_mut().zip(position)).for_each(|(x, shift)| *x += shift);
        }
        self
    }

    /// The name of a row: its node and direction, or its number counted from one.
    pub fn row_name(&self, row: usize) -> String {
        let dof = self.dofs.as_ref().and_then(|dofs| dofs.get(row));
        dof.map_or_else(|| format!("row {}", row + 1), ToString::to_string)
    }
}

/// What a matrix is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Stiffness,
    Mass,
    Damping,
    Stress,
}

impl Role {
    fn word(self) -> &'static str {
        match self {
            Self::Stiffness => "stiffness",
            Self::Mass => "mass",
            Self::Damping => "damping",
            Self::Stress => "stress",
        }
    }

    /// Whether a matrix with this name usually has this role.
    fn fits(self, name: &str) -> bool {
        let last = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
        let begins = |letters: &[&str]| letters.iter().any(|letter| last.starts_with(letter));
        match self {
            Self::Stiffness => begins(&["k", "stif"]),
            Self::Mass => begins(&["m"]),
            Self::Damping => begins(&["b", "c", "d"]),
            Self::Stress => begins(&["s"]),
        }
    }
}

/// Reads the files of a part and checks that they fit together.
///
/// # Errors
/// Where a file is malformed, is missing, or contradicts the others.
pub fn read_part(files: &PartFiles, window: &dyn FileWindow) -> Result<ImportedPart, ImportError> {
    let matrix = |path: &str, role| read_role(path, role, files.format.as_deref(), window);
    let (stiffness, stiffness_format) = matrix(&files.stiffness, Role::Stiffness)?;
    let (mass, mass_format) = matrix(&files.mass, Role::Mass)?;
    let damping = files.damping.as_deref().map(|path| matrix(path, Role::Damping)).transpose()?;
    let damping = damping.map(|(matrix, _)| matrix);
    let stress = files.stress.as_deref().map(|path| matrix(path, Role::Stress)).transpose()?;
    let stress = stress.map(|(matrix, _)| matrix);
    let mesh = files.mesh.as_deref().map(|path| read_mesh(path, window)).transpose()?;
    let table = files.dof.as_deref().map(|path| read_dofs(path, window)).transpose()?;
    let mut part = ImportedPart {
        name: files.name.clone(),
        stiffness,
        mass,
        damping,
        stress,
        dofs: None,
        mesh,
        given_nodes: 0,
    };
    take_dofs(&mut part, files)?;
    if let Some(dofs) = table {
        check_count(files, &part, &dofs)?;
        // The rows were counted independently: nothing can be missing at the end.
        for matrix in [&mut part.stiffness, &mut part.mass].into_iter().chain(part.damping.as_mut()) {
            if matrix.completeness == Completeness::Plausible {
                matrix.completeness = Completeness::Declared;
            }
        }
        part.dofs = Some(dofs);
    }
    name_rotations(&mut part, files)?;
    check_shapes(&part, files)?;
    if [stiffness_format, mass_format] == [Calculix.name(); 2] {
        check_patterns(&part, files)?;
    }
    Ok(part)
}

/// The matrix for a role, and the name of its format.
fn read_role(
    path: &str,
    role: Role,
    format: Option<&str>,
    window: &dyn FileWindow,
) -> Result<(ImportedMatrix, &'static str), ImportError> {
    let (path, wanted) = path.split_once('#').map_or((path, None), |(path, name)| (path, Some(name)));
    let source = Source::open(path, window)?;
    let importer: &dyn Importer = match format {
        Some(format) => named(format).ok_or_else(|| {
            ImportError::whole(path, format!("one of the formats {}", super::names()), format!("`{format}`"))
        })?,
        None => detect(&source)?,
    };
    Ok((pick(importer.read(source)?, path, role, wanted)?, importer.name()))
}

/// The matrix for a role among those of a file.
fn pick(
    mut matrices: Vec<ImportedMatrix>,
    path: &str,
    role: Role,
    wanted: Option<&str>,
) -> Result<ImportedMatrix, ImportError> {
    let names = matrices.iter().map(|matrix| matrix.name.as_str()).collect::<Vec<_>>().join(", ");
    let found = if names.is_empty() { "none".to_owned() } else { names };
    if let Some(wanted) = wanted {
        let place = matrices.iter().position(|matrix| matrix.name.eq_ignore_ascii_case(wanted));
        let place = place.ok_or_else(|| ImportError::whole(path, format!("a matrix `{wanted}`"), found))?;
        return Ok(matrices.swap_remove(place));
    }
    if matrices.len() > 1 {
        matrices.retain(|matrix| role.fits(&matrix.name));
    }
    match matrices.len() {
        1 => Ok(matrices.remove(0)),
        _ => {
            let expected = format!("one matrix that is a {} (choose with `{path}#NAME`)", role.word());
            Err(ImportError::whole(path, expected, found))
        }
    }
}

/// Row names in the matrix files themselves: the stiffness has every row, others may lack some.
fn take_dofs(part: &mut ImportedPart, files: &PartFiles) -> Result<(), ImportError> {
    let Some(dofs) = part.stiffness.dofs.clone() else { return Ok(()) };
    let rows: BTreeMap<Dof, usize> = dofs.iter().copied().zip(0..).collect();
    spread(&mut part.mass, &rows, &files.mass, Role::Mass)?;
    if let Some(damping) = &mut part.damping {
        spread(damping, &rows, files.damping.as_deref().unwrap_or_default(), Role::Damping)?;
    }
    part.dofs = Some(dofs);
    Ok(())
}

/// Gives a matrix with named rows the rows of the stiffness.
fn spread(
    matrix: &mut ImportedMatrix,
    rows: &BTreeMap<Dof, usize>,
    path: &str,
    role: Role,
) -> Result<(), ImportError> {
    let Some(own) = matrix.dofs.clone() else { return Ok(()) };
    let place = |dof: &Dof| {
        let expected = format!("rows of the {} that the stiffness has too", role.word());
        rows.get(dof).copied().ok_or_else(|| ImportError::whole(path, expected, dof.to_string()))
    };
    let places = own.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let mut triplets = Triplets::with_capacity(rows.len(), rows.len(), matrix.matrix.nnz());
    matrix.matrix.iter().for_each(|(row, col, value)| triplets.add(places[row], places[col], value));
    matrix.matrix = Sparse::from_triplets(&triplets);
    matrix.dofs = Some(rows.keys().copied().collect());
    Ok(())
}

fn check_count(files: &PartFiles, part: &ImportedPart, dofs: &[Dof]) -> Result<(), ImportError> {
    if dofs.len() == part.size() {
        return Ok(());
    }
    let path = files.dof.as_deref().unwrap_or_default();
    let expected = format!("{} rows, as many as {} has", part.size(), files.stiffness);
    Err(ImportError::whole(path, expected, format!("{}", dofs.len())))
}

/// Directions 1 to 3 of a rotation node become directions 4 to 6 of the reference node.
fn name_rotations(part: &mut ImportedPart, files: &PartFiles) -> Result<(), ImportError> {
    let (Some(dofs), Some(mesh)) = (&mut part.dofs, &part.mesh) else { return Ok(()) };
    for dof in dofs.iter_mut() {
        if let Some(known) = mesh.rotation_nodes.iter().find(|known| known.rotation == dof.node) {
            if dof.component > 3 {
                let path = files.dof.as_deref().unwrap_or(&files.stiffness);
                return Err(ImportError::whole(
                    path,
                    "directions 1 to 3 of a rotation node",
                    dof.to_string(),
                ));
            }
            *dof = Dof { node: known.reference, component: dof.component + 3, copy: 0 };
        }
    }
    Ok(())
}

fn check_shapes(part: &ImportedPart, files: &PartFiles) -> Result<(), ImportError> {
    let n = part.size();
    let damping = part.damping.as_ref().map(|matrix| (matrix, files.damping.as_deref().unwrap_or_default()));
    let all = [(&part.stiffness, files.stiffness.as_str()), (&part.mass, files.mass.as_str())];
    for (matrix, path) in all.into_iter().chain(damping) {
        if (matrix.rows(), matrix.cols()) != (n, n) {
            let expected = format!("{n} × {n} numbers, as many rows as {} has", files.stiffness);
            return Err(ImportError::whole(path, expected, format!("{} × {}", matrix.rows(), matrix.cols())));
        }
    }
    match part.stress.as_ref().filter(|stress| stress.cols() != n) {
        None => Ok(()),
        Some(stress) => {
            let path = files.stress.as_deref().unwrap_or_default();
            let expected = format!("{n} columns, as many as {} has rows", files.stiffness);
            Err(ImportError::whole(path, expected, format!("{} × {}", stress.rows(), stress.cols())))
        }
    }
}

/// CalculiX writes stiffness and mass with the same pattern; a difference means a damaged file.
fn check_patterns(part: &ImportedPart, files: &PartFiles) -> Result<(), ImportError> {
    if part.stiffness.stored == part.mass.stored {
        return Ok(());
    }
    let expected = format!("{} entries, as many as {} has", part.stiffness.stored, files.stiffness);
    Err(ImportError::whole(&files.mass, expected, format!("{}", part.mass.stored)))
}
