//! A structure stepped exactly, with its energy.
//!
//! In modal coordinates scaled by their frequencies the state matrix is skew but for damping, so a step of any length is
//! a matrix exponential without loss of digits.

use crate::error::DynamicsError;
use crate::linear::linear_motion::{ExactSteps, Moving};
use crate::linear::linear_step::{Advanced, ExactStep, dissipation_form};
use crate::linear::modal_form::ModalForm;
use crate::motions::energy_audit::EnergyAudit;
use crate::motions::trajectory::Trajectory;
use lissom_linalg::{Dense, LuError, dot};
use lissom_mech::{Energies, Structure};

/// Structures above this size are reduced first: the exponential is dense.
const LARGEST: usize = 1200;

/// Steps are halved at most so often below the distance of the output times.
const MOST_HALVINGS: u32 = 12;

impl Moving for Structure {
    fn steps<'a>(
        &'a self,
        from: Option<(&[f64], &[f64])>,
    ) -> Result<Box<dyn ExactSteps<Error = DynamicsError> + 'a>, DynamicsError> {
        if self.size() > LARGEST {
            let (name, size) = (self.name.clone(), self.size());
            return Err(DynamicsError::TooLargeForMotion { name, size, largest: LARGEST });
        }
        let form = ModalForm::of(self)?;
        let initial = form.start(self, from);
        let books = Books::open(&form, &initial, &vec![0.0; self.inputs.len()]);
        let state = initial.clone();
        Ok(Box::new(StructureSteps { structure: self, form, initial, state, books, strides: Vec::new() }))
    }

    fn most_halvings(&self, _points: usize) -> u32 {
        MOST_HALVINGS
    }
}

/// The state of a structure on its way.
struct StructureSteps<'a> {
    structure: &'a Structure,
    form: ModalForm,
    initial: Vec<f64>,
    state: Vec<f64>,
    books: Books,
    strides: Vec<Stride>,
}

impl ExactSteps for StructureSteps<'_> {
    type Error = DynamicsError;

    fn start(&mut self, input: &[f64]) {
        self.state.clone_from(&self.initial);
        self.books = Books::open(&self.form, &self.state, input);
        self.strides.clear();
    }

    fn add_stride(&mut self, length: f64) -> Result<(), DynamicsError> {
        let failed =
            |source: LuError| DynamicsError::Exponential { name: self.structure.name.clone(), source };
        let step = ExactStep::of(&self.form, length).map_err(failed)?;
        let dissipation = dissipation_form(&self.form, length).map_err(failed)?;
        self.strides.push(Stride { length, step, dissipation });
        Ok(())
    }

    fn step(&mut self, stride: usize, next: &[f64]) {
        let Stride { length, step, dissipation } = &self.strides[stride];
        let advanced = step.advance(&self.state, &self.books.input, next, *length);
        self.books.enter(&self.form, dissipation, &self.state, &advanced, next, *length);
        self.state = advanced.state;
    }

    fn jump(&mut self, next: &[f64]) {
        self.books.jump(&self.form, &self.state, next);
    }

    fn record(&mut self, _rate: Option<&[f64]>, trajectory: &mut Trajectory) {
        let Self { form, state, books, .. } = self;
        let (position, velocity) = form.physical(state, &books.input);
        for (series, output) in trajectory.outputs.iter_mut().zip(&self.structure.outputs) {
            series.push(dot(&output.values, &position));
        }
        let kinetic = form.kinetic(state);
        trajectory.energies.push(Energies {
            kinetic,
            elastic: form.energy(state, &books.input) - kinetic,
            potential: 0.0,
            dissipation: form.dissipation(state),
            input: dot(&books.input, &form.port_rates(state)),
        });
        trajectory.positions.push(position);
        trajectory.velocities.push(velocity);
    }

    fn finish(&mut self, trajectory: &mut Trajectory) -> [Vec<f64>; 2] {
        trajectory.reach = reach(self.structure, &trajectory.positions);
        trajectory.audit = Some(self.books.audit);
        let (position, velocity) = self.form.physical(&self.state, &self.books.input);
        [position, velocity]
    }
}

/// Steps of one length.
struct Stride {
    length: f64,
    step: ExactStep,
    dissipation: Dense,
}

/// Σ|c| max|x| of each output c: what rounding of the motion is measured by.
fn reach(structure: &Structure, positions: &[Vec<f64>]) -> Vec<f64> {
    let farthest = positions.iter().flatten().fold(0.0, |a: f64, x| a.max(x.abs()));
    let weight = |values: &[f64]| values.iter().map(|c| c.abs()).sum::<f64>();
    structure.outputs.iter().map(|output| weight(&output.values) * farthest).collect()
}

/// Energy, work and dissipation so far \[StaticDeformation, §7\]:
/// d/dt (½ ẋᵀ M ẋ + ½ xᵀ K x) = uᵀ Bᵀ ẋ − ẋᵀ D ẋ.
struct Books {
    input: Vec<f64>,
    initial: f64,
    exchanged: f64,
    audit: EnergyAudit,
}

impl Books {
    fn open(form: &ModalForm, state: &[f64], input: &[f64]) -> Self {
        let initial = form.energy(state, input);
        let audit = EnergyAudit { scale: initial, ..EnergyAudit::default() };
        Self { input: input.to_vec(), initial, exchanged: 0.0, audit }
    }

    fn enter(
        &mut self,
        form: &ModalForm,
        dissipation: &Dense,
        before: &[f64],
        advanced: &Advanced,
        next: &[f64],
        length: f64,
    ) {
        let slope: Vec<f64> = next.iter().zip(&self.input).map(|(b, a)| (b - a) / length).collect();
        // ∫ uᵀ ẏ = [uᵀ y] − u̇ᵀ ∫ y with y = Bᵀ x, which the step has integrated exactly.
        let (first, last) = (form.ports(before, &self.input), form.ports(&advanced.state, next));
        let work = dot(next, &last) - dot(&self.input, &first) - dot(&slope, &advanced.integral);
        let lost = if dissipation.rows() == 0 {
            0.0
        } else {
            let full = advanced.start.as_slice();
            dot(full, &dissipation.multiply_vector(full))
        };
        self.audit.work += work;
        self.audit.dissipated += lost;
        self.exchanged += work.abs() + lost.abs();
        self.input.copy_from_slice(next);
        let now = form.energy(&advanced.state, next);
        self.audit.change = now - self.initial;
        self.audit.scale = self.audit.scale.max(now).max(self.exchanged);
        let imbalance = self.audit.change - self.audit.work + self.audit.dissipated;
        self.audit.imbalance = self.audit.imbalance.max(imbalance.abs());
    }
}

impl Books {
    /// Inputs jump. What has mass does not move in no time; what has none follows, as if the inputs changed evenly.
    fn jump(&mut self, form: &ModalForm, state: &[f64], next: &[f64]) {
        let moved = form.ports(state, next).into_iter().zip(form.ports(state, &self.input));
        let means = next.iter().zip(&self.input).map(|(b, a)| (a + b) / 2.0);
        let work: f64 = moved.zip(means).map(|((after, before), mean)| mean * (after - before)).sum();
        self.input.copy_from_slice(next);
        self.audit.work += work;
        self.exchanged += work.abs();
        self.audit.change = form.energy(state, next) - self.initial;
        let imbalance = self.audit.change - self.audit.work + self.audit.dissipated;
        self.audit.imbalance = self.audit.imbalance.max(imbalance.abs());
    }
}
