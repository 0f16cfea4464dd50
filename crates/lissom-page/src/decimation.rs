//! Fewer points without losing peaks.

/// Points of a curve that are drawn one by one; longer curves are thinned.
const MOST: usize = 4000;

/// The curve with at most about [`MOST`] points: of each stretch its lowest and its highest, and a gap where it has one.
/// Every extreme of the curve is still there.
pub(super) fn decimated(x: &[f64], y: &[f64]) -> (Vec<f64>, Vec<f64>) {
    assert_eq!(x.len(), y.len(), "a curve has as many abscissae as ordinates");
    if x.len() <= MOST {
        return (x.to_vec(), y.to_vec());
    }
    let stretch = x.len().div_ceil(MOST / 4);
    let mut kept: Vec<usize> = Vec::new();
    for start in (0..x.len()).step_by(stretch) {
        let range = start..(start + stretch).min(x.len());
        let finite = || range.clone().filter(|i| y[*i].is_finite());
        let mut here: Vec<usize> = vec![range.start, range.end - 1];
        here.extend(finite().min_by(|a, b| y[*a].total_cmp(&y[*b])));
        here.extend(finite().max_by(|a, b| y[*a].total_cmp(&y[*b])));
        here.extend(range.clone().find(|i| !y[*i].is_finite()));
        here.sort_unstable();
        here.dedup();
        kept.extend(here);
    }
    (kept.iter().map(|i| x[*i]).collect(), kept.iter().map(|i| y[*i]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spike_of_one_point_among_a_hundred_thousand_survives() {
        let n = 100_000;
        let x: Vec<f64> = (0..n).map(|i| i as f64).collect();
        let mut y: Vec<f64> = x.iter().map(|t| (0.01 * t).sin()).collect();
        (y[54_321], y[77_777], y[9_999]) = (40.0, -30.0, f64::NAN);
        let (kx, ky) = decimated(&x, &y);
        assert!(ky.len() <= MOST + MOST / 4, "{}", ky.len());
        let at = |value: f64| ky.iter().position(|v| *v == value).map(|i| kx[i]);
        assert_eq!((at(40.0), at(-30.0)), (Some(54_321.0), Some(77_777.0)));
        assert_eq!(ky.iter().filter(|v| v.is_nan()).count(), 1);
        assert_eq!((kx[0], kx[kx.len() - 1]), (0.0, (n - 1) as f64));
        assert!(kx.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn short_curves_are_left_alone() {
        let x: Vec<f64> = (0..MOST).map(|i| i as f64).collect();
        assert_eq!(decimated(&x, &x), (x.clone(), x));
    }
}
