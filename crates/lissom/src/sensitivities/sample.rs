//! A model about a place with given parameters: its matrices and numbers, and the slopes between two of them.

use super::quantity::Quantity;
use crate::failure::Failure;
use lissom_linalg::Sparse;
use lissom_mech::{ModalDamping, Pattern, Structure};

/// A number, what it is, and its unit.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub quantity: Quantity,
    pub unit: String,
    pub value: f64,
}

/// A model about a place: the structure of small motions, and numbers of the place itself.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub structure: Structure,
    pub numbers: Vec<Number>,
}

/// How a sample changes per unit of a parameter.
#[derive(Clone, Debug)]
pub(crate) struct SampleSlopes {
    pub stiffness: Sparse,
    pub mass: Sparse,
    pub damping: Sparse,
    /// Slope of the damping ratio of all modes \[-\].
    pub ratio: f64,
    /// One pattern for each input and output, by rows.
    pub inputs: Vec<Vec<f64>>,
    pub outputs: Vec<Vec<f64>>,
    pub numbers: Vec<f64>,
}

impl Sample {
    /// Central differences of two samples whose parameter differs by `across`.
    ///
    /// # Errors
    /// When both do not have the same coordinates.
    pub fn slopes(below: &Self, above: &Self, across: f64, parameter: &str) -> Result<SampleSlopes, Failure> {
        demand_same_rows(&below.structure, &above.structure, parameter)?;
        let matrix = |of: fn(&Structure) -> &Sparse| {
            of(&above.structure).add_scaled(1.0 / across, of(&below.structure), -1.0 / across)
        };
        let patterns = |of: fn(&Structure) -> &Vec<Pattern>| {
            let pairs = of(&above.structure).iter().zip(of(&below.structure));
            let slope = |(a, b): (&Pattern, &Pattern)| {
                a.values.iter().zip(&b.values).map(|(a, b)| (a - b) / across).collect()
            };
            pairs.map(slope).collect()
        };
        let numbers = above.numbers.iter().zip(&below.numbers);
        Ok(SampleSlopes {
            stiffness: matrix(|s| &s.stiffness),
            mass: matrix(|s| &s.mass),
            damping: matrix(|s| &s.damping),
            ratio: (uniform(&above.structure) - uniform(&below.structure)) / across,
            inputs: patterns(|s| &s.inputs),
            outputs: patterns(|s| &s.outputs),
            numbers: numbers.map(|(a, b)| (a.value - b.value) / across).collect(),
        })
    }
}

/// The damping ratio of all modes; zero where components have their own.
fn uniform(structure: &Structure) -> f64 {
    match structure.modal_damping {
        ModalDamping::Uniform(ratio) => ratio,
        ModalDamping::ByEnergy(_) => 0.0,
    }
}

/// Derivatives need the same coordinates on both sides.
pub(crate) fn demand_same_rows(one: &Structure, other: &Structure, parameter: &str) -> Result<(), Failure> {
    let differ = |why: String| Err(Failure::NotDifferentiable { what: format!("`{parameter}`"), why });
    if one.size() != other.size() {
        return differ(format!(
            "the number of coordinates changes with it ({} and {}); it must not decide how many elements there are",
            one.size(),
            other.size()
        ));
    }
    match one.rows.iter().zip(&other.rows).find(|(a, b)| a.name != b.name) {
        None => Ok(()),
        Some((a, b)) => {
            differ(format!("the choice of coordinates changes with it (`{}` becomes `{}`)", a.name, b.name))
        }
    }
}
