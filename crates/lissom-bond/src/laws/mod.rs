//! Bond graphs with laws: nonlinear storage and resistance, and values that depend on time and on variables of the graph.
//!
//! What an element with a law gives (an effort or a flow) enters the network from outside, like a source. The junctions are then
//! solved by the same elimination as those of linear graphs, over symbols; only afterwards the laws are put in:
//!
//! - `given`: the laws of a model, bound to the elements of its graph;
//! - `definitions`: every quantity that a law gives, put in order; those that depend on each other stay unknowns with residuals;
//! - `equations`: ẋ = f(x, u, u̇, w, t) with 0 = g(x, u, u̇, w, t), as text and as compiled programs;
//! - `loop_solver`: the unknowns w by Newton's method;
//! - `energy`: stored energy by integrating constitutive laws;
//! - `motion`: the equations as a [`lissom_mech::System`], so that every integrator and every location of events works as it is;
//! - `operating_point`: equilibria, and the linear equations about them.

mod definitions;
mod energy;
mod equations;
mod given;
mod loop_solver;
mod motion;
mod operating_point;

pub use equations::LawEquations;
pub use motion::GraphMotion;
pub use operating_point::OperatingPoint;
