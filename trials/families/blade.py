"""Blades on a hub that turns: flap frequencies of `campbell` against the tensioned beam, by polynomials of high degree, with
the order of convergence of the elements."""

import copy

import numpy as np

from ..oracles.galerkin import Continuum, mesh
from ..outcome import Comparison
from .frames import spread

NAME = "blade"
SHARE = 0.2
REFUSALS = 0.02
MODES = 6
COARSE = 8
ORDER = 1.7  # cubic elements reach four where the tension varies slowly; the pull of an element is that of its middle


def draw(rng):
    l = spread(rng, 0.2, 20)
    ei, rho = spread(rng, 1, 1e6), spread(rng, 0.1, 50)
    unit = float(np.sqrt(ei / (rho * l**4)))  # [rad/s]
    model = {
        "model": {"name": NAME, "dim": 3}, "params": {"W": 0.0},
        "spin": {"axis": [0, 0, 1], "speed": "W"},
        # stiff along itself and in the plane, so that flapping is alone
        "section": {"s": {"EA": 1e8 * ei / l**2, "EIy": ei, "EIz": 300 * ei, "GJ": 100 * ei, "rhoA": rho,
                          "rhoIy": 0.0, "rhoIz": 0.0, "rhoJ": 1e-6 * rho * l * l}},
        "node": {"root": [float(l * rng.uniform(0, 0.5)), 0.0, 0.0]},
        "beam": [{"name": "b", "nodes": ["root", "tip"], "section": "s", "elements": COARSE}],
        "fix": [{"nodes": ["root"]}],
        "analysis": {"campbell": {"sweep": {"W": {"from": 0.0, "to": unit * spread(rng, 0.5, 20), "points": 3}},
                                  "modes": MODES}},
        "_verb": ["campbell"],
    }
    model["node"]["tip"] = [model["node"]["root"][0] + l, 0.0, 0.0]
    if rng.random() < 0.5:
        model["mass"] = [{"node": "tip", "mass": rho * l * spread(rng, 0.05, 2)}]
    return model


def flaps(model, speed):
    """The first three flap frequencies [rad/s]."""
    s = model["section"]["s"]
    hub = model["node"]["root"][0]
    l = model["node"]["tip"][0] - hub
    tip = sum(m["mass"] for m in model.get("mass", []))
    rho, w2 = s["rhoA"], speed**2
    pull = lambda x: w2 * (rho * ((hub + l) ** 2 - (hub + x) ** 2) / 2 + tip * (hub + l))
    layer = l if speed == 0 else min(l, 2 * np.sqrt(s["EIy"] / pull(0.0)))
    blade = Continuum(mesh(l, layer), [True])
    blade.add(blade.stiffness, lambda x: s["EIy"] + 0 * x, [(0, 2, 1.0)])
    blade.add(blade.stiffness, pull, [(0, 1, 1.0)])
    blade.add(blade.mass, lambda x: rho + 0 * x, [(0, 0, 1.0)])
    end = blade.end(0, "b")
    blade.mass[end, end] += tip
    return np.sqrt(blade.solve([blade.end(0, "a"), blade.end(0, "a", slope=True)])[:3])


def compare(model, program):
    sweep = model["analysis"]["campbell"]["sweep"]["W"]
    finer = copy.deepcopy(model)
    finer["beam"][0]["elements"] *= 2
    answers = [program.ask(m) for m in (model, finer)]
    compared = []
    for index, speed in enumerate(np.linspace(sweep["from"], sweep["to"], sweep["points"])):
        wanted = flaps(model, speed)
        errors = [_apart(a["angular_frequencies"][index], wanted[:2]) for a in answers]
        listed = answers[0]["angular_frequencies"][index]
        compared.append(Comparison(f"flap: speed {index + 1}", listed, wanted.tolist(), errors[0], 3e-2))
        order = np.log2(errors[0] / errors[1]) if errors[1] > 1e-7 else np.inf
        compared.append(Comparison(f"order: speed {index + 1}", errors, f"at least {ORDER}", float(max(0, ORDER - order)), 1e-12))
        compared.append(Comparison(f"verdict: speed {index + 1}", answers[0]["stable"][index], True,
                                   float(answers[0]["stable"][index] is False), 0.5))
    return compared


def _apart(listed, wanted):
    """Largest relative distance of a wanted frequency from the nearest that is listed."""
    listed = np.abs(np.array(listed, float))
    return float(max(np.min(np.abs(listed - w)) / w for w in wanted))
