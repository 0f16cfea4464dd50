//! Random beams against cubic finite elements: ratios of tension to stiffness over twelve decades, any supports, bodies and
//! springs at the ends, steps and tapers.
//!
//! The elements share nothing with the exact spectrum but the differential equation. By Rayleigh's principle they give
//! upper bounds, so that a missed mode shows at once; their error falls with the fourth power of their length, so that two
//! meshes give the limit to some six digits.
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

mod support;

use lissom_continuum::{DeriveOptions, derive_with, exact_modes};
use lissom_linalg::eigen::symmetric_definite;
use lissom_linalg::{Dense, Lu};
use support::model;

/// Numbers that depend on the seed only.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    fn decades(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(self.between(low, high))
    }

    fn one_in(&mut self, count: f64) -> bool {
        self.next() * count < 1.0
    }
}

/// A coefficient as a text and as numbers.
#[derive(Clone)]
struct Coefficient {
    text: String,
    value: [f64; 3],
    form: usize,
}

impl Coefficient {
    fn new(dice: &mut Dice, size: f64, forms: &[usize]) -> Self {
        let form = forms[(dice.next() * forms.len() as f64) as usize];
        let (a, c) = (dice.between(-0.6, 1.5), dice.between(0.15, 0.85));
        let text = match form {
            0 => format!("{size:e}"),
            1 => format!("{size:e}*(1 + ({a:e})*x/l)"),
            2 => format!("{size:e}*exp(({a:e})*x/l)"),
            3 => format!("if(x < {c:e}*l, {size:e}, {:e})", size * (1.0 + a)),
            4 => format!("{size:e}*(1 + ({a:e})*abs(x/l - {c:e}))"),
            _ => format!("{size:e}*max(1, 1 + ({a:e})*(x/l - {c:e}))"),
        };
        Self { text, value: [size, a, c], form }
    }

    /// At a place x = s l, from the side of the element it belongs to.
    fn at(&self, s: f64) -> f64 {
        let [size, a, c] = self.value;
        match self.form {
            0 => size,
            1 => size * (1.0 + a * s),
            2 => size * (a * s).exp(),
            3 => size * if s < c { 1.0 } else { 1.0 + a },
            4 => size * (1.0 + a * (s - c).abs()),
            _ => size * (1.0 + a * (s - c)).max(1.0),
        }
    }

    fn break_at(&self) -> Option<f64> {
        (self.form >= 3).then_some(self.value[2])
    }
}

/// What holds an end: a displacement or a slope that is free, held or on a spring, with a mass or inertia.
#[derive(Clone, Copy)]
struct Support {
    is_held: bool,
    spring: f64,
    mass: f64,
}

struct Beam {
    length: f64,
    stiffness: Coefficient,
    mass: Coefficient,
    tension: Coefficient,
    /// Displacement and slope of the first end, then of the second.
    supports: [Support; 4],
}

impl Beam {
    fn new(dice: &mut Dice) -> Self {
        let (length, stiffness) = (dice.decades(-1.0, 1.0), dice.decades(-3.0, 3.0));
        let line_mass = dice.decades(-2.0, 2.0);
        // T l²/EI from 1e-4 to 1e8.
        let pull = dice.decades(-4.0, 8.0) * stiffness / (length * length);
        let spring = pull.max(stiffness / (length * length)) / length;
        let mut support = |size: f64, inertia: f64| Support {
            is_held: dice.one_in(3.0),
            spring: if dice.one_in(3.0) { size * dice.decades(-2.0, 2.0) } else { 0.0 },
            mass: if dice.one_in(3.0) { inertia * dice.decades(-2.0, 1.0) } else { 0.0 },
        };
        let body = line_mass * length;
        let turning = [spring * length * length, body * length * length];
        let mut supports = [
            support(spring, body),
            support(turning[0], turning[1]),
            support(spring, body),
            support(turning[0], turning[1]),
        ];
        // No rigid motion: those have tests of their own.
        if !supports[0].is_held && supports[0].spring == 0.0 {
            supports[0].is_held = true;
        }
        if !supports[1].is_held && !supports[2].is_held {
            supports[2].spring = spring;
        }
        let any = [0, 1, 2, 3, 4, 5];
        Self {
            length,
            stiffness: Coefficient::new(dice, stiffness, &any),
            mass: Coefficient::new(dice, line_mass, &any),
            tension: Coefficient::new(dice, pull, &any),
            supports,
        }
    }

    fn text(&self) -> String {
        let names = ["a", "b", "c", "d"];
        let follows = |k: usize| if self.supports[k].is_held { "0" } else { names[k] };
        let free: Vec<usize> = (0..4).filter(|k| !self.supports[*k].is_held).collect();
        let list: Vec<String> = free.iter().map(|k| format!("\"{}\"", names[*k])).collect();
        let mut text = format!(
            r#"
[system]
coordinates = [{}]
[params]
l = {:e}
[[continuum]]
name = "beam"
kind = "bernoulli-euler"
length = "l"
fields = ["w"]
EI = "{}"
rhoA = "{}"
tension = "{}"
position = ["w"]
ends = {{ a = {{ displacement = "{}", slope = "{}" }}, b = {{ displacement = "{}", slope = "{}" }} }}
"#,
            list.join(", "),
            self.length,
            self.stiffness.text,
            self.mass.text,
            self.tension.text,
            follows(0),
            follows(1),
            follows(2),
            follows(3)
        );
        for k in free {
            let Support { spring, mass, .. } = self.supports[k];
            let (name, is_turning) = (names[k], k % 2 == 1);
            if spring > 0.0 {
                text += &format!("[[spring]]\nstiffness = \"{spring:e}\"\nelongation = \"{name}\"\n");
            }
            if mass > 0.0 && is_turning {
                text += &format!(
                    "[[mass]]\nmass = \"0\"\nposition = [\"0\"]\ninertia = \"{mass:e}\"\nangle = \"{name}\"\n"
                );
            } else if mass > 0.0 {
                text += &format!("[[mass]]\nmass = \"{mass:e}\"\nposition = [\"{name}\"]\n");
            }
        }
        text
    }

    /// Nodes as shares of the length: even ones, breaks, and layers at the ends and breaks followed down to a quarter
    /// of their width.
    fn nodes(&self) -> Vec<f64> {
        let mut nodes: Vec<f64> = (0..=16).map(|k| f64::from(k) / 16.0).collect();
        let mut breaks: Vec<f64> = [&self.stiffness, &self.mass, &self.tension]
            .into_iter()
            .filter_map(Coefficient::break_at)
            .collect();
        nodes.extend(&breaks);
        breaks.extend([0.0, 1.0]);
        for place in breaks {
            let layer = (self.stiffness.at(place) / self.tension.at(place)).sqrt() / self.length;
            let mut distance = 1.0 / 32.0;
            while distance > 0.2 * layer {
                nodes.extend([place - distance, place + distance]);
                distance *= 0.5;
            }
        }
        nodes.retain(|s| (0.0..=1.0).contains(s));
        nodes.sort_by(f64::total_cmp);
        nodes.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        nodes
    }

    /// Squares of the lowest frequencies by cubic elements.
    ///
    /// Short elements beside long ones leave hardly seven digits to the eigenvalues of the matrices. The energies of their
    /// vectors, summed over Gauss points, keep them: errors of vectors enter by their square.
    fn elements(&self, nodes: &[f64]) -> Vec<f64> {
        let n = 2 * nodes.len();
        let (mut stiffness, mut mass) = (Dense::zeros(n, n), Dense::zeros(n, n));
        self.visit(nodes, |at, factor, [bending, tension, inertia], [shape, slope, bend]| {
            for i in 0..4 {
                for j in 0..4 {
                    stiffness[(at + i, at + j)] +=
                        factor * (bending * bend[i] * bend[j] + tension * slope[i] * slope[j]);
                    mass[(at + i, at + j)] += factor * inertia * shape[i] * shape[j];
                }
            }
        });
        let rows = [0, 1, n - 2, n - 1];
        for (support, row) in self.supports.iter().zip(rows) {
            stiffness[(row, row)] += support.spring;
            mass[(row, row)] += support.mass;
        }
        let held: Vec<usize> =
            rows.iter().zip(&self.supports).filter(|(_, s)| s.is_held).map(|(row, _)| *row).collect();
        let kept: Vec<usize> = (0..n).filter(|row| !held.contains(row)).collect();
        // Rows of like size, so that rounding stays small.
        let scale: Vec<f64> = kept.iter().map(|row| 1.0 / stiffness[(*row, *row)].sqrt()).collect();
        let part = |from: &Dense| {
            Dense::from_fn(kept.len(), kept.len(), |i, j| scale[i] * from[(kept[i], kept[j])] * scale[j])
        };
        // The inverse problem M x = K x/λ has the slowest motions as its largest eigenvalues, known best.
        let (mass, stiffness) = (part(&mass), part(&stiffness));
        let pairs = symmetric_definite(&mass, &stiffness).unwrap();
        let (last, factor) = (pairs.values.len(), Lu::factor(&stiffness).unwrap());
        let slowest = (0..5).map(|k| {
            // A solution takes stiff motions out that rounding has left in a vector.
            let solved = factor.solve(&mass.multiply_vector(pairs.vectors.column(last - 1 - k)));
            let mut motion = vec![0.0; n];
            kept.iter().enumerate().for_each(|(i, row)| motion[*row] = scale[i] * solved[i]);
            motion
        });
        let [stiffness, mass] = self.energies(nodes, &slowest.collect::<Vec<_>>());
        symmetric_definite(&stiffness, &mass).unwrap().values[..4].to_vec()
    }

    /// Twice the potential and kinetic energies of some motions with each other, at unit frequency.
    fn energies(&self, nodes: &[f64], motions: &[Vec<f64>]) -> [Dense; 2] {
        let (count, n) = (motions.len(), 2 * nodes.len());
        let [mut potential, mut kinetic] = [Dense::zeros(count, count), Dense::zeros(count, count)];
        let mut add = |into: usize, factor: f64, values: &[f64]| {
            let sum = if into == 0 { &mut potential } else { &mut kinetic };
            for i in 0..count {
                for j in 0..count {
                    sum[(i, j)] += factor * values[i] * values[j];
                }
            }
        };
        self.visit(nodes, |at, factor, [bending, tension, inertia], forms| {
            let [shape, slope, bend] = forms.map(|form| {
                motions.iter().map(|m| (0..4).map(|i| form[i] * m[at + i]).sum::<f64>()).collect::<Vec<_>>()
            });
            add(0, factor * bending, &bend);
            add(0, factor * tension, &slope);
            add(1, factor * inertia, &shape);
        });
        for (support, row) in self.supports.iter().zip([0, 1, n - 2, n - 1]) {
            let values: Vec<f64> = motions.iter().map(|motion| motion[row]).collect();
            add(0, support.spring, &values);
            add(1, support.mass, &values);
        }
        [potential, kinetic]
    }

    /// Visits five Gauss points of every element with its first row, the weight, the coefficients (EI, T, ρA) and the
    /// shapes, their slopes and curvatures.
    fn visit(&self, nodes: &[f64], mut visitor: impl FnMut(usize, f64, [f64; 3], [[f64; 4]; 3])) {
        let root = 2.0 * (10.0f64 / 7.0).sqrt();
        let (inner, outer) = ((5.0 - root).sqrt() / 3.0, (5.0 + root).sqrt() / 3.0);
        let (heavy, light) = ((322.0 + 13.0 * 70f64.sqrt()) / 900.0, (322.0 - 13.0 * 70f64.sqrt()) / 900.0);
        let points = [(0.0, 128.0 / 225.0), (inner, heavy), (-inner, heavy), (outer, light), (-outer, light)];
        for (at, pair) in nodes.windows(2).enumerate() {
            let h = (pair[1] - pair[0]) * self.length;
            for (t, weight) in points {
                let s = 0.5 * (1.0 + t);
                let place = pair[0] + s * (pair[1] - pair[0]);
                let shape = [
                    1.0 - 3.0 * s * s + 2.0 * s.powi(3),
                    h * (s - 2.0 * s * s + s.powi(3)),
                    3.0 * s * s - 2.0 * s.powi(3),
                    h * (s.powi(3) - s * s),
                ];
                let slope = [
                    (-6.0 * s + 6.0 * s * s) / h,
                    1.0 - 4.0 * s + 3.0 * s * s,
                    (6.0 * s - 6.0 * s * s) / h,
                    3.0 * s * s - 2.0 * s,
                ];
                let bend = [
                    (12.0 * s - 6.0) / (h * h),
                    (6.0 * s - 4.0) / h,
                    (6.0 - 12.0 * s) / (h * h),
                    (6.0 * s - 2.0) / h,
                ];
                let coefficients = [&self.stiffness, &self.tension, &self.mass].map(|of| of.at(place));
                visitor(2 * at, 0.5 * weight * h, coefficients, [shape, slope, bend]);
            }
        }
    }
}

fn halved(nodes: &[f64]) -> Vec<f64> {
    let mut fine: Vec<f64> = nodes.windows(2).flat_map(|pair| [pair[0], 0.5 * (pair[0] + pair[1])]).collect();
    fine.extend(nodes.last());
    fine
}

#[test]
fn random_beams_agree_with_elements_and_their_order() {
    let (mut orders, mut worst, mut compared) = (Vec::new(), 0.0f64, 0);
    for seed in 0..60u64 {
        let beam = Beam::new(&mut Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 12345));
        let text = beam.text();
        let model = model(&text);
        let values: Vec<(&str, f64)> = model.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
        let options = DeriveOptions { is_verified: false, values: &values };
        let mut derivation =
            derive_with(model.system.as_ref().unwrap(), &model.expressions, options).unwrap();
        let system = derivation.linearise(&values).unwrap();
        let modes = exact_modes(&system, 3).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert!(modes.is_certified(), "seed {seed}: {:?}\n{text}", modes.verdict.why_not());
        assert_eq!((modes.rigid_modes, modes.unstable_modes), (0, 0), "seed {seed}\n{text}");
        let nodes = beam.nodes();
        let (coarse, fine) = (beam.elements(&nodes), beam.elements(&halved(&nodes)));
        for (k, omega) in modes.angular_frequencies.iter().enumerate() {
            let exact = omega * omega;
            let [above, error] = [fine[k], coarse[k]].map(|value| value / exact - 1.0);
            // Upper bounds, but for what the exact frequency and the quotient are allowed to be off.
            let rounding = 1e-9;
            assert!(
                above > -rounding,
                "seed {seed}, mode {}: {omega} lies above the elements by {above:e}\n{text}",
                k + 1
            );
            let limit = (16.0 * fine[k] - coarse[k]) / 15.0 / exact - 1.0;
            assert!(limit.abs() < 2e-5, "seed {seed}, mode {}: {omega} is off by {limit:e}\n{text}", k + 1);
            worst = worst.max(limit.abs());
            compared += 1;
            if error > 1e-5 && beam.tension.form == 0 && beam.stiffness.form == 0 && beam.mass.form == 0 {
                orders.push((error / above).log2());
            }
        }
    }
    assert_eq!(compared, 180);
    assert!(orders.len() > 5 && orders.iter().all(|order| (3.6..4.4).contains(order)), "{orders:?}");
    assert!(worst < 2e-5, "{worst:e}");
}
