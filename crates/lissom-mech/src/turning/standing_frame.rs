//! A round rotor seen from a frame that stands still.

use crate::error::MechError;
use crate::turning::centrifugal::SpinningFrame;
use lissom_linalg::Sparse;

/// What leads from the frame that turns with a structure to one that stands still, over the rows of the structure.
#[derive(Clone, Debug)]
pub struct StandingFrame {
    /// R at unit speed, skew: q̇ = Ω R q for displacements that turn with the structure, ω̂ × u at every node.
    pub turning: Sparse,
    /// Stiffness of what stands still.
    pub standing_stiffness: Sparse,
    /// Damping of what stands still.
    pub standing_damping: Sparse,
}

/// Supports may differ between directions by this share before they count as doing so.
const ROUND: f64 = 1e-9;

impl StandingFrame {
    /// Of a frame whose bearings stand still, or turn with it.
    ///
    /// # Errors
    /// [`MechError::SupportNotRound`] when a support holds one direction across the axis and leaves another free.
    pub fn of(rotor: &SpinningFrame<'_>, ground_stands: bool) -> Result<Self, MechError> {
        let system = rotor.frame().system();
        let (t, independent) = (&system.elimination.transformation, &system.elimination.independent);
        let turned = rotor.spin_of_displacements().multiply_sparse(t);
        let columns: Vec<usize> = (0..t.cols()).collect();
        let turning = turned.select(independent, &columns);
        let defect = turned.add_scaled(1.0, &t.multiply_sparse(&turning), -1.0);
        if let Some((row, ..)) = defect.iter().find(|(_, _, value)| value.abs() > ROUND) {
            return Err(MechError::SupportNotRound { coordinate: system.coordinates.name(row) });
        }
        let share = f64::from(u8::from(ground_stands));
        let [standing_damping, standing_stiffness] = rotor.grounded().map(|matrix| {
            let matrix = matrix.congruence(t);
            matrix.add_scaled(share, &matrix, 0.0)
        });
        Ok(Self { turning, standing_stiffness, standing_damping })
    }
}
