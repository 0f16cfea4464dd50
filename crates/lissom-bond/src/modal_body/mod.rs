//! Bodies described by their modes at a few ports.
//!
//! A [`ModalBody`] keeps its rigid motions, a few elastic modes and a [`ResidualCompliance`] that represents
//! the statics of all omitted modes:
//!
//! $$ \delta = Y_n q_n + C_r F, \qquad m_j \ddot q_j + d_j \dot q_j + k_j q_j = \sum_i Y_{ij} F_i $$
//!
//! \[Clemen2021, Eqs. (2), (14)\]. Shapes are indexed location first. There is one file per source of modes:
//! [`table`], [`beam`] (exact continuum), [`finite_element`] (matrices) and [`measured`] (universal files);
//! [`residual`] holds the compliance.

pub mod beam;
pub mod finite_element;
pub mod measured;
mod mode;
pub mod residual;
pub mod table;

pub use beam::ContinuumBeam;
pub use finite_element::FiniteElementBody;
pub use measured::MeasuredPort;
pub use mode::{ModalBody, Mode};
pub use residual::ResidualCompliance;
pub use table::ModeTable;
