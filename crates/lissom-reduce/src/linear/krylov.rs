//! `krylov`: static deformations under the inputs, then under the inertia of the previous deformations.
//!
//! x₀ = G F, xₙ = (G M)ⁿ G F \[StaticDeformation, §5\], made stable: block Lanczos in the inner product of K with full
//! reorthogonalisation. Then Vᵀ K V = I, Vᵀ M V is block tridiagonal, and the unbalanced force lies in the next block
//! alone.

use super::elastic::{Deformed, Elastic};
use super::expansion_point::ExpansionPoint;
use super::indicator::{ErrorAt, Indicator, ritz_values};
use super::reduced_structure::{
    LinearColumn, ReducedStructure, SmallMatrices, leading_units, rigid_columns, small_structure,
};
use super::stiffness_basis::{Extension, StiffnessBasis};
use super::{KrylovSize, LinearReduction, LinearRequest};
use crate::error::ReduceError;
use lissom_linalg::{Dense, PivotedQr, Progress};
use lissom_mech::{InterfaceMotion, Pattern, Structure};

/// A band that needs more vectors than this needs modes instead, or cannot be reached.
const MOST_VECTORS: usize = 400;

/// Damping of at most this many coordinates is treated as a set of dashpots, whose ends are added like
/// inputs.
const MOST_DASHPOT_ENDS: usize = 48;

/// Name of a start from dashpots.
const DASHPOTS: &str = "forces of dashpots in the motion that the inputs cause";

/// Block Lanczos on static deformations.
#[derive(Clone, Copy, Debug)]
pub struct Krylov;

impl LinearReduction for Krylov {
    fn name(&self) -> &'static str {
        "krylov"
    }

    fn reduce(
        &self,
        structure: &Structure,
        request: &LinearRequest,
        progress: &dyn Progress,
    ) -> Result<ReducedStructure, ReduceError> {
        let size = request
            .size
            .ok_or(ReduceError::MissingOption { method: "krylov", option: "order or tolerance" })?;
        if request.inputs.is_empty() {
            return Err(ReduceError::MissingOption { method: "krylov", option: "inputs" });
        }
        progress.stage("rigid motions and factorisation", None);
        let elastic = Elastic::new(structure, &request.threads)?;
        let point = match request.shift > 0.0 {
            true => Some(ExpansionPoint::of(&elastic, request.shift, &request.threads)?),
            false => None,
        };
        let mut starts = ports(structure, request);
        progress.stage("static deformations", None);
        let (grown, indicator) = loop {
            let space = Growth::started(&elastic, point.as_ref(), starts.clone(), request.inputs.len())?;
            let grown = Growth::until(space, size, progress)?;
            match grown {
                Grown::Done(done) => break *done,
                Grown::DampingLeft(forces) => starts.extend(forces),
            }
        };
        let iteration = elastic.iteration()?;
        let unserved = matches!(size, KrylovSize::Order(_))
            && !grown.exact
            && grown.damped
            && grown.can_serve_dashpots();
        let mut reduced = grown.finish(self.name(), indicator);
        if unserved {
            reduced.notes.push(
                "`order` does not include the forces of dashpots: `tolerance` with `band` adds their \
                 deformations where needed"
                    .to_owned(),
            );
        }
        reduced.notes.extend(iteration);
        Ok(reduced)
    }
}

/// A force to start from.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub what: String,
    pub force: Vec<f64>,
}

/// Unit forces at the requested inputs, then at the outputs.
pub(crate) fn ports(structure: &Structure, request: &LinearRequest) -> Vec<Start> {
    let start = |kind: &str, pattern: &Pattern| Start {
        what: format!("{kind} {}", pattern.name),
        force: pattern.values.clone(),
    };
    let inputs = request.inputs.iter().map(|i| start("input", &structure.inputs[*i]));
    inputs.chain(request.outputs.iter().map(|i| start("output", &structure.outputs[*i]))).collect()
}

/// Unit forces at the interfaces, and at the ports if their residual compliance is requested.
pub(crate) fn interface_forces(structure: &Structure, request: &LinearRequest) -> Vec<Start> {
    let motions = request.interfaces.iter().flat_map(|interface| &interface.motions);
    let start = |m: &InterfaceMotion| Start { what: m.name.clone(), force: m.values(structure.size()) };
    let mut all: Vec<Start> = motions.map(start).collect();
    if request.residual {
        all.extend(ports(structure, request));
    }
    all
}

fn damped_rows(structure: &Structure) -> Vec<usize> {
    let touched = |row: &usize| structure.damping.column(*row).1.iter().any(|d| *d != 0.0);
    (0..structure.size()).filter(touched).collect()
}

enum Grown<'a> {
    Done(Box<(Growth<'a>, Indicator)>),
    /// The tolerance is reached except for the forces of dashpots, which should be included.
    DampingLeft(Vec<Start>),
}

/// A Krylov space under way.
pub(crate) struct Growth<'a> {
    elastic: &'a Elastic<'a>,
    /// Where the space is expanded; `None`: at zero. Static deformations come first in any case.
    point: Option<&'a ExpansionPoint>,
    starts: Vec<Start>,
    /// Inputs among the starts: these come first.
    inputs: usize,
    /// V, energy-orthonormal.
    pub basis: StiffnessBasis,
    columns: Vec<LinearColumn>,
    /// Vᵀ M V.
    mass: Dense,
    damped: bool,
    solves: usize,
    exact: bool,
}

impl<'a> Growth<'a> {
    fn until(
        (mut growth, mut next): (Self, Extension),
        size: KrylovSize,
        progress: &dyn Progress,
    ) -> Result<Grown<'a>, ReduceError> {
        refuse_below_rounding(size)?;
        let mut worst: Option<ErrorAt> = None;
        loop {
            let enough = match size {
                KrylovSize::Order(order) => growth.basis.blocks().len() >= order.max(1),
                KrylovSize::Tolerance { tolerance, band } => {
                    let last = worst.map(|at| at.hertz);
                    worst = growth.indicator(&next, false)?.above(tolerance, band, last)?;
                    growth.exact || worst.is_none()
                }
            };
            if enough || growth.exact {
                let indicator = growth.indicator(&next, growth.damped)?;
                match size {
                    KrylovSize::Tolerance { tolerance, band } if growth.damped => {
                        let reached = indicator.over(band)?.indicator;
                        if reached <= tolerance {
                            return Ok(Grown::Done(Box::new((growth, indicator))));
                        }
                        if growth.can_serve_dashpots() {
                            return Ok(Grown::DampingLeft(
                                growth.dashpot_forces(&indicator, band, tolerance)?,
                            ));
                        }
                        growth.refuse_if_stuck(reached, tolerance)?;
                    }
                    _ => return Ok(Grown::Done(Box::new((growth, indicator)))),
                }
            }
            growth.push(next);
            progress.advance(growth.basis.len() as u64);
            growth.refuse_if_large(size, worst)?;
            next = growth.next();
        }
    }

    /// A space with a given number of blocks and its indicator, without damping.
    pub(crate) fn of_order(
        elastic: &'a Elastic<'a>,
        starts: Vec<Start>,
        order: usize,
    ) -> Result<(Self, Indicator), ReduceError> {
        let inputs = starts.len();
        let (mut growth, mut next) = Self::started(elastic, None, starts, inputs)?;
        while growth.basis.blocks().len() < order && !growth.exact {
            growth.push(next);
            next = growth.next();
        }
        let indicator = growth.indicator(&next, false)?;
        Ok((growth, indicator))
    }

    /// The space of static deformations and its extension.
    pub(crate) fn started(
        elastic: &'a Elastic<'a>,
        point: Option<&'a ExpansionPoint>,
        starts: Vec<Start>,
        inputs: usize,
    ) -> Result<(Self, Extension), ReduceError> {
        let structure = elastic.structure;
        let forces = Dense::from_columns(
            structure.size(),
            &starts.iter().map(|s| s.force.clone()).collect::<Vec<_>>(),
        );
        let damped = structure.damping.max_abs() > 0.0;
        let mut growth = Self {
            elastic,
            point,
            starts,
            inputs,
            basis: StiffnessBasis::default(),
            columns: Vec::new(),
            mass: Dense::zeros(0, 0),
            damped,
            solves: 0,
            exact: false,
        };
        let deformed = growth.deforming(forces)?;
        growth.solves += deformed.vectors.cols();
        let first = growth.basis.extension(deformed);
        if first.is_empty() {
            return Err(ReduceError::NothingDeforms { structure: structure.name.clone() });
        }
        growth.push(first);
        let next = growth.next();
        Ok((growth, next))
    }

    /// Static deformations; forces that cause only rigid motion give exactly zero.
    fn deforming(&self, forces: Dense) -> Result<Deformed, ReduceError> {
        let before: Vec<f64> = (0..forces.cols()).map(|j| self.size_of(forces.column(j))).collect();
        let mut deformed = self.elastic.deform(forces);
        for (j, before) in before.iter().enumerate() {
            if self.size_of(deformed.forces.column(j)) <= 1e-12 * before {
                deformed.forces.column_mut(j).fill(0.0);
                deformed.vectors.column_mut(j).fill(0.0);
            }
        }
        match deformed.vectors.first_not_finite() {
            Some((row, _)) => Err(ReduceError::NotFinite { row: self.elastic.structure.rows[row].clone() }),
            None => Ok(deformed),
        }
    }

    /// A force measured by the deformation of each coordinate on its own, so that units do not matter.
    fn size_of(&self, force: &[f64]) -> f64 {
        let diagonal = self.elastic.structure.stiffness.diagonal();
        let part = |(f, k): (&f64, &f64)| if *k > 0.0 { f * f / k } else { f * f };
        force.iter().zip(&diagonal).map(part).sum::<f64>().sqrt()
    }

    /// New deformations under the inertia of the last block; also extends Vᵀ M V.
    fn next(&mut self) -> Extension {
        let last = &self.basis.blocks()[self.basis.blocks().len() - 1];
        let momenta = self.elastic.structure.mass.times_symmetric(&last.vectors);
        let corner = self.basis.coefficients(&momenta);
        self.mass = bordered(&self.mass, &corner);
        let deformed = match self.point {
            None => self.elastic.deform(momenta),
            Some(point) if self.basis.blocks().len() == 1 => point.deform(self.elastic, self.all_forces()),
            Some(point) => point.deform(self.elastic, momenta),
        };
        self.solves += deformed.vectors.cols();
        let next = self.basis.extension(deformed);
        self.exact = next.is_empty();
        next
    }

    fn push(&mut self, extension: Extension) {
        let order = self.basis.blocks().len();
        for origin in &extension.origins {
            let name = format!("deformation {}", self.columns.len() + 1);
            let before = || self.basis.len() - self.basis.blocks()[order - 1].vectors.cols() + origin + 1;
            let reason = match (order, self.point) {
                (0, _) => format!("static deformation under {}", self.starts[*origin].what),
                (1, Some(at)) => {
                    format!("vibration at {} Hz under {}", at.hertz, self.starts[*origin].what)
                }
                (_, Some(at)) => {
                    format!(
                        "order {}: vibration at {} Hz under the inertia of deformation {}",
                        order - 1,
                        at.hertz,
                        before()
                    )
                }
                (_, None) => {
                    format!("order {order}: static deformation under the inertia of deformation {}", before())
                }
            };
            self.columns.push(LinearColumn::new(name, reason));
        }
        self.basis.push(extension);
    }

    /// The residual of the reduced structure, with or without damping.
    pub(crate) fn indicator(&self, next: &Extension, with_damping: bool) -> Result<Indicator, ReduceError> {
        let rigid = self.elastic.rigid();
        let (q, r) = (rigid.cols(), self.basis.len());
        // About zero the unbalanced force comes from the last block alone, elsewhere from all.
        let last = match self.point {
            None => self.basis.blocks().last().map_or(0, |block| block.vectors.cols()),
            Some(_) => r,
        };
        let structure = self.elastic.structure;
        let mut damping = Dense::zeros(q + r, q + r);
        let (mut inertia, mut by_rates) = (next.factor.clone(), Dense::zeros(next.factor.rows(), q + r));
        let with_damping = with_damping && self.damped;
        if self.damped || self.point.is_some() {
            let all = rigid.beside(&self.basis.vectors(structure.size()));
            let drag = structure.damping.times(&all);
            damping = all.transpose_matmul(&drag).symmetric_part();
            if with_damping || self.point.is_some() {
                let mut left = structure.mass.times(&all.columns(q + r - last..q + r));
                if with_damping {
                    left = left.beside(&drag);
                }
                let factor = self.basis.extension(self.elastic.deform(left)).factor;
                inertia = factor.columns(0..last);
                by_rates = match with_damping {
                    true => factor.columns(last..factor.cols()),
                    false => Dense::zeros(factor.rows(), q + r),
                };
            }
        }
        let inertia_factor = Dense::from_fn(inertia.rows(), q + r, |i, j| {
            if j < q + r - last { 0.0 } else { inertia[(i, j - (q + r - last))] }
        });
        let (mass, stiffness) = (self.small_mass(), self.small_stiffness());
        let ritz_values = ritz_values(&mass, &stiffness, q)?;
        let forces = self.input_forces();
        let input = stacked(&rigid.transpose_matmul(&forces), &self.basis.coefficients(&forces));
        Ok(Indicator {
            mass,
            damping,
            stiffness,
            input,
            rigid: q,
            inertia_factor,
            damping_factor: by_rates,
            ritz_values,
        })
    }

    fn input_forces(&self) -> Dense {
        self.all_forces().columns(0..self.inputs)
    }

    fn all_forces(&self) -> Dense {
        let forces: Vec<Vec<f64>> = self.starts.iter().map(|s| s.force.clone()).collect();
        Dense::from_columns(self.elastic.structure.size(), &forces)
    }

    /// The mass of rigid motions is the identity, and they do not couple with deformations: Qᵀ M V = 0.
    fn small_mass(&self) -> Dense {
        let q = self.elastic.rigid().cols();
        let n = q + self.basis.len();
        Dense::from_fn(n, n, |i, j| match (i < q, j < q) {
            (true, true) => f64::from(u8::from(i == j)),
            (false, false) => self.mass[(i - q, j - q)],
            _ => 0.0,
        })
    }

    fn small_stiffness(&self) -> Dense {
        let q = self.elastic.rigid().cols();
        let n = q + self.basis.len();
        Dense::from_fn(n, n, |i, j| f64::from(u8::from(i == j && i >= q)))
    }

    fn can_serve_dashpots(&self) -> bool {
        let served = self.starts.iter().any(|start| start.what == DASHPOTS);
        !served && damped_rows(self.elastic.structure).len() <= MOST_DASHPOT_ENDS
    }

    /// Forces of dashpots in the motions that the inputs cause over a band. A dashpot is a force that follows a velocity:
    /// a basis that includes it like an input matches as many moments with it as without \[StaticDeformation,
    /// §5.1\]. There are as many samples as there can be independent forces.
    fn dashpot_forces(
        &self,
        indicator: &Indicator,
        band: [f64; 2],
        tolerance: f64,
    ) -> Result<Vec<Start>, ReduceError> {
        let structure = self.elastic.structure;
        let vectors = self.elastic.rigid().beside(&self.basis.vectors(structure.size()));
        let count = damped_rows(structure).len().div_ceil(2) + 1;
        let mut all = Vec::new();
        for i in 1..=count {
            let hertz = band[0] + (band[1] - band[0]) * i as f64 / count as f64;
            for input in 0..self.inputs {
                for motion in indicator.motion(input, hertz)? {
                    let mut force = vec![0.0; structure.size()];
                    structure.damping.multiply(&vectors.multiply_vector(&motion), &mut force);
                    all.push(force);
                }
            }
        }
        Ok(independent(all, tolerance)
            .into_iter()
            .map(|force| Start { what: DASHPOTS.to_owned(), force })
            .collect())
    }

    fn refuse_if_stuck(&self, reached: f64, tolerance: f64) -> Result<(), ReduceError> {
        if self.exact {
            return Err(ReduceError::ToleranceNotReached { tolerance, reached, size: self.basis.len() });
        }
        Ok(())
    }

    fn refuse_if_large(&self, size: KrylovSize, worst: Option<ErrorAt>) -> Result<(), ReduceError> {
        match (size, worst) {
            (KrylovSize::Tolerance { tolerance, .. }, Some(ErrorAt { indicator: reached, .. }))
                if self.basis.len() > MOST_VECTORS =>
            {
                Err(ReduceError::ToleranceNotReached { tolerance, reached, size: self.basis.len() })
            }
            _ => Ok(()),
        }
    }

    fn finish(self, method: &'static str, indicator: Indicator) -> ReducedStructure {
        let structure = self.elastic.structure;
        let rigid = self.elastic.rigid();
        let vectors = rigid.beside(&self.basis.vectors(structure.size()));
        let mut columns = rigid_columns(rigid.cols());
        columns.extend(self.columns);
        let matrices = SmallMatrices {
            mass: indicator.mass.clone(),
            damping: indicator.damping.clone(),
            stiffness: indicator.stiffness.clone(),
            rigid: leading_units(vectors.cols(), rigid.cols()),
        };
        let mut notes = Vec::new();
        if let Some(point) = self.point {
            notes.push(format!("expanded about {} Hz; static gains are kept exactly", point.hertz));
        }
        if self.exact {
            notes.push("the space is invariant under the inputs".to_owned());
        }
        if !structure.modal_damping.is_none() {
            notes.push("the indicator neglects modal damping".to_owned());
        }
        ReducedStructure {
            method,
            structure: small_structure(structure, &vectors, &columns, &matrices),
            vectors,
            columns,
            indicator: Some(indicator),
            exact: self.exact,
            notes,
            factorisations: self.elastic.null_space.factorisations + usize::from(self.point.is_some()),
            solves: self.solves,
        }
    }
}

/// A symmetric matrix with new last columns, the corner included.
fn bordered(old: &Dense, columns: &Dense) -> Dense {
    let (n, p) = (columns.rows(), columns.cols());
    Dense::from_fn(n, n, |i, j| match (i < n - p, j < n - p) {
        (true, true) => old[(i, j)],
        (true, false) => columns[(i, j - (n - p))],
        (false, true) => columns[(j, i - (n - p))],
        (false, false) => 0.5 * (columns[(i, j - (n - p))] + columns[(j, i - (n - p))]),
    })
}

fn stacked(above: &Dense, below: &Dense) -> Dense {
    let first = above.rows();
    let entry = |i: usize, j: usize| if i < first { above[(i, j)] } else { below[(i - first, j)] };
    Dense::from_fn(first + below.rows(), above.cols(), entry)
}

/// No residual can be measured below the rounding of numbers: the search would not end.
fn refuse_below_rounding(size: KrylovSize) -> Result<(), ReduceError> {
    match size {
        KrylovSize::Tolerance { tolerance, .. } if tolerance < f64::EPSILON => {
            Err(ReduceError::ToleranceBelowRounding { tolerance })
        }
        _ => Ok(()),
    }
}

/// The linearly independent forces, relative to the largest; smaller ones may be rounding and are dropped.
fn independent(forces: Vec<Vec<f64>>, tolerance: f64) -> Vec<Vec<f64>> {
    let rows = forces.first().map_or(0, Vec::len);
    let qr = PivotedQr::factor(&Dense::from_columns(rows, &forces));
    qr.pivots[..qr.rank(tolerance)].iter().map(|j| forces[*j].clone()).collect()
}
