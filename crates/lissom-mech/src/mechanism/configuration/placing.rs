//! The order of placement of a mechanism, and its steps in closed form.

use crate::assembly::coordinates::Coordinates;
use crate::elements::BeamLink;
use crate::error::MechError;
use crate::mechanism::choice_of_coordinates::choice::{Choice, Source};
use crate::mechanism::configuration::chain::{Row, Torn};
use crate::mechanism::constants::part::Parts;
use crate::mechanism::constants::scale::Scale;
use crate::mechanism::core::Equation;
use crate::mechanism::jacobian::block_triangular::{BlockOrder, block_order};
use crate::mechanism::jacobian::border::{Jacobian, Tear};
use crate::mechanism::jacobian::factor::{BlockPattern, Entry};
use crate::mechanism::jacobian::link_block::LinkBlock;
use std::collections::BTreeSet;

/// Equations and unknowns in the order of solution.
pub(in crate::mechanism) struct Ordered {
    pub equations: Vec<Equation>,
    pub unknowns: Vec<usize>,
    pub jacobian: Jacobian,
    pub placing: Option<Placing>,
}

/// Steps that put every coordinate in its place, given the values of the rows.
#[derive(Debug)]
pub(in crate::mechanism) struct Placing {
    pub steps: Vec<Step>,
    /// The first step that depends on a tear.
    pub first_torn: usize,
    /// Torn deformations with the places of their rows.
    pub tears: Vec<(usize, usize)>,
    /// Parts whose deformations close the loops.
    pub closing: Vec<usize>,
    /// Number of links.
    pub links: usize,
    /// Parts that are no links, or links with a torn deformation: their deformations must be measured.
    pub measured: Vec<usize>,
}

/// A step.
#[derive(Debug)]
pub(in crate::mechanism) enum Step {
    /// A link places one of its ends by the rows from `row` on: its three deformations in order.
    Link { link: BeamLink, part: usize, forward: bool, row: usize, shape: usize },
    /// A coordinate follows from a linear row: x = (value − Σ g x)/g.
    Linear { row: usize, coordinate: usize, factor: f64, others: Vec<(usize, f64)> },
}

/// Puts equations and unknowns into the order of solution, loops torn where that makes chains of links.
///
/// # Errors
/// An element that is degenerate in the reference configuration.
pub(in crate::mechanism) fn order(
    parts: &Parts,
    scale: &Scale,
    choice: &Choice,
    equations: &[Equation],
    free: &[usize],
    coordinates: &Coordinates,
) -> Result<Ordered, MechError> {
    assert_eq!(equations.len(), free.len(), "the choice gives as many equations as unknowns");
    let sources: Vec<Source> = equations.iter().map(|equation| equation.source).collect();
    let torn = Torn::new(parts, choice, &sources, free, coordinates.len()).unwrap_or_else(|| Torn {
        rows: (0..equations.len()).map(Row::Equation).collect(),
        closures: Vec::new(),
    });
    let source = |row: &Row| match *row {
        Row::Equation(k) => sources[k],
        Row::Torn(measure) => Source::Measure(measure),
    };
    let rows: Vec<Source> = torn.rows.iter().map(source).collect();
    let mut place: Vec<Option<usize>> = vec![None; coordinates.len()];
    free.iter().enumerate().for_each(|(p, c)| place[*c] = Some(p));
    let pattern: Vec<Vec<usize>> = rows
        .iter()
        .map(|row| entries(parts, &place, *row).iter().map(|(unknown, _)| *unknown).collect())
        .collect();
    let mut order = block_order(&pattern).expect("a choice of full rank has a perfect matching");
    tidy_blocks(&mut order, &torn.rows, &rows);
    let unknowns: Vec<usize> = order.unknowns.iter().map(|old| free[*old]).collect();
    unknowns.iter().enumerate().for_each(|(p, c)| place[*c] = Some(p));
    let rows: Vec<Source> = order.equations.iter().map(|row| rows[*row]).collect();
    let mut closures = torn.closures.iter();
    let (mut ordered, mut tears, mut torn_rows) = (Vec::new(), Vec::new(), Vec::new());
    for (p, row) in order.equations.iter().enumerate() {
        let equation = match torn.rows[*row] {
            Row::Equation(k) => equations[k],
            Row::Torn(measure) => {
                let closure =
                    equations[*closures.next().expect("as many equations close loops as were torn")];
                tears.push(Tear {
                    place: p,
                    closure: entries(parts, &place, closure.source),
                    closure_scale: closure.scale,
                });
                torn_rows.push((measure, p));
                closure
            }
        };
        ordered.push(equation);
    }
    let row_scale = rows.iter().map(|row| source_scale(parts, scale, *row)).collect();
    let column_scale = unknowns.iter().map(|c| scale.unknown(*c)).collect();
    let row_entries: Vec<Vec<Entry>> = rows.iter().map(|row| entries(parts, &place, *row)).collect();
    let placing = Placing::new(parts, coordinates, &order, &rows, &unknowns, torn_rows, &ordered)?;
    let links = placing.iter().flat_map(|placing| &placing.steps).map(|step| match step {
        Step::Link { link, forward, shape, .. } => Some(LinkBlock::new(link, *forward, *shape, &place)),
        Step::Linear { .. } => None,
    });
    let links: Vec<Option<LinkBlock>> = links.collect();
    let chain = BlockPattern::new(&order, &links, &row_entries, row_scale, column_scale);
    Ok(Ordered { equations: ordered, unknowns, jacobian: Jacobian::new(chain, tears), placing })
}

/// Makes the residual of a row a length.
pub(in crate::mechanism) fn source_scale(parts: &Parts, scale: &Scale, source: Source) -> f64 {
    match source {
        Source::Measure(m) => scale.measure(parts, m),
        Source::Coordinate(c) => 1.0 / scale.unknown(c),
    }
}

/// The entries of a row: places of unknowns, and places among the gradients. The last gradient is one: the derivative
/// of a coordinate by itself.
fn entries(parts: &Parts, place: &[Option<usize>], source: Source) -> Vec<Entry> {
    match source {
        Source::Measure(m) => parts.row(m).filter_map(|(c, at)| place[c].map(|p| (p, at))).collect(),
        Source::Coordinate(c) => vec![(place[c].expect("free coordinates only"), parts.gradients)],
    }
}

/// Inside a block any order works: rows and unknowns by number, so that ends of elements are alike.
fn tidy_blocks(order: &mut BlockOrder, torn: &[Row], rows: &[Source]) {
    let number = |row: &usize| match (rows[*row], torn[*row]) {
        (Source::Measure(m), _) => (0, m),
        (Source::Coordinate(c), _) => (1, c),
    };
    let mut first = 0;
    for size in &order.sizes {
        order.equations[first..first + size].sort_by_key(number);
        order.unknowns[first..first + size].sort_unstable();
        first += size;
    }
}

impl Placing {
    /// Measures more parts than the kinematics needs.
    pub fn also_measure(&mut self, parts: impl Iterator<Item = usize>) {
        self.measured.extend(parts);
        self.measured.sort_unstable();
        self.measured.dedup();
    }

    /// The steps for rows and unknowns in blocks; `None` when a block is neither the end of a link nor linear.
    fn new(
        parts: &Parts,
        coordinates: &Coordinates,
        order: &BlockOrder,
        rows: &[Source],
        unknowns: &[usize],
        tears: Vec<(usize, usize)>,
        equations: &[Equation],
    ) -> Result<Option<Self>, MechError> {
        let gradients = parts.reference_gradients(coordinates)?;
        let (mut steps, mut row, mut links) = (Vec::new(), 0, 0);
        let mut measured: BTreeSet<usize> = (0..parts.all.len()).collect();
        let mut first_torn = None;
        for size in &order.sizes {
            let block = row..row + size;
            let step = match *size {
                1 => linear(parts, &gradients, row, rows[row], unknowns[row]),
                3 => link(parts, row, &rows[block.clone()], &unknowns[block.clone()], links),
                _ => None,
            };
            let Some(step) = step else { return Ok(None) };
            let is_torn = tears.iter().any(|(_, place)| block.contains(place));
            if is_torn {
                first_torn.get_or_insert(steps.len());
            }
            if let Step::Link { part, .. } = &step {
                links += 1;
                if !is_torn {
                    measured.remove(part);
                }
            }
            steps.push(step);
            row += size;
        }
        let mut closing: Vec<usize> = tears
            .iter()
            .filter_map(|(_, place)| match equations[*place].source {
                Source::Measure(m) => Some(parts.measures[m].part),
                Source::Coordinate(_) => None,
            })
            .collect();
        closing.sort_unstable();
        closing.dedup();
        let first_torn = first_torn.unwrap_or(steps.len());
        let measured = measured.into_iter().collect();
        Ok(Some(Self { first_torn, steps, tears, closing, links, measured }))
    }
}

fn linear(parts: &Parts, gradients: &[f64], row: usize, source: Source, coordinate: usize) -> Option<Step> {
    let Source::Measure(m) = source else {
        return Some(Step::Linear { row, coordinate, factor: 1.0, others: Vec::new() });
    };
    if !parts.all[parts.measures[m].part].finite().is_linear() {
        return None;
    }
    let own: f64 = parts.row(m).filter(|(c, _)| *c == coordinate).map(|(_, at)| gradients[at]).sum();
    let others = parts.row(m).filter(|(c, _)| *c != coordinate).map(|(c, at)| (c, gradients[at])).collect();
    (own != 0.0).then_some(Step::Linear { row, coordinate, factor: 1.0 / own, others })
}

fn link(parts: &Parts, row: usize, rows: &[Source], unknowns: &[usize], shape: usize) -> Option<Step> {
    let Source::Measure(first) = rows[0] else { return None };
    let number = parts.measures[first].part;
    let part = &parts.all[number];
    let link = part.finite().link()?;
    let own: Vec<Source> = part.deformations().map(Source::Measure).collect();
    let is_end = |from: usize| part.coordinates()[from..from + 3].iter().all(|c| unknowns.contains(c));
    let forward = is_end(3);
    (own == rows && (is_end(0) || forward)).then_some(Step::Link { link, part: number, forward, row, shape })
}
