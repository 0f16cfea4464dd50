"""Cantilevers bent far by forces, moments and spread loads: static states against the boundary-value problem, on two meshes,
with the order of convergence."""

import copy

import numpy as np

from ..oracles.elastica import tip
from ..outcome import Comparison, Unsuitable
from .frames import spread

NAME = "elastica"
SHARE = 0.3
REFUSALS = 0.05
COARSE = 8
ORDER = 3.5  # of the error when elements are halved: four; asserted where the error is above that of the boundary-value problem
STRETCHED = 1.6  # with stretch there is a small part of order two, constant along an element, which can have the other sign
TIP = 3e-4  # error of the tip at eight elements, as a share of the length: (κ h)⁴/120 with turns of half a radian in each


def draw(rng):
    l, ei = spread(rng, 0.1, 10), spread(rng, 0.1, 1e4)
    angle = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else 0.0
    scale = ei / l**2
    model = {
        "model": {"name": NAME, "dim": 2},
        "section": {"s": {"EA": scale * spread(rng, 1e3, 1e7), "EI": ei, "rhoA": 1.0}},
        "node": {"O": [0.0, 0.0], "T": [float(l * np.cos(angle)), float(l * np.sin(angle))]},
        "beam": [{"name": "b", "nodes": ["O", "T"], "section": "s", "elements": COARSE, "measure": "angle"}],
        "fix": [{"nodes": ["O"]}],
        "force": [],
        "output": [{"name": n, "node": "T", "direction": n} for n in ("x", "y", "phi")],
        "state": {"loaded": {"kind": "static"}},
        "_verb": ["states"],
    }
    if rng.random() < 0.6:
        model["beam"][0]["flexible"] = ["bending"]
    kinds = rng.random(3)
    if kinds[0] < 0.7:
        across = np.array([-np.sin(angle), np.cos(angle)]) * spread(rng, 0.1, 12) * rng.choice([-1, 1])
        along = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(-1.5, 5)
        for name, value in zip("xy", (across + along) * scale):
            model["force"].append({"name": f"F{name}", "node": "T", "direction": name, "value": repr(float(value))})
    if kinds[1] < 0.4 or not model["force"]:
        model["force"].append({"name": "M", "node": "T", "direction": "phi", "value": repr(float(ei / l * rng.uniform(-3, 3)))})
    if kinds[2] < 0.3:
        model["force"].append({"name": "q", "beam": "b", "direction": str(rng.choice(["x", "y"])),
                               "per_length": repr(float(scale / l * rng.uniform(-2, 8)))})
    return model


def truth(model):
    nodes, section = model["node"], model["section"]["s"]
    axis = np.array(nodes["T"]) - np.array(nodes["O"])
    force, moment, line = np.zeros(2), 0.0, np.zeros(2)
    for entry in model.get("force", []):
        if "beam" in entry:
            line["xy".index(entry["direction"])] += float(entry["per_length"])
        elif entry["direction"] == "phi":
            moment += float(entry["value"])
        else:
            force["xy".index(entry["direction"])] += float(entry["value"])
    ea = np.inf if model["beam"][0].get("flexible") == ["bending"] else section["EA"]
    return np.array(tip(section["EI"], ea, np.linalg.norm(axis), np.arctan2(axis[1], axis[0]), force, moment, line))


def compare(model, program):
    wanted = truth(model)
    length = np.linalg.norm(np.array(model["node"]["T"]) - np.array(model["node"]["O"]))
    scale = np.array([length, length, 1.0])
    if np.max(np.abs(wanted / scale)) < 1e-3:
        raise Unsuitable("hardly bent")
    errors, found = [], []
    for factor in (1, 2):
        finer = copy.deepcopy(model)
        finer["beam"][0]["elements"] *= factor
        outputs = program.ask(finer)["states"][0]["outputs"]
        found.append([outputs[n] for n in ("x", "y", "phi")])
        errors.append(float(np.max(np.abs((np.array(found[-1]) - wanted) / scale))))
    stretches = model["beam"][0].get("flexible") != ["bending"]
    least, above = (STRETCHED, 1e-6) if stretches else (ORDER, 1e-7)
    order = np.log2(errors[0] / errors[1]) if errors[1] > above else np.inf
    return [
        Comparison("tip: coarse mesh", found[0], wanted.tolist(), errors[0], TIP),
        Comparison("tip: fine mesh", found[1], wanted.tolist(), errors[1], TIP / 8),
        Comparison("order: of the error", errors, f"at least {least}", float(max(0.0, least - order)), 1e-12),
    ]
