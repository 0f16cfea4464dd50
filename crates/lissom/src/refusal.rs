//! Why a question has no answer for a kind of model: the fixed list of reasons.

use thiserror::Error;

/// Why this version does not answer a question about a model. Nothing is wrong with the model.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{}: {}", self.sentence(), self.instead())]
pub enum Refusal {
    /// Large motion of imported parts.
    LargeMotionOfParts,
    /// A linear question about the reference configuration of a mechanism with FE parts.
    OnlySmallParts,
    /// A state of FE parts in large motion that is no static one in large displacements.
    StateOfMovingParts {
        /// Its kind.
        kind: &'static str,
    },
    /// A joint at an interface of a part in large motion, in the frame of `[spin]`.
    JointOfTurningPart {
        /// The node of the interface.
        node: String,
    },
    /// Exact frequencies of a frame in space.
    ExactInSpace,
    /// A question about the structure of modal bodies, which are known by state equations.
    ModalBodies,
    /// A question about the structure of a bond graph.
    BondGraph,
    /// A question about the structure of a symbolic system.
    SymbolicSystem,
    /// Imported parts in one model with what cannot be joined to them.
    PartBesideOthers,
    /// A question about one part, of a part that is joined to others.
    PartJoined,
    /// An imported part in a frame at rest.
    PartInStandingFrame,
    /// A question about a structure at rest, of one that spins.
    Spins {
        /// The question.
        question: &'static str,
        /// Angular speed \[rad/s\].
        speed: f64,
    },
    /// A Campbell diagram over a parameter that changes more than the speed.
    SweepChangesStructure {
        /// The parameter.
        parameter: String,
    },
    /// Motion of a linear model under gravity that nothing resists.
    Falls {
        /// The free motions.
        motions: Vec<String>,
    },
    /// A linear motion that starts with a velocity.
    InitialVelocity,
    /// A linear motion of a model with drives, which it would leave where they start.
    DriveOfLinearModel,
    /// A question about a structure whose bearings depend on the speed or couple directions.
    Bearings,
    /// Loops of a machine with very many states.
    LoopSize {
        /// States.
        states: usize,
        /// Most states.
        most: usize,
    },
    /// Loops about a state that is not an equilibrium at t = 0.
    LoopsAbout {
        /// The state.
        at: String,
    },
    /// Loops of a reduced model.
    LoopsOfReduction {
        /// The reduction.
        model: String,
    },
    /// A linear motion that starts in a state, along a mode, or continues a saved one.
    StartOfLinearModel,
    /// A question about a model with controllers that knows none.
    Controllers {
        /// The question.
        question: &'static str,
    },
    /// A load or result at a motion with neither stiffness nor mass.
    LooseMotionAtPort {
        /// The port or interface.
        port: String,
        /// Rows in which such motions are largest.
        rows: Vec<String>,
    },
    /// A structure about a state that is not a static one of a frame.
    AboutState {
        /// The state.
        state: String,
        /// Its kind.
        kind: &'static str,
    },
    /// A method of reduction for linear structures, asked of large motion.
    MethodOfStructures {
        /// The method.
        method: &'static str,
    },
    /// A method of reduction for large motion, asked of a model that does not move so.
    MethodOfMechanisms {
        /// The method.
        method: &'static str,
    },
    /// Critical loads of a structure with imported parts.
    BucklingOfParts,
    /// Critical loads of a structure that is too large for dense eigenvalues.
    BucklingSize {
        /// Its rows.
        rows: usize,
        /// The most rows.
        most: usize,
    },
    /// A frame whose matrices would not fit into memory.
    MatricesTooLarge {
        /// Its elements.
        elements: usize,
        /// What its matrices need \[B\].
        needed: usize,
        /// What may be taken \[B\].
        limit: usize,
    },
    /// A machine whose description in large motion would not fit into memory.
    MachineTooLarge {
        /// Its elements.
        elements: usize,
        /// What it needs \[B\].
        needed: usize,
        /// What may be taken \[B\].
        limit: usize,
    },
    /// A flag or question that has no meaning for state equations.
    OfStateEquations {
        /// The request.
        what: &'static str,
        /// What to do instead.
        instead: &'static str,
    },
}

impl Refusal {
    fn sentence(&self) -> String {
        match self {
            Self::MatricesTooLarge { .. } | Self::MachineTooLarge { .. } => self.what(),
            _ => format!("{} is not implemented in lissom {}", self.what(), crate::VERSION),
        }
    }

    /// The request, as the beginning of a sentence.
    #[must_use]
    pub fn what(&self) -> String {
        match self {
            Self::LargeMotionOfParts => "large motion of FE parts with motion = \"small\"".to_owned(),
            Self::OnlySmallParts => "this question about FE parts in large motion".to_owned(),
            Self::StateOfMovingParts { kind } => {
                format!("a state of kind \"{kind}\" by linear equations of FE parts in large motion")
            }
            Self::JointOfTurningPart { node } => {
                format!("a joint at \"{node}\" in the frame of [spin], in which FE parts move a little")
            }
            Self::ExactInSpace => "exact frequencies of a frame in space".to_owned(),
            Self::ModalBodies => "large motion of modal bodies".to_owned(),
            Self::BondGraph => "this analysis of bond graphs".to_owned(),
            Self::SymbolicSystem => "analysis of symbolic systems".to_owned(),
            Self::PartBesideOthers => {
                "an imported part together with modal bodies, bond graphs or symbolic systems".to_owned()
            }
            Self::PartJoined => {
                "this analysis of an imported part that is joined to others, or reduced".to_owned()
            }
            Self::PartInStandingFrame => "an imported part in a frame at rest".to_owned(),
            Self::Spins { question, speed } => {
                format!("{question} of a structure rotating at {speed} rad/s")
            }
            Self::SweepChangesStructure { parameter } => {
                format!("a Campbell diagram over `{parameter}`, which also changes the structure")
            }
            Self::Falls { motions } => {
                format!("a free motion under gravity ({}) in a linear model", motions.join(", "))
            }
            Self::LoopSize { states, most } => {
                format!("poles and margins of loops with {states} states, more than {most}")
            }
            Self::LoopsAbout { at } => {
                format!("closed loops, forces and rates in linear answers about `{at}`")
            }
            Self::LoopsOfReduction { model } => {
                format!("closed loops, forces and rates in linear answers of the reduction `{model}`")
            }
            Self::Bearings => "this analysis of a rotor with [[bearing]]".to_owned(),
            Self::StartOfLinearModel => {
                "a start in a state, along a mode or from a saved motion, of a linear model".to_owned()
            }
            Self::InitialVelocity => "an initial velocity ([[initial]]) of a linear model".to_owned(),
            Self::DriveOfLinearModel => "a drive ([[drive]]) of a linear model".to_owned(),
            Self::Controllers { question } => {
                format!("{question} of a model with controllers ([[controller]])")
            }
            Self::LooseMotionAtPort { port, rows } => format!(
                "a load or result at a motion with neither stiffness nor mass ({port}; such motions are largest in {})",
                rows.join(", ")
            ),
            Self::AboutState { state, kind } => {
                format!("the structure about state {state} (kind = \"{kind}\")")
            }
            Self::MethodOfStructures { method } | Self::MethodOfMechanisms { method } => {
                format!("the reduction method `{method}`")
            }
            Self::BucklingOfParts => "buckling of imported FE parts, whose stress is not known".to_owned(),
            Self::BucklingSize { rows, most } => {
                format!("buckling of a structure with {rows} rows, more than {most}")
            }
            Self::MatricesTooLarge { elements, needed, limit } => {
                let [needed, limit] = [needed, limit].map(|bytes| *bytes as f64 / 1e9);
                format!(
                    "a frame of {elements} elements: its matrices take about {needed:.1} GB, and {limit:.1} GB may be used"
                )
            }
            Self::MachineTooLarge { elements, needed, limit } => {
                let [needed, limit] = [needed, limit].map(|bytes| *bytes as f64 / 1e9);
                format!(
                    "large motion of {elements} elements: their description takes about {needed:.1} GB, and {limit:.1} GB may be used"
                )
            }
            Self::OfStateEquations { what, .. } => (*what).to_owned(),
        }
    }

    /// What to do instead.
    #[must_use]
    pub fn instead(&self) -> String {
        match self {
            Self::BucklingOfParts => "describe the structure with nodes and beams",
            Self::BucklingSize { .. } => "use fewer elements: four for each half wave are accurate to 1e-3",
            Self::MatricesTooLarge { .. } | Self::MachineTooLarge { .. } => "use fewer elements for each beam, or give more memory with `--memory`",
            Self::ExactInSpace => "`lissom modes` gives those of its elements",
            Self::LargeMotionOfParts => {
                "write motion = \"large\" to make a part a body of the mechanism; `lissom modes` and `lissom frf` support small motion"
            }
            Self::OnlySmallParts => {
                "`lissom modes`, `frf` and `reduce` answer about its reference configuration, `--at rest` and positions of its stroke; write \
                 motion = \"small\" for parts of a structure"
            }
            Self::StateOfMovingParts { .. } => {
                "static states in large displacements are answered; write motion = \"small\" for the others"
            }
            Self::JointOfTurningPart { .. } => {
                "hold its interfaces by springs, dampers, supports or beams, or join them with [[join]]; large motion in \
                 joints is answered without [spin]"
            }
            Self::ModalBodies => "`lissom bond`, `modes`, `frf` and `simulate` support their small motion",
            Self::BondGraph => "`lissom bond`, `modes`, `frf` and `simulate` support them",
            Self::SymbolicSystem => {
                "`lissom derive` and `lissom modes --exact` support them; describe the structure with nodes and beams for \
                 other analyses"
            }
            Self::PartBesideOthers => {
                "imported parts can be joined to each other and to a frame of nodes and beams"
            }
            Self::PartJoined => "use a model with that part alone, or a frame",
            Self::PartInStandingFrame => {
                "omit frame in [spin]: the diagram in the rotating frame contains the same motions"
            }
            Self::Spins { question, .. } => {
                return format!("set the speed in [spin] to zero for the {question} at rest");
            }
            Self::SweepChangesStructure { .. } => "sweep a parameter that only the speed of [spin] depends on",
            Self::Falls { .. } => {
                "large motion (`motion = \"large\"`) falls; or add supports, or set gravity = [0, 0, 0]"
            }
            Self::LoopSize { .. } => "use fewer elements",
            Self::LoopsAbout { .. } => "omit --at, or ask about the equilibrium at t = 0: `--at rest`",
            Self::LoopsOfReduction { .. } => "ask for the full model: `--model full`",
            Self::Bearings => {
                "`lissom campbell` and `lissom frf` support them; [[spring]] and [[damper]] stand for bearings without cross-coupling"
            }
            Self::StartOfLinearModel => "mechanisms in large motion start there; a linear model starts at rest",
            Self::InitialVelocity => "mechanisms in large motion start with it; or use a short pulse of a force",
            Self::DriveOfLinearModel => "mechanisms in large motion follow drives; or use forces",
            Self::Controllers { .. } => {
                "simulate the full mechanism in large motion, or a reduction of it by `modal` or `svd-modal`"
            }
            Self::LooseMotionAtPort { .. } => {
                "these are hourglass motions of reduced-integration elements; use a place that they do not \
                 move, such as \
                 the mean of a whole face, or other elements"
            }
            Self::AboutState { .. } => {
                "this version linearises about static states of frames; without --at, about the unloaded structure"
            }
            Self::MethodOfStructures { .. } => {
                "`modal`, `svd-modal` and a saved basis (`file`) reduce large motions"
            }
            Self::MethodOfMechanisms { .. } => {
                "`krylov` with `tolerance` and `band` keeps what passes from inputs to outputs; `modal`, `guyan`, \
                 `craig-bampton`, `rubin` and `macneal` are there, too"
            }
            Self::OfStateEquations { instead, .. } => instead,
        }
        .to_owned()
    }
}
