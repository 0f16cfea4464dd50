"""Matrices of a straight beam element: stiffness [Przemieniecki1968], mass of cubic deflection, quadratic rotation and
constant shear [Friedman1993], integrated by Gauss points instead of written out."""

import numpy as np

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(4)
POINTS, WEIGHTS = (POINTS + 1) / 2, WEIGHTS / 2


def bending_stiffness(ei, length, phi):
    """Rows (v1, θ1, v2, θ2) with θ = v′ − γ; phi = 12 EI/(κGA l²)."""
    c = ei / ((1 + phi) * length**3)
    l = length
    return c * np.array([
        [12, 6 * l, -12, 6 * l],
        [6 * l, (4 + phi) * l * l, -6 * l, (2 - phi) * l * l],
        [-12, -6 * l, 12, -6 * l],
        [6 * l, (2 - phi) * l * l, -6 * l, (4 + phi) * l * l],
    ])


def bending_shapes(length, phi, at):
    """Deflection and rotation of the section at `at` in 0…1 for unit (v1, θ1, v2, θ2)."""
    s, l, c = at, length, 1 / (1 + phi)
    v = c * np.array([
        1 + phi - phi * s - 3 * s**2 + 2 * s**3,
        l * ((1 + phi / 2) * s - (2 + phi / 2) * s**2 + s**3),
        phi * s + 3 * s**2 - 2 * s**3,
        l * (-phi / 2 * s - (1 - phi / 2) * s**2 + s**3),
    ])
    t = c * np.array([
        6 / l * (s**2 - s),
        1 + phi - (4 + phi) * s + 3 * s**2,
        -6 / l * (s**2 - s),
        -(2 - phi) * s + 3 * s**2,
    ])
    return v, t


def bending_mass(rho_a, rho_i, length, phi):
    mass = np.zeros((4, 4))
    for s, w in zip(POINTS, WEIGHTS):
        v, t = bending_shapes(length, phi, s)
        mass += w * length * (rho_a * np.outer(v, v) + rho_i * np.outer(t, t))
    return mass


def pair(first, second):
    """Axial or torsional: stiffness `first`·[[1,−1],[−1,1]] and mass `second`/6·[[2,1],[1,2]]."""
    return first * np.array([[1, -1], [-1, 1]]), second / 6 * np.array([[2, 1], [1, 2]])


def planar_beam(ea, ei, ga, rho_a, rho_i, length):
    """Stiffness and mass for local (u1, v1, φ1, u2, v2, φ2)."""
    phi = 12 * ei / (ga * length**2) if np.isfinite(ga) else 0.0
    stiffness, mass = np.zeros((6, 6)), np.zeros((6, 6))
    axial, bend = np.ix_([0, 3], [0, 3]), np.ix_([1, 2, 4, 5], [1, 2, 4, 5])
    stiffness[axial], mass[axial] = pair(ea / length, rho_a * length)
    stiffness[bend] = bending_stiffness(ei, length, phi)
    mass[bend] = bending_mass(rho_a, rho_i, length, phi)
    return stiffness, mass


def spatial_beam(s, length):
    """Stiffness and mass for local (u, v, w, θx, θy, θz) at both ends; `s` is a dictionary of section properties."""
    stiffness, mass = np.zeros((12, 12)), np.zeros((12, 12))
    for rows, first, second in (([0, 6], s["EA"], s["rhoA"]), ([3, 9], s["GJ"], s["rhoJ"])):
        stiffness[np.ix_(rows, rows)], mass[np.ix_(rows, rows)] = pair(first / length, second * length)
    # about z: v with θz = v′; about y: w with θy = −w′
    for rows, sign, ei, ga, rho_i in (
        ([1, 5, 7, 11], 1, s["EIz"], s.get("GAy", np.inf), s.get("rhoIz", 0)),
        ([2, 4, 8, 10], -1, s["EIy"], s.get("GAz", np.inf), s.get("rhoIy", 0)),
    ):
        turn = np.diag([1, sign, 1, sign])
        phi = 12 * ei / (ga * length**2) if np.isfinite(ga) else 0.0
        stiffness[np.ix_(rows, rows)] = turn @ bending_stiffness(ei, length, phi) @ turn
        mass[np.ix_(rows, rows)] = turn @ bending_mass(s["rhoA"], rho_i, length, phi) @ turn
    return stiffness, mass
