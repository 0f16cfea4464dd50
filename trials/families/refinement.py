"""Planar frames as continua: `modes --exact` against finite elements of this folder, twice refined, with the order four of
cubic elements; Richardson's extrapolation of two meshes is the number to be met."""

import copy

import numpy as np

from ..oracles.frame import Frame
from ..oracles.pencil import eigenvalues, split, told_apart
from ..outcome import Comparison, Unsuitable, excused
from . import frame_plane

NAME = "refinement"
SHARE = 0.3
REFUSALS = 0.05
COUNT = 3
FINE = 4
LEAST = 3.5  # the change from mesh to mesh shrinks at least so: order two and more


def draw(rng):
    model = frame_plane.draw(rng)
    model["model"]["name"] = NAME
    model["beam"] = model.get("beam", []) + [{"name": t["name"], "nodes": t["nodes"], "section": "numbers"}
                                             for t in model.pop("truss", [])]  # bars are not covered by the exact route
    for entry in model["beam"]:
        entry["elements"] = 1
        entry.pop("flexible", None)
    model["_verb"] = ["modes", "--exact", "-n", str(COUNT)]
    del model["_variant"]
    return model


def _frequencies(model, elements):
    finer = copy.deepcopy(model)
    for entry in finer.get("beam", []):
        entry["elements"] = elements
    frame = Frame(finer)
    rigid, elastic, errors = split(*eigenvalues(frame.stiffness, frame.mass))
    if len(elastic) < COUNT or not told_apart(elastic[:COUNT], errors[:COUNT]):
        raise Unsuitable("rigid and elastic motions cannot be distinguished in double precision")
    return rigid, np.sqrt(elastic[:COUNT]) / (2 * np.pi)


def compare(model, program):
    (rigid, coarse), (_, fine), (_, finest) = (_frequencies(model, FINE * f) for f in (1, 2, 4))
    ratio = (coarse - fine) / np.maximum(fine - finest, 1e-12 * finest)  # 16 in bending, 4 in stretch
    gain = (fine - finest) / (np.clip(ratio, LEAST, 16) - 1)
    wanted = finest - gain
    answer = program.ask(model)
    found = np.array(answer["frequencies_hz"])[:COUNT]
    # where the order is not yet reached, the continuum lies between the finest mesh and the extrapolation
    tolerance = 1e-7 + 1.1 * gain / finest
    each = np.abs(found - wanted) / finest if len(found) == COUNT else np.full(COUNT, np.inf)
    worst = int(np.argmax(each / tolerance))
    apart, tolerance = float(each[worst]), float(tolerance[worst])
    above = float(np.max((found - finest) / finest)) if len(found) == COUNT else np.inf
    return [
        Comparison("rigid: number of rigid motions", answer["rigid_modes"], rigid, float(answer["rigid_modes"] != rigid), 0.5),
        Comparison("exact: against refined elements", found.tolist(), [coarse.tolist(), fine.tolist(), finest.tolist()],
                   apart, tolerance, apart > tolerance and excused(answer, apart)),
        Comparison("side: elements are never below the continuum", found.tolist(), finest.tolist(), max(0.0, above), 1e-7,
                   above > 1e-7 and excused(answer, above)),
    ]
