"""Responses and frequencies of imported parts from their matrices, dense, with NumPy and SciPy.

Motions with neither stiffness nor mass (hourglass motions of reduced integration) are taken out by singular values first.
Prints {name: numbers}.
"""

import gzip
import json
import pathlib
import sys

import numpy as np
import scipy.linalg
import scipy.sparse

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from trials.oracles.frame import Frame  # noqa: E402
from trials.oracles.pencil import drop_common  # noqa: E402

BRACKET = ROOT / "crates/lissom-import/tests/data/calculix/bracket"
ONE_LAYER = ROOT / "crates/lissom-cli/tests/data/one_layer"
BAR = ROOT / "examples/bracket_bar/data"


def matrix(path):
    """A triangle as CalculiX stores it: row, column, value."""
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as lines:
        entries = np.array([line.split() for line in lines], float)
    rows, columns = entries[:, 0].astype(int) - 1, entries[:, 1].astype(int) - 1
    n = max(rows.max(), columns.max()) + 1
    full = np.zeros((n, n))
    full[rows, columns] = entries[:, 2]
    full[columns, rows] = entries[:, 2]
    return full


def names(path):
    """Node and component of every row."""
    return [tuple(int(part) for part in line.split(".")) for line in path.read_text().split()]


def node_set(path, wanted):
    """The nodes of a set, and the places of all nodes."""
    nodes, places, mode = [], {}, None
    for line in path.read_text().splitlines():
        if line.startswith("*"):
            words = [word.strip().upper() for word in line.split(",")]
            mode = "node" if words[0] == "*NODE" else "set" if f"NSET={wanted}" in words and words[0] == "*NSET" else None
            continue
        values = [value for value in line.replace(",", " ").split()]
        if mode == "node":
            places[int(values[0])] = np.array(values[1:4], float)
        if mode == "set":
            nodes += [int(value) for value in values]
    return nodes, places


def bracket_response():
    """Receptance of node 63 along z with D = 1e-6 K at six frequencies; real and imaginary parts in turn."""
    k, m = matrix(BRACKET / "bracket.sti"), matrix(BRACKET / "bracket.mas.gz")
    row = names(BRACKET / "bracket.dof").index((63, 3))
    found = []
    for hz in (0.0, 100.0, 1000.0, 2224.0, 3000.0, 5000.0):
        w = 2 * np.pi * hz
        force = np.zeros(len(k))
        force[row] = 1
        value = np.linalg.solve(k * (1 + 1e-6j * w) - w * w * m, force)[row]
        found += [value.real, value.imag]
    return found


def condensed():
    """How far the block of the face is from the Schur complement: ratio of norms, ratio of largest entries."""
    k = matrix(BRACKET / "bracket.sti")
    face, _ = node_set(BRACKET / "bracket.inc", "FACE")
    kept = [i for i, (node, _) in enumerate(names(BRACKET / "bracket.dof")) if node in face]
    inner = [i for i in range(len(k)) if i not in kept]
    held = k[np.ix_(kept, kept)]
    schur = held - k[np.ix_(kept, inner)] @ np.linalg.solve(k[np.ix_(inner, inner)], k[np.ix_(inner, kept)])
    return [
        np.linalg.norm(held - schur) / np.linalg.norm(schur),
        np.max(np.abs(held - schur)) / np.max(np.abs(schur)),
    ]


def blade_response():
    """The mean of the tip along z under a force on it, at three frequencies."""
    k, m = matrix(ONE_LAYER / "blade.sti.gz"), matrix(ONE_LAYER / "blade.mas.gz")
    tip, _ = node_set(ONE_LAYER / "blade_mesh.inc", "TIP")
    rows = names(ONE_LAYER / "blade.dof")
    force = np.array([1 / len(tip) if node in tip and axis == 3 else 0.0 for node, axis in rows])
    both = np.vstack([k / np.linalg.norm(k, 2), m / np.linalg.norm(m, 2)])
    _, sizes, vectors = np.linalg.svd(both, full_matrices=False)
    keep = vectors[: int(np.sum(sizes > 1e-11))].T
    k, m, force = keep.T @ k @ keep, keep.T @ m @ keep, keep.T @ force
    return [float(force @ np.linalg.solve(k - (2 * np.pi * hz) ** 2 * m, force)) for hz in (1.0, 100.5, 200.0)]


def ring_soft():
    """Frequencies [Hz] of a ring on a soft ground after its six soft motions."""
    k, m = (scipy.sparse.load_npz(ONE_LAYER / f"ring_soft_{name}.npz").toarray() for name in "KM")
    k, m = drop_common((k + k.T) / 2, (m + m.T) / 2)
    mu = scipy.linalg.eigh(m, k + 1e7 * m, eigvals_only=True)
    values = np.sort(1 / mu[mu > 1e-12 * mu.max()] - 1e7)
    return list(np.sqrt(values[6:14]) / (2 * np.pi))


def bracket_bar():
    """Frequencies [Hz] of a bar with two full brackets glued to its ends, and the static motions of both faces under a force.

    The face of a bracket follows its node as a rigid body: x = T y with the rotations about the node.
    """
    steel, width, height = 210e9, 0.016, 0.012
    side, other = max(width, height), min(width, height)
    torsion = side * other**3 * _torsion(side / other)
    bar = {
        "section": "bar",
        "elements": 6,
        "y_axis": [0, 1, 0],
    }
    area, shear = width * height, steel / 2.6
    # The local y axis is along the height.
    iy, iz = height * width**3 / 12, width * height**3 / 12
    frame = Frame({
        "model": {"dim": 3},
        "section": {"bar": {"EA": steel * area, "EIy": steel * iy, "EIz": steel * iz, "GJ": shear * torsion,
                            "rhoA": 7850 * area, "rhoJ": 7850 * (iy + iz)}},
        "node": {"left": [0.01, 0.06, 0.02], "middle": [0.01, 0.06, 0.32], "right": [0.01, 0.06, 0.62]},
        "beam": [{"nodes": ["left", "middle"], **bar}, {"nodes": ["middle", "right"], **bar}],
    })
    k, _, m = (np.array(a) for a in frame.full)
    for axis in (3, 4):  # the mount yields about x and y
        k[frame.rows["middle"][axis], frame.rows["middle"][axis]] += 2000
    own_k, own_m = matrix(BAR / "bracketfree.sti.gz"), matrix(BAR / "bracketfree.mas.gz")
    rows = names(BAR / "bracketfree.dof")
    clamp, places = node_set(BAR / "bracket.inc", "CLAMP")
    held = set(frame.rows["middle"][[0, 1, 2, 5]])
    n = k.shape[0]
    free = [i for i in range(n) if i not in held]
    inner = [i for i, (node, _) in enumerate(rows) if node not in clamp]
    size = len(free) + 2 * len(inner)
    faces = []
    total_k, total_m = np.zeros((size, size)), np.zeros((size, size))
    total_k[: len(free), : len(free)], total_m[: len(free), : len(free)] = k[np.ix_(free, free)], m[np.ix_(free, free)]
    for which, node in enumerate(("left", "right")):
        map_ = np.zeros((len(rows), size))
        start = len(free) + which * len(inner)
        for j, i in enumerate(inner):
            map_[i, start + j] = 1
        centre = frame.node["left"]
        for i, (name, axis) in enumerate(rows):
            if name in clamp:
                arm = places[name] - centre
                turn = np.array([[0, arm[2], -arm[1]], [-arm[2], 0, arm[0]], [arm[1], -arm[0], 0]])
                weights = np.concatenate([np.eye(3)[axis - 1], turn[axis - 1]])
                for row, weight in zip(frame.rows[node], weights):
                    map_[i, free.index(row)] += weight
        total_k += map_.T @ own_k @ map_
        total_m += map_.T @ own_m @ map_
        faces.append(map_[rows.index((9001, 2))])
    mu = scipy.linalg.eigh(total_m, total_k, eigvals_only=True)
    values = np.sort(1 / mu[mu > 1e-12 * mu.max()])[:8]
    moved = np.linalg.solve(total_k, faces[0])
    return list(np.sqrt(values) / (2 * np.pi)), [float(face @ moved) for face in faces]


def _torsion(ratio):
    """J/(a b³) of a rectangle a × b, a ≥ b: 1/3 (1 − 192/π⁵ b/a Σ tanh(nπa/2b)/n⁵), n odd (Saint-Venant)."""
    n = np.arange(1, 60, 2)
    return (1 - 192 / np.pi**5 / ratio * np.sum(np.tanh(n * np.pi * ratio / 2) / n**5)) / 3


def main():
    frequencies, static = bracket_bar()
    found = {
        "bracket_response": bracket_response(),
        "condensed": condensed(),
        "blade_response": blade_response(),
        "ring_soft": ring_soft(),
        "bracket_bar": frequencies,
        "bracket_bar_static": static,
    }
    return {name: [float(value) for value in values] for name, values in found.items()}


if __name__ == "__main__":
    print(json.dumps(main()))
