//! What model files choose by a word: methods of reduction, integrators and file formats, each listed once. The words a file may use, the
//! schema, the help texts and the tables of the reference are made from these lists; tests compare them with what computes.

/// A word that a model file may write, and what it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
}

/// A method of reduction, the keys it cannot do without, and those it also knows.
#[derive(Clone, Copy, Debug)]
pub struct ReductionMethod {
    /// The word in `method`.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// Keys it needs.
    pub needs: &'static [&'static str],
    /// Keys of which it needs one, where there are any.
    pub needs_one_of: &'static [&'static str],
    /// Keys it also knows.
    pub knows: &'static [&'static str],
}

/// Keys of methods that keep modes: ports to add the residual compliance at, and the band of the comparison.
const PORTS: &[&str] = &["residual", "inputs", "outputs", "band", "at", "stroke"];

const MODES: &[&str] = &["modes", "below"];

/// Methods that a file chooses by `method`.
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
        doc: "constraint modes of interfaces and modes with held interfaces",
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

/// A reduction without a method: what `lissom reduce --save` has written.
pub const SAVED_REDUCTION: ReductionMethod = ReductionMethod {
    name: "file",
    doc: "a basis or reduced structure from a file",
    needs: &["file"],
    needs_one_of: &[],
    knows: &[],
};

/// Integrators that a file chooses by `integrator`.
pub const INTEGRATORS: [Choice; 5] = [
    Choice { name: "dopri5", doc: "explicit, order 5(4), Dormand and Prince" },
    Choice { name: "rk43", doc: "explicit, classical, order 4(3); few evaluations for reduced models" },
    Choice {
        name: "ode45",
        doc: "explicit, order 5(4), steps and errors as MATLAB's function of that name controls them",
    },
    Choice { name: "esdirk5", doc: "implicit, order 5(4), stiff machines whose vibrations are resolved" },
    Choice {
        name: "radau5",
        doc: "implicit, order 5, collocation at the Radau nodes; stiff joints and controllers",
    },
];

/// Formats of matrices that a file chooses by `format` of a part.
pub const PART_FORMATS: [Choice; 7] = [
    Choice { name: "calculix", doc: "`.sti` and `.mas` of CalculiX, with `.dof`" },
    Choice { name: "matrix-market", doc: "Matrix Market, coordinate or array" },
    Choice { name: "op4", doc: "Nastran OUTPUT4, text or binary" },
    Choice { name: "abaqus", doc: "`.mtx` of Abaqus" },
    Choice { name: "npz", doc: "SciPy's sparse matrices and NumPy's arrays" },
    Choice { name: "mat", doc: "MATLAB's MAT-file of level 5" },
    Choice { name: "table", doc: "a plain table of numbers, as OpenSees prints it" },
];

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

/// Words of `format`: `auto` looks at the files.
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
