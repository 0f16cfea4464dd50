//! From the independent coordinates to the configuration: x = F(q, t), e = E(q, t). Chains of links are placed in closed
//! form, their loops closed by a search over a few torn deformations; other mechanisms take Newton's method.
//!
//! - `chain`: a mechanism as chains of links with few tears, placed one after the other.
//! - `closing`: closing the loops of a mechanism that is placed link by link.
//! - `kinematics`: geometric transfer functions x = F(q, t), e = E(q, t), their rates and accelerations \[Boer2013,
//!   Eqs. (7), (8)\].
//! - `placing`: the order of placement of a mechanism, and its steps in closed form.

pub(super) mod chain;
pub(super) mod closing;
pub(super) mod kinematics;
pub(super) mod placing;
