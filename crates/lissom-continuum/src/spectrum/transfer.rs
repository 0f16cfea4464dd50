//! The exact dynamic stiffness of a piece of a member.
//!
//! The linearised density in z = (q, v, ξ) is a Lagrangian with x in the role of time: its Hamiltonian form
//! carries the end quantities q and the boundary loads p along the member by one matrix exponential. No shape
//! functions are needed, and no distinction of cases (short or long waves, tension or compression, above or
//! below a cut-off).
//!
//! A short stiff piece between soft ones moves as a rigid body, which its dynamic stiffness represents only
//! by differences of large entries. Such a piece is written in mixed form instead, with the loads at its
//! second end as further unknowns: its flexibility is then a small number, and its neighbours lose no digits.

use lissom_linalg::{Dense, Lu, LuError, expm};

use super::error::SpectrumError;
use super::linear_system::{Densities, LinearMember};

/// Fewest and most steps along a piece whose coefficients vary.
const FEWEST_STEPS: usize = 4;
const MOST_STEPS: usize = 512;
/// Sweeps in which rows and columns are balanced: two or three are usual, far more with lengths of 1e-6 or 1e6.
const MOST_SWEEPS: usize = 40;
/// Leading error of a transfer matrix, which is taken off afterwards, relative to its largest entry [-].
const ACCURACY: f64 = 1e-11;

/// The dynamic stiffness of the piece from `from` to `to` in the coordinates (q at `from`, q at `to`, ξ), at
/// λ = ω².
///
/// With T = exp(A h) carrying (q, p): p(a) = T_qp⁻¹ (q_b − T_qq q_a), and the loads on the piece are p(a) and −p(b).
pub(crate) fn dynamic_stiffness(
    member: &LinearMember,
    [from, to]: [f64; 2],
    lambda: f64,
) -> Result<Dense, SpectrumError> {
    let layout = Layout::of(member);
    let at = |x: f64| Ok(form(&member.densities(x)?, lambda));
    let stiffness = dynamic_stiffness_of_form(member, &layout, [from, to], &at)?;
    Ok(stiffness.symmetric_part())
}

/// The end quantities at a place inside a piece, from the coordinates (q at `from`, q at `to`, ξ) of the piece.
pub(crate) fn quantities_inside(
    member: &LinearMember,
    [from, to]: [f64; 2],
    lambda: f64,
    coordinates: &[f64],
    x: f64,
) -> Result<Vec<f64>, SpectrumError> {
    let layout = Layout::of(member);
    let (nq, ns) = (layout.end_size(), layout.shared);
    let at = |x: f64| Ok(form(&member.densities(x)?, lambda));
    let stiffness = dynamic_stiffness_of_form(member, &layout, [from, to], &at)?;
    let loads = stiffness.multiply_vector(coordinates);
    // (q, p, ξ, P) at the first end; its loads are the first rows.
    let mut start = coordinates[..nq].to_vec();
    start.extend(&loads[..nq]);
    start.extend(&coordinates[2 * nq..]);
    start.resize(2 * nq + 2 * ns, 0.0);
    if x == from {
        start.truncate(nq);
        return Ok(start);
    }
    let carried = transfer(member, &layout, [from, x], &at)?.multiply_vector(&start);
    Ok(carried[..nq].to_vec())
}

/// How z = (q, v, ξ) is divided.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The order of the highest derivative of each field.
    pub orders: Vec<usize>,
    /// Number of shared coordinates.
    pub shared: usize,
}

impl Layout {
    pub fn of(member: &LinearMember) -> Self {
        Self { orders: member.orders.clone(), shared: member.shared.len() }
    }

    /// Number of quantities at an end.
    pub fn end_size(&self) -> usize {
        self.orders.iter().sum()
    }
}

/// The dynamic stiffness of a piece whose density has the matrix `at(x)` in z; it need not be symmetric.
pub(crate) fn dynamic_stiffness_of_form(
    member: &LinearMember,
    layout: &Layout,
    piece: [f64; 2],
    at: &impl Fn(f64) -> Result<Dense, SpectrumError>,
) -> Result<Dense, SpectrumError> {
    Ok(carried(member, (layout, false), piece, at)?.matrix)
}

/// A piece as it is assembled, and the block of its transfer matrix whose determinant belongs to the characteristic one.
pub(crate) struct Carried {
    /// In (q_a, q_b, ξ), or in (q_a, q_b, ξ, p_b) in mixed form.
    pub matrix: Dense,
    /// T_qp, the effect of the loads at the first end: det T_qp vanishes where the stiffness has a pole. In
    /// mixed form T_pp, whose determinant vanishes where the piece vibrates with its second end free.
    pub reach: Dense,
}

/// A piece whose density has the matrix `at(x)` in z, by its dynamic stiffness or in mixed form.
pub(crate) fn carried(
    member: &LinearMember,
    (layout, is_mixed): (&Layout, bool),
    piece: [f64; 2],
    at: &impl Fn(f64) -> Result<Dense, SpectrumError>,
) -> Result<Carried, SpectrumError> {
    let transfer = transfer(member, layout, piece, at)?;
    let matrix = if is_mixed {
        mixed_of_transfer(layout, &transfer)
    } else {
        stiffness_of_transfer(layout, &transfer)
    };
    let matrix = matrix.map_err(|source| SpectrumError::Factor { member: member.name.clone(), source })?;
    let (nq, first) = (layout.end_size(), if is_mixed { layout.end_size() } else { 0 });
    Ok(Carried { matrix, reach: Dense::from_fn(nq, nq, |i, j| transfer[(first + i, nq + j)]) })
}

/// The matrix of a piece in (q_a, q_b, ξ, p_b) at λ = ω²; see [`mixed_of_transfer`].
pub(crate) fn mixed_stiffness(
    member: &LinearMember,
    piece: [f64; 2],
    lambda: f64,
) -> Result<Dense, SpectrumError> {
    let at = |x: f64| Ok(form(&member.densities(x)?, lambda));
    Ok(carried(member, (&Layout::of(member), true), piece, &at)?.matrix.symmetric_part())
}

/// The matrix that carries (q, p, ξ, P) from one place to another; P collects ∫ ∂L/∂ξ dx.
fn transfer(
    member: &LinearMember,
    layout: &Layout,
    [from, to]: [f64; 2],
    form: &impl Fn(f64) -> Result<Dense, SpectrumError>,
) -> Result<Dense, SpectrumError> {
    let factor = |source| SpectrumError::Factor { member: member.name.clone(), source };
    let at = |x: f64| -> Result<Dense, SpectrumError> { hamiltonian(layout, &form(x)?).map_err(factor) };
    if member.is_uniform() {
        let mut exponent = at(from)?;
        exponent.scale(to - from);
        return balanced_exponential(&exponent).map_err(factor);
    }
    let cuts = member.detail().map_or_else(Vec::new, |detail| detail.cuts([from, to]));
    let (mut total, mut begin) = (None, from);
    for end in cuts {
        total = Some(after(converged(member, &at, [begin, end])?, total));
        begin = end;
    }
    Ok(after(converged(member, &at, [begin, to])?, total))
}

/// The transfer matrix along smoothly varying coefficients, in steps halved until convergence.
fn converged(
    member: &LinearMember,
    at: &impl Fn(f64) -> Result<Dense, SpectrumError>,
    [from, to]: [f64; 2],
) -> Result<Dense, SpectrumError> {
    // No step skips a range in which coefficients change.
    let finest = member.detail().map_or(f64::INFINITY, |detail| detail.finest([from, to]));
    let fewest = FEWEST_STEPS.max((0.5 * (to - from) / finest).min(MOST_STEPS as f64 / 2.0) as usize);
    let mut steps = fewest.next_power_of_two();
    let mut coarse = stepped(member, at, [from, to], steps)?;
    loop {
        steps *= 2;
        let fine = stepped(member, at, [from, to], steps)?;
        let mut change = fine.clone();
        change.add_scaled(-1.0, &coarse);
        // The method is symmetric, of order six: the leading error is 1/63 of the change, and is taken off.
        change.scale(1.0 / 63.0);
        if change.max_abs() <= ACCURACY * fine.max_abs() || steps >= MOST_STEPS {
            let mut best = fine;
            best.add_scaled(1.0, &change);
            return Ok(best);
        }
        coarse = fine;
    }
}

/// The transfer matrix along varying coefficients in equal steps.
fn stepped(
    member: &LinearMember,
    at: &impl Fn(f64) -> Result<Dense, SpectrumError>,
    [from, to]: [f64; 2],
    steps: usize,
) -> Result<Dense, SpectrumError> {
    let step = (to - from) / steps as f64;
    let piece = |number: usize| -> Result<Dense, SpectrumError> {
        let exponent = magnus(at, from + (number as f64 + 0.5) * step, step)?;
        balanced_exponential(&exponent)
            .map_err(|source| SpectrumError::Factor { member: member.name.clone(), source })
    };
    (1..steps).try_fold(piece(0)?, |total, number| Ok(piece(number)?.matmul(&total)))
}

/// Multiplies a transfer matrix with the previous ones, if any.
fn after(piece: Dense, before: Option<Dense>) -> Dense {
    match before {
        Some(before) => piece.matmul(&before),
        None => piece,
    }
}

/// B(λ) = λ M − K, the matrix of the density at the frequency.
pub(crate) fn form(densities: &Densities, lambda: f64) -> Dense {
    let mut form = densities.mass.clone();
    form.scale(lambda);
    form.add_scaled(-1.0, &densities.stiffness);
    form
}

/// The Hamiltonian matrix A of y = (q, p, ξ, P): y' = A y.
///
/// From R p = B_vq q + B_vv v + B_vξ ξ, q' = S q + Rᵀ v and p' = B_qq q + B_qv v + B_qξ ξ − Sᵀ p.
pub(crate) fn hamiltonian(layout: &Layout, form: &Dense) -> Result<Dense, LuError> {
    let (nq, nv, ns) = (layout.end_size(), layout.orders.len(), layout.shared);
    let block = |rows: (usize, usize), cols: (usize, usize)| {
        Dense::from_fn(rows.1, cols.1, |i, j| form[(rows.0 + i, cols.0 + j)])
    };
    let (q, v, s) = ((0, nq), (nq, nv), (nq + nv, ns));
    // v = B_vv⁻¹ (R p − B_vq q − B_vξ ξ), with R picking the last momentum of each field.
    let last: Vec<usize> = layout
        .orders
        .iter()
        .scan(0, |sum, order| {
            *sum += order;
            Some(*sum - 1)
        })
        .collect();
    let mut velocity = Dense::zeros(nv, 2 * nq + 2 * ns);
    let (v_of_q, v_of_s) = (block(v, q), block(v, s));
    for i in 0..nv {
        for j in 0..nq {
            velocity[(i, j)] = -v_of_q[(i, j)];
        }
        velocity[(i, nq + last[i])] = 1.0;
        for j in 0..ns {
            velocity[(i, 2 * nq + j)] = -v_of_s[(i, j)];
        }
    }
    Lu::factor(&block(v, v))?.solve_in_place(&mut velocity);
    let mut matrix = Dense::zeros(2 * nq + 2 * ns, 2 * nq + 2 * ns);
    add_shift(&mut matrix, &layout.orders);
    for (field, row) in last.iter().enumerate() {
        for j in 0..velocity.cols() {
            matrix[(*row, j)] += velocity[(field, j)];
        }
    }
    let momentum = block(q, v).matmul(&velocity);
    let collected = block(s, v).matmul(&velocity);
    let (q_of_q, q_of_s, s_of_q, s_of_s) = (block(q, q), block(q, s), block(s, q), block(s, s));
    for j in 0..2 * nq + 2 * ns {
        for i in 0..nq {
            let direct = if j < nq {
                q_of_q[(i, j)]
            } else if (2 * nq..2 * nq + ns).contains(&j) {
                q_of_s[(i, j - 2 * nq)]
            } else {
                0.0
            };
            matrix[(nq + i, j)] += momentum[(i, j)] + direct;
        }
        for i in 0..ns {
            let direct = if j < nq {
                s_of_q[(i, j)]
            } else if (2 * nq..2 * nq + ns).contains(&j) {
                s_of_s[(i, j - 2 * nq)]
            } else {
                0.0
            };
            matrix[(2 * nq + ns + i, j)] += collected[(i, j)] + direct;
        }
    }
    Ok(matrix)
}

/// q' = S q and p' = − Sᵀ p: each derivative is the slope of the one below it.
fn add_shift(matrix: &mut Dense, orders: &[usize]) {
    let nq: usize = orders.iter().sum();
    let mut first = 0;
    for order in orders {
        for k in first..first + order - 1 {
            matrix[(k, k + 1)] += 1.0;
            matrix[(nq + k + 1, nq + k)] -= 1.0;
        }
        first += order;
    }
}

/// The exponent of a step by the sixth-order Magnus expansion with three Gauss points, \[Blanes2009\].
fn magnus(
    at: &impl Fn(f64) -> Result<Dense, SpectrumError>,
    middle: f64,
    h: f64,
) -> Result<Dense, SpectrumError> {
    let offset = 15f64.sqrt() / 10.0 * h;
    let (left, centre, right) = (at(middle - offset)?, at(middle)?, at(middle + offset)?);
    let combine = |terms: &[(f64, &Dense)]| {
        let mut sum = Dense::zeros(left.rows(), left.cols());
        terms.iter().for_each(|(factor, term)| sum.add_scaled(*factor, term));
        sum
    };
    let bracket = |a: &Dense, b: &Dense| combine(&[(1.0, &a.matmul(b)), (-1.0, &b.matmul(a))]);
    let first = combine(&[(h, &centre)]);
    let second = combine(&[(15f64.sqrt() / 3.0 * h, &right), (-15f64.sqrt() / 3.0 * h, &left)]);
    let third = combine(&[(10.0 / 3.0 * h, &right), (-20.0 / 3.0 * h, &centre), (10.0 / 3.0 * h, &left)]);
    let c1 = bracket(&first, &second);
    let mut c2 = bracket(&first, &combine(&[(2.0, &third), (1.0, &c1)]));
    c2.scale(-1.0 / 60.0);
    let outer = bracket(
        &combine(&[(-20.0, &first), (-1.0, &third), (1.0, &c1)]),
        &combine(&[(1.0, &second), (1.0, &c2)]),
    );
    Ok(combine(&[(1.0, &first), (1.0 / 12.0, &third), (1.0 / 240.0, &outer)]))
}

/// The size of the fastest exponent of a member at a place and λ = ω²: e^{μx} with |μ| up to this [1/m].
///
/// ‖A⁸‖^{1/8} of the balanced matrix is above the spectral radius by less than a third.
pub(crate) fn exponent_size(member: &LinearMember, x: f64, lambda: f64) -> Result<f64, SpectrumError> {
    let layout = Layout { orders: member.orders.clone(), shared: 0 };
    let form = form(&member.densities(x)?, lambda);
    let factor = |source| SpectrumError::Factor { member: member.name.clone(), source };
    let (mut power, _) = balanced(&hamiltonian(&layout, &form).map_err(factor)?);
    let mut logarithm = 0.0;
    for doubling in 0..3 {
        let size = power.norm_frobenius();
        if size == 0.0 {
            return Ok(0.0);
        }
        power.scale(1.0 / size);
        logarithm += size.ln() / f64::from(1 << doubling);
        power = power.matmul(&power);
    }
    let size = (logarithm + power.norm_frobenius().ln() / 8.0).exp();
    // The balanced matrix of a member without axial load is nilpotent: its powers vanish.
    Ok(if size.is_finite() { size } else { 0.0 })
}

/// exp(A) with rows and columns scaled against each other first: q and p have different units, and the
/// accuracy of the exponential is relative to its largest entry.
fn balanced_exponential(a: &Dense) -> Result<Dense, LuError> {
    let (mut scaled, mut scales) = balanced(a);
    let n = a.rows();
    // A quantity that nothing depends on, or that depends on nothing, has no balance: its entries are brought down to one.
    for _ in 0..2 {
        for i in 0..n {
            let size =
                |entries: &mut dyn Iterator<Item = f64>| entries.fold(0.0f64, |sum, entry| sum + entry.abs());
            let row = size(&mut (0..n).filter(|j| *j != i).map(|j| scaled[(i, j)]));
            let col = size(&mut (0..n).filter(|j| *j != i).map(|j| scaled[(j, i)]));
            let factor = match (row > 1.0, col > 1.0) {
                (true, _) if col == 0.0 => 2f64.powi(row.log2().round() as i32),
                (_, true) if row == 0.0 => 2f64.powi(-col.log2().round() as i32),
                _ => continue,
            };
            scale_quantity(&mut scaled, i, factor);
            scales[i] *= factor;
        }
    }
    let mut result = expm(&scaled)?;
    for j in 0..n {
        for i in 0..n {
            result[(i, j)] *= scales[i] / scales[j];
        }
    }
    Ok(result)
}

/// S⁻¹ A S with similar sizes in each row and its column, and the scales.
pub(crate) fn balanced(a: &Dense) -> (Dense, Vec<f64>) {
    let n = a.rows();
    let mut scaled = a.clone();
    let mut scales = vec![1.0f64; n];
    for _ in 0..MOST_SWEEPS {
        let mut is_balanced = true;
        for i in 0..n {
            let (mut row, mut col) = (0.0f64, 0.0f64);
            for j in (0..n).filter(|j| *j != i) {
                row += scaled[(i, j)].abs();
                col += scaled[(j, i)].abs();
            }
            if row == 0.0 || col == 0.0 {
                continue;
            }
            // Powers of two round nothing.
            let exponent = (0.5 * (row / col).log2()).round() as i32;
            if exponent == 0 {
                continue;
            }
            is_balanced = false;
            let factor = 2f64.powi(exponent);
            scales[i] *= factor;
            scale_quantity(&mut scaled, i, factor);
        }
        if is_balanced {
            break;
        }
    }
    (scaled, scales)
}

/// Divides a row by a factor and multiplies its column by it.
fn scale_quantity(a: &mut Dense, at: usize, factor: f64) {
    for j in 0..a.rows() {
        a[(at, j)] /= factor;
        a[(j, at)] *= factor;
    }
}

fn stiffness_of_transfer(layout: &Layout, transfer: &Dense) -> Result<Dense, LuError> {
    let (nq, ns) = (layout.end_size(), layout.shared);
    let n = 2 * nq + ns;
    // p(a) as a function of (q_a, q_b, ξ).
    let mut start = Dense::zeros(nq, n);
    for i in 0..nq {
        for j in 0..nq {
            start[(i, j)] = -transfer[(i, j)];
        }
        start[(i, nq + i)] = 1.0;
        for j in 0..ns {
            start[(i, 2 * nq + j)] = -transfer[(i, 2 * nq + j)];
        }
    }
    let to_q = Dense::from_fn(nq, nq, |i, j| transfer[(i, nq + j)]);
    solve_scaled(&to_q, &mut start)?;
    let carried = |row: usize, j: usize| {
        // The columns of q_b carry nothing directly: they act through p(a).
        let direct = if (nq..2 * nq).contains(&j) { 0.0 } else { transfer[(row, j)] };
        direct + (0..nq).map(|k| transfer[(row, nq + k)] * start[(k, j)]).sum::<f64>()
    };
    let stiffness = Dense::from_fn(n, n, |i, j| {
        if i < nq {
            start[(i, j)]
        } else if i < 2 * nq {
            -carried(i, j)
        } else {
            -carried(ns + i, j)
        }
    });
    Ok(stiffness)
}

/// The symmetric matrix of a piece in (q_a, q_b, ξ, p_b): the loads at its ends, and E q_a + E_ξ ξ + F p_b − q_b = 0.
///
/// From p_b = T_pq q_a + T_pp p_a + T_pξ ξ comes p_a; F = T_qp T_pp⁻¹ is the flexibility of the piece held at its first
/// end, with the sign that makes each load one negative eigenvalue.
fn mixed_of_transfer(layout: &Layout, transfer: &Dense) -> Result<Dense, LuError> {
    let (nq, ns) = (layout.end_size(), layout.shared);
    let n = 3 * nq + ns;
    // p(a) as a function of (q_a, q_b, ξ, p_b).
    let mut start = Dense::zeros(nq, n);
    for i in 0..nq {
        for j in 0..nq {
            start[(i, j)] = -transfer[(nq + i, j)];
        }
        for j in 0..ns {
            start[(i, 2 * nq + j)] = -transfer[(nq + i, 2 * nq + j)];
        }
        start[(i, 2 * nq + ns + i)] = 1.0;
    }
    let held = Dense::from_fn(nq, nq, |i, j| transfer[(nq + i, nq + j)]);
    solve_scaled(&held, &mut start)?;
    let carried = |row: usize, j: usize| {
        let direct = if j < nq || (2 * nq..2 * nq + ns).contains(&j) { transfer[(row, j)] } else { 0.0 };
        direct + (0..nq).map(|k| transfer[(row, nq + k)] * start[(k, j)]).sum::<f64>()
    };
    let unit = |is_one: bool| f64::from(u8::from(is_one));
    Ok(Dense::from_fn(n, n, |i, j| match i {
        i if i < nq => start[(i, j)],
        i if i < 2 * nq => -unit(j == nq + ns + i),
        i if i < 2 * nq + ns => -carried(ns + i, j),
        i => carried(i - 2 * nq - ns, j) - unit(j + nq + ns == i),
    }))
}

/// x ← A⁻¹ x, with the rows and columns of A scaled to their largest entries.
fn solve_scaled(a: &Dense, x: &mut Dense) -> Result<(), LuError> {
    let n = a.rows();
    let rows: Vec<f64> = (0..n).map(|i| inverse_size((0..n).map(|j| a[(i, j)]))).collect();
    let cols: Vec<f64> = (0..n).map(|j| inverse_size((0..n).map(|i| rows[i] * a[(i, j)]))).collect();
    let scaled = Dense::from_fn(n, n, |i, j| rows[i] * a[(i, j)] * cols[j]);
    for j in 0..x.cols() {
        x.column_mut(j).iter_mut().zip(&rows).for_each(|(value, scale)| *value *= scale);
    }
    Lu::factor(&scaled)?.solve_in_place(x);
    for j in 0..x.cols() {
        x.column_mut(j).iter_mut().zip(&cols).for_each(|(value, scale)| *value *= scale);
    }
    Ok(())
}

fn inverse_size(entries: impl Iterator<Item = f64>) -> f64 {
    let largest = entries.fold(0.0f64, |largest, entry| largest.max(entry.abs()));
    if largest > 0.0 { 1.0 / largest } else { 1.0 }
}
