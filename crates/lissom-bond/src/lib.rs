//! Connect: modal bodies with residual compliance, and bond graphs.
//!
//! There are two inputs. A [`ModalBody`] comes from a table of modes, an exact beam, finite-element matrices
//! or a universal file, and an [`Assembly`] turns it into a graph together with its attachments. Or a
//! [`BondGraph`] is given directly: elements, and bonds with half arrows. The further steps are the same:
//!
//! 1. [`CausalGraph::assign`] gives every bond its stroke, or names the conflicting elements;
//! 2. [`StateEquations::derive`] solves junctions, algebraic loops and dependent storage exactly, as numbers and as
//!    text.
//!
//! ```
//! use lissom_bond::{BondGraph, CausalGraph, Kind, StateEquations};
//! let mut graph = BondGraph::new();
//! let (force, junction) = (graph.add("F", Kind::EffortSource), graph.add("v", Kind::One));
//! let (mass, spring) = (graph.add_inertia("m", 2.0), graph.add_compliance("c", 0.1));
//! graph.connect(force, junction);
//! graph.connect(junction, mass);
//! graph.connect(junction, spring);
//! let equations = StateEquations::derive(CausalGraph::assign(graph)?)?;
//! assert_eq!(equations.equations[0].text, "p_m' = -q_c/c + F");
//! assert_eq!(equations.a[(1, 0)], 0.5);
//! # Ok::<(), lissom_bond::BondError>(())
//! ```
//!
//! Graphs whose elements have laws (nonlinear or modulated) are [`LawEquations`]: a [`GraphMotion`] moves by any integrator, and an
//! [`OperatingPoint`] has the linear equations about an equilibrium.
//!
//! Invariants: a graph is checked before anything is computed from it; text and numbers come from the same code over
//! two algebras, so that they cannot disagree; every error names its elements.

mod algebra;
mod assembly;
mod causality;
mod constant;
mod derivation;
pub mod drawing;
mod equation;
mod error;
mod form;
mod from_model;
mod graph;
mod invariants;
mod laws;
mod layout;
mod linear;
pub mod modal_body;
mod network;
mod power;
mod response;
mod schur;
mod signals;
mod small_poles;
mod state_equations;
pub mod uff;

pub use assembly::{Assembly, Motion, PortId, Reading, Side};
pub use causality::{CausalGraph, CausalRow, DependentStorage};
pub use constant::Constant;
pub use equation::Equation;
pub use error::BondError;
pub use from_model::{DescriptionAlone, ResidualUse, Surroundings, graph_of, letters};
pub use graph::{Bond, BondGraph, BondId, Element, ElementId, Field, Kind, Output, Probe};
pub use laws::{GraphMotion, LawEquations, OperatingPoint};
pub use modal_body::ModalBody;
pub use power::PowerBalance;
pub use response::{Oscillation, Response, Spectrum};
pub use state_equations::{Dependent, Improper, Origin, State, StateEquations};
