//! One file for each question of a model file and of the command line: which stages are run for it, and what the answer
//! consists of.
//!
//! - `bond_report`: bond graphs: what `lissom bond` answers, and the state equations that other questions are asked of.
//! - `buckling_report`: critical loads of frames: what `lissom buckling` answers.
//! - `buckling_of_mechanism`: the same of mechanisms with FE parts.
//! - `campbell`: frequencies and stability against speed: `[spin]` and `[analysis.campbell]`.
//! - `closed_loops`: responses and poles with loops closed, responses of forces and rates, and of rotors.
//! - `comparison`: two models side by side: frequencies, and which mode of one is which of the other.
//! - `continuum_response`: frequency responses of the exact continuum: what `lissom frf` answers for a `[system]`.
//! - `cycle_report`: deformations over a cycle of rigid motion: `[analysis.cycle]`.
//! - `derivation_report`: exact equations and their spectrum: the reports of `lissom derive` and `lissom
//!   modes --exact`.
//! - `frequency_response`: frequency responses: what `lissom frf` answers.
//! - `linear_reduction`: reduced models of linear structures: what `lissom reduce` answers for frames and imported
//!   parts.
//! - `mesh_stability`: whether a verdict about stability is that of the mesh or that of the beams.
//! - `loop_report`: feedback loops: what `lissom loops` answers.
//! - `mode_sweep`: frequencies against parameters: the sweep of `[analysis.modes]`.
//! - `nonlinear_buckling`: the first critical point on the path of a load: `lissom buckling --nonlinear`.
//! - `operating_states`: operating states of frames and parts: what `[state.NAME]` asks for.
//! - `oscillation_report`: oscillations of modal bodies and bond graphs: what `lissom modes` answers about them.
//! - `parts`: parts of finite-element programs: import, loads, and displacements of their nodes in a motion.
//! - `reduction_report`: reduced models: what `lissom reduce` answers.
//! - `sensitivity_report`: how answers change with parameters: what `lissom sensitivities` answers.
//! - `slow_loads`: what a structure does under loads that change slowly: instant by instant.
//! - `state_poles`: poles of a mechanism about an equilibrium: what `lissom modes --at rest` answers.
//! - `static_states`: static states in large displacements: planar frames as mechanisms at rest.
//! - `critical_report`: limit points and bifurcations along a stroke, in words.
//! - `stroke_forces`: forces, parasitic motions and energy at a state along a stroke.
//! - `stroke_report`: a machine along its stroke: what `lissom states` answers.
//! - `structure_report`: size, constraints and mass of a structure.
//! - `vibration_report`: one question about vibrations, for every kind of model: what `lissom modes` answers.

pub(crate) mod bond_report;
pub(crate) mod buckling_of_mechanism;
pub(crate) mod buckling_report;
pub(crate) mod campbell;
pub(crate) mod closed_loops;
pub(crate) mod comparison;
pub(crate) mod continuum_response;
pub(crate) mod critical_report;
pub(crate) mod cycle_report;
pub(crate) mod derivation_report;
pub(crate) mod frequency_response;
pub(crate) mod linear_reduction;
pub(crate) mod loop_report;
pub(crate) mod mesh_stability;
pub(crate) mod mode_sweep;
pub(crate) mod nonlinear_buckling;
pub(crate) mod operating_states;
pub(crate) mod oscillation_report;
pub(crate) mod parts;
pub(crate) mod reduction_report;
pub(crate) mod sensitivity_report;
pub(crate) mod slow_loads;
pub(crate) mod state_poles;
pub(crate) mod static_states;
pub(crate) mod stroke_forces;
pub(crate) mod stroke_report;
pub(crate) mod structure_report;
pub(crate) mod vibration_report;
