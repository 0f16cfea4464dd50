//! Displacements and rates of nodes that an expression refers to: `x(A)`, `vy(B)`, `omega(C)`.

use crate::assembly::coordinates::Coordinates;
use crate::elements::Configuration;
use crate::error::MechError;
use crate::laws::{self, Arguments, Meaning};
use lissom_model::model::{Coordinate, Law, Model, NodeId};
use lissom_symbolic::{Expr, Expressions, Node};

/// Measured quantity of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mechanism) enum Of {
    Displacement,
    Rate,
}

/// A displacement or rate of one coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mechanism) struct Observed {
    pub coordinate: usize,
    pub of: Of,
}

impl Observed {
    /// All calls in a law, each with the place of what it measures.
    ///
    /// # Errors
    /// When a call is not a displacement or rate of a node, or the node has no rotation.
    pub fn of(
        model: &Model,
        store: &Expressions,
        coordinates: &Coordinates,
        what: &str,
        law: &Law,
    ) -> Result<Vec<(Expr, Self)>, MechError> {
        let failed = |reason: String| MechError::Law { what: what.to_owned(), law: law.text.clone(), reason };
        let mut found = Vec::new();
        for part in store.parts_of(&[law.expr]) {
            let Node::Applied(name, arguments) = store.node(part) else { continue };
            let name = store.name_text(*name);
            let place = match arguments.first().map(|a| store.node(*a)) {
                Some(Node::Symbol(node)) => store.name_text(*node),
                _ => return Err(failed(format!("`{name}` needs the name of a node"))),
            };
            let node = model.structure.nodes.iter().position(|n| n.name == place);
            let node = node.ok_or_else(|| failed(format!("unknown node `{place}`")))?;
            let (coordinate, of) = match name {
                "x" => (Coordinate::X, Of::Displacement),
                "y" => (Coordinate::Y, Of::Displacement),
                "phi" => (Coordinate::Rz, Of::Displacement),
                "vx" => (Coordinate::X, Of::Rate),
                "vy" => (Coordinate::Y, Of::Rate),
                "omega" => (Coordinate::Rz, Of::Rate),
                _ => return Err(failed(format!("a planar mechanism has no `{name}(…)`"))),
            };
            let index = coordinates.index(NodeId(node), coordinate);
            let coordinate = index.ok_or_else(|| failed(format!("node `{place}` has no rotation")))?;
            found.push((part, Self { coordinate, of }));
        }
        Ok(found)
    }

    /// Its value.
    pub fn value(&self, at: &Configuration, velocity: &[f64]) -> f64 {
        match self.of {
            Of::Displacement => at.displacement[self.coordinate],
            Of::Rate => velocity[self.coordinate],
        }
    }
}

/// A law of a planar mechanism.
pub(in crate::mechanism) type DeformationLaw = laws::DeformationLaw<Observed>;

impl DeformationLaw {
    /// Compiles a law of a planar mechanism.
    ///
    /// # Errors
    /// If it contains an unknown name, or has no derivative.
    pub(in crate::mechanism) fn of(
        (model, coordinates): (&Model, &Coordinates),
        name: &str,
        law: &Law,
        meaning: Meaning,
    ) -> Result<Self, MechError> {
        let calls = Observed::of(model, &model.expressions, coordinates, name, law)?;
        Self::new(model, calls, name, law, meaning)
    }

    /// Its arguments at a configuration with the rates of all coordinates.
    pub(in crate::mechanism) fn arguments(
        &self,
        own: [f64; 3],
        at: &Configuration,
        velocity: &[f64],
    ) -> Arguments {
        self.arguments_with(own, |observed| observed.value(at, velocity))
    }
}
