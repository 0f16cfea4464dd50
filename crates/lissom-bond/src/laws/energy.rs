//! Stored energy by integrating a constitutive law from zero, ∫₀ˣ φ(s) ds.

use lissom_symbolic::Program;

/// Nodes and weights of Gauss's rule with eight points on \[−1, 1\], exact for polynomials of degree 15 \[Abramowitz1964, Table 25.4\].
const GAUSS: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_5),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_3),
];

/// Halves are compared with the whole to this share of ∫ |φ| ds.
const TOLERANCE: f64 = 1e-13;

/// Most halvings: kinks of a law are enclosed in intervals of this share.
const MOST_HALVINGS: u32 = 40;

/// Most pieces: about ten thousand turns of a sine.
const MOST_PIECES: usize = 100_000;

/// An energy that was found: the next is searched from there, so that long ways are integrated once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    at: f64,
    energy: f64,
}

impl Known {
    /// ∫₀ˣ φ(s) ds of a law of one variable, or why there is none.
    pub fn advance(&mut self, law: &Program, to: f64, work: &mut Vec<f64>) -> Result<f64, &'static str> {
        // Not from far away: rounding there would stay.
        if (to - self.at).abs() >= to.abs() {
            *self = Self::default();
        }
        let energy = self.energy + integral(law, [self.at, to], work)?;
        *self = Self { at: to, energy };
        Ok(energy)
    }
}

fn integral(law: &Program, ends: [f64; 2], work: &mut Vec<f64>) -> Result<f64, &'static str> {
    let mut search = Search { law, bound: 0.0, left: MOST_PIECES, work };
    let whole = search.gauss(ends);
    search.bound = TOLERANCE * whole[1].max(f64::MIN_POSITIVE);
    search.refined(ends, whole, MOST_HALVINGS)
}

struct Search<'a> {
    law: &'a Program,
    bound: f64,
    left: usize,
    work: &'a mut Vec<f64>,
}

impl Search<'_> {
    fn refined(&mut self, [from, to]: [f64; 2], whole: [f64; 2], halvings: u32) -> Result<f64, &'static str> {
        let middle = 0.5 * (from + to);
        let (first, second) = (self.gauss([from, middle]), self.gauss([middle, to]));
        let sum = first[0] + second[0];
        if !sum.is_finite() {
            return Err("the integral of its law is no finite number");
        }
        if halvings == 0 || (sum - whole[0]).abs() <= self.bound {
            return Ok(sum);
        }
        self.left = self.left.checked_sub(1).ok_or("its law changes too often on the way there")?;
        Ok(self.refined([from, middle], first, halvings - 1)?
            + self.refined([middle, to], second, halvings - 1)?)
    }

    /// ∫ φ ds and ∫ |φ| |ds|.
    fn gauss(&mut self, [from, to]: [f64; 2]) -> [f64; 2] {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let mut sums = [0.0; 2];
        for (x, weight) in GAUSS {
            for s in [middle - half * x, middle + half * x] {
                let mut out = [0.0];
                self.law.evaluate(&[s], self.work, &mut out);
                sums[0] += half * weight * out[0];
                sums[1] += (half * weight * out[0]).abs();
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lissom_symbolic::{AnyName, Expressions, lower, parse};

    fn program(text: &str) -> Program {
        let mut store = Expressions::new();
        let expr = lower(&parse(text, &|_| true).unwrap(), &mut store, &mut AnyName).unwrap();
        let x = store.symbol("x");
        Program::compile(&store, &[expr], &[x]).unwrap()
    }

    #[test]
    fn smooth_laws_and_kinks_are_integrated() {
        let mut work = Vec::new();
        let integral =
            |law: &Program, to: f64, work: &mut Vec<f64>| Known::default().advance(law, to, work).unwrap();
        let hard = integral(&program("100*x + 1e4*x^3"), 0.3, &mut work);
        assert!((hard / (50.0 * 0.09 + 2.5e3 * 0.0081) - 1.0).abs() < 1e-14);
        assert!((integral(&program("sin(x)"), -9.0, &mut work) - (1.0 - 9f64.cos())).abs() < 1e-13);
        let stop = integral(&program("if(x > 0.1, 1e6*(x - 0.1), 0)"), 0.15, &mut work);
        assert!((stop / (0.5e6 * 0.0025) - 1.0).abs() < 1e-12, "{stop}");
    }

    /// A way of a thousand turns is integrated once; a law that cannot be resolved is no energy.
    #[test]
    fn long_ways_are_integrated_step_by_step() {
        let (law, mut work, mut known) = (program("sin(x)"), Vec::new(), Known::default());
        for k in 0..=2000 {
            let x = 3.5 * f64::from(k);
            let energy = known.advance(&law, x, &mut work).unwrap();
            assert!((energy - (1.0 - x.cos())).abs() < 1e-10, "{x}: {energy}");
        }
        assert!((known.advance(&law, 0.2, &mut work).unwrap() - (1.0 - 0.2f64.cos())).abs() < 1e-15);
        assert!(Known::default().advance(&law, 1e308, &mut work).is_err());
    }
}
