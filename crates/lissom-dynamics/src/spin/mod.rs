//! Structures in a frame that turns: vibration, whirl and stability against speed.
//!
//! | question | file |
//! |---|---|
//! | which matrices act at a speed | `spinning_structure.rs` |
//! | which modes there are at a speed, rigid ones counted apart | `whirl.rs` |
//! | the lowest modes of a large structure, counted | `sparse_whirl.rs` |
//! | where modes lie between speeds; how many there are below a bound | `mode_path.rs`, `mode_count.rs` |
//! | how modes go on from speed to speed | `tracking.rs` |
//! | the diagram: frequencies, critical speeds, bands without stability | `campbell.rs`, `critical_speed.rs` |

mod campbell;
mod critical_speed;
mod mode_count;
mod mode_path;
mod sparse_whirl;
mod spinning_structure;
mod tracking;
mod whirl;

pub use campbell::{Campbell, CampbellRequest, TrackedMode, campbell};
pub use critical_speed::{CriticalSpeed, Instability, UnstableBand};
pub use spinning_structure::{SpinEffects, SpinningStructure};
pub use whirl::{Whirl, WhirlMode};
