//! A frame and imported parts, joined into one structure. Places are found by name on either side, joins and supports are
//! constraints between them, and the forces in the joins are computed afterwards.
//!
//! - `joined_forces`: forces of joins, supports and frame members of a joined structure.
//! - `joined_places`: places of a frame and of parts, by name: what they measure, and the constraints of joins and
//!   supports.
//! - `joined_rigid`: rigid motions of joined components: the free ones, and the mass of the whole.
//! - `joined_structure`: a frame and imported parts, joined into one structure.

pub(crate) mod joined_forces;
pub(crate) mod joined_places;
pub(crate) mod joined_rigid;
pub(crate) mod joined_structure;
