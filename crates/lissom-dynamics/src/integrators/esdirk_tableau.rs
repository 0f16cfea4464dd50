//! The coefficients of a singly diagonally implicit Runge-Kutta pair of orders 5 and 4 whose first stage is explicit.
//!
//! ESDIRK5(4)7L\[2\]SA₂: L-stable, stiffly accurate (its last stage is the solution), second-order stages
//! \[Kennedy2019\].

/// Number of stages.
pub(crate) const STAGES: usize = 7;

/// γ, the diagonal.
pub(crate) const GAMMA: f64 = 23.0 / 125.0;

/// Nodes.
pub(crate) const NODES: [f64; STAGES] = [
    0.0,
    46.0 / 125.0,
    7121331996143.0 / 11335814405378.0,
    49.0 / 353.0,
    3706679970760.0 / 5295570149437.0,
    347.0 / 382.0,
    1.0,
];

/// Weights of the earlier stages in each stage, without the diagonal and without the first column.
const BEFORE: [[f64; 5]; STAGES] = [
    [0.0; 5],
    [0.0; 5],
    [791020047304.0 / 3561426431547.0, 0.0, 0.0, 0.0, 0.0],
    [-158159076358.0 / 11257294102345.0, -85517644447.0 / 5003708988389.0, 0.0, 0.0, 0.0],
    [
        -1653327111580.0 / 4048416487981.0,
        1514767744496.0 / 9099671765375.0,
        14283835447591.0 / 12247432691556.0,
        0.0,
        0.0,
    ],
    [
        -4540011970825.0 / 8418487046959.0,
        -1790937573418.0 / 7393406387169.0,
        10819093665085.0 / 7266595846747.0,
        4109463131231.0 / 7386972500302.0,
        0.0,
    ],
    [
        -188593204321.0 / 4778616380481.0,
        2809310203510.0 / 10304234040467.0,
        1021729336898.0 / 2364210264653.0,
        870612361811.0 / 2470410392208.0,
        -1307970675534.0 / 8059683598661.0,
    ],
];

/// The solution of order 4, without its first weight.
const FOURTH_ORDER: [f64; STAGES - 1] = [
    -582099335757.0 / 7214068459310.0,
    615023338567.0 / 3362626566945.0,
    3192122436311.0 / 6174152374399.0,
    6156034052041.0 / 14430468657929.0,
    -1011318518279.0 / 9693750372484.0,
    1914490192573.0 / 13754262428401.0,
];

/// Weights of the earlier stages in stage `i`; the first completes the row sum to its node.
pub(crate) const fn row(i: usize) -> [f64; STAGES - 1] {
    let mut weights = [0.0; STAGES - 1];
    let mut sum = GAMMA;
    let mut j = 1;
    while j < i {
        weights[j] = BEFORE[i][j - 1];
        sum += weights[j];
        j += 1;
    }
    weights[0] = if i == 0 { 0.0 } else { NODES[i] - sum };
    weights
}

/// Weights of the error: order 5 minus order 4.
pub(crate) const ERROR: [f64; STAGES] = error_weights();

const fn error_weights() -> [f64; STAGES] {
    let solution = row(STAGES - 1);
    let mut weights = [0.0; STAGES];
    let mut sum = 0.0;
    let mut j = 1;
    while j < STAGES {
        let full = if j == STAGES - 1 { GAMMA } else { solution[j] };
        weights[j] = full - FOURTH_ORDER[j - 1];
        sum += weights[j];
        j += 1;
    }
    weights[0] = -sum;
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a_ij with the diagonal.
    fn a(i: usize, j: usize) -> f64 {
        match i.cmp(&j) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal if i == 0 => 0.0,
            std::cmp::Ordering::Equal => GAMMA,
            std::cmp::Ordering::Greater => row(i)[j],
        }
    }

    fn weigh(weight: impl Fn(usize) -> f64, value: impl Fn(usize) -> f64) -> f64 {
        (0..STAGES).map(|i| weight(i) * value(i)).sum()
    }

    /// The order conditions of all trees up to order 5 \[Hairer1993, §II.2\].
    #[test]
    fn order_conditions_hold() {
        let b = |i: usize| a(STAGES - 1, i);
        let c = |i: usize| NODES[i];
        let ac = |i: usize| weigh(|j| a(i, j), c);
        let ac2 = |i: usize| weigh(|j| a(i, j), |j| c(j).powi(2));
        let aac = |i: usize| weigh(|j| a(i, j), ac);
        let conditions: [(f64, f64); 17] = [
            (weigh(b, |_| 1.0), 1.0),
            (weigh(b, c), 1.0 / 2.0),
            (weigh(b, |i| c(i).powi(2)), 1.0 / 3.0),
            (weigh(b, ac), 1.0 / 6.0),
            (weigh(b, |i| c(i).powi(3)), 1.0 / 4.0),
            (weigh(b, |i| c(i) * ac(i)), 1.0 / 8.0),
            (weigh(b, ac2), 1.0 / 12.0),
            (weigh(b, aac), 1.0 / 24.0),
            (weigh(b, |i| c(i).powi(4)), 1.0 / 5.0),
            (weigh(b, |i| c(i).powi(2) * ac(i)), 1.0 / 10.0),
            (weigh(b, |i| ac(i).powi(2)), 1.0 / 20.0),
            (weigh(b, |i| c(i) * ac2(i)), 1.0 / 15.0),
            (weigh(b, |i| weigh(|j| a(i, j), |j| c(j).powi(3))), 1.0 / 20.0),
            (weigh(b, |i| c(i) * aac(i)), 1.0 / 30.0),
            (weigh(b, |i| weigh(|j| a(i, j), |j| c(j) * ac(j))), 1.0 / 40.0),
            (weigh(b, |i| weigh(|j| a(i, j), ac2)), 1.0 / 60.0),
            (weigh(b, |i| weigh(|j| a(i, j), aac)), 1.0 / 120.0),
        ];
        for (k, (left, right)) in conditions.iter().enumerate() {
            assert!((left - right).abs() < 1e-14, "condition {k}: {left} is not {right}");
        }
        let e = |i: usize| ERROR[i];
        for left in [
            weigh(e, |_| 1.0),
            weigh(e, c),
            weigh(e, |i| c(i).powi(2)),
            weigh(e, |i| c(i).powi(3)),
            weigh(e, ac2),
        ] {
            assert!(left.abs() < 1e-14, "the second solution is of order 4");
        }
        assert!(weigh(e, |i| c(i).powi(4)).abs() > 1e-5, "and not of order 5");
    }
}
