"""Frequencies of hanging cables by Bessel functions. Prints {name: angular frequencies [rad/s]}."""

import json

import numpy as np
from scipy.optimize import brentq
from scipy.special import jn_zeros, jv, yv

G, LENGTH, MASS_PER_LENGTH = 9.81, 3.0, 0.2


def with_mass(mass, count):
    """(T w')' + ρA ω² w = 0 with T = ρA g s, s = m/ρA + l − x: w = A J₀(z) + B Y₀(z), z = 2ω√(s/g).

    w = 0 at the top; m ẅ = −T w′ at the mass, that is w′ = ω² w/g, with dz/dx = −ω/√(g s).
    """
    top, end = mass / MASS_PER_LENGTH + LENGTH, mass / MASS_PER_LENGTH

    def equation(omega):
        z = [2 * omega * np.sqrt(s / G) for s in (top, end)]
        slope = -omega / np.sqrt(G * end)
        rows = [
            [jv(0, z[0]), yv(0, z[0])],
            [-jv(1, z[1]) * slope - omega**2 / G * jv(0, z[1]), -yv(1, z[1]) * slope - omega**2 / G * yv(0, z[1])],
        ]
        return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]

    grid = np.arange(0.05, 60, 0.05)
    signs = np.sign([equation(omega) for omega in grid])
    at = np.flatnonzero(signs[1:] != signs[:-1])[:count]
    return [brentq(equation, grid[i], grid[i + 1], xtol=1e-15, rtol=1e-15) for i in at]


def main():
    bare = jn_zeros(0, 3) / 2 * np.sqrt(G / LENGTH)
    return {"cable_with_mass": with_mass(0.5, 3), "cable": [float(omega) for omega in bare]}


if __name__ == "__main__":
    print(json.dumps(main()))
