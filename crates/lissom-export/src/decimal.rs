//! Numbers as text with an exponent of a sign and at least two digits, as fixed-width formats want them.

/// A number with some digits after the point and a letter before its exponent: `1.2345E+06`.
pub(crate) fn exponent(value: f64, digits: usize, letter: char) -> String {
    let text = format!("{value:.digits$e}");
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, power) = power.strip_prefix('-').map_or(('+', power), |power| ('-', power));
    format!("{mantissa}{letter}{sign}{power:0>2}")
}

/// A number in a field of a width, as precisely as fits: a three-digit exponent costs a digit.
pub(crate) fn field(value: f64, width: usize, digits: usize, letter: char) -> String {
    let text = exponent(value, digits, letter);
    let excess = (text.len() + usize::from(!text.starts_with('-'))).saturating_sub(width);
    let text = if excess > 0 { exponent(value, digits - excess, letter) } else { text };
    format!("{text:>width$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_their_width_and_read_back() {
        for value in [0.0, 1.0, -1.5e-7, 5.211_558_307_533_5e8, -6.3e-123, 1.7e308, -f64::MIN_POSITIVE] {
            let text = field(value, 23, 16, 'E');
            assert_eq!(text.len(), 23, "{text}");
            let read: f64 = text.trim().parse().unwrap_or(f64::NAN);
            assert!((read - value).abs() <= 1e-14 * value.abs(), "{text}");
            assert_eq!(field(value, 16, 9, 'D').len(), 16);
        }
        assert_eq!(exponent(-1234.5, 4, 'E'), "-1.2345E+03");
    }
}
