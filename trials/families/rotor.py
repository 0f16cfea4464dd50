"""Axisymmetric shafts with discs on bearings at rest: isotropic or not, with and without damping, free ones, and damping
inside the shaft. Frequencies, decay and the verdict on stability, and the verdict again on a finer mesh."""

import copy

import numpy as np

from ..oracles.rotor import Rotor
from ..outcome import Comparison, excused
from .frames import spread

NAME = "rotor"
SHARE = 0.5
REFUSALS = 0.02
MODES = 5
TOLERANCE = 1e-6  # of the modulus of a pole; poles of non-normal matrices lose digits that modes at rest keep


def draw(rng):
    l, d = float(rng.uniform(0.3, 3)), spread(rng, 0.01, 0.1)
    e, g, rho = 2.1e11, 8.1e10, 7800.0
    area, i = np.pi * d * d / 4, np.pi * d**4 / 64
    section = {"EA": e * area, "EIy": e * i, "EIz": e * i, "GJ": 2 * g * i, "GAy": 0.9 * g * area, "GAz": 0.9 * g * area,
               "rhoA": rho * area, "rhoIy": rho * i, "rhoIz": rho * i, "rhoJ": 2 * rho * i}
    nodes = {"a": [0.0, 0.0, 0.0], "m": [float(l * rng.uniform(0.2, 0.8)), 0.0, 0.0], "b": [l, 0.0, 0.0]}
    first = np.pi**2 / l**2 * np.sqrt(e * i / (rho * area))  # first of the pinned shaft [rad/s]
    shaft = {"section": "s", "elements": int(rng.integers(1, 4))}
    if rng.random() < 0.5:
        shaft["theory"] = "timoshenko"
    if rng.random() < 0.2:
        shaft["kelvin_voigt"] = spread(rng, 1e-7, 1e-4)
    model = {
        "model": {"name": NAME, "dim": 3}, "params": {"W": 0.0},
        "spin": {"axis": [1, 0, 0], "speed": "W", "frame": "stands"},
        "section": {"s": section}, "node": nodes,
        "beam": [{"name": "one", "nodes": ["a", "m"], **shaft}, {"name": "two", "nodes": ["m", "b"], **shaft}],
        "mass": [], "fix": [], "spring": [], "damper": [],
        "analysis": {"campbell": {"sweep": {"W": {"from": 0.0 if rng.random() < 0.7 else float(first * 0.1),
                                                  "to": float(first * rng.uniform(0.5, 3)), "points": 4}},
                                  "modes": MODES}},
        "_verb": ["campbell"],
    }
    _discs(rng, model, rho * area * l, d)
    _bearings(rng, model, 48 * e * i / l**3, rho * area * l)
    sweep = model["analysis"]["campbell"]["sweep"]["W"]
    if rng.random() < 0.15:  # downwards
        sweep["from"], sweep["to"] = sweep["to"], sweep["from"]
    if rng.random() < 0.15:  # the other way round
        sweep["from"], sweep["to"] = -sweep["from"], -sweep["to"]
    if rng.random() < 0.05:
        for entry in model["beam"]:
            entry["elements"] *= 3
    return {k: v for k, v in model.items() if v != []}


def _discs(rng, model, mass, d):
    for node in "amb":
        if rng.random() < 0.4:
            m = mass * spread(rng, 0.1, 5)
            radius = d * float(rng.uniform(1, 6))
            polar = m * radius**2 / 2
            model["mass"].append({"node": node, "mass": m, "inertia": [polar, polar * float(rng.uniform(0.5, 0.8))]})
            model["mass"][-1]["inertia"].append(model["mass"][-1]["inertia"][1])


def _bearings(rng, model, stiffness, mass):
    kind = rng.random()
    if kind < 0.1:
        return  # free in space
    model["fix"].append({"nodes": ["a"], "directions": ["x"]})
    damped, round_ = rng.random() < 0.6, rng.random() < 0.6
    for node in "ab":
        if kind < 0.25 and node == "a":
            model["fix"][0]["directions"] = ["x", "y", "z"]
            continue
        k = stiffness * spread(rng, 0.01, 100)
        c = 2 * np.sqrt(k * mass) * spread(rng, 1e-3, 0.3)
        for direction in "yz":
            factor = 1.0 if round_ else spread(rng, 0.3, 3)
            model["spring"].append({"nodes": [node, "ground"], "direction": direction, "stiffness": k * factor})
            if damped:
                model["damper"].append({"nodes": [node, "ground"], "direction": direction, "damping": c * factor})


def speeds(model):
    sweep = model["analysis"]["campbell"]["sweep"]["W"]
    return np.linspace(sweep["from"], sweep["to"], sweep["points"])


def compare(model, program):
    rotor = Rotor(model)
    answer = program.ask(model)
    compared = []
    lowest = None
    for index, speed in enumerate(speeds(model)):
        lateral, along = rotor.poles(speed), rotor.poles(speed, lateral=False)
        poles = np.concatenate([lateral, along])
        scale = np.max(np.abs(lateral))
        if "fix" not in model and "spring" not in model:
            slow = rotor.precession(speed)
            poles = np.concatenate([poles[np.abs(poles) > 1e-6 * scale], slow[np.abs(slow) <= 1e-6 * scale]])
        compared.append(_poles(answer, index, poles, scale))
        verdict = _verdict(model, answer, index, lateral, speed)
        if verdict:
            compared.append(verdict)
        if index == 0:
            compared.append(_lowest(answer, poles, scale))
    compared.append(_sign(answer))
    fine = _finer(model, program, answer, rotor)
    return compared + ([fine] if fine else [])


def _claimed(answer, index):
    return np.array(answer["real_parts"][index]) + 1j * np.array(answer["angular_frequencies"][index])


def _poles(answer, index, poles, scale):
    """Every mode that is listed is a pole."""
    worst, at = 0.0, None
    for claimed in _claimed(answer, index):
        upper = complex(claimed.real, abs(claimed.imag))
        apart = min(abs(upper - p) / max(abs(p), 1e-6 * scale) for p in poles if p.imag >= -1e-9 * scale)
        if not apart <= worst:
            worst, at = float(apart), claimed
    return Comparison(f"poles: speed {index + 1}, listed {at}", [str(c) for c in _claimed(answer, index)],
                      [str(p) for p in sorted(poles, key=abs) if p.imag >= 0][:12], worst, TOLERANCE,
                      worst > TOLERANCE and excused(answer, worst))


def _sign(answer):
    """Bearings at rest resist at every speed: no frequency passes zero, and one that changes its sign was not followed."""
    turned = 0
    for mode in zip(*(_claimed(answer, index) for index in range(len(answer["speeds"])))):
        turned += any(a.imag * b.imag < 0 and min(abs(a.imag), abs(b.imag)) > 1e-3 * max(abs(a), abs(b)) for a, b in zip(mode, mode[1:]))
    return Comparison("sign: modes whose frequency changes its sign", answer["angular_frequencies"], "none", float(turned), 0.5)


def _lowest(answer, poles, scale):
    """At the first speed they are the lowest that vibrate."""
    elastic = sorted(abs(p) for p in poles if p.imag > 1e-4 * abs(p) and abs(p) > 1e-6 * scale)
    claimed = sorted(np.abs(_claimed(answer, 0)))
    limit = claimed[-1] if claimed else 0
    wanted = sum(1 for p in elastic if p < limit * (1 - 1e-5))
    missing = wanted - sum(1 for p in claimed if p < limit * (1 - 1e-5))
    return Comparison("lowest: modes left out at the first speed", claimed, elastic[:MODES + 3], float(max(missing, 0)), 0.5)


def _rigid_free(poles):
    """Poles without those of rigid motions, which rounding spreads about zero."""
    return poles[np.abs(poles) > 1e-4 * np.sort(np.abs(poles))[len(poles) // 2]]


def _verdict(model, answer, index, lateral, speed):
    poles = _rigid_free(lateral)
    growth = np.max(poles.real)
    top = np.max(np.abs(poles))
    if 1e-12 * top < abs(growth) < 1e-9 * top:
        return None
    if any("kelvin_voigt" in beam for beam in model["beam"]) and abs(growth) < 1e-9 * top:
        return None  # damping inside a shaft on soft bearings feeds whirls by less than dense poles can show
    stable = bool(growth < 1e-10 * top)
    claimed = answer["stable"][index]
    if claimed is None:
        return None
    return Comparison(f"verdict: stability at speed {index + 1} ({speed:g} rad/s)", claimed, f"{stable}, growth {growth:g} 1/s",
                      float(claimed != stable), 0.5)


def _finer(model, program, answer, rotor):
    """Twice as many elements: the verdict stays where the dense route says that it stays clearly."""
    other = copy.deepcopy(model)
    for entry in other["beam"]:
        entry["elements"] = 2 * entry.get("elements", 1)
    fine = Rotor(other)
    clear = []
    for index, speed in enumerate(speeds(model)):
        growth = [np.max(_rigid_free(r.poles(speed)).real) for r in (rotor, fine)]
        tops = [np.max(np.abs(r.poles(speed))) for r in (rotor, fine)]
        both = [g > 1e-9 * t for g, t in zip(growth, tops)]
        if both[0] == both[1] and all(abs(g) < 1e-12 * t or abs(g) > 1e-9 * t for g, t in zip(growth, tops)):
            clear.append(index)
    again = program.ask(other)
    pairs = [(again["stable"][i], answer["stable"][i]) for i in clear]
    different = [p for p in pairs if None not in p and p[0] != p[1]]
    return Comparison("mesh: verdict with twice as many elements", again["stable"], answer["stable"], float(bool(different)), 0.5)
