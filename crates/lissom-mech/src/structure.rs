//! What linear questions are asked of: a frame, an imported part, a mechanism about a state, or a reduced model of any
//! of them. Nobody downstream can tell which.

use crate::linear_system::LinearSystem;
use lissom_linalg::{Dense, Sparse};

/// M ẍ + D ẋ + K x = Σ bⱼ uⱼ(t), yᵢ = cᵢᵀ x, about a configuration at rest in the inertial frame.
///
/// M and K are symmetric and positive semidefinite; the kernel of K are the rigid motions.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Its name, for messages.
    pub name: String,
    /// What each row is called: `node C, x`, `mode 3`.
    pub rows: Vec<String>,
    /// M.
    pub mass: Sparse,
    /// D, symmetric: dashpots, Rayleigh terms and damping matrices; modal damping is not in it.
    pub damping: Sparse,
    /// K.
    pub stiffness: Sparse,
    /// Motions that geometry says are free, one column each. Candidates: whoever needs them verifies them against K.
    pub rigid_candidates: Dense,
    /// Damping ratio that every elastic mode has besides D \[-\].
    pub modal_damping: f64,
    /// Where forces enter.
    pub inputs: Vec<Pattern>,
    /// What is looked at.
    pub outputs: Vec<Pattern>,
}

/// A named direction in the space of coordinates: a unit input's force b, or an output's weights c.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Name of the input or output.
    pub name: String,
    /// Unit of the input (`N`, `N m`) or output (`m`, `rad`).
    pub unit: String,
    /// One number per row.
    pub values: Vec<f64>,
}

impl Structure {
    /// The structure of a frame about its reference configuration, without inputs and outputs.
    #[must_use]
    pub fn of_frame(name: &str, system: &LinearSystem) -> Self {
        Self {
            name: name.to_owned(),
            rows: (0..system.degrees_of_freedom()).map(|row| system.name(row)).collect(),
            mass: system.mass.clone(),
            damping: system.damping.clone(),
            stiffness: system.stiffness.clone(),
            rigid_candidates: system.rigid_motions.free_independent.clone(),
            modal_damping: 0.0,
            inputs: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Number of degrees of freedom.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// The input patterns side by side: B.
    #[must_use]
    pub fn input_matrix(&self) -> Dense {
        columns(self.size(), &self.inputs)
    }

    /// The output patterns side by side: Cᵀ.
    #[must_use]
    pub fn output_matrix(&self) -> Dense {
        columns(self.size(), &self.outputs)
    }
}

fn columns(rows: usize, patterns: &[Pattern]) -> Dense {
    let values: Vec<f64> = patterns.iter().flat_map(|pattern| &pattern.values).copied().collect();
    Dense::from_column_major(rows, patterns.len(), values)
}
