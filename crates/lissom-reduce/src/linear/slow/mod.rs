//! Deformation under one force whose amplitude changes slowly \[StaticDeformation, §4, §5\].
//!
//! - `derivative_expansion`: series of the deformation in the derivatives of the amplitude.
//! - `one_vector`: the static deformation as a single degree of freedom.
//! - `slow_load`: both for the force of a state, with the frequencies up to which they are valid.

pub mod derivative_expansion;
pub mod one_vector;
pub mod slow_load;
