//! Forces within limits that keep as many rates as they can: the quadratic problem of dry friction.
//!
//! # Equation
//! With the accelerations c that rates have without the forces τ, and the accelerations A that unit forces give them, the forces minimise
//! ½ τᵀAτ + cᵀτ over |τ| ≤ L. What they leave is a = Aτ + c: zero where |τ| < L, and against the force where |τ| = L, which is the law of dry
//! friction for all joints at once. A is positive semidefinite: joints of a closed loop depend on each other, so forces need not be
//! unique, but a is.

/// Share of the diagonal that is added to it: forces become unique, and accelerations change by as much of themselves.
const REGULAR: f64 = 1e-12;

/// An acceleration below this share of its own terms is zero.
const ZERO: f64 = 1e-10;

/// A joint of which no larger share moves on its own depends on the others.
const DEPENDENT: f64 = 1e-9;

/// Most changes of the set of forces at their limits, for each force.
const MOST_CHANGES: usize = 50;

/// Most corrections of the share of the limits.
const MOST_SHARES: usize = 30;

/// Where a force is in its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Free,
    Lower,
    Upper,
}

/// The forces of a problem and what they leave.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Within {
    /// τ.
    pub(crate) forces: Vec<f64>,
    /// a = Aτ + c, zero where it is below rounding.
    pub(crate) accelerations: Vec<f64>,
}

/// The forces within the limits that minimise ½ τᵀAτ + cᵀτ; `None` when the set of forces at their limits does not settle.
pub(crate) fn within(a: &[f64], c: &[f64], limits: &[f64]) -> Option<Within> {
    let n = c.len();
    let (mut forces, mut places) = (vec![0.0; n], vec![Place::Free; n]);
    for _ in 0..MOST_CHANGES * (n + 1) {
        let wanted = unlimited(a, c, &forces, &places);
        if let Some((k, share)) = first_limit(&forces, &wanted, limits, &places) {
            forces.iter_mut().zip(&wanted).for_each(|(force, to)| *force += share * (to - *force));
            (places[k], forces[k]) = match wanted[k] > 0.0 {
                true => (Place::Upper, limits[k]),
                false => (Place::Lower, -limits[k]),
            };
            continue;
        }
        forces = wanted;
        let accelerations = left(a, c, &forces);
        match most_wrong(&accelerations, &places) {
            Some(k) => places[k] = Place::Free,
            None => return Some(Within { forces, accelerations }),
        }
    }
    None
}

/// The least share of the limits with which forces can keep all rates: at most one where everything sticks. Infinite where no forces
/// can; `None` as for [`within`].
///
/// The accelerations ρ that forces within a share s leave separate what can be kept from what cannot: they lie in the range of A, so that all
/// forces that keep the rates do the same work on ρ as those without limits, τ∞, and a share that suffices is at least |ρᵀτ∞| / Σ L|ρ|.
/// That share is taken next, from below, until nothing is left.
pub(crate) fn needed_share(a: &[f64], c: &[f64], limits: &[f64]) -> Option<f64> {
    let n = c.len();
    let keeping = unlimited(a, c, &vec![0.0; n], &vec![Place::Free; n]);
    let mut share = 0.0;
    for _ in 0..MOST_SHARES {
        let scaled: Vec<f64> = limits.iter().map(|limit| share * limit).collect();
        let left = within(a, c, &scaled)?.accelerations;
        if left.iter().all(|value| *value == 0.0) {
            return Some(share);
        }
        let resisted: f64 = limits.iter().zip(&left).map(|(limit, value)| limit * value.abs()).sum();
        let driven: f64 = keeping.iter().zip(&left).map(|(force, value)| force * value).sum();
        let next = driven.abs() / resisted;
        if !next.is_finite() {
            return Some(f64::INFINITY);
        }
        if next <= share * (1.0 + ZERO) {
            return Some(share);
        }
        share = next;
    }
    Some(share)
}

/// Whether a force determines the rate of another joint, too: A of both, of which `known` are given.
pub(crate) fn depends(a: &[f64], n: usize, known: &[usize], k: usize) -> bool {
    let own = a[k * n + k];
    if own <= 0.0 {
        return true;
    }
    let mut c = vec![0.0; n];
    let mut places = vec![Place::Lower; n];
    for &j in known {
        c[j] = -a[j * n + k];
        places[j] = Place::Free;
    }
    let shares = unlimited(a, &c, &vec![0.0; n], &places);
    let explained: f64 = known.iter().map(|&j| a[k * n + j] * shares[j]).sum();
    own - explained <= DEPENDENT * own
}

/// a = Aτ + c, zero where it is below rounding of its terms.
fn left(a: &[f64], c: &[f64], forces: &[f64]) -> Vec<f64> {
    let n = c.len();
    let row = |(k, c): (usize, &f64)| {
        let terms = a[k * n..(k + 1) * n].iter().zip(forces).map(|(a, force)| a * force);
        let (sum, size) = terms.fold((*c, c.abs()), |(sum, size), term| (sum + term, size + term.abs()));
        if sum.abs() <= ZERO * size { 0.0 } else { sum }
    };
    c.iter().enumerate().map(row).collect()
}

/// The limit that is met first on the way to the wanted forces: which force, and after which share of the way.
fn first_limit(forces: &[f64], wanted: &[f64], limits: &[f64], places: &[Place]) -> Option<(usize, f64)> {
    let mut first: Option<(usize, f64)> = None;
    for k in (0..forces.len()).filter(|k| places[*k] == Place::Free && wanted[*k].abs() > limits[*k]) {
        let share = (limits[k] * wanted[k].signum() - forces[k]) / (wanted[k] - forces[k]);
        let share = share.clamp(0.0, 1.0);
        if first.is_none_or(|(_, least)| share < least) {
            first = Some((k, share));
        }
    }
    first
}

/// The force at its limit that accelerates its joint most in its own direction: it must not stay there.
fn most_wrong(accelerations: &[f64], places: &[Place]) -> Option<usize> {
    let wrong = |k: usize| match places[k] {
        Place::Free => 0.0,
        Place::Upper => accelerations[k],
        Place::Lower => -accelerations[k],
    };
    let worst = (0..places.len()).max_by(|i, j| wrong(*i).total_cmp(&wrong(*j)))?;
    (wrong(worst) > 0.0).then_some(worst)
}

/// All forces, the free ones such that their accelerations vanish.
fn unlimited(a: &[f64], c: &[f64], forces: &[f64], places: &[Place]) -> Vec<f64> {
    let n = c.len();
    let free: Vec<usize> = (0..n).filter(|k| places[*k] == Place::Free).collect();
    let m = free.len();
    let (mut matrix, mut right) = (vec![0.0; m * m], vec![0.0; m]);
    for (i, &k) in free.iter().enumerate() {
        let row = &a[k * n..(k + 1) * n];
        let fixed = (0..n).filter(|j| places[*j] != Place::Free).map(|j| row[j] * forces[j]);
        right[i] = -c[k] - fixed.sum::<f64>();
        for (j, &other) in free.iter().enumerate() {
            matrix[i * m + j] = row[other];
        }
    }
    solve_regular(m, &mut matrix, &mut right);
    let mut all = forces.to_vec();
    free.iter().zip(&right).for_each(|(&k, force)| all[k] = *force);
    all
}

/// x ← (A + δ diag A)⁻¹ x for a positive semidefinite matrix, by Cholesky's method; a row without diagonal gives zero.
pub(crate) fn solve_regular(n: usize, a: &mut [f64], x: &mut [f64]) {
    for i in 0..n {
        for j in 0..i {
            let sum: f64 = (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum();
            a[i * n + j] = (a[i * n + j] - sum) * a[j * n + j];
        }
        let diagonal = a[i * n + i];
        let pivot =
            diagonal * (1.0 + REGULAR) - a[i * n..i * n + i].iter().map(|value| value * value).sum::<f64>();
        // Rounding may leave less than what was added.
        let pivot = pivot.max(REGULAR * diagonal);
        a[i * n + i] = if pivot > 0.0 { 1.0 / pivot.sqrt() } else { 0.0 };
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| a[i * n + k] * x[k]).sum();
        x[i] = (x[i] - sum) * a[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| a[k * n + i] * x[k]).sum();
        x[i] = (x[i] - sum) * a[i * n + i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A = JJᵀ of a linkage with one freedom: all joints depend on each other.
    fn one_freedom(rows: &[f64]) -> Vec<f64> {
        rows.iter().flat_map(|i| rows.iter().map(move |j| i * j)).collect()
    }

    #[test]
    fn a_loop_sticks_up_to_the_sum_of_its_limits() {
        let rows = [1.0, -2.0, 1.5, -0.5];
        let limits = [0.1, 0.2, 0.3, 0.4];
        let a = one_freedom(&rows);
        // A generalised force f is resisted by at most Σ L|J|.
        let most: f64 = rows.iter().zip(&limits).map(|(j, l)| l * f64::abs(*j)).sum();
        for share in [0.3, 0.9, 0.999_999] {
            let c: Vec<f64> = rows.iter().map(|j| j * share * most).collect();
            let found = within(&a, &c, &limits).unwrap();
            assert!(found.accelerations.iter().all(|a| *a == 0.0), "{found:?}");
            assert!(found.forces.iter().zip(&limits).all(|(f, l)| f.abs() <= l * (1.0 + 1e-12)));
            assert!((needed_share(&a, &c, &limits).unwrap() - share).abs() < 1e-9);
        }
        let c: Vec<f64> = rows.iter().map(|j| -j * 1.2 * most).collect();
        let found = within(&a, &c, &limits).unwrap();
        for ((acceleration, force), (j, limit)) in
            found.accelerations.iter().zip(&found.forces).zip(rows.iter().zip(&limits))
        {
            assert!((acceleration + j * 0.2 * most).abs() < 1e-10, "{found:?}");
            assert!((force - j.signum() * limit).abs() < 1e-12, "{found:?}");
        }
        assert!((needed_share(&a, &c, &limits).unwrap() - 1.2).abs() < 1e-9);
    }

    /// Random semidefinite problems: the conditions of the minimum hold, and the share is where sticking ends.
    #[test]
    fn conditions_of_the_minimum_hold() {
        let mut seed = 7_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for case in 0..300 {
            let (n, freedoms) = (2 + case % 6, 1 + case % 4);
            let j: Vec<f64> = (0..n * freedoms).map(|_| random()).collect();
            let drive: Vec<f64> = (0..freedoms).map(|_| 4.0 * random()).collect();
            let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
            let rows: Vec<&[f64]> = j.chunks_exact(freedoms).collect();
            let a: Vec<f64> = rows.iter().flat_map(|x| rows.iter().map(|y| dot(x, y))).collect();
            let c: Vec<f64> = rows.iter().map(|x| dot(x, &drive)).collect();
            let limits: Vec<f64> = (0..n).map(|_| 0.6 + random()).collect();
            let found = within(&a, &c, &limits).unwrap();
            let all = found.forces.iter().zip(&limits).zip(&found.accelerations);
            for ((&force, &limit), &acceleration) in all {
                assert!(force.abs() <= limit * (1.0 + 1e-12));
                if acceleration != 0.0 {
                    assert!((force + acceleration.signum() * limit).abs() < 1e-9, "case {case}: {found:?}");
                }
            }
            let share = needed_share(&a, &c, &limits).unwrap();
            let largest = c.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
            let left_with = |factor: f64| {
                let scaled: Vec<f64> = limits.iter().map(|l| l * share * factor).collect();
                let left = within(&a, &c, &scaled).unwrap().accelerations;
                left.iter().fold(0.0_f64, |most, a| most.max(a.abs())) / largest
            };
            // Joints that nearly depend on each other need large forces for accelerations that are rounding of their terms.
            assert!(left_with(1.0 + 1e-6) < 1e-8, "case {case}, share {share}: {:e}", left_with(1.0 + 1e-6));
            assert!(
                share > 10.0 || left_with(0.99) > 1e-8,
                "case {case}, share {share}: {:e}",
                left_with(0.99)
            );
        }
    }

    #[test]
    fn joints_of_one_freedom_depend_on_each_other() {
        let a = one_freedom(&[1.0, -2.0, 0.5]);
        assert!(depends(&a, 3, &[0], 2));
        let a = [2.0, 1.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 1.0];
        assert!(!depends(&a, 3, &[0], 1) && !depends(&a, 3, &[0, 1], 2));
    }
}
