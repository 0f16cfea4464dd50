//! Round numbers along an axis.

use super::plot::Scale;

/// Limits of an axis and the numbers written at it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ticks {
    pub low: f64,
    pub high: f64,
    pub at: Vec<f64>,
    pub scale: Scale,
}

impl Ticks {
    /// Limits around the values, and about `wanted` round numbers between them.
    pub fn over(values: impl Iterator<Item = f64>, scale: Scale, wanted: usize) -> Self {
        let shown = values.filter(|v| v.is_finite() && (scale == Scale::Linear || *v > 0.0));
        let limits = shown.fold(None, |l: Option<[f64; 2]>, v| {
            Some(l.map_or([v, v], |[low, high]| [low.min(v), high.max(v)]))
        });
        match scale {
            Scale::Linear => match limits {
                None => linear([0.0, 1.0], wanted),
                Some([0.0, 0.0]) => linear([-1.0, 1.0], wanted),
                Some(limits) => linear(limits, wanted),
            },
            Scale::Logarithmic => logarithmic(limits.unwrap_or([1.0, 10.0])),
        }
    }

    /// The same ticks with the limits at the values themselves: for the axis that runs along.
    pub fn tight(mut self, low: f64, high: f64) -> Self {
        if low < high {
            (self.low, self.high) = (low, high);
            self.at.retain(|t| *t >= low - 1e-9 * (high - low) && *t <= high + 1e-9 * (high - low));
        }
        self
    }

    /// Where a value is, from 0 to 1; `None` where it has no place.
    pub fn share(&self, value: f64) -> Option<f64> {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        share.is_finite().then_some(share)
    }
}

/// Labels of all ticks: powers of ten as such where an axis reaches far, as many digits as needed to
/// distinguish them.
pub(super) fn labels(ticks: &Ticks) -> Vec<String> {
    if let ([first, second, ..], Scale::Linear) = (&ticks.at[..], ticks.scale) {
        let step = second - first;
        if step < FINE * ticks.low.abs().max(ticks.high.abs()) {
            let decimals = (-(step.log10() + 1e-9).floor()).clamp(0.0, 20.0) as usize;
            return ticks.at.iter().map(|value| format!("{value:.decimals$}").replace('-', "−")).collect();
        }
    }
    let far = ticks.scale == Scale::Logarithmic && (ticks.high > 1.001e4 || ticks.low < 0.999e-3);
    let label = |value: &f64| {
        let power = value.abs().log10().round();
        if !far || (value.log10() - power).abs() > 1e-6 {
            return super::display_numbers::short(*value).replace('-', "−");
        }
        let raised = format!("{power:.0}").chars().map(raised).collect::<String>();
        format!("10{raised}")
    };
    ticks.at.iter().map(label).collect()
}

fn raised(sign: char) -> char {
    match sign {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    }
}

/// One, two or five times a power of ten.
fn step(span: f64, wanted: usize) -> f64 {
    let rough = span / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= 0.999 * rough);
    factor.unwrap_or(10.0) * power
}

/// Values that differ by less of their size are one value [-].
const CONSTANT: f64 = 1e-9;

/// Below this share of the numbers the step between them is lost in four digits [-].
const FINE: f64 = 1e-3;

fn linear([low, high]: [f64; 2], wanted: usize) -> Ticks {
    // A constant gets room above and below.
    let size = low.abs().max(high.abs());
    let room = if high - low > CONSTANT * size { 0.0 } else { (0.1 * size).max(1e-300) };
    let (low, high) = (low - room, high + room);
    let step = step(high - low, wanted);
    let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
    let last = if last > first { last } else { first + 1.0 };
    let count = (last - first) as usize;
    let at = (0..=count).map(|i| (first + i as f64) * step).collect();
    Ticks { low: first * step, high: last * step, at, scale: Scale::Linear }
}

/// Decades that are written at most.
const MOST_DECADES: i32 = 7;

fn logarithmic([low, high]: [f64; 2]) -> Ticks {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let last = last.max(first + 1);
    let every = 1 + (last - first - 1) / MOST_DECADES;
    let decades = (first..=last).filter(|d| (d - first) % every == 0);
    let factors: &[f64] = if last - first <= 2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let power = |d: i32| 10f64.powi(d);
    let at = decades.flat_map(|d| factors.iter().map(move |f| f * power(d)));
    let at = at.filter(|v| *v <= 1.000_001 * power(last)).collect();
    Ticks { low: power(first), high: power(last), at, scale: Scale::Logarithmic }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_enclose_the_values() {
        let ticks = Ticks::over([0.13, 9.4].into_iter(), Scale::Linear, 5);
        assert_eq!((ticks.low, ticks.high), (0.0, 10.0));
        assert_eq!(ticks.at, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        // What ends on a round number needs no more room.
        let ticks = Ticks::over([0.0, 1.0].into_iter(), Scale::Linear, 5);
        assert_eq!((ticks.low, ticks.high), (0.0, 1.0));
        let ticks = Ticks::over([3e-3, 40.0].into_iter(), Scale::Logarithmic, 5);
        assert_eq!(ticks.at.len(), 6);
        assert!((ticks.share(1.0).unwrap_or(0.0) - 0.6).abs() < 1e-12);
        assert_eq!(ticks.share(0.0), None);
    }

    /// Shares between 0.99999 and 1 were all labelled 1, and so was what differs by rounding alone.
    #[test]
    fn labels_tell_neighbours_apart() {
        for values in [[0.999_99, 1.0], [1.0, 1.0 + 1e-12], [1234.0, 1234.5], [-2.0001, -2.0], [0.0, 1e-7]] {
            let all = labels(&Ticks::over(values.into_iter(), Scale::Linear, 5));
            assert!(all.len() > 2 && all.windows(2).all(|pair| pair[0] != pair[1]), "{values:?}: {all:?}");
        }
    }

    #[test]
    fn constants_and_nothing_have_axes_too() {
        for values in [vec![], vec![3.0, 3.0], vec![0.0], vec![f64::NAN], vec![1.0, 1.0 + 1e-15]] {
            let ticks = Ticks::over(values.iter().copied(), Scale::Linear, 5);
            assert!(
                ticks.high > ticks.low && ticks.at.len() >= 2 && ticks.at.len() < 20,
                "{values:?}: {ticks:?}"
            );
        }
    }
}
