"""Equilibria of the guidance of [Boer2013] along its stroke: force of the drive and frequencies about each state.

Every node has (x, y, φ). Deformations are those of mechanisms.py [Boer2013, Eq. (3)], here written without angles: the sine of a slope
is the cross product of the chord's direction with the turned axis. An equilibrium is a stationary point of the elastic energy under
the constraints, with multipliers; gradients are taken by complex steps, second derivatives by central differences of fourth order of them. Vibrations
are those of the tangent and of the mass in the null space of the constraints, the force of the drive being constant. Prints
{name: numbers}.
"""

import json
import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # matrices are small

import numpy as np
from scipy.linalg import eigh, null_space

CUBIC = np.array([[156, 22, 54, -13], [22, 4, 13, -3], [54, 13, 156, -22], [-13, -3, -22, 4.0]])
STEP = 1e-30

start, elements = [], []  # (rows, l0, direction, EI, ρA, rigid)
for x0 in (0.0, 0.2):
    first = len(start) // 3
    for k in range(6):
        start += [x0, 0.04 * k, 0.0]
    for k in range(5):
        rows = [*range(3 * (first + k), 3 * (first + k) + 6)]
        elements.append((rows, 0.04, (0.0, 1.0), 2.1e11 * 2.5e-12, 7600 * 30e-6, False))
elements.append(([15, 16, 17, 33, 34, 35], 0.2, (1.0, 0.0), 1.0, 7600 * 9e-4, True))
start = np.array(start)
held = {0, 1, 2, 18, 19, 20}
free = [i for i in range(len(start)) if i not in held]
DRIVEN = free.index(15)


def turned(direction, angle):
    c, s = np.cos(angle), np.sin(angle)
    return c * direction[0] - s * direction[1], s * direction[0] + c * direction[1]


def deformations(element, full):
    rows, l0, direction, *_ = element
    xp, yp, fp, xq, yq, fq = full[rows]
    dx, dy = xq - xp, yq - yp
    length = np.sqrt(dx * dx + dy * dy)
    sine = [(dx * ty - dy * tx) / length for tx, ty in (turned(direction, fp), turned(direction, fq))]
    e2, e3 = l0 * sine[0], -l0 * sine[1]
    return length - l0 + (2 * e2 * e2 + e2 * e3 + 2 * e3 * e3) / (30 * l0), e2, e3


def whole(x):
    full = start.astype(x.dtype)
    full[free] = x
    return full


def energy_and_constraints(x):
    full, energy, constraints = whole(x), 0.0, []
    for element in elements:
        e1, e2, e3 = deformations(element, full)
        constraints.append(e1)
        if element[5]:
            constraints += [e2, e3]
        else:
            energy = energy + element[3] / element[1] ** 3 * (2 * e2 * e2 - 2 * e2 * e3 + 2 * e3 * e3)
    return np.array([energy, *constraints])


def gradients(x):
    """Rows: of the energy, then of every constraint."""
    moved = x.astype(complex)
    columns = []
    for j in range(len(x)):
        moved[j] += 1j * STEP
        columns.append(energy_and_constraints(moved).imag / STEP)
        moved[j] -= 1j * STEP
    return np.array(columns).T


def hessian(x, weights, accurate=True):
    """Second derivatives of the weighted sum; those of Newton's steps need not be accurate."""
    columns = []
    for j in range(len(x)):
        side = np.zeros(len(x))
        side[j] = 1e-5
        near = weights @ (gradients(x + side) - gradients(x - side)) / 2e-5
        if accurate:
            far = weights @ (gradients(x + 2 * side) - gradients(x - 2 * side)) / 4e-5
            near = (4 * near - far) / 3
        columns.append(near)
    found = np.array(columns)
    return (found + found.T) / 2


def mass(x):
    full, m = whole(x), np.zeros((len(start), len(start)))
    for rows, l0, direction, _, line, _ in elements:
        places = np.zeros((4, 2, 6))
        places[0, 0, 0] = places[0, 1, 1] = places[2, 0, 3] = places[2, 1, 4] = 1
        for row, column in ((1, 2), (3, 5)):
            tx, ty = turned(direction, full[rows[column]])
            places[row, :, column] = -l0 * ty, l0 * tx
        m[np.ix_(rows, rows)] += line * l0 / 420 * np.einsum("aci,ab,bcj->ij", places, CUBIC, places)
    return m[np.ix_(free, free)]


def settle(x, multipliers, force, target):
    """Newton's method for coordinates, multipliers and the force of the drive."""
    n, c = len(x), len(multipliers)
    for _ in range(40):
        g = gradients(x)
        values = energy_and_constraints(x)[1:]
        weights = np.concatenate([[1.0], multipliers])
        residual = np.concatenate([weights @ g, values, [x[DRIVEN] - target]])
        residual[DRIVEN] -= force
        system = np.zeros((n + c + 1, n + c + 1))
        system[:n, :n], system[:n, n : n + c], system[n : n + c, :n] = hessian(x, weights, accurate=False), g[1:].T, g[1:]
        system[DRIVEN, -1], system[-1, DRIVEN] = -1.0, 1.0
        step = np.linalg.solve(system, -residual)
        x, multipliers, force = x + step[:n], multipliers + step[n:-1], force + step[-1]
        if np.abs(step[:n]).max() < 1e-13:
            return x, multipliers, force
    raise RuntimeError(f"no equilibrium at {target}")


def main():
    x, force = start[free].copy(), 0.0
    multipliers = np.zeros(len(energy_and_constraints(x)) - 1)
    found = {}
    for k in range(0, 17):
        x, multipliers, force = settle(x, multipliers, force, 0.005 * k)
        if k % 2 == 0 and k // 2 in (0, 2, 5, 6, 8):
            weights = np.concatenate([[1.0], multipliers])
            basis = null_space(gradients(x)[1:])
            values = eigh(basis.T @ hessian(x, weights) @ basis, basis.T @ mass(x) @ basis, eigvals_only=True)
            found[f"guidance_{k // 2}_cm"] = [float(force), *(float(w) for w in np.sqrt(values[:5]))]
    return found


if __name__ == "__main__":
    print(json.dumps(main()))
