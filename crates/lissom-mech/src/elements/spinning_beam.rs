//! A beam element in a frame that turns, planar or spatial: the same integrals over rows of its coordinates.

use super::beam_inertia::{deflection, rotation, rotation_slope, slope};
use super::spinning::{GAUSS, SpinAxis, SpinInertia, add_symmetric, turning_matter};
use crate::vector::{Triad, Vector, add_scaled, cross, dot};
use lissom_linalg::Dense;

/// What spinning needs to know of a beam element.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpinningBeam {
    /// Coordinates (r, ϑ) of both ends, twelve in space; six in the plane.
    pub spatial: bool,
    /// Position of the first end [m].
    pub start: Vector,
    /// Reference length [m].
    pub length: f64,
    pub triad: Triad,
    /// ρA [kg/m].
    pub mass: f64,
    /// ∫ s sᵀ dm of a unit length, along local x, y and z: what belongs to the rotary inertias of the mass matrix, so that
    /// both know the same principal axes [kg m].
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

/// Force and moment in a section: what the part behind it does to the part before it, in global axes.
#[derive(Clone, Copy)]
struct Section {
    force: Vector,
    moment: Vector,
    /// Moment that acts on a unit length of the section from outside [N].
    applied: Vector,
}

impl SpinningBeam {
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
    fn second_moments(&self) -> [[f64; 3]; 3] {
        let (Triad { x, y, z }, [xx, yy, zz]) = (self.triad, self.second);
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| xx * x[i] * x[j] + yy * y[i] * y[j] + zz * z[i] * z[j]))
    }

    /// M_E, f_E and the arms of the sections, by integration that is exact for this interpolation.
    pub(super) fn inertia(&self, axis: &SpinAxis) -> SpinInertia {
        let n = self.size();
        let axes = [self.triad.x, self.triad.y, self.triad.z];
        let (sections, arms_of, moment) = turning_matter(&self.second_moments(), axis);
        let in_local = |m: &[[f64; 3]; 3], a: usize, b: usize| {
            (0..3).map(|i| (0..3).map(|j| axes[a][i] * m[i][j] * axes[b][j]).sum::<f64>()).sum::<f64>()
        };
        let moment = self.local(moment);
        let (mut softening, mut arms, mut load) = (Dense::zeros(n, n), Dense::zeros(n, n), vec![0.0; n]);
        for (xi, weight) in GAUSS {
            let field = self.field(xi);
            let dx = weight * self.length;
            let outwards = self.local(axis.arm(self.place(xi)));
            for a in 0..3 {
                for (sum, (d, t)) in load.iter_mut().zip(field.displacement[a].iter().zip(&field.rotation[a]))
                {
                    *sum += dx * (self.mass * outwards[a] * d + moment[a] * t);
                }
                for b in 0..3 {
                    let normal = self.mass * dot(axes[a], axis.normal(axes[b]));
                    let (da, db) = (&field.displacement[a], &field.displacement[b]);
                    add_symmetric(&mut softening, dx * normal, da, db);
                    let (ta, tb) = (&field.rotation[a], &field.rotation[b]);
                    add_symmetric(&mut softening, dx * in_local(&sections, a, b), ta, tb);
                    add_symmetric(&mut arms, dx * in_local(&arms_of, a, b), ta, tb);
                }
            }
        }
        SpinInertia { softening, load, arms }
    }

    /// Force and moment in the section at ξ, from those on the first end and what acts between.
    fn section(&self, end: &Section, xi: f64, axis: Option<&SpinAxis>) -> Section {
        let (x, s) = (self.triad.x, xi * self.length);
        let Section { mut force, mut moment, mut applied } = *end;
        moment = add_scaled(moment, -s, cross(x, force));
        if let Some(axis) = axis {
            // Centrifugal force per length grows linearly from the first end to the second.
            let first = axis.arm(self.start).map(|c| c * self.mass);
            let last = axis.arm(self.place(1.0)).map(|c| c * self.mass);
            let growth = [0, 1, 2].map(|k| (last[k] - first[k]) / self.length);
            (_, _, applied) = turning_matter(&self.second_moments(), axis);
            force = add_scaled(add_scaled(force, -s, first), -0.5 * s * s, growth);
            let lever = add_scaled(first.map(|c| 0.5 * s * s * c), s.powi(3) / 6.0, growth);
            moment = add_scaled(add_scaled(moment, 1.0, cross(x, lever)), -s, applied);
        }
        Section { force, moment, applied }
    }

    /// K^G of the forces `nodal` that act on the element's ends, and of centrifugal force between them.
    ///
    /// # Equation
    /// The second variation of the sum of ½∫N(v′² + w′²), −∫(V_y v′ + V_z w′)u′, ∫φ_x(M_y φ_z′ − M_z φ_y′),
    /// −∫φ_x(V_z γ_y − V_y γ_z), ½∫M_x(φ_z φ_y′ − φ_z′ φ_y), ½∫φ_x(m_z φ_y − m_y φ_z) with m the moment applied along the
    /// axis, and ½φ_x(M_z φ_y − M_y φ_z) at the ends. A rigid rotation of the element turns every end force with it, and
    /// every end moment by half; at a joint, where moments balance, the halves cancel.
    pub(super) fn geometric_stiffness(&self, nodal: &[f64], axis: Option<&SpinAxis>) -> Dense {
        let n = self.size();
        let pick = |first: usize| [nodal[first], nodal[first + 1], nodal[first + 2]].map(|c| -c);
        let end = if self.spatial {
            Section { force: pick(0), moment: pick(3), applied: [0.0; 3] }
        } else {
            Section { force: [-nodal[0], -nodal[1], 0.0], moment: [0.0, 0.0, -nodal[2]], applied: [0.0; 3] }
        };
        let mut sum = Dense::zeros(n, n);
        for (xi, weight) in GAUSS {
            let section = self.section(&end, xi, axis);
            self.add_stress(&mut sum, weight * self.length, &self.field(xi), &section);
        }
        if self.spatial {
            for (xi, sign) in [(0.0, -1.0), (1.0, 1.0)] {
                let [_, my, mz] = self.local(self.section(&end, xi, axis).moment);
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
