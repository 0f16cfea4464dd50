"""Planar linkages, open and closed, of rigid beams and rigid or springy bars, started from rest anywhere: `simulate` against
the equations of the points."""

import numpy as np

from ..oracles.particles import Particles
from ..outcome import Comparison, Unsuitable
from .frames import spread

NAME = "linkage"
SHARE = 0.5
REFUSALS = 0.02
TOLERANCE = 1e-5  # of the size of the motion; rtol is 1e-9, which a few swings amplify
SLACK = 1e-7  # the same a hundred times rtol, for what the motion makes of speeds that are off by a share
POINTS = 21


def draw(rng):
    kind = str(rng.choice(["chain", "chain", "four-bar", "slider", "springs", "free"]))
    l = spread(rng, 0.1, 5)
    model = {
        "model": {"name": f"{NAME}: {kind}", "dim": 2, "gravity": [0.0, -9.81]},
        "section": {"s": {"EA": 1e6, "EI": 1e3, "rhoA": spread(rng, 0.1, 10)}},
        "node": {}, "beam": [], "truss": [], "hinge": [], "mass": [], "spring": [], "damper": [], "fix": [], "slide": [],
        "force": [], "output": [],
        "analysis": {"simulate": {"end": float(np.sqrt(l / 9.81) * rng.uniform(3, 8)), "rtol": 1e-9, "atol": 1e-11,
                                  "points": POINTS}},
        "_verb": ["simulate"],
    }
    {"chain": _chain, "four-bar": _four_bar, "slider": _slider, "springs": _springs, "free": _free}[kind](rng, model, l)
    for node in model["node"]:
        if node != "O" and rng.random() < 0.5:
            model["mass"].append({"node": node, "mass": spread(rng, 0.1, 10)})
    for node in model["node"]:
        for axis in "xy":
            model["output"].append({"name": f"{node}{axis}", "node": node, "direction": axis})
    for beam in model["beam"]:
        node = beam["nodes"][1]
        if sum(node in b["nodes"] for b in model["beam"]) == 1 and node not in ("O", "D"):
            model["output"].append({"name": f"{node}phi", "node": node, "direction": "phi"})
    model["section"]["s"] = {k: float(v) for k, v in model["section"]["s"].items()}
    return {k: v for k, v in model.items() if v != []}


def _place(rng, model, name, near, length):
    """At a random angle, or at one that people draw: along an axis."""
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else int(rng.integers(0, 4)) * np.pi / 2
    base = np.array(model["node"][near]) if near else np.zeros(2)
    model["node"][name] = [float(x) for x in base + length * np.round([np.cos(angle), np.sin(angle)], 15)]


def _link(rng, model, p, q, solid=None):
    """A rigid link: a beam that hinges join, or a bar."""
    solid = rng.random() < 0.5 if solid is None else solid
    if not solid:
        model["truss"].append({"name": f"t{len(model['truss'])}", "nodes": [p, q], "flexible": [],
                               "mass": spread(rng, 0.1, 5)})
        return
    name = f"b{len(model['beam'])}"
    model["beam"].append({"name": name, "nodes": [p, q], "section": "s", "flexible": []})
    for node in (p, q):
        met = [b["name"] for b in model["beam"][:-1] if node in b["nodes"]]
        if node in ("O", "D"):
            model["hinge"].append({"at": node, "between": ["ground", name]})
        elif met:
            model["hinge"].append({"at": node, "between": [met[0], name]})


def _ground(model, *nodes):
    for node in nodes:
        if not any(h["at"] == node for h in model["hinge"]):
            model["fix"].append({"nodes": [node]})


def _chain(rng, model, l):
    model["node"]["O"] = [float(x) for x in rng.normal(size=2)]
    names = ["O", "A", "B", "C"][: int(rng.integers(2, 5))]
    for p, q in zip(names, names[1:]):
        _place(rng, model, q, p, l * float(rng.uniform(0.5, 1.5)))
        _link(rng, model, p, q)
    _ground(model, "O")
    if rng.random() < 0.3:
        value = f"{round(spread(rng, 0.1, 10), 3)}*sin({round(float(rng.uniform(1, 6)), 3)}*t)"
        model["force"].append({"node": names[-1], "direction": str(rng.choice(["x", "y"])), "value": value})


def _four_bar(rng, model, l):
    model["node"]["O"] = [0.0, 0.0]
    _place(rng, model, "A", "O", l * float(rng.uniform(0.2, 0.6)))
    model["node"]["D"] = [l, 0.0]
    at = rng.uniform([0, -1], [1.3, 1]) * l
    model["node"]["B"] = [float(x) for x in at]
    for p, q in (("O", "A"), ("A", "B"), ("D", "B")):
        _link(rng, model, p, q)
    _ground(model, "O", "D")


def _slider(rng, model, l):
    model["node"]["O"] = [0.0, 0.0]
    _place(rng, model, "A", "O", l * float(rng.uniform(0.2, 0.5)))
    _place(rng, model, "B", "A", l)
    _link(rng, model, "O", "A")
    _link(rng, model, "A", "B")
    _ground(model, "O")
    a = rng.uniform(0, np.pi)
    model["slide"].append({"node": "B", "direction": [float(np.cos(a)), float(np.sin(a))]})


def _springs(rng, model, l):
    model["node"]["O"], model["node"]["D"] = [0.0, 0.0], [l, 0.0]
    _place(rng, model, "A", "O", l * float(rng.uniform(0.5, 1.2)))
    model["mass"].append({"node": "A", "mass": spread(rng, 0.5, 5)})
    k = spread(rng, 20, 2000)
    if rng.random() < 0.5:
        model["spring"].append({"nodes": ["O", "A"], "stiffness": k})
        if rng.random() < 0.5:
            model["damper"].append({"nodes": ["O", "A"], "damping": spread(rng, 0.1, 2)})
    else:
        model["truss"].append({"name": "t", "nodes": ["O", "A"], "stiffness": k, "mass": spread(rng, 0.1, 1)})
    if rng.random() < 0.5:
        model["truss"].append({"name": "u", "nodes": ["D", "A"], "stiffness": spread(rng, 20, 2000)})
    else:
        del model["node"]["D"]
    _ground(model, *[n for n in ("O", "D") if n in model["node"]])


def _free(rng, model, l):
    model["node"]["A"] = [float(x) for x in rng.normal(size=2)]
    _place(rng, model, "B", "A", l)
    _link(rng, model, "A", "B", solid=True)
    value = f"{round(spread(rng, 0.5, 20), 3)}*sin({round(float(rng.uniform(1, 6)), 3)}*t)"
    model["force"].append({"node": "B", "direction": "y", "value": value})


def compare(model, program):
    points = Particles(model)
    times = np.linspace(0, model["analysis"]["simulate"]["end"], POINTS)
    motion, least = points.motion(times)
    if least < 0.02:
        raise Unsuitable("passes near a singular position")
    size = np.max(np.abs(motion - motion[0])[:, : len(points.start)])
    if size < 1e-9 * points.extent:
        raise Unsuitable("nothing moves")
    if points.shortest(motion) < 0.02:
        raise Unsuitable("the ends of a springy bar meet")
    full = program.ask(model)["models"]["full"]
    worst, at = 0.0, ""
    for output in model["output"]:
        column, scale = _column(points, model, output), 1.0 if output["direction"] == "phi" else size
        wanted = motion[:, column] - motion[0, column]
        found = np.array(full["outputs"][output["name"]], float)
        apart = float(np.max(np.abs(found - wanted)) / scale) if len(found) == len(wanted) else np.inf
        if not apart <= worst:
            worst, at, both = apart, output["name"], (found.tolist(), wanted.tolist())
    tolerance = TOLERANCE
    if worst > tolerance:  # motions that double pendulums and the like amplify more
        tolerance = max(tolerance, SLACK * points.amplification(times, motion, size))
    return [Comparison(f"motion: {at}", *(both if at else ([], [])), worst, tolerance)]


def _column(points, model, output):
    if output["direction"] != "phi":
        return 2 * points.names.index(output["node"]) + "xy".index(output["direction"])
    ends = [output["node"] in b["nodes"] for b in model["beam"]]
    if sum(ends) != 1:
        raise Unsuitable("several beams share the rotation")
    return len(points.start) + ends.index(True)
