//! Elements of the plane as data, for programs that evaluate them without this one.
//!
//! An element that can be written down says which of a few forms its deformations and its inertia have, with the numbers of
//! the form. Formulas stand with the elements; here are only their names and arguments.

use lissom_linalg::Dense;

/// How the deformations of an element follow from its coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum DeformationForm {
    /// It has none.
    None,
    /// e = G x, row by row.
    Linear(Vec<f64>),
    /// The change of distance of two points (x_p, y_p, x_q, y_q) that lie apart by a vector in the reference configuration.
    Line {
        /// From the first to the second point \[m\].
        reference: [f64; 2],
    },
    /// The offset of a point from the end of an arm that turns: (x₀, y₀, φ₀, x, y).
    Arm {
        /// The arm in the reference configuration \[m\].
        arm: [f64; 2],
    },
    /// Elongation and bending of a beam element: (x_p, y_p, φ_p, x_q, y_q, φ_q).
    Beam {
        /// l₀ \[m\].
        length: f64,
        /// Unit vector along it in the reference configuration.
        axis: [f64; 2],
        /// Whether bending is measured by the sine of slopes, else by their angles.
        is_sine: bool,
        /// 1 with the shortening by bending, else 0.
        shortening: f64,
        /// Φ, zero for a section that does not shear.
        shear: f64,
    },
}

impl DeformationForm {
    pub(super) fn linear(gradient: &Dense) -> Self {
        let (rows, columns) = (gradient.rows(), gradient.cols());
        let entries = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        Self::Linear(entries.map(|at| gradient[at]).collect())
    }
}

/// The inertia of an element over its coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum InertiaForm {
    /// It has none.
    None,
    /// The same matrix everywhere, row by row \[kg\].
    Constant(Vec<f64>),
    /// A beam whose centre line is the cubic through its ends.
    Beam {
        /// ρA \[kg/m\].
        mass: f64,
        /// ρI \[kg m\].
        rotary: f64,
    },
    /// A mass at an offset that turns with a node: (x, y, φ).
    Lump {
        /// Mass \[kg\].
        mass: f64,
        /// About the centre of mass \[kg m²\].
        inertia: f64,
        /// Offset in the reference configuration \[m\].
        offset: [f64; 2],
    },
}

/// An element as data.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementForm {
    /// Its deformations.
    pub deformation: DeformationForm,
    /// Its inertia.
    pub inertia: InertiaForm,
    /// Whether its weight acts on the bent axis of a beam; else it is the inertia force of gravity.
    pub weighs_on_axis: bool,
}
