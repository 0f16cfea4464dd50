//! Structures in a frame that turns: vibration, whirl and stability against speed.
//!
//! | question | file |
//! |---|---|
//! | which matrices act at a speed | `spinning_structure.rs`, `speed_pencil.rs` |
//! | which motions are known without solving for them | `known_motions.rs` |
//! | which modes there are at a speed, rigid ones counted apart | `whirl.rs` |
//! | the lowest modes of a large structure: definite and counted, or of any kind | `sparse_whirl.rs`, `krylov_whirl.rs` |
//! | one root sharpened, and the bound of its error | `refined_root.rs` |
//! | what of all that is proved | `certify_whirl.rs` |
//! | where modes lie between speeds; how many there are below a bound | `mode_path.rs`, `mode_count.rs` |
//! | how modes go on from speed to speed, all together and one by one | `tracking.rs`, `continued_mode.rs` |
//! | a station from the one before it, without a search | `advanced_station.rs`, `predicted_mode.rs` |
//! | a rotor on bearings that depend on the speed and couple directions | `bearing_rotor.rs` |
//! | the diagram: frequencies, critical speeds, bands without stability | `campbell.rs`, `critical_speed.rs` |

mod advanced_station;
mod bearing_rotor;
mod campbell;
mod certify_whirl;
mod continued_mode;
mod critical_speed;
mod known_motions;
mod krylov_whirl;
mod mode_count;
mod mode_path;
mod predicted_mode;
mod refined_root;
mod sparse_whirl;
mod speed_pencil;
mod spinning_structure;
mod tracking;
mod whirl;

pub use bearing_rotor::{BearingLaw, BearingMatrices, RotorBearing, campbell_on_bearings, rotor_equations};
pub use campbell::{Campbell, CampbellRequest, TrackedMode, campbell};
pub use certify_whirl::CampbellVerdicts;
pub use critical_speed::{CriticalSpeed, Instability, UnstableBand};
pub use spinning_structure::{SpinEffects, SpinningStructure};
pub use whirl::{Whirl, WhirlMode};
