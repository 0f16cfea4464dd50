//! Ways to step a system through time. `integrator` holds the trait and the list [`INTEGRATORS`](crate::INTEGRATORS);
//! explicit pairs share `explicit` and `runge_kutta`, implicit ones `implicit`, `newton` and `iteration_matrix`. A new one is
//! one file here and one line in the list.
//!
//! - `dopri5`: Dormand and Prince's pair with a proportional-integral controller, the default for systems that are
//!   not stiff.
//! - `dormand_prince`: the numbers of Dormand and Prince's pair of orders 5 and 4.
//! - `esdirk5`: a diagonally implicit Runge-Kutta pair for stiff systems.
//! - `esdirk_tableau`: the coefficients of a singly diagonally implicit Runge-Kutta pair of orders 5 and 4 whose
//!   first stage is explicit.
//! - `explicit`: steps of an explicit pair under a smooth control of their length.
//! - `hermite`: the quintic between two states with their accelerations.
//! - `implicit`: what all implicit methods share: matrices made anew when iterations contract slowly, steps shortened
//!   when they do not, and the quintic between steps.
//! - `integrator`: a way to step a system through time, and the list of those there are.
//! - `iteration_matrix`: the matrices of an implicit step, factorised in place: implicit steps come by the thousand
//!   and must not allocate.
//! - `newton`: when a simplified Newton iteration of an implicit step ends, and what its contraction says about the
//!   next one.
//! - `ode45`: Dormand and Prince's pair under the step control of MATLAB's function of that name.
//! - `radau5`: collocation at the Radau nodes, for stiff systems.
//! - `radau_tableau`: the coefficients of the collocation method at the three Radau nodes, and the transformation
//!   that takes its stages apart \[Hairer1996, §IV.8\].
//! - `rk43`: the classical method of order 4, for reduced models whose fastest modes are kept but hardly move.
//! - `runge_kutta`: one step of an explicit Runge-Kutta pair, and what lies between its ends.
//! - `step_control`: how long the next step is.
//! - `tolerance`: how accurate an integration shall be, and the norm in which that is measured.

pub(crate) mod dopri5;
pub(crate) mod dormand_prince;
pub(crate) mod esdirk5;
pub(crate) mod esdirk_tableau;
pub(crate) mod explicit;
pub(crate) mod hermite;
pub(crate) mod implicit;
pub(crate) mod integrator;
pub(crate) mod iteration_matrix;
pub(crate) mod newton;
pub(crate) mod ode45;
pub(crate) mod radau5;
pub(crate) mod radau_tableau;
pub(crate) mod rk43;
pub(crate) mod runge_kutta;
pub(crate) mod step_control;
pub(crate) mod tolerance;
