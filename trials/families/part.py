"""Parts known by sparse matrices: motions without stiffness and mass (as hourglass motions of solids with reduced
integration), soft supports, repeated frequencies and clusters, free motions, massless rows."""

import numpy as np
import scipy.linalg

from ..oracles.pencil import drop_common, eigenvalues, split, told_apart
from ..outcome import Comparison, Unsuitable
from .frames import BASE, _frequencies, spread

NAME = "part"
SHARE = 1.0
REFUSALS = 0.02
COUNT = 8


def draw(rng):
    stiffness, mass = _network(rng)
    made = []
    if rng.random() < 0.4:
        stiffness, mass = _twins(rng, stiffness, mass)
        made.append("twins")
    if rng.random() < 0.4:
        stiffness, mass = _spread_over_more_rows(rng, stiffness, mass)
        made.append("common null space")
    if rng.random() < 0.3:
        stiffness = stiffness + mass * _typical(stiffness, mass) * spread(rng, 1e-8, 1e-3)
        made.append("soft ground")
    order = rng.permutation(len(mass))
    stiffness, mass = stiffness[np.ix_(order, order)], mass[np.ix_(order, order)]
    return {
        "model": {"name": NAME + ": " + ", ".join(made or ["plain"]), "dim": 3},
        "fe_part": [{"name": "p", "stiffness": "K.npz", "mass": "M.npz"}],
        "_files": {"K.npz": (stiffness + stiffness.T) / 2, "M.npz": (mass + mass.T) / 2},
        "_verb": ["modes", "-n", str(COUNT)],
    }


def _typical(stiffness, mass):
    return np.trace(stiffness) / np.trace(mass)


def _network(rng):
    """Point masses joined by springs, some to ground; free if none is; some rows without mass."""
    n = int(rng.integers(12, 60))
    stiffness = np.zeros((n, n))
    for i in range(1, n):
        for j in {int(rng.integers(0, i)), int(rng.integers(max(0, i - 3), i))}:
            k = spread(rng, 1e4, 1e8)
            stiffness[np.ix_([i, j], [i, j])] += k * np.array([[1, -1], [-1, 1]])
    for i in range(int(rng.integers(0, 3))):
        stiffness[i, i] += spread(rng, 1e2, 1e8)
    mass = np.diag([spread(rng, 1e-2, 10) for _ in range(n)])
    if rng.random() < 0.5:  # consistent rather than lumped
        for i in range(n - 1):
            mass[np.ix_([i, i + 1], [i, i + 1])] += 0.2 * min(mass[i, i], mass[i + 1, i + 1]) * np.array([[2, 1], [1, 2]])
    if rng.random() < 0.2:
        light = rng.choice(np.arange(1, n), size=2, replace=False)
        mass[light, :] = mass[:, light] = 0
    return stiffness, mass


def _twins(rng, stiffness, mass):
    """Two copies mixed by a rotation: every eigenvalue twice, or nearly."""
    c, s = np.cos(0.6), np.sin(0.6)
    turn = np.kron([[c, -s], [s, c]], np.eye(len(mass)))
    near = 1 + (0.0 if rng.random() < 0.5 else spread(rng, 1e-12, 1e-4))
    pair = scipy.linalg.block_diag(stiffness, near * stiffness)
    return turn @ pair @ turn.T, turn @ scipy.linalg.block_diag(mass, mass) @ turn.T


def _spread_over_more_rows(rng, stiffness, mass):
    """x = Tᵀ y with more y than x: what Tᵀ does not see has neither stiffness nor mass."""
    n = len(mass)
    more = int(rng.integers(1, n // 2 + 2))
    t = np.zeros((n + more, n))
    t[:n] = np.diag(rng.uniform(0.5, 1.5, size=n))
    for i in range(more):
        for j in rng.choice(n, size=2, replace=False):
            t[n + i, j] = rng.uniform(-1, 1)
    return t @ stiffness @ t.T, t @ mass @ t.T


def compare(model, program):
    stiffness, mass = (model["_files"][name] for name in ("K.npz", "M.npz"))
    rigid, elastic, errors = split(*eigenvalues(*drop_common(stiffness, mass)))
    elastic, errors = elastic[:COUNT], errors[:COUNT]
    if not told_apart(elastic, errors):
        raise Unsuitable("rigid and elastic motions cannot be distinguished in double precision")
    wanted, tolerance = np.sqrt(elastic) / (2 * np.pi), BASE + 10 * errors / elastic
    answer = program.ask(model)
    found = np.array(answer["frequencies_hz"])[: len(wanted)]
    return [
        Comparison("rigid: number of rigid motions", answer["rigid_modes"], rigid,
                   float(answer["rigid_modes"] != rigid), 0.5),
        _frequencies("frequencies: dense oracle", found, wanted, tolerance, answer),
    ]
