//! Numbers for reading.

/// A number with the given significant digits, in plain notation where that is shorter.
pub(super) fn displayed(value: f64, significant: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return "not finite".to_owned();
    }
    let exponential = format!("{value:.*e}", significant - 1);
    let exponent: i32 = exponential.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    if (-4..significant as i32).contains(&exponent) {
        format!("{value:.*}", (significant as i32 - 1 - exponent).max(0) as usize)
    } else {
        exponential
    }
}

/// A number with so many digits behind the point; what rounds to zero has no sign.
pub(super) fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(size) if size.bytes().all(|c| matches!(c, b'0' | b'.')) => size.to_owned(),
        _ => text,
    }
}

/// A number short enough for a label: four digits, trailing zeros gone.
pub(super) fn short(value: f64) -> String {
    if (1e4..1e6).contains(&value.abs()) {
        let step = if value.abs() < 1e5 { 10.0 } else { 100.0 };
        return format!("{:.0}", (value / step).round() * step);
    }
    let text = displayed(value, 4);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, ""));
    let mantissa = match mantissa.contains('.') {
        true => mantissa.trim_end_matches('0').trim_end_matches('.'),
        false => mantissa,
    };
    if exponent.is_empty() { mantissa.to_owned() } else { format!("{mantissa}e{exponent}") }
}

/// A number rounded to seven significant digits: more cannot be seen in a picture. What is not finite stays so.
pub(super) fn seven(value: f64) -> f64 {
    if !value.is_finite() {
        return value;
    }
    format!("{value:.6e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_keep_their_size() {
        assert_eq!(displayed(33.517_966, 6), "33.5180");
        assert_eq!(short(8.771_464), "8.771");
        assert_eq!(short(250.0), "250");
        assert_eq!(short(-2.5e-9), "-2.5e-9");
        assert_eq!(short(0.0), "0");
        assert_eq!(
            (short(13_794.2), short(-123_456.0), short(1.5e6)),
            ("13790".into(), "-123500".into(), "1.5e6".into())
        );
        assert!((seven(1.0 / 3.0) - 0.333_333_3).abs() < 1e-15);
        assert!(seven(f64::NAN).is_nan());
    }
}
