//! Critical loads of mechanisms with FE parts, by the linear equations about the reference configuration.
//!
//! # Equation
//! Under a small share s of a load the machine stands at q = s K⁻¹ f, and its tangent contains the stiffness G(s) of the stress there.
//! G = (G(s) − G(−s))/2 s, extrapolated from two steps, whose difference is the error of G that certificates take into account. As for
//! frames, that displacements change the stiffness K itself is left out. A part without `geometric` knows compression between its interfaces
//! only: its own bending does not feel it.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::refusal::Refusal;
use crate::reports::buckling_report::{BucklingReport, Case, MOST_ROWS, cases, doubts};
use crate::session::Session;
use crate::subjects::moving_reference::unload;
use lissom_dynamics::{BucklingRequest, buckling, state_model};
use lissom_linalg::{Dense, Lu, Progress, Sparse};
use lissom_mech::{HeldDeformations, Machinery, MovingParts, State, machinery_of};
use lissom_model::model::{Model, StateKind, StateRequest};
use lissom_reduce::linear::ReducedPart;
use std::sync::Arc;

/// Coordinates move by this share of the size of the machine, or by this angle, at most [-].
const SMALL: f64 = 1e-3;

impl Session {
    /// As [`Session::buckling`], of a mechanism with FE parts.
    pub(crate) fn buckling_of_mechanism(
        &self,
        load: Option<&str>,
        count: usize,
        progress: &dyn Progress,
    ) -> Result<Answer<BucklingReport>, Failure> {
        let model = self.mechanism_model()?;
        progress.stage(&format!("critical loads of {}", model.name), None);
        let (growing, constant) = cases(model, load)?;
        if growing.values.iter().all(|(_, value)| *value == 0.0) && !growing.weight {
            return Err(Failure::missing_section("[[force]]", "a load with a value at t = 0 that can grow"));
        }
        let names = growing.values.iter().chain(&constant.values).map(|(name, _)| name.as_str());
        let loaded = Loaded::of(model, self.moving_parts()?, names)?;
        let rows: Vec<String> = loaded.bare.coordinates().iter().map(|c| c.name.clone()).collect();
        if rows.len() > MOST_ROWS {
            return Err(Refusal::BucklingSize { rows: rows.len(), most: MOST_ROWS }.into());
        }
        let mut stiffness = loaded.stiffness.clone();
        let mut rounding = Dense::zeros(rows.len(), rows.len());
        if constant.weight || !constant.values.is_empty() {
            let [geometric, error] = loaded.stress(&constant)?;
            stiffness.add_scaled(1.0, &geometric);
            rounding = error;
        }
        let [geometric, error] = loaded.stress(&growing)?;
        let stress_error =
            |shape: &[f64], factor: f64| form_of(&rounding, shape) + factor * form_of(&error, shape);
        let request = BucklingRequest {
            stiffness: &Sparse::from_dense(&stiffness.symmetric_part()),
            geometric: &Sparse::from_dense(&geometric.symmetric_part()),
            stress_error: &stress_error,
            count,
        };
        let modes = buckling(&request, progress)?;
        let mut warnings = doubts(&modes);
        warnings.extend(self.without_stress()?);
        let report = BucklingReport {
            load: load.map(str::to_owned),
            growing: growing.values,
            weight_grows: growing.weight,
            constant: constant.values,
            rows,
            modes,
            factorisations: 1,
            nonlinear: None,
        };
        Ok(self.answer(report, warnings))
    }

    /// Parts whose own stress does not soften them.
    fn without_stress(&self) -> Result<Vec<String>, Failure> {
        let parts = self.reduced_parts()?.iter();
        let is_bare =
            |own: &&ReducedPart| own.part.geometric.is_empty() && own.part.held != HeldDeformations::All;
        let bare = parts.filter(is_bare).map(|own| {
            format!(
                "FE part {} brings no geometric stiffness: only compression between its interfaces softens it, so that factors are too high \
                 (by 22 % for a clamped column of one part, by a quarter of that for two); give `geometric`, or cut it",
                own.part.name
            )
        });
        Ok(bare.collect())
    }
}

/// |x|ᵀ |A| |x|.
fn form_of(matrix: &Dense, x: &[f64]) -> f64 {
    let row = |i: usize| x.iter().enumerate().map(|(j, v)| (matrix[(i, j)] * v).abs()).sum::<f64>();
    x.iter().enumerate().map(|(i, v)| v.abs() * row(i)).sum()
}

/// A machine whose loads are inputs.
struct Loaded {
    model: Model,
    parts: MovingParts,
    bare: Arc<dyn Machinery>,
    /// K at the reference, without loads.
    stiffness: Dense,
    size: f64,
}

impl Loaded {
    fn of<'n>(
        model: &Model,
        parts: MovingParts,
        names: impl Iterator<Item = &'n str>,
    ) -> Result<Self, Failure> {
        let asked = StateRequest {
            name: String::new(),
            kind: StateKind::Static,
            forces: names.map(|name| (name.to_owned(), 0.0)).collect(),
            dampers: false,
            linear: false,
            on_path: true,
            span: lissom_model::Span::default(),
        };
        let mut inputs = state_model(model, &asked);
        let gravity = inputs.gravity;
        let spread = inputs.line_loads.clone();
        unload(&mut inputs);
        inputs.line_loads = spread;
        let bare = machinery_of(&inputs, &parts)?;
        inputs.gravity = gravity;
        let size = |axis: usize| {
            let each = model.structure.nodes.iter().map(|node| node.position[axis]);
            let bounds = each.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)]);
            bounds[1] - bounds[0]
        };
        let size = (0..3).map(|axis| size(axis).powi(2)).sum::<f64>().sqrt();
        let mut this = Self { model: inputs, parts, stiffness: Dense::zeros(0, 0), bare, size };
        let nothing = Case { values: Vec::new(), weight: false };
        let still = vec![0.0; this.bare.coordinates().len()];
        this.stiffness = this.tangent(&nothing, 0.0, &still)?.0;
        Ok(this)
    }

    /// K, what stress and loads add to it, and the force out of balance, under a share of a load.
    fn tangent(&self, case: &Case, share: f64, moved: &[f64]) -> Result<(Dense, Dense, Vec<f64>), Failure> {
        let mut model = self.model.clone();
        let weight = if case.weight { share } else { 0.0 };
        model.gravity.iter_mut().for_each(|g| *g *= weight);
        let mechanism = machinery_of(&model, &self.parts)?;
        let value = |name: &String| {
            let own = case.values.iter().find(|(known, _)| known == name);
            own.map_or(0.0, |(_, value)| share * value)
        };
        let input: Vec<f64> = mechanism.inputs().iter().map(value).collect();
        let (start, _) = mechanism.initial();
        let position: Vec<f64> = start.iter().zip(moved).map(|(q, x)| q + x).collect();
        let still = vec![0.0; position.len()];
        let at = State { time: 0.0, position: &position, velocity: &still };
        let found = mechanism.linearise(&at, &still, &input, &mut mechanism.workspace())?;
        let mut stressed = found.geometric_stiffness;
        stressed.add_scaled(1.0, &found.dynamic_stiffness);
        if share == 0.0 {
            let mut stiffness = found.stiffness;
            stiffness.add_scaled(1.0, &stressed);
            return Ok((stiffness, stressed, found.residual));
        }
        Ok((found.stiffness, stressed, found.residual))
    }

    /// G of a load, and what its error may be, entry by entry.
    fn stress(&self, case: &Case) -> Result<[Dense; 2], Failure> {
        let still = vec![0.0; self.stiffness.rows()];
        let (_, _, force) = self.tangent(case, 1.0, &still)?;
        let singular =
            |_| Failure::missing_section("support", "the machine moves freely, and no load buckles it");
        let moved = Lu::factor(&self.stiffness).map_err(singular)?.solve(&force);
        let largest = self
            .bare
            .coordinates()
            .iter()
            .zip(&moved)
            .map(|(coordinate, x)| if coordinate.unit == "m" { (x / self.size).abs() } else { x.abs() });
        let share = SMALL / largest.fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        let share = share.min(1.0 / f64::EPSILON);
        let difference = |share: f64| -> Result<Dense, Failure> {
            let side = |way: f64| -> Result<Dense, Failure> {
                let at: Vec<f64> = moved.iter().map(|x| way * share * x).collect();
                Ok(self.tangent(case, way * share, &at)?.1)
            };
            let mut sum = side(1.0)?;
            sum.add_scaled(-1.0, &side(-1.0)?);
            sum.scale(0.5 / share);
            Ok(sum)
        };
        let (coarse, fine) = (difference(share)?, difference(0.5 * share)?);
        let rounding = f64::EPSILON * self.stiffness.max_abs() / share;
        let mut error = fine.clone();
        error.add_scaled(-1.0, &coarse);
        error.scale(1.0 / 3.0);
        let mut geometric = fine;
        geometric.add_scaled(1.0, &error);
        let bound = |i: usize, j: usize| error[(i, j)].abs() + rounding.min(geometric.max_abs() * 1e-9);
        let n = geometric.rows();
        Ok([geometric.clone(), Dense::from_fn(n, n, bound)])
    }
}
