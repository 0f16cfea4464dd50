"""Shafts on bearings that couple both directions and depend on the speed: poles, verdict and its ends, critical speeds."""

import copy

import numpy as np

from ..oracles.bearing import BearingRotor
from ..outcome import Comparison
from . import rotor
from .frames import spread

NAME = "bearing"
SHARE = 0.5
REFUSALS = 0.02
TOLERANCE = 1e-6  # of the modulus of a pole, as for other rotors
SURE = 1e-8  # of the largest pole: growth below this is rounding of dense poles


def draw(rng):
    model = rotor.draw(rng)
    for key in ("spring", "damper"):
        model.pop(key, None)
    for beam in model["beam"]:
        beam.pop("kelvin_voigt", None)
        beam["elements"] = min(beam["elements"], 3)
    model["fix"] = [{"nodes": ["a"], "directions": ["x", "rx"] if rng.random() < 0.5 else ["x"]}]
    model["params"] = {"W": 0.0}
    section = model["section"]["s"]
    length = model["node"]["b"][0]
    stiff, mass = 48 * section["EIy"] / length**3, section["rhoA"] * length
    top = max(abs(model["analysis"]["campbell"]["sweep"]["W"][k]) for k in ("from", "to"))
    model["bearing"] = [_bearing(rng, model, node, (stiff, mass, top)) for node in "ab"]
    model["_axis"] = int(rng.integers(0, 3))
    return model


def _bearing(rng, model, node, sizes):
    stiff, mass, top = sizes
    k = stiff * spread(rng, 0.01, 100)
    c = 2 * np.sqrt(k * mass) * spread(rng, 1e-3, 1.0)
    cross = float(rng.choice([0.0, 1.0, 1.0])) * k * spread(rng, 1e-3, 1.0)
    sign = float(rng.choice([-1.0, 1.0, 1.0]))
    stiffness = [[k, cross], [-cross * sign, k * spread(rng, 0.3, 3)]]
    damping = [[c, 0.0], [0.0, c * spread(rng, 0.3, 3)]]
    if rng.random() < 0.3:
        damping[0][1] = damping[1][0] = 0.3 * c * float(rng.uniform(-1, 1))
    entry = {"node": node, "stiffness": [[float(x) for x in row] for row in stiffness],
             "damping": [[float(x) for x in row] for row in damping]}
    for key in ("stiffness", "damping"):
        for i in range(2):
            for j in range(2):
                if rng.random() < 0.3 and entry[key][i][j]:
                    entry[key][i][j] = _law(rng, model, entry[key][i][j], top)
    if rng.random() < 0.15:
        entry.pop("damping")
    return entry


def _law(rng, model, value, top):
    """The value, changed by the speed: a polynomial, a fraction, or a table."""
    value, top = float(value), float(top)
    kind = rng.random()
    if kind < 0.4:
        return f"{value!r}*(1 + {float(rng.uniform(0, 2))!r}*(speed/{top!r})^2)"
    if kind < 0.7:
        return f"{value!r}/(1 + abs(speed)/{top!r})"
    name = f"law{len(model.setdefault('table', {}))}"
    at = np.linspace(-1.1 * top, 1.1 * top, 7)
    model["table"][name] = {"points": [[float(w), float(value * rng.uniform(0.5, 2))] for w in at]}
    return f"{name}(speed)"


def turned(model):
    """The same rotor about another axis, every coordinate moved on cyclically."""
    step = model["_axis"]

    def on(vector):
        return [vector[(i - step) % 3] for i in range(3)]

    other = copy.deepcopy(model)
    other["spin"]["axis"] = on(other["spin"]["axis"])
    other["node"] = {name: on(place) for name, place in other["node"].items()}
    for entry in other.get("mass", []):
        if isinstance(entry.get("inertia"), list):
            entry["inertia"] = on(entry["inertia"])
    names = "xyz"
    for entry in other["fix"]:
        entry["directions"] = [d[:-1] + names[(names.index(d[-1]) + step) % 3] for d in entry["directions"]]
    return other


def compare(model, program):
    truth = BearingRotor(model)
    compared = _answer(model, truth, program.ask(model), "")
    if model.get("_axis"):
        compared += _answer(model, truth, program.ask(turned(model)), f", axis {'xyz'[model['_axis']]}")
    return compared


def _answer(model, truth, answer, where):
    compared = []
    for index, speed in enumerate(rotor.speeds(model)):
        poles = np.concatenate([truth.poles(speed), truth.poles(speed, lateral=False)])
        scale = np.max(np.abs(poles))
        one = rotor._poles(answer, index, poles, 1e-3 * scale)
        one.what, one.estimate = one.what + where, False  # unsymmetric matrices: every answer is an estimate, and compared all the same
        compared.append(one)
        if index == 0:
            one = rotor._lowest(answer, poles, scale)
            one.what += where
            compared.append(one)
        growth = truth.growth(speed)
        if abs(growth) > SURE * scale:
            claimed = answer["stable"][index]
            compared.append(Comparison(f"verdict: at speed {index + 1} ({speed:g} rad/s){where}", claimed, f"growth {growth:g} 1/s",
                                       float(claimed is not None and claimed != (growth < 0)), 0.5))
    return compared + _ends(truth, answer, where) + _critical(truth, answer, where)


def _ends(truth, answer, where):
    """Where growth begins and ends: it changes its sign there."""
    compared = []
    for band in answer["unstable"]:
        for end, bracketed in zip((band["from"], band["to"]), band["bracketed"]):
            if bracketed:
                near = [truth.growth(end * f) for f in (1 - 1e-4, 1 + 1e-4)]
                apart = 0.0 if near[0] * near[1] <= 0 else min(map(abs, near)) / np.max(np.abs(truth.poles(end)))
                compared.append(Comparison(f"end: of an unstable band{where}", end, near, float(apart), SURE))
    return compared


def _critical(truth, answer, where):
    """At a critical speed some pole has the frequency k Ω."""
    compared = []
    for found in answer["critical_speeds"]:
        speed, wanted = found["speed"], abs(found["order"] * found["speed"])
        frequencies = np.abs(np.concatenate([truth.poles(speed), truth.poles(speed, lateral=False)]).imag)
        apart = float(np.min(np.abs(frequencies - wanted)) / max(wanted, 1e-300))
        compared.append(Comparison(f"critical: order {found['order']:g}{where}", speed, wanted, apart, TOLERANCE))
    return compared
