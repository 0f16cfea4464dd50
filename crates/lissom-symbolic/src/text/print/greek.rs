//! Greek letters by their names, for the printers.

/// Names of Greek letters with the letters. Names that LaTeX has no macro for are left out.
const LETTERS: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Xi", "Ξ"),
    ("Sigma", "Σ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
];

/// The Greek letter of a name.
#[must_use]
pub fn greek_letter(name: &str) -> Option<&'static str> {
    LETTERS.iter().find(|(word, _)| *word == name).map(|(_, letter)| *letter)
}

/// A name with its stem as a Greek letter where it names one: `omega_1` becomes `ω_1`.
pub(super) fn unicode_name(name: &str) -> String {
    let (stem, _) = split(name);
    match greek_letter(stem) {
        Some(letter) => format!("{letter}{}", &name[stem.len()..]),
        None => name.to_owned(),
    }
}

/// A name for LaTeX: `omega_1` becomes `\omega_{1}`, `q1` becomes `q_{1}`, `rhoA` is set upright.
pub(super) fn latex_name(name: &str) -> String {
    let (stem, index) = split(name);
    let upright = |text: &str| format!("\\mathrm{{{}}}", text.replace('_', "\\_"));
    let stem_text = match LETTERS.iter().find(|(word, letter)| *word == stem || *letter == stem) {
        Some((word, _)) => format!("\\{word}"),
        None if stem.chars().count() == 1 && stem != "_" => stem.to_owned(),
        None => upright(stem),
    };
    let is_plain = index.chars().all(|c| c.is_ascii_digit()) || index.chars().count() == 1;
    match index {
        "" => stem_text,
        _ if is_plain && index != "_" => format!("{stem_text}_{{{index}}}"),
        _ => format!("{stem_text}_{{{}}}", upright(index)),
    }
}

/// The stem and the index of a name: what follows the first underscore, or trailing digits.
fn split(name: &str) -> (&str, &str) {
    if let Some((stem, index)) = name.split_once('_')
        && !stem.is_empty()
    {
        return (stem, index);
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem, &name[stem.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_letters_with_indices() {
        for (name, unicode, latex) in [
            ("omega_1", "ω_1", "\\omega_{1}"),
            ("q12", "q12", "q_{12}"),
            ("m_tip", "m_tip", "m_{\\mathrm{tip}}"),
            ("rhoA", "rhoA", "\\mathrm{rhoA}"),
            ("φ", "φ", "\\phi"),
            ("_a_b", "_a_b", "\\mathrm{\\_a\\_b}"),
            ("x_", "x_", "x"),
        ] {
            assert_eq!((unicode_name(name).as_str(), latex_name(name).as_str()), (unicode, latex));
        }
    }
}
