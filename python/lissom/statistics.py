"""Statistics of studies, and how far they have settled."""

from __future__ import annotations

from typing import Any, NamedTuple

from .errors import UsageError


class Statistics(NamedTuple):
    """Mean and spread of a number over the rows of a study."""

    name: str
    rows: int
    mean: float
    #: Standard deviation over rows.
    deviation: float
    #: Standard error of the mean, deviation/√rows: for independent rows; Latin and Sobol designs do better.
    error: float
    least: float
    largest: float


class Convergence(NamedTuple):
    """Mean and deviation of a number over the first rows of a study, for a growing number of them."""

    name: str
    rows: Any
    mean: Any
    deviation: Any
    error: Any

    @property
    def settled(self) -> bool:
        """Whether the mean over the first half of the rows is that over all, within two standard errors of the half."""
        if len(self.rows) < 4:
            return False
        half = next(k for k, count in enumerate(self.rows) if 2 * count >= self.rows[-1])
        return bool(abs(self.mean[half] - self.mean[-1]) <= 2 * self.error[half])


def known(study: Any, name: str) -> Any:
    """The values of a number in all rows that have it."""
    import numpy

    columns = study.columns_by_name()
    if name not in study["columns"]:
        raise UsageError(f"the study has no number {name}; it has {', '.join(study['columns']) or 'none'}")
    values = columns[name]
    kept = values[numpy.isfinite(values)]
    if len(kept) < 2:
        raise UsageError(f"{name} is known in {len(kept)} rows only")
    return kept


def of(study: Any, name: str) -> Statistics:
    """Mean and spread of a number."""
    values = known(study, name)
    deviation = float(values.std(ddof=1))
    error = deviation / len(values) ** 0.5
    return Statistics(name, len(values), float(values.mean()), deviation, error, float(values.min()), float(values.max()))


def convergence(study: Any, name: str) -> Convergence:
    """Mean and deviation over the first 2, 3, … rows, in the order of the rows."""
    import numpy

    values = known(study, name)
    counts = numpy.arange(1, len(values) + 1)
    # Differences from the first value: sums of squares lose no digits to a large mean.
    shifted = values - values[0]
    mean = numpy.cumsum(shifted) / counts
    squares = numpy.maximum(numpy.cumsum(shifted**2) - counts * mean**2, 0.0)
    deviation = numpy.sqrt(squares[1:] / (counts[1:] - 1))
    return Convergence(name, counts[1:], mean[1:] + values[0], deviation, deviation / numpy.sqrt(counts[1:]))
