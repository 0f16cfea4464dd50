"""Critical loads of frames in the plane and in space: slender and stout members, twins, loads in any direction, all scales."""

import numpy as np

from ..outcome import Comparison, Unsuitable
from ..oracles.buckling import StressedFrame
from .frames import graph, spread

NAME = "buckling"
SHARE = 1.0
REFUSALS = 0.02
ESTIMATES = 0.25  # beyond EA l²/EI of about 1e9 rounding of the stress alone exceeds what is certified

COUNT = 3
BASE = 1e-9


def draw(rng):
    dim, count, size = int(rng.choice([2, 3])), int(rng.integers(2, 6)), spread(rng, 1e-6, 1e4)
    names = [f"n{i}" for i in range(count)]
    points = rng.uniform(-1, 1, size=(count, dim)) * size
    bending = spread(rng, 1e-6, 1e9)
    model = {
        "model": {"name": NAME, "dim": dim},
        "section": {"s": _section(rng, dim, bending, bending / size**2 * spread(rng, 1e2, 1e10))},
        "node": {n: [float(x) for x in p] for n, p in zip(names, points)},
        "fix": [{"nodes": [names[0]]}],
        "_verb": ["buckling", "-n", str(COUNT)],
    }
    if count > 2 and rng.random() < 0.5:
        model["fix"].append({"nodes": [names[-1]], "directions": ["x", "y", "z"][:dim]})
    model["beam"] = [{"name": f"b{i}", "nodes": [names[a], names[b]], "section": "s", "elements": int(rng.integers(1, 4))}
                     for i, (a, b) in enumerate(graph(rng, count))]
    model["force"] = [{"name": f"f{i}", "node": names[int(rng.integers(1, count))],
                       "direction": [float(x) for x in rng.normal(size=dim)],
                       "value": repr(bending / size**2 * spread(rng, 0.01, 100))} for i in range(int(rng.integers(1, 3)))]
    return model


def _section(rng, dim, bending, axial):
    if dim == 2:
        return {"EA": axial, "EI": bending, "rhoA": 1.0}
    other = bending if rng.random() < 0.4 else bending * spread(rng, 1, 100)  # a round section has twins
    return {"EA": axial, "EIy": bending, "EIz": other, "GJ": bending * spread(rng, 0.1, 1), "rhoA": 1.0, "rhoJ": 1.0}


def compare(model, program):
    try:
        wanted, noise = StressedFrame(model).factors(model["force"], COUNT)
    except np.linalg.LinAlgError:
        raise Unsuitable("the stiffness is singular in rounding") from None
    if noise > 1e-4:
        raise Unsuitable("dense eigenvalues have too few digits")
    answer = program.ask(model)
    modes = answer["modes"][: len(wanted)]
    found = np.array([mode["factor"] for mode in modes])
    if len(found) != len(wanted):
        certified = all(mode["certified"] for mode in modes)
        return [Comparison("factors: number", list(found), list(wanted), np.inf, 1.0, not certified)]
    compared = []
    for k, mode in enumerate(modes):
        apart = abs(found[k] / wanted[k] - 1)
        # What the program proves, and what dense eigenvalues of this condition are worth.
        tolerance = BASE + (mode["bound"] or 0.0) + 10 * noise
        compared.append(Comparison(f"factors: number {k + 1}", found[k], wanted[k], apart, tolerance, not mode["certified"]))
    return compared
