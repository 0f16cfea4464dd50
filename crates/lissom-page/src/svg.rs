//! Words and colours of drawings.

use lissom_model::xml_text;
/// Colours of curves suitable for colour-blind readers, after Okabe and Ito.
const CURVES: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];

/// Dashes of curves, so that colour is not the only difference.
const DASHES: [&str; 6] = ["", "7 4", "2 3", "10 3 2 3", "12 4", "4 2"];

/// From dark to light, even in lightness: viridis in nine steps.
const MAP: [[f64; 3]; 9] = [
    [68.0, 1.0, 84.0],
    [71.0, 44.0, 122.0],
    [59.0, 81.0, 139.0],
    [44.0, 113.0, 142.0],
    [33.0, 144.0, 141.0],
    [39.0, 173.0, 129.0],
    [92.0, 200.0, 99.0],
    [170.0, 220.0, 50.0],
    [253.0, 231.0, 37.0],
];

/// The colour of a curve.
pub(super) fn curve_colour(number: usize) -> &'static str {
    CURVES[number % CURVES.len()]
}

/// The dash of a curve, as an attribute.
pub(super) fn dash(number: usize) -> String {
    match DASHES[number % DASHES.len()] {
        "" => String::new(),
        dash => format!(" stroke-dasharray=\"{dash}\""),
    }
}

/// The colour of a share from 0 to 1.
pub(super) fn map_colour(share: f64) -> String {
    let place = share.clamp(0.0, 1.0) * (MAP.len() - 1) as f64;
    let below = (place.floor() as usize).min(MAP.len() - 2);
    let mix = place - below as f64;
    let [r, g, b] =
        [0, 1, 2].map(|k| (MAP[below][k] + mix * (MAP[below + 1][k] - MAP[below][k])).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Width of a text of size 12, about.
pub(super) fn width(text: &str) -> f64 {
    6.6 * text.chars().count() as f64
}

/// A drawing of the given size. White ground: it is for paper.
pub(super) fn document(width: f64, height: f64, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         {body}</svg>\n"
    )
}

/// A line of text; `anchor` is `start`, `middle` or `end`.
pub(super) fn text(x: f64, y: f64, anchor: &str, content: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#222222\">{}</text>\n",
        xml_text(content)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_map_grows_lighter() {
        let lightness = |share: f64| {
            let colour = map_colour(share);
            let part = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap_or(0));
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let steps: Vec<f64> = (0..=40).map(|i| lightness(f64::from(i) / 40.0)).collect();
        assert!(steps.windows(2).all(|pair| pair[1] > pair[0]), "{steps:?}");
        assert_eq!((map_colour(-1.0), map_colour(2.0)), ("#440154".to_owned(), "#fde725".to_owned()));
    }
}
