//! How far a coordinate moves anything, from the extent of what hangs on it: all of that moves as one rigid body.
//!
//! Column by column this would take as many steps as there are coordinates times unknowns. In a tree the points that a
//! coordinate moves fill a box, a rigid motion moves a corner of the box most, and boxes are joined from the leaves to the ground.

use crate::assembly::coordinates::{Coordinates, TranslationId};
use crate::elements::Configuration;
use crate::mechanism::configuration::placing::{Placing, Step};
use crate::mechanism::constants::scale::Scale;
use crate::mechanism::recursion::fronts::Fronts;
use crate::mechanism::recursion::reach::Reach;

/// The blocks of a tree, each with what it hangs on.
#[derive(Debug)]
pub(in crate::mechanism) struct Subtrees {
    blocks: Vec<Hanging>,
    /// Position of every translation in the reference configuration [m]; zero for rotations.
    reference: Vec<f64>,
}

/// A block of a tree.
#[derive(Clone, Copy, Debug)]
struct Hanging {
    /// The block whose motion carries all of it; `None` at the ground.
    on: Option<usize>,
    /// Coordinates of the point about which its turn moves what hangs on it; `None` where nothing does.
    point: Option<[usize; 2]>,
    /// Whether it is the end of a link; otherwise a joint.
    is_end: bool,
}

/// The extent of points along both axes: least and largest [m].
#[derive(Clone, Copy, Debug)]
struct Extent {
    least: [f64; 2],
    most: [f64; 2],
}

impl Extent {
    const NOTHING: Self = Self { least: [f64::INFINITY; 2], most: [f64::NEG_INFINITY; 2] };

    fn with(self, other: Self) -> Self {
        Self {
            least: [0, 1].map(|k| self.least[k].min(other.least[k])),
            most: [0, 1].map(|k| self.most[k].max(other.most[k])),
        }
    }

    /// The largest displacement of a point in it, along one axis, in a motion that moves `from` by `moved` and turns by `turn`.
    fn largest_motion(&self, [x, y]: [f64; 2], [dx, dy]: [f64; 2], turn: f64) -> f64 {
        if self.least[0] > self.most[0] {
            return dx.abs().max(dy.abs());
        }
        let along_x = [self.least[1], self.most[1]].map(|corner| (dx - turn * (corner - y)).abs());
        let along_y = [self.least[0], self.most[0]].map(|corner| (dy + turn * (corner - x)).abs());
        along_x.into_iter().chain(along_y).fold(0.0, f64::max)
    }
}

impl Subtrees {
    /// The blocks of a mechanism without loops, in the order of solution; `None` where something hangs on more than one body, or on
    /// anything but links and joints that turn.
    pub fn new(
        placing: &Placing,
        place: &[Option<usize>],
        coordinates: &Coordinates,
        scale: &Scale,
    ) -> Option<Self> {
        if !placing.tears.is_empty() {
            return None;
        }
        let mut block_of = vec![None; place.len()];
        for (k, step) in placing.steps.iter().enumerate() {
            match step {
                Step::Link { link, forward, .. } => {
                    link.ends(*forward)[0].into_iter().for_each(|c| block_of[c] = Some(k));
                }
                Step::Linear { coordinate, .. } => block_of[*coordinate] = Some(k),
            }
        }
        let mut blocks: Vec<Hanging> = Vec::with_capacity(placing.steps.len());
        // The end of a link that each block moves with; `None` at the ground.
        let mut carriers: Vec<Option<usize>> = Vec::with_capacity(placing.steps.len());
        for (k, step) in placing.steps.iter().enumerate() {
            let (on, point, carrier) = match step {
                Step::Link { link, forward, .. } => {
                    let [[x, y, _], other] = link.ends(*forward);
                    let [on_x, on_y, on] = other.map(|c| block_of[c]);
                    let carried_by = on.and_then(|joint| carriers[joint]);
                    if on_x != on_y || carried_by != on_x {
                        return None;
                    }
                    if let Some(joint) = on {
                        blocks[joint].point.get_or_insert([other[0], other[1]]);
                    }
                    (on, Some([x, y]), Some(k))
                }
                Step::Linear { coordinate, factor, others, .. } => {
                    let unknown: Vec<&(usize, f64)> =
                        others.iter().filter(|(c, _)| place[*c].is_some()).collect();
                    let turns = |c: usize| scale.is_rotation(c);
                    let on = match unknown[..] {
                        [] => None,
                        [(c, g)] if turns(*c) && (factor * g + 1.0).abs() < 1e-12 => block_of[*c],
                        _ => return None,
                    };
                    if !turns(*coordinate) {
                        return None;
                    }
                    (on, None, on.and_then(|on| carriers[on]))
                }
            };
            blocks.push(Hanging { on, point, is_end: matches!(step, Step::Link { .. }) });
            carriers.push(carrier);
        }
        // Joints in a row turn about the same point.
        for k in (0..blocks.len()).rev() {
            if let (Some(on), Some(point), false) = (blocks[k].on, blocks[k].point, blocks[k].is_end) {
                blocks[on].point.get_or_insert(point);
            }
        }
        let mut reference = vec![0.0; place.len()];
        for (k, point) in coordinates.points().iter().enumerate() {
            for (c, position) in coordinates.translation(TranslationId(k)).zip(point.position) {
                reference[c] = position;
            }
        }
        Some(Self { blocks, reference })
    }

    /// For each coordinate, the largest motion of any unknown per unit, as a length.
    pub fn largest_motions(
        &self,
        fronts: &Fronts,
        reach: &Reach,
        at: &Configuration,
        element: f64,
        motions: &mut [f64],
    ) {
        let position = |point: [usize; 2]| point.map(|c| self.reference[c] + at.displacement[c]);
        let mut extents = vec![Extent::NOTHING; self.blocks.len()];
        for (k, block) in self.blocks.iter().enumerate().rev() {
            if let (Some(point), true) = (block.point, block.is_end) {
                let own = position(point);
                extents[k] = extents[k].with(Extent { least: own, most: own });
            }
            if let Some(on) = block.on {
                extents[on] = extents[on].with(extents[k]);
            }
        }
        for ((front, block), extent) in fronts.all.iter().zip(&self.blocks).zip(&extents) {
            let f = front.free.len();
            let e = &reach.by_free[front.by_free..];
            for (c, (_, j)) in fronts.free[front.free.clone()].iter().enumerate() {
                // The unknowns of an end are x, y and the turn, in this order of numbers.
                let (moved, turn) = match block.is_end {
                    true => ([e[c], e[f + c]], e[2 * f + c]),
                    false => ([0.0; 2], e[c]),
                };
                let carried =
                    block.point.map_or(0.0, |point| extent.largest_motion(position(point), moved, turn));
                motions[*j] = carried.max((turn * element).abs());
            }
        }
    }
}
