"""What frames of the plane and of space have in common: sections, transformations, the comparison of modes."""

import copy

import numpy as np

from ..outcome import Comparison, Unsuitable, excused
from ..oracles.frame import Frame
from ..oracles.pencil import eigenvalues, split, told_apart

COUNT = 5  # modes asked for
BASE = 1e-8  # both routes are backward stable; what they share in rounding is added from the spread of the pencil


def truth(model, count=COUNT):
    """Number of rigid motions, the lowest elastic frequencies [Hz], and the tolerance of each [-]."""
    frame = Frame(model)
    rigid, elastic, errors = split(*eigenvalues(frame.stiffness, frame.mass))
    elastic, errors = elastic[:count], errors[:count]
    if not told_apart(elastic, errors):
        raise Unsuitable("rigid and elastic motions cannot be distinguished in double precision")
    return rigid, np.sqrt(elastic) / (2 * np.pi), BASE + 10 * errors / elastic


def compare_modes(model, program):
    """Frequencies against the dense oracle, and those of the same frame seen otherwise."""
    rigid, frequencies, tolerance = truth(model)
    answer = program.ask(model)
    found = np.array(answer["frequencies_hz"])[: len(frequencies)]
    compared = [
        Comparison("rigid: number of rigid motions", answer["rigid_modes"], rigid,
                   float(answer["rigid_modes"] != rigid), 0.5),
        _frequencies("frequencies: dense oracle", found, frequencies, tolerance, answer),
    ]
    other, factor = transformed(model)
    if other is not None:
        again = program.ask(other)
        seen = np.array(again["frequencies_hz"])[: len(frequencies)] * factor
        compared.append(_frequencies(f"invariance: {model['_variant'][0]}", seen, found, 2 * tolerance, again))
    return compared


def _frequencies(what, found, wanted, tolerance, answer):
    if not len(found) == len(wanted) == len(tolerance):
        return Comparison(what, list(found), list(wanted), np.inf, float(np.max(tolerance)))
    each = np.abs(found - wanted) / wanted
    worst = int(np.argmax(each / tolerance)) if len(each) else 0
    disagreement = float(each[worst]) if len(each) else 0.0
    return Comparison(what, list(found), list(wanted), disagreement, float(tolerance[worst]),
                      disagreement > tolerance[worst] and excused(answer, disagreement))


def transformed(model):
    """The model renumbered, turned, moved or in other units, and the factor that takes its frequencies back."""
    kind, number = model["_variant"]
    rng = np.random.default_rng(number)
    if kind == "numbering":
        return _renumbered(model, rng), 1.0
    if kind == "units":
        return _in_other_units(model, rng)
    if kind == "place":
        return _turned(model, rng), 1.0
    return None, 1.0


def _renumbered(model, rng):
    other = copy.deepcopy(model)
    for name, section in other.items():
        if isinstance(section, list) and name in ("beam", "truss", "mass", "spring", "damper", "fix", "slide"):
            other[name] = [section[i] for i in rng.permutation(len(section))]
    names = list(model["node"])
    other["node"] = {names[i]: model["node"][names[i]] for i in rng.permutation(len(names))}
    return other


def rotation(dim, rng):
    if dim == 2:
        a = rng.uniform(0, 2 * np.pi)
        return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q if np.linalg.det(q) > 0 else -q


def _turned(model, rng):
    dim = model["model"]["dim"]
    turn = rotation(dim, rng)
    other = copy.deepcopy(model)
    scale = max(np.max(np.abs(np.array(list(model["node"].values())))), 1e-12)
    shift = rng.normal(size=dim) * scale
    frame = Frame(model)
    for name, at in other["node"].items():
        other["node"][name] = [float(x) for x in turn @ np.array(at) + shift]
    for entry in other.get("beam", []):
        if dim == 3:
            entry["y_axis"] = [float(x) for x in turn @ frame.axes(entry)[1]]
    for kind, key in (("spring", "direction"), ("damper", "direction"), ("slide", "direction"), ("mass", "offset"),
                      ("hinge", "axis")):
        for entry in other.get(kind, []):
            if isinstance(entry.get(key), list):
                entry[key] = [float(x) for x in turn @ np.array(entry[key])]
    for entry in other.get("rigid_body", []):
        if "centre" in entry:
            entry["centre"] = [float(x) for x in turn @ np.array(entry["centre"]) + shift]
    return other


DIMENSIONS = {  # exponents of length, mass, time
    "E": (-1, 1, -2), "G": (-1, 1, -2), "density": (-3, 1, 0), "A": (2, 0, 0), "I": (4, 0, 0), "Iy": (4, 0, 0),
    "Iz": (4, 0, 0), "J": (4, 0, 0), "EA": (1, 1, -2), "EI": (3, 1, -2), "EIy": (3, 1, -2), "EIz": (3, 1, -2),
    "GJ": (3, 1, -2), "GA": (1, 1, -2), "GAy": (1, 1, -2), "GAz": (1, 1, -2), "rhoA": (-1, 1, 0), "rhoI": (1, 1, 0),
    "rhoIy": (1, 1, 0), "rhoIz": (1, 1, 0), "rhoJ": (1, 1, 0), "mass": (0, 1, 0), "inertia": (2, 1, 0),
    "kelvin_voigt": (0, 0, 1), "offset": (1, 0, 0), "centre": (1, 0, 0),
}


def _in_other_units(model, rng):
    """Every number as it would be in units of other length, mass and time, such as mm, t, s or inches."""
    length, mass, seconds = (float(10 ** rng.uniform(-3, 3)) for _ in range(3))

    def scaled(value, dimension):
        factor = length ** dimension[0] * mass ** dimension[1] * seconds ** dimension[2]
        return [scaled(v, dimension) for v in value] if isinstance(value, list) else float(value) * factor

    other = copy.deepcopy(model)
    other["node"] = {n: scaled(at, (1, 0, 0)) for n, at in model["node"].items()}
    tables = [t for kind in ("section", "material") for t in other.get(kind, {}).values()]
    for table in tables + [e for k in ("beam", "mass", "rigid_body", "truss") for e in other.get(k, [])]:
        for key in list(table):
            if key in DIMENSIONS:
                table[key] = scaled(table[key], DIMENSIONS[key])
    for kind in ("spring", "damper", "truss", "hinge"):
        for entry in other.get(kind, []):
            turning = kind == "hinge" or str(entry.get("direction", "")).lstrip("-") in ("phi", "rx", "ry", "rz")
            for key, time in (("stiffness", -2), ("damping", -1)):
                if key in entry:
                    entry[key] = scaled(entry[key], (2 if turning else 0, 1, time))
    return other, seconds


def graph(rng, nodes):
    """A connected graph: a random tree and a few more edges."""
    edges = [(int(rng.integers(0, i)), i) for i in range(1, nodes)]
    for _ in range(int(rng.integers(0, 3))):
        a, b = rng.integers(0, nodes, size=2)
        if a != b and (min(a, b), max(a, b)) not in edges:
            edges.append((int(min(a, b)), int(max(a, b))))
    return edges


def spread(rng, low, high):
    """A number with equal odds in every decade."""
    return float(10 ** rng.uniform(np.log10(low), np.log10(high)))
