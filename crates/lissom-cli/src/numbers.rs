//! Numbers for reading: six significant digits, no noise.

/// A number with six significant digits, in plain notation where that is shorter.
pub fn six(value: f64) -> String {
    digits(value, 6)
}

/// A number with the given significant digits.
pub fn digits(value: f64, significant: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return format!("{value}");
    }
    let exponential = format!("{value:.*e}", significant - 1);
    let exponent: i32 = exponential.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    if (-4..significant as i32).contains(&exponent) {
        format!("{value:.*}", (significant as i32 - 1 - exponent).max(0) as usize)
    } else {
        exponential
    }
}

/// A small number of which only the size matters: `2.1e-14`.
pub fn size(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_significant_digits() {
        for (value, text) in [
            (0.0, "0"),
            (33.517_966, "33.5180"),
            (123_456.4, "123456"),
            (1_234_567.0, "1.23457e6"),
            (0.000_123_456_78, "0.000123457"),
            (0.000_012_345_678, "1.23457e-5"),
            (999_999.9, "1.00000e6"),
            (-2.5, "-2.50000"),
        ] {
            assert_eq!(six(value), text);
        }
        assert_eq!(size(2.13e-14), "2.1e-14");
    }
}
