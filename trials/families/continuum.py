"""Continua with extreme ratios of tension to stiffness, weight along themselves, bases that move, any number of steps and
kinks, foundations, masses and springs at the ends and between: `modes --exact` against polynomials of high degree."""

import numpy as np

from ..oracles.member import eigenvalues_of
from ..outcome import Comparison, Unsuitable, excused, relative
from .frames import spread

NAME = "continuum"
SHARE = 1.0
REFUSALS = 0.02
COUNT = 5
TOLERANCE = 1e-7  # the Galerkin route keeps 1e-9 against closed forms over the ratios drawn (self-check)
# In units of metre, kilogram, second; the second are millimetre, tonne, second.
LENGTH, MASS, NEWTON = (1.0, 1e3), (1.0, 1e-3), (1.0, 1.0)


def draw(rng):
    kind = str(rng.choice(["bernoulli-euler"] * 6 + ["rayleigh", "timoshenko", "string", "rod", "shaft"]))
    small = rng.random() < 0.15  # written in millimetres and tonnes
    l = round(spread(rng, 0.1, 20), 6) * LENGTH[small]
    entry = {"name": "c", "kind": kind, "length": "l", "fields": ["w", "phi"] if kind == "timoshenko" else ["w"]}
    model = {"model": {"name": NAME}, "system": {"coordinates": []}, "params": {"l": l}, "continuum": [entry], "mass": [],
             "spring": [], "_verb": ["modes", "--exact", "-n", str(COUNT)]}
    numbers = _coefficients(rng, model, entry, kind, l, small)
    entry["position"] = ["w"]
    _ends(rng, model, entry, kind, numbers, l)
    if kind != "shaft":
        _inside(rng, model, numbers, l)
    if kind in ("bernoulli-euler", "rayleigh"):
        _tension(rng, model, entry, numbers["EI"], l)
    if kind == "bernoulli-euler" and "tension" not in entry:
        _motion(rng, model, entry, numbers, l)
    return {k: v for k, v in model.items() if v != []}


def _vary(rng, model, value, l):
    """Constant, linear, or with steps and kinks in one of the ways in which they can be written."""
    choice = rng.random()
    if choice < 0.6:
        return repr(value)
    other, third = value * spread(rng, 0.1, 10), value * spread(rng, 0.1, 10)
    if choice < 0.7:
        return f"{value!r} + {(other - value) / l!r}*x"
    share = round(rng.uniform(0.1, 0.9), 4)
    place = {0: lambda: repr(round(l * share, 6)), 1: lambda: f"{share!r}*l", 2: lambda: _named(model, l * share)}
    c, d = place[int(rng.integers(3))](), repr(round(l * rng.uniform(0.1, 0.9), 6))
    ways = [
        f"if(x < {c}, {value!r}, {other!r})",
        f"if(x <= {c}, {value!r}, {other!r})",
        f"if({c} > x, {value!r}, {other!r})",
        f"if(x > {c}, {value!r}, {other!r})",
        f"if({c} <= x, {value!r}, {other!r})",
        f"if(x < {c}, {value!r}, if(x < {d}, {other!r}, {third!r}))",
        f"if(x < {c}, {value!r}, {other!r})*if(x >= {d}, 1.0, 1.7)",
        f"{value!r} + {(other - value) / 2!r}*(1 + sign(x - {c}))",
        f"{value!r} + {other / l!r}*abs(x - {c})",
        f"{value!r} + {other / l!r}*max(x, {c})",
        f"{value!r} + {other / l!r}*min(x, {c})",
        _short(rng, value, l),
    ]
    return str(ways[int(rng.integers(len(ways)))])


def _short(rng, value, l):
    """A short span that is far stiffer, softer or heavier than the rest, as far as double precision follows it."""
    start = round(l * rng.uniform(0.1, 0.8), 6)
    end = round(start + l * spread(rng, 0.02, 0.1), 6)
    return f"if(x < {start!r}, {value!r}, if(x < {end!r}, {value * spread(rng, 0.01, 100)!r}, {value!r}))"


def _named(model, value):
    name = f"c{len(model['params'])}"
    model["params"][name] = float(value)
    return name


def _coefficients(rng, model, entry, kind, l, small):
    names = {"string": ["tension", "rhoA"], "rod": ["EA", "rhoA"], "shaft": ["GJ", "rhoJ"],
             "bernoulli-euler": ["EI", "rhoA"], "rayleigh": ["EI", "rhoA", "rhoI"],
             "timoshenko": ["EI", "GA", "rhoA", "rhoI"]}[kind]
    metre, kilogram = LENGTH[small], MASS[small]
    units = {"EI": metre**2, "GJ": metre**2, "rhoA": kilogram / metre, "rhoJ": kilogram * metre}
    numbers = {n: spread(rng, 0.01, 1e3) * units.get(n, 1.0) for n in names}
    if "rhoI" in numbers:
        numbers["rhoI"] = numbers["rhoA"] * l * l * spread(rng, 1e-6, 1e-2)
    if "GA" in numbers:
        numbers["GA"] = numbers["EI"] / (l * l) * spread(rng, 3, 1e5)
    for name, value in numbers.items():
        entry[name] = _vary(rng, model, value, l)
    if kind in ("bernoulli-euler", "rayleigh", "string") and rng.random() < 0.2:
        scale = numbers["EI"] / l**4 if "EI" in numbers else numbers["tension"] / l**2
        entry["foundation"] = _vary(rng, model, scale * spread(rng, 1e-2, 1e6), l)
    return numbers


def _sizes(numbers, l):
    """A mass and a stiffness of the size of the member's own."""
    mass = numbers["rhoA"] * l if "rhoA" in numbers else 1.0
    force = numbers.get("tension") or numbers.get("EA") or numbers.get("EI", 1.0) / l**2
    return mass, force / l


def _ends(rng, model, entry, kind, numbers, l):
    slope = {"bernoulli-euler": "slope", "rayleigh": "slope", "timoshenko": "rotation"}.get(kind)
    main = "rotation" if kind == "shaft" else "displacement"
    mass, stiffness = _sizes(numbers, l)
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
            model["mass"].append({"mass": mass * spread(rng, 0.01, 100), "position": [name]})
            if rng.random() < 0.5:
                model["spring"].append({"stiffness": stiffness * spread(rng, 0.01, 1e4), "elongation": name})
        if slope and rng.random() < 0.5:
            end[slope] = "0"
        if end:
            ends[side] = end
    if ends:
        entry["ends"] = ends


def _inside(rng, model, numbers, l):
    """A mass or a spring somewhere along the member, at times where a coefficient steps."""
    mass, stiffness = _sizes(numbers, l)
    named = [name for name in model["params"] if name.startswith("c")]
    place = named[0] if named and rng.random() < 0.5 else repr(round(l * rng.uniform(0.1, 0.9), 6))
    choice = rng.random()
    if choice < 0.1:
        model["mass"].append({"mass": mass * spread(rng, 0.01, 10), "position": [f"w({place})"]})
    elif choice < 0.2:
        model["spring"].append({"stiffness": stiffness * spread(rng, 0.1, 1e4), "elongation": f"w({place})"})


def _tension(rng, model, entry, stiffness, l):
    choice = rng.random()
    if choice < 0.4:
        entry["tension"] = _vary(rng, model, stiffness / l**2 * spread(rng, 1e-2, 1e8), l)
    elif choice < 0.5:
        entry["tension"] = repr(-stiffness / l**2 * spread(rng, 0.1, 100))


def _motion(rng, model, entry, numbers, l):
    """Weight along the member either way, a base that accelerates, or a base that rotates; masses move with it."""
    if any(mass["position"] == ["qa"] for mass in model["mass"]):
        return  # the first end does not follow the base
    size = numbers["EI"] / (l**3 * numbers["rhoA"])
    choice = rng.random()
    sign = 1.0 if rng.random() < 0.6 else -1.0
    most = 1e6 if sign > 0 else 300.0
    if choice < 0.25:
        model["system"]["gravity"] = [repr(sign * size * spread(rng, 1e-2, most)), "0"]
        places = ["{x}", "{w}"]
    elif choice < 0.5:
        model["params"]["A"] = -sign * size * spread(rng, 1e-2, most)
        places = ["A*t^2/2 + {x}", "{w}"]
    elif choice < 0.75:
        model["params"]["W"] = float(np.sqrt(size / l * spread(rng, 1e-2, 1e6)))
        model["params"]["r"] = l * float(rng.uniform(0, 2))
        turned = ["(r + {x})*cos(W*t) - {w}*sin(W*t)", "(r + {x})*sin(W*t) + {w}*cos(W*t)"]
        beside = ["(r + {x})*cos(W*t)", "(r + {x})*sin(W*t)", "{w}"]
        places = turned if rng.random() < 0.5 else beside
    else:
        return
    entry["position"] = [text.format(x="x", w="w") for text in places]
    for mass in model["mass"]:
        (w,) = mass["position"]
        x = "l" if w == "qb" else w[2:-1]
        mass["position"] = [text.format(x=x, w=w) for text in places]


def compare(model, program):
    values = eigenvalues_of(model)
    unclear = 1e-9 * abs(values[min(len(values) - 1, COUNT)])
    zero = np.abs(values) < unclear
    if np.any(~zero & (np.abs(values) < 1e3 * unclear)):
        raise Unsuitable("rigid and elastic motions cannot be distinguished in double precision")
    wanted = np.sqrt(values[~zero & (values > 0)][:COUNT])
    rigid, unstable = int(np.sum(zero)), int(np.sum(values[~zero] < 0))
    answer = program.ask(model)
    found = np.array(answer["angular_frequencies"])[:COUNT]
    apart = relative(found, wanted)
    return [
        Comparison("rigid: number of rigid motions", answer["rigid_modes"], rigid,
                   float(answer["rigid_modes"] != rigid), 0.5, answer["certified"] is False),
        Comparison("unstable: number of motions that grow", answer["unstable_modes"], unstable,
                   float(answer["unstable_modes"] != unstable), 0.5, answer["certified"] is False),
        Comparison("frequencies: Galerkin", list(found), list(wanted), apart, TOLERANCE,
                   apart > TOLERANCE and excused(answer, apart)),
    ]
