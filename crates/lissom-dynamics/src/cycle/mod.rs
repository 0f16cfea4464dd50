//! Small deformations over a cycle of a known rigid motion: frozen-motion steps, periodic motion, Floquet multipliers.
//!
//! | question | file |
//! |---|---|
//! | which equations hold at an instant | `frozen_equations.rs` |
//! | how they are stepped | `frozen_step.rs` |
//! | whether disturbances grow, beyond the error of the steps | `floquet.rs` |
//! | what deformations do to outputs | `deviation.rs` |
//! | the cycle, started at rest or repeating itself | `elastic_cycle.rs` |

mod deviation;
mod elastic_cycle;
mod floquet;
mod frozen_equations;
mod frozen_step;

pub use deviation::{Deviations, deviations};
pub use elastic_cycle::{CycleRequest, CycleStart, ElasticCycle, elastic_cycle};
pub use floquet::{CycleStability, Floquet};
pub use frozen_equations::{CycleEffects, FrozenEquations, FrozenMechanism, MovingEquations};
pub use frozen_step::FreezeAt;
