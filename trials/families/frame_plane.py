"""Frames in the plane: random graphs of beams and trusses with hinges, slides, eccentric masses, springs, rigid bodies."""

import numpy as np

from .frames import COUNT, compare_modes, graph, spread

NAME = "frame-plane"
SHARE = 1.0
REFUSALS = 0.02


def draw(rng):
    count = int(rng.integers(2, 7))
    size = spread(rng, 0.05, 50)
    names = [f"n{i}" for i in range(count)]
    points = rng.uniform(-1, 1, size=(count, 2))
    model = {
        "model": {"name": NAME, "dim": 2},
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
    h = size * spread(rng, 0.003, 0.1)
    return {
        "geometry": {"A": h * h * float(rng.uniform(0.5, 2)), "I": h**4 / 12 * spread(rng, 0.3, 3), "kappa": 0.85},
        "numbers": {"EA": spread(rng, 1e4, 1e9), "EI": size**2 * spread(rng, 1, 1e5), "GA": spread(rng, 1e4, 1e9),
                    "rhoA": spread(rng, 0.01, 100), "rhoI": size**2 * spread(rng, 1e-6, 1e-3)},
    }


def _member(rng, model, i, a, b):
    if rng.random() < 0.15:
        model["truss"].append({"name": f"t{i}", "nodes": [a, b], "stiffness": spread(rng, 1e4, 1e8),
                               "mass": spread(rng, 0.01, 10)})
        return
    beam = {"name": f"b{i}", "nodes": [a, b], "section": str(rng.choice(["geometry", "numbers"])), "material": "m",
            "elements": int(rng.integers(1, 5))}
    if rng.random() < 0.5:
        beam["theory"] = str(rng.choice(["rayleigh", "timoshenko"]))
    if rng.random() < 0.1:
        beam["flexible"] = ["bending"]
    model["beam"].append(beam)


def _things(rng, model, names, size):
    ends = {n: [b["name"] for b in model["beam"] if n in b["nodes"]] for n in names}
    plain = [n for n in names if ends[n]]  # nodes with a rotation
    model["hinge"], model["mass"], model["spring"], model["fix"], model["slide"] = [], [], [], [], []
    hinged = set()
    for n in plain:
        if len(ends[n]) >= 2 and rng.random() < 0.3:
            hinge = {"at": n, "between": ends[n][:2]}
            if rng.random() < 0.5:
                hinge["stiffness"] = size**2 * spread(rng, 1, 1e5)
            model["hinge"].append(hinge)
            hinged.add(n)
    for n in names:
        _support(rng, model, n, n in hinged or not ends[n])
    for n in names:
        if rng.random() < 0.3:
            mass = {"node": n, "mass": spread(rng, 0.01, 100)}
            if n in plain and n not in hinged and rng.random() < 0.6:
                mass["offset"] = [float(x) for x in rng.normal(size=2) * size * 0.2]
                mass["inertia"] = size**2 * spread(rng, 1e-4, 1)
            model["mass"].append(mass)
    for n in names:
        if rng.random() < 0.3:
            _spring(rng, model, n, names, n in plain and n not in hinged, size)


def _support(rng, model, n, bare):
    held = rng.random()
    if held < 0.2:
        model["fix"].append({"nodes": [n], "directions": ["x", "y"]} if bare else {"nodes": [n]})
    elif held < 0.3:
        model["fix"].append({"nodes": [n], "directions": ["x", "y"]})
    elif held < 0.4:
        model["slide"].append({"node": n, "direction": [float(x) for x in rng.normal(size=2)]})


def _spring(rng, model, n, names, turns, size):
    kind = rng.random()
    other = str(rng.choice([m for m in names if m != n]))
    spring = {"nodes": [n, "ground"], "stiffness": spread(rng, 1, 1e8)}
    if kind < 0.3:
        spring["direction"] = [float(x) for x in rng.normal(size=2)]
    elif kind < 0.5 and turns:
        spring["direction"], spring["stiffness"] = "phi", size**2 * spread(rng, 1, 1e6)
    elif kind < 0.8:
        spring["nodes"] = [n, other]
    model["spring"].append(spring)


def compare(model, program):
    return compare_modes(model, program)
