//! Whether a quantity with one sign at three equidistant places can vanish between them.

/// The dip of the parabola through three values lies below the least of them by at most an eighth of their second difference; so
/// many times that counts, because the quantity is no parabola.
const SAFETY: f64 = 8.0;

/// Whether a smooth quantity that has these values at both ends and in the middle of an interval may have two zeros in it. It is
/// an estimate: a dip that is much narrower than the interval is not seen.
pub(crate) fn may_vanish([first, middle, last]: [f64; 3]) -> bool {
    let least = first.abs().min(middle.abs()).min(last.abs());
    let curvature = (first - 2.0 * middle + last).abs();
    least <= SAFETY * curvature / 8.0
}

#[cfg(test)]
mod tests {
    use super::may_vanish;

    #[test]
    fn a_dip_to_zero_is_suspected_and_a_straight_line_is_not() {
        // (t − 0.4)² − 0.005 has both zeros between the first and the middle place.
        let dip = |t: f64| (t - 0.4) * (t - 0.4) - 0.005;
        assert!(may_vanish([dip(0.0), dip(0.5), dip(1.0)]));
        assert!(!may_vanish([1.0, 1.5, 2.0]) && !may_vanish([5.0, 4.9, 5.0]));
        assert!(may_vanish([0.0, 0.0, 0.0]));
    }
}
