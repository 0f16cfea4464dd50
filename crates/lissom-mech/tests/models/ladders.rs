//! Machines with many loops as text: ladders of four-bars and scissors, planar and spatial.

/// How the parts of a machine are written down.
#[derive(Clone, Copy)]
pub struct Style {
    pub is_spatial: bool,
    /// Keys of every beam.
    pub flexible: &'static str,
    pub elements: usize,
}

impl Style {
    fn head(self, name: &str) -> String {
        let (dim, gravity) = if self.is_spatial { (3, "[0.4, -3, 0]") } else { (2, "[0.4, -3]") };
        format!(
            "lissom = 1\n[model]\nname = '{name}'\ndim = {dim}\ngravity = {gravity}\n\
             [material.m]\nE = 2e9\nnu = 0.3\ndensity = 1000\n\
             [section.s]\nrectangle = {{ width = 0.02, height = 0.01 }}\n[node]\n"
        )
    }

    fn node(self, name: &str, [x, y]: [f64; 2]) -> String {
        let z = if self.is_spatial { ", 0.0" } else { "" };
        format!("{name} = [{x:?}, {y:?}{z}]\n")
    }

    fn beam(self, name: &str, nodes: &[&str]) -> String {
        let way = if nodes.len() == 2 { "nodes" } else { "along" };
        let nodes: Vec<String> = nodes.iter().map(|node| format!("'{node}'")).collect();
        let axis = if self.is_spatial { "y_axis = [0.1, 0.2, 1]\n" } else { "" };
        format!(
            "[[beam]]\nname = '{name}'\n{way} = [{}]\nsection = 's'\nmaterial = 'm'\nelements = {}\n{axis}{}",
            nodes.join(", "),
            self.elements,
            self.flexible
        )
    }

    fn hinge(self, name: &str, at: &str, between: [&str; 2]) -> String {
        let axis = if self.is_spatial { "axis = [0, 0, 1]\n" } else { "" };
        format!(
            "[[hinge]]\nname = '{name}'\nat = '{at}'\nbetween = ['{}', '{}']\n{axis}",
            between[0], between[1]
        )
    }

    /// Four-bars on top of each other, each on the coupler of the one below: one freedom each.
    pub fn ladder(self, cells: usize) -> String {
        let (mut text, mut parts) = (self.head("ladder"), String::new());
        for k in 0..=cells {
            let (low, lean) = (0.3 * k as f64, 0.03 * (k % 3) as f64);
            text += &self.node(&format!("L{k}"), [lean, low]);
            text += &self.node(&format!("R{k}"), [0.4 + 0.5 * lean, low + 0.02 * (k % 2) as f64]);
        }
        for k in 0..cells {
            let below = if k == 0 { "ground".to_owned() } else { format!("p{k}") };
            let (l, r, c, d, p) = (
                format!("L{}", k + 1),
                format!("R{}", k + 1),
                format!("c{k}"),
                format!("d{k}"),
                format!("p{}", k + 1),
            );
            parts += &self.beam(&c, &[&format!("L{k}"), &l]);
            parts += &self.beam(&d, &[&format!("R{k}"), &r]);
            parts += &self.beam(&p, &[&l, &r]);
            parts += &self.hinge(&format!("cl{k}"), &format!("L{k}"), [&below, &c]);
            parts += &self.hinge(&format!("dl{k}"), &format!("R{k}"), [&below, &d]);
            parts += &self.hinge(&format!("cu{k}"), &l, [&c, &p]);
            parts += &self.hinge(&format!("du{k}"), &r, [&d, &p]);
        }
        text + &parts
    }

    /// A scissor mechanism: one freedom if its bars are rigid.
    pub fn scissors(self, cells: usize) -> String {
        let (mut text, mut parts) = (self.head("scissors"), String::new());
        for k in 0..=cells {
            text += &self.node(&format!("L{k}"), [0.2 * k as f64, -0.15]);
            text += &self.node(&format!("U{k}"), [0.2 * k as f64, 0.15]);
        }
        (0..cells).for_each(|k| text += &self.node(&format!("C{k}"), [0.2 * k as f64 + 0.1, 0.0]));
        for k in 0..cells {
            let (a, b, c) = (format!("a{k}"), format!("b{k}"), format!("C{k}"));
            parts += &self.beam(&a, &[&format!("L{k}"), &c, &format!("U{}", k + 1)]);
            parts += &self.beam(&b, &[&format!("U{k}"), &c, &format!("L{}", k + 1)]);
            parts += &self.hinge(&format!("c{k}"), &c, [&a, &b]);
            if k == 0 {
                parts += &self.hinge("base", "L0", ["ground", &a]);
                parts += "[[fix]]\nnodes = ['U0']\ndirections = ['x']\n";
            } else {
                parts += &self.hinge(&format!("u{k}"), &format!("U{k}"), [&format!("a{}", k - 1), &b]);
                parts += &self.hinge(&format!("l{k}"), &format!("L{k}"), [&format!("b{}", k - 1), &a]);
            }
        }
        text + &parts
    }
}
