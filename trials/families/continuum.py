"""Continua with extreme ratios of tension to stiffness, weight along themselves, steps, foundations, lumps and springs at
the ends: `modes --exact` against polynomials of high degree."""

import numpy as np

from ..oracles.member import eigenvalues_of
from ..outcome import Comparison, Unsuitable, excused, relative
from .frames import spread

NAME = "continuum"
SHARE = 1.0
REFUSALS = 0.02
COUNT = 5
TOLERANCE = 1e-7  # the Galerkin route keeps 1e-9 against closed forms over the ratios drawn (self-check)


def draw(rng):
    kind = str(rng.choice(["bernoulli-euler"] * 6 + ["rayleigh", "timoshenko", "string", "rod", "shaft"]))
    l = round(spread(rng, 0.1, 20), 6)
    entry = {"name": "c", "kind": kind, "length": repr(l), "fields": ["w", "phi"] if kind == "timoshenko" else ["w"]}
    model = {"model": {"name": NAME}, "system": {"coordinates": []}, "continuum": [entry], "mass": [], "spring": [],
             "_verb": ["modes", "--exact", "-n", str(COUNT)]}
    _coefficients(rng, entry, kind, l)
    entry["position"] = ["w"]
    _ends(rng, model, entry, kind)
    if kind in ("bernoulli-euler", "rayleigh"):
        _tension(rng, model, entry, l)
    return {k: v for k, v in model.items() if v != []}


def _vary(rng, value, l):
    """Constant, linear, or with a step."""
    choice = rng.random()
    if choice < 0.7:
        return repr(value)
    other = value * spread(rng, 0.1, 10)
    if choice < 0.85:
        return f"if(x < {round(l * rng.uniform(0.1, 0.9), 6)!r}, {value!r}, {other!r})"
    return f"{value!r} + {(other - value) / l!r}*x"


def _coefficients(rng, entry, kind, l):
    names = {"string": ["tension", "rhoA"], "rod": ["EA", "rhoA"], "shaft": ["GJ", "rhoJ"],
             "bernoulli-euler": ["EI", "rhoA"], "rayleigh": ["EI", "rhoA", "rhoI"],
             "timoshenko": ["EI", "GA", "rhoA", "rhoI"]}[kind]
    numbers = {n: spread(rng, 0.01, 1e3) for n in names}
    if "rhoI" in numbers:
        numbers["rhoI"] = numbers["rhoA"] * l * l * spread(rng, 1e-6, 1e-2)
    if "GA" in numbers:
        numbers["GA"] = numbers["EI"] / (l * l) * spread(rng, 3, 1e5)
    for name, value in numbers.items():
        entry[name] = _vary(rng, value, l)
    if kind in ("bernoulli-euler", "rayleigh", "string") and rng.random() < 0.2:
        scale = numbers["EI"] / l**4 if "EI" in numbers else numbers["tension"] / l**2
        entry["foundation"] = repr(scale * spread(rng, 1e-2, 1e6))


def _ends(rng, model, entry, kind):
    slope = {"bernoulli-euler": "slope", "rayleigh": "slope", "timoshenko": "rotation"}.get(kind)
    main = "rotation" if kind == "shaft" else "displacement"
    ends = {}
    for side in "ab":
        end = {}
        choice = rng.random()
        if choice < 0.6:
            end[main] = "0"
        elif choice < 0.75 and kind != "shaft":
            name = f"q{side}"
            model["system"]["coordinates"].append(name)
            end[main] = name
            model["mass"].append({"mass": spread(rng, 0.01, 100), "position": [name]})
            if rng.random() < 0.5:
                model["spring"].append({"stiffness": spread(rng, 0.1, 1e6), "elongation": name})
        if slope and rng.random() < 0.5:
            end[slope] = "0"
        if end:
            ends[side] = end
    if ends:
        entry["ends"] = ends


def _tension(rng, model, entry, l):
    choice = rng.random()
    stiffness = float(entry["EI"]) if _plain(entry["EI"]) else 10.0
    if choice < 0.4:
        entry["tension"] = _vary(rng, stiffness / l**2 * spread(rng, 1e-2, 1e8), l)
    elif choice < 0.5:
        entry["tension"] = repr(-stiffness / l**2 * float(rng.uniform(0, 2)))
    elif choice < 0.75 and all(_plain(entry[k]) for k in ("EI", "rhoA")) and not model["mass"]:
        g = stiffness / (l**3 * float(entry["rhoA"])) * spread(rng, 1e-2, 1e6)
        model["system"]["gravity"] = [repr(round(g, 9)), "0"]
        entry["position"] = ["x", "w"]


def _plain(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def compare(model, program):
    values = eigenvalues_of(model)
    scale = values[min(len(values) - 1, COUNT)]
    zero = np.abs(values) < 1e-9 * scale
    if np.any(values[~zero] < 0):
        raise Unsuitable("buckled")
    elastic = values[~zero]
    if elastic[0] < 1e-6 * scale:
        raise Unsuitable("rigid and elastic motions cannot be told apart in double precision")
    wanted = np.sqrt(elastic[:COUNT])
    answer = program.ask(model)
    found = np.array(answer["angular_frequencies"])[:COUNT]
    apart = relative(found, wanted)
    rigid = int(np.sum(zero))
    return [
        Comparison("rigid: number of rigid motions", answer["rigid_modes"], rigid,
                   float(answer["rigid_modes"] != rigid), 0.5),
        Comparison("unstable: divergent poles", answer.get("divergent_poles"), [],
                   float(bool(answer.get("divergent_poles"))), 0.5),
        Comparison("frequencies: Galerkin", list(found), list(wanted), apart, TOLERANCE,
                   apart > TOLERANCE and excused(answer, apart)),
    ]
