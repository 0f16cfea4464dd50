//! A planar or spatial beam element in a moving frame.

use super::beam_inertia::{deflection, rotation, rotation_slope, slope};
use super::moving::{
    GAUSS, MovingFrame, Tensor, add_outer, add_symmetric, applied, turning_arms, turning_form, turning_moment,
};
use crate::vector::{Triad, Vector, add_scaled, cross, dot};
use lissom_linalg::Dense;

/// Data of a beam element for moving frames.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingBeam {
    /// Coordinates (r, ϑ) of both ends, twelve in space; six in the plane.
    pub spatial: bool,
    /// Position of the first end [m].
    pub start: Vector,
    /// Reference length [m].
    pub length: f64,
    pub triad: Triad,
    /// ρA [kg/m].
    pub mass: f64,
    /// ∫ s sᵀ dm of a unit length, along local x, y and z: consistent with the rotary inertias of the mass
    /// matrix [kg m].
    pub second: [f64; 3],
    /// Φ for displacement along y and along z.
    pub shear: [f64; 2],
}

/// A linear form over the element's coordinates.
type Row = Vec<f64>;

/// Motion of the axis and the section at a place, in local components.
struct Field {
    displacement: [Row; 3],
    /// Derivatives of the displacement along the axis.
    slope: [Row; 3],
    rotation: [Row; 3],
    /// Derivatives of the rotation along the axis.
    curvature: [Row; 3],
}

/// Force and moment in a section, exerted by the part behind it on the part before it, in global axes.
#[derive(Clone, Copy)]
struct Section {
    force: Vector,
    moment: Vector,
    /// Moment that acts on a unit length of the section from outside [N].
    applied: Vector,
}

impl MovingBeam {
    fn size(&self) -> usize {
        if self.spatial { 12 } else { 6 }
    }

    fn translation(&self, end: usize, v: Vector) -> Row {
        let mut row = vec![0.0; self.size()];
        let (first, count) = if self.spatial { (6 * end, 3) } else { (3 * end, 2) };
        row[first..first + count].copy_from_slice(&v[..count]);
        row
    }

    fn turn(&self, end: usize, v: Vector) -> Row {
        let mut row = vec![0.0; self.size()];
        if self.spatial {
            row[6 * end + 3..6 * end + 6].copy_from_slice(&v);
        } else {
            row[3 * end + 2] = v[2];
        }
        row
    }

    fn combine(&self, weights: &[f64], rows: &[Row]) -> Row {
        let mut sum = vec![0.0; self.size()];
        for (weight, row) in weights.iter().zip(rows) {
            sum.iter_mut().zip(row).for_each(|(s, r)| *s += weight * r);
        }
        sum
    }

    /// The element's interpolation at ξ: linear stretch and twist, the static field of bending.
    fn field(&self, xi: f64) -> Field {
        let (l, Triad { x, y, z }) = (self.length, self.triad);
        let minus_y = y.map(|c| -c);
        let along = [self.translation(0, x), self.translation(1, x)];
        let twist = [self.turn(0, x), self.turn(1, x)];
        // Slope of v along y is +ϑ_z, slope of w along z is −ϑ_y.
        let plane = |d: Vector, t: Vector| {
            [self.translation(0, d), self.turn(0, t), self.translation(1, d), self.turn(1, t)]
        };
        let (v, w) = (plane(y, z), plane(z, minus_y));
        let (linear, constant) = ([1.0 - xi, xi], [-1.0 / l, 1.0 / l]);
        let [sy, sz] = self.shear;
        let negative = |row: Row| row.into_iter().map(|c| -c).collect::<Row>();
        Field {
            displacement: [
                self.combine(&linear, &along),
                self.combine(&deflection(sy, l, xi), &v),
                self.combine(&deflection(sz, l, xi), &w),
            ],
            slope: [
                self.combine(&constant, &along),
                self.combine(&slope(sy, l, xi), &v),
                self.combine(&slope(sz, l, xi), &w),
            ],
            rotation: [
                self.combine(&linear, &twist),
                negative(self.combine(&rotation(sz, l, xi), &w)),
                self.combine(&rotation(sy, l, xi), &v),
            ],
            curvature: [
                self.combine(&constant, &twist),
                negative(self.combine(&rotation_slope(sz, l, xi), &w)),
                self.combine(&rotation_slope(sy, l, xi), &v),
            ],
        }
    }

    fn local(&self, v: Vector) -> Vector {
        [dot(v, self.triad.x), dot(v, self.triad.y), dot(v, self.triad.z)]
    }

    fn place(&self, xi: f64) -> Vector {
        add_scaled(self.start, xi * self.length, self.triad.x)
    }

    /// ∫ s sᵀ dm of a unit length of section, in global axes [kg m].
    fn second_moments(&self) -> Tensor {
        let (Triad { x, y, z }, [xx, yy, zz]) = (self.triad, self.second);
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| xx * x[i] * x[j] + yy * y[i] * y[j] + zz * z[i] * z[j]))
    }

    /// A tensor of ordinary space in the axes of the beam.
    fn in_local(&self, w: &Tensor) -> Tensor {
        let axes = [self.triad.x, self.triad.y, self.triad.z];
        axes.map(|a| axes.map(|b| dot(a, applied(w, b))))
    }

    /// Sum over Gauss points; exact for this interpolation.
    fn integrate(&self, mut add: impl FnMut(f64, f64, &Field)) {
        for (xi, weight) in GAUSS {
            add(xi, weight * self.length, &self.field(xi));
        }
    }

    /// Θ(W) = ∫ϱA N_uᵀ W N_u + N_fᵀ T(W) N_f.
    pub(super) fn inertia_form(&self, w: &Tensor) -> Dense {
        let mut sum = Dense::zeros(self.size(), self.size());
        let (along, turning) = (self.in_local(w), self.in_local(&turning_form(&self.second_moments(), w)));
        self.integrate(|_, dx, field| {
            for a in 0..3 {
                for b in 0..3 {
                    let (d, t) = (&field.displacement, &field.rotation);
                    add_outer(&mut sum, dx * self.mass * along[a][b], &d[a], &d[b]);
                    add_outer(&mut sum, dx * turning[a][b], &t[a], &t[b]);
                }
            }
        });
        sum
    }

    /// ∫ϱA N_uᵀ (a_o + B ρ) + N_fᵀ ∫ s × B s.
    pub(super) fn inertia_load(&self, frame: &MovingFrame) -> Vec<f64> {
        let mut load = vec![0.0; self.size()];
        let moment = self.local(turning_moment(&self.second_moments(), &frame.field()));
        self.integrate(|xi, dx, field| {
            let felt = self.local(frame.acceleration_at(self.place(xi)));
            for a in 0..3 {
                for (sum, (d, t)) in load.iter_mut().zip(field.displacement[a].iter().zip(&field.rotation[a]))
                {
                    *sum += dx * (self.mass * felt[a] * d + moment[a] * t);
                }
            }
        });
        load
    }

    /// ∫ N_fᵀ (sym(B S) − tr(B S) 1) N_f.
    pub(super) fn arms(&self, frame: &MovingFrame) -> Dense {
        let mut sum = Dense::zeros(self.size(), self.size());
        let arms = self.in_local(&turning_arms(&self.second_moments(), &frame.field()));
        self.integrate(|_, dx, field| {
            for (row, a) in arms.iter().zip(&field.rotation) {
                for (arm, b) in row.iter().zip(&field.rotation) {
                    add_symmetric(&mut sum, dx * arm, a, b);
                }
            }
        });
        sum
    }

    /// Force and moment in the section at ξ, from those on the first end and the loads between.
    fn section(&self, end: &Section, xi: f64, frame: Option<&MovingFrame>) -> Section {
        let (x, s) = (self.triad.x, xi * self.length);
        let Section { mut force, mut moment, mut applied } = *end;
        moment = add_scaled(moment, -s, cross(x, force));
        if let Some(frame) = frame {
            // Inertia force per length grows linearly from the first end to the second.
            let first = frame.acceleration_at(self.start).map(|c| -c * self.mass);
            let last = frame.acceleration_at(self.place(1.0)).map(|c| -c * self.mass);
            let growth = [0, 1, 2].map(|k| (last[k] - first[k]) / self.length);
            applied = turning_moment(&self.second_moments(), &frame.field()).map(|c| -c);
            force = add_scaled(add_scaled(force, -s, first), -0.5 * s * s, growth);
            let lever = add_scaled(first.map(|c| 0.5 * s * s * c), s.powi(3) / 6.0, growth);
            moment = add_scaled(add_scaled(moment, 1.0, cross(x, lever)), -s, applied);
        }
        Section { force, moment, applied }
    }

    /// K^G of the forces `nodal` that act on the element's ends, and of inertia forces between them.
    ///
    /// # Equation
    /// The second variation of the sum of ½∫N(v′² + w′²), −∫(V_y v′ + V_z w′)u′, ∫φ_x(M_y φ_z′ − M_z φ_y′),
    /// −∫φ_x(V_z γ_y − V_y γ_z), ½∫M_x(φ_z φ_y′ − φ_z′ φ_y), ½∫φ_x(m_z φ_y − m_y φ_z) with m the moment applied along the
    /// axis, and ½φ_x(M_z φ_y − M_y φ_z) at the ends. A rigid rotation of the element turns every end force
    /// with it, and every end moment by half; at a joint, where moments balance, these halves cancel.
    pub(super) fn geometric_stiffness(&self, nodal: &[f64], frame: Option<&MovingFrame>) -> Dense {
        let n = self.size();
        let pick = |first: usize| [nodal[first], nodal[first + 1], nodal[first + 2]].map(|c| -c);
        let end = if self.spatial {
            Section { force: pick(0), moment: pick(3), applied: [0.0; 3] }
        } else {
            Section { force: [-nodal[0], -nodal[1], 0.0], moment: [0.0, 0.0, -nodal[2]], applied: [0.0; 3] }
        };
        let mut sum = Dense::zeros(n, n);
        for (xi, weight) in GAUSS {
            let section = self.section(&end, xi, frame);
            self.add_stress(&mut sum, weight * self.length, &self.field(xi), &section);
        }
        if self.spatial {
            for (xi, sign) in [(0.0, -1.0), (1.0, 1.0)] {
                let [_, my, mz] = self.local(self.section(&end, xi, frame).moment);
                let [tx, ty, tz] = &self.field(xi).rotation;
                add_symmetric(&mut sum, sign * mz, tx, ty);
                add_symmetric(&mut sum, -sign * my, tx, tz);
            }
        }
        sum
    }

    /// The integrand of K^G at a place; `add_symmetric` takes half of both orders, hence the factors of two.
    fn add_stress(&self, sum: &mut Dense, dx: f64, field: &Field, section: &Section) {
        let [n, vy, vz] = self.local(section.force);
        let [mx, my, mz] = self.local(section.moment);
        let [stretch, v, w] = &field.slope;
        add_symmetric(sum, dx * n, v, v);
        add_symmetric(sum, -2.0 * dx * vy, stretch, v);
        if !self.spatial {
            return;
        }
        add_symmetric(sum, dx * n, w, w);
        add_symmetric(sum, -2.0 * dx * vz, stretch, w);
        let [tx, ty, tz] = &field.rotation;
        let [_, cy, cz] = &field.curvature;
        add_symmetric(sum, 2.0 * dx * my, tx, cz);
        add_symmetric(sum, -2.0 * dx * mz, tx, cy);
        // γ_y = v′ − φ_z, γ_z = w′ + φ_y.
        let shear_y: Row = v.iter().zip(tz).map(|(a, b)| a - b).collect();
        let shear_z: Row = w.iter().zip(ty).map(|(a, b)| a + b).collect();
        add_symmetric(sum, -2.0 * dx * vz, tx, &shear_y);
        add_symmetric(sum, 2.0 * dx * vy, tx, &shear_z);
        let [_, applied_y, applied_z] = self.local(section.applied);
        add_symmetric(sum, dx * applied_z, tx, ty);
        add_symmetric(sum, -dx * applied_y, tx, tz);
        add_symmetric(sum, dx * mx, tz, cy);
        add_symmetric(sum, -dx * mx, cz, ty);
    }
}

#[cfg(test)]
mod tests {
    use super::super::moving::{SpinAxis, product, tilde};
    use super::*;

    fn slender(spatial: bool, shear: [f64; 2], second: [f64; 3]) -> MovingBeam {
        let axis = if spatial { [0.6, 0.0, 0.8] } else { [0.6, 0.8, 0.0] };
        let triad = if spatial {
            Triad::of_member(axis, Some([0.3, 1.0, 0.1])).unwrap()
        } else {
            Triad { x: axis, y: [-0.8, 0.6, 0.0], z: [0.0, 0.0, 1.0] }
        };
        MovingBeam { spatial, start: [0.3, -0.2, 0.0], length: 0.7, triad, mass: 1.9, second, shear }
    }

    /// exp(φ̃), Rodrigues' formula.
    fn turned(phi: Vector, v: Vector) -> Vector {
        let angle = dot(phi, phi).sqrt();
        if angle == 0.0 {
            return v;
        }
        let once = cross(phi, v);
        let s = angle.sin() / angle;
        let c = 2.0 * (0.5 * angle).sin().powi(2) / (angle * angle);
        add_scaled(add_scaled(v, s, once), c, cross(phi, once))
    }

    /// Second derivative at t = 0 by differences of order eight.
    fn second_difference(position: impl Fn(f64) -> Vector) -> Vector {
        const H: f64 = 0.02;
        const WEIGHTS: [f64; 5] = [-205.0 / 72.0, 8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0];
        let mut sum = position(0.0).map(|c| c * WEIGHTS[0]);
        for (k, weight) in WEIGHTS.iter().enumerate().skip(1) {
            let t = H * k as f64;
            sum = add_scaled(add_scaled(sum, *weight, position(t)), *weight, position(-t));
        }
        sum.map(|c| c / (H * H))
    }

    /// Virtual work of inertia of a solid beam whose points are followed through space, against the named matrices:
    /// planar and spatial, shear-rigid and shear-flexible, with and without rotary inertia.
    #[test]
    fn inertia_forces_equal_those_of_points_followed_through_space() {
        let cases = [
            slender(true, [0.0; 2], [0.0, 0.02, 0.05]),
            slender(true, [0.4, 0.9], [0.01, 0.02, 0.05]),
            slender(true, [0.0; 2], [0.0; 3]),
            slender(false, [0.0; 2], [0.0, 0.03, 0.0]),
            slender(false, [0.6, 0.0], [0.0, 0.03, 0.0]),
        ];
        for beam in cases {
            let planar = |v: Vector| if beam.spatial { v } else { [v[0], v[1], 0.0] };
            let about = |v: Vector| if beam.spatial { v } else { [0.0, 0.0, v[2]] };
            let frame = MovingFrame {
                point: [0.0; 3],
                acceleration: planar([0.7, -1.1, 0.4]),
                velocity: about([0.8, -0.5, 1.3]),
                angular_acceleration: about([-1.7, 0.6, 2.1]),
            };
            let n = beam.size();
            let wave =
                |k: usize, phase: f64| (0..n).map(|i| ((i * k) as f64 + phase).sin()).collect::<Vec<f64>>();
            let [x, v, a] = [wave(3, 0.2), wave(5, 1.1), wave(7, -0.4)];
            let brute = brute_force(&beam, &frame, [&x, &v, &a]);
            let twice = beam.inertia_form(&frame.coriolis());
            let one = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let mut named = beam.inertia_load(&frame);
            for (matrix, factor, vector) in [
                (beam.inertia_form(&one), 1.0, &a),
                (twice, 2.0, &v),
                (beam.inertia_form(&frame.euler()), 1.0, &x),
                (beam.inertia_form(&frame.centrifugal()), 1.0, &x),
            ] {
                let part = matrix.multiply_vector(vector);
                named.iter_mut().zip(part).for_each(|(s, p)| *s += factor * p);
            }
            let scale = brute.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
            for (found, expected) in named.iter().zip(&brute) {
                assert!((found - expected).abs() < 1e-9 * scale, "{found} against {expected}");
            }
        }
    }

    fn brute_force(beam: &MovingBeam, frame: &MovingFrame, [x, v, a]: [&[f64]; 3]) -> Vec<f64> {
        let axes = [beam.triad.x, beam.triad.y, beam.triad.z];
        let global = |c: [f64; 3]| (0..3).fold([0.0; 3], |sum, k| add_scaled(sum, c[k], axes[k]));
        let of = |row: &Row, y: &[f64]| row.iter().zip(y).map(|(r, y)| r * y).sum::<f64>();
        let mut work = vec![0.0; beam.size()];
        for (xi, weight) in GAUSS {
            let field = beam.field(xi);
            // Eight points with the second moments of the section.
            for corner in 0..8 {
                let sign = |bit: usize| if corner >> bit & 1 == 0 { 1.0 } else { -1.0 };
                let arm = [0, 1, 2].map(|k| sign(k) * (beam.second[k] / beam.mass).sqrt());
                let motion = |y: &[f64]| {
                    let d = [0, 1, 2].map(|k| of(&field.displacement[k], y));
                    let t = [0, 1, 2].map(|k| of(&field.rotation[k], y));
                    global(add_scaled(d, 1.0, cross(t, arm)))
                };
                let rest = add_scaled(beam.place(xi), 1.0, global(arm));
                let [d, d_dot, d_ddot] = [motion(x), motion(v), motion(a)];
                let acceleration = second_difference(|t| {
                    let phi =
                        add_scaled(frame.velocity.map(|c| c * t), 0.5 * t * t, frame.angular_acceleration);
                    let inside =
                        add_scaled(add_scaled(add_scaled(rest, 1.0, d), t, d_dot), 0.5 * t * t, d_ddot);
                    add_scaled(turned(phi, inside), 0.5 * t * t, frame.acceleration)
                });
                for (j, sum) in work.iter_mut().enumerate() {
                    let mut unit = vec![0.0; beam.size()];
                    unit[j] = 1.0;
                    *sum += weight * beam.length * beam.mass / 8.0 * dot(motion(&unit), acceleration);
                }
            }
        }
        work
    }

    /// Coriolis and Euler forms are skew, the centrifugal one is symmetric and nowhere positive.
    #[test]
    fn forms_have_the_symmetry_of_their_tensor() {
        for beam in
            [slender(true, [0.2, 0.5], [0.01, 0.02, 0.05]), slender(false, [0.0; 2], [0.0, 0.03, 0.0])]
        {
            let omega = if beam.spatial { [0.3, -1.1, 0.7] } else { [0.0, 0.0, 1.4] };
            let (skew, square) = (tilde(omega), product(&tilde(omega), &tilde(omega)));
            let (c, k) = (beam.inertia_form(&skew), beam.inertia_form(&square));
            let scale = c.max_abs();
            for i in 0..beam.size() {
                for j in 0..beam.size() {
                    assert!((c[(i, j)] + c[(j, i)]).abs() < 1e-15 * scale.max(1.0));
                    assert!((k[(i, j)] - k[(j, i)]).abs() < 1e-15 * scale.max(1.0));
                }
            }
            let largest = lissom_linalg::eigen::symmetric(&k).unwrap().values.pop().unwrap();
            assert!(largest < 1e-15, "{largest}");
        }
    }

    /// The planar Coriolis form against its closed form: X_ub = −ρA L [[7/20, L/20, 3/20, −L/30], …]
    /// \[Scutaru2012, §1\] with Bernoulli's interpolation.
    #[test]
    fn the_planar_coriolis_form_equals_its_closed_form() {
        let (l, mass) = (0.7, 1.9);
        let triad = Triad { x: [1.0, 0.0, 0.0], y: [0.0, 1.0, 0.0], z: [0.0, 0.0, 1.0] };
        let beam = MovingBeam {
            spatial: false,
            start: [0.0; 3],
            length: l,
            triad,
            mass,
            second: [0.0, 0.4, 0.0],
            shear: [0.0; 2],
        };
        let x = beam.inertia_form(&tilde([0.0, 0.0, 1.0]));
        let rows =
            [[7.0 / 20.0, l / 20.0, 3.0 / 20.0, -l / 30.0], [3.0 / 20.0, l / 30.0, 7.0 / 20.0, -l / 20.0]];
        for (row, u) in rows.iter().zip([0, 3]) {
            for (value, b) in row.iter().zip([1, 2, 4, 5]) {
                assert!((x[(u, b)] + mass * l * value).abs() < 1e-15, "({u}, {b})");
                assert!((x[(b, u)] - mass * l * value).abs() < 1e-15, "({b}, {u})");
            }
        }
        assert!(x[(1, 4)].abs() < 1e-16 && x[(0, 3)].abs() < 1e-16);
    }

    /// Torsion about the spin axis is neutral: T(ω̃²) + K^G of the sections vanishes where φ_x meets φ_x.
    #[test]
    fn torsion_about_the_spin_axis_is_neutral() {
        let beam = slender(true, [0.0; 2], [0.0, 0.02, 0.05]);
        let frame = SpinAxis { direction: beam.triad.x, point: beam.start }.at_speed(3.0);
        let mut sum = beam.inertia_form(&frame.centrifugal());
        sum.add_scaled(1.0, &beam.arms(&frame));
        let twist = [beam.turn(0, beam.triad.x), beam.turn(1, beam.triad.x)];
        for a in &twist {
            let of: f64 = sum.multiply_vector(a).iter().zip(a).map(|(x, y)| x * y).sum();
            assert!(of.abs() < 1e-15 * sum.max_abs(), "{of}");
        }
    }
}
