//! "Did you mean …?": the nearest of the names that would have been right.

/// The candidate that `name` was most likely meant to be, if one is near enough.
///
/// A candidate that differs only in upper and lower case wins. Otherwise the nearest by the
/// Damerau–Levenshtein distance (insertions, deletions, replacements and swaps of neighbours) is
/// given, provided that at most a third of the letters, rounded up, are wrong. Among equally near
/// candidates the first wins.
///
/// ```
/// use lissom_symbolic::did_you_mean;
/// assert_eq!(did_you_mean("legnth", ["mass", "length"]), Some("length"));
/// assert_eq!(did_you_mean("gpa", ["Pa", "GPa"]), Some("GPa"));
/// assert_eq!(did_you_mean("stiffness", ["mass", "length"]), None);
/// ```
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_lowercase().chars().collect();
    let mut nearest: Option<(usize, &'a str)> = None;
    for candidate in candidates {
        let letters: Vec<char> = candidate.to_lowercase().chars().collect();
        let allowed = wanted.len().max(letters.len()).div_ceil(3).min(4);
        // A length difference alone already costs that many edits; all letters wrong is not a match.
        if candidate == name || wanted.len().abs_diff(letters.len()) > allowed {
            continue;
        }
        let distance = edit_distance(&wanted, &letters);
        let is_alike = distance <= allowed && distance < wanted.len().max(letters.len()).max(1);
        if is_alike && nearest.is_none_or(|(best, _)| distance < best) {
            nearest = Some((distance, candidate));
        }
    }
    nearest.map(|(_, candidate)| candidate)
}

/// Damerau–Levenshtein distance (optimal string alignment) of two words.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut current = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            current[j] = replaced.min(last[j] + 1).min(current[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                current[j] = current[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: &str, b: &str) -> usize {
        edit_distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
    }

    #[test]
    fn distances_count_each_kind_of_edit_once() {
        assert_eq!(distance("beam", "beam"), 0);
        assert_eq!(distance("beam", "bam"), 1);
        assert_eq!(distance("beam", "beams"), 1);
        assert_eq!(distance("beam", "beem"), 1);
        assert_eq!(distance("beam", "baem"), 1);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn wrong_case_wins_over_a_near_word() {
        assert_eq!(did_you_mean("MPA", ["kPa", "MPa"]), Some("MPa"));
    }

    #[test]
    fn short_names_do_not_match_everything() {
        assert_eq!(did_you_mean("x", ["y", "z"]), None);
        assert_eq!(did_you_mean("x", ["X"]), Some("X"));
        assert_eq!(did_you_mean("", ["y"]), None);
    }
}
