//! From a moving part to the constants of its element: deformations, stress, damping, second-order terms.

use super::gauge::{self, Gauge, Kept};
use super::{Assembled, LocalMeasure, Superelement};
use crate::error::MechError;
use crate::parts::moving_part::{HeldDeformations, MovingPart, PartDamping};
use crate::spatial::building::SpatialEnd;
use crate::spatial::rotation::Axes;
use crate::vector::sub;
use lissom_linalg::{Dense, Lu, eigen};

/// Stiffness against rigid motion that is rounding, as a share of the stiffness.
const FREE: f64 = 1e-7;

impl Assembled {
    /// # Errors
    /// If the part is held inside, its frame is not determined, or what it asks for does not exist.
    pub fn of(
        part: &MovingPart,
        planar: bool,
        (frame, own): (SpatialEnd, Axes),
        ends: Vec<(SpatialEnd, Axes)>,
        (number, first_scalar): (usize, usize),
    ) -> Result<Self, MechError> {
        check(part, planar)?;
        let gauge = Gauge::of(part, planar)?;
        let stiffness = projected(&gauge.basis, &part.stiffness);
        let damping = damping(part, planar, &gauge, &stiffness)?;
        let forms = second_forms(part, &gauge, &stiffness)?;
        let names = names(part, planar, &gauge);
        let chord = gauge::axes(part, planar).1;
        let imposed = gauge.imposed.len();
        let flexible = flexible(part, &gauge, chord)?;
        let row = |(weights, second): (Vec<f64>, Vec<f64>)| LocalMeasure { weights, second };
        let origin = gauge::origin(part);
        let element = Superelement {
            number,
            frame,
            own,
            triads: ends.iter().map(|(_, triad)| *triad).collect(),
            ends: ends.into_iter().map(|(end, _)| end).collect(),
            reference: part.interfaces.iter().map(|i| sub(i.position, origin)).collect(),
            first_scalar,
            amplitudes: part.amplitudes,
            integrals: part.integrals.about(origin),
            mass: row_major(&part.mass),
            lowest: lowest(&stiffness, &projected(&gauge.basis, &part.mass)),
            chord: chord.map(|_| sub(part.interfaces[1].position, part.interfaces[0].position)),
            name: part.name.clone(),
            measures: (gauge.imposed.into_iter().map(|w| (w, Vec::new())))
                .chain(gauge.kept.into_iter().zip(forms))
                .map(row)
                .collect(),
        };
        let units =
            element.measures.iter().enumerate().map(|(m, _)| unit(m, imposed, &gauge.motions)).collect();
        Ok(Self {
            flexible: std::iter::repeat_n(false, imposed).chain(flexible).collect(),
            stiffness: bordered(imposed, &stiffness),
            damping: damping.map_or_else(Vec::new, |d| bordered(imposed, &d)),
            names,
            units,
            element,
        })
    }
}

fn degenerate(part: &MovingPart, reason: &'static str) -> MechError {
    MechError::Degenerate { element: format!("FE part {}", part.name), reason }
}

/// Sizes, and that nothing inside resists rigid motion.
fn check(part: &MovingPart, planar: bool) -> Result<(), MechError> {
    let n = part.motions();
    let integrals = &part.integrals;
    let is_sized = part.stiffness.rows() == n
        && part.mass.rows() == n
        && integrals.first.iter().all(|s| s.len() == n + 1)
        && integrals.gyroscopic.iter().all(|g| g.rows() == n + 1 && g.cols() == n)
        && integrals.inertia.iter().all(|y| y.rows() == n + 1);
    if !is_sized || part.interfaces.is_empty() {
        return Err(degenerate(part, "its matrices do not belong to its interfaces and amplitudes"));
    }
    if part.planar && !planar {
        return Err(degenerate(part, "it knows motions in the x-y plane only, but the model is spatial"));
    }
    let all = part.rigid_motions(gauge::origin(part));
    let forces = part.stiffness.matmul(&all);
    let reach = part.interfaces.iter().map(|i| crate::vector::norm(sub(i.position, gauge::origin(part))));
    let reach = reach.fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    for j in gauge::rigid(planar) {
        let scale = if *j >= 3 { 1.0_f64.max(reach) } else { 1.0 };
        if lissom_linalg::norm(forces.column(*j)) > FREE * scale * part.stiffness.norm_frobenius() {
            return Err(degenerate(part, "it is held inside: its stiffness resists rigid motion"));
        }
    }
    Ok(())
}

fn projected(basis: &Dense, form: &Dense) -> Dense {
    basis.transpose_matmul(&form.matmul(basis)).symmetric_part()
}

fn row_major(matrix: &Dense) -> Vec<f64> {
    matrix.transpose().as_slice().to_vec()
}

/// A form over elastic deformations among all deformations, row by row.
fn bordered(imposed: usize, form: &Dense) -> Vec<f64> {
    let n = imposed + form.rows();
    let mut all = vec![0.0; n * n];
    for i in 0..form.rows() {
        for j in 0..form.rows() {
            all[(imposed + i) * n + imposed + j] = form[(i, j)];
        }
    }
    all
}

/// The lowest frequency with the frame at rest; zero where it is not known [rad/s].
fn lowest(stiffness: &Dense, mass: &Dense) -> f64 {
    if stiffness.rows() == 0 {
        return 0.0;
    }
    let found = eigen::symmetric_definite(stiffness, mass).map(|found| found.values.first().copied());
    found.ok().flatten().map_or(0.0, |value: f64| value.max(0.0).sqrt())
}

fn unit(m: usize, imposed: usize, motions: &[Kept]) -> &'static str {
    let straight = if imposed == 3 { 2 } else { 3 };
    match m.checked_sub(imposed).map(|k| motions[k]) {
        None if m < straight => "m",
        None | Some(Kept::Interface(_, 3..)) => "rad",
        Some(_) => "m",
    }
}

const MOTIONS: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

fn names(part: &MovingPart, planar: bool, gauge: &Gauge) -> Vec<String> {
    let chord = gauge::axes(part, planar).1;
    let frame = gauge::rigid(planar).iter().map(|j| format!("frame {}", MOTIONS[*j]));
    let own = gauge.motions.iter().map(|motion| match *motion {
        Kept::Interface(_, own) if Some(own) == chord => "elongation".to_owned(),
        Kept::Interface(i, own) => format!("{} at {}", MOTIONS[own], part.interfaces[i].name),
        Kept::Amplitude(k) => format!("amplitude {}", k + 1),
    });
    frame.chain(own).collect()
}

fn flexible(part: &MovingPart, gauge: &Gauge, chord: Option<usize>) -> Result<Vec<bool>, MechError> {
    let is_long = |motion: &Kept| matches!(motion, Kept::Interface(_, own) if Some(*own) == chord);
    let known = matches!(part.held, HeldDeformations::None | HeldDeformations::All);
    if !known && !gauge.motions.iter().any(is_long) {
        return Err(degenerate(
            part,
            "only parts with two interfaces at different places have an elongation",
        ));
    }
    let each = |motion: &Kept| match part.held {
        HeldDeformations::None => true,
        HeldDeformations::All => false,
        HeldDeformations::Elongation => !is_long(motion),
        HeldDeformations::AllButElongation => is_long(motion),
    };
    Ok(gauge.motions.iter().map(each).collect())
}

/// # Equation
/// Modal: S_d = BᵀMΦ diag(2ζω) ΦᵀMB with all elastic modes Φ of the free part. Proportional: β S + α Bᵀ PᵀMP B, where P takes
/// rigid motion out of d: both leave rigid motion undamped.
fn damping(
    part: &MovingPart,
    planar: bool,
    gauge: &Gauge,
    stiffness: &Dense,
) -> Result<Option<Dense>, MechError> {
    match part.damping {
        PartDamping::None => Ok(None),
        PartDamping::Modal(ratio) => modal(part, planar, gauge, ratio).map(Some),
        PartDamping::Proportional { stiffness: by_stiffness, mass } => {
            let mut sum = stiffness.clone();
            sum.scale(by_stiffness);
            if mass != 0.0 {
                let left = without_rigid(part, planar, &gauge.basis)?;
                sum.add_scaled(mass, &projected(&left, &part.mass));
            }
            Ok(Some(sum))
        }
    }
}

fn modal(part: &MovingPart, planar: bool, gauge: &Gauge, ratio: f64) -> Result<Dense, MechError> {
    let present = gauge::present(part, planar);
    let pick = |matrix: &Dense| {
        Dense::from_fn(present.len(), present.len(), |i, j| matrix[(present[i], present[j])])
    };
    let modes = eigen::symmetric_definite(&pick(&part.stiffness), &pick(&part.mass)).map_err(|_| {
        degenerate(
            part,
            "modal damping needs mass in all its motions; use proportional damping, or keep other modes",
        )
    })?;
    let heavy = part.mass.select_rows(&present).matmul(&gauge.basis);
    let weighted = modes.vectors.transpose_matmul(&heavy);
    let n = gauge.basis.cols();
    let mut sum = Dense::zeros(n, n);
    for k in gauge::rigid(planar).len()..present.len() {
        let rate = 2.0 * ratio * modes.values[k].max(0.0).sqrt();
        for i in 0..n {
            (0..n).for_each(|j| sum[(i, j)] += rate * weighted[(k, i)] * weighted[(k, j)]);
        }
    }
    Ok(sum)
}

/// P B: motions without their rigid part, by momentum.
fn without_rigid(part: &MovingPart, planar: bool, basis: &Dense) -> Result<Dense, MechError> {
    let all = part.rigid_motions(part.integrals.centre());
    let columns: Vec<Vec<f64>> = gauge::rigid(planar).iter().map(|j| all.column(*j).to_vec()).collect();
    let q = Dense::from_columns(part.motions(), &columns);
    let heavy = q.transpose_matmul(&part.mass);
    let lu =
        Lu::factor(&heavy.matmul(&q)).map_err(|_| degenerate(part, "it has no mass against rigid motion"))?;
    let mut share = heavy.matmul(basis);
    lu.solve_in_place(&mut share);
    let mut left = basis.clone();
    left.add_scaled(-1.0, &q.matmul(&share));
    Ok(left)
}

/// H of every elastic deformation over d, row by row; empty where geometric stiffness is not known.
///
/// # Equation
/// A stress σ of the part has the geometric stiffness Σ αₖ Kᴳₖ of the given loads: σ ≈ Σ αₖ Bᵀfₖ, nearest in energy,
/// α = (ΣᵀS⁻¹Σ)⁻¹ΣᵀS⁻¹σ, exact for stresses that are combinations of the loads. Hⱼ = Σ αₖ(eⱼ) (BC)ᵀKᴳₖ(BC).
fn second_forms(part: &MovingPart, gauge: &Gauge, stiffness: &Dense) -> Result<Vec<Vec<f64>>, MechError> {
    let (n, count) = (part.motions(), gauge.kept.len());
    if part.geometric.is_empty() {
        return Ok(vec![Vec::new(); count]);
    }
    let loads: Vec<Vec<f64>> = part.geometric.iter().map(|form| form.load.clone()).collect();
    let stresses = gauge.basis.transpose_matmul(&Dense::from_columns(n, &loads));
    let failed =
        || degenerate(part, "loads of its geometric stiffness depend on each other, or do not deform it");
    let mut soft = stresses.clone();
    Lu::factor(stiffness).map_err(|_| failed())?.solve_in_place(&mut soft);
    let mut shares = soft.transpose();
    Lu::factor(&soft.transpose_matmul(&stresses)).map_err(|_| failed())?.solve_in_place(&mut shares);
    let kept = Dense::from_fn(count, n, |i, j| gauge.kept[i][j]);
    let through = gauge.basis.matmul(&kept);
    let forms: Vec<Dense> = part.geometric.iter().map(|form| projected(&through, &form.stiffness)).collect();
    let one = |j: usize| {
        let mut sum = Dense::zeros(n, n);
        forms.iter().enumerate().for_each(|(k, form)| sum.add_scaled(shares[(k, j)], form));
        // Shares that are rounding would only cost time.
        let largest = forms.iter().map(Dense::max_abs).fold(0.0, f64::max);
        if sum.max_abs() <= 1e-14 * largest { Vec::new() } else { row_major(&sum) }
    };
    Ok((0..count).map(one).collect())
}
