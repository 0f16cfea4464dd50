//! A controller's law as a state space: ż = A z + B e, u = C z + D e; sampled z⁺ = A z + B e.

use lissom_model::model::{AntiWindup, ControlLaw, Pid, Sampling};

/// A state space, matrices row by row.
#[derive(Clone, Debug)]
pub(super) struct StateSpace {
    pub a: Vec<Vec<f64>>,
    pub b: Vec<Vec<f64>>,
    pub c: Vec<Vec<f64>>,
    pub d: Vec<Vec<f64>>,
    /// What the excess of the commands over their limits adds to ż: back-calculation.
    pub back: Vec<f64>,
    /// The state that clamping keeps: the integral of a sampled PID controller.
    pub clamped: Option<usize>,
    /// The state that is the last error: there is none before the first sample.
    pub last_error: Option<usize>,
    /// I, whose sign says which way an error drives the command.
    pub integral: f64,
}

impl StateSpace {
    pub fn of(law: &ControlLaw, sampling: Option<Sampling>) -> Self {
        match law {
            ControlLaw::StateSpace { a, b, c, d } => Self {
                a: a.clone(),
                b: b.clone(),
                c: c.clone(),
                d: d.clone(),
                back: vec![0.0; a.len()],
                clamped: None,
                last_error: None,
                integral: 0.0,
            },
            ControlLaw::Pid(pid) => match sampling {
                None => Self::continuous(pid),
                Some(sampling) => Self::sampled(pid, sampling.period),
            },
        }
    }

    /// Number of states.
    pub fn size(&self) -> usize {
        self.a.len()
    }

    /// P e + I ∫e dt + D s/(1 + τ s) e, or with the measured rate P e + I ∫e dt + D ė.
    fn continuous(pid: &Pid) -> Self {
        let filter = pid.filter.filter(|_| pid.derivative != 0.0 && pid.rate.is_none());
        let mut this = Self::direct(pid);
        if pid.integral != 0.0 {
            this.push(1.0, pid.integral, 0.0);
            if let AntiWindup::BackCalculation(time) = pid.anti_windup {
                this.back[0] = 1.0 / (pid.integral * time);
            }
        }
        if let Some(time) = filter {
            // D s/(1 + τ s) = D/τ (1 − 1/(1 + τ s)).
            this.push(1.0 / time, -pid.derivative / time, -1.0 / time);
            this.d[0][0] += pid.derivative / time;
        }
        this
    }

    /// The integral is T (e₀ + … + e_k); the derivative d_k = (τ d_{k−1} + e_k − e_{k−1})/(τ + T).
    fn sampled(pid: &Pid, period: f64) -> Self {
        let mut this = Self::direct(pid);
        if pid.integral != 0.0 {
            this.push(period, pid.integral, 1.0);
            this.d[0][0] += pid.integral * period;
            match pid.anti_windup {
                AntiWindup::Clamping => this.clamped = Some(0),
                AntiWindup::BackCalculation(time) => this.back[0] = period / (pid.integral * time),
                AntiWindup::None => {}
            }
        }
        if pid.derivative != 0.0 && pid.rate.is_none() {
            let time = pid.filter.unwrap_or(0.0);
            let (keep, gain) = (time / (time + period), 1.0 / (time + period));
            let last = this.size();
            this.push(1.0, -pid.derivative * gain, 0.0);
            this.push(gain, pid.derivative * keep, keep);
            this.a[last + 1][last] = -gain;
            this.d[0][0] += pid.derivative * gain;
            this.last_error = Some(last);
        }
        this
    }

    /// P e, and D ė where the rate is measured.
    fn direct(pid: &Pid) -> Self {
        let mut direct = vec![pid.proportional];
        if pid.rate.is_some() {
            direct.push(pid.derivative);
        }
        Self {
            a: Vec::new(),
            b: Vec::new(),
            c: vec![Vec::new()],
            d: vec![direct],
            back: Vec::new(),
            clamped: None,
            last_error: None,
            integral: pid.integral,
        }
    }

    /// Adds a state that depends on itself and on the first error.
    fn push(&mut self, from_error: f64, to_command: f64, own: f64) {
        let (n, errors) = (self.size(), self.d[0].len());
        self.a.iter_mut().for_each(|row| row.push(0.0));
        let mut row = vec![0.0; n];
        row.push(own);
        self.a.push(row);
        let mut row = vec![0.0; errors];
        row[0] = from_error;
        self.b.push(row);
        self.c[0].push(to_command);
        self.back.push(0.0);
    }

    /// u = C z + D e.
    pub fn command(&self, z: &[f64], e: &[f64], u: &mut [f64]) {
        for ((u, c), d) in u.iter_mut().zip(&self.c).zip(&self.d) {
            *u = dot(c, z) + dot(d, e);
        }
    }

    /// A z + B e, with the excess of the commands (limited less unlimited) led back.
    pub fn next(&self, z: &[f64], e: &[f64], excess: f64, next: &mut [f64]) {
        for (((next, a), b), back) in next.iter_mut().zip(&self.a).zip(&self.b).zip(&self.back) {
            *next = dot(a, z) + dot(b, e) + back * excess;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
