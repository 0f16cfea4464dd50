"""Reads Standard Input Data by its grammar and compares every number with one from the matrices of the finite-element program.

    bodies.py FOLDER DATA CASES

FOLDER holds the exported files; DATA the matrices K and M, the rows and the mesh of the part; CASES is JSON: for each file the frame
("mass", or the interface that is clamped) and the damping ratio of its modes.

The bodies are: rigid interfaces A and B (sets of nodes), Craig-Bampton with `modes` modes of the held part, then modes of the reduced
part, free or clamped. Integrals are products of the mass matrix of the whole mesh with fields of displacements at its nodes.
"""

import json
import re
import sys
from pathlib import Path

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import load_npz

NUMBER = r"([-+]?[0-9.]+E[-+][0-9]+)"


class Lines:
    def __init__(self, text):
        self.all = [line.strip() for line in text.splitlines()]
        self.at = 0

    def next(self):
        self.at += 1
        return self.all[self.at - 1]


def read_matrix(lines, name):
    head = {}
    for key in ["order", "nrow", "ncol", "nq", "nqn", "structure"]:
        word, value = lines.next().split("=")
        assert word.strip() == key, (name, word, key)
        head[key] = int(value)
    assert head["nqn"] == 0 and head["structure"] == 3
    constant = np.full((head["nrow"], head["ncol"]), np.nan)
    linear = np.zeros((head["nrow"], head["nq"], head["ncol"]))
    while (line := lines.next()) != f"end {name}":
        zero = re.fullmatch(r"m0\( *(\d+), *(\d+)\) *= *" + NUMBER, line)
        one = re.fullmatch(r"m1\( *(\d+), *(\d+), *(\d+)\) *= *" + NUMBER, line)
        assert zero or one, line
        if zero:
            constant[int(zero[1]) - 1, int(zero[2]) - 1] = float(zero[3])
        else:
            assert head["order"] == 1
            linear[int(one[1]) - 1, int(one[2]) - 1, int(one[3]) - 1] = float(one[4])
    assert np.isfinite(constant).all(), name
    return constant, linear


def read(text):
    lines = Lines(text)
    first = lines.next()
    counts = re.match(r"(\d+)\s+(\d+)\s", first)
    assert counts and "=" not in first, first
    body = {"nodes": int(counts[1]), "modes": int(counts[2]), "node": []}
    assert [lines.next() for _ in range(3)] == ["part", "new modal", "refmod"]
    word, value = lines.next().split("=")
    assert word.strip() == "mass"
    body["mass"] = float(value)
    assert lines.next() == f"nelastq        = {body['modes']}"
    body["hertz"] = []
    for k in range(body["modes"]):
        found = re.fullmatch(r"ielastq \( *(\d+)\) = Eigen Mode +(\d+) : +([0-9.]+) Hz", lines.next())
        assert int(found[1]) == k + 1
        body["hertz"].append(float(found[3]))
    assert lines.next() == "end refmod" and lines.next() == "frame"
    while (line := lines.next()) != "end frame":
        assert line == f"new node = {len(body['node']) + 1}", line
        assert lines.next() == "rframe = body ref"
        node = {}
        while (name := lines.next()) != "end node":
            node[name] = read_matrix(lines, name)
        body["node"].append(node)
    while (name := lines.next()) != "end modal":
        body[name] = read_matrix(lines, name)
    assert lines.next() == "end part"
    return body


def mesh(path):
    places, sets, block = {}, {}, None
    for line in path.read_text().splitlines():
        if line.startswith("*"):
            block = line.upper()
            continue
        numbers = [item for item in line.replace(" ", "").split(",") if item]
        if block.startswith("*NODE"):
            places[int(numbers[0])] = np.array([float(x) for x in numbers[1:4]])
        elif block.startswith("*NSET"):
            sets.setdefault(block.split("NSET=")[1].strip(), []).extend(int(n) for n in numbers)
    return places, sets


class Part:
    """The mesh with rigid ends, reduced."""

    def __init__(self, data, name, modes):
        stiffness = load_npz(data / f"{name}.K.npz").toarray()
        self.mass = load_npz(data / f"{name}.M.npz").toarray()
        rows = [line.split(".") for line in (data / f"{name}.dof").read_text().split()]
        self.rows = [(int(node), int(axis) - 1) for node, axis in rows]
        places, sets = mesh(data / f"{name}.inp")
        self.places = places
        self.ends = [sets["A"], sets["B"]]
        self.centres = [np.mean([places[n] for n in end], axis=0) for end in self.ends]
        held = {n: k for k, end in enumerate(self.ends) for n in end}
        inner = [r for r, (node, _) in enumerate(self.rows) if node not in held]
        tie = np.zeros((len(self.rows), len(inner) + 12))
        tie[inner, np.arange(len(inner))] = 1.0
        for r, (node, axis) in enumerate(self.rows):
            if node in held:
                k = held[node]
                tie[r, len(inner) + 6 * k + axis] = 1.0
                arm = places[node] - self.centres[k]
                for b in range(3):
                    tie[r, len(inner) + 6 * k + 3 + b] = np.cross(np.eye(3)[b], arm)[axis]
        k_all, m_all = tie.T @ stiffness @ tie, tie.T @ self.mass @ tie
        i, e = slice(0, len(inner)), slice(len(inner), None)
        _, fixed = eigh(k_all[i, i], m_all[i, i])
        basis = np.zeros((len(k_all), 12 + modes))
        basis[e, :12] = np.eye(12)
        basis[i, :12] = -np.linalg.solve(k_all[i, i], k_all[i, e])
        basis[i, 12:] = fixed[:, :modes]
        self.k, self.m = basis.T @ k_all @ basis, basis.T @ m_all @ basis
        self.shapes = tie @ basis

    def rigid(self, about):
        motions = np.zeros((len(self.k), 6))
        for i, centre in enumerate(self.centres):
            for a in range(3):
                motions[6 * i + a, a] = 1.0
                motions[6 * i : 6 * i + 3, 3 + a] = np.cross(np.eye(3)[a], centre - about)
                motions[6 * i + 3 + a, 3 + a] = 1.0
        return motions

    def modes(self, frame):
        """Frequencies, modes over the coordinates of the reduced part, origin."""
        if frame == "mass":
            field = np.array([self.places[n][a] for n, a in self.rows])
            unit = [np.array([float(a == b) for _, a in self.rows]) for b in range(3)]
            origin = np.array([unit[b] @ self.mass @ field for b in range(3)])
            origin /= unit[0] @ self.mass @ unit[0]
            squares, modes = eigh(self.k, self.m)
            modes = modes[:, 6:]
            rigid = self.rigid(origin)
            amounts = np.linalg.solve(rigid.T @ self.m @ rigid, rigid.T @ self.m @ modes)
            return np.sqrt(squares[6:]), modes - rigid @ amounts, origin
        held = {"A": 0, "B": 1}[frame]
        free = [r for r in range(len(self.k)) if not 6 * held <= r < 6 * held + 6]
        squares, vectors = eigh(self.k[np.ix_(free, free)], self.m[np.ix_(free, free)])
        modes = np.zeros((len(self.k), len(free)))
        modes[free] = vectors
        return np.sqrt(squares), modes, self.centres[held]


def expected(part, frame, ratio):
    omega, modes, origin = part.modes(frame)
    n = len(omega)
    # Fields over the nodes: the places, then the modes.
    numbers = sorted(part.places)
    row = {node: k for k, node in enumerate(numbers)}
    fields = np.zeros((n + 1, len(numbers), 3))
    fields[0] = [part.places[node] - origin for node in numbers]
    for r, (node, axis) in enumerate(part.rows):
        fields[1:, row[node], axis] = (part.shapes @ modes)[r]

    def flat(field):
        return np.array([field[row[node], axis] for node, axis in part.rows])

    def turned(axis, field):
        return flat(np.cross(np.eye(3)[axis], field))

    mass = part.mass
    first = np.array([[flat(np.tile(e, (len(numbers), 1))) @ mass @ flat(f) for f in fields] for e in np.eye(3)])
    spins = np.array([[turned(a, f) for f in fields] for a in range(3)])
    heavy = spins @ mass
    inertia = np.einsum("akr,blr->abkl", heavy, spins)
    swing = np.einsum("akr,lr->akl", heavy, np.array([flat(f) for f in fields[1:]]))
    pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)]

    def gr(k):
        # −2 ∫ x̃ φ̃ₗ dm = 2 ∫ (eₐ × x)·(eᵦ × φₗ) dm.
        return np.hstack([2.0 * inertia[:, :, k, l + 1] for l in range(n)])

    def oe(k):
        def column(a, b):
            both = inertia[a, b, k, 1:] + inertia[b, a, k, 1:]
            return -0.5 * both if a == b else -both

        return np.stack([column(a, b) for a, b in pairs], axis=1)

    def linear(of):
        return np.stack([of(k) for k in range(1, n + 1)], axis=1)

    body = {
        "mdCM": (first[:, :1], linear(lambda k: first[:, k : k + 1])),
        "J": (inertia[:, :, 0, 0], linear(lambda k: inertia[:, :, 0, k] + inertia[:, :, k, 0])),
        "Ct": (first[:, 1:].T, None),
        "Cr": (swing[:, 0].T, linear(lambda k: swing[:, k].T)),
        "Me": (np.eye(n), None),
        "Gr": (gr(0), linear(gr)),
        "Ge": (np.array([[2.0 * swing[c % 3, c // 3 + 1, k] for c in range(3 * n)] for k in range(n)]), None),
        "Oe": (oe(0), linear(oe)),
        "ksigma": (np.zeros((n, 1)), None),
        "Ke": (np.diag(omega**2), None),
        "De": (np.diag(2.0 * ratio * omega), None),
    }
    nodes = []
    for i, centre in enumerate(part.centres):
        phi, psi = modes[6 * i : 6 * i + 3], modes[6 * i + 3 : 6 * i + 6]
        turn = np.stack([np.cross(psi[:, k], np.eye(3), axisb=0, axisc=0) for k in range(n)], axis=1)
        nodes.append(
            {
                "origin": ((centre - origin)[:, None], phi[:, :, None]),
                "phi": (phi, None),
                "psi": (psi, None),
                "AP": (np.eye(3), turn),
                "sigma": (np.zeros((6, 1)), None),
            }
        )
    return omega, body, nodes


def signs(found, expected_phi):
    """Modes of the expectation may have the other sign."""
    return np.sign(np.sum(found * expected_phi, axis=0))


def flipped(name, pair, s):
    """The same matrix for modes times their signs."""
    constant, linear = (np.array(x) if x is not None else None for x in pair)
    n = len(s)
    if name in ("Ct", "Cr", "Oe"):
        constant = s[:, None] * constant
    elif name in ("phi", "psi"):
        constant = constant * s
    elif name == "Gr":
        constant = constant * np.repeat(s, 3)
    elif name == "Ge":
        constant = s[:, None] * constant * np.repeat(s, 3)
    if linear is not None:
        linear = linear * s[None, :, None]
        if name in ("Cr", "Oe"):
            linear = s[:, None, None] * linear
        elif name == "Gr":
            linear = linear * np.repeat(s, 3)
    assert n == len(s)
    return constant, linear


def compare(name, found, wanted, scale=None):
    constant, linear = wanted
    size = max(np.abs(constant).max(), 0.0 if linear is None else np.abs(linear).max(), scale or 0.0, 1e-300)
    worst = np.abs(found[0] - constant).max() / size
    if linear is not None:
        assert found[1].shape == linear.shape, (name, found[1].shape, linear.shape)
        worst = max(worst, np.abs(found[1] - linear).max() / size)
    else:
        assert not found[1].any(), name
    assert worst < 1e-7, f"{name}: {worst:.2e} of its largest entry"
    return worst


def main():
    folder, data = Path(sys.argv[1]), Path(sys.argv[2])
    worst = 0.0
    for case in json.loads(sys.argv[3]):
        part = Part(data, case["part"], case["modes"])
        found = read((folder / case["file"]).read_text())
        omega, body, nodes = expected(part, case["frame"], case["ratio"])
        assert found["modes"] == len(omega) and found["nodes"] == len(nodes)
        assert np.allclose(found["hertz"], omega / (2 * np.pi), rtol=1e-7, atol=1e-6)
        unit = np.array([float(a == 0) for _, a in part.rows])
        assert abs(found["mass"] - unit @ part.mass @ unit) < 1e-9 * found["mass"]
        moves = np.vstack([nodes[k][name][0] for k in range(2) for name in ("phi", "psi")])
        seen = np.vstack([found["node"][k][name][0] for k in range(2) for name in ("phi", "psi")])
        s = signs(seen, moves)
        assert (s != 0).all()
        length = np.abs(nodes[0]["origin"][0] - nodes[1]["origin"][0]).max()
        sizes = {"mdCM": found["mass"] * length, "Ct": found["mass"] ** 0.5, "Cr": found["mass"] ** 0.5 * length}
        for name, wanted in body.items():
            worst = max(worst, compare(name, found[name], flipped(name, wanted, s), sizes.get(name)))
        for k, node in enumerate(nodes):
            for name, wanted in node.items():
                worst = max(worst, compare(name, found["node"][k][name], flipped(name, wanted, s)))
    print(f"{worst:.2e}")


main()
