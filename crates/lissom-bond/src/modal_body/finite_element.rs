//! A modal body from the matrices of a finite-element model or a frame.
//!
//! Modes and statics come from the *same* matrices: the residual is the difference of unit-load statics and
//! modes of this model, never of exact modes \[Clemen2021, Eq. (19)\].

use super::mode::{ModalBody, Mode};
use super::residual::ResidualCompliance;
use crate::error::BondError;
use lissom_linalg::{Dense, GeneralisedInverse, ModesOptions, NullSpace, Progress, Sparse, Wanted, modes};
use lissom_mech::LinearSystem;
use lissom_model::model::{Direction, NodeId};

/// A body given by stiffness and mass, free or supported.
#[derive(Clone, Debug)]
pub struct FiniteElementBody<'a> {
    /// Name.
    pub name: &'a str,
    /// Stiffness.
    pub stiffness: &'a Sparse,
    /// Mass.
    pub mass: &'a Sparse,
    /// Motions that may be rigid, as columns; `None` searches for them.
    pub rigid_candidates: Option<&'a Dense>,
    /// Port names.
    pub ports: Vec<String>,
    /// One column per port: the displacement there is the product with the coordinates.
    pub places: Dense,
}

impl<'a> FiniteElementBody<'a> {
    /// A frame with ports at nodes, each in one direction.
    ///
    /// # Errors
    /// [`BondError::Unknown`] where there is no such motion.
    pub fn of_frame(
        name: &'a str,
        frame: &'a LinearSystem,
        ports: &[(&str, NodeId, Direction)],
    ) -> Result<Self, BondError> {
        let all = frame.coordinates.len();
        let mut full = Dense::zeros(all, ports.len());
        for (column, (port, node, direction)) in ports.iter().enumerate() {
            let unknown = || BondError::Unknown { what: "motion at port", name: (*port).to_owned() };
            for (coordinate, weight) in frame.coordinates.measure(*node, *direction).ok_or_else(unknown)? {
                full[(coordinate, column)] = weight;
            }
        }
        let places = frame.elimination.transformation.transpose().times(&full);
        let names = ports.iter().map(|(port, ..)| (*port).to_owned()).collect();
        Ok(Self {
            name,
            stiffness: &frame.stiffness,
            mass: &frame.mass,
            rigid_candidates: Some(&frame.rigid_motions.free_independent),
            ports: names,
            places,
        })
    }

    /// The body with `retain` elastic modes, its residual by unit loads; of a free body by inertia relief.
    ///
    /// # Errors
    /// [`BondError::Modes`], [`BondError::Statics`] and those of [`ResidualCompliance::from_statics`].
    pub fn with_unit_loads(
        &self,
        retain: usize,
        options: &ModesOptions,
        progress: &dyn Progress,
    ) -> Result<ModalBody, BondError> {
        let body = || self.name.to_owned();
        let found = modes(
            self.stiffness,
            self.mass,
            self.rigid_candidates,
            Wanted::Lowest(retain),
            options,
            progress,
        )
        .and_then(|found| if retain == 0 { Ok(found) } else { found.certified() })
        .map_err(|source| BondError::Modes { body: body(), source })?;
        let at_ports = |vectors: &Dense| self.places.transpose_matmul(vectors);
        let (rigid, elastic) = (at_ports(&found.rigid), at_ports(&found.vectors));
        let mode = |stiffness: f64, shape: &[f64]| Mode {
            mass: 1.0,
            stiffness,
            damping: 0.0,
            shape: shape.to_vec(),
        };
        let mut kept: Vec<Mode> = (0..rigid.cols()).map(|k| mode(0.0, rigid.column(k))).collect();
        let count = retain.min(found.eigenvalues.len());
        kept.extend((0..count).map(|k| mode(found.eigenvalues[k], elastic.column(k))));
        let statics = self.static_compliance(options)?;
        let residual = ResidualCompliance::from_statics(self.name, &statics, &kept)?;
        ModalBody::new(self.name, self.ports.clone(), kept, residual)
    }

    /// Bᵀ G B: one solve per port [m/N].
    ///
    /// # Errors
    /// [`BondError::Statics`].
    pub fn static_compliance(&self, options: &ModesOptions) -> Result<Dense, BondError> {
        let null_space = NullSpace::find(self.stiffness, self.mass, self.rigid_candidates, &options.threads)
            .map_err(|source| BondError::Statics { body: self.name.to_owned(), source })?;
        let mut deflections = self.places.clone();
        GeneralisedInverse::new(&null_space).apply(&mut deflections);
        Ok(self.places.transpose_matmul(&deflections).symmetric_part())
    }
}
