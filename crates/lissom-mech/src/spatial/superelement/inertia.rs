//! Inertia forces and mass matrix of a superelement.
//!
//! # Equation
//! With z = (1, d), Ω = Rᵀω, a = Rᵀ(c̈ − g), s = Σ zₖ sₖ, J = Σ zₖ zₗ Yₖₗ, G = Σ zₖ Gₖ and the same with ż as ṡ, J̇, Ġ
//! (integrals as in `shape_integrals`), in axes of the frame
//! F_c = m a + Ω̇×s + Ω×(Ω×s) + 2Ω×ṡ + Σ sₖ d̈ₖ,
//! F_φ = s×a + J Ω̇ + G d̈ + J̇ Ω + Ġ ḋ + Ω×(J Ω + G ḋ),
//! F_d = sₖ·a + Gᵀ Ω̇ + M d̈ + Ġᵀ Ω − Ω·Gₖ ḋ − (ΩΩ:Y z)ₖ:
//! Lagrange's equations of T = ½ VᵀMV with V = A v_c + Σ Ωₐ zₖ Cₐₖ + Ψ ḋ. On the nodes these act through the derivatives of d.

use super::super::chart::{Vec3, crossed, dotted, plus};
use super::super::jet::{Along, Jet};
use super::Superelement;
use super::local_motion::{displacement, rotation, spin_coefficient};
use super::state::Moving;
use crate::parts::shape_integrals::INERTIA_PAIRS;

/// Where the nodes of a superelement are, with derivatives.
pub(super) struct Nodes<J> {
    /// Axes of the frame, then of every interface.
    pub axes: Vec<[Vec3<J>; 3]>,
    /// From the frame to every interface.
    pub ways: Vec<Vec3<J>>,
    /// η.
    pub amplitudes: Vec<J>,
}

/// Work space of inertia forces.
#[derive(Clone, Debug, Default)]
pub(in crate::spatial) struct Inertial<J> {
    z: Vec<J>,
    rate: Vec<J>,
    second: Vec<J>,
    force: Vec<J>,
    /// G and Ġ, three rows of N each.
    coupling: [Vec<J>; 3],
    coupling_rate: [Vec<J>; 3],
}

impl<J: Jet> Inertial<J> {
    pub(super) fn new(n: usize) -> Self {
        let zeros = |count: usize| vec![J::constant(0.0); count];
        Self {
            z: zeros(n + 1),
            rate: zeros(n),
            second: zeros(n),
            force: zeros(n),
            coupling: [zeros(n), zeros(n), zeros(n)],
            coupling_rate: [zeros(n), zeros(n), zeros(n)],
        }
    }
}

fn triple<J: Copy>(x: &[J], from: usize) -> Vec3<J> {
    [x[from], x[from + 1], x[from + 2]]
}

fn minus<J: Jet>(a: Vec3<J>, b: Vec3<J>) -> Vec3<J> {
    std::array::from_fn(|i| a[i] - b[i])
}

/// A vector in the axes of the frame, and back.
fn into_frame<J: Jet>(axes: &[Vec3<J>; 3], v: Vec3<J>) -> Vec3<J> {
    [0, 1, 2].map(|k| dotted(axes[k], v))
}

fn out_of_frame<J: Jet>(axes: &[Vec3<J>; 3], v: Vec3<J>) -> Vec3<J> {
    std::array::from_fn(|i| axes[0][i] * v[0] + axes[1][i] * v[1] + axes[2][i] * v[2])
}

/// Axes along a spin: a + (ω×a) t + ½ ω×(ω×a) t².
fn turning<J: Jet>(axes: &[Vec3<J>; 3], spin: Vec3<J>) -> [Vec3<Along<J>>; 3] {
    axes.map(|a| {
        let first = crossed(spin, a);
        let second = crossed(spin, first);
        std::array::from_fn(|i| Along([a[i], first[i], second[i] * 0.5]))
    })
}

impl Superelement {
    /// M v̇ + h on all coordinates, from velocities and accelerations (felt: less gravity) of these.
    pub(super) fn inertia_force<J: Jet>(
        &self,
        at: &NodesRef<'_, J>,
        [v, a]: [&[J]; 2],
        own: &mut Inertial<J>,
        out: &mut [J],
    ) {
        let frame = at.axes(0);
        let (spin, turned) = (triple(v, 3), triple(a, 3));
        let (omega, omega_rate) = (into_frame(&frame, spin), into_frame(&frame, turned));
        let felt = into_frame(&frame, triple(a, 0));
        self.local_rates(at, &frame, [v, a], own);
        let (force_c, force_phi) = self.frame_forces(omega, omega_rate, felt, own);
        self.local_forces(omega, omega_rate, felt, own);
        let (mut on_c, mut on_phi) = (force_c, force_phi);
        for i in 0..self.ends.len() {
            let (along, about) = (triple(&own.force, 6 * i), triple(&own.force, 6 * i + 3));
            let rho: Vec3<J> =
                std::array::from_fn(|k| own.z[1 + 6 * i + k] + J::constant(self.reference[i][k]));
            on_c = minus(on_c, along);
            on_phi = minus(on_phi, crossed(rho, along));
            let psi = triple(&own.z, 1 + 6 * i + 3);
            let moment = transposed_spin(psi, about);
            on_phi = minus(on_phi, moment);
            let start = 6 * (i + 1);
            write(out, start, out_of_frame(&frame, along));
            write(out, start + 3, out_of_frame(&frame, moment));
        }
        write(out, 0, out_of_frame(&frame, on_c));
        write(out, 3, out_of_frame(&frame, on_phi));
        let inner = 6 * self.ends.len();
        out[6 + inner..].copy_from_slice(&own.force[inner..]);
    }

    /// z, ḋ and d̈.
    fn local_rates<J: Jet>(
        &self,
        at: &NodesRef<'_, J>,
        frame: &[Vec3<J>; 3],
        [v, a]: [&[J]; 2],
        own: &mut Inertial<J>,
    ) {
        let (spin, turned) = (triple(v, 3), triple(a, 3));
        let path = turning(frame, spin);
        own.z[0] = J::constant(1.0);
        for (i, end) in self.ends.iter().enumerate() {
            let start = 6 * (i + 1);
            let way = at.way(i);
            let moved = minus(triple(v, start), triple(v, 0));
            let zero = J::constant(0.0);
            let line: Vec3<Along<J>> = std::array::from_fn(|k| Along([way[k], moved[k], zero]));
            let u = displacement(&path, line, self.reference[i]);
            let rho: Vec3<J> = std::array::from_fn(|k| u[k].0[0] + J::constant(self.reference[i][k]));
            // d̈ = d,x v̇ + (d,xx v) v.
            let pulled = into_frame(frame, minus(triple(a, start), triple(a, 0)));
            let levered = crossed(into_frame(frame, turned), rho);
            let mut set = |k: usize, path: Along<J>, direct: J| {
                own.z[1 + 6 * i + k] = path.0[0];
                own.rate[6 * i + k] = path.0[1];
                own.second[6 * i + k] = path.0[2] * 2.0 + direct;
            };
            (0..3).for_each(|k| set(k, u[k], pulled[k] - levered[k]));
            if end.orientation.is_none() {
                (3..6).for_each(|k| set(k, Along::constant(0.0), zero));
                continue;
            }
            let psi = rotation(&path, &turning(&at.axes(1 + i), triple(v, start + 3)));
            let relative = into_frame(frame, minus(triple(a, start + 3), turned));
            let direct = spin_rate(psi.map(|p| p.0[0]), relative);
            (0..3).for_each(|k| set(3 + k, psi[k], direct[k]));
        }
        let inner = 6 * self.ends.len();
        for j in 0..self.amplitudes {
            own.z[1 + inner + j] = at.amplitude(j);
            own.rate[inner + j] = v[6 + inner + j];
            own.second[inner + j] = a[6 + inner + j];
        }
    }

    /// F_c and F_φ in the axes of the frame; G and Ġ are kept for the local forces.
    fn frame_forces<J: Jet>(
        &self,
        omega: Vec3<J>,
        omega_rate: Vec3<J>,
        felt: Vec3<J>,
        own: &mut Inertial<J>,
    ) -> (Vec3<J>, Vec3<J>) {
        let (n, zero, given) = (self.motions(), J::constant(0.0), &self.integrals);
        let weighted = |weights: &[f64], values: &[J]| {
            weights.iter().zip(values).filter(|(w, _)| **w != 0.0).fold(zero, |sum, (w, v)| sum + *v * *w)
        };
        let s: Vec3<J> = std::array::from_fn(|a| weighted(&given.first[a], &own.z));
        let s_rate: Vec3<J> = std::array::from_fn(|a| weighted(&given.first[a][1..], &own.rate));
        let pushed: Vec3<J> = std::array::from_fn(|a| weighted(&given.first[a][1..], &own.second));
        for a in 0..3 {
            for l in 0..n {
                let column = given.gyroscopic[a].column(l);
                own.coupling[a][l] = weighted(column, &own.z);
                own.coupling_rate[a][l] = weighted(&column[1..], &own.rate);
            }
        }
        let mut inertia = [[zero; 3]; 3];
        let mut inertia_rate = [[zero; 3]; 3];
        for (form, [a, b]) in given.inertia.iter().zip(INERTIA_PAIRS) {
            let (mut value, mut rate) = (zero, zero);
            for k in 0..=n {
                let column = weighted(form.column(k), &own.z);
                value = value + column * own.z[k];
                if k > 0 {
                    rate = rate + column * own.rate[k - 1] * 2.0;
                }
            }
            (inertia[a][b], inertia[b][a]) = (value, value);
            (inertia_rate[a][b], inertia_rate[b][a]) = (rate, rate);
        }
        let product = |rows: &[Vec<J>; 3], values: &[J]| -> Vec3<J> {
            std::array::from_fn(|a| rows[a].iter().zip(values).fold(zero, |sum, (r, v)| sum + *r * *v))
        };
        let times =
            |matrix: &[Vec3<J>; 3], v: Vec3<J>| -> Vec3<J> { [0, 1, 2].map(|a| dotted(matrix[a], v)) };
        let spun = crossed(omega, crossed(omega, s));
        let coriolis = crossed(omega, s_rate).map(|c| c * 2.0);
        let heavy = felt.map(|c| c * given.mass);
        let force = plus(plus(heavy, crossed(omega_rate, s)), plus(plus(spun, coriolis), pushed));
        let momentum = plus(times(&inertia, omega), product(&own.coupling, &own.rate));
        let straight =
            plus(crossed(s, felt), plus(times(&inertia, omega_rate), product(&own.coupling, &own.second)));
        let changed = plus(times(&inertia_rate, omega), product(&own.coupling_rate, &own.rate));
        (force, plus(plus(straight, changed), crossed(omega, momentum)))
    }

    /// F_d.
    fn local_forces<J: Jet>(
        &self,
        omega: Vec3<J>,
        omega_rate: Vec3<J>,
        felt: Vec3<J>,
        own: &mut Inertial<J>,
    ) {
        let (n, zero, given) = (self.motions(), J::constant(0.0), &self.integrals);
        for k in 0..n {
            let mut sum = zero;
            for a in 0..3 {
                sum = sum
                    + felt[a] * given.first[a][k + 1]
                    + own.coupling[a][k] * omega_rate[a]
                    + own.coupling_rate[a][k] * omega[a];
                let mut turned = zero;
                for l in 0..n {
                    let value = given.gyroscopic[a][(k + 1, l)];
                    if value != 0.0 {
                        turned = turned + own.rate[l] * value;
                    }
                }
                sum = sum - omega[a] * turned;
            }
            for (form, [a, b]) in given.inertia.iter().zip(INERTIA_PAIRS) {
                let column = form.column(k + 1);
                let value = column.iter().zip(&own.z).filter(|(w, _)| **w != 0.0);
                let value = value.fold(zero, |sum, (w, z)| sum + *z * *w);
                let twice = if a == b { 1.0 } else { 2.0 };
                sum = sum - omega[a] * omega[b] * value * twice;
            }
            for (m, second) in
                self.mass[k * n..(k + 1) * n].iter().zip(&own.second).filter(|(m, _)| **m != 0.0)
            {
                sum = sum + *second * *m;
            }
            own.force[k] = sum;
        }
    }

    /// Mass over the coordinates: Tᵀ M T with the rows T of (v_c, Ω, ḋ).
    pub(in crate::spatial) fn set_mass(&self, frame: &[[f64; 3]; 3], own: &mut Moving) {
        let (n, l) = (self.motions(), self.columns());
        let size = 6 + n;
        let (form, rest) = own.rows.split_at_mut(size * size);
        let (rows, product) = rest.split_at_mut(size * l);
        self.write_form(&own.d, form);
        rows.fill(0.0);
        for k in 0..3 {
            (0..3).for_each(|i| {
                rows[k * l + i] = frame[k][i];
                rows[(3 + k) * l + 3 + i] = frame[k][i];
            });
        }
        for (k, row) in rows.chunks_exact_mut(l).skip(6).enumerate() {
            match own.by.get(k / 6).filter(|_| k < 6 * self.ends.len()) {
                Some(block) => {
                    let (line, start) = (&block[k % 6], 6 * (k / 6 + 1));
                    row[..6].copy_from_slice(&line[..6]);
                    row[start..start + 6].copy_from_slice(&line[6..]);
                }
                None => row[6 + k] = 1.0,
            }
        }
        for (line, sums) in form.chunks_exact(size).zip(product.chunks_exact_mut(l)) {
            sums.fill(0.0);
            for (value, row) in line.iter().zip(rows.chunks_exact(l)).filter(|(v, _)| **v != 0.0) {
                sums.iter_mut().zip(row).for_each(|(s, r)| *s += value * r);
            }
        }
        own.mass.fill(0.0);
        for (row, sums) in rows.chunks_exact(l).zip(product.chunks_exact(l)) {
            for (value, line) in row.iter().zip(own.mass.chunks_exact_mut(l)).filter(|(v, _)| **v != 0.0) {
                line.iter_mut().zip(sums).for_each(|(m, s)| *m += value * s);
            }
        }
    }

    /// The mass form over (v_c, Ω, ḋ).
    fn write_form(&self, d: &[f64], form: &mut [f64]) {
        let (n, given) = (self.motions(), &self.integrals);
        let size = 6 + n;
        let with = |values: &[f64]| values[0] + lissom_linalg::dot(&values[1..], d);
        form.fill(0.0);
        let s = [0, 1, 2].map(|a| with(&given.first[a]));
        let mut set = |i: usize, j: usize, value: f64| {
            form[i * size + j] = value;
            form[j * size + i] = value;
        };
        for a in 0..3 {
            set(a, a, given.mass);
            // Ω̇×s: the lever of a spin about axis a.
            let mut axis = [0.0; 3];
            axis[a] = 1.0;
            let lever = crate::vector::cross(axis, s);
            (0..3).for_each(|i| set(i, 3 + a, lever[i]));
            for k in 0..n {
                set(a, 6 + k, given.first[a][k + 1]);
                set(3 + a, 6 + k, with(given.gyroscopic[a].column(k)));
            }
        }
        for (y, [a, b]) in given.inertia.iter().zip(INERTIA_PAIRS) {
            let column = |k: usize| with(y.column(k));
            set(3 + a, 3 + b, column(0) + (0..n).map(|k| d[k] * column(k + 1)).sum::<f64>());
        }
        for i in 0..n {
            form[(6 + i) * size + 6..(7 + i) * size].copy_from_slice(&self.mass[i * n..(i + 1) * n]);
        }
    }

    /// Mass times displacement of the part from the reference configuration.
    pub(in crate::spatial) fn moment(
        &self,
        moved: crate::vector::Vector,
        frame: &[[f64; 3]; 3],
        own: &Moving,
    ) -> crate::vector::Vector {
        let given = &self.integrals;
        let s = [0, 1, 2].map(|a| given.first[a][0] + lissom_linalg::dot(&given.first[a][1..], &own.d));
        std::array::from_fn(|i| {
            let turned: f64 = (0..3).map(|k| frame[k][i] * s[k]).sum();
            given.mass * moved[i] + turned - given.first[i][0]
        })
    }
}

/// ψ′ for a spin relative to the frame: W − ½ ψ×W + κ ψ×(ψ×W).
fn spin_rate<J: Jet>(psi: Vec3<J>, w: Vec3<J>) -> Vec3<J> {
    let first = crossed(psi, w);
    let second = crossed(psi, first);
    let square = dotted(psi, psi);
    let factor = square.composed(spin_coefficient(square.value()));
    std::array::from_fn(|i| w[i] - first[i] * 0.5 + second[i] * factor)
}

/// The transposed of it.
fn transposed_spin<J: Jet>(psi: Vec3<J>, f: Vec3<J>) -> Vec3<J> {
    let first = crossed(psi, f);
    let second = crossed(psi, first);
    let square = dotted(psi, psi);
    let factor = square.composed(spin_coefficient(square.value()));
    std::array::from_fn(|i| f[i] + first[i] * 0.5 + second[i] * factor)
}

fn write<J: Copy>(out: &mut [J], from: usize, v: Vec3<J>) {
    out[from..from + 3].copy_from_slice(&v);
}

/// How inertia forces see the nodes: without copying a configuration.
pub(super) enum NodesRef<'a, J> {
    /// With derivatives.
    Nodes(&'a Nodes<J>),
    /// By functions of the configuration: axes, ways, amplitudes.
    At(&'a dyn Fn(usize) -> [Vec3<J>; 3], &'a dyn Fn(usize) -> Vec3<J>, &'a dyn Fn(usize) -> J),
}

impl<J: Jet> NodesRef<'_, J> {
    fn axes(&self, k: usize) -> [Vec3<J>; 3] {
        match self {
            Self::Nodes(nodes) => nodes.axes[k],
            Self::At(axes, ..) => axes(k),
        }
    }

    fn way(&self, i: usize) -> Vec3<J> {
        match self {
            Self::Nodes(nodes) => nodes.ways[i],
            Self::At(_, way, _) => way(i),
        }
    }

    fn amplitude(&self, j: usize) -> J {
        match self {
            Self::Nodes(nodes) => nodes.amplitudes[j],
            Self::At(_, _, amplitude) => amplitude(j),
        }
    }
}
