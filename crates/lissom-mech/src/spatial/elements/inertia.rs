//! Inertia of parts: a form over carried vectors, and rotary inertia about axes fixed to the ends.
//!
//! The field of a part is r = Σ Nᵢ sᵢ, each sᵢ the place of an end or a vector fixed to an end, so that the kinetic energy is
//! Σ mᵢⱼ ṡᵢ·ṡⱼ/2 with constants mᵢⱼ. A beam has s = (r_p, l₀x_p, r_q, l₀x_q), a rigid body (r, c). Rotary inertia adds
//! Σ jₖₗ (nₖ·ωₖ)(nₗ·ωₗ)/2 with axes nₖ fixed to the ends; its moment is d/dt (nₖ Pₖ), Pₖ = Σ jₖₗ nₗ·ωₗ.

use crate::spatial::chart::{Chart, Vec3, crossed, dotted, plus};
use crate::spatial::jet::{Jet, LOCAL};
use crate::spatial::rotation::Axes;
use crate::vector::{Vector, norm};

/// A vector that a part carries.
#[derive(Clone, Copy, Debug)]
pub enum Carried {
    /// The place of an end.
    Place(usize),
    /// A vector fixed to an end, in its own axes [m].
    Fixed(usize, Vector),
}

/// Rotary inertia about axes fixed to the ends.
#[derive(Clone, Debug)]
pub struct SpinInertia {
    /// End and axis, in the axes of the end.
    pub axes: Vec<(usize, Vector)>,
    /// jₖₗ, row by row [kg m²].
    pub form: Vec<f64>,
}

/// Everything of a part that has mass.
#[derive(Clone, Debug, Default)]
pub struct Inertia {
    /// sᵢ.
    pub carried: Vec<Carried>,
    /// mᵢⱼ, row by row [kg].
    pub form: Vec<f64>,
    /// Rotary inertia.
    pub spins: Vec<SpinInertia>,
}

/// Most carried vectors of a part.
const CARRIED: usize = 4;

impl Inertia {
    /// A beam with a consistent mass matrix: the cubic field with the tangents at the ends, and linear rotary inertia.
    ///
    /// `mass` is ρA [kg/m]; `rotary` is ρJ, ρI_y, ρI_z [kg m]; `triads` are in the axes of the ends.
    #[must_use]
    pub fn of_beam(mass: f64, rotary: [f64; 3], length: f64, triads: &[Axes; 2]) -> Self {
        let carried = [
            Carried::Place(0),
            Carried::Fixed(0, triads[0][0].map(|c| c * length)),
            Carried::Place(1),
            Carried::Fixed(1, triads[1][0].map(|c| c * length)),
        ];
        let c = mass * length / 420.0;
        let form = [
            156.0, 22.0, 54.0, -13.0, 22.0, 4.0, 13.0, -3.0, 54.0, 13.0, 156.0, -22.0, -13.0, -3.0, -22.0,
            4.0,
        ];
        let spin = |k: usize| {
            let j = rotary[k] * length / 6.0;
            let axes = vec![(0, triads[0][k]), (1, triads[1][k])];
            SpinInertia { axes, form: vec![2.0 * j, j, j, 2.0 * j] }
        };
        Self {
            carried: carried.to_vec(),
            form: form.map(|v| v * c).to_vec(),
            spins: (0..3).filter(|k| rotary[*k] != 0.0).map(spin).collect(),
        }
    }

    /// A slender bar of a mass m on its two ends: m/3 and m/6.
    #[must_use]
    pub fn of_bar(mass: f64) -> Self {
        let (a, b) = (mass / 3.0, mass / 6.0);
        Self {
            carried: vec![Carried::Place(0), Carried::Place(1)],
            form: vec![a, b, b, a],
            spins: Vec::new(),
        }
    }

    /// A rigid body on the first end: mass, centre of mass from there in the axes of the end, principal inertias about the
    /// centre and their axes.
    #[must_use]
    pub fn of_body(mass: f64, centre: Vector, principal: [(f64, Vector); 3]) -> Self {
        let is_offset = norm(centre) > 0.0;
        let mut carried = vec![Carried::Place(0)];
        if is_offset {
            carried.push(Carried::Fixed(0, centre));
        }
        let size = carried.len();
        let spin = |(j, axis): (f64, Vector)| SpinInertia { axes: vec![(0, axis)], form: vec![j] };
        Self {
            carried: if mass == 0.0 { Vec::new() } else { carried },
            form: if mass == 0.0 { Vec::new() } else { vec![mass; size * size] },
            spins: principal.into_iter().filter(|(j, _)| *j != 0.0).map(spin).collect(),
        }
    }

    /// The longest vector that is carried [m].
    #[must_use]
    pub fn reach(&self) -> f64 {
        let length = |carried: &Carried| match *carried {
            Carried::Place(_) => 0.0,
            Carried::Fixed(_, own) => norm(own),
        };
        self.carried.iter().map(length).fold(0.0, f64::max)
    }

    /// Which of (r_p, θ_p, r_q, θ_q) have mass.
    #[must_use]
    pub fn slots(&self) -> [bool; 4] {
        let mut slots = [false; 4];
        for carried in &self.carried {
            match *carried {
                Carried::Place(end) => slots[2 * end] = true,
                Carried::Fixed(end, _) => slots[2 * end + 1] = true,
            }
        }
        for (end, _) in self.spins.iter().flat_map(|spin| &spin.axes) {
            slots[2 * end + 1] = true;
        }
        slots
    }

    /// The inertia forces M v̇ + h on (r_p, θ_p, r_q, θ_q), from rates and accelerations of these.
    pub fn force<J: Jet>(&self, chart: &Chart<J>, v: &[J; LOCAL], a: &[J; LOCAL]) -> [J; LOCAL] {
        let zero = J::constant(0.0);
        let triple = |x: &[J; LOCAL], from: usize| -> Vec3<J> { [x[from], x[from + 1], x[from + 2]] };
        let mut force = [zero; LOCAL];
        let mut add = |from: usize, f: Vec3<J>| (0..3).for_each(|i| force[from + i] = force[from + i] + f[i]);
        let (mut s, mut second) = ([[zero; 3]; CARRIED], [[zero; 3]; CARRIED]);
        for (k, carried) in self.carried.iter().enumerate() {
            match *carried {
                Carried::Place(end) => second[k] = triple(a, 6 * end),
                Carried::Fixed(end, own) => {
                    s[k] = chart.fixed(end, own);
                    let spin = triple(v, 6 * end + 3);
                    let turned = crossed(spin, crossed(spin, s[k]));
                    second[k] = plus(crossed(triple(a, 6 * end + 3), s[k]), turned);
                }
            }
        }
        let size = self.carried.len();
        for (i, carried) in self.carried.iter().enumerate() {
            let mut sum = [zero; 3];
            for (own, m) in second.iter().zip(&self.form[i * size..(i + 1) * size]) {
                sum = plus(sum, own.map(|c| c * *m));
            }
            match *carried {
                Carried::Place(end) => add(6 * end, sum),
                Carried::Fixed(end, _) => add(6 * end + 3, crossed(s[i], sum)),
            }
        }
        for spin in &self.spins {
            let size = spin.axes.len();
            for (k, (end, own)) in spin.axes.iter().enumerate() {
                let n = chart.fixed(*end, *own);
                let (mut momentum, mut rate) = (zero, zero);
                for (l, (other, own)) in spin.axes.iter().enumerate() {
                    let m = if l == k { n } else { chart.fixed(*other, *own) };
                    let j = spin.form[k * size + l];
                    momentum = momentum + dotted(m, triple(v, 6 * other + 3)) * j;
                    rate = rate + dotted(m, triple(a, 6 * other + 3)) * j;
                }
                let turned = crossed(triple(v, 6 * end + 3), n);
                add(6 * end + 3, std::array::from_fn(|i| n[i] * rate + turned[i] * momentum));
            }
        }
        force
    }

    /// The mass matrix over (r_p, θ_p, r_q, θ_q), added.
    pub fn add_mass(&self, chart: &Chart<f64>, mass: &mut [[f64; LOCAL]; LOCAL]) {
        let size = self.carried.len();
        let mut blocks = [(0, IDENTITY); CARRIED];
        for (k, carried) in self.carried.iter().enumerate() {
            blocks[k] = match *carried {
                Carried::Place(end) => (6 * end, IDENTITY),
                Carried::Fixed(end, own) => (6 * end + 3, lever(chart.fixed(end, own))),
            };
        }
        for i in 0..size {
            for j in 0..size {
                let m = self.form[i * size + j];
                let ((row, a), (column, b)) = (blocks[i], blocks[j]);
                for p in 0..3 {
                    for q in 0..3 {
                        let product = a[0][p] * b[0][q] + a[1][p] * b[1][q] + a[2][p] * b[2][q];
                        mass[row + p][column + q] += m * product;
                    }
                }
            }
        }
        for spin in &self.spins {
            let size = spin.axes.len();
            for k in 0..size {
                for l in 0..size {
                    let [(end, n), (other, m)] =
                        [k, l].map(|i| (spin.axes[i].0, chart.fixed(spin.axes[i].0, spin.axes[i].1)));
                    let j = spin.form[k * size + l];
                    for p in 0..3 {
                        for q in 0..3 {
                            mass[6 * end + 3 + p][6 * other + 3 + q] += j * n[p] * m[q];
                        }
                    }
                }
            }
        }
    }

    /// Σ over the mass of its displacement from the reference configuration, which a uniform field works on [kg m].
    ///
    /// `start` are the carried vectors of ends that turn, in the reference configuration.
    #[must_use]
    pub fn moment(&self, chart: &Chart<f64>, start: &[Axes; 2]) -> Vector {
        let size = self.carried.len();
        let mut sum = [0.0; 3];
        for (i, carried) in self.carried.iter().enumerate() {
            let moved = match *carried {
                Carried::Place(end) => chart.displacement(end),
                Carried::Fixed(end, own) => {
                    let (now, then) =
                        (chart.fixed(end, own), crate::spatial::rotation::along(&start[end], own));
                    std::array::from_fn(|k| now[k] - then[k])
                }
            };
            let is_place = |j: &usize| matches!(self.carried[*j], Carried::Place(_));
            let weight: f64 = (0..size).filter(is_place).map(|j| self.form[i * size + j]).sum();
            (0..3).for_each(|k| sum[k] += weight * moved[k]);
        }
        sum
    }
}

const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The matrix of ω ↦ ω × s.
fn lever(s: Vector) -> [[f64; 3]; 3] {
    [[0.0, s[2], -s[1]], [-s[2], 0.0, s[0]], [s[1], -s[0], 0.0]]
}
