//! Writing model files for tests.
#![allow(dead_code, reason = "every test file uses its own part of this")]
#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use std::fmt::Write;

/// A model file in the making.
pub struct Writer {
    coordinates: Vec<String>,
    parts: String,
    /// Coefficients that are given to a continuum after loading.
    pub added: Vec<(usize, &'static str, String)>,
    members: usize,
}

impl Writer {
    pub fn new(coordinates: &[&str]) -> Self {
        let coordinates = coordinates.iter().map(|name| format!("\"{name}\"")).collect();
        Self { coordinates, parts: String::new(), added: Vec::new(), members: 0 }
    }

    pub fn text(&self) -> String {
        format!("[system]\ncoordinates = [{}]\n{}", self.coordinates.join(", "), self.parts)
    }

    /// A member with coefficients and what its two ends follow; a field list such as `w` or `w, phi`.
    pub fn member(
        mut self,
        kind: &str,
        fields: &str,
        length: f64,
        coefficients: &[(&str, f64)],
        ends: [&[(&str, &str)]; 2],
    ) -> Self {
        let position = if kind == "timoshenko" { fields.split(", ").next().unwrap() } else { fields };
        self = self.member_at(kind, fields, length, coefficients, ends, &quoted(position));
        self
    }

    pub fn member_at(
        mut self,
        kind: &str,
        fields: &str,
        length: f64,
        coefficients: &[(&str, f64)],
        ends: [&[(&str, &str)]; 2],
        position: &str,
    ) -> Self {
        let list = quoted(fields);
        let end = |data: &[(&str, &str)]| {
            let data: Vec<String> = data.iter().map(|(key, value)| format!("{key} = \"{value}\"")).collect();
            format!("{{ {} }}", data.join(", "))
        };
        let number = self.members;
        writeln!(
            self.parts,
            "[[continuum]]\nname = \"member{number}\"\nkind = \"{kind}\"\nlength = \"{length:?}\""
        )
        .unwrap();
        writeln!(self.parts, "fields = [{list}]\nposition = [{position}]").unwrap();
        for (key, value) in coefficients {
            writeln!(self.parts, "{key} = \"{value:?}\"").unwrap();
        }
        writeln!(self.parts, "ends = {{ a = {}, b = {} }}", end(ends[0]), end(ends[1])).unwrap();
        self.members += 1;
        self
    }

    /// One more coefficient for the last member, such as one that the file format does not have.
    pub fn with(mut self, key: &'static str, text: &str) -> Self {
        self.added.push((self.members - 1, key, text.to_owned()));
        self
    }

    /// One more key for the last member.
    pub fn key(mut self, key: &str, value: &str) -> Self {
        writeln!(self.parts, "{key} = \"{value}\"").unwrap();
        self
    }

    /// A mass at a place of several components, already quoted.
    pub fn mass_at(mut self, mass: f64, position: &str) -> Self {
        writeln!(self.parts, "[[mass]]\nmass = \"{mass:?}\"\nposition = [{position}]").unwrap();
        self
    }

    pub fn mass(mut self, mass: f64, position: &str) -> Self {
        writeln!(self.parts, "[[mass]]\nmass = \"{mass:?}\"\nposition = [\"{position}\"]").unwrap();
        self
    }

    pub fn body(mut self, mass: f64, position: &str, inertia: f64, angle: &str) -> Self {
        writeln!(
            self.parts,
            "[[mass]]\nmass = \"{mass:?}\"\nposition = [\"{position}\"]\ninertia = \"{inertia:?}\"\nangle = \"{angle}\""
        )
        .unwrap();
        self
    }

    pub fn spring(mut self, stiffness: f64, elongation: &str) -> Self {
        writeln!(self.parts, "[[spring]]\nstiffness = \"{stiffness:?}\"\nelongation = \"{elongation}\"")
            .unwrap();
        self
    }

    pub fn damper(mut self, damping: f64, elongation: &str) -> Self {
        writeln!(self.parts, "[[damper]]\ndamping = \"{damping:?}\"\nelongation = \"{elongation}\"").unwrap();
        self
    }
}

fn quoted(fields: &str) -> String {
    fields.split(", ").map(|field| format!("\"{field}\"")).collect::<Vec<_>>().join(", ")
}
