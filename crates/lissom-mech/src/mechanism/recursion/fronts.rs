//! Which unknowns each step of an elimination touches, found once.
//!
//! Blocks of unknowns are eliminated from the last to the first. The front of a block holds its own unknowns and those before them that it
//! is coupled with: by what it hangs on, by elements, and by what was eliminated before. In a tree these are the three of the
//! other end; a part that closes a loop adds its other end to all fronts between both ends and the place where their ways meet.

use std::collections::BTreeSet;
use std::ops::Range;

/// One block of an elimination.
#[derive(Clone, Debug)]
pub(crate) struct Front {
    /// Its own unknowns, by place.
    pub own: Range<usize>,
    /// Earlier unknowns that it is coupled with: their range among all lists.
    pub near: Range<usize>,
    /// Its coordinates: their range among all lists.
    pub free: Range<usize>,
    /// Where its values begin: front, E, T, Dᵢⱼ and D⁻¹ H.
    pub front: usize,
    pub by_free: usize,
    pub by_near: usize,
    pub pivots: usize,
    pub gains: usize,
    /// The front that takes over what is left of it.
    pub parent: Option<usize>,
}

impl Front {
    /// Numbers of own and near unknowns and of coordinates.
    pub fn sizes(&self) -> [usize; 3] {
        [self.own.len(), self.near.len(), self.free.len()]
    }
}

/// A block as it is known beforehand.
pub(crate) struct Block {
    /// Its rows, and its unknowns, by place.
    pub own: Range<usize>,
    /// Earlier unknowns that place it.
    pub hangs_on: Vec<usize>,
}

/// All fronts, in the order of solution.
#[derive(Clone, Debug)]
pub(crate) struct Fronts {
    pub all: Vec<Front>,
    /// Near unknowns of all fronts, each list ascending, and where they stand in the front of the parent.
    pub near: Vec<usize>,
    pub in_parent: Vec<usize>,
    /// Coordinates of all fronts: row in the block, number of the coordinate.
    pub free: Vec<(usize, usize)>,
    /// Lengths of the lists of values.
    pub values: usize,
    pub by_free: usize,
    pub by_near: usize,
    pub pivots: usize,
    pub gains: usize,
    /// The front of every unknown.
    front_of: Vec<usize>,
}

impl Fronts {
    /// The fronts of blocks in the order of solution, with the coordinate of every row that has one, and groups of unknowns that are
    /// coupled.
    pub fn new(
        blocks: &[Block],
        coordinate: &[Option<usize>],
        coupled: impl Iterator<Item = Vec<usize>>,
    ) -> Self {
        let mut front_of = vec![0; coordinate.len()];
        for (k, block) in blocks.iter().enumerate() {
            front_of[block.own.clone()].fill(k);
        }
        let mut near: Vec<BTreeSet<usize>> =
            blocks.iter().map(|block| block.hangs_on.iter().copied().collect()).collect();
        for group in coupled {
            if let Some(last) = group.iter().max() {
                near[front_of[*last]].extend(group);
            }
        }
        for k in (0..blocks.len()).rev() {
            let first = blocks[k].own.start;
            near[k].retain(|unknown| *unknown < first);
            if let Some(last) = near[k].last().copied() {
                let rest: Vec<usize> = near[k].iter().copied().collect();
                near[front_of[last]].extend(rest);
            }
        }
        let mut this = Self {
            all: Vec::with_capacity(blocks.len()),
            near: Vec::new(),
            in_parent: Vec::new(),
            free: Vec::new(),
            values: 0,
            by_free: 0,
            by_near: 0,
            pivots: 0,
            gains: 0,
            front_of,
        };
        for (block, near) in blocks.iter().zip(&near) {
            this.push(block, near, coordinate);
        }
        this
    }

    fn push(&mut self, block: &Block, near: &BTreeSet<usize>, coordinate: &[Option<usize>]) {
        let (near_start, free_start) = (self.near.len(), self.free.len());
        let parent = near.last().map(|last| self.front_of[*last]);
        let places: Vec<usize> =
            near.iter().map(|u| self.place_in(parent.expect("it has near unknowns"), *u)).collect();
        self.near.extend(near);
        self.in_parent.extend(places);
        let rows = block.own.clone().enumerate();
        self.free.extend(rows.filter_map(|(row, p)| Some((row, coordinate[p]?))));
        let front = Front {
            own: block.own.clone(),
            near: near_start..self.near.len(),
            free: free_start..self.free.len(),
            front: self.values,
            by_free: self.by_free,
            by_near: self.by_near,
            pivots: self.pivots,
            gains: self.gains,
            parent,
        };
        let [s, r, f] = front.sizes();
        self.values += (s + r) * (s + r);
        self.by_free += s * f;
        self.by_near += s * r;
        self.pivots += f * f;
        self.gains += f * r;
        self.all.push(front);
    }

    /// Where an unknown stands in a front: near ones first, then its own.
    fn place_in(&self, front: usize, unknown: usize) -> usize {
        let front = &self.all[front];
        match self.near[front.near.clone()].binary_search(&unknown) {
            Ok(place) => place,
            Err(_) => {
                assert!(front.own.contains(&unknown), "a front holds what its children are coupled with");
                front.near.len() + unknown - front.own.start
            }
        }
    }

    /// Where the coupling of two unknowns is added, among the values of all fronts; both must be coupled.
    pub fn entry(&self, a: usize, b: usize) -> usize {
        let k = self.front_of[a.max(b)];
        let front = &self.all[k];
        let width = front.own.len() + front.near.len();
        front.front + self.place_in(k, a) * width + self.place_in(k, b)
    }

    /// Multiplications of an elimination.
    pub fn multiplications(&self) -> usize {
        let each = self.all.iter().map(|front| {
            let [s, r, f] = front.sizes();
            s * s * (r + f) + s * f * f + 3 * s * f * r + f * f * f + f * f * r + s * r * (r + 1)
        });
        each.sum()
    }
}
