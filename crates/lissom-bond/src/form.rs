//! Sparse linear forms, and the elimination of a few unknowns from them.

use crate::algebra::Algebra;

/// Σ coefficient · variable, sorted by variable; no coefficient is zero.
pub(crate) type Form<V> = Vec<(usize, V)>;

/// target ← target + factor · source.
pub(crate) fn add_scaled<A: Algebra>(
    algebra: &mut A,
    target: &mut Form<A::Value>,
    factor: &A::Value,
    source: &Form<A::Value>,
) {
    if algebra.size(factor) == 0.0 || source.is_empty() {
        return;
    }
    let old = std::mem::take(target);
    target.reserve(old.len() + source.len());
    let mut old = old.into_iter().peekable();
    for (variable, coefficient) in source {
        while let Some(term) = old.next_if(|(v, _)| v < variable) {
            target.push(term);
        }
        let product = algebra.mul(factor, coefficient);
        let sum = match old.next_if(|(v, _)| v == variable) {
            Some((_, before)) => algebra.add(&before, &product),
            None => product,
        };
        if algebra.size(&sum) != 0.0 {
            target.push((*variable, sum));
        }
    }
    target.extend(old);
}

/// The coefficient of a variable, if it has one.
pub(crate) fn coefficient<V>(form: &Form<V>, variable: usize) -> Option<&V> {
    form.binary_search_by_key(&variable, |(v, _)| *v).ok().map(|at| &form[at].1)
}

/// Solves `matrix` · x = `right` for forms x, by elimination with scaled partial pivoting.
///
/// # Errors
/// The column that has no pivot.
pub(crate) fn eliminate<A: Algebra>(
    algebra: &mut A,
    mut matrix: Vec<Vec<A::Value>>,
    mut right: Vec<Form<A::Value>>,
) -> Result<Vec<Form<A::Value>>, usize> {
    let n = matrix.len();
    let scales: Vec<f64> =
        matrix.iter().map(|row| row.iter().fold(0.0, |m: f64, a| m.max(algebra.size(a)))).collect();
    let mut scales: Vec<f64> = scales.into_iter().map(|s| if s > 0.0 { s } else { 1.0 }).collect();
    for col in 0..n {
        let weight = |algebra: &A, row: usize| algebra.size(&matrix[row][col]) / scales[row];
        let pivot =
            (col..n).max_by(|&a, &b| weight(algebra, a).total_cmp(&weight(algebra, b))).unwrap_or(col);
        let best = weight(algebra, pivot);
        if best.is_nan() || best <= 1e-14 {
            return Err(col);
        }
        matrix.swap(col, pivot);
        right.swap(col, pivot);
        scales.swap(col, pivot);
        for row in col + 1..n {
            if algebra.size(&matrix[row][col]) == 0.0 {
                continue;
            }
            let quotient = algebra.div(&matrix[row][col], &matrix[col][col]);
            let factor = algebra.neg(&quotient);
            let (above, below) = matrix.split_at_mut(row);
            for (target, source) in below[0][col + 1..].iter_mut().zip(&above[col][col + 1..]) {
                if algebra.size(source) != 0.0 {
                    let product = algebra.mul(&factor, source);
                    *target = algebra.add(target, &product);
                }
            }
            let (above, below) = right.split_at_mut(row);
            add_scaled(algebra, &mut below[0], &factor, &above[col]);
        }
    }
    substitute_back(algebra, &matrix, &mut right);
    Ok(right)
}

fn substitute_back<A: Algebra>(algebra: &mut A, matrix: &[Vec<A::Value>], right: &mut [Form<A::Value>]) {
    for row in (0..matrix.len()).rev() {
        let (head, tail) = right.split_at_mut(row + 1);
        let target = &mut head[row];
        for (known, a) in tail.iter().zip(&matrix[row][row + 1..]) {
            let factor = algebra.neg(a);
            add_scaled(algebra, target, &factor, known);
        }
        for (_, value) in target.iter_mut() {
            *value = algebra.div(value, &matrix[row][row]);
        }
    }
}

/// The inverse of a small matrix.
///
/// # Errors
/// The column that has no pivot.
pub(crate) fn inverse<A: Algebra>(
    algebra: &mut A,
    matrix: Vec<Vec<A::Value>>,
) -> Result<Vec<Vec<A::Value>>, usize> {
    let n = matrix.len();
    let right = (0..n).map(|i| vec![(i, algebra.number(1.0))]).collect();
    let rows = eliminate(algebra, matrix, right)?;
    let dense = |algebra: &mut A, row: &Form<A::Value>| {
        (0..n).map(|j| coefficient(row, j).cloned().unwrap_or_else(|| algebra.number(0.0))).collect()
    };
    Ok(rows.iter().map(|row| dense(algebra, row)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Numeric;

    #[test]
    fn elimination_solves_and_names_the_singular_column() {
        let matrix = vec![vec![0.0, 2.0], vec![3.0, 1.0]];
        let inverse = inverse(&mut Numeric, matrix).unwrap();
        assert_eq!(inverse, [[-1.0 / 6.0, 1.0 / 3.0], [0.5, 0.0]]);
        let singular = vec![vec![1.0, 2.0], vec![2.0, 4.0]];
        assert_eq!(eliminate(&mut Numeric, singular, vec![vec![], vec![]]), Err(1));
    }

    #[test]
    fn forms_add_by_variable_and_drop_what_cancels() {
        let mut form = vec![(0, 1.0), (2, 5.0)];
        add_scaled(&mut Numeric, &mut form, &-1.0, &vec![(0, 1.0), (1, 3.0), (2, 2.0)]);
        assert_eq!(form, [(1, -3.0), (2, 3.0)]);
    }
}
