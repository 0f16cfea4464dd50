"""Linear structures: named matrices, and their state space."""

from __future__ import annotations

from typing import Any, NamedTuple

from .errors import AnalysisError, UsageError


class Structure:
    """M q̈ + D q̇ + K q = B u, y = C q about the reference configuration or a state.

    ``mass`` [kg], ``damping`` [N s/m] and ``stiffness`` [N/m] are SciPy sparse matrices (columns of rotations in rad);
    ``inputs`` and ``outputs`` are dense arrays with names in ``input_names`` and ``output_names``.
    """

    def __init__(self, raw: Any) -> None:
        import numpy
        from scipy.sparse import csc_array

        size = len(raw.rows)

        def sparse(columns: Any) -> Any:
            starts, rows, values = map(numpy.asarray, columns)
            return csc_array((values, rows, starts), shape=(size, size))

        def ports(given: Any) -> Any:
            columns = [numpy.asarray(values) for _, _, values in given]
            return numpy.array(columns).T.reshape(size, len(columns))

        self.row_names = [name for name, _ in raw.rows]
        self.row_units = [unit for _, unit in raw.rows]
        self.mass, self.damping, self.stiffness = sparse(raw.mass), sparse(raw.damping), sparse(raw.stiffness)
        #: Σ ζ K of modal damping, which is not a damping matrix; ``None`` without it.
        self.modal_damping = None if raw.modal_damping is None else sparse(raw.modal_damping)
        self.inputs = ports(raw.inputs)
        self.input_names = [name for name, _, _ in raw.inputs]
        self.input_units = [unit for _, unit, _ in raw.inputs]
        self.outputs = ports(raw.outputs).T
        self.output_names = [name for name, _, _ in raw.outputs]
        self.output_units = [unit for _, unit, _ in raw.outputs]
        self.notes = list(raw.notes)
        self._turns = raw.turns

    def __repr__(self) -> str:
        return (
            f"Structure with {len(self.row_names)} coordinates, inputs {', '.join(self.input_names) or 'none'}, "
            f"outputs {', '.join(self.output_names) or 'none'}"
        )

    def state_space(self, modes: int | None = None) -> StateSpace:
        """ẋ = A x + B u, y = C x + D u.

        Without ``modes`` the states are all coordinates and their rates. With ``modes`` they are the amplitudes of the
        lowest modes, and D keeps the static compliance of the others, so that slow responses stay right. Both use dense
        matrices: take them of models of up to some thousand coordinates.
        """
        if self._turns:
            raise UsageError("a structure that spins has gyroscopic terms, which these matrices lack: use campbell")
        return _full(self) if modes is None else _modal(self, modes)


class StateSpace(NamedTuple):
    """ẋ = A x + B u, y = C x + D u, with names."""

    A: Any
    B: Any
    C: Any
    D: Any
    state_names: list[str]
    input_names: list[str]
    output_names: list[str]

    def to_scipy(self) -> Any:
        """A ``scipy.signal.StateSpace``."""
        from scipy.signal import StateSpace as Scipy

        return Scipy(self.A, self.B, self.C, self.D)

    def to_control(self) -> Any:
        """A ``control.StateSpace`` of python-control, with names."""
        import control

        names = {"states": self.state_names, "inputs": self.input_names, "outputs": self.output_names}
        return control.ss(self.A, self.B, self.C, self.D, **{k: [n.replace(".", "_") for n in v] for k, v in names.items()})

    def save(self, path: Any) -> None:
        """Writes a MATLAB file with A, B, C, D and the names as StateName, InputName and OutputName."""
        import numpy
        from scipy.io import savemat

        def cells(names: list[str]) -> Any:
            return numpy.array(names, dtype=object).reshape(-1, 1)

        names = {"StateName": cells(self.state_names), "InputName": cells(self.input_names), "OutputName": cells(self.output_names)}
        savemat(path, {"A": self.A, "B": self.B, "C": self.C, "D": self.D, **names})


def of_bond(equations: Any) -> StateSpace:
    """The state equations of a bond graph as a state space."""
    import numpy

    if equations["A"] is None:
        raise UsageError(f"{', '.join(equations['letters'])} have no value: the equations have no numbers")
    sizes = {"A": ("states", "states"), "B": ("states", "inputs"), "C": ("outputs", "states"), "D": ("outputs", "inputs")}
    sizes |= {"E": sizes["B"], "F": sizes["D"]}
    found = {
        name: numpy.array(equations[name], dtype=float).reshape(len(equations[rows]), len(equations[columns]))
        for name, (rows, columns) in sizes.items()
    }
    if found["E"].any() or found["F"].any():
        raise UsageError("the equations contain rates of inputs (E and F of the answer of bond), which a state space cannot hold")
    return StateSpace(
        *(found[name] for name in "ABCD"), state_names=equations["states"], input_names=equations["inputs"], output_names=equations["outputs"]
    )


def _eigen(structure: Structure) -> tuple[Any, Any, Any]:
    """Eigenvalues, mass-normalised shapes and damping in modal coordinates."""
    import numpy
    from scipy.linalg import LinAlgError, eigh

    mass, stiffness = structure.mass.toarray(), structure.stiffness.toarray()
    try:
        squares, shapes = eigh(stiffness, mass)
    except LinAlgError as error:
        raise AnalysisError(f"the mass matrix is not positive definite ({error}): some coordinates have no mass") from None
    damping = shapes.T @ (structure.damping @ shapes)
    if structure.modal_damping is not None:
        # ζ of a mode is φᵀ S φ / φᵀ K φ, its damping 2 ζ ω; motions without stiffness are not damped.
        weights = numpy.einsum("ik,ik->k", shapes, structure.modal_damping @ shapes)
        elastic = squares > 1e-9 * max(squares.max(), 0.0)
        ratios = numpy.divide(weights, squares, out=numpy.zeros_like(weights), where=elastic)
        damping = damping + numpy.diag(2.0 * ratios * numpy.sqrt(numpy.maximum(squares, 0.0)))
    return squares, shapes, damping


def _full(structure: Structure) -> StateSpace:
    import numpy
    from scipy.linalg import LinAlgError, cho_factor, cho_solve

    size = len(structure.row_names)
    mass, damping = structure.mass.toarray(), structure.damping.toarray()
    if structure.modal_damping is not None:
        _, shapes, modal = _eigen(structure)
        damping = mass @ shapes @ modal @ shapes.T @ mass
    try:
        factor = cho_factor(mass)
    except LinAlgError as error:
        raise AnalysisError(f"the mass matrix is not positive definite ({error}): some coordinates have no mass") from None
    solved = cho_solve(factor, numpy.hstack([structure.stiffness.toarray(), damping, structure.inputs]))
    nothing, unit = numpy.zeros((size, size)), numpy.eye(size)
    inputs, outputs = structure.inputs.shape[1], structure.outputs.shape[0]
    return StateSpace(
        A=numpy.block([[nothing, unit], [-solved[:, :size], -solved[:, size : 2 * size]]]),
        B=numpy.vstack([numpy.zeros((size, inputs)), solved[:, 2 * size :]]),
        C=numpy.hstack([structure.outputs, numpy.zeros((outputs, size))]),
        D=numpy.zeros((outputs, inputs)),
        state_names=[*structure.row_names, *(f"d/dt {name}" for name in structure.row_names)],
        input_names=structure.input_names,
        output_names=structure.output_names,
    )


def _modal(structure: Structure, modes: int) -> StateSpace:
    import numpy

    size = len(structure.row_names)
    if not 1 <= modes <= size:
        raise UsageError(f"modes must be between 1 and {size}, the number of coordinates, not {modes}")
    squares, shapes, damping = _eigen(structure)
    kept, rest = slice(0, modes), slice(modes, size)
    gains, sights = shapes.T @ structure.inputs, structure.outputs @ shapes
    outputs, inputs = structure.outputs.shape[0], structure.inputs.shape[1]
    nothing, unit = numpy.zeros((modes, modes)), numpy.eye(modes)
    return StateSpace(
        A=numpy.block([[nothing, unit], [-numpy.diag(squares[kept]), -damping[kept, kept]]]),
        B=numpy.vstack([numpy.zeros((modes, inputs)), gains[kept]]),
        C=numpy.hstack([sights[:, kept], numpy.zeros((outputs, modes))]),
        D=(sights[:, rest] / squares[rest]) @ gains[rest] if modes < size else numpy.zeros((outputs, inputs)),
        state_names=[*(f"mode {k + 1}" for k in range(modes)), *(f"d/dt mode {k + 1}" for k in range(modes))],
        input_names=structure.input_names,
        output_names=structure.output_names,
    )
