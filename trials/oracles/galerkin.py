"""Eigenvalues of a continuum by polynomials of high degree on a mesh that is fine towards the ends.

Energies are ½∫c(x) (Σ a ∂ᵈf)² dx. Rayleigh's quotient converges with the square of the error of the shape, so that
degree eight on elements graded towards boundary layers leaves rounding only; the bubbles ∬P_j make the stiffness of a
uniform element diagonal, and the matrix scaled to a unit diagonal well conditioned, so that small eigenvalues keep their
relative accuracy whatever the largest are.
"""

import numpy as np
from numpy.polynomial import legendre

from ..outcome import Unsuitable
from .pencil import _shifted, balance, eigenvalues

DEGREE = 9
GAUSS, WEIGHT = legendre.leggauss(DEGREE + 5)


def _basis():
    """Values and two derivatives by ξ in [−1, 1]: value and slope at both ends, then bubbles."""
    functions = [
        np.array([0.5, -0.75, 0, 0.25]), np.array([0.25, -0.25, -0.25, 0.25]),
        np.array([0.5, 0.75, 0, -0.25]), np.array([-0.25, -0.25, 0.25, 0.25]),
    ]
    series = [legendre.poly2leg(f) for f in functions]
    for j in range(2, DEGREE - 1):
        unit = np.zeros(j + 1)
        unit[j] = np.sqrt(j + 0.5)
        series.append(legendre.legint(unit, 2, lbnd=-1))
    return [np.array([legendre.legval(GAUSS, legendre.legder(s, d) if d else s) for s in series]) for d in range(3)]


BASIS = _basis()


def mesh(length, layer, breaks=()):
    """Stations: between neighbouring breaks and ends geometric from the layer at both, none longer than a twelfth."""
    places = [0.0, *breaks, length]
    return np.concatenate([[0.0], *[_graded(low, high, layer, length / 12) for low, high in zip(places, places[1:])]])


def _graded(low, high, layer, longest):
    """Stations beyond `low` up to `high`, which is one exactly."""
    half = 0.5 * (high - low)
    steps, h = [0.0], min(layer, longest, half)
    while steps[-1] < half:
        steps.append(steps[-1] + min(h, longest))
        h *= 2.0
    near = np.array(steps) * (half / steps[-1])
    return np.concatenate([low + near[1:], high - near[-2:0:-1], [high]])


class Continuum:
    """Fields on one member; `smooth` fields keep their slope between elements, others only their value."""

    def __init__(self, stations, smooth):
        self.stations, self.smooth = stations, smooth
        count, fields = len(stations) - 1, len(smooth)
        self.place, n = np.zeros((fields, count, DEGREE + 1), int), 0
        for f in range(fields):
            for e in range(count):
                fresh = [0, 1, 2, 3] if e == 0 else ([2, 3] if smooth[f] else [1, 2, 3])
                if e:
                    self.place[f, e, 0] = self.place[f, e - 1, 2]
                    if smooth[f]:
                        self.place[f, e, 1] = self.place[f, e - 1, 3]
                for j in fresh + list(range(4, DEGREE + 1)):
                    self.place[f, e, j] = n
                    n += 1
        self.size = n
        self.stiffness, self.mass = np.zeros((n, n)), np.zeros((n, n))

    def _scale(self, e, d):
        """Values of the basis differentiated d times by x, with slopes in units of x (shared between elements)."""
        h = self.stations[e + 1] - self.stations[e]
        values = BASIS[d] * (2 / h) ** d
        values = values.copy()
        values[[1, 3]] *= h / 2
        return values, h

    def add(self, matrix, coefficient, terms):
        """∫ c (Σ a ∂ᵈf)² into `matrix`; terms are (field, d, a)."""
        for e in range(len(self.stations) - 1):
            h = self.stations[e + 1] - self.stations[e]
            x = self.stations[e] + (GAUSS + 1) / 2 * h
            weight = WEIGHT * h / 2 * np.broadcast_to(coefficient(x), x.shape)
            rows = np.concatenate([self.place[f, e] for f, _, _ in terms])
            values = np.vstack([a * self._scale(e, d)[0] for _, d, a in terms])
            matrix[np.ix_(rows, rows)] += (values * weight) @ values.T

    def end(self, field, side, slope=False):
        e = 0 if side == "a" else len(self.stations) - 2
        return self.place[field, e, (1 if slope else 0) + (0 if side == "a" else 2)]

    def at(self, field, place):
        """The row of the value of a field at a station."""
        station = int(np.argmin(np.abs(self.stations - place)))
        assert self.stations[station] == place, "what is attached inside sits at a station"
        last = station == len(self.stations) - 1
        return self.place[field, station - last, 2 if last else 0]

    def solve(self, held, tied=()):
        """Eigenvalues with rows held at zero."""
        free = np.setdiff1d(np.arange(self.size), held)
        stiffness, mass = self.stiffness[np.ix_(free, free)], self.mass[np.ix_(free, free)]
        try:
            return eigenvalues(stiffness, mass)[0]
        except Unsuitable:
            return buckled(stiffness, mass)


def buckled(stiffness, mass):
    """Eigenvalues where some may be negative: shifted until the stiffness is positive, then once more from nearby."""
    stiffness, mass = balance(stiffness, mass)
    shift = np.trace(stiffness) / np.trace(mass) * 1e-9
    for _ in range(60):
        try:
            lowest = -np.min(_shifted(stiffness, mass, shift)[0])
        except Unsuitable:
            shift *= 4.0
            continue
        if lowest <= 0 or shift <= 4.0 * lowest:
            return _shifted(stiffness, mass, shift)[0]
        shift = 2.0 * lowest
    raise Unsuitable("no shift makes the stiffness positive")
