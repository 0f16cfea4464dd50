"""Bond graphs with laws: ladders of masses, springs, dampers and leaks with monotone laws, modulated resistances and algebraic loops,
in motion."""

import numpy as np

from ..oracles.ladder import Ladder
from ..outcome import Comparison, curve
from .frames import spread

NAME = "bond-law"
SHARE = 1.0
REFUSALS = 0.03
POINTS = 31
TOLERANCE = 1e-5  # of the range of each output; rtol is 1e-8, and monotone resistances let errors decay


def draw(rng):
    count = int(rng.integers(1, 5))
    bonds, value, laws, initial, outputs = ["u:Se -> b1:1"], {"u": _source(rng)}, {}, {}, []
    capacities = []

    def element(kind, name, junction, given):
        bonds.append(f"{junction} -> {name}:{kind}")
        (laws if isinstance(given, str) else value)[name] = given

    for k in range(1, count + 1):
        inertial = rng.random() < 0.6
        capacitive = rng.random() < 0.75 or (k == count and not inertial)
        if inertial:
            m = spread(rng, 0.2, 5)
            element("I", f"L{k}", f"b{k}", m if rng.random() < 0.6 else f"momentum/{m!r} + {spread(rng, 0.01, 1)!r}*momentum^3")
            outputs.append({"name": f"f{k}", "flow": f"L{k}"})
            if rng.random() < 0.3:
                initial[f"L{k}"] = float(rng.uniform(-1, 1))
        if not inertial or rng.random() < 0.6:
            _resistance(rng, element, bonds, value, k, capacities)
            outputs.append({"name": f"r{k}", "flow": f"R{k}"})
        bonds.append(f"b{k} -> n{k}:0")
        if capacitive:
            c = spread(rng, 0.2, 5)
            element("C", f"C{k}", f"n{k}", c if rng.random() < 0.5 else f"displacement/{c!r} + {spread(rng, 0.01, 2)!r}*displacement^3")
            capacities.append(f"C{k}")
            outputs.append({"name": f"q{k}", "stored": f"C{k}"})
            if rng.random() < 0.4:
                initial[f"C{k}"] = float(rng.uniform(-1, 1))
        if not capacitive or rng.random() < 0.3:
            g = spread(rng, 0.1, 3)
            element("R", f"G{k}", f"n{k}", 1 / g if rng.random() < 0.3 else f"{g!r}*effort + {spread(rng, 0.01, 1)!r}*effort^3")
            outputs.append({"name": f"e{k}", "effort": f"G{k}"})
        if k < count:
            bonds.append(f"n{k} -> b{k + 1}:1")
    graph = {"bonds": bonds, "value": value}
    model = {"model": {"name": NAME}, "bond_graph": graph, "output": outputs,
             "analysis": {"simulate": {"end": float(rng.uniform(2, 12)), "points": POINTS, "rtol": 1e-8, "atol": 1e-10}},
             "_verb": ["simulate"]}
    if laws:
        graph["law"] = laws
    if initial:
        graph["initial"] = initial
    return model


def _resistance(rng, element, bonds, value, k, capacities):
    r = spread(rng, 0.05, 5)
    kind = rng.random()
    if kind < 0.3:
        element("R", f"R{k}", f"b{k}", r)
    elif kind < 0.5 and capacities:
        bonds.append(f"b{k} -> R{k}:MR")
        value[f"R{k}"] = f"{r!r}*(1 + displacement({rng.choice(capacities)})^2)"
    elif kind < 0.75:
        element("R", f"R{k}", f"b{k}", f"{r!r}*flow + {spread(rng, 0.01, 3)!r}*flow^3")
    else:
        element("R", f"R{k}", f"b{k}", f"{r!r}*flow + {spread(rng, 0.1, 3)!r}*tanh({spread(rng, 0.3, 10)!r}*flow)")


def _source(rng):
    a, w = spread(rng, 0.2, 3), spread(rng, 0.2, 8)
    return f"{a!r}*sin({w!r}*t)" if rng.random() < 0.7 else f"{a!r}*(1 - exp(-{w!r}*t))"


def compare(model, program):
    asked = model["analysis"]["simulate"]
    ladder = Ladder(model)
    wanted = ladder.motion(np.linspace(0, asked["end"], asked["points"]), model["output"])
    full = program.ask(model)["models"]["full"]
    compared = []
    for output in model["output"]:
        found, truth = full["outputs"][output["name"]], wanted[output["name"]]
        compared.append(Comparison(f"motion: {output['name']}", found, truth, curve(found, truth), TOLERANCE))
    return compared
