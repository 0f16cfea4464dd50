//! Modes of a part in a frame that moves with it: deformations without rigid motion.

use lissom_linalg::eigen;
use lissom_linalg::{Dense, Lu};
use lissom_mech::{INTERFACE_MOTIONS, MovingPart, PartFrame};

/// The modes, normalised to unit modal mass.
pub(super) struct BodyModes {
    /// Motions of the part (rows) in the modes (columns).
    pub shapes: Dense,
    /// Angular frequencies [rad/s].
    pub frequencies: Vec<f64>,
    /// Origin of the frame in the reference configuration [m].
    pub origin: [f64; 3],
    /// What the frame follows.
    pub frame: String,
}

impl BodyModes {
    /// Modes of the clamped interface where the frame of the part follows one; otherwise modes of the free part, which
    /// have neither momentum nor angular momentum in axes through the centre of mass.
    pub fn of(part: &MovingPart) -> Result<Self, String> {
        match part.frame {
            PartFrame::Interface(k) => Self::clamped(part, k),
            PartFrame::Interfaces | PartFrame::Mass => Self::free(part),
        }
    }

    fn clamped(part: &MovingPart, interface: usize) -> Result<Self, String> {
        let held = INTERFACE_MOTIONS * interface..INTERFACE_MOTIONS * (interface + 1);
        let rows: Vec<usize> = present(part).into_iter().filter(|row| !held.contains(row)).collect();
        let (frequencies, shapes) = modes_over(part, &rows, 0)?;
        let node = &part.interfaces[interface];
        let frame = format!("clamped at interface {}", node.name);
        Ok(Self { shapes, frequencies, origin: node.position, frame })
    }

    fn free(part: &MovingPart) -> Result<Self, String> {
        let rigid = rigid_motions(part);
        let (frequencies, mut shapes) = modes_over(part, &present(part), rigid.cols())?;
        remove_rigid_motion(&mut shapes, &rigid, &part.mass)?;
        let frame = "mean axes through the centre of mass".to_owned();
        Ok(Self { shapes, frequencies, origin: part.integrals.centre(), frame })
    }
}

/// Motions that the part has: those with stiffness or mass.
fn present(part: &MovingPart) -> Vec<usize> {
    let has = |row: &usize| part.stiffness[(*row, *row)] != 0.0 || part.mass[(*row, *row)] != 0.0;
    (0..part.motions()).filter(has).collect()
}

/// Rigid motions about the centre of mass; of a planar part, those in its plane.
fn rigid_motions(part: &MovingPart) -> Dense {
    let all = part.rigid_motions(part.integrals.centre());
    let kept: &[usize] = if part.planar { &[0, 1, 5] } else { &[0, 1, 2, 3, 4, 5] };
    Dense::from_fn(all.rows(), kept.len(), |r, c| all[(r, kept[c])])
}

/// Angular frequencies and modes over some rows, without the lowest ones.
fn modes_over(part: &MovingPart, rows: &[usize], skipped: usize) -> Result<(Vec<f64>, Dense), String> {
    let over = |a: &Dense| Dense::from_fn(rows.len(), rows.len(), |r, c| a[(rows[r], rows[c])]);
    let found = eigen::symmetric_definite(&over(&part.stiffness), &over(&part.mass));
    let found = found.map_err(|error| error.to_string())?;
    let count = found.values.len().saturating_sub(skipped);
    let mut shapes = Dense::zeros(part.motions(), count);
    for (r, row) in rows.iter().enumerate() {
        (0..count).for_each(|k| shapes[(*row, k)] = found.vectors[(r, skipped + k)]);
    }
    Ok((found.values[skipped..].iter().map(|value| value.max(0.0).sqrt()).collect(), shapes))
}

/// Takes out the little rigid motion that rounding left in the modes, so that they have no momentum.
fn remove_rigid_motion(shapes: &mut Dense, rigid: &Dense, mass: &Dense) -> Result<(), String> {
    let heavy = mass.matmul(rigid);
    let factor = Lu::factor(&rigid.transpose_matmul(&heavy)).map_err(|error| error.to_string())?;
    let mut amounts = heavy.transpose_matmul(shapes);
    factor.solve_in_place(&mut amounts);
    let excess = rigid.matmul(&amounts);
    for c in 0..shapes.cols() {
        (0..shapes.rows()).for_each(|r| shapes[(r, c)] -= excess[(r, c)]);
    }
    Ok(())
}
