"""The best values of parameters: SciPy's optimisers with the derivatives of ``lissom sensitivities``."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .errors import NotConfirmed, UsageError
from .gradients import Answers, Ranges
from .model import Model
from .quantities import Limit, Quantity

#: A limit within this share of its scale is active.
_ACTIVE = 1e-4

#: What is left of the gradient at an optimum, beside the gradient itself.
_STATIONARY = 1e-3


class KeptLimit(NamedTuple):
    """A limit at the optimum."""

    limit: str
    value: float
    #: How far inside the limit; negative outside.
    margin: float
    active: bool


class Optimum:
    """What ``optimise`` found."""

    def __init__(self, model: Model, params: dict[str, float], goal: str, value: float, limits: list[KeptLimit], **facts: Any) -> None:
        #: The model with the best parameters.
        self.model = model
        #: The best parameters (SI units).
        self.params = params
        #: The goal, and its value.
        self.goal, self.value = goal, value
        #: Every limit with its value and margin.
        self.limits = limits
        #: Parameters at one of their bounds.
        self.at_bounds: list[str] = facts["at_bounds"]
        #: Whether the optimiser ended well, every limit is kept, and the optimum is stationary.
        self.converged: bool = facts["converged"]
        #: What the optimiser said.
        self.message: str = facts["message"]
        #: What active limits and bounds leave of the goal's gradient, as a share of it; zero at an exact optimum [-].
        self.stationarity: float = facts["stationarity"]
        #: Points at which the model was asked.
        self.evaluations: int = facts["evaluations"]
        #: Parameters and value of the goal at every iteration.
        self.history: list[tuple[dict[str, float], float]] = facts["history"]

    def __repr__(self) -> str:
        lines = [f"{self.goal} = {self.value:.6g} after {self.evaluations} points"]
        lines += [f"  {name} = {value:.6g}{' (at its bound)' if name in self.at_bounds else ''}" for name, value in self.params.items()]
        lines += [f"  {one.limit}: {one.value:.6g}{', active' if one.active else ''}" for one in self.limits]
        lines.append(f"  {'converged' if self.converged else 'NOT converged'}: {self.message}; stationary to {self.stationarity:.1e}")
        return "\n".join(lines)


def optimise(
    model: Model,
    *,
    over: Mapping[str, Any],
    minimise: Quantity | None = None,
    maximise: Quantity | None = None,
    limits: Limit | Iterable[Limit] = (),
    start: Mapping[str, float] | None = None,
    method: str = "SLSQP",
    tolerance: float = 1e-9,
    iterations: int = 100,
) -> Optimum:
    """Searches the values of parameters within ``over`` for which a quantity is smallest or largest, within limits.

    ``over`` has the bounds of each parameter in SI units, ``limits`` are comparisons of quantities. The search begins at ``start``,
    for other parameters at the values of the model, and ends at a local optimum: several starts may find different ones.
    ``method`` is ``"SLSQP"`` or ``"trust-constr"`` of SciPy. An answer that is not an optimum comes with a warning ``NotConfirmed``;
    a point without an answer raises the exception of the model there.

    >>> m = Model("oscillator")
    >>> _ = m.params(k=100.0, m=1.0), m.nodes(A=(0, 0)), m.mass(node="A", mass="m")
    >>> _ = m.spring(nodes=["A", "ground"], direction="x", stiffness="k"), m.fix(nodes=["A"], directions=["y"])
    >>> from lissom.quantities import frequency, mass
    >>> best = optimise(m, minimise=mass(), over={"m": (0.1, 10), "k": (50, 200)}, limits=frequency(1) <= 1)
    >>> round(best.params["m"], 4), round(best.params["k"], 4)
    (1.2665, 50.0)
    """
    if (minimise is None) == (maximise is None):
        raise UsageError("give either minimise or maximise")
    if method not in ("SLSQP", "trust-constr"):
        raise UsageError(f"the method is SLSQP or trust-constr, which know limits and derivatives, not {method}")
    search = _Search(model, over, minimise, maximise, limits, start)
    return search.run(method, tolerance, iterations)


class _Search:
    def __init__(self, model: Model, over: Any, minimise: Any, maximise: Any, limits: Any, start: Any) -> None:
        self.goal: Quantity = minimise if minimise is not None else maximise
        self.sign = 1.0 if minimise is not None else -1.0
        self.word = "smallest" if minimise is not None else "largest"
        self.limits = [limits] if isinstance(limits, Limit) else list(limits)
        for one in self.limits:
            if not isinstance(one, Limit):
                raise UsageError(f"limits are comparisons such as mass() <= 2, not {one!r}")
        self.ranges = Ranges(over)
        leaves = self.goal.leaves().union(*(limit.quantity.leaves() for limit in self.limits))
        if not leaves:
            raise UsageError(f"{self.goal} does not depend on the model")
        self.model = model
        self.answers = Answers(model, self.ranges, leaves)
        self.first = self.ranges.start(model, start)
        known, _ = self.answers.at(self.first)
        self.scale = abs(self.goal.evaluate(known)[0]) or 1.0
        self.scales = [abs(limit.bound) or abs(limit.quantity.evaluate(known)[0]) or 1.0 for limit in self.limits]
        self.history: list[tuple[dict[str, float], float]] = []

    def of_goal(self, unit: Any) -> tuple[float, Any]:
        value, gradient = self.goal.evaluate(self.answers.at(unit)[0])
        return self.sign * value / self.scale, self.sign * gradient / self.scale

    def of_limit(self, k: int, unit: Any) -> tuple[float, Any]:
        """Positive inside."""
        limit = self.limits[k]
        value, gradient = limit.quantity.evaluate(self.answers.at(unit)[0])
        sign = -1.0 if limit.sense == "<=" else 1.0
        return sign * (value - limit.bound) / self.scales[k], sign * gradient / self.scales[k]

    def run(self, method: str, tolerance: float, iterations: int) -> Optimum:
        from scipy.optimize import minimize

        kinds = ["eq" if limit.sense == "==" else "ineq" for limit in self.limits]
        constraints = [
            {"type": kind, "fun": lambda u, k=k: self.of_limit(k, u)[0], "jac": lambda u, k=k: self.of_limit(k, u)[1]}
            for k, kind in enumerate(kinds)
        ]

        def noted(unit: Any, *_: Any) -> None:
            self.history.append((self.ranges.values(unit), self.sign * self.of_goal(unit)[0] * self.scale))

        options = {"maxiter": iterations, **({"ftol": tolerance} if method == "SLSQP" else {"gtol": tolerance, "xtol": tolerance})}
        with warnings.catch_warnings():
            # SciPy warns of points that rounding puts outside the bounds, and clips them.
            warnings.filterwarnings("ignore", message="Values in x were outside bounds", category=RuntimeWarning)
            warnings.filterwarnings("ignore", message="delta_grad == 0", category=UserWarning)
            found = minimize(
                self.of_goal, self.first, jac=True, method=method, bounds=[(0.0, 1.0)] * len(self.first), constraints=constraints,
                callback=noted, options=options,
            )
        return self._optimum(found.x.clip(0.0, 1.0), bool(found.success), str(found.message))

    def _optimum(self, unit: Any, ended: bool, message: str) -> Optimum:
        known, _ = self.answers.at(unit)
        limits = []
        for k, limit in enumerate(self.limits):
            value, _ = limit.quantity.evaluate(known)
            margin = limit.margin(value)
            limits.append(KeptLimit(str(limit), value, margin, abs(margin) <= _ACTIVE * self.scales[k]))
        kept = all(one.margin >= -_ACTIVE * scale for one, scale in zip(limits, self.scales))
        stationarity = self._stationarity(unit, limits)
        params = self.ranges.values(unit)
        bound = [name for name, u in zip(self.ranges.names, unit) if min(u, 1 - u) <= _ACTIVE]
        converged = ended and kept and stationarity <= _STATIONARY
        optimum = Optimum(
            self.model.with_params(**params), params, f"{self.word} {self.goal}", self.goal.evaluate(known)[0], limits,
            at_bounds=bound, converged=converged, message=message, stationarity=stationarity, evaluations=self.answers.count,
            history=self.history,
        )
        if not converged:
            reason = message if not ended else "a limit is not kept" if not kept else f"the gradient is left with {stationarity:.1e} of itself"
            warnings.warn(f"optimise: {reason}", NotConfirmed, stacklevel=4)
        return optimum

    def _stationarity(self, unit: Any, limits: list[KeptLimit]) -> float:
        """What is left of the goal's gradient after the active limits and bounds have taken their share (Karush, Kuhn and Tucker):
        the smallest |g - Σ λ a| with λ >= 0 of inequalities, over |g| where that is large."""
        import numpy
        from scipy.optimize import lsq_linear

        _, gradient = self.of_goal(unit)
        # Changes of the goal over the whole range, as shares of its value: below one they count as they are.
        size = max(1.0, float(numpy.linalg.norm(gradient)))
        columns, lowest = [], []
        for k, one in enumerate(limits):
            if one.active:
                columns.append(self.of_limit(k, unit)[1])
                lowest.append(-numpy.inf if self.limits[k].sense == "==" else 0.0)
        for k, u in enumerate(unit):
            if min(u, 1 - u) <= _ACTIVE:
                columns.append(numpy.eye(len(unit))[k] * (1.0 if u < 0.5 else -1.0))
                lowest.append(0.0)
        if not columns:
            return float(numpy.linalg.norm(gradient)) / size
        matrix = numpy.array(columns).T
        left = lsq_linear(matrix, gradient, bounds=(lowest, numpy.inf))
        return float(numpy.linalg.norm(matrix @ left.x - gradient) / size)
