"""Parameters from measurements: least squares with the derivatives of ``lissom sensitivities``."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .errors import NotConfirmed, UsageError
from .gradients import Answers, Ranges
from .measured import Measured
from .model import Model
from .quantities import Leaf, Place, _at

#: Combinations of parameters that change the measurements by less than this share of what the best known one does are not determined.
_DETERMINED = 1e-6


class Compared(NamedTuple):
    """A measured number beside that of the calibrated model."""

    name: str
    measured: float
    found: float
    #: (found - measured) over the deviation that was given, or over the measured number.
    residual: float


class Calibration:
    """What ``calibrate`` found."""

    def __init__(self, model: Model, params: dict[str, float], **facts: Any) -> None:
        #: The model with the calibrated parameters.
        self.model = model
        #: The calibrated parameters (SI units).
        self.params = params
        #: Standard deviation of each parameter, to first order; ``None`` where there are no more measurements than parameters.
        self.deviations: dict[str, float] | None = facts["deviations"]
        #: Correlation of the parameters, in their order; ``None`` without deviations.
        self.correlation: Any = facts["correlation"]
        #: Every measured frequency beside the found one.
        self.compared: list[Compared] = facts["compared"]
        #: Root mean square of all residuals [-].
        self.misfit: float = facts["misfit"]
        #: Combinations of parameters that the measurements do not determine: weights by relative range.
        self.undetermined: list[dict[str, float]] = facts["undetermined"]
        #: Parameters at one of their bounds.
        self.at_bounds: list[str] = facts["at_bounds"]
        #: Whether the search ended at a minimum that is determined and not at a bound.
        self.converged: bool = facts["converged"]
        #: What the optimiser said.
        self.message: str = facts["message"]
        #: Points at which the model was asked.
        self.evaluations: int = facts["evaluations"]

    def __repr__(self) -> str:
        lines = [f"misfit {self.misfit:.3e} after {self.evaluations} points"]
        for name, value in self.params.items():
            deviation = f" ± {self.deviations[name]:.2g}" if self.deviations else ""
            lines.append(f"  {name} = {value:.6g}{deviation}{' (at its bound)' if name in self.at_bounds else ''}")
        lines += [f"  {one.name}: measured {one.measured:.6g}, found {one.found:.6g}" for one in self.compared]
        lines += [f"  not determined: {_combination(one)}" for one in self.undetermined]
        lines.append(f"  {'converged' if self.converged else 'NOT converged'}: {self.message}")
        return "\n".join(lines)


def calibrate(
    model: Model,
    *,
    over: Mapping[str, Any],
    frequencies: Mapping[int, Any] | Iterable[Any] = (),
    responses: Measured | Iterable[Measured] = (),
    at: Place = None,
    start: Mapping[str, float] | None = None,
    tolerance: float = 1e-12,
    iterations: int = 100,
) -> Calibration:
    """Finds the values of parameters for which a model answers as measured.

    ``over`` has the bounds of each parameter in SI units. ``frequencies`` are measured natural frequencies [Hz], a list from the first
    on or a dictionary by number; a pair is a frequency and its standard deviation [Hz]. ``responses`` are measured frequency responses:
    see ``lissom.Measured``; their logarithms are compared, modulus and phase alike. Frequencies are paired by number: a model whose modes
    come in another order is calibrated wrongly. ``at`` is the equilibrium in which all of it was measured. The search begins at
    ``start``, for other parameters at the values of the model, and ends at a local minimum.

    >>> m = Model("oscillator")
    >>> _ = m.params(k=100.0), m.nodes(A=(0, 0)), m.mass(node="A", mass=1.0)
    >>> _ = m.spring(nodes=["A", "ground"], direction="x", stiffness="k"), m.fix(nodes=["A"], directions=["y"])
    >>> found = calibrate(m, over={"k": (50, 400)}, frequencies=[2.0])
    >>> round(found.params["k"], 4)
    157.9137
    """
    wanted = _frequencies(frequencies)
    curves = [responses] if isinstance(responses, Measured) else list(responses)
    for curve in curves:
        if not isinstance(curve, Measured):
            raise UsageError(f"responses are lissom.Measured, not {curve!r}")
    if not wanted and not curves:
        raise UsageError("give measured frequencies or responses")
    fit = _Fit(model, Ranges(over), wanted, curves, _at(at), start)
    return fit.run(tolerance, iterations)


def _frequencies(given: Any) -> list[tuple[int, float, float | None]]:
    pairs = given.items() if isinstance(given, Mapping) else enumerate(given, 1)
    made = []
    for number, measured in pairs:
        value, deviation = measured if isinstance(measured, (tuple, list)) else (measured, None)
        value = float(value)
        if not (math.isfinite(value) and value > 0) or int(number) < 1:
            raise UsageError(f"measured frequency {number} must be a positive number [Hz], its number at least 1: {measured!r}")
        if deviation is not None and not (math.isfinite(float(deviation)) and float(deviation) > 0):
            raise UsageError(f"the standard deviation of frequency {number} must be positive: {deviation!r}")
        made.append((int(number), value, None if deviation is None else float(deviation)))
    return made


class _Fit:
    def __init__(self, model: Model, ranges: Ranges, frequencies: Any, curves: list[Measured], at: str | None, start: Any) -> None:
        self.model, self.ranges, self.frequencies, self.curves = model, ranges, frequencies, curves
        self.leaves = [Leaf(f"frequency:{number}", at) for number, _, _ in frequencies]
        asked = [{"input": c.input, "output": c.output, "at": at, "frequencies_hz": c.frequencies_hz} for c in curves]
        self.answers = Answers(model, ranges, self.leaves, asked)
        self.first = ranges.start(model, start)

    def residuals(self, unit: Any) -> tuple[Any, Any]:
        """Residuals and their derivatives by the unit cube."""
        import numpy

        known, responses = self.answers.at(numpy.asarray(unit))
        values, rows = [], []
        for leaf, (_, measured, deviation) in zip(self.leaves, self.frequencies):
            found, gradient = known[leaf]
            weight = deviation or measured
            values.append([(found - measured) / weight])
            rows.append(gradient[None, :] / weight)
        for curve, (found, gradient) in zip(self.curves, responses):
            # ln(H/H_measured): its parts are differences of ln modulus and of phase; many points count as one frequency does.
            share = 1.0 / math.sqrt(2 * len(found)) / (curve.deviation or 1.0)
            ratio = numpy.log(found / curve.values)
            slopes = gradient / found[:, None]
            values += [ratio.real * share, ratio.imag * share]
            rows += [slopes.real * share, slopes.imag * share]
        return numpy.concatenate(values), numpy.concatenate(rows)

    def run(self, tolerance: float, iterations: int) -> Calibration:
        from scipy.optimize import least_squares

        found = least_squares(
            lambda u: self.residuals(u)[0], self.first.clip(1e-9, 1 - 1e-9), jac=lambda u: self.residuals(u)[1], bounds=(0.0, 1.0),
            method="trf", ftol=tolerance, xtol=tolerance, gtol=tolerance, max_nfev=iterations,
        )
        return self._calibration(found.x, int(found.status), str(found.message))

    def _calibration(self, unit: Any, status: int, message: str) -> Calibration:
        import numpy

        values, jacobian = self.residuals(unit)
        known, _ = self.answers.at(unit)
        compared = [
            Compared(leaf.of, measured, known[leaf][0], (known[leaf][0] - measured) / (deviation or measured))
            for leaf, (_, measured, deviation) in zip(self.leaves, self.frequencies)
        ]
        _, sizes, directions = numpy.linalg.svd(jacobian, full_matrices=True)
        sizes = numpy.concatenate([sizes, numpy.zeros(len(unit) - len(sizes))])
        loose = [k for k in range(len(unit)) if sizes[k] <= _DETERMINED * sizes[0]]
        undetermined = [
            {name: float(weight) for name, weight in zip(self.ranges.names, directions[k]) if abs(weight) > 1e-3} for k in loose
        ]
        deviations, correlation = (None, None) if loose else self._deviations(values, jacobian)
        bound = [name for name, u in zip(self.ranges.names, unit) if min(u, 1 - u) <= 1e-6]
        converged = status > 0 and not loose and not bound
        if not converged:
            reason = message if status <= 0 else f"the measurements do not determine {'; '.join(map(_combination, undetermined))}"
            reason = reason if status <= 0 or loose else f"{', '.join(bound)} ended at a bound"
            warnings.warn(f"calibrate: {reason}", NotConfirmed, stacklevel=4)
        params = self.ranges.values(unit)
        return Calibration(
            self.model.with_params(**params), params, deviations=deviations, correlation=correlation, compared=compared,
            misfit=float(numpy.sqrt(numpy.mean(values**2))), undetermined=undetermined, at_bounds=bound, converged=converged,
            message=message, evaluations=self.answers.count,
        )

    def _deviations(self, values: Any, jacobian: Any) -> tuple[Any, Any]:
        """Standard deviations of the parameters and their correlation, to first order: the covariance s² (JᵀJ)⁻¹. Where every frequency has
        a deviation of its own, s = 1; otherwise the residuals tell it."""
        import numpy

        excess = len(values) - jacobian.shape[1]
        given = all(deviation is not None for _, _, deviation in self.frequencies) and not self.curves
        if excess <= 0 and not given:
            return None, None
        variance = 1.0 if given else float(values @ values) / excess
        covariance = variance * numpy.linalg.inv(jacobian.T @ jacobian)
        spread = numpy.sqrt(numpy.diag(covariance))
        span = self.ranges.high - self.ranges.low
        outer = numpy.where(spread > 0, spread, 1.0)
        deviations = {name: float(size) for name, size in zip(self.ranges.names, spread * span)}
        return deviations, covariance / numpy.outer(outer, outer)


def _combination(weights: Mapping[str, float]) -> str:
    return " ".join(f"{weight:+.2f}·{name}" for name, weight in weights.items())
