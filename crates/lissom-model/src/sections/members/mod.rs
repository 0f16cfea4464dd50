//! Slender members: beams and bars, the paths they follow and the sections they have.
//!
//! - `beams`: beams between nodes.
//! - `trusses`: bars that carry axial force alone.
//! - `beam_path`: straight, curved and tapered paths, cut into pieces.
//! - `arc`: circular arcs between two points.
//! - `cross_sections`: cross-sections by shape, by geometry or by stiffness and inertia.
//! - `profiles`: standard profiles by name.
//! - `beam_section`: a cross-section and a material made into stiffness and inertia per length.

pub(crate) mod arc;
pub(crate) mod beam_path;
pub(crate) mod beam_section;
pub(crate) mod beams;
pub(crate) mod cross_sections;
pub(crate) mod profiles;
pub(crate) mod trusses;
