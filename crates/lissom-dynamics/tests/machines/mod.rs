//! Small machines that several tests use.

use lissom_mech::Mechanism;
use lissom_model::{Overrides, load};

/// The mechanism of a model text.
pub fn mechanism(text: &str) -> Mechanism {
    let checked = load("model.toml", text.as_bytes(), &Overrides::default());
    let messages: Vec<_> = checked.diagnostics.iter().map(|d| d.message.clone()).collect();
    Mechanism::of(&checked.value.unwrap_or_else(|| panic!("{messages:?}"))).unwrap()
}

/// Two bars of half span 1 and rise 0.3, pressed at the top: a von Mises truss.
pub const ROOF: &str = r#"
lissom = 1
[model]
name = "von Mises truss"
[section.bar]
EA = 1e6
rhoA = 1.0
[node]
A = [-1.0, 0.0]
B = [1.0, 0.0]
C = [0.0, 0.3]
[[truss]]
name = "left"
nodes = ["A", "C"]
section = "bar"
[[truss]]
name = "right"
nodes = ["B", "C"]
section = "bar"
[[fix]]
nodes = ["A", "B"]
[[force]]
name = "press"
node = "C"
direction = "-y"
[[output]]
name = "way"
node = "C"
direction = "-y"
"#;

/// A mass of 2 kg that slides along x.
pub fn slider(rest: &str) -> Mechanism {
    mechanism(&format!(
        r#"lissom = 1
[model]
name = "slider"
dim = 2
{rest}
[node]
A = [0.0, 0.0]
[[slide]]
node = "A"
direction = "x"
[[mass]]
node = "A"
mass = 2.0
[[output]]
name = "x"
node = "A"
direction = "x"
[[output]]
name = "v"
expression = "vx(A)"
"#
    ))
}
