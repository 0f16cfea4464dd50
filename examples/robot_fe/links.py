"""Writes the finite-element files of both links: python links.py (needs NumPy and SciPy).

Each link is a planar Bernoulli beam of four elements (cubic bending, linear elongation, consistent mass without the inertia of sections in
rotation). Rows are x, y and the rotation of every node. NAME.KG.npz is the geometric stiffness under a tension of 1 N; NAME.stress.npz
the bending stress of the upper fibre at the nodes, E h/2 times minus the curvature, from displacements.
"""

import numpy as np
from scipy import sparse

YOUNG, DENSITY, ELEMENTS = 7.3e10, 2700.0, 4
# Length [m], area [m²], second moment of area [m⁴], height of the section [m].
LINKS = {"link_a": (0.545, 9.0e-4, 1.69e-8, 0.015), "link_b": (0.675, 4.0e-4, 3.33e-9, 0.010)}


def element(length, area, moment):
    """Stiffness, mass and geometric stiffness over (x, y, rotation) of both ends."""
    ea, ei, m, l = YOUNG * area, YOUNG * moment, DENSITY * area * length, length
    stiffness, mass, geometric = (np.zeros((6, 6)) for _ in range(3))
    axial, bending = [0, 3], [1, 2, 4, 5]
    stiffness[np.ix_(axial, axial)] = ea / l * np.array([[1, -1], [-1, 1]])
    mass[np.ix_(axial, axial)] = m / 6 * np.array([[2, 1], [1, 2]])
    stiffness[np.ix_(bending, bending)] = ei / l**3 * np.array(
        [[12, 6 * l, -12, 6 * l], [6 * l, 4 * l * l, -6 * l, 2 * l * l],
         [-12, -6 * l, 12, -6 * l], [6 * l, 2 * l * l, -6 * l, 4 * l * l]])
    mass[np.ix_(bending, bending)] = m / 420 * np.array(
        [[156, 22 * l, 54, -13 * l], [22 * l, 4 * l * l, 13 * l, -3 * l * l],
         [54, 13 * l, 156, -22 * l], [-13 * l, -3 * l * l, -22 * l, 4 * l * l]])
    geometric[np.ix_(bending, bending)] = 1 / (30 * l) * np.array(
        [[36, 3 * l, -36, 3 * l], [3 * l, 4 * l * l, -3 * l, -l * l],
         [-36, -3 * l, 36, -3 * l], [3 * l, -l * l, -3 * l, 4 * l * l]])
    return stiffness, mass, geometric


def write(name, length, area, moment, height):
    step, rows = length / ELEMENTS, 3 * (ELEMENTS + 1)
    sums = [np.zeros((rows, rows)) for _ in range(3)]
    stress = np.zeros((ELEMENTS + 1, rows))
    for k in range(ELEMENTS):
        own = slice(3 * k, 3 * k + 6)
        for total, part in zip(sums, element(step, area, moment)):
            total[own, own] += part
        # Curvature of the cubic at its ends; nodes inside get the mean of both sides.
        share = [1 if k == 0 else 0.5, 1 if k == ELEMENTS - 1 else 0.5]
        ends = np.array([[0, -6, -4 * step, 0, 6, -2 * step], [0, 6, 2 * step, 0, -6, 4 * step]]) / step**2
        for end in range(2):
            stress[k + end, own] -= share[end] * YOUNG * height / 2 * ends[end]
    for letter, matrix in zip(["K", "M", "KG"], sums):
        sparse.save_npz(f"{name}.{letter}.npz", sparse.csr_matrix(matrix))
    sparse.save_npz(f"{name}.stress.npz", sparse.csr_matrix(stress))
    with open(f"{name}.dof", "w") as file:
        file.writelines(f"{node}.{component}\n" for node in range(1, ELEMENTS + 2) for component in (1, 2, 6))
    with open(f"{name}.inp", "w") as file:
        file.write("*NODE\n")
        file.writelines(f"{k + 1}, {k * step:.12g}, 0, 0\n" for k in range(ELEMENTS + 1))
        file.write("*ELEMENT, TYPE=B23\n")
        file.writelines(f"{k + 1}, {k + 1}, {k + 2}\n" for k in range(ELEMENTS))
        file.write(f"*NSET, NSET=NEAR\n1,\n*NSET, NSET=FAR\n{ELEMENTS + 1},\n")


for name, numbers in LINKS.items():
    write(name, *numbers)
