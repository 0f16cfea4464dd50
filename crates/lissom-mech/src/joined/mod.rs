//! A frame and imported parts, joined into one structure. Places are found by name on either side, joins and supports are
//! constraints between them, and the forces in the joins are computed afterwards.
//!
//! - `joined_forces`: what joins and supports of a joined structure carry, and what the members of its frame do.
//! - `joined_places`: places of a frame and of parts, by name: what they measure, and the constraints of joins and
//!   supports.
//! - `joined_rigid`: rigid motions of pieces that are joined: which of them the joins allow and nothing resists, and
//!   the mass of the whole.
//! - `joined_structure`: a frame and imported parts, joined: one structure to ask.

pub(crate) mod joined_forces;
pub(crate) mod joined_places;
pub(crate) mod joined_rigid;
pub(crate) mod joined_structure;
