//! Buffers of an evaluation, allocated once.

use super::core::Core;
use crate::elements::{Configuration, Shape};
use crate::friction::Sticking;
use crate::mechanism::choice_of_coordinates::home::Home;
use crate::mechanism::jacobian::border::JacobianFactor;
use crate::mechanism::jacobian::panels::Panels;
use crate::mechanism::recursion::tree::TreeBuffers;

/// The buffers of a mechanism, full or reduced, with `m` coordinates.
#[derive(Debug)]
pub(super) struct Buffers {
    /// The current or trial configuration.
    pub at: Configuration,
    pub e: Vec<f64>,
    pub e_dot: Vec<f64>,
    pub convected: Vec<f64>,
    /// D,x of the parts that are measured, and a one at the end.
    pub gradients: Vec<f64>,
    /// Whether these are all parts.
    pub is_measured: bool,
    /// Shapes of links that place an end.
    pub shapes: Vec<Shape>,
    pub factor: JacobianFactor,
    /// The last closed configuration (not stored where it can be placed again), and its targets.
    pub closed: Vec<f64>,
    pub closed_turn: Vec<[f64; 2]>,
    pub closed_target: Vec<f64>,
    /// On which side of singular positions it lies.
    pub is_mirrored: Option<bool>,
    /// Steps of long paths taken so far.
    pub long_steps: usize,
    /// The same before the current search, to be restored after a failure.
    pub earlier: Vec<f64>,
    pub earlier_turn: Vec<[f64; 2]>,
    pub earlier_target: Vec<f64>,
    pub earlier_tears: Vec<f64>,
    pub was_mirrored: Option<bool>,
    /// Whether `at`, `e`, `gradients` and `factor` belong to it.
    pub is_at_closed: bool,
    /// Torn deformations there, and trial values.
    pub closed_tears: Vec<f64>,
    pub tears: Vec<f64>,
    /// The predicted next configuration: torn deformations, or all unknowns.
    pub expected: Vec<f64>,
    /// Values of the rows that place the mechanism.
    pub given: Vec<f64>,
    pub path_start: Vec<f64>,
    pub path_end: Vec<f64>,
    /// The coordinates η of the model, full or reduced, and all independent coordinates V η.
    pub eta: Vec<f64>,
    pub q: Vec<f64>,
    /// Targets of the equations, and their second rates at q̈ = 0.
    pub target: Vec<f64>,
    pub target_ddot: Vec<f64>,
    pub step: Vec<f64>,
    /// Rates of all coordinates, and their accelerations at q̈ = 0.
    pub velocity: Vec<f64>,
    pub bias: Vec<f64>,
    /// Motion per unit of each coordinate above which coordinates are changed [m].
    pub limits: Vec<f64>,
    /// Whether accelerations are found by elimination along the tree; then motions belong to the closed configuration only where they
    /// were asked for.
    pub is_recursive: bool,
    pub tree: Option<TreeBuffers>,
    /// F,q V, panel by panel, each over the unknowns; and M F.
    pub motion: Panels,
    pub mass_motion: Panels,
    /// Accelerations for inertia, with gravity subtracted.
    pub felt: Vec<f64>,
    /// Active share of gravity and of loads with a law [-].
    pub share: f64,
    /// M of all parts, one after the other; matrix and inertia force of one part.
    pub mass: Vec<f64>,
    pub part_mass: Vec<f64>,
    pub part_force: Vec<f64>,
    /// Stress resultants, and forces on all coordinates.
    pub stress: Vec<f64>,
    pub force: Vec<f64>,
    /// F,qᵀ M F,q and its Cholesky factor, row by row.
    pub generalised_mass: Vec<f64>,
    pub generalised_force: Vec<f64>,
    pub laws: Vec<f64>,
    pub law_work: Vec<f64>,
    /// Decisions of all laws, where they are kept; empty: each evaluation takes its own.
    pub decisions: Vec<f64>,
    pub sticking: Sticking,
}

impl Buffers {
    /// Buffers of a full or reduced model with `m` coordinates; those of an elimination along the tree have no room for the motions
    /// of all coordinates before these are asked for.
    pub fn new(core: &Core, m: usize, is_recursive: bool) -> Self {
        let tree = core.tree.as_ref().filter(|_| is_recursive);
        let mut this = Self::at_home(core, &core.home, m, is_recursive);
        this.tree = tree.map(|tree| tree.room(core.unknowns.len(), m));
        this
    }

    /// Buffers with a given closed configuration.
    pub fn at_home(core: &Core, home: &Home, m: usize, is_recursive: bool) -> Self {
        let columns = if is_recursive { 0 } else { m };
        let (n, unknowns) = (core.coordinates.len(), core.unknowns.len());
        let (measures, independent) = (core.parts.measures.len(), core.independent.len());
        let widest = core.massive.iter().map(|massive| massive.width).max().unwrap_or(0);
        let tears = core.placing.as_ref().map_or(0, |placing| placing.tears.len());
        let zeros = |length: usize| vec![0.0; length];
        let mut gradients = zeros(core.parts.gradients + 1);
        gradients[core.parts.gradients] = 1.0;
        Self {
            at: Configuration { displacement: home.displacement.clone(), turn: home.turn.clone() },
            e: zeros(measures),
            e_dot: zeros(measures),
            convected: zeros(measures),
            gradients,
            is_measured: false,
            shapes: vec![Shape::default(); core.placing.as_ref().map_or(0, |placing| placing.links)],
            factor: core.pattern.room(),
            closed: home.displacement.clone(),
            closed_turn: home.turn.clone(),
            closed_target: home.target.clone(),
            is_mirrored: home.is_mirrored,
            long_steps: 0,
            was_mirrored: home.is_mirrored,
            earlier: zeros(n),
            earlier_turn: vec![[1.0, 0.0]; n],
            earlier_target: zeros(unknowns),
            is_at_closed: false,
            closed_tears: home.tears.clone(),
            expected: zeros(if core.placing.is_some() { tears } else { unknowns }),
            earlier_tears: zeros(tears),
            tears: zeros(tears),
            given: zeros(unknowns),
            path_start: zeros(unknowns),
            path_end: zeros(unknowns),
            eta: zeros(m),
            q: zeros(independent),
            target: zeros(unknowns),
            target_ddot: zeros(unknowns),
            step: zeros(unknowns),
            velocity: zeros(n),
            bias: zeros(n),
            limits: Vec::new(),
            motion: Panels::zeros(unknowns, columns),
            mass_motion: Panels::zeros(unknowns, columns),
            is_recursive,
            tree: None,
            felt: zeros(n),
            share: 1.0,
            mass: zeros(core.massive.last().map_or(0, |last| last.range().end)),
            part_mass: zeros(widest * widest),
            part_force: zeros(widest),
            stress: zeros(measures),
            force: zeros(n),
            generalised_mass: zeros(columns * columns),
            generalised_force: zeros(m),
            laws: zeros(core.laws.len()),
            // Programs grow this on first use; a generous size avoids allocation in evaluations.
            law_work: Vec::with_capacity(256),
            decisions: Vec::new(),
            sticking: Sticking::default(),
        }
    }
}
