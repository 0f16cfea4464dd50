//! Numbers of an oracle, read from its JSON file: `"name": [1.0, 2.0]`, or one number without brackets.

/// The numbers of this name.
#[allow(dead_code, reason = "some tests read single numbers only")]
pub fn numbers(text: &str, name: &str) -> Vec<f64> {
    let key = format!("\"{name}\": ");
    let start = text.find(&key).unwrap_or_else(|| panic!("no numbers `{name}`")) + key.len();
    let value = text[start..].trim_start();
    let end = if value.starts_with('[') { value.find(']') } else { value.find([',', '\n', '}']) };
    let list = value[..end.expect("the value ends")].trim_start_matches('[');
    list.split(',')
        .map(|number| number.trim().parse().unwrap_or_else(|_| panic!("`{number}` of `{name}` is no number")))
        .collect()
}
