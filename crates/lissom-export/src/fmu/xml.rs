//! Text for XML.

/// Text as the value of an attribute or the content of an element; characters that XML does not have become blanks.
pub(super) fn escaped(text: &str) -> String {
    let mut made = String::new();
    for character in text.chars() {
        match character {
            '&' => made.push_str("&amp;"),
            '<' => made.push_str("&lt;"),
            '>' => made.push_str("&gt;"),
            '"' => made.push_str("&quot;"),
            c if c.is_control() => made.push(' '),
            c => made.push(c),
        }
    }
    made
}

/// Exponents of kg, m, s and rad of a unit; `None` for one that is not known.
pub(super) fn exponents(unit: &str) -> Option<[i8; 4]> {
    Some(match unit {
        "m" => [0, 1, 0, 0],
        "rad" => [0, 0, 0, 1],
        "m/s" => [0, 1, -1, 0],
        "rad/s" => [0, 0, -1, 1],
        "1/s" => [0, 0, -1, 0],
        "N" => [1, 1, -2, 0],
        "N m" | "Nm" => [1, 2, -2, 0],
        "m/s^2" | "m/s²" => [0, 1, -2, 0],
        "rad/s^2" | "rad/s²" => [0, 0, -2, 1],
        "Pa" => [1, -1, -2, 0],
        "W" => [1, 2, -3, 0],
        "J" => [1, 2, -2, 0],
        "kg" => [1, 0, 0, 0],
        "s" => [0, 0, 1, 0],
        _ => return None,
    })
}

/// The definitions of some units.
pub(super) fn unit_definitions<'u>(units: impl Iterator<Item = &'u str>) -> String {
    let mut all: Vec<&str> = units.filter(|unit| !unit.is_empty()).collect();
    all.sort_unstable();
    all.dedup();
    if all.is_empty() {
        return String::new();
    }
    let mut text = "  <UnitDefinitions>\n".to_owned();
    for unit in all {
        let base = exponents(unit).map_or_else(String::new, |powers| {
            let named = ["kg", "m", "s", "rad"].into_iter().zip(powers).filter(|(_, power)| *power != 0);
            let each: String = named.map(|(name, power)| format!(" {name}=\"{power}\"")).collect();
            format!("<BaseUnit{each}/>")
        });
        text += &format!("    <Unit name=\"{}\">{base}</Unit>\n", escaped(unit));
    }
    text + "  </UnitDefinitions>\n"
}
