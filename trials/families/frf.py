"""Frequency response of damped frames: complex displacements against a dense solution at every frequency."""

import numpy as np

from ..oracles.frame import Frame
from ..outcome import Comparison, Unsuitable
from . import frame_plane, frame_space
from .frames import spread, truth

NAME = "frf"
SHARE = 1.0
REFUSALS = 0.02
POINTS = 7
BASE = 1e-6  # the program iterates to a residual of 1e-8 or better; damping keeps the response a few hundred times static


def draw(rng):
    model = (frame_plane if rng.random() < 0.6 else frame_space).draw(rng)
    model["model"]["name"] = NAME
    axes = "xy" if model["model"]["dim"] == 2 else "xyz"
    names = [n for n in model["node"] if not any(n in e["nodes"] for e in model.get("fix", []))
             and not any(n == e["node"] for e in model.get("slide", []))]
    names = [n for n in names if any(n in e["nodes"] for k in ("beam", "truss") for e in model.get(k, []))] or ["n0"]
    eta = spread(rng, 1e-6, 1e-3)
    for entry in model.get("beam", []) + model.get("truss", []):
        entry["kelvin_voigt"] = eta
    if rng.random() < 0.5:
        model["damper"] = [{"nodes": [str(rng.choice(names)), "ground"], "damping": spread(rng, 1, 1e4)}]
    model["force"] = [{"name": "F", "node": str(rng.choice(names)), "direction": str(rng.choice(list(axes)))}]
    model["output"] = [{"name": f"y{i}", "node": str(rng.choice(names)), "direction": str(rng.choice(list(axes)))}
                       for i in range(2)]
    model["_decades"] = [float(rng.uniform(-1, 0)), float(rng.uniform(0.1, 1))]
    return model


def band(model):
    """From below the first elastic frequency to beyond it."""
    _, frequencies, _ = truth(model)
    low, high = (float(frequencies[0] * 10**d) for d in model["_decades"])
    return low, high


def responses(frame, model, frequencies):
    """One row for each output, and the condition of the equations that were solved."""
    force = frame.place(model["force"][0]["node"], model["force"][0]["direction"])
    outputs = np.array([frame.place(o["node"], o["direction"]) for o in model["output"]])
    rows = np.flatnonzero((np.abs(frame.stiffness).max(0) > 0) | (np.abs(frame.mass).max(0) > 0))
    k, c, m = (x[np.ix_(rows, rows)] for x in (frame.stiffness, frame.damping, frame.mass))
    curve, worst, largest = [], 0.0, 0.0
    for f in frequencies:
        w = 2 * np.pi * f
        dynamic = k + 1j * w * c - w * w * m
        scale = 1 / np.sqrt(np.abs(np.diag(k)) + w * w * np.abs(np.diag(m)))
        scaled = dynamic * np.outer(scale, scale)
        worst = max(worst, np.linalg.cond(scaled))
        x = scale * np.linalg.solve(scaled, scale * force[rows])
        curve.append(outputs[:, rows] @ x)
        largest = max(largest, np.max(np.abs(x[np.abs(force[rows]) > 1e-6]), initial=0.0))
    curve = np.array(curve).T
    if np.max(np.abs(curve)) < 1e-9 * largest or largest == 0:
        raise Unsuitable("the outputs do not move")
    return curve, worst


def compare(model, program):
    low, high = band(model)
    frame = Frame(model)
    frequencies = np.geomspace(low, high, POINTS)
    wanted, condition = responses(frame, model, frequencies)
    if condition > 1e9:
        raise Unsuitable("nearly singular at a frequency")
    answer = program.ask(model, "frf", "--range", repr(low), repr(high), "-n", str(POINTS))
    compared = []
    for output, truth_ in zip(model["output"], wanted):
        reply = next(r for r in answer["responses"] if r["output"] == output["name"])
        found = np.array(reply["re"]) + 1j * np.array(reply["im"])
        top = np.max(np.abs(wanted))
        apart = np.abs(found - truth_) / np.maximum(np.abs(truth_), 1e-3 * top)
        compared.append(Comparison(f"response: {output['name']}", str(found.tolist()), str(truth_.tolist()),
                                   float(np.max(apart)) if np.all(np.isfinite(found)) else np.inf,
                                   BASE + 1e-14 * condition))
    return compared
