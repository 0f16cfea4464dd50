//! The tree of a mechanism: its fronts, where mass matrices go, and whether eliminating along it is worthwhile.

use crate::mechanism::buffers::Buffers;
use crate::mechanism::configuration::placing::Placing;
use crate::mechanism::constants::massive::Massive;
use crate::mechanism::core::{Core, Equation, Target};
use crate::mechanism::jacobian::border::Jacobian;
use crate::mechanism::jacobian::lanes::LANES;
use crate::mechanism::recursion::elimination::{Elimination, Pivots};
use crate::mechanism::recursion::fronts::Fronts;
use crate::mechanism::recursion::reach::Reach;
use crate::mechanism::recursion::torn_motion::TornBuffers;

/// What is eliminated, and where.
#[derive(Debug)]
pub(in crate::mechanism) struct Tree {
    pub fronts: Fronts,
    /// Entries of mass matrices: place among the values of the fronts, place among the matrices of all parts.
    pub inertia: Vec<(usize, usize)>,
    /// The coordinate that each closing equation measures, where it measures one.
    pub closing: Vec<Option<usize>>,
    /// Whether it takes less work than the full mass matrix.
    pub is_worthwhile: bool,
}

/// Buffers of an elimination.
#[derive(Debug)]
pub(in crate::mechanism) struct TreeBuffers {
    pub reach: Reach,
    pub elimination: Elimination<f64>,
    pub torn: TornBuffers,
}

/// Below this number of coordinates the mass matrix is kept: there is little to gain, and a reduced model with all coordinates gives the bits of the
/// full one.
const FEWEST: usize = 24;

/// Work on several columns at once costs this share of the same work one by one.
const TOGETHER: f64 = 1.0 / 6.0;

impl Tree {
    /// The tree of a mechanism that is placed link by link, or solved block by block with loops that are blocks of their own.
    pub fn new(
        placing: Option<&Placing>,
        jacobian: &Jacobian,
        equations: &[Equation],
        massive: &[Massive],
    ) -> Option<Self> {
        assert!(placing.is_some() || jacobian.tears().is_empty(), "only what is placed is torn");
        let coordinate = coordinates_of_rows(jacobian, equations);
        let coupled = massive.iter().map(|massive| massive.moving().iter().map(|(_, p)| *p).collect());
        let fronts = Fronts::new(&jacobian.chain().blocks(), &coordinate, coupled);
        let mut inertia = Vec::new();
        for massive in massive {
            for (i, p) in massive.moving() {
                for (j, q) in massive.moving() {
                    inertia.push((fronts.entry(*p, *q), massive.matrix + i * massive.width + j));
                }
            }
        }
        let of_closure = |place: usize| match equations[place].target {
            Target::Independent(j) => Some(j),
            Target::Zero | Target::Drive(_) => None,
        };
        let closing: Vec<Option<usize>> =
            jacobian.tears().iter().map(|tear| of_closure(tear.place)).collect();
        let mut this = Self { fronts, inertia, closing, is_worthwhile: false };
        let coordinates = equations.iter().filter(|e| matches!(e.target, Target::Independent(_))).count();
        this.is_worthwhile = coordinates >= FEWEST && this.work() < work_of_columns(equations, massive);
        Some(this)
    }

    /// Multiplications of one evaluation.
    fn work(&self) -> f64 {
        let (once, tears) = (self.fronts.multiplications() + self.inertia.len(), self.closing.len());
        let solution =
            2 * (self.fronts.by_free + self.fronts.by_near + self.fronts.gains) + self.fronts.pivots;
        (once + solution * (1 + 2 * tears)) as f64
    }

    pub fn room(&self, unknowns: usize, coordinates: usize) -> TreeBuffers {
        TreeBuffers {
            reach: Reach::new(&self.fronts),
            elimination: Elimination::new(&self.fronts),
            torn: TornBuffers::new(self.closing.len(), unknowns, coordinates),
        }
    }
}

/// The coordinate that the row of each place measures. Torn rows have none: their places belong to closing equations.
pub(in crate::mechanism) fn coordinates_of_rows(
    jacobian: &Jacobian,
    equations: &[Equation],
) -> Vec<Option<usize>> {
    let of_row = |equation: &Equation| match equation.target {
        Target::Independent(j) => Some(j),
        Target::Zero | Target::Drive(_) => None,
    };
    let mut coordinate: Vec<Option<usize>> = equations.iter().map(of_row).collect();
    jacobian.tears().iter().for_each(|tear| coordinate[tear.place] = None);
    coordinate
}

/// Multiplications of an evaluation with the motions of all coordinates and the full mass matrix, those that are done for several
/// columns at once counted as less.
fn work_of_columns(equations: &[Equation], massive: &[Massive]) -> f64 {
    let m = equations.iter().filter(|equation| matches!(equation.target, Target::Independent(_))).count();
    let (n, columns) = (equations.len(), m.div_ceil(LANES) * LANES);
    let products: usize = massive.iter().map(|massive| massive.moving().len().pow(2)).sum();
    let together = columns * (4 * n + products) + columns * (columns + LANES) / 2 * n;
    let alone = m * m * m / 6 + m * n;
    TOGETHER * together as f64 + alone as f64
}

impl Core {
    /// q̈ by elimination along the tree, from forces in `b.force` and inertia at q̈ = 0; left in the generalised force. `None` where
    /// loops have to be solved with the full mass matrix: a coordinate moves no mass while torn deformations are held.
    pub fn eliminate_motion(&self, tree: &Tree, b: &mut Buffers) -> Option<Result<(), usize>> {
        self.gather_forces(b);
        let mut own = b.tree.take()?;
        let values = &mut own.elimination.values;
        values.fill(0.0);
        tree.inertia.iter().for_each(|(at, source)| values[*at] += b.mass[*source]);
        own.reach.set(&tree.fronts, &self.pattern, &b.factor);
        let eliminated = own.elimination.eliminate(&tree.fronts, &own.reach, Pivots::Positive);
        let found = match (eliminated, tree.closing.is_empty()) {
            (Err(j), true) => Some(Err(j)),
            (Err(_), false) => None,
            (Ok(()), true) => {
                own.elimination.solve(&tree.fronts, &own.reach, &mut b.step, &mut b.generalised_force);
                Some(Ok(()))
            }
            (Ok(()), false) => self.close_motion(tree, &mut own, b).map(Ok),
        };
        b.tree = Some(own);
        found
    }

    /// Forces on the unknowns, in `b.step`, and on the coordinates: stresses of deformations that are coordinates work on these alone.
    fn gather_forces(&self, b: &mut Buffers) {
        self.stresses(b);
        b.generalised_force.fill(0.0);
        for &(j, measure) in &self.elastic.stressed {
            b.generalised_force[j] -= b.stress[measure];
        }
        for (value, c) in b.step.iter_mut().zip(&self.unknowns) {
            *value = b.force[*c];
        }
        for &measure in &self.choice.released {
            for (c, at) in self.parts.row(measure) {
                if let Some(p) = self.place[c] {
                    b.step[p] -= b.stress[measure] * b.gradients[at];
                }
            }
        }
    }
}
