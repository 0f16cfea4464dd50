"""Writes the files of the rod as CalculiX writes them, and prints the frequencies of the mechanism at rest by another route:
python rod.py (needs NumPy and SciPy).

The rod is a steel bar, 300 mm × 6 mm × 6 mm, of twelve quadratic hexahedra (C3D20, 3 × 3 × 3 points), in millimetres, tonnes and
seconds; its end faces are the node sets A and B. rod.KG.sti has the geometric stiffness under 1 N of tension.

The frequencies are those of the full matrices, not reduced, with both end faces rigid and turning about z only, by a dense solver.
"""

import gzip

import numpy as np
from scipy import linalg

YOUNG, POISSON, DENSITY = 2.0e5, 0.3, 7.87e-9
LENGTH, SIDE, COUNT = 300.0, 6.0, 12
# Corners, then edges of the bottom, of the top, and between, on a grid of half elements.
RING = [(0, 0), (2, 0), (2, 2), (0, 2)]
EDGES = [(1, 0), (2, 1), (1, 2), (0, 1)]
OWN = [(*c, 0) for c in RING] + [(*c, 2) for c in RING]
OWN += [(*e, 0) for e in EDGES] + [(*e, 2) for e in EDGES] + [(*c, 1) for c in RING]


def mesh():
    numbers, places, elements = {}, [], []
    for k in range(COUNT):
        nodes = []
        for i, j, l in OWN:
            key = (i + 2 * k, j, l)
            if key not in numbers:
                numbers[key] = len(places)
                half = SIDE / 2
                places.append((key[0] * LENGTH / (2 * COUNT), (j - 1) * half, (l - 1) * half))
            nodes.append(numbers[key])
        elements.append(nodes)
    return np.array(places), elements


def shape(at):
    n, d = np.zeros(20), np.zeros((3, 20))
    for k, own in enumerate(OWN):
        corner = np.array(own) - 1.0
        middle = np.flatnonzero(corner == 0)
        factors, slopes = 1 + corner * at, corner.copy()
        if len(middle) == 1:
            factors[middle[0]], slopes[middle[0]] = 1 - at[middle[0]] ** 2, -2 * at[middle[0]]
            scale, last, lasts = 0.25, 1.0, np.zeros(3)
        else:
            scale, last, lasts = 0.125, corner @ at - 2, corner
        n[k] = scale * factors.prod() * last
        for a in range(3):
            others = np.delete(factors, a).prod()
            d[a, k] = scale * (slopes[a] * others * last + factors.prod() * lasts[a])
    return n, d


def matrices(places, elements):
    lame, shear = YOUNG * POISSON / (1 + POISSON) / (1 - 2 * POISSON), YOUNG / 2 / (1 + POISSON)
    law = np.diag([2 * shear] * 3 + [shear] * 3)
    law[:3, :3] += lame
    points, weights = np.polynomial.legendre.leggauss(3)
    size = 3 * len(places)
    stiffness, mass, geometric = (np.zeros((size, size)) for _ in range(3))
    for nodes in elements:
        rows = np.ravel([[3 * n, 3 * n + 1, 3 * n + 2] for n in nodes])
        for a, b, c in np.ndindex(3, 3, 3):
            n, d = shape(np.array([points[a], points[b], points[c]]))
            jacobian = d @ places[nodes]
            d = np.linalg.solve(jacobian, d)
            volume = weights[a] * weights[b] * weights[c] * np.linalg.det(jacobian)
            strain = np.zeros((6, 60))
            for k in range(3):
                strain[k, k::3] = d[k]
            for k, (i, j) in enumerate([(0, 1), (0, 2), (1, 2)]):
                strain[3 + k, i::3], strain[3 + k, j::3] = d[j], d[i]
            block = np.ix_(rows, rows)
            stiffness[block] += volume * strain.T @ law @ strain
            mass[block] += volume * DENSITY * np.kron(np.outer(n, n), np.eye(3))
            geometric[block] += volume / SIDE**2 * np.kron(np.outer(d[0], d[0]), np.eye(3))
    return stiffness, mass, geometric


def write(name, matrix, entries):
    text = "".join(f"{i + 1} {j + 1} {matrix[i, j]: .13e}\n" for j, i in entries)
    with open(name, "wb") as file:
        file.write(gzip.compress(text.encode(), 9, mtime=0))


def frequencies(places, stiffness, mass, count):
    """With rigid end faces that turn about z about their centres."""
    ends = [np.flatnonzero(places[:, 0] == x) for x in (0.0, LENGTH)]
    inside = np.setdiff1d(np.arange(len(places)), np.concatenate(ends))
    free = np.ravel([[3 * n, 3 * n + 1, 3 * n + 2] for n in inside])
    motions = np.zeros((3 * len(places), len(free) + 2))
    motions[free, np.arange(len(free))] = 1.0
    for k, nodes in enumerate(ends):
        motions[3 * nodes, len(free) + k] = -places[nodes, 1]
        motions[3 * nodes + 1, len(free) + k] = 0.0
    pairs = [motions.T @ matrix @ motions for matrix in (stiffness, mass)]
    values = linalg.eigh(*pairs, eigvals_only=True, subset_by_index=[0, 4 * count])
    return np.sqrt(values) / 2 / np.pi


def main():
    places, elements = mesh()
    stiffness, mass, geometric = matrices(places, elements)
    # All files have the same entries, as those of CalculiX.
    largest = np.abs(stiffness).max()
    is_entry = (np.abs(stiffness) > 1e-15 * largest) | (mass != 0) | (geometric != 0)
    entries = np.argwhere(np.tril(is_entry))
    write("rod.sti.gz", stiffness, entries)
    write("rod.mas.gz", mass, entries)
    write("rod.KG.sti.gz", geometric, entries)
    with open("rod.dof", "w") as file:
        file.writelines(f"{n}.{c}\n" for n in range(1, len(places) + 1) for c in (1, 2, 3))
    with open("rod.inp", "w") as file:
        file.write("*NODE\n")
        file.writelines(f"{n + 1}, {x:.6f}, {y:.6f}, {z:.6f}\n" for n, (x, y, z) in enumerate(places))
        file.write("*ELEMENT, TYPE=C3D20, ELSET=ROD\n")
        for k, nodes in enumerate(elements):
            numbers = [str(n + 1) for n in nodes]
            file.write(f"{k + 1}, {', '.join(numbers[:10])},\n{', '.join(numbers[10:])}\n")
        for name, x in (("A", 0.0), ("B", LENGTH)):
            own = np.flatnonzero(places[:, 0] == x) + 1
            file.write(f"*NSET, NSET={name}\n{', '.join(map(str, own))}\n")
    print("in the plane and across it [Hz]:", frequencies(places, stiffness, mass, 3))


if __name__ == "__main__":
    main()
