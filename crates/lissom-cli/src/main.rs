//! Placeholder, being built.
fn main() {}
