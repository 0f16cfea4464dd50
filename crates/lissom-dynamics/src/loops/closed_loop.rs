//! Plant and controllers as one linear system, with a loop cut at one command where it is asked for.
//!
//! Sampled loops are followed from sample to sample. Between samples commands are constant, so that the step is exact: with the delay
//! d = l T + τ of a command, 0 ≤ τ < T,
//!
//! $$ x_{k+1} = e^{AT} x_k + e^{A(T-\tau)} \int_0^{\tau} e^{As} ds\, B\, u_{k-l-1} + \int_0^{T-\tau} e^{As} ds\, B\, u_{k-l} $$

use crate::error::DynamicsError;
use crate::loops::linear_plant::LinearPlant;
use lissom_linalg::{Complex, Dense, expm};
use lissom_mech::LinearController;
use lissom_model::model::Sampling;

/// A share of a period below which a delay counts as whole periods: rounding.
const WHOLE: f64 = 1e-9;

/// Most periods of delay: each is a state.
const MOST_PERIODS: f64 = 200.0;

/// A linear system with one input and one output: the loop, cut at a command.
#[derive(Clone, Debug)]
pub struct CutLoop {
    a: Dense,
    b: Vec<f64>,
    c: Vec<f64>,
    period: Option<f64>,
}

impl CutLoop {
    /// L at an angular frequency [rad/s]: minus the command that comes back for a command that goes out.
    #[must_use]
    pub fn at(&self, omega: f64) -> Complex {
        let s = match self.period {
            None => Complex::new(0.0, omega),
            Some(period) => Complex::new((omega * period).cos(), (omega * period).sin()),
        };
        let n = self.b.len();
        let mut matrix: Vec<Complex> = Vec::with_capacity(n * n);
        for i in 0..n {
            for j in 0..n {
                let own = if i == j { s } else { Complex::ZERO };
                matrix.push(own - Complex::from(self.a[(i, j)]));
            }
        }
        let mut right: Vec<Complex> = self.b.iter().map(|b| Complex::from(*b)).collect();
        eliminate(&mut matrix, &mut right);
        let sum = right.iter().zip(&self.c).fold(Complex::ZERO, |sum, (x, c)| sum + x.scale(*c));
        -sum
    }

    /// The matrix of the loop that is cut.
    #[must_use]
    pub fn matrix(&self) -> &Dense {
        &self.a
    }

    /// The sampling period; `None` in continuous time [s].
    #[must_use]
    pub fn period(&self) -> Option<f64> {
        self.period
    }
}

/// Solves in place, by elimination with pivoting by rows; a vanishing pivot gives numbers that are not finite.
pub(super) fn eliminate(matrix: &mut [Complex], right: &mut [Complex]) {
    let n = right.len();
    for col in 0..n {
        let size = |row: usize| matrix[row * n + col].abs();
        let pivot = (col..n).max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap_or(col);
        if pivot != col {
            (0..n).for_each(|j| matrix.swap(col * n + j, pivot * n + j));
            right.swap(col, pivot);
        }
        for row in col + 1..n {
            let factor = matrix[row * n + col] / matrix[col * n + col];
            if factor == Complex::ZERO {
                continue;
            }
            for j in col..n {
                matrix[row * n + j] = matrix[row * n + j] - factor * matrix[col * n + j];
            }
            right[row] = right[row] - factor * right[col];
        }
    }
    for row in (0..n).rev() {
        let known = (row + 1..n).fold(Complex::ZERO, |sum, j| sum + matrix[row * n + j] * right[j]);
        right[row] = (right[row] - known) / matrix[row * n + row];
    }
}

/// A command: controller and place among its commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// The controller, by number.
    pub controller: usize,
    /// The command, by number among those of the controller.
    pub place: usize,
}

/// A plant with its controllers.
#[derive(Clone, Debug)]
pub struct ControlLoops {
    plant: LinearPlant,
    controllers: Vec<LinearController>,
    period: Option<f64>,
}

impl ControlLoops {
    /// Plant and controllers.
    ///
    /// # Errors
    /// [`DynamicsError::Periods`] when controllers sample at different periods; a continuous controller of what it commands at the same
    /// instant ([`DynamicsError::DirectLoop`]); delays of too many periods.
    pub fn new(plant: LinearPlant, controllers: Vec<LinearController>) -> Result<Self, DynamicsError> {
        let mut period: Option<(f64, &str)> = None;
        for (controller, sampling) in controllers.iter().filter_map(|c| c.sampling.map(|s| (c, s))) {
            match period {
                Some((known, first)) if (known - sampling.period).abs() > WHOLE * known => {
                    let names = [first.to_owned(), controller.name.clone()];
                    return Err(DynamicsError::Periods { names, periods: [known, sampling.period] });
                }
                _ => period = Some((sampling.period, &controller.name)),
            }
            let periods = sampling.delay / sampling.period;
            if periods > MOST_PERIODS {
                let name = controller.name.clone();
                return Err(DynamicsError::LongDelay { name, periods, most: MOST_PERIODS });
            }
        }
        for controller in controllers.iter().filter(|controller| controller.sampling.is_none()) {
            let acts_at_once = |y: &usize| (0..plant.d.cols()).any(|u| plant.d[(*y, u)] != 0.0);
            if controller.measures.iter().any(acts_at_once) {
                return Err(DynamicsError::DirectLoop { name: controller.name.clone() });
            }
        }
        let period = period.map(|(period, _)| period);
        Ok(Self { plant, controllers, period })
    }

    /// The sampling period; `None` where all controllers are continuous [s].
    #[must_use]
    pub fn period(&self) -> Option<f64> {
        self.period
    }

    /// All commands.
    pub fn commands(&self) -> impl Iterator<Item = Command> + '_ {
        self.controllers
            .iter()
            .enumerate()
            .flat_map(|(controller, law)| (0..law.acts.len()).map(move |place| Command { controller, place }))
    }

    /// The controllers.
    #[must_use]
    pub fn controllers(&self) -> &[LinearController] {
        &self.controllers
    }

    /// The matrix of the plant alone.
    #[must_use]
    pub fn plant(&self) -> &Dense {
        &self.plant.a
    }

    /// The matrix of the whole with every loop closed: ẋ = A x, or from sample to sample.
    ///
    /// # Errors
    /// When the exponential of a step is not finite.
    pub fn closed(&self) -> Result<Dense, DynamicsError> {
        Ok(self.assembled(None)?.a)
    }

    /// A, B, C and D with all loops closed: inputs of the plant, then references of the controllers, one after the other.
    ///
    /// # Errors
    /// [`DynamicsError::SampledResponse`] where a controller samples: such a loop answers a sine with many frequencies.
    pub fn closed_equations(&self) -> Result<[Dense; 4], DynamicsError> {
        if let Some(sampled) = self.controllers.iter().find(|controller| controller.sampling.is_some()) {
            return Err(DynamicsError::SampledResponse { name: sampled.name.clone() });
        }
        let Inner { a, b, c, d, .. } = self.continuous(None);
        let (mut enters, mut seen) = (Vec::new(), Vec::new());
        let mut first = self.plant.a.rows();
        for law in &self.controllers {
            let z = law.a.rows();
            for e in 0..law.measures.len() {
                let (mut column, mut direct) = (vec![0.0; a.rows()], vec![0.0; c.rows()]);
                (0..z).for_each(|i| column[first + i] = law.b[(i, e)]);
                for (place, &act) in law.acts.iter().enumerate() {
                    let gain = law.d[(place, e)];
                    (0..self.plant.b.rows()).for_each(|i| column[i] += self.plant.b[(i, act)] * gain);
                    (0..c.rows()).for_each(|y| direct[y] += self.plant.d[(y, act)] * gain);
                }
                enters.push(column);
                seen.push(direct);
            }
            first += z;
        }
        let b = b.beside(&Dense::from_columns(a.rows(), &enters));
        let d = d.beside(&Dense::from_columns(c.rows(), &seen));
        Ok([a, b, c, d])
    }

    /// The loop cut at a command, all others closed.
    ///
    /// # Errors
    /// When the exponential of a step is not finite.
    pub fn cut(&self, command: Command) -> Result<CutLoop, DynamicsError> {
        self.assembled(Some(command))
    }

    fn assembled(&self, cut: Option<Command>) -> Result<CutLoop, DynamicsError> {
        if let (Some(_), Some(command)) = (self.period, cut.filter(|cut| !self.is_sampled(*cut))) {
            // Between samples a continuous loop has no response of its own from sample to sample.
            let name = self.controllers[command.controller].name.clone();
            return Err(DynamicsError::MixedLoop { name });
        }
        let inner = self.continuous(cut);
        match self.period {
            None => Ok(inner.cut_loop()),
            Some(period) => self.sampled(&inner, period, cut),
        }
    }

    fn is_sampled(&self, command: Command) -> bool {
        self.controllers[command.controller].sampling.is_some()
    }

    /// Plant with continuous controllers: X = (x, z), with all inputs of the plant open besides.
    fn continuous(&self, cut: Option<Command>) -> Inner {
        let LinearPlant { a, b, c, d, .. } = &self.plant;
        let continuous = || self.controllers.iter().enumerate().filter(|(_, law)| law.sampling.is_none());
        let n = a.rows();
        let size = n + continuous().map(|(_, law)| law.a.rows()).sum::<usize>();
        let mut inner = Inner {
            a: Dense::zeros(size, size),
            b: Dense::from_fn(size, b.cols(), |i, j| if i < n { b[(i, j)] } else { 0.0 }),
            c: Dense::from_fn(c.rows(), size, |i, j| if j < n { c[(i, j)] } else { 0.0 }),
            d: d.clone(),
            out: None,
        };
        (0..n).for_each(|i| (0..n).for_each(|j| inner.a[(i, j)] = a[(i, j)]));
        let mut first = n;
        for (k, law) in continuous() {
            let z = law.a.rows();
            for i in 0..z {
                (0..z).for_each(|j| inner.a[(first + i, first + j)] = law.a[(i, j)]);
                for (e, &y) in law.measures.iter().enumerate() {
                    (0..n).for_each(|j| inner.a[(first + i, j)] -= law.b[(i, e)] * c[(y, j)]);
                }
            }
            for (place, &act) in law.acts.iter().enumerate() {
                // u = C z − D y as a row over X.
                let mut row = vec![0.0; size];
                (0..z).for_each(|j| row[first + j] = law.c[(place, j)]);
                for (e, &y) in law.measures.iter().enumerate() {
                    (0..n).for_each(|j| row[j] -= law.d[(place, e)] * c[(y, j)]);
                }
                if cut == Some(Command { controller: k, place }) {
                    let column = (0..size).map(|i| if i < n { b[(i, act)] } else { 0.0 }).collect();
                    inner.out = Some((column, row));
                    continue;
                }
                for i in 0..n {
                    (0..size).for_each(|j| inner.a[(i, j)] += b[(i, act)] * row[j]);
                }
                // What commands do to outputs at once, they do through the states.
                for y in 0..d.rows() {
                    (0..size).for_each(|j| inner.c[(y, j)] += d[(y, act)] * row[j]);
                }
            }
            first += z;
        }
        inner
    }

    /// From sample to sample: X = (inner, states of sampled controllers, commands under way).
    fn sampled(&self, inner: &Inner, period: f64, cut: Option<Command>) -> Result<CutLoop, DynamicsError> {
        let n = inner.a.rows();
        let laws: Vec<(usize, &LinearController, Sampling)> = self
            .controllers
            .iter()
            .enumerate()
            .filter_map(|(k, law)| law.sampling.map(|sampling| (k, law, sampling)))
            .collect();
        let mut steps = Vec::new();
        for (_, law, sampling) in &laws {
            for &act in &law.acts {
                let acts_at_once = (0..inner.d.rows()).any(|y| inner.d[(y, act)] != 0.0);
                steps.push(HeldCommand::new(inner, act, (period, sampling.delay), acts_at_once)?);
            }
        }
        let states = n + laws.iter().map(|(_, law, _)| law.a.rows()).sum::<usize>();
        let size = states + steps.iter().map(|step| step.memory).sum::<usize>();
        let whole = exponential(&inner.a, period)?;
        let mut a = Dense::zeros(size, size);
        (0..n).for_each(|i| (0..n).for_each(|j| a[(i, j)] = whole[(i, j)]));
        // Measured outputs as rows over X: before the sample the oldest commands under way act.
        let mut seen = Dense::from_fn(inner.c.rows(), size, |i, j| if j < n { inner.c[(i, j)] } else { 0.0 });
        let mut memory = states;
        for step in &steps {
            if step.memory > step.whole {
                (0..seen.rows()).for_each(|y| seen[(y, memory + step.whole)] += inner.d[(y, step.act)]);
            }
            memory += step.memory;
        }
        let (mut enters, mut leaves) = (vec![0.0; size], vec![0.0; size]);
        let (mut first, mut memory, mut at) = (n, states, 0);
        for (k, law, _) in &laws {
            let z = law.a.rows();
            for i in 0..z {
                (0..z).for_each(|j| a[(first + i, first + j)] = law.a[(i, j)]);
                for (e, &y) in law.measures.iter().enumerate() {
                    (0..size).for_each(|j| a[(first + i, j)] -= law.b[(i, e)] * seen[(y, j)]);
                }
            }
            for place in 0..law.acts.len() {
                let mut row = vec![0.0; size];
                (0..z).for_each(|j| row[first + j] = law.c[(place, j)]);
                for (e, &y) in law.measures.iter().enumerate() {
                    (0..size).for_each(|j| row[j] -= law.d[(place, e)] * seen[(y, j)]);
                }
                let step = &steps[at];
                let is_cut = cut == Some(Command { controller: *k, place });
                step.enter(&mut a, &mut enters, memory, (!is_cut).then_some(&row));
                if is_cut {
                    leaves = row;
                }
                (memory, at) = (memory + step.memory, at + 1);
            }
            first += z;
        }
        Ok(CutLoop { a, b: enters, c: leaves, period: Some(period) })
    }
}

/// A continuous system with inputs and outputs of the plant, cut at a command or not.
struct Inner {
    a: Dense,
    b: Dense,
    c: Dense,
    d: Dense,
    /// Column and row of the command that is cut.
    out: Option<(Vec<f64>, Vec<f64>)>,
}

impl Inner {
    fn cut_loop(self) -> CutLoop {
        let n = self.a.rows();
        let (b, c) = self.out.unwrap_or_else(|| (vec![0.0; n], vec![0.0; n]));
        CutLoop { a: self.a, b, c, period: None }
    }
}

/// The effect of one held and delayed command over a period.
struct HeldCommand {
    act: usize,
    /// Whole periods of delay.
    whole: usize,
    /// Commands under way that are states: the last `whole`, and one more where it acts into the next period or outputs see it.
    memory: usize,
    /// Effect of the command of `whole + 1` samples ago, until it is replaced within the period.
    early: Option<Vec<f64>>,
    /// Effect of the command of `whole` samples ago.
    late: Vec<f64>,
}

impl HeldCommand {
    fn new(
        inner: &Inner,
        act: usize,
        (period, delay): (f64, f64),
        acts_at_once: bool,
    ) -> Result<Self, DynamicsError> {
        let periods = delay / period;
        let rounded = periods.round();
        let (whole, rest) = match (periods - rounded).abs() <= WHOLE {
            true => (rounded, 0.0),
            false => (periods.floor(), delay - periods.floor() * period),
        };
        let column = inner.b.column(act);
        let late = held(&inner.a, column, period - rest)?;
        let early = match rest > 0.0 {
            true => {
                let ran = held(&inner.a, column, rest)?;
                Some(exponential(&inner.a, period - rest)?.multiply_vector(&ran))
            }
            false => None,
        };
        let whole = whole as usize;
        let memory = whole + usize::from(early.is_some() || acts_at_once);
        Ok(Self { act, whole, memory, early, late })
    }

    /// Enters the command into the step; `row`: the command over X, or `None` where it comes from outside.
    fn enter(&self, a: &mut Dense, external: &mut [f64], memory: usize, row: Option<&Vec<f64>>) {
        let mut add = |target: usize, factor: f64| match row {
            Some(row) => row.iter().enumerate().for_each(|(j, r)| a[(target, j)] += factor * r),
            None => external[target] += factor,
        };
        if self.whole == 0 {
            self.late.iter().enumerate().for_each(|(i, effect)| add(i, *effect));
        }
        // The newest command comes first among those under way.
        if self.memory > 0 {
            add(memory, 1.0);
        }
        if self.whole > 0 {
            let source = memory + self.whole - 1;
            self.late.iter().enumerate().for_each(|(i, effect)| a[(i, source)] += effect);
        }
        if let Some(early) = &self.early {
            early.iter().enumerate().for_each(|(i, effect)| a[(i, memory + self.whole)] += effect);
        }
        (1..self.memory).for_each(|k| a[(memory + k, memory + k - 1)] += 1.0);
    }
}

fn exponential(a: &Dense, time: f64) -> Result<Dense, DynamicsError> {
    let mut scaled = a.clone();
    scaled.scale(time);
    expm(&scaled)
        .map_err(|source| DynamicsError::LoopMatrix { what: format!("step of {time:.3e} s"), source })
}

/// ∫₀ᵗ exp(A s) ds b, by the exponential of the matrix that has b as a further column \[VanLoan1978, Thm. 1\].
fn held(a: &Dense, b: &[f64], time: f64) -> Result<Vec<f64>, DynamicsError> {
    let n = a.rows();
    let entry = |i: usize, j: usize| match (i < n, j < n) {
        (true, true) => a[(i, j)],
        (true, false) => b[i],
        _ => 0.0,
    };
    let found = exponential(&Dense::from_fn(n + 1, n + 1, entry), time)?;
    Ok(found.column(n)[..n].to_vec())
}
