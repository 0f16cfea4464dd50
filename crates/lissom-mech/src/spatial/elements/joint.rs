//! Relations of two triads (a, b, c), one fixed to each end: the rows that joints are made of.

use super::MOST;
use crate::spatial::chart::{Chart, Vec3, constants, dotted, plus};
use crate::spatial::jet::Jet;
use crate::spatial::rotation::Axes;
use crate::vector::Vector;

/// What a joint measures. Triads are given in the axes of their ends and coincide in the reference configuration.
#[derive(Clone, Debug)]
pub enum JointShape {
    /// Relative rotation: the twist angle about a, then the sines of the swing about b and c.
    ///
    /// e₁ = atan2(c_p·b_q − b_p·c_q, b_p·b_q + c_p·c_q), e₂ = −a_q·c_p, e₃ = a_q·b_p. The torque dual to e₁ acts along
    /// the bisector of both axes, (a_p + a_q)/(1 + a_p·a_q).
    Rotation {
        /// Triads at both ends.
        triads: [Axes; 2],
    },
    /// Two axes that stay perpendicular: a_p·b_q, then the angles about a_p and about b_q.
    ///
    /// e₁ = a_p·b_q, e₂ = atan2(b_q·c_p, b_q·b_p), e₃ = atan2(a_p·c_q, a_p·a_q).
    Universal {
        /// Triads at both ends.
        triads: [Axes; 2],
    },
    /// Position of the second end in the triad of the first, less that in the reference configuration.
    Offset {
        /// Triad at the first end.
        triad: Axes,
        /// From the first to the second end in the reference configuration [m].
        reference: Vector,
        /// The same in the triad [m].
        start: Vector,
    },
    /// Shift along a less the lead times the turns: e = (a_p·d − s) − h e₁ of the rotation.
    Screw {
        /// Triads at both ends.
        triads: [Axes; 2],
        /// From the first to the second end in the reference configuration [m].
        reference: Vector,
        /// The same along a [m].
        start: f64,
        /// Shift per turn [m].
        lead: f64,
    },
}

/// The triads of both ends in the chart.
fn both<J: Jet>(chart: &Chart<J>, triads: &[Axes; 2]) -> [[Vec3<J>; 3]; 2] {
    let triad = |end: usize, [a, b, c]: Axes| [chart.fixed(end, a), chart.fixed(end, b), chart.fixed(end, c)];
    [triad(0, triads[0]), triad(1, triads[1])]
}

/// The twist angle of two triads about their first axes.
fn twist<J: Jet>([[_, b_p, c_p], [_, b_q, c_q]]: &[[Vec3<J>; 3]; 2]) -> J {
    J::angle(dotted(*c_p, *b_q) - dotted(*b_p, *c_q), dotted(*b_p, *b_q) + dotted(*c_p, *c_q))
}

impl JointShape {
    /// Number of deformations.
    #[must_use]
    pub fn count(&self) -> usize {
        if matches!(self, Self::Screw { .. }) { 1 } else { 3 }
    }

    pub(super) fn period(&self, k: usize) -> f64 {
        match (self, k) {
            (Self::Rotation { .. }, 0) | (Self::Universal { .. }, 1 | 2) => std::f64::consts::TAU,
            (Self::Screw { lead, .. }, _) => *lead,
            _ => 0.0,
        }
    }

    /// From the first to the second end in the reference configuration; zero where the places do not matter.
    pub(super) fn line(&self) -> Vector {
        match self {
            Self::Rotation { .. } | Self::Universal { .. } => [0.0; 3],
            Self::Offset { reference, .. } | Self::Screw { reference, .. } => *reference,
        }
    }

    pub(super) fn slots(&self) -> [bool; 4] {
        match self {
            Self::Rotation { .. } | Self::Universal { .. } => [false, true, false, true],
            Self::Offset { .. } => [true, true, true, false],
            Self::Screw { .. } => [true; 4],
        }
    }

    /// The deformations.
    pub fn deform<J: Jet>(&self, chart: &Chart<J>, e: &mut [J; MOST]) {
        match self {
            Self::Rotation { triads } => {
                let all = both(chart, triads);
                let [[_, b_p, c_p], [a_q, ..]] = all;
                e[0] = twist(&all);
                e[1] = -dotted(a_q, c_p);
                e[2] = dotted(a_q, b_p);
            }
            Self::Universal { triads } => {
                let [[a_p, b_p, c_p], [a_q, b_q, c_q]] = both(chart, triads);
                e[0] = dotted(a_p, b_q);
                e[1] = J::angle(dotted(b_q, c_p), dotted(b_q, b_p));
                e[2] = J::angle(dotted(a_p, c_q), dotted(a_p, a_q));
            }
            Self::Offset { triad, reference, start } => {
                let d = plus(chart.relative(), constants(*reference));
                for k in 0..3 {
                    e[k] = dotted(chart.fixed(0, triad[k]), d) - J::constant(start[k]);
                }
            }
            Self::Screw { triads, reference, start, lead } => {
                let d = plus(chart.relative(), constants(*reference));
                let all = both(chart, triads);
                let shift = dotted(all[0][0], d) - J::constant(*start);
                e[0] = shift - twist(&all) * (lead / std::f64::consts::TAU);
            }
        }
    }
}
