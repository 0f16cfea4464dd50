//! Building machines part by part.

use super::elements::{BeamMeasure, BeamShape, Inertia, JointShape, Shape};
use super::machine::{Orientation, Point, Preference, SpatialMachine, SpatialPart};
use super::rotation::{Axes, Rotation};
use crate::elements::{Deformation, bending_stiffness};
use crate::error::MechError;
use crate::laws::TimeLawsBuilder;
use crate::system::Size;
use crate::vector::{Triad, Vector, cross, dot, norm, sub, unit};
use lissom_linalg::{Dense, eigen};
use lissom_model::Span;
use lissom_model::model::Law;
use lissom_symbolic::{Expressions, Number};

/// The end of a part: a point, and an orientation (none: that of the ground).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpatialEnd {
    /// The point.
    pub point: usize,
    /// The orientation.
    pub orientation: Option<usize>,
}

/// Everything of a beam but its ends.
#[derive(Clone, Copy, Debug)]
pub struct BeamProperties {
    /// EA [N].
    pub axial: f64,
    /// GJ [N m²].
    pub torsion: f64,
    /// EI about local y and z [N m²].
    pub bending: [f64; 2],
    /// 12EI/(κGA l²) for bending about y and z [-].
    pub shear: [f64; 2],
    /// ρA [kg/m].
    pub mass: f64,
    /// ρJ, ρI_y, ρI_z [kg m].
    pub rotary: [f64; 3],
    /// Which of the six deformations may occur.
    pub flexible: [bool; 6],
    /// How slopes are measured.
    pub measure: BeamMeasure,
    /// Whether bending shortens the chord.
    pub shortening: bool,
    /// Damping over stiffness [s].
    pub kelvin_voigt: f64,
    /// Direction in the local x-y plane.
    pub y_axis: Option<Vector>,
}

impl Default for BeamProperties {
    fn default() -> Self {
        Self {
            axial: 0.0,
            torsion: 0.0,
            bending: [0.0; 2],
            shear: [0.0; 2],
            mass: 0.0,
            rotary: [0.0; 3],
            flexible: [true; 6],
            measure: BeamMeasure::Angle,
            shortening: true,
            kelvin_voigt: 0.0,
            y_axis: None,
        }
    }
}

const BEAM: [&str; 6] = [
    "elongation",
    "twist",
    "bending about y at the first end",
    "bending about y at the second end",
    "bending about z at the first end",
    "bending about z at the second end",
];

fn deformation(name: &'static str, unit: &'static str, flexible: bool, size: Size) -> Deformation {
    Deformation { name, unit, flexible, size, drive: None }
}

impl SpatialMachine {
    /// An empty machine in a field of gravity [m/s²].
    #[must_use]
    pub fn named(name: &str, gravity: Vector) -> Self {
        Self { name: name.to_owned(), gravity, ..Self::default() }
    }

    /// Adds a point.
    pub fn point(&mut self, name: &str, position: Vector, fixed: bool) -> usize {
        self.points.push(Point { name: name.to_owned(), position, fixed, moved: [0.0; 3] });
        self.points.len() - 1
    }

    /// Adds an orientation at a point.
    pub fn orientation(&mut self, name: &str, point: usize, fixed: bool) -> usize {
        let attitude = Rotation::IDENTITY;
        let (name, turned) = (name.to_owned(), [0.0; 3]);
        self.orientations.push(Orientation { name, point, fixed, turned, attitude });
        self.orientations.len() - 1
    }

    /// Adds a point with an orientation of its own.
    pub fn node(&mut self, name: &str, position: Vector, fixed: bool) -> SpatialEnd {
        let point = self.point(name, position, fixed);
        SpatialEnd { point, orientation: Some(self.orientation(name, point, fixed)) }
    }

    /// The number of a deformation of a part.
    #[must_use]
    pub fn measure(&self, part: usize, own: usize) -> usize {
        self.parts[..part].iter().map(|p| p.deformations.len()).sum::<usize>() + own
    }

    /// A triad of the reference configuration in the axes of an orientation.
    fn own_axes(&self, orientation: Option<usize>, triad: &Axes) -> Axes {
        let attitude = orientation.map_or(Rotation::IDENTITY, |o| self.orientations[o].attitude);
        triad.map(|axis| attitude.inverse().turn(axis))
    }

    /// The axes of the model in those of an orientation.
    pub(super) fn model_axes(&self, orientation: Option<usize>) -> Axes {
        self.own_axes(orientation, &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    }

    fn add(&mut self, part: SpatialPart) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    /// From the first to the second point in the reference configuration.
    fn between(&self, p: usize, q: usize) -> Vector {
        sub(self.points[q].position, self.points[p].position)
    }

    /// Adds a beam of one element.
    ///
    /// # Errors
    /// When it has no direction, or its `y_axis` is parallel to it.
    pub fn beam(
        &mut self,
        name: &str,
        ends: [SpatialEnd; 2],
        has: &BeamProperties,
    ) -> Result<usize, MechError> {
        let reference = self.between(ends[0].point, ends[1].point);
        let triad = Triad::of_member(reference, has.y_axis)
            .ok_or_else(|| MechError::NoTriad { beam: name.to_owned() })?;
        let length = norm(reference);
        let triads = ends.map(|end| self.own_axes(end.orientation, &[triad.x, triad.y, triad.z]));
        let shape = BeamShape {
            reference,
            triads,
            measure: has.measure,
            shortening: has.shortening,
            shear: has.shear,
        };
        let mut part = SpatialPart::new(
            name,
            ends.map(|e| Some(e.point)),
            ends.map(|e| e.orientation),
            Shape::Beam(shape),
        );
        let each = BEAM.iter().zip(has.flexible);
        part.deformations =
            each.map(|(name, flexible)| deformation(name, "m", flexible, Size::Small)).collect();
        part.preference = Preference::Elastic;
        part.stiffness = beam_stiffness(has, length);
        if has.kelvin_voigt != 0.0 {
            part.damping = part.stiffness.iter().map(|s| has.kelvin_voigt * s).collect();
        }
        if has.mass != 0.0 || has.rotary != [0.0; 3] {
            part.inertia = Some(Inertia::of_beam(has.mass, has.rotary, length, &triads));
            part.spread_mass = has.mass * length;
        }
        Ok(self.add(part))
    }

    /// Adds a bar or spring between two points: EA/l or a spring rate, a damping, a mass; held at its length if not flexible.
    pub fn bar(
        &mut self,
        name: &str,
        points: [usize; 2],
        stiffness: f64,
        damping: f64,
        mass: f64,
        flexible: bool,
    ) -> usize {
        let reference = self.between(points[0], points[1]);
        let mut part = SpatialPart::new(name, points.map(Some), [None; 2], Shape::Distance { reference });
        part.deformations = vec![deformation("elongation", "m", flexible, Size::Small)];
        part.preference = Preference::Elastic;
        if flexible {
            part.stiffness = vec![stiffness];
        }
        if damping != 0.0 {
            part.damping = vec![damping];
        }
        part.inertia = (mass != 0.0).then(|| Inertia::of_bar(mass));
        self.add(part)
    }

    /// Adds the mass of a rigid body to an end: mass, centre of mass from the point and inertia about the centre, both along
    /// the axes of the reference configuration.
    ///
    /// # Errors
    /// When the inertia is not symmetric, or negative.
    pub fn body(
        &mut self,
        name: &str,
        end: SpatialEnd,
        mass: f64,
        centre: Vector,
        inertia: [[f64; 3]; 3],
    ) -> Result<usize, MechError> {
        let principal = principal(name, &inertia)?;
        let own = |v: Vector| self.own_axes(end.orientation, &[v, v, v])[0];
        let principal = principal.map(|(j, axis)| (j, own(axis)));
        let mut part =
            SpatialPart::new(name, [Some(end.point), None], [end.orientation, None], Shape::Nothing);
        part.inertia = Some(Inertia::of_body(mass, own(centre), principal));
        Ok(self.add(part))
    }

    /// Adds relative rotations about an axis: angle, then swing about two others. `free` says which may occur.
    ///
    /// # Errors
    /// When the axis vanishes.
    pub fn rotation(
        &mut self,
        name: &str,
        orientations: [Option<usize>; 2],
        axis: Vector,
        free: [bool; 3],
    ) -> Result<usize, MechError> {
        let triad = around(name, axis, None)?;
        Ok(self.rotation_in(name, orientations, &triad, free))
    }

    /// The same with all axes given.
    pub fn rotation_in(
        &mut self,
        name: &str,
        orientations: [Option<usize>; 2],
        triad: &Axes,
        free: [bool; 3],
    ) -> usize {
        let triads = orientations.map(|o| self.own_axes(o, triad));
        let shape = Shape::Joint(JointShape::Rotation { triads });
        let mut part = SpatialPart::new(name, [None; 2], orientations, shape);
        let names = ["angle", "swing about the second axis", "swing about the third axis"];
        let each = names.iter().zip(free);
        part.deformations = each.map(|(name, free)| deformation(name, "rad", free, Size::Large)).collect();
        self.add(part)
    }

    /// Adds a hinge: a free angle about an axis.
    ///
    /// # Errors
    /// When the axis vanishes.
    pub fn hinge(
        &mut self,
        name: &str,
        orientations: [Option<usize>; 2],
        axis: Vector,
    ) -> Result<usize, MechError> {
        self.rotation(name, orientations, axis, [true, false, false])
    }

    /// Adds a universal joint with an axis fixed to each side.
    ///
    /// # Errors
    /// When an axis vanishes, or the axes are not perpendicular.
    pub fn universal(
        &mut self,
        name: &str,
        orientations: [Option<usize>; 2],
        axes: [Vector; 2],
    ) -> Result<usize, MechError> {
        let triad = around(name, axes[0], Some(axes[1]))?;
        let triads = orientations.map(|o| self.own_axes(o, &triad));
        let shape = Shape::Joint(JointShape::Universal { triads });
        let mut part = SpatialPart::new(name, [None; 2], orientations, shape);
        part.deformations = vec![
            deformation("angle between the axes", "rad", false, Size::Large),
            deformation("angle about the first axis", "rad", true, Size::Large),
            deformation("angle about the second axis", "rad", true, Size::Large),
        ];
        Ok(self.add(part))
    }

    /// Adds the position of a point in the frame of an end, along an axis and two others; `free` says which may change.
    ///
    /// # Errors
    /// When the axis vanishes.
    pub fn offset(
        &mut self,
        name: &str,
        from: SpatialEnd,
        point: usize,
        axis: Vector,
        free: [bool; 3],
    ) -> Result<usize, MechError> {
        let triad = around(name, axis, None)?;
        Ok(self.offset_in(name, from, point, &triad, free))
    }

    /// The same with all axes given.
    pub fn offset_in(
        &mut self,
        name: &str,
        from: SpatialEnd,
        point: usize,
        triad: &Axes,
        free: [bool; 3],
    ) -> usize {
        let reference = self.between(from.point, point);
        let start = triad.map(|a| dot(a, reference));
        let own = self.own_axes(from.orientation, triad);
        let shape = Shape::Joint(JointShape::Offset { triad: own, reference, start });
        let points = [Some(from.point), Some(point)];
        let mut part = SpatialPart::new(name, points, [from.orientation, None], shape);
        let names = ["shift along the axis", "shift along the second axis", "shift along the third axis"];
        let each = names.iter().zip(free);
        part.deformations = each.map(|(name, free)| deformation(name, "m", free, Size::Large)).collect();
        self.add(part)
    }

    /// Adds the coupling of a screw between two ends: a shift along the axis per turn.
    ///
    /// # Errors
    /// When the axis vanishes.
    pub fn screw(
        &mut self,
        name: &str,
        ends: [SpatialEnd; 2],
        axis: Vector,
        lead: f64,
    ) -> Result<usize, MechError> {
        let triad = around(name, axis, None)?;
        let reference = self.between(ends[0].point, ends[1].point);
        let triads = ends.map(|end| self.own_axes(end.orientation, &triad));
        let start = dot(triad[0], reference);
        let shape = Shape::Joint(JointShape::Screw { triads, reference, start, lead });
        let mut part =
            SpatialPart::new(name, ends.map(|e| Some(e.point)), ends.map(|e| e.orientation), shape);
        part.deformations = vec![deformation("shift beyond the lead", "m", false, Size::Large)];
        Ok(self.add(part))
    }
}

impl SpatialMachine {
    /// States the drives by polynomials of time: c₀ + c₁ t + c₂ t² + …
    ///
    /// # Errors
    /// When a coefficient is not finite.
    pub fn state_drives(&mut self, courses: &[(&str, &[f64])]) -> Result<(), MechError> {
        let mut store = Expressions::new();
        let t = store.symbol("t");
        let mut laws = Vec::new();
        for (name, coefficients) in courses {
            let mut sum = store.zero();
            for (power, c) in coefficients.iter().enumerate() {
                let number = Number::from_f64(*c).ok_or_else(|| MechError::Degenerate {
                    element: (*name).to_owned(),
                    reason: "a coefficient of its course is not a finite number",
                })?;
                let power = store.powi(t, power as i32);
                let term = store.scale(number, power);
                sum = store.add(sum, term);
            }
            laws.push((*name, Law { text: format!("{coefficients:?}"), expr: sum, span: Span::default() }));
        }
        let mut builder = TimeLawsBuilder::of_store(store);
        for (name, law) in &laws {
            self.drives.push(builder.add_with_rates(name, law)?);
        }
        self.laws = Some(builder.finish());
        Ok(())
    }

    /// Lets a deformation follow a drive, by its number.
    pub fn drive(&mut self, part: usize, own: usize, drive: usize) {
        let driven = &mut self.parts[part].deformations[own];
        driven.flexible = false;
        driven.drive = Some(drive);
    }

    /// Gives a part a diagonal stiffness and damping.
    pub fn support(&mut self, part: usize, stiffness: &[f64], damping: &[f64]) {
        let diagonal = |values: &[f64]| {
            let n = values.len();
            (0..n * n).map(|k| if k / n == k % n { values[k / n] } else { 0.0 }).collect::<Vec<f64>>()
        };
        let own = &mut self.parts[part];
        if stiffness.iter().any(|v| *v != 0.0) {
            own.stiffness = diagonal(stiffness);
        }
        if damping.iter().any(|v| *v != 0.0) {
            own.damping = diagonal(damping);
        }
    }
}

/// A triad with its first axis given, and its second near a given one.
fn around(name: &str, axis: Vector, second: Option<Vector>) -> Result<Axes, MechError> {
    let missing = || MechError::NoAxis { hinge: name.to_owned() };
    let a = unit(axis).ok_or_else(missing)?;
    // The smallest component shows a direction that is far from the axis.
    let least = (0..3).min_by(|i, j| a[*i].abs().total_cmp(&a[*j].abs())).unwrap_or(0);
    let mut away = [0.0; 3];
    away[least] = 1.0;
    let towards = second.unwrap_or(away);
    let b = unit(sub(towards, a.map(|c| c * dot(a, towards)))).ok_or_else(missing)?;
    Ok([a, b, cross(a, b)])
}

fn beam_stiffness(has: &BeamProperties, length: f64) -> Vec<f64> {
    let about = [0, 1].map(|k| bending_stiffness(has.bending[k], has.shear[k], length));
    let mut stiffness = vec![0.0; 36];
    stiffness[0] = has.axial / length;
    stiffness[7] = has.torsion / length.powi(3);
    for (block, form) in about.iter().enumerate() {
        for i in 0..2 {
            for j in 0..2 {
                let first = 2 + 2 * block;
                stiffness[(first + i) * 6 + first + j] = form[i][j];
            }
        }
    }
    stiffness
}

/// Principal inertias and axes.
fn principal(name: &str, inertia: &[[f64; 3]; 3]) -> Result<[(f64, Vector); 3], MechError> {
    let bad = |reason| MechError::Degenerate { element: name.to_owned(), reason };
    let is_diagonal = (0..3).all(|i| (0..3).all(|j| i == j || inertia[i][j] == 0.0));
    if is_diagonal {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        return Ok([0, 1, 2].map(|k| (inertia[k][k], axes[k])));
    }
    let matrix = Dense::from_fn(3, 3, |i, j| inertia[i][j]);
    let found = eigen::symmetric(&matrix).map_err(|_| bad("its inertia has no principal axes"))?;
    let column = |k: usize| [0, 1, 2].map(|i| found.vectors[(i, k)]);
    Ok([0, 1, 2].map(|k| (found.values[k], column(k))))
}
