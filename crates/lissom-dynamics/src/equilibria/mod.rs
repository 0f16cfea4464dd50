//! States in which a machine can stay: found along a path of loads or a stroke, checked anew by `certify_state`, and found
//! stable or not by the signs of the tangent stiffness.
//!
//! - `arc_path`: a path of equilibria under one input, followed by its arc length.
//! - `balance`: forces in and out of balance at a state of rest, in a measure that no choice of units can change.
//! - `certify_state`: the checker of equilibria: evaluates the equations again at a claimed state and decides
//!   what is proved.
//! - `critical_points`: limit points and bifurcations on a path, enclosed by signs of the tangent.
//! - `descent`: the way down in energy from an unstable equilibrium to a stable one, for loads that have a potential.
//! - `driven_state`: one equilibrium of a stroke, and the whole stroke.
//! - `equilibrium`: static equilibrium: the load is brought on along its path, and where that ends unstable a stable
//!   state is looked for.
//! - `force_stroke`: a row of equilibria along a force, through limit points, with branches on request.
//! - `load_path`: the path of equilibria under a growing load, followed through limit points.
//! - `mesh_stability`: whether a verdict about stability is that of the beams or that of their mesh.
//! - `mesh_verdict`: the same state on other meshes, and the doubt where they do not decide.
//! - `neighbourhood`: whether linear equations describe the motions beside a state.
//! - `operating_state`: a state the machine can stay in, with the residual that proves it.
//! - `path_point`: a point on a path of equilibria: load, way, their rates, and the work between points.
//! - `states`: a row of equilibria along a drive: how a machine changes over its stroke.
//! - `static_state`: static states of planar frames in large displacements.
//! - `tangent_inertia`: signs of the tangent stiffness: how many directions are unstable, and which cannot be distinguished
//!   from neutral ones.

pub(crate) mod arc_path;
pub(crate) mod balance;
pub(crate) mod certify_state;
pub(crate) mod critical_points;
pub(crate) mod descent;
pub(crate) mod driven_state;
pub(crate) mod equilibrium;
pub(crate) mod force_stroke;
pub(crate) mod load_path;
pub(crate) mod mesh_stability;
pub(crate) mod mesh_verdict;
pub(crate) mod neighbourhood;
pub(crate) mod operating_state;
pub(crate) mod path_point;
pub(crate) mod states;
pub(crate) mod static_state;
pub(crate) mod tangent_inertia;
