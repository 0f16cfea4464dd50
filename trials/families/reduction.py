"""Reduced models of damped frames: what the report says about its error against the error of the same reduction made here,
at the frequencies it names and over the whole band."""

import numpy as np

from ..oracles import reduction
from ..oracles.frame import Frame
from ..outcome import Comparison, Unsuitable
from . import frf
from .frames import truth

NAME = "reduction"
SHARE = 0.5
REFUSALS = 0.05
SAMPLES = 400  # frequencies over the band, and as many about each resonance as make it seen
SHARE_OF_ERROR = 0.02  # two routes to a small difference of large numbers; below 1e-6 only the size is compared
FLOOR = 1e-6


DRAWS = 60  # frames looked at for one that is held and that double precision can judge


def draw(rng):
    for _ in range(DRAWS):
        model = _drawn(rng)
        try:
            _judged(model)
        except (Unsuitable, np.linalg.LinAlgError):
            continue
        return model
    return model


def _drawn(rng):
    model = frf.draw(rng)
    model["model"]["name"] = NAME
    model = _held(model)
    method = str(rng.choice(["modal", "krylov", "guyan", "craig-bampton"]))
    entry = {"method": method}
    if method == "modal" and model["model"]["dim"] == 2:
        entry["residual"] = True  # of the linear structure; without, a planar model is reduced for large motion
    if method in ("modal", "craig-bampton"):
        entry["modes"] = int(rng.integers(1, 6))
    if method == "krylov":
        entry["order"] = int(rng.integers(1, 5))
        entry["inputs"] = ["F"]
    if method in ("guyan", "craig-bampton"):
        entry["interfaces"] = sorted({model["force"][0]["node"], model["output"][0]["node"]})
    model["reduce"] = {"r": entry}
    model["_verb"] = ["reduce"]
    return model


def _held(model):
    """The model with a node fixed that is neither pushed nor looked at, if it has none yet."""
    used = (model["force"][0]["node"], model["output"][0]["node"], model["output"][1]["node"])
    free = [n for n in model["node"] if n not in used and any(n in b["nodes"] for b in model.get("beam", []))
            and not any(n == e.get("node", e.get("at")) for k in ("slide", "hinge", "mass") for e in model.get(k, []))]
    if "fix" not in model and free:
        model["fix"] = [{"nodes": [free[0]]}]
        for kind in ("spring", "damper"):
            model[kind] = [e for e in model.get(kind, []) if free[0] not in e["nodes"]]
    return {k: v for k, v in model.items() if v != []}


def _basis(frame, model, k, m, rows, force):
    entry = model["reduce"]["r"]
    if entry["method"] == "modal":
        shapes = reduction.modal(k, m, entry["modes"])
        if not entry.get("residual"):
            return shapes
        places = [frame.place(o["node"], o["direction"])[rows] for o in model["output"]]
        return reduction.with_residual(k, shapes, [force, *places])
    if entry["method"] == "krylov":
        return reduction.krylov(k, m, force, entry["order"])
    places = np.vstack([frame.free[frame.rows[n]][:, rows] for n in entry["interfaces"]])
    if np.linalg.svd(places, compute_uv=False)[-1] < 1e-6:
        raise Unsuitable("displacements of interfaces depend on each other")
    return reduction.condensed(k, m, places, entry.get("modes", 0))


def _judged(model):
    """The matrices, the force, the basis by its definition, the band and the frequencies of the full frame."""
    rigid, full, _ = truth(model, 12)
    if rigid:
        raise Unsuitable("free")
    frame = Frame(model)
    rows = np.flatnonzero((np.abs(frame.stiffness).max(0) > 0) | (np.abs(frame.mass).max(0) > 0))
    k, c, m = (x[np.ix_(rows, rows)] for x in (frame.stiffness, frame.damping, frame.mass))
    force = frame.place(model["force"][0]["node"], model["force"][0]["direction"])[rows]
    if np.linalg.cond(k / np.sqrt(np.outer(np.diag(k), np.diag(k)))) > 1e8 or np.max(np.abs(force)) < 1e-9:
        raise Unsuitable("nearly singular")
    low, high = frf.band(model)
    basis = _basis(frame, model, k, m, rows, force)
    return (k, c, m), force, basis, (low, high), full


def compare(model, program):
    (k, c, m), force, basis, (low, high), full = _judged(model)
    model["reduce"]["r"]["band"] = [low, high]
    answer = program.ask(model)
    answer = answer["reductions"][0] if "reductions" in answer else answer
    if "comparison" not in answer:
        raise Unsuitable("reduced as a mechanism, for large motion")

    def true(hertz):
        return reduction.energy_error(k, c, m, force, basis, hertz)

    compared = [_reported(answer, true)]
    inside = full[(full > low) & (full < high)]
    dense = np.concatenate([np.linspace(low, high, SAMPLES), *(f * (1 + np.linspace(-2e-3, 2e-3, 41)) for f in inside)])
    worst = max(error - noise for error, noise in (true(f) for f in dense if low <= f <= high))
    said = answer.get("error_estimate")
    if said is not None:
        below = (worst - said) / max(worst, FLOOR)
        compared.append(Comparison("band: error reported below the true one", said, worst, max(0.0, float(below)),
                                   SHARE_OF_ERROR))
    return compared


def _reported(answer, true):
    worst, pair = 0.0, (None, None)
    for one in answer["comparison"]["responses"]:
        error, noise = true(one["hz"])
        apart = max(0.0, abs(one["error"] - error) - noise) / max(error, FLOOR)
        if not apart <= worst:
            worst, pair = float(apart), (one, error)
    return Comparison("error: at a frequency of the report", *pair, worst, SHARE_OF_ERROR)
