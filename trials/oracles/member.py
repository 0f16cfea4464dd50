"""A continuum of a model file, by energies: its dictionary becomes integrands for `galerkin`."""

import re

import numpy as np

from ..outcome import Unsuitable
from .galerkin import Continuum, mesh


def function(expression, params):
    """An expression of x as a function of arrays: numbers, + − * / ^, if(x < c, a, b)."""
    text = re.sub(r"\bif\(", "where(", str(expression)).replace("^", "**")
    code = compile(text, "expression", "eval")
    return lambda x: eval(code, {"__builtins__": {}}, {"x": x, "where": np.where, "sqrt": np.sqrt, **params})


def breaks(entry, length):
    """Places where a coefficient jumps."""
    found = re.findall(r"x < ([\d.eE+-]+)", " ".join(str(v) for v in entry.values()))
    return sorted({float(b) for b in found if 0 < float(b) < length})


def eigenvalues_of(model):
    """Eigenvalues [rad²/s²], ascending."""
    (entry,) = model["continuum"]
    params = model.get("params", {})
    length = float(function(entry["length"], params)(0.0))
    get = {k: function(v, params) for k, v in entry.items() if k not in ("name", "kind", "fields", "ends", "position")}
    kind = entry["kind"]
    pull = _pull(model, entry, get, length, params)
    places = breaks(entry, length)
    stations = mesh(length, _layer(get, pull, length), places)
    second_order = kind in ("string", "rod", "shaft", "timoshenko")
    member = Continuum(stations, [not second_order] * (2 if kind == "timoshenko" else 1))
    _stiffness(member, kind, get, pull)
    _mass(member, kind, get)
    held = _ends(member, model, entry, params)
    return member.solve(held)


def _pull(model, entry, get, length, params):
    """Tension along the member: given, and that of weight below when gravity acts along it."""
    given = get.get("tension", lambda x: 0.0 * x)
    gravity = model["system"].get("gravity")
    if not gravity or len(entry.get("position", [])) != 2:
        return given
    g = float(function(gravity[0], params)(0.0))
    tip = sum(float(m["mass"]) for m in model.get("mass", []) if m["position"][0] != "0")
    rho = float(get["rhoA"](0.0))
    return lambda x: given(x) + g * (rho * (length - x) + tip)


def _layer(get, pull, length):
    """Thickness of the layer in which bending meets tension at an end."""
    x = np.linspace(0, length, 101)
    most = np.max(np.abs(pull(x) + 0 * x))
    if "EI" not in get or most == 0:
        return length
    least = float(np.min(get["EI"](x) + 0 * x))
    layer = min(length, 2 * np.sqrt(least / most))
    return layer


def _stiffness(member, kind, get, pull):
    k = member.stiffness
    if kind in ("rod", "shaft"):
        member.add(k, get["EA" if kind == "rod" else "GJ"], [(0, 1, 1.0)])
    elif kind == "timoshenko":
        member.add(k, get["EI"], [(1, 1, 1.0)])
        member.add(k, get["GA"], [(0, 1, 1.0), (1, 0, -1.0)])
    elif kind != "string":
        member.add(k, get["EI"], [(0, 2, 1.0)])
    if kind not in ("rod", "shaft"):
        member.add(k, pull, [(0, 1, 1.0)])
    if "foundation" in get:
        member.add(k, get["foundation"], [(0, 0, 1.0)])


def _mass(member, kind, get):
    m = member.mass
    member.add(m, get["rhoJ" if kind == "shaft" else "rhoA"], [(0, 0, 1.0)])
    if kind == "timoshenko":
        member.add(m, get["rhoI"], [(1, 0, 1.0)])
    elif kind == "rayleigh":
        member.add(m, get["rhoI"], [(0, 1, 1.0)])


def _ends(member, model, entry, params):
    """Rows held at zero; lumps and springs on coordinates that an end follows."""
    held = []
    for side, given in entry.get("ends", {}).items():
        for quantity, value in given.items():
            field = 1 if quantity == "rotation" and entry["kind"] == "timoshenko" else 0
            row = member.end(field, side, slope=quantity == "slope")
            if value == "0":
                held.append(row)
                continue
            for lump in model.get("mass", []):
                if lump["position"][-1] == value:
                    member.mass[row, row] += float(lump["mass"])
            for spring in model.get("spring", []):
                if spring["elongation"] == value:
                    member.stiffness[row, row] += float(spring["stiffness"])
    if np.any(np.diag(member.stiffness) + np.diag(member.mass) <= 0):
        raise Unsuitable("no energy")
    return held
