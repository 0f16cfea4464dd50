//! Stored energy by integrating a constitutive law from zero, ∫₀ˣ φ(s) ds.

use lissom_symbolic::Program;

/// Nodes and weights of Gauss's rule with eight points on \[−1, 1\], exact for polynomials of degree 15 \[Abramowitz1964, Table 25.4\].
const GAUSS: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_5),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_3),
];

/// Halves are compared with the whole to this share of the largest part.
const TOLERANCE: f64 = 1e-13;

/// Most halvings: kinks of a law are enclosed in intervals of this share.
const MOST_HALVINGS: u32 = 40;

/// ∫₀ˣ φ(s) ds of a law of one variable.
pub(crate) fn integral(law: &Program, to: f64, work: &mut Vec<f64>) -> f64 {
    let whole = gauss(law, 0.0, to, work);
    refined(law, [0.0, to], whole, TOLERANCE * whole.abs().max(f64::MIN_POSITIVE), MOST_HALVINGS, work)
}

fn refined(
    law: &Program,
    [from, to]: [f64; 2],
    whole: f64,
    bound: f64,
    halvings: u32,
    work: &mut Vec<f64>,
) -> f64 {
    let middle = 0.5 * (from + to);
    let (first, second) = (gauss(law, from, middle, work), gauss(law, middle, to, work));
    if halvings == 0 || (first + second - whole).abs() <= bound || !whole.is_finite() {
        return first + second;
    }
    refined(law, [from, middle], first, bound, halvings - 1, work)
        + refined(law, [middle, to], second, bound, halvings - 1, work)
}

fn gauss(law: &Program, from: f64, to: f64, work: &mut Vec<f64>) -> f64 {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
    let mut value = |s: f64| {
        let mut out = [0.0];
        law.evaluate(&[s], work, &mut out);
        out[0]
    };
    let sum: f64 = GAUSS.iter().map(|(x, w)| w * (value(middle - half * x) + value(middle + half * x))).sum();
    half * sum
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
        let hard = integral(&program("100*x + 1e4*x^3"), 0.3, &mut work);
        assert!((hard / (50.0 * 0.09 + 2.5e3 * 0.0081) - 1.0).abs() < 1e-14);
        assert!((integral(&program("sin(x)"), -9.0, &mut work) - (1.0 - 9f64.cos())).abs() < 1e-13);
        let stop = integral(&program("if(x > 0.1, 1e6*(x - 0.1), 0)"), 0.15, &mut work);
        assert!((stop / (0.5e6 * 0.0025) - 1.0).abs() < 1e-12, "{stop}");
    }
}
