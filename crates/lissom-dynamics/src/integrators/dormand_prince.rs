//! The numbers of Dormand and Prince's pair of orders 5 and 4.

use crate::integrators::runge_kutta::Tableau;

/// The pair.
pub(crate) const DORMAND_PRINCE: Tableau = Tableau {
    order: 5,
    estimated: 5,
    nodes: &NODES,
    stages: &STAGES,
    solution: &SOLUTION,
    error: &ERROR,
    between: Some(&BETWEEN),
};

/// Nodes \[Dormand1980, Table 2\].
const NODES: [f64; 6] = [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0];
/// Stages 2 to 6 \[Dormand1980, Table 2\].
const STAGES: [&[f64]; 5] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
];
/// The solution of order 5, which is also the last stage \[Dormand1980, Table 2\].
const SOLUTION: [f64; 6] = [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0];
/// Order 5 minus order 4 \[Dormand1980, Table 2\].
const ERROR: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0];
/// The quartic term of the solution between the ends \[Hairer1993, §II.6; Shampine1986\].
const BETWEEN: [f64; 7] = [
    -12715105075.0 / 11282082432.0,
    0.0,
    87487479700.0 / 32700410799.0,
    -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0,
    -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0,
];
