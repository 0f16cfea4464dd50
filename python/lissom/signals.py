"""Functions and samples of Python as expressions in time.

The model file knows expressions only, so that a model stays a text that anybody can run again. A function of Python is
therefore replaced by polynomials of third degree between points that are chosen until the polynomials keep a tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .errors import UsageError

#: Most pieces of a signal.
MOST_PIECES = 2000


def of_samples(times: Any, values: Any) -> str:
    """The expression of a curve through samples: a monotone cubic interpolant (PCHIP), constant before and after.

    >>> of_samples([0.0, 1.0], [0.0, 2.0])
    'if(t < 0.0, 0.0, if(t < 1.0, 0.0+(t-0.0)*(2.0+(t-0.0)*(0.0+(t-0.0)*0.0)), 2.0))'
    """
    import numpy
    from scipy.interpolate import PchipInterpolator

    times, values = numpy.asarray(times, dtype=float), numpy.asarray(values, dtype=float)
    if times.ndim != 1 or times.shape != values.shape or times.size < 2:
        raise UsageError(f"samples need two lists of one length, at least 2, not of shapes {times.shape} and {values.shape}")
    if not (numpy.isfinite(times).all() and numpy.isfinite(values).all()):
        raise UsageError("samples must be finite numbers")
    if not (numpy.diff(times) > 0).all():
        raise UsageError("the times of samples must increase")
    if times.size > MOST_PIECES + 1:
        raise UsageError(f"a signal has at most {MOST_PIECES + 1} samples, not {times.size}")
    # Coefficients with the highest power first, of t minus the beginning of the piece.
    coefficients = PchipInterpolator(times, values).c
    pieces = [_cubic(times[k], *coefficients[::-1, k]) for k in range(times.size - 1)]
    return _tree([float(values[0])] + pieces + [float(values[-1])], list(map(float, times)))


def of_function(function: Callable[[float], float], until: float, tolerance: float = 1e-6) -> str:
    """The expression of a function of time [s] from 0 to ``until``, constant after.

    Pieces are halved until cubic polynomials keep ``tolerance`` of the largest value between their ends. Steps of the function
    are found to 1e-12 of the whole time.
    """
    if not (until > 0 and math.isfinite(until)):
        raise UsageError(f"a signal needs the time until which it lasts, not {until!r}")

    def at(t: float) -> float:
        given = function(t)
        try:
            value = float(given)
        except (TypeError, ValueError):
            raise UsageError(f"the signal is {given!r} at t = {t} s, not a number") from None
        if not math.isfinite(value):
            raise UsageError(f"the signal is {value} at t = {t} s")
        return value

    scale = max((abs(at(until * k / 64)) for k in range(65)), default=0.0) or 1.0
    begins, pieces = [0.0], []
    waiting = [(until * k / 8, until * (k + 1) / 8) for k in reversed(range(8))]
    while waiting:
        low, high = waiting.pop()
        text, error = _fitted(at, low, high)
        if error <= tolerance * scale or high - low <= 1e-12 * until:
            pieces.append(text)
            begins.append(high)
            if len(pieces) > MOST_PIECES:
                raise UsageError(f"the signal needs more than {MOST_PIECES} pieces for a tolerance of {tolerance}: give a larger one")
        else:
            middle = 0.5 * (low + high)
            waiting += [(middle, high), (low, middle)]
    return _tree([at(0.0)] + pieces + [at(until)], begins)


def _fitted(at: Callable[[float], float], low: float, high: float) -> tuple[str, float]:
    """The cubic through four points of a piece, and its largest error at points between them."""
    import numpy

    width = high - low
    # The last double inside: a step at the end of the piece belongs to the next one.
    inside = [low + width * share for share in (0.0, 1 / 3, 2 / 3)] + [math.nextafter(high, low)]
    x = numpy.array([(t - low) / width for t in inside])
    c = numpy.linalg.solve(numpy.vander(x, 4, increasing=True), [at(t) for t in inside])
    between = (1 / 6, 1 / 2, 5 / 6, 0.05, 0.95)
    error = max(abs(at(low + width * s) - (c[0] + s * (c[1] + s * (c[2] + s * c[3])))) for s in between)
    return _cubic(low, *(c / width ** numpy.arange(4))), error


def _cubic(begin: float, *c: float) -> str:
    begin, (a, b, d, e) = float(begin), map(float, c)
    x = f"(t-{begin!r})"
    return f"{a!r}+{x}*({b!r}+{x}*({d!r}+{x}*{e!r}))".replace("+-", "-")


def _tree(pieces: list[Any], bounds: list[float]) -> str:
    """Pieces between bounds by bisection, so that an evaluation passes few conditions."""
    if not bounds:
        piece = pieces[0]
        return piece if isinstance(piece, str) else repr(piece)
    if len(bounds) == 2 and len(pieces) == 3:
        # The usual end of the bisection, in the order of time.
        first, second, third = (_tree([piece], []) for piece in pieces)
        return f"if(t < {bounds[0]!r}, {first}, if(t < {bounds[1]!r}, {second}, {third}))"
    k = len(bounds) // 2
    return f"if(t < {bounds[k]!r}, {_tree(pieces[: k + 1], bounds[:k])}, {_tree(pieces[k + 1 :], bounds[k + 1 :])})"
