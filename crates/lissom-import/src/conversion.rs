//! Conversion of an imported part to SI units, orientation and position in the model.
//!
//! # Equation
//! With x = D x̂ between displacements in SI units and those of the files, D = diag(length, …, 1 for rotations), energies
//! give K = F L D⁻¹ K̂ D⁻¹, M = m L² D⁻¹ M̂ D⁻¹ and C = F L T D⁻¹ Ĉ D⁻¹ with the units F, L, m, T of the files. In
//! consistent units F T² = m L. Turned axes are an orthogonal congruence, node by node. Stress of unit displacements is
//! B = F/L² B̂ D⁻¹, and B Tᵀ over rows turned by T; its components stay in the axes of the files.

use super::error::ImportError;
use super::matrix::{Dof, ImportedMatrix, Storage};
use super::mesh::{Mesh, Node};
use super::part::ImportedPart;
use lissom_linalg::{Sparse, Triplets};
use lissom_model::model::{FePart, PartUnits};
use std::collections::BTreeMap;

/// A component of a direction below this is rounding of an angle [-].
const ROUNDING: f64 = 1e-14;

impl ImportedPart {
    /// The part in SI units, with the nodes, orientation and position given in the model file.
    ///
    /// # Errors
    /// If it is rotated and rows needed for the rotated directions are missing.
    pub fn brought_in(mut self, described: &FePart) -> Result<Self, ImportError> {
        if !described.units.is_si() {
            self = self.in_si(&described.units);
        }
        if !described.nodes.is_empty() {
            self.add_nodes(&described.nodes);
        }
        if let Some(axes) = &described.orientation {
            self = self.turned(axes)?;
        }
        Ok(self.placed(described.position))
    }

    /// The part in SI units.
    #[must_use]
    pub fn in_si(mut self, units: &PartUnits) -> Self {
        let PartUnits { length, mass, time, force, .. } = *units;
        let rotates = |row: usize| self.dofs.as_ref().is_some_and(|dofs| dofs[row].component > 3);
        let rows: Vec<f64> =
            (0..self.size()).map(|row| if rotates(row) { 1.0 } else { length.recip() }).collect();
        let scale = |matrix: &mut ImportedMatrix, energy: f64| {
            let mut scaled = matrix.matrix.scaled(&rows);
            scaled.values_mut().iter_mut().for_each(|value| *value *= energy);
            matrix.matrix = scaled;
        };
        scale(&mut self.stiffness, force * length);
        scale(&mut self.mass, mass * length * length);
        if let Some(damping) = &mut self.damping {
            scale(damping, force * length * time);
        }
        if let Some(stress) = &mut self.stress {
            let to_files = Sparse::from_diagonal(&rows);
            stress.matrix = stress.matrix.multiply_sparse(&to_files);
            stress.matrix.values_mut().iter_mut().for_each(|value| *value *= force / (length * length));
        }
        if let Some(mesh) = &mut self.mesh {
            mesh.nodes.iter_mut().flat_map(|node| &mut node.position).for_each(|x| *x *= length);
            for material in &mut mesh.materials {
                material.young = material.young.map(|young| young * force / (length * length));
                material.density = material.density.map(|density| density * mass / length.powi(3));
            }
        }
        self
    }

    /// Positions given in the model file; those of the mesh have priority.
    fn add_nodes(&mut self, given: &[(i64, [f64; 3])]) {
        let mesh = self.mesh.get_or_insert_with(Mesh::default);
        for (number, position) in given {
            self.given_nodes += 1;
            if let Err(place) = mesh.nodes.binary_search_by_key(number, |node| node.number) {
                mesh.nodes.insert(place, Node { number: *number, position: *position });
            }
        }
    }

    /// The part turned about the origin of its mesh: its axes point along the columns given.
    ///
    /// # Errors
    /// If rows have no names, or rows needed for the rotated directions are missing.
    pub fn turned(mut self, axes: &[[f64; 3]; 3]) -> Result<Self, ImportError> {
        let turn =
            |v: [f64; 3]| -> [f64; 3] { std::array::from_fn(|i| (0..3).map(|j| axes[j][i] * v[j]).sum()) };
        if let Some(mesh) = &mut self.mesh {
            mesh.nodes.iter_mut().for_each(|node| node.position = turn(node.position));
        }
        let Some(dofs) = self.dofs.take() else {
            return Err(ImportError::whole(
                &self.name,
                "row names (`dof`), to turn the part",
                "rows without names".to_owned(),
            ));
        };
        let (transposed, turned) = turned_rows(&self.name, &dofs, axes)?;
        self.dofs = Some(turned.clone());
        for matrix in [&mut self.stiffness, &mut self.mass].into_iter().chain(self.damping.as_mut()) {
            let own = if matches!(matrix.storage, Storage::Upper | Storage::Lower) {
                matrix.matrix.congruence(&transposed).symmetric_part()
            } else {
                matrix.matrix.congruence(&transposed)
            };
            matrix.matrix = own;
            matrix.dofs = matrix.dofs.as_ref().map(|_| turned.clone());
        }
        if let Some(stress) = &mut self.stress {
            stress.matrix = stress.matrix.multiply_sparse(&transposed);
        }
        Ok(self)
    }
}

/// Tᵀ of x' = T x, and the new row names. The rows of a node in rotated directions keep their positions, in
/// the order of their new directions.
fn turned_rows(part: &str, dofs: &[Dof], axes: &[[f64; 3]; 3]) -> Result<(Sparse, Vec<Dof>), ImportError> {
    let mut groups: BTreeMap<(i64, u8, bool), Vec<usize>> = BTreeMap::new();
    for (row, dof) in dofs.iter().enumerate() {
        groups.entry((dof.node, dof.copy, dof.component > 3)).or_default().push(row);
    }
    let mut triplets = Triplets::with_capacity(dofs.len(), dofs.len(), 3 * dofs.len());
    let mut turned = dofs.to_vec();
    for ((node, _, rotates), rows) in groups {
        let first = if rotates { 4 } else { 1 };
        let own: Vec<usize> = rows.iter().map(|row| usize::from(dofs[*row].component - first)).collect();
        let entry =
            |to: usize, from: usize| Some(axes[from][to]).filter(|a| a.abs() > ROUNDING).unwrap_or(0.0);
        let reached: Vec<usize> =
            (0..3).filter(|to| own.iter().any(|from| entry(*to, *from) != 0.0)).collect();
        if reached.len() != own.len() {
            return Err(ImportError::whole(
                part,
                format!("all rows of node {node}, to turn the part"),
                format!("{} of them: others are fixed or dependent in the finite-element model", own.len()),
            ));
        }
        for (row, to) in rows.iter().zip(&reached) {
            turned[*row].component = first + *to as u8;
            for (other, from) in rows.iter().zip(&own) {
                let value = entry(*to, *from);
                if value != 0.0 {
                    triplets.add(*other, *row, value);
                }
            }
        }
    }
    Ok((Sparse::from_triplets(&triplets), turned))
}
