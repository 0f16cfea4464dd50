"""Trusses that snap through, led by a displacement or by the force: the force along the path, limit points and bifurcations."""

import numpy as np

from ..oracles.truss_path import TrussPath
from ..outcome import Comparison, Unsuitable
from .frames import spread

NAME = "stroke"
SHARE = 1.0
REFUSALS = 0.05  # paths that turn back in the displacement that leads them end there, with a reason
FORCE = 1e-7  # of the largest force along the path; the program solves to 1e-10 of the forces that balance
PLACE = 1e-6  # of the stroke: critical points are searched to 1e-9 of a step


def draw(rng):
    size, stiff = spread(rng, 1e-3, 1e3), spread(rng, 1e-2, 1e9)
    kind = rng.random()
    nodes, bars, fixed, driven = _roof(rng) if kind < 0.5 else _towers(rng)
    angle = float(rng.choice([0.0, rng.uniform(0, 6.28)]))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    shift = rng.uniform(-1, 1, 2) * float(rng.choice([0.0, 1.0]))
    place = {name: [float(v) for v in size * (turn @ np.array(at) + shift)] for name, at in nodes.items()}
    height = nodes[driven][1]
    direction = [float(v) for v in turn @ [0.0, -1.0]]
    points = int(rng.integers(3, 30))
    model = {"model": {"name": NAME, "dim": 2}, "node": place,
             "truss": [{"nodes": list(pair), "stiffness": stiff * factor, "mass": 1.0} for pair, factor in bars],
             "fix": [{"nodes": fixed}],
             "force": [{"name": "P", "node": driven, "direction": direction}],
             "output": [{"name": "y", "node": driven, "direction": direction}],
             "analysis": {"states": {"drive": "y", "range": [0.0, float(size * height * rng.uniform(1.0, 2.6))], "points": points}},
             "_verb": ["states"]}
    return model


def _roof(rng):
    """Two bars, shallow or steep, symmetric or not; some with a third to the ground."""
    h = spread(rng, 0.05, 1.2)
    off = float(rng.choice([0.0, 0.0, rng.uniform(-0.5, 0.5)]))
    nodes = {"a": [-1.0, 0.0], "b": [1.0, 0.0], "t": [off, h]}
    bars = [(("a", "t"), 1.0), (("b", "t"), float(rng.choice([1.0, spread(rng, 0.2, 5)])))]
    fixed = ["a", "b"]
    if rng.random() < 0.3:
        nodes["c"] = [off, -3.0]
        bars.append((("c", "t"), spread(rng, 1e-3, 0.2)))
        fixed.append("c")
    return nodes, bars, fixed, "t"


def _towers(rng):
    """Two or three roofs on top of each other."""
    levels = int(rng.integers(2, 4))
    nodes, bars, fixed = {}, [], []
    base, names = 0.0, []
    h = spread(rng, 0.2, 1.5)
    for i in range(levels):
        factor = spread(rng, 0.5, 2)
        off = float(rng.uniform(-0.05, 0.05))
        nodes[f"t{i}"] = [off, base + h]
        for side, x in (("a", -1.0), ("b", 1.0)):
            nodes[f"{side}{i}"] = [x, base]
            fixed.append(f"{side}{i}")
            bars.append(((f"{side}{i}", f"t{i}"), factor))
        if names:
            bars.append(((names[-1], f"t{i}"), spread(rng, 0.05, 5)))
        names.append(f"t{i}")
        base += h * float(rng.uniform(0.6, 1.4))
    return nodes, bars, fixed, names[-1]


def compare(model, program):
    asked = model["analysis"]["states"]
    truth = TrussPath(model)
    path = truth.follow(asked["range"][1])
    if len({truth.held(x) for _, x, *_ in path[:: len(path) // 50]}) > 1:
        raise Unsuitable("the path branches while the displacement is held")
    critical = truth.critical(path)
    answer = program.ask(model)
    compared = [_forces(answer, truth, path)] + _critical(answer, critical, path)
    compared.append(_verdicts(answer, truth, path))
    return compared


def _forces(answer, truth, path):
    largest, worst = max(abs(row[2]) for row in path), (0.0, None, None)
    for state in answer["states"]:
        near = min(path, key=lambda row: abs(row[0] - state["value"]))
        _, load = truth.at(near[1], near[2], state["value"])
        apart = abs(state["force"] - load) / largest
        if not apart <= worst[0]:
            worst = (apart, state["force"], load)
    return Comparison("force: along the path", worst[1], worst[2], float(worst[0]), FORCE)


def _critical(answer, critical, path):
    stroke = path[-1][0]
    mine = [c for c in critical if 1e-6 * stroke < c[0] < (1 - 1e-6) * stroke]
    found = [point for point in answer["critical_points"] if 1e-6 * stroke < point["along"] < (1 - 1e-6) * stroke]
    directions = sum(c[2] for c in mine), sum(point["directions"] for point in found)
    listed = [point["along"] for point in found]
    compared = [Comparison("critical: number of directions that become neutral", listed, mine,
                           float(abs(directions[0] - directions[1])), 0.5)]
    for place, _, _ in mine:
        apart = min((abs(point["along"] - place) / stroke for point in found), default=np.inf)
        compared.append(Comparison("place: of a critical point", listed, place, float(apart), PLACE))
    for point in found:
        enclosed = point["between"][0] - PLACE * stroke <= point["along"] <= point["between"][1] + PLACE * stroke
        near = any(point["between"][0] - PLACE * stroke <= place <= point["between"][1] + PLACE * stroke for place, *_ in mine)
        compared.append(Comparison("enclosed: a critical point in its interval", point["between"], mine,
                                   float(point["enclosed"] and not (enclosed and near)), 0.5))
    return compared


def _verdicts(answer, truth, path):
    """Rows whose verdict is not that of the signs of the tangent."""
    wrong = 0
    for state in answer["states"]:
        near = min(path, key=lambda row: abs(row[0] - state["value"]))
        count, clear, _ = truth.row(truth.at(near[1], near[2], state["value"])[0])
        wrong += clear > 1e-9 and state["undecided"] == 0 and state["diverging"] != count
    return Comparison("verdict: unstable directions of a row", [s["diverging"] for s in answer["states"]], None, float(wrong), 0.5)
