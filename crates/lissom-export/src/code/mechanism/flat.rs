//! The tables of a mechanism as lists of numbers, the same for every language.

use super::template::Conditions;
use lissom_mech::elements::{DeformationForm, InertiaForm};
use lissom_mech::{
    ActingTable, AxisRule, Demanded, ElementTable, ForceTable, Measured, MotionTables, OutputTable, Role,
    RowTable, SeenTable,
};

/// Names with whole numbers: places, kinds, sizes.
type Whole = Vec<(&'static str, Vec<i64>)>;

/// Names with numbers.
type Numbers = Vec<(&'static str, Vec<f64>)>;

/// Lists, sizes and conditions.
pub(super) struct Flat {
    pub whole: Whole,
    pub numbers: Numbers,
    pub sizes: Vec<(&'static str, usize)>,
    pub conditions: Conditions,
}

fn whole(values: impl IntoIterator<Item = usize>) -> Vec<i64> {
    values.into_iter().map(signed).collect()
}

fn signed(value: usize) -> i64 {
    i64::try_from(value).expect("a place of a list in memory fits")
}

/// Starts of lists of the given lengths, and the end of the last one.
fn starts(lengths: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let mut starts = vec![0];
    for length in lengths {
        starts.push(starts[starts.len() - 1] + length);
    }
    starts
}

impl Flat {
    pub fn of(tables: &MotionTables) -> Self {
        let factors = starts(tables.blocks.iter().map(|size| size * size));
        let masses: usize = tables.elements.iter().map(mass_entries).sum();
        let sizes = vec![
            ("COORDINATES", tables.coordinates),
            ("UNKNOWNS", tables.unknowns.len()),
            ("INDEPENDENT", tables.independent),
            ("FREEDOMS", tables.basis.as_ref().map_or(tables.independent, lissom_linalg::Dense::cols)),
            ("ELEMENTS", tables.elements.len()),
            ("DEFORMATIONS", tables.roles.len().max(1)),
            ("GRADIENTS", tables.gradients),
            ("BLOCKS", tables.blocks.len()),
            ("FACTORS", factors[factors.len() - 1]),
            ("TEARS", tables.tears.len()),
            ("WATCHED", tables.watched.len()),
            ("MASSES", masses.max(1)),
            ("LAWS", tables.laws.output_count().max(1)),
            ("LOADS", tables.loads.len().max(1)),
        ];
        let mut this = Self { whole: Vec::new(), numbers: Vec::new(), sizes, conditions: conditions(tables) };
        this.add_equations(tables, &factors);
        this.add_elements(tables);
        this
    }

    fn add_equations(&mut self, tables: &MotionTables, factors: &[usize]) {
        let mut place = vec![-1; tables.coordinates];
        tables.unknowns.iter().enumerate().for_each(|(p, c)| place[*c] = signed(p));
        let mut rotates = vec![0; tables.coordinates];
        tables.rotations.iter().for_each(|c| rotates[*c] = 1);
        let rows: Vec<&RowTable> = tables.rows.iter().collect();
        let tears: Vec<&RowTable> = tables.tears.iter().map(|(_, row)| row).collect();
        let demanded = |demanded: &Demanded| match demanded {
            Demanded::Zero => -1,
            Demanded::Independent(j) => signed(*j),
            Demanded::Drive(law) => signed(tables.independent + law),
        };
        let measured = tables.equations.iter().map(|equation| match equation.measured {
            Measured::Deformation(m) => signed(m),
            Measured::Coordinate(c) => -1 - signed(c),
        });
        let blocks = starts(tables.blocks.iter().copied());
        self.whole.extend([
            ("unknown", whole(tables.unknowns.iter().copied())),
            ("place", place),
            ("is_rotation", rotates),
            ("block_start", whole(blocks)),
            ("block_factor", whole(factors.iter().copied())),
            ("measured", measured.collect()),
            ("demanded", tables.equations.iter().map(|equation| demanded(&equation.demanded)).collect()),
            ("tear_place", whole(tables.tears.iter().map(|(place, _)| *place))),
            ("watched", whole(tables.watched.iter().map(|(measure, ..)| *measure))),
            ("watched_demanded", tables.watched.iter().map(|(_, wanted, _)| demanded(wanted)).collect()),
        ]);
        for (names, rows) in [
            (["row_start", "entry_place", "entry_gradient"], rows),
            (["tear_start", "tear_entry_place", "tear_entry_gradient"], tears),
        ] {
            self.whole.extend([
                (names[0], whole(starts(rows.iter().map(|row| row.len())))),
                (names[1], whole(rows.iter().flat_map(|row| row.iter().map(|(place, _)| *place)))),
                (names[2], whole(rows.iter().flat_map(|row| row.iter().map(|(_, gradient)| *gradient)))),
            ]);
        }
        let [home, home_target] = tables.home.clone();
        self.numbers.extend([
            ("farthest", tables.farthest.clone()),
            ("scale", tables.equations.iter().map(|equation| equation.scale).collect()),
            ("home", home),
            ("home_target", home_target),
            ("watched_scale", tables.watched.iter().map(|(.., scale)| *scale).collect()),
            ("basis", tables.basis.as_ref().map_or_else(Vec::new, crate::code::by_rows_of)),
        ]);
    }

    fn add_elements(&mut self, tables: &MotionTables) {
        let elements = &tables.elements;
        let forms: Vec<Vec<f64>> =
            elements.iter().map(|element| form_numbers(&element.form.deformation)).collect();
        let inertias: Vec<Vec<f64>> =
            elements.iter().map(|element| inertia_numbers(&element.form.inertia)).collect();
        let (mut stiffness, mut first_stiffness, mut first_damping) = (Vec::new(), Vec::new(), Vec::new());
        for element in elements {
            for (matrix, firsts) in
                [(&element.stiffness, &mut first_stiffness), (&element.damping, &mut first_damping)]
            {
                firsts.push(if matrix.is_empty() { -1 } else { signed(stiffness.len()) });
                stiffness.extend_from_slice(matrix);
            }
        }
        let role = |role: &Role| match role {
            Role::Held => -1,
            Role::Released => -2,
            Role::Independent(j) => signed(*j),
        };
        let of = |value: fn(&ElementTable) -> usize| whole(elements.iter().map(value));
        self.whole.extend([
            ("kind", elements.iter().map(|element| kind(&element.form.deformation)).collect()),
            ("inertia_kind", elements.iter().map(|element| inertia_kind(&element.form.inertia)).collect()),
            ("width", of(|element| element.coordinates.len())),
            ("first_coordinate", whole(starts(elements.iter().map(|element| element.coordinates.len())))),
            ("coordinates", whole(elements.iter().flat_map(|element| element.coordinates.iter().copied()))),
            ("first", of(|element| element.first)),
            ("count", of(|element| element.count)),
            ("first_gradient", of(|element| element.gradient)),
            ("first_number", whole(starts(forms.iter().map(Vec::len)))),
            ("first_inertia", whole(starts(inertias.iter().map(Vec::len)))),
            ("first_mass", whole(starts(elements.iter().map(mass_entries)))),
            ("first_stiffness", first_stiffness),
            ("first_damping", first_damping),
            ("role", tables.roles.iter().map(role).collect()),
        ]);
        if has_axis(tables) {
            self.numbers.push(("axis", axis_numbers(&tables.axis)));
        }
        self.numbers.extend([
            ("numbers", forms.concat()),
            ("inertia", inertias.concat()),
            ("stiffness", stiffness),
        ]);
    }
}

fn mass_entries(element: &ElementTable) -> usize {
    match element.form.inertia {
        InertiaForm::None => 0,
        _ => element.coordinates.len().pow(2),
    }
}

/// The order of the kinds is that of the engines.
fn kind(form: &DeformationForm) -> i64 {
    match form {
        DeformationForm::None => 0,
        DeformationForm::Linear(_) => 1,
        DeformationForm::Line { .. } => 2,
        DeformationForm::Arm { .. } => 3,
        DeformationForm::Beam { shear: 0.0, .. } => 4,
        DeformationForm::Beam { .. } => 5,
    }
}

fn inertia_kind(form: &InertiaForm) -> i64 {
    match form {
        InertiaForm::None => 0,
        InertiaForm::Constant(_) => 1,
        InertiaForm::Beam { .. } => 2,
        InertiaForm::Lump { .. } => 3,
    }
}

fn form_numbers(form: &DeformationForm) -> Vec<f64> {
    match form {
        DeformationForm::None => Vec::new(),
        DeformationForm::Linear(rows) => rows.clone(),
        DeformationForm::Line { reference } => reference.to_vec(),
        DeformationForm::Arm { arm } => arm.to_vec(),
        DeformationForm::Beam { length, axis, is_sine, shortening, shear } => {
            vec![*length, axis[0], axis[1], f64::from(u8::from(*is_sine)), *shortening, *shear]
        }
    }
}

fn inertia_numbers(form: &InertiaForm) -> Vec<f64> {
    match form {
        InertiaForm::None => Vec::new(),
        InertiaForm::Constant(matrix) => matrix.clone(),
        InertiaForm::Beam { mass, rotary } => vec![*mass, *rotary],
        InertiaForm::Lump { mass, inertia, offset } => vec![*mass, *inertia, offset[0], offset[1]],
    }
}

/// Weights for weight and for densities at both ends, then the points of Gauss' rule.
fn axis_numbers(rule: &AxisRule) -> Vec<f64> {
    let mut all = rule.mean.to_vec();
    rule.ends.iter().for_each(|end| all.extend(end));
    for (shares, place, tangent) in &rule.points {
        all.extend(shares);
        all.extend(place);
        all.extend(tangent);
    }
    all
}

/// Whether forces act along beams.
fn has_axis(tables: &MotionTables) -> bool {
    let weighs = tables.gravity != [0.0; 2]
        && tables.elements.iter().any(|element| inertia_kind(&element.form.inertia) == 2);
    weighs || !tables.spread.is_empty()
}

/// Which parts of an engine a mechanism needs.
fn conditions(tables: &MotionTables) -> Conditions {
    let elements = &tables.elements;
    let any = |wanted: i64| elements.iter().any(|element| kind(&element.form.deformation) == wanted);
    let inert = |wanted: i64| elements.iter().any(|element| inertia_kind(&element.form.inertia) == wanted);
    let by_angle = |element: &ElementTable| matches!(element.form.deformation, DeformationForm::Beam { shear, is_sine, .. } if shear != 0.0 || !is_sine);
    let turning = |acting: &ActingTable| matches!(acting, ActingTable::Along { turning: Some(_), .. });
    let accelerated = |output: &OutputTable| match output {
        OutputTable::Sum { seen, .. } => *seen == SeenTable::Acceleration,
        OutputTable::Expression { coordinates, .. } => {
            coordinates.iter().any(|(_, seen)| *seen == SeenTable::Acceleration)
        }
        OutputTable::Deflection { .. } => false,
        OutputTable::Force(_) => true,
    };
    let force = |holds: fn(&ForceTable) -> bool| {
        tables.outputs.iter().any(|output| matches!(output, OutputTable::Force(force) if holds(force)))
    };
    let deflects = tables.outputs.iter().any(|output| matches!(output, OutputTable::Deflection { .. }));
    let has_gravity = tables.gravity != [0.0; 2];
    let turns = any(3) || any(4) || any(5) || inert(2) || inert(3) || deflects;
    let all = [
        ("linear", any(1)),
        ("line", any(2)),
        ("arm", any(3)),
        ("chord", any(4)),
        ("sheared", any(5)),
        ("beam", any(4) || any(5)),
        ("atan", elements.iter().any(by_angle)),
        ("turned", turns || tables.loads.iter().any(|load| turning(&load.acting))),
        ("constant", inert(1)),
        ("cubic", inert(2)),
        ("lump", inert(3)),
        ("gravity", has_gravity),
        ("weight", has_gravity && inert(2)),
        ("axis", has_axis(tables)),
        ("spread", !tables.spread.is_empty()),
        ("follower", tables.spread.iter().any(|spread| spread.follower)),
        ("forces", force(|_| true)),
        ("through", force(|of| matches!(of, ForceTable::Through { .. }))),
        ("sections", force(|of| matches!(of, ForceTable::Section { .. }))),
        ("on_elements", force(|of| matches!(of, ForceTable::Section { .. } | ForceTable::Elements(_)))),
        ("tears", !tables.tears.is_empty()),
        ("watched", !tables.watched.is_empty()),
        ("drives", tables.equations.iter().any(|equation| matches!(equation.demanded, Demanded::Drive(_)))),
        ("laws", tables.laws.output_count() > 0),
        ("reduced", tables.basis.is_some()),
        ("elastic", elements.iter().any(|e| !e.stiffness.is_empty() || !e.damping.is_empty())),
        ("outputs", !tables.outputs.is_empty()),
        ("accelerations", tables.outputs.iter().any(accelerated)),
        ("deflection", deflects),
    ];
    all.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}
