"""Feedback loops of controllers, continuous and sampled, on masses in a row and on beams: poles, verdict, margins."""

import numpy as np
from scipy.optimize import linear_sum_assignment

from ..oracles.feedback import Loops, crossings
from ..outcome import Comparison, Unsuitable
from .frames import spread

NAME = "loop"
SHARE = 1.0
REFUSALS = 0.02
POLES = 1e-6  # of the modulus, beside ten times the error that the program itself estimates
NEAR = 1e-5  # relative, of frequencies and gains of crossings: both are searched for


def draw(rng):
    model = _beam(rng) if rng.random() < 0.3 else _row(rng)
    places = model.pop("_places")
    stiff, tempo = model.pop("_sizes")
    count = int(rng.integers(1, min(3, len(places)) + 1))
    for i, (node, direction) in enumerate(places[:count]):
        model["force"].append({"name": f"f{i}", "node": node, "direction": direction})
        model["output"].append({"name": f"y{i}", "node": node, "direction": direction})
        model["output"].append({"name": f"v{i}", "quantity": "velocity", "node": node, "direction": direction})
    sampled = {}
    if rng.random() < 0.5:
        sampled = {"sample": spread(rng, 0.01, 1.0) / tempo}
    loops = [[i] for i in range(count)]
    if count > 1 and rng.random() < 0.3:
        loops = [list(range(count))]
    for own in loops[: int(rng.integers(1, len(loops) + 1))]:
        model["controller"].append(_controller(rng, own, (stiff, tempo), sampled))
    model["_verb"] = ["loops"]
    return {k: v for k, v in model.items() if v != []}


def _row(rng):
    """Masses along x between springs and dampers; the first may be loose."""
    n = int(rng.integers(1, 5))
    names = [f"n{i}" for i in range(n)]
    k, m = spread(rng, 1e-2, 1e6), spread(rng, 1e-3, 1e3)
    zeta = spread(rng, 1e-4, 0.3)
    model = {"model": {"name": NAME, "dim": 2}, "node": {name: [float(i), 0.0] for i, name in enumerate(names)},
             "slide": [{"node": name, "direction": "x"} for name in names],
             "mass": [{"node": name, "mass": m * spread(rng, 0.2, 5)} for name in names],
             "spring": [], "damper": [], "force": [], "output": [], "controller": []}
    links = [[a, b] for a, b in zip(names, names[1:])]
    links += [[name, "ground"] for name in names if rng.random() < 0.4]
    for nodes in links:
        factor = spread(rng, 0.2, 5)
        model["spring"].append({"nodes": nodes, "direction": "x", "stiffness": k * factor})
        model["damper"].append({"nodes": nodes, "direction": "x", "damping": 2 * zeta * np.sqrt(k * m) * factor})
    for entry in model["damper"]:
        entry["damping"] = float(entry["damping"])
    order = [names[i] for i in rng.permutation(n)]
    model["_places"], model["_sizes"] = [(name, "x") for name in order], (k, float(np.sqrt(k / m)))
    return model


def _beam(rng):
    l, ei, rho = spread(rng, 0.05, 5), spread(rng, 1e-2, 1e5), spread(rng, 1e-2, 10)
    section = {"EA": 1e4 * ei / l**2, "EI": ei, "rhoA": rho}
    first = 3.516 * np.sqrt(ei / rho) / l**2
    angle = float(rng.uniform(0, 6.28))
    along = np.array([np.cos(angle), np.sin(angle)])
    across = [float(-along[1]), float(along[0])]
    model = {"model": {"name": NAME, "dim": 2}, "section": {"s": section},
             "node": {"o": [0.0, 0.0], "m": [float(x) for x in along * l * 0.6], "t": [float(x) for x in along * l]},
             "beam": [{"name": f"b{i}", "nodes": nodes, "section": "s", "elements": int(rng.integers(1, 3)), "flexible": ["bending"],
                       "kelvin_voigt": float(2 * spread(rng, 1e-4, 0.02) / first)} for i, nodes in enumerate((["o", "m"], ["m", "t"]))],
             "fix": [{"nodes": ["o"]}], "mass": [], "force": [], "output": [], "controller": []}
    if rng.random() < 0.5:
        model["mass"].append({"node": "t", "mass": rho * l * spread(rng, 0.1, 3)})
    model["_places"], model["_sizes"] = [("t", across), ("m", across)][:: int(rng.choice([1, -1]))], (3 * ei / l**3, float(first))
    return model


def _controller(rng, own, sizes, sampled):
    stiff, tempo = sizes
    gain = stiff * spread(rng, 1e-3, 3) * float(rng.choice([1.0, 1.0, 1.0, -1.0]))
    entry = {"measure": [f"y{i}" for i in own], "act": [f"f{i}" for i in own], **sampled}
    if len(own) == 1:
        entry["measure"], entry["act"] = entry["measure"][0], entry["act"][0]
    if sampled and rng.random() < 0.6:
        entry["delay"] = float(sampled["sample"] * rng.choice([0.3, 0.5, 1.0, 1.7, 2.0, 3.25]))
    if len(own) > 1:
        return {**entry, **_states(rng, len(own), gain, tempo, sampled)}
    kind = rng.random()
    if kind < 0.5:
        entry["proportional"] = gain
        if rng.random() < 0.5:
            entry["integral"] = gain * tempo * spread(rng, 0.01, 1)
        if rng.random() < 0.7:
            entry["derivative"] = gain / tempo * spread(rng, 0.01, 3)
            if rng.random() < 0.5:
                entry["rate"] = f"v{own[0]}"
            elif not sampled:
                entry["filter"] = spread(rng, 0.01, 1) / tempo
        return entry
    if kind < 0.75:
        roots = lambda n: [-tempo * spread(rng, 0.1, 10) for _ in range(n)]
        if sampled:
            roots = lambda n: [float(rng.uniform(-0.7, 0.95)) for _ in range(n)]
        poles = roots(int(rng.integers(1, 4)))
        zeros = roots(int(rng.integers(0, len(poles) + 1)))
        above, below = np.atleast_1d(np.poly(zeros)), np.atleast_1d(np.poly(poles))
        at = np.polyval(above, 1.0 if sampled else 0.0) / np.polyval(below, 1.0 if sampled else 0.0)
        entry["numerator"] = [float(x) for x in np.atleast_1d(above * gain / (at or 1.0))]
        entry["denominator"] = [float(x) for x in np.atleast_1d(below)]
        return entry
    return {**entry, **_states(rng, 1, gain, tempo, sampled)}


def _states(rng, width, gain, tempo, sampled):
    n = int(rng.integers(0, 4))
    matrix = lambda rows, cols: rng.standard_normal((rows, cols))
    entry = {"D": (gain * matrix(width, width)).tolist()}
    if n:
        a = matrix(n, n)
        a = 0.8 * a / max(np.max(np.abs(np.linalg.eigvals(a))), 1e-9) if sampled else tempo * (a - 3 * np.eye(n))
        scale = 1.0 if sampled else np.sqrt(tempo)
        entry.update(A=a.tolist(), B=(scale * matrix(n, width)).tolist(), C=(scale * gain * matrix(width, n)).tolist())
    return entry


def compare(model, program):
    truth = Loops(model)
    answer = program.ask(model)
    matrix = truth.closed()
    poles = np.linalg.eigvals(matrix)
    compared = [_poles(answer, poles, matrix, truth.period)]
    verdict = _verdict(answer, poles, truth.period)
    if verdict:
        compared.append(verdict)
    if len(answer["loops"]) != len(truth.commands):
        return compared + [Comparison("loops: their number", len(answer["loops"]), len(truth.commands), np.inf, 0.5)]
    for command, found in zip(truth.commands, answer["loops"]):
        compared += _margins(truth, command, found)
    return compared


def _poles(answer, poles, matrix, period):
    key = "s" if period is None else "z"
    claimed = np.array([complex(*pole[key]) for pole in answer["closed_poles"]])
    errors = np.array([pole["error"] for pole in answer["closed_poles"]])
    if len(claimed) != len(poles) and period is None:
        return Comparison("poles: their number", len(claimed), len(poles), np.inf, 1.0)
    size = np.max(np.abs(poles))
    if period is not None:  # a queue of commands has poles at zero, which rounding spreads
        keep = np.abs(claimed) > 1e-2
        claimed, errors, poles = claimed[keep], errors[keep], poles[np.abs(poles) > 1e-2]
        if len(claimed) != len(poles):
            raise Unsuitable("a pole at the limit of those that are compared")
    if not len(poles):
        raise Unsuitable("no pole")
    apart = np.abs(claimed[:, None] - poles[None, :])
    rows, columns = linear_sum_assignment(apart)
    # Dense eigenvalues are themselves wrong by the rounding of the matrix times the condition of each.
    own = _own_errors(matrix, poles)
    allowed = np.maximum(POLES * np.abs(poles[columns]), 10 * errors[rows]) + 10 * own[columns] + 1e-12 * size
    share = apart[rows, columns] / allowed
    worst = int(np.argmax(share))
    return Comparison("poles: of the closed loops", str(claimed[rows[worst]]), str(poles[columns[worst]]), float(share[worst]), 1.0)


def _own_errors(matrix, poles):
    import scipy.linalg
    values, left, right = scipy.linalg.eig(matrix, left=True)
    balanced = scipy.linalg.matrix_balance(matrix)[0]
    cosine = np.abs(np.sum(left.conj() * right, axis=0))
    values_b, left_b, right_b = scipy.linalg.eig(balanced, left=True)
    cosine = np.abs(np.sum(left_b.conj() * right_b, axis=0)) / (np.linalg.norm(left_b, axis=0) * np.linalg.norm(right_b, axis=0))
    error = len(matrix) * 2.2e-16 * np.linalg.norm(balanced) / np.maximum(cosine, 1e-300)
    return np.array([error[int(np.argmin(np.abs(values_b - p)))] for p in poles])


def _verdict(answer, poles, period):
    edge = np.max(poles.real) if period is None else np.max(np.abs(poles)) - 1
    if abs(edge) < 1e-7 * (np.max(np.abs(poles)) if period is None else 1.0) or answer["stable"] is None:
        return None
    stable = bool(edge < 0)
    return Comparison("verdict: stability", answer["stable"], f"{stable}, edge {edge:g}", float(answer["stable"] != stable), 0.5)


def _margins(truth, command, found):
    loop, poles = truth.cut(command)
    gains, phases = crossings(loop, poles, truth.period)
    compared = []
    for what, mine, listed in (("gain", gains, found["gain_crossovers"]), ("phase", phases, found["phase_crossovers"])):
        hz = np.array([entry["hz"] for entry in listed])
        missing = [w for w, value in mine if not _listed(w, hz, loop) and _clear(w, value, loop, what)]
        compared.append(Comparison(f"{what}: crossings left out", list(hz), [w / (2 * np.pi) for w, _ in mine],
                                   float(len(missing)), 0.5))
        worst = 0.0
        for entry in listed:
            value = loop(2 * np.pi * entry["hz"])
            off = abs(abs(value) - 1) if what == "gain" else abs(np.angle(-value))
            steep = _steepness(2 * np.pi * entry["hz"], loop)
            worst = max(worst, off / max(steep, 1.0))
        compared.append(Comparison(f"{what}: crossings that are none", list(hz), None, worst, NEAR))
    return compared


def _steepness(w, loop):
    """Relative change of L over relative change of the frequency."""
    step = 1e-7
    return abs(loop(w * (1 + step)) - loop(w * (1 - step))) / (2 * step * max(abs(loop(w)), 1e-300))


def _listed(w, hz, loop):
    return len(hz) > 0 and np.min(np.abs(2 * np.pi * hz / w - 1)) < NEAR


def _clear(w, value, loop, what):
    """Whether L crosses there rather than touches, and is more than rounding."""
    if what == "phase" and abs(value) < 1e-9:
        return False
    a, b = loop(w * (1 - 1e-4)), loop(w * (1 + 1e-4))
    if what == "gain":
        return (abs(a) - 1) * (abs(b) - 1) < 0 and min(abs(abs(a) - 1), abs(abs(b) - 1)) > 1e-8
    return a.imag * b.imag < 0 and min(abs(a.imag), abs(b.imag)) > 1e-8 * abs(value)
