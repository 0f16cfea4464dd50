//! Sums of short rows. Those of one and two nodes, by far the most, are summed in loops of constant length, which stay in registers.

/// into += Σ fₖ rowₖ, where row k starts at k · stride.
pub(in crate::spatial) fn add_rows(
    into: &mut [f64],
    factors: impl Iterator<Item = f64>,
    rows: &[f64],
    stride: usize,
) {
    match into.len() {
        0 => {}
        3 => add_fixed::<3>(into, factors, rows, stride),
        6 => add_fixed::<6>(into, factors, rows, stride),
        12 => add_fixed::<12>(into, factors, rows, stride),
        18 => add_fixed::<18>(into, factors, rows, stride),
        width => {
            for (factor, row) in factors.zip(rows.chunks(stride)).filter(|(factor, _)| *factor != 0.0) {
                into.iter_mut().zip(&row[..width]).for_each(|(sum, value)| *sum += factor * value);
            }
        }
    }
}

fn add_fixed<const W: usize>(
    into: &mut [f64],
    factors: impl Iterator<Item = f64>,
    rows: &[f64],
    stride: usize,
) {
    let Some(into) = into.first_chunk_mut::<W>() else { return };
    let mut sums = *into;
    for (factor, row) in factors.zip(rows.chunks(stride)) {
        let Some(row) = row.first_chunk::<W>() else { break };
        for i in 0..W {
            sums[i] += factor * row[i];
        }
    }
    *into = sums;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_widths_are_summed() {
        for width in 1..20 {
            let stride = width + 3;
            let rows: Vec<f64> = (0..4 * stride).map(|i| (i as f64).sin()).collect();
            let factors = [0.5, 0.0, -2.0, 3.0];
            let mut sums = vec![1.0; width];
            add_rows(&mut sums, factors.into_iter(), &rows, stride);
            for (i, sum) in sums.iter().enumerate() {
                let exact = 1.0 + (0..4).map(|k| factors[k] * rows[k * stride + i]).sum::<f64>();
                assert!((sum - exact).abs() < 1e-14);
            }
        }
    }
}
