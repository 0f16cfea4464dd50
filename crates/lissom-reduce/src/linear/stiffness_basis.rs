//! A basis that grows block by block and stays orthonormal in energy: Vᵀ K V = I.
//!
//! The forces F = K V are carried along instead of being multiplied out: K v of a smooth deformation is a small
//! difference of large numbers, the force that made v is not.

use super::elastic::Deformed;
use lissom_linalg::{Dense, dot};

/// A direction is dropped when orthogonalisation leaves less than this of its norm \[StaticDeformation, §5.1\]. It is
/// compared with the norm itself, never through squares, which would lose half of the digits [-].
const DEFLATE: f64 = 1e-8;

/// When its neighbours in the block leave less than this of a direction, it is orthogonalised against everything once
/// more: then it is orthogonal again [-].
const CLEAN: f64 = 0.1;

/// V with Vᵀ K V = I, in blocks, and F = K V.
#[derive(Clone, Debug, Default)]
pub struct StiffnessBasis {
    blocks: Vec<Deformed>,
}

/// Extension of a basis by offered directions.
#[derive(Clone, Debug)]
pub struct Extension {
    /// New orthonormal directions.
    pub block: Deformed,
    /// W = V (Vᵀ K W) + V_new R: the offered directions in the new ones.
    pub factor: Dense,
    /// Indices of the offered directions that gave the new ones, in order.
    pub origins: Vec<usize>,
}

impl Extension {
    /// Whether nothing was new.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }
}

impl StiffnessBasis {
    /// Number of directions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.vectors.cols()).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The blocks, in the order they came.
    #[must_use]
    pub fn blocks(&self) -> &[Deformed] {
        &self.blocks
    }

    /// All directions side by side, n rows.
    #[must_use]
    pub fn vectors(&self, rows: usize) -> Dense {
        let data = self.blocks.iter().flat_map(|block| block.vectors.as_slice()).copied().collect();
        Dense::from_column_major(rows, self.len(), data)
    }

    /// F = K V side by side, n rows.
    #[must_use]
    pub fn forces(&self, rows: usize) -> Dense {
        let data = self.blocks.iter().flat_map(|block| block.forces.as_slice()).copied().collect();
        Dense::from_column_major(rows, self.len(), data)
    }

    /// Some of the directions with their forces.
    #[must_use]
    pub fn selected(&self, rows: usize, places: &[usize]) -> Deformed {
        let pick = |all: &Dense| {
            Dense::from_columns(rows, &places.iter().map(|j| all.column(*j).to_vec()).collect::<Vec<_>>())
        };
        Deformed { vectors: pick(&self.vectors(rows)), forces: pick(&self.forces(rows)) }
    }

    /// Adds what an extension found.
    pub fn push(&mut self, extension: Extension) {
        if !extension.is_empty() {
            self.blocks.push(extension.block);
        }
    }

    /// Vᵀ f for all directions.
    #[must_use]
    pub fn coefficients(&self, forces: &Dense) -> Dense {
        let mut all = Dense::zeros(self.len(), forces.cols());
        let mut first = 0;
        for block in &self.blocks {
            let part = block.vectors.transpose_matmul(forces);
            for j in 0..part.cols() {
                all.column_mut(j)[first..first + part.rows()].copy_from_slice(part.column(j));
            }
            first += part.rows();
        }
        all
    }

    /// The extension by offered deformations: orthogonalised twice against the basis, then against each other
    /// by column-pivoted Gram-Schmidt; dependent directions are dropped.
    #[must_use]
    pub fn extension(&self, mut offered: Deformed) -> Extension {
        let before: Vec<f64> = (0..offered.vectors.cols()).map(|j| energy_norm(&offered, j)).collect();
        for _ in 0..2 {
            self.subtract(&mut offered);
        }
        let after: Vec<f64> = (0..before.len()).map(|j| energy_norm(&offered, j)).collect();
        let rows = offered.vectors.rows();
        let mut left: Vec<usize> = (0..before.len()).filter(|j| before[*j] > 0.0).collect();
        let (mut vectors, mut forces) = (Vec::new(), Vec::new());
        let (mut origins, mut rows_of_factor): (Vec<usize>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
        while let Some((at, j)) = most_new(&offered, &left, &before) {
            left.swap_remove(at);
            if energy_norm(&offered, j) < CLEAN * after[j] {
                self.clean(&mut offered, j, &vectors, &forces);
            }
            let size = energy_norm(&offered, j);
            if size.is_nan() || size <= DEFLATE * before[j] {
                continue;
            }
            let scaled = |x: &[f64]| x.iter().map(|a| a / size).collect::<Vec<f64>>();
            let (v, f) = (scaled(offered.vectors.column(j)), scaled(offered.forces.column(j)));
            let mut row = vec![0.0; before.len()];
            row[j] = size;
            for &other in &left {
                row[other] = subtract_one(&mut offered, other, &v, &f);
            }
            vectors.push(v);
            forces.push(f);
            origins.push(j);
            rows_of_factor.push(row);
        }
        let factor = Dense::from_fn(origins.len(), before.len(), |i, j| rows_of_factor[i][j]);
        let block = Deformed {
            vectors: Dense::from_columns(rows, &vectors),
            forces: Dense::from_columns(rows, &forces),
        };
        Extension { block, factor, origins }
    }

    /// W ← W − V Vᵀ K W, forces alike.
    fn subtract(&self, offered: &mut Deformed) {
        let shares: Vec<Dense> =
            self.blocks.iter().map(|block| block.forces.transpose_matmul(&offered.vectors)).collect();
        for (block, share) in self.blocks.iter().zip(&shares) {
            offered.vectors.add_scaled(-1.0, &block.vectors.matmul(share));
            offered.forces.add_scaled(-1.0, &block.forces.matmul(share));
        }
    }

    /// One column again, against the basis and the directions already taken.
    fn clean(&self, offered: &mut Deformed, j: usize, vectors: &[Vec<f64>], forces: &[Vec<f64>]) {
        let mut one =
            Deformed { vectors: offered.vectors.columns(j..j + 1), forces: offered.forces.columns(j..j + 1) };
        for _ in 0..2 {
            self.subtract(&mut one);
            for (v, f) in vectors.iter().zip(forces) {
                subtract_one(&mut one, 0, v, f);
            }
        }
        offered.vectors.column_mut(j).copy_from_slice(one.vectors.column(0));
        offered.forces.column_mut(j).copy_from_slice(one.forces.column(0));
    }
}

/// √(xᵀ K x) of a column: twice the root of half its elastic energy.
fn energy_norm(all: &Deformed, j: usize) -> f64 {
    dot(all.vectors.column(j), all.forces.column(j)).max(0.0).sqrt()
}

/// The column of which most is left.
fn most_new(all: &Deformed, left: &[usize], before: &[f64]) -> Option<(usize, usize)> {
    let ratio = |j: usize| energy_norm(all, j) / before[j];
    let best = left.iter().enumerate().max_by(|a, b| ratio(*a.1).total_cmp(&ratio(*b.1)).then(b.1.cmp(a.1)));
    best.map(|(at, &j)| (at, j))
}

/// Removes one direction from a column; returns how much of it there was.
fn subtract_one(all: &mut Deformed, j: usize, v: &[f64], f: &[f64]) -> f64 {
    let share = dot(f, all.vectors.column(j));
    all.vectors.column_mut(j).iter_mut().zip(v).for_each(|(x, v)| *x -= share * v);
    all.forces.column_mut(j).iter_mut().zip(f).for_each(|(x, f)| *x -= share * f);
    share
}
