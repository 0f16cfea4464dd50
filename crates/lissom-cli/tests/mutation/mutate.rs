//! Model files that are nearly right: one to three changes of a right one.

use super::dice::Dice;

/// Values that stand where a number or a text stood.
const VALUES: &[&str] = &[
    "0",
    "-1",
    "1e308",
    "-1e308",
    "1e-320",
    "1e160",
    "-1e160",
    "1e-160",
    "nan",
    "inf",
    "-inf",
    "9223372036854775807",
    "1e9",
    "3.0",
    "2",
    "0.1",
    "1e-17",
    "1e20",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\" \"",
    "[1, 2]",
    "[0, 0, 0]",
    "\"x\"",
    "\"ground\"",
    "\"1/0\"",
    "\"0/0\"",
    "\"sqrt(-1)\"",
    "\"1e308*10\"",
    "\"t\"",
    "\"1/t\"",
    "\"exp(1000)\"",
    "\"if(t < 1, 0, 1/0)\"",
    "\"1 m + 1 kg\"",
    "\"1 furlong\"",
    "\"(\"",
    "\"2^1000\"",
    "\"\\u0000\"",
    "\"../../etc/passwd\"",
    "\"</script>\"",
    "\"\\u001b[31m\"",
    "\"w_xx\"",
    "\"-x\"",
    "\"full\"",
    "\"static\"",
    "\"krylov\"",
    "\"rigid\"",
    "\"timoshenko\"",
];

/// Pieces of bytes that parsers stumble over.
const PIECES: &[&str] =
    &["\0", "\u{feff}", "\r", "\"\"\"", "'''", "[[", "]]", "{", "}", "\\u", "#", "=", "é", "\u{fffe}"];

/// A changed model file.
pub fn mutated(text: &str, others: &[String], dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + dice.below(3) {
        text = match dice.below(12) {
            0..4 => one_number(&text, dice),
            4..6 => one_value(&text, dice),
            6 => without_a_line(&text, dice),
            7 => with_lines_swapped(&text, dice),
            8 => one_name(&text, dice),
            9 => with_a_section(&text, dice.pick(others).as_str(), dice),
            10 => without_a_section(&text, dice),
            _ => with_a_piece(&text, dice),
        };
    }
    tame(&text)
}

/// Places of numbers in a text, comments apart.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let code = &line[..line.find('#').unwrap_or(line.len())];
        let mut at = 0;
        while let Some(start) = code[at..].find(|c: char| c.is_ascii_digit()).map(|i| at + i) {
            let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E');
            let end = code[start..].find(|c: char| !part(c)).map_or(code.len(), |i| start + i);
            let in_a_name = code[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !in_a_name {
                found.push((offset + start, offset + end));
            }
            at = end.max(start + 1);
        }
        offset += line.len();
    }
    found
}

fn one_number(text: &str, dice: &mut Dice) -> String {
    // The first number is the version of the format.
    let all = numbers(text);
    let Some(places) = all.get(1..).filter(|places| !places.is_empty()) else { return text.to_owned() };
    let (start, end) = *dice.pick(places);
    let scaled = |factor: f64| {
        text[start..end].parse::<f64>().map_or("0".to_owned(), |value| format!("{:e}", value * factor))
    };
    let new = match dice.below(8) {
        0 => scaled(-1.0),
        1 => scaled(1e3),
        2 => scaled(1e-3),
        3 => scaled(1e100),
        4 => scaled(1e-100),
        _ => dice.pick(&VALUES[..18]).to_string(),
    };
    format!("{}{new}{}", &text[..start], &text[end..])
}

fn lines(text: &str) -> Vec<String> {
    text.split('\n').map(str::to_owned).collect()
}

fn one_value(text: &str, dice: &mut Dice) -> String {
    let mut lines = lines(text);
    let with: Vec<usize> = (1..lines.len()).filter(|i| lines[*i].contains(" = ")).collect();
    if with.is_empty() {
        return text.to_owned();
    }
    let at = *dice.pick(&with);
    let key = lines[at].split(" = ").next().unwrap_or_default().to_owned();
    lines[at] = format!("{key} = {}", dice.pick(VALUES));
    lines.join("\n")
}

fn without_a_line(text: &str, dice: &mut Dice) -> String {
    let mut lines = lines(text);
    lines.remove(dice.below(lines.len()));
    lines.join("\n")
}

fn with_lines_swapped(text: &str, dice: &mut Dice) -> String {
    let mut lines = lines(text);
    let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
    lines.swap(a, b);
    lines.join("\n")
}

/// One text in quotes in place of another.
fn one_name(text: &str, dice: &mut Dice) -> String {
    let marks: Vec<usize> = text.match_indices('"').map(|(i, _)| i).collect();
    let names: Vec<(usize, usize)> = marks.chunks_exact(2).map(|pair| (pair[0], pair[1] + 1)).collect();
    if names.is_empty() {
        return text.to_owned();
    }
    let ((start, end), (from, to)) = (*dice.pick(&names), *dice.pick(&names));
    format!("{}{}{}", &text[..start], &text[from..to], &text[end..])
}

fn sections(text: &str) -> Vec<String> {
    let mut all: Vec<String> = vec![String::new()];
    for line in text.split_inclusive('\n') {
        if line.starts_with('[') {
            all.push(String::new());
        }
        all.last_mut().expect("there is a first one").push_str(line);
    }
    all
}

fn without_a_section(text: &str, dice: &mut Dice) -> String {
    let mut all = sections(text);
    all.remove(dice.below(all.len()));
    all.concat()
}

fn with_a_section(text: &str, other: &str, dice: &mut Dice) -> String {
    format!("{text}\n{}", dice.pick(&sections(other)))
}

fn with_a_piece(text: &str, dice: &mut Dice) -> String {
    let places: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
    let at = if places.is_empty() { 0 } else { *dice.pick(&places) };
    format!("{}{}{}", &text[..at], dice.pick(PIECES), &text[at..])
}

/// Large counts are long questions, not wrong ones.
fn tame(text: &str) -> String {
    const COUNTS: [&str; 9] =
        ["elements", "points", "steps", "count", "modes", "order", "turns", "states", "ne"];
    let shorter = |line: &str| -> String {
        let Some((key, value)) = line.split_once('=') else { return line.to_owned() };
        let number = value.trim().parse::<f64>().unwrap_or(0.0);
        if COUNTS.contains(&key.trim()) && number > 30.0 && number <= 1e6 {
            format!("{key}= 12")
        } else {
            line.to_owned()
        }
    };
    text.split('\n').map(shorter).collect::<Vec<_>>().join("\n")
}
