//! Keywords of model files: methods of reduction, integrators and file formats, each listed once. The reader,
//! the schema, the help texts and the reference tables are generated from these lists; tests compare them
//! with the implementations.

/// A keyword of the model file and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The keyword.
    pub name: &'static str,
    /// Its meaning, in one sentence.
    pub doc: &'static str,
}

/// A method of reduction with its required and optional keys.
#[derive(Clone, Copy, Debug)]
pub struct ReductionMethod {
    /// The value of `method`.
    pub name: &'static str,
    /// Its meaning, in one sentence.
    pub doc: &'static str,
    /// Required keys.
    pub needs: &'static [&'static str],
    /// Keys of which one is required; may be empty.
    pub needs_one_of: &'static [&'static str],
    /// Optional keys.
    pub knows: &'static [&'static str],
}

/// Keys of methods that keep modes: ports to add the residual compliance at, and the band of the comparison.
const PORTS: &[&str] = &["residual", "inputs", "outputs", "band", "at", "stroke"];

const MODES: &[&str] = &["modes", "below"];

/// Values of `method`.
pub const REDUCTION_METHODS: [ReductionMethod; 8] = [
    ReductionMethod {
        name: "modal",
        doc: "vibration modes; of mechanisms in large motion and of linear structures",
        needs: &[],
        needs_one_of: MODES,
        knows: PORTS,
    },
    ReductionMethod {
        name: "svd-modal",
        doc: "singular vectors of weighted modes at states along a stroke; of mechanisms in large motion",
        needs: &["states", "modes_per_state", "keep"],
        needs_one_of: &[],
        knows: &["weight"],
    },
    ReductionMethod {
        name: "krylov",
        doc: "Krylov space of the inputs: matches moments of the response",
        needs: &["inputs"],
        needs_one_of: &["order", "tolerance"],
        knows: &["outputs", "band", "shift", "residual", "at", "stroke", "carry"],
    },
    ReductionMethod {
        name: "guyan",
        doc: "static condensation to interfaces",
        needs: &["interfaces"],
        needs_one_of: &[],
        knows: &["band", "at", "stroke"],
    },
    ReductionMethod {
        name: "craig-bampton",
        doc: "constraint modes of interfaces and modes with fixed interfaces",
        needs: &["interfaces"],
        needs_one_of: MODES,
        knows: PORTS,
    },
    ReductionMethod {
        name: "rubin",
        doc: "free modes and residual attachment modes of interfaces, mass included",
        needs: &["interfaces"],
        needs_one_of: MODES,
        knows: PORTS,
    },
    ReductionMethod {
        name: "macneal",
        doc: "free modes and residual attachment modes of interfaces without mass",
        needs: &["interfaces"],
        needs_one_of: MODES,
        knows: PORTS,
    },
    ReductionMethod {
        name: "balanced",
        doc: "of the modes, those with the largest Hankel singular values from inputs to outputs",
        needs: &["inputs", "keep"],
        needs_one_of: MODES,
        knows: &["outputs", "residual", "band", "at", "stroke"],
    },
];

/// A reduction without a method: a file written by `lissom reduce --save`.
pub const SAVED_REDUCTION: ReductionMethod = ReductionMethod {
    name: "file",
    doc: "a basis or reduced structure from a file",
    needs: &["file"],
    needs_one_of: &[],
    knows: &[],
};

/// Values of `integrator`.
pub const INTEGRATORS: [Choice; 6] = [
    Choice {
        name: "auto",
        doc: "`dopri5` where the motion is not stiff, `radau5` where it is; which one is reported",
    },
    Choice { name: "dopri5", doc: "explicit, order 5(4), Dormand and Prince" },
    Choice { name: "rk43", doc: "explicit, classical, order 4(3); few evaluations for reduced models" },
    Choice { name: "ode45", doc: "explicit, order 5(4), steps and errors controlled as in MATLAB" },
    Choice { name: "esdirk5", doc: "implicit, order 5(4), for stiff machines with resolved vibrations" },
    Choice {
        name: "radau5",
        doc: "implicit, order 5, collocation at the Radau nodes; stiff joints and controllers",
    },
];

/// Values of `format` of a part.
pub const PART_FORMATS: [Choice; 7] = [
    Choice { name: "calculix", doc: "`.sti` and `.mas` of CalculiX, with `.dof`" },
    Choice { name: "matrix-market", doc: "Matrix Market, coordinate or array" },
    Choice { name: "op4", doc: "Nastran OUTPUT4, text or binary" },
    Choice { name: "abaqus", doc: "`.mtx` of Abaqus" },
    Choice { name: "npz", doc: "SciPy's sparse matrices and NumPy's arrays" },
    Choice { name: "mat", doc: "MATLAB's MAT-file of level 5" },
    Choice { name: "table", doc: "a plain table of numbers, as OpenSees prints it" },
];

/// Formats of files for other programs: values of `to` of `[export]`, and of `lissom export --to`.
pub const EXPORT_FORMATS: [Choice; 22] = [
    Choice {
        name: "mat",
        doc: "state space A, B, C, D with names and units for MATLAB, Octave, SciPy and pyMOR",
    },
    Choice {
        name: "npz",
        doc: "state space A, B, C, D with names and units for NumPy, SciPy and python-control",
    },
    Choice { name: "json", doc: "state space A, B, C, D with names and units as one JSON object" },
    Choice {
        name: "mtx",
        doc: "M, D, K, B, C as Matrix Market files with a table of degrees of freedom, of any size",
    },
    Choice {
        name: "op4",
        doc: "KAA, MAA, BAA and input columns as OUTPUT4 text of Nastran, interfaces first, with a table of degrees of freedom",
    },
    Choice {
        name: "dmig",
        doc: "KAAX, MAAX, BAAX as DMIG bulk data of Nastran (ten digits) with grid points and scalar points",
    },
    Choice {
        name: "matrices-npz",
        doc: "M, D, K as sparse matrices of SciPy, with inputs, outputs and the names of all rows",
    },
    Choice {
        name: "fmu2",
        doc: "functional mock-up unit of FMI 2.0, model exchange and co-simulation, of linear models and of mechanisms",
    },
    Choice {
        name: "fmu3",
        doc: "functional mock-up unit of FMI 3.0, model exchange and co-simulation, of linear models and of mechanisms",
    },
    Choice { name: "csv", doc: "motion of [analysis.simulate]: times and outputs as comma-separated values" },
    Choice {
        name: "motion-npz",
        doc: "motion of [analysis.simulate]: times, outputs, coordinates and rates for NumPy",
    },
    Choice {
        name: "parquet",
        doc: "motion of [analysis.simulate]: times and outputs as an Apache Parquet table",
    },
    Choice {
        name: "vtk",
        doc: "the machine with mode shapes and states (.vtu) and its motions as series (.pvd) for ParaView",
    },
    Choice {
        name: "gltf",
        doc: "the machine with modes and motions as animated morph targets, one binary glTF file for viewers of pictures in space",
    },
    Choice {
        name: "uff",
        doc: "nodes, mode shapes and frequency responses as a universal file (datasets 151, 164, 2411, 55, 58) for modal analysis",
    },
    Choice {
        name: "sid",
        doc: "Standard Input Data of flexible bodies for multibody programs: one file for each FE part in large motion",
    },
    Choice {
        name: "calculix-loads",
        doc: "loads on FE parts in large motion over [analysis.simulate] as *STEP with *CLOAD of CalculiX: interface forces, and inertia forces in balance with them",
    },
    Choice {
        name: "nastran-loads",
        doc: "loads on FE parts in large motion over [analysis.simulate] as FORCE and MOMENT cards, and as TLOAD1 over time, of Nastran: interface forces, and inertia forces in balance with them",
    },
    Choice {
        name: "user-element",
        doc: "stiffness and mass of a structure as a linear *USER ELEMENT of Abaqus, interfaces first",
    },
    Choice {
        name: "c",
        doc: "C99 source of a linear model or of a planar mechanism in large motion, full or reduced: right-hand side, outputs and Jacobians, with header, test and makefile",
    },
    Choice {
        name: "rust",
        doc: "Rust source of a linear model or of a planar mechanism in large motion, full or reduced: right-hand side, outputs and Jacobians, with its test",
    },
    Choice {
        name: "modelica",
        doc: "Modelica model of a linear model or bond graph: der(x) = A x + B u, y = C x + D u",
    },
];

/// Words of `to`.
pub(crate) const EXPORT_WORDS: &[&str] = &words(&EXPORT_FORMATS);

/// Words of `method`.
pub(crate) const REDUCTION_WORDS: &[&str] = &{
    let mut words = [""; REDUCTION_METHODS.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = REDUCTION_METHODS[i].name;
        i += 1;
    }
    words
};

/// Words of `integrator`.
pub(crate) const INTEGRATOR_WORDS: &[&str] = &words(&INTEGRATORS);

/// Words of `format`: `auto` inspects the files.
pub(crate) const FORMAT_WORDS: &[&str] = &{
    let mut all = ["auto"; PART_FORMATS.len() + 1];
    let named = words(&PART_FORMATS);
    let mut i = 0;
    while i < named.len() {
        all[i + 1] = named[i];
        i += 1;
    }
    all
};

const fn words<const N: usize>(choices: &[Choice; N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut i = 0;
    while i < N {
        words[i] = choices[i].name;
        i += 1;
    }
    words
}
