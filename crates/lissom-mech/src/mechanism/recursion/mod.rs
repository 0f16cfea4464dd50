//! Elimination along the tree of a mechanism: accelerations at a cost that grows with the number of links.
//!
//! # Equation
//! The end of a link is x_k = E q_k + T x_N, x_N being what it hangs on (`link_block`). From the leaves to the ground, with J the inertia
//! of what was eliminated already, D = Eᵀ J E and H = Eᵀ (J T + J_N), the coordinates are q_k = D⁻¹ (g_k + Eᵀ p_k − H x_N), and what hangs
//! on N feels, with X = T − E D⁻¹ H, the inertia J_NN + J_Nᵀ X + Xᵀ (J X + J_N) and the force Xᵀ p_k − Hᵀ D⁻¹ g_k. This is the
//! articulated-body recursion \[Featherstone2008, §7.2\], for links that are elastic and mass matrices that couple both ends, in the form of a
//! multifrontal elimination \[Liu1992\]: it needs no tree, only that few unknowns lie between what was eliminated and the rest. Many small
//! loops one after the other are blocks of their own; a few large ones are torn.
//!
//! - `elimination`: the numbers of an elimination, real or complex, and its solutions.
//! - `fronts`: which unknowns an elimination step touches; what a whole elimination costs, counted.
//! - `iteration`: matrices of implicit integrators that are never formed.
//! - `reach`: E and T of all blocks at a configuration.
//! - `subtree`: how far a coordinate moves anything, from the extent of what hangs on it.
//! - `torn_iteration`: the same border for matrices of implicit integrators.
//! - `torn_motion`: loops as a small border.
//! - `tree`: whether and how a mechanism is eliminated link by link, and its buffers.

pub(crate) mod elimination;
pub(crate) mod fronts;
pub(crate) mod iteration;
pub(crate) mod reach;
pub(super) mod subtree;
pub(crate) mod torn_iteration;
pub(super) mod torn_motion;
pub(super) mod tree;
