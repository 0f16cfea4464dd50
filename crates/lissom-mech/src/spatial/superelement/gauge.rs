//! Which motion of a part is the motion of its frame: Z d = 0, and the deformations s = C d that are left.
//!
//! The interfaces' frame lies in the mean of their places; it turns with the places, Σ Yᵢ×uᵢ along each principal axis of the
//! places, and with the mean of the rotations about axes that places leave open (both ends on that axis). That of the mass has no
//! momentum of deformation: Z = (QᵀMQ)⁻¹QᵀM with rigid motions Q about the centre of mass. The part of d that is left is found by
//! elimination with the largest remainder: displacements are given up first, amplitudes last.

use crate::error::MechError;
use crate::parts::moving_part::{MovingPart, PartFrame};
use crate::vector::{Triad, Vector, cross, dot, norm, sub, unit};
use lissom_linalg::{Dense, Lu, eigen};

/// Places whose spread about an axis is below this share of their spread at all do not turn the frame about it.
const OPEN: f64 = 1e-6;

/// Remainders below this share are rounding.
const DEPENDENT: f64 = 1e-6;

/// Imposed and elastic deformations of a part as rows over d.
pub(super) struct Gauge {
    /// Z, one row for each rigid motion.
    pub imposed: Vec<Vec<f64>>,
    /// C.
    pub kept: Vec<Vec<f64>>,
    /// Which motion each row of C is.
    pub motions: Vec<Kept>,
    /// d = B s (N rows).
    pub basis: Dense,
}

/// A motion that is a deformation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// Of an interface: along (0 to 2) or about (3 to 5) an axis.
    Interface(usize, usize),
    /// An amplitude.
    Amplitude(usize),
}

/// Axes of deformations, and whether the first is the line between two interfaces.
pub(super) fn axes(part: &MovingPart, planar: bool) -> ([Vector; 3], Option<usize>) {
    let global = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let [first, second] = &part.interfaces[..] else { return (global, None) };
    let Some(x) = unit(sub(second.position, first.position)) else { return (global, None) };
    if let Some(k) = (0..3).find(|k| x[*k].abs() > 1.0 - 1e-12) {
        return (global, Some(k));
    }
    if planar || x[2] == 0.0 {
        let z = [0.0, 0.0, 1.0];
        return ([x, cross(z, x), z], Some(0));
    }
    match Triad::of_member(x, None) {
        Some(triad) => ([triad.x, triad.y, triad.z], Some(0)),
        None => (global, None),
    }
}

/// The origin of the frame in the reference configuration.
pub(super) fn origin(part: &MovingPart) -> Vector {
    match part.frame {
        PartFrame::Interface(k) => part.interfaces[k].position,
        PartFrame::Mass => part.integrals.centre(),
        PartFrame::Interfaces => mean(part),
    }
}

fn mean(part: &MovingPart) -> Vector {
    let n = part.interfaces.len().max(1) as f64;
    [0, 1, 2].map(|a| part.interfaces.iter().map(|i| i.position[a]).sum::<f64>() / n)
}

/// Entries of d that are motions of the machine.
pub(super) fn present(part: &MovingPart, planar: bool) -> Vec<usize> {
    let n = part.interfaces.len();
    let is_present = |k: usize| match (k / 6 < n, k % 6) {
        (false, _) => true,
        (true, 0 | 1) => true,
        (true, 2) => !planar,
        (true, 5) => part.interfaces[k / 6].turns,
        (true, _) => !planar && part.interfaces[k / 6].turns,
    };
    (0..part.motions()).filter(|k| is_present(*k)).collect()
}

impl Gauge {
    /// # Errors
    /// If the frame is not determined by what it should follow.
    pub fn of(part: &MovingPart, planar: bool) -> Result<Self, MechError> {
        let degenerate = |reason| MechError::Degenerate { element: format!("FE part {}", part.name), reason };
        let present = present(part, planar);
        let imposed = match part.frame {
            PartFrame::Interface(k) => Ok(of_interface(part, k, planar)),
            PartFrame::Mass => of_mass(part, planar),
            PartFrame::Interfaces => of_interfaces(part, planar),
        };
        let imposed = imposed.map_err(degenerate)?;
        let (axes, _) = axes(part, planar);
        let candidates = candidates(part, &present, &axes);
        let given_up = given_up(part, &imposed, &candidates)
            .ok_or_else(|| degenerate("its interfaces do not determine a frame; use frame = \"mass\""))?;
        let (mut kept, mut motions) = (Vec::new(), Vec::new());
        for (k, (motion, row)) in candidates.into_iter().enumerate() {
            if !given_up.contains(&k) {
                motions.push(motion);
                kept.push(row);
            }
        }
        let size = present.len();
        let all = Dense::from_fn(size, size, |i, j| {
            imposed.get(i).or_else(|| kept.get(i - imposed.len())).map_or(0.0, |row| row[present[j]])
        });
        let lu = Lu::factor(&all)
            .map_err(|_| degenerate("its frame and its deformations depend on each other"))?;
        let mut unit = Dense::from_fn(size, kept.len(), |i, j| f64::from(u8::from(i == imposed.len() + j)));
        lu.solve_in_place(&mut unit);
        let mut basis = Dense::zeros(part.motions(), kept.len());
        for (i, k) in present.iter().enumerate() {
            (0..kept.len()).for_each(|j| basis[(*k, j)] = unit[(i, j)]);
        }
        Ok(Self { imposed, kept, motions, basis })
    }
}

/// Rigid motions that a machine has: all six, or three of the plane.
pub(super) fn rigid(planar: bool) -> &'static [usize] {
    if planar { &[0, 1, 5] } else { &[0, 1, 2, 3, 4, 5] }
}

fn of_interface(part: &MovingPart, k: usize, planar: bool) -> Vec<Vec<f64>> {
    let row = |j: &usize| {
        let mut row = vec![0.0; part.motions()];
        row[6 * k + j] = 1.0;
        row
    };
    rigid(planar).iter().map(row).collect()
}

fn of_mass(part: &MovingPart, planar: bool) -> Result<Vec<Vec<f64>>, &'static str> {
    let all = part.rigid_motions(part.integrals.centre());
    let columns: Vec<Vec<f64>> = rigid(planar).iter().map(|j| all.column(*j).to_vec()).collect();
    let q = Dense::from_columns(part.motions(), &columns);
    let heavy = q.transpose_matmul(&part.mass);
    let lu = Lu::factor(&heavy.matmul(&q)).map_err(|_| "its mass does not determine a frame")?;
    let mut rows = heavy;
    lu.solve_in_place(&mut rows);
    Ok((0..rows.rows()).map(|i| (0..rows.cols()).map(|j| rows[(i, j)]).collect()).collect())
}

fn of_interfaces(part: &MovingPart, planar: bool) -> Result<Vec<Vec<f64>>, &'static str> {
    let (n, middle) = (part.interfaces.len(), mean(part));
    let places: Vec<Vector> = part.interfaces.iter().map(|i| sub(i.position, middle)).collect();
    let mut rows = Vec::new();
    for a in 0..if planar { 2 } else { 3 } {
        let mut row = vec![0.0; part.motions()];
        (0..n).for_each(|i| row[6 * i + a] = 1.0 / n as f64);
        rows.push(row);
    }
    let spread: f64 = places.iter().map(|y| dot(*y, *y)).sum();
    let turning: Vec<usize> = (0..n).filter(|i| part.interfaces[*i].turns).collect();
    for (axis, about) in principal(&places, planar)? {
        let mut row = vec![0.0; part.motions()];
        if about > OPEN * spread {
            for (i, y) in places.iter().enumerate() {
                let lever = cross(axis, *y);
                (0..3).for_each(|a| row[6 * i + a] = lever[a] / about);
            }
        } else if turning.is_empty() {
            return Err("its interfaces do not determine a frame: none has rotations");
        } else {
            for i in &turning {
                (0..3).for_each(|a| row[6 * i + 3 + a] = axis[a] / turning.len() as f64);
            }
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Principal axes of places with Σ |Y|² − (n·Y)² about them.
fn principal(places: &[Vector], planar: bool) -> Result<Vec<(Vector, f64)>, &'static str> {
    let about = |axis: Vector| -> f64 { places.iter().map(|y| dot(*y, *y) - dot(axis, *y).powi(2)).sum() };
    if planar {
        let z = [0.0, 0.0, 1.0];
        return Ok(vec![(z, about(z))]);
    }
    let form = Dense::from_fn(3, 3, |i, j| {
        places.iter().map(|y| if i == j { dot(*y, *y) } else { 0.0 } - y[i] * y[j]).sum()
    });
    let found = eigen::symmetric(&form).map_err(|_| "its interfaces have no principal axes")?;
    let axis = |k: usize| [0, 1, 2].map(|i| found.vectors[(i, k)]);
    Ok((0..3).map(|k| (axis(k), about(axis(k)).max(0.0))).collect())
}

/// All motions that can be deformations, as rows over d: displacements, rotations, amplitudes.
fn candidates(part: &MovingPart, present: &[usize], axes: &[Vector; 3]) -> Vec<(Kept, Vec<f64>)> {
    let inner = 6 * part.interfaces.len();
    let each = present.iter().map(|k| {
        let mut row = vec![0.0; part.motions()];
        if *k >= inner {
            row[*k] = 1.0;
            return (Kept::Amplitude(k - inner), row);
        }
        let (i, own) = (k / 6, k % 6);
        (0..3).for_each(|a| row[6 * i + 3 * (own / 3) + a] = axes[own % 3][a]);
        (Kept::Interface(i, own), row)
    });
    each.collect()
}

/// Candidates that follow from the imposed rows: as many as there are rows.
fn given_up(part: &MovingPart, imposed: &[Vec<f64>], candidates: &[(Kept, Vec<f64>)]) -> Option<Vec<usize>> {
    let reach = part.interfaces.iter().map(|i| norm(sub(i.position, mean(part)))).fold(0.0, f64::max);
    let reach = if reach > 0.0 { reach } else { 1.0 };
    let straight = if imposed.len() == 3 { 2 } else { 3 };
    // In lengths, so that rows and columns of angles can be compared.
    let is_turn = |motion: &Kept| matches!(motion, Kept::Interface(_, 3..));
    let mut columns: Vec<Vec<f64>> = candidates
        .iter()
        .map(|(motion, direction)| {
            let factor = if is_turn(motion) { 1.0 / reach } else { 1.0 };
            let row = |(i, row): (usize, &Vec<f64>)| {
                let angle = if i >= straight { reach } else { 1.0 };
                angle * factor * lissom_linalg::dot(row, direction)
            };
            imposed.iter().enumerate().map(row).collect()
        })
        .collect();
    let mut found = Vec::new();
    let tier = |motion: &Kept| match motion {
        Kept::Interface(_, own) => own / 3,
        Kept::Amplitude(_) => 2,
    };
    for wanted in 0..3 {
        loop {
            let mut best: Option<(usize, f64)> = None;
            for (k, (motion, _)) in candidates.iter().enumerate() {
                let size = lissom_linalg::norm(&columns[k]);
                let is_free = tier(motion) == wanted && !found.contains(&k) && size > DEPENDENT;
                // Of equal ones the last displacement and the first rotation: the others stay deformations.
                let least = if wanted == 0 { 1.0 - 1e-9 } else { 1.0 + 1e-9 };
                if is_free && best.is_none_or(|(_, most)| size > least * most) {
                    best = Some((k, size));
                }
            }
            let Some((k, size)) = best.filter(|_| found.len() < imposed.len()) else { break };
            found.push(k);
            let direction: Vec<f64> = columns[k].iter().map(|v| v / size).collect();
            for column in &mut columns {
                let share = lissom_linalg::dot(column, &direction);
                column.iter_mut().zip(&direction).for_each(|(c, d)| *c -= share * d);
            }
        }
    }
    (found.len() == imposed.len()).then_some(found)
}
