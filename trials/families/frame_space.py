"""Frames in space: random graphs of beams and trusses with hinges about any axis, eccentric masses, springs, dampers."""

import numpy as np

from .frames import COUNT, compare_modes, graph, spread

NAME = "frame-space"
SHARE = 1.0
REFUSALS = 0.02


def draw(rng):
    count = int(rng.integers(2, 6))
    size = spread(rng, 0.05, 50)
    names = [f"n{i}" for i in range(count)]
    points = rng.uniform(-1, 1, size=(count, 3))
    if rng.random() < 0.3:  # members along the axes, as people draw them: vertical ones have their own rule for local y
        points = np.array([np.eye(3)[i % 3] * (1 + i) for i in range(count)]) + rng.integers(-1, 2, size=(count, 3))
        points = points + 0.0 if len(np.unique(points, axis=0)) == count else rng.uniform(-1, 1, size=(count, 3))
    model = {
        "model": {"name": NAME, "dim": 3},
        "material": {"m": {"E": spread(rng, 1e9, 4e11), "nu": 0.3, "density": spread(rng, 500, 2e4)}},
        "section": _sections(rng, size),
        "node": {n: [float(x) for x in p * size] for n, p in zip(names, points)},
        "_verb": ["modes", "-n", str(COUNT)],
        "_variant": [str(rng.choice(["numbering", "place", "units", "none"])), int(rng.integers(1 << 30))],
    }
    model["beam"], model["truss"] = [], []
    for i, (a, b) in enumerate(graph(rng, count)):
        _member(rng, model, i, names[a], names[b])
    _things(rng, model, names, size)
    return {k: v for k, v in model.items() if v != []}


def _sections(rng, size):
    h = size * spread(rng, 0.005, 0.1)
    area, i = h * h, h**4 / 12
    ei = size**2 * spread(rng, 1, 1e5)
    return {
        "geometry": {"A": area, "Iy": i, "Iz": i * spread(rng, 0.1, 10), "J": i * spread(rng, 0.1, 2), "kappa": 0.85},
        "numbers": {"EA": spread(rng, 1e4, 1e9), "EIy": ei, "EIz": ei * spread(rng, 0.1, 10), "GJ": ei * spread(rng, 0.1, 1),
                    "GAy": spread(rng, 1e4, 1e9), "GAz": spread(rng, 1e4, 1e9), "rhoA": spread(rng, 0.01, 100),
                    "rhoIy": size**2 * spread(rng, 1e-6, 1e-3), "rhoIz": size**2 * spread(rng, 1e-6, 1e-3),
                    "rhoJ": size**2 * spread(rng, 1e-6, 1e-3)},
    }


def _member(rng, model, i, a, b):
    if rng.random() < 0.1:
        model["truss"].append({"name": f"t{i}", "nodes": [a, b], "stiffness": spread(rng, 1e4, 1e8),
                               "mass": spread(rng, 0.01, 10)})
        return
    beam = {"name": f"b{i}", "nodes": [a, b], "section": str(rng.choice(["geometry", "numbers"])), "material": "m",
            "elements": int(rng.integers(1, 4))}
    if rng.random() < 0.5:
        beam["theory"] = str(rng.choice(["rayleigh", "timoshenko"]))
    if rng.random() < 0.4:
        beam["y_axis"] = [float(x) for x in rng.normal(size=3)]
    if rng.random() < 0.1:
        beam["flexible"] = ["bending", "torsion"]
    model["beam"].append(beam)


def _things(rng, model, names, size):
    ends = {n: [b["name"] for b in model["beam"] if n in b["nodes"]] for n in names}
    plain = [n for n in names if ends[n]]
    model["hinge"], model["mass"], model["spring"], model["fix"] = [], [], [], []
    hinged = set()
    for n in plain:
        if len(ends[n]) >= 2 and rng.random() < 0.25:
            hinge = {"at": n, "between": ends[n][:2], "axis": [float(x) for x in rng.normal(size=3)]}
            if rng.random() < 0.5:
                hinge["stiffness"] = size**2 * spread(rng, 1, 1e5)
            model["hinge"].append(hinge)
            hinged.add(n)
    for n in names:
        held = rng.random()
        if held < 0.25:
            bare = n in hinged or not ends[n] or held < 0.1
            model["fix"].append({"nodes": [n], "directions": ["x", "y", "z"]} if bare else {"nodes": [n]})
        if rng.random() < 0.3:
            mass = {"node": n, "mass": spread(rng, 0.01, 100)}
            if n in plain and n not in hinged and rng.random() < 0.6:
                mass["offset"] = [float(x) for x in rng.normal(size=3) * size * 0.2]
                mass["inertia"] = size**2 * spread(rng, 1e-4, 1)
            model["mass"].append(mass)
        if rng.random() < 0.3:
            _spring(rng, model, n, names)


def _spring(rng, model, n, names):
    kind = rng.random()
    spring = {"nodes": [n, "ground"], "stiffness": spread(rng, 1, 1e8)}
    if kind < 0.4:
        spring["direction"] = [float(x) for x in rng.normal(size=3)]
    elif kind < 0.7:
        spring["nodes"] = [n, str(rng.choice([m for m in names if m != n]))]
    model["spring"].append(spring)


def compare(model, program):
    return compare_modes(model, program)
