//! Linear equations that are nearly solved by another operator: generalised minimal residuals.

use lissom_linalg::{dot, norm};

/// Directions after which the preconditioner is not worth its name.
const MOST_DIRECTIONS: usize = 150;

/// x with ‖A x − b‖ ≤ tolerance ‖b‖, by GMRES preconditioned from the right: the residual that is made small is the true
/// one. Returns x and the relative residual that was reached, which may be larger.
pub(crate) fn gmres(
    apply: &dyn Fn(&[f64]) -> Vec<f64>,
    precondition: &dyn Fn(&[f64]) -> Vec<f64>,
    right: &[f64],
    tolerance: f64,
) -> (Vec<f64>, f64) {
    let size = norm(right);
    if size == 0.0 {
        return (vec![0.0; right.len()], 0.0);
    }
    let mut basis = vec![scaled(right, 1.0 / size)];
    let mut steps: Vec<Vec<f64>> = Vec::new();
    let mut columns: Vec<Vec<f64>> = Vec::new();
    let mut rotations: Vec<(f64, f64)> = Vec::new();
    let mut rest = vec![size];
    while columns.len() < MOST_DIRECTIONS {
        let step = precondition(&basis[basis.len() - 1]);
        let mut image = apply(&step);
        steps.push(step);
        let mut column = vec![0.0; basis.len() + 1];
        for _ in 0..2 {
            for (share, v) in column.iter_mut().zip(&basis) {
                let more = dot(v, &image);
                *share += more;
                image.iter_mut().zip(v).for_each(|(w, v)| *w -= more * v);
            }
        }
        let last = basis.len();
        let length = norm(&image);
        column[last] = length;
        for (i, (c, s)) in rotations.iter().enumerate() {
            (column[i], column[i + 1]) =
                (c * column[i] + s * column[i + 1], c * column[i + 1] - s * column[i]);
        }
        let hypotenuse = column[last - 1].hypot(column[last]);
        if hypotenuse == 0.0 {
            steps.pop();
            break;
        }
        let (c, s) = (column[last - 1] / hypotenuse, column[last] / hypotenuse);
        column[last - 1] = hypotenuse;
        rotations.push((c, s));
        columns.push(column);
        rest.push(-s * rest[last - 1]);
        rest[last - 1] *= c;
        if rest[last].abs() <= tolerance * size || length == 0.0 {
            break;
        }
        basis.push(scaled(&image, 1.0 / length));
    }
    (combined(&columns, &rest, &steps, right.len()), rest.last().map_or(1.0, |r| r.abs() / size))
}

fn scaled(v: &[f64], factor: f64) -> Vec<f64> {
    v.iter().map(|x| factor * x).collect()
}

/// Back substitution with the triangular columns, and the sum of the steps.
fn combined(columns: &[Vec<f64>], rest: &[f64], steps: &[Vec<f64>], n: usize) -> Vec<f64> {
    let m = columns.len();
    let mut y = rest[..m].to_vec();
    for j in (0..m).rev() {
        y[j] /= columns[j][j];
        let share = y[j];
        (0..j).for_each(|i| y[i] -= columns[j][i] * share);
    }
    let mut x = vec![0.0; n];
    for (share, step) in y.iter().zip(steps) {
        x.iter_mut().zip(step).for_each(|(x, s)| *x += share * s);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use lissom_linalg::{Dense, Lu};

    /// An unsymmetric system, preconditioned by its diagonal: the answer is that of elimination.
    #[test]
    fn the_answer_is_that_of_elimination() {
        let n = 40;
        let a = Dense::from_fn(n, n, |i, j| match i.abs_diff(j) {
            0 => 4.0 + i as f64,
            1 => 1.0 + 0.1 * j as f64,
            7 => -0.5,
            _ => 0.0,
        });
        let right: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        let precondition = |f: &[f64]| f.iter().enumerate().map(|(i, f)| f / a[(i, i)]).collect::<Vec<f64>>();
        let (found, residual) = gmres(&|x| a.multiply_vector(x), &precondition, &right, 1e-12);
        let exact = Lu::factor(&a).expect("it is dominated by its diagonal").solve(&right);
        let distance: Vec<f64> = found.iter().zip(&exact).map(|(a, b)| a - b).collect();
        assert!(residual < 1e-12 && norm(&distance) < 1e-11 * norm(&exact), "{residual}");
    }
}
