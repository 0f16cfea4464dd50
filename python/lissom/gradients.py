"""Values and gradients of quantities at points of a parameter space, by ``lissom sensitivities``."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import AnalysisError, LissomError, NotConfirmed, UsageError
from .model import Model
from .quantities import Leaf, by_place

#: A point, the values and gradients of all leaves there.
Known = "dict[Leaf, tuple[float, Any]]"


class Ranges:
    """Parameters with their bounds, as a unit cube: u = (p - low) / (high - low)."""

    def __init__(self, over: Mapping[str, Any]) -> None:
        import numpy

        if not over:
            raise UsageError("give the parameters and their bounds, as over={'t': (1e-3, 2e-3)}")
        self.names = list(over)
        pairs = [self._pair(name, bounds) for name, bounds in over.items()]
        self.low = numpy.array([low for low, _ in pairs])
        self.high = numpy.array([high for _, high in pairs])

    @staticmethod
    def _pair(name: str, bounds: Any) -> tuple[float, float]:
        import math

        try:
            low, high = map(float, bounds)
        except (TypeError, ValueError):
            raise UsageError(f"the bounds of {name} are two numbers in SI units, as (low, high), not {bounds!r}") from None
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise UsageError(f"the bounds of {name} must be finite, the first below the second: ({low}, {high})")
        return low, high

    def values(self, unit: Any) -> dict[str, float]:
        """Parameters at a point of the cube."""
        return {name: float(value) for name, value in zip(self.names, self.low + unit * (self.high - self.low))}

    def unit(self, values: Mapping[str, float]) -> Any:
        """The point of the cube for values of all parameters."""
        import numpy

        given = numpy.array([float(values[name]) for name in self.names])
        outside = [name for name, value, low, high in zip(self.names, given, self.low, self.high) if not low <= value <= high]
        if outside:
            raise UsageError(f"the start of {', '.join(outside)} is not within its bounds")
        return (given - self.low) / (self.high - self.low)

    def start(self, model: Model, start: Mapping[str, float] | None) -> Any:
        """Where a search begins: values that are given, those of the model for the others."""
        unknown = sorted(set(start or {}) - set(self.names))
        if unknown:
            raise UsageError(f"start has {', '.join(unknown)}, which over has not")
        own = {one["name"]: one["value"] for one in _asked(model, {"of": ["mass"], "to": self.names})["parameters"]}
        return self.unit({**own, **(start or {})})


class Answers:
    """Answers of a model at points of its parameters; the latest are remembered."""

    def __init__(self, model: Model, ranges: Ranges, leaves: Iterable[Leaf], responses: Iterable[Mapping[str, Any]] = ()) -> None:
        self.model = model
        self.ranges = ranges
        self.places = by_place(leaves)
        self.responses = list(responses)
        #: Number of points at which the model was asked.
        self.count = 0
        self._memory: dict[bytes, Any] = {}

    def at(self, unit: Any) -> tuple[Any, list[Any]]:
        """Values and gradients (by the unit cube) of all leaves, and complex responses with theirs."""
        key = unit.tobytes()
        if key not in self._memory:
            if len(self._memory) > 8:
                self._memory.clear()
            self._memory[key] = self._ask(unit)
            self.count += 1
        return self._memory[key]

    def _ask(self, unit: Any) -> tuple[Any, list[Any]]:
        import numpy

        params = self.ranges.values(unit)
        span = self.ranges.high - self.ranges.low
        known: dict[Leaf, tuple[float, Any]] = {}
        responses = []
        try:
            model = self.model.with_params(**params)
            for place, names in self.places.items():
                answer = _asked(model, {"of": names, "to": self.ranges.names, "at": place})
                for name, one in zip(names, _in_order(answer, names)):
                    known[Leaf(name, place)] = (one["value"], numpy.array(_gradient(answer, one, self.ranges.names)) * span)
            for asked in self.responses:
                responses.append(_response(model, asked, self.ranges.names, span))
        except LissomError as error:
            where = ", ".join(f"{name}={value:.9g}" for name, value in params.items())
            error.message = f"at {where}: {error.message}"
            error.report = error.report and f"at {where}:\n{error.report}"
            raise
        return known, responses


def _asked(model: Model, options: Mapping[str, Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConfirmed)
        answer = model.sensitivities(**{name: value for name, value in options.items() if value is not None})
    if answer["unsettled"]:
        raise AnalysisError(
            f"the derivative of {'; '.join(answer['unsettled'])} is too uncertain: the model does not change smoothly around this point"
        )
    return answer


def _in_order(answer: Any, names: list[str]) -> list[Any]:
    """Entries of the answer for the names that were asked: frequencies by name, the others in their order."""
    frequencies = {one["name"]: one for one in answer["quantities"] if one["name"].startswith("frequency:")}
    others = iter([one for one in answer["quantities"] if not one["name"].startswith("frequency:")])
    return [frequencies[name] if name.startswith("frequency:") else next(others) for name in names]


def _gradient(answer: Any, one: Mapping[str, Any], names: list[str]) -> list[float]:
    slopes = dict(zip((parameter["name"] for parameter in answer["parameters"]), one["derivatives"]))
    missing = [name for name in names if slopes[name] is None]
    if missing:
        number = int(one["name"].split(":")[1])
        modes = next(cluster["modes"] for cluster in answer["clusters"] if number in cluster["modes"])
        raise AnalysisError(
            f"{one['name']} has no derivative by {', '.join(missing)}: modes {', '.join(map(str, modes))} have the same frequency, "
            f"{one['value']:.6g} Hz, and part; start elsewhere, or put limits on each of them instead"
        )
    return [slopes[name] for name in names]


def _response(model: Model, asked: Mapping[str, Any], names: list[str], span: Any) -> Any:
    """A complex response and its gradient, one row for each frequency."""
    import numpy

    options = {"of": ["mass"], "to": names, "at": asked["at"], "in_": [asked["input"]], "out": [asked["output"]]}
    answer = _asked(model, {**options, "frequencies": [float(hz) for hz in asked["frequencies_hz"]]})
    (one,) = answer["responses"]
    order = [parameter["name"] for parameter in answer["parameters"]]
    columns = {name: numpy.array(d["real"]) + 1j * numpy.array(d["imaginary"]) for name, d in zip(order, one["derivatives"])}
    value = numpy.array(one["real"]) + 1j * numpy.array(one["imaginary"])
    return value, numpy.stack([columns[name] for name in names], axis=1) * span
