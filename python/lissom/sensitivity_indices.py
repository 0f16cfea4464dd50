"""Which parameters matter most over their whole ranges: screening by Morris, shares of variance by Sobol (SALib)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import AnalysisError, UsageError
from .gradients import Ranges
from .model import Model
from .sweeps import Study, sweep


class Indices:
    """Sensitivity indices of one number over the ranges of parameters.

    Of ``"morris"``: ``mu_star``, the mean size of changes over a step through the range (unit of the number), and ``sigma``, their spread
    (interactions and curvature). Of ``"sobol"``: ``first``, the share of the variance that a parameter explains alone, and ``total``, with all its
    interactions [-]. ``confidence`` is the half width of the 95 % interval of ``mu_star`` or ``total``, by resampling.
    """

    def __init__(self, method: str, of: str, names: list[str], values: Mapping[str, list[float]], confidence: list[float], study: Study) -> None:
        self.method = method
        #: The number, by its key in the answer.
        self.of = of
        #: The parameters.
        self.names = names
        self.values = dict(values)
        self.confidence = confidence
        #: The rows that the indices were made from.
        self.study = study

    def __getattr__(self, name: str) -> Any:
        import numpy

        if name.startswith("_") or name not in self.__dict__.get("values", {}):
            raise AttributeError(name)
        return numpy.array(self.values[name])

    @property
    def order(self) -> list[str]:
        """Parameters, the one that matters most first."""
        key = "mu_star" if self.method == "morris" else "total"
        return [name for _, name in sorted(zip(self.values[key], self.names), key=lambda pair: -pair[0])]

    def to_pandas(self) -> Any:
        """A row for each parameter."""
        import pandas

        return pandas.DataFrame({**self.values, "confidence": self.confidence}, index=pandas.Index(self.names, name="parameter"))

    def __repr__(self) -> str:
        heads = [*self.values, "confidence"]
        width = max(len(name) for name in self.names)
        lines = [f"{self.of} by {self.method}, {len(self.study['rows'])} rows", " " * width + "".join(f"{head:>14}" for head in heads)]
        for k, name in enumerate(self.names):
            cells = [*(column[k] for column in self.values.values()), self.confidence[k]]
            lines.append(f"{name:>{width}}" + "".join(f"{cell:>14.6g}" for cell in cells))
        return "\n".join(lines)


def indices(
    model: Model,
    verb: str = "modes",
    over: Mapping[str, Any] | None = None,
    *,
    of: str = "frequencies_hz.0",
    method: str = "morris",
    count: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    **means: Any,
) -> Indices:
    """Sensitivity indices of a number of an answer over the ranges of parameters. Needs SALib.

    ``over`` has the bounds of each parameter (SI units), ``of`` names the number by its keys as ``collect`` of ``sweep`` does. ``count`` is the number of
    paths of Morris (default 20: count·(parameters + 1) rows) or of base points of Sobol (a power of two, default 256: count·(parameters + 2) rows).
    ``means`` are those of ``sweep``: ``journal``, ``threads``, ``client``. Every row needs an answer: one without raises ``AnalysisError``.

    >>> m = Model("oscillator")
    >>> _ = m.params(k=100.0, m=1.0), m.nodes(A=(0, 0)), m.mass(node="A", mass="m")
    >>> _ = m.spring(nodes=["A", "ground"], direction="x", stiffness="k"), m.fix(nodes=["A"], directions=["y"])
    >>> indices(m, over={"k": (90, 110), "m": (0.5, 2.0)}).order
    ['m', 'k']
    """
    if method not in ("morris", "sobol"):
        raise UsageError(f"the method is morris or sobol, not {method}")
    ranges = Ranges(over or {})
    problem = {"num_vars": len(ranges.names), "names": ranges.names, "bounds": [list(pair) for pair in zip(ranges.low, ranges.high)]}
    points = _points(problem, method, count, seed)
    rows = [dict(zip(ranges.names, map(float, point))) for point in points]
    study = sweep(model, verb, points=rows, collect=of, options=options, **means)
    if study.failures:
        row, reason = next(iter(study.failures.items()))
        raise AnalysisError(f"{len(study.failures)} of {len(rows)} rows have no answer, so that there are no indices; row {row}: {reason}")
    found = study.columns_by_name().get(of)
    if found is None:
        raise UsageError(f"the answer of {verb} has no number {of}; it has {', '.join(study['columns']) or 'none that was collected'}")
    return _analysed(problem, method, of, points, found, study, seed)


def _points(problem: Mapping[str, Any], method: str, count: int | None, seed: int) -> Any:
    try:
        import SALib  # noqa: F401
    except ImportError:
        raise ImportError("sensitivity indices need the package SALib: pip install SALib") from None
    if method == "morris":
        from SALib.sample import morris

        return morris.sample(problem, _positive(count, 20), num_levels=4, seed=seed)
    from SALib.sample import sobol

    base = _positive(count, 256)
    if base & (base - 1):
        raise UsageError(f"the number of base points of Sobol indices is a power of two, not {base}")
    return sobol.sample(problem, base, calc_second_order=False, seed=seed)


def _positive(count: int | None, default: int) -> int:
    chosen = default if count is None else int(count)
    if chosen < 2:
        raise UsageError(f"count must be at least 2, not {count}")
    return chosen


def _analysed(problem: Mapping[str, Any], method: str, of: str, points: Any, found: Any, study: Study, seed: int) -> Indices:
    names = list(problem["names"])
    if float(found.max() - found.min()) == 0.0:
        raise AnalysisError(f"{of} does not change over these ranges: it has no indices")
    if method == "morris":
        from SALib.analyze import morris

        made = morris.analyze(problem, points, found, num_levels=4, seed=seed)
        values = {"mu_star": list(map(float, made["mu_star"])), "sigma": list(map(float, made["sigma"]))}
        return Indices(method, of, names, values, list(map(float, made["mu_star_conf"])), study)
    from SALib.analyze import sobol

    made = sobol.analyze(problem, found, calc_second_order=False, seed=seed)
    values = {"first": list(map(float, made["S1"])), "total": list(map(float, made["ST"]))}
    return Indices(method, of, names, values, list(map(float, made["ST_conf"])), study)
