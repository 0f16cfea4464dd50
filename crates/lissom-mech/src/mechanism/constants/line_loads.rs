//! Distributed forces on the beams of a mechanism.

use crate::assembly::coordinates::Coordinates;
use crate::elements::{BeamLoad, Configuration, Reference};
use crate::error::MechError;
use crate::laws::TimeLawsBuilder;
use crate::mechanism::constants::loads::Value;
use crate::vector::{norm, sub};
use lissom_model::model::{LineLoad, Model};

/// A distributed force on the elements of one beam.
#[derive(Debug)]
pub(in crate::mechanism) struct SpreadLoad {
    /// Where the densities at both ends of the beam come from.
    pub ends: [Value; 2],
    /// The beam.
    pub beam: usize,
    /// Its elements, in order.
    elements: Vec<BeamLoad>,
}

impl SpreadLoad {
    /// A load of the model; without laws it is the given input.
    ///
    /// # Errors
    /// A law that cannot be used.
    pub fn new(
        model: &Model,
        coordinates: &Coordinates,
        load: &LineLoad,
        laws: &mut TimeLawsBuilder,
        input: impl FnOnce() -> usize,
    ) -> Result<Self, MechError> {
        let ends = match &load.ends {
            Some([first, second]) => {
                let what = format!("force {}", load.name);
                [Value::Law(laws.add(&what, first)?), Value::Law(laws.add(&what, second)?)]
            }
            None => [Value::Input(input()); 2],
        };
        let beam = &model.structure.beams[load.beam.0];
        let nodes = beam.nodes;
        let [p, q] = nodes.map(|node| model.structure.nodes[node.0].position);
        let (d, ends_of_elements) = (sub(q, p), coordinates.beam_ends(load.beam));
        let length = norm(d);
        let element = |pair: &[crate::assembly::coordinates::End]| {
            let mut indices = [0; 6];
            let all = pair.iter().flat_map(|end| coordinates.end(*end));
            indices.iter_mut().zip(all).for_each(|(slot, index)| *slot = index);
            BeamLoad {
                indices,
                reference: Reference::of(
                    beam,
                    length / (ends_of_elements.len() - 1) as f64,
                    [d[0] / length, d[1] / length],
                ),
                direction: [load.direction[0], load.direction[1]],
                follower: load.follower,
            }
        };
        Ok(Self { ends, beam: load.beam.0, elements: ends_of_elements.windows(2).map(element).collect() })
    }

    /// Each element with the densities at its two ends, those at the ends of the beam given [N/m].
    pub fn elements(&self, [first, last]: [f64; 2]) -> impl Iterator<Item = (&BeamLoad, [f64; 2])> {
        let count = self.elements.len() as f64;
        let at = move |k: usize| first + (last - first) * k as f64 / count;
        self.elements.iter().enumerate().map(move |(k, element)| (element, [at(k), at(k + 1)]))
    }

    /// Its unit vector in the reference configuration, and whether it turns with the beam.
    pub fn direction(&self) -> ([f64; 2], bool) {
        self.elements.first().map_or(([0.0; 2], false), |element| (element.direction, element.follower))
    }

    /// Adds its forces on all coordinates.
    pub fn add(&self, at: &Configuration, densities: [f64; 2], force: &mut [f64]) {
        for (element, density) in self.elements(densities) {
            element.add(at, density, force);
        }
    }
}
