//! Ways to step a system through time. `integrator` holds the trait and the list [`INTEGRATORS`](crate::INTEGRATORS);
//! explicit pairs share `explicit` and `runge_kutta`, implicit ones `implicit`, `newton` and `iteration_matrix`. A new one is
//! one file here and one line in the list.
//!
//! - `auto`: the default: `dopri5` and `radau5` take turns, whichever advances further for its cost.
//! - `dopri5`: Dormand and Prince's pair with a proportional-integral controller, for systems that are not stiff.
//! - `dormand_prince`: the numbers of Dormand and Prince's pair of orders 5 and 4.
//! - `esdirk5`: a diagonally implicit Runge-Kutta pair for stiff systems.
//! - `esdirk_tableau`: the coefficients of a singly diagonally implicit Runge-Kutta pair of orders 5 and 4 whose
//!   first stage is explicit.
//! - `explicit`: steps of an explicit pair under a smooth control of their length.
//! - `hermite`: the quintic between two states with their accelerations.
//! - `implicit`: common part of implicit methods: new matrices when iterations contract slowly, shorter steps
//!   when they diverge, and quintic interpolation.
//! - `integrator`: the integrator trait and the list of integrators.
//! - `iteration_matrix`: the matrices of an implicit step, factorised in place without allocation.
//! - `newton`: termination and contraction of the simplified Newton iteration of an implicit step.
//! - `ode45`: Dormand and Prince's pair under the step control of MATLAB's function of that name.
//! - `radau5`: collocation at the Radau nodes, for stiff systems.
//! - `radau_tableau`: the coefficients of the collocation method at the three Radau nodes, and the
//!   transformation that decouples its stages \[Hairer1996, §IV.8\].
//! - `rk43`: the classical method of order 4, for reduced models whose fastest modes are kept but hardly move.
//! - `runge_kutta`: one step of an explicit Runge-Kutta pair, with interpolation.
//! - `step_control`: step size control.
//! - `tolerance`: tolerances of an integration and their norm.

pub(crate) mod auto;
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
