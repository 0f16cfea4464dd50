//! Natural frequencies and shapes.

use super::stroke::stress_field;
use super::{Asking, oscillations, sweep};
use crate::block::{Block, Section};
use crate::display_numbers::{fixed, short};
use crate::frame_scene;
use crate::frame_stress;
use crate::joined_scene;
use crate::moving_scene;
use crate::scene::{Motion, MotionKind, Scene};
use crate::table::{Cell, Column, Table};
use lissom::{
    CampbellReport, CheckOutcome, ExactModes, ExactPoles, Failure, MadeOf, Session, Vibration,
    VibrationQuestion, VibrationReport, Vibrations, coordinate_name,
};
use lissom_dynamics::{Mode, Modes};
use lissom_linalg::Dense;
use lissom_mech::vector::Vector;
use lissom_model::model::{Coordinate, Dimension};
use std::f64::consts::TAU;

/// The unit of stress of a mode, whose size means nothing.
const STRESS_OF_SHAPE: &str = "MPa per mm of the largest displacement";

/// Shapes a page carries.
const MOST_SHAPES: usize = 20;

pub(super) fn is_asked(session: &Session) -> bool {
    session.model().is_ok()
}

pub(super) fn answer(asking: &mut Asking<'_>, section: &mut Section) -> Result<(), Failure> {
    let session = asking.session;
    let model = session.model()?;
    let exact = session.machine()?.vibration() == Vibration::Exact;
    let answer = session.vibrations(&VibrationQuestion { exact, ..Default::default() }, asking.progress)?;
    let VibrationReport { found, checks, .. } = asking.take(answer);
    match found {
        Vibrations::Structure(modes) => {
            section.blocks.push(Block::Table(table(&modes, model.dimension == Dimension::Two)));
            section.certify(modes.certificate.is_certified(), certificate(&modes));
            check_table(section, &checks);
            shapes(asking, &modes)?;
            asking.modes = Some(modes);
        }
        Vibrations::StateEquations(found) => oscillations::show(&found, &checks, section),
        Vibrations::Turning(found) => turning(&found, &checks, section),
        Vibrations::Exact(found) => exact_frequencies(&found, section),
        Vibrations::ExactPoles(found) => exact_poles(&found, section),
        // Only a question about a state has this answer.
        Vibrations::Equilibrium(_) | Vibrations::ClosedLoops(_) => {}
    }
    if exact {
        return Ok(());
    }
    sweep::answer(asking, section)
}

fn table(modes: &Modes, planar: bool) -> Table {
    let mut table =
        Table::new("Modes", &[("mode", ""), ("frequency", "Hz"), ("angular", "rad/s"), ("damping", "%")]);
    let directions = &modes.effective_mass.directions;
    let name = |d: &Coordinate| match d {
        Coordinate::Rz if planar => "phi",
        d => coordinate_name(*d),
    };
    table.columns.extend(directions.iter().map(|d| Column::new(name(d), "%")));
    table.columns.push(Column::new("residual", ""));
    for (i, mode) in modes.modes.iter().enumerate() {
        let mut row: Vec<Cell> = vec![
            Cell::Count(i + 1),
            mode.frequency_hz().into(),
            mode.angular_frequency.into(),
            Cell::Text(fixed(100.0 * mode.damping_ratio, 3)),
        ];
        let masses = modes.effective_mass.by_mode.get(i);
        row.extend(directions.iter().enumerate().map(|(k, _)| {
            let share = masses.map(|_| 100.0 * modes.effective_mass.share(i, k));
            share.map_or(Cell::None, |share| Cell::Text(fixed(share, 2)))
        }));
        row.push(Cell::Size(mode.residual));
        table.row(row);
    }
    if !directions.is_empty() {
        let about =
            if modes.effective_mass.about_base { "; rotations are about its fixed point" } else { "" };
        table.note = Some(format!("x, y, …: effective mass, share of the total in that direction{about}"));
    }
    table
}

fn certificate(modes: &Modes) -> String {
    let c = &modes.certificate;
    let hz = |square: f64| short(square.max(0.0).sqrt() / TAU);
    if let Some(why) = c.why_not() {
        return format!("NOT CERTIFIED, an estimate: {why}");
    }
    let counted = c.count_below_upper() - c.count_below_lower();
    let rigid = match modes.rigid {
        0 => String::new(),
        n => format!(", in addition to {n} rigid"),
    };
    format!(
        "certified complete: {counted} elastic modes counted between {} Hz and {} Hz{rigid}, and {} found",
        hz(c.lower()),
        hz(c.upper()),
        c.found()
    )
}

/// The numbers of `[check]` with the values found.
pub(super) fn check_table(section: &mut Section, checks: &[CheckOutcome]) {
    if checks.is_empty() {
        return;
    }
    let mut table = Table::new(
        "Checks of the model file",
        &[("check", ""), ("expected", ""), ("found", ""), ("holds", "")],
    );
    for check in checks {
        let holds = if check.holds { "yes" } else { "NO" };
        table.row(vec![check.name.as_str().into(), check.expected.into(), check.found.into(), holds.into()]);
    }
    let held = checks.iter().filter(|check| check.holds).count();
    section
        .certify(held == checks.len(), format!("{held} of {} checks of the model file passed", checks.len()));
    section.blocks.push(Block::Table(table));
}

fn shapes(asking: &mut Asking<'_>, modes: &Modes) -> Result<(), Failure> {
    let Some(scene) = &asking.scene else { return Ok(()) };
    let shown = modes.shapes.cols().min(MOST_SHAPES);
    let all = displacements(asking.session, scene, &modes.shapes, shown)?;
    let mut stress = match &scene.surface {
        None if asking.session.machine()?.is_frame() => {
            frame_stress::of_modes(asking.session, scene, modes, shown)?
        }
        _ => Vec::new(),
    };
    stress.resize(shown, Vec::new());
    for (i, ((frame, stress), mode)) in all.into_iter().zip(stress).zip(&modes.modes).enumerate() {
        asking.add_motion(motion(i, mode, frame, stress));
    }
    Ok(())
}

/// A mode as a motion. Its size is arbitrary, so its stress is given per millimetre of the largest
/// displacement.
fn motion(i: usize, mode: &Mode, frame: Vec<Vector>, stress: Vec<f64>) -> Motion {
    let mut motion = Motion {
        id: format!("mode-{}", i + 1),
        name: format!("mode {}, {} Hz", i + 1, short(mode.frequency_hz())),
        kind: MotionKind::Mode,
        values: vec![mode.frequency_hz()],
        frames: vec![frame],
        fields: Vec::new(),
    };
    let millimetres = 1e3 * motion.largest();
    motion.fields = stress_field(frame_stress::NAME, vec![stress.iter().map(|s| s / millimetres).collect()]);
    for field in &mut motion.fields {
        field.unit = STRESS_OF_SHAPE.to_owned();
    }
    motion
}

/// Displacements of all vertices for the first columns of motions over the rows of the structure.
pub(super) fn displacements(
    session: &Session,
    scene: &Scene,
    motions: &Dense,
    count: usize,
) -> Result<Vec<Vec<Vector>>, Failure> {
    let model = session.model()?;
    match session.machine()?.made_of()? {
        MadeOf::Parts => {
            return Ok(joined_scene::displacements(
                model,
                session.joined_structure()?,
                scene,
                motions,
                count,
            ));
        }
        MadeOf::MovingParts => return moving_scene::small_motions(session, scene, motions, count),
        MadeOf::Frame => {}
    }
    let vectors = session.expand(motions)?.vectors;
    let columns = (0..count).map(|j| vectors.column(j));
    let system = session.linear_system()?;
    Ok(columns.map(|x| frame_scene::small_motion(model, system, scene, x)).collect())
}

/// Modes of a structure that turns, at its speed.
fn turning(found: &CampbellReport, checks: &[CheckOutcome], section: &mut Section) {
    let c = &found.campbell;
    let heads = [("mode", ""), ("frequency", "Hz"), ("real", "1/s"), ("imaginary", "rad/s"), ("whirl", "")];
    let title = format!("Modes at {} rad/s", short(c.speeds[0]));
    let mut table = Table::new(&title, &heads);
    for (i, mode) in c.modes.iter().enumerate() {
        let (s, whirl) = (mode.values[0], mode.whirl[0]);
        table.row(vec![
            Cell::Count(i + 1),
            (s.im.abs() / TAU).into(),
            s.re.into(),
            s.im.into(),
            whirl.into(),
        ]);
    }
    section.blocks.push(Block::Table(table));
    let modes = &c.verdicts.modes;
    let verdict = match modes.why_not() {
        None => "certified: each solves its equation, none is missing".to_owned(),
        Some(why) => format!("an estimate: {why}"),
    };
    section.certify(modes.is_certified(), verdict);
    if !c.stable[0] {
        section.certify(false, format!("unstable: growth {} 1/s", short(c.max_real_part[0])));
    }
    check_table(section, checks);
}

/// Exact frequencies of a symbolic system.
fn exact_frequencies(found: &ExactModes, section: &mut Section) {
    let mut table =
        Table::new("Exact frequencies", &[("mode", ""), ("frequency", "Hz"), ("angular", "rad/s")]);
    for (i, omega) in found.angular_frequencies.iter().enumerate() {
        table.row(vec![Cell::Count(i + 1), (omega / TAU).into(), (*omega).into()]);
    }
    section.blocks.push(Block::Table(table));
    let verdict = match found.verdict.why_not() {
        None => "certified: each counted below and above by an independent method".to_owned(),
        Some(why) => format!("NOT CERTIFIED, an estimate: {why}"),
    };
    section.certify(found.is_certified(), verdict);
}

/// Poles of a symbolic system that is damped or gyroscopic.
fn exact_poles(found: &ExactPoles, section: &mut Section) {
    let heads =
        [("pole", ""), ("frequency", "Hz"), ("damping", "%"), ("real", "1/s"), ("imaginary", "rad/s")];
    let mut table = Table::new("Exact poles of the damped continuum", &heads);
    for (i, pole) in found.poles.iter().enumerate() {
        let (s, size) = (pole.value, pole.value.abs());
        let damping = fixed(-100.0 * s.re / size, 4);
        table.row(vec![Cell::Count(i + 1), (size / TAU).into(), damping.into(), s.re.into(), s.im.into()]);
    }
    for (i, pole) in found.overdamped.iter().enumerate() {
        let (number, s) = (found.poles.len() + i + 1, pole.value);
        table.row(vec![Cell::Count(number), "-".into(), fixed(100.0, 4).into(), s.re.into(), 0.0.into()]);
    }
    section.blocks.push(Block::Table(table));
    let counted = found.ring.map_or(found.census.counted, |census| census.counted);
    let verdict = match counted {
        Some(count) if found.is_certified() => {
            format!("count certified: {count} poles, {}", found.counted_by())
        }
        Some(count) => format!("NOT CERTIFIED: {count} poles counted, {} of them found", found.census.found),
        None => "NOT CERTIFIED: the poles could not be counted".to_owned(),
    };
    section.certify(found.is_certified(), verdict);
}
