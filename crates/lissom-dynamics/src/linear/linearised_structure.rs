//! A mechanism about an operating state as a linear structure, usable like any structure.

use crate::equilibria::operating_state::{OperatingState, SYMMETRIC, asymmetry};
use crate::error::DynamicsError;
use lissom_linalg::{Dense, Sparse};
use lissom_mech::{Pattern, Structure, System};

impl OperatingState {
    /// Small motions about the state: M δq̈ + (C + D) δq̇ + (K + N + G) δq = B δu \[Boer2013, Eq. (15)\], with the inputs of
    /// the system and without outputs.
    ///
    /// # Errors
    /// [`DynamicsError::NotSymmetric`] when loads follow the motion or velocities couple gyroscopically: structures are
    /// symmetric. [`Self::eigenvalues`] answers then.
    pub fn structure(&self, system: &dyn System) -> Result<Structure, DynamicsError> {
        let at = &self.linearisation;
        let mut rates = at.damping.clone();
        rates.add_scaled(1.0, &at.velocity_sensitivity);
        let symmetric = |what: &'static str, matrix: &Dense| {
            let defect = asymmetry(matrix);
            if defect > SYMMETRIC {
                return Err(DynamicsError::NotSymmetric { system: system.name().to_owned(), what, defect });
            }
            Ok(Sparse::from_dense(&matrix.symmetric_part()))
        };
        let mass = symmetric("mass", &at.mass)?;
        let stiffness = symmetric("stiffness", &self.tangent())?;
        let input = |(j, name): (usize, &String)| Pattern {
            name: name.clone(),
            unit: "N".to_owned(),
            values: at.input.column(j).to_vec(),
        };
        Ok(Structure {
            rows: system.coordinates().iter().map(|c| c.name.clone()).collect(),
            damping: symmetric("damping", &rates)?,
            inputs: system.inputs().iter().enumerate().map(input).collect(),
            ..Structure::of_matrices(system.name(), mass, stiffness)
        })
    }
}
