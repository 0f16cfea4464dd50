"""A continuum of a model file, by energies: its dictionary becomes integrands for `galerkin`."""

import re

import numpy as np

from ..outcome import Unsuitable
from .galerkin import Continuum, mesh

FUNCTIONS = {"where": np.where, "sqrt": np.sqrt, "exp": np.exp, "abs": np.abs, "sign": np.sign, "min": np.minimum,
             "max": np.maximum}
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(12)
POINTS, WEIGHTS = (POINTS + 1) / 2, WEIGHTS / 2


def function(expression, params):
    """An expression of x as a function of arrays: numbers, params, + − * / ^, if(x < c, a, b), abs, sign, min, max."""
    text = re.sub(r"\bif\(", "where(", str(expression)).replace("^", "**")
    code = compile(text, "expression", "eval")
    return lambda x: eval(code, {"__builtins__": {}}, {"x": x, **FUNCTIONS, **params})


def breaks(entry, length, params):
    """Places where a coefficient jumps or bends: what x is compared with, or subtracted from it."""
    text = " ".join(str(v) for v in entry.values())
    value = r"([\w.]+(?:[eE][+-]\d+)?(?:\*[\w.]+)?)"
    found = [c for pattern in (rf"\bx (?:[<>]=?|-) {value}", rf"{value} (?:[<>]=?|-) x\b", rf"(?:min|max)\(x, {value}\)")
             for c in re.findall(pattern, text)]
    numbers = {float(function(c, params)(0.0)) for c in found if "x" not in re.findall(r"[A-Za-z_]\w*", c)}
    return sorted(c for c in numbers if 1e-9 * length < c < (1 - 1e-9) * length)


def eigenvalues_of(model):
    """Eigenvalues [rad²/s²], ascending."""
    (entry,) = model["continuum"]
    params = model.get("params", {})
    length = float(function(entry["length"], params)(0.0))
    get = {k: function(v, params) for k, v in entry.items() if k not in ("name", "kind", "fields", "ends", "position")}
    kind = entry["kind"]
    attached = _inside(model, params)
    places = sorted({*breaks(entry, length, params), *attached.values()})
    pull = _pull(model, entry, get, length, places)
    stations = mesh(length, _layer(get, pull, length), places)
    second_order = kind in ("string", "rod", "shaft", "timoshenko")
    member = Continuum(stations, [not second_order] * (2 if kind == "timoshenko" else 1))
    _stiffness(member, kind, get, pull)
    _mass(member, kind, get)
    if _turning(entry) == "in the plane":  # ½ρAΩ²w² of the kinetic energy
        member.add(member.stiffness, lambda x: -params["W"] ** 2 * get["rhoA"](x), [(0, 0, 1.0)])
    held = _ends(member, model, entry, params)
    rows = {text: member.at(0, place) for text, place in attached.items()}
    _lumps(member, model, entry, rows, params)
    return member.solve(held)


def _number(value, params):
    return float(function(value, params)(0.0))


def _inside(model, params):
    """Points inside the member with masses and springs, as `w(0.3)`: text and x."""
    texts = [lump["position"][-1] for lump in model.get("mass", [])] + [s["elongation"] for s in model.get("spring", [])]
    found = [re.search(r"w\(([^()]*)\)", str(text)) for text in texts]
    return {match[0]: _number(match[1], params) for match in found if match}


def _turning(entry):
    if "cos(W*t)" not in str(entry.get("position")):
        return None
    return "in the plane" if len(entry["position"]) == 2 else "out of it"


def _pull(model, entry, get, length, places):
    """Tension along the member: given, and what weight and inertia of all that lies beyond x pull with."""
    params = model.get("params", {})
    given = get.get("tension", lambda x: 0.0 * x)
    position = entry.get("position", [])
    if len(position) < 2:
        return given
    gravity = model["system"].get("gravity")
    steady = _number(gravity[0], params) if gravity else 0.0
    if "A*t^2/2" in position[0]:
        steady -= params["A"]
    around = [params["W"] ** 2, params["r"]] if _turning(entry) else [0.0, 0.0]
    def field(s):
        return steady + around[0] * (around[1] + s)

    lumps = []
    for lump in model.get("mass", []):
        inside = re.search(r"w\(([^()]*)\)", lump["position"][-1])
        lumps.append((_number(inside[1], params) if inside else length, float(lump["mass"])))

    def pull(x):
        x = np.asarray(x, float)
        total = given(x) + 0.0 * x
        for low, high in zip([0.0, *places], [*places, length]):
            start = np.clip(x, low, high)
            s = start[..., None] + (high - start)[..., None] * POINTS
            total = total + (high - start) * (((get["rhoA"](s) + 0 * s) * field(s)) @ WEIGHTS)
        for place, mass in lumps:
            total = total + np.where(x < place, mass * field(place), 0.0)
        return total

    return pull


def _layer(get, pull, length):
    """Thickness of the layers at ends and breaks: bending against tension, foundation or shear, tension against foundation."""
    x = np.linspace(0, length, 101)
    most = {name: np.max(np.abs(get[name](x) + 0 * x)) for name in ("foundation", "GA") if name in get}
    most["tension"] = np.max(np.abs(pull(x) + 0 * x))
    layers = [length]
    if "EI" in get:
        least = float(np.min(get["EI"](x) + 0 * x))
        layers += [np.sqrt(least / most[name]) for name in ("tension", "GA") if most.get(name)]
        layers += [(least / most["foundation"]) ** 0.25] if most.get("foundation") else []
    elif most.get("foundation"):
        layers.append(np.sqrt(float(np.min(get["tension"](x) + 0 * x)) / most["foundation"]))
    return 2 * min(layers)


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
    """Rows fixed at zero; masses and springs on coordinates that an end follows."""
    held, rows = [], {}
    for side, given in entry.get("ends", {}).items():
        for quantity, value in given.items():
            field = 1 if quantity == "rotation" and entry["kind"] == "timoshenko" else 0
            row = member.end(field, side, slope=quantity == "slope")
            if value == "0":
                held.append(row)
            else:
                rows[value] = row
    _lumps(member, model, entry, rows, params)
    if np.any(np.diag(member.stiffness) + np.diag(member.mass) <= 0):
        raise Unsuitable("no energy")
    return held


def _lumps(member, model, entry, rows, params):
    """Masses and springs on what is named, at these rows."""
    for lump in model.get("mass", []):
        for name, row in rows.items():
            if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", str(lump["position"])):
                member.mass[row, row] += float(lump["mass"])
                if _turning(entry) == "in the plane":
                    member.stiffness[row, row] -= params["W"] ** 2 * float(lump["mass"])
    for spring in model.get("spring", []):
        if spring["elongation"] in rows:
            row = rows[spring["elongation"]]
            member.stiffness[row, row] += float(spring["stiffness"])
