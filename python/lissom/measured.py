"""Measured frequency responses, from comma-separated values or universal files."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from typing import Any

from .errors import UsageError


class Measured:
    """A measured frequency response of displacement over force.

    ``frequencies_hz`` [Hz] are ascending, ``values`` complex [m/N] or [rad/(N m)]; ``input`` and ``output`` are the names of a force and an output of the
    model. ``deviation`` is the relative standard deviation of the values, if it is known.
    """

    def __init__(self, frequencies_hz: Any, values: Any, *, input: str, output: str, deviation: float | None = None) -> None:
        import numpy

        self.frequencies_hz = numpy.asarray(frequencies_hz, dtype=float)
        self.values = numpy.asarray(values, dtype=complex)
        self.input, self.output, self.deviation = input, output, deviation
        if self.frequencies_hz.ndim != 1 or self.frequencies_hz.shape != self.values.shape or not len(self.values):
            raise UsageError(
                f"frequencies and values of a response are two lists of one length, not of shapes {self.frequencies_hz.shape} and {self.values.shape}"
            )
        wrong = ~(numpy.isfinite(self.frequencies_hz) & numpy.isfinite(self.values)) | (self.frequencies_hz < 0) | (self.values == 0)
        if wrong.any():
            raise UsageError(f"value {int(wrong.argmax())} of the measured response is not a number, is zero, or has a negative frequency")
        if deviation is not None and not (math.isfinite(deviation) and deviation > 0):
            raise UsageError(f"the deviation of a response must be positive: {deviation!r}")

    def between(self, low: float, high: float) -> Measured:
        """The part between two frequencies [Hz]."""
        kept = (self.frequencies_hz >= low) & (self.frequencies_hz <= high)
        return Measured(self.frequencies_hz[kept], self.values[kept], input=self.input, output=self.output, deviation=self.deviation)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, input: str, output: str, function: int = 1, deviation: float | None = None) -> Measured:
        """Reads a file by its ending: ``.csv``, or a universal file (``.uff``, ``.unv``), of which ``function`` counts from 1.

        Comma-separated values have one line of heads: a frequency in Hz, then a real and an imaginary part, or a modulus and a phase (with
        ``deg`` or ``rad`` in its head). Values are displacements over forces in SI units. Universal files say in data set 58 what they hold:
        accelerations and velocities over force become displacements, and the units of data set 164 are applied.
        """
        name = os.fspath(path)
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        universal = os.path.splitext(name)[1].lower() in (".uff", ".unv")
        frequencies, values = _universal(name, lines, function) if universal else _comma_separated(name, lines)
        return cls(frequencies, values, input=input, output=output, deviation=deviation)


def _wrong(file: str, line: int, message: str) -> UsageError:
    return UsageError(f"{file}:{line}: {message}")


def _numbers(file: str, line: int, cells: list[str]) -> list[float]:
    try:
        return [float(cell.replace("D", "E").replace("d", "e")) for cell in cells]
    except ValueError:
        bad = next(cell for cell in cells if not _is_number(cell))
        raise _wrong(file, line, f"`{bad.strip()}` is not a number") from None


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace("D", "E").replace("d", "e"))
    except ValueError:
        return False
    return True


def _comma_separated(file: str, lines: list[str]) -> tuple[Any, Any]:
    import csv

    import numpy

    rows = [(at, row) for at, row in enumerate(csv.reader(lines), 1) if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise _wrong(file, 1, "expected a line of heads and lines of numbers")
    head = [cell.strip().lower() for cell in rows[0][1]]
    if len(head) != 3 or not head[0].startswith("f"):
        raise _wrong(file, rows[0][0], f"expected three columns, a frequency [Hz] and two parts of the response, not {', '.join(head) or 'none'}")
    for at, row in rows[1:]:
        if len(row) != 3:
            raise _wrong(file, at, f"expected 3 numbers, found {len(row)}")
    table = numpy.array([_numbers(file, at, row) for at, row in rows[1:]])
    if head[1].startswith("re") and head[2].startswith("im"):
        return table[:, 0], table[:, 1] + 1j * table[:, 2]
    if head[1].startswith(("mod", "mag", "abs", "|")) and ("deg" in head[2] or "rad" in head[2]):
        phase = numpy.deg2rad(table[:, 2]) if "deg" in head[2] else table[:, 2]
        return table[:, 0], table[:, 1] * numpy.exp(1j * phase)
    raise _wrong(file, rows[0][0], "the heads of columns 2 and 3 must be real and imaginary, or modulus and phase [deg] or [rad]")


def _datasets(file: str, lines: list[str]) -> Iterator[tuple[str, int, list[str]]]:
    """Number, first line and lines of each data set."""
    at = 0
    while at < len(lines):
        if lines[at].strip() != "-1":
            at += 1
            continue
        begin = at + 1
        end = next((k for k in range(begin, len(lines)) if lines[k].strip() == "-1"), None)
        if end is None:
            raise _wrong(file, at + 1, "the data set that begins here has no end: the file is not complete")
        yield lines[begin].strip() if begin < end else "", begin + 1, lines[begin + 1 : end]
        at = end + 1


#: Numbers for each line, and characters for each number, by the type of ordinates.
_COMPLEX = {"5": 13, "6": 20}


def _universal(file: str, lines: list[str], function: int) -> tuple[Any, Any]:
    length = force = 1.0
    found = []
    for number, line, content in _datasets(file, lines):
        if number == "164":
            factors = _fields(file, line + 2, content[1] if len(content) > 1 else "", 25)
            if len(factors) < 2 or not all(factor > 0 for factor in factors[:2]):
                raise _wrong(file, line + 2, "expected positive factors of length and force")
            length, force = factors[0], factors[1]
        elif number == "58":
            found.append((line, content))
        elif number.startswith("58b"):
            raise _wrong(file, line, "this data set is binary; export it as text")
    if not 1 <= function <= len(found):
        raise UsageError(f"{file} has {len(found)} functions (data set 58), not {function}")
    frequencies, values = _function(file, *found[function - 1])
    # Numbers of the file over these factors are in SI units.
    return frequencies, values * force / length


def _fields(file: str, line: int, text: str, width: int) -> list[float]:
    cells = [text[k : k + width] for k in range(0, len(text.rstrip()), width)]
    return _numbers(file, line, cells)


def _function(file: str, line: int, content: list[str]) -> tuple[Any, Any]:
    import numpy

    if len(content) < 12:
        raise _wrong(file, line, "data set 58 is shorter than its eleven lines of heads")
    head = content[6].split()
    if len(head) < 5 or not head[1].isdigit():
        raise _wrong(file, line + 7, "expected type, number of points, spacing, first value and increment")
    kind, count, even = head[0], int(head[1]), head[2] == "1"
    if kind not in _COMPLEX:
        raise _wrong(file, line + 7, f"the ordinates are of type {kind}; a response is complex, of type 5 or 6")
    values = [number for k, text in enumerate(content[11:]) for number in _data(file, line + 12 + k, text, kind, even)]
    per_point = 2 if even else 3
    if len(values) < per_point * count:
        raise _wrong(file, line + len(content), f"{count} points were announced, but there are numbers for {len(values) // per_point} only")
    table = numpy.array(values[: per_point * count]).reshape(count, per_point)
    if even:
        first, step = _numbers(file, line + 7, head[3:5])
        frequencies = first + step * numpy.arange(count)
    else:
        frequencies = table[:, 0]
    complex_values = table[:, -2] + 1j * table[:, -1]
    return _as_displacement(file, line, content, frequencies, complex_values)


def _data(file: str, line: int, text: str, kind: str, even: bool) -> list[float]:
    if even or kind == "5":
        return _fields(file, line, text, _COMPLEX[kind])
    # Uneven, double precision: abscissae of 13 characters, then two numbers of 20.
    return _numbers(file, line, [text[:13], text[13:33], text[33:53]])


def _as_displacement(file: str, line: int, content: list[str], frequencies: Any, values: Any) -> tuple[Any, Any]:
    """Of the quantities of the numerator (displacement 8, velocity 11, acceleration 12) displacement is made."""
    import numpy

    what = content[8].split()[:1]
    order = {"8": 0, "11": 1, "12": 2}.get(what[0] if what else "")
    if order is None:
        raise _wrong(file, line + 9, f"the ordinate is of type {what[0] if what else 'none'}: expected displacement (8), velocity (11) or acceleration (12)")
    if order == 0:
        return frequencies, values
    kept = frequencies > 0
    return frequencies[kept], values[kept] / (2j * numpy.pi * frequencies[kept]) ** order
