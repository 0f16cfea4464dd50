"""Writes the finite-element files of the frame, and prints the frequencies of the whole stage by another route: python frame.py (needs
NumPy and SciPy).

The frame is a bar of aluminium, 120 mm × 12 mm × 20 mm, in plane stress: 12 × 2 quadratic quadrilaterals (Q8, 3 × 3 points), in
millimetres, tonnes and seconds. Its left 20 mm are bolted down (node set BASE); leaf springs stand on the patches LEFT and RIGHT.

The frequencies are those of the full matrices, not reduced, with rigid patches, four cubic beam elements for each leaf spring and the
rigid stage, by a dense eigenvalue solver.
"""

import numpy as np
from scipy import linalg, sparse

YOUNG, POISSON, DENSITY, THICKNESS = 7.0e4, 0.33, 2.7e-9, 20.0
LENGTH, HEIGHT, COLUMNS, ROWS = 120.0, 12.0, 12, 2
# Leaf springs: 0.5 mm × 20 mm of steel, 100 mm long, at 45 mm and 105 mm; SI.
EA, EI, RHO_A, LEAF, LEAVES = 2.1e11 * 1e-5, 2.1e11 * 20e-3 * 0.5e-3**3 / 12, 7800 * 1e-5, 0.1, (0.045, 0.105)
STAGE, STAGE_INERTIA = 0.3, 2.5e-4


def mesh():
    """Nodes on a grid of half elements, without the middles of elements; corners, then middles of edges."""
    numbers, places, elements = {}, [], []
    for j in range(2 * ROWS + 1):
        for i in range(2 * COLUMNS + 1):
            if i % 2 == 0 or j % 2 == 0:
                numbers[i, j] = len(places)
                places.append((i * LENGTH / (2 * COLUMNS), j * HEIGHT / (2 * ROWS)))
    for j in range(0, 2 * ROWS, 2):
        for i in range(0, 2 * COLUMNS, 2):
            ring = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1)]
            elements.append([numbers[i + a, j + b] for a, b in ring])
    return np.array(places), elements


def shape(r, s):
    """Shape functions of the Q8 element and their derivatives."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    n, d = np.zeros(8), np.zeros((2, 8))
    for k, (a, b) in enumerate(corners):
        n[k] = (1 + a * r) * (1 + b * s) * (a * r + b * s - 1) / 4
        d[0, k] = a * (1 + b * s) * (2 * a * r + b * s) / 4
        d[1, k] = b * (1 + a * r) * (a * r + 2 * b * s) / 4
    for k, (a, b) in zip(range(4, 8), [(0, -1), (1, 0), (0, 1), (-1, 0)]):
        if a == 0:
            n[k], d[0, k], d[1, k] = (1 - r * r) * (1 + b * s) / 2, -r * (1 + b * s), b * (1 - r * r) / 2
        else:
            n[k], d[0, k], d[1, k] = (1 - s * s) * (1 + a * r) / 2, a * (1 - s * s) / 2, -s * (1 + a * r)
    return n, d


def matrices(places, elements):
    law = YOUNG / (1 - POISSON**2) * np.array([[1, POISSON, 0], [POISSON, 1, 0], [0, 0, (1 - POISSON) / 2]])
    points, weights = np.polynomial.legendre.leggauss(3)
    size = 2 * len(places)
    stiffness, mass = np.zeros((size, size)), np.zeros((size, size))
    for nodes in elements:
        rows = np.ravel([[2 * n, 2 * n + 1] for n in nodes])
        for r, wr in zip(points, weights):
            for s, ws in zip(points, weights):
                n, d = shape(r, s)
                jacobian = d @ places[nodes]
                g = np.linalg.solve(jacobian, d)
                b = np.zeros((3, 16))
                b[0, 0::2], b[1, 1::2], b[2, 0::2], b[2, 1::2] = g[0], g[1], g[1], g[0]
                at = np.zeros((2, 16))
                at[0, 0::2], at[1, 1::2] = n, n
                volume = np.linalg.det(jacobian) * THICKNESS * wr * ws
                stiffness[np.ix_(rows, rows)] += volume * b.T @ law @ b
                mass[np.ix_(rows, rows)] += volume * DENSITY * at.T @ at
    return stiffness, mass


def write(places, elements, sets, stiffness, mass):
    for letter, matrix in [("K", stiffness), ("M", mass)]:
        sparse.save_npz(f"frame.{letter}.npz", sparse.csr_matrix(np.where(abs(matrix) > 1e-13 * abs(matrix).max(), matrix, 0)))
    with open("frame.dof", "w") as file:
        file.writelines(f"{n + 1}.{c}\n" for n in range(len(places)) for c in (1, 2))
    with open("frame.inp", "w") as file:
        file.write("*NODE\n")
        file.writelines(f"{n + 1}, {x:.12g}, {y:.12g}, 0\n" for n, (x, y) in enumerate(places))
        file.write("*ELEMENT, TYPE=CPS8\n")
        file.writelines(f"{k + 1}, {', '.join(str(n + 1) for n in nodes)}\n" for k, nodes in enumerate(elements))
        for name, nodes in sets.items():
            file.write(f"*NSET, NSET={name}\n")
            file.writelines(", ".join(str(n + 1) for n in nodes[k:k + 8]) + ",\n" for k in range(0, len(nodes), 8))


def beam(length):
    l, k, m = length, np.zeros((6, 6)), np.zeros((6, 6))
    axial, bending = np.ix_([0, 3], [0, 3]), np.ix_([1, 2, 4, 5], [1, 2, 4, 5])
    k[axial] = EA / l * np.array([[1, -1], [-1, 1]])
    m[axial] = RHO_A * l / 6 * np.array([[2, 1], [1, 2]])
    k[bending] = EI / l**3 * np.array([[12, 6 * l, -12, 6 * l], [6 * l, 4 * l * l, -6 * l, 2 * l * l],
                                       [-12, -6 * l, 12, -6 * l], [6 * l, 2 * l * l, -6 * l, 4 * l * l]])
    m[bending] = RHO_A * l / 420 * np.array([[156, 22 * l, 54, -13 * l], [22 * l, 4 * l * l, 13 * l, -3 * l * l],
                                             [54, 13 * l, 156, -22 * l], [-13 * l, -3 * l * l, -22 * l, 4 * l * l]])
    # The axis of the leaf points up: along it is y, across it -x.
    turn = np.kron(np.eye(2), np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]))
    return turn.T @ k @ turn, turn.T @ m @ turn


def whole(places, sets, stiffness, mass, elements=4):
    """Frequencies of the stage in Hz: all coordinates as columns over (rows of the frame, nodes of leaves)."""
    si = places * 1e-3
    free = [n for n in range(len(places)) if all(n not in nodes for nodes in sets.values())]
    inner = elements - 1
    # Coordinates: free mesh nodes, both patches, inner nodes of both leaves, the stage.
    size = 2 * len(free) + 6 + 2 * 3 * inner + 3
    patch = [2 * len(free), 2 * len(free) + 3]
    leaf = [2 * len(free) + 6 + 3 * inner * k for k in range(2)]
    stage = size - 3
    columns = np.zeros((2 * len(places), size))
    for k, n in enumerate(free):
        columns[2 * n, 2 * k] = columns[2 * n + 1, 2 * k + 1] = 1
    for first, name, x in zip(patch, ["LEFT", "RIGHT"], LEAVES):
        for n in sets[name]:
            arm = si[n] - [x, HEIGHT * 1e-3]
            columns[2 * n, [first, first + 2]] = 1, -arm[1]
            columns[2 * n + 1, [first + 1, first + 2]] = 1, arm[0]
    total_k = columns.T @ (stiffness * 1e3) @ columns
    total_m = columns.T @ (mass * 1e3) @ columns
    k, m = beam(LEAF / elements)
    middle = 0.5 * (LEAVES[0] + LEAVES[1])
    for side in range(2):
        ends = [patch[side]] + [leaf[side] + 3 * i for i in range(inner)] + [None]
        for a, b in zip(ends, ends[1:]):
            own = np.zeros((6, size))
            own[0:3, a:a + 3] = np.eye(3)
            if b is None:
                own[3:6, stage:] = [[1, 0, 0], [0, 1, LEAVES[side] - middle], [0, 0, 1]]
            else:
                own[3:6, b:b + 3] = np.eye(3)
            total_k += own.T @ k @ own
            total_m += own.T @ m @ own
    total_m[stage:, stage:] += np.diag([STAGE, STAGE, STAGE_INERTIA])
    values = linalg.eigh(total_k, total_m, eigvals_only=True, subset_by_index=[0, 5])
    return np.sqrt(values) / (2 * np.pi)


places, elements = mesh()
near = lambda x, y: [n for n, p in enumerate(places) if x(p[0]) and y(p[1])]
top = lambda y: y > HEIGHT - 1e-9
sets = {
    "BASE": near(lambda x: x < 20 + 1e-9, lambda y: y < 1e-9),
    "LEFT": near(lambda x: abs(x - 45) < 5 + 1e-9, top),
    "RIGHT": near(lambda x: abs(x - 105) < 5 + 1e-9, top),
}
stiffness, mass = matrices(places, elements)
write(places, elements, sets, stiffness, mass)
print("mass of the frame [kg]:", 1e3 * mass[0::2, 0::2].sum())
print("frequencies [Hz]:", ", ".join(f"{f:.9g}" for f in whole(places, sets, stiffness, mass)))
