//! What one evaluation needs: everything that changes.

use super::configuration::Configuration;
use super::core::Core;
use super::elimination::Eliminated;
use super::jet::LOCAL;
use super::ragged::Ragged;
use super::superelement::Moving;
use crate::friction::Sticking;
use crate::vector::Vector;

/// The buffers of a spatial mechanism.
#[derive(Debug)]
pub(super) struct Buffers {
    /// The configuration at work, and the last closed one with its targets.
    pub at: Configuration,
    pub closed: Configuration,
    pub closed_targets: Vec<f64>,
    /// Where a search started.
    pub start: Configuration,
    pub start_targets: Vec<f64>,
    /// Values, rates and second rates required, by equation.
    pub targets: Vec<[f64; 3]>,
    /// Values on the way to the targets.
    pub way: Vec<f64>,
    /// Deformations, their rates, stresses and gradients.
    pub e: Vec<f64>,
    pub e_dot: Vec<f64>,
    pub stress: Vec<f64>,
    pub gradients: Ragged<f64>,
    /// Superelements by their number.
    pub moving: Vec<Moving>,
    /// Factors of the blocks and their row exchanges.
    pub factors: Vec<f64>,
    pub pivots: Vec<usize>,
    /// Whether they are those of the closed configuration.
    pub is_factored: bool,
    pub step: Vec<f64>,
    /// Values of the laws.
    pub laws: Vec<f64>,
    pub law_work: Vec<f64>,
    /// Forces at nodes that observe others, as last evaluated.
    pub fed: Vec<f64>,
    /// Decisions of all laws, where they are kept; empty: each evaluation takes its own.
    pub decisions: Vec<f64>,
    /// Forces of what sticks.
    pub sticking: Sticking,
    /// Full coordinates and rates.
    pub q: Vec<f64>,
    pub q_dot: Vec<f64>,
    /// The same of the model, full or reduced.
    pub eta: Vec<f64>,
    pub eta_dot: Vec<f64>,
    /// Velocities, accelerations at q̈ = 0 and forces, by place.
    pub velocity: Vec<f64>,
    pub bias: Vec<f64>,
    pub force: Vec<f64>,
    pub unbalanced: Vec<f64>,
    /// Accelerations of all coordinates.
    pub q_second: Vec<f64>,
    /// F,q V by place, row by row, and products with it.
    pub motion: Vec<f64>,
    pub moved: Vec<f64>,
    pub mass: Vec<f64>,
    pub generalised: Vec<f64>,
    pub is_moved: bool,
    /// Share of gravity and loads.
    pub share: f64,
    /// Largest motions of the coordinates that are usual [m].
    pub limits: Vec<f64>,
    pub tree: Option<Eliminated>,
    /// Iterations of all closings, for tests of cost.
    pub iterations: usize,
}

impl Buffers {
    pub fn new(core: &Core, m: usize, tree: Option<Eliminated>) -> Self {
        let (n, measures) = (core.size(), core.machine.measures.len());
        let laws = core.machine.described.laws.as_ref().map_or(0, |laws| laws.len());
        let wide = if tree.is_some() { 0 } else { n * m };
        let mut this = Self {
            at: core.home.clone(),
            closed: core.home.clone(),
            closed_targets: core.home_targets.clone(),
            start: core.home.clone(),
            start_targets: core.home_targets.clone(),
            targets: vec![[0.0; 3]; n],
            way: vec![0.0; n],
            e: vec![0.0; measures],
            e_dot: vec![0.0; measures],
            stress: vec![0.0; measures],
            gradients: core.gradient_rows(),
            moving: core.superelements().map(|(_, own)| own.moving()).collect(),
            factors: vec![0.0; core.factors],
            pivots: vec![0; n],
            is_factored: false,
            step: vec![0.0; n],
            laws: vec![0.0; laws],
            law_work: Vec::new(),
            fed: vec![0.0; core.machine.described.fed.len()],
            decisions: Vec::new(),
            sticking: Sticking::default(),
            q: vec![0.0; core.independent.len()],
            eta: vec![0.0; m],
            eta_dot: vec![0.0; m],
            q_dot: vec![0.0; core.independent.len()],
            velocity: vec![0.0; n],
            bias: vec![0.0; n],
            force: vec![0.0; n],
            unbalanced: vec![0.0; n],
            q_second: vec![0.0; core.independent.len()],
            motion: vec![0.0; wide],
            moved: vec![0.0; core.widest() * m],
            mass: vec![0.0; if tree.is_some() { 0 } else { m * m }],
            generalised: vec![0.0; m],
            is_moved: false,
            share: 1.0,
            limits: Vec::new(),
            tree,
            iterations: 0,
        };
        if let Some(laws) = &core.machine.described.laws {
            // Sizes the work of the laws, so that later evaluations allocate nothing.
            let _ = laws.evaluate(0.0, None, &mut this.law_work, &mut this.laws);
        }
        this
    }

    /// The entries of a vector by place at the ends of a part; zero where fixed.
    ///
    /// Of a superelement only the first two ends.
    pub fn local(values: &[f64], columns: &[usize]) -> [f64; LOCAL] {
        std::array::from_fn(|i| columns.get(i).and_then(|p| values.get(*p)).copied().unwrap_or(0.0))
    }

    /// A vector by three places; zero where fixed.
    pub fn triple(values: &[f64], places: [usize; 3]) -> Vector {
        places.map(|p| values.get(p).copied().unwrap_or(0.0))
    }

    /// The entries of a vector by place at all coordinates of a part.
    pub fn spread(values: &[f64], columns: &[usize], into: &mut [f64]) {
        for (v, p) in into.iter_mut().zip(columns) {
            *v = values.get(*p).copied().unwrap_or(0.0);
        }
    }
}
