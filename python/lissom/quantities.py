"""Numbers of answers that designs are judged by: frequencies, mass, stress, with exact rules for their derivatives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Union

from . import _words
from .errors import UsageError

Place = Union[str, float, None]


class Leaf(NamedTuple):
    """A number as ``lissom sensitivities --of`` names it, and the place it belongs to."""

    of: str
    at: str | None


class Quantity:
    """A number of answers of a model, or an expression of several.

    ``+ - * / **`` and ``abs`` combine quantities and numbers; ``<=``, ``>=`` and ``equals`` make limits of them.

    >>> heavy = 2 * mass() + frequency(1) / 10
    >>> str(heavy <= 5)
    '2*mass + frequency:1/10 <= 5'
    """

    def __init__(self, text: str, operands: tuple[Quantity, ...], rule: Callable[..., tuple[float, tuple[float, ...]]]) -> None:
        self._text = text
        self._operands = operands
        self._rule = rule

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{self._text}>"

    def leaves(self) -> set[Leaf]:
        """The numbers of answers that it is made of."""
        return set().union(*(operand.leaves() for operand in self._operands))

    def evaluate(self, known: Mapping[Leaf, tuple[float, Any]]) -> tuple[float, Any]:
        """Value and gradient, from those of its leaves."""
        parts = [operand.evaluate(known) for operand in self._operands]
        value, slopes = self._rule(*(part[0] for part in parts))
        gradient = sum(slope * part[1] for slope, part in zip(slopes, parts))
        if not math.isfinite(value):
            raise UsageError(f"{self} is not a finite number ({value})")
        return value, gradient

    def __add__(self, other: Any) -> Quantity:
        return _pair("+", self, other, lambda a, b: (a + b, (1.0, 1.0)))

    def __radd__(self, other: Any) -> Quantity:
        return _lifted(other) + self

    def __sub__(self, other: Any) -> Quantity:
        return _pair("-", self, other, lambda a, b: (a - b, (1.0, -1.0)))

    def __rsub__(self, other: Any) -> Quantity:
        return _lifted(other) - self

    def __mul__(self, other: Any) -> Quantity:
        return _pair("*", self, other, lambda a, b: (a * b, (b, a)))

    def __rmul__(self, other: Any) -> Quantity:
        return _lifted(other) * self

    def __truediv__(self, other: Any) -> Quantity:
        return _pair("/", self, other, lambda a, b: (a / b, (1 / b, -a / b**2)))

    def __rtruediv__(self, other: Any) -> Quantity:
        return _lifted(other) / self

    def __pow__(self, power: float) -> Quantity:
        exponent = float(power)
        return Quantity(f"{_grouped(self)}**{power}", (self,), lambda a: (a**exponent, (exponent * a ** (exponent - 1),)))

    def __neg__(self) -> Quantity:
        return Quantity(f"-{_grouped(self)}", (self,), lambda a: (-a, (-1.0,)))

    def __abs__(self) -> Quantity:
        return Quantity(f"abs({self})", (self,), lambda a: (abs(a), (math.copysign(1.0, a),)))

    def __le__(self, limit: Any) -> Limit:
        return _limit(self, "<=", limit)

    def __ge__(self, limit: Any) -> Limit:
        return _limit(self, ">=", limit)

    def equals(self, limit: Any) -> Limit:
        """The quantity has to be equal to a number or another quantity."""
        return _limit(self, "==", limit)

    def __bool__(self) -> bool:
        raise UsageError(f"{self} has no value without a model: write limits one by one, as [q >= 1, q <= 2]")


class _Number(Quantity):
    def __init__(self, leaf: Leaf) -> None:
        place = f" at {leaf.at}" if leaf.at is not None else ""
        super().__init__(f"{leaf.of}{place}", (), lambda: (0.0, ()))
        self._leaf = leaf

    def leaves(self) -> set[Leaf]:
        return {self._leaf}

    def evaluate(self, known: Mapping[Leaf, tuple[float, Any]]) -> tuple[float, Any]:
        return known[self._leaf]


class Limit:
    """A limit that a design has to keep: ``stress(at=0.05) <= 300e6``."""

    def __init__(self, quantity: Quantity, sense: str, bound: float) -> None:
        self.quantity = quantity
        self.sense = sense
        self.bound = bound

    def __str__(self) -> str:
        return f"{self.quantity} {self.sense} {self.bound:g}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __bool__(self) -> bool:
        raise UsageError(f"{self} has no truth without a model: chained comparisons such as 1 <= q <= 2 are written as two limits")

    def margin(self, value: float) -> float:
        """How far a value is inside the limit; negative outside, and the negative distance for an equality."""
        if self.sense == "==":
            return -abs(value - self.bound)
        return self.bound - value if self.sense == "<=" else value - self.bound


def _lifted(other: Any) -> Quantity:
    if isinstance(other, Quantity):
        return other
    value = float(other)
    if not math.isfinite(value):
        raise UsageError(f"{other} is not a finite number")
    return Quantity(f"{value:g}", (), lambda: (value, ()))


def _grouped(quantity: Quantity) -> str:
    text = str(quantity)
    return f"({text})" if any(sign in text for sign in (" + ", " - ", "*", "/")) else text


def _pair(sign: str, left: Quantity, right: Any, rule: Callable[..., Any]) -> Quantity:
    other = _lifted(right)
    if sign in "+-":
        return Quantity(f"{left} {sign} {_grouped(other) if sign == '-' else other}", (left, other), rule)
    return Quantity(f"{_grouped(left)}{sign}{_grouped(other)}", (left, other), rule)


def _limit(quantity: Quantity, sense: str, limit: Any) -> Limit:
    if isinstance(limit, Quantity):
        return Limit(quantity - limit, sense, 0.0)
    bound = float(limit)
    if not math.isfinite(bound):
        raise UsageError(f"the limit of {quantity} is not a finite number: {limit}")
    return Limit(quantity, sense, bound)


def _at(at: Place) -> str | None:
    return None if at is None else _words.written(at)


def frequency(number: int, at: Place = None) -> Quantity:
    """The natural frequency with a number, counted from 1 [Hz], about the reference configuration or an equilibrium.

    ``at`` is a value of the drive of ``[analysis.states]``, the name of a static state, ``"rest"`` or ``"path"``.
    """
    if isinstance(number, bool) or number != int(number) or number < 1:
        raise UsageError(f"frequencies are counted from 1, not by {number!r}")
    return _Number(Leaf(f"frequency:{int(number)}", _at(at)))


def mass() -> Quantity:
    """The mass of the whole [kg]."""
    return _Number(Leaf("mass", None))


def output(name: str, at: Place) -> Quantity:
    """An output in an equilibrium (its unit)."""
    return _Number(Leaf(f"output:{name}", _at(at)))


def force(at: Place) -> Quantity:
    """The force that holds the drive of ``[analysis.states]`` at a value [N] or [N m]."""
    return _Number(Leaf("force", _at(at)))


def stress(at: Place, beam: str | None = None) -> Quantity:
    """The largest bending stress of a beam, or of all beams, in an equilibrium [Pa]."""
    return _Number(Leaf("stress" if beam is None else f"stress:{beam}", _at(at)))


def by_place(leaves: Iterable[Leaf]) -> dict[str | None, list[str]]:
    """Names of numbers by the place they belong to, each once, in a fixed order."""
    places: dict[str | None, list[str]] = {}
    for leaf in sorted(leaves, key=lambda leaf: (leaf.at or "", leaf.of)):
        places.setdefault(leaf.at, []).append(leaf.of)
    return places
