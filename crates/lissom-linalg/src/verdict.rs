//! Certification: numbers measured on the original problem, each with its limit.
//!
//! A solver cannot certify its own answer. A *checker* can: a function that receives the original problem
//! (matrices not scaled, reduced or shifted) and the claimed answer, and measures [`Measured`] numbers. The
//! tidy test lists the files that may call [`Verdict::weigh`].

use std::fmt;

/// One number that a checker measured, and the largest value with which the claim still holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// What was measured, as part of a sentence: "the residual of mode 3".
    pub what: String,
    /// The value, in the unit of the limit.
    pub value: f64,
    /// The largest value that is allowed.
    pub limit: f64,
}

impl Measured {
    /// A measured number with its limit.
    #[must_use]
    pub fn new(what: impl Into<String>, value: f64, limit: f64) -> Self {
        Self { what: what.into(), value, limit }
    }

    /// Whether the number keeps its limit; NaN does not.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.value.is_finite() && self.value <= self.limit
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.value.is_finite() {
            return write!(f, "{} could not be determined", self.what);
        }
        let relation = if self.holds() { "keeps" } else { "exceeds" };
        write!(f, "{} is {:.1e}, which {relation} its limit {:.1e}", self.what, self.value, self.limit)
    }
}

/// Verdict on an answer: certified with a bound, or an estimate with the reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    evidence: Vec<Measured>,
    bound: Option<f64>,
}

impl Verdict {
    /// Evaluates the measurements of a checker. `bound` is a proved bound of the relative error of the
    /// answer, if there is one [-].
    /// Without evidence the answer is an estimate.
    #[must_use]
    pub fn weigh(evidence: Vec<Measured>, bound: Option<f64>) -> Self {
        Self { evidence, bound: bound.filter(|bound| bound.is_finite()) }
    }

    /// True if there is evidence and all of it holds.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        !self.evidence.is_empty() && self.evidence.iter().all(Measured::holds)
    }

    /// Bound of the relative error of the answer, if it is certified and one was proved [-].
    #[must_use]
    pub fn bound(&self) -> Option<f64> {
        self.bound.filter(|_| self.is_certified())
    }

    /// Why the answer is only an estimate, as a sentence; `None` if it is certified.
    #[must_use]
    pub fn why_not(&self) -> Option<String> {
        match self.evidence.iter().find(|evidence| !evidence.holds()) {
            Some(failed) => Some(failed.to_string()),
            None if self.evidence.is_empty() => Some("nothing was checked".to_owned()),
            None => None,
        }
    }

    /// Everything that was measured.
    #[must_use]
    pub fn evidence(&self) -> &[Measured] {
        &self.evidence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_measured_is_nothing_proved() {
        let verdict = Verdict::weigh(Vec::new(), Some(1e-12));
        assert!(!verdict.is_certified() && verdict.bound().is_none());
        assert_eq!(verdict.why_not().as_deref(), Some("nothing was checked"));
    }

    #[test]
    fn what_is_not_a_number_keeps_no_limit() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let evidence = Measured::new("the residual", value, f64::INFINITY);
            let verdict = Verdict::weigh(vec![evidence], None);
            assert!(!verdict.is_certified(), "{value}");
            assert_eq!(verdict.why_not().as_deref(), Some("the residual could not be determined"));
        }
    }

    #[test]
    fn one_failure_is_enough_and_is_named() {
        let good = Measured::new("the count", 0.0, 0.0);
        let bad = Measured::new("the residual of mode 3", 7e-4, 1e-8);
        let verdict = Verdict::weigh(vec![good.clone(), bad], Some(1e-9));
        let reason = "the residual of mode 3 is 7.0e-4, which exceeds its limit 1.0e-8";
        assert_eq!(verdict.why_not().as_deref(), Some(reason));
        assert!(verdict.bound().is_none());
        assert_eq!(Verdict::weigh(vec![good], Some(1e-9)).bound(), Some(1e-9));
    }
}
